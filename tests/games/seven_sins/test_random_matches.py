"""Whole random matches of 7 – The Sins: what holds at every step, whatever is played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from domain.games.seven_sins import RULESET
from domain.games.seven_sins.commands import CHANCE_COMMANDS, OpenReserves, Refill
from domain.games.seven_sins.decide import automatic
from domain.games.seven_sins.scoring import score
from domain.games.seven_sins.state import JUDGEMENT
from domain.kit.chance import ToldChance
from domain.kit.play import check_lawful, eyes_of, play
from domain.kit.state import Rules
from tests.games.playing import (
    SOAK,
    Table,
    any_command,
    check_replay,
    check_unlisted,
    command_of,
    filled,
    random_command,
    rules_of,
    seeded,
    told_things,
    words_of,
)
from tests.games.seven_sins.tables import (
    assert_conserved,
    end_of,
    lying,
    random_custom_rules,
    random_options,
)

SEATS = range(2, 6)
VARIANTS = pytest.mark.parametrize("penitence", [False, True], ids=["base", "penitence"])
SIZES = pytest.mark.parametrize("seats", SEATS)
MATCHES = 10
MATCHES_SOAK = 2_000
CUSTOM = 5
CUSTOM_SOAK = 1_000


@pytest.mark.long
@SIZES
@VARIANTS
def test_matches_on_the_printed_board(seats: int, penitence: bool) -> None:
    for number in range(MATCHES):
        _check_printed(number, seats, penitence=penitence)


@pytest.mark.long
@SIZES
@VARIANTS
def test_matches_on_custom_boards(seats: int, penitence: bool) -> None:
    for number in range(CUSTOM):
        _check_custom(number, seats, penitence=penitence)


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@SIZES
@VARIANTS
def test_many_matches(seats: int, penitence: bool) -> None:
    for number in range(MATCHES, 70 + MATCHES_SOAK):
        _check_printed(number, seats, penitence=penitence)
    for number in range(CUSTOM, CUSTOM + CUSTOM_SOAK):
        _check_custom(number, seats, penitence=penitence)


def _check_printed(number: int, seats: int, *, penitence: bool) -> None:
    rng = Random(f"printed {number} {seats} {penitence}")
    rules = rules_of(RULESET, seats, random_options(rng, seats, penitence=penitence))
    table = _played(rules, rng)
    for state in table.states:
        if state.wins is None and state.turn is not None and state.due is None:
            assert len(state.places["centre"]) == 5, "the pile of the printed game lasts"
    assert not any(step.command.TYPE == "pass" for step in table.steps)
    _check_table(table, rng)


def _check_custom(number: int, seats: int, *, penitence: bool) -> None:
    rng = Random(f"custom {number} {seats} {penitence}")
    _check_table(_played(random_custom_rules(rng, seats, penitence=penitence), rng), rng)


def _played(rules: Rules, rng: Random) -> Table:
    return Table(RULESET, rules, seeded(rng.getrandbits(64))).play_on(rng)


def _check_table(table: Table, rng: Random) -> None:
    for state in table.states:
        assert_conserved(state)
    _check_turns(table)
    _check_end(table)
    _check_awaited(table)
    check_replay(table)
    words = words_of(table)
    for version in rng.sample(range(len(table.states)), 2):
        _check_moves(table, version, words, rng)
    # The stones are placed at the end: always looked at, for there are few such states.
    _check_moves(table, len(table.states) - 2, words, rng)


def _check_turns(table: Table) -> None:
    """Turns go round by one step each, one decision a turn; under Penitence all have equally many."""
    state = table.state
    step = -1 if table.rules.board["order"] == "anticlockwise" else 1
    movers = [move.actor for move in table.steps if move.command.TYPE in ("take", "pass")]
    assert movers == [(state.first + step * turn) % table.rules.seats for turn in range(len(movers))]
    assert state.turns == tuple(movers.count(seat) for seat in range(table.rules.seats))
    assert max(state.turns) - min(state.turns) <= (0 if table.rules.options["penitence"] else 1)


def _check_end(table: Table) -> None:
    """It ends with the last Judgement open, and the outcome agrees with what lies open."""
    state, board = table.state, table.rules.board
    assert state.status == "finished"
    assert state.judgements_open == state.judgements
    assert not state.awaiting
    outcome = end_of(state)
    assert outcome["wins"] == ("most" if state.abyss_points > board["abyss_threshold"] else "fewest")
    for seat in range(table.rules.seats):
        cards = dict(state.places[f"opened:{seat}"].known)
        stones = state.places[f"stones:{seat}"].count("stone")
        on = state.placed[seat]
        assert len(on) == len(set(on)) <= stones
        assert set(on) <= set(cards)
        if not table.rules.options["stones_optional"]:
            assert len(on) == min(stones, len(cards))
        last = len(board["points"]) - 1
        worth = sum(board["points"][min(number + (sin in on), last)] for sin, number in cards.items())
        assert worth == state.scores[seat] == outcome["scores"][seat]
        assert outcome["cards"][seat] == sum(cards.values())
        assert outcome["sins"][seat] == len(cards)
    assert outcome["winners"] == _winners(outcome)


def _winners(outcome: Any) -> list[int]:
    """Who wins, worked out another way: everybody sorted by everything that counts."""
    sign = 1 if outcome["wins"] == "most" else -1
    standing = {
        seat: (sign * score, outcome["cards"][seat], outcome["sins"][seat])
        for seat, score in enumerate(outcome["scores"])
    }
    return [seat for seat, worth in standing.items() if worth == max(standing.values())]


def _check_awaited(table: Table) -> None:
    """Until the end somebody is awaited, whoever is awaited can do something, and chance knows what is due."""
    due = {command.TYPE for command in CHANCE_COMMANDS}
    for state in table.states[:-1]:
        assert state.status == "playing"
        assert state.awaiting
        if state.awaits_chance:
            assert state.awaiting == ("chance",)
            assert state.due in due
            continue
        step = automatic(state)
        if state.due is not None:
            assert (state.due, state.awaiting, step) == (OpenReserves.TYPE, ("table",), ("table", OpenReserves()))
            continue
        for who in state.awaiting:
            seat = who["seat"]
            assert RULESET.moves(state, seat) or (step is not None and step[0] == seat)


def _check_moves(table: Table, version: int, words: Sequence[str], rng: Random) -> None:
    """Every listed move is accepted, on a copy; what is not listed is refused, with the rule it breaks."""
    state = table.states[version]
    before = state.dump()
    if state.awaits_chance:
        _check_moves_of_chance(state, rng)
    for seat in range(table.rules.seats):
        eyes = eyes_of(state, seat)
        listed = RULESET.moves(eyes, seat)
        assert bool(listed) <= state.awaits_seat(seat)
        for move in listed:
            command = command_of(RULESET, {name: filled(value, rng) for name, value in move.items()})
            check_lawful(RULESET, eyes, seat, command)
            assert_conserved(play(RULESET, state, seat, command).state)
        if listed and state.wins is not None:
            assert listed[1]["on"] == list(_best(state, seat))
        for _ in range(6):
            check_unlisted(RULESET, eyes, seat, listed, any_command(RULESET, words, rng))
    assert state.dump() == before, "judging a command leaves the state as it is"


def _best(state: Any, seat: int) -> tuple[str, ...]:
    """The best placing, found by trying them all."""
    cards, board = state.places[f"opened:{seat}"].known, state.rules.board
    most = min(state.places[f"stones:{seat}"].count("stone"), len(cards))
    numbers = range(0 if state.rules.options["stones_optional"] else most, most + 1)
    sign = -1 if state.wins == "most" else 1
    tried = [on for number in numbers for on in combinations(sorted(cards), number)]
    return min(tried, key=lambda on: (sign * score(cards, board["points"], on), on))


def _check_moves_of_chance(state: Any, rng: Random) -> None:
    """What a scribe may enter here brings about what chance could have."""
    listed = [move for move in RULESET.moves(state, "chance") if "unknown" not in move.get("cards", ())]
    for _ in range(2):
        command = random_command(RULESET, listed, rng)
        check_lawful(RULESET, state, "chance", command)
        assert_conserved(play(RULESET, state, "chance", command, ToldChance(told_things(command))).state)
    if state.due == Refill.TYPE and state.stacked:
        assert lying(state, JUDGEMENT, "pile:") == state.judgements - state.judgements_open
