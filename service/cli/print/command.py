"""``kerbholz print``: a match, or an empty sheet, as a file of HTML or PDF.

It asks the service for what the token may read, as any other client, and makes the record of that. The token comes
from the environment or from a file: what stands on a command line is seen by everybody on the machine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

import click
from click.core import ParameterSource

from domain.kit.words.labels import FALLBACK
from service.cli.options import match_named, token_option, url_option, viewer_option
from service.cli.reading import read, token_of

if TYPE_CHECKING:
    from domain.kit.facts import Json
    from projections.said.printed_record import Record


@click.command(name="print")
@click.argument("match", required=False)
@url_option
@token_option
@viewer_option
@click.option(
    "--at", type=click.IntRange(0), default=None, help="Print up to this decision.  [default: the newest]"
)
@click.option(
    "--line",
    type=click.IntRange(0),
    default=None,
    help="Count corrections up to this version.  [default: the newest]",
)
@click.option("--lang", default=FALLBACK, show_default=True, help="The language of words, such as de.")
@click.option("--blank", "game", default=None, metavar="RULESET", help="Print the empty sheet of a game instead.")
@click.option("--seats", type=click.IntRange(1), default=None, help="With --blank: the number of players.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="With --blank: an option of the match, its value as JSON.",
)
@click.option(
    "--font",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TrueType font file, for letters that the PDF's own font does not have.",
)
@click.option(
    "--output",
    required=True,
    type=click.Path(dir_okay=False),
    help="The file to write; its name ends in .html or .pdf.",
)
@click.pass_context
def print_command(
    context: click.Context,
    match: str | None,
    address: str,
    token_file: Path | None,
    viewer: str | None,
    at: int | None,
    line: int | None,
    lang: str,
    game: str | None,
    seats: int | None,
    options: Sequence[str],
    font: Path | None,
    output: str,
) -> None:
    """Print MATCH (its id) as the owner of the token may see it, or with --blank an empty sheet for a game."""
    if Path(output).suffix not in (".html", ".pdf"):
        raise click.UsageError("the output is a file that ends in .html or .pdf")
    if (match is None) == (game is None):
        raise click.UsageError("print a MATCH, or with --blank an empty sheet")
    if game is not None:
        url_given = context.get_parameter_source("address") is ParameterSource.COMMANDLINE
        if url_given or (token_file, viewer, at, line) != (None,) * 4:
            raise click.UsageError("an empty sheet needs no service: --blank goes with --seats and --option")
        made = _empty(game, seats, options, lang)
    else:
        if seats is not None or options:
            raise click.UsageError("--seats and --option go with --blank")
        asked = {"as": viewer, "at": at, "line": line}
        made = _told(
            address,
            match_named(str(match)),
            token_of(token_file),
            {name: one for name, one in asked.items() if one is not None},
            lang,
        )
    _write(made, Path(output), font)


def _write(made: Record, output: Path, own: Path | None) -> None:
    from service.cli.print import (
        html,  # they need libraries that nothing else does
        pdf,
        typefaces,
    )

    try:
        content = pdf.pdf(made, own) if output.suffix == ".pdf" else html.html(made).encode()
    except typefaces.NoType as error:
        raise click.ClickException(f"{own} is no type that can be embedded: {error}") from None
    try:
        output.write_bytes(content)
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}") from None


def _empty(name: str, seats: int | None, options: Sequence[str], language: str) -> Record:
    from domain.kit.ruleset import BadOption, UnknownRuleset, ruleset
    from domain.match.opening import Opening, SeatWanted, rules_for
    from projections.said.printed_record import blank

    try:
        game = ruleset(name)
    except UnknownRuleset:
        raise click.ClickException(f"there is no ruleset {name}") from None
    number = seats if seats is not None else game.seats[1]
    wanted = [SeatWanted(f"seat {seat}") for seat in range(min(number, 100))]
    try:
        rules = rules_for(game, Opening(game.id, wanted, options=dict(map(_option, options))))
    except BadOption as error:
        raise click.ClickException(f"{error.field}: {error.detail}") from None
    return blank(game, number, rules.options, language)


def _option(given: str) -> tuple[str, Json]:
    name, found, value = given.partition("=")
    if not found:
        raise click.ClickException(f"an option is NAME=VALUE, which {given} is not")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


# -- asking the service -------------------------------------------------------------------------------------


def _told(url: str, match: str, token: str | None, asked: Mapping[str, Json], language: str) -> Record:
    """The record of a match, from what the service tells."""
    from projections.said.printed_record import record, viewer_called

    path = f"/v1/matches/{quote(match, safe='')}"
    view = json.loads(read(url, f"{path}/view?{urlencode(asked)}", token, "application/json"))
    log = read(url, f"{path}/decisions?{urlencode({'as': view['as']})}", token, "application/x-ndjson")
    decisions = [json.loads(text) for text in log.splitlines()]
    return record(decisions, viewer_called(view["as"]), view["at"], view["line"], view, language)
