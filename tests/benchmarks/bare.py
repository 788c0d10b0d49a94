"""The endpoint to compare with: one small JSON validated, one row inserted, one commit, nothing else.

``python -m tests.benchmarks.bare --workers N --database URL`` serves it from the very server that ``kerbholz
serve`` uses, with the same durability: SQLite in WAL mode with ``synchronous=FULL``, PostgreSQL as it is set up.
"""

from __future__ import annotations

import argparse
import sqlite3
from collections.abc import Callable
from threading import Lock, local
from typing import Any
from unittest.mock import patch

import psycopg
from flask import Flask, Response, json, request
from marshmallow import Schema, ValidationError, fields

from service import server
from service.config import Settings

CREATE = "CREATE TABLE IF NOT EXISTS bare (name TEXT NOT NULL, number BIGINT NOT NULL)"


class RowSchema(Schema):
    """The two fields."""

    name = fields.String(required=True)
    number = fields.Integer(required=True, strict=True)


class SQLite:
    """One connection for each thread; one writer at a time, since SQLite's own waiting sleeps."""

    def __init__(self, url: str) -> None:
        self._path = url.removeprefix("sqlite:///")
        self._threads = local()
        self._writing = Lock()

    def insert(self, name: str, number: int) -> None:
        """One row, one commit."""
        connection = self._connection()
        with self._writing:
            connection.execute("INSERT INTO bare VALUES (?, ?)", (name, number))

    def create(self) -> None:
        """Create the table."""
        self._connection().execute(CREATE)

    def _connection(self) -> sqlite3.Connection:
        if not hasattr(self._threads, "connection"):
            connection = sqlite3.connect(self._path, isolation_level=None, timeout=60)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            self._threads.connection = connection
        made: sqlite3.Connection = self._threads.connection
        return made


class Postgres:
    """One connection for each thread."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._threads = local()

    def insert(self, name: str, number: int) -> None:
        """One row, one commit."""
        self._connection().execute("INSERT INTO bare VALUES (%s, %s)", (name, number))

    def create(self) -> None:
        """Create the table."""
        self._connection().execute(CREATE)

    def _connection(self) -> psycopg.Connection[Any]:
        if not hasattr(self._threads, "connection"):
            self._threads.connection = psycopg.connect(self._url, autocommit=True)
        made: psycopg.Connection[Any] = self._threads.connection
        return made


def database(url: str) -> SQLite | Postgres:
    """The database that a URL names."""
    return SQLite(url) if url.startswith("sqlite:") else Postgres(url)


def bare_app(insert: Callable[[str, int], None]) -> Flask:
    """The application: ``POST /rows``, and what the server asks to know that it is up."""
    app = Flask("bare")
    schema = RowSchema()

    @app.post("/rows")
    def rows() -> Response:
        try:
            row = schema.load(request.get_json())
        except ValidationError as error:
            return Response(json.dumps(error.messages), 422, content_type="application/json")
        insert(row["name"], row["number"])
        return Response(json.dumps(row), 201, content_type="application/json")

    @app.get("/healthz")
    def healthz() -> Response:
        return Response("{}", content_type="application/json")

    return app


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, required=True)
    parser.add_argument("--database", required=True)
    given = parser.parse_args()
    database(given.database).create()
    settings = Settings(database=given.database, port=0, workers=given.workers)
    with patch.object(server, "create_app", lambda *_, **__: bare_app(database(given.database).insert)):
        server.run(settings)


if __name__ == "__main__":
    main()
