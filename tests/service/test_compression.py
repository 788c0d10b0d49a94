"""gzip: only for who asks for it, only where it is worth it, never for tokens; tags and `Vary` tell it apart."""

from __future__ import annotations

import gzip
import json

import pytest

from tests.service.playing import opening

LARGE = "/v1/rulesets/seven-sins"


@pytest.mark.parametrize(
    ("accepted", "compressed"),
    [
        (None, False),
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.5", True),
        ("*", True),
        ("gzip, deflate, br, zstd", True),
        ("gzip;q=1.0, identity;q=0.5", True),
        ("identity, gzip;q=0.5", False),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("identity", False),
        ("br", False),
        ("identity;q=0, gzip", True),
        ("*;q=0", False),
    ],
)
def test_what_is_asked_for_is_what_comes(sqlite_client, accepted, compressed):
    plain = sqlite_client.get(LARGE)
    headers = {} if accepted is None else {"Accept-Encoding": accepted}
    response = sqlite_client.get(LARGE, headers=headers)
    assert response.headers.get("Content-Encoding") == ("gzip" if compressed else None)
    assert (gzip.decompress(response.data) if compressed else response.data) == plain.data
    assert int(response.headers["Content-Length"]) == len(response.data)
    assert not compressed or len(response.data) < len(plain.data) / 3
    assert "Accept-Encoding" in response.headers["Vary"]


def test_each_form_has_a_tag_of_its_own_and_is_not_sent_twice(sqlite_client):
    forms = {
        coding: sqlite_client.get(LARGE, headers={"Accept-Encoding": coding}) for coding in ("gzip", "identity")
    }
    tags = {coding: response.headers["ETag"] for coding, response in forms.items()}
    assert tags["gzip"] != tags["identity"]
    for asked in forms:
        for known, tag in tags.items():
            response = sqlite_client.get(LARGE, headers={"Accept-Encoding": asked, "If-None-Match": tag})
            assert response.status_code == (304 if asked == known else 200)
            assert response.headers["ETag"] == tags[asked]
            assert response.status_code == 200 or "Content-Encoding" not in response.headers
    again = sqlite_client.get(LARGE, headers={"Accept-Encoding": "gzip"})
    assert again.data == forms["gzip"].data


def test_small_answers_errors_and_tokens_are_left_alone(sqlite_client):
    asked = {"Accept-Encoding": "gzip"}
    wanted = opening(2, labels={str(number): "x" * 200 for number in range(20)})
    opened = sqlite_client.post("/v1/matches", json=wanted, headers=asked)
    assert len(opened.data) > 4_000
    assert opened.json["tokens"]
    bad = sqlite_client.post(
        "/v1/matches", json={**opening(2), **{"x" * n: 1 for n in range(1, 60)}}, headers=asked
    )
    assert len(bad.data) > 1_000
    for response in (
        opened,
        bad,
        sqlite_client.get("/healthz", headers=asked),
        sqlite_client.get("/metrics", headers=asked),
    ):
        assert "Content-Encoding" not in response.headers


def test_a_long_answer_to_commands_is_compressed(sqlite_client):
    opened = sqlite_client.post("/v1/matches", json=opening(2)).json
    headers = {"Authorization": f"Bearer {opened['tokens']['arbiter']}", "Accept-Encoding": "gzip"}
    notes = {"commands": [{"type": "table.note", "text": "tea " * 100}] * 5}
    response = sqlite_client.post(f"/v1/matches/{opened['id']}/commands", json=notes, headers=headers)
    assert (response.status_code, response.headers["Content-Encoding"]) == (201, "gzip")
    assert len(json.loads(gzip.decompress(response.data))["decisions"]) == 5
