"""What will be cut says so in headers and in the OpenAPI document, long before."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import pytest
from flask import Flask

from service.app import create_app, openapi
from service.config import Settings
from service.openapi.deprecations import Deprecated, install
from service.web.bounds import OFF

SINCE, SUNSET = datetime(2027, 1, 1, tzinfo=UTC), datetime(2028, 2, 1, 12, tzinfo=UTC)
NOTICE = Deprecated(SINCE, SUNSET, "https://example.org/instead")


def app_of(registry) -> Flask:
    """An app with an old route and a new one."""
    app = Flask("old", static_folder=None)

    @app.get("/v1/old/<thing>")
    def old(thing: str) -> tuple[dict[str, str], int, dict[str, str]]:
        return {"thing": thing}, 200 if thing == "there" else 404, {"Link": '</v1/more>; rel="next"'}

    @app.get("/v1/new")
    def new() -> dict[str, str]:
        return {}

    install(app, registry)
    return app


@pytest.mark.scenario(113)
def test_a_deprecated_route_says_since_when_until_when_and_what_instead():
    """Announced in headers before the cut."""
    client = app_of({("GET", "/v1/old/{thing}"): NOTICE}).test_client()
    for response in (client.get("/v1/old/there"), client.head("/v1/old/there"), client.get("/v1/old/gone")):
        assert response.headers["Deprecation"] == "@1798761600"
        assert datetime.fromtimestamp(int(response.headers["Deprecation"][1:]), UTC) == SINCE
        assert response.headers["Sunset"] == "Tue, 01 Feb 2028 12:00:00 GMT"
        assert parsedate_to_datetime(response.headers["Sunset"]) == SUNSET
        assert response.headers.getlist("Link") == [
            '</v1/more>; rel="next"',
            '<https://example.org/instead>; rel="deprecation"; type="text/html"',
        ]
    for response in (client.get("/v1/new"), client.get("/v1/nothing"), client.options("/v1/old/there")):
        assert "Deprecation" not in response.headers
        assert "Sunset" not in response.headers


def test_only_routes_are_deprecated_and_before_they_go():
    for wrong in (("GET", "/v1/other"), ("POST", "/v1/old/{thing}")):
        with pytest.raises(ValueError, match="is no route"):
            app_of({wrong: NOTICE})
    with pytest.raises(ValueError, match="only after"):
        Deprecated(SUNSET, SINCE, "https://example.org")


def test_the_openapi_document_marks_it(sqlite_url):
    registry = {("GET", "/v1/rulesets"): NOTICE}
    app = create_app(Settings(database=sqlite_url), deprecated=registry)
    paths = app.extensions["kerbholz"].openapi["paths"]
    marked = [
        (method, path) for path, methods in paths.items() for method, one in methods.items() if "deprecated" in one
    ]
    assert marked == [("get", "/v1/rulesets")]


def test_the_openapi_document_is_that_of_the_code_whatever_is_set(sqlite_url):
    """So a process has one, which what is deprecated in one app does not touch."""
    create_app(Settings(database=sqlite_url), deprecated={("GET", "/v1/rulesets"): NOTICE})
    app = create_app(Settings(database=sqlite_url, require_key=True, webhooks="off", limits=OFF, max_body=99))
    assert app.extensions["kerbholz"].openapi is openapi()
    assert "deprecated" not in openapi()["paths"]["/v1/rulesets"]["get"]
    assert openapi() == openapi.__wrapped__()
