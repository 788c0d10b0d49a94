"""Whole matches under META CULPA, step by step, by players who err: game and checker find the same sins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET
from domain.games.mea_culpa.commands import STEP_COMMANDS, Admit, CallNext, Prompt
from domain.games.mea_culpa.facts import SinCommitted, SinStonePlaced
from domain.kit.disputes import Accuse, Remind
from domain.kit.facts import Command, Fact, Json
from domain.kit.play import happened
from domain.kit.ruleset import LineChanged, TakeBack
from domain.kit.state import Rules
from domain.kit.visibility import OFFICIAL
from tests.games.mea_culpa.checker import is_step, sins_in
from tests.games.mea_culpa.checks import check_chests, check_coins, check_pieces, check_track_and_sites
from tests.games.mea_culpa.tables import BY_STEPS, random_options
from tests.games.playing import SOAK, Step, Table, command_of, filled, rules_of, seeded

SIZES = pytest.mark.parametrize("seats", [2, 3, 4])
MODES = ("automatic", "called")
MATCHES = 1
MATCHES_SOAK = 200
BY_MACROS = 1
BY_MACROS_SOAK = 100
REGISTER = tuple(f"M{number}" for number in range(1, 14))
MOST_ROUNDS = 11
STEPS = {command.TYPE for command in STEP_COMMANDS}
TALK = {"call-next", "prompt", "admit", "let-pass"}
"""What can be said at almost any time; players would do nothing else if they chose at random."""
ANSWERS = {"empty-den", "pick", "give-letter"}
"""What is asked of players in the middle of something."""
MOST_UNDOINGS = 2
"""In a turn."""


class Line(Table):
    """A match of which only the decisions that count are kept, each under its version."""

    def __init__(self, rules: Rules, rng: Random, *, errs: float = 0.0) -> None:
        super().__init__(RULESET, rules, seeded(rng.getrandbits(64)))
        self.rng, self.errs = rng, errs
        self.versions = [0]
        self.undoings = 0
        self.carried: list[tuple[str, int, int]] = []
        """Sins that had been paid for in decisions that were taken back: their stones are placed again."""

    def keep(self, actor: Any, command: Command, played: Any, **kept: Any) -> tuple[Fact, ...]:
        self.versions.append(self.versions[-1] + 1)
        return super().keep(actor, command, played, **kept)

    # -- what the table does

    def take_back(self, seat: int, number: int) -> None:
        """The newest decisions of the seat do not count any more; its sins in them that were paid for do."""
        procedure = RULESET.procedure
        assert procedure is not None
        undone = list(self.documents())[-number:]
        first, newest = undone[0]["version"], undone[-1]["version"]
        for kept in (self.steps, self.states, self.versions):
            del kept[-number:]
        self.carried += [
            (fact["sin"], seat, decision["version"])
            for decision in undone
            for fact in decision["facts"]
            if fact["type"] == "SinCommitted" and fact["seat"] == seat
        ]
        changes = tuple({"decision": decision["version"], "effect": "struck"} for decision in undone)
        working = self.state.copy()
        facts = happened(RULESET, working, (LineChanged(first, TakeBack.TYPE, changes),))
        facts += happened(RULESET, working, procedure.taken_back(working, seat, undone))
        self.versions.append(newest + 1)
        self.steps.append(Step(seat, TakeBack(first), facts))
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
            if rng.random() < self.errs and self.somebody_dreams(seat):
                return
        if rng.random() < self.errs and self.somebody_errs(seat):
            return
        if rng.random() < self.errs / 2 and self.somebody_speaks(seat):
            return
        if rng.random() < self.errs / 3 and self.undoings < MOST_UNDOINGS and self.free_to_undo(seat):
            self.undoings += 1
            self.take_back(seat, rng.randint(1, min(3, self.free_to_undo(seat))))
            return
        listed = RULESET.moves(self.state, seat)
        assert listed, "somebody who is awaited can do something"
        self.act(seat, self.one_of(listed))

    def somebody_errs(self, seat: int) -> bool:
        """A step that is possible and not lawful: mostly of *seat*, which is awaited, or of whose turn it is."""
        assert RULESET.possible is not None
        mover = self.state.holder(self.state.turn) if self.state.turn else None
        busy = seat if mover is None else mover
        erring = busy if self.state.wanted == "guess" else self.rng.choice([*[seat] * 8, busy, self.anybody()])
        listed = RULESET.possible(self.state, erring)
        if listed:
            self.act(erring, self.one_of(listed))
        return bool(listed)

    def somebody_dreams(self, seat: int) -> bool:
        """A player is asked to begin, does not hear it, is accused of that, and admits it, or does not."""
        by, accuser = (self.rng.choice(self.others_than(seat)) for _ in range(2))
        called = self.attempts(by, CallNext(seat))
        if called and self.rng.random() < 0.8:
            self.by_procedure(accuser, Accuse(seat, "MC-M12"))
            if self.rng.random() < 0.7:
                self.attempts(seat, Admit("M12"))
        return called

    def somebody_speaks(self, seat: int) -> bool:
        """An accusation, true or not; a reminder; asking whoever's turn it is to show a gift."""
        rng = self.rng
        by = self.anybody()
        said = rng.choice(["accuse", "accuse", "remind", "prompt"])
        if said == "prompt":
            return by != seat and self.attempts(by, Prompt(seat))
        other = rng.choice(self.others_than(by))
        if said == "remind":
            sinner = self.state.holder("petty-sinner")
            other = sinner if sinner not in (None, by) and rng.random() < 0.7 else other
            self.by_procedure(by, Remind(other, rng.choice([None, None, "pay", "rotate", "place-stone"])))
            return True
        sin = rng.choice(REGISTER)
        noticed = [one for one in self.sins() if one[1] != by]
        if noticed and rng.random() < 0.8:
            sin, other, _ = noticed[-1]
        self.by_procedure(by, Accuse(other, f"MC-{sin}"))
        return True

    def attempts(self, seat: int, command: Command) -> bool:
        """Do it, if it is not refused."""
        refused = RULESET.refusal(self.state, seat, command) is not None
        if not refused:
            self.act(seat, command)
        return not refused

    def anybody(self) -> int:
        return self.rng.randrange(self.rules.seats)

    def others_than(self, seat: int) -> list[int]:
        return [other for other in range(self.rules.seats) if other != seat]

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
            command = {"type": step.command.TYPE}
            yield {"version": version, "command": command, "facts": [fact.to_json() for fact in step.facts]}

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
def test_matches_step_by_step(seats: int) -> None:
    """In these matches nearly everything that belongs to steps happens."""
    sins, types = _what_happens(seats, range(MATCHES))
    assert len(sins) >= len(REGISTER) - 2
    assert len(types & BY_STEPS) >= len(BY_STEPS) - 4


