"""Rulings MC-R41 to MC-R75: evaluations, dens and movement, two and three players, the end, and what must be done.

Unless a test says otherwise, four seats hold pope, emperor, merchant and petty-sinner in this order, and their
souls stand on the start, seat 3 nearest Hell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET, facts
from domain.games.mea_culpa.commands import (
    Bid,
    Buy,
    ChooseCharacter,
    ChooseRoom,
    DealCards,
    Decline,
    Donate,
    DrawStones,
    EmptyDen,
    GiveLetter,
    HandOver,
    MovePopeStone,
    Pass,
    Perform,
    Pick,
    PlaceCrew,
    Rob,
    Sell,
    SetDie,
    TakeFree,
    Visit,
    Wait,
)
from domain.kit.facts import Fact
from domain.kit.table.facts import MatchEnded
from tests.games.mea_culpa.tables import Scene, scene
from tests.games.playing import Table, only, refused, rules_of

SET = ("blue", "green", "red", "yellow")


def building(seats: int = 4, **more: Any) -> Scene:
    """Seat 1 has just been left with the Emperor card, the last one: its crew is to be placed."""
    held = {"pope": 0, "merchant": 2 % seats, "petty-sinner": 3 % seats}
    return scene(seats, phase="characters", turn=None, order=(1,), characters=held, crew_on_card=True, **more)


def finishing(site: int = 1, seats: int = 4, **more: Any) -> Scene:
    """The crew finishes the first cathedral if it is placed on *site*."""
    return building(seats, built={site: "nave"}, sites={site: 1}, **more)


def ended(seats: int = 4, **more: Any) -> list[Fact]:
    """What happens when the second cathedral is finished: the whole end of a match without donations."""
    table = building(seats, built={3: "cathedral", 1: "nave"}, sites={1: 1}, **more)
    told = table.play(1, PlaceCrew(1))
    assert table.state.over
    return told


def outcome_of(told: Iterable[Fact]) -> Mapping[str, Any]:
    """How the match ended."""
    (end,) = only(MatchEnded, told)
    return end.outcome


def at_room(card: str, turn: str = "merchant", seat: int = 2, seats: int = 4, **more: Any) -> Scene:
    """*seat* has entered a room with *card*, and is to say whether it is performed."""
    table = scene(seats, turn=turn, rooms={1: card, 2: "TAKE_3"}, **more)
    table.play(seat, Visit(1))
    return table


# -- evaluations --------------------------------------------------------------------------------------------

THREE = ("blue", "green", "red")
FIVE = ("blue", "blue", "blue", "green", "red")


@pytest.mark.parametrize(("site", "lists"), [(1, (FIVE, THREE, THREE)), (2, (THREE, FIVE, THREE))])
def test_r41_only_the_list_of_the_cathedral_just_finished_is_shared(site, lists):
    table = building(built={3: "cathedral", site: "nave"}, sites={site: 1})
    told = only(facts.LettersLaidOut, table.play(1, PlaceCrew(site)))
    assert [(fact.category, fact.letters) for fact in told] == list(
        zip(("bread_wine", "cloth_jewel", "money"), lists, strict=True)
    )


def test_r42_a_colour_that_is_short_is_laid_out_as_far_as_it_lasts():
    table = finishing(letters={0: ["blue"] * 9, 1: ["red"] * 15})
    told = only(facts.LettersLaidOut, table.play(1, PlaceCrew(1)))
    assert [fact.letters for fact in told] == [("blue", "blue", "green"), ("blue", "green"), ("blue", "green")]


def test_r42_what_one_category_uses_up_is_missing_in_the_next():
    chests = {(2, "I"): ["bread"], (3, "I"): ["cloth", "coin-1"]}
    table = finishing(letters={0: ["blue"] * 7, 1: ["red"] * 14}, chests=chests)
    told = only(facts.LettersLaidOut, table.play(1, PlaceCrew(1)))
    assert [fact.letters for fact in told] == [FIVE, ("blue", "green"), ("green",)]


@pytest.mark.parametrize(
    ("blue", "shares"),
    [(11, {0: 2, 1: 0}), (10, {0: 2, 1: 1}), (9, {0: 3, 1: 1}), (8, {0: 4, 1: 1})],
)
def test_r42_two_players_share_what_is_really_there(blue, shares):
    chests = {(0, "I"): ["bread", "bread"], (1, "I"): ["bread"]}
    table = finishing(seats=2, letters={0: ["blue"] * blue}, chests=chests)
    told = table.play(1, PlaceCrew(1))
    while not table.state.over and table.state.wanted == "pick":
        (seat,) = table.awaited
        told += table.play(seat, Pick(min(table.state.places["display"].known)))
    takers = [fact.seat for fact in only(facts.LetterTaken, told)]
    assert {seat: takers.count(seat) for seat in (0, 1)} == shares


# -- movement -----------------------------------------------------------------------------------------------


def test_r43_who_could_only_skip_into_hell_stays():
    table = at_room("OTHERS_3", souls={0: 37, 1: 40, 3: 5})
    assert only((facts.SoulMoved, facts.SoulStayed), table.play(2, Perform())) == [
        facts.SoulStayed(1, 3, "card"),
        facts.SoulStayed(0, 3, "card"),
        facts.SoulMoved(3, 3, 8, "card"),
    ]


def test_r43_skipping_onto_the_last_space_is_a_move():
    table = at_room("OTHERS_3", souls={0: 36, 1: 39, 3: 5})
    assert facts.SoulMoved(0, 3, 40, "card") in table.play(2, Perform())


def test_r44_a_move_that_is_too_long_is_lost_as_a_whole():
    table = at_room("OTHERS_5", souls={0: 36, 1: 35, 3: 5})
    table.play(2, Perform())
    assert table.state.souls[0] == 36
    assert table.state.souls[1] == 40


def test_r45_atonement_for_two_dens_is_one_move():
    table = at_room(
        "POPE_STONE",
        souls={0: 36, 1: 30},
        dens={"lust": {0: 3, 1: 3}, "petty": {0: 2, 1: 2}},
        pope_stones={"greed": 2, "petty": 1},
    )
    told = table.play(2, MovePopeStone("petty", "greed"))
    assert only((facts.SoulMoved, facts.SoulStayed), told) == [
        facts.SoulStayed(0, 5, "atonement"),
        facts.SoulMoved(1, 5, 35, "atonement"),
    ]


def test_r45_several_causes_are_several_moves_each_tried_on_its_own():
    table = at_room("LUST_2", souls={0: 36}, dens={"greed": {0: 6}, "petty": {0: 1}})
    table.play(2, Perform())
    told = table.play(0, EmptyDen("petty")) + table.play(0, EmptyDen("greed"))
    assert only((facts.SoulMoved, facts.SoulStayed), told) == [
        facts.SoulMoved(0, 1, 37, "run-out"),
        facts.SoulStayed(0, 6, "run-out"),
    ]


# -- dens ---------------------------------------------------------------------------------------------------


def test_r46_what_is_left_is_placed_first_and_that_den_may_be_emptied_too():
    table = at_room("LUST_2", dens={"greed": {0: 6}})
    told = table.play(2, Perform())
    assert [fact.seat for fact in only(facts.SinStonePlaced, told)] == [3, 3, 1, 1, 0]
    assert table.listed(0) == [{"type": "empty-den", "den": {"any_of": ["lust", "greed"]}}]
    assert table.type_names(table.play(0, EmptyDen("lust"))) == [
        "DenEmptied",
        "SoulMoved",
        "SinStonePlaced",
        "CardDiscarded",
    ]
    assert table.state.places["den:lust"].count("0") == 1


def test_r46_no_den_is_emptied_twice_for_the_same_demand():
    table = at_room("LUST_2", dens={"lust": {0: 1}, "petty": {0: 1}, "greed": {0: 5}})
    table.play(2, Perform())
    table.play(0, EmptyDen("lust"))
    assert table.state.places["den:lust"].count("0") == 1
    assert refused(table, 0, EmptyDen("lust")) == ("illegal-move", "MC-R46")
    assert table.listed(0) == [{"type": "empty-den", "den": {"any_of": ["petty", "greed"]}}]


def test_r46_a_den_without_own_stones_is_not_emptied():
    table = at_room("LUST_2", dens={"lust": {0: 3}, "petty": {0: 4}, "greed": {1: 5}})
    table.play(2, Perform())
    assert refused(table, 0, EmptyDen("greed")) == ("illegal-move", "MC-R46")


def test_r46_a_soul_that_cannot_move_gets_its_stones_back_all_the_same():
    table = at_room("LUST_2", souls={0: 40}, dens={"petty": {0: 3}, "greed": {0: 4}})
    table.play(2, Perform())
    told = table.play(0, EmptyDen("greed"))
    assert told[:2] == [facts.DenEmptied(0, "greed", 4), facts.SoulStayed(0, 4, "run-out")]
    assert table.state.places["stones:0"].known == {"0": 2}


def test_r47_stones_are_placed_by_the_nearest_to_hell_first():
    table = at_room("GREED_2", souls={0: 4, 1: 9, 3: 1})
    placed = only(facts.SinStonePlaced, table.play(2, Perform()))
    assert [(fact.seat, fact.den) for fact in placed] == [(seat, "greed") for seat in (1, 1, 0, 0, 3, 3)]


def test_r47_whoever_runs_out_is_asked_before_the_next_one_places():
    table = at_room("GREED_2", souls={0: 4, 1: 9, 3: 1}, dens={"lust": {0: 3}, "petty": {0: 4}})
    assert {fact.seat for fact in only(facts.SinStonePlaced, table.play(2, Perform()))} == {1}
    assert table.awaited == [0]
    assert [fact.seat for fact in only(facts.SinStonePlaced, table.play(0, EmptyDen("lust")))] == [0, 0, 3, 3]


def test_r48_the_order_of_atonement_is_that_of_the_positions_before_it():
    table = at_room(
        "POPE_STONE",
        souls={0: 10, 1: 12, 3: 11},
        dens={"lust": {0: 3, 1: 1, 3: 5}},
        pope_stones={"greed": 2, "petty": 1},
    )
    moved = only(facts.SoulMoved, table.play(2, MovePopeStone("petty", "greed")))
    assert [(fact.seat, fact.to) for fact in moved] == [(1, 13), (3, 16), (0, 14)]


def test_r49_whoever_moves_the_stone_by_a_card_is_forgiven():
    table = at_room("POPE_STONE", dens={"lust": {0: 2, 2: 3}}, pope_stones={"greed": 2, "lust": 1})
    told = table.play(2, MovePopeStone("lust", "greed"))
    assert facts.AtonementCame("greed", 2) in told
    assert only(facts.SoulMoved, told) == [facts.SoulMoved(0, 2, 2, "atonement")]
    assert table.state.places["stones:2"].known == {"2": 7}


@pytest.mark.parametrize(("source", "target"), [("lust", "lust"), ("petty", "lust")])
def test_r50_a_pope_stone_goes_from_where_it_lies_to_another_den(source, target):
    table = scene(phase="characters", order=(0, 1, 2, 3), pope_stones={"lust": 2, "greed": 1})
    table.play(0, ChooseCharacter("pope"))
    assert refused(table, 0, MovePopeStone(source, target)) == ("illegal-move", "MC-R50")


def test_r50_the_preliminary_action_may_be_declined():
    table = scene(phase="characters", order=(0, 1, 2, 3))
    table.play(0, ChooseCharacter("pope"))
    assert table.play(0, Decline())[0] == facts.Declined(0, "pope")
    assert table.awaited == [1]


def test_r51_atonement_between_the_choices_leaves_the_order_of_choosing_alone():
    table = scene(
        phase="characters",
        order=(0, 2, 1, 3),
        dens={"lust": {1: 4}},
        pope_stones={"greed": 2, "lust": 1},
    )
    table.play(0, ChooseCharacter("pope"))
    table.play(0, MovePopeStone("lust", "greed"))
    assert table.state.hell_first()[0] == 1
    chosen = []
    for card in ("merchant", "petty-sinner"):
        chosen += table.awaited
        table.play(table.awaited[0], ChooseCharacter(card))
    assert chosen == [2, 1]


def test_r51_it_does_change_who_ranks_first_among_equal_donors():
    def ranking(pope_stones):
        table = scene(
            phase="characters",
            order=(0, 1, 2, 3),
            souls={2: 3, 3: 5},
            dens={"lust": {2: 4}},
            pope_stones=pope_stones,
            chests={(2, "I"): ["bread"], (3, "I"): ["bread"]},
            built={1: "nave"},
            sites={1: 1},
            crew_on_card=True,
        )
        table.play(0, ChooseCharacter("pope"))
        table.play(0, MovePopeStone("lust", "greed"))
        table.play(1, ChooseCharacter("emperor"))
        return only(facts.DonorsRanked, table.play(1, PlaceCrew(1)))[0].ranking

    assert ranking({"greed": 1, "lust": 2}) == (3, 2)
    assert ranking({"greed": 2, "lust": 1}) == (2, 3)


# -- two players --------------------------------------------------------------------------------------------

POPE_AND_MERCHANT = {"pope": 0, "emperor": 1, "merchant": 0, "petty-sinner": 1}


def two(turn: str, **more: Any) -> Scene:
    """Two players: seat 0 holds pope and merchant, seat 1 emperor and petty-sinner."""
    return scene(2, turn=turn, characters=POPE_AND_MERCHANT, **more)


@pytest.mark.parametrize("held", [POPE_AND_MERCHANT, {"pope": 1, "emperor": 1, "merchant": 0, "petty-sinner": 0}])
def test_r52_each_of_two_players_acts_for_two_characters(held):
    table = scene(2, characters=held)
    told = []
    for character in ("pope", "emperor", "merchant", "petty-sinner"):
        told += table.play(held[character], Pass())
        if character == "merchant":
            told += table.play(held[character], TakeFree("wine"))
    order = ["emperor", "merchant", "petty-sinner", "pope"]
    assert only(facts.TurnPassed, told) == [facts.TurnPassed(held[who], who) for who in order]


def test_r52_there_is_one_post_but_each_turn_has_its_own_two_actions():
    held = {"pope": 0, "emperor": 0, "merchant": 1, "petty-sinner": 1}
    table = scene(2, characters=held, goods={0: ["wine"] * 2})
    table.play(0, Buy("bread"))
    table.play(0, Sell("wine"))
    assert (table.state.turn, table.state.posts[0]) == ("emperor", 2)
    table.play(0, Buy("bread"))
    assert table.state.posts[0] == 2
    table.play(0, Sell("wine"))
    assert table.state.posts == (3, 1)


def test_r53_the_free_stone_is_taken_at_the_end_of_the_merchants_turn_alone():
    table = two("pope")
    assert not only(facts.StoneTaken, table.play(0, Pass()))
    assert table.awaited == [1]
    table = two("merchant")
    table.play(0, Pass())
    assert table.state.wanted == "free-stone"


def test_r53_two_donations_are_one_action_in_the_emperors_turn_alone():
    table = two("emperor")
    table.play(1, Donate("coin-1", "I"))
    assert table.play(1, Donate("coin-2", "II"))[0] == facts.ItemShown(1, "coin-2")
    table = two("petty-sinner")
    table.play(1, Donate("coin-1", "I"))
    assert refused(table, 1, Donate("coin-2", "II")) == ("illegal-move", "MC-T3")


def test_r53_the_die_is_set_in_the_popes_turn_alone():
    assert refused(two("merchant"), 0, SetDie(1)) == ("illegal-move", "MC-C4")
    assert facts.RoomChosen(0, 1) in two("merchant").play(0, Visit(1))
    assert refused(two("pope"), 0, Visit(1)) == ("illegal-move", "MC-C4")


@pytest.mark.parametrize(("turn", "post"), [("emperor", 3), ("petty-sinner", 1)])
def test_r53_the_house_is_free_in_the_petty_sinners_turn_alone(turn, post):
    table = two(turn)
    table.play(1, Visit(3))
    assert table.state.posts == (1, post)


def test_r53_and_in_the_petty_sinners_preliminary_visit():
    table = scene(2, phase="characters", characters={"emperor": 1, "pope": 0}, order=(1, 0))
    table.play(1, ChooseCharacter("petty-sinner"))
    table.play(1, Visit(3))
    assert table.state.posts == (1, 1)


@pytest.mark.parametrize(
    ("card", "turn", "seat"), [("EMP_LETTER", "petty-sinner", 1), ("POPE_YELLOW", "merchant", 0)]
)
def test_r54_who_holds_the_named_character_himself_gets_nothing(card, turn, seat):
    table = two(turn, rooms={1: card}, letters={0: ["yellow"], 1: ["yellow"]})
    table.play(seat, Visit(1))
    assert table.type_names(table.play(seat, Perform())) == ["CardExecuted", "CardDiscarded"]


@pytest.mark.parametrize(("card", "turn", "seat"), [("EMP_LETTER", "merchant", 0), ("POPE_YELLOW", "emperor", 1)])
def test_r54_from_the_other_player_they_give(card, turn, seat):
    table = two(turn, rooms={1: card}, letters={1 - seat: ["yellow"]})
    table.play(seat, Visit(1))
    table.play(seat, Perform())
    if card == "EMP_LETTER":
        table.play(1 - seat, GiveLetter("yellow"))
    assert table.state.places[f"letters:{seat}"].known == {"yellow": 1}


# -- three players ------------------------------------------------------------------------------------------


def three(**more: Any) -> Scene:
    """Three players who choose their characters in the order of their seats."""
    return scene(3, phase="characters", turn=None, order=(0, 1, 2), crew_on_card=True, **more)


NO_MERCHANT = {"pope": 0, "emperor": 1, "petty-sinner": 2}


def test_r55_his_own_action_comes_at_once_and_the_extra_one_after_the_third_choosers():
    table = three()
    table.play(0, ChooseCharacter("pope"))
    assert refused(table, 0, Wait()) == ("illegal-move", "MC-R55")
    assert refused(table, 0, PlaceCrew(1)) == ("illegal-move", "MC-V2")
    table.play(0, MovePopeStone("lust", "petty"))
    table.play(1, ChooseCharacter("merchant"))
    assert table.awaited == [2]
    told = table.play(2, ChooseCharacter("petty-sinner"))
    assert [fact.den for fact in only(facts.SinStonePlaced, told)] == ["petty", "petty"]
    assert (table.awaited, table.state.wanted) == ([2], "visit")
    table.play(2, Decline())
    assert (table.awaited, table.state.wanted) == ([0], "preliminary")
    assert table.play(0, PlaceCrew(3))[0] == facts.CrewPlaced(0, 3, "card")
    assert table.state.phase == "actions"


def test_r55_the_emperor_gets_the_popes_action_as_a_right():
    table = three()
    table.play(0, ChooseCharacter("emperor"))
    table.play(0, PlaceCrew(1))
    table.play(1, ChooseCharacter("petty-sinner"))
    table.play(1, Decline())
    table.play(2, ChooseCharacter("merchant"))
    assert table.awaited == [0]
    assert table.listed(0)[-1] == {"type": "decline"}
    assert table.play(0, Decline())[0] == facts.Declined(0, "pope")
    assert table.state.phase == "actions"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("card", ["pope", "emperor"])
def test_r55_the_third_chooser_does_both_in_the_order_he_likes(card, order):
    table = three()
    table.play(0, ChooseCharacter("merchant"))
    table.play(1, ChooseCharacter("petty-sinner"))
    table.play(1, Decline())
    table.play(2, ChooseCharacter(card))
    steps = (MovePopeStone("lust", "greed"), PlaceCrew(2))
    for number in order:
        assert table.awaited == [2]
        table.play(2, steps[number])
    assert table.state.phase == "actions"


def test_r55_the_third_choosers_crew_stays_a_duty_when_he_declines_the_popes_action():
    table = three()
    table.play(0, ChooseCharacter("merchant"))
    table.play(1, ChooseCharacter("petty-sinner"))
    table.play(1, Decline())
    table.play(2, ChooseCharacter("pope"))
    table.play(2, Decline())
    assert refused(table, 2, Decline()) == ("illegal-move", "MC-V2")
    assert table.awaited == [2]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("card", ["pope", "emperor"])
def test_r55_deferred_both_are_done_after_the_third_choice_in_any_order(card, order):
    table = three(extra_preliminary="defer")
    table.play(0, ChooseCharacter(card))
    assert table.play(0, Wait())[0] == facts.PreliminaryDeferred(0)
    table.play(1, ChooseCharacter("merchant"))
    table.play(2, ChooseCharacter("petty-sinner"))
    table.play(2, Decline())
    steps = (MovePopeStone("lust", "greed"), PlaceCrew(2))
    for number in order:
        assert table.awaited == [0]
        table.play(0, steps[number])
    assert table.state.phase == "actions"


@pytest.mark.parametrize(("first", "second"), [("pope", "emperor"), ("emperor", "pope")])
def test_r55_deferred_only_the_own_action_is_done_if_the_partner_card_is_taken(first, second):
    table = three(extra_preliminary="defer")
    own = {"pope": MovePopeStone("lust", "greed"), "emperor": PlaceCrew(2)}
    table.play(0, ChooseCharacter(first))
    table.play(0, Wait())
    table.play(1, ChooseCharacter(second))
    assert refused(table, 1, Wait()) == ("illegal-move", "MC-R55")
    table.play(1, own[second])
    table.play(2, ChooseCharacter("merchant"))
    assert table.awaited == [0]
    assert refused(table, 0, Wait()) == ("illegal-move", "MC-R55")
    table.play(0, own[first])
    assert table.state.phase == "actions"


def test_r55_deferred_the_third_chooser_acts_before_him_who_waited():
    table = three(extra_preliminary="defer")
    table.play(0, ChooseCharacter("pope"))
    table.play(0, Wait())
    table.play(1, ChooseCharacter("merchant"))
    table.play(2, ChooseCharacter("emperor"))
    assert table.awaited == [2]
    table.play(2, PlaceCrew(1))
    assert table.awaited == [0]
    assert refused(table, 0, PlaceCrew(1)) == ("illegal-move", "MC-V2")


def test_r55_deferring_is_a_choice():
    table = three(extra_preliminary="defer")
    table.play(0, ChooseCharacter("pope"))
    table.play(0, MovePopeStone("lust", "greed"))
    table.play(1, ChooseCharacter("merchant"))
    table.play(2, ChooseCharacter("petty-sinner"))
    table.play(2, Decline())
    assert [move["type"] for move in table.listed(0)] == ["place-crew"]


def test_r55_nobody_waits_at_a_table_of_four():
    table = scene(phase="characters", order=(0, 1, 2, 3), extra_preliminary="defer")
    table.play(0, ChooseCharacter("pope"))
    assert refused(table, 0, Wait()) == ("illegal-move", "MC-R55")


def test_r56_without_the_merchant_whoever_is_nearest_hell_takes_a_stone_after_his_turn():
    table = scene(3, characters=NO_MERCHANT, souls={1: 2})
    assert not only(facts.StoneTaken, table.play(0, Pass()))
    table.play(1, Pass())
    assert (table.awaited, table.state.wanted) == ([1], "free-stone")
    assert refused(table, 1, Decline()) == ("illegal-move", "MC-H6")
    assert refused(table, 1, Pass()) == ("illegal-move", "MC-T2")
    assert table.type_names(table.play(1, TakeFree("wine"))) == ["StoneTaken", "TurnDeclaredOver", "TurnPassed"]
    assert table.awaited == [2]


def test_r56_the_stone_is_not_taken_if_his_action_has_emptied_the_market():
    table = scene(3, characters=NO_MERCHANT, turn="petty-sinner", market=["bread", "bread"])
    told = table.play(2, Buy("bread", greedy=True))
    assert [fact.free for fact in only(facts.StoneTaken, told)] == [False, False]
    assert table.state.phase == "auction"


def test_r56_the_last_stone_may_be_the_free_one():
    table = scene(3, characters=NO_MERCHANT, turn="petty-sinner", market=["bread"])
    told = table.play(2, Pass())
    assert only(facts.StoneTaken, told) == [facts.StoneTaken(2, "bread", "screen", free=True)]
    assert facts.PhaseBegan("compare") in told


@pytest.mark.parametrize(("turn", "seat"), [("emperor", 0), ("merchant", 1), ("petty-sinner", 2)])
def test_r57_without_the_pope_nobody_goes_incognito(turn, seat):
    table = scene(3, characters={"emperor": 0, "merchant": 1, "petty-sinner": 2}, turn=turn)
    assert "set-die" not in [move["type"] for move in table.listed(seat)]
    assert refused(table, seat, SetDie(1)) == ("illegal-move", "MC-C4")
    assert "Guessed" not in table.type_names(table.play(seat, Visit(1)))


# -- the end ------------------------------------------------------------------------------------------------


def test_r58_the_letters_are_one_single_movement():
    told = ended(souls={0: 5, 1: 4}, letters={0: ["red", "red"]})
    assert only(facts.SoulMoved, told) == [facts.SoulMoved(0, -2, 3, "letters")]


@pytest.mark.parametrize(
    ("letters", "steps"),
    [([*SET], 8), ([*SET, *SET, "red"], 17), (["red"] * 4 + ["blue", "green"], 6), ([*SET, *["yellow"] * 3], 11)],
)
def test_r59_there_are_as_many_sets_as_the_rarest_colour(letters, steps):
    shown = only(facts.LettersShown, ended(letters={2: letters}))
    assert [fact.steps for fact in shown if fact.seat == 2] == [steps]


def test_r60_souls_without_letters_stay_on_the_start_in_the_order_of_the_row():
    told = ended(row=[2, 0, 3, 1])
    assert not only(facts.SoulMoved, told)
    assert outcome_of(told)["souls"] == [0, 0, 0, 0]
    assert outcome_of(told)["ranking"] == [2, 0, 3, 1]


@pytest.mark.parametrize(("letters", "to"), [(2, 1), (3, -1), (4, -1), (5, -2)])
def test_r61_a_start_that_is_occupied_counts_as_a_space_and_is_skipped(letters, to):
    told = ended(souls={0: 3}, letters={0: ["red"] * letters})
    assert only(facts.SoulMoved, told) == [facts.SoulMoved(0, -letters, to, "letters")]


def test_r61_on_an_empty_start_a_soul_may_end():
    told = ended(souls={0: 3, 1: 4, 2: 5, 3: 6}, letters={0: ["red"] * 3})
    assert only(facts.SoulMoved, told) == [facts.SoulMoved(0, -3, 0, "letters")]


@pytest.mark.parametrize(("row", "winner"), [([1, 0, 2, 3], 1), ([3, 2, 0, 1], 0)])
def test_r62_on_the_start_the_row_says_who_is_nearest_heaven(row, winner):
    outcome = outcome_of(ended(row=row, souls={2: 7, 3: 9}))
    assert (outcome["winners"], outcome["decided_by"]) == ([winner], "nearest")


def test_r63_donations_never_evaluated_and_money_are_worth_nothing():
    told = ended(
        souls={0: 4, 1: 5, 2: 6, 3: 7},
        money={0: 90},
        goods={0: ["jewel"]},
        chests={(0, "I"): ["jewel", "coin-10"]},
        letters={1: ["red", "red"]},
    )
    assert {fact.values for fact in only(facts.DonorsRanked, told)} == {(0, 0, 0, 0)}
    assert outcome_of(told)["steps"] == [0, 2, 0, 0]
    assert outcome_of(told)["winners"] == [1]


# -- turns --------------------------------------------------------------------------------------------------


def test_r64_who_has_no_stone_of_greed_empties_a_den_before_he_takes_the_goods():
    table = scene(turn="merchant", dens={"lust": {2: 3}, "petty": {2: 4}})
    assert table.type_names(table.play(2, Buy("bread", greedy=True))) == ["ActionBegan", "TalerPaid"]
    assert table.type_names(table.play(2, EmptyDen("lust"))) == [
        "DenEmptied",
        "SoulMoved",
        "SinStonePlaced",
        "StoneTaken",
        "StoneTaken",
    ]


def test_r64_who_has_no_stone_of_lust_empties_a_den_before_the_post_is_turned():
    table = scene(turn="merchant", dens={"petty": {2: 7}})
    assert table.type_names(table.play(2, Visit(6))) == [
        "ActionBegan",
        "RoomChosen",
        "DenEmptied",
        "SoulMoved",
        "SinStonePlaced",
        "PostRotated",
        "LetterTaken",
    ]


@pytest.mark.parametrize("free_stone", [True, False])
def test_r64_the_move_changes_ranks_at_once(free_stone):
    dens = {"petty": {0: 7}} if free_stone else {"petty": {0: 6}}
    table = scene(3, characters=NO_MERCHANT, souls={2: 5}, dens=dens)
    table.play(0, Buy("bread", greedy=True))
    table.play(0, Pass())
    assert (table.state.wanted == "free-stone") is free_stone


def test_r65_a_house_that_cannot_be_paid_for_is_not_visited():
    table = scene(turn="merchant", posts={2: 6}, rooms={1: "TAKE_5", 2: "TAKE_7"}, welcome=False)
    assert "visit" not in [move["type"] for move in table.listed(2)]
    assert refused(table, 2, Visit(1)) == ("illegal-move", "MC-H2")
    assert refused(table, 2, Visit(6)) == ("illegal-move", "MC-H2")


@pytest.mark.parametrize(("turn", "seat"), [("pope", 0), ("merchant", 2), ("petty-sinner", 3)])
def test_r65_with_every_room_used_and_nothing_owned_one_can_only_pass(turn, seat):
    table = scene(turn=turn, rooms={}, suite=False, money={seat: 0})
    assert table.listed(seat) == [{"type": "pass"}]


def test_r65_too_dear_is_no_obstacle_for_the_pope():
    table = scene(posts={0: 6}, rooms={1: "TAKE_5"}, suite=False, welcome=False, money={0: 0})
    assert table.listed(0) == [{"type": "pass"}, {"type": "set-die", "room": {"any_of": [1]}}]


@pytest.mark.parametrize(
    ("card", "answers"),
    [
        ("EMP_LETTER", [(2, Perform()), (1, GiveLetter("red"))]),
        ("STEAL_3", [(2, Rob(1))]),
        ("LUST_2", [(2, Perform()), (1, EmptyDen("greed"))]),
    ],
)
def test_r66_what_a_card_forces_others_to_do_is_no_turn_of_theirs(card, answers):
    table = at_room(card, letters={1: ["red", "green"]}, dens={"petty": {1: 3}, "greed": {1: 4}})
    told = [fact for seat, command in answers for fact in table.play(seat, command)]
    assert not {"TurnPassed", "ActionBegan", "PostRotated"} & set(table.type_names(told))
    assert (table.awaited, table.state.turn, table.state.actions) == ([2], "merchant", ("visit",))


def test_r66_what_follows_by_itself_is_not_asked_for():
    table = at_room("STEAL_3")
    assert refused(table, 2, HandOver()) == ("illegal-move", "MC-R66")


def emptied_deck(left: Iterable[str] = (), **more: Any) -> Scene:
    """The last stone is about to be taken, and of the deck only *left* is left."""
    table = scene(turn="emperor", market=["bread"], **more)
    deck, discards = table.state.place("deck"), table.state.place("discards")
    for card, number in list(deck.known.items()):
        deck.remove(card, number)
        discards.add(card, number)
    for card in left:
        discards.remove(card)
        deck.add(card)
    return table


def test_r67_an_empty_deck_is_made_of_all_cards_when_the_rooms_have_been_cleared():
    told = emptied_deck().play(1, Buy("bread"))
    assert len(only(facts.RoomCleared, told)) == 4
    assert only(facts.DeckShuffled, told) == [facts.DeckShuffled(24)]
    names = [fact.TYPE for fact in told]
    assert names.index("RoomCleared") < names.index("DeckShuffled") < names.index("CardDealt")


def test_r67_a_deck_is_used_up_before_it_is_made_anew():
    table = emptied_deck(["LUST_2", "TAKE_7"])
    table.act(1, Buy("bread"))
    table.of_chance(DrawStones(("wine",) * 7))
    dealt = table.of_chance(DealCards(("TAKE_7", "LUST_2", "LUST_2", "TAKE_3")))
    assert table.type_names(dealt)[:5] == ["CardDealt", "CardDealt", "DeckShuffled", "CardDealt", "CardDealt"]
    assert facts.DeckShuffled(22) in dealt


def test_r67_with_the_last_card_dealt_nothing_is_shuffled_yet():
    table = emptied_deck(["LUST_2", "TAKE_7", "NEW_CREW", "NEW_CREW"])
    assert not only(facts.DeckShuffled, table.play(1, Buy("bread")))
    assert not len(table.state.places["deck"])


def test_r68_the_yellow_letter_is_taken_by_whoever_visits_suite_6():
    table = scene(turn="merchant")
    assert facts.LetterTaken(2, "yellow", "suite") in table.play(2, Visit(6))


def test_r68_a_room_must_be_chosen_through_suite_5_but_its_card_need_not_be_performed():
    table = scene(turn="merchant")
    table.play(2, Visit(5))
    assert refused(table, 2, Decline()) == ("illegal-move", "MC-H6")
    assert [move["type"] for move in table.listed(2)] == ["choose-room"]
    table.play(2, ChooseRoom(1))
    assert table.type_names(table.play(2, Decline())) == ["Declined", "CardDiscarded"]
    assert table.state.purses["money:2"].amount == 25


def test_r69_without_a_loose_crew_there_is_nothing_to_move():
    table = at_room("MOVE_CREW")
    assert table.listed(2) == [{"type": "perform"}, {"type": "decline"}]
    assert table.type_names(table.play(2, Perform())) == ["CardExecuted", "CardDiscarded"]


@pytest.mark.parametrize("seat", [2, 4])
def test_r69_an_opponent_is_named_to_be_robbed(seat):
    assert refused(at_room("STEAL_3"), 2, Rob(seat)) == ("illegal-move", "MC-R69")
    assert refused(at_room("STEAL_3"), 2, Perform()) == ("illegal-move", "MC-H3")


def test_r69_he_may_own_less_than_three_taler():
    table = at_room("STEAL_3", money={1: 2})
    assert facts.NothingGiven(1, "STEAL_3") in table.play(2, Rob(1))
    assert (table.state.purses["money:1"].amount, table.state.purses["money:2"].amount) == (2, 25)


def test_r70_who_skips_the_last_space_is_in_heaven():
    told = ended(
        souls={0: 2, 1: 1},
        letters={0: [*SET * 4, *["red"] * 4], 1: [*SET * 4, *["red"] * 3]},
    )
    assert only(facts.SoulMoved, told) == [
        facts.SoulMoved(0, -36, -34, "letters"),
        facts.SoulMoved(1, -35, -35, "letters"),
    ]
    assert (outcome_of(told)["winners"], outcome_of(told)["decided_by"]) == ([1], "heaven")


def test_r70_beyond_heaven_there_is_nothing():
    told = ended(letters={0: SET * 5})
    assert only(facts.SoulMoved, told) == [facts.SoulMoved(0, -40, -35, "letters")]


def test_r71_before_the_first_bid_a_post_shows_one():
    assert Table(RULESET, rules_of(RULESET, 4)).state.posts == (1, 1, 1, 1)


def test_r71_between_rounds_it_stays_as_it_was_until_the_bids_are_revealed():
    table = scene(2, turn="emperor", market=["bread"], posts={0: 4, 1: 2})
    table.play(1, Buy("bread"))
    table.play(0, Bid(1, 0))
    assert table.state.posts == (4, 2)
    table.play(1, Bid(5, 0))
    assert table.state.posts == (1, 5)


def test_r72_nobody_inherits_the_emperors_second_donation():
    table = scene(3, characters={"pope": 0, "merchant": 1, "petty-sinner": 2})
    table.play(0, Donate("coin-1", "I"))
    assert refused(table, 0, Donate("coin-1", "I")) == ("illegal-move", "MC-T3")


@pytest.mark.parametrize("unused", ["pope", "emperor", "merchant", "petty-sinner"])
def test_r72_the_turn_of_a_character_that_nobody_holds_is_skipped(unused):
    used = [name for name in ("pope", "emperor", "merchant", "petty-sinner") if name != unused]
    table = scene(3, characters={name: seat for seat, name in enumerate(used)}, turn=used[0])
    turns = []
    for _ in range(4):
        turns.append(table.state.turn)
        seat = used.index(table.state.turn)
        table.play(seat, Pass())
        if table.state.wanted == "free-stone":
            table.play(seat, TakeFree("bread"))
    assert turns == [*used, used[0]]


def test_r72_the_fourth_card_of_two_players_is_forced_and_acts_at_once():
    table = scene(2, phase="characters", order=(0, 1, 0, 1), crew_on_card=True)
    table.play(0, ChooseCharacter("pope"))
    table.play(0, Decline())
    table.play(1, ChooseCharacter("merchant"))
    table.play(0, ChooseCharacter("emperor"))
    assert table.type_names(table.play(0, PlaceCrew(1))) == [
        "CrewPlaced",
        "CharacterTaken",
        "SinStonePlaced",
        "SinStonePlaced",
    ]
    assert table.state.holder("petty-sinner") == 1
    assert (table.awaited, table.state.wanted) == ([1], "visit")


def test_r73_a_turn_closes_by_itself_after_two_actions():
    table = scene(goods={0: ["wine"]})
    assert not only(facts.TurnDeclaredOver, table.play(0, Buy("bread")))
    assert table.awaited == [0]
    assert only(facts.TurnDeclaredOver, table.play(0, Sell("wine"))) == [facts.TurnDeclaredOver(0, "pope")]
    assert table.awaited == [1]


def test_r74_each_of_the_emperors_two_donations_is_shown_before_it_is_dropped():
    table = scene(turn="emperor", goods={1: ["wine", "bread"]})
    told = table.play(1, Donate("wine", "I")) + table.play(1, Donate("bread", "II"))
    assert only((facts.ItemShown, facts.ItemDropped), told) == [
        facts.ItemShown(1, "wine"),
        facts.ItemDropped(1, "wine", "goods:1", "I"),
        facts.ItemShown(1, "bread"),
        facts.ItemDropped(1, "bread", "goods:1", "II"),
    ]


def test_r75_picks_are_decisions_as_long_as_there_is_a_choice():
    table = finishing(chests={(2, "I"): ["cloth", "cloth"], (3, "I"): ["cloth"]})
    table.play(1, PlaceCrew(1))
    assert (table.awaited, table.listed(2)) == ([2], [{"type": "pick", "letter": {"any_of": [*THREE]}}])
    table.play(2, Pick("red"))
    assert (table.awaited, table.listed(3)) == ([3], [{"type": "pick", "letter": {"any_of": ["blue", "green"]}}])
    assert only(facts.LetterTaken, table.play(3, Pick("green"))) == [
        facts.LetterTaken(3, "green", "display"),
        facts.LetterTaken(2, "blue", "display"),
    ]


def test_r75_letters_of_one_colour_are_dealt_out_without_asking():
    lists = [{kind: {"red": 3} for kind in ("bread_wine", "cloth_jewel", "money")}] * 3
    chests = {(2, "I"): ["cloth", "cloth"], (3, "I"): ["cloth"]}
    told = finishing(chests=chests, board={"cathedrals": lists}).play(1, PlaceCrew(1))
    assert [fact.seat for fact in only(facts.LetterTaken, told)] == [2, 3, 2]


def test_r75_a_sole_donor_takes_all_at_once():
    told = finishing(chests={(2, "I"): ["cloth"]}).play(1, PlaceCrew(1))
    assert [(fact.seat, fact.letter) for fact in only(facts.LetterTaken, told)] == [(2, name) for name in THREE]


def test_r75_forced_stones_and_a_yellow_letter_follow_by_themselves():
    table = scene(phase="characters", order=(3, 0, 1, 2))
    assert len(only(facts.SinStonePlaced, table.play(3, ChooseCharacter("petty-sinner")))) == 2
    assert len(only(facts.SinStonePlaced, at_room("LUST_2").play(2, Perform()))) == 6
    table = at_room("POPE_YELLOW", letters={0: ["yellow", "red"]})
    assert facts.LetterGiven(0, 2, "everyone", "yellow") in table.play(2, Perform())


def test_r75_a_run_out_asks():
    table = scene(phase="characters", order=(3, 0, 1, 2), dens={"lust": {3: 4}, "greed": {3: 3}})
    table.play(3, ChooseCharacter("petty-sinner"))
    assert (table.awaited, [move["type"] for move in table.listed(3)]) == ([3], ["empty-den"])
