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
    lines={
        "SoulsPlaced": "souls: {row}",
        "BonusTaken": "bonus {bonus}",
        "StoneDrawn": "{stone}",
        "SuiteFlipped": "Suite 5 turned",
        "CardDealt": "{room}: {card}",
        "BidSet": "bids {notches}/{taler}",
        "BidsRevealed": "bids: notches {notches}, taler {taler}",
        "BidPaid": "−{amount} t (bid)",
        "CharacterTaken": "{character}",
        "Declined": "no {what}",
        "SinStonePlaced": "stone in {den}",
        "DenEmptied": "{number} back from {den}",
        "PopeStoneMoved": "Pope stone {source} → {target}",
        "AtonementCame": "atonement at {den}",
        "SinStonesReturned": "{number} back from {den}",
        "SoulMoved": "soul to {to}",
        "SoulStayed": "soul stays",
        "CrewPlaced": "crew to {site}",
        "CrewMoved": "crew {source} → {target}",
        "NaveBuilt": "nave {site}",
        "CathedralFinished": "cathedral {site}",
        "TalerPaid": "−{amount} t",
        "TalerReceived": "+{amount} t",
        "StoneTaken": "takes {stone}",
        "LetterTaken": "Letter {letter}",
        "GoodSold": "sells {good}",
        "ItemDropped": "donates {item} in {compartment}",
        "RoomChosen": "room {room}",
        "CardExecuted": "card {card}",
        "DieSet": "die {room}",
        "Guessed": "guesses {room}",
        "DieShown": "shows {room}",
        "LetterGiven": "gives {letter} to seat {taker}",
        "TalerGiven": "gives {amount} t to seat {taker}",
        "NothingGiven": "has nothing for {card}",
        "CompartmentOpened": "opens {compartment}: {things}",
        "DonorsRanked": "{category}: {values}",
    },
    balances=(
        Balance(
            "soul",
            "the soul's space: 0 is the start, above it towards Hell, below it towards Heaven",
            openly("soul"),
        ),
        Balance("taler", "taler behind the screen", _taler),
        Balance("goods", "goods behind the screen", counted("goods")),
        Balance("Letters", "Letters", _letters),
        Balance("stones", "sin stones not in a den", openly("stones")),
    ),
    round_of=round_on_board,
    key="bids 3/7 is three notches and seven taler; t is taler; I and II are compartments of the chest",
    rows=10,
)
