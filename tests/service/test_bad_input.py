"""Bad input of every sort, to every resource and command: refused as a problem, and nothing has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from service.web.bounds import MAX_BODY
from tests.games.playing import SOAK
from tests.service.playing import (
    SINS,
    THURN_AND_TAXIS,
    Published,
    Table,
    check_problem,
    new_client,
    open_match,
    opening,
    placing_match,
    published,
    recorded_match,
)

NOTE = {"type": "table.note", "text": "tea break"}
HUGE = "9" * 5_000
DEEP = "[" * 25 + "]" * 25

NOT_INTEGERS = ["3.0", "1e3", "-0", "1E400", "0.5", "-0.0"]
MALFORMED = [str(2**53), str(-(2**53)), HUGE, f"-{HUGE}", "NaN", "Infinity", "-Infinity", DEEP]
MALFORMED += [
    '"\\u0000"',
    '"a\\ud800b"',
    '"\\udc00\\ud800"',
    '{"\\u0000": 1}',
    '{"a": 1, "a": 2}',
    "01",
    "+1",
    "'a'",
]
MALFORMED += ["tru", "None", "undefined", "[1,]", '{"a": 1,}', "/**/1"]
WELL_FORMED = [
    "true",
    "false",
    '"3"',
    '""',
    "null",
    "[]",
    "{}",
    "-1",
    "3",
    '"x"',
    "[null]",
    "[[]]",
    "[3]",
    "[true]",
]
WELL_FORMED += ["[{}]", '[""]', '{"hidden": 1}', '{"unknown": 0}', '{"unknown": true}', '{"unknown": 1, "x": 2}']
WELL_FORMED += [f'"{"x" * 2_001}"', json.dumps(["x"] * 201), '{"erased": true}', '["pride", {"unknown": 2}]']
WELL_FORMED += [str(2**53 - 1), '{"unknown": "1"}', '["\\u202e"]', '"SELECT 1; --"', '"../../etc/passwd"']

BAD_TEXTS = {
    "nothing": b"",
    "white space": b" \n",
    "no JSON": b"type=take&sin=pride",
    "a byte order mark": b"\xef\xbb\xbf" + json.dumps(NOTE).encode(),
    "another encoding": json.dumps(NOTE).encode("utf-16"),
    "no UTF-8": b'{"type": "table.note", "text": "\xff"}',
    "an overlong sequence": b'{"type": "table.note", "text": "\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"type": "table.note", "text": "\xed\xa0\x80"}',
    "half an object": b'{"type": "table.note"',
    "two objects": json.dumps(NOTE).encode() * 2,
    "a raw NUL": b'{"type": "table.note", "text": "\0"}',
    "a NUL": b'{"type": "table.note", "text": "\\u0000"}',
    "a NUL in a name": b'{"type": "table.note", "text": "x", "\\u0000": 1}',
    "half a pair": b'{"type": "table.note", "text": "\\ud83d"}',
    "a name twice": b'{"type": "table.note", "text": "x", "text": "x"}',
    "the type twice": b'{"type": "table.note", "type": "table.note", "text": "x"}',
    "a name twice, escaped": b'{"type": "table.note", "text": "x", "te\\u0078t": "x"}',
    "not a number": b'{"type": "table.note", "text": NaN}',
    "a list": json.dumps([NOTE]).encode(),
    "a text": b'"table.note"',
    "a number": b"7",
    "null": b"null",
    "true": b"true",
    "nothing in it": b"{}",
    "deep lists": b'{"type": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "deep objects": b'{"type": ' + b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"}",
    "open brackets": b"[" * 60_000,
    "many items": b'{"commands": [' + b"1," * 20_000 + b"1]}",
    "thousands of digits": b'{"type": "table.note", "text": "x", "about": ' + HUGE.encode() + b"}",
}


def refused(response: Any, *, codes: tuple[str, ...] | None = None, context: Any = None) -> None:
    """Assert that the answer is a problem of the caller's making."""
    assert 400 <= response.status_code < 500, (context, response.status_code, response.text[:300])
    check_problem(response)
    if codes is not None:
        assert response.json["code"] in codes, (context, response.text[:300])


def post(table: Table, who: Any, data: bytes | str, path: str = "commands", **headers: str) -> Any:
    """POST these very bytes."""
    sent = {"Content-Type": "application/json", **table.bearer(who), **headers}
    return table.client.post(f"{table.path}/{path}", data=data, headers=sent)


