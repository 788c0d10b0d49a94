"""Who looked: what officials read that is hidden from others is counted by days, for host and arbiter."""

from __future__ import annotations

from typing import Any

import pytest

from domain.store.beside.looks import Look
from service.web.process.looks import MOST, Looks
from tests.service.conftest import CheckedClient
from tests.service.playing import Table, open_match

pytestmark = pytest.mark.stored


def written(table: Table) -> None:
    table.client.application.extensions["kerbholz"].looks.flush()


def looks(table: Table, who: Any = "host") -> list[tuple[str, int, int]]:
    """Role, number of the token, and how often, of the only day."""
    told = table.get(who, "audit")["looks"]
    assert len({one["day"] for one in told}) <= 1
    return [(one["role"], one["number"], one["times"]) for one in told]


def test_what_officials_read_is_counted(client: CheckedClient) -> None:
    table = open_match(client, 2, options={"history": "kept"})
    assert looks(table) == []
    for what in ("view", "decisions", "picture", "shorthand", "knowledge", "export"):
        assert table.ask("arbiter", what).status_code == 200
    table.get("scribe", "view", as_="seat:1")
    assert looks(table) == [], "no read writes"
    for _ in range(2):
        written(table)
    assert looks(table) == [("arbiter", 0, 6), ("scribe", 0, 1)]
    table.get("scribe", "view")
    written(table)
    assert looks(table, "arbiter") == [("arbiter", 0, 6), ("scribe", 0, 2)]


def test_what_everybody_may_read_is_not_counted(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    table.get("arbiter", "view", as_="public")
    table.get("arbiter")
    for who in (0, "host", "spectator", None):
        table.get(who, "view")
    table.do("host", {"type": "table.abandon"})
    table.get("arbiter", "view")
    written(table)
    assert looks(table) == []


def test_where_officials_alone_read_on_they_are_counted_behind_the_end(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2, options={"history": "kept", "disclosure": "as-played"})
    table.do("host", {"type": "table.abandon"})
    table.get("arbiter", "view")
    written(table)
    assert looks(table) == [("arbiter", 0, 1)]


@pytest.mark.parametrize("who", [0, "scribe", "spectator", None])
def test_others_are_not_told(sqlite_client: CheckedClient, who: Any) -> None:
    assert "looks" not in open_match(sqlite_client, 2).get(who, "audit")


def test_a_replaced_token_is_another_one(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    table.get("arbiter", "view")
    given = table.do("host", {"type": "table.replace-token", "role": "arbiter"})["tokens"][0]["token"]
    table.opened["tokens"]["arbiter"] = given
    table.get("arbiter", "view")
    written(table)
    assert looks(table) == [("arbiter", 0, 1), ("arbiter", 1, 1)]


def test_what_cannot_be_written_is_kept_within_bounds(sqlite_client: CheckedClient) -> None:
    works = sqlite_client.application.extensions["kerbholz"]
    table = open_match(sqlite_client, 2)
    matches = works.matches()
    working, matches.looks = matches.looks, None
    table.get("arbiter", "view")
    written(table)
    matches.looks = working
    table.get("arbiter", "view")
    written(table)
    assert looks(table) == [("arbiter", 0, 2)]


def test_very_many_are_written_at_once(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    works = sqlite_client.application.extensions["kerbholz"]
    counting: Looks = works.looks
    match = works.matches().load(works.matches().feed.after(0)[0].match_id)
    counting._counts.update({Look(match.id, f"2020-01-{number}", "scribe", 0): 1 for number in range(MOST - 1)})
    table.get("arbiter", "view")
    assert len(table.get("host", "audit")["looks"]) == MOST
