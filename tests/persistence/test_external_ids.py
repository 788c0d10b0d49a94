"""What a match is called elsewhere: each external id has one match, whoever asks at the same time."""

from __future__ import annotations

from functools import partial

import pytest

from domain.application.matches import Matches
from service.app import create_app
from service.config import Settings
from tests.persistence.serving import apps, at_once, statuses
from tests.service.playing import Table, new_client, open_match, opening
from tests.service.test_api_keys import bearer, keys

CLUB = {"external-id": "club:7"}
CODE = "external-id-taken"


def count(url: str) -> int:
    """How many matches are stored."""
    with Matches(Settings(database=url).environment) as matches:
        ((number,),) = matches.database.query("SELECT count(*) FROM kerbholz_secrets")
        return int(number)


@pytest.mark.scenario(86)
def test_of_many_openings_at_once_one_has_the_external_id(migrated_url):
    with apps(migrated_url, 3) as clients:
        for number in range(10):
            body = opening(2, labels={"external-id": f"club:{number}"}, public=number % 2 == 0)
            answers = at_once(*(partial(client.post, "/v1/matches", json=body) for client in clients * 2))
            assert statuses(answers) == [201] + [409] * 5
            (opened,) = [answer.json["id"] for answer in answers if answer.status_code == 201]
            refused = [answer.json for answer in answers if answer.status_code == 409]
            assert {one["code"] for one in refused} == {CODE}
            known = f"/v1/matches/{opened}" if body["public"] else None
            assert {one.get("match") for one in refused} == {known}
            assert body["public"] or opened not in str(refused)
    assert count(migrated_url) == 10


def test_a_repetition_with_its_key_is_answered_as_before(migrated_url):
    with apps(migrated_url, 3) as clients:
        for number in range(6):
            body = opening(2, labels={"external-id": f"club:{number}"})
            key = {"Idempotency-Key": f"key-{number}"}
            answers = at_once(
                *(partial(client.post, "/v1/matches", json=body, headers=key) for client in clients * 2)
            )
            assert statuses(answers) == [201] * 6
            assert len({answer.data for answer in answers}) == 1
            assert clients[0].post("/v1/matches", json=body, headers=key).data == answers[0].data
            assert clients[0].post("/v1/matches", json=body).json["code"] == CODE


@pytest.mark.few("sqlite")
def test_an_abandoned_match_leaves_its_external_id_free_for_one(migrated_url):
    with apps(migrated_url, 3) as clients:
        client = clients[0]
        for _ in range(3):
            first = open_match(client, 2, labels=CLUB)
            assert client.post("/v1/matches", json=opening(2, labels=CLUB)).json["match"] == first.path
            assert first.send("host", {"type": "table.abandon"}).status_code == 201
            answers = at_once(
                *(partial(one.post, "/v1/matches", json=opening(2, labels=CLUB)) for one in clients * 2)
            )
            assert statuses(answers) == [201] + [409] * 5
            (opened,) = [answer.json for answer in answers if answer.status_code == 201]
            assert Table(client, opened).send("host", {"type": "table.abandon"}).status_code == 201


def test_other_ids_and_no_ids_are_in_nobodys_way(migrated_url):
    with apps(migrated_url, 1) as (client,):
        for labels in ({}, {"external-id": ""}, {"title": "club:7"}):
            assert [open_match(client, 2, labels=labels) for _ in range(2)]
        for name in ("club:7", "club:8", "Club:7", "club:7 ", "%", "_", "'", "é" * 200):
            open_match(client, 2, labels={"external-id": name})
            assert client.post("/v1/matches", json=opening(2, labels={"external-id": name})).status_code == 409


def test_a_refused_opening_takes_no_external_id(migrated_url):
    with apps(migrated_url, 1) as (client,):
        body = opening(2, labels=CLUB, options={"first_seat": 9})
        assert client.post("/v1/matches", json=body).status_code == 422
        open_match(client, 2, labels=CLUB)


def test_an_erased_label_leaves_its_external_id_free(migrated_url):
    with apps(migrated_url, 1) as (client,):
        first = open_match(client, 2, labels=CLUB)
        matches = client.application.extensions["kerbholz"].matches()
        matches.erase(matches.load(next(iter(_ids(matches)))).id, 0, "/labels")
        assert first.ask(None).json["labels"] != CLUB
        open_match(client, 2, labels=CLUB)


def _ids(matches):
    return [event.match_id for event in matches.feed.after(0)]


@pytest.mark.few("sqlite-True", "sqlite-False", "postgres-False")
@pytest.mark.parametrize("public", [True, False])
def test_each_api_key_has_external_ids_of_its_own(migrated_url, public):
    app = create_app(Settings(database=migrated_url, require_key=True))
    client = new_client(migrated_url, app)
    one, two = keys(migrated_url, "add", "one"), keys(migrated_url, "add", "two")
    body = opening(2, labels=CLUB, public=public)
    first = client.post("/v1/matches", json=body, headers=bearer(one))
    again = client.post("/v1/matches", json=body, headers=bearer(one))
    # Who has opened it may know of it, public or not.
    assert (again.status_code, again.json["match"]) == (409, f"/v1/matches/{first.json['id']}")
    assert client.post("/v1/matches", json=body, headers=bearer(two)).status_code == 201
    app.extensions["kerbholz"].close()
