"""Following matches as they go on: one watcher for each process, and those who wait for a match to move on.

The watcher hears of this process's own appends at once, and of the others' by a bell; then it reads the feed,
once for all who wait. They hold nothing of the database meanwhile. What a match's decisions were, and how it
stood after each, is read once for all its followers. Other readers of the feed can have the bell passed on.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Condition, Event, Lock, Thread
from types import TracebackType
from typing import Self
from uuid import UUID

from domain.application.log import Moment
from domain.application.matches import Matches
from domain.match.line import has_changes
from domain.match.match import Match
from domain.store.log import feed
from domain.store.threads import begun

logger = logging.getLogger(__name__)

LOOK_AGAIN, LOOK_ANYWAY = 0.02, 2.0
"""Seconds after which the feed is read although no bell has rung: first soon after one has, then ever later.

(A bell can ring before the feed shows what it rang for: see ``postgres``.)
"""
GATHER = 0.003
"""Seconds between a bell and reading the feed: appends that come together are read together."""
AFTER_FAILURE = 0.5
"""Seconds before a database that could not be read is tried again."""
KEPT = 16
"""Moments of each followed match that are kept for those of its followers who are a little behind."""


class Stopped(Exception):
    """Nothing is followed any more: the process is about to end."""


class Topic:
    """A match that is followed: its newest known version, and the newest moments."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._moving = Lock()
        self._reading = Lock()
        self._recent: tuple[Moment, ...] = ()
        self._turning: dict[int, bool] = {}
        self.version = -1
        self.followers: set[Follower] = set()

    def move(self, version: int) -> None:
        """The match is at this version, or beyond."""
        with self._moving:
            if version <= self.version:
                return
            self.version = version
        self.wake()

    def forget(self) -> None:
        """Read anew what was kept: a text in it was erased."""
        with self._reading:
            self._recent = ()
            self._turning = {}

    def begin_again(self) -> None:
        """The match has come back from another cell: its log is written here anew, from its opening."""
        with self._moving:
            self.version = -1
        self.forget()

    def wake(self) -> None:
        """Let everybody look whether to go on."""
        for follower in tuple(self.followers):
            follower.wake()

    def moments(self, match: Match) -> Sequence[Moment]:
        """What has followed *match*; not everything, where that is much."""
        found = self._behind(match)
        if found is None:
            with self._reading:
                newest = self._recent[-1].match if self._recent else match
                if newest.version < self.version:
                    read = self._matches.moments(newest)
                    self._recent = (*self._recent, *read)[-KEPT:]
                    if newest.version == match.version:
                        return read
            found = self._behind(match)
        return self._matches.moments(match) if found is None else found

    def turns_line(self, match_id: UUID, version: int) -> bool:
        """Whether a decision changes the line; it is looked up once, and remembered as long as it is asked for."""
        found = self._turning.get(version)
        if found is None:
            decisions = self._matches.decisions(match_id, after=version - 1, until=version, with_texts=False)
            found = has_changes(decision.record for decision in decisions)
            if len(self._turning) >= KEPT:
                self._turning = {}
            self._turning[version] = found
        return found

    def _behind(self, match: Match) -> Sequence[Moment] | None:
        """Those of the kept moments that follow *match*; None, if they don't, or are not the newest."""
        recent = self._recent
        if not recent or recent[0].match.version > match.version + 1 or recent[-1].match.version < self.version:
            return None
        return [moment for moment in recent if moment.match.version > match.version]


