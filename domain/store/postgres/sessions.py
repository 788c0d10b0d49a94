"""Sessions of PostgreSQL: how each is set up, and what may be relied on behind a pooler.

A pooler in transaction mode lends a session for one transaction, and then to somebody else. Nothing is set on a
lent session, nothing is prepared in it, and nobody listens on it. Whatever is done there is a transaction with
settings of its own. No pooler says that it does so, so it is found out:

- A server tells who connects which process answers, and a pooler invents something in the place of it. Where it is
  the process that does answer, nothing is there that could lend it to somebody else.
- Else two connections ask in turn which process answers. In session mode that is always the same one for each, and
  never that of the other one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from functools import partial
from threading import Lock
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import Diagnostic
from psycopg.rows import Row, tuple_row

logger = logging.getLogger(__name__)

T = TypeVar("T")

SETTINGS = {
    # No statement waits without end for a lock: for an append of the same version, or for a migration.
    "lock_timeout": "5s",
    # Nor does any work without end.
    "statement_timeout": "6s",
    "idle_in_transaction_session_timeout": "5s",
}
"""What each session is set to, even where the role or the database has other settings."""

PATIENCE = 8.0
"""Seconds that are waited for PostgreSQL to answer a statement. It is longer than it may work on one (`SETTINGS`),
and meant for a server that was stopped, or cut off, and keeps to no limits."""

TURNS = "abaabb" * 6
"""In which order two connections ask which process answers them: a pooler that hands out its sessions from the top
of a pile gives both the same one, and one that hands them out in turn gives the same connection different ones."""

LENT = (
    "a pooler lends sessions of PostgreSQL for single transactions: appends of other processes are looked for"
    " instead of listened for, and nothing is prepared; a direct connection is quicker"
)


class NotAnswered(psycopg.OperationalError):
    """PostgreSQL has not answered for too long, so the connection was given up."""


class NotReplicated(psycopg.OperationalError):
    """What was written is on the primary, and perhaps on no standby: the wait for one was cancelled, or spared."""


class OnStandby(psycopg.errors.ReadOnlySqlTransaction):
    """A connection leads to a standby, from which nothing is read: it may be behind."""


class Connection(psycopg.Connection[Row]):
    """A connection that is given up when the server does not answer; what it was asked to do it may have done.

    Whatever is done with it is done in :meth:`using`.
    """

    patience = PATIENCE
    lent: str | None = None
    """How each transaction begins, if the session is lent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._cut_short: list[str] = []
        # Not a method of this connection, which would then hold itself.
        self.add_notice_handler(partial(_listened, self._cut_short))

    def wait(self, gen: PQGen[T], *args: Any, **kwargs: Any) -> T:
        """As the library has it, but not for ever; raises `NotAnswered`."""
        try:
            return super().wait(_limited(gen, self.patience), *args, **kwargs)
        except NotAnswered:
            self.pgconn.finish()
            raise

    @contextmanager
    def using(self) -> Iterator[None]:
        """Do something, on a lent session in a transaction of its own.

        Raises `NotReplicated` where a commit did not wait for the standbys that it had to, and `OnStandby`.
        """
        self._cut_short.clear()
        if self.lent is None:
            yield
        else:
            with self._lending(self.lent):
                yield
        if self._cut_short:
            logger.error("a commit was told to wait no longer for a standby: %s", self._cut_short[0])
            raise NotReplicated("what was written may be on no standby")

    @contextmanager
    def _lending(self, beginning: str) -> Iterator[None]:
        try:
            with self.cursor(row_factory=tuple_row) as cursor:
                cursor.execute(beginning)
                while cursor.nextset():
                    pass
                _refuse_standby(cursor.fetchone())
            yield
        except BaseException:
            with suppress(psycopg.Error):
                self.rollback()
            raise
        self.commit()


def atomic(connection: psycopg.Connection[Any]) -> AbstractContextManager[object]:
    """A transaction; on a lent session there is one already (see :meth:`Connection.using`)."""
    lent = isinstance(connection, Connection) and connection.lent is not None
    return nullcontext() if lent else connection.transaction()


def _listened(cut_short: list[str], notice: Diagnostic) -> None:
    """Remember a warning of the function that waits for standbys, in whatever language it is.

    It is given when the wait is cancelled. The transaction is committed all the same, and no error says that it is
    not replicated.
    """
    if notice.source_function == "SyncRepWaitForLSN" and notice.severity_nonlocalized == "WARNING":
        cut_short.append(notice.message_primary or "")


def _limited(gen: PQGen[T], patience: float) -> PQGen[T]:
    """The same conversation with the socket; the library looks up from it several times a second."""
    until = time.monotonic() + patience
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > until:
                gen.close()
                raise NotAnswered(f"the server has not answered for {patience:.0f} seconds")
            wanted = gen.send(ready)
    except StopIteration as done:
        result: T = done.value
        return result


def _refuse_standby(row: tuple[Any, ...] | None) -> None:
    if row is None or row[-1]:
        raise OnStandby("it is a standby, which can only be read")


class Sessions:
    """The sessions that a process has at one URL; *connect* makes one more connection, on which nothing is set.

    If not *hurried*, statements may take as long as they like.
    """

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]], *, hurried: bool = True) -> None:
        self._connect = connect
        self._settings = SETTINGS if hurried else {**SETTINGS, "statement_timeout": "0"}
        self._patience = PATIENCE if hurried else float("inf")
        self._lock = Lock()
        self._lent: bool | None = None
        self.refused: OnStandby | None = None
        """Why the last connection that was made could not be used."""

    @property
    def are_lent(self) -> bool:
        """Whether sessions were found to be lent, as far as anybody has connected."""
        return bool(self._lent)

    def set_up(self, connection: Connection[Any]) -> None:
        """Set up a new connection, in autocommit; raises `OnStandby`."""
        connection.patience = self._patience
        with connection.cursor(row_factory=tuple_row) as cursor:
            row = cursor.execute("SELECT pg_backend_pid(), pg_is_in_recovery()").fetchone()
        try:
            _refuse_standby(row)
        except OnStandby as error:
            self.refused = error
            raise
        self.refused = None
        if row is not None and row[0] != connection.info.backend_pid and self._find_out():
            connection.prepare_threshold = None
            settings = "; ".join(f"SET LOCAL {name} = '{value}'" for name, value in self._settings.items())
            connection.lent = f"BEGIN; {settings}; SELECT pg_is_in_recovery()"
        else:
            connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in self._settings.items()))

    def _find_out(self) -> bool:
        with self._lock:
            if self._lent is None:
                with closing(self._connect()) as one, closing(self._connect()) as another:
                    self._lent = are_lent(one, another)
                if self._lent:
                    logger.info(LENT)
            return self._lent


def are_lent(one: psycopg.Connection[Any], another: psycopg.Connection[Any]) -> bool:
    """Whether two connections through a pooler (in autocommit) have no session of their own each."""
    seen: dict[str, set[int]] = {"a": set(), "b": set()}
    for turn in TURNS:
        with (one if turn == "a" else another).cursor(row_factory=tuple_row) as cursor:
            ((process,),) = cursor.execute("SELECT pg_backend_pid()").fetchall()
        seen[turn].add(process)
        if len(seen[turn]) > 1 or seen["a"] & seen["b"]:
            return True
    return False
