"""The tables of read models, and writing to them together with the position that they follow the log to.

Rows belong to a match: what has become of a match replaces all its rows. The library's tracking recorders keep the
position; a repeated or older one is refused, and takes the rows that came with it along.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain
from typing import Any, Protocol, TypeAlias, TypeVar
from uuid import UUID

from eventsourcing.persistence import Tracking
from eventsourcing.sqlite import SQLiteCursor, SQLiteDatastore, SQLiteTrackingRecorder

from domain.match.moved import Moved
from domain.store.beside.sums import (
    FINISHED,
    RESULTS,
    SUM_INDEXES,
    SUM_TABLES,
    add_parts,
    add_results,
    parts_of,
    results_of,
)
from domain.store.beside.webhooks import WEBHOOK_INDEXES, WEBHOOK_TABLES
from domain.store.sqlite.recorder import fetched

MODEL_TABLES: dict[str, tuple[str, ...]] = {
    "kerbholz_catalogue": (
        "match_id TEXT PRIMARY KEY",
        "version BIGINT NOT NULL",
        "opened_at TEXT NOT NULL",
        "public INTEGER NOT NULL",
        "ruleset TEXT NOT NULL",
        "status TEXT NOT NULL",
        "played_on TEXT",
        "entry TEXT NOT NULL",
        "texts TEXT NOT NULL",
    ),
    "kerbholz_results": (
        "match_id TEXT PRIMARY KEY",
        "version BIGINT NOT NULL",
        "ruleset TEXT NOT NULL",
        "options TEXT NOT NULL",
        "status TEXT NOT NULL",
        "result TEXT",
        "reason TEXT",
    ),
    "kerbholz_results_of_seats": (
        "match_id TEXT NOT NULL",
        "seat INTEGER NOT NULL",
        "name_at TEXT",
        "won INTEGER NOT NULL",
        "shared INTEGER NOT NULL",
        "forfeited INTEGER NOT NULL",
        "PRIMARY KEY (match_id, seat)",
    ),
    **SUM_TABLES,
}
"""What projections write. Rows of matches have no names and no other texts: those are looked up by who reads."""

ENTRY, ENTRY_MARK = 7, "an entry"
"""Which column of the catalogue has the mark of its row, as a member; and of what it is the mark."""

NAMES = "version = 0 AND pointer <> '/labels'"
"""A condition on ``kerbholz_texts``: the names of seats."""
LABELS = "version = 0 AND pointer = '/labels'"
"""A condition on ``kerbholz_texts``: the labels of matches, all those of a match in one text."""

_PLACE = "public, opened_at, match_id"
"""The order of the catalogue, in which its indexes have the entries of each kind: so a page is read from there."""

INDEXES = (
    f"CREATE INDEX IF NOT EXISTS kerbholz_catalogue_public ON kerbholz_catalogue ({_PLACE})",
    f"CREATE INDEX IF NOT EXISTS kerbholz_catalogue_rulesets ON kerbholz_catalogue (ruleset, {_PLACE})",
    f"CREATE INDEX IF NOT EXISTS kerbholz_catalogue_statuses ON kerbholz_catalogue (status, {_PLACE})",
    "CREATE INDEX IF NOT EXISTS kerbholz_labels_sought ON kerbholz_labels (label, opened_at, match_id)",
    *SUM_INDEXES,
    # What has left is looked for where several databases are added up.
    "CREATE INDEX IF NOT EXISTS kerbholz_events_moved ON kerbholz_events (originator_id)"
    f" WHERE topic = '{Moved.TOPIC}'",
    "CREATE INDEX IF NOT EXISTS kerbholz_names_sought ON kerbholz_names (called, opened_at, match_id)",
    "CREATE INDEX IF NOT EXISTS kerbholz_tokens_match ON kerbholz_tokens (match_id)",
)

T = TypeVar("T")

AT_ONCE = 500
"""Rows that one statement writes or deletes: databases take some 30,000 values in one."""

FRESH = "_fresh"
"""The ending of the name of a table that is being rebuilt."""

Rows: TypeAlias = Mapping[UUID, Sequence[tuple[str, tuple[Any, ...]]]]
"""All rows of each match: the table, and the values in the order of its columns."""

_REBUILD = "rebuild"

STATISTICS = "statistics"
"""The projection that results are written by, and sums follow."""

NOWHERE = 2**63 - 1
"""The position of a projection whose own cannot be read: behind the end of each log, so it has to begin again."""


class RebuiltElsewhere(Exception):
    """Another rebuild was started meanwhile, and this one has given way."""


class Run(Protocol):
    """Runs a statement inside a transaction; gives the rows, if it has any."""

    def __call__(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...


class ReadModels(Protocol):
    """Read models of one database; *positions* is the table of the positions."""

    positions: str

    def max_tracking_id(self, application_name: str) -> int | None:
        """How far a projection has followed the log."""

    def position(self, name: str) -> int:
        """The same as a number: 0 where it has not begun, ``NOWHERE`` where what is stored is no position."""

    def turn(self, *names: str) -> AbstractContextManager[bool]:
        """Whether it is this process's turn to project all of these, as long as the block lasts."""

    def writing(self, *trackings: Tracking) -> AbstractContextManager[Run]:
        """A transaction, which begins with recording *trackings*; raises ``IntegrityError`` for a repetition."""

    def hurry(self, run: Run) -> None:
        """Let the transaction of *run* fail rather than make readers wait for it."""


