"""What random players prefer, where a game comes to no end in a reasonable time if they choose at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kit.facts import Json

OUT_OF_A_BOX = {"end": 0.3, "agree": 1e6, "say": 0.3, "lay-open": 0.1, "gather": 0.1, "show": 0.2}
"""With pieces on a table: who is asked to agree to the end agrees, and what shows everything is done seldom."""
SELDOM: Mapping[str, Mapping[str, float]] = {
    "any-game": OUT_OF_A_BOX,
    "liars-dice": OUT_OF_A_BOX,
    "thurn-and-taxis": {"give-up-route": 0.01, "decline": 0.3},
}
"""How often a type of move is chosen, against others that are listed beside it."""
SHORT: Mapping[str, Mapping[str, Any]] = {"thurn-and-taxis": {"houses": 8}}
"""Board values with which a match is over soon, for tests that look at each of its decisions."""
NOTHING_GAINED = 0.01
"""How often a move is chosen by which nothing is placed."""


def all_modules(options: Mapping[str, Json]) -> dict[str, Json]:
    """Of options (as JSON Schemas) the lists of modules that are empty by default, with everything in them."""
    return {name: schema["items"]["enum"] for name, schema in options.items() if schema["default"] == []}


def weights(ruleset: str, listed: Sequence[Json]) -> list[float] | None:
    """How likely each of the listed moves is; None if all are alike."""
    seldom = SELDOM.get(ruleset)
    if seldom is None:
        return None
    return [NOTHING_GAINED if move.get("cities") == [] else seldom.get(move["type"], 1.0) for move in listed]
