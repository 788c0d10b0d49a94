"""Fifty writers, several processes, one database: what was acknowledged is in the log, once, and was followed.

Each writer sends notes, each with a key of its own. What is answered by an outage, or not at all, it sends
again with the same key until it knows: so the decisions that were acknowledged are exactly those that were
stored, also where processes are killed meanwhile. What was signed in the receipts is what is stored, too.
Beside them somebody follows the log of all matches, and some read the stream of one; who is cut off, or goes by
himself, comes back by ``Last-Event-ID``. Seconds in `make test`; in `make soak` for KERBHOLZ_SOAK_SECONDS on
each database.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

import psutil
import pytest
from eventsourcing.persistence import InterfaceError, OperationalError

from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.evidence.checkpoints import Checkpoint
from domain.evidence.notes import Note, SigningKey, VerifierKey
from domain.evidence.signing import new_key_file, read_key_file
from domain.kit.written.evidence import Tree
from domain.store.log.feed import FeedReader
from service.config import Settings
from tests.persistence.serving import NOTE, Served, served
from tests.postgres import Server
from tests.service.playing import opening
from tests.service.streams import Event as Sent
from tests.service.streams import events

pytestmark = pytest.mark.long

WRITERS, WORKERS = 50, 4
READERS = 4
"""Of streams: a seat, somebody without a token, the arbiter, the seat that writes."""
AGAIN = 0.2
"""Seconds after which a writer asks again what he was not told: of fifty, a service that starts hears enough."""
GOES = 0.01
"""How often a reader goes behind an event by himself."""
SHORT = 0.4
"""Seconds of writing: on one match, on fifty, and through kills."""
NAME = "play.example.org"
LONG = float(os.environ.get("KERBHOLZ_SOAK_SECONDS", "600")) / 3
UNKNOWN = (OSError, http.client.HTTPException, json.JSONDecodeError)
"""What a request looks like whose worker was killed."""


def connected(server: Served, timeout: float) -> http.client.HTTPConnection:
    """A connection to where the server is now."""
    return http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=timeout)


class Signing(NamedTuple):
    """The options of a service that signs, and who can verify that."""

    options: tuple[str, ...]
    verifier: VerifierKey


@pytest.fixture
def signing(tmp_path: Path) -> Signing:
    """A key of its own."""
    file = tmp_path / "signing.pem"
    new_key_file(file)
    key = SigningKey(NAME, read_key_file(file))
    return Signing(("--signing-key-file", str(file), "--name", NAME), key.verifier)


class Writer(Thread):
    """Sends notes to one match until it is told to stop, each until it knows that it is stored."""

    def __init__(self, server: Served, match: dict[str, Any], name: str, stop: Event) -> None:
        super().__init__(daemon=True)
        self._server = server
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
        self.receipts: list[dict[str, Any]] = []
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
                self.receipts.append(answer["receipt"])
                version: int = answer["decisions"][0]["version"]
                return version
            assert status in (0, 503) or answer["code"] == "conflict", (status, answer)
            self.unknown += status != 409
            time.sleep(0.05 if status == 409 else AGAIN)
        raise AssertionError(f"not known after a minute: {text}")

    def _send(self, text: str) -> tuple[int, Any]:
        if self._connection is None:
            self._connection = connected(self._server, timeout=20)
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
                follower = FeedReader(matches.feed)
                self.begun.set()
                while not (self._done.wait(0.02) and self._at_the_end(matches, follower)):
                    self._read(follower)
        except Exception as error:  # noqa: BLE001 - told by the main thread
            self.error = error

    def _read(self, follower: FeedReader) -> None:
        with suppress(OperationalError, InterfaceError):
            self.read += [(one.match_id, one.version) for one in follower.read()]

    def _at_the_end(self, matches: Matches, follower: FeedReader) -> bool:
        """Whether all has been read, also what a transaction of somebody else hides for a moment."""
        with suppress(OperationalError, InterfaceError):
            return matches.feed.behind() == 0 and follower.position == matches.feed.newest()
        return False

    def finish(self) -> list[tuple[UUID, int]]:
        """Everything that was read, to the end."""
        self._done.set()
        self.join(timeout=60)
        assert self.error is None, repr(self.error)
        assert not self.is_alive()
        return self.read


class Reader(Thread):
    """Reads the stream of a match; who is cut off, or goes, comes back behind what he has seen."""

    def __init__(self, server: Served, match: dict[str, Any], token: str | None, random: Random) -> None:
        super().__init__(daemon=True)
        self._server, self._random = server, random
        self._path = f"/v1/matches/{match['id']}"
        self._headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        self._socket: socket.socket | None = None
        self._done = False
        self.begun = Event()
        self.first = self.seen = -1
        self.told: list[bytes] = []
        self.connections = 0
        self.error: BaseException | None = None

    def run(self) -> None:
        """Read on, whatever happens to server and database."""
        try:
            while not self._done:
                with suppress(*UNKNOWN):
                    self._read()
                time.sleep(0.05)
        except Exception as error:  # noqa: BLE001 - told by the main thread
            self.error = error

    def _read(self) -> None:
        """Read until the connection is cut, by whomever; also by silence."""
        resumed = {"Last-Event-ID": str(self.seen)} if self.seen >= 0 else {}
        with closing(connected(self._server, timeout=6)) as connection:
            headers = {**self._headers, **resumed, "Accept": "text/event-stream"}
            connection.request("GET", f"{self._path}/stream", headers=headers)
            self._socket = connection.sock
            response = connection.getresponse()
            if response.status != 200:
                assert response.status in (429, 503), response.status
                return
            self.connections += 1
            for event in events(iter(response.read1, b"")):
                self._hear(event)
                if self._done or self._random.random() < GOES:
                    return

    def _hear(self, event: Sent) -> None:
        if event.kind == "snapshot":
            assert self.seen == -1, "only a fresh stream begins with a board"
            self.first = self.seen = event.id
            self.begun.set()
        elif event.kind == "decision":
            assert event.id == self.seen + 1, (event.id, self.seen)
            self.told.append(event.data)
            self.seen = event.id

    def go(self) -> None:
        """Read no more."""
        self._done = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        self.join(timeout=30)

    def finish(self, newest: int) -> None:
        """Everything has come up to *newest*, once, as the log has it."""
        until = time.monotonic() + 60
        while self.seen < newest and self.error is None and time.monotonic() < until:
            time.sleep(0.01)
        self.go()
        assert self.error is None, repr(self.error)
        assert self.seen == newest
        status, log = 503, b""
        while status == 503 and time.monotonic() < until:  # a worker may still be getting over an outage
            status, log = self._log()
        assert (status, log.splitlines()) == (200, self.told)
        assert len(self.told) == newest - self.first

    def _log(self) -> tuple[int, bytes]:
        with closing(connected(self._server, timeout=60)) as connection:
            headers = {**self._headers, "Accept": "application/x-ndjson"}
            connection.request("GET", f"{self._path}/decisions?after={self.first}", headers=headers)
            response = connection.getresponse()
            return response.status, response.read()


@contextmanager
def reading(server: Served, documents: list[dict[str, Any]]) -> Iterator[list[tuple[UUID, Reader]]]:
    """Readers of some of the matches, who have begun."""
    random = Random(time.time_ns())
    readers = []
    for number in range(READERS):
        document = documents[number % len(documents)]
        tokens = document["tokens"]
        token = (tokens["seats"][1], None, tokens["arbiter"], tokens["seats"][0])[number % 4]
        readers.append((UUID(document["id"]), Reader(server, document, token, random)))
    for _, reader in readers:
        reader.start()
    for _, reader in readers:
        assert reader.begun.wait(timeout=30), repr(reader.error)
    try:
        yield readers
    finally:
        for _, reader in readers:
            reader.go()


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
    signing: Signing,
    disturb: Callable[[Served, float], None] = lambda *_: None,
) -> list[Writer]:
    """Writers on so many matches for so long; what they were told is stored, was followed, and was streamed."""
    with following(database) as follower:
        documents, stop = opened(server, matches), Event()
        writers = [Writer(server, documents[n % matches], f"{matches}-{n}", stop) for n in range(WRITERS)]
        with reading(server, documents) as readers:
            until = time.monotonic() + seconds
            for writer in writers:
                writer.start()
            disturb(server, until)
            time.sleep(max(0.0, until - time.monotonic()))
            while not enough(writers) and time.monotonic() < until + 30:
                time.sleep(0.05)
            stop.set()
            for writer in writers:
                writer.join(timeout=90)
                assert writer.error is None, repr(writer.error)
                assert not writer.is_alive()
            newest = check(database, documents, writers, follower, signing.verifier)
            for match_id, reader in readers:
                reader.finish(newest[match_id])
    assert enough(writers)
    return writers


def enough(writers: list[Writer]) -> bool:
    """Whether most of them have written more than once."""
    return sum(len(writer.acknowledged) for writer in writers) > WRITERS


def check(
    database: str, documents: list[dict[str, Any]], writers: list[Writer], follower: Following, key: VerifierKey
) -> dict[UUID, int]:
    """What was acknowledged is what is stored and was followed, without gap or repetition; how far it goes."""
    followed = follower.finish()
    newest: dict[UUID, int] = {}
    with Matches(Settings(database=database).environment) as matches:
        stored: list[tuple[UUID, int]] = []
        for document in documents:
            match_id = UUID(document["id"])
            versions = [stored.originator_version for stored in matches.recorder.select_events(match_id)]
            newest[match_id] = versions[-1]
            own = [writer for writer in writers if writer.match_id == match_id]
            acknowledged = {text: version for writer in own for text, version in writer.acknowledged.items()}
            assert versions == list(range(document["version"] + 1 + len(acknowledged)))
            assert sorted(acknowledged.values()) == versions[document["version"] + 1 :]
            notes = "SELECT value, version FROM kerbholz_texts WHERE match_id = ? AND pointer = '/command/text'"
            assert sorted(matches.database.query(notes, (match_id.hex,))) == sorted(acknowledged.items())
            for writer in own:
                assert sorted(writer.acknowledged.values()) == list(writer.acknowledged.values())
                check_receipts(matches, match_id, writer.receipts, key)
            stored += [(match_id, version) for version in versions]
    assert len(followed) == len(set(followed)) == len(stored)
    assert set(followed) == set(stored)
    return newest


def check_receipts(matches: Matches, match_id: UUID, receipts: list[dict[str, Any]], key: VerifierKey) -> None:
    """What the service has signed is what is stored."""
    tree = Tree()
    roots = [tree.add(event.open.encode()) for page in matches.stored_pages(match_id) for event in page]
    for receipt in receipts:
        assert receipt["root"] == roots[receipt["size"] - 1]
        note = Note.read(receipt["checkpoint"])
        said = Checkpoint.of(note)
        assert (said.size, said.root) == (receipt["size"], receipt["root"])
        assert said.origin == f"{NAME}/matches/{match_id}"
        assert note.signers([key]) == (key,)


def killed_worker(server: Served, random: Random) -> None:
    """SIGKILL for one of the older workers; another one takes its place.

    The server takes it for a loop of crashes, and ends, if one that has just taken a place is gone at once.
    """
    children = psutil.Process(server._process.pid).children()
    workers = [child for child in children if "resource_tracker" not in " ".join(child.cmdline())]
    workers.sort(key=psutil.Process.create_time)
    random.choice(workers[:-2] or workers[:1]).kill()


@pytest.mark.scenario(38, 54)
@pytest.mark.parametrize("seconds", [SHORT, pytest.param(LONG, marks=pytest.mark.soak)], ids=["short", "soak"])
def test_what_fifty_writers_were_told_is_stored_and_followed_also_through_kills(own_postgres, signing, seconds):
    database = own_postgres.fresh_database()
    migrate(Settings(database=database).environment)
    with served(database, WORKERS, *signing.options) as server:
        for matches in (1, WRITERS):
            writers = written(server, database, matches, seconds, signing)
            assert sum(writer.unknown for writer in writers) == 0
        written(server, database, 8, seconds, signing, partial(disturb, own_postgres))


@pytest.mark.scenario(54)
@pytest.mark.parametrize("seconds", [SHORT, pytest.param(LONG, marks=pytest.mark.soak)], ids=["short", "soak"])
def test_what_fifty_writers_were_told_on_sqlite_outlives_the_service(sqlite_url, signing, seconds):
    migrate(Settings(database=sqlite_url).environment)
    with served(sqlite_url, 2, *signing.options) as server:
        written(server, sqlite_url, 8, seconds, signing, killed_now_and_then)


def killed_now_and_then(server: Served, until: float) -> None:
    """Kill the whole service at random moments, once at least; it comes back on the same file."""
    random = Random(time.time_ns())
    most = max(0.5, min(10.0, (until - time.monotonic()) / 4))
    killed = False
    while not killed or time.monotonic() < until:
        time.sleep(random.uniform(0.1, most))
        server.kill()
        time.sleep(random.uniform(0, 0.5))
        server.start_again()
        killed = True


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
