"""Matches as one process remembers them, and whose turn it is to append to each.

What is remembered saves time and nothing else: an append to a match that another process has moved on fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from uuid import UUID

from eventsourcing.application import LRUCache
from eventsourcing.persistence import OperationalError

from domain.match.match import Match

UNDISTURBED = 3
"""So often in a row a match must have been found as this process had left it before it is not looked up."""


class Remembered:
    """The matches that this process has seen last, each in the newest version that it knows of."""

    def __init__(self, most: int) -> None:
        self._matches: LRUCache[UUID, Match] = LRUCache(maxsize=most)
        self._undisturbed: LRUCache[UUID, int] = LRUCache(maxsize=most)

    def get(self, match_id: UUID) -> Match | None:
        """The match as it was last known, if it is remembered."""
        try:
            return self._matches.get(match_id)
        except KeyError:
            return None

    def looked_up(self, match: Match, *, moved: bool) -> None:
        """Remember a match that was looked up; *moved* says whether another process has appended to it."""
        self._matches.put(match.id, match)
        self._undisturbed.put(match.id, 0 if moved else self._times_undisturbed(match.id) + 1)

    def appended(self, match: Match) -> None:
        """Remember a match to which this process has appended."""
        self._matches.put(match.id, match)

    def forget(self, match_id: UUID) -> None:
        """Remember a match no more: it is not what is stored."""
        with suppress(KeyError):
            self._matches.get(match_id, evict=True)
        self._undisturbed.put(match_id, 0)

    def disturbed(self, match_id: UUID) -> None:
        """The match is not what is remembered of it any more: it has to be looked up."""
        self._undisturbed.put(match_id, 0)

    def undisturbed(self, match_id: UUID) -> Match | None:
        """The match, if nobody else has appended to it for some time: most probably it is the newest."""
        return self.get(match_id) if self._times_undisturbed(match_id) >= UNDISTURBED else None

    def newer(self, match: Match) -> Match:
        """The match in the version that is remembered, if that is newer than this one."""
        known = self.get(match.id)
        return known if known is not None and known.version > match.version else match

    def _times_undisturbed(self, match_id: UUID) -> int:
        try:
            return self._undisturbed.get(match_id)
        except KeyError:
            return 0


class Suspects:
    """Matches that were found damaged, each with the decision that is (None: the whole), to be looked at again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._guard = Lock()
        self._versions: dict[UUID, int | None] = {}

    def add(self, match_id: UUID, version: int | None) -> bool:
        """Suspect a match; whether that is new."""
        with self._guard:
            if match_id in self._versions and self._versions[match_id] == version:
                return False
            if len(self._versions) >= self._most:
                del self._versions[next(iter(self._versions))]
            self._versions[match_id] = version
            return True

    def version(self, match_id: UUID) -> int | None:
        """The decision that was found damaged, if it was one."""
        return self._versions.get(match_id)

    def clear(self, match_id: UUID) -> None:
        """The match is whole again, as far as one has looked."""
        with self._guard:
            self._versions.pop(match_id, None)


LONGEST_WAIT = 8.0
"""Seconds that an append waits for those before it: longer than one of them waits for the database."""


class Locks:
    """A lock for each match that somebody appends to, as long as somebody does."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._locks: dict[UUID, tuple[Lock, int]] = {}

    def __len__(self) -> int:
        return len(self._locks)

    @contextmanager
    def of(self, match_id: UUID) -> Iterator[None]:
        """Have the match to oneself; those who append to others do not wait.

        Raises :class:`OperationalError` where those before do not get on: they wait for the database, one after
        the other.
        """
        with self._guard:
            lock, waiting = self._locks.get(match_id) or (Lock(), 0)
            self._locks[match_id] = lock, waiting + 1
        try:
            if not lock.acquire(timeout=LONGEST_WAIT):
                raise OperationalError("appends to the same match have waited too long for the database")
            try:
                yield
            finally:
                lock.release()
        finally:
            with self._guard:
                _, waiting = self._locks.pop(match_id)
                if waiting > 1:
                    self._locks[match_id] = lock, waiting - 1