class Watcher:
    """Follows the feed of appends for one process, as long as there is somebody who follows a match.

    *stopping* is set from outside when the process is to end. It has the process's only bell.
    """

    def __init__(self, matches: Matches, stopping: Event) -> None:
        self._matches = matches
        self._stopping = stopping
        self._closed = Event()
        self._topics: dict[UUID, Topic] = {}
        self._bells: tuple[Callable[[], None], ...] = ()
        self._changed = Condition()
        self._log: feed.FeedReader | None = None
        self._thread: Thread | None = None
        matches.bells.append(self.move)

    def stopped(self) -> bool:
        """Whether nothing is followed any more."""
        return self._closed.is_set() or self._stopping.is_set()

    def follow(self, match_id: UUID, woken: Callable[[], None] | None = None) -> Follower:
        """Follow a match from now on: it is to be loaded after this. Raises :class:`Stopped`.

        Who does not wait in a thread has *woken*, which must be quick, called when the match may have moved on.
        """
        with self._changed:
            if self.stopped():
                raise Stopped
            if not self._topics:
                self._log = feed.FeedReader(self._matches.feed)
            topic = self._topics.setdefault(match_id, Topic(self._matches))
            follower = Follower(self, match_id, topic, woken)
            topic.followers.add(follower)
            self._wake_up()
        return follower

    def pass_on(self, ring: Callable[[], None]) -> None:
        """Call *ring*, which must be quick, whenever the bell rings, until :meth:`pass_on_no_more`.

        Nothing is passed on any more when nothing is followed: so *ring* must not be all that one relies on.
        """
        with self._changed:
            self._bells += (ring,)
            if not self.stopped():
                self._wake_up()

    def pass_on_no_more(self, ring: Callable[[], None]) -> None:
        """The opposite of :meth:`pass_on`."""
        with self._changed:
            self._bells = tuple(one for one in self._bells if one != ring)

    def _wake_up(self) -> None:
        """There is somebody to wait for; with the lock."""
        if self._thread is None:
            self._thread = begun(self._watch, "watcher")
        self._changed.notify_all()

    def leave(self, follower: Follower) -> None:
        """One follower less."""
        with self._changed:
            follower.topic.followers.discard(follower)
            if not follower.topic.followers:
                del self._topics[follower.match_id]

    def move(self, match_id: UUID, version: int) -> None:
        """The match is at this version."""
        topic = self._topics.get(match_id)
        if topic is not None:
            topic.move(version)

    def forget(self, match_id: UUID) -> None:
        """Keep nothing of what has lately happened in a match."""
        topic = self._topics.get(match_id)
        if topic is not None:
            topic.forget()

    def close(self) -> None:
        """Let everybody go who waits."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=5)
        self._wake_all()

    def _watch(self) -> None:
        bell = self._matches.bell()
        patience = LOOK_AGAIN
        try:
            while self._goes_on():
                rung = bell.wait(patience, self.stopped)
                patience = LOOK_AGAIN if rung else min(3 * patience, LOOK_ANYWAY)
                for ring in self._bells if rung else ():
                    ring()
                if self._topics:
                    time.sleep(GATHER)
                    self._read()
        finally:
            bell.close()
            self._closed.set()
            self._wake_all()

    def _goes_on(self) -> bool:
        with self._changed:
            while not self._topics and not self._bells and not self.stopped():
                self._changed.wait(LOOK_ANYWAY)
        return not self.stopped()

    def _read(self) -> None:
        log = self._log
        assert log is not None, "nobody has followed anything yet"
        try:
            while page := log.read():
                for appended in page:
                    if appended.version == 0 and (topic := self._topics.get(appended.match_id)) is not None:
                        topic.begin_again()
                    self.move(appended.match_id, appended.version)
        except feed.OutOfOrder:
            self._closed.set()
        except Exception as error:  # noqa: BLE001 - whatever it is, the others' appends are still to be heard of
            logger.warning("the feed cannot be read: %s", type(error).__name__)
            self._closed.wait(AFTER_FAILURE)

    def _wake_all(self) -> None:
        with self._changed:
            topics = list(self._topics.values())
        for topic in topics:
            topic.wake()


class Follower:
    """One thread that waits for a match to move on, until it is closed; *on_close* is called then.

    With *called* no thread waits: that is called instead.
    """

    def __init__(
        self, watcher: Watcher, match_id: UUID, topic: Topic, called: Callable[[], None] | None = None
    ) -> None:
        self._watcher = watcher
        self._called = called
        self._woken = Lock()  # a lock of its own: hundreds that wait for one would queue up behind it
        self._woken.acquire()
        self._left = False
        self.match_id = match_id
        self.topic = topic
        self.on_close: Callable[[], None] | None = None

    def stopped(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._watcher.stopped()

    def wake(self) -> None:
        """Let the thread look whether the match has moved on."""
        if self._called is not None:
            self._called()
            return
        with suppress(RuntimeError):  # it has been woken already
            self._woken.release()

    def wait(self, beyond: int, seconds: float) -> bool:
        """Wait until the match is beyond a version, at most so long; whether it is."""
        end = time.monotonic() + seconds
        while self.topic.version <= beyond and not self.stopped():
            left = end - time.monotonic()
            if left <= 0 or not self._woken.acquire(timeout=left):
                break
        return self.topic.version > beyond

    def is_beyond(self, version: int) -> bool:
        """Whether the match is known to be beyond a version."""
        return self.topic.version > version

    def moments(self, match: Match) -> Sequence[Moment]:
        """What has followed *match*, oldest first; ask again for more."""
        return self.topic.moments(match)

    def turns_line(self, version: int) -> bool:
        """Whether a decision that has been stored changes the line."""
        return self.topic.turns_line(self.match_id, version)

    def close(self) -> None:
        """Follow no more."""
        if self._left:
            return
        self._left = True
        self._watcher.leave(self)
        if self.on_close is not None:
            self.on_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
