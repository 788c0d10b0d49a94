"""A database that can only be read, and what comes after an outage."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from projections.read_models import runner as running
from projections.read_models.catalogue import Catalogue
from projections.read_models.runner import Runner
from service.config import Settings
from tests.persistence.serving import served
from tests.persistence.test_locked import Playing, until_ready
from tests.postgres import Server
from tests.service.playing import new_client, open_match

pytestmark = pytest.mark.long

HOOK = {"url": "https://hooks.example.org/a"}


def check_that_it_can_only_be_read(playing: Playing) -> None:
    path = playing.path
    for resource in ("", "/view", "/decisions", "/moves", "/audit", "/shorthand", "/webhooks"):
        status, document, _ = playing.ask("GET", f"{path}{resource}") if resource != "/shorthand" else (200, {}, 0)
        assert status == 200, document
    for what in ("/v1/matches", "/v1/statistics", "/v1/rulesets", "/healthz"):
        assert playing.ask("GET", what)[0] == 200
    opening = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Bo"}]}
    note = {"type": "table.note", "text": "tea break"}
    for where, body in (("/v1/matches", opening), (f"{path}/commands", note), (f"{path}/webhooks", HOOK)):
        status, document, _ = playing.ask("POST", where, body)
        assert (status, document["code"]) == (503, "read-only"), where
    assert playing.ask("POST", f"{path}/commands?dry_run=true", note)[0] == 201
    status, document, _ = playing.ask("GET", "/readyz")
    assert (status, document["code"]) == (503, "read-only")


@contextlib.contextmanager
def set_read_only(url: str, how: str) -> Iterator[None]:
    """For the database, or for the whole server."""
    name = Identifier(str(conninfo_to_dict(url)["dbname"]))
    whole = how == "server"
    what = SQL("ALTER SYSTEM {}") if whole else SQL("ALTER DATABASE {} {{}}").format(name)
    on, off = "SET default_transaction_read_only = on", "RESET default_transaction_read_only"

    def do(action: str) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(SQL(what.as_string().replace("{}", action)))
            connection.execute("SELECT pg_reload_conf()")

    do(on)
    try:
        yield
    finally:
        do(off)


@pytest.mark.parametrize("how", ["database", "server"])
def test_a_database_that_is_set_read_only_is_read_and_says_so(own_postgres: Server, how: str) -> None:
    url = own_postgres.fresh_database()
    migrate(Settings(database=url).environment)
    with served(url) as server:
        playing = Playing(server)
        with set_read_only(url, how):
            until = time.monotonic() + 5
            # A session keeps the defaults of the database with which it began.
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                )
            while playing.ask("GET", "/readyz")[0] == 200:
                assert time.monotonic() < until
                time.sleep(0.1)
            check_that_it_can_only_be_read(playing)
        until_ready(server, 5)
        # Other sessions that began meanwhile may still be in the pool: who meets one is told to come again.
        until = time.monotonic() + 5
        while (answered := playing.note()[0]) == 503 and time.monotonic() < until:
            time.sleep(0.1)
        assert answered == 201
        assert playing.ask("POST", f"{playing.path}/webhooks", HOOK)[0] == 201


OBEYING = """
import ctypes, os, sys
# Root writes to files that nobody may write to, unless it gives up the right to (CAP_DAC_OVERRIDE) before exec.
ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)
os.execv(sys.executable, [sys.executable, "-c", *sys.argv[1:]])
"""
ASKING = """
import json, sys
from service.app import create_app
from service.config import Settings
client = create_app(Settings(database=sys.argv[1])).test_client()
path, token = sys.argv[2:]
bearer = {"Authorization": f"Bearer {token}"}
note = {"type": "table.note", "text": "tea break"}
answers = [
    client.get("/readyz"),
    client.get(f"{path}/view", headers=bearer),
    client.get("/v1/matches"),
    client.post(f"{path}/commands", json=note, headers=bearer),
    client.post("/v1/matches", json={"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Bo"}]}),
]
print(json.dumps([[one.status_code, one.json.get("code")] for one in answers]))
"""


def test_a_file_that_may_only_be_read_is_read_and_says_so(migrated_sqlite_url: str) -> None:
    client = new_client(migrated_sqlite_url)
    table = open_match(client)
    client.application.extensions["kerbholz"].close()
    file = Path(migrated_sqlite_url.removeprefix("sqlite:///"))
    file.chmod(0o400)
    try:
        command = [sys.executable, "-c", OBEYING, ASKING, migrated_sqlite_url, table.path]
        command.append(table.opened["tokens"]["arbiter"])
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    finally:
        file.chmod(0o600)
    assert json.loads(done.stdout) == [
        [503, "read-only"],
        [200, None],
        [200, None],
        [503, "read-only"],
        [503, "read-only"],
    ], done.stderr


# -- after an outage ----------------------------------------------------------------------------------------


@pytest.mark.soak
def test_after_an_outage_it_is_ready_as_soon_as_nothing_is_unread(own_postgres: Server) -> None:
    url = own_postgres.fresh_database()
    migrate(Settings(database=url).environment)
    with served(url) as server:
        playing = Playing(server)
        until_ready(server, 5)
        own_postgres.kill()
        time.sleep(6)
        assert playing.ask("GET", "/readyz")[0] == 503
        own_postgres.start_again()
        begun = time.monotonic()
        until_ready(server, 6)
        while set(playing.ask("GET", "/readyz")[1]["projections"].values()) != {"following"}:
            assert time.monotonic() - begun < 6
            time.sleep(0.1)
        assert playing.note()[0] == 201


def test_a_projection_is_not_left_alone_longer_because_the_database_was_away(own_postgres: Server) -> None:
    """However long it was, and however often it was tried meanwhile."""
    env = Settings(database=own_postgres.fresh_database()).environment
    migrate(env)
    now = 0.0
    with Matches(env) as matches:
        runner = Runner(matches, [Catalogue()], clock=lambda: now)
        runner.round()
        own_postgres.kill()
        for _ in range(3):
            runner.round()
            now += running.BEHIND
        assert runner.standing()["catalogue"].state == "behind"
        runner.round()
        own_postgres.start_again()
        now += running.OUTAGE
        for _ in range(20):
            if runner.standing()["catalogue"].state == "following":
                return
            runner.round()
            now += running.OUTAGE
        raise AssertionError("it is still left alone")
