"""How long a match may become, and what one request may cost.

Work is counted in decisions, so that the same request is always answered the same. A decision that is read and
folded costs 1. Whatever costs more says how many times that, about as many times as it takes. What is counted is
public: how long the match is, and how many decisions are the game's.
"""

from __future__ import annotations

from domain.kit.guards import Refused

LONGEST = 50_000
"""Decisions after which a match is too long, without another setting: far more than tables make."""
MOST = 250_000
"""The most that one request may cost: a few seconds."""
MOST_FOR_A_FILE = 8 * MOST
"""The most that taking in a whole match may cost."""
AGAIN = 20
"""The cost of deciding a decision of the game again."""
CHANGED = 3
"""The cost, for each decision of the match, of writing down a changed line."""
WATCHED = 0.5
"""The cost of looking up one pointer of the board after a decision of the game."""


def check_shorter(version: int, longest: int) -> None:
    """Raise ``Refused`` where a match has all the decisions that it may have.

    What follows by itself is never too much, nor what brings a match to its end (see ``domain.table.commands``).
    """
    if version >= longest:
        raise Refused(
            "match-too-long",
            f"this match has {version:,} decisions, and may have {longest:,}; an official can still end it",
            "TB-21",
        )


class Work:
    """What a request has cost so far."""

    def __init__(self, most: float | None = None) -> None:
        self._most = MOST if most is None else most
        self._done = 0.0

    def spend(self, cost: float) -> None:
        """Begin something of this cost; raises ``Refused`` before it is done if that is too much."""
        self._done += cost
        if self._done > self._most:
            raise Refused(
                "too-costly",
                f"this would cost {self._done:,.0f}, and one request may cost {self._most:,.0f}"
                " (about a decision read each): ask for less at once",
            )


UNBOUNDED = Work(float("inf"))
"""For work that was counted before."""
