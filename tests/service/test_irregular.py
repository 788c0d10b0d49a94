"""What breaks a rule and happened all the same: entered by an official of a recorded match, it stands."""

import json
from random import Random

import pytest

from tests.service.playing import (
    FIRST_FIVE,
    HIDDEN,
    MEA_CULPA,
    SINS,
    THURN_AND_TAXIS,
    fact_of,
    filled_move,
    kinds_of,
    open_match,
    published,
    recorded_match,
    without,
)

NOTE = {"note": "he was too quick for all of us"}
OUT_OF_SIGHT = "IrregularOutOfSight"
TAKE = {"type": "take", "sin": "pride", "to": "reserve"}


@pytest.fixture
def table(sqlite_client):
    """Seat 0 is to take."""
    return recorded_match(sqlite_client, history="kept")


def test_the_note_stays_when_what_was_irregular_is_decided_again(table):
    irregular = table.do("scribe", {**TAKE, "seat": 1, "irregular": NOTE})["decisions"][0]["version"]
    turned_up = {"type": "refill", "cards": ["pride", "pride", "pride", "envy", "lust"]}
    change = {"decision": irregular - 1, "effect": "replace", "commands": [{"command": turned_up}]}
    (said,) = table.do("scribe", {"type": "table.amend", "changes": [change]})["corrections"]
    assert [one["decision"] for one in said["replaced"]] == [irregular - 1, irregular]
    for who in table.everybody:
        (finding,) = table.get(who, "audit")["findings"]
        assert (finding["decisions"], finding["note"]) == ([irregular], NOTE["note"])


@pytest.mark.scenario(69)
def test_what_breaks_a_rule_is_refused_with_a_hint_and_then_stands(table):
    refused = table.refused("scribe", {**TAKE, "seat": 1})
    assert (refused["status"], refused["code"]) == (409, "not-awaited")
    assert "irregular" in refused["hint"]
    version = table.version
    answer = table.do("scribe", {**TAKE, "seat": 1, "irregular": NOTE})
    (decision,) = answer["decisions"]
    tag, *rest = decision["facts"]
    note = NOTE["note"]
    assert tag == {"type": "Irregular", "code": "not-awaited", "let_stand": "scribe", "note": note}
    assert [fact["type"] for fact in rest] == ["TurnPassed", "SinTaken", "Awaited"]
    assert decision["command"] == TAKE
    assert (decision["actor"], decision["recorded_by"]) == ({"seat": 1}, "scribe")
    assert answer["version"] == table.version == version + 1
    for who in table.everybody:
        assert table.log(who)[-1]["facts"][0] == tag, "everybody reads what was let stand"


def test_the_rule_that_was_broken_is_kept(table):
    left = {"type": "take", "sin": "pride", "to": "abyss", "leave_stone": True, "seat": 0}
    refused = table.refused("scribe", left)
    assert (refused["code"], refused["rule"]) == ("illegal-move", "SS-R24")
    assert "irregular" in refused["hint"]
    (decision,) = table.do("arbiter", {**left, "irregular": NOTE})["decisions"]
    tag = decision["facts"][0]
    assert (tag["code"], tag["rule"], tag["let_stand"]) == ("illegal-move", "SS-R24", "arbiter")
    assert "StoneTaken" not in kinds_of(decision)
    (finding,) = table.get(None, "audit")["findings"]
    assert finding == {
        "kind": "irregular",
        "rule": "SS-R24",
        "code": "illegal-move",
        "seat": 0,
        "decisions": [decision["version"]],
        "complete": decision["version"],
        "let_stand": "arbiter",
        "note": NOTE["note"],
        "status": "stands",
    }


def test_what_breaks_no_rule_that_the_game_knows_keeps_its_note(table):
    (decision,) = table.do("scribe", {**TAKE, "seat": 0, "irregular": NOTE})["decisions"]
    tag = decision["facts"][0]
    assert (tag["code"], tag.get("rule"), tag["note"]) == ("no-known-rule", None, NOTE["note"])
    (finding,) = table.get("arbiter", "audit")["findings"]
    assert (finding["rule"], finding["code"]) == (None, "no-known-rule")


def test_a_lawful_match_has_nothing_irregular(table):
    table.do("scribe", {**TAKE, "seat": 0})
    assert table.get("arbiter", "audit")["findings"] == []
    assert not any(fact["type"] == "Irregular" for decision in table.log() for fact in decision["facts"])


@pytest.mark.parametrize("who", [0, 1, "host", "spectator"])
def test_only_officials_let_something_stand(table, who):
    trace = table.trace()
    assert table.refused(who, {**TAKE, "irregular": NOTE})["code"] == "forbidden"
    assert "hint" not in table.refused(who, {"type": "take", "sin": "judgement", "to": "abyss"})
    assert table.trace() == trace


