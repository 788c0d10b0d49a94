"""The event library's own tests of recorders and factories, on ours.

Not run: its measurements, its test of subscriptions (on PostgreSQL given up, on SQLite it has none), and those of
transcoders, which are its own here, too. Where ours differ, it is said at the test.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, ClassVar
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import (
    ApplicationRecorder,
    InfrastructureFactory,
    Notification,
    StoredEvent,
    Tracking,
)
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.sqlite import SQLiteTrackingRecorder
from eventsourcing.tests import persistence as cases
from eventsourcing.utils import Environment

from domain.application.matches import Matches
from domain.store.beside.models import SQLiteReadModels
from domain.store.postgres import recorder as postgres
from domain.store.postgres.models import PostgresReadModels
from domain.store.sqlite import recorder as sqlite
from service.config import Settings
from tests.postgres import Server


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
    """Our recorders on SQLite."""

    INITIAL_VERSION: ClassVar[int] = 0

    @pytest.fixture(autouse=True)
    def _matches(self, migrated_sqlite_url: str) -> Any:
        with Matches(Settings(database=migrated_sqlite_url).environment) as matches:
            self.matches = matches
            yield
            await_readers()

    def create_recorder(self) -> Any:
        return self.matches.recorder

    def new_originator_id(self) -> UUID:
        return uuid4()


class OnPostgres(OnSQLite):
    """Our recorders on PostgreSQL."""

    @pytest.fixture(autouse=True)
    def _matches(self, postgres_server: Server, migrated_postgres: str) -> Any:
        url = postgres_server.copied_database(migrated_postgres)
        with Matches(Settings(database=url).environment) as matches:
            self.matches = matches
            yield
            await_readers()
        postgres_server.drop_database(url)


# -- the log ---------------------------------------------------------------------------------------------------


class Log(cases.ApplicationRecorderTestCase):
    """Without measurements."""

    test_performance = None
    test_concurrent_throughput = None


class TestSQLite(OnSQLite, Log):
    """Inserting, selecting, many at once."""


class TestSQLiteInOrder(OnSQLite, cases.NonInterleavingNotificationIDsBaseCase):
    """Two long appends at once do not mix."""


class TestPostgres(OnPostgres, Log):
    """Inserting, selecting, many at once. Positions have gaps."""

    def create_recorder(self) -> Any:
        many = self._testMethodName == "test_concurrent_no_conflicts"
        return self.matches.recorder if many else Numbered(self.matches.recorder)


class TestPostgresInOrder(OnPostgres, cases.NonInterleavingNotificationIDsBaseCase):
    """Two long appends at once do not mix."""


# -- one match's rows, and snapshots ---------------------------------------------------------------------------


class Rows(cases.AggregateRecorderTestCase):
    """Without measurements."""

    test_performance = None


class GivesNoPositions:
    """A log without what it says of positions: the library's tests want a recorder of rows to say nothing."""

    def __init__(self, recorder: ApplicationRecorder) -> None:
        self._recorder = recorder

    def insert_events(self, stored_events: Sequence[StoredEvent]) -> None:
        self._recorder.insert_events(stored_events)

    def select_events(self, *args: Any, **kwargs: Any) -> Sequence[StoredEvent]:
        return self._recorder.select_events(*args, **kwargs)


class TestSQLiteRows(OnSQLite, Rows):
    """The log as rows of matches."""

    def create_recorder(self) -> Any:
        return GivesNoPositions(self.matches.recorder)


class TestPostgresRows(OnPostgres, Rows):
    """The log as rows of matches."""

    def create_recorder(self) -> Any:
        return GivesNoPositions(self.matches.recorder)


class TestSQLiteSnapshots(OnSQLite, Rows):
    """Snapshots."""

    def create_recorder(self) -> Any:
        return self.matches._snapshots.recorder


class TestPostgresSnapshots(OnPostgres, Rows):
    """Snapshots."""

    def create_recorder(self) -> Any:
        return self.matches._snapshots.recorder


# -- positions of followers ------------------------------------------------------------------------------------


class TestSQLitePositions(OnSQLite, cases.TrackingRecorderTestCase):
    """How far somebody has followed the log."""

    def create_recorder(self) -> Any:
        return self.matches.models


class TestPostgresPositions(OnPostgres, cases.TrackingRecorderTestCase):
    """How far somebody has followed the log."""

    def create_recorder(self) -> Any:
        return self.matches.models


# -- what a process recorder would do --------------------------------------------------------------------------

