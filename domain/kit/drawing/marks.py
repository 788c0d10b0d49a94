"""What boards are made of: seats' marks, cards, counters, boxes.

Colour is never the only mark: a seat has a shape and a number, too, and a kind of thing its letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from xml.etree.ElementTree import Element

from domain.kit.drawing.lettering import HEIGHT, fitted, lines, text, width_of
from domain.kit.drawing.svg import NOTHING, Shown, circle, group, polygon, rect, shared, use

SIDES: Sequence[int] = (0, 4, 3, 6, 5)
"""How many corners a seat's mark has, by the seat's number; 0 for a circle."""
RADIUS = 7.0
"""How large a seat's mark is written down; it is drawn in any size."""
HEADING = 18.0
"""What the heading of a box takes in height."""


def seat_mark(parent: Element, x: float, y: float, radius: float, seat: int, shown: Shown = NOTHING) -> Element:
    """The mark of a seat around a point; the picture needs :func:`seat_shapes`."""
    made = group(parent, shown) if shown != NOTHING else parent
    use(made, str(seat), x, y, radius / RADIUS)
    return made


def seat_shapes(seats: int) -> list[Element]:
    """The mark of each seat: its shape in its colour, with its number (from 1)."""
    return [_seat_shape(seat) for seat in range(seats)]


def _seat_shape(seat: int) -> Element:
    made, sides, size, down = shared(str(seat)), SIDES[seat % len(SIDES)], RADIUS * 1.3, 0.0
    if sides == 0:
        circle(made, 0, 0, RADIUS, f"seat-{seat} edge")
    elif sides == 4:
        rect(made, -RADIUS * 0.9, -RADIUS * 0.9, RADIUS * 1.8, RADIUS * 1.8, f"seat-{seat} edge")
    else:
        polygon(made, corners(0, 0, RADIUS * 1.15, sides), f"seat-{seat} edge")
        down = RADIUS * 0.12 if sides == 3 else 0.0
    said, classes = str(seat + 1), f"on-seat-{seat}"
    text(made, 0, size * HEIGHT / 2 + down, said, size, anchor="middle", bold=True, classes=classes)
    return made


def corners(x: float, y: float, radius: float, sides: int) -> list[tuple[float, float]]:
    """The corners of a regular figure around a point, the first one on top."""
    turns = [2 * pi * number / sides - pi / 2 for number in range(sides)]
    return [(round(x + radius * cos(turn), 2), round(y + radius * sin(turn), 2)) for turn in turns]


def box(
    parent: Element,
    x: float,
    y: float,
    width: float,
    height: float,
    title: str,
    *,
    classes: str = "box",
    size: float = 11,
) -> Element:
    """A box with a heading; what lies in it begins at :data:`HEADING` under its upper edge."""
    rect(parent, x, y, width, height, classes, round_=4)
    text(parent, x + 6, y + 12.5, title, size, bold=True, most=width - 12)
    return parent


def card(
    parent: Element,
    x: float,
    y: float,
    width: float,
    height: float,
    label: str,
    *,
    classes: str = "card",
    count: int | None = None,
    size: float = 10,
    shown: Shown = NOTHING,
) -> Element:
    """A card with its label in the middle, in up to three lines; *count* says how many of it lie there."""
    made = group(parent, shown)
    rect(made, x, y, width, height, f"{classes} edge", round_=3)
    room = max(1, min(3, int((height - 4) / (size * 1.15))))
    said = lines(label, size, width - 6, room)
    top = y + height / 2 - (len(said) - 1) * size * 0.575 + size * HEIGHT / 2
    for number, one in enumerate(said):
        text(
            made,
            x + width / 2,
            top + number * size * 1.15,
            one,
            size,
            anchor="middle",
            classes=f"on-{classes}",
            most=width - 6,
        )
    if count is not None and count != 1:
        badge(made, x + width - 2, y + 2, str(count))
    return made


def badge(parent: Element, x: float, y: float, said: str, size: float = 10, classes: str = "badge") -> Element:
    """A number in a small round field around a point."""
    half = max(size * 0.75, width_of(said, size, bold=True) / 2 + 3)
    rect(parent, x - half, y - size * 0.75, 2 * half, size * 1.5, f"{classes} edge", round_=size * 0.75)
    text(parent, x, y + size * HEIGHT / 2, said, size, anchor="middle", bold=True, classes=f"on-{classes}")
    return parent


def pile(
    parent: Element,
    x: float,
    y: float,
    width: float,
    height: float,
    label: str,
    count: int | None,
    *,
    classes: str = "back",
    shown: Shown = NOTHING,
) -> Element:
    """A pile of cards face down: its back's label, and how many lie there (None: nobody says)."""
    made = group(parent, shown)
    if count == 0:
        rect(made, x, y, width, height, "empty", round_=3)
        text(made, x + width / 2, y + height / 2 + 3, label, 10, anchor="middle", classes="faint", most=width - 4)
        return made
    for step in (4, 2, 0) if count is None or count > 2 else (0,):
        rect(made, x + step / 2, y - step / 2, width, height, f"{classes} edge", round_=3)
    text(
        made, x + width / 2, y + height * 0.42, label, 10, anchor="middle", classes=f"on-{classes}", most=width - 4
    )
    number = "?" if count is None else str(count)
    text(made, x + width / 2, y + height * 0.78, number, 14, anchor="middle", bold=True, classes=f"on-{classes}")
    return made


def row(parent: Element, x: float, y: float, width: float, title: str, said: str, size: float = 10) -> Element:
    """A line of a box: its title on the left, what it shows on the right."""
    left = fitted(title, size, width * 0.55)
    text(parent, x, y, left, size, classes="faint")
    taken = width_of(left, size) + 6
    text(parent, x + width, y, said, size, anchor="end", most=width - taken)
    return parent
