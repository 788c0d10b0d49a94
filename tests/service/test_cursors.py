"""One cursor, one answer: beyond the end it is 422 everywhere, and a log that is another one says so."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.service.playing import CheckedClient, Table, new_client, open_match, step
from tests.service.streams import Stream

NDJSON = {"Accept": "application/x-ndjson"}
NOTE = {"type": "table.note", "text": "tea break"}


@pytest.fixture
def table(client) -> Table:
    table = open_match(client, 2, options={"history": "kept"})
    for _ in range(4):
        step(table, Random(1))
    return table


def beyond(response: Any, field: str) -> None:
    problem = json.loads(response.data)
    assert (response.status_code, problem["code"], list(problem["errors"])) == (422, "invalid", [field])
    assert "newest" in str(problem["errors"])


@pytest.mark.parametrize("ahead", [1, 10**6, 10**14])
def test_a_cursor_beyond_the_end_is_refused_everywhere_with_the_same_code(table, ahead):
    cursor, newest = table.version + ahead, table.version
    for headers in ({}, NDJSON):
        for query in ({}, {"wait": 1}, {"limit": 3}, {"line": newest}):
            beyond(table.ask(0, "decisions", headers, after=cursor, **query), "after")
    beyond(table.ask(0, "decisions", line=cursor), "line")
    beyond(table.ask(0, "decisions", after=2, line=1), "after")
    beyond(table.ask(0, "stream", after=cursor), "after")
    beyond(table.ask(0, "stream", {"Last-Event-ID": str(cursor)}), "Last-Event-ID")
    beyond(table.ask(0, "view", at=cursor), "at")
    beyond(table.ask(0, "view", line=cursor), "line")
    beyond(table.ask("arbiter", "knowledge", as_="seat:0", at=cursor), "at")


def test_at_the_end_there_is_nothing_more_and_that_is_no_error(table):
    newest = table.version
    for query in ({}, {"wait": 0}, {"line": newest}):
        assert table.get(0, "decisions", after=newest, **query)["decisions"] == []
        assert table.ask(0, "decisions", NDJSON, after=newest, **query).data == b""


def seen_in(table: Table, **query: Any) -> str:
    """What a reader has seen of the log, as it is sent back."""
    page = table.get(0, "decisions", **query)
    version = page["decisions"][-1]["version"] if page["decisions"] else query["after"]
    return f"{version}-{page['root']}"


def test_whoever_appends_and_whoever_reads_are_told_the_same_root(table):
    receipt = table.do("arbiter", NOTE)["receipt"]
    seen = f"{receipt['size'] - 1}-{receipt['root']}"
    assert seen == seen_in(table) == seen_in(table, after=receipt["size"] - 1)
    stream = Stream(table, None, roots="true")
    kinds = [stream.next(), stream.next()]
    assert [event.kind for event in kinds] == ["snapshot", "root"]
    assert f"{kinds[1].id}-{kinds[1].document['root']}" == seen
    table.do("arbiter", NOTE)
    decision, root = stream.next(), stream.next()
    assert (decision.kind, root.kind, decision.id, root.id) == ("decision", "root", table.version, table.version)
    assert f"{root.id}-{root.document['root']}" == seen_in(table)
    stream.close()
    for earlier in range(table.version + 1):
        page = (
            table.get(0, "decisions", after=earlier - 1, limit=1)
            if earlier
            else table.get(0, "decisions", limit=1)
        )
        for what in ("decisions", "stream"):
            response = table.ask(0, what, seen=f"{earlier}-{page['root']}", after=table.version)
            assert response.status_code == 200
            response.close()


@pytest.mark.parametrize("seen", ["", "17", "-", "1-", "x-" + "00" * 32, "1-" + "0" * 63, "01-" + "00" * 32])
def test_what_names_no_version_and_root_is_refused(table, seen):
    for what in ("decisions", "stream"):
        problem = table.ask(0, what, seen=seen).json
        assert (problem["code"], list(problem["errors"])) == ("invalid", ["seen"])


# -- after a restore ----------------------------------------------------------------------------------------


@pytest.fixture
def restored(migrated_sqlite_url: str, tmp_path) -> Iterator[Any]:
    """A match that was backed up at some version, went on, and was restored from there; what was seen before."""
    clients: list[CheckedClient] = []

    def service(url: str) -> CheckedClient:
        clients.append(new_client(url, create_app(Settings(database=url, limits=OFF))))
        return clients[-1]

    table = open_match(service(migrated_sqlite_url), 2)
    for _ in range(3):
        table.do("arbiter", NOTE)
    backup = tmp_path / "backup.db"
    clients[0].application.extensions["kerbholz"].close()
    shutil.copy(migrated_sqlite_url.removeprefix("sqlite:///"), backup)
    before = Table(service(migrated_sqlite_url), table.opened)
    for _ in range(6):
        before.do("arbiter", NOTE)
    yield before, Table(service(f"sqlite:///{backup}"), table.opened)
    for client in clients[1:]:
        client.application.extensions["kerbholz"].close()


def replaced(response: Any, version: int) -> None:
    problem = json.loads(response.data)
    assert (response.status_code, problem["code"], problem["version"]) == (409, "log-replaced", version)


def test_a_follower_who_was_ahead_of_a_restored_log_is_told_before_and_after_it_has_come_so_far(restored):
    before, after = restored
    seen = {version: seen_in(before, limit=version + 1) for version in range(before.version + 1)}
    version, shared = before.version, after.version
    for _ in range(12):
        for what in ("decisions", "stream"):
            for headers in ({}, NDJSON) if what == "decisions" else ({},):
                replaced(after.ask(0, what, headers, after=shared, seen=seen[version]), after.version)
        replaced(after.ask(0, "decisions", after=shared, wait=1, seen=seen[version]), after.version)
        replaced(after.ask(0, "stream", {"Last-Event-ID": str(shared)}, seen=seen[shared + 1]), after.version)
        after.do("arbiter", NOTE)
    assert after.version > version
    assert after.get(0, "decisions", after=version)["decisions"], "who shows no root misses what is new, unseen"
    for earlier in range(shared + 1):
        assert after.ask(0, "decisions", after=earlier, seen=seen[earlier]).status_code == 200
    for who in (None, "spectator", 1, "scribe"):
        replaced(after.ask(who, "decisions", after=version, seen=seen[version]), after.version)
