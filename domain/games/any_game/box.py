"""The box of a match: which pieces there are, which places, who sees what. It is the whole of the match's board.

A box is JSON (a file of TOML says the same). :func:`box_of` reads one that has been checked; :func:`problems` says
what is wrong with one, each with where that is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any, Literal

from domain.kit.facts import EVERYONE, Json
from domain.kit.places import NOBODY, Seats
from domain.kit.text.naming import nearest

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
    taken_by_anyone: bool


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
    """The box of a match with that number of seats; it has been checked (:func:`problems`).

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
    groups = {name: _pieces(listed)[0] for name, listed in board.get("pieces", {}).items()}
    each = {name: _pieces(listed)[1] for name, listed in board.get("pieces", {}).items()}
    dice = {name: _faces(die) for name, die in board.get("dice", {}).items()}
    listed = {piece: each[group] for group, pieces in groups.items() for piece in pieces}
    sorts = {name: _sort(name, said, groups, dice, each) for name, said in board.get("places", {}).items()}
    laid: Counter[str] = Counter()
    for sort in sorts.values():
        for things in sort.start.values():
            for thing, number in things.items():
                laid[thing] += number * (seats if sort.of_seats else 1)
    left = {piece: number - laid[piece] for piece, number in listed.items() if number > laid[piece]}
    if left:
        sorts[THE_BOX] = PlaceSort(THE_BOX, False, "everyone", (), "everyone", None, {"": left}, False)
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


def _pieces(listed: Any) -> tuple[tuple[str, ...], int]:
    """The names of a group of pieces, and how many there are of each."""
    if isinstance(listed, list | tuple):
        return tuple(listed), 1
    names = listed["names"]
    if any(isinstance(one, str) for one in names):
        return tuple(names), listed.get("each", 1)
    return tuple(listed.get("join", " ").join(parts) for parts in product(*names)), listed.get("each", 1)


def _faces(die: Any) -> tuple[str, ...]:
    faces = die["faces"] if isinstance(die, Mapping) else die
    return tuple(str(face) for face in range(1, faces + 1)) if isinstance(faces, int) else tuple(faces)


def _sort(
    name: str,
    said: Mapping[str, Any],
    groups: Mapping[str, Sequence[str]],
    dice: Mapping[str, Sequence[str]],
    each: Mapping[str, int],
) -> PlaceSort:
    parts = _parts(said.get("parts", ()))
    holds = said.get("holds")
    return PlaceSort(
        name,
        said.get("of") == "seat",
        _sight(said.get("sees", "everyone")),
        parts,
        _sight(said.get("parts_seen_by", "everyone")),
        None if holds is None else frozenset(kind for one in holds for kind in _kinds(one, groups, dice)),
        _start(said.get("start"), parts, _Laid(groups, dice, each)),
        said.get("taken_by") == "anyone",
    )


def _sight(sees: Any) -> str | tuple[int, ...]:
    return sees if isinstance(sees, str) else tuple(sees)


def _parts(parts: Any) -> tuple[str, ...]:
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


