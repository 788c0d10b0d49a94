"""``declining``: a scribe goes on, and says by that that what was offered before was declined."""

import pytest

from tests.service.playing import THURN_AND_TAXIS, mea_culpa, open_match, recorded_match

TAKE = {"type": "take-card", "city": "linz", "seat": 1}
SAID = {"declining": True}
FACE_UP = ["ulm", "kempten", "basel", "zurich", "pilsen", "lodz"]


def offered(client, face_up=FACE_UP, **body):
    """Thurn and Taxis for two: seat 0 has played a card, and may play another with the Postal Carrier."""
    options = {"start_player": 0}
    table = open_match(client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options=options, **body)
    table.do("scribe", {"type": "lay-out", "cards": face_up})
    for seat, (first, second) in enumerate((("ulm", "kempten"), ("pilsen", "lodz"))):
        table.do("scribe", {"type": "take-card", "city": first, "seat": seat})
        table.do("scribe", {"type": "lay-out", "cards": ["linz"]})
        table.do("scribe", {"type": "use-postmaster", "city": second, "seat": seat})
        table.do("scribe", {"type": "lay-out", "cards": ["linz"]})
        table.do("scribe", {"type": "start-route", "city": first, "seat": seat})
    table.do("scribe", {"type": "take-card", "city": "zurich", "seat": 0})
    table.do("scribe", {"type": "lay-out", "cards": ["linz"]})
    table.do("scribe", {"type": "extend-route", "city": "kempten", "end": "right", "seat": 0, **SAID})
    return table


@pytest.fixture
def table(sqlite_client):
    return offered(sqlite_client)


def behind(table, **query):
    moves = table.get("scribe", "moves", declining="true", **query)["moves"]
    return [move for move in moves if "declines" in move]


def test_what_is_declined_is_a_decision_of_its_own_in_the_same_append(table):
    before = table.version
    tried = table.do("scribe", {**TAKE, **SAID}, dry_run=True)
    assert table.version == before
    done = table.do("scribe", {**TAKE, **SAID})
    for answer in (tried, done):
        declined, taken = answer["decisions"]
        assert (declined["command"], declined["actor"]) == ({"type": "decline"}, {"seat": 0})
        assert (declined["automatic"], declined["recorded_by"]) == (True, "scribe")
        assert (taken["actor"], taken["automatic"]) == ({"seat": 1}, False)
        assert "declining" not in taken["command"]
    told = table.get("scribe", "decisions", after=before, text="en")["decisions"]
    assert [one["text"] for one in told] == ["Ada plays no second card.", "Bo takes Linz."]


def test_without_it_the_offer_stands_and_the_refusal_says_what_to_send(table):
    problem = table.refused("scribe", TAKE)
    assert (problem["status"], problem["code"]) == (409, "not-awaited")
    assert '"declining": true' in problem["hint"]
    assert "hint" not in table.refused(1, {"type": "take-card", "city": "linz"})
    assert table.refused("scribe", {**TAKE, "declining": False})["code"] == "not-awaited"


def test_what_needs_no_declining_is_taken_as_it_is(table):
    (done, *_) = table.do("scribe", {"type": "decline", "seat": 0, **SAID})["decisions"]
    assert (done["actor"], done["automatic"]) == ({"seat": 0}, False)


def test_only_a_scribe_of_a_recorded_match_says_so_and_of_the_game_alone(table):
    client = table.client
    hosted = mea_culpa(client, 2)
    bid = {"type": "bid", "notches": 1, "taler": 0, **SAID}
    wrong = {"type": "table.note", "text": "x", **SAID}
    for where, who, command, code in (
        (hosted, 0, bid, "forbidden"),
        (hosted, "scribe", {**bid, "seat": 0}, "forbidden"),
        (table, 1, {"type": "take-card", "city": "linz", **SAID}, "forbidden"),
        (table, "arbiter", {**TAKE, **SAID}, "forbidden"),
        (table, "scribe", wrong, "invalid"),
        (table, "scribe", {**TAKE, **SAID, "irregular": {"note": "out of turn"}}, "invalid"),
    ):
        before = where.trace()
        problem = where.refused(who, command)
        assert (problem["code"], problem["rule"]) == (code, "TB-81"), command
        assert where.trace() == before
    for value in (1, "true", None):
        assert table.refused("scribe", {**TAKE, "declining": value})["errors"].keys() == {"declining"}


