"""Webhooks on both databases: what is told to whom, once, whatever goes wrong between."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from random import Random
from threading import Event
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.application.matches import Matches
from domain.store.beside.models import Run
from domain.store.beside.webhook_rows import Webhook
from domain.store.beside.webhooks import KEPT, Taken, Webhooks
from projections.read_models.announcements import AWAITING, ENDED, RULED, Announcing, milliseconds
from projections.read_models.runner import Runner
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from service.webhooks.sender import LEASE, Sender
from tests.persistence.serving import at_once
from tests.service.playing import CheckedClient, Table, new_client, open_match, play_out, step
from tests.service.receiving import Receiver


@pytest.fixture
def client(migrated_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[CheckedClient]:
    """A client of an app in which nobody follows the log and sends but the test."""
    monkeypatch.setattr("service.api.webhooks.the_runner", lambda: None)
    settings = Settings(database=migrated_url, limits=OFF, webhooks="anywhere")
    client = new_client(migrated_url, create_app(settings))
    yield client
    client.application.extensions["kerbholz"].close()


def register(table: Table, who: Any, url: str, *events: str) -> Any:
    """Register a webhook."""
    body = {"url": url, **({"events": list(events)} if events else {})}
    response = table.client.post(f"{table.path}/webhooks", json=body, headers=table.bearer(who))
    assert response.status_code == 201, response.text
    assert response.headers["Location"] == response.json["links"]["self"]
    return response.json


def read(table: Table, who: Any, webhook: Any, what: str = "self") -> Any:
    """What the API says of a webhook."""
    response = table.client.get(webhook["links"][what], headers=table.bearer(who))
    assert response.status_code == 200, response.text
    return json.loads(response.text)


def announced(matches: Matches) -> None:
    """Write all deliveries that are due, as another process would that has just been started."""
    Runner(matches, (), [Announcing(matches)]).catch_up()


def sent(sender: Sender) -> int:
    """Send until nothing is due; how many attempts that were."""
    attempts = 0
    while threads := sender.round():
        attempts += len(threads)
        for thread in threads:
            thread.join()
    return attempts


def told(matches: Matches) -> int:
    """Announce and send all; how many attempts that were."""
    announced(matches)
    return sent(Sender(matches, anywhere=True))


class Watched:
    """A match of which is kept, command by command, whom it awaited: read as any client reads it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.match = table.get("host")
        self.changes: list[tuple[int, list[Any], list[Any]]] = []

    def look(self) -> None:
        """Keep what has changed since, if that is who must act."""
        before, self.match = self.match["awaiting"], self.table.get("host")
        after = self.match["awaiting"]
        if before != after and not self.match["outcome"]:
            self.changes.append((self.match["version"], before, after))

    def of_seat(self, seat: int) -> list[int]:
        """The versions at which this seat newly had to act."""
        who = {"seat": seat}
        return [version for version, before, after in self.changes if who in after and who not in before]


@pytest.mark.scenario(112)
@pytest.mark.few("sqlite-mea-culpa", "postgres-seven-sins")
@pytest.mark.parametrize("game", ["mea-culpa", "seven-sins"])
def test_there_is_one_call_for_each_change_of_who_must_act(client, matches, there, game):
    table = open_match(
        client, 3, ruleset=game, options={"chance": "known"}, seed="00112233445566778899aabbccddeeff"
    )
    rng = Random(5)
    if game == "mea-culpa":
        play_out(table, rng, until="bid")
    hosts = register(table, "host", f"{there.url}/host")
    seats = [register(table, seat, f"{there.url}/{seat}", AWAITING) for seat in table.seats]
    watched = Watched(table)
    for number in range(25):
        step(table, rng)
        watched.look()
        if watched.match["outcome"]:
            break
        if number % 7 == 0:  # in pages of several lengths
            announced(matches)
    told(matches)
    calls = there.payloads("/host", hosts["secret"])
    if watched.match["outcome"]:
        last = calls.pop()
        assert (last["type"], last["data"]["outcome"]) == (ENDED, watched.match["outcome"])
    assert {call["type"] for call in calls} == {AWAITING}
    assert [(call["data"]["version"], call["data"]["awaiting"]) for call in calls] == [
        (version, after) for version, _, after in watched.changes
    ]
    assert len(calls) > 10
    if game == "mea-culpa":
        assert any(len(call["data"]["awaiting"]) > 1 for call in calls), (
            "somebody bid while others had still to bid"
        )
    by_version = {call["data"]["version"]: call for call in calls}
    for seat in table.seats:
        own = there.payloads(f"/{seat}", seats[seat]["secret"])
        assert [call["data"]["version"] for call in own] == watched.of_seat(seat)
        assert own == [by_version[call["data"]["version"]] for call in own], "what is public, and nothing else"
    at = {decision["version"]: decision["at"] for decision in table.log()}
    first = calls[0]
    version = first["data"]["version"]
    assert first == {
        "type": AWAITING,
        "timestamp": at[version],
        "data": {
            "match": table.id,
            "version": version,
            "awaiting": watched.changes[0][2],
            "newly": [one for one in watched.changes[0][2] if one not in watched.changes[0][1]],
            "links": {
                "match": table.path,
                "decisions": f"{table.path}/decisions?after={version}",
                "moves": f"{table.path}/moves",
            },
        },
    }
    assert len({call.id for call in there.calls}) == len(there.calls)
    assert told(matches) == 0


