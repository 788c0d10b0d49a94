"""SQLite: the recorder that writes the rows beside the log in the append's transaction (the file: ``files``)."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import local
from typing import Any
from uuid import UUID

from eventsourcing import persistence
from eventsourcing.persistence import (
    ConnectionPoolClosedError,
    ConnectionUnavailableError,
    DatabaseError,
    InterfaceError,
    OperationalError,
    PersistenceError,
    ProcessRecorder,
    StoredEvent,
)
from eventsourcing.sqlite import (
    SQLITE3_DEFAULT_LOCK_TIMEOUT,
    SQLiteAggregateRecorder,
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
)
from eventsourcing.utils import Environment, EnvType

from domain.match.moved import Moved
from domain.store.log.blocks import BLOCK_TABLE
from domain.store.log.feed import MOST, Appended
from domain.store.log.log_rows import LogRows, selected
from domain.store.reaching import Unusable, is_read_only, reason
from domain.store.sqlite.files import APPLICATION, Contents, Same, check, is_memory, prepare, there
from domain.store.tables import HEAD, TABLES, Execute, SideRow, check_append, column_types, match_column

logger = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds to wait until nobody reads an earlier state of the database."""

IDLE = 15
"""Connections that are kept for the next who read."""

MANY = 100
"""Traces above which a file is written anew without being searched for each of them."""

_INSERTS = {
    table: f"INSERT INTO {table} VALUES ({', '.join('?' for _ in column_types(table, blob='BLOB'))})"
    for table in TABLES
}
_INSERTS["kerbholz_heads"] += HEAD.format(cast="")


class SnapshotRecorder(SQLiteAggregateRecorder):
    """The library's, which reads rows in less time."""

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """As the library has it."""
        found = originator_id.hex if isinstance(originator_id, UUID) else originator_id
        sql = f"SELECT originator_version, topic, state FROM {self.events_table_name} WHERE originator_id = ?"
        values: list[Any] = [found]
        if gt is not None:
            sql += " AND originator_version > ?"
            values.append(gt)
        if lte is not None:
            sql += " AND originator_version <= ?"
            values.append(lte)
        sql += f" ORDER BY originator_version {'DESC' if desc else 'ASC'}"
        if limit is not None:
            sql += " LIMIT ?"
            values.append(limit)
        with self.datastore.transaction(commit=False) as cursor:
            return [StoredEvent(originator_id, *row) for row in fetched(cursor, sql, values)]


