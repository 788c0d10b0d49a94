"""The Record of Sins: the souls on their spaces, from Heaven to Hell."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement

from domain.games.mea_culpa.drawing.common import Sight
from domain.games.mea_culpa.drawing.signs import FLAME, HALO
from domain.kit.drawing.layout import Block
from domain.kit.drawing.lettering import SHORT, text, width_of
from domain.kit.drawing.marks import HEADING, box, seat_mark
from domain.kit.drawing.signs import extent, sign
from domain.kit.drawing.svg import Shown, group, number, path, rect

SMALLEST = 13.7
"""How wide a space is, at the least."""
HIGH, APART, JUMP = 27.0, 5.0, 15.0
NUMBERS, CLEAR = 9.0, 2.0
"""The size of numbers, and how far they are from each other at the least: those that do not fit are left out."""
EACH = 5
"""From one space that has its number written to the next."""
MOST_ROWS = 6
"""A longer track is drawn in parts: where a soul stands, at its start and its ends."""


@dataclass(slots=True)
class Cell:
    """A space; *size* says for how many plain ones it has room."""

    space: int
    size: int
    x: float = 0.0


def track(sight: Sight) -> Block:
    """The Record of Sins."""
    last: int = sight.values["track"]["hell_last"]
    heaven: int = -sight.values["track"]["heaven_steps"]
    wide = max(3, len(sight.seats))

    def cells() -> Iterator[Cell]:
        for space in range(heaven, last + 2):
            yield Cell(space, wide if space in (heaven, 0) else 2 if space > last else 1)

    def draw(parent: Element, width: float) -> float:
        room = int((width - 12) / SMALLEST)
        whole = sum(cell.size for cell in cells())
        rows = _rows(cells(), -(-whole // -(-whole // room)))
        each = min(24.0, (width - 12) / max(sum(cell.size for cell in row) for row in rows))
        souls = [seat["soul"] for seat in sight.board["seats"]]
        if len(rows) > MOST_ROWS:
            told = {*souls, 0, heaven, last + 1}
            rows = [row for row in rows if any(cell.space in told for cell in row)]
        jumps = [_left_out(row, after) for row, after in pairwise(rows)]
        height = HEADING + len(rows) * (HIGH + APART) + 4 + (JUMP - APART) * sum(map(bool, jumps))
        box(parent, 0, 0, width, height, sight.said("drawn-record"))
        y = HEADING + 2.0
        for place, row in enumerate(rows):
            _row(sight, parent, row, (each, 6, y), place % 2 == 1, (heaven, last))
            y += HIGH
            if place < len(jumps):
                x = 6 if place % 2 else 6 + each * sum(cell.size for cell in row) - 4
                y += _on(sight, parent, jumps[place], x, y, width)
        return height

    return draw


def _left_out(row: Sequence[Cell], after: Sequence[Cell]) -> tuple[int, int] | None:
    """The first and the last space that are not drawn between two rows, if there are any."""
    first, last = row[-1].space + 1, after[0].space - 1
    return (first, last) if first <= last else None


def _on(sight: Sight, parent: Element, jump: tuple[int, int] | None, x: float, y: float, width: float) -> float:
    """From one row to the next, or what is left out between them; the height that it takes."""
    if jump is None:
        rect(parent, x, y, 4, APART, "shade")
        return APART
    said = sight.words.words.text("from-to", {"min": str(jump[0]), "max": str(jump[1])})
    text(parent, width / 2, y + 11, f"... {said} ...", 10, anchor="middle", classes="faint", most=width - 12)
    return JUMP


def _rows(cells: Iterator[Cell], room: int) -> list[list[Cell]]:
    rows: list[list[Cell]] = [[]]
    taken = 0
    for cell in cells:
        if taken + cell.size > room and rows[-1]:
            rows.append([])
            taken = 0
        rows[-1].append(cell)
        taken += cell.size
    return rows


def _row(
    sight: Sight,
    parent: Element,
    row: Sequence[Cell],
    corner: tuple[float, float, float],
    backwards: bool,
    ends: tuple[int, int],
) -> None:
    """A row of spaces, from the right to the left where it goes *backwards*."""
    each, left, y = corner
    heaven, last = ends
    whole = each * sum(cell.size for cell in row)
    x = left
    for cell in row:
        cell.x = left + whole - (x - left) - cell.size * each if backwards else x
        x += cell.size * each
    _grounds(parent, row, each, y)
    souls: dict[int, list[int]] = {}
    for seat in sight.board["row"] or sight.seats:
        souls.setdefault(sight.board["seats"][seat]["soul"], []).append(seat)
    _numbers(parent, row, souls, (each, left, y), ends)
    for cell in row:
        middle = cell.x + cell.size * each / 2
        if cell.space in (heaven, last + 1):
            _end(sight, parent, cell, each, y, hell=cell.space > last)
        here = souls.get(cell.space, ())
        for place, seat in enumerate(here):
            at = middle + (place - (len(here) - 1) / 2) * min(15.0, cell.size * each / len(here))
            name = f"{sight.name(seat)}: {sight.title('seat-soul')} {cell.space}"
            seat_mark(parent, at, y + 19, 7, seat, Shown(f"/seats/{seat}/soul", "seat", seat, name))


def _numbers(
    parent: Element,
    row: Sequence[Cell],
    souls: Container[int],
    corner: tuple[float, float, float],
    ends: tuple[int, int],
) -> None:
    """The numbers of spaces, as far as there is room: those with souls first. Towards Heaven they are below 0."""
    each, left, y = corner
    heaven, last = ends
    right = left + each * sum(cell.size for cell in row)
    made = group(parent, classes="mid")
    made.set("font-size", number(NUMBERS))
    taken = [(cell.x, cell.x + cell.size * each) for cell in row if cell.space in (heaven, last + 1)]
    numbered = [
        cell for cell in row if heaven < cell.space <= last and (cell.space % EACH == 0 or cell.space in souls)
    ]
    for cell in sorted(numbered, key=lambda cell: (cell.space not in souls, cell.space != 0)):
        said, bold = str(cell.space), cell.space == 0
        half = width_of(said, NUMBERS, bold=bold) / 2
        middle = min(max(cell.x + cell.size * each / 2, left + half), right - half)
        if all(middle + half + CLEAR <= start or end + CLEAR <= middle - half for start, end in taken):
            taken.append((middle - half, middle + half))
            line = SubElement(made, "text", {"x": number(round(middle)), "y": number(round(y + 9.5))})
            line.text = said
            if len(said) > SHORT:
                line.set("textLength", number(round(2 * half)))
            if bold:
                line.set("class", "bold")


def _grounds(parent: Element, row: Sequence[Cell], each: float, y: float) -> None:
    """The spaces: those towards Heaven and those towards Hell, each with its ground; over them the start."""
    _ground(parent, [cell for cell in row if cell.space < 0], each, y, "hue-0")
    _ground(parent, [cell for cell in row if cell.space > 0], each, y, "hue-1")
    edges = [cell.x for cell in row if cell.size == 1]
    if edges:
        first, last = min(edges), max(edges) + each
        comb = path(parent, extent(f"h{number(last - first + 0.5)}", first, y + HIGH / 2), "comb")
        comb.set("stroke-width", number(HIGH))
        comb.set("stroke-dasharray", f"0.8 {round(each - 0.8, 4):g}")
    _ground(parent, [cell for cell in row if cell.space == 0], each, y, "hue-2")


def _ground(parent: Element, cells: Sequence[Cell], each: float, y: float, hue: str) -> None:
    if cells:
        left = min(cell.x for cell in cells)
        right = max(cell.x + cell.size * each for cell in cells)
        rect(parent, left, y, right - left, HIGH, f"{hue} edge")


def _end(sight: Sight, parent: Element, cell: Cell, each: float, y: float, *, hell: bool) -> None:
    name = sight.said("drawn-hell" if hell else "drawn-heaven")
    made = group(parent, Shown(title=name))
    middle = cell.x + cell.size * each / 2
    text(made, middle, y + 9.5, name, 10, anchor="middle", bold=True, most=cell.size * each - 2)
    sign(made, FLAME if hell else HALO, middle, y + 18.5, 13, "deep-1" if hell else "card fine")
