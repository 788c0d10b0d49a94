"""Assertions: they change nothing, find a slip, name where it may be, and tell nobody what he may not know."""

import json
from random import Random

import pytest

from tests.service.playing import (
    MEA_CULPA,
    OFFICIALS,
    THURN_AND_TAXIS,
    filled_move,
    open_match,
    published,
    random_slip,
    recorded_match,
    without,
)

TAKE = {"type": "take", "sin": "pride", "to": "reserve"}


def said(at, value):
    """An assertion."""
    return {"type": "table.assert", "at": at, "is": value}


def judged(table, who, at, value):
    """What comes of an assertion, as officials read it."""
    (decision,) = table.do(who, said(at, value))["decisions"]
    (fact,) = table.log("arbiter")[decision["version"]]["facts"]
    return fact["holds"]


@pytest.fixture
def table(sqlite_client):
    """Seat 0 is to take; nobody knows the second card that was dealt."""
    return recorded_match(sqlite_client, ["pride", {"unknown": 1}], history="kept")


@pytest.fixture
def hands(sqlite_client):
    """A recorded match of Thurn and Taxis in which seat 0 holds a card that was not shown to others."""
    options = {"start_player": 0}
    table = open_match(sqlite_client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options=options)
    table.do("scribe", {"type": "lay-out", "cards": ["ulm", "lodz", "basel", "passau", "zurich", "pilsen"]})
    table.do("scribe", {"type": "take-card", "seat": 0}, {"type": "deal-card", "cards": ["linz"]})
    return table


# -- what holds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "value", "holds"),
    [
        ("/centre/count", 5, "yes"),
        ("/centre/count", 4, "no"),
        ("/centre/count", True, "no"),
        ("/centre/count", "5", "no"),
        ("/centre/things/pride", 2, "yes"),
        ("/centre/things/pride", 3, "no"),
        ("/centre/things/sloth", 0, "yes"),
        ("/centre/things/sloth", 1, "no"),
        ("/centre/things", {"pride": 2, "greed": 1, "lust": 1, "envy": 1}, "yes"),
        ("/centre/things", {"pride": 2}, "no"),
        ("/centre/things", {"pride": "2"}, "no"),
        ("/centre", {"count": 5, "things": {"pride": 2, "greed": 1, "lust": 1, "envy": 1}}, "yes"),
        ("/centre", {"count": 5}, "no"),
        ("/seats/0/reserve/things/pride", 1, "yes"),
        ("/seats/1/reserve/things/pride", 1, "cannot-tell"),
        ("/seats/1/reserve/things/pride", 0, "cannot-tell"),
        ("/seats/1/reserve/things/pride", 2, "no"),
        ("/seats/1/reserve/things", {"lust": 1}, "cannot-tell"),
        ("/seats/1/reserve/things", {}, "no"),
        ("/seats/1/reserve", {"count": 1, "things": {"lust": 1}}, "cannot-tell"),
        ("/seats/1/reserve/count", 1, "yes"),
        ("/turn", 0, "yes"),
        ("/turn", 1, "no"),
        ("/sins", ["pride", "greed", "lust", "envy"], "yes"),
        ("/sins", ["pride", "greed", "lust"], "no"),
        ("/sins/1", "greed", "yes"),
    ],
    ids=str,
)
def test_what_holds_in_the_official_view(table, at, value, holds):
    board = table.get("scribe", "view")["board"]
    assert judged(table, "scribe", at, value) == holds
    assert table.get("scribe", "view")["board"] == board, "it changes nothing"


@pytest.mark.parametrize(
    "at", ["/nowhere", "centre", "/sins/7", "/sins/01", "/turn/x", "/centre/count/x", "/sins/-"]
)
def test_nothing_can_be_asserted_where_nothing_stands(table, at):
    trace = table.trace()
    assert table.refused("scribe", said(at, 1))["code"] == "invalid"
    assert table.trace() == trace


