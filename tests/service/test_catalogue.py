"""The catalogue and the statistics over REST: what everybody may know of matches, and nothing more."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.application.matches import Matches
from domain.kit.ruleset import rulesets
from domain.store.beside.models import MODEL_TABLES
from domain.store.beside.names import sought
from domain.store.sqlite.recorder import SQLiteDatabase
from domain.store.tables import TABLES
from projections.read_models import runner as running
from projections.read_models.catalogue import Wanted, merged
from projections.read_models.runner import Runner
from tests.games.installed import OWN
from tests.persistence.serving import apps, at_another
from tests.service.playing import (
    MEA_CULPA,
    CheckedClient,
    Table,
    mea_culpa,
    open_match,
    opening,
    play_out,
    recorded_match,
    step,
    without,
)

pytestmark = pytest.mark.stored

SHORT = (
    *("id", "ruleset", "ruleset_version", "mode", "seats", "public", "played_on", "labels", "opened_at"),
    *("version", "status", "awaiting", "consent", "joining", "outcome"),
)
END = {"type": "table.rule", "verdict": "upheld", "remedy": "end", "result": "win"}


def store(client: CheckedClient) -> Matches:
    """The matches of the app."""
    matches: Matches = client.application.extensions["kerbholz"].matches()
    return matches


def caught_up(client: CheckedClient) -> None:
    """Let the read models come to the end of the log.

    PostgreSQL gives nothing away before all that is older is settled, in other databases of the server, too.
    """
    matches = store(client)
    end = time.monotonic() + 30
    while matches.feed.behind() and time.monotonic() < end:
        time.sleep(0.05)
    Runner(matches).catch_up()


def ask(
    client: CheckedClient, path: str = "/v1/matches", who: Mapping[str, str] | None = None, **query: Any
) -> Any:
    """The body of a GET that must succeed."""
    response = client.get(path, query_string=query, headers=who or {})
    assert response.status_code == 200, response.text
    return json.loads(response.data)


def listed(client: CheckedClient, who: Mapping[str, str] | None = None, **query: Any) -> list[str]:
    """The ids that the catalogue lists."""
    return [entry["id"] for entry in ask(client, who=who, **query)["matches"]]


def statistics(client: CheckedClient, ruleset: str = "seven-sins") -> dict[str, Any]:
    """What came out under a ruleset."""
    (found,) = ask(client, "/v1/statistics", ruleset=ruleset)["statistics"]
    assert isinstance(found, dict)
    return found


def test_an_entry_says_what_the_match_says(client: CheckedClient) -> None:
    """Running, finished, frozen, ended by a ruling, given up, with a take-back, and of each game."""
    tables = [open_match(client, 3, ruleset=name, labels={"cup": "spring"}) for name in OWN]
    tables.append(open_match(client, 3, ruleset="any-game", board={"box": "skat"}))
    tables.append(open_match(client, 2, played_on="2026-11-28"))
    play_out(tables[-1], Random(1))
    tables.append(open_match(client, 2))
    tables[-1].do("arbiter", {"type": "table.freeze"})
    tables.append(open_match(client, 2))
    tables[-1].do("arbiter", {**END, "winners": [1], "forfeits": [0]})
    tables.append(open_match(client, 2))
    tables[-1].do("host", {"type": "table.abandon"})
    tables.append(recorded_match(client))
    caught_up(client)
    taken = tables[-1].do("scribe", {"type": "take", "sin": "pride", "to": "reserve", "seat": 0})
    caught_up(client)
    tables[-1].do(0, {"type": "table.take-back", "decision": taken["version"]})
    caught_up(client)
    found = ask(client)
    assert [entry["id"] for entry in found["matches"]] == [table.id for table in reversed(tables)]
    assert found["next"] is None
    for table, entry in zip(reversed(tables), found["matches"], strict=True):
        match = table.get(None)
        assert without(entry, "links") == {name: match[name] for name in (*SHORT, "game") if name in match}
        assert entry["links"] == {name: match["links"][name] for name in ("self", "ruleset")}


def test_a_private_match_is_in_the_catalogue_of_its_own_tokens_alone(client: CheckedClient) -> None:
    public, private = open_match(client, 2), open_match(client, 2, public=False)
    play_out(private, Random(1))
    other = open_match(client, 3, public=False)
    caught_up(client)
    assert listed(client) == [public.id]
    for who in private.everybody[1:]:
        assert listed(client, private.bearer(who)) == [private.id, public.id]
    assert listed(client, public.bearer(0)) == [public.id]
    for query in ({"status": "finished"}, {"player": "Cyd"}):
        assert listed(client, **query) == listed(client, public.bearer("arbiter"), **query) == []
    assert listed(client, other.bearer(0), player="Cyd") == [other.id]
    assert listed(client, private.bearer(0), status="finished") == [private.id]
    # With as many entries on a page as there are public matches, nothing says that there is another one.
    page = client.get("/v1/matches", query_string={"limit": 1})
    assert json.loads(page.data)["next"] is None
    assert "Link" not in page.headers
    counted = statistics(client)
    assert (counted["finished"], counted["unfinished"], counted["players"]) == (0, 1, [])
    assert client.get("/v1/matches", headers={"Authorization": "Bearer nobody"}).status_code == 401


def test_the_catalogue_is_filtered(client: CheckedClient) -> None:
    ids = {
        name: open_match(client, **body).id
        for name, body in {
            "old": {"seats": 2, "played_on": "2024-02-29", "labels": {"cup": "spring: first", "a": "%"}},
            "new": {"seats": 3, "played_on": "2026-11-28", "labels": {"cup": "autumn"}},
            "plain": {"seats": 2},
            "other": {"seats": 3, "ruleset": MEA_CULPA, "labels": {"cup:spring": "x", 'q"': "\\"}},
        }.items()
    }
    caught_up(client)
    for query, names in (
        ({}, "other plain new old"),
        ({"ruleset": "seven-sins"}, "plain new old"),
        ({"ruleset": "chess"}, ""),
        ({"status": "playing"}, "other plain new old"),
        ({"status": "finished"}, ""),
        ({"player": "Cyd"}, "other new"),
        ({"player": "cyd"}, "other new"),
        ({"player": "ＣＹＤ "}, "other new"),
        ({"player": "Cy"}, ""),
        ({"player": "%"}, ""),
        ({"label": "cup"}, "new old"),
        ({"label": "cup:autumn"}, "new"),
        ({"label": "cup:spring: first"}, "old"),
        ({"label": "cup:spring"}, "other"),
        ({"label": 'q":\\'}, "other"),
        ({"label": "a:%"}, "old"),
        ({"label": "spring: first"}, ""),
        ({"played_from": "2024-03-01"}, "new"),
        ({"played_to": "2024-03-01"}, "old"),
        ({"played_from": "2024-02-29", "played_to": "2026-11-28"}, "new old"),
        ({"player": "Cyd", "ruleset": "seven-sins", "label": "cup", "played_from": "2026-01-01"}, "new"),
    ):
        assert listed(client, **query) == [ids[name] for name in names.split()], query


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"status": "lost"}, "status"),
        ({"played_from": "2023-02-29"}, "played_from"),
        ({"played_from": "28.11.2026"}, "played_from"),
        ({"played_from": "2024-01-02", "played_to": "2024-01-01"}, "played_to"),
        ({"player": ""}, "player"),
        ({"player": "A\0"}, "player"),
        ({"label": "\0"}, "label"),
        ({"ruleset": "x" * 301}, "ruleset"),
        ({"limit": "0"}, "limit"),
        ({"limit": "201"}, "limit"),
        ({"cursor": "AAAA"}, "cursor"),
        ({"cursor": "é"}, "cursor"),
        ({"cursor": "A"}, "cursor"),
        ({"order": "oldest"}, "order"),
    ],
)
def test_a_query_that_means_nothing_is_refused(sqlite_client: CheckedClient, query: Any, field: str) -> None:
    response = sqlite_client.get("/v1/matches", query_string=query)
    assert (response.status_code, response.json["code"]) == (422, "invalid")
    assert list(response.json["errors"]) == [field]


@pytest.mark.scenario(43, 108)
def test_pages_follow_each_other_while_matches_are_added(client: CheckedClient) -> None:
    ids = [open_match(client, 2).id for _ in range(5)]
    open_match(client, 2, ruleset=MEA_CULPA)
    caught_up(client)
    response = client.get("/v1/matches", query_string={"ruleset": "seven-sins", "limit": 2})
    found, pages = [], [response]
    while (following := json.loads(response.data)["next"]) is not None:
        assert response.headers["Link"] == f'<{following}>; rel="next"'
        open_match(client, 2)
        caught_up(client)
        response = client.get(following)
        pages.append(response)
    for page in pages:
        found += [entry["id"] for entry in json.loads(page.data)["matches"]]
    assert found == ids[::-1]
    assert len(pages) == 3
    assert client.get(json.loads(pages[0].data)["next"]).data == pages[1].data


def test_a_cursor_is_of_its_list_and_cannot_be_made_up(client: CheckedClient) -> None:
    table = open_match(client, 2)
    open_match(client, 2)
    caught_up(client)
    following = ask(client, limit=1)["next"]
    assert client.get(following).status_code == 200
    cursor = following.rpartition("cursor=")[2]
    forged = [cursor[:-2] + ("A" if cursor[-2] != "A" else "B") + cursor[-1], "A" + cursor[1:], cursor[4:]]
    for query in ({"cursor": one} for one in forged if one != cursor):
        response = client.get("/v1/matches", query_string=query)
        assert (response.status_code, response.json["code"]) == (422, "invalid")
    assert client.get("/v1/matches", query_string={"cursor": cursor, "player": "Ada"}).status_code == 422
    assert client.get(following, headers=table.bearer(0)).status_code == 422


@pytest.mark.scenario(64)
def test_an_erased_name_is_found_no_more_and_needs_no_rebuild(client: CheckedClient) -> None:
    """Neither names nor labels have been copied into the read models."""
    seats = [{"name": "Wilhelmine"}, {"name": "Bo"}]
    table = Table(client, client.post("/v1/matches", json=opening(seats=2) | {"seats": seats}).json)
    labelled = open_match(client, 2, labels={"Gartenfest": "Hinterhof"})
    play_out(table, Random(1))
    caught_up(client)
    kept = [store(client).database.query(f"SELECT * FROM {table}") for table in MODEL_TABLES]
    assert len(kept[0]) == 2
    for word in ("Wilhelmine", "Gartenfest", "Hinterhof"):
        assert word not in str(kept)
    assert listed(client, player="Wilhelmine") == [table.id]
    assert {player["name"] for player in statistics(client)["players"]} == {"Wilhelmine", "Bo"}
    store(client).erase(UUID(table.id), 0, "/seats/0/name")
    store(client).erase(UUID(labelled.id), 0, "/labels")
    assert listed(client, player="Wilhelmine") == []
    assert listed(client, label="Gartenfest") == []
    beside = [store(client).database.query(f"SELECT * FROM {table}") for table in TABLES]
    for word in ("wilhelmine", "gartenfest", "hinterhof"):
        assert word not in str(beside).lower(), "nor in another form that names are compared by"
    newest, oldest = ask(client)["matches"]
    assert newest["labels"] == {"erased": True}
    assert [seat["name"] for seat in oldest["seats"]] == [{"erased": True}, "Bo"]
    assert [player["name"] for player in statistics(client)["players"]] == ["Bo"]
    # Whoever bears the name next has nothing of what was played under it before.
    again = Table(client, client.post("/v1/matches", json=opening(seats=2) | {"seats": seats}).json)
    play_out(again, Random(1))
    caught_up(client)
    assert listed(client, player="Wilhelmine") == [again.id]
    assert [(one["name"], one["finished"]) for one in statistics(client)["players"]] == [
        ("Bo", 2),
        ("Wilhelmine", 1),
    ]
    assert client.get(again.path, headers=table.bearer(0)).status_code == 403
    assert client.get(table.path, headers=again.bearer(0)).status_code == 403
    # A name that somebody writes into the database is shown nowhere, and everything else goes on.
    where = "match_id = ? AND pointer = '/seats/0/name'"
    altered = (f"UPDATE kerbholz_texts SET value = 'Mallory' WHERE {where}", (UUID(again.id).hex,))
    store(client).database.execute([altered])
    assert [one["id"] for one in ask(client)["matches"]] == [labelled.id, table.id]
    assert "Mallory" not in str(ask(client, "/v1/statistics"))


def test_what_bids_hold_is_not_in_the_read_models(client: CheckedClient) -> None:
    """Two matches that differ in a sealed bid alone have the same rows, but for seals and ids."""
    rows = []
    for notches in (1, 2):
        table = mea_culpa(client, 3)
        play_out(table, Random(1), until="bid")
        table.do(table.mover, {"type": "bid", "notches": notches, "taler": 2 - notches})
        caught_up(client)
        ((row,), (result,)) = (
            store(client).database.query(f"SELECT * FROM {name} WHERE match_id = ?", (UUID(table.id).hex,))
            for name in ("kerbholz_catalogue", "kerbholz_results")
        )
        entry, texts = map(json.loads, row[-2:])
        entry.pop("mark")
        rows.append((row[1], row[3:-2], without(entry, "seal"), texts, result[1:]))
    assert rows[0] == rows[1]
    assert rows[0][2]["stands"]["awaiting"]


# -- statistics ---------------------------------------------------------------------------------------------


@pytest.mark.scenario(59)
def test_statistics_go_by_options_in_force(sqlite_client: CheckedClient) -> None:
    """Options that were left out count as those that were given with the same value."""
    open_match(sqlite_client, 2, options={"penitence": False})
    play_out(open_match(sqlite_client, 2), Random(1))
    play_out(open_match(sqlite_client, 2, options={"penitence": True}), Random(2))
    mea_culpa(sqlite_client)
    caught_up(sqlite_client)
    plain, penitent = sorted(
        statistics(sqlite_client)["by_options"], key=lambda group: bool(group["options"]["penitence"])
    )
    assert [(group["finished"], group["unfinished"]) for group in (plain, penitent)] == [(1, 1), (1, 0)]
    assert plain["options"].keys() == rulesets()["seven-sins"].options.keys()
    both = ask(sqlite_client, "/v1/statistics")["statistics"]
    assert [one["ruleset"] for one in both] == [MEA_CULPA, "seven-sins"]
    assert ask(sqlite_client, "/v1/statistics", ruleset="chess") == {"statistics": []}


@pytest.mark.scenario(90)
def test_a_match_that_is_sent_three_times_counts_once(client: CheckedClient) -> None:
    """Opening, commands and ruling, all three times, with the read models following or not."""
    found = []
    for _ in range(3):
        opened = client.post("/v1/matches", json=opening(2), headers={"Idempotency-Key": "evening-of-the-28th"})
        table = Table(client, opened.json)
        caught_up(client)
        end = table.send("arbiter", {**END, "winners": [0]}, headers={"Idempotency-Key": "result"})
        assert end.status_code == 201
        caught_up(client)
        Runner(store(client)).catch_up()
        found.append(ask(client, "/v1/statistics"))
    assert found[0] == found[1] == found[2]
    (counted,) = found[0]["statistics"]
    assert (counted["finished"], counted["results"], counted["reasons"]) == (1, {"win": 1}, {"adjudicated": 1})
    assert [(one["name"], one["finished"], one["won"]) for one in counted["players"]] == [
        ("Ada", 1, 1),
        ("Bo", 1, 0),
    ]


@pytest.mark.scenario(20, 97)
def test_a_ruling_changes_the_result_and_the_unfinished_stand_apart(client: CheckedClient) -> None:
    table = open_match(client, 2)
    open_match(client, 2).do("host", {"type": "table.abandon"})
    step(open_match(client, 2), Random(1))
    caught_up(client)
    counted = statistics(client)
    assert [counted[name] for name in ("finished", "unfinished", "abandoned")] == [0, 2, 1]
    assert (counted["results"], counted["players"]) == ({}, [])
    first = table.do("arbiter", {**END, "winners": [0], "forfeits": [1]})["version"]
    caught_up(client)
    counted = statistics(client)
    assert [counted[name] for name in ("finished", "unfinished", "abandoned")] == [1, 1, 1]
    assert (counted["results"], counted["reasons"]) == ({"win": 1}, {"forfeit": 1})
    assert counted["players"] == [
        {"name": "Ada", "finished": 1, "won": 1, "shared": 0, "forfeited": 0, "substituted": 0},
        {"name": "Bo", "finished": 1, "won": 0, "shared": 0, "forfeited": 1, "substituted": 0},
    ]
    table.do("arbiter", {"type": "table.rule", "verdict": "dismissed", "reverses": first})
    table.do("arbiter", {**END, "result": "shared", "winners": [0, 1]})
    caught_up(client)
    counted = statistics(client)
    assert (counted["finished"], counted["results"], counted["reasons"]) == (1, {"shared": 1}, {"adjudicated": 1})
    assert [(one["won"], one["shared"], one["forfeited"]) for one in counted["players"]] == [(0, 1, 0)] * 2


# -- reading one's own write --------------------------------------------------------------------------------


@pytest.mark.scenario(52)
def test_what_was_just_written_is_read_at_once_in_another_process(migrated_url: str) -> None:
    """Without waiting; and what nobody has written yet is waited for, for a moment."""
    with apps(migrated_url, 2) as (one, other):
        table = open_match(one, 2)
        elsewhere = at_another(table, other)
        elsewhere.get(0, "view")
        version = step(table, Random(1))["version"]
        for what in ("", "view", "decisions", "moves"):
            found = elsewhere.get(0, what, min_version=version)
            assert (found["at"] if what == "view" else found["version"]) == version
        for what in ("", "view", "decisions", "moves"):
            response = elsewhere.ask(0, what, min_version=version + 1)
            assert (response.status_code, response.json["code"]) == (409, "version-not-reached")
            assert response.json["version"] == version
            assert response.headers["Retry-After"] == "1"
        timer = threading.Timer(0.1, table.do, (0, {"type": "table.note", "text": "here"}))
        timer.start()
        assert elsewhere.get(0, min_version=version + 1)["version"] == version + 1
        timer.join()


def test_an_app_follows_by_itself_from_the_first_reading_on(client: CheckedClient) -> None:
    table = open_match(client, 2)
    for _ in range(2):
        step(table, Random(1))
        for _ in range(600):
            if any(entry["version"] == table.version for entry in ask(client)["matches"]):
                break
            threading.Event().wait(0.01)
        assert [entry["version"] for entry in ask(client)["matches"]] == [table.version]


def test_readyz_says_which_projection_fails(client: CheckedClient, monkeypatch: pytest.MonkeyPatch) -> None:
    states = dict.fromkeys(("catalogue", "statistics", "webhooks"), "following")
    assert client.get("/readyz").json["projections"] == states
    store(client).database.execute([("DROP TABLE kerbholz_results", ())])
    open_match(client, 2)
    for _ in range(600):
        answer = client.get("/readyz")
        if answer.json["projections"]["statistics"] != "following" and ask(client)["matches"]:
            break
        threading.Event().wait(0.01)
    assert (answer.status_code, answer.json["projections"]) == (200, {**states, "statistics": "failing"})
    assert len(ask(client)["matches"]) == 1, "the other one goes on"
    monkeypatch.setattr(running, "BEHIND", 0.0)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
    assert answer.json["detail"].endswith("behind the log: statistics.")


EVERYTHING = {"ruleset": "seven-sins", "status": "playing", "label": "cup:spring", "player": "Ada"}
CHOICES = [*({name: value} for name, value in EVERYTHING.items()), {}, EVERYTHING]


@pytest.mark.parametrize("chosen", CHOICES, ids=lambda one: "+".join(one) or "all")
def test_no_list_on_sqlite_looks_at_all_matches(
    client: CheckedClient, monkeypatch: pytest.MonkeyPatch, chosen: Mapping[str, str]
) -> None:
    """A page is read along an index that has its order."""
    if not isinstance(store(client).database, SQLiteDatabase):
        pytest.skip("what PostgreSQL does depends on how many rows it has seen")
    table = open_match(client, 2, labels={"cup": "spring"})
    caught_up(client)
    asked: list[tuple[str, Any]] = []
    query = SQLiteDatabase.query

    def noted(database: SQLiteDatabase, sql: str, values: Any = ()) -> list[tuple[Any, ...]]:
        asked.append((sql, values))
        return query(database, sql, values)

    with monkeypatch.context() as patched:
        patched.setattr(SQLiteDatabase, "query", noted)
        assert listed(client, **chosen) == [table.id]
        assert client.get("/v1/matches", headers=table.bearer(0)).status_code == 200
    lists = [(sql, values) for sql, values in asked if "kerbholz_catalogue" in sql]
    assert len(lists) == 3, "of somebody with a token the own match is looked for, too"
    for sql, values in lists:
        steps = [row[3] for row in store(client).database.query(f"EXPLAIN QUERY PLAN {sql}", values)]
        assert not any(step.startswith("SCAN") for step in steps), steps
        assert not any("B-TREE" in step for step in steps), steps


MANY_ROWS = (
    "INSERT INTO kerbholz_catalogue SELECT md5(n::text), version, (now() + n * interval '1 s')::text, public,"
    " ruleset, status, played_on, entry, texts FROM kerbholz_catalogue, generate_series(1, 6000) n",
    "INSERT INTO kerbholz_names SELECT match_id, '/seats/0/name', 'ada', opened_at FROM kerbholz_catalogue"
    " ON CONFLICT DO NOTHING",
    "INSERT INTO kerbholz_labels SELECT match_id, 'cup:spring', opened_at FROM kerbholz_catalogue"
    " ON CONFLICT DO NOTHING",
    "ANALYZE",
)


def test_lists_on_postgresql_go_along_an_index_where_there_are_many(
    client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what it has seen of them: one player and one label are those of all."""
    if isinstance(store(client).database, SQLiteDatabase):
        pytest.skip("the plans of SQLite do not depend on how many there are")
    open_match(client, 2, labels={"cup": "spring"})
    caught_up(client)
    store(client).database.execute((sql, ()) for sql in MANY_ROWS)
    asked: list[tuple[str, Any]] = []
    query = type(store(client).database).query
    monkeypatch.setattr(
        type(store(client).database), "query", lambda self, *one: (asked.append(one), query(self, *one))[1]
    )
    for chosen in ({"player": "Ada"}, {"player": "Ada", "status": "playing"}, {"label": "cup:spring"}, {}):
        asked.clear()
        merged([store(client)], Wanted(**chosen), 50)
        plan = "\n".join(row[0] for row in query(store(client).database, f"EXPLAIN {asked[0][0]}", *asked[0][1:]))
        assert "Sort" not in plan, plan
        assert "Seq Scan" not in plan, plan


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        ('{"club":"a","cup":""}', ["club", "club:a", "cup", "cup:"]),
        ('{"a":"b","a:b":"c"}', ["a", "a:b", "a:b:c"]),
        ('{"a":1}', []),
        ('{"\\u0000":"a","b":"\\ud800"}', ["b"]),
        *((text, []) for text in ("", "{", "[]", '"a"', "null", "[" * 100_000)),
    ],
)
def test_by_what_a_match_with_some_labels_is_found(labels: str, found: list[str]) -> None:
    assert sought(labels) == found
