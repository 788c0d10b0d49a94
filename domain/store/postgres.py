"""PostgreSQL: the recorder that writes the rows beside the log in the append's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg import Cursor
from psycopg.rows import DictRow, tuple_row
from psycopg.sql import SQL, Composed, Identifier

from domain.store.side import TABLES, SideRow, columns


class MatchRecorder(PostgresApplicationRecorder):
    """Records events, and side rows with them."""

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "kerbholz_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        schema = Identifier(datastore.schema)
        self.sql_create_statements += [_creation(schema, table, lines) for table, lines in TABLES.items()]
        self._inserts = {table: _insertion(schema, table) for table in TABLES}

    def _insert_events(
        self,
        curs: Cursor[DictRow],
        stored_events: Sequence[StoredEvent],
        *,
        side: Sequence[SideRow] = (),
        **kwargs: Any,
    ) -> None:
        super()._insert_events(curs, stored_events, **kwargs)
        for table, values in side:
            curs.execute(self._inserts[table], values)


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
