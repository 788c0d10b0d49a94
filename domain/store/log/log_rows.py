"""Reading the log of a match, whether its decisions lie in rows of their own or in blocks (``blocks``).

Who reads need not know where a decision lies. Rows are read first: of a match that was not packed that is all.
Where some are missing, rows and blocks are read by one statement, so that nothing is missed if a match is packed
just now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.kit.written.row_forms import as_bytes
from domain.match.damage import Damaged
from domain.store.log.blocks import UNPACKED, Unreadable
from domain.store.tables import NEWEST

EventRow = tuple[Any, ...]
"""Version, topic and state, as they are stored."""

_FEW = 40
"""Versions that are looked for in blocks one by one."""
_ROWS = "FROM kerbholz_events WHERE originator_id = {match} AND {where} ORDER BY originator_version LIMIT ?"
_BLOCKS = "FROM kerbholz_blocks WHERE match_id = ? AND ({where})"
_BEHIND, _BLOCKS_BEHIND = (
    "originator_version > ? AND originator_version <= ?",
    "last_version > ? AND first_version <= ?",
)
_COUNT = (
    "SELECT (SELECT count(*) FROM kerbholz_events WHERE originator_id = {match} AND {where})"
    " + (SELECT coalesce(sum(CASE WHEN last_version > ? THEN ? ELSE last_version END"
    " - CASE WHEN first_version <= ? THEN ? ELSE first_version - 1 END), 0)"
    " FROM kerbholz_blocks WHERE match_id = ? AND {blocks})"
)


class LogRows:
    """What is read of the log of a match."""

    POSITION: ClassVar[str] = "rowid"
    THE_MATCH: ClassVar[str] = "?"
    HOLDING: ClassVar[str] = "instr(state, ?) > 0"
    """A column and conditions, as the database writes them."""

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows that *sql* selects."""
        raise NotImplementedError

    def events_at(self, match_id: str, versions: Sequence[int]) -> list[EventRow]:
        """See ``tables.Database``."""
        where, values = self.among(versions)
        found = self._rows(match_id, where, values, NEWEST)
        missing = set(versions).difference(version for version, _, _ in found)
        if not missing:
            return found
        if len(missing) > _FEW:
            blocks, packed = _BLOCKS_BEHIND, [min(missing) - 1, max(missing)]
        else:
            blocks = " OR ".join(["last_version >= ? AND first_version <= ?"] * len(missing))
            packed = [version for version in sorted(missing) for _ in range(2)]
        wanted = set(versions)
        return [row for row in self._all(match_id, where, values, blocks, packed) if row[0] in wanted]

    def among(self, versions: Sequence[int]) -> tuple[str, list[Any]]:
        """The condition that a version is one of these, and its values."""
        return f"originator_version IN ({', '.join('?' * len(versions))})", [*versions]

    def events_with(self, match_id: str, text: str, after: int, until: int | None) -> list[EventRow]:
        """See ``tables.Database``."""
        sought, last = text.encode(), NEWEST if until is None else until
        where, values = f"{_BEHIND} AND {self.HOLDING}", [after, last, sought]
        found = self._all(match_id, where, values, _BLOCKS_BEHIND, [after, last])
        return [row for row in found if after < row[0] <= last and sought in as_bytes(row[2])]

    def events_behind(self, match_id: str, after: int, most: int) -> list[EventRow]:
        """See ``tables.Database``."""
        return self.events_between(match_id, after, NEWEST, most)

    def events_between(self, match_id: str, after: int, last: int, most: int) -> list[EventRow]:
        """As many events of a match behind a version, up to another one, in order."""
        found = self._rows(match_id, _BEHIND, [after, last], most)
        return found if is_whole(found, after) else self.events_packed(match_id, after, last, most)

    def events_packed(self, match_id: str, after: int, last: int, most: int) -> list[EventRow]:
        """The same, where some may be packed."""
        packed = [after, min(last, after + most)]  # no others: versions follow each other
        found = self._all(match_id, _BEHIND, [after, last], _BLOCKS_BEHIND, packed, most)
        return [row for row in found if after < row[0] <= last][:most]

    def count_events(self, match_id: str, after: int, until: int) -> int:
        """See ``tables.Database``."""
        sql = _COUNT.format(match=self.THE_MATCH, where=_BEHIND, blocks=_BLOCKS_BEHIND)
        values = (match_id, after, until, until, until, after, after, match_id, after, until)
        ((number,),) = self.query(sql, values)
        return int(number)

    def _rows(self, match_id: str, where: str, values: Sequence[Any], most: int) -> list[EventRow]:
        rows = _ROWS.format(match=self.THE_MATCH, where=where)
        found = self.query(f"SELECT originator_version, topic, state {rows}", (match_id, *values, most))
        return [(version, topic, _plain(state)) for version, topic, state in found]

    def _all(
        self,
        match_id: str,
        where: str,
        values: Sequence[Any],
        blocks: str,
        packed: Sequence[Any],
        most: int = NEWEST,
    ) -> list[EventRow]:
        """Rows for which a condition is true, and all that is in blocks for which another one is, in order.

        Raises ``Damaged`` for a block that cannot be unpacked.
        """
        found = self.query(
            "SELECT * FROM (SELECT originator_version, topic, state, CAST(NULL AS BIGINT)"
            f" {_ROWS.format(match=self.THE_MATCH, where=where)}) AS plain UNION ALL SELECT * FROM"
            f" (SELECT first_version, '', block, last_version {_BLOCKS.format(where=blocks)}) AS packed",
            (match_id, *values, most, match_id, *packed),
        )
        rows = {
            version: row
            for first, _, block, last in found
            if last is not None
            for version, row in _unpacked(match_id, first, as_bytes(block)).items()
        }
        rows |= {row[0]: (*row[:2], _plain(row[2])) for row in found if row[3] is None}
        return [rows[version] for version in sorted(rows)]


def is_whole(rows: Sequence[EventRow], after: int) -> bool:
    """Whether nothing that follows a version lies in a block: of a packed match only the newest row is left."""
    return bool(rows) and rows[0][0] == after + 1


def selected(
    database: LogRows,
    found: Sequence[StoredEvent],
    originator_id: UUID | str,
    *,
    gt: int | None = None,
    lte: int | None = None,
    desc: bool = False,
    limit: int | None = None,
) -> Sequence[StoredEvent]:
    """What a recorder selects of the events of a match; *found* is what it selects where nothing is packed."""
    after, last = -1 if gt is None else gt, NEWEST if lte is None else lte
    if after >= last or (found and not desc and found[0].originator_version == after + 1):
        return found
    most = NEWEST if limit is None else limit
    match_id = originator_id.hex if isinstance(originator_id, UUID) else originator_id
    rows = database.events_packed(match_id, after, last, NEWEST if desc else most)
    return [StoredEvent(originator_id, *row) for row in (rows[::-1] if desc else rows)[:most]]


def _unpacked(match_id: str, first: int, block: bytes) -> dict[int, EventRow]:
    try:
        rows = UNPACKED.rows(match_id, first, block)
    except Unreadable as error:
        raise Damaged(UUID(match_id), first, "block", "the decisions from here on cannot be unpacked") from error
    return {row.version: row[1:] for row in rows}


def _plain(state: Any) -> Any:
    """As it is stored; PostgreSQL gives bytes in one way or another."""
    return bytes(state) if isinstance(state, memoryview) else state
