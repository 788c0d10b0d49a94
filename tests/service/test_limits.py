"""How often somebody may ask: buckets by token and address, and enough for who is awaited."""

from __future__ import annotations

import re
from random import Random

import pytest

from domain.application.tokens import token_hash
from service.app import create_app
from service.config import Settings
from service.web.bounds import DEFAULTS, Quota, limits_from
from service.web.limits import Buckets, address_of
from tests.service.playing import CheckedClient, Table, filled_move, new_client, open_match, opening

FEW = {"anonymous": Quota(12, 3600), "token": Quota(5, 3600), "awaited": Quota(8, 3600)}


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def limited(url: str, **settings: object) -> CheckedClient:
    return new_client(url, create_app(Settings(database=url, limits=FEW, **settings)))


@pytest.fixture
def few(sqlite_client: CheckedClient, sqlite_url: str) -> CheckedClient:
    """A service where a token has five requests, and eight more when it is awaited."""
    return limited(sqlite_url)


def until_refused(table: Table, who, what: str = "") -> int:
    """How many reads pass before one is refused."""
    for passed in range(40):
        response = table.ask(who, what)
        if response.status_code == 429:
            assert response.json["code"] == "too-many-requests"
            assert response.mimetype == "application/problem+json"
            assert 1 <= int(response.headers["Retry-After"]) <= 3600
            assert response.headers["Access-Control-Allow-Origin"] == "*"
            assert ";r=0;" in response.headers["RateLimit"]
            return passed
    raise AssertionError("nothing was refused")


# -- a bucket -----------------------------------------------------------------------------------------------


def test_a_bucket_lets_its_quota_pass_at_once_and_then_evenly():
    clock = Clock()
    buckets, quota = Buckets(clock=clock), Quota(10, 5)
    taken = [buckets.take("token", "a", quota) for _ in range(11)]
    assert [one.left for one in taken] == [*range(9, -1, -1), 0]
    assert [one.wait > 0 for one in taken] == [False] * 10 + [True]
    assert taken[-1].wait == pytest.approx(0.5)
    assert taken[-1].full == pytest.approx(5)
    clock.now += taken[-1].wait
    assert buckets.take("token", "a", quota).wait == 0
    assert buckets.take("token", "a", quota).wait > 0
    clock.now += 2
    assert [buckets.take("token", "a", quota).wait > 0 for _ in range(5)] == [False] * 4 + [True]
    clock.now += 3600
    assert buckets.take("token", "a", quota).left == 9


def test_a_refused_request_costs_nothing():
    clock = Clock()
    buckets, quota = Buckets(clock=clock), Quota(1, 10)
    assert buckets.take("token", "a", quota).wait == 0
    for _ in range(100):
        assert buckets.take("token", "a", quota).wait == pytest.approx(10)
    clock.now += 10
    assert buckets.take("token", "a", quota).wait == 0


def test_over_a_long_time_the_rate_is_the_quotas_and_no_more():
    clock = Clock()
    buckets, quota = Buckets(clock=clock), Quota(10, 5)
    passed = 0
    for _ in range(100_000):
        clock.now += 0.001
        passed += buckets.take("token", "a", quota).wait == 0
    assert 209 <= passed <= 210  # 10 at once, and 2 a second for 100 seconds


def test_buckets_are_apart_and_the_oldest_is_dropped():
    buckets, quota = Buckets(most=2, clock=Clock()), Quota(1, 10)
    assert buckets.take("token", "a", quota).wait == 0
    assert buckets.take("token", "b", quota).wait == 0
    assert buckets.take("token", "a", quota).wait > 0
    assert buckets.take("anonymous", "a", quota).wait == 0  # drops b, which was used before a
    assert buckets.take("token", "a", quota).wait > 0
    assert buckets.take("token", "b", quota).wait == 0


# -- over HTTP ----------------------------------------------------------------------------------------------


@pytest.mark.scenario(100)
def test_a_token_has_a_bucket_and_others_are_not_touched(few):
    """429 is a problem with Retry-After, whatever was asked for."""
    table = open_match(few, 2)
    assert until_refused(table, "arbiter") == 5
    assert until_refused(table, "arbiter", "view") == 0
    assert until_refused(table, "spectator") == 5
    assert until_refused(table, None) == 11  # opening was one
    for response in (few.options("/v1/rulesets"), few.get("/healthz"), few.get("/readyz"), few.get("/metrics")):
        assert response.status_code < 300
        assert "RateLimit" not in response.headers


def test_who_is_refused_is_told_when_there_is_room_again(few):
    table = open_match(few, 2)
    assert until_refused(table, "arbiter") == 5
    refused = table.ask("arbiter")
    assert refused.status_code == 429
    assert 700 <= int(refused.headers["Retry-After"]) <= 720, "a fifth of an hour, less what has passed"


