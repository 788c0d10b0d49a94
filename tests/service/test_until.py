"""`until`: a match is read as it was at a version, and nothing in any answer tells how it went on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from flask.testing import FlaskClient

from tests.service.playing import Table, Who, open_match, play_out, step

KEPT = {"history": "kept"}
"""Nothing fades: what may be read is a question of the present, so it would be another one later."""
UNSEATED = (None, "spectator", "arbiter")
WHO = (*UNSEATED, 0, 1)
READ = (
    ("", {}),
    ("", {"text": "en"}),
    ("decisions", {"limit": 1000}),
    ("decisions", {"limit": 1000, "text": "en", "changed": "true"}),
    ("decisions", {"limit": 1000, "line": 5}),
    ("view", {}),
    ("view", {"at": 4}),
    ("view", {"at": 4, "line": 6}),
    ("view", {"at": 500}),
    ("view", {"line": 500}),
    ("view", {"as_": "official"}),
    ("picture", {}),
    ("picture", {"at": 4}),
    ("picture", {"at": 500}),
    ("picture", {"since": "true"}),
    ("shorthand", {}),
    ("shorthand", {"at": 500}),
    ("audit", {}),
    ("knowledge", {}),
    ("decisions", {"after": 500}),
)


def answers(
    table: Table, whose: Sequence[Who] = WHO, **until: int
) -> list[tuple[int, bytes, str | None, str | None]]:
    """Every answer to everybody: status, bytes, entity tag and length."""
    found = []
    for who in whose:
        for what, query in READ:
            answer = table.ask(who, what, **query, **until)
            found.append(
                (answer.status_code, answer.data, answer.headers.get("ETag"), answer.headers.get("Content-Length"))
            )
    return found


@pytest.mark.few("seven-sins-whose0")
# In 7 – The Sins seats may look at some things once only, which fades in every match.
@pytest.mark.long
@pytest.mark.parametrize(("ruleset", "whose"), [("seven-sins", UNSEATED), ("mea-culpa", WHO)])
def test_every_answer_is_the_one_that_was_given_then(sqlite_client, ruleset, whose):
    rng = Random(5)
    table = open_match(sqlite_client, 3, ruleset=ruleset, options=KEPT)
    for _ in range(5):
        step(table, rng)
    then, version = answers(table, whose), table.version
    for _ in range(4):
        step(table, rng)
    taken = [
        one["version"] for one in table.log(None) if isinstance(one["actor"], dict) and one["version"] <= version
    ]
    table.send("arbiter", {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": taken[-1]})
    assert answers(table, whose) != then
    assert answers(table, whose, until=version) == then


def test_a_match_that_is_over_is_still_being_played_then(sqlite_client):
    rng = Random(2)
    table = open_match(sqlite_client, 2, options=KEPT)
    step(table, rng)
    then, version = answers(table, UNSEATED), table.version
    play_out(table, rng)
    assert table.get(None)["status"] == "finished"
    assert answers(table, UNSEATED, until=version) == then


def test_until_now_or_later_says_what_is(sqlite_client):
    table = open_match(sqlite_client, 2)
    assert answers(table, until=10**6) == answers(table)


def test_pages_of_the_log_go_no_further(sqlite_client):
    rng = Random(2)
    table = open_match(sqlite_client, 2)
    step(table, rng)
    version = table.version
    play_out(table, rng)
    found, path = [], f"{table.path}/decisions?limit=2&until={version}"
    while path:
        page = sqlite_client.get(path).json
        found += [one["version"] for one in page["decisions"]]
        path = page["next"]
    assert found == list(range(version + 1))
    lines = sqlite_client.get(
        f"{table.path}/decisions?until={version}", headers={"Accept": "application/x-ndjson"}
    )
    assert len(lines.text.splitlines()) == version + 1


def test_what_has_faded_does_not_come_back(sqlite_client):
    rng = Random(4)
    table = open_match(sqlite_client, 2, options={"history": "fading"})
    for _ in range(6):
        step(table, rng)
    faded = [one["version"] for one in table.log(0) if one.get("faded")]
    until = faded[len(faded) // 2]
    told = table.get(0, "decisions", until=until, limit=1000)["decisions"]
    assert [one["version"] for one in told if one.get("faded")] == [one for one in faded if one <= until]
    refused = table.ask(0, "view", until=until)
    assert refused.status_code == 403
    assert f"before decision {until + 1} " in refused.json["detail"], "not how far the match has gone"


def test_a_replaced_token_reads_no_past(sqlite_client):
    table = open_match(sqlite_client, 2)
    version = table.version
    table.send("host", {"type": "table.replace-token", "role": "seat", "seat": 0})
    assert table.ask(0, "view", until=version).status_code == 401


def test_a_page_without_scripts_tells_only_that(sqlite_client):
    rng = Random(2)
    table = open_match(sqlite_client, 2, options=KEPT)
    step(table, rng)
    version = table.version
    page, path = FlaskClient(sqlite_client.application), f"/matches/{table.id}?until={version}"
    html = {"Accept": "text/html"}
    then = page.get(path, headers=html)
    play_out(table, rng)
    now = page.get(path, headers=html)
    assert (now.data, now.headers["ETag"]) == (then.data, then.headers["ETag"])
    assert f"until={version}" in now.text
    assert page.get(f"{path}&at=500", headers=html).text.count('class="version"') == version + 1


def test_what_would_wait_for_what_is_behind_is_refused(sqlite_client):
    table = open_match(sqlite_client, 2)
    assert table.ask(None, "", until=1, min_version=2).status_code == 422
    assert table.ask(None, "decisions", until=1, wait=1).status_code == 422
