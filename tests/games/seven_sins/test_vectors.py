"""The worked examples 7V1 to 7V16, and the counts per number of players."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from random import Random

import pytest

from domain.games.seven_sins import RULESET
from domain.games.seven_sins.commands import PlaceStones, Refill, Take
from domain.games.seven_sins.decide import conclude
from domain.games.seven_sins.facts import (
    AbyssScored,
    CardRevealed,
    ReserveOpened,
    SinTaken,
    StonesPlaced,
    TurnPassed,
)
from domain.games.seven_sins.scoring import best_placing, direction, placings, points_of, score
from domain.games.seven_sins.state import PENITENCE, STONE, SevenSins, pile_counts
from domain.kit.guards import Refused
from domain.kit.play import play
from domain.kit.table.facts import Awaited
from domain.kit.visibility import OFFICIAL
from tests.games.playing import Table, rules_of, seeded
from tests.games.seven_sins.tables import at_the_end

POINTS = RULESET.board["points"]
HAND = {"envy": 2, "sloth": 4, "lust": 3, "wrath": 1}


def scored(*counts: int) -> AbyssScored:
    """What is said of an Abyss with so many cards of some sins."""
    sins = RULESET.board["sins"]
    state = at_the_end({0: {}, 1: {}}, abyss=dict(zip(sins, counts, strict=False)), opened=False)
    return next(fact for fact in conclude_on(state) if isinstance(fact, AbyssScored))


def conclude_on(state: SevenSins) -> list[object]:
    """The facts of the end, each written down before the next."""
    facts = []
    for fact in conclude(state):
        RULESET.evolve(state, fact)
        facts.append(fact)
    return facts


def placed(cards: Mapping[str, int], stones: int, wins: str, *on: str, optional: bool = False) -> StonesPlaced:
    """What is said of a placing by seat 0 of a hand, with so many stones."""
    state = at_the_end({0: cards, 1: {"pride": 1}}, stones={0: stones}, wins=wins, stones_optional=optional)
    refusal = RULESET.refusal(state, 0, PlaceStones(on))
    if refusal is not None:
        raise refusal
    fact = play(RULESET, state, 0, PlaceStones(on)).facts[0]
    assert isinstance(fact, StonesPlaced)
    return fact


def extremes(cards: Mapping[str, int], stones: int, *, optional: bool = False) -> tuple[int, int]:
    """The lowest and the highest score of all lawful placings, which the best placing must reach."""
    reached = sorted(score(cards, POINTS, on) for on in placings(stones, cards, optional=optional))
    for wins, extreme in (("fewest", reached[0]), ("most", reached[-1])):
        best = best_placing(stones, cards, POINTS, wins, optional=optional)
        assert score(cards, POINTS, best) == extreme
    return reached[0], reached[-1]


def test_7v1_abyss_of_the_rulebook() -> None:
    assert scored(6, 2, 1, 1) == AbyssScored(points=-1, wins="fewest")


def test_7v2_rulebook_hand_when_the_fewest_points_win() -> None:
    assert placed(HAND, 2, "fewest", "lust", "sloth") == StonesPlaced(0, ("lust", "sloth"), score=0)
    assert extremes(HAND, 2)[0] == 0
    assert best_placing(2, HAND, POINTS, "fewest", optional=False) == ("lust", "sloth")


def test_7v3_rulebook_hand_when_the_most_points_win() -> None:
    assert placed(HAND, 2, "most", "envy", "wrath") == StonesPlaced(0, ("envy", "wrath"), score=14)
    assert extremes(HAND, 2)[1] == 14
    assert best_placing(2, HAND, POINTS, "most", optional=False) == ("envy", "wrath")


def test_7v4_rulebook_hand_without_stones() -> None:
    assert placed(HAND, 0, "most") == StonesPlaced(0, (), score=9)
    assert extremes(HAND, 0) == (9, 9)


def test_7v5_rulebook_hand_with_one_stone() -> None:
    assert extremes(HAND, 1) == (2, 12)
    assert placed(HAND, 1, "fewest", "lust").score == 2
    assert placed(HAND, 1, "most", "envy").score == 12


def test_7v6_rulebook_hand_with_three_stones() -> None:
    assert extremes(HAND, 3) == (2, 12)
    assert extremes(HAND, 3, optional=True) == (0, 14)
    assert placed(HAND, 3, "fewest", "lust", "sloth", optional=True).score == 0
    assert placed(HAND, 3, "most", "envy", "wrath", optional=True).score == 14


@pytest.mark.parametrize("stones", [4, 5])
def test_7v7_rulebook_hand_with_a_stone_on_each_sin(stones: int) -> None:
    assert placed(HAND, stones, "most", *HAND) == StonesPlaced(0, ("envy", "lust", "sloth", "wrath"), score=5)
    assert extremes(HAND, stones) == (5, 5)


def test_7v8_turn_of_the_rulebook() -> None:
    rules = rules_of(
        RULESET,
        3,
        {"first_seat": 2, "sins": ["envy", "wrath", "sloth", "lust", "gluttony"]},
        mode="recorded",
    )
    table = Table(RULESET, rules)
    deal = RULESET.command_types["deal"]
    table.of_chance(deal(("lust", "lust", "gluttony")))
    table.of_chance(Refill(("envy", "wrath", "envy", "wrath", "sloth")))
    taken = table.act(2, Take("envy", "reserve"))
    assert taken == (SinTaken(seat=2, sin="envy", number=2, to="reserve"), Awaited(("chance",), "refill"))
    turned_up = table.of_chance(Refill(("wrath", "judgement")))
    assert turned_up == (
        CardRevealed("wrath", "I"),
        CardRevealed("judgement", "I"),
        TurnPassed(1),
        Awaited(({"seat": 1},)),
    )
    assert table.state.places["centre"].known == {"wrath": 3, "sloth": 1, "judgement": 1}
    assert table.state.places["reserve:2"].known == {"lust": 1, "envy": 2}
    assert RULESET.moves(table.state, 1) == [
        {"type": "take", "sin": sin, "to": to} for sin in ("sloth", "wrath") for to in ("reserve", "abyss")
    ]
    with pytest.raises(Refused) as refused:
        table.act(1, Take("judgement", "reserve"))
    assert (refused.value.code, refused.value.rule) == ("illegal-move", "SS-T5")


def test_7v9_seven_points_in_the_abyss() -> None:
    assert scored(3, 1) == AbyssScored(points=7, wins="fewest")


def test_7v10_eight_points_in_the_abyss() -> None:
    assert scored(3, 1, 1) == AbyssScored(points=8, wins="most")


@pytest.mark.parametrize(
    ("counts", "points", "wins"),
    [
        ((7,), 10, "most"),
        ((7, 5), 7, "fewest"),
        ((8, 4), 9, "most"),
        ((3, 2), 9, "most"),
        ((2, 2, 1), 7, "fewest"),
        ((11,), 10, "most"),
        ((7, 6), 4, "fewest"),
        ((), 0, "fewest"),
    ],
)
def test_7v11_other_abysses(counts: tuple[int, ...], points: int, wins: str) -> None:
    fact = scored(*counts)
    assert (fact.points, fact.wins) == (points, wins)
    assert direction(points, RULESET.board["abyss_threshold"]) == wins


def test_7v12_a_stone_that_must_be_placed_on_three_cards() -> None:
    assert placed({"lust": 3}, 1, "most", "lust") == StonesPlaced(0, ("lust",), score=-1)
    assert extremes({"lust": 3}, 1) == (-1, -1)
    assert placed({"lust": 3}, 1, "most", optional=True) == StonesPlaced(0, (), score=6)


def test_7v13_a_stone_that_must_be_placed_on_six_cards() -> None:
    assert placed({"lust": 6}, 1, "fewest", "lust") == StonesPlaced(0, ("lust",), score=10)
    assert extremes({"lust": 6}, 1) == (10, 10)
    assert placed({"lust": 6}, 1, "fewest", optional=True) == StonesPlaced(0, (), score=-6)


def test_7v14_three_stones_on_four_sins() -> None:
    cards = {"envy": 2, "greed": 5, "lust": 6, "pride": 1}
    assert extremes(cards, 3) == (-3, 16)
    assert placed(cards, 3, "most", "envy", "lust", "pride").score == 16
    assert placed(cards, 3, "fewest", "envy", "greed", "pride").score == -3


def test_7v15_two_stones_on_three_sins() -> None:
    cards = {"envy": 10, "greed": 3, "lust": 2}
    assert extremes(cards, 2) == (12, 22)
    assert placed(cards, 2, "most", "envy", "lust").score == 22
    assert placed(cards, 2, "fewest", "envy", "greed").score == 12


def test_7v16_points_by_number_of_cards() -> None:
    points = [points_of(number, POINTS) for number in range(13)]
    assert points == [0, 1, 3, 6, -1, -3, -6, 10, 10, 10, 10, 10, 10]


def test_the_best_placing_is_the_first_of_the_best() -> None:
    """Of equal placings it is the first in alphabetical order of the sins."""
    rng = Random(7)
    for _ in range(300):
        cards = {sin: rng.randint(1, 11) for sin in rng.sample(RULESET.board["sins"], rng.randint(0, 7))}
        stones, optional, wins = rng.randint(0, 10), rng.random() < 0.5, rng.choice(["most", "fewest"])
        most = min(stones, len(cards))
        sign = -1 if wins == "most" else 1
        every = [on for n in range(0 if optional else most, most + 1) for on in combinations(sorted(cards), n)]
        best = min(every, key=lambda on: (sign * score(cards, POINTS, on), on))
        assert best_placing(stones, cards, POINTS, wins, optional=optional) == best


# -- the table of counts ------------------------------------------------------------------------------------

COUNTS = {2: (4, 4, 18, 13, 9), 3: (5, 6, 23, 16, 11), 4: (6, 8, 28, 19, 13), 5: (7, 10, 33, 22, 15)}
"""By number of players: sins, stones, and cards in the piles I, II and III."""
WHOLE = {2: (40, 44), 3: (50, 55), 4: (60, 66), 5: (70, 77)}
"""The whole pile, and with the Penitence cards."""


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("penitence", [False, True])
def test_counts_by_number_of_players(seats: int, penitence: bool) -> None:
    types, stones, *piles = COUNTS[seats]
    counts = pile_counts(RULESET.board, seats, penitence=penitence)
    assert counts == dict(zip(("I", "II", "III"), piles, strict=True)) | {PENITENCE: types * penitence}
    assert sum(counts.values()) == WHOLE[seats][penitence]

    table = Table(RULESET, rules_of(RULESET, seats, {"penitence": penitence}), seeded(seats))
    table.settle()
    state = table.state
    assert len(state.sins) == types
    assert {back: len(state.places[f"pile:{back}"]) for back in counts} == counts
    assert [state.places[f"pile:{back}"].count("judgement") for back in counts] == [1, 1, 1, 0]
    assert state.places["stones"].count(STONE) == stones
    assert len(state.places["centre"]) == 5
    assert [len(state.places[f"reserve:{seat}"]) for seat in range(seats)] == [1] * seats
    assert state.viewer == OFFICIAL


def test_reserves_are_opened_in_full() -> None:
    state = at_the_end({0: HAND, 1: {"envy": 1}}, abyss={"lust": 2}, opened=False)
    opened = [fact for fact in conclude_on(state) if isinstance(fact, ReserveOpened)]
    assert {fact.seat: sorted(fact.cards) for fact in opened} == {
        0: sorted(sin for sin, number in HAND.items() for _ in range(number)),
        1: ["envy"],
    }
