"""Seats that are left and taken at a table that goes on: commands, facts, and what is known of who sits where.

A name is a text of the decision that says it, so it can be erased: decision 0 names who sat down first. What is
known of somebody at a seat is their *sitting*: the decisions that say their name. With the first they sat down;
the last counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from domain.kit.facts import Command, Fact, Limits, Of, Text, everyone, text
from domain.kit.state import State

Sitting: TypeAlias = Sequence[int]
"""The versions of the decisions that name somebody at a seat."""
Sittings: TypeAlias = Mapping[str, Sequence[Sitting]]
"""Who has sat at the seats, by their numbers; of a seat that is not there only decision 0 says the name."""


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody who has sat at a seat: the decision that says their name, and the one that says who came then.

    Up to and with that one it is they who sat there; None if they still do.
    """

    named: int
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Leave(Command, type="table.leave"):
    """Says that nobody sits at a seat any more; whose turn it is stays the same."""

    seat: Annotated[int, everyone, Limits(0), Of("seat")]
    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class Substitute(Command, type="table.substitute"):
    """Says who sits at an empty seat from now on; as a *correction*, what somebody at a seat is really called."""

    seat: Annotated[int, everyone, Limits(0), Of("seat")]
    name: Annotated[Text, everyone, text, Limits(1, 200)]
    correction: Annotated[bool | None, everyone] = None


@dataclass(frozen=True, slots=True)
class SeatLeft(Fact):
    """Nobody sits at the seat any more."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class SeatTaken(Fact):
    """Somebody else sits at the seat from now on; *decision* has their name."""

    seat: Annotated[int, everyone, Of("seat")]
    decision: Annotated[int, everyone, Of("version")]


@dataclass(frozen=True, slots=True)
class NameCorrected(Fact):
    """Who sits at the seat was named wrongly; *decision* has their name."""

    seat: Annotated[int, everyone, Of("seat")]
    decision: Annotated[int, everyone, Of("version")]


COMMANDS: tuple[type[Command], ...] = (Leave, Substitute)
FACTS: tuple[type[Fact], ...] = (SeatLeft, SeatTaken, NameCorrected)


# -- who sits where -----------------------------------------------------------------------------------------


def sittings(known: Sittings, seat: int) -> Sequence[Sitting]:
    """Who has sat at a seat, in order."""
    return known.get(str(seat), [[0]])


def who_sat(known: Sittings, seat: int, at: int) -> list[Sat]:
    """Who has sat at a seat up to version *at*, in order; the last still did then."""
    sat = [sitting for sitting in sittings(known, seat) if sitting[0] <= at]
    ends = [following[0] for following in sat[1:]]
    return [Sat(sitting[-1], until) for sitting, until in zip(sat, [*ends, None], strict=True)]


def named_at(seat: int, version: int) -> str:
    """The pointer of a name of who sits at *seat*, in the decision that says it."""
    return f"/seats/{seat}/name" if version == 0 else "/command/name"


def left_alone(state: State) -> bool:
    """Whether the match waits for seats, and nobody sits at any of them."""
    seats = [who.get("seat") if isinstance(who, Mapping) else None for who in state.awaiting]
    return bool(seats) and all(seat in state.empty_seats for seat in seats)


# -- evolve -------------------------------------------------------------------------------------------------


def _left(state: State, fact: SeatLeft) -> None:
    state.empty_seats = tuple(sorted({*state.empty_seats, fact.seat}))


def _taken(state: State, fact: SeatTaken) -> None:
    state.empty_seats = tuple(seat for seat in state.empty_seats if seat != fact.seat)
    state.stalled = False
    state.countersigned = tuple(one for one in state.countersigned if one["by"] != fact.seat)
    earlier = sittings(state.sittings, fact.seat)
    state.sittings = {**state.sittings, str(fact.seat): [*earlier, [fact.decision]]}


def _corrected(state: State, fact: NameCorrected) -> None:
    *earlier, last = sittings(state.sittings, fact.seat)
    state.sittings = {**state.sittings, str(fact.seat): [*earlier, [*last, fact.decision]]}


APPLIERS: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    SeatLeft: _left,
    SeatTaken: _taken,
    NameCorrected: _corrected,
}
