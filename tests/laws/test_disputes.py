"""Quarrels at random in whole matches of every ruleset: whatever is taken back, ruled, reversed, the laws hold."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from domain.application.matches import Matches
from tests.games.installed import until
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK
from tests.laws.quarrels import Quarrel, matches

pytestmark = pytest.mark.grows

__all__ = ["matches"]
TABLES = [
    pytest.param(name, seats, mode, id=f"{name}-{seats}-{mode}")
    for name, seats in (*((name, ruleset.seats[0]) for name, ruleset in OPENABLE.items()), ("tally", 3))
    for mode in ("hosted", "recorded")
]
FIRST = {"kuhn-poker": 9, "mea-culpa": 11, "seven-sins": 11, "thurn-and-taxis": 9}
"""The quarrels that are looked at first outside of a soak: those in which nearly everything is met at once."""


@pytest.mark.long
@pytest.mark.few(
    "kuhn-poker-2-recorded",
    "mea-culpa-2-hosted",
    "seven-sins-2-recorded",
    "thurn-and-taxis-2-hosted",
    "tally-3-recorded",
)
@pytest.mark.scenario(29, 63)
@pytest.mark.parametrize(("name", "seats", "mode"), TABLES)
def test_whatever_is_quarrelled_about_the_state_is_the_fold_of_the_line(
    matches: Matches, name: str, seats: int, mode: str
) -> None:
    accepted: Counter[str] = Counter()
    said = {"table.accuse", "table.remind", "table.freeze", "table.rule", "table.appeal"}
    said |= {"table.leave", "table.substitute"}

    def enough() -> bool:
        asked = accepted["table.take-back"] or accepted["table.take-back needs-ruling"]
        return bool(asked) and said <= set(accepted)

    first = 0 if SOAK else FIRST.get(name, 0)
    for number in (first + more for more in until(enough, 40 if SOAK else 1, 40)):
        rng = Random(f"quarrel {name} {seats} {mode} {number}")
        quarrel = Quarrel(matches, name, seats, mode)
        for _ in range(110):
            if quarrel.match.over and rng.random() < 0.05:
                break
            if quarrel.match.state.plays and rng.random() < 0.65:
                quarrel.step(rng)
            else:
                quarrel.quarrel(rng)
        quarrel.check(rng, again=SOAK or number == first)
        accepted += quarrel.accepted
    assert said <= set(accepted)
    assert accepted["table.take-back"] or accepted["table.take-back needs-ruling"]
