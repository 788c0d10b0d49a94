"""The grammar of a ruleset's shorthand, made from its sentences, for Lark's LALR parser.

The grammar's terminals carry no patterns: the reader asks the parser which ones can come next, and looks up what
is written among the words for these alone. So one word can mean different things in different places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from lark import Lark

from domain.kit.facts import Command
from domain.kit.ruleset import Ruleset
from domain.kit.shorthand.at_the_table import SENTENCES, SYNONYMS
from domain.kit.shorthand.sentences import (
    Flag,
    Kind,
    Maybe,
    Part,
    Said,
    Shorthand,
    Value,
    default_sentence,
    kind_of,
    parts_of,
)
from domain.kit.shorthand.words import folded

TERMINALS = (
    "SEAT",
    "CHANCE",
    "ROLE",
    "STAMP",
    "COLON",
    "SEMICOLON",
    "COMMA",
    "OPEN",
    "CLOSE",
    "INT",
    "UNKNOWN",
    "TEXT",
    "JSON",
    "ANY",
    "POINTER",
    "PLACE",
    "NEVER",
)
"""The part of the grammar that all rulesets share."""
UNSENT = ("table.stall",)
"""Commands that nobody sends."""
RAW = "command"
"""The word before a command written as JSON."""

_HEAD = """
start: STAMP? _who
_who: SEAT COLON? _of_a_seat irregular? | CHANCE COLON? _of_chance irregular?
    | ROLE COLON? (_table_sentence | raw) irregular?
_of_a_seat: _game_sentence | _table_sentence | raw
_of_chance: _chance_sentence | raw
_of_the_game: _game_sentence | _chance_sentence | raw
irregular: {irregular} TEXT
raw: {raw} JSON
changes: change (SEMICOLON change)*
change: {replace} INT {with_}? entry -> replace
      | {remove} INT -> remove
      | {insert} INT COLON? entry ({then} entry)* -> insert
entry: (SEAT COLON? _of_a_seat | CHANCE COLON? _of_chance) stood?
stood: {irregular}
"""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence of one command: its parts, and what its fields hold."""

    command: type[Command]
    parts: tuple[Part, ...]
    kinds: Mapping[str, Kind]


@dataclass
class Grammar:
    """The grammar of a ruleset's lines as Lark reads it, and what its terminals and rules stand for.

    *words* are the words that a terminal is written as, *kinds* the kind of values of the others, *fields* the
    field and kind of a rule, *sentences* the sentence of a rule.
    """

    shorthand: Shorthand
    text: str = field(init=False)
    words: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    fields: dict[str, tuple[str, Kind]] = field(default_factory=dict)
    sentences: dict[str, Sentence] = field(default_factory=dict)
    by_type: dict[str, Sentence] = field(default_factory=dict)

    @cached_property
    def parser(self) -> Lark:
        """What parses lines: made when there are some, for it takes longer than all else."""
        return Lark(self.text, parser="lalr", lexer="basic", maybe_placeholders=False)

    @cached_property
    def synonyms(self) -> Mapping[str, Sequence[str]]:
        """Other words for those of sentences: the table's and the game's, by the words that they stand for."""
        return {**SYNONYMS, **self.shorthand.synonyms}

    def spellings(self, words: str) -> Sequence[str]:
        """What words of a sentence can be written as; they themselves first."""
        return (words, *SYNONYMS.get(words, ()), *self.synonyms.get(words, ()))

    @cached_property
    def said(self) -> frozenset[str]:
        """All words of sentences as they are compared (``words.folded``)."""
        return frozenset(folded(one) for words in self.words.values() for one in self.spellings(words))


