"""Whose webhooks are whose, where they may lead, and how little of a receiver's answer counts."""

from __future__ import annotations

import base64
import socket
import time
from datetime import UTC, datetime
from threading import Event
from typing import Any

import pytest

from projections.read_models.announcements import Announcing
from projections.read_models.runner import Runner
from service.api.webhooks import MOST
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from service.webhooks import guarded_post
from service.webhooks.guarded_post import Answered, NotReached, is_public, post, wrong_with
from service.webhooks.sender import LEASE, Sender, new_secret, signed
from tests.service.playing import CheckedClient, Table, check_problem, new_client, open_match
from tests.service.test_tokens import with_token

URL = "https://example.org/hook"


def register(table: Table, who: Any, url: Any = URL, **body: Any) -> Any:
    """The answer to registering a webhook."""
    headers = table.bearer(who)
    return table.client.post(f"{table.path}/webhooks", json={"url": url, **body}, headers=headers)


def code(response: Any) -> str:
    """The code of a problem."""
    check_problem(response)
    return response.json["code"]


# -- signatures ---------------------------------------------------------------------------------------------


def test_signatures_are_those_of_the_specification():
    """The example of the specification's own libraries."""
    now = datetime.fromtimestamp(1614265330, UTC)
    headers = signed(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", '{"test": 2432232314}', now
    )
    assert headers["webhook-id"] == "msg_p5jXN8AQM9LWM0D4loKWxJek"
    assert headers["webhook-timestamp"] == "1614265330"
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_secrets_have_192_random_bits():
    made = {new_secret() for _ in range(20)}
    assert len(made) == 20
    assert {len(base64.b64decode(one.removeprefix("whsec_"), validate=True)) for one in made} == {24}


# -- who sees what ------------------------------------------------------------------------------------------


def test_a_webhook_is_its_owners_alone_and_its_secret_is_shown_once(sqlite_client: CheckedClient, caplog):
    client = sqlite_client
    caplog.set_level("DEBUG")
    table = open_match(client, 2)
    owners = ["host", "arbiter", "scribe", 0, 1]
    made = {who: register(table, who).json for who in owners}
    secrets = [one["secret"] for one in made.values()]
    assert len(set(secrets)) == len(owners)
    answers = []
    for who in table.everybody:
        listed = table.ask(who, "webhooks")
        answers.append(listed)
        if who in owners:
            assert [one["id"] for one in listed.json["webhooks"]] == [made[who]["id"]]
        else:
            assert code(listed) == ("unauthorized" if who is None else "forbidden")
            assert code(register(table, who)) == code(listed)
        for owner in owners:
            for what in ("self", "deliveries"):
                link = made[owner]["links"][what]
                answer = client.get(link, headers=table.bearer(who))
                answers.append(answer)
                if who == owner:
                    assert answer.status_code == 200
                elif who in owners:
                    nothing = client.get(f"{table.path}/webhooks/{'0' * 32}", headers=table.bearer(who))
                    assert answer.data == nothing.data, "as if there were none"
            if who != owner:
                assert client.delete(made[owner]["links"]["self"], headers=table.bearer(who)).status_code >= 401
    answers += [table.ask(who, what) for who in table.everybody for what in ("", "decisions", "view", "audit")]
    assert not [answer for answer in answers if any(secret in answer.text for secret in secrets)]
    assert not [secret for secret in secrets if secret in caplog.text]
    other = open_match(client, 2)
    assert code(client.get(made["host"]["links"]["self"], headers=other.bearer("host"))) == "forbidden"


@pytest.mark.parametrize(
    ("whose", "by"), [(0, 0), (0, "host"), ("host", "host"), ("arbiter", "host"), ("scribe", "arbiter")]
)
def test_a_webhook_ends_with_the_token_that_registered_it(sqlite_client, whose, by):
    """Somebody who had the token before may have registered it. They are told nothing more, nobody inherits it."""
    table = open_match(sqlite_client, 2, public=False)
    owners = [0, 1, "host", "arbiter", "scribe"]
    made = {who: register(table, who).json for who in owners}
    of = {"role": "seat", "seat": whose} if isinstance(whose, int) else {"role": whose}
    new = with_token(table, table.do(by, {"type": "table.replace-token", **of})["tokens"][0])
    assert new.get(whose, "webhooks") == {"webhooks": []}
    assert code(new.ask(whose, f"webhooks/{made[whose]['id']}")) == "not-found"
    again = register(new, whose).json
    assert again["id"] != made[whose]["id"]
    matches = sqlite_client.application.extensions["kerbholz"].matches()
    Runner(matches, (), [Announcing(matches)]).catch_up()
    stored = {one for (one,) in matches.database.query("SELECT id FROM kerbholz_webhooks")}
    assert stored == {one["id"] for who, one in {**made, whose: again}.items()}
    new.do("host", {"type": "table.abandon"})
    Runner(matches, (), [Announcing(matches)]).catch_up()
    told = {one for (one,) in matches.database.query("SELECT webhook_id FROM kerbholz_deliveries")}
    assert told == stored


