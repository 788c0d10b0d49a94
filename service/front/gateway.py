"""In front of the application: takes requests from the HTTP server, and gives whole ones to the application.

The server (granian) speaks HTTP and calls this by ASGI, in an event loop; the application is WSGI, and runs in
threads. Between them lies what has to be settled before a thread may be occupied:

- A body is whole or the request is refused. It is read here, where waiting costs no thread: up to a size, up to a
  time, and to the end that was announced (a length, or the last chunk).
- What the headers decide is decided before a body is waited for: the application is asked once with a body that is
  not there yet. If it refuses (no token, no such match, too many requests, too large), that is the answer; if it
  wants to read, it is asked again when the body has come. A body that came with its headers is not asked about.
- Threads are shared out: some are kept back for those who play, and ``/healthz`` needs none.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Semaphore
from typing import TYPE_CHECKING

from service.front.bodies import LINGER, MOST_WAITING, PROMPT, Body, BodyWanted, NotYet, announced
from service.front.environment import (
    ADMITTED,
    PLAYS,
    REFUSED,
    SMALL,
    Environ,
    Headers,
    Message,
    Receive,
    Send,
    environ_of,
)
from service.front.threads import Players, Slots

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

logger = logging.getLogger(__name__)
AHEAD = 4
"""Parts of a stream that may be on their way to its reader at once."""
UNREAD = 30.0
"""Seconds that a reader of a stream may leave a part of it unread."""
READY_WITHIN = 5.0
"""Seconds within which the service has to answer that it is ready."""

CUT_OFF = ("malformed", "The body ended before what was announced of it had come, so nothing was done.")
OTHER_CODING = ("malformed", "A body is sent as it is, or in chunks (Transfer-Encoding: chunked).")
SLOW = ("too-slow", None)
CROWDED = ("overloaded", None)
NOT_READY = ("unavailable", f"The database has not answered for {READY_WITHIN:.0f} seconds.")


class Front:
    """An application of ASGI over one of WSGI. *started* is called in the event loop before anything is served.

    *larger* is how many bytes a body may have where that is more than *max_body*, by the end of the path.
    """

    def __init__(
        self,
        app: WSGIApplication,
        *,
        threads: int,
        max_body: int,
        body_seconds: float,
        started: Callable[[], None] = lambda: None,
        larger: Mapping[str, int] | None = None,
    ) -> None:
        self._app = app
        self._max_body = max_body
        self._larger = larger or {}
        self._body_seconds = body_seconds
        self._started = started
        self._pool = ThreadPoolExecutor(threads, "kerbholz-request")
        self._ready_pool = ThreadPoolExecutor(2, "kerbholz-ready")
        self._ready_running = 0
        self._waiting = 0
        self._slots = Slots(threads)
        self._players = Players()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One request (or the beginning and the end of the process), as ASGI has it."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        environ = environ_of(scope)
        if scope["method"] != scope["method"].upper():
            await self._finish(self._refused(environ, SMALL), send, close=True)
        elif scope["raw_path"] == b"/healthz":
            # Takes microseconds and waits for nothing, so it needs no thread, and never waits for one.
            await self._finish(self._asked(environ, NotYet()), send)
        elif scope["raw_path"] == b"/readyz":
            await self._ready(environ, send)
        elif "CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ:
            await self._with_body(environ, receive, send)
        else:
            environ["CONTENT_LENGTH"] = "0"
            await self._run(environ, io.BytesIO(), receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._started()
                await send({"type": "lifespan.startup.complete"})
            else:
                await send({"type": "lifespan.shutdown.complete"})
                return

    # -- bodies

    async def _with_body(self, environ: Environ, receive: Receive, send: Send) -> None:
        if environ.get("HTTP_TRANSFER_ENCODING", "chunked").lower() != "chunked":
            # "chunked, chunked", "gzip, chunked": the proxy in front may have read that otherwise.
            await self._finish(self._refused(environ, OTHER_CODING), send, close=True)
            return
        environ[ADMITTED] = {}
        larger = (most for path, most in self._larger.items() if environ["PATH_INFO"].endswith(path))
        body = Body(receive, max(self._max_body, *larger, 0), announced(environ))
        try:
            # Who waits for 100 (Continue) is told so by the first look for a body.
            if "HTTP_EXPECT" not in environ:
                await body.come(PROMPT)
            answer = await self._before_the_body(environ, body) if body.state == "coming" else None
            if answer is None and body.state == "cut off":
                answer = self._refused(environ, CUT_OFF)
            if answer is None:
                environ.pop("HTTP_TRANSFER_ENCODING", None)
                environ["CONTENT_LENGTH"] = str(body.size)
                await self._run(environ, io.BytesIO(body.bytes()), receive, send, close=body.state == "too large")
            else:
                await self._finish(answer, send, close=True)
            # If the connection were closed at once, who is still sending would be reset, and might never read
            # the answer.
            await body.end(LINGER)
        finally:
            body.forget()

    async def _before_the_body(self, environ: Environ, body: Body) -> Answer | None:
        """Ask what can be decided without the body, then wait for it; None if it has come."""
        plays = self._plays(environ)
        if self._waiting >= (2 if plays else 1) * MOST_WAITING:
            return self._refused(environ, CROWDED)
        self._waiting += 1
        try:
            if "HTTP_TRANSFER_ENCODING" in environ:
                environ.pop("CONTENT_LENGTH", None)
            answer = await self._in_thread(environ)
            if answer is None:
                await body.come(self._body_seconds)
                if body.state == "coming":
                    answer = self._refused(environ, SLOW)
        finally:
            self._waiting -= 1
        return answer

    # -- asking the application

    def _asked(self, environ: Environ, body: io.RawIOBase | io.BytesIO) -> Answer | None:
        """What the application answers, in the caller's thread; None if it wants a body that is not there yet."""
        begun: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], _: object = None
        ) -> Callable[[bytes], object]:
            begun.append((status, headers))
            return lambda _: None

        # A copy: the application writes into it, and may be asked twice.
        given = {**environ, "wsgi.input": body, PLAYS: lambda: self._players.seen(environ["HTTP_AUTHORIZATION"])}
        if isinstance(body, NotYet):
            given["wsgi.input_terminated"] = True
        try:
            parts = self._app(given, start_response)
        except BodyWanted:
            return None
        status, headers = begun[-1]
        answer = Answer(
            int(status[:3]), [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        )
        if answer.is_stream:
            answer.parts = parts
            return answer
        try:
            answer.whole = b"".join(parts)
        finally:
            _close(parts)
        return answer

    async def _in_thread(self, environ: Environ) -> Answer | None:
        """What the application answers without the body; None if it wants the body."""
        if not await self._slots.take(self._plays(environ)):
            return self._refused(environ, CROWDED)
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(self._pool, self._asked, environ, NotYet())
            if answer is not None and answer.parts is not None:
                # A stream asked for with a body that nobody waits for: it is told again when the body is there.
                _close(answer.parts)
                answer = None
            return answer
        finally:
            self._slots.give_back()

    async def _run(
        self, environ: Environ, body: io.BytesIO, receive: Receive, send: Send, *, close: bool = False
    ) -> None:
        """Ask the application with the whole body, and send what it answers."""
        if not await self._slots.take(self._plays(environ)):
            await self._finish(self._refused(environ, CROWDED), send, close=True)
            return
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(self._pool, self._asked, environ, body)
            if answer is not None and answer.parts is not None:
                await self._stream(answer, receive, send)
                return
        finally:
            self._slots.give_back()
        await self._finish(answer, send, close=close)

    def _plays(self, environ: Environ) -> bool:
        return self._players.plays(environ.get("HTTP_AUTHORIZATION"))

    async def _ready(self, environ: Environ, send: Send) -> None:
        # Not more than there are threads: behind one that waits for the database there is nothing to be learned.
        if self._ready_running >= 2:
            await self._finish(self._refused(environ, NOT_READY), send)
            return
        self._ready_running += 1
        asked = asyncio.get_running_loop().run_in_executor(self._ready_pool, self._asked, environ, io.BytesIO())
        asked.add_done_callback(self._ready_done)
        await asyncio.wait((asked,), timeout=READY_WITHIN)
        if asked.done():
            await self._finish(asked.result(), send)
        else:
            await self._finish(self._refused(environ, NOT_READY), send)

    def _ready_done(self, _: object) -> None:
        self._ready_running -= 1

    # -- answering

    def _refused(self, environ: Environ, why: tuple[str, str | None]) -> Answer | None:
        """The application's own words for a refusal that is not its own: it looks at nothing, so it waits for
        nothing."""
        return self._asked({**environ, REFUSED: why}, io.BytesIO())

    async def _finish(self, answer: Answer | None, send: Send, *, close: bool = False) -> None:
        assert answer is not None
        assert answer.parts is None
        headers = [*answer.headers, (b"connection", b"close")] if close else answer.headers
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.whole, "more_body": False})

    async def _stream(self, answer: Answer, receive: Receive, send: Send) -> None:
        """Answer by parts, as they come, until there are no more or nobody is there to read them."""
        loop = asyncio.get_running_loop()
        gone = Event()
        waiting: asyncio.Queue[bytes] = asyncio.Queue()
        room = Semaphore(AHEAD)
        parts = answer.parts
        assert parts is not None

        def pump() -> None:
            try:
                for part in parts:
                    if gone.is_set():
                        return
                    if not part:
                        continue
                    if not room.acquire(timeout=UNREAD):
                        logger.info("a stream ends, for nobody reads it")
                        gone.set()
                        return
                    loop.call_soon_threadsafe(waiting.put_nowait, part)
            finally:
                _close(parts)

        async def write() -> None:
            while part := await waiting.get():
                await send({"type": "http.response.body", "body": part, "more_body": True})
                room.release()

        watching = asyncio.ensure_future(_watch(receive, gone))
        writing = asyncio.ensure_future(write())
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            await loop.run_in_executor(self._pool, pump)
            if not gone.is_set():
                waiting.put_nowait(b"")
                await asyncio.wait((writing,), timeout=UNREAD)
            # Without its end, an answer that was cut shows that it was: the server closes the connection.
            if writing.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            writing.cancel()
            watching.cancel()


class Answer:
    """An answer: whole, or (one without a length) in parts."""

    __slots__ = ("headers", "parts", "status", "whole")

    def __init__(self, status: int, headers: Headers) -> None:
        self.status = status
        self.headers = headers
        self.whole = b""
        self.parts: Iterable[bytes] | None = None

    @property
    def is_stream(self) -> bool:
        """Whether it may go on for as long as it likes: what is whole has a length, or is empty by its status."""
        return self.status not in (204, 304) and all(name != b"content-length" for name, _ in self.headers)


async def _watch(receive: Receive, gone: Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    gone.set()


def _close(parts: object) -> None:
    close = getattr(parts, "close", None)
    if close is not None:
        close()
