"""The OpenAPI document as it is served: what the decorators say, and what they cannot."""

from __future__ import annotations

import re
from typing import Any

from apispec import APISpec


def path_template(rule: str) -> str:
    """The path of a Flask rule as OpenAPI writes it: ``/v1/matches/{identifier}``."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def document(spec: APISpec) -> dict[str, Any]:
    """The document of all routes that *spec* knows."""
    made: dict[str, Any] = spec.to_dict()
    return made
