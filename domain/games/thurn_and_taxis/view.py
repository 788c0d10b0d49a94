"""The board of Thurn and Taxis as a viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.thurn_and_taxis.state import (
    OFFICES,
    PHASES,
    ThurnAndTaxis,
    clergy,
    rome_carriages,
)
from domain.kit.facts import Json
from domain.kit.view import PLACE_REF, asked, asked_whole, of_members


def view(state: ThurnAndTaxis) -> dict[str, Json]:
    """The board from a (masked) state; places show what lies there to those who may look."""
    places, board = state.places, state.rules.board
    return {
        "phase": state.phase,
        "round": state.round,
        "first": state.first,
        "turn": state.turn,
        "office": state.office,
        "forced": state.forced,
        "steps": list(state.steps),
        "ender": state.ender,
        "display": places["display"].shown(),
        "supply": places["supply"].shown(),
        "discards": places["discards"].shown(),
        "bonuses": {stack: board["bonuses"][stack][state.taken[stack] :] for stack in sorted(board["bonuses"])},
        "seats": [_seat(state, seat) for seat in range(state.rules.seats)],
        "audience": _audience(state),
        "offices": _offices(state),
    }


def _seat(state: ThurnAndTaxis, seat: int) -> dict[str, Json]:
    return {
        "seat": seat,
        "hand": state.places[f"hand:{seat}"].shown(),
        "shown": state.places[f"shown:{seat}"].shown(),
        "route": list(state.routes[seat]),
        "houses": list(state.houses[seat]),
        "houses_left": state.houses_left(seat),
        "carriages": [carriage["value"] for carriage in state.rules.board["carriages"][: state.carriages[seat]]],
        "bonuses": [{"stack": stack, "points": points} for stack, points in state.bonuses[seat]],
        "score": state.scores[seat],
    }


def _audience(state: ThurnAndTaxis) -> dict[str, Json] | None:
    """The board of Rome; None without The Audience."""
    if state.positions is None:
        return None
    seats, places = range(state.rules.seats), state.places
    return {
        "carriages": [
            {
                "carriage": carriage,
                "city": state.positions[carriage],
                "tiles": [places[f"tiles:{carriage}:{seat}"].shown() for seat in seats],
            }
            for carriage in rome_carriages(state.rules.board)
        ],
        "placed": list(state.placed),
        "spaces": {kind: places[f"space:{kind}"].shown() for kind in clergy(state.rules.board)},
        "evicted": places["evicted"].shown(),
    }


def _offices(state: ThurnAndTaxis) -> dict[str, Json] | None:
    """Office tiles and chips; None without Offices of Honour."""
    if state.stacks is None:
        return None
    chips: int = state.rules.board["chips"]
    return {
        "stacks": {office: state.stacks[office] for office in OFFICES},
        "tiles": [{office: mine.get(office, 0) for office in OFFICES} for mine in state.tiles],
        "chips": list(state.chips),
        "chips_left": max(0, chips - sum(state.chips)),
    }


_COUNT: Json = {"type": "integer"}
_SEAT_NUMBER: Json = {"type": "integer", "x-kind": "seat"}
_MAYBE_SEAT: Json = {"type": ["integer", "null"], "x-kind": "seat"}
_CITIES: Json = {"type": "array", "items": {"type": "string", "x-kind": "city"}}
_CARDS: Json = {**PLACE_REF, "x-kind": "city"}
_TILES: Json = {**PLACE_REF, "x-kind": "tile"}


def _by_seat(items: Json) -> Json:
    return {"type": "array", "items": items, "x-index": "seat"}


def _named(kind: str) -> Json:
    return {"type": "string", "x-kind": kind}


_STEP: Json = {
    "type": "object",
    "properties": {
        "step": _named("step"),
        "seat": _SEAT_NUMBER,
        "cards": _CITIES,
        "carriage": _named("carriage"),
        "office": _named("office"),
        "left": {"type": "array", "items": _SEAT_NUMBER},
        "order": {"type": "array", "items": _SEAT_NUMBER},
        "must": {"type": "boolean"},
    },
    "required": ["step"],
}
_SEAT = of_members(
    {
        "seat": _SEAT_NUMBER,
        "hand": asked(_CARDS),
        "shown": _CARDS,
        "route": asked_whole(_CITIES),
        "houses": _CITIES,
        "houses_left": asked(_COUNT),
        "carriages": {"type": "array", "items": _COUNT},
        "bonuses": {"type": "array", "items": {"$ref": "#/$defs/bonus"}},
        "score": {"type": ["integer", "null"]},
    }
)
_BONUS = of_members({"stack": _named("stack"), "points": _COUNT})
_CARRIAGE = of_members({"carriage": _named("carriage"), "city": _named("south"), "tiles": _by_seat(_TILES)})
_AUDIENCE = of_members(
    {
        "carriages": {"type": "array", "items": {"$ref": "#/$defs/carriage"}, "x-index": "carriage"},
        "placed": _by_seat({"type": "boolean"}),
        "spaces": {"type": "object", "additionalProperties": _TILES, "x-index": "clergy"},
        "evicted": _TILES,
    }
)
_OF_OFFICES: Json = {**of_members(dict.fromkeys(OFFICES, _COUNT)), "x-index": "office"}
_OFFICES = of_members(
    {"stacks": _OF_OFFICES, "tiles": _by_seat(_OF_OFFICES), "chips": _by_seat(_COUNT), "chips_left": _COUNT}
)
SCHEMA: Mapping[str, Json] = of_members(
    {
        "phase": {"enum": list(PHASES), "x-kind": "phase"},
        "round": _COUNT,
        "first": _MAYBE_SEAT,
        "turn": _MAYBE_SEAT,
        "office": {"enum": [*OFFICES, None], "x-kind": "office"},
        "forced": {"type": "boolean"},
        "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}},
        "ender": _MAYBE_SEAT,
        "display": _CARDS,
        "supply": _CARDS,
        "discards": _CARDS,
        "bonuses": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": _COUNT},
            "x-index": "stack",
        },
        "seats": _by_seat({"$ref": "#/$defs/seat"}),
        "audience": {"anyOf": [{"$ref": "#/$defs/audience"}, {"type": "null"}]},
        "offices": {"anyOf": [{"$ref": "#/$defs/offices"}, {"type": "null"}]},
    },
    {
        "seat": _SEAT,
        "bonus": _BONUS,
        "step": _STEP,
        "carriage": _CARRIAGE,
        "audience": _AUDIENCE,
        "offices": _OFFICES,
    },
)