def test_in_a_hosted_match_nothing_is_irregular(sqlite_client):
    table = open_match(sqlite_client, 2)
    for who in ("scribe", "arbiter", 0):
        assert table.refused(who, {**TAKE, "seat": 0, "irregular": NOTE})["code"] == "forbidden"


def test_the_arbiter_enters_nothing_that_is_not_irregular(table):
    assert table.refused("arbiter", {**TAKE, "seat": 0})["code"] == "forbidden"


@pytest.mark.parametrize(
    "irregular", [None, True, "he was quick", {}, {"note": ""}, {"note": "x" * 2001}, {"note": 3}, {"why": "x"}]
)
def test_what_stands_there_is_a_note(table, irregular):
    problem = table.refused("scribe", {**TAKE, "seat": 1, "irregular": irregular})
    assert problem["code"] == "invalid"
    assert all(name.startswith("irregular") for name in problem["errors"])


def test_what_is_said_at_the_table_is_never_irregular(table):
    for command in ({"type": "table.note", "text": "x"}, {"type": "table.freeze"}):
        assert table.refused("arbiter", {**command, "irregular": NOTE})["code"] == "invalid"


@pytest.mark.parametrize(
    "command",
    [
        {"type": "take", "sin": "sloth", "to": "abyss"},
        {"type": "take", "sin": "judgement", "to": "abyss"},
        {"type": "place-stones", "on": []},
        {"type": "open-reserves"},
        {"type": "take", "sin": "unheard-of", "to": "reserve"},
    ],
    ids=lambda command: command["type"] + str(command.get("sin", "")),
)
def test_pieces_have_to_be_where_they_must_be(table, command):
    trace = table.trace()
    assert "hint" not in table.refused("scribe", {**command, "seat": 0})
    refused = table.refused("scribe", {**command, "seat": 0, "irregular": NOTE})
    assert (refused["code"], "rule" in refused) == ("illegal-move", True)
    assert table.trace() == trace


def test_chance_answers_what_it_is_asked_for(table):
    refill = {"type": "refill", "cards": ["pride"]}
    assert "hint" not in table.refused("scribe", refill)
    assert table.refused("scribe", {**refill, "irregular": NOTE})["code"] == "not-awaited"
    table.do("scribe", {**TAKE, "seat": 0})
    (decision,) = table.do("scribe", {"type": "refill", "cards": ["pride", "envy"], "irregular": NOTE})[
        "decisions"
    ]
    assert (decision["actor"], fact_of(decision, "Irregular")["code"]) == ("chance", "no-known-rule")


def test_nothing_irregular_while_something_has_to_be_told(sqlite_client):
    table = recorded_match(sqlite_client, {"unknown": 2}, sins=SINS)
    rng = Random(6)
    while not any("tell" in one for one in table.awaiting if isinstance(one, dict)):
        moves = [move for move in table.get("scribe", "moves")["moves"] if "unknown" not in str(move)]
        table.do("scribe", filled_move(rng.choice(moves), rng))
    moves = table.get("scribe", "moves", possible="true")["moves"]
    assert not any("irregular" in move for move in moves)
    for sin in SINS:
        command = {"type": "take", "sin": sin, "to": "abyss", "seat": 0, "irregular": NOTE}
        assert table.refused("scribe", command)["code"] in ("not-awaited", "illegal-move")


def test_a_dry_run_and_a_batch_take_what_is_irregular(table):
    trace = table.trace()
    out_of_turn, then = {**TAKE, "seat": 1, "irregular": NOTE}, {"type": "refill", "cards": ["pride", "envy"]}
    dry = table.do("scribe", out_of_turn, then, dry_run=True)
    assert [kinds_of(decision)[0] for decision in dry["decisions"]] == ["Irregular", "CardRevealed"]
    assert table.trace() == trace
    assert len(table.do("scribe", out_of_turn, then)["decisions"]) == 2


@pytest.mark.parametrize("who", ["scribe", "arbiter"])
def test_every_irregular_move_that_is_listed_is_accepted(table, who):
    rules, listed = published(table.client), table.get(who, "moves", possible="true")["moves"]
    irregular = [move for move in listed if "irregular" in move]
    assert {move["seat"] for move in irregular} == {0, 1}
    assert not any("irregular" in move for move in table.get(who, "moves")["moves"])
    for move in irregular:
        command = filled_move(move, Random(1)) | {"irregular": NOTE}
        assert table.send(who, command, dry_run=True).status_code == 201, command
        rules.check_command(command)
    for other in (0, "host", None):
        assert not any("irregular" in move for move in table.get(other, "moves", possible="true")["moves"])


