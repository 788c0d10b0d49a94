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
    lines={
        "FirstSeatChosen": "begins",
        "TilePlaced": "{tile} on {carriage}",
        "PostmasterForced": "hand empty",
        "StepSkipped": "no {step}",
        "SupplyShuffled": "{number} shuffled",
        "CardDrawn": "+{card}",
        "CardTaken": "+{city}",
        "DisplayDiscarded": "Adm.",
        "CardsDiscarded": "−{cities}",
        "HandShown": "shows {cards}",
        "RouteStarted": "»{city}",
        "RouteExtended": "{end}{city}",
        "RouteGivenUp": "gives up",
        "RouteClosed": "closes {length}",
        "HousePlaced": "house {city}",
        "BonusTaken": "{stack} {points}",
        "CarriageTaken": "carriage {value}",
        "EndTriggered": "end: {cause}",
        "OfficeTileTaken": "tile {office}",
        "TilesReturned": "returns {offices}",
        "ChipTaken": "+1 chip",
        "CarriageMoved": "{carriage} → {to}",
        "CarriageOpened": "{carriage} opened: {tiles}",
        "TilesEvicted": "evicted: {tiles}",
        "SeatScored": "total {total}",
    },
    balances=(
        Balance("cards", "cards in the hand", counted("hand")),
        Balance("houses", "houses on the map", _houses),
        Balance("carriage", "value of the newest carriage", _carriage),
        Balance("bonus", "points of bonus tiles", _points),
        Balance("score", "points", openly("score"), closing=True),
    ),
    round_of=round_on_board,
    words={"left": "<", "right": ">"},
    key=(
        "Adm. is the Administrator; +X takes the card X; »X begins a route with X, <X and >X add it at the left"
        " and right; −X discards it"
    ),
    rows=26,
)
