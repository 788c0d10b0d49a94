"""What stands at a JSON pointer of a document that may not have it."""

from __future__ import annotations

from typing import Any

from domain.kit.written import evidence


def value_at(document: Any, at: str) -> Any:
    """What stands at a pointer; None if nothing does."""
    try:
        return evidence.value_at(document, at)
    except (LookupError, TypeError):
        return None
