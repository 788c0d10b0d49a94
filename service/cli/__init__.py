"""The command line: what serves a database, and what asks a service (``print``, ``record``, ``scribe`` …).

Each command imports what it needs when it is run: the parts of a service take half a second, and what asks one
needs none of them.
"""

from __future__ import annotations

import contextlib
import gc
import getpass
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from domain.kit.text.texts import lines_shown
from service.cli import record
from service.cli.boxes import box
from service.cli.evening.commands import open_command, reseat_command, results_command
from service.cli.mcp.command import mcp_command
from service.cli.operating import (
    DATABASE_HELP,
    Commands,
    Output,
    check_marks,
    check_schema,
    migrated,
    settings_from,
    tell_of_a_pooler,
    using,
)
from service.cli.operator.cells import REGISTRY_HELP, cells, check_cells, of_registry
from service.cli.operator.check import check_command
from service.cli.operator.packing import pack_command
from service.cli.operator.replaying import replay_check_command
from service.cli.options import (
    API_KEY,
    BadToken,
    key_option,
    language_option,
    match_named,
    token_from,
    token_option,
    url_option,
    viewer_option,
)
from service.cli.plays.command import import_plays_command
from service.cli.print.command import print_command
from service.cli.proving import export_command, redact_command, verify_command
from service.cli.view import view_command

if TYPE_CHECKING:
    from uuid import UUID

    from domain.application.matches import Matches
    from service.config import Settings

READ_MODELS = ("catalogue", "statistics")
YOUNG = 20_000
"""Objects after which Python looks for garbage. By its default, 700, it goes again and again through modules and
games while they are loaded, which takes a tenth of the time."""

_NAME = re.compile(r"[A-Za-z0-9._@-]{1,64}")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("kerbholz"), "-V", "--version", prog_name="kerbholz", message="%(prog)s %(version)s")
def main() -> None:
    """Kerbholz keeps the log of a tabletop game."""
    gc.set_threshold(YOUNG, 20, 20)


main.add_command(open_command)
main.add_command(results_command)
main.add_command(reseat_command)
main.add_command(box)
main.add_command(import_plays_command)
main.add_command(print_command)
main.add_command(view_command)
main.add_command(mcp_command)
main.add_command(export_command)
main.add_command(verify_command)
main.add_command(redact_command)
main.add_command(check_command)
main.add_command(cells)
main.add_command(replay_check_command)
main.add_command(pack_command)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, help="Port to listen on; 0 picks a free one.")
@click.option("--workers", default=1, show_default=True, help="Number of processes.")
@click.option("--threads", default=64, show_default=True, help="Threads of each process, started as needed.")
@click.option(
    "--streams",
    "streams_port",
    default=None,
    metavar="PORT",
    help="Port of a relay for thousands of streams; 0 picks a free one.  [default: there is none]",
)
@click.option("--database", default=None, help=DATABASE_HELP)
@click.option("--registry", default=None, help=REGISTRY_HELP)
@click.option(
    "--origins",
    default=None,
    help="Origins whose pages may call the service, separated by commas.  [default: * (any)]",
)
@click.option("--log-level", default=None, help="What is logged: debug, info, warning or error.  [default: info]")
@click.option(
    "--limits",
    default=None,
    help="Most requests in a number of seconds, e.g. anonymous=600/60,token=1200/60; or off.",
)
@click.option(
    "--proxies",
    default=None,
    help="How many proxies in front set X-Forwarded-For, and set or remove X-Forwarded-Prefix.  [default: 0]",
)
@click.option("--prefix", default=None, help="The path under which a proxy serves this service, e.g. /kerbholz.")
@click.option("--longest-match", default=None, help="Largest number of decisions in a match.  [default: 50000]")
@click.option(
    "--require-key/--no-require-key",
    default=None,
    help="Whether only owners of API keys may open matches.  [default: anybody may]",
)
@click.option("--name", default=None, help="The name that the service signs by: a host, with a path perhaps.")
@click.option(
    "--signing-key-file",
    default=None,
    help="The key that checkpoints are signed with.  [default: on SQLite, one in the database]",
)
def serve(**given: Any) -> None:
    """Serve the REST API until told to stop.

    A SQLite database is brought to this version's schema first; a PostgreSQL one must have been migrated.
    """
    from domain.store.sqlite.files import is_memory

    settings = settings_from(given)
    if settings.registry is not None:
        check_cells(settings)
        _check_signer(of_registry(settings))
        _run(settings)
        return
    file = settings.environment.get("SQLITE_DBNAME")
    if file is not None:
        if not is_memory(file):
            migrated(settings)
    else:
        check_schema(settings)
        tell_of_a_pooler(settings)
    if file is None or not is_memory(file):
        _check_signer(settings)
        check_marks(settings)
    _run(settings)


