"""What is asked, frozen, ruled and reversed survives a restart, on both databases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from domain.application.matches import Matches
from tests.persistence.pairs import by_turns
from tests.persistence.test_caches import KINDS, client_of, read
from tests.service.playing import Table, a_placing, placing_match, recorded_match

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


@pytest.mark.few("sqlite-Uncached")
@pytest.mark.scenario(34)
@by_turns("kind", *KINDS[:3])
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


@pytest.mark.few("postgres-Uncached")
@pytest.mark.scenario(63)
@by_turns("kind", *KINDS[:3], first="postgres")
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
