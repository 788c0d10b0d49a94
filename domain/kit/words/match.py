"""What the things of one match are called: with the names of its seats, and those that its board has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from domain.kit.facts import Json
from domain.kit.state import Rules
from domain.kit.table.naming import VALUES as OF_THE_TABLE
from domain.kit.text.texts import shown
from domain.kit.visibility import PUBLIC
from domain.kit.words.labels import Words, message_type, named_options, option_kind, title_of
from domain.kit.words.values import (
    ACTOR,
    BYTES,
    COMMAND,
    FACT,
    NUMBER,
    PART,
    PLACE,
    POINTER,
    RULE,
    SEAT,
    STEP,
    VERSION,
    message_of,
    prettified,
    taken_apart,
)

if TYPE_CHECKING:
    from domain.kit.ruleset import Ruleset

_SEVERAL = re.compile(r"^\d+ \D|,")
"""What makes a label look like several things: a number at its beginning, a comma in it."""
Argument: TypeAlias = str | int


@dataclass(frozen=True)
class MatchWords:
    """The words for a match: of its ruleset *game*, played by *rules*, with the names of its *seats*.

    (None for a seat without a name, or with one that was erased: it is called by its number, as in the API.)
    *before* says what they were called up to a version, in order, where somebody else has sat down since.
    *unnamed* are the values asked for that no words name.
    """

    words: Words
    game: Ruleset[Any]
    rules: Rules
    seats: Sequence[str | None]
    before: Sequence[tuple[int, Sequence[str | None]]] = ()
    unnamed: set[tuple[str, str]] = field(default_factory=set, compare=False, repr=False)
    _labels: dict[tuple[str, str], str] = field(default_factory=dict, compare=False, repr=False)
    _of_kinds: dict[str, Mapping[str, str | None]] = field(default_factory=dict, compare=False, repr=False)
    _then: dict[int, MatchWords] = field(default_factory=dict, compare=False, repr=False)

    def then(self, version: int | None) -> MatchWords:
        """The words with the names of those who sat there when a decision was made; None for one to come."""
        earlier = () if version is None else (one for one in self.before if version <= one[0])
        until, seats = next(iter(earlier), (None, ()))
        if until is None:
            return self
        if until not in self._then:
            self._then[until] = MatchWords(self.words, self.game, self.rules, seats, unnamed=self.unnamed)
        return self._then[until]

    def sat_down(self, seat: int, version: int | None) -> str | None:
        """The name of who sat down at a seat with a decision; None where that is not known, or was erased."""
        known = any(until == version for until, _ in self.before)
        return self.then(version + 1).seats[seat] if version is not None and known else None

    @property
    def title(self) -> str:
        """What the game is called that is played: by its board, where that decides which one it is."""
        return title_of(self.game, self.words) if self.game.named is None else self.game.game(self.rules).title

    @cached_property
    def values(self) -> Mapping[str, Mapping[str, str | None]]:
        """The values of each kind in this match, with what its board calls them."""
        return {kind: self.of_kind(kind) for kind in (*OF_THE_TABLE, *self.game.values, PLACE)}

    def of_kind(self, kind: str) -> Mapping[str, str | None]:
        """The values of one kind in this match, with what its board calls them."""
        if kind not in self._of_kinds:
            self._of_kinds[kind] = self._made(kind)
        return self._of_kinds[kind]

    def _made(self, kind: str) -> Mapping[str, str | None]:
        declared = self.game.values.get(kind) or OF_THE_TABLE.get(kind)
        of_the_board = declared.of(self.rules) if declared is not None else {}
        if kind == PLACE:
            table = self.game.empty(self.rules, PUBLIC)
            return {**dict.fromkeys([*table.places, *table.purses]), **of_the_board}
        return of_the_board

    def seat(self, seat: int | str) -> str:
        """The name of who sits there."""
        seat = int(seat)
        name = self.seats[seat] if 0 <= seat < len(self.seats) else None
        return name or self.words.text("seat-unnamed", {"number": seat})

    def actor(self, actor: Json) -> str:
        """Who decided: ``{"seat": N}``, or the name of a role."""
        if isinstance(actor, Mapping):
            return self.seat(actor["seat"])
        return self.words.label("actor", str(actor))

    def label(self, kind: str, value: Json) -> str:
        """What people call a value of this kind."""
        if kind in (SEAT, ACTOR):
            number = isinstance(value, int) or str(value).isdecimal()
            return self.seat(value) if number else self.words.label(kind, str(value))
        if kind in (VERSION, RULE, POINTER, BYTES):
            return str(value)
        key = (kind, str(value))
        if key not in self._labels:
            self._labels[key] = self._label(kind, str(value))
        return self._labels[key]

    def _label(self, kind: str, value: str) -> str:
        if kind in (COMMAND, FACT):
            return self.words.label(kind, message_type(value))
        there_are = self.of_kind(kind)
        if on_board := there_are.get(value):
            return on_board
        if kind in (STEP, PART) and value not in there_are:
            return shown(value)
        message, arguments = self._message(kind, value)
        if message is None or not self.words.has(message):
            self.unnamed.add((kind, value))
            head, _, seat = value.partition(":")
            if kind == PLACE and seat.isdecimal() and int(seat) < self.rules.seats:
                return f"{prettified(head)} ({self.seat(seat)})"
            return prettified(value)
        return self.words.text(message, arguments)

    def _message(self, kind: str, value: str) -> tuple[str | None, dict[str, Argument]]:
        """The name of the message for a value, if it can have one, and its arguments: the parts of the value."""
        return message_of(kind, self._taken_apart(kind, value)[0]), self.parts(kind, value)

    def _taken_apart(self, kind: str, value: str) -> tuple[str, list[tuple[str, str]]]:
        declared = self.game.values.get(kind)
        return taken_apart(value, declared.parts if declared else {})

    def at(self, kind: str, position: int) -> str:
        """What a list has at a position, if it has an item for each value of this kind."""
        return self.seat(position) if kind == SEAT else self.label(kind, list(self.of_kind(kind))[position])

    def parts(self, kind: str, value: str, name: str = "part") -> dict[str, Argument]:
        """The parts of a value as arguments, called *name* and their numbers, from 1 on."""
        _, parts = self._taken_apart(kind, value)
        return {f"{name}-{n}": self.part(*part) for n, part in enumerate(parts, 1)}

    def part(self, kind: str, value: str) -> Argument:
        """A part of a value, as an argument of its message."""
        return int(value) if kind == NUMBER and value.isdecimal() else self.label(kind, value)

    def about(self, kind: str, value: str) -> str | None:
        """What explains a value, if something does."""
        return self.words.about(kind, self._taken_apart(kind, value)[0])

    def listed(self, said: Sequence[str]) -> str:
        """Some labels in one: ``a, b and c``."""
        if not said:
            return self.words.text("list-empty")
        if len(said) == 1:
            return said[0]
        return self.words.text("list", {"first": ", ".join(said[:-1]), "last": said[-1]})

    def listed_apart(self, said: Sequence[str], labels: Sequence[str]) -> str:
        """The same of things with these *labels*: by semicolons where one could be taken for several things."""
        return "; ".join(said) if any(map(_SEVERAL.search, labels)) else self.listed(said)

    def counted(self, kind: str, values: Sequence[Json]) -> str:
        """Some values in one, each with how many there are of it: ``2 Greed and 1 Wrath``."""
        # By value: a board of somebody's own may call two of them the same.
        counts = Counter(map(str, values))
        if all(number == 1 and not self._has_counted(kind, value) for value, number in counts.items()):
            return self.listed([self.label(kind, value) for value in counts])
        return self.listed([self.number_of(number, kind, value) for value, number in counts.items()])

    def either(self, said: Sequence[str]) -> str:
        """Some labels of which one is meant: ``a, b or c``."""
        if len(said) == 1:
            return said[0]
        return self.words.text("any-of", {"first": ", ".join(said[:-1]), "last": said[-1]})

    def tallied(self, kind: str, numbers: Mapping[str, int]) -> str:
        """The same, of values and how many there are of each."""
        return self.listed([self.number_of(number, kind, value) for value, number in numbers.items()])

    def number_of(self, number: int, kind: str, value: Json) -> str:
        """A number of something: in the message's own words for numbers (``.counted``), where it has any."""
        if kind == SEAT:
            return self.words.text("counted-seat", {"number": number, "seat": self.label(kind, value)})
        if self._has_counted(kind, value):
            message, arguments = self._message(kind, str(value))
            return self.words.text(str(message), {**arguments, "number": number}, "counted")
        return self.words.text("counted", {"number": number, "what": self.label(kind, value)})

    def untold(self, number: int, kind: str) -> str:
        """A number of things that are not told: ``13 stones not told``, by the message ``untold-<kind>``."""
        message = f"untold-{kind}"
        return self.words.text(message if self.words.has(message) else "things-untold", {"number": number})

    def _has_counted(self, kind: str, value: Json) -> bool:
        message, _ = self._message(kind, str(value))
        return message is not None and self.words.has(message, "counted")

    def kinds(self) -> Mapping[str, Mapping[str, str]]:
        """Every kind with its values and their labels, as they are in this match."""
        of_game = {
            kind: {value: self.label(kind, value) for value in values} for kind, values in self.values.items()
        }
        of_options = {
            option_kind(name): {value: self.words.label(option_kind(name), value) for value in values}
            for name, values in named_options(self.game.options).items()
        }
        own = {
            SEAT: {str(seat): self.seat(seat) for seat in range(self.rules.seats)},
            COMMAND: {name: self.label(COMMAND, name) for name in self.game.command_types},
            FACT: {name: self.label(FACT, name) for name in self.game.fact_types},
        }
        return {**of_game, **of_options, **own}

    def explanations(self) -> Mapping[str, Mapping[str, str]]:
        """Every kind with those of its values that something explains, and what does."""
        explained = {
            kind: {value: about for value in values if (about := self.about(kind, _name(kind, value)))}
            for kind, values in self.kinds().items()
            if kind not in (SEAT, ACTOR)
        }
        return {kind: texts for kind, texts in explained.items() if texts}


def _name(kind: str, value: str) -> str:
    """A value as it stands in the names of messages."""
    return message_type(value) if kind in (COMMAND, FACT) else value
