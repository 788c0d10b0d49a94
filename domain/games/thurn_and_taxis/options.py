"""What a match of Thurn and Taxis can be opened with: options, and the values of its board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod

from domain.games.thurn_and_taxis.state import GAME_END, MODULES, OFFICES, ROME, ROUTE
from domain.kit.facts import Json
from domain.kit.ruleset import BadOption, common_options
from domain.kit.state import Rules

OPTIONS: Mapping[str, Json] = {
    "modules": {
        "type": "array",
        "items": {"enum": list(MODULES)},
        "uniqueItems": True,
        "default": [],
        "description": "The modules of the expansion that are in play: The Audience, Offices of Honour.",
    },
    "start_player": {
        "oneOf": [{"const": "random"}, {"type": "integer", "minimum": 0, "maximum": 3, "x-kind": "seat"}],
        "default": "random",
        "description": "Who begins: a seat, or the seat that chance chooses (TT-B4).",
    },
    "return_order": {
        "enum": ["active_first", "left_first"],
        "default": "active_first",
        "description": "Who returns office tiles first: the player to move, or the left neighbour (TT-R1).",
    },
    "allow_zero_house_province": {
        "type": "boolean",
        "default": True,
        "description": "A province may be named in which no city is free for a house (TT-R8, TT-R55).",
    },
    "all_provinces_needs_baiern": {
        "type": "boolean",
        "default": False,
        "description": "The bonus for houses outside Baiern needs one in Baiern, too (TT-R43).",
    },
    "reshuffle": {
        "enum": ["lazy", "eager"],
        "default": "lazy",
        "description": "When the discards become the supply: at the next card needed, or at once (TT-R35).",
    },
    "owner_memory_aid": {
        "type": "boolean",
        "default": False,
        "description": "Seats may look at their own audience tiles on the way; otherwise nobody may (TT-A4).",
    },
    **common_options(history="kept"),
}


def _object(members: Mapping[str, Json], *optional: str) -> Json:
    required = [name for name in members if name not in optional]
    return {"type": "object", "properties": dict(members), "required": required, "additionalProperties": False}


_ID: Json = {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"}
_IDS: Json = {"type": "array", "items": _ID, "uniqueItems": True, "maxItems": 40}
_TEXT: Json = {"type": "string", "minLength": 1, "maxLength": 100}
_NUMBER: Json = {"type": "integer", "minimum": 0, "maximum": 100}
_POINTS: Json = {"type": "integer", "minimum": 0, "maximum": 1000}


def _by_id(values: Json, most: int) -> Json:
    return {"type": "object", "propertyNames": _ID, "additionalProperties": values, "maxProperties": most}


def _list(members: Mapping[str, Json], least: int, most: int) -> Json:
    return {"type": "array", "items": _object(members), "minItems": least, "maxItems": most}


BOARD: Mapping[str, Json] = {
    "houses": {**_NUMBER, "minimum": 1, "description": "For each player."},
    "display": {**_NUMBER, "minimum": 1, "maximum": 20, "description": "City cards face up."},
    "copies": {**_NUMBER, "minimum": 1, "maximum": 20, "description": "Cards of each city."},
    "min_route": {
        **_NUMBER,
        "minimum": 1,
        "maximum": 20,
        "description": "The cards that a route needs before it can be closed.",
    },
    "hand_limit": {**_NUMBER, "description": "Cards in hand after closing a route."},
    "discount": {**_NUMBER, "description": "Cards that a route may be short of with the Cartwright."},
    "chips": {**_NUMBER, "description": "Victory point chips; points are counted without a limit (TT-R32)."},
    "carriages": {
        **_list({"value": {**_NUMBER, "minimum": 1}, "points": _POINTS, "copies": _NUMBER}, 1, 20),
        "description": "The cards that a route needs for each carriage, and the points of the carriage.",
    },
    "clergy": {
        **_list({"kind": _ID, "points": _POINTS}, 1, 20),
        "description": "The kinds of audience tiles, as many as carriages go to Rome.",
    },
    "regions": {
        **_list({"stack": _ID, "provinces": {**_IDS, "minItems": 1}}, 0, 20),
        "description": "Bonus tiles for houses in all cities of some provinces.",
    },
    "outside": {
        **_list({"stack": _ID, "provinces": {**_IDS, "minItems": 1}}, 0, 5),
        "description": "Bonus tiles for a house in each of some provinces.",
    },
    "rome": {
        **_list({"carriage": _ID, "start": _ID, "start_of_two": _ID}, 1, 20),
        "description": "The Rome carriages, and where they start (with two players: start_of_two).",
    },
    "provinces": {
        **_by_id(_object({"name": _TEXT, "colour": _TEXT, "carriage": _ID}, "carriage"), 40),
        "description": "The Rome carriage that the cards of a province move; without one they are jokers.",
    },
    "cities": {
        **_by_id(
            _object(
                {
                    "name": _TEXT,
                    "province": _ID,
                    "at": {
                        "type": "array",
                        "items": {"type": "integer", "minimum": -10_000, "maximum": 10_000},
                        "minItems": 2,
                        "maxItems": 2,
                    },
                }
            ),
            40,
        ),
        "description": "The cities, with the place on the printed board in millimetres.",
    },
    "roads": {**_by_id(_IDS, 40), "description": "The neighbours of each city, both ways."},
    "bonuses": {
        **_by_id({"type": "array", "items": _POINTS, "maxItems": 20}, 60),
        "description": "The points of each stack of bonus tiles, from the top; route-N is for a length.",
    },
    "offices": {
        "type": "object",
        "propertyNames": {"enum": ["2", "3", "4"]},
        "additionalProperties": _object({office: {**_NUMBER, "minimum": 1} for office in OFFICES}),
        "description": "Office tiles of each kind, by number of players.",
    },
    "south": {**_by_id(_IDS, 100), "description": "The southern exits of each city on the way to Rome."},
    "names": {**_by_id(_TEXT, 100), "description": "The names of those cities."},
}

_MOST_PLACINGS = 25_000
"""Ways to place houses in a route of all cities, one or none in each province; the printed board has 23,328."""
_LARGEST_PROVINCE = 12
_EXITS = {"andechs": ["ettal", "trient"], "florenz": 3}
"""What is known of the printed board of Rome: where one can go from Andechs, and how many exits Florenz has."""


def check_board(rules: Rules) -> None:
    """Refuse options and boards that the rules cannot be played with (TT-R61 to TT-R63); raises BadOption."""
    board = rules.board
    start = rules.options["start_player"]
    if start != "random" and start >= rules.seats:
        raise BadOption("options.start_player", "there is no such seat", "TT-B4")
    _check_map(board)
    _check_bonuses(board)
    _check_counts(rules)
    _check_rome(board)


def _check(holds: bool, field: str, detail: str, rule: str) -> None:
    if not holds:
        raise BadOption(f"board.{field}", detail, rule)


def _check_map(board: Mapping[str, Json]) -> None:
    """TT-R61."""
    cities, provinces, roads = board["cities"], board["provinces"], board["roads"]
    for city, there in cities.items():
        _check(there["province"] in provinces, "cities", f"{city} is in no province", "TT-R61")
    _check(cities.keys() == roads.keys(), "roads", "each city needs a list of its neighbours", "TT-R61")
    for city, neighbours in roads.items():
        for other in neighbours:
            _check(other in cities and other != city, "roads", f"{city} has no such neighbour: {other}", "TT-R61")
            _check(
                city in roads[other],
                "roads",
                f"a road leads from {city} to {other}, but none leads back",
                "TT-R61",
            )
    sizes = [sum(there["province"] == one for there in cities.values()) for one in provinces]
    _check(min(sizes, default=0) > 0, "provinces", "a province has no city", "TT-R61")
    few = max(sizes) <= _LARGEST_PROVINCE and prod(size + 1 for size in sizes) <= _MOST_PLACINGS
    _check(few, "provinces", "there are too many ways to place houses", "TT-R61")


def _check_bonuses(board: Mapping[str, Json]) -> None:
    """TT-R62."""
    provinces, bonuses = board["provinces"], board["bonuses"]
    listed = [GAME_END]
    for name in ("regions", "outside"):
        for bonus in board[name]:
            listed.append(bonus["stack"])
            _check(set(bonus["provinces"]) <= provinces.keys(), name, "there is no such province", "TT-R62")
    _check(len(set(listed)) == len(listed), "regions", "two bonuses have the same stack", "TT-R62")
    _check(set(listed) <= bonuses.keys(), "bonuses", "a stack of bonus tiles is missing", "TT-R62")
    for stack in bonuses:
        length = stack.removeprefix(ROUTE)
        is_length = stack != length and length.isdecimal() and length == str(int(length))
        _check(stack in listed or is_length, "bonuses", f"the stack {stack} belongs to no bonus", "TT-R62")


def _check_counts(rules: Rules) -> None:
    """TT-R62."""
    board = rules.board
    _check(
        str(rules.seats) in board["offices"], "offices", f"numbers for {rules.seats} players are needed", "TT-R62"
    )
    values = [carriage["value"] for carriage in board["carriages"]]
    _check(
        values == sorted(set(values)), "carriages", "each carriage has to cost more than the one before", "TT-R62"
    )
    enough = all(carriage["copies"] >= rules.seats for carriage in board["carriages"])
    _check(enough, "carriages", "each player needs one carriage of each value", "TT-R62")
    longest = len(board["cities"])
    _check(board["min_route"] <= longest, "min_route", "no route could be closed", "TT-R62")
    ends = board["houses"] <= longest or values[-1] <= longest + board["discount"]
    _check(ends, "houses", "nobody could ever get the last house or the last carriage", "TT-R62")
    in_routes = rules.seats * (board["min_route"] - 1)
    cards = board["copies"] * len(board["cities"])
    _check(cards > in_routes, "copies", "all cards could be in routes that nobody can close", "TT-R62")


def _check_rome(board: Mapping[str, Json]) -> None:
    """TT-R63."""
    south, carriages = board["south"], [there["carriage"] for there in board["rome"]]
    kinds = [tile["kind"] for tile in board["clergy"]]
    _check(len(set(carriages)) == len(carriages), "rome", "a carriage is named twice", "TT-R63")
    _check(len(set(kinds)) == len(kinds), "clergy", "a kind is named twice", "TT-R63")
    _check(len(kinds) == len(carriages), "clergy", "there has to be one kind for each carriage", "TT-R63")
    for province in board["provinces"].values():
        known = province.get("carriage") is None or province["carriage"] in carriages
        _check(known, "provinces", "there is no such carriage", "TT-R63")
    _check(
        set().union(*south.values()) <= south.keys(),
        "south",
        "an exit leads to a city that is not on the board",
        "TT-R63",
    )
    _check(south.keys() == board["names"].keys(), "names", "each city on the way to Rome needs a name", "TT-R63")
    _check(ROME in south, "south", "there is no Rome", "TT-R63")
    ends = [city for city, exits in south.items() if not exits]
    _check(ends == [ROME], "south", "all ways have to end in Rome, and only there", "TT-R63")
    _check(_has_no_way_back(south), "south", "no way may lead back north", "TT-R63")
    for there in board["rome"]:
        for start in (there["start"], there["start_of_two"]):
            _check(start in south and start != ROME, "rome", f"no carriage can start in {start}", "TT-R63")
    andechs, florence = south.get("andechs", []), south.get("florenz", [])
    _check(
        sorted(andechs) == _EXITS["andechs"],
        "south",
        "from Andechs the exits have to lead to Ettal and Trient",
        "TT-R63",
    )
    _check(len(florence) == _EXITS["florenz"], "south", "Florence needs three exits", "TT-R63")


def _has_no_way_back(south: Mapping[str, Iterable[str]]) -> bool:
    """Whether the roads have no cycle: city after city can be taken away to which no way leads any more."""
    left = {city: set(exits) for city, exits in south.items()}
    while left:
        reached = set().union(*left.values())
        first = [city for city in left if city not in reached]
        if not first:
            return False
        for city in first:
            del left[city]
    return True
