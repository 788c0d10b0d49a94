"""Corrections at random in recorded matches of every ruleset: the line, what is struck, and what comes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from kuhn_poker import Bet, Call

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.kit.ruleset import Ruleset
from domain.kit.table.commands import Amend, Confirm, Reveal
from domain.kit.visibility import OFFICIAL
from domain.match.line import changes_until, fold_line, is_struck
from domain.table.correcting.deciding_again import is_of_the_game
from tests.games.installed import can_have_gaps, seats_near, until
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, filled, random_command
from tests.laws.careless import unseen
from tests.laws.quarrels import ARBITER, SCRIBE, Quarrel, correction, entered_by_hand, matches

pytestmark = pytest.mark.grows

__all__ = ["matches"]
STEPS = 40
MATCHES = 60 if SOAK else 1
MOST_MATCHES = 20 * MATCHES if SOAK else 40
"""So many are played where what is looked for has not been met before."""
EFFECTS = {"replace", "remove", "insert"}
REFUSALS = ("illegal-move", "not-awaited", "over", "frozen", "consent-pending")
TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, game in OPENABLE.items()
    for seats in (sorted(set(game.seats)) if SOAK else game.seats[:1])
]


def seats_with_gaps(game: Ruleset[Any]) -> Sequence[int]:
    """At tables of how many seats something is unknown: at all of them in a soak, else of three."""
    return range(game.seats[0], game.seats[1] + 1) if SOAK else (seats_near(game.id, 3),)


GAPS = [
    pytest.param(name, n, id=f"{name}-{n}")
    for name, game in OPENABLE.items()
    for n in seats_with_gaps(game)
    if can_have_gaps(name)
]
BY_HAND = [
    pytest.param(*table.values, sees, id=f"{table.id}-{how}")
    for tables, sees, how in ((TABLES, 1.0, "seen"), (GAPS, 0.3, "gaps"))
    for table in tables
]


def recorded(matches: Matches, name: str, seats: int, rng: Random, sees: float = 1.0) -> Quarrel:
    """A recorded match that a scribe has entered so far."""
    quarrel = Quarrel(matches, name, seats, "recorded", sees=sees)
    for _ in range(STEPS):
        if quarrel.state.proposed is not None:
            quarrel.send(SCRIBE, Confirm())
        if not quarrel.state.plays:
            break
        quarrel.step(rng)
    return quarrel


def counting(quarrel: Quarrel) -> Iterator[Mapping[str, Any]]:
    """The decisions of the game that count, and did not follow by themselves."""
    decisions = quarrel.decisions()
    changes = changes_until(decisions, quarrel.match.version)
    for decision in decisions:
        if is_of_the_game(decision) and not decision["automatic"] and not is_struck(decision["version"], changes):
            yield decision


def a_change(quarrel: Quarrel, rng: Random) -> dict[str, Json] | None:
    """Something that could have been decided there instead, or besides; None if there is nothing."""
    found = list(counting(quarrel))
    if not found:
        return None
    version = rng.choice(found)["version"]
    effect = rng.choice(["replace", "replace", "remove", "insert"])
    if effect == "insert" and rng.random() < 0.3:
        version = 0  # behind the laid table
    if effect == "remove":
        return {"decision": version, "effect": effect}
    match, decisions = quarrel.match, quarrel.decisions()
    at = version - 1 if effect == "replace" else version
    changes = changes_until(decisions, match.version)
    state = fold_line(match.ruleset, match.rules, decisions, OFFICIAL, at, changes)
    awaited = [who for who in state.awaiting if who == "chance" or "seat" in who]
    if not awaited:
        return None
    who = rng.choice(awaited)
    actor = who if who == "chance" else who["seat"]
    listed = [move for move in match.ruleset.moves(state, actor) if "unknown" not in str(move)]
    if not listed:
        return None
    command = unseen(random_command(match.ruleset, listed, rng), quarrel.sees, rng).to_json()
    seat = {} if actor == "chance" else {"seat": actor}
    return {"decision": version, "effect": effect, "commands": [{"command": command, **seat}]}


def amended(quarrel: Quarrel, change: Mapping[str, Json]) -> Any:
    """Correct it; the answer, or None if that is refused."""
    try:
        return quarrel.send(ARBITER if quarrel.match.hosted else SCRIBE, Amend((change,)))
    except Refused as refused:
        if refused.code not in REFUSALS:
            raise
        return None


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_whatever_is_corrected_the_state_is_the_fold_of_the_line_for_everybody(
    matches: Matches, name: str, seats: int
) -> None:
    accepted: Counter[str] = Counter()
    for number in until(lambda: accepted.keys() == EFFECTS, MATCHES, MOST_MATCHES):
        rng = Random(f"corrected {name} {seats} {number}")
        quarrel = recorded(matches, name, seats, rng)
        for _ in range(8):
            change = a_change(quarrel, rng)
            if change is None:
                continue
            if amended(quarrel, change):
                accepted[change["effect"]] += 1
            for _ in range(rng.randrange(3)):
                if quarrel.state.plays:
                    quarrel.step(rng)
            if rng.random() < 0.3:
                quarrel.quarrel(rng)
        quarrel.check(rng, samples=8)
    assert accepted.keys() == EFFECTS


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_arbiter_corrects_what_seats_decided_in_a_hosted_match(matches: Matches, name: str, seats: int) -> None:
    accepted: Counter[str] = Counter()
    for number in until(lambda: accepted, MATCHES, MOST_MATCHES):
        rng = Random(f"hosted {name} {seats} {number}")
        quarrel = Quarrel(matches, name, seats, "hosted")
        for _ in range(STEPS):
            if quarrel.state.plays:
                quarrel.step(rng)
        drawn = {one["version"]: one for one in quarrel.decisions() if one["actor"] == "chance"}
        for _ in range(8):
            change = a_change(quarrel, rng)
            if change is None or not amended(quarrel, change):
                continue
            accepted[change["effect"]] += 1
            assert change["effect"] == "insert" or change["decision"] not in drawn, "nobody corrects chance"
        quarrel.check(rng, samples=8)
    assert accepted


def test_how_far_back_everybody_may_read_is_in_the_log_where_a_match_ends_by_a_correction_alone(
    matches: Matches,
) -> None:
    """The fold ends it, in the place of a call that had no such fact."""
    quarrel = Quarrel(matches, "kuhn-poker", 2, "hosted")
    for seat, command in enumerate((Bet(), Call())):
        called = quarrel.play(seat, command)
    fold = {"decision": called, "effect": "replace", "commands": [{"seat": 1, "command": {"type": "fold"}}]}
    quarrel.send(ARBITER, Amend(changes=(fold,)))
    assert quarrel.state.over
    quarrel.check_horizons(list(quarrel.matches._log(quarrel.id)))


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), GAPS)
def test_what_is_corrected_and_revealed_in_a_record_with_gaps_is_a_fold_of_the_line_and_comes_back(
    matches: Matches, name: str, seats: int
) -> None:
    """Decisions in which something was unknown are replaced, removed, filled in; and a line before is restored."""
    done: Counter[str] = Counter()
    for number in until(lambda: done["revealed"] and done["restored"], MATCHES, MOST_MATCHES):
        rng = Random(f"gaps {name} {seats} {number}")
        quarrel = recorded(matches, name, seats, rng, sees=0.3)
        for _ in range(8):
            before = quarrel.match.version
            if rng.random() < 0.5:
                done["revealed"] += revealed(quarrel, rng)
            elif (change := a_change(quarrel, rng)) is not None and amended(quarrel, change):
                done[change["effect"]] += 1
            if quarrel.match.version > before and rng.random() < 0.4:
                quarrel.send(SCRIBE, Amend(restore=before))
                assert quarrel.state == quarrel.states[before]
                done["restored"] += 1
            for _ in range(rng.randrange(3)):
                if quarrel.state.plays:
                    quarrel.step(rng)
        quarrel.check(rng, samples=8)
    assert done["revealed"]
    assert done["restored"]
    assert done.keys() & EFFECTS


def revealed(quarrel: Quarrel, rng: Random) -> bool:
    """Fill in something unknown with what it can have been; whether there was anything, and it went."""
    gaps = [one for one in counting(quarrel) if "unknown" in str(one["command"])]
    if not gaps:
        return False
    one = rng.choice(gaps)
    command, actor = one["command"], one["actor"]
    match, decisions = quarrel.match, quarrel.decisions()
    changes = changes_until(decisions, match.version)
    before = fold_line(match.ruleset, match.rules, decisions, OFFICIAL, one["version"] - 1, changes)
    listed = match.ruleset.moves(before, actor["seat"] if isinstance(actor, dict) else actor)
    for move in rng.sample(listed, len(listed)):
        if move.keys() == command.keys() and "unknown" not in str(move):
            filled_in = {name: _known(value, move[name], rng) for name, value in command.items()}
            try:
                quarrel.send(SCRIBE, Reveal(one["version"], filled_in))
            except Refused as refused:
                if refused.code not in (*REFUSALS, "invalid"):
                    raise
            else:
                return True
    return False


def _known(value: Json, pattern: Json, rng: Random) -> Json:
    return filled(pattern, rng) if "unknown" in str(value) else value


@pytest.mark.long
@pytest.mark.scenario(65)
@pytest.mark.parametrize(("name", "seats", "sees"), [*BY_HAND])
def test_what_is_struck_is_what_is_refused_when_it_is_entered_by_hand(
    matches: Matches, name: str, seats: int, sees: float
) -> None:
    """And the board at the end is the same; also where something is unknown."""
    effects: Counter[str] = Counter()
    met = {"stands", "replaced", "struck"}
    for number in until(lambda: met <= (+effects).keys(), 2 * MATCHES, MOST_MATCHES):
        rng = Random(f"by hand {name} {seats} {number}")
        quarrel = recorded(matches, name, seats, rng, sees)
        before = quarrel.decisions()
        change = a_change(quarrel, rng)
        if change is None:
            continue
        if not (answer := amended(quarrel, change)):
            continue
        said = correction(quarrel.decisions()[: answer.first + 1], answer.first)
        struck = {one["decision"] for one in said["struck"]} - {change["decision"]}
        by_hand = Quarrel(matches, name, seats, "recorded")
        refused = entered_by_hand(by_hand, before, change)
        assert {version for version in struck if not before[version]["automatic"]} == refused
        assert by_hand.state == quarrel.state
        effects.update({name: len(one) for name, one in said.items() if isinstance(one, list)})
    assert met <= (+effects).keys()


@pytest.mark.scenario(80)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_earlier_line_is_restored_as_it_was(matches: Matches, name: str, seats: int) -> None:
    done = 0
    for number in range(MATCHES):
        rng = Random(f"restored {name} {seats} {number}")
        quarrel = recorded(matches, name, seats, rng)
        states = {quarrel.match.version: quarrel.state}
        for _ in range(3):
            change = a_change(quarrel, rng)
            if change is not None:
                amended(quarrel, change)
                states[quarrel.match.version] = quarrel.state
        *earlier, newest = states
        for version in rng.sample(earlier, len(earlier)):
            if states[version] == states[newest]:
                continue
            quarrel.send(SCRIBE, Amend(restore=version))
            assert quarrel.state == states[version]
            newest = version
            done += 1
        quarrel.check(rng, samples=4)
    assert done
