"""The physical steps, in whatever order players make them, and what they say under META CULPA.

They can be entered under META CULPA, and by the scribe of any recorded match (MC-A6).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from domain.games.mea_culpa.commands import (
    Character,
    Compartment,
    Decline,
    Den,
    Good,
    Letter,
    MoveCrew,
    MovePopeStone,
    Perform,
    PlaceCrew,
    Rob,
    Stone,
    TakeFree,
    TakeGood,
    Wait,
)
from domain.kit.facts import Command, Limits, Of, Unknown, actor_alone, everyone


@dataclass(frozen=True, slots=True)
class ReturnCard(Command, type="return-card"):
    """Puts a character card of the last round back on its space (MC-P2)."""

    character: Annotated[Character, everyone, Of("character")]


@dataclass(frozen=True, slots=True)
class SetBid(Command, type="set-bid"):
    """Sets the post in secret, with any amount of money, and nothing else (MC-Q1)."""

    notches: Annotated[int | Unknown, actor_alone, Limits(0)]
    taler: Annotated[int | Unknown, actor_alone, Limits(0)]


@dataclass(frozen=True, slots=True)
class Settle(Command, type="settle"):
    """Pays the money of the bid, or *taler* of it; the seat that keeps its money takes it back (MC-Q4)."""

    taler: Annotated[int | None, everyone, Limits(1)] = None


@dataclass(frozen=True, slots=True)
class TakeCard(Command, type="take-card"):
    """Takes a free character card, and nothing else (MC-Q6)."""

    character: Annotated[Character, everyone, Of("character")]


@dataclass(frozen=True, slots=True)
class Begin(Command, type="begin"):
    """Says which action comes now; any first step of it says the same (MC-T2)."""

    action: Annotated[Literal["buy", "sell", "donate", "visit"], everyone, Of("action")]


@dataclass(frozen=True, slots=True)
class Rotate(Command, type="rotate"):
    """Turns the own post up by a number of notches (MC-T3, MC-H3)."""

    notches: Annotated[int, everyone, Limits(1, 12)]


@dataclass(frozen=True, slots=True)
class Pay(Command, type="pay"):
    """Pays the bank what something on the market costs, or what is still owed of it (MC-K2)."""

    taler: Annotated[int, everyone, Limits(1)]


@dataclass(frozen=True, slots=True)
class TakeStone(Command, type="take-stone"):
    """Takes a stone from the market that is bought (MC-K1, MC-K2)."""

    stone: Annotated[Stone, everyone, Of("stone")]


@dataclass(frozen=True, slots=True)
class TakeLetter(Command, type="take-letter"):
    """Takes a Letter from the *stacks* for an indulgence stone, or the yellow one in the *suite* (MC-K1)."""

    letter: Annotated[Letter, everyone, Of("letter")]
    source: Annotated[Literal["stacks", "suite"], everyone, Of("place")]


@dataclass(frozen=True, slots=True)
class ReturnStone(Command, type="return-stone"):
    """Puts an indulgence stone that was taken into the bag (MC-K1)."""


@dataclass(frozen=True, slots=True)
class BagGood(Command, type="bag-good"):
    """Puts a good that is sold into the bag (MC-L1)."""

    good: Annotated[Good, everyone, Of("good")]


@dataclass(frozen=True, slots=True)
class Receive(Command, type="receive"):
    """Takes from the bank what the good just sold is worth (MC-L1)."""


@dataclass(frozen=True, slots=True)
class PlaceStone(Command, type="place-stone"):
    """Puts one of the own sin stones into a den: for greed, for lust, or as the Petty Sinner (MC-K3, MC-H4)."""

    den: Annotated[Den, everyone, Of("den")]


@dataclass(frozen=True, slots=True)
class Show(Command, type="show"):
    """Shows a good or coin that is to be donated (MC-D1)."""

    item: Annotated[str, everyone, Limits(1, 40), Of("item")]


@dataclass(frozen=True, slots=True)
class Drop(Command, type="drop"):
    """Drops a good or coin into a compartment of the own chest (MC-D1)."""

    item: Annotated[str, everyone, Limits(1, 40), Of("item")]
    compartment: Annotated[Compartment | Unknown, actor_alone, Of("compartment")]


@dataclass(frozen=True, slots=True)
class NameRoom(Command, type="name-room"):
    """Chooses a room or suite of the House; in Suite 5, the room whose card is performed (MC-H1, MC-H4)."""

    room: Annotated[int, everyone, Limits(1, 6), Of("room")]


@dataclass(frozen=True, slots=True)
class Flip(Command, type="flip"):
    """Turns the card of Suite 5 over (MC-H4)."""


@dataclass(frozen=True, slots=True)
class Discard(Command, type="discard"):
    """Puts the card of the visited room on the discards (MC-H3)."""


@dataclass(frozen=True, slots=True)
class Announce(Command, type="announce"):
    """Announces, as the Pope, why one has to leave (MC-I1)."""


@dataclass(frozen=True, slots=True)
class TurnDie(Command, type="turn-die"):
    """Sets the Pope's die in secret (MC-I1)."""

    room: Annotated[int | Unknown, actor_alone, Limits(1, 6), Of("room")]


@dataclass(frozen=True, slots=True)
class OpenDie(Command, type="open-die"):
    """Shows the Pope's die before anybody has guessed (MC-M6)."""


@dataclass(frozen=True, slots=True)
class DeclareOver(Command, type="declare-over"):
    """Declares the own turn over, or the own part of choosing characters (MC-M8)."""


@dataclass(frozen=True, slots=True)
class CallNext(Command, type="call-next"):
    """Asks another seat, whose turn it is, to begin (MC-M12)."""

    called: Annotated[int, everyone, Limits(0), Of("seat")]


@dataclass(frozen=True, slots=True)
class Prompt(Command, type="prompt"):
    """Asks another seat to show what it donates (MC-M11)."""

    asked: Annotated[int, everyone, Limits(0), Of("seat")]


@dataclass(frozen=True, slots=True)
class Admit(Command, type="admit"):
    """Admits a sin that one has been accused of, and that the log alone cannot prove (MC-M12)."""

    sin: Annotated[Literal["M12"], everyone, Of("sin")]


@dataclass(frozen=True, slots=True)
class LetPass(Command, type="let-pass"):
    """Lets pass what the Petty Sinner may have left out, before the posts are compared."""


STEP_COMMANDS: tuple[type[Command], ...] = (
    ReturnCard,
    SetBid,
    Settle,
    TakeCard,
    Begin,
    Rotate,
    Pay,
    TakeStone,
    TakeLetter,
    ReturnStone,
    BagGood,
    Receive,
    PlaceStone,
    Show,
    Drop,
    NameRoom,
    Flip,
    Discard,
    Announce,
    TurnDie,
    OpenDie,
    DeclareOver,
    CallNext,
    Prompt,
    Admit,
    LetPass,
)
"""The physical steps, which can be entered in any order in which they can be made."""
AT_ANY_TIME: frozenset[type[Command]] = frozenset((ReturnCard, SetBid, Settle, CallNext, Prompt, Admit, LetPass))
"""What is no step of a turn: never out of turn."""
TURN: frozenset[type[Command]] = frozenset(STEP_COMMANDS) - AT_ANY_TIME
"""The steps of a turn, or of a part of choosing characters."""
ALSO_WHOLE = frozenset((MovePopeStone, PlaceCrew, MoveCrew, TakeGood, Rob, Perform, Decline, Wait, TakeFree))
"""The steps of a turn, or of a part of choosing, that are the same in play by whole actions."""
