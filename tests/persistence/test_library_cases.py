"""The event library's own tests of recorders, on ours.

Not run: its measurements, and its test of subscriptions (on PostgreSQL given up, on SQLite it has none).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import ApplicationRecorder, Notification, StoredEvent
from eventsourcing.tests import persistence as cases

from domain.matches import Matches
from domain.migration import migrate
from service.config import Settings


class Numbered:
    """A recorder whose positions are given as 1, 2, 3, …, since that is what the library's tests write down."""

    def __init__(self, recorder: ApplicationRecorder) -> None:
        self._recorder = recorder
        self._positions = [0]

    def insert_events(self, stored_events: Sequence[StoredEvent]) -> Sequence[int] | None:
        positions = self._recorder.insert_events(stored_events)
        self._positions += positions or ()
        assert self._positions == sorted(set(self._positions))
        return positions and [self._positions.index(position) for position in positions]

    def select_events(self, *args: Any, **kwargs: Any) -> Sequence[StoredEvent]:
        return self._recorder.select_events(*args, **kwargs)

    def select_notifications(
        self, start: int | None, limit: int, stop: int | None = None, *args: Any, **kwargs: Any
    ) -> list[Notification]:
        start, stop = (None if one is None else self._positions[one] for one in (start, stop))
        found = self._recorder.select_notifications(start, limit, stop, *args, **kwargs)
        return [
            Notification(
                originator_id=one.originator_id,
                originator_version=one.originator_version,
                topic=one.topic,
                state=one.state,
                id=self._positions.index(one.id),
            )
            for one in found
        ]

    def max_notification_id(self) -> int | None:
        newest = self._recorder.max_notification_id()
        return None if newest is None else self._positions.index(newest)


def await_readers() -> None:
    """Wait for the threads that the library's tests leave reading: a connection must not be closed under them."""
    for thread in threading.enumerate():
        if "read_continuously" in thread.name:
            thread.join()


class OnSQLite:
    """Our recorder on SQLite."""

    INITIAL_VERSION: ClassVar[int] = 0

    @pytest.fixture(autouse=True)
    def _recorder(self, sqlite_url: str) -> Any:
        env = Settings(database=sqlite_url).environment
        migrate(env)
        with Matches(env) as matches:
            self.recorder = matches.recorder
            yield
            await_readers()

    def create_recorder(self) -> Any:
        return self.recorder

    def new_originator_id(self) -> UUID:
        return uuid4()


class OnPostgres(OnSQLite):
    """Our recorder on PostgreSQL."""

    @pytest.fixture(autouse=True)
    def _recorder(self, postgres_url: str) -> Any:
        env = Settings(database=postgres_url).environment
        migrate(env)
        with Matches(env) as matches:
            self.recorder = matches.recorder
            yield
            await_readers()


class Recorder(cases.ApplicationRecorderTestCase):
    """Without measurements."""

    test_performance = None
    test_concurrent_throughput = None


class TestSQLite(OnSQLite, Recorder):
    """Inserting, selecting, many at once."""


class TestSQLiteInOrder(OnSQLite, cases.NonInterleavingNotificationIDsBaseCase):
    """Two long appends at once do not mix."""


class TestPostgres(OnPostgres, Recorder):
    """Inserting, selecting, many at once."""

    def create_recorder(self) -> Any:
        many = self._testMethodName == "test_concurrent_no_conflicts"
        return self.recorder if many else Numbered(self.recorder)


class TestPostgresInOrder(OnPostgres, cases.NonInterleavingNotificationIDsBaseCase):
    """Two long appends at once do not mix."""


del Recorder
