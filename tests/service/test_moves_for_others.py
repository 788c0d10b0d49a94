"""``moves?as=``: what may be done for all that somebody knows, over REST."""

import pytest

from tests.games.playing import includes
from tests.service.playing import MEA_CULPA, THURN_AND_TAXIS, mea_culpa, open_match, recorded_match


def listed(table, who="scribe", **query):
    return table.get(who, "moves", **query)["moves"]


def drawn(client, card):
    """Thurn and Taxis for two: nobody but the scribe and seat 0 knows which card was drawn."""
    table = open_match(client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options={"start_player": 0})
    table.do("scribe", {"type": "lay-out", "cards": ["ulm", "basel", "basel", "linz", "passau", "budweis"]})
    table.do("scribe", {"type": "take-card", "seat": 0}, {"type": "deal-card", "cards": [card]})
    table.do("scribe", {"type": "use-postmaster", "city": "ulm", "seat": 0}, {"type": "lay-out", "cards": ["ulm"]})
    return table


def bidden(client, taler):
    """Mea Culpa for two: seat 0 has set its bid, and seat 1 is to set its own."""
    options = {"row": [0, 1]}
    table = open_match(client, 2, ruleset=MEA_CULPA, mode="recorded", options=options)
    while {"seat": 0} not in table.awaiting or listed(table)[0]["type"] != "bid":
        (move, *_) = listed(table)
        table.do("scribe", filled(move))
    table.do("scribe", {"type": "bid", "seat": 0, "notches": 1, "taler": taler})
    return table


def filled(move):
    """The first values of all patterns."""
    return {name: first(value) for name, value in move.items()}


def first(value):
    if not isinstance(value, dict):
        return value
    if "some_of" in value:
        return value["some_of"][: value["max"]]
    return value["any_of"][0] if "any_of" in value else value["min"]


def dealt(client, card):
    """7 – The Sins for two: what the cards in the reserves are, only the scribe has seen."""
    table = recorded_match(client, [card, "greed"])
    table.do("scribe", {"type": "take", "sin": "envy", "to": "reserve", "seat": 0})
    return table


@pytest.mark.parametrize(
    ("laid", "secrets"), [(drawn, ("basel", "lodz")), (bidden, (0, 3)), (dealt, ("pride", "lust"))]
)
def test_matches_that_differ_in_secrets_alone_have_the_same_moves_for_the_public(sqlite_client, laid, secrets):
    one, other = (laid(sqlite_client, secret) for secret in secrets)
    assert one.log() != other.log()
    queries = [{}, {"text": "en"}, {"possible": "true"}, {"seat": 1}]
    for who in ("scribe", "arbiter"):
        for query in queries:
            answers = [table.ask(who, "moves", **query, as_="public") for table in (one, other)]
            assert answers[0].status_code == 200
            assert answers[0].data == answers[1].data, (who, query)
    for move in listed(one):
        assert any(includes(wide, move) for wide in listed(one, as_="public"))


def test_a_card_that_nobody_has_seen_may_be_any(sqlite_client):
    table = drawn(sqlite_client, "lodz")
    known, for_all = (listed(table, **query)[0]["city"]["any_of"] for query in ({}, {"as": "public"}))
    assert known == ["lodz", "ulm"]
    assert set(known) < set(for_all)
    assert "basel" in for_all


def test_as_a_seat_a_scribe_has_what_that_seat_knows(sqlite_client):
    table = drawn(sqlite_client, "lodz")
    as_others = [listed(table, as_=viewer) for viewer in ("seat:0", "seat:1", "public", "official")]
    assert as_others[0] == as_others[3] == listed(table)
    assert as_others[1] == as_others[2] != as_others[0]


def test_behind_a_screen_there_may_be_everything_that_is_not_elsewhere(sqlite_client):
    table = bidden(sqlite_client, 3)
    (bid,) = listed(table, as_="public")
    (own,) = listed(table)
    assert bid["notches"] == own["notches"]
    assert bid["taler"]["max"] > own["taler"]["max"]


def test_who_may_not_look_so_gets_no_moves_so(sqlite_client):
    table = mea_culpa(sqlite_client, 2)
    assert listed(table, 0, as_="public") != []
    assert listed(table, 0, as_="seat:0") == listed(table, 0)
    for who, viewer, status in (
        (0, "official", 403),
        (0, "seat:1", 403),
        (None, "seat:0", 403),
        ("spectator", "official", 403),
        ("scribe", "seat:2", 422),
        ("scribe", "nobody", 422),
    ):
        response = table.ask(who, "moves", as_=viewer)
        assert (response.status_code, response.json["code"]) == (
            table.ask(who, "view", as_=viewer).status_code,
            table.ask(who, "view", as_=viewer).json["code"],
        )
        assert response.status_code == status
    for who in (None, "spectator", "host", "arbiter"):
        assert listed(table, who, as_="public") == []
