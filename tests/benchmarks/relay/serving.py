"""The service that is measured, with workers and a relay: it can be killed and begun again at its addresses."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import psutil

from service.demo.demonstration import served
from tests.benchmarks.clients import Connection
from tests.benchmarks.over_http import kerbholz_command
from tests.benchmarks.relay.reading import Asked, Readers
from tests.benchmarks.relay.writing import Noted, Writers, noted
from tests.benchmarks.scripts import opened, script

WORKERS = 2


class Service:
    """The service on a database, and matches that were opened at it: paths of their commands, with tokens."""

    def __init__(self, url: str, folder: Path, streams: int) -> None:
        limits = [f"KERBHOLZ_RELAY_STREAMS={streams}", f"KERBHOLZ_STREAMS_PER_CALLER={streams}"]
        self._port, self._streams_port = free_port(), free_port()
        ports = ["--port", str(self._port), "--streams", str(self._streams_port)]
        self._command = ["env", *limits, *kerbholz_command(url, WORKERS), *ports]
        self._log = folder / "log"
        self._running = ExitStack()
        self._connection: Connection | None = None
        self.matches: list[tuple[str, str]] = []
        self.address = f"127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        """Begin it, at its addresses."""
        self._running.enter_context(served(self._command, self._log))

    def close(self) -> None:
        """Stop it."""
        self._disconnect()
        self._running.close()

    def open(self, number: int) -> None:
        """Open so many matches."""
        for _ in range(number):
            path, tokens = opened(self.address, script("seven-sins", 0).opening)
            self.matches.append((path, tokens[0]))

    # -- processes

    def relay(self) -> psutil.Process:
        """The process that listens at the port for streams."""
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if any(
                    one.laddr.port == self._streams_port and one.status == psutil.CONN_LISTEN
                    for one in process.net_connections()
                ):
                    return process
        raise AssertionError("there is no relay")

    def kill(self) -> None:
        """Kill all its processes at once (SIGKILL)."""
        main = next(self._processes())
        for process in (main, *main.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self._disconnect()
        self._running.close()

    def _processes(self) -> Iterator[psutil.Process]:
        for process in psutil.Process().children():
            with suppress(psutil.Error):
                if str(self._port) in process.cmdline():
                    yield process

    # -- what is asked of it

    def reading(self, streams: int, matches: int) -> Readers:
        """So many streams, spread over so many of the matches; they are being opened."""
        return Readers(
            Asked(
                ("127.0.0.1", self._streams_port),
                [
                    (match, path.replace("/commands", "/stream"), token)
                    for match in (number % matches for number in range(streams))
                    for path, token in [self.matches[match]]
                ],
            )
        )

    def note(self, match: int) -> Noted:
        """Append a note to a match."""
        if self._connection is None:
            self._connection = Connection(self.address)
        return noted(self._connection, match, *self.matches[match])

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Notes are appended meanwhile: the service closes a connection that has been idle for half a minute."""
        self._disconnect()
        try:
            yield
        finally:
            self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def writing(self, matches: int, pace: float) -> Writers:
        """Writers to the first of the matches, so many notes a second."""
        return Writers(self.address, self.matches[:matches], pace)


def free_port() -> int:
    """A port that nobody listens at."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
