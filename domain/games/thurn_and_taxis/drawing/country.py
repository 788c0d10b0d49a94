"""The map of the post roads: cities with the houses of all seats, and the routes that lie before them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot
from xml.etree.ElementTree import Element, SubElement

from domain.games.thurn_and_taxis.drawing.atlas import Atlas, Paper, along, in_rows, printed
from domain.games.thurn_and_taxis.drawing.signs import HOUSE, house, plate
from domain.games.thurn_and_taxis.drawing.table import CITY, PLATE, PROVINCE, Table
from domain.kit.drawing.lettering import fitted, width_of
from domain.kit.drawing.svg import Grounds, Point, Shown, group, number, path, rect, show

ABOVE, BELOW = PLATE / 2 + 12, PLATE / 2 + 2
"""What a city takes above its middle (houses stand on the upper edge of its plate), and below."""
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
        path(parent, along(pairs, atlas.points), "road")
    for seat in sorted(table.seats, key=lambda seat: seat != table.board["turn"]):
        _route(table, parent, atlas, seat)
    cities = group(parent)
    cities.set("font-size", number(table.size))
    grounds = Grounds(cities)
    for city, place in atlas.points.items():
        _city(table, cities, city, place, grounds)
    _in_play(table, parent, atlas)
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
        drawn = along(pairs, atlas.points)
        paired = {city for pair in pairs for city in pair}
        drawn += "".join(f"M{x} {y}h0" for x, y in (atlas.points[city] for city in mine if city not in paired))
        show(
            path(land, drawn, f"hue-{hue}"), Shown(None, PROVINCE, province, table.words.label(PROVINCE, province))
        )


def _aside(start: Point, end: Point, aside: float) -> str:
    """From city to city, so far aside of the road, whichever way it goes."""
    (x1, y1), (x2, y2) = (start, end) if start <= end else (end, start)
    long = hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = -(y2 - y1) / long * aside, (x2 - x1) / long * aside
    way = f"{number(x2 - x1)} {number(y2 - y1)}".replace(" -", "-")
    return f"M{number(round(x1 + dx, 1))} {number(round(y1 + dy, 1))}l{way}"


def _route(table: Table, parent: Element, atlas: Atlas, seat: int) -> None:
    """A seat's route along the roads, beside those of the others."""
    route: Sequence[str] = table.board["seats"][seat]["route"]
    steps = [(a, b) for a, b in pairwise(route) if {a, b} <= atlas.points.keys()]
    if not steps:
        return
    aside = (seat - (len(table.seats) - 1) / 2) * 3.4
    drawn = "".join(_aside(atlas.points[a], atlas.points[b], aside) for a, b in steps)
    turn = " turn" if table.board["turn"] == seat else ""
    made = path(parent, drawn, f"way seat-{seat}{turn}")
    show(made, Shown(f"/seats/{seat}/route", title=f"{table.name(seat)}: {table.title('seat-route')}"))


def _in_play(table: Table, parent: Element, atlas: Atlas) -> None:
    """The cities of the route of whose turn it is stand out."""
    turn = table.board["turn"]
    route = () if turn is None else table.board["seats"][turn]["route"]
    plates = ((table.plate_width(city), *atlas.points[city]) for city in route if city in atlas.points)
    if drawn := "".join(plate(x - wide / 2, y - PLATE // 2, wide, PLATE) for wide, x, y in plates):
        path(parent, drawn, "strong")


def _city(table: Table, parent: Element, city: str, place: Point, grounds: Grounds) -> None:
    """The name of a city on its plate; its province's letters stand out."""
    x, y = place
    width, province = table.plate_width(city), table.province(city) or ""
    letters, name = table.letters[province], table.city(city)
    left, top = x - width / 2, y - PLATE // 2
    grounds.add(plate(left, top, width, PLATE), table.hue(city))
    tab = width_of(letters, table.size, bold=True)
    grounds.add(plate(left, top, tab + 3, PLATE), f"deep-{table.hues[province]}")
    name = fitted(name, table.size, width - tab - 5)
    line = show(table.line(parent, left + 2, top + 10, f"{letters} {name}"), Shown(None, CITY, city))
    line.set("textLength", str(round(tab + width_of(f" {name}", table.size))))
    line.set("lengthAdjust", "spacingAndGlyphs")
    line.text = None
    tag = SubElement(line, "tspan", {"class": "tab"})
    tag.text, tag.tail = letters, f" {name}"


def _houses(table: Table, parent: Element, atlas: Atlas) -> None:
    """One house of each seat in a city at the most; each seat has its place there, above the name."""
    said = table.title("seat-houses", "houses")
    for seat in table.seats:
        aside = (seat - (len(table.seats) - 1) / 2) * HOUSE
        mine = group(parent, Shown(title=f"{table.name(seat)}: {said}"))
        for index, city in enumerate(table.board["seats"][seat]["houses"]):
            if city in atlas.points:
                x, y = atlas.points[city]
                made = house(mine, x + aside, y - PLATE // 2 - 1, seat)
                made.set("data-at", f"/seats/{seat}/houses/{index}")
