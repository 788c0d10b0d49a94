"""The outbox: what a scribe has entered, on disk before anything of it is sent.

A file of lines, each a JSON object, that is only ever appended to; each line is on the disk before anybody acts on
it. An entry is given its ``Idempotency-Key`` when it is entered, and keeps it: however often it is sent, by
whichever process, it is recorded once. A line that was cut off by a crash had not been acted upon, and is dropped
when the file is opened.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

FORMAT = 1
KEY_BYTES = 16
"""Random bytes of an Idempotency-Key."""
State = Literal["waiting", "stored", "refused", "dropped"]


class OutboxError(Exception):
    """The outbox cannot be used; the message says why, and what can be done."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What was entered in one line.

    *body* is the command as it is sent, *text* the line as it was typed. *basis* is the version of the match that
    the scribe saw, None where it does not matter. A ``stored`` entry brought about the versions *first*
    to *last*; a ``refused`` one has the *problem*. One that waits and was *tried* may have been stored all the
    same: the answer is missing.
    """

    number: int
    key: str
    body: Mapping[str, Any]
    text: str
    basis: int | None
    state: State = "waiting"
    problem: Mapping[str, Any] | None = None
    first: int | None = None
    last: int | None = None
    tried: bool = False

    @property
    def type(self) -> str:
        """The type of its command."""
        return str(self.body["type"])


class Outbox:
    """The entries of one scribe for one match, in the order in which they were entered.

    Raises :class:`OutboxError` when the file is in use, or damaged in another way than a crash can damage it.
    """

    def __init__(self, path: Path, match: str) -> None:
        self._path = path
        self._entries: dict[int, Entry] = {}
        self.seen = -1
        """The newest version up to which the scribe knew everything when an entry was stored."""
        new = not path.exists()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            self._lock()
            self._size = self._read(match)
            if self._size == 0:
                self._append({"outbox": FORMAT, "match": match})
            if new:
                _sync_folder(path.parent)
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let others have the file."""
        os.close(self._file)

    # -- reading

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, dropped ones too."""
        return tuple(self._entries.values())

    @property
    def held(self) -> Entry | None:
        """The entry that was refused, which holds up those behind it until it is decided what becomes of it."""
        return next((entry for entry in self._entries.values() if entry.state == "refused"), None)

    @property
    def waiting(self) -> Sequence[Entry]:
        """The entries that have not been stored yet, a refused one not counted."""
        return [entry for entry in self._entries.values() if entry.state == "waiting"]

    @property
    def due(self) -> Entry | None:
        """The entry that is to be sent next; None while one is held."""
        waiting, held = self.waiting, self.held
        return waiting[0] if waiting and (held is None or waiting[0].number < held.number) else None

    def stored_as(self, version: int) -> Entry | None:
        """The entry that brought about this version."""
        for entry in self._entries.values():
            if entry.first is not None and entry.last is not None and entry.first <= version <= entry.last:
                return entry
        return None

    # -- writing

    def put(self, body: Mapping[str, Any], text: str, basis: int | None) -> Entry:
        """Take an entry in, with a key of its own; it is on the disk when this returns."""
        number = len(self._entries) + 1
        self._append({"entry": number, "put": _content(body, text, basis)})
        return self._entries[number]

    def put_instead(self, entry: Entry, body: Mapping[str, Any], text: str, basis: int | None) -> Entry:
        """Put something else in the place of an entry that was not stored, with another key."""
        self._append({"entry": entry.number, "put": _content(body, text, basis)})
        return self._entries[entry.number]

    def send_again(self, entry: Entry, basis: int | None) -> Entry:
        """Let a refused entry wait again, as it is, on another version."""
        self._append({"entry": entry.number, "again": basis})
        return self._entries[entry.number]

    def trying(self, entry: Entry) -> None:
        """Note that it is being sent: from now on only the service can say whether it was stored."""
        if not entry.tried:
            self._append({"entry": entry.number, "tried": True})

    def store(self, entry: Entry, first: int, last: int, seen: int) -> None:
        """Note that the service has it, as the versions *first* to *last*; *seen* as in :attr:`seen`."""
        self._append({"entry": entry.number, "stored": [first, last], "seen": seen})

    def refuse(self, entry: Entry, problem: Mapping[str, Any]) -> None:
        """Note that the service does not take it, and why."""
        self._append({"entry": entry.number, "refused": dict(problem)})

    def drop(self, entry: Entry) -> None:
        """Leave an entry out that was not stored."""
        self._append({"entry": entry.number, "dropped": True})

    # -- the file

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OutboxError(f"another program has this outbox open: {self._path}") from None

    def _read(self, match: str) -> int:
        """Fold the lines; a last one that is not whole is cut off. The size of what is left."""
        data = self._path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                record = json.loads(line)
                if number == 1:
                    self._check_header(record, match)
                else:
                    self._fold(record)
            except (ValueError, KeyError, TypeError) as error:
                raise OutboxError(f"line {number} of {self._path} is damaged: {error!r}") from None
        if len(whole) < len(data):
            os.ftruncate(self._file, len(whole))
            os.fsync(self._file)
        return len(whole)

    def _check_header(self, record: Mapping[str, Any], match: str) -> None:
        if record["outbox"] != FORMAT or record["match"] != match:
            raise OutboxError(f"{self._path} is of another match, or of another version of this program")

    def _append(self, record: Mapping[str, Any]) -> None:
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise OutboxError(f"{self._path} cannot be written: {error.strerror}") from None
        self._size += len(line)
        if "entry" in record:
            self._fold(record)

    def _fold(self, record: Mapping[str, Any]) -> None:
        number = record["entry"]
        if "put" in record:
            self._entries[number] = Entry(number, **record["put"])
            return
        entry = self._entries[number]
        if "again" in record:
            changed = replace(entry, state="waiting", basis=record["again"], problem=None, tried=False)
        elif "tried" in record:
            changed = replace(entry, tried=True)
        elif "stored" in record:
            first, last = record["stored"]
            changed = replace(entry, state="stored", first=first, last=last)
            self.seen = max(self.seen, record["seen"])
        elif "refused" in record:
            changed = replace(entry, state="refused", problem=record["refused"])
        elif "dropped" in record:
            changed = replace(entry, state="dropped", problem=None)
        else:
            raise ValueError("a line that says nothing about its entry")
        self._entries[number] = changed


def _content(body: Mapping[str, Any], text: str, basis: int | None) -> dict[str, Any]:
    return {"key": secrets.token_hex(KEY_BYTES), "body": dict(body), "text": text, "basis": basis}


def _sync_folder(folder: Path) -> None:
    """Make sure that a new file is still there after a power failure."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
