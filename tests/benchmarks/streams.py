"""Many idle streams on one process: what they cost in memory, whether appends suffer, how soon events arrive."""

from __future__ import annotations

import json
import multiprocessing
import selectors
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from statistics import quantiles

import psutil

from domain.kit.table.commands import Note
from service.demo.demonstration import served
from tests.benchmarks.clients import HEAD_END, Connection, post
from tests.benchmarks.measuring import Comparison, compared, interleaved, table
from tests.benchmarks.over_http import kerbholz_command
from tests.benchmarks.scripts import opened, script
from tests.postgres import running_postgres

STREAMS = 500
MATCHES = 50
WINDOW = 100
"""Appends in a round."""
PAUSE = 0.01
"""Seconds between two appends whose events are waited for."""
TITLE = "Streams"
NOTES = f"""\
{STREAMS} idle streams on one worker, spread over {MATCHES} matches. Memory: what server and worker grow by, for
each stream. Appends: p95 of notes sent one after the other to a match that nobody follows, against another server
without streams; the two take turns. Events: from sending the note to its event at a client, p99 over all clients,
against the p99 of the note's own answer in the same round; of one of the {MATCHES} matches, of one match with all
streams, and of one of the {MATCHES} with the note sent to another process on the same database."""


@dataclass
class Server:
    """A service on a database, and matches opened at it."""

    address: str
    url: str
    connection: Connection
    matches: list[tuple[str, str]] = field(default_factory=list)
    """Paths of the commands, with the arbiter's token (or a seat's)."""

    def open(self, number: int) -> None:
        """Open so many matches."""
        for _ in range(number):
            path, tokens = opened(self.address, script("seven-sins", 0).opening)
            self.matches.append((path, tokens[0]))

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def connect(self) -> None:
        """Connect anew: the service closes a connection that has been idle for half a minute."""
        self.connection.close()
        self.connection = Connection(self.address)

    def note(self, match: int) -> tuple[int, float, float]:
        """Append a note to a match: the version, when it was sent, and how long the answer took."""
        path, token = self.matches[match]
        request = post(path, json.dumps({"type": Note.TYPE, "text": "a note"}).encode(), token)
        start = time.monotonic()
        answer = self.connection.send(request)
        took = time.monotonic() - start
        return json.loads(answer)["version"], start, took

    def memory(self) -> int:
        """Resident bytes of the server's processes."""
        # The path in it is the service's alone, and all its processes show it.
        found = [one for one in psutil.process_iter(["cmdline"]) if self.url in (one.info["cmdline"] or ())]
        return sum(one.memory_info().rss for one in found)


Arrival = tuple[float, str, int]
"""When an event came, of which match (the path of its commands), which version."""


def follow(address: str, matches: Sequence[tuple[str, str]], pipe: Pipe) -> None:
    """Hold a stream open for each of *matches*; tell by the pipe, when asked, what has come since."""
    selector = selectors.DefaultSelector()
    host, _, port = address.rpartition(":")
    for path, token in matches:
        connection = socket.create_connection((host, int(port)), timeout=60)
        stream = path.replace("/commands", "/stream")
        head = (f"GET {stream} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}")
        connection.sendall("\r\n".join(head).encode() + HEAD_END)
        received = b""
        while b"event: snapshot" not in received:
            received += connection.recv(65536)
        assert b" 200 " in received.partition(b"\r\n")[0], received
        selector.register(connection, selectors.EVENT_READ, path)
    selector.register(pipe, selectors.EVENT_READ, None)
    pipe.send("open")
    arrivals: list[Arrival] = []
    while True:
        for key, _ in selector.select():
            if key.data is None:
                if pipe.recv() == "close":
                    return
                pipe.send(arrivals)
                arrivals = []
                continue
            received = key.fileobj.recv(65536)  # type: ignore[union-attr]
            now = time.monotonic()
            for block in received.split(b"id: ")[1:]:
                if b"event: decision" in block:
                    arrivals.append((now, key.data, int(block.partition(b"\n")[0])))


class Followers:
    """Idle streams, read by a process of their own."""

    def __init__(self, address: str, matches: Sequence[tuple[str, str]]) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=follow, args=(address, matches, theirs), daemon=True)
        self._process.start()
        assert self._pipe.recv() == "open"

    def arrivals(self) -> list[Arrival]:
        """What has come since it was asked for."""
        self._pipe.send("tell")
        told: list[Arrival] = self._pipe.recv()
        return told

    def close(self) -> None:
        """Close them."""
        self._pipe.send("close")
        self._process.join()