# -- the other games ----------------------------------------------------------------------------------------


def test_a_card_laid_where_no_road_leads_stands(sqlite_client):
    board = {"copies": 3}
    table = open_match(
        sqlite_client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options={"start_player": 0}, board=board
    )
    table.do("scribe", {"type": "lay-out", "cards": ["ulm", "lodz", "basel", "passau", "zurich", "pilsen"]})
    table.do("scribe", {"type": "take-card", "city": "ulm", "seat": 0})
    table.do("scribe", {"type": "lay-out", "cards": ["linz"]})
    table.do("scribe", {"type": "use-postmaster", "city": "lodz", "seat": 0})
    table.do("scribe", {"type": "lay-out", "cards": ["linz"]})
    table.do("scribe", {"type": "start-route", "city": "ulm", "seat": 0})
    far = {"type": "extend-route", "city": "lodz", "end": "right", "seat": 0}
    assert table.refused("scribe", far)["code"] == "not-awaited"
    (decision,) = table.do("scribe", {**far, "irregular": NOTE})["decisions"]
    assert kinds_of(decision) == ["Irregular", "RouteExtended"]
    assert table.get(None, "view")["board"]["seats"][0]["route"] == ["ulm", "lodz"]
    assert table.awaiting == [{"seat": 1}], "what was due stays due"
    missing = {"type": "extend-route", "city": "basel", "end": "right", "seat": 0, "irregular": NOTE}
    (warning,) = table.do("scribe", missing)["warnings"]
    assert (warning["code"], warning["place"]) == ("contradiction", "hand:0"), "he had no such card"


def test_a_good_bought_out_of_turn_stands(sqlite_client):
    table = open_match(sqlite_client, 2, ruleset=MEA_CULPA, mode="recorded", options={"row": [0, 1]})
    rng = Random(3)
    while table.get("scribe", "view")["board"]["turn"] is None:
        table.do("scribe", filled_move(rng.choice(table.get("scribe", "moves")["moves"]), rng))
    board = table.get("scribe", "view")["board"]
    other = 1 - table.mover
    good = next(stone for stone in board["market"]["things"] if stone != "indulgence")
    buy = {"type": "buy", "stone": good, "seat": other}
    assert table.refused("scribe", buy)["code"] == "not-awaited"
    awaiting = table.awaiting
    decision, *_ = table.do("scribe", {**buy, "irregular": NOTE})["decisions"]
    assert kinds_of(decision) == ["Irregular", "TalerPaid", "StoneTaken"]
    assert table.awaiting == awaiting


# -- deciding again -----------------------------------------------------------------------------------------


def test_what_was_irregular_is_decided_again_as_irregular(sqlite_client):
    """Seat 1 takes its stone back; that seat 0 has placed none stays irregular, and the note where it was."""
    table = open_match(
        sqlite_client, 2, mode="recorded", options={"first_seat": 0, "sins": SINS}, board={"backs": {"I": 5}}
    )
    table.do(
        "scribe",
        {"type": "deal", "cards": ["pride", "greed"]},
        {"type": "refill", "cards": FIRST_FIVE},
        {"type": "take", "sin": "greed", "to": "reserve", "seat": 0},
        {"type": "refill", "cards": ["lust"]},
        {"type": "take", "sin": "envy", "to": "reserve", "seat": 1},
        {"type": "refill", "cards": ["envy"]},
        {"type": "take", "sin": "lust", "to": "abyss", "seat": 0},
        {"type": "refill", "cards": ["greed", "greed"]},
        {"type": "take", "sin": "pride", "to": "abyss", "seat": 1},
        {"type": "refill", "cards": ["judgement"]},
    )
    placed = table.do("scribe", {"type": "place-stones", "on": ["envy"], "seat": 1})["version"]
    none = {"type": "place-stones", "on": [], "seat": 0}
    assert table.refused("scribe", none)["rule"] == "SS-R3"
    irregular = table.do("scribe", {**none, "irregular": NOTE})["version"]
    assert table.awaiting == [{"confirm": "end"}]
    table.do("scribe", {"type": "table.take-back", "decision": placed})
    table.do("scribe", {"type": "table.consent", "agree": True, "seat": 0})
    assert table.awaiting == [{"seat": 1}]
    again = table.log(None, line=table.version)[irregular]
    assert [fact["type"] for fact in again["facts"]] == ["Irregular", "StonesPlaced", "Awaited"]
    tag = {"type": "Irregular", "code": "illegal-move", "rule": "SS-R3", "let_stand": "scribe"}
    assert again["facts"][0] == {**tag, "note": NOTE["note"]}
    assert NOTE["note"] in table.log(None, line=table.version, text="en")[irregular]["text"]
    changed = table.log(None)[-1]["facts"]
    assert NOTE["note"] not in json.dumps(changed), "or it could not be erased"
    assert table.log(None)[irregular]["facts"][0] == {**tag, "note": NOTE["note"]}
    (finding,) = table.get(None, "audit")["findings"]
    assert (finding["rule"], finding["decisions"]) == ("SS-R3", [irregular])
    published(sqlite_client).check_decisions(table.log())
    table.do("scribe", {"type": "place-stones", "on": ["greed"], "seat": 1}, {"type": "table.confirm"})
    assert table.get(None)["status"] == "finished"