@SIZES
def test_macros_never_sin(seats: int) -> None:
    for mode, number in product(MODES, range(BY_MACROS)):
        _check_macros(number, seats, mode)


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@SIZES
def test_many_matches(seats: int) -> None:
    """In so many, every sin of the register is committed, and all that belongs to steps happens."""
    sins, types = _what_happens(seats, range(MATCHES, MATCHES + MATCHES_SOAK))
    assert sins == set(REGISTER)
    assert types >= BY_STEPS
    for mode, number in product(MODES, range(BY_MACROS, BY_MACROS + BY_MACROS_SOAK)):
        _check_macros(number, seats, mode)


def _what_happens(seats: int, numbers: Iterable[int]) -> tuple[set[str], set[str]]:
    """The sins of these matches, and the types of all their commands and facts."""
    sins: set[str] = set()
    types: set[str] = set()
    for mode, number in product(MODES, numbers):
        line = _check_steps(number, seats, mode)
        sins |= {sin for sin, _, _ in line.sins()}
        types |= {one.TYPE for step in line.steps for one in (step.command, *step.facts)}
    return sins, types


def _check_steps(number: int, seats: int, mode: str) -> Line:
    rng = Random(f"steps {number} {seats} {mode}")
    register = sorted(rng.sample(REGISTER, rng.randint(0, 12))) if number % 5 == 4 else list(REGISTER)
    options = {**random_options(rng, seats), "meta_culpa": mode, "register": register}
    line = Line(rules_of(RULESET, seats, options), rng, errs=rng.choice([0.05, 0.15, 0.3])).played()
    assert sorted(line.findings()) == sorted(line.sins())
    _check_stones(line, mode)
    _check_table(line)
    return line


def _check_macros(number: int, seats: int, mode: str) -> None:
    rng = Random(f"macros {number} {seats} {mode}")
    options = {**random_options(rng, seats), "meta_culpa": mode}
    line = ByMacros(rules_of(RULESET, seats, options), rng).played()
    assert line.sins() == line.findings() == []
    _check_stones(line, mode)
    _check_table(line)


def _check_stones(line: Line, mode: str) -> None:
    """Each sin that was found costs a stone, and no more; at once where nobody has to call it."""
    facts = [fact for step in line.steps for fact in step.facts]
    committed = Counter((fact.sin, fact.seat) for fact in facts if isinstance(fact, SinCommitted))
    placed = Counter(
        (fact.cause, fact.seat) for fact in facts if isinstance(fact, SinStonePlaced) and fact.cause in REGISTER
    )
    found = Counter((sin, seat) for sin, seat, _ in line.sins())
    assert placed == committed <= found
    again = [(fact.sin, fact.seat, fact.of) for fact in facts if isinstance(fact, SinCommitted) and fact.of]
    assert again == line.carried
    if mode == "automatic":
        _check_paid_at_once(line)


def _check_paid_at_once(line: Line) -> None:
    """The stone follows in the same decision, or in one that only answers what the step asks; at the end none."""
    sins = [one for one in line.sins() if one[0] != "M12"]
    owed: Counter[tuple[str, int]] = Counter()
    before = -1
    for version, step, state in zip(line.versions, line.steps, line.states, strict=True):
        if state.buildings.count(2) == 2:
            return
        if owed and not step.automatic and step.command.TYPE not in ANSWERS:
            assert not any(is_step(fact.to_json()) for fact in step.facts), "first the stone"
        owed.update((sin, seat) for sin, seat, complete in sins if before < complete <= version)
        before = version
        owed -= Counter((fact.sin, fact.seat) for fact in step.facts if isinstance(fact, SinCommitted))
    assert not owed


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
