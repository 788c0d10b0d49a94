"""Moving a match from one cell to another: what goes along, where it can stop, and who still asks the old cell."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import IntegrityError

from domain.application.judging import Asked, Draft
from domain.application.matches import Matches
from domain.cells import carried, moving
from domain.cells.moving import NotMoved
from domain.cells.registry import Home, Registry
from domain.kit.table.commands import Note
from domain.match.moved import MovedAway
from domain.match.principal import Principal
from domain.store.beside.looks import Look
from domain.store.beside.models import MODEL_TABLES
from domain.store.beside.webhook_rows import Webhook
from domain.store.beside.webhooks import WEBHOOK_TABLES, Webhooks
from domain.store.log.feed import FeedReader
from domain.store.sqlite.recorder import SQLiteDatabase
from domain.store.tables import TABLES
from projections.read_models.announcements import Announcing
from projections.read_models.runner import Runner
from projections.upkeep.packing import pack
from service.api import matches as api
from service.config import Settings
from service.web.bounds import OFF
from tests.asking import asking
from tests.cells.ground import KEY, Ground, at
from tests.cells.stopping import POINTS, StoppedHere, killed, stop, stopping
from tests.persistence.forked import _processes as processes
from tests.service.playing import CheckedClient, Table, open_match, step
from tests.service.relaying import Relayed, relay
from tests.service.streams import Stream

NOTE = {"type": "table.note", "text": "tea break"}
HOOK = "https://example.org/hook"


def played(client: CheckedClient, moves: int = 6, **body: Any) -> Table:
    """A match of a few moves, in the cell whose turn it is."""
    table = open_match(client, 2, labels={"event": "autumn"}, **body)
    rng = Random(7)
    for _ in range(moves):
        step(table, rng)
    return table


def rows_of(matches: Matches, match: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of a match in a database, as it is stored, but for read models."""
    this, query = UUID(match).hex, matches.database.query
    cast = "" if isinstance(matches.database, SQLiteDatabase) else "::uuid"
    found = {}
    for table in (*carried.CARRIED, "kerbholz_heads", "kerbholz_external_ids"):
        columns = ", ".join(carried.columns_of(table))
        found[table] = sorted(query(f"SELECT {columns} FROM {table} WHERE match_id = ?", (this,)), key=repr)
    hooks = [row[0] for row in found["kerbholz_webhooks"]]
    sent = "SELECT * FROM kerbholz_deliveries WHERE webhook_id = ? ORDER BY id"
    found["kerbholz_deliveries"] = [row for hook in hooks for row in query(sent, (hook,))]
    for table in ("kerbholz_events", matches.snapshots_table):
        stored = f"SELECT originator_version, topic, state FROM {table} WHERE originator_id = ?{cast}"
        rows = query(f"{stored} ORDER BY originator_version", (this,))
        found[table] = [(version, topic, bytes(state)) for version, topic, state in rows]
    return found


def is_all(rows: Mapping[str, list[Any]]) -> set[str]:
    """The tables that have rows."""
    return {table for table, of_table in rows.items() if of_table}


def live(ground: Ground, match: str) -> list[str]:
    """The names of the cells that would take an append."""
    found = []
    for name, url in ground.urls.items():
        with ground.matches(url) as matches, contextlib.suppress(MovedAway):
            if matches.head(UUID(match)) is not None:
                found.append(name)
    return found


# -- what goes along ----------------------------------------------------------------------------------------


def test_every_table_goes_along_or_has_a_reason_to_stay():
    known = {*carried.CARRIED, carried.OF_WEBHOOKS, *carried.BY_THEMSELVES, *carried.STAY}
    assert known == {"kerbholz_events", *TABLES, *WEBHOOK_TABLES}, "but for blocks, which travel as rows"
    assert known.isdisjoint(MODEL_TABLES), "these are made anew from the log"


