"""Thousands of streams in a relay: what each costs in memory, how soon events arrive, how soon all are back."""

from __future__ import annotations

import multiprocessing
import resource
import select
import socket
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from statistics import quantiles

import psutil

from service.demo.demonstration import served
from tests.benchmarks.clients import HEAD_END, Connection
from tests.benchmarks.measuring import Comparison, table
from tests.benchmarks.over_http import kerbholz_command
from tests.benchmarks.streams import Server
from tests.postgres import running_postgres

STREAMS = 10_000
MATCHES = 1_000
IN_TURN = 300
"""Notes to one match after the other, whose events are waited for."""
TO_ALL = 15
"""Notes to the match that all follow."""
PATIENCE = 600.0
"""Seconds in which all have to be there, on a machine with much else to do."""
AT_ONCE = 200
"""Connections that are being opened at a time."""
TITLE = "Streams in a relay"
NOTES = f"""\
{STREAMS:,} streams at one relay, read by one process. Memory: what the relay grows by, for each stream over
{MATCHES:,} matches. Opening: until all have their board; coming back: until all have been told that they have
missed nothing, after the relay was killed and has begun again. Events: from sending a note to its event at a
client, over all clients, with a note to one match after the other, and to one match that all follow; beside it
the answer to the note itself. The processor's time is that of the relay, all its threads together."""


@dataclass(frozen=True)
class Asked:
    """Streams that are to be opened: of which match (a number), by which path, and with which token."""

    address: tuple[str, int]
    streams: Sequence[tuple[int, str, str]]


def read(asked: Asked, pipe: Pipe) -> None:
    """Hold streams open; tell by the pipe what has come: when, to how many, of which match, which version."""
    # Written for speed: it has to be quicker than what it measures.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, len(asked.streams) + 256)), hard))
    held = Held(asked, pipe)
    held.poll.register(pipe.fileno(), select.EPOLLIN)
    while held.turn():
        pass


class Held:
    """The connections of the reading process."""

    def __init__(self, asked: Asked, pipe: Pipe) -> None:
        self.poll = select.epoll()
        self._asked = asked
        self._pipe = pipe
        self._waiting = deque(range(len(asked.streams)))
        self._open: dict[int, tuple[socket.socket, int]] = {}
        self._begun: set[int] = set()
        self._seen: dict[int, int] = {}
        self._told: list[tuple[float, int, int]] = []
        self._cuts = 0
        self._more()

    def _more(self) -> None:
        """Open some more connections."""
        while self._waiting and len(self._open) - len(self._begun) < AT_ONCE:
            number = self._waiting.popleft()
            _, path, token = self._asked.streams[number]
            connection = socket.socket()
            try:
                connection.connect(self._asked.address)
            except OSError:  # nobody listens at the moment
                connection.close()
                self._waiting.appendleft(number)
                time.sleep(0.05)
                return
            connection.setblocking(False)
            head = [f"GET {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}"]
            if number in self._seen:
                head.append(f"Last-Event-ID: {self._seen[number]}")
            connection.send("\r\n".join(head).encode() + HEAD_END)
            self._open[connection.fileno()] = connection, number
            self.poll.register(connection.fileno(), select.EPOLLIN)

    def turn(self) -> bool:
        """What has come; False when it is to end."""
        for file, _ in self.poll.poll(0.05 if self._waiting else 1.0):
            if file not in self._open:
                if not self._answered():
                    return False
                continue
            connection, number = self._open[file]
            got = b""
            with suppress(OSError):
                got = connection.recv(1 << 16)
            if got:
                self._heard(file, number, got)
            else:
                self._cut(file, connection, number)
        self._more()
        return True

    def _heard(self, file: int, number: int, got: bytes) -> None:
        at = got.rfind(b"id: ")
        if at >= 0:
            version = int(got[at + 4 : got.find(b"\n", at)])
            if got.find(b"event: decision", at) > 0:
                self._told.append((time.monotonic(), self._asked.streams[number][0], version))
            self._seen[number] = version
        # Whoever comes back, and has missed nothing, is told a comment.
        if file not in self._begun and (at >= 0 or b": kerbholz" in got):
            self._begun.add(file)

    def _cut(self, file: int, connection: socket.socket, number: int) -> None:
        self._cuts += 1
        self._begun.discard(file)
        del self._open[file]
        self.poll.unregister(file)
        connection.close()
        self._waiting.append(number)

    def _answered(self) -> bool:
        asked = self._pipe.recv()
        if asked == "open":
            self._pipe.send((len(self._begun), self._cuts))
        elif asked == "told":
            self._pipe.send(self._told)
            self._told = []
        return bool(asked != "close")


