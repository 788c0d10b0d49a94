"""What is wrong with a box, each with where that is: found before anybody plays with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

from domain.games.any_game.box import (
    BLANK,
    LONGEST_NAME,
    MOST_PARTS,
    MOST_PIECES,
    MOST_PLACES,
    MOST_SEATS,
    MOST_WAYS,
    OF_A_SEAT,
    THE_BOX,
    Path,
    Problem,
    box_of,
    faces_listed,
    is_by_part,
    kinds_of,
    least_and_most,
    parts_of,
    pieces_of,
)
from domain.kit.facts import Json
from domain.kit.text.naming import nearest


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
    groups = {name: pieces_of(listed)[0] for name, listed in board.get("pieces", {}).items()}
    dice = {name: faces_listed(die) for name, die in board.get("dice", {}).items()}
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
            names = pieces_of(listed)[0] if table == "pieces" else faces_listed(listed)
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
    parts = parts_of(said.get("parts", ()))
    for part in parts:
        yield from _of_name((*path, "parts"), part)
    if len(set(parts)) < len(parts):
        yield (*path, "parts"), "a part is named twice"
    if "parts_seen_by" in said and not parts:
        yield (*path, "parts_seen_by"), "the place has no parts"
    start = said.get("start")
    if not parts and is_by_part(start):
        yield (*path, "start"), "the place has no parts: say how many of each lie there"
        return
    laid_by_part: Any = start if parts and is_by_part(start) else {"": start}
    for where, laid in laid_by_part.items():
        at = (*path, "start", where) if where else (*path, "start")
        if where and where not in parts:
            yield at, f"the place has no part {where!r}"
        names = [laid] if isinstance(laid, str) else [*laid] if laid is not None else []
        for name in names:
            if name not in known:
                yield at, _no_such(name, known)
        if "holds" in said and not any(name not in known for name in (*names, *said["holds"])):
            holds = {kind for one in said["holds"] for kind in kinds_of(one, groups, dice)}
            for name in names:
                if not {*kinds_of(name, groups, dice)} <= holds:
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
    absent = sorted({*range(most)} - {*order})
    if absent and "seats" in board:  # otherwise it is for those who are named
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
