"""``If-Match``, ids of either case, and queries that are no text."""

from __future__ import annotations

import pytest

from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.games.playing import SOAK
from tests.service.playing import new_client, open_match
from tests.service.streams import Stream, events
from tests.service.test_catalogue import caught_up

OTHER = '"0123456789abcdef0123456789abcdef"'
HOOK = {"url": "https://example.org/kerbholz"}


def tagged(client):
    """Everything that has an entity tag: its address, and the headers to ask for it."""
    table = open_match(client, 2)
    headers = table.bearer("arbiter")
    hook = client.post(f"{table.path}/webhooks", json=HOOK, headers=headers).json["links"]
    paths = ["", "/view", "/moves", "/decisions", "/audit", "/knowledge", "/shorthand", "/webhooks"]
    yield from ((f"{table.path}{path}", headers) for path in paths)
    yield hook["self"], headers
    yield hook["deliveries"], headers
    yield f"{table.path}/decisions", {**headers, "Accept": "application/x-ndjson"}
    for path in ("/v1/rulesets", "/v1/rulesets/mea-culpa", "/v1/openapi.json", "/docs/problems"):
        yield path, {}
    yield "/docs", {}


def test_nobody_works_out_an_entity_tag_without_the_key_of_the_service(migrated_sqlite_url):
    tags = []
    for key in (b"a" * 32, b"b" * 32):
        app = create_app(Settings(database=migrated_sqlite_url, service_key=key, limits=OFF))
        answers = [new_client(migrated_sqlite_url, app).get("/v1/rulesets") for _ in range(2)]
        tags.append({answer.headers["ETag"] for answer in answers})
        app.extensions["kerbholz"].close()
    first, second = tags
    assert len(first) == len(second) == 1
    assert first != second


def some(turn: int, first: str, *others: str) -> list[str]:
    """The first of these fields and half of the others, each half in its turn; all of them in `make soak`."""
    return [first, *(others if SOAK else others[turn % 2 :: 2])]


