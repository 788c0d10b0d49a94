"""The board on paper: its picture with every colour written at the shape itself, and as a drawing for PDF.

Pictures have classes only, and a style sheet says what they look like. The library that turns SVG into PDF reads
no style sheet, does not know ``currentColor``, and hands no colour on to a shape that is used several times; so
all of that is worked out here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from io import BytesIO
from typing import TypeAlias
from xml.etree.ElementTree import Element

from reportlab.graphics.shapes import Drawing, Group, String
from svglib.svglib import svg2rlg

from domain.kit.drawing.svg import written
from projections.said.pictures import style_sheet
from service.cli.print.typefaces import Letters

_RULE = re.compile(r"(?P<selector>[^{}]+)\{(?P<said>[^}]*)\}")
_PART = re.compile(r"(?P<tag>[a-z]*)(?P<classes>(?:\.[\w-]+)*)")

Part: TypeAlias = tuple[str, frozenset[str]]
"""What an element has to be: its tag (empty for any), and its classes."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the style sheet: the last of *parts*, if it is within the one before, gets what is *said*."""

    parts: Sequence[Part]
    said: Mapping[str, str]

    @property
    def weight(self) -> tuple[int, int]:
        """By which of two rules that say the same the weightier wins: its classes, then its tags."""
        return sum(len(classes) for _, classes in self.parts), sum(bool(tag) for tag, _ in self.parts)


def _rules(picture: Element) -> list[Rule]:
    """The rules of the style sheet for a light picture, the weightiest last."""
    found = [
        (one["selector"], _declared(one["said"])) for one in _RULE.finditer(style_sheet(picture, "light").decode())
    ]
    rules = [Rule([_part(part) for part in selector.split()], said) for selector, said in found]
    return sorted(rules, key=lambda rule: rule.weight)


def _declared(said: str) -> dict[str, str]:
    pairs = (one.partition(":") for one in said.split(";") if one.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _part(said: str) -> Part:
    found = _PART.fullmatch(said)
    if found is None:
        raise ValueError(f"the style sheet of boards has a selector that printing does not know: {said}")
    return found["tag"], frozenset(found["classes"].split(".")) - {""}


def coloured(picture: Element) -> Element:
    """A copy of a picture in which each shape has what the style sheet says of it as attributes of its own."""
    made = deepcopy(picture)
    _put_in(made, {name: shape for shape in made.iter("g") if (name := shape.get("id"))})
    _colour(made, (), "", _rules(picture))
    return made


def _put_in(element: Element, shapes: Mapping[str, Element]) -> None:
    """Put shapes that are written down once wherever they are used; leave ``defs`` and titles out.

    (The title of a text would be printed behind it.)"""
    for place, inner in enumerate(list(element)):
        if inner.tag == "use":
            element[place] = _used(inner, shapes[inner.get("href", "").removeprefix("#")])
        _put_in(element[place], shapes)
    for unseen in (*element.findall("defs"), *element.findall("title")):
        element.remove(unseen)


def _used(use: Element, shape: Element) -> Element:
    moved = f"{use.get('transform', '')} translate({use.get('x', '0')} {use.get('y', '0')})".strip()
    made = Element("g", {"transform": moved, "class": use.get("class", "")})
    copied = deepcopy(shape)
    del copied.attrib["id"]
    made.append(copied)
    return made


def _colour(element: Element, around: tuple[Element, ...], current: str, rules: Sequence[Rule]) -> None:
    path = (*around, element)
    said: dict[str, str] = {}
    for rule in rules:
        if _is_for(rule, path):
            said.update(rule.said)
    current = said.pop("color", current)
    for name, value in said.items():
        if name == "font-family":
            value = "Helvetica"  # which every reader of PDF has, until the texts are set
        elif name == "font-weight":
            value = "bold"  # the only weight beside the usual one that there is
        element.set(name, current if value == "currentColor" else value)
    for inner in element:
        _colour(inner, path, current, rules)


def _is_for(rule: Rule, path: Sequence[Element]) -> bool:
    *outer, last = rule.parts
    if not _fits(last, path[-1]):
        return False
    around = iter(path[:-1])
    return all(any(_fits(part, one) for one in around) for part in outer)


def _fits(part: Part, element: Element) -> bool:
    tag, classes = part
    return (not tag or element.tag == tag) and classes <= set(element.get("class", "").split())


def drawing(picture: Element, letters: Letters, width: float, height: float) -> Drawing:
    """A picture as large as fits into this width and height, in points."""
    drawn = svg2rlg(BytesIO(written(coloured(picture))))
    if drawn is None:
        raise ValueError("the picture of the board cannot be drawn")
    _typeset(drawn, letters)
    factor = min(width / drawn.width, height / drawn.height)
    drawn.scale(factor, factor)
    drawn.width, drawn.height = drawn.width * factor, drawn.height * factor
    return drawn


def _typeset(group: Group, letters: Letters) -> None:
    """Set all texts in types of this record; each has its place already."""
    for shape in group.contents:
        if isinstance(shape, Group):
            _typeset(shape, letters)
        elif isinstance(shape, String):
            bold = shape.fontName.endswith("Bold")
            shape.fontName, shape.text = letters.in_one_type(shape.text, bold=bold)
