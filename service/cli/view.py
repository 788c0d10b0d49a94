"""``kerbholz view``: the board of a match in words, in a terminal."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote, urlencode

import click

from domain.kit.text.texts import lines_shown
from service.cli.options import language_of, language_option, match_named, token_option, url_option, viewer_option
from service.cli.reading import read, token_of


@click.command(name="view")
@click.argument("match")
@url_option
@token_option
@viewer_option
@click.option(
    "--at", type=click.IntRange(0), default=None, help="The board after this decision.  [default: the newest]"
)
@click.option(
    "--line",
    type=click.IntRange(0),
    default=None,
    help="Count corrections up to this version.  [default: those that people knew then]",
)
@language_option
def view_command(
    match: str,
    address: str,
    token_file: Path | None,
    viewer: str | None,
    at: int | None,
    line: int | None,
    lang: str | None,
) -> None:
    """Show the board of MATCH (its id) in words, as the owner of the token may see it."""
    asked = {"as": viewer, "at": at, "line": line, "lang": lang}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    path = f"/v1/matches/{quote(match_named(match), safe='')}/picture" + (f"?{query}" if query else "")
    text = read(address, path, token_of(token_file), "text/plain", language_of(os.environ)).decode()
    click.echo(lines_shown(text), nl=False)
