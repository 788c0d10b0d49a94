"""Tokens that are replaced or revoked: the old one is void everywhere, the new one works, everybody sees it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import sleep
from typing import Any
from uuid import UUID

import pytest

from domain.application.remembered import UNDISTURBED
from domain.match.match import Match
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.games.installed import OWN
from tests.service.playing import NOTE, CheckedClient, Table, a_move, new_client, open_match, play_out
from tests.service.streams import Stream
from tests.service.test_catalogue import caught_up

REPLACE = "table.replace-token"
ROLES = ("host", "arbiter", "scribe", "spectator")
KEYED = {"Idempotency-Key": "once"}


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


@pytest.mark.stored
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
    caught_up(client)  # the catalogue follows the log
    assert [one["id"] for one in client.get("/v1/matches", headers=new.bearer(seat)).json["matches"]] == [table.id]
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


@pytest.mark.parametrize("name", OWN)
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


# -- a seat's own -------------------------------------------------------------------------------------------


def owners(table: Table) -> list[int]:
    """The seats whose token is their own, as everybody reads it."""
    seats = table.get(None)["seats"]
    assert all(seat.get("own", True) is True for seat in seats)
    return [seat["seat"] for seat in seats if "own" in seat]


@pytest.mark.parametrize("mode", ["hosted", "recorded"])
def test_a_seat_makes_its_token_its_own_until_somebody_else_gives_it_one(client, mode):
    table = open_match(client, 3, mode=mode)
    assert owners(table) == []
    new = replaced(table, 1, role="seat", seat=1)
    problem(table.ask(1), "unauthorized")
    for asked in ("view", "moves", "audit"):
        new.get(1, asked)
    assert new.log(None)[-1]["facts"] == [
        {"type": "TokenReplaced", "role": "seat", "seat": 1, "number": 1, "revoked": False, "own": True}
    ]
    assert owners(new) == [1]
    assert owners(replaced(new, 2, role="seat", seat=2)) == [1, 2]
    assert owners(replaced(new, 1, role="seat", seat=1)) == [1, 2], "once more, and it still is"
    given = replaced(new, "host", role="seat", seat=1)
    assert owners(given) == [2], "who gave it has it, too"
    assert "own" not in given.get(None, until=table.opened["version"])["seats"][1], "as it was then"
    assert owners(replaced(given, 1, role="seat", seat=1)) == [1, 2]


def test_a_seat_replaces_no_other_token_and_revokes_none(client):
    table = open_match(client, 3)
    before = table.trace()
    for wanted, code in (
        ({"role": "seat", "seat": 0}, "not-your-seat"),
        ({"role": "host"}, "not-your-seat"),
        ({"role": "spectator"}, "not-your-seat"),
        ({"role": "seat", "seat": 1, "revoke": True}, "invalid"),
    ):
        response = table.send(1, {"type": REPLACE, **wanted})
        problem(response, code)
        assert json.loads(response.data)["rule"] == "TB-86"
    assert table.trace() == before


def test_the_answer_of_a_seat_that_was_lost_is_not_told_to_the_old_token(client):
    """Anybody else who has the old token would learn the new one by it."""
    table = open_match(client, 2)
    command = {"type": REPLACE, "role": "seat", "seat": 0}
    (given,) = table.do(0, command, headers=KEYED)["tokens"]
    response = table.send(0, command, headers=KEYED)
    problem(response, "unauthorized")
    assert given["token"] not in response.text
    (again,) = with_token(table, given).do(0, command, headers=KEYED)["tokens"]
    assert again == given, "as the holder of the new one it is repeated"
    assert owners(table) == [0]


def test_what_is_its_own_stays_so_through_rulings_and_restarts(client, migrated_url):
    table = open_match(client, 2)
    seat = table.mover
    first = table.do(seat, a_move(table, seat, Random(1)))["version"]
    new = replaced(table, 0, role="seat", seat=0)
    new.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": first})
    assert owners(new) == [0]
    app = create_app(Settings(database=migrated_url, limits=OFF))
    assert owners(Table(new_client(migrated_url, app), new.opened)) == [0]
    app.extensions["kerbholz"].close()


def test_it_is_refused_where_it_makes_no_sense(client):
    table = open_match(client, 2)
    for who in ("scribe", "spectator"):
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


@pytest.mark.stored
def test_a_change_of_the_line_brings_no_old_token_back(client):
    table = open_match(client, 2)
    seat = table.mover
    first = table.do(seat, a_move(table, seat, Random(1)))["version"]
    new = replaced(table, "host", role="spectator")
    new.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": first})
    problem(table.ask("spectator"), "unauthorized")
    assert new.get("spectator")["version"] == new.version


# -- a process that has not read the match since ------------------------------------------------------------


@pytest.fixture
def elsewhere(migrated_url: str) -> Iterator[CheckedClient]:
    """A client of another process."""
    app = create_app(Settings(database=migrated_url, limits=OFF))
    yield new_client(migrated_url, app)
    app.extensions["kerbholz"].close()


def known_to(client: CheckedClient, table: Table) -> Table:
    """The table in another process, which knows the match so well that it no longer looks before it appends."""
    there = Table(client, table.opened)
    for _ in range(UNDISTURBED + 1):
        there.get("arbiter")
    return there


@pytest.mark.parametrize("by", ["host", "arbiter"])
def test_a_void_token_that_repeats_a_request_is_told_nothing_by_a_process_that_knows_of_nothing(
    client, elsewhere, by
):
    table = open_match(client, 2)
    other = "arbiter" if by == "host" else "host"
    command = {"type": REPLACE, "role": "seat", "seat": 0}
    (given,) = table.do(by, command, headers=KEYED)["tokens"]
    there = known_to(elsewhere, table)
    new = replaced(table, other, role=by)
    for repeated in (command, {**command, "seat": 1}, {"type": "nonsense"}, {"commands": []}):
        response = there.send(by, repeated, headers=KEYED)
        problem(response, "unauthorized")
        assert given["token"] not in response.text
    (again,) = new.do(by, command, headers=KEYED)["tokens"]
    assert again == given, "who comes with the new token is answered"
    assert with_token(new, given).get(0, "view")["as"] == "seat:0"


def test_a_void_seat_is_told_nothing_whatever_it_sends_to_a_process_that_knows_of_nothing(client, elsewhere):
    table = open_match(client, 2)
    seat = table.mover
    move = a_move(table, seat, Random(1))
    table.do(seat, move, headers=KEYED)
    there = known_to(elsewhere, table)
    before = elsewhere.application.extensions["kerbholz"].matches().load(UUID(table.id))
    new = replaced(table, "host", role="seat", seat=seat)
    for body in (move, NOTE, {"type": "nonsense"}, {**NOTE, "about": -1}):
        for headers in ({}, KEYED, {"If-Match": '"1"'}, {"If-Match": "nonsense"}, {"Idempotency-Key": "\x7f"}):
            for dry_run in (False, True):
                put_back(there, before)
                problem(there.send(seat, body, headers=headers, dry_run=dry_run), "unauthorized")
    for text in (b"0: note well", b"nonsense"):
        headers = {**table.bearer(seat), **KEYED, "Content-Type": "text/plain; charset=utf-8"}
        put_back(there, before)
        problem(there.client.post(f"{there.path}/shorthand", data=text, headers=headers), "unauthorized")
    assert new.send(seat, move, headers=KEYED).headers["Idempotency-Replayed"] == "true"


def put_back(there: Table, match: Match) -> None:
    """Let the process know the match as it was, as one does that has not read it since."""
    matches = there.client.application.extensions["kerbholz"].matches()
    matches._remembered.disturbed(match.id)
    for _ in range(UNDISTURBED):
        matches._remembered.looked_up(match, moved=False)


def test_who_waits_is_asked_again_who_he_is(client, elsewhere):
    """What waits may wait for so long that the token is void by then."""
    table = open_match(client, 2, public=False)
    there = known_to(elsewhere, table)
    version = table.version
    for what, query in (("decisions", {"after": version, "wait": 2}), ("moves", {"min_version": version + 1})):
        table = replaced_while(table, there, what, query)
        version = table.version
        there = Table(elsewhere, table.opened)


def replaced_while(table: Table, there: Table, what: str, query: dict[str, Any]) -> Table:
    query = {
        name: value if name == "wait" else table.version + (name == "min_version") for name, value in query.items()
    }
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(there.ask, 0, what, **query)
        sleep(0.2)
        new = replaced(table, "host", role="seat", seat=0)
        problem(asked.result(), "unauthorized")
    return new
