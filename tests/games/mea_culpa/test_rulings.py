"""Rulings MC-R1 to MC-R40: the auction, turns, the House with the Pope's visits, and building.

Unless a test says otherwise, four seats hold pope, emperor, merchant and petty-sinner in this order, and their
souls stand on the start, seat 3 nearest Hell.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

import pytest

from domain.games.mea_culpa import RULESET, facts
from domain.games.mea_culpa.commands import (
    Bid,
    Buy,
    ChooseBonus,
    ChooseCharacter,
    ChooseRoom,
    Decline,
    Donate,
    EmptyDen,
    GiveLetter,
    Guess,
    MoveCrew,
    Pass,
    Perform,
    Pick,
    PlaceCrew,
    Rob,
    Sell,
    SetDie,
    TakeFree,
    TakeGood,
    Visit,
)
from domain.games.mea_culpa.state import CHARACTERS
from domain.kit.facts import Fact, Json
from domain.kit.table.facts import MatchEnded
from domain.kit.visibility import PUBLIC, Viewer, redact, seat_viewer
from tests.games.mea_culpa.tables import Scene, scene
from tests.games.playing import Table, only, refused, rules_of, stored

POPE, EMPEROR, MERCHANT, SINNER = range(4)
ALL_GOODS = ["bread"] * 10 + ["wine"] * 9 + ["cloth"] * 9 + ["jewel"] * 7
DEAR_TO_CHEAP = {1: "OTHERS_5", 2: "TAKE_7", 3: "STEAL_3", 4: "TAKE_3"}
"""Rooms that cost 3, 2, 1 and 0 notches."""


def illegal(rule: str) -> tuple[str, str]:
    """The refusal of something that breaks *rule*."""
    return "illegal-move", rule


def until_compare(table: Scene, told: Iterable[Fact]) -> list[str]:
    """The types of the facts of an action phase that has ended."""
    told = list(told)
    assert facts.PhaseBegan("compare") in told
    return table.type_names(takewhile(lambda fact: fact != facts.PhaseBegan("compare"), told))


def offered(table: Scene, seat: int, kind: str) -> list[Json]:
    """The listed moves of one type, without the type."""
    moves = [dict(move) for move in table.listed(seat) if move["type"] == kind]
    return [{name: value for name, value in move.items() if name != "type"} for move in moves]


def seen(table: Table, viewer: Viewer, seat: int) -> dict[str, Any]:
    """What *viewer* sees of a seat."""
    shown: dict[str, Any] = RULESET.view(table.state.masked(viewer))["seats"][seat]
    return shown


def bids(table: Scene, *set_to: tuple[int, int]) -> list[Fact]:
    """Each seat bids notches and taler; what follows the last bid."""
    told: list[Fact] = []
    for seat, (notches, taler) in enumerate(set_to):
        told = table.play(seat, Bid(notches, taler))
    return told


def building(**more: Any) -> Scene:
    """Seat 1 has taken the Emperor card as the last one: its crew is to be placed."""
    held = {"pope": 0, "merchant": 2, "petty-sinner": 3}
    return scene(phase="characters", turn=None, order=(1,), characters=held, crew_on_card=True, **more)


def sinner_visits(card: str, **more: Any) -> Scene:
    """Seat 3 has chosen first, the Petty Sinner, and has gone into room 1 with *card*."""
    more = {"crew_on_card": True, "rooms": {1: card, 2: "TAKE_3"}, **more}
    table = scene(phase="characters", turn=None, order=(3, 0, 1, 2), **more)
    table.play(3, ChooseCharacter("petty-sinner"))
    table.play(3, Visit(1))
    return table


def at_room(card: str, turn: str = "merchant", seat: int = MERCHANT, seats: int = 4, **more: Any) -> Scene:
    """*seat* has entered a room with *card*, and is to say whether it is performed."""
    table = scene(seats, turn=turn, rooms={1: card, 2: "TAKE_3"}, **more)
    table.play(seat, Visit(1))
    return table


def shown_die(table: Scene, room: int, *, caught: bool) -> list[Fact]:
    """The Pope goes to *room*, which somebody guesses or does not; what follows the guess."""
    table.play(POPE, SetDie(room))
    assert table.state.wanted == "guess"
    return table.play(table.awaited[0], Guess(room if caught else room % 6 + 1))


# -- MC-R1: no bid without a notch --------------------------------------------------------------------------


def test_r1_the_lowest_bid_is_one_notch_and_no_money():
    table = scene(phase="auction")
    assert offered(table, 0, "bid") == [{"notches": {"min": 1, "max": 6}, "taler": {"min": 0, "max": 25}}]
    assert table.play(0, Bid(1, 0))[0] == facts.BidSet(0, 1, 0)


@pytest.mark.parametrize("notches", [0, 7])
def test_r1_the_post_has_no_such_face(notches):
    assert refused(scene(phase="auction"), 0, Bid(notches, 5)) == illegal("MC-Q1")


def test_r1_nobody_bids_more_money_than_he_owns():
    table = scene(phase="auction", money={0: 4})
    assert refused(table, 0, Bid(1, 5)) == illegal("MC-Q1")
    table.play(0, Bid(1, 4))


# -- MC-R2: bids are settled at once ------------------------------------------------------------------------


def test_r2_everybody_settles_in_the_decision_that_reveals():
    table = scene(phase="auction")
    bids(table, (4, 7), (2, 7), (3, 12), (1, 0))
    revealed = list(table.steps[-1].facts)
    assert table.type_names(revealed) == [
        "BidsRevealed",
        "ChoosingOrderSet",
        "BidTakenBack",
        "BidPaid",
        "BidPaid",
        "PhaseBegan",
    ]
    assert only(facts.BidTakenBack, revealed) == [facts.BidTakenBack(0, 7)]
    assert only(facts.BidPaid, revealed) == [facts.BidPaid(1, 7), facts.BidPaid(2, 12)]
    assert [table.state.purses[f"money:{seat}"].amount for seat in range(4)] == [25, 18, 13, 25]
    assert (table.awaited, table.state.wanted) == ([2], "character")


def test_r2_two_players_settle_once_though_they_choose_twice():
    table = scene(2, phase="auction")
    told = bids(table, (2, 5), (3, 6))
    assert facts.ChoosingOrderSet((1, 0, 1, 0), 1) in told
    assert only((facts.BidPaid, facts.BidTakenBack), told) == [facts.BidPaid(0, 5), facts.BidTakenBack(1, 6)]
    told = table.play(1, ChooseCharacter("merchant"))
    assert only((facts.BidPaid, facts.BidTakenBack), told) == []


def test_r2_nobody_takes_a_card_before_all_bids_are_revealed():
    table = scene(phase="auction")
    table.play(3, Bid(6, 25))
    assert refused(table, 3, ChooseCharacter("pope")) == ("not-awaited", "TB-18")
    assert refused(table, 0, ChooseCharacter("pope")) == illegal("MC-Q6")


# -- MC-R3: the money of a bid cannot be stolen -------------------------------------------------------------


@pytest.mark.parametrize(
    ("victim", "result"),
    [(1, facts.TalerGiven(1, 0, 3)), (2, facts.NothingGiven(2, "STEAL_3")), (3, facts.TalerGiven(3, 0, 3))],
)
def test_r3_money_that_was_bid_is_gone_or_back_behind_the_screen(victim, result):
    table = scene(phase="auction", money={0: 25, 1: 3, 2: 4, 3: 3}, rooms={1: "STEAL_3"}, crew_on_card=True)
    bids(table, (1, 20), (6, 3), (2, 4), (1, 0))
    table.play(0, ChooseCharacter("petty-sinner"))
    table.play(0, Visit(1))
    assert result in table.play(0, Rob(victim))


# -- MC-R4: on the start the row decides --------------------------------------------------------------------

ROW = (2, 0, 3, 1)


def test_r4_the_row_ranks_equal_bids_and_equal_posts():
    told = bids(scene(phase="auction", row=ROW), (2, 3), (2, 3), (2, 3), (2, 3))
    assert facts.ChoosingOrderSet((1, 3, 0, 2), 1) in told


def test_r4_the_row_says_who_moves_when_posts_are_compared():
    table = scene(row=ROW, posts={0: 4, 2: 4, 3: 4, 1: 2}, market=["bread"])
    assert facts.PostsCompared(4, 2, 2) in table.play(0, Buy("bread"))
    assert table.state.souls == (0, 0, 2, 0)


def test_r4_the_row_ranks_equal_donors():
    chests = {(seat, "I"): ["bread"] for seat in (0, 2, 3)}
    table = building(row=ROW, built={1: "nave"}, sites={1: 1}, chests=chests)
    told = table.play(1, PlaceCrew(1))
    assert only(facts.DonorsRanked, told)[0] == facts.DonorsRanked("bread_wine", (1, 0, 1, 1), (3, 0, 2))


def test_r4_the_row_says_who_takes_the_free_stone_of_a_merchant_whom_nobody_holds():
    held = {"pope": 0, "emperor": 1, "petty-sinner": 2}
    table = scene(3, row=(2, 0, 1), characters=held)
    table.play(0, Pass())
    assert table.awaited == [1]
    table.play(1, Pass())
    assert (table.awaited, table.state.wanted) == ([1], "free-stone")


def test_r4_in_the_final_ranking_the_row_is_for_the_one_nearest_heaven():
    table = building(row=ROW, built={3: "cathedral", 1: "nave"}, sites={1: 1})
    (end,) = only(MatchEnded, table.play(1, PlaceCrew(1)))
    assert (end.outcome["winners"], end.outcome["ranking"]) == ([2], [2, 0, 3, 1])


def test_r4_once_a_soul_has_left_the_start_its_space_decides():
    told = bids(scene(phase="auction", row=ROW, souls={2: 1, 1: 2}), (2, 3), (2, 3), (2, 3), (2, 3))
    assert facts.ChoosingOrderSet((1, 2, 3, 0), 1) in told


# -- MC-R5: of equal posts the one nearest Hell is favoured -------------------------------------------------


def test_r5_of_the_most_notches_the_one_nearest_hell_keeps_the_money():
    told = bids(scene(phase="auction", souls={1: 10, 2: 4, 3: 20}), (2, 9), (5, 1), (5, 2), (3, 4))
    assert only(facts.BidTakenBack, told) == [facts.BidTakenBack(1, 1)]
    assert only(facts.BidPaid, told) == [facts.BidPaid(0, 9), facts.BidPaid(2, 2), facts.BidPaid(3, 4)]


def test_r5_and_is_spared_when_posts_are_compared():
    table = scene(souls={1: 10, 2: 4, 3: 20}, posts={0: 2, 1: 5, 2: 5, 3: 3}, market=["bread"])
    told = table.play(0, Buy("bread"))
    assert facts.PostsCompared(5, 2, 2) in told
    assert only(facts.SoulMoved, told) == [facts.SoulMoved(2, 3, 7, "compare")]


# -- MC-R6: a bid of six notches ----------------------------------------------------------------------------


def test_r6_six_notches_are_a_lawful_bid():
    assert scene(phase="auction").play(0, Bid(6, 0))[0] == facts.BidSet(0, 6, 0)


@pytest.mark.parametrize("room", [1, 2, 3, 6])
def test_r6_rooms_that_cost_a_notch_are_closed_to_a_post_at_six(room):
    table = scene(turn="merchant", posts={MERCHANT: 6}, rooms=DEAR_TO_CHEAP)
    assert refused(table, MERCHANT, Visit(room)) == illegal("MC-H2")


@pytest.mark.parametrize("room", [4, 5])
def test_r6_rooms_that_cost_nothing_are_not(room):
    table = scene(turn="merchant", posts={MERCHANT: 6}, rooms=DEAR_TO_CHEAP)
    assert offered(table, MERCHANT, "visit") == [{"room": {"any_of": [4, 5]}}]
    assert facts.RoomChosen(MERCHANT, room) in table.play(MERCHANT, Visit(room))
    assert table.state.posts[MERCHANT] == 6


@pytest.mark.parametrize("room", [1, 2, 3, 4, 5, 6])
def test_r6_the_petty_sinner_visits_any_room_with_six_notches(room):
    table = scene(turn="petty-sinner", posts={SINNER: 6}, rooms=DEAR_TO_CHEAP)
    assert facts.RoomChosen(SINNER, room) in table.play(SINNER, Visit(room))
    assert table.state.posts[SINNER] == 6


def test_r6_there_is_no_second_action():
    table = scene(posts={POPE: 6})
    table.play(POPE, Buy("bread"))
    assert table.awaited == [EMPEROR]


# -- MC-R7: the Merchant's stone ----------------------------------------------------------------------------


def test_r7_the_merchant_takes_his_stone_also_after_a_pass():
    table = scene(turn="merchant")
    table.play(MERCHANT, Pass())
    assert (table.awaited, table.state.wanted) == ([MERCHANT], "free-stone")
    told = table.play(MERCHANT, TakeFree("jewel"))
    assert told[0] == facts.StoneTaken(MERCHANT, "jewel", "screen", free=True)
    assert table.state.places[f"goods:{MERCHANT}"].known == {"jewel": 1}
    assert table.state.purses[f"money:{MERCHANT}"].amount == 25
    assert table.awaited == [SINNER]


def test_r7_the_stone_is_compulsory():
    table = scene(turn="merchant")
    table.play(MERCHANT, Pass())
    assert {move["type"] for move in table.listed(MERCHANT)} == {"take-free"}
    assert refused(table, MERCHANT, Pass()) == illegal("MC-T2")
    assert refused(table, MERCHANT, Decline()) == illegal("MC-H6")


def test_r7_the_stone_must_lie_in_the_market():
    table = scene(turn="merchant", market=["bread", "wine"])
    table.play(MERCHANT, Pass())
    assert refused(table, MERCHANT, TakeFree("jewel")) == illegal("MC-C1")


def test_r7_an_indulgence_stone_is_exchanged_for_a_letter():
    table = scene(turn="merchant")
    table.play(MERCHANT, Pass())
    assert table.play(MERCHANT, TakeFree("indulgence", "green"))[:3] == [
        facts.StoneTaken(MERCHANT, "indulgence", "table", free=True),
        facts.LetterTaken(MERCHANT, "green", "stacks"),
        facts.StoneReturned(MERCHANT, "indulgence"),
    ]


@pytest.mark.parametrize("turn", ["pope", "emperor", "petty-sinner"])
def test_r7_nobody_else_takes_one(turn):
    table = scene(turn=turn)
    assert table.type_names(table.play(CHARACTERS.index(turn), Pass())) == ["TurnDeclaredOver", "TurnPassed"]


# -- MC-R8: no second action at six -------------------------------------------------------------------------


@pytest.mark.parametrize("turn", CHARACTERS)
def test_r8_at_six_a_turn_is_over_after_one_action(turn):
    seat = CHARACTERS.index(turn)
    table = scene(turn=turn, posts={seat: 6}, goods={seat: ["wine"]})
    told = table.play(seat, Buy("bread"))
    if turn == "merchant":
        assert table.state.wanted == "free-stone"
        told += table.play(seat, TakeFree("cloth"))
    assert facts.TurnDeclaredOver(seat, turn) in told
    assert table.awaited == [(seat + 1) % 4]


@pytest.mark.parametrize("command", [Buy("bread"), Sell("wine"), Visit(2)])
def test_r8_the_emperor_who_may_still_donate_may_do_nothing_else(command):
    table = scene(turn="emperor", posts={EMPEROR: 6}, goods={EMPEROR: ["wine"]})
    table.play(EMPEROR, Donate("coin-1", "I"))
    assert table.awaited == [EMPEROR]
    assert refused(table, EMPEROR, command) == illegal("MC-R8")
    assert {move["type"] for move in table.listed(EMPEROR)} == {"donate", "pass"}


@pytest.mark.parametrize("turn", CHARACTERS)
def test_r8_with_five_notches_everybody_has_a_second_action(turn):
    seat = CHARACTERS.index(turn)
    table = scene(turn=turn, posts={seat: 5}, goods={seat: ["wine"]})
    table.play(seat, Buy("bread"))
    assert table.play(seat, Sell("wine"))[:2] == [
        facts.ActionBegan(seat, "sell", second=True),
        facts.PostRotated(seat, 6, "second"),
    ]


# -- MC-R9: a second action in the House --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("post", "rooms"), [(5, [4, 5]), (4, [3, 4, 5]), (3, [2, 3, 4, 5, 6]), (2, [1, 2, 3, 4, 5, 6])]
)
def test_r9_the_room_must_fit_into_what_the_second_action_leaves(post, rooms):
    table = scene(turn="merchant", posts={MERCHANT: post}, rooms=DEAR_TO_CHEAP)
    table.play(MERCHANT, Buy("bread"))
    assert offered(table, MERCHANT, "visit") == [{"room": {"any_of": rooms}}]
    for room in {1, 2, 3, 4, 5, 6} - set(rooms):
        assert refused(table, MERCHANT, Visit(room)) == illegal("MC-H2")


def test_r9_the_notch_of_the_second_action_is_turned_first():
    table = scene(turn="merchant", posts={MERCHANT: 3}, rooms=DEAR_TO_CHEAP)
    table.play(MERCHANT, Buy("bread"))
    assert only(facts.PostRotated, table.play(MERCHANT, Visit(2))) == [
        facts.PostRotated(MERCHANT, 4, "second"),
        facts.PostRotated(MERCHANT, 6, "room"),
    ]


def test_r9_as_a_first_action_the_same_room_may_be_one_dearer():
    table = scene(turn="merchant", posts={MERCHANT: 4}, rooms=DEAR_TO_CHEAP)
    assert only(facts.PostRotated, table.play(MERCHANT, Visit(2))) == [facts.PostRotated(MERCHANT, 6, "room")]


# -- MC-R10: goods and Letters are both bought --------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Buy("bread"), Buy("indulgence", "red")),
        (Buy("indulgence", "red"), Buy("bread")),
        (Buy("indulgence", "red"), Buy("indulgence", "green")),
        (Buy("bread", greedy=True), Buy("wine")),
    ],
)
def test_r10_nobody_buys_twice_in_a_turn(first, second):
    table = scene()
    table.play(POPE, first)
    assert offered(table, POPE, "buy") == []
    assert refused(table, POPE, second) == illegal("MC-T3")


# -- MC-R11: the market empties during the first action -----------------------------------------------------


def test_r11_a_greedy_buy_is_completed_and_ends_the_phase():
    table = scene(turn="merchant", market=["bread", "bread"])
    told = table.play(MERCHANT, Buy("bread", greedy=True))
    assert until_compare(table, told) == ["ActionBegan", "TalerPaid", "SinStonePlaced", "StoneTaken", "StoneTaken"]
    assert table.state.places[f"goods:{MERCHANT}"].known == {"bread": 2}


def test_r11_so_is_one_that_has_to_wait_for_a_den_to_be_emptied():
    dens = {"lust": {MERCHANT: 3}, "petty": {MERCHANT: 4}}
    table = scene(turn="merchant", market=["wine", "wine"], dens=dens)
    assert only(facts.StoneTaken, table.play(MERCHANT, Buy("wine", greedy=True))) == []
    told = table.play(MERCHANT, EmptyDen("lust"))
    assert until_compare(table, told) == ["DenEmptied", "SoulMoved", "SinStonePlaced", "StoneTaken", "StoneTaken"]


def test_r11_a_letter_is_exchanged():
    table = scene(turn="merchant", market=["indulgence"])
    told = table.play(MERCHANT, Buy("indulgence", "red"))
    assert until_compare(table, told) == ["ActionBegan", "TalerPaid", "StoneTaken", "LetterTaken", "StoneReturned"]
    assert table.state.places[f"letters:{MERCHANT}"].known == {"red": 1}


def test_r11_a_card_is_discarded():
    table = at_room("TAKE_GOOD", market=["cloth"])
    told = table.play(MERCHANT, TakeGood("cloth"))
    assert until_compare(table, told) == ["CardExecuted", "StoneTaken", "CardDiscarded"]


def test_r11_with_a_stone_left_the_merchant_goes_on():
    table = scene(turn="merchant", market=["bread", "bread", "jewel"])
    told = table.play(MERCHANT, Buy("bread", greedy=True))
    assert facts.PhaseBegan("compare") not in told
    assert (table.awaited, table.state.wanted) == ([MERCHANT], "act")


# -- MC-R12: the last two stones ----------------------------------------------------------------------------


@pytest.mark.parametrize("good", ["bread", "jewel"])
def test_r12_the_last_two_stones_may_be_one_greedy_pair(good):
    table = scene(market=[good, good])
    told = table.play(POPE, Buy(good, greedy=True))
    assert facts.SinStonePlaced(POPE, "greed", "greed") in told
    assert until_compare(table, told)[-2:] == ["StoneTaken", "StoneTaken"]


def test_r12_two_different_ones_are_no_pair():
    assert refused(scene(market=["bread", "wine"]), POPE, Buy("bread", greedy=True)) == illegal("MC-K3")


def test_r12_and_two_indulgence_stones_are_none_either():
    table = scene(market=["indulgence", "indulgence"])
    assert refused(table, POPE, Buy("indulgence", "red", greedy=True)) == illegal("MC-K3")


# -- MC-R13: the last stone is taken without paying ---------------------------------------------------------


def test_r13_the_last_stone_may_be_the_merchants_free_one():
    table = scene(turn="merchant", market=["wine"])
    told = table.play(MERCHANT, Pass())
    assert told[0] == facts.StoneTaken(MERCHANT, "wine", "screen", free=True)
    assert facts.PhaseBegan("compare") in told
    assert only(facts.TurnPassed, told) == []


def test_r13_a_card_that_gives_the_last_good_is_still_discarded():
    table = at_room("TAKE_GOOD", turn="petty-sinner", seat=SINNER, market=["jewel"])
    told = table.play(SINNER, TakeGood("jewel"))
    assert until_compare(table, told) == ["CardExecuted", "StoneTaken", "CardDiscarded"]
    assert only(facts.TurnPassed, told) == []


def test_r13_the_last_but_one_does_not_end_the_phase():
    table = scene(turn="merchant", market=["wine", "bread"])
    table.play(MERCHANT, Pass())
    assert only(facts.TurnPassed, table.play(MERCHANT, TakeFree("wine"))) == [
        facts.TurnPassed(SINNER, "petty-sinner")
    ]


# -- MC-R14: a short bag, an empty market -------------------------------------------------------------------


def test_r14_seven_stones_are_drawn_while_there_are_as_many():
    told = scene(market=["bread"]).play(POPE, Buy("bread"))
    assert len(only(facts.StoneDrawn, told)) == 7


def test_r14_with_all_goods_elsewhere_the_six_indulgence_stones_come_to_the_market():
    table = scene(market=["indulgence"], goods={0: ALL_GOODS})
    table.play(POPE, Buy("indulgence", "red"))
    assert table.state.places["market"].known == {"indulgence": 6}
    assert len(table.state.places["bag"]) == 0
    assert table.state.phase == "auction"


NO_INDULGENCE = {"indulgence": {"count": 0, "buy": 4, "letters": ["red", "green"]}}


def test_r14_a_short_bag_is_emptied():
    goods = {0: ALL_GOODS[4:]}
    table = scene(market=["bread"], goods=goods, board=NO_INDULGENCE)
    table.play(POPE, Buy("bread"))
    assert table.state.places["market"].known == {"bread": 3}


def test_r14_an_empty_market_skips_the_actions_but_not_the_comparison():
    table = scene(
        phase="auction", turn=None, market=(), goods={0: ALL_GOODS}, board=NO_INDULGENCE, crew_on_card=True
    )
    bids(table, (5, 0), (4, 0), (3, 0), (2, 0))
    table.play(0, ChooseCharacter("merchant"))
    table.play(1, ChooseCharacter("petty-sinner"))
    table.play(1, Decline())
    table.play(2, ChooseCharacter("emperor"))
    table.play(2, PlaceCrew(1))
    told = table.play(3, Decline())
    assert [fact.phase for fact in only(facts.PhaseBegan, told)] == ["compare", "prepare", "auction"]
    assert only(facts.TurnPassed, told) == []
    assert facts.PostsCompared(5, 2, 0) in told


def test_r14_neither_is_there_an_action_phase_if_a_preliminary_visit_has_emptied_the_market():
    table = sinner_visits("TAKE_GOOD", market=["bread"])
    table.play(3, TakeGood("bread"))
    assert table.awaited == [0]
    table.play(0, ChooseCharacter("merchant"))
    table.play(1, ChooseCharacter("emperor"))
    table.play(1, PlaceCrew(1))
    told = table.play(2, Decline())
    assert only(facts.PhaseBegan, told)[0] == facts.PhaseBegan("compare")


# -- MC-R15: neither red nor green Letters are left ---------------------------------------------------------

RED_AND_GREEN = {0: ["red"] * 15 + ["green"] * 15}


@pytest.mark.parametrize("letter", ["red", "green", "blue", "yellow", None])
def test_r15_without_red_and_green_letters_none_is_bought(letter):
    table = scene(letters=RED_AND_GREEN)
    assert refused(table, POPE, Buy("indulgence", letter)) == illegal("MC-R16")
    assert "indulgence" not in [move["stone"] for move in offered(table, POPE, "buy")]


@pytest.mark.parametrize("letter", ["red", "green", None])
def test_r15_then_the_merchant_has_to_take_a_good(letter):
    table = scene(turn="merchant", market=["bread", "wine", "indulgence"], letters=RED_AND_GREEN)
    table.play(MERCHANT, Pass())
    assert offered(table, MERCHANT, "take-free") == [{"stone": "bread"}, {"stone": "wine"}]
    assert refused(table, MERCHANT, TakeFree("indulgence", letter)) == illegal("MC-R15")


def test_r15_or_if_there_is_no_good_the_stone_for_nothing():
    table = scene(turn="merchant", market=["indulgence"] * 2, letters=RED_AND_GREEN)
    assert table.play(MERCHANT, Pass())[:2] == [
        facts.StoneTaken(MERCHANT, "indulgence", "table", free=True),
        facts.StoneReturned(MERCHANT, "indulgence"),
    ]
    assert len(table.state.places[f"letters:{MERCHANT}"]) == 0
    assert table.state.places["bag"].count("indulgence") == 5


def test_r15_while_there_are_letters_the_stone_is_not_taken_for_nothing():
    table = scene(turn="merchant", market=["indulgence"])
    table.play(MERCHANT, Pass())
    assert refused(table, MERCHANT, TakeFree("indulgence")) == illegal("MC-R15")


# -- MC-R16: one colour is left -----------------------------------------------------------------------------


@pytest.mark.parametrize(("gone", "left"), [("red", "green"), ("green", "red")])
def test_r16_only_the_colour_that_is_left_is_bought(gone, left):
    table = scene(letters={0: [gone] * 15})
    assert {"stone": "indulgence", "letter": {"any_of": [left]}} in offered(table, POPE, "buy")
    assert refused(table, POPE, Buy("indulgence", gone)) == illegal("MC-R16")
    assert facts.LetterTaken(POPE, left, "stacks") in table.play(POPE, Buy("indulgence", left))


@pytest.mark.parametrize(("gone", "left"), [("red", "green"), ("green", "red")])
def test_r16_or_taken_by_the_merchant(gone, left):
    table = scene(turn="merchant", letters={0: [gone] * 15})
    table.play(MERCHANT, Pass())
    assert refused(table, MERCHANT, TakeFree("indulgence", gone)) == illegal("MC-R15")
    assert facts.LetterTaken(MERCHANT, left, "stacks") in table.play(MERCHANT, TakeFree("indulgence", left))


@pytest.mark.parametrize("letter", ["blue", "yellow"])
def test_r16_the_other_colours_are_never_for_sale(letter):
    assert refused(scene(), POPE, Buy("indulgence", letter)) == illegal("MC-R16")


# -- MC-R17: what goes into the bag -------------------------------------------------------------------------


def test_r17_a_sold_good_does_not_come_to_the_market_of_this_round():
    table = scene(goods={POPE: ["jewel"]}, market=["bread", "wine"])
    table.play(POPE, Sell("jewel"))
    assert table.state.places["market"].known == {"bread": 1, "wine": 1}
    assert table.state.places["bag"].count("jewel") == 7


def test_r17_nor_does_an_indulgence_stone():
    table = scene(market=["indulgence", "bread"])
    table.play(POPE, Buy("indulgence", "red"))
    assert table.state.places["market"].known == {"bread": 1}
    assert table.state.places["bag"].count("indulgence") == 6


def test_r17_they_are_drawn_again_for_the_next_one():
    goods = {0: ["jewel"], 1: ALL_GOODS[:-2]}
    table = scene(turn="pope", goods=goods, market=["jewel"], board=NO_INDULGENCE)
    table.play(POPE, Sell("jewel"))
    table.play(POPE, Buy("jewel"))
    assert table.state.places["market"].known == {"jewel": 1}


# -- MC-R18: money and coins --------------------------------------------------------------------------------


@pytest.mark.parametrize(("coin", "left"), [("coin-1", 9), ("coin-2", 8), ("coin-5", 5), ("coin-10", 0)])
def test_r18_whoever_has_that_much_donates_any_coin(coin, left):
    table = scene(money={POPE: 10})
    table.play(POPE, Donate(coin, "I"))
    assert table.state.purses[f"money:{POPE}"].amount == left
    assert table.state.places[f"chest:{POPE}"].parts["I"].known == {coin: 1}


@pytest.mark.parametrize("item", ["coin-0", "coin-3", "coin-20", "coin-", "coin", "indulgence", "red", "taler"])
def test_r18_a_donation_is_one_good_or_one_coin_that_there_is(item):
    table = scene(letters={POPE: ["red"]})
    assert refused(table, POPE, Donate(item, "I")) == illegal("MC-R18")


def test_r18_nobody_donates_more_money_than_he_owns():
    table = scene(money={POPE: 9})
    assert offered(table, POPE, "donate")[0]["item"] == {"any_of": ["coin-1", "coin-2", "coin-5"]}
    assert refused(table, POPE, Donate("coin-10", "I")) == illegal("MC-D1")


def test_r18_nor_a_good_that_he_does_not_own():
    assert refused(scene(goods={POPE: ["bread"]}), POPE, Donate("wine", "I")) == illegal("MC-D1")


# -- MC-R19: compartment I after its evaluation -------------------------------------------------------------


def test_r19_a_donation_to_an_evaluated_compartment_is_lawful_and_worthless():
    table = scene(
        turn="emperor",
        goods={EMPEROR: ["wine"]},
        built={3: "cathedral", 1: "nave"},
        sites={1: 1},
        rooms={1: "NEW_CREW"},
    )
    table.play(EMPEROR, Donate("wine", "I"))
    table.play(EMPEROR, Visit(1))
    told = table.play(EMPEROR, PlaceCrew(1))
    assert only(facts.CompartmentOpened, told) == [facts.CompartmentOpened(seat, "II", ()) for seat in range(4)]
    assert only(facts.LetterTaken, told) == []
    assert table.state.places[f"chest:{EMPEROR}"].parts["I"].known == {"wine": 1}


def test_r19_one_to_the_other_compartment_is_evaluated():
    table = building(built={3: "cathedral", 1: "nave"}, sites={1: 1}, chests={(EMPEROR, "II"): ["wine"]})
    told = table.play(EMPEROR, PlaceCrew(1))
    assert facts.CompartmentOpened(EMPEROR, "II", ("wine",)) in told
    assert [fact.letter for fact in only(facts.LetterTaken, told)] == ["blue", "blue", "blue", "green", "red"]


# -- MC-R20: the Emperor's second donation ------------------------------------------------------------------


def test_r20_both_donations_are_one_action():
    table = scene(turn="emperor", goods={EMPEROR: ["bread", "bread"]})
    told = table.play(EMPEROR, Donate("bread", "I")) + table.play(EMPEROR, Donate("bread", "II"))
    assert only(facts.ActionBegan, told) == [facts.ActionBegan(EMPEROR, "donate", second=False)]
    assert only(facts.PostRotated, told) == []
    assert [fact.compartment for fact in only(facts.ItemDropped, told)] == ["I", "II"]
    assert (table.awaited, table.state.actions) == ([EMPEROR], ("donate",))


def test_r20_the_second_one_may_be_left_out():
    table = scene(turn="emperor")
    table.play(EMPEROR, Donate("coin-1", "I"))
    assert table.type_names(table.play(EMPEROR, Pass())) == ["TurnDeclaredOver", "TurnPassed"]
    table = scene(turn="emperor")
    table.play(EMPEROR, Donate("coin-1", "I"))
    assert facts.PostRotated(EMPEROR, 2, "second") in table.play(EMPEROR, Buy("bread"))


def test_r20_as_a_second_action_they_cost_one_notch_in_all():
    table = scene(turn="emperor")
    table.play(EMPEROR, Buy("bread"))
    table.play(EMPEROR, Donate("bread", "I"))
    assert (table.awaited, table.state.posts[EMPEROR]) == ([EMPEROR], 2)
    table.play(EMPEROR, Donate("coin-5", "I"))
    assert (table.awaited, table.state.posts[EMPEROR]) == ([MERCHANT], 2)


def test_r20_the_second_donation_needs_no_notch_even_with_the_post_at_six():
    table = scene(turn="emperor", posts={EMPEROR: 6})
    table.play(EMPEROR, Donate("coin-1", "I"))
    assert facts.ItemShown(EMPEROR, "coin-2") in table.play(EMPEROR, Donate("coin-2", "II"))
    assert table.awaited == [MERCHANT]


def test_r20_a_third_donation_would_be_too_much():
    table = scene(turn="emperor")
    table.play(EMPEROR, Donate("coin-1", "I"))
    table.play(EMPEROR, Donate("coin-2", "I"))
    assert offered(table, EMPEROR, "donate") == []
    assert refused(table, EMPEROR, Donate("coin-5", "I")) == illegal("MC-T3")


def test_r20_the_second_one_does_not_come_after_another_action():
    table = scene(turn="emperor")
    table.play(EMPEROR, Donate("coin-1", "I"))
    assert facts.TurnDeclaredOver(EMPEROR, "emperor") in table.play(EMPEROR, Buy("bread"))
    assert table.awaited == [MERCHANT]


@pytest.mark.parametrize("turn", ["pope", "merchant", "petty-sinner"])
def test_r20_only_the_emperor_donates_twice(turn):
    seat = CHARACTERS.index(turn)
    table = scene(turn=turn)
    table.play(seat, Donate("coin-1", "I"))
    assert refused(table, seat, Donate("coin-1", "I")) == illegal("MC-T3")


# -- MC-R21: who sees what is in a chest --------------------------------------------------------------------

CHEST = {(EMPEROR, "I"): ["bread", "coin-5"], (EMPEROR, "II"): ["wine"]}
WHOLE = {"count": 4, "things": {"bread": 1, "coin-5": 1, "jewel": 1, "wine": 1}}


@pytest.mark.parametrize("open_holdings", [False, True])
def test_r21_the_owner_sees_his_compartments_and_the_others_only_the_whole(open_holdings):
    table = scene(turn="emperor", chests=CHEST, goods={EMPEROR: ["jewel"]}, open_holdings=open_holdings)
    table.play(EMPEROR, Donate("jewel", "II"))
    parts = {
        "I": {"count": 2, "things": {"bread": 1, "coin-5": 1}},
        "II": {"count": 2, "things": {"jewel": 1, "wine": 1}},
    }
    assert seen(table, seat_viewer(EMPEROR), EMPEROR)["chest"] == {**WHOLE, "parts": parts}
    for viewer in (PUBLIC, *map(seat_viewer, (POPE, MERCHANT, SINNER))):
        assert seen(table, viewer, EMPEROR)["chest"] == WHOLE


def test_r21_only_the_owner_reads_the_compartment_in_the_log():
    table = scene(turn="emperor", goods={EMPEROR: ["jewel"]})
    table.play(EMPEROR, Donate("jewel", "II"))
    decision = stored(1, table.steps[1])
    for viewer, knows in ((seat_viewer(EMPEROR), True), (seat_viewer(POPE), False), (PUBLIC, False)):
        record = redact(decision, viewer)
        (dropped,) = [fact for fact in record["facts"] if fact["type"] == "ItemDropped"]
        assert (dropped["item"], record["command"]["item"]) == ("jewel", "jewel")
        assert (dropped["compartment"] == "II") is knows
        assert (record["command"]["compartment"] == "II") is knows


def test_r21_the_same_holds_for_a_starting_bonus():
    table = Table(RULESET, rules_of(RULESET, 4, {"row": [0, 1, 2, 3]}))
    table.act(0, ChooseBonus("bread-and-wine", ("II", "I")))
    assert seen(table, seat_viewer(0), 0)["chest"]["parts"] == {
        "I": {"count": 1, "things": {"wine": 1}},
        "II": {"count": 1, "things": {"bread": 1}},
    }
    for viewer in (PUBLIC, seat_viewer(1)):
        assert seen(table, viewer, 0)["chest"] == {"count": 2, "things": {"bread": 1, "wine": 1}}


def test_r21_everybody_sees_what_comes_out_of_an_evaluated_compartment():
    chests = {(POPE, "I"): ["bread"], (MERCHANT, "I"): ["wine"], (MERCHANT, "II"): ["cloth"]}
    table = building(built={1: "nave"}, sites={1: 1}, chests=chests)
    table.play(EMPEROR, PlaceCrew(1))
    shown = seen(table, PUBLIC, MERCHANT)
    assert shown["opened"] == {"count": 1, "things": {"wine": 1}}
    assert shown["chest"] == {"count": 1, "things": {"cloth": 1}}


# -- MC-R22: visits without effect --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "notches", "laid_out"),
    [
        ("EMP_LETTER", 1, {"seats": 3, "characters": {"pope": 0, "merchant": 2, "petty-sinner": 1}}),
        ("POPE_YELLOW", 3, {"seats": 3, "characters": {"emperor": 0, "merchant": 2, "petty-sinner": 1}}),
        ("NEW_CREW", 1, {"sites": {1: 1, 2: 1, 3: 1}, "crew_on_card": True}),
        ("TAKE_GOOD", 2, {"market": ["indulgence", "indulgence"]}),
    ],
)
def test_r22_a_visit_that_can_have_no_effect_is_lawful_and_costs_its_notches(card, notches, laid_out):
    table = at_room(card, **laid_out)
    assert table.state.posts[MERCHANT] == 1 + notches
    assert table.type_names(table.play(MERCHANT, Perform())) == ["CardExecuted", "CardDiscarded"]


# -- MC-R23: Suite 5 without a card in the rooms ------------------------------------------------------------


def test_r23_suite_5_is_closed_when_all_rooms_have_been_visited():
    table = scene(turn="merchant", rooms={})
    assert offered(table, MERCHANT, "visit") == [{"room": {"any_of": [6]}}]
    assert refused(table, MERCHANT, Visit(5)) == illegal("MC-H1")


def test_r23_for_the_petty_sinners_first_visit_as_well():
    table = scene(phase="characters", turn=None, order=(3, 0, 1, 2), rooms={})
    table.play(3, ChooseCharacter("petty-sinner"))
    assert refused(table, 3, Visit(5)) == illegal("MC-H1")


def test_r23_one_card_is_enough():
    table = scene(turn="merchant", rooms={3: "TAKE_7"})
    assert facts.RoomChosen(MERCHANT, 5) in table.play(MERCHANT, Visit(5))


# -- MC-R24: a room chosen through Suite 5 ------------------------------------------------------------------


def test_r24_a_room_chosen_through_suite_5_has_been_visited():
    table = scene(turn="merchant")
    table.play(MERCHANT, Visit(5))
    table.play(MERCHANT, ChooseRoom(2))
    assert facts.CardDiscarded(2, "TAKE_3") in table.play(MERCHANT, Perform())
    table.play(MERCHANT, Pass())
    table.play(MERCHANT, TakeFree("wine"))
    assert offered(table, SINNER, "visit") == [{"room": {"any_of": [1, 3, 4, 6]}}]
    assert refused(table, SINNER, Visit(2)) == illegal("MC-H1")
    assert refused(table, SINNER, Visit(5)) == illegal("MC-H1")


def test_r24_and_a_visited_room_is_not_chosen_through_it():
    table = scene(turn="merchant", rooms={1: "TAKE_5", 2: "TAKE_3"})
    table.play(MERCHANT, Visit(5))
    assert offered(table, MERCHANT, "choose-room") == [{"room": {"any_of": [1, 2]}}]
    assert refused(table, MERCHANT, ChooseRoom(3)) == illegal("MC-H4")


# -- MC-R25: the yellow Letters run out ---------------------------------------------------------------------


@pytest.mark.parametrize(("taken", "laid"), [(10, 0), (9, 1)])
def test_r25_suite_6_stays_empty_when_the_stack_is(taken, laid):
    table = scene(suite=False, letters={0: ["yellow"] * taken}, market=["bread"])
    told = table.play(POPE, Buy("bread"))
    assert len(only(facts.YellowLetterLaid, told)) == laid
    assert len(table.state.places["suite"]) == laid


def test_r25_then_it_cannot_be_visited():
    table = scene(turn="merchant", suite=False)
    assert offered(table, MERCHANT, "visit") == [{"room": {"any_of": [1, 2, 3, 4, 5]}}]
    assert refused(table, MERCHANT, Visit(6)) == illegal("MC-H1")


def test_r25_a_letter_that_still_lies_there_gets_no_second_one():
    table = scene(market=["bread"])
    assert only(facts.YellowLetterLaid, table.play(POPE, Buy("bread"))) == []
    assert table.state.places["suite"].known == {"yellow": 1}


# -- MC-R26: who guesses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("souls", "guesser"),
    [
        ({0: 1, 1: 3, 2: 7, 3: 5}, 2),
        ({0: 10, 1: 3, 2: 7, 3: 5}, 2),
        ({0: 10, 1: 9, 2: 2, 3: 5}, 1),
        ({}, 3),
    ],
)
def test_r26_of_the_others_the_one_nearest_hell_guesses(souls, guesser):
    table = scene(souls=souls)
    table.play(POPE, SetDie(1))
    assert (table.awaited, table.state.wanted) == ([guesser], "guess")


@pytest.mark.parametrize("souls", [{0: 9, 1: 2}, {0: 2, 1: 9}])
def test_r26_with_two_players_it_is_the_opponent(souls):
    table = scene(2, souls=souls)
    table.play(POPE, SetDie(1))
    assert table.awaited == [1]


def test_r26_nobody_else_guesses():
    table = scene()
    table.play(POPE, SetDie(1))
    for seat in {0, 1, 2, 3} - set(table.awaited):
        assert refused(table, seat, Guess(1)) == ("not-awaited", "TB-18")


# -- MC-R27: a room too dear for the Pope -------------------------------------------------------------------


def too_dear(room: int, *, caught: bool, post: int = 5, soul: int = 10, **more: Any) -> tuple[Scene, list[Fact]]:
    """The Pope's post stands at *post*, and the die shows *room*."""
    table = scene(souls={POPE: soul}, posts={POPE: post}, rooms=DEAR_TO_CHEAP, **more)
    return table, shown_die(table, room, caught=caught)


