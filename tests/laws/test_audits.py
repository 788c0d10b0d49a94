"""The audit of matches quarrelled about at random agrees with the state and the line, for every viewer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from domain.application.matches import Matches
from domain.kit.table.seats import SeatTaken
from domain.kit.visibility import OFFICIAL, PUBLIC, redact, seat_viewer
from domain.match.principal import Principal
from projections.audit import audit
from projections.views import log
from tests.games.installed import until
from tests.games.playing import SOAK
from tests.laws.quarrels import Quarrel, matches, seated
from tests.laws.test_disputes import TABLES

pytestmark = pytest.mark.grows

__all__ = ["matches"]
GAMES = [table for table in TABLES if "tally" not in str(table.id)]
SAID = ("calls", "countersignatures", "accusations", "rulings", "appeals", "take_backs", "reminders")


def go_on(quarrel: Quarrel, rng: Random, steps: int) -> None:
    """Play, and quarrel about it."""
    for _ in range(steps):
        if quarrel.match.state.plays and rng.random() < 0.6:
            quarrel.step(rng)
        else:
            quarrel.quarrel(rng)


@pytest.mark.long
@pytest.mark.few(
    "kuhn-poker-2-recorded",
    "mea-culpa-2-hosted",
    "seven-sins-2-recorded",
    "thurn-and-taxis-2-hosted",
    "tally-3-recorded",
    "tally-3-hosted",
)
@pytest.mark.parametrize(("name", "seats", "mode"), TABLES)
def test_the_audit_agrees_with_the_state_and_the_line(matches: Matches, name: str, seats: int, mode: str) -> None:
    met: Counter[str] = Counter()
    for number in until(lambda: met["accusations"] and met["rulings"], 20 if SOAK else 1, 40):
        rng = Random(f"audit {name} {seats} {mode} {number}")
        quarrel = Quarrel(matches, name, seats, mode, {"history": "kept"})
        go_on(quarrel, rng, 80)
        # A hosted match deals by chance, so these steps differ: go on until there is something to audit.
        for _ in range(8):
            found = audit(quarrel.match, OFFICIAL, quarrel.decisions())
            if found["accusations"] and found["rulings"]:
                break
            go_on(quarrel, rng, 20)
        match, decisions = quarrel.match, quarrel.decisions()
        stored = matches.decisions(match.id)
        found = audit(match, OFFICIAL, decisions)
        for viewer in (PUBLIC, *map(seat_viewer, range(seats))):
            told = audit(match, viewer, [redact(decision, viewer) for decision in stored])
            assert {name: told[name] for name in SAID} == {
                name: _with_reasons(found[name], told[name]) for name in SAID
            }
        pending = [one for one in found["take_backs"] if one["outcome"] == "pending"]
        assert bool(pending) == (match.state.consent is not None)
        assert [one["decisions"] for one in pending] == [
            one["decisions"] for one in found["take_backs"][-1:] if pending
        ]
        newest = {
            str(one["by"]): one for one in found["countersignatures"] if _still_sits_there(one, decisions)
        }.values()
        assert sorted((one["upto"], one["status"] == "lapsed") for one in newest) == sorted(
            (one["upto"], one["lapsed"]) for one in match.state.countersigned
        )
        assert [one["version"] for one in found["calls"] if one["ended"] is None] == [
            one["call"] for one in match.state.calls
        ]
        _check_struck(found, quarrel.changes())
        _check_reversals(found["rulings"])
        met.update({name: len(found[name]) for name in ("accusations", "rulings")})
    assert met["accusations"]
    assert met["rulings"]


def _still_sits_there(one: Mapping[str, Any], decisions: Sequence[Mapping[str, Any]]) -> bool:
    """Whether nobody has taken the seat of who countersigned since: what another has signed binds nobody."""
    behind = decisions[one["version"] + 1 :]
    facts = (fact for decision in behind for fact in decision["facts"])
    return one["by"] not in [{"seat": fact["seat"]} for fact in facts if fact["type"] == SeatTaken.TYPE]


def _with_reasons(official: Sequence[Mapping[str, Any]], told: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Texts are taken from what was told: the full log that the test reads holds none."""
    return [
        {**one, "reason": other["reason"]} if "reason" in one else one
        for one, other in zip(official, told, strict=True)
    ]


def _check_struck(found: Mapping[str, Any], changes: Mapping[int, str]) -> None:
    """What counts otherwise than it was first decided was changed by something that the audit names."""
    lists = [*found["take_backs"], *found["rulings"]]
    named = {effect: {version for one in lists for version in one[effect]} for effect in ("struck", "replaced")}
    for version, effect in changes.items():
        assert version in named[effect], (version, effect)


def _check_reversals(rulings: Sequence[Mapping[str, Any]]) -> None:
    """A ruling is reversed if one that is not reversed itself says so, and there is one such at most."""
    in_force = {one["version"] for one in rulings if one["reversed_by"] is None}
    for one in rulings:
        undoing = [other["version"] for other in rulings if other["reverses"] == one["version"]]
        assert len(undoing) <= 1
        expected = next((version for version in undoing if version in in_force), None)
        assert one["reversed_by"] == expected


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats", "mode"), GAMES)
def test_of_what_has_faded_the_audit_knows_the_skeleton(
    matches: Matches, name: str, seats: int, mode: str
) -> None:
    found: Counter[str] = Counter()
    for number in until(lambda: found["faded"], 20 if SOAK else 1, 40):
        rng = Random(f"faded audit {name} {seats} {mode} {number}")
        quarrel = Quarrel(matches, name, seats, mode, {"history": "fading"})
        for _ in range(5):
            if quarrel.match.over:
                break  # with that, nothing has faded any more
            go_on(quarrel, rng, 15)
            found["faded"] += _check_faded(matches, quarrel, seats)
    assert found["faded"]


def _check_faded(matches: Matches, quarrel: Quarrel, seats: int) -> int:
    """How much of what the audit tells officials has faded for others, who are told that it was."""
    match, faded = quarrel.match, 0
    stored = matches.decisions(match.id)
    whole = audit(match, OFFICIAL, log(stored, OFFICIAL, match.horizon(Principal("arbiter"))))
    for principal in (Principal("spectator"), *map(seated, range(seats))):
        horizon = match.horizon(principal)
        found = audit(match, principal.viewer, log(stored, principal.viewer, horizon))
        for kind in SAID:
            told = {one["version"]: one for one in found[kind]}
            for one in whole[kind]:
                if horizon.has_faded(one["version"]):
                    faded += 1
                    assert told.get(one["version"], {"faded": True})["faded"]
                else:
                    assert told[one["version"]]["by"] == one["by"]
                    assert "faded" not in told[one["version"]]
        versions = [*found["automatic"], *(one["version"] for one in found["acted_for"])]
        assert not any(horizon.has_faded(version) for version in versions)
    return faded
