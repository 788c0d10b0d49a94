"""Keys for opening matches: made, listed and revoked on the command line; asked for only where that is set."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from domain.application.matches import Matches
from service.app import create_app
from service.cli import main
from service.config import Settings
from service.web.bounds import Quota
from tests.service.playing import CheckedClient, Table, new_client, open_match, opening


def keys(url: str, *arguments: str, fails: bool = False) -> str:
    done = CliRunner().invoke(main, ["keys", *arguments, "--database", url])
    assert (done.exit_code != 0) is fails, done.output
    return done.output.strip()


def bearer(key: str, **more: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}", **more}


def refused(response, status: int, said: str) -> None:
    assert (response.status_code, response.mimetype) == (status, "application/problem+json")
    assert said in response.json["detail"]
    assert response.headers.get("WWW-Authenticate") == ("Bearer" if status == 401 else None)


@pytest.fixture
def strict(migrated_url: str):
    """A service on which only who has a key may open matches."""
    app = create_app(Settings(database=migrated_url, require_key=True))
    yield new_client(migrated_url, app)
    app.extensions["kerbholz"].close()


def test_with_a_key_matches_are_opened_and_without_one_they_are_not(strict, migrated_url):
    key = keys(migrated_url, "add", "club@example.org")
    opened = strict.post("/v1/matches", json=opening(2), headers=bearer(key))
    assert opened.status_code == 201
    table = Table(strict, opened.json)
    assert table.ask(0).status_code == table.ask(None).status_code == 200
    refused(strict.post("/v1/matches", json=opening(2)), 401, "needs an API key")
    refused(strict.post("/v1/matches", data="{"), 401, "needs an API key")
    refused(strict.post("/v1/matches", json=opening(2), headers=bearer("khk_" + "0" * 48)), 401, "not known")
    refused(strict.post("/v1/matches", json=opening(2), headers={"Authorization": "Basic x"}), 401, "must be")
    for who in ("host", "arbiter", 0):
        refused(strict.post("/v1/matches", json=opening(2), headers=table.bearer(who)), 403, "opens no other")
    # A key is for opening and nothing else.
    refused(strict.get(table.path, headers=bearer(key)), 401, "not known")


def test_a_revoked_key_is_void_at_once_and_its_matches_go_on(strict, migrated_url):
    key, other = keys(migrated_url, "add", "one"), keys(migrated_url, "add", "two")
    opened = strict.post("/v1/matches", json=opening(2), headers=bearer(key)).json
    assert keys(migrated_url, "revoke", "one") == ""
    refused(strict.post("/v1/matches", json=opening(2), headers=bearer(key)), 401, "revoked")
    assert strict.post("/v1/matches", json=opening(2), headers=bearer(other)).status_code == 201
    assert Table(strict, opened).send(0, {"type": "table.note", "text": "on"}).status_code == 201
    listed = keys(migrated_url, "list").splitlines()
    assert [line.split("\t")[0] for line in listed] == ["one", "two"]
    assert ["revoked" in line for line in listed] == [True, False]
    assert "no key of the name" in keys(migrated_url, "revoke", "three", fails=True)
    assert keys(migrated_url, "revoke", "one") == ""
    assert keys(migrated_url, "list").splitlines() == listed


@pytest.mark.scenario(64)
def test_keys_are_stored_hashed_and_a_name_is_used_once(migrated_url):
    key = keys(migrated_url, "add", "club")
    keys(migrated_url, "revoke", "club")
    assert "is, or was, a key" in keys(migrated_url, "add", "club", fails=True)
    for wrong in ("", "a b", "x" * 65, "é"):
        assert "a name has" in keys(migrated_url, "add", wrong, fails=True)
    with Matches(Settings(database=migrated_url).environment) as matches:
        rows = matches.database.query("SELECT * FROM kerbholz_api_keys")
    assert len(rows) == 1
    assert key not in str(rows)
    assert key.removeprefix("khk_") not in str(rows)


def test_each_key_has_idempotency_keys_of_its_own(strict, migrated_url):
    one, two = (keys(migrated_url, "add", name) for name in ("one", "two"))
    same = {"Idempotency-Key": "evening-1"}
    first = strict.post("/v1/matches", json=opening(2), headers=bearer(one, **same))
    again = strict.post("/v1/matches", json=opening(2), headers=bearer(one, **same))
    other = strict.post("/v1/matches", json=opening(3), headers=bearer(two, **same))
    assert [answer.status_code for answer in (first, again, other)] == [201, 201, 201]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.json["tokens"] == again.json["tokens"]
    assert first.json["id"] != other.json["id"]


def test_by_default_no_key_is_asked_for(sqlite_client: CheckedClient):
    assert open_match(sqlite_client, 2)
    assert sqlite_client.post("/v1/matches", json=opening(2), headers={"Authorization": "x"}).status_code == 201
    assert Settings.from_environment({"KERBHOLZ_REQUIRE_KEY": "true"}).require_key
    assert not Settings.from_environment({"KERBHOLZ_REQUIRE_KEY": "true"}, require_key=False).require_key
    with pytest.raises(ValueError, match="true or false"):
        Settings.from_environment({"KERBHOLZ_REQUIRE_KEY": "1"})


def test_a_key_has_a_bucket_of_its_own(sqlite_client: CheckedClient, sqlite_url: str):
    limits = {"anonymous": Quota(3, 3600), "token": Quota(2, 3600)}
    client = new_client(sqlite_url, create_app(Settings(database=sqlite_url, require_key=True, limits=limits)))
    for name in ("one", "two"):
        key = keys(sqlite_url, "add", name)
        codes = [client.post("/v1/matches", json=opening(2), headers=bearer(key)).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
    assert client.get("/v1/rulesets").headers["RateLimit"].startswith('"anonymous";r=2')