class _Maker:
    """Writes a grammar down, rule by rule."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.grammar = Grammar(ruleset.shorthand or Shorthand())
        self._rules: list[str] = []
        self._optionals: dict[str, str] = {}
        self._terminals: dict[str, str] = {}
        self._lists: dict[tuple[str | None, ...], str] = {}
        self._of_choices: dict[Kind, str] = {}
        self._vocabularies = self.grammar.shorthand.vocabularies(ruleset.board)
        names = {"irregular", "replace", "remove", "then"}
        words = {name: self.word(name) for name in names}
        self._head = _HEAD.format(
            **words, raw=self.word(RAW), with_=self.word("with"), insert=self.word("insert after")
        )
        table = [command for kind, command in ruleset.command_types.items() if kind.startswith("table.")]
        groups = {"game": ruleset.commands, "chance": ruleset.chance_commands, "table": table}
        for group, commands in groups.items():
            self._group(group, list(commands))

    def made(self) -> Grammar:
        """The grammar, written down."""
        declared = [*TERMINALS, *self.grammar.words, *self.grammar.kinds]
        self.grammar.text = "\n".join([self._head, *self._rules, f"%declare {' '.join(declared)}"])
        return self.grammar

    def word(self, words: str) -> str:
        """The terminal for words that are said."""
        if words not in self._terminals:
            self._terminals[words] = name = f"W{len(self._terminals)}"
            self.grammar.words[name] = words
        return self._terminals[words]

    def _group(self, group: str, commands: list[type[Command]]) -> None:
        names = [self._sentence(command) for command in commands if command.TYPE not in UNSENT]
        self._rules.append(f"_{group}_sentence: {' | '.join(names) or 'NEVER'}")

    def _sentence(self, command: type[Command]) -> str:
        grammar = self.grammar
        template = grammar.shorthand.sentences.get(command.TYPE) or SENTENCES.get(command.TYPE)
        parts = _declared(command, parts_of(template or default_sentence(command)))
        kinds = {value.field: self._kind(command, value) for value in _values(parts)}
        name = f"s{len(grammar.sentences)}"
        grammar.sentences[name] = grammar.by_type[command.TYPE] = Sentence(command, parts, kinds)
        self._rules.append(f"{name}: {self._sequence(parts, kinds)}")
        return name

    def _kind(self, command: type[Command], value: Value) -> Kind:
        declared = next(declared for declared in command.FIELDS if declared.name == value.field)
        return kind_of(declared, value)

    def _sequence(self, parts: tuple[Part, ...], kinds: Mapping[str, Kind]) -> str:
        return " ".join(self._part(part, kinds) for part in parts)

    def _part(self, part: Part, kinds: Mapping[str, Kind]) -> str:
        if isinstance(part, Said):
            return self.word(part.words) if part.needed else self._optional(self.word(part.words))
        if isinstance(part, Maybe):
            return self._optional(self._sequence(part.parts, kinds))
        if isinstance(part, Flag):
            return self._optional(self._field(part.field, Kind("flag"), self.word(part.words)))
        kind = kinds[part.field]
        field = self._field(part.field, kind, self._list(kind) if kind.many else self._one(kind))
        return field if part.absent is None else f"({field} | {self.word(part.absent)})"

    def _optional(self, body: str) -> str:
        """A rule that can be empty: Lark would write out every combination of what is marked with "?"."""
        if body not in self._optionals:
            self._optionals[body] = rule = f"_o{len(self._optionals)}"
            self._rules.append(f"{rule}: {body} |")
        return self._optionals[body]

    def _field(self, name: str, kind: Kind, body: str) -> str:
        rule = f"f{len(self.grammar.fields)}"
        self.grammar.fields[rule] = (name, kind)
        self._rules.append(f"{rule}: {body}")
        return rule

    def _one(self, kind: Kind) -> str:
        body = self._terminal(kind)
        return f"{body} | UNKNOWN" if kind.unknown else body

    def _terminal(self, kind: Kind) -> str:
        fixed = {"number": "INT", "seat": "SEAT", "word": "ANY", "text": "TEXT", "json": "JSON"}
        fixed |= {"pointer": "POINTER", "place": "PLACE", "changes": "changes"}
        fixed |= {"sentence": "_of_the_game"}
        if kind.name == "thing" and "thing" not in self._vocabularies:
            return "ANY"
        if kind.name in fixed:
            return fixed[kind.name]
        if kind.name == "yes-no":
            return f"{self.word('yes')} | {self.word('no')}"
        return self._of_kind(kind)

    def _of_kind(self, kind: Kind) -> str:
        """The terminal for the words of a vocabulary, or of a choice."""
        key = Kind(kind.name, choices=kind.choices, labelled=kind.labelled)
        if key not in self._of_choices:
            self._of_choices[key] = name = f"V{len(self._of_choices)}"
            self.grammar.kinds[name] = key
        return self._of_choices[key]

    def _list(self, kind: Kind) -> str:
        terminal = self._terminal(kind)
        key = (kind.name, terminal, "?" if kind.unknown else None)
        if key not in self._lists:
            self._lists[key] = name = f"l{len(self._lists)}"
            counted = kind.name not in ("number", "seat")
            item = f"INT? {terminal}" if counted else terminal
            item += " | INT? UNKNOWN" if kind.unknown and counted else " | UNKNOWN" if kind.unknown else ""
            separator = f"(COMMA | {self.word('and')})?"
            self._rules.append(f"item_{name}: {item}")
            self._rules.append(f"items_{name}: item_{name} ({separator} item_{name})*")
            self._rules.append(f"{name}: items_{name} | OPEN items_{name}? CLOSE | {self.word('none')}")
        return self._lists[key]


def _declared(command: type[Command], parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Without the optional parts whose fields the command does not declare."""
    names = {declared.name for declared in command.FIELDS}
    return tuple(
        part
        for part in parts
        if not isinstance(part, Maybe) or names.issuperset(value.field for value in _values((part,)))
    )


def _values(parts: tuple[Part, ...]) -> Iterator[Value]:
    for part in parts:
        if isinstance(part, Value):
            yield part
        elif isinstance(part, Maybe):
            yield from _values(part.parts)


@dataclass(frozen=True)
class _Known:
    """A ruleset as a key of the cache: the same object is the same ruleset."""

    ruleset: Ruleset[Any]

    def __hash__(self) -> int:
        return id(self.ruleset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self.ruleset is other.ruleset


def grammar_of(ruleset: Ruleset[Any]) -> Grammar:
    """The grammar of a ruleset's lines; made once."""
    return _made(_Known(ruleset))


@cache
def _made(known: _Known) -> Grammar:
    return _Maker(known.ruleset).made()