@pytest.mark.parametrize(
    "at",
    [
        "/centre/things/prdie",
        "/seats/0/reserve/things/Pride",
        "/seats/1/reserve/things/",
        "/abyss/things/pride/x",
        "/abyss/thigns/pride",
        "/pile/I/things/gold",
        "/pile/I/thigns",
    ],
)
def test_nothing_can_be_asserted_where_nothing_can_ever_stand(table, at):
    """Also where the asserter may not look: there nobody would ever find out."""
    trace = table.trace()
    for who in ("scribe", "arbiter", 0, 1):
        assert table.refused(who, said(at, 1))["code"] == "invalid"
    assert table.trace() == trace


@pytest.mark.parametrize(
    "at",
    ["/seats/0/money/amuont", "/seats/0/mony/amount", "/bag/things/breda", "/seats/0/goods/parts/I/things/breda"],
)
def test_what_is_hidden_has_only_the_places_that_there_can_be(sqlite_client, at):
    table = open_match(sqlite_client, 2, ruleset=MEA_CULPA, mode="recorded")
    for who in ("scribe", 0, 1):
        assert table.refused(who, said(at, 1))["code"] == "invalid"
    assert judged(table, 1, "/seats/0/money/amount", 1) == "cannot-tell"
    assert judged(table, 1, "/bag/things/bread", 1) == "cannot-tell"


@pytest.mark.parametrize("value", [None, 1.5, 2**60], ids=str)
def test_what_is_asserted_is_a_value(table, value):
    assert table.refused("scribe", said("/turn", value))["status"] in (400, 422)
    assert table.refused("scribe", {"type": "table.assert", "at": "/turn"})["code"] == "invalid"


def test_a_pointer_reads_as_the_rfc_says(table):
    assert judged(table, "scribe", "", table.get("scribe", "view")["board"]) == "cannot-tell", "a card is unknown"
    assert table.refused("scribe", said("/cen~1tre", 1))["code"] == "invalid"


# -- who may, and on what it is judged ----------------------------------------------------------------------


def test_a_seat_is_judged_by_what_its_own_view_shows(hands):
    at = "/seats/0/hand/things/linz"
    assert judged(hands, 0, at, 1) == "yes"
    assert judged(hands, 0, at, 2) == "no"
    assert judged(hands, 1, at, 1) == judged(hands, 1, at, 2) == judged(hands, 1, at, 0) == "cannot-tell"
    assert judged(hands, 1, "/seats/0/hand/count", 1) == "yes"
    assert judged(hands, "scribe", at, 2) == "no"


@pytest.mark.parametrize("who", ["host", "spectator"])
def test_who_sees_no_more_than_the_public_asserts_nothing(table, who):
    assert table.refused(who, said("/turn", 0))["code"] == "forbidden"


def test_in_a_hosted_match_seats_and_arbiter_assert(sqlite_client):
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    assert judged(table, "arbiter", "/centre/count", 5) == "yes"
    assert judged(table, 0, "/centre/count", 4) == "no"
    assert table.refused("scribe", said("/centre/count", 5))["code"] == "forbidden"
    assert "table.assert" not in table.get("scribe", "moves")["table"]


def test_not_while_the_match_is_frozen(table):
    table.do("arbiter", {"type": "table.freeze"})
    assert table.refused("scribe", said("/turn", 0))["code"] == "frozen"


# -- who is told --------------------------------------------------------------------------------------------


def told(table, version):
    """What everybody reads of an assertion."""
    return {who: without(table.log(who)[version]["facts"][0], "seal") for who in table.everybody}


def test_what_everybody_sees_is_told_to_everybody(client):
    table = recorded_match(client, history="kept")
    version = table.do(1, said("/centre/count", 4))["version"]
    facts = told(table, version)
    assert facts[None] == {
        "type": "Asserted",
        "by": 1,
        "seats": "everyone",
        "at": "/centre/count",
        "is": 4,
        "holds": "no",
        "suspects": [2],
    }
    assert all(fact == facts[None] for fact in facts.values())
    published(client).check_decisions(table.log())


