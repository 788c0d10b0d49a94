"""What chance is asked for can be answered as it is listed, though the pieces are lost, or written down wrong."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.application.judging import Asked
from domain.kit.facts import Json, Unknown
from domain.kit.places import one_by_one
from domain.kit.ruleset import rulesets
from domain.kit.table.commands import Missing
from domain.match.opening import Opening, SeatWanted
from tests.games.playing import command_of, filled
from tests.laws.notebook import Notebook
from tests.laws.recording import SCRIBE

FROM = {
    "seven-sins": {"deal": ("pile:I",), "refill": ("pile:I", "pile:II", "pile:III")},
    "mea-culpa": {"draw-stones": ("bag",), "deal-cards": ("deck", "discards")},
    "thurn-and-taxis": {"lay-out": ("supply",), "deal-card": ("supply", "discards")},
}
DUE = [pytest.param(name, due, id=due) for name, kinds in FROM.items() for due in kinds if due != "deal-card"]


class Asking:
    """A recorded match in which chance is asked for something."""

    def __init__(self, name: str, due: str) -> None:
        self.game, self.rng = rulesets()[name], Random(due)
        self.notebook = Notebook()
        self.notebook.open(Opening(name, [SeatWanted("Ada"), SeatWanted("Bo")], "recorded", {}))
        while self.state.due != due:
            self.answer()

    @property
    def state(self) -> Any:
        """The match as it is now."""
        return self.notebook.match.state

    def answer(self, which: int | None = None) -> Any:
        """Enter any of what is listed, or the one at this position."""
        who = self.state.awaiting[0]
        actor = who["seat"] if isinstance(who, dict) else who
        listed = self.game.moves(self.state, actor)
        move: Json = self.rng.choice(listed) if which is None else listed[which]
        command = command_of(self.game, {name: filled(value, self.rng) for name, value in move.items()})
        return self.notebook.append(
            self.notebook.match.id, SCRIBE, [Asked(command, actor if isinstance(actor, int) else None)]
        )

    def lose(self, place: str, leaving: int) -> None:
        """All but so many pieces of a place are missing."""
        things = one_by_one(self.state.places[place].known)[leaving:]
        for start in range(0, len(things), 100):
            command = Missing(tuple(things[start : start + 100]), place)
            self.notebook.append(self.notebook.match.id, SCRIBE, [Asked(command, None)])

    def forget(self, place: str) -> None:
        """Nobody knows any more what lies there, and by counting it can be nothing."""
        there = self.state.place(place)
        number = len(there)
        for thing in one_by_one(there.known):
            there.remove(thing)
        if number:
            there.add(Unknown(number))
        self.state.missing = {**self.state.missing, **dict.fromkeys(self.game.kinds(self.state, place), 300)}


@pytest.mark.parametrize("leaving", [0, 1, 2])
@pytest.mark.parametrize(("name", "due"), DUE)
def test_pieces_that_are_lost_while_chance_is_asked_for_them_hold_nothing_up(
    name: str, due: str, leaving: int
) -> None:
    asking = Asking(name, due)
    for place in FROM[name][due]:
        asking.lose(place, leaving)
    for _ in range(12):
        if not asking.state.plays:
            break
        before = asking.notebook.match.version
        asking.answer()
        assert asking.notebook.match.version > before


@pytest.mark.parametrize(("name", "due"), DUE)
def test_what_by_counting_can_be_nothing_can_be_anything(name: str, due: str) -> None:
    asking = Asking(name, due)
    for place in FROM[name][due]:
        asking.forget(place)
    answer = asking.answer(0)
    assert "Discrepancy" in str([decision.record for decision in answer.decisions])
