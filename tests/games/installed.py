"""Which rulesets are installed: those that this project brings, and those that other distributions bring.

The laws hold for all of them. What they have to know of one beforehand is asked here, and not by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import entry_points

from domain.kit.ruleset import GROUP, rulesets
from domain.kit.visibility import OFFICIAL
from tests.games.playing import rules_of
from tests.laws.recording import unknown_allowed

PROJECT = "kerbholz"
SHIPPED = tuple(
    sorted(
        entry.load().id
        for entry in entry_points(group=GROUP)
        if entry.dist is not None and entry.dist.name == PROJECT
    )
)
"""The ids of the rulesets that this project brings: those have pages and words."""
OWN = tuple(name for name in SHIPPED if not rulesets()[name].boxes)
"""Those of them that are games, and are opened without a box."""


def seats_near(name: str, wanted: int) -> int:
    """As many seats as are *wanted*, or the nearest number that the game can be played with."""
    least, most = rulesets()[name].seats
    return min(max(wanted, least), most)


def hides(name: str) -> bool:
    """Whether anything in this game is not for everyone: facts, or what commands hold."""
    game = rulesets()[name]
    return any(
        field.audience.kind != "everyone"
        for declared in (*game.facts, *game.commands, *game.chance_commands)
        for field in declared.FIELDS
    )


def can_have_gaps(name: str) -> bool:
    """Whether a scribe of this game can enter something as unknown."""
    return bool(unknown_allowed(rulesets()[name]))


def has_pieces(name: str) -> bool:
    """Whether things lie in places, so that some can be missing."""
    game = rulesets()[name]
    state = game.empty(rules_of(game, game.seats[0]), OFFICIAL)
    return any(game.kinds(state, place) for place in state.places)


def until(enough: Callable[[], object], least: int, most: int) -> Iterator[int]:
    """The numbers of matches: *least* of them, and on until there is *enough*, but no more than *most*.

    For what is to be met at random: in short matches it is met seldom.
    """
    for number in range(most):
        if number >= least and enough():
            return
        yield number
