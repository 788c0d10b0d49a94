"""What the tests of disputes share: folds of their own, made from nothing but the log as it was served."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import Any

from domain.kit.ruleset import ruleset
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer
from domain.match.match import rules_of
from tests.service.playing import Table, step

RULE = "table.rule"
NOTE: Mapping[str, Any] = {"type": "table.note", "text": "tea break"}


def viewers_of(table: Table) -> list[Viewer]:
    """Everybody who can be looked as."""
    return [OFFICIAL, PUBLIC, *map(seat_viewer, table.seats)]


def what_counts(log: Sequence[Mapping[str, Any]], line: int) -> list[Sequence[Any]]:
    """Of each decision the facts that count up to *line*: what the newest change says that names it."""
    facts: list[Sequence[Any]] = [decision["facts"] for decision in log]
    for later in log[: line + 1]:
        for fact in later["facts"]:
            for change in fact["changes"] if fact["type"] == "LineChanged" else ():
                named = change["decision"]
                stands = change["effect"] == "stands"
                facts[named] = log[named]["facts"] if stands else change.get("facts", ())
    return facts


def folded(
    log: Sequence[Mapping[str, Any]], viewer: Viewer, ats: Sequence[int], line: int
) -> Iterator[dict[str, Any]]:
    """The board, and how the match stands, as they follow from a log as served to *viewer*: after each of *ats*,
    which are in order."""
    rules = rules_of(log[0])
    game = ruleset(rules.ruleset)
    state, counting, read = game.empty(rules, viewer), what_counts(log, line), 0
    for at in ats:
        for facts in counting[read : at + 1]:
            for fact in facts:
                game.evolve(state, game.fact_from_json(fact))
        read = at + 1
        yield {
            "board": game.view(state),
            "status": state.status,
            "awaiting": list(state.awaiting),
            "outcome": state.outcome,
        }


def check_folds(table: Table, viewers: Sequence[Viewer], ats: Sequence[int] | None = None) -> None:
    """Assert that each view, at every version and on every line, is the fold of what was served to its viewer."""
    newest = table.version
    for viewer in viewers:
        log = table.log("arbiter", as_=str(viewer))
        turns = [one["version"] for one in log if any(fact["type"] == "LineChanged" for fact in one["facts"])]
        looked = [
            # Between two changes of the line all lines are the same.
            (bisect_right(turns, line), at, line)
            for at in (range(newest + 1) if ats is None else ats)
            for line in {at, newest, *(turn for turn in turns if turn > at)}
        ]
        for _, alike in groupby(sorted(looked), itemgetter(0)):
            _, there, lines = zip(*alike, strict=True)
            for at, line, found in zip(there, lines, folded(log, viewer, there, lines[0]), strict=True):
                served = table.get("arbiter", "view", as_=str(viewer), at=at, line=line)
                assert {name: served[name] for name in found} == found, (str(viewer), at, line)


def play(table: Table, rng: Random, steps: int) -> None:
    """Play random lawful moves, as far as the match goes on."""
    for _ in range(steps):
        if any(isinstance(one, dict) and "seat" in one for one in table.awaiting):
            step(table, rng)


def logs(table: Table) -> dict[str, list[Any]]:
    """The log as told to each viewer, whatever has faded since."""
    return {str(viewer): table.log("arbiter", as_=str(viewer)) for viewer in viewers_of(table)}


def check_nothing_gone(before: Mapping[str, Sequence[Any]], table: Table) -> None:
    """Assert that what was recorded is still there, word for word."""
    for viewer, log in logs(table).items():
        assert log[: len(before[viewer])] == before[viewer], viewer


def own_decisions(table: Table) -> list[Any]:
    """The seats' own decisions of the game, oldest first."""
    return [
        one
        for one in table.log("arbiter")
        if isinstance(one["actor"], dict)
        and not one["automatic"]
        and not one["command"]["type"].startswith("table.")
    ]


def frozen_out(table: Table, code: str, let_through: Sequence[str] = ()) -> None:
    """Assert that nobody can go on with the game: everything but *let_through* is refused with 423.

    Whoever is asked has his answers among his moves, and nothing else.
    """
    asked = table.get("arbiter")["consent"] if code == "consent-pending" else None
    for seat in table.seats:
        answers = ANSWERS if asked is not None and seat in asked["left"] else []
        assert table.get(seat, "moves")["moves"] == answers
    for who, command in (
        *((seat, {"type": "table.take-back", "decision": 1}) for seat in table.seats),
        *((seat, move) for seat in table.seats for move in GAME_COMMANDS[table.opened["ruleset"]]),
        ("arbiter", {"type": "table.resume"}),
    ):
        if command["type"] not in let_through:
            problem = table.refused(who, command)
            assert (problem["status"], problem["code"]) == (423, code), (who, command, problem)


ANSWERS = [{"type": "table.consent", "agree": agree} for agree in (True, False)]
GAME_COMMANDS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "seven-sins": [{"type": "take", "sin": "pride", "to": "reserve"}, {"type": "pass"}],
    "mea-culpa": [{"type": "bid", "notches": 1, "taler": 1}],
    "thurn-and-taxis": [
        {"type": "take-card"},
        {"type": "close-route", "option": "one-per-province", "cities": []},
    ],
}
