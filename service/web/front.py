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
import hashlib
import io
import logging
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Semaphore
from typing import TYPE_CHECKING, Any, Literal, NoReturn
from urllib.parse import unquote_to_bytes

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

logger = logging.getLogger(__name__)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]
Headers = list[tuple[bytes, bytes]]

REFUSED = "kerbholz.refused"
"""In the environment: a code of `service.web.problems` and a sentence; the request is to be refused with them."""
ADMITTED = "kerbholz.admitted"
"""In the environment: what the application keeps from being asked with the body that is not there yet to being
asked again, so that one request is counted once."""
PLAYS = "kerbholz.plays"
"""In the environment: a call by which the application says that the token is that of somebody who plays."""

PROMPT = 0.1
"""Seconds that a body may take before what the headers say is looked at without it."""
LINGER = 2.0
"""Seconds in which a body that nobody wants may still come, so that who sends it gets to read the answer."""
MOST_THROWN_AWAY = 16 * 1024 * 1024
"""Bytes of a body that nobody wants."""
MOST_WAITING = 1_000
"""Bodies that are waited for at once, for longer than `PROMPT`; twice as many of those who play."""
QUEUED = 10.0
"""Seconds that a request waits for a thread."""
AHEAD = 4
"""Parts of a stream that are on their way to its reader at once."""
UNREAD = 30.0
"""Seconds that somebody who reads a stream may leave a part of it lying."""
READY_WITHIN = 5.0
"""Seconds after which the service is not ready, whatever its answer would be."""
REMEMBERED = 10_000
"""Tokens that are remembered as playing."""
REMEMBERED_FOR = 600.0
"""Seconds since they were last seen."""

CUT_OFF = ("malformed", "The body ended before what was announced of it had come, so nothing was done.")
OTHER_CODING = ("malformed", "A body is sent as it is, or in chunks (Transfer-Encoding: chunked).")
SLOW = ("too-slow", None)
CROWDED = ("overloaded", None)
NOT_READY = ("unavailable", f"The database has not answered for {READY_WITHIN:.0f} seconds.")


class BodyWanted(BaseException):
    """The application wants to read a body that is not there yet.

    Not an Exception, so that it passes all handlers of errors: it is none.
    """


class _NotYet(io.RawIOBase):
    """A body that is not there yet."""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> NoReturn:  # noqa: ARG002
        raise BodyWanted

    def readinto(self, buffer: Any) -> NoReturn:  # noqa: ARG002
        raise BodyWanted


class Slots:
    """The threads of a worker: an eighth of them is kept back for those who play, who also go first."""

    def __init__(self, threads: int) -> None:
        self._free = threads
        self._kept = threads // 8
        self._players: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()

    async def take(self, plays: bool) -> bool:
        """Wait for a thread, to be given back; False if there was none for too long."""
        if self._free > (0 if plays else self._kept):
            self._free -= 1
            return True
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue = self._players if plays else self._others
        queue.append(turn)
        await asyncio.wait((turn,), timeout=QUEUED)
        if not turn.done():
            queue.remove(turn)
        return turn.done()

    def give_back(self) -> None:
        """A thread is free again."""
        if self._players:
            self._players.popleft().set_result(None)
        elif self._others and self._free >= self._kept:
            self._others.popleft().set_result(None)
        else:
            self._free += 1


