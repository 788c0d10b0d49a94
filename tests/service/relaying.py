"""A relay for the tests: in a thread, on the database of an app; and its streams, read over a socket."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

from service.app import create_app
from service.config import Settings
from service.relay.connection import Connection
from service.relay.relay import Relay
from service.web.event_stream import Places
from service.web.process.running import Running, running
from tests.service.playing import Table, Who
from tests.service.streams import EVENTS, Stream, events


class RelayThread:
    """A relay beside what is tested, with an app and a watcher of its own, as in its own process."""

    def __init__(self, settings: Settings, most: int = 1000) -> None:
        stopping = Event()
        places = Places(settings.relay_streams, settings.streams_per_caller)
        self.app = create_app(replace(settings, close_after=0), stopping=stopping, places=places)
        self.running: Running = running(self.app)
        self.running.watcher()
        self.port = 0
        self.relay: Relay
        self._most, self._stopping = most, stopping
        self._answers: list[tuple[http.client.HTTPResponse, http.client.HTTPConnection]] = []
        self._begun = Event()
        self._thread = Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        assert self._begun.wait(10)

    async def _run(self) -> None:
        self._loop, self._told = asyncio.get_running_loop(), asyncio.Event()
        heartbeat = self.running.heartbeat
        self.relay = Relay(self.app, self.running.watcher, heartbeat=heartbeat, most=self._most)
        server = await self._loop.create_server(lambda: Connection(self.relay), "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._begun.set()
        await self._told.wait()
        self._stopping.set()
        server.close()
        await self.relay.stop()

    def stop(self) -> None:
        """As for SIGTERM."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._told.set)
            self._thread.join(timeout=20)
            assert not self._thread.is_alive()
        self.running.close()

    def let_go(self) -> None:
        """Close what was asked."""
        for one in (one for pair in self._answers for one in pair):
            one.close()

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, **query: Any
    ) -> http.client.HTTPResponse:
        """An answer, whose body is still to be read."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        parameters = {name.rstrip("_"): value for name, value in query.items()}
        connection.request(
            method, f"{path}?{urlencode(parameters)}" if parameters else path, headers=headers or {}
        )
        response = connection.getresponse()
        self._answers.append((response, connection))
        return response


@contextmanager
def relay(settings: Settings, most: int = 1000) -> Iterator[RelayThread]:
    """A relay while the block runs."""
    begun = RelayThread(settings, most)
    try:
        yield begun
    finally:
        begun.stop()
        begun.let_go()


class Relayed(Stream):
    """A stream of the relay that somebody has open; to be closed."""

    def __init__(
        self, at: RelayThread, table: Table, who: Who, headers: Mapping[str, str] | None = None, **query: Any
    ) -> None:
        given = {**table.bearer(who), "Accept": EVENTS, **(headers or {})}
        self.answer = at.ask("GET", f"{table.path}/stream", given, **query)
        assert self.answer.status == 200, self.answer.read()
        assert self.answer.getheader("Content-Type") == EVENTS
        self.all = events(iter(lambda: self.answer.read1(), b""))

    def close(self) -> None:
        """The client goes."""
        self.answer.close()