@pytest.mark.parametrize("caught", [False, True])
@pytest.mark.parametrize("room", [1, 2, 6])
def test_r27_always_too_dear_a_room_is_noted_and_nothing_else_happens(room, caught):
    table, told = too_dear(room, caught=caught)
    assert table.type_names(told) == [
        "Guessed",
        "DieShown",
        "SoulMoved",
        "PostRotated",
        "TurnDeclaredOver",
        "TurnPassed",
    ]
    assert facts.SoulMoved(POPE, 1, 11, "note") in told
    assert facts.PostRotated(POPE, 6, "note") in told
    assert table.state.places[f"stones:{POPE}"].known == {str(POPE): 7}
    assert len(table.state.places[f"letters:{POPE}"]) == 0
    assert table.awaited == [EMPEROR]


@pytest.mark.parametrize("caught", [False, True])
def test_r27_always_the_room_stays_unvisited(caught):
    table, _ = too_dear(6, caught=caught)
    table.play(EMPEROR, Visit(6))
    assert table.state.places[f"letters:{EMPEROR}"].known == {"yellow": 1}


def test_r27_caught_only_a_pope_who_is_not_caught_visits_it_for_nothing():
    table, told = too_dear(6, caught=False, over_six_note="caught")
    assert facts.LetterTaken(POPE, "yellow", "suite") in told
    assert only((facts.SoulMoved, facts.PostRotated, facts.SinStonePlaced), told) == []
    assert (table.state.souls[POPE], table.state.posts[POPE]) == (10, 5)
    assert not len(table.state.places["suite"])


@pytest.mark.parametrize("room", [1, 2, 6])
def test_r27_caught_only_one_who_is_caught_is_noted(room):
    table, told = too_dear(room, caught=True, over_six_note="caught")
    assert only(facts.SoulMoved, told) == [facts.SoulMoved(POPE, 1, 11, "note")]
    assert only(facts.PostRotated, told) == [facts.PostRotated(POPE, 6, "note")]
    assert only((facts.RoomChosen, facts.SinStonePlaced, facts.LetterTaken), told) == []
    assert room in table.state.open_rooms()


@pytest.mark.parametrize("option", ["always", "caught"])
@pytest.mark.parametrize("caught", [False, True])
def test_r27_a_room_that_just_fits_is_not_noted(option, caught):
    table, told = too_dear(2, caught=caught, post=4, over_six_note=option)
    assert facts.RoomChosen(POPE, 2) in told
    assert only(facts.SoulMoved, told) == ([facts.SoulMoved(POPE, 1, 11, "caught")] if caught else [])
    assert table.state.posts[POPE] == (6 if caught else 4)


def test_r27_a_post_at_six_is_not_turned():
    table, told = too_dear(3, caught=False, post=6)
    assert only(facts.SoulMoved, told) == [facts.SoulMoved(POPE, 1, 11, "note")]
    assert only(facts.PostRotated, told) == []
    assert table.awaited == [EMPEROR]


def test_r27_a_soul_before_hell_stays_and_the_post_is_set_all_the_same():
    _, told = too_dear(1, caught=True, soul=40)
    assert only((facts.SoulStayed, facts.PostRotated), told) == [
        facts.SoulStayed(POPE, 1, "note"),
        facts.PostRotated(POPE, 6, "note"),
    ]


@pytest.mark.parametrize("option", ["always", "caught"])
@pytest.mark.parametrize("caught", [False, True])
@pytest.mark.parametrize("room", [4, 5])
def test_r27_what_costs_no_notch_is_never_too_dear(room, caught, option):
    table, told = too_dear(room, caught=caught, post=6, over_six_note=option)
    assert facts.RoomChosen(POPE, room) in told
    assert [fact.cause for fact in only(facts.SoulMoved, told)] == (["caught"] if caught else [])
    assert table.awaited == [POPE]


# -- MC-R28: what the die may show --------------------------------------------------------------------------


@pytest.mark.parametrize("room", [1, 2, 3, 4, 5, 6])
def test_r28_the_die_takes_every_open_room_however_dear(room):
    table = scene(posts={POPE: 6}, rooms=DEAR_TO_CHEAP)
    assert offered(table, POPE, "set-die") == [{"room": {"any_of": [1, 2, 3, 4, 5, 6]}}]
    assert facts.DieSet(POPE, room) in table.play(POPE, SetDie(room))


def test_r28_a_guess_that_is_not_on_the_die_is_refused():
    table = scene(turn="pope")
    table.play(POPE, SetDie(1))
    (guesser,) = table.awaited
    for room in (0, 7, 9):
        assert refused(table, guesser, Guess(room)) == illegal("MC-R28")
    table.act(guesser, Guess(6))


@pytest.mark.parametrize(
    ("room", "laid_out"),
    [
        (2, {"rooms": {1: "TAKE_5"}}),
        (6, {"suite": False}),
        (5, {"welcome": False}),
        (5, {"rooms": {}}),
    ],
)
def test_r28_a_closed_room_is_refused(room, laid_out):
    table = scene(**laid_out)
    assert room not in offered(table, POPE, "set-die")[0]["room"]["any_of"]
    assert refused(table, POPE, SetDie(room)) == illegal("MC-R28")


def test_r28_without_an_open_room_there_is_no_visit():
    table = scene(rooms={}, suite=False)
    assert offered(table, POPE, "set-die") == []
    for room in range(1, 7):
        assert refused(table, POPE, SetDie(room)) == illegal("MC-R28")


@pytest.mark.parametrize(("post", "noted"), [(3, False), (4, True)])
def test_r28_too_dear_is_judged_after_the_notch_of_a_second_action(post, noted):
    table = scene(posts={POPE: post}, rooms=DEAR_TO_CHEAP)
    table.play(POPE, Buy("bread"))
    told = shown_die(table, 2, caught=False)
    assert [fact.cause for fact in only(facts.SoulMoved, told)] == (["note"] if noted else [])
    assert bool(only(facts.RoomChosen, told)) is not noted


def test_r28_the_action_is_used_up():
    table = scene(rooms=DEAR_TO_CHEAP)
    shown_die(table, 4, caught=False)
    table.play(POPE, Perform())
    assert offered(table, POPE, "set-die") == []
    assert refused(table, POPE, SetDie(1)) == illegal("MC-T3")


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_r28_any_number_may_be_guessed(number):
    table = scene(rooms={1: "TAKE_5"}, suite=False, welcome=False)
    table.play(POPE, SetDie(1))
    (guesser,) = table.awaited
    assert table.listed(guesser) == [{"type": "guess", "room": {"min": 1, "max": 6}}]
    assert facts.DieShown(POPE, 1, caught=number == 1) in table.play(guesser, Guess(number))


# -- MC-R29: when a caught Pope moves -----------------------------------------------------------------------


def test_r29_the_step_comes_before_the_costs():
    table = scene(souls={POPE: 10}, rooms=DEAR_TO_CHEAP)
    assert table.type_names(shown_die(table, 2, caught=True)) == [
        "Guessed",
        "DieShown",
        "SoulMoved",
        "RoomChosen",
        "PostRotated",
    ]
    assert table.state.souls[POPE] == 11


@pytest.mark.parametrize(("soul", "after"), [(32, 40), (33, 34)])
def test_r29_a_soul_that_then_runs_out_of_stones_moves_from_its_new_space(soul, after):
    table = scene(souls={POPE: soul}, dens={"greed": {POPE: 7}})
    told = shown_die(table, 5, caught=True)
    assert table.type_names(told)[:4] == ["Guessed", "DieShown", "SoulMoved", "RoomChosen"]
    assert facts.DenEmptied(POPE, "greed", 7) in told
    assert table.state.souls[POPE] == after


# -- MC-R30: a caught Pope pays -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "caught", "post", "stones"), [(2, True, 3, 7), (2, False, 1, 7), (6, True, 3, 6), (6, False, 1, 7)]
)
def test_r30_only_a_caught_pope_pays_notches_and_stone(room, caught, post, stones):
    table = scene(rooms=DEAR_TO_CHEAP)
    told = shown_die(table, room, caught=caught)
    assert table.state.posts[POPE] == post
    assert len(table.state.places[f"stones:{POPE}"]) == stones
    assert only(facts.SinStonePlaced, told) == [facts.SinStonePlaced(POPE, "lust", "lust")] * (7 - stones)


def test_r30_in_suite_6_stone_notches_and_letter_follow_in_this_order():
    table = scene()
    assert table.type_names(shown_die(table, 6, caught=True)) == [
        "Guessed",
        "DieShown",
        "SoulMoved",
        "RoomChosen",
        "SinStonePlaced",
        "PostRotated",
        "LetterTaken",
    ]


# -- MC-R31: the Pope in Suite 5 ----------------------------------------------------------------------------


@pytest.mark.parametrize("caught", [False, True])
def test_r31_in_suite_5_the_room_is_named_openly_and_nobody_guesses_again(caught):
    table = scene(rooms=DEAR_TO_CHEAP)
    shown_die(table, 5, caught=caught)
    assert (table.awaited, table.state.wanted) == ([POPE], "room")
    assert table.play(POPE, ChooseRoom(1))[0] == facts.RoomChosen(POPE, 1)
    assert (table.awaited, table.state.wanted) == ([POPE], "perform")
    assert redact(stored(1, table.steps[-1]), PUBLIC)["command"] == {"type": "choose-room", "room": 1}
    assert facts.CardDiscarded(1, "OTHERS_5") in table.play(POPE, Perform())
    assert table.state.posts[POPE] == 1


# -- MC-R32: the Pope's visit as a second action ------------------------------------------------------------


@pytest.mark.parametrize(("caught", "post"), [(False, 2), (True, 4)])
def test_r32_the_notch_of_a_second_action_is_always_paid(caught, post):
    table = scene(rooms=DEAR_TO_CHEAP)
    table.play(POPE, Buy("bread"))
    shown_die(table, 2, caught=caught)
    assert table.state.posts[POPE] == post


def test_r32_and_everyone_sees_it_before_the_guess():
    table = scene()
    table.play(POPE, Buy("bread"))
    told = table.play(POPE, SetDie(1))
    assert table.type_names(told) == ["ActionBegan", "PostRotated", "PretextAnnounced", "DieSet"]
    assert only(facts.PostRotated, told) == [facts.PostRotated(POPE, 2, "second")]
    assert table.state.masked(PUBLIC).posts[POPE] == 2


def test_r32_at_six_there_is_no_visit_as_a_second_action():
    table = scene(posts={POPE: 6})
    table.play(POPE, Buy("bread"))
    assert table.awaited == [EMPEROR]


def test_r32_a_visit_may_be_the_first_of_two_actions():
    table = scene(rooms=DEAR_TO_CHEAP)
    shown_die(table, 4, caught=False)
    table.play(POPE, Perform())
    assert facts.PostRotated(POPE, 2, "second") in table.play(POPE, Buy("bread"))


# -- MC-R33: Letters that must be given ---------------------------------------------------------------------


def test_r33_the_holder_of_the_emperor_card_chooses_which_of_his_letters_he_gives():
    table = at_room("EMP_LETTER", letters={EMPEROR: ["blue", "red"]})
    table.play(MERCHANT, Perform())
    assert table.listed(EMPEROR) == [{"type": "give-letter", "letter": {"any_of": ["blue", "red"]}}]
    assert refused(table, EMPEROR, GiveLetter("green")) == illegal("MC-R33")
    assert refused(table, EMPEROR, Decline()) == illegal("MC-H6")
    table.play(EMPEROR, GiveLetter("red"))
    assert table.state.places[f"letters:{MERCHANT}"].known == {"red": 1}


@pytest.mark.parametrize(
    ("card", "giver", "owned"), [("EMP_LETTER", EMPEROR, []), ("POPE_YELLOW", POPE, ["blue", "red"])]
)
def test_r33_who_has_none_to_give_is_not_asked(card, giver, owned):
    table = at_room(card, letters={giver: owned})
    told = table.play(MERCHANT, Perform())
    assert table.type_names(told) == ["CardExecuted", "NothingGiven", "CardDiscarded"]
    assert facts.NothingGiven(giver, card) in told


def test_r33_a_yellow_letter_is_given_without_being_asked_for():
    table = at_room("POPE_YELLOW", letters={POPE: ["blue", "yellow"]})
    assert facts.LetterGiven(POPE, MERCHANT, "everyone", "yellow") in table.play(MERCHANT, Perform())
    assert table.state.places[f"letters:{POPE}"].known == {"blue": 1}


# -- MC-R34: robbing the poor -------------------------------------------------------------------------------


@pytest.mark.parametrize(("money", "left"), [(0, 0), (2, 2), (3, 0), (4, 1)])
def test_r34_whoever_has_less_than_three_taler_may_be_named_and_gives_nothing(money, left):
    table = at_room("STEAL_3", money={SINNER: money})
    told = table.play(MERCHANT, Rob(SINNER))
    given = facts.TalerGiven(SINNER, MERCHANT, 3) if money >= 3 else facts.NothingGiven(SINNER, "STEAL_3")
    assert only((facts.TalerGiven, facts.NothingGiven), told) == [given]
    assert table.state.purses[f"money:{SINNER}"].amount == left


def test_r34_how_little_he_has_stays_his_secret():
    def log(money):
        table = at_room("STEAL_3", money={SINNER: money})
        table.play(MERCHANT, Rob(SINNER))
        assert seen(table, seat_viewer(MERCHANT), SINNER)["money"] == {}
        return [step.facts for step in table.steps[1:]]

    assert log(0) == log(2)


# -- MC-R35: characters that nobody holds -------------------------------------------------------------------


@pytest.mark.parametrize("card", ["EMP_LETTER", "POPE_YELLOW"])
def test_r35_a_character_not_yet_chosen_gives_nothing(card):
    table = sinner_visits(card, letters={seat: ["yellow"] for seat in (0, 1, 2)})
    assert table.type_names(table.play(3, Perform())) == ["CardExecuted", "CardDiscarded"]


# -- MC-R36: no crew in the hut -----------------------------------------------------------------------------


def test_r36_a_new_crew_out_of_an_empty_hut_is_none():
    table = sinner_visits("NEW_CREW", sites={1: 1, 2: 1, 3: 1})
    assert refused(table, 3, PlaceCrew(1)) == illegal("MC-V2")
    assert table.type_names(table.play(3, Perform())) == ["CardExecuted", "CardDiscarded"]
    assert table.state.places["card"].known == {"crew": 1}


# -- MC-R37: the Emperor's crew completes -------------------------------------------------------------------


def test_r37_with_the_emperors_crew_a_nave_is_built_and_both_go_to_the_hut():
    table = building(sites={2: 1})
    told = table.play(EMPEROR, PlaceCrew(2))
    assert told[:2] == [facts.CrewPlaced(EMPEROR, 2, "card"), facts.NaveBuilt(2)]
    assert table.state.places["hut"].known == {"crew": 4}
    assert table.state.buildings == (0, 1, 0)


def test_r37_with_the_emperors_crew_a_cathedral_is_finished():
    table = building(built={2: "nave"}, sites={2: 1})
    told = table.play(EMPEROR, PlaceCrew(2))
    assert told[:2] == [facts.CrewPlaced(EMPEROR, 2, "card"), facts.CathedralFinished(2)]
    assert table.state.places["hut"].known == {"crew": 4}


def test_r37_alone_it_waits():
    table = building()
    assert table.type_names(table.play(EMPEROR, PlaceCrew(2)))[:2] == ["CrewPlaced", "PhaseBegan"]
    assert (table.state.places["site:2"].known, table.state.places["hut"].known) == ({"crew": 1}, {"crew": 3})


# -- MC-R38: finished cathedrals ----------------------------------------------------------------------------


def test_r38_the_emperor_places_no_crew_on_a_finished_cathedral():
    table = building(built={2: "cathedral"})
    assert table.listed(EMPEROR) == [{"type": "place-crew", "site": {"any_of": [1, 3]}}]
    assert refused(table, EMPEROR, PlaceCrew(2)) == illegal("MC-R38")


def test_r38_neither_does_a_card():
    table = at_room("NEW_CREW", built={2: "cathedral"})
    assert refused(table, MERCHANT, PlaceCrew(2)) == illegal("MC-R38")
    assert facts.CrewPlaced(MERCHANT, 3, "hut") in table.play(MERCHANT, PlaceCrew(3))


def test_r38_nor_is_one_moved_there():
    table = at_room("MOVE_CREW", built={2: "cathedral"}, sites={1: 1})
    assert refused(table, MERCHANT, MoveCrew(1, 2)) == illegal("MC-R38")
    assert offered(table, MERCHANT, "move-crew") == [{"source": 1, "target": 3}]


# -- MC-R39: moving a crew ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "target"), [(1, 2), (1, 3), (3, 1), (3, 2)])
def test_r39_the_mover_chooses_both_ends(source, target):
    table = at_room("MOVE_CREW", sites={1: 1, 3: 1}, crew_on_card=True)
    assert {"source": source, "target": target} in offered(table, MERCHANT, "move-crew")
    assert facts.CrewMoved(MERCHANT, source, target) in table.play(MERCHANT, MoveCrew(source, target))


@pytest.mark.parametrize(("source", "target"), [(1, 1), (2, 1), (2, 3), (3, 3)])
def test_r39_only_a_loose_crew_is_moved_and_to_another_site(source, target):
    table = at_room("MOVE_CREW", sites={1: 1, 3: 1}, built={2: "nave"}, crew_on_card=True)
    assert refused(table, MERCHANT, MoveCrew(source, target)) == illegal("MC-R39")


@pytest.mark.parametrize(
    ("built", "result"), [({}, facts.NaveBuilt(2)), ({2: "nave"}, facts.CathedralFinished(2))]
)
def test_r39_it_may_complete_a_nave_or_a_cathedral(built, result):
    table = at_room("MOVE_CREW", sites={1: 1, 2: 1}, built=built)
    assert result in table.play(MERCHANT, MoveCrew(1, 2))
    assert table.state.places["hut"].known == {"crew": 4}


# -- MC-R40: cathedrals in the middle of something ----------------------------------------------------------

SECOND = {"built": {3: "cathedral", 1: "nave"}, "sites": {1: 1}}


def test_r40_after_the_second_cathedral_nothing_of_a_turn_is_done_any_more():
    table = at_room("NEW_CREW", posts={POPE: 4}, **SECOND)
    told = table.play(MERCHANT, PlaceCrew(1))
    assert table.type_names(told) == [
        "CardExecuted",
        "CrewPlaced",
        "CathedralFinished",
        *["CompartmentOpened"] * 4,
        *["LettersLaidOut", "DonorsRanked", "LettersReturned"] * 3,
        "PostsCompared",
        "SoulMoved",
        *["LettersShown"] * 4,
        "MatchEnded",
    ]
    assert facts.PostsCompared(4, 1, POPE) in told
    assert table.state.over
    assert table.awaited == []


def test_r40_the_evaluation_comes_first_with_its_picks():
    chests = {(POPE, "II"): ["wine"], (SINNER, "II"): ["bread"]}
    table = at_room("MOVE_CREW", chests=chests, **{**SECOND, "sites": {1: 1, 2: 1}})
    told = table.play(MERCHANT, MoveCrew(2, 1))
    assert (table.awaited, table.state.wanted) == ([POPE], "pick")
    for _ in range(5):
        if table.state.wanted == "pick":
            told += table.play(table.awaited[0], Pick(min(table.state.places["display"].known)))
    assert [fact.seat for fact in only(facts.LetterTaken, told)] == [POPE, SINNER, POPE, SINNER, POPE]
    assert table.state.over
    assert only(facts.CardDiscarded, told) == []


def test_r40_in_phase_2_the_posts_are_compared_as_they_were_bid():
    table = scene(phase="auction", turn=None, crew_on_card=True, **SECOND)
    bids(table, (6, 20), (4, 3), (3, 2), (2, 1))
    table.play(0, ChooseCharacter("emperor"))
    told = table.play(0, PlaceCrew(1))
    assert facts.PostsCompared(6, 2, 0) in told
    assert only(facts.SoulMoved, told) == [facts.SoulMoved(0, 4, 4, "compare")]
    assert only((facts.CharacterTaken, facts.TurnPassed), told) == []
    assert table.state.over


def test_r40_the_first_cathedral_of_a_preliminary_visit_is_evaluated_before_the_card_is_discarded():
    table = sinner_visits(
        "NEW_CREW",
        built={1: "nave"},
        sites={1: 1},
        souls={0: 2, 1: 6},
        chests={(0, "I"): ["bread"], (1, "I"): ["bread"], (1, "II"): ["jewel"]},
    )
    told = table.play(3, PlaceCrew(1))
    assert only(facts.DonorsRanked, told) == [facts.DonorsRanked("bread_wine", (1, 1, 0, 0), (1, 0))]
    assert only(facts.CardDiscarded, told) == []
    assert (table.awaited, table.state.wanted) == ([1], "pick")
    while table.state.wanted == "pick":
        told += table.play(table.awaited[0], Pick(min(table.state.places["display"].known)))
    assert table.type_names(told)[-3:] == ["DonationsCleared", "DonationsCleared", "CardDiscarded"]
    assert (table.awaited, table.state.wanted) == ([0], "character")
