"""JSON, read and written quickly: what this project stored itself, and what it answers.

What comes from outside is not read here: it has to be told what is wrong with it.
"""

from __future__ import annotations

import json
from typing import Any

import orjson

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


def decoded(text: str | bytes) -> Any:
    """The value that is written; raises ValueError."""
    return orjson.loads(text)


def encoded(value: object) -> bytes:
    """A value as JSON in UTF-8, in the order that its members have, without spaces."""
    try:
        return orjson.dumps(value)
    except TypeError:  # numbers as keys, or larger ones than a processor has
        return _ENCODER.encode(value).encode()
