"""The form that opens a match, and the QR codes of its sheet of names."""

from __future__ import annotations

import re

import pytest
import segno
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.page.rendering import POLICY
from tests.service.playing import Table, open_match
from tests.service.test_pages import HTML, page_of, text_of

ORIGIN = "https://games.example"


def code_of(table: Table, token: str | None, **query: str) -> TestResponse:
    headers = {"Accept": "image/svg+xml", **({"Authorization": f"Bearer {token}"} if token else {})}
    client = FlaskClient(table.client.application)
    return client.get(f"/matches/{table.id}/code", query_string={"origin": ORIGIN, **query}, headers=headers)


def test_the_form_is_under_the_policy_and_linked_from_the_home_page(sqlite_client):
    assert 'href="/open"' in text_of(sqlite_client, "/")
    answer = page_of(sqlite_client, "/open")
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", answer.text)
    assert '<html lang="de"' in text_of(sqlite_client, "/open", **{"Accept-Language": "de"})


def test_an_api_key_is_asked_for_only_where_the_service_asks_for_one(sqlite_client):
    assert 'id="key"' not in text_of(sqlite_client, "/open")
    sqlite_client.application.extensions["kerbholz"].require_key = True
    assert 'id="key"' in text_of(sqlite_client, "/open")


def modules(path: str, size: int) -> set[tuple[int, int]]:
    """The dark squares of a drawn code, from the one path of horizontal lines that it is."""
    found, x, y = set(), 0.0, 0.0
    for kind, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?:[ ]?(-?[\d.]+))?", path):
        if kind == "h":
            found |= {(int(x) + step, int(y)) for step in range(int(first))}
            x += float(first)
        else:
            x, y = (float(first), float(second)) if kind == "M" else (x + float(first), y + float(second))
    assert all(0 <= place < size for square in found for place in square)
    return found


def test_the_code_is_that_of_the_link_with_the_token_of_the_request(sqlite_client):
    table = open_match(sqlite_client, 2)
    for who in (0, 1, "arbiter", "host", "spectator"):
        token = table.token(who)
        answer = code_of(table, token)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
        assert answer.content_type == "image/svg+xml"
        assert "style" not in answer.text
        drawn = re.search(r'stroke="#000" d="([^"]*)"', answer.text)
        wanted = segno.make_qr(f"{ORIGIN}/matches/{table.id}#token={token}", error="m")
        dark = {
            (x + 4, y + 4) for y, row in enumerate(wanted.matrix) for x, square in enumerate(row) if square & 1
        }
        assert drawn is not None
        assert modules(drawn[1], wanted.symbol_size()[0]) == dark


def test_without_a_token_that_counts_in_the_match_there_is_no_code(sqlite_client):
    table, other = open_match(sqlite_client, 2), open_match(sqlite_client, 2)
    assert code_of(table, None).status_code == 401
    assert code_of(table, "khz_seat_0000").status_code == 401
    assert code_of(table, other.token(0)).status_code == 403
    old = table.token(0)
    table.do("host", {"type": "table.replace-token", "role": "seat", "seat": 0, "revoke": True})
    assert code_of(table, old).status_code == 401


@pytest.mark.parametrize("origin", ["", "games.example", "javascript:x", "https://a.example/path", "https://a b"])
def test_what_is_no_origin_is_refused(sqlite_client, origin):
    table = open_match(sqlite_client, 2)
    assert code_of(table, table.token(0), origin=origin).status_code == 422


def test_the_form_is_html_alone(sqlite_client):
    assert page_of(sqlite_client, "/open", Accept="application/json").status_code == 406
    assert page_of(sqlite_client, "/open", **HTML).status_code == 200