# -- bodies -------------------------------------------------------------------------------------------------


def test_no_bad_text_passes_for_a_command(client):
    table = recorded_match(client)
    before = table.trace()
    for name, data in BAD_TEXTS.items():
        for headers in ({}, {"Idempotency-Key": "k"}):
            for who in (0, "scribe"):
                refused(post(table, who, data, **headers), codes=("malformed", "invalid"), context=name)
            refused(post(table, 0, data, "commands?dry_run=true"), codes=("malformed", "invalid"), context=name)
        refused(post(table, None, data), codes=("unauthorized", "malformed", "invalid"), context=name)
    assert table.trace() == before


def test_no_bad_text_passes_for_an_opening(client):
    table = open_match(client, 2)
    for name, data in BAD_TEXTS.items():
        for headers in ({}, {"Idempotency-Key": "k"}):
            response = client.post(
                "/v1/matches", data=data, headers={"Content-Type": "application/json", **headers}
            )
            refused(response, codes=("malformed", "invalid"), context=name)
    good = json.dumps(opening(2))
    for wrong in (good[:-1] + ', "ruleset": "seven-sins"}', good + good, good.replace("Ada", "\\ud800")):
        response = client.post("/v1/matches", data=wrong, headers={"Content-Type": "application/json"})
        refused(response, codes=("malformed",), context=wrong)
    assert table.version == table.opened["version"]


TYPES = [
    None,
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
]
TYPES += ["application/json; charset=latin-1", "application/xml", "application/jsonp", "json", "a/b/c", "*/*", "é"]


def test_another_content_type_is_refused(client):
    table = open_match(client, 2)
    before = table.trace()
    for content_type in TYPES:
        headers = {"Content-Type": content_type} if content_type is not None else {}
        for path, body in (("/v1/matches", opening(2)), (f"{table.path}/commands", NOTE)):
            response = client.post(path, data=json.dumps(body), headers={**table.bearer(0), **headers})
            refused(response, codes=("unsupported-media-type",), context=content_type)
    for coding in ("gzip", "deflate", "br", "x"):
        refused(
            post(table, 0, json.dumps(NOTE), **{"Content-Encoding": coding}), codes=("unsupported-media-type",)
        )
    assert table.trace() == before


def test_a_body_beyond_the_limit_is_too_large(client):
    table = open_match(client, 2)
    before = table.trace()
    for data in (b" " * (MAX_BODY + 1), json.dumps({**NOTE, "text": "x" * MAX_BODY}).encode()):
        for headers in ({}, {"Idempotency-Key": "k"}, {"If-Match": '"0"'}):
            refused(post(table, 0, data, **headers), codes=("too-large",))
        response = client.post("/v1/matches", data=data, headers={"Content-Type": "application/json"})
        refused(response, codes=("too-large",))
    assert table.trace() == before
    padded = json.dumps(NOTE).encode()
    assert post(table, 0, padded + b" " * (MAX_BODY - len(padded))).status_code == 201


# -- every field of every command ---------------------------------------------------------------------------

