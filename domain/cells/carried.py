"""What goes along when a match moves to another cell: every row of it, as it is stored.

The log is copied in chunks to a table of its own, where nobody looks, and put in its place by one statement: so no
transaction is open for long, and those who follow a log are not held up. Rows beside the log are few, and can
change while the log is copied, so they are read when nothing of the match can be written any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias
from uuid import UUID

from domain.application.matches import Matches
from domain.match.match import MatchEvent
from domain.match.moved import GONE, Moved
from domain.store.beside.models import names_change
from domain.store.beside.side import Head, head_row
from domain.store.beside.webhooks import ANNOUNCER, WEBHOOK_TABLES
from domain.store.log.blocks import BLOCK_TABLE
from domain.store.sqlite.recorder import SQLiteDatabase
from domain.store.tables import TABLES, Execute

CHUNK = 500
"""Rows that are read at once."""
LINES = 50
"""Rows that are written by one statement."""
AT_ONCE = 50_000
"""Rows of a log that become visible in one transaction: on PostgreSQL there is room for 65,536."""

CARRIED = (
    *("kerbholz_secrets", "kerbholz_texts", "kerbholz_tokens", "kerbholz_requests"),
    *("kerbholz_names", "kerbholz_labels", "kerbholz_erased", "kerbholz_looks", "kerbholz_webhooks"),
)
"""Tables of which the rows of a match go along as they are."""
OF_WEBHOOKS = "kerbholz_deliveries"
"""The table whose rows belong to one of these, and go along with it."""
BY_THEMSELVES = ("kerbholz_events", "kerbholz_heads")
"""Tables that are carried by means of their own."""
STAY = ("kerbholz_api_keys", "kerbholz_settings", "kerbholz_external_ids")
"""Tables of no match; or, with several cells, in the registry alone."""

Rows: TypeAlias = dict[str, list[tuple[Any, ...]]]

_ARRIVING = (
    "CREATE TABLE IF NOT EXISTS kerbholz_arriving (match_id TEXT NOT NULL, fence TEXT NOT NULL,"
    " version BIGINT NOT NULL, topic TEXT NOT NULL, state {blob} NOT NULL, PRIMARY KEY (match_id, fence, version))"
)


class Overtaken(Exception):
    """Another move of this match has been here meanwhile."""


def prepare(target: Matches) -> None:
    """Make the table for what arrives."""
    target.database.execute([(_ARRIVING.format(blob="BLOB" if _is_sqlite(target) else "bytea"), ())])


def copy_log(source: Matches, target: Matches, match_id: UUID, fence: str, after: int, until: int) -> int:
    """Copy the log behind a version to where it is not seen, up to version *until*; the last that was copied."""
    while after < until:
        page = source.database.events_behind(match_id.hex, after, min(CHUNK, until - after))
        if not page:
            break
        with target.database.transaction() as run:
            rows = [(match_id.hex, fence, *row) for row in page]
            _insert(run, "kerbholz_arriving", ("match_id", "fence", "version", "topic", "state"), rows)
        after = page[-1][0]
    return after


def forget_arriving(matches: Matches, match_id: UUID) -> None:
    """Forget what a move has copied here that was never finished: another one has been."""
    prepare(matches)
    matches.database.execute([("DELETE FROM kerbholz_arriving WHERE match_id = ?", (match_id.hex,))])


def beside(source: Matches, match_id: UUID) -> Rows:
    """The rows beside the log of a match that has left: only who sends to webhooks still changes any."""
    announced = _announced(source, match_id)
    found: Rows = {}
    for table in CARRIED:
        columns = columns_of(table)
        query = f"SELECT {', '.join(columns)} FROM {table} WHERE match_id = ?"
        found[table] = source.database.query(query, (match_id.hex,))
    since = columns_of("kerbholz_webhooks").index("since")
    found["kerbholz_webhooks"] = [
        (*row[:since], max(row[since], announced), *row[since + 1 :]) for row in found["kerbholz_webhooks"]
    ]
    query = f"SELECT {', '.join(columns_of(OF_WEBHOOKS))} FROM {OF_WEBHOOKS} WHERE webhook_id = ?"
    found[OF_WEBHOOKS] = [
        row for webhook in found["kerbholz_webhooks"] for row in source.database.query(query, webhook[:1])
    ]
    return found


def _announced(source: Matches, match_id: UUID) -> int:
    """The version up to which it is written down what webhooks are told: the other cell goes on behind it."""
    position = source.models.position(ANNOUNCER)
    place = "rowid" if _is_sqlite(source) else "position"
    ((version,),) = source.database.query(
        f"SELECT max(originator_version) FROM kerbholz_events WHERE {_this(source)} AND {place} <= ?"
        f" AND topic <> '{Moved.TOPIC}'",
        (match_id.hex, position),
    )
    return -1 if version is None else int(version)


def last_version(matches: Matches, match_id: UUID) -> int:
    """The version of the last row of a log; -1 where there is none."""
    ((version,),) = matches.database.query(
        f"SELECT max(originator_version) FROM kerbholz_events WHERE {_this(matches)}", (match_id.hex,)
    )
    return -1 if version is None else int(version)


def put_in_place(
    target: Matches, last: MatchEvent, fence: str, rows: Mapping[str, Sequence[tuple[Any, ...]]], seen: Head | None
) -> None:
    """Make a match that was copied whole one of the target's, all or nothing; *last* is its last decision.

    *seen* is the head that the target has of a match that has left it before. Raises :class:`Overtaken` where that
    is another one by now.
    """
    match_id, size = last.originator_id, last.originator_version + 1
    begins = range(0, size, AT_ONCE)
    for begin in begins[:-1]:
        # As long as there is no head, nobody takes it for a match.
        with target.database.transaction() as run:
            _check_seen(run, match_id, seen)
            _put_log(target, run, match_id, fence, begin, begin + AT_ONCE)
    with target.database.transaction() as run:
        _, values = head_row(target.marks, last)
        if seen is None:
            done = run(
                "INSERT INTO kerbholz_heads VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING size", values
            )
        else:
            done = run(
                "UPDATE kerbholz_heads SET size = ?, root = ?, mark = ?"
                " WHERE match_id = ? AND size = ? AND mark = ? RETURNING size",
                (*values[1:], match_id.hex, GONE, seen.mark),
            )
        if not done:
            raise Overtaken
        _put_log(target, run, match_id, fence, begins[-1], size)
        ((number,),) = run(f"SELECT count(*) FROM kerbholz_events WHERE {_this(target)}", (match_id.hex,))
        if number != size:
            raise Overtaken
        with names_change(run, target.models.positions, (match_id,)):
            _clear_beside(run, match_id)
            for table, of_table in rows.items():
                _insert(run, table, columns_of(table), of_table)
        run("DELETE FROM kerbholz_arriving WHERE match_id = ?", (match_id.hex,))


def _check_seen(run: Execute, match_id: UUID, seen: Head | None) -> None:
    found = run("SELECT mark FROM kerbholz_heads WHERE match_id = ?", (match_id.hex,))
    if found != ([] if seen is None else [(seen.mark,)]):
        raise Overtaken


def _put_log(target: Matches, run: Execute, match_id: UUID, fence: str, begin: int, end: int) -> None:
    """Put a part of what was copied into the log; the first one in the place of all that is there."""
    arrived = "FROM kerbholz_arriving WHERE match_id = ? AND fence = ? AND version >= ? AND version < ?"
    which = (match_id.hex, fence, begin, end)
    clear = (f"DELETE FROM kerbholz_events WHERE {_this(target)}", (match_id.hex,))
    if _is_sqlite(target):
        # Behind all that there has been, what is deleted now included: no position may come twice.
        ((newest,),) = run("SELECT coalesce(max(rowid), 0) FROM kerbholz_events")
        if begin == 0:
            run(*clear)
        run(
            "INSERT INTO kerbholz_events (rowid, originator_id, originator_version, topic, state)"
            f" SELECT ? + row_number() OVER (ORDER BY version), match_id, version, topic, state {arrived}",
            (newest, *which),
        )
        return
    from domain.store.postgres.recorder import position_of

    if begin == 0:
        run(*clear)
    run(
        "INSERT INTO kerbholz_events (originator_id, originator_version, topic, state, tx, position)"
        " SELECT match_id::uuid, version, topic, state, pg_current_xact_id(),"
        f" {position_of('pg_current_xact_id()')} | (row_number() OVER (ORDER BY version) - 1) {arrived}",
        which,
    )


def clear_away(source: Matches, match_id: UUID, left: Head) -> bool:
    """Delete what is left of a match where it has gone, but the row that says so; *left* is its head.

    Whether it was still the same; else it has come back, and is let alone.
    """
    last, head = last_version(source, match_id), (match_id.hex, left.mark)
    secrets = source.side.secrets(match_id)
    held = "UPDATE kerbholz_heads SET size = size WHERE match_id = ? AND mark = ? RETURNING size"
    # From its end on, so that who follows the log finds what is there without a gap, and then that it has left.
    for begin in reversed(range(0, last, 4 * CHUNK)):
        with source.database.transaction() as run:
            if not run(held, head):
                return False
            this = f"{_this(source)} AND originator_version >= ? AND originator_version < ?"
            run(f"DELETE FROM kerbholz_events WHERE {this}", (match_id.hex, begin, last))
    with source.database.transaction() as run:
        if not run(held, head):
            return False
        run(f"DELETE FROM {source.snapshots_table} WHERE {_this(source)}", (match_id.hex,))
        with names_change(run, source.models.positions, (match_id,)):
            _clear_beside(run, match_id)
    if secrets is not None:
        source.database.scrub([secrets.match_key])
    return True


def _clear_beside(run: Execute, match_id: UUID) -> None:
    run(
        f"DELETE FROM {OF_WEBHOOKS} WHERE webhook_id IN (SELECT id FROM kerbholz_webhooks WHERE match_id = ?)",
        (match_id.hex,),
    )
    # What is packed travels as rows.
    for table in (*CARRIED, *BLOCK_TABLE):
        run(f"DELETE FROM {table} WHERE match_id = ?", (match_id.hex,))


def columns_of(table: str) -> tuple[str, ...]:
    """The columns of a table beside the log, by name."""
    lines = TABLES.get(table) or WEBHOOK_TABLES[table]
    return tuple(line.split()[0] for line in lines if not line.startswith(("PRIMARY", "UNIQUE")))


def _insert(run: Execute, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    for page in _pages(rows):
        line = f"({', '.join('?' * len(columns))})"
        values = [value for row in page for value in row]
        run(f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([line] * len(page))}", values)


def _pages(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[tuple[Any, ...]]]:
    return (rows[begin : begin + LINES] for begin in range(0, len(rows), LINES))


def _is_sqlite(matches: Matches) -> bool:
    return isinstance(matches.database, SQLiteDatabase)


def _this(matches: Matches) -> str:
    return "originator_id = ?" if _is_sqlite(matches) else "originator_id = ?::uuid"
