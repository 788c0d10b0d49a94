"""Corrections over REST: who may, what they tell to whom, and what earlier readers still read."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.service.playing import THURN_AND_TAXIS, Table, fact_of, open_match, recorded_match, scribe_step
from tests.service.streams import Stream
from tests.service.test_catalogue import caught_up, listed, statistics

TAKE = {"type": "take", "sin": "pride", "to": "abyss"}
OTHER = {"type": "take", "sin": "envy", "to": "reserve"}


def problem(response: Any, code: str) -> Any:
    document = json.loads(response.data)
    assert document["code"] == code, response.text
    return document


def amend(*changes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "table.amend", "changes": list(changes), **more}


def replaced(decision: int, command: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"decision": decision, "effect": "replace", "commands": [{"command": command, **more}]}


@pytest.fixture
def table(client) -> Table:
    """A recorded match in which seat 0 has taken a card, and the centre was filled again."""
    table = recorded_match(client, history="kept")
    table.do("scribe", {**TAKE, "seat": 0})
    rng = Random(1)
    while table.version < 8:
        scribe_step(table, rng)
    return table


def taken(table: Table) -> int:
    """The version of the first card that was taken."""
    return next(one["version"] for one in table.log() if one["command"]["type"] == "take")


@pytest.mark.scenario(66)
def test_a_correction_stands_in_the_log_with_author_reason_before_and_after(table):
    version, first = table.version, taken(table)
    seen = {who: table.ask(who, "view", at=version).data for who in table.everybody}
    log = {who: table.log(who) for who in table.everybody}
    command = amend(replaced(first, OTHER), reason="it was envy; the scribe misheard")
    answer = table.do("scribe", command)
    (said,) = answer["corrections"]
    assert (said["version"], said["by"], said["kind"]) == (version + 1, "scribe", "amended")
    assert said["reason"] == "it was envy; the scribe misheard"
    again = next(one for one in said["replaced"] if one["decision"] == first)
    assert "pride" in json.dumps(again["before"])
    assert "pride" not in json.dumps(again["facts"])
    assert "envy" in json.dumps(again["facts"])
    (listed,) = table.get("arbiter", "audit")["corrections"]
    assert listed == said
    assert table.get(None, "audit")["take_backs"] == []
    for who in table.everybody:
        assert table.ask(who, "view", at=version).data == seen[who], "what people saw then"
        assert table.log(who)[: version + 1] == log[who]
        told = table.log(who, line=table.version)[first]
        assert told["replaced"]["by"] == version + 1
        assert "envy" in json.dumps(told["facts"])


def test_what_was_corrected_says_by_which_decision_also_when_something_before_it_is_corrected_later(client):
    table = recorded_match(client, {"unknown": 2}, history="kept")
    table.do("scribe", {**TAKE, "seat": 0})
    dealt, first = taken(table) - 2, taken(table)
    by = table.do("scribe", amend(replaced(first, OTHER)))["version"]
    known = {"type": "deal", "cards": [{"unknown": 1}, "greed"]}
    later = table.do("scribe", {"type": "table.reveal", "decision": dealt, "command": known})["version"]
    for who in table.everybody:
        told = table.log(who, line=table.version)
        assert (told[dealt]["replaced"]["by"], told[first]["replaced"]["by"]) == (later, by)
    again = table.do("scribe", amend(replaced(first, TAKE)))["version"]
    assert table.log(None, line=table.version)[first]["replaced"]["by"] == again


@pytest.mark.scenario(65, 81)
def test_a_dry_run_lists_what_becomes_of_each_later_decision_and_changes_nothing(table):
    before, first = table.trace(), taken(table)
    later = {one["version"] for one in table.log() if one["version"] >= first}
    command = amend(replaced(first, OTHER))
    tried = table.do("scribe", command, dry_run=True)
    (said,) = tried["corrections"]
    numbers = [one if isinstance(one, int) else one["decision"] for name in LISTS for one in said[name]]
    assert sorted(numbers) == sorted(later)
    assert all(one.keys() & {"rule", "after"} for one in said["struck"])
    assert tried["receipt"] is None
    assert table.trace() == before
    (done,) = table.do("scribe", command)["corrections"]
    assert {name: done[name] for name in LISTS} == {name: said[name] for name in LISTS}


LISTS = ("stands", "replaced", "struck", "counts_again")


def takes(table: Table) -> list[dict[str, Any]]:
    return [one for one in table.get("scribe", "moves")["moves"] if one["type"] == "take"]


@pytest.mark.scenario(67)
def test_moves_that_were_missed_are_inserted_and_followers_are_told_of_a_correction(client):
    table = recorded_match(client, history="kept")
    rng = Random(1)
    table.do("scribe", {**TAKE, "seat": 0})
    scribe_step(table, rng)
    first, seat = table.version, table.mover
    sins = [one["sin"] for one in takes(table)]
    for _ in range(2):
        scribe_step(table, rng)
    refill = table.log()[-1]["command"]
    missed = [{"command": {**TAKE, "sin": sins[-1]}, "seat": seat}, {"command": refill}]
    streams = {who: Stream(table, who) for who in (None, 0, "scribe")}
    for stream in streams.values():
        assert stream.next().kind == "snapshot"
    table.do("scribe", amend({"decision": first, "effect": "insert", "commands": missed}))
    newest = table.version
    for who, stream in streams.items():
        decision, snapshot = stream.next(), stream.next()
        assert (decision.kind, snapshot.kind) == ("decision", "snapshot")
        assert decision.document["command"]["type"] == "table.amend"
        assert snapshot.data == table.ask(who, "view", at=decision.id).data
        assert table.log(who)[first]["facts"] != table.log(who, line=newest)[first]["facts"]
        stream.close()


@pytest.mark.scenario(80)
def test_an_earlier_line_is_restored_and_every_line_stays_addressable(table):
    version, first = table.version, taken(table)
    board = table.get("scribe", "view")["board"]
    table.do("scribe", amend(replaced(first, OTHER)))
    amended, other = table.version, table.get("scribe", "view")["board"]
    assert other != board
    (said,) = table.do("scribe", {"type": "table.amend", "restore": version})["corrections"]
    assert said["kind"] == "restored"
    assert table.get("scribe", "view")["board"] == board
    assert table.get("scribe", "view", at=version, line=amended)["board"] == other
    assert [one["kind"] for one in table.get("scribe", "audit")["corrections"]] == ["amended", "restored"]
    problem(table.send("scribe", {"type": "table.amend", "restore": version}), "illegal-move")


def test_what_is_hidden_in_a_corrected_command_is_told_to_whom_it_is_due(sqlite_client):
    """A bid that has not been shown yet is corrected: its owner and officials read it, nobody else."""
    table, rng = open_match(sqlite_client, 3, ruleset="mea-culpa", mode="recorded"), Random(1)
    while not any(one["command"]["type"] == "bid" for one in table.log()):
        scribe_step(table, rng)
    bid = next(one for one in table.log() if one["command"]["type"] == "bid")
    seat, command = bid["actor"]["seat"], {**bid["command"], "taler": 0 if bid["command"]["taler"] else 1}
    table.do("scribe", amend(replaced(bid["version"], command)))
    for who in table.everybody:
        newest = table.log(who)[-1]
        (fact,) = newest["facts"]
        change = next(one for one in fact["changes"] if one["decision"] == bid["version"])
        (told,) = (one for one in change["facts"] if one["type"] == "BidSet")
        if who in ("scribe", "arbiter", seat):
            assert told["taler"] == command["taler"]
        else:
            assert told["taler"].keys() == told["notches"].keys() == {"hidden", "seal"}
        if who not in ("scribe", "arbiter"):
            assert newest["command"]["changes"].keys() == {"hidden", "seal"}


def test_the_result_follows_the_line_everywhere(sqlite_client):
    table = recorded_match(sqlite_client, history="kept")
    rng = Random(3)
    while table.get("arbiter")["status"] == "playing":
        scribe_step(table, rng)
    outcome = table.get(None)["outcome"]
    caught_up(sqlite_client)
    assert listed(sqlite_client, status="finished") == [table.id]
    last = [one for one in table.log() if one["command"]["type"] == "take"][-1]["version"]
    answer = table.do("scribe", amend({"decision": last, "effect": "remove"}))
    (said,) = answer["corrections"]
    assert said["outcome"] == {"before": outcome, "now": None}
    for who in (None, "arbiter"):
        assert table.get(who)["status"] == "playing"
        assert table.get(who)["outcome"] is None
    caught_up(sqlite_client)
    assert listed(sqlite_client, status="playing") == [table.id]
    assert statistics(sqlite_client)["unfinished"] == 1


def test_what_was_unknown_is_filled_in_where_it_belongs(client):
    table = recorded_match(client, {"unknown": 2}, history="kept")
    dealt = next(one["version"] for one in table.log() if one["command"]["type"] == "deal")
    version = table.version
    assert table.get("scribe", "view")["board"] != _known(client).get("scribe", "view")["board"]
    command = {"type": "table.reveal", "decision": dealt, "command": {"type": "deal", "cards": ["pride", "greed"]}}
    (said,) = table.do("scribe", command)["corrections"]
    assert (said["kind"], said["start"]) == ("revealed", dealt)
    assert said["struck"] == []
    assert table.get("scribe", "view")["board"] == _known(client).get("scribe", "view")["board"]
    assert table.log(1, line=table.version)[dealt]["replaced"]["by"] == version + 1
    assert "greed" in json.dumps(table.log(1)[-1]["facts"])
    assert "pride" not in json.dumps(table.log(1)[-1]["facts"])
    assert "pride" not in json.dumps(table.log(None)[-1]["facts"])
    wrong = {**command, "command": {"type": "deal", "cards": ["envy", "greed"]}}
    assert "amend" in problem(table.send("scribe", wrong), "invalid")["detail"]
    more = {**command, "command": {"type": "deal", "cards": ["pride", "greed", "envy"]}}
    problem(table.send("scribe", more), "invalid")


def test_what_was_identified_stays_known_when_some_of_it_is_filled_in(client):
    """Both cards of a hand were identified; then it is filled in when one of them was dealt."""
    table = open_match(client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options={"start_player": 0})
    dealt = {"type": "deal-card", "cards": {"unknown": 1}}
    table.do("scribe", {"type": "lay-out", "cards": ["basel", "basel", "pilsen", "pilsen", "passau", "passau"]})
    for taken in ("take-card", "use-postmaster"):
        table.do("scribe", {"type": taken, "seat": 0}, dealt)
    first = next(one["version"] for one in table.log() if one["command"]["type"] == "deal-card")
    table.do("scribe", {"type": "start-route", "city": "ulm", "seat": 0})
    for taken in ("take-card", "use-postmaster"):
        table.do("scribe", {"type": taken, "seat": 1}, dealt)
    table.do("scribe", {"type": "start-route", "city": "linz", "seat": 1})
    table.do("scribe", {"type": "take-card", "seat": 0}, dealt)
    identify = {"type": "table.identify", "place": "hand:0", "things": ["lodz", "salzburg"]}
    identified = table.do("scribe", identify)["version"]
    before = table.get("scribe", "view")["board"]
    filled_in = {"type": "deal-card", "cards": ["lodz"]}
    (said,) = table.do("scribe", {"type": "table.reveal", "decision": first, "command": filled_in})["corrections"]
    assert said["struck"] == []
    assert table.get("scribe", "view")["board"] == before
    assert before["seats"][0]["hand"]["things"] == {"lodz": 1, "salzburg": 1}
    assert identified in [one["decision"] for one in said["replaced"]]
    refused = problem(table.send("scribe", identify), "illegal-move")
    assert (refused["rule"], refused["detail"]) == (
        "TB-48",
        "Nothing here is unknown: Hand of Ada.",
    )
    table.do("scribe", {"type": "use-postmaster", "seat": 0}, dealt)
    problem(table.send("scribe", identify), "illegal-move")  # which of the two would the third card be?
    whole = table.do("scribe", {**identify, "things": ["lodz", "salzburg", "linz"]})
    assert fact_of(whole["decisions"][0], "PlaceTold")["things"] == ["linz"]


def _known(client) -> Table:
    return recorded_match(client, history="kept")


def test_who_may_and_what_makes_no_sense(table, client):
    first = taken(table)
    good = amend(replaced(first, OTHER))
    for who in (0, 1, "host", "spectator"):
        problem(table.send(who, good), "forbidden")
    hosted = open_match(client, 2)
    problem(hosted.send("scribe", good), "forbidden")
    problem(hosted.send("arbiter", {"type": "table.reveal", "decision": 1, "command": OTHER}), "forbidden")
    before = table.trace()
    for bad, code in (
        (amend(replaced(first, TAKE)), "illegal-move"),
        (amend(replaced(0, OTHER)), "invalid"),
        (amend(replaced(999, OTHER)), "invalid"),
        (amend(replaced(first, {"type": "table.note", "text": "x"})), "invalid"),
        (amend(replaced(first, {"type": "take", "sin": "pride"})), "invalid"),
        (amend(replaced(first, {**OTHER, "more": 1})), "invalid"),
        (amend(replaced(first, {**OTHER, "seat": 0})), "invalid"),
        (amend(replaced(first, OTHER, seat=7)), "invalid"),
        (amend(replaced(first, OTHER, seat=True)), "invalid"),
        (amend(replaced(first, OTHER, seat=1)), "not-awaited"),
        (amend(replaced(first, OTHER, irregular={"note": "x"})), "invalid"),
        (amend({"decision": first, "effect": "change"}), "invalid"),
        (amend({"decision": first, "effect": "replace"}), "invalid"),
        (amend({"decision": first, "effect": "insert", "commands": []}), "invalid"),
        (amend({"decision": first, "effect": "remove", "commands": [{"command": OTHER}]}), "invalid"),
        (amend({"decision": first, "effect": "remove"}, {"decision": first, "effect": "remove"}), "invalid"),
        (amend(), "invalid"),
        ({"type": "table.amend"}, "invalid"),
        ({"type": "table.amend", "restore": table.version}, "invalid"),
        ({"type": "table.amend", "restore": -1}, "invalid"),
        ({**good, "restore": 1}, "invalid"),
        ({"type": "table.amend", "changes": [7]}, "invalid"),
        ({"type": "table.amend", "changes": {"decision": first}}, "invalid"),
        ({"type": "table.reveal", "decision": first, "command": OTHER}, "invalid"),
        ({"type": "table.reveal", "decision": first, "command": TAKE}, "illegal-move"),
        ({"type": "table.reveal", "decision": first}, "invalid"),
    ):
        problem(table.send("scribe", bad), code)
    assert table.trace() == before


@pytest.mark.scenario(81)
def test_what_is_true_is_corrected_in_spite_of_the_rules(table):
    """The wrong seat took a card, and nobody noticed: refused with its rule or code, and accepted as irregular."""
    first = taken(table)
    change = replaced(first, OTHER, seat=1)
    problem(table.send("scribe", amend(change)), "not-awaited")
    change["commands"][0]["irregular"] = True
    answer = table.do("scribe", amend(change, reason="Bo took out of turn, and it stood"))
    (again,) = (one for one in answer["corrections"][0]["replaced"] if one["decision"] == first)
    assert again["facts"][0]["type"] == "Irregular"
    assert again["facts"][0]["let_stand"] == "scribe"


def test_a_seat_takes_back_what_was_corrected_and_rulings_go_on_from_it(table):
    first = taken(table)
    table.do("scribe", amend(replaced(first, OTHER)))
    board = table.get("scribe", "view")["board"]
    back = {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": first + 1}
    ruled = table.do("arbiter", back)["decisions"][0]["version"]
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "reverses": ruled})
    assert table.get("scribe", "view")["board"] == board


def test_a_reversal_takes_nothing_back_that_was_corrected_since(table):
    """Back and its reversal would bring back the line before the ruling, and with it what was wrong."""
    first, version = taken(table), table.version
    back = {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": version}
    ruled = table.do("arbiter", back)["decisions"][0]["version"]
    reversal = {"type": "table.rule", "verdict": "dismissed", "reverses": ruled}
    table.do("scribe", amend(replaced(first, OTHER)))
    corrected, before = table.version, table.trace()
    detail = problem(table.send("arbiter", reversal), "illegal-move")["detail"]
    assert f"restore {ruled}" in detail
    assert table.trace() == before
    table.do("scribe", {"type": "table.amend", "restore": ruled})
    table.do("arbiter", reversal)
    board = table.get("scribe", "view", at=version)["board"]
    assert table.get("scribe", "view")["board"] == board
    assert table.get("scribe", "view", at=corrected)["board"] != board


def test_a_removal_is_not_taken_back_by_a_reversal_either(table):
    version = table.version
    back = {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": version}
    ruled = table.do("arbiter", back)["decisions"][0]["version"]
    table.do("scribe", amend({"decision": taken(table), "effect": "remove"}))
    reversal = {"type": "table.rule", "verdict": "dismissed", "reverses": ruled}
    problem(table.send("arbiter", reversal), "illegal-move")


def test_a_batch_corrects_and_goes_on(table):
    first = taken(table)
    answer = table.do("scribe", amend(replaced(first, OTHER)), {"type": "table.note", "text": "corrected"})
    assert len(answer["corrections"]) == 1
    assert answer["decisions"][0]["command"]["type"] == "table.amend"


@pytest.mark.stored
def test_play_goes_on_after_a_correction(client):
    table = recorded_match(client, history="kept")
    table.do("scribe", {**TAKE, "seat": 0})
    table.do("scribe", amend(replaced(taken(table), OTHER)))
    rng = Random(2)
    while table.get("arbiter")["status"] == "playing":
        scribe_step(table, rng)
    assert table.get(None)["outcome"]["winners"]
