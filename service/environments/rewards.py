"""What an end is worth to each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from domain.kit.facts import Json

Rewards: TypeAlias = Literal["ranks", "scores"]
MOST_POINTS = 1_000.0
"""The bound that is given for scores, which no ruleset declares."""


class NoScores(ValueError):
    """The outcomes of a game say who has won, and no scores; no ruleset declares that beforehand."""

    def __init__(self) -> None:
        super().__init__("this game has no scores: take the rewards “ranks”")


def rewards_of(rewards: Rewards, outcome: Mapping[str, Json] | None, seats: int) -> list[float]:
    """The reward of each seat at the end; zeros where nobody has won, as in a match that was cut off.

    ``ranks``: for each other seat 1 if it stands behind and -1 if it stands ahead, divided by their number; so it
    lies between -1 and 1, and the sum is 0. Winners stand ahead of all others, of whom the outcome's ``ranking``
    says the order, if it has one. ``scores``: those of the outcome; raises :class:`NoScores` where it has none.
    """
    if outcome is None:
        return [0.0] * seats
    if rewards == "scores":
        if "scores" not in outcome:
            raise NoScores
        return [float(score) for score in outcome["scores"]]
    standing = _standing(outcome, seats)
    return [sum((other > own) - (other < own) for other in standing) / max(1, seats - 1) for own in standing]


def _standing(outcome: Mapping[str, Json], seats: int) -> list[int]:
    """Where each seat stands, 0 ahead of all others."""
    winners: Sequence[int] = outcome.get("winners") or ()
    ranking: Sequence[int] = outcome.get("ranking") or ()
    if not winners:
        return [0] * seats
    behind = {seat: place for place, seat in enumerate(ranking, 1)}
    return [0 if seat in winners else behind.get(seat, 1) for seat in range(seats)]
