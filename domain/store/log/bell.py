"""Bells: what tells a process that somebody, in whichever process, has appended to the log.

A bell may ring late, once for several appends, and for none; it is no evidence. A listener reads the feed,
and reads it now and then without having heard anything. A bell belongs to one thread, and to a connection of its
own where it can. (That of PostgreSQL listens to what ``notifying`` says, and is there.)
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from typing import Protocol

from domain.store.log.feed import Feed
from domain.store.reaching import errors

LOOK_EVERY = 0.02
"""Seconds between two looks at an SQLite file."""
READ_EVERY = 0.05
"""Seconds between two looks at the feed of PostgreSQL."""


class Bell(Protocol):
    """Waits for appends of any process."""

    def wait(self, seconds: float, stopped: Callable[[], bool]) -> bool:
        """Wait for an append, at most *seconds*, and not much longer than until *stopped* says so.

        Whether something may have been appended.
        """

    def close(self) -> None:
        """Let go of the connection."""


class SQLiteBell:
    """Looks whether another connection has written to the file (``PRAGMA data_version``)."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._connection: sqlite3.Connection | None = None
        self._seen: int | None = None

    def wait(self, seconds: float, stopped: Callable[[], bool]) -> bool:
        """See :class:`Bell`."""
        until = time.monotonic() + seconds
        while not (rings := self._rings()) and time.monotonic() < until and not stopped():
            time.sleep(LOOK_EVERY)
        return rings

    def _rings(self) -> bool:
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(self._name, uri=True, check_same_thread=False)
            ((now,),) = self._connection.execute("PRAGMA data_version").fetchall()
        except sqlite3.Error:
            return False
        before, self._seen = self._seen, int(now)
        return before != self._seen

    def close(self) -> None:
        """See :class:`Bell`."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class FeedBell:
    """Looks whether there is something new in the feed, where nobody can listen: behind a pooler of PostgreSQL.

    It has no connection of its own, and needs one of the pool's for a moment.
    """

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._seen: int | None = None

    def wait(self, seconds: float, stopped: Callable[[], bool]) -> bool:
        """See :class:`Bell`."""
        until = time.monotonic() + seconds
        while not (rings := self._rings()) and time.monotonic() < until and not stopped():
            time.sleep(READ_EVERY)
        return rings

    def _rings(self) -> bool:
        try:
            now = self._feed.newest()
        except errors():
            return False
        before, self._seen = self._seen, now
        return before != now

    def close(self) -> None:
        """See :class:`Bell`."""
