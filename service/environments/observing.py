"""What an agent observes: its seat, who is awaited, its own view, and what it has said of a command."""

from __future__ import annotations

from typing import Any

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
        row = self.empty()
        row[seat] = 1
        view = episode.view(seat)
        at = self._setting.seats
        for who in view["awaiting"]:
            if isinstance(who, dict) and "seat" in who:
                row[at + who["seat"]] = 1
        at += self._setting.seats
        self._board.write(view["board"], row, at)
        if seat == episode.seat and episode.saying is not None:
            self._write_words(episode, row, at + len(self._board.names))
        return row

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
