"""What can happen in Mea Culpa, and who is told it: the physical steps, one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from domain.kit.facts import Fact, Hidden, Json, Thing, Unknown, drawn, everyone, owner
from domain.kit.steps import StepsDue

# -- the laid table and the rounds --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SoulsPlaced(Fact, opens=True):
    """The souls stand on the start in this row of seats, nearest Heaven first (MC-S6)."""

    row: Annotated[tuple[int, ...], everyone, drawn]


@dataclass(frozen=True, slots=True)
class BonusTaken(Fact):
    """A seat takes a starting bonus (MC-B1)."""

    seat: Annotated[int, everyone]
    bonus: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class BonusesReturned(Fact):
    """What nobody picked goes back: goods into the bag, Letters to their stacks, coins to the bank (MC-B3)."""

    goods: Annotated[tuple[str, ...], everyone]
    letters: Annotated[tuple[str, ...], everyone]
    coins: Annotated[tuple[str, ...], everyone]


@dataclass(frozen=True, slots=True)
class RoundBegan(Fact):
    """A round begins (MC-RD1)."""

    number: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact):
    """A phase begins: bonus, prepare, auction, characters, actions, compare (MC-RD1)."""

    phase: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class CharacterReturned(Fact):
    """A seat puts a character card back on its space (MC-P2)."""

    seat: Annotated[int, everyone]
    character: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class StoneDrawn(Fact, opens=True):
    """A stone comes out of the bag onto the market (MC-P1)."""

    stone: Annotated[Thing, everyone, drawn]


@dataclass(frozen=True, slots=True)
class CrewReadied(Fact):
    """A building crew goes from the hut onto the Emperor card (MC-P2)."""


@dataclass(frozen=True, slots=True)
class YellowLetterLaid(Fact):
    """A yellow Letter is laid in Suite 6 (MC-P3)."""


@dataclass(frozen=True, slots=True)
class SuiteFlipped(Fact):
    """The card of Suite 5 is turned: open again for a round, or closed behind a visitor (MC-P4, MC-H4)."""

    welcome: Annotated[bool, everyone]


@dataclass(frozen=True, slots=True)
class RoomCleared(Fact):
    """A card left from the last round is discarded (MC-P5)."""

    room: Annotated[int, everyone]
    card: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class DeckShuffled(Fact):
    """The discards are shuffled into a new deck (MC-P6)."""

    number: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class CardDealt(Fact, opens=True):
    """A card of the House is laid face up in a room (MC-P5)."""

    room: Annotated[int, everyone]
    card: Annotated[Thing, everyone, drawn]


# -- the auction --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BidSet(Fact):
    """A seat sets post and money in secret (MC-Q1)."""

    seat: Annotated[int, everyone]
    notches: Annotated[int | Hidden | Unknown, owner()]
    taler: Annotated[int | Hidden | Unknown, owner()]


@dataclass(frozen=True, slots=True)
class BidsRevealed(Fact, opens=True):
    """All bids are revealed together, by seat (MC-Q2)."""

    notches: Annotated[tuple[int, ...], everyone]
    taler: Annotated[tuple[int, ...], everyone]


@dataclass(frozen=True, slots=True)
class ChoosingOrderSet(Fact):
    """In which order the seats choose, and who keeps his money (MC-Q3, MC-Q4)."""

    order: Annotated[tuple[int, ...], everyone]
    keeper: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class BidPaid(Fact):
    """A seat pays the money of its bid to the bank (MC-Q4)."""

    seat: Annotated[int, everyone]
    amount: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class BidTakenBack(Fact):
    """The seat with the most notches takes the money of its bid back (MC-Q4)."""

    seat: Annotated[int, everyone]
    amount: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class CharacterTaken(Fact):
    """A seat takes a character card (MC-Q6)."""

    seat: Annotated[int, everyone]
    character: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class PreliminaryDeferred(Fact):
    """A seat puts its preliminary action off until everybody has chosen (MC-R55)."""

    seat: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class Declined(Fact):
    """A seat leaves out what it might have done: a preliminary action or a card (MC-V1, MC-V4, MC-H6)."""

    seat: Annotated[int, everyone]
    what: Annotated[str, everyone]


# -- dens, stones and souls ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SinStonePlaced(Fact):
    """A seat puts one of its sin stones into a den; *cause* is greed, lust, petty, card, or a sin's number."""

    seat: Annotated[int, everyone]
    den: Annotated[str, everyone]
    cause: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class DenEmptied(Fact):
    """A seat that has run out takes its stones back from a den (MC-O1)."""

    seat: Annotated[int, everyone]
    den: Annotated[str, everyone]
    number: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class PopeStoneMoved(Fact):
    """A seat moves a Pope stone to another den (MC-V1)."""

    seat: Annotated[int, everyone]
    source: Annotated[str, everyone]
    target: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class AtonementCame(Fact):
    """All Pope stones lie at one den: the other two are atoned for, but not by *forgiven* (MC-N2, MC-N3)."""

    den: Annotated[str, everyone]
    forgiven: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class SinStonesReturned(Fact):
    """A seat takes its stones back from a den that was atoned for (MC-N4)."""

    seat: Annotated[int, everyone]
    den: Annotated[str, everyone]
    number: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class PopeStonesReturned(Fact):
    """The Pope stones at *den* return, one to each den (MC-N5)."""

    den: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class SoulMoved(Fact):
    """A soul moves: *steps* were due (below zero towards Heaven), *to* is its space; *cause* says why (MC-W2)."""

    seat: Annotated[int, everyone]
    steps: Annotated[int, everyone]
    to: Annotated[int, everyone]
    cause: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class SoulStayed(Fact):
    """A soul that would have reached Hell does not move at all (MC-W3)."""

    seat: Annotated[int, everyone]
    steps: Annotated[int, everyone]
    cause: Annotated[str, everyone]


