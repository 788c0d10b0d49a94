"""Bringing a database to this version's tables; safe to run twice and at the same time."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import PostgresFactory
from psycopg.errors import UndefinedTable

from domain.matches import Matches

SCHEMA = 3
"""Of the tables; a database of a lower number must be migrated before it is served.

1: the first tables. 2: snapshots of states with consents, freezing and signatures. 3: keys for opening matches.
"""

_LOCK = 0x6B65726268  # "kerbh": the advisory lock that migrations of one database take in turn
_INSERT = "INSERT INTO kerbholz_settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
_UPDATE = "UPDATE kerbholz_settings SET value = ? WHERE name = ?"


def migrate(env: Mapping[str, str]) -> int:
    """Create or update the tables of the database that *env* names; the number of the schema it is at."""
    with Matches({**env, "CREATE_TABLE": "n"}) as matches:
        if isinstance(matches.factory, PostgresFactory):
            with matches.factory.datastore.get_connection() as connection:
                connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
                try:
                    _create(env, matches)
                finally:
                    connection.execute("SELECT pg_advisory_unlock(%s)", (_LOCK,))
        else:
            _create(env, matches)
    return SCHEMA


def _create(env: Mapping[str, str], matches: Matches) -> None:
    Matches({**env, "CREATE_TABLE": "y"}).close()
    matches.database.execute(
        [
            (_INSERT, ("service_key", secrets.token_bytes(32))),
            (_INSERT, ("schema", str(SCHEMA).encode())),
        ]
    )
    if schema_of(matches) < SCHEMA:
        # So far each schema has only added tables, which have just been made.
        matches.database.execute([(_UPDATE, (str(SCHEMA).encode(), "schema"))])


def _has_no_tables(error: PersistenceError) -> bool:
    cause = error.__cause__
    return isinstance(cause, UndefinedTable) or "no such table" in str(cause)


def schema_of(matches: Matches) -> int:
    """The number of the schema a database is at; 0 if it has never been migrated."""
    try:
        number = matches.side.setting("schema")
    except PersistenceError as error:
        if _has_no_tables(error):
            return 0
        raise
    return int(number) if number is not None else 0
