"""What can happen with a box on a table, and who is told it.

What moves is told to those who may look where it lay or where it lies then (*seats*); the others are told how much
it was. Facts of two classes say the same where the one tells somebody something new and the other does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from domain.games.any_game.box import blank
from domain.games.any_game.state import AnyGame
from domain.kit.facts import (
    Fact,
    Hidden,
    Json,
    Of,
    Text,
    Thing,
    Things,
    drawn,
    everyone,
    owner,
    singly,
    text,
)


@dataclass(frozen=True, slots=True)
class PiecesMoved(Fact):
    """Pieces move from one place to another; *seats* are those that see which, and saw it before (AG-M1)."""

    origin: Annotated[str, everyone, Of("place")]
    to: Annotated[str, everyone, Of("place")]
    seats: Annotated[Json, everyone, Of("seat")]
    things: Annotated[Things, owner("seats").and_count, Of("thing")]

    def apply(self, state: AnyGame) -> None:
        """Out of the one place, into the other."""
        state.place(self.origin).remove_all(self.things)
        state.place(self.to).add_all(self.things)
        state.wish = None


@dataclass(frozen=True, slots=True)
class PiecesRevealed(PiecesMoved, opens=True):
    """Pieces move to where somebody sees them who did not see them before (AG-M1)."""


@dataclass(frozen=True, slots=True)
class PiecesPlaced(Fact):
    """Pieces move between parts of places; *from_seats* and *to_seats* are those told the parts (AG-M2)."""

    origin: Annotated[str, everyone, Of("place")]
    to: Annotated[str, everyone, Of("place")]
    seats: Annotated[Json, everyone, Of("seat")]
    things: Annotated[Things, owner("seats").and_count, Of("thing")]
    from_seats: Annotated[Json, everyone, Of("seat")]
    to_seats: Annotated[Json, everyone, Of("seat")]
    from_part: Annotated[Things, owner("from_seats"), Of("part")]
    to_part: Annotated[Things, owner("to_seats"), Of("part")]

    def apply(self, state: AnyGame) -> None:
        """Out of the one part, into the other."""
        state.place(self.origin).remove_all(self.things, _part(self.from_part))
        state.place(self.to).add_all(self.things, _part(self.to_part))
        state.wish = None


@dataclass(frozen=True, slots=True)
class PiecesPlacedOpenly(PiecesPlaced, opens=True):
    """Pieces move to a part of a place where somebody sees them who did not see them before (AG-M2)."""


def number_of(things: Things) -> int:
    """How many things these are."""
    return len(singly(things))


def _part(part: Things) -> Thing | None:
    """The part that was told; None if there is none, or this viewer was not told it."""
    return part[0] if isinstance(part, tuple) and part else None


@dataclass(frozen=True, slots=True)
class ChanceAsked(Fact):
    """Chance is asked what is drawn or rolled (AG-C1)."""

    asked: Annotated[tuple[Json, ...], everyone]

    def apply(self, state: AnyGame) -> None:
        """What chance is asked for."""
        state.asked = self.asked
        state.wish = None


@dataclass(frozen=True, slots=True)
class PiecesDrawn(Fact, opens=True):
    """By chance, pieces come from one place to another; *seats* see which (AG-C2)."""

    origin: Annotated[str, everyone, Of("place")]
    to: Annotated[str, everyone, Of("place")]
    seats: Annotated[Json, everyone, Of("seat")]
    things: Annotated[Things, owner("seats").and_count, drawn, Of("thing")]

    def apply(self, state: AnyGame) -> None:
        """Out of the one place, into the other."""
        state.place(self.origin).remove_all(self.things)
        state.place(self.to).add_all(self.things)
        state.asked = ()


@dataclass(frozen=True, slots=True)
class DiceTaken(Fact):
    """Dice of a sort are taken up where they lie, to be rolled; *seats* see which they were (AG-C4)."""

    place: Annotated[str, everyone, Of("place")]
    dice: Annotated[str, everyone, Of("die")]
    seats: Annotated[Json, everyone, Of("seat")]
    things: Annotated[Things, owner("seats").and_count, Of("thing")]

    def apply(self, state: AnyGame) -> None:
        """They show nothing now."""
        state.place(self.place).remove_all(self.things)
        state.place(self.place).add(blank(self.dice), number_of(self.things))


@dataclass(frozen=True, slots=True)
class DiceRolled(Fact, opens=True):
    """By chance, the dice that were taken up show faces; *seats* see which (AG-C4)."""

    place: Annotated[str, everyone, Of("place")]
    dice: Annotated[str, everyone, Of("die")]
    seats: Annotated[Json, everyone, Of("seat")]
    things: Annotated[Things, owner("seats").and_count, drawn, Of("thing")]

    def apply(self, state: AnyGame) -> None:
        """Faces for dice that showed nothing."""
        state.place(self.place).remove(blank(self.dice), number_of(self.things))
        state.place(self.place).add_all(self.things)
        state.asked = ()


@dataclass(frozen=True, slots=True)
class PiecesShown(Fact, opens=True):
    """Pieces are shown to some seats, or to everyone, and stay where they are (AG-M6)."""

    place: Annotated[str, everyone, Of("place")]
    seats: Annotated[Json, everyone, Of("seat")]
    things: Annotated[Things, owner("seats").and_count, Of("thing")]

    def apply(self, state: AnyGame) -> None:
        """They are there, and stay; what was unknown is known then."""
        if state.places[self.place].kind.parts:
            state.places[self.place].copy().remove_all(self.things)
        else:
            state.place(self.place).remove_all(self.things)
            state.place(self.place).add_all(self.things)
        state.wish = None


@dataclass(frozen=True, slots=True)
class AmountChanged(Fact):
    """An amount grows or shrinks; *seats* see by how much (AG-N1)."""

    amount: Annotated[str, everyone, Of("place")]
    seats: Annotated[Json, everyone, Of("seat")]
    by: Annotated[int | Hidden, owner("seats"), Of("number")]

    def apply(self, state: AnyGame) -> None:
        """More, or less."""
        state.purse(self.amount).add(self.by)
        state.wish = None


@dataclass(frozen=True, slots=True)
class Said(Fact):
    """Somebody says something, such as a bid, a claim, a guess (AG-S1)."""

    seat: Annotated[int, everyone, Of("seat")]
    number: Annotated[int | None, everyone, Of("number")] = None
    words: Annotated[Text | None, everyone, text] = None

    def apply(self, _: AnyGame) -> None:
        """Words move nothing."""


@dataclass(frozen=True, slots=True)
class TurnPassed(Fact):
    """It is the turn of *seat* (AG-T1)."""

    seat: Annotated[int, everyone, Of("seat")]

    def apply(self, state: AnyGame) -> None:
        """Another one's turn."""
        state.turn = self.seat
        state.wish = None


