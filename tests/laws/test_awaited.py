"""What a match awaits from somebody is among that one's moves, and each that is listed is accepted.

Random matches of every ruleset, hosted and recorded with gaps, about which people quarrel.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.kit.table.commands import TakeBack
from domain.match.match import Match
from domain.match.principal import Principal
from domain.table.awaited import awaited_from
from domain.table.commands import may_send
from tests.asking import asking
from tests.games.installed import seats_near, until
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, command_of, filled
from tests.laws.quarrels import ARBITER, HOST, SCRIBE, Quarrel, matches
from tests.laws.tally import Jam

pytestmark = pytest.mark.grows

__all__ = ["matches"]
MATCHES = 20 if SOAK else 2
STEPS = 200 if SOAK else 60
MOST_MATCHES = 20
WANTED: Mapping[Any, set[str]] = {
    "tally": {"table.consent", "table.resume"},
    ("mea-culpa", "recorded"): {"table.tell", "table.consent"},
}
"""What is met in these matches, by the game, or by the game and how it is played."""
TABLES = [
    pytest.param(name, mode, id=f"{name}-{mode}")
    for name in (*OPENABLE, "tally")
    for mode in ("hosted", "recorded")
]


def everybody(match: Match) -> list[Principal]:
    """All who act, by the tokens that count now: somebody may sit where somebody else has sat."""
    seats = [Principal("seat", seat, match.state.token_number("seat", seat)) for seat in range(match.rules.seats)]
    return [*seats, ARBITER, SCRIBE, HOST, Principal("spectator")]


def awaited(match: Match, who: Principal) -> list[Json]:
    return awaited_from(match, who, range(match.rules.seats), may_send(match, who))


def asked(match: Match, move: Json, rng: Random) -> Asked:
    """The move as it is sent, its patterns filled at random."""
    document = {name: filled(value, rng) for name, value in move.items()}
    seat = document.pop("seat", None)
    return Asked(command_of(match.ruleset, document), seat)


def check_accepted(quarrel: Quarrel, rng: Random, met: Counter[str]) -> None:
    """Whatever is listed for anybody is accepted, and what the match waits for is listed for somebody."""
    match = quarrel.match
    listed = 0
    for who in everybody(match):
        for move in awaited(match, who):
            quarrel.matches.append(quarrel.id, who, asking(asked(match, move, rng)), dry_run=True)
            met[move["type"]] += 1
            listed += 1
    if not match.over and not match.state.plays:
        assert listed, f"nobody can go on: {match.state.status}, {match.state.awaiting}"
    for one in match.state.awaiting:
        if isinstance(one, dict) and "tell" in one and match.state.status == "playing":
            assert any(move.get("place") == one["tell"] for move in awaited(match, SCRIBE))


def answered(quarrel: Quarrel, rng: Random) -> bool:
    """Send something of what is awaited beside the game; whether there was anything."""
    found = [(who, move) for who in everybody(quarrel.match) for move in awaited(quarrel.match, who)]
    if not found:
        return False
    who, move = rng.choice(found)
    one = asked(quarrel.match, move, rng)
    quarrel.send(who, one.command, one.seat)
    return True


def take_back(quarrel: Quarrel, rng: Random) -> None:
    """Somebody wants to take back what lies a little back: a seat its own, or an official."""
    for one in reversed(quarrel.decisions()[-8:-1]):
        if isinstance(one["actor"], dict) and not one["automatic"] and rng.random() < 0.5:
            with contextlib.suppress(Refused):
                own = quarrel.holder(one["actor"]["seat"])
                quarrel.send(rng.choice((own, own, SCRIBE, ARBITER)), TakeBack(one["version"]))
                return


@pytest.mark.long
@pytest.mark.few(
    "kuhn-poker-hosted",
    "kuhn-poker-recorded",
    "mea-culpa-hosted",
    "seven-sins-recorded",
    "thurn-and-taxis-hosted",
    "tally-recorded",
)
@pytest.mark.parametrize(("name", "mode"), TABLES)
def test_what_is_awaited_is_listed_for_somebody_and_what_is_listed_is_accepted(
    matches: Matches, name: str, mode: str
) -> None:
    met: Counter[str] = Counter()
    wanted = WANTED.get((name, mode), WANTED.get(name, set()))
    for number in until(lambda: wanted <= met.keys(), MATCHES, MOST_MATCHES):
        rng = Random(f"awaited {name} {mode} {number}")
        seats = seats_near(name, 2 if name == "tally" else 3)
        quarrel = Quarrel(matches, name, seats, mode, {"sign_off": True}, sees=0.3 if mode == "recorded" else 1.0)
        for _ in range(STEPS):
            check_accepted(quarrel, rng, met)
            if not quarrel.state.plays or (rng.random() < 0.9 and "tell" in str(quarrel.state.awaiting)):
                if not answered(quarrel, rng):
                    break
            elif rng.random() < 0.6:
                quarrel.step(rng)
            elif rng.random() < 0.5:
                take_back(quarrel, rng)
            else:
                quarrel.quarrel(rng)
    assert met
    assert wanted <= met.keys()


def test_a_stalled_match_is_ended_and_signed_with_what_is_listed(matches: Matches) -> None:
    for number in range(6):
        rng = Random(f"stalled {number}")
        quarrel = Quarrel(matches, "tally", 2, options={"mischief": True, "sign_off": True})
        quarrel.play(0, Jam())
        assert quarrel.state.status == "stalled"
        check_accepted(quarrel, rng, Counter())
        assert [awaited(quarrel.match, who) for who in everybody(quarrel.match) if who != ARBITER] == [[]] * 5
        assert answered(quarrel, rng)
        assert quarrel.match.awaits_signature
        (signing,) = awaited(quarrel.match, HOST)
        assert awaited(quarrel.match, ARBITER) == [signing]
        assert answered(quarrel, rng)
        assert not any(awaited(quarrel.match, who) for who in everybody(quarrel.match))
