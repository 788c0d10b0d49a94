"""Countersignatures: somebody says that the board that they are shown is the one on the table.

It is said of the board after one decision, by the line of that version; and nothing is said of what the signer is
not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from domain.kit.facts import Command, Fact, Limits, Of, everyone
from domain.kit.state import State


@dataclass(frozen=True, slots=True)
class Countersign(Command, type="table.countersign"):
    """Says that the board after decision *line* is the one on the table, as far as the own view shows it.

    *root* is the one that the sender has kept of the tree up to there, in lower-case hex.
    """

    line: Annotated[int, everyone, Limits(0), Of("version")]
    root: Annotated[str | None, everyone, Limits(64, 64, hexadecimal=True), Of("bytes")] = None


@dataclass(frozen=True, slots=True)
class Countersigned(Fact):
    """The board after decision *upto*, on this *line*, is the one on the table; *size* decisions led to it.

    A *seat* says so; or it is the word of the scribe, and *by* says that. *own* is there where the token of the
    seat was given to nobody else.
    """

    upto: Annotated[int, everyone, Of("version")]
    line: Annotated[int, everyone, Of("version")]
    size: Annotated[int, everyone]
    seat: Annotated[int | None, everyone, Of("seat")] = None
    by: Annotated[str | None, everyone, Of("actor")] = None
    own: Annotated[bool | None, everyone] = None


@dataclass(frozen=True, slots=True)
class CountersignaturesLapsed(Fact):
    """The record changes at or before what was countersigned: by *seats*, and perhaps by the *scribe*."""

    seats: Annotated[tuple[int, ...], everyone, Of("seat")]
    scribe: Annotated[bool, everyone]


COMMANDS: tuple[type[Command], ...] = (Countersign,)
FACTS: tuple[type[Fact], ...] = (Countersigned, CountersignaturesLapsed)
SCRIBE = "scribe"


def has_countersigned_end(state: State, seat: int) -> bool:
    """Whether the seat has countersigned the board with the end that is proposed."""
    return any(one["by"] == seat and one["end"] and not one["lapsed"] for one in state.countersigned)


# -- evolve -------------------------------------------------------------------------------------------------


def _countersigned(state: State, fact: Countersigned) -> None:
    by = fact.by if fact.seat is None else fact.seat
    others = tuple(one for one in state.countersigned if one["by"] != by)
    said = {"by": by, "upto": fact.upto, "line": fact.line, "lapsed": False, "end": state.proposed is not None}
    state.countersigned = (*others, {**said, **({"own": True} if fact.own else {})})


def _lapsed(state: State, fact: CountersignaturesLapsed) -> None:
    lapsed = (*fact.seats, *((SCRIBE,) if fact.scribe else ()))
    state.countersigned = tuple(
        {**one, "lapsed": True} if one["by"] in lapsed else one for one in state.countersigned
    )


APPLIERS: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    Countersigned: _countersigned,
    CountersignaturesLapsed: _lapsed,
}
