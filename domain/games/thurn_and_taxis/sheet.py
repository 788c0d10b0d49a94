"""Thurn and Taxis on paper: what a seat did in each round, and what it has."""

from __future__ import annotations

from domain.kit.facts import Json
from domain.kit.sheets import Balance, Sheet, counted, openly, round_on_board


def _houses(board: Json, seat: int) -> int:
    return len(board["seats"][seat]["houses"])


def _carriage(board: Json, seat: int) -> int | None:
    """The value of the newest carriage; None before the first."""
    carriages: list[int] = board["seats"][seat]["carriages"]
    return carriages[-1] if carriages else None


def _points(board: Json, seat: int) -> int:
    return sum(tile["points"] for tile in board["seats"][seat]["bonuses"])


SHEET = Sheet(
    balances=(
        Balance("cards", read=counted("hand")),
        Balance("houses", read=_houses),
        Balance("carriage", read=_carriage),
        Balance("bonus", read=_points),
        Balance("score", read=openly("score"), closing=True),
    ),
    round_of=round_on_board,
    rows=26,
)
