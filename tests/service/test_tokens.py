"""Tokens that are replaced or revoked: the old one is void everywhere, the new one works, everybody sees it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from domain.kit.ruleset import rulesets
from service.app import create_app
from service.config import Settings
from service.limits import OFF
from tests.service.playing import Table, a_move, new_client, open_match, play_out
from tests.service.streams import Stream

REPLACE = "table.replace-token"
ROLES = ("host", "arbiter", "scribe", "spectator")


def problem(response: Any, code: str) -> None:
    assert json.loads(response.data)["code"] == code, response.text


def replaced(table: Table, by: str, **of: Any) -> Table:
    """The table with the token that was given in place of another."""
    (given,) = table.do(by, {"type": REPLACE, **of})["tokens"]
    assert {key: value for key, value in given.items() if key != "token"} == of
    return with_token(table, given)


def with_token(table: Table, given: dict[str, Any]) -> Table:
    tokens = json.loads(json.dumps(table.opened["tokens"]))
    if given["role"] == "seat":
        tokens["seats"][given["seat"]] = given["token"]
    else:
        tokens[given["role"]] = given["token"]
    return Table(table.client, {**table.opened, "tokens": tokens})


@pytest.mark.parametrize("by", ["host", "arbiter"])
def test_a_seat_goes_on_with_the_new_token_and_the_old_one_is_void(client, by):
    table = open_match(client, 3)
    seat = table.mover
    move = a_move(table, seat, Random(1))
    new = replaced(table, by, role="seat", seat=seat)
    assert new.token(seat) not in table.all_tokens()
    before = new.trace()
    for asked in ("", "view", "decisions", "moves", "audit", "stream"):
        problem(table.ask(seat, asked), "unauthorized")
    problem(table.send(seat, move), "unauthorized")
    problem(client.get("/v1/matches", headers=table.bearer(seat)), "unauthorized")
    assert new.trace() == before
    assert new.get(seat, "view")["as"] == f"seat:{seat}"
    assert [one["id"] for one in json.loads(client.get("/v1/matches", headers=new.bearer(seat)).data)["matches"]]
    new.do(seat, move)
    for other in table.seats:
        if other != seat:
            assert table.get(other, "view")["as"] == f"seat:{other}"


@pytest.mark.parametrize("role", ROLES)
def test_the_token_of_every_role_is_replaced(client, role):
    table = open_match(client, 2, public=False)
    by = "arbiter" if role == "host" else "host"
    new = replaced(table, by, role=role)
    problem(table.ask(role, "decisions"), "unauthorized")
    assert new.get(role, "decisions")["as"] == ("official" if role in ("arbiter", "scribe") else "public")
    newest = replaced(new, by, role=role)
    problem(new.ask(role), "unauthorized")
    assert newest.get(role)["id"] == table.id


def test_who_replaces_his_own_token_is_told_the_new_one(client):
    table = open_match(client, 2)
    new = replaced(table, "host", role="host")
    problem(table.send("host", {"type": "table.abandon"}), "unauthorized")
    new.do("host", {"type": "table.abandon"})


@pytest.mark.scenario(19, 63)
def test_everybody_sees_that_and_nobody_sees_the_token(client):
    table = open_match(client, 2)
    answer = table.send("host", {"type": REPLACE, "role": "seat", "seat": 1, "reason": "lost his telephone"})
    new = with_token(table, answer.json["tokens"][0])
    for who in (None, "spectator", 0, "arbiter"):
        newest = new.log(who)[-1]
        assert newest["actor"] == "host"
        assert newest["command"]["reason"] == "lost his telephone"
        assert newest["facts"] == [
            {"type": "TokenReplaced", "role": "seat", "seat": 1, "number": 1, "revoked": False}
        ]
        for asked in ("", "view", "decisions", "audit"):
            assert new.token(1).encode() not in new.ask(who, asked).data


def test_what_is_revoked_has_no_token_until_it_is_replaced_again(client):
    table = open_match(client, 2)
    assert "tokens" not in table.do("host", {"type": REPLACE, "role": "spectator", "revoke": True})
    problem(table.ask("spectator"), "unauthorized")
    new = replaced(table, "host", role="spectator")
    problem(table.ask("spectator"), "unauthorized")
    assert new.get("spectator")["version"] == table.version


def test_a_repetition_is_answered_with_the_same_token_also_by_another_process(client, migrated_url):
    table, key = open_match(client, 2), {"Idempotency-Key": "lost-answer"}
    command = {"type": REPLACE, "role": "seat", "seat": 0}
    first = table.do("host", command, headers=key)
    app = create_app(Settings(database=migrated_url, limits=OFF))
    elsewhere = Table(new_client(migrated_url, app), table.opened)
    again = elsewhere.send("host", command, headers=key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json["tokens"] == first["tokens"]
    problem(elsewhere.ask(0), "unauthorized")
    assert with_token(elsewhere, first["tokens"][0]).get(0)["version"] == first["version"]
    app.extensions["kerbholz"].close()
    table.do("host", command)
    assert "tokens" not in table.do("host", command, headers=key), "it is void by now"


def test_a_dry_run_gives_no_token_and_changes_nothing(client):
    table = open_match(client, 2)
    answer = table.do("host", {"type": REPLACE, "role": "seat", "seat": 0}, dry_run=True)
    assert "tokens" not in answer
    assert table.get(0)["version"] == table.version < answer["version"]


def test_of_two_in_one_batch_the_last_counts(client):
    table = open_match(client, 2)
    command = {"type": REPLACE, "role": "seat", "seat": 0}
    (given,) = table.do("host", command, command)["tokens"]
    assert with_token(table, given).get(0)["version"] == table.version


@pytest.mark.parametrize("name", rulesets())
def test_open_streams_of_the_old_token_end_and_others_go_on(client, name):
    table = open_match(client, 2, ruleset=name)
    old, other = Stream(table, 0), Stream(table, 1)
    for stream in (old, other):
        assert stream.next().kind == "snapshot"
    new = replaced(table, "host", role="seat", seat=0)
    new.do("arbiter", {"type": "table.note", "text": "not for whoever has the old token"})
    assert old.any() is None, "no event, and no end of the match"
    assert [event.id for event in other.until(new.version)] == [new.version - 1, new.version]
    for stream in (old, other):
        stream.close()


def test_it_is_refused_where_it_makes_no_sense(client):
    table = open_match(client, 2)
    for who in (0, "scribe", "spectator"):
        problem(table.send(who, {"type": REPLACE, "role": "spectator"}), "forbidden")
    problem(table.send(None, {"type": REPLACE, "role": "spectator"}), "unauthorized")
    for bad in (
        {"role": "seat"},
        {"role": "seat", "seat": 2},
        {"role": "seat", "seat": -1},
        {"role": "host", "seat": 0},
        {"role": "anonymous"},
        {"role": "host", "revoke": 1},
        {"role": "host", "token": "khz_host_mine"},
        {},
    ):
        problem(table.send("host", {"type": REPLACE, **bad}), "invalid")
    table.do("arbiter", {"type": "table.freeze"})
    problem(table.send("host", {"type": REPLACE, "role": "host"}), "frozen")


def test_it_goes_on_after_the_end_until_the_record_is_closed(client):
    table = open_match(client, 2)
    play_out(table, Random(1))
    new = replaced(table, "host", role="seat", seat=1)
    problem(table.ask(1), "unauthorized")
    assert new.get(1, "view", as_="official")["as"] == "official"
    new.do("host", {"type": "table.close"})
    problem(new.send("host", {"type": REPLACE, "role": "seat", "seat": 1}), "closed")


def test_a_change_of_the_line_brings_no_old_token_back(client):
    table = open_match(client, 2)
    seat = table.mover
    first = table.do(seat, a_move(table, seat, Random(1)))["version"]
    new = replaced(table, "host", role="spectator")
    new.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": first})
    problem(table.ask("spectator"), "unauthorized")
    assert new.get("spectator")["version"] == new.version
