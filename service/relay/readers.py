"""All readers of one match: what happens is made once for those who are told the same, and sent by turns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeVar
from uuid import UUID

from domain.application.following import AFTER_FAILURE, Follower, Watcher
from domain.application.log import Moment
from domain.match.damage import Damaged
from domain.match.match import Match
from domain.match.moved import MovedAway
from projections.access import NotAllowed
from service.relay.connection import Connection, framed
from service.web.event_stream import Stream, cuts, log_cut
from service.web.responses import outages

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")
logger = logging.getLogger(__name__)

TURN = 200
"""Readers who are told something before everything else gets its turn."""
NOTHING_YET = 0.02
"""Seconds until what is known to have happened, and could not be read yet, is looked for again."""


class Works(Protocol):
    """What the readers of all matches have in common."""

    def begin(self, work: Coroutine[object, object, None]) -> None:
        """Do something beside."""

    async def read(self, work: Callable[[], T]) -> T:
        """Do something in a thread that reads what has happened."""

    async def catch_up(self, work: Callable[[], T]) -> T:
        """The same for one reader who is behind."""

    def now(self) -> float:
        """The time of the loop."""

    def retire(self, readers: Readers) -> None:
        """From now on nobody joins these: who comes begins with others."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a kind of readers is told of the newest moments; *ends* says that it is the last that they hear."""

    part: bytes
    chunk: bytes
    ends: bool