def test_a_webhook_of_a_token_that_was_revoked_ends(sqlite_client):
    table = open_match(sqlite_client, 2)
    register(table, "scribe")
    table.do("host", {"type": "table.replace-token", "role": "scribe", "revoke": True})
    matches = sqlite_client.application.extensions["kerbholz"].matches()
    Runner(matches, (), [Announcing(matches)]).catch_up()
    assert matches.database.query("SELECT id FROM kerbholz_webhooks") == []


def test_a_token_has_so_many_webhooks_and_no_more(sqlite_client):
    table = open_match(sqlite_client, 2)
    made = [register(table, 0, f"{URL}/{number}") for number in range(MOST)]
    assert {answer.status_code for answer in made} == {201}
    assert code(register(table, 0, f"{URL}/more")) == "too-many-webhooks"
    assert register(table, 0, f"{URL}/0").status_code == 201, "it is there already"
    assert register(table, 1, f"{URL}/more").status_code == 201
    sqlite_client.delete(made[1].json["links"]["self"], headers=table.bearer(0))
    assert register(table, 0, f"{URL}/more").status_code == 201
    table.do("host", {"type": "table.abandon"})
    table.do("host", {"type": "table.close"})
    assert code(register(table, 1)) == "closed"


UNCALLABLE = [
    {},
    {"url": 1},
    {"url": ""},
    {"url": URL, "events": []},
    {"url": URL, "events": ["match.nothing"]},
    {"url": URL, "events": "match.ended"},
    {"url": URL, "secret": "whsec_mine"},
    {"url": "https://example.org/" + "x" * 1000},
    *({"url": url} for url in ("http://example.org/", "https://127.0.0.1/", "https://[::1]/", "ftp://x/")),
    *(
        {"url": url}
        for url in ("https://", "https://a b/", "https://ex\u00e4mple.org/", "https://me@example.org/")
    ),
    *({"url": url} for url in ("https://x:0/", "https://x:99999/", "https://[::1/", "https://x/#y", "//x/", "x")),
    *({"url": url} for url in ("https://x\\@y/", "https://x\n/", "https://%31/")),
]


def test_what_cannot_be_called_is_refused(sqlite_client):
    table = open_match(sqlite_client, 2)
    for body in UNCALLABLE:
        answer = sqlite_client.post(f"{table.path}/webhooks", json=body, headers=table.bearer(0))
        assert code(answer) == "invalid", body
    assert table.get(0, "webhooks") == {"webhooks": []}


def test_an_operator_can_do_without(sqlite_client, sqlite_url):
    app = create_app(Settings(database=sqlite_url, limits=OFF, webhooks="off"))
    table = open_match(new_client(sqlite_url, app), 2)
    assert code(register(table, 0)) == "forbidden"
    assert "webhooks" not in table.client.get("/readyz").json["projections"]
    app.extensions["kerbholz"].close()
    assert Settings.from_environment({"KERBHOLZ_WEBHOOKS": "anywhere"}).webhooks == "anywhere"
    with pytest.raises(ValueError, match="public, anywhere, off"):
        Settings(webhooks="everywhere")


# -- where they may lead ------------------------------------------------------------------------------------

