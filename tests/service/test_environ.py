"""What tests send in short is what the library sends."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.service.environ import plain_environ

BEARER = {"Authorization": "Bearer khs_x-y", "Idempotency-Key": "a b"}
PLAIN = {
    "get": (("/v1/matches",), {"method": "GET"}),
    "query": (("/v1/a/view",), {"method": "GET", "query_string": {"at": 3, "as": "public"}}),
    "no query": (("/v1/a/view",), {"method": "GET", "query_string": {}, "headers": BEARER}),
    "json": (("/v1/a/commands",), {"method": "POST", "json": {"text": "é", "n": [1, None]}, "headers": BEARER}),
    "bytes": (
        ("/v1/a",),
        {"method": "POST", "data": b"\x00\xff", "headers": {"Content-Type": "application/json"}},
    ),
    "text": (("/v1/a",), {"method": "POST", "data": "é", "headers": {"If-Match": '"1"'}}),
    "json of another type": (("/v1/a",), {"method": "POST", "json": 1, "headers": {"Content-Type": "text/plain"}}),
}
LEFT = {
    "quoted": (("/v1/%41",), {"method": "GET"}),
    "query in the path": (("/v1/a?b",), {"method": "GET"}),
    "odd query": (("/v1/a",), {"method": "GET", "query_string": {"a": "ä"}}),
    "repeated query": (("/v1/a",), {"method": "GET", "query_string": {"a": ["1", "2"]}}),
    "odd header": (("/v1/a",), {"method": "GET", "headers": {"X-A": " é"}}),
    "repeated header": (("/v1/a",), {"method": "GET", "headers": {"X-A": "1", "x-a": "2"}}),
    "length": (("/v1/a",), {"method": "POST", "data": b"1", "headers": {"Content-Length": "7"}}),
    "no body": (("/v1/a",), {"method": "POST"}),
    "put": (("/v1/a",), {"method": "PUT", "json": 1}),
    "another option": (("/v1/a",), {"method": "GET", "base_url": "https://there"}),
}


@pytest.fixture
def asks() -> FlaskClient:
    client = Flask("any").test_client()
    client.environ_base["REMOTE_ADDR"] = "192.0.2.1"
    return client


@pytest.mark.parametrize("name", PLAIN)
def test_it_is_what_the_library_makes_of_it(name: str, asks: FlaskClient) -> None:
    arguments, given = PLAIN[name]
    wanted = asks._request_from_builder_args(arguments, dict(given)).environ
    made = plain_environ(arguments, given, asks.environ_base, asks.application.json.dumps)
    assert made is not None
    assert made.pop("wsgi.input").read() == wanted.pop("wsgi.input").read()
    del wanted["werkzeug.request"]
    assert made == wanted


@pytest.mark.parametrize("name", LEFT)
def test_the_rest_is_left_to_the_library(name: str, asks: FlaskClient) -> None:
    arguments, given = LEFT[name]
    assert plain_environ(arguments, given, asks.environ_base, asks.application.json.dumps) is None
