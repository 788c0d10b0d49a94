"""A board in words, whatever the game: its members by their titles, each with what it shows.

It is read off the view and its schema: what a member is called, of which kind its values are (``x-kind``), and
what a list is indexed by (``x-index``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from domain.kit.facts import Json
from domain.kit.text.texts import shown
from domain.kit.words.match import MatchWords
from domain.kit.words.schemas import Path, view_message
from domain.kit.words.values import NUMBER, PART, SEAT, prettified
from domain.kit.written.evidence import canonical, pointer, steps_of

THING = "thing"
LINE = 100
"""Columns of a line of text; things that people say in few words stand in one."""
_PLACE, _PURSE = "#/$defs/place", "#/$defs/purse"


@dataclass(frozen=True, slots=True)
class Item:
    """A member of a board: *at* is the JSON pointer to it, *said* what it shows, *items* its own members.

    *entries* says that these are those of a list, which are all written alike.
    """

    at: str
    title: str
    said: str = ""
    items: Sequence[Item] = ()
    entries: bool = False


def outline(board: Json, words: MatchWords) -> list[Item]:
    """The members of a board, as far as they show something."""
    schema = words.game.view_schema
    return list(_Outline(words, schema, _holders(board, words)).members(board, schema, "", ("view",)))


def _holders(board: Json, words: MatchWords) -> dict[tuple[str | None, Json], str]:
    """Who has which value of a kind, by the members of the board that say it, such as who plays a character."""
    found: dict[tuple[str | None, Json], str] = {}
    for name, schema in words.game.view_schema.get("properties", {}).items():
        inner, index = schema.get("properties", {}).values(), schema.get("x-index")
        if index is not None and inner and all(one.get("x-kind") == SEAT for one in inner):
            of_seats = board.get(name) or {}
            found.update({(index, one): words.seat(seat) for one, seat in of_seats.items() if seat is not None})
    return found


def pointed_at(at: str, value: Json, words: MatchWords) -> tuple[str, str]:
    """What a JSON pointer into a board points at, by the titles that lead there; and a value there, in words.

    Both are somebody's words, of which nothing may be true: what no title leads to is called as it is written.
    """
    schema = words.game.view_schema
    titles, kind = _Outline(words, schema).way(steps_of(at), schema)
    return shown(", ".join(titles) or at), _said(value, kind, words)


def _said(value: Json, kind: str | None, words: MatchWords) -> str:
    """A value that somebody says to be there, which may be of any kind."""
    text = words.words.text
    match value:
        case None:
            return text("list-empty")
        case bool():
            return text("yes" if value else "no")
        case str() | int() if kind not in (None, NUMBER):
            return shown(words.label(str(kind), value))
        case str() | int() | float():
            return shown(str(value))
        case list() if all(isinstance(one, str | int) for one in value):
            return words.listed([_said(one, kind, words) for one in value])
        case dict() if kind is not None and all(type(number) is int for number in value.values()):
            return shown(words.tallied(kind, value)) if value else text("list-empty")
    return shown(canonical(value))


def as_text(items: Sequence[Item], words: MatchWords, level: int = 0) -> Iterator[str]:
    """An outline as lines of text: members that have members are headings, unless all of it fits into a line."""
    for item in items:
        yield from _lines(item, words, level)


def _lines(item: Item, words: MatchWords, level: int, *, apart: bool = False) -> Iterator[str]:
    """A member in one line, or, if it is too long or all of its list stands *apart*, under its own heading."""
    if not apart and (short := _fits(item, words, level)) is not None:
        yield short
        return
    yield "  " * level + line_of(item, words)
    long = item.entries and any(inner.items and _fits(inner, words, level + 1) is None for inner in item.items)
    for inner in item.items:
        yield from _lines(inner, words, level + 1, apart=long)


def _fits(item: Item, words: MatchWords, level: int) -> str | None:
    """A member in one line, if that is not too long."""
    indent, short = "  " * level, _in_one(item, words)
    return indent + short if short is not None and len(indent + short) <= LINE else None


def _in_one(item: Item, words: MatchWords) -> str | None:
    """A member and its own members in one line, if these have none themselves."""
    if any(inner.items or ";" in inner.said for inner in item.items):
        return None
    said = "; ".join(line_of(inner, words) for inner in item.items)
    return line_of(replace(item, said=said) if said else item, words)


def line_of(item: Item, words: MatchWords) -> str:
    """A member and what it shows in one line."""
    return words.words.text("member", {"title": item.title, "said": item.said}) if item.said else item.title


def _without(item: Item, index: str | None) -> Item:
    """An entry of a list without the member that its title says already: the number of the seat, the name."""
    return replace(item, items=[inner for inner in item.items if inner.at != f"{item.at}/{index}"])


@dataclass(frozen=True, slots=True)
class _Outline:
    words: MatchWords
    schema: Mapping[str, Json]
    holders: Mapping[tuple[str | None, Json], str] = field(default_factory=dict)

    def members(
        self, board: Mapping[str, Json], schema: Mapping[str, Json], at: str, path: Path
    ) -> Iterator[Item]:
        named = schema.get("properties", {})
        for name, value in board.items():
            inner = named.get(name)
            if inner is None:
                title, inner = self._indexed(schema, name), schema.get("additionalProperties")
                inner = inner if isinstance(inner, Mapping) else {}
            else:
                title = self._title((*path, name))
            if value is False:
                continue  # what is not so need not be said
            yield from self._item(title, value, inner, at + pointer(name), (*path, name))

    def way(
        self, names: Sequence[str], schema: Mapping[str, Json], path: Path = ("view",)
    ) -> tuple[list[str], str | None]:
        """The titles that lead to what stands under *names*, one in another; and the kind of the value there."""
        titles: list[str] = []
        target, kind, path = self._resolved(schema, path)
        schema = self._schema(schema)
        for position, name in enumerate(names):
            if target is not None:
                things = (kind or THING) if names[-1] == "things" else None
                return [*titles, *self._in_place(names[position:], kind)], things
            if name in schema.get("properties", {}):
                titles.append(self._title((*path, name)))
                schema, path = schema["properties"][name], (*path, name)
            elif isinstance(schema.get("items"), Mapping):
                index = schema.get("x-index")
                entry = self._numbered(index, name)
                # Whose it is says it all: "Ada", not "Seats, Ada".
                titles = [*(titles if index in (None, NUMBER) else titles[:-1]), entry]
                schema = schema["items"]
            elif isinstance(schema.get("additionalProperties"), Mapping):
                titles.append(self._indexed(schema, name))
                schema, path = schema["additionalProperties"], (*path, name)
            else:
                titles.append(shown(name))
                schema = {}
            target, kind, path = self._resolved(schema, path)
            schema = self._schema(schema)
            kind = kind or schema.get("x-kind") or schema.get("items", {}).get("x-kind")
        return titles, kind or (THING if target == _PLACE else None)

    def _in_place(self, names: Sequence[str], kind: str | None) -> Iterator[str]:
        """What is called in a place or purse: things and parts by their labels, an amount by none."""
        before = ""
        for name in names:
            if before == "things":
                yield shown(self.words.label(kind or THING, name))
            elif before == "parts":
                yield shown(self.words.label(PART, name))
            elif name == "count":
                yield self.words.words.text("count-there")
            elif name not in ("things", "parts", "amount"):
                yield shown(name)
            before = name

    def _numbered(self, index: str | None, name: str) -> str:
        number = int(name) if name.isdecimal() and len(name) < 4 else None
        there_are = self.words.rules.seats if index == SEAT else len(self.words.values.get(index or "", ()))
        if number is None or (index not in (None, NUMBER) and number >= there_are):
            return shown(name)
        return self._entry(index, number)

    def _item(self, title: str, value: Json, schema: Mapping[str, Json], at: str, path: Path) -> Iterator[Item]:
        target, kind, path = self._resolved(schema, path)
        if target == _PLACE and "parts" in value:
            parts = value["parts"].items()
            inside = [Item(f"{at}/parts{pointer(part)}", part, self._place(one, kind)) for part, one in parts]
            yield Item(at, title, "", inside, entries=True)
        elif target in (_PLACE, _PURSE):
            said = self._place(value, kind) if target == _PLACE else self._purse(value)
            if said:
                yield Item(at, title, said)
        elif isinstance(value, Mapping):
            if items := list(self.members(value, self._schema(schema), at, path)):
                yield Item(at, title, "", items, "x-index" in self._schema(schema))
        elif isinstance(value, list | tuple):
            yield from self._list(title, value, self._schema(schema), at, path)
        elif value is not None:
            yield Item(at, title, self._held(value, kind))

    def _list(
        self, title: str, values: Sequence[Json], schema: Mapping[str, Json], at: str, path: Path
    ) -> Iterator[Item]:
        inner, index = schema.get("items", {}), schema.get("x-index")
        target, kind, _ = self._resolved(inner, path)
        if index is None and target is None and not any(isinstance(value, Mapping | list) for value in values):
            if values:
                said = [self._scalar(value, kind) for value in values]
                yield Item(at, title, self.words.listed_apart(said, said))
            return
        items = [
            item
            for number, value in enumerate(values)
            for item in self._item(self._entry(index, number), value, inner, f"{at}/{number}", path)
        ]
        if items:
            yield Item(at, title, "", [_without(item, index) for item in items], entries=True)

    def _entry(self, index: str | None, number: int) -> str:
        """What an entry of a list is called: by what the list is indexed, or by its number."""
        return self.words.at(index, number) if index not in (None, NUMBER) else str(number + 1)

    def _indexed(self, schema: Mapping[str, Json], name: str) -> str:
        index = schema.get("x-index")
        return self.words.label(index, name) if index is not None else self._title(("view", name))

    def _title(self, path: Path) -> str:
        words = self.words.words
        return words.plain(view_message(path)) or words.plain(f"field-{path[-1]}") or prettified(path[-1])

    def _resolved(self, schema: Mapping[str, Json], path: Path) -> tuple[str | None, str | None, Path]:
        """What a schema refers to if that is a place or a purse; the kind of its values; the path to its parts."""
        kind = schema.get("x-kind")
        reference = schema.get("$ref") or next((part.get("$ref") for part in schema.get("allOf", ())), None)
        if reference in (_PLACE, _PURSE):
            return reference, kind, path
        if reference is not None:
            return None, kind, (path[0], reference.rpartition("/")[2])
        return None, kind, path

    def _schema(self, schema: Mapping[str, Json]) -> Mapping[str, Any]:
        """The schema that says what is in it."""
        reference = schema.get("$ref") or next((part.get("$ref") for part in schema.get("allOf", ())), None)
        if reference is not None:
            found: Mapping[str, Any] = self.schema["$defs"][reference.rpartition("/")[2]]
            return found
        for option in schema.get("anyOf", ()):
            if option.get("type") != "null":
                return self._schema(option)
        return schema

    def _held(self, value: Json, kind: str | None) -> str:
        """A single value; with whose it is, where seats have the values of its kind."""
        said, seat = self._scalar(value, kind), self.holders.get((kind, value))
        return said if seat is None else self.words.words.text("of-seat", {"what": said, "seat": seat})

    def _scalar(self, value: Json, kind: str | None) -> str:
        if isinstance(value, bool):
            return self.words.words.text("yes" if value else "no")
        if kind is None and isinstance(value, str):
            return prettified(value)  # a game has not said of which kind it is
        if kind in (None, NUMBER) or not isinstance(value, str | int):
            return str(value)
        return self.words.label(kind, value)

    def _place(self, place: Mapping[str, Json], kind: str | None) -> str:
        if "count" not in place:
            return self.words.words.text("not-told")
        things = place.get("things", {})
        said = [self.words.number_of(number, kind or THING, one) for one, number in things.items()]
        if untold := place["count"] - sum(things.values()):
            said.append(self.words.untold(untold, kind or THING))
        return self.words.listed_apart(said, [self.words.label(kind or THING, one) for one in things])

    def _purse(self, purse: Mapping[str, Json]) -> str:
        if "amount" in purse:
            return str(purse["amount"])
        return self.words.words.text("unknown" if "unknown" in purse else "not-told")
