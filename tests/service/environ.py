"""What a request is for WSGI, made in a tenth of the time: tests send hundreds of thousands of them.

The library's builder takes URLs apart, quotes them and puts them together again, also where nothing is to be
quoted. Whatever is not as plain as that is left to it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import Any

from werkzeug.test import EnvironBuilder

_PATH = re.compile(r"(/[A-Za-z0-9_.~-]+)+")
_QUERY = re.compile(r"[A-Za-z0-9_.~-]+")
_NAME = re.compile(r"[A-Za-z][A-Za-z-]*")
_VALUE = re.compile(r"[!-~]+([ ][!-~]+)*")
_TAKEN = frozenset({"method", "json", "data", "headers", "query_string"})
_OTHERWISE = frozenset({"CONTENT_LENGTH", "HOST", "COOKIE", "TRANSFER_ENCODING"})
"""Headers that mean something to the library's builder, as they are in WSGI."""


@cache
def _always() -> dict[str, Any]:
    """What is the same in every request to an app with Flask's own settings."""
    return EnvironBuilder("/", "http://localhost/").get_environ()


def plain_environ(
    arguments: tuple[Any, ...], given: Mapping[str, Any], base: Mapping[str, Any], dumps: Any
) -> dict[str, Any] | None:
    """The environment of the request, as the library's builder makes it; None if that is to make it."""
    if len(arguments) != 1 or not isinstance(arguments[0], str) or not given.keys() <= _TAKEN:
        return None
    path, method = arguments[0], given.get("method", "GET")
    query, headers = _query(given.get("query_string")), _headers(given.get("headers"))
    if query is None or headers is None or not _PATH.fullmatch(path):
        return None
    body = given.get("data")
    if "json" in given:
        if body is not None or given["json"] is None:
            return None
        body = dumps(given["json"])
        headers.setdefault("CONTENT_TYPE", "application/json")
    if isinstance(body, str):
        body = body.encode()
    if method == "POST":
        if not isinstance(body, bytes) or not body:
            return None
    elif body is not None or "CONTENT_TYPE" in headers:
        return None
    if body is not None:
        headers["CONTENT_LENGTH"] = str(len(body))
    return {
        **base,
        **_always(),
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "REQUEST_URI": path,
        "RAW_URI": path,
        "wsgi.input": BytesIO(body or b""),
        "wsgi.errors": sys.stderr,
        **headers,
    }


def _query(given: Any) -> str | None:
    if not given:
        return "" if given is None or isinstance(given, dict | str) else None
    if not isinstance(given, dict):
        return None
    pairs = [(str(name), str(value)) for name, value in given.items() if isinstance(value, str | int)]
    if len(pairs) < len(given) or not all(_QUERY.fullmatch(one) for pair in pairs for one in pair):
        return None
    return "&".join(map("=".join, pairs))


def _headers(given: Any) -> dict[str, str] | None:
    """The headers as they are in WSGI."""
    if given is None:
        return {}
    if not isinstance(given, dict):
        return None
    found: dict[str, str] = {}
    for name, value in given.items():
        if not (isinstance(value, str) and _NAME.fullmatch(name) and _VALUE.fullmatch(value)):
            return None
        key = name.upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        if key in found or key.removeprefix("HTTP_") in _OTHERWISE:
            return None
        found[key] = value
    return found
