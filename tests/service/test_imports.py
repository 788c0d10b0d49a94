"""Files are taken in whole or not at all: what is refused leaves nothing, and all that is wrong is named."""

from __future__ import annotations

import re
from functools import partial

import pytest

from domain.application.matches import Matches
from service.app import create_app
from service.config import Settings
from tests.persistence.serving import apps, at_once, statuses
from tests.persistence.test_external_ids import count
from tests.service.playing import Table, new_client
from tests.service.test_api_keys import bearer, keys
from tests.service.test_catalogue import caught_up

pytestmark = pytest.mark.stored

HEADER = """kerbholz shorthand 1
ruleset: seven-sins
seat 0: red "Ada"
seat 1: blue "Bo"
option first_seat: 0
"""
BEGUN = """---
pile: sins pride, greed, lust, envy
pile: deal ?2
pile: refill 2 pride, greed, lust, envy
"""
TAKE = "red: take pride to abyss\n"


def sent(client, text, **headers):
    data = text if isinstance(text, bytes) else text.encode()
    return client.post("/v1/imports", data=data, headers={"Content-Type": "text/plain", **headers})


def wrong(client, text):
    """The lines and columns of what is wrong with a file, of which nothing is left."""
    caught_up(client)
    before = client.get("/v1/matches").json["matches"]
    answer = sent(client, text)
    assert answer.status_code in (403, 409, 422), answer.text
    places = [re.fullmatch(r"line (\d+), column (\d+)", place) for place in answer.json["errors"]]
    caught_up(client)  # else the catalogue would not have a match yet that was left
    assert client.get("/v1/matches").json["matches"] == before
    found = [(int(place[1]), int(place[2])) for place in places]
    assert found == sorted(found)
    return found


def test_a_file_becomes_a_match_that_goes_on(client):
    answer = sent(client, HEADER + BEGUN + TAKE)
    assert (answer.status_code, answer.headers["Location"]) == (201, f"/v1/matches/{answer.json['id']}")
    assert {name: answer.json[name] for name in ("lines", "gaps", "kept", "version", "status")} == {
        "lines": 4,
        "gaps": 0,
        "kept": [],
        "version": 4,
        "status": "playing",
    }
    table = Table(client, answer.json)
    assert [one["recorded_by"] for one in table.log()[1:]] == ["scribe"] * 4
    table.do("scribe", {"type": "refill", "cards": ["lust", "lust"]})
    table.do(1, {"type": "table.note", "text": "hello"})
    assert table.version == 6


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", [(2, 1)]),
        ("---\n", [(1, 1)]),
        ("ruleset: ludo\n---\n", [(1, 10)]),
        ("ruleset: seven-sins 9\n---\n", [(1, 21)]),
        (HEADER.replace("shorthand 1", "shorthand 2") + BEGUN, [(1, 20)]),
        ("ruleset: seven-sins\nseat 0: red\n---\n", [(2, 9)]),
        (HEADER.replace("first_seat: 0", "first_seat: 99") + BEGUN, [(5, 20)]),
        (HEADER + "option tempo: 1\nboard x: 1\n" + BEGUN, [(6, 15)]),
        (
            HEADER.replace("first_seat: 0", "first_seat: 99") + "played on: 2999-01-01\n" + BEGUN,
            [(5, 20), (6, 12)],
        ),
        (HEADER + "external id: a\nlabel external-id: b\n" + BEGUN, [(7, 1)]),
        (HEADER.replace("Bo", "B\u200bo") + BEGUN, [(4, 14)]),
        (
            HEADER.replace("Ada", "\u202eAda") + 'title: "x\ty"\nlabel k: "\\u2028"\n' + BEGUN + "red: tke\n",
            [(3, 13), (6, 8), (7, 10), (12, 6)],
        ),
        (HEADER + 'label a\u0301: "x"\nlabel \u00e1: "y"\n' + BEGUN, [(7, 1)]),
        (HEADER.replace("first_seat: 0", "first_seat: 99") + BEGUN + "red: tke\n", [(5, 20), (10, 6)]),
        (HEADER + BEGUN + "red: tke\nnobody: x\n" + TAKE, [(10, 6), (11, 1)]),
        (HEADER + BEGUN + "blue: note 'x'\nhost: note x\n" + TAKE + "red: tke\n", [(11, 1), (13, 6)]),
        (HEADER + BEGUN + "@2999-01-01T00:00:00Z " + TAKE, [(10, 1)]),
        (HEADER + BEGUN + "host: abandon\n" + TAKE, [(11, 1)]),
        (HEADER + BEGUN + f"scribe: note {'x' * 2001}\n" + TAKE, [(10, 1)]),
        (HEADER + BEGUN + f"scribe: note {'x' * 30_000}\n" + TAKE, [(10, 1)]),
        (
            HEADER + BEGUN + 'red: command {"type":"nope"}\nred: command {"type":"table.stall"}\n',
            [(10, 1), (11, 1)],
        ),
    ],
    ids=lambda value: None if isinstance(value, list) else str(len(value)),
)
def test_all_that_is_wrong_is_named_by_its_place(sqlite_client, text, places):
    assert wrong(sqlite_client, text) == places


def test_the_detail_says_the_first_that_is_wrong_in_a_header(sqlite_client):
    text = HEADER.replace("Ada", "A\u200bda") + "played on: 2999-01-01\n" + BEGUN
    answer = sent(sqlite_client, text)
    assert answer.json["detail"].startswith("line 6, column 12: played_on: Is in the future")
    answer = sent(sqlite_client, text.replace("2999", "2020"))
    assert answer.json["detail"].startswith("line 3, column 13: seats.0.name: U+200B")


