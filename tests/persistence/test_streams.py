"""Streams over several processes, on both databases: what others append, outages, clients that go, the end."""

from __future__ import annotations

import contextlib
import http.client
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from domain.application.upkeep.migration import migrate
from service.app import create_app
from service.config import Settings
from tests.persistence.serving import Served, at_another, served
from tests.postgres import Server
from tests.service.disputing import NOTE
from tests.service.playing import CheckedClient, new_client, open_match, step
from tests.service.streams import Event, Stream, events, lines

HEARTBEAT = 0.1
BELL = "kerbholz-bell"


@contextlib.contextmanager
def two_processes(url: str) -> Iterator[tuple[CheckedClient, CheckedClient]]:
    """Two apps on one database, as in two processes: each with a watcher of its own."""
    apps = [create_app(Settings(database=url, heartbeat=HEARTBEAT)) for _ in range(2)]
    one, other = (new_client(url, app) for app in apps)
    try:
        yield one, other
    finally:
        for app in apps:
            app.extensions["kerbholz"].close()


@pytest.mark.scenario(44)
def test_what_another_process_appends_is_streamed_and_nothing_is_lost(migrated_url: str) -> None:
    """Appends of two processes, by turns; and a follower that comes when nobody has followed."""
    with two_processes(migrated_url) as (here, there):
        rng = Random(1)
        table = open_match(here, 3, options={"history": "kept"})
        other = at_another(table, there)
        for _ in range(2):
            stream = Stream(table, None)
            begun = stream.next().id
            for number in range(10):
                step(other if number % 2 == 0 else table, rng)
                if number % 5 == 0:
                    assert stream.next().kind == "decision"
            stream.until(table.version)
            stream.close()
            again = Stream(other, None, after=begun)
            assert [event.data for event in again.until(table.version)] == lines(table, None, after=begun)
            again.close()
            other.do("arbiter", NOTE)  # while nobody follows


