"""What is asked, frozen, ruled and reversed survives a restart, on both databases; so does an older database."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from domain.matches import Matches
from domain.migration import SCHEMA, migrate, schema_of
from service.config import Settings
from tests.persistence.test_caches import KINDS, Snapped, client_of, read, snapshot_table, snapshots_of
from tests.service.playing import Table, a_placing, open_match, placing_match, play_out, recorded_match

FREEZE, RESUME = {"type": "table.freeze"}, {"type": "table.resume"}
YES = {"type": "table.consent", "agree": True}


def rule(**fields: Any) -> dict[str, Any]:
    """A ruling that upholds."""
    return {"type": "table.rule", "verdict": "upheld", **fields}


def after_a_restart(url: str, kind: type[Matches], opened: Any, who: Any, command: Mapping[str, Any]) -> Any:
    """How the match stands after a command to a service that has just been started; another one says the same."""
    with client_of(url, kind) as client:
        table = Table(client, opened)
        table.do(who, command)
        found = read(table)
        with client_of(url, Matches) as other:
            assert read(Table(other, opened)) == found
        return table.get(None)


@pytest.mark.parametrize("kind", KINDS[:3])
def test_a_request_waits_through_restarts_also_frozen(migrated_url, kind):
    with client_of(migrated_url, kind) as client:
        table = placing_match(client)
        opened = table.opened
        placed = table.do(0, a_placing(table, 0))["version"]
        table.do(1, a_placing(table, 1))
        table.do(0, {"type": "table.take-back", "decision": placed})
    asked = {"seat": 0, "decisions": [placed], "left": [1]}
    frozen = after_a_restart(migrated_url, kind, opened, "arbiter", FREEZE)
    assert (frozen["status"], frozen["consent"]) == ("frozen", asked)
    resumed = after_a_restart(migrated_url, kind, opened, "arbiter", RESUME)
    assert (resumed["status"], resumed["consent"], resumed["awaiting"]) == ("playing", asked, [{"seat": 1}])
    done = after_a_restart(migrated_url, kind, opened, 1, YES)
    assert (done["consent"], done["awaiting"]) == (None, [{"seat": 0}, {"seat": 2}])


@pytest.mark.parametrize("kind", KINDS[:3])
def test_rulings_and_reversals_survive_restarts(migrated_url, kind):
    with client_of(migrated_url, kind) as client:
        table = recorded_match(client, history="kept")
        opened = table.opened
        taken = table.do(0, {"type": "take", "sin": "pride", "to": "reserve"})["version"]
        table.do("scribe", {"type": "refill", "cards": ["lust", "envy"]})
        views = {who: table.get(who, "view") for who in table.everybody}
    back = after_a_restart(migrated_url, kind, opened, "arbiter", rule(remedy="back", before=taken))
    assert back["awaiting"] == [{"seat": 0}]
    take = {"type": "take", "sin": "envy", "to": "abyss"}
    assert after_a_restart(migrated_url, kind, opened, 0, take)["awaiting"] == ["chance"]
    reversal = rule(reverses=back["version"])
    assert after_a_restart(migrated_url, kind, opened, "arbiter", reversal)["awaiting"] == [{"seat": 1}]
    with client_of(migrated_url, Matches) as client:
        table = Table(client, opened)
        for who, view in views.items():
            assert table.get(who, "view")["board"] == view["board"]
            assert table.get(who, "view", at=view["at"]) == view
    ended = after_a_restart(migrated_url, kind, opened, "arbiter", rule(remedy="end", result="no-result"))
    assert (ended["status"], ended["outcome"]["reason"]) == ("finished", "adjudicated")
    again = after_a_restart(migrated_url, kind, opened, "arbiter", rule(reverses=ended["version"]))
    assert (again["status"], again["outcome"], again["awaiting"]) == ("playing", None, [{"seat": 1}])


def test_a_database_of_the_first_schema_is_migrated_and_its_matches_go_on(migrated_url):
    env = Settings(database=migrated_url).environment
    with client_of(migrated_url, Snapped) as client:
        table = open_match(client, 2)
        found, opened = read(table), table.opened
    with Matches(env) as matches:
        new = snapshot_table(matches)
        old = new.replace("_v2", "_v1")
        assert old != new
        schema = ("UPDATE kerbholz_settings SET value = ? WHERE name = ?", (b"1", "schema"))
        matches.database.execute([(f"ALTER TABLE {new} RENAME TO {old}", ()), schema])
        assert schema_of(matches) == 1
    assert migrate(env) == migrate(env) == SCHEMA
    with Matches(env) as matches:
        assert schema_of(matches) == SCHEMA
    assert snapshots_of(migrated_url) == []
    with client_of(migrated_url, Snapped) as client:
        table = Table(client, opened)
        assert read(table) == found
        assert play_out(table, Random(1))["status"] == "finished"
    assert snapshots_of(migrated_url)