def test_everything_of_a_match_goes_along_byte_for_byte(client, ground):
    table = played(client)
    table.do(0, NOTE, headers={"Idempotency-Key": "once"})
    table.do(1, NOTE)
    hook = client.post(f"{table.path}/webhooks", json={"url": HOOK}, headers=table.bearer("host")).json
    assert (
        client.delete(f"{table.path}/texts/0?pointer=/seats/1/name", headers=table.bearer("host")).status_code
        == 204
    )
    before = table.trace()
    client.application.extensions["kerbholz"].everywhere()[0].looks.flush()
    with ground.matches(ground.urls["north"]) as north:
        Runner(north, (), [Announcing(north)]).catch_up()
        rows = rows_of(north, table.id)
    assert is_all(rows) >= {*carried.CARRIED, *carried.BY_THEMSELVES}
    assert ground.move(table.id, "south")
    assert ground.home(table.id) == "south"
    with ground.matches(ground.urls["south"]) as south, ground.matches(ground.urls["north"]) as north:
        arrived, left = rows_of(south, table.id), rows_of(north, table.id)
    since = carried.columns_of("kerbholz_webhooks").index("since")
    assert [row[since] for row in arrived["kerbholz_webhooks"]] == [arrived["kerbholz_heads"][0][1] - 1]
    for one in (rows, arrived):
        one["kerbholz_webhooks"] = [(*row[:since], *row[since + 1 :]) for row in one["kerbholz_webhooks"]]
        del one["kerbholz_looks"]  # who reads the audit is counted
        one.pop(next(name for name in one if "snapshots" in name))
    assert arrived == rows
    assert is_all(left) == {"kerbholz_events", "kerbholz_heads"}
    assert [row[:2] for row in left["kerbholz_events"]] == [(len(rows["kerbholz_events"]), "kerbholz.Moved")]
    assert table.trace() == before
    again = table.do(0, NOTE, headers={"Idempotency-Key": "once"})
    assert again["version"] < table.version
    assert client.get(hook["links"]["self"], headers=table.bearer("host")).json["id"] == hook["id"]
    step(table, Random(1))
    for url in ground.urls.values():
        assert "nothing was found" in ground.run("check", "--database", url)


@pytest.mark.few("sqlite")
def test_webhooks_are_told_of_each_event_once(ground):
    """What the old cell has not announced is announced by the new one, and nothing twice."""
    with ground.client() as client:
        table = open_match(client, 2)
        client.post(f"{table.path}/webhooks", json={"url": HOOK}, headers=table.bearer("host"))
        since, rng = table.version, Random(3)
        for number, to in enumerate(("south", "north", "south")):
            for _ in range(3):
                step(table, rng)
            if number != 1:  # else perhaps nobody follows before the move
                _announce(ground, *live(ground, table.id))
            step(table, rng)
            ground.move(table.id, to)
    with _announced(ground, "south") as (south, told):
        south.database.execute(
            [
                ("DELETE FROM kerbholz_deliveries", ()),
                ("UPDATE kerbholz_webhooks SET since = ?", (since,)),
                (f"UPDATE {south.models.positions} SET notification_id = 0", ()),
            ]
        )
    with _announced(ground, "south") as (_, again):
        assert told == again
        assert len(told) > 5


def _announce(ground: Ground, name: str) -> None:
    with _announced(ground, name):
        pass


@contextlib.contextmanager
def _announced(ground: Ground, name: str) -> Iterator[tuple[Matches, list[str]]]:
    """The matches of a cell, and the ids of all deliveries there, when everything is announced."""
    with ground.matches(ground.urls[name]) as matches:
        Runner(matches, (), [Announcing(matches)]).catch_up()
        yield matches, matches.database.query("SELECT version, type, id FROM kerbholz_deliveries ORDER BY version")


@pytest.mark.parametrize("number", [2])
def test_a_log_that_is_too_long_for_one_transaction_goes_along(sqlite_ground, number, monkeypatch):
    monkeypatch.setattr(carried, "AT_ONCE", number)
    monkeypatch.setattr(carried, "CHUNK", 2)
    with sqlite_ground.client() as client:
        table = played(client, 4)
        before = table.trace()
        for to in ("south", "north", "south"):
            assert sqlite_ground.move(table.id, to)
            assert table.trace() == before
            step(table, Random(5))
            before = table.trace()


# -- where it can stop --------------------------------------------------------------------------------------

AFTER = {
    "half copied": ("north", 200),
    "copied": ("north", 200),
    "ended": ("north", 503),
    "half in place": ("north", 503),
    "in place": ("north", 503),
    "registered": ("south", 200),
    "half cleared": ("south", 200),
    "cleared away": ("south", 200),
}
"""What the registry says when a move has stopped there, and how a request is answered."""


