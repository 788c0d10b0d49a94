"""What an operator does wrong is said in a sentence with the path or address and the reason; exit code 1."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import eventsourcing.sqlite
import psycopg
import pytest
from click.testing import CliRunner
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

from domain.application.upkeep import migration
from domain.application.upkeep.migration import SCHEMA
from domain.store.postgres.sessions import SETTINGS
from domain.store.sqlite import files
from service.cli import main
from tests.persistence.pooling import pooler
from tests.persistence.serving import KERBHOLZ
from tests.postgres import Server

pytestmark = pytest.mark.long

COMMANDS = {
    "serve": ["serve", "--port", "0"],
    "migrate": ["migrate"],
    "rebuild": ["rebuild"],
    "keys list": ["keys", "list"],
    "keys add": ["keys", "add", "ada"],
    "keys revoke": ["keys", "revoke", "ada"],
}
WRITING = ["migrate", "rebuild", "keys add", "keys revoke"]
SECRET = "hunter2-hunter2"


def check_sentence(code: int, said: str, expected: str) -> None:
    """It ended in one sentence that says this (a regular expression), and in nothing else."""
    assert code == 1, said
    assert "Traceback" not in said
    assert SECRET not in said
    sentences = [line for line in said.splitlines() if line.startswith("Error: ")]
    assert len(sentences) == 1, said
    assert re.search(expected, sentences[0]), said


def fails(arguments: list[str], expected: str, **env: str) -> None:
    """A command in this process ends so."""
    result = CliRunner().invoke(main, arguments, env=env)
    assert isinstance(result.exception, SystemExit), result.exception
    check_sentence(result.exit_code, result.output, expected)


# -- databases ----------------------------------------------------------------------------------------------

Prepare = Callable[[Path, Path], str]
"""Gives a path in a folder, from a migrated file, that something is wrong with."""


def in_no_folder(folder: Path, migrated: Path) -> str:
    return str(folder / "no" / "such" / "kerbholz.db")


def in_a_file(folder: Path, migrated: Path) -> str:
    (folder / "file").touch()
    return str(folder / "file" / "kerbholz.db")


def a_folder(folder: Path, migrated: Path) -> str:
    return str(folder)


def a_device(folder: Path, migrated: Path) -> str:
    return "/dev/full"


def a_text(folder: Path, migrated: Path) -> str:
    (folder / "kerbholz.db").write_text("Dear diary")
    return str(folder / "kerbholz.db")


def anothers(folder: Path, migrated: Path) -> str:
    with contextlib.closing(sqlite3.connect(folder / "kerbholz.db")) as connection:
        connection.execute("CREATE TABLE notes (a)")
    return str(folder / "kerbholz.db")


def cut_off(folder: Path, migrated: Path) -> str:
    (folder / "kerbholz.db").write_bytes(migrated.read_bytes()[:10_000])
    return str(folder / "kerbholz.db")


def too_long_a_name(folder: Path, migrated: Path) -> str:
    return str(folder / ("x" * 300))


def a_loop(folder: Path, migrated: Path) -> str:
    (folder / "kerbholz.db").symlink_to(folder / "kerbholz.db")
    return str(folder / "kerbholz.db")


def a_link_to_nowhere(folder: Path, migrated: Path) -> str:
    (folder / "kerbholz.db").symlink_to(folder / "nowhere.db")
    return str(folder / "kerbholz.db")


def changed(folder: Path, migrated: Path, *statements: str) -> str:
    path = folder / "kerbholz.db"
    shutil.copy(migrated, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return str(path)


def newer(folder: Path, migrated: Path) -> str:
    statement = f"UPDATE kerbholz_settings SET value = CAST('{SCHEMA + 5}' AS BLOB) WHERE name = 'schema'"
    return changed(folder, migrated, statement)


def without_sense(folder: Path, migrated: Path) -> str:
    return changed(folder, migrated, "UPDATE kerbholz_settings SET value = x'ff00' WHERE name = 'schema'")


FILES: dict[str, tuple[Prepare, str]] = {
    "in no folder": (in_no_folder, r"{path}.*(there is no folder|is not there)"),
    "in a file": (in_a_file, r"{path}.*([Nn]ot a directory|there is no folder)"),
    "a folder": (a_folder, r"{path} cannot be used: it is a folder"),
    "a device": (a_device, r"{path} cannot be used: it is not a file"),
    "a text": (a_text, r"{path} cannot be used: it is not an SQLite database"),
    "another application's": (anothers, r"{path} belongs to another application"),
    "cut off": (cut_off, r"{path} cannot be used: it is damaged"),
    "too long a name": (too_long_a_name, r"{path}.*file name too long"),
    "a loop of links": (a_loop, r"{path}.*(too many levels of symbolic links|does not exist)"),
    "a link to nowhere": (
        a_link_to_nowhere,
        r"{path} (is not there|cannot be used: it is a link to a file that does not exist)",
    ),
    "of a newer version": (newer, rf"{{path}} is at schema {SCHEMA + 5}, of which"),
    "of no sense": (without_sense, r"{path} cannot be used: it says nothing that makes sense of its schema"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("prepare", "said"), FILES.values(), ids=FILES)
def test_files_that_cannot_be_used(tmp_path, migrated_sqlite, command, prepare, said):
    path = prepare(tmp_path, migrated_sqlite)
    database = ["--database", f"sqlite:///{path}"]
    fails([*COMMANDS[command], *database], said.format(path=re.escape(path)))


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in ("serve", "migrate")])
def test_files_that_are_not_there_or_not_migrated(tmp_path, command):
    path = tmp_path / "kerbholz.db"
    fails([*COMMANDS[command], "--database", f"sqlite:///{path}"], f"{path} is not there: kerbholz migrate")
    path.touch()
    fails([*COMMANDS[command], "--database", f"sqlite:///{path}"], "is at schema 0.*run kerbholz migrate first")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_somebody_has_locked(tmp_path, migrated_sqlite, monkeypatch, command):
    monkeypatch.setattr(eventsourcing.sqlite, "SQLITE3_DEFAULT_LOCK_TIMEOUT", 0.05)
    monkeypatch.setattr(files, "LOCK_TIMEOUT", 0.05)
    monkeypatch.setattr(migration, "PATIENCE", 0.1)
    path = tmp_path / "kerbholz.db"
    shutil.copy(migrated_sqlite, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        said = f"{path} cannot be used: somebody else has locked it"
        fails([*COMMANDS[command], "--database", f"sqlite:///{path}"], said)


@pytest.mark.parametrize("command", COMMANDS)
def test_postgresql_that_cannot_be_reached(postgres_url, migrated_postgres, monkeypatch, command):
    parts = conninfo_to_dict(postgres_url)
    login = f"ada:{SECRET}"
    elsewhere = {
        f"postgresql://{login}@127.0.0.1:1/d": r"database d of PostgreSQL at 127.0.0.1:1 .*connection refused",
        f"postgresql://{login}@127.0.0.1:1,[::1]:2/d": r"127.0.0.1:1 or \[::1\]:2 cannot.*127.0.0.1:1 says: conn",
        f"postgresql://{login}@/d?host=/no/such": r"PostgreSQL at /no/such:5432 .*no such file",
        f"postgresql://{login}@no%20host/d": r"no host:5432 cannot be reached: failed to resolve",
        postgres_url.replace(f"/{parts['dbname']}", "/nothing"): r'nothing.*database "nothing" does not exist',
        postgres_url.replace("postgres@", "nobody@", 1): r'role "nobody" does not exist',
        f"{postgres_url}&connect_timeout=soon": r"cannot be reached: .*connect_timeout",
        f"{postgres_url}&sslmode=perhaps": r"cannot be reached: invalid sslmode value",
        f"{postgres_url}&passfile=/no/such&target_session_attrs=standby": r"cannot be reached: .*standby",
        "postgresql://?service=nothing": r"service nothing cannot be reached: .*not found",
    }
    for url, said in elsewhere.items():
        fails([*COMMANDS[command], "--database", url], said)
    with pooler(postgres_url) as between:
        fails([*COMMANDS[command], "--database", f"{between.url}?sslmode=require"], "does not support SSL")
        fails(
            [*COMMANDS[command], "--database", f"{between.url}?options=-cx%3Dy"], "unsupported startup parameter"
        )
    fails([*COMMANDS[command], "--database", "postgresql://h/d"], "at h:many cannot be reached: ", PGPORT="many")
    if command != "migrate":
        fails([*COMMANDS[command], "--database", postgres_url], "is at schema 0.*run kerbholz migrate first")


def test_postgresql_that_asks_for_another_password(postgres_url):
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        ((hba,),) = connection.execute("SELECT current_setting('hba_file')").fetchall()
        before = Path(hba).read_text()
        connection.execute("CREATE ROLE ada LOGIN PASSWORD 'another'")
        try:
            Path(hba).write_text(f"local all ada scram-sha-256\n{before}")
            connection.execute("SELECT pg_reload_conf()")
            for command in COMMANDS.values():
                url = postgres_url.replace("postgres@", f"ada:{SECRET}@", 1)
                fails([*command, "--database", url], 'password authentication failed for user "ada"')
                fails([*command, "--database", url.replace(f":{SECRET}", "")], "no password supplied")
        finally:
            Path(hba).write_text(before)
            connection.execute("SELECT pg_reload_conf()")
            connection.execute("DROP ROLE ada")


@pytest.fixture
def migrated_url_here(postgres_server: Server, migrated_postgres: str) -> Iterator[str]:
    """A migrated database on PostgreSQL."""
    url = postgres_server.copied_database(migrated_postgres)
    yield url
    postgres_server.drop_database(url)


def test_postgresql_that_can_only_be_read_or_is_locked_or_forbidden(migrated_url_here, monkeypatch):
    url = migrated_url_here
    name = str(conninfo_to_dict(url)["dbname"])
    said = f"the database {name} of PostgreSQL at .* cannot be used: "
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE ROLE bo LOGIN")
        as_bo = url.replace("postgres@", "bo@", 1)
        for command in COMMANDS.values():
            fails([*command, "--database", as_bo], f"{said}permission denied for")
        connection.execute("DROP ROLE bo")
        monkeypatch.setitem(SETTINGS, "lock_timeout", "50ms")
        with connection.transaction():
            connection.execute("LOCK TABLE kerbholz_settings, kerbholz_api_keys IN ACCESS EXCLUSIVE MODE")
            for command in ("serve", "rebuild", "keys list", "keys add", "keys revoke"):
                fails([*COMMANDS[command], "--database", url], f"{said}somebody else has locked it")
        connection.execute("INSERT INTO kerbholz_api_keys VALUES ('ada', '', '', NULL, '')")  # what is revoked
        connection.execute(
            SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(Identifier(name))
        )
        for command in WRITING:
            fails([*COMMANDS[command], "--database", url], f"{said}it can only be read")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        newer = str(SCHEMA + 5).encode()
        connection.execute("UPDATE kerbholz_settings SET value = %s WHERE name = 'schema'", (newer,))
    for command in COMMANDS.values():
        fails([*command, "--database", url], f"is at schema {SCHEMA + 5}")


def test_a_standby(own_postgres):
    url = own_postgres.fresh_database()
    with psycopg.connect(url) as connection:
        ((data,),) = connection.execute("SELECT current_setting('data_directory')").fetchall()
    own_postgres.kill()
    (Path(data) / "standby.signal").touch()
    shutil.chown(Path(data) / "standby.signal", Path(data).owner())
    own_postgres.start_again()
    for command in COMMANDS.values():
        fails([*command, "--database", url], "is a standby, which can only be read")


# -- the machine --------------------------------------------------------------------------------------------


def test_ports_that_cannot_be_had(migrated_sqlite_url):
    serve = ["serve", "--database", migrated_sqlite_url]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        fails([*serve, "--port", port], f"cannot listen on 127.0.0.1:{port}: Address already in use")
    for host, said in {
        "no host": "Name or service not known",
        "": "cannot listen on :0",
        "x" * 300: "not the name of a host|Name",
        "192.0.2.1": "Cannot assign requested address",
        "[::1]": "Name or service not known",
        "http://127.0.0.1": "Name or service not known",
    }.items():
        fails([*serve, "--port", "0", "--host", host], said)
    fails([*serve, "--port", "70000"], "The port has to be from 0 to 65535")
    fails([*serve, "--port", "-1"], "The port has to be from 0 to 65535")


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("KERBHOLZ_DATABASE_URL", "nonsense", "database URL has to be"),
        ("KERBHOLZ_DATABASE_URL", "postgres//u:hunter2-hunter2@h/d", "database URL has to be"),
        ("KERBHOLZ_DATABASE_URL", "postgresql://u:hunter2-hunter2@h:x/d", "port"),
        (
            "KERBHOLZ_DATABASE_URL",
            "postgresql://u:hunter2-hunter2@h/d?pool=3",
            "as parameters only those of libpq",
        ),
        ("KERBHOLZ_DATABASE_URL", "sqlite:///\udcff.db", "database URL has to be"),
        ("KERBHOLZ_SERVICE_KEY", "hunter2-hunter2", "has to be hex"),
        ("KERBHOLZ_SERVICE_KEY", "00", "32 bytes"),
        ("KERBHOLZ_ORIGINS", "example.org", "Origins are"),
        ("KERBHOLZ_LOG_LEVEL", "loud", "level of the log"),
        ("KERBHOLZ_STREAMS", "many", "KERBHOLZ_STREAMS has to be a whole number"),
        ("KERBHOLZ_STREAMS_PER_CALLER", "-1", "at least one stream"),
        ("KERBHOLZ_LIMITS", "often", "Limits are"),
        ("KERBHOLZ_PROXIES", "1.5", "has to be a whole number"),
        ("KERBHOLZ_REQUIRE_KEY", "yes", "has to be true or false"),
        ("KERBHOLZ_WEBHOOKS", "everywhere", "Webhooks are called"),
    ],
)
def test_variables_that_make_no_sense(migrated_sqlite_url, variable, value, said):
    env = {"KERBHOLZ_DATABASE_URL": migrated_sqlite_url, variable: value}
    fails(["serve", "--port", "0"], said, **env)


def ran(*arguments: str, shell: str = "", drop: bool = False, **env: str) -> subprocess.CompletedProcess[str]:
    """``kerbholz`` in a process of its own, behind commands of a shell; with *drop* root has no more rights."""
    command = _in_namespace(shell, list(arguments)) if shell else [KERBHOLZ, *arguments]
    return subprocess.run(
        command,
        env={**os.environ, **env},
        preexec_fn=_without_capabilities if drop else None,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def _in_namespace(shell: str, arguments: list[str]) -> list[str]:
    """The command behind those of a shell that may mount file systems, which nobody else sees."""
    unshare = ["unshare", "--user", "--map-root-user", "--mount"]
    return [*unshare, "sh", "-ec", f'{shell}; exec "$@"', "sh", KERBHOLZ, *arguments]


def _without_capabilities() -> None:
    """Let modes of files, and low ports, count for root as for everybody."""
    libc = ctypes.CDLL(None)
    for capability in (1, 2, 3, 10):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER, CAP_NET_BIND_SERVICE
        libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


def test_files_and_folders_that_may_not_be_read_or_written(tmp_path, migrated_sqlite):
    path, closed = tmp_path / "kerbholz.db", tmp_path / "closed"
    shutil.copy(migrated_sqlite, path)
    closed.mkdir()
    closed.chmod(0o500)
    path.chmod(0)
    database = ["--database", f"sqlite:///{path}"]
    for command in ("migrate", "keys list"):
        done = ran(*COMMANDS[command], *database, drop=True)
        check_sentence(done.returncode, done.stderr, f"{path} cannot be used: permission denied")
    path.chmod(0o400)
    done = ran(*COMMANDS["keys add"], *database, drop=True)
    check_sentence(done.returncode, done.stderr, f"{path} cannot be used: it can only be read")
    new = closed / "kerbholz.db"
    done = ran("migrate", "--database", f"sqlite:///{new}", drop=True)
    check_sentence(done.returncode, done.stderr, f"{new} cannot be made: permission denied")


def test_a_port_that_is_not_permitted(migrated_sqlite_url):
    if int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) <= 80:
        pytest.skip("everybody may listen on any port here")
    done = ran("serve", "--port", "80", "--database", migrated_sqlite_url, drop=True)
    check_sentence(done.returncode, done.stderr, "cannot listen on 127.0.0.1:80: Permission denied")


@pytest.fixture(scope="module")
def _namespaces() -> None:
    if subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "true"], check=False).returncode:
        pytest.skip("no file systems can be mounted here")


@pytest.mark.usefixtures("_namespaces")
def test_file_systems_that_are_full_or_can_only_be_read(tmp_path, migrated_sqlite):
    folder = tmp_path / "disk"
    folder.mkdir()
    path = folder / "kerbholz.db"
    database = ["--database", f"sqlite:///{path}"]
    full = ran("migrate", *database, shell=f"mount -t tmpfs -o size=16k none {folder}")
    check_sentence(full.returncode, full.stderr, f"{path} cannot be used: (the disk is full|reading or writing)")
    shutil.copy(migrated_sqlite, path)
    for command in ("migrate", "keys add"):
        done = ran(
            *COMMANDS[command],
            *database,
            shell=f"mount --bind {folder} {folder}; mount -o remount,bind,ro {folder}",
        )
        check_sentence(done.returncode, done.stderr, f"{path} cannot be used: it")
    new = folder / "new.db"
    done = ran(
        *("migrate", "--database", f"sqlite:///{new}"),
        shell=f"mount --bind {folder} {folder}; mount -o remount,bind,ro {folder}",
    )
    check_sentence(done.returncode, done.stderr, f"{new} cannot be made: read-only file system")


@pytest.mark.usefixtures("_namespaces")
def test_several_workers_need_a_folder_for_temporary_files(tmp_path, migrated_sqlite):
    """One worker does not: what it counts, it keeps in mind."""
    disk, small = tmp_path / "disk", tmp_path / "small"
    disk.mkdir()
    small.mkdir()
    # They can still be read, for the program itself may lie in one of them.
    nowhere = (
        "unset TMPDIR; for d in /tmp /var/tmp /usr/tmp; do"
        " [ ! -d $d ] || { mount --bind $d $d; mount -o remount,bind,ro $d; }; done; cd /proc"
    )
    copied = f"mount -t tmpfs none {disk}; cp {migrated_sqlite} {disk}/kerbholz.db"
    database = ["--port", "0", "--database", f"sqlite:///{disk}/kerbholz.db"]
    done = ran("serve", "--workers", "2", *database, shell=f"{nowhere}; {copied}")
    check_sentence(done.returncode, done.stderr, r"several workers need a folder for temporary files: .*TMPDIR")
    full = f"{copied}; mount -t tmpfs -o size=64k none {small}"
    done = ran("serve", "--workers", "2", *database, shell=full, TMPDIR=str(small))
    check_sentence(done.returncode, done.stderr, r"several workers need a folder .*: No space left on device")
    alone = _in_namespace(f"{nowhere}; {copied}", ["serve", *database])
    with subprocess.Popen(alone, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("listening on "), line
        assert process.stdout.readline() == f"pages: {line.removeprefix('listening on ').strip()}/\n"
        with urllib.request.urlopen(f"{line.removeprefix('listening on ').strip()}/metrics") as answer:
            assert b"kerbholz_requests_total{" in answer.read()
        process.terminate()


# -- the output ---------------------------------------------------------------------------------------------


def redirected(command: list[str], to: str) -> subprocess.CompletedProcess[str]:
    """A command whose standard output goes there."""
    shell = ["sh", "-c", f'"$@" {to}', "sh", KERBHOLZ, *command]
    return subprocess.run(shell, capture_output=True, text=True, timeout=60, check=False)


def test_outputs_that_take_nothing(tmp_path, migrated_sqlite_url):
    """A key that nobody has seen is none."""
    database = ["--database", migrated_sqlite_url]
    for number, (to, said) in enumerate(
        {">/dev/full": "the output cannot be written", ">&-": "no standard output"}.items()
    ):
        done = redirected(["keys", "add", f"ada{number}", *database], to)
        check_sentence(done.returncode, done.stderr, said)
    (tmp_path / "match.txt").write_text("ruleset: seven-sins")
    done = redirected(["record", str(tmp_path / "match.txt")], ">&-")
    check_sentence(done.returncode, done.stderr, "no standard output")
    done = redirected(["openapi"], ">/dev/full")
    check_sentence(done.returncode, done.stderr, "the output cannot be written: no space left on device")
    listed: Any = CliRunner().invoke(main, ["keys", "list", *database])
    assert (listed.exit_code, listed.output) == (0, "")
    assert CliRunner().invoke(main, ["keys", "add", "ada0", *database]).exit_code == 0
