"""What lies beside the map for everybody: face-up cards, supply, bonus tiles, the four offices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias
from xml.etree.ElementTree import Element

from domain.games.thurn_and_taxis.drawing.signs import flag, house, office, plate
from domain.games.thurn_and_taxis.drawing.table import CITY, OFFICE, STACK, Table, untold
from domain.games.thurn_and_taxis.state import GAME_END, OFFICES, ROUTE
from domain.kit.drawing.lettering import fitted, text, width_of
from domain.kit.drawing.marks import HEADING, box
from domain.kit.drawing.svg import Grounds, Shown, group, path, rect, shared, show
from domain.kit.drawing.svg import number as number_of

CARD = 36.0
"""How high a face-up card is."""
STACK_HEIGHT = 40
OFFICE_HEIGHT = 24
Room: TypeAlias = tuple[float, float, float]
"""From where on, and how wide."""
SIGNS = 3
"""Of more provinces, only colours are shown."""
PATCH = 6
"""From one patch of colour to the next on the tiles of seats."""


def display(table: Table, parent: Element, width: float) -> float:
    """The face-up cards; how many cards are left, and how many are discarded."""
    place, size = table.board["display"], int(table.printed["display"])
    cards = list(table.cards("/display", place)) + [("", "/display")] * untold(place)
    number = max(len(cards), size)
    in_row = min(number, max(1, int((width - 8) // 53)))
    rows = -(-number // in_row)
    each = (width - 12 - 4 * (in_row - 1)) // in_row
    height = HEADING + 4 + rows * (CARD + 4) + 2
    parent.set("font-size", number_of(table.size))
    box(parent, 0, 0, width, height, table.title("display"))
    _counts(table, parent, width)
    for index in range(number):
        x, y = 6 + index % in_row * (each + 4), HEADING + 4 + index // in_row * (CARD + 4)
        if index >= len(cards):
            rect(parent, x, y, each, CARD, "empty", round_=3)
        else:
            _card(table, parent, x, y, each, *cards[index])
    return float(height)


def _card(table: Table, parent: Element, x: float, y: float, width: float, city: str, at: str) -> None:
    if not city:
        made = group(parent, Shown(at, title=table.words.words.text("unknown")))
        rect(made, x, y, width, CARD, "back edge", round_=3)
        text(made, x + width / 2, y + CARD / 2 + 4, "?", 12, anchor="middle", bold=True, classes="on-back")
        return
    province = table.province(city)
    made = group(parent, Shown(at, CITY, city))
    hue = table.hues[province] if province else 7
    path(made, plate(x, y, width, CARD), f"hue-{hue} edge")
    path(made, plate(x, y, width, 14), f"deep-{hue}")
    table.line(made, x + width / 2, y + 10, table.prefix(city).strip(), "tab", middle=True)
    table.narrow(made, x + width / 2, y + 28, table.city(city), width - 3, middle=True)


def _counts(table: Table, parent: Element, width: float) -> None:
    right = width - 8
    for name in ("discards", "supply"):
        count = table.board[name].get("count")
        said = f"{table.title(name)} {'?' if count is None else count}"
        made = group(parent, Shown(f"/{name}", "place", name))
        text(made, right, 13, said, 10, anchor="end")
        right -= width_of(said, 10) + 12


def bonuses(table: Table, parent: Element, width: float) -> float:
    """The stacks of bonus tiles: what each is for, and its points from the top."""
    stacks: Mapping[str, list[int]] = table.board["bonuses"]
    order = sorted(stacks, key=lambda stack: _rank(table, stack))
    in_row = max(1, min(len(order), int((width - 8) // 60)))
    in_row = -(-len(order) // -(-len(order) // in_row)) if order else 1
    each = (width - 12 - 4 * (in_row - 1)) // in_row
    rows = -(-len(order) // in_row)
    height = HEADING + 4 + rows * (STACK_HEIGHT + 4) + 2
    parent.set("font-size", number_of(table.size))
    box(parent, 0, 0, width, height, table.title("bonuses"))
    grounds = Grounds(parent)
    for index, stack in enumerate(order):
        x, y = 6 + index % in_row * (each + 4), HEADING + 4 + index // in_row * (STACK_HEIGHT + 4)
        _stack(table, parent, grounds, (x, y, each), stack, stacks[stack])
    return height


def _rank(table: Table, stack: str) -> tuple[int, int]:
    """Lengths first, then the provinces as on the board, the end of the game last."""
    if stack.startswith(ROUTE):
        return 0, int(stack.removeprefix(ROUTE))
    listed = [bonus["stack"] for name in ("regions", "outside") for bonus in table.printed[name]]
    return (1, listed.index(stack)) if stack in listed else (2, 0)


def _stack(
    table: Table,
    parent: Element,
    grounds: Grounds,
    where: Room,
    stack: str,
    points: list[int],
) -> None:
    x, y, width = where
    label = table.words.label(STACK, stack)
    said = ", ".join(map(str, points)) or "0"
    made = group(parent, Shown(f"/bonuses/{stack}", STACK, stack, f"{label}: {said}"))
    grounds.add(plate(x, y, width, STACK_HEIGHT), "card edge" if points else "empty")
    _sign(table, made, grounds, (x + 3, y + 3, width - 6), stack)
    if points:
        text(made, x + 4, y + 34, str(points[0]), 16, bold=True)
    if points[1:]:
        rest = ", ".join(map(str, points[1:]))
        table.line(made, x + width - 4 - table.width(rest), y + 34, rest, "faint")


def _sign(table: Table, parent: Element, grounds: Grounds, where: Room, stack: str) -> None:
    """What a bonus tile is for: a length, or provinces, or the end of the game."""
    (x, y, most), provinces = where, provinces_of(table, stack)
    if stack == GAME_END:
        path(parent, flag(x + 6, y + 7), "alarm")
    elif not provinces:
        table.line(parent, x + 1, y + 10, fitted(table.words.label(STACK, stack), table.size, most))
    elif len(provinces) > SIGNS:
        for number, province in enumerate(provinces):
            grounds.add(plate(x + number // 2 * 8, y + number % 2 * 8, 7, 7), f"deep-{table.hues[province]}")
    else:
        for province in provinces:
            x += table.tab(parent, grounds, x, y, table.letters[province], table.hues[province]) + 2


def provinces_of(table: Table, stack: str) -> list[str]:
    """The provinces that a bonus tile is for; none if it is for something else."""
    listed = [bonus for name in ("regions", "outside") for bonus in table.printed[name]]
    return next((list(bonus["provinces"]) for bonus in listed if bonus["stack"] == stack), [])


def shapes(table: Table) -> Iterator[Element]:
    """The patches of each tile for many provinces, two in a column, as they are drawn on the tiles of seats."""
    for bonus in (bonus for name in ("regions", "outside") for bonus in table.printed[name]):
        if len(bonus["provinces"]) > SIGNS:
            made = shared(bonus["stack"])
            for number, province in enumerate(bonus["provinces"]):
                x, y = number // 2 * PATCH, number % 2 * PATCH
                path(made, plate(x, y, PATCH - 1, PATCH - 1), f"deep-{table.hues[province]}")
            yield made


def offices(table: Table, parent: Element, width: float) -> float:
    """The four offices; with Offices of Honour the tiles and chips that are left."""
    honours = table.board["offices"]
    labels = [table.words.label(OFFICE, kind) for kind in OFFICES]
    widest = max(width_of(label, table.size) for label in labels) + (25 if honours is None else 39)
    in_row = 4 if (width - 24) // 4 >= widest else 2
    each = (width - 12 - 4 * (in_row - 1)) // in_row
    rows = 4 // in_row
    height = HEADING + 4 + rows * (OFFICE_HEIGHT + 4) + 2
    parent.set("font-size", number_of(table.size))
    box(parent, 0, 0, width, height, table.title("officials" if honours is None else "offices"))
    if honours is not None:
        said = f"{table.title('offices-chips-left')} {honours['chips_left']}"
        made = group(parent, Shown("/offices/chips_left"))
        text(made, width - 8, 13, said, 10, anchor="end")
    for index, kind in enumerate(OFFICES):
        x, y = 6 + index % in_row * (each + 4), HEADING + 4 + index // in_row * (OFFICE_HEIGHT + 4)
        _office(table, parent, x, y, each, kind)
    return height


def _office(table: Table, parent: Element, x: float, y: float, width: float, kind: str) -> None:
    """An office; who has used it in this turn; how many tiles of it are left."""
    honours, used, turn = table.board["offices"], table.board["office"] == kind, table.board["turn"]
    label = table.words.label(OFFICE, kind)
    made = group(parent, Shown("/office" if used else None, OFFICE, kind))
    rect(made, x, y, width, OFFICE_HEIGHT, "card turn" if used else "card edge", round_=3)
    path(made, office(kind, x + 11, y + 12), "pen")
    table.narrow(made, x + 22, y + 16, label, width - (24 if honours is None else 38))
    if honours is not None:
        left = table.line(made, x + width - 9, y + 16, str(honours["stacks"][kind]), "bold", middle=True)
        show(left, Shown(f"/offices/stacks/{kind}"))
    if used and turn is not None:
        house(made, x + 3, y + 5, turn)
