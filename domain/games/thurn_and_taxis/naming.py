"""The values that can occur in Thurn and Taxis, by kind; most of them are named by the board."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.thurn_and_taxis.state import (
    ENDS,
    OFFICES,
    ONE_PER_PROVINCE,
    ONE_PROVINCE,
    PHASES,
    clergy,
    rome_carriages,
    tile_of,
)
from domain.kit.facts import Json
from domain.kit.state import Rules
from domain.kit.words.values import Values, fixed, places

STEPS = (
    *(
        "take",
        "deal",
        "second",
        "play",
        "carrier",
        "close",
        "cartwright",
        "rome",
        "open",
        "discard",
        "limit",
        "over",
    ),
    *("tile", "return", "reward-card", "reward-house", "last-return"),
)
_TILE = {"": ("clergy", "seat")}
"""What an audience tile is called is made of its kind and its owner."""


def _cities(rules: Rules) -> dict[str, str | None]:
    return {city: there["name"] for city, there in rules.board["cities"].items()}


def _provinces(rules: Rules) -> dict[str, str | None]:
    return {province: there["name"] for province, there in rules.board["provinces"].items()}


def _carriages(rules: Rules) -> dict[str, str | None]:
    """In the order in which tiles are placed on them; one is called by the province that has its name."""
    provinces = _provinces(rules)
    return {carriage: provinces.get(carriage) for carriage in rome_carriages(rules.board)}


def _south(rules: Rules) -> dict[str, str | None]:
    return dict(rules.board["names"])


def _clergy(rules: Rules) -> dict[str, None]:
    return dict.fromkeys(clergy(rules.board))


def _tiles(rules: Rules) -> dict[str, None]:
    return {tile_of(kind, seat): None for kind in clergy(rules.board) for seat in range(rules.seats)}


def _stacks(rules: Rules) -> dict[str, str | None]:
    """A stack for whole provinces is called by these."""
    names = _provinces(rules)
    regions = {
        region["stack"]: "/".join(str(names[province]) for province in region["provinces"])
        for region in rules.board["regions"]
    }
    return {stack: regions.get(stack) for stack in rules.board["bonuses"]}


VALUES: Mapping[str, Values] = {
    "city": Values(_cities),
    "province": Values(_provinces),
    "carriage": Values(_carriages),
    "south": Values(_south),
    "clergy": Values(_clergy),
    "tile": Values(_tiles, _TILE),
    "thing": Values(lambda rules: {**_cities(rules), **_tiles(rules)}, _TILE),
    "stack": Values(_stacks),
    "office": fixed(OFFICES),
    "end": fixed(ENDS),
    "closing": fixed(ONE_PER_PROVINCE, ONE_PROVINCE),
    "cause": fixed("houses", "carriage"),
    "step": fixed(STEPS),
    "phase": fixed(PHASES),
    "place": places(
        {"hand": ("seat",), "shown": ("seat",), "tiles": ("carriage", "seat"), "space": ("clergy",)},
    ),
}


def more_said(board: Json, command: Mapping[str, Json]) -> dict[str, str]:
    """What would be declined: the step that is due."""
    if command["type"] != "decline":
        return {}
    return {"step": board["steps"][0]["step"] if board["steps"] else ""}
