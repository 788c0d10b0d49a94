"""Older databases are brought up, and a dump restored into another PostgreSQL goes on in order."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import psycopg
import pytest

from domain.application.judging import Asked
from domain.application.matches import ExternalIdTaken, Matches
from domain.application.requests import RequestKey
from domain.application.upkeep.migration import SCHEMA, STEPS, NewerSchema, is_restored, migrate, schema_of
from domain.kit.table.commands import Abandon, Note
from domain.match.damage import Damaged
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from domain.store.log.feed import Appended, FeedReader
from service.app import create_app
from service.config import Settings
from tests.asking import asking
from tests.persistence.serving import at_once, run
from tests.postgres import dumped, restored
from tests.vectors.schemas import brought_back

SEAT = Principal("seat", 0)
ADA_AND_BO = Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")])


def appended_to(matches: Matches) -> list[Appended]:
    """Everything that a follower reads from the start."""
    follower, read = FeedReader(matches.feed, 0), []
    while page := follower.read(7):
        read += page
    return read


def everything(matches: Matches) -> list[Any]:
    """What lies in the tables, but for what a migration writes: marks, too."""
    requests = "SELECT match_id, principal, request_key, first_version, last_version, body FROM kerbholz_requests"
    texts = "SELECT match_id, version, pointer, salt, value FROM kerbholz_texts"
    events = "SELECT originator_id, originator_version, topic, state FROM kerbholz_events"
    key = "SELECT value FROM kerbholz_settings WHERE name = 'service_key'"
    tokens = "SELECT token_hash, match_id, role, seat FROM kerbholz_tokens"
    queries = [events, key, tokens, texts, requests, "SELECT * FROM kerbholz_secrets"]
    found = [sorted(map(repr, matches.database.query(query))) for query in queries]
    return [[re.sub(',"mark":"[0-9a-f]{32}"}', "}", row) for row in rows] for rows in found]


def test_every_number_has_its_step():
    assert list(STEPS) == list(range(2, SCHEMA + 1))


@pytest.mark.few(*(f"sqlite-{number}" for number in range(1, SCHEMA)), "postgres-1", f"postgres-{SCHEMA - 1}")
@pytest.mark.parametrize("number", range(1, SCHEMA))
def test_a_database_of_an_older_schema_is_brought_up_with_all_its_matches(database_url, number):
    roots = brought_back(database_url, number)
    env = Settings(database=database_url).environment
    with Matches(env) as matches:
        assert schema_of(matches) == number
        before = everything(matches)
    assert at_once(*[lambda: migrate(env)] * 3) == [SCHEMA] * 3
    assert migrate(env) == SCHEMA
    with Matches(env) as matches:
        assert schema_of(matches) == SCHEMA
        assert everything(matches) == before
        old = appended_to(matches)
        assert len(old) == sum(map(len, roots.values()))
        for name, versions in roots.items():
            match_id = UUID(name)
            events = matches._events(match_id)
            assert {str(new.originator_version): new.root for new in events} == versions
            replayed = matches.append(
                match_id, SEAT, asking(Asked(Note("note 0")), key=RequestKey("note 0", "body"))
            )
            assert replayed.replayed
            matches.append(match_id, SEAT, asking(Asked(Note("and on"))))
            assert matches.decisions(match_id)[-1].texts == {"/command/text": "and on"}
        new = appended_to(matches)
        assert new[: len(old)] == old
        assert [(one.match_id, one.version) for one in new[len(old) :]] == [
            (UUID(name), len(versions)) for name, versions in roots.items()
        ]
        matches.open(ADA_AND_BO)


def test_older_matches_are_found_by_their_labels(database_url):
    roots = list(brought_back(database_url, 9))
    env = Settings(database=database_url).environment
    migrate(env)
    with Matches(env) as matches:
        opened_at = matches.decisions(UUID(roots[2]), until=0)[0].record["at"]
        found = matches.database.query(
            "SELECT label, opened_at FROM kerbholz_labels WHERE match_id = ? ORDER BY label", (UUID(roots[2]).hex,)
        )
        assert found == [(one, opened_at) for one in ("cup", "cup:spring", "external-id", "external-id:club:8")]
        assert len(matches.database.query("SELECT * FROM kerbholz_labels")) == 6


@pytest.mark.parametrize("number", [1, 11])
def test_older_matches_are_found_by_their_players_in_order(database_url, number):
    roots = brought_back(database_url, number)
    env = Settings(database=database_url).environment
    migrate(env)
    with Matches(env) as matches:
        opened = {UUID(one).hex: matches.decisions(UUID(one), until=0)[0].record["at"] for one in roots}
        assert set(matches.database.query("SELECT match_id, opened_at FROM kerbholz_names")) == set(opened.items())


def test_external_ids_of_older_matches_are_taken(database_url):
    roots = list(brought_back(database_url, 4))  # the last two were opened with the same one
    env = Settings(database=database_url).environment
    migrate(env)
    again = Opening("seven-sins", [SeatWanted("Ada"), SeatWanted("Bo")], labels={"external-id": "club:7"})
    with Matches(env) as matches:
        with pytest.raises(ExternalIdTaken) as taken:
            matches.open(again)
        assert taken.value.match.id == UUID(roots[2])
        matches.append(UUID(roots[2]), Principal("host"), asking(Asked(Abandon())))
        opened = matches.open(again).match.id
        with pytest.raises(ExternalIdTaken) as taken:
            matches.open(again)
        assert taken.value.match.id == opened


def test_what_lies_beside_older_matches_is_marked_unless_nobody_can_have_written_it(database_url):
    first, second, third = (UUID(name) for name in brought_back(database_url, 8))
    env = Settings(database=database_url).environment
    erased = "INSERT INTO kerbholz_erased (match_id, version, pointer, at, role) VALUES (?, 0, '/labels', ?, ?)"
    look = (
        "INSERT INTO kerbholz_looks (match_id, day, role, number, times) VALUES (?, '2026-01-01', 'scribe', 0, 3)"
    )
    key = "INSERT INTO kerbholz_api_keys (name, key_hash, added_at) VALUES ('club', 'ab', '2026-01-01')"
    with Matches(env) as matches:
        rows = ((first.hex, "2026-01-01", "seat:1"), (second.hex, "2026-01-01", "seat:x"))
        matches.database.execute([*((erased, row) for row in rows), (look, (first.hex,)), (key, ())])
    migrate(env)
    with Matches(env) as matches:
        assert [one.role for one in matches.erased(first)] == ["seat:1"]
        assert [(one.role, times) for one, times in matches.looked(first)] == [("scribe", 3)]
        assert matches.side.api_key("ab") == "club"
        taken, _ = matches.side.external_id("", "club:8")
        assert taken is not None
        assert taken.match_id == third
        with pytest.raises(Damaged, match="erasure"):
            matches.erased(second)


def test_a_database_of_a_newer_schema_is_left_alone(migrated_url):
    settings = Settings(database=migrated_url)
    newer = ("UPDATE kerbholz_settings SET value = ? WHERE name = ?", (str(SCHEMA + 1).encode(), "schema"))
    with Matches(settings.environment) as matches:
        matches.database.execute([newer])
    with pytest.raises(NewerSchema):
        migrate(settings.environment)
    with Matches(settings.environment) as matches:
        assert schema_of(matches) == SCHEMA + 1


# -- a dump restored into another server ---------------------------------------------------------------------


def used_up(url: str, number: int) -> None:
    """Use up so many transaction ids of a server."""
    block = """
        CREATE TEMPORARY TABLE used (number integer);
        DO $$ BEGIN
            FOR number IN 1..%s LOOP
                BEGIN INSERT INTO used VALUES (number); EXCEPTION WHEN division_by_zero THEN NULL; END;
            END LOOP;
        END $$"""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(block % number)


def noted(matches: Matches, match_id: UUID, number: int) -> None:
    """So many notes on a match."""
    for count in range(number):
        matches.append(match_id, SEAT, asking(Asked(Note(f"note {count}"))))


def test_a_dump_restored_into_a_fresh_cluster_goes_on_in_order(postgres_url, own_postgres, tmp_path):
    used_up(postgres_url, 5_000)
    first = Settings(database=postgres_url)
    migrate(first.environment)
    with Matches(first.environment) as matches:
        known = [matches.open(ADA_AND_BO).match.id for _ in range(2)]
        noted(matches, known[0], 3)
        told = appended_to(matches)
        follower = FeedReader(matches.feed, told[-1].position)
    dump = tmp_path / "dump.sql"
    dump.write_text(dumped(postgres_url), encoding="utf-8")

    second = Settings(database=own_postgres.fresh_database())
    restored(dump, second.database)
    with Matches(second.environment) as matches:
        assert is_restored(matches)
        # Else followers would see nothing of it, and what is new first.
        assert appended_to(matches) == []
    served = run("serve", "--port", "0", "--database", second.database)
    assert served.returncode != 0
    assert "kerbholz migrate" in served.stderr
    app = create_app(second)
    ready = app.test_client().get("/readyz")
    assert (ready.status_code, ready.json["code"]) == (503, "unavailable")
    assert "kerbholz migrate" in ready.json["detail"]

    assert at_once(*[lambda: migrate(second.environment)] * 3) == [SCHEMA] * 3
    assert app.test_client().get("/readyz").status_code == 200
    app.extensions["kerbholz"].close()
    with Matches(second.environment) as matches:
        assert not is_restored(matches)
        assert appended_to(matches) == told
        follower = FeedReader(matches.feed, follower.position)
        noted(matches, known[1], 2)
        known.append(matches.open(ADA_AND_BO).match.id)
        noted(matches, known[0], 1)
        now = appended_to(matches)
        assert now[: len(told)] == told
        assert follower.read() == now[len(told) :]
        for match_id in known:
            versions = [one.version for one in now if one.match_id == match_id]
            assert versions == list(range(matches.load(match_id).version + 1))
    # Once more changes nothing.
    migrate(second.environment)
    with Matches(second.environment) as matches:
        assert appended_to(matches) == now


def test_a_dump_restored_into_the_same_cluster_needs_nothing(postgres_server, postgres_url, tmp_path):
    first = Settings(database=postgres_url)
    migrate(first.environment)
    with Matches(first.environment) as matches:
        match_id = matches.open(ADA_AND_BO).match.id
        told = appended_to(matches)
    dump = tmp_path / "dump.sql"
    dump.write_text(dumped(postgres_url), encoding="utf-8")
    url = postgres_server.fresh_database()
    restored(dump, url)
    with Matches(Settings(database=url).environment) as matches:
        assert not is_restored(matches)
        noted(matches, match_id, 1)
        assert appended_to(matches)[:-1] == told
    postgres_server.drop_database(url)