class MatchRecorder(SnapshotRecorder, SQLiteApplicationRecorder):
    """Records events, and side rows with them."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "kerbholz_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state)"
            " VALUES (?, ?, ?, ?)"
        )

    def select_events(self, originator_id: UUID | str, **chosen: Any) -> Sequence[StoredEvent]:
        """As the library has it; what was packed, too."""
        found = super().select_events(originator_id, **chosen)
        return selected(SQLiteDatabase(self.datastore), found, originator_id, **chosen)

    def construct_create_table_statements(self) -> list[str]:
        """The tables; the position has a column of its own, since VACUUM may renumber a bare rowid.

        The newest row of a match is never deleted, not by packing either. So no position comes twice even without
        AUTOINCREMENT, which would write one more page with each append.
        """
        events = (
            f"CREATE TABLE IF NOT EXISTS {self.events_table_name} ("
            "rowid INTEGER PRIMARY KEY, originator_id TEXT NOT NULL,"
            " originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL,"
            " UNIQUE (originator_id, originator_version))"
        )
        side = [
            f"CREATE TABLE IF NOT EXISTS {table} ({', '.join(lines).format(blob='BLOB')})"
            for table, lines in (*TABLES.items(), *BLOCK_TABLE.items())
        ]
        return [f"PRAGMA application_id = {APPLICATION}", events, *side]

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        side: Sequence[SideRow] = (),
        **others: Any,
    ) -> Sequence[int] | None:
        check_append(stored_events, side, others)
        check_file(self.datastore)
        bare = c.sqlite_cursor
        positions: list[int] = []
        for new in stored_events:
            match_id = new.originator_id.hex if isinstance(new.originator_id, UUID) else new.originator_id
            bare.execute(self.insert_events_statement, (match_id, new.originator_version, new.topic, new.state))
            positions.append(bare.lastrowid or 0)
        for table, values in side:
            bare.execute(_INSERTS[table], values)
        return positions


class Pool(SQLiteConnectionPool):
    """The library's, with errors of connecting as errors of the library; of one file, and of none in its place."""

    def __init__(self, name: str, lock_timeout: int | None) -> None:
        self.same = Same(name)
        self.contents = Contents(name)
        self._asking = local()
        self._idle = deque[sqlite3.Connection]()
        self._taken = set[sqlite3.Connection]()
        super().__init__(db_name=there(name), lock_timeout=lock_timeout)

    def close(self) -> None:
        """As the library has it."""
        super().close()
        for one in (*self._taken, *self._idle):
            one.close()
        self.contents.close()

    def taken(self, *, writes: bool) -> sqlite3.Connection:
        """A connection, to be given back: of those who write one has it at a time, those who read never wait.

        The library's own way, with its queue and its locks, takes as long as most statements do.
        """
        if self._closed:
            raise ConnectionPoolClosedError
        if writes and not self._writer_lock.acquire(timeout=self.pool_timeout):
            raise ConnectionUnavailableError("others have been writing for too long")
        try:
            try:
                found = self._idle.pop()
            except IndexError:
                found = self._connected()
        except BaseException:
            if writes:
                self._writer_lock.release()
            raise
        self._taken.add(found)
        return found

    def give_back(self, connection: sqlite3.Connection, *, writes: bool) -> None:
        """Let the next one have it; what was begun and not committed never happened."""
        self._taken.discard(connection)
        try:
            if connection.in_transaction:
                connection.rollback()
            kept = not self._closed and len(self._idle) < IDLE
        except sqlite3.Error:
            kept = False
        finally:
            if writes:
                self._writer_lock.release()
        if kept:
            self._idle.append(connection)
        else:
            connection.close()

    def get_connection(self, timeout: float | None = None, *, is_writer: bool | None = None) -> SQLiteConnection:
        """As the library has it; where none can be had, others may go on."""
        self._asking.is_writer = is_writer
        return super().get_connection(timeout, is_writer=is_writer)

    def _get_connection(self, timeout: float = 0.0) -> SQLiteConnection:
        try:
            return super()._get_connection(timeout)
        except BaseException:
            # The library would keep the lock of who writes for ever, and nothing could be written any more, also
            # when connections can be had again. It calls itself, so this may come by more than once.
            if self._asking.is_writer:
                self._asking.is_writer = None
                self._num_writers -= 1
                self._writer_lock.release()
            raise

    def _create_connection(self) -> SQLiteConnection:
        """As the library has it, but statements stay prepared."""
        return SQLiteConnection(self._connected(), max_age=self.max_age)

    def _connected(self) -> sqlite3.Connection:
        """A new connection, which keeps its statements prepared.

        One of the library keeps one, so each is compiled again, which takes longer than most of them run.
        """
        self.same.check()
        try:
            made = sqlite3.connect(
                self.db_name,
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                timeout=self.lock_timeout or SQLITE3_DEFAULT_LOCK_TIMEOUT,
            )
        except sqlite3.Error as error:
            raise InterfaceError(error) from error
        try:
            if not self.is_journal_mode_wal:
                ((mode,),) = made.execute("PRAGMA journal_mode").fetchall()
                if mode.lower() != "wal":
                    made.execute("PRAGMA journal_mode = WAL")
                    self.journal_mode_was_changed_to_wal = True
                self.is_journal_mode_wal = True
            made.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
            made.row_factory = sqlite3.Row
            return made
        except sqlite3.OperationalError as error:
            raise OperationalError(error) from error
        except sqlite3.DatabaseError as error:
            raise DatabaseError(error) from error


def check_file(datastore: SQLiteDatastore) -> None:
    """Raise ``Unusable`` if the file was taken away: what would be written into it now would be lost."""
    if isinstance(datastore.pool, Pool):
        datastore.pool.same.check()


class Datastore(SQLiteDatastore):
    """The library's; in a file, what only reads is no transaction, for it is one statement."""

    def __init__(self, name: str, given: SQLiteDatastore) -> None:
        super().__init__(
            name, single_row_tracking=given.single_row_tracking, originator_id_type=given.originator_id_type
        )
        self.pool = Pool(name, given.pool.lock_timeout)

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """As the library has it, with the same errors."""
        pool = self.pool
        if not isinstance(pool, Pool):
            with super().transaction(commit=commit) as cursor:
                yield cursor
            return
        connection = pool.taken(writes=commit)
        try:
            if commit:
                connection.execute("BEGIN")
            yield SQLiteCursor(connection.cursor())
            if commit:
                connection.commit()
        except sqlite3.Error as error:
            raise of_library(error) from error
        finally:
            pool.give_back(connection, writes=commit)


def of_library(error: sqlite3.Error) -> PersistenceError:
    """The library's error for one of SQLite: they have the same names."""
    kind = getattr(persistence, type(error).__name__, PersistenceError)
    found: PersistenceError = kind(error)
    return found


class Factory(SQLiteFactory):
    """The library's, on a file that is ours; raises ``Unusable`` for another.

    Only with ``CREATE_TABLE`` a file is made that is not there: readers must not leave an empty one behind.
    """

    aggregate_recorder_class: type[SQLiteAggregateRecorder] = SnapshotRecorder
    application_recorder_class: type[SQLiteApplicationRecorder] = MatchRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        name = self.env[self.SQLITE_DBNAME]
        if is_memory(name):
            return
        if self.env_create_table():
            prepare(name)
        else:
            check(name)
        self.datastore = Datastore(name, self.datastore)

    def process_recorder(self) -> ProcessRecorder:
        """Refused: it would want a log of another layout beside ours."""
        raise NotImplementedError("the log has no process recorder")


