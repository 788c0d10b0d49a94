"""Servers for the tests: `kerbholz serve` in processes of its own, that can be killed; and many apps at once."""

from __future__ import annotations

import contextlib
import http.client
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Barrier, Thread
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.persistence.forked import Forked
from tests.service.playing import CheckedClient, Table, new_client

KERBHOLZ = str(Path(sys.executable).parent / "kerbholz")
SAID = "listening on "
STREAMS = "streams: "
NOTE = {"type": "table.note", "text": "tea break"}


class Served:
    """`kerbholz serve` on a free port of the loopback, with HTTP of its own."""

    def __init__(self, database: str, workers: int, *options: str) -> None:
        self._command = ["serve", "--port", "0", "--workers", str(workers), "--database", database]
        self._command += ["--limits", "off", "--log-level", "warning", *options]
        self.start_again()

    def start_again(self, *, there: bool = False) -> None:
        """Start, at first or after `kill`: then at another address, or *there*, where it was."""
        if there:
            self._command[self._command.index("--port") + 1] = str(urlsplit(self.address).port)
            if "--streams" in self._command:
                self._command[self._command.index("--streams") + 1] = str(urlsplit(self.streams).port)
        self._process = Forked(self._command)
        line = self._process.stdout.readline()
        if not line.startswith(SAID):
            self._process.terminate()
            pytest.fail(f"it does not listen: {line}")
        self.address = line.removeprefix(SAID).strip()
        if "--streams" in self._command:
            self._process.stdout.readline()
            self.streams = self._process.stdout.readline().removeprefix(STREAMS).strip()

    def request(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Any, Mapping[str, str]]:
        """Status, document and headers of an answer, over a connection of its own."""
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=30)
        with contextlib.closing(connection):
            data = json.dumps(body).encode() if body is not None else None
            connection.request(method, path, data, {"Content-Type": "application/json", **(headers or {})})
            response = connection.getresponse()
            return response.status, json.loads(response.read() or b"null"), dict(response.headers)

    def text(self, path: str) -> str:
        """What is served there, as it is."""
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=30)
        with contextlib.closing(connection):
            connection.request("GET", path)
            return connection.getresponse().read().decode()

    def kill(self) -> None:
        """SIGKILL for the server and its workers: nothing is flushed, nothing is said."""
        parent = psutil.Process(self._process.pid)
        parent.suspend()  # else it would start another worker for one that is gone
        family = [*parent.children(recursive=True), parent]
        for process in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(family, timeout=10)
        self.close()

    def relay(self) -> psutil.Process:
        """The process that listens for streams."""
        port = urlsplit(self.streams).port
        (found,) = (
            one
            for one in psutil.Process(self._process.pid).children()
            if any(at.laddr.port == port and at.status == "LISTEN" for at in one.net_connections())
        )
        return found

    def kill_main(self) -> None:
        """SIGKILL for the main process alone: what it has begun is to notice."""
        psutil.Process(self._process.pid).kill()
        self.close()

    def stop(self) -> int:
        """SIGTERM, and the exit code."""
        self._process.terminate()
        code = self._process.wait(timeout=30)
        self.close()
        return code

    def close(self) -> None:
        """Let go of the pipe."""
        self._process.wait(timeout=30)
        self._process.stdout.close()


@contextlib.contextmanager
def served(database: str, workers: int = 1, *options: str) -> Iterator[Served]:
    """A server while the block runs; it may be killed meanwhile. *options* go before the usual ones."""
    server = Served(database, workers, *options)
    try:
        yield server
    finally:
        if server._process.poll() is None:
            server.stop()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`kerbholz` with these arguments, to its end."""
    return subprocess.run([KERBHOLZ, *arguments], capture_output=True, text=True, timeout=60, check=False)


@contextlib.contextmanager
def apps(database: str, number: int) -> Iterator[list[CheckedClient]]:
    """Clients of so many apps on one database: each with a pool and a cache of its own, as in other processes."""
    clients = [new_client(database, create_app(Settings(database=database, limits=OFF))) for _ in range(number)]
    try:
        yield clients
    finally:
        for client in clients:
            client.application.extensions["kerbholz"].close()


def at_another(table: Table, client: CheckedClient) -> Table:
    """The same match, asked for at another app."""
    return Table(client, table.opened)


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """What each of the actions gives, all begun at the same moment."""
    barrier, given = Barrier(len(actions)), [None] * len(actions)

    def act(position: int) -> None:
        barrier.wait()
        try:
            given[position] = actions[position]()
        except BaseException as error:
            given[position] = error  # type: ignore[call-overload]
            raise

    threads = [Thread(target=act, args=(position,)) for position in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    failed = [result for result in given if isinstance(result, BaseException)]
    if failed:
        raise failed[0]
    return given


def statuses(responses: Sequence[Any]) -> list[int]:
    """The status of each answer, sorted."""
    return sorted(response.status_code for response in responses)
