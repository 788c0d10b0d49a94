"""The relay: its streams are those of the main port, byte for byte, for everybody and whoever else reads."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import OperationalError

from domain.match.damage import Damaged
from service.app import create_app
from service.config import Settings
from service.relay.clock import SLOTS, Deadlines, Wheel
from service.relay.readers import Readers, Told
from service.web.bounds import OFF
from tests.service import test_streams as main_port
from tests.service.disputing import NOTE
from tests.service.playing import CheckedClient, Table, new_client, open_match, play_out, step
from tests.service.raw import connected, exchanged, said
from tests.service.relaying import Relayed, RelayThread, relay
from tests.service.streams import EVENTS, Event, Stream, lines

SAME = (
    "test_a_stream_equals_the_log_whoever_looks",
    "test_what_fades_is_sent_once_as_it_happens",
    "test_a_reader_who_lags_is_told_everything_as_it_was_then",
    "test_sealed_values_are_in_nobody_elses_stream",
    "test_a_stream_says_who_recorded_for_whom_as_the_log_does",
    "test_what_was_tried_or_refused_is_in_no_stream",
    "test_a_silent_stream_beats_and_is_alive",
    "test_a_snapshot_follows_a_change_of_the_line",
    "test_the_end_opens_everything_and_ends_the_stream",
    "test_what_the_end_has_opened_is_shut_when_the_end_is_taken_back",
    "test_an_end_by_ruling_is_not_for_good_before_the_record_is_closed",
)
"""The tests of the main port that are run here with streams of the relay."""
globals().update({name: getattr(main_port, name) for name in SAME})

LONG_NOTE = {"type": "table.note", "text": "x" * 900}


@pytest.fixture
def relayed(migrated_sqlite_url: str) -> Iterator[RelayThread]:
    """A relay whose heart beats fast, on the database of the client."""
    settings = Settings(
        database=migrated_sqlite_url,
        heartbeat=main_port.HEARTBEAT,
        limits=OFF,
        relay_streams=16,
        streams_per_caller=4,
    )
    with relay(settings) as begun:
        yield begun


@pytest.fixture
def client(
    migrated_sqlite_url: str, relayed: RelayThread, monkeypatch: pytest.MonkeyPatch
) -> Iterator[CheckedClient]:
    """A service, whose streams are asked of the relay by the tests of the main port."""
    monkeypatch.setattr("tests.service.test_streams.Stream", partial(Relayed, relayed))
    app = create_app(Settings(database=migrated_sqlite_url, heartbeat=main_port.HEARTBEAT, limits=OFF))
    yield new_client(migrated_sqlite_url, app)
    app.extensions["kerbholz"].close()


def until(holds: Callable[[], Any], seconds: float = 10) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it has not come to that"
        time.sleep(0.01)


# -- who is told what -----------------------------------------------------------------------------------------

EYES: tuple[tuple[Any, dict[str, Any]], ...] = (
    *((who, {}) for who in (None, "spectator", "host", "arbiter", 0, 1, 2)),
    *((0, {"as_": "public"}), ("arbiter", {"as_": "seat:1"}), ("arbiter", {"as_": "public"})),
    *((0, {"text": "de"}), (0, {"text": "en", "roots": "true"}), (None, {"text": "de"})),
)
"""Who reads, and how: no two of them may be taken for the same."""


@pytest.mark.parametrize("name", ["mea-culpa", "seven-sins"])
def test_each_reader_of_a_match_is_told_what_the_main_port_tells_them(client, relayed, name):
    """All at the same time, through secrets, what fades, a change of the line, the end and its opening."""
    table, rng = open_match(client, 3, ruleset=name), Random(f"eyes {name}")
    pairs = [(Stream(table, who, **query), Relayed(relayed, table, who, **query)) for who, query in EYES]
    told: list[list[Event]] = [[] for _ in pairs]
    for _ in range(12):
        step(table, rng)
        table.do("arbiter", NOTE)
        for (main, other), events in zip(pairs, told, strict=True):
            found = main.until(table.version)
            assert other.until(table.version) == found
            events += found
    own = [
        max(one["version"] for one in table.log("arbiter") if one["actor"] == {"seat": seat}) for seat in (0, 1)
    ]
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": max(own)})
    table.do("host", {"type": "table.abandon"})
    for (main, other), events in zip(pairs, told, strict=True):
        found = main.rest()
        assert other.rest() == found
        assert {"decision", "snapshot", "visibility", "end"} <= {event.kind for event in found}
        events += found
    different = {b"".join(event.data for event in events) for events in told}
    assert len(different) > len(EYES) // 2, "the tables were too open to show anything"


def test_a_token_that_is_replaced_is_told_nothing_more_and_its_successor_is(client, relayed):
    """Two readers of one seat, of which only one may go on: what is made for one is not sent to the other."""
    table = open_match(client, 2)
    stream, other = Relayed(relayed, table, 0), Relayed(relayed, table, 1)
    for one in (stream, other):
        assert one.next().kind == "snapshot"
    before = table.do("arbiter", NOTE)["version"]
    replaced = table.do("host", {"type": "table.replace-token", "role": "seat", "seat": 0})
    table.do("arbiter", NOTE)
    assert [event.id for event in stream.rest()] == [before]
    assert [event.id for event in other.until(table.version)] == [before, before + 1, before + 2]
    assert relayed.ask("GET", f"{table.path}/stream", table.bearer(0)).status == 401
    new = {"Authorization": f"Bearer {replaced['token']}"} if "token" in replaced else None
    assert new is None or relayed.ask("GET", f"{table.path}/stream", new).status == 200
    other.close()


def test_who_comes_while_others_are_told_something_misses_nothing(client, relayed):
    """Readers come at any time; each hears each decision once, in order."""
    table = open_match(client, 2, options={"history": "kept"})
    streams = []
    for number in range(8):
        table.do("arbiter", NOTE)
        streams.append(Relayed(relayed, table, (0, 1, "arbiter", "host")[number % 4]))
        table.do("arbiter", NOTE, NOTE)
    for stream in streams:
        first = stream.next().id
        found = [event.id for event in stream.until(table.version)] if first < table.version else []
        assert found == list(range(first + 1, table.version + 1))
        stream.close()


# -- what is refused ------------------------------------------------------------------------------------------


def test_it_refuses_what_the_main_port_refuses_in_the_same_words(client, relayed):
    table, private = open_match(client, 2), open_match(client, 2, public=False)
    asked: list[tuple[str, str, dict[str, str], dict[str, Any]]] = [
        ("GET", f"{table.path}/stream", table.bearer(0), {"as": "seat:1"}),
        ("GET", f"{table.path}/stream", {}, {"as": "official"}),
        ("GET", f"{private.path}/stream", {}, {}),
        ("GET", f"{table.path}/stream", {"Authorization": "Bearer x"}, {}),
        ("GET", f"{table.path}/stream", private.bearer(0), {}),
        ("GET", f"{table.path}/stream", {"Accept": "application/json"}, {}),
        ("GET", f"{table.path}/stream", table.bearer(0), {"after": table.version + 1}),
        ("GET", f"{table.path}/stream", table.bearer(0), {"until": "never"}),
        ("GET", f"{table.path}/stream", {**table.bearer(0), "Last-Event-ID": "-1"}, {}),
        ("GET", "/v1/matches/x/stream", {}, {}),
        ("POST", f"{table.path}/stream", table.bearer(0), {}),
        ("HEAD", f"{table.path}/stream", table.bearer(0), {}),
        ("OPTIONS", f"{table.path}/stream", {"Origin": "http://x", "Access-Control-Request-Method": "GET"}, {}),
    ]
    own = {"date", "server", "connection", "x-request-id"}
    for method, path, headers, query in asked:
        answer = relayed.ask(method, path, headers, **query)
        theirs = client.open(path, method=method, headers=headers, query_string=query)
        assert (answer.status, answer.read()) == (theirs.status_code, theirs.data), (method, path, query)
        assert {name.lower(): value for name, value in answer.getheaders() if name.lower() not in own} == {
            name.lower(): value for name, value in theirs.headers if name.lower() not in own
        }
    assert relayed.running.streams.taken == 0


@pytest.mark.parametrize("path", ["/", "/v1/matches", "/v1/matches/x/view", "/readyz", "/docs", "//healthz"])
def test_there_is_nothing_else(client, relayed, path):
    answer = relayed.ask("GET", path)
    document = json.loads(answer.read())
    assert (answer.status, document["code"]) == (404, "not-found")
    assert answer.getheader("Access-Control-Allow-Origin") == "*"
    assert answer.getheader("Content-Type") == "application/problem+json"


@pytest.mark.parametrize(
    "data",
    [
        b"BLA\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost x\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n",
        b"GET /healthz HTTP/0.9\r\nHost: x\r\n\r\n",
        b"get /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        b"Head /v1/matches/x/stream HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused(relayed, data):
    answer = exchanged(f"http://127.0.0.1:{relayed.port}", data)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b'"code": "malformed"' in answer


@pytest.mark.parametrize("before", [b"http://example.org", b"HTTPS://[::1]:8001", b"http://"])
def test_a_whole_address_is_asked_for_like_its_path(relayed, before):
    for path, status in (
        (b"/healthz", b"200"),
        (b"/healthz?x=http://y/", b"422"),
        (b"/v1/matches", b"404"),
        (b"", b"404"),
    ):
        asked = b"GET %s%s HTTP/1.1\r\nHost: x\r\n\r\n" % (before, path)
        assert exchanged(silent_of(relayed), asked).startswith(b"HTTP/1.1 %s " % status), asked


def test_a_place_is_one_of_the_callers_and_one_of_all_and_is_free_when_they_go(client, relayed):
    table = open_match(client, 3)
    streams = [Relayed(relayed, table, 0) for _ in range(4)]

    def code(who: Any) -> str:
        answer = relayed.ask("GET", f"{table.path}/stream", {**table.bearer(who), "Accept": EVENTS})
        return str(json.loads(answer.read())["code"])

    assert code(0) == "too-many-streams"
    streams += [Relayed(relayed, table, who) for who in (1, 2, "spectator") for _ in range(4)]
    assert code("scribe") == "streams-full"
    answer = json.loads(relayed.ask("GET", "/healthz").read())
    assert answer == {"status": "alive", "streams": 16}
    assert b"\nkerbholz_streams 16.0\n" in relayed.ask("GET", "/metrics").read()
    streams.pop().close()
    until(lambda: relayed.running.streams.taken == 15)
    streams.append(Relayed(relayed, table, "scribe"))
    for stream in streams:
        stream.close()
    until(lambda: relayed.running.streams.taken == 0)


# -- slow and silent ------------------------------------------------------------------------------------------


@pytest.fixture
def long_match(client: CheckedClient) -> Table:
    """A match whose log is longer than what the system holds of it for a reader who reads nothing."""
    table = open_match(client, 2, options={"history": "kept"})
    for _ in range(12):
        table.do("arbiter", *[LONG_NOTE] * 50)
    return table


def asleep(relayed: RelayThread, table: Table, after: int) -> socket.socket:
    """Somebody who asks for a stream, and reads nothing."""
    sleeper = socket.socket()
    sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sleeper.settimeout(20)
    sleeper.connect(("127.0.0.1", relayed.port))
    head = f"GET {table.path}/stream?after={after} HTTP/1.0\r\nHost: x\r\nAccept: {EVENTS}\r\n\r\n"
    sleeper.sendall(head.encode())
    return sleeper


def versions(raw: bytes) -> list[int]:
    """The decisions that have come whole."""
    return [int(found) for found in re.findall(rb"id: (\d+)\nevent: decision\ndata: [^\n]*\n\n", raw)]


def test_a_reader_who_is_slow_is_cut_and_comes_back_without_loss(client, relayed, long_match, monkeypatch):
    """Others are told everything meanwhile."""
    monkeypatch.setattr(relayed.relay._slow, "_seconds", 0.5)
    table = long_match
    other = Relayed(relayed, table, "arbiter")
    other.next()
    with asleep(relayed, table, 0) as sleeper:
        until(lambda: relayed.running.streams.taken == 2)
        version = table.do("arbiter", NOTE)["version"]
        assert other.next().id == version
        until(lambda: relayed.running.streams.taken == 1)
        got = versions(said(sleeper))
    assert got == list(range(1, len(got) + 1))
    assert len(got) < version
    again = Relayed(relayed, table, None, {"Last-Event-ID": str(len(got))})
    assert [event.data for event in again.until(version)] == lines(table, None, after=len(got))
    for stream in (other, again):
        stream.close()


def test_a_reader_who_was_slow_for_a_moment_is_told_everything(client, relayed, monkeypatch):
    """What happens while they read nothing is kept for nobody: it is read from the log when they go on."""
    table = open_match(client, 2, options={"history": "kept"})
    start = table.version
    with asleep(relayed, table, start) as sleeper:
        until(lambda: relayed.running.streams.taken == 1)
        for _ in range(12):
            table.do("arbiter", *[LONG_NOTE] * 50)
        until(lambda: relayed.relay._slow._begun)
        table.do("arbiter", NOTE)
        got = b""
        while table.version not in versions(got):
            got += sleeper.recv(1 << 20)
        assert versions(got) == list(range(start + 1, table.version + 1))
        table.do("arbiter", NOTE)
        assert versions(sleeper.recv(1 << 20).partition(b": kerb")[0]) in ([], [table.version])


def test_who_says_nothing_is_cut(relayed, monkeypatch):
    monkeypatch.setattr(relayed.relay._silent, "_seconds", 0.2)
    with connected(f"http://127.0.0.1:{relayed.port}") as silent, connected(silent_of(relayed)) as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost:")
        assert said(silent) == said(slow) == b""


def silent_of(relayed: RelayThread) -> str:
    return f"http://127.0.0.1:{relayed.port}"


def test_more_connections_than_there_may_be_are_closed(migrated_sqlite_url):
    with relay(Settings(database=migrated_sqlite_url), most=2) as few:
        address = f"http://127.0.0.1:{few.port}"
        with connected(address), connected(address):
            until(lambda: len(few.relay._open) == 2)
            assert exchanged(address, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") == b""
        until(lambda: not few.relay._open)
        assert b'"status":"alive"' in exchanged(address, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")


# -- what goes wrong -----------------------------------------------------------------------------------------


def failing(relayed: RelayThread, monkeypatch: pytest.MonkeyPatch, error: Exception) -> list[int]:
    """Let reading what has happened fail once; the versions behind which it was read."""
    matches, read = relayed.running.matches(), list[int]()
    moments = matches.moments

    def fail_once(match: Any, **more: Any) -> Any:
        read.append(match.version)
        if len(read) == 1:
            raise error
        return moments(match, **more)

    monkeypatch.setattr(matches, "moments", fail_once)
    return read


def test_what_cannot_be_read_for_a_moment_is_told_afterwards(client, relayed, monkeypatch):
    monkeypatch.setattr("service.relay.readers.AFTER_FAILURE", 0.05)
    table = open_match(client, 2, options={"history": "kept"})
    streams = [Relayed(relayed, table, who) for who in (0, 1)]
    before = [stream.next().id for stream in streams]
    read = failing(relayed, monkeypatch, OperationalError("disk I/O error"))
    table.do("arbiter", NOTE, NOTE)
    for stream, version in zip(streams, before, strict=True):
        assert [event.id for event in stream.until(table.version)] == [version + 1, version + 2]
        stream.close()
    assert len(read) > 1


def test_who_cannot_be_told_what_they_missed_is_cut_and_leaves_their_place(client, relayed, monkeypatch):
    table, address = open_match(client, 2), f"http://127.0.0.1:{relayed.port}"
    asked = f"GET {table.path}/stream?after=1 HTTP/1.1\r\nHost: x\r\nAccept: {EVENTS}\r\n\r\n".encode()

    def out_of_reach(*_: Any, **__: Any) -> Any:
        raise OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(relayed.running.matches(), "decisions", out_of_reach)
        assert exchanged(address, asked) == b""
    until(lambda: relayed.running.streams.taken == 0 and not relayed.relay._matches)
    stream = Relayed(relayed, table, None, after=1)
    assert [event.data for event in stream.until(table.version)] == lines(table, None, after=1)
    stream.close()


def test_the_streams_of_a_damaged_match_end_and_those_of_others_go_on(client, relayed, monkeypatch):
    table, other = open_match(client, 2), open_match(client, 2)
    streams = [Relayed(relayed, table, who) for who in (0, 1)]
    whole = Relayed(relayed, other, 0)
    for stream in (*streams, whole):
        stream.next()
    failing(relayed, monkeypatch, Damaged(UUID(table.id), 3, "leaf", "it is not the one that was stored"))
    table.do("arbiter", NOTE)
    assert [stream.rest() for stream in streams] == [[], []]
    version = other.do("arbiter", NOTE)["version"]
    assert whole.next().id == version
    whole.close()


# -- the end --------------------------------------------------------------------------------------------------


def test_when_it_stops_all_streams_end_without_an_end(client, relayed):
    table = open_match(client, 2)
    streams = [Relayed(relayed, table, who) for who in (None, 0, 1)]
    for stream in streams:
        stream.next()
    relayed.stop()
    for stream in streams:
        assert stream.rest() == []  # and the last chunk has come: http.client raises where it has not
        assert stream.answer.isclosed()


def test_a_match_that_is_over_is_told_and_ended(client, relayed):
    table = open_match(client, 2)
    play_out(table, Random(3))
    ended = [event.kind for event in Relayed(relayed, table, 0).rest()]
    assert ended == ["snapshot", "end"]
    until(lambda: relayed.running.streams.taken == 0 and not relayed.relay._matches)


# -- by turns ------------------------------------------------------------------------------------------------


@dataclass
class At:
    """A match at a version, or a stream that has been told it."""

    version: int = 0
    match: Any = None


class Heard:
    """A connection of which only is known what it was told."""

    def __init__(
        self, version: int, *, gone: bool = False, is_led: bool = False, is_blocked: bool = False
    ) -> None:
        self.stream = At(match=At(version))
        self.gone, self.is_led, self.is_blocked = gone, is_led, is_blocked
        self.told: list[bytes] = []

    def send_framed(self, part: bytes, chunk: bytes, now: float) -> None:
        """What is told together with others."""
        self.told.append(part)

    def finish(self) -> None:
        """The end."""
        self.told.append(b"over")


class Nothing:
    """What readers have in common, as far as it is needed to tell them something."""

    def now(self) -> float:
        """No time."""
        return 0.0


def test_who_comes_to_it_by_themselves_is_not_told_together_with_the_others(monkeypatch):
    """Those who became slow, or came back, while the others had their turns: they would be told twice."""
    monkeypatch.setattr("service.relay.readers.TURN", 1)
    usual = [Heard(4) for _ in range(3)]
    others = [Heard(4, gone=True), Heard(4, is_led=True), Heard(4, is_blocked=True), Heard(5), Heard(3)]
    after = At(5)

    async def tell() -> None:
        readers = Readers(Nothing(), asyncio.get_running_loop())
        sending = readers._send([usual[0], *others, *usual[1:]], Told(b"told", b"", ends=False), At(4), after)
        await sending

    asyncio.run(tell())
    assert [one.told for one in usual] == [[b"told"]] * 3
    assert all(one.stream.match is after for one in usual)
    assert [one.told for one in others] == [[]] * 5
    assert [one.stream.match.version for one in others] == [4, 4, 4, 5, 3]


def test_the_last_thing_that_readers_hear_is_the_last(monkeypatch):
    one, other = Heard(4), Heard(4)

    async def tell() -> None:
        readers = Readers(Nothing(), asyncio.get_running_loop())
        await readers._send([one], Told(b"told", b"", ends=True), At(4), At(5))
        await readers._send([other], Told(b"", b"", ends=True), At(4), At(5))

    asyncio.run(tell())
    assert (one.told, other.told) == ([b"told", b"over"], [b"over"])


# -- time for thousands ---------------------------------------------------------------------------------------


def test_a_wheel_gives_each_back_once_when_it_is_due_and_not_before():
    rng, wheel, now, given = Random(7), Wheel[int](15.0, 100.0), 100.0, dict[int, float]()
    due = {one: 100.0 + rng.uniform(0, 15) for one in range(300)}
    for one, at in due.items():
        wheel.put(one, at)
    while now < 120:
        now += rng.uniform(0, 3)
        for one in wheel.due(now):
            assert one not in given
            given[one] = now
    assert given.keys() == due.keys()
    assert all(due[one] <= at <= due[one] + 15.0 / SLOTS + 3 for one, at in given.items())
    assert wheel.due(now + 1000) == []
    wheel.put(1, now + 1001)
    assert wheel.due(now + 1010) == [1]


def test_deadlines_are_met_or_late():
    deadlines = Deadlines[str](10.0)
    for at, one in enumerate("abc"):
        deadlines.begin(one, at)
    deadlines.begin("a", 5)  # its time runs on
    deadlines.done("b")
    assert list(deadlines.late(9.9)) == []
    assert list(deadlines.late(10)) == ["a"]
    assert list(deadlines.late(100)) == ["c"]
    assert list(deadlines.late(1000)) == []
