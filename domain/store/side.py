"""The rows beside the log: secrets, free texts, tokens and requests; written in the append's transaction.

None of it is in a leaf. Erasing a text (``erasing``) deletes its row here, value and salt, and leaves every proof
valid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Protocol, TypeAlias
from uuid import UUID

from domain.kit.records import FreeText
from domain.kit.text.texts import same
from domain.match.match import MatchEvent, Secrets
from domain.match.moved import GONE, MovedAway
from domain.store.marks import Marks
from domain.store.names import is_name, name_place

SideRow: TypeAlias = tuple[str, tuple[Any, ...]]
"""A row to be written with an append: the name of its table, and its values in the order of the columns."""

Execute: TypeAlias = Callable[..., list[tuple[Any, ...]]]
"""Runs one statement with its values, in a transaction, and returns the rows that it gives."""

ID = re.compile("[0-9a-f]{32}")
"""The id of a match, as it is stored."""
REQUEST, API_KEY, EXTERNAL_NAME = "a request", "an API key", "an external id"
"""What marks are of."""
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
        "PRIMARY KEY (match_id, pointer)",
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
    " mark = CASE WHEN EXISTS (SELECT 1 FROM kerbholz_events WHERE originator_id = excluded.match_id{cast}"
    " AND originator_version = kerbholz_heads.size - 1) THEN excluded.mark END"
)
"""How the head of a match is written: in the place of the one before. If the decision that it spoke of is gone,
the new one has no mark, which the database refuses, and the append with it."""


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


def check_here(run: Execute, match_id: UUID) -> None:
    """Raise ``MovedAway`` if a match has left this database; else it does not leave until the transaction ends.

    What writes beside the log begins with this: it would be lost where the match was copied from already.
    """
    kept = run("UPDATE kerbholz_heads SET size = size WHERE match_id = ? RETURNING size", (match_id.hex,))
    if kept and kept[0][0] == GONE:
        raise MovedAway(match_id)


class Database(Protocol):
    """What the side tables need of a database: SQL with ``?`` for each value."""

    def query(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows that *sql* selects."""

    def execute(self, statements: Iterable[tuple[str, Sequence[Any]]]) -> None:
        """Run statements in one transaction."""

    def is_read_only(self) -> bool:
        """Whether nothing can be written now."""

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


@dataclass(frozen=True, slots=True)
class StoredRequest:
    """What an idempotency key stands for: the versions it brought about, and a keyed digest of its body."""

    first: int
    last: int
    body: str
    mark: str = field(default="", compare=False)

    def values(self, match_id: UUID, principal: str, key: str) -> tuple[object, ...]:
        """What the mark of its row says."""
        return match_id.hex, principal, key, self.first, self.last, self.body


@dataclass(frozen=True, slots=True)
class StoredToken:
    """Whose token it is, and which one of that owner: the first is 0."""

    match_id: UUID
    role: str
    seat: int | None
    number: int = 0
    mark: str = field(default="", compare=False)

    @property
    def owner(self) -> str:
        """The role, and which seat it is."""
        return self.role if self.seat is None else f"{self.role}:{self.seat}"

    @property
    def values(self) -> tuple[object, ...]:
        """What its mark says of it."""
        return self.match_id.hex, self.owner, self.number


@dataclass(frozen=True, slots=True)
class Head:
    """How long the log of a match is, its root, and the mark of both."""

    size: int
    root: str
    mark: str


@dataclass(frozen=True, slots=True)
class StoredApiKey:
    """A key that opens matches, by the name of its holder."""

    name: str
    added_at: str
    revoked_at: str | None
    key_hash: str = field(repr=False)
    mark: str = field(default="", compare=False)

    @property
    def values(self) -> tuple[object, ...]:
        """What its mark says of it."""
        return self.name, self.key_hash, self.added_at, self.revoked_at


@dataclass(frozen=True, slots=True)
class ExternalId:
    """What a match is called elsewhere, by its opener: the name of an API key, or nothing.

    The same id has one match. *number* counts the matches that it had before, which were abandoned.
    """

    owner: str
    external_id: str
    number: int
    match_id: UUID


def secrets_row(match_id: UUID, secrets: Secrets) -> SideRow:
    """The secrets of a new match."""
    return "kerbholz_secrets", (match_id.hex, secrets.match_key, secrets.chance_seed)


def text_rows(event: MatchEvent, text: FreeText) -> list[SideRow]:
    """A free text of a decision; and of a name what it has in common with all others that are the same."""
    match_id = event.originator_id.hex
    rows: list[SideRow] = [("kerbholz_texts", (match_id, text.version, text.pointer, text.salt, text.value))]
    if is_name(event, text.pointer):
        place = name_place(text.version, text.pointer)
        rows.append(("kerbholz_names", (match_id, place, same(text.value))))
    return rows


def token_row(marks: Marks, token_hash: str, token: StoredToken) -> SideRow:
    """A token, by its hash."""
    mark = marks.of("a token", token_hash, *token.values)
    return "kerbholz_tokens", (token_hash, token.match_id.hex, token.role, token.seat, token.number, mark)


