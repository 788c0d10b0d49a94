"""Bells: what tells a process that somebody, in whichever process, has appended to the log.

A bell may ring late, once for several appends, and for none; it is no evidence. A listener reads the feed,
and reads it now and then without having heard anything. Each bell has a connection of its own, none of the
pool's, and belongs to one thread.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable
from typing import Any, Protocol

import psycopg
from psycopg.sql import SQL, Identifier

LOOK_EVERY = 0.02
"""Seconds between two looks at an SQLite file."""
LISTEN_FOR = 0.5
"""Seconds after which a listener looks whether to go on."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds before PostgreSQL is tried again; each pause is twice the one before."""


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


class PostgresBell:
    """Listens on the channel that the recorder notifies; connects again when the connection is lost."""

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]], channel: str) -> None:
        self._connect = connect
        self._channel = channel
        self._connection: psycopg.Connection[Any] | None = None
        self._pause = FIRST_PAUSE

    def wait(self, seconds: float, stopped: Callable[[], bool]) -> bool:
        """See :class:`Bell`."""
        until = time.monotonic() + seconds
        while not stopped() and (left := until - time.monotonic()) > 0:
            try:
                if self._connection is None:
                    self._listen()
                    return True  # what was notified before is lost
                heard = self._connection.notifies(timeout=min(left, LISTEN_FOR), stop_after=1)
                if any(True for _ in heard):
                    return True
            except psycopg.Error:
                self.close()
                time.sleep(min(self._pause, left))
                self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return False

    def _listen(self) -> None:
        self._connection = self._connect()
        self._connection.execute(SQL("LISTEN {}").format(Identifier(self._channel)))
        self._pause = FIRST_PAUSE

    def close(self) -> None:
        """See :class:`Bell`."""
        if self._connection is not None:
            with contextlib.suppress(psycopg.Error):
                self._connection.close()
            self._connection = None