def test_who_is_awaited_can_move_although_he_polled_too_often(few):
    table = open_match(few, 2)
    first = table.awaiting[0]["seat"]
    other = 1 - first
    assert until_refused(table, other) == 5
    assert until_refused(table, first) == 13
    again = open_match(few, 2)
    (seat,) = (one["seat"] for one in again.awaiting)
    for _ in range(5):
        assert again.ask(seat).status_code == 200
    response = again.ask(seat, "moves")
    assert response.status_code == 200
    assert response.headers["RateLimit"].startswith('"awaited";r=7;t=')
    moved = again.send(seat, filled_move(response.json["moves"][0], Random(1)))
    assert moved.status_code == 201
    assert until_refused(again, seat) == (6 if {"seat": seat} in again.awaiting else 0)


def test_the_scribe_of_a_recorded_match_is_awaited_always_and_of_a_hosted_one_never(few):
    assert until_refused(open_match(few, 2, mode="recorded"), "scribe") == 13
    assert until_refused(open_match(few, 2), "scribe") == 5


def test_the_fields_say_which_buckets_there_are_and_how_one_stands(few):
    table = open_match(few, 2)
    response = table.ask(0)
    assert response.headers["RateLimit-Policy"] == '"token";q=5;w=3600, "awaited";q=8;w=3600'
    assert re.fullmatch('"token";r=4;t=7[12][0-9]', response.headers["RateLimit"])
    assert table.ask("host").headers["RateLimit-Policy"] == '"token";q=5;w=3600'
    assert few.get("/v1/nothing").headers["RateLimit-Policy"] == '"anonymous";q=12;w=3600'


def test_a_token_that_is_made_up_counts_for_the_address(few):
    codes = [
        few.get("/v1/rulesets", headers={"Authorization": f"Bearer khz_seat_{number:048}"}).status_code
        for number in range(13)
    ]
    assert codes == [200] * 12 + [429]


def test_a_token_is_hashed_and_looked_up_once_in_a_request(few, sqlite_url, monkeypatch):
    """Also one that nobody knows, and an API key: counting it and asking whose it is are one question."""
    table = open_match(few, 2)
    client = limited(sqlite_url, require_key=True)
    side = client.application.extensions["kerbholz"].matches().side
    asked: list[str] = []

    def watched(what: str, function):
        return lambda *args: (asked.append(what), function(*args))[1]

    monkeypatch.setattr("service.web.auth.token_hash", watched("hash", token_hash))
    monkeypatch.setattr(side, "token", watched("token", side.token))
    monkeypatch.setattr(side, "api_key", watched("key", side.api_key))
    for token, status, lookups in (
        (table.token("host"), 200, ["hash", "token"]),
        (table.token("host"), 200, ["hash"]),
        ("khz_host_0", 401, ["hash", "token"]),
        ("khk_0", 401, ["hash", "key"]),
    ):
        assert client.get(table.path, headers={"Authorization": f"Bearer {token}"}).status_code == status
        assert asked == lookups
        asked.clear()
    side.add_api_key("club", token_hash("khk_1"), "2026-01-01T00:00:00.000Z")
    asked.clear()
    for key, status in (("khk_1", 201), ("khk_2", 401)):
        opened = client.post("/v1/matches", json=opening(2), headers={"Authorization": f"Bearer {key}"})
        assert (opened.status_code, asked) == (status, ["hash", "key"])
        asked.clear()


def test_addresses_are_those_that_the_proxy_tells_and_nobody_else(few, sqlite_url):
    def asked(client: CheckedClient, forwarded: str) -> str:
        return client.get("/v1/rulesets", headers={"X-Forwarded-For": forwarded}).headers["RateLimit"]

    assert asked(few, "192.0.2.1").startswith('"anonymous";r=11')
    assert asked(few, "192.0.2.2").startswith('"anonymous";r=10')
    behind = limited(sqlite_url, proxies=1)
    assert asked(behind, "192.0.2.1").startswith('"anonymous";r=11')
    assert asked(behind, "192.0.2.2").startswith('"anonymous";r=11')
    assert asked(behind, "198.51.100.7, 192.0.2.2").startswith('"anonymous";r=10')


def test_an_ipv6_caller_is_a_network():
    assert address_of("2001:db8:1:2:3::4") == address_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert address_of("2001:db8:1:3::4") != address_of("2001:db8:1:2::4")
    assert address_of("::ffff:192.0.2.1") == address_of("192.0.2.1") == "192.0.2.1"
    assert address_of(None) == ""


def test_limits_are_read_from_the_setting():
    assert Settings.from_environment({"KERBHOLZ_LIMITS": "off"}).limits == {}
    assert Settings.from_environment({}).limits == DEFAULTS
    assert limits_from("token=5/1, awaited=9/2") == {**DEFAULTS, "token": Quota(5, 1), "awaited": Quota(9, 2)}
    for wrong in ("", "on", "token=0/1", "token=5", "seat=5/1", "token=5/1;awaited=1/1"):
        with pytest.raises(ValueError, match="Limits are off"):
            limits_from(wrong)
    assert Settings.from_environment({"KERBHOLZ_PROXIES": "2"}).proxies == 2
    with pytest.raises(ValueError, match="0 to 10 proxies"):
        Settings.from_environment({"KERBHOLZ_PROXIES": "-1"})
