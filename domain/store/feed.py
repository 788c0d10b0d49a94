"""What has been appended to any match, in one order: for whoever follows the log.

A position says where in that order an append stands. Nothing can appear later before what has been read: on SQLite
one writer orders everything; on PostgreSQL see ``postgres``. Positions stay inside; clients see versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

MOST = 500
"""Appends that are read at once."""


@dataclass(frozen=True, slots=True)
class Appended:
    """One decision that has been stored: where it stands in the order, of which match, which version."""

    position: int
    match_id: UUID
    version: int


class Feed(Protocol):
    """Reads on in the order of appends."""

    def newest(self) -> int:
        """The position of the newest append that can be read; 0 where there is none."""

    def after(self, position: int, most: int = MOST) -> Sequence[Appended]:
        """The appends behind *position*, at most so many, in order."""
