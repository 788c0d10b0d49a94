"""What is awaited from somebody is among his moves, over REST: each can be sent as it is listed."""

from random import Random

import pytest

from tests.service.playing import MEA_CULPA, filled_move, open_match, play_out, recorded_match, scribe_step

TAKE = {"type": "take", "sin": "pride", "to": "reserve", "seat": 0}


def listed(table, who, **query):
    return table.get(who, "moves", **query)["moves"]


def test_a_frozen_match_awaits_its_arbiter(sqlite_client):
    table = open_match(sqlite_client, 2)
    table.do("arbiter", {"type": "table.freeze"})
    assert [listed(table, who) for who in table.everybody if who != "arbiter"] == [[]] * 6
    (resuming,) = listed(table, "arbiter")
    table.do("arbiter", resuming)
    assert listed(table, "arbiter") == []
    assert listed(table, table.mover)


def test_a_result_awaits_its_signature(sqlite_client):
    table = open_match(sqlite_client, 2, options={"sign_off": True})
    ending = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "no-result"}
    table.do("arbiter", ending)
    assert listed(table, "arbiter") == listed(table, "host") == [{"type": "table.sign"}]
    assert listed(table, 0) == listed(table, "scribe") == []
    table.do("host", listed(table, "host")[0])
    assert listed(table, "arbiter") == listed(table, "host") == []


@pytest.mark.parametrize("agree", [True, False])
def test_a_scribe_answers_for_each_seat_that_is_asked(sqlite_client, agree):
    table = open_match(sqlite_client, 3, ruleset=MEA_CULPA, mode="recorded", options={"row": [0, 1, 2]})
    rng = Random(1)
    while not any(one["command"]["type"] == "reveal-bids" for one in table.log()):
        scribe_step(table, rng)
    bid = next(one for one in table.log() if one["command"]["type"] == "bid")
    asker = bid["actor"]["seat"]
    table.do("scribe", {"type": "table.take-back", "decision": bid["version"]})
    left = table.get(None)["consent"]["left"]
    assert {move["seat"] for move in listed(table, "scribe")} == set(left)
    assert len(listed(table, "scribe")) == 2 * len(left)
    assert [move["seat"] for move in listed(table, "scribe", seat=left[0])] == [left[0]] * 2
    assert listed(table, asker) == listed(table, "arbiter") == []
    assert listed(table, left[0]) == [{"type": "table.consent", "agree": yes} for yes in (True, False)]
    while table.get(None)["consent"] is not None:
        answer = next(move for move in listed(table, "scribe") if move["agree"] is agree)
        table.do("scribe", answer)
    struck = [one for one in table.log(line=table.version) if one.get("struck")]
    assert bool(struck) is agree


@pytest.mark.parametrize("asker", ["scribe", "arbiter"])
def test_officials_who_asked_in_a_hosted_match_answer_for_nobody(sqlite_client, asker):
    table = open_match(sqlite_client, 3, ruleset=MEA_CULPA)
    play_out(table, Random(3), until="choose-character")
    bid = next(one for one in table.log() if one["command"]["type"] == "bid")
    table.do(asker, {"type": "table.take-back", "decision": bid["version"]})
    left = table.get(None)["consent"]["left"]
    assert left
    for official in ("scribe", "arbiter"):
        assert listed(table, official) == listed(table, official, seat=left[0]) == []
    while table.get(None)["consent"] is not None:
        table.do(left[0], listed(table, left[0])[0])
        left = left[1:]


def test_what_has_to_be_told_is_listed_with_what_it_can_be(sqlite_client):
    table = recorded_match(sqlite_client, history="kept", cards={"unknown": 2})
    rng = Random(2)
    while not any("tell" in one for one in table.awaiting if isinstance(one, dict)):
        moves = [move for move in listed(table, "scribe") if move["type"] != "take" or move["to"] == "reserve"]
        table.do("scribe", filled_move(rng.choice(moves), rng))
    telling = listed(table, "scribe")
    assert telling == listed(table, "arbiter")
    assert {move["type"] for move in telling} == {"table.tell"}
    assert listed(table, "scribe", seat=0) == listed(table, 0) == []
    for move in telling:
        table.do("arbiter", filled_move(move, rng))
    assert not any("tell" in one for one in table.awaiting)
