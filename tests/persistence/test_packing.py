"""`kerbholz pack`: closed matches take a fifth of the room, and everything reads as before, to the byte."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from domain.application.matches import Matches
from domain.application.upkeep import packing
from domain.application.upkeep.checking import check, ids, stored_decisions
from domain.evidence.archive import verify
from domain.match.damage import Damaged
from domain.store.log import blocks, log_rows
from domain.store.log.feed import FeedReader
from projections.read_models.announcements import Announcing
from projections.read_models.runner import Runner, rebuild
from projections.upkeep.packing import Outcome, pack
from projections.upkeep.replaying import outcomes
from service.app import create_app
from service.cli import main
from service.config import Settings
from service.web.bounds import OFF
from tests.evidence.archives import archive_of, closed, played
from tests.evidence.test_row_forms import stored_as_json
from tests.persistence.forked import Forked
from tests.persistence.serving import at_once
from tests.service.playing import CheckedClient, Table, a_move, new_client, step
from tests.service.streams import Stream, decisions, lines

DAYS = 30
ASKED = (
    "",
    "view",
    "decisions",
    "audit",
    "knowledge",
    "picture",
    "shorthand",
    "moves",
    "words",
    "chance",
    "result",
)
KEPT = {"history": "kept"}


class Clock:
    """Some days ago."""

    ago = DAYS + 1

    def __call__(self) -> str:
        at = datetime.now(tz=UTC) - timedelta(days=self.ago)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Snapped(Matches):
    """Takes a snapshot now and then."""

    name = Matches.name
    snapshot_every = 8


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(migrated_url: str, clock: Clock) -> Iterator[CheckedClient]:
    with process(migrated_url, clock) as client:
        yield client


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of a few decisions, so that a match has several, and nothing that others have unpacked."""
    monkeypatch.setattr(blocks, "MOST_DECISIONS", 8)
    monkeypatch.setattr(log_rows, "UNPACKED", blocks.Unpacked(room=20_000))


@contextmanager
def process(url: str, clock: Clock | None = None) -> Iterator[CheckedClient]:
    """A client of a service that has just been started."""
    settings = Settings(database=url, limits=OFF, webhooks="anywhere")
    clock = clock or Clock()
    app = create_app(settings, matches_factory=lambda: Snapped(settings.environment, clock=clock))
    try:
        yield new_client(url, app)
    finally:
        app.extensions["kerbholz"].close()


@contextmanager
def store(url: str) -> Iterator[Matches]:
    with Snapped(Settings(database=url).environment) as matches:
        yield matches


def packed_now(url: str, days: int = DAYS) -> Outcome:
    """What is packed when the read models know everything."""
    with store(url) as matches:
        Runner(matches).catch_up()
        return pack(matches, days)


def rows(matches: Matches) -> list[tuple[Any, ...]]:
    """All rows of the log."""
    position = matches.database.POSITION
    found = matches.database.query(
        f"SELECT {position}, originator_id, originator_version, topic, state FROM kerbholz_events ORDER BY 1"
    )
    return [(*row[:4], bytes(row[4])) for row in found]


def answers(client: CheckedClient, table: Table) -> dict[Any, Any]:
    """What everybody is answered who asks for something."""
    asking, found = Table(client, table.opened), {}
    for who in (None, "arbiter"):
        for what in ASKED:
            answer = asking.ask(who, what)
            found[who, what] = (answer.status_code, answer.data)
        for at in (3, 9):
            found[who, "at", at] = asking.ask(who, "view", at=at).data
            found[who, "proof", at] = asking.ask(who, f"decisions/{at}/proof").data
    found["log"] = lines(asking, "arbiter")
    found["archive"] = archive_of(client, asking, "arbiter", **{"as": "official"})
    return found


def findings(matches: Matches) -> list[tuple[int | None, str]]:
    found: list[tuple[int | None, str]] = []
    for one in ids(matches):
        check(matches, one, lambda finding: found.append((finding.version, finding.what)))
    return found


