"""Failures of a command, in sentences for its user: the path or address, and the reason; exit code 1.

What knows databases is imported where it is needed: that takes longer than all else that most commands do.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click

from service.cli.options import Program, match_named

if TYPE_CHECKING:
    from domain.application.matches import Matches
    from service.config import Settings


DATABASE_HELP = (
    "sqlite:///relative/path, sqlite:////absolute/path, sqlite:// (memory) or postgresql://…"
    " [default: KERBHOLZ_DATABASE_URL, or sqlite:///kerbholz.db]"
)


class Commands(Program):
    """Commands none of which ends in a traceback for what is no error of the program."""

    def invoke(self, ctx: click.Context) -> Any:
        """As click has it."""
        _hold_standard_streams()
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            said = sentence(error)
            if said is None:
                raise
            raise click.ClickException(said) from None


def sentence(error: Exception) -> str | None:
    """What is told of an error; None for what is one of the program, or ends it without a word."""
    from domain.kit.ruleset import BadRuleset
    from domain.match.damage import Damaged
    from domain.store.reaching import Unusable, errors, reason

    if isinstance(error, Unusable | BadRuleset | Damaged):
        return str(error)
    if isinstance(error, errors()):
        return f"the database cannot be used: {reason(error)}"
    # Of a pipe that nobody reads any more, click says nothing.
    return _said(error) if isinstance(error, OSError) and error.errno != errno.EPIPE else None


def _said(error: OSError) -> str:
    from domain.store.reaching import printable, shown

    if error.filename is None:
        return error.strerror or printable(str(error))
    return f"{shown(os.fsdecode(error.filename))}: {error.strerror}"


def _hold_standard_streams() -> None:
    """Occupy the numbers of standard streams that are closed: else what is opened next would get them."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


class Output:
    """Standard output; *needed* says that what is printed must not be lost, so that there has to be one."""

    def __init__(self, *, needed: bool = False) -> None:
        if needed and sys.stdout is None:
            raise click.ClickException("there is no standard output to print to")

    def say(self, text: str, *, end: bool = True) -> None:
        """Print a text, and the end of its line; raises ClickException where that fails."""
        try:
            click.echo(text, nl=end)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            # What is left in the buffer would fail once more when the program ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            from domain.store.reaching import reason

            raise click.ClickException(f"the output cannot be written: {reason(error)}") from None


@contextlib.contextmanager
def using(settings: Settings, *, reachable: bool = True) -> Iterator[None]:
    """Say of what goes wrong with the database which one that is; with *reachable* it is tried beforehand."""
    from domain.application.upkeep.migration import NewerSchema
    from domain.store.reaching import Unusable, errors, reason

    if reachable and (url := settings.environment.get("POSTGRES_URL")) is not None:
        from domain.store.postgres.connecting import reach

        reach(url)
    try:
        yield
    except Unusable:
        raise
    except NewerSchema as error:
        raise Unusable(
            f"{where(settings)} is at schema {error.found}, of which this version knows nothing"
        ) from error
    except errors() as error:
        if (url := settings.environment.get("POSTGRES_URL")) is not None:
            from domain.store.postgres.connecting import reach

            reach(url)  # of a pool nobody learns why it had no connection
        raise Unusable(f"{where(settings)} cannot be used: {reason(error)}") from error


def where(settings: Settings) -> str:
    """Which database that is: its path, or its address."""
    from domain.store.reaching import shown
    from domain.store.sqlite.files import path_of

    url = settings.environment.get("POSTGRES_URL")
    if url is None:
        return shown(path_of(settings.environment["SQLITE_DBNAME"]))
    from domain.store.postgres.connecting import address

    return address(url)


def warn_of_readers(settings: Settings) -> None:
    """Say so if everybody on the machine may read the file of the database."""
    from domain.store.reaching import shown
    from domain.store.sqlite.files import is_memory, open_to_others, path_of

    file = settings.environment.get("SQLITE_DBNAME")
    if file is not None and not is_memory(file) and (mode := open_to_others(file)) is not None:
        path = shown(path_of(file))
        click.echo(
            f"Warning: everybody on this machine may read {path} (mode {mode}), and it holds secrets: chmod 600",
            err=True,
        )


def tell_of_a_pooler(settings: Settings) -> None:
    """Say so if there is one in front of PostgreSQL that lends sessions for single transactions."""
    from domain.store.postgres.connecting import connect
    from domain.store.postgres.sessions import LENT

    with (
        using(settings, reachable=False),
        connect(settings.environment["POSTGRES_URL"], "kerbholz-check") as found,
    ):
        if found.lent is not None:
            click.echo(f"{LENT[:1].upper()}{LENT[1:]}.", err=True)


def settings_from(given: dict[str, Any]) -> Settings:
    """The settings of the environment and the command line; raises ClickException for what is wrong with them."""
    from service.config import Settings

    try:
        return Settings.from_environment(os.environ, **given)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def migrated(settings: Settings) -> int:
    """Bring a database to this version's schema; the number of that."""
    from domain.application.upkeep.migration import migrate

    with using(settings):
        number = migrate(settings.environment, settings.service_key)
    warn_of_readers(settings)
    return number


def check_schema(settings: Settings) -> None:
    """Refuse a database that is at another schema, or was restored and not migrated."""
    from domain.application.matches import Matches
    from domain.application.upkeep.migration import SCHEMA, NewerSchema, is_restored, schema_of

    with using(settings), Matches(settings.environment) as matches:
        found = schema_of(matches)
        restored = found == SCHEMA and is_restored(matches)
        if found > SCHEMA:
            raise NewerSchema(found)
    if found != SCHEMA:
        raise click.ClickException(
            f"{where(settings)} is at schema {found}, this version needs {SCHEMA}: run kerbholz migrate first"
        )
    if restored:
        raise click.ClickException(f"{where(settings)} was restored from elsewhere: run kerbholz migrate first")


def stored_match(matches: Matches, name: str) -> UUID:
    """The id of a match of the database, which is named by its id or by its address."""
    from domain.application.upkeep.checking import is_known

    try:
        match_id = UUID(match_named(name))
    except ValueError:
        raise click.ClickException(f"{name} is not the id of a match") from None
    if not is_known(matches, match_id):
        raise click.ClickException(f"there is no match {name} in this database")
    return match_id


def check_marks(settings: Settings) -> None:
    """Refuse a database whose rows are marked with another service key."""
    from domain.application.matches import Matches
    from domain.application.upkeep.marking import is_marked_by_another

    with (
        using(settings, reachable=False),
        Matches(settings.environment, service_key=settings.service_key) as matches,
    ):
        if is_marked_by_another(matches):
            raise click.ClickException(
                f"{where(settings)} was written with another service key: KERBHOLZ_SERVICE_KEY has to be that one"
            )