# -- building -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CrewPlaced(Fact):
    """A seat puts a crew on a site; *origin* is the Emperor card or the hut (MC-V2)."""

    seat: Annotated[int, everyone]
    site: Annotated[int, everyone]
    origin: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class CrewMoved(Fact):
    """A seat moves a crew from site to site (MC-R39)."""

    seat: Annotated[int, everyone]
    source: Annotated[int, everyone]
    target: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class NaveBuilt(Fact):
    """Two crews have built a nave and go back to the hut (MC-G1)."""

    site: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class CathedralFinished(Fact):
    """Two crews have built a spire and go back to the hut: a cathedral is finished (MC-G1)."""

    site: Annotated[int, everyone]


# -- turns --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnPassed(Fact):
    """It is the turn of *character*, which *seat* holds (MC-T1)."""

    seat: Annotated[int, everyone]
    character: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class ActionBegan(Fact):
    """A seat begins an action: buy, sell, donate or visit; *second* if it is not the turn's first (MC-T2)."""

    seat: Annotated[int, everyone]
    action: Annotated[str, everyone]
    second: Annotated[bool, everyone]


@dataclass(frozen=True, slots=True)
class PostRotated(Fact):
    """A seat turns its post up to *to* notches: for a second action, a room, the note, or as a step (MC-T3)."""

    seat: Annotated[int, everyone]
    to: Annotated[int, everyone]
    purpose: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class TalerPaid(Fact):
    """A seat pays the bank for what it buys (MC-K2); *purpose* says if it mends what was left out."""

    seat: Annotated[int, everyone]
    amount: Annotated[int, everyone]
    purpose: Annotated[str | None, everyone] = None


@dataclass(frozen=True, slots=True)
class TalerReceived(Fact):
    """A seat is paid by the bank (MC-L1)."""

    seat: Annotated[int, everyone]
    amount: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class StoneTaken(Fact):
    """A seat takes a stone from the market, to put it behind the *screen* or on the *table* (MC-K1, MC-K2)."""

    seat: Annotated[int, everyone]
    stone: Annotated[str, everyone]
    to: Annotated[str, everyone]
    free: Annotated[bool, everyone]


@dataclass(frozen=True, slots=True)
class StoneReturned(Fact):
    """An indulgence stone that was exchanged goes into the bag (MC-K1)."""

    seat: Annotated[int, everyone]
    stone: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class LetterTaken(Fact):
    """A seat takes a Letter; *origin* is stacks, suite, bonuses or display (MC-K1, MC-H5, MC-E2)."""

    seat: Annotated[int, everyone]
    letter: Annotated[str, everyone]
    origin: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class GoodSold(Fact):
    """A seat puts a good into the bag (MC-L1)."""

    seat: Annotated[int, everyone]
    good: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class ItemShown(Fact):
    """A seat shows what it donates (MC-D1); *whole* says under META CULPA that it did so by a whole donation."""

    seat: Annotated[int, everyone]
    item: Annotated[str, everyone]
    whole: Annotated[bool | None, everyone] = None


