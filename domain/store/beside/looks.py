"""Who looked: on which days which official token read what was hidden from others, and how often.

Counts beside the log; nothing says what was read. They are added up by the processes, each now and then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from domain.match.damage import Damaged
from domain.match.moved import MovedAway
from domain.store.beside.side import check_here
from domain.store.marks import Marks
from domain.store.tables import Database, Execute

LOOK = "a look"
"""What a mark is of: the key of a look, and the count."""


@dataclass(frozen=True, slots=True)
class Look:
    """A day (in UTC) of a match, and whose token it was: the role, and which one of that role, from 0."""

    match_id: UUID
    day: str
    role: str
    number: int

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What its row is found by."""
        return self.match_id.hex, self.day, self.role, self.number


_THIS = "match_id = ? AND day = ? AND role = ? AND number = ?"
_NEW = (
    "INSERT INTO kerbholz_looks (match_id, day, role, number, times, mark) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING RETURNING times"
)
# Nobody else changes the row from here to the end of the transaction.
_KEPT = f"UPDATE kerbholz_looks SET times = times WHERE {_THIS} RETURNING times, mark"
_COUNTED = f"UPDATE kerbholz_looks SET times = ?, mark = ? WHERE {_THIS}"


class LookTable:
    """The counts of a database."""

    def __init__(self, database: Database, marks: Marks) -> None:
        self._database = database
        self._marks = marks

    def add(self, counts: Mapping[Look, int]) -> dict[Look, int]:
        """Add to what was counted, all or nothing; a count that was altered stays as it is, and is found so.

        What is given back was not added: those matches have left this database.
        """
        left: dict[Look, int] = {}
        with self._database.transaction() as run:
            gone = set(_gone(run, sorted({look.match_id for look in counts})))
            # In one order, so that no two processes wait for each other.
            for look, times in sorted(counts.items(), key=lambda item: item[0].key):
                if look.match_id in gone:
                    left[look] = times
                    continue
                if not run(_NEW, (*look.key, times, self._marks.of(LOOK, *look.key, times))):
                    for before, mark in run(_KEPT, look.key):
                        if self._marks.fits(mark, LOOK, *look.key, before):
                            now = before + times
                            run(_COUNTED, (now, self._marks.of(LOOK, *look.key, now), *look.key))
        return left

    def of(self, match_id: UUID) -> list[tuple[Look, int]]:
        """What was counted of a match, by day, role and token; raises ``Damaged``."""
        found = self.stored(match_id)
        for look, times, mark in found:
            if not self._marks.fits(mark, LOOK, *look.key, times):
                raise Damaged(match_id, None, "look", f"that of {look.day} is not the one that was stored")
        return [(look, times) for look, times, _ in found]

    def stored(self, match_id: UUID) -> list[tuple[Look, int, str]]:
        """What is said to have been counted of a match, with marks: as :meth:`of`, but believed."""
        rows = self._database.query(
            "SELECT day, role, number, times, mark FROM kerbholz_looks WHERE match_id = ?"
            " ORDER BY day, role, number",
            (match_id.hex,),
        )
        return [(Look(match_id, day, role, number), times, mark) for day, role, number, times, mark in rows]


def _gone(run: Execute, match_ids: Sequence[UUID]) -> Iterator[UUID]:
    for match_id in match_ids:
        try:
            check_here(run, match_id)
        except MovedAway:
            yield match_id
