"""A command is said word by word: its type, then its fields in the order in which they are declared.

The words that can follow come from the listed moves alone: those that go on as the words before did. A word that
is the only one that can follow within a command is said by itself, and so is the end of a list that is full.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from domain.kit.facts import Command, Json
from service.environments.vocabulary import END, Vocabulary, Word, of_command, of_value


class Undeclared(ValueError):
    """A ruleset lists a move with a value that it declares nowhere, so that there is no word for it."""

    def __init__(self, move: Mapping[str, Json], value: Json) -> None:
        super().__init__(f"{move['type']} is listed with {value!r}, which is declared nowhere")


class _Part(NamedTuple):
    """A field of a command, in the order in which they are said."""

    name: str
    is_list: bool


@cache
def _parts_of(command: Any) -> tuple[_Part, ...]:
    return tuple(_Part(field.name, field.is_list) for field in command.SENT)


class Saying:
    """What has been said of a command, and what can follow."""

    def __init__(
        self, vocabulary: Vocabulary, commands: Mapping[str, type[Command]], moves: Sequence[Mapping[str, Json]]
    ) -> None:
        self._commands = commands
        self._kept = [narrowed for move in moves if (narrowed := _sayable(vocabulary, move)) is not None]
        self._fields: Sequence[_Part] = ()
        self._nexts: list[set[Word]] = []
        self._list: list[Json] = []
        self._values: dict[str, Json] = {}
        self.words: tuple[Word, ...] = ()
        self.follows: frozenset[Word] = frozenset(of_command(move["type"]) for move in self._kept)

    def copy(self) -> Saying:
        """The same, that can go on in another way."""
        twin = object.__new__(Saying)
        vars(twin).update(vars(self))
        twin._list, twin._values = self._list.copy(), self._values.copy()
        return twin

    @property
    def field(self) -> str | None:
        """The field that the next word belongs to; None for the type, and when all is said."""
        return self._fields[0].name if self._fields else None

    @property
    def complete(self) -> bool:
        """Whether nothing more is to be said."""
        return bool(self.words) and not self._fields

    @property
    def document(self) -> dict[str, Json]:
        """The command that has been said."""
        move = self._kept[0]
        return {name: value for name, value in self._values.items() if name in move}

    def say(self, word: Word) -> None:
        """Go on with a word that can follow, and with those that are the only ones behind it."""
        if word not in self.follows:
            raise ValueError(f"“{word}” cannot follow here")
        self._take(word)
        while self._fields:
            self._nexts = [self._next(move) for move in self._kept]
            self.follows = frozenset().union(*self._nexts)
            if len(self.follows) > 1:
                return
            self._take(*self.follows)
        self.follows = frozenset()

    def _take(self, word: Word) -> None:
        self.words += (word,)
        if len(self.words) == 1:
            self._kept = [move for move in self._kept if move["type"] == word.said]
            self._values["type"] = word.said
            command: Any = self._commands[str(word.said)]
            self._fields = _parts_of(command)
            return
        self._kept = [move for move, follows in zip(self._kept, self._nexts, strict=True) if word in follows]
        first = self._fields[0]
        if word != END and first.is_list:
            self._list.append(word.said)
            return
        if first.is_list or word != END:
            self._values[first.name] = self._list if first.is_list else word.said
        self._list, self._fields = [], self._fields[1:]

    def _next(self, move: Mapping[str, Json]) -> set[Word]:
        """What can follow in the first field that is not complete, as this move has it."""
        field = self._fields[0]
        if field.name not in move:
            return set() if self._list else {END}
        value = move[field.name]
        return set(_items(value, self._list) if field.is_list else map(of_value, _choices(value)))


def _choices(value: Json) -> Sequence[Any]:
    """The values that a field can have, which is no list."""
    if not isinstance(value, dict):
        return [value]
    return value["any_of"] if "any_of" in value else range(value["min"], value["max"] + 1)


def _items(value: Json, said: Sequence[Json]) -> Iterator[Word]:
    """What can follow *said* in a list."""
    if isinstance(value, dict) and "some_of" in value:
        until = Counter[Any](value.get("until", ()))
        yield from [END] if until and until <= Counter(said) else _some(value, said)
        return
    for listed in value["any_of"] if isinstance(value, dict) else [value]:
        if list(listed[: len(said)]) == list(said):
            yield of_value(listed[len(said)]) if len(listed) > len(said) else END


def _some(pattern: Mapping[str, Json], said: Sequence[Json]) -> Iterator[Word]:
    """The same in a list of some of these, behind which another one may come."""
    there = Counter[Any](pattern["some_of"])
    for number in range(min(pattern["max"], len(said)) + 1):
        if not Counter(said[:number]) <= there:
            return
        if number == len(said) < pattern["max"]:
            yield from map(of_value, there - Counter(said))
        if number >= pattern["min"] and "then" in pattern:
            yield from _some(pattern["then"], said[number:])
        elif number >= pattern["min"] and number == len(said):
            yield END


# -- what has words -----------------------------------------------------------------------------------------


def _sayable(vocabulary: Vocabulary, move: Mapping[str, Json]) -> Mapping[str, Json] | None:
    """The move with the numbers that have words; None where there are none, and for a move that holds a text."""
    narrowed = {name: _narrowed(value, vocabulary) for name, value in move.items() if name != "type"}
    if None in narrowed.values():
        return None
    for value in narrowed.values():
        for one in _said_in(value):
            if of_value(one) not in vocabulary and not isinstance(one, int):
                raise Undeclared(move, one)
    return {"type": move["type"], **narrowed}


def _narrowed(value: Json, vocabulary: Vocabulary) -> Json:
    if isinstance(value, int):
        return value if of_value(value) in vocabulary else None
    if not isinstance(value, dict) or "some_of" in value:
        return value
    if "any_of" in value:
        kept = [one for one in value["any_of"] if not isinstance(one, int) or of_value(one) in vocabulary]
        return {"any_of": kept} if kept else None
    if "min" not in value:
        return None
    numbers = [number for number in vocabulary.counted if value["min"] <= number <= value["max"]]
    return {"any_of": numbers} if numbers else None


def _said_in(value: Json) -> Iterator[Any]:
    """The single values in what a move holds for a field."""
    if isinstance(value, dict):
        for name in ("any_of", "some_of", "then"):
            yield from _said_in(value[name]) if name in value else ()
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _said_in(one)
    else:
        yield value