def run(url: str, *arguments: str) -> tuple[int, str]:
    """The exit code of `kerbholz pack`, and what it says."""
    done = CliRunner().invoke(main, ["pack", *arguments, "--database", url])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout


# -- packing


def test_a_packed_match_reads_as_before(client: CheckedClient, migrated_url: str) -> None:
    table = closed(played(client, 8, options=KEPT))
    with process(migrated_url) as other, store(migrated_url) as matches:
        Runner(matches).catch_up()
        before, stored, total = answers(other, table), rows(matches), stored_decisions(matches)
        match_id = UUID(table.id)
        states = [(version, topic, bytes(state)) for _, _, version, topic, state in stored]
        assert findings(matches) == []
    code, said = run(migrated_url)
    assert code == 0
    assert said.startswith(f"1 match packed, {total - 1} decisions: ")
    with process(migrated_url) as other, store(migrated_url) as matches:
        assert len(rows(matches)) == 1
        assert rows(matches) == stored[-1:], "the newest row stays"
        assert answers(other, table) == before
        assert matches.database.events_behind(match_id.hex, -1, 1_000) == states
        assert [tuple(vars(one).values())[1:] for one in matches.recorder.select_events(match_id)] == states
        assert stored_decisions(matches) == stored_decisions(matches, match_id) == total
        assert findings(matches) == []
        verify(before["archive"])
        assert [one.detail for one in outcomes(matches.env, [match_id], 1, matches.service_key)] == [None]
        assert rebuild(matches) == total
        assert client.get("/v1/matches").json["matches"][0]["id"] == table.id
    assert lines(table, "arbiter") == before["log"], "also where the match was in memory"


def test_each_way_to_read_finds_the_same_decisions(client: CheckedClient, migrated_url: str) -> None:
    table = closed(played(client, options=KEPT))
    match_id, limits = UUID(table.id), (1, 3, 8, 100)
    with store(migrated_url) as matches:
        database, last = matches.database, matches.load(match_id).version

        def found() -> list[Any]:
            ranges = [(after, until) for after in range(-1, last + 2) for until in (after + 1, after + 9, last)]
            select = matches.recorder.select_events
            return [
                [select(match_id, gt=after, lte=until) for after, until in ranges],
                [select(match_id, gt=4, limit=limit, desc=desc) for limit in limits for desc in (False, True)],
                [database.events_behind(match_id.hex, after, limit) for after, _ in ranges for limit in limits],
                [database.count_events(match_id.hex, after, until) for after, until in ranges],
                [sorted(database.events_at(match_id.hex, [at, at + 1, last])) for at in range(last + 1)],
                sorted(database.events_at(match_id.hex, range(last + 60))),
                [database.events_with(match_id.hex, "Tea", *one) for one in ranges],
                [database.events_with(match_id.hex, "card", *one) for one in ((-1, None), (3, 12))],
            ]

        before = found()
        assert packed_now(migrated_url).matches == 1
        assert found() == before


@pytest.mark.few("sqlite")
def test_what_was_stored_as_json_is_packed_as_it_is(client: CheckedClient, migrated_url: str) -> None:
    table = closed(played(client, 4, options=KEPT))
    with store(migrated_url) as matches:
        Runner(matches).catch_up()
        whole = rows(matches)
        stored_as_json(migrated_url, UUID(table.id))
        mixed = [*rows(matches)[:5], *whole[5:]]
        sql = f"UPDATE kerbholz_events SET state = ? WHERE {matches.database.POSITION} = ?"
        matches.database.execute((sql, (row[4], row[0])) for row in mixed)
        assert findings(matches) == []
        assert pack(matches, DAYS).matches == 1
        assert findings(matches) == []
        packing.unpack(matches, UUID(table.id))
        assert rows(matches) == mixed