def _run(settings: Settings) -> None:
    from service.server import run

    run(settings)


@main.command(name="scribe")
@click.argument("match")
@url_option
@click.option("--as", "name", default=None, help="Your name: other scribes see it.  [default: your login name]")
@token_option
@language_option
def scribe_command(match: str, address: str, name: str | None, token_file: Path | None, lang: str | None) -> None:
    """Record MATCH (its id) from a real table, line by line.

    Lines that cannot be sent wait in a file, the outbox. They are sent when the service can be reached again.
    """
    from service.cli.scribe.bodies import NothingKnown
    from service.cli.scribe.opening import BadOpening, scribe
    from service.cli.scribe.outbox import OutboxError

    try:
        named = name if name is not None else _login()
        scribe(match, address, named, token_from(token_file), os.environ, lang)
    except (BadOpening, BadToken, NothingKnown, OutboxError) as error:
        raise click.ClickException(str(error)) from None


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        raise click.ClickException("say who you are: --as NAME") from None


@main.command(name="openapi")
def openapi_command() -> None:
    """Print the OpenAPI document, without opening a database. Clients are generated from it."""
    from service.app import openapi

    Output(needed=True).say(json.dumps(openapi(), ensure_ascii=False, indent=1, sort_keys=True))


@main.command(name="migrate")
@click.option("--database", default=None, help=DATABASE_HELP)
def migrate_command(**given: Any) -> None:
    """Bring a database to this version's schema. If it already has it, nothing is changed.

    Run it also after you have restored a dump, before you start the service.
    """
    number = migrated(settings_from(given))
    Output().say(f"the database is at schema {number}")


@main.command(name="rebuild")
@click.argument("projection", required=False, type=click.Choice(READ_MODELS))
@click.option("--database", default=None, help=DATABASE_HELP)
def rebuild_command(projection: str | None, database: str | None) -> None:
    """Rebuild the read models (or one of them) from the log.

    The service may run meanwhile: it reads the old read models until the new ones take their place.
    """
    from domain.application.matches import Matches
    from domain.store import UNHURRIED
    from domain.store.beside.models import RebuiltElsewhere
    from projections.read_models.runner import PROJECTIONS, rebuild

    settings = settings_from({"database": database})
    check_schema(settings)
    check_marks(settings)
    chosen = [one for one in PROJECTIONS if projection in (None, one.name)]
    names = ", ".join(one.name for one in chosen)
    with (
        using(settings, reachable=False),
        Matches({**settings.environment, UNHURRIED: "y"}, service_key=settings.service_key) as matches,
        click.progressbar(length=1, label=f"rebuilding {names}", file=sys.stderr) as bar,
    ):

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        try:
            number = rebuild(matches, chosen, progress)
        except RebuiltElsewhere:
            raise click.ClickException("another rebuild of this database has taken over") from None
    Output().say(f"rebuilt {names} from {number} decisions")


