"""The box of a match: which pieces there are, which places, who sees what. It is the whole of the match's board.

A box is JSON (a file of TOML says the same). :func:`box_of` reads one that has been checked (``checking``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal

from domain.kit.facts import EVERYONE, Json
from domain.kit.places import NOBODY, Seats

MOST_PIECES, MOST_PLACES, MOST_SEATS, LONGEST_NAME = 2_000, 400, 20, 40
MOST_PARTS, MOST_WAYS = 2_000, 250_000
"""How many parts all places have, and from how many parts to how many others a piece can be moved."""
BLANK = "?"
"""What a die shows that is in the air."""
THE_BOX = "box"
"""The place in which pieces lie that nothing has been laid out with."""
SIGHTS = ("everyone", "nobody", "owner", "others", "team")
OF_A_SEAT = ("owner", "others", "team")
"""What only a place of a seat can say of those who see it."""

Path = tuple[str | int, ...]
Problem = tuple[Path, str]
"""Where in the box something is wrong, and what, in a sentence without its full stop."""


@dataclass(frozen=True, slots=True)
class PlaceSort:
    """A place as the box declares it: one for the table, or one for each seat.

    *holds* are the kinds of pieces that can lie there (None: any), *start* what lies there at first, by part
    (``""`` for a place without parts).
    """

    name: str
    of_seats: bool
    sees: str | tuple[int, ...]
    parts: tuple[str, ...]
    parts_seen_by: str | tuple[int, ...]
    holds: frozenset[str] | None
    start: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that is counted: of the table, or of each seat."""

    name: str
    of_seats: bool
    sees: str | tuple[int, ...]
    start: int
    least: int
    wins: Literal["most", "fewest"] | None


@dataclass(frozen=True)
class Box:
    """What is in the box, for a match of this number of *seats*.

    *kinds* says how many there are of each piece that can be told from others; a die is one for each of its faces.
    *groups* are the names under which the box lists pieces, *dice* the faces of each die.
    """

    seats: int
    kinds: Mapping[str, int]
    groups: Mapping[str, tuple[str, ...]]
    dice: Mapping[str, tuple[str, ...]]
    places: Mapping[str, PlaceSort]
    amounts: Mapping[str, Amount]
    teams: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    phases: tuple[str, ...]
    strict: bool
    sorts: Mapping[str, PlaceSort] = field(default_factory=dict)
    """The declaration of each place of the match, by its name there (``hand:0``)."""
    fitting: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What can lie in a place, by its name there, and how many there are of each in all."""

    def seats_of(self, sees: str | tuple[int, ...], owner: int | None) -> Seats:
        """Those who see something of which the box says *sees*; *owner* is the seat whose it is."""
        everybody = frozenset(range(self.seats))
        if not isinstance(sees, str):
            return everybody & frozenset(sees)
        mine = frozenset(() if owner is None else (owner,))
        match sees:
            case "nobody":
                return NOBODY
            case "owner":
                return mine
            case "others":
                return everybody - mine
            case "team":
                return next((frozenset(team) for team in self.teams if owner in team), mine)
        return EVERYONE

    def next_after(self, seat: int | None) -> int:
        """Whose turn comes after that of *seat*; the first one where it was nobody's."""
        if seat is None or seat not in self.order:
            return self.order[0]
        return self.order[(self.order.index(seat) + 1) % len(self.order)]


def named(name: str, seat: int | None) -> str:
    """What a place or amount of a seat is called in a match."""
    return name if seat is None else f"{name}:{seat}"


def blank(die: str) -> str:
    """A die that is in the air."""
    return f"{die}:{BLANK}"


def faces_of(box: Box, die: str) -> tuple[str, ...]:
    """What a die can show, as kinds of things."""
    return tuple(f"{die}:{face}" for face in box.dice[die])