SAMPLES: Mapping[str, dict[str, Any]] = {
    "take": {"sin": "pride", "to": "abyss", "leave_stone": True},
    "place-stones": {"on": ["pride"]},
    "pass": {},
    "choose-sins": {"sins": SINS},
    "choose-first": {"seat": 1},
    "deal": {"cards": ["pride", {"unknown": 1}]},
    "refill": {"cards": ["pride"]},
    "open-reserves": {},
    "table.note": {"text": "x", "about": 1},
    "table.contribute": {"commitment": "5e" * 32},
    "table.open-contribution": {"value": "5e" * 32},
    "table.take-back": {"decision": 3, "also": [4], "reason": "x"},
    "table.consent": {"agree": True, "reason": "x"},
    "table.accuse": {"accused": 1, "rule": "SS-T3", "decisions": [1, 2], "reason": "x"},
    "table.remind": {"reminded": 1, "step": "x"},
    "table.appeal": {"ruling": 3, "reason": "x"},
    "table.call": {"reason": "x", "about": 1},
    "table.attend": {"call": 3, "done": True},
    "table.countersign": {"line": 1, "root": "5e" * 32},
    "table.freeze": {"reason": "x"},
    "table.resume": {"reason": "x"},
    "table.rule": {
        "verdict": "upheld",
        "about": 1,
        "rule": "SS-T3",
        "remedy": "end",
        "before": 1,
        "offender": 0,
        "step": "x",
        "result": "win",
        "winners": [0],
        "forfeits": [1],
        "reverses": 1,
        "call": 1,
        "reason": "x",
    },
    "table.stall": {},
    "table.sign": {"reason": "x"},
    "table.tell": {"place": "abyss", "things": ["pride"], "part": "x", "amount": 1},
    "table.identify": {"place": "abyss", "things": ["pride"], "part": "x", "amount": 1},
    "table.missing": {"things": ["pride"], "place": "centre"},
    "table.confirm": {},
    "table.assert": {"at": "/centre/count", "is": 5},
    "table.amend": {"changes": [{"decision": 1, "effect": "remove"}], "restore": 0, "reason": "x"},
    "table.reveal": {"decision": 1, "command": {"type": "deal", "cards": ["pride", "greed"]}},
    "table.abandon": {"reason": "x"},
    "table.close": {"reason": "x"},
    "table.replace-token": {"role": "seat", "seat": 1, "revoke": True, "reason": "x"},
    "table.leave": {"seat": 1, "reason": "x"},
    "table.substitute": {"seat": 1, "name": "x", "correction": True},
}

ON_THE_ROADS: Mapping[str, dict[str, Any]] = {
    "place-tiles": {"tiles": ["priest", "abbot", "bishop", "cardinal", "ministrant"]},
    "use-administrator": {},
    "take-card": {"city": "ulm"},
    "use-postmaster": {"city": "ulm"},
    "start-route": {"city": "ulm"},
    "extend-route": {"city": "ulm", "end": "left"},
    "give-up-route": {"city": "ulm"},
    "use-carrier": {"city": "ulm", "end": "right"},
    "close-route": {"option": "one-province", "cities": ["ulm", "stuttgart"], "province": "wuerttemberg"},
    "use-cartwright": {},
    "discard-cards": {"cities": ["ulm", "ulm"]},
    "move-carriage": {"card": "ulm", "carriage": "wuerttemberg", "to": "luzern"},
    "open-carriage": {},
    "return-tiles": {"offices": ["carrier", "postmaster"]},
    "place-house": {"city": "ulm"},
    "decline": {},
    "count-up": {},
    "choose-first": {"seat": 1},
    "lay-out": {"cards": ["ulm", "ulm", "basel"]},
    "deal-card": {"cards": [{"unknown": 1}]},
}
"""The own commands of Thurn and Taxis; those of all tables are spoilt with 7 – The Sins."""
Samples: TypeAlias = Mapping[str, dict[str, Any]]


ALWAYS = frozenset(["3.0", "true", '"3"', "null", "[]", "{}", "-1", "3", '"x"', "[true]", '{"unknown": true}'])
ALWAYS |= {str(2**53), str(-(2**53))}
"""With these each field is spoilt; of the other values each field has a part, and each part many fields."""


def ways(number: int, fields: int, *, own: bool) -> Iterator[str]:
    """How the field of this *number* among so many *fields* of a command is spoilt.

    What no parser reads is in one field of each command, whatever that is; `make soak` has all in every field.
    """
    for position, text in enumerate(() if own else MALFORMED):
        if SOAK or text in ALWAYS or position % fields == number % fields:
            yield text
    for position, text in enumerate([*NOT_INTEGERS, *WELL_FORMED]):
        if SOAK or text in ALWAYS or position % 3 == number % 3:
            yield text


