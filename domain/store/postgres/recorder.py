"""PostgreSQL: the recorder that writes the rows beside the log in the append's transaction.

Appends to different matches do not wait for each other, so transactions commit in another order than they began.
That followers skip none of them, each event carries two numbers:

- ``tx``, the id of its transaction, for visibility: followers read only what lies below the horizon
  (``pg_snapshot_xmin``), where no transaction is open any more, so that nothing can appear there later;
- ``position``, for order: ``((transaction id + offset) << 16) | ordinal within the append``. The offset is 0 until
  a database comes to a cluster whose transaction ids are lower (see ``domain.application.upkeep.migration``).

A transaction gets its id at its first write. So nothing of a match may be read after the first write of an
append's transaction: else a newer version could have the lower id. An append is one statement, and judged before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain
from typing import Any

import psycopg
from eventsourcing.persistence import (
    BaseInfrastructureFactory,
    Notification,
    OperationalError,
    ProcessRecorder,
    StoredEvent,
)
from eventsourcing.postgres import (
    PostgresAggregateRecorder,
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
)
from eventsourcing.utils import Environment, EnvType, strtobool
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier
from psycopg.types.numeric import Int8

from domain.match.moved import Moved
from domain.store import UNHURRIED
from domain.store.log.blocks import BLOCK_TABLE
from domain.store.log.feed import MOST, Appended
from domain.store.log.log_rows import LogRows, selected
from domain.store.postgres.connecting import Datastore
from domain.store.postgres.notifying import Notifier
from domain.store.postgres.repeating import BROKEN, has_died, twice
from domain.store.postgres.sessions import NotAnswered, NotReplicated, atomic
from domain.store.tables import HEAD, TABLES, Execute, SideRow, check_append, column_types, match_column

FEW = 16
"""Rows that are written out in the statement, which takes a third less time than lists do. Up to this number there
is a statement for each number of them, which the connection keeps prepared."""

Shape = tuple[tuple[str, int | None], ...]
"""Tables beside the log, and how many rows go into each; None for any number."""

MOST_EVENTS = 1 << 16
"""The most events in one append: there are no more ordinals."""

NIL = "0" * 32
"""The first of all ids."""

OFFSET = "position_offset"
"""The setting that is added to transaction ids in positions."""

_OFFSET = f"(SELECT convert_from(value, 'UTF8')::bigint FROM kerbholz_settings WHERE name = '{OFFSET}')"
SECURED = (
    "SELECT CASE WHEN current_setting('synchronous_standby_names') = '' THEN true"
    " WHEN EXISTS (SELECT FROM pg_stat_replication)"
    " THEN pg_logical_emit_message(true, 'kerbholz', '') IS NOT NULL ELSE false END"
)
"""Commits something, which is answered when the standbys have all until then; false if there is none to wait for.
(A role of no rights sees of standbys only that they are there.)"""
ALONE = "commits have to wait for a standby, and there is none"
HORIZON = "(SELECT pg_snapshot_xmin(pg_current_snapshot()))"
"""The transaction id below which no transaction is open."""


def position_of(transaction: str) -> str:
    """The first position that a transaction of this id (an expression in SQL) gives."""
    return f"(({transaction}::text::bigint + {_OFFSET}) << 16)"


class MatchRecorder(PostgresApplicationRecorder):
    """Records events, and side rows with them."""

    datastore: Datastore

    def __init__(self, datastore: Datastore, *, events_table_name: str = "kerbholz_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self._schema = Identifier(datastore.schema)
        self._events = SQL("{}.{}").format(self._schema, Identifier(events_table_name))
        types = [one for one in self.sql_create_statements if "CREATE TYPE" in one.as_string()]
        tables = [
            _creation(self._schema, table, lines) for table, lines in (*TABLES.items(), *BLOCK_TABLE.items())
        ]
        self.sql_create_statements = [*types, *self._creations(), *tables]
        self.select_events_statement = SQL(
            "SELECT originator_id, originator_version, topic, state FROM {} WHERE originator_id = %s"
        ).format(self._events)
        self._inserts: dict[tuple[Shape, int | None], bytes] = {}
        self._unanswered = False
        self._notifier = Notifier(partial(datastore.connect, "kerbholz-notify"), self._tell)

    def _creations(self) -> Iterator[Composed]:
        yield SQL(
            "CREATE TABLE IF NOT EXISTS {} (originator_id uuid NOT NULL, originator_version bigint NOT NULL,"
            " topic text, state bytea, position bigint NOT NULL, tx xid8 NOT NULL,"
            " stored_at timestamptz DEFAULT now(), PRIMARY KEY (originator_id, originator_version))"
        ).format(self._events)
        index = Identifier(f"{self.events_table_name}_position_idx")
        yield SQL("CREATE UNIQUE INDEX IF NOT EXISTS {} ON {} (position)").format(index, self._events)

    @twice
    def select_events(self, *args: Any, **kwargs: Any) -> Sequence[StoredEvent]:
        """As the library has it, but tried twice and not ten times; what was packed, too."""
        once: Any = PostgresApplicationRecorder.select_events
        found: Sequence[StoredEvent] = once.__wrapped__(self, *args, **kwargs)
        return selected(PostgresDatabase(self.datastore), found, *args, **kwargs)

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, side: Sequence[SideRow] = (), **others: Any
    ) -> Sequence[int] | None:
        """Insert events and side rows by one statement, which is its own transaction: their positions.

        Raises what :func:`domain.store.beside.side.check_append` does.
        """
        check_append(stored_events, side, others)
        if not stored_events:
            return None
        if len(stored_events) > MOST_EVENTS:
            raise ValueError(f"an append holds at most {MOST_EVENTS} events")
        rows: dict[str, list[Sequence[Any]]] = {
            table: [values for name, values in side if name == table]
            for table in sorted({table for table, _ in side})
        }
        events = [(new.originator_id, Int8(new.originator_version), new.topic, new.state) for new in stored_events]
        few = len(events) + len(side) <= FEW
        shape = tuple((table, len(of_table) if few else None) for table, of_table in rows.items())
        statement = self._insertion(shape, len(events) if few else None)
        tables: list[Sequence[Sequence[Any]]] = [*rows.values(), events]
        values = [one for table in tables for one in (chain(*table) if few else _columns(table))]
        self._refuse_alone()
        try:
            positions: list[int] = self._insert(statement, values)
        except OperationalError as error:
            self._unanswered = self._unanswered or isinstance(error.__cause__, NotAnswered)
            raise
        self._notifier.appended(positions[-1])
        return positions

    def _refuse_alone(self) -> None:
        """Refuse an append that would wait for a standby in vain, as one has done before.

        The server keeps the connection of each that has begun, and would soon have none left for reads.
        """
        if self._unanswered:
            PostgresDatabase(self.datastore).secure()
            self._unanswered = False

    @twice
    def _insert(self, statement: bytes, values: Sequence[Any]) -> list[int]:
        with (
            self.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            cursor.execute(statement, values, prepare=True)
            return sorted(position for (position,) in cursor.fetchall())

    def _insertion(self, side: Shape, events: int | None) -> bytes:
        """The statement that inserts a number of events, and rows into the tables of *side*.

        The values are those of one row after the other; of any number of rows (None) one list for each column.
        """
        if (side, events) not in self._inserts:
            beside = [
                SQL("{} AS (INSERT INTO {}.{} {}{})").format(
                    Identifier(f"beside_{position}"),
                    self._schema,
                    Identifier(table),
                    _given(column_types(table, blob="bytea"), rows),
                    SQL(HEAD.format(cast="::uuid") if table == "kerbholz_heads" else ""),
                )
                for position, (table, rows) in enumerate(side)
            ]
            statement = SQL(
                "INSERT INTO {} (originator_id, originator_version, topic, state, tx, position)"
                " SELECT new.id, new.version, new.topic, new.state, pg_current_xact_id(), {} | (ordinal - 1)"
                " FROM ({}) AS new (id, version, topic, state, ordinal) RETURNING position"
            ).format(
                self._events,
                SQL(position_of("pg_current_xact_id()")),
                _given(("uuid", "bigint", "text", "bytea"), events, numbered=True),
            )
            beside_them = SQL("WITH {} ").format(SQL(", ").join(beside)) if beside else SQL("")
            self._inserts[side, events] = (beside_them + statement).as_bytes()
        return self._inserts[side, events]

    # -- following

    def _tell(self, connection: psycopg.Connection[Any], newest: int) -> bool:
        # What lies above the horizon lies behind a position, so nothing else of the log has to be looked at.
        held = SQL("SELECT 1 FROM {} WHERE position >= {} AND position <= %s AND tx >= {}").format(
            self._events, SQL(position_of(HORIZON)), SQL(HORIZON)
        )
        # Asked before the commit of the notification, so that what is readable now is told after it was.
        # What it commits is nothing that must be on disk; the setting is that of this transaction alone.
        statement = SQL(
            "SELECT NOT EXISTS ({}), pg_notify(%s, ''), set_config('synchronous_commit', 'off', true)"
        ).format(held)
        row = connection.execute(statement, (newest, self.channel_name)).fetchone()
        return bool(row and row[0])

    @twice
    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """As the library has it: what followers can read, in order of position."""
        behind = SQL(">=") if inclusive_of_start else SQL(">")
        statement = SQL(
            "SELECT position, originator_id, originator_version, topic, state FROM {}"
            " WHERE (%s::bigint IS NULL OR position {} %s) AND (%s::bigint IS NULL OR position <= %s)"
            " AND (%s OR topic = ANY(%s)) AND tx < {} ORDER BY position LIMIT %s"
        ).format(self._events, behind, SQL(HORIZON))
        chosen = list(topics)
        with (
            self.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            cursor.execute(statement, (start, start, stop, stop, not chosen, chosen, limit))
            return [
                Notification(
                    originator_id=match_id,
                    originator_version=version,
                    topic=topic,
                    state=bytes(state),
                    id=position,
                )
                for position, match_id, version, topic, state in cursor.fetchall()
            ]

    def max_notification_id(self) -> int | None:
        """As the library has it: the newest position that followers can read."""
        return PostgresFeed(PostgresDatabase(self.datastore)).newest() or None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Any:
        """Given up: the library's subscription waits for a notification even where one came too early to read."""
        raise NotImplementedError("follow the feed of the matches (domain.store.log.feed)")

    def close(self) -> None:
        """Notify of what has been appended, and end that."""
        self._notifier.close()


