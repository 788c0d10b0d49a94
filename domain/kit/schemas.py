"""What certainly is a JSON Schema, at a glance.

Every process that plays checks the schemas of all its games. By JSON Schema's own schema that takes a fifth of a
second, so it is left to those that are not recognised here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeGuard

TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def is_plain_schema(value: object) -> bool:
    """Whether *value* is a JSON Schema (2020-12) of common keywords only.

    False says nothing: it may be one with other keywords.
    """
    if isinstance(value, dict):
        return all(name in _KEYWORDS and _KEYWORDS[name](given) for name, given in value.items())
    return isinstance(value, bool)


def _is_type(value: object) -> bool:
    return value in TYPES if isinstance(value, str) else _are_distinct(value) and TYPES.issuperset(value)


def _are_distinct(value: object) -> TypeGuard[list[str]]:
    """Whether it is a list of texts of which none occurs twice, and not empty."""
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        return False
    return 0 < len(value) == len(set(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_pattern(value: object) -> bool:
    try:
        return isinstance(value, str) and re.compile(value) is not None
    except re.error:
        return False


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_number(value: object) -> bool:
    """Whether it says how many: 0 or more."""
    return type(value) is int and value >= 0


def _are_schemas(value: object) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(map(is_plain_schema, value))


def _are_named_schemas(value: object) -> bool:
    return (
        isinstance(value, dict)
        and all(isinstance(name, str) for name in value)
        and all(map(is_plain_schema, value.values()))
    )


_KEYWORDS: Mapping[object, Callable[[object], bool]] = {
    "type": _is_type,
    "enum": lambda value: isinstance(value, list),
    "const": lambda _: True,
    "default": lambda _: True,
    "title": _is_text,
    "description": _is_text,
    "x-kind": _is_text,
    "x-index": _is_text,
    "pattern": _is_pattern,
    **dict.fromkeys(("minimum", "maximum"), _is_whole),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems"), _is_number),
    **dict.fromkeys(("minProperties", "maxProperties"), _is_number),
    "x-asked": lambda value: isinstance(value, bool) or value == "whole",
    **dict.fromkeys(("uniqueItems", "x-optional"), lambda value: isinstance(value, bool)),
    "required": _are_distinct,
    **dict.fromkeys(("items", "additionalProperties", "propertyNames"), is_plain_schema),
    **dict.fromkeys(("prefixItems", "allOf", "anyOf", "oneOf"), _are_schemas),
    "properties": _are_named_schemas,
}
"""What the value of each keyword can be: no more than JSON Schema allows."""
