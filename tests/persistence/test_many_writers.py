"""Fifty writers, four processes, one PostgreSQL: what was acknowledged is in the log, once, and was followed.

Each writer sends notes, each with a key of its own. What is answered by an outage, or not at all, it sends again
with the same key until it knows: so the decisions that were acknowledged are exactly those that were stored, also
where processes are killed meanwhile. Seconds in `make test`; in `make soak` for KERBHOLZ_SOAK_SECONDS in all.
"""

from __future__ import annotations

import http.client
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from random import Random
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psutil
import pytest
from eventsourcing.persistence import InterfaceError, OperationalError

from domain.matches import Matches
from domain.migration import migrate
from domain.store.feed import Follower
from service.config import Settings
from tests.persistence.serving import NOTE, Served, served
from tests.postgres import Server
from tests.service.playing import opening

WRITERS, WORKERS = 50, 4
SHORT = 3.0
"""Seconds of writing: on one match, on fifty, and through kills."""
LONG = float(os.environ.get("KERBHOLZ_SOAK_SECONDS", "600")) / 3
UNKNOWN = (OSError, http.client.HTTPException, json.JSONDecodeError)
"""What a request looks like whose worker was killed."""


class Writer(Thread):
    """Sends notes to one match until it is told to stop, each until it knows that it is stored."""

    def __init__(self, server: Served, match: dict[str, Any], name: str, stop: Event) -> None:
        super().__init__(daemon=True)
        self._address = urlsplit(server.address).netloc
        self._path = f"/v1/matches/{match['id']}/commands"
        self._headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {match['tokens']['seats'][0]}",
        }
        self._writer = name
        self._stop_writing = stop
        self._connection: http.client.HTTPConnection | None = None
        self.match_id = UUID(match["id"])
        self.acknowledged: dict[str, int] = {}
        self.unknown = 0
        self.error: BaseException | None = None

    def run(self) -> None:
        """Write."""
        try:
            number = 0
            while not self._stop_writing.is_set():
                text = f"{self._writer}.{number}"
                self.acknowledged[text] = self._until_known(text)
                number += 1
        except Exception as error:  # noqa: BLE001 - told by the main thread
            self.error = error
        finally:
            self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _until_known(self, text: str) -> int:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                status, answer = self._send(text)
            except UNKNOWN:
                self._disconnect()
                status, answer = 0, {}
            if status == 201:
                version: int = answer["decisions"][0]["version"]
                return version
            assert status in (0, 503) or answer["code"] == "conflict", (status, answer)
            self.unknown += status != 409
            time.sleep(0.05)
        raise AssertionError(f"not known after a minute: {text}")

    def _send(self, text: str) -> tuple[int, Any]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self._address, timeout=20)
        body = json.dumps({**NOTE, "text": text})
        self._connection.request("POST", self._path, body, {**self._headers, "Idempotency-Key": text})
        response = self._connection.getresponse()
        return response.status, json.loads(response.read())


class Following(Thread):
    """Follows the log beside the writers."""

    def __init__(self, database: str) -> None:
        super().__init__(daemon=True)
        self._env = Settings(database=database).environment
        self._done = Event()
        self.begun = Event()
        self.read: list[tuple[UUID, int]] = []
        self.error: BaseException | None = None

    def run(self) -> None:
        """Read on, whatever happens to the database."""
        try:
            with Matches(self._env) as matches:
                follower = Follower(matches.feed)
                self.begun.set()
                while not (self._done.wait(0.02) and self._at_the_end(matches, follower)):
                    self._read(follower)
        except Exception as error:  # noqa: BLE001 - told by the main thread
            self.error = error

    def _read(self, follower: Follower) -> None:
        with suppress(OperationalError, InterfaceError):
            self.read += [(one.match_id, one.version) for one in follower.read()]

    def _at_the_end(self, matches: Matches, follower: Follower) -> bool:
        """Whether all has been read, also what a transaction of somebody else hides for a moment."""
        ((newest,),) = matches.database.query("SELECT max(position) FROM kerbholz_events")
        return bool(follower.position == newest)

    def finish(self) -> list[tuple[UUID, int]]:
        """Everything that was read, to the end."""
        self._done.set()
        self.join(timeout=60)
        assert self.error is None, repr(self.error)
        assert not self.is_alive()
        return self.read