def bad_commands(rules: Published, samples: Samples, *, own: bool) -> Iterator[tuple[str, str]]:
    """Each of these commands with every field spoilt in many ways: what was spoilt, and the text of the body.

    With *own* only what differs between games: the commands' own fields, with values that any parser can read.
    """
    spoilt_before = count()
    for kind, fields in samples.items():
        schema, sample = rules.document["commands"][kind], {"type": kind, **fields}
        assert rules.may_be_sent(kind, sample), kind
        for name in schema["required"]:
            yield (
                f"{kind} without {name}",
                json.dumps({**sample, name: ...}, default=str).replace(f'"{name}": "Ellipsis"', '"ignored": 0'),
            )
            yield f"{kind} without {name}", json.dumps({key: sample[key] for key in sample if key != name})
        yield f"{kind} with more", json.dumps({**sample, "more": 1})
        yield f"{kind} with commands", json.dumps({**sample, "commands": [sample]})
        names = [*fields] if own else [*schema["properties"], "seat", "occurred_at"]
        for name in names:
            published = schema["properties"].get(name, {"type": "integer"})
            for text in ways(next(spoilt_before), len(names), own=own):
                if text in WELL_FORMED and _may_be(rules, kind, {**sample, name: json.loads(text)}, name):
                    continue
                spoilt = json.dumps({**sample, name: "@"}).replace('"@"', text)
                yield f"{kind}.{name} ({published}) = {text[:40]}", spoilt


def _may_be(rules: Published, kind: str, command: Mapping[str, Any], name: str) -> bool:
    value = command[name]
    if name == "seat" and "seat" not in rules.document["commands"][kind]["properties"]:
        return isinstance(value, int) and not isinstance(value, bool)
    return name != "occurred_at" and rules.may_be_sent(kind, command)


def check_every_field(table: Table, rules: Published, samples: Samples, *, own: bool = False) -> int:
    """Whatever is spoilt is refused, whoever sends it, also in a batch, and changes nothing; how much it was."""
    before, sent = table.trace(), 0
    for number, (context, body) in enumerate(bad_commands(rules, samples, own=own)):
        who = ("scribe", 0, "arbiter")[number % 3]
        headers = {"Idempotency-Key": "k"} if number % 5 == 0 else {}
        refused(post(table, who, body, **headers), codes=("malformed", "invalid"), context=(context, who))
        batch = f'{{"commands": [{json.dumps(NOTE)}, {body}]}}'
        if number % 11 == 0:
            refused(post(table, who, batch), codes=("malformed", "invalid"), context=(context, who))
        sent += 1
    assert table.trace() == before
    return sent


@pytest.mark.long
@pytest.mark.grows
@pytest.mark.scenario(104)
def test_every_field_of_every_command_is_checked(sqlite_client):
    rules = published(sqlite_client)
    assert set(rules.document["commands"]) == set(SAMPLES)
    assert check_every_field(recorded_match(sqlite_client, {"unknown": 2}), rules, SAMPLES) > 1_000


@pytest.mark.long
@pytest.mark.grows
@pytest.mark.scenario(104)
def test_every_field_of_the_commands_of_thurn_and_taxis_is_checked(sqlite_client):
    rules = published(sqlite_client, THURN_AND_TAXIS)
    own = {kind for kind in rules.document["commands"] if not kind.startswith("table.")}
    assert own == set(ON_THE_ROADS)
    options = {"modules": ["audience", "offices"], "start_player": 0}
    table = open_match(sqlite_client, 2, ruleset=THURN_AND_TAXIS, mode="recorded", options=options)
    assert check_every_field(table, rules, ON_THE_ROADS, own=True) > (500 if SOAK else 300)


REFUSING = ("invalid", "illegal-move", "forbidden", "over")


def nowhere(number: int) -> Iterator[dict[str, Any]]:
    """Commands of disputes about a decision or a seat that is not there."""
    rule = {"type": "table.rule", "verdict": "upheld"}
    yield {"type": "table.accuse", "accused": number}
    yield {"type": "table.accuse", "accused": 1, "decisions": [0, number]}
    yield {"type": "table.remind", "reminded": number}
    yield {"type": "table.appeal", "ruling": number}
    yield {"type": "table.take-back", "decision": 1, "also": [number]}
    yield {**rule, "about": number}
    yield {**rule, "reverses": number}
    yield {**rule, "remedy": "back", "before": number}
    yield {**rule, "remedy": "penalty", "offender": number}
    yield {**rule, "remedy": "perform", "offender": number, "step": "x"}
    yield {**rule, "remedy": "end", "result": "win", "winners": [number]}
    yield {**rule, "remedy": "end", "result": "no-result", "winners": [], "forfeits": [number]}
    yield {**rule, "remedy": "end", "result": "shared", "winners": [0, 0]}
    yield {**rule, "remedy": "back"}
    yield {**rule, "remedy": "end"}
    yield {**rule, "before": 1}


