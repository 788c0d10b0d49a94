"""Whole random matches of Thurn and Taxis: what holds at every decision, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from domain.games.thurn_and_taxis import RULESET
from domain.games.thurn_and_taxis.commands import CHANCE_COMMANDS, COMMANDS
from domain.games.thurn_and_taxis.facts import FACTS, TurnPassed
from domain.kit.chance import ToldChance
from domain.kit.facts import Command, Json
from domain.kit.play import check_lawful, eyes_of, is_stuck, play
from domain.kit.state import Rules
from tests.games.playing import (
    SOAK,
    Table,
    any_command,
    can_be_sent,
    check_replay,
    check_unlisted,
    command_of,
    filled,
    only,
    random_command,
    rules_of,
    seeded,
    told_things,
)
from tests.games.thurn_and_taxis.drawing import (
    MODULES,
    PRINTED,
    SHORT_BOARD,
    assert_conserved,
    random_custom_rules,
    random_options,
)
from tests.games.thurn_and_taxis.referee import Move, Referee, move_of

SIZES = pytest.mark.parametrize("seats", [2, 3, 4])
MATCHES = 6
CUSTOM = 18
COLLECTED = 6
MATCHES_SOAK = 2_000
CUSTOM_SOAK = 2_000
COLLECTED_SOAK = 500
PRINTED_SOAK = 100
LOOKED_AT = 3
"""In so many kinds of situations of a match all moves are tried, and some that are not listed."""
WORDS = [*PRINTED["cities"], *PRINTED["provinces"], *PRINTED["south"], "cardinal", "one-province", "unheard-of"]
ASKED: dict[str, list[Command]] = {}
"""Commands that a client could send, by type."""
for _ in range(1_500):
    _command = any_command(RULESET, WORDS, Random(f"asked {_}"))
    if can_be_sent(type(_command), _command.to_json()):
        ASKED.setdefault(_command.TYPE, []).append(_command)
COLLECTORS: dict[str, Json] = {
    "houses": 10,
    "discount": 6,
    "carriages": [{"value": value, "points": value, "copies": 4} for value in range(6, 11)],
    "offices": {
        str(seats): {"postmaster": 30, "carrier": 9, "administrator": 4, "cartwright": 6} for seats in (2, 3, 4)
    },
}
WANTED = {
    "use-carrier": 20.0,
    "use-cartwright": 20.0,
    "use-postmaster": 0.2,
    "give-up-route": 0.01,
    "place-house": 20.0,
}
"""What collectors prefer."""
VIEW = Draft202012Validator(RULESET.view_schema)


@pytest.mark.few("3")
@pytest.mark.long
@SIZES
def test_matches_on_short_and_custom_boards(seats: int) -> None:
    """In them everything that can happen does, and everything that can be asked for is.

    Each fifth is looked at, and each in which something happens that did not in those before.
    """
    types: set[str] = set()
    for played, numbers in ((_short, MATCHES), (_custom, CUSTOM), (_collected, COLLECTED)):
        for number in range(numbers):
            table = played(number, seats)
            if number % 5 == 0 or _types(table) - types:
                _check_match(table, number)
            types |= _types(table)
    expected = {one.TYPE for one in (*FACTS, *COMMANDS, *CHANCE_COMMANDS)}
    assert types == expected | {"open", "Awaited", "MatchEnded"}


@pytest.mark.few("2-0", "4-3")
@pytest.mark.long
@pytest.mark.parametrize(("seats", "modules"), [(2, 0), (3, 3), (4, 3)], ids=str)
def test_matches_on_the_printed_board(seats: int, modules: int) -> None:
    _check_match(_printed(0, seats, modules), 0)


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@SIZES
def test_many_matches(seats: int) -> None:
    for number in range(MATCHES + MATCHES_SOAK):
        _check_match(_short(number, seats), number)
    for number in range(CUSTOM + CUSTOM_SOAK):
        _check_match(_custom(number, seats), number)
    for number in range(COLLECTED + COLLECTED_SOAK):
        _check_match(_collected(number, seats), number)
    for number in range(PRINTED_SOAK):
        _check_match(_printed(number, seats, number % len(MODULES)), number)


def _types(table: Table) -> set[str]:
    """The types of all commands and facts of a match."""
    return {one.TYPE for step in table.steps for one in (step.command, *step.facts)}


def _short(number: int, seats: int) -> Table:
    rng = Random(f"short {number} {seats}")
    options = random_options(rng, seats, MODULES[number % len(MODULES)])
    return _played(rules_of(RULESET, seats, options, SHORT_BOARD), rng)


def _custom(number: int, seats: int) -> Table:
    rng = Random(f"custom {number} {seats}")
    return _played(random_custom_rules(rng, seats), rng)


def _printed(number: int, seats: int, modules: int) -> Table:
    rng = Random(f"printed {number} {seats}")
    return _played(rules_of(RULESET, seats, random_options(rng, seats, MODULES[modules])), rng)


def _collected(number: int, seats: int) -> Table:
    """A match of players who collect office tiles of all kinds: at random four are hardly ever returned."""
    rng = Random(f"collected {number} {seats}")
    options = random_options(rng, seats, MODULES[2 + number % 2])
    table = Table(RULESET, rules_of(RULESET, seats, options, COLLECTORS), seeded(number))
    while True:
        table.settle()
        if table.state.over:
            return table
        who = rng.choice(table.state.awaiting)
        listed = RULESET.moves(table.state, who["seat"])
        move = rng.choices(listed, [WANTED.get(move["type"], 1.0) for move in listed])[0]
        if move["type"] == "return-tiles" and len(move["offices"]["some_of"]) < 4 and table.state.phase == "turns":
            move = {**move, "offices": move["offices"]["some_of"][:1]}
        elif move["type"] == "return-tiles":
            move = {**move, "offices": {**move["offices"], "min": 3}}
        table.act(who["seat"], random_command(RULESET, [move], rng))


def _played(rules: Rules, rng: Random) -> Table:
    return Table(RULESET, rules, seeded(rng.getrandbits(64))).play_on(rng)


def _check_match(table: Table, number: int) -> Table:
    rng = Random(f"looked at {number}")
    _check_by_the_referee(table)
    _check_end(table)
    _check_views(table, rng)
    if number % 5 == 0:
        check_replay(table)
    kinds: dict[Any, list[int]] = {}
    for version, state in enumerate(table.states):
        if state.awaits_chance:
            kinds.setdefault(state.due, []).append(version)
        elif state.awaiting and state.due is None:
            kinds.setdefault(state.steps[0]["step"] if state.steps else state.phase, []).append(version)
    for kind in rng.sample(sorted(kinds), min(len(kinds), LOOKED_AT)):
        version = rng.choice(kinds[kind])
        if table.states[version].awaits_chance:
            _check_moves_of_chance(table.states[version], rng)
        else:
            _check_moves(table, version, rng)
    return table


# -- what happened ------------------------------------------------------------------------------------------


def _check_by_the_referee(table: Table) -> None:
    """Every fact is due, the table lies as the referee's does, and he knows the same moves."""
    referee = Referee(table.rules)
    for step, state in zip(table.steps, table.states, strict=True):
        referee.hears(step.facts)
        shown = RULESET.view(state)
        assert {name: value for name, value in shown.items() if name != "steps"} == referee.board()
        assert_conserved(state, shown)
        if referee.asked is not None:
            seat, _ = referee.asked
            assert _all_moves(RULESET.moves(state, seat)) == referee.choices()
            assert (RULESET.automatic(state) is not None) == referee.leaves_no_choice()
        elif state.phase == "tiles":
            assert all(RULESET.moves(state, who["seat"]) for who in state.awaiting)


