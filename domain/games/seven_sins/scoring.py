"""Scoring: points of a sin, of a reserve, the best placing of stones, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

from domain.kit.facts import Json

Cards = Mapping[str, int]
"""Cards by sin, all positive."""
Wins = Literal["most", "fewest"]


def points_of(number: int, table: Sequence[int]) -> int:
    """The points for *number* cards of one sin; the last entry also holds for more (SS-E2, SS-R6)."""
    return table[min(number, len(table) - 1)]


def score(cards: Cards, table: Sequence[int], stones: Sequence[str] = ()) -> int:
    """The points of *cards* with a stone on each sin in *stones* (SS-E4, SS-E5)."""
    return sum(points_of(number + (sin in stones), table) for sin, number in cards.items())


def direction(abyss_points: int, threshold: int) -> Wins:
    """Whether the most or the fewest points win (SS-E3, SS-R10)."""
    return "most" if abyss_points > threshold else "fewest"


def required(stones: int, cards: Cards) -> int:
    """How many stones there are to place: as many as own sins can take (SS-R3)."""
    return min(stones, len(cards))


def placings(stones: int, cards: Cards, *, optional: bool) -> Iterator[tuple[str, ...]]:
    """Every lawful placing, each in alphabetical order of the sins."""
    most = required(stones, cards)
    for number in range(0 if optional else most, most + 1):
        yield from combinations(sorted(cards), number)


def best_placing(
    stones: int, cards: Cards, table: Sequence[int], wins: Wins, *, optional: bool
) -> tuple[str, ...]:
    """The placing with the best score (SS-R4); of equal ones the first in alphabetical order of the sins.

    What a stone is worth on one sin does not depend on the others, so nothing has to be tried.
    """
    sign = 1 if wins == "most" else -1
    gains = {sin: sign * (points_of(n + 1, table) - points_of(n, table)) for sin, n in cards.items()}
    most = required(stones, cards)
    ranked = sorted(cards, key=lambda sin: (-gains[sin], sin))
    if not optional:
        return tuple(sorted(ranked[:most]))
    best = [sin for sin in ranked if gains[sin] > 0][:most]
    # A stone that changes nothing comes first in the alphabet only if another one follows it.
    idle = sorted(sin for sin in cards if gains[sin] == 0 and best and sin < max(best))
    return tuple(sorted(best + idle[: most - len(best)]))


def outcome(scores: Sequence[int], reserves: Sequence[Cards], wins: Wins) -> dict[str, Json]:
    """Who wins (SS-E6, SS-R8, SS-R9): points, then more cards, then more different sins, then shared.

    ``{"result": "win" | "shared", "reason": "played", "winners": [seats],
    "decided_by": "points" | "cards" | "sins" | "nothing",
    "wins", "scores": [per seat], "cards": [per seat], "sins": [per seat]}``
    """
    sign = 1 if wins == "most" else -1
    cards = [sum(reserve.values()) for reserve in reserves]
    sins = [len(reserve) for reserve in reserves]
    criteria = {"points": [sign * points for points in scores], "cards": cards, "sins": sins}
    winners, decided_by = list(range(len(scores))), "nothing"
    for name, values in criteria.items():
        best = max(values[seat] for seat in winners)
        winners = [seat for seat in winners if values[seat] == best]
        if len(winners) == 1:
            decided_by = name
            break
    return {
        "result": "win" if len(winners) == 1 else "shared",
        "reason": "played",
        "winners": winners,
        "decided_by": decided_by,
        "wins": wins,
        "scores": list(scores),
        "cards": cards,
        "sins": sins,
    }
