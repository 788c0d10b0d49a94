"""Signs of Thurn and Taxis as paths: houses, coaches, plates, the four offices, flags.

There are many of each, so that they are written as short as can be: in whole units where nobody sees more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element, SubElement

from domain.games.thurn_and_taxis.state import ADMINISTRATOR, CARRIER, CARTWRIGHT, POSTMASTER
from domain.kit.drawing.svg import number, path, shared, use

HOUSE = 10.0
"""How wide a house is, with the number of its seat in it."""
COACH = "c"
"""The name of the shape of a coach."""
DIGITS = ("m4-6 1-1v6", "m3-7h4v3h-4v3h4", "m3-7h4v6h-4m0-3h4", "m3-7v3h4m0-3v6")
"""The number of a seat, from the lower left corner of its house on."""


def _to(x: float, y: float) -> str:
    return f"M{number(x)} {number(y)}"


def shapes(seats: int) -> Iterator[Element]:
    """What is drawn over and over: the house of each seat, with its number, and a coach."""
    for seat in range(seats):
        made = shared(f"h{seat}")
        path(made, f"M-5 0v-7l5-4 5 4v7z{DIGITS[seat % len(DIGITS)]}", f"seat-{seat} house")
        yield made
    made = shared(COACH)
    SubElement(made, "path", {"d": "M-10-8h20q2 5 0 11h-20q-2-6 0-11zm1 12a3 3 0 0 0 6 0zm12 0a3 3 0 0 0 6 0z"})
    yield made


def house(parent: Element, x: float, y: float, seat: int) -> Element:
    """A house of a seat; its ground has its middle at the point."""
    return use(parent, f"h{seat}", round(x), round(y))


def plate(x: float, y: float, width: float, height: float) -> str:
    """A plate, from its upper left corner on."""
    return f"M{round(x)} {round(y)}h{round(width)}v{round(height)}h-{round(width)}z"


def coach(parent: Element, x: float, y: float) -> Element:
    """A coach of 22 by 14 around a point, with room for two letters; it has the classes of what it is in."""
    return use(parent, COACH, round(x), round(y))


def flag(x: float, y: float) -> str:
    """A flag of 10 by 12 around a point."""
    return f"{_to(x - 5, y + 6)}v-12h9l-3 3.5 3 3.5h-7.5v5z"


def pawn(x: float, y: float) -> str:
    """A pawn of 8 by 12 around a point: who begins."""
    return f"{_to(x - 4, y + 6)}q0-5 2.5-6a3 3 0 1 1 3 0q2.5 1 2.5 6z"


def arrow(x: float, y: float) -> str:
    """An arrow to the right of 8 by 10 around a point: whose turn it is."""
    return f"{_to(x - 4, y - 5)}l8 5-8 5z"


def chevron(x: float, y: float) -> str:
    """From one card of a route to the next, 3 wide, around a point."""
    return f"M{round(x) - 1} {round(y) - 3}l3 3-3 3"


def cards(x: float, y: float) -> str:
    """Cards in a hand, of 13 by 14 around a point."""
    return f"{_to(x - 2, y - 7)}h9v12h-2v2h-9v-12h2z"


def office(kind: str, x: float, y: float) -> str:
    """The sign of an office, of 16 by 16 around a point, as lines."""
    return f"M{round(x)} {round(y)}{OFFICE_SIGNS.get(kind, 'm-6-6h12v12h-12z')}"


OFFICE_SIGNS: Mapping[str, str] = {
    POSTMASTER: "m7-6v9l-5-4h-5a3.5 3.5 0 1 0 3.5 3.5v-4a5 5 0 0 0-5-4",  # a horn
    CARRIER: "m-8-5h16v11h-16zl8 6 8-6",  # a letter
    ADMINISTRATOR: "m-7 7h8v-11h-8zm4-11v-3h8v11h-4",  # cards, laid out anew
    CARTWRIGHT: "m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0zh14m-7-7v14m-5-12l10 10m0-10l-10 10",  # a wheel
}
"""From the middle on."""
