"""The frame of a match: the laid table, the rounds, and who is which character."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from domain.games.mea_culpa.facts.noted import Noted
from domain.kit.facts import Fact, Hidden, Of, Thing, Unknown, drawn, everyone, owner

# -- the laid table and the rounds --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SoulsPlaced(Fact, opens=True):
    """The souls stand on the start in this row of seats, nearest Heaven first (MC-S6)."""

    row: Annotated[tuple[int, ...], everyone, drawn, Of("seat")]


@dataclass(frozen=True, slots=True)
class BonusTaken(Fact):
    """A seat takes a starting bonus (MC-B1)."""

    seat: Annotated[int, everyone, Of("seat")]
    bonus: Annotated[str, everyone, Of("bonus")]


@dataclass(frozen=True, slots=True)
class BonusesReturned(Fact):
    """What nobody picked goes back: goods into the bag, Letters to their stacks, coins to the bank (MC-B3)."""

    goods: Annotated[tuple[str, ...], everyone, Of("good")]
    letters: Annotated[tuple[str, ...], everyone, Of("letter")]
    coins: Annotated[tuple[str, ...], everyone, Of("item")]


@dataclass(frozen=True, slots=True)
class RoundBegan(Fact):
    """A round begins (MC-RD1)."""

    number: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact):
    """A phase begins: bonus, prepare, auction, characters, actions, compare (MC-RD1)."""

    phase: Annotated[str, everyone, Of("phase")]


@dataclass(frozen=True, slots=True)
class CharacterReturned(Noted):
    """A seat puts a character card back on its space (MC-P2)."""

    seat: Annotated[int, everyone, Of("seat")]
    character: Annotated[str, everyone, Of("character")]


@dataclass(frozen=True, slots=True)
class StoneDrawn(Fact, opens=True):
    """A stone comes out of the bag onto the market (MC-P1)."""

    stone: Annotated[Thing, everyone, drawn, Of("stone")]


@dataclass(frozen=True, slots=True)
class CrewReadied(Fact):
    """A building crew goes from the hut onto the Emperor card (MC-P2)."""


@dataclass(frozen=True, slots=True)
class YellowLetterLaid(Fact):
    """A yellow Letter is laid in Suite 6 (MC-P3)."""


@dataclass(frozen=True, slots=True)
class SuiteFlipped(Noted):
    """The card of Suite 5 is turned: open again for a round, or closed behind a visitor (MC-P4, MC-H4)."""

    welcome: Annotated[bool, everyone]


@dataclass(frozen=True, slots=True)
class RoomCleared(Fact):
    """A card left from the last round is discarded (MC-P5)."""

    room: Annotated[int, everyone, Of("room")]
    card: Annotated[str, everyone, Of("card")]


@dataclass(frozen=True, slots=True)
class DeckShuffled(Fact):
    """The discards are shuffled into a new deck (MC-P6)."""

    number: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class CardDealt(Fact, opens=True):
    """A card of the House is laid face up in a room (MC-P5)."""

    room: Annotated[int, everyone, Of("room")]
    card: Annotated[Thing, everyone, drawn, Of("card")]


# -- the auction --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BidSet(Noted):
    """A seat sets post and money in secret (MC-Q1)."""

    seat: Annotated[int, everyone, Of("seat")]
    notches: Annotated[int | Hidden | Unknown, owner()]
    taler: Annotated[int | Hidden | Unknown, owner()]


@dataclass(frozen=True, slots=True)
class BidsRevealed(Noted, opens=True, sees=("characters",)):
    """All bids are revealed together, by seat (MC-Q2)."""

    notches: Annotated[tuple[int, ...], everyone, Of("number", by="seat")]
    taler: Annotated[tuple[int, ...], everyone, Of("number", by="seat")]


@dataclass(frozen=True, slots=True)
class ChoosingOrderSet(Fact):
    """The order in which the seats choose, and which seat keeps its money (MC-Q3, MC-Q4)."""

    order: Annotated[tuple[int, ...], everyone, Of("seat")]
    keeper: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class BidPaid(Noted):
    """A seat pays the money of its bid to the bank (MC-Q4)."""

    seat: Annotated[int, everyone, Of("seat")]
    amount: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class BidTakenBack(Noted):
    """The seat with the most notches takes the money of its bid back (MC-Q4)."""

    seat: Annotated[int, everyone, Of("seat")]
    amount: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class CharacterTaken(Noted, sees=("unsettled",)):
    """A seat takes a character card (MC-Q6)."""

    seat: Annotated[int, everyone, Of("seat")]
    character: Annotated[str, everyone, Of("character")]


@dataclass(frozen=True, slots=True)
class PreliminaryDeferred(Noted):
    """A seat puts its preliminary action off until everybody has chosen (MC-R55)."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class Declined(Noted):
    """A seat leaves out what it might have done: a preliminary action or a card (MC-V1, MC-V4, MC-H6)."""

    seat: Annotated[int, everyone, Of("seat")]
    what: Annotated[str, everyone, Of("choice")]


ROUNDS: tuple[type[Fact], ...] = (
    SoulsPlaced,
    BonusTaken,
    BonusesReturned,
    RoundBegan,
    PhaseBegan,
    CharacterReturned,
    StoneDrawn,
    CrewReadied,
    YellowLetterLaid,
    SuiteFlipped,
    RoomCleared,
    DeckShuffled,
    CardDealt,
    BidSet,
    BidsRevealed,
    ChoosingOrderSet,
    BidPaid,
    BidTakenBack,
    CharacterTaken,
    PreliminaryDeferred,
    Declined,
)
