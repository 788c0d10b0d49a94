"""The file of an SQLite database: whose it is, who may read it, and whether it is whole.

It holds every secret, so it is made for its owner alone; SQLite gives the files beside it (-wal, -shm) the same
mode. A file that another application has made is left as it is.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import sqlite3
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Lock, Thread
from time import monotonic
from typing import ClassVar
from urllib.parse import quote, unquote

from domain.store.reaching import Unusable, reason, shown

APPLICATION = 0x4B657262
"""``PRAGMA application_id`` of our files: "Kerb". Files of earlier versions have 0."""
OURS = "kerbholz_settings"
"""A table that each of our files has had from the beginning."""
MODE = 0o600
"""The mode of a new file."""
LOCK_TIMEOUT = 5.0
"""Seconds to wait for a file that somebody else has locked."""
HEADER = 100
"""Bytes that a database has at least (https://www.sqlite.org/fileformat2.html, section 1.3)."""
GONE = "it was moved, deleted or replaced while it was served"
"""The message about a file that is no longer the one that was opened."""


def is_memory(name: str) -> bool:
    """Whether a database of this name lies in memory."""
    return ":memory:" in name or "mode=memory" in name


def path_of(name: str) -> str:
    """The path in the name of a database: a path, or a ``file:`` URI (https://www.sqlite.org/uri.html)."""
    found = re.fullmatch(r"file:(?://[^/]*)?([^?#]*)([?#].*)?", name)
    return name if found is None else os.fsdecode(unquote(found[1], errors="surrogateescape"))


def there(name: str) -> str:
    """The name of the same database, for opening it only if it is there."""
    if not name.startswith("file:"):
        path = quote(os.fsencode(name))
        name = f"file://{path}" if path.startswith("/") else f"file:{path}"
    return name + ("&" if "?" in name else "?") + "mode=rw"


@contextlib.contextmanager
def in_turn(name: str) -> Iterator[None]:
    """Let those who make a file, or change its tables, do so one after the other.

    SQLite does not see to that where a new file gets its journal: some of those who come at once find it damaged.
    The folder is locked, not the file: a process that closes the file loses the locks of SQLite on it. A folder
    that is not there, or cannot be locked, keeps nobody waiting.
    """
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):
            folder = os.open(os.path.dirname(os.path.abspath(path_of(name))), os.O_RDONLY | os.O_CLOEXEC)
            held.callback(os.close, folder)
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield


def prepare(name: str) -> None:
    """Make the file if there is none; raises :class:`Unusable` for one that is not ours, or cannot be made."""
    path = path_of(name)
    try:
        made = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
    except FileExistsError as error:
        if not Path(path).exists():
            raise Unusable(f"{shown(path)} cannot be used: it is a link to a file that does not exist") from error
        check(name)
        return
    except OSError as error:
        if not Path(path).parent.is_dir():
            raise Unusable(f"{shown(path)}: there is no folder {shown(str(Path(path).parent))}") from error
        raise Unusable(f"{shown(path)} cannot be made: {reason(error)}") from error
    with contextlib.closing(os.fdopen(made)):
        os.fchmod(made, MODE)  # whatever the process's umask is


def check(name: str) -> None:
    """Raise :class:`Unusable` if the file is not there, or is not a database of ours, or an empty one."""
    path = path_of(name)
    try:
        _check(path)
    except (OSError, sqlite3.Error) as error:
        what = (
            "is not there: kerbholz migrate makes it"
            if isinstance(error, FileNotFoundError)
            else f"cannot be used: {reason(error)}"
        )
        raise Unusable(f"{shown(path)} {what}") from error


