"""Time for thousands: no connection has a timer of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

SLOTS = 15
"""Parts of a round of a wheel: what is due is found at most one part late."""


class Wheel(Generic[T]):
    """What is due within one round: each lies in the slot of its time, and a slot is emptied when it is past."""

    def __init__(self, seconds: float, now: float) -> None:
        self.tick = seconds / SLOTS
        self._slots: list[list[T]] = [[] for _ in range(SLOTS + 2)]
        self._next = int(now / self.tick)

    def put(self, one: T, due: float) -> None:
        """Have it found again when it is due, which is within a round."""
        number = min(max(int(due / self.tick), self._next), self._next + SLOTS + 1)
        self._slots[number % len(self._slots)].append(one)

    def due(self, now: float) -> list[T]:
        """Take out what is due."""
        found: list[T] = []
        last = int(now / self.tick) - 1
        for number in range(max(self._next, last - SLOTS - 1), last + 1):
            slot = number % len(self._slots)
            found += self._slots[slot]
            self._slots[slot] = []
        self._next = max(self._next, last + 1)
        return found


class Deadlines(Generic[T]):
    """What has to be done within the same time by all: who began first is late first."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._begun: dict[T, float] = {}

    def begin(self, one: T, now: float) -> None:
        """From now on the time runs."""
        self._begun.setdefault(one, now)

    def done(self, one: T) -> None:
        """It has been done, or nobody waits for it."""
        self._begun.pop(one, None)

    def late(self, now: float) -> Iterator[T]:
        """Those whose time is over; they are forgotten."""
        while self._begun:
            one = next(iter(self._begun))
            if self._begun[one] + self._seconds > now:
                return
            del self._begun[one]
            yield one
