"""Plays recorded matches in which rules are broken at random, on the level of the engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from domain.kit.facts import Command
from domain.kit.guards import Refused
from domain.kit.play import check_possible, irregular_moves, play_irregularly
from domain.kit.table.facts import Discrepancy, Irregular, PurseOverspent
from tests.games.playing import Table, any_command, random_command, words_of

NOTE = "it was let stand"


@dataclass
class Slips:
    """What has been tried: how often which rule was broken, by which command, and how often it was refused.

    *uncountable* is what would be written down although by counting it cannot have been: pieces are not conserved
    then, and it is not played here.
    """

    broken: Counter[tuple[str, str, str | None]] = field(default_factory=Counter)
    refused: int = 0
    uncountable: int = 0


class Uncountable(Exception):
    """By counting it cannot have been."""


def enter(table: Table, seat: int, command: Command) -> Irregular:
    """Enter what *seat* did as irregular; raises ``Refused``, or :class:`Uncountable`."""
    played = play_irregularly(table.ruleset, table.state, seat, command, "scribe", NOTE)
    if any(isinstance(fact, Discrepancy | PurseOverspent) for fact in played.facts):
        raise Uncountable
    try:  # what was bid and cannot be paid shows only when it is opened
        check_possible(table.ruleset, table.state, seat, command)
    except Refused:
        raise Uncountable from None
    tag = table.keep(seat, command, played)[0]
    assert isinstance(tag, Irregular)
    return tag


def slip(table: Table, rng: Random, words: list[str], slips: Slips) -> None:
    """Some seat does something that nobody may have thought of, in its turn or not."""
    seat = rng.randrange(table.rules.seats)
    listed = irregular_moves(table.ruleset, table.state, seat) if rng.random() < 0.5 else []
    if listed:
        document = rng.choice(listed)
        command = table.ruleset.command_types[document["type"]].from_json(document)
    else:
        command = any_command(table.ruleset, words, rng)
    before = table.state.dump()
    try:
        tag = enter(table, seat, command)
    except Refused:
        assert table.state.dump() == before
        assert not listed, f"{command} was listed"
        slips.refused += 1
    except Uncountable:
        slips.uncountable += 1
    else:
        slips.broken[command.TYPE, tag.code, tag.rule] += 1


def play_carelessly(table: Table, rng: Random, often: float, slips: Slips, most: int = 60) -> Table:
    """Play random moves to the end, between which rules are broken so *often*, *most* times in all."""
    words = words_of(table)
    while True:
        table.settle()
        if table.state.over:
            return table
        assert table.version < 5_000, "the match does not end"
        if most and rng.random() < often:
            most -= 1
            if most % 10 == 0:
                words = words_of(table)
            slip(table, rng, words, slips)
        elif table.state.awaits_chance:
            seen = [move for move in table.ruleset.moves(table.state, "chance") if "unknown" not in str(move)]
            table.of_chance(random_command(table.ruleset, seen, rng))
        else:
            table.random_step(rng)