@contextmanager
def following(database: str) -> Iterator[Following]:
    """A follower while the block runs."""
    follower = Following(database)
    follower.start()
    assert follower.begun.wait(timeout=30)
    try:
        yield follower
    finally:
        follower._done.set()


def opened(server: Served, number: int) -> list[dict[str, Any]]:
    """New matches."""
    answers = [server.request("POST", "/v1/matches", opening(2)) for _ in range(number)]
    assert {status for status, _, _ in answers} == {201}
    return [document for _, document, _ in answers]


def written(
    server: Served,
    database: str,
    matches: int,
    seconds: float,
    disturb: Callable[[Served, float], None] = lambda *_: None,
) -> list[Writer]:
    """Writers on so many matches for so long, with a follower; what they were told is stored and was followed."""
    with following(database) as follower:
        documents, stop = opened(server, matches), Event()
        writers = [Writer(server, documents[n % matches], f"{matches}-{n}", stop) for n in range(WRITERS)]
        until = time.monotonic() + seconds
        for writer in writers:
            writer.start()
        disturb(server, until)
        time.sleep(max(0.0, until - time.monotonic()))
        stop.set()
        for writer in writers:
            writer.join(timeout=90)
            assert writer.error is None, repr(writer.error)
            assert not writer.is_alive()
        check(database, documents, writers, follower)
    assert sum(len(writer.acknowledged) for writer in writers) > WRITERS
    return writers


def check(database: str, documents: list[dict[str, Any]], writers: list[Writer], follower: Following) -> None:
    """What was acknowledged is what is stored and what was followed, without gap or repetition."""
    followed = follower.finish()
    with Matches(Settings(database=database).environment) as matches:
        stored: list[tuple[UUID, int]] = []
        for document in documents:
            match_id = UUID(document["id"])
            events = matches.database.query(
                "SELECT originator_version FROM kerbholz_events WHERE originator_id = ? ORDER BY 1", (match_id,)
            )
            versions = [version for (version,) in events]
            own = [writer for writer in writers if writer.match_id == match_id]
            acknowledged = {text: version for writer in own for text, version in writer.acknowledged.items()}
            assert versions == list(range(document["version"] + 1 + len(acknowledged)))
            assert sorted(acknowledged.values()) == versions[document["version"] + 1 :]
            notes = "SELECT value, version FROM kerbholz_texts WHERE match_id = ? AND pointer = '/command/text'"
            assert sorted(matches.database.query(notes, (match_id.hex,))) == sorted(acknowledged.items())
            for writer in own:
                assert sorted(writer.acknowledged.values()) == list(writer.acknowledged.values())
            stored += [(match_id, version) for version in versions]
    assert len(followed) == len(set(followed)) == len(stored)
    assert set(followed) == set(stored)


def killed_worker(server: Served, random: Random) -> None:
    """SIGKILL for one of the workers; another one takes its place."""
    children = psutil.Process(server._process.pid).children()
    workers = [child for child in children if "resource_tracker" not in " ".join(child.cmdline())]
    random.choice(workers).kill()


@pytest.mark.scenario(38, 54)
@pytest.mark.parametrize("seconds", [SHORT, pytest.param(LONG, marks=pytest.mark.soak)], ids=["short", "soak"])
def test_what_fifty_writers_were_told_is_stored_and_followed_also_through_kills(own_postgres, seconds):
    database = own_postgres.fresh_database()
    migrate(Settings(database=database).environment)
    with served(database, workers=WORKERS) as server:
        for matches in (1, WRITERS):
            writers = written(server, database, matches, seconds)
            assert sum(writer.unknown for writer in writers) == 0
        written(server, database, 8, seconds, partial(disturb, own_postgres))


def disturb(postgres: Server, server: Served, until: float) -> None:
    """Kill workers and the database at random moments, each at least once."""
    random = Random(time.time_ns())
    kills = [partial(killed_worker, server, random), partial(killed_database, postgres, random)]
    most = max(0.5, min(10.0, (until - time.monotonic()) / 4))
    due = list(kills)
    while due or time.monotonic() < until:
        time.sleep(random.uniform(0.1, most))
        (due.pop() if due else random.choice(kills))()


def killed_database(postgres: Server, random: Random) -> None:
    """SIGKILL for the database, which comes back on the same data."""
    postgres.kill()
    time.sleep(random.uniform(0, 0.5))
    postgres.start_again()