@dataclass(frozen=True, slots=True)
class PhaseBegan(Fact):
    """A phase begins; with the first one a *round* (AG-T2)."""

    phase: Annotated[str, everyone, Of("phase")]
    round: Annotated[int, everyone, Of("number")]

    def apply(self, state: AnyGame) -> None:
        """Another phase, perhaps of another round."""
        state.phase, state.round = self.phase, self.round
        state.wish = None


@dataclass(frozen=True, slots=True)
class EndWished(Fact):
    """A seat says that the game has ended; *left* are the seats that have not agreed yet (AG-E2).

    Who has won is said by *winners*, or *lost* says that nobody has; otherwise the amount of the box decides.
    """

    seat: Annotated[int, everyone, Of("seat")]
    left: Annotated[tuple[int, ...], everyone, Of("seat")]
    winners: Annotated[tuple[int, ...] | None, everyone, Of("seat")] = None
    lost: Annotated[bool | None, everyone] = None

    def apply(self, state: AnyGame) -> None:
        """What is proposed, and who is asked; its members stand in the order in which they will be read again."""
        winners = None if self.winners is None else list(self.winners)
        said = {"left": list(self.left), "lost": self.lost, "seat": self.seat, "winners": winners}
        state.wish = {name: value for name, value in said.items() if value is not None}


@dataclass(frozen=True, slots=True)
class EndAgreed(Fact):
    """The last seat that was asked agrees to the end (AG-E2)."""

    seat: Annotated[int, everyone, Of("seat")]

    def apply(self, state: AnyGame) -> None:
        """Nobody is asked any more."""
        state.wish = None if state.wish is None else {**state.wish, "left": []}


FACTS: tuple[type[Fact], ...] = (
    PiecesMoved,
    PiecesRevealed,
    PiecesPlaced,
    PiecesPlacedOpenly,
    ChanceAsked,
    PiecesDrawn,
    DiceTaken,
    DiceRolled,
    PiecesShown,
    AmountChanged,
    Said,
    TurnPassed,
    PhaseBegan,
    EndWished,
    EndAgreed,
)
