"""What a match of Mea Culpa can be opened with: options, and the values of its board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from domain.games.mea_culpa.state import (
    CATEGORIES,
    GOODS,
    LETTERS,
    ROOMS,
    SITES,
    SUITE_5,
    SUITE_6,
    in_bonuses,
    is_coin,
)
from domain.kit.facts import Json
from domain.kit.ruleset import BadOption, common_options
from domain.kit.state import Rules

OPTIONS: Mapping[str, Json] = {
    "row": {
        "type": ["array", "null"],
        "items": {"type": "integer", "minimum": 0, "maximum": 3, "x-kind": "seat"},
        "uniqueItems": True,
        "default": None,
        "description": "The seats as their souls stand on the start, from the Heaven end; else by chance (MC-S6).",
    },
    "two_player_split": {
        "enum": ["de", "en"],
        "default": "de",
        "description": "How two players share a display: 2, 1, rest (de) or 2, 2, rest (en) (MC-DV2).",
    },
    "over_six_note": {
        "enum": ["always", "caught"],
        "default": "always",
        "description": "Whether a Pope in too dear a room is noted in any case, or only when caught (MC-R27).",
    },
    "extra_preliminary": {
        "enum": ["at_once", "defer"],
        "default": "at_once",
        "description": "Three players: whether Pope and Emperor may put their preliminary action off (MC-R55).",
    },
    "open_holdings": {
        "type": "boolean",
        "default": False,
        "description": "What lies behind the screens is open to everyone: money, goods and Letters.",
    },
    **common_options(history="kept"),
}

_NUMBER: Json = {"type": "integer", "minimum": 0, "maximum": 1000}
_PRICE: Json = {"type": "integer", "minimum": 0, "maximum": 100}
_SOURCE: Json = {"type": "string", "maxLength": 200}
_CARDS = (
    "EMP_LETTER",
    "GREED_2",
    "LUST_2",
    "MOVE_CREW",
    "NEW_CREW",
    "OTHERS_3",
    "OTHERS_5",
    "POPE_STONE",
    "POPE_YELLOW",
    "STEAL_3",
    "TAKE_3",
    "TAKE_5",
    "TAKE_7",
    "TAKE_GOOD",
)


def _object(members: Mapping[str, Json], *optional: str) -> Json:
    required = [name for name in members if name not in optional]
    return {"type": "object", "properties": dict(members), "required": required, "additionalProperties": False}


_POST = {"type": "integer", "minimum": 0, "maximum": 12}
_GOOD = _object(
    {
        "count": {**_NUMBER, "maximum": 200},
        "buy": _PRICE,
        "sell": _PRICE,
        "weight": {**_NUMBER, "maximum": 100},
        "category": {"enum": list(CATEGORIES[:-1])},
        "source": _SOURCE,
    },
    "source",
)
_LIST = {
    "type": "object",
    "propertyNames": {"enum": list(LETTERS)},
    "additionalProperties": {**_NUMBER, "maximum": 20},
}
_CARD = {
    "type": "array",
    "prefixItems": [{**_NUMBER, "maximum": 24}, {**_NUMBER, "maximum": 12}],
    "items": False,
    "minItems": 2,
}
BOARD: Mapping[str, Json] = {
    "post": {**_object({"min": _POST, "max": _POST}), "description": "The faces of the post, in notches."},
    "track": {
        **_object(
            {
                "hell_last": {**_NUMBER, "minimum": 1},
                "heaven_steps": {**_NUMBER, "minimum": 1},
                "heaven_source": _SOURCE,
            },
            "heaven_source",
        ),
        "description": "Spaces from the start: the last one before Hell, and Heaven the other way.",
    },
    "goods": {
        **_object(dict.fromkeys(GOODS, _GOOD)),
        "x-index": "good",
        "description": "How many there are; prices in taler; weight as a donation, and in which category.",
    },
    "indulgence": _object(
        {
            "count": {**_NUMBER, "maximum": 200},
            "buy": _PRICE,
            "letters": {"type": "array", "items": {"enum": list(LETTERS)}, "uniqueItems": True},
        }
    ),
    "letters": {
        **_object(dict.fromkeys(LETTERS, _NUMBER)),
        "x-index": "letter",
        "description": "How many there are of each colour.",
    },
    "bonuses": {
        "type": "object",
        "propertyNames": {"pattern": "^[A-Za-z0-9-]{1,40}$"},
        "additionalProperties": {
            "type": "array",
            "items": {
                "type": "string",
                "pattern": f"^({'|'.join((*GOODS, *LETTERS))}|coin-[1-9][0-9]{{0,2}})$",
            },
            "maxItems": 4,
        },
        "minProperties": 4,
        "maxProperties": 10,
        "description": "The starting bonuses: goods, coins and Letters.",
    },
    "cathedrals": {
        "type": "array",
        "items": {**_object(dict.fromkeys(CATEGORIES, _LIST)), "x-index": "category"},
        "minItems": len(SITES),
        "maxItems": len(SITES),
        "description": "The Letters for the donors of each category, from the left cathedral to the right one.",
    },
    "cathedrals_source": _SOURCE,
    "house": {
        **_object(dict.fromkeys(_CARDS, _CARD)),
        "x-index": "card",
        "description": "The cards of the House: how many of each, and their notches.",
    },
    "suites": {
        **_object({str(suite): {**_NUMBER, "maximum": 12} for suite in (SUITE_5, SUITE_6)}),
        "x-index": "room",
        "description": "The notches of the suites.",
    },
    "start_money": _NUMBER,
    "sin_stones": {**_NUMBER, "minimum": 2, "maximum": 100},
    "crews": {**_NUMBER, "minimum": len(SITES) + 1, "maximum": 20},
    "market_draw": {**_NUMBER, "maximum": 100},
    "coins": {
        "type": "array",
        "items": {"type": "integer", "minimum": 1, "maximum": 999},
        "uniqueItems": True,
        "minItems": 1,
        "maxItems": 10,
    },
    "bank_unlimited": {"const": True},
    "score": _object({"set": _NUMBER, "single": _NUMBER}),
}


def check_board(rules: Rules) -> None:
    """Refuse options and boards that the rules cannot be played with (MC-A5); raises BadOption."""
    board = rules.board
    row = rules.options["row"]
    if row is not None and sorted(row) != list(range(rules.seats)):
        raise BadOption("options.row", "the row has to name each seat once", "MC-S6")
    if board["post"]["min"] > board["post"]["max"]:
        raise BadOption("board.post", "the post needs a face: min is greater than max", "MC-A5")
    if sum(number for number, _ in board["house"].values()) < len(ROOMS):
        raise BadOption("board.house", "the House needs at least one card for each room", "MC-A5")
    _check_bonuses(board)


def _check_bonuses(board: Mapping[str, Json]) -> None:
    for item, number in Counter(in_bonuses(board)).items():
        if is_coin(item):
            continue
        there = board["letters"][item] if item in LETTERS else board["goods"][item]["count"]
        if number > there:
            raise BadOption("board.bonuses", f"there is not enough {item} for the starting bonuses", "MC-A5")
