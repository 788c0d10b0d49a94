"""Connecting to PostgreSQL: each connection of a process, in its pool or beside it, is made and set up here.

A URL goes to libpq as it is, so all that libpq knows may stand in it. What a session is set to (``SETTINGS``) is
said when it is connected, by ``SET``: poolers refuse what they don't know while connecting, ``options`` above all.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any, TypeVar

import psycopg
from eventsourcing.persistence import InternalError
from eventsourcing.postgres import PostgresDatastore
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, Row, dict_row, tuple_row

from domain.store.reaching import Unusable, is_read_only, printable, reason, register_driver

T = TypeVar("T")

register_driver(psycopg.Error, psycopg.OperationalError, psycopg.InterfaceError)

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

RECONNECTING = 2.0
"""Seconds that the pool tries to replace a connection by itself, with growing pauses. After that it tries when
somebody wants one: so it is there again when the database is, however long the outage was."""

DEFAULTS = {
    "connect_timeout": ("3", "PGCONNECT_TIMEOUT"),
    "keepalives_idle": ("30", None),
    "keepalives_interval": ("5", None),
    "keepalives_count": ("3", None),
    "tcp_user_timeout": ("15000", None),
}
"""Parameters of libpq where the URL has none, and the variable that they are left to where it is set."""

RENEWED = 1.0
"""Seconds between two times that all connections are made anew, at least."""

POOL = "kerbholz"
"""What the pool's connections are called in ``pg_stat_activity``, where nobody calls them something else."""


class NotAnswered(psycopg.OperationalError):
    """PostgreSQL has not answered for too long, so the connection was given up."""


class Connection(psycopg.Connection[Row]):
    """A connection that is given up when the server does not answer; what it was asked to do it may have done."""

    patience = PATIENCE

    def wait(self, gen: PQGen[T], *args: Any, **kwargs: Any) -> T:
        """As the library has it, but not for ever; raises `NotAnswered`."""
        try:
            return super().wait(_limited(gen, self.patience), *args, **kwargs)
        except NotAnswered:
            self.pgconn.finish()
            raise


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


def connect(url: str, name: str) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection beside the pool, in autocommit; raises ``psycopg.Error``."""
    connection = Connection.connect(url, autocommit=True, row_factory=tuple_row, **_parameters(url, name))
    _set_up(connection)
    return connection


def reach(url: str) -> None:
    """Connect and let go; raises ``Unusable`` where that is not possible, or would lead to a standby."""
    try:
        with contextlib.closing(connect(url, "kerbholz-check")) as connection:
            ((standby,),) = connection.execute("SELECT pg_is_in_recovery()").fetchall()
    except psycopg.Error as error:
        raise Unusable(f"{address(url)} cannot be reached: {reason(error)}") from error
    if standby:
        raise Unusable(f"{address(url)} is a standby, which can only be read")


def address(url: str) -> str:
    """Where a URL leads, for people: without a password."""
    given = conninfo_to_dict(url)

    def part(name: str, variable: str) -> str:
        return printable(str(given.get(name) or os.environ.get(variable) or ""))

    hosts = (part("host", "PGHOST") or part("hostaddr", "PGHOSTADDR") or "the local socket").split(",")
    ports = (part("port", "PGPORT") or "5432").split(",")
    ports *= len(hosts) if len(ports) == 1 else 1
    places = (f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host, port in zip_longest(hosts, ports))
    name = part("dbname", "PGDATABASE")
    service = part("service", "PGSERVICE")
    if service and "host" not in given:
        return f"PostgreSQL as of the service {service}"
    return f"the database {name} of PostgreSQL at {' or '.join(places)}"


def _parameters(url: str, name: str) -> dict[str, Any]:
    given = conninfo_to_dict(url)
    found = {"fallback_application_name": name}
    for parameter, (value, variable) in DEFAULTS.items():
        if variable is None or not os.environ.get(variable):
            found[parameter] = value
    return {parameter: value for parameter, value in found.items() if parameter not in given}


def _set_up(connection: psycopg.Connection[Any], *, hurried: bool = True) -> None:
    connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in SETTINGS.items()))
    if not hurried:
        connection.execute("SET statement_timeout = 0")
        assert isinstance(connection, Connection)
        connection.patience = float("inf")


class Datastore(PostgresDatastore):
    """The library's, with a URL in the place of the five parts that it would have.

    If not *hurried*, statements may take as long as they like: for migrations and rebuilds.
    """

    def __init__(self, url: str, *, hurried: bool = True, **kwargs: Any) -> None:
        self.hurried = hurried
        self._renewed = 0.0
        super().__init__(dbname="", host="", port="", user="", password="", **kwargs)
        self.url = url
        self.pool.connection_class = Connection
        self.pool.reconnect_timeout = RECONNECTING
        self.pool.conninfo = url
        self.pool.kwargs = {"row_factory": dict_row, **_parameters(url, POOL)}

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """As the library has it: no bound method, which the pool would hold in a circle."""

        hurried = self.hurried

        def after_connect(connection: psycopg.Connection[Any]) -> None:
            connection.autocommit = True
            _set_up(connection, hurried=hurried)

        return after_connect

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        """As the library has it; where nothing can be written, the next one is asked on a new connection."""
        try:
            with super().get_connection() as connection:
                yield connection
        except InternalError as error:
            if is_read_only(error):
                self.renew()
            raise

    def renew(self) -> None:
        """Have connections made anew, but seldom: a session keeps the defaults that were set when it began."""
        now = time.monotonic()
        if now >= self._renewed + RENEWED:
            self._renewed = now
            self.pool.drain()

    def connect(self, name: str) -> psycopg.Connection[tuple[Any, ...]]:
        """See :func:`connect`."""
        return connect(self.url, name)
