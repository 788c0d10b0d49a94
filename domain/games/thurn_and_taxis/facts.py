"""What can happen in Thurn and Taxis, and who is told it: the physical steps, one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from domain.kit.facts import Fact, Of, Thing, Things, drawn, everyone, once, owner
from domain.kit.steps import StepsDue

# -- the laid table and the turns ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstSeatChosen(Fact, opens=True):
    """Who begins (TT-B4)."""

    seat: Annotated[int, everyone, drawn, Of("seat")]


@dataclass(frozen=True, slots=True)
class TilePlaced(Fact):
    """An audience tile lies face down on a carriage; its owner saw it then, and not again (TT-A3, TT-A4)."""

    seat: Annotated[int, everyone, Of("seat")]
    carriage: Annotated[str, everyone, Of("carriage")]
    tile: Annotated[Thing, owner(), once, Of("tile")]


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact):
    """A phase begins: tiles, turns, returns, over."""

    phase: Annotated[str, everyone, Of("phase")]


@dataclass(frozen=True, slots=True)
class RoundBegan(Fact):
    """A round begins with the start player (TT-B4)."""

    number: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class TurnPassed(Fact):
    """It is the turn of *seat* (TT-B4)."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class PostmasterForced(Fact):
    """A seat begins its turn with an empty hand, so it must use the Postmaster and nobody else (TT-B11)."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class StepSkipped(Fact):
    """A seat can't do what is due: *step* is take, second or play (TT-R52)."""

    seat: Annotated[int, everyone, Of("seat")]
    step: Annotated[str, everyone, Of("step")]


@dataclass(frozen=True, slots=True)
class Declined(Fact):
    """A seat leaves out what it might have done (*what*: the name of the step)."""

    seat: Annotated[int, everyone, Of("seat")]
    what: Annotated[str, everyone, Of("step")]


# -- cards --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SupplyShuffled(Fact):
    """The discards are shuffled into a new supply of *number* cards (TT-B9)."""

    number: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class CardRevealed(Fact, opens=True):
    """A card is laid face up from the supply (TT-B1, TT-B8)."""

    card: Annotated[Thing, everyone, drawn, Of("city")]


@dataclass(frozen=True, slots=True)
class CardDrawn(Fact, opens=True):
    """A seat takes the top card of the supply, unseen by the others (TT-B7)."""

    seat: Annotated[int, everyone, Of("seat")]
    card: Annotated[Thing, owner(), drawn, Of("city")]


@dataclass(frozen=True, slots=True)
class CardTaken(Fact):
    """A seat takes a face-up card (TT-B7)."""

    seat: Annotated[int, everyone, Of("seat")]
    city: Annotated[str, everyone, Of("city")]


@dataclass(frozen=True, slots=True)
class DisplayDiscarded(Fact):
    """The Administrator has all face-up cards discarded (TT-B13)."""

    cities: Annotated[tuple[str, ...], everyone, Of("city")]


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Fact):
    """A seat discards from its hand down to the limit (TT-B35)."""

    seat: Annotated[int, everyone, Of("seat")]
    cities: Annotated[tuple[str, ...], everyone, Of("city")]


@dataclass(frozen=True, slots=True)
class HandShown(Fact, opens=True):
    """After the game a seat shows its hand (TT-R60)."""

    seat: Annotated[int, everyone, Of("seat")]
    cards: Annotated[Things, everyone, Of("city")]


# -- routes and houses --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RouteStarted(Fact):
    """A seat plays the first card of a route (TT-B15)."""

    seat: Annotated[int, everyone, Of("seat")]
    city: Annotated[str, everyone, Of("city")]


@dataclass(frozen=True, slots=True)
class RouteExtended(Fact):
    """A seat adds a card to the left or right *end* of its route (TT-B16)."""

    seat: Annotated[int, everyone, Of("seat")]
    city: Annotated[str, everyone, Of("city")]
    end: Annotated[str, everyone, Of("end")]


@dataclass(frozen=True, slots=True)
class RouteGivenUp(Fact):
    """A seat discards its route without scoring it (TT-B18)."""

    seat: Annotated[int, everyone, Of("seat")]
    cities: Annotated[tuple[str, ...], everyone, Of("city")]


@dataclass(frozen=True, slots=True)
class RouteClosed(Fact):
    """A seat closes its route of *length* cards; *bare* are the cities that get no house (TT-B21, TT-A5)."""

    seat: Annotated[int, everyone, Of("seat")]
    length: Annotated[int, everyone]
    option: Annotated[str, everyone, Of("closing")]
    bare: Annotated[tuple[str, ...], everyone, Of("city")]
    province: Annotated[str | None, everyone, Of("province")] = None


@dataclass(frozen=True, slots=True)
class RouteDiscarded(Fact):
    """The cards of a closed route go to the discards (TT-B35)."""

    seat: Annotated[int, everyone, Of("seat")]
    cities: Annotated[tuple[str, ...], everyone, Of("city")]


