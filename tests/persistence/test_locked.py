"""PostgreSQL is there and does not answer, locked or stopped: nobody hangs, and health is no question of it."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psutil
import psycopg
import pytest

from domain.application.upkeep.migration import migrate
from service.config import Settings
from tests.persistence.serving import NOTE, Served, served
from tests.postgres import Server
from tests.service.raw import healthy

pytestmark = pytest.mark.long

OPENING = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Bo"}], "mode": "recorded"}
BOUND = 14.0
"""Seconds after which every request has its answer: 3 for a connection and 8 for an answer, and some for a busy
machine."""
READY_BOUND = 7.0
AT_ONCE = 2.5
"""Less than any question to the database is given, and enough for a busy machine."""


class Playing:
    """A service with a match."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.opened = server.request("POST", "/v1/matches", OPENING)[1]
        self.path = f"/v1/matches/{self.opened['id']}"

    def ask(self, method: str, path: str, body: Any = None, *, key: str | None = None) -> tuple[int, Any, float]:
        """Status, document, and how long it took."""
        begun = time.monotonic()
        headers = {"Authorization": f"Bearer {self.opened['tokens']['arbiter']}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        status, document, _ = self.server.request(method, path, body, headers)
        return status, document, time.monotonic() - begun

    def note(self, key: str | None = None) -> tuple[int, Any, float]:
        return self.ask("POST", f"{self.path}/commands", NOTE, key=key)


def check_that_nobody_hangs(playing: Playing, statuses: set[int]) -> None:
    """Many requests at once, of each kind: each has its answer in time, and health is at once."""
    asked = [
        ("POST", f"{playing.path}/commands", NOTE),
        ("GET", f"{playing.path}/view", None),
        ("GET", f"{playing.path}/decisions", None),
        ("GET", "/v1/matches", None),
        ("GET", "/v1/statistics", None),
        ("POST", "/v1/matches", OPENING),
    ]
    with ThreadPoolExecutor(30) as pool:
        answers = [pool.submit(playing.ask, *one) for one in asked * 4]
        ready = pool.submit(playing.ask, "GET", "/readyz")
        for _ in range(10):
            # Once more, for a machine may stand still: who waits for the database would be late twice.
            assert any(healthy(playing.server.address, within=AT_ONCE) for _ in range(2))
            time.sleep(0.1)
        for answer in answers:
            status, document, took = answer.result()
            assert status in statuses, document
            assert status != 503 or document["code"] in ("unavailable", "overloaded")
            assert took < BOUND
        status, document, took = ready.result()
        assert (status, document["code"]) == (503, "unavailable")
        assert took < READY_BOUND


def until_ready(server: Served, within: float) -> None:
    until = time.monotonic() + within
    while server.request("GET", "/readyz")[0] != 200:
        assert time.monotonic() < until, "it did not become ready"
        time.sleep(0.1)


@pytest.mark.parametrize("tables", ["kerbholz_events", "kerbholz_tokens, kerbholz_settings"])
def test_a_locked_table_lets_nobody_hang(postgres_url: str, tables: str) -> None:
    migrate(Settings(database=postgres_url).environment)
    with served(postgres_url) as server:
        playing = Playing(server)
        with psycopg.connect(postgres_url) as connection:
            connection.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
            check_that_nobody_hangs(playing, {200, 503})
        until_ready(server, 5)
        assert playing.note()[0] == 201


@contextlib.contextmanager
def stopped(server: Server) -> Iterator[None]:
    """The server and its children, as a machine that has gone to sleep."""
    postmaster = psutil.Process(server._postgres.get_pid())
    family = [postmaster, *postmaster.children(recursive=True)]
    for process in family:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in family:
            process.send_signal(signal.SIGCONT)


def test_a_stopped_server_lets_nobody_hang(own_postgres: Server) -> None:
    url = own_postgres.fresh_database()
    migrate(Settings(database=url).environment)
    with served(url) as server:
        playing = Playing(server)
        with stopped(own_postgres):
            status, _, took = playing.note("while-it-was-stopped")
            assert status == 503
            assert took < BOUND
            check_that_nobody_hangs(playing, {503})
        until_ready(server, 10)
        assert playing.note("while-it-was-stopped")[0] == 201
