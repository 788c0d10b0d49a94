"""The words for a match: those of its game, of the table, and of what every game needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kit.ruleset import Ruleset
from domain.kit.words.labels import Words, languages, words_in, words_of

PACKAGES = ("domain.kit", "domain.table")
"""What has words beside the games."""


def table_languages() -> list[str]:
    """The languages that everything but the games is said in."""
    return sorted(set.intersection(*(set(languages(package)) for package in PACKAGES)))


def words_for(game: Ruleset[Any], wanted: Sequence[str] = ()) -> Words:
    """The words for a game, in the best of the *wanted* languages (BCP 47 tags, best first)."""
    return words_of(game, wanted, {package: languages(package) for package in PACKAGES})


def words_for_table(language: str) -> Words:
    """The words of the table alone, in one of its languages."""
    return words_in(language, PACKAGES)
