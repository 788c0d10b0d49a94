"""The board of Mea Culpa as a viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.mea_culpa.done import whose
from domain.games.mea_culpa.owed import owed_now, reserved
from domain.games.mea_culpa.state import CHARACTERS, CREW, DENS, PETTY_SINNER, POPE_STONE, ROOMS, SITES, MeaCulpa
from domain.kit.facts import Json
from domain.kit.view import PLACE_REF, PURSE_REF, asked, of_members


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


_INTEGER: Json = {"type": "integer"}
_SEAT: Json = {**_INTEGER, "x-kind": "seat"}
_SEAT_OR_NULL: Json = {"type": ["integer", "null"], "x-kind": "seat"}
_SEATS: Json = {"type": "array", "items": _SEAT}
_EACH_SEATS: Json = {"type": "array", "items": _INTEGER, "x-index": "seat"}


def _place_of(kind: str) -> Json:
    return {**PLACE_REF, "x-kind": kind}


def _text_of(kind: str, *values: str) -> Json:
    return {"enum": list(values), "x-kind": kind} if values else {"type": "string", "x-kind": kind}


def _list_of(part: str, index: str) -> Json:
    return {"type": "array", "items": {"$ref": f"#/$defs/{part}"}, "x-index": index}


def _texts_of(kind: str) -> Json:
    return {"type": "array", "items": _text_of(kind)}


_DEN = of_members({"den": _text_of("den", *DENS), "stones": asked(_EACH_SEATS), "pope_stones": _INTEGER})
_SITE = of_members(
    {
        "site": {**_INTEGER, "x-kind": "site"},
        "crews": _INTEGER,
        "built": _text_of("built", "nothing", "nave", "cathedral"),
    }
)
_OF_SEAT = of_members(
    {
        "seat": _SEAT,
        "soul": asked(
            {**_INTEGER, "description": "0 is the start, above it towards Hell, below it towards Heaven."}
        ),
        "post": asked(_INTEGER),
        "stones": _INTEGER,
        "characters": _texts_of("character"),
        "bonus": {"type": ["string", "null"], "x-kind": "bonus"},
        "bid_set": {"type": "boolean"},
        "bid": of_members({"notches": PURSE_REF, "taler": PURSE_REF}),
        "die": {**PURSE_REF, "x-kind": "room"},
        "money": PURSE_REF,
        "goods": _place_of("good"),
        "letters": _place_of("letter"),
        "chest": {**_place_of("item"), "x-index": "compartment"},
        "opened": _place_of("item"),
        "letters_shown": _place_of("letter"),
    }
)
_STEP: Json = {
    "type": "object",
    "properties": {
        "step": _text_of("due"),
        "seat": _SEAT,
        # what the step is about
        "by_hand": {"type": "boolean"},
        "card": _text_of("card"),
        "category": _text_of("category"),
        "cause": _text_of("cause"),
        "compartment": _text_of("compartment"),
        "den": _text_of("den"),
        "duties": _texts_of("character"),
        "emptied": _texts_of("den"),
        "good": _text_of("good"),
        "may_wait": {"type": "boolean"},
        "number": _INTEGER,
        "order": _SEATS,
        "room": {**_INTEGER, "x-kind": "room"},
        "seats": _SEATS,
        "site": {**_INTEGER, "x-kind": "site"},
        "taker": _SEAT,
        "to": _INTEGER,
        "what": _texts_of("step"),
    },
    "required": ["step"],
    "additionalProperties": True,
}
SCHEMA: Mapping[str, Json] = of_members(
    {
        "round": _INTEGER,
        "phase": _text_of("phase", "setup", "bonus", "prepare", "auction", "characters", "actions", "compare"),
        "turn": {"enum": [*CHARACTERS, None], "x-kind": "character"},
        "actions": _texts_of("action"),
        "row": _SEATS,
        "steps": {
            "type": "array",
            "items": {"$ref": "#/$defs/step"},
            "description": "Still due, innermost first.",
        },
        "bonuses": _texts_of("bonus"),
        "bag": _place_of("stone"),
        "market": asked(_place_of("stone")),
        "stacks": _place_of("letter"),
        "display": _place_of("letter"),
        "house": of_members(
            {
                "rooms": {
                    "type": "array",
                    "items": {"type": ["string", "null"], "x-kind": "card"},
                    "x-index": "room",
                },
                "suite_5": _text_of("welcome", "open", "closed"),
                "suite_6": _place_of("letter"),
                "deck": _place_of("card"),
                "discards": _place_of("card"),
                "guess": {"type": ["integer", "null"], "x-kind": "room"},
            }
        ),
        "dens": _list_of("den", "den"),
        "hut": _INTEGER,
        "emperor_crew": _INTEGER,
        "sites": _list_of("site", "site"),
        "characters": {**of_members(dict.fromkeys(CHARACTERS, _SEAT_OR_NULL)), "x-index": "character"},
        "order": _SEATS,
        "owed": {
            "type": "object",
            "additionalProperties": {"type": "integer"},
            "x-index": "step",
            "description": "What is missing of the own turn, by the step that does it.",
        },
        "seats": _list_of("seat", "seat"),
    },
    {"den": _DEN, "site": _SITE, "seat": _OF_SEAT, "step": _STEP},
)