@pytest.mark.few("sqlite")
def test_room_is_saved_and_the_last_snapshot_stays(
    client: CheckedClient, migrated_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    table = closed(played(client, options=KEPT))
    with store(migrated_url) as matches:
        snapshots = matches._snapshots.recorder
        before = snapshots.select_events(UUID(table.id))
        outcome = packed_now(migrated_url)
        assert outcome.after * 3 < outcome.before
        assert snapshots.select_events(UUID(table.id)) == before[-1:]


@pytest.mark.few("sqlite")
def test_open_and_young_matches_are_left_alone(client: CheckedClient, migrated_url: str, clock: Clock) -> None:
    played(client)
    played(client).do("host", {"type": "table.abandon"})
    clock.ago = DAYS - 1
    young = closed(played(client))
    with store(migrated_url) as matches:
        before = rows(matches)
        assert packed_now(migrated_url).matches == 0
        assert rows(matches) == before
    assert packed_now(migrated_url, DAYS - 2).matches == 1
    assert packed_now(migrated_url, DAYS - 2) == Outcome(), "repeated, it does nothing"
    assert young.log()


def test_who_is_behind_is_waited_for(
    client: CheckedClient, migrated_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played(client)
    monkeypatch.setattr("service.api.webhooks.the_runner", lambda: None)
    body = {"url": "https://club.example/hook", "events": ["match.ended"]}
    assert told.client.post(f"{told.path}/webhooks", json=body, headers=told.bearer("host")).status_code == 201
    for table in (closed(told), closed(played(client))):
        assert table.get("arbiter")["closed"]
    with store(migrated_url) as matches:
        assert pack(matches, DAYS) == Outcome(), "the catalogue knows of none"
        Runner(matches).catch_up()
        statement = (
            f"UPDATE {matches.models.positions} SET notification_id = 1 WHERE application_name = 'statistics'"
        )
        matches.database.execute([(statement, ())])
        assert pack(matches, DAYS).behind == 2
        Runner(matches).catch_up()
        outcome = pack(matches, DAYS)
        assert (outcome.matches, outcome.behind) == (1, 1), "webhooks have not read the other one"
        Runner(matches, others=[Announcing(matches)]).catch_up()
        assert pack(matches, DAYS).matches == 1
        kinds = matches.database.query("SELECT type FROM kerbholz_deliveries")
        assert kinds == [("match.ended",)]


@pytest.mark.few("sqlite")
def test_a_damaged_match_is_named_and_left_alone(client: CheckedClient, migrated_url: str) -> None:
    tables = [closed(played(client)) for _ in range(2)]
    with store(migrated_url) as matches:
        Runner(matches).catch_up()
        this = f"originator_id = {matches.database.THE_MATCH} AND originator_version = 4"
        other = f"(SELECT state FROM kerbholz_events WHERE {this.replace('= 4', '= 5')})"
        sql = f"UPDATE kerbholz_events SET state = {other} WHERE {this}"
        matches.database.execute([(sql, (UUID(tables[0].id).hex,) * 2)])
        before = rows(matches)
    code, said = run(migrated_url)
    assert code == 1
    assert f"match {tables[0].id}: decision 4" in said
    assert "1 match packed" in said
    with store(migrated_url) as matches:
        assert [row for row in before if str(row[1]).replace("-", "") == UUID(tables[0].id).hex] == rows(matches)[
            : len(before) // 2
        ]


def test_two_who_pack_at_once_do_it_once(client: CheckedClient, migrated_url: str) -> None:
    tables = [closed(played(client, 4)) for _ in range(3)]
    with store(migrated_url) as matches:
        Runner(matches).catch_up()
        total = len(rows(matches))
    done = at_once(*[lambda: _packed(migrated_url)] * 2)
    assert sum(outcome.matches for outcome in done) == 3
    with store(migrated_url) as matches:
        assert findings(matches) == []
        assert stored_decisions(matches) == total
    for table in tables:
        assert at_once(*[lambda: _unpacked(migrated_url, UUID(table.id))] * 2).count(0) == 1  # noqa: B023


def _packed(url: str) -> Outcome:
    with store(url) as matches:
        return pack(matches, DAYS)


def _unpacked(url: str, match_id: UUID) -> int:
    with store(url) as matches:
        return packing.unpack(matches, match_id)


def test_rows_that_changed_meanwhile_are_not_packed(client: CheckedClient, migrated_url: str) -> None:
    table = closed(played(client, 4))
    with store(migrated_url) as matches:
        found = matches.blocks.unpacked(UUID(table.id))
        made = blocks.blocks_of(matches.marks, UUID(table.id), found[:-1])
        before = rows(matches)
        assert not matches.blocks.pack(UUID(table.id), made[1:])
        assert not matches.blocks.pack(UUID(table.id), blocks.blocks_of(matches.marks, UUID(table.id), found))
        assert rows(matches) == before
        assert matches.blocks.stored(UUID(table.id)) == []


@pytest.mark.few("sqlite-DELETE FROM kerbholz_events", "postgres-INSERT INTO kerbholz_blocks")
@pytest.mark.parametrize("after", ["INSERT INTO kerbholz_blocks", "DELETE FROM kerbholz_events"])
def test_who_is_killed_has_packed_a_match_or_has_not(
    client: CheckedClient, migrated_url: str, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    """The connection ends in the middle of the transaction, as it does with the process."""
    table = closed(played(client, 4))
    with store(migrated_url) as matches:
        Runner(matches).catch_up()
        before = rows(matches)
        real = type(matches.database).transaction

        @contextmanager
        def dying(self: Any) -> Iterator[Any]:
            with real(self) as statement:

                def until_then(sql: str, values: Sequence[Any] = ()) -> Any:
                    found = statement(sql, values)
                    if sql.startswith(after):
                        raise KeyboardInterrupt
                    return found

                yield until_then

        monkeypatch.setattr(type(matches.database), "transaction", dying)
        with pytest.raises(KeyboardInterrupt):
            pack(matches, DAYS)
        monkeypatch.setattr(type(matches.database), "transaction", real)
        assert rows(matches) == before
        assert matches.blocks.stored(UUID(table.id)) == []
        assert pack(matches, DAYS).matches == 1


@pytest.mark.few("sqlite")
def test_killed_again_and_again_it_packs_all_and_loses_nothing(migrated_url: str) -> None:
    with process(migrated_url) as client:
        for _ in range(3):
            closed(played(client, 4))
    # What has the file open in this process was opened once: opening it anew would give up the locks of before.
    with store(migrated_url) as matches:
        Runner(matches).catch_up()
        total, count = len(rows(matches)), "SELECT count(DISTINCT match_id) FROM kerbholz_blocks"
        before = done = 0
        while done < 3:
            command = Forked(["pack", "--database", migrated_url])
            while command.poll() is None and done == before:
                ((done,),) = matches.database.query(count)
            with contextlib.suppress(ProcessLookupError):
                os.kill(command.pid, signal.SIGKILL)
            command.wait(10)
            command.stdout.close()
            ((before,),) = matches.database.query(count)
            done = before
            assert findings(matches) == []
            assert stored_decisions(matches) == total
        assert len(rows(matches)) == 3


# -- who remembers what it was before


@pytest.mark.few("sqlite")
def test_a_move_on_what_a_process_remembers_is_refused_also_when_its_rows_are_packed(
    client: CheckedClient, migrated_url: str
) -> None:
    """It has looked nothing up for days, and there is no row any more that its own would collide with."""
    table, rng = played(client, 6), Random(5)
    match_id, seat = UUID(table.id), table.awaiting[0]["seat"]
    move = a_move(table, seat, rng)
    with process(migrated_url) as other:
        played_on = Table(other, table.opened)
        for _ in range(5):
            step(played_on, rng)
        closed(played_on)
    packed_now(migrated_url)
    remembered = client.application.extensions["kerbholz"].matches()._remembered
    assert remembered.undisturbed(match_id) is not None, "it looks nothing up"
    answer = table.send(seat, move)
    assert answer.status_code == 409, answer.text
    with store(migrated_url) as matches:
        assert findings(matches) == []
        assert len(rows(matches)) == 1


# -- unpacking


def test_unpacked_rows_are_where_they_were_and_news_to_nobody(client: CheckedClient, migrated_url: str) -> None:
    tables = [closed(played(client, 4)), played(client, 4), closed(played(client, 4))]
    with store(migrated_url) as matches:
        Runner(matches).catch_up()
        before, feed = rows(matches), matches.feed.after(0)
        reader = FeedReader(matches.feed)
        assert pack(matches, DAYS).matches == 2
        tables[1].do("host", {"type": "table.abandon"})
        assert {one.match_id for one in reader.read()} == {UUID(tables[1].id)}
        newest = rows(matches)[-1]
        for table in (tables[0], tables[2]):
            assert run(migrated_url, "--unpack", table.id)[0] == 0
        assert run(migrated_url, "--unpack", tables[0].id) == (0, "this match is not packed\n")
        assert rows(matches) == [*before, newest]
        assert matches.feed.after(0)[: len(feed)] == feed
        assert list(reader.read()) == []
        assert findings(matches) == []
        assert pack(matches, DAYS).matches == 2


# -- damage


def broken(block: bytes) -> bytes:
    return block[:20] + bytes([block[20] ^ 1]) + block[21:]


def with_another_mark(block: bytes) -> bytes:
    return block[:-1] + bytes([block[-1] ^ 1])


@pytest.mark.few("postgres-with_another_mark", "sqlite-broken")
@pytest.mark.parametrize("change", [broken, with_another_mark])
def test_a_damaged_block_is_found_named_and_not_shown(
    client: CheckedClient, migrated_url: str, change: Callable[[bytes], bytes]
) -> None:
    table, other = closed(played(client, options=KEPT)), closed(played(client, options=KEPT))
    packed_now(migrated_url)
    with store(migrated_url) as matches:
        block = matches.blocks.stored(UUID(table.id))[1]
        sql = "UPDATE kerbholz_blocks SET block = ? WHERE match_id = ? AND first_version = ?"
        matches.database.execute([(sql, (change(block.block), block.match_id.hex, block.first))])
        assert (block.first, "block") in findings(matches)
        assert {finding[1] for finding in findings(matches)} <= {"block", "gap", "mark"}
        with pytest.raises(Damaged, match=f"decision {block.first}: block"):
            packing.unpack(matches, UUID(table.id))
        with process(migrated_url) as checked:
            fresh = FlaskClient(checked.application, checked.application.response_class)
            answer = Table(fresh, table.opened).ask("arbiter", "decisions")
            assert (answer.status_code, answer.json["code"]) == (500, "damaged")
            assert Table(fresh, other.opened).ask("arbiter", "decisions").status_code == 200
            matches.database.execute([(sql, (block.block, block.match_id.hex, block.first))])
            assert Table(fresh, table.opened).ask("arbiter", "decisions").status_code == 200
        assert findings(matches) == []


def test_what_is_no_block_at_all_is_named_too(migrated_sqlite_url: str) -> None:
    with process(migrated_sqlite_url) as client:
        tables = [closed(played(client, 4, options=KEPT)) for _ in range(2)]
    with store(migrated_sqlite_url) as matches:
        Runner(matches).catch_up()
        sql = "UPDATE kerbholz_events SET state = 'text' WHERE originator_version = 1 AND originator_id = ?"
        matches.database.execute([(sql, (UUID(tables[0].id).hex,))])
        outcome = pack(matches, 0)
        assert (outcome.matches, len(outcome.damaged)) == (1, 1)
        for column, wrong in (("block", "text"), ("last_version", "text"), ("first_version", -7), ("mark", b"1")):
            matches.database.execute(
                [(f"UPDATE kerbholz_blocks SET {column} = ? WHERE first_version = 0", (wrong,))]
            )
            assert "block" in {what for _, what in findings(matches)}
            with pytest.raises(Damaged):
                packing.unpack(matches, UUID(tables[1].id))


@pytest.mark.few("sqlite")
def test_a_lost_block_is_missed(client: CheckedClient, migrated_url: str) -> None:
    table = closed(played(client, options=KEPT))
    packed_now(migrated_url)
    with store(migrated_url) as matches:
        block = matches.blocks.stored(UUID(table.id))[1]
        sql = "DELETE FROM kerbholz_blocks WHERE first_version = ?"
        matches.database.execute([(sql, (block.first,))])
        assert (block.last + 1, "gap") in findings(matches)
        with pytest.raises(Damaged, match="gap"):
            matches.decisions(UUID(table.id), until=block.last)


# -- beside a service


def test_who_reads_while_a_match_is_packed_and_unpacked_misses_nothing(
    client: CheckedClient, migrated_url: str
) -> None:
    table = closed(played(client, 4, options=KEPT))
    match_id, done, seen = UUID(table.id), Event(), list[int]()
    with store(migrated_url) as matches:
        Runner(matches).catch_up()
        last = matches.load(match_id).version

        def read() -> None:
            with store(migrated_url) as others:
                while not done.is_set():
                    seen.append(len(others.decisions(match_id, until=last)))
                    seen.append(others.database.count_events(match_id.hex, -1, last))
                    seen.append(1 + len(others.database.events_at(match_id.hex, range(last))))

        reader = Thread(target=read)
        reader.start()
        try:
            for _ in range(12):
                assert pack(matches, DAYS).matches == 1
                assert packing.unpack(matches, match_id) == last
        finally:
            done.set()
            reader.join()
    assert set(seen) == {last + 1}


@pytest.mark.few("sqlite")
def test_a_name_in_a_packed_match_is_erased_as_in_others(client: CheckedClient, migrated_url: str) -> None:
    table = closed(played(client, options=KEPT))
    packed_now(migrated_url)
    with process(migrated_url) as other:
        asking = Table(other, table.opened)
        path = f"{asking.path}/texts/0"
        answer = other.delete(path, query_string={"pointer": "/seats/0/name"}, headers=asking.bearer("host"))
        assert answer.status_code == 204
        assert asking.get("arbiter")["seats"][0]["name"] == {"erased": True}
        verify(archive_of(other, asking, "arbiter", **{"as": "official"}))
    with store(migrated_url) as matches:
        assert findings(matches) == []


@pytest.mark.few("sqlite")
def test_a_stream_of_a_packed_match_ends(client: CheckedClient, migrated_url: str) -> None:
    table = closed(played(client, 4, options=KEPT))
    before = lines(table, "arbiter")
    packed_now(migrated_url)
    with process(migrated_url) as other:
        asking = Table(other, table.opened)
        told = Stream(asking, "arbiter", after=2).rest()
    assert [one.data for one in decisions(told)] == before[3:]
    assert told[-1].kind == "end"


def test_sqlite_gives_no_position_twice(sqlite_url: str, clock: Clock) -> None:
    """The newest row of all is that of a packed match."""
    Path(sqlite_url.removeprefix("sqlite:///")).unlink(missing_ok=True)
    assert CliRunner().invoke(main, ["migrate", "--database", sqlite_url]).exit_code == 0
    with process(sqlite_url, clock) as client, store(sqlite_url) as matches:
        closed(played(client, 4))
        packed_now(sqlite_url)
        newest = matches.feed.newest()
        played(client, 0)
        positions = [one.position for one in matches.feed.after(newest)]
        assert positions == list(range(newest + 1, newest + 1 + len(positions)))


def test_what_is_no_match_is_refused(migrated_url: str) -> None:
    assert run(migrated_url, "--unpack", "abc")[0] == 1
    assert run(migrated_url, "--older-than", "0")[0] == 2
    assert run(migrated_url) == (0, "0 matches packed\n")
