"""Trees and states of the parser, in the words of the reader."""

from __future__ import annotations

import json
from copy import copy

from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from domain.kit.facts import Json

MOST_THINGS = 200
"""The most things in a list."""


def trees(tree: Tree[Token]) -> list[Tree[Token]]:
    """The branches of a tree that are trees."""
    return [child for child in tree.children if isinstance(child, Tree)]


def tokens(tree: Tree[Token]) -> list[Token]:
    """Its own tokens."""
    return [child for child in tree.children if isinstance(child, Token)]


def things(tree: Tree[Token]) -> Json:
    """The things of a list; something unknown that stands alone, without brackets, is the whole of it."""
    bracketed = any(token.type == "OPEN" for token in tokens(tree))
    items = [tokens(item) for items in trees(tree) for item in trees(items)]
    if len(items) == 1 and not bracketed and items[0][-1].type == "UNKNOWN":
        (unknown,) = _times(items[0], 1)
        return unknown
    return [thing for item in items for thing in _times(item, MOST_THINGS)]


def _times(item: list[Token], most: int) -> list[Json]:
    """A thing as often as is said: no more often than *most*, and once more where that is exceeded."""
    value = json.loads(item[-1])
    number = json.loads(item[0]) if len(item) > 1 else 1
    if item[-1].type == "UNKNOWN":
        number *= value["unknown"]
        return [{"unknown": number}] if most == 1 else [{"unknown": 1}] * min(number, most + 1)
    return [value] * min(number, most + 1)


def choices(parser: InteractiveParser) -> list[str]:
    """The terminals that the parser's table admits here."""
    return [name for name in parser.choices() if name.isupper()]  # type: ignore[no-untyped-call]


def takes(parser: InteractiveParser, terminal: str) -> bool:
    """Whether the parser goes on after this terminal."""
    trial: InteractiveParser = parser.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]
    # Without building a tree: the values are shared with the parser that goes on.
    trial.parser_state.parse_conf = copy(parser.parser_state.parse_conf)
    trial.parser_state.parse_conf.callbacks = {}
    try:
        if terminal == "$END":
            trial.feed_eof()  # type: ignore[no-untyped-call]
        else:
            trial.feed_token(Token(terminal, ""))
    except UnexpectedInput:
        return False
    return True