@pytest.mark.long
@pytest.mark.grows
def test_only_what_is_named_is_served(sqlite_client):
    tried = 0
    for path, headers in tagged(sqlite_client):
        for coding in ("gzip", "identity"):

            def asked(field, method="GET", headers=headers, path=path, coding=coding):
                sent = {**headers, "Accept-Encoding": coding}
                if field is not None:
                    sent["If-Match"] = field
                return sqlite_client.open(path, method=method, headers=sent)

            whole = asked(None)
            tag = whole.headers["ETag"]
            listed = f"{OTHER}, {tag}", f" {tag} ,{OTHER}", f'W/"x",,{tag},', f'"a,b", {tag}'
            for field in some(tried // 2, tag, "*", *listed):
                response = asked(field)
                assert (response.status_code, response.data) == (200, whole.data), (path, field)
                assert asked(field, "HEAD").status_code == 200
            shouted = tag.upper().replace("-GZIP", "-gzip.")
            for field in some(tried // 2, OTHER, f"W/{tag}", f'{OTHER}, W/{tag}, ""', '""', shouted):
                response = asked(field)
                assert (response.status_code, response.json["code"]) == (412, "precondition-failed"), (path, field)
                assert "ETag" not in response.headers
                assert asked(field, "HEAD").status_code == 412
            wrong = tag.strip('"'), f"{tag} {OTHER}", "*, *", f"*, {tag}", f"w/{tag}", '"open', "'x'"
            for field in some(tried // 2, "", *wrong):
                response = asked(field)
                assert (response.status_code, response.json["code"]) == (400, "malformed"), (path, field)
            tried += 1
    assert tried > 30


def test_it_goes_before_if_none_match(sqlite_client):
    """RFC 9110, section 13.2.2."""
    tag = sqlite_client.get("/v1/rulesets").headers["ETag"]
    for wanted, had, status in ((OTHER, tag, 412), (tag, tag, 304), (tag, OTHER, 200), ("*", tag, 304)):
        headers = {"If-Match": wanted, "If-None-Match": had}
        assert sqlite_client.get("/v1/rulesets", headers=headers).status_code == status


def test_the_problem_tells_the_version_of_a_match_and_who_may_not_look_is_told_nothing(sqlite_client):
    table = open_match(sqlite_client, 2, public=False)
    assert table.ask(0, headers={"If-Match": OTHER}).json["version"] == table.version
    for field in (OTHER, "*", "nonsense"):
        assert table.ask(None, headers={"If-Match": field}).status_code == 401
        assert table.ask(0, "nothing", headers={"If-Match": field}).status_code == 404


def test_what_has_no_tag_is_answered_all_the_same(sqlite_client):
    table = open_match(sqlite_client, 2)
    for path in ("/healthz", "/readyz", "/metrics"):
        assert sqlite_client.get(path, headers={"If-Match": OTHER}).status_code == 200
    stream = Stream(table, 0, headers={"If-Match": OTHER})
    assert stream.next().kind == "snapshot"
    stream.close()


def test_what_writes_keeps_to_it_too(sqlite_client):
    table = open_match(sqlite_client, 2)
    headers = table.bearer(0)
    path = f"{table.path}/webhooks"

    def send(method, path, field, **options):
        return sqlite_client.open(path, method=method, headers={**headers, "If-Match": field}, **options)

    listed = sqlite_client.get(path, headers=headers)
    for field in (OTHER, f"W/{listed.headers['ETag']}"):
        assert send("POST", path, field, json=HOOK).json["code"] == "precondition-failed"
    assert sqlite_client.get(path, headers=headers).json == {"webhooks": []}
    made = send("POST", path, listed.headers["ETag"], json=HOOK)
    assert made.status_code == 201
    assert send("POST", path, listed.headers["ETag"], json=HOOK).status_code == 412
    one = made.json["links"]["self"]
    for field in (OTHER, listed.headers["ETag"]):
        assert send("DELETE", one, field).json["code"] == "precondition-failed"
    assert send("DELETE", one, "nonsense").json["code"] == "malformed"
    # In whichever coding it was read.
    tag = sqlite_client.get(one, headers={**headers, "Accept-Encoding": "gzip, identity;q=0"}).headers["ETag"]
    assert tag.endswith('-gzip"')
    assert send("DELETE", one, f"{OTHER}, {tag}").status_code == 204
    assert sqlite_client.get(one, headers=headers).status_code == 404
    opening = {"ruleset": "seven-sins", "seats": [{"name": "Ada"}, {"name": "Ben"}]}
    caught_up(sqlite_client)  # the catalogue follows the log
    before = sqlite_client.get("/v1/matches").json
    assert send("POST", "/v1/matches", OTHER, json=opening).json["code"] == "precondition-failed"
    caught_up(sqlite_client)
    assert sqlite_client.get("/v1/matches").json == before
    assert send("POST", "/v1/matches", "*", json=opening).status_code == 201


# -- ids ----------------------------------------------------------------------------------------------------


def test_an_id_is_the_same_in_capital_letters(client):
    table = open_match(client, 2)
    shouted = table.path.replace(table.id, table.id.upper())
    for what in ("", "/view", "/moves", "/decisions", "/audit", "/knowledge", "/shorthand", "/webhooks"):
        small, capital = (
            client.get(f"{path}{what}", headers=table.bearer("arbiter")) for path in (table.path, shouted)
        )
        assert (capital.status_code, capital.data, capital.headers["ETag"]) == (
            200,
            small.data,
            small.headers["ETag"],
        )
    note = {"type": "table.note", "text": "tea"}
    sent = client.post(f"{shouted}/commands", json=note, headers={**table.bearer(0), "Idempotency-Key": "once"})
    again = client.post(
        f"{table.path}/commands", json=note, headers={**table.bearer(0), "Idempotency-Key": "once"}
    )
    assert (sent.status_code, again.json) == (201, sent.json)
    hook = client.post(f"{shouted}/webhooks", json=HOOK, headers=table.bearer(0)).json["links"]["self"]
    assert hook.startswith(table.path)
    assert (
        client.get(
            shouted + hook.removeprefix(table.path).upper().replace("WEBHOOKS", "webhooks"),
            headers=table.bearer(0),
        ).status_code
        == 200
    )
    mixed = table.id[:18] + table.id[18:].upper()
    assert client.get(f"/v1/matches/{mixed}").json["id"] == table.id


@pytest.mark.parametrize("form", ["{{{0}}}", "urn:uuid:{0}", "{1}", "{0}%0A", "%20{0}", "{0}-", "٠{2}"])
def test_other_forms_of_an_id_name_no_match(sqlite_client, form):
    table = open_match(sqlite_client, 2)
    written = form.format(table.id, table.id.replace("-", ""), table.id[1:])
    for one in (written, written.upper()):
        assert sqlite_client.get(f"/v1/matches/{one}").status_code == 404


def test_capital_letters_give_nobody_more_streams(migrated_sqlite_url):
    app = create_app(Settings(database=migrated_sqlite_url, limits=OFF, streams_per_caller=1))
    client = new_client(migrated_sqlite_url, app)
    table = open_match(client, 2)
    stream = Stream(table, 0)
    shouted = f"/v1/matches/{table.id.upper()}/stream"
    response = client.get(shouted, headers={**table.bearer(0), "Accept": "text/event-stream"})
    assert response.json["code"] == "too-many-streams"
    stream.close()
    app.extensions["kerbholz"].close()


# -- queries ------------------------------------------------------------------------------------------------

NO_TEXT = ("%ff", "%c3", "%ed%a0%80", "%c0%af", "%f5%80%80%80", "a%80", "%FE%FF", "%e2%82")
"""Bytes, percent-encoded, that are not UTF-8: cut off, surrogates, overlong, beyond Unicode."""


def test_a_query_that_is_no_text_is_malformed(sqlite_client):
    table = open_match(sqlite_client, 2)
    paths = ("/v1/matches", "/v1/statistics", "/v1/rulesets", "/healthz", "/metrics", "/docs", table.path)
    paths += tuple(
        f"{table.path}/{what}" for what in ("view", "decisions", "moves", "stream", "shorthand", "webhooks")
    )
    for path in paths:
        for bytes_ in NO_TEXT:
            for query in (f"player={bytes_}", f"{bytes_}=1", f"ruleset=x&{bytes_}", bytes_):
                response = sqlite_client.get(path, query_string=query, headers=table.bearer("arbiter"))
                assert (response.status_code, response.json["code"]) == (400, "malformed"), (path, query)
    send = f"{table.path}/commands?dry_run=%ff"
    assert sqlite_client.post(send, json={"type": "pass"}, headers=table.bearer(0)).json["code"] == "malformed"


def test_a_query_in_utf_8_is_read(sqlite_client):
    opening = {"ruleset": "seven-sins", "seats": [{"name": "Zoë 🎲"}, {"name": "�"}]}
    sqlite_client.post("/v1/matches", json=opening)
    for name in ("Zo%C3%AB%20%F0%9F%8E%B2", "Zo%c3%ab+%f0%9f%8e%b2", "%EF%BF%BD"):
        response = sqlite_client.get(f"/v1/matches?player={name}")
        assert response.status_code == 200


# -- streams ------------------------------------------------------------------------------------------------


def test_a_stream_says_when_to_connect_again(sqlite_client):
    """At its beginning, fresh or resumed, and in no block of its own: each block is an event or a comment."""
    table = open_match(sqlite_client, 2)
    for headers in ({}, {"Last-Event-ID": "2"}):
        asked = {**table.bearer(0), "Accept": "text/event-stream", **headers}
        response = sqlite_client.get(f"{table.path}/stream", headers=asked)
        first = next(iter(response.response))
        response.close()
        assert b"retry: 2000\n" in first.partition(b"\n\n")[0] + b"\n"
        (kind,) = [event.kind for event in events([first])]
        assert kind == ("comment" if headers else "snapshot")
