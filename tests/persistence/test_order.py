"""Order on PostgreSQL: an append that commits late is not skipped, and nobody waits for it who need not."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from psycopg import sql

from domain.application.following import Stopped, Watcher
from domain.application.judging import Asked, Draft
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.table.commands import Note
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from domain.store.log.feed import Appended, FeedReader, OutOfOrder
from domain.store.postgres.recorder import MatchRecorder
from service.api import health
from service.app import create_app
from service.config import Settings
from tests.asking import asking

SEAT = Principal("seat", 0)


@pytest.fixture
def settings(postgres_url: str) -> Settings:
    """A migrated database on PostgreSQL."""
    settings = Settings(database=postgres_url)
    migrate(settings.environment)
    return settings


@pytest.fixture
def matches(settings: Settings) -> Iterator[Matches]:
    """An application on it."""
    with Matches(settings.environment) as matches:
        yield matches


def opened(matches: Matches) -> UUID:
    """A new match."""
    return matches.open(Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")])).match.id


def noted(matches: Matches, match_id: UUID, text: str = "note") -> int:
    """A note on a match; its version."""
    return matches.append(match_id, SEAT, asking(Asked(Note(text)))).match.version


class OnConnection(MatchRecorder):
    """Inserts on a connection that is given, and does not commit."""

    connection: psycopg.Connection[Any]

    def _insert(self, statement: bytes, values: Any) -> list[int]:
        return sorted(row[0] for row in self.connection.execute(statement, values).fetchall())


@contextlib.contextmanager
def held_note(settings: Settings, match_id: UUID) -> Iterator[psycopg.Connection[Any]]:
    """A note on a match that has been written and not committed: the connection that holds it."""
    topic = {"APPLICATION_RECORDER_TOPIC": f"{__name__}:OnConnection"}
    with (
        psycopg.connect(settings.database) as connection,
        Matches({**settings.environment, **topic}) as other,
    ):
        draft = Draft(other.load(match_id), other._sources)
        draft.judge(SEAT, [Asked(Note("held"))], dry_run=False)
        other.recorder.connection = connection  # type: ignore[attr-defined]
        other.save(*draft.events)
        yield connection


def named(read: list[Appended] | Any) -> list[tuple[UUID, int]]:
    """Which versions of which matches."""
    return [(one.match_id, one.version) for one in read]


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_what_is_written_and_not_committed_holds_followers_back_and_nobody_else(settings, matches, end):
    late, other = opened(matches), opened(matches)
    follower = FeedReader(matches.feed)
    known = matches.load(late).version
    app = create_app(settings)
    client = app.test_client()
    with held_note(settings, late) as holding:
        # Other matches go on, also new ones, and their own readers see them.
        versions = [noted(matches, other) for _ in range(3)]
        third = opened(matches)
        assert matches.load(other).version == versions[-1]
        assert follower.read() == []
        assert matches.feed.newest() == follower.position
        assert matches.recorder.max_notification_id() == follower.position
        assert matches.recorder.select_notifications(follower.position, 9, inclusive_of_start=False) == []
        time.sleep(0.05)
        assert matches.feed.behind() >= 0.05
        assert client.get("/readyz").status_code == 200
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(health, "MOST_BEHIND", 0.01)
            ready = client.get("/readyz")
            assert (ready.status_code, ready.json["code"]) == (503, "unavailable")
            assert "stays open" in ready.json["detail"]
        getattr(holding, end)()
    assert matches.feed.behind() == 0
    assert client.get("/readyz").status_code == 200
    app.extensions["kerbholz"].close()
    read = follower.read()
    expected = [(other, version) for version in versions]
    expected += [(third, version) for version in range(matches.load(third).version + 1)]
    if end == "commit":
        # It began first, so it stands first, however late it came.
        expected.insert(0, (late, known + 1))
    assert named(read) == expected
    assert [one.position for one in read] == sorted({one.position for one in read})
    notifications = matches.recorder.select_notifications(read[0].position, 99)
    assert [one.id for one in notifications] == [one.position for one in read]
    assert noted(matches, late) == known + (2 if end == "commit" else 1)
    assert named(follower.read()) == [(late, matches.load(late).version)]


def test_a_session_that_only_reads_and_one_in_another_database(settings, matches, postgres_server):
    match_id = opened(matches)
    follower = FeedReader(matches.feed)
    with psycopg.connect(settings.database) as reading:
        reading.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        reading.execute("SELECT count(*) FROM kerbholz_events")
        version = noted(matches, match_id)
        assert named(follower.read()) == [(match_id, version)]
    with psycopg.connect(postgres_server.url()) as elsewhere:
        elsewhere.execute("SELECT pg_current_xact_id()")
        version = noted(matches, match_id)
        assert follower.read() == []
        assert matches.feed.behind() > 0
    assert named(follower.read()) == [(match_id, version)]


def test_who_writes_the_same_version_waits_and_comes_after(settings, matches):
    match_id = opened(matches)
    follower = FeedReader(matches.feed)
    known, later = matches.load(match_id).version, []
    with held_note(settings, match_id) as holding:
        thread = Thread(target=lambda: later.append(noted(matches, match_id)))
        thread.start()
        while not _waits(settings):
            time.sleep(0.01)
        assert later == []
        holding.commit()
        thread.join(timeout=10)
    assert later == [known + 2]
    assert named(follower.read()) == [(match_id, known + 1), (match_id, known + 2)]


def _waits(settings: Settings) -> bool:
    with psycopg.connect(settings.database, autocommit=True) as connection:
        row = connection.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
        return row is not None and row[0] > 0


def test_no_statement_waits_for_a_lock_without_end(matches):
    assert matches.database.query("SHOW lock_timeout") == [("5s",)]


class FixedFeed:
    """A feed that gives what it was told to."""

    def __init__(self, *versions: int) -> None:
        match_id = uuid4()
        self._all = [Appended(position, match_id, version) for position, version in enumerate(versions, 1)]

    def newest(self) -> int:
        return 0

    def after(self, position: int, most: int = 500) -> list[Appended]:
        return self._all[position : position + most]

    def behind(self) -> float:
        return 0


@pytest.mark.parametrize("versions", [(4, 6, 5), (4, 5, 5), (4, 5, 7)])
@pytest.mark.parametrize("most", [1, 500])
def test_a_follower_stops_where_versions_do_not_follow_each_other(versions, most, caplog):
    follower = FeedReader(FixedFeed(*versions))
    read: list[Appended] = []

    def read_on() -> None:
        while page := follower.read(most):
            read.extend(page)

    with caplog.at_level(logging.ERROR), pytest.raises(OutOfOrder):
        read_on()
    assert [one.version for one in read] == [4, 5][: len(read)]
    assert "stops" in caplog.text
    position = follower.position
    with pytest.raises(OutOfOrder):
        follower.read(most)
    assert follower.position == position


class NotInOrder(Matches):
    """An application whose feed is not in order."""

    feed = FixedFeed(4, 6, 5)


def test_the_watcher_of_a_process_stops_too(settings):
    with NotInOrder(settings.environment) as matches:
        watcher = Watcher(matches, Event())
        watcher.follow(uuid4())
        until = time.monotonic() + 10
        while not watcher.stopped() and time.monotonic() < until:
            time.sleep(0.01)
        assert watcher.stopped()
        with pytest.raises(Stopped):
            watcher.follow(uuid4())
        watcher.close()


# -- notifications ------------------------------------------------------------------------------------------


@pytest.fixture
def listening(settings: Settings, matches: Matches) -> Iterator[psycopg.Connection[Any]]:
    """A connection that listens."""
    with psycopg.connect(settings.database, autocommit=True) as connection:
        channel = matches.recorder.channel_name
        connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
        yield connection


def heard(connection: psycopg.Connection[Any], timeout: float = 10) -> bool:
    """Whether a notification comes."""
    return bool(list(connection.notifies(timeout=timeout, stop_after=1)))


def until_read(follower: FeedReader, listening: psycopg.Connection[Any], number: int) -> int:
    """Reads when notified, and never else, until so much has been read; how many notifications that took."""
    read = notified = 0
    while read < number:
        assert heard(listening), f"nobody told of the rest: {read} of {number}"
        notified += 1
        while page := follower.read():
            read += len(page)
    return notified


def test_one_notification_stands_for_many_appends_and_the_last_append_is_told(matches, listening):
    match_id = opened(matches)
    follower = FeedReader(matches.feed)
    for burst in (1, 200, 1):
        for _ in range(burst):
            noted(matches, match_id)
        notified = until_read(follower, listening, burst)
        assert notified <= burst
    assert matches.recorder._notifier._newest == follower.position


def test_what_cannot_be_read_yet_is_told_again_when_it_can(settings, matches, listening):
    late, other = opened(matches), opened(matches)
    follower = FeedReader(matches.feed)
    with held_note(settings, late) as holding:
        noted(matches, other)
        assert heard(listening)
        assert follower.read() == []
        while heard(listening, timeout=0.3):
            pass
        holding.rollback()
        # No append comes after it.
        until_read(follower, listening, 1)


def test_what_was_appended_last_is_told_at_the_end(settings, matches, listening):
    match_id = opened(matches)
    follower = FeedReader(matches.feed)
    while heard(listening, timeout=0.5):
        pass
    with Matches(settings.environment) as other:
        for _ in range(5):
            noted(other, match_id)
    until_read(follower, listening, 5)


def test_a_notification_looks_at_no_more_of_the_log_than_is_held_back(settings, matches):
    """However long the log is: a process notifies up to a hundred times a second."""
    recorder = matches.recorder
    written = [StoredEvent(uuid4(), version, "kerbholz.Decided", b"x") for version in range(3_000)]
    newest = recorder.insert_events(written)[-1]
    with psycopg.connect(settings.database) as connection:
        connection.execute("ANALYZE kerbholz_events")
        before = looked_at(connection)
        assert recorder._tell(connection, newest)
        assert looked_at(connection) - before < 100
        connection.execute("SELECT count(*) FROM kerbholz_events WHERE topic = 'another'")
        assert looked_at(connection) - before >= 3_000, "it is counted"


def looked_at(connection: psycopg.Connection[Any]) -> int:
    """How many rows of the log this transaction has looked at."""
    row = connection.execute(
        "SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables"
        " WHERE relname = 'kerbholz_events'"
    ).fetchone()
    return int(row[0]) if row else 0