def owner_of(name: str) -> int | None:
    """The seat whose place or amount this is; None for one of the table."""
    _, colon, seat = name.partition(":")
    return int(seat) if colon else None


def box_of(board: Mapping[str, Json], seats: int) -> Box:
    """The box of a match with that number of seats; it has been checked (``checking``).

    The last ones are kept: a match asks for its box whenever it is folded or told in words.
    """
    key = (id(board), seats)
    kept = _kept.get(key)  # looked up once: another thread may clear it
    if kept is None or kept[0] is not board:
        kept = (board, _read(board, seats))
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = kept
    return kept[1]


_kept: dict[tuple[int, int], tuple[Mapping[str, Json], Box]] = {}
"""Boxes that were read, with the boards that they were read from: as long as these are kept, none has their id."""
MOST_KEPT = 64


def _read(board: Mapping[str, Json], seats: int) -> Box:
    groups = {name: pieces_of(listed)[0] for name, listed in board.get("pieces", {}).items()}
    each = {name: pieces_of(listed)[1] for name, listed in board.get("pieces", {}).items()}
    dice = {name: faces_listed(die) for name, die in board.get("dice", {}).items()}
    listed = {piece: each[group] for group, pieces in groups.items() for piece in pieces}
    sorts = {name: _sort(name, said, groups, dice, each) for name, said in board.get("places", {}).items()}
    laid: Counter[str] = Counter()
    for sort in sorts.values():
        for things in sort.start.values():
            for thing, number in things.items():
                laid[thing] += number * (seats if sort.of_seats else 1)
    left = {piece: number - laid[piece] for piece, number in listed.items() if number > laid[piece]}
    if left:
        sorts[THE_BOX] = PlaceSort(THE_BOX, False, "everyone", (), "everyone", None, {"": left})
    kinds = {piece: max(number, laid[piece]) for piece, number in listed.items()}
    for die, faces in dice.items():
        there_are = sum(laid[f"{die}:{face}"] for face in faces)
        kinds |= dict.fromkeys((*(f"{die}:{face}" for face in faces), blank(die)), there_are)
    fitting = {name: _fitting(sort, kinds) for name, sort in sorts.items()}
    turns = board.get("turns", {})
    order = tuple(seat for seat in turns.get("order", range(seats)) if seat < seats)
    return Box(
        seats,
        kinds,
        groups,
        dice,
        sorts,
        {name: _amount(name, said) for name, said in board.get("amounts", {}).items()},
        tuple(tuple(seat for seat in team if seat < seats) for team in board.get("teams", ())),
        order or tuple(range(seats)),
        tuple(turns.get("phases", ())),
        bool(turns.get("strict", False)),
        {
            named(sort.name, seat): sort
            for sort in sorts.values()
            for seat in (range(seats) if sort.of_seats else (None,))
        },
        {
            named(name, seat): fitting[name]
            for name, sort in sorts.items()
            for seat in (range(seats) if sort.of_seats else (None,))
        },
    )


def _fitting(sort: PlaceSort, kinds: Mapping[str, int]) -> Mapping[str, int]:
    """What can lie in a place of this sort; the same object as *kinds* if everything can."""
    if sort.holds is None or sort.holds >= kinds.keys():
        return kinds
    return {kind: number for kind, number in kinds.items() if kind in sort.holds}


def least_and_most(board: Mapping[str, Json]) -> tuple[int, int]:
    """How many seats a box is for."""
    seats = board.get("seats", [1, MOST_SEATS])
    return (seats, seats) if isinstance(seats, int) else (seats[0], seats[1])


def pieces_of(listed: Any) -> tuple[tuple[str, ...], int]:
    """The names of a group of pieces, and how many there are of each."""
    if isinstance(listed, list | tuple):
        return tuple(listed), 1
    names = listed["names"]
    if any(isinstance(one, str) for one in names):
        return tuple(names), listed.get("each", 1)
    return tuple(listed.get("join", " ").join(parts) for parts in product(*names)), listed.get("each", 1)


