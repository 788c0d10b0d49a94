"""What a process does now and then beside all else: in a thread of its own, until it is told to end."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from threading import Event, Thread

from domain.store.threads import begun

logger = logging.getLogger(__name__)


class Rounds:
    """Does some *work* again and again, with a number of *seconds* in between.

    Give or take a tenth, so that not all processes do it at once. What fails is logged, and done again in the next
    round. *first* is the time before the first one.
    """

    def __init__(self, name: str, work: Callable[[], object], seconds: float, first: float | None = None) -> None:
        self._name = name
        self._work = work
        self._seconds = seconds
        self._first = seconds if first is None else first
        self._stopping = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin."""
        self._thread = begun(self._run, self._name)

    def stop(self) -> None:
        """End, and wait until a round that is under way is done."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        wait = self._first
        while not self._stopping.wait(wait * random.uniform(0.9, 1.1)):
            self.round()
            wait = self._seconds

    def round(self) -> None:
        """Do the work once."""
        try:
            self._work()
        except Exception as error:  # noqa: BLE001 - whatever it is, the next round may be better
            logger.warning("%s: a round has failed: %s", self._name, type(error).__name__)
