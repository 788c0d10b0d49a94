"""The words that commands are said with: declared by a ruleset, never collected by playing.

There is a word for each type of a seat's commands, for each value that their fields can have (by their types,
kinds and limits), and :data:`END` for "nothing more here". A value is one word wherever it stands: that ``greed``
is a den or a sin follows from the words before it. Free texts are not said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias, get_args, get_origin

from domain.kit.facts import Field, alternatives
from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules, State
from domain.kit.visibility import OFFICIAL
from domain.kit.words.values import PLACE, SEAT, THING, Values

Value: TypeAlias = str | int | bool
"""What a field or an item of a list can hold, as JSON."""


@dataclass(frozen=True, slots=True, order=True)
class Word:
    """One word: a type of command, a value, or :data:`END`; *said* is the same in JSON."""

    sort: Literal["command", "text", "number", "truth", "end"]
    said: Value

    def __str__(self) -> str:
        return str(self.said).lower() if self.sort == "truth" else str(self.said)


END = Word("end", "end")
"""Nothing more here: a list ends, or a field is left out."""


def of_command(name: str) -> Word:
    """The word for a type of command."""
    return Word("command", name)


@lru_cache(maxsize=4_096, typed=True)  # 1 is not true
def of_value(value: Value) -> Word:
    """The word for a value."""
    if isinstance(value, bool):
        return Word("truth", value)
    return Word("number" if isinstance(value, int) else "text", value)


@dataclass(frozen=True)
class Vocabulary:
    """Words, each with a number: its position."""

    words: tuple[Word, ...]

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.numbers

    @cached_property
    def numbers(self) -> Mapping[Word, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """The whole numbers that have words, in order."""
        return tuple(sorted(int(word.said) for word in self.words if word.sort == "number"))


def vocabulary_of(ruleset: Ruleset[Any], rules: Rules, most: int) -> Vocabulary:
    """The words of a ruleset as it is played by *rules*; *most* is the largest number that has a word."""
    kinds = _Kinds(ruleset, rules)
    commands = [of_command(command.TYPE) for command in ruleset.commands]
    fields = [field for command in ruleset.commands for field in command.SENT if not field.text]
    values = {of_value(value) for field in fields for value in _values(kinds, field, field.hint, most)}
    return Vocabulary((END, *commands, *sorted(values, key=_in_order)))


def drawable(ruleset: Ruleset[Any], rules: Rules) -> tuple[str, ...]:
    """Everything that chance can ever draw, in order; seats stand there by their numbers."""
    kinds = _Kinds(ruleset, rules)
    fields = [field for command in ruleset.chance_commands for field in command.FIELDS]
    told = {str(value) for field in fields for value in _values(kinds, field, field.hint, 0)}
    return tuple(sorted(told | set(kinds.things)))


def names_of(ruleset: Ruleset[Any], rules: Rules, kind: str) -> tuple[str, ...]:
    """The values of a kind in a match, as texts; nothing for a kind that the ruleset does not declare."""
    return tuple(_Kinds(ruleset, rules).names(kind))


def _in_order(word: Word) -> tuple[str, int, str]:
    number = int(word.said) if word.sort == "number" else 0
    return word.sort, number, str(word.said)


class _Kinds:
    """The values of each kind that there are with a laid table."""

    def __init__(self, ruleset: Ruleset[Any], rules: Rules) -> None:
        self._ruleset = ruleset
        self.rules = rules

    @cached_property
    def _laid(self) -> State:
        laid: State = self._ruleset.empty(self.rules, OFFICIAL)
        return laid

    @cached_property
    def things(self) -> list[str]:
        """What can lie anywhere."""
        places = self._laid.places
        return sorted({thing for place in places for thing in self._ruleset.kinds(self._laid, place)})

    def names(self, kind: str | None) -> Iterable[str]:
        """The values of a kind; without one, and for things that have no words, all that can lie anywhere."""
        if kind == SEAT:
            return map(str, range(self.rules.seats))
        if kind == PLACE:
            return [*self._laid.places, *self._laid.purses]
        declared = self._ruleset.values.get(kind) if kind is not None else None
        if declared is not None:
            return dict.fromkeys(self._parted(declared))
        return self.things if kind in (None, THING) else ()

    def _parted(self, declared: Values) -> Iterator[str]:
        """The values, and those that are made of one and of a value of another kind."""
        for value in declared.of(self.rules):
            yield value
            if len(parts := declared.parts.get(value, ())) == 1:
                yield from (f"{value}:{part}" for part in self.names(parts[0]))


def _values(kinds: _Kinds, field: Field, hint: Any, most: int) -> Iterator[Value]:
    for option in alternatives(hint):
        if get_origin(option) is Literal:
            yield from get_args(option)
        elif get_origin(option) is tuple:
            yield from _values(kinds, field, get_args(option)[0], most)
        elif option is bool:
            yield from (False, True)
        elif option is int:
            yield from _numbers(kinds, field, most)
        elif option is str:
            yield from kinds.names(field.kind)


def _numbers(kinds: _Kinds, field: Field, most: int) -> Iterable[int]:
    """The numbers that a field can hold: those of its kind, or all between its limits."""
    named = [int(name) for name in kinds.names(field.kind) if name.isdecimal()] if field.kind is not None else []
    if named:
        return named
    limits = field.limits if not field.is_list else None  # those of a list are of its length
    least = limits.least if limits is not None and limits.least is not None else -most
    last = limits.most if limits is not None and limits.most is not None else most
    return range(max(least, -most), min(last, most) + 1)