SENDERS = (0, "scribe", "arbiter")


@pytest.mark.long
@pytest.mark.grows
def test_what_is_of_the_right_shape_and_nonsense_is_refused_without_failing(sqlite_client):
    """Values that no schema can refuse: judged by roles and rules, never an internal error."""
    client = sqlite_client
    words = [
        "",
        "x",
        "judgement",
        "stone",
        "Pride",
        "pride ",
        "pride\n",
        "é",
        "😀",
        "\u202e",
        "$" * 40,
        "__class__",
    ]
    tables = [open_match(client, 2), recorded_match(client), recorded_match(client, {"unknown": 2})]
    tables += [placing_match(client), open_match(client, 2, mode="recorded")]
    for table in tables:
        before = table.trace()
        for turn, word in enumerate(words):
            for number, command in enumerate(
                (
                    {"type": "take", "sin": word or "-", "to": "reserve"},
                    {"type": "take", "sin": word or "-", "to": "reserve", "leave_stone": True},
                    {"type": "place-stones", "on": [word]},
                    {"type": "place-stones", "on": [word] * 40},
                    {"type": "choose-sins", "sins": [word] * 3},
                    {"type": "deal", "cards": [word, word]},
                    {"type": "refill", "cards": [word]},
                    {"type": "table.tell", "place": word or "-", "things": [word]},
                    {"type": "table.tell", "place": "centre", "things": [word]},
                    # (nine that there are would be believed, with a warning)
                    {"type": "table.tell", "place": "pile:I", "things": [word.replace("judgement", "pear")] * 9},
                    {"type": "table.identify", "place": "reserve:0", "things": [word]},
                    {"type": "table.missing", "things": [word], "place": "abyss"},
                    {"type": "table.take-back", "decision": 2**53 - 1},
                    {"type": "table.note", "text": "x", "about": 2**53 - 1},
                    {"type": "choose-first", "seat": 2**53 - 1},
                )
            ):
                # Each command comes from each of them, and each word; together in `make soak`.
                for who in SENDERS if SOAK else [SENDERS[(turn + number) % len(SENDERS)]]:
                    refused(table.send(who, command), context=(who, command))
        for number in (2**53 - 1, 2**53 - 2, 10**6):
            for command in nowhere(number):
                for who in (0, "scribe", "arbiter"):
                    refused(table.send(who, command), codes=REFUSING, context=(who, command))
        for seat in (2**53 - 1, 1 - 2**53, -1, 5):
            for who in (0, "scribe"):
                refused(table.send(who, {"type": "pass", "seat": seat}), context=(who, seat))
        assert table.trace() == before


# -- every field of an opening ------------------------------------------------------------------------------

ALLOWED = {("public", "true"), ("public", "false"), ("options", "{}"), ("board", "{}"), ("labels", "{}")}
ALLOWED |= {("labels", '{"unknown": "1"}')}
"""What an opening may hold."""


@pytest.mark.long
def test_every_field_of_an_opening_is_checked(sqlite_client):
    client, rules = sqlite_client, published(sqlite_client)
    kept = open_match(client, 2)
    document = rules.document
    fields = [(name, opening(2)) for name in ("ruleset", "seats", "mode", "seed", "public", "played_on", "more")]
    fields += [(name, opening(2)) for name in ("options", "board", "labels")]
    sent = 0
    for name, body in fields:
        for text in [*MALFORMED, *NOT_INTEGERS, *WELL_FORMED]:
            if (name, text) not in ALLOWED:
                sent += _refused_opening(client, json.dumps({**body, name: "@"}), text, name)
    for part, schema in (("options", document["options"]), ("board", document["board"]["schema"])):
        for name, wanted in [*schema["properties"].items(), ("more", {"not": {}})]:
            validator = Draft202012Validator(wanted)
            for text in [*MALFORMED, *NOT_INTEGERS, *WELL_FORMED]:
                if text in WELL_FORMED and validator.is_valid(json.loads(text)):
                    continue
                sent += _refused_opening(
                    client, json.dumps(opening(2, **{part: {name: "@"}})), text, f"{part}.{name}"
                )
    for path in (["name"], ["colour"], ["more"]):
        for text in [*MALFORMED, *NOT_INTEGERS, *WELL_FORMED]:
            if (
                path == ["name"]
                and text.startswith('"')
                and text in WELL_FORMED
                and len(text) < 200
                and text != '""'
            ):
                continue
            if path == ["colour"] and text == '"x"':
                continue
            seats = [{"name": "Ada", path[0]: "@"}, {"name": "Bo"}]
            sent += _refused_opening(client, json.dumps({**opening(2), "seats": seats}), text, f"seats.{path}")
    assert sent > 1_000
    assert kept.version == kept.opened["version"]


