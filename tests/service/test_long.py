"""Long answers come in parts and are what the short ones would be; long work takes turns."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable
from random import Random
from uuid import UUID

import pytest

import service.api.auditing
import service.api.reading
import service.web.process.long_work
from domain.kit.visibility import NO_HORIZON, OFFICIAL, PUBLIC, seat_viewer
from projections import views
from projections.audit import audit
from projections.corrections import LOOKED_FOR, Looked
from service.web.problems import Problem
from service.web.process.long_work import Turns
from service.web.responses import NDJSON
from tests.service.playing import open_match, placing_match, recorded_match, step

pytestmark = pytest.mark.stored

LINES = {"Accept": NDJSON}
NOTE = {"type": "table.note", "text": "tea break"}
TAKE = {"type": "take", "sin": "pride", "to": "reserve"}


@pytest.fixture
def in_parts(monkeypatch) -> Callable[[bool], None]:
    """Says whether answers of more than 5 decisions are long ones."""

    def set_to(on: bool) -> None:
        for module in (service.api.reading, service.web.process.long_work):
            monkeypatch.setattr(module, "LONG", 5 if on else 10**9)

    set_to(True)
    return set_to


def corrected(client):
    """A recorded match with a take-back, an amendment, and something secret."""
    table = recorded_match(client, history="kept")
    taken = table.do(0, TAKE)["version"]
    table.do(0, {"type": "table.take-back", "decision": taken})
    table.do("scribe", {**TAKE, "seat": 0}, NOTE)
    changes = [{"decision": taken + 2, "effect": "remove"}]
    table.do("scribe", {"type": "table.amend", "changes": changes, "reason": "a slip"})
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "reason": "no"})
    return table


def lines(table, who, **query):
    """The log as lines."""
    headers = query.pop("headers", {})
    return table.ask(who, "decisions", headers={**LINES, **headers}, **query)


def test_a_long_log_is_served_as_a_short_one_would_be(client, in_parts):
    for table in (corrected(client), placing_match(client)):
        newest = table.version
        for who in (*table.everybody, "scribe"):
            for query in ({}, {"after": 1}, {"line": newest - 1}, {"after": 0, "line": newest - 2}):
                in_parts(True)
                long = lines(table, who, **query)
                assert "Content-Length" not in long.headers
                in_parts(False)
                short = lines(table, who, **query)
                assert long.data == short.data
                assert {**long.headers, "ETag": ""} | {"Content-Length": "", "X-Request-Id": ""} == {
                    **short.headers,
                    "ETag": "",
                    "Content-Length": "",
                    "X-Request-Id": "",
                }


def test_what_is_short_is_whole(client, in_parts):
    table = corrected(client)
    assert "Content-Length" in lines(table, 0, after=table.version - 5).headers
    assert "Content-Length" in lines(table, 0, limit=100).headers


def test_the_tag_of_a_long_log_names_what_is_served(client, in_parts):
    table = corrected(client)
    tags = {}
    for who in ("arbiter", 0, 1, None):
        for query in ({}, {"after": 0}, {"line": table.version - 1}):
            tags[who, str(query)] = lines(table, who, **query).headers["ETag"]
    assert tags["arbiter", "{}"] != tags[0, "{}"] != tags[1, "{}"] != tags[None, "{}"]
    assert len({tag for (who, _), tag in tags.items() if who == 0}) == 3
    tag = tags[0, "{}"]
    again = lines(table, 0, headers={"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert lines(table, 0, headers={"If-Match": '"another"'}).status_code == 412
    assert lines(table, 0, headers={"If-Match": tag}).status_code == 200
    assert lines(table, 1, headers={"If-None-Match": tag}).status_code == 200
    matches = client.application.extensions["kerbholz"].matches()
    (noted,) = (one["version"] for one in table.log() if one["command"] == NOTE)
    matches.erase(UUID(table.id), noted, "/command/text")
    erased = lines(table, 0, headers={"If-None-Match": tag})
    assert erased.status_code == 200, "a text was erased"
    assert b"tea break" not in erased.data
    table.do(0, NOTE)
    assert lines(table, 0).headers["ETag"] not in (tag, erased.headers["ETag"])


def test_the_tag_of_a_long_log_changes_when_the_end_opens_everything(client, in_parts):
    table = open_match(client, 2)
    for _ in range(3):
        step(table, Random(1))
    end = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "no-result", "reason": "x"}
    before = lines(table, 0)
    assert b'"faded":true' in before.data
    table.do("arbiter", end)
    table.do("arbiter", {"type": "table.close"})
    after = lines(table, 0)
    assert b'"faded":true' not in after.data
    assert after.headers["ETag"] != before.headers["ETag"]


def test_a_long_log_is_compressed_while_it_is_sent(client, in_parts):
    table = corrected(client)
    plain, packed = lines(table, 0), lines(table, 0, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    tag = packed.headers["ETag"]
    assert tag == plain.headers["ETag"][:-1] + '-gzip"'
    assert lines(table, 0, headers={"Accept-Encoding": "gzip", "If-None-Match": tag}).status_code == 304


def test_who_reads_a_long_log_has_a_place_as_long_as_he_reads(sqlite_client, in_parts):
    table = corrected(sqlite_client)
    places = sqlite_client.application.extensions["kerbholz"].streams
    tag = lines(table, 0).headers["ETag"]
    for headers in ({}, {"If-None-Match": tag}, {"If-Match": '"another"'}):
        lines(table, 0, headers=headers)
        assert places.taken == 0
    head = sqlite_client.head(f"{table.path}/decisions", headers={**LINES, **table.bearer(0)})
    assert (head.headers["ETag"], head.data, places.taken) == (tag, b"", 0)
    reading = sqlite_client.open(
        f"{table.path}/decisions", headers={**LINES, **table.bearer(0)}, buffered=False, method="GET"
    )
    reading.close()
    assert places.taken == 0
    taken = [places.take((table.id, "seat:0", None)) for _ in range(16)]
    assert lines(table, 0).json["code"] == "too-many-streams"
    assert lines(table, 0, limit=100).status_code == 200
    assert lines(table, 0, headers={"If-None-Match": tag}).status_code == 304
    for give_back in taken:
        give_back()


# -- a log that is read by pages ------------------------------------------------------------------------------


def test_a_log_by_pages_is_the_log(client, monkeypatch):
    monkeypatch.setattr(views, "AT_ONCE", 3)
    matches = client.application.extensions["kerbholz"].matches()
    for table in (corrected(client), placing_match(client)):
        match = matches.load(UUID(table.id))
        for viewer in (PUBLIC, OFFICIAL, seat_viewer(0)):
            stored = matches.decisions(match.id)
            whole = views.log(stored, viewer, NO_HORIZON)
            for until in (match.version, 4):
                log = views.Log(matches, match, viewer, NO_HORIZON, until, stored[until + 1 :])
                assert list(log) == whole
                assert [log[version] for version in range(len(log))] == whole
                assert [log[version] for version in reversed(range(len(log)))] == whole[::-1]
            with pytest.raises(IndexError):
                log[len(log)]
            assert audit(match, viewer, log) == audit(match, viewer, whole)


def test_what_the_database_finds_of_a_log_is_all_that_corrections_are_about(client):
    matches = client.application.extensions["kerbholz"].matches()
    table = corrected(client)
    whole, found = Looked(), Looked()
    for decision in views.log(matches.decisions(UUID(table.id)), OFFICIAL, NO_HORIZON):
        whole.at(decision)
    for decision in views.log(matches.holding(UUID(table.id), LOOKED_FOR), OFFICIAL, NO_HORIZON):
        found.at(decision)
    assert [one["version"] for one in found.turning] == [one["version"] for one in whole.turning]
    assert len(whole.turning) == 2
    assert found.ends == whole.ends


# -- turns ------------------------------------------------------------------------------------------------------


def test_long_work_takes_turns():
    turns = Turns(waiting=2, at_once=1, each=3, patience=30)
    order, begun = [], threading.Event()

    def work() -> None:
        with turns.turn("another"):
            order.append("second")
            begun.set()

    with turns.turn("one"):
        waiting = threading.Thread(target=work)
        waiting.start()
        assert not begun.wait(0.1)
        order.append("first")
    waiting.join(30)
    assert order == ["first", "second"]


def test_parts_of_long_answers_are_made_one_after_the_other():
    """Not the next one of an answer either, before somebody wants it."""
    turns, making, most = Turns(waiting=0, at_once=1), [0], [0]

    def parts():
        for number in range(20):
            making[0] += 1
            most[0] = max(most[0], making[0])
            threading.Event().wait(0.001)
            making[0] -= 1
            yield b"%d" % number

    read: list[bytes] = []
    readers = [threading.Thread(target=lambda: read.append(b"".join(turns.parts(parts())))) for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(30)
    assert len(set(read)) == 1
    assert len(read) == 4
    assert most == [1]
    first = turns.parts(parts())
    assert next(first) == b"0"
    assert next(turns.parts(parts())) == b"0", "who does not read keeps nobody waiting"


def test_who_has_to_wait_too_long_or_behind_too_many_is_told():
    turns = Turns(waiting=1, at_once=2, each=1, patience=0.01)
    with turns.turn("one"):
        with pytest.raises(Problem, match="overloaded"), turns.turn("one"):
            pass
        with turns.turn("another"), pytest.raises(Problem, match="overloaded"), turns.turn("a third"):
            pass
        with turns.turn("a third"):
            pass
    with pytest.raises(ZeroDivisionError), turns.turn("one"):
        raise ZeroDivisionError
    with turns.turn("one"), turns.turn("another"):
        assert turns._running == 2
    assert (turns._running, turns._callers.total()) == (0, 0)


@pytest.mark.parametrize("what", ["audit", "knowledge", "shorthand"])
def test_who_asks_for_little_does_not_wait_for_long_work(sqlite_client, in_parts, what):
    table = corrected(sqlite_client)
    turns = Turns(waiting=0, at_once=1, patience=0.01)
    sqlite_client.application.extensions["kerbholz"].turns = turns
    assertion = {"type": "table.assert", "at": "/centre/count", "is": 99}
    with turns.turn("somebody"):
        response = table.ask("arbiter", what)
        assert (response.status_code, response.json["code"]) == (503, "overloaded")
        assert response.headers["Retry-After"]
        assert table.send("arbiter", assertion, dry_run=True).json["code"] == "overloaded"
        for seat in table.seats:
            table.do(seat, NOTE)
            assert table.ask(seat, "view").status_code == 200
    assert table.ask("arbiter", what).status_code == 200
    table.do("arbiter", assertion)
    assert json.loads(table.ask("arbiter", "audit").data)["findings"]
