"""A match that has left its database for another one: the row that ends its log there, and who is told of it.

Nothing of a match is believed, read or written in a database once that row is in it: see ``domain.cells.moving``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar
from uuid import UUID

from eventsourcing.persistence import OperationalError

GONE = 0
"""The size that the head of a match has where it has left: no append fits a log of that size."""


@dataclass(frozen=True)
class Moved:
    """The last row of the log of a match in a database that it leaves: nothing can be appended behind it.

    *to* names the cell that it goes to.
    """

    TOPIC: ClassVar[str] = "kerbholz.Moved"
    originator_id: UUID
    originator_version: int
    to: str


class MovedAway(OperationalError):
    """A match has left this database, or is about to; in another one it is found, now or in a moment."""

    def __init__(self, match_id: UUID) -> None:
        super().__init__(f"match {match_id} has left this database")
        self.match_id = match_id
