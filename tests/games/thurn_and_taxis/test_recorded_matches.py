"""Whole recorded matches of Thurn and Taxis: a scribe enters what could have come, or that he did not see it."""

from __future__ import annotations

from random import Random

import pytest

from domain.games.thurn_and_taxis import RULESET
from domain.games.thurn_and_taxis.commands import DealCard, DiscardCards
from domain.kit.facts import Unknown
from domain.kit.play import check_lawful
from tests.games.playing import (
    MOST_DECISIONS,
    SOAK,
    Table,
    check_replay,
    command_of,
    filled,
    random_command,
    refused,
    rules_of,
)
from tests.games.thurn_and_taxis.drawing import (
    MODULES,
    SHORT_BOARD,
    assert_conserved,
    random_custom_rules,
    random_options,
)
from tests.games.thurn_and_taxis.referee import Referee

MATCHES = 6
MATCHES_SOAK = 1_000
SIZES = pytest.mark.parametrize("seats", [2, 3, 4])


def recorded(number: int, seats: int) -> Table:
    """A table of a recorded match that has just been laid: a short or a custom board."""
    rng = Random(f"recorded {number} {seats}")
    if number % 2:
        return Table(RULESET, random_custom_rules(rng, seats, "recorded"))
    options = random_options(rng, seats, MODULES[number // 2 % len(MODULES)])
    return Table(RULESET, rules_of(RULESET, seats, options, SHORT_BOARD, "recorded"))


def play(number: int, seats: int, *, sees: float) -> Table:
    """Such a match to its end; the scribe *sees* a card from the supply so often."""
    table, rng = recorded(number, seats), Random(f"entered {number} {seats}")
    while True:
        table.settle()
        if table.state.over:
            return table
        assert table.version < MOST_DECISIONS, "the match does not end"
        if table.state.due == DealCard.TYPE and rng.random() >= sees:
            table.of_chance(DealCard(Unknown(1)))
        elif table.state.awaits_chance:
            listed = [
                move for move in RULESET.moves(table.state, "chance") if "unknown" not in move.get("cards", ())
            ]
            move = {name: filled(value, rng) for name, value in rng.choice(listed).items()}
            table.of_chance(command_of(RULESET, move))
        else:
            table.random_step(rng)


@SIZES
def test_what_the_scribe_has_not_seen_hinders_no_match(seats: int) -> None:
    for number in range(MATCHES):
        _check_blind(number, seats)


@SIZES
def test_a_scribe_who_sees_everything_records_what_the_rules_demand(seats: int) -> None:
    for number in range(MATCHES):
        _check_seen(number, seats)


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes minutes")
@SIZES
def test_many_recorded_matches(seats: int) -> None:
    for number in range(MATCHES, MATCHES + MATCHES_SOAK):
        _check_blind(number, seats)
        _check_seen(number, seats)


def _check_blind(number: int, seats: int) -> None:
    table = play(number, seats, sees=0.5)
    for state in table.states[::5]:
        assert_conserved(state)
    assert table.state.outcome["winners"]
    if number % 4 == 0:
        check_replay(table)


def _check_seen(number: int, seats: int) -> None:
    table = play(number, seats, sees=1.0)
    referee = Referee(table.rules)
    for step in table.steps:
        referee.hears(step.facts)
    assert referee.ended


# -- hands that the scribe does not know --------------------------------------------------------------------


def hand_to_discard(unseen: range) -> Table:
    """A recorded match with one card of each city; a seat has to discard all, so many of them *unseen*."""
    rng = Random("too large")
    board = {**SHORT_BOARD, "copies": 1, "hand_limit": 0}
    table = Table(RULESET, rules_of(RULESET, 2, {"start_player": 0}, board, "recorded"))
    while True:
        table.settle()
        assert not table.state.over, "nobody has so many"
        steps = table.state.steps
        if table.state.due == DealCard.TYPE:
            table.of_chance(DealCard(Unknown(1)))
            continue
        if steps and steps[0]["step"] == "limit" and not table.state.awaits_chance:
            hand = table.state.places[f"hand:{steps[0]['seat']}"]
            if len(hand) > 1 and hand.unknown in unseen:
                return table
        table.random_step(rng)


def test_no_more_cards_of_a_city_are_discarded_than_there_are() -> None:
    table = hand_to_discard(range(2, 40))
    seat = table.state.awaiting[0]["seat"]
    (cards,) = (move["cities"] for move in RULESET.moves(table.state, seat))
    city, *others = dict.fromkeys(cards["some_of"])
    table.act(seat, DiscardCards((city,)))
    assert refused(table, seat, DiscardCards((city,))) == ("illegal-move", "TT-B35")
    table.act(seat, DiscardCards((others[0],)))
    assert_conserved(table.state)


def test_a_hand_that_is_partly_unseen_is_discarded_card_by_card() -> None:
    """Several at a time could be more of the unseen than there are, which no pattern can say."""
    table = hand_to_discard(range(1, 2))
    seat, rng = table.state.awaiting[0]["seat"], Random(0)
    number = table.state.hand(seat)
    assert number > 1
    assert refused(table, seat, DiscardCards(tuple(table.state.playable(seat)[:number])))[1] == "TT-B35"
    for left in range(number, 0, -1):
        assert table.state.steps[0]["step"] == "limit"
        assert table.state.hand(seat) == left
        if not table.state.places[f"hand:{seat}"].unknown:
            break
        for _ in range(20):
            move = random_command(RULESET, RULESET.moves(table.state, seat), rng)
            check_lawful(RULESET, table.state, seat, move)
        table.act(seat, move)
    assert_conserved(table.state)
