"""Why a database cannot be used, in a sentence for the operator; and what a damaged one looks like."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator

import psycopg
from eventsourcing.persistence import OperationalError, PersistenceError

_SQLITE = {
    sqlite3.SQLITE_BUSY: "somebody else has locked it",
    sqlite3.SQLITE_LOCKED: "somebody else has locked it",
    sqlite3.SQLITE_READONLY: "it can only be read",
    sqlite3.SQLITE_IOERR: "reading or writing it failed",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_CANTOPEN: "it, or the files beside it (-wal, -shm), cannot be opened",
    sqlite3.SQLITE_NOTADB: "it is not an SQLite database",
}
"""The meaning of SQLite's primary result codes (https://www.sqlite.org/rescode.html)."""

_POSTGRES: dict[type[BaseException], str] = {
    psycopg.errors.ReadOnlySqlTransaction: "it can only be read",
    psycopg.errors.LockNotAvailable: "somebody else has locked it",
    psycopg.errors.DiskFull: "the disk is full",
    psycopg.errors.DataCorrupted: "it is damaged",
    psycopg.errors.IndexCorrupted: "it is damaged",
}

ERRORS = (sqlite3.Error, psycopg.Error, PersistenceError)
"""The exceptions of a failing database, from all layers."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Unusable(OperationalError):
    """A database cannot be used: the message says which one, and why, and holds no password."""


def is_damage(error: BaseException) -> bool:
    """Whether an error says that what is stored is damaged."""
    return any(
        _code(one) in _DAMAGED or isinstance(one, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted)
        for one in _causes(error)
    )


def is_read_only(error: BaseException) -> bool:
    """Whether an error says that the database can only be read: by its settings, as a standby, by its file."""
    return any(
        _code(one) == sqlite3.SQLITE_READONLY or isinstance(one, psycopg.errors.ReadOnlySqlTransaction)
        for one in _causes(error)
    )


def is_outage(error: BaseException) -> bool:
    """Whether an error says something of the database as a whole, which may pass by itself at any moment."""
    return is_read_only(error) or any(
        (_code(one) in _SQLITE and _code(one) not in _DAMAGED)
        or isinstance(one, psycopg.OperationalError | psycopg.InterfaceError)
        for one in _causes(error)
    )


def reason(error: BaseException) -> str:
    """Why something of a database failed: what its innermost cause says, without the end of a sentence."""
    *_, innermost = _causes(error)
    for kind, meaning in _POSTGRES.items():
        if isinstance(innermost, kind):
            return meaning
    if isinstance(innermost, OSError) and innermost.strerror:
        return _lowered(innermost.strerror)
    if (code := _code(innermost)) in _SQLITE:
        return _SQLITE[code]
    return _said(str(innermost)) or type(innermost).__name__


def _causes(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__


def _code(error: BaseException) -> int | None:
    """The primary result code of an error of SQLite."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF


def _said(text: str) -> str:
    """What libpq or a server says, in one line: of several hosts what each of them says."""
    lines = text.strip().splitlines()
    each = [_of_host(line) for line in lines if line.startswith("- host: ")]
    if each:
        return "; ".join(dict.fromkeys(each))
    line = re.sub(r"^((connection failed|connection is bad): )+", "", next(iter(lines), ""))
    # Who is told this is told the address, too.
    line = re.sub(r"^connection to server (at|on) .*? failed: ", "", line)
    return _lowered(re.sub(r"^(FATAL|ERROR): +", "", line).rstrip(". "))


def _of_host(line: str) -> str:
    found = re.fullmatch(r"- host: (None|'[^']*'), port: (None|'[^']*'), hostaddr: \S+: (.*)", line)
    if found is None:
        return _lowered(line.removeprefix("- "))
    host, port, text = found.groups()
    return f"{host.strip(chr(39))}:{port.strip(chr(39))} says: {_said(text)}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def shown(path: str) -> str:
    """A path as it is shown to people: absolute, and with nothing that a terminal would act upon."""
    with contextlib.suppress(OSError):  # where the folder that it is relative to is gone
        path = os.path.abspath(path)
    return printable(path)


def printable(text: str) -> str:
    """A text without anything that a terminal would act upon."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)
