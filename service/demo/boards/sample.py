"""What a sample match is made of, and what several games show in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Names: TypeAlias = Sequence[str]
"""Who sits at each seat."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A match to be played, and what a game has to say of itself.

    ``left`` measures in a view how much is still to come; at the end it need not be 0. ``stage`` puts in words
    how far the match is, and ``told`` what a fact means that happened *times* times in its decision, or ``""``.
    ``drawn`` draws the board of a match that is over, as officials see it. ``by_hand`` are commands that its
    players leave alone as long as they can: single steps, where whole actions do. ``seldom`` says how often they
    choose a type of move, against 1 for all others: nothing forces some games to end.
    """

    title: str
    table: str
    opening: Mapping[str, Any]
    left: Callable[[Any], int]
    stage: Callable[[Any], str]
    told: Callable[[Any, Names, int], str]
    drawn: Callable[[Any, Names], str]
    by_hand: frozenset[str] = frozenset()
    seldom: Mapping[str, float] = field(default_factory=dict)

    @property
    def names(self) -> Names:
        """Who sits at each seat."""
        return [seat["name"] for seat in self.opening["seats"]]


SEATS = [
    {"name": "Agatha", "colour": "red"},
    {"name": "Bruno", "colour": "blue"},
    {"name": "Clara", "colour": "green"},
    {"name": "Dietmar", "colour": "yellow"},
]


def columns(rows: list[list[str]]) -> Iterator[str]:
    """The lines of a table: its first column to the left, all others to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(["", first.strip().ljust(widths[0]), *others]).rstrip()


def winners(outcome: Any, names: Names, why: str = "") -> str:
    """Who has won, and how that was decided."""
    won = [names[seat] for seat in outcome["winners"]]
    decided = f"decided by {outcome['decided_by']}{why}"
    return f"  {'Winner' if len(won) == 1 else 'Winners'}: {' and '.join(won)} ({decided})"


def in_round(view: Any) -> str:
    """The number of the round."""
    return f"round {view['board']['round']:>2}"
