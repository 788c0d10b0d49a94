"""Mea Culpa on paper: what a seat did in each round, what it has, and where its soul stands."""

from __future__ import annotations

from domain.kit.facts import Json
from domain.kit.sheets import Balance, Sheet, amount, count, counted, openly, round_on_board


def _taler(board: Json, seat: int) -> int | str:
    return amount(board["seats"][seat]["money"])


def _letters(board: Json, seat: int) -> int | str:
    """Letters behind the screen; when they are counted, those that lie open."""
    mine = board["seats"][seat]
    return count(mine["letters_shown"]) if mine["letters_shown"].get("count") else count(mine["letters"])


SHEET = Sheet(
    balances=(
        Balance("soul", read=openly("soul")),
        Balance("taler", read=_taler),
        Balance("goods", read=counted("goods")),
        Balance("letters", read=_letters),
        Balance("stones", read=openly("stones")),
    ),
    round_of=round_on_board,
    rows=10,
)
