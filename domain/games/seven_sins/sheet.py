"""7 – The Sins on paper: what a seat took in each round, and what it has."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.facts import Json
from domain.kit.sheets import UNKNOWN, Balance, Sheet, count, openly, things


def _round_of(board: Json, seat: int | None) -> int:
    """The seat's turn; of chance, and when stones are placed at the end, the newest turn of anybody."""
    turns = [one["turns"] for one in board["seats"]]
    return int(max(turns) if seat is None or board["turn"] is None else turns[seat])


def _cards(board: Json, seat: int) -> int | str:
    """All of a seat's cards: those of its reserve, and when that is opened, those that lie open."""
    mine = board["seats"][seat]
    closed, opened = count(mine["reserve"]), count(mine["opened"])
    return closed + opened if isinstance(closed, int) and isinstance(opened, int) else UNKNOWN


def _sins(board: Json, seat: int) -> Mapping[str, int] | str:
    mine = board["seats"][seat]
    return things(mine["opened"] if mine["opened"].get("count") else mine["reserve"])


SHEET = Sheet(
    balances=(
        Balance("cards", read=_cards),
        Balance("sins", kind="card", read=_sins),
        Balance("stones", read=openly("stones")),
        Balance("score", read=openly("score"), closing=True),
    ),
    round_of=_round_of,
    rows=18,
)
