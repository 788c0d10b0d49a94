"""A seat's part in joint chance: bytes of the system's randomness, kept in a file until they are opened.

Nobody can have chosen the dice if one seat keeps its bytes to itself until all are committed. So a seat looks
whether what is recorded in its name is its own, and does not play where it is not."""

import hashlib
import os
import secrets
from pathlib import Path
from typing import Any

from kerbholz_client import AuthenticatedClient
from kerbholz_client.api.reading import read_decisions
from kerbholz_client.models import DecisionPage

FOLDER = Path(os.environ.get("KERBHOLZ_CONTRIBUTIONS", "."))
"""Where the files are: one for each seat of a match with joint chance."""
_looked: set[tuple[str, str]] = set()


class NotYours(Exception):
    """What is recorded for this seat is not its own: somebody else has its token."""


def contributed(game: str, seat: AuthenticatedClient, move: dict[str, Any]) -> dict[str, Any]:
    """A move with what this seat contributes to chance, if that is asked for; raises :class:`NotYours`."""
    if move["type"] == "table.contribute":
        return {**move, "commitment": _commitment(game, *_kept(game, seat))}
    if move["type"] == "table.open-contribution":
        number, value = _kept(game, seat)
        _check(number, _commitment(game, number, value), move["value"]["opens"])
        return {**move, "value": value}
    if (game, seat.token) not in _looked:
        _look(game, seat)
        _looked.add((game, seat.token))
    return move


def _commitment(game: str, number: int, value: str) -> str:
    head = f"kerbholz contribution 1\n{game}\n{number}\n".encode()
    return hashlib.sha256(head + bytes.fromhex(value)).hexdigest()


def _kept(game: str, seat: AuthenticatedClient) -> tuple[int, str]:
    """The number of the seat and its bytes, in hex; they are on the disk before anybody hears of them."""
    number = _number(_log(game, seat))
    path = FOLDER / f"{game}.seat-{number}.contribution"
    if not path.exists():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
    return number, path.read_text()


def _look(game: str, seat: AuthenticatedClient) -> None:
    """Before the first move: the contribution that is recorded for this seat, if there is one, is its own."""
    page = _log(game, seat)
    for decision in page.decisions:
        for fact in decision.facts or ():
            told = fact.additional_properties
            if fact.type_ == "ContributionMade" and told["seat"] == _number(page):
                number, value = _kept(game, seat)
                _check(number, _commitment(game, number, value), told["commitment"])


def _log(game: str, seat: AuthenticatedClient) -> DecisionPage:
    page = read_decisions.sync(game, client=seat, limit=1000)
    assert isinstance(page, DecisionPage), page
    return page


def _number(page: DecisionPage) -> int:
    return int(page.as_.removeprefix("seat:"))


def _check(number: int, own: str, recorded: str) -> None:
    if own != recorded:
        raise NotYours(f"SEAT {number} IS COMMITTED TO A CONTRIBUTION THAT IS NOT YOURS: {recorded}. Do not play.")
