"""Whole random matches over REST: what is listed is accepted, every answer is of the published shape, all ends."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from openapi_spec_validator import validate

from tests.service.playing import (
    MOST_COMMANDS,
    Published,
    Table,
    filled_move,
    open_match,
    play_out,
    scribe_step,
)

pytestmark = pytest.mark.stored

TABLES = pytest.mark.parametrize(
    ("migrated_url", "seats", "penitence"),
    [
        *(("sqlite", seats, seats % 2 > 0) for seats in (2, 3, 4, 5)),
        *(pytest.param("sqlite", seats, seats % 2 == 0, marks=pytest.mark.soak) for seats in (2, 3, 4, 5)),
        ("postgres", 2, True),
        ("postgres", 5, False),
    ],
    indirect=["migrated_url"],
)
RECORDED = pytest.mark.parametrize(
    ("migrated_url", "seats"),
    [
        *(("sqlite", seats) for seats in (2, 3, 5)),
        pytest.param("sqlite", 4, marks=pytest.mark.soak),
        ("postgres", 4),
    ],
    indirect=["migrated_url"],
)


def test_the_openapi_document_is_valid(sqlite_client):
    document = json.loads(sqlite_client.get("/v1/openapi.json").data)
    assert document["openapi"].startswith("3.1")
    validate(document)


@pytest.mark.few("sqlite-3-True", "sqlite-4-False", "postgres-2-True")
@pytest.mark.long
@TABLES
def test_a_whole_match_is_played_from_what_is_listed(client, rules, seats, penitence):
    rng = Random(f"{seats} {penitence}")
    table = open_match(client, seats, options={"penitence": penitence})
    rules.check_decisions(table.log())
    for number in range(MOST_COMMANDS):
        match = table.get(None)
        if match["status"] == "finished":
            break
        _one_move(table, rules, rng, match["awaiting"])
        if number % 25 == 5:
            _check_reading(table, rules)
    assert match["status"] == "finished", "the match does not end"
    _check_end(table, rules, match)


def _one_move(table: Table, rules: Published, rng: Random, awaiting: list[dict[str, int]]) -> None:
    awaited = [one["seat"] for one in awaiting]
    seat = rng.choice(awaited)
    for other in set(table.seats) - set(awaited):
        if rng.random() < 0.2:
            assert table.get(other, "moves")["moves"] == []
    moves = table.get(seat, "moves")
    assert moves["awaiting"] == awaiting
    command = filled_move(rng.choice(moves["moves"]), rng)
    rules.check_command(command)
    before = moves["version"]
    answer = table.do(seat, command)
    rules.check_decisions(answer["decisions"])
    versions = [decision["version"] for decision in answer["decisions"]]
    assert versions == list(range(before + 1, answer["version"] + 1))
    assert answer["decisions"][0]["actor"] == answer["decisions"][0]["recorded_by"] == {"seat": seat}
    assert answer["decisions"][0]["command"] == command
    assert answer["receipt"]["size"] == answer["version"] + 1
    assert all(later["recorded_by"] == "service" for later in answer["decisions"][1:])


def _check_reading(table: Table, rules: Published) -> None:
    for who in table.everybody:
        if who == "scribe":
            continue
        view = table.get(who, "view")
        rules.check_board(view["board"])
        assert view["at"] == view["line"] == table.get(who, "moves")["version"]
        rules.check_decisions(table.log(who))
    assert table.get(None, "view")["board"] == table.get("spectator", "view")["board"]


def _check_end(table: Table, rules: Published, match: dict) -> None:
    outcome = match["outcome"]
    seats = len(table.seats)
    assert match["awaiting"] == []
    assert outcome["result"] == ("win" if len(outcome["winners"]) == 1 else "shared")
    assert set(outcome["winners"]) <= set(table.seats)
    board = table.get(None, "view")["board"]
    assert [seat["score"] for seat in board["seats"]] == outcome["scores"]
    best = (max if outcome["wins"] == "most" else min)(outcome["scores"])
    assert {outcome["scores"][seat] for seat in outcome["winners"]} == {best}
    assert board["abyss"]["count"] == 0
    assert sum(seat["opened"]["count"] for seat in board["seats"]) == sum(outcome["cards"])
    log = table.log()
    assert [decision["version"] for decision in log] == list(range(match["version"] + 1))
    assert log[-1]["facts"][-1] == {"type": "MatchEnded", "outcome": outcome}
    dealt = [fact for decision in log for fact in decision["facts"] if fact["type"] == "CardDealt"]
    assert len(dealt) == seats
    for who in table.everybody:
        assert table.log(who, as_="official") == log
        assert table.get(who, "moves")["moves"] == []
        assert table.get(who, "view", as_="official", at=3)["board"]["seats"][0]["reserve"]["things"] is not None
    rules.check_decisions(log)
    for at in range(0, match["version"] + 1, 10):
        rules.check_board(table.get(None, "view", as_="official", at=at)["board"])


@pytest.mark.scenario(18)
def test_after_the_end_as_played_stays_as_played(client, rules):
    table = open_match(client, 2, options={"disclosure": "as-played"})
    play_out(table, Random(1))
    official = table.log("arbiter")
    for who in (None, "spectator", "host", 0, 1):
        for what in ("view", "decisions"):
            response = table.ask(who, what, as_="official")
            assert (response.status_code, response.json["code"]) == (403, "forbidden")
        other = 1 if who == 0 else 0
        assert table.ask(who, "decisions", as_=f"seat:{other}").status_code == 403
        own = table.log(who)
        rules.check_decisions(own)
        assert len(own) == len(official)
        assert not any(decision.get("faded") for decision in own)
        dealt = [fact for decision in own for fact in decision["facts"] if fact["type"] == "CardDealt"]
        assert [isinstance(fact["card"], str) for fact in dealt] == [fact["seat"] == who for fact in dealt]
    assert table.get("arbiter", "view", as_="official", at=3)["as"] == "official"


@pytest.mark.few("postgres-4")
@pytest.mark.long
@RECORDED
def test_a_whole_recorded_match_is_entered_from_what_is_listed(client, rules, seats):
    rng = Random(f"recorded {seats}")
    table = open_match(client, seats, mode="recorded", options={"penitence": seats % 2 == 0})
    for _ in range(MOST_COMMANDS):
        if table.get("scribe")["status"] == "finished":
            break
        if any("tell" in one for one in table.awaiting if isinstance(one, dict)):
            _tell_all(table)
        else:
            rules.check_decisions(scribe_step(table, rng)["decisions"])
    match = table.get("scribe")
    assert match["status"] == "finished"
    rules.check_decisions(table.log())
    assert {json.dumps(decision["recorded_by"]) for decision in table.log()[1:]} <= {'"scribe"', '"service"'}
    assert {'"chance"', '{"seat": 0}'} <= {json.dumps(decision["actor"]) for decision in table.log()}


def _tell_all(table: Table) -> None:
    """Tell what lies in the places that are asked for: cards of which there are still some to be found."""
    board = table.get("scribe", "view")["board"]
    told = _lying(board)
    each = 11 + (1 if table.get("scribe")["options"]["penitence"] else 0)
    missing = [sin for sin in board["sins"] for _ in range(each - told[sin])]
    for one in table.awaiting:
        place = one["tell"]
        shown = board["abyss"] if place == "abyss" else board["seats"][int(place.partition(":")[2])]["reserve"]
        unknown = shown["count"] - sum(shown["things"].values())
        things, missing = missing[:unknown], missing[unknown:]
        table.do("scribe", {"type": "table.tell", "place": place, "things": things})


def _lying(board: dict) -> Counter[str]:
    """The known cards on the table."""
    piles = [pile for name, pile in board["pile"].items() if name != "top"]
    places = [board["centre"], board["abyss"], *piles, *(seat["reserve"] for seat in board["seats"])]
    return sum((Counter(place["things"]) for place in places), Counter())