@dataclass(frozen=True, slots=True)
class HousePlaced(Fact):
    """A seat places a house in a city (TT-B23, TT-O8)."""

    seat: Annotated[int, everyone, Of("seat")]
    city: Annotated[str, everyone, Of("city")]


@dataclass(frozen=True, slots=True)
class BonusTaken(Fact):
    """A seat takes the top bonus tile of a stack, worth *points* (TT-B27)."""

    seat: Annotated[int, everyone, Of("seat")]
    stack: Annotated[str, everyone, Of("stack")]
    points: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class CarriageTaken(Fact):
    """A seat takes its next carriage: its value, and what it is worth now (TT-B33)."""

    seat: Annotated[int, everyone, Of("seat")]
    value: Annotated[int, everyone]
    points: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class EndTriggered(Fact):
    """The running round is the last: a seat has placed its last house, or taken the last carriage (TT-B36)."""

    seat: Annotated[int, everyone, Of("seat")]
    cause: Annotated[str, everyone, Of("cause")]


# -- offices ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OfficeUsed(Fact):
    """A seat uses an office holder (TT-B6)."""

    seat: Annotated[int, everyone, Of("seat")]
    office: Annotated[str, everyone, Of("office")]


@dataclass(frozen=True, slots=True)
class OfficeTileTaken(Fact):
    """A seat takes a tile of the office it has used (TT-O2)."""

    seat: Annotated[int, everyone, Of("seat")]
    office: Annotated[str, everyone, Of("office")]


@dataclass(frozen=True, slots=True)
class ReturnRoundBegan(Fact):
    """The last tile of a kind is gone: all return tiles, in this order (TT-O3, TT-O4)."""

    order: Annotated[tuple[int, ...], everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class TilesReturned(Fact):
    """A seat returns office tiles of different kinds (TT-O5)."""

    seat: Annotated[int, everyone, Of("seat")]
    offices: Annotated[tuple[str, ...], everyone, Of("office")]


@dataclass(frozen=True, slots=True)
class ChipTaken(Fact):
    """A seat takes a victory point chip (TT-O6)."""

    seat: Annotated[int, everyone, Of("seat")]


# -- The Audience -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CarriageMoved(Fact):
    """A seat moves a carriage to the next city south, for the card of a bare city (TT-A5, TT-A7)."""

    seat: Annotated[int, everyone, Of("seat")]
    card: Annotated[str, everyone, Of("city")]
    carriage: Annotated[str, everyone, Of("carriage")]
    to: Annotated[str, everyone, Of("south")]


@dataclass(frozen=True, slots=True)
class CardsLapsed(Fact):
    """All carriages are in Rome: the cards that are left move none (TT-R14)."""

    seat: Annotated[int, everyone, Of("seat")]
    cards: Annotated[tuple[str, ...], everyone, Of("city")]


@dataclass(frozen=True, slots=True)
class CarriageOpened(Fact, opens=True):
    """A carriage has come to Rome: its tiles are revealed, in seat order (TT-A10)."""

    carriage: Annotated[str, everyone, Of("carriage")]
    tiles: Annotated[tuple[str, ...], everyone, Of("tile")]


@dataclass(frozen=True, slots=True)
class TilesEvicted(Fact):
    """What lay on the audience space of *kind* is removed from the game (TT-A10)."""

    kind: Annotated[str, everyone, Of("clergy")]
    tiles: Annotated[tuple[str, ...], everyone, Of("tile")]


@dataclass(frozen=True, slots=True)
class TilesReceived(Fact):
    """The new tiles of *kind* are laid on its audience space together (TT-A10)."""

    kind: Annotated[str, everyone, Of("clergy")]
    tiles: Annotated[tuple[str, ...], everyone, Of("tile")]


# -- the end ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatScored(Fact):
    """What a seat has scored, part by part: *houses* is how many are left, one point off for each (TT-X1)."""

    seat: Annotated[int, everyone, Of("seat")]
    carriage: Annotated[int, everyone]
    bonuses: Annotated[int, everyone]
    chips: Annotated[int, everyone]
    audience: Annotated[int, everyone]
    houses: Annotated[int, everyone]
    total: Annotated[int, everyone]


FACTS: tuple[type[Fact], ...] = (
    FirstSeatChosen,
    TilePlaced,
    PhaseBegan,
    RoundBegan,
    TurnPassed,
    PostmasterForced,
    StepSkipped,
    Declined,
    SupplyShuffled,
    CardRevealed,
    CardDrawn,
    CardTaken,
    DisplayDiscarded,
    CardsDiscarded,
    HandShown,
    RouteStarted,
    RouteExtended,
    RouteGivenUp,
    RouteClosed,
    RouteDiscarded,
    HousePlaced,
    BonusTaken,
    CarriageTaken,
    EndTriggered,
    OfficeUsed,
    OfficeTileTaken,
    ReturnRoundBegan,
    TilesReturned,
    ChipTaken,
    CarriageMoved,
    CardsLapsed,
    CarriageOpened,
    TilesEvicted,
    TilesReceived,
    SeatScored,
    StepsDue,
)