def test_another_process_is_heard_by_the_bell(migrated_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not only by the look that is taken now and then anyway."""
    monkeypatch.setattr("domain.application.following.LOOK_AGAIN", 60.0)
    monkeypatch.setattr("domain.application.following.LOOK_ANYWAY", 60.0)
    with two_processes(migrated_url) as (here, there):
        table = open_match(here, 2)
        stream = Stream(table, None)
        stream.next()
        for _ in range(5):
            version = at_another(table, there).do("arbiter", NOTE)["version"]
            assert stream.next().id == version
        stream.close()


def test_without_a_bell_others_are_heard_all_the_same(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.store.log.bell.SQLiteBell._rings", lambda _: False)
    migrate(Settings(database=sqlite_url).environment)
    with two_processes(sqlite_url) as (here, there):
        table = open_match(here, 2)
        stream = Stream(table, None)
        stream.next()
        version = at_another(table, there).do("arbiter", NOTE)["version"]
        assert stream.next().id == version
        stream.close()


@pytest.mark.scenario(53)
def test_idle_streams_hold_no_connection(postgres_url: str) -> None:
    """More streams than the pool has connections, and everything goes on."""
    settings = Settings(database=postgres_url, heartbeat=HEARTBEAT)
    migrate(settings.environment)
    with two_processes(postgres_url) as (here, _):
        table = open_match(here, 5)
        whos = [0, 1, 2, 3, 4, "host", "arbiter", "scribe"]
        streams = [Stream(table, who) for who in whos for _ in range(5)]
        for stream in streams:
            stream.next()
        with psycopg.connect(postgres_url, autocommit=True) as connection:

            def few() -> bool:
                """Those of the pools, of the bells, and this one; a closed one may take a moment."""
                query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                ((number,),) = connection.execute(query).fetchall()
                return bool(number <= 8 + 2 + 1 + 1)

            until(few)
            version = table.do("arbiter", NOTE)["version"]
            assert all(stream.until(version) for stream in streams)
            until(few)
        for stream in streams:
            stream.close()


def test_a_bell_that_has_lost_its_connection_is_hung_up_again(postgres_url: str) -> None:
    migrate(Settings(database=postgres_url).environment)
    with two_processes(postgres_url) as (here, there), psycopg.connect(postgres_url, autocommit=True) as killer:
        table = open_match(here, 2)
        stream = Stream(table, None)
        stream.next()

        def bells() -> set[int]:
            listening = "SELECT pid FROM pg_stat_activity WHERE application_name = %s"
            return {pid for (pid,) in killer.execute(listening, (BELL,)).fetchall()}

        until(lambda: len(bells()) == 1)
        (bell,) = bells()
        killer.execute("SELECT pg_terminate_backend(%s)", (bell,))
        for _ in range(3):
            version = at_another(table, there).do("arbiter", NOTE)["version"]
            assert stream.until(version)
        until(lambda: len(bells() - {bell}) == 1)
        stream.close()


@pytest.mark.scenario(54)
def test_streams_outlive_the_database(own_postgres: Server) -> None:
    """It is killed and comes back: an idle stream goes on, and loses nothing."""
    url = own_postgres.fresh_database()
    migrate(Settings(database=url).environment)
    with two_processes(url) as (here, there):
        table = open_match(here, 3, options={"history": "kept"})
        stream = Stream(table, 0)
        begun = stream.next().id
        step(table, Random(1))
        found = stream.until(table.version)
        own_postgres.kill()
        assert stream.quiet(3)
        own_postgres.start_again()
        other = at_another(table, there)
        until(lambda: other.send("arbiter", NOTE).status_code == 201)
        until(lambda: table.send("arbiter", NOTE).status_code == 201)
        found += stream.until(table.version)
        assert [event.data for event in found] == lines(table, 0, after=begun)
        stream.close()


# -- a real server ------------------------------------------------------------------------------------------


@contextlib.contextmanager
def streamed(server: Served, path: str, token: str) -> Iterator[tuple[int, Iterator[Event]]]:
    """A stream over HTTP: the status, and the events as they come."""
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=30)
    with contextlib.closing(connection):
        connection.request(
            "GET", path, headers={"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
        )
        response = connection.getresponse()
        yield response.status, events(iter(lambda: response.read1(), b""))


@pytest.mark.scenario(43)
def test_a_server_that_stops_ends_its_streams_and_clients_that_go_leave_their_places(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stops without an ``end`` is no end; and what is left behind is given to others."""
    monkeypatch.setenv("KERBHOLZ_STREAMS", "2")
    monkeypatch.setenv("KERBHOLZ_STREAMS_PER_CALLER", "1")
    with served(sqlite_url) as server:
        body = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Bo"}]}
        _, match, _ = server.request("POST", "/v1/matches", body)
        path, token = f"/v1/matches/{match['id']}", match["tokens"]["arbiter"]
        bearer = {"Authorization": f"Bearer {token}"}

        def note() -> int:
            _, answer, _ = server.request("POST", f"{path}/commands", NOTE, bearer)
            return int(answer["version"])

        with streamed(server, f"{path}/stream", token) as (status, sent):
            assert (status, next(sent).kind) == (200, "snapshot")
            version = note()
            event = next(sent)
            assert (event.kind, event.id) == ("decision", version)
            with streamed(server, f"{path}/stream", token) as (status, _):
                assert status == 429

        def taken_again() -> bool:
            note()  # the server learns that a client has gone when it sends something
            with streamed(server, f"{path}/stream", token) as (status, _):
                return status == 200

        until(taken_again)
        seat = match["tokens"]["seats"][0]
        with streamed(server, f"{path}/stream?after={version}", seat) as (status, sent):
            assert (status, next(sent).kind) == (200, "comment")
            began = time.monotonic()
            assert server.stop() == 0
            assert "end" not in [event.kind for event in sent]
            assert time.monotonic() - began < 5


def until(holds: Callable[[], Any], seconds: float = 20) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it has not come to that"
        time.sleep(0.02)
