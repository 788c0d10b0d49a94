"""Sentences and pictures are made of their input alone, so that twins that are told the same look the same.

(That the input of twins is the same, and that they do, is in the law of non-interference: ``test_laws``.)
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from domain.kit.ruleset import rulesets
from domain.kit.visibility import PUBLIC
from domain.table.worded import languages_for
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK
from tests.laws.seen import said, shown, spoken, view_of
from tests.laws.test_laws import Played, comparable, played_at_random

PREFIXES = (0.15, 0.5, 1.0) if SOAK else (0.5,)
"""How far into a match people look at it."""


def played() -> Iterator[Played]:
    """A match of each game."""
    for name, game in OPENABLE.items():
        yield played_at_random(name, game.seats[1], "variants", 1)


def made(*, backwards: bool) -> list[str]:
    """Digests of everything that each viewer sees of those matches; made in this order, or backwards.

    The words are the same for all viewers of a match, as those of a game and a language are in the service.
    """
    found: list[str] = []
    for match in played():
        words = [spoken(match, language) for language in languages_for(match.table.ruleset)]
        versions = [round(match.table.version * far) for far in PREFIXES]
        looks: list[Any] = [*product(versions, match.table.viewers)]
        told = [_digest(match, look, words) for look in (reversed(looks) if backwards else looks)]
        found += reversed(told) if backwards else told
    return found


def _digest(match: Played, look: Any, words: list[Any]) -> str:
    version, viewer = look
    view = view_of(match, viewer, version)
    before = comparable(view)
    everything = [line.encode() for one in words for line in said(match, viewer, version, one)]
    for number, one in enumerate(words):
        everything += shown(view, one, ("tall", "wide") if number == 0 else ())
    assert comparable(view) == before, "who draws a view changes it"
    return f"{match.table.ruleset.id} {viewer} {version} {sha256(b'|'.join(everything)).hexdigest()}"


@pytest.mark.long
@pytest.mark.grows
def test_sentences_and_pictures_depend_on_nothing_but_what_they_are_made_of() -> None:
    """Not on who looked before, nor on the process: its hashes are others, and so is the order of its sets."""
    code = "from tests.laws.test_seen import made; print(*made(backwards=True), sep='\\n')"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    other = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    mine = made(backwards=False)
    assert mine == other
    assert len({line.rpartition(" ")[2] for line in mine}) > len(mine) // 2, "hardly anything is seen at all"


@pytest.mark.parametrize("name", OPENABLE)
def test_whatever_a_match_waits_for_its_board_can_be_drawn(name: str) -> None:
    """In a recorded match it can be a place that somebody has to tell of, or the end that somebody confirms."""
    game = rulesets()[name]
    match = played_at_random(name, game.seats[1], "variants", 1)
    words = spoken(match, languages_for(game)[0])
    place = sorted(match.table.states[0].places)[0]
    for awaited in (
        [{"tell": place}],
        [{"confirm": "end"}],
        ["chance"],
        ["table"],
        [{"seat": 0}, {"seat": 1}],
        [],
    ):
        for version in (0, match.table.version // 2, match.table.version):
            view = {**view_of(match, PUBLIC, version), "awaiting": awaited}
            assert all(shown(view, words, ("tall", "wide")))
