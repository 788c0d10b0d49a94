"""Every error is application/problem+json, whatever raised it and however the request was made."""

import json
import logging
from typing import NoReturn

import pytest
from flask import Flask, abort, request
from flask.testing import FlaskClient
from flask_smorest import Api, Blueprint
from marshmallow import Schema, fields
from marshmallow.validate import Range
from werkzeug.exceptions import HTTPException, NotFound, RequestedRangeNotSatisfiable, default_exceptions
from werkzeug.test import TestResponse

from service.web.problems import CODES, DEFAULT_HEADERS, Problem, field_errors, from_http, install


class StorageError(Exception):
    pass


class Query(Schema):
    limit = fields.Integer(validate=Range(min=1))
    seat = fields.Integer(required=True)


@pytest.fixture
def client() -> FlaskClient:
    app = Flask(__name__, static_folder=None)
    app.config |= {"API_TITLE": "t", "API_VERSION": "1", "OPENAPI_VERSION": "3.1.0", "MAX_CONTENT_LENGTH": 10}
    api = Api(app)
    blueprint = Blueprint("things", __name__, url_prefix="/v1")

    @blueprint.get("/checked")
    @blueprint.arguments(Query, location="query")
    def checked(query: dict[str, object]) -> dict[str, object]:
        return query

    api.register_blueprint(blueprint)

    @app.get("/v1/matches")
    def matches() -> str:
        return "[]"

    @app.get("/v1/folder/")
    def folder() -> str:
        return "[]"

    @app.post("/v1/body")
    def body() -> str:
        return str(request.get_data())

    @app.get("/v1/status/<int:status>")
    def status(status: int) -> NoReturn:
        abort(status)

    @app.get("/v1/code/<code>")
    def code(code: str) -> NoReturn:
        raise Problem(code)

    @app.get("/v1/full")
    def full() -> NoReturn:
        errors = {"name": ["half a pair: \ud800"]}
        raise Problem("version-moved", "Größer", rule="TT 4.2", errors=errors, version=7, headers={"X-One": "1"})

    @app.get("/v1/bug")
    def bug() -> NoReturn:
        raise KeyError("inner workings")

    @app.get("/v1/outage")
    def outage() -> NoReturn:
        raise StorageError("password=hunter2")

    install(app, lambda error: isinstance(error, StorageError))
    return app.test_client()


def problem_of(response: TestResponse, code: str) -> dict[str, object]:
    """The body, after checking what holds for every problem."""
    assert response.content_type == "application/problem+json"
    body: dict[str, object] = json.loads(response.data)
    assert body["code"] == code
    assert body["type"] == f"/docs/problems#{code}"
    assert body["status"] == response.status_code == CODES[code].status
    assert body["title"]
    assert body["detail"]
    return body


def test_a_problem_has_the_members_of_the_rfc_and_no_empty_ones(client):
    body = problem_of(client.get("/v1/code/illegal-move"), "illegal-move")
    assert set(body) == {"type", "title", "status", "detail", "code"}


def test_a_problem_can_tell_rule_errors_version_and_headers(client):
    response = client.get("/v1/full")
    body = problem_of(response, "version-moved")
    assert body["detail"] == "Größer"
    assert (body["rule"], body["version"]) == ("TT 4.2", 7)
    assert body["errors"] == {"name": ["half a pair: \ud800"]}
    assert response.headers["X-One"] == "1"


@pytest.mark.parametrize("code", CODES)
def test_every_code_can_be_raised(client, code):
    problem_of(client.get(f"/v1/code/{code}"), code)


@pytest.mark.parametrize(("code", "headers"), DEFAULT_HEADERS.items())
def test_default_headers_stand_on_the_answer_and_can_be_replaced(client, code, headers):
    sent = client.get(f"/v1/code/{code}").headers
    assert headers.items() <= dict(sent).items()
    assert Problem(code, headers=dict.fromkeys(headers, "9")).headers == dict.fromkeys(headers, "9")


def test_an_unknown_code_or_a_status_of_another_code_fails_loudly():
    with pytest.raises(ValueError, match="'ilegal-move' is not a code"):
        Problem("ilegal-move")
    with pytest.raises(ValueError, match="goes with status 422, not 400"):
        Problem("invalid", status=400)
    assert Problem(status=422, code="invalid", detail="No.").body()["detail"] == "No."


@pytest.mark.parametrize("status", sorted(default_exceptions))
def test_every_http_exception_of_werkzeug_becomes_a_problem(client, status):
    response = client.get(f"/v1/status/{status}")
    code = json.loads(response.data)["code"]
    body = problem_of(response, code)
    assert response.status_code == status or code in ("malformed", "internal", "unavailable")
    assert "<" not in str(body)


def test_what_our_own_code_says_is_kept_and_stock_phrases_are_not():
    assert from_http(NotFound("No such match.")).detail == "No such match."
    assert from_http(NotFound()).detail == CODES["not-found"].explanation
    assert from_http(HTTPException()).code == "internal"
    assert from_http(RequestedRangeNotSatisfiable()).code == "malformed"


@pytest.mark.scenario(113)
@pytest.mark.parametrize(
    "path", ["/", "/v1/matches/", "//v1/matches", "/v1//matches", "/v1/folder", "/v1/%00", "/v1/%ff", "/%2F"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_a_path_that_is_not_exactly_a_routes_is_not_found_and_never_redirects(client, method, path):
    problem_of(client.open(path, method=method), "not-found")


def test_a_wrong_method_is_told_which_are_right(client):
    for method in ("POST", "DELETE", "BREW"):
        response = client.open("/v1/matches", method=method)
        problem_of(response, "method-not-allowed")
        assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_head_has_the_headers_of_get_and_no_body(client):
    head, get = client.head("/v1/nothing"), client.get("/v1/nothing")
    assert head.status_code == 404
    assert head.data == b""
    assert head.headers == get.headers
    assert client.head("/v1/matches").status_code == 200


def test_options_answers_with_allow_and_nothing_else(client):
    response = client.options("/v1/matches")
    assert response.status_code == 204
    assert response.data == b""
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
    assert "Content-Type" not in response.headers


def test_a_body_over_the_limit_is_too_large(client):
    problem_of(client.post("/v1/body", data=b"12345678901"), "too-large")


def test_errors_in_arguments_are_told_by_field(client):
    body = problem_of(client.get("/v1/checked?limit=0"), "invalid")
    assert body["errors"] == {
        "limit": ["Has to be at least 1."],
        "seat": ["Has to be given."],
    }


def test_nested_messages_are_flattened_to_paths():
    nested = {"seats": {0: {"name": ["No.", "Never."]}}, "_schema": ["Both."], "mode": "No."}
    assert field_errors(nested) == {"seats.0.name": ["No.", "Never."], "_schema": ["Both."], "mode": ["No."]}
    assert field_errors(["No."], "body") == {"body": ["No."]}


@pytest.mark.scenario(100)
def test_a_bug_is_logged_without_the_request_and_told_without_internals(client, caplog):
    headers = {"Authorization": "Bearer secret-token"}
    response = client.get("/v1/bug?q=in-the-query", headers=headers, data=b"in-body")
    body = problem_of(response, "internal")
    assert "inner workings" not in str(body)
    assert "inner workings" in caplog.text
    for secret in ("secret-token", "in-the-query", "in-body"):
        assert secret not in caplog.text


def test_a_storage_outage_asks_to_come_back(client, caplog):
    response = client.get("/v1/outage")
    problem_of(response, "unavailable")
    assert int(response.headers["Retry-After"]) > 0
    assert "hunter2" not in response.text + caplog.text
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
