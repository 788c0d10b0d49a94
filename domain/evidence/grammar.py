"""What a line of an archive may be: JSON that every language reads alike, and no other.

UTF-8 without a byte order mark, no lone surrogate even escaped, no doubled key, integers without fraction,
exponent or negative zero, from -(2^53 - 1) to 2^53 - 1, nested at most 32 deep.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from domain.kit.evidence import LARGEST_INTEGER

DEEPEST = 32
HEX = re.compile("[0-9a-f]{64}")
"""A hash or a salt."""
STEP = re.compile("0|[1-9][0-9]{0,8}")
"""A step of a pointer that leads into a list."""

_INTEGER = re.compile("-?(0|[1-9][0-9]*)")


class BadLine(ValueError):
    """It is no such JSON; the message says what is wrong."""


def read(text: str) -> Any:
    """The value that a text says; raises :class:`BadLine`."""
    try:
        value = _DECODER.decode(text)
    except BadLine:
        raise
    except (ValueError, RecursionError) as error:
        raise BadLine("it is no JSON") from error
    _check(value, 0)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadLine("a key is there twice")
    return found


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text) or text == "-0" or len(text) > 17:
        raise BadLine("a number is no integer as it has to be written")
    number = int(text)
    if abs(number) > LARGEST_INTEGER:
        raise BadLine("an integer is beyond 2^53 - 1")
    return number


def _no_fraction(_: str) -> NoReturn:
    raise BadLine("a number is no integer as it has to be written")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_integer, parse_float=_no_fraction, parse_constant=_no_fraction
)


def _check(value: Any, depth: int) -> None:
    if depth > DEEPEST:
        raise BadLine("it is nested too deeply")
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict):
        for name, inner in value.items():
            _check_text(name)
            _check(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, depth + 1)


def _check_text(text: str) -> None:
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise BadLine("a text holds half a character")
