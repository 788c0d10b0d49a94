"""The path behind which a proxy has put the service: all addresses that it gives out begin with it.

It comes with the setting `prefix`, or with each request in ``X-Forwarded-Prefix`` (of several values the last,
which the nearest proxy has set). The header counts only where there are proxies to be trusted, and goes before the
setting. What is no plain path is left out: it would stand in addresses that others follow. The proxy asks for
paths without the prefix.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HEADER = "HTTP_X_FORWARDED_PREFIX"
LONGEST = 200
"""Characters of a prefix."""
_SEGMENT = re.compile(r"[A-Za-z0-9._~-]+")


def read(text: str) -> str | None:
    """A prefix as it stands before paths: ``/a/b``, or nothing for ``/``; None for what is none.

    Segments are of the characters that an address may always have as they are (RFC 3986, section 2.3), and lead
    nowhere else, as ``..`` would.
    """
    path = text.strip(" \t").removesuffix("/")
    if not path:
        return ""
    first, *segments = path.split("/")
    fits = all(_SEGMENT.fullmatch(one) and one.strip(".") for one in segments)
    return path if first == "" and segments and fits and len(path) <= LONGEST else None


def address(path: str) -> str:
    """The address at which the client finds one of the service's own paths."""
    from flask import request

    return f"{request.script_root}{path}"


class Prefixed:
    """A WSGI application behind a prefix: the one of its settings, or that of the header, if *trusted*."""

    def __init__(self, application: WSGIApplication, prefix: str, *, trusted: bool) -> None:
        self._application = application
        self._prefix = prefix
        self._trusted = trusted

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        said = read(environ[HEADER].rpartition(",")[2]) if self._trusted and environ.get(HEADER) else None
        environ["SCRIPT_NAME"] = self._prefix if said is None else said
        return self._application(environ, start_response)
