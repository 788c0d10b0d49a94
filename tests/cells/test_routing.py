"""The service on several databases: who opens where, what is asked of whom, and what is put together."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import OperationalError

from domain.cells import claims
from domain.cells.registry import Registry
from domain.store.beside.sums import wrong
from projections.read_models import statistics as counted
from projections.read_models.runner import Runner
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.cells.conftest import NAMES
from tests.cells.ground import KEY, Ground, at
from tests.persistence.added_up import check_sums
from tests.persistence.serving import at_once, statuses
from tests.service.playing import (
    CheckedClient,
    Table,
    new_client,
    open_match,
    opening,
    step,
)
from tests.service.test_api_keys import bearer
from tests.service.test_catalogue import END

CLUB = {"external-id": "club:7"}
TAKEN = "external-id-taken"


def caught_up(ground: Ground) -> None:
    """Let the read models of all cells know everything."""
    for url in ground.urls.values():
        with ground.matches(url) as matches:
            Runner(matches).catch_up()


def homes(ground: Ground, tables: list[Table]) -> list[str | None]:
    """Which cells they are in."""
    return [ground.home(table.id) for table in tables]


# -- opening and asking -------------------------------------------------------------------------------------


@pytest.mark.few("sqlite")
def test_matches_are_opened_in_turn_and_each_is_asked_where_it_is(client, ground):
    tables = [open_match(client, 2) for _ in range(4)]
    assert homes(ground, tables) == ["north", "south"] * 2
    with ground.client() as other:
        for table in tables:
            rng = Random(1)
            step(table, rng)
            step(at(table, other), rng)
            assert table.trace() == at(table, other).trace()
            for which, url in ground.urls.items():
                with ground.matches(url) as matches:
                    has = matches.side.head(UUID(table.id)) is not None
                assert has is (ground.home(table.id) == which)
        unknown = Table(other, {**tables[0].opened, "id": str(uuid4())})
        assert unknown.ask(None).status_code == 404
        assert unknown.ask("host").status_code == 403, "its token belongs to another match"
        assert at(tables[1], other).ask(None, headers=tables[0].bearer("host")).status_code == 403
        assert at(tables[1], other).ask(None, headers=bearer("nobody")).status_code == 401
        # Asked of no match: the first cell answers for all.
        for path in ("/v1/rulesets", "/v1/keys", "/readyz", "/healthz"):
            assert other.get(path).status_code == 200, path


@pytest.mark.few("sqlite")
def test_nothing_is_opened_in_a_cell_that_is_closed(client, ground):
    ground.run("cells", "add", "north", ground.urls["north"], "--no-openings")
    assert homes(ground, [open_match(client, 2) for _ in range(3)]) == ["south"] * 3
    assert ground.run("cells", "list").split("\n")[0].endswith("closed\t0")
    ground.run("cells", "add", "south", ground.urls["south"], "--no-openings")
    refused = client.post("/v1/matches", json=opening(2))
    assert (refused.status_code, refused.json["code"]) == (503, "unavailable")
    assert refused.headers["Retry-After"]


@pytest.mark.few("sqlite")
def test_an_opening_that_is_repeated_with_its_key_is_answered_as_before(client, ground):
    """By whichever process, and wherever its match is by now."""
    with ground.client() as other:
        other.get("/v1/matches")
        for number in range(2):
            body, headers = opening(2), {"Idempotency-Key": f"key-{number}"}
            sent = [partial(one.post, "/v1/matches", json=body, headers=headers) for one in (client, other) * 2]
            answers = at_once(*sent)
            assert statuses(answers) == [201] * 4
            assert len({answer.data for answer in answers}) == 1
            match = answers[0].json["id"]
            ground.move(match, "south" if ground.home(match) == "north" else "north")
            for one in (client, other):
                again = one.post("/v1/matches", json=body, headers=headers)
                assert again.data == answers[0].data
                reused = one.post("/v1/matches", json=opening(3), headers=headers)
                assert reused.json["code"] == "key-reused"
                # What is refused before anything is stored has no home.
                never = opening(2, options={"first_seat": 9})
                assert one.post("/v1/matches", json=never, headers={"Idempotency-Key": "never"}).status_code == 422


@pytest.mark.few("sqlite")
def test_an_external_id_has_one_match_in_all_cells(client, ground):
    with ground.client() as other:
        sent = [partial(one.post, "/v1/matches", json=opening(2, labels=CLUB)) for one in (client, other) * 2]
        answers = at_once(*sent)
        assert statuses(answers) == [201] + [409] * 3
        (first,) = [Table(client, answer.json) for answer in answers if answer.status_code == 201]
        for _ in range(2):  # in whichever cell it would have been opened, and wherever the first one is
            refused = other.post("/v1/matches", json=opening(2, labels=CLUB)).json
            assert (refused["code"], refused["match"]) == (TAKEN, first.path)
            ground.move(first.id, "south" if ground.home(first.id) == "north" else "north")
        first.do("host", {"type": "table.abandon"})
        second = open_match(other, 2, labels=CLUB)
        assert client.post("/v1/matches", json=opening(2, labels=CLUB)).json["match"] == second.path
        erased = f"{second.path}/texts/0?pointer=/labels"
        assert client.delete(erased, headers=second.bearer("host")).status_code == 204
        open_match(client, 2, labels=CLUB)


def test_an_external_id_whose_match_was_never_stored_is_free_after_a_while(sqlite_ground, monkeypatch):
    with sqlite_ground.client() as client:
        found = client.application.extensions["kerbholz"].everywhere()[0].matches
        found.claims.claim(uuid4(), CLUB["external-id"], "")
        refused = client.post("/v1/matches", json=opening(2, labels=CLUB))
        assert (refused.status_code, refused.json["code"]) == (409, "conflict")
        monkeypatch.setattr(claims, "STORED_WITHIN", -1)
        open_match(client, 2, labels=CLUB)


def test_api_keys_are_those_of_the_registry(sqlite_ground):
    key = sqlite_ground.run("keys", "add", "club", "--database", sqlite_ground.registry)
    with sqlite_ground.client(require_key=True) as client:
        for _ in range(2):
            assert client.post("/v1/matches", json=opening(2), headers=bearer(key)).status_code == 201
        assert client.post("/v1/matches", json=opening(2)).status_code == 401
        sqlite_ground.run("keys", "revoke", "club", "--database", sqlite_ground.registry)
        assert client.post("/v1/matches", json=opening(2), headers=bearer(key)).status_code == 401


# -- put together -------------------------------------------------------------------------------------------


def listed(client: CheckedClient, path: str, headers: Any = None) -> list[str]:
    """All ids that the catalogue lists, page by page."""
    found: list[str] = []
    following: str | None = path
    while following:
        page = json.loads(client.get(following, headers=headers).data)
        found += [entry["id"] for entry in page["matches"]]
        following = page["next"]
    return found


@pytest.mark.few("sqlite")
def test_the_catalogue_is_that_of_all_cells_in_one_order(client, ground):
    tables = [open_match(client, 2, labels={"n": str(number % 2)}) for number in range(7)]
    private = open_match(client, 2, public=False)
    ground.move(tables[2].id, "south")
    caught_up(ground)
    ids = [table.id for table in reversed(tables)]
    for limit in (2, 3, 7):
        assert listed(client, f"/v1/matches?limit={limit}") == ids
    assert listed(client, "/v1/matches?limit=1&label=n:1") == ids[1::2]
    for who in ("host", 0):
        assert listed(client, "/v1/matches?limit=3", private.bearer(who)) == [private.id, *ids]
        assert listed(client, "/v1/matches?limit=3", tables[0].bearer(who)) == ids
    # A match is listed once, and not by the cell that it has left.
    with contextlib.suppress(StopIteration), ground.matches(ground.urls["north"]) as north:
        rows = north.database.query("SELECT match_id FROM kerbholz_catalogue")
        assert (UUID(tables[2].id).hex,) not in rows
    cursor = json.loads(client.get("/v1/matches?limit=3").data)["next"]
    for number in (0, 3, 4):
        ground.move(tables[number].id, "south" if ground.home(tables[number].id) == "north" else "north")
    caught_up(ground)
    assert listed(client, cursor) == ids[3:], "places are values, and not those of a cell"


@pytest.mark.few("sqlite")
def test_statistics_are_added_up_from_all_that_was_counted(client, ground, monkeypatch):
    """The one with most matches is in no cell the first."""
    monkeypatch.setattr(counted, "MOST_GROUPS", 2)
    names = {"north": [("Ada", "Bo"), ("Ada", "Cyd"), ("Di", "Ada")], "south": [("Bo", "Eve"), ("Bo", "Cyd")]}
    for cell, seats in names.items():
        other = "south" if cell == "north" else "north"
        ground.run("cells", "add", other, ground.urls[other], "--no-openings")
        ground.run("cells", "add", cell, ground.urls[cell])
        for pair in seats:
            body = {**opening(2), "seats": [{"name": name} for name in pair]}
            table = Table(client, client.post("/v1/matches", json=body).json)
            table.do("arbiter", {**END, "winners": [1], "forfeits": []})
    open_match(client, 2)
    caught_up(ground)
    (found,) = json.loads(client.get("/v1/statistics").data)["statistics"]
    assert (found["finished"], found["unfinished"]) == (5, 1)
    assert sum(group["finished"] for group in found["by_options"]) == 5
    assert [(one["name"], one["finished"]) for one in found["players"]] == [("Ada", 3), ("Bo", 3)]


@pytest.mark.few("sqlite-False", "postgres-True")
@pytest.mark.parametrize("followed", [False, True])
def test_a_match_that_moves_is_counted_once_at_every_step(client, ground, followed):
    """There and back; read models follow at each step, or do not; and a name is erased there."""
    tables = [open_match(client, 2) for _ in range(4)]
    for table in tables:
        table.do("arbiter", {**END, "winners": [1], "forfeits": []})
    caught_up(ground)
    moved, home = tables[0], ground.home(tables[0].id)
    with ground.matches(ground.urls["north"]) as north, ground.matches(ground.urls["south"]) as south:

        def counted_once(what=""):
            if followed:
                caught_up(ground)
            check_sums(north, south)
            assert [wrong(one.database.query) for one in (north, south)] == [[], []], what

        for cell in ("south" if home == "north" else "north", home):
            ground.move(moved.id, cell, counted_once)
            counted_once()
            caught_up(ground)
            check_sums(north, south)
            (told,) = json.loads(client.get("/v1/statistics").data)["statistics"]
            assert {one["finished"] for one in (told, *told["players"])} == {4}
        away = "south" if home == "north" else "north"
        ground.move(moved.id, away)
        {"north": north, "south": south}[away].erase(UUID(moved.id), 0, "/seats/0/name")
        counted_once()
        ground.move(moved.id, home)
        counted_once()
        caught_up(ground)
        check_sums(north, south)
        (told,) = json.loads(client.get("/v1/statistics").data)["statistics"]
        assert sorted(one["finished"] for one in told["players"]) == [3, 4]


# -- what is out of reach -----------------------------------------------------------------------------------


@pytest.fixture
def apart(migrated_sqlite: Path, tmp_path: Path) -> Ground:
    """Two cells, and a registry in a database of its own."""
    urls = {}
    for name in ("registry", *NAMES):
        shutil.copy(migrated_sqlite, tmp_path / f"{name}.db")
        urls[name] = f"sqlite:///{tmp_path / name}.db"
    ground = Ground(urls.pop("registry"), urls)
    for name, url in urls.items():
        ground.run("cells", "add", name, url)
    return ground


@contextlib.contextmanager
def away(url: str, *clients: CheckedClient) -> Iterator[None]:
    """A database that cannot be reached by some processes for a while."""
    name = Settings(database=url).environment["SQLITE_DBNAME"]
    with contextlib.ExitStack() as stack:
        for client in clients:
            works = client.application.extensions["kerbholz"]
            for matches in (*works.all_matches(), works.cells().matches):
                if matches.env["SQLITE_DBNAME"] == name:
                    gone = patch.object(
                        matches.factory.datastore, "transaction", side_effect=OperationalError("gone")
                    )
                    stack.enter_context(gone)
        yield


def unavailable(answer: Any) -> bool:
    """Whether an answer says that it is to be asked again, and when."""
    return bool(
        answer.status_code == 503 and answer.json["code"] == "unavailable" and answer.headers["Retry-After"]
    )


def test_without_the_registry_known_matches_go_on_and_nothing_is_said_not_to_be_there(apart):
    with apart.client() as client, apart.client() as other:
        tables = [open_match(client, 2) for _ in range(2)]
        rng = Random(1)
        with away(apart.registry, client, other):
            for table in tables:
                step(table, rng)
                table.get("arbiter", "audit")
                assert unavailable(Table(client, {**table.opened, "id": str(uuid4())}).ask(None))
                assert unavailable(at(table, other).ask(None)), "it was never asked of it"
                assert table.ask(None, headers=bearer("nobody")).status_code == 401
            assert unavailable(client.post("/v1/matches", json=opening(2)))
            assert unavailable(client.post("/v1/matches", json=opening(2), headers={"Idempotency-Key": "1"}))
            assert client.get("/v1/matches").status_code == 200
        for table in tables:
            step(at(table, other), rng)
        assert Table(client, {**tables[0].opened, "id": str(uuid4())}).ask(None).status_code == 404


def test_a_match_that_has_moved_while_the_registry_is_away_is_not_said_to_be_gone(apart):
    with apart.client() as client:
        table = open_match(client, 2)
        step(table, Random(1))
        with away(apart.registry, client):
            apart.move(table.id, "south")
            for who in ("arbiter", 0, None):
                assert unavailable(table.ask(who))
            assert unavailable(table.send(0, {"type": "table.note", "text": "?"}))
        step(table, Random(1))


def test_one_cell_that_is_out_of_reach_takes_none_of_the_others_along(apart):
    with apart.client() as client:
        tables = [open_match(client, 2) for _ in range(2)]
        assert homes(apart, tables) == ["north", "south"]
        with away(apart.urls["north"], client):
            assert unavailable(tables[0].ask(None))
            step(tables[1], Random(1))
            assert unavailable(client.get("/v1/matches")), "half a list would be none"
            assert client.get("/readyz").status_code == 200
            with away(apart.urls["south"], client):
                assert client.get("/readyz").status_code == 503
        step(tables[0], Random(1))


def test_a_cell_that_cannot_be_opened_is_served_when_it_can_be(apart):
    with apart.client() as client:
        tables = [open_match(client, 2) for _ in range(2)]
    path = apart.urls["north"].removeprefix("sqlite:///")
    os.rename(path, f"{path}.away")
    with apart.client() as client:
        works = client.application.extensions["kerbholz"]
        works.begin_rounds()
        step(at(tables[1], client), Random(1))
        assert unavailable(at(tables[0], client).ask(None))
        assert unavailable(client.get("/v1/matches"))
        assert client.get("/readyz").status_code == client.get("/v1/rulesets").status_code == 200
        assert client.post("/v1/matches", json=opening(2)).status_code in (201, 503)
        os.rename(f"{path}.away", path)
        works._tried.clear()
        step(at(tables[0], client), Random(1))
        assert client.get("/v1/matches").status_code == 200


# -- what is refused ----------------------------------------------------------------------------------------


def test_a_registry_needs_a_service_key_and_outlives_the_service():
    with pytest.raises(ValueError, match="set KERBHOLZ_SERVICE_KEY"):
        Settings(registry="sqlite:///r.db")
    with pytest.raises(ValueError, match="cannot be a database in memory"):
        Settings(registry="sqlite://", service_key=b"k" * 32)
    with pytest.raises(ValueError, match="The database URL has to be"):
        Settings(registry="mysql://x", service_key=b"k" * 32)


def test_mistakes_of_the_operator_are_told_in_a_sentence(sqlite_ground, tmp_path):
    run = partial(sqlite_ground.run, fails=True)
    assert "1 to 32 small letters" in run("cells", "add", "North Sea", "sqlite:///x.db")
    assert "cannot be a database in memory" in run("cells", "add", "sea", "sqlite://")
    assert "cannot be used" in run("cells", "add", "sea", "mysql://x")
    assert "there is no cell sea" in run("cells", "move", str(uuid4()), "sea")
    assert "there is no match" in run("cells", "move", str(uuid4()), "south")
    assert "not the id of a match" in run("cells", "move", "x", "south")
    nothing = f"sqlite:///{tmp_path / 'nothing.db'}"
    assert "is not there" in run("cells", "list", "--registry", nothing)
    sqlite_ground.run("migrate", "--database", nothing)
    assert "names no cell that can be used" in run("serve", "--registry", nothing)
    assert "which registry" in Ground("", {}).run("cells", "list", fails=True)


@pytest.mark.few("sqlite")
def test_a_database_is_one_cell_of_a_registry(client, ground):
    """Whatever its URL is called; and of another registry it is another one."""
    said = ground.run("cells", "add", "third", ground.urls["south"], fails=True)
    assert "cannot be added: it is the cell south already" in said
    assert len(ground.run("cells", "list").splitlines()) == 2
    assert ground.run("cells", "add", "south", ground.urls["south"]) == "south: 0 matches"
    elsewhere = Ground(ground.urls["south"], {"only": ground.urls["south"]})
    assert elsewhere.run("cells", "add", "only", ground.urls["south"]) == "only: 0 matches"


def test_a_database_of_matches_becomes_a_cell(migrated_sqlite, tmp_path):
    """With what has its place in the registry: API keys, and external ids."""
    urls = {}
    for name in ("registry", "old", "other"):
        urls[name] = f"sqlite:///{tmp_path / name}.db"
    ground = Ground(urls.pop("registry"), urls)
    ground.run("migrate", "--database", urls["old"])
    key = ground.run("keys", "add", "club", "--database", urls["old"])
    alone = create_app(Settings(database=urls["old"], service_key=bytes.fromhex(KEY), limits=OFF))
    client = new_client("", alone)
    tables = [open_match(client, 2), open_match(client, 2, labels=CLUB)]
    alone.extensions["kerbholz"].close()
    for _ in range(2):
        assert ground.run("cells", "add", "old", urls["old"]) == "old: 2 matches"
    assert ground.run("cells", "add", "other", urls["other"]) == "other: 0 matches"
    with ground.client(require_key=True) as client:
        for table in tables:
            step(at(table, client), Random(1))
            ground.move(table.id, "other")
            step(at(table, client), Random(1))
        assert client.post("/v1/matches", json=opening(2), headers=bearer(key)).status_code == 201
    with ground.client() as client:
        assert client.post("/v1/matches", json=opening(2, labels=CLUB)).json["code"] == TAKEN
    with ground.matches(ground.registry) as registry:
        assert sum(Registry(registry.database).counts().values()) == 4, "the refused opening was claimed"
    with ground.matches(urls["old"]) as old:
        assert old.database.query("SELECT * FROM kerbholz_external_ids") == []
