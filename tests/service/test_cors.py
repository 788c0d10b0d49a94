"""A page of another origin can call everything, and read every answer, errors included."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.config import Settings
from tests.service.playing import CheckedClient, new_client, open_match

PAGE = {"Origin": "https://play.example.org"}
PREFLIGHT = {
    **PAGE,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization, if-match, if-none-match, idempotency-key, last-event-id",
}


def words(text: str) -> set[str]:
    return {word.strip().lower() for word in text.split(",")}


@pytest.fixture
def strict(sqlite_client: CheckedClient, sqlite_url: str) -> CheckedClient:
    """A service that pages of two origins may call."""
    settings = Settings(database=sqlite_url, origins=("https://play.example.org", "https://example.org:8443"))
    return new_client(sqlite_url, create_app(settings))


@pytest.mark.scenario(101)
def test_a_preflight_allows_what_the_contract_lists_on_every_path(sqlite_client):
    """Also where the request itself will be refused: else the page could not read why."""
    wanted = {"authorization", "if-match", "if-none-match", "idempotency-key", "last-event-id"}
    for path in ("/v1/matches", "/v1/matches/x/commands", "/v1/nothing", "/v1/rulesets?x=1", "/v1//", "/healthz"):
        response = sqlite_client.options(path, headers={**PREFLIGHT, "Accept": "text/html"})
        assert (response.status_code, response.data) == (204, b"")
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert wanted <= words(response.headers["Access-Control-Allow-Headers"])
        assert {"get", "post", "delete"} <= words(response.headers["Access-Control-Allow-Methods"])
        assert "Access-Control-Allow-Credentials" not in response.headers
        assert "access-control-request-headers" in words(response.headers["Vary"])


@pytest.mark.scenario(100, 101)
def test_answers_and_errors_can_be_read_by_a_page(sqlite_client):
    """Errors too, and with the headers that a client goes on with."""
    table = open_match(sqlite_client, 2)
    answers = [
        sqlite_client.get("/v1/rulesets", headers=PAGE),
        sqlite_client.post("/v1/matches", json={}, headers=PAGE),
        sqlite_client.post("/v1/matches", data="{", headers={**PAGE, "Content-Type": "application/json"}),
        sqlite_client.post(f"{table.path}/commands", json={}, headers=PAGE),
        sqlite_client.get("/v1/nothing", headers=PAGE),
        sqlite_client.get("/v1/matches/", headers=PAGE),
        sqlite_client.delete(table.path, headers=PAGE),
        sqlite_client.get("/v1/rulesets", headers={**PAGE, "Accept": "text/html"}),
        sqlite_client.get("/v1/rulesets"),
    ]
    assert {answer.status_code for answer in answers} == {200, 400, 401, 404, 405, 406, 422}
    for answer in answers:
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        read = words(answer.headers["Access-Control-Expose-Headers"])
        assert {"etag", "location", "link", "retry-after"} <= read


def test_where_origins_are_named_others_are_not_allowed(strict):
    for origin, allowed in (("https://play.example.org", True), ("https://evil.example", False), ("null", False)):
        for response in (
            strict.get("/v1/rulesets", headers={"Origin": origin}),
            strict.options("/v1/rulesets", headers={**PREFLIGHT, "Origin": origin}),
            strict.get("/v1/nothing", headers={"Origin": origin}),
        ):
            assert response.headers.get("Access-Control-Allow-Origin") == (origin if allowed else None)
            assert not allowed or "origin" in words(",".join(response.headers.getlist("Vary")))


def test_origins_are_read_from_the_setting():
    read = Settings.from_environment({"KERBHOLZ_ORIGINS": "https://a.example, http://localhost:3000"})
    assert read.origins == ("https://a.example", "http://localhost:3000")
    assert Settings.from_environment({}).origins == ("*",)
    for wrong in ("https://a.example/", "a.example", ",", "https://*.example"):
        with pytest.raises(ValueError, match="Origins are"):
            Settings.from_environment({"KERBHOLZ_ORIGINS": wrong})


def test_an_answer_to_a_failure_can_be_read_by_a_page(sqlite_client, monkeypatch):
    def fail() -> None:
        raise RuntimeError("nobody expects this")

    monkeypatch.setattr("service.api.rulesets.rulesets", fail)
    failed = FlaskClient(sqlite_client.application).get("/v1/rulesets", headers=PAGE)
    assert failed.status_code == 500
    assert failed.headers.getlist("Access-Control-Allow-Origin") == ["*"]