PUBLIC = ["93.184.215.14", "8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
SPECIAL = [
    *("0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.8.8.8", "169.254.169.254"),
    *("172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.7"),
    *("203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254"),
    *("::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1"),
    *("2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1"),
    *("fe80::1%eth0", "fec0::1", "ff02::1", "localhost", "", "127.1", "0x7f.1", "2130706433"),
]


def test_only_addresses_of_the_public_internet_are_called():
    assert [address for address in PUBLIC if not is_public(address)] == []
    assert [address for address in SPECIAL if is_public(address)] == []


def test_no_way_of_writing_the_own_machine_leads_there(there):
    port = there.url.rpartition(":")[2]
    for host in ("127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0", "[::1]", "[::ffff:7f00:1]"):
        with pytest.raises(NotReached, match="unreachable"):
            post(f"http://{host}:{port}/", b"{}", {}, anywhere=False)
    assert there.calls == []


def test_a_name_is_resolved_once_and_what_was_looked_at_is_what_is_called(there, monkeypatch):
    """A name that is public at first and then leads into the own network: rebinding."""
    port = int(there.url.rpartition(":")[2])
    asked = []
    resolve = socket.getaddrinfo

    def rebinding(host, *args, **kwargs):
        asked.append(host)
        return resolve("203.0.113.9" if len(asked) > 1 else "127.0.0.1", port, type=socket.SOCK_STREAM)

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    assert post(f"http://rebinding.example:{port}/x?y=1", b"{}", {}, anywhere=True).status == 204
    assert asked == ["rebinding.example"]
    (call,) = there.calls
    assert (call.path, call.headers["host"]) == ("/x?y=1", f"rebinding.example:{port}")
    asked.clear()
    with pytest.raises(NotReached, match="unreachable"):
        post(f"http://rebinding.example:{port}/", b"{}", {}, anywhere=False)
    assert asked == ["rebinding.example"]
    assert len(there.calls) == 1


def test_where_it_is_allowed_http_and_private_addresses_may_be_called():
    assert wrong_with("http://192.168.1.7:8080/hook?x=1", anywhere=True) is None
    assert wrong_with("https://[2606:4700:4700::1111]:8443/", anywhere=False) is None
    assert wrong_with("ftp://192.168.1.7/", anywhere=True) is not None


# -- what a receiver answers ---------------------------------------------------------------------------------


def test_a_receiver_that_dawdles_is_cut_off(there):
    let_go = Event()

    def drip(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while not let_go.wait(0.05):
            handler.wfile.write(b"X-Drip: y\r\n")

    there.answers.append(drip)
    begun = time.monotonic()
    with pytest.raises(NotReached, match="timed-out"):
        post(there.url, b"{}", {}, anywhere=True, total=0.5)
    assert time.monotonic() - begun < 3
    let_go.set()


def test_nothing_is_redirected_and_bodies_are_not_read_to_their_end(there):
    def endless(handler):
        handler.send_response(200)
        handler.end_headers()
        for _ in range(10_000):
            handler.wfile.write(b"x" * 10_000)

    def endless_to_whoever_listens(handler):
        try:
            endless(handler)
        except OSError:
            gone.set()

    gone = Event()
    there.answers += [307, endless_to_whoever_listens]
    assert post(there.url, b"{}", {}, anywhere=True) == Answered(307)
    assert post(there.url, b"{}", {}, anywhere=True) == Answered(200)
    assert gone.wait(10)
    assert len(there.calls) == 2


def test_what_is_no_http_or_no_tls_is_no_answer(there):
    there.answers.append(lambda handler: handler.wfile.write(b"hello\r\n"))
    with pytest.raises(NotReached, match="no-answer"):
        post(there.url, b"{}", {}, anywhere=True)
    with pytest.raises(NotReached, match="tls"):
        post(there.url.replace("http:", "https:"), b"{}", {}, anywhere=True, total=2.0)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        with pytest.raises(NotReached, match="unreachable"):
            post(f"http://127.0.0.1:{port}/", b"{}", {}, anywhere=True)


def test_every_process_sends_by_the_setting(sqlite_client, sqlite_url, there):
    """A webhook in a private network, registered while that was allowed, is called no more when it is not."""
    app = create_app(Settings(database=sqlite_url, limits=OFF, webhooks="anywhere"))
    table = open_match(new_client(sqlite_url, app), 2)
    assert register(table, "host", there.url).status_code == 201
    app.extensions["kerbholz"].close()
    matches = sqlite_client.application.extensions["kerbholz"].matches()
    table.client = sqlite_client
    table.do("host", {"type": "table.abandon"})
    Runner(matches, (), [Announcing(matches)]).catch_up()
    outcomes: list[str] = []
    sender = Sender(matches, anywhere=False, count=outcomes.append)
    for thread in sender.round():
        thread.join()
    assert sender.round() == []
    assert outcomes == ["unreachable"]
    assert there.calls == []


def test_a_delivery_is_taken_for_longer_than_sending_can_take():
    assert guarded_post.TOTAL * 2 < LEASE
