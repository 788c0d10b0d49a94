"""The file of an SQLite database: its owner's alone, ours or left alone, and not ready where it is damaged."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from eventsourcing.persistence import PersistenceError
from flask.testing import FlaskClient

from domain.application.matches import Matches
from domain.application.upkeep.migration import SCHEMA, migrate, schema_of
from domain.match.opening import Opening, SeatWanted
from domain.store.reaching import Unusable
from domain.store.sqlite.files import APPLICATION, Inspection, check, open_to_others, path_of, prepare, there
from domain.store.sqlite.recorder import Pool
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.persistence.serving import run
from tests.persistence.test_streams import until
from tests.service.playing import check_problem, new_client, open_match

ADA_AND_BO = Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")])


def env_of(path: Path) -> dict[str, str]:
    return Settings(database=f"sqlite:///{path}").environment


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o022, 0o000, 0o077, 0o277])
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def executed(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


# -- who may read it -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_umask")
def test_a_new_file_and_those_beside_it_are_its_owners_alone(tmp_path):
    path = tmp_path / "kerbholz.db"
    migrate(env_of(path))
    with Matches(env_of(path)) as matches:
        matches.open(ADA_AND_BO)
        files = sorted(tmp_path.iterdir())
        assert [file.name for file in files] == ["kerbholz.db", "kerbholz.db-shm", "kerbholz.db-wal"]
        assert {mode_of(file) for file in files} == {0o600}
    assert open_to_others(str(path)) is None


@pytest.mark.parametrize("mode", [0o640, 0o644, 0o660, 0o666])
def test_the_mode_of_a_file_that_is_there_is_kept(tmp_path, mode):
    path = tmp_path / "kerbholz.db"
    path.touch()
    path.chmod(mode)
    migrate(env_of(path))
    with Matches(env_of(path)) as matches:
        matches.open(ADA_AND_BO)
        assert {mode_of(file) for file in tmp_path.iterdir()} == {mode}
    assert open_to_others(env_of(path)["SQLITE_DBNAME"]) == (f"{mode:o}" if mode & 0o007 else None)


def test_who_can_read_a_file_is_said_where_that_is_everybody(tmp_path):
    for mode, said in ((0o644, True), (0o600, False)):
        path = tmp_path / f"{mode:o}.db"
        path.touch()
        path.chmod(mode)
        done = run("migrate", "--database", f"sqlite:///{path}")
        assert done.returncode == 0
        assert (f"everybody on this machine may read {path} (mode 644)" in done.stderr) == said


def test_who_only_reads_leaves_no_empty_file_behind(tmp_path):
    path = tmp_path / "kerbholz.db"
    with pytest.raises(Unusable, match="is not there"):
        Matches(env_of(path))
    with Matches({**env_of(path), "CREATE_TABLE": "y"}) as matches:
        assert schema_of(matches) == 0
        path.unlink()
        bell = matches.bell()
        assert not bell.wait(0.05, lambda: False)
        bell.close()
    assert not path.exists()


# -- whose it is ---------------------------------------------------------------------------------------------

FOREIGN = {
    "tables": ("CREATE TABLE notes (a)", "INSERT INTO notes VALUES (1)"),
    "tables that sound alike": ("CREATE TABLE kerbholz_events (a)", "CREATE TABLE tracking (a)"),
    "a view alone": ("CREATE VIEW ours AS SELECT 1",),
    "another application_id": (f"PRAGMA application_id = {0x47504B47}", "CREATE TABLE kerbholz_settings (a)"),
    "another application_id and nothing else": ("PRAGMA application_id = 1",),
    "a user_version": ("PRAGMA user_version = 7",),
    "a write-ahead log": ("PRAGMA journal_mode = WAL", "CREATE TABLE notes (a)"),
}


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
def test_another_applications_file_is_left_as_it_is(tmp_path, statements):
    path = tmp_path / "theirs.db"
    executed(path, *statements)
    before = path.read_bytes()
    for use in (migrate, Matches, lambda env: Matches({**env, "CREATE_TABLE": "y"})):
        with pytest.raises(Unusable, match="belongs to another application"):
            use(env_of(path))
    assert path.read_bytes() == before
    app = create_app(Settings(database=f"sqlite:///{path}"))
    for path_asked in ("/readyz", "/v1/matches"):
        answer = app.test_client().get(path_asked)
        assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
        assert "theirs" not in answer.text
    assert path.read_bytes() == before


NO_DATABASE = {
    "a text": (b"Dear diary,\n" * 100, "not an SQLite database"),
    "a short text": (b"x", "not an SQLite database"),
    "zeros": (b"\0" * 4096, "not an SQLite database"),
    "the first bytes alone": (b"SQLite format 3\0", "not an SQLite database|damaged"),
    "a header without sense": (b"SQLite format 3\0" + b"\xff" * 4080, "not an SQLite database|damaged"),
}


@pytest.mark.parametrize(("content", "why"), NO_DATABASE.values(), ids=NO_DATABASE)
def test_what_is_no_database_is_left_as_it_is(tmp_path, content, why):
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    for use in (migrate, Matches):
        with pytest.raises(Unusable, match=why):
            use(env_of(path))
    assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["diary.txt"]


def test_folders_and_devices_are_no_files(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path, why in (
        (tmp_path, "a folder"),
        (tmp_path / "pipe", "not a file"),
        (Path("/dev/null"), "not a file"),
    ):
        with pytest.raises(Unusable, match=why):
            migrate(env_of(path))


def test_empty_files_and_files_of_earlier_versions_are_ours(tmp_path, migrated_sqlite):
    (tmp_path / "empty.db").touch()
    shutil.copy(migrated_sqlite, tmp_path / "earlier.db")
    executed(tmp_path / "earlier.db", "PRAGMA application_id = 0")
    shutil.copy(migrated_sqlite, tmp_path / "with-more.db")
    executed(tmp_path / "with-more.db", "CREATE TABLE notes (a)", "PRAGMA user_version = 3")
    for path in sorted(tmp_path.iterdir()):
        assert migrate(env_of(path)) == SCHEMA
        with contextlib.closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
        check(str(path))


def test_names_of_databases_are_read_as_sqlite_reads_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(("a b?c#d%41.db", "Größe.db", "/".join((str(tmp_path), "absolute.db")))):
        url = f"sqlite:///{name.replace('%', '%25').replace('?', '%3F').replace('#', '%23')}"
        uri = Settings(database=url).environment["SQLITE_DBNAME"]
        assert path_of(uri) == name
        prepare(uri)
        assert Path(name).is_file(), number
        for opened in (there(uri), there(name)):
            sqlite3.connect(opened, uri=True).close()


# -- whether it is whole -------------------------------------------------------------------------------------


@dataclass
class Played:
    """A file with a few matches, and apps that have not opened it yet."""

    path: Path
    match: str

    @contextlib.contextmanager
    def client(self) -> Iterator[FlaskClient]:
        """A client of an app of its own."""
        app = create_app(Settings(database=f"sqlite:///{self.path}", limits=OFF))
        yield app.test_client()
        app.extensions["kerbholz"].close()

    def answers(self, client: FlaskClient) -> list[Any]:
        """What is answered to reading and writing, and to nothing of the database."""
        reading = ("", "/view", "/decisions", "/moves", "/audit")
        body = {"ruleset": "seven-sins", "seats": [{"name": "A"}, {"name": "B"}]}
        assert client.get("/healthz").status_code == 200
        return [
            client.get("/v1/matches"),
            *(client.get(f"/v1/matches/{self.match}{what}") for what in reading),
            client.post("/v1/matches", json=body),
        ]


@pytest.fixture
def played(migrated_sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Played:
    """Such a file, written and closed; whoever asks for it has it looked through."""
    monkeypatch.setattr(Inspection, "LEAST", 0.0)
    monkeypatch.setattr(Inspection, "SHARE", 0)
    monkeypatch.setattr(Inspection, "PATIENCE", 10.0)
    first = new_client(migrated_sqlite_url, create_app(Settings(database=migrated_sqlite_url, limits=OFF)))
    tables = [open_match(first, 2) for _ in range(3)]
    first.application.extensions["kerbholz"].close()
    return Played(Path(migrated_sqlite_url.removeprefix("sqlite:///")), tables[0].id)


def damaged(path: Path, table: str) -> None:
    """Overwrite the first page of a table."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    overwritten(path, page)


