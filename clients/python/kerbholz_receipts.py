"""What the service has told of a match, kept in a file, and held against what it tells later.

The service has to prove each time that what it told before is the beginning of what it tells now. If it cannot,
the file has what it told each time, signed: give it to ``kerbholz verify --receipt``."""

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kerbholz_client import AuthenticatedClient
from kerbholz_client.api.evidence import prove_consistency, read_checkpoint
from kerbholz_client.models import Checkpoint, Consistency, Match, Problem

FOLDER = Path(os.environ.get("KERBHOLZ_RECEIPTS", "."))
"""Where the files are: one for each match."""
_held: set[tuple[str, str]] = set()


class OtherHistory(Exception):
    """The service tells another history of a match than it told before."""


def visited(game: str, seat: AuthenticatedClient, match: object) -> Match:
    """The match as it was answered; at the first look, and when it is over, with :func:`hold`."""
    assert isinstance(match, Match), match
    if match.status in ("finished", "abandoned") or (game, seat.token) not in _held:
        hold(game, seat)
        _held.add((game, seat.token))
    return match


def hold(game: str, seat: AuthenticatedClient) -> None:
    """Hold what was kept against what the service tells now, and keep that; raises :class:`OtherHistory`."""
    path = FOLDER / f"{game}.receipts.json"
    if not path.exists():
        first = read_checkpoint.sync(game, client=seat)
        assert isinstance(first, Checkpoint), first
        _keep(path, first.to_dict())
        return
    *_, before = json.loads(path.read_text())
    proof = prove_consistency.sync(game, client=seat, from_=before["size"])
    if isinstance(proof, Problem) and proof.status == 422:  # there were more decisions than there are now
        raise _other_history(game, path)
    assert isinstance(proof, Consistency), proof
    again, now = ({"match": game, **one.to_dict()} for one in (proof.from_, proof.to))
    if not begins(before, now, proof.hashes):
        _keep(path, now, again, before)
        raise _other_history(game, path)
    _keep(path, now)


def begins(first: dict[str, Any], second: dict[str, Any], hashes: Sequence[str]) -> bool:
    """Whether one tree is the beginning of another one (RFC 9162, section 2.1.4.2); both have size and root."""
    if first["size"] == second["size"]:
        return not hashes and bool(first["root"] == second["root"])
    number, last = first["size"] - 1, second["size"] - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    path = [*hashes] if number else [first["root"], *hashes]
    if not path or first["size"] > second["size"]:
        return False
    old = new = path[0]
    for one in path[1:]:
        if last == 0:
            return False
        if number & 1 or number == last:
            old, new = _above(one, old), _above(one, new)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            new = _above(new, one)
        number, last = number >> 1, last >> 1
    return last == 0 and (old, new) == (first["root"], second["root"])


def _above(left: str, right: str) -> str:
    return hashlib.sha256(b"\x01" + bytes.fromhex(left) + bytes.fromhex(right)).hexdigest()


def _other_history(game: str, path: Path) -> OtherHistory:
    return OtherHistory(f"THE SERVICE TELLS ANOTHER HISTORY OF {game} THAN BEFORE: see {path}. Do not play.")


def _keep(path: Path, *receipts: dict[str, Any]) -> None:
    """On the disk before it counts: a receipt that is lost proves nothing."""
    unfinished = path.with_suffix(f".{os.getpid()}.part")
    with unfinished.open("w") as file:
        json.dump(receipts, file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
