"""A ruleset that another distribution brings is served like any other, and by its own words."""

from __future__ import annotations

from random import Random

import pytest

from tests.service.playing import open_match, play_out, published, scribe_step

pytestmark = pytest.mark.stored

NAME = "kuhn-poker"


def test_it_is_listed_and_described(sqlite_client):
    listed = sqlite_client.get("/v1/rulesets").json["rulesets"]
    assert NAME in [game["id"] for game in listed]
    game = sqlite_client.get(f"/v1/rulesets/{NAME}").json
    assert game["seats"] == {"min": 2, "max": 2}
    assert list(game["rules"]) == ["KP-1", "KP-2", "KP-3", "KP-4"]
    assert game["commands"]["call"]["description"] == "Stakes a coin to see both cards (KP-3)."
    assert game["options"]["properties"]["history"]["default"] == "kept"


def test_a_match_is_played_and_read(client):
    table = open_match(client, 2, ruleset=NAME)
    rules = published(client, NAME)
    play_out(table, Random(3))
    rules.check_decisions(table.log())
    match = table.get(None)
    assert match["status"] == "finished"
    (winner,) = match["outcome"]["winners"]
    assert match["outcome"]["scores"][winner] > 0
    for who in table.everybody:
        for what in ("view", "moves", "decisions", "audit", "shorthand"):
            assert table.ask(who, what).status_code == 200, (who, what)


def test_a_call_tried_out_shows_no_card(sqlite_client):
    table = open_match(sqlite_client, 2, ruleset=NAME)
    table.do(0, {"type": "bet"})
    tried = table.do(1, {"type": "call"}, dry_run=True)
    assert "CardShown" not in str(tried)
    table.do(1, {"type": "call"})
    assert "CardShown" in str(table.log())


def test_a_record_is_entered_by_a_scribe(sqlite_client):
    table = open_match(sqlite_client, 2, ruleset=NAME, mode="recorded")
    rng = Random(5)
    while table.get(None)["status"] == "playing" and table.get("scribe")["awaiting"] != [{"confirm": "end"}]:
        scribe_step(table, rng)
    table.do("scribe", {"type": "table.confirm"})
    assert table.get(None)["status"] == "finished"


FILE = """\
ruleset: kuhn-poker
seat 0: red
seat 1: blue
---
chance: deal cards king, ?
red: bet
blue: call
scribe: tell hand:1 is queen
"""


def test_a_file_is_taken_in_although_the_game_has_no_sentences_of_its_own(sqlite_client):
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    answer = sqlite_client.post("/v1/imports", data=FILE.encode(), headers=headers)
    assert answer.status_code == 201, answer.text
    assert answer.json["gaps"] == 0
    match = sqlite_client.get(answer.headers["Location"]).json
    assert match["awaiting"] == [{"confirm": "end"}]
