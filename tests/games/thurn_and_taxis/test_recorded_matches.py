"""Whole recorded matches of Thurn and Taxis: a scribe enters what could have come, or that he did not see it."""

from __future__ import annotations

from collections import Counter
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
        elif table.state.steps and table.state.steps[0]["step"] == "limit":
            discard(table, rng)
        else:
            table.random_step(rng)


def discard(table: Table, rng: Random) -> None:
    """Some cards that can be in the hand: no more than are unknown there beside those that are known."""
    seat = table.state.awaiting[0]["seat"]
    (cards,) = (move["cities"] for move in RULESET.moves(table.state, seat))
    hand, number = table.state.places[f"hand:{seat}"], cards["min"]
    known, listed = Counter(hand.known), Counter(cards["some_of"])
    unseen = rng.randint(max(0, number - known.total()), min(number, hand.unknown))
    cities = rng.sample(sorted(known.elements()), number - unseen)
    cities += rng.sample(sorted((listed - known).elements()), unseen)
    table.act(seat, DiscardCards(tuple(cities)))


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


def hand_too_large(*, over: int) -> Table:
    """A recorded match with one card of each city; a seat has to discard *over* cards or more, all unseen."""
    for number in range(100):
        rng = Random(f"too large {number}")
        board = {**SHORT_BOARD, "copies": 1, "hand_limit": 0}
        table = Table(RULESET, rules_of(RULESET, 2, {"start_player": 0}, board, "recorded"))
        while not table.state.over:
            table.settle()
            steps = table.state.steps
            if table.state.due == DealCard.TYPE:
                table.of_chance(DealCard(Unknown(1)))
            elif steps and steps[0]["step"] == "limit" and not table.state.awaits_chance:
                hand = table.state.places[f"hand:{steps[0]['seat']}"]
                if len(hand) >= over and hand.unknown == len(hand):
                    return table
                discard(table, rng)
            elif not table.state.over:
                table.random_step(rng)
    raise AssertionError("nobody has so many")


def test_no_more_cards_of_a_city_are_discarded_than_there_are() -> None:
    table = hand_too_large(over=2)
    seat = table.state.awaiting[0]["seat"]
    hand = table.state.places[f"hand:{seat}"]
    (cards,) = (move["cities"] for move in RULESET.moves(table.state, seat))
    city, *others = dict.fromkeys(cards["some_of"])
    assert refused(table, seat, DiscardCards((city,) * len(hand))) == ("illegal-move", "TT-B35")
    table.act(seat, DiscardCards((city, *others[: len(hand) - 1])))
    assert_conserved(table.state)


@pytest.mark.xfail(
    reason="one pattern cannot say that only some of the listed cards can be among the unseen", strict=True
)
def test_whatever_is_listed_for_a_hand_that_is_partly_unseen_can_be_discarded() -> None:
    table = Table(RULESET, rules_of(RULESET, 2, {"start_player": 0}, {**SHORT_BOARD, "hand_limit": 0}, "recorded"))
    rng = Random("partly unseen")
    while True:
        table.settle()
        steps = table.state.steps
        if table.state.due == DealCard.TYPE:
            table.of_chance(DealCard(Unknown(1)))
        elif steps and steps[0]["step"] == "limit" and not table.state.awaits_chance:
            hand = table.state.places[f"hand:{steps[0]['seat']}"]
            if 0 < hand.unknown < len(hand):
                break
            discard(table, rng)
        else:
            table.random_step(rng)
    seat = table.state.awaiting[0]["seat"]
    for _ in range(20):
        check_lawful(RULESET, table.state, seat, random_command(RULESET, RULESET.moves(table.state, seat), rng))
