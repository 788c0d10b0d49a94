"""The service closes the records that nobody closes, and opens their seeds by that; once, whoever does it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any
from uuid import UUID

import pytest

from domain.application.matches import Matches
from domain.application.upkeep.replaying import decided_again
from domain.evidence.archive import verify
from domain.store.sqlite.recorder import SQLiteDatabase
from projections.read_models.runner import Runner
from projections.upkeep import closing
from projections.upkeep.closing import close_what_is_due
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from service.web.process.rounds import Rounds
from tests.evidence.archives import archive_of
from tests.evidence.test_replaying import decisions_in
from tests.service.playing import CheckedClient, Table, new_client, open_match

DAYS = 30


class Clock:
    """Some days ago."""

    def __init__(self) -> None:
        self.ago = DAYS + 1

    def __call__(self) -> str:
        at = datetime.now(tz=UTC) - timedelta(days=self.ago)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(migrated_url: str, clock: Clock) -> Iterator[CheckedClient]:
    settings = Settings(database=migrated_url, limits=OFF)
    app = create_app(settings, matches_factory=lambda: Matches(settings.environment, clock=clock))
    yield new_client(migrated_url, app)
    app.extensions["kerbholz"].close()


def abandoned(client: CheckedClient, **more: Any) -> Table:
    table = open_match(client, 2, **more)
    table.do("host", {"type": "table.abandon"})
    return table


def closed_now(client: CheckedClient, days: int = DAYS) -> int:
    """How many are closed by one round, when the catalogue knows everything."""
    matches: Matches = client.application.extensions["kerbholz"].matches()
    Runner(matches).catch_up()
    return close_what_is_due(matches, days)


def test_what_nobody_closes_is_closed_once_and_its_seed_is_open(client: CheckedClient, migrated_url: str) -> None:
    tables = [abandoned(client, public=number > 0) for number in range(3)]
    others = [
        open_match(client, 2),
        abandoned(client, mode="recorded"),
        abandoned(client, options={"sign_off": True}),
    ]
    assert closed_now(client, DAYS + 2) == 0, "not so long ago"
    with Matches(Settings(database=migrated_url).environment) as elsewhere:
        Runner(elsewhere).catch_up()
        assert close_what_is_due(elsewhere, DAYS) == 3
    assert closed_now(client) == 0
    for table in tables:
        assert table.get("arbiter")["closed"]
        last = table.log(text="en")[-1]
        assert (last["actor"], last["recorded_by"], last["command"]) == (
            "table",
            "service",
            {"type": "table.close"},
        )
        assert last["automatic"] is True
        assert last["text"]
        seed = bytes.fromhex(table.get("arbiter", "chance")["seed"])
        lines = archive_of(client, table, "arbiter")
        assert len(decided_again(decisions_in(lines), seed=seed)) == verify(lines).draws
    assert not [table for table in others if table.get("arbiter")["closed"]]


def test_what_is_over_is_read_along_an_index_and_what_was_opened_lately_not_at_all(
    client: CheckedClient, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing, "AT_ONCE", 2)
    for number in range(5):
        abandoned(client, public=number != 3)
    clock.ago = DAYS - 1
    late = UUID(abandoned(client).id)
    matches: Matches = client.application.extensions["kerbholz"].matches()
    Runner(matches).catch_up()
    asked: list[tuple[str, Any]] = []
    query = type(matches.database).query

    def noted(database: Any, sql: str, values: Any = ()) -> list[tuple[Any, ...]]:
        if "kerbholz_catalogue" in sql:
            asked.append((sql, values))
        return query(database, sql, values)

    seen: list[UUID] = []
    monkeypatch.setattr(matches, "close_record", lambda match_id, _: seen.append(match_id) or False)
    with monkeypatch.context() as patched:
        patched.setattr(type(matches.database), "query", noted)
        assert close_what_is_due(matches, DAYS) == 0
    assert len(seen) == len(set(seen)) == 5
    assert late not in seen
    if isinstance(matches.database, SQLiteDatabase):
        for sql, values in asked:
            steps = [row[3] for row in query(matches.database, f"EXPLAIN QUERY PLAN {sql}", values)]
            assert not any("SCAN" in step or "B-TREE" in step for step in steps), steps


def test_it_stops_when_the_process_ends(client: CheckedClient) -> None:
    for _ in range(3):
        abandoned(client)
    matches: Matches = client.application.extensions["kerbholz"].matches()
    Runner(matches).catch_up()
    assert close_what_is_due(matches, DAYS, iter([False, True]).__next__) == 1
    assert close_what_is_due(matches, DAYS) == 2


def test_an_open_appeal_keeps_the_record_open(client: CheckedClient, clock: Clock) -> None:
    table = open_match(client, 2)
    ruling = table.do(
        "arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "no-result"}
    )
    appeal = table.do(0, {"type": "table.appeal", "ruling": ruling["version"]})["version"]
    assert closed_now(client) == 0
    clock.ago = 0
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "about": appeal})
    assert closed_now(client) == 1, "it ended long ago, whatever was ruled since"


def test_a_match_that_somebody_writes_to_meanwhile_is_asked_again(
    client: CheckedClient, migrated_url: str
) -> None:
    table = abandoned(client)
    matches: Matches = client.application.extensions["kerbholz"].matches()

    def due(_: Any) -> bool:
        with Matches(Settings(database=migrated_url).environment) as elsewhere:
            other = Table(new_client(migrated_url), table.opened)
            other.do(0, {"type": "table.note", "text": "hm"})
            other.client.application.extensions["kerbholz"].close()
            return elsewhere.load(UUID(table.id)).over

    assert not matches.close_record(UUID(table.id), due)
    assert not table.get(None)["closed"]
    assert closed_now(client) == 1


def test_a_round_that_fails_is_not_the_last_one() -> None:
    done, times = Event(), iter(range(9))

    def work() -> None:
        if next(times) == 0:
            raise RuntimeError("a bug")
        done.set()

    rounds = Rounds("test", work, seconds=0.01, first=0.0)
    rounds.start()
    assert done.wait(10)
    rounds.stop()
    left = next(times)
    assert next(times) == left + 1, "it has ended"


@pytest.mark.parametrize(("days", "rounds"), [("0", 0), ("30", 1), (None, 1)])
def test_the_operator_says_after_how_many_days(migrated_sqlite_url: str, days: str | None, rounds: int) -> None:
    environ = {} if days is None else {"KERBHOLZ_CLOSE_AFTER": days}
    settings = Settings.from_environment(environ, database=migrated_sqlite_url)
    works = create_app(settings).extensions["kerbholz"]
    assert len(works.rounds(works.matches())) == rounds
    works.close()


@pytest.mark.parametrize("days", ["-1", "x", "36501", "1.5"])
def test_a_wrong_number_of_days_is_refused(days: str) -> None:
    with pytest.raises(ValueError, match=r"KERBHOLZ_CLOSE_AFTER|Records are closed"):
        Settings.from_environment({"KERBHOLZ_CLOSE_AFTER": days})


def test_a_process_that_serves_writes_down_who_looked_when_it_ends(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    works = sqlite_client.application.extensions["kerbholz"]
    works.begin_rounds()
    table.get("arbiter", "view")
    works.close()
    assert table.get("host", "audit")["looks"][0]["times"] == 1
