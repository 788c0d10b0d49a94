"""Thousands come back to a relay at once: what is looked up for one of them is looked up once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Event, get_ident
from typing import Any
from uuid import uuid4

import pytest

from domain.application.following import Stopped
from domain.application.matches import Matches
from service.app import create_app
from service.config import Settings
from service.relay.readers import Readers
from service.relay.relay import Handover
from service.relay.threads import Threads
from service.web.bounds import OFF
from tests.service.disputing import NOTE
from tests.service.playing import CheckedClient, new_client, open_match, placing_match
from tests.service.playing import a_placing as placing
from tests.service.relaying import Relayed, RelayThread, relay
from tests.service.streams import lines


@pytest.fixture
def relayed(migrated_sqlite_url: str) -> Iterator[RelayThread]:
    """A relay on the database of the client."""
    with relay(Settings(database=migrated_sqlite_url, heartbeat=0.1, limits=OFF, relay_streams=16)) as begun:
        yield begun


@pytest.fixture
def client(migrated_sqlite_url: str, relayed: RelayThread) -> Iterator[CheckedClient]:
    """A service beside it."""
    app = create_app(Settings(database=migrated_sqlite_url, limits=OFF))
    yield new_client(migrated_sqlite_url, app)
    app.extensions["kerbholz"].close()


def counted(monkeypatch: pytest.MonkeyPatch, matches: Matches, name: str) -> list[Any]:
    """What one of the methods is asked for from now on."""
    asked, method = list[Any](), getattr(matches, name)

    def count(*arguments: Any, **more: Any) -> Any:
        asked.append((arguments, more))
        return method(*arguments, **more)

    monkeypatch.setattr(matches, name, count)
    return asked


def test_a_match_that_is_followed_is_looked_up_once_for_who_comes(client, relayed, monkeypatch):
    table = open_match(client, 2)
    loads = counted(monkeypatch, relayed.running.matches(), "load")
    streams = [Relayed(relayed, table, 0)]
    assert streams[0].next().id == table.version
    assert len(loads) == 2, "the second time behind the beginning of following"
    streams.append(Relayed(relayed, table, 1))
    assert streams[1].next().id == table.version
    assert len(loads) == 3
    version = table.do("arbiter", NOTE)["version"]
    assert [stream.next().id for stream in streams] == [version, version]
    for stream in streams:
        stream.close()


def test_who_has_missed_nothing_is_told_what_may_have_been_lost_each_time(client, relayed, monkeypatch):
    """What follows a decision is told again, however many ask; the decision is read for the first of them."""
    table = placing_match(client)
    quiet = table.do(0, placing(table, 0))["version"]
    reads = counted(monkeypatch, relayed.running.matches(), "decisions")
    streams = [Relayed(relayed, table, None, {"Last-Event-ID": str(quiet)}) for _ in range(3)]
    changed = table.do(0, {"type": "table.take-back", "decision": quiet})["version"]
    for stream in streams:
        assert [(event.kind, event.id) for event in (stream.next(), stream.next())] == [
            ("decision", changed),
            ("snapshot", changed),
        ]
    assert len(reads) == 1
    again = [Relayed(relayed, table, None, {"Last-Event-ID": str(changed)}) for _ in range(3)]
    for stream in again:
        assert [(event.kind, event.id) for event in (stream.next(), stream.next())] == [
            ("snapshot", changed),
            ("visibility", changed),
        ]
    newest = table.do("arbiter", NOTE)["version"]
    behind = Relayed(relayed, table, None, {"Last-Event-ID": str(changed - 1)})
    assert [event.data for event in behind.until(newest) if event.kind == "decision"] == lines(
        table, None, after=changed - 1
    )
    for stream in (*streams, *again, behind):
        stream.close()


def test_readers_are_left_once_where_a_second_database_has_none(monkeypatch):
    """A request that is answered again, from another database, has let go of the readers of the first one."""
    first = Readers(None, None)  # type: ignore[arg-type] - nothing is begun with them
    monkeypatch.setattr(first, "follower", object())
    left, given_back, entered = list[Readers](), list[int](), iter([first])

    def enter(_: object) -> Readers:
        for readers in entered:
            return readers
        raise Stopped

    handover = Handover(lambda _: None, enter, left.append)
    handover.follow(uuid4(), lambda: given_back.append(1))
    handover.close()
    with pytest.raises(Stopped):
        handover.follow(uuid4(), lambda: given_back.append(2))
    assert given_back == [1, 2]
    assert left == [first]


def test_threads_do_what_is_asked_for_and_tell_what_went_wrong():
    async def ask() -> None:
        threads = Threads(2, "tested")
        loop_thread = get_ident()
        found = await asyncio.gather(*[threads.do(lambda one=one: (one, get_ident())) for one in range(50)])
        assert [one for one, _ in found] == list(range(50))
        assert loop_thread not in {thread for _, thread in found}
        with pytest.raises(ZeroDivisionError):
            await threads.do(lambda: 1 // 0)
        # No future takes this one as it is; who asked is told all the same, and so is who asked behind them.
        stopped, behind = threads.do(lambda: next(iter(()))), threads.do(lambda: "goes on")
        with pytest.raises(RuntimeError):
            await asyncio.wait_for(stopped, 2)
        assert await asyncio.wait_for(behind, 2) == "goes on"
        threads.close()

    asyncio.run(ask())


def test_threads_do_nothing_for_who_waits_no_more():
    async def ask() -> None:
        threads, go_on, done = Threads(1, "tested"), Event(), list[int]()
        first = threads.do(lambda: go_on.wait(10))
        others = [threads.do(lambda one=one: done.append(one)) for one in range(3)]
        others[1].cancel()
        go_on.set()
        assert await first
        await asyncio.gather(others[0], others[2])
        assert done == [0, 2]
        threads.close()

    asyncio.run(ask())
