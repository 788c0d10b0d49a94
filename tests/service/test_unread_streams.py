"""An answer that nobody reads is cut, and shows that it was: it never looks like a whole one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from service.front import gateway

SCOPE = {
    "type": "http",
    "method": "GET",
    "raw_path": b"/lines",
    "path": "/lines",
    "query_string": b"",
    "headers": [],
    "client": ("127.0.0.1", 1),
    "server": ("127.0.0.1", 2),
    "http_version": "1.1",
    "scheme": "http",
}
LINES = 50


def lines(_: Any, start_response: Any) -> Iterable[bytes]:
    """An application that answers by parts."""

    def parts() -> Iterator[bytes]:
        yield from (b"line\n" for _ in range(LINES))

    start_response("200 OK", [("Content-Type", "application/x-ndjson")])
    return parts()


def answered(read: int) -> list[dict[str, Any]]:
    """What goes to a reader who reads so many parts and then no more, without closing the connection."""
    sent: list[dict[str, Any]] = []

    async def ask() -> None:
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if asked:
                await asyncio.sleep(3600)
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message.get("body") and len(bodies(sent)) >= read:
                await asyncio.sleep(3600)
            sent.append(message)

        service = gateway.Front(lines, threads=8, max_body=1000, body_seconds=1)
        await asyncio.wait_for(service(SCOPE, receive, send), timeout=20)

    asyncio.run(ask())
    return sent


def bodies(messages: list[dict[str, Any]]) -> list[bytes]:
    """The parts among messages that hold something."""
    return [one["body"] for one in messages if one["type"] == "http.response.body" and one["body"]]


@pytest.mark.parametrize("read", [0, 1, gateway.AHEAD, LINES - gateway.AHEAD, LINES - 1])
def test_what_nobody_reads_is_not_ended_as_if_it_were_whole(monkeypatch: pytest.MonkeyPatch, read: int) -> None:
    monkeypatch.setattr(gateway, "UNREAD", 0.2)
    sent = answered(read)
    assert len(bodies(sent)) == read
    assert sent[-1]["type"] == "http.response.start" or sent[-1]["more_body"]


def test_what_is_read_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "UNREAD", 0.2)
    sent = answered(LINES + 1)
    assert len(bodies(sent)) == LINES
    assert not sent[-1]["more_body"]
