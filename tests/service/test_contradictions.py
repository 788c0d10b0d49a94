"""Records with gaps, and records that cannot be true: told, warned about, and never stopped."""

import pytest

from projections.contradictions import warnings
from tests.service.playing import MEA_CULPA, fact_of, open_match, recorded_match

STONES = ["bread", "bread", "wine", "cloth", "jewel", "indulgence", "indulgence"]
CARDS = ["TAKE_3", "NEW_CREW", "NEW_CREW", "STEAL_3"]


@pytest.fixture
def bidding(sqlite_client):
    """A recorded match of Mea Culpa in which two seats bid."""
    table = open_match(sqlite_client, 2, ruleset=MEA_CULPA, mode="recorded", options={"row": [0, 1]})
    for seat, (bonus, number) in enumerate((("bread-and-wine", 2), ("jewel", 1))):
        compartments = {"unknown": number} if seat else [{"unknown": 1}, "II"]
        table.do("scribe", {"type": "choose-bonus", "bonus": bonus, "compartments": compartments, "seat": seat})
    table.do("scribe", {"type": "draw-stones", "stones": STONES}, {"type": "deal-cards", "cards": CARDS})
    return table


def bid(seat, notches, taler):
    """A bid that the scribe enters."""
    return {"type": "bid", "notches": notches, "taler": taler, "seat": seat}


UNSEEN = {"unknown": 1}


@pytest.mark.scenario(83)
def test_a_bid_that_nobody_saw_is_unknown_until_it_is_told(bidding):
    bidding.do("scribe", bid(0, UNSEEN, UNSEEN))
    official = bidding.get("arbiter", "view", **{"as": "official"})["board"]
    assert {"unknown": 1} in [official["seats"][0]["bid"][part] for part in official["seats"][0]["bid"]]
    bidding.do("scribe", bid(1, 2, 3))
    waited = [{"tell": "notches:0"}, {"tell": "taler:0"}]
    assert bidding.awaiting == waited
    refused = bidding.refused("scribe", {"type": "table.tell", "place": "notches:0", "amount": 70})
    assert refused["code"] == "illegal-move"
    identified = bidding.refused("scribe", {"type": "table.identify", "place": "notches:0", "amount": 1})
    assert "table.tell" in identified["detail"], "else it would wait for what is known already"
    bidding.do("scribe", {"type": "table.tell", "place": "notches:0", "amount": 1})
    assert bidding.awaiting == waited[1:]
    last = bidding.do("scribe", {"type": "table.tell", "place": "taler:0", "amount": 0})["decisions"][-1]
    revealed = fact_of(last, "BidsRevealed")
    assert (revealed["notches"], revealed["taler"]) == ([1, 2], [0, 3])


def test_a_seat_enters_its_own_bid_and_nothing_unknown(bidding):
    mine = {"type": "bid", "notches": 1, "taler": 2}
    assert bidding.refused(0, {**mine, "taler": UNSEEN})["code"] == "invalid"
    assert bidding.refused("scribe", bid(0, {"unknown": 2}, 0))["code"] == "invalid"
    (decision,) = bidding.do(0, mine)["decisions"]
    assert fact_of(decision, "BidSet")["taler"] == 2
    told = bidding.do("scribe", bid(1, UNSEEN, UNSEEN))["decisions"]
    assert bidding.awaiting == [{"tell": "notches:1"}, {"tell": "taler:1"}]
    assert fact_of(told[0], "BidSet")["taler"] == UNSEEN


@pytest.mark.scenario(73)
def test_what_cannot_be_is_written_down_with_a_warning(bidding):
    before = bidding.version
    stones = {"type": "bid", "notches": 1, "taler": 1000, "seat": 0}
    assert "warnings" not in bidding.do("scribe", stones), "what is bid lies hidden"
    mine = bidding.refused(1, {"type": "bid", "notches": 1, "taler": 1000})
    assert (mine["code"], mine["rule"]) == ("illegal-move", "MC-Q1"), "a seat knows what it owns"
    answer = bidding.do("scribe", bid(1, 2, 0))
    (warning,) = answer["warnings"]
    assert (warning["code"], warning["place"]) == ("contradiction", "money:0")
    assert warning["amount"] > 0
    (finding,) = bidding.get("arbiter", "audit")["findings"]
    assert (finding["kind"], finding["of"], finding["complete"]) == ("contradiction", "purse", warning["version"])
    assert finding["complete"] > before