def _refused_opening(client: Any, template: str, text: str, context: str) -> int:
    headers = {"Content-Type": "application/json"}
    if len(text) % 2:
        headers["Idempotency-Key"] = "k"
    response = client.post("/v1/matches", data=template.replace('"@"', text), headers=headers)
    refused(response, codes=("malformed", "invalid"), context=(context, text[:40]))
    return 1


def test_names_of_board_values_are_exactly_what_they_look_like(client):
    """A trailing line break is no part of a name that only letters may make."""
    for board in ({"sins": ["pride\n", "b", "c", "d"]}, {"backs": {"I\n": 12}}, {"types": {"2\n": 4, "2": 4}}):
        refused(client.post("/v1/matches", json=opening(2, board=board)), codes=("invalid",), context=board)


# -- addresses, queries, methods, headers -------------------------------------------------------------------

READING = ["", "/view", "/decisions", "/moves", "/audit", "/knowledge"]
FIXED = [
    "/v1/matches",
    "/v1/statistics",
    "/v1/rulesets",
    "/v1/rulesets/seven-sins",
    "/v1/openapi.json",
    "/healthz",
    "/readyz",
]
BAD_IDS = [
    "1",
    "x",
    "%00",
    "%ff",
    "..%2f..",
    "%2e%2e",
    "'",
    "%0d%0aX-Y:%20z",
    "-1",
    "é",
    "😀",
    "a" * 5_000,
    "null",
]


def test_bad_ids_name_nothing(client):
    for identifier in BAD_IDS:
        for path in (f"/v1/matches/{identifier}{what}" for what in READING):
            refused(client.get(path), codes=("not-found",), context=path)
        refused(client.post(f"/v1/matches/{identifier}/commands", json=NOTE), codes=("not-found",))
        refused(client.get(f"/v1/rulesets/{identifier}"), codes=("not-found",), context=identifier)
    table = open_match(client, 2)
    for path in (
        table.id.replace("-", ""),
        f"urn:uuid:{table.id}",
        f"{{{table.id}}}",
        f"{table.id}%20",
    ):
        refused(client.get(f"/v1/matches/{path}"), codes=("not-found",), context=path)
    for path in (
        "/v1",
        "/v1/",
        "/v2/matches",
        f"{table.path}/",
        f"{table.path}/commands/1",
        f"/v1/{table.path}",
        "/v1/match",
    ):
        refused(client.get(path), codes=("not-found", "method-not-allowed"), context=path)


def test_unknown_and_repeated_query_parameters_are_refused(client):
    table = open_match(client, 2)
    queries = ["x=1", "as_=public", "as=public&as=public", "at=1&at=1", "AS=public", "%00=1", "=", "seat=0&seat=0"]
    queries += ["limit=1&limit=2", "as=%00", "as=%ff", "as=%ED%A0%80", "dry_run=true", "as[]=public", "token=x"]
    for path in [*(table.path + what for what in READING), *FIXED]:
        for query in queries:
            response = client.get(f"{path}?{query}", headers=table.bearer("arbiter"))
            # (What is not UTF-8 cannot be read at all.)
            codes = ("malformed",) if "%ff" in query or "%ED" in query else ("invalid",)
            refused(response, codes=codes, context=(path, query))
    before = table.trace()
    for query in (
        "dry_run=1",
        "dry_run=",
        "dry_run=True",
        "dry_run=true&dry_run=true",
        "x=1",
        "dry-run=true",
        "as=public",
    ):
        refused(post(table, 0, json.dumps(NOTE), f"commands?{query}"), codes=("invalid",), context=query)
        response = client.post(f"/v1/matches?{query}", json=opening(2))
        refused(response, codes=("invalid",), context=("opening", query))
    for query in ("possible=1", "possible=yes", "possible=", "seat=x"):
        response = client.get(f"{table.path}/moves?{query}", headers=table.bearer(0))
        refused(response, codes=("invalid",), context=query)
    assert table.trace() == before


