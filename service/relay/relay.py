"""The relay in its event loop: requests go to the application, streams to the readers of their match."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from domain.application.following import Follower, Watcher
from service.front.environment import REFUSED, RELAY, SMALL, Environ
from service.relay.clock import Deadlines, Wheel
from service.relay.connection import Connection
from service.relay.readers import TURN, Readers
from service.relay.threads import Threads
from service.web.event_stream import COMMENT, Stream, cuts, log_cut

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

T = TypeVar("T")
logger = logging.getLogger(__name__)

ASKING, READING = 3, 2
"""Threads that open streams, and threads that read what has happened."""
SLOW = 10.0
"""Seconds in which a reader has to take what was sent; then the stream is cut."""
SILENCE = 30.0
"""Seconds in which a request has to be there."""
LEAVING = 5.0
"""Seconds that readers have, when the relay stops, to take what was sent."""
PART = 32 * 1024
"""Bytes of what was missed that are made at once."""

SERVED = re.compile("/v1/matches/[^/]+/stream|/healthz|/metrics")
"""The paths that are answered here."""
ELSEWHERE = ("not-found", "There are only streams at this port.")
UNCLEAR = ("malformed", "This is no request of HTTP/1.1.")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the application answers to a request."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


class Handover:
    """Takes one stream over from the application, as ``Relay`` of ``service.web.event_stream``."""

    def __init__(
        self,
        found: Callable[[UUID], Readers | None],
        enter: Callable[[UUID], Readers],
        leave: Callable[[Readers], None],
    ) -> None:
        self._found = found
        self._enter = enter
        self._leave = leave
        self._give_back: Callable[[], None] | None = None
        self.readers: Readers | None = None
        self.stream: Stream | None = None

    def following(self, match_id: UUID) -> Follower | None:
        """See ``Relay``."""
        readers = self._found(match_id)
        return None if readers is None else readers.follower

    def follow(self, match_id: UUID, give_back: Callable[[], None]) -> Follower:
        """See ``Relay``."""
        self._give_back = give_back
        try:
            self.readers = self._enter(match_id)
        except BaseException:
            self.close()
            raise
        assert self.readers.follower is not None
        return self.readers.follower

    def take(self, stream: Stream) -> None:
        """See ``Relay``."""
        self.stream = stream

    def close(self) -> None:
        """See ``Relay``; also when the stream is over."""
        give_back, self._give_back = self._give_back, None
        # What is answered again, from another database, must not leave the same ones twice.
        readers, self.readers = self.readers, None
        if give_back is not None:
            give_back()
            if readers is not None:
                self._leave(readers)


class Relay:
    """All connections of the relay. It hears of them in the loop, and in the loop it answers them.

    *watcher* is what follows the matches of this process, *heartbeat* the time of silence after which a comment is
    sent, and *most* how many connections may be open.
    """

    def __init__(
        self, app: WSGIApplication, watcher: Callable[[], Watcher], *, heartbeat: float, most: int
    ) -> None:
        self._app = app
        self._watcher = watcher
        self._most = most
        self._heartbeat = heartbeat
        self._loop = asyncio.get_running_loop()
        self._asking = Threads(ASKING, "opening")
        self._reading = Threads(READING, "reading")
        self._behind = asyncio.Semaphore(READING - 1)
        self._lock = Lock()
        self._matches: dict[tuple[Watcher, UUID], Readers] = {}
        self._tasks: set[asyncio.Task[object]] = set()
        self._open: set[Connection] = set()
        self._silent = Deadlines[Connection](SILENCE)
        self._slow = Deadlines[Connection](SLOW)
        self._wheel = Wheel[Connection](heartbeat, self.now())
        self._stopped = asyncio.Event()
        self.begin(self._beat())

    # -- what readers have in common

    def now(self) -> float:
        """The time of the loop."""
        return self._loop.time()

    def begin(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something beside."""
        task: asyncio.Task[object] = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("something in the relay has failed", exc_info=error)

    async def read(self, work: Callable[[], T]) -> T:
        """Do something in a thread that reads what has happened."""
        return await self._reading.do(work)

    async def catch_up(self, work: Callable[[], T]) -> T:
        """The same for one reader who is behind; it leaves a thread to those who are not."""
        async with self._behind:
            return await self.read(work)

    # -- what connections say

    def arrived(self, connection: Connection) -> None:
        """Somebody has connected."""
        self._open.add(connection)
        self._silent.begin(connection, self.now())
        if len(self._open) > self._most or self._stopped.is_set():
            connection.cut()

    def asked(self, connection: Connection, environ: Environ) -> None:
        """They have asked."""
        self._silent.done(connection)
        if environ["REQUEST_METHOD"] != environ["REQUEST_METHOD"].upper():
            self._refuse(connection, environ, SMALL)
        elif environ["PATH_INFO"] == "/healthz":
            # It takes microseconds and waits for nothing, so it never waits for a thread.
            self._answer(connection, environ, self._asked(environ, self._handover()))
        elif SERVED.fullmatch(environ["PATH_INFO"]):
            self.begin(self._serve(connection, environ))
        else:
            self._refuse(connection, environ, ELSEWHERE)

    def unclear(self, connection: Connection) -> None:
        """What they say is no request."""
        self._silent.done(connection)
        environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SERVER_NAME": "relay", "SERVER_PORT": "0"}
        self._refuse(connection, {**environ, "wsgi.url_scheme": "http"}, UNCLEAR)

    def blocked(self, connection: Connection) -> None:
        """They do not take what is sent."""
        self._slow.begin(connection, self.now())
        if connection.readers is not None:
            connection.readers.leave(connection)

    def drained(self, connection: Connection) -> None:
        """They have taken all of it."""
        self._slow.done(connection)
        if connection.readers is not None and not connection.is_led:
            connection.readers.lead(connection)

    def lost(self, connection: Connection) -> None:
        """They have gone, or were cut off."""
        self._open.discard(connection)
        self._silent.done(connection)
        self._slow.done(connection)
        if connection.readers is not None:
            connection.readers.leave(connection)
        leave, connection.leave = connection.leave, None
        if leave is not None:
            leave()

    # -- answering

    def _handover(self) -> Handover:
        return Handover(self._found, self._enter, self._leave)

    def _asked(self, environ: Environ, handover: Handover) -> Answer:
        """What the application answers, in the caller's thread; a stream is then with *handover*."""
        begun: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], _: object = None
        ) -> Callable[[bytes], object]:
            begun.append((status, headers))
            return lambda _: None

        environ.pop("HTTP_TRANSFER_ENCODING", None)
        parts = self._app(
            {**environ, "CONTENT_LENGTH": "0", "wsgi.input": io.BytesIO(), RELAY: handover}, start_response
        )
        try:
            body = b"".join(parts)
        finally:
            close = getattr(parts, "close", None)
            if close is not None:
                close()
        status, headers = begun[-1]
        return Answer(status, headers, body)

    def _refuse(self, connection: Connection, environ: Environ, why: tuple[str, str]) -> None:
        """The application's own words for a refusal that is not its own: it looks at nothing, so it waits for
        nothing."""
        self._answer(connection, environ, self._asked({**environ, REFUSED: why}, self._handover()))

    def _answer(self, connection: Connection, environ: Environ, answer: Answer) -> None:
        bodiless = environ["REQUEST_METHOD"] == "HEAD"
        connection.answer(answer.status, answer.headers, answer.body, bodiless=bodiless)

    async def _serve(self, connection: Connection, environ: Environ) -> None:
        """Answer a request, and begin its stream, if it is one."""
        handover = self._handover()
        try:
            await self._open_stream(connection, environ, handover)
        except cuts() as error:
            log_cut(error)
            connection.finish()
        except BaseException:
            connection.cut()
            raise
        finally:
            if connection.gone or connection.readers is None:
                handover.close()

    async def _open_stream(self, connection: Connection, environ: Environ, handover: Handover) -> None:
        opened = await self._asking.do(lambda: self._opened(connection, environ, handover))
        if opened is None:
            return
        answer, parts = opened
        stream, readers = handover.stream, handover.readers
        if stream is None or readers is None:
            self._answer(connection, environ, answer)
            return
        if connection.gone:
            return
        connection.leave = handover.close
        connection.stream, connection.readers = stream, readers
        connection.begin_stream(answer.status, answer.headers, answer.body, self.now())
        while parts is not None and self._serves(connection):
            await connection.until_drained()
            part, parts = await self._asking.do(partial(_some, parts))
            connection.send(part, self.now())
        if self._serves(connection):
            await connection.until_drained()
            self._wheel.put(connection, self.now() + self._heartbeat)
            await readers.follow(connection)
        else:
            connection.finish()

    def _opened(
        self, connection: Connection, environ: Environ, handover: Handover
    ) -> tuple[Answer, Iterator[bytes] | None] | None:
        """What the application answers; of a stream also what comes first, and what is left of its opening.

        None where nobody waits for it any more.
        """
        if not self._serves(connection):
            return None
        answer = self._asked(environ, handover)
        if handover.stream is None:
            return answer, None
        first, parts = _some(handover.stream.opening())
        return replace(answer, body=first), parts

    def _serves(self, connection: Connection) -> bool:
        return not connection.gone and not self._stopped.is_set()

    def _found(self, match_id: UUID) -> Readers | None:
        """The readers of a match, if there are any; called from threads, within the request."""
        return self._matches.get((self._watcher(), match_id))

    def _enter(self, match_id: UUID) -> Readers:
        """The readers of a match, one more from now on; called from threads, within the request."""
        watcher = self._watcher()
        with self._lock:
            readers = self._matches.get((watcher, match_id))
            if readers is None:
                readers = Readers(self, self._loop)
                readers.follower = watcher.follow(match_id, readers.wake)
                readers.place = (watcher, match_id)
                self._matches[readers.place] = readers
            readers.number += 1
            return readers

    def retire(self, readers: Readers) -> None:
        """See ``Works``."""
        with self._lock:
            self._forget(readers)

    def _forget(self, readers: Readers) -> None:
        if readers.place is not None and self._matches.get(readers.place) is readers:
            del self._matches[readers.place]

    def _leave(self, readers: Readers) -> None:
        """One less."""
        assert readers.follower is not None
        with self._lock:
            readers.number -= 1
            if not readers.number:
                self._forget(readers)
                readers.follower.close()

    # -- time

    async def _beat(self) -> None:
        """Send comments to those who have heard nothing, and cut off who has no time left."""
        tick = min(self._wheel.tick, 1.0)
        while not self._stopped.is_set():
            await asyncio.sleep(tick)
            now = self.now()
            for connection in (*self._silent.late(now), *self._slow.late(now)):
                if connection.stream is not None:
                    logger.info("a stream is cut, for its reader is slow")
                connection.cut()
            await self._comment(self._wheel.due(now))

    async def _comment(self, due: list[Connection]) -> None:
        for number, connection in enumerate(due, 1):
            if not number % TURN:
                await asyncio.sleep(0)
            now = self.now()
            if connection.gone:
                continue
            if connection.told_at + self._heartbeat <= now and not connection.is_blocked:
                connection.send(COMMENT, now)
            self._wheel.put(connection, max(connection.told_at, now - self._heartbeat) + self._heartbeat)

    # -- the end

    async def stop(self) -> None:
        """End all streams, so that their readers come back, and wait until they have taken what was sent."""
        self._stopped.set()
        for number, connection in enumerate(tuple(self._open), 1):
            if not number % TURN:
                await asyncio.sleep(0)
            if connection.stream is not None:
                connection.finish()
            else:
                connection.cut()
        until = self.now() + LEAVING
        while self._open and self.now() < until:
            await asyncio.sleep(0.02)
        for connection in tuple(self._open):
            connection.cut()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for threads in (self._asking, self._reading):
            threads.close()  # whoever still reads has the database open


def _some(parts: Iterator[bytes]) -> tuple[bytes, Iterator[bytes] | None]:
    """The next parts, together as many as are made at once; and the others, if there may be more."""
    found, size = [], 0
    for part in parts:
        found.append(part)
        size += len(part)
        if size >= PART:
            return b"".join(found), parts
    return b"".join(found), None