class SnapshotRecorder(PostgresAggregateRecorder):
    """The library's, tried twice and not ten times."""

    @twice
    def select_events(self, *args: Any, **kwargs: Any) -> Sequence[StoredEvent]:
        """As the library has it."""
        once: Any = PostgresAggregateRecorder.select_events
        found: Sequence[StoredEvent] = once.__wrapped__(self, *args, **kwargs)
        return found

    @twice
    def insert_events(self, *args: Any, **kwargs: Any) -> Sequence[int] | None:
        """As the library has it."""
        once: Any = PostgresAggregateRecorder.insert_events
        found: Sequence[int] | None = once.__wrapped__(self, *args, **kwargs)
        return found


class Factory(PostgresFactory):
    """The library's, by the variables ``POSTGRES_URL``, ``POSTGRES_POOL_SIZE`` and the like."""

    POSTGRES_URL = "POSTGRES_URL"
    aggregate_recorder_class: type[PostgresAggregateRecorder] = SnapshotRecorder
    application_recorder_class: type[PostgresApplicationRecorder] = MatchRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        BaseInfrastructureFactory.__init__(self, env)
        url = self.env.get(self.POSTGRES_URL)
        if url is None:
            raise OSError(f"no URL of a database in the variable {self.POSTGRES_URL}")
        self.datastore: PostgresDatastore = Datastore(
            url,
            connect_timeout=self._number(self.POSTGRES_CONNECT_TIMEOUT, 3),
            pool_size=self._number(self.POSTGRES_POOL_SIZE, 5),
            max_overflow=self._number(self.POSTGRES_MAX_OVERFLOW, 2),
            pre_ping=strtobool(self.env.get(self.POSTGRES_PRE_PING) or "no"),
            schema=self.env.get(self.POSTGRES_SCHEMA) or "",
            hurried=not self.env.get(UNHURRIED),
        )

    def _number(self, variable: str, default: int) -> int:
        text = self.env.get(variable) or str(default)
        if not text.isdecimal():
            raise OSError(f"the variable {variable} has to be a whole number")
        return int(text)

    def process_recorder(self) -> ProcessRecorder:
        """Refused: it would want a log of another layout under the same name."""
        raise NotImplementedError("the log has no process recorder")


