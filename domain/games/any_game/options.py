"""The options of a match with a box, and which boxes it can be played with."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from itertools import islice
from typing import Any

from domain.games.any_game.box import MOST_PIECES, MOST_SEATS, SIGHTS, least_and_most
from domain.games.any_game.checking import problems
from domain.kit.facts import Json
from domain.kit.ruleset import BadOption, common_options
from domain.kit.state import Rules

OPTIONS: Mapping[str, Json] = common_options(history="kept")
_NAME: Json = {"type": "string", "minLength": 1, "maxLength": 40}
_NAMES: Json = {"type": "array", "items": _NAME, "minItems": 1, "maxItems": MOST_PIECES}
_SEAT: Json = {"type": "integer", "minimum": 0, "maximum": MOST_SEATS - 1}
_SEATS: Json = {"type": "array", "items": _SEAT, "uniqueItems": True, "maxItems": MOST_SEATS}
_NUMBER: Json = {"type": "integer", "minimum": 1, "maximum": MOST_PIECES}
_AMOUNT: Json = {"type": "integer", "minimum": -1_000_000, "maximum": 1_000_000}
_SEES: Json = {"anyOf": [{"enum": [*SIGHTS]}, _SEATS]}
_LAID: Json = {"anyOf": [_NAME, _NAMES, {"type": "object", "additionalProperties": _NUMBER}]}


def _named(schema: Json, most: int) -> Json:
    return {"type": "object", "additionalProperties": schema, "maxProperties": most}


def _members(needed: tuple[str, ...] = (), **members: Json) -> Json:
    schema: Json = {"type": "object", "properties": members, "additionalProperties": False}
    return {**schema, "required": [*needed]} if needed else schema


_PIECES: Json = {
    "anyOf": [
        _NAMES,
        _members(
            ("names",),
            names={"anyOf": [_NAMES, {"type": "array", "items": _NAMES, "minItems": 1, "maxItems": 4}]},
            each=_NUMBER,
            join={"type": "string", "maxLength": 5},
        ),
    ]
}
_PLACE: Json = _members(
    of={"const": "seat"},
    sees=_SEES,
    parts={
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": 400},
            {"type": "array", "items": _NAME, "minItems": 1, "maxItems": 400},
            _members(
                ("grid",),
                grid={
                    "type": "array",
                    "items": {"type": "integer", "minimum": 1, "maximum": 40},
                    "minItems": 2,
                    "maxItems": 2,
                },
            ),
        ]
    },
    parts_seen_by=_SEES,
    holds=_NAMES,
    start={"anyOf": [*_LAID["anyOf"], {"type": "object", "additionalProperties": _LAID}]},
)
_DIE: Json = {
    "anyOf": [
        _NAMES,
        _members(("faces",), faces={"anyOf": [{"type": "integer", "minimum": 2, "maximum": 100}, _NAMES]}),
    ]
}
BOARD: Mapping[str, Json] = {
    name: {**schema, "x-optional": True}
    for name, schema in {
        "title": {**_NAME, "maxLength": 100, "description": "What the game is called."},
        "bgg": {"type": "integer", "minimum": 1, "description": "Its number on BoardGameGeek."},
        "seats": {
            "anyOf": [
                {"type": "integer", "minimum": 1, "maximum": MOST_SEATS},
                {
                    "type": "array",
                    "items": {"type": "integer", "minimum": 1, "maximum": MOST_SEATS},
                    "minItems": 2,
                    "maxItems": 2,
                },
            ],
            "description": "How many play: a number, or the least and the most.",
        },
        "say": {**_named(_NAMES, 500), "description": "Other words for names, for those who type."},
        "pieces": {**_named(_PIECES, 100), "description": "Groups of pieces, each with its names."},
        "places": {**_named(_PLACE, 100), "description": "Where pieces lie, and who sees them there."},
        "amounts": {
            **_named(
                _members(
                    of={"const": "seat"},
                    sees=_SEES,
                    start=_AMOUNT,
                    least=_AMOUNT,
                    wins={"enum": ["most", "fewest"]},
                ),
                40,
            ),
            "description": "Numbers that are counted, such as points, chips or money.",
        },
        "dice": {**_named(_DIE, 40), "description": "Dice, each sort with its faces."},
        "turns": {
            **_members(order=_SEATS, phases=_NAMES, strict={"type": "boolean"}),
            "description": "The order of turns, the phases of a round, and whether others act out of turn.",
        },
        "teams": {
            "type": "array",
            "items": _SEATS,
            "maxItems": MOST_SEATS,
            "description": "Seats that play together.",
        },
    }.items()
}
BOXES: Mapping[str, Mapping[str, Json]] = {
    file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted(files(__package__).joinpath("boxes").iterdir(), key=lambda file: file.name)
}
"""The boxes that come with the service, by the names under which a match is opened with one."""
NEEDED = ("title", "places")
MOST_SAID = 20
"""How many things are said to be wrong with a box at once."""


def check_board(rules: Rules) -> None:
    """Raise :class:`BadOption` for a box that no match can be played with."""
    board: Mapping[str, Any] = rules.board
    for name in NEEDED:
        if name not in board:
            raise BadOption(
                "board", f"the box has no {name}: it is what a match of any game is opened with", "AG-P1"
            )
    wrong = [
        BadOption(".".join(("board", *map(str, path))), detail, "AG-P1")
        for path, detail in islice(problems(board), MOST_SAID)
    ]
    if wrong:
        first, *others = wrong
        raise BadOption(first.field, first.detail, first.rule, others)
    least, most = least_and_most(board)
    if not least <= rules.seats <= most:
        raise BadOption("seats", f"the box is for {least} to {most} players", "TB-62")
