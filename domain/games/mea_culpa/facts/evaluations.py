"""What is told when a cathedral is finished, when posts are compared, and at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from domain.kit.facts import Fact, Of, everyone


@dataclass(frozen=True, slots=True)
class CompartmentOpened(Fact, opens=True):
    """A seat empties a compartment before everyone (MC-G3)."""

    seat: Annotated[int, everyone, Of("seat")]
    compartment: Annotated[str, everyone, Of("compartment")]
    things: Annotated[tuple[str, ...], everyone, Of("item")]


@dataclass(frozen=True, slots=True)
class LettersLaidOut(Fact):
    """The Letters for the donors of a category are laid out (MC-E2)."""

    category: Annotated[str, everyone, Of("category")]
    letters: Annotated[tuple[str, ...], everyone, Of("letter")]


@dataclass(frozen=True, slots=True)
class DonorsRanked(Fact):
    """What each seat has donated in a category, and those who have, biggest first (MC-E2, MC-E4)."""

    category: Annotated[str, everyone, Of("category")]
    values: Annotated[tuple[int, ...], everyone, Of("number", by="seat")]
    ranking: Annotated[tuple[int, ...], everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class LettersReturned(Fact):
    """Letters that nobody gets go back to their stacks (MC-E3)."""

    letters: Annotated[tuple[str, ...], everyone, Of("letter")]


@dataclass(frozen=True, slots=True)
class DonationsCleared(Fact):
    """The evaluated goods of a seat go into the bag, its coins to the bank (MC-E5)."""

    seat: Annotated[int, everyone, Of("seat")]
    goods: Annotated[tuple[str, ...], everyone, Of("good")]
    coins: Annotated[tuple[str, ...], everyone, Of("item")]


@dataclass(frozen=True, slots=True)
class PostsCompared(Fact):
    """The posts are compared: most and fewest notches, and who has to move (MC-X1, MC-X2)."""

    most: Annotated[int, everyone]
    fewest: Annotated[int, everyone]
    seat: Annotated[int | None, everyone, Of("seat")] = None


@dataclass(frozen=True, slots=True)
class LettersShown(Fact, opens=True):
    """A seat shows its Letters; *steps* is what they are worth towards Heaven (MC-Z2)."""

    seat: Annotated[int, everyone, Of("seat")]
    letters: Annotated[Mapping[str, int], everyone, Of("letter")]
    steps: Annotated[int, everyone]


EVALUATIONS: tuple[type[Fact], ...] = (
    CompartmentOpened,
    LettersLaidOut,
    DonorsRanked,
    LettersReturned,
    DonationsCleared,
    PostsCompared,
    LettersShown,
)