def _all_moves(listed: list[Json]) -> set[Move]:
    return {move_of(one) for move in listed for one in _expanded(move)}


def _expanded(move: Mapping[str, Json]) -> Iterator[Json]:
    """Every document that a listed move covers."""
    for values in product(*(_covered(pattern) for pattern in move.values())):
        yield dict(zip(move, values, strict=True))


def _covered(pattern: Json) -> list[Json]:
    if isinstance(pattern, dict) and "any_of" in pattern:
        return list(pattern["any_of"])
    if isinstance(pattern, dict):
        sizes = range(pattern["min"], pattern["max"] + 1)
        return [some for size in sizes for some in set(combinations(sorted(pattern["some_of"]), size))]
    return [pattern]


def _check_end(table: Table) -> None:
    """The match ends, with the same number of turns for all; nobody gets stuck before."""
    assert table.state.status == "finished"
    assert not table.state.awaiting
    turns = Counter(fact.seat for step in table.steps for fact in only(TurnPassed, step.facts))
    assert len(turns) == table.rules.seats
    assert set(turns.values()) == {table.state.round}
    for state in table.states[:-1]:
        assert state.status == "playing"
        assert state.awaiting
        if state.awaits_chance:
            assert state.awaiting == ("chance",)
            assert state.due in {command.TYPE for command in CHANCE_COMMANDS}
    for state in table.states[:-1:7]:
        assert state.due is not None or not is_stuck(RULESET, state)


def _check_views(table: Table, rng: Random) -> None:
    """Everybody is shown what the schema of the view says."""
    for version in (len(table.states) - 1, rng.randrange(len(table.states))):
        for viewer in rng.sample(table.viewers, 2):
            VIEW.validate(RULESET.view(table.states[version].masked(viewer)))


# -- what could have happened -------------------------------------------------------------------------------


def _check_moves(table: Table, version: int, rng: Random) -> None:
    """Every listed move is accepted, on a copy; what is not listed is refused, with the rule it breaks."""
    state = table.states[version]
    before = state.dump()
    for seat in range(table.rules.seats):
        eyes = eyes_of(state, seat)
        listed = RULESET.moves(eyes, seat)
        assert listed == RULESET.moves(state, seat)
        assert bool(listed) == state.awaits_seat(seat)
        for move in listed:
            command = command_of(RULESET, {name: filled(value, rng) for name, value in move.items()})
            check_lawful(RULESET, eyes, seat, command)
            assert_conserved(play(RULESET, state, seat, command).state)
            for _ in range(2):
                check_unlisted(RULESET, eyes, seat, listed, _altered(command, rng))
        for type_name in ASKED if listed else rng.sample(list(ASKED), 3):
            check_unlisted(RULESET, eyes, seat, listed, rng.choice(ASKED[type_name]))
    assert state.dump() == before, "judging a command leaves the state as it is"


def _altered(command: Command, rng: Random) -> Command:
    """The same command with one field as it might stand in another."""
    if not command.FIELDS:
        return command
    name = rng.choice(command.FIELDS).name
    return replace(command, **{name: getattr(rng.choice(ASKED[command.TYPE]), name)})


def _check_moves_of_chance(state: Any, rng: Random) -> None:
    """What a scribe may enter here brings about what chance could have."""
    listed = [move for move in RULESET.moves(state, "chance") if "unknown" not in move.get("cards", ())]
    for _ in range(2):
        command = random_command(RULESET, listed, rng)
        check_lawful(RULESET, state, "chance", command)
        assert_conserved(play(RULESET, state, "chance", command, ToldChance(told_things(command))).state)
