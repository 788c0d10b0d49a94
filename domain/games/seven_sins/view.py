"""The board of 7 – The Sins as a viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.seven_sins.state import SevenSins, backs
from domain.kit.facts import Json


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


_PLACE: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "count": {"type": "integer"},
        "things": {"type": "object", "additionalProperties": {"type": "integer"}},
    },
    "required": ["count"],
}
_SEAT: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "seat": {"type": "integer"},
        "turns": {"type": "integer"},
        "reserve": _PLACE,
        "opened": _PLACE,
        "stones": {"type": "integer"},
        "stones_on": {"type": ["array", "null"], "items": {"type": "string"}},
        "score": {"type": ["integer", "null"]},
    },
    "required": ["seat", "turns", "reserve", "opened", "stones", "stones_on", "score"],
}
SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "sins": {"type": ["array", "null"], "items": {"type": "string"}},
        "first": {"type": ["integer", "null"]},
        "turn": {"type": ["integer", "null"]},
        "last_of_round": {"type": ["integer", "null"]},
        "pile": {
            "type": "object",
            "properties": {"top": {"type": ["string", "null"]}},
            "additionalProperties": _PLACE,
            "required": ["top"],
        },
        "centre": _PLACE,
        "abyss": _PLACE,
        "abyss_opened": _PLACE,
        "abyss_points": {"type": ["integer", "null"]},
        "wins": {"enum": ["most", "fewest", None]},
        "stones": {"type": "integer"},
        "seats": {"type": "array", "items": _SEAT},
    },
    "required": [
        "sins",
        "first",
        "turn",
        "last_of_round",
        "pile",
        "centre",
        "abyss",
        "abyss_opened",
        "abyss_points",
        "wins",
        "stones",
        "seats",
    ],
}
