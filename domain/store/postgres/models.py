"""Read models on PostgreSQL (see ``models``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from zlib import crc32

from eventsourcing.persistence import InterfaceError, OperationalError, Tracking
from eventsourcing.postgres import PostgresDatastore, PostgresTrackingRecorder
from eventsourcing.utils import retry
from psycopg import Cursor
from psycopg.rows import DictRow, tuple_row
from psycopg.sql import SQL

from domain.store.beside.models import POSITION, Run, as_position, creations
from domain.store.postgres.sessions import atomic

SWITCH_WAIT = 1_000
"""Milliseconds that switching tables on PostgreSQL waits for those who read them; later readers wait behind it."""

_LOCK = 0x6B657262  # "kerb": the first of the two numbers of a projection's advisory lock


class PostgresReadModels(PostgresTrackingRecorder):
    """On PostgreSQL: an advisory lock, held while a page is projected, keeps it to one process at a time."""

    def __init__(self, datastore: PostgresDatastore, **kwargs: Any) -> None:
        super().__init__(datastore, **kwargs)
        # The text is our own.
        self.sql_create_statements += [SQL(sql).format() for sql in creations()]
        self.positions = self.tracking_table_name

    @retry((InterfaceError, OperationalError), max_attempts=2, wait=0.1)
    def position(self, name: str) -> int:
        """See ``ReadModels``. It is tried twice, and not ten times as in the library: the runner tries again."""
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            cursor.execute(SQL(POSITION.format(table=self.positions, value="%s")).format(), (name,))
            return as_position(cursor.fetchall())

    @contextmanager
    def turn(self, *names: str) -> Iterator[bool]:
        """See ``ReadModels``."""
        with self.datastore.transaction(commit=True) as cursor:
            yield all(_is_mine(cursor, crc32(name.encode()) - 2**31) for name in names)

    def hurry(self, run: Run) -> None:
        """See ``ReadModels``."""
        run(f"SET LOCAL lock_timeout = {SWITCH_WAIT:d}")

    @contextmanager
    def writing(self, *trackings: Tracking) -> Iterator[Run]:
        """See ``ReadModels``."""
        with self.datastore.get_connection() as connection, atomic(connection):
            for tracking in trackings:
                self._insert_tracking(connection.cursor(), tracking)

            def run(sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
                # As above: every statement is a constant of ``models``, but for the names of its own tables.
                with connection.cursor(row_factory=tuple_row) as cursor:
                    cursor.execute(SQL(sql.replace("?", "%s")), values)
                    return cursor.fetchall() if cursor.description is not None else []

            yield run


def _is_mine(cursor: Cursor[DictRow], number: int) -> bool:
    cursor.execute("SELECT pg_try_advisory_xact_lock(%s::int, %s::int) AS mine", (_LOCK, number))
    row = cursor.fetchone()
    return row is not None and bool(row["mine"])
