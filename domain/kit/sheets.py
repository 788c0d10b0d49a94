"""How a match stands on paper: what a game says of its printed record.

A sheet has a row for each round and a column for each seat: what the seat did, and its running balances at the
end of the round. A game says in a :class:`Sheet` which balances there are, and in which round a decision stands;
its words say how a fact is written in short. All of it is read from facts and views as a viewer was told them;
nothing is hidden here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from domain.kit.facts import Json

UNKNOWN = "?"
"""The sign for a value that the viewer does not know: never 0, and never nothing."""


Read: TypeAlias = Callable[[Json, int], int | str | Mapping[str, int] | None]
"""Reads something of a seat from a board: a number, some words, how many there are of each value of the balance's
kind, ``UNKNOWN``, or None for what is not yet."""


@dataclass(frozen=True, slots=True)
class Balance:
    """A running balance of a seat: *title* in short, *meaning* in full, if no words say it (``balance-<title>``).

    *read* takes it from a view's board and a seat; values that it counts are of the *kind*. *closing* ones are
    shown at the end only.
    """

    title: str
    meaning: str = ""
    read: Read = field(kw_only=True)
    kind: str = ""
    closing: bool = False


def no_rounds(_: Json, __: int | None) -> int:
    """A game that has no rounds stands in one row."""
    return 1


def round_on_board(board: Json, _: int | None) -> int:
    """The round that the board says it is, for every actor."""
    return int(board["round"])


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a game says of its printed record.

    *balances* stand under each seat's part of a row, *round_of* says in which round somebody (a seat, or None for
    chance and the table) decides when the board stands so. *rows* are those of an empty sheet. How a fact is
    written in short, the words of the game say (``brief-<fact>``, and ``brief-key`` for what the signs there
    mean); other facts are left out. A game without words says it here: *lines* gives it for a type of fact, with
    its fields in braces, and *key* explains the signs.
    """

    lines: Mapping[str, str] = field(default_factory=dict)
    balances: tuple[Balance, ...] = ()
    round_of: Callable[[Json, int | None], int] = no_rounds
    key: str = ""
    rows: int = 12

    @property
    def running(self) -> tuple[Balance, ...]:
        """The balances that stand in each row."""
        return tuple(balance for balance in self.balances if not balance.closing)


def openly(name: str) -> Read:
    """What everybody sees of a seat, under this name."""
    return lambda board, seat: board["seats"][seat][name]


def counted(name: str) -> Read:
    """How many things lie in a seat's place of this name."""
    return lambda board, seat: count(board["seats"][seat][name])


def count(place: Mapping[str, Json]) -> int | str:
    """How many things lie in a place of a view."""
    number: int | str = place.get("count", UNKNOWN)
    return number


def amount(purse: Mapping[str, Json]) -> int | str:
    """What is in a purse of a view."""
    number: int | str = purse.get("amount", UNKNOWN)
    return number


def things(place: Mapping[str, Json]) -> Mapping[str, int] | str:
    """How many things of each kind lie in a place of a view; ``UNKNOWN`` counts those of unknown kind."""
    known: Mapping[str, int] = place.get("things", {})
    if "count" not in place:
        return UNKNOWN
    unknown = place["count"] - sum(known.values())
    return {**known, UNKNOWN: unknown} if unknown else known
