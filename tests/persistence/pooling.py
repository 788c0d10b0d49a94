"""A pooler in session mode, as small as can be: it refuses what poolers refuse while connecting, and passes on."""

from __future__ import annotations

import contextlib
import socket
import struct
from collections.abc import Iterator
from threading import Thread
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict

KNOWN = {"user", "database", "application_name", "client_encoding", "DateStyle", "TimeZone"}
"""What PgBouncer takes while connecting, unless it is told to ignore something else."""
ENCRYPTION = (80877103, 80877104)
"""Requests for TLS and GSSAPI."""


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
            with socket.socket(socket.AF_UNIX) as server:
                server.connect(self._server)
                self._open.append(server)
                server.sendall(packet)
                back = Thread(target=_pass_on, args=(server, client), daemon=True)
                back.start()
                _pass_on(client, server)
                back.join()

    def close(self) -> None:
        """Hang up on everybody."""
        for one in (self._listening, *self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


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
def pooler(server: str) -> Iterator[Pooler]:
    """A pooler while the block runs, in front of the database of this URL."""
    found = Pooler(server)
    try:
        yield found
    finally:
        found.close()
