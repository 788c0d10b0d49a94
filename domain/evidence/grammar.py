"""What a line of an archive may be: JSON that every language reads alike, and no other.

UTF-8 without a byte order mark, no lone surrogate even escaped, no U+0000, no doubled key nor one beyond the Basic
Multilingual Plane, integers without fraction, exponent or negative zero, from -(2^53 - 1) to 2^53 - 1, nested at
most 32 deep.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from domain.kit.written.evidence import LARGEST_INTEGER, canonical, steps_of

DEEPEST = 32
LONGEST = len(str(-LARGEST_INTEGER))
HEX = re.compile("[0-9a-f]{64}")
"""A hash or a salt."""
STEP = re.compile("0|[1-9][0-9]{0,8}")
"""A step of a pointer that leads into a list."""

SEED = re.compile("(?:[0-9a-f]{2}){16,64}")
"""A seed of chance: 16 to 64 bytes."""

_ODD = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)|[\U00010000-\U0010ffff]")
"""What strings with half a character or U+0000 have, and keys beyond the Basic Multilingual Plane."""


_STRAY = re.compile("~(?![01])|[\U00010000-\U0010ffff]")
"""What no pointer has: a ``~`` that stands for nothing, and a character that no key has."""


class BadLine(ValueError):
    """It is no such JSON; the message says what is wrong."""


def is_number(value: object) -> bool:
    """Whether a value is an integer, and neither true nor false."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_pointer(value: object) -> bool:
    """Whether a value is a JSON pointer (RFC 6901) that can lead to something."""
    return isinstance(value, str) and value[:1] in ("", "/") and _STRAY.search(value) is None


def read(text: str) -> Any:
    """The value that a text says; raises :class:`BadLine`."""
    try:
        value = _DECODER.decode(text)
    except BadLine:
        raise
    except (ValueError, RecursionError) as error:
        raise BadLine("it is no JSON") from error
    _check_whole(text, value)
    return value


def read_canonical(text: str) -> Any:
    """The value that a text says in canonical form (RFC 8785); raises :class:`BadLine`.

    Written again, a value has the same text only if no key was there twice. So it is read without looking at each,
    and what only :func:`read` can name is left to it.
    """
    try:
        value = _PLAIN.decode(text)
        if canonical(value) == text:
            _check_whole(text, value)
            return value
    except BadLine:
        raise
    except (ValueError, RecursionError):
        pass
    read(text)
    raise BadLine("it is not written in its canonical form")


def found_at(document: Any, path: str) -> Any:
    """What a JSON pointer (RFC 6901) of at least one step leads to; None if it leads nowhere."""
    if not path.startswith("/"):
        return None
    for step in steps_of(path):
        if isinstance(document, list) and STEP.fullmatch(step) and int(step) < len(document):
            document = document[int(step)]
        elif isinstance(document, dict) and step in document:
            document = document[step]
        else:
            return None
    return document


def _check_whole(text: str, value: Any) -> None:
    if text.count("{") + text.count("[") > DEEPEST:
        _check_depth(value)
    if ("\\u" in text or not text.isascii()) and _ODD.search(text) is not None:
        _check_texts(value)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadLine("a key is there twice")
    return found


def _integer(text: str) -> int:
    # JSON itself has neither leading zeros nor a plus.
    number = int(text) if len(text) <= LONGEST else LARGEST_INTEGER + 1
    if not -LARGEST_INTEGER <= number <= LARGEST_INTEGER:
        raise BadLine("an integer is beyond 2^53 - 1")
    if number == 0 and text != "0":
        raise BadLine("a number is no integer as it has to be written")
    return number


def _no_fraction(_: str) -> NoReturn:
    raise BadLine("a number is no integer as it has to be written")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_integer, parse_float=_no_fraction, parse_constant=_no_fraction
)

_PLAIN = json.JSONDecoder(parse_int=_integer, parse_float=_no_fraction, parse_constant=_no_fraction)


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one if isinstance(one, list) else ())
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise BadLine("it is nested too deeply")


def _check_texts(value: Any) -> None:
    """Half a character can only be there where it is escaped: UTF-8 has none."""
    if isinstance(value, str):
        if any("\ud800" <= letter <= "\udfff" or letter == "\x00" for letter in value):
            raise BadLine("a text holds half a character, or U+0000")
    elif isinstance(value, dict):
        for name, inner in value.items():
            _check_texts(name)
            if max(name, default="") > "\uffff":
                raise BadLine("a key is beyond the Basic Multilingual Plane")
            _check_texts(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_texts(inner)