@main.command(name="record")
@click.argument("file", type=click.File("rb"))
@url_option
@click.option("--check", is_flag=True, help="Only check the file, on this machine and without a service.")
@click.option("--confirm", is_flag=True, help="Confirm the end of the match, if the file does not.")
@key_option
def record_command(file: IO[bytes], address: str, key_file: Path | None, *, check: bool, confirm: bool) -> None:
    """Enter FILE, a match in shorthand, as a new recorded match. With "-" standard input is read.

    It prints the id of the new match and its tokens, and each line after a gap that was kept as a note. If there
    is an error in the file, nothing is stored: each wrong line is printed, and the exit code is 1.
    """
    from domain.kit.shorthand import NotText, decoded

    try:
        text = decoded(file.read())
    except NotText as error:
        raise click.ClickException(f"{file.name}:{error.line}:{error.column}: {error.detail}") from None
    except OSError as error:
        raise click.ClickException(f"{file.name} cannot be read: {error.strerror}") from None
    try:
        if check:
            from service.cli import checking

            entered, proposed = checking.check(text)
            click.echo(f"{file.name}: {_counted(entered.lines, 'line')} can be recorded")
            _incomplete(file.name, entered.gaps, entered.kept)
            if proposed:
                click.echo(f"{file.name}: {_PROPOSED} ({_CONFIRMING})", err=True)
            return
        output = Output(needed=True)
        service = record.Service(address)
        done = record.record(service, text, token_from(key_file, API_KEY))
    except record.Refusal as refusal:
        raise click.ClickException(record.told(refusal, file.name, record.external_id_of(text))) from None
    except (record.Failure, BadToken) as failure:
        raise click.ClickException(str(failure)) from None
    output.say(json.dumps({"match": done["id"], "tokens": done["tokens"]}, indent=1, ensure_ascii=False))
    _incomplete(file.name, done["gaps"], [(one["line"], one["reason"]) for one in done["kept"]])
    if done.get("proposed") is not None:
        _end(service, done, confirm=confirm)


_PROPOSED = "by the rules the match has ended; it is “playing” until its end is confirmed"
_CONFIRMING = "add the line “scribe: confirm”, or record it with --confirm"


def _incomplete(name: str, gaps: int, kept: Sequence[tuple[int, str]]) -> None:
    for line, why in kept:
        click.echo(lines_shown(f"{name}:{line}: kept as a note: {why}"), err=True)
    if gaps:
        click.echo(
            f"{name}: incomplete: {_counted(gaps, 'gap')}, {_counted(len(kept), 'line')} kept as notes", err=True
        )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _end(service: record.Service, match: Any, *, confirm: bool) -> None:
    """Confirm the end that the rules propose, or say that it waits for that."""
    if not confirm:
        how = f"“confirm” in: kerbholz scribe {match['id']} (with the scribe's token)"
        click.echo(f"{_PROPOSED}. The scribe confirms it: {how}", err=True)
        return
    try:
        record.confirm(service, match)
    except record.Failure as failure:
        raise click.ClickException(f"it was recorded, but its end could not be confirmed: {failure}") from None


@main.command(name="shorthand")
@click.argument("match")
@url_option
@token_option
@viewer_option
def shorthand_command(match: str, address: str, token_file: Path | None, viewer: str | None) -> None:
    """Print MATCH (its id) in shorthand, as the owner of the token may see it (without one, as the public)."""
    try:
        output, token = Output(needed=True), token_from(token_file)
        text = record.exported(record.Service(address), match_named(match), token, viewer)
    except (record.Failure, BadToken) as failure:
        raise click.ClickException(str(failure)) from None
    output.say(lines_shown(text) if sys.stdout.isatty() else text, end=False)


