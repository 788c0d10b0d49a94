"""Streams of server-sent events, the log as NDJSON, long polls: the same log from one cursor."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from threading import Thread
from uuid import uuid4

import pytest

from domain.application.upkeep.migration import migrate
from service.app import create_app
from service.config import Settings
from tests.games.installed import OWN
from tests.service.disputing import NOTE
from tests.service.playing import (
    CheckedClient,
    Table,
    filled_move,
    new_client,
    open_match,
    placing_match,
    play_out,
    recorded_match,
    step,
    until,
)
from tests.service.playing import a_placing as placing
from tests.service.streams import EVENTS, NDJSON, Stream, decisions, lines

SEATS = 3
STEPS = 8
HEARTBEAT = 0.05


@pytest.fixture
def client(sqlite_url: str) -> Iterator[CheckedClient]:
    """A service whose heart beats fast, and which holds few streams."""
    settings = Settings(database=sqlite_url, heartbeat=HEARTBEAT, streams=12, streams_per_caller=2)
    migrate(settings.environment)
    app = create_app(settings)
    yield new_client(sqlite_url, app)
    app.extensions["kerbholz"].close()


def a_match(client: CheckedClient, name: str, **options: object) -> Table:
    return open_match(client, SEATS, ruleset=name, options={"history": "kept", **options})


# -- what is sent -------------------------------------------------------------------------------------------


@pytest.mark.scenario(49, 50)
@pytest.mark.parametrize("name", OWN)
def test_a_stream_equals_the_log_whoever_looks(client, name):
    """Byte for byte, as nothing fades; two streams of one token are both alive."""
    table, rng = a_match(client, name), Random(name)
    streams = {who: Stream(table, who) for who in (None, "spectator", "arbiter", *table.seats)}
    second = Stream(table, 0)
    first = {who: stream.next() for who, stream in (*streams.items(), ("second", second))}
    before = table.version
    for who in streams:
        assert (first[who].kind, first[who].id) == ("snapshot", before)
        assert first[who].data == table.ask(who, "view").data
    for _ in range(STEPS):
        step(table, rng)
    table.do("arbiter", NOTE)
    for who, stream in streams.items():
        found = stream.until(table.version)
        assert {event.kind for event in found} == {"decision"}
        assert [event.id for event in found] == list(range(before + 1, table.version + 1))
        assert [event.data for event in found] == lines(table, who, after=before), who
    assert [event.data for event in second.until(table.version)] == lines(table, 0, after=before)
    for stream in (*streams.values(), second):
        stream.close()


@pytest.mark.long
@pytest.mark.scenario(44)
@pytest.mark.parametrize("name", OWN)
def test_a_stream_is_cut_anywhere_and_resumed_without_loss_or_repetition(client, name):
    rng = Random(f"cut {name}")
    for who in (0, None):
        table, got = a_match(client, name), list[bytes]()
        begun = seen = table.version
        for number in range(2 * STEPS):  # which is fewer than end a match
            # Now and then nobody reads while the match goes on.
            if number % 2 == 0:
                step(table, rng)
            header = number % 3
            stream = (
                Stream(table, who, {"Last-Event-ID": str(seen)}, **({"after": begun} if header == 1 else {}))
                if header
                else Stream(table, who, after=seen)
            )
            while seen < table.version:
                event = stream.next()
                if event.kind == "decision":
                    seen = event.id
                    got.append(event.data)
                    if rng.random() < 0.6:
                        break
            stream.close()
        for boundary in range(begun, table.version):
            stream = Stream(table, who, after=boundary)
            assert [event.data for event in stream.until(table.version)] == lines(table, who, after=boundary)
            stream.close()
        assert got == lines(table, who, after=begun)[: seen - begun]
        assert seen - begun > STEPS


@pytest.mark.scenario(50)
def test_what_fades_is_sent_once_as_it_happens(client):
    """Each event is the decision as the log served it right then; what was missed has faded."""
    table, rng = open_match(client, SEATS), Random(5)
    whos = [None, 0, 1, "arbiter"]
    streams = {who: Stream(table, who) for who in whos}
    begun = {who: stream.next().id for who, stream in streams.items()}
    start = begun[0]
    for _ in range(3 * SEATS):
        before = table.version
        step(table, rng)
        for who, stream in streams.items():
            found = stream.until(table.version)
            assert [event.data for event in found] == lines(table, who, after=before)
            assert b'"faded":true' not in b"".join(event.data for event in found)
    faded = [who for who in whos if b'"faded":true' in b"".join(lines(table, who, after=start))]
    assert faded == [None, 0, 1]
    for stream in streams.values():
        stream.close()
    for who in whos:
        stream = Stream(table, who, after=start)
        found = stream.until(table.version)
        assert [event.data for event in decisions(found)] == lines(table, who, after=start)
        boards = [at for at, event in enumerate(found) if event.kind == "snapshot"]
        if who in faded:
            # Behind the last own decision, from which on nothing has faded.
            (at,) = boards
            own = {"seat": who} if who is not None else None
            assert found[at - 1].id == found[at].id == newest_of(table, own)
            assert [b'"faded":true' in event.data for event in found] == [
                *[True] * (at - 1),
                *[False] * (len(found) - at + 1),
            ]
            assert found[at].data == table.ask(who, "view", at=found[at].id).data
            cut = Stream(table, who, after=found[at].id)
            assert cut.next().data == found[at].data, "it may have been lost with the connection"
            cut.close()
        else:
            assert boards == []
        assert stream.quiet()
        stream.close()


def newest_of(table: Table, actor: dict[str, int] | None) -> int:
    """The version of the newest decision of the game that a seat took by itself: this one, or any."""
    return max(
        one["version"]
        for one in table.log()
        if not one.get("automatic") and "seat" in one["actor"] and actor in (None, one["actor"])
    )


def test_a_reader_who_lags_is_told_everything_as_it_was_then(client):
    """The horizon of an event is that of its own time, however late it is read; much at once is no loss."""
    table, rng = open_match(client, SEATS), Random(6)
    late = Stream(table, None)
    before = late.next().id
    told: list[bytes] = []
    for _ in range(20):
        version = table.version
        step(table, rng)
        told += lines(table, None, after=version)
    assert b'"faded":true' not in b"".join(told)
    assert [event.data for event in late.until(table.version)] == told
    assert len(told) == table.version - before > 20
    late.close()


@pytest.mark.scenario(1)
def test_sealed_values_are_in_nobody_elses_stream(client):
    """What a seat bids is told to it and to officials."""
    table, seat, bid = until(
        client, lambda _, __, moves: next((one for one in moves if one["type"] == "bid"), None)
    )
    bid = filled_move(bid, Random(1))
    streams = {who: Stream(table, who) for who in (None, "host", "arbiter", *table.seats)}
    for stream in streams.values():
        stream.next()
    table.do(seat, bid)
    sent = {who: stream.next() for who, stream in streams.items()}
    for who, event in sent.items():
        command = event.document["command"]
        for name in set(bid) - {"type"}:
            if who in (seat, "arbiter"):
                assert command[name] == bid[name]
            else:
                assert set(command[name]) == {"hidden", "seal"}
        assert event.data in lines(table, who)
        streams[who].close()


@pytest.mark.scenario(50)
def test_a_stream_says_who_recorded_for_whom_as_the_log_does(client):
    table = recorded_match(client, history="kept")
    before, whos = table.version, (None, 0, 1, "scribe")
    streams = {who: Stream(table, who) for who in whos}
    for stream in streams.values():
        assert stream.next().kind == "snapshot"
    table.do("scribe", {"type": "take", "seat": 0, "sin": "pride", "to": "abyss"})
    table.do("scribe", {"type": "refill", "cards": ["greed", "greed"]})
    table.do(1, {"type": "take", "sin": "lust", "to": "reserve"})
    for who, stream in streams.items():
        found = stream.until(table.version)
        assert [event.data for event in found] == lines(table, who, after=before)
        said = [(event.document["actor"], event.document["recorded_by"]) for event in found]
        assert said == [({"seat": 0}, "scribe"), ("chance", "scribe"), ({"seat": 1}, {"seat": 1})]
        stream.close()


@pytest.mark.scenario(7)
def test_what_was_tried_or_refused_is_in_no_stream(client):
    """Whatever it would have opened: the next that is heard is the next that was decided."""
    table = placing_match(client)
    streams = {who: Stream(table, who) for who in (None, "arbiter", 0, 1, 2)}
    for stream in streams.values():
        stream.next()
    before = table.version
    for command in (placing(table, 0), NOTE, {"type": "pass"}, {"type": "place-stones", "on": ["gossip"]}):
        table.send(0, command, dry_run=True)
        assert table.send(0, command, headers={"If-Match": '"0"'}).status_code == 412
        assert table.send("spectator", command).status_code == 403
    assert all(stream.quiet() for stream in streams.values())
    table.do("arbiter", NOTE)
    for stream in streams.values():
        assert stream.next().id == before + 1
        stream.close()


# -- what else is sent --------------------------------------------------------------------------------------


@pytest.mark.scenario(46)
def test_a_silent_stream_beats_and_is_alive(client):
    """More than two heartbeats, then a move."""
    table = a_match(client, "seven-sins")
    stream = Stream(table, 0)
    stream.next()
    assert stream.quiet(5)
    version = step(table, Random(1))["version"]
    assert decisions(stream.until(version))
    assert stream.quiet(3)
    stream.close()


@pytest.mark.scenario(47)
def test_the_snapshot_holds_what_is_pending(client):
    """A request for consent, and that the match is frozen."""
    table = placing_match(client)
    version = table.do(0, placing(table, 0))["version"]
    table.do(1, placing(table, 1))
    table.do(0, {"type": "table.take-back", "decision": version})
    with_request = Stream(table, None)
    asked = with_request.next().document
    assert asked["consent"] == {"seat": 0, "decisions": [version], "left": [1]}
    assert asked["awaiting"] == [{"seat": 1}]
    table.do("arbiter", {"type": "table.freeze"})
    stream = Stream(table, "arbiter")
    snapshot = stream.next()
    assert snapshot.document["status"] == "frozen"
    assert snapshot.data == table.ask("arbiter", "view").data
    for one in (with_request, stream):
        one.close()


def test_a_snapshot_follows_a_change_of_the_line(client):
    placed = placing_match(client)
    version = placed.do(0, placing(placed, 0))["version"]
    stream = Stream(placed, None)
    stream.next()
    changed = placed.do(0, {"type": "table.take-back", "decision": version})["version"]
    decision, snapshot = stream.next(), stream.next()
    assert [(event.kind, event.id) for event in (decision, snapshot)] == [
        ("decision", changed),
        ("snapshot", changed),
    ]
    assert "LineChanged" in {fact["type"] for fact in decision.document["facts"]}
    assert snapshot.data == placed.ask(None, "view").data
    stream.close()
    placed.do("arbiter", NOTE)
    again = Stream(placed, None, after=changed - 1)
    found = [again.next() for _ in range(4)]
    assert [(event.kind, event.id) for event in found] == [
        ("decision", changed),
        ("snapshot", changed),
        ("visibility", changed),
        ("decision", changed + 1),
    ]
    assert found[1].data == snapshot.data
    again.close()
    cut = Stream(placed, None, after=changed)
    assert cut.next().data == snapshot.data, "it may have been lost with the connection"
    cut.close()


@pytest.mark.scenario(17)
def test_the_end_opens_everything_and_ends_the_stream(client):
    """The change is announced, and what was cached before is no longer right."""
    table = open_match(client, 2)
    tags = {what: table.ask(0, what).headers["ETag"] for what in ("view", "decisions")}
    stream, longer = Stream(table, 0), Stream(table, None, until="closed")
    for one in (stream, longer):
        one.next()
    match = play_out(table, Random(3))
    found, newest = stream.rest(), match["version"]
    assert [(event.kind, event.id) for event in found[-3:]] == [
        ("decision", newest),
        ("visibility", newest),
        ("end", newest),
    ]
    assert found[-2].document == {
        "match": table.id,
        "version": newest,
        "disclosed": True,
        "as": ["public", "seat:0", "seat:1", "official"],
        "horizon": None,
    }
    assert found[-1].document == {
        "match": table.id,
        "version": newest,
        "status": "finished",
        "outcome": match["outcome"],
        "closed": False,
    }
    assert {event.kind for event in found[:-2]} == {"decision"}
    for what, tag in tags.items():
        assert table.ask(0, what, headers={"If-None-Match": tag}).status_code == 200
    assert table.ask(None, "view", as_="official").status_code == 200
    assert [event.kind for event in Stream(table, 0).rest()] == ["snapshot", "end"]
    again = Stream(table, 0, after=newest).rest()
    assert [event.kind for event in again] == ["snapshot", "visibility", "end"], "it has been fading"
    assert longer.until(newest)
    assert longer.next().kind == "visibility"
    assert longer.quiet()
    table.do("arbiter", NOTE)
    table.do("host", {"type": "table.close"})
    assert [event.kind for event in longer.rest()] == ["decision", "decision", "end"]


def test_what_the_end_has_opened_is_shut_when_the_end_is_taken_back(client):
    """Whoever may look as somebody else no longer is told nothing more."""
    table = open_match(client, 2)
    match = play_out(table, Random(3))
    open_eyed = Stream(table, 0, as_="official", until="closed")
    own = Stream(table, 0, until="closed")
    for one in (open_eyed, own):
        assert one.next().kind == "snapshot"
    last = max(one["version"] for one in table.log() if one["actor"] == {"seat": 0})
    table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": last})
    assert open_eyed.rest() == []
    decision, snapshot, visibility = (own.next() for _ in range(3))
    assert (decision.id, snapshot.id) == (match["version"] + 1, match["version"] + 1)
    assert snapshot.data == table.ask("arbiter", "view", as_="seat:0", at=snapshot.id).data
    assert visibility.document["disclosed"] is False
    assert visibility.document["as"] == ["public", "seat:0"]
    assert [decision.data, *(own.next().data for _ in range(table.version - decision.id))] == lines(
        table, 0, after=match["version"]
    )
    own.close()


@pytest.mark.scenario(43)
def test_an_end_by_ruling_is_not_for_good_before_the_record_is_closed(client):
    """A stream ends with its match, and says so; a stream that just stops is no end."""
    table = open_match(client, 2, options={"disclosure": "as-played"})
    stream = Stream(table, 0)
    stream.next()
    ruled = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "win", "winners": [1]}
    table.do("arbiter", ruled)
    assert stream.next().document["facts"]
    assert stream.quiet()
    table.do("arbiter", {"type": "table.close"})
    found = stream.rest()
    assert [event.kind for event in found] == ["decision", "visibility", "end"]
    assert found[1].document["as"] == ["public", "seat:0"]
    assert found[2].document["closed"] is True


def test_the_streams_of_a_process_that_stops_end_without_an_end(client):
    table = open_match(client, 2)
    stream = Stream(table, 0)
    stream.next()
    stopping = client.application.extensions["kerbholz"].stopping
    stopping.set()
    assert stream.rest() == []
    response = table.ask(0, "stream")
    assert (response.status_code, response.json["code"]) == (503, "unavailable")
    assert table.ask(0, "view").status_code == 200


# -- who may --------------------------------------------------------------------------------------------------


def test_a_stream_is_refused_as_everything_else_is(client):
    table = open_match(client, 2)
    private = open_match(client, 2, public=False)
    newest = table.version
    refused = [
        (table.ask(0, "stream", as_="seat:1"), 403, "forbidden"),
        (table.ask(None, "stream", as_="official"), 403, "forbidden"),
        (private.ask(None, "stream"), 401, "unauthorized"),
        (table.ask(0, "stream", headers={"Authorization": "Bearer x"}), 401, "unauthorized"),
        (table.ask(0, "stream", headers=private.bearer(0)), 403, "forbidden"),
        (table.ask(0, "stream", headers={"Accept": "application/json"}), 406, "not-acceptable"),
        (table.ask(0, "view", headers={"Accept": EVENTS}), 406, "not-acceptable"),
        (table.ask(0, "stream", as_="seat:9"), 422, "invalid"),
        (table.ask(0, "stream", after=newest + 1), 422, "invalid"),
        (table.ask(0, "stream", after="x"), 422, "invalid"),
        (table.ask(0, "stream", until="never"), 422, "invalid"),
        (table.ask(0, "stream", since=3), 422, "invalid"),
        (table.ask(0, "stream", headers={"Last-Event-ID": str(newest + 1)}), 422, "invalid"),
        (table.ask(0, "stream", headers={"Last-Event-ID": "-1"}), 400, "malformed"),
        (table.ask(0, "stream", headers={"Last-Event-ID": ""}), 400, "malformed"),
        (table.ask(0, "stream", headers={"Last-Event-ID": "٣"}), 400, "malformed"),
        (client.get(f"/v1/matches/{uuid4()}/stream"), 404, "not-found"),
        (client.post(f"{table.path}/stream"), 405, "method-not-allowed"),
    ]
    for response, status, code in refused:
        assert (response.status_code, response.json["code"]) == (status, code), response.request.url
    head = client.head(f"{table.path}/stream", headers=table.bearer(0))
    assert (head.status_code, head.mimetype, head.data) == (200, EVENTS, b"")
    # None of them has kept a place.
    assert client.application.extensions["kerbholz"].streams.taken == 0


@pytest.mark.scenario(49)
def test_more_streams_than_there_may_be_are_refused_and_the_others_live(client):
    """The limit is answered on the new one."""
    table = open_match(client, SEATS)
    own = [Stream(table, 0) for _ in range(2)]
    response = table.ask(0, "stream")
    assert (response.status_code, response.json["code"]) == (429, "too-many-streams")
    assert int(response.headers["Retry-After"]) > 0
    others = [Stream(table, who) for who in (1, 2, "arbiter", "host", "spectator") for _ in range(2)]
    for response in (table.ask("scribe", "stream"), table.ask("scribe", "decisions", after=table.version, wait=1)):
        assert (response.status_code, response.json["code"]) == (503, "streams-full")
    own[0].close()
    own[0].close()
    own[0] = Stream(table, 0)
    note = table.do("arbiter", NOTE)["version"]
    for stream in (*own, *others):
        assert stream.until(note)
        stream.close()
    assert client.application.extensions["kerbholz"].streams.taken == 0


# -- NDJSON and long polls ------------------------------------------------------------------------------------


@pytest.mark.scenario(108)
def test_the_log_as_lines(client):
    table, rng = a_match(client, "seven-sins"), Random(4)
    for _ in range(4):
        table.do("arbiter", *[NOTE] * 40)
    log = table.log(0)
    assert [json.loads(line) for line in lines(table, 0)] == log
    assert len(log) > 160
    assert lines(table, 0, after=5) == lines(table, 0)[6:]
    assert [json.loads(line) for line in lines(table, 0, line=7)] == table.log(0, line=7)
    page = table.ask(0, "decisions", headers={"Accept": NDJSON}, after=5, limit=3)
    assert page.data.split(b"\n")[:-1] == lines(table, 0)[6:9]
    following = page.headers["Link"].partition(">")[0].removeprefix("<")
    rest = client.get(following, headers={**table.bearer(0), "Accept": NDJSON})
    assert rest.data.split(b"\n")[0] == lines(table, 0)[9]
    whole = table.ask(0, "decisions", headers={"Accept": NDJSON})
    assert whole.headers["Content-Length"] == str(len(whole.data))
    assert "Link" not in whole.headers
    again = table.ask(0, "decisions", headers={"Accept": NDJSON, "If-None-Match": whole.headers["ETag"]})
    assert again.status_code == 304
    assert table.ask(0, "decisions", headers={"Accept": "*/*"}).mimetype == "application/json"
    both = {"Accept": "application/json;q=0.5, application/x-ndjson"}
    assert table.ask(0, "decisions", headers=both).mimetype == NDJSON
    assert table.ask(0, "decisions", headers={"Accept": EVENTS}).status_code == 406
    assert table.ask(0, "view", headers={"Accept": NDJSON}).status_code == 406
    step(table, rng)


@pytest.mark.scenario(108)
def test_a_long_log_is_served_whole(client):
    """More lines than a page may have: each can be read, each is there once, and pages give the same."""
    table = a_match(client, "seven-sins")
    for _ in range(21):
        table.do("arbiter", *[NOTE] * 50)
    log = [json.loads(line) for line in lines(table, None)]
    assert [one["version"] for one in log] == list(range(table.version + 1))
    assert len(log) > 1_050
    assert table.log(None, limit=1000) == log
    assert table.log(None, limit=333) == log


def test_a_long_poll_answers_as_soon_as_there_is_something(client):
    table = open_match(client, 2)
    before = table.version
    assert table.get(0, "decisions", after=before - 1, wait=55)["decisions"][0]["version"] == before
    empty = table.get(0, "decisions", after=before, wait=1)
    assert (empty["decisions"], empty["version"], empty["next"]) == ([], before, None)
    got: list[dict] = []
    poll = Thread(target=lambda: got.append(table.get(0, "decisions", after=before, wait=55)))
    poll.start()
    version = step(table, Random(1))["version"]
    poll.join(timeout=30)
    assert not poll.is_alive()
    assert [one["version"] for one in got[0]["decisions"]] == list(range(before + 1, version + 1))
    assert got[0]["decisions"] == table.get(0, "decisions", after=before)["decisions"]
    too_long = [{"wait": seconds} for seconds in (56, 60, 61)]
    for query in (*too_long, {"wait": -1}, {"wait": 1, "line": 1}, {"wait": 1, "after": version + 1}):
        assert table.ask(0, "decisions", **query).status_code == 422, query
    assert client.application.extensions["kerbholz"].streams.taken == 0