def overwritten(path: Path, page: int, content: bytes = b"\xa5" * 4096) -> None:
    with open(path, "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(content)


def check_silent(answer: Any) -> None:
    """An answer is one, or a problem that says nothing of the inside."""
    if answer.status_code >= 400:
        check_problem(answer)
        assert answer.status_code == 503, answer.text
        assert not any(word in answer.text for word in ("sqlite", "malformed", ".db", "Traceback"))


@pytest.mark.parametrize("table", ["kerbholz_events", "kerbholz_texts", "kerbholz_catalogue", "kerbholz_settings"])
@pytest.mark.parametrize("when", ["before", "while"])
def test_a_damaged_page_is_no_readiness_and_says_nothing_of_the_inside(played, table, when):
    with played.client() as client:
        if when == "while":
            assert client.get("/readyz").status_code == 200
            assert played.answers(client)[-1].status_code == 201
        damaged(played.path, table)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json["code"]) == (503, "unavailable"), answer.text
        for answer in played.answers(client):
            check_silent(answer)


def test_whichever_page_is_damaged_it_is_said_or_does_no_harm(played):
    whole = played.path.read_bytes()
    pages = len(whole) // 4096
    chosen = Random(14).sample(range(1, pages + 1), 12)
    for number, page in enumerate(chosen):
        played.path.write_bytes(whole)
        overwritten(played.path, page, bytes(4096) if number % 2 else Random(page).randbytes(4096))
        with played.client() as client:
            for answer in (client.get("/readyz"), *played.answers(client)):
                check_silent(answer)


