"""The board as it is shown where a game has no view of its own: every place, every purse, and what is public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from domain.kit.facts import Json, to_json
from domain.kit.state import State

PLACE_SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "count": {"type": "integer"},
        "things": {"type": "object", "additionalProperties": {"type": "integer"}},
        "parts": {"type": "object"},
    },
}
"""A place as it is shown: nothing, the number of things in it, or also which."""
PURSE_SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {"amount": {"type": "integer"}, "unknown": {"type": "integer"}},
}
"""A purse as it is shown: nothing, what is in it, or that this is unknown."""
PLACE_REF: Mapping[str, Json] = {"allOf": [{"$ref": "#/$defs/place"}]}
PURSE_REF: Mapping[str, Json] = {"allOf": [{"$ref": "#/$defs/purse"}]}
PARTS: Mapping[str, Json] = {"place": PLACE_SCHEMA, "purse": PURSE_SCHEMA}
"""Parts that views share, for ``$defs``. Nothing may stand beside a bare reference: many tools skip it."""
PLAIN_SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "places": {"type": "object", "additionalProperties": PLACE_REF, "x-index": "place"},
        "purses": {"type": "object", "additionalProperties": PURSE_REF, "x-index": "place"},
    },
    "required": ["places", "purses"],
    "additionalProperties": True,
    "$defs": PARTS,
}
"""The shape of :func:`plain_view`; the public attributes are those of the game's state."""


def plain_view(state: Any) -> Json:
    """Places and purses by name, each as far as it can be seen, and the attributes that the game's state adds."""
    inherited = {item.name for item in fields(State)}
    own = (item.name for item in fields(state) if item.compare and item.name not in inherited)
    return {
        **{name: to_json(getattr(state, name)) for name in own},
        "places": {name: place.shown() for name, place in state.places.items()},
        "purses": {name: purse.shown() for name, purse in state.purses.items()},
    }


ASKED = "x-asked"
"""The member of a schema that says: people at the table can count this, so a scribe's page may ask for it.

It is true for a number, and ``whole`` for a list, of which the page asks whether it is so.
"""


def asked(schema: Mapping[str, Json]) -> dict[str, Json]:
    """The schema of what a page asks the table for: a number, one for each seat, or how much lies in a place.

    Only what the public view shows is asked for: the phone lies on the table.
    """
    return {**schema, ASKED: True}


def asked_whole(schema: Mapping[str, Json]) -> dict[str, Json]:
    """The schema of a list of which a page asks the table whether it is so, showing it: only what is public."""
    return {**schema, ASKED: "whole"}


def of_members(members: Mapping[str, Json], parts: Mapping[str, Json] | None = None) -> dict[str, Json]:
    """The schema of an object that has all these members; with *parts*, that of a whole view and its ``$defs``."""
    schema = {"type": "object", "properties": dict(members), "required": list(members)}
    return schema if parts is None else {**schema, "$defs": {**PARTS, **parts}}
