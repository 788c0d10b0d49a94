"""The board of 7 – The Sins as a viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.seven_sins.state import SevenSins, backs
from domain.kit.facts import Json
from domain.kit.view import PLACE_REF, asked, of_members


def view(state: SevenSins) -> dict[str, Json]:
    """The board from a (masked) state; places show a count, and their contents to those who may look."""
    places = state.places
    return {
        "sins": list(state.sins) if state.sins is not None else None,
        "first": state.first,
        "turn": state.turn,
        "last_of_round": state.last,
        "pile": {"top": state.back_on_top, **{back: places[f"pile:{back}"].shown() for back in backs(state)}},
        "centre": places["centre"].shown(),
        "abyss": places["abyss"].shown(),
        "abyss_opened": places["abyss-opened"].shown(),
        "abyss_points": state.abyss_points,
        "wins": state.wins,
        "stones": places["stones"].shown()["count"],
        "seats": [_seat(state, seat) for seat in range(state.rules.seats)],
    }


def _seat(state: SevenSins, seat: int) -> dict[str, Json]:
    placed = state.placed[seat]
    return {
        "seat": seat,
        "turns": state.turns[seat],
        "reserve": state.places[f"reserve:{seat}"].shown(),
        "opened": state.places[f"opened:{seat}"].shown(),
        "stones": state.places[f"stones:{seat}"].shown()["count"],
        "stones_on": list(placed) if placed is not None else None,
        "score": state.scores[seat],
    }


_INTEGER: Json = {"type": "integer"}
_SINS: Json = {"type": ["array", "null"], "items": {"type": "string", "x-kind": "sin"}}
_SEAT_OR_NULL: Json = {"type": ["integer", "null"], "x-kind": "seat"}
_OPEN: Json = {**PLACE_REF, "x-kind": "card"}
_SEAT = of_members(
    {
        "seat": {**_INTEGER, "x-kind": "seat"},
        "turns": _INTEGER,
        "reserve": asked(PLACE_REF),
        "opened": _OPEN,
        "stones": asked(_INTEGER),
        "stones_on": _SINS,
        "score": {"type": ["integer", "null"]},
    }
)
SCHEMA: Mapping[str, Json] = of_members(
    {
        "sins": _SINS,
        "first": _SEAT_OR_NULL,
        "turn": _SEAT_OR_NULL,
        "last_of_round": _SEAT_OR_NULL,
        "pile": {
            "type": "object",
            "properties": {"top": {"type": ["string", "null"], "x-kind": "back"}},
            "additionalProperties": PLACE_REF,
            "required": ["top"],
            "x-index": "back",
        },
        "centre": _OPEN,
        "abyss": asked(PLACE_REF),
        "abyss_opened": _OPEN,
        "abyss_points": {"type": ["integer", "null"]},
        "wins": {"enum": ["most", "fewest", None], "x-kind": "win"},
        "stones": asked(_INTEGER),
        "seats": {"type": "array", "items": {"$ref": "#/$defs/seat"}, "x-index": "seat"},
    },
    {"seat": _SEAT},
)
