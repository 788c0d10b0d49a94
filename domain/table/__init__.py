"""The table: what every game has beside its moves, and the rules of that, which refusals name by number."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.data import table

_DATA = table(__name__, "rules.toml")
TITLE: str = _DATA["title"]
RULES: Mapping[str, str] = _DATA["rules"]
"""Every reference number and its rule in one line."""