# -- what is broken out of sight ----------------------------------------------------------------------------


def bidding(client, taler):
    """A recorded match of Mea Culpa in which seat 0 has bid so much, lawfully or not; and the decision."""
    table = open_match(client, 2, ruleset=MEA_CULPA, mode="recorded", options={"row": [0, 1]})
    rng = Random(3)
    while table.get("scribe", "moves")["moves"][0]["type"] != "bid":
        table.do("scribe", filled_move(rng.choice(table.get("scribe", "moves")["moves"]), rng))
    bid = {"type": "bid", "notches": 1, "taler": taler, "seat": 0, "irregular": NOTE}
    return table, table.do("scribe", bid)["decisions"][0]


def test_a_bid_above_what_the_seat_owns_is_told_to_nobody_who_does_not_see_what_it_owns(sqlite_client):
    broken, kept = {"code": "illegal-move", "rule": "MC-Q1"}, {"code": "no-known-rule"}
    told = {}
    for taler, breach in ((0, kept), (500, broken)):
        table, decision = bidding(sqlite_client, taler)
        version = decision["version"]
        for who in table.everybody:
            knows = who in (0, "scribe", "arbiter")
            (finding,) = table.get(who, "audit")["findings"]
            assert (finding["code"], finding["rule"]) == (
                (breach["code"], breach.get("rule")) if knows else ("no-known-rule", None)
            )
            facts = without(table.log(who)[version]["facts"], "seal")
            assert facts[0]["code"] == "no-known-rule"
            assert facts[1] == {"type": OUT_OF_SIGHT, "seats": [0], "breach": breach if knows else HIDDEN}
            if not knows:
                told[who] = [*told.get(who, ()), (facts, without(finding, "note"))]
    assert all(one == other for one, other in told.values())


def test_so_it_is_where_it_is_inserted_later(sqlite_client):
    for taler, breach in ((0, "no-known-rule"), (500, "illegal-move")):
        table, decision = bidding(sqlite_client, 1)
        entry = {"command": {"type": "bid", "notches": 1, "taler": taler}, "seat": 1, "irregular": True}
        change = {"decision": decision["version"], "effect": "insert", "commands": [entry]}
        table.do("scribe", {"type": "table.amend", "changes": [change]})
        for who in table.everybody:
            (changed,) = (fact for fact in table.log(who)[-1]["facts"] if fact["type"] == "LineChanged")
            facts = changed["changes"][0]["facts"]
            (seen,) = (fact["breach"] for fact in facts if fact["type"] == OUT_OF_SIGHT and fact["seats"] == [1])
            assert without(seen, "seal").get("code") == (breach if who in (1, "scribe", "arbiter") else None)
            codes = [fact["code"] for fact in facts if fact["type"] == "Irregular"]
            assert codes == ["no-known-rule", "no-known-rule"]


def test_what_everybody_sees_to_be_broken_is_said_to_everybody_alone(sqlite_client):
    """Out of turn: nobody looks into anything for that."""
    table, _ = bidding(sqlite_client, 1)
    again = {"type": "buy", "stone": "bread", "seat": 0, "irregular": NOTE}
    assert table.refused("scribe", again)["code"] == "illegal-move", "bids lie hidden"
    table.do("scribe", {"type": "bid", "notches": 1, "taler": 0, "seat": 1})
    while table.get("scribe", "view")["board"]["turn"] is None:
        table.do("scribe", filled_move(table.get("scribe", "moves")["moves"][0], Random(1)))
    other = 1 - table.mover
    good = next(stone for stone in table.get(None, "view")["board"]["market"]["things"] if stone != "indulgence")
    decision, *_ = table.do("scribe", {"type": "buy", "stone": good, "seat": other, "irregular": NOTE})[
        "decisions"
    ]
    assert decision["facts"][0]["code"] == "not-awaited"
    assert OUT_OF_SIGHT not in kinds_of(decision)
