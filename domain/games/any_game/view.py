"""The table as it is shown: every place, every amount, whose turn it is, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.any_game.state import AnyGame
from domain.kit.facts import Json
from domain.kit.view import PARTS, PLACE_REF, PURSE_REF, of_members, plain_view


def view(state: AnyGame) -> dict[str, Json]:
    """The table from a (masked) state; places and amounts show what their viewer may see of them."""
    shown = dict(plain_view(state))
    amounts = shown.pop("purses")
    return {**shown, "amounts": amounts}


_SEAT_OR_NULL: Json = {"type": ["integer", "null"], "x-kind": "seat"}
_WISH: Json = {
    "type": ["object", "null"],
    "properties": {
        "seat": {"type": "integer", "x-kind": "seat"},
        "left": {"type": "array", "items": {"type": "integer", "x-kind": "seat"}},
        "winners": {"type": "array", "items": {"type": "integer", "x-kind": "seat"}},
        "lost": {"type": "boolean"},
    },
}
_ASKED: Json = {
    "type": "object",
    "properties": {
        "kind": {"enum": ["draw", "roll"]},
        "from": {"type": "array", "items": {"type": "string", "x-kind": "place"}},
        "to": {"type": "string", "x-kind": "place"},
        "place": {"type": "string", "x-kind": "place"},
        "dice": {"type": "string", "x-kind": "die"},
        "number": {"type": "integer"},
    },
}
SCHEMA: Mapping[str, Json] = {
    **of_members(
        {
            "turn": _SEAT_OR_NULL,
            "phase": {"type": ["string", "null"], "x-kind": "phase"},
            "round": {"type": "integer"},
            "wish": _WISH,
            "asked": {"type": "array", "items": _ASKED},
            "places": {"type": "object", "additionalProperties": PLACE_REF, "x-index": "place"},
            "amounts": {"type": "object", "additionalProperties": PURSE_REF, "x-index": "place"},
        }
    ),
    "$defs": PARTS,
}