def test_what_a_seat_says_of_its_own_hand_is_told_to_nobody_else(hands):
    version = hands.do(0, said("/seats/0/hand/things/linz", 2))["version"]
    for who, fact in told(hands, version).items():
        assert (fact["by"], fact["seats"]) == (0, [0])
        if who in (0, *OFFICIALS):
            assert (fact["is"], fact["holds"]) == (2, "no")
        else:
            hidden = {"hidden": 1}
            assert [fact[name] for name in ("at", "is", "holds", "suspects")] == [hidden] * 4
            assert "linz" not in json.dumps(hands.log(who)[1:])
            assert hands.get(who, "audit")["findings"] == []
    (finding,) = hands.get(0, "audit")["findings"]
    assert finding["kind"] == "assertion"


def test_a_slip_that_was_found_is_settled_when_the_same_is_asserted_and_holds(hands):
    def statuses(who):
        return [(one["kind"], one["status"]) for one in hands.get(who, "audit")["findings"]]

    hands.do("scribe", said("/seats/0/houses_left", 19))
    hands.do("scribe", said("/seats/1/houses_left", 20))
    assert statuses(None) == [("assertion", "open")], "another place holds"
    hands.do("scribe", said("/seats/0/houses_left", 20))
    assert statuses(None) == statuses("arbiter") == [("assertion", "settled")]
    hands.do("scribe", said("/seats/0/houses_left", 18))
    assert statuses(None) == [("assertion", "settled"), ("assertion", "open")]
    hands.do(0, said("/seats/0/hand/things/linz", 2))
    hands.do(0, said("/seats/0/hand/things/linz", 1))
    assert statuses(0)[2:] == statuses("arbiter")[2:] == [("assertion", "settled")]
    assert statuses(1)[2:] == []


def test_what_officials_say_of_a_hand_is_told_to_officials_alone(hands):
    version = hands.do("scribe", said("/seats/0/hand/things/linz", 1))["version"]
    for who, fact in told(hands, version).items():
        assert fact["seats"] == []
        assert (fact["holds"] == "yes") == (who in OFFICIALS)


def test_two_matches_that_differ_in_a_hand_answer_the_others_the_same(sqlite_client):
    """What another seat asserts of its hand, right or wrong, shows nobody which of the two it was."""
    answers = []
    for card in ("linz", "stuttgart"):
        options = {"start_player": 0}
        table = open_match(sqlite_client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options=options)
        table.do("scribe", {"type": "lay-out", "cards": ["ulm", "lodz", "basel", "passau", "zurich", "pilsen"]})
        table.do("scribe", {"type": "take-card", "seat": 0}, {"type": "deal-card", "cards": [card]})
        table.do(0, said("/seats/0/hand/things/linz", 1))
        table.do("scribe", said("/seats/0/hand/things/linz", 1))
        seen = [[table.log(who), table.get(who, "view"), table.get(who, "audit")] for who in (1, None)]
        answers.append(without(seen, "seal", "blind", "at", "match", "board_digest", "seats", "chance"))
    assert json.dumps(answers[0]) == json.dumps(answers[1])


def test_where_a_match_fades_nothing_is_told_again(sqlite_client):
    table = recorded_match(sqlite_client, history="fading")
    table.do("scribe", {**TAKE, "seat": 0}, {"type": "refill", "cards": ["pride", "envy"]})
    table.do("scribe", {**TAKE, "seat": 1}, {"type": "refill", "cards": ["envy"]})
    horizon = 5
    version = table.do(1, said("/centre/count", 4))["version"]
    fact = table.log(1)[version]["facts"][0]
    assert fact["seats"] == [1]
    assert fact["holds"] == "no"
    assert all(suspect >= horizon for suspect in fact["suspects"])
    official = table.do("arbiter", said("/centre/count", 4))["version"]
    assert table.log("arbiter")[official]["facts"][0]["suspects"][0] < horizon
    assert "hidden" in table.log(0)[official]["facts"][0]["holds"]


# -- the slip -----------------------------------------------------------------------------------------------


