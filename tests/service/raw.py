"""Speaks to a running service byte by byte, as no client would."""

from __future__ import annotations

import contextlib
import http.client
import re
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import psutil


class Address(str):
    """Where a service is, as ``http://HOST:PORT``."""

    @property
    def pair(self) -> tuple[str, int]:
        """Host and port."""
        parts = urlsplit(self)
        assert parts.hostname is not None
        assert parts.port is not None
        return parts.hostname, parts.port


@contextlib.contextmanager
def connected(address: str, timeout: float = 30) -> Iterator[socket.socket]:
    """A connection, closed at the end."""
    with socket.create_connection(Address(address).pair, timeout=timeout) as connection:
        yield connection


def said(connection: socket.socket) -> bytes:
    """All that comes until the service closes the connection."""
    got = b""
    with contextlib.suppress(ConnectionError):
        while some := connection.recv(65536):
            got += some
    return got


def exchanged(address: str, data: bytes, *, cut: bool = False, timeout: float = 30) -> bytes:
    """What the service says to these bytes; *cut* ends our half of the connection behind them."""
    with connected(address, timeout) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(data)
            if cut:
                connection.shutdown(socket.SHUT_WR)
        return said(connection)


def statuses(answers: bytes) -> list[int]:
    """The statuses of all answers in these bytes."""
    return [int(code) for code in re.findall(rb"HTTP/1\.[01] (\d{3}) ", answers)]


def status(answers: bytes) -> int | None:
    """The status of the last answer in these bytes; None if there is none."""
    return (statuses(answers) or [None])[-1]


def healthy(address: str, within: float = 2.0) -> bool:
    """Whether ``/healthz`` is answered in time."""
    connection = http.client.HTTPConnection(*Address(address).pair, timeout=within)
    with contextlib.closing(connection):
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except OSError:
            return False


def busy(process: int, seconds: float = 1.0) -> float:
    """Seconds of processor time per second, of a process and its children."""

    def used() -> float:
        parent = psutil.Process(process)
        times = [one.cpu_times() for one in (parent, *parent.children(recursive=True))]
        return sum(one.user + one.system for one in times)

    before = used()
    time.sleep(seconds)
    return (used() - before) / seconds
