"""Words as people write them: without regard to case, accents, hyphens and spaces, in full or shortened.

A **vocabulary** is a set of values, each with its spellings. Looking a word up finds the values whose spelling it
is or begins; the reader decides whether that is one value or several.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from domain.kit.facts import Json

_DIGRAPHS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue"})
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
SUITS = "♠♥♦♣"
"""Signs that are read as letters: a card is called by them."""
LONGEST = 8
"""The most written words in a spelling."""


@lru_cache(maxsize=4096)
def folded(word: str) -> str:
    """The word by which spellings are compared: letters, digits and suits only, small and without accents."""
    plain = unicodedata.normalize("NFKD", word).casefold().translate(_LETTERS)
    kept = "".join(character for character in plain if character.isalnum() or character in SUITS)
    return kept or word


@dataclass(frozen=True, slots=True)
class Found:
    """A value that written words stand for: how many of them, whether in full, and whether to the letter.

    *own* says whether by a spelling of shorthand's own, or by a label.
    """

    value: Json
    words: int
    full: bool
    literal: bool = False
    own: bool = True

    @property
    def rank(self) -> tuple[bool, int, bool, bool]:
        """What is preferred: full spellings, more words, not by a label, to the letter."""
        return (self.full, self.words, self.own, self.literal)


class Vocabulary:
    """The spellings of some values. The first spelling of each is how it is written.

    *labels* gives further ones, which stand behind all others; it is asked when something is looked up.
    """

    def __init__(
        self,
        spellings: Iterable[tuple[Json, Sequence[str]]],
        labels: Callable[[], Iterable[tuple[Json, Sequence[str]]]] = tuple,
    ) -> None:
        self._more = labels
        self._full: dict[str, list[Json]] = {}
        self._literal: dict[str, Json] = {}
        self._split: list[tuple[tuple[str, ...], Json]] = []
        self.written: list[str] = []
        self._spellings: list[str] = []
        for value, words in spellings:
            self._spellings += words
            self._literal.setdefault(words[0], value)
            self.written.append(words[0])
            for word in words:
                self._add(word, value)
                self._add(word.translate(_DIGRAPHS), value)
        self._sorted = sorted(self._full)

    def _add(self, word: str, value: Json) -> None:
        values = self._full.setdefault(folded(word), [])
        if value not in values:
            values.append(value)
        parts = tuple(folded(part) for part in word.replace("-", " ").replace("_", " ").split())
        if len(parts) > 1:
            self._split.append((parts, value))

    def find(self, words: Sequence[str]) -> list[Found]:
        """What the first of *words* (or several of them together) can stand for."""
        if not words:
            return []
        found = [Found(self._literal[words[0]], 1, True, True)] if words[0] in self._literal else []
        plain = [folded(word) for word in words[:LONGEST]]
        for number in range(len(plain), 0, -1):
            found += [Found(value, number, True) for value in self._full.get("".join(plain[:number]), ())]
        found += self._shortened(plain)
        if self._labels is not None:
            found += [replace(one, own=False, literal=False) for one in self._labels.find(words)]
        return found

    @property
    def spellings(self) -> list[str]:
        """Every way to write a value, labels included; what is written is behind what is understood, too."""
        return [*(self._labels.spellings if self._labels is not None else []), *reversed(self._spellings)]

    @cached_property
    def _labels(self) -> Vocabulary | None:
        labels = list(self._more())
        return Vocabulary(labels) if labels else None

    def _shortened(self, plain: Sequence[str]) -> Iterable[Found]:
        first = plain[0]
        for position in range(bisect_left(self._sorted, first), len(self._sorted)):
            if not self._sorted[position].startswith(first):
                break
            yield from (Found(value, 1, False) for value in self._full[self._sorted[position]])
        for parts, value in self._split:
            number = 0
            while number < min(len(parts), len(plain)) and parts[number].startswith(plain[number]):
                number += 1
            if number > 1:
                yield Found(value, number, False)

    def beginning(self, words: Sequence[str]) -> list[str]:
        """How the values are written whose spelling begins with all of *words*; without any, all values."""
        values = self._begun([folded(word) for word in words])
        return [word for word in self.written if self._literal[word] in values]

    def _begun(self, plain: Sequence[str]) -> list[Json]:
        joined = "".join(plain)
        values = [value for key in self._sorted if key.startswith(joined) for value in self._full[key]]
        for parts, value in self._split:
            begun = zip(parts, plain, strict=False)
            if len(plain) <= len(parts) and all(part.startswith(word) for part, word in begun):
                values.append(value)
        return values + (self._labels._begun(plain) if self._labels is not None else [])


def spelled(names: Mapping[str, Sequence[str]]) -> list[tuple[Json, Sequence[str]]]:
    """Values that are written as they are called, each with other spellings."""
    return [(name, (name, *others)) for name, others in names.items()]
