"""Following matches as they go on: one watcher for each process, and whoever waits for a match to move on.

The watcher hears of this process's own appends at once, and of the others' by a bell; then it reads the feed,
once for all who wait. Whoever waits holds nothing of the database. What a match's decisions were, and how it
stood after each, is read once for all its followers.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition, Event, Lock, Thread
from types import TracebackType
from typing import Self
from uuid import UUID

from domain.match import Match
from domain.matches import Matches, Moment
from domain.store import feed

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
        self._moved = Condition()
        self._reading = Lock()
        self._recent: deque[Moment] = deque(maxlen=KEPT)
        self.version = -1
        self.followers = 0

    def move(self, version: int) -> None:
        """The match is at this version, or beyond."""
        with self._moved:
            if version > self.version:
                self.version = version
                self._moved.notify_all()

    def wake(self) -> None:
        """Let everybody look whether to go on."""
        with self._moved:
            self._moved.notify_all()

    def wait(self, beyond: int, seconds: float, stopped: Callable[[], bool]) -> bool:
        """Wait until the match is beyond a version; whether it is."""
        with self._moved:
            self._moved.wait_for(lambda: self.version > beyond or stopped(), seconds)
            return self.version > beyond

    def moments(self, match: Match) -> Sequence[Moment]:
        """What has followed *match*; not everything, where that is much."""
        with self._reading:
            newest = self._recent[-1].match if self._recent else match
            if newest.version < self.version:
                self._recent.extend(self._matches.moments(newest))
            if self._recent and self._recent[0].match.version <= match.version + 1:
                return [moment for moment in self._recent if moment.match.version > match.version]
        return self._matches.moments(match)


class Watcher:
    """Follows the feed of appends for one process, as long as there is somebody who follows a match.

    *stopping* is set from outside when the process is to end.
    """

    def __init__(self, matches: Matches, stopping: Event) -> None:
        self._matches = matches
        self._stopping = stopping
        self._closed = Event()
        self._topics: dict[UUID, Topic] = {}
        self._changed = Condition()
        self._log: feed.Follower | None = None
        self._thread: Thread | None = None
        matches.bells.append(self.move)

    def stopped(self) -> bool:
        """Whether nothing is followed any more."""
        return self._closed.is_set() or self._stopping.is_set()

    def follow(self, match_id: UUID) -> Follower:
        """Follow a match from now on: it is to be loaded after this. Raises :class:`Stopped`."""
        with self._changed:
            if self.stopped():
                raise Stopped
            if not self._topics:
                self._log = feed.Follower(self._matches.feed)
            topic = self._topics.setdefault(match_id, Topic(self._matches))
            topic.followers += 1
            if self._thread is None:
                self._thread = Thread(target=self._watch, name="kerbholz-watcher", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        return Follower(self, match_id, topic)

    def leave(self, match_id: UUID, topic: Topic) -> None:
        """One follower less."""
        with self._changed:
            topic.followers -= 1
            if not topic.followers:
                del self._topics[match_id]

    def move(self, match_id: UUID, version: int) -> None:
        """The match is at this version."""
        topic = self._topics.get(match_id)
        if topic is not None:
            topic.move(version)

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
                time.sleep(GATHER)
                self._read()
        finally:
            bell.close()
            self._closed.set()
            self._wake_all()

    def _goes_on(self) -> bool:
        with self._changed:
            while not self._topics and not self.stopped():
                self._changed.wait(LOOK_ANYWAY)
        return not self.stopped()

    def _read(self) -> None:
        log = self._log
        assert log is not None, "nobody has followed anything yet"
        try:
            while page := log.read():
                for appended in page:
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
    """One who waits for a match to move on, until he is closed; *on_close* is called then."""

    def __init__(self, watcher: Watcher, match_id: UUID, topic: Topic) -> None:
        self._watcher = watcher
        self._match_id = match_id
        self._topic = topic
        self._left = False
        self.on_close: Callable[[], None] | None = None

    def stopped(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._watcher.stopped()

    def wait(self, beyond: int, seconds: float) -> bool:
        """Wait until the match is beyond a version, at most so long; whether it is."""
        return self._topic.wait(beyond, seconds, self.stopped)

    def moments(self, match: Match) -> Sequence[Moment]:
        """What has followed *match*, oldest first; ask again for more."""
        return self._topic.moments(match)

    def close(self) -> None:
        """Follow no more."""
        if self._left:
            return
        self._left = True
        self._watcher.leave(self._match_id, self._topic)
        if self.on_close is not None:
            self.on_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
