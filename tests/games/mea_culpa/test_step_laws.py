"""The laws under META CULPA: with steps, sins, accusations, reminders and take-backs, for every viewer.

The laws themselves are those of every ruleset (``tests.laws.test_laws``); here the players err, speak and undo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET
from domain.kit.chance import Chance
from domain.kit.facts import Command, Fact, Json
from domain.kit.play import Played as Result
from domain.kit.play import happened
from domain.kit.state import Rules
from domain.kit.table.commands import TakeBack
from domain.kit.table.disputes import Accuse, Remind
from domain.kit.table.facts import LineChanged
from domain.table.worded import languages_for
from tests.games.mea_culpa.tables import random_options
from tests.games.mea_culpa.test_step_play import MODES, Line
from tests.games.playing import SOAK, Table, rules_of
from tests.laws.test_laws import Played, check_contained, check_fold_law, check_legality_law, check_no_interference
from tests.laws.test_words import check_sentences

EVERYWHERE = pytest.mark.parametrize(("seats", "mode"), [*product([2, 3, 4], MODES)])
SOME = pytest.mark.parametrize(("seats", "mode"), [(2, "called"), (3, "automatic"), (4, "called")])
"""The others are looked at in the soak."""
MATCHES_SOAK = 40
LOOKED_AT = 40
"""In so many states of a match it is asked what can be done."""


class Quarrelsome(Line):
    """A match of players who err, that can be played again: what was undone stays away, the undoing is done."""

    def __init__(self, rules: Rules, rng: Random, *, errs: float = 0.0) -> None:
        super().__init__(rules, rng, errs=errs)
        self.undone: dict[int, tuple[LineChanged, Sequence[Json]]] = {}

    def again(self, chance: Callable[[int], Chance]) -> Table:
        twin = Quarrelsome(self.rules, Random(0))
        twin._chance, twin.undone = chance, self.undone
        return twin

    def take_back(self, seat: int, number: int) -> None:
        taken = list(self.documents())[-number:]
        super().take_back(seat, number)
        command, (changed, *_) = self.steps[-1].command, self.steps[-1].facts
        assert isinstance(command, TakeBack)
        assert isinstance(changed, LineChanged)
        self.undone[command.decision] = (changed, taken)

    def act(self, actor: Any, command: Command, *, automatic: bool = False) -> tuple[Fact, ...]:
        if isinstance(command, Accuse | Remind):
            self.by_procedure(actor, command)
            return self.steps[-1].facts
        if isinstance(command, TakeBack):
            working = self.state.copy()
            facts = happened(RULESET, working, self._undoing(working, actor, command))
            return self.keep(actor, command, Result(working, facts))
        return super().act(actor, command, automatic=automatic)

    def _undoing(self, working: Any, seat: int, command: TakeBack) -> Iterator[Fact]:
        changed, taken = self.undone[command.decision]
        assert RULESET.procedure is not None
        yield changed
        yield from RULESET.procedure.taken_back(working, seat, taken)


@lru_cache(maxsize=3)
def played(seats: int, mode: str, number: int = 0) -> Played:
    """A random match in which something of everything happens."""
    rng = Random(f"laws of steps {seats} {mode} {number}")
    rules = rules_of(RULESET, seats, {**random_options(rng, seats), "meta_culpa": mode})
    return Played(Quarrelsome(rules, rng, errs=0.25).played())


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

    def test_a_twin_that_differs_in_what_was_not_told_answers_the_same(self, seats: int, mode: str) -> None:
        assert check_no_interference(played(seats, mode), Random(f"twins {seats} {mode}"))

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
