"""When something was played: what is taken, how it is kept, and what is refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.service.playing import open_match, opening


def day(ahead: int) -> str:
    return str((datetime.now(tz=UTC) + timedelta(days=ahead)).date())


def test_the_day_of_a_match_is_none_that_cannot_be(sqlite_client):
    client = sqlite_client
    for ahead, status in ((0, 201), (1, 201), (3, 422)):
        assert client.post("/v1/matches", json=opening(2, played_on=day(ahead))).status_code == status
    for text, said in (("2999-01-01", "future"), ("9999-12-31", "future"), ("1899-12-31", "before 1900")):
        refused = client.post("/v1/matches", json=opening(2, played_on=text))
        assert (refused.status_code, refused.json["code"]) == (422, "invalid")
        assert said in refused.json["errors"]["played_on"][0]
    assert client.post("/v1/matches", json=opening(2, played_on="1900-01-01")).status_code == 201
    # What is looked for may be any day: it only finds nothing.
    query = {"played_from": "0001-01-01", "played_to": "9999-12-31"}
    assert client.get("/v1/matches", query_string=query).status_code == 200


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("2026-11-20T21:15:00+01:00", "2026-11-20T20:15:00Z"),
        ("2026-11-20T20:15:00.123456+00:00", "2026-11-20T20:15:00.123Z"),
        ("2026-11-20t20:15:00.000z", "2026-11-20T20:15:00Z"),
    ],
)
def test_a_time_is_kept_in_one_form(sqlite_client, given, kept):
    table = open_match(sqlite_client, 2, mode="recorded")
    note = {"type": "table.note", "text": "late", "occurred_at": given}
    for entered in (note, {"commands": [note, note]}):
        answer = sqlite_client.post(f"{table.path}/commands", json=entered, headers=table.bearer("scribe"))
        assert answer.status_code == 201, answer.text
    lines = f'@{given} scribe: note "spoken"'
    headers = {**table.bearer("scribe"), "Content-Type": "text/plain"}
    assert sqlite_client.post(f"{table.path}/shorthand", data=lines, headers=headers).status_code == 201
    assert [one["occurred_at"] for one in table.log()[1:] if not one["automatic"]] == [kept] * 4
    exported = sqlite_client.get(f"{table.path}/shorthand").text
    assert exported.count(f"@{kept} scribe: note") == 4


def test_only_the_scribe_of_a_recorded_match_claims_a_time(sqlite_client):
    note = {"type": "table.note", "text": "late", "occurred_at": "2026-11-20T20:15:00Z"}
    for mode, others in (("recorded", (0, "arbiter")), ("hosted", (0, "arbiter", "scribe"))):
        table = open_match(sqlite_client, 2, mode=mode)
        before = table.version
        for who in others:
            refused = table.send(who, note)
            assert (refused.status_code, refused.json["code"]) == (403, "forbidden"), (mode, who)
        assert table.version == before


def test_a_time_that_cannot_be_is_refused_by_its_field(sqlite_client):
    table = open_match(sqlite_client, 2, mode="recorded")
    future = (datetime.now(tz=UTC) + timedelta(days=2)).isoformat()
    for given in (
        future,
        "1899-12-31T00:00:00Z",
        "2026-11-20T20:15:00",
        "2026-11-20T20:15:60Z",
        "",
        5,
        None,
        [],
        True,
    ):
        note = {"type": "table.note", "text": "late", "occurred_at": given}
        refused = table.send("scribe", note)
        assert (refused.status_code, list(refused.json["errors"])) == (422, ["occurred_at"])
        refused = table.send("scribe", {"type": "table.note", "text": "x"}, note)
        assert (refused.status_code, list(refused.json["errors"])) == (422, ["commands.1.occurred_at"])
    assert len(table.log()) == 1
