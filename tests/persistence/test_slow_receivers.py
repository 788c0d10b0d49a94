"""How long receivers that are slow, dead or ill-willed delay the others: hardly at all."""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
import struct
import time
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.application.matches import Matches
from domain.store.beside.webhook_rows import Delivery, Webhook
from domain.store.beside.webhooks import Webhooks, announce
from projections.read_models.announcements import milliseconds
from service.config import Settings
from service.webhooks.sender import Sender, new_secret
from service.webhooks.shares import PLACES
from tests.service.receiving import Receiver, receiver

SOON = 3.0
"""Seconds within which an honest receiver is told, on a machine that has other things to do as well."""


@pytest.fixture
def matches(migrated_url: str) -> Iterator[Matches]:
    """The store of a process."""
    with Matches(Settings(database=migrated_url).environment) as found:
        yield found


class Hooks:
    """Writes webhooks and what they are to be told, as if matches had been played."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._webhooks = Webhooks(matches.database)
        self._numbers = itertools.count(1)

    def add(self, url: str, match: UUID | None = None, owner: str = "host") -> str:
        """A webhook of a match, by default of one of its own; its id."""
        now = milliseconds()
        webhook = Webhook(
            *(uuid4().hex, match or uuid4(), owner, url, ("match.awaiting",), 0, now),
            *(0, None, None, None),
        )
        assert self._webhooks.register(webhook, new_secret(), due_at=now, most=1000) is not None
        self.tell(webhook.id)
        return webhook.id

    def tell(self, webhook_id: str, number: int = 1) -> None:
        """So many deliveries more."""
        with self._matches.database.transaction() as run:
            for _ in range(number):
                version = next(self._numbers)
                body = json.dumps({"version": version})
                delivery = Delivery(uuid4().hex, version, "match.awaiting", body, milliseconds(), "waiting", ())
                announce(run, webhook_id, delivery)

    def states(self, webhook_id: str) -> list[str]:
        """What became of its deliveries, oldest first."""
        return [one.state for one in reversed(self._webhooks.deliveries(webhook_id, 100))]


@pytest.fixture
def hooks(matches: Matches) -> Hooks:
    """Writes webhooks."""
    return Hooks(matches)


@contextlib.contextmanager
def sending(matches: Matches, **given: Any) -> Iterator[Sender]:
    """A sender at work."""
    sender = Sender(matches, anywhere=True, **given)
    sender.start()
    try:
        yield sender
    finally:
        sender.stop()


@contextlib.contextmanager
def listening(number: int = 1, then: Callable[[socket.socket], None] | None = None) -> Iterator[list[str]]:
    """So many addresses that accept whoever comes, and then do this; without it, nothing for ever."""
    servers = [socket.create_server(("127.0.0.1", 0), backlog=1024) for _ in range(number)]
    gone, accepted = Event(), []

    def serve(server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while not gone.is_set():
                client, _ = server.accept()
                accepted.append(client)
                Thread(target=_tried, args=(then, client), daemon=True).start()

    if then is not None:
        for server in servers:
            Thread(target=serve, args=(server,), daemon=True).start()
    try:
        yield [f"http://127.0.0.1:{server.getsockname()[1]}" for server in servers]
    finally:
        gone.set()
        for one in (*servers, *accepted):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


def _tried(then: Callable[[socket.socket], None], client: socket.socket) -> None:
    with contextlib.suppress(OSError):
        then(client)


def delay(there: Receiver, number: int = 1) -> float:
    """Seconds until so many calls have come."""
    begun = time.monotonic()
    there.wait(number)
    return time.monotonic() - begun


# -- what a receiver can do to the others ----------------------------------------------------------------------


def drip(client: socket.socket) -> None:
    client.sendall(b"HTTP/1.1 200 OK\r\nX-Drip: ")
    while True:
        client.sendall(b"y")
        time.sleep(1)


def headers_and_nothing_more(client: socket.socket) -> None:
    client.recv(65_536)
    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    time.sleep(30)


def reset(client: socket.socket) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def redirect(client: socket.socket) -> None:
    client.recv(65_536)
    client.sendall(b"HTTP/1.1 307 Elsewhere\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n")
    client.close()


def huge(client: socket.socket) -> None:
    client.recv(65_536)
    client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        client.sendall(b"x" * 65_536)


def continue_for_ever(client: socket.socket) -> None:
    while True:
        client.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        time.sleep(0.01)


def nine_seconds(client: socket.socket) -> None:
    client.recv(65_536)
    time.sleep(9)
    client.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
    client.close()


BEHAVIOURS: dict[str, Callable[[socket.socket], None] | None] = {
    "never answers": None,
    "one byte a second": drip,
    "headers and nothing more": headers_and_nothing_more,
    "resets": reset,
    "redirects": redirect,
    "a huge body": huge,
    "100 Continue for ever": continue_for_ever,
    "answers after nine seconds": nine_seconds,
}


OWNERS = ("host", "arbiter", "scribe", "seat:0", "seat:1", "seat:2")


@pytest.mark.scenario(112)
@pytest.mark.parametrize("kinds", [["never answers"], list(BEHAVIOURS)], ids=["one is dead", "all kinds"])
def test_an_honest_receiver_is_told_at_once_whatever_240_others_do(matches, hooks, there, kinds):
    """48 owners of eight matches have five each, at one address or at one of each kind."""
    with contextlib.ExitStack() as stack:
        addresses = [stack.enter_context(listening(1, BEHAVIOURS[kind]))[0] for kind in kinds]
        address = itertools.cycle(addresses)
        for match in [uuid4() for _ in range(8)]:
            for owner, number in itertools.product(OWNERS, range(5)):
                hooks.add(f"{next(address)}/{owner}/{number}", match, owner)
        honest = hooks.add(there.url)
        with sending(matches):
            assert delay(there) < SOON
            for count in range(2, 5):
                hooks.tell(honest)
                assert delay(there, count) < SOON


def test_one_owner_of_a_match_does_not_hold_up_another(matches, hooks, there):
    with listening() as (address,):
        match = uuid4()
        for owner, number in itertools.product(("host", "arbiter", "scribe", "seat:0"), range(5)):
            hooks.add(f"{address}/{number}", match, owner)
        hooks.add(there.url, match, "seat:1")
        with sending(matches):
            assert delay(there) < SOON


def test_many_slow_receivers_of_many_matches_are_put_apart(matches, hooks, there):
    """Each at an address of its own: nothing tells them from honest ones, but for their slowness."""
    with listening(16) as dead, listening(16, nine_seconds) as slow:
        others = [hooks.add(address) for address in (*dead, *slow)]
        honest = hooks.add(there.url)
        with sending(matches):
            assert delay(there) < 2 * SOON, "nobody is known yet"
            for count in range(2, 4):
                for one in others:
                    hooks.tell(one)
                hooks.tell(honest)
                assert delay(there, count) < 1.5


def test_more_dead_addresses_than_there_are_places_apart_hold_nobody_up_for_long(
    matches, hooks, there, monkeypatch
):
    monkeypatch.setitem(PLACES, "slow", 6)
    with listening(24) as addresses:
        for address in addresses:
            hooks.add(address)
        honest = hooks.add(there.url)
        with sending(matches):
            assert delay(there) < 24 / PLACES["new"] + SOON, "a second for each of them, eight at a time"
            hooks.tell(honest)
            assert delay(there, 2) < SOON


def test_an_address_that_is_shared_serves_who_is_fast_there(matches, hooks, there):
    """One path of it never answers, for whoever registered that; the other answers."""
    let_go = Event()
    honest = hooks.add(f"{there.url}/good")
    with sending(matches) as sender:
        there.wait(1)
        there.answers += [lambda _: let_go.wait(15)] * 6
        for number in range(30):
            hooks.add(f"{there.url}/bad/{number}")
        sender.wake()
        there.wait(3)
        there.answers.clear()
        for count in range(2, 5):
            hooks.tell(honest)
            sender.wake()
            begun = time.monotonic()
            while len(there.at("/good")) < count:
                assert time.monotonic() - begun < SOON
                time.sleep(0.01)
        let_go.set()


def test_a_name_that_cannot_be_resolved_for_a_long_time_is_given_up(matches, hooks, there, monkeypatch):
    let_go = Event()
    resolve = socket.getaddrinfo

    def hanging(host: Any, *args: Any, **kwargs: Any) -> Any:
        if host == "hangs.example":
            let_go.wait(30)
        return resolve("127.0.0.1", *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", hanging)
    hung = [hooks.add(f"http://hangs.example/{number}") for number in range(20)]
    honest = hooks.add(there.url)
    try:
        with sending(matches, total=1.0):
            assert delay(there) < SOON
            tried = Webhooks(matches.database)
            end = time.monotonic() + 10
            while not any(tried.deliveries(one, 1)[0].attempts for one in hung):
                assert time.monotonic() < end
                time.sleep(0.05)
            hooks.tell(honest)
            assert delay(there, 2) < SOON
    finally:
        let_go.set()


# -- what is kept to all the same ------------------------------------------------------------------------------


def test_a_dead_receiver_is_called_seldom_and_its_webhooks_lose_nothing(matches, hooks, there, monkeypatch):
    """Until it answers: then each webhook of it is told everything, in order, once."""
    calls = []
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as server:
        port = server.getsockname()[1]
        dead = [hooks.add(f"http://127.0.0.1:{port}/{number}") for number in range(12)]
        for one in dead:
            hooks.tell(one)
        now = milliseconds()
        sender = Sender(matches, anywhere=True, total=0.2, schedule=[0.0] * 30, clock=lambda: now)
        tried = 0
        for _ in range(20):
            threads = sender.round()
            tried += len(threads)
            for thread in threads:
                thread.join()
        assert 2 <= tried <= 8, "the circuit is open"
    # Who answers has time to: who is told twice because a machine was busy would say nothing of what is kept.
    monkeypatch.setattr(sender, "_total", 10.0)
    with receiver() as again:
        for one in dead:
            url = f"{again.url}/{one}"
            matches.database.execute([("UPDATE kerbholz_webhooks SET url = ? WHERE id = ?", (url, one))])
        for _ in range(60):
            now += 30_000
            for thread in sender.round():
                thread.join()
        sender.round()
        for one in dead:
            calls = [json.loads(call.body)["version"] for call in again.at(f"/{one}")]
            assert len(calls) == 2
            assert calls == sorted(calls)
            assert hooks.states(one) == ["delivered", "delivered"]


def test_a_receiver_that_is_slow_is_told_everything_in_order(matches, hooks):
    with receiver() as slow:

        def dawdle(handler: Any) -> None:
            time.sleep(0.7)
            handler.send_response(204)
            handler.end_headers()

        slow.answers += [dawdle] * 4
        one = hooks.add(slow.url)
        hooks.tell(one, 3)
        with sending(matches):
            slow.wait(4)
            end = time.monotonic() + 5
            while hooks.states(one) != ["delivered"] * 4:
                assert time.monotonic() < end
                time.sleep(0.05)
        versions = [json.loads(call.body)["version"] for call in slow.calls]
        assert versions == sorted(versions)
        assert len(set(versions)) == 4
