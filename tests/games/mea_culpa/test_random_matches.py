"""Whole random matches of Mea Culpa: what holds at every step, whatever is played."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET
from domain.games.mea_culpa.commands import CHANCE_COMMANDS, Bid, RevealBids
from domain.games.mea_culpa.facts import BidsRevealed
from domain.kit.chance import ToldChance
from domain.kit.facts import Command
from domain.kit.play import check_lawful, eyes_of, play
from domain.kit.state import Rules
from tests.games.mea_culpa.checks import check_chests, check_coins, check_pieces, check_track_and_sites
from tests.games.mea_culpa.tables import BY_STEPS, Witness, assert_conserved, random_custom_rules, random_options
from tests.games.playing import (
    SOAK,
    Table,
    any_command,
    can_be_sent,
    check_replay,
    check_unlisted,
    command_of,
    filled,
    random_command,
    rules_of,
    seeded,
    told_things,
)

SIZES = pytest.mark.parametrize("seats", [2, 3, 4])
MATCHES = 24
MATCHES_SOAK = 2_000
CUSTOM = 10
CUSTOM_SOAK = 1_000
MOST_ROUNDS = 11
NOT_WITH = {2: {"wait", "PreliminaryDeferred"}, 3: set(), 4: {"wait", "PreliminaryDeferred"}}
"""What does not occur with so many players: only three put preliminary actions off."""
WORDS = [*RULESET.board["bonuses"], "bonus-1", "bread", "wine", "jewel", "blue", "coin-1", "coin-10", "unheard-of"]
ASKED: dict[str, list[Command]] = {}
"""Commands that a client could send, by type."""
for _ in range(1_500):
    _command = any_command(RULESET, WORDS, Random(f"asked {_}"))
    if can_be_sent(type(_command), _command.to_json()):
        ASKED.setdefault(_command.TYPE, []).append(_command)


@pytest.mark.few("3")
@pytest.mark.long
@SIZES
def test_matches_on_printed_and_custom_boards(seats: int) -> None:
    """In them everything that can happen does, and everything that can be asked for is.

    Each fifth is looked at, and each in which something happens that did not in those before.
    """
    types: set[str] = set()
    for kind, numbers in ((_printed, MATCHES), (_custom, CUSTOM)):
        for number in range(numbers):
            table, rng = kind(number, seats)
            if number % 5 == 0 or _types(table) - types:
                _check_table(table, rng, number)
            types |= _types(table)
    expected = {one.TYPE for one in (*RULESET.facts, *RULESET.commands, *CHANCE_COMMANDS)}
    assert types == (expected - NOT_WITH[seats] - BY_STEPS) | {"open", "Awaited", "MatchEnded"}


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@SIZES
def test_many_matches(seats: int) -> None:
    for number in range(MATCHES + MATCHES_SOAK):
        _check_table(*_printed(number, seats), number)
    for number in range(CUSTOM + CUSTOM_SOAK):
        _check_table(*_custom(number, seats), number)


def _types(table: Table) -> set[str]:
    """The types of all commands and facts of a match."""
    return {one.TYPE for step in table.steps for one in (step.command, *step.facts)}


def _printed(number: int, seats: int) -> tuple[Table, Random]:
    rng = Random(f"printed {number} {seats}")
    table = _played(rules_of(RULESET, seats, random_options(rng, seats)), rng)
    for version in range(1, len(table.steps)):
        if table.steps[version].command.TYPE == "draw-stones":
            assert len(table.states[version].places["market"]) >= 6, "the bag of the printed game lasts"
    return table, rng


def _custom(number: int, seats: int) -> tuple[Table, Random]:
    rng = Random(f"custom {number} {seats}")
    return _played(random_custom_rules(rng, seats), rng), rng


def _played(rules: Rules, rng: Random) -> Table:
    return Table(RULESET, rules, seeded(rng.getrandbits(64))).play_on(rng)


def _check_table(table: Table, rng: Random, number: int) -> None:
    _check_facts(table)
    check_pieces(table)
    check_coins(table)
    check_chests(table)
    check_track_and_sites(table)
    _check_awaited(table)
    assert table.state.status == "finished"
    assert table.state.round <= MOST_ROUNDS
    if number % 5 == 0:
        check_replay(table)
        _check_moves_of_chance(rng.choice([state for state in table.states if state.awaits_chance]), rng)
    kinds: dict[Any, list[int]] = {}
    for version, state in enumerate(table.states):
        due = state.steps[0] if state.steps else {}
        kinds.setdefault((state.wanted, due.get("card"), str(due.get("duties"))), []).append(version)
    for kind in rng.sample(list(kinds), 2):
        _check_moves(table, rng.choice(kinds[kind]), rng)


# -- what happened ------------------------------------------------------------------------------------------


def _check_facts(table: Table) -> None:
    """Everything that the facts say of souls, posts, stones, Letters, turns and the outcome keeps the rules."""
    witness = Witness(table.rules)
    bids: dict[int, Bid] = {}
    for step, state in zip(table.steps, table.states, strict=True):
        witness.hears(step.facts)
        assert state.souls == tuple(witness.souls)
        assert state.posts == tuple(witness.posts)
        if isinstance(step.command, Bid):
            bids[int(step.actor)] = step.command
        elif isinstance(step.command, RevealBids):
            revealed = next(fact for fact in step.facts if isinstance(fact, BidsRevealed))
            assert revealed.notches == tuple(bids.pop(seat).notches for seat in sorted(bids))
            assert not bids
            assert len(revealed.taler) == table.rules.seats


def _check_awaited(table: Table) -> None:
    """Until the end somebody is awaited, whoever is awaited can do something, and chance knows what is due."""
    due = {command.TYPE for command in CHANCE_COMMANDS}
    for state in table.states[:-1]:
        assert state.status == "playing"
        assert state.awaiting
        if state.awaits_chance:
            assert state.awaiting == ("chance",)
            assert state.due in due
        elif len(state.awaiting) > 1:
            assert all(RULESET.moves(state, who["seat"]) for who in state.awaiting)
        # Where one seat is awaited, the match went on with one of its moves, or by itself.
    assert not table.state.awaiting


# -- what could have happened -------------------------------------------------------------------------------


def _check_moves(table: Table, version: int, rng: Random) -> None:
    """Every listed move is accepted, on a copy; what is not listed is refused, with the rule it breaks."""
    state = table.states[version]
    before = state.dump()
    for seat in range(table.rules.seats):
        eyes = eyes_of(state, seat)
        listed = RULESET.moves(eyes, seat)
        assert bool(listed) <= state.awaits_seat(seat)
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
    listed = RULESET.moves(state, "chance")
    for _ in range(2):
        command = random_command(RULESET, listed, rng)
        check_lawful(RULESET, state, "chance", command)
        assert_conserved(play(RULESET, state, "chance", command, ToldChance(told_things(command))).state)
