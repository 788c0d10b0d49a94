"""Words, for whatever is installed: everything has a name, and a sentence tells what its reader was told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from domain.kit.ruleset import Ruleset, rulesets
from domain.kit.state import Status
from domain.kit.table.commands import TABLE_COMMANDS, Open
from domain.kit.table.facts import TABLE_FACTS
from domain.kit.table.naming import VALUES
from domain.kit.words.labels import languages
from domain.kit.words.lacking import lacking, lacking_of_classes, sections
from domain.kit.words.match import MatchWords
from domain.kit.words.sentences import move, sentence
from domain.table import RULES
from domain.table.worded import table_languages, words_for, words_for_table
from tests.games.playing import rules_of
from tests.laws.test_laws import Played, played_at_random

BADLY_MADE = re.compile(r"[{}]|  | [.,]|^ | $")
NAMES = ["Ada", "Ben", "Cleo", "Dana", "Eli", "Fay"]
WORDED = {name: game for name, game in rulesets().items() if game.words}
SPOKEN = [
    pytest.param(name, language, id=f"{name}-{language}")
    for name, game in WORDED.items()
    for language in languages(game.words or "")
]


def in_match(game: Ruleset[Any], language: str, seats: int) -> MatchWords:
    """The words for a match on the printed board."""
    return MatchWords(words_for(game, [language]), game, rules_of(game, seats), NAMES[:seats])


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_everything_of_a_game_has_a_name_in_each_of_its_languages(name: str, language: str) -> None:
    game = WORDED[name]
    words = in_match(game, language, game.seats[1])
    assert words.words.language == language
    assert list(lacking(game, words)) == []


@pytest.mark.parametrize("language", table_languages())
def test_everything_of_the_table_has_a_name_in_each_of_its_languages(language: str) -> None:
    words = words_for_table(language)
    assert list(lacking_of_classes([Open, *TABLE_COMMANDS.values(), *TABLE_FACTS], words, frozenset())) == []
    rules = rules_of(next(iter(rulesets().values())), 2)
    named = [f"{kind}-{value}" for kind, values in VALUES.items() for value in values.of(rules)]
    named += [f"section-{section}" for section in sections(RULES)]
    named += [f"{what}-{status}" for what in ("status", "stands") for status in get_args(Status)]
    assert [message for message in named if not words.has(message)] == []


def test_the_table_speaks_three_languages() -> None:
    assert table_languages() == ("de", "en", "fr")


def prefixes(played: Played) -> Iterator[tuple[Any, int]]:
    for viewer in played.table.viewers:
        for version in played.versions:
            yield viewer, version


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_every_decision_and_move_is_a_sentence_without_an_id(name: str, language: str) -> None:
    game = WORDED[name]
    for seats in range(game.seats[0], game.seats[1] + 1):
        for variant in ("plain", "variants"):
            played = played_at_random(name, seats, variant, 0)
            rules = played.table.rules
            words = MatchWords(words_for(game, [language]), game, rules, NAMES[:seats])
            for viewer, version in prefixes(played):
                said = sentence(words, played.told(viewer, version))
                assert said, (viewer, version)
                assert not BADLY_MADE.search(said), said
            for version in played.versions:
                state = played.table.states[version]
                for seat in range(seats):
                    board = None
                    for listed in game.moves(state, seat)[:20]:
                        board = board or game.view(played.masked(played.table.viewers[1 + seat], version))
                        assert move(words, listed, board)
            assert words.unnamed == set()
