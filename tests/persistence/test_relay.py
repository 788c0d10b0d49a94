"""The relay as a process of its own: killed, stopped, started again; nothing is lost or doubled."""

from __future__ import annotations

import contextlib
import http.client
import time
from collections.abc import Iterator
from random import Random
from urllib.parse import urlsplit

import psutil
import pytest

from domain.application.upkeep.migration import migrate
from service.config import Settings
from service.web.bounds import OFF
from tests.persistence.serving import NOTE, Served, apps, run, served
from tests.persistence.test_streams import until
from tests.postgres import Server
from tests.service.playing import open_match, step
from tests.service.relaying import Relayed, relay
from tests.service.streams import Event, events, lines


class Reader:
    """Follows a match at the relay; connects anew as often as it is cut off."""

    def __init__(self, server: Served, path: str, token: str) -> None:
        self._server = server
        self._path = path
        self._token = token
        self.seen: int | None = None
        self.told: list[Event] = []
        self.cuts = 0

    def read_until(self, version: int) -> None:
        """Read on until a version has been told."""
        end = time.monotonic() + 30
        while self.seen is None or self.seen < version:
            assert time.monotonic() < end, f"{self.seen} is not {version} yet"
            with contextlib.suppress(OSError, http.client.HTTPException):
                for event in self.read():
                    if event.id >= version:
                        return
            self.cuts += 1
            time.sleep(0.05)

    def read(self) -> Iterator[Event]:
        """The events of one connection."""
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "text/event-stream"}
        if self.seen is not None:
            headers["Last-Event-ID"] = str(self.seen)
        connection = http.client.HTTPConnection(urlsplit(self._server.streams).netloc, timeout=20)
        with contextlib.closing(connection):
            connection.request("GET", f"{self._path}/stream", headers=headers)
            with connection.getresponse() as response:
                if response.status != 200:
                    return
                for event in events(iter(response.read1, b"")):
                    if event.kind != "comment":
                        self.seen = event.id
                        self.told.append(event)
                        yield event


def opened(server: Served) -> tuple[str, dict[str, str], Reader]:
    """A match: its path, the header of its arbiter, and a reader with the arbiter's eyes."""
    body = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Bo"}]}
    status, match, _ = server.request("POST", "/v1/matches", body)
    assert status == 201
    path, token = f"/v1/matches/{match['id']}", match["tokens"]["arbiter"]
    return path, {"Authorization": f"Bearer {token}"}, Reader(server, path, token)


def note(server: Served, path: str, bearer: dict[str, str]) -> int:
    """The version of a new decision."""
    status, answer, _ = server.request("POST", f"{path}/commands", NOTE, bearer)
    assert status == 201
    return int(answer["version"])


def decided(reader: Reader) -> list[int]:
    """The versions of the decisions that a reader has been told."""
    return [event.id for event in reader.told if event.kind == "decision"]


@pytest.mark.long
@pytest.mark.parametrize("migrated_url", ["postgres"], indirect=True)
def test_a_relay_that_is_killed_is_begun_again_and_readers_miss_nothing(migrated_url: str) -> None:
    """Workers and their own streams go on meanwhile; the figures of all are in one place."""
    with served(migrated_url, 2, "--streams", "0") as server:
        path, bearer, reader = opened(server)
        first = note(server, path, bearer)
        reader.read_until(first)
        killed = server.relay()
        killed.kill()
        for _ in range(3):
            last = note(server, path, bearer)
        reader.read_until(last)
        assert reader.cuts > 0
        assert reader.told[0].kind == "snapshot"
        assert decided(reader) == list(range(reader.told[0].id + 1, last + 1))
        with contextlib.closing(reader.read()) as told:
            last = note(server, path, bearer)
            assert next(told).id == last
            assert "\nkerbholz_streams 1.0\n" in server.text("/metrics")
        relay = server.relay()
        assert relay.pid != killed.pid
        assert server.stop() == 0
        assert not psutil.pid_exists(relay.pid)


@pytest.mark.long
@pytest.mark.parametrize("migrated_url", ["sqlite"], indirect=True)
def test_streams_end_when_the_service_stops_and_go_on_when_it_is_there_again(migrated_url: str) -> None:
    """And the relay is gone when the main process is, however that went."""
    with served(migrated_url, 1, "--streams", "0") as server:
        path, bearer, reader = opened(server)
        reader.read_until(first := note(server, path, bearer))
        second, told = note(server, path, bearer), reader.read()
        assert next(told).id == second
        began = time.monotonic()
        assert server.stop() == 0
        assert list(told) == []  # no end, and the last chunk has come
        assert time.monotonic() - began < 8
        server.start_again(there=True)
        last = note(server, path, bearer)
        reader.read_until(last)
        assert decided(reader) == list(range(reader.told[0].id + 1, last + 1))
        assert {first, second, last} <= {event.id for event in reader.told}
        relay = server.relay()
        server.kill_main()
        relay.wait(10)


@pytest.mark.scenario(54)
def test_streams_of_the_relay_outlive_the_database(own_postgres: Server) -> None:
    """It is killed and comes back: an idle stream goes on, and loses nothing."""
    url = own_postgres.fresh_database()
    settings = Settings(database=url, heartbeat=0.1, limits=OFF)
    migrate(settings.environment)
    with relay(settings) as at, apps(url, 1) as (client,):
        table = open_match(client, 3, options={"history": "kept"})
        stream = Relayed(at, table, 0)
        begun = stream.next().id
        step(table, Random(1))
        found = stream.until(table.version)
        own_postgres.kill()
        assert stream.quiet(3)
        own_postgres.start_again()
        until(lambda: table.send("arbiter", NOTE).status_code == 201)
        found += stream.until(table.version)
        assert [event.data for event in found] == lines(table, 0, after=begun)
        stream.close()


def test_what_cannot_be_is_said_in_a_sentence(sqlite_url: str, tmp_path) -> None:
    for arguments, why in (
        (["--database", "sqlite://", "--streams", "0"], "with a port for streams, use a file."),
        (["--database", sqlite_url, "--streams", "8000"], "another one than that of the service."),
        (["--database", sqlite_url, "--streams", "x"], "--streams has to be a whole number."),
        (["--database", sqlite_url, "--streams", "-1"], "The port for streams has to be from 0 to 65535."),
    ):
        done = run("serve", *arguments)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Error: ")
        assert done.stderr.endswith(f"{why}\n")
        assert done.stderr.count("\n") == 1
