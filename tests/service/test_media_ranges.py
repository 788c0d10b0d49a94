"""What ``Accept`` may hold: of a media range only ``q`` counts, and the most specific range that fits a form."""

from __future__ import annotations

import pytest

from service.web.responses import EVENTS, JSON, NDJSON, PLAIN
from tests.service.playing import open_match

PROBLEM = "application/problem+json"
PROMETHEUS = (
    "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
    "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
    "text/plain;version=0.0.4;q=0.3,*/*;q=0.2"
)
"""What Prometheus 3 sends."""
OLDER = "application/openmetrics-text; version=0.0.1,text/plain;version=0.0.4;q=0.5,*/*;q=0.1"
"""What Prometheus 2 sends."""


def taken(form: str) -> list[str]:
    """Headers that allow a form, in the ways in which clients write it."""
    kind = form.partition("/")[0]
    return [
        form,
        f"{form};charset=utf-8",
        f"{form}; charset=UTF-8",
        f'{form};charset="utf-8";q=0.5',
        f"{form};q=0.001",
        f"{form};Q=0.5",
        f"{form};version=0.0.4",
        f"{form};boundary=x;version=1;q=0.3",
        f'{form};profile="a;q=0,b"',
        f"{form} ; q=1.000",
        form.upper(),
        f"{form.title()};CHARSET=utf-8",
        f"text/csv, {form};charset=utf-8;q=0.1",
        f"{form};charset=utf-8, {form};q=0",
        f"{kind}/*",
        f"{kind}/*;charset=utf-8;q=0.2",
        "*/*",
        "*/*;q=0.1",
        "*/*;charset=utf-8",
        f"*/*;q=0, {form}",
        f"{kind}/*;q=0, {form};charset=utf-8",
        f",{form},,",
        "*",
        "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
        "text/csv, *;q=.2",
        "",
        ";",
    ]


def refused(form: str) -> list[str]:
    """Headers that do not allow a form, nor that of errors."""
    return [
        "text/csv",
        "image/*",
        f"{form};q=0",
        f"{form};charset=utf-8;q=0.000",
        f"*/*, {form};q=0, {PROBLEM};q=0",
        "*/*;q=0",
        f"text/csv;{form};q=1",
        f'text/csv;note="{form}"',
    ]


@pytest.mark.parametrize("form", [JSON, NDJSON, EVENTS, PLAIN, "text/html"])
def test_parameters_of_a_media_range_choose_nothing(sqlite_client, form):
    table = open_match(sqlite_client, 2)
    path = {
        JSON: table.path,
        NDJSON: f"{table.path}/decisions",
        EVENTS: f"{table.path}/stream",
        PLAIN: f"{table.path}/shorthand",
        "text/html": "/docs",
    }[form]
    for accept in taken(form):
        response = sqlite_client.head(path, headers={"Accept": accept})
        assert response.status_code == 200, accept
        if form == NDJSON and form.partition("/")[0] in accept.lower() and "*" not in accept:
            assert response.mimetype == NDJSON, accept
    for accept in refused(form):
        if form == NDJSON and JSON not in accept and "*/*" in accept and "*/*;q=0" not in accept:
            accept += f", {JSON};q=0"
        response = sqlite_client.get(path, headers={"Accept": accept})
        assert (response.status_code, response.json["code"]) == (406, "not-acceptable"), accept


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/v1/rulesets", "/v1/openapi.json"])
def test_every_resource_reads_it_so(sqlite_client, path):
    for accept in taken(JSON):
        assert sqlite_client.get(path, headers={"Accept": accept}).status_code == 200, accept
    for accept in refused(JSON):
        assert sqlite_client.get(path, headers={"Accept": accept}).status_code == 406, accept


def test_what_only_errors_have_is_taken_with_parameters_too(sqlite_client):
    for accept in taken(PROBLEM):
        response = sqlite_client.get("/v1/matches/nowhere", headers={"Accept": accept})
        assert (response.status_code, response.mimetype) == (404, PROBLEM), accept


def test_what_is_not_there_is_not_found_in_any_form(sqlite_client):
    for accept in ("text/html", "text/event-stream", "image/png", "application/json;q=0"):
        assert sqlite_client.get("/v1/nothing", headers={"Accept": accept}).status_code == 404
        assert sqlite_client.delete("/v1/rulesets", headers={"Accept": accept}).status_code == 405


def test_several_headers_are_one_list(sqlite_client):
    headers = [("Accept", "text/csv"), ("Accept", "application/json;charset=utf-8")]
    assert sqlite_client.get("/v1/rulesets", headers=headers).status_code == 200
    assert sqlite_client.get("/v1/rulesets", headers=headers[:1]).status_code == 406


def test_figures_go_to_their_own_content_type(sqlite_client):
    real = [PROMETHEUS, OLDER, "text/plain;version=0.0.4", "text/plain; version=0.0.4; charset=utf-8"]
    for accept in [*real, *taken("text/plain")]:
        response = sqlite_client.get("/metrics", headers={"Accept": accept})
        assert response.status_code == 200, accept
        assert sqlite_client.get("/metrics", headers={"Accept": response.content_type}).status_code == 200


def test_the_weightier_form_is_served_and_json_among_equals(sqlite_client):
    table = open_match(sqlite_client, 2)
    for accept, form in {
        "application/json;charset=utf-8;q=0.4, application/x-ndjson;charset=utf-8;q=0.5": NDJSON,
        "application/json;charset=utf-8;q=0.5, application/x-ndjson;charset=utf-8;q=0.4": JSON,
        "application/x-ndjson, application/json": JSON,
        "application/x-ndjson;q=0.5, */*": JSON,
        "application/x-ndjson, */*;q=0.9": NDJSON,
        "application/*": JSON,
        "application/json;q=0, */*": NDJSON,
    }.items():
        response = table.ask(None, "decisions", headers={"Accept": accept})
        assert (response.status_code, response.mimetype) == (200, form), accept
