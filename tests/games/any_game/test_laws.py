"""The laws of every ruleset, for the boxes that come with the service and for random ones."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.games.any_game import RULESET
from domain.kit.guards import Refused
from domain.kit.places import Impossible
from tests.games.any_game.boxes import NAMED, box_named, played, random_boxes, seats_of
from tests.games.installed import until
from tests.games.playing import SOAK, Table, check_replay, command_of, filled
from tests.laws.test_laws import (
    Played,
    _twins_by_chance,
    _twins_by_choice,
    check_alike,
    check_contained,
    check_fold_law,
    check_legality_law,
)

RANDOM = 2_000 if SOAK else 60


def check_laws(table: Table, rng: Random) -> None:
    """The laws of what is folded, of what may be done, and of what is replayed."""
    match = Played(table)
    check_fold_law(match)
    check_legality_law(match, rng, every=5, asks=3)
    for version in match.versions[::3]:
        for viewer in table.viewers:
            check_told_alike(json.loads(match.sent(viewer, version)))
    for full in table.states[::5]:
        check_contained(full, table.viewers)
    check_replay(table)


def check_told_alike(decision: Any) -> None:
    """A command says no more to anybody than the facts that follow from it."""
    command = decision["command"]
    for name, facts in (("things", MOVED), ("by", ("AmountChanged",)), ("number", ("AmountChanged",))):
        told = [fact for fact in decision["facts"] if fact["type"] in facts]
        secret = command["type"] not in ("draw", "deal", "came-out", "say") and name in command
        if secret and told and command[name] is not None and "hidden" not in str(command[name]):
            assert not [fact for fact in told if "hidden" in str(fact.get("things", fact.get("by")))], decision


MOVED = (*("PiecesMoved", "PiecesRevealed", "PiecesPlaced", "PiecesPlacedOpenly", "PiecesShown", "DiceTaken"),)


def check_twins(table: Table, rng: Random) -> int:
    """Whoever was not told a difference is answered the same; how many were compared."""
    match, compared = Played(table), 0
    for twin, blind in (*_twins_by_chance(match, rng), *_twins_by_choice(match, rng)):
        for viewer in blind:
            compared += bool(check_alike(match, twin, viewer, rng))
    return compared


@pytest.mark.grows
@pytest.mark.parametrize("name", NAMED)
def test_the_laws_hold_for_the_boxes_that_come_with_the_service(name: str) -> None:
    box = box_named(name)
    compared = Counter[str]()
    for seats in seats_of(box):
        for number in range(20 if SOAK else 3):
            rng = Random(f"{name} {seats} {number}")
            check_laws(played(box, seats, rng, 60, chance=number), rng)
        for number in until(compared.total, 100 if SOAK else 25, 200):
            rng = Random(f"{name} {seats} {number} twins")
            compared[box["title"]] += check_twins(played(box, seats, rng, 12, chance=number), rng)
    hides = any(place.get("sees") not in (None, "everyone") for place in box["places"].values())
    assert compared.total() or not hides, "no twin: this tests nothing"


@pytest.mark.grows
@settings(max_examples=RANDOM, deadline=None, suppress_health_check=[*HealthCheck])
@given(random_boxes(), st.integers(2, 4), st.integers(0, 10_000))
def test_the_laws_hold_for_random_boxes(box: dict[str, Any], seats: int, number: int) -> None:
    rng = Random(number)
    check_laws(played(box, seats, rng, 25, chance=number), rng)
    check_twins(played(box, seats, rng, 8, chance=number), rng)


@pytest.mark.parametrize("name", NAMED)
def test_what_is_listed_can_be_done(name: str) -> None:
    """Each listed move of each seat, filled at random, is played and not only lawful."""
    box = box_named(name)
    rng = Random(name)
    seats = max(seats_of(box))
    table = played(box, seats, rng, 40)
    for state in table.states[::8]:
        if state.over:
            continue
        for awaited in state.awaiting:
            if "seat" not in awaited:
                continue
            for move in RULESET.moves(state, awaited["seat"]):
                command = command_of(RULESET, {one: filled(value, rng) for one, value in move.items()})
                at = Table(RULESET, table.rules)
                at.states[-1] = state
                try:
                    at.act(awaited["seat"], RULESET.fill(state, command))
                except (Refused, Impossible) as refused:  # pragma: no cover - it would be wrong
                    pytest.fail(f"{command}: {refused}")
