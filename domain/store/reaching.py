"""Why a database cannot be used, in a sentence for the operator; and what a damaged one looks like.

The driver of PostgreSQL is imported only where the database is one: its errors are known by their codes, and its
exceptions from ``connecting``, which is imported before any of them can be raised.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator

from eventsourcing.persistence import InterfaceError, OperationalError, PersistenceError

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

_READ_ONLY = "25006"
_POSTGRES = {
    _READ_ONLY: "it can only be read",
    "55P03": "somebody else has locked it",
    "53100": "the disk is full",
    "XX001": "it is damaged",
    "XX002": "it is damaged",
}
"""The meaning of PostgreSQL's codes (https://www.postgresql.org/docs/current/errcodes-appendix.html)."""

PORT = 5432
"""Of PostgreSQL, where a URL says nothing."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_DAMAGED_POSTGRES = ("XX001", "XX002")

_of_drivers: dict[type[Exception], tuple[type[Exception], ...]] = {}


def register_driver(error: type[Exception], *outages: type[Exception]) -> None:
    """Make the exceptions of a driver known: the base of them all, and those that may pass by themselves."""
    _of_drivers[error] = outages


def errors() -> tuple[type[Exception], ...]:
    """The exceptions of a failing database, from all layers."""
    return (sqlite3.Error, PersistenceError, *_of_drivers)


def outages() -> tuple[type[Exception], ...]:
    """The exceptions that mean that a database is out of reach, from all layers."""
    return (OperationalError, InterfaceError, *_outages_of_drivers())


def _outages_of_drivers() -> tuple[type[Exception], ...]:
    return tuple(outage for found in _of_drivers.values() for outage in found)


class Unusable(OperationalError):
    """A database cannot be used: the message says which one, and why, and holds no password."""


def is_damage(error: BaseException) -> bool:
    """Whether an error says that what is stored is damaged."""
    return any(_code(one) in _DAMAGED or _sqlstate(one) in _DAMAGED_POSTGRES for one in _causes(error))


def is_read_only(error: BaseException) -> bool:
    """Whether an error says that the database can only be read: by its settings, as a standby, by its file."""
    return any(_code(one) == sqlite3.SQLITE_READONLY or _sqlstate(one) == _READ_ONLY for one in _causes(error))


def is_outage(error: BaseException) -> bool:
    """Whether an error says something of the database as a whole, which may pass by itself at any moment."""
    return is_read_only(error) or any(
        (_code(one) in _SQLITE and _code(one) not in _DAMAGED) or isinstance(one, _outages_of_drivers())
        for one in _causes(error)
    )


def reason(error: BaseException) -> str:
    """Why something of a database failed: what its innermost cause says, without the end of a sentence."""
    *_, innermost = _causes(error)
    if (meaning := _POSTGRES.get(_sqlstate(innermost) or "")) is not None:
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


def _sqlstate(error: BaseException) -> str | None:
    """The code of an error of PostgreSQL."""
    return getattr(error, "sqlstate", None)


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
    host, port = ("" if one == "None" else one.strip("'") for one in found.groups()[:2])
    return f"{place(host, port)} says: {_said(found[3])}"


def place(host: str, port: str) -> str:
    """A host of PostgreSQL and its port, as they are in a URL: each of them may be missing."""
    return f"{f'[{host}]' if ':' in host else host or 'the local socket'}:{port or PORT}"


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
