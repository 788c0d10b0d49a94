"""What a scribe's page asks the service for: the moves behind what is only tried, and what nobody saw."""

import json

import pytest

from tests.service.playing import recorded_match

TAKE = {"type": "take", "sin": "envy", "to": "reserve", "seat": 0}


def tried(table, who, command, **query):
    """The answer to a command that is tried, with the moves behind it."""
    query = {"dry_run": "true", "moves": "true", **query}
    return table.client.post(f"{table.path}/commands", query_string=query, json=command, headers=table.bearer(who))


@pytest.mark.parametrize("query", [{}, {"as": "public"}, {"as": "public", "text": "de", "declining": "true"}])
def test_the_moves_behind_a_command_are_those_that_there_are_when_it_is_stored(sqlite_client, query):
    table = recorded_match(sqlite_client)
    behind = json.loads(tried(table, "scribe", TAKE, **query).data)["moves"]
    assert behind["version"] == table.version + 1, "nothing was stored"
    table.do("scribe", TAKE)
    assert behind == table.get("scribe", "moves", **query)


@pytest.mark.parametrize("query", ["moves=true", "dry_run=true&as=public", "dry_run=true&declining=true"])
def test_what_is_not_only_tried_lists_no_moves_and_is_not_stored_where_that_is_asked(sqlite_client, query):
    """Else what the list refuses would be answered as a refusal of what has been stored."""
    table = recorded_match(sqlite_client)
    before = table.version
    answer = table.client.post(
        f"{table.path}/commands?{query}",
        json={"type": "table.note", "text": "hm"},
        headers=table.bearer("arbiter"),
    )
    assert (answer.status_code, answer.json["code"]) == (422, "invalid")
    assert table.get("scribe", "moves")["version"] == before


def test_without_being_asked_for_there_are_no_moves(sqlite_client):
    table = recorded_match(sqlite_client)
    assert "moves" not in table.do("scribe", TAKE, dry_run=True)


@pytest.mark.parametrize("viewer", ["nobody", "seat:9"])
def test_a_viewer_that_there_is_not_is_refused_before_the_command(sqlite_client, viewer):
    table = recorded_match(sqlite_client)
    answer = tried(table, "scribe", {"type": "no-such"}, **{"as": viewer})
    assert (answer.status_code, list(json.loads(answer.data)["errors"])) == (422, ["as"])


def untold(table, who="scribe", **query):
    """What can be told of what nobody saw."""
    moves = table.get(who, "moves", untold="true", **query)["moves"]
    return {one["place"]: one for one in moves if one["type"] == "table.identify"}


def test_what_nobody_saw_can_be_told_of_each_place_and_is_accepted(sqlite_client):
    table = recorded_match(sqlite_client, {"unknown": 2})
    listed = untold(table)
    assert {"reserve:0", "reserve:1"} <= listed.keys()
    assert untold(table, "arbiter") == listed
    card = listed["reserve:0"]["things"]["some_of"][0]
    assert listed["reserve:0"]["things"]["max"] == 1
    table.do("scribe", {"type": "table.identify", "place": "reserve:0", "things": [card]})
    assert "reserve:0" not in untold(table)


def test_where_everything_was_seen_there_is_nothing_to_tell(sqlite_client):
    table = recorded_match(sqlite_client)
    assert not untold(table).keys() & {"reserve:0", "reserve:1"}
    assert not untold(table, 0)


def test_on_the_public_board_it_says_nothing_of_what_others_know(sqlite_client):
    one, other = (recorded_match(sqlite_client, {"unknown": 2}) for _ in range(2))
    for table, card in ((one, "pride"), (other, "greed")):
        table.do("scribe", {"type": "table.identify", "place": "reserve:1", "things": [card]})
    assert untold(one) != untold(other)
    assert untold(one, **{"as": "public"}) == untold(other, **{"as": "public"})