def _check(path: str) -> None:
    found = os.stat(path)
    if stat.S_ISDIR(found.st_mode):
        raise Unusable(f"{shown(path)} cannot be used: it is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise Unusable(f"{shown(path)} cannot be used: it is not a file, but a device or something similar")
    if not os.access(path, os.R_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if not found.st_size:
        return
    if found.st_size < HEADER:  # SQLite takes a single byte for nothing
        raise Unusable(f"{shown(path)} cannot be used: it is not an SQLite database")
    # Read by SQLite alone: who opens the file and closes it takes away the locks that this process has on it.
    try:
        whose = _whose(path, "ro")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
            raise
        whose = _whose(path, "rw")  # a crash has left a journal that has to be undone before it can be read
    if whose is not None:
        raise Unusable(f"{shown(path)} belongs to another application ({whose}), and was not changed")


def _whose(path: str, mode: str) -> str | None:
    """What says that a database is another application's; None if it is ours, or nobody's yet."""
    with contextlib.closing(_opened(path, mode)) as connection:

        def number(pragma: str) -> int:
            ((found,),) = connection.execute(f"PRAGMA {pragma}").fetchall()
            return int(found)

        application = number("application_id")
        if application == APPLICATION:
            return None
        if application:
            return f"its application_id is {application:#x}"
        names = {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if OURS in names:
            return None
        if names:
            return "it has tables that are not ours"
        return f"its user_version is {version}" if (version := number("user_version")) else None


def _opened(path: str, mode: str) -> sqlite3.Connection:
    name = there(path).removesuffix("mode=rw") + f"mode={mode}"
    return sqlite3.connect(name, uri=True, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)


def open_to_others(name: str) -> str | None:
    """The mode of the file, where everybody on the machine may read or write it: `644`."""
    try:
        mode = stat.S_IMODE(os.stat(path_of(name)).st_mode)
    except OSError:
        return None
    return f"{mode:03o}" if mode & 0o007 else None


class Same:
    """Whether a path still leads to the file that it led to at first.

    A file that was opened can be written to after it was deleted, or another one was put in its place: what is
    stored then is gone when it is closed.
    """

    def __init__(self, name: str) -> None:
        # Links are left in it: they are followed anew each time.
        self._path = os.path.abspath(path_of(name))
        self._file = self._found()

    def _found(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._path)
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def holds(self) -> bool:
        """Whether it does."""
        return self._found() == self._file

    def check(self) -> None:
        """Raise :class:`Unusable` unless it does."""
        if not self.holds():
            raise Unusable(f"{shown(self._path)} cannot be used: {GONE}")


class Contents:
    """The bytes of a file, read beside SQLite, for one pool of connections.

    It is opened once and stays open as long as any pool of this process has the file: when a process closes a
    file, it loses all locks that SQLite has on it (https://www.sqlite.org/howtocorrupt.html, section 2.2).
    """

    AT_ONCE = 1 << 20

    _guard = Lock()
    _pools: ClassVar[Counter[str]] = Counter()
    _files: ClassVar[dict[str, int]] = {}

    def __init__(self, name: str) -> None:
        self._path = os.path.realpath(path_of(name))
        self._closed = False
        with self._guard:
            self._pools[self._path] += 1

    def hold(self, traces: Sequence[bytes]) -> bool:
        """Whether any of these bytes are in it."""
        with self._guard:
            file = self._files.get(self._path)
            if file is None:
                file = self._files[self._path] = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        before, at = b"", 0
        overlap = max(map(len, traces)) - 1
        while read := os.pread(file, self.AT_ONCE, at):
            if any(one in before + read for one in traces):
                return True
            before, at = read[-overlap:], at + len(read)
        return False

    def close(self) -> None:
        """Let go of it, when no connection of the pool is open any more."""
        with self._guard:
            if self._closed:
                return
            self._closed = True
            self._pools[self._path] -= 1
            if not self._pools[self._path]:
                del self._pools[self._path]
                if (file := self._files.pop(self._path, None)) is not None:
                    os.close(file)


class Inspection:
    """Looks through a file now and then: whether it can be opened, and all its pages read (``quick_check``).

    It looks when it is asked, in a thread of its own, and so seldom that this takes a small share of the time.
    """

    SHARE = 20
    """After a look there is no other for its duration times this factor."""
    LEAST = 1.0
    """Seconds between two looks, at least."""
    PATIENCE = 0.5
    """Seconds that a caller waits for a look that was begun for it."""

    def __init__(self, name: str, clock: Callable[[], float] = monotonic) -> None:
        self._path = path_of(name)
        self._same = Same(name)
        self._clock = clock
        self._lock = Lock()
        self._look: Thread | None = None
        self._next = 0.0
        self._wrong: str | None = None

    def wrong(self) -> str | None:
        """What is wrong with the file, as far as the newest look has shown; None for nothing."""
        if not self._same.holds():
            return GONE
        with self._lock:
            if self._look is None and self._clock() >= self._next:
                self._look = Thread(target=self._run, name="kerbholz-inspection", daemon=True)
                self._look.start()
            look = self._look
        if look is not None:
            look.join(self.PATIENCE)
        return self._wrong

    def _run(self) -> None:
        begun = self._clock()
        try:
            with contextlib.closing(_opened(self._path, "ro")) as connection:
                ((said,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
                self._wrong = None if said == "ok" else "it is damaged"
        except sqlite3.Error as error:
            self._wrong = reason(error)
        except BaseException:
            self._wrong = None
            raise
        finally:
            now = self._clock()
            with self._lock:
                self._look = None
                self._next = now + max(self.LEAST, self.SHARE * (now - begun))
