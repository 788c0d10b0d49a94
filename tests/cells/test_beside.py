"""Commands beside a move: packing, erasing and checking, also where a move has stopped on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from threading import Event, Thread
from typing import Any
from uuid import UUID

import pytest

from domain.application.matches import Matches
from domain.application.upkeep import checking, packing
from domain.match.moved import MovedAway
from domain.store.postgres.recorder import PostgresDatabase
from domain.store.sqlite.recorder import SQLiteDatabase
from projections.read_models.announcements import Announcing
from projections.read_models.runner import Runner
from projections.upkeep import packing as projected
from tests.cells.ground import Ground
from tests.cells.stopping import StoppedHere, stop, stopping
from tests.cells.test_moving import NOTE, is_all, live, played, rows_of
from tests.service.playing import CheckedClient, Table


def closed(client: CheckedClient, *labels: str) -> Table:
    """A match whose record is closed."""
    table = played(client, 3)
    for text in labels:
        table.do(0, {"type": "table.note", "text": text})
    for kind in ("table.abandon", "table.close"):
        table.do("host", {"type": kind})
    return table


def caught_up(ground: Ground, name: str) -> None:
    with ground.matches(ground.urls[name]) as matches:
        Runner(matches, others=[Announcing(matches)]).catch_up()


def stopped(ground: Ground, table: Table, point: str, to: str = "south") -> None:
    """Move a match, but no further than to a point."""
    with pytest.raises(StoppedHere), stopping(point, stop) as step_of:
        ground.move(table.id, to, step_of)


# -- packing ------------------------------------------------------------------------------------------------


@pytest.mark.few("sqlite-ended")
@pytest.mark.parametrize("point", ["ended", "in place", "registered"])
def test_a_match_that_leaves_keeps_no_other_one_from_being_packed(client, ground, point, monkeypatch):
    ground.run("cells", "add", "south", ground.urls["south"], "--no-openings")
    tables = [closed(client) for _ in range(2)]
    caught_up(ground, "north")
    leaving, other = sorted(tables, key=lambda table: UUID(table.id).hex)
    before, newest = leaving.log("arbiter"), projected._newest

    def late(matches: Matches, match_id: UUID) -> int:
        found = newest(matches, match_id)
        if match_id == UUID(leaving.id):
            stopped(ground, leaving, point)
        return found

    monkeypatch.setattr(projected, "_newest", late)
    with ground.matches(ground.urls["north"]) as north:
        assert projected.pack(north, 0).matches == 1
        assert north.blocks.stored(UUID(other.id))
        assert north.blocks.stored(UUID(leaving.id)) == []
    ground.run("cells", "move", leaving.id, "south")
    assert leaving.log("arbiter") == before


@pytest.mark.few("sqlite-half cleared-unpacked", "postgres-ended-packed")
@pytest.mark.parametrize("how", ["packed", "unpacked"])
@pytest.mark.parametrize("point", ["copied", "ended", "in place", "registered", "half cleared"])
def test_who_packs_or_unpacks_a_match_while_it_moves_leaves_nothing_of_it_behind(client, ground, point, how):
    """Each reads the match before it leaves, and writes when it has got to a point."""
    table = closed(client)
    match_id, before = UUID(table.id), table.log("arbiter")
    caught_up(ground, "north")
    with ground.matches(ground.urls["north"]) as north:
        if how == "unpacked":
            assert projected.pack(north, 0).matches == 1
        writes: Callable[[], Any] = _late(north, match_id, how)
        if point == "half cleared":
            _at_the_end_of_clearing(ground, table, writes)
        else:
            stopped(ground, table, point)
            if point == "copied":
                writes()
            else:
                with pytest.raises(MovedAway):
                    writes()
        ground.run("cells", "move", table.id, "south")
        assert is_all(rows_of(north, table.id)) == {"kerbholz_events", "kerbholz_heads"}
        assert len(rows_of(north, table.id)["kerbholz_events"]) == 1
        assert north.blocks.stored(match_id) == []
    assert live(ground, table.id) == ["south"]
    assert table.log("arbiter") == before
    for url in ground.urls.values():
        assert "nothing was found" in ground.run("check", "--database", url)


def _late(matches: Any, match_id: UUID, how: str) -> Callable[[], Any]:
    """What somebody is about to write who has read a match."""
    if how == "unpacked":
        stored = matches.blocks.stored(match_id)
        return lambda: matches.blocks.unpack(match_id, stored)
    rows = matches.blocks.unpacked(match_id)[:-1]
    made = packing.blocks_of(matches.marks, match_id, rows)
    return lambda: matches.blocks.pack(match_id, made)


def _at_the_end_of_clearing(ground: Ground, table: Table, write: Callable[[], Any]) -> None:
    """Move a match, and let somebody write when its rows are deleted in the cell that it has left."""
    written = []

    def watched(kind: Any) -> Any:
        transaction = kind.transaction

        @contextmanager
        def with_late(self: Any) -> Iterator[Any]:
            deleted = []
            with transaction(self) as run:

                def watch(sql: str, values: Any = ()) -> Any:
                    deleted.append("originator_version >=" in sql and sql.startswith("DELETE"))
                    return run(sql, values)

                yield watch
            if any(deleted) and not written:
                written.append(True)
                with pytest.raises(MovedAway):
                    write()

        return with_late

    with pytest.MonkeyPatch.context() as patch:
        for kind in (SQLiteDatabase, PostgresDatabase):
            patch.setattr(kind, "transaction", watched(kind))
        ground.move(table.id, "south")
    assert written


# -- erasing ------------------------------------------------------------------------------------------------


@pytest.mark.few("sqlite-ended")
@pytest.mark.parametrize("point", ["ended", "registered"])
def test_a_match_that_leaves_is_named_where_a_name_is_erased_and_all_others_are_done(client, ground, point):
    ground.run("cells", "add", "south", ground.urls["south"], "--no-openings")
    tables = [played(client, 2) for _ in range(2)]
    stopped(ground, tables[0], point)
    erase = ("erase", "--player", "Ada", "--database")
    said = ground.run(*erase, ground.urls["north"], fails=True)
    assert "1 text erased" in said
    assert f"left for another cell: {tables[0].id}. Finish their moves" in said
    assert tables[1].get("arbiter")["seats"][0]["name"] == {"erased": True}
    ground.run("cells", "move", tables[0].id, "south")
    assert "1 text erased" in ground.run(*erase, ground.urls["south"])
    assert tables[0].get("arbiter")["seats"][0]["name"] == {"erased": True}
    assert "no match has a player" in ground.run(*erase, ground.urls["north"], fails=True)


def test_a_match_that_leaves_while_a_name_is_erased_is_named(sqlite_ground, monkeypatch):
    ground = sqlite_ground
    with ground.client() as client:
        ground.run("cells", "add", "south", ground.urls["south"], "--no-openings")
        tables = [played(client, 2) for _ in range(2)]
        erase_all = Matches.erase_all

        def late(self: Any, texts: Any, *role: Any) -> int:
            if ground.home(tables[0].id) == "north":
                ground.move(tables[0].id, "south")
            return erase_all(self, texts, *role)

        with monkeypatch.context() as patched:
            patched.setattr(Matches, "erase_all", late)
            said = ground.run("erase", "--player", "Ada", "--database", ground.urls["north"], fails=True)
        assert "1 text erased" in said
        assert f"left for another cell: {tables[0].id}" in said


# -- checking -----------------------------------------------------------------------------------------------


@pytest.mark.few("sqlite")
def test_a_match_that_leaves_while_it_is_checked_is_not_said_to_be_damaged(client, ground, monkeypatch):
    """Nor one that goes on, or in which something is erased, at any moment of the check."""
    table = played(client, 3)
    table.do(0, NOTE)
    for method in ("_erasures", "_secrets", "_names", "_labels", "_tokens", "_behind", "_requests", "_snapshots"):
        for what in (_note, _erase, _move_on):
            with ground.matches(ground.urls[ground.home(table.id)]) as matches, monkeypatch.context() as patched:
                found: list[Any] = []
                patched.setattr(checking._Check, method, _after(what, ground, table, method))
                checking.check(matches, UUID(table.id).hex, found.append)
                assert found == [], (method, what)


def _after(what: Callable[[Ground, Table], None], ground: Ground, table: Table, method: str) -> Callable[..., Any]:
    """A part of the check, before which something happens, once."""
    real, happened = getattr(checking._Check, method), []

    def part(*given: Any) -> Any:
        if not happened:
            happened.append(True)
            what(ground, table)
        return real(*given)

    return part


def _note(_: Ground, table: Table) -> None:
    table.do(0, NOTE)


def _erase(_: Ground, table: Table) -> None:
    where = f"{table.path}/texts/{table.do(0, NOTE)['version']}?pointer=/command/text"
    assert table.client.delete(where, headers=table.bearer("arbiter")).status_code == 204


def _move_on(ground: Ground, table: Table) -> None:
    ground.move(table.id, "south" if ground.home(table.id) == "north" else "north")


def test_a_match_that_leaves_while_others_are_decided_again_is_passed_over(sqlite_ground, monkeypatch):
    ground = sqlite_ground
    with ground.client() as client:
        ground.run("cells", "add", "south", ground.urls["south"], "--no-openings")
        tables = [played(client, 2) for _ in range(2)]
        ids = checking.ids

        def late(matches: Any) -> Any:
            found = list(ids(matches))
            stopped(ground, tables[0], "ended")
            return found

        with monkeypatch.context() as patched:
            patched.setattr(checking, "ids", late)
            said = ground.run("replay-check", "--jobs", "1", "--database", ground.urls["north"])
        assert said.splitlines()[-1].startswith("1 match, ")


# -- moves that are not what they seem ----------------------------------------------------------------------


@pytest.mark.few("sqlite-ended")
@pytest.mark.parametrize("point", ["ended", "in place"])
def test_a_match_on_its_way_is_not_said_to_be_where_it_was(client, ground, point):
    table = played(client, 2)
    stopped(ground, table, point)
    said = ground.run("cells", "move", table.id, "north", fails=True)
    assert f"match {table.id} is on its way from north to south: finish that move first" in said
    assert table.ask("arbiter").status_code == 503
    ground.run("cells", "move", table.id, "south")
    assert table.ask("arbiter").status_code == 200


def test_a_cell_out_of_reach_keeps_no_match_from_moving_between_the_others(sqlite_ground, tmp_path):
    ground = sqlite_ground
    third = tmp_path / "third.db"
    ground.run("cells", "add", "third", f"sqlite:///{third}", "--no-openings")
    with ground.client() as client:
        tables = [played(client, 2) for _ in range(2)]
        (table,) = (one for one in tables if ground.home(one.id) == "north")
        ground.run("cells", "move", tables[1].id, "third")
        third.rename(tmp_path / "away.db")
        said = ground.run("cells", "move", table.id, "south")
        assert said.startswith(f"Warning: the cell third is passed over: {third} is not there")
        assert said.endswith(f"match {table.id} is in the cell south")
        said = ground.run("cells", "move", tables[1].id, "south", fails=True)
        assert "is in the cell third, which cannot be used now" in said
        assert f"Error: {third} is not there" in ground.run("cells", "move", table.id, "third", fails=True)
        assert table.get("arbiter")["version"] == table.version


@pytest.mark.few("sqlite")
def test_what_was_copied_by_a_move_that_was_given_up_is_not_kept(client, ground):
    table = played(client, 3)
    stopped(ground, table, "copied")
    with ground.matches(ground.urls["south"]) as south:
        assert south.database.query("SELECT 1 FROM kerbholz_arriving")
    assert ground.run("cells", "move", table.id, "north").endswith("already")
    with ground.matches(ground.urls["south"]) as south:
        assert south.database.query("SELECT 1 FROM kerbholz_arriving") == []
    assert table.ask("arbiter").status_code == 200


# -- all at once --------------------------------------------------------------------------------------------


@pytest.mark.soak
def test_a_match_is_packed_and_unpacked_in_both_cells_while_it_moves_back_and_forth(client, ground):
    """As fast as that goes; whoever comes too late does nothing."""
    table, stop, wrong = closed(client), Event(), list[str]()
    match_id, before, packed = UUID(table.id), table.log("arbiter"), list[int]()

    def packs(name: str, rng: Random) -> None:
        with ground.matches(ground.urls[name]) as matches:
            while not stop.is_set() and not wrong:
                try:
                    with suppress(MovedAway):
                        Runner(matches, others=[Announcing(matches)]).catch_up()
                        if rng.random() < 0.6:
                            packed.append(projected.pack(matches, 0).matches)
                        else:
                            packing.unpack(matches, match_id)
                except Exception as error:  # noqa: BLE001 - whatever it is, it is what the test is about
                    wrong.append(repr(error))

    threads = [Thread(target=packs, args=(name, Random(name))) for name in ("north", "south") * 2]
    for thread in threads:
        thread.start()
    try:
        for number in range(40):
            ground.move(table.id, ("south", "north")[number % 2])
            assert table.log("arbiter") == before
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)
    assert not wrong, wrong
    assert sum(packed) > 3
    assert live(ground, table.id) == ["north"]
    with ground.matches(ground.urls["south"]) as south:
        assert is_all(rows_of(south, table.id)) == {"kerbholz_events", "kerbholz_heads"}
        assert south.blocks.stored(match_id) == []
    for url in ground.urls.values():
        assert "nothing was found" in ground.run("check", "--database", url)
