"""Rules are broken at random in recorded matches of every game: pieces are conserved, and play goes on to its end.

What is entered as irregular is refused, and leaves no trace, or stands with the rule that it broke.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

import pytest

from domain.kit.play import NO_KNOWN_RULE
from domain.kit.ruleset import rulesets
from domain.kit.state import Rules, State
from tests.games.installed import OWN, until
from tests.games.irregular import Slips, play_carelessly
from tests.games.mea_culpa import tables as mea_culpa
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, Table, check_replay, rules_of
from tests.games.seven_sins import tables as seven_sins
from tests.games.thurn_and_taxis import drawing as thurn_and_taxis
from tests.laws.test_laws import random_options

MATCHES: Mapping[str, int] = {"mea-culpa": 5, "seven-sins": 24, "thurn-and-taxis": 6}
"""So many are played in a soak, and fewer elsewhere, if enough has been tried by then."""
FEW = 10
"""So many matches are played of any other game at least."""
TRIED = 100
"""Slips that are tried at least."""


def options(name: str, seats: int, rng: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options and board values of a match."""
    if name == "mea-culpa":
        kept = {"meta_culpa": rng.choice(["off", "off", "called", "automatic"])}
        return {**mea_culpa.random_options(rng, seats), **kept}, {}
    if name == "seven-sins":
        return seven_sins.random_options(rng, seats, penitence=rng.random() < 0.5), {}
    if name == "thurn-and-taxis":
        modules = rng.choice(thurn_and_taxis.MODULES)
        return thurn_and_taxis.random_options(rng, seats, modules), thurn_and_taxis.SHORT_BOARD
    return random_options(rulesets()[name], rng), {}


def nothing_is_known(_: State) -> None:
    """Of another game it is not known what is conserved: pieces may come from a stock that is no place."""


def three_cards(state: State) -> None:
    """Kuhn poker is played with three cards."""
    assert state.census() == {"jack": 1, "queen": 1, "king": 1}


CONSERVED: Mapping[str, Callable[[Any], None]] = {
    "kuhn-poker": three_cards,
    "mea-culpa": mea_culpa.assert_conserved,
    "seven-sins": seven_sins.assert_conserved,
    "thurn-and-taxis": lambda state: thurn_and_taxis.assert_conserved(state, lawful=False),
}


def played(name: str, number: int, slips: Slips) -> Table:
    """A match in which rules are broken now and then, or all the time."""
    rng, ruleset = Random(f"irregular {name} {number}"), rulesets()[name]
    seats = rng.randint(*ruleset.seats)
    rules: Rules = rules_of(ruleset, seats, *options(name, seats, rng), mode="recorded")
    return play_carelessly(Table(ruleset, rules), rng, rng.choice([0.05, 0.2, 0.5]), slips)


def check(name: str, numbers: Iterable[int], slips: Slips) -> None:
    """Play these matches, and keep what was tried."""
    conserved = CONSERVED.get(name, nothing_is_known)
    for number in numbers:
        table = played(name, number, slips)
        states: list[State] = table.states
        for state in states:
            conserved(state)
        check_replay(table)
        assert table.state.status == "finished"


@pytest.mark.long
@pytest.mark.grows
@pytest.mark.scenario(69)
@pytest.mark.parametrize("name", OPENABLE)
def test_whatever_happened_at_the_table_play_goes_on(name: str) -> None:
    slips = Slips()

    def codes() -> set[str]:
        return {code for _, code, _ in slips.broken}

    def enough() -> bool:
        return (
            min(sum(slips.broken.values()), slips.refused) > TRIED / 2
            and {
                "illegal-move",
                "not-awaited",
            }
            <= codes()
        )

    most = MATCHES.get(name, 40 * FEW)
    check(name, until(enough, most if SOAK and name in MATCHES else 1, most), slips)
    assert codes() <= {"illegal-move", "not-awaited", "needs-tell", NO_KNOWN_RULE}
    assert sum(slips.broken.values()) + slips.refused > TRIED
    if name in OWN:  # another game may know no rule that can be broken
        assert enough()
    ruleset = rulesets()[name]
    for _, code, rule in slips.broken:
        assert (rule in ruleset.rules) if code == "illegal-move" else rule is None


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@pytest.mark.parametrize("name", OPENABLE)
def test_many_careless_matches(name: str) -> None:
    slips = Slips()
    check(name, range(1_000, 1_000 + 40 * MATCHES.get(name, FEW)), slips)
    assert sum(slips.broken.values()) > (3_000 if name in OWN else 0)
