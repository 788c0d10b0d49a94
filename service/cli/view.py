"""``kerbholz view``: the board of a match in words, in a terminal."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote, urlencode

import click

from domain.kit.text.texts import lines_shown
from service.cli.options import match_named, token_option, url_option, viewer_option
from service.cli.reading import read, token_of

_TAG = re.compile("[A-Za-z]{2,3}(-[A-Za-z0-9]+)*")


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
@click.option("--lang", default=None, help="The language, such as de.  [default: that of the terminal]")
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
    text = read(address, path, token_of(token_file), "text/plain", _of_the_terminal()).decode()
    click.echo(lines_shown(text), nl=False)


def _of_the_terminal() -> str | None:
    """The language that the environment names (POSIX: ``de_DE.UTF-8``), as a BCP 47 tag."""
    named = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    tag = named.partition(".")[0].partition("@")[0].replace("_", "-")
    return tag if _TAG.fullmatch(tag) else None
