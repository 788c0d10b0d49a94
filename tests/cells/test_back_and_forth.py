"""A match is moved back and forth while many write and many read: nothing is lost, doubled or out of order.

Half of the readers have their streams from the workers, half from the relay. How long appends took, and how long
the match was not served, is printed.
"""

from __future__ import annotations

import http.client
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.cells.ground import KEY, Ground
from tests.persistence.serving import Served, run
from tests.service.streams import EVENTS, events

NOTE = "table.note"
MOVES, WRITERS, READERS = 20, 20, 20
PATIENCE = 60
"""Seconds in which whatever was asked has to be answered."""
AGAIN = (409, 429, 503)
"""What says that one is to ask again."""


@pytest.mark.soak
@pytest.mark.parametrize("on", ["sqlite_ground", "far_apart"])
def test_a_match_is_moved_twenty_times_while_twenty_write_and_twenty_read(request, monkeypatch, capsys, on):
    ground: Ground = request.getfixturevalue(on)
    monkeypatch.setenv("KERBHOLZ_SERVICE_KEY", KEY)
    monkeypatch.setenv("KERBHOLZ_REGISTRY_URL", ground.registry)
    monkeypatch.setenv("KERBHOLZ_STREAMS_PER_CALLER", str(2 * READERS))
    server = Served("sqlite:///nothing.db", 2, "--registry", ground.registry, "--streams", "0")
    try:
        figures = _play(server)
    finally:
        assert server.stop() == 0
    with capsys.disabled():
        sys.stdout.write(f"\n{on}:\n{figures}\n")


def _play(server: Served) -> str:
    """Plays; how long things took."""
    seats = [{"name": "Ada"}, {"name": "Bo"}]
    status, opened, _ = server.request("POST", "/v1/matches", {"ruleset": "seven-sins", "seats": seats})
    assert status == 201
    path, stop = f"/v1/matches/{opened['id']}", Event()
    bearer = {"Authorization": f"Bearer {opened['tokens']['arbiter']}"}
    get = partial(_served, server, "GET", headers=bearer)
    readers = [Reader((server.address, server.streams)[number % 2], path, bearer) for number in range(READERS)]
    written: list[Written] = []
    moves: list[tuple[float, float]] = []
    wrong: list[str] = []
    writing = [partial(_write, server, path, bearer, stop, written) for _ in range(WRITERS)]
    follow = [Thread(target=_guarded, args=(one.run, wrong)) for one in readers]
    write = [Thread(target=_guarded, args=(one, wrong)) for one in writing]
    for thread in (*follow, *write):
        thread.start()
    for number in range(MOVES):
        time.sleep(0.5)
        begun = time.monotonic()
        done = run("cells", "move", opened["id"], ("south", "north")[number % 2])
        assert done.returncode == 0, done.stderr
        moves.append((begun, time.monotonic()))
    stop.set()
    for thread in write:
        thread.join(PATIENCE)
    last = get(path)["version"]
    for one in readers:
        one.until = last
    for thread in follow:
        thread.join(PATIENCE)
    assert not wrong, wrong[:5]
    told: list[Any] = []
    while len(told) <= last:
        told += get(f"{path}/decisions?after={len(told) - 1}" if told else f"{path}/decisions")["decisions"]
    assert [one["version"] for one in told] == list(range(last + 1))
    noted = [one["command"]["text"] for one in told if one["command"]["type"] == NOTE]
    assert len(written) > MOVES
    assert sorted(noted) == sorted(one.text for one in written), "nothing is lost, and nothing is doubled"
    for one in readers:
        assert one.versions == list(range(one.versions[0], last + 1)), "nothing is skipped, doubled or reordered"
        assert one.cut >= 2, "it was cut where the match left"
    return _figures(written, moves)


def _figures(written: list[Written], moves: list[tuple[float, float]]) -> str:
    """How long appends took, in all and beside no move, and how long nobody was acknowledged anything in one."""

    def of(seconds: list[float]) -> str:
        ranks = (0.5, 0.99, 1)
        found = [sorted(seconds)[min(int(rank * len(seconds)), len(seconds) - 1)] for rank in ranks]
        return ", ".join(f"{name} {one:.3f} s" for name, one in zip(("p50", "p99", "longest"), found, strict=True))

    ends = sorted(one.end for one in written)
    gaps = [
        max(after - before for before, after in pairwise(ends) if begun <= after and before <= end)
        for begun, end in moves
    ]
    beside = [
        one.seconds for one in written if not any(one.begun < end and begun < one.end for begun, end in moves)
    ]
    lines = [f"{len(written)} appends: {of([one.seconds for one in written])}"]
    lines += [f"{len(beside)} of them beside no move: {of(beside)}"] if beside else []
    return "\n".join([*lines, f"{len(moves)} moves, in which nobody was acknowledged anything: {of(gaps)}"])


def _guarded(work: Callable[[], None], wrong: list[str]) -> None:
    try:
        work()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the test is about
        wrong.append(repr(error))


def _served(server: Served, method: str, path: str, body: Any = None, *, headers: Mapping[str, str]) -> Any:
    """What is answered when it is not said any more that one is to ask again."""
    end = time.monotonic() + PATIENCE
    while True:
        status, document, told = server.request(method, path, body, headers)
        if status not in AGAIN:
            assert status < 300, document
            return document
        assert {name.lower() for name in told} >= {"retry-after"}, document
        assert time.monotonic() < end, document
        time.sleep(0.05)


@dataclass(frozen=True)
class Written:
    """A note that was acknowledged, and when it was sent and answered."""

    text: str
    begun: float
    end: float

    @property
    def seconds(self) -> float:
        """How long that took, with all that was sent again."""
        return self.end - self.begun


def _write(server: Served, path: str, bearer: Mapping[str, str], stop: Event, written: list[Written]) -> None:
    """Write notes, each until it is acknowledged, under a key of its own: so it is stored once."""
    while not stop.is_set():
        text, begun = uuid4().hex, time.monotonic()
        headers = {**bearer, "Idempotency-Key": text}
        _served(server, "POST", f"{path}/commands", {"type": NOTE, "text": text}, headers=headers)
        written.append(Written(text, begun, time.monotonic()))
        time.sleep(0.1)


class Reader:
    """Follows a match by streams, each of which goes on where the last one was cut."""

    def __init__(self, address: str, path: str, bearer: Mapping[str, str]) -> None:
        self._netloc, self._path, self._bearer = urlsplit(address).netloc, path, bearer
        self._seen: int | None = None
        self.versions: list[int] = []
        self.until: int | None = None
        self.cut = 0

    def run(self) -> None:
        """Follow it until the version that is the last."""
        while not self._is_done():
            headers = {} if self._seen is None else {"Last-Event-ID": str(self._seen)}
            connection = http.client.HTTPConnection(self._netloc, timeout=PATIENCE)
            with closing(connection):
                connection.request(
                    "GET", f"{self._path}/stream", headers={**self._bearer, "Accept": EVENTS, **headers}
                )
                response = connection.getresponse()
                if response.status in AGAIN:
                    time.sleep(0.05)
                    continue
                assert response.status == 200, response.read()
                self._follow(response)
                self.cut += 1

    def _follow(self, response: http.client.HTTPResponse) -> None:
        for event in events(iter(partial(response.read1, 1 << 16), b"")):
            if event.kind == "decision":
                self.versions.append(event.id)
            if event.kind != "comment":
                self._seen = event.id
            if self._is_done():
                return

    def _is_done(self) -> bool:
        return self.until is not None and self._seen is not None and self._seen >= self.until
