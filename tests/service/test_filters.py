"""Filters of the log: they pass what a reader could pick out of their own log, and tell nothing beside that."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from domain.kit.ruleset import ruleset
from tests.games.installed import OWN
from tests.service.playing import CheckedClient, Table, open_match, recorded_match, step, thurn_and_taxis, without

Decision = Mapping[str, Any]
NOTE = {"type": "table.note", "text": "tea break"}


def actor_of(decision: Decision) -> str:
    actor = decision["actor"]
    return f"seat:{actor['seat']}" if isinstance(actor, dict) else str(actor)


def facts_of(decision: Decision) -> set[str]:
    return {fact["type"] for fact in decision.get("facts", ())}


def filters(log: list[Any]) -> Iterator[tuple[dict[str, Any], Callable[[Decision], bool]]]:
    """Every filter that something of a log passes, and what a reader would look for instead."""
    for kind in sorted({one["command"]["type"] for one in log}):
        yield {"type": kind}, lambda one, kind=kind: one["command"]["type"] == kind  # type: ignore[misc]
    for actor in sorted({*map(actor_of, log), "table"}):
        yield {"actor": actor}, lambda one, actor=actor: actor_of(one) == actor  # type: ignore[misc]
    for fact in sorted(set().union(*map(facts_of, log))):
        yield {"fact": fact}, lambda one, fact=fact: fact in facts_of(one)  # type: ignore[misc]


def check_filters(table: Table, who: Any, **query: Any) -> int:
    """Each filter gives somebody what they find in their own log; how many filters that were."""
    log, tried = table.log(who, **query), 0
    for asked, wanted in filters(log):
        found = table.get(who, "decisions", limit=1000, **asked, **query)
        assert found["decisions"] == [one for one in log if wanted(one)], (who, asked)
        assert found["next"] is None
        tried += 1
    return tried


def test_each_reader_gets_what_they_could_pick_out_of_their_own_log(sqlite_client: CheckedClient) -> None:
    table, rng = thurn_and_taxis(sqlite_client, 2), Random(3)
    for _ in range(12):
        step(table, rng)
    table.do("arbiter", NOTE)
    for who in (None, 0, "arbiter"):
        assert check_filters(table, who) > 8
    assert check_filters(table, "arbiter", as_="seat:1", line=table.version - 1) > 8


def test_rounds_are_those_of_the_board_before_a_decision(sqlite_client: CheckedClient) -> None:
    table, rng = thurn_and_taxis(sqlite_client, 2), Random(3)
    while table.get(None, "view")["board"]["round"] < 3:
        step(table, rng)
    log = table.log(0)
    rounds = [0] + [table.get(None, "view", at=one["version"])["board"]["round"] for one in log[:-1]]
    for number in range(4):
        wanted = [one for one, of in zip(log, rounds, strict=True) if of == number]
        assert table.get(0, "decisions", round=number, limit=1000)["decisions"] == wanted
    second = table.log(0, round=2, actor="seat:1")
    assert second
    assert {actor_of(one) for one in second} == {"seat:1"}
    # In the middle of the log, too.
    assert table.log(0, round=2, after=log[rounds.index(2)]["version"]) == table.log(0, round=2)[1:]


def test_what_has_faded_passes_by_what_is_left_of_it_alone(sqlite_client: CheckedClient) -> None:
    table = recorded_match(sqlite_client, history="fading")
    taken = table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
    table.do("scribe", {"type": "refill", "cards": ["greed", "greed"]})
    table.do(1, {"type": "take", "sin": "lust", "to": "reserve"})
    for who in (None, 0, 1, "arbiter"):
        check_filters(table, who)
    faded, whole = table.log(None)[taken], table.log("arbiter")[taken]
    assert faded["faded"] is True
    for asked in ({"type": "take"}, {"actor": "seat:0"}):
        assert faded in table.log(None, **asked)
    for asked in ({"fact": "SinTaken"}, {"round": 0}, {"round": 1}):
        assert faded not in table.log(None, **asked)
        assert whole not in table.log(None, **asked)
    assert whole in table.log("arbiter", fact="SinTaken")
    assert whole in table.log("arbiter", round=1)


@pytest.mark.parametrize("history", ["kept", "fading"])
def test_a_secret_of_another_seat_changes_no_filtered_answer(sqlite_client: CheckedClient, history: str) -> None:
    """Two matches in which seats 0 and 1 have exchanged cards: seat 2 and the public cannot tell them apart."""
    told: list[dict[Any, Any]] = []
    for cards in (["pride", "greed", "lust"], ["greed", "pride", "lust"]):
        sins = ["pride", "greed", "lust", "envy", "wrath"]
        options = {"sins": sins, "first_seat": 0, "history": history}
        table = open_match(sqlite_client, 3, mode="recorded", options=options)
        table.do("scribe", {"type": "deal", "cards": cards})
        table.do("scribe", {"type": "refill", "cards": ["greed", "envy", "envy", "wrath", "greed"]})
        for sin in ("envy", "greed", "wrath", "envy"):
            table.do(table.mover, {"type": "take", "sin": sin, "to": "reserve"})
            (refill,) = table.get("scribe", "moves")["moves"]
            table.do(
                "scribe", {"type": "refill", "cards": ["wrath", "envy", "lust", "pride"][: refill["cards"]["max"]]}
            )
        log = table.log("arbiter")
        single = [query for query, _ in filters(log)] + [{"round": number} for number in range(4)]
        both = [{**one, **other} for one in single for other in single if one.keys() != other.keys()]
        asked = [*single, *Random(1).sample(both, 30)]
        told.append({(who, json.dumps(one)): answered(table, who, one) for who in (None, 2) for one in asked})
        dealt = [table.get("arbiter", "decisions", type="deal", as_=f"seat:{seat}") for seat in (0, 1)]
        assert dealt[0]["decisions"] != dealt[1]["decisions"]
        assert any(one.get("faded") for one in table.log(2)) is (history == "fading")
    assert told[0] == told[1]


def answered(table: Table, who: Any, asked: Mapping[str, Any]) -> str:
    """A page of a filtered log, and whether there is another; without what differs between any two matches."""
    page = table.get(who, "decisions", limit=3, text="en", **asked)
    same = without(page, "at", "blind", "links", "match", "occurred_at", "root", "seal")
    return json.dumps(same).replace(table.id, "MATCH")


@pytest.mark.parametrize("game", sorted(OWN))
def test_filters_together_pass_what_all_of_them_pass_page_by_page(sqlite_client: CheckedClient, game: str) -> None:
    """At random, where what was played fades: for each reader what they could pick out of what is left to them."""
    rng = Random(f"filters {game}")
    table = open_match(sqlite_client, 2, ruleset=game, options={"history": "fading"})
    for _ in range(9):
        step(table, rng)
    table.do("arbiter", NOTE)
    round_of, rounds = ruleset(game).sheet.round_of, [0]
    official = table.log("arbiter")
    for before, one in pairwise(official):
        board = table.get("arbiter", "view", as_="public", at=before["version"])["board"]
        rounds.append(round_of(board, one["actor"].get("seat") if isinstance(one["actor"], dict) else None))
    for who in (None, 0, 1, "arbiter"):
        log = table.log(who)
        assert any(one.get("faded") for one in log) or who == "arbiter"
        # What has faded for this reader is asked for, too.
        of_round = [({"round": one}, lambda told, one=one: in_round(told, rounds, one)) for one in {*rounds, 99}]
        tried = [*filters(official), *of_round]
        for _ in range(25):
            (first, passes), (second, also) = rng.sample(tried, 2)
            if first.keys() == second.keys():
                continue
            wanted = [one for one in log if passes(one) and also(one)]
            assert table.log(who, limit=2, **first, **second) == wanted, (who, first, second)


def in_round(decision: Decision, rounds: Sequence[int], number: int) -> bool:
    return not decision.get("faded") and rounds[decision["version"]] == number


def versions(table: Table, who: Any, **query: Any) -> list[int]:
    return [one["version"] for one in table.log(who, **query)]


def test_pages_lines_and_sentences_go_with_filters(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    for number in range(5):
        table.do("arbiter", {**NOTE, "text": f"note {number}"})
        table.do(0, {**NOTE, "text": "another"})
    asked = {"type": "table.note", "actor": "arbiter"}
    whole = table.log("arbiter", **asked)
    assert [one["command"]["text"] for one in whole] == [f"note {number}" for number in range(5)]
    first = table.get("arbiter", "decisions", limit=2, text="en", **asked)
    assert table.log("arbiter", limit=2, text="en", **asked) == table.log("arbiter", text="en", **asked)
    assert all("note" in one["text"] for one in first["decisions"])
    assert first["root"] == table.get("arbiter", "decisions", after=table.version)["root"]
    lines = table.ask("arbiter", "decisions", {"Accept": "application/x-ndjson"}, **asked)
    assert [json.loads(line) for line in lines.text.splitlines()] == whole
    nothing = table.get("arbiter", "decisions", type="table.freeze")
    assert (nothing["decisions"], nothing["next"]) == ([], None)
    changed = table.get(None, "decisions", changed="true", fact="NoteMade")["decisions"]
    assert {tuple(one["changed"]) for one in changed} == {()}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"type": "take-card"}, "type"),
        ({"fact": "BidMade"}, "fact"),
        ({"actor": "seat:7"}, "actor"),
        ({"actor": "Ada"}, "actor"),
        ({"round": "-1"}, "round"),
        ({"wait": 1, "type": "take"}, "wait"),
    ],
)
def test_what_there_is_not_is_refused(sqlite_client: CheckedClient, query: Any, field: str) -> None:
    answer = open_match(sqlite_client, 2).ask("arbiter", "decisions", **query)
    assert (answer.status_code, answer.json["code"]) == (422, "invalid")
    assert list(answer.json["errors"]) == [field]


@pytest.mark.grows
def test_a_long_log_is_sifted_on_its_way(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    for _ in range(21):
        table.do("arbiter", *[NOTE] * 50)
    table.do("arbiter", {"type": "table.freeze"})
    lines = {"Accept": "application/x-ndjson"}
    found = table.ask("arbiter", "decisions", lines, fact="MatchFrozen")
    assert [json.loads(line)["command"]["type"] for line in found.text.splitlines()] == ["table.freeze"]
    other = table.ask("arbiter", "decisions", lines, fact="NoteMade")
    assert found.headers["ETag"] != other.headers["ETag"]
    assert len(other.text.splitlines()) == 1050
    assert [one["version"] for one in table.get(None, "decisions", fact="MatchFrozen")["decisions"]] == [
        table.version
    ]
