"""Reading from a service, for commands that print what it answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from service.cli.client import Http, Request, Unreachable
from service.cli.options import BadToken, token_from

SECONDS = 30


def token_of(file: Path | None) -> str | None:
    """The token; None for the public."""
    try:
        return token_from(file)
    except BadToken as error:
        raise click.ClickException(str(error)) from None


def read(url: str, path: str, token: str | None, media: str, language: str | None = None) -> bytes:
    """What the service answers; redirects are not followed, so that the token goes nowhere else."""
    try:
        send = Http(url)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    headers = {"Accept": media, **({"Authorization": f"Bearer {token}"} if token else {})}
    if language is not None:
        headers["Accept-Language"] = language
    try:
        reply = send(Request("GET", path, headers, seconds=SECONDS))
    except Unreachable as error:
        raise click.ClickException(f"{url} cannot be reached: {error}") from None
    if reply.status != 200:
        raise click.ClickException(_problem(reply.status, reply.body))
    return reply.body


def _problem(status: int, body: bytes) -> str:
    try:
        document: Any = json.loads(body)
        return f"the service says {status} {document['code']}: {document.get('detail') or document['title']}"
    except (ValueError, KeyError, TypeError, AttributeError):
        return f"the service says {status}"
