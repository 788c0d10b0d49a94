"""Whole matches under META CULPA, step by step, by players who err: game and checker find the same sins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET
from domain.games.mea_culpa.facts import SinStonePlaced
from domain.games.mea_culpa.meta_culpa.commands import STEP_COMMANDS, Admit, CallNext, Prompt
from domain.games.mea_culpa.meta_culpa.facts import SinCommitted
from domain.kit.chance import Chance
from domain.kit.facts import Command, Fact, Json
from domain.kit.play import Played as Result
from domain.kit.play import happened
from domain.kit.state import Rules
from domain.kit.table.commands import TakeBack
from domain.kit.table.disputes import Accuse, Remind
from domain.kit.table.facts import LineChanged
from domain.kit.visibility import OFFICIAL
from tests.games.mea_culpa.checker import is_step, sins_in
from tests.games.mea_culpa.checks import check_chests, check_coins, check_pieces, check_track_and_sites
from tests.games.mea_culpa.tables import BY_STEPS, random_options
from tests.games.playing import SOAK, Step, Table, command_of, filled, rules_of, seeded

SIZES = pytest.mark.parametrize("seats", [2, 3, 4])
MODES = ("automatic", "called")
SOME = pytest.mark.parametrize(
    ("seats", "mode"), [(2, "automatic"), (3, "called"), pytest.param(4, "called", marks=pytest.mark.soak)]
)
"""The others are looked at in the soak."""
FIRST = {2: 3, 3: 0, 4: 0}
"""The match of each size that is looked at: one in which nearly the whole register is met."""
MATCHES_SOAK = 200
BY_MACROS = 1
BY_MACROS_SOAK = 100
REGISTER = tuple(f"M{number}" for number in range(1, 14))
MOST_ROUNDS = 11
STEPS = {command.TYPE for command in STEP_COMMANDS}
NO_ACTION = {"declare-over", "let-pass"}
"""The steps that are not part of any action."""
TALK = {"call-next", "prompt", "admit", "let-pass"}
"""What can be said at almost any time; players would do nothing else if they chose at random."""
ANSWERS = {"empty-den", "pick", "give-letter"}
"""What is asked of players in the middle of something."""
CARD_WAITS = {"give-letter", "stones"}
"""What a card may ask of others, while its visitor can still lay his stone of lust."""
MOST_UNDOINGS = 2
"""In a turn."""


class Line(Table):
    """A match of which only the decisions that count are kept, each under its version."""

    def __init__(self, rules: Rules, rng: Random, *, errs: float = 0.0) -> None:
        super().__init__(RULESET, rules, seeded(rng.getrandbits(64)))
        self.rng, self.errs = rng, errs
        self.versions = [0]
        self.undoings = 0
        self._found: tuple[int, list[tuple[str, int, int]]] | None = None
        """What the checker found last, and up to which version: each changes the line."""
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
        undone = list(self.documents(number))
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
        busy = seat if self.mover is None else self.mover
        erring = busy if self.state.wanted == "guess" else self.rng.choice([*[seat] * 8, busy, self.anybody()])
        listed = RULESET.possible(self.state, erring)
        if listed and not (self.is_out_of_turn(erring) and self.rng.random() < 0.7):
            self.act(erring, self.one_of(listed))
            return True
        return False

    def is_out_of_turn(self, seat: int) -> bool:
        """Whether all that this seat can do is out of turn: so much that nothing else would be done."""
        return self.mover not in (None, seat)

    @property
    def mover(self) -> int | None:
        """Whose turn it is."""
        return self.state.holder(self.state.turn) if self.state.turn else None

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
        rare = [move for move in listed if _is_rare(move)]
        listed = rare if rare and self.rng.random() < 0.3 else listed
        types = sorted({move["type"] for move in listed})
        quiet = [name for name in types if name not in TALK] or types
        chosen = self.rng.choice(quiet)
        move = self.rng.choice([move for move in listed if move["type"] == chosen])
        return command_of(RULESET, {name: filled(value, self.rng) for name, value in move.items()})

    # -- what is found

    def documents(self, last: int = 0) -> Iterator[dict[str, Json]]:
        """The decisions that count, or the *last* of them, as officials are told them."""
        for version, step in zip(self.versions[-last:], self.steps[-last:], strict=True):
            command = {"type": step.command.TYPE}
            yield {"version": version, "command": command, "facts": [fact.to_json() for fact in step.facts]}

    def sins(self) -> list[tuple[str, int, int]]:
        """What the checker finds, of what counts here."""
        if self._found is None or self._found[0] != self.versions[-1]:
            found = sins_in(self.documents(), self.rules.board, self.rules.seats)
            counted = [one for one in found if one[0] in self.rules.options["register"]]
            self._found = self.versions[-1], counted
        return self._found[1]

    def findings(self) -> list[tuple[str, int, int]]:
        """What the game finds."""
        assert RULESET.procedure is not None
        found = RULESET.procedure.findings(self.rules, list(self.documents()))
        return [(one["rule"].removeprefix("MC-"), one["seat"], one["complete"]) for one in found]


def _is_rare(move: Json) -> bool:
    """Whether it leads to a corner of the register that few matches would come to: suites, dice, sin stones."""
    return move["type"] in ("turn-die", "place-stone", "set-bid", "take-stone") or move.get("room") in (5, 6)


class ByMacros(Line):
    """Players who let the service put the steps in order, and declare their turns over; others ask and accuse.

    Of the players *by_steps* nothing is sure: they go step by step, and err.
    """

    by_steps: frozenset[int] = frozenset()

    def something_is_done(self) -> None:
        if self.rng.random() < self.errs:
            self.somebody_interferes()
            return
        seat = self.rng.choice(self.state.awaiting)["seat"]
        listed = RULESET.moves(self.state, seat)
        if seat in self.by_steps:
            assert RULESET.possible is not None
            listed += RULESET.possible(self.state, seat) if self.rng.random() < 0.3 else []
        else:
            listed = [move for move in listed if move["type"] not in STEPS - NO_ACTION]
            assert listed, "who plays by whole actions can always go on"
        again = [move for move in listed if move["type"] == "donate" and self.state.may_donate_again()]
        if again and self.rng.random() < 0.5:
            self.attempts(self.rng.choice(self.others_than(seat)), Prompt(seat))
            listed = again
        self.act(seat, self.one_of(listed))

    def somebody_interferes(self) -> None:
        """Prompts, calls, reminders, accusations; and from who goes by steps, steps when it is not his turn."""
        rng, by = self.rng, self.anybody()
        other = rng.choice(self.others_than(by))
        said = rng.choice(["prompt", "prompt", "call", "remind", "accuse", "step"])
        if said in ("prompt", "call"):
            self.attempts(by, Prompt(other) if said == "prompt" else CallNext(other))
        elif said == "remind":
            self.by_procedure(by, Remind(other, None))
        elif said == "accuse":
            self.by_procedure(by, Accuse(other, f"MC-{rng.choice(REGISTER)}"))
        elif by in self.by_steps and RULESET.possible is not None and (listed := RULESET.possible(self.state, by)):
            self.act(by, self.one_of(listed))

    def asked_between_gifts(self) -> int:
        """How often somebody was asked to show a gift between two that he gave as a whole."""
        turn: list[str] = []
        found = 0
        for step in self.steps:
            turn = [] if any(fact.TYPE == "TurnPassed" for fact in step.facts) else turn
            turn.append(step.command.TYPE)
            found += (
                step.command.TYPE == "donate" and "prompt" in turn and "donate" in turn[: turn.index("prompt")]
            )
        return found


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
        taken = list(self.documents(number))
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
def played_by_steps(number: int, seats: int, mode: str) -> Quarrelsome:
    """A random match step by step; it is kept for all that is looked at in it."""
    rng = Random(f"steps {number} {seats} {mode}")
    register = sorted(rng.sample(REGISTER, rng.randint(0, 12))) if number % 5 == 4 else list(REGISTER)
    options = {**random_options(rng, seats), "meta_culpa": mode, "register": register}
    line = Quarrelsome(rules_of(RULESET, seats, options), rng, errs=rng.choice([0.1, 0.2, 0.4]))
    line.played()
    return line


@pytest.mark.long
@SOME
def test_matches_step_by_step(seats: int, mode: str) -> None:
    """In these matches nearly everything that belongs to steps happens."""
    sins, types = _what_happens(seats, [mode], [FIRST[seats]])
    assert len(sins) >= len(REGISTER) - 2
    assert len(types & BY_STEPS) >= len(BY_STEPS) - 4


@pytest.mark.few("2-automatic")
@pytest.mark.long
@SOME
def test_macros_never_sin(seats: int, mode: str) -> None:
    """However others ask, call, remind and accuse."""
    lines = [_check_macros(number, seats, mode) for number in range(BY_MACROS)]
    assert sum(line.asked_between_gifts() for line in lines)


@pytest.mark.few("3")
@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3])
def test_macros_never_sin_among_sinners(seats: int) -> None:
    """Only a Merchant with nothing left to do can be cut off: the next one begins before he takes his stone."""
    _check_among_sinners(0, seats, MODES[seats % 2])


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@SIZES
def test_many_matches(seats: int) -> None:
    """In so many, every sin of the register is committed, and all that belongs to steps happens."""
    sins, types = _what_happens(seats, MODES, range(MATCHES_SOAK))
    assert sins == set(REGISTER)
    assert types >= BY_STEPS
    for mode, number in product(MODES, range(BY_MACROS_SOAK)):
        _check_macros(number, seats, mode)
        _check_among_sinners(number, seats, mode)


def _what_happens(seats: int, modes: Sequence[str], numbers: Iterable[int]) -> tuple[set[str], set[str]]:
    """The sins of these matches, and the types of all their commands and facts."""
    sins: set[str] = set()
    types: set[str] = set()
    for mode, number in product(modes, numbers):
        line = _check_steps(number, seats, mode)
        sins |= {sin for sin, _, _ in line.sins()}
        types |= {one.TYPE for step in line.steps for one in (step.command, *step.facts)}
    return sins, types


def _check_steps(number: int, seats: int, mode: str) -> Line:
    line = played_by_steps(number, seats, mode)
    assert sorted(line.findings()) == sorted(line.sins())
    _check_stones(line, mode)
    _check_table(line)
    return line


def _check_macros(number: int, seats: int, mode: str) -> ByMacros:
    rng = Random(f"macros {number} {seats} {mode}")
    options = {**random_options(rng, seats), "meta_culpa": mode}
    line = ByMacros(rules_of(RULESET, seats, options), rng, errs=rng.choice([0.1, 0.4]))
    line.played()
    assert line.sins() == line.findings() == []
    _check_stones(line, mode)
    _check_table(line)
    return line


def _check_among_sinners(number: int, seats: int, mode: str) -> None:
    rng = Random(f"among sinners {number} {seats} {mode}")
    line = ByMacros(rules_of(RULESET, seats, {**random_options(rng, seats), "meta_culpa": mode}), rng, errs=0.3)
    line.by_steps = frozenset(rng.sample(range(seats), seats - 1))
    line.played()
    assert sorted(line.findings()) == sorted(line.sins())
    by = dict(zip(line.versions, line.steps, strict=True))
    assert any(seat in line.by_steps for _, seat, _ in line.sins())
    for sin, seat, complete in line.sins():
        assert seat in line.by_steps or (sin == "M4" and by[complete].actor != seat)


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
    before, before_state = -1, line.states[0]
    for version, step, state in zip(line.versions, line.steps, line.states, strict=True):
        if state.buildings.count(2) == 2:
            return
        if owed and not step.automatic and step.command.TYPE not in ANSWERS:
            lust = [fact for fact in step.facts if isinstance(fact, SinStonePlaced) and fact.cause == "lust"]
            others = [fact for fact in step.facts if fact not in lust or before_state.wanted not in CARD_WAITS]
            assert not any(is_step(fact.to_json()) for fact in others), "first the stone"
        owed.update((sin, seat) for sin, seat, complete in sins if before < complete <= version)
        before, before_state = version, state
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
