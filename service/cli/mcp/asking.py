"""Asking a service with one token: what it answers, or why it does not."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from service.cli.client import READ_SECONDS, Problem, Reply, Request, Send, Unreachable

JSON, PLAIN = "application/json", "text/plain"
PAUSES = (0.5, 2.0)
"""Seconds before commands are sent again, with their key, when no answer came."""


class Service:
    """The service, asked with one token, or as the public where there is none; texts are in *language*."""

    def __init__(self, send: Send, token: str | None, language: str) -> None:
        self._send = send
        self._headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        self.language = language

    def read(self, path: str, query: Mapping[str, Any], seconds: float = READ_SECONDS) -> dict[str, Any]:
        """The document at *path*. Raises :class:`Problem` and :class:`Unreachable`."""
        return _document(self._send(self._request("GET", path, query, JSON, seconds=seconds)))

    def text(self, path: str, query: Mapping[str, Any]) -> str:
        """The text at *path*. Raises :class:`Problem` and :class:`Unreachable`."""
        reply = self._send(self._request("GET", path, query, PLAIN))
        if reply.status != 200:
            _document(reply)
        elif reply.headers.get("Content-Type", "").startswith(PLAIN):
            return reply.body.decode(errors="replace")
        raise Unreachable("what answers is not the service")

    def post(
        self, path: str, query: Mapping[str, Any], body: Mapping[str, Any], headers: Mapping[str, str]
    ) -> dict[str, Any]:
        """The answer to *body*; nothing of it is done twice. Raises :class:`Problem` and :class:`Unreachable`."""
        request = self._request("POST", path, query, JSON, body, headers)
        for pause in PAUSES:
            try:
                return _document(self._send(request))
            except Unreachable:
                time.sleep(pause)  # perhaps only the answer was lost
        return _document(self._send(request))

    def _request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        form: str,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        seconds: float = READ_SECONDS,
    ) -> Request:
        target = f"{path}?{urlencode({name: _written(value) for name, value in query.items()})}" if query else path
        sent = {**self._headers, "Accept": form, **(headers or {})}
        if body is None:
            return Request(method, target, sent, None, seconds)
        return Request(method, target, {**sent, "Content-Type": JSON}, json.dumps(body).encode(), seconds)


def new_key() -> str:
    """A key under which commands are done once, however often they are sent."""
    return f"mcp-{secrets.token_hex(16)}"


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _document(reply: Reply) -> dict[str, Any]:
    try:
        document = json.loads(reply.body)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise Unreachable(f"what answers is not the service ({reply.status})")
    if 200 <= reply.status < 300:
        return document
    if "code" not in document:
        raise Unreachable(f"what answers is not the service ({reply.status})")
    wait = reply.headers.get("Retry-After", "")
    raise Problem(reply.status, {**document, "retry_after": int(wait)} if wait.isdigit() else document)
