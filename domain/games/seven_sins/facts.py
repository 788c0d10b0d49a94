"""What can happen in 7 – The Sins, and who is told it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from domain.kit.facts import Fact, Of, Thing, Things, drawn, everyone, once, owner


@dataclass(frozen=True, slots=True)
class SinsChosen(Fact):
    """The sins in play (SS-S1)."""

    sins: Annotated[tuple[str, ...], everyone, drawn, Of("sin")]


@dataclass(frozen=True, slots=True)
class FirstSeatChosen(Fact):
    """Who begins (SS-T1)."""

    seat: Annotated[int, everyone, drawn, Of("seat")]


@dataclass(frozen=True, slots=True)
class CardDealt(Fact, opens=True):
    """A seat's first card, seen once by its owner (SS-S3, SS-R29)."""

    seat: Annotated[int, everyone, Of("seat")]
    card: Annotated[Thing, owner(), once, drawn, Of("card")]


@dataclass(frozen=True, slots=True)
class CardRevealed(Fact, opens=True):
    """A card is turned up from the pile with this back and lies in the centre (SS-S4, SS-T4)."""

    card: Annotated[Thing, everyone, drawn, Of("card")]
    back: Annotated[str, everyone, Of("back")]


@dataclass(frozen=True, slots=True)
class PilesStacked(Fact):
    """Judgement cards are shuffled in, Penitence cards put under the pile (SS-S5, SS-P1).

    *judgement* and *penitence* say how many of each kind go into which pile.
    """

    judgement: Annotated[Mapping[str, int], everyone]
    penitence: Annotated[Mapping[str, int], everyone]


@dataclass(frozen=True, slots=True)
class SinTaken(Fact):
    """All cards of one sin leave the centre, face down (SS-T2, SS-R16)."""

    seat: Annotated[int, everyone, Of("seat")]
    sin: Annotated[str, everyone, Of("sin")]
    number: Annotated[int, everyone]
    to: Annotated[Literal["reserve", "abyss"], everyone, Of("goal")]


@dataclass(frozen=True, slots=True)
class StoneTaken(Fact):
    """A stone of pardon goes to the player who fed the Abyss (SS-T2)."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class TurnPassed(Fact):
    """It is the turn of *seat*."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class LastRoundBegan(Fact):
    """The third Judgement lies open; play goes on until *last* has finished (SS-P2)."""

    last: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class ReserveOpened(Fact, opens=True):
    """A reserve is opened to everyone (SS-E2, SS-R25)."""

    seat: Annotated[int, everyone, Of("seat")]
    cards: Annotated[Things, everyone, Of("card")]


@dataclass(frozen=True, slots=True)
class AbyssOpened(Fact, opens=True):
    """The Abyss is opened to everyone (SS-E2, SS-R25)."""

    cards: Annotated[Things, everyone, Of("card")]


@dataclass(frozen=True, slots=True)
class AbyssScored(Fact):
    """The points of the Abyss, and whether the most or the fewest points win (SS-E3)."""

    points: Annotated[int, everyone]
    wins: Annotated[Literal["most", "fewest"], everyone, Of("win")]


@dataclass(frozen=True, slots=True)
class StonesPlaced(Fact):
    """A seat lays its stones on its own sins; *score* is what its reserve is worth with them (SS-E4, SS-E5)."""

    seat: Annotated[int, everyone, Of("seat")]
    on: Annotated[tuple[str, ...], everyone, Of("sin")]
    score: Annotated[int, everyone]


FACTS: tuple[type[Fact], ...] = (
    SinsChosen,
    FirstSeatChosen,
    CardDealt,
    CardRevealed,
    PilesStacked,
    SinTaken,
    StoneTaken,
    TurnPassed,
    LastRoundBegan,
    ReserveOpened,
    AbyssOpened,
    AbyssScored,
    StonesPlaced,
)
