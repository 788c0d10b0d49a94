"""Attackers who want a certain stone out of the bag, played against joint chance, and against the seed alone.

Each of them knows the match's seed, as if the service were on their side: so each can say of any contributions
what would be drawn. Seat 1 attacks, and wants that the first stone is red, which is fair in one of three matches.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import pytest

from domain.kit.chance import (
    commitment as committed,
)
from domain.kit.chance import (
    draw_key,
    joined,
    joint_draw_key,
    outcome,
)
from domain.kit.guards import Refused
from domain.kit.table.commands import Abandon, Note
from domain.kit.table.joining import Contribute, OpenContribution
from tests.games.playing import SOAK
from tests.laws.contributing import JOINT, begun, commit, commitment, open_all, values_of
from tests.laws.quarrels import HOST, Quarrel, matches, seated
from tests.laws.tally import STONES, Roll

__all__ = ["matches"]

MATCHES = 600 if SOAK else 16
"""Matches of each attacker."""
TRIES = 12
"""What an attacker tries before a draw: without success in one of 130 cases, where trying helps at all."""
WANTED = "red"
FAIR = STONES[WANTED] / sum(STONES.values())


class Attacked(NamedTuple):
    """How one match came out: what was drawn first (None: nothing), and how often something was refused."""

    drawn: str | None
    refused: int = 0


Attack = Callable[[Any, Random], Attacked]


def opened(matches: Any, **options: Any) -> Quarrel:
    """A new match of the tally."""
    return Quarrel(matches, "tally", 2, options=options)


def first_drawn(quarrel: Quarrel) -> str:
    """The stone that seat 0 rolls out of the bag."""
    quarrel.play(0, Roll())
    stone: str = quarrel.decisions()[-1]["facts"][0]["stone"]
    return stone


def seed_of(quarrel: Quarrel) -> bytes:
    """What nobody but the service knows, and this attacker."""
    seed = quarrel.match.secrets.chance_seed
    assert seed is not None
    return seed


def would_be_drawn(quarrel: Quarrel, values: list[str]) -> str:
    """What these contributions make of the first draw."""
    joint = joined(committed(seed_of(quarrel)), values)
    return outcome(joint_draw_key(seed_of(quarrel), joint, 0), STONES)


def is_refused(quarrel: Quarrel, *sent: Any) -> bool:
    """Whether this is refused; if not, it is done."""
    try:
        quarrel.send(*sent)
    except Refused:
        return True
    return False


# -- the attackers ----------------------------------------------------------------------------------------------


def replaces(matches: Any, rng: Random) -> Attacked:
    """Seat 1 opens last, and opens another value, with which the stone would be red."""
    quarrel, values = opened(matches, **JOINT), values_of(2, rng)
    commit(quarrel, values)
    open_all(quarrel, values, [0])
    wanted = [other for other in values_of(TRIES, rng) if would_be_drawn(quarrel, [values[0], other]) == WANTED]
    refused = [is_refused(quarrel, seated(1), OpenContribution(other)) for other in wanted]
    assert all(refused), "no other value fits"
    open_all(quarrel, values, [1])
    return Attacked(first_drawn(quarrel), len(refused))


def commits_late(matches: Any, rng: Random) -> Attacked:
    """Seat 1 knows all but the value of seat 0, and chooses its own by the commitment to that."""
    quarrel, values = opened(matches, **JOINT), values_of(2, rng)
    commit(quarrel, values, [0])
    guess = commitment(quarrel.id, 0, values[0])
    values[1] = next(other for other in values_of(99, rng) if would_be_drawn(quarrel, [guess, other]) == WANTED)
    commit(quarrel, values, [1])
    open_all(quarrel, values)
    return Attacked(first_drawn(quarrel))


def copies(matches: Any, rng: Random) -> Attacked:
    """Seat 1 has no value of its own: it copies the commitment, and then the value, of seat 0."""
    quarrel, values = opened(matches, **JOINT), values_of(2, rng)
    copied = commitment(quarrel.id, 0, values[0])
    commit(quarrel, values, [0])
    quarrel.send(seated(1), Contribute(copied))
    open_all(quarrel, values, [0])
    refused = is_refused(quarrel, seated(1), OpenContribution(values[0]))
    quarrel.send(HOST, Abandon())
    assert quarrel.decisions()[-1]["facts"][0]["missing"] == [1]
    return Attacked(None, int(refused))


def leaves_out(matches: Any, rng: Random) -> Attacked:
    """Seat 1 does not open its value where the stone would not be red: then there is no match, and all see why."""
    quarrel, values = opened(matches, **JOINT), values_of(2, rng)
    commit(quarrel, values)
    open_all(quarrel, values, [0])
    if would_be_drawn(quarrel, values) == WANTED:
        open_all(quarrel, values, [1])
        return Attacked(first_drawn(quarrel))
    quarrel.send(HOST, Abandon())
    assert quarrel.decisions()[-1]["facts"][0]["missing"] == [1]
    return Attacked(None)


def makes_notes(matches: Any, rng: Random) -> Attacked:
    """Seat 1 makes notes until the version of the next decision would give a red stone."""
    quarrel = begun(opened(matches, **JOINT), values_of(2, rng))
    _note_until_it_is_red(quarrel)
    return Attacked(first_drawn(quarrel))


def makes_notes_with_the_seed_alone(matches: Any, _: Random) -> Attacked:
    """The same without joint chance, where a draw is told by the seed and the version of its decision."""
    quarrel = opened(matches)
    _note_until_it_is_red(quarrel)
    return Attacked(first_drawn(quarrel))


def _note_until_it_is_red(quarrel: Quarrel) -> None:
    for _ in range(TRIES):
        key = draw_key(seed_of(quarrel), quarrel.match.version + 2, 0)  # behind the decision to roll
        if outcome(key, STONES) == WANTED:
            return
        quarrel.send(seated(1), Note("hm"))


def opens_again(matches: Any, rng: Random) -> Attacked:
    """Host and seat 1 keep the values with which another match began with a red stone, and open one anew."""
    values = values_of(2, rng)
    before = opened(matches, **JOINT)
    while would_be_drawn(before, values) != WANTED:
        values[1] = rng.randbytes(32).hex()
    quarrel = opened(matches, **JOINT)
    commit(quarrel, values, [0])
    refused = is_refused(quarrel, seated(1), Contribute(commitment(before.id, 1, values[1])))
    assert not refused, "it is a commitment, but of another match"
    open_all(quarrel, values, [0])
    assert is_refused(quarrel, seated(1), OpenContribution(values[1]))
    again = begun(opened(matches, **JOINT), values)
    return Attacked(first_drawn(again), 1)


def played(attack: Attack, matches: Any, number: int) -> list[Attacked]:
    """How matches come out under attack; the same each time."""
    rng = Random(attack.__name__)
    numbers = count()
    matches._random_bytes = lambda length: Random(f"{attack.__name__} {next(numbers)}").randbytes(length)
    return [attack(matches, rng) for _ in range(number)]


# -- what comes of it -------------------------------------------------------------------------------------------


@pytest.mark.grows
@pytest.mark.parametrize("attack", [replaces, commits_late, makes_notes, opens_again])
def test_the_wanted_stone_comes_as_often_as_is_fair(matches: Any, attack: Attack) -> None:
    found = played(attack, matches, MATCHES)
    often = sum(one.drawn == WANTED for one in found) / MATCHES
    assert abs(often - FAIR) < 4 * sqrt(FAIR * (1 - FAIR) / MATCHES)


@pytest.mark.grows
def test_with_the_seed_alone_notes_give_the_wanted_stone(matches: Any) -> None:
    """This is what joint chance is for, where somebody has the seed."""
    found = played(makes_notes_with_the_seed_alone, matches, MATCHES)
    assert sum(one.drawn == WANTED for one in found) > 0.9 * MATCHES


@pytest.mark.grows
def test_who_leaves_a_contribution_out_is_named_and_chooses_among_no_more_matches(matches: Any) -> None:
    found = played(leaves_out, matches, MATCHES)
    assert {one.drawn for one in found} == {WANTED, None}
    often = sum(one.drawn == WANTED for one in found) / MATCHES
    assert abs(often - FAIR) < 4 * sqrt(FAIR * (1 - FAIR) / MATCHES), "of all that were opened"


def test_a_copy_cannot_be_opened(matches: Any) -> None:
    assert played(copies, matches, 3) == [Attacked(None, 1)] * 3


def test_all_other_values_are_refused(matches: Any) -> None:
    assert sum(one.refused for one in played(replaces, matches, 3)) > 0
