"""Writing: a recorded decision becomes the line that says it, always the same one.

What is written is read back before it is handed out. Where a board's words would be read as something else, they
stand in quotes; what no sentence can say stands as JSON behind ``command``. So every line that is written says
exactly what was recorded, as far as its reader was told it.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from domain.kit.facts import Json, to_json
from domain.kit.play import drawn_in
from domain.kit.ruleset import Ruleset
from domain.kit.shorthand.header import Header
from domain.kit.shorthand.parsing.cursor import ShorthandError
from domain.kit.shorthand.parsing.grammar import RAW, Sentence, grammar_of
from domain.kit.shorthand.parsing.tokens import tokens_of
from domain.kit.shorthand.reading import Reader
from domain.kit.shorthand.sentences import Flag, Kind, Maybe, Part, Said, Value, kind_of
from domain.kit.shorthand.words import folded
from domain.kit.text.texts import escaped

_PLAIN = re.compile(r"[A-Za-z0-9 ,.!?]{1,200}")
"""A text that is written as a string of itself, whatever stands before and behind it."""


class Unspeakable(ValueError):
    """No sentence says this command."""


def write(ruleset: Ruleset[Any], decision: Mapping[str, Json], header: Header | None = None) -> str:
    """The line of a recorded decision, without a line end; nothing for an automatic one, and for the opening."""
    return Writer(ruleset, header).write(decision)


class Writer:
    """Writes lines of one ruleset, with the seats and the board of one match."""

    def __init__(self, ruleset: Ruleset[Any], header: Header | None = None) -> None:
        self._ruleset = ruleset
        self._header = header or Header()
        self._grammar = grammar_of(ruleset)
        self._reader = Reader(ruleset, header)
        self._ways: dict[tuple[bool, str], bool | None] = {}

    def write(self, decision: Mapping[str, Json]) -> str:
        """See :func:`write`."""
        command = decision["command"]
        if decision.get("automatic") or command["type"] == "open":
            return ""
        if decision.get("faded"):
            return f"# {decision['version']} {self._actor(decision['actor'])}: {command['type']} (faded)"
        said = self._with_draws(decision, self._sent(shown(command)))
        alike = self._with_any_text(said)
        key = (isinstance(decision["actor"], dict), _json(alike))
        if key not in self._ways:
            self._ways[key] = self._way(self._actor(decision["actor"]), alike)
        way = self._ways[key]
        return self._line(decision, f"{RAW} {_json(said)}" if way is None else self._sentence(said, quoting=way))

    def _sent(self, command: dict[str, Json]) -> dict[str, Json]:
        """A command as it was sent, without what was filled in."""
        declared = self._ruleset.command_types.get(command["type"])
        filled = declared.FILLED if declared is not None else ()
        return {name: value for name, value in command.items() if name not in filled}

    def _way(self, actor: str, command: Mapping[str, Json]) -> bool | None:
        """How the first sentence for a command is written that is read as this command; None if there is none."""
        with contextlib.suppress(Unspeakable):
            for quoting in (False, True):
                sentence = self._sentence(command, quoting=quoting)
                if self._is_read_as(f"{actor}: {sentence}", command):
                    return quoting
        return None

    def _with_any_text(self, command: Mapping[str, Json]) -> Mapping[str, Json]:
        """The command with one text for all plain ones, which are written and read alike: one is tried for all."""
        sentence = self._grammar.by_type.get(command["type"])
        if sentence is None:
            return command
        plain = {
            name: "any"
            for name, kind in sentence.kinds.items()
            if kind.name == "text" and isinstance(command.get(name), str) and _PLAIN.fullmatch(command[name])
        }
        return {**command, **plain} if plain else command

    def _is_read_as(self, line: str, command: Mapping[str, Json]) -> bool:
        with contextlib.suppress(ShorthandError):
            read = self._reader.read_strictly(line)
            return read is not None and read.command == command
        return False

    def _with_draws(self, decision: Mapping[str, Json], command: dict[str, Json]) -> dict[str, Json]:
        """A command of chance with what came out, which in a hosted match stands in the facts alone."""
        declared = self._ruleset.command_types.get(command["type"])
        if decision["actor"] != "chance" or declared is None or len(command) > 1 or not declared.FIELDS:
            return command
        (drawn,) = declared.FIELDS
        facts = [self._ruleset.fact_from_json(fact) for fact in decision.get("facts", ())]
        things: list[Json] = to_json(drawn_in(facts))
        kind = kind_of(drawn, Value(drawn.name))
        if kind.name == "number":
            things = [int(thing) if isinstance(thing, str) else thing for thing in things]
        if not (things or kind.many):
            return command
        return {**command, drawn.name: shown(things if kind.many else things[0])}

    # -- the line

    def _line(self, decision: Mapping[str, Json], sentence: str) -> str:
        stamp = f"@{decision['occurred_at']} " if decision.get("occurred_at") else ""
        note = irregular_note(decision)
        tail = f" irregular {_json(note)}" if note is not None else ""
        return f"{stamp}{self._actor(decision['actor'])}: {sentence}{tail}"

    def _actor(self, actor: Json) -> str:
        if isinstance(actor, dict):
            return self._seat(actor["seat"])
        return self._grammar.shorthand.chance[0] if actor == "chance" else str(actor)

    def _seat(self, seat: int) -> str:
        seats = self._header.seats
        return seats[seat].colour if 0 <= seat < len(seats) else str(seat)

    # -- the sentence

    def _sentence(self, command: Mapping[str, Json], *, quoting: bool) -> str:
        sentence = self._grammar.by_type.get(command["type"])
        if sentence is None:
            raise Unspeakable(command["type"])
        return " ".join(self._parts(sentence, sentence.parts, command, quoting=quoting))

    def _parts(
        self, sentence: Sentence, parts: Sequence[Part], command: Mapping[str, Json], *, quoting: bool
    ) -> Iterator[str]:
        for part in parts:
            if isinstance(part, Said):
                yield self._said(part)
            elif isinstance(part, Flag):
                if command.get(part.field) is True:
                    yield self._said(Said(part.words))
            elif isinstance(part, Maybe):
                if any(name in command for name in fields_of(part.parts)):
                    yield from self._parts(sentence, part.parts, command, quoting=quoting)
            elif part.field in command:
                yield self._value(command[part.field], sentence.kinds[part.field], quoting=quoting)
            elif part.absent is not None:
                yield self._said(Said(part.absent))
            else:
                raise Unspeakable(part.field)

    def _said(self, part: Said) -> str:
        """Words of a sentence."""
        return part.words

    def _named(self, value: str, kind: Kind) -> str:
        """A value that is a word."""
        return value if _is_bare(value, kind.name) else _json(value)

    def _value(self, value: Json, kind: Kind, *, quoting: bool) -> str:
        if isinstance(value, dict) and set(value) == {"unknown"}:
            return _unknown(value["unknown"])
        if kind.many:
            return self._list(value, kind, quoting=quoting)
        return self._one(value, kind, quoting=quoting)

    def _list(self, values: list[Json], kind: Kind, *, quoting: bool) -> str:
        if not values:
            return "none"
        counted = kind.name not in ("number", "seat")
        runs = [list(run) for _, run in groupby(values, key=_json)] if counted else [[value] for value in values]
        items = [self._item(run[0], len(run), kind, quoting=quoting) for run in runs]
        alone = len(items) == 1 and items[0].startswith("?")
        return f"[{items[0]}]" if alone else ", ".join(items)

    def _item(self, value: Json, number: int, kind: Kind, *, quoting: bool) -> str:
        if value == {"unknown": 1}:
            return _unknown(number)
        could_end_the_list = (
            kind.name == "place" and isinstance(value, str) and folded(value) in self._grammar.said
        )
        one = self._one(value, kind, quoting=quoting or could_end_the_list)
        return one if number == 1 else f"{number} {one}"

    def _one(self, value: Json, kind: Kind, *, quoting: bool) -> str:
        if kind.name == "seat":
            return self._seat(value)
        if kind.name == "yes-no":
            return "yes" if value else "no"
        if kind.name in ("text", "json"):
            return _json(value)
        if kind.name == "sentence":
            return self._sentence(value, quoting=quoting)
        if kind.name == "changes":
            return "; ".join(self._change(change, quoting=quoting) for change in value)
        if isinstance(value, int):
            return str(value)
        if not isinstance(value, str):
            raise Unspeakable(kind.name)
        return _json(value) if quoting else self._named(value, kind)

    def _change(self, change: Mapping[str, Json], *, quoting: bool) -> str:
        decision = change["decision"]
        entries = " then ".join(self._entry(entry, quoting=quoting) for entry in change.get("commands", ()))
        if change["effect"] == "remove":
            return f"remove {decision}"
        if change["effect"] == "replace":
            return f"replace {decision} with {entries}"
        return f"insert after {decision}: {entries}"

    def _entry(self, entry: Mapping[str, Json], *, quoting: bool) -> str:
        actor = self._seat(entry["seat"]) if "seat" in entry else self._grammar.shorthand.chance[0]
        said = f"{actor}: {self._sentence(entry['command'], quoting=quoting)}"
        return f"{said} irregular" if entry.get("irregular") else said


# -- values -------------------------------------------------------------------------------------------------


def irregular_note(decision: Mapping[str, Json]) -> str | None:
    """The note with which a decision was let stand although it breaks a rule; None if it is a regular one."""
    for fact in decision.get("facts", ()):
        if fact["type"] == "Irregular":
            note = fact.get("note")
            return note if isinstance(note, str) else ""
    return None


def shown(value: Json) -> Json:
    """A value of a command as shorthand has it: what is hidden from the reader is unknown there."""
    if isinstance(value, dict):
        if "hidden" in value:
            return {"unknown": value["hidden"]}
        if value == {"erased": True}:
            return "[erased]"
        return {name: shown(item) for name, item in value.items()}
    return [shown(item) for item in value] if isinstance(value, list) else value


def fields_of(parts: Sequence[Part]) -> Iterator[str]:
    """The fields that parts of a sentence say."""
    for part in parts:
        if isinstance(part, Maybe):
            yield from fields_of(part.parts)
        elif not isinstance(part, Said):
            yield part.field


def _json(value: Json) -> str:
    return escaped(json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True))


def _unknown(number: int) -> str:
    return "?" if number == 1 else f"?{number}"


@cache
def _is_bare(word: str, kind: str) -> bool:
    """Whether a word can stand without quotes: as one token, or as the name of a place or of a seat's thing."""
    tokens = tokens_of(word)
    types = [token.type for token in tokens]
    whole = bool(tokens) and "".join(tokens) == word
    if kind == "pointer":
        return whole and types == ["POINTER"]
    if kind == "place":
        return whole and types[0] == "WORD" and set(types) <= {"WORD", "COLON", "INT"} and types[-1] != "COLON"
    return whole and (types == ["WORD"] or (kind == "thing" and types == ["WORD", "COLON", "INT"]))