OVERFULL = {"type": "Discrepancy", "place": "chest:0", "seats": [0], "appeared": 1, "of": "place"}
OVERSPENT = {"type": "PurseOverspent", "place": "money:0", "seats": [0]}


@pytest.mark.parametrize(
    ("fact", "field", "told"), [(OVERFULL, "things", ["wine"]), (OVERSPENT, "amount", 3)], ids=["place", "purse"]
)
def test_nobody_is_warned_of_what_is_hidden_from_them(fact, field, told):
    (warning,) = warnings([{"version": 4, "facts": [{**fact, field: told}]}])
    assert (warning["version"], warning["place"], warning[field]) == (4, fact["place"], told)
    assert warnings([{"version": 4, "facts": [{**fact, field: {"hidden": 1, "seal": "00"}}]}]) == []


def test_which_compartment_is_said_later(bidding):
    chest = {"type": "table.identify", "place": "chest:1", "part": "I", "things": ["jewel"]}
    (decision,) = bidding.do("scribe", chest)["decisions"]
    assert fact_of(decision, "PartTold")["part"] == "I"
    public = bidding.log(None)[-1]["facts"][0]
    assert "hidden" in public["part"]
    assert "hidden" in public["things"]
    assert bidding.refused("scribe", chest)["code"] == "illegal-move", "nothing lies there unplaced any more"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"place": "attic", "things": ["wine"]}, "invalid"),
        ({"place": "chest:0"}, "invalid"),
        ({"place": "chest:0", "part": "III", "things": ["wine"]}, "invalid"),
        ({"place": "chest:0", "part": "I", "things": ["jewel"]}, "illegal-move"),
        ({"place": "chest:0", "amount": 3}, "invalid"),
        ({"place": "money:0", "amount": 3}, "illegal-move"),
        ({"place": "money:0", "things": ["wine"]}, "invalid"),
        ({"place": "bag", "things": ["wine"]}, "illegal-move"),
    ],
    ids=str,
)
def test_what_cannot_be_identified(bidding, command, code):
    assert bidding.refused("scribe", {"type": "table.identify", **command})["code"] == code


@pytest.mark.scenario(75)
def test_a_piece_that_is_missing_from_the_set(bidding):
    lacks = {"type": "table.missing", "things": ["jewel"], "place": "bag"}
    assert bidding.refused(0, lacks)["code"] == "forbidden"
    assert bidding.refused("scribe", {**lacks, "place": "attic"})["code"] == "invalid"
    assert bidding.refused("scribe", {**lacks, "things": ["pear"]})["code"] == "invalid"
    assert bidding.refused("scribe", {**lacks, "place": None})["status"] == 422
    assert bidding.refused("scribe", {"type": "table.missing", "things": ["jewel"]})["code"] == "illegal-move"
    bidding.do("scribe", lacks)
    assert bidding.get(None, "view")["missing"] == {"jewel": 1}
    (finding,) = bidding.get(None, "audit")["findings"]
    assert (finding["kind"], finding["things"], finding["place"]) == ("missing", ["jewel"], "bag")


def test_what_cannot_be_in_a_place_is_not_missing_from_it(sqlite_client):
    """The scribe has not seen the first cards; they are cards, whichever they are, and no stones."""
    table = recorded_match(sqlite_client, cards={"unknown": 2}, history="kept")
    problem = table.refused("scribe", {"type": "table.missing", "things": ["stone"], "place": "reserve:0"})
    assert (problem["code"], problem["rule"]) == ("illegal-move", "TB-26")
    table.do("scribe", {"type": "table.missing", "things": ["pride"], "place": "reserve:0"})


def test_in_a_hosted_match_nothing_is_identified_or_missing(sqlite_client):
    table = open_match(sqlite_client, 2)
    for command in (
        {"type": "table.identify", "place": "reserve:0", "things": ["envy"]},
        {"type": "table.missing", "things": ["envy"], "place": "reserve:0"},
    ):
        assert table.refused("arbiter", command)["code"] == "forbidden"


@pytest.mark.scenario(71)
def test_what_is_unknown_never_becomes_a_card(sqlite_client):
    table = recorded_match(sqlite_client, cards={"unknown": 2}, history="kept")
    board = table.get("arbiter", "view", **{"as": "official"})["board"]
    assert [seat["reserve"]["things"] for seat in board["seats"]] == [{}, {}]
    assert [seat["reserve"]["count"] for seat in board["seats"]] == [1, 1]
