"""Reads streams of server-sent events, of a test client or of a running service."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.service.playing import Table, Who

EVENTS = "text/event-stream"
NDJSON = "application/x-ndjson"
PATIENCE = 10.0
"""Seconds in which an event has to be there."""


@dataclass(frozen=True)
class Event:
    """An event as it was sent; a comment is an event of the kind ``comment``."""

    kind: str
    id: int
    data: bytes

    @property
    def document(self) -> Any:
        """What it holds."""
        return json.loads(self.data)


def events(chunks: Iterable[bytes]) -> Iterator[Event]:
    """The events and comments in chunks of bytes, by the specification's own grammar, as far as it is used."""
    rest = b""
    for chunk in chunks:
        *blocks, rest = (rest + chunk).split(b"\n\n")
        for block in blocks:
            fields: dict[bytes, bytes] = {}
            for line in block.split(b"\n"):
                name, colon, value = line.partition(b":")
                assert colon, line
                assert name not in fields, block
                fields[name] = value.removeprefix(b" ")
            assert fields.pop(b"retry", b"1").isdigit(), block
            if set(fields) == {b""}:
                yield Event("comment", -1, fields[b""])
            else:
                assert set(fields) == {b"id", b"event", b"data"}, block
                yield Event(fields[b"event"].decode(), int(fields[b"id"]), fields[b"data"])


class Stream:
    """A stream that somebody has open; to be closed."""

    def __init__(self, table: Table, who: Who, headers: Mapping[str, str] | None = None, **query: Any) -> None:
        parameters = {name.rstrip("_"): value for name, value in query.items()}
        self.response = table.client.get(
            f"{table.path}/stream",
            query_string=parameters,
            headers={**table.bearer(who), "Accept": EVENTS, **(headers or {})},
        )
        assert self.response.status_code == 200, self.response.text
        assert self.response.mimetype == EVENTS
        self.all = events(iter(self.response.response))

    def any(self) -> Event | None:
        """The next event or comment; None at the end of the stream."""
        return next(self.all, None)

    def next(self) -> Event:
        """The next event, without comments."""
        until = time.monotonic() + PATIENCE
        for event in self.all:
            if event.kind != "comment":
                return event
            assert time.monotonic() < until, "nothing has come"
        raise AssertionError("the stream has ended")

    def until(self, version: int) -> list[Event]:
        """The events up to the decision of this version."""
        found = [self.next()]
        while (found[-1].kind, found[-1].id) != ("decision", version):
            found.append(self.next())
        return found

    def rest(self) -> list[Event]:
        """The events to the end of the stream."""
        return [event for event in self.all if event.kind != "comment"]

    def quiet(self, comments: int = 2) -> bool:
        """Whether nothing but so many comments comes."""
        return all((event := self.any()) is not None and event.kind == "comment" for _ in range(comments))

    def close(self) -> None:
        """The client goes."""
        self.response.close()


def decisions(found: Iterable[Event]) -> list[Event]:
    """The decisions among events."""
    return [event for event in found if event.kind == "decision"]


def lines(table: Table, who: Who, **query: Any) -> list[bytes]:
    """The log as it can be read now, a line of bytes for each decision."""
    response = table.ask(who, "decisions", headers={"Accept": NDJSON}, **query)
    assert response.status_code == 200, response.text
    assert response.mimetype == NDJSON
    assert response.data.endswith(b"\n") or response.data == b""
    return response.data.split(b"\n")[:-1]
