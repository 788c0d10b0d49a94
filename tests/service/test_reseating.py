"""A recorded match with its seats in another order: for those who may read everything, to be recorded anew."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.conftest import CheckedClient
from tests.service.playing import Table, Who, open_match

FILE = """kerbholz shorthand 1
ruleset: seven-sins 1.0
title: "Table 4"
public: no
seat 0: red "Ada"
seat 1: blue "Bo"
option disclosure: "as-played"
option first_seat: 0
option history: "kept"
option sins: ["pride","greed","lust","envy"]
---
pile: deal ?2
pile: refill 2 pride, greed, lust, envy
red: take pride to reserve
pile: refill 2 greed
scribe: tell reserve:0 is pride
scribe: assert /seats/1/turns is 0
red: note "kept from Bo"
"""
RESEATED = (
    FILE.replace('seat 0: red "Ada"\nseat 1: blue "Bo"', 'seat 0: blue "Bo"\nseat 1: red "Ada"')
    .replace("first_seat: 0", "first_seat: 1")
    .replace("reserve:0", "reserve:red")
    .replace("/seats/1/", "/seats/0/")
)
OTHERS: tuple[Who, ...] = (None, "spectator", "host", 0, 1)


def imported(client: CheckedClient, text: str) -> Table:
    """A match that was taken in from a file."""
    answer = client.post("/v1/imports", data=text.encode(), headers={"Content-Type": "text/plain"})
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json)


@pytest.fixture
def table(sqlite_client: CheckedClient) -> Table:
    """A recorded match that is not public, and whose record stays secret behind its end."""
    return imported(sqlite_client, FILE)


def problem(table: Table, who: Who, **query: Any) -> tuple[int, str, list[str]]:
    """Status, code and the fields that are wrong of a refusal."""
    answer = table.ask(who, "shorthand", **query)
    return answer.status_code, answer.json["code"], list(answer.json.get("errors", ()))


@pytest.mark.parametrize("who", ["arbiter", "scribe"])
def test_officials_get_the_record_in_another_order_and_it_can_be_recorded_anew(table: Table, who: Who) -> None:
    before = table.trace()
    answer = table.ask(who, "shorthand", seats="1,0")
    assert (answer.status_code, answer.content_type) == (200, "text/plain; charset=utf-8")
    assert answer.text == RESEATED
    anew = imported(table.client, answer.text)
    # Places are called by the numbers of their seats where the service writes them.
    assert anew.ask("arbiter", "shorthand").text == RESEATED.replace("reserve:red", "reserve:1")
    assert [seat["name"] for seat in anew.opened["seats"]] == ["Bo", "Ada"]
    assert anew.ask("arbiter", "shorthand", seats="1,0").text == FILE.replace("reserve:0", "reserve:red")
    assert table.trace() == before


def test_names_alone_change_their_places(table: Table) -> None:
    text = table.ask("arbiter", "shorthand", seats="1,0", names_only="true").text
    assert text == FILE.replace('"Ada"', '"?"').replace('"Bo"', '"Ada"').replace('"?"', '"Bo"')
    assert imported(table.client, text).ask("arbiter", "shorthand").text == text


def test_the_gate_of_the_record_is_that_of_what_officials_read(table: Table) -> None:
    """Nobody gets anything by it that they may not read without it, whatever they ask for beside."""
    asked = ({}, {"names_only": "true"}, {"as_": "official"}, {"min_version": 1})
    for who in OTHERS:
        for more in asked:
            answer = table.ask(who, "shorthand", seats="1,0", **more)
            plain = table.ask(who, "shorthand", as_="official")
            assert (answer.status_code, answer.json["code"]) == (plain.status_code, plain.json["code"])
            assert answer.status_code in (401, 403)
            assert "pride" not in answer.text
            assert "kept from" not in answer.text
    for viewer in ("public", "seat:0"):
        for who in (*OTHERS, "arbiter"):
            refused = table.ask(who, "shorthand", seats="1,0", as_=viewer)
            assert (refused.status_code, list(refused.json["errors"])) == (422, ["as"])
    table.do("host", {"type": "table.abandon"})
    for who in OTHERS:
        assert table.ask(who, "shorthand", seats="1,0").status_code in (401, 403)
    old = table.bearer("arbiter")
    table.do("host", {"type": "table.replace-token", "role": "arbiter"})
    void = table.client.get(f"{table.path}/shorthand?seats=1,0", headers=old)
    assert void.status_code in (401, 403)


def test_where_everybody_may_read_everything_everybody_may_read_it_so(sqlite_client: CheckedClient) -> None:
    open_to_all = FILE.replace("public: no\n", "").replace('option disclosure: "as-played"\n', "")
    table = imported(sqlite_client, open_to_all)
    assert table.ask("spectator", "shorthand", seats="1,0").status_code == 403
    table.do("host", {"type": "table.abandon"})
    told = {table.ask(who, "shorthand", seats="1,0").data for who in table.everybody}
    assert len(told) == 1
    assert b"reserve:red is pride" in told.pop()


@pytest.mark.parametrize(
    ("query", "field"),
    [
        *(
            ({"seats": bad}, "seats")
            for bad in ("", "0", "1", "0,1", "1,1", "1,0,2", "2,0", "1;0", "red,blue", "-1,0")
        ),
        *(({"seats": bad}, "seats") for bad in ("01,0", "1,0,", " 1,0", "1.0,0", "1,1000", ",".join("1" * 200))),
        *(({"seats": "1,0", name: 1}, name) for name in ("after", "limit", "at", "line", "until")),
        ({"seats": "1,0", "names_only": "yes"}, "names_only"),
        ({"names_only": "true"}, "names_only"),
        ({"seats": "1,0", "as_": "seat:1"}, "as"),
    ],
)
def test_each_wrong_value_is_named(table: Table, query: dict[str, Any], field: str) -> None:
    assert problem(table, "arbiter", **query) == (422, "invalid", [field])


def test_what_is_wrong_with_an_order_is_said(table: Table) -> None:
    for seats, said in {
        "0,1": "This is the order that the seats have.",
        "1,1": "Name each of the seats 0 to 1 once.",
        "0,5": "Name each of the seats 0 to 1 once.",
    }.items():
        answer = table.ask("scribe", "shorthand", seats=seats).json
        assert (answer["detail"], answer["errors"]) == (said, {"seats": [said]})


def test_a_hosted_match_is_not_recorded_anew(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2)
    assert problem(table, "arbiter", seats="1,0") == (422, "invalid", ["seats"])
    assert "Only a recorded match" in table.ask("arbiter", "shorthand", seats="1,0").json["detail"]
    assert table.ask("spectator", "shorthand", seats="1,0").status_code == 403