class Players:
    """The tokens that were last seen to be those of people who play, by a hash of their header."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: OrderedDict[bytes, float] = OrderedDict()

    def seen(self, header: str) -> None:
        """This one plays. Called from threads: each step is atomic."""
        key = _hashed(header)
        self._until[key] = self._clock() + REMEMBERED_FOR
        if len(self._until) > REMEMBERED:
            self._until.popitem(last=False)

    def plays(self, header: str | None) -> bool:
        """Whether this header has been seen lately."""
        return header is not None and self._until.get(_hashed(header), 0.0) > self._clock()


def _hashed(header: str) -> bytes:
    return hashlib.sha256(header.encode("latin-1")).digest()


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
        if scope["raw_path"] == b"/healthz":
            # Takes microseconds and waits for nothing, so it needs no thread, and never waits for one.
            await self._finish(self._asked(environ, _NotYet()), send)
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
            # "chunked, chunked", "gzip, chunked": whoever is in front may have read that otherwise.
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
        if isinstance(body, _NotYet):
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
            answer = await loop.run_in_executor(self._pool, self._asked, environ, _NotYet())
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


class Body:
    """A body on its way: `state` says whether it is still "coming", is "whole", was "cut off" or is "too large".

    Of one that is too large, or not waited for any longer, what still comes is thrown away.
    """

    def __init__(self, receive: Receive, most: int, length: int | None) -> None:
        self._receive = receive
        self._most = most
        self._length = length
        self._parts: list[bytes] = []
        self._reader: asyncio.Task[None] | None = None
        self._turn: asyncio.Future[None] | None = None
        self.state: Literal["coming", "whole", "cut off", "too large"] = "coming"
        self.size = 0

    def bytes(self) -> bytes:
        """What has come of it."""
        return b"".join(self._parts)

    async def come(self, seconds: float) -> None:
        """Wait until it is known what becomes of it, but not longer."""
        loop = asyncio.get_running_loop()
        if self._reader is None:
            self._reader = loop.create_task(self._read())
        if self.state != "coming":
            return
        # By hand, since nearly every request comes here: asyncio's own timeout costs more than all the rest.
        turn = self._turn = loop.create_future()
        late = loop.call_later(seconds, self._wake)
        await turn
        late.cancel()

    def _wake(self) -> None:
        if self._turn is not None and not self._turn.done():
            self._turn.set_result(None)

    async def end(self, seconds: float) -> None:
        """Wait until no more comes of it, but not longer."""
        if self._reader is not None and not self._reader.done():
            await asyncio.wait((self._reader,), timeout=seconds)

    def forget(self) -> None:
        """Read no more of it.

        Nothing may hold on to it then, not even a cycle that waits for the garbage collector: the server closes
        the connection only when the last reference is gone.
        """
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.cancel()

    async def _read(self) -> None:
        while self.size <= MOST_THROWN_AWAY:
            message = await self._receive()
            if message["type"] != "http.request":
                self._settle("cut off")
                return
            part = message.get("body", b"")
            self.size += len(part)
            if self.size > self._most:
                self._parts.clear()
                self._settle("too large")
            elif part:
                self._parts.append(part)
            if not message.get("more_body") or self.size == self._length:
                self._settle("whole")
                return

    def _settle(self, state: Literal["whole", "cut off", "too large"]) -> None:
        if self.state == "coming":
            self.state = state
            self._wake()


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


def announced(environ: Environ) -> int | None:
    """The length of the body, where there is one that counts."""
    length = environ.get("CONTENT_LENGTH", "")
    if "HTTP_TRANSFER_ENCODING" in environ or not (length.isascii() and length.isdecimal()):
        return None
    return int(length)


async def _watch(receive: Receive, gone: Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    gone.set()


def _close(parts: object) -> None:
    close = getattr(parts, "close", None)
    if close is not None:
        close()


def environ_of(scope: Message) -> Environ:
    """The environment of PEP 3333 for a request of ASGI."""
    client, server = scope["client"] or ("", ""), scope["server"] or ("", "")
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "REQUEST_URI": scope["raw_path"].decode("latin-1"),
        "REMOTE_ADDR": client[0],
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        if b"_" in raw_name:
            continue  # in the environment it would be that with a hyphen, which a proxy has set or taken out
        name = raw_name.decode("latin-1").upper().replace("-", "_")
        if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            name = f"HTTP_{name}"
        value = raw_value.decode("latin-1")
        if name in environ:
            value = environ[name] + (";" if name == "HTTP_COOKIE" else ",") + value
        environ[name] = value
    return environ