@pytest.mark.scenario(112)
def test_the_end_and_rulings_are_told_and_what_a_ruling_opens_again(client, matches, there):
    table = open_match(client, 2)
    step(table, Random(1))
    version = table.version
    step(table, Random(2))
    hook = register(table, 0, there.url, ENDED, RULED)
    arbiters = register(table, "arbiter", f"{there.url}/arbiter")
    back = {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": version, "reason": "a slip"}
    back_at = table.do("arbiter", back)
    end = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "win", "winners": [1]}
    ended = table.do("arbiter", end)
    outcome = table.get("host")["outcome"]
    reversed_at = table.do("arbiter", {"type": "table.rule", "verdict": "upheld", "reverses": ended["version"]})
    awaiting = table.get("host")["awaiting"]
    table.do("host", {"type": "table.abandon"})
    told(matches)
    calls = there.payloads("/arbiter", arbiters["secret"])
    after = [call for call in calls if call["data"]["version"] > back_at["version"]]
    assert [(call["type"], call["data"].get("status")) for call in after] == [
        (RULED, None),
        (ENDED, "finished"),
        (RULED, None),
        (AWAITING, None),
        (ENDED, "abandoned"),
    ]
    assert calls[0]["type"] == RULED
    assert calls[0]["data"]["version"] == back_at["decisions"][0]["version"]
    assert "slip" not in json.dumps(calls)
    by_type = {(call["type"], call["data"]["version"]): call["data"] for call in calls}
    assert by_type[ENDED, ended["version"]]["outcome"] == outcome
    assert by_type[AWAITING, reversed_at["version"]]["awaiting"] == awaiting
    of_seat = there.payloads("/", hook["secret"]) + there.payloads("", hook["secret"])
    assert of_seat == [call for call in calls if call["type"] != AWAITING]


def awaited(client: CheckedClient, there: Receiver, number: int = 1) -> tuple[Table, Any]:
    """A match with a webhook of the host, and so many changes of who must act behind it."""
    table = open_match(client, 2)
    hook = register(table, "host", f"{there.url}/hook")
    for count in range(number):
        step(table, Random(count))
    return table, hook


@pytest.mark.scenario(112)
def test_what_fails_is_sent_again_with_the_same_id_until_it_arrives(client, matches, there):
    table, hook = awaited(client, there)
    there.answers += [500, 302]
    announced(matches)
    assert sent(Sender(matches, anywhere=True, schedule=(0.0, 0.0, 3600.0))) == 3
    assert [call.path for call in there.calls] == ["/hook"] * 3
    assert len({call.id for call in there.calls}) == 1
    assert len({json.dumps(call.verified(hook["secret"])) for call in there.calls}) == 1
    (delivery,) = read(table, "host", hook, "deliveries")["deliveries"]
    assert [attempt["status"] for attempt in delivery["attempts"]] == [500, 302, 204]
    assert (delivery["id"], delivery["state"]) == (there.calls[0].id, "delivered")
    assert read(table, "host", hook)["failures"] == 0


