"""Contributing to joint chance: each seat commits itself to a value, and opens it when all are committed.

A commitment holds the match and the seat, so that a copy of another one cannot be opened. With the last value
comes what decides every draw, and the game begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.kit.chance import contributed, joined
from domain.kit.facts import Fact
from domain.kit.guards import Refused
from domain.kit.play import Played, happened
from domain.kit.table.joining import (
    ChanceJoined,
    Contribute,
    ContributionMade,
    ContributionOpened,
    OpenContribution,
    OpeningsAsked,
)
from domain.match.match import Match
from domain.table.sent import Sent


def contribute(match: Match, sent: Sent, command: Contribute) -> Played:
    """The commitment of the sender's seat; with the last one all seats are asked to open theirs."""
    working = match.state.copy()
    made = ContributionMade(_seat(sent), command.commitment)
    return Played(working, happened(match.ruleset, working, _then(made, working, _openings_asked(match))))


def open_contribution(match: Match, sent: Sent, command: OpenContribution) -> Played:
    """The value of the sender's seat; with the last one chance is joint.

    Raises ``Refused`` where it is not what the seat has committed itself to.
    """
    seat, joining = _seat(sent), match.state.joining
    if contributed(str(match.id), seat, command.value) != joining["commitments"][seat]:
        detail = "this is not the value that this seat has committed itself to in this match"
        raise Refused("illegal-move", detail, "TB-74")
    working = match.state.copy()
    opened = ContributionOpened(seat, command.value)
    return Played(working, happened(match.ruleset, working, _then(opened, working, _joined(match, working))))


def missing(match: Match) -> tuple[int, ...] | None:
    """The seats that the match waits for before it can begin; None if it has begun."""
    if match.state.joining is None:
        return None
    return tuple(who["seat"] for who in match.state.awaiting)


def _seat(sent: Sent) -> int:
    assert sent.seat is not None, "only seats contribute"
    return sent.seat


def _then(first: Fact, working: Any, behind: Iterator[Fact]) -> Iterator[Fact]:
    """*first*, and what comes *behind* it where no seat is left that has to give the same."""
    yield first
    if not working.awaiting:
        yield from behind


def _openings_asked(match: Match) -> Iterator[Fact]:
    yield OpeningsAsked(tuple(range(match.rules.seats)))


def _joined(match: Match, working: Any) -> Iterator[Fact]:
    yield ChanceJoined(joined(match.opening["chance"]["commitment"], working.joining["values"]))
