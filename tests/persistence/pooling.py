"""Poolers, as small as can be: they refuse what poolers refuse while connecting, and pass on.

One is in session mode, the other one in transaction mode.
"""

from __future__ import annotations

import contextlib
import os
import socket
import struct
from collections.abc import Callable, Iterator
from threading import Lock, Thread
from typing import TypeVar
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict

KNOWN = {"user", "database", "application_name", "client_encoding", "DateStyle", "TimeZone"}
"""What PgBouncer takes while connecting, unless it is told to ignore something else."""
ENCRYPTION = (80877103, 80877104)
"""Requests for TLS and GSSAPI."""
CANCEL = 80877102
"""A request to stop what another connection does."""


P = TypeVar("P", bound="Pooler")


class Pooler:
    """Listens on the loopback, for connections to a server's socket."""

    def __init__(self, server: str) -> None:
        parts = conninfo_to_dict(server)
        self._server = f"{parts['host']}/.s.PGSQL.{parts.get('port', 5432)}"
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.url = f"postgresql://{quote(str(parts['user']))}@127.0.0.1:{self.port}/{parts['dbname']}"
        self.refused: list[str] = []
        self.passed: list[dict[str, str]] = []
        self._open: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._open.append(client)
                Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError, struct.error), client:
            packet, code = _packet(client)
            while code in ENCRYPTION:
                client.sendall(b"N")
                packet, code = _packet(client)
            words = packet[8:].rstrip(b"\0").decode().split("\0")
            parameters = dict(zip(words[::2], words[1::2], strict=False))
            unknown = sorted(set(parameters) - KNOWN)
            if code == 196608 and unknown:
                self.refused += unknown
                client.sendall(_error(f"unsupported startup parameter: {unknown[0]}"))
                return
            self.passed.append(parameters)
            self._talk(client, packet, code)

    def _talk(self, client: socket.socket, packet: bytes, _: int) -> None:
        with self._connected() as server:
            server.sendall(packet)
            back = Thread(target=_pass_on, args=(server, client), daemon=True)
            back.start()
            _pass_on(client, server)
            back.join()

    def _connected(self) -> socket.socket:
        server = socket.socket(socket.AF_UNIX)
        server.connect(self._server)
        self._open.append(server)
        return server

    def close(self) -> None:
        """Hang up on everybody."""
        for one in (self._listening, *self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


class LendingPooler(Pooler):
    """Lends its sessions for single transactions: the one that was given back last goes first.

    With *in_turn* it is the one that was given back first. There are as many sessions as were ever needed at once.
    """

    def __init__(self, server: str, *, in_turn: bool = False) -> None:
        self._next = 0 if in_turn else -1
        self.idle: list[socket.socket] = []
        self._welcome = b""
        self._lock = Lock()
        super().__init__(server)

    def _talk(self, client: socket.socket, packet: bytes, code: int) -> None:
        if code == CANCEL:
            return
        with self._lock:
            if not self._welcome:
                self._startup = packet
                self.idle.append(self._begun())
        client.sendall(self._welcome + _message(b"K", os.urandom(8)) + _message(b"Z", b"I"))
        server = None
        while (message := _received(client)) is not None and message[:1] != b"X":
            if server is None:
                server = self._lent()
            server.sendall(message)
            if message[:1] in (b"Q", b"S") and _answered(server, client) == b"I":
                with self._lock:
                    self.idle.append(server)
                server = None
        if server is not None:
            server.close()  # in the middle of something

    def _lent(self) -> socket.socket:
        with self._lock:
            return self.idle.pop(self._next) if self.idle else self._begun()

    def _begun(self) -> socket.socket:
        """A new session, up to the first time that it is ready; what the server says of itself is kept."""
        server, said = self._connected(), b""
        server.sendall(self._startup)
        while (message := _received(server)) is not None and message[:1] != b"Z":
            said += message if message[:1] != b"K" else b""
        self._welcome = said
        return server


def _received(source: socket.socket) -> bytes | None:
    """One message; None at the end."""
    head = source.recv(5, socket.MSG_WAITALL)
    if len(head) < 5:
        return None
    (length,) = struct.unpack("!I", head[1:])
    return head + (source.recv(length - 4, socket.MSG_WAITALL) if length > 4 else b"")


def _answered(server: socket.socket, client: socket.socket) -> bytes:
    """Pass on until the server is ready for more: whether that is in a transaction."""
    while (message := _received(server)) is not None:
        client.sendall(message)
        if message[:1] == b"Z":
            return message[5:]
    raise OSError("the server is gone")


def _message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("!I", len(body) + 4) + body


def _packet(client: socket.socket) -> tuple[bytes, int]:
    head = client.recv(8, socket.MSG_WAITALL)
    length, code = struct.unpack("!II", head)
    return head + (client.recv(length - 8, socket.MSG_WAITALL) if length > 8 else b""), code


def _error(message: str) -> bytes:
    fields = b"SFATAL\0" + b"C08P01\0" + f"M{message}\0".encode() + b"\0"
    return b"E" + struct.pack("!I", len(fields) + 4) + fields


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            sink.sendall(data)
    for one in (source, sink):
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def pooler(server: str, kind: Callable[[str], P] = Pooler) -> Iterator[P]:  # type: ignore[assignment]
    """A pooler while the block runs, in front of the database of this URL."""
    found = kind(server)
    try:
        yield found
    finally:
        found.close()
