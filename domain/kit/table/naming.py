"""The values that can occur at every table, by kind: roles, rulings, results, what a rule was broken by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from domain.kit.guards import TokenRole
from domain.kit.table.disputes import Judgement, Remedy, Result
from domain.kit.words.values import Values, fixed

KINDS: Mapping[str, tuple[str, ...]] = {
    "role": get_args(TokenRole),
    "verdict": get_args(Judgement),
    "remedy": get_args(Remedy),
    "result": get_args(Result),
    "ending": ("played", "adjudicated", "forfeit"),
    "code": ("illegal-move", "not-awaited", "needs-tell", "invalid", "no-known-rule"),
    "answer": ("yes", "no", "cannot-tell"),
    "contradiction": ("place", "set"),
}
"""Kinds of the table; no game has one of these names for its own."""
WORDS = "domain.table"
"""The package that has the words for them: a name, as that of a game's words is, for the kit knows nobody."""
PACKAGES = ("domain.kit", WORDS)
"""The packages that have words beside the games."""
VALUES: Mapping[str, Values] = {kind: fixed(values) for kind, values in KINDS.items()}
