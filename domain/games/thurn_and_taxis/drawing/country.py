"""The map of the post roads: cities with the houses of all seats, and the routes that lie before them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot
from xml.etree.ElementTree import Element, SubElement

from domain.games.thurn_and_taxis.drawing.atlas import Atlas, Paper, in_rows, printed
from domain.games.thurn_and_taxis.drawing.signs import HOUSE, house, plate
from domain.games.thurn_and_taxis.drawing.table import CITY, PLATE, PROVINCE, Table
from domain.kit.drawing.lettering import fitted, width_of
from domain.kit.drawing.svg import Point, Shown, group, number, path, rect, show

ABOVE, BELOW = PLATE / 2 + 12, PLATE / 2 + 2
"""What a city takes above its middle (houses stand on its plate), and below."""
LAND = 0.14
"""How wide the land around a city is, for the width of the map."""


def draw(table: Table, parent: Element, width: float) -> float:
    """The whole map."""
    atlas = _atlas(table, width)
    rect(parent, 0, 0, width, atlas.height, "box", round_=4)
    _land(table, parent, atlas, width)
    roads = table.printed["roads"]
    pairs = [(one, other) for one in roads for other in roads[one] if one < other]
    if pairs:
        path(parent, "".join(_stretch(atlas.points[a], atlas.points[b], 0) for a, b in pairs), "road")
    for seat in sorted(table.seats, key=lambda seat: seat != table.board["turn"]):
        _route(table, parent, atlas, seat)
    marked = _in_play(table)
    cities = group(parent)
    cities.set("font-size", number(table.size))
    for city, (x, y) in atlas.points.items():
        _city(table, cities, city, x, y, city in marked)
    _houses(table, parent, atlas)
    return atlas.height


def _atlas(table: Table, width: float) -> Atlas:
    cities: Mapping[str, Mapping[str, object]] = table.printed["cities"]
    room = max(HOUSE, len(table.seats) * HOUSE)
    sizes = {city: max(room, table.plate_width(city)) for city in cities}
    paper = Paper(width, ABOVE, BELOW, PLATE)
    at = {city: said.get("at") for city, said in cities.items()}
    whole = {city: table.plate_width(city) for city in cities}
    if found := printed(at, whole, paper):
        return found
    order = sorted(cities, key=lambda city: (str(cities[city]["province"]), city))
    each = max(1, int(width // (max(sizes.values(), default=width) + 4)))
    rows = [order[first : first + each] for first in range(0, len(order), each)]
    return in_rows(rows, sizes, paper, 18)


def _land(table: Table, parent: Element, atlas: Atlas, width: float) -> None:
    """The land of each province around its cities, in its colour; nothing of it beyond the map."""
    cities, roads = table.printed["cities"], table.printed["roads"]
    inner = SubElement(parent, "svg", {"width": number(width), "height": number(atlas.height)})
    land = group(inner, classes="land")
    land.set("stroke-width", str(round(LAND * width)))
    for province, hue in table.hues.items():
        mine = [city for city in cities if cities[city]["province"] == province]
        pairs = [(one, other) for one in mine for other in roads[one] if one < other and other in mine]
        drawn = "".join(_stretch(atlas.points[one], atlas.points[other], 0) for one, other in pairs)
        paired = {city for pair in pairs for city in pair}
        drawn += "".join(f"M{x} {y}h0" for x, y in (atlas.points[city] for city in mine if city not in paired))
        show(
            path(land, drawn, f"hue-{hue}"), Shown(None, PROVINCE, province, table.words.label(PROVINCE, province))
        )


def _stretch(start: Point, end: Point, aside: float) -> str:
    """From city to city, so far aside of the road."""
    (x1, y1), (x2, y2) = (start, end) if start <= end else (end, start)
    long = hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = -(y2 - y1) / long * aside, (x2 - x1) / long * aside
    return (
        f"M{_short(x1 + dx)} {_short(y1 + dy)}L{_short(x2 + dx)} {_short(y2 + dy)}"
        if aside
        else f"M{x1} {y1}L{x2} {y2}"
    )


def _short(value: float) -> str:
    return number(round(value, 1))


def _route(table: Table, parent: Element, atlas: Atlas, seat: int) -> None:
    """A seat's route along the roads, beside those of the others."""
    route: Sequence[str] = table.board["seats"][seat]["route"]
    steps = [(a, b) for a, b in pairwise(route) if {a, b} <= atlas.points.keys()]
    if not steps:
        return
    aside = (seat - (len(table.seats) - 1) / 2) * 3.4
    drawn = "".join(_stretch(atlas.points[a], atlas.points[b], aside) for a, b in steps)
    turn = " turn" if table.board["turn"] == seat else ""
    made = path(parent, drawn, f"way seat-{seat}{turn}")
    show(made, Shown(f"/seats/{seat}/route", title=f"{table.words.seat(seat)}: {table.title('seat-route')}"))


def _in_play(table: Table) -> frozenset[str]:
    """The cities of the route of whose turn it is."""
    turn = table.board["turn"]
    return frozenset() if turn is None else frozenset(table.board["seats"][turn]["route"])


def _city(table: Table, parent: Element, city: str, x: float, y: float, marked: bool) -> None:
    """The plate of a city; its province's letters stand out, and so does a city of the route in play."""
    width, province = table.plate_width(city), table.province(city) or ""
    letters, name = table.letters[province], table.city(city)
    made = group(parent, Shown(None, CITY, city))
    left, top = x - width / 2, y - PLATE // 2
    path(made, plate(left, top, width, PLATE), f"{table.hue(city)} strong" if marked else table.hue(city))
    tab = width_of(letters, table.size, bold=True)
    path(made, plate(left, top, tab + 3, PLATE), f"deep-{table.hues[province]}")
    name = fitted(name, table.size, width - tab - 5)
    line = table.line(made, left + 2, top + 10, f"{letters} {name}")
    line.set("textLength", str(round(tab + width_of(f" {name}", table.size))))
    line.set("lengthAdjust", "spacingAndGlyphs")
    line.text = None
    tag = SubElement(line, "tspan", {"class": "tab"})
    tag.text, tag.tail = letters, f" {name}"


def _houses(table: Table, parent: Element, atlas: Atlas) -> None:
    """One house of each seat in a city at the most; each seat has its place there."""
    said = table.title("seat-houses", "houses")
    for seat in table.seats:
        aside = (seat - (len(table.seats) - 1) / 2) * HOUSE
        mine = group(parent, Shown(title=f"{table.words.seat(seat)}: {said}"), classes=f"seat-{seat} house")
        for index, city in enumerate(table.board["seats"][seat]["houses"]):
            if city in atlas.points:
                x, y = atlas.points[city]
                made = SubElement(mine, "path", {"d": house(x + aside, y - PLATE // 2 + 1, seat)})
                made.set("data-at", f"/seats/{seat}/houses/{index}")
