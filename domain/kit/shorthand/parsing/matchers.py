"""Matchers: what a piece of a line can stand for, and how many tokens of it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from domain.kit.facts import Json
from domain.kit.shorthand.parsing.characters import QUOTES, straight
from domain.kit.shorthand.parsing.cursor import Cursor
from domain.kit.shorthand.parsing.tokens import LONGEST_NUMBER, unquoted
from domain.kit.shorthand.words import Found

DESCRIBED = {
    "$END": "the end of the line",
    "ANY": "a word",
    "CLOSE": "]",
    "COLON": ":",
    "COMMA": ",",
    "INT": "a number",
    "JSON": "a value as JSON",
    "OPEN": "[",
    "PLACE": "the name of a place",
    "POINTER": "a pointer into the view, as /seats/0/taler",
    "SEAT": "a seat",
    "SEMICOLON": ";",
    "STAMP": "@time",
    "TEXT": "a text in quotes",
    "UNKNOWN": "?",
}
ANYTHING = ("TEXT", "ANY")
"""Terminals that nearly anything can stand for: they count where nothing else does."""

Matcher: TypeAlias = Callable[[Cursor], Iterable[tuple[Found, int]]]


def typed(kind: str, value: Callable[[str], Json] = str) -> Matcher:
    """A token of one type."""

    def match(cursor: Cursor) -> Iterator[tuple[Found, int]]:
        if cursor.token is not None and cursor.token.type == kind:
            yield Found(value(str(cursor.token)), 1, True), 1

    return match


def a_number(cursor: Cursor) -> Iterator[tuple[Found, int]]:
    """A whole number, if it is not too long."""
    token = cursor.token
    if token is not None and token.type == "INT" and len(token) <= LONGEST_NUMBER:
        yield Found(int(token), 1, True), 1


def a_text(cursor: Cursor) -> Iterator[tuple[Found, int]]:
    """A free text: in quotes, or what is left of the line."""
    token = cursor.token
    if token is None or token.type == "COLON":
        return
    if token.type == "STRING":
        if (said := unquoted(token)) is not None:
            yield Found(said, 1, True), 1
    elif not cursor.rest().startswith(tuple(QUOTES)):
        yield Found(cursor.rest(), 1, False), len(cursor.tokens) - cursor.at


def _refused_constant(name: str) -> Json:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_refused_constant)


def decoded_json(line: str, start: int) -> tuple[Json, int] | None:
    """The JSON that begins there, and where it ends; with straight quotes where it is none as it is written."""
    for written in (line, straight(line)):
        with contextlib.suppress(ValueError, RecursionError):
            value, end = _DECODER.raw_decode(written, start)
            if not written[end : end + 1].isalnum():
                return value, end
    return None


def a_json(cursor: Cursor) -> Iterator[tuple[Found, int]]:
    """A value as JSON; or a word without quotes."""
    if cursor.token is None:
        return
    decoded = decoded_json(cursor.line, cursor.start(cursor.at))
    if decoded is None:
        # A word without quotes, if it is no word of the sentence.
        yield from ((replace(found, full=False), tokens) for found, tokens in a_word(cursor))
        return
    value, end = decoded
    behind = cursor.at
    while behind < len(cursor.tokens) and cursor.start(behind) < end:
        behind += 1
    if cursor.end(behind - 1) <= end:
        yield Found(value, 1, True), behind - cursor.at


def a_word(cursor: Cursor) -> Iterator[tuple[Found, int]]:
    """One word, or what is in quotes."""
    token = cursor.token
    if token is None:
        return
    if token.type == "STRING":
        if (said := unquoted(token)) is not None:
            yield Found(said, 1, True), 1
    elif token.type in ("WORD", "INT"):
        yield Found(str(token), 1, True), 1


def a_pointer(cursor: Cursor) -> Iterator[tuple[Found, int]]:
    """A pointer into the view (RFC 6901)."""
    if cursor.token is not None and cursor.token.type == "POINTER":
        yield Found(str(cursor.token), 1, True), 1
    elif cursor.token is not None and cursor.token.type == "STRING":
        yield from a_word(cursor)
