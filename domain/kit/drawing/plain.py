"""The picture of a game that draws none: its members as labelled boxes, by its words."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from domain.kit.drawing.ending import ending
from domain.kit.drawing.layout import Block, Column, picture
from domain.kit.drawing.marks import HEADING, box, row
from domain.kit.drawing.outline import Item, outline
from domain.kit.drawing.svg import Shape, Shown, group
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords

LINE = 14.0
COLUMNS = 3


def plain_picture(view: Json, words: MatchWords, shape: Shape) -> Element:
    """The board of a view as boxes, each with its heading and a line for each thing that it shows."""
    items = outline(view["board"], words)
    boxes = [item for item in items if item.items]
    alone = [item for item in items if not item.items]
    first = Item("", words.title, "", alone)
    blocks = [_box(item) for item in ([first] if alone else []) + boxes]
    columns = [Column(blocks[number::COLUMNS]) for number in range(COLUMNS)]
    return picture(
        shape,
        words.title,
        [column for column in columns if column.blocks],
        [ending(view, words, going_on=True)],
    )


def _box(item: Item) -> Block:
    def draw(parent: Element, width: float) -> float:
        rows = list(_rows(item.items, 0))
        height = HEADING + LINE * len(rows) + 6
        box(parent, 0, 0, width, height, item.title)
        for number, (level, inner) in enumerate(rows):
            made = group(parent, Shown(inner.at, title=None))
            indent = 6 + 8 * level
            row(made, indent, HEADING + LINE * (number + 0.75), width - indent - 6, inner.title, inner.said)
        return height

    return draw


def _rows(items: Sequence[Item], level: int) -> list[tuple[int, Item]]:
    return [found for item in items for found in [(level, item), *_rows(item.items, level + 1)]]
