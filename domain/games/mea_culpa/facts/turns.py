"""What is done in turns, in the House, and what comes of it on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from domain.games.mea_culpa.facts.noted import Noted
from domain.kit.facts import Fact, Hidden, Json, Of, Thing, Unknown, everyone, owner

# -- dens, stones and souls ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SinStonePlaced(Noted):
    """A seat puts one of its sin stones into a den; *cause* is greed, lust, petty, card, or a sin's number."""

    seat: Annotated[int, everyone, Of("seat")]
    den: Annotated[str, everyone, Of("den")]
    cause: Annotated[str, everyone, Of("cause")]


@dataclass(frozen=True, slots=True)
class DenEmptied(Fact):
    """A seat that has run out takes its stones back from a den (MC-O1)."""

    seat: Annotated[int, everyone, Of("seat")]
    den: Annotated[str, everyone, Of("den")]
    number: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class PopeStoneMoved(Noted):
    """A seat moves a Pope stone to another den (MC-V1)."""

    seat: Annotated[int, everyone, Of("seat")]
    source: Annotated[str, everyone, Of("den")]
    target: Annotated[str, everyone, Of("den")]


@dataclass(frozen=True, slots=True)
class AtonementCame(Fact):
    """All Pope stones lie at one den: the other two are atoned for, but not by *forgiven* (MC-N2, MC-N3)."""

    den: Annotated[str, everyone, Of("den")]
    forgiven: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class SinStonesReturned(Fact):
    """A seat takes its stones back from a den that was atoned for (MC-N4)."""

    seat: Annotated[int, everyone, Of("seat")]
    den: Annotated[str, everyone, Of("den")]
    number: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class PopeStonesReturned(Fact):
    """The Pope stones at *den* return, one to each den (MC-N5)."""

    den: Annotated[str, everyone, Of("den")]


@dataclass(frozen=True, slots=True)
class SoulMoved(Fact):
    """A soul moves: *steps* were due (below zero towards Heaven), *to* is its space; *cause* says why (MC-W2)."""

    seat: Annotated[int, everyone, Of("seat")]
    steps: Annotated[int, everyone]
    to: Annotated[int, everyone]
    cause: Annotated[str, everyone, Of("cause")]


@dataclass(frozen=True, slots=True)
class SoulStayed(Fact):
    """A soul that would have reached Hell does not move at all (MC-W3)."""

    seat: Annotated[int, everyone, Of("seat")]
    steps: Annotated[int, everyone]
    cause: Annotated[str, everyone, Of("cause")]


# -- building -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CrewPlaced(Noted):
    """A seat puts a crew on a site; *origin* is the Emperor card or the hut (MC-V2)."""

    seat: Annotated[int, everyone, Of("seat")]
    site: Annotated[int, everyone, Of("site")]
    origin: Annotated[str, everyone, Of("place")]


@dataclass(frozen=True, slots=True)
class CrewMoved(Noted):
    """A seat moves a crew from site to site (MC-R39)."""

    seat: Annotated[int, everyone, Of("seat")]
    source: Annotated[int, everyone, Of("site")]
    target: Annotated[int, everyone, Of("site")]


@dataclass(frozen=True, slots=True)
class NaveBuilt(Fact):
    """Two crews have built a nave and go back to the hut (MC-G1)."""

    site: Annotated[int, everyone, Of("site")]


@dataclass(frozen=True, slots=True)
class CathedralFinished(Fact):
    """Two crews have built a spire and go back to the hut: a cathedral is finished (MC-G1)."""

    site: Annotated[int, everyone, Of("site")]


# -- turns --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnPassed(Noted):
    """It is the turn of *character*, which *seat* holds (MC-T1)."""

    seat: Annotated[int, everyone, Of("seat")]
    character: Annotated[str, everyone, Of("character")]


@dataclass(frozen=True, slots=True)
class ActionBegan(Noted):
    """A seat begins an action: buy, sell, donate or visit; *second* if it is not the turn's first (MC-T2)."""

    seat: Annotated[int, everyone, Of("seat")]
    action: Annotated[str, everyone, Of("action")]
    second: Annotated[bool, everyone]


@dataclass(frozen=True, slots=True)
class PostRotated(Noted, sees=("posts",)):
    """A seat turns its post up to *to* notches: for a second action, a room, the note, or as a step (MC-T3)."""

    seat: Annotated[int, everyone, Of("seat")]
    to: Annotated[int, everyone]
    purpose: Annotated[str, everyone, Of("purpose")]


@dataclass(frozen=True, slots=True)
class TalerPaid(Noted):
    """A seat pays the bank for what it buys (MC-K2); *purpose* says if it mends what was left out."""

    seat: Annotated[int, everyone, Of("seat")]
    amount: Annotated[int, everyone]
    purpose: Annotated[str | None, everyone, Of("purpose")] = None


@dataclass(frozen=True, slots=True)
class TalerReceived(Noted):
    """A seat is paid by the bank (MC-L1)."""

    seat: Annotated[int, everyone, Of("seat")]
    amount: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class StoneTaken(Noted):
    """A seat takes a stone from the market, to put it behind the *screen* or on the *table* (MC-K1, MC-K2)."""

    seat: Annotated[int, everyone, Of("seat")]
    stone: Annotated[str, everyone, Of("stone")]
    to: Annotated[str, everyone, Of("spot")]
    free: Annotated[bool, everyone]


