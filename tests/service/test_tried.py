"""What officials only try, they are shown: the board after it, stopping before chance."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.service.playing import CheckedClient, Table, open_match, recorded_match, step

NOTE: dict[str, Any] = {"type": "table.note", "text": "x"}


def tried(table: Table, who: Any, *commands: Any) -> Any:
    return table.do(who, *commands, dry_run=True)


def test_an_official_is_shown_the_board_as_it_will_be(sqlite_client: CheckedClient) -> None:
    table, rng = open_match(sqlite_client, 2, options={"history": "kept"}), Random(3)
    for _ in range(4):
        step(table, rng)
    last = max(one["version"] for one in table.log("arbiter") if isinstance(one["actor"], dict))
    ruling = {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": last}
    before, trace = table.get("arbiter", "view"), table.trace()
    answer = tried(table, "arbiter", ruling)
    view = answer["view"]
    assert table.trace() == trace
    assert (view["at"], view["line"], view["as"]) == (answer["version"], answer["version"], "official")
    assert view["board"] == table.get("arbiter", "view", at=last - 1)["board"]
    assert view["board"] != before["board"]
    done = table.do("arbiter", ruling)
    assert "view" not in done
    assert view == table.get("arbiter", "view", at=answer["version"])
    assert done["version"] >= answer["version"]


def test_it_stops_before_chance(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    step(table, Random(3))
    drawn = max(one["version"] for one in table.log("arbiter") if one["actor"] == "chance")
    ruling = {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": drawn}
    answer = tried(table, "arbiter", ruling)
    assert [one["command"]["type"] for one in answer["decisions"]] == ["table.rule"]
    assert answer["view"]["board"] == table.get("arbiter", "view", at=drawn - 1)["board"]
    assert [one["actor"] for one in table.do("arbiter", ruling)["decisions"]] == ["arbiter", "chance"]


def test_the_scribe_of_a_recorded_match_is_shown_it_too(sqlite_client: CheckedClient) -> None:
    table = recorded_match(sqlite_client)
    take = {"type": "take", "sin": "greed", "to": "reserve", "seat": 0}
    view = tried(table, "scribe", take)["view"]
    table.do("scribe", take)
    assert view == table.get("scribe", "view")
    line = table.client.post(
        f"{table.path}/shorthand",
        query_string={"dry_run": "true"},
        data="pile: refill 1 pride",
        headers={**table.bearer("scribe"), "Content-Type": "text/plain"},
    )
    assert line.json["view"]["awaiting"] == [{"seat": 1}], line.text


def test_it_is_drawn_if_that_is_asked_for(sqlite_client: CheckedClient) -> None:
    table = recorded_match(sqlite_client)
    take = {"type": "take", "sin": "greed", "to": "reserve", "seat": 0}
    for shape in ("tall", "wide"):
        asked = {"dry_run": "true", "picture": shape, "text": "de"}
        path = f"{table.path}/commands"
        answer = table.client.post(path, query_string=asked, json=take, headers=table.bearer("scribe")).json
        assert answer["picture"].startswith("<svg ")
        assert (
            "picture" not in table.client.post(path, query_string=asked, json=NOTE, headers=table.bearer(1)).json
        )
        refused = table.client.post(path, query_string={"picture": shape}, json=NOTE, headers=table.bearer(1))
        assert (refused.status_code, list(refused.json["errors"])) == (422, ["picture"])
    table.do("scribe", take)
    assert answer["picture"] == table.ask("scribe", "picture", {"Accept": "image/svg+xml"}, lang="de").text


def test_nobody_else_gets_to_look_ahead(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    assert "view" not in tried(table, table.mover, NOTE)
    assert "view" not in tried(table, "host", {"type": "table.abandon"})
