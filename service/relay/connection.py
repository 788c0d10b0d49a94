"""One connection of the relay: a request, and its answer, which may be a stream. Then it is closed."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable, Iterable
from email.utils import formatdate
from typing import TYPE_CHECKING, Protocol, cast

import h11

from service.front.environment import Environ, environ_of
from service.web.event_stream import Stream

if TYPE_CHECKING:
    from service.relay.readers import Readers

UNSENT = 64 * 1024
"""Bytes that the system holds of what a reader has not taken yet; what is beyond shows that a reader is slow."""
SILENT = 30_000
"""Milliseconds after which a peer that acknowledges nothing is gone."""
LONGEST_HEAD = 64 * 1024
"""Bytes of a request up to the end of its headers."""
VERSIONS = (b"1.0", b"1.1")
"""Of HTTP, that are spoken here."""
ABSOLUTE = re.compile(rb"\Ahttps?://[^/?]*", re.IGNORECASE)
"""What stands before the path where somebody asks for a whole address (RFC 9112 section 3.2.2)."""


class Listener(Protocol):
    """What hears of a connection, all in the event loop."""

    def arrived(self, connection: Connection) -> None:
        """Somebody has connected."""

    def asked(self, connection: Connection, environ: Environ) -> None:
        """They have asked."""

    def unclear(self, connection: Connection) -> None:
        """What they say is no request."""

    def blocked(self, connection: Connection) -> None:
        """They do not take what is sent."""

    def drained(self, connection: Connection) -> None:
        """They have taken all of it."""

    def lost(self, connection: Connection) -> None:
        """They have gone, or were cut off."""


class Connection(asyncio.Protocol):
    """A connection as asyncio has it.

    *stream* and *readers* are those of a stream, and *leave* is called when that ends. It *is_led* as long as
    something of its own brings it to where the other readers are, and *is_blocked* as long as not all that was
    sent has been taken.
    """

    __slots__ = (
        *("_http", "_listener", "_transport", "_waiting"),
        *("chunked", "gone", "is_blocked", "is_led", "leave", "readers", "stream", "told_at"),
    )

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._http: h11.Connection | None = h11.Connection(h11.SERVER, LONGEST_HEAD)
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[None] | None = None
        self.chunked = True
        self.gone = False
        self.is_blocked = False
        self.is_led = True
        self.leave: Callable[[], None] | None = None
        self.readers: Readers | None = None
        self.stream: Stream | None = None
        self.told_at = 0.0

    # -- what asyncio tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See ``asyncio.Protocol``."""
        self._transport = cast(asyncio.Transport, transport)
        # Whatever the system does not take is more than a reader should have waiting.
        self._transport.set_write_buffer_limits(high=0)
        connection: socket.socket = transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT)
        self._listener.arrived(self)

    def data_received(self, data: bytes) -> None:
        """See ``asyncio.Protocol``; what comes behind the headers is not looked at."""
        http = self._http
        if http is None or http.their_state is not h11.IDLE:
            return
        try:
            http.receive_data(data)
            event = http.next_event()
        except h11.RemoteProtocolError:
            self._listener.unclear(self)
            return
        if not isinstance(event, h11.Request):
            return
        if event.http_version in VERSIONS:
            self._listener.asked(self, self._environ(event))
        else:
            self._listener.unclear(self)

    def pause_writing(self) -> None:
        """See ``asyncio.Protocol``."""
        self.is_blocked = True
        self._listener.blocked(self)

    def resume_writing(self) -> None:
        """See ``asyncio.Protocol``."""
        self.is_blocked = False
        self._listener.drained(self)
        self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - how it was lost makes no difference
        """See ``asyncio.Protocol``."""
        self.gone = True
        self._listener.lost(self)
        self._go_on()

    def _go_on(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    # -- what is said

    async def until_drained(self) -> None:
        """Wait until all that was sent has been taken, or nobody is there any more."""
        if self.is_blocked and not self.gone:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
            self._waiting = None

    def begin(self, status: str, headers: Iterable[tuple[str, str]]) -> None:
        """The head of an answer."""
        if self.gone:
            return
        http, self._http = self._http, None
        assert http is not None, "it has been answered"
        fields = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        own = [(b"Date", formatdate(usegmt=True).encode()), (b"Connection", b"close")]
        code, _, reason = status.partition(" ")
        head = h11.Response(status_code=int(code), headers=[*fields, *own], reason=reason.encode("latin-1"))
        self.chunked = http.their_http_version != b"1.0"
        self._write(http.send(head) or b"")

    def begin_stream(self, status: str, headers: Iterable[tuple[str, str]], first: bytes, now: float) -> None:
        """The head of a stream, and its first part."""
        if self.gone:
            return
        http, self._http = self._http, None
        assert http is not None, "it has been answered"
        self.chunked = http.their_http_version != b"1.0"
        self.told_at = now
        self._write(
            stream_head(status, headers, chunked=self.chunked)
            + (framed(first) if self.chunked and first else first)
        )

    def answer(self, status: str, headers: Iterable[tuple[str, str]], body: bytes, *, bodiless: bool) -> None:
        """A whole answer, and the end of the connection."""
        if bodiless or status[:3] in ("204", "304"):
            self.begin(status, headers)
        else:
            given = [one for one in headers if one[0].lower() != "content-length"]
            self.begin(status, [*given, ("Content-Length", str(len(body)))])
            self._write(body)
        self._close()

    def send(self, part: bytes, now: float) -> None:
        """A part of a stream; an empty one would be its end."""
        self.told_at = now
        if part:
            self._write(framed(part) if self.chunked else part)

    def send_framed(self, part: bytes, chunk: bytes, now: float) -> None:
        """A part of a stream that has been framed for others, too."""
        self.told_at = now
        self._write(chunk if self.chunked else part)

    def finish(self) -> None:
        """The end of a stream; where not even its head was sent, that of the connection."""
        if self.chunked and self._http is None:
            self._write(b"0\r\n\r\n")
        self._close()

    def cut(self) -> None:
        """Close the connection, whatever was still to be sent."""
        if self._transport is not None:
            self._transport.abort()

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def _close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _environ(self, request: h11.Request) -> Environ:
        assert self._transport is not None
        path, _, query = ABSOLUTE.sub(b"", request.target).partition(b"?")
        scope = {
            "client": self._transport.get_extra_info("peername"),
            "server": self._transport.get_extra_info("sockname"),
            "method": request.method.decode("ascii"),
            "raw_path": path or b"/",
            "query_string": query,
            "http_version": request.http_version.decode("ascii"),
            "scheme": "http",
            "headers": list(request.headers),
        }
        return environ_of(scope)


def stream_head(status: str, headers: Iterable[tuple[str, str]], *, chunked: bool) -> bytes:
    """The head of an answer that has no end yet.

    The application's own headers hold no line breaks, so they need not be taken apart again for each of thousands.
    """
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers)]
    lines += [f"Date: {formatdate(usegmt=True)}", "Connection: close"]
    if chunked:
        lines.append("Transfer-Encoding: chunked")
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def framed(part: bytes) -> bytes:
    """A part as a chunk (RFC 9112, section 7.1)."""
    return b"%x\r\n%s\r\n" % (len(part), part)
