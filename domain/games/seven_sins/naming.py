"""The values that can occur in 7 – The Sins, by kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from domain.games.seven_sins.state import JUDGEMENT, PENITENCE, STONE, printed_backs
from domain.kit.facts import Json
from domain.kit.state import Rules
from domain.kit.words.values import Values, fixed, places

PRINTED_SINS = ("pride", "greed", "lust", "envy", "wrath", "sloth", "gluttony")
PRINTED_BACKS = ("I", "II", "III", PENITENCE)


def _sins(rules: Rules) -> dict[str, str | None]:
    return _named(rules.board["sins"], PRINTED_SINS)


def _cards(rules: Rules) -> dict[str, str | None]:
    return {**_sins(rules), JUDGEMENT: None}


def _things(rules: Rules) -> dict[str, str | None]:
    return {**_cards(rules), STONE: None}


def _backs(rules: Rules) -> dict[str, str | None]:
    return _named([*printed_backs(rules.board), PENITENCE], PRINTED_BACKS)


def _named(values: Iterable[str], printed: Collection[str]) -> dict[str, str | None]:
    """What is printed has words; what a match's own board has is called as it is written there."""
    return {value: None if value in printed else value for value in values}


VALUES: Mapping[str, Values] = {
    "sin": Values(_sins),
    "card": Values(_cards),
    "thing": Values(_things),
    "back": Values(_backs),
    "goal": fixed("reserve", "abyss"),
    "win": fixed("most", "fewest"),
    "place": places({"pile": ("back",), "reserve": ("seat",), "opened": ("seat",), "stones": ("seat",)}),
}


def more_said(board: Json, command: Mapping[str, Json]) -> dict[str, int]:
    """How many cards lie in the centre of the sin that is taken."""
    if "sin" not in command:
        return {}
    return {"number": board["centre"].get("things", {}).get(command["sin"], 0)}
