"""What of a game has no words yet: completeness is a law, and a test names what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from domain.kit.facts import Declared, Field, alternatives
from domain.kit.table.naming import VALUES as OF_THE_TABLE
from domain.kit.words.labels import Words, field_text, kind_of_class, message_type, named_options, option_kind
from domain.kit.words.match import MatchWords
from domain.kit.words.schemas import members, view_message
from domain.kit.words.values import EVERY_GAMES

if TYPE_CHECKING:
    from domain.kit.ruleset import Ruleset

KINDS = frozenset((*EVERY_GAMES, *OF_THE_TABLE))
"""Kinds that a field of every game can be of."""
SECTION = re.compile(r"[A-Z]+-[A-Z]+|TB(?=-)")
"""The section of a rule, at the beginning of its number: ``MC-R`` of ``MC-R33``; the table's rules are one."""


def lacking(game: Ruleset[Any], in_match: MatchWords) -> Iterator[str]:
    """Everything that a person can meet in a match of *game* and that has no words in this language."""
    words = in_match.words
    yield from _messages(words, ["game"])
    everything = {cls.TYPE: cls for cls in (*game.commands, *game.chance_commands, *game.facts)}
    yield from lacking_of_classes(everything.values(), words, frozenset(game.values))
    yield from _messages(words, [option_kind(name) for name in game.options])
    for name, values in named_options(game.options).items():
        yield from _messages(words, [f"{option_kind(name)}-{value}" for value in values])
    yield from _messages(words, [f"board-{name.replace('_', '-')}" for name in game.board_schema])
    yield from _messages(words, [f"section-{section}" for section in sections(game.rules)])
    of_the_board = (members(schema, ("board", name)) for name, schema in game.board_schema.items())
    for path, _ in chain(members(game.view_schema), *of_the_board):
        if not (words.has(view_message(path)) or words.has(f"field-{path[-1]}")):
            yield view_message(path)
    for kind, of_kind in in_match.values.items():
        for value in of_kind:
            in_match.label(kind, value)
    yield from (f"{kind}: {value}" for kind, value in sorted(in_match.unnamed))


def lacking_of_classes(classes: Iterable[type[Declared]], words: Words, kinds: frozenset[str]) -> Iterator[str]:
    """The same of some commands and facts and their fields; *kinds* are those that a field can be of."""
    for cls in classes:
        kind, name = kind_of_class(cls), message_type(cls.TYPE)
        yield from _messages(words, [f"{kind}-{name}"])
        if kind == "command":
            yield from _messages(words, [f"did-{name}"])
            if not words.has(f"{kind}-{name}", "about"):
                yield f"{kind}-{name}.about"
        for field in cls.SENT:
            if not (words.has(f"{kind}-{name}", field_text(field.name)) or words.has(f"field-{field.name}")):
                yield f"{kind}-{name}.{field.name}"
            if field.kind is not None and field.kind not in kinds | KINDS:
                yield f"{cls.TYPE}.{field.name} is of the kind {field.kind}, which has no values"
            if field.kind is None and _needs_kind(field):
                yield f"{cls.TYPE}.{field.name} does not say its kind"


def sections(rules: Iterable[str]) -> list[str]:
    """The sections of rules with these reference numbers, each once."""
    found = (SECTION.match(number) for number in rules)
    return list(dict.fromkeys(section.group() for section in found if section))


def _messages(words: Words, names: Iterable[str]) -> Iterator[str]:
    return (name for name in names if not words.has(name))


def _needs_kind(field: Field) -> bool:
    """Whether its values are ids: neither a number nor yes or no, nor a person's text, nor JSON."""
    options = alternatives(field.hint)
    items = [
        item for option in options if get_origin(option) is tuple for item in alternatives(get_args(option)[0])
    ]
    return not field.text and any(map(_is_id, [*options, *items]))


def _is_id(hint: Any) -> bool:
    return hint is str or (get_origin(hint) is Literal and any(isinstance(value, str) for value in get_args(hint)))
