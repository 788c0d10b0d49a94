"""Several databases: listing them, adding one, and moving a match from one to another."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from service.cli.operating import Output, check_marks, check_schema, migrated, settings_from, using, where
from service.cli.options import match_named

if TYPE_CHECKING:
    from domain.application.matches import Matches
    from domain.cells.registry import Cell
    from service.config import Settings

REGISTRY_HELP = "The database that says which of several databases has a match.  [default: KERBHOLZ_REGISTRY_URL]"


@click.group()
def cells() -> None:
    """Several databases of matches, called cells, and the registry that says which of them has a match."""


@cells.command(name="list")
@click.option("--registry", default=None, help=REGISTRY_HELP)
def list_cells(registry: str | None) -> None:
    """List the cells: name, address, whether new matches are opened there, and how many matches there are."""
    output = Output(needed=True)
    settings = _settings(registry)
    numbers: dict[str, int] = {}
    for cell in _cells(settings, numbers):
        shown = where(of_cell(settings, cell))
        opens = "open" if cell.opens else "closed"
        output.say(f"{cell.name}\t{shown}\t{opens}\t{numbers.get(cell.name, 0)}")


@cells.command(name="add")
@click.argument("name")
@click.argument("url")
@click.option(
    "--openings/--no-openings", default=True, help="Whether new matches are opened there.  [default: they are]"
)
@click.option("--registry", default=None, help=REGISTRY_HELP)
def add_cell(name: str, url: str, registry: str | None, *, openings: bool) -> None:
    """Add the database at URL as the cell NAME, with the matches that are in it; or change a cell.

    Registry and database are brought to this version's schema first. The registry may be the database of a cell.
    """
    from domain.cells.adopting import NotAdopted, adopt
    from domain.cells.registry import NAME, Cell

    if not NAME.fullmatch(name):
        raise click.ClickException("the name of a cell has 1 to 32 small letters, digits and -")
    output, settings = Output(), _settings(registry)
    cell = Cell(name, url, openings)
    own = of_cell(settings, cell)
    if "mode=memory" in own.environment.get("SQLITE_DBNAME", ""):
        raise click.ClickException("a cell has to outlive the service: it cannot be a database in memory")
    for each in (of_registry(settings), own):
        migrated(each)
        check_marks(each)
    try:
        with _opened(settings, [cell]) as (registered, stores):
            number = adopt(registered, cell, stores[name])
    except NotAdopted as error:
        raise click.ClickException(f"{where(own)} cannot be added: {error}") from None
    output.say(f"{name}: {number} match{'' if number == 1 else 'es'}")


@cells.command(name="move")
@click.argument("match")
@click.argument("cell")
@click.option("--registry", default=None, help=REGISTRY_HELP)
def move_match(match: str, cell: str, registry: str | None) -> None:
    """Move MATCH (its id) to CELL, while it is played. Repeat it if it was interrupted: it goes on from there.

    For a moment, requests for this match are answered with 503, and its streams are cut.
    """
    from uuid import UUID

    from domain.application.log import MatchNotFound
    from domain.cells.moving import NotMoved, move
    from domain.cells.registry import Registry

    output, settings = Output(), _settings(registry)
    try:
        match_id = UUID(match_named(match))
    except ValueError:
        raise click.ClickException(f"{match} is not the id of a match") from None
    known = _cells(settings)
    if cell not in {one.name for one in known}:
        raise click.ClickException(f"there is no cell {cell}: kerbholz cells list")
    with _opened(settings, _usable(settings, known, cell)) as (registered, stores):
        try:
            moved = move(Registry(registered.database), stores, match_id, cell)
        except MatchNotFound:
            raise click.ClickException(f"there is no match {match_id}") from None
        except NotMoved as error:
            raise click.ClickException(str(error)) from None
    output.say(f"match {match_id} is in the cell {cell}{'' if moved else ' already'}")


def _usable(settings: Settings, known: Sequence[Cell], needed: str) -> list[Cell]:
    """The cells that can be used now; of all but the one that is *needed* it is said if they cannot."""
    from domain.store.reaching import Unusable

    usable = []
    for one in known:
        own = of_cell(settings, one)
        try:
            check_schema(own)
            check_marks(own)
        except Unusable as error:
            if one.name == needed:
                raise
            click.echo(f"Warning: the cell {one.name} is passed over: {error}", err=True)
        else:
            usable.append(one)
    return usable


def check_cells(settings: Settings) -> None:
    """Refuse to serve cells that cannot be served; of those that cannot be reached now it is said.

    SQLite databases are brought to this version's schema first.
    """
    from domain.store.reaching import Unusable

    _check(of_registry(settings))
    known = _cells(settings)
    reached = 0
    for cell in known:
        try:
            _check(of_cell(settings, cell))
            reached += 1
        except Unusable as error:
            click.echo(f"Warning: the cell {cell.name} is served when it can be: {error}", err=True)
    if not reached:
        raise click.ClickException("the registry names no cell that can be used: kerbholz cells add")


def _check(settings: Settings) -> None:
    if "SQLITE_DBNAME" in settings.environment:
        migrated(settings)
    else:
        check_schema(settings)
    check_marks(settings)


def of_registry(settings: Settings) -> Settings:
    """The settings for the database of the registry alone."""
    return replace(settings, database=settings.registry or "", registry=None)


def of_cell(settings: Settings, cell: Cell) -> Settings:
    """The settings for the database of a cell alone; raises ClickException for a URL that is none."""
    try:
        return replace(settings, database=cell.url, registry=None)
    except ValueError as error:
        raise click.ClickException(f"the URL of the cell {cell.name} cannot be used: {error}") from None


def _settings(registry: str | None) -> Settings:
    settings = settings_from({"registry": registry})
    if settings.registry is None:
        raise click.ClickException("say which registry: --registry URL, or the variable KERBHOLZ_REGISTRY_URL")
    return settings


def _cells(settings: Settings, numbers: dict[str, int] | None = None) -> list[Cell]:
    """The cells that the registry names; *numbers* is told how many matches there are in each."""
    from domain.cells.registry import Registry

    own = of_registry(settings)
    check_schema(own)
    check_marks(own)
    with _opened(settings, []) as (registered, _):
        kept = Registry(registered.database)
        kept.prepare()
        if numbers is not None:
            numbers.update(kept.counts())
        return kept.cells()


@contextlib.contextmanager
def _opened(settings: Settings, cells: Sequence[Cell]) -> Iterator[tuple[Matches, dict[str, Matches]]]:
    """The matches of the registry's database, and those of cells by name.

    A file is opened once: SQLite loses its locks on a file that a process opens twice and closes once.
    """
    from domain.application.matches import Matches
    from domain.store import UNHURRIED
    from service.config import is_same_file

    with contextlib.ExitStack() as stack:

        def opened(own: Settings) -> Matches:
            stack.enter_context(using(own, reachable=False))
            environment = {**own.environment, UNHURRIED: "y"}
            return stack.enter_context(Matches(environment, service_key=own.service_key))

        registered = opened(of_registry(settings))
        stores: dict[str, Matches] = {}
        for cell in cells:
            own = of_cell(settings, cell)
            same = is_same_file(own.environment, registered.env)
            stores[cell.name] = registered if same else opened(own)
        yield registered, stores