@main.command(name="erase")
@click.option("--player", required=True, help="The name of the player.")
@click.option("--texts", is_flag=True, help="Also what was written with the token of the player's seat.")
@click.option("--dry-run", is_flag=True, help="Only say what there is.")
@click.option("--database", default=None, help=DATABASE_HELP)
def erase_command(player: str, database: str | None, *, texts: bool, dry_run: bool) -> None:
    """Erase the name of a player from all matches, for good. Copies that others have are out of reach.

    Names that differ only in case, width or spaces are one. Each match in which it was found is listed.
    """
    from service.cli.operator.erasing import erased, found

    output = Output()
    left: list[UUID] = []
    with _stored({"database": database}) as matches:
        all_found = list(found(matches, player, left.append))
        if not all_found and not left:
            raise click.ClickException("no match has a player of this name")
        for one in all_found:
            for line in one.lines(texts=texts):
                output.say(line)
        wanted = [text for one in all_found for text in (*one.names, *(one.written if texts else ()))]
        if dry_run:
            output.say(f"{_counted(len(wanted), 'text')} would be erased")
        else:
            output.say(f"{_counted(erased(matches, wanted, left.append), 'text')} erased")
    if left:
        raise click.ClickException(
            f"passed over, for they have left for another cell: {', '.join(map(str, left))}."
            " Finish their moves (kerbholz cells move), and erase the name there"
        )


@main.group()
def keys() -> None:
    """API keys: with one, its owner may open matches where not everybody may."""


@keys.command(name="add")
@click.argument("name")
@click.option("--database", default=None, help=DATABASE_HELP)
def add_key(name: str, **given: Any) -> None:
    """Make a key for NAME and print it. It is printed only now, since only its hash is stored."""
    from domain.application.judging import now
    from domain.application.tokens import token_hash
    from service.web.auth import new_key

    if not _NAME.fullmatch(name):
        raise click.ClickException("a name has 1 to 64 letters, digits, and any of . _ @ -")
    key, output = new_key(), Output(needed=True)
    with _stored(given) as matches:
        if not matches.side.add_api_key(name, token_hash(key), now()):
            raise click.ClickException(f"there is, or was, a key of the name {name}")
        try:
            output.say(key)
        except (click.ClickException, OSError):
            matches.side.forget_api_key(token_hash(key))  # nobody has seen it
            raise


@keys.command(name="list")
@click.option("--database", default=None, help=DATABASE_HELP)
def list_keys(**given: Any) -> None:
    """List the names of all keys, and when each was added and revoked."""
    output = Output(needed=True)
    with _stored(given) as matches:
        for key in matches.side.api_keys():
            output.say(
                f"{key.name}\tadded {key.added_at}" + (f"\trevoked {key.revoked_at}" if key.revoked_at else "")
            )


@keys.command(name="revoke")
@click.argument("name")
@click.option("--database", default=None, help=DATABASE_HELP)
def revoke_key(name: str, **given: Any) -> None:
    """Make the key of NAME void, at once and for all workers. Its matches go on."""
    from domain.application.judging import now

    with _stored(given) as matches:
        if not matches.side.revoke_api_key(name, now()):
            raise click.ClickException(f"there is no key of the name {name}")


@keys.group(name="signing")
def signing() -> None:
    """The key that a service signs with (KERBHOLZ_SIGNING_KEY_FILE)."""


@signing.command(name="new")
@click.argument("file", type=click.Path(path_type=Path))
def new_signing_key(file: Path) -> None:
    """Make a key and write it to FILE, which must not exist yet. Keep a copy of it offline."""
    from domain.evidence.signing import new_key_file

    new_key_file(file)
    Output().say(f"a new key is in {lines_shown(str(file))}: KERBHOLZ_SIGNING_KEY_FILE has to name it")


@contextlib.contextmanager
def _stored(given: dict[str, Any]) -> Iterator[Matches]:
    """The matches of a database that is at this version's schema."""
    from domain.application.matches import Matches

    settings = settings_from(given)
    check_schema(settings)
    with (
        using(settings, reachable=False),
        Matches(settings.environment, service_key=settings.service_key) as matches,
    ):
        yield matches


def _check_signer(settings: Settings) -> None:
    """Refuse to serve with another key or name than before: who has a checkpoint could not verify any more."""
    from domain.application.matches import Matches
    from domain.evidence.signing import NotTheSigner

    try:
        with using(settings, reachable=False), Matches(settings.environment, signing=settings.signing) as matches:
            _ = matches.signer
    except NotTheSigner as error:
        raise click.ClickException(str(error)) from None
    except ValueError as error:
        raise click.ClickException(str(error)) from None
