"""Matches as one process remembers them, and whose turn it is to append to each.

What is remembered saves time and nothing else: an append to a match that another process has moved on fails.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from uuid import UUID

from eventsourcing.persistence import OperationalError

from domain.match.match import Match

UNDISTURBED = 3
"""So often in a row a match must have been found as this process had left it before it is not looked up."""
ROOM = 384 * 1024 * 1024
"""Bytes that the matches of a process may take, as :func:`size_of` has them."""
WEIGHED = 64
"""Decisions after which it is worked out anew how large a match is."""
ASIDE, EACH = 16 * 1024, 8
"""Bytes of a match beside its state, and bytes in memory for each that its state takes as text."""


def size_of(match: Match) -> int:
    """About how many bytes a match takes in memory, without its board, which others play on, too."""
    return ASIDE + EACH * len(json.dumps(match.state.dump()))


@dataclass(slots=True)
class _Kept:
    """A match, how large it was at which version, and how often in a row it was found as it had been left."""

    match: Match
    size: int
    weighed: int
    undisturbed: int = 0


class Remembered:
    """The matches that this process has seen last, each in the newest version that it knows of.

    They are at most *most*, and take no more than *room* bytes; the one that was seen longest ago goes first.
    """

    def __init__(self, most: int, room: int = ROOM) -> None:
        self._most = most
        self._room = room
        self._guard = Lock()
        self._kept: OrderedDict[UUID, _Kept] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, match_id: UUID) -> Match | None:
        """The match as it was last known, if it is remembered."""
        kept = self._found(match_id)
        return None if kept is None else kept.match

    def looked_up(self, match: Match, *, moved: bool) -> None:
        """Remember a match that was looked up; *moved* says whether another process has appended to it."""
        kept = self._put(match)
        kept.undisturbed = 0 if moved else kept.undisturbed + 1

    def appended(self, match: Match) -> None:
        """Remember a match to which this process has appended."""
        self._put(match)

    def forget(self, match_id: UUID) -> None:
        """Remember a match no more: it is not what is stored."""
        with self._guard:
            kept = self._kept.pop(match_id, None)
            self._size -= 0 if kept is None else kept.size

    def disturbed(self, match_id: UUID) -> None:
        """The match is not what is remembered of it any more: it has to be looked up."""
        kept = self._found(match_id)
        if kept is not None:
            kept.undisturbed = 0

    def undisturbed(self, match_id: UUID) -> Match | None:
        """The match, if nobody else has appended to it for some time: most probably it is the newest."""
        kept = self._found(match_id)
        return kept.match if kept is not None and kept.undisturbed >= UNDISTURBED else None

    def newer(self, match: Match) -> Match:
        """The match in the version that is remembered, if that is newer than this one."""
        known = self.get(match.id)
        return known if known is not None and known.version > match.version else match

    def _found(self, match_id: UUID) -> _Kept | None:
        with self._guard:
            kept = self._kept.get(match_id)
            if kept is not None:
                self._kept.move_to_end(match_id)
            return kept

    def _put(self, match: Match) -> _Kept:
        kept = self._found(match.id)
        if kept is not None and match.version < kept.weighed + WEIGHED:
            kept.match = match
            return kept
        new = _Kept(match, size_of(match), match.version, 0 if kept is None else kept.undisturbed)
        with self._guard:
            before = self._kept.pop(match.id, None)
            self._size += new.size - (0 if before is None else before.size)
            self._kept[match.id] = new
            while len(self._kept) > max(1, self._most) or (self._size > self._room and len(self._kept) > 1):
                _, oldest = self._kept.popitem(last=False)
                self._size -= oldest.size
        return new


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
