"""Who looked: on which days which official token read what was hidden from others, and how often.

Counts beside the log; nothing says what was read. They are added up by the processes, each now and then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from uuid import UUID

from domain.store.side import Database


@dataclass(frozen=True, slots=True)
class Look:
    """A day (in UTC) of a match, and whose token it was: the role, and which one of that role, from 0."""

    match_id: UUID
    day: str
    role: str
    number: int


class LookTable:
    """The counts of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, counts: Mapping[Look, int]) -> None:
        """Add to what was counted, all or nothing."""
        self._database.execute(
            (
                "INSERT INTO kerbholz_looks (match_id, day, role, number, times) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (match_id, day, role, number)"
                " DO UPDATE SET times = kerbholz_looks.times + excluded.times",
                (look.match_id.hex, look.day, look.role, look.number, times),
            )
            # In one order, so that no two processes wait for each other.
            for look, times in sorted(counts.items(), key=lambda item: astuple(item[0]))
        )

    def of(self, match_id: UUID) -> list[tuple[Look, int]]:
        """What was counted of a match, by day, role and token."""
        rows = self._database.query(
            "SELECT day, role, number, times FROM kerbholz_looks WHERE match_id = ? ORDER BY day, role, number",
            (match_id.hex,),
        )
        return [(Look(match_id, day, role, number), int(times)) for day, role, number, times in rows]
