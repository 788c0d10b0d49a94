"""The command ``kerbholz mcp``."""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec
from pathlib import Path

import click

from domain.kit.words.labels import FALLBACK
from service.cli.client import Http
from service.cli.options import TAG, language_of, language_option, token_option, url_option
from service.cli.reading import token_of


@click.command(name="mcp")
@url_option
@token_option
@language_option
def mcp_command(address: str, token_file: Path | None, lang: str | None) -> None:
    """Serve the Model Context Protocol on standard input and output, for the owner of one token.

    A program with a language model starts this command. Without a token it speaks for the public.
    """
    if lang is not None and not TAG.fullmatch(lang):
        raise click.ClickException("a language is named by its tag, such as de")
    try:
        send = Http(address)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    token = token_of(token_file)
    if find_spec("mcp") is None:
        raise click.ClickException("this needs the package mcp: pip install 'kerbholz[mcp]'")
    from service.cli.mcp.asking import Service
    from service.cli.mcp.server import serve

    # It keeps nothing. Else Python would wait for the next line of the input before it ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    serve(Service(send, token, lang or language_of(os.environ) or FALLBACK))
