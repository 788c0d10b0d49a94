"""Whose turn it is, what is to be done, and which office was used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from domain.games.thurn_and_taxis.drawing.signs import chevron, flag, office
from domain.games.thurn_and_taxis.drawing.table import OFFICE, PLATE, Table
from domain.kit.drawing.lettering import lines, text, width_of
from domain.kit.drawing.marks import seat_mark
from domain.kit.drawing.svg import Grounds, Shown, group, path, rect
from domain.kit.drawing.svg import number as number_of
from domain.kit.facts import Json
from domain.kit.words.standing import awaited as awaits

HEIGHT = 42.0
OVER = "over"
DEALT = "deal"
"""The step of which chance has a part, and yet it says best what is going on."""


def draw(table: Table, parent: Element, width: float) -> float:
    """The strip above everything."""
    board = table.board
    turn = board["turn"]
    if board["phase"] == OVER:
        return _over(table, parent, width)
    ground = rect(parent, 0, 0, width, HEIGHT, "box turn", round_=4)
    left = 8.0
    if turn is not None:
        name = table.words.seat(turn)
        seat_mark(
            parent, 20, 21, 12, turn, Shown("/turn", "seat", turn, f"{table.title('turn')}: {table.name(turn)}")
        )
        left = 40.0
        text(parent, left, 18, name, 13, bold=True, most=width * 0.42)
    else:
        phase = group(parent, Shown("/phase", "phase", board["phase"]))
        text(phase, left, 18, table.words.label("phase", board["phase"]), 13, bold=True, most=width * 0.42)
    _asked(table, parent, left, width * 0.55)
    parent.set("font-size", number_of(table.size))
    _round(table, parent, width)
    _office(table, parent, width)
    height = HEIGHT + _pending(table, parent, width)
    ground.set("height", str(height))
    return height


def _over(table: Table, parent: Element, width: float) -> float:
    """After the last turn: how many rounds there were, and who triggered the end."""
    rect(parent, 0, 0, width, 24, "box", round_=4)
    phase = group(parent, Shown("/phase", "phase", table.board["phase"]))
    text(phase, 8, 16, table.words.label("phase", table.board["phase"]), 12, bold=True, most=width * 0.42)
    _round(table, parent, width)
    return 24


def _steps(table: Table) -> Mapping[str, Json]:
    """The step that is due now; empty if none is."""
    steps = table.board["steps"]
    return steps[0] if steps else {}


def _asked(table: Table, parent: Element, x: float, most: float) -> None:
    """What is to be done, and by whom if not by whose turn it is."""
    due = _steps(table)
    awaited = [actor["seat"] for actor in table.awaiting if isinstance(actor, Mapping) and "seat" in actor]
    if awaited and awaited != [table.board["turn"]]:
        for seat in awaited:
            seat_mark(parent, x + 7, 31, 7, seat, Shown(None, "seat", seat, table.name(seat)))
            x, most = x + 18, most - 18
    if not awaited and table.awaiting and due.get("step") != DEALT:
        text(parent, x, 35, awaits(table.words, table.awaiting), 11, most=most)
    elif due:
        made = group(parent, Shown("/steps/0/step", "step", due["step"]))
        text(made, x, 35, table.words.label("step", due["step"]), 11, most=most)
    elif table.board["turn"] is not None:
        made = group(parent, Shown("/phase", "phase", table.board["phase"]))
        text(made, x, 35, table.words.label("phase", table.board["phase"]), 11, most=most)


def _round(table: Table, parent: Element, width: float) -> None:
    said = f"{table.title('round')} {table.board['round']}"
    made = group(parent, Shown("/round"))
    text(made, width - 8, 16, said, 11, anchor="end", classes="faint", most=width * 0.3)
    if table.board["ender"] is not None:
        ender = f"{table.title('ender')}: {table.name(table.board['ender'])}"
        sign = group(parent, Shown("/ender", "seat", table.board["ender"], ender))
        path(sign, flag(width - 24 - width_of(said, 11), 12), "alarm")


def _office(table: Table, parent: Element, width: float) -> None:
    """The office that was used, or that its owner began with an empty hand."""
    used = table.board["office"]
    if used is None and not table.board["forced"]:
        return
    at, kind = ("/office", used) if used is not None else ("/forced", "postmaster")
    said = table.words.label(OFFICE, kind) if used is not None else table.title("forced")
    made = group(parent, Shown(at, OFFICE if used is not None else None, used, f"{table.title('office')}: {said}"))
    room = width * 0.3
    broken = (said,) if width_of(said, 11, bold=True) <= room else lines(said, 10, room, 2, bold=True)
    size, y = (11, 35) if len(broken) == 1 else (10, 28)
    for number, one in enumerate(broken):
        text(made, width - 8, y + 11 * number, one, size, anchor="end", bold=True, most=room)
    wide = max(width_of(one, size, bold=True) for one in broken)
    path(made, office(kind, width - 20 - min(room, wide), 31), "pen")


def _pending(table: Table, parent: Element, width: float) -> float:
    """The cards that still move a carriage, or the seats that still return tiles; the height that they take."""
    due = _steps(table)
    if seats := list(_returning(table)):
        _row_of_seats(table, parent, seats)
        return PLATE + 6
    cards, x, y, grounds = list(_cards(due)), 8.0, HEIGHT, Grounds(parent)
    for number, city in enumerate(cards):
        wide = table.card_width(city)
        if x + wide > width - 8:
            x, y = 8.0, y + PLATE + 4
        table.card(parent, grounds, x, y, city, f"/steps/0/cards/{number}")
        x += wide + 4
    return y + PLATE + 6 - HEIGHT if cards else 0.0


def _cards(due: Mapping[str, Json]) -> Iterator[str]:
    if isinstance(due.get("cards"), list | tuple):
        yield from (city for city in due["cards"] if isinstance(city, str))


def _returning(table: Table) -> Iterator[tuple[str, int]]:
    """The seats that still return tiles of offices, in their order, and where the view says so."""
    steps = table.board["steps"]
    for number, left in enumerate(_steps(table).get("left", ())):
        yield f"/steps/0/left/{number}", left
    for number, one in enumerate(steps):
        if one["step"] == "last-return":
            yield f"/steps/{number}/seat", one["seat"]


def _row_of_seats(table: Table, parent: Element, seats: Sequence[tuple[str, int]]) -> None:
    for place, (at, seat) in enumerate(seats):
        x, y = 16 + place * 24, HEIGHT + 7
        seat_mark(parent, x, y, 7, seat, Shown(at, "seat", seat, table.name(seat)))
        if place:
            path(parent, chevron(x - 12, y), "pen")