def measure(
    rounds: int = 7, streams: int = STREAMS, matches: int = MATCHES, window: int = WINDOW
) -> Iterator[Comparison]:
    """Everything, on both databases."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        postgres = stack.enter_context(running_postgres())
        for name in ("SQLite", "PostgreSQL"):
            urls = [
                f"sqlite:///{folder / f'{number}.db'}" if name == "SQLite" else postgres.fresh_database()
                for number in range(2)
            ]
            yield from _on(name, urls, folder, rounds, streams, matches, window)


def _on(
    name: str, urls: Sequence[str], folder: Path, rounds: int, streams: int, matches: int, window: int
) -> Iterator[Comparison]:
    with ExitStack() as stack:

        def server(url: str) -> Server:
            command = [*kerbholz_command(url, 1), "--threads", str(streams + 64)]
            limits = [f"KERBHOLZ_STREAMS={streams}", f"KERBHOLZ_STREAMS_PER_CALLER={streams}"]
            address = stack.enter_context(served(["env", *limits, *command], folder / "log"))
            return stack.enter_context(closing(Server(address, url, Connection(address))))

        ours, plain = server(urls[0]), server(urls[1])
        for one in (ours, plain):
            one.open(matches + 1)
            for match in range(matches + 1):
                one.note(match)
        beside = server(urls[0])
        beside.matches = ours.matches
        for match in range(matches):
            beside.note(match)

        before = ours.memory()
        each = [ours.matches[number % matches] for number in range(streams)]
        followers = Followers(ours.address, each)
        after = ours.memory()
        grown = (after - before) / streams / 1024
        yield Comparison(
            f"{name}: KiB for each stream", grown, "MiB without streams", before / 2**20, after / before
        )

        def appends(at: Server) -> float:
            at.connect()
            return _p([at.note(matches)[2] for _ in range(window)], 95) * 1000

        contestants = {"ours": lambda: appends(ours), "plain": lambda: appends(plain)}
        interleaved(1, contestants)
        result = interleaved(rounds, contestants)
        yield compared(f"{name}: appends, p95, ms", result["ours"], "ms, no streams", result["plain"])
        figures = [_events(ours, followers, streams // matches, range(matches), window) for _ in range(rounds)]
        yield _against_answers(f"{name}: events, p99, ms", figures)
        figures = [_events(beside, followers, streams // matches, range(matches), window) for _ in range(rounds)]
        yield _against_answers(f"{name}: events of another process, p99, ms", figures)
        followers.close()
        _wait_for_places(ours, streams, matches)
        followers = Followers(ours.address, [ours.matches[0]] * streams)
        figures = [_events(ours, followers, streams, [0], window // 5, 10 * PAUSE) for _ in range(rounds)]
        yield _against_answers(f"{name}: events, all streams on one match, p99, ms", figures)
        followers.close()


def _wait_for_places(server: Server, streams: int, matches: int) -> None:
    """The service notices that clients have gone when it sends them something."""
    server.connect()
    for _ in range(3):
        for match in range(matches):
            server.note(match)
        time.sleep(0.5)


def _events(
    server: Server, followers: Followers, each: int, matches: Sequence[int], window: int, pause: float = PAUSE
) -> tuple[float, float]:
    """p99 of the time to the event and to the answer, in milliseconds, of *window* notes with *each* readers."""
    server.connect()
    sent: dict[tuple[str, int], float] = {}
    answers = []
    for number in range(window):
        match = matches[number % len(matches)]
        version, start, took = server.note(match)
        sent[server.matches[match][0], version] = start
        answers.append(took)
        time.sleep(pause)
    arrived: list[Arrival] = []
    end = time.monotonic() + 10
    while len(arrived) < each * window:
        assert time.monotonic() < end, (len(arrived), each * window)
        arrived += followers.arrivals()
        time.sleep(0.02)
    times = [at - sent[path, version] for at, path, version in arrived]
    return _p(times, 99) * 1000, _p(answers, 99) * 1000


def _against_answers(what: str, figures: Sequence[tuple[float, float]]) -> Comparison:
    times, answers = zip(*figures, strict=True)
    return compared(what, times, "ms, the answer, p99", answers)


def _p(values: Sequence[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
