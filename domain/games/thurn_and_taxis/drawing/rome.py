"""The roads to Rome: the carriages on their way with the tiles on them, and the audience spaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from xml.etree.ElementTree import Element

from domain.games.thurn_and_taxis.drawing.atlas import Atlas, Paper, along, in_rows, layers, printed
from domain.games.thurn_and_taxis.drawing.signs import coach, house, plate
from domain.games.thurn_and_taxis.drawing.table import CARRIAGE, CLERGY, PLATE, SOUTH, Table, untold
from domain.games.thurn_and_taxis.state import kind_of, owner_of
from domain.kit.data import table as data
from domain.kit.drawing.lettering import fitted
from domain.kit.drawing.marks import HEADING, box
from domain.kit.drawing.svg import Grounds, Shown, group, number, path, rect, show
from domain.kit.facts import Json

ABOVE, BELOW = PLATE / 2 + 3, PLATE / 2 + 3
LINE = 19
TILE = "tile"
"""The kind of audience tiles."""


@cache
def layout() -> Mapping[str, Json]:
    """Where our pictures put the places on the way to Rome, in millimetres."""
    found: Mapping[str, Json] = data("domain.games.thurn_and_taxis", "board.toml")["layout"]
    return found


def roads(table: Table, parent: Element, width: float) -> float:
    """The map, with the carriages."""
    south: Mapping[str, list[str]] = table.printed["south"]
    atlas = _atlas(table, south, width)
    height = HEADING + atlas.height
    box(parent, 0, 0, width, height, table.title("audience"))
    points = atlas.points.items()
    made = group(parent, at=(0, HEADING))
    made.set("font-size", number(table.size))
    pairs = [(one, other) for one in south for other in south[one]]
    if pairs:
        path(made, along(pairs, atlas.points), "road")
    here: dict[str, list[int]] = {}
    for index, there in enumerate(table.board["audience"]["carriages"]):
        here.setdefault(there["city"], []).append(index)
    widths = {place: table.width(table.city(place)) + 4 for place in south}
    plates = (plate(x - widths[place] // 2, y - PLATE // 2, widths[place], PLATE) for place, (x, y) in points)
    path(made, "".join(plates), "card edge")
    for place, (x, y) in points:
        show(table.line(made, x, y + 4, table.city(place), middle=True), Shown(None, SOUTH, place))
    for place, indices in here.items():
        if place in atlas.points:
            x, y = atlas.points[place]
            for step, index in enumerate(indices):
                _coach(table, made, index, x + (step - (len(indices) - 1) / 2) * 24, y - PLATE // 2 - 8)
    return height


def _atlas(table: Table, south: Mapping[str, list[str]], width: float) -> Atlas:
    sizes = {place: table.width(table.city(place)) + 4.0 for place in south}
    paper = Paper(width, ABOVE, BELOW, PLATE)
    room = Paper(width, PLATE / 2 + 17, BELOW, PLATE)
    return printed(layout(), sizes, room) or in_rows(layers(south), sizes, paper, 18)


def _coach(table: Table, parent: Element, index: int, x: float, y: float) -> None:
    there = table.board["audience"]["carriages"][index]
    label = table.words.label(CARRIAGE, there["carriage"])
    hue, letters = _colours(table, index)
    made = group(parent, Shown(f"/audience/carriages/{index}/city", CARRIAGE, there["carriage"], label))
    coach(group(made, classes=f"deep-{hue} edge"), x, y)
    table.line(made, x, y + 1, letters, "tab", middle=True)


def _colours(table: Table, index: int) -> tuple[int, str]:
    """The hue and the letters of a carriage."""
    province = table.carriages.get(table.board["audience"]["carriages"][index]["carriage"])
    return (7, str(index + 1)) if province is None else (table.hues[province], table.letters[province])


def carriages(table: Table, parent: Element, width: float) -> float:
    """Each carriage that has tiles on it, and where it is; then the audience spaces."""
    parent.set("font-size", number(table.size))
    y = 6
    ground = rect(parent, 0, 0, width, 0, "box", round_=4)
    grounds = Grounds(parent)
    for index, there in enumerate(table.board["audience"]["carriages"]):
        if not any(untold(place) or place.get("things") for place in there["tiles"]):
            continue  # it has been opened in Rome, where the map shows it
        hue, letters = _colours(table, index)
        wide = table.tab(parent, grounds, 6, y + 2, letters, hue)
        table.line(parent, wide + 10, y + 12, fitted(table.city(there["city"]), table.size, 60))
        _tiles(table, parent, index, there["tiles"], y, width)
        y += LINE
    y = _placed(table, parent, y, width)
    y = _spaces(table, parent, y + 2, width)
    ground.set("height", str(y))
    return y


def _tiles(
    table: Table, parent: Element, index: int, tiles: list[Mapping[str, Json]], y: int, width: float
) -> None:
    """The tiles on a carriage, each with its owner's house; its kind where it is known."""
    each = (width - 92) // max(1, len(tiles))
    for seat, place in enumerate(tiles):
        known = [kind_of(tile) for tile in place.get("things", {})]
        if not known and not untold(place):
            continue
        x = round(90 + seat * each)
        at = f"/audience/carriages/{index}/tiles/{seat}"
        shown = Shown(at, CLERGY, known[0]) if known else Shown(at, title=table.words.untold(untold(place), TILE))
        made = group(parent, shown)
        house(made, x + 5, y + 14, seat)
        if known:
            table.narrow(made, x + 13, y + 12, table.words.label(CLERGY, known[0]), each - 16)
        else:
            path(made, plate(x + 14, y + 3, 9, 11), "back edge")