@dataclass(frozen=True, slots=True)
class StoneReturned(Noted):
    """An indulgence stone that was exchanged goes into the bag (MC-K1)."""

    seat: Annotated[int, everyone, Of("seat")]
    stone: Annotated[str, everyone, Of("stone")]


@dataclass(frozen=True, slots=True)
class LetterTaken(Noted):
    """A seat takes a Letter; *origin* is stacks, suite, bonuses or display (MC-K1, MC-H5, MC-E2)."""

    seat: Annotated[int, everyone, Of("seat")]
    letter: Annotated[str, everyone, Of("letter")]
    origin: Annotated[str, everyone, Of("place")]


@dataclass(frozen=True, slots=True)
class GoodSold(Noted):
    """A seat puts a good into the bag (MC-L1)."""

    seat: Annotated[int, everyone, Of("seat")]
    good: Annotated[str, everyone, Of("good")]


@dataclass(frozen=True, slots=True)
class ItemShown(Noted):
    """A seat shows what it donates (MC-D1); *whole* says under META CULPA that it did so by a whole donation."""

    seat: Annotated[int, everyone, Of("seat")]
    item: Annotated[str, everyone, Of("item")]
    whole: Annotated[bool | None, everyone] = None


@dataclass(frozen=True, slots=True)
class ItemDropped(Noted):
    """A good (from *origin*), or a coin worth *taler* from the own money, falls into the chest (MC-D1)."""

    seat: Annotated[int, everyone, Of("seat")]
    item: Annotated[str, everyone, Of("item")]
    origin: Annotated[str, everyone, Of("place")]
    compartment: Annotated[Thing, owner(), Of("compartment")]
    taler: Annotated[int | None, everyone] = None


@dataclass(frozen=True, slots=True)
class TurnDeclaredOver(Noted, sees=("characters", "souls")):
    """The turn of a character is over (MC-R73)."""

    seat: Annotated[int, everyone, Of("seat")]
    character: Annotated[str, everyone, Of("character")]


# -- the House ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoomChosen(Noted):
    """A seat chooses a room or suite; its price is *notches* of the post and *stones* of lust (MC-H1)."""

    seat: Annotated[int, everyone, Of("seat")]
    room: Annotated[int, everyone, Of("room")]
    notches: Annotated[int | None, everyone] = None
    stones: Annotated[int | None, everyone] = None


@dataclass(frozen=True, slots=True)
class CardExecuted(Noted, sees=("characters", "posts")):
    """A seat performs the card of a room; what it does follows (MC-H3)."""

    seat: Annotated[int, everyone, Of("seat")]
    room: Annotated[int, everyone, Of("room")]
    card: Annotated[str, everyone, Of("card")]


@dataclass(frozen=True, slots=True)
class CardDiscarded(Noted):
    """The card of a room is discarded (MC-H3)."""

    room: Annotated[int, everyone, Of("room")]
    card: Annotated[str, everyone, Of("card")]


@dataclass(frozen=True, slots=True)
class PretextAnnounced(Noted):
    """The Pope announces a pretext for leaving (MC-I1)."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class DieSet(Noted):
    """The Pope sets the die in secret (MC-I1)."""

    seat: Annotated[int, everyone, Of("seat")]
    room: Annotated[int | Hidden | Unknown, owner(), Of("room")]


@dataclass(frozen=True, slots=True)
class Guessed(Noted):
    """A seat guesses where the Pope is going (MC-I2)."""

    seat: Annotated[int, everyone, Of("seat")]
    room: Annotated[int, everyone, Of("room")]


@dataclass(frozen=True, slots=True)
class DieShown(Noted, opens=True):
    """The Pope shows the die; *caught* if that was guessed (MC-I3, MC-I4)."""

    seat: Annotated[int, everyone, Of("seat")]
    room: Annotated[int, everyone, Of("room")]
    caught: Annotated[bool, everyone]


@dataclass(frozen=True, slots=True)
class LetterOwed(Fact, opens=True):
    """The holder of the Emperor card owns a Letter, and has to give one (MC-R33)."""

    giver: Annotated[int, everyone, Of("seat")]
    taker: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class LetterGiven(Noted, opens=True):
    """A seat gives another a Letter; *told* are the seats that are told which, or everyone (MC-R33)."""

    giver: Annotated[int, everyone, Of("seat")]
    taker: Annotated[int, everyone, Of("seat")]
    told: Annotated[Json, everyone, Of("seat")]
    letter: Annotated[Thing, owner("told"), Of("letter")]


@dataclass(frozen=True, slots=True)
class TalerGiven(Noted, opens=True):
    """A robbed seat gives money (MC-R34)."""

    giver: Annotated[int, everyone, Of("seat")]
    taker: Annotated[int, everyone, Of("seat")]
    amount: Annotated[int, everyone]


@dataclass(frozen=True, slots=True)
class NothingGiven(Noted, opens=True):
    """A seat has nothing of what a card demands: a letter, a yellow letter, or three taler (MC-R33, MC-R34)."""

    seat: Annotated[int, everyone, Of("seat")]
    card: Annotated[str, everyone, Of("card")]


TURNS: tuple[type[Fact], ...] = (
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
)
