"""Erasing texts: who may, what is gone, and that the record is what it was."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.application.matches import Matches
from domain.evidence.archive import verify
from tests.evidence.archives import archive_of, closed, kerbholz
from tests.service.playing import CheckedClient, Table, Who, a_move, open_match

pytestmark = pytest.mark.stored

SAID = "Zwetschgenknödel, said the Wendelin of old"
NOTE = {"type": "table.note", "text": SAID}


def erase(table: Table, who: Who, version: int, pointer: str, **headers: str) -> Any:
    return table.client.delete(
        f"{table.path}/texts/{version}",
        query_string={"pointer": pointer},
        headers={**table.bearer(who), **headers},
    )


def erased(table: Table, who: Who, version: int, pointer: str) -> None:
    response = erase(table, who, version, pointer)
    assert response.status_code == 204, response.text
    assert response.data == b""


def refused(response: Any) -> tuple[int, str | None]:
    return response.status_code, response.json.get("rule")


# -- who may ------------------------------------------------------------------------------------------------


def test_who_may_erase_what(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2, labels={"round": "3"}, options={"history": "kept"})
    notes = {who: table.do(who, NOTE)["version"] for who in (0, 1, "arbiter", "scribe")}
    texts = {
        "name 0": (0, "/seats/0/name"),
        "name 1": (0, "/seats/1/name"),
        "labels": (0, "/labels"),
        **{f"note {who}": (version, "/command/text") for who, version in notes.items()},
    }
    own: dict[Who, set[str]] = {
        "host": {"name 0", "name 1", "labels"},
        0: {"name 0", "note 0"},
        1: {"name 1", "note 1"},
        "scribe": {"note scribe"},
        "spectator": set(),
        "arbiter": set(texts),
    }
    for who, may in own.items():
        for name in texts.keys() - may:
            assert refused(erase(table, who, *texts[name])) == (403, "TB-75"), (who, name)
    assert erase(table, None, *texts["labels"]).status_code == 401
    assert sqlite_client.get(f"{table.path}/audit").json["erased"] == [], "what was refused has changed nothing"
    for who, may in own.items():
        for name in may:
            erased(table, who, *texts[name])


def test_what_is_no_text_cannot_be_erased(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    table.do("arbiter", NOTE)
    dealt = next(one for one in table.log() if one["command"]["type"] == "deal")
    for version, pointer, status in (
        (dealt["version"], "/facts/0/card", 404),
        (0, "/seats/7/name", 404),
        (0, "/board", 404),
        (table.version + 1, "/command/text", 404),
        (10**9, "/command/text", 404),
        (0, "labels", 422),
        (0, "", 422),
        (0, "/", 422),
        (0, f"/{'x' * 101}", 422),
    ):
        assert erase(table, "arbiter", version, pointer).status_code == status, pointer
    assert erase(table, "arbiter", 0, "/seats/0/name", **{"If-Match": '"x"'}).status_code == 412
    assert table.get("arbiter")["seats"][0]["name"] == "Ada"


# -- what is gone -------------------------------------------------------------------------------------------


def test_an_erased_text_is_read_by_nobody_and_everything_verifies(client: CheckedClient) -> None:
    """Also where the record is closed: it is no decision."""
    table = open_match(client, 2, labels={"round": "3"}, options={"history": "kept"})
    key = {"Idempotency-Key": "once"}
    sent = table.do(0, NOTE, headers=key)
    table.do(table.mover, a_move(table, table.mover, Random(1)))
    closed(table)
    before = archive_of(client, table, "arbiter")
    paths = ("", "decisions", "audit", "shorthand")
    tags = {path: table.ask("arbiter", path).headers["ETag"] for path in paths[:2]}
    checkpoint = table.get(None, "checkpoint")
    erased(table, 0, sent["version"], "/command/text")
    erased(table, "host", 0, "/seats/1/name")
    erased(table, "arbiter", 0, "/labels")
    for who in (None, 0, "arbiter"):
        for path in paths:
            answer = table.ask(who, path)
            assert SAID not in answer.text, path
            assert '"Bo"' not in answer.text, path
    for path, tag in tags.items():
        assert table.ask("arbiter", path, headers={"If-None-Match": tag}).status_code == 200
    assert table.log()[sent["version"]]["command"]["text"] == {"erased": True}
    assert table.get(None)["labels"] == {"erased": True}
    assert table.get(None, "checkpoint") == checkpoint
    after = archive_of(client, table, "arbiter")
    roots = {verify(lines).root for lines in (before, after)}
    assert roots == {checkpoint["root"]}
    again = table.send(0, NOTE, headers=key)
    assert (again.status_code, again.json["code"]) == (422, "key-reused"), "its digest would tell the text"
    assert again.json["detail"].startswith("A text of the request that came with this Idempotency-Key was erased")


def test_the_audit_says_what_was_erased_when_and_by_whom(client: CheckedClient) -> None:
    table = open_match(client, 2, options={"history": "kept"})
    note = table.do(1, NOTE)["version"]
    assert table.get(None, "audit")["erased"] == []
    for _ in range(2):
        erased(table, 1, note, "/command/text")  # the second time it is gone already
    erased(table, "arbiter", note, "/command/text")
    erased(table, "host", 0, "/seats/0/name")
    for who in (None, 0, "arbiter"):
        named, noted = table.get(who, "audit")["erased"]
        assert named.pop("at") >= noted.pop("at")
        assert named == {"version": 0, "pointer": "/seats/0/name", "role": "host"}
        assert noted == {"version": note, "pointer": "/command/text", "role": "seat", "seat": 1}
    assert [one["version"] for one in table.get(None, "audit", until=note - 1)["erased"]] == [0]


def test_of_a_faded_decision_the_audit_does_not_say_where_the_text_was(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2, options={"history": "fading"})
    note = table.do("arbiter", NOTE)["version"]
    erased(table, "arbiter", note, "/command/text")
    for _ in range(4):
        mover = table.mover
        table.do(mover, a_move(table, mover, Random(2)))
    (told,) = table.get(0, "audit")["erased"]
    assert (told["version"], told["faded"], "pointer" in told) == (note, True, False)
    assert table.get("arbiter", "audit")["erased"][0]["pointer"] == "/command/text"


def test_a_stream_that_goes_on_has_nothing_of_it(sqlite_client: CheckedClient) -> None:
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    works = sqlite_client.application.extensions["kerbholz"]
    before = works.matches().load(UUID(table.id))
    with works.watcher().follow(UUID(table.id)) as follower:
        note = table.do(0, NOTE)["version"]
        assert SAID in str(follower.moments(before))
        erased(table, 0, note, "/command/text")
        assert SAID not in str(follower.moments(before))


# -- the bytes ----------------------------------------------------------------------------------------------


def test_no_byte_of_it_is_left_in_the_files(sqlite_client: CheckedClient, migrated_sqlite_url: str) -> None:
    """Among so many others that pages of the database were divided, and copies could lie anywhere."""
    file = Path(migrated_sqlite_url.removeprefix("sqlite:///"))
    rng, texts = Random(4), dict[str, tuple[Table, int, str]]()
    tables = [open_match(sqlite_client, 2, options={"history": "kept"}) for _ in range(4)]
    for number in range(160):
        table = rng.choice(tables)
        text = f"secret {number} {rng.randbytes(8).hex()} {'x' * rng.choice([5, 60, 1200])}"
        texts[text] = (
            table,
            table.do("arbiter", {"type": "table.note", "text": text})["version"],
            "/command/text",
        )
    named = f"Wendelin{rng.randbytes(8).hex()}"
    body = {"ruleset": "seven-sins", "seats": [{"name": named}, {"name": "Bo"}], "labels": {"external-id": named}}
    table = Table(sqlite_client, sqlite_client.post("/v1/matches", json=body).json)
    texts[named] = (table, 0, "/seats/0/name")

    def left(text: str) -> bool:
        return any(text[:31].encode() in one.read_bytes() for one in file.parent.glob(f"{file.name}*"))

    gone = [*rng.sample([*texts], 12), named]
    assert all(map(left, gone))
    for text in gone:
        erased(texts[text][0], "arbiter", *texts[text][1:])
    erased(table, "arbiter", 0, "/labels")
    assert not [text for text in gone if left(text)]
    assert all(left(text) for text in texts.keys() - set(gone))


def test_copies_in_pages_that_were_left_earlier_go_as_well(
    sqlite_client: CheckedClient, migrated_sqlite_url: str
) -> None:
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    note = table.do(0, NOTE)["version"]
    file = Path(migrated_sqlite_url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA secure_delete = OFF")
        other.execute("CREATE TABLE left AS SELECT * FROM kerbholz_texts")
        other.execute("DROP TABLE left")
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert file.read_bytes().count(SAID.encode()) == 2
    erased(table, 0, note, "/command/text")
    assert SAID.encode() not in file.read_bytes()
    assert table.log()[note]["command"]["text"] == {"erased": True}


def test_no_column_has_it_any_more(client: CheckedClient) -> None:
    table = open_match(client, 2, labels={"external-id": "Wendelin"}, options={"history": "kept"})
    note = table.do(0, {"type": "table.note", "text": "Wendelin"}, headers={"Idempotency-Key": "k"})["version"]
    matches: Matches = client.application.extensions["kerbholz"].matches()
    digests = matches.database.query("SELECT body FROM kerbholz_requests WHERE request_key = 'k'")
    assert places_of(matches, "Wendelin", *(row[0] for row in digests)) > 2
    erased(table, 0, note, "/command/text")
    erased(table, "host", 0, "/labels")
    assert places_of(matches, "Wendelin", *(row[0] for row in digests)) == 0


def places_of(matches: Matches, *texts: str) -> int:
    """How many values in any table hold any of the texts."""
    if "SQLITE_DBNAME" in matches.env:
        rows = matches.database.query("SELECT name FROM sqlite_schema WHERE type = 'table'")
    else:
        rows = matches.database.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    values = [
        bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()
        for (name,) in rows
        for row in matches.database.query(f'SELECT * FROM "{name}"')
        for value in row
    ]
    return sum(text.encode() in value for value in values for text in texts)


# -- the operator -------------------------------------------------------------------------------------------


def test_the_operator_erases_a_name_everywhere(sqlite_client: CheckedClient, migrated_sqlite_url: str) -> None:
    seats = [{"name": "Wendelin  Ä"}, {"name": "Bo"}]
    body = {"ruleset": "seven-sins", "options": {"history": "kept"}}
    tables = []
    for name in ("Wendelin Ä", "ＷＥＮＤＥＬＩＮ Ä", "Wendelina"):
        seats = [{"name": "Bo"}, {"name": name}]
        tables.append(Table(sqlite_client, sqlite_client.post("/v1/matches", json={**body, "seats": seats}).json))
    first, second, other = tables
    own = first.do(1, NOTE)["version"]
    about = second.do(0, {"type": "table.note", "text": "That was Wendelin Ä!"})["version"]
    before = [table.log() for table in tables]
    run = ("erase", "--player", "wendelin ä", "--database", migrated_sqlite_url)
    dry = kerbholz(*run, "--texts", "--dry-run")
    assert dry.returncode == 0, dry.stderr
    assert dry.stdout.endswith("3 texts would be erased\n")
    assert [table.log() for table in tables] == before
    done = kerbholz(*run)
    assert done.returncode == 0, done.stderr
    assert {line for line in done.stdout.splitlines() if first.id in line} == {
        f"match {first.id}: the name of seat 1"
    }
    assert f"match {second.id}: decision {about} says the name at /command/text, which stays" in done.stdout
    assert done.stdout.endswith("2 texts erased\n")
    for table in (first, second):
        assert table.get(None)["seats"][1]["name"] == {"erased": True}
        assert table.get(None, "audit")["erased"][0]["role"] == "operator"
    assert first.log()[own]["command"]["text"] == SAID
    assert other.get(None)["seats"][1]["name"] == "Wendelina"
    nobody = kerbholz(*run)
    assert (nobody.returncode, nobody.stdout) == (1, "")
    assert "no match has a player of this name" in nobody.stderr


def test_the_operator_is_told_where_the_opening_says_the_name(
    sqlite_client: CheckedClient, migrated_sqlite_url: str
) -> None:
    """In the labels, and in the names of others; not where the name itself goes."""
    seats = [{"name": name} for name in ("Wendelin", "Bo and Wendelin")]
    body = {"ruleset": "seven-sins", "seats": seats, "labels": {"table": "Wendelin's"}}
    match = sqlite_client.post("/v1/matches", json=body).json["id"]
    done = kerbholz("erase", "--player", "Wendelin", "--dry-run", "--database", migrated_sqlite_url)
    stays = [
        f"match {match}: decision 0 says the name at {at}, which stays" for at in ("/labels", "/seats/1/name")
    ]
    named = f"match {match}: the name of seat 0"
    assert done.stdout.splitlines() == [named, *stays, "1 text would be erased"]


def test_with_texts_what_the_player_has_written_goes_as_well(
    sqlite_client: CheckedClient, migrated_sqlite_url: str
) -> None:
    table = open_match(sqlite_client, 2, options={"history": "kept"})
    own, others = (table.do(seat, NOTE)["version"] for seat in (0, 1))
    done = kerbholz("erase", "--player", "Ada", "--texts", "--database", migrated_sqlite_url)
    assert done.stdout == f"match {table.id}: the name of seat 0, 1 text\n2 texts erased\n"
    log = table.log()
    assert [log[version]["command"]["text"] for version in (own, others)] == [{"erased": True}, SAID]
    assert json.dumps(log[0]["seats"][0]["name"]) == '{"erased": true}'