def test_it_waits_longer_after_each_failure_and_as_long_as_it_is_asked_to(client, matches, there):
    _, hook = awaited(client, there)

    def busy(handler: Any) -> None:
        handler.send_response(503)
        handler.send_header("Retry-After", "120")
        handler.end_headers()

    there.answers += [500, 500, busy]
    announced(matches)
    now = milliseconds()
    waits = []
    sender = Sender(matches, anywhere=True, schedule=(5, 20, 30), clock=lambda: now)
    for _ in range(4):
        assert sent(sender) == 1, waits
        ((due,),) = matches.database.query("SELECT due_at FROM kerbholz_webhooks")
        waits.append((due - now) / 1000)
        now = due - 1
        assert sent(sender) == 0
        now = due
    assert 5 <= waits[0] <= 5.5
    assert 20 <= waits[1] <= 22
    assert waits[2:] == [120, 0]
    assert len({call.verified(hook["secret"])["timestamp"] for call in there.calls}) == 1


@pytest.mark.scenario(112)
def test_a_webhook_that_fails_again_and_again_is_disabled_until_it_is_registered_again(client, matches, there):
    table, hook = awaited(client, there, 2)
    there.answers += [500] * 3
    announced(matches)
    assert sent(Sender(matches, anywhere=True, schedule=(0.0, 0.0))) == 3
    found = read(table, "host", hook)
    assert (found["failures"], found["disabled"]["reason"]) == (3, "failures")
    states = [one["state"] for one in read(table, "host", hook, "deliveries")["deliveries"]]
    assert states == ["dropped", "dropped"]
    step(table, Random(9))
    assert told(matches) == 0
    again = register(table, "host", f"{there.url}/hook", AWAITING)
    assert again["id"] == hook["id"]
    assert again["secret"] != hook["secret"]
    assert (again["failures"], again["disabled"], again["events"]) == (0, None, [AWAITING])
    step(table, Random(10))
    assert told(matches) == 1
    assert there.calls[-1].verified(again["secret"])["data"]["version"] == table.version
    there.answers += [410]
    step(table, Random(11))
    assert told(matches) == 1
    assert read(table, "host", hook)["disabled"]["reason"] == "gone"


def test_a_crash_between_append_and_delivery_loses_and_doubles_nothing(client, matches, there):
    _, hook = awaited(client, there, 3)

    class Crash(BaseException):
        """The process is gone."""

    class Crashing(Announcing):
        def prepared(self, page: Any) -> Any:
            write = super().prepared(page)

            def crashing(run: Run) -> None:
                write(run)
                raise Crash

            return crashing

    with pytest.raises(Crash):
        Runner(matches, (), [Crashing(matches)]).catch_up()
    assert matches.models.max_tracking_id("webhooks") is None
    assert sent(Sender(matches, anywhere=True)) == 0
    announced(matches)
    assert told(matches) == 3
    versions = [call.verified(hook["secret"])["data"]["version"] for call in there.calls]
    assert versions == sorted(set(versions))


def test_a_crash_between_delivery_and_its_record_sends_it_again_with_the_same_id(client, matches, there):
    table, hook = awaited(client, there)
    announced(matches)

    class Crashing(Sender):
        def _record(self, *_: Any) -> None:
            raise ConnectionError("the database is gone")

    assert sent(Crashing(matches, anywhere=True)) == 1
    assert sent(Sender(matches, anywhere=True)) == 0, "it is still taken"
    later = Sender(matches, anywhere=True, clock=lambda: milliseconds() + round(LEASE * 1000) + 1)
    assert sent(later) == 1
    first, second = there.calls
    assert (first.id, first.body) == (second.id, second.body)
    assert second.verified(hook["secret"])
    assert [one["state"] for one in read(table, "host", hook, "deliveries")["deliveries"]] == ["delivered"]


def test_only_one_takes_what_is_due(client, matches, there):
    table = open_match(client, 2)
    hooks = {
        register(table, who, f"{there.url}/{n}")["id"] for who in ("host", "arbiter", "scribe") for n in range(4)
    }
    step(table, Random(0))
    announced(matches)
    now = milliseconds()

    def take() -> list[Taken]:
        mine, webhooks = [], Webhooks(matches.database)
        while due := webhooks.due(now, 2)[0]:
            mine += webhooks.take([one.id for one in due], now, now + 60_000)
        return mine

    # A taker may leave what another has just locked; so somebody comes after them.
    taken = [one.webhook_id for mine in (*at_once(take, take, take), take()) for one in mine]
    assert sorted(taken) == sorted(hooks)


