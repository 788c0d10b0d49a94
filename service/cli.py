"""The command line: ``kerbholz serve``, ``kerbholz migrate`` and ``kerbholz openapi``."""

from __future__ import annotations

import json
import os
from typing import Any

import click

from domain.matches import Matches
from domain.migration import SCHEMA, migrate, schema_of
from service.config import DEFAULT_DATABASE, Settings

DATABASE_HELP = (
    "sqlite:///relative/path, sqlite:////absolute/path, sqlite:// (memory) or postgresql://…"
    f" [default: KERBHOLZ_DATABASE_URL, or {DEFAULT_DATABASE}]"
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def main() -> None:
    """Kerbholz keeps the log of a tabletop game."""


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, help="Port to listen on; 0 picks a free one.")
@click.option("--workers", default=1, show_default=True, help="Processes.")
@click.option("--threads", default=64, show_default=True, help="Threads of each process, started as needed.")
@click.option("--database", default=None, help=DATABASE_HELP)
@click.option("--origins", default=None, help="Origins whose pages may call, with commas.  [default: * (any)]")
@click.option("--log-level", default=None, help="debug, info, warning or error.  [default: info]")
def serve(**given: Any) -> None:
    """Serve the REST API until told to stop.

    A SQLite database is brought to this version's schema first; a PostgreSQL one must have been migrated.
    """
    settings = _settings(given)
    in_memory = "mode=memory" in settings.environment.get("SQLITE_DBNAME", "")
    if settings.environment["PERSISTENCE_MODULE"] == "eventsourcing.sqlite":
        if not in_memory:
            migrate(settings.environment)
    else:
        _check_schema(settings)
    from service.server import run

    run(settings)


@main.command(name="openapi")
def openapi_command() -> None:
    """Print the OpenAPI document, from which clients are generated; no database is opened."""
    from service.app import create_app

    api = create_app(Settings()).extensions["kerbholz-api"]
    click.echo(json.dumps(api.spec.to_dict(), ensure_ascii=False, indent=1, sort_keys=True))


@main.command(name="migrate")
@click.option("--database", default=None, help=DATABASE_HELP)
def migrate_command(**given: Any) -> None:
    """Bring a database to this version's schema; running it again does nothing."""
    number = migrate(_settings(given).environment)
    click.echo(f"the database is at schema {number}")


def _settings(given: dict[str, Any]) -> Settings:
    try:
        return Settings.from_environment(os.environ, **given)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def _check_schema(settings: Settings) -> None:
    with Matches(settings.environment) as matches:
        found = schema_of(matches)
    if found != SCHEMA:
        raise click.ClickException(
            f"the database is at schema {found}, this version needs {SCHEMA}: run kerbholz migrate first"
        )