def test_wrong_methods_are_told_the_right_ones(client):
    table = open_match(client, 2)
    before = table.trace()
    for path, allowed in [
        *((path, {"GET", "HEAD", "OPTIONS"}) for path in [*(table.path + what for what in READING), *FIXED[1:]]),
        ("/v1/matches", {"GET", "HEAD", "POST", "OPTIONS"}),
        (f"{table.path}/commands", {"POST", "OPTIONS"}),
    ]:
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"):
            if method in allowed:
                continue
            response = client.open(path, method=method, json=NOTE, headers=table.bearer(0))
            refused(response, codes=("method-not-allowed",), context=(method, path))
            assert set(response.headers["Allow"].split(", ")) == allowed
    assert table.trace() == before


AUTHORIZATIONS = [
    "",
    "Bearer",
    "Bearer ",
    "bearer",
    "Basic dXNlcjpwYXNz",
    "Token x",
    "Bearer x y",
    "Bearer \x00",
    "x",
]
AUTHORIZATIONS += [
    "Bearer é",
    "Bearer " + "x" * 201,
    "Bearer " + "x" * 20_000,
    "Bearer,Bearer x",
    "Digest a=b",
    "é",
    "  ",
]


def test_a_malformed_authorization_is_no_authorization(client):
    table = open_match(client, 2)
    before = table.trace()
    for value in [*AUTHORIZATIONS, f"Basic {table.token(0)}", table.token(0), f"Bearer Bearer {table.token(0)}"]:
        headers = {"Authorization": value}
        for what in READING:
            response = client.get(table.path + what, headers=headers)
            refused(response, codes=("unauthorized",), context=value)
            assert response.headers["WWW-Authenticate"] == "Bearer"
        refused(client.post(f"{table.path}/commands", json=NOTE, headers=headers), codes=("unauthorized",))
    assert table.trace() == before
    assert client.get(table.path, headers={"Authorization": f"bEARER  {table.token(0)}"}).status_code == 200


def test_odd_headers_are_refused_or_ignored(client):
    table = open_match(client, 2)
    before = table.trace()
    for value in (
        "x",
        "0",
        '"0',
        '0"',
        'W/"0"',
        '"-1"',
        '"1.0"',
        '"٣"',
        '"0","1"',
        f'"{HUGE}"',
        '"00"',
        "\x00",
        "é",
        "**",
    ):
        refused(table.send(0, NOTE, headers={"If-Match": value}), codes=("malformed",), context=value)
    for value in ("", " ", "a b", "\t", "x" * 256, "é", "\x00", "\x7f", "😀".encode().decode("latin-1")):
        headers = {"Idempotency-Key": value}
        refused(table.send(0, NOTE, headers=headers), codes=("malformed",), context=value)
        refused(client.post("/v1/matches", json=opening(2), headers=headers), codes=("malformed",), context=value)
    for value in ('"', "W/", "é", '"a" "b"', "*" * 300, '"' + "x" * 10_000 + '"', "\x00"):
        assert table.ask(0, headers={"If-None-Match": value}).status_code == 200, value
    for value in ("text/html", "application/xml", "image/png;q=1", "text/*"):
        for who, what in ((0, "view"), (None, "")):
            refused(table.ask(who, what, headers={"Accept": value}), codes=("not-acceptable",), context=value)
        refused(table.send(0, NOTE, headers={"Accept": value}), codes=("not-acceptable",), context=value)
    for value in ("*/*", "application/*", "application/json;q=0.1, text/html", "", "application/json"):
        assert table.ask(0, "view", headers={"Accept": value}).status_code == 200, value
    for name in (
        "Range",
        "If-Modified-Since",
        "If-Range",
        "Cookie",
        "X-Forwarded-For",
        "Origin",
        "Expect-CT",
        "Host",
    ):
        assert (
            table.ask(0, headers={name: 'bytes=0-1, é;="' if name != "Host" else "evil.example"}).status_code
            == 200
        )
    assert table.trace() == before


# -- fuzz ---------------------------------------------------------------------------------------------------

