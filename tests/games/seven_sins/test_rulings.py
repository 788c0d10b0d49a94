"""Each ruling SS-R1 to SS-R32, and each rule: does it, refuses it, stays quiet where it does not apply.

Most tables here are recorded ones, so that the test says what chance gives. The seats of a table of three play in
the order 0, 2, 1 (anticlockwise), if seat 0 begins.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import pytest

from domain.games.seven_sins import RULESET, facts
from domain.games.seven_sins.commands import (
    ChooseFirst,
    ChooseSins,
    Deal,
    OpenReserves,
    Pass,
    PlaceStones,
    Refill,
    Take,
)
from domain.games.seven_sins.decide import automatic
from domain.games.seven_sins.scoring import outcome
from domain.games.seven_sins.state import JUDGEMENT, STONE
from domain.games.seven_sins.view import view
from domain.kit.facts import Command, Hidden, Unknown
from domain.kit.guards import Refused
from domain.kit.play import check_lawful, play
from domain.kit.ruleset import BadOption
from domain.kit.table.commands import Tell
from domain.kit.table.facts import Awaited, MatchEnded
from domain.kit.visibility import OFFICIAL, PUBLIC, Horizon, redact, seat_viewer
from tests.games.playing import Table, is_listed, log_of, refused, rules_of, seeded
from tests.games.seven_sins.tables import at_the_end, end_of, give

FIVE = ["pride", "greed", "lust", "envy", "wrath"]
FOUR = FIVE[:4]
DEALT = ("wrath", "wrath", "wrath")
CENTRE = ("envy", "envy", "lust", "greed", "pride")


def three(*, board: Mapping[str, Any] | None = None, mode: Any = "recorded", **options: Any) -> Any:
    """The rules of a table of three, where seat 0 begins."""
    return rules_of(RULESET, 3, {"first_seat": 0, "sins": FIVE, **options}, board, mode)


def in_play(centre: Iterable[str] = CENTRE, **options: Any) -> Table:
    """A table of three in play: everybody holds one wrath, seat 0 is to move."""
    return give(three(**options), *DEALT, *centre)


def two(backs: Mapping[str, int], *, types: int = 1, centre: int = 3, **more: Any) -> Any:
    """The rules of a small custom table of two, where seat 0 begins; its sins are a, b, …"""
    options = {key: more.pop(key) for key in list(more) if key in RULESET.options}
    sins = ["a", "b", "c"][:types]
    board = {"sins": sins, "types": {"2": types}, "stones": {"2": 2}, "backs": backs, "centre": centre, **more}
    return rules_of(RULESET, 2, {"first_seat": 0, "sins": sins, **options}, board, "recorded")


def types_of(told: Iterable[Any]) -> list[str]:
    """The names of facts."""
    return [fact.TYPE for fact in told]


def with_judgements_open(number: int, **options: Any) -> Table:
    """A table of three in play with *number* Judgement cards in the centre, one each from piles I, II, …

    The piles above the last of them are empty.
    """
    table = in_play(**options)
    state = table.state
    for back in ["I", "II", "III"][:number]:
        pile = state.place(f"pile:{back}")
        pile.remove(JUDGEMENT)
        state.place("centre").add(JUDGEMENT)
    for back in ["I", "II"][:number]:
        for card, count in list(state.places[f"pile:{back}"].known.items()):
            state.place(f"pile:{back}").remove(card, count)
            state.place("abyss").add(card, count)
    centre = state.place("centre")
    for card in list(CENTRE)[:number]:
        centre.remove(card)
        state.place("abyss").add(card)
    assert len(state.places["centre"]) == 5
    return table


def reserves_opened(table: Table) -> tuple[Any, ...]:
    """What follows by itself after the last turn: everything is opened."""
    step = RULESET.automatic(table.state)
    assert step == ("table", OpenReserves())
    return table.act(*step, automatic=True)


def moved_to(table: Table, seat: int) -> Table:
    """The same table when it is the turn of *seat*."""
    RULESET.evolve(table.state, facts.TurnPassed(seat))
    RULESET.evolve(table.state, Awaited(({"seat": seat},)))
    return table


# -- setup --------------------------------------------------------------------------------------------------


def test_s1_sins_are_chosen() -> None:
    table = Table(RULESET, rules_of(RULESET, 3, mode="recorded"))
    assert table.of_chance(ChooseSins(tuple(reversed(FIVE)))) == (
        facts.SinsChosen(tuple(FIVE)),
        Awaited(("chance",), "choose-first"),
    )


@pytest.mark.parametrize("sins", [FOUR, [*FIVE, "sloth"], [*FOUR, "thirst"], [*FOUR, "pride"]])
def test_s1_refuses_other_numbers_and_other_sins(sins: list[str]) -> None:
    table = Table(RULESET, rules_of(RULESET, 3, mode="recorded"))
    assert refused(table, "chance", ChooseSins(tuple(sins))) == ("illegal-move", "SS-S1")
    if len(sins) != 5 or "thirst" in sins:
        with pytest.raises(BadOption) as bad:
            rules_of(RULESET, 3, {"sins": sins})
        assert (bad.value.field, bad.value.rule) == ("options.sins", "SS-S1")


def test_s2_the_piles_hold_the_cards_of_the_sins_in_play_by_back() -> None:
    state = Table(RULESET, three()).state
    for back, number in (("I", 6), ("II", 3), ("III", 2)):
        assert state.places[f"pile:{back}"].known == dict.fromkeys(FIVE, number)
    assert state.back_on_top == "I"


def test_s3_each_seat_is_dealt_one_card_in_turn_order() -> None:
    table = Table(RULESET, three())
    dealt = table.of_chance(Deal(("lust", "envy", "pride")))
    assert dealt == (
        facts.CardDealt(0, "lust"),
        facts.CardDealt(2, "envy"),
        facts.CardDealt(1, "pride"),
        Awaited(("chance",), "refill"),
    )
    assert [dict(table.state.places[f"reserve:{seat}"].known) for seat in range(3)] == [
        {"lust": 1},
        {"pride": 1},
        {"envy": 1},
    ]


@pytest.mark.parametrize(
    ("cards", "rule"),
    [(("lust", "envy"), "TB-29"), (("lust", "envy", "pride", "pride"), "TB-29"), (("sloth",) * 3, "TB-28")],
)
def test_s3_refuses_a_deal_that_cannot_be(cards: tuple[str, ...], rule: str) -> None:
    assert refused(Table(RULESET, three()), "chance", Deal(cards)) == ("illegal-move", rule)


def test_s4_five_cards_of_pile_one_lie_open() -> None:
    table = in_play()
    shown = table.steps[-1].facts[:5]
    assert shown == tuple(facts.CardRevealed(card, "I") for card in CENTRE)
    assert table.state.places["centre"].known == {"envy": 2, "lust": 1, "greed": 1, "pride": 1}


def test_s5_judgement_cards_are_shuffled_in_afterwards() -> None:
    table = in_play()
    assert table.steps[-1].facts[5:] == (
        facts.PilesStacked({"I": 1, "II": 1, "III": 1}, {}),
        facts.TurnPassed(0),
        Awaited(({"seat": 0},)),
    )
    assert [table.states[-2].places[f"pile:{back}"].count(JUDGEMENT) for back in ("I", "II", "III")] == [0, 0, 0]
    assert [table.state.places[f"pile:{back}"].count(JUDGEMENT) for back in ("I", "II", "III")] == [1, 1, 1]


def test_s6_two_stones_a_player_lie_beside_the_abyss() -> None:
    for seats in range(2, 6):
        state = Table(RULESET, rules_of(RULESET, seats)).state
        assert state.places["stones"].known == {STONE: 2 * seats}
        assert not len(state.places["abyss"])


# -- turn ---------------------------------------------------------------------------------------------------


def test_t1_turns_go_anticlockwise() -> None:
    table = Table(RULESET, three(mode="hosted"), seeded(5)).play_on(Random(5))
    movers = [fact.seat for step in table.steps for fact in step.facts if isinstance(fact, facts.TurnPassed)]
    assert movers[:7] == [0, 2, 1, 0, 2, 1, 0]


def test_t1_refuses_who_is_not_to_move() -> None:
    assert refused(in_play(), 1, Take("envy", "reserve")) == ("not-awaited", "TB-18")


def test_t2_takes_to_the_reserve_without_a_stone() -> None:
    table = in_play()
    assert types_of(table.act(0, Take("envy", "reserve"))) == ["SinTaken", "Awaited"]
    assert table.state.places["reserve:0"].known == {"wrath": 1, "envy": 2}
    assert not len(table.state.places["stones:0"])


def test_t2_feeds_the_abyss_for_a_stone() -> None:
    table = in_play()
    assert table.act(0, Take("envy", "abyss")) == (
        facts.SinTaken(0, "envy", 2, "abyss"),
        facts.StoneTaken(0),
        Awaited(("chance",), "refill"),
    )
    assert table.state.places["abyss"].known == {"envy": 2}
    assert (len(table.state.places["stones"]), len(table.state.places["stones:0"])) == (5, 1)


@pytest.mark.parametrize("sin", ["wrath", "sloth", "thirst", ""])
def test_t2_refuses_a_sin_that_does_not_lie_there(sin: str) -> None:
    assert refused(in_play(), 0, Take(sin, "abyss")) == ("illegal-move", "SS-T2")


def test_t3_nobody_sees_what_lies_in_reserves_and_abyss() -> None:
    table = in_play()
    table.act(0, Take("envy", "abyss"))
    for viewer in table.viewers[:-1]:
        shown = view(table.state.masked(viewer))
        assert shown["abyss"] == {"count": 2}
        assert [seat["reserve"] for seat in shown["seats"]] == [{"count": 1}] * 3
    assert view(table.state.masked(OFFICIAL))["abyss"] == {"count": 2, "things": {"envy": 2}}


def test_t4_the_centre_is_filled_up_to_five() -> None:
    table = in_play()
    table.act(0, Take("envy", "reserve"))
    assert types_of(table.of_chance(Refill(("lust", "lust")))) == [
        "CardRevealed",
        "CardRevealed",
        "TurnPassed",
        "Awaited",
    ]
    assert len(table.state.places["centre"]) == 5


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        (("lust",), "TB-29"),
        (("lust",) * 3, "TB-29"),
        (("thirst", "lust"), "TB-28"),
        (("judgement", "judgement"), "TB-28"),
        ((), "TB-29"),
    ],
)
def test_t4_refuses_a_refill_that_cannot_be(cards: tuple[str, ...], rule: str) -> None:
    table = in_play()
    table.act(0, Take("envy", "reserve"))
    assert refused(table, "chance", Refill(cards)) == ("illegal-move", rule)


def test_t5_judgement_stays_in_the_centre_and_takes_a_place() -> None:
    table = in_play()
    table.act(0, Take("envy", "reserve"))
    table.of_chance(Refill(("judgement", "lust")))
    assert refused(table, 2, Take("judgement", "abyss")) == ("illegal-move", "SS-T5")
    assert JUDGEMENT not in str(RULESET.moves(table.state, 2))
    table.act(2, Take("lust", "reserve"))
    table.of_chance(Refill(("lust", "lust")))
    assert table.state.places["centre"].known == {"judgement": 1, "greed": 1, "pride": 1, "lust": 2}


# -- the end ------------------------------------------------------------------------------------------------


def test_e1_ends_with_the_third_judgement() -> None:
    table = with_judgements_open(2)
    table.act(0, Take("pride", "reserve"))
    told = table.of_chance(Refill(("judgement",)))
    assert types_of(told) == [
        "CardRevealed",
        "ReserveOpened",
        "ReserveOpened",
        "ReserveOpened",
        "AbyssOpened",
        "AbyssScored",
        "Awaited",
    ]


def test_e1_stays_quiet_before() -> None:
    table = with_judgements_open(1)
    table.act(0, Take("pride", "reserve"))
    assert types_of(table.of_chance(Refill(("judgement",)))) == ["CardRevealed", "TurnPassed", "Awaited"]


@pytest.mark.parametrize("command", [Take("envy", "reserve"), Pass()])
def test_e1_refuses_turns_after_the_end(command: Command) -> None:
    state = at_the_end({0: {"envy": 2}, 1: {"lust": 2}}, stones={0: 1})
    refusal = RULESET.refusal(state, 0, command)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("illegal-move", "SS-E1")


def test_e2_cards_are_opened_sorted_by_sin() -> None:
    table = with_judgements_open(2)
    table.act(0, Take("pride", "reserve"))
    opened = {
        fact.seat: fact.cards
        for fact in table.of_chance(Refill(("judgement",)))
        if hasattr(fact, "cards") and hasattr(fact, "seat")
    }
    assert opened == {0: ("pride", "wrath"), 2: ("wrath",), 1: ("wrath",)}
    assert not any(len(table.state.places[f"reserve:{seat}"]) for seat in range(3))


def test_e3_the_abyss_is_scored_without_the_stones_beside_it() -> None:
    table = with_judgements_open(2)
    cards = dict(table.state.places["abyss"].known)
    table.act(0, Take("pride", "reserve"))
    scored = next(f for f in table.of_chance(Refill(("judgement",))) if isinstance(f, facts.AbyssScored))
    assert len(table.state.places["stones"]) == 6
    assert scored.points == sum(RULESET.board["points"][min(number, 7)] for number in cards.values())


@pytest.mark.parametrize(
    ("on", "rule"),
    [
        (("envy", "envy"), "SS-E4"),
        (("envy", "pride"), "SS-R7"),
        (("envy",), "SS-R3"),
        ((), "SS-R3"),
        (("envy", "lust", "wrath"), "SS-R3"),
    ],
)
def test_e4_refuses_stones_that_may_not_lie_so(on: tuple[str, ...], rule: str) -> None:
    state = at_the_end({0: {"envy": 2, "lust": 1, "wrath": 1}, 1: {"lust": 2}}, stones={0: 2})
    with pytest.raises(Refused) as raised:
        check_lawful(RULESET, state.masked(seat_viewer(0)), 0, PlaceStones(on))
    assert (raised.value.code, raised.value.rule) == ("illegal-move", rule)


def test_e4_each_stone_counts_as_a_card_of_its_sin_and_spare_ones_are_ignored() -> None:
    state = at_the_end({0: {"envy": 2}, 1: {"lust": 2}}, stones={0: 3})
    assert play(RULESET, state, 0, PlaceStones(("envy",))).facts[0] == facts.StonesPlaced(0, ("envy",), 6)


def test_e5_a_score_is_the_sum_over_the_sins() -> None:
    state = at_the_end({0: {"envy": 2, "lust": 3, "greed": 8}, 1: {}})
    assert play(RULESET, state, 0, PlaceStones(())).facts[0] == facts.StonesPlaced(0, (), 3 + 6 + 10)


@pytest.mark.parametrize(
    ("reserves", "winners", "by"),
    [
        ([{"a": 2}, {"a": 1}], [0], "points"),
        ([{"a": 3}, {"a": 2, "b": 2}], [1], "cards"),
        ([{"a": 2, "b": 7}, {"a": 3, "b": 1, "c": 5, "d": 7}, {"a": 8, "b": 1, "c": 2}], [1], "cards"),
        ([{"a": 2, "b": 2, "c": 1}, {"a": 2, "b": 2, "c": 1}], [0, 1], "nothing"),
        ([{"a": 4, "b": 1}, {"a": 5}, {"a": 4, "b": 1}], [0, 2], "nothing"),
    ],
)
def test_e6_ties(reserves: list[dict[str, int]], winners: list[int], by: str) -> None:
    points = [sum(RULESET.board["points"][min(n, 7)] for n in hand.values()) for hand in reserves]
    told = outcome(points, reserves, "most")
    assert (told["winners"], told["decided_by"]) == (winners, by)
    assert told["result"] == ("win" if len(winners) == 1 else "shared")


def test_e6_more_different_sins_win_after_points_and_cards() -> None:
    told = outcome([0, 0], [{"a": 3, "b": 1}, {"a": 2, "b": 1, "c": 1}], "fewest")
    assert (told["winners"], told["decided_by"], told["sins"]) == ([1], "sins", [2, 3])


# -- Penitence ----------------------------------------------------------------------------------------------


def test_p1_penitence_cards_lie_under_the_pile() -> None:
    table = in_play(penitence=True)
    assert table.steps[-1].facts[5] == facts.PilesStacked({"I": 1, "II": 1, "III": 1}, dict.fromkeys(FIVE, 1))
    assert table.state.places["pile:penitence"].known == dict.fromkeys(FIVE, 1)
    assert table.state.back_on_top == "I"


def test_p1_stays_quiet_in_the_base_game() -> None:
    assert not len(in_play().state.places["pile:penitence"])


def test_p2_the_round_is_played_to_its_end() -> None:
    table = with_judgements_open(2, penitence=True)
    table.act(0, Take("pride", "reserve"))
    assert table.of_chance(Refill(("judgement",)))[1:] == (
        facts.LastRoundBegan(1),
        facts.TurnPassed(2),
        Awaited(({"seat": 2},)),
    )
    table.act(2, Take("greed", "reserve"))
    assert table.of_chance(Refill(("lust",)))[1:] == (facts.TurnPassed(1), Awaited(({"seat": 1},)))
    assert types_of(table.act(1, Take("lust", "reserve"))) == ["SinTaken", "Awaited"]
    assert types_of(reserves_opened(table))[:2] == ["ReserveOpened", "ReserveOpened"]
    assert table.state.turns == (1, 1, 1)


def test_p2_ends_at_once_in_the_last_seats_own_turn() -> None:
    table = moved_to(with_judgements_open(2, penitence=True), 1)
    table.act(1, Take("pride", "reserve"))
    assert types_of(table.of_chance(Refill(("judgement",))))[:3] == [
        "CardRevealed",
        "LastRoundBegan",
        "ReserveOpened",
    ]


# -- rulings ------------------------------------------------------------------------------------------------


def test_r01_play_really_runs_anticlockwise() -> None:
    table = in_play()
    table.act(0, Take("greed", "reserve"))
    assert table.of_chance(Refill(("lust",)))[-2:] == (facts.TurnPassed(2), Awaited(({"seat": 2},)))


def test_r02_first_seat_is_given_or_drawn() -> None:
    assert facts.FirstSeatChosen(0) in Table(RULESET, three()).steps[0].facts
    table = Table(RULESET, rules_of(RULESET, 3, {"sins": FIVE}, mode="recorded"))
    assert table.state.due == "choose-first"
    assert refused(table, "chance", ChooseFirst(3)) == ("illegal-move", "SS-R2")
    assert table.of_chance(ChooseFirst(2))[0] == facts.FirstSeatChosen(2)
    drawn = {
        next(
            fact.seat
            for step in drawn_table(seed).steps
            for fact in step.facts
            if isinstance(fact, facts.FirstSeatChosen)
        )
        for seed in range(40)
    }
    assert drawn == {0, 1, 2}


def drawn_table(seed: int) -> Table:
    """A hosted table of three, set up by chance alone."""
    table = Table(RULESET, rules_of(RULESET, 3), seeded(seed))
    table.settle()
    return table


def test_r03_stones_are_compulsory_unless_optional() -> None:
    hands = {0: {"envy": 2, "lust": 1}, 1: {"pride": 1}}
    compulsory = at_the_end(hands, stones={0: 1})
    assert RULESET.moves(compulsory, 0)[0]["on"] == {"some_of": ["envy", "lust"], "min": 1, "max": 1}
    refusal = RULESET.refusal(compulsory, 0, PlaceStones(()))
    assert refusal is not None
    assert refusal.rule == "SS-R3"
    optional = at_the_end(hands, stones={0: 1}, stones_optional=True)
    assert RULESET.moves(optional, 0)[0]["on"] == {"some_of": ["envy", "lust"], "min": 0, "max": 1}
    assert RULESET.refusal(optional, 0, PlaceStones(())) is None


@pytest.mark.parametrize(("wins", "on"), [("most", ["envy"]), ("fewest", ["lust"])])
def test_r04_the_best_placing_is_proposed_for_the_direction(wins: str, on: list[str]) -> None:
    state = at_the_end({0: {"envy": 2, "lust": 3}, 1: {"pride": 1}}, stones={0: 1}, wins=wins)
    assert RULESET.moves(state, 0)[1] == {"type": "place-stones", "on": on}


def test_r05_stones_are_placed_in_any_order() -> None:
    hands = {0: {"envy": 2, "lust": 3}, 1: {"pride": 1, "greed": 2}}
    placings = {0: PlaceStones(("envy",)), 1: PlaceStones(("greed",))}
    ends = []
    for order in ((0, 1), (1, 0)):
        state = at_the_end(hands, stones={0: 1, 1: 1})
        for seat in order:
            assert state.awaits_seat(seat)
            played = play(RULESET, state, seat, placings[seat])
            state = played.state
        assert isinstance(played.facts[-1], MatchEnded)
        ends.append(state)
    assert ends[0] == ends[1]


@pytest.mark.parametrize("number", [7, 8, 11, 12])
def test_r06_seven_or_more_score_a_flat_ten(number: int) -> None:
    state = at_the_end({0: {"envy": number}, 1: {}}, stones={0: 1})
    assert play(RULESET, state, 0, PlaceStones(("envy",))).facts[0] == facts.StonesPlaced(0, ("envy",), 10)


def test_r07_six_and_a_stone_are_seven_and_nothing_takes_no_stone() -> None:
    state = at_the_end({0: {"envy": 6}, 1: {}}, stones={0: 1})
    assert play(RULESET, state, 0, PlaceStones(("envy",))).facts[0] == facts.StonesPlaced(0, ("envy",), 10)
    refusal = RULESET.refusal(state, 0, PlaceStones(("lust",)))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("illegal-move", "SS-R7")


def test_r08_stones_do_not_count_as_cards_in_a_tie() -> None:
    state = at_the_end({0: {"envy": 2, "lust": 1}, 1: {"envy": 3}}, stones={0: 1})
    state = play(RULESET, state, 0, PlaceStones(("lust",))).state  # 3 + 3
    state = play(RULESET, state, 1, PlaceStones(())).state  # 6
    assert end_of(state)["scores"] == [6, 6]
    assert end_of(state)["cards"] == [3, 3]
    assert (end_of(state)["winners"], end_of(state)["decided_by"]) == ([0], "sins")


def test_r09_a_tie_is_not_turned_round_when_the_fewest_points_win() -> None:
    told = outcome([3, 3], [{"a": 2}, {"a": 1, "b": 1, "c": 1}], "fewest")
    assert (told["winners"], told["decided_by"]) == ([1], "cards")


@pytest.mark.parametrize(("abyss", "wins"), [({"envy": 3, "lust": 1}, "fewest"), ({"envy": 3, "lust": 2}, "most")])
def test_r10_exactly_seven_means_the_fewest(abyss: dict[str, int], wins: str) -> None:
    table = with_judgements_open(2)
    place = table.state.place("abyss")
    for card, number in list(place.known.items()):
        place.remove(card, number)
        table.state.place("reserve:1").add(card, number)
    for card, number in abyss.items():
        place.add(card, number)
    table.act(0, Take("pride", "reserve"))
    scored = next(f for f in table.of_chance(Refill(("judgement",))) if isinstance(f, facts.AbyssScored))
    assert scored.wins == wins


def test_r11_negative_scores_are_compared_like_others() -> None:
    for wins, winner in (("most", 1), ("fewest", 0)):
        told = outcome([-6, -3], [{"a": 6}, {"a": 5}], wins)
        assert told["winners"] == [winner]


def test_r12_a_third_judgement_stops_the_refill() -> None:
    table = with_judgements_open(2)
    state = table.state
    for card in ("lust", "greed", "pride"):
        if state.places["centre"].count(card):
            state.place("centre").remove(card)
    state.place("centre").add("pride", 3)
    table.act(0, Take("pride", "reserve"))
    revealed = table.of_chance(Refill(("lust", "judgement")))
    assert types_of(revealed)[:3] == ["CardRevealed", "CardRevealed", "ReserveOpened"]
    assert table.state.places["centre"].known == {"judgement": 3, "lust": 1}
    assert all("lust" not in table.state.places[f"opened:{seat}"].known for seat in range(3))


def test_r12_under_penitence_the_refill_goes_on() -> None:
    table = with_judgements_open(2, penitence=True)
    state = table.state
    for card in ("lust", "greed", "pride"):
        if state.places["centre"].count(card):
            state.place("centre").remove(card)
    state.place("centre").add("pride", 3)
    table.act(0, Take("pride", "reserve"))
    assert refused(table, "chance", Refill(("lust", "judgement"))) == ("illegal-move", "TB-29")
    revealed = table.of_chance(Refill(("lust", "judgement", "envy")))
    assert types_of(revealed) == [
        "CardRevealed",
        "CardRevealed",
        "LastRoundBegan",
        "CardRevealed",
        "TurnPassed",
        "Awaited",
    ]


def test_r13_after_the_third_judgement_two_sin_cards_remain() -> None:
    table = with_judgements_open(2, penitence=True)
    table.act(0, Take("pride", "reserve"))
    table.of_chance(Refill(("judgement",)))
    centre = table.state.places["centre"].known
    assert sum(number for card, number in centre.items() if card != JUDGEMENT) == 2
    assert len(RULESET.moves(table.state, 2)) == 2 * (len(centre) - 1) > 0


@pytest.mark.scenario(96)
def test_r14_an_exhausted_pile_is_not_refilled_and_who_can_take_nothing_passes() -> None:
    table = give(two({"I": 4}, centre=2, penitence=True, penitence_per_sin=0), "a", "a", "a", "a")
    table.act(0, Take("a", "reserve"))
    # The pile holds nothing but the one Judgement: it is turned up, and no other card is left.
    assert table.of_chance(Refill(("judgement",)))[1:] == (
        facts.LastRoundBegan(1),
        facts.TurnPassed(1),
        Awaited(({"seat": 1},)),
    )
    assert RULESET.moves(table.state, 1) == []
    assert automatic(table.state) == (1, Pass())
    table.settle()
    assert table.state.wins is not None
    passed = next(step for step in table.steps if step.command == Pass())
    assert passed.automatic
    assert table.state.turns == (1, 1)


def test_r14_refuses_passing_while_something_can_be_taken() -> None:
    assert refused(in_play(), 0, Pass()) == ("illegal-move", "SS-R14")
    assert automatic(in_play().state) is None


def test_r15_the_abyss_is_fed_also_when_no_stone_is_left() -> None:
    table = in_play()
    table.state.place("stones").remove(STONE, 6)
    table.state.place("stones:1").add(STONE, 6)
    assert types_of(table.act(0, Take("envy", "abyss"))) == ["SinTaken", "Awaited"]
    assert table.state.places["abyss"].known == {"envy": 2}


def test_r16_the_whole_group_is_taken() -> None:
    table = in_play()
    assert table.act(0, Take("envy", "reserve"))[0] == facts.SinTaken(0, "envy", 2, "reserve")
    assert not table.state.places["centre"].count("envy")


def test_r17_the_first_card_counts_at_the_end() -> None:
    table = with_judgements_open(2)
    table.act(0, Take("pride", "reserve"))
    table.of_chance(Refill(("judgement",)))
    assert table.state.places["opened:1"].known == {"wrath": 1}
    table.settle()
    assert end_of(table.state)["scores"][1] == 1


def test_r18_numbers_are_public_and_contents_are_not() -> None:
    table = in_play()
    table.act(0, Take("envy", "abyss"))
    shown = view(table.state.masked(PUBLIC))
    assert shown["seats"][0]["reserve"] == {"count": 1}
    assert (shown["seats"][0]["stones"], shown["stones"], shown["abyss"]) == (1, 5, {"count": 2})


def test_r18_past_centres_and_refills_do_not_tell_a_faded_take() -> None:
    """Seat 0 takes envy and envy comes again, or lust and lust: whoever has moved since cannot tell which."""
    served = []
    for sin, other in (("envy", "lust"), ("lust", "envy")):
        table = in_play(("envy", "envy", "lust", "lust", "pride"))
        table.act(0, Take(sin, "reserve"))
        table.of_chance(Refill((sin, sin)))
        table.act(2, Take("pride", "reserve"))
        table.of_chance(Refill(("greed",)))
        table.act(1, Take("greed", "abyss"))
        horizon, log = Horizon(6, fades=True), log_of(table)
        told = [redact(decision, PUBLIC, horizon) for decision in log]
        views = [view(table.states[at].masked(PUBLIC)) for at in (5, 6, 7)]
        assert sin not in str(told[3:6])
        assert other not in str(told[3:6])
        assert told[3] == {
            "version": 3,
            "actor": {"seat": 0},
            "at": log[3].record["at"],
            "command": {"type": "take"},
            "faded": True,
        }
        served.append(json.dumps([told, views]))
    assert served[0] == served[1]


def test_r18_with_the_history_kept_nothing_fades() -> None:
    table = in_play()
    table.act(0, Take("envy", "reserve"))
    decision = log_of(table)[3]
    assert redact(decision, PUBLIC, Horizon(100, fades=False))["command"]["sin"] == "envy"


def test_r19_a_penitence_card_is_taken_and_scored() -> None:
    table = with_judgements_open(3, penitence=True)
    state = table.state
    RULESET.evolve(state, facts.LastRoundBegan(1))
    for card, number in list(state.places["pile:III"].known.items()):
        state.place("pile:III").remove(card, number)
        state.place("abyss").add(card, number)
    assert state.back_on_top == "penitence"
    taken = next(sin for sin in state.places["centre"].known if sin != JUDGEMENT)
    table.act(0, Take(taken, "reserve"))
    assert table.of_chance(Refill(("wrath",)))[0] == facts.CardRevealed("wrath", "penitence")
    table.act(2, Take("wrath", "reserve"))
    assert table.state.places["reserve:2"].known == {"wrath": 2}


def test_r20_first_player_is_marked_and_nothing_else() -> None:
    state = in_play(penitence=True).state
    assert view(state)["first"] == 0
    assert state.rules.board["points"] == RULESET.board["points"]


def test_r21_there_is_no_judgement_among_the_first_five() -> None:
    table = Table(RULESET, three())
    table.of_chance(Deal(DEALT))
    assert refused(table, "chance", Refill(("judgement", *CENTRE[1:]))) == ("illegal-move", "TB-28")


def test_r22_in_the_first_players_turn_everybody_else_still_plays_once() -> None:
    table = with_judgements_open(2, penitence=True)
    table.act(0, Take("pride", "reserve"))
    table.of_chance(Refill(("judgement",)))
    movers = []
    while table.state.wins is None:
        (who,) = table.state.awaiting
        movers.append(who["seat"])
        table.act(who["seat"], Take(RULESET.moves(table.state, who["seat"])[0]["sin"], "abyss"))
        if table.state.awaits_chance:
            table.of_chance(Refill(("envy",)))
        elif table.state.due is not None:
            reserves_opened(table)
    assert movers == [2, 1]


def test_r23_a_third_judgement_in_the_refill_after_the_last_turn_ends_the_game() -> None:
    table = moved_to(with_judgements_open(2, penitence=True), 1)
    assert types_of(table.act(1, Take("pride", "reserve"))) == ["SinTaken", "Awaited"]
    assert table.state.due == "refill"
    table.of_chance(Refill(("judgement",)))
    assert table.state.wins is not None
    assert table.state.last == 1


def test_r22_in_the_last_players_turn_the_refill_is_not_completed() -> None:
    table = moved_to(with_judgements_open(2, penitence=True), 1)
    centre = table.state.place("centre")
    for card in [card for card in centre.known if card != JUDGEMENT]:
        centre.remove(card, centre.count(card))
    centre.add("pride", 3)
    table.act(1, Take("pride", "reserve"))
    listed = RULESET.moves(table.state, "chance")
    assert not is_listed(listed, Refill(("lust", "judgement", "envy")))
    assert is_listed(listed, Refill(("lust", "judgement")))
    assert is_listed(listed, Refill(("lust", "envy", "envy")))
    assert not is_listed(listed, Refill(("lust", "envy")))
    assert refused(table, "chance", Refill(("lust", "judgement", "envy"))) == ("illegal-move", "TB-29")
    told = table.of_chance(Refill(("lust", "judgement")))
    assert types_of(told)[:4] == ["CardRevealed", "CardRevealed", "LastRoundBegan", "ReserveOpened"]


def test_r23_without_it_the_first_seat_goes_on() -> None:
    table = moved_to(with_judgements_open(2, penitence=True), 1)
    table.act(1, Take("pride", "reserve"))
    assert table.of_chance(Refill(("envy",)))[1:] == (facts.TurnPassed(0), Awaited(({"seat": 0},)))


def test_r24_a_stone_may_be_left_only_where_the_option_allows() -> None:
    leave = Take("envy", "abyss", leave_stone=True)
    assert refused(in_play(), 0, leave) == ("illegal-move", "SS-R24")
    table = in_play(stone_taking_optional=True)
    assert refused(table, 0, Take("envy", "reserve", leave_stone=True)) == ("illegal-move", "SS-R24")
    assert leave.to_json() in RULESET.moves(table.state, 0)
    assert types_of(table.act(0, leave)) == ["SinTaken", "Awaited"]
    assert len(table.state.places["stones"]) == 6


def test_r24_takes_the_stone_if_nothing_is_said() -> None:
    table = in_play(stone_taking_optional=True)
    assert types_of(table.act(0, Take("envy", "abyss"))) == ["SinTaken", "StoneTaken", "Awaited"]


def test_r25_opening_then_scoring_then_stones() -> None:
    table = with_judgements_open(2)
    state = table.state
    state.place("reserve:1").add("lust")
    state.place("stones").remove(STONE, 2)
    state.place("stones:1").add(STONE)
    state.place("stones:2").add(STONE)
    assert refused(table, 0, PlaceStones(())) == ("illegal-move", "SS-R25")
    table.act(0, Take("pride", "reserve"))
    table.of_chance(Refill(("judgement",)))
    assert table.state.awaiting == ({"seat": 0}, {"seat": 1}, {"seat": 2})
    table.settle()
    assert [(step.actor, step.command.on) for step in table.steps if step.automatic] == [(0, ()), (2, ("wrath",))]
    assert table.state.awaiting == ({"seat": 1},)
    table.act(1, PlaceStones(("lust",)))
    assert table.state.status == "finished"


def test_r26_after_the_very_last_turn_nothing_is_drawn() -> None:
    table = with_judgements_open(3, penitence=True)
    RULESET.evolve(table.state, facts.LastRoundBegan(1))
    moved_to(table, 1)
    sin = next(sin for sin in table.state.places["centre"].known if sin != JUDGEMENT)
    assert types_of(table.act(1, Take(sin, "reserve"))) == ["SinTaken", "Awaited"]
    assert not table.state.awaits_chance
    assert types_of(reserves_opened(table))[0] == "ReserveOpened"
    assert table.state.wins is not None


def test_r27_the_pile_is_shown_by_its_backs() -> None:
    pile = view(in_play().state.masked(seat_viewer(0)))["pile"]
    assert pile == {
        "top": "I",
        "I": {"count": 23},
        "II": {"count": 16},
        "III": {"count": 11},
        "penitence": {"count": 0},
    }


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r28_the_last_of_the_round_sits_at_the_first_ones_left(seats: int) -> None:
    for first in range(seats):
        options = {"first_seat": first, "penitence": True}
        state = Table(RULESET, rules_of(RULESET, seats, options)).state
        assert state.turn_order()[-1] == (first + 1) % seats
        assert state.after(first) == (first - 1) % seats


def test_r29_the_first_card_is_read_by_its_owner_until_his_first_decision() -> None:
    table = in_play()
    table.act(0, Take("envy", "reserve"))
    deal = log_of(table)[1]
    assert deal.record["command"]["type"] == "deal"

    def card(seat: int, horizon: Horizon) -> Any:
        facts_ = redact(deal, seat_viewer(seat), horizon)["facts"]
        return next(fact["card"] for fact in facts_ if fact.get("seat") == seat)

    for kept in (True, False):
        assert card(0, Horizon(0, fades=not kept)) == "wrath"
    assert card(0, Horizon(3, fades=False))["hidden"] == 1
    assert redact(deal, seat_viewer(0), Horizon(3, fades=True))["faded"]
    assert "wrath" not in str(redact(deal, PUBLIC)["facts"])
    assert "wrath" not in str(redact(deal, PUBLIC)["command"])
    told = redact(deal, seat_viewer(1))
    assert [fact["card"] == "wrath" for fact in told["facts"][:3]] == [False, False, True]
    assert view(table.state.masked(seat_viewer(0)))["seats"][0]["reserve"] == {"count": 3}


def test_r30_a_refill_is_one_decision_with_a_fact_for_each_card() -> None:
    table = in_play()
    table.act(0, Take("envy", "reserve"))
    version = table.version
    told = table.of_chance(Refill(("lust", "greed")))
    assert table.version == version + 1
    assert [fact.card for fact in told if isinstance(fact, facts.CardRevealed)] == ["lust", "greed"]


CUSTOM_REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"sins": FOUR}, "board.sins"),
    ({"types": {"3": 0}}, "board.sins"),
    ({"types": {"2": 4}}, "board.types"),
    ({"stones": {"2": 4}}, "board.stones"),
    ({"backs": {"I": 1}}, "board.backs"),
    ({"backs": {"I": 6, "II": -1}}, "board.backs.II"),
    ({"backs": {"I": 6, "penitence": 1}}, "board.backs"),
    ({"backs": {"I": 6, "top": 1}}, "board.backs"),
    ({"backs": {}}, "board.backs"),
    ({"sins": [*FIVE, "judgement"]}, "board.sins"),
    ({"sins": [*FIVE, "pride"]}, "board.sins"),
    ({"points": [0, 1, 3, 6, -1, -3]}, "board.points"),
    ({"points": [0, 1, 3, 6, -1, -3, 0.5]}, "board.points.6"),
    ({"abyss_threshold": 7.5}, "board.abyss_threshold"),
    ({"abyss_threshold": "7"}, "board.abyss_threshold"),
    ({"stones": {"3": -1}}, "board.stones.3"),
    ({"order": "widdershins"}, "board.order"),
    ({"centre": 0}, "board.centre"),
    ({"centre": 2}, "board.centre"),
    ({"initial": 9}, "board.backs"),
    ({"judgement_per_back": 0}, "board.judgement_per_back"),
    ({"penitence_per_sin": -1}, "board.penitence_per_sin"),
    ({"colour": "red"}, "board"),
]


@pytest.mark.parametrize(("board", "field"), CUSTOM_REFUSED, ids=str)
def test_r31_refuses_boards_that_cannot_be_played_with(board: dict[str, Any], field: str) -> None:
    with pytest.raises(BadOption) as bad:
        rules_of(RULESET, 3, {}, board)
    assert bad.value.field == field
    assert bad.value.rule in ("SS-R31", "TB-65")


@pytest.mark.parametrize("seats", [1, 6])
def test_r31_refuses_too_few_and_too_many_seats(seats: int) -> None:
    with pytest.raises(BadOption) as bad:
        rules_of(RULESET, seats)
    assert bad.value.field == "seats"


@pytest.mark.long
@pytest.mark.parametrize(
    "board",
    [
        {"order": "clockwise"},
        {"initial": 2},
        {"backs": {"I": 8, "II": 3}, "judgement_per_back": 1},
        {"backs": {"I": 6, "II": 3}, "judgement_per_back": 2, "centre": 6},
        {"backs": {"B": 3, "A": 8}},
        {"backs": {"I": 2}, "centre": 2},
        {"points": [0, *range(1, 30)], "abyss_threshold": -3},
        {"stones": {"3": 0}},
        {"penitence_per_sin": 3},
        {"sins": ["hidden", "unknown", "erased", "seal", "type"], "backs": {"hidden": 8, "seal": 3, "unknown": 2}},
    ],
    ids=str,
)
def test_r31_plays_odd_boards(board: dict[str, Any]) -> None:
    for seed in range(10):
        for penitence in (False, True):
            table = Table(RULESET, rules_of(RULESET, 3, {"penitence": penitence}, board), seeded(seed))
            assert table.play_on(Random(seed)).state.status == "finished"
            told = [fact for step in table.steps for fact in step.facts]
            assert [RULESET.fact_from_json(json.loads(json.dumps(fact.to_json()))) for fact in told] == told


def test_r31_clockwise_turns_go_the_other_way() -> None:
    table = in_play(board={"order": "clockwise"})
    table.act(0, Take("greed", "reserve"))
    assert facts.TurnPassed(1) in table.of_chance(Refill(("lust",)))
    assert table.state.turn_order() == (0, 1, 2)


def test_r31_two_first_cards_for_each_seat() -> None:
    table = Table(RULESET, three(board={"initial": 2}))
    told = table.of_chance(Deal(("lust", "envy", "pride", "pride", "wrath", "greed")))
    assert told[:4] == (
        facts.CardDealt(0, "lust"),
        facts.CardDealt(0, "envy"),
        facts.CardDealt(2, "pride"),
        facts.CardDealt(2, "pride"),
    )


def test_r32_first_seat_and_sins_stand_in_the_opening_or_are_drawn() -> None:
    laid = Table(RULESET, three()).steps[0].facts
    assert laid == (
        facts.SinsChosen(tuple(FIVE)),
        facts.FirstSeatChosen(0),
        Awaited(("chance",), "deal"),
    )
    assert Table(RULESET, rules_of(RULESET, 3)).steps[0].facts == (Awaited(("chance",), "choose-sins"),)
    assert Table(RULESET, rules_of(RULESET, 3, {"first_seat": 1})).state.due == "choose-sins"
    drawn = [step.command.TYPE for step in drawn_table(1).steps]
    assert drawn == ["open", "choose-sins", "choose-first", "deal", "refill"]
    with pytest.raises(BadOption) as bad:
        rules_of(RULESET, 3, {"first_seat": 3})
    assert (bad.value.field, bad.value.rule) == ("options.first_seat", "SS-R32")


# -- with gaps: a scribe who has not seen the first cards ---------------------------------------------------


def with_unknown_first_cards() -> Table:
    """A recorded table whose scribe has not seen the first cards."""
    table = Table(RULESET, three())
    table.of_chance(Deal(Unknown(3)))
    table.of_chance(Refill(CENTRE))
    return table


def test_what_a_scribe_has_not_seen_leaves_the_first_pile_unknown() -> None:
    table = with_unknown_first_cards()
    assert (table.state.places["pile:I"].known, len(table.state.places["pile:I"])) == ({"judgement": 1}, 23)
    assert table.state.places["pile:II"].known == {**dict.fromkeys(FIVE, 3), "judgement": 1}
    table.act(0, Take("envy", "reserve"))
    reserve = table.state.places["reserve:0"]
    assert (reserve.known, reserve.unknown) == ({"envy": 2}, 1)


def test_the_end_waits_to_be_told_what_the_first_cards_were() -> None:
    table = with_unknown_first_cards()
    rng = Random(3)
    while not any("tell" in who for who in table.state.awaiting):
        table.random_step(rng)
    assert table.state.awaiting == ({"tell": "reserve:0"}, {"tell": "reserve:2"}, {"tell": "reserve:1"})
    assert table.state.wins is None
    with pytest.raises(Refused) as told:
        table.act("scribe", Tell("reserve:0", ("judgement",)))
    assert told.value.code == "illegal-move"
    first = _left(table, "reserve:0")
    table.act("scribe", Tell("reserve:0", (first,)))
    table.act("scribe", Tell("reserve:1", (_left(table, "reserve:1"),)))
    assert table.state.awaiting == ({"tell": "reserve:2"},)
    last = table.act("scribe", Tell("reserve:2", (_left(table, "reserve:2"),)))
    assert types_of(last)[:2] == ["PlaceTold", "ReserveOpened"]
    table.play_on(rng)
    assert table.state.places["opened:0"].count(first) >= 1


def _left(table: Table, place: str) -> str:
    """A sin of which not all cards have been seen."""
    return next(sin for sin in table.state.sins if RULESET.can_be(table.state, place, sin))


def test_unknown_first_cards_are_hidden_like_known_ones() -> None:
    known, unknown = in_play(), with_unknown_first_cards()
    for viewer in known.viewers[:-1]:
        assert known.state.masked(viewer) == unknown.state.masked(viewer)
    assert [RULESET.fact_from_json(fact) for fact in redact(log_of(unknown)[1], PUBLIC)["facts"][:3]] == [
        facts.CardDealt(seat, Hidden(1)) for seat in (0, 2, 1)
    ]
