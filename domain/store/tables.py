"""The tables beside the log, and what is needed of a database to read and write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

SideRow: TypeAlias = tuple[str, tuple[Any, ...]]
"""A row to be written with an append: the name of its table, and its values in the order of the columns."""

Execute: TypeAlias = Callable[..., list[tuple[Any, ...]]]
"""Runs one statement with its values, in a transaction, and returns the rows that it gives."""

ID = re.compile("[0-9a-f]{32}")
"""The id of a match, as it is stored."""
NEWEST = 2**63 - 1
"""A version that none exceeds, where all versions are meant."""

TABLES: dict[str, tuple[str, ...]] = {
    "kerbholz_secrets": ("match_id TEXT PRIMARY KEY", "match_key {blob} NOT NULL", "chance_seed {blob}"),
    "kerbholz_texts": (
        "match_id TEXT NOT NULL",
        "version BIGINT NOT NULL",
        "pointer TEXT NOT NULL",
        "salt TEXT NOT NULL",
        "value TEXT NOT NULL",
        "PRIMARY KEY (match_id, version, pointer)",
    ),
    "kerbholz_tokens": (
        "token_hash TEXT PRIMARY KEY",
        "match_id TEXT NOT NULL",
        "role TEXT NOT NULL",
        "seat INTEGER",
        "number INTEGER NOT NULL DEFAULT 0",
        "mark TEXT NOT NULL DEFAULT ''",
    ),
    "kerbholz_heads": (
        "match_id TEXT PRIMARY KEY",
        "size BIGINT NOT NULL",
        "root TEXT NOT NULL",
        "mark TEXT NOT NULL",
    ),
    "kerbholz_requests": (
        "match_id TEXT NOT NULL",
        "principal TEXT NOT NULL",
        "request_key TEXT NOT NULL",
        "first_version BIGINT NOT NULL",
        "last_version BIGINT NOT NULL",
        "body TEXT NOT NULL",
        "mark TEXT NOT NULL DEFAULT ''",
        "PRIMARY KEY (match_id, principal, request_key)",
    ),
    "kerbholz_api_keys": (
        "name TEXT PRIMARY KEY",
        "key_hash TEXT NOT NULL UNIQUE",
        "added_at TEXT NOT NULL",
        "revoked_at TEXT",
        "mark TEXT NOT NULL DEFAULT ''",
    ),
    "kerbholz_names": (
        "match_id TEXT NOT NULL",
        "pointer TEXT NOT NULL",
        "called TEXT NOT NULL",
        "opened_at TEXT NOT NULL DEFAULT ''",
        "PRIMARY KEY (match_id, pointer)",
    ),
    "kerbholz_labels": (
        "match_id TEXT NOT NULL",
        "label TEXT NOT NULL",
        "opened_at TEXT NOT NULL",
        "PRIMARY KEY (match_id, label)",
    ),
    "kerbholz_erased": (
        "match_id TEXT NOT NULL",
        "version BIGINT NOT NULL",
        "pointer TEXT NOT NULL",
        "at TEXT NOT NULL",
        "role TEXT NOT NULL",
        "mark TEXT NOT NULL DEFAULT ''",
        "PRIMARY KEY (match_id, version, pointer)",
    ),
    "kerbholz_looks": (
        "match_id TEXT NOT NULL",
        "day TEXT NOT NULL",
        "role TEXT NOT NULL",
        "number INTEGER NOT NULL",
        "times BIGINT NOT NULL",
        "mark TEXT NOT NULL DEFAULT ''",
        "PRIMARY KEY (match_id, day, role, number)",
    ),
    "kerbholz_settings": ("name TEXT PRIMARY KEY", "value {blob} NOT NULL"),
    "kerbholz_external_ids": (
        "owner TEXT NOT NULL",
        "external_id TEXT NOT NULL",
        "number INTEGER NOT NULL",
        "match_id TEXT NOT NULL",
        "mark TEXT NOT NULL DEFAULT ''",
        "PRIMARY KEY (owner, external_id, number)",
    ),
}


HEAD = (
    " ON CONFLICT (match_id) DO UPDATE SET size = excluded.size, root = excluded.root,"
    " mark = CASE WHEN (excluded.size > kerbholz_heads.size OR excluded.size = 0)"
    " AND EXISTS (SELECT 1 FROM kerbholz_events WHERE originator_id = excluded.match_id{cast}"
    " AND originator_version = kerbholz_heads.size - 1) THEN excluded.mark END"
)
"""How the head of a match is written: in the place of the one before. If the decision that it spoke of is gone, or
the log is longer already (what is packed has no rows that an append could collide with), the new one has no mark,
which the database refuses, and the append with it."""


def match_column(table: str) -> str:
    """The column of *table* that holds the ids of matches."""
    return "originator_id" if table == "kerbholz_events" else "match_id"


def column_types(table: str, *, blob: str) -> list[str]:
    """The types of the columns of *table*, in order."""
    lines = (line.format(blob=blob) for line in TABLES[table])
    return [line.split()[1] for line in lines if not line.startswith("PRIMARY")]


def check_append(events: Sequence[object], side: Sequence[SideRow], others: Mapping[str, object]) -> None:
    """Refuse what a recorder would have to drop: the caller would take it for stored.

    Raises TypeError for arguments that are not known here (a process recorder's ``tracking``), ValueError for side
    rows without an event, or of a table that is none.
    """
    if others:
        raise TypeError(f"the log's recorder takes nothing but side rows with events: {', '.join(sorted(others))}")
    if side and not events:
        raise ValueError("side rows are written with events alone")
    if unknown := {table for table, _ in side} - TABLES.keys():
        raise ValueError(f"not tables beside the log: {', '.join(sorted(unknown))}")


class Database(Protocol):
    """What the side tables need of a database: SQL with ``?`` for each value."""

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows that *sql* selects."""

    def execute(self, statements: Iterable[tuple[str, Sequence[Any]]]) -> None:
        """Run statements in one transaction."""

    def is_read_only(self) -> bool:
        """Whether nothing can be written now."""

    def secure(self) -> None:
        """See to it that all that can be read now is as safe as what was acknowledged.

        It may be on a primary alone, where a commit was told to wait no longer for a standby.
        """

    def transaction(self) -> AbstractContextManager[Execute]:
        """One transaction: gives what runs a statement in it."""

    def scrub(self, traces: Sequence[bytes]) -> None:
        """See to it that nothing of what was deleted is in the database's files, as far as they can be reached.

        *traces* are bytes that were in what was deleted, and in nothing else.
        """

    def events_at(self, match_id: str, versions: Sequence[int]) -> list[tuple[Any, ...]]:
        """The events of a match at some versions: version, topic and state."""

    def events_with(self, match_id: str, text: str, after: int, until: int | None) -> list[tuple[Any, ...]]:
        """The events of a match that hold *text* (ASCII), behind a version: version, topic and state, in order."""

    def events_behind(self, match_id: str, after: int, most: int) -> list[tuple[Any, ...]]:
        """As many events of a match behind a version: version, topic and state, as they are stored, in order."""

    def count_events(self, match_id: str, after: int, until: int) -> int:
        """How many events of a match there are behind a version, up to another."""

    def forget_event(self, table: str, match_id: str, version: int) -> None:
        """Delete a row of a table (a name of this package) of events or snapshots."""

    def matches_behind(self, table: str, match_id: str, most: int) -> list[str]:
        """As many ids of matches in *table* (a name of this package) behind one, in order: 32 hex digits."""