def faces_listed(die: Any) -> tuple[str, ...]:
    """The faces of a die: numbers from 1 on, or names."""
    faces = die["faces"] if isinstance(die, Mapping) else die
    return tuple(str(face) for face in range(1, faces + 1)) if isinstance(faces, int) else tuple(faces)


def _sort(
    name: str,
    said: Mapping[str, Any],
    groups: Mapping[str, Sequence[str]],
    dice: Mapping[str, Sequence[str]],
    each: Mapping[str, int],
) -> PlaceSort:
    parts = parts_of(said.get("parts", ()))
    holds = said.get("holds")
    return PlaceSort(
        name,
        said.get("of") == "seat",
        _sight(said.get("sees", "everyone")),
        parts,
        _sight(said.get("parts_seen_by", "everyone")),
        None if holds is None else frozenset(kind for one in holds for kind in kinds_of(one, groups, dice)),
        _start(said.get("start"), parts, _Laid(groups, dice, each)),
    )


def _sight(sees: Any) -> str | tuple[int, ...]:
    return sees if isinstance(sees, str) else tuple(sees)


def parts_of(parts: Any) -> tuple[str, ...]:
    """The names of the parts of a place: numbers, names, or those of a grid by column and row (``a1``)."""
    if isinstance(parts, int):
        return tuple(str(number) for number in range(1, parts + 1))
    if isinstance(parts, Mapping):
        columns, rows = parts["grid"]
        return tuple(f"{_column(column)}{row}" for row in range(1, rows + 1) for column in range(columns))
    return tuple(parts)


def _column(number: int) -> str:
    """Letters as of a spreadsheet: a … z, aa …"""
    before, letter = divmod(number, 26)
    return (_column(before - 1) if before else "") + chr(ord("a") + letter)


def kinds_of(name: str, groups: Mapping[str, Sequence[str]], dice: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The pieces that a name in ``holds`` stands for: a group, a die with all its faces, or a single piece."""
    if name in groups:
        return tuple(groups[name])
    return (*(f"{name}:{face}" for face in dice[name]), blank(name)) if name in dice else (name,)


def _start(start: Any, parts: Sequence[str], laid: _Laid) -> dict[str, dict[str, int]]:
    """What lies in a place at first, by part; a die shows the first of its faces."""
    if start is None:
        return {}
    if not parts:
        return {} if is_by_part(start) else {"": laid.out(start)}  # that is a problem of its own
    if is_by_part(start):
        return {part: laid.out(things) for part, things in start.items()}
    return {parts[0]: laid.out(start)}


def is_by_part(start: Any) -> bool:
    """Whether it says for each part what lies there: otherwise it is a number of each thing, or a list."""
    return isinstance(start, Mapping) and any(not isinstance(one, int) for one in start.values())


@dataclass(frozen=True, slots=True)
class _Laid:
    """Lays things out as a box says it: of a group that is only named, as many of *each* as there are."""

    groups: Mapping[str, Sequence[str]]
    dice: Mapping[str, Sequence[str]]
    each: Mapping[str, int]

    def out(self, start: Any) -> dict[str, int]:
        """How many of each piece lie there."""
        names = (start,) if isinstance(start, str) else start
        if not isinstance(names, Mapping):
            names = {name: self.each.get(name, 1) for name in names}
        laid: Counter[str] = Counter()
        for name, number in names.items():
            if name in self.dice:
                laid[f"{name}:{self.dice[name][0]}"] += number
            else:
                for kind in self.groups.get(name, (name,)):
                    laid[kind] += number
        return dict(laid)


def _amount(name: str, said: Mapping[str, Any]) -> Amount:
    return Amount(
        name,
        said.get("of") == "seat",
        _sight(said.get("sees", "everyone")),
        said.get("start", 0),
        said.get("least", 0),
        said.get("wins"),
    )