def check_stopped(ground: Ground, client: CheckedClient, table: Table, point: str, before: Any) -> None:
    """There is one home, or none for the moment; and who repeats the command finishes the move."""
    home, status = AFTER[point]
    assert ground.home(table.id) == home
    assert len(live(ground, table.id)) <= 1
    with ground.client() as fresh:
        for asked in (table, at(table, fresh)):
            answers = [asked.ask("arbiter", what) for what in ("", "decisions", "view", "audit", "moves")]
            answers.append(asked.send(0, NOTE, dry_run=True))
            told = {answer.status_code for answer in answers}
            assert told == ({200, 201} if status == 200 else {503}), point
            if status == 503:
                assert all(int(answer.headers["Retry-After"]) > 0 for answer in answers)
        if status == 200:
            at(table, fresh).do(0, NOTE)
            table.do(0, NOTE)
    ground.run("cells", "move", table.id, "south")
    assert ground.home(table.id) == "south"
    assert live(ground, table.id) == ["south"]
    with ground.matches(ground.urls["north"]) as north:
        assert is_all(rows_of(north, table.id)) == {"kerbholz_events", "kerbholz_heads"}
        assert len(rows_of(north, table.id)["kerbholz_events"]) == 1
    with ground.matches(ground.urls["south"]) as south:
        assert south.database.query("SELECT * FROM kerbholz_arriving") == []
    logged = table.log("arbiter")
    assert logged[: len(before)] == before
    assert [one["version"] for one in logged] == list(range(len(logged)))
    step(table, Random(2))
    assert "nothing was found" in ground.run("check", "--database", ground.urls["south"])


@pytest.mark.few("sqlite-copied", "sqlite-ended", "sqlite-in place", "sqlite-registered", "postgres-half in place")
@pytest.mark.parametrize("point", POINTS)
def test_a_move_that_stops_anywhere_leaves_one_home_and_goes_on_when_it_is_repeated(client, ground, point):
    table = played(client, 3)
    before = table.log("arbiter")
    with pytest.raises(StoppedHere), stopping(point, stop) as step_of:
        ground.move(table.id, "south", step_of)
    check_stopped(ground, client, table, point, before)


@pytest.mark.few("sqlite-half in place")
@pytest.mark.parametrize("point", POINTS)
def test_so_does_one_that_is_killed(client, ground, point):
    table = played(client, 3)
    before = table.log("arbiter")
    arguments = (ground.registry, ground.urls, KEY, table.id, "south", point)
    process = processes.Process(target=killed, args=arguments)
    process.start()
    process.join(60)
    assert process.exitcode == -9
    check_stopped(ground, client, table, point, before)


# -- who still asks the old cell ----------------------------------------------------------------------------


@pytest.mark.few("sqlite")
def test_a_late_append_fails_and_is_stored_where_the_match_is(client, ground):
    """A process that has appended often enough looks nothing up any more."""
    table = played(client, 2)
    for _ in range(5):
        table.do(0, NOTE)
    version = table.version
    ground.move(table.id, "south")
    assert table.do(0, NOTE)["version"] == version + 1
    with ground.matches(ground.urls["north"]) as north, pytest.raises(MovedAway):
        north.load(UUID(table.id))
    assert live(ground, table.id) == ["south"]


def test_what_was_stored_before_the_match_left_is_not_stored_again(sqlite_ground, monkeypatch):
    """The rest of its answer could not be read any more: it is not sent once more on the client's behalf."""
    with sqlite_ground.client() as client:
        table = played(client, 2)

        def left(*_: Any) -> Any:
            sqlite_ground.move(table.id, "south")
            raise MovedAway(UUID(table.id))

        with monkeypatch.context() as patched:
            patched.setattr(api, "_appended", left)
            assert table.send(0, NOTE).status_code == 503
        noted = [one for one in table.log("arbiter") if one["command"].get("text") == "tea break"]
        assert len(noted) == 1


@pytest.mark.few("sqlite-1", "sqlite-3", "postgres-3")
@pytest.mark.parametrize("times", [1, 3])
def test_an_append_that_was_judged_before_the_move_is_refused_by_the_old_cell(client, ground, times):
    """Also long after it: the match has been back, and gone on, and has left again."""
    table = played(client, 2)
    match_id, arbiter = UUID(table.id), Principal("arbiter")
    with ground.matches(ground.urls["north"]) as stale:
        for _ in range(4):  # from now on it is not looked up before it is appended to
            stale.append(match_id, arbiter, asking(Asked(Note("tea break"))))
        known = stale._remembered.undisturbed(match_id)
        assert known is not None
        for to in ("south", "north", "south")[:times]:
            ground.move(table.id, to)
            table.do(0, NOTE)
        draft = Draft(known, stale._sources)
        draft.judge(arbiter, [Asked(Note("too late"))], dry_run=False)
        with pytest.raises((IntegrityError, MovedAway)):
            stale._store(draft, "arbiter", None, ())
        with pytest.raises(MovedAway):
            stale.append(match_id, arbiter, asking(Asked(Note("too late"))))
    with ground.matches(ground.urls["north"]) as north:
        assert is_all(rows_of(north, table.id)) == {"kerbholz_events", "kerbholz_heads"}
        assert len(rows_of(north, table.id)["kerbholz_events"]) == 1
    assert "too late" not in str(table.log("arbiter"))


