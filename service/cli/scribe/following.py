"""Listening for what others enter, and for the service when it is out of reach."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from service.cli.client import Client, Problem, Unreachable
from service.cli.scribe.outbox import OutboxError
from service.cli.scribe.session import Session

POLL_SECONDS = 20
SHORTEST_WAIT = 0.5
LONGEST_WAIT = 4.0
"""Seconds between two tries while the service is out of reach: each time twice as long."""


class Listener:
    """A thread that asks by long polls; what there is to say goes to *tell*, a few lines at a time."""

    def __init__(self, session: Session, client: Client, tell: Callable[[list[str]], None]) -> None:
        self._session = session
        self._client = client
        self._tell = tell
        self._stopped = Event()
        self._pause = SHORTEST_WAIT
        # A poll can't be called off, and must not keep the program from ending.
        self._thread = Thread(target=self._run, name="listener", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Say nothing any more."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                said = self._heard()
            except Unreachable as error:
                said = self._session.lose(error)
                self._rest(error.wait)
            except Problem as problem:
                said = [f"the service says: {problem}"] if self._pause == SHORTEST_WAIT else []
                self._rest(None)
            except OutboxError as error:
                said = [str(error)]
                self._stopped.set()
            if said:
                self._tell(said)

    def _heard(self) -> list[str]:
        idle = self._session.online and not self._session.due
        news = self._news(POLL_SECONDS if idle else 0)
        if self._stopped.is_set():
            return []
        said = self._session.hear() if news or not idle else []
        self._pause = SHORTEST_WAIT
        if not news:
            self._stopped.wait(SHORTEST_WAIT)  # where the record is closed, a poll is answered at once
        return said

    def _news(self, wait: int) -> bool:
        """Whether there is something that was not told, after waiting for it; a log that was replaced is such."""
        try:
            return bool(self._client.decisions(self._session.told, wait=wait, limit=1))
        except Problem as problem:
            if problem.is_beyond_the_end:
                return True
            raise

    def _rest(self, wait: float | None) -> None:
        self._stopped.wait(wait if wait is not None else self._pause)
        self._pause = min(2 * self._pause, LONGEST_WAIT)
