"""The numbers of an outcome, whatever the game calls them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

SEATS = ("winners", "ranking", "forfeits", "ender")
"""Members of an outcome that name seats, and are no numbers of theirs."""


def numbers_of(outcome: Mapping[str, Any], seats: int) -> dict[str, Sequence[int | None]]:
    """The members of an outcome that hold a number for each seat, None where it is not known; the scores first."""
    names = sorted(outcome, key=lambda name: name != "scores")
    return {name: outcome[name] for name in names if name not in SEATS and _is_of_seats(outcome[name], seats)}


def _is_of_seats(value: Any, seats: int) -> bool:
    if not isinstance(value, list) or len(value) != seats:
        return False
    return all(one is None or (isinstance(one, int) and not isinstance(one, bool)) for one in value)
