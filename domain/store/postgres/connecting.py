"""Connecting to PostgreSQL: each connection of a process, in its pool or beside it, is made here.

A URL goes to libpq as it is, so all that libpq knows may stand in it. What a session is set to (see ``sessions``)
is said when it is connected, by ``SET``: poolers refuse what they don't know while connecting, ``options`` above
all.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import zip_longest
from typing import Any

import psycopg
from eventsourcing.persistence import InternalError, OperationalError
from eventsourcing.postgres import PostgresDatastore
from psycopg.abc import ConnDict
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg_pool import PoolTimeout

from domain.store.postgres.sessions import Connection, OnStandby, Sessions
from domain.store.reaching import Unusable, is_read_only, place, printable, reason, register_driver

register_driver(psycopg.Error, psycopg.OperationalError, psycopg.InterfaceError)

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


def connect(url: str, name: str, sessions: Sessions | None = None) -> Connection[tuple[Any, ...]]:
    """A connection beside the pool, in autocommit; raises ``psycopg.Error``, with ``OnStandby`` for a standby."""
    connection = _connected(url, name)
    try:
        (sessions or Sessions(partial(_connected, url, name))).set_up(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _connected(url: str, name: str) -> Connection[tuple[Any, ...]]:
    return Connection.connect(url, autocommit=True, row_factory=tuple_row, **_parameters(url, name))


def reach(url: str) -> None:
    """Connect and let go; raises ``Unusable`` where that is not possible, or would lead to a standby."""
    try:
        connect(url, "kerbholz-check").close()
    except OnStandby as error:
        raise Unusable(f"{address(url)} is a standby, which can only be read") from error
    except psycopg.Error as error:
        raise Unusable(f"{address(url)} cannot be reached: {reason(error)}") from error


def address(url: str) -> str:
    """Where a URL leads, for people: without a password."""
    given = conninfo_to_dict(url)

    def part(name: str, variable: str) -> str:
        return printable(_given(given, name, variable))

    hosts = (part("host", "PGHOST") or part("hostaddr", "PGHOSTADDR")).split(",")
    ports = part("port", "PGPORT").split(",")
    ports *= len(hosts) if len(ports) == 1 else 1
    places = [place(host, port) for host, port in zip_longest(hosts, ports, fillvalue="")]
    name = part("dbname", "PGDATABASE")
    service = part("service", "PGSERVICE")
    if service and "host" not in given:
        return f"PostgreSQL as of the service {service}"
    return f"the database {name} of PostgreSQL at {' or '.join(places)}"


def _given(parameters: ConnDict, name: str, variable: str) -> str:
    return str(parameters.get(name) or os.environ.get(variable) or "")


def _parameters(url: str, name: str) -> dict[str, Any]:
    given = conninfo_to_dict(url)
    found = {"fallback_application_name": name}
    for parameter, (value, variable) in DEFAULTS.items():
        if variable is None or not os.environ.get(variable):
            found[parameter] = value
    several = "," in _given(given, "host", "PGHOST") + _given(given, "hostaddr", "PGHOSTADDR")
    if several and not os.environ.get("PGTARGETSESSIONATTRS"):
        # Only one of them is the primary.
        found["target_session_attrs"] = "read-write"
    return {parameter: value for parameter, value in found.items() if parameter not in given}


class Datastore(PostgresDatastore):
    """The library's, with a URL in the place of the five parts that it would have.

    If not *hurried*, statements may take as long as they like: for migrations and rebuilds.
    """

    def __init__(self, url: str, *, hurried: bool = True, **kwargs: Any) -> None:
        self.hurried = hurried
        self._renewed = 0.0
        self.sessions = Sessions(partial(_connected, url, "kerbholz-check"), hurried=hurried)
        super().__init__(dbname="", host="", port="", user="", password="", **kwargs)
        self.url = url
        self.pool.connection_class = Connection
        self.pool.reconnect_timeout = RECONNECTING
        self.pool.conninfo = url
        self.pool.kwargs = {"row_factory": dict_row, **_parameters(url, POOL)}

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """As the library has it: no bound method, which the pool would hold in a circle."""

        sessions = self.sessions

        def after_connect(connection: psycopg.Connection[Any]) -> None:
            assert isinstance(connection, Connection)
            connection.autocommit = True
            sessions.set_up(connection)

        return after_connect

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        """As the library has it; where nothing can be written, the next one is asked on a new connection."""
        try:
            with super().get_connection() as connection:
                assert isinstance(connection, Connection)
                with connection.using():
                    yield connection
        except InternalError as error:
            if is_read_only(error):
                self.renew()
            raise
        except OperationalError as error:
            if self.sessions.refused is not None and isinstance(error.__cause__, PoolTimeout):
                raise InternalError(str(self.sessions.refused)) from self.sessions.refused
            raise

    @contextmanager
    def transaction(self, *, commit: bool = False) -> Iterator[psycopg.Cursor[DictRow]]:
        """As the library has it; on a lent session there is a transaction already."""
        with self.get_connection() as connection:
            assert isinstance(connection, Connection)
            if connection.lent is None:
                with connection.transaction(force_rollback=not commit):
                    yield connection.cursor()
            else:
                yield connection.cursor()
                if not commit:
                    connection.rollback()

    def renew(self) -> None:
        """Have connections made anew, but seldom: a session keeps the defaults that were set when it began."""
        now = time.monotonic()
        if now >= self._renewed + RENEWED:
            self._renewed = now
            self.pool.drain()

    def connect(self, name: str) -> Connection[tuple[Any, ...]]:
        """See :func:`connect`."""
        return connect(self.url, name, self.sessions)
