"""A seat's own view as a row of numbers of fixed length, made along the schema of the view.

Each number has a name, the way to it in the view. What the schema declares has a place, whatever the match brings:

- a number is itself; one that may be missing has a second number, 1 if it is there (``score``, ``score?``)
- a value of a kind is 1 in one of as many numbers as the kind has values (``phase=play``)
- a list of such values says for each how often it is there, and where it stands first, counted from 1
  (``route/Ulm``, ``route/Ulm@``)
- a list of numbers is its length, its sum, its first and its last one
- a list that has one item for each value of a kind is all of these; of any other list of objects the first
  :data:`ITEMS`, and their number
- a place is how much lies in it, 1 if its contents are seen, and how much there is of each thing, also by parts; a
  purse is what is in it, and 1 if that is seen

What is hidden, or not there, is 0. What the schema does not declare is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules
from domain.kit.view import PLACE_REF, PURSE_REF
from domain.kit.visibility import OFFICIAL
from domain.kit.words.values import PLACE as PLACES
from service.environments.vocabulary import names_of

ITEMS = 4
"""How many objects of a list are shown whose number is not declared."""
PLACE, PURSE = (ref["allOf"][0]["$ref"] for ref in (PLACE_REF, PURSE_REF))

Row = Any
"""Numbers that can be set by their position."""
Write = Callable[[Any, Row, int], None]


@dataclass(frozen=True, slots=True)
class Part:
    """Some numbers of a row: their names, and what writes them from a value, from a position on."""

    names: tuple[str, ...]
    write: Write


class Features:
    """The numbers that show a view of a ruleset, as it is played by *rules*."""

    def __init__(self, ruleset: Ruleset[Any], rules: Rules) -> None:
        self._ruleset = ruleset
        self._rules = rules
        self._schema = ruleset.view_schema

    @cached_property
    def board(self) -> Part:
        """Those of a board."""
        return self._part(self._schema, "")

    def _names(self, kind: str | None) -> tuple[str, ...]:
        return names_of(self._ruleset, self._rules, kind) if kind is not None else ()

    def _part(self, schema: Mapping[str, Json], path: str) -> Part:
        """The part of a value with this schema."""
        schema = _resolved(schema, self._schema.get("$defs", {}))
        kind, types = schema.get("x-kind"), schema.get("type", ())
        if schema.get("$ref") == PLACE:
            return self._place(schema, path)
        if schema.get("$ref") == PURSE:
            return _purse(path)
        if "enum" in schema:
            return choice(path, [value for value in schema["enum"] if value is not None])
        if "boolean" in types:
            return number(path)
        if "integer" in types:
            named = self._names(kind)
            if named and all(name.isdecimal() for name in named):
                return choice(path, [int(name) for name in named])
            return maybe_number(path) if "null" in types else number(path)
        if "string" in types:
            return choice(path, self._names(kind))
        if "array" in types:
            return self._array(schema, path)
        return self._object(schema, path) if "object" in types else Part((), lambda *_: None)

    def _object(self, schema: Mapping[str, Json], path: str) -> Part:
        members = schema.get("properties", {})
        parts = {name: self._part(inner, _under(path, name)) for name, inner in members.items()}
        others = schema.get("additionalProperties")
        if isinstance(others, Mapping):
            named = [name for name in self._members(schema.get("x-index"), others) if name not in members]
            parts |= {name: self._part(others, _under(path, name)) for name in named}
        return by_name(parts)

    def _members(self, kind: str | None, schema: Mapping[str, Json]) -> Sequence[str]:
        """The names of members that are called by values of a kind: of places, those of the laid table."""
        if kind != PLACES:
            return self._names(kind)
        laid = self._ruleset.empty(self._rules, OFFICIAL)
        return list(laid.purses if _resolved(schema, {}).get("$ref") == PURSE else laid.places)

    def _array(self, schema: Mapping[str, Json], path: str) -> Part:
        items = _resolved(schema.get("items", {}), self._schema.get("$defs", {}))
        if "x-index" in schema:
            named = self._names(schema["x-index"])
            return in_order([self._part(items, _under(path, name)) for name in named])
        if "object" in items.get("type", ()):
            listed = in_order([self._part(items, _under(path, str(place))) for place in range(ITEMS)])
            return joined([listed, length(path)])
        named = self._names(items.get("x-kind"))
        if named:
            integers = "integer" in items.get("type", ())
            return tally(path, [int(name) for name in named] if integers else named)
        return numbers(path) if "integer" in items.get("type", ()) else length(path)

    def _place(self, schema: Mapping[str, Json], path: str) -> Part:
        things = self._names(schema.get("x-kind")) or self._names("thing")
        names = self._names(schema.get("x-index"))
        seen = Part((f"{path}#", f"{path}?"), _count)
        whole = _contents(path, things)
        parts = by_name({part: _contents(_under(path, part), things) for part in names}, "things")
        return joined([seen, _member("things", whole), _member("parts", parts)])


def _resolved(schema: Mapping[str, Json], defs: Mapping[str, Json]) -> dict[str, Json]:
    """The schema with what it refers to, but for places and purses; of several that which is not null."""
    found = dict(schema)
    for name in ("allOf", "anyOf"):
        inner: Mapping[str, Json] = next((one for one in found.pop(name, ()) if one.get("type") != "null"), {})
        found = {**inner, **found}
    reference = found.get("$ref")
    if reference in (None, PLACE, PURSE):
        return found
    del found["$ref"]
    return _resolved({**defs[reference.rpartition("/")[2]], **found}, defs)


def _under(path: str, name: str) -> str:
    return f"{path}/{name}" if path else name


# -- parts --------------------------------------------------------------------------------------------------


def joined(parts: Sequence[Part]) -> Part:
    """Several parts of one value, one behind the other."""
    placed = list(_placed(parts))

    def write(value: Any, row: Row, at: int) -> None:
        for inner, start in placed:
            inner(value, row, at + start)

    return Part(_named(parts), write)


def by_name(parts: Mapping[str, Part], inner: str | None = None) -> Part:
    """The members of an object; with *inner*, the member of this name of each."""
    placed = dict(zip(parts, _placed(parts.values()), strict=True))

    def write(value: Any, row: Row, at: int) -> None:
        for name, member in value.items():
            if name in placed and member is not None:
                written, start = placed[name]
                written(member if inner is None else member[inner], row, at + start)

    return Part(_named(parts.values()), write)


def in_order(parts: Sequence[Part]) -> Part:
    """The items of a list, as many as there are parts."""
    placed = list(_placed(parts))

    def write(value: Any, row: Row, at: int) -> None:
        for item, (inner, start) in zip(value, placed, strict=False):
            if item is not None:
                inner(item, row, at + start)

    return Part(_named(parts), write)


def _named(parts: Iterable[Part]) -> tuple[str, ...]:
    return tuple(name for part in parts for name in part.names)


def _placed(parts: Iterable[Part]) -> Iterator[tuple[Write, int]]:
    """What writes each part, and where it begins."""
    at = 0
    for part in parts:
        yield part.write, at
        at += len(part.names)


def _member(name: str, part: Part) -> Part:
    """A part of the member of this name."""

    def write(value: Any, row: Row, at: int) -> None:
        if name in value:
            part.write(value[name], row, at)

    return Part(part.names, write)


def number(path: str) -> Part:
    """A number, or 1 for what is true."""

    def write(value: Any, row: Row, at: int) -> None:
        row[at] = value

    return Part((path,), write)


def maybe_number(path: str) -> Part:
    """A number that may be missing."""

    def write(value: Any, row: Row, at: int) -> None:
        if value is not None:
            row[at], row[at + 1] = value, 1

    return Part((path, f"{path}?"), write)


def choice(path: str, values: Sequence[Any]) -> Part:
    """One of these values, or none."""
    places = {value: place for place, value in enumerate(values)}

    def write(value: Any, row: Row, at: int) -> None:
        if value in places:
            row[at + places[value]] = 1

    return Part(tuple(f"{path}={value}" for value in values), write)


def tally(path: str, values: Sequence[Any]) -> Part:
    """A list of such values: how often each stands there, and where first."""
    places = {value: 2 * place for place, value in enumerate(values)}

    def write(value: Any, row: Row, at: int) -> None:
        for place, item in enumerate(value, 1):
            if item in places:
                row[at + places[item]] += 1
                row[at + places[item] + 1] = row[at + places[item] + 1] or place

    return Part(tuple(name for value in values for name in (f"{path}/{value}", f"{path}/{value}@")), write)


def numbers(path: str) -> Part:
    """A list of numbers: its length, its sum, its first and its last one."""

    def write(value: Any, row: Row, at: int) -> None:
        if value:
            row[at], row[at + 1], row[at + 2], row[at + 3] = len(value), sum(value), value[0], value[-1]

    return Part(tuple(f"{path}{sign}" for sign in ("#", "+", "<", ">")), write)


def length(path: str) -> Part:
    """How long a list is."""

    def write(value: Any, row: Row, at: int) -> None:
        row[at] = len(value)

    return Part((f"{path}#",), write)


def _contents(path: str, things: Sequence[str]) -> Part:
    """How much there is of each thing."""
    places = {thing: place for place, thing in enumerate(things)}

    def write(value: Any, row: Row, at: int) -> None:
        for thing, there in value.items():
            if thing in places:
                row[at + places[thing]] = there

    return Part(tuple(_under(path, thing) for thing in things), write)


def _count(value: Any, row: Row, at: int) -> None:
    row[at] = value.get("count", 0)
    row[at + 1] = "things" in value


def _purse(path: str) -> Part:
    def write(value: Any, row: Row, at: int) -> None:
        if "amount" in value:
            row[at], row[at + 1] = value["amount"], 1

    return Part((path, f"{path}?"), write)
