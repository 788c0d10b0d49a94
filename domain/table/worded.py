"""The words for a match: those of its game, of the table, and of what every game needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules
from domain.kit.table.naming import PACKAGES
from domain.kit.words.labels import Words, common_languages, languages, words_in, words_of
from domain.kit.words.match import MatchWords
from domain.match.opening import Opening, SeatWanted, rules_for


def table_languages() -> tuple[str, ...]:
    """The languages that everything but the games is said in."""
    return tuple(sorted(set.intersection(*(set(languages(package)) for package in PACKAGES))))


def languages_for(game: Ruleset[Any]) -> tuple[str, ...]:
    """The languages that a game can be told about in."""
    return common_languages(game, _others())


def words_for(game: Ruleset[Any], wanted: Sequence[str] = ()) -> Words:
    """The words for a game, in the best of the *wanted* languages (BCP 47 tags, best first)."""
    return words_of(game, wanted, _others())


def words_on_its_board(game: Ruleset[Any], wanted: Sequence[str] = ()) -> MatchWords:
    """The words for a game on its own board, for as many players as it can have.

    A game that is opened with a box has no board of its own, and names nothing that a box has.
    """
    seats = [SeatWanted(f"player {seat}") for seat in range(game.seats[1])]
    if game.boxes:
        rules = Rules(game.id, game.version, "hosted", len(seats), {}, game.board)
    else:
        rules = rules_for(game, Opening(game.id, seats))
    return MatchWords(words_for(game, wanted), game, rules, [None] * len(seats))


def words_for_table(language: str) -> Words:
    """The words of the table alone, in one of its languages."""
    return words_in(language, PACKAGES)


def _others() -> dict[str, tuple[str, ...]]:
    return {package: languages(package) for package in PACKAGES}
