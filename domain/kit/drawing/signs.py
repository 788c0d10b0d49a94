"""Signs: paths in a field of 10 by 10 units around a point, for what no letter says.

They are written with relative commands only, none of them an arc, and begin with ``m``: so they can be put
anywhere, in any size.
"""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree.ElementTree import Element

from domain.kit.drawing.svg import number, path

FIELD = 10.0
COIN = "m-5 0c0-6.7 10-6.7 10 0s-10 6.7-10 0z"
CROWN = "m-5-3.5l2.5 3 2.5-4.5 2.5 4.5 2.5-3v7.5h-10z"
CUP = (
    "m-3-5h6v3.5c0 2.2-1.2 3.5-2.3 3.8v1.7h1.8v1h-5v-1h1.8v-1.7c-1.1-.3-2.3-1.6-2.3-3.8z"
    "m0 1h-1.7c0 2 .6 3 2 3.2m5.7-3.2h1.7c0 2-.6 3-2 3.2"
)
HOURGLASS = "m-3.5-5h7l-3.5 5 3.5 5h-7l3.5-5z"
TICK = "m-4.5 0l3 3.5 6-7"
UP = "m0-4.5l4 5h-2.5v4h-3v-4h-2.5z"
DOWN = "m0 4.5l4-5h-2.5v-4h-3v4h-2.5z"

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_START = re.compile(r"m(-?[\d.]+)[ ,]?(-?[\d.]+)")


def sign(
    parent: Element,
    drawn: str,
    x: float,
    y: float,
    size: float,
    classes: str,
    *,
    times: int = 1,
    step: float = FIELD,
) -> Element:
    """A sign around a point; if there are several *times*, they are beside each other, a *step* apart."""
    return path(parent, "".join([sign_at(drawn, x + place * step, y, size) for place in range(times)]), classes)


def sign_at(drawn: str, x: float, y: float, size: float) -> str:
    """The path of a sign around a point; paths of several can be put together."""
    left, down, rest = _scaled(drawn, size)
    return f"M{_short(x + left)} {_short(y + down)}{rest}"


def extent(steps: str, x: float, y: float) -> str:
    """A path that begins at a point and goes on with relative steps."""
    return f"M{_short(x)} {_short(y)}{steps}"


@lru_cache(maxsize=512)
def _scaled(drawn: str, size: float) -> tuple[float, float, str]:
    """Where a sign begins, from its middle, and how it goes on."""
    start = _START.match(drawn)
    assert start is not None, f"{drawn} does not begin with m"
    scale = size / FIELD
    rest = _NUMBER.sub(lambda found: f" {_short(float(found.group()) * scale)}", drawn[start.end() :])
    rest = re.sub(r"(?<=[a-z]) +| +(?=-)", "", rest).replace("  ", " ")
    return float(start[1]) * scale, float(start[2]) * scale, rest


def _short(value: float) -> str:
    return number(round(value, 1) + 0.0)
