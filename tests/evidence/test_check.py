"""`kerbholz check` names whatever was altered, by match and version, and says nothing where nothing was."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from domain.application.matches import Matches
from domain.application.tokens import token_hash
from domain.application.upkeep.checking import ids as ids_of
from domain.match.opening import Opening, SeatWanted
from projections.read_models.runner import Runner
from service.app import create_app
from service.cli import main
from service.config import Settings
from service.web.bounds import OFF
from tests.evidence.archives import played
from tests.evidence.tampering import BESIDE, KINDS, Database, Rows, label_forged
from tests.postgres import Server
from tests.service.playing import Table, Who, new_client, open_match


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A database with this version's tables."""
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("check") / "kerbholz.db"
        shutil.copy(request.getfixturevalue("migrated_sqlite"), path)
        yield f"sqlite:///{path}"
        return
    server: Server = request.getfixturevalue("postgres_server")
    copied = server.copied_database(request.getfixturevalue("migrated_postgres"))
    yield copied
    server.drop_database(copied)


@pytest.fixture(scope="module")
def tables(url: str) -> list[Table]:
    """Three matches in it, which are followed by the read models."""
    settings = Settings(database=url, limits=OFF)
    client = new_client(url, create_app(settings, matches_factory=lambda: Snapped(settings.environment)))
    tables = [
        played(client, options={"history": "kept"}),
        played(client, mode="recorded", options={"history": "kept"}),
        played(client, public=False),
    ]
    works = client.application.extensions["kerbholz"]
    Runner(works.matches()).catch_up()
    works.close()
    return tables


@pytest.fixture(scope="module")
def ids(tables: list[Table]) -> list[UUID]:
    return [UUID(table.id) for table in tables]


@pytest.fixture(scope="module")
def told(url: str, tables: list[Table]) -> dict[tuple[Who, str], tuple[int, bytes]]:
    """What the service answers of the first one, before anything was altered."""
    with process(url) as client:
        return answers(client, tables[0])


@pytest.fixture(scope="module")
def database(url: str, ids: list[UUID]) -> Database:
    return Database(url)


class Snapped(Matches):
    """Takes a snapshot now and then."""

    name = Matches.name
    snapshot_every = 8


ON_POSTGRES = (
    "a value",
    "a version left out",
    "invalid bytes",
    "older tokens",
    "the last row and the head",
    "the seed",
    "the state of a snapshot",
    "two rows swapped",
)
"""What is altered on PostgreSQL, too, outside of a soak: something of each table, and of each way to alter it."""
ASKED = ("view", "decisions", "export", "picture", "moves", "words", "")
"""What is asked of a match: its board is among the first."""


@contextmanager
def process(url: str) -> Iterator[FlaskClient]:
    """A client of a service that has just been started; its answers may be 500."""
    app = create_app(Settings(database=url, limits=OFF))
    try:
        yield FlaskClient(app, app.response_class)
    finally:
        app.extensions["kerbholz"].close()


def answers(
    client: FlaskClient, table: Table, asked: Sequence[str] = ASKED
) -> dict[tuple[Who, str], tuple[int, bytes]]:
    """What is answered to everybody who could ask."""
    asking = Table(client, table.opened)
    found = {}
    for who in (None, 0, "arbiter"):
        for what in asked if who == "arbiter" else asked[:2]:
            answer = asking.ask(who, what)
            found[who, what] = (answer.status_code, answer.data)
    return found


def is_damage(status: int, body: bytes) -> bool:
    """Whether an answer says that the match is damaged, and nothing of it."""
    return status == 500 and json.loads(body)["code"] == "damaged"


