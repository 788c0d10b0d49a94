"""The rows beside the log: secrets, free texts, tokens and requests; written in the append's transaction.

None of it is in a leaf. Erasing a text (``erasing``) deletes its row here, value and salt, and leaves every proof
valid.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any
from uuid import UUID

from domain.kit.text.texts import same
from domain.kit.written.records import FreeText
from domain.kit.written.row_forms import as_bytes
from domain.match.match import MatchEvent, Secrets
from domain.match.moved import GONE, MovedAway
from domain.store.beside.names import LABELS, is_name, name_place, sought
from domain.store.marks import Marks
from domain.store.tables import ID, Database, Execute, SideRow

REQUEST, API_KEY, EXTERNAL_NAME = "a request", "an API key", "an external id"
"""What marks are of."""


def check_here(run: Execute, match_id: UUID) -> None:
    """Raise ``MovedAway`` if a match has left this database; else it does not leave until the transaction ends.

    What writes beside the log begins with this: it would be lost where the match was copied from already.
    """
    kept = run("UPDATE kerbholz_heads SET size = size WHERE match_id = ? RETURNING size", (match_id.hex,))
    if kept and kept[0][0] == GONE:
        raise MovedAway(match_id)


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


def text_rows(event: MatchEvent, text: FreeText, opened_at: str) -> list[SideRow]:
    """A free text of a decision; of a name what it has in common with others, of labels what they are found by.

    By both a match is found among others, in the order in which they were opened.
    """
    match_id = event.originator_id.hex
    rows: list[SideRow] = [("kerbholz_texts", (match_id, text.version, text.pointer, text.salt, text.value))]
    if is_name(event, text.pointer):
        place = name_place(text.version, text.pointer)
        rows.append(("kerbholz_names", (match_id, place, same(text.value), opened_at)))
    elif (text.version, text.pointer) == (0, LABELS):
        rows += [("kerbholz_labels", (match_id, label, opened_at)) for label in sought(text.value)]
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
        return Secrets(as_bytes(key), as_bytes(seed) if seed is not None else None)

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

    def heads(self, match_ids: Collection[UUID]) -> dict[UUID, tuple[int, str]]:
        """Of some matches how long their logs are, and their roots, as it was written; it is not checked."""
        if not match_ids:
            return {}
        rows = self._database.query(
            "SELECT match_id, size, root FROM kerbholz_heads"
            f" WHERE match_id IN ({', '.join('?' * len(match_ids))})",
            [match_id.hex for match_id in match_ids],
        )
        return {UUID(match_id): (size, root) for match_id, size, root in rows}

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
        self._database.secure()  # where it was revoked before
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