class SQLiteReadModels(SQLiteTrackingRecorder):
    """On SQLite: a second one repeats what has been done, and is refused."""

    def __init__(self, datastore: SQLiteDatastore, **kwargs: Any) -> None:
        super().__init__(datastore, **kwargs)
        self.create_table_statements += creations()
        self.positions = "tracking"

    def position(self, name: str) -> int:
        """See ``ReadModels``."""
        with self.datastore.transaction(commit=False) as cursor:
            return as_position(fetched(cursor, POSITION.format(table=self.positions, value="?"), (name,)))

    def turn(self, *names: str) -> AbstractContextManager[bool]:  # noqa: ARG002 - there is nobody to be asked
        """See ``ReadModels``."""
        return nullcontext(True)

    def hurry(self, run: Run) -> None:
        """Nobody waits for a writer who waits."""

    @contextmanager
    def writing(self, *trackings: Tracking) -> Iterator[Run]:
        """See ``ReadModels``."""
        with self.datastore.transaction(commit=True) as cursor:
            # A transaction that reads first could not go on to write if somebody else has written meanwhile.
            for tracking in trackings:
                self._insert_tracking(cursor, tracking)
            yield _sqlite_run(cursor)


def _sqlite_run(cursor: SQLiteCursor) -> Run:
    bare = cursor.sqlite_cursor
    bare.row_factory = None

    def run(sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return bare.execute(sql, values).fetchall()

    return run


def creations() -> list[str]:
    webhooks = (_creation_of(table, lines) for table, lines in WEBHOOK_TABLES.items())
    return [*(creation(table) for table in MODEL_TABLES), *INDEXES, *webhooks, *WEBHOOK_INDEXES]


def creation(table: str, suffix: str = "") -> str:
    """What makes a table of read models."""
    return _creation_of(f"{table}{suffix}", MODEL_TABLES[table])


def _creation_of(table: str, lines: Sequence[str]) -> str:
    return f"CREATE TABLE IF NOT EXISTS {table} ({', '.join(lines)})"


POSITION = "SELECT notification_id FROM {table} WHERE application_name = {value}"


def as_position(rows: Sequence[Any]) -> int:
    """The position that a row of the table of positions says, if it is there (see ``ReadModels``)."""
    for (found,) in rows:
        return found if type(found) is int and found >= 0 else NOWHERE
    return 0


# -- what is done to the rows ---------------------------------------------------------------------------------


def put_back_position(run: Run, positions: str, name: str, position: int) -> None:
    """Let a projection go on from an earlier position: the library refuses that, and here it is meant."""
    run(f"UPDATE {positions} SET notification_id = ? WHERE application_name = ?", (position, name))


def hold(run: Run, positions: str, name: str) -> None:
    """Let a projection follow no further until the transaction of *run* ends."""
    run(f"INSERT INTO {positions} VALUES (?, 0) ON CONFLICT DO NOTHING", (name,))
    same = "SET notification_id = notification_id WHERE application_name = ?"
    run(f"UPDATE {positions} {same}", (name,))


def replace_rows(run: Run, tables: Sequence[str], rows: Rows, suffix: str = "") -> None:
    """Give each match these rows, and no others in *tables*; sums follow.

    It takes few statements, each of which has its price.
    """
    ids = [match_id.hex for match_id in rows]
    before = results_of(run, ids, suffix) if RESULTS in tables else {}
    after = {
        values[0]: tuple(values[2:]) for wanted in rows.values() for table, values in wanted if table == RESULTS
    }
    played = [one for one in ids if any(FINISHED in some[one][2:3] for some in (before, after) if one in some)]
    parts = parts_of(run, played, suffix)
    wanted_in: dict[str, list[tuple[Any, ...]]] = {}
    for table, values in chain.from_iterable(rows.values()):
        wanted_in.setdefault(table, []).append(values)
    for table in tables:
        for some_ids in _in_chunks(ids):
            run(f"DELETE FROM {table}{suffix} WHERE match_id IN ({', '.join('?' * len(some_ids))})", some_ids)
    for table, listed in wanted_in.items():
        row = f"({', '.join('?' * len(listed[0]))})"
        for chunk in _in_chunks(listed):
            sql = f"INSERT INTO {table}{suffix} VALUES {', '.join([row] * len(chunk))}"
            run(sql, list(chain.from_iterable(chunk)))
    add_results(run, before, after, suffix)
    add_parts(run, parts, parts_of(run, played, suffix), suffix)


def _in_chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Values in chunks of which each has its place in one statement."""
    for first in range(0, len(values), AT_ONCE):
        yield values[first : first + AT_ONCE]


@contextmanager
def names_change(run: Run, positions: str, match_ids: Iterable[UUID]) -> Iterator[None]:
    """Let sums follow what becomes in this block of the names of some matches."""
    ids = sorted({match_id.hex for match_id in match_ids})
    if ids:
        hold(run, positions, STATISTICS)
    rebuilt = run("SELECT 1 FROM kerbholz_settings WHERE name = ?", (_REBUILD,))
    before = {suffix: parts_of(run, ids, suffix) for suffix in (("", FRESH) if rebuilt else ("",))}
    yield
    for suffix, parts in before.items():
        add_parts(run, parts, parts_of(run, ids, suffix), suffix)


class Rebuild:
    """Fresh tables beside those that are read, until they are switched; one rebuild of a database at a time.

    A later one takes over: it empties the fresh tables, and the earlier one stops with :class:`RebuiltElsewhere`.
    """

    def __init__(self, models: ReadModels, names: Sequence[str], tables: Sequence[str]) -> None:
        self._models = models
        self._names = sorted({*names, STATISTICS})  # in the order in which the runner has them
        self._tables = [*tables, *(SUM_TABLES if RESULTS in tables else ())]
        self._mark = secrets.token_bytes(16)
        with models.writing() as run:
            run("DELETE FROM kerbholz_settings WHERE name = ?", (_REBUILD,))
            run("INSERT INTO kerbholz_settings VALUES (?, ?)", (_REBUILD, self._mark))
            self._hold(run)
            # All of them, so that who erases a name meanwhile finds the ones that have to do with names.
            for table in MODEL_TABLES:
                run(f"DROP TABLE IF EXISTS {table}{FRESH}")
                run(creation(table, FRESH))

    @contextmanager
    def writing(self) -> Iterator[Run]:
        """A transaction of this rebuild, in which its projections follow no further, and nobody erases names."""
        with self._models.writing() as run:
            ours = "UPDATE kerbholz_settings SET value = value WHERE name = ? AND value = ? RETURNING name"
            if not run(ours, (_REBUILD, self._mark)):
                raise RebuiltElsewhere
            self._hold(run)
            yield run

    def _hold(self, run: Run) -> None:
        for name in self._names:
            hold(run, self._models.positions, name)

    def switch(self, run: Run, positions: Mapping[str, int]) -> None:
        """Put the fresh tables in the place of the old ones, with the positions that they stand at."""
        self._models.hurry(run)
        for name, position in positions.items():
            moved = "SET notification_id = ? WHERE application_name = ?"
            run(f"UPDATE {self._models.positions} {moved}", (position, name))
        for table in MODEL_TABLES:
            if table in self._tables:
                run(f"DROP TABLE {table}")
                run(f"ALTER TABLE {table}{FRESH} RENAME TO {table}")
            else:
                run(f"DROP TABLE {table}{FRESH}")
        for index in INDEXES:
            run(index)
        run("DELETE FROM kerbholz_settings WHERE name = ?", (_REBUILD,))
