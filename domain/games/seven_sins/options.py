"""The options of a match of 7 – The Sins, and which boards it can be played on."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.seven_sins.state import JUDGEMENT, PENITENCE, printed_backs
from domain.kit.facts import Json
from domain.kit.ruleset import BadOption, common_options
from domain.kit.state import Rules

OPTIONS: Mapping[str, Json] = {
    "penitence": {
        "type": "boolean",
        "default": False,
        "description": "The Penitence variant: equal numbers of turns (SS-P1, SS-P2).",
    },
    "stones_optional": {
        "type": "boolean",
        "default": False,
        "description": "Players may place fewer stones than their own sins can take (SS-R3).",
    },
    "stone_taking_optional": {
        "type": "boolean",
        "default": False,
        "description": "A player who feeds the Abyss may leave the stone, with leave_stone (SS-R24).",
    },
    "first_seat": {
        "type": ["integer", "null"],
        "minimum": 0,
        "maximum": 4,
        "x-kind": "seat",
        "default": None,
        "description": "Who begins; by default chance decides (SS-R2, SS-R32).",
    },
    "sins": {
        "type": ["array", "null"],
        "items": {"type": "string", "x-kind": "sin"},
        "uniqueItems": True,
        "default": None,
        "description": "The sins in play; by default chance decides (SS-S1, SS-R32).",
    },
    **common_options(history="fading"),
}


_NAME = "^[A-Za-z0-9-]{{1,{}}}$"
_NUMBER: Json = {"type": "integer", "minimum": 0, "maximum": 1000}
_SCORE: Json = {"type": "integer", "minimum": -1000, "maximum": 1000}
_BY_PLAYERS: Json = {
    "type": "object",
    "propertyNames": {"enum": ["2", "3", "4", "5"]},
    "additionalProperties": _NUMBER,
}
BOARD: Mapping[str, Json] = {
    "backs": {
        "type": "object",
        "propertyNames": {"pattern": _NAME.format(20)},
        "minProperties": 1,
        "maxProperties": 10,
        "additionalProperties": _NUMBER,
        "description": "Cards of each sin by back; the piles are put on one another in alphabetical order.",
    },
    "types": {**_BY_PLAYERS, "description": "Sins in play by number of players."},
    "stones": {**_BY_PLAYERS, "description": "Stones of pardon by number of players."},
    "points": {
        "type": "array",
        "items": _SCORE,
        "minItems": 7,
        "maxItems": 100,
        "description": "Points by number of cards of a sin; the last entry also holds for more.",
    },
    "abyss_threshold": {**_SCORE, "description": "If the Abyss has more points than this, the most points win."},
    "order": {"enum": ["anticlockwise", "clockwise"], "description": "Of the turns."},
    "sins": {
        "type": "array",
        "items": {"type": "string", "pattern": _NAME.format(40)},
        "uniqueItems": True,
        "minItems": 1,
        "maxItems": 40,
    },
    "centre": {**_NUMBER, "minimum": 1, "maximum": 6},
    "initial": {**_NUMBER, "minimum": 1, "maximum": 10},
    "judgement_per_back": {**_NUMBER, "minimum": 1, "maximum": 10},
    "penitence_per_sin": {**_NUMBER, "maximum": 10},
}


def check_board(rules: Rules) -> None:
    """Refuse options and boards that the rules cannot be played with (SS-R31); raises BadOption."""
    board, seats = rules.board, rules.seats
    for name in ("types", "stones"):
        if str(seats) not in board[name]:
            raise BadOption(f"board.{name}", f"the number for {seats} players is missing", "SS-R31")
    types = board["types"][str(seats)]
    if not 0 < types <= len(board["sins"]):
        raise BadOption(
            "board.sins",
            f"{types} sins are to be in play: that has to be at least 1, and at most all sins of the board",
            "SS-R31",
        )
    if JUDGEMENT in board["sins"]:
        raise BadOption("board.sins", "no sin can be called judgement", "SS-R31")
    if {PENITENCE, "top"} & set(board["backs"]):
        raise BadOption("board.backs", "no back can be called penitence or top", "SS-R31")
    top = board["backs"][printed_backs(board)[0]]
    if top * types < seats * board["initial"] + board["centre"]:
        raise BadOption("board.backs", "the first pile is too small for the first cards", "SS-R31")
    if board["centre"] < board["judgement_per_back"] * len(board["backs"]):
        raise BadOption("board.centre", "Judgement cards could fill the centre", "SS-R31")
    _check_choices(rules, types)


def _check_choices(rules: Rules, types: int) -> None:
    first, sins = rules.options["first_seat"], rules.options["sins"]
    if first is not None and first >= rules.seats:
        raise BadOption("options.first_seat", "there is no such seat", "SS-R32")
    if sins is not None and (len(sins) != types or not set(sins) <= set(rules.board["sins"])):
        raise BadOption("options.sins", f"{types} different sins of the board are needed", "SS-S1")