def test_a_file_that_was_cut_off_or_taken_away_is_no_readiness(played):
    with played.client() as client:
        assert client.get("/readyz").status_code == 200
        whole = played.path.read_bytes()
        with open(played.path, "r+b") as file:
            file.truncate(len(whole) // 2)
        assert client.get("/readyz").status_code == 503
        for answer in played.answers(client):
            check_silent(answer)
        played.path.write_bytes(whole)
        # A read model that was just reading tries again a moment later.
        until(lambda: client.get("/readyz").status_code == 200)
        played.path.rename(played.path.with_suffix(".away"))
        assert client.get("/readyz").status_code == 503
        assert not played.path.exists()


@pytest.mark.parametrize("instead", [None, "ours", "another application's", "a folder"])
def test_nothing_is_stored_in_a_file_that_was_taken_away(played, tmp_path, instead):
    body = {"ruleset": "seven-sins", "seats": [{"name": "A"}, {"name": "B"}]}
    away, other = played.path.with_suffix(".away"), tmp_path / "other.db"
    with played.client() as client:
        assert client.post("/v1/matches", json=body).status_code == 201
        played.path.rename(away)
        if instead == "ours":
            migrate(env_of(other))
        elif instead == "another application's":
            executed(other, "CREATE TABLE bookmarks (title TEXT)")
        elif instead == "a folder":
            other.mkdir()
        if instead is not None:
            other.rename(played.path)
        assert client.get("/readyz").status_code == 503
        answer = client.post("/v1/matches", json=body)
        assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
        for answer in played.answers(client):
            check_silent(answer)
        if instead == "another application's":
            assert played.path.read_bytes()[18] == 1  # not turned to a write-ahead log
        if instead == "a folder":
            played.path.rmdir()
        away.rename(played.path)
        answer = client.get("/readyz")
        assert answer.status_code == 200, answer.text
        assert client.post("/v1/matches", json=body).status_code == 201


def test_writing_goes_on_when_connections_can_be_had_again(migrated_sqlite_url, monkeypatch):
    def refused(*_: Any, **__: Any) -> None:
        raise sqlite3.OperationalError("unable to open database file")  # as with too many open files

    pool = Pool(migrated_sqlite_url.removeprefix("sqlite:///"), None)
    with contextlib.closing(pool):
        with monkeypatch.context() as patched:
            patched.setattr("eventsourcing.sqlite.sqlite3.connect", refused)
            with pytest.raises(PersistenceError):
                pool.get_connection(is_writer=True)
        pool.put_connection(pool.get_connection(0.1, is_writer=True))


TAKES_IT = """
import sqlite3, sys
with sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None) as other:
    print(*other.execute("PRAGMA journal_mode = DELETE").fetchone())
"""
"""Another process, which throws the log beside the file away if nobody has the file open."""


@pytest.mark.parametrize(
    "use",
    [
        check,
        prepare,
        lambda name: migrate(env_of(Path(name))),
        lambda name: Matches(env_of(Path(name))).close(),
        lambda name: _scrubbed(name),
    ],
    ids=["checked", "prepared", "migrated", "opened", "scrubbed"],
)
def test_who_uses_a_file_takes_no_locks_from_those_who_have_it_open(migrated_sqlite, tmp_path, use):
    """A process that opens and closes the file by itself has no locks of SQLite on it any more."""
    path = tmp_path / "kerbholz.db"
    shutil.copy(migrated_sqlite, path)
    with Matches(env_of(path)) as matches:
        matches.open(ADA_AND_BO)
        use(str(path))
        done = subprocess.run(
            [sys.executable, "-c", TAKES_IT, path], capture_output=True, text=True, timeout=20, check=False
        )
        assert "database is locked" in done.stderr, done.stdout


def _scrubbed(name: str) -> None:
    with Matches(env_of(Path(name))) as other:
        other.database.scrub([b"nowhere in it"])


def test_a_file_that_was_cut_off_is_not_migrated(played):
    content = played.path.read_bytes()[:20_000]
    played.path.write_bytes(content)
    with pytest.raises(Unusable, match="damaged"):
        migrate(env_of(played.path))
    assert played.path.read_bytes() == content


@pytest.mark.parametrize("left", [(), ("-wal",), ("-wal", "-shm")])
def test_what_a_crash_has_left_is_ours_and_whole(migrated_sqlite, tmp_path, left):
    """The log beside the file is read, whether or not its index is there."""
    live, copy = tmp_path / "live.db", tmp_path / "copy.db"
    shutil.copy(migrated_sqlite, live)
    with Matches(env_of(live)) as matches:
        match_id = matches.open(ADA_AND_BO).match.id
        shutil.copy(live, copy)
        for end in left:
            shutil.copy(f"{live}{end}", f"{copy}{end}")
    check(str(copy))
    assert Inspection(str(copy)).wrong() is None
    assert migrate(env_of(copy)) == SCHEMA
    with Matches(env_of(copy)) as matches:
        assert bool(matches.database.query("SELECT 1 FROM kerbholz_events")) == bool(left)
        if left:
            assert matches.load(match_id).version >= 0


def test_a_journal_that_a_crash_has_left_is_undone(migrated_sqlite, tmp_path):
    live, copy = tmp_path / "live.db", tmp_path / "copy.db"
    shutil.copy(migrated_sqlite, live)
    with contextlib.closing(sqlite3.connect(live, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("DELETE FROM kerbholz_settings")
        connection.execute("CREATE TABLE much AS SELECT randomblob(100000) FROM sqlite_master")
        shutil.copy(live, copy)
        shutil.copy(f"{live}-journal", f"{copy}-journal")
    assert migrate(env_of(copy)) == SCHEMA


def test_looking_takes_a_small_share_of_the_time(migrated_sqlite, tmp_path):
    path = tmp_path / "kerbholz.db"
    shutil.copy(migrated_sqlite, path)
    now = [0.0]
    inspection = Inspection(str(path), lambda: now[0])
    assert inspection.wrong() is None
    damaged(path, "kerbholz_events")
    assert inspection.wrong() is None, "it has just looked"
    now[0] += Inspection.LEAST
    assert inspection.wrong() == "it is damaged"
