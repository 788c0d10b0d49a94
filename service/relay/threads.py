"""Threads that work for the loop, which they wake once for all that they have done meanwhile."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

from domain.store.threads import begun

T = TypeVar("T")


class Threads:
    """A few threads, who do one thing after the other. To be made in the loop, and asked there.

    An executor of the standard library has a lock and a condition for each thing that is to be done, and wakes the
    loop for each: with thousands who come at once, this takes as long as the half of what they ask for.
    """

    def __init__(self, number: int, name: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._asked: SimpleQueue[tuple[asyncio.Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._done: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self._is_woken = False
        self._threads = [begun(self._work, name) for _ in range(number)]

    def do(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Have something done, behind all that was asked for before."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._asked.put((future, work))
        return future

    def close(self) -> None:
        """Wait until what is being done has been; nothing else is. Nobody waits for it any more."""
        for _ in self._threads:
            self._asked.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None:
            future, work = asked
            if not future.cancelled():
                self._hand_back(future, work)
            del asked, future, work  # a thread that waits keeps nothing

    def _hand_back(self, future: asyncio.Future[Any], work: Callable[[], Any]) -> None:
        try:
            self._done.append((future, work(), None))
        except StopIteration as error:  # no future takes it
            self._done.append((future, None, RuntimeError(repr(error))))
        except BaseException as error:  # noqa: BLE001 - whoever waits for it is told
            self._done.append((future, None, error))
        # The loop says that it is awake before it looks at what is done: so nothing is left lying.
        if not self._is_woken:
            self._is_woken = True
            try:
                self._loop.call_soon_threadsafe(self._tell)
            except RuntimeError:  # the loop is closed
                return

    def _tell(self) -> None:
        self._is_woken = False
        while self._done:
            future, result, error = self._done.popleft()
            if future.done():
                continue
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