def fetched(cursor: SQLiteCursor, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Run a statement; its rows. What stands in a text that is no UTF-8 is replaced, where rows are selected.

    The library for SQLite would fail, and with it whatever is read together with that row.
    """
    try:
        return _rows(cursor, sql, values)
    except sqlite3.OperationalError as error:
        if not (sql.startswith("SELECT") and "decode" in str(error)):
            raise
    connection = cursor.sqlite_cursor.connection
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    try:
        return _rows(cursor, sql, values)
    finally:
        connection.text_factory = str


def _rows(cursor: SQLiteCursor, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    bare = cursor.sqlite_cursor
    bare.row_factory = None
    return bare.execute(sql, values).fetchall()


def _truncated(connection: sqlite3.Connection) -> bool:
    """Whether the write-ahead log is in the file now, and empty: not if somebody still reads an earlier state."""
    ((busy, _, __),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return not busy


class SQLiteDatabase(LogRows):
    """Reading and writing beside the log (see ``tables.Database``)."""

    def __init__(self, datastore: SQLiteDatastore) -> None:
        self._datastore = datastore

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows that *sql* selects."""
        with self._datastore.transaction(commit=False) as cursor:
            return fetched(cursor, sql, values)

    def forget_event(self, table: str, match_id: str, version: int) -> None:
        """See ``tables.Database``."""
        where = "originator_id = ? AND originator_version = ?"
        self.execute([(f"DELETE FROM {table} WHERE {where}", (match_id, version))])

    def matches_behind(self, table: str, match_id: str, most: int) -> list[str]:
        """See ``tables.Database``."""
        column = match_column(table)
        found = self.query(
            f"SELECT DISTINCT {column} FROM {table} WHERE {column} > ? ORDER BY {column} LIMIT ?", (match_id, most)
        )
        return [str(one) for (one,) in found]

    def execute(self, statements: Iterable[tuple[str, Sequence[Any]]]) -> None:
        """Run statements in one transaction."""
        with self.transaction() as run:
            for sql, values in statements:
                run(sql, values)

    def secure(self) -> None:
        """See ``tables.Database``: what can be read is in the file."""

    def is_read_only(self) -> bool:
        """See ``tables.Database``: asked by writing nothing, on a connection of its own."""
        name = self._datastore.pool.db_name
        if is_memory(name):
            return False
        try:
            # What is in the place of a file that was taken away is not touched.
            check_file(self._datastore)
            connection = sqlite3.connect(name, uri=True, timeout=0, isolation_level=None)
            with contextlib.closing(connection):
                connection.execute("DELETE FROM kerbholz_settings WHERE name IS NULL")
        except sqlite3.OperationalError as error:
            return is_read_only(error)  # and not if somebody else writes just now
        except Unusable:
            return False
        return False

    def scrub(self, traces: Sequence[bytes]) -> None:
        """See ``tables.Database``: what is deleted is overwritten (see ``Pool``), and here the log is cut off.

        Pages that were left before that was so can still hold a copy; where one is found, it is written anew.
        """
        pool = self._datastore.pool
        if not isinstance(pool, Pool):
            return  # it is in memory
        pool.same.check()
        try:
            with contextlib.closing(sqlite3.connect(pool.db_name, uri=True, timeout=PATIENCE)) as other:
                other.isolation_level = None
                done = _truncated(other)
                if len(traces) > MANY or pool.contents.hold(traces):
                    other.execute("VACUUM")
                    done = _truncated(other)
        except sqlite3.OperationalError as error:
            logger.warning("the file cannot be written anew: %s", reason(error))
            done = False
        if not done:
            logger.warning("what was erased can still be in the files of the database: others read or write")

    @contextmanager
    def transaction(self) -> Iterator[Execute]:
        """One transaction: gives what runs a statement in it and returns the rows."""
        check_file(self._datastore)
        with self._datastore.transaction(commit=True) as cursor:

            def run(sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
                return fetched(cursor, sql, values)

            yield run


_IS_OURS = (
    "typeof(originator_id) = 'text' AND length(originator_id) = 32 AND originator_id NOT GLOB '*[^0-9a-f]*'"
    " AND typeof(originator_version) = 'integer'"
)
"""What an append has written, as far as followers read it: a row of no match holds up none of them."""


class SQLiteFeed:
    """What has been appended (see ``feed.Feed``): one writer at a time, so row numbers are the order."""

    def __init__(self, database: SQLiteDatabase) -> None:
        self._database = database

    def newest(self) -> int:
        """The newest position."""
        rows = self._database.query(
            f"SELECT rowid FROM kerbholz_events WHERE {_IS_OURS} ORDER BY rowid DESC LIMIT 1"
        )
        return int(rows[0][0]) if rows else 0

    def after(self, position: int, most: int = MOST) -> list[Appended]:
        """The appends behind *position*."""
        rows = self._database.query(
            f"SELECT rowid, originator_id, originator_version, topic = '{Moved.TOPIC}' FROM kerbholz_events"
            f" WHERE rowid > ? AND {_IS_OURS} ORDER BY rowid LIMIT ?",
            (position, most),
        )
        return [Appended(row, UUID(match_id), version, bool(leaves)) for row, match_id, version, leaves in rows]

    def behind(self) -> float:
        """For how many seconds something stored cannot be read yet: never, with one writer at a time."""
        return 0.0
