"""The result of a match, as it is taken to programs that keep plays."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from service.api.results import LONGEST_LINK, play_link
from tests.service.playing import Table, open_match, play_out

VECTORS = Path(__file__).parent.parent / "vectors" / "shorthand"
RULED = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "win", "winners": [1]}


def finished(client: Any, **opening: Any) -> Table:
    table = open_match(client, 2, **opening)
    play_out(table, Random("results"))
    return table


def play_of(result: Any) -> Any:
    link = result["links"]["bg_stats"]
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    return json.loads(parse_qs(urlsplit(link).query)["data"][0])


def rows(table: Table) -> list[dict[str, str]]:
    answer = table.client.get(f"{table.path}/result", headers={"Accept": "text/csv"})
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    return list(csv.DictReader(io.StringIO(answer.text, newline="")))


def test_a_match_that_goes_on_has_no_result(sqlite_client):
    table = open_match(sqlite_client, 2)
    refused = table.ask("arbiter", "result")
    assert (refused.status_code, refused.json["code"], refused.json["rule"]) == (409, "not-over", "TB-87")


def test_it_says_what_the_match_says(sqlite_client):
    table = finished(sqlite_client, labels={"location": "The Red Lion"}, played_on="2026-11-28")
    match, told = table.get(None), table.get(None, "result")
    assert told["outcome"] == match["outcome"]
    assert told["game"] == {"ruleset": "seven-sins", "title": "7 – The Sins", "bgg": None}
    assert (told["date"], told["location"]) == ("2026-11-28", "The Red Lion")
    first = next(one for one in table.log() if isinstance(one["actor"], dict))["actor"]["seat"]
    for player, seat in zip(told["players"], match["seats"], strict=True):
        number = seat["seat"]
        won = number in match["outcome"]["winners"]
        assert player == {
            "seat": number,
            "name": seat["name"],
            "colour": seat["colour"],
            "team": None,
            "starts": number == first,
            "score": match["outcome"]["scores"][number],
            "rank": 1 if won else None,
            "winner": won,
        }


def test_it_says_the_same_to_everybody_and_to_nobody_who_may_not_know_of_the_match(sqlite_client):
    table = finished(sqlite_client, public=False)
    told = [table.get(who, "result") for who in ("host", "arbiter", "scribe", "spectator", 0, 1)]
    assert all(one == told[0] for one in told)
    assert table.ask(None, "result").status_code == 401
    other = open_match(sqlite_client, 2)
    assert sqlite_client.get(f"{table.path}/result", headers=other.bearer("arbiter")).status_code == 403


@pytest.mark.parametrize(
    ("file", "alone"),
    [("mea-culpa-1", True), ("seven-sins-1", True), ("thurn-and-taxis-1", False), ("thurn-and-taxis-2", True)],
)
def test_a_recorded_match_of_each_game_has_a_result(sqlite_client, file, alone):
    """Who began is said where one seat had to act first, and not where all lay tiles at once."""
    text = (VECTORS / f"{file}.txt").read_text(encoding="utf-8")
    match = sqlite_client.post("/v1/imports", data=text, content_type="text/plain").json
    assert match["status"] == "finished"
    told = Table(sqlite_client, match).get("arbiter", "result")
    players, outcome = told["players"], match["outcome"]
    assert [one["seat"] for one in players if one["winner"]] == sorted(outcome["winners"])
    assert all((one["rank"] == 1) == one["winner"] for one in players)
    if "ranking" in outcome:
        assert [one["seat"] for one in sorted(players, key=lambda one: one["rank"])] == outcome["ranking"]
    assert [one["score"] for one in players] == outcome.get("scores", [None] * len(players))
    assert sum(one["starts"] is True for one in players) == alone
    assert play_of(told)["game"]["noPoints"] is ("scores" not in outcome)


def test_a_link_fills_in_the_play_and_the_same_play_has_the_same_ids(sqlite_client):
    table = finished(sqlite_client, labels={"location": "The Red Lion"}, played_on="2026-11-28")
    told = table.get(None, "result", text="en")
    play = play_of(told)
    assert play["sourceName"] == "Kerbholz"
    assert play["sourcePlayId"] == table.id
    assert play["playDate"] == "2026-11-28 12:00:00"
    assert (play["location"], play["comments"]) == ("The Red Lion", told["text"])
    assert play["game"]["name"] == "7 – The Sins"
    assert play["game"]["highestWins"] == (told["outcome"]["wins"] == "most")
    assert play["game"]["noPoints"] is False
    for told_player, player in zip(told["players"], play["players"], strict=True):
        assert player["name"] == told_player["name"]
        for theirs, ours in (("score", "score"), ("winner", "winner"), ("startPlayer", "starts")):
            assert player[theirs] == told_player[ours]
    assert play_of(table.get(0, "result", text="en")) == play
    again = finished(sqlite_client)
    others = play_of(again.get(None, "result"))
    assert others["sourcePlayId"] != play["sourcePlayId"]
    assert others["game"]["sourceGameId"] == play["game"]["sourceGameId"]
    assert [one["sourcePlayerId"] for one in others["players"]] == [
        one["sourcePlayerId"] for one in play["players"]
    ]


def test_a_link_to_a_game_that_is_at_boardgamegeek_names_it_there():
    told = a_result("Ada")
    play = play_of({"links": {"bg_stats": play_link(told)}})
    assert play["game"]["bggId"] == 21790


def a_result(*names: Any) -> dict[str, Any]:
    return {
        "match": "0f0e0d0c-0b0a-4908-8706-050403020100",
        "game": {"ruleset": "thurn-and-taxis", "title": "Thurn and Taxis", "bgg": 21790},
        "date": "2026-11-28",
        "location": "Ä" * 200,
        "outcome": {"winners": [0], "scores": [1] * len(names)},
        "players": [
            {
                "seat": seat,
                "name": name,
                "colour": "red",
                "team": 1,
                "starts": False,
                "score": 1_000_000,
                "rank": None,
                "winner": False,
            }
            for seat, name in enumerate(names)
        ],
    }


@pytest.mark.parametrize("sign", ["a", "ß", "\N{PARTY POPPER}"])
@pytest.mark.parametrize("players", [1, 4, 20])
def test_a_link_is_never_too_long(sign, players):
    told = a_result(*(sign * 198 + f"{seat:02}" for seat in range(players)))
    link = play_link(told, sign * 2000)
    assert len(link) < LONGEST_LINK
    play = play_of({"links": {"bg_stats": link}})
    assert len({one["sourcePlayerId"] for one in play["players"]}) == players
    assert all(one["name"] for one in play["players"])


def test_somebody_whose_name_was_erased_is_called_by_their_colour(sqlite_client):
    table = finished(sqlite_client)
    gone = table.client.delete(
        f"{table.path}/texts/0", query_string={"pointer": "/seats/0/name"}, headers=table.bearer("host")
    )
    assert gone.status_code == 204
    told = table.get(None, "result")
    assert told["players"][0]["name"] == {"erased": True}
    play = play_of(told)["players"][0]
    assert (play["name"], play["sourcePlayerId"]) == (told["players"][0]["colour"], f"{table.id}-0")
    assert rows(table)[0]["name"] == ""


def test_a_table_holds_no_formula(sqlite_client):
    names = ["=HYPERLINK(1)", "+49", "-1", "@SUM(1)"]
    table = Table(
        sqlite_client,
        sqlite_client.post(
            "/v1/matches",
            json={
                "ruleset": "seven-sins",
                "seats": [{"name": name} for name in names],
                "labels": {"location": "=1+1"},
            },
        ).json,
    )
    table.do("arbiter", RULED)
    told = rows(table)
    assert [one["name"] for one in told] == [f"'{name}" for name in names]
    assert {one["location"] for one in told} == {"'=1+1"}
    assert [one["winner"] for one in told] == ["no", "yes", "no", "no"]
    assert [one["rank"] for one in told] == ["", "1", "", ""]


def test_an_abandoned_match_was_won_by_nobody_and_is_taken_nowhere(sqlite_client):
    table = open_match(sqlite_client, 2)
    table.do("host", {"type": "table.abandon"})
    told = table.get(None, "result")
    assert (told["status"], told["outcome"], set(told["links"])) == ("abandoned", None, {"match"})
    assert not any(player["winner"] for player in told["players"])


def test_until_before_the_end_there_is_no_result(sqlite_client):
    table = finished(sqlite_client)
    assert table.ask(None, "result", until=3).json["code"] == "not-over"
    assert table.ask(None, "result", until=table.version).status_code == 200
