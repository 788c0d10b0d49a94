"""Counts who looked at what is hidden: in memory, and now and then into the database, so that no read writes."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from threading import Lock

from domain.application.judging import now
from domain.application.matches import Matches
from domain.kit.visibility import PUBLIC, Viewer
from domain.match.match import Match
from domain.match.principal import Principal
from domain.store.beside.looks import Look

logger = logging.getLogger(__name__)

SECONDS = 60.0
"""Between two times of writing down what was counted: as much is lost if the process is killed."""
MOST = 1_000
"""Different tokens, matches and days that are counted before they are written down at once."""


class Looks:
    """The counts of one process that are not written down yet; *elsewhere* takes those of matches that left."""

    def __init__(
        self, matches: Callable[[], Matches], elsewhere: Callable[[Mapping[Look, int]], None] = lambda _: None
    ) -> None:
        self._matches = matches
        self._elsewhere = elsewhere
        self._lock = Lock()
        self._counts: Counter[Look] = Counter()

    def note(self, match: Match, principal: Principal, viewer: Viewer) -> None:
        """Count it if an official reads what others may not read now."""
        if not principal.official or viewer == PUBLIC or is_open(match):
            return
        look = Look(match.id, now()[:10], principal.role, principal.number)
        with self._lock:
            self._counts[look] += 1
            many = len(self._counts) >= MOST
        if many:
            self.flush()

    def flush(self) -> None:
        """Write down what was counted; what fails is tried again the next time, and dropped if it is too much."""
        with self._lock:
            counts, self._counts = self._counts, Counter()
        if not counts:
            return
        try:
            if left := self._matches().looks.add(counts):
                counts = Counter(left)
                self._elsewhere(left)
        except Exception as error:  # noqa: BLE001 - whatever it is, who reads must not be held up by it
            logger.warning("who looked cannot be written down: %s", type(error).__name__)
            self.take(counts)

    def take(self, counts: Mapping[Look, int]) -> None:
        """Count these, too, unless there are too many already."""
        with self._lock:
            if len(self._counts) + len(counts) < MOST:
                self._counts.update(counts)


def is_open(match: Match) -> bool:
    """Whether everybody who may know of the match may read everything of it."""
    return match.disclosed and match.rules.options["disclosure"] == "full"
