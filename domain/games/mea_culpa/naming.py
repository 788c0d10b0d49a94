"""The values that can occur in Mea Culpa, by kind."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.mea_culpa.flow import PHASES, STEPS
from domain.games.mea_culpa.owed import OWED
from domain.games.mea_culpa.state import (
    CATEGORIES,
    CHARACTERS,
    COIN,
    COMPARTMENTS,
    CREW,
    DENS,
    GOODS,
    INDULGENCE,
    LETTERS,
    POPE,
    POPE_STONE,
    ROOMS,
    SITES,
    SUITE_5,
    SUITE_6,
    in_bonuses,
)
from domain.kit.facts import Json
from domain.kit.state import Rules
from domain.kit.words.values import NUMBER, SEAT, Values, fixed, places

PRINTED_BONUSES = ("bread-and-wine", "jewel", "taler", "letter")
STONES = (*GOODS, INDULGENCE)
CAUSES = ("greed", "lust", "petty", "card", "run-out", "atonement", "note", "caught", "compare", "letters")
"""Why a stone is placed, or a soul moves."""
PURPOSES = ("second", "room", "note")
"""What a post is turned for, or taler are paid."""


def _bonuses(rules: Rules) -> dict[str, str | None]:
    return {bonus: None if bonus in PRINTED_BONUSES else bonus for bonus in rules.board["bonuses"]}


def _cards(rules: Rules) -> dict[str, None]:
    return dict.fromkeys(rules.board["house"])


def _choices(rules: Rules) -> dict[str, None]:
    return {**_cards(rules), "visit": None, POPE: None}


def _coins(rules: Rules) -> dict[str, None]:
    laid_out = [item for item in in_bonuses(rules.board) if item.startswith(COIN)]
    return dict.fromkeys([*(f"{COIN}{value}" for value in rules.board["coins"]), *laid_out])


def _items(rules: Rules) -> dict[str, None]:
    return {**dict.fromkeys(GOODS), **_coins(rules)}


def _things(rules: Rules) -> dict[str, None]:
    pieces = [*STONES, *LETTERS, CREW, POPE_STONE, *map(str, range(rules.seats))]
    return {**dict.fromkeys(pieces), **_coins(rules), **_cards(rules)}


def _numbers(numbers: tuple[int, ...]) -> Values:
    return fixed(map(str, numbers))


OF_DEN, OF_SEAT = ("den",), (SEAT,)
VALUES: Mapping[str, Values] = {
    "character": fixed(CHARACTERS),
    "good": fixed(GOODS),
    "stone": fixed(STONES),
    "letter": fixed(LETTERS),
    "item": Values(_items, {COIN: (NUMBER,)}),
    "thing": Values(_things, {COIN: (NUMBER,), "": OF_SEAT}),
    "bonus": Values(_bonuses),
    "card": Values(_cards),
    "den": fixed(DENS),
    "room": _numbers((*ROOMS, SUITE_5, SUITE_6)),
    "site": _numbers(SITES),
    "compartment": fixed(COMPARTMENTS),
    "category": fixed(CATEGORIES),
    "phase": fixed(PHASES),
    "action": fixed("buy", "sell", "donate", "visit"),
    "spot": fixed("screen", "table"),
    "welcome": fixed("open", "closed"),
    "built": fixed("nothing", "nave", "cathedral"),
    "choice": Values(_choices),
    "cause": fixed(CAUSES),
    "purpose": fixed(PURPOSES),
    "due": fixed(STEPS),
    "step": Values(lambda _: dict.fromkeys([*OWED, "place-stone"]), {"place-stone": OF_DEN}),
    "part": fixed(COMPARTMENTS),
    "place": places(
        {
            "room": ("room",),
            "site": ("site",),
            **dict.fromkeys(("den", "pope"), OF_DEN),
            **dict.fromkeys(("stones", "goods", "letters", "chest", "opened", "shown"), OF_SEAT),
            **dict.fromkeys(("money", "notches", "taler", "die"), OF_SEAT),
        }
    ),
}


def more_said(board: Json, command: Mapping[str, Json]) -> dict[str, str]:
    """The card that is meant, as its id: of the room that is named, or that is to be performed now."""
    steps = board["steps"]
    if "room" in command:
        room = command["room"]
        card = board["house"]["rooms"][room - 1] if room in ROOMS else None
    else:
        card = steps[0].get("card") if steps and steps[0]["step"] == "perform" else None
    return {"card-there": card or ""}
