"""Boxes put under each other, in one column or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from xml.etree.ElementTree import Element

from domain.kit.drawing.svg import WIDTHS, Shape, group, number, rect, shapes_used, svg

MARGIN = 8.0
GAP = 8.0

Block: TypeAlias = Callable[[Element, float], float]
"""Draws a part of a picture into a group, from (0, 0) and as wide as it is told; gives the height that it took."""


@dataclass(frozen=True, slots=True)
class Column:
    """Blocks under each other; *share* says how much of the width they get."""

    blocks: Sequence[Block]
    share: float = 1.0


def picture(
    shape: Shape,
    title: str,
    columns: Sequence[Column],
    above: Sequence[Block] = (),
    *,
    shapes: Iterable[Element] = (),
) -> Element:
    """A whole picture of some columns: beside each other where there is room, else one after the other.

    What is *above* them has the whole width. Of the *shapes* those are written down that are used.
    """
    root = svg(shape, 0, title)
    ground = rect(root, 0, 0, WIDTHS[shape], 0, "paper")
    width = WIDTHS[shape] - 2 * MARGIN
    if shape == "tall":
        blocks = [*above, *(block for column in columns for block in column.blocks)]
        height = _stacked(root, MARGIN, MARGIN, width, blocks)
    else:
        room = width - GAP * (len(columns) - 1)
        whole = sum(column.share for column in columns)
        top = _stacked(root, MARGIN, MARGIN, width, above) - MARGIN + GAP if above else MARGIN
        x, height = MARGIN, 0.0
        for column in columns:
            own = float(int(room * column.share / whole))
            height = max(height, _stacked(root, x, top, own, column.blocks))
            x += own + GAP
    root.set("viewBox", f"0 0 {WIDTHS[shape]} {number(round(height, 1))}")
    ground.set("height", number(round(height, 1)))
    if used := shapes_used(root, shapes):
        defs = Element("defs")
        defs.extend(used)
        root.insert(1, defs)
    return root


def _stacked(root: Element, x: float, y: float, width: float, blocks: Sequence[Block]) -> float:
    for block in blocks:
        made = group(root, at=(round(x, 2), round(y, 2)))
        height = block(made, width)
        if height:
            y += height + GAP
        else:
            root.remove(made)
    return y + MARGIN - GAP
