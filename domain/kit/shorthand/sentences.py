"""How a game says what its commands are called, and in which words: one sentence for each command.

A sentence is a template that both reading and writing follow::

    "buy <stone:stone> [for <letter:letter>] {greedy}"

Plain words have to be said; ``(words)`` may be left out on input; ``<field:kind>`` is a value of the command,
``<field:kind*>`` a list, ``<field:kind|words>`` a value that is said by words where there is none; ``[…]`` stands
where its fields have values; ``{field:words}`` are words for a field that is true or left out. A kind is the name
of a vocabulary of the game, or one of :data:`KINDS`; without one it follows from the command's declaration. A
command without a sentence gets one from its declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import NoneType
from typing import Any, Literal, TypeAlias, get_args, get_origin

from lark import Lark, Token, Transformer

from domain.kit.facts import Command, Erased, Field, Hidden, Json, Unknown, alternatives, is_optional

KINDS = ("number", "seat", "word", "text", "json", "yes-no", "pointer", "place", "sentence", "changes")
"""Kinds of values that every game has."""

Spellings: TypeAlias = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Said:
    """Words of the sentence; those that are not *needed* may be left out on input."""

    words: str
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Value:
    """A field's value, of some kind (None: as the command declares it), or a list of such.

    *absent* is what is said where there is none.
    """

    field: str
    kind: str | None = None
    many: bool = False
    absent: str | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """Words for a field that is true, or left out."""

    field: str
    words: str


@dataclass(frozen=True, slots=True)
class Maybe:
    """A part that stands where its fields have values."""

    parts: tuple[Part, ...]


Part: TypeAlias = Said | Value | Flag | Maybe


@dataclass(frozen=True)
class Shorthand:
    """What a game has to say of its shorthand.

    *chance* lists the names of chance (the first is written). *sentences* are templates by the
    type of the command, *synonyms* other words for the words in them. *vocabularies* gives, from the values of
    the board, what the things of each kind are called: value → other spellings, beside the labels that the words
    have for it (which stand behind them). *retold* gives the decisions of a match as a scribe would have written
    them, where some happen at no table.
    """

    chance: Sequence[str] = ("chance", "Zufall")
    sentences: Mapping[str, str] = field(default_factory=dict)
    synonyms: Spellings = field(default_factory=dict)
    vocabularies: Callable[[Mapping[str, Json]], Mapping[str, Spellings]] = lambda _: {}
    retold: Callable[[Iterable[Mapping[str, Json]]], Iterable[Mapping[str, Json]]] = lambda decisions: decisions


# -- templates ----------------------------------------------------------------------------------------------

_TEMPLATE = r"""
start: part+
?part: said | spare | value | flag | maybe
said: WORD+
spare: "(" WORD+ ")"
value: "<" NAME (":" KIND)? MANY? absent? ">"
absent: "|" WORD+
flag: "{" NAME (":" WORD+)? "}"
maybe: "[" part+ "]"
MANY: "*"
NAME: /[a-z_]+(?=[:*>|}])/
KIND: /[a-z-]+(?=[*>|])/
WORD: /[^\W\d_][\w-]*|->|=/
%ignore " "
"""


class _Parts(Transformer[Token, Any]):
    def start(self, parts: list[Part]) -> tuple[Part, ...]:
        return tuple(parts)

    def said(self, words: list[Token]) -> Said:
        return Said(" ".join(words))

    def spare(self, words: list[Token]) -> Said:
        return Said(" ".join(words), needed=False)

    def absent(self, words: list[Token]) -> Said:
        return Said(" ".join(words))

    def value(self, parts: list[Any]) -> Value:
        by_type = {part.type: str(part) for part in parts if isinstance(part, Token)}
        absent = next((part.words for part in parts if isinstance(part, Said)), None)
        return Value(by_type["NAME"], by_type.get("KIND"), "MANY" in by_type, absent)

    def flag(self, tokens: list[Token]) -> Flag:
        return Flag(str(tokens[0]), " ".join(tokens[1:]) or tokens[0].replace("_", " "))

    def maybe(self, parts: list[Part]) -> Maybe:
        return Maybe(tuple(parts))


@cache
def parts_of(template: str) -> tuple[Part, ...]:
    """The parts of a template."""
    return _Parts().transform(_templates().parse(template))  # type: ignore[no-any-return]


@cache
def _templates() -> Lark:
    return Lark(_TEMPLATE, parser="lalr", lexer="contextual")


def default_sentence(command: type[Command]) -> str:
    """The sentence of a command that none was written for: its type, and each field by its name."""
    words = command.TYPE.removeprefix("table.").replace("-", " ")
    return " ".join([words, *(_default_part(declared) for declared in command.SENT)])


def _default_part(declared: Field) -> str:
    name = declared.name
    words = name.replace("_", " ")
    if _only_true(declared.hint):
        return f"{{{name}:{words}}}"
    part = f"{words} <{name}>"
    return f"[{part}]" if is_optional(declared) else part


def _only_true(hint: Any) -> bool:
    return any(get_origin(option) is Literal and get_args(option) == (True,) for option in alternatives(hint))


# -- what the declaration says of a field -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field may hold: a kind by name or a choice of words, a *list* of them, or something unknown.

    *labelled* is the kind by which the words name its values (see ``kit.words``), if they do.
    """

    name: str
    many: bool = False
    unknown: bool = False
    choices: tuple[str, ...] = ()
    labelled: str | None = None


def kind_of(declared: Field, value: Value) -> Kind:
    """What stands in the place of *value* in a sentence of the command that declares it."""
    if value.kind in ("sentence", "changes"):
        return Kind(value.kind)
    hints = _known(declared.hint)
    tuples = [option for option in hints if get_origin(option) is tuple]
    of = get_args(tuples[0])[0] if tuples else declared.hint
    inner = _known(of)[0]
    unseen = Unknown in (*alternatives(declared.hint), *alternatives(of))
    may_be_unknown = unseen or declared.audience.kind != "everyone"
    unknown = may_be_unknown and not declared.text
    many = value.many or bool(tuples)
    if value.kind is not None:
        return Kind(value.kind, many, unknown, labelled=declared.kind)
    if declared.text:
        return Kind("text")
    name, choices = _plain_kind(inner)
    return Kind(name, many, unknown, choices, declared.kind)


def _known(hint: Any) -> list[Any]:
    """The types of a value that somebody knows."""
    return [option for option in alternatives(hint) if option not in (NoneType, Unknown, Hidden, Erased)]


def _plain_kind(hint: Any) -> tuple[str, tuple[str, ...]]:
    if get_origin(hint) is Literal:
        return "choice", tuple(get_args(hint))
    options = [option for option in alternatives(hint) if option in (str, int, bool)]
    names = {str: "word", int: "number", bool: "yes-no"}
    return (names[options[0]] if options else "json"), ()
