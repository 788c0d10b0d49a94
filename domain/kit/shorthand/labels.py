"""Labels as spellings: a value may be called what the words of the game call it, in any of their languages.

A scribe types what they read. Labels stand behind the spellings of shorthand's own, and are looked up only where
a line cannot be read by these: so they change nothing that can be read without them, and are seldom loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.shorthand.header import Header
from domain.kit.state import Rules
from domain.kit.table.naming import PACKAGES
from domain.kit.words.labels import languages, words_in
from domain.kit.words.match import MatchWords

SEVERAL = (7, 8)
"""Two numbers of things: what stands behind both alike is what several of them are called."""


class Labels:
    """What the values of a match are called in every language that its game, or the table, has words in."""

    def __init__(self, game: Ruleset[Any], header: Header) -> None:
        self._game = game
        self._header = header

    @cached_property
    def _words(self) -> list[MatchWords]:
        game, header = self._game, self._header
        packages = (*PACKAGES, game.words) if game.words else PACKAGES
        defaults = {name: schema.get("default") for name, schema in game.options.items()}
        rules = Rules(
            ruleset=game.id,
            version=game.version,
            mode="recorded",
            seats=len(header.seats) or game.seats[1],
            options={**defaults, **header.options},
            board={**game.board, **header.board},
        )
        seats = [seat.name for seat in header.seats]
        return [
            MatchWords(words_in(language, tuple(which)), game, rules, seats)
            for language in sorted({language for package in packages for language in languages(package)})
            if (which := [package for package in packages if language in languages(package)])
        ]

    def of(self, kind: str, values: Iterable[Json]) -> Iterator[tuple[Json, list[str]]]:
        """The labels of some values of a kind, and those of several of them; nothing for what has no words."""
        for value in values:
            labels = list(dict.fromkeys(said for words in self._words for said in _said(words, kind, str(value))))
            if labels:
                yield value, labels


def _said(words: MatchWords, kind: str, value: str) -> Iterator[str]:
    label = words.label(kind, value)
    if (kind, value) not in words.unnamed:
        yield label
        counted = [words.number_of(number, kind, value).split(f"{number} ") for number in SEVERAL]
        if counted[0] == counted[1] and len(counted[0]) > 1:
            yield counted[0][1]
    parts = words.parts(kind, value)
    _, _, rest = value.partition(":")
    if rest and len(parts) == value.count(":") + 1:  # (``priest:0``: a thing and its seat)
        yield f"{parts['part-1']}:{rest}"
