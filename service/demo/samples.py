"""What the demonstration plays differently from the rules' defaults, by ruleset.

A game needs no entry here: it is played by at most four players, with its default options, and with all moves
equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SEATS = (
    {"name": "Agatha", "colour": "red"},
    {"name": "Bruno", "colour": "blue"},
    {"name": "Clara", "colour": "green"},
    {"name": "Dietmar", "colour": "yellow"},
)
"""Who plays."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How a match is opened and played.

    *options* and *board* are those of the opening. *by_hand* are commands that players leave alone as long as they
    can: single steps, where whole actions do. *seldom* says how often they choose a type of move, against 1 for
    all others: nothing forces some games to end. *decisions*: how many a match takes, about; the bar goes by that.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    board: Mapping[str, Any] = field(default_factory=dict)
    by_hand: frozenset[str] = frozenset()
    seldom: Mapping[str, float] = field(default_factory=dict)
    decisions: int = 100


_STEPS_OF_META_CULPA = (
    "return-card set-bid settle take-card begin rotate pay take-stone take-letter return-stone bag-good receive"
    " place-stone show drop name-room flip discard announce turn-die open-die declare-over call-next prompt"
)
_ROME_OF_TWO = {
    "baden": "mailand",
    "wuerttemberg": "como",
    "schweiz": "como",
    "baiern": "trient",
    "boehmen": "udine",
}
"""Where the Rome carriages start with two players: with four, too, so that some arrive in a short match."""

SAMPLES: Mapping[str, Sample] = {
    "any-game": Sample(
        board={"box": "liars-dice"},
        seldom={"end": 0.3, "agree": 1e6, "say": 0.3, "lay-open": 0.1, "gather": 0.1, "show": 0.2},
        decisions=60,
    ),
    "mea-culpa": Sample(
        options={"meta_culpa": "automatic"},
        decisions=350,
        by_hand=frozenset(_STEPS_OF_META_CULPA.split()),
    ),
    "seven-sins": Sample(options={"penitence": True}, decisions=95),
    "thurn-and-taxis": Sample(
        options={"modules": ["audience", "offices"]},
        board={
            "houses": 6,  # for each player: fewer than the game has, so that the match is not too long
            "rome": [
                {"carriage": carriage, "start": city, "start_of_two": city}
                for carriage, city in _ROME_OF_TWO.items()
            ],
        },
        seldom={"give-up-route": 0.01, "decline": 0.3},
        decisions=400,
    ),
}


def opening(ruleset: Mapping[str, Any]) -> dict[str, Any]:
    """The body that opens a match of a ruleset, as the service describes it."""
    sample = SAMPLES.get(ruleset["id"], Sample())
    body = {"ruleset": ruleset["id"], "seats": list(SEATS[: ruleset["seats"]["max"]])}
    return {**body, "options": dict(sample.options), **({"board": dict(sample.board)} if sample.board else {})}