def test_nobody_is_told_what_was_before_they_registered(client, matches, there):
    table = open_match(client, 2)
    early = register(table, "host", f"{there.url}/early")
    step(table, Random(0))
    late = register(table, "arbiter", f"{there.url}/late")
    announced(matches)
    (told,) = read(table, "host", early, "deliveries")["deliveries"]
    assert told["version"] == table.version
    assert read(table, "arbiter", late, "deliveries")["deliveries"] == []


def test_those_who_register_at_once_have_no_more_than_one_after_the_other(client, matches):
    table, webhooks, most = open_match(client, 2), Webhooks(matches.database), 3

    def registered(owner: str, number: int) -> bool:
        url, match_id = f"https://example.org/{number}", UUID(table.id)
        wanted = Webhook(uuid4().hex, match_id, owner, url, (AWAITING,), 0, 0, 0, None, None, None)
        return webhooks.register(wanted, "whsec_", due_at=0, most=most) is not None

    for owner in ("host", "arbiter", "seat:0", "seat:1"):
        stored = at_once(*(partial(registered, owner, number) for number in range(8)))
        assert sum(stored) == len(webhooks.of(UUID(table.id), owner)) == most


def test_webhooks_go_with_their_match_and_deliveries_with_time(client, matches, there):
    table, hook = awaited(client, there)
    running = register(open_match(client, 2), "host", there.url)
    table.do("host", {"type": "table.abandon"})
    told(matches)
    webhooks = Webhooks(matches.database)
    webhooks.tidy(milliseconds())
    assert len(read(table, "host", hook, "deliveries")["deliveries"]) == 2
    for _ in range(2):
        webhooks.tidy(milliseconds() + KEPT + 60_000)
    assert matches.database.query("SELECT id FROM kerbholz_webhooks") == [(running["id"],)]
    assert matches.database.query("SELECT id FROM kerbholz_deliveries") == []


def test_appends_do_not_wait_for_receivers_and_a_process_tells_by_itself(migrated_url, there):
    let_go = Event()

    def hold(handler: Any) -> None:
        let_go.wait(20)
        handler.send_response(200)
        handler.end_headers()

    there.answers.append(hold)
    settings = Settings(database=migrated_url, limits=OFF, webhooks="anywhere")
    client = new_client(migrated_url, create_app(settings))
    try:
        table = open_match(client, 2)
        hook = register(table, "host", f"{there.url}/hook")
        assert json.loads(client.get("/readyz").data)["projections"]["webhooks"] == "following"
        step(table, Random(0))
        there.wait(1)
        other = open_match(client, 2)
        others = register(other, "host", f"{there.url}/other")
        for number in range(3):
            step(table, Random(number))
            step(other, Random(number))
        there.wait(4)
        assert [call.path for call in there.calls] == ["/hook", *["/other"] * 3], "each in turn; others go on"
        assert json.loads(client.get("/readyz").data)["status"] == "ready"
        let_go.set()
        there.wait(7)
        versions = [call["data"]["version"] for call in there.payloads("/hook", hook["secret"])]
        assert versions == sorted(versions)
        assert len(there.payloads("/other", others["secret"])) == 3
        delivered = 'kerbholz_webhook_deliveries_total{result="delivered"} 6.0'
        for _ in range(500):
            if delivered in client.get("/metrics").text:
                break
            Event().wait(0.01)
        assert 'kerbholz_webhook_deliveries_total{result="delivered"}' in client.get("/metrics").text
    finally:
        let_go.set()
        client.application.extensions["kerbholz"].close()


def test_a_webhook_that_is_removed_is_told_nothing_more(client, matches, there):
    table, hook = awaited(client, there)
    announced(matches)
    assert client.delete(hook["links"]["self"], headers=table.bearer("host")).status_code == 204
    assert client.delete(hook["links"]["self"], headers=table.bearer("host")).status_code == 404
    step(table, Random(3))
    assert told(matches) == 0
    assert matches.database.query("SELECT id FROM kerbholz_deliveries") == []
    assert Webhooks(matches.database).of(UUID(table.id), "host") == []
