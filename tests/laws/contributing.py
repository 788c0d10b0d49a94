"""What seats do where chance is joint: they keep bytes to themselves, commit to them, and open them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any

from domain.kit.table.joining import Contribute, OpenContribution
from tests.laws.quarrels import Quarrel

JOINT = {"chance": "joint"}


def values_of(seats: int, rng: Random) -> list[str]:
    """What each seat keeps to itself."""
    return [rng.randbytes(32).hex() for _ in range(seats)]


def commitment(match: Any, seat: int, value: str) -> str:
    """As the specification has it, and not as the service computes it."""
    message = f"kerbholz contribution 1\n{match}\n{seat}\n".encode() + bytes.fromhex(value)
    return hashlib.sha256(message).hexdigest()


def commit(quarrel: Quarrel, values: Sequence[str], seats: Sequence[int] | None = None) -> None:
    """Each of the seats commits itself to its value."""
    for seat in range(len(values)) if seats is None else seats:
        quarrel.send(quarrel.holder(seat), Contribute(commitment(quarrel.id, seat, values[seat])))


def open_all(quarrel: Quarrel, values: Sequence[str], seats: Sequence[int] | None = None) -> None:
    """Each of the seats opens its value."""
    for seat in range(len(values)) if seats is None else seats:
        quarrel.send(quarrel.holder(seat), OpenContribution(values[seat]))


def begun(quarrel: Quarrel, values: Sequence[str]) -> Quarrel:
    """The match with the contributions of all seats."""
    commit(quarrel, values)
    open_all(quarrel, values)
    return quarrel