@dataclass(frozen=True, slots=True)
class ItemDropped(Fact):
    """A good (from *origin*), or a coin of so many *taler* from the own money, falls into the chest (MC-D1)."""

    seat: Annotated[int, everyone]
    item: Annotated[str, everyone]
    origin: Annotated[str, everyone]
    compartment: Annotated[Thing, owner()]
    taler: Annotated[int | None, everyone] = None


@dataclass(frozen=True, slots=True)
class TurnDeclaredOver(Fact):
    """The turn of a character is over (MC-R73)."""

    seat: Annotated[int, everyone]
    character: Annotated[str, everyone]


# -- the House ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoomChosen(Fact):
    """A seat chooses a room or suite, which costs it so many *notches* and *stones* of lust (MC-H1)."""

    seat: Annotated[int, everyone]
    room: Annotated[int, everyone]
    notches: Annotated[int | None, everyone] = None
    stones: Annotated[int | None, everyone] = None


@dataclass(frozen=True, slots=True)
class CardExecuted(Fact):
    """A seat performs the card of a room; what it does follows (MC-H3)."""

    seat: Annotated[int, everyone]
    room: Annotated[int, everyone]
    card: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class CardDiscarded(Fact):
    """The card of a room is discarded (MC-H3)."""

    room: Annotated[int, everyone]
    card: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class PretextAnnounced(Fact):
    """The Pope announces why he has to leave (MC-I1)."""

    seat: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class DieSet(Fact):
    """The Pope sets the die in secret (MC-I1)."""

    seat: Annotated[int, everyone]
    room: Annotated[int | Hidden | Unknown, owner()]


@dataclass(frozen=True, slots=True)
class Guessed(Fact):
    """A seat guesses where the Pope is going (MC-I2)."""

    seat: Annotated[int, everyone]
    room: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class DieShown(Fact, opens=True):
    """The Pope shows the die; *caught* if that was guessed (MC-I3, MC-I4)."""

    seat: Annotated[int, everyone]
    room: Annotated[int, everyone]
    caught: Annotated[bool, everyone]


@dataclass(frozen=True, slots=True)
class LetterOwed(Fact, opens=True):
    """The holder of the Emperor card owns a Letter, so he must give one (MC-R33)."""

    giver: Annotated[int, everyone]
    taker: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class LetterGiven(Fact, opens=True):
    """A seat gives another a Letter; *told* are the seats that are told which, or everyone (MC-R33)."""

    giver: Annotated[int, everyone]
    taker: Annotated[int, everyone]
    told: Annotated[Json, everyone]
    letter: Annotated[Thing, owner("told")]


@dataclass(frozen=True, slots=True)
class TalerGiven(Fact, opens=True):
    """A robbed seat gives money (MC-R34)."""

    giver: Annotated[int, everyone]
    taker: Annotated[int, everyone]
    amount: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class NothingGiven(Fact, opens=True):
    """A seat has nothing of what a card demands: a letter, a yellow letter, or three taler (MC-R33, MC-R34)."""

    seat: Annotated[int, everyone]
    card: Annotated[str, everyone]


# -- evaluations and the end --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CompartmentOpened(Fact, opens=True):
    """A seat empties a compartment before everyone (MC-G3)."""

    seat: Annotated[int, everyone]
    compartment: Annotated[str, everyone]
    things: Annotated[tuple[str, ...], everyone]


@dataclass(frozen=True, slots=True)
class LettersLaidOut(Fact):
    """The Letters for the donors of a category are laid out (MC-E2)."""

    category: Annotated[str, everyone]
    letters: Annotated[tuple[str, ...], everyone]


@dataclass(frozen=True, slots=True)
class DonorsRanked(Fact):
    """What each seat has donated in a category, and those who have, biggest first (MC-E2, MC-E4)."""

    category: Annotated[str, everyone]
    values: Annotated[tuple[int, ...], everyone]
    ranking: Annotated[tuple[int, ...], everyone]