def test_a_copy_that_was_left_never_answers_after_twenty_moves(sqlite_ground):
    """Each of two processes remembers where the match was whenever it was asked last."""
    ground = sqlite_ground
    with ground.client() as one, ground.client() as other:
        table = played(one, 2)
        processes = [table, at(table, other)]
        erased = 0
        for number in range(20):
            asked = processes[number // 2 % 2]
            asked.do(0, NOTE)
            if number % 5 == 4:  # what is erased in one cell is in none of the others
                where = f"{table.path}/texts/{asked.version}?pointer=/command/text"
                assert asked.client.delete(where, headers=table.bearer("arbiter")).status_code == 204
                erased += 1
            ground.move(table.id, "south" if number % 2 == 0 else "north")
            versions = {each.version for each in processes}
            assert len(versions) == 1
        logs = [each.log("arbiter") for each in processes]
        assert logs[0] == logs[1]
        assert [entry["version"] for entry in logs[0]] == list(range(len(logs[0])))
        assert str(logs[0]).count("{'erased': True}") >= erased
        catalogue = one.get("/v1/matches").json["matches"]
        assert len(catalogue) <= 1


def test_what_is_written_beside_the_log_is_refused_where_the_match_has_left(client, ground):
    table = played(client, 2)
    version = table.do(0, NOTE)["version"]
    match_id = UUID(table.id)
    with ground.matches(ground.urls["north"]) as north:
        north.load(match_id)
        with pytest.raises(StoppedHere), stopping("registered", stop) as step_of:
            ground.move(table.id, "south", step_of)
        with pytest.raises(MovedAway):
            north.erase(match_id, version, "/command/text")
        webhook = Webhook("0" * 32, match_id, "host", HOOK, (), 0, 0, 0, None, None, None)
        with pytest.raises(MovedAway):
            Webhooks(north.database).register(webhook, "whsec_", due_at=0, most=5)
        with pytest.raises(MovedAway):
            Webhooks(north.database).remove(match_id, "host", "0" * 32)
        look = Look(match_id, "2026-11-30", "arbiter", 0)
        assert north.looks.add({look: 3}) == {look: 3}
        assert look not in {one for one, _, _ in north.looks.stored(match_id)}
    # Asked of the service, it is done where the match is.
    where = f"{table.path}/texts/{version}?pointer=/command/text"
    assert client.delete(where, headers=table.bearer("arbiter")).status_code == 204
    assert table.log("arbiter")[-1]["command"]["text"] == {"erased": True}


@pytest.mark.few("sqlite")
def test_who_looked_is_counted_where_the_match_is(client, ground):
    table = played(client, 2)
    table.get("arbiter", "view")
    ground.move(table.id, "south")
    for one in client.application.extensions["kerbholz"].everywhere():
        one.looks.flush()
    for one in client.application.extensions["kerbholz"].everywhere():
        one.looks.flush()
    with ground.matches(ground.urls["south"]) as south:
        assert [times for _, times in south.looked(UUID(table.id))] == [1]


@pytest.mark.few("sqlite")
def test_a_stream_is_cut_and_goes_on_from_the_new_cell(client, ground):
    table = played(client, 2)
    stream = Stream(table, "arbiter")
    with contextlib.closing(stream.response):
        assert stream.next().kind == "snapshot"
        seen = table.do(0, NOTE)["version"]
        assert stream.next().id == seen
        ground.move(table.id, "south")
        while (event := stream.any()) is not None:
            assert event.kind == "comment", "it is cut, and does not end"
    missed = table.do(0, NOTE)["version"]
    again = Stream(table, "arbiter", {"Last-Event-ID": str(seen)})
    with contextlib.closing(again.response):
        assert again.next().id == missed
        last = table.do(0, NOTE)["version"]
        while again.next().id != last:
            pass


def test_a_packed_match_goes_along_and_is_told_the_same(client, ground):
    table = played(client)
    table.do("host", {"type": "table.abandon"})
    table.do("host", {"type": "table.close"})
    match_id = UUID(table.id)
    with ground.matches(ground.urls["north"]) as north:
        Runner(north, (), [Announcing(north)]).catch_up()
        Runner(north).catch_up()
        before = table.trace()
        assert pack(north, 0).matches == 1
        assert north.blocks.stored(match_id)
    for to, left in (("south", "north"), ("north", "south")):
        assert table.trace() == before
        ground.move(table.id, to)
        with ground.matches(ground.urls[left]) as source:
            assert source.blocks.stored(match_id) == []
    assert table.trace() == before


@pytest.mark.few("sqlite")
def test_readers_of_the_relay_go_on_from_the_new_cell_there_and_back(client, ground):
    table = played(client, 2)
    settings = Settings(registry=ground.registry, service_key=bytes.fromhex(KEY), limits=OFF)
    with relay(settings) as held:
        readers = [Relayed(held, table, who) for who in ("arbiter", 0, "spectator")]
        assert {one.next().kind for one in readers} == {"snapshot"}
        for to in ("south", "north", "south"):
            seen = table.do(0, NOTE)["version"]
            assert [one.next().id for one in readers] == [seen] * 3
            ground.move(table.id, to)
            for one in readers:
                while (event := one.any()) is not None:
                    assert event.kind == "comment", "it is cut, and does not end"
            missed = table.do(0, NOTE)["version"]
            again = {"Last-Event-ID": str(seen)}
            readers = [Relayed(held, table, who, again) for who in ("arbiter", 0, "spectator")]
            assert [one.next().id for one in readers] == [missed] * 3


def test_those_who_follow_a_log_go_on_when_a_match_comes_back(client, ground):
    """Also where nothing was appended meanwhile, and where it has left before they had read all of it."""
    table = played(client, 2)
    with ground.matches(ground.urls["north"]) as north:
        log, behind = FeedReader(north.feed, 0), FeedReader(north.feed, 0)
        assert behind.read(3)
        while log.read():
            pass
        for _ in range(3):
            for to in ("south", "north"):
                ground.move(table.id, to)
            table.do(0, NOTE)
        found = [one.version for page in iter(log.read, []) for one in page if one.match_id == UUID(table.id)]
        assert found[-1] == table.version
        assert found[0] == 0
        ground.move(table.id, "south")
        rest = [one for page in iter(behind.read, []) for one in page if one.match_id == UUID(table.id)]
        assert [one.leaves for one in rest] == [True], "of what it had not read the end is left"
        Runner(north).catch_up()


# -- two moves, and moves that cannot be --------------------------------------------------------------------


@pytest.mark.few("sqlite-copied", "sqlite-ended", "sqlite-in place", "sqlite-registered")
@pytest.mark.parametrize("point", ["copied", "ended", "in place", "registered"])
def test_of_two_moves_at_once_one_wins(client, ground, point):
    """One is stopped behind a step while the other one moves the match there, and back."""
    table = played(client, 2)
    reached = []

    def overtaken(done: str) -> None:
        reached.append(done)
        if done == point and reached.count(point) == 1:
            for to in ("south", "north"):
                ground.move(table.id, to)
                table.do(0, NOTE)

    with contextlib.suppress(NotMoved):
        ground.move(table.id, "south", overtaken)
    assert point in reached
    assert live(ground, table.id) == [ground.home(table.id)]
    ground.move(table.id, "south")
    assert live(ground, table.id) == ["south"] == [ground.home(table.id)]
    noted = [one for one in table.log("arbiter") if one["command"].get("text") == "tea break"]
    assert len(noted) == 2


@pytest.mark.few("sqlite")
def test_a_match_on_its_way_to_one_cell_is_not_moved_to_another(client, ground):
    table = played(client, 2)
    with pytest.raises(StoppedHere), stopping("ended", stop) as step_of:
        ground.move(table.id, "south", step_of)
    assert "on its way to south" in _not_moved(ground, table.id, "third")
    with ground.matches(ground.registry) as registry:
        assert Registry(registry.database).home(UUID(table.id)) == Home("north", "", _claimed(registry, table.id))
    assert ground.move(table.id, "south")
    assert not ground.move(table.id, "south")


def _claimed(registry: Matches, match: str) -> int:
    home = Registry(registry.database).home(UUID(match))
    assert home is not None
    return home.claimed_at


def _not_moved(ground: Ground, match: str, to: str) -> str:
    """Why a match is not moved to a third cell, which is a copy of none."""
    with contextlib.ExitStack() as stack:
        cells = {name: stack.enter_context(ground.matches(url)) for name, url in ground.urls.items()}
        cells[to] = cells["south"]
        registry = Registry(stack.enter_context(ground.matches(ground.registry)).database)
        with pytest.raises(NotMoved) as refused:
            moving.move(registry, cells, UUID(match), to)
    return str(refused.value)
