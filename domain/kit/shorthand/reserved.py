"""Words that no seat can be called by, since a line of shorthand would say something else with them.

They are read off the grammar and the words that lines are read by, so that a new sentence, synonym or role is
among them by itself. The words of every installed game count, so that a colour is good for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any

from domain.kit.ruleset import Ruleset, rulesets
from domain.kit.shorthand.at_the_table import ROLES
from domain.kit.shorthand.header import COLOURS
from domain.kit.shorthand.match_file import header_words
from domain.kit.shorthand.parsing.grammar import grammar_of
from domain.kit.shorthand.reading import PLAYERS
from domain.kit.shorthand.words import folded
from domain.kit.text.texts import same


def read_as(word: str) -> str:
    """What a word and all others have in common that a line takes for the same."""
    return folded(same(word))


def is_no_colour(ruleset: Ruleset[Any], colour: str) -> bool:
    """Whether a colour, by which lines call a seat, is a word of any line, or of a file's header."""
    word = read_as(colour)
    return any(word in _words(game) for game in _games(ruleset))


def is_no_name(ruleset: Ruleset[Any], name: str) -> bool:
    """Whether a name is what a line begins with that is no seat's: a role, chance, or “seat”.

    Other words stand where no seat can be called, so people may be called Rob or An.
    """
    word = read_as(name)
    return any(word in _actors(game) for game in _games(ruleset))


def _games(ruleset: Ruleset[Any]) -> list[_Key]:
    return [_Key(ruleset), *map(_Key, rulesets().values())]


def one_colour(colour: str) -> str:
    """What colours have in common that are one, in whatever language they are named."""
    word = read_as(colour)
    return _colours().get(word, word)


@cache
def _colours() -> dict[str, str]:
    return {read_as(word): name for name, others in COLOURS.items() for word in (name, *others)}


class _Key:
    """A ruleset as a key of a cache: the same object is the same ruleset."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset

    def __hash__(self) -> int:
        return id(self.ruleset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.ruleset is other.ruleset


@cache
def _actors(key: _Key) -> frozenset[str]:
    chance = grammar_of(key.ruleset).shorthand.chance
    roles = (word for role, others in ROLES.items() for word in (role, *others))
    return frozenset(map(read_as, ("chance", *chance, *roles, *PLAYERS, *_officials())))


def _officials() -> Iterable[str]:
    """The actors of a log beside seats and chance."""
    return ("table", "service")


@cache
def _words(key: _Key) -> frozenset[str]:
    grammar = grammar_of(key.ruleset)
    written = chain.from_iterable(map(grammar.spellings, grammar.words.values()))
    said = (*written, *grammar.synonyms, *header_words())
    single = (part for words in said for part in (words, *re.split(r"[\s_-]+", words)))
    return _actors(key) | frozenset(read_as(word) for word in single if word)
