"""Words, for whatever is installed: everything has a name, and a sentence tells what its reader was told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.state import Status
from domain.kit.table.commands import TABLE_COMMANDS, Open
from domain.kit.table.facts import TABLE_FACTS
from domain.kit.table.naming import VALUES
from domain.kit.visibility import PUBLIC, seat_viewer
from domain.kit.words.labels import languages, named_options
from domain.kit.words.lacking import lacking, lacking_of_classes, sections
from domain.kit.words.match import MatchWords
from domain.kit.words.sentences import move, sentence
from domain.table import RULES
from domain.table.worded import table_languages, words_for, words_for_table
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, Table, rules_of, seeded
from tests.games.preferences import SHORT
from tests.laws.seen import NAMES, spoken
from tests.laws.test_laws import Played, played_at_random

LOOKED_AT = 8
"""In so many states of a match the moves are looked at."""
BADLY_MADE = re.compile(r"[{}]|  | [.,]|^ | $")
WORDED = {name: game for name, game in OPENABLE.items() if game.words}
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
    rules = rules_of(next(iter(OPENABLE.values())), 2)
    named = [f"{kind}-{value}" for kind, values in VALUES.items() for value in values.of(rules)]
    named += [f"section-{section}" for section in sections(RULES)]
    named += [f"{what}-{status}" for what in ("status", "stands") for status in get_args(Status)]
    assert [message for message in named if not words.has(message)] == []


def test_the_table_speaks_three_languages() -> None:
    assert table_languages() == ("de", "en", "fr")


@pytest.mark.long
@pytest.mark.grows
@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_every_decision_and_move_is_a_sentence_without_an_id(name: str, language: str) -> None:
    game = WORDED[name]
    for seats in range(game.seats[0], game.seats[1] + 1):
        for variant in ("plain", "variants") if SOAK else ("variants" if seats > game.seats[0] else "plain",):
            check_sentences(played_at_random(name, seats, variant, 0), language)


@pytest.mark.long
@pytest.mark.grows
@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_what_other_values_of_options_bring_is_a_sentence_without_an_id(name: str, language: str) -> None:
    """As META CULPA does; each language looks at other values, and in the soak each at all of them."""
    game = WORDED[name]
    there_are = [*enumerate(options_with_several_values(game))]
    first = languages(game.words or "").index(language) % len(there_are)
    for number, options in there_are if SOAK else there_are[first : first + 1]:
        seats = game.seats[0] + number % (game.seats[1] - game.seats[0] + 1)
        rng = Random(f"words {name} {number}")
        table = Table(game, rules_of(game, seats, options, SHORT.get(name)), seeded(rng.getrandbits(64)))
        check_sentences(Played(table.play_on(rng)), language)


def options_with_several_values(game: Ruleset[Any]) -> Iterator[dict[str, Json]]:
    """Options for some matches, in which each value is met that some option has beside that by default."""
    others = {
        name: [value for value in values if value != game.options[name]["default"]]
        for name, values in named_options(game.options).items()
        if "items" not in game.options[name]
    }
    for number in range(max(map(len, others.values()), default=0)):
        yield {name: values[number % len(values)] for name, values in others.items() if values}


def check_sentences(played: Played, language: str) -> None:
    """Every decision and every move is a sentence, for every viewer, and everything in them has a name.

    Moves are looked at in some of the states, what is merely possible included.
    """
    table = played.table
    game, words = table.ruleset, spoken(played, language)
    for viewer in table.viewers:
        for version in played.versions:
            told = played.told(viewer, version)
            if viewer != PUBLIC and told == played.told(PUBLIC, version):
                continue  # what is told alike is said alike
            said = sentence(words, told)
            assert said, (viewer, version)
            assert not BADLY_MADE.search(said), said
    listings = [game.moves] if game.possible is None else [game.moves, game.possible]
    every = 1 if SOAK else max(len(table.states) // LOOKED_AT, 1)
    for version, state in [*enumerate(table.states)][::every]:
        for seat in range(table.rules.seats):
            moves = [listed for listing in listings for listed in listing(state, seat)[:20]]
            board = game.view(played.masked(seat_viewer(seat), version)) if moves else None
            for listed in moves:
                said = move(words, listed, board)
                assert said, (seat, version)
                assert not BADLY_MADE.search(said), said
    assert words.unnamed == set()


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_what_is_said_in_short_on_paper_is_said_of_facts_and_with_their_fields(name: str, language: str) -> None:
    game, words = WORDED[name], words_for(WORDED[name], [language])
    briefs = {message for message in words.bundle.messages if message.startswith("brief-")} - {"brief-key"}
    in_english = words_for(game, ["en"]).bundle.messages
    assert briefs == {message for message in in_english if message.startswith("brief-")} - {"brief-key"}
    assert len(briefs) > 5
    for message in briefs:
        fields = {field.name for field in game.fact_types[message.removeprefix("brief-")].FIELDS}
        assert words.variables(message) <= {*fields, *(f"{field}-id" for field in fields)}, message
    for balance in game.sheet.balances:
        assert words.plain(f"balance-{balance.title}"), balance.title
        assert words.plain(f"balance-{balance.title}", "about"), balance.title
    named = {message for message in words.bundle.messages if message.startswith("balance-")}
    assert named == {f"balance-{balance.title}" for balance in game.sheet.balances}
