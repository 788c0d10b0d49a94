"""What an agent observes: its seat, who is awaited, its own view, and what it has said of a command."""

from __future__ import annotations

from array import array
from typing import Any

from domain.kit.state import State
from service.environments.episode import Episode
from service.environments.features import Features
from service.environments.missing import MissingExtra
from service.environments.setting import Setting

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise MissingExtra(missing) from None

Numbers = Any
"""An array of numpy: its types change with its version."""


class Observer:
    """Writes what seats observe of the episodes of one setting, as numbers in the order of :attr:`names`."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._board = Features(setting.ruleset, setting.rules).board
        self._seen: tuple[State | None, dict[int, Numbers]] = (None, {})
        seats = range(setting.seats)
        self.names: tuple[str, ...] = (
            *(f"seat={seat}" for seat in seats),
            *(f"awaited/{seat}" for seat in seats),
            *self._board.names,
            *(f"said/{word.sort}:{word}{sign}" for word in setting.vocabulary.words for sign in ("", "@")),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is sent to another process: it is made there."""
        return Observer, (self._setting,)

    def empty(self) -> Numbers:
        """A row of zeros."""
        return np.zeros(len(self.names), np.float32)

    def observe(self, episode: Episode, seat: int) -> Numbers:
        """What a seat observes now. Words that are not yet a command are known to their speaker alone."""
        row = self._without_words(episode, seat).copy()
        if seat == episode.seat and episode.saying is not None:
            self._write_words(episode, row, len(self.names) - 2 * len(self._setting.vocabulary))
        return row

    def _without_words(self, episode: Episode, seat: int) -> Numbers:
        """The same but for the words, which are all that changes within a command: made once."""
        if self._seen[0] is not episode.state:
            self._seen = (episode.state, {})
        rows = self._seen[1]
        if seat not in rows:
            view, seats = episode.view(seat), self._setting.seats
            row = array("f", bytes(4 * len(self.names)))  # it takes single numbers sooner than one of numpy
            row[seat] = 1
            for who in view["awaiting"]:
                if isinstance(who, dict) and "seat" in who:
                    row[seats + who["seat"]] = 1
            self._board.write(view["board"], row, 2 * seats)
            rows[seat] = np.frombuffer(row, np.float32)
        return rows[seat]

    def _write_words(self, episode: Episode, row: Numbers, at: int) -> None:
        """For each word how often it was said, and where last, counted from 1."""
        assert episode.saying is not None, "somebody is to speak"
        numbers = self._setting.vocabulary.numbers
        for place, word in enumerate(episode.saying.words, 1):
            start = at + 2 * numbers[word]
            row[start] += 1
            row[start + 1] = place

    def mask(self, episode: Episode) -> Numbers:
        """For each word 1 if it can be said now."""
        mask = np.zeros(len(self._setting.vocabulary), np.int8)
        for word in episode.follows:
            mask[self._setting.vocabulary.numbers[word]] = 1
        return mask
