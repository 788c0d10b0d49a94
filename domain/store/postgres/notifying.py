"""Telling other processes on PostgreSQL that something was appended, and listening to that.

Told is after the commits, and not with each of them.

A ``NOTIFY`` in a transaction makes its commit wait for those of all others that notify. So a process does it on a
connection of its own, at most once every few milliseconds, and again until what it has appended can be read by
followers (see ``postgres``). A process that is killed between the two tells nobody: listeners also look by
itself now and then.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import time
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

from domain.store.threads import begun

logger = logging.getLogger(__name__)

EVERY = 0.01
"""Seconds between two notifications of a process, at least."""
_AGAIN = (0.02, 1.0)
"""Seconds until it notifies again, from and to: while not everything can be read yet, or the database is gone."""

LISTEN_FOR = 0.5
"""Seconds after which a listener looks whether to go on."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds before PostgreSQL is tried again; each pause is twice the one before."""


class Notifier:
    """Notifies in a thread that is started by the first append.

    *connect* opens its connection; *tell* notifies on it, and says whether followers can read up to a position.
    """

    def __init__(
        self,
        connect: Callable[[], psycopg.Connection[Any]],
        tell: Callable[[psycopg.Connection[Any], int], bool],
    ) -> None:
        self._connect = connect
        self._tell = tell
        self._connection: psycopg.Connection[Any] | None = None
        self._lock = Lock()
        self._newest = 0
        self._appended = Event()
        self._closing = Event()
        self._thread: Thread | None = None

    def appended(self, position: int) -> None:
        """Something has been committed, up to *position*."""
        with self._lock:
            self._newest = max(self._newest, position)
            if self._thread is None and not self._closing.is_set():
                self._thread = begun(self._run, "notify")
                atexit.register(self.close)
        self._appended.set()

    def close(self) -> None:
        """Notify of what has been committed and not told yet, and end."""
        with self._lock:
            thread, self._thread = self._thread, None
            self._closing.set()
        self._appended.set()
        if thread is not None:
            thread.join(timeout=5)
            atexit.unregister(self.close)

    def _run(self) -> None:
        again = _AGAIN[0]
        while not self._closing.is_set():
            self._appended.wait()
            if self._told():
                again = _AGAIN[0]
                self._closing.wait(EVERY)
                continue
            self._closing.wait(again)
            again = min(2 * again, _AGAIN[1])
            self._appended.set()
        # What came while it was told to close, or could not be told before.
        if self._appended.is_set():
            self._told()
        if self._connection is not None:
            self._connection.close()

    def _told(self) -> bool:
        """Notify; false if it has to be done again."""
        self._appended.clear()
        try:
            if self._connection is None:
                self._connection = self._connect()
            return self._tell(self._connection, self._newest)
        except psycopg.Error as error:
            logger.warning("appends cannot be notified for the moment: %s", type(error).__name__)
            if self._connection is not None:
                self._connection.close()
            self._connection = None
            return False


class PostgresBell:
    """Listens on the channel that the recorder notifies; connects again when the connection is lost."""

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]], channel: str) -> None:
        self._connect = connect
        self._channel = channel
        self._connection: psycopg.Connection[Any] | None = None
        self._pause = FIRST_PAUSE

    def wait(self, seconds: float, stopped: Callable[[], bool]) -> bool:
        """See ``bell.Bell``."""
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
        """See ``bell.Bell``."""
        if self._connection is not None:
            with contextlib.suppress(psycopg.Error):
                self._connection.close()
            self._connection = None
