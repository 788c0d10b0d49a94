"""Connecting to PostgreSQL: each connection of a process, in its pool or beside it, is made and set up here.

A URL goes to libpq as it is, so all that libpq knows may stand in it. What a session is set to (``SETTINGS``) is
said when it is connected, by ``SET``: poolers refuse what they don't know while connecting, ``options`` above all.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row, tuple_row

SETTINGS = {
    # No statement waits without end for a lock: for an append of the same version, or for a migration.
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "5s",
}
"""What each session is set to, whoever has set something else for the role or the database."""

DEFAULTS = {"connect_timeout": ("3", "PGCONNECT_TIMEOUT"), "keepalives_idle": ("30", None)}
"""Parameters of libpq where the URL has none, and the variable that they are left to where it is set."""

POOL = "kerbholz"
"""What the pool's connections are called in ``pg_stat_activity``, where nobody calls them something else."""


def connect(url: str, name: str) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection beside the pool, in autocommit; raises ``psycopg.Error``."""
    connection = psycopg.connect(url, autocommit=True, row_factory=tuple_row, **_parameters(url, name))
    _set_up(connection)
    return connection


def _parameters(url: str, name: str) -> dict[str, Any]:
    given = conninfo_to_dict(url)
    found = {"fallback_application_name": name}
    for parameter, (value, variable) in DEFAULTS.items():
        if variable is None or not os.environ.get(variable):
            found[parameter] = value
    return {parameter: value for parameter, value in found.items() if parameter not in given}


def _set_up(connection: psycopg.Connection[Any]) -> None:
    connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in SETTINGS.items()))


class Datastore(PostgresDatastore):
    """The library's, with a URL in the place of the five parts that it would have."""

    def __init__(self, url: str, **kwargs: Any) -> None:
        super().__init__(dbname="", host="", port="", user="", password="", **kwargs)
        self.url = url
        self.pool.conninfo = url
        self.pool.kwargs = {"row_factory": dict_row, **_parameters(url, POOL)}

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """As the library has it: no bound method, which the pool would hold in a circle."""

        def after_connect(connection: psycopg.Connection[Any]) -> None:
            connection.autocommit = True
            _set_up(connection)

        return after_connect

    def connect(self, name: str) -> psycopg.Connection[tuple[Any, ...]]:
        """See :func:`connect`."""
        return connect(self.url, name)
