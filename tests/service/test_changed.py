"""What each decision changed, as pointers into the board of the viewer who asks."""

from __future__ import annotations

import json
from random import Random

import pytest

from projections.changes import changed
from service.web.responses import NDJSON
from tests.games.openable import OPENABLE
from tests.service.playing import a_placing, mea_culpa, open_match, placing_match, play_out, step
from tests.service.test_contract import problem

GAMES = pytest.mark.parametrize("game", list(OPENABLE))


@pytest.mark.few("kuhn-poker", "seven-sins")
@pytest.mark.long
@GAMES
def test_it_is_the_difference_of_two_views(sqlite_client, game):
    table = open_match(sqlite_client, 2, ruleset=game, options={"history": "kept"})
    play_out(table, Random(6))
    for who in (None, 0, "arbiter"):
        page = table.get(who, "decisions", changed="true", limit=30)
        before = table.get(who, "view", at=0)["board"]
        for decision in page["decisions"][1:]:
            after = table.get(who, "view", at=decision["version"])["board"]
            assert decision["changed"] == list(changed(before, after)), decision["version"]
            before = after
        if page["next"]:
            assert "changed=true" in page["next"]
            following = table.client.get(page["next"], headers=table.bearer(who)).json["decisions"]
            assert "changed" in following[0]


def test_without_it_nothing_is_said_and_the_lines_say_the_same(sqlite_client):
    table = mea_culpa(sqlite_client, 2)
    for number in range(8):
        step(table, Random(number))
    assert all("changed" not in decision for decision in table.get(0, "decisions")["decisions"])
    page = table.get(0, "decisions", changed="true")["decisions"]
    lines = table.ask(0, "decisions", {"Accept": NDJSON}, changed="true").text.splitlines()
    assert [json.loads(line) for line in lines] == page
    middle = len(page) // 2
    assert table.get(0, "decisions", changed="true", after=middle)["decisions"] == page[middle + 1 :]
    problem(table.ask(0, "decisions", changed="perhaps"), "invalid")


def test_on_a_line_what_was_struck_changed_nothing(sqlite_client):
    table = placing_match(sqlite_client)
    placed = table.do(0, a_placing(table, 0))["version"]
    back = table.do(0, {"type": "table.take-back", "decision": placed})["version"]
    then = {one["version"]: one["changed"] for one in table.get(None, "decisions", changed="true")["decisions"]}
    query = {"changed": "true", "line": back}
    on_line = {one["version"]: one["changed"] for one in table.get(None, "decisions", **query)["decisions"]}
    assert then[placed]
    assert then[back]
    assert on_line[placed] == on_line[back] == []
    assert on_line[placed - 1] == then[placed - 1]


def test_what_has_faded_is_not_told(sqlite_client):
    table = open_match(sqlite_client, 2)
    for number in range(8):
        step(table, Random(number))
    page = table.get(0, "decisions", changed="true")["decisions"]
    faded = [one for one in page if one.get("faded")]
    assert faded
    assert all("changed" not in one for one in faded)
    assert any(one.get("changed") for one in page if not one.get("faded"))


def test_of_the_first_decision_that_has_not_faded_only_that_is_told_which_everybody_saw(sqlite_client):
    """Two records: whether the card was known that a seat has played, the seat cannot ask again."""
    told = []
    for dealt in (["linz"], {"unknown": 1}):
        options = {"start_player": 0, "history": "fading"}
        table = open_match(sqlite_client, 2, ruleset="thurn-and-taxis", mode="recorded", options=options)
        table.do("scribe", {"type": "lay-out", "cards": ["ulm", "lodz", "basel", "passau", "zurich", "pilsen"]})
        table.do("scribe", {"type": "take-card", "seat": 0}, {"type": "deal-card", "cards": dealt})
        table.do("scribe", {"type": "use-postmaster", "city": "ulm", "seat": 0})
        table.do("scribe", {"type": "lay-out", "cards": ["kempten"]})
        table.do("scribe", {"type": "start-route", "city": "linz", "seat": 0})
        page = table.get(0, "decisions", changed="true")["decisions"]
        assert [one.get("faded", False) for one in page] == [False, *[True] * (len(page) - 2), False]
        told.append(page[-1]["changed"])
        view = table.get(0, "view")["board"]["seats"][0]["hand"]
        assert view == {"count": 1, "things": {"ulm": 1}}
    assert told[0] == told[1]
    assert "/seats/0/hand/count" in told[0]
