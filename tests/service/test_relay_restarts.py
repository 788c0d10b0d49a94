"""Many readers of a relay that is stopped and started again under them: each hears everything, once."""

from __future__ import annotations

import http.client
import time
from random import Random
from threading import Thread

import pytest

from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.service.playing import Table, new_client, open_match
from tests.service.relaying import RelayThread
from tests.service.streams import EVENTS, events

READERS, MATCHES = 24, 3
BATCHES = (1, 1, 1, 1, 1, 2, 5, 20)
TEXTS = ("x" * 10, "x" * 900)


class Reader(Thread):
    """Reads a match with somebody's eyes, is cut off now and then, or sleeps, and always comes back."""

    def __init__(self, number: int, table: Table, held: list[RelayThread], last: list[int]) -> None:
        super().__init__(daemon=True)
        self._rng = Random(f"restarts {number}")
        self._table = table
        self._held = held
        self.number = number
        self._last = last
        self._who = self._rng.choice([None, 0, 1, 2, "arbiter", "spectator"])
        self._query = self._rng.choice([{}, {"text": "de"}, {"roots": "true"}, {"as": "public"}])
        self.begun = self.seen = table.version
        self.told: list[int] = []

    def run(self) -> None:
        """Read until the match is over, and all of it has been told."""
        while not self._is_done():
            try:
                self._read()
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)

    def _is_done(self) -> bool:
        return bool(self._last) and self.seen >= self._last[self.number % MATCHES]

    def _read(self) -> None:
        headers = {**self._table.bearer(self._who), "Accept": EVENTS, "Last-Event-ID": str(self.seen)}
        patience = self._rng.randrange(1, 200)
        with self._held[0].ask("GET", f"{self._table.path}/stream", headers, **self._query) as answer:
            for event in events(iter(answer.read1, b"") if answer.status == 200 else ()):
                if event.kind == "decision":
                    self.seen = event.id
                    self.told.append(event.id)
                    patience -= 1
                    if self._rng.random() < 0.02:
                        time.sleep(self._rng.random() / 2)
                if patience == 0 or self._is_done():
                    return


@pytest.mark.soak
@pytest.mark.parametrize("number", range(3))
def test_nobody_misses_anything_or_hears_it_twice(migrated_sqlite_url, number):
    settings = Settings(
        database=migrated_sqlite_url, relay_streams=1000, streams_per_caller=1000, limits=OFF, heartbeat=0.2
    )
    app, last, rng = create_app(settings), list[int](), Random(f"restarts {number}")
    client = new_client(migrated_sqlite_url, app)
    tables = [open_match(client, 3, options={"history": "kept"}) for _ in range(MATCHES)]
    held = [RelayThread(settings)]
    readers = [Reader(one, tables[one % MATCHES], held, last) for one in range(READERS)]
    for reader in readers:
        reader.start()
    for step in range(160):
        note = {"type": "table.note", "text": rng.choice(TEXTS)}
        rng.choice(tables).do("arbiter", *[note] * rng.choice(BATCHES))
        if step % 40 == 39:
            before, held[0] = held[0], RelayThread(settings)
            before.stop()
            before.let_go()
        time.sleep(rng.random() / 20)
    last[:] = [table.version for table in tables]
    for reader in readers:
        reader.join(timeout=60)
        assert not reader.is_alive()
        assert reader.told == list(range(reader.begun + 1, last[reader.number % MATCHES] + 1))
    held[0].stop()
    held[0].let_go()
    app.extensions["kerbholz"].close()
