"""Poolers that lend sessions for single transactions: found out, said, and served as without one."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.table.commands import Note
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from domain.store.log.feed import FeedReader
from domain.store.postgres.connecting import connect
from domain.store.postgres.sessions import LENT, SETTINGS, are_lent
from service.config import Settings
from tests.asking import asking
from tests.persistence.pooling import LendingPooler, Pooler, pooler
from tests.persistence.serving import Served, served
from tests.persistence.test_many_writers import SHORT, Signing, signing, written
from tests.postgres import Server

__all__ = ["signing"]

ADA_AND_BO = Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")])
KINDS = {"piled": LendingPooler, "in turn": partial(LendingPooler, in_turn=True)}


@pytest.fixture(params=KINDS)
def lending(postgres_url: str, request: pytest.FixtureRequest) -> Iterator[Pooler]:
    """A pooler in transaction mode."""
    with pooler(postgres_url, KINDS[request.param]) as between:
        yield between


def test_a_pooler_that_lends_is_found_out(lending: Pooler) -> None:
    with connect(lending.url, "beside") as connection:
        assert connection.lent is not None
        assert connection.prepare_threshold is None


def test_it_is_found_out_beside_others(lending: Pooler) -> None:
    """Who take sessions, and give them back, meanwhile."""
    done = threading.Event()

    def ask() -> None:
        with psycopg.connect(lending.url, autocommit=True, prepare_threshold=None) as connection:
            while not done.is_set():
                connection.execute("SELECT 1")

    others = [threading.Thread(target=ask) for _ in range(4)]
    for other in others:
        other.start()
    try:
        found = []
        for _ in range(20):
            with connect(lending.url, "beside") as connection:
                found.append(connection.lent is not None)
    finally:
        done.set()
        for other in others:
            other.join()
    assert all(found)


def test_nobody_else_is_taken_for_one(postgres_url: str) -> None:
    """Neither the server itself nor a pooler in session mode, also if what it says of the process is invented."""
    with pooler(postgres_url) as between, contextlib.ExitStack() as stack:
        for url in (postgres_url, between.url):
            assert stack.enter_context(connect(url, "beside")).lent is None
            one, another = (stack.enter_context(psycopg.connect(url, autocommit=True)) for _ in range(2))
            assert not are_lent(one, another)


def test_it_serves_as_without_one(lending: Pooler, postgres_url: str, caplog: pytest.LogCaptureFixture) -> None:
    """And what is set is set for others neither: in its sessions, whoever has them next."""
    caplog.set_level("INFO")
    env = Settings(database=lending.url).environment
    assert migrate(env) == migrate(env)
    with Matches(env) as matches, Matches(Settings(database=postgres_url).environment) as direct:
        assert matches.are_sessions_lent
        assert not direct.are_sessions_lent
        follower, bell, listening = FeedReader(matches.feed), matches.bell(), direct.bell()
        assert bell.wait(5, lambda: False)
        assert listening.wait(5, lambda: False), "it listens now"
        match_id = direct.open(ADA_AND_BO).match.id
        assert bell.wait(5, lambda: False), "it has looked"
        assert not bell.wait(0.1, lambda: False)
        while listening.wait(0.2, lambda: False):
            pass
        matches.append(match_id, Principal("seat", 0), asking(Asked(Note("tea"))))
        assert listening.wait(5, lambda: False), "those that listen are notified through it, too"
        assert bell.wait(5, lambda: False)
        assert follower.read()[-1].match_id == match_id
        for name, value in SETTINGS.items():
            assert matches.database.query(f"SHOW {name}") == [(value,)]
        listening.close()
        bell.close()
        with contextlib.ExitStack() as stack:
            # All sessions that it has, at once.
            others = [stack.enter_context(psycopg.connect(lending.url)) for _ in range(len(lending.idle) + 1)]
            for other in others:
                for name in (*SETTINGS, "synchronous_commit"):
                    changed = "SELECT setting FROM pg_settings WHERE name = %s AND source = 'session'"
                    assert other.execute(changed, (name,), prepare=False).fetchall() == []
                assert other.execute("SELECT name FROM pg_prepared_statements").fetchall() == []
                assert other.execute("SELECT pg_listening_channels()").fetchall() == []
                assert other.execute("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'").fetchall() == []
    assert [record.message for record in caplog.records if record.message == LENT]


def test_it_is_said_when_it_is_served(postgres_url: str, capfd: pytest.CaptureFixture[str]) -> None:
    migrate(Settings(database=postgres_url).environment)
    said = f"{LENT[:1].upper()}{LENT[1:]}."
    with pooler(postgres_url, LendingPooler) as between, served(between.url) as server:
        assert server.request("GET", "/readyz")[0] == 200
        assert said in capfd.readouterr().err.splitlines()
    with served(postgres_url):
        assert said not in capfd.readouterr().err.splitlines()


@contextlib.contextmanager
def pgbouncer(server: Server, folder: Path, mode: str) -> Iterator[str]:
    """The real one while the block runs, with fewer sessions than the service wants: the URL of a database."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    parts = conninfo_to_dict(server.fresh_database())
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\n{parts['dbname']} = host={parts['host']} user=postgres\n[pgbouncer]\nlisten_port = {port}\n"
        f"listen_addr = 127.0.0.1\nunix_socket_dir =\nauth_type = any\npool_mode = {mode}\n"
        f"default_pool_size = {5 if mode == 'transaction' else 100}\nmax_client_conn = 300\n"
    )
    # It does not run as root, and the server's socket is for its owner.
    user = ["-u", pwd.getpwuid(server.data.stat().st_uid).pw_name] if os.geteuid() == 0 else []
    with subprocess.Popen(["pgbouncer", "--quiet", *user, settings]) as process:
        try:
            url = f"postgresql://postgres@127.0.0.1:{port}/{parts['dbname']}"
            until = time.monotonic() + 10
            while True:
                with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url, connect_timeout=2):
                    break
                assert time.monotonic() < until, "pgbouncer does not answer"
                time.sleep(0.1)
            yield url
        finally:
            process.terminate()


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("pgbouncer") is None, reason="PgBouncer is not installed here")
@pytest.mark.parametrize("mode", ["session", "transaction"])
def test_pgbouncer(own_postgres: Server, tmp_path: Path, signing: Signing, mode: str) -> None:
    """Fifty writers on a service behind it, while the sessions that it has are cut off now and then."""
    with pgbouncer(own_postgres, tmp_path, mode) as url:
        migrate(Settings(database=url).environment)
        with connect(url, "beside") as connection:
            assert (connection.lent is not None) == (mode == "transaction")
        with served(url, 2, *signing.options) as server:
            written(server, url, 8, SHORT * 10, signing, partial(cutting_off, own_postgres))


def cutting_off(server: Server, _: Served, until: float) -> None:
    """End what the service and its pooler have begun."""
    while time.monotonic() < until:
        time.sleep(1)
        with psycopg.connect(server.url(), autocommit=True) as operator:
            operator.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )
