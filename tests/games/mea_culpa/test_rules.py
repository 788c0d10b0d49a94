"""The rules one by one, in the order of their numbers: does it, refuses it, stays quiet where it does not apply.

Unless a test says otherwise, four seats hold pope, emperor, merchant and petty-sinner in this order, their souls
stand on the start, seat 3 nearest Hell, and all posts show one notch. More of MC-P6, MC-W7 and MC-3P2 is shown
with the rulings MC-R67, MC-R61 and MC-R55.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET, commands, facts
from domain.games.mea_culpa.commands import (
    Bid,
    Buy,
    ChooseBonus,
    ChooseCharacter,
    ChooseRoom,
    DealCards,
    Decline,
    Donate,
    DrawStones,
    EmptyDen,
    Guess,
    MovePopeStone,
    Pass,
    Perform,
    Pick,
    PlaceCrew,
    PlaceSouls,
    Sell,
    SetDie,
    TakeFree,
    Visit,
)
from domain.games.mea_culpa.meta_culpa import commands as steps
from domain.games.mea_culpa.state import CHARACTERS, DENS
from domain.games.mea_culpa.view import view
from domain.kit.facts import Command, Fact
from domain.kit.places import one_by_one
from domain.kit.ruleset import BadOption
from domain.kit.table.facts import Awaited, MatchEnded
from domain.kit.visibility import PUBLIC, redact, seat_viewer
from tests.games.mea_culpa.tables import Scene, scene
from tests.games.playing import Table, log_of, only, refused, rules_of, seeded

THREE = ("blue", "green", "red")
SET = (*THREE, "yellow")
KINDS = ("bread_wine", "cloth_jewel", "money")


def laid(seats: int = 4, **options: Any) -> Table:
    """A table just laid, chance told by a scribe."""
    return Table(RULESET, rules_of(RULESET, seats, options, mode="recorded"))


def seen(table: Table, viewer: Any) -> dict[str, Any]:
    """The board as *viewer* sees it."""
    return view(table.state.masked(viewer))


# -- setup --------------------------------------------------------------------------------------------------


def test_s1_nothing_is_built_and_the_letters_lie_in_stacks():
    state = laid().state
    assert state.buildings == (0, 0, 0)
    assert state.places["stacks"].known == {"yellow": 10, "blue": 10, "red": 15, "green": 15}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s2_each_seat_has_its_kit(seats):
    state = laid(seats).state
    for seat in range(seats):
        assert state.places[f"stones:{seat}"].known == {str(seat): 7}
        assert state.purses[f"money:{seat}"].amount == 25
        assert not any(len(state.places[f"{pile}:{seat}"]) for pile in ("goods", "letters", "chest"))
    assert (state.souls, state.posts) == ((0,) * seats, (1,) * seats)
    assert f"stones:{seats}" not in state.places


def test_s3_one_pope_stone_lies_at_each_den():
    state = laid().state
    assert [len(state.places[f"pope:{den}"]) for den in DENS] == [1, 1, 1]
    assert not any(len(state.places[f"den:{den}"]) for den in DENS)


def test_s4_four_crews_stand_on_the_hut():
    state = laid().state
    assert state.places["hut"].known == {"crew": 4}
    assert not any(len(state.places[place]) for place in ("card", "site:1", "site:2", "site:3"))


def test_s5_the_deck_holds_all_cards_face_down():
    table = laid()
    assert table.state.places["deck"].known == {
        "EMP_LETTER": 2,
        "POPE_YELLOW": 1,
        "OTHERS_3": 1,
        "OTHERS_5": 1,
        "LUST_2": 2,
        "GREED_2": 2,
        "MOVE_CREW": 2,
        "NEW_CREW": 3,
        "POPE_STONE": 3,
        "TAKE_GOOD": 2,
        "STEAL_3": 1,
        "TAKE_3": 1,
        "TAKE_5": 2,
        "TAKE_7": 1,
    }
    assert seen(table, seat_viewer(0))["house"]["deck"] == {"count": 24}
    assert seen(table, PUBLIC)["house"]["rooms"] == [None] * 4


def test_s6_the_row_is_of_chance():
    table = laid()
    assert table.of_chance(PlaceSouls((2, 0, 3, 1)))[0] == facts.SoulsPlaced((2, 0, 3, 1))
    assert table.state.hell_first() == [1, 3, 0, 2]
    rows = set()
    for seed in range(20):
        hosted = Table(RULESET, rules_of(RULESET, 2), seeded(seed))
        hosted.settle()
        rows.add(hosted.state.row)
    assert rows == {(0, 1), (1, 0)}


@pytest.mark.parametrize("row", [(0, 1, 2), (0, 1, 2, 2), (0, 1, 2, 4)])
def test_s6_refuses_a_row_without_everybody_in_it(row):
    assert refused(laid(), "chance", PlaceSouls(row)) == ("illegal-move", "MC-S6")


@pytest.mark.parametrize(("seats", "row"), [(4, [0, 1, 2]), (3, [1, 2, 3]), (2, [0, 1, 2])])
def test_s6_refuses_a_row_agreed_on_without_everybody_in_it(seats, row):
    with pytest.raises(BadOption) as bad:
        laid(seats, row=row)
    assert (bad.value.field, bad.value.rule) == ("options.row", "MC-S6")


def test_s6_with_the_row_agreed_on_chance_is_not_asked():
    table = laid(row=[2, 0, 3, 1])
    assert table.steps[0].facts[0] == facts.SoulsPlaced((2, 0, 3, 1))
    assert not table.state.awaits_chance


def test_s7_four_starting_bonuses_are_laid_out():
    table = laid()
    assert table.state.bonuses == ("bread-and-wine", "jewel", "letter", "taler")
    assert one_by_one(table.state.places["bonuses"].known) == ["blue", "bread", "coin-10", "jewel", "wine"]


def test_s8_everything_else_is_in_the_bag():
    table = laid()
    assert table.state.places["bag"].known == {"bread": 9, "wine": 8, "cloth": 9, "jewel": 6, "indulgence": 6}
    assert seen(table, seat_viewer(0))["bag"] == {"count": 38}


# -- starting bonus -----------------------------------------------------------------------------------------


def test_b1_the_nearest_to_heaven_picks_first():
    table = laid(row=[2, 0, 3, 1])
    order = []
    for bonus, items in [("letter", 0), ("jewel", 1), ("taler", 1), ("bread-and-wine", 2)]:
        (who,) = table.state.awaiting
        order.append(who["seat"])
        table.act(who["seat"], ChooseBonus(bonus, ("I",) * items))
    assert order == [2, 0, 3, 1]


def test_b1_refuses_a_pick_out_of_order_and_a_bonus_that_is_gone():
    table = laid(row=[2, 0, 3, 1])
    assert refused(table, 0, ChooseBonus("letter", ())) == ("not-awaited", "TB-18")
    table.act(2, ChooseBonus("letter", ()))
    assert refused(table, 0, ChooseBonus("letter", ())) == ("illegal-move", "MC-B1")
    assert refused(table, 0, ChooseBonus("candle", ())) == ("illegal-move", "MC-B1")


def test_b2_the_letter_goes_behind_the_screen():
    table = laid(row=[0, 1, 2, 3])
    assert table.act(0, ChooseBonus("letter", ()))[:2] == (
        facts.BonusTaken(0, "letter"),
        facts.LetterTaken(0, "blue", "bonuses"),
    )
    assert table.state.places["letters:0"].known == {"blue": 1}
    assert not len(table.state.places["chest:0"])


@pytest.mark.parametrize("compartments", [("I", "II"), ("II", "I"), ("II", "II")])
def test_b2_anything_else_is_donated_and_may_be_split(compartments):
    table = laid(row=[0, 1, 2, 3])
    table.act(0, ChooseBonus("bread-and-wine", compartments))
    parts = table.state.places["chest:0"].parts
    assert [next(part for part in parts if thing in parts[part].known) for thing in ("bread", "wine")] == [
        *compartments
    ]
    assert not len(table.state.places["goods:0"])


def test_b2_the_coin_is_donated_and_costs_no_money():
    table = laid(row=[0, 1, 2, 3])
    table.act(0, ChooseBonus("taler", ("II",)))
    assert table.state.places["chest:0"].parts["II"].known == {"coin-10": 1}
    assert table.state.purses["money:0"].amount == 25


def test_b2_the_compartment_is_the_owners_secret():
    table = laid(row=[0, 1, 2, 3])
    table.act(0, ChooseBonus("jewel", ("I",)))
    assert seen(table, seat_viewer(0))["seats"][0]["chest"]["parts"]["I"]["count"] == 1
    assert seen(table, seat_viewer(1))["seats"][0]["chest"] == {"count": 1, "things": {"jewel": 1}}


@pytest.mark.parametrize(
    ("bonus", "compartments"),
    [("letter", ("I",)), ("jewel", ()), ("jewel", ("I", "I")), ("bread-and-wine", ("I",))],
)
def test_b2_refuses_compartments_that_do_not_fit(bonus, compartments):
    assert refused(laid(row=[0, 1, 2, 3]), 0, ChooseBonus(bonus, compartments)) == ("illegal-move", "MC-B2")


@pytest.mark.parametrize(
    ("seats", "returned"),
    [
        (2, facts.BonusesReturned(("bread", "wine"), (), ("coin-10",))),
        (3, facts.BonusesReturned(("bread", "wine"), (), ())),
    ],
)
def test_b3_what_nobody_picked_goes_back(seats, returned):
    table = laid(seats, row=[*range(seats)])
    picks = [ChooseBonus("jewel", ("I",)), ChooseBonus("letter", ()), ChooseBonus("taler", ("I",))]
    told = [fact for seat in range(seats) for fact in table.act(seat, picks[seat])]
    assert only(facts.BonusesReturned, told) == [returned]
    assert table.state.places["bag"].known == {"bread": 10, "wine": 9, "cloth": 9, "jewel": 6, "indulgence": 6}
    assert not len(table.state.places["bonuses"])


def test_b3_a_letter_goes_back_to_its_stack():
    table = laid(2, row=[0, 1])
    table.act(0, ChooseBonus("jewel", ("I",)))
    table.act(1, ChooseBonus("taler", ("I",)))
    assert table.state.places["stacks"].count("blue") == 11


def test_b3_four_players_leave_nothing():
    table = laid(row=[0, 1, 2, 3])
    picks = [("jewel", ("I",)), ("taler", ("I",)), ("bread-and-wine", ("I", "I"))]
    told = [fact for seat, pick in enumerate(picks) for fact in table.act(seat, ChooseBonus(*pick))]
    assert only(facts.BonusTaken, told)[-1] == facts.BonusTaken(3, "letter")
    assert not only(facts.BonusesReturned, told)


# -- rounds -------------------------------------------------------------------------------------------------


def test_rd1_a_round_has_its_phases_in_order():
    table = Table(RULESET, rules_of(RULESET, 4)).play_on(Random(5))
    phases = [fact.phase for step in table.steps for fact in only(facts.PhaseBegan, step.facts)]
    assert phases[:7] == ["bonus", "prepare", "auction", "characters", "actions", "compare", "prepare"]
    rounds = [fact.number for step in table.steps for fact in only(facts.RoundBegan, step.facts)]
    assert rounds == list(range(1, len(rounds) + 1))


def at_the_end_of_a_round(**more: Any) -> Scene:
    """The Emperor, seat 1 (of two: seat 1), is to move, and one loaf is left in the market."""
    return scene(**{"turn": "emperor", "market": ["bread"], **more})


def next_round(**more: Any) -> tuple[Scene, list[Fact]]:
    """A round has ended, chance is asked for stones; with what has been told of that."""
    table = at_the_end_of_a_round(**more)
    return table, list(table.act(1, Buy("bread")))


SEVEN = ("bread", "wine", "wine", "cloth", "jewel", "indulgence", "indulgence")
FOUR = ("LUST_2", "TAKE_7", "NEW_CREW", "LUST_2")


def test_p1_seven_stones_are_drawn_onto_the_market():
    table, _ = next_round()
    drawn = table.of_chance(DrawStones(SEVEN))
    assert only(facts.StoneDrawn, drawn) == [facts.StoneDrawn(stone) for stone in SEVEN]
    assert table.state.places["market"].known == {"bread": 1, "wine": 2, "cloth": 1, "jewel": 1, "indulgence": 2}


@pytest.mark.parametrize(
    ("stones", "rule"), [(SEVEN[:6], "TB-29"), ((*SEVEN, "wine"), "TB-29"), (("jewel",) * 7, "TB-28")]
)
def test_p1_refuses_another_number_and_stones_that_are_not_in_the_bag(stones, rule):
    table, _ = next_round(goods={0: ["jewel"]})
    assert refused(table, "chance", DrawStones(stones)) == ("illegal-move", rule)


def test_p2_cards_are_put_back_and_a_crew_is_readied():
    table, told = next_round(seats=3, characters={"pope": 0, "emperor": 1, "petty-sinner": 2})
    assert only(facts.CharacterReturned, told) == [
        facts.CharacterReturned(0, "pope"),
        facts.CharacterReturned(1, "emperor"),
        facts.CharacterReturned(2, "petty-sinner"),
    ]
    assert facts.CrewReadied() in table.of_chance(DrawStones(SEVEN))
    assert (table.state.places["card"].known, table.state.places["hut"].known) == ({"crew": 1}, {"crew": 3})


def test_p2_no_crew_is_readied_where_none_is_in_the_hut():
    """Only where rules were broken are all of them elsewhere; the round begins all the same."""
    table, _ = next_round(sites={1: 1, 2: 1, 3: 1}, crew_on_card=True)
    assert not len(table.state.places["hut"])
    assert facts.CrewReadied() not in table.of_chance(DrawStones(SEVEN))
    assert table.state.due == "deal-cards"


@pytest.mark.parametrize("there", [True, False])
def test_p3_a_yellow_letter_is_laid_where_there_is_none(there):
    table, _ = next_round(suite=there)
    drawn = table.of_chance(DrawStones(SEVEN))
    assert (facts.YellowLetterLaid() in drawn) is not there
    assert table.state.places["suite"].known == {"yellow": 1}
    assert table.state.places["stacks"].count("yellow") == 9


@pytest.mark.parametrize("welcome", [True, False])
def test_p4_the_card_of_suite_5_says_welcome_again(welcome):
    table, _ = next_round(welcome=welcome)
    drawn = table.of_chance(DrawStones(SEVEN))
    assert (facts.SuiteFlipped(welcome=True) in drawn) is not welcome
    assert table.state.welcome


def test_p5_rooms_are_cleared_and_four_cards_dealt():
    table, _ = next_round(rooms={2: "TAKE_3", 4: "OTHERS_5"})
    cleared = table.of_chance(DrawStones(SEVEN))
    assert only(facts.RoomCleared, cleared) == [facts.RoomCleared(2, "TAKE_3"), facts.RoomCleared(4, "OTHERS_5")]
    dealt = table.of_chance(DealCards(FOUR))
    assert only(facts.CardDealt, dealt) == [facts.CardDealt(room, card) for room, card in enumerate(FOUR, 1)]
    assert not only(facts.DeckShuffled, dealt)
    assert seen(table, PUBLIC)["house"]["rooms"] == [*FOUR]
    assert table.state.places["discards"].known == {"TAKE_3": 1, "OTHERS_5": 1}


@pytest.mark.parametrize(
    ("cards", "rule"), [(FOUR[:3], "TB-29"), ((*FOUR, "TAKE_5"), "TB-29"), (("TAKE_3", *FOUR[1:]), "TB-28")]
)
def test_p5_refuses_another_number_and_cards_that_are_not_in_the_deck(cards, rule):
    table, _ = next_round()
    table.of_chance(DrawStones(SEVEN))
    assert refused(table, "chance", DealCards(cards)) == ("illegal-move", rule)


def test_p6_the_discards_become_the_deck_after_six_rounds():
    table = Table(RULESET, rules_of(RULESET, 4), seeded(3)).play_on(Random(3))
    told = [fact for step in table.steps for fact in step.facts]
    dealt = only((facts.CardDealt, facts.DeckShuffled), told)
    assert len(dealt) > 24
    assert [at for at, fact in enumerate(dealt) if isinstance(fact, facts.DeckShuffled)] == [24]
    assert dealt[24] == facts.DeckShuffled(24)


# -- the auction --------------------------------------------------------------------------------------------


def bidding(*bids: tuple[int, int], **more: Any) -> tuple[Scene, list[Fact]]:
    """Everybody bids notches and taler, in the order of the seats; with what follows upon the last bid."""
    table = scene(len(bids) or 4, phase="auction", **more)
    told: list[Fact] = []
    for seat, bid in enumerate(bids):
        told = table.play(seat, Bid(*bid))
    return table, told


@pytest.mark.parametrize("notches", [1, 6])
def test_q1_a_bid_is_set_in_secret(notches):
    table, _ = bidding()
    assert table.play(2, Bid(notches, 25))[0] == facts.BidSet(2, notches, 25)
    own = seen(table, seat_viewer(2))["seats"][2]
    assert own["bid"] == {"notches": {"amount": notches}, "taler": {"amount": 25}}
    for viewer in (PUBLIC, seat_viewer(1)):
        other = seen(table, viewer)["seats"][2]
        assert (other["bid_set"], other["bid"]) == (True, {"notches": {}, "taler": {}})


@pytest.mark.parametrize("bid", [Bid(7, 0), Bid(1, 26)])
def test_q1_refuses_a_face_that_is_not_there_and_money_that_is_not_owned(bid):
    table, _ = bidding()
    assert refused(table, 0, bid) == ("illegal-move", "MC-Q1")


def test_q1_a_bid_is_set_once():
    table, _ = bidding()
    table.play(0, Bid(1, 0))
    assert refused(table, 0, Bid(2, 0)) == ("not-awaited", "TB-18")


def test_q2_bids_are_revealed_together_when_the_last_is_set():
    table, _ = bidding()
    early = [fact for seat in (3, 0, 2) for fact in table.play(seat, Bid(seat + 1, seat))]
    assert not only(facts.BidsRevealed, early)
    assert only(facts.BidsRevealed, table.play(1, Bid(2, 1))) == [facts.BidsRevealed((1, 2, 3, 4), (0, 1, 2, 3))]


@pytest.mark.parametrize(
    ("bids", "souls", "order"),
    [
        ([(1, 0), (1, 5), (3, 1), (2, 0)], {}, (1, 2, 3, 0)),
        ([(1, 0), (1, 0), (1, 0), (1, 0)], {}, (3, 2, 1, 0)),
        ([(1, 4), (5, 0), (3, 2), (1, 0)], {0: 9, 1: 2}, (0, 1, 2, 3)),
    ],
)
def test_q3_the_highest_bid_chooses_first_and_of_equal_ones_the_nearer_hell(bids, souls, order):
    table, _ = bidding(*bids, souls=souls)
    assert table.state.order == order
    assert table.awaited == [order[0]]


@pytest.mark.parametrize(
    ("bids", "souls", "keeper"),
    [
        ([(4, 3), (3, 9), (2, 1), (1, 2)], {}, 0),
        ([(4, 3), (4, 1), (2, 1), (1, 2)], {}, 1),
        ([(4, 3), (4, 1), (2, 1), (1, 2)], {0: 1}, 0),
    ],
)
def test_q4_the_most_notches_keep_their_money_and_everybody_else_pays(bids, souls, keeper):
    table, told = bidding(*bids, souls=souls)
    assert only(facts.BidTakenBack, told) == [facts.BidTakenBack(keeper, bids[keeper][1])]
    assert [fact.seat for fact in only(facts.BidPaid, told)] == [seat for seat in range(4) if seat != keeper]
    left = [table.state.purses[f"money:{seat}"].amount for seat in range(4)]
    assert left == [25 if seat == keeper else 25 - taler for seat, (_, taler) in enumerate(bids)]


def test_q4_without_money_there_is_nothing_to_pay():
    _, told = bidding((1, 0), (2, 0), (3, 0), (4, 0))
    assert not only((facts.BidPaid, facts.BidTakenBack), told)


def test_q5_posts_stay_as_they_were_bid_for_all_to_see():
    table, _ = bidding((4, 0), (3, 0), (2, 0), (1, 0))
    assert [seat["post"] for seat in seen(table, PUBLIC)["seats"]] == [4, 3, 2, 1]
    table.play(0, ChooseCharacter("merchant"))
    assert table.state.posts == (4, 3, 2, 1)


def choosing(*order: int, **more: Any) -> Scene:
    """Characters are chosen in this order (by default that of the seats); the Emperor's crew is ready."""
    return scene(**{"phase": "characters", "order": order or (0, 1, 2, 3), "crew_on_card": True, **more})


def test_q6_a_free_card_is_taken_and_its_preliminary_action_done_at_once():
    table = choosing(2, 0, 1, 3)
    assert table.play(2, ChooseCharacter("emperor"))[0] == facts.CharacterTaken(2, "emperor")
    assert (table.awaited, table.state.wanted) == ([2], "preliminary")
    table.play(2, PlaceCrew(1))
    assert table.awaited == [0]


def test_q6_refuses_a_card_that_is_held_and_a_choice_out_of_order():
    table = choosing()
    table.play(0, ChooseCharacter("merchant"))
    assert refused(table, 1, ChooseCharacter("merchant")) == ("illegal-move", "MC-Q6")
    assert refused(table, 2, ChooseCharacter("pope")) == ("not-awaited", "TB-18")


def test_q7_money_is_settled_before_the_first_card_is_taken():
    table, told = bidding((4, 3), (3, 9), (2, 1), (1, 2))
    settled = ["BidTakenBack", "BidPaid", "BidPaid", "BidPaid"]
    assert table.type_names(told) == ["BidSet", "BidsRevealed", "ChoosingOrderSet", *settled, "PhaseBegan"]
    assert table.state.unsettled == (0, 0, 0, 0)
    assert table.state.free_characters() == [*CHARACTERS]


def test_q8_cards_are_kept_until_the_round_ends():
    table = at_the_end_of_a_round(market=["bread", "wine"])
    told = table.play(1, Buy("bread"))
    assert not only(facts.CharacterReturned, told)
    assert [table.state.holder(name) for name in CHARACTERS] == [0, 1, 2, 3]
    told = table.play(1, Pass()) + table.play(2, Buy("wine"))
    assert len(only(facts.CharacterReturned, told)) == 4
    assert table.state.free_characters() == [*CHARACTERS]


# -- preliminary actions ------------------------------------------------------------------------------------


def test_v1_the_pope_may_move_a_pope_stone():
    table = choosing()
    table.play(0, ChooseCharacter("pope"))
    assert table.type_names(table.play(0, MovePopeStone("lust", "greed"))) == ["PopeStoneMoved"]
    assert [len(table.state.places[f"pope:{den}"]) for den in DENS] == [0, 1, 2]
    assert table.awaited == [1]


def test_v1_moves_one_stone_only():
    table = choosing()
    table.play(0, ChooseCharacter("pope"))
    table.play(0, MovePopeStone("lust", "greed"))
    assert refused(table, 0, MovePopeStone("petty", "greed")) == ("not-awaited", "TB-18")


def test_v1_is_not_for_the_emperor():
    table = choosing()
    table.play(0, ChooseCharacter("emperor"))
    assert refused(table, 0, MovePopeStone("lust", "greed")) == ("illegal-move", "MC-V1")


def test_v2_the_emperor_places_the_crew_of_his_card():
    table = choosing()
    table.play(0, ChooseCharacter("emperor"))
    assert table.type_names(table.play(0, PlaceCrew(2))) == ["CrewPlaced"]
    assert [len(table.state.places[place]) for place in ("card", "hut", "site:2")] == [0, 3, 1]


def test_v2_refuses_to_leave_it_out():
    table = choosing()
    table.play(0, ChooseCharacter("emperor"))
    assert refused(table, 0, Decline()) == ("illegal-move", "MC-V2")


def test_v2_is_not_for_the_pope():
    table = choosing()
    table.play(0, ChooseCharacter("pope"))
    assert refused(table, 0, PlaceCrew(2)) == ("illegal-move", "MC-V2")


def test_v3_the_merchant_has_no_preliminary_action():
    table = choosing()
    assert table.type_names(table.play(0, ChooseCharacter("merchant"))) == ["CharacterTaken"]
    assert (table.awaited, table.state.wanted) == ([1], "character")


def test_v4_the_petty_sinner_sins_and_may_visit_the_house():
    table = choosing()
    assert table.play(0, ChooseCharacter("petty-sinner"))[1:3] == [facts.SinStonePlaced(0, "petty", "petty")] * 2
    assert table.type_names(table.play(0, Visit(1))) == ["RoomChosen"]
    assert table.type_names(table.play(0, Perform())) == ["CardExecuted", "TalerReceived", "CardDiscarded"]
    assert table.state.posts[0] == 1
    assert table.awaited == [1]


def test_v4_even_with_the_post_at_its_end():
    table = choosing(posts={0: 6})
    table.play(0, ChooseCharacter("petty-sinner"))
    assert facts.LetterTaken(0, "yellow", "suite") in table.play(0, Visit(6))
    assert table.state.places["den:lust"].known == {"0": 1}


def test_v4_he_may_stay_at_home_but_not_act_otherwise():
    table = choosing()
    table.play(0, ChooseCharacter("petty-sinner"))
    assert refused(table, 0, Buy("bread")) == ("illegal-move", "MC-T2")
    assert refused(table, 0, SetDie(1)) == ("illegal-move", "MC-T2")
    assert table.type_names(table.play(0, Decline())) == ["Declined"]
    assert table.awaited == [1]


def test_v4_with_no_room_open_he_is_not_asked():
    table = choosing(rooms={}, suite=False)
    table.play(0, ChooseCharacter("petty-sinner"))
    assert table.awaited == [1]


# -- turns --------------------------------------------------------------------------------------------------


def test_t1_turns_go_round_in_the_order_of_the_characters():
    table = scene(characters={"pope": 2, "emperor": 0, "merchant": 3, "petty-sinner": 1})
    order = []
    for _ in range(5):
        order += table.awaited
        table.play(table.awaited[0], Pass())
        if table.state.wanted == "free-stone":
            table.play(table.awaited[0], TakeFree("bread"))
    assert order == [2, 0, 3, 1, 2]


def test_t1_the_pope_begins_the_phase():
    table = choosing(3, 2, 1, 0)
    table.play(3, ChooseCharacter("merchant"))
    table.play(2, ChooseCharacter("petty-sinner"))
    table.play(2, Decline())
    table.play(1, ChooseCharacter("pope"))
    table.play(1, Decline())
    assert only(facts.TurnPassed, table.play(0, PlaceCrew(1))) == [facts.TurnPassed(1, "pope")]


def test_t2_a_turn_is_a_pass_or_one_of_four_actions():
    table = scene(turn="emperor", goods={1: ["jewel"]})
    assert {move["type"] for move in table.listed(1)} == {"pass", "buy", "sell", "donate", "visit"}
    assert table.type_names(table.play(1, Pass())) == ["TurnDeclaredOver", "TurnPassed"]


@pytest.mark.parametrize("command", [Pass(), Buy("bread"), Donate("coin-1", "I"), Visit(2)])
def test_t2_refuses_a_turn_out_of_turn(command):
    assert refused(scene(turn="emperor"), 2, command) == ("not-awaited", "TB-18")


def test_t3_a_second_action_of_another_kind_costs_a_notch():
    table = scene(turn="emperor", goods={1: ["jewel"]})
    assert facts.PostRotated not in map(type, table.play(1, Buy("bread")))
    told = table.play(1, Sell("jewel"))
    assert told[:3] == [
        facts.ActionBegan(1, "sell", second=True),
        facts.PostRotated(1, 2, "second"),
        facts.GoodSold(1, "jewel"),
    ]


@pytest.mark.parametrize(
    ("turn", "seat", "first", "second"),
    [
        ("emperor", 1, Buy("bread"), Buy("wine")),
        ("emperor", 1, Sell("bread"), Sell("wine")),
        ("petty-sinner", 3, Donate("coin-1", "I"), Donate("wine", "I")),
        ("petty-sinner", 3, Visit(6), Visit(1)),
    ],
)
def test_t3_refuses_a_second_action_of_the_same_kind(turn, seat, first, second):
    table = scene(turn=turn, goods={1: ["bread", "wine"], 3: ["wine"]})
    table.play(seat, first)
    assert refused(table, seat, second) == ("illegal-move", "MC-T3")


def test_t3_refuses_the_pope_a_second_visit():
    table = scene(rooms={1: "TAKE_3", 2: "TAKE_5"})
    table.play(0, SetDie(1))
    table.play(table.awaited[0], Guess(6))
    table.play(0, Perform())
    assert refused(table, 0, SetDie(2)) == ("illegal-move", "MC-T3")


@pytest.mark.parametrize("third", [Sell("wine"), Visit(2), Buy("wine")])
def test_t3_refuses_a_third_action(third):
    table = scene(turn="emperor", goods={1: ["wine"]})
    table.play(1, Buy("bread"))
    table.play(1, Donate("coin-1", "I"))
    assert table.awaited == [1]
    assert refused(table, 1, third) == ("illegal-move", "MC-T3")


@pytest.mark.parametrize(
    ("market", "command", "ends"),
    [
        (["bread"], Buy("bread"), True),
        (["indulgence"], Buy("indulgence", "red"), True),
        (["bread", "indulgence"], Buy("bread"), False),
    ],
)
def test_t4_the_phase_ends_with_the_last_stone_good_or_not(market, command, ends):
    told = scene(turn="emperor", market=market).play(1, command)
    assert (facts.PhaseBegan("compare") in told) is ends


# -- buying and selling -------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", ["red", "green"])
def test_k1_an_indulgence_stone_is_exchanged_for_a_letter(colour):
    table = scene(turn="emperor")
    bag = len(table.state.places["bag"])
    assert table.play(1, Buy("indulgence", colour))[1:5] == [
        facts.TalerPaid(1, 4),
        facts.StoneTaken(1, "indulgence", "table", free=False),
        facts.LetterTaken(1, colour, "stacks"),
        facts.StoneReturned(1, "indulgence"),
    ]
    assert table.state.places["letters:1"].known == {colour: 1}
    assert len(table.state.places["bag"]) == bag + 1
    assert table.state.purses["money:1"].amount == 21


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (Buy("indulgence", "blue"), "MC-R16"),
        (Buy("indulgence", "yellow"), "MC-R16"),
        (Buy("indulgence"), "MC-R16"),
        (Buy("bread", "red"), "MC-R16"),
    ],
)
def test_k1_refuses_other_colours_and_letters_for_goods(command, rule):
    assert refused(scene(turn="emperor"), 1, command) == ("illegal-move", rule)


def test_k1_refuses_a_letter_without_an_indulgence_stone_in_the_market():
    table = scene(turn="emperor", market=["bread"])
    assert refused(table, 1, Buy("indulgence", "red")) == ("illegal-move", "MC-K1")


@pytest.mark.parametrize(("good", "price"), [("bread", 2), ("wine", 4), ("cloth", 3), ("jewel", 6)])
def test_k2_a_good_is_paid_and_put_behind_the_screen(good, price):
    table = scene(turn="emperor")
    there = table.state.places["market"].count(good)
    assert table.play(1, Buy(good))[1:3] == [
        facts.TalerPaid(1, price),
        facts.StoneTaken(1, good, "screen", free=False),
    ]
    assert table.state.places["goods:1"].known == {good: 1}
    assert table.state.places["market"].count(good) == there - 1
    assert not any(len(table.state.places[f"den:{den}"]) for den in DENS)


def test_k1_refuses_a_letter_that_is_too_dear():
    table = scene(turn="emperor", money={1: 3})
    assert refused(table, 1, Buy("indulgence", "red")) == ("illegal-move", "MC-K1")


def test_k2_refuses_a_good_that_is_too_dear():
    assert refused(scene(turn="emperor", money={1: 3}), 1, Buy("wine")) == ("illegal-move", "MC-K2")


def test_k2_refuses_a_good_that_is_not_in_the_market():
    assert refused(scene(turn="emperor", market=["bread"]), 1, Buy("wine")) == ("illegal-move", "MC-K2")


def test_k3_two_of_a_good_cost_the_price_of_one_and_a_stone_of_greed():
    table = scene(turn="emperor")
    assert table.play(1, Buy("bread", greedy=True))[1:5] == [
        facts.TalerPaid(1, 2),
        facts.SinStonePlaced(1, "greed", "greed"),
        *[facts.StoneTaken(1, "bread", "screen", free=False)] * 2,
    ]
    assert table.state.places["goods:1"].known == {"bread": 2}


@pytest.mark.parametrize("command", [Buy("wine", greedy=True), Buy("indulgence", "red", greedy=True)])
def test_k3_refuses_where_there_are_not_two_and_for_letters(command):
    assert refused(scene(turn="emperor"), 1, command) == ("illegal-move", "MC-K3")


def test_k4_no_second_letter_in_one_turn():
    table = scene(turn="emperor")
    table.play(1, Buy("indulgence", "red"))
    assert refused(table, 1, Buy("indulgence", "green")) == ("illegal-move", "MC-T3")


@pytest.mark.parametrize(("good", "price"), [("bread", 6), ("wine", 8), ("cloth", 7), ("jewel", 10)])
def test_l1_a_good_goes_into_the_bag_for_its_sale_price(good, price):
    table = scene(turn="emperor", goods={1: [good]})
    market, there = dict(table.state.places["market"].known), table.state.places["bag"].count(good)
    assert table.play(1, Sell(good))[1:3] == [facts.GoodSold(1, good), facts.TalerReceived(1, price)]
    assert table.state.places["bag"].count(good) == there + 1
    assert table.state.purses["money:1"].amount == 25 + price
    assert table.state.places["market"].known == market


def test_l1_refuses_a_good_that_is_not_owned():
    table = scene(turn="emperor", goods={0: ["wine"], 1: ["bread"]})
    assert refused(table, 1, Sell("wine")) == ("illegal-move", "MC-L1")


def test_l2_letters_and_donated_goods_are_not_for_sale():
    table = scene(turn="emperor", letters={1: ["red"]}, chests={(1, "I"): ["wine"]})
    assert "sell" not in [move["type"] for move in table.listed(1)]
    assert refused(table, 1, Sell("wine")) == ("illegal-move", "MC-L1")


# -- donating -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["I", "II"])
def test_d1_what_is_donated_is_shown_and_its_compartment_is_not(part):
    table = scene(turn="petty-sinner", goods={3: ["wine"]})
    assert table.play(3, Donate("wine", part))[1:3] == [
        facts.ItemShown(3, "wine"),
        facts.ItemDropped(3, "wine", "goods:3", part),
    ]
    assert table.state.places["chest:3"].parts[part].known == {"wine": 1}
    record = log_of(table)[-1]
    assert redact(record, seat_viewer(3))["facts"][2]["compartment"] == part
    others = redact(record, seat_viewer(0))
    assert others["facts"][2]["item"] == "wine"
    assert others["facts"][2]["compartment"] not in ("I", "II")
    assert others["command"]["compartment"] not in ("I", "II")


@pytest.mark.parametrize("item", ["jewel", "coin-10"])
def test_d1_refuses_what_is_not_owned(item):
    table = scene(turn="petty-sinner", money={3: 9})
    assert refused(table, 3, Donate(item, "I")) == ("illegal-move", "MC-D1")


@pytest.mark.parametrize("value", [1, 2, 5, 10])
def test_d2_any_coin_can_be_had_for_its_money(value):
    table = scene(turn="petty-sinner", money={3: 10})
    table.play(3, Donate(f"coin-{value}", "II"))
    assert table.state.purses["money:3"].amount == 10 - value
    assert table.state.places["chest:3"].parts["II"].known == {f"coin-{value}": 1}


def test_d3_nothing_comes_out_of_a_compartment_before_it_is_evaluated():
    table = finishing(chests={(2, "II"): ["wine", "coin-5"]})
    table.play(1, PlaceCrew(1))
    assert table.state.places["chest:2"].parts["II"].known == {"wine": 1, "coin-5": 1}


# -- privileges ---------------------------------------------------------------------------------------------


def test_c1_the_merchant_takes_a_good_at_the_end_of_his_turn():
    table = scene(turn="merchant")
    table.play(2, Buy("bread"))
    assert not only(facts.TurnDeclaredOver, table.play(2, Pass()))
    assert table.type_names(table.play(2, TakeFree("jewel"))) == ["StoneTaken", "TurnDeclaredOver", "TurnPassed"]
    assert table.state.places["goods:2"].known == {"bread": 1, "jewel": 1}
    assert table.state.purses["money:2"].amount == 23


def test_c1_or_an_indulgence_stone_for_a_letter():
    table = scene(turn="merchant")
    table.play(2, Pass())
    assert table.play(2, TakeFree("indulgence", "green"))[:3] == [
        facts.StoneTaken(2, "indulgence", "table", free=True),
        facts.LetterTaken(2, "green", "stacks"),
        facts.StoneReturned(2, "indulgence"),
    ]


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (TakeFree("cloth"), "MC-C1"),
        (TakeFree("indulgence"), "MC-R15"),
        (TakeFree("indulgence", "yellow"), "MC-R15"),
        (TakeFree("bread", "red"), "MC-R15"),
        (Pass(), "MC-T2"),
    ],
)
def test_c1_refuses_what_cannot_be_taken(command, rule):
    table = scene(turn="merchant", market=["bread", "wine", "indulgence"])
    table.play(2, Pass())
    assert refused(table, 2, command) == ("illegal-move", rule)


@pytest.mark.parametrize(("turn", "seat"), [("pope", 0), ("emperor", 1), ("petty-sinner", 3)])
def test_c1_nobody_else_takes_one(turn, seat):
    table = scene(turn=turn)
    assert table.type_names(table.play(seat, Pass())) == ["TurnDeclaredOver", "TurnPassed"]


@pytest.mark.parametrize("items", [("wine", "wine"), ("wine", "coin-5"), ("coin-5", "coin-5")])
def test_c2_the_emperor_donates_two_items_in_one_action(items):
    table = scene(turn="emperor", goods={1: ["wine", "wine"]})
    told = table.play(1, Donate(items[0], "I")) + table.play(1, Donate(items[1], "II"))
    assert len(only(facts.ActionBegan, told)) == 1
    assert not only(facts.PostRotated, told)
    parts = table.state.places["chest:1"].parts
    assert (parts["I"].known, parts["II"].known) == ({items[0]: 1}, {items[1]: 1})
    assert table.awaited == [1]


def test_c2_in_each_of_his_turns():
    table = scene(2, turn="emperor", characters={"pope": 0, "emperor": 1, "merchant": 0, "petty-sinner": 1})
    for command in (Donate("coin-1", "I"), Donate("coin-1", "I"), Pass()):
        table.play(1, command)
    for seat, command in ((0, Pass()), (0, TakeFree("bread")), (1, Pass()), (0, Pass())):
        table.play(seat, command)
    table.play(1, Donate("coin-2", "I"))
    assert not only(facts.ActionBegan, table.play(1, Donate("coin-2", "II")))


def test_c2_refuses_a_third_donation():
    table = scene(turn="emperor")
    table.play(1, Donate("coin-1", "I"))
    table.play(1, Donate("coin-1", "I"))
    assert refused(table, 1, Donate("coin-1", "I")) == ("illegal-move", "MC-T3")


@pytest.mark.parametrize("room", [1, 3, 5, 6])
def test_c3_the_petty_sinner_turns_no_post_in_the_house(room):
    table = scene(turn="petty-sinner", posts={3: 6})
    assert not only(facts.PostRotated, table.play(3, Visit(room)))
    assert table.state.places["den:lust"].known == ({"3": 1} if room > 4 else {})


def test_c3_but_for_a_second_action_he_does():
    table = scene(turn="petty-sinner")
    table.play(3, Buy("bread"))
    assert only(facts.PostRotated, table.play(3, Visit(3))) == [facts.PostRotated(3, 2, "second")]


def test_c4_the_pope_always_goes_incognito():
    table = scene()
    assert [move["type"] for move in table.listed(0) if "room" in move] == ["set-die"]
    assert refused(table, 0, Visit(1)) == ("illegal-move", "MC-C4")
    for turn, seat in (("emperor", 1), ("merchant", 2), ("petty-sinner", 3)):
        assert refused(scene(turn=turn), seat, SetDie(1)) == ("illegal-move", "MC-C4")


# -- the House ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [2, 3, 6])
def test_h1_refuses_a_room_with_nothing_in_it(room):
    table = scene(turn="emperor", rooms={1: "TAKE_3"}, suite=False)
    assert refused(table, 1, Visit(room)) == ("illegal-move", "MC-H1")


@pytest.mark.parametrize(("room", "then"), [(1, [Perform()]), (5, [ChooseRoom(2), Perform()]), (6, [])])
def test_h1_what_has_been_visited_is_closed_for_this_round(room, then):
    table = scene(turn="petty-sinner")
    for command in (Visit(room), *then, Pass()):
        table.play(3, command)
    table.play(0, Pass())
    assert refused(table, 1, Visit(room)) == ("illegal-move", "MC-H1")


@pytest.mark.parametrize(("post", "room"), [(5, 3), (5, 6), (6, 1)])
def test_h2_refuses_a_room_for_which_the_post_cannot_be_turned(post, room):
    assert refused(scene(turn="emperor", posts={1: post}), 1, Visit(room)) == ("illegal-move", "MC-H2")


@pytest.mark.parametrize(("post", "room", "to"), [(4, 3, 6), (4, 6, 6), (6, 2, 6), (6, 5, 6)])
def test_h2_up_to_the_last_face_it_is_no_obstacle(post, room, to):
    table = scene(turn="emperor", posts={1: post})
    table.play(1, Visit(room))
    assert table.state.posts[1] == to


def test_h3_the_post_is_turned_then_the_card_performed_then_discarded():
    table = scene(turn="emperor")
    assert table.play(1, Visit(1))[1:3] == [facts.RoomChosen(1, 1), facts.PostRotated(1, 2, "room")]
    assert table.play(1, Perform())[:3] == [
        facts.CardExecuted(1, 1, "TAKE_5"),
        facts.TalerReceived(1, 5),
        facts.CardDiscarded(1, "TAKE_5"),
    ]
    assert table.state.places["discards"].known == {"TAKE_5": 1}
    assert not len(table.state.places["den:lust"])


def test_h3_refuses_to_perform_another_card():
    table = scene(turn="emperor")
    table.play(1, Visit(1))
    assert refused(table, 1, commands.TakeGood("bread")) == ("illegal-move", "MC-H3")
    assert refused(table, 1, MovePopeStone("lust", "greed")) == ("illegal-move", "MC-V1")


def test_h4_suite_5_costs_a_stone_of_lust_and_lends_the_card_of_a_room():
    table = scene(turn="emperor")
    assert table.play(1, Visit(5))[1:4] == [
        facts.RoomChosen(1, 5),
        facts.SinStonePlaced(1, "lust", "lust"),
        facts.SuiteFlipped(welcome=False),
    ]
    assert table.type_names(table.play(1, ChooseRoom(1))) == ["RoomChosen"]
    assert table.type_names(table.play(1, Perform())) == ["CardExecuted", "TalerReceived", "CardDiscarded"]
    assert table.state.posts[1] == 1
    assert table.state.card_in(1) is None


def test_h4_where_a_board_gives_suite_5_notches_the_post_is_turned():
    table = scene(turn="emperor", board={"suites": {"5": 2, "6": 2}})
    assert only(facts.PostRotated, table.play(1, Visit(5))) == [facts.PostRotated(1, 3, "room")]


def test_h4_refuses_a_room_without_a_card():
    table = scene(turn="emperor", rooms={1: "TAKE_3", 4: "TAKE_5"})
    table.play(1, Visit(5))
    assert refused(table, 1, ChooseRoom(2)) == ("illegal-move", "MC-H4")


def test_h4_with_one_room_left_there_is_nothing_to_choose():
    table = scene(turn="emperor", rooms={4: "TAKE_5"})
    assert facts.RoomChosen(1, 4) in table.play(1, Visit(5))
    assert table.state.wanted == "perform"


def test_h5_suite_6_costs_a_stone_of_lust_and_two_notches_for_its_letter():
    table = scene(turn="emperor")
    assert table.play(1, Visit(6))[1:5] == [
        facts.RoomChosen(1, 6),
        facts.SinStonePlaced(1, "lust", "lust"),
        facts.PostRotated(1, 3, "room"),
        facts.LetterTaken(1, "yellow", "suite"),
    ]
    assert table.state.places["letters:1"].known == {"yellow": 1}
    assert table.state.open_rooms() == [1, 2, 3, 4, 5]


def test_h6_a_card_need_not_be_performed_but_it_has_been_paid_for():
    table = scene(turn="emperor")
    table.play(1, Visit(1))
    assert table.play(1, Decline())[:2] == [facts.Declined(1, "TAKE_5"), facts.CardDiscarded(1, "TAKE_5")]
    assert (table.state.posts[1], table.state.purses["money:1"].amount) == (2, 25)


# -- the Pope incognito -------------------------------------------------------------------------------------


def incognito(room: int, guess: int, **more: Any) -> tuple[Scene, list[Fact]]:
    """The Pope, seat 0, has gone to *room*, and *guess* was guessed; with what has followed upon the guess."""
    table = scene(**more)
    table.play(0, SetDie(room))
    told = table.play(table.awaited[0], Guess(guess))
    return table, [fact for fact in told if not isinstance(fact, (Awaited, facts.StepsDue))]


def test_i1_a_pretext_is_announced_and_the_die_set_in_secret():
    table = scene()
    assert table.play(0, SetDie(4))[1:3] == [facts.PretextAnnounced(0), facts.DieSet(0, 4)]
    assert (seen(table, seat_viewer(0))["seats"][0]["die"], seen(table, seat_viewer(3))["seats"][0]["die"]) == (
        {"amount": 4},
        {},
    )
    record = log_of(table)[-1]
    assert redact(record, seat_viewer(0))["command"]["room"] == 4
    for viewer in (PUBLIC, seat_viewer(3)):
        assert redact(record, viewer)["command"]["room"] != 4
        assert redact(record, viewer)["facts"][2]["room"] != 4


@pytest.mark.parametrize(
    ("souls", "guesser"), [({}, 3), ({1: 4, 2: 2}, 1), ({0: 9, 2: 3, 3: 1}, 2), ({1: 1, 2: 2, 3: 3}, 3)]
)
def test_i2_of_the_others_the_nearest_to_hell_guesses(souls, guesser):
    table = scene(souls=souls)
    table.play(0, SetDie(1))
    assert table.awaited == [guesser]
    assert table.play(guesser, Guess(2))[0] == facts.Guessed(guesser, 2)


def test_i2_refuses_a_guess_of_anybody_else():
    table = scene(souls={3: 5})
    table.play(0, SetDie(1))
    assert refused(table, 0, Guess(1)) == ("not-awaited", "TB-18")
    assert refused(table, 2, Guess(1)) == ("not-awaited", "TB-18")


def test_i2_nobody_guesses_where_others_go():
    table = scene(turn="emperor")
    table.play(1, Visit(1))
    assert (table.awaited, table.state.wanted) == ([1], "perform")


@pytest.mark.parametrize(("guess", "caught"), [(3, True), (4, False)])
def test_i3_the_die_is_shown_and_that_room_visited(guess, caught):
    table, told = incognito(3, guess)
    assert told[1] == facts.DieShown(0, 3, caught)
    assert facts.RoomChosen(0, 3) in told
    assert (table.awaited, table.state.wanted) == ([0], "perform")
    assert table.type_names(table.play(0, Decline())) == ["Declined", "CardDiscarded"]


@pytest.mark.parametrize(
    ("room", "follows"),
    [
        (1, [facts.RoomChosen(0, 1), facts.PostRotated(0, 2, "room")]),
        (5, [facts.RoomChosen(0, 5), facts.SinStonePlaced(0, "lust", "lust")]),
        (6, [facts.RoomChosen(0, 6), facts.SinStonePlaced(0, "lust", "lust"), facts.PostRotated(0, 3, "room")]),
    ],
)
def test_i4_a_caught_pope_moves_a_step_and_pays(room, follows):
    _, told = incognito(room, room)
    assert told[2 : 3 + len(follows)] == [facts.SoulMoved(0, 1, 1, "caught"), *follows]


@pytest.mark.parametrize("room", [1, 3, 5, 6])
def test_i5_who_is_not_caught_pays_nothing(room):
    table, told = incognito(room, 2)
    assert not only((facts.SoulMoved, facts.PostRotated, facts.SinStonePlaced), told)
    assert facts.RoomChosen(0, room) in told
    assert (table.state.souls[0], table.state.posts[0]) == (0, 1)


@pytest.mark.parametrize("guess", [3, 4])
def test_i6_in_too_dear_a_room_the_pope_is_noted(guess):
    table, told = incognito(3, guess, posts={0: 5})
    assert told[2:4] == [facts.SoulMoved(0, 1, 1, "note"), facts.PostRotated(0, 6, "note")]
    assert not only(facts.RoomChosen, told)
    assert table.state.card_in(3) == "POPE_STONE"


def test_i6_a_room_that_just_fits_is_not_too_dear():
    table, told = incognito(3, 3, posts={0: 4})
    assert facts.SoulMoved(0, 1, 1, "caught") in told
    assert (table.state.posts[0], table.state.wanted) == (6, "perform")


# -- dens ---------------------------------------------------------------------------------------------------


def atoning(pope_stones: Mapping[str, int], *move: str, **more: Any) -> tuple[Scene, list[Fact]]:
    """Seat 0 becomes Pope and moves a Pope stone; with what follows."""
    table = choosing(pope_stones=pope_stones, **more)
    table.play(0, ChooseCharacter("pope"))
    return table, table.play(0, MovePopeStone(*move))


STONES = {"lust": {0: 1, 1: 2}, "petty": {0: 2, 1: 1, 2: 4}, "greed": {1: 3, 3: 5}}


@pytest.mark.parametrize(
    ("pope_stones", "move"),
    [
        ({"lust": 1, "petty": 1, "greed": 1}, ("petty", "greed")),
        ({"lust": 1, "greed": 2}, ("greed", "lust")),
        ({"lust": 1, "greed": 2}, ("greed", "petty")),
    ],
)
def test_n1_pope_stones_at_several_dens_do_nothing(pope_stones, move):
    table, told = atoning(pope_stones, *move, dens=STONES)
    assert table.type_names(told) == ["PopeStoneMoved"]


def test_n2_with_the_third_pope_stone_each_stone_of_the_other_dens_costs_a_step():
    _, told = atoning({"petty": 1, "greed": 2}, "petty", "greed", dens=STONES)
    assert told[1] == facts.AtonementCame("greed", 0)
    assert [(fact.seat, fact.steps, fact.to) for fact in only(facts.SoulMoved, told)] == [(2, 4, 4), (1, 3, 3)]


def test_n3_whoever_moved_it_does_not_move():
    table, _ = atoning({"petty": 1, "greed": 2}, "petty", "greed", dens=STONES)
    assert table.state.souls == (0, 3, 4, 0)


def test_n4_stones_come_back_from_those_dens_alone():
    table, told = atoning({"petty": 1, "greed": 2}, "petty", "greed", dens=STONES)
    assert {(fact.seat, fact.den, fact.number) for fact in only(facts.SinStonesReturned, told)} == {
        (0, "lust", 1),
        (0, "petty", 2),
        (1, "lust", 2),
        (1, "petty", 1),
        (2, "petty", 4),
    }
    assert [table.state.places[f"den:{den}"].known for den in DENS] == [{}, {}, {"1": 3, "3": 5}]
    assert [len(table.state.places[f"stones:{seat}"]) for seat in range(4)] == [7, 4, 7, 2]


def test_n5_the_pope_stones_return_one_to_each_den():
    table, told = atoning({"lust": 2, "greed": 1}, "greed", "lust")
    assert told[2] == facts.PopeStonesReturned("lust")
    assert [len(table.state.places[f"pope:{den}"]) for den in DENS] == [1, 1, 1]


def test_o1_who_has_no_stone_left_empties_a_den_and_moves():
    table = choosing(dens={"lust": {0: 3}, "greed": {0: 4}})
    assert table.type_names(table.play(0, ChooseCharacter("petty-sinner"))) == ["CharacterTaken"]
    assert table.play(0, EmptyDen("greed"))[:4] == [
        facts.DenEmptied(0, "greed", 4),
        facts.SoulMoved(0, 4, 4, "run-out"),
        *[facts.SinStonePlaced(0, "petty", "petty")] * 2,
    ]
    assert table.state.wanted == "visit"


def test_o1_who_is_still_short_empties_another():
    table = choosing(dens={"lust": {0: 1}, "greed": {0: 6}})
    table.play(0, ChooseCharacter("petty-sinner"))
    table.play(0, EmptyDen("lust"))
    assert (table.awaited, table.state.wanted) == ([0], "stones")
    told = table.play(0, EmptyDen("greed"))
    assert only(facts.SinStonePlaced, told) == [facts.SinStonePlaced(0, "petty", "petty")]
    assert (table.state.souls[0], len(table.state.places["stones:0"])) == (7, 5)


def test_o1_with_stones_left_nobody_is_asked():
    table = choosing(dens={"lust": {0: 1}, "greed": {0: 4}})
    table.play(0, ChooseCharacter("petty-sinner"))
    assert table.state.wanted == "visit"
    assert table.state.souls[0] == 0


# -- building -----------------------------------------------------------------------------------------------


def building(seats: int = 4, **more: Any) -> Scene:
    """Seat 1 has just been left with the Emperor card, the last one: its crew is to be placed."""
    held = {"pope": 0, "merchant": 2 % seats, "petty-sinner": 3 % seats}
    return choosing(1, seats=seats, characters=held, **more)


def finishing(**more: Any) -> Scene:
    """The crew finishes the first cathedral if it is placed on site 1."""
    return building(built={1: "nave"}, sites={1: 1}, **more)


def ending(**more: Any) -> Scene:
    """The crew finishes the second cathedral if it is placed on site 1."""
    return building(built={3: "cathedral", 1: "nave"}, sites={1: 1}, **more)


@pytest.mark.parametrize(
    ("built", "crews", "follows", "left"),
    [
        ("nothing", 0, [], (1, 3)),
        ("nothing", 1, [facts.NaveBuilt(1)], (0, 4)),
        ("nave", 0, [], (1, 3)),
        ("nave", 1, [facts.CathedralFinished(1)], (0, 4)),
    ],
)
def test_g1_every_second_crew_builds_and_both_go_home(built, crews, follows, left):
    table = building(built={1: built}, sites={1: crews})
    told = table.play(1, PlaceCrew(1))
    assert only((facts.NaveBuilt, facts.CathedralFinished), told) == follows
    assert (len(table.state.places["site:1"]), len(table.state.places["hut"])) == left


def test_g1_crews_on_different_sites_build_nothing():
    told = building(sites={1: 1, 2: 1}).play(1, PlaceCrew(3))
    assert not only((facts.NaveBuilt, facts.CathedralFinished), told)


def test_g2_a_finished_cathedral_interrupts_play_for_an_evaluation():
    table = scene(turn="merchant", rooms={1: "NEW_CREW"}, built={1: "nave"}, sites={1: 1})
    table.play(2, Visit(1))
    assert table.type_names(table.play(2, PlaceCrew(1))) == [
        "CardExecuted",
        "CrewPlaced",
        "CathedralFinished",
        *["CompartmentOpened"] * 4,
        *["LettersLaidOut", "DonorsRanked", "LettersReturned"] * 3,
        "CardDiscarded",
    ]
    assert (table.awaited, table.state.turn, table.state.actions) == ([2], "merchant", ("visit",))


def test_g2_a_nave_does_not():
    table = building(sites={1: 1}, chests={(2, "I"): ["bread"]})
    assert not only(facts.CompartmentOpened, table.play(1, PlaceCrew(1)))


CHESTS = {(2, "I"): ["bread"], (2, "II"): ["wine"], (3, "II"): ["coin-2"]}


@pytest.mark.parametrize(
    ("table", "opened", "over"),
    [
        (finishing, [("I", ()), ("I", ()), ("I", ("bread",)), ("I", ())], False),
        (ending, [("II", ()), ("II", ()), ("II", ("wine",)), ("II", ("coin-2",))], True),
    ],
)
def test_g3_the_first_cathedral_opens_compartment_i_and_the_second_ends_the_game(table, opened, over):
    table = table(chests=CHESTS)
    told = only(facts.CompartmentOpened, table.play(1, PlaceCrew(1)))
    assert [(fact.compartment, fact.things) for fact in told] == opened
    assert table.state.over is over


# -- evaluations --------------------------------------------------------------------------------------------


def sharing(chests: Mapping[tuple[int, str], list[str]], number: int = 3, **more: Any) -> list[Fact]:
    """What follows upon a first cathedral with *number* red Letters in each category."""
    board = {"cathedrals": [{kind: {"red": number} for kind in KINDS}] * 3}
    return finishing(chests=chests, board=board, **more).play(1, PlaceCrew(1))


def test_e1_categories_are_counted_one_after_the_other():
    chests = {
        (0, "I"): ["bread", "wine", "cloth", "coin-10"],
        (1, "I"): ["wine", "wine", "jewel", "coin-2", "coin-5"],
        (2, "I"): ["jewel", "cloth", "cloth"],
    }
    assert only(facts.DonorsRanked, sharing(chests)) == [
        facts.DonorsRanked("bread_wine", (3, 4, 0, 0), (1, 0)),
        facts.DonorsRanked("cloth_jewel", (1, 2, 4, 0), (2, 1, 0)),
        facts.DonorsRanked("money", (10, 7, 0, 0), (0, 1)),
    ]


@pytest.mark.parametrize(("number", "takers"), [(0, ""), (1, "2"), (2, "23"), (4, "2323"), (5, "23232")])
def test_e2_the_two_biggest_donors_pick_in_turns(number, takers):
    chests = {(1, "I"): ["bread"], (2, "I"): ["wine", "bread"], (3, "I"): ["wine"]}
    told = sharing(chests, number)
    assert "".join(str(fact.seat) for fact in only(facts.LetterTaken, told)) == takers


def test_e2_refuses_a_letter_that_is_not_on_display_and_a_pick_out_of_order():
    table = finishing(chests={(2, "I"): ["wine"], (3, "I"): ["bread"]})
    table.play(1, PlaceCrew(1))
    assert refused(table, 2, Pick("yellow")) == ("illegal-move", "MC-E2")
    assert refused(table, 3, Pick("red")) == ("not-awaited", "TB-18")


def test_e3_a_sole_donor_takes_everything_and_without_one_all_stay_in_the_supply():
    told = sharing({(3, "I"): ["cloth"]})
    assert [fact.seat for fact in only(facts.LetterTaken, told)] == [3, 3, 3]
    assert only(facts.LettersReturned, told) == [facts.LettersReturned(("red",) * 3)] * 2


@pytest.mark.parametrize(("souls", "ranking"), [({}, (3, 2)), ({2: 1}, (2, 3)), ({2: 5, 3: 6}, (3, 2))])
def test_e4_of_equal_donors_the_nearer_hell_is_the_bigger(souls, ranking):
    told = sharing({(2, "I"): ["wine"], (3, "I"): ["bread", "bread"]}, souls=souls)
    assert only(facts.DonorsRanked, told)[0].ranking == ranking


def test_e5_the_evaluated_donations_leave_the_table_of_everybody():
    table = finishing(
        chests={(1, "I"): ["bread", "coin-2"], (2, "I"): ["wine"], (3, "I"): ["wine"] * 2, (3, "II"): ["jewel"]},
        board={"cathedrals": [{kind: {"red": 1} for kind in KINDS}] * 3},
    )
    bag = dict(table.state.places["bag"].known)
    told = table.play(1, PlaceCrew(1))
    assert {fact.seat for fact in only(facts.LetterTaken, told)} == {1, 3}
    assert only(facts.DonationsCleared, told) == [
        facts.DonationsCleared(1, ("bread",), ("coin-2",)),
        facts.DonationsCleared(2, ("wine",), ()),
        facts.DonationsCleared(3, ("wine", "wine"), ()),
    ]
    assert table.state.places["bag"].known == {**bag, "bread": bag["bread"] + 1, "wine": bag["wine"] + 3}
    assert [table.state.purses[f"money:{seat}"].amount for seat in range(4)] == [25] * 4
    assert table.state.places["chest:3"].known == {"jewel": 1}


# -- comparing posts, and movement --------------------------------------------------------------------------


def compared(posts: Iterable[int], souls: Mapping[int, int] | None = None) -> list[Fact]:
    """What moves when these posts are compared at the end of a round."""
    table = at_the_end_of_a_round(posts=dict(enumerate(posts)), souls=souls or {})
    return only((facts.PostsCompared, facts.SoulMoved, facts.SoulStayed), table.play(1, Buy("bread")))


def test_x1_the_most_notches_cost_as_many_steps_as_the_posts_differ():
    assert compared([2, 5, 4, 3]) == [facts.PostsCompared(5, 2, 1), facts.SoulMoved(1, 3, 3, "compare")]


def test_x1_with_equal_posts_nobody_moves():
    assert compared([3, 3, 3, 3]) == [facts.PostsCompared(3, 3)]


@pytest.mark.parametrize(("souls", "seat"), [({}, 0), ({0: 3}, 1), ({0: 4, 1: 3, 2: 5}, 1)])
def test_x2_of_several_with_the_most_only_the_farthest_from_hell_moves(souls, seat):
    assert [fact.seat for fact in compared([5, 5, 5, 1], souls)[1:]] == [seat]


def at_room(card: str, **more: Any) -> Scene:
    """The Merchant, seat 2, has entered a room with *card*."""
    table = scene(turn="merchant", rooms={1: card}, **more)
    table.play(2, Visit(1))
    return table


def test_w1_only_the_start_holds_several_souls():
    table = at_room("OTHERS_3")
    assert table.state.souls == (0, 0, 0, 0)
    table.play(2, Perform())
    assert table.state.souls == (5, 4, 0, 3)


@pytest.mark.parametrize(
    ("souls", "to"),
    [({0: 10, 1: 13}, 14), ({0: 10, 1: 13, 2: 14}, 15), ({0: 10, 1: 11, 2: 12}, 13), ({0: 10}, 13)],
)
def test_w2_occupied_spaces_are_counted_and_the_last_one_skipped(souls, to):
    assert compared([4, 1, 1, 1], souls)[1:] == [facts.SoulMoved(0, 3, to, "compare")]


def test_w3_forty_is_the_last_space_and_who_would_reach_hell_does_not_move():
    assert compared([6, 1, 1, 1], {0: 35})[1:] == [facts.SoulMoved(0, 5, 40, "compare")]
    assert compared([6, 1, 1, 1], {0: 36})[1:] == [facts.SoulStayed(0, 5, "compare")]


@pytest.mark.parametrize("seed", range(3))
def test_w4_souls_move_towards_heaven_in_the_final_scoring_only(seed):
    table = Table(RULESET, rules_of(RULESET, 4), seeded(seed)).play_on(Random(seed))
    told = [fact for step in table.steps for fact in step.facts]
    souls = [0] * 4
    directions = set()
    for move in only(facts.SoulMoved, told):
        directions.add((move.cause == "letters", move.to > souls[move.seat]))
        souls[move.seat] = move.to
    assert directions == {(False, True), (True, False)}


def test_w5_of_several_the_nearest_to_hell_moves_first():
    told = at_room("OTHERS_5", souls={0: 2, 1: 7, 3: 4}).play(2, Perform())
    assert [(fact.seat, fact.to) for fact in only(facts.SoulMoved, told)] == [(1, 12), (3, 9), (0, 7)]


def test_w6_every_tie_is_for_the_nearer_hell():
    _, told = bidding((2, 3), (2, 3), (2, 3), (2, 3), row=[1, 3, 0, 2])
    assert only(facts.ChoosingOrderSet, told) == [facts.ChoosingOrderSet((2, 0, 3, 1), 2)]
    assert compared([6, 6, 6, 1], {1: 1})[1].seat == 0


def test_w7_in_the_final_scoring_an_occupied_start_is_skipped_too():
    told = ending(souls={0: 2, 1: 1}, letters={0: ["red"] * 2, 1: ["red"]}).play(1, PlaceCrew(1))
    assert [(fact.seat, fact.to) for fact in only(facts.SoulMoved, told)] == [(0, -1), (1, -2)]


# -- the end ------------------------------------------------------------------------------------------------


def test_z1_posts_are_compared_before_the_letters_are_counted():
    told = ending(posts={0: 5}, letters={0: ["red"]}).play(1, PlaceCrew(1))
    assert only((facts.PostsCompared, facts.SoulMoved), told) == [
        facts.PostsCompared(5, 1, 0),
        facts.SoulMoved(0, 4, 4, "compare"),
        facts.SoulMoved(0, -1, 3, "letters"),
    ]


def test_z2_letters_are_scored_by_the_nearest_to_hell_first():
    letters = {0: [*SET, "red"], 1: [*THREE], 3: ["yellow"]}
    told = ending(souls={0: 4, 1: 9, 2: 7}, letters=letters).play(1, PlaceCrew(1))
    assert only(facts.LettersShown, told) == [
        facts.LettersShown(1, {"blue": 1, "green": 1, "red": 1}, 3),
        facts.LettersShown(2, {}, 0),
        facts.LettersShown(0, {"blue": 1, "green": 1, "red": 2, "yellow": 1}, 9),
        facts.LettersShown(3, {"yellow": 1}, 1),
    ]


def test_z2_after_the_first_cathedral_no_letter_is_counted():
    told = finishing(letters={0: [*SET]}).play(1, PlaceCrew(1))
    assert not only((facts.LettersShown, facts.PostsCompared, MatchEnded), told)


@pytest.mark.parametrize(
    ("letters", "winners", "result", "by"),
    [
        ({0: SET * 5, 1: (*SET * 4, "red", "red", "red")}, [0, 1], "shared", "heaven"),
        ({0: SET * 4, 1: (*SET * 4, "red", "red", "red")}, [1], "win", "heaven"),
        ({0: SET * 4, 1: (*SET * 4, "red", "red")}, [1], "win", "nearest"),
        ({2: ("red",)}, [2], "win", "nearest"),
    ],
)
def test_z3_everyone_in_heaven_wins_or_else_the_nearest_to_it(letters, winners, result, by):
    (end,) = only(MatchEnded, ending(letters=letters).play(1, PlaceCrew(1)))
    assert (end.outcome["winners"], end.outcome["result"], end.outcome["decided_by"]) == (winners, result, by)


# -- two and three players ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("bids", "order"), [([(2, 0), (3, 0)], (1, 0, 1, 0)), ([(2, 3), (3, 0)], (0, 1, 0, 1))])
def test_2p1_two_players_choose_two_cards_each_by_turns(bids, order):
    table, _ = bidding(*bids)
    assert table.state.order == order
    table.play(order[0], ChooseCharacter("merchant"))
    assert table.awaited == [order[1]]


@pytest.mark.parametrize(
    ("split", "number", "takers"),
    [
        ("de", 1, "1"),
        ("de", 2, "11"),
        ("de", 3, "110"),
        ("de", 4, "1101"),
        ("de", 5, "11011"),
        ("en", 2, "11"),
        ("en", 3, "110"),
        ("en", 4, "1100"),
        ("en", 5, "11001"),
    ],
)
def test_2p2_the_bigger_donor_takes_two_then_the_other_then_the_bigger_the_rest(split, number, takers):
    chests = {(0, "I"): ["bread"], (1, "I"): ["wine"]}
    told = sharing(chests, number, seats=2, two_player_split=split)
    assert "".join(str(fact.seat) for fact in only(facts.LetterTaken, told)) == takers


def test_2p2_a_sole_donor_takes_all():
    told = sharing({(0, "I"): ["bread"]}, 5, seats=2)
    assert [fact.seat for fact in only(facts.LetterTaken, told)] == [0] * 5


def of_three(*chosen: str) -> Scene:
    """Three players take these characters, and leave out what they may."""
    table = choosing(0, 1, 2, seats=3)
    for seat, character in enumerate(chosen):
        table.play(seat, ChooseCharacter(character))
        while table.state.wanted in ("preliminary", "visit") and table.awaited == [seat]:
            table.play(seat, PlaceCrew(1) if "emperor" in table.state.steps[0].get("duties", ()) else Decline())
    return table


def test_3p1_three_players_take_a_card_each_and_one_stays():
    table = of_three("petty-sinner", "emperor", "merchant")
    assert table.state.holder("pope") is None
    assert [table.state.holder(name) for name in CHARACTERS[1:]] == [1, 2, 0]


@pytest.mark.parametrize(
    ("chosen", "heir", "command"),
    [
        (("emperor", "petty-sinner", "merchant"), 0, "move-pope-stone"),
        (("petty-sinner", "pope", "merchant"), 1, "place-crew"),
    ],
)
def test_3p2_pope_and_emperor_stand_in_for_each_other(chosen, heir, command):
    table = of_three(*chosen)
    assert table.awaited == [heir]
    assert table.listed(heir)[0]["type"] == command


NO_MERCHANT = {"pope": 0, "emperor": 1, "petty-sinner": 2}


def test_3p3_the_free_stone_goes_to_whoever_is_nearest_hell_when_his_turn_ends():
    table = scene(3, characters=NO_MERCHANT, rooms={1: "TAKE_3", 2: "TAKE_5"})
    table.play(0, SetDie(1))
    table.play(table.awaited[0], Guess(1))
    table.play(0, Decline())
    table.play(0, Pass())
    assert (table.awaited, table.state.wanted) == ([0], "free-stone")


def test_3p3_not_to_whoever_was_nearest_when_it_began():
    table = scene(3, turn="petty-sinner", characters=NO_MERCHANT, rooms={1: "OTHERS_3"})
    table.play(2, Visit(1))
    table.play(2, Perform())
    assert not only(facts.StoneTaken, table.play(2, Pass()))
    assert table.awaited == [0]


def test_3p3_with_the_merchant_in_play_it_is_his_alone():
    table = scene(3, characters={"pope": 0, "emperor": 1, "merchant": 2}, souls={0: 5})
    table.play(0, Pass())
    assert table.awaited == [1]


def test_3p4_without_the_petty_sinner_nothing_is_made_up_for():
    table = of_three("pope", "emperor", "merchant")
    assert (table.state.phase, table.state.turn) == ("actions", "pope")
    assert not len(table.state.places["den:petty"])


def test_3p5_in_the_next_round_all_four_cards_are_free():
    table = at_the_end_of_a_round(seats=3, characters=NO_MERCHANT)
    table.play(1, Buy("bread"))
    assert (table.state.phase, table.state.free_characters()) == ("auction", [*CHARACTERS])


# -- at the wrong time --------------------------------------------------------------------------------------

NOT_IN_A_TURN = [
    (ChooseBonus("jewel", ("I",)), "MC-B1"),
    (Bid(1, 0), "MC-Q1"),
    (ChooseCharacter("pope"), "MC-Q6"),
    (commands.Wait(), "MC-R55"),
    (MovePopeStone("lust", "greed"), "MC-V1"),
    (PlaceCrew(1), "MC-V2"),
    (commands.MoveCrew(1, 2), "MC-R39"),
    (commands.TakeGood("bread"), "MC-H3"),
    (commands.Rob(2), "MC-H3"),
    (Perform(), "MC-H3"),
    (Decline(), "MC-H6"),
    (ChooseRoom(1), "MC-H4"),
    (Guess(1), "MC-I2"),
    (TakeFree("bread"), "MC-C1"),
    (EmptyDen("lust"), "MC-O1"),
    (commands.GiveLetter("red"), "MC-R33"),
    (Pick("red"), "MC-E2"),
    (commands.RevealBids(), "MC-R66"),
    (commands.ShowDie(), "MC-R66"),
    (commands.HandOver(), "MC-R66"),
    (commands.Answer(), "MC-R66"),
    (commands.OpenCompartments(), "MC-R66"),
    (commands.CountLetters(), "MC-R66"),
]
ONLY_IN_A_TURN = [
    (Buy("bread"), "MC-T2"),
    (Sell("bread"), "MC-T2"),
    (Donate("coin-1", "I"), "MC-T2"),
    (Visit(1), "MC-H1"),
    (SetDie(1), "MC-T2"),
    (Pass(), "MC-T2"),
]


STEPS: list[Command] = [
    steps.ReturnCard("pope"),
    steps.SetBid(1, 0),
    steps.Settle(),
    steps.TakeCard("pope"),
    steps.Begin("buy"),
    steps.Rotate(1),
    steps.Pay(2),
    steps.TakeStone("bread"),
    steps.TakeLetter("red", "stacks"),
    steps.ReturnStone(),
    steps.BagGood("bread"),
    steps.Receive(),
    steps.PlaceStone("greed"),
    steps.Show("coin-1"),
    steps.Drop("coin-1", "I"),
    steps.NameRoom(1),
    steps.Flip(),
    steps.Discard(),
    steps.Announce(),
    steps.TurnDie(1),
    steps.OpenDie(),
    steps.DeclareOver(),
    steps.CallNext(2),
    steps.Prompt(2),
    steps.Admit("M12"),
    steps.LetPass(),
]


def named(cases: Iterable[tuple[Command, str]]) -> list[Any]:
    """The cases, each under the type of its command."""
    return [pytest.param(command, rule, id=command.TYPE) for command, rule in cases]


@pytest.mark.parametrize(("command", "rule"), named(NOT_IN_A_TURN))
def test_in_a_turn_it_is_the_wrong_time(command, rule):
    assert refused(scene(turn="emperor"), 1, command) == ("illegal-move", rule)


@pytest.mark.parametrize(("command", "rule"), named(ONLY_IN_A_TURN))
def test_in_the_auction_it_is_the_wrong_time(command, rule):
    assert refused(scene(phase="auction"), 1, command) == ("illegal-move", rule)


@pytest.mark.parametrize("command", STEPS, ids=lambda command: command.TYPE)
def test_without_the_register_a_hosted_match_knows_no_steps(command):
    for seat in range(4):
        assert refused(scene(turn="emperor"), seat, command) == ("illegal-move", "MC-A6")


def test_every_command_has_its_wrong_time():
    wrong = {type(command) for command, _ in [*NOT_IN_A_TURN, *ONLY_IN_A_TURN]}
    assert wrong | {type(command) for command in STEPS} == set(RULESET.commands)


@pytest.mark.parametrize("command", [PlaceSouls((0, 1, 2, 3)), DrawStones(SEVEN), DealCards(FOUR)])
def test_chance_is_not_asked_in_a_turn(command):
    assert refused(scene(), "chance", command) == ("not-awaited", "TB-18")


def test_chance_is_asked_for_one_thing_at_a_time():
    table, _ = next_round()
    assert refused(table, "chance", DealCards(FOUR)) == ("not-awaited", "TB-18")
    assert refused(table, 0, Bid(1, 0)) == ("not-awaited", "TB-18")
