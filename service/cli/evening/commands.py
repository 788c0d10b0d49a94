"""The commands of an evening: ``kerbholz open``, ``results`` and ``reseat``."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import click

from domain.kit.text.texts import lines_shown
from service.cli.options import (
    API_KEY,
    BadToken,
    key_option,
    language_of,
    language_option,
    match_named,
    token_from,
    token_option,
    url_option,
)

if TYPE_CHECKING:
    from service.cli.evening.event import Link
    from service.cli.evening.journal import Journal, Opened
    from service.cli.evening.tables import Table
    from service.cli.evening.wanted import Wanted
    from service.cli.record import Service


@click.command(name="open")
@click.argument("game", required=False)
@click.option(
    "--names",
    "file",
    type=click.File("rb"),
    help="The names: a line for each table, as “Ada, Bo, Cy” or “Table 7: Ada, Bo, Cy”; - is standard input.",
)
@click.option("--tables", type=click.IntRange(1), help="Deal the names, one a line, to this number of tables.")
@click.option(
    "--rounds", type=click.IntRange(1), help="With --tables: this number of rounds, with others each time."
)
@click.option(
    "--rematch",
    "before",
    metavar="MATCH|EVENT",
    help="The same seats once more: of a match (its id), or of all matches in the file of an event.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Where the slips and the file of the event are written. Run again, the command goes on in it.",
)
@click.option(
    "--title", help="What the evening is called; each match has it in its title.  [default: the folder's name]"
)
@click.option("--recorded", is_flag=True, help="Matches at real tables, which scribes write down.")
@click.option("--private", is_flag=True, help="Matches that only people with a link see.")
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="An option of each match.")
@url_option
@click.option(
    "--links", metavar="URL", help="The address of the service for those who get links.  [default: --url]"
)
@key_option
@token_option
@language_option
def open_command(
    game: str | None,
    file: IO[bytes] | None,
    tables: int | None,
    rounds: int | None,
    before: str | None,
    folder: Path,
    title: str | None,
    given: Sequence[str],
    address: str,
    links: str | None,
    key_file: Path | None,
    token_file: Path | None,
    lang: str | None,
    *,
    recorded: bool,
    private: bool,
) -> None:
    """Open matches of GAME from one list of names, with slips to be printed and a file for the desk.

    After it was stopped, the same command goes on, and opens no match twice. The files in the folder hold tokens.
    """
    from service.cli.evening.journal import Journal
    from service.cli.evening.wanted import check, option
    from service.cli.record import Failure, Service

    _check_usage(game, file, tables, rounds, before, changes=recorded or private)
    given_title, title = title, title or folder.resolve().name
    lang = lang or language_of(os.environ)
    try:
        service, key = Service(address), token_from(key_file, API_KEY)
        _check_links(links)
        options = dict(map(option, given))
        if before is not None:
            wanted = _rematches(service, before, token_from(token_file), options, given_title, lang)
        else:
            assert file is not None
            seated = _tables(file, tables, rounds or 1)
            mode = "recorded" if recorded else "hosted"
            wanted = _wanted(str(game), seated, mode, options, title, lang, public=not private)
        check(service, wanted)
        with Journal.of(folder, service.url) as journal:
            journal.want(wanted)
            _open(journal, service, key)
            _write(journal.folder, title, journal.opened, (links or address).rstrip("/"), lang)
    except (Failure, BadToken) as failure:
        raise click.ClickException(str(failure)) from None


def _check_links(links: str | None) -> None:
    from service.cli.evening.event import check_address
    from service.cli.record import Failure

    try:
        if links is not None:
            check_address(links)
    except Failure as failure:
        raise Failure(f"--links: {failure}") from None


def _check_usage(
    game: str | None, file: object, tables: int | None, rounds: int | None, before: str | None, *, changes: bool
) -> None:
    if before is not None:
        if game is not None or file is not None or tables is not None or rounds is not None or changes:
            raise click.UsageError("a rematch has the game, the seats and the mode of what was played before")
    elif game is None or file is None:
        raise click.UsageError("say which GAME, and who plays it: --names FILE; or --rematch")
    elif rounds is not None and tables is None:
        raise click.UsageError("--rounds goes with --tables")


def _tables(file: IO[bytes], tables: int | None, rounds: int) -> Sequence[Table]:
    """Who sits where."""
    from domain.kit.shorthand import NotText, decoded
    from service.cli.evening.tables import LONGEST, BadList, dealt, listed, meetings

    try:
        data = file.read(LONGEST + 1)
        if len(data) > LONGEST:
            raise BadList(f"it has more than {LONGEST} bytes")
        text = decoded(data)
        seated = listed(text) if tables is None else dealt(text, tables, rounds)
    except NotText as error:
        raise click.ClickException(f"{file.name}:{error.line}:{error.column}: {error.detail}") from None
    except BadList as error:
        raise click.ClickException(f"{file.name}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"{file.name} cannot be read: {error.strerror}") from None
    if rounds > 1 and (twice := meetings(seated)):
        pairs = "1 pair meets" if twice == 1 else f"{twice} pairs meet"
        click.echo(f"{pairs} more than once", err=True)
    return seated


def _wanted(
    game: str,
    tables: Sequence[Table],
    mode: str,
    options: dict[str, Any],
    title: str,
    lang: str | None,
    *,
    public: bool,
) -> list[Wanted]:
    from service.cli.evening.slips import words_for
    from service.cli.evening.wanted import Wanted, body_of

    words = words_for(lang)

    def label(table: Table) -> str:
        if table.label is not None:
            return table.label
        message = "table" if table.round is None else "round-and-table"
        return words.text(message, {"number": table.number, "round": table.round or 0})

    return [
        Wanted(
            label(table),
            body_of(game, table.names, mode, options, public=public, title=f"{title}, {label(table)}"),
        )
        for table in tables
    ]


def _rematches(
    service: Service, before: str, token: str | None, options: dict[str, Any], title: str | None, lang: str | None
) -> list[Wanted]:
    """What opens the same matches once more: of the file of an event, or one by its id."""
    from service.cli.evening.event import is_match, read
    from service.cli.evening.slips import words_for
    from service.cli.evening.wanted import Wanted, again
    from service.cli.record import Failure

    def wanted(label: str, match: str, token: str | None) -> Wanted:
        named = None if title is None else f"{title}, {label}"
        return Wanted(label, again(service, match, token, options, named))

    path, match = Path(before), match_named(before)
    if is_match(match):
        return [wanted(words_for(lang).text("table", {"number": 1}), match, token)]
    if not path.is_file():
        raise Failure(f"{before} is neither the file of an event nor the id of a match")
    links: Sequence[Link] = read(path).links
    if elsewhere := [link.label for link in links if link.address != service.url]:
        raise Failure(f"{elsewhere[0]} is not at {service.url}: give its address with --url")
    return [wanted(link.label, link.match, link.token) for link in links]


def _open(journal: Journal, service: Service, key: str | None) -> None:
    """Open what is not open yet, and say each; a stop, too, says how far it came."""
    from service.cli.evening.tables import as_listed
    from service.cli.record import Failure

    there = sum(one.match is not None for one in journal.opened)
    try:
        for one in journal.open(service, key):
            there += 1
            click.echo(lines_shown(f"{one.label}: {as_listed(one.wanted.names)}"))
    except (KeyboardInterrupt, Failure) as stopped:
        number = f"{there} of {len(journal.opened)} matches are open; the same command goes on with the rest"
        why = str(stopped) or "stopped"
        raise click.ClickException(f"{why}\n{number}") from None


def _write(folder: Path, title: str, opened: Sequence[Opened], links: str, lang: str | None) -> None:
    """Write the slips and the file of the event."""
    from service.cli.evening import event, slips
    from service.cli.evening.journal import EVENT, OFFICIALS, PLAYERS, write

    arbiters = [
        (one.label, event.link_to(links, one.match["id"], one.match["tokens"]["arbiter"]))
        for one in opened
        if one.match is not None
    ]
    files = {
        PLAYERS: slips.players_page(title, opened, links, lang),
        OFFICIALS: slips.officials_page(title, opened, links, lang),
        EVENT: event.written(title, arbiters),
    }
    for name, text in files.items():
        write(folder / name, text)
        click.echo(lines_shown(str(folder / name)))
    if _is_here(urlsplit(links).hostname or ""):
        click.echo(f"Warning: the links lead to {links}, which is this machine alone: --links", err=True)


def _is_here(host: str) -> bool:
    """Whether a host is this machine, for whom it is asked on."""
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


# -- results ------------------------------------------------------------------------------------------------


@click.command(name="results")
@click.argument("event", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--output",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file to write; its name ends in .html or .csv. As often as you like.  [default: print how each ended]",
)
@language_option
def results_command(event: Path, outputs: Sequence[Path], lang: str | None) -> None:
    """Say how the matches of EVENT ended, the file that kerbholz open has written."""
    from domain.kit.words.labels import FALLBACK
    from service.cli.evening import results
    from service.cli.evening.event import read
    from service.cli.record import Failure

    if any(output.suffix not in (".html", ".csv") for output in outputs):
        raise click.UsageError("an output is a file that ends in .html or .csv")
    language = lang or language_of(os.environ) or FALLBACK
    try:
        found = read(event)
    except Failure as failure:
        raise click.ClickException(str(failure)) from None
    told = list(results.read(found, language))
    ended = [result for result, _ in told]
    for output in outputs:
        text = results.page(found.title, ended, language) if output.suffix == ".html" else results.table(ended)
        # Spreadsheets know by the mark that it is UTF-8.
        output.write_text(text, encoding="utf-8" if output.suffix == ".html" else "utf-8-sig", newline="")
    if not outputs:
        for result in ended:
            click.echo(lines_shown(f"{result.label}: {result.standing}"))
    if unread := [f"{result.label}: {failure}" for result, failure in told if failure is not None]:
        raise click.ClickException("\n".join(unread))


# -- another order of seats ---------------------------------------------------------------------------------


@click.command(name="reseat")
@click.argument("match")
@click.argument("order", nargs=-1, required=True)
@url_option
@token_option
@key_option
@click.option("--names-only", is_flag=True, help="Only the names change seats: colours, and what was done, stay.")
@click.option("--abandon", is_flag=True, help="Give the old match up when the new one is recorded.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Only write the mended record to this file; - is standard output.",
)
def reseat_command(
    match: str,
    order: Sequence[str],
    address: str,
    token_file: Path | None,
    key_file: Path | None,
    output: Path | None,
    *,
    names_only: bool,
    abandon: bool,
) -> None:
    """Record MATCH (its id) anew with its seats in ORDER: each by its colour, its number or who sits there.

    It is done as a whole or not at all, with the token of the arbiter. It prints the id of the new match and its
    tokens; those of the old one do not count in it.
    """
    from service.cli import record
    from service.cli.evening.reseating import numbers_of

    try:
        service, token, key = record.Service(address), token_from(token_file), token_from(key_file, API_KEY)
        path = f"/v1/matches/{quote(match_named(match), safe='')}"
        with service.expected():
            numbers = numbers_of(order, service.told(path, token)["seats"])
        asked = {"seats": ",".join(map(str, numbers)), "names_only": "true" if names_only else None}
        text = service.get(f"{path}/shorthand", token, record.PLAIN, **asked)
        if output is not None:
            if output == Path("-"):
                click.echo(text, nl=False)
            else:
                output.write_text(text, encoding="utf-8", newline="")
            return
        done = _recorded(service, match_named(match), text, token, key, abandon=abandon)
    except record.Refusal as refusal:
        raise click.ClickException(record.told(refusal, "the mended record")) from None
    except (record.Failure, BadToken) as failure:
        raise click.ClickException(str(failure)) from None
    click.echo(json.dumps({"match": done["id"], "tokens": done["tokens"]}, indent=1, ensure_ascii=False))


def _recorded(service: Any, old: str, text: str, token: str | None, key: str | None, *, abandon: bool) -> Any:
    """The match that was recorded anew. Where the old one holds its external id, it is given up before."""
    from service.cli import record

    try:
        done, given_up = record.record(service, text, key), False
    except record.Refusal as refusal:
        if refusal.problem.get("code") != record.TAKEN:
            raise
        if not abandon:
            raise record.Failure("the match has an external id, which only one can have: add --abandon") from None
        # Nothing else is wrong with the record: the external id is looked at last.
        _give_up(service, old, token, "recorded anew")
        done, given_up = record.record(service, text, key), True
    if abandon and not given_up:
        try:
            _give_up(service, old, token, f"recorded anew as {done['id']}")
        except record.Failure as failure:
            click.echo(f"the old match could not be given up: {failure}", err=True)
    return done


def _give_up(service: Any, match: str, token: str | None, reason: str) -> None:
    path = f"/v1/matches/{quote(match, safe='')}/commands"
    service.post(path, {"type": "table.abandon", "reason": reason}, token)