def _kinds(name: str, groups: Mapping[str, Sequence[str]], dice: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The pieces that a name in ``holds`` stands for: a group, a die with all its faces, or a single piece."""
    if name in groups:
        return tuple(groups[name])
    return (*(f"{name}:{face}" for face in dice[name]), blank(name)) if name in dice else (name,)


def _start(start: Any, parts: Sequence[str], laid: _Laid) -> dict[str, dict[str, int]]:
    """What lies in a place at first, by part; a die shows the first of its faces."""
    if start is None:
        return {}
    if not parts:
        return {} if _is_by_part(start) else {"": laid.out(start)}  # that is a problem of its own
    if _is_by_part(start):
        return {part: laid.out(things) for part, things in start.items()}
    return {parts[0]: laid.out(start)}


def _is_by_part(start: Any) -> bool:
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


# -- what is wrong with a box -------------------------------------------------------------------------------


def problems(board: Mapping[str, Json]) -> Iterator[Problem]:
    """What is wrong with a box of the right shape (``options.BOARD``), first things first."""
    if not str(board["title"]).isprintable():
        yield ("title",), "the title holds something that cannot be read"
    yield from _of_seats(board)
    too_many = [*_of_many_names(board)]
    yield from too_many
    if too_many:
        return  # all of them would be made
    names_of_pieces = [*_of_pieces(board)]
    yield from names_of_pieces
    if names_of_pieces:
        return  # what follows goes by the pieces' names
    groups = {name: _pieces(listed)[0] for name, listed in board.get("pieces", {}).items()}
    dice = {name: _faces(die) for name, die in board.get("dice", {}).items()}
    most, teams = least_and_most(board)[1], bool(board.get("teams"))
    for name, said in board.get("places", {}).items():
        yield from _of_place(("places", name), said, groups, dice, most)
        yield from _of_sight(("places", name), said, most, teams=teams)
    amounts = board.get("amounts", {})
    for name, said in amounts.items():
        yield from _of_name(("amounts", name), name)
        yield from _of_sight(("amounts", name), said, most, teams=teams)
        if said.get("start", 0) < said.get("least", 0):
            yield ("amounts", name, "start"), "it begins below the least that it can be"
    deciding = [name for name, said in amounts.items() if "wins" in said]
    for name in deciding[1:]:
        yield ("amounts", name, "wins"), f"{deciding[0]} decides already who wins"
    for name in amounts.keys() & board.get("places", {}).keys():
        yield ("amounts", name), "a place has this name"
    yield from _of_turns(board, most)
    yield from _of_sizes(board, most)


def _of_seats(board: Mapping[str, Json]) -> Iterator[Problem]:
    least, most = least_and_most(board)
    if not 1 <= least <= most <= MOST_SEATS:
        yield ("seats",), f"seats are from 1 to {MOST_SEATS}, the least first"
    seated: set[int] = set()
    for number, team in enumerate(board.get("teams", ())):
        for position, seat in enumerate(team):
            if seat >= most:
                yield ("teams", number, position), f"there is no seat {seat}"
            if seat in seated:
                yield ("teams", number, position), f"seat {seat} is in two teams"
            seated.add(seat)


def _of_many_names(board: Mapping[str, Json]) -> Iterator[Problem]:
    """Lists of a few names each can make more pieces than there is memory for: they are counted first."""
    for name, listed in board.get("pieces", {}).items():
        names = () if isinstance(listed, list | tuple) else listed["names"]
        if not any(isinstance(one, str) for one in names) and prod(map(len, names)) > MOST_PIECES:
            yield ("pieces", name), f"these are more than {MOST_PIECES} pieces"


def _of_pieces(board: Mapping[str, Json]) -> Iterator[Problem]:
    """Every name of a group, a piece and a die is a name, and stands for one thing only."""
    taken: dict[str, str] = {}
    for table in ("pieces", "dice"):
        for name, listed in board.get(table, {}).items():
            yield from _of_name((table, name), name)
            if name in taken:
                yield (table, name), f"{taken[name]} has this name"
            taken[name] = "a group of pieces" if table == "pieces" else "a die"
            names = _pieces(listed)[0] if table == "pieces" else _faces(listed)
            if table == "dice" and BLANK in names:
                yield (table, name), f"no face can be called {BLANK!r}: a die shows that while it is rolled"
            for one in names:
                yield from _of_name((table, name), one)
                if table == "pieces" and one in taken and one != name:
                    yield (table, name), f"{one} is listed twice, or is the name of a group too"
                if table == "pieces":
                    taken[one] = "a piece"
            if len(set(names)) < len(names):
                yield (table, name), "a name is listed twice"


def _of_name(path: Path, name: str) -> Iterator[Problem]:
    if not 1 <= len(name) <= LONGEST_NAME:
        yield path, f"{name[:LONGEST_NAME]!r} is no name: names have 1 to {LONGEST_NAME} characters"
    elif ":" in name or not name.isprintable() or name != name.strip() or max(name) > "\uffff":
        yield (
            path,
            f"{name!r} is no name: it holds a colon, a space at its end, or no letter or sign",
        )


def _of_place(
    path: Path,
    said: Mapping[str, Any],
    groups: Mapping[str, Sequence[str]],
    dice: Mapping[str, Sequence[str]],
    most: int,  # noqa: ARG001
) -> Iterator[Problem]:
    yield from _of_name(path, str(path[-1]))
    pieces = {piece for listed in groups.values() for piece in listed}
    known = [*groups, *dice, *pieces]
    for position, one in enumerate(said.get("holds", ())):
        if one not in known:
            yield (*path, "holds", position), _no_such(one, known)
    parts = _parts(said.get("parts", ()))
    for part in parts:
        yield from _of_name((*path, "parts"), part)
    if len(set(parts)) < len(parts):
        yield (*path, "parts"), "a part is named twice"
    if "parts_seen_by" in said and not parts:
        yield (*path, "parts_seen_by"), "the place has no parts"
    start = said.get("start")
    if not parts and _is_by_part(start):
        yield (*path, "start"), "the place has no parts: say how many of each lie there"
        return
    laid_by_part: Any = start if parts and _is_by_part(start) else {"": start}
    for where, laid in laid_by_part.items():
        at = (*path, "start", where) if where else (*path, "start")
        if where and where not in parts:
            yield at, f"the place has no part {where!r}"
        names = [laid] if isinstance(laid, str) else [*laid] if laid is not None else []
        for name in names:
            if name not in known:
                yield at, _no_such(name, known)
        if "holds" in said and not any(name not in known for name in (*names, *said["holds"])):
            holds = {kind for one in said["holds"] for kind in _kinds(one, groups, dice)}
            for name in names:
                if not {*_kinds(name, groups, dice)} <= holds:
                    yield at, f"{name} lies there at first, and cannot lie there"


def _no_such(name: str, known: Sequence[str]) -> str:
    near = nearest(name, known) if len(known) <= MOST_PIECES else None
    return f"nothing in the box is called {name!r}" + (f": is it {near!r}?" if near is not None else "")


def _of_sight(path: Path, said: Mapping[str, Any], most: int, *, teams: bool) -> Iterator[Problem]:
    for member in ("sees", "parts_seen_by"):
        sees = said.get(member)
        if sees == "team" and not teams:
            yield (*path, member), "the box has no teams"
        if sees in OF_A_SEAT and said.get("of") != "seat":
            yield (*path, member), f'only what is of a seat has an {sees!r}: add of = "seat"'
        if isinstance(sees, list | tuple):
            for position, seat in enumerate(sees):
                if seat >= most:
                    yield (*path, member, position), f"there is no seat {seat}"


def _of_turns(board: Mapping[str, Json], most: int) -> Iterator[Problem]:
    turns = board.get("turns", {})
    order = turns.get("order", range(most))
    for position, seat in enumerate(order):
        if seat >= most:
            yield ("turns", "order", position), f"there is no seat {seat}"
    if absent := sorted({*range(most)} - {*order}):
        yield ("turns", "order"), f"seat {absent[0]} would never have a turn"
    for phase in turns.get("phases", ()):
        yield from _of_name(("turns", "phases"), phase)


def _of_sizes(board: Mapping[str, Json], most: int) -> Iterator[Problem]:
    box = box_of(board, most)
    if sum(box.kinds.values()) > MOST_PIECES:
        yield ("pieces",), f"there are more than {MOST_PIECES} pieces"
    if len(box.sorts) > MOST_PLACES:
        yield ("places",), f"with {most} seats there are more than {MOST_PLACES} places"
    parts = sum(len(sort.parts) for sort in box.sorts.values())
    if parts > MOST_PARTS:
        yield ("places",), f"with {most} seats the places have more than {MOST_PARTS} parts"
    if parts * min(parts, sum(box.kinds.values())) > MOST_WAYS:
        yield ("places",), f"there are too many parts ({parts}) for its pieces: more moves than can be listed"
    if THE_BOX in board.get("amounts", {}) and THE_BOX in box.places:
        yield ("amounts", THE_BOX), "pieces that are not laid out lie in a place of this name"
    if THE_BOX in board.get("places", {}) and THE_BOX in box.places and box.places[THE_BOX].holds is None:
        left = set(box.kinds) - {kind for sort in box.places.values() for at in sort.start.values() for kind in at}
        if left:
            yield ("places", THE_BOX), "pieces that are not laid out lie in a place of this name"
