"""Joint chance: before anything is drawn, every seat has a part in what will be drawn.

First each seat commits itself to a value that it alone knows; when all have, each opens its own. What is joint of
these values and the seed that the match was opened with decides every draw (see ``domain.kit.chance``). Until then
the table awaits the seats, and not the game, which knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from domain.kit.facts import Command, Fact, Limits, Of, everyone
from domain.kit.state import Rules, State, with_at

JOINT = "joint"
"""The value of the option ``chance`` with which seats contribute to it."""
BYTES = 32
"""Bytes of a value and of a commitment to it, which are written in lower-case hex."""


@dataclass(frozen=True, slots=True)
class Contribute(Command, type="table.contribute"):
    """Commits the own seat to what it contributes to chance, once: the commitment to 32 random bytes, in hex."""

    commitment: Annotated[str, everyone, Limits(2 * BYTES, 2 * BYTES, hexadecimal=True), Of("bytes")]


@dataclass(frozen=True, slots=True)
class OpenContribution(Command, type="table.open-contribution"):
    """Opens what the own seat has contributed to chance: the 32 bytes that it has committed itself to, in hex."""

    value: Annotated[str, everyone, Limits(2 * BYTES, 2 * BYTES, hexadecimal=True), Of("bytes")]


@dataclass(frozen=True, slots=True)
class ContributionsAsked(Fact):
    """Before anything is drawn, these seats contribute to chance: each commits itself to a value."""

    seats: Annotated[tuple[int, ...], everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class ContributionMade(Fact):
    """A seat is committed to what it contributes to chance."""

    seat: Annotated[int, everyone, Of("seat")]
    commitment: Annotated[str, everyone, Of("bytes")]


@dataclass(frozen=True, slots=True)
class OpeningsAsked(Fact):
    """All seats are committed, and each of these opens what it has contributed."""

    seats: Annotated[tuple[int, ...], everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class ContributionOpened(Fact):
    """A seat has opened what it contributes to chance: it fits the commitment."""

    seat: Annotated[int, everyone, Of("seat")]
    value: Annotated[str, everyone, Of("bytes")]


@dataclass(frozen=True, slots=True)
class ChanceJoined(Fact, opens=True):
    """All contributions are open. What is *joint* of them and of the seed decides every draw; the game begins."""

    joint: Annotated[str, everyone, Of("bytes")]


COMMANDS: tuple[type[Command], ...] = (Contribute, OpenContribution)
FACTS: tuple[type[Fact], ...] = (
    ContributionsAsked,
    ContributionMade,
    OpeningsAsked,
    ContributionOpened,
    ChanceJoined,
)


def is_joint(rules: Rules) -> bool:
    """Whether the seats contribute to chance in a match with these rules."""
    return rules.options.get("chance") == JOINT


def asking_seats(rules: Rules, table: Iterator[Fact]) -> Iterator[Fact]:
    """The facts of the laid *table*; where chance is joint, all seats are asked before the game goes on."""
    yield from table
    if is_joint(rules):
        yield ContributionsAsked(tuple(range(rules.seats)))


# -- evolve -------------------------------------------------------------------------------------------------


def _asked(state: State, fact: ContributionsAsked) -> None:
    state.joining = {
        "asked": "commitment",
        "commitments": [None] * len(fact.seats),
        "values": [None] * len(fact.seats),
        "awaiting": list(state.awaiting),
        "due": state.due,
    }
    _wait_for(state, fact.seats)


def _made(state: State, fact: ContributionMade) -> None:
    _given(state, "commitments", fact.seat, fact.commitment)


def _openings_asked(state: State, fact: OpeningsAsked) -> None:
    if state.joining is not None:
        state.joining = {**state.joining, "asked": "value"}
        _wait_for(state, fact.seats)


def _opened(state: State, fact: ContributionOpened) -> None:
    _given(state, "values", fact.seat, fact.value)


def _joined(state: State, fact: ChanceJoined) -> None:
    """Who had to decide when the table was laid has to now."""
    state.joint = fact.joint
    if state.joining is not None:
        state.awaiting = tuple(state.joining["awaiting"])
        state.due = state.joining["due"]
        state.joining = None


def _given(state: State, what: str, seat: int, value: str) -> None:
    if state.joining is not None:
        given = tuple(state.joining[what])
        state.joining = {**state.joining, what: list(with_at(given, seat, value))}
        state.awaiting = tuple(who for who in state.awaiting if who != {"seat": seat})


def _wait_for(state: State, seats: tuple[int, ...]) -> None:
    state.awaiting = tuple({"seat": seat} for seat in seats)
    state.due = None


APPLIERS: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    ContributionsAsked: _asked,
    ContributionMade: _made,
    OpeningsAsked: _openings_asked,
    ContributionOpened: _opened,
    ChanceJoined: _joined,
}