def test_where_it_may_have_gone_wrong(table):
    centre = "/centre/things/pride"
    assert judged(table, "scribe", centre, 2) == "yes"
    checked = table.version
    table.do("scribe", {"type": "table.note", "text": "a pause"})
    taken = table.do("scribe", {**TAKE, "seat": 0})["version"]
    refilled = table.do("scribe", {"type": "refill", "cards": ["pride", "envy"]})["version"]
    assert judged(table, "scribe", centre, 3) == "no"
    (finding,) = table.get(None, "audit")["findings"]
    assert checked < finding["since"] == taken
    assert finding["decisions"] == [taken, refilled, table.version]
    assert (finding["pointer"], finding["is"], finding["rule"]) == (centre, 3, None)


def test_nothing_is_suspected_where_the_record_did_not_change(table):
    assert judged(table, "scribe", "/turn", 0) == "yes"
    assert judged(table, "scribe", "/turn", 1) == "no"
    (finding,) = table.get("arbiter", "audit")["findings"]
    assert (finding["since"], finding["decisions"]) == (None, [table.version])


def test_what_was_taken_back_is_not_suspected(table):
    taken = table.do("scribe", {**TAKE, "seat": 0})["version"]
    table.do("scribe", {"type": "table.take-back", "decision": taken})
    assert judged(table, "scribe", "/centre/count", 4) == "no"
    (finding,) = table.get("arbiter", "audit")["findings"]
    assert taken not in finding["decisions"]


def test_in_a_batch_it_is_judged_where_it_stands_and_a_dry_run_leaves_nothing(table):
    batch = [
        said("/centre/things/pride", 2),
        {**TAKE, "seat": 0},
        said("/centre/things/pride", 0),
        said("/centre/things/pride", 1),
    ]
    trace = table.trace()
    dry = table.do("scribe", *batch, dry_run=True)
    holds = [one["facts"][0]["holds"] for one in dry["decisions"] if one["command"]["type"] == "table.assert"]
    assert holds == ["yes", "yes", "no"]
    assert table.trace() == trace
    *_, last = table.do("scribe", *batch)["decisions"]
    assert last["facts"][0]["suspects"] == [], "behind the one that held nothing was recorded there"


@pytest.mark.parametrize("number", range(4))
def test_a_slip_in_what_somebody_took_is_found_and_named(sqlite_client, number):
    """The scribe enters another good than was sold; what lies behind the screen shows it, and when it was."""
    rng = Random(f"slip {number}")
    table = open_match(sqlite_client, 2, ruleset=MEA_CULPA, mode="recorded", options={"row": [0, 1]})
    slip = None
    for _ in range(200):
        moves = table.get("scribe", "moves")["moves"]
        slip = random_slip(moves, rng) if slip is None else slip
        if slip is not None:
            break
        table.do("scribe", filled_move(rng.choice(moves), rng))
    assert slip is not None
    entered, happened = slip
    seat, good = entered["seat"], happened["stone"]
    at = f"/seats/{seat}/goods/things/{good}"
    before = table.get("scribe", "view")["board"]["seats"][seat]["goods"]["things"].get(good, 0)
    assert judged(table, "scribe", at, before) == "yes"
    wrong = table.do("scribe", entered)["version"]
    at_entered = f"/seats/{seat}/goods/things/{entered['stone']}"
    held = table.get("scribe", "view")["board"]["seats"][seat]["goods"]["things"].get(entered["stone"], 0)
    for _ in range(rng.randint(0, 3)):
        table.do("scribe", {"type": "table.note", "text": "nothing of it"})
    assert judged(table, "scribe", at, before + 1) == "no"
    assert judged(table, "scribe", at_entered, held - 1) == "no"
    *_, found = table.get("arbiter", "audit")["findings"]
    assert wrong in found["decisions"]
    money = table.get("scribe", "view")["board"]["seats"][seat]["money"]["amount"]
    assert judged(table, "scribe", f"/seats/{seat}/money/amount", money) == "yes"