def head_row(marks: Marks, last: MatchEvent) -> SideRow:
    """How long the log of a match is when this is its last event."""
    match_id, size = last.originator_id.hex, last.originator_version + 1
    return "kerbholz_heads", (match_id, size, last.root, marks.of("a head", match_id, size, last.root))


def gone_row(marks: Marks, match_id: UUID, fence: str) -> SideRow:
    """The head of a match that leaves: *fence* names the cell it goes to and this move alone."""
    mark = marks.of("a head", match_id.hex, GONE, fence)
    return "kerbholz_heads", (match_id.hex, GONE, fence, mark)


def request_row(marks: Marks, match_id: UUID, principal: str, key: str, request: StoredRequest) -> SideRow:
    """An answered request."""
    values = request.values(match_id, principal, key)
    return "kerbholz_requests", (*values, marks.of(REQUEST, *values))


def external_id_row(marks: Marks, named: ExternalId) -> SideRow:
    """What a match is called elsewhere."""
    row = (named.owner, named.external_id, named.number, named.match_id.hex)
    return "kerbholz_external_ids", (*row, external_id_mark(marks, *row))


def external_id_mark(marks: Marks, owner: str, external_id: str, number: int, match_id: str) -> str:
    """The mark of what a match is called elsewhere; what may have any letters in it is the last part."""
    return marks.of(EXTERNAL_NAME, match_id, number, owner, external_id)


_NAMED = "owner, external_id, number, match_id, mark"
_KEY = "name, added_at, revoked_at, key_hash, mark"