words = st.sampled_from(
    [*SINS, "judgement", "stone", "reserve", "abyss", "reserve:0", "pile:I", "centre", "", "x"]
)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | words
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5) | words, inner, max_size=3),
    max_leaves=8,
)
sensible = st.one_of(
    words,
    st.lists(words, max_size=6),
    st.integers(-1, 6),
    st.just(value=True),
    st.builds(lambda number: {"unknown": number}, st.integers(0, 6)),
    st.lists(words | st.just({"unknown": 1}), max_size=6),
    values,
)
names = [
    *sorted({name for sample in SAMPLES.values() for name in sample}),
    "seat",
    "type",
    "commands",
    "occurred_at",
    "entered_by",
]


@st.composite
def commands(draw: Any) -> Any:
    """A command with its own fields, or whatever."""
    kind = draw(st.sampled_from(sorted(SAMPLES)))
    body: dict[str, Any] = {"type": kind}
    for name, value in SAMPLES[kind].items():
        body[name] = draw(st.just(value) | sensible)
    for name in draw(st.sets(st.sampled_from(names), max_size=2)):
        if draw(st.booleans()):
            body.pop(name, None)
        else:
            body[name] = draw(sensible)
    return body


bodies = st.one_of(
    commands(), st.builds(lambda many: {"commands": many}, st.lists(commands(), max_size=4)), values
)
openings = st.fixed_dictionaries(
    {"ruleset": st.just("seven-sins") | values, "seats": st.just([{"name": "Ada"}, {"name": "Bo"}]) | values},
    optional={
        "mode": st.sampled_from(["hosted", "recorded"]) | values,
        "options": st.dictionaries(
            st.sampled_from(["penitence", "first_seat", "sins", "history", "disclosure", "chance", "x"]),
            sensible,
            max_size=3,
        ),
        "board": st.dictionaries(
            st.sampled_from(["sins", "backs", "types", "stones", "points", "centre", "initial", "order"]),
            sensible | st.dictionaries(st.sampled_from(["2", "3", "I", "II", "x"]), st.integers(-1, 20)),
            max_size=3,
        ),
        "labels": st.dictionaries(st.text(max_size=8), st.text(max_size=8)) | values,
        "seed": st.just("00" * 16) | values,
        "played_on": st.dates().map(str) | values,
        "public": values,
    },
)
FUZZ = settings(
    max_examples=80,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.fixture
def tables(client: Any) -> list[Table]:
    """Matches in each state that commands are judged in."""
    made = [open_match(client, 2), recorded_match(client), recorded_match(client, {"unknown": 2})]
    made += [placing_match(client), open_match(client, 2, mode="recorded")]
    dealt = open_match(client, 2, mode="recorded", options={"sins": SINS, "first_seat": 0})
    dealt.do("scribe", {"type": "deal", "cards": ["pride", {"unknown": 1}]})
    over = open_match(client, 2)
    over.do("host", {"type": "table.abandon"})
    return [*made, dealt, over]


def test_any_command_is_accepted_or_refused_as_a_problem(tables):
    before = [table.version for table in tables]

    @FUZZ
    @given(st.sampled_from(tables), st.sampled_from([0, 1, "scribe", "arbiter", "host", "spectator"]), bodies)
    def fuzz(table: Table, who: Any, body: Any) -> None:
        response = post(table, who, json.dumps(body), "commands?dry_run=true", **{"Idempotency-Key": "k"})
        if response.status_code != 201:
            refused(response)

    fuzz()
    assert [table.version for table in tables] == before


def test_any_opening_is_accepted_or_refused_as_a_problem(client):
    @FUZZ
    @given(openings | values)
    def fuzz(body: Any) -> None:
        data = json.dumps(body)
        response = client.post("/v1/matches", data=data, headers={"Content-Type": "application/json"})
        if response.status_code == 201:
            table = Table(client, response.json)
            assert table.get("arbiter", "view")["board"]["seats"]
            assert table.log()[0]["command"] == {"type": "open"}
        else:
            refused(response)

    fuzz()


def test_any_bytes_are_refused_as_a_problem(client, migrated_url):
    table = open_match(client, 2)
    before = table.trace()

    @FUZZ
    @given(st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
    def fuzz(data: bytes) -> None:
        refused(post(table, 0, data))
        refused(client.post("/v1/matches", data=data, headers={"Content-Type": "application/json"}))

    fuzz()
    assert table.trace() == before
    assert Table(new_client(migrated_url), table.opened).version == table.version
