"""`kerbholz check` names whatever was altered, by match and version, and says nothing where nothing was."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from click.testing import CliRunner

from projections.read_models.runner import Runner
from service.cli import main
from tests.evidence.archives import played
from tests.evidence.tampering import KINDS, Database, Rows
from tests.postgres import Server
from tests.service.playing import new_client


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
def ids(url: str) -> list[UUID]:
    """Three matches in it, which are followed by the read models."""
    client = new_client(url)
    tables = [
        played(client, options={"history": "kept"}),
        played(client, mode="recorded", options={"history": "kept"}),
        played(client, public=False),
    ]
    works = client.application.extensions["kerbholz"]
    Runner(works.matches()).catch_up()
    works.close()
    return [UUID(table.id) for table in tables]


@pytest.fixture(scope="module")
def database(url: str, ids: list[UUID]) -> Database:
    return Database(url)


def run(*arguments: str) -> tuple[int, str, str]:
    """The exit code of `kerbholz check`, and what it says."""
    done = CliRunner().invoke(main, ["check", *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_altered_is_named_by_match_and_version(database: Database, ids: list[UUID], kind: str) -> None:
    altered, wanted = KINDS[kind]
    with database.matches() as matches:
        expected = wanted(Rows(matches, ids[0], on_postgres="postgres" in database.settings.database))
    with database.altered(altered, ids[0]):
        found = database.findings()
    assert {(ids[0].hex, version, what) for version, what in expected} <= set(found)
    assert {match for match, _, _ in found} == {ids[0].hex}
    versions = {version for version, _ in expected}
    assert {version for _, version, _ in found if version is not None} <= versions, "it is said once, where it is"


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
