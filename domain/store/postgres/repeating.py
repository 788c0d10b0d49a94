"""Trying once more what failed because its connection to PostgreSQL has died."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar, cast

import psycopg
from eventsourcing.persistence import InterfaceError, InternalError, OperationalError
from eventsourcing.postgres import PostgresDatastore
from psycopg_pool import PoolTimeout

from domain.store.postgres.sessions import NotAnswered, NotReplicated, OnStandby
from domain.store.reaching import is_read_only


class Recorder(Protocol):
    """What asks a database, by the connections of a pool."""

    @property
    def datastore(self) -> PostgresDatastore:
        """That with the pool."""


P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", bound=Recorder)

BROKEN = (InterfaceError, OperationalError, InternalError)
"""Exceptions of a connection that has died, among others: the statement is tried once more, on another one."""


def twice(method: Callable[Concatenate[R, P], T]) -> Callable[Concatenate[R, P], T]:
    """Try once more if the connection has died, when all that died have left the pool.

    Connections are not tested before each use, which would cost an append a round trip; and it is not tried ten
    times, as by the library: the waiting caller is told soon.
    """

    @wraps(method)
    def tried(self: R, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(self, *args, **kwargs)
        except BROKEN as error:
            if not has_died(error):
                raise
            time.sleep(0.1)
            self.datastore.pool.check()
            return method(self, *args, **kwargs)

    return cast("Callable[Concatenate[R, P], T]", tried)


def has_died(error: Exception) -> bool:
    """Whether a connection was found dead, so that another one may live.

    A connection to a server that can only be read counts as dead: the pool lets go of it, and of several hosts
    another one may have taken over. A caller that waited in vain (for a lock, an answer, a connection of the pool)
    is told so, and waits no more.
    """
    cause = error.__cause__ if isinstance(error.__cause__, psycopg.Error) else error
    if isinstance(cause, NotAnswered | NotReplicated | PoolTimeout):
        return False
    if is_read_only(error):
        return not isinstance(cause, OnStandby)
    if isinstance(cause, psycopg.Error) and cause.sqlstate is not None:
        return cause.diag.severity_nonlocalized in ("FATAL", "PANIC")
    return True
