"""PostgreSQL: the recorder that writes the rows beside the log in the append's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.utils import retry
from psycopg.abc import Query
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composable, Composed, Identifier

from domain.store.feed import MOST, Appended
from domain.store.side import TABLES, SideRow, columns

BROKEN = (InterfaceError, OperationalError)
"""What a connection that has died looks like: it is tried once more, on another one."""


class MatchRecorder(PostgresApplicationRecorder):
    """Records events, and side rows with them."""

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "kerbholz_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        schema = Identifier(datastore.schema)
        self.sql_create_statements += [_creation(schema, table, lines) for table, lines in TABLES.items()]
        # In the order of the library: positions must be given in the order of the commits.
        notify = SQL("NOTIFY {}").format(Identifier(self.channel_name))
        self._locking = SQL("; ").join([*map(_composed, self.lock_table_statements), notify])
        self._inserts = {table: _insertion(schema, table) for table in TABLES}

    @retry(BROKEN, max_attempts=2, wait=0.1)
    def select_events(self, *args: Any, **kwargs: Any) -> Sequence[StoredEvent]:
        """As the library has it, but tried twice and not ten times: whoever waits is told soon."""
        once: Any = PostgresApplicationRecorder.select_events
        found: Sequence[StoredEvent] = once.__wrapped__(self, *args, **kwargs)
        return found

    @retry(BROKEN, max_attempts=2, wait=0.1)
    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, side: Sequence[SideRow] = (), **_: Any
    ) -> Sequence[int] | None:
        """Insert events and side rows in one plain transaction.

        The library does it in a pipeline, where what loses a race for a version or a key is now and then told
        as an outage (``PipelineAborted``), tried again for seconds, and told as an outage in the end.
        """
        rows = [
            self.construct_pg_stored_event(new.originator_id, new.originator_version, new.topic, new.state)
            for new in stored_events
        ]
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(self._locking)
            cursor.execute(self.insert_events_statement, (rows,), prepare=True)
            positions = [row["notification_id"] for row in cursor.fetchall()]
            for table, values in side:
                cursor.execute(self._inserts[table], values, prepare=True)
        return positions


def _composed(query: Query) -> Composable:
    assert isinstance(query, Composable)
    return query


def _creation(schema: Identifier, table: str, lines: Sequence[str]) -> Composed:
    # The text is this package's own (side.TABLES); no value of a request comes near it.
    body = SQL(", ".join(lines).format(blob="bytea"))
    return SQL("CREATE TABLE IF NOT EXISTS {}.{} ({})").format(schema, Identifier(table), body)


def _insertion(schema: Identifier, table: str) -> Composed:
    values = SQL(", ").join(SQL("%s") for _ in range(columns(table)))
    return SQL("INSERT INTO {}.{} VALUES ({})").format(schema, Identifier(table), values)


class PostgresDatabase:
    """Reading and writing beside the log (see ``side.Database``)."""

    def __init__(self, datastore: PostgresDatastore) -> None:
        self._datastore = datastore

    @retry(BROKEN, max_attempts=2, wait=0.1)
    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows that *sql* selects."""
        with (
            self._datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            cursor.execute(_statement(sql), values)
            return cursor.fetchall()

    def execute(self, statements: Iterable[tuple[str, Sequence[Any]]]) -> None:
        """Run statements in one transaction."""
        with self._datastore.transaction(commit=True) as cursor:
            for sql, values in statements:
                cursor.execute(_statement(sql), values)


def _statement(sql: str) -> SQL:
    # As above: every statement is a constant of ``side`` or ``schema``.
    return SQL(sql.replace("?", "%s"))


class PostgresFeed:
    """What has been appended (see ``feed.Feed``): the table lock gives positions in the order of the commits."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def newest(self) -> int:
        """The newest position."""
        ((newest,),) = self._database.query("SELECT coalesce(max(notification_id), 0) FROM kerbholz_events")
        return int(newest)

    def after(self, position: int, most: int = MOST) -> list[Appended]:
        """The appends behind *position*."""
        rows = self._database.query(
            "SELECT notification_id, originator_id, originator_version FROM kerbholz_events"
            " WHERE notification_id > ? ORDER BY notification_id LIMIT ?",
            (position, most),
        )
        return [Appended(number, match_id, version) for number, match_id, version in rows]
