"""What can be asked for in Mea Culpa: by a seat, by a scribe for chance, and by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from domain.kit.facts import Command, Limits, Of, Unknown, actor_alone, everyone

Den: TypeAlias = Literal["lust", "petty", "greed"]
Compartment: TypeAlias = Literal["I", "II"]
Good: TypeAlias = Literal["bread", "wine", "cloth", "jewel"]
Stone: TypeAlias = Literal["bread", "wine", "cloth", "jewel", "indulgence"]
Letter: TypeAlias = Literal["blue", "green", "red", "yellow"]
Character: TypeAlias = Literal["pope", "emperor", "merchant", "petty-sinner"]


# -- before and between the rounds --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseBonus(Command, type="choose-bonus"):
    """Takes a starting bonus; each good or coin of it goes into the compartment named for it (MC-B1, MC-B2)."""

    bonus: Annotated[str, everyone, Limits(1, 40), Of("bonus")]
    compartments: Annotated[
        tuple[Compartment | Unknown, ...] | Unknown, actor_alone.and_count, Limits(0, 10), Of("compartment")
    ]


@dataclass(frozen=True, slots=True)
class Bid(Command, type="bid"):
    """Sets the post in secret, with any amount of money (MC-Q1)."""

    notches: Annotated[int | Unknown, actor_alone, Limits(0)]
    taler: Annotated[int | Unknown, actor_alone, Limits(0)]


@dataclass(frozen=True, slots=True)
class ChooseCharacter(Command, type="choose-character"):
    """Takes a free character card (MC-Q6)."""

    character: Annotated[Character, everyone, Of("character")]


@dataclass(frozen=True, slots=True)
class Wait(Command, type="wait"):
    """Puts the preliminary action off until everybody has chosen (MC-R55)."""


# -- preliminary actions and cards --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MovePopeStone(Command, type="move-pope-stone"):
    """Moves a Pope stone from one den to another: as the Pope, or by a card (MC-V1)."""

    source: Annotated[Den, everyone, Of("den")]
    target: Annotated[Den, everyone, Of("den")]


@dataclass(frozen=True, slots=True)
class PlaceCrew(Command, type="place-crew"):
    """Puts a crew on a site: as the Emperor the one on that card, by a room's card one from the hut (MC-V2)."""

    site: Annotated[int, everyone, Limits(1, 3), Of("site")]


@dataclass(frozen=True, slots=True)
class MoveCrew(Command, type="move-crew"):
    """Moves a crew from one site to another, by a card (MC-R39)."""

    source: Annotated[int, everyone, Limits(1, 3), Of("site")]
    target: Annotated[int, everyone, Limits(1, 3), Of("site")]


@dataclass(frozen=True, slots=True)
class TakeGood(Command, type="take-good"):
    """Takes a good from the market without paying, by a card (MC-H3)."""

    good: Annotated[Good, everyone, Of("good")]


@dataclass(frozen=True, slots=True)
class Rob(Command, type="rob"):
    """Robs an opponent of three taler, by a card (MC-R34)."""

    seat: Annotated[int, everyone, Limits(0), Of("seat")]


@dataclass(frozen=True, slots=True)
class Perform(Command, type="perform"):
    """Performs a card that leaves no choice, or that can have no effect (MC-H3, MC-R22)."""


@dataclass(frozen=True, slots=True)
class Decline(Command, type="decline"):
    """Leaves out what one may but need not do: a preliminary action, or a card (MC-H6)."""


# -- turns --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Buy(Command, type="buy"):
    """Buys a good, two of one for the price of one (*greedy*), or with an indulgence stone a Letter (MC-K1)."""

    stone: Annotated[Stone, everyone, Of("stone")]
    letter: Annotated[Letter | None, everyone, Of("letter")] = None
    greedy: Annotated[Literal[True] | None, everyone] = None


@dataclass(frozen=True, slots=True)
class Sell(Command, type="sell"):
    """Sells a good from behind the screen (MC-L1)."""

    good: Annotated[Good, everyone, Of("good")]


@dataclass(frozen=True, slots=True)
class Donate(Command, type="donate"):
    """Shows a good or coin and drops it into a compartment (MC-D1); the Emperor may do so once more (MC-C2)."""

    item: Annotated[str, everyone, Limits(1, 40), Of("item")]
    compartment: Annotated[Compartment | Unknown, actor_alone, Of("compartment")]


@dataclass(frozen=True, slots=True)
class Visit(Command, type="visit"):
    """Visits a room or suite of the House (MC-H1)."""

    room: Annotated[int, everyone, Limits(1, 6), Of("room")]


