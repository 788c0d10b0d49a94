"""The options of META CULPA beside those of the base game."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.mea_culpa import options
from domain.games.mea_culpa.meta_culpa.register import REGISTER
from domain.kit.facts import Json

OPTIONS: Mapping[str, Json] = {
    **options.OPTIONS,
    "meta_culpa": {
        "enum": ["off", "automatic", "called"],
        "default": "off",
        "description": "META CULPA: sins against the procedure cost a stone at once, or when somebody calls them.",
    },
    "register": {
        "type": "array",
        "items": {"enum": list(REGISTER)},
        "uniqueItems": True,
        "default": list(REGISTER),
        "description": "The sins that count under META CULPA, agreed before the match.",
    },
}
