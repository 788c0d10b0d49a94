"""Texts in pictures: each says how wide it is, so that nothing overlaps whatever typeface its reader has."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Literal
from xml.etree.ElementTree import Element, SubElement

from domain.kit.data import table
from domain.kit.drawing.suits import SUITS, suit
from domain.kit.drawing.suits import WIDTH as SUIT
from domain.kit.drawing.svg import USUAL, number

SMALLEST = 9.0
"""The size of the smallest text, in units of the tall picture."""
FIRST, WIDE, UNKNOWN = 32, 1000, 600
"""The first letter that is measured; what a letter of East Asia takes, and any other that is not measured."""
KEPT, LONGEST, WHOLE = 40, 18, 60
"""Letters of a name in titles: of a whole one at the most, of a longer one, and in that of its seat's mark."""
SHORT = 2
"""A text of so few letters is not fitted: there is room around it, and no two digits are squeezed."""
LOOSE = 1.08
"""What a text gets for its measured width where there is room for it; other typefaces are wider."""
ANCHORS = {"start": "", "middle": "mid", "end": "end"}
"""The classes that put a text around its point, or before it."""
HEIGHT = 0.72
"""How high a capital letter is, for its size."""


@cache
def _widths(weight: str) -> tuple[int, ...]:
    return tuple(table("domain.kit.drawing", "widths.toml")[weight])


@lru_cache(maxsize=4096)
def width_of(said: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is, in the units of *size*."""
    widths = _widths("bold" if bold else "plain")
    return sum(_width(widths, letter) for letter in said) * size / 1000


def _width(widths: tuple[int, ...], letter: str) -> int:
    place = ord(letter) - FIRST
    if 0 <= place < len(widths) and widths[place]:
        return widths[place]
    if letter in SUITS:
        return SUIT
    if unicodedata.category(letter) in ("Mn", "Me"):  # it stands on the letter before it
        return 0
    return WIDE if unicodedata.east_asian_width(letter) in "WF" else UNKNOWN


@lru_cache(maxsize=4096)
def plain(said: str) -> str:
    """A text of letters, digits, ASCII punctuation and the suits of cards: others may be empty boxes."""
    kept = (
        letter if _is_drawn(letter) else _ASCII.get(letter, " ") for letter in unicodedata.normalize("NFC", said)
    )
    return " ".join("".join(kept).split())


def _is_drawn(letter: str) -> bool:
    return letter.isascii() or letter in SUITS or unicodedata.category(letter)[0] in "LMN"


_ASCII = {"–": "-", "—": "-", "…": "...", "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "−": "-", "×": "x"}


@lru_cache(maxsize=4096)
def fitted(said: str, size: float, most: float, *, bold: bool = False) -> str:
    """A text cut so that it is no wider than *most*."""
    said = plain(said)
    if width_of(said, size, bold=bold) <= most:
        return said
    while said and width_of(f"{said}...", size, bold=bold) > most:
        said = said[:-1].rstrip()
    return f"{said}..." if said else ""


def text(
    parent: Element,
    x: float,
    y: float,
    said: str,
    size: float,
    *,
    anchor: Literal["start", "middle", "end"] = "start",
    bold: bool = False,
    classes: str = "",
    most: float | None = None,
) -> Element | None:
    """A text on the base line *y*; cut where it is wider than *most*. None if nothing is left of it.

    Where there is more room than it is measured to need, its letters are not narrowed in a wider typeface, unless
    they are bold: those would touch each other.
    """
    said = plain(said) if most is None else fitted(said, size, most, bold=bold)
    if not said:
        return None
    if not SUITS.keys().isdisjoint(said):
        return _with_suits(parent, x, y, said, size, anchor, bold=bold, classes=classes)
    made = SubElement(parent, "text", {"x": number(round(x)), "y": number(round(y))})
    if size != USUAL:
        made.set("font-size", number(size))
    if len(said) > SHORT:
        wide = width_of(said, size, bold=bold)
        loose = not bold and most is not None and wide * LOOSE <= most
        made.set("textLength", number(round(wide * LOOSE if loose else wide)))
        if not loose:
            made.set("lengthAdjust", "spacingAndGlyphs")
    classes = " ".join(
        filter(None, ("" if classes == "ink" else classes, ANCHORS[anchor], "bold" if bold else ""))
    )
    if classes:
        made.set("class", classes)
    made.text = said
    return made


def short(name: str, kept: int = KEPT, most: int = LONGEST) -> str:
    """A name as titles have it: whole, but cut where it is very long, for it stands in many of them."""
    return name if len(name) <= kept else f"{name[: most - 3].rstrip()}..."


@lru_cache(maxsize=1024)
def lines(said: str, size: float, most: float, number_of: int = 2, *, bold: bool = False) -> tuple[str, ...]:
    """A text broken into *number_of* lines at the most, none wider than *most*; the last is cut."""
    words, made = plain(said).split(" "), [""]
    for word in words:
        longer = f"{made[-1]} {word}".strip()
        if made[-1] and width_of(longer, size, bold=bold) > most and len(made) < number_of:
            made.append(word)
        else:
            made[-1] = longer
    return tuple(fitted(one, size, most, bold=bold) for one in made)


def _with_suits(
    parent: Element, x: float, y: float, said: str, size: float, anchor: str, *, bold: bool, classes: str
) -> Element:
    """A text with suits of cards in it: letters and suits one behind the other."""
    whole = SubElement(parent, "g")
    at = x - width_of(said, size, bold=bold) * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    for part in _PARTS.findall(said):
        wide = width_of(part, size, bold=bold)
        if part in SUITS:
            suit(whole, at, y, part, size)
        elif part.strip():
            before = wide - width_of(part.lstrip(), size, bold=bold)
            text(whole, at + before, y, part.strip(), size, bold=bold, classes=classes)
        at += wide
    return whole


_PARTS = re.compile(f"[{''.join(SUITS)}]|[^{''.join(SUITS)}]+")
