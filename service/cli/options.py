"""What the commands that ask a service have in common: its address, the token, whose eyes, and UTF-8."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from domain.kit.text.texts import lines_shown

URL = "KERBHOLZ_URL"
TOKEN = "KERBHOLZ_TOKEN"
"""The variable that holds a token. No option does: all users of a machine can read the arguments of processes."""
API_KEY = "KERBHOLZ_KEY"
DEFAULT_URL = "http://127.0.0.1:8000"
_TOKEN = re.compile(r"[\x21-\x7e]{1,500}")
TAG = re.compile("[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")
"""A language (BCP 47)."""

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class BadToken(Exception):
    """There is no token as it is said; the message says why, and never what stands there."""


def _file_option(name: str, what: str) -> Decorator:
    return click.option(name, type=click.Path(dir_okay=False, path_type=Path), default=None, help=what)


url_option: Decorator = click.option(
    "--url",
    "address",
    default=DEFAULT_URL,
    show_default=True,
    envvar=URL,
    show_envvar=True,
    help="The address of the service.",
)
token_option = _file_option("--token-file", f"A file with the token.  [default: the variable {TOKEN}]")
key_option = _file_option(
    "--key-file", f"A file with the API key, if one is needed.  [default: the variable {API_KEY}]"
)
viewer_option: Decorator = click.option(
    "--as", "viewer", default=None, help="The viewer: public, official or seat:N.  [default: the token's own]"
)
language_option: Decorator = click.option(
    "--lang", default=None, help="The language, such as de.  [default: that of the terminal]"
)


def language_of(environment: Mapping[str, str]) -> str | None:
    """The language of the terminal (POSIX: ``de_DE.UTF-8``), as a BCP 47 tag; None where it names none."""
    named = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    tag = named.partition(".")[0].partition("@")[0].replace("_", "-")
    return tag if TAG.fullmatch(tag) else None


def token_from(file: Path | None, variable: str = TOKEN) -> str | None:
    """The token in a file, or without one in the environment; None where neither is. Raises :class:`BadToken`."""
    if file is None:
        where, token = variable, os.environ.get(variable, "").strip()
        if not token:
            return None
    else:
        where = str(file)
        try:
            token = file.read_text(encoding="utf-8-sig").strip()
        except OSError as error:
            raise BadToken(f"no token can be read from {file}: {error.strerror}") from None
        except UnicodeError:
            raise BadToken(f"no token can be read from {file}: it is not text in UTF-8") from None
        if not token:
            raise BadToken(f"{file} is empty: it has to hold a token")
    if not _TOKEN.fullmatch(token):
        raise BadToken(f"{where} does not hold a token")
    return token


def match_named(given: str) -> str:
    """The id of a match that is named by its id, by its address, or by a link; a token in it is left out."""
    address = given.partition("#")[0].partition("?")[0].rstrip("/")
    _, found, behind = address.rpartition("/matches/")
    return behind.partition("/")[0] if found else address.rpartition("/")[2]


def speak_utf_8() -> None:
    """Print UTF-8 whatever the terminal is said to take: it may be a file that is read elsewhere."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


class Program(click.Group):
    """The program: its texts are in UTF-8, help and errors too."""

    def main(self, *arguments: Any, **named: Any) -> Any:
        """See ``click.Group``."""
        speak_utf_8()
        return super().main(*arguments, **named)

    def invoke(self, ctx: click.Context) -> Any:
        """See ``click.Group``; what a message holds of somebody's text does nothing to the terminal."""
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            if isinstance(error, click.UsageError):
                raise  # of what was typed in this terminal
            raise click.ClickException(lines_shown(error.message)) from None
