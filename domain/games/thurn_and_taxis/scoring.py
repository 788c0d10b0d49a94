"""Scoring: what each seat has at the end, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.thurn_and_taxis.facts import SeatScored
from domain.games.thurn_and_taxis.state import AUDIENCE, ThurnAndTaxis, owner_of
from domain.kit.facts import Json


def score(state: ThurnAndTaxis, seat: int) -> SeatScored:
    """What a seat has, part by part (TT-B38, TT-X1)."""
    board = state.rules.board
    number = state.carriages[seat]
    carriage = board["carriages"][number - 1]["points"] if number else 0
    bonuses = sum(points for _, points in state.bonuses[seat])
    chips, houses, audience = state.chips[seat], state.houses_left(seat), _audience(state, seat)
    total = carriage + bonuses + chips + audience - houses
    return SeatScored(seat, carriage, bonuses, chips, audience, houses, total)


def _audience(state: ThurnAndTaxis, seat: int) -> int:
    """TT-A12."""
    if not state.plays_with(AUDIENCE):
        return 0
    points = 0
    for tile in state.rules.board["clergy"]:
        there = state.places[f"space:{tile['kind']}"].known
        points += tile["points"] * sum(owner_of(name) == seat for name in there)
    return points


def ranked(scores: Sequence[int], ender: int) -> list[int]:
    """All seats, the winner first: of equal scores the one sooner clockwise from *ender* (TT-B39, TT-R57)."""
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], (seat - ender) % len(scores)))


def outcome(scores: Sequence[int], ender: int) -> dict[str, Json]:
    """Who wins: the highest score; on a tie the game end tile, then the order of play after its owner (TT-B39).

    ``{"result": "win", "reason": "played", "winners": [seat], "decided_by": "points" | "game-end" | "order",
    "ranking": [seats, best first], "scores": [per seat], "ender": seat}``
    """
    ranking = ranked(scores, ender)
    tied = [seat for seat in ranking if scores[seat] == scores[ranking[0]]]
    alone = "game-end" if ranking[0] == ender else "order"
    return {
        "result": "win",
        "reason": "played",
        "winners": ranking[:1],
        "decided_by": alone if len(tied) > 1 else "points",
        "ranking": ranking,
        "scores": list(scores),
        "ender": ender,
    }
