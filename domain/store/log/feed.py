"""What has been appended to any match, in one order: for followers of the log.

A position says where in that order an append stands. Nothing can appear later before what has been read: on SQLite
one writer orders everything; on PostgreSQL see ``postgres``. Positions stay inside; clients see versions.

On PostgreSQL each process that appends notifies the channel ``MatchRecorder.channel_name``, soon after its commits
and until they can be read. If it is killed first, nobody does: so who listens also looks now and then.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from eventsourcing.application import LRUCache

logger = logging.getLogger(__name__)

MOST = 500
"""Appends that are read at once."""
REMEMBERED = 10_000
"""Matches whose newest version a reader keeps in mind, so that its memory has a bound."""


@dataclass(frozen=True, slots=True)
class Appended:
    """One decision that has been stored: where it stands in the order, of which match, which version.

    *leaves* says that it is no decision, but the end of the log of a match that has left for another database.
    """

    position: int
    match_id: UUID
    version: int
    leaves: bool = False


class Feed(Protocol):
    """Reads on in the order of appends."""

    def newest(self) -> int:
        """The position of the newest append that can be read; 0 where there is none."""

    def after(self, position: int, most: int = MOST) -> Sequence[Appended]:
        """The appends behind *position*, in order: as many as *most*, if there are."""

    def behind(self) -> float:
        """For how many seconds there has been something that is stored and cannot be read yet."""


class OutOfOrder(Exception):
    """The versions of a match did not follow each other: something was skipped, or came twice."""


class FeedReader:
    """Reads on from a position, and stops if the versions of a match do not follow each other.

    That cannot happen while the rules of ``postgres`` are kept. Should it happen, a reader that went on would
    tell everybody something wrong.
    """

    def __init__(self, feed: Feed, position: int | None = None) -> None:
        self._feed = feed
        self.position = feed.newest() if position is None else position
        self._versions: LRUCache[UUID, int | None] = LRUCache(maxsize=REMEMBERED)

    def read(self, most: int = MOST) -> Sequence[Appended]:
        """What has been appended since; raises :class:`OutOfOrder`, and then again at each call."""
        found = self._feed.after(self.position, most)
        newest: dict[UUID, int | None] = {}
        for one in found:
            if one.leaves:
                newest[one.match_id] = None  # what was before it may be gone
                continue
            before = newest.get(one.match_id, self._newest(one.match_id))
            # One that comes back from another cell begins anew.
            if before is not None and one.version not in (before + 1, 0):
                logger.error(
                    "match %s: version %s was read after %s, at position %s; this reader stops",
                    *(one.match_id, one.version, before, one.position),
                )
                raise OutOfOrder(f"version {one.version} after {before}")
            newest[one.match_id] = one.version
        for match_id, version in newest.items():
            self._versions.put(match_id, version)
        if found:
            self.position = found[-1].position
        return found

    def _newest(self, match_id: UUID) -> int | None:
        try:
            return self._versions.get(match_id)
        except KeyError:
            return None
