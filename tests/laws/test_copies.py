"""Playing changes nothing that was there: copies share their places, and only what is changed is copied."""

from random import Random

import pytest

from domain.kit.ruleset import rulesets
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, Table, rules_of, seeded

pytestmark = pytest.mark.grows

MATCHES = 20 if SOAK else 1

SIZES = [(name, seats) for name, game in OPENABLE.items() for seats in range(game.seats[0], game.seats[1] + 1)]


@pytest.mark.few("kuhn-poker-2", "mea-culpa-2", "seven-sins-5", "thurn-and-taxis-2")
@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_no_state_changes_after_it_was_made(name, seats):
    ruleset = rulesets()[name]
    for number in range(MATCHES):
        rng = Random(f"copies {name} {seats} {number}")
        table = Table(ruleset, rules_of(ruleset, seats), seeded(number))
        table.settle()
        seen, versions = [], []
        while not table.state.over:
            seen.append(table.state.dump())
            versions.append(len(table.states) - 1)
            then = table.states[-1]
            table.random_step(rng)
            assert then.dump() == seen[-1]
            table.settle()
        ends = [state.dump() for state in table.states]
        assert [ends[version] for version in versions] == seen
        twin = table.states[0].copy()
        for place in list(twin.places)[:1]:
            table.states[0].place(place).add("something else")
        assert twin.dump() == ends[0]