def run(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """The exit code of `kerbholz check`, and what it says."""
    done = CliRunner().invoke(main, ["check", *arguments], env=environment)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.few(*(f"sqlite-{kind}" for kind in KINDS), *(f"postgres-{kind}" for kind in ON_POSTGRES))
@pytest.mark.parametrize("kind", KINDS)
def test_what_was_altered_is_named_by_match_and_version_and_not_served(
    database: Database, tables: list[Table], ids: list[UUID], told: dict[Any, Any], kind: str
) -> None:
    altered, wanted = KINDS[kind]
    with database.matches() as matches:
        expected = wanted(Rows(matches, ids[0], on_postgres="postgres" in database.settings.database))
    with database.altered(altered, ids[0]):
        found = database.findings()
        with process(database.settings.database) as client:
            check_nothing_of_it_is_served(client, tables[0], told, kind)
            client.get("/v1/matches")
    assert {(ids[0].hex, version, what) for version, what in expected} <= set(found)
    assert {match for match, _, _ in found} == {ids[0].hex}
    versions = {version for version, _ in expected}
    assert {version for _, version, _ in found if version is not None} <= versions, "it is said once, where it is"


def check_nothing_of_it_is_served(
    client: FlaskClient, table: Table, told: dict[Any, tuple[int, bytes]], kind: str
) -> None:
    """Each answer is what it was, or says that the match is damaged; when that was found, nothing else is said."""
    now = answers(client, table)
    damaged = [asked for asked, answer in now.items() if is_damage(*answer)]
    if "snapshot" in kind:
        assert now == told
        assert Table(client, table.opened).send("arbiter", NOTE).status_code == 201
        return
    if "token" in kind:
        whose = {"the seat of a token": {0}, "the role of a token": set(), "older tokens": {"arbiter"}}[kind]
        assert all(answer == told[asked] for asked, answer in now.items() if asked[0] not in whose)
        assert all(is_damage(*answer) or answer[0] == 401 for (who, _), answer in now.items() if who in whose)
        return
    assert damaged
    assert all(answer == told[asked] for asked, answer in now.items() if asked not in damaged)
    again = answers(client, table, ("view", "stream", "picture", "export", "decisions", ""))
    assert all(is_damage(*answer) for answer in again.values())
    for (who, what), (_, body) in again.items():
        official = str(UUID(table.id)) in json.loads(body)["detail"]
        assert official == (who == "arbiter"), what
    before = table_size(client, table)
    assert is_damage(
        *(lambda answer: (answer.status_code, answer.data))(Table(client, table.opened).send("arbiter", NOTE))
    )
    assert table_size(client, table) == before


def table_size(client: FlaskClient, table: Table) -> int:
    """How many decisions are stored of a match."""
    database = client.application.extensions["kerbholz"].matches().database
    return int(database.count_events(UUID(table.id).hex, -1, 10_000))


NOTE = {"type": "table.note", "text": "tea break"}


@pytest.mark.few(*(f"sqlite-{kind}" for kind in BESIDE), "postgres-a look")
@pytest.mark.parametrize("kind", BESIDE)
def test_what_the_audit_tells_is_checked_as_well(
    database: Database, tables: list[Table], ids: list[UUID], kind: str
) -> None:
    altered, wanted = BESIDE[kind]
    with database.altered(altered, ids[0]) as rows:
        assert database.findings() == [(ids[0].hex, version, what) for version, what in wanted(rows)]
        with process(database.settings.database) as client:
            for _ in range(2):
                answer = Table(client, tables[0].opened).ask("host", "audit")
                assert is_damage(answer.status_code, answer.data)
            assert Table(client, tables[1].opened).ask("host", "audit").status_code == 200


def test_a_request_that_was_altered_is_answered_by_nothing(
    database: Database, tables: list[Table], ids: list[UUID]
) -> None:
    key = {"Idempotency-Key": "once"}
    changed = "UPDATE kerbholz_requests SET first_version = ?, last_version = ? WHERE request_key = 'once'"
    with (
        database.altered(lambda rows: None, ids[0]),
        process(database.settings.database) as client,
        database.matches() as matches,
    ):
        table = Table(client, tables[0].opened)
        sent = table.send("arbiter", NOTE, headers=key)
        assert table.send("arbiter", NOTE, headers=key).json == sent.json
        before = table_size(client, table)
        for versions in ((before + 9, before + 8), (1, 2)):
            matches.database.execute([(changed, versions)])
            again = table.send("arbiter", NOTE, headers=key)
            assert is_damage(again.status_code, again.data)
        assert table_size(client, table) == before
        assert database.findings() == [(ids[0].hex, None, "request")]


@pytest.mark.parametrize("state", ["no bytes", 1.5, 10**15])
def test_a_row_that_is_no_bytes_is_named(migrated_sqlite_url: str, state: object) -> None:
    """SQLite takes it: an UPDATE with `replace` is enough to make a text of a row."""
    client = new_client(migrated_sqlite_url)
    table = open_match(client, 2)
    client.application.extensions["kerbholz"].close()
    with Matches(Settings(database=migrated_sqlite_url).environment) as matches:
        changed = "UPDATE kerbholz_events SET state = ? WHERE originator_version = 2"
        matches.database.execute([(changed, (state,))])
    assert run("--database", migrated_sqlite_url)[:2] == (
        1,
        f"match {table.id}: decision 2: row: it cannot be read\n1 match, 5 decisions: 1 finding in 1 match\n",
    )


ODD: Mapping[str, tuple[str, object, tuple[int | None, str]]] = {
    "a version": (
        "UPDATE kerbholz_events SET originator_version = ? WHERE originator_version = 3",
        2.5,
        (None, "row"),
    ),
    "a match key": ("UPDATE kerbholz_secrets SET match_key = ?", "no bytes", (0, "match key")),
    "a seed": ("UPDATE kerbholz_secrets SET chance_seed = ?", 1.5, (0, "seed")),
    "a place of a name": ("UPDATE kerbholz_names SET pointer = ? WHERE called = 'bo'", "x", (None, "name at x")),
    "a name": ("UPDATE kerbholz_names SET pointer = ? WHERE called = 'bo'", b"x", (None, "name at b'x'")),
    "a label": ("INSERT INTO kerbholz_labels SELECT match_id, ?, '' FROM kerbholz_heads", b"x", (0, "labels")),
}
"""A value of another kind than was stored: how it comes there, and what is found."""


@pytest.mark.parametrize("kind", ODD)
def test_what_is_of_another_kind_is_named_and_stops_nothing(migrated_sqlite_url: str, kind: str) -> None:
    """The check ends with a finding, and the service says that the match is damaged where it reads that."""
    client = new_client(migrated_sqlite_url)
    table = open_match(client, 2, labels={"cup": "spring"})
    client.application.extensions["kerbholz"].close()
    change, value, expected = ODD[kind]
    database = Database(migrated_sqlite_url)
    with database.altered(lambda rows: rows.run(change, value), UUID(table.id)):
        assert (UUID(table.id).hex, *expected) in database.findings()
        with process(migrated_sqlite_url) as asked:
            answer = Table(asked, table.opened).ask("arbiter", "decisions")
            assert answer.status_code == 200 or is_damage(answer.status_code, answer.data)
    assert database.findings() == []


def test_an_id_that_is_no_text_is_named_and_the_check_ends(migrated_sqlite_url: str) -> None:
    """To SQLite bytes lie behind every text."""
    with Matches(Settings(database=migrated_sqlite_url).environment) as matches:
        matches.database.execute([("INSERT INTO kerbholz_names VALUES (?, '/seats/0/name', 'ada', '')", (b"x",))])
        found = list(islice(ids_of(matches), 3))
    assert found == ["b'x'"]


def test_a_label_that_was_forged_is_found(database: Database, ids: list[UUID]) -> None:
    with database.altered(label_forged, ids[0]):
        assert database.findings() == [(ids[0].hex, 0, "labels")]


def test_a_token_of_what_is_no_match_is_nobodys(database: Database, tables: list[Table], ids: list[UUID]) -> None:
    other = "UPDATE kerbholz_tokens SET match_id = 'x' WHERE match_id = ? AND role = 'arbiter'"
    with (
        database.altered(lambda rows: rows.run(other, ids[0].hex), ids[0]),
        process(database.settings.database) as client,
    ):
        assert Table(client, tables[0].opened).ask("arbiter", "view").status_code == 401
        assert set(database.findings()) == {(ids[0].hex, None, "token"), ("x", None, "id")}


def test_api_keys_and_external_ids_that_were_altered_are_named_and_nobodys(
    database: Database, ids: list[UUID]
) -> None:
    url = database.settings.database
    forged = token_hash("khk_forged")

    def add(rows: Rows) -> None:
        rows.run(
            "INSERT INTO kerbholz_api_keys (name, key_hash, added_at) VALUES ('mallory', ?, '2026-01-01')", forged
        )
        rows.run("INSERT INTO kerbholz_external_ids VALUES ('', 'club:9', 0, ?, '')", ids[2].hex)

    with database.altered(add, ids[0]):
        code, said, _ = run("--database", url)
        assert code == 1
        assert said.splitlines()[:2] == [
            "API key mallory: it is not the one that was stored",
            f"match {ids[2]}: external id: one is not the one that was stored",
        ]
        with database.matches() as matches:
            assert matches.side.api_key(forged) is None
            assert matches.side.external_id("", "club:9") == (None, 1)
            seats = [SeatWanted("Ada"), SeatWanted("Bo")]
            opened = matches.open(Opening("seven-sins", seats, labels={"external-id": "club:9"})).match.id
            taken, free = matches.side.external_id("", "club:9")
            assert taken is not None
            assert (taken.match_id, free) == (opened, 2)


def test_nothing_is_found_where_nothing_was_altered(database: Database, ids: list[UUID]) -> None:
    assert database.findings() == []
    code, said, bar = run("--database", database.settings.database)
    assert (code, said.splitlines()[-1].partition(" decisions")[0].partition(",")[0]) == (0, "3 matches")
    assert said.endswith("nothing was found\n")
    assert "checking" in bar
    one = run(str(ids[1]), "--database", database.settings.database)
    assert (one[0], one[1].partition(",")[0]) == (0, "1 match")


def test_a_text_that_was_erased_is_no_damage(database: Database, ids: list[UUID]) -> None:
    with database.altered(lambda rows: rows.matches.erase(ids[0], 0, "/seats/0/name"), ids[0]):
        assert database.findings() == []


def test_the_command_says_what_was_altered(database: Database, ids: list[UUID]) -> None:
    with database.altered(KINDS["a value"][0], ids[0]):
        code, said, _ = run("--all", "--database", database.settings.database)
        assert code == 1
        first, last = said.splitlines()
        assert first == f"match {ids[0]}: decision 5: leaf: the record is not the one that was hashed"
        assert last.endswith(": 1 finding in 1 match")
        assert run(str(ids[1]), "--database", database.settings.database)[0] == 0


def test_read_models_that_say_something_else_are_found_and_built_anew(database: Database, ids: list[UUID]) -> None:
    shown = "UPDATE kerbholz_catalogue SET public = 1 WHERE match_id = ?"
    with database.altered(lambda rows: rows.run(shown, ids[2].hex), ids[2]):
        code, said, _ = run("--database", database.settings.database)
        assert (code, said.splitlines()[0]) == (
            1,
            f"match {ids[2]}: catalogue: its rows are not those that the log makes",
        )
        assert run("--repair-read-models", "--database", database.settings.database)[1].endswith(
            "the read models were built anew\n"
        )
        assert run("--database", database.settings.database)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no-id"], "no-id is not the id of a match"),
        (["5e7ea500-0000-4000-8000-000000000000"], "there is no match"),
    ],
)
def test_what_is_not_there_cannot_be_checked(database: Database, arguments: list[str], said: str) -> None:
    code, _, error = run(*arguments, "--database", database.settings.database)
    assert code == 2
    assert said in error


def test_what_is_no_database_cannot_be_checked(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(b"no database at all, but long enough to be looked at" * 10)
    code, _, error = run("--database", f"sqlite:///{path}")
    assert code == 2
    assert str(path) in error
    assert path.read_bytes().startswith(b"no database")


def test_another_service_key_is_refused(database: Database, ids: list[UUID]) -> None:
    """All would look altered."""
    code, said, error = run("--database", database.settings.database, KERBHOLZ_SERVICE_KEY="ab" * 32)
    assert (code, said) == (2, "")
    assert "KERBHOLZ_SERVICE_KEY has to be that one" in error


def test_a_database_without_a_match_takes_the_key_that_it_is_given(migrated_sqlite_url: str) -> None:
    for key in ("ab", "cd"):
        assert run("--database", migrated_sqlite_url, KERBHOLZ_SERVICE_KEY=key * 32)[0] == 0