def test_one_undo_undoes_both(table):
    before, board = table.version, table.get("scribe", "view")["board"]
    for undo in ("amend", "take-back"):
        last = table.do("scribe", {**TAKE, **SAID})["version"]
        if undo == "amend":
            table.do("scribe", {"type": "table.amend", "changes": [{"decision": last, "effect": "remove"}]})
        else:
            table.do("scribe", {"type": "table.take-back", "decision": last})
        assert table.get("scribe", "view")["board"] == board
        struck = [one["version"] for one in table.log("scribe", line=table.version) if "struck" in one]
        assert struck[-2:] == [last - 1, last]
    assert table.version == before + 6


def test_what_can_be_done_behind_offers_is_listed_with_what_is_declined(table):
    lawful = table.get("scribe", "moves")["moves"]
    every = table.get("scribe", "moves", declining="true")["moves"]
    assert every[: len(lawful)] == lawful
    moves = behind(table)
    assert moves == every[len(lawful) :]
    assert moves[0] == {
        "type": "take-card",
        "city": {"any_of": ["basel", "linz"]},
        "seat": 1,
        "declining": True,
        "declines": [{"type": "decline", "seat": 0}],
    }
    assert {move["seat"] for move in moves} == {1}
    assert behind(table, seat=0) == []
    assert behind(table, seat=1) == moves
    said = [move["text"] for move in behind(table, text="en")]
    assert said[0] == "Ada: Play no second card; Bo: Take Basel or Linz"


def test_where_it_costs_something_nothing_is_listed_behind_it(table):
    table.do("scribe", {**TAKE, **SAID})
    table.do("scribe", {"type": "lay-out", "cards": ["linz"]})
    table.do("scribe", {"type": "extend-route", "city": "lodz", "end": "right", "seat": 1, **SAID})
    table.do("scribe", {"type": "take-card", "city": "linz", "seat": 0, **SAID})
    table.do("scribe", {"type": "lay-out", "cards": ["linz"]})
    table.do("scribe", {"type": "extend-route", "city": "zurich", "end": "right", "seat": 0, **SAID})
    assert {move["type"] for move in behind(table)} == {"close-route"}
    problem = table.refused("scribe", {**TAKE, **SAID})
    assert (problem["code"], "may close the route" in problem["detail"]) == ("not-awaited", True)


def test_who_cannot_decline_so_does_not_ask_for_it(table):
    hosted = mea_culpa(table.client, 2)
    for where, who in ((hosted, 0), (hosted, "scribe"), (table, 0), (table, "arbiter"), (table, None)):
        response = where.ask(who, "moves", declining="true")
        assert (response.status_code, response.json["code"], response.json["rule"]) == (403, "forbidden", "TB-81")
    assert table.ask("scribe", "moves", declining="yes").status_code == 422


def test_where_nothing_is_offered_the_list_is_the_same(sqlite_client):
    table = recorded_match(sqlite_client)
    plain, declining = (table.ask("scribe", "moves", **query).data for query in ({}, {"declining": "true"}))
    assert plain == declining


def test_behind_offers_the_public_sees_what_may_be_done_for_all_that_it_knows(sqlite_client):
    """The two differ in a card that seat 0 has, and seat 1 may have for all that the public knows."""
    tables = []
    for card in ("linz", "ulm"):
        table = offered(sqlite_client)
        table.do("scribe", {"type": "take-card", "seat": 1, **SAID}, {"type": "deal-card", "cards": [card]})
        tables.append(table)
    queries = [{"text": "en"}, {"seat": 1}, {}]
    for query in queries:
        one, other = (table.ask("scribe", "moves", declining="true", as_="public", **query) for table in tables)
        assert one.data == other.data
    own = [behind(table) for table in tables]
    assert own[0] != own[1]
    wide = [move for move in behind(tables[0], as_="public") if move.get("end") == "right"]
    assert "lodz" in wide[0]["city"]["any_of"]