@dataclass(frozen=True, slots=True)
class ChooseRoom(Command, type="choose-room"):
    """Chooses the room whose card is performed through Suite 5 (MC-H4)."""

    room: Annotated[int, everyone, Limits(1, 4), Of("room")]


@dataclass(frozen=True, slots=True)
class SetDie(Command, type="set-die"):
    """Visits the House as the Pope: announces a pretext and sets the die in secret (MC-I1)."""

    room: Annotated[int | Unknown, actor_alone, Limits(1, 6), Of("room")]


@dataclass(frozen=True, slots=True)
class Guess(Command, type="guess"):
    """Guesses where the Pope is going (MC-I2)."""

    room: Annotated[int, everyone, Limits(1, 6), Of("room")]


@dataclass(frozen=True, slots=True)
class Pass(Command, type="pass"):
    """Does nothing, or nothing more, in this turn (MC-T2)."""


@dataclass(frozen=True, slots=True)
class TakeFree(Command, type="take-free"):
    """Takes a stone from the market at the end of the turn, without paying (MC-C1)."""

    stone: Annotated[Stone, everyone, Of("stone")]
    letter: Annotated[Letter | None, everyone, Of("letter")] = None


# -- answers ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EmptyDen(Command, type="empty-den"):
    """Takes back all own stones from a den, since none are left to place (MC-O1)."""

    den: Annotated[Den, everyone, Of("den")]


@dataclass(frozen=True, slots=True)
class GiveLetter(Command, type="give-letter"):
    """Hands over a Letter, as the holder of the Emperor card (MC-R33)."""

    letter: Annotated[Letter | Unknown, actor_alone, Of("letter")]


@dataclass(frozen=True, slots=True)
class Pick(Command, type="pick"):
    """Picks a Letter from the display, as a donor (MC-E2)."""

    letter: Annotated[Letter, everyone, Of("letter")]


# -- what follows by itself: a secret is opened, and nobody has a choice ------------------------------------


@dataclass(frozen=True, slots=True)
class RevealBids(Command, type="reveal-bids"):
    """All bids are set: they are revealed together (MC-Q2)."""


@dataclass(frozen=True, slots=True)
class ShowDie(Command, type="show-die"):
    """The Pope shows the die (MC-I3)."""


@dataclass(frozen=True, slots=True)
class HandOver(Command, type="hand-over"):
    """A seat gives what a card demands of it, if it has that (MC-R33, MC-R34)."""


@dataclass(frozen=True, slots=True)
class Answer(Command, type="answer"):
    """The holder of the Emperor card says whether there is a Letter to give (MC-R33)."""


@dataclass(frozen=True, slots=True)
class OpenCompartments(Command, type="open-compartments"):
    """A cathedral is finished: everybody empties the compartment that is evaluated (MC-G3)."""


@dataclass(frozen=True, slots=True)
class CountLetters(Command, type="count-letters"):
    """The end: all players show their Letters (MC-Z2)."""


# -- chance -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaceSouls(Command, type="place-souls"):
    """Puts the souls on the start in a random row, nearest Heaven first (MC-S6). In a hosted match: no fields."""

    row: Annotated[tuple[int, ...] | None, everyone, Limits(2, 4), Of("seat")] = None


@dataclass(frozen=True, slots=True)
class DrawStones(Command, type="draw-stones"):
    """Draws stones from the bag onto the market (MC-P1). In a hosted match without fields."""

    stones: Annotated[tuple[str, ...] | None, everyone, Limits(0, 200), Of("stone")] = None


@dataclass(frozen=True, slots=True)
class DealCards(Command, type="deal-cards"):
    """Deals cards to the four rooms (MC-P5). In a hosted match without fields."""

    cards: Annotated[tuple[str, ...] | None, everyone, Limits(0, 4), Of("card")] = None


FORCED: Mapping[str, type[Command]] = {
    command.TYPE: command for command in (RevealBids, ShowDie, HandOver, Answer, OpenCompartments, CountLetters)
}
"""Steps that open a secret and follow by themselves, each as a decision of its own."""
COMMANDS: tuple[type[Command], ...] = (
    ChooseBonus,
    Bid,
    ChooseCharacter,
    Wait,
    MovePopeStone,
    PlaceCrew,
    MoveCrew,
    TakeGood,
    Rob,
    Perform,
    Decline,
    Buy,
    Sell,
    Donate,
    Visit,
    ChooseRoom,
    SetDie,
    Guess,
    Pass,
    TakeFree,
    EmptyDen,
    GiveLetter,
    Pick,
)
"""What a seat decides; what follows by itself is in ``FORCED``."""
CHANCE_COMMANDS: tuple[type[Command], ...] = (PlaceSouls, DrawStones, DealCards)
