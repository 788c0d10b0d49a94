"""The service speaks HTTP/1.1 and nothing else: HTTP/2 in clear text would come past every limit of bodies."""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator

import pytest

from tests.persistence.serving import Served, served
from tests.service.raw import busy, connected, exchanged, healthy, said, status

pytestmark = pytest.mark.long

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
END_HEADERS = 0x4
MANY = 70
"""More than a worker has threads."""


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """RFC 9113, section 4.1."""
    return struct.pack(">I", len(payload))[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + payload


def literal(name: bytes, value: bytes) -> bytes:
    """A header field as RFC 7541, section 6.2.2, has it, without any compression."""
    return b"\0" + bytes((len(name),)) + name + bytes((len(value),)) + value


def unfinished(stream: int, path: bytes) -> bytes:
    """A POST whose body is announced, begun with one byte, and never ended."""
    fields = {b":method": b"POST", b":scheme": b"http", b":path": path, b":authority": b"localhost"}
    fields |= {b"content-type": b"application/json", b"content-length": b"1000"}
    block = b"".join(literal(name, value) for name, value in fields.items())
    return frame(1, END_HEADERS, stream, block) + frame(0, 0, stream, b"{")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service of one worker, which nothing here brings to its end."""
    with served(f"sqlite:///{tmp_path_factory.mktemp('http2') / 'kerbholz.db'}") as server:
        yield server


def test_http2_with_prior_knowledge_is_not_spoken(server: Served) -> None:
    answer = exchanged(server.address, PREFACE + frame(4, 0, 0), timeout=3)
    assert status(answer) in (None, 400)
    assert not answer.startswith(b"\0\0")


def test_bodies_that_never_end_over_http2_keep_no_thread_busy(server: Served) -> None:
    with connected(server.address) as connection:
        connection.sendall(PREFACE + frame(4, 0, 0))
        for number in range(MANY):
            try:
                connection.sendall(unfinished(2 * number + 1, b"/v1/matches/x/webhooks"))
            except ConnectionError:
                break
        time.sleep(0.2)
    assert healthy(server.address)
    assert busy(server._process.pid) < 0.5


def test_an_upgrade_to_http2_is_not_taken(server: Served) -> None:
    asked = (
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
        b"HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
    )
    with connected(server.address, timeout=5) as connection:
        connection.sendall(asked)
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")


def test_the_preface_behind_a_request_is_not_taken(server: Served) -> None:
    with connected(server.address) as connection:
        connection.sendall(
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + PREFACE + unfinished(1, b"/v1/matches")
        )
        answer = said(connection)
    assert answer.startswith(b"HTTP/1.1 200")
    assert status(answer) in (200, 400)
    assert healthy(server.address)
