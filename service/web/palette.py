"""The colours that all pages share."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def palette() -> str:
    """CSS variables for the colours of everything that people read, light and dark."""
    return Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
