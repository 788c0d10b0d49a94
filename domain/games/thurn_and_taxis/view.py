"""The board of Thurn and Taxis as a viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.thurn_and_taxis.state import (
    OFFICES,
    ThurnAndTaxis,
    clergy,
    rome_carriages,
)
from domain.kit.facts import Json


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
_NAMES: Json = {"type": "array", "items": {"type": "string"}}
_PLACE: Mapping[str, Json] = {
    "type": "object",
    "properties": {"count": _COUNT, "things": {"type": "object", "additionalProperties": _COUNT}},
    "required": ["count"],
}
_MAYBE_SEAT: Json = {"type": ["integer", "null"]}


def _object(members: Mapping[str, Json], **more: Json) -> Json:
    return {"type": "object", "properties": dict(members), "required": list(members), **more}


_SEAT = _object(
    {
        "seat": _COUNT,
        "hand": _PLACE,
        "shown": _PLACE,
        "route": _NAMES,
        "houses": _NAMES,
        "houses_left": _COUNT,
        "carriages": {"type": "array", "items": _COUNT},
        "bonuses": {"type": "array", "items": _object({"stack": {"type": "string"}, "points": _COUNT})},
        "score": _MAYBE_SEAT,
    }
)
_CARRIAGE = _object(
    {"carriage": {"type": "string"}, "city": {"type": "string"}, "tiles": {"type": "array", "items": _PLACE}}
)
_AUDIENCE = _object(
    {
        "carriages": {"type": "array", "items": _CARRIAGE},
        "placed": {"type": "array", "items": {"type": "boolean"}},
        "spaces": {"type": "object", "additionalProperties": _PLACE},
        "evicted": _PLACE,
    }
)
_OF_OFFICES = _object(dict.fromkeys(OFFICES, _COUNT))
_OFFICES = _object(
    {
        "stacks": _OF_OFFICES,
        "tiles": {"type": "array", "items": _OF_OFFICES},
        "chips": {"type": "array", "items": _COUNT},
        "chips_left": _COUNT,
    }
)
SCHEMA: Mapping[str, Json] = _object(
    {
        "phase": {"enum": ["setup", "tiles", "turns", "returns", "over"]},
        "round": _COUNT,
        "first": _MAYBE_SEAT,
        "turn": _MAYBE_SEAT,
        "office": {"enum": [*OFFICES, None]},
        "forced": {"type": "boolean"},
        "steps": {"type": "array", "items": {"type": "object"}},
        "ender": _MAYBE_SEAT,
        "display": _PLACE,
        "supply": _PLACE,
        "discards": _PLACE,
        "bonuses": {"type": "object", "additionalProperties": {"type": "array", "items": _COUNT}},
        "seats": {"type": "array", "items": _SEAT},
        "audience": {"anyOf": [_AUDIENCE, {"type": "null"}]},
        "offices": {"anyOf": [_OFFICES, {"type": "null"}]},
    }
)
