"""Blocks in the database: a match is packed, and unpacked, in one transaction each.

The newest row of a match always stays in the log: followers see by it that there is the match and how far it has
come, its head is held against it, and SQLite would give the number of a newest row to the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from eventsourcing.persistence import IntegrityError

from domain.kit.written.row_forms import as_bytes
from domain.match.damage import Damaged
from domain.store.beside.side import check_here
from domain.store.log.blocks import Block, Row, Unreadable
from domain.store.sqlite.recorder import SQLiteDatabase

if TYPE_CHECKING:
    from domain.store.postgres.recorder import PostgresDatabase


class BlockRows:
    """Reads and writes blocks; *snapshots* is the name of the table of snapshots."""

    def __init__(self, database: SQLiteDatabase | PostgresDatabase, snapshots: str) -> None:
        self._database = database
        self._snapshots = snapshots
        self._this = f"originator_id = {database.THE_MATCH}"

    def unpacked(self, match_id: UUID) -> list[Row]:
        """The rows of a match that lie in the log by themselves, in order."""
        found = self._database.query(
            f"SELECT {self._database.POSITION}, originator_version, topic, state FROM kerbholz_events"
            f" WHERE {self._this} ORDER BY originator_version",
            (match_id.hex,),
        )
        return [Row(position, version, topic, as_bytes(state)) for position, version, topic, state in found]

    def stored(self, match_id: UUID) -> list[Block]:
        """The blocks of a match, in order, as they are stored."""
        found = self._database.query(
            "SELECT first_version, last_version, block, mark FROM kerbholz_blocks WHERE match_id = ?"
            " ORDER BY first_version",
            (match_id.hex,),
        )
        return [Block(match_id, first, last, as_bytes(block), str(mark)) for first, last, block, mark in found]

    def pack(self, match_id: UUID, blocks: Sequence[Block]) -> bool:
        """Put blocks in the place of the rows that they hold; whether nobody else has done that meanwhile.

        Of the snapshots the newest one stays. Raises ``MovedAway``.
        """
        last, packed = blocks[-1].last, sum(one.last - one.first + 1 for one in blocks)
        snapshots = f"SELECT max(originator_version) FROM {self._snapshots} WHERE {self._this}"
        try:
            with self._database.transaction() as run:
                check_here(run, match_id)
                for one in blocks:
                    values = (one.match_id.hex, one.first, one.last, one.block, one.mark)
                    run("INSERT INTO kerbholz_blocks VALUES (?, ?, ?, ?, ?)", values)
                gone = run(
                    f"DELETE FROM kerbholz_events WHERE {self._this} AND originator_version <= ?"
                    " RETURNING originator_version",
                    (match_id.hex, last),
                )
                left = run(f"SELECT 1 FROM kerbholz_events WHERE {self._this} LIMIT 1", (match_id.hex,))
                if len(gone) != packed or not left:
                    raise IntegrityError("these are not the rows that were packed")
                run(
                    f"DELETE FROM {self._snapshots} WHERE {self._this} AND originator_version < ({snapshots})",
                    (match_id.hex, match_id.hex),
                )
        except IntegrityError:
            return False
        return True

    def unpack(self, match_id: UUID, blocks: Sequence[Block]) -> bool:
        """Put rows in the place of the blocks that hold them; whether nobody else has done that meanwhile.

        They come back to where they were in the order of appends, so for followers nothing is new. Raises
        ``Damaged``, ``MovedAway``.
        """
        rows = [row for block in blocks for row in _rows(block)]
        columns, values = f"{self._database.POSITION}, originator_id, originator_version, topic, state", "?"
        if not isinstance(self._database, SQLiteDatabase):
            columns, values = f"tx, stored_at, {columns}", "'0', NULL, ?"
        insert = f"INSERT INTO kerbholz_events ({columns}) VALUES ({values}, {self._database.THE_MATCH}, ?, ?, ?)"
        try:
            with self._database.transaction() as run:
                # Who clears away what is left of it knows nothing of rows that come back.
                check_here(run, match_id)
                gone = run(
                    "DELETE FROM kerbholz_blocks WHERE match_id = ? RETURNING first_version", (match_id.hex,)
                )
                if len(gone) != len(blocks):
                    raise IntegrityError("these are not the blocks that were unpacked")
                for position, version, topic, state in rows:
                    run(insert, (position, match_id.hex, version, topic, state))
        except IntegrityError:
            return False
        return True


def _rows(block: Block) -> list[Row]:
    try:
        return block.rows()
    except Unreadable as error:
        raise Damaged(block.match_id, block.first, "block", "it cannot be unpacked") from error