WITHOUT = Tracking("upstream", 1)
EVENT = StoredEvent(originator_id=uuid4(), originator_version=0, topic="topic", state=b"{}")
SIDE = ("kerbholz_secrets", ("00", b"key", None))


class Refusing(cases.ProcessRecorderTestCase):
    """Ours are no process recorders: positions are written with read models, events never beside them.

    So each of the library's tests of that is one of a refusal here: what would be dropped is not stored in part.
    """

    test_performance = None

    def check_refused(self, error: type[Exception], said: str, events: Sequence[StoredEvent], **more: Any) -> None:
        recorder = self.create_recorder()
        before = recorder.max_notification_id()
        with pytest.raises(error, match=said):
            recorder.insert_events(events, **more)
        assert recorder.max_notification_id() == before
        assert recorder.select_events(EVENT.originator_id) == []
        assert self.matches.models.max_tracking_id("upstream") is None

    def test_insert_select(self) -> None:
        self.check_refused(TypeError, "tracking", [EVENT], tracking=WITHOUT)
        self.check_refused(TypeError, "tracking", [EVENT], tracking=None, side=[SIDE])

    def test_has_tracking_id(self) -> None:
        self.check_refused(TypeError, "tracking", [], tracking=WITHOUT)

    def test_raises_when_lower_inserted_later(self) -> None:
        self.check_refused(TypeError, "another, tracking", [EVENT], tracking=WITHOUT, another=1)

    def test_side_rows_are_not_dropped_either(self) -> None:
        self.check_refused(ValueError, "with events alone", [], side=[SIDE])
        self.check_refused(ValueError, "kerbholz_webhooks", [EVENT], side=[("kerbholz_webhooks", ())])
        assert self.matches.database.query("SELECT count(*) FROM kerbholz_secrets") == [(0,)]


class TestSQLiteRefuses(OnSQLite, Refusing):
    """Nothing is dropped."""


class TestPostgresRefuses(OnPostgres, Refusing):
    """Nothing is dropped."""


# -- factories -------------------------------------------------------------------------------------------------


class Factories(cases.InfrastructureFactoryTestCase):
    """What makes recorders; but no process recorder, which would want a log of another layout."""

    def setUp(self) -> None:
        self.env = Environment("kerbholz", {**self.settings.environment, "CREATE_TABLE": "y"})
        super().setUp()

    def tracking_recorder_subclass(self) -> Any:
        return {"sqlite": SQLiteReadModels, "postgres": PostgresReadModels}[self.kind]

    def expected_process_recorder_class(self) -> Any:
        raise NotImplementedError

    def test_create_process_recorder(self) -> None:
        with pytest.raises(NotImplementedError, match="no process recorder"):
            self.factory.process_recorder()


class TestSQLiteFactory(Factories):
    """Our factory on SQLite."""

    kind = "sqlite"

    @pytest.fixture(autouse=True)
    def _database(self, sqlite_url: str) -> None:
        self.settings = Settings(database=sqlite_url)

    def expected_factory_class(self) -> Any:
        return sqlite.Factory

    def expected_aggregate_recorder_class(self) -> Any:
        return sqlite.SnapshotRecorder

    def expected_application_recorder_class(self) -> Any:
        return sqlite.MatchRecorder

    def expected_tracking_recorder_class(self) -> Any:
        return SQLiteTrackingRecorder


class TestPostgresFactory(Factories):
    """Our factory on PostgreSQL."""

    kind = "postgres"

    @pytest.fixture(autouse=True)
    def _database(self, postgres_url: str) -> None:
        self.settings = Settings(database=postgres_url)

    def expected_factory_class(self) -> Any:
        return postgres.Factory

    def expected_aggregate_recorder_class(self) -> Any:
        return postgres.SnapshotRecorder

    def expected_application_recorder_class(self) -> Any:
        return postgres.MatchRecorder

    def expected_tracking_recorder_class(self) -> Any:
        return PostgresTrackingRecorder


@pytest.mark.parametrize("wrong", [{"POSTGRES_POOL_SIZE": "many"}, {"POSTGRES_CONNECT_TIMEOUT": "-1"}, {}])
def test_a_factory_says_which_variable_it_misses(wrong):
    env = {
        "PERSISTENCE_MODULE": "domain.store.postgres.recorder:Factory",
        **({"POSTGRES_URL": "postgresql:///d"} if wrong else {}),
    }
    with pytest.raises(OSError, match=next(iter(wrong), "POSTGRES_URL")):
        InfrastructureFactory.construct(Environment("kerbholz", {**env, **wrong}))


del Log, Rows, Refusing, Factories