def _columns(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _given(kinds: Sequence[str], rows: int | None, *, numbered: bool = False) -> Composed:
    """What stands for rows of these types that are given as values; numbered, their number is the last column."""
    if rows is None:
        lists = SQL(", ").join(SQL(f"%b::{kind}[]") for kind in kinds)
        return SQL("SELECT * FROM unnest({}) {}").format(lists, SQL("WITH ORDINALITY" if numbered else ""))
    columns = [f"%b::{kind}" for kind in kinds]
    listed = [
        SQL("({})").format(SQL(", ").join(map(SQL, [*columns, *([str(row)] if numbered else [])])))
        for row in range(1, rows + 1)
    ]
    return SQL("VALUES {}").format(SQL(", ").join(listed))


def _creation(schema: Identifier, table: str, lines: Sequence[str]) -> Composed:
    # The text is this package's own (side.TABLES); no value of a request comes near it.
    body = SQL(", ".join(lines).format(blob="bytea"))
    return SQL("CREATE TABLE IF NOT EXISTS {}.{} ({})").format(schema, Identifier(table), body)


class PostgresDatabase(LogRows):
    """Reading and writing beside the log (see ``tables.Database``)."""

    POSITION = "position"
    THE_MATCH = "?::uuid"
    HOLDING = "position(?::bytea IN state) > 0"

    def __init__(self, datastore: PostgresDatastore) -> None:
        self.datastore = datastore

    @twice
    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows that *sql* selects."""
        with (
            self.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            cursor.execute(_statement(sql), values)
            return cursor.fetchall()

    def among(self, versions: Sequence[int]) -> tuple[str, list[Any]]:
        """See ``LogRows``."""
        return "originator_version = ANY(?)", [list(versions)]

    def forget_event(self, table: str, match_id: str, version: int) -> None:
        """See ``tables.Database``."""
        where = "originator_id = ?::uuid AND originator_version = ?"
        self.execute([(f"DELETE FROM {table} WHERE {where}", (match_id, version))])

    def matches_behind(self, table: str, match_id: str, most: int) -> list[str]:
        """See ``tables.Database``."""
        column = match_column(table)
        of_events = column != "match_id"
        behind = f"{column} >= ?::uuid" if of_events and not match_id else f"{column} > ?{'::uuid' * of_events}"
        rows = self.query(
            f"SELECT DISTINCT {column} FROM {table} WHERE {behind} ORDER BY {column} LIMIT ?",
            (match_id or (NIL if of_events else ""), most),
        )
        return [one.hex if of_events else str(one) for (one,) in rows]

    def scrub(self, traces: Sequence[bytes]) -> None:
        """See ``tables.Database``: when a deleted row leaves the files is the server's business (``VACUUM``)."""

    def execute(self, statements: Iterable[tuple[str, Sequence[Any]]]) -> None:
        """Run statements in one transaction."""
        with self.transaction() as run:
            for sql, values in statements:
                run(sql, values)

    def secure(self) -> None:
        """See ``tables.Database``; raises ``OperationalError``, at once where there is no standby to wait for."""
        ((secured,),) = self.query(SECURED)
        if not secured:
            if isinstance(self.datastore, Datastore):
                self.datastore.renew()  # perhaps another server has taken over
            raise OperationalError(ALONE) from NotReplicated(ALONE)

    def is_read_only(self) -> bool:
        """See ``tables.Database``: set so. (From a standby nothing is read at all.)"""
        ((said,),) = self.query("SHOW transaction_read_only")
        if said == "on" and isinstance(self.datastore, Datastore):
            self.datastore.renew()
        return bool(said == "on")

    @contextmanager
    def transaction(self) -> Iterator[Execute]:
        """One transaction: gives what runs a statement in it and returns the rows."""
        with ExitStack() as stack:
            connection = self._living(stack)
            stack.enter_context(atomic(connection))
            cursor = stack.enter_context(connection.cursor(row_factory=tuple_row))

            def run(sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
                cursor.execute(_statement(sql), values)
                return cursor.fetchall() if cursor.description else []

            yield run

    def _living(self, stack: ExitStack) -> psycopg.Connection[Any]:
        """A connection that has been tried, or the second one."""
        try:
            connection = stack.enter_context(self.datastore.get_connection())
            if _lives(connection):
                return connection
        except BROKEN as error:
            if not has_died(error):
                raise
        stack.close()
        self.datastore.pool.check()
        return stack.enter_context(self.datastore.get_connection())


def _lives(connection: psycopg.Connection[Any]) -> bool:
    try:
        connection.execute("")
    except NotAnswered:
        raise
    except psycopg.OperationalError:
        return False
    return True


def _statement(sql: str) -> SQL:
    # As above: every statement is a constant of this package.
    return SQL(sql.replace("?", "%s"))


class PostgresFeed:
    """What has been appended (see ``feed.Feed``), as far as nothing can appear before it any more."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def newest(self) -> int:
        """The newest position that can be read."""
        rows = self._database.query(
            f"SELECT position FROM kerbholz_events WHERE tx < {HORIZON} ORDER BY position DESC LIMIT 1"
        )
        return int(rows[0][0]) if rows else 0

    def after(self, position: int, most: int = MOST) -> list[Appended]:
        """The appends behind *position*."""
        rows = self._database.query(
            f"SELECT position, originator_id, originator_version, topic = '{Moved.TOPIC}' FROM kerbholz_events"
            f" WHERE position > ? AND tx < {HORIZON} ORDER BY position LIMIT ?",
            (position, most),
        )
        return [Appended(*row) for row in rows]

    def behind(self) -> float:
        """For how many seconds there has been something that is stored and cannot be read yet."""
        ((seconds,),) = self._database.query(
            "SELECT coalesce(extract(epoch FROM now() - min(stored_at)), 0) FROM kerbholz_events"
            f" WHERE position >= {position_of(HORIZON)}"
        )
        return max(0.0, float(seconds))
