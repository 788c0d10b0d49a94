"""A card that all have seen is discarded, shuffled back and drawn again unseen: nobody can recognise it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from domain.games.thurn_and_taxis import RULESET
from domain.games.thurn_and_taxis.facts import CardDrawn, HandShown, SupplyShuffled
from domain.kit.facts import Json
from domain.kit.visibility import OFFICIAL, Viewer
from tests.games.playing import Table, only, random_command, replayed, rules_of, seeded
from tests.laws.test_laws import Played

BOARD: dict[str, Json] = {"houses": 8, "copies": 1, "display": 3}
"""Each city has one card, so that every draw of a city is a draw of the same card."""
MATCHES = 2
DRAWS = 8
"""So many draws of each match are looked at."""
Again = tuple[int, int]
"""The versions of two unseen draws of one card, between which the discards were shuffled."""


@cache
def played(mode: Any, number: int) -> Played:
    """A random match in which the scribe of a recorded one knows every card."""
    rules = rules_of(RULESET, 3, {"modules": ["offices"], "start_player": 0}, BOARD, mode)
    table, rng = Table(RULESET, rules, seeded(number)), Random(f"blind {mode} {number}")
    while True:
        table.settle()
        if table.state.over:
            return Played(table)
        if table.state.awaits_chance:
            listed = [move for move in RULESET.moves(table.state, "chance") if "unknown" not in move["cards"]]
            table.of_chance(random_command(RULESET, listed, rng))
        else:
            table.random_step(rng)


def drawn_again(match: Played) -> Iterator[Again]:
    """The draws of a card that was drawn unseen before, and lay open since."""
    last: dict[Any, int] = {}
    shuffled = 0
    for version, step in enumerate(match.table.steps):
        if only(SupplyShuffled, step.facts):
            shuffled = version
        for fact in only(CardDrawn, step.facts):
            if fact.card in last and last[fact.card] <= shuffled and len(in_supply(match, version)) > 1:
                yield last[fact.card], version
            last[fact.card] = version


def in_supply(match: Played, version: int) -> list[str]:
    """What can be drawn in decision *version*."""
    before = match.table.states[version - 1].places
    return sorted(before["supply"].known or before["discards"].known)


def some(match: Played, number: int) -> list[Again]:
    """Some such draws of a match."""
    again = list(drawn_again(match))
    assert len(again) >= DRAWS, "hardly any cards are drawn again: this tests nothing"
    return Random(f"some {number}").sample(again, DRAWS)


def others(match: Played, *versions: int) -> list[Viewer]:
    """Who is told none of these draws."""
    told = {fact.seat for version in versions for fact in only(CardDrawn, match.table.steps[version].facts)}
    return [viewer for viewer in match.table.viewers if viewer != OFFICIAL and viewer.seat not in told]


def words(document: Json) -> Iterator[str]:
    """Every text in a document, names of fields included."""
    if isinstance(document, dict):
        for name, value in document.items():
            yield name
            yield from words(value)
    elif isinstance(document, list | tuple):
        for value in document:
            yield from words(value)
    elif isinstance(document, str):
        yield document


@pytest.mark.parametrize("mode", ["hosted", "recorded"])
def test_what_is_served_of_the_two_draws_has_nothing_in_common_but_its_form(mode: str) -> None:
    """The words in both are those of any draw; what stands in place of the card differs each time."""
    for number in range(MATCHES):
        match = played(mode, number)
        any_draw = [version for version in match.versions if only(CardDrawn, match.table.steps[version].facts)]
        for first, second in some(match, number):
            card = only(CardDrawn, match.table.steps[second].facts)[0].card
            for viewer in others(match, first, second):
                mine, theirs = (set(words(match.told(viewer, version))) for version in (first, second))
                elsewhere = [set(words(match.told(viewer, v))) for v in any_draw if v not in (first, second)]
                assert card not in mine | theirs
                assert mine & theirs <= set().union(*elsewhere)


def test_whoever_did_not_draw_the_card_is_served_the_same_if_it_was_another() -> None:
    """Until it is played, or the match ends: decisions and views, byte for byte."""
    compared = 0
    for number in range(MATCHES):
        match = played("hosted", number)
        for _, second in some(match, number):
            twin = with_another_card(match, second)
            assert twin.sent(OFFICIAL, second) != match.sent(OFFICIAL, second)
            for version in range(second, len(twin.versions)):
                if only(HandShown, twin.table.steps[version].facts):
                    break
                compared += version > second
                for viewer in others(match, second):
                    assert twin.sent(viewer, version) == match.sent(viewer, version)
                    assert twin.view(viewer, version) == match.view(viewer, version)
    assert compared > MATCHES * DRAWS, "the twins end at once: this tests nothing"


def with_another_card(match: Played, version: int) -> Played:
    """The match with another card drawn in that decision, as far as it can go on as before."""
    steps = list(match.table.steps)
    card = only(CardDrawn, steps[version].facts)[0].card
    other = Random(version).choice([city for city in in_supply(match, version) if city != card])
    steps[version] = replace(steps[version], drawn=(other,))
    return Played(replayed(match.table, steps, partly=True))
