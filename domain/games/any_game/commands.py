"""What can be asked for with a box on a table: by a seat, and on behalf of chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from domain.kit.facts import (
    Command,
    Json,
    Limits,
    Of,
    Text,
    Things,
    Unknown,
    everyone,
    filled,
    officials,
    owner,
    text,
)

Places: TypeAlias = tuple[str, ...]
Counted: TypeAlias = int | Unknown
MOST = 1_000_000
"""The largest number that is counted, paid or said."""


@dataclass(frozen=True, slots=True)
class Move(Command, type="move"):
    """Moves pieces that the mover sees from one place to another (AG-M1)."""

    from_: Annotated[str, everyone, Limits(1, 60), Of("place")]
    to: Annotated[str, everyone, Limits(1, 60), Of("place")]
    things: Annotated[Things, owner("seats").and_count, Limits(1, 200), Of("thing")]
    from_part: Annotated[str | Unknown | None, owner("from_seats"), Limits(1, 40), Of("part")] = None
    to_part: Annotated[str | Unknown | None, owner("to_seats"), Limits(1, 40), Of("part")] = None
    seats: Annotated[Json, everyone, filled, Of("seat")] = None
    from_seats: Annotated[Json, everyone, filled, Of("seat")] = None
    to_seats: Annotated[Json, everyone, filled, Of("seat")] = None


@dataclass(frozen=True, slots=True)
class Draw(Command, type="draw"):
    """Draws pieces by chance: from one place, or from several that are emptied in their order (AG-C2)."""

    from_: Annotated[Places, everyone, Limits(1, 20), Of("place")]
    to: Annotated[str, everyone, Limits(1, 60), Of("place")]
    number: Annotated[int, everyone, Limits(1, 200, optional=True), Of("number")] = 1


@dataclass(frozen=True, slots=True)
class Deal(Command, type="deal"):
    """Deals as many pieces by chance to a place of each seat, in the order of turns (AG-C3)."""

    from_: Annotated[str, everyone, Limits(1, 60), Of("place")]
    to: Annotated[str, everyone, Limits(1, 40), Of("sort")]
    number: Annotated[int, everyone, Limits(1, 200, optional=True), Of("number")] = 1


@dataclass(frozen=True, slots=True)
class Gather(Command, type="gather"):
    """Puts all that lies in some places into one where nobody sees more of it than before (AG-M4)."""

    from_: Annotated[Places, everyone, Limits(1, 60), Of("place")]
    to: Annotated[str, everyone, Limits(1, 60), Of("place")]


@dataclass(frozen=True, slots=True)
class OpenPlaces(Command, type="lay-open"):
    """Lays all that lies in some places that who does it sees to where everybody sees it, at once (AG-M5)."""

    places: Annotated[Places, everyone, Limits(1, 60), Of("place")]
    to: Annotated[str, everyone, Limits(1, 60), Of("place")]


@dataclass(frozen=True, slots=True)
class Show(Command, type="show"):
    """Shows pieces to some seats, or to everybody; they stay where they are (AG-M6)."""

    place: Annotated[str, everyone, Limits(1, 60), Of("place")]
    things: Annotated[Things, owner("seats").and_count, Limits(1, 200), Of("thing")]
    to: Annotated[tuple[int, ...] | None, everyone, Limits(1, 20), Of("seat")] = None
    seats: Annotated[Json, everyone, filled, Of("seat")] = None


@dataclass(frozen=True, slots=True)
class Roll(Command, type="roll"):
    """Rolls dice where they lie: all of a sort, or those that show these faces (AG-C4)."""

    place: Annotated[str, everyone, Limits(1, 60), Of("place")]
    dice: Annotated[str, everyone, Limits(1, 40), Of("die")]
    things: Annotated[Things | None, owner("seats").and_count, Limits(1, 200), Of("thing")] = None
    seats: Annotated[Json, everyone, filled, Of("seat")] = None


@dataclass(frozen=True, slots=True)
class Count(Command, type="count"):
    """Counts something: an amount grows or shrinks (AG-N1)."""

    amount: Annotated[str, everyone, Limits(1, 60), Of("place")]
    by: Annotated[Counted, owner("seats"), Limits(-MOST, MOST), Of("number")]
    seats: Annotated[Json, everyone, filled, Of("seat")] = None


@dataclass(frozen=True, slots=True)
class Pay(Command, type="pay"):
    """Pays from one amount into another (AG-N2)."""

    from_: Annotated[str, everyone, Limits(1, 60), Of("place")]
    to: Annotated[str, everyone, Limits(1, 60), Of("place")]
    number: Annotated[Counted, owner("seats"), Limits(1, MOST), Of("number")]
    seats: Annotated[Json, everyone, filled, Of("seat")] = None


@dataclass(frozen=True, slots=True)
class Say(Command, type="say"):
    """Says something to all: a bid, a claim, a guess. It is always possible (AG-S1)."""

    words: Annotated[Text | None, everyone, text, Limits(1, 200)] = None
    number: Annotated[int | None, everyone, Limits(-MOST, MOST), Of("number")] = None


@dataclass(frozen=True, slots=True)
class Turn(Command, type="turn"):
    """Passes the turn, to the next seat or to another one (AG-T1)."""

    to: Annotated[int | None, everyone, Limits(0), Of("seat")] = None


@dataclass(frozen=True, slots=True)
class Phase(Command, type="phase"):
    """Begins a phase; with the first one a round begins (AG-T2)."""

    name: Annotated[str, everyone, Limits(1, 40), Of("phase")]


@dataclass(frozen=True, slots=True)
class End(Command, type="end"):
    """Ends the game: with winners, as lost by all, or by the amount that decides (AG-E1)."""

    winners: Annotated[tuple[int, ...] | None, everyone, Limits(0, 20), Of("seat")] = None
    lost: Annotated[Literal[True] | None, everyone] = None


@dataclass(frozen=True, slots=True)
class Agree(Command, type="agree"):
    """Agrees that the game has ended as somebody proposes (AG-E2)."""


@dataclass(frozen=True, slots=True)
class Reckon(Command, type="reckon"):
    """Compares the amounts that decide, now that nobody is asked any more (AG-E1). It follows by itself."""


@dataclass(frozen=True, slots=True)
class CameOut(Command, type="came-out"):
    """Says what came out, in its order (AG-C1). In a hosted match chance answers, without fields."""

    things: Annotated[Things | None, officials.and_count, Limits(1, 2_000), Of("thing")] = None