class Readers:
    """The readers of one match, in the event loop; their follower wakes it from wherever it is.

    Those in *live* have been told all up to *match*. Others come to that by themselves: who is new, and who has
    been slow.
    """

    def __init__(self, works: Works, loop: asyncio.AbstractEventLoop) -> None:
        self._works = works
        self._loop = loop
        self._live: dict[Hashable, set[Connection]] = {}
        self._ahead: list[Connection] = []
        self._match: Match | None = None
        self._is_woken = False
        self._goes_on = False
        self.number = 0
        self.follower: Follower | None = None
        self.place: tuple[Watcher, UUID] | None = None
        """Where others find them: of what the match is followed by, and which it is."""

    def wake(self) -> None:
        """The match may have moved on; called from any thread."""
        if not self._is_woken:
            self._is_woken = True
            try:
                self._loop.call_soon_threadsafe(self._look)
            except RuntimeError:  # the loop is closed
                return

    def leave(self, connection: Connection) -> None:
        """One of them is gone, or slow."""
        stream = connection.stream
        if stream is not None:
            kind = _kind(stream)
            found = self._live.get(kind)
            if found is not None:
                found.discard(connection)
                if not found:
                    del self._live[kind]

    def lead(self, connection: Connection) -> None:
        """Bring a reader to where the others are, and tell them everything together with those from then on."""
        connection.is_led = True
        self._works.begin(self.follow(connection))

    async def follow(self, connection: Connection) -> None:
        """See ``lead``."""
        try:
            await self._follow(connection)
        except cuts() as error:
            if isinstance(error, MovedAway):
                self._works.retire(self)
            log_cut(error)
            connection.finish()
        except BaseException:
            connection.cut()
            raise

    async def _follow(self, connection: Connection) -> None:
        stream, follower = connection.stream, self.follower
        assert stream is not None
        assert follower is not None
        while not connection.gone and not follower.stopped():
            if stream.over:
                connection.send(stream.end(), self._works.now())
                break
            if self._match is None or not (self._live or self._goes_on):
                self._match = stream.match
            if stream.match.version == self._match.version:
                stream.match = self._match  # one for all of them: each request may have read its own
                self._live.setdefault(_kind(stream), set()).add(connection)
                connection.is_led = False
                self._look()
                return
            if stream.match.version > self._match.version:
                # It was read by the request, before the feed has shown it.
                self._ahead.append(connection)
                follower.topic.move(stream.match.version)
                return
            if part := await self._works.catch_up(lambda: _caught_up(stream, follower)):
                connection.send(part, self._works.now())
                await connection.until_drained()
            else:
                await asyncio.sleep(NOTHING_YET)
        connection.finish()

    def _look(self) -> None:
        self._is_woken = False
        if self._goes_on or self.follower is None:
            return
        if self.follower.stopped():
            self._end_all()
        elif self._is_behind(self.follower):
            self._goes_on = True
            self._works.begin(self._go_on(self.follower))
        elif not self._live:
            self._lead_those_ahead()

    def _is_behind(self, follower: Follower) -> bool:
        return (
            bool(self._live)
            and self._match is not None
            and follower.is_beyond(self._match.version)
            and not follower.stopped()
        )

    async def _go_on(self, follower: Follower) -> None:
        try:
            while self._is_behind(follower):
                await self._tell(follower)
                self._lead_those_ahead()
        except Exception as error:
            # None of them can be told what follows: they come back, and then learn why. No other joins them.
            self._works.retire(self)
            self._end_all()
            if not isinstance(error, Damaged | MovedAway):
                raise
            log_cut(error)
        finally:
            self._goes_on = False
            self._lead_those_ahead()
            self._look()

    def _lead_those_ahead(self) -> None:
        ahead, self._ahead = self._ahead, []
        for connection in ahead:
            self.lead(connection)

    def _end_all(self) -> None:
        for connection in [one for found in self._live.values() for one in found]:
            connection.finish()

    async def _tell(self, follower: Follower) -> None:
        """Read what has happened, and tell it."""
        before = self._match
        assert before is not None
        streams = {kind: replace(_any(found)) for kind, found in self._live.items()}
        try:
            told, match = await self._works.read(lambda: _told(streams, follower, before))
        except MovedAway:
            raise  # that is no outage of this database: it has the match no more
        except outages() as error:
            logger.warning("what has happened cannot be read: %s", type(error).__name__)
            await asyncio.sleep(AFTER_FAILURE)
            return
        if match is before:
            await asyncio.sleep(NOTHING_YET)
            return
        live = {kind: list(found) for kind, found in self._live.items()}
        # Who comes from now on has been told it, or gets it by themselves.
        self._match = match
        for kind, found in live.items():
            await self._send(found, told.get(kind), before, match)

    async def _send(self, found: list[Connection], told: Told | None, before: Match, match: Match) -> None:
        for number, connection in enumerate(found, 1):
            if not number % TURN:
                await asyncio.sleep(0)
            stream = connection.stream
            # Those who are slow, or were so meanwhile, come to it by themselves.
            if connection.gone or connection.is_led or connection.is_blocked or stream is None:
                continue
            if stream.match.version != before.version:
                continue
            if told is None:  # the first of their kind came meanwhile
                self.leave(connection)
                self.lead(connection)
                continue
            stream.match = match
            if told.part:
                connection.send_framed(told.part, told.chunk, self._works.now())
            if told.ends:
                connection.finish()


def _kind(stream: Stream) -> Hashable:
    return stream.reader, stream.until_closed


def _any(found: set[Connection]) -> Stream:
    stream = next(iter(found)).stream
    assert stream is not None
    return stream


def _told(
    streams: Mapping[Hashable, Stream], follower: Follower, before: Match
) -> tuple[dict[Hashable, Told], Match]:
    """What each kind of readers is told of what has followed *before*; and the match after that."""
    moments = follower.moments(before)
    told: dict[Hashable, Told] = {}
    for kind, stream in streams.items():
        part, ends = _said(stream, moments)
        told[kind] = Told(part, framed(part), ends)
    return told, moments[-1].match if moments else before


def _said(stream: Stream, moments: Iterable[Moment]) -> tuple[bytes, bool]:
    """What a stream says of moments, and whether it ends with them."""
    parts: list[bytes] = []
    try:
        for part in stream.told(moments):
            parts.append(part)  # noqa: PERF402 - what was said before it ends is said
    except NotAllowed as error:
        log_cut(error)
        return b"".join(parts), True
    if stream.over:
        parts.append(stream.end())
    return b"".join(parts), stream.over


def _caught_up(stream: Stream, follower: Follower) -> bytes:
    """What is next for one who is behind."""
    return b"".join(stream.told(follower.moments(stream.match)))
