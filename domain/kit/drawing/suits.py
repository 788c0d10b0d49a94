"""The suits of cards in texts: drawn as paths, for a typeface may not have them.

Each is drawn in a square whose side is the size of the text, with the base line at 0 and the top at 0.72 above it.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from domain.kit.drawing.svg import number, path

WIDTH = 760
"""How wide a suit is, in thousandths of the size."""
SUITS: Mapping[str, str] = {
    "♠": "M.38-.74C.3-.58 .06-.44 .06-.24C.06-.1 .25-.04 .34-.18C.34-.1 .3-.03 .25 0L.51 0C.46-.03 .42-.1 .42-.18"
    "C.51-.04 .7-.1 .7-.24C.7-.44 .46-.58 .38-.74Z",
    "♥": "M.38 .02C.28-.16 .05-.32 .05-.52C.05-.74 .32-.78 .38-.56C.44-.78 .71-.74 .71-.52"
    "C.71-.32 .48-.16 .38 .02Z",
    "♦": "M.38-.76L.68-.37L.38 .02L.08-.37Z",
    "♣": "M.34-.28C.24-.1 .03-.18 .04-.34C.05-.48 .2-.52 .26-.45C.14-.6 .22-.75 .38-.75C.54-.75 .62-.6 .5-.45"
    "C.56-.52 .71-.48 .72-.34C.73-.18 .52-.1 .42-.28C.42-.14 .46-.05 .52 0L.24 0C.3-.05 .34-.14 .34-.28Z",
}
"""What is drawn for each, in units of the size."""


def suit(parent: Element, x: float, y: float, letter: str, size: float) -> Element:
    """One of the suits, on the base line *y*."""
    drawn = path(parent, SUITS[letter], "solid")
    drawn.set("transform", f"translate({number(x)} {number(y)}) scale({number(size)})")
    return drawn
