"""The tree of a picture: shapes with classes, and what each of them shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias
from xml.etree.ElementTree import Element, SubElement

from domain.kit.facts import Json

Shape: TypeAlias = Literal["tall", "wide"]
"""For a phone, or for a desk."""
WIDTHS: Mapping[str, int] = {"tall": 360, "wide": 1180}
"""How wide a picture is, in its own units."""
USUAL = 10.0
"""The size of a text that does not say its own."""
NAMESPACE = "http://www.w3.org/2000/svg"
PREFIX = "b"
"""What the ids of shapes begin with; pictures in one page share them, for the same name is the same shape."""
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a mark shows: *at* points into the board, *kind* and *value* are those of words, *title* says it."""

    at: str | None = None
    kind: str | None = None
    value: Json = None
    title: str | None = None


NOTHING = Shown()


def number(value: float) -> str:
    """A length as it is written: to a tenth of a unit."""
    if value == int(value):
        return str(int(value))
    return f"{value:.1f}".removesuffix(".0")


def svg(shape: Shape, height: float, title: str) -> Element:
    """An empty picture with a title, which is what somebody hears who cannot see it."""
    width = WIDTHS[shape]
    root = Element("svg", {"xmlns": NAMESPACE, "viewBox": f"0 0 {width} {number(height)}", "role": "img"})
    root.set("class", f"board {shape}")
    root.set("font-size", number(USUAL))
    SubElement(root, "title").text = title
    return root


def group(parent: Element, shown: Shown = NOTHING, *, at: Point | None = None, classes: str = "") -> Element:
    """A group; with *at*, moved there. With a title it is a picture of its own for those who listen."""
    made = SubElement(parent, "g")
    if at is not None:
        made.set("transform", f"translate({number(at[0])} {number(at[1])})")
    if classes:
        made.set("class", classes)
    return show(made, shown)


def show(element: Element, shown: Shown) -> Element:
    """Write down what an element shows."""
    if shown.at is not None:
        element.set("data-at", shown.at)
    if shown.kind is not None:
        element.set("data-kind", shown.kind)
    if shown.value is not None:
        element.set("data-value", str(shown.value))
    if shown.title is not None:
        element.set("role", "img")
        SubElement(element, "title").text = shown.title
    return element


def use(parent: Element, name: str, x: float, y: float, scale: float = 1.0) -> Element:
    """A shape that is written down once for the whole picture (see :func:`shared`), around a point."""
    made = SubElement(parent, "use", {"href": f"#{PREFIX}{name}"})
    if scale == 1.0:
        made.set("x", number(x))
        made.set("y", number(y))
    else:
        made.set("transform", f"translate({number(x)} {number(y)})scale({scale:.3g})")
    return made


def shared(name: str) -> Element:
    """A group that is drawn wherever its name is used."""
    return Element("g", {"id": f"{PREFIX}{name}"})


def shapes_used(root: Element, shapes: Iterable[Element]) -> list[Element]:
    """Those shapes that a picture uses."""
    names = {used.get("href", "")[1:] for used in root.iter("use")}
    return [made for made in shapes if made.get("id") in names]


def rect(
    parent: Element, x: float, y: float, width: float, height: float, classes: str, *, round_: float = 0
) -> Element:
    """A rectangle, with corners of the radius *round_*."""
    made = SubElement(parent, "rect")
    if x:
        made.set("x", number(x))
    if y:
        made.set("y", number(y))
    made.set("width", number(width))
    made.set("height", number(height))
    if round_:
        made.set("rx", number(round_))
    made.set("class", classes)
    return made


def circle(parent: Element, x: float, y: float, radius: float, classes: str) -> Element:
    """A circle around a point."""
    given = {"cx": number(x), "cy": number(y), "r": number(radius), "class": classes}
    return SubElement(parent, "circle", given)


def line(parent: Element, start: Point, end: Point, classes: str) -> Element:
    """A line from point to point."""
    given = {"x1": number(start[0]), "y1": number(start[1]), "x2": number(end[0]), "y2": number(end[1])}
    return SubElement(parent, "line", {**given, "class": classes})


def path(parent: Element, drawn: str, classes: str) -> Element:
    """A path, as SVG writes it."""
    return SubElement(parent, "path", {"d": drawn, "class": classes})


class Grounds:
    """Paths below what is drawn after this is made; those of the same classes are put together into one."""

    def __init__(self, parent: Element) -> None:
        self._parent, self._place, self._drawn = parent, len(parent), dict[str, Element]()

    def add(self, drawn: str, classes: str) -> None:
        """One more."""
        if (made := self._drawn.get(classes)) is None:
            made = self._drawn[classes] = Element("path", {"d": "", "class": classes})
            self._parent.insert(self._place, made)
            self._place += 1
        made.set("d", made.get("d", "") + drawn)


def polygon(parent: Element, points: Sequence[Point], classes: str) -> Element:
    """A closed figure through some points."""
    listed = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return SubElement(parent, "polygon", {"points": listed, "class": classes})


def written(root: Element) -> bytes:
    """The picture as it is served; the same tree gives the same bytes."""
    parts: list[str] = []
    _write(root, parts.append)
    return "".join(parts).encode()


def _write(element: Element, write: Callable[[str], object]) -> None:
    """An element as XML; in half the time that ElementTree takes, for it has no namespaces."""
    tag, said = element.tag, element.text
    attributes = "".join([f' {name}="{_quoted(value)}"' for name, value in element.items()])
    if not said and not len(element):
        write(f"<{tag}{attributes}/>")
    else:
        write(f"<{tag}{attributes}>{_escaped(said) if said else ''}")
        for inner in element:
            _write(inner, write)
        write(f"</{tag}>")
    if element.tail:
        write(_escaped(element.tail))


def _quoted(said: str) -> str:
    return _escaped(said).replace('"', "&quot;") if not said.isalnum() else said


def _escaped(said: str) -> str:
    if said.isalnum():
        return said
    return said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
