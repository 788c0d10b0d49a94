"""The contract: what each resource answers, to whom, with which headers, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from urllib.parse import urlsplit

import pytest
from jsonschema_rs import Draft202012Validator, meta

from domain.application.matches import Matches
from service.config import Settings
from service.web.problems import CODES
from tests.service.playing import (
    FIRST_FIVE,
    SINS,
    CheckedClient,
    Deck,
    Table,
    a_placing,
    filled_move,
    new_client,
    open_match,
    opening,
    placing_match,
    play_out,
    recorded_match,
    step,
)

NOTE = {"type": "table.note", "text": "tea break"}
READ = ("", "view", "decisions", "moves", "audit")
"""What everybody may read of a public match."""
PATHS = ("", *(f"/{what}" for what in (*READ[1:], "knowledge")))
ABSENT = "0f0e0d0c-0b0a-4908-8706-050403020100"


def problem(response, code: str) -> dict:
    """The problem, which must be of this code."""
    assert (response.status_code, response.json["code"]) == (CODES[code].status, code), response.text
    return response.json


# -- rulesets -----------------------------------------------------------------------------------------------


def test_the_rulesets_are_listed_in_short(sqlite_client):
    listed = sqlite_client.get("/v1/rulesets").json["rulesets"]
    found = {one["id"]: one for one in listed}
    assert found["seven-sins"]["seats"] == {"min": 2, "max": 5}
    for one in listed:
        assert sqlite_client.get(one["links"]["self"]).json["id"] == one["id"]


def test_a_ruleset_says_all_that_a_client_needs(sqlite_client):
    document = sqlite_client.get("/v1/rulesets/seven-sins").json
    for name in ("options", "view"):
        meta.validate(document[name])
    meta.validate(document["board"]["schema"])
    Draft202012Validator(document["board"]["schema"]).validate(document["board"]["values"])
    for schema in [*document["commands"].values(), *document["facts"].values()]:
        meta.validate(schema)
    for schema in document["facts"].values():
        fields = {name: field for name, field in schema["properties"].items() if name != "type"}
        assert all(field["x-audience"] for field in fields.values())
    assert document["facts"]["CardDealt"]["properties"]["card"]["x-once"] is True
    assert all("default" in option for option in document["options"]["properties"].values())
    assert {"take", "place-stones", "pass", "table.note", "table.take-back"} <= set(document["commands"])
    assert document["rules"]["SS-T2"]


def test_an_unknown_ruleset_is_not_found(sqlite_client):
    problem(sqlite_client.get("/v1/rulesets/ludo"), "not-found")


def test_a_line_that_was_changed_is_described_too(client):
    table = recorded_match(client, history="kept")
    taken = table.do(0, {"type": "take", "sin": "pride", "to": "reserve"})["version"]
    table.do(0, {"type": "table.take-back", "decision": taken, "reason": "slipped"})
    assert "struck" in table.log(line=table.version)[taken]


# -- opening ------------------------------------------------------------------------------------------------


def test_opening_answers_201_with_location_and_a_token_for_everybody(client):
    response = client.post("/v1/matches", json=opening(3))
    assert response.status_code == 201
    body = response.json
    assert urlsplit(response.headers["Location"]).path == f"/v1/matches/{body['id']}"
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert "ETag" not in response.headers
    table = Table(client, body)
    assert len(set(table.all_tokens())) == 7
    described = client.get(response.headers["Location"]).json
    assert described == {name: value for name, value in body.items() if name != "tokens"}
    assert [seat["name"] for seat in described["seats"]] == ["Ada", "Bo", "Cyd"]
    assert len({seat["colour"] for seat in described["seats"]}) == 3
    assert described["status"] == "playing"
    assert described["mode"] == "hosted"
    assert described["outcome"] is None
    for name, link in described["links"].items():
        assert client.get(link).status_code == {"commands": 405, "knowledge": 403, "webhooks": 401}.get(name, 200)
        assert client.get(link, headers=table.bearer("arbiter")).status_code == (
            405 if name == "commands" else 200
        )


@pytest.mark.scenario(59, 60)
def test_what_was_asked_for_stands_in_the_match(client):
    wanted = {
        "options": {"penitence": True, "first_seat": 1, "history": "kept"},
        "board": {"abyss_threshold": 9},
        "public": False,
        "played_on": "2024-02-29",
        "labels": {"round": "3", "Tisch": "Größe"},
    }
    seats = [{"name": "Zoë", "colour": "teal"}, {"name": "Bo"}]
    response = client.post("/v1/matches", json={**opening(), "seats": seats, **wanted})
    assert response.status_code == 201
    table = Table(client, response.json)
    match = table.get(0)
    assert match["seats"][0] == {"seat": 0, "name": "Zoë", "colour": "teal"}
    assert match["options"] | wanted["options"] == match["options"]
    assert match["options"]["disclosure"] == "full"
    assert (match["public"], match["played_on"], match["labels"]) == (False, "2024-02-29", wanted["labels"])
    assert table.awaiting == [{"seat": 1}]
    first = table.log()[0]
    assert first["command"] == {"type": "open"}
    assert first["options"] == match["options"]
    assert first["board"]["abyss_threshold"] == 9
    assert first["board_digest"] == match["board_digest"] != open_match(client, 2).opened["board_digest"]


WRONG_OPENINGS = {
    "no ruleset": ({"ruleset": None}, "ruleset"),
    "unknown ruleset": ({"ruleset": "ludo"}, "ruleset"),
    "ruleset no text": ({"ruleset": 3}, "ruleset"),
    "too few seats": ({"seats": [{"name": "Ada"}]}, "seats"),
    "no seats": ({"seats": []}, "seats"),
    "too many seats": ({"seats": [{"name": str(n)} for n in range(6)]}, "seats"),
    "seats no list": ({"seats": {"name": "Ada"}}, "seats"),
    "seat no object": ({"seats": ["Ada", {"name": "Bo"}]}, "seats.0"),
    "seat without name": ({"seats": [{"name": "Ada"}, {}]}, "seats.1.name"),
    "empty name": ({"seats": [{"name": "Ada"}, {"name": ""}]}, "seats.1.name"),
    "long name": ({"seats": [{"name": "Ada"}, {"name": "x" * 201}]}, "seats.1.name"),
    "name null": ({"seats": [{"name": "Ada"}, {"name": None}]}, "seats.1.name"),
    "odd colour": ({"seats": [{"name": "Ada", "colour": "Rot!"}, {"name": "Bo"}]}, "seats.0.colour"),
    "same colour": ({"seats": [{"name": "Ada", "colour": "red"}, {"name": "Bo", "colour": "red"}]}, "seats"),
    "unknown in seat": ({"seats": [{"name": "Ada", "age": 3}, {"name": "Bo"}]}, "seats.0.age"),
    "unknown mode": ({"mode": "watched"}, "mode"),
    "unknown option": ({"options": {"speed": 3}}, "options"),
    "option of wrong type": ({"options": {"penitence": 1}}, "options.penitence"),
    "option out of range": ({"options": {"first_seat": 5}}, "options.first_seat"),
    "seat that is not there": ({"options": {"first_seat": 3}}, "options.first_seat"),
    "wrong number of sins": ({"options": {"sins": ["pride"]}}, "options.sins"),
    "sins twice": ({"options": {"sins": ["pride", "pride", "lust", "envy"]}}, "options.sins"),
    "unknown history": ({"options": {"history": "gone"}}, "options.history"),
    "options no object": ({"options": []}, "options"),
    "unknown board value": ({"board": {"colour": 3}}, "board"),
    "board no object": ({"board": "printed"}, "board"),
    "board out of range": ({"board": {"centre": 0}}, "board.centre"),
    "board not to be played with": ({"board": {"sins": ["pride"]}}, "board.sins"),
    "points too few": ({"board": {"points": [0]}}, "board.points"),
    "seed without option": ({"seed": "00" * 32}, "seed"),
    "seed too short": ({"seed": "00", "options": {"chance": "known"}}, "seed"),
    "seed not hex": ({"seed": "zz" * 16, "options": {"chance": "known"}}, "seed"),
    "seed of a scribe": ({"seed": "00" * 16, "mode": "recorded", "options": {"chance": "known"}}, "seed"),
    "public no boolean": ({"public": "true"}, "public"),
    "no such day": ({"played_on": "2023-02-29"}, "played_on"),
    "a time for a day": ({"played_on": "2023-02-28T10:00:00Z"}, "played_on"),
    "day no text": ({"played_on": 20230228}, "played_on"),
    "labels no object": ({"labels": ["a"]}, "labels"),
    "label no text": ({"labels": {"round": 3}}, "labels.round.value"),
    "too many labels": ({"labels": {str(n): "x" for n in range(21)}}, "labels"),
    "long label": ({"labels": {"x" * 51: "y"}}, None),
    "unknown field": ({"sets": 3}, "sets"),
}


def test_every_wrong_field_of_an_opening_is_named(sqlite_client):
    for name, (wrong, field) in WRONG_OPENINGS.items():
        response = sqlite_client.post("/v1/matches", json=opening(2) | wrong)
        found = problem(response, "invalid")
        assert found["errors"], name
        named = found["errors"]
        assert field is None or any(path.startswith(field) for path in named), (name, named)
        assert all(message for messages in found["errors"].values() for message in messages), name


@pytest.mark.parametrize("missing", ["ruleset", "seats"])
def test_an_opening_says_what_is_played_and_by_whom(sqlite_client, missing):
    body = {name: value for name, value in opening(2).items() if name != missing}
    assert missing in problem(sqlite_client.post("/v1/matches", json=body), "invalid")["errors"]


def test_a_known_seed_gives_the_same_match_again(client):
    wanted = {"seed": "ab" * 16, "options": {"chance": "known", "history": "kept"}}
    one, two = open_match(client, 3, **wanted), open_match(client, 3, **wanted)
    facts = [[decision["facts"] for decision in table.log()] for table in (one, two)]
    assert facts[0] == facts[1]
    assert one.get(None)["options"]["chance"] == "known"


# -- who is asking ------------------------------------------------------------------------------------------


def test_a_public_match_is_read_without_a_token_and_written_with_one(sqlite_client):
    table = open_match(sqlite_client, 2)
    for what in READ:
        assert table.ask(None, what).status_code == 200
    assert table.send(None, NOTE).headers["WWW-Authenticate"] == "Bearer"
    problem(table.send(None, NOTE), "unauthorized")


@pytest.mark.stored
def test_a_private_match_is_for_those_with_a_token(client):
    table = open_match(client, 2, public=False)
    for what in READ:
        problem(table.ask(None, what), "unauthorized")
        for who in table.everybody[1:]:
            assert table.ask(who, what).status_code == 200
    problem(table.send(None, NOTE), "unauthorized")


def test_a_token_of_another_match_is_no_token_here(client):
    table, other = open_match(client, 2), open_match(client, 2)
    for who in table.everybody[1:]:
        for path in PATHS:
            problem(client.get(other.path + path, headers=table.bearer(who)), "forbidden")
        response = client.post(f"{other.path}/commands", json=NOTE, headers=table.bearer(who))
        problem(response, "forbidden")


def test_an_unknown_token_is_no_token(sqlite_client):
    table = open_match(sqlite_client, 2)
    for token in ("khz_arbiter_" + "0" * 48, "x", table.token("arbiter")[:-1]):
        headers = {"Authorization": f"Bearer {token}"}
        for what in PATHS:
            problem(sqlite_client.get(table.path + what, headers=headers), "unauthorized")
        problem(sqlite_client.post(f"{table.path}/commands", json=NOTE, headers=headers), "unauthorized")


def test_a_match_that_is_not_there_is_not_found(sqlite_client):
    for identifier in (ABSENT, ABSENT.upper(), ABSENT.replace("-", ""), "1", "x" * 300, f"{{{ABSENT}}}"):
        for what in PATHS:
            problem(sqlite_client.get(f"/v1/matches/{identifier}{what}"), "not-found")
        problem(sqlite_client.post(f"/v1/matches/{identifier}/commands", json=NOTE), "not-found")


# -- moves --------------------------------------------------------------------------------------------------


def test_moves_are_for_the_seat_that_is_awaited_and_table_commands_by_role(sqlite_client):
    table = open_match(sqlite_client, 3)
    mover = table.mover
    for who in table.everybody:
        document = table.get(who, "moves")
        assert document["version"] == table.version
        assert document["awaiting"] == [{"seat": mover}]
        assert bool(document["moves"]) == (who == mover)
    speakers = {"table.note", "table.take-back", "table.accuse", "table.remind", "table.assert"}
    of_seats = {"table.call", "table.replace-token", "table.leave"}
    assert set(table.get(mover, "moves")["table"]) == speakers | of_seats
    ruling = {"table.freeze", "table.rule", "table.amend"}
    hosts = {"table.abandon", "table.replace-token", "table.leave", "table.substitute"}
    assert set(table.get("arbiter", "moves")["table"]) == speakers | ruling | hosts
    assert set(table.get("host", "moves")["table"]) == hosts
    assert table.get("spectator", "moves")["table"] == table.get(None, "moves")["table"] == []
    assert table.get(mover, "moves", seat=mover) == table.get(mover, "moves")
    problem(table.ask(mover, "moves", seat=(mover + 1) % 3), "not-your-seat")
    assert "seat" in problem(table.ask(mover, "moves", seat=3), "invalid")["errors"]


@pytest.mark.long
def test_every_listed_table_command_is_accepted_and_no_other(sqlite_client):
    samples = {
        "table.note": NOTE,
        "table.consent": {"type": "table.consent", "agree": False},
        "table.call": {"type": "table.call", "reason": "come, please"},
        "table.freeze": {"type": "table.freeze"},
        "table.resume": {"type": "table.resume"},
        "table.rule": {"type": "table.rule", "verdict": "dismissed"},
        "table.sign": {"type": "table.sign"},
        "table.tell": {"type": "table.tell", "place": "reserve:0", "things": ["pride"]},
        "table.identify": {"type": "table.identify", "place": "reserve:0", "things": ["pride"]},
        "table.missing": {"type": "table.missing", "things": ["pride"], "place": "centre"},
        "table.confirm": {"type": "table.confirm"},
        "table.assert": {"type": "table.assert", "at": "/centre/count", "is": 5},
        "table.amend": {"type": "table.amend", "restore": 0},
        "table.abandon": {"type": "table.abandon"},
        "table.close": {"type": "table.close"},
        "table.replace-token": {"type": "table.replace-token", "role": "spectator"},
        "table.leave": {"type": "table.leave", "seat": 0},
        "table.substitute": {"type": "table.substitute", "seat": 0, "name": "Eve", "correction": True},
    }
    makers = [
        lambda: open_match(sqlite_client, 2),
        lambda: recorded_match(sqlite_client),
        lambda: recorded_match(sqlite_client, {"unknown": 2}),
        lambda: _proposed(sqlite_client),
        lambda: _abandoned(open_match(sqlite_client, 2)),
        lambda: _closed(_abandoned(open_match(sqlite_client, 2))),
        lambda: _abandoned(open_match(sqlite_client, 2, options={"sign_off": True})),
        lambda: _called(open_match(sqlite_client, 2)),
        lambda: _frozen(open_match(sqlite_client, 2)),
        lambda: _frozen(_ruled(open_match(sqlite_client, 2))),
        lambda: _ruled(open_match(sqlite_client, 2)),
        lambda: _asked(placing_match(sqlite_client)),
        lambda: _frozen(_asked(placing_match(sqlite_client))),
    ]
    for make in makers:
        table = make()
        rulings = [one["version"] for one in table.log() if one["command"]["type"] == "table.rule"]
        calls = [one["call"] for one in table.get("arbiter")["calls"]]
        for who in table.everybody[1:]:
            other = 1 if who == 0 else 0
            judged = samples | {
                "table.accuse": {"type": "table.accuse", "accused": other},
                "table.remind": {"type": "table.remind", "reminded": other},
                "table.appeal": {"type": "table.appeal", "ruling": (rulings or [1])[0]},
                "table.countersign": {"type": "table.countersign", "line": table.version},
                "table.attend": {"type": "table.attend", "call": (calls or [1])[0]},
            }
            if isinstance(who, int):
                judged["table.leave"] = {"type": "table.leave", "seat": who}
                judged["table.replace-token"] = {"type": "table.replace-token", "role": "seat", "seat": who}
            listed = set(table.get(who, "moves")["table"]) - {"table.take-back", "table.reveal"}
            accepted = {
                kind
                for kind, command in judged.items()
                if table.send(who, command, dry_run=True).status_code == 201
            }
            if table.get(None)["status"] in ("finished", "abandoned"):
                accepted.discard("table.substitute")  # to correct a name, which nobody is offered then
            assert accepted == listed, who


def _proposed(client) -> Table:
    """A recorded match whose end waits for somebody to confirm it."""
    table, rng = recorded_match(client), Random(2)
    deck = Deck(rng, ("pride", "greed"))
    while table.awaiting != [{"confirm": "end"}]:
        if table.awaiting == ["chance"]:
            table.do("scribe", deck.refill(table.get("scribe", "view")["board"]))
        else:
            table.do("scribe", filled_move(rng.choice(table.get("scribe", "moves")["moves"]), rng))
    return table


def _called(table: Table) -> Table:
    """A seat has called for an arbiter."""
    table.do(1, {"type": "table.call", "reason": "come, please"})
    return table


def _abandoned(table: Table) -> Table:
    table.do("host", {"type": "table.abandon"})
    return table


def _frozen(table: Table) -> Table:
    table.do("arbiter", {"type": "table.freeze"})
    return table


def _ruled(table: Table) -> Table:
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed"})
    return table


def _asked(table: Table) -> Table:
    """Seat 0 asks seat 1 to take a placing back."""
    placed = table.do(0, a_placing(table, 0))["version"]
    table.do(1, a_placing(table, 1))
    table.do(0, {"type": "table.take-back", "decision": placed})
    return table


def _closed(table: Table) -> Table:
    table.do("host", {"type": "table.close"})
    return table


def test_the_scribe_of_a_recorded_match_has_the_moves_of_all_seats_and_of_chance(sqlite_client):
    table = open_match(sqlite_client, 2, mode="recorded", options={"first_seat": 0})
    assert table.awaiting == ["chance"]
    (move,) = table.get("scribe", "moves")["moves"]
    assert move["type"] == "choose-sins"
    assert table.get("scribe", "moves", seat=0)["moves"] == []
    assert table.get(0, "moves")["moves"] == []
    table = recorded_match(sqlite_client)
    moves = table.get("scribe", "moves")["moves"]
    assert {move["seat"] for move in moves} == {0}
    assert table.get("scribe", "moves", seat=0)["moves"] == moves
    assert table.get("scribe", "moves", seat=1)["moves"] == []
    own = table.get(0, "moves")["moves"]
    assert [{**move, "seat": 0} for move in own] == moves


# -- commands -----------------------------------------------------------------------------------------------


def test_a_command_answers_what_it_brought_about(client):
    table = open_match(client, 3)
    seat, before = table.mover, table.version
    move = table.get(seat, "moves")["moves"][0]
    response = table.send(seat, move)
    assert response.status_code == 201
    assert response.headers["Cache-Control"] == "private, no-cache"
    answer = response.json
    first, *later = answer["decisions"]
    assert first["version"] == before + 1
    assert first["command"] == move
    assert (first["actor"], first["recorded_by"], first["automatic"]) == ({"seat": seat}, {"seat": seat}, False)
    assert [one["actor"] for one in later] == ["chance"]
    assert answer["version"] == table.version == later[-1]["version"]
    assert answer["receipt"]["match"] == table.id
    assert table.log(after=before) == table.log()[before + 1 :]
    assert table.log(seat, after=before) == answer["decisions"]


@pytest.mark.scenario(103)
def test_refusals_of_game_commands_have_a_code_and_a_rule(sqlite_client):
    table = open_match(sqlite_client, 3)
    seat = table.mover
    other = (seat + 1) % 3
    lying = table.get(None, "view")["board"]["centre"]["things"]
    sin = next(iter(lying))
    take = {"type": "take", "sin": sin, "to": "reserve"}
    before = table.trace()
    assert table.refused(seat, {**take, "sin": "judgement"})["rule"] == "SS-T5"
    assert table.refused(seat, {**take, "sin": "gossip"})["rule"] == "SS-T2"
    assert table.refused(seat, {**take, "to": "abyss", "leave_stone": True})["rule"] == "SS-R24"
    assert table.refused(seat, {"type": "pass"})["rule"] == "SS-R14"
    early = table.refused(seat, {"type": "place-stones", "on": []})
    assert (early["rule"], early["code"], early["version"]) == ("SS-R25", "illegal-move", table.version)
    problem(table.send(other, take), "not-awaited")
    problem(table.send(seat, {**take, "seat": other}), "not-your-seat")
    for who in ("host", "arbiter", "scribe", "spectator"):
        problem(table.send(who, take), "forbidden")
        problem(table.send(who, {**take, "seat": seat}), "forbidden")
    for who in table.everybody[1:]:
        problem(table.send(who, {"type": "refill"}), "forbidden")
        problem(table.send(who, {"type": "refill", "cards": []}), "forbidden")
    assert table.trace() == before
    assert table.send(seat, {**take, "seat": seat}).status_code == 201


@pytest.mark.scenario(104)
def test_unknown_types_and_fields_are_refused(sqlite_client):
    table = open_match(sqlite_client, 2)
    seat, before = table.mover, table.trace()
    for command, field in [
        ({"type": "bid", "amount": 3}, "type"),
        ({"type": "open"}, "type"),
        ({}, "type"),
        ({"type": ["take"]}, "type"),
        ({"type": "table.note"}, "text"),
        ({**NOTE, "loud": True}, "loud"),
        ({**NOTE, "about": None}, "about"),
        ({"type": "take", "sin": "pride", "to": "purse"}, "to"),
        ({"type": "take", "sin": "pride", "to": "abyss", "leave_stone": False}, "leave_stone"),
        ({"type": "take", "sin": "pride", "to": "abyss", "seat": "0"}, "seat"),
        ({"type": "place-stones", "on": "pride"}, "on"),
    ]:
        for who in (seat, "arbiter"):
            found = problem(table.send(who, command), "invalid")
            assert field in found["errors"], (command, found)
    assert table.trace() == before


def test_nobody_sends_a_command_of_the_table_or_of_chance_for_a_seat(sqlite_client):
    table = recorded_match(sqlite_client)
    table.do(0, {"type": "take", "sin": "pride", "to": "reserve"})
    before = table.trace()
    for who, command in [
        (0, NOTE),
        ("arbiter", {"type": "table.abandon"}),
        ("scribe", {"type": "table.take-back", "decision": 3}),
        ("scribe", {"type": "refill", "cards": ["lust", "lust"]}),
    ]:
        for seat in (1, 77, -1):
            refused = table.refused(who, {**command, "seat": seat})
            assert refused["code"] in ("invalid", "not-your-seat"), (command, refused)
    assert table.trace() == before


# -- batches and dry runs -----------------------------------------------------------------------------------


@pytest.mark.stored
def test_a_batch_is_stored_whole(client):
    table = open_match(client, 2)
    seat, before = table.mover, table.version
    move = table.get(seat, "moves")["moves"][0]
    answer = table.do(seat, NOTE, {**NOTE, "about": before}, move, headers={"If-Match": f'"{before}"'})
    log = table.log()[before + 1 :]
    assert [one["command"]["type"] for one in log] == ["table.note", "table.note", move["type"], "refill"]
    assert answer["version"] == table.version
    assert answer["receipt"]["size"] == answer["version"] + 1


@pytest.mark.stored
def test_a_batch_is_refused_whole(client):
    table = open_match(client, 2)
    seat, before = table.mover, table.trace()
    pass_ = {"type": "pass"}
    problem(table.send(seat, NOTE, NOTE, pass_), "illegal-move")
    problem(table.send(seat, NOTE, {"type": "table.abandon"}), "forbidden")
    problem(table.send(seat, NOTE, {**NOTE, "about": table.version + 5}), "invalid")
    assert "commands.1.text" in problem(table.send(seat, NOTE, {**NOTE, "text": ""}), "invalid")["errors"]
    for commands in ([], [NOTE] * 51, {"0": NOTE}, "notes", [[NOTE]], [None], None):
        response = client.post(f"{table.path}/commands", json={"commands": commands}, headers=table.bearer(seat))
        problem(response, "invalid")
    response = client.post(
        f"{table.path}/commands", json={"commands": [NOTE], "type": "take"}, headers=table.bearer(seat)
    )
    assert "type" in problem(response, "invalid")["errors"]
    assert table.trace() == before
    assert table.do(seat, *[NOTE] * 50)["version"] == table.version


def test_what_stands_behind_chance_is_refused_without_having_been_judged(sqlite_client):
    table = open_match(sqlite_client, 2)
    seat, before = table.mover, table.trace()
    move = table.get(seat, "moves")["moves"][0]
    answers = set()
    for behind in (
        NOTE,
        move,
        {"type": "pass"},
        {**move, "sin": "gossip"},
        {"type": "table.take-back", "decision": 99},
    ):
        response = table.send(seat, move, behind)
        problem(response, "batch-crosses-chance")
        answers.add(response.data)
        assert table.send(seat, move, behind, dry_run=True).data == response.data
    assert len(answers) == 1
    assert table.trace() == before


def test_what_stands_behind_another_actor_or_a_reveal_is_refused_unjudged(sqlite_client):
    table = placing_match(sqlite_client)
    lawful = [a_placing(table, seat) for seat in table.seats]
    problem(table.send(0, lawful[0], lawful[0]), "batch-crosses-chance")
    problem(table.send(0, lawful[0], {"type": "pass"}), "batch-crosses-chance")
    problem(table.send("host", {"type": "table.abandon"}, {"type": "table.close"}), "batch-crosses-chance")
    table.do(0, lawful[0], NOTE)
    table.do(1, lawful[1])
    problem(table.send(2, lawful[2], NOTE), "batch-crosses-chance")
    assert table.get(2)["status"] == "playing"


def test_in_a_batch_of_the_scribe_automatic_steps_happen_between_the_commands(client):
    table = open_match(client, 2, ruleset="mea-culpa", mode="recorded", options={"row": [0, 1]})
    bag = ["bread", "bread", "wine", "wine", "cloth", "cloth", "jewel"]
    batch = [
        {"type": "choose-bonus", "seat": 0, "bonus": "letter", "compartments": []},
        {"type": "choose-bonus", "seat": 1, "bonus": "jewel", "compartments": ["II"]},
        {"type": "draw-stones", "stones": bag},
        {"type": "deal-cards", "cards": ["TAKE_3", "TAKE_5", "TAKE_5", "TAKE_7"]},
        {"type": "bid", "seat": 1, "notches": 3, "taler": 2},
        {"type": "bid", "seat": 0, "notches": 2, "taler": 5},
        {"type": "choose-character", "seat": 0, "character": "merchant"},
    ]
    before = table.version
    dry = table.send("scribe", *batch, dry_run=True)
    assert dry.status_code == 201
    assert table.version == before
    answer = table.do("scribe", *batch)
    kinds = [one["command"]["type"] for one in answer["decisions"]]
    assert kinds == [one["type"] for one in batch[:-1]] + ["reveal-bids", "choose-character"]
    assert kinds == [one["command"]["type"] for one in dry.json["decisions"]]
    reveal = answer["decisions"][-2]
    assert (reveal["actor"], reveal["recorded_by"], reveal["automatic"]) == ("table", "service", True)


def test_several_commands_of_the_table_are_a_batch_also_while_chance_is_awaited(client):
    table = open_match(client, 2, mode="recorded")
    assert table.awaiting == ["chance"]
    for who in (0, "arbiter", "scribe"):
        assert len(table.do(who, NOTE, NOTE)["decisions"]) == 2


def test_a_dry_run_of_the_last_turn_does_not_open_the_reserves(sqlite_client):
    """Under Penitence the last take ends the match by itself: what is opened then is opened behind it."""
    table = open_match(
        sqlite_client, 3, options={"penitence": True, "chance": "known", "first_seat": 0}, seed=f"{6:032x}"
    )
    rng = Random(5)
    while (seat := table.mover) != table.get("arbiter", "view")["board"]["last_of_round"]:
        table.do(seat, filled_move(rng.choice(table.get(seat, "moves")["moves"]), rng))
    trace, move = table.trace(), table.get(seat, "moves")["moves"][0]
    assert move["type"] == "take"
    dry = table.send(seat, move, dry_run=True)
    assert dry.status_code == 201
    (tried,) = dry.json["decisions"]
    assert [fact["type"] for fact in tried["facts"] if fact["type"] != "StoneTaken"] == ["SinTaken", "Awaited"]
    assert tried["facts"][-1] == {"type": "Awaited", "who": ["table"], "due": "open-reserves"}
    problem(table.send(seat, move, NOTE), "batch-crosses-chance")
    assert table.trace() == trace
    taken, opened = table.do(seat, move)["decisions"][:2]
    assert taken["facts"] == tried["facts"]
    assert (opened["actor"], opened["command"], opened["automatic"]) == ("table", {"type": "open-reserves"}, True)
    assert [fact["type"] for fact in opened["facts"]][:4] == ["ReserveOpened"] * 3 + ["AbyssOpened"]


@pytest.mark.stored
@pytest.mark.scenario(7)
def test_a_dry_run_answers_the_same_writes_nothing_and_stops_before_chance(client):
    table = open_match(client, 2, options={"history": "kept"})
    seat, before, trace = table.mover, table.version, table.trace()
    move = table.get(seat, "moves")["moves"][0]
    dry = table.send(seat, NOTE, move, dry_run=True, headers={"Idempotency-Key": "dry"})
    assert dry.status_code == 201
    assert [one["command"] for one in dry.json["decisions"]] == [NOTE, move]
    assert (dry.json["version"], dry.json["receipt"]) == (before + 2, None)
    assert "blind" not in dry.text
    assert "seal" not in dry.text
    problem(table.send(seat, {"type": "pass"}, dry_run=True), "illegal-move")
    problem(table.send(seat, move, dry_run=True, headers={"If-Match": '"0"'}), "version-moved")
    assert table.version == before
    assert table.trace() == trace
    wet = table.do(seat, NOTE, move, headers={"Idempotency-Key": "dry"})
    assert [one["version"] for one in wet["decisions"]][:2] == [one["version"] for one in dry.json["decisions"]]
    assert len(wet["decisions"]) == 3


# -- If-Match and Idempotency-Key ---------------------------------------------------------------------------


@pytest.mark.stored
@pytest.mark.scenario(37)
def test_if_match_keeps_a_command_from_a_match_that_has_moved_on(client):
    table = open_match(client, 2)
    seen = table.version
    table.do(0, NOTE, headers={"If-Match": f'"{seen}"'})
    trace = table.trace()
    for wrong in (seen, seen + 2, 0, 10**15):
        found = problem(table.send(0, NOTE, headers={"If-Match": f'"{wrong}"'}), "version-moved")
        assert found["version"] == seen + 1
    for malformed in (f"{seen + 1}", f'W/"{seen + 1}"', '""', '"x"', '"01"', '"-1"', '"1", "2"', '"1e3"', '"', ""):
        problem(table.send(0, NOTE, headers={"If-Match": malformed}), "malformed")
    assert table.trace() == trace
    table.do(0, NOTE, headers={"If-Match": "*"})
    table.do(0, NOTE, headers={"If-Match": f' "{seen + 2}" '})


@pytest.mark.scenario(41)
def test_the_same_key_with_the_same_body_is_answered_by_the_first_request(client, migrated_url):
    table = open_match(client, 3)
    seat = table.mover
    move = table.get(seat, "moves")["moves"][0]
    key = {"Idempotency-Key": "a-key/with:visible,ASCII~"}
    first = table.send(seat, move, headers=key)
    assert first.status_code == 201
    assert "Idempotency-Replayed" not in first.headers
    for who in table.seats:
        table.do(who, NOTE)
    trace = table.trace()
    again = new_client(migrated_url)
    for client_ in (client, again):
        replay = Table(client_, table.opened).send(seat, dict(reversed(move.items())), headers=key)
        assert replay.headers["Idempotency-Replayed"] == "true"
        assert replay.status_code == 201
        assert replay.json == first.json
    assert table.trace() == trace
    problem(table.send(seat, NOTE, headers=key), "key-reused")
    problem(table.send(seat, move, NOTE, headers=key), "key-reused")
    assert table.trace() == trace
    again.application.extensions["kerbholz"].close()


@pytest.mark.stored
def test_a_key_belongs_to_a_principal_and_a_match(client):
    table, other = open_match(client, 2), open_match(client, 2)
    key = {"Idempotency-Key": "same"}
    versions = []
    for who in (0, 1, "arbiter"):
        response = table.send(who, NOTE, headers=key)
        assert response.status_code == 201
        assert "Idempotency-Replayed" not in response.headers
        versions.append(response.json["version"])
    assert len(set(versions)) == 3
    assert "Idempotency-Replayed" not in other.send(0, {**NOTE, "text": "other"}, headers=key).headers
    assert table.do(1, NOTE, headers=key)["version"] == versions[1]


@pytest.mark.stored
def test_a_refused_command_does_not_use_its_key_up(client):
    table = open_match(client, 2)
    key = {"Idempotency-Key": "k"}
    problem(table.send(0, {"type": "table.abandon"}, headers=key), "forbidden")
    problem(table.send(0, NOTE, headers={**key, "If-Match": '"0"'}), "version-moved")
    first = table.send(0, NOTE, headers={**key, "If-Match": f'"{table.version}"'})
    assert first.status_code == 201
    assert "Idempotency-Replayed" not in first.headers
    replay = table.send(0, NOTE, headers={**key, "If-Match": '"0"'})
    assert (replay.status_code, replay.json) == (201, first.json)


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "ä", "\t", "a\x7f"])
def test_a_malformed_key_is_refused(sqlite_client, key):
    table = open_match(sqlite_client, 2)
    before = table.trace()
    problem(table.send(0, NOTE, headers={"Idempotency-Key": key}), "malformed")
    problem(sqlite_client.post("/v1/matches", json=opening(2), headers={"Idempotency-Key": key}), "malformed")
    assert table.trace() == before


def test_opening_twice_with_one_key_opens_one_match(client, migrated_url):
    key = {"Idempotency-Key": "open-sesame"}
    first = client.post("/v1/matches", json=opening(3), headers=key)
    assert first.status_code == 201
    table = Table(client, first.json)
    again = new_client(migrated_url)
    for client_ in (client, again):
        replay = client_.post("/v1/matches", json=opening(3), headers=key)
        assert replay.status_code == 201
        assert replay.headers["Idempotency-Replayed"] == "true"
        assert replay.headers["Location"] == first.headers["Location"]
        assert replay.json == first.json
    table.do(0, NOTE)
    replay = client.post("/v1/matches", json=opening(3), headers=key)
    assert replay.json["tokens"] == first.json["tokens"]
    assert replay.json["version"] == first.json["version"]
    problem(client.post("/v1/matches", json=opening(2), headers=key), "key-reused")
    different = client.post("/v1/matches", json=opening(3), headers={"Idempotency-Key": "another"})
    assert different.json["id"] != first.json["id"]
    again.application.extensions["kerbholz"].close()


def test_openings_without_a_key_are_different_matches(client):
    ids = {open_match(client, 2).id for _ in range(3)}
    assert len(ids) == 3


# -- ETags --------------------------------------------------------------------------------------------------


def test_every_representation_has_an_etag_and_is_not_sent_twice(client):
    table = open_match(client, 3)
    asked = [("/v1/rulesets", None), ("/v1/rulesets/seven-sins", None), ("/v1/openapi.json", None)]
    asked += [(table.path + what, who) for what in PATHS[:-1] for who in (None, 0, "arbiter")]
    asked += [(f"{table.path}/knowledge", "arbiter")]
    for path, who in asked:
        response = client.get(path, headers=table.bearer(who))
        tag = response.headers.get("ETag")
        assert tag, path
        assert {"Authorization", "Accept", "Accept-Encoding"} <= set(response.headers["Vary"].split(", "))
        assert response.headers["Cache-Control"] == "private, no-cache"
        for sent in (tag, f'"x", {tag}', f"W/{tag}", "*"):
            again = client.get(path, headers={**table.bearer(who), "If-None-Match": sent})
            assert (again.status_code, again.data) == (304, b""), (path, sent)
            assert again.headers["ETag"] == tag
            assert again.headers["Vary"] == response.headers["Vary"]
        assert client.get(path, headers={**table.bearer(who), "If-None-Match": '"x"'}).status_code == 200
        head = client.head(path, headers=table.bearer(who))
        assert head.status_code == 200
        assert head.headers["ETag"] == tag
        assert head.data == b""


def test_an_etag_changes_with_what_is_served(client):
    table = open_match(client, 3)
    before = {what: table.ask(None, what).headers["ETag"] for what in READ}
    table.do(0, NOTE)
    for what, tag in before.items():
        response = table.ask(None, what, headers={"If-None-Match": tag})
        assert response.status_code == 200, what
    seat = table.mover
    assert table.ask(seat, "moves").headers["ETag"] != table.ask(None, "moves").headers["ETag"]


@pytest.mark.scenario(17)
def test_the_old_etag_of_a_spectator_is_void_when_the_end_opens_everything(client):
    table = open_match(client, 2, seed="03" * 16, options={"chance": "known"})  # not every match comes to stones
    assert play_out(table, Random(3), until="place-stones")["status"] == "playing"
    before = {who: table.ask(who, "decisions").headers["ETag"] for who in table.everybody}
    play_out(table, Random(3))
    for who, tag in before.items():
        assert table.ask(who, "decisions", headers={"If-None-Match": tag}).status_code == 200


# -- commands of the table ----------------------------------------------------------------------------------


def test_notes_are_for_seats_arbiter_and_scribe(sqlite_client):
    table = recorded_match(sqlite_client)
    for who in (0, 1, "arbiter", "scribe"):
        answer = table.do(who, {**NOTE, "about": 1})
        (decision,) = answer["decisions"]
        assert decision["command"] == {**NOTE, "about": 1}
        assert decision["facts"] == [{"type": "NoteMade", "about": 1}]
    for who in ("host", "spectator"):
        problem(table.send(who, NOTE), "forbidden")
    problem(table.send(0, {**NOTE, "about": table.version + 2}), "invalid")
    text = 'Größe 😀 \u202e <b>&amp;</b> \\ " \n\t' + "x" * 1900
    table.do(0, {**NOTE, "text": text})
    assert table.log(None)[-1]["command"]["text"] == text


def test_a_note_is_possible_after_the_end_until_the_record_is_closed(client):
    table = open_match(client, 2)
    problem(table.send("host", {"type": "table.close"}), "not-over")
    play_out(table, Random(2))
    table.do(0, NOTE)
    problem(table.send("host", {"type": "table.abandon"}), "over")
    problem(table.send(0, {"type": "pass"}), "over")
    for who in (0, 1, "scribe", "spectator"):
        problem(table.send(who, {"type": "table.close"}), "forbidden")
    table.do("host", {"type": "table.close", "reason": "prizes given"})
    assert table.get(None)["closed"] is True
    assert table.get(None)["status"] == "finished"
    before = table.trace()
    for who in (0, "arbiter"):
        problem(table.send(who, NOTE), "closed")
    problem(table.send(0, {"type": "pass"}), "closed")
    problem(table.send("host", {"type": "table.close"}), "closed")
    assert table.get("arbiter", "moves")["table"] == []
    assert table.trace() == before


def test_a_match_can_be_abandoned_by_host_or_arbiter(client):
    for who in ("host", "arbiter"):
        table = open_match(client, 2)
        for other in (0, 1, "scribe", "spectator"):
            problem(table.send(other, {"type": "table.abandon"}), "forbidden")
        table.do(who, {"type": "table.abandon", "reason": "fire alarm"})
        match = table.get(None)
        assert (match["status"], match["outcome"], match["awaiting"]) == ("abandoned", None, [])
        assert table.get(0, "moves")["moves"] == []
        for seat in table.seats:
            problem(table.send(seat, {"type": "take", "sin": "pride", "to": "reserve"}), "over")
        assert table.log(None, as_="official") == table.log("arbiter")
        assert table.log(None)[-1]["command"]["reason"] == "fire alarm"


@pytest.mark.stored
@pytest.mark.scenario(33)
def test_a_seat_takes_its_own_decision_back_while_nobody_else_has_decided(client):
    table = recorded_match(client, history="kept")
    laid = table.get("arbiter", "view")
    taken = table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"]
    after = table.get("arbiter", "view")
    assert after["board"]["stones"] == 3
    for who, code in [("host", "forbidden"), ("spectator", "forbidden"), (1, "not-your-seat")]:
        problem(table.send(who, {"type": "table.take-back", "decision": taken}), code)
    for wrong in (0, taken + 1, 10**6):
        assert table.refused(0, {"type": "table.take-back", "decision": wrong})["code"] in (
            "invalid",
            "illegal-move",
        )
    problem(table.send("scribe", {"type": "table.take-back", "decision": taken - 1}), "illegal-move")
    table.do(0, NOTE)
    answer = table.do(0, {"type": "table.take-back", "decision": taken, "reason": "misread"})
    assert answer["decisions"][0]["facts"][0]["changes"] == [
        {"decision": taken, "effect": "struck"},
        {"decision": taken + 1, "effect": "stands"},
    ]
    now = table.get("arbiter", "view")
    assert now["board"] == laid["board"]
    assert now["awaiting"] == [{"seat": 0}]
    back = answer["version"]
    # What people saw then, and how it looks with what was corrected since.
    assert table.get("arbiter", "view", at=taken)["board"] == after["board"]
    assert table.get("arbiter", "view", at=taken, line=back)["board"] == laid["board"]
    assert table.get("arbiter", "view", line=back) == now
    assert table.get("arbiter", "view", line=taken) == table.get("arbiter", "view", at=taken)
    assert "struck" not in table.log()[taken]
    assert table.log(line=back)[taken]["struck"] == {"by": back}
    assert table.log(line=back - 1) == table.log()[:back]
    problem(table.send(0, {"type": "table.take-back", "decision": taken}), "illegal-move")
    again = table.do(0, {"type": "take", "sin": "envy", "to": "reserve"})["version"]
    assert table.do("scribe", {"type": "table.take-back", "decision": again})["version"] == table.version
    assert table.get("arbiter", "view")["board"] == laid["board"]
    _check_refold(table)


def test_what_others_or_chance_decided_since_is_not_taken_back_freely(client):
    table = recorded_match(client)
    taken = table.do(0, {"type": "take", "sin": "pride", "to": "reserve"})["version"]
    table.do("scribe", {"type": "refill", "cards": ["lust", "envy"]})
    problem(table.send(0, {"type": "table.take-back", "decision": taken}), "needs-ruling")
    hosted = placing_match(client)
    placed = hosted.do(0, a_placing(hosted, 0))["version"]
    hosted.do(1, a_placing(hosted, 1))
    asked = hosted.do(0, {"type": "table.take-back", "decision": placed})["decisions"]
    assert [fact["type"] for fact in asked[0]["facts"]] == ["ConsentAsked"]
    hosted.do(0, {"type": "table.consent", "agree": False})
    batch = [NOTE, {"type": "table.take-back", "decision": placed}]
    problem(hosted.send(0, *batch), "needs-consent")


def test_a_placing_is_taken_back_and_placed_anew(client):
    table = placing_match(client)
    before = table.get(None, "view")["board"]
    placed = table.do(0, a_placing(table, 0))["version"]
    assert table.awaiting == [{"seat": 1}, {"seat": 2}]
    table.do(0, {"type": "table.take-back", "decision": placed})
    assert table.get(None, "view")["board"] == before
    assert table.awaiting == [{"seat": 0}, {"seat": 1}, {"seat": 2}]
    assert play_out(table, Random(5))["status"] == "finished"
    _check_refold(table)


def _check_refold(table: Table) -> None:
    """The newest state, masked, is what the whole log folds to: a note moves the end, the rest stays."""
    before = {who: table.get(who, "view")["board"] for who in table.everybody}
    end = table.version
    table.do("arbiter", NOTE)
    for who, board in before.items():
        assert table.get(who, "view", at=end, line=end + 1)["board"] == board


# -- recorded matches ---------------------------------------------------------------------------------------


def test_a_scribe_enters_chance_and_commands_for_seats(client):
    table = open_match(client, 2, mode="recorded")
    (answer,) = table.do("scribe", {"type": "choose-sins", "sins": SINS})["decisions"]
    assert (answer["actor"], answer["recorded_by"]) == ("chance", "scribe")
    problem(table.send("scribe", {"type": "deal", "cards": {"unknown": 2}}), "not-awaited")
    problem(table.send("scribe", {"type": "choose-first"}), "invalid")
    table.do("scribe", {"type": "choose-first", "seat": 1})
    problem(table.send("scribe", {"type": "deal", "cards": ["pride"]}), "illegal-move")
    problem(table.send("scribe", {"type": "deal", "cards": ["pride"] * 3}), "illegal-move")
    problem(table.send("scribe", {"type": "deal", "cards": ["pride", "sloth"]}), "illegal-move")
    problem(table.send("arbiter", {"type": "deal", "cards": ["pride", "lust"]}), "forbidden")
    problem(table.send(0, {"type": "deal", "cards": ["pride", "lust"]}), "forbidden")
    table.do("scribe", {"type": "deal", "cards": ["pride", {"unknown": 1}]})
    table.do("scribe", {"type": "refill", "cards": FIRST_FIVE})
    assert table.awaiting == [{"seat": 1}]
    take = {"type": "take", "sin": "lust", "to": "reserve"}
    problem(table.send("scribe", take), "invalid")
    problem(table.send("scribe", {**take, "seat": 2}), "invalid")
    problem(table.send("scribe", {**take, "seat": -1}), "invalid")
    problem(table.send("scribe", {**take, "seat": 0}), "not-awaited")
    (answer,) = table.do("scribe", {**take, "seat": 1})["decisions"]
    assert (answer["actor"], answer["recorded_by"], answer["command"]) == ({"seat": 1}, "scribe", take)
    table.do("scribe", {"type": "refill", "cards": ["envy"]})
    assert table.do(0, {"type": "take", "sin": "pride", "to": "abyss"})["version"] == table.version


@pytest.mark.scenario(5)
def test_what_the_scribe_could_not_see_is_told_at_the_end(client):
    table = recorded_match(client, {"unknown": 2}, history="kept")
    official = table.get("scribe", "view")["board"]
    assert official["seats"][0]["reserve"] == {"count": 1, "things": {}}
    dealt = table.log("scribe")[1]["facts"][0]["card"]
    assert dealt == {"unknown": 1}
    assert "hidden" in table.log(1)[1]["facts"][0]["card"]
    rng = Random(6)
    deck = Deck(rng, ("pride", "greed"))
    while not any("tell" in one for one in table.awaiting):
        awaiting = table.awaiting
        board = table.get("scribe", "view")["board"]
        moves = table.get("scribe", "moves", seat=board["turn"])["moves"]
        table.do("scribe", deck.refill(board) if awaiting == ["chance"] else rng.choice(moves))
    assert table.awaiting == [{"tell": "reserve:0"}, {"tell": "reserve:1"}]
    tell = {"type": "table.tell", "place": "reserve:0", "things": ["pride"]}
    for who in (0, 1, "host", "spectator"):
        problem(table.send(who, tell), "forbidden")
    problem(table.send("scribe", {**tell, "place": "cellar"}), "invalid")
    problem(table.send("scribe", {**tell, "place": "abyss"}), "illegal-move")
    problem(table.send("scribe", {**tell, "things": ["pride", "pride"]}), "illegal-move")
    problem(table.send("scribe", {**tell, "things": ["wrath"]}), "illegal-move")
    problem(table.send("scribe", {**tell, "things": []}), "invalid")
    answer = table.do("scribe", tell)
    assert table.awaiting == [{"tell": "reserve:1"}]
    assert answer["decisions"][0]["command"]["things"] == ["pride"]
    assert table.log(0)[-1]["command"]["things"]["hidden"] == 1
    problem(table.send("scribe", tell), "illegal-move")
    table.do("arbiter", {**tell, "place": "reserve:1", "things": ["greed"]})
    assert not any("tell" in one for one in table.awaiting)
    while table.awaiting != [{"confirm": "end"}]:
        table.do("scribe", filled_move(table.get("scribe", "moves")["moves"][0], Random(3)))
    table.do("arbiter", {"type": "table.confirm"})
    match = table.get("scribe")
    assert match["status"] == "finished"
    assert sum(match["outcome"]["cards"]) > 2
    assert table.refused("scribe", tell)["code"] in ("over", "illegal-move")


# -- reading the past ---------------------------------------------------------------------------------------


@pytest.fixture
def kept(client) -> Table:
    """A match that keeps its history, some moves into it."""
    table = open_match(client, 3, options={"history": "kept"})
    rng = Random(4)
    for _ in range(6):
        step(table, rng)
    return table


def test_a_view_is_read_at_any_decision_and_stays_what_it_was(client):
    table = open_match(client, 3, options={"history": "kept"})
    rng, seen = Random(4), {}
    for _ in range(6):
        seen[table.version] = {who: table.get(who, "view") for who in table.everybody}
        step(table, rng)
    for at, views in seen.items():
        for who, view in views.items():
            assert table.get(who, "view", at=at) == view
            assert table.get(who, "view", line=at) == view
            assert table.get(who, "view", at=at, line=at) == view
            assert table.get(who, "view", at=at, line=table.version)["board"] == view["board"]


def test_a_view_is_for_those_who_may_look_so(kept):
    may = {
        None: {"public"},
        "spectator": {"public"},
        "host": {"public"},
        0: {"public", "seat:0"},
        2: {"public", "seat:2"},
        "scribe": {"public", "seat:0", "seat:1", "seat:2", "official"},
        "arbiter": {"public", "seat:0", "seat:1", "seat:2", "official"},
    }
    for who, allowed in may.items():
        for viewer in ("public", "seat:0", "seat:1", "seat:2", "official"):
            for what in ("view", "decisions"):
                response = kept.ask(who, what, as_=viewer)
                if viewer in allowed:
                    assert response.json["as"] == viewer
                else:
                    problem(response, "forbidden")
        for viewer in (
            "",
            "seat",
            "seat:",
            "seat:3",
            "seat:00",
            "seat:-1",
            "seat:٣",
            "Public",
            "arbiter",
            "seat:1 ",
        ):
            assert "as" in problem(kept.ask(who, "view", as_=viewer), "invalid")["errors"]
            assert "as" in problem(kept.ask(who, "decisions", as_=viewer), "invalid")["errors"]


def test_coordinates_lie_within_the_match(kept):
    newest = kept.version
    for query, field in [
        ({"at": newest + 1}, "at"),
        ({"at": 10**14}, "at"),
        ({"line": newest + 1}, "line"),
        ({"at": 5, "line": 4}, "line"),
        ({"at": 5, "line": newest + 1}, "line"),
        ({"at": newest + 2, "line": newest + 1}, "at"),
    ]:
        assert field in problem(kept.ask("arbiter", "view", **query), "invalid")["errors"], query
    assert "line" in problem(kept.ask("arbiter", "decisions", line=newest + 1), "invalid")["errors"]
    for value in ("-1", "+1", "1.0", "1e3", "x", "", " 1", "٣", "0x1", "9" * 16, "9" * 5000, "null", "true"):
        for name in ("at", "line"):
            assert name in problem(kept.ask("arbiter", "view", **{name: value}), "invalid")["errors"], value
        for name in ("after", "limit", "line"):
            assert name in problem(kept.ask("arbiter", "decisions", **{name: value}), "invalid")["errors"], value
        assert "seat" in problem(kept.ask("arbiter", "moves", seat=value), "invalid")["errors"], value


def test_the_log_is_read_in_pages_that_follow_each_other(kept):
    whole = kept.log("arbiter")
    assert [one["version"] for one in whole] == list(range(kept.version + 1))
    for limit in (1, 2, 5, len(whole) - 1, len(whole), 1000):
        assert kept.log("arbiter", limit=limit) == whole
        assert kept.log("arbiter", limit=limit, as_="seat:1") == kept.log("arbiter", as_="seat:1")
        assert kept.log("arbiter", limit=limit, line=5) == whole[:6]
    pages = list(_pages(kept, limit=4))
    for page, response in pages[:-1]:
        assert response.headers["Link"] == f'<{page["next"]}>; rel="next"'
        assert len(page["decisions"]) == 4
    assert pages[-1][0]["next"] is None
    assert "Link" not in pages[-1][1].headers
    assert kept.log("arbiter", after=3) == whole[4:]
    assert kept.log("arbiter", after=0) == whole[1:]
    assert kept.get("arbiter", "decisions", after=kept.version)["decisions"] == []
    for after in (kept.version + 1, 10**14):
        assert "after" in problem(kept.ask("arbiter", "decisions", after=after), "invalid")["errors"]
    for limit in (0, 1001):
        assert "limit" in problem(kept.ask("arbiter", "decisions", limit=limit), "invalid")["errors"]


def _pages(table: Table, **query: int) -> Iterator[tuple[dict, object]]:
    response = table.ask("arbiter", "decisions", **query)
    while True:
        page = json.loads(response.data)
        yield page, response
        if page["next"] is None:
            return
        response = table.client.get(page["next"], headers=table.bearer("arbiter"))


# -- tokens at rest -----------------------------------------------------------------------------------------


def test_tokens_are_stored_hashed(client: CheckedClient, migrated_url: str):
    table = open_match(client, 2)
    with Matches(Settings(database=migrated_url).environment) as matches:
        for name in ("kerbholz_tokens", "kerbholz_requests", "kerbholz_texts", "kerbholz_events"):
            rows = repr(matches.database.query(f"SELECT * FROM {name}"))
            assert table.id.replace("-", "") in rows.replace("-", "") or name in ("kerbholz_requests",)
            for token in table.all_tokens():
                assert token not in rows
                assert token.rpartition("_")[2] not in rows