@dataclass(frozen=True, slots=True)
class LettersReturned(Fact):
    """Letters that nobody gets go back to their stacks (MC-E3)."""

    letters: Annotated[tuple[str, ...], everyone]


@dataclass(frozen=True, slots=True)
class DonationsCleared(Fact):
    """The evaluated goods of a seat go into the bag, its coins to the bank (MC-E5)."""

    seat: Annotated[int, everyone]
    goods: Annotated[tuple[str, ...], everyone]
    coins: Annotated[tuple[str, ...], everyone]


@dataclass(frozen=True, slots=True)
class PostsCompared(Fact):
    """The posts are compared: most and fewest notches, and who has to move (MC-X1, MC-X2)."""

    most: Annotated[int, everyone]
    fewest: Annotated[int, everyone]
    seat: Annotated[int | None, everyone] = None


@dataclass(frozen=True, slots=True)
class LettersShown(Fact, opens=True):
    """A seat shows its Letters: so many steps towards Heaven (MC-Z2)."""

    seat: Annotated[int, everyone]
    letters: Annotated[Mapping[str, int], everyone]
    steps: Annotated[int, everyone]


# -- META CULPA: what is said and left out between the steps ------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChoiceDeclaredOver(Fact):
    """A seat declares that it has chosen its character and done what goes with it (MC-M8)."""

    seat: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class NextCalled(Fact):
    """A seat asks another, whose turn it is, to begin (MC-M12)."""

    by: Annotated[int, everyone]
    seat: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class Prompted(Fact):
    """A seat asks another for a step, before that seat has made it: to show what it donates (MC-M11)."""

    by: Annotated[int, everyone]
    seat: Annotated[int, everyone]
    what: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class StepsUndone(Fact):
    """A seat has taken steps of its turn back (MC-M1)."""

    seat: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class SteppedOutOfTurn(Fact):
    """A seat made a step while it was not to act; the step was taken back at once (MC-M13)."""

    seat: Annotated[int, everyone]
    step: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class AccusationMade(Fact):
    """Somebody holds against a seat a sin that only the seat itself, or the table, can confirm (MC-M12)."""

    by: Annotated[Json, everyone]
    seat: Annotated[int, everyone]
    sin: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class SinCommitted(Fact):
    """A sin of the register is found, and its stone follows; *of* is the decision, if it was taken back since."""

    seat: Annotated[int, everyone]
    sin: Annotated[str, everyone]
    of: Annotated[int | None, everyone] = None


@dataclass(frozen=True, slots=True)
class OmissionMended(Fact):
    """The Petty Sinner has been reminded of a step, and does it now."""

    seat: Annotated[int, everyone]
    step: Annotated[str, everyone]


@dataclass(frozen=True, slots=True)
class OmissionPassed(Fact):
    """A seat lets pass what the Petty Sinner may have left out, before the posts are compared."""

    seat: Annotated[int, everyone]


FACTS: tuple[type[Fact], ...] = (
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
    SinStonePlaced,
    DenEmptied,
    PopeStoneMoved,
    AtonementCame,
    SinStonesReturned,
    PopeStonesReturned,
    SoulMoved,
    SoulStayed,
    CrewPlaced,
    CrewMoved,
    NaveBuilt,
    CathedralFinished,
    TurnPassed,
    ActionBegan,
    PostRotated,
    TalerPaid,
    TalerReceived,
    StoneTaken,
    StoneReturned,
    LetterTaken,
    GoodSold,
    ItemShown,
    ItemDropped,
    TurnDeclaredOver,
    RoomChosen,
    CardExecuted,
    CardDiscarded,
    PretextAnnounced,
    DieSet,
    Guessed,
    DieShown,
    LetterOwed,
    LetterGiven,
    TalerGiven,
    NothingGiven,
    CompartmentOpened,
    LettersLaidOut,
    DonorsRanked,
    LettersReturned,
    DonationsCleared,
    PostsCompared,
    LettersShown,
    StepsDue,
    ChoiceDeclaredOver,
    NextCalled,
    Prompted,
    StepsUndone,
    SteppedOutOfTurn,
    AccusationMade,
    SinCommitted,
    OmissionMended,
    OmissionPassed,
)
