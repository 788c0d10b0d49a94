"""Whole matches under META CULPA, step by step, by players who err: game and checker find the same sins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET
from domain.games.mea_culpa.commands import STEP_COMMANDS
from domain.games.mea_culpa.facts import SinCommitted, SinStonePlaced
from domain.kit.disputes import Accuse, Remind
from domain.kit.facts import Command, Fact, Json
from domain.kit.play import happened
from domain.kit.ruleset import LineChanged, TakeBack
from domain.kit.state import Rules
from domain.kit.visibility import OFFICIAL
from tests.games.mea_culpa.checker import sins_in
from tests.games.mea_culpa.checks import check_chests, check_coins, check_pieces, check_track_and_sites
from tests.games.mea_culpa.tables import random_options
from tests.games.playing import SOAK, Step, Table, command_of, filled, rules_of, seeded

SIZES = pytest.mark.parametrize("seats", [2, 3, 4])
MODES = pytest.mark.parametrize("mode", ["automatic", "called"])
MATCHES = 12
MATCHES_SOAK = 400
BY_MACROS = 5
BY_MACROS_SOAK = 200
REGISTER = tuple(f"M{number}" for number in range(1, 14))
MOST_ROUNDS = 11
STEPS = {command.TYPE for command in STEP_COMMANDS}
TALK = {"call-next", "prompt", "admit", "let-pass"}
"""What can be said at almost any time; players would do nothing else if they chose at random."""
MOST_UNDOINGS = 2
"""In a turn."""


class Line(Table):
    """A match of which only the decisions that count are kept, each under its version."""

    def __init__(self, rules: Rules, rng: Random, *, errs: float = 0.0) -> None:
        super().__init__(RULESET, rules, seeded(rng.getrandbits(64)))
        self.rng, self.errs = rng, errs
        self.versions = [0]
        self.undoings = 0

    def keep(self, actor: Any, command: Command, played: Any, **kept: Any) -> tuple[Fact, ...]:
        self.versions.append(self.versions[-1] + 1)
        return super().keep(actor, command, played, **kept)

    # -- what the table does

    def take_back(self, seat: int, number: int) -> None:
        """The newest decisions of the seat do not count any more."""
        procedure = RULESET.procedure
        assert procedure is not None
        undone = self.versions[-number:]
        newest = undone[-1]
        types = [type(step.command) for step in self.steps[-number:]]
        for kept in (self.steps, self.states, self.versions):
            del kept[-number:]
        changes = tuple({"decision": version, "effect": "struck"} for version in undone)
        working = self.state.copy()
        facts = happened(RULESET, working, (LineChanged(undone[0], TakeBack.TYPE, changes),))
        facts += happened(RULESET, working, procedure.taken_back(working, seat, types))
        self.versions.append(newest + 1)
        self.steps.append(Step(seat, TakeBack(undone[0]), facts))
        self.states.append(working)

    def by_procedure(self, seat: int, command: Command) -> None:
        """An accusation or a reminder, with what the game makes of it."""
        procedure = RULESET.procedure
        assert procedure is not None
        working = self.state.copy()
        if isinstance(command, Accuse):
            follows = procedure.accused(working, seat, command.accused, command.rule)
        else:
            assert isinstance(command, Remind)
            follows = procedure.reminded(working, seat, command.reminded, command.step)
        facts = happened(RULESET, working, follows)
        self.versions.append(self.versions[-1] + 1)
        self.steps.append(Step(seat, command, facts))
        self.states.append(working)

    def free_to_undo(self, seat: int) -> int:
        """How many of the newest decisions the seat can take back freely."""
        number = 0
        for step in reversed(self.steps):
            own = step.actor == seat and not step.automatic and not step.command.TYPE.startswith("table.")
            if not own or any(fact.OPENS or fact.TYPE == "TurnPassed" for fact in step.facts):
                break
            number += 1
        return number

    # -- what players do

    def played(self) -> Line:
        """The match, played to its end."""
        while True:
            self.settle()
            if self.state.over:
                return self
            assert len(self.steps) < 6_000, "the match does not end"
            self.something_is_done()

    def something_is_done(self) -> None:
        """A move, or what somebody does instead."""
        rng = self.rng
        seat = rng.choice(self.state.awaiting)["seat"]
        if any(fact.TYPE == "TurnPassed" for fact in self.steps[-1].facts):
            self.undoings = 0
        if rng.random() < self.errs:
            erring = rng.choice([seat, seat, rng.randrange(self.rules.seats)])
            if self.errs_by_step(erring):
                return
        if rng.random() < self.errs / 2 and self.somebody_speaks():
            return
        if rng.random() < self.errs / 3 and self.undoings < MOST_UNDOINGS and self.free_to_undo(seat):
            self.undoings += 1
            self.take_back(seat, rng.randint(1, min(3, self.free_to_undo(seat))))
            return
        if listed := RULESET.moves(self.state, seat):
            self.act(seat, self.one_of(listed))
        else:
            assert self.errs_by_step(seat), "somebody who is awaited can do something"

    def errs_by_step(self, seat: int) -> bool:
        """A step that is possible and not lawful, if there is one."""
        assert RULESET.possible is not None
        listed = RULESET.possible(self.state, seat)
        if listed:
            self.act(seat, self.one_of(listed))
        return bool(listed)

    def somebody_speaks(self) -> bool:
        """An accusation, true or not, a reminder, or something that is listed among the moves."""
        rng = self.rng
        by, other = rng.sample(range(self.rules.seats), 2)
        if rng.random() < 0.5:
            sin = rng.choice(REGISTER)
            if rng.random() < 0.7:
                found = [one for one in self.sins() if one[1] != by]
                sin, other = found[-1][:2] if found else (sin, other)
            self.by_procedure(by, Accuse(other, f"MC-{sin}", ()))
            return True
        if rng.random() < 0.5:
            self.by_procedure(by, Remind(other, rng.choice([None, None, "pay", "rotate", "place-stone"])))
            return True
        listed = [move for move in RULESET.moves(self.state, by) if move["type"] in TALK]
        if listed:
            self.act(by, self.one_of(listed))
        return bool(listed)

    def one_of(self, listed: Sequence[Json]) -> Command:
        """One of the moves: first its type, so that what can be done in many ways is not all that is done."""
        types = sorted({move["type"] for move in listed})
        quiet = [name for name in types if name not in TALK] or types
        chosen = self.rng.choice(quiet)
        move = self.rng.choice([move for move in listed if move["type"] == chosen])
        return command_of(RULESET, {name: filled(value, self.rng) for name, value in move.items()})

    # -- what is found

    def documents(self) -> Iterator[dict[str, Json]]:
        """The decisions that count, as officials are told them."""
        for version, step in zip(self.versions, self.steps, strict=True):
            yield {"version": version, "facts": [fact.to_json() for fact in step.facts]}

    def sins(self) -> list[tuple[str, int, int]]:
        """What the checker finds, of what counts here."""
        found = sins_in(self.documents(), self.rules.board, self.rules.seats)
        return [one for one in found if one[0] in self.rules.options["register"]]

    def findings(self) -> list[tuple[str, int, int]]:
        """What the game finds."""
        assert RULESET.procedure is not None
        found = RULESET.procedure.findings(self.rules, list(self.documents()))
        return [(one["rule"].removeprefix("MC-"), one["seat"], one["complete"]) for one in found]


class ByMacros(Line):
    """Players who let the service put the steps in order, and declare their turns over."""

    def one_of(self, listed: Sequence[Json]) -> Command:
        return super().one_of(
            [move for move in listed if move["type"] not in STEPS or move["type"] == "declare-over"]
        )


@SIZES
@MODES
def test_matches_step_by_step(seats: int, mode: str) -> None:
    """What everybody finds is the same, and in these matches every sin of the register is committed."""
    found: Counter[str] = Counter()
    for number in range(MATCHES):
        found += _check_steps(number, seats, mode)
    assert set(found) == set(REGISTER)


@SIZES
@MODES
def test_macros_never_sin(seats: int, mode: str) -> None:
    for number in range(BY_MACROS):
        _check_macros(number, seats, mode)


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@SIZES
@MODES
def test_many_matches(seats: int, mode: str) -> None:
    for number in range(MATCHES, MATCHES + MATCHES_SOAK):
        _check_steps(number, seats, mode)
    for number in range(BY_MACROS, BY_MACROS + BY_MACROS_SOAK):
        _check_macros(number, seats, mode)


def _check_steps(number: int, seats: int, mode: str) -> Counter[str]:
    rng = Random(f"steps {number} {seats} {mode}")
    register = list(REGISTER) if rng.random() < 0.8 else sorted(rng.sample(REGISTER, rng.randint(0, 12)))
    options = {**random_options(rng, seats), "meta_culpa": mode, "register": register}
    line = Line(rules_of(RULESET, seats, options), rng, errs=rng.choice([0.05, 0.15, 0.3])).played()
    sins = sorted(line.sins())
    assert sorted(line.findings()) == sins
    _check_stones(line, mode)
    _check_table(line)
    return Counter(sin for sin, _, _ in sins)


def _check_macros(number: int, seats: int, mode: str) -> None:
    rng = Random(f"macros {number} {seats} {mode}")
    options = {**random_options(rng, seats), "meta_culpa": mode}
    line = ByMacros(rules_of(RULESET, seats, options), rng).played()
    assert line.sins() == line.findings() == []
    _check_stones(line, mode)
    _check_table(line)


def _check_stones(line: Line, mode: str) -> None:
    """Each sin that was found costs a stone; at once, or when somebody calls it, and never twice."""
    facts = [fact for step in line.steps for fact in step.facts]
    committed = Counter((fact.sin, fact.seat) for fact in facts if isinstance(fact, SinCommitted))
    placed = Counter(
        (fact.cause, fact.seat) for fact in facts if isinstance(fact, SinStonePlaced) and fact.cause in REGISTER
    )
    found = Counter((sin, seat) for sin, seat, _ in line.sins())
    assert placed == committed <= found
    if mode == "automatic":
        last = next(n for n, state in enumerate(line.states) if state.buildings.count(2) == 2)
        in_time = Counter((sin, seat) for sin, seat, version in line.sins() if version < line.versions[last])
        assert committed >= in_time


def _check_table(line: Line) -> None:
    """No piece and no taler comes or goes, souls and posts move as they may; the log gives the states again."""
    check_pieces(line)
    check_coins(line)
    check_chests(line)
    check_track_and_sites(line)
    assert line.state.status == "finished"
    assert line.state.round <= MOST_ROUNDS
    again = RULESET.empty(line.rules, OFFICIAL)
    for version, (document, live) in enumerate(zip(line.documents(), line.states, strict=True)):
        for fact in document["facts"]:
            RULESET.evolve(again, RULESET.fact_from_json(fact))
        if version % 20 == 0:
            assert again == live
    assert again == line.state
    assert again.dump() == line.state.dump()