class SideTables:
    """Reading what lies beside the log."""

    def __init__(self, database: Database, marks: Marks) -> None:
        self._database = database
        self._marks = marks

    def secrets(self, match_id: UUID) -> Secrets | None:
        """The secrets of a match."""
        rows = self._database.query(
            "SELECT match_key, chance_seed FROM kerbholz_secrets WHERE match_id = ?", (match_id.hex,)
        )
        if not rows:
            return None
        key, seed = rows[0]
        return Secrets(bytes(key), bytes(seed) if seed is not None else None)

    def salted_texts(self, match_id: UUID, first: int, last: int) -> dict[int, dict[str, tuple[str, str]]]:
        """The free texts of decisions *first* to *last* that still exist: version → pointer → salt and text."""
        found: dict[int, dict[str, tuple[str, str]]] = {}
        for version, pointer, salt, value in self._database.query(
            "SELECT version, pointer, salt, value FROM kerbholz_texts"
            " WHERE match_id = ? AND version >= ? AND version <= ?",
            (match_id.hex, first, last),
        ):
            found.setdefault(version, {})[pointer] = (salt, value)
        return found

    def texts_left(self, match_id: UUID) -> int:
        """How many free texts of a match still exist: they only become fewer, at one version of the match."""
        ((number,),) = self._database.query(
            "SELECT count(*) FROM kerbholz_texts WHERE match_id = ?", (match_id.hex,)
        )
        return int(number)

    def opening_texts(self, match_ids: Sequence[UUID]) -> dict[UUID, dict[str, tuple[str, str]]]:
        """The free texts of decision 0 of several matches that still exist: match → pointer → salt and text."""
        found: dict[UUID, dict[str, tuple[str, str]]] = {}
        if not match_ids:
            return found
        for match_id, pointer, salt, value in self._database.query(
            "SELECT match_id, pointer, salt, value FROM kerbholz_texts"
            f" WHERE version = 0 AND match_id IN ({', '.join('?' * len(match_ids))})",
            [match_id.hex for match_id in match_ids],
        ):
            found.setdefault(UUID(match_id), {})[pointer] = (salt, value)
        return found

    def external_id(self, owner: str, external_id: str) -> tuple[ExternalId | None, int]:
        """The newest match that *owner* has opened under this external id, and a number that is free for another.

        A row that does not carry its mark is passed over.
        """
        rows = self._database.query(
            f"SELECT {_NAMED} FROM kerbholz_external_ids WHERE owner = ? AND external_id = ? ORDER BY number",
            (owner, external_id),
        )
        taken = {row[2] for row in rows}
        whole = [row for row in rows if self.is_external_id(row)]
        if not whole:
            return None, next(number for number in count() if number not in taken)
        number, match_id = whole[-1][2:4]
        found = ExternalId(owner, external_id, number, UUID(match_id))
        return found, next(after for after in count(number + 1) if after not in taken)

    def is_external_id(self, row: tuple[Any, ...]) -> bool:
        """Whether a row of external ids is the one that was stored."""
        owner, external_id, number, match_id, mark = row
        return self._marks.fits(mark, EXTERNAL_NAME, match_id, number, owner, external_id)

    def external_ids_behind(self, row: tuple[Any, ...] | None, most: int) -> list[tuple[Any, ...]]:
        """As many rows of external ids behind one, in order, as they are stored: the match is the last but one."""
        behind = ("", "", -(2**31)) if row is None else row[:3]
        return self._database.query(
            f"SELECT {_NAMED} FROM kerbholz_external_ids WHERE (owner, external_id, number) > (?, ?, ?)"
            " ORDER BY owner, external_id, number LIMIT ?",
            (*behind, most),
        )

    def request(self, match_id: UUID, principal: str, key: str) -> StoredRequest | None:
        """What this principal's key stands for; another principal's key is never looked at."""
        rows = self._database.query(
            "SELECT first_version, last_version, body, mark FROM kerbholz_requests"
            " WHERE match_id = ? AND principal = ? AND request_key = ?",
            (match_id.hex, principal, key),
        )
        return StoredRequest(*rows[0]) if rows else None

    def requests_behind(
        self, match_id: UUID, principal: str, key: str, most: int
    ) -> list[tuple[str, str, StoredRequest]]:
        """As many requests of a match behind this one, in order: whose, with which key, and what it stands for."""
        rows = self._database.query(
            "SELECT principal, request_key, first_version, last_version, body, mark FROM kerbholz_requests"
            " WHERE match_id = ? AND (principal, request_key) > (?, ?) ORDER BY principal, request_key LIMIT ?",
            (match_id.hex, principal, key, most),
        )
        return [(whose, named, StoredRequest(*rest)) for whose, named, *rest in rows]

    def token(self, token_hash: str) -> StoredToken | None:
        """Whose token has this hash."""
        rows = self._database.query(
            "SELECT match_id, role, seat, number, mark FROM kerbholz_tokens WHERE token_hash = ?", (token_hash,)
        )
        if not rows or not ID.fullmatch(str(rows[0][0])):
            return None
        match_id, *rest = rows[0]
        return StoredToken(UUID(match_id), *rest)

    def tokens_of(self, match_id: UUID) -> list[tuple[str, StoredToken]]:
        """All tokens of a match, with their hashes."""
        rows = self._database.query(
            "SELECT token_hash, role, seat, number, mark FROM kerbholz_tokens WHERE match_id = ?", (match_id.hex,)
        )
        return [(hashed, StoredToken(match_id, *rest)) for hashed, *rest in rows]

    def head(self, match_id: UUID) -> Head | None:
        """How long the log of a match is, as it was written with the last append."""
        rows = self._database.query(
            "SELECT size, root, mark FROM kerbholz_heads WHERE match_id = ?", (match_id.hex,)
        )
        return Head(*rows[0]) if rows else None

    def setting(self, name: str) -> bytes | None:
        """A setting of the service."""
        rows = self._database.query("SELECT value FROM kerbholz_settings WHERE name = ?", (name,))
        return bytes(rows[0][0]) if rows else None

    def keep_setting(self, name: str, value: bytes) -> bytes:
        """Keep a setting unless there is one; what counts then. A store that can only be read keeps nothing."""
        if (kept := self.setting(name)) is not None or self._database.is_read_only():
            return kept or value
        statement = "INSERT INTO kerbholz_settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
        self._database.execute([(statement, (name, value))])
        return self.setting(name) or value

    def add_api_key(self, name: str, key_hash: str, at: str) -> bool:
        """Store a key; whether the name was free."""
        mark = self._marks.of(API_KEY, *StoredApiKey(name, at, None, key_hash).values)
        statement = "INSERT INTO kerbholz_api_keys VALUES (?, ?, ?, NULL, ?) ON CONFLICT DO NOTHING"
        self._database.execute([(statement, (name, key_hash, at, mark))])
        return self.api_key(key_hash) is not None

    def forget_api_key(self, key_hash: str) -> None:
        """Undo that a key was stored, which nobody has been given."""
        self._database.execute([("DELETE FROM kerbholz_api_keys WHERE key_hash = ?", (key_hash,))])

    def revoke_api_key(self, name: str, at: str) -> bool:
        """Make a key void from now on; whether there is one of that name."""
        rows = self._database.query(f"SELECT {_KEY} FROM kerbholz_api_keys WHERE name = ?", (name,))
        for key in (StoredApiKey(*row) for row in rows):
            mark = self._marks.of(API_KEY, *replace(key, revoked_at=at).values)
            statement = (
                "UPDATE kerbholz_api_keys SET revoked_at = ?, mark = ? WHERE name = ? AND revoked_at IS NULL"
            )
            self._database.execute([(statement, (at, mark if self.is_api_key(key) else key.mark, name))])
        return bool(rows)

    def api_keys(self) -> list[StoredApiKey]:
        """All keys that there have been, in the order in which they were added."""
        rows = self._database.query(f"SELECT {_KEY} FROM kerbholz_api_keys ORDER BY added_at, name")
        return [StoredApiKey(*row) for row in rows]

    def api_key(self, key_hash: str) -> str | None:
        """The name of the key with this hash, unless it has been revoked, or altered; asked anew each time."""
        rows = self._database.query(
            f"SELECT {_KEY} FROM kerbholz_api_keys WHERE key_hash = ? AND revoked_at IS NULL", (key_hash,)
        )
        return next((key.name for key in (StoredApiKey(*row) for row in rows) if self.is_api_key(key)), None)

    def is_api_key(self, key: StoredApiKey) -> bool:
        """Whether it is the one that was stored."""
        return self._marks.fits(key.mark, API_KEY, *key.values)
