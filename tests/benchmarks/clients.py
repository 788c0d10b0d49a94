"""Light HTTP clients in processes of their own: requests prepared as bytes, one connection kept alive.

A client built on ``http.client`` would spend about as long as the server. This one sends bytes and reads as many
as ``Content-Length`` says.
"""

from __future__ import annotations

import multiprocessing
import socket
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from statistics import quantiles

HEAD_END = b"\r\n\r\n"
SECONDS_TO_GATHER = 0.1


def post(path: str, body: bytes, token: str = "none") -> bytes:
    """A POST request with a JSON body."""
    head = (
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {token}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join(head).encode() + HEAD_END + body


class Connection:
    """One connection that is kept alive."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host, int(port)), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, request: bytes) -> bytes:
        """The whole answer to a request; it has to be 201."""
        self._socket.sendall(request)
        answer = b""
        while HEAD_END not in answer:
            answer += self._received()
        head, _, body = answer.partition(HEAD_END)
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        while len(body) < length:
            body += self._received()
        if not head.startswith(b"HTTP/1.1 201"):
            raise AssertionError((head + HEAD_END + body).decode())
        return body

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def _received(self) -> bytes:
        received = self._socket.recv(65536)
        if not received:
            raise ConnectionError("the server closed the connection")
        return received


@dataclass(frozen=True, slots=True)
class Load:
    """Requests that were sent: how many seconds from the first to the last answer, and how many each took."""

    seconds: float
    latencies: tuple[float, ...]

    def percentile(self, percent: int) -> float:
        """So many percent of the requests took no longer than this, in milliseconds."""
        return quantiles(self.latencies, n=100, method="inclusive")[percent - 1] * 1000


def played(address: str, requests: Sequence[bytes], start: float) -> list[float]:
    """Send requests one after the other from the monotonic time *start* on; when it began and each answer came."""
    connection = Connection(address)
    time.sleep(max(0.0, start - time.monotonic()))
    times = [time.monotonic()]
    for request in requests:
        connection.send(request)
        times.append(time.monotonic())
    connection.close()
    return times


class Crowd:
    """Clients in processes of their own, which start at the same moment."""

    def __init__(self, size: int) -> None:
        self._processes = ProcessPoolExecutor(size, multiprocessing.get_context("spawn"))
        list(self._processes.map(time.sleep, [0.5] * size))  # so that all of them are there

    def load(self, address: str, work: Sequence[Sequence[bytes]]) -> Load:
        """Send all requests, each client doing its part of *work*."""
        start = time.monotonic() + SECONDS_TO_GATHER
        parts = [self._processes.submit(played, address, requests, start) for requests in work]
        times = [part.result() for part in parts]
        latencies = tuple(after - before for one in times for before, after in pairwise(one))
        return Load(max(one[-1] for one in times) - min(one[0] for one in times), latencies)

    def close(self) -> None:
        """Let them go."""
        self._processes.shutdown()
