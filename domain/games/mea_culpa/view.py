"""The board of Mea Culpa as a viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.mea_culpa.done import whose
from domain.games.mea_culpa.owed import owed_now, reserved
from domain.games.mea_culpa.state import CHARACTERS, CREW, DENS, PETTY_SINNER, POPE_STONE, ROOMS, SITES, MeaCulpa
from domain.kit.facts import Json


def view(state: MeaCulpa) -> dict[str, Json]:
    """The board from a (masked) state; places show what lies there to those who may look, purses their amount."""
    places = state.places
    return {
        "round": state.round,
        "phase": state.phase,
        "turn": state.turn,
        "actions": list(state.actions),
        "row": list(state.row),
        "steps": list(state.steps),
        "bonuses": list(state.bonuses),
        "bag": places["bag"].shown(),
        "market": places["market"].shown(),
        "stacks": places["stacks"].shown(),
        "display": places["display"].shown(),
        "house": {
            "rooms": [state.card_in(room) for room in ROOMS],
            "suite_5": "open" if state.welcome else "closed",
            "suite_6": places["suite"].shown(),
            "deck": places["deck"].shown(),
            "discards": places["discards"].shown(),
            "guess": state.guess,
        },
        "dens": [_den(state, den) for den in DENS],
        "hut": places["hut"].count(CREW),
        "emperor_crew": places["card"].count(CREW),
        "sites": [_site(state, site) for site in SITES],
        "characters": dict(zip(CHARACTERS, state.characters, strict=True)),
        "order": list(state.order),
        "owed": _owed(state),
        "seats": [_seat(state, seat) for seat in range(state.rules.seats)],
    }


def _owed(state: MeaCulpa) -> dict[str, int]:
    """What is missing of one's own turn, step by step, and what one may be reminded of as the Petty Sinner.

    Everybody could work it out from the log; of others one has to notice it oneself (MC-M0).
    """
    seat, sinner = whose(state), state.holder(PETTY_SINNER)
    found: dict[str, int] = {}
    if sinner is not None and _may_see_owed(state, sinner):
        found |= reserved(state, sinner)
    if seat is not None and _may_see_owed(state, seat):
        found |= owed_now(state, seat)
    return found


def _may_see_owed(state: MeaCulpa, seat: int) -> bool:
    return state.viewer.official or state.viewer.seat == seat


def _den(state: MeaCulpa, den: str) -> dict[str, Json]:
    stones = state.places[f"den:{den}"]
    return {
        "den": den,
        "stones": [stones.count(str(seat)) for seat in range(state.rules.seats)],
        "pope_stones": state.places[f"pope:{den}"].count(POPE_STONE),
    }


def _site(state: MeaCulpa, site: int) -> dict[str, Json]:
    return {
        "site": site,
        "crews": state.places[f"site:{site}"].count(CREW),
        "built": ("nothing", "nave", "cathedral")[state.buildings[site - 1]],
    }


def _seat(state: MeaCulpa, seat: int) -> dict[str, Json]:
    places, purses = state.places, state.purses
    return {
        "seat": seat,
        "soul": state.souls[seat],
        "post": state.posts[seat],
        "stones": places[f"stones:{seat}"].count(str(seat)),
        "characters": [name for name in CHARACTERS if state.holder(name) == seat],
        "bonus": state.bonus_of[seat],
        "bid_set": state.bid_set[seat],
        "bid": {"notches": purses[f"notches:{seat}"].shown(), "taler": purses[f"taler:{seat}"].shown()},
        "die": purses[f"die:{seat}"].shown(),
        "money": purses[f"money:{seat}"].shown(),
        "goods": places[f"goods:{seat}"].shown(),
        "letters": places[f"letters:{seat}"].shown(),
        "chest": places[f"chest:{seat}"].shown(),
        "opened": places[f"opened:{seat}"].shown(),
        "letters_shown": places[f"shown:{seat}"].shown(),
    }


_THINGS: Json = {"type": "object", "additionalProperties": {"type": "integer"}}
_PLACE: Json = {
    "type": "object",
    "properties": {
        "count": {"type": "integer"},
        "things": _THINGS,
        "parts": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": {"count": {"type": "integer"}, "things": _THINGS},
                "required": ["count", "things"],
            },
        },
    },
    "description": "Empty for those who may not look.",
}
_PURSE: Json = {
    "type": "object",
    "properties": {"amount": {"type": "integer"}, "unknown": {"const": 1}},
    "description": "Empty for those who may not look.",
}
_INTEGER: Json = {"type": "integer"}
_INTEGERS: Json = {"type": "array", "items": _INTEGER}
_STRINGS: Json = {"type": "array", "items": {"type": "string"}}
_SEAT_OR_NULL: Json = {"type": ["integer", "null"]}


def _object(members: Mapping[str, Json]) -> Json:
    return {"type": "object", "properties": dict(members), "required": list(members)}


SCHEMA: Mapping[str, Json] = _object(
    {
        "round": _INTEGER,
        "phase": {"enum": ["setup", "bonus", "prepare", "auction", "characters", "actions", "compare"]},
        "turn": {"enum": [*CHARACTERS, None]},
        "actions": _STRINGS,
        "row": _INTEGERS,
        "steps": {"type": "array", "items": {"type": "object"}, "description": "Still due, innermost first."},
        "bonuses": _STRINGS,
        "bag": _PLACE,
        "market": _PLACE,
        "stacks": _PLACE,
        "display": _PLACE,
        "house": _object(
            {
                "rooms": {"type": "array", "items": {"type": ["string", "null"]}},
                "suite_5": {"enum": ["open", "closed"]},
                "suite_6": _PLACE,
                "deck": _PLACE,
                "discards": _PLACE,
                "guess": _SEAT_OR_NULL,
            }
        ),
        "dens": {
            "type": "array",
            "items": _object({"den": {"enum": list(DENS)}, "stones": _INTEGERS, "pope_stones": _INTEGER}),
        },
        "hut": _INTEGER,
        "emperor_crew": _INTEGER,
        "sites": {
            "type": "array",
            "items": _object(
                {"site": _INTEGER, "crews": _INTEGER, "built": {"enum": ["nothing", "nave", "cathedral"]}}
            ),
        },
        "characters": _object(dict.fromkeys(CHARACTERS, _SEAT_OR_NULL)),
        "order": _INTEGERS,
        "owed": {**_THINGS, "description": "What is missing of the own turn, by the step that does it."},
        "seats": {
            "type": "array",
            "items": _object(
                {
                    "seat": _INTEGER,
                    "soul": {
                        **_INTEGER,
                        "description": "0 is the start, above it towards Hell, below it towards Heaven.",
                    },
                    "post": _INTEGER,
                    "stones": _INTEGER,
                    "characters": _STRINGS,
                    "bonus": {"type": ["string", "null"]},
                    "bid_set": {"type": "boolean"},
                    "bid": _object({"notches": _PURSE, "taler": _PURSE}),
                    "die": _PURSE,
                    "money": _PURSE,
                    "goods": _PLACE,
                    "letters": _PLACE,
                    "chest": _PLACE,
                    "opened": _PLACE,
                    "letters_shown": _PLACE,
                }
            ),
        },
    }
)