class Readers:
    """Streams, read by a process of their own."""

    def __init__(self, asked: Asked) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._number = len(asked.streams)
        self._process = context.Process(target=read, args=(asked, theirs), daemon=True)
        self._process.start()

    def until_open(self, cuts: int = 0) -> float:
        """Wait until all are open, after so many were cut; the seconds from now on."""
        began = time.monotonic()
        while True:
            self._pipe.send("open")
            found, cut = self._pipe.recv()
            if found == self._number and cut >= cuts:
                return time.monotonic() - began
            assert time.monotonic() - began < PATIENCE, f"{found} of {self._number} are open, {cut} were cut"
            time.sleep(0.05)

    def told(self) -> list[tuple[float, int, int]]:
        """What has come since it was asked for."""
        self._pipe.send("told")
        found: list[tuple[float, int, int]] = self._pipe.recv()
        return found

    def close(self) -> None:
        """Close them."""
        self._pipe.send("close")
        self._process.join()


def relay_of(port: int) -> psutil.Process:
    """The process that listens at a port."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if any(one.laddr.port == port and one.status == "LISTEN" for one in process.net_connections()):
                return process
    raise AssertionError("there is no relay")


def spent(process: psutil.Process) -> float:
    """Seconds of the processor that a process has taken."""
    times = process.cpu_times()
    return float(times.user + times.system)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def measure(
    streams: int = STREAMS, matches: int = MATCHES, notes: int = IN_TURN, to_all: int = TO_ALL
) -> Iterator[Comparison]:
    """Everything, on both databases."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        yield from _on("SQLite", f"sqlite:///{folder / 'kerbholz.db'}", folder, streams, matches, notes, to_all)
        postgres = stack.enter_context(running_postgres())
        yield from _on("PostgreSQL", postgres.fresh_database(), folder, streams, matches, notes, to_all)


def _on(
    name: str, url: str, folder: Path, streams: int, matches: int, notes: int, to_all: int
) -> Iterator[Comparison]:
    port = free_port()
    limits = [f"KERBHOLZ_RELAY_STREAMS={streams}", f"KERBHOLZ_STREAMS_PER_CALLER={streams}"]
    command = ["env", *limits, *kerbholz_command(url, 1), "--streams", str(port)]
    with ExitStack() as stack:
        address = stack.enter_context(served(command, folder / "log"))
        server = stack.enter_context(closing(Server(address, url, Connection(address))))
        server.open(matches)
        server.connect()
        relay = relay_of(port)

        def asked(number: int) -> Asked:
            """Streams spread over so many matches."""
            spread = [(at % number, *server.matches[at % number]) for at in range(streams)]
            return Asked(
                ("127.0.0.1", port),
                [(match, path.replace("/commands", "/stream"), token) for match, path, token in spread],
            )

        # One that has served somebody: what is loaded then is not what streams cost.
        first = Readers(Asked(("127.0.0.1", port), asked(1).streams[:1]))
        first.until_open()
        first.close()
        before, cpu = relay.memory_info().rss, spent(relay)
        readers = Readers(asked(matches))
        took = readers.until_open()
        after = relay.memory_info().rss
        each = (after - before) / streams / 1024
        yield Comparison(
            f"{name}: KiB for each stream", each, "MiB without streams", before / 2**20, after / before
        )
        yield _seconds(f"{name}: opening all, s", took, spent(relay) - cpu)
        yield from _events(
            f"{name}: events, {matches:,} matches", server, readers, relay, range(matches), notes, streams
        )
        relay.kill()
        came = readers.until_open(streams)
        relay = relay_of(port)
        yield _seconds(f"{name}: coming back, s", came, spent(relay))
        readers.close()
        readers = Readers(asked(1))
        readers.until_open()
        yield from _events(f"{name}: events, all on one match", server, readers, relay, [0], to_all, streams)
        readers.close()


def _seconds(what: str, took: float, cpu: float) -> Comparison:
    return Comparison(what, took, "s, the processor's time", cpu, took / cpu)


def _events(
    what: str,
    server: Server,
    readers: Readers,
    relay: psutil.Process,
    matches: Sequence[int],
    notes: int,
    streams: int,
) -> Iterator[Comparison]:
    """From sending notes to their events, in milliseconds."""
    server.connect()
    readers.told()
    each, cpu = streams // len(matches), spent(relay)
    sent: dict[tuple[int, int], float] = {}
    answers, times = [], list[float]()
    for number in range(notes):
        match = matches[number % len(matches)]
        version, start, took = server.note(match)
        sent[match, version] = start
        answers.append(took * 1000)
        time.sleep(0.02 if len(matches) > 1 else 1.0)
    end = time.monotonic() + 60
    while len(times) < each * notes:
        assert time.monotonic() < end, (len(times), each * notes)
        times += [(at - sent[match, version]) * 1000 for at, match, version in readers.told()]
        time.sleep(0.05)
    cpu = (spent(relay) - cpu) / notes * 1000
    yield _against(f"{what}, p50, ms", _p(times, 50), _p(answers, 50))
    yield _against(f"{what}, p99, ms", _p(times, 99), _p(answers, 99))
    yield Comparison(f"{what}, ms of the processor each", cpu, "readers", each, cpu / each)


def _against(what: str, figure: float, answers: float) -> Comparison:
    return Comparison(what, figure, "ms, the answer", answers, figure / answers)


def _p(values: Sequence[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
