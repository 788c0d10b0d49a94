"""The laws under META CULPA: with steps, sins, accusations, reminders and take-backs, for every viewer.

The laws themselves are those of every ruleset (``tests.laws.test_laws``); here the players err, speak and undo.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from random import Random

import pytest

from domain.games.mea_culpa import RULESET
from domain.table.worded import languages_for
from tests.games.mea_culpa.test_step_play import FIRST, MODES, SOME, played_by_steps
from tests.games.playing import SOAK
from tests.laws.test_laws import Played, check_contained, check_fold_law, check_legality_law, check_no_interference
from tests.laws.test_words import check_sentences

EVERYWHERE = pytest.mark.parametrize(("seats", "mode"), [*product([2, 3, 4], MODES)])
MATCHES_SOAK = 40
LOOKED_AT = 20
"""In so many states of a match it is asked what can be done."""


@lru_cache(maxsize=3)
def played(seats: int, mode: str, number: int | None = None) -> Played:
    """A random match in which something of everything happens; `test_step_play` checks the same ones."""
    return Played(played_by_steps(FIRST[seats] if number is None else number, seats, mode))


@SOME
@pytest.mark.long
class TestLaws:
    """One match for all laws."""

    def test_folding_what_was_told_is_masking_the_full_state(self, seats: int, mode: str) -> None:
        match = played(seats, mode)
        check_fold_law(match)
        for full in match.table.states[::9]:
            check_contained(full, match.table.viewers)

    def test_what_a_seat_can_do_follows_from_what_it_sees(self, seats: int, mode: str) -> None:
        match = played(seats, mode)
        every = len(match.table.states) // LOOKED_AT
        check_legality_law(match, Random(f"asked {seats} {mode}"), every=every, asks=3)

    @pytest.mark.few("3-called")
    def test_a_twin_that_differs_in_what_was_not_told_answers_the_same(self, seats: int, mode: str) -> None:
        assert check_no_interference(played(seats, mode), Random(f"twins {seats} {mode}"), 4 if SOAK else 1)

    def test_everything_that_happens_is_a_sentence(self, seats: int, mode: str) -> None:
        spoken = languages_for(RULESET)
        check_sentences(played(seats, mode), spoken[seats % len(spoken)])


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@EVERYWHERE
def test_the_laws_in_many_matches(seats: int, mode: str) -> None:
    for number in range(MATCHES_SOAK):
        match, rng = played(seats, mode, number), Random(f"checks {number}")
        check_fold_law(match)
        check_legality_law(match, rng, every=3, asks=5)
        check_no_interference(match, rng)
