"""What a scribe at a real table would have seen of a match, and how he writes it down.

The match is played by the engine, hosted, which knows everything. The scribe sees what lies open, and perhaps some
of the rest; the rest he enters as unknown, and is told later, at random, or when the match waits for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, get_args, get_origin
from uuid import UUID

from domain.application.judging import Answer, Asked
from domain.application.matches import Matches
from domain.kit.facts import EVERYONE, Command, Field, Unknown
from domain.kit.places import one_by_one
from domain.kit.ruleset import Ruleset
from domain.kit.table.commands import Confirm, Identify, Tell
from domain.kit.table.facts import Discrepancy, PurseOverspent
from domain.match.match import Match, told
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from tests.asking import asking
from tests.games.playing import Step, Table

if TYPE_CHECKING:
    from tests.laws.notebook import Notebook

SCRIBE = Principal("scribe")
AMISS = (Discrepancy.TYPE, PurseOverspent.TYPE)


class Recording:
    """A match that was played at *table* (the engine), as a scribe records it, who sees secrets by chance."""

    def __init__(self, matches: Matches | Notebook, table: Table, rng: Random, sees: float) -> None:
        self.matches, self.table, self.rng, self.sees = matches, table, rng, sees
        rules = table.rules
        wanted = [SeatWanted(f"player {seat}") for seat in range(rules.seats)]
        opening = Opening(rules.ruleset, wanted, "recorded", rules.options, rules.board)
        self.id: UUID = matches.open(opening).match.id
        self.answers: list[Answer] = []
        self.unknown = self.identified = 0

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.matches.load(self.id)

    def entries(self) -> Iterator[tuple[int, Step]]:
        """The decisions that somebody has to enter: not what follows by itself, nor what follows the end."""
        for version, step in enumerate(self.table.steps):
            if version and self.match.state.concluded:
                return
            if version and not step.automatic:
                yield version, step

    def enter(self, command: Command, seat: int | None = None, *, declining: bool = False) -> Answer:
        """What the scribe enters, who may say by it that offers were declined before."""
        asked = Asked(command, seat, declining=declining)
        self.answers.append(self.matches.append(self.id, SCRIBE, asking(asked)))
        return self.answers[-1]

    def record(self, version: int, command: Command) -> None:
        """Enter a decision as *command*; tell what is waited for, and perhaps what has become known besides."""
        actor = self.table.steps[version].actor
        self.enter(command, actor if isinstance(actor, int) else None)
        self.tell_what_is_waited_for(version)
        if self.rng.random() < 0.2 and not self.match.state.concluded:
            self.identify_something(version)

    def tell_what_is_waited_for(self, version: int) -> None:
        """Answer from what really lay there."""
        while waited := [who["tell"] for who in self.match.state.awaiting if "tell" in who]:
            self.enter(Tell(**self.truth(self.rng.choice(waited), version, whole=True)))

    def identify_something(self, version: int) -> None:
        """Say what something unknown is that lies somewhere now."""
        state = self.match.state
        untold = [name for name in (*state.places, *state.purses) if state.is_untold(name)]
        if untold:
            values = self.truth(self.rng.choice(untold), version, whole=False)
            if values.get("things") or "amount" in values:
                self.enter(Identify(**values))
                self.identified += 1

    def truth(self, name: str, version: int, *, whole: bool) -> dict[str, Any]:
        """What is told of a place: all of it, or something at random."""
        state = self.match.state
        if name in state.purses:
            return {"place": name, "amount": self.table.states[version].purses[name].amount}
        place = state.places[name]
        there = next(
            past.places[name]
            for past in self.table.states[version:]
            if len(past.places[name]) == len(place) and not Counter(place.known) - Counter(past.places[name].known)
        )
        if place.parts and len(place.whole):
            part = self.rng.choice(sorted(place.parts))
            missing = Counter(there.parts[part].known) - Counter(place.parts[part].known)
            return {"place": name, "part": part, "things": self._some(missing, whole=whole)}
        missing = Counter(there.known) - Counter(place.known)
        return {"place": name, "things": self._some(missing, whole=whole)}

    def _some(self, missing: Counter[str], *, whole: bool) -> tuple[str, ...]:
        things = one_by_one(missing)
        self.rng.shuffle(things)
        return tuple(things if whole or not things else things[: self.rng.randint(1, len(things))])

    # -- what the scribe has seen

    def as_seen(self, version: int) -> Command:
        """The command of a decision as the scribe enters it."""
        step = self.table.steps[version]
        if step.actor == "chance":
            return self._of_chance(step)
        values = {}
        for field in step.command.FIELDS:
            value = getattr(step.command, field.attribute)
            secret = value is not None and field.audience.kind != "everyone"
            values[field.attribute] = self._seen(field, value) if secret else value
        return type(step.command)(**values)

    def _seen(self, field: Field, value: Any) -> Any:
        if not field.is_list:
            return self._one(value)
        if self.sees < 1 and self.rng.random() < 0.3 and value:
            self.unknown += len(value)
            return Unknown(len(value))
        return tuple(map(self._one, value))

    def _one(self, value: Any) -> Any:
        if self.rng.random() < self.sees:
            return value
        self.unknown += 1
        return Unknown()

    def _of_chance(self, step: Step) -> Command:
        (field,) = step.command.FIELDS
        value = drawn_as(field, step.drawn)
        if field.audience.kind != "everyone":
            value = self._seen(field, value)
        return type(step.command)(**{field.attribute: value})

    # -- what has become of it

    def play_out(self) -> Recording:
        """Record the whole match, to the end that is confirmed; what lies open then, the scribe has seen."""
        for version, _ in self.entries():
            self.record(version, self.as_seen(version))
        for name, place in self.match.state.places.items():
            if place.kind.looks == EVERYONE and place.unknown:
                self.enter(Identify(**self.truth(name, version, whole=True)))
        self.enter(Confirm())
        return self

    def decisions(self) -> list[Mapping[str, Any]]:
        """The log in full."""
        return [told(event) for event in self.matches._log(self.id)]

    def amiss(self) -> list[Mapping[str, Any]]:
        """The facts that say that the record cannot be true."""
        return [fact for decision in self.decisions() for fact in decision["facts"] if fact["type"] in AMISS]


def drawn_as(field: Field, drawn: tuple[Any, ...]) -> Any:
    """What chance drew, as the field of the scribe's command has it: a number, or a list."""
    hints = [
        option for option in get_args(field.hint) or (field.hint,) if get_origin(option) is tuple or option is int
    ]
    if int in hints:
        return int(drawn[0])
    return tuple(map(int, drawn)) if get_args(hints[0])[0] is int else tuple(drawn)


def unknown_allowed(ruleset: Ruleset[Any]) -> dict[str, list[str]]:
    """By type of command, the fields in which something can be entered as unknown."""
    return {
        command.TYPE: names
        for command in (*ruleset.commands, *ruleset.chance_commands)
        if (names := [field.name for field in command.FIELDS if Unknown in hints_of(field.hint)])
    }


def hints_of(hint: Any) -> set[Any]:
    """Every type that occurs in a hint."""
    inner = get_args(hint)
    return {hint}.union(*(hints_of(option) for option in inner)) if inner else {hint}
