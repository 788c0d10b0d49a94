"""The threads of a worker are shared out: some are kept back for those who play."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

QUEUED = 10.0
"""Seconds that a request waits for a thread."""
REMEMBERED = 10_000
"""Tokens that are remembered as playing."""
REMEMBERED_FOR = 600.0
"""Seconds since they were last seen."""


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