def _placed(table: Table, parent: Element, y: int, width: float) -> int:
    """Before the first turn: who has placed tiles."""
    if table.board["phase"] != "tiles":
        return y
    said = fitted(table.title("audience-placed", "placed"), table.size, width / 2)
    table.line(parent, 8, y + 12, said, "faint")
    x = 20 + table.width(said)
    for seat, placed in enumerate(table.board["audience"]["placed"]):
        if placed:
            made = group(parent, Shown(f"/audience/placed/{seat}", "seat", seat, table.name(seat)))
            house(made, x, y + 14, seat)
            x += 14
    return y + LINE


def _spaces(table: Table, parent: Element, y: int, width: float) -> int:
    """The audience spaces, with their points and the tiles on them; how many tiles were evicted."""
    spaces = table.board["audience"]["spaces"]
    points = {one["kind"]: one["points"] for one in table.printed["clergy"]}
    grounds = Grounds(parent)
    in_row = max(1, min(len(spaces), int((width - 8) // 62)))
    each = (width - 12 - 4 * (in_row - 1)) // in_row
    for index, (kind, place) in enumerate(spaces.items()):
        x, top = round(6 + index % in_row * (each + 4)), y + index // in_row * 38
        label, worth = table.words.label(CLERGY, kind), str(points.get(kind, 0))
        made = group(parent, Shown(f"/audience/spaces/{kind}", CLERGY, kind))
        grounds.add(plate(x, top, each, 34), "card edge")
        table.narrow(made, x + 4, top + 12, label, each - 7)
        table.line(made, x + each - 8, top + 29, worth, "bold")
        for step, tile in enumerate(place.get("things", {})):
            owner = owner_of(tile)
            shown = Shown(f"/audience/spaces/{kind}/things/{tile}", title=table.name(owner))
            house(group(made, shown), x + 10 + step * 13, top + 30, owner)
    y += -(-len(spaces) // in_row) * 38
    gone = table.board["audience"]["evicted"].get("count")
    if gone:
        said = fitted(f"{table.title('audience-evicted', 'evicted')} {gone}", table.size, width - 16)
        show(table.line(parent, 8, y + 10, said, "faint"), Shown("/audience/evicted"))
        y += 14
    return y + 2


def blocks(table: Table) -> list[Callable[[Element, float], float]]:
    """Both parts; none without The Audience."""
    if table.board["audience"] is None:
        return []
    return [
        lambda parent, width: roads(table, parent, width),
        lambda parent, width: carriages(table, parent, width),
    ]
