"""A primary with a synchronous standby: what is acknowledged is on both, and outlives either."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from urllib.parse import quote

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from domain.application.upkeep.migration import migrate
from domain.store.postgres import sessions
from domain.store.postgres.connecting import RENEWED, connect
from service.config import Settings
from tests.persistence.serving import NOTE, Served, apps, run, served
from tests.persistence.test_many_writers import LONG, SHORT, Signing, signing, written
from tests.persistence.test_read_only import set_read_only
from tests.replicated import Pair, running_pair
from tests.service.playing import Table, open_match

__all__ = ["signing"]

pytestmark = [pytest.mark.long, pytest.mark.postgres]

PATIENCE = 4.0
"""Seconds that are waited for an answer here: of a commit that waits for a standby there is none."""
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
CANCEL = "SELECT {}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
"""What an operator does to a commit that waits for a standby."""


@pytest.fixture
def migrated_postgres_url(postgres_url: str) -> str:
    """The URL of a database with this version's tables."""
    migrate(Settings(database=postgres_url).environment)
    return postgres_url


@pytest.fixture
def pair(postgres_data: Path) -> Iterator[Pair]:
    """Two servers that no other test uses."""
    with running_pair(postgres_data) as servers:
        yield servers


def at(url: str, server: Path) -> str:
    """The same database at one server alone."""
    return f"postgresql://postgres@/{conninfo_to_dict(url)['dbname']}?host={quote(str(server))}"


def noted(table: Table, key: str) -> tuple[int, str | None]:
    """Status and code of the answer to a note, and that it can be tried again where it is an outage."""
    response = table.client.post(
        f"{table.path}/commands", json=NOTE, headers={**table.bearer("arbiter"), "Idempotency-Key": key}
    )
    assert response.status_code != 503 or int(response.headers["Retry-After"]) > 0
    return response.status_code, response.json.get("code")


def test_what_no_standby_has_is_not_acknowledged(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor when it is asked for again: with the standby gone, and on an old primary that lives on."""
    monkeypatch.setattr(sessions, "PATIENCE", PATIENCE)
    url = pair.fresh_database()
    first, second = (at(url, place) for place in pair.places)
    assert migrate(Settings(database=url).environment)
    with apps(first, 1) as (client,), ThreadPoolExecutor(1) as beside:
        table, *others = (open_match(client) for _ in range(3))
        assert noted(table, "both") == (201, None)
        # The standby is there to be read from, and is not.
        with pytest.raises(sessions.OnStandby):
            connect(second, "beside")
        assert "is a standby, which can only be read" in run("check", "--database", second).stderr
        with apps(second, 1) as (reader,):
            for path in ("/readyz", table.path):
                response = reader.get(path)
                assert (response.status_code, response.json["code"]) == (503, "read-only")

        # Whichever is named first.
        turned = f"{at(url, pair.places[1])},{quote(str(pair.places[0]))}"
        with connect(turned, "beside") as beside_it:
            assert beside_it.info.host == str(pair.places[0])
        assert run("check", "--database", turned).returncode == 0

        pair.standby.stop()
        for key, how in (("cancelled", "pg_cancel_backend"), ("ended", "pg_terminate_backend")):
            waiting = beside.submit(noted, table, key)
            with psycopg.connect(first, autocommit=True) as operator:
                while not waiting.done():
                    operator.execute(CANCEL.format(how))
                    time.sleep(0.01)
            assert waiting.result() == (503, "unavailable")
            # It is on the primary, and can be read there.
            assert table.get("arbiter")["version"] == table.opened["version"] + 2 + (key == "ended")
            assert noted(table, key) == (503, "unavailable")

        pair.standby.start()
        for key in ("both", "cancelled", "ended"):
            assert noted(table, key) == (201, None)

        version = table.get("arbiter")["version"]
        pair.take_over()
        # Who was cut off goes on writing to the old one, and is told of nothing that the new one has not.
        # After the first of them has waited in vain, nobody does.
        for one in (table, *others):
            assert noted(one, "split") == (503, "unavailable")
        with psycopg.connect(first) as operator:
            assert operator.execute(WAITING).fetchall() == [(1,)]
    assert pair.former is not None
    pair.former.kill()
    with apps(url, 1) as (client,):
        table = Table(client, table.opened)
        assert table.get("arbiter")["version"] == version
        assert noted(table, "split") == (201, None)


def test_a_connection_that_can_only_read_is_left_within_the_request(migrated_postgres_url: str) -> None:
    """Where it led is not where the next one leads: somebody else was promoted, and a proxy knows of it."""
    with apps(migrated_postgres_url, 1) as (client,):
        table = open_match(client)
        with set_read_only(migrated_postgres_url, "database"):
            with psycopg.connect(migrated_postgres_url, autocommit=True) as operator:
                operator.execute(f"SELECT pg_terminate_backend(pid) {OTHERS}")
            assert noted(table, "a-note") == (503, "read-only")
            time.sleep(RENEWED)
            assert table.get("arbiter")["version"] == table.opened["version"]
        assert noted(table, "a-note") == (201, None)


@pytest.mark.parametrize("seconds", [SHORT, pytest.param(LONG, marks=pytest.mark.soak)], ids=["short", "soak"])
def test_what_fifty_writers_were_told_outlives_the_primary(pair: Pair, signing: Signing, seconds: float) -> None:
    url = pair.fresh_database()
    migrate(Settings(database=url).environment)
    with served(url, 2, *signing.options) as server:
        written(server, url, 8, seconds, signing, partial(failing_over, pair))


def failing_over(pair: Pair, _: Served, until: float) -> None:
    """Kill the primary at random moments, at least once: the standby takes over, and gets another one."""
    random = Random(time.time_ns())
    most = max(0.5, min(10.0, (until - time.monotonic()) / 4))
    while pair.former is None or time.monotonic() < until:
        if pair.former is not None:
            pair.follow()
        time.sleep(random.uniform(0.1, most))
        pair.primary.kill()
        time.sleep(random.uniform(0, 0.5))
        pair.take_over()