def test_what_stands_as_unknown_and_has_to_be_known_is_said_as_such(sqlite_client):
    reveal = '{"type": "table.reveal", "decision": 2, "command": {"unknown": 1}}'
    lines = f"scribe: assert /turn is 0\nscribe: command {reveal}\nscribe: note ?\n"
    answer = sent(sqlite_client, HEADER + BEGUN + lines)
    assert answer.json["errors"] == {
        "line 11, column 1": ["command: “?” cannot be used here: the value has to be known."],
    }


def test_a_ruleset_in_other_letters_is_the_same_and_an_unknown_one_is_told_which_there_are(sqlite_client):
    answer = sent(sqlite_client, HEADER.replace("seven-sins", "Seven-Sins") + BEGUN)
    assert (answer.status_code, answer.json["ruleset"]) == (201, "seven-sins")
    answer = sent(sqlite_client, HEADER.replace("seven-sins", "seven-sin") + BEGUN)
    assert 'did you mean "seven-sins"' in answer.json["errors"]["line 2, column 10"][0]


def test_what_is_too_much_is_refused(sqlite_client):
    for lines in ("scribe: note x\n" * 2001, "scribe: assert /turn is 0\n" * 201, "x" * 600_000):
        answer = sent(sqlite_client, HEADER + BEGUN + lines)
        assert (answer.status_code, answer.json["code"]) == (413, "too-large")


def test_what_cannot_be_played_behind_a_gap_is_kept_with_the_reason(sqlite_client):
    answer = sent(sqlite_client, HEADER + BEGUN + "…two turns…\nblue: take pride to reserve\n" + TAKE)
    assert (answer.json["lines"], answer.json["gaps"]) == (5, 1)
    ((kept,),) = [answer.json["kept"]]
    assert (kept["line"], "not-awaited" in kept["reason"]) == (11, True)
    notes = [one["command"].get("text") for one in Table(sqlite_client, answer.json).log()]
    assert "…gap… blue: take pride to reserve" in notes


def test_files_at_once_become_one_match(migrated_url):
    with apps(migrated_url, 3) as clients:
        for number in range(4):
            public = "" if number % 2 else "public: no\n"
            text = HEADER + f"external id: evening {number}\n{public}" + BEGUN + TAKE
            answers = at_once(*(partial(sent, client, text) for client in clients * 2))
            assert statuses(answers) == [201] + [409] * 5
            # What failed leaves nothing, and takes nothing.
            failed = text.replace("evening", "failed").replace("take pride", "take gold")
            assert statuses(at_once(*(partial(sent, client, failed) for client in clients))) == [422] * 3
            assert sent(clients[0], failed.replace("take gold", "take lust")).status_code == 201
    assert count(migrated_url) == 8


def test_a_repetition_is_answered_as_the_first_time(client):
    key = {"Idempotency-Key": "not-to-be-guessed"}
    text = HEADER + "external id: again\n" + BEGUN + "…gap…\nblue: take pride to abyss\n"
    first = sent(client, text, **key)
    table = Table(client, first.json)
    table.do("host", {"type": "table.replace-token", "role": "scribe"})
    again = sent(client, text, **key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert {**again.json, "version": 0} == {**first.json, "version": 0}
    assert sent(client, text + TAKE, **key).json["code"] == "key-reused"
    assert sent(client, text).json["code"] == "external-id-taken"
    assert client.get("/v1/matches", headers=bearer(first.json["tokens"]["scribe"])).status_code == 401


def test_the_tokens_are_those_that_count_at_the_end_of_the_file(client):
    answer = sent(client, HEADER + BEGUN + "host: replace token role scribe\n" + TAKE)
    table = Table(client, answer.json)
    table.do("scribe", {"type": "refill", "cards": ["lust", "lust"]})


def test_an_api_key_is_asked_for_where_openings_ask_for_one(migrated_url):
    app = create_app(Settings(database=migrated_url, require_key=True))
    client = new_client(migrated_url, app)
    text = HEADER + "external id: mine\n" + BEGUN
    assert sent(client, text).status_code == 401
    for name in ("one", "two"):
        key = bearer(keys(migrated_url, "add", name))
        assert sent(client, text, **key).status_code == 201
        assert sent(client, text, **key).json["code"] == "external-id-taken"
    app.extensions["kerbholz"].close()


def test_what_is_stored_at_once_is_what_is_entered_line_by_line(client):
    """Also behind corrections, which change the line within the same file."""
    lines = [
        *BEGUN.splitlines()[1:],
        "red: take pride to abyss",
        "scribe: amend replace 4 with red: take lust to abyss",
        "pile: refill lust",
        "blue: take greed to reserve",
        "scribe: take back 7",
        "blue: take greed to abyss",
        "pile: refill envy",
        "scribe: assert /turn is 1",
    ]
    at_once_ = Table(client, sent(client, HEADER + "---\n" + "\n".join(lines) + "\n").json)
    one_by_one = Table(client, sent(client, HEADER + "---\n").json)
    for line in lines:
        headers = {**one_by_one.bearer("scribe"), "Content-Type": "text/plain"}
        answer = client.post(f"{one_by_one.path}/shorthand", data=line.encode(), headers=headers)
        assert answer.status_code == 201, (line, answer.text)
    for who in ("scribe", 0, 1, None):
        for what in ("view", "moves"):
            first, second = ({**table.get(who, what), "match": ""} for table in (at_once_, one_by_one))
            assert first == second
    same = ("version", "actor", "recorded_by", "command", "automatic")
    assert [[one[name] for name in same] for one in at_once_.log("scribe")] == [
        [one[name] for name in same] for one in one_by_one.log("scribe")
    ]
    with Matches(client.application.extensions["kerbholz"].matches().env) as fresh:
        match = fresh.load(next(one.match_id for one in fresh.feed.after(0)))
        assert match.version == at_once_.version
