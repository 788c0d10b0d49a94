"""The worked examples MV1 to MV7, what can be reckoned from the rules, and one first round fact by fact."""

from __future__ import annotations

import pytest

from domain.games.mea_culpa import RULESET
from domain.games.mea_culpa.commands import (
    FORCED,
    Bid,
    Buy,
    ChooseBonus,
    ChooseCharacter,
    DealCards,
    Donate,
    DrawStones,
    Guess,
    HandOver,
    MovePopeStone,
    Pass,
    Perform,
    Pick,
    PlaceCrew,
    RevealBids,
    Rob,
    Sell,
    SetDie,
    ShowDie,
    TakeFree,
    Visit,
)
from domain.games.mea_culpa.facts import (
    ActionBegan,
    AtonementCame,
    BidPaid,
    BidSet,
    BidsRevealed,
    BidTakenBack,
    CathedralFinished,
    ChoosingOrderSet,
    CompartmentOpened,
    CrewPlaced,
    DonationsCleared,
    DonorsRanked,
    GoodSold,
    LettersLaidOut,
    LettersReturned,
    LettersShown,
    LetterTaken,
    PhaseBegan,
    PopeStoneMoved,
    PopeStonesReturned,
    PostsCompared,
    SinStonesReturned,
    SoulMoved,
    SoulStayed,
    StepsDue,
    StoneReturned,
    StoneTaken,
    TalerPaid,
    TalerReceived,
)
from domain.kit.places import Pile
from domain.kit.table.facts import Awaited
from tests.games.mea_culpa.tables import assert_conserved, scene
from tests.games.playing import Table, rules_of

DOMINIK, JOHANNA, PAULA, GREGOR = range(4)
"""The players of the worked examples, by seat."""


def done(facts):
    """What happened at the table: *facts* without those that only say how it goes on."""
    return [fact for fact in facts if not isinstance(fact, Awaited | StepsDue)]


def bids_of(table, *bids):
    """The facts of the last of *bids*, which are set in seat order."""
    for seat, (notches, taler) in enumerate(bids):
        facts = table.play(seat, Bid(notches, taler))
    return done(facts)


def compared(posts, souls):
    """What comparing the posts says of these *souls*: the last stone of the market has just been taken."""
    characters = None if len(posts) != 3 else {"pope": 0, "emperor": 1, "merchant": 2}
    laid = {"posts": dict(enumerate(posts)), "souls": dict(enumerate(souls)), "market": ("bread",)}
    table = scene(len(posts), turn="merchant", characters=characters, **laid)
    facts = table.play(table.awaited[0], Pass())
    return [fact for fact in facts if isinstance(fact, PostsCompared | SoulMoved | SoulStayed)]


def finishing(seats, site=1, **laid):
    """A table on which the first seat, as the Emperor, is about to finish the cathedral on *site*."""
    order = (*range(seats),) * (2 if seats == 2 else 1)
    laid = {"built": {site: "nave"}, **laid, "sites": {site: 1}, "crew_on_card": True}
    table = scene(seats, phase="characters", order=order, **laid)
    table.play(0, ChooseCharacter("emperor"))
    return table


# -- MV1, MV2: the auction ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "laid",
    [{"souls": {DOMINIK: 4, JOHANNA: 2, GREGOR: 3}}, {"row": (JOHANNA, PAULA, GREGOR, DOMINIK)}],
    ids=["on the track", "on the start"],
)
def test_mv1_bids_order_and_settlement(laid):
    table = scene(phase="auction", **laid)
    assert bids_of(table, (4, 7), (2, 7), (3, 12), (1, 8)) == [
        BidSet(GREGOR, 1, 8),
        BidsRevealed(notches=(4, 2, 3, 1), taler=(7, 7, 12, 8)),
        ChoosingOrderSet(order=(PAULA, DOMINIK, GREGOR, JOHANNA), keeper=DOMINIK),
        BidTakenBack(DOMINIK, 7),
        BidPaid(JOHANNA, 7),
        BidPaid(PAULA, 12),
        BidPaid(GREGOR, 8),
        PhaseBegan("characters"),
    ]
    assert [table.state.purses[f"money:{seat}"].amount for seat in range(4)] == [25, 18, 13, 17]
    assert table.state.posts == (4, 2, 3, 1)
    assert table.awaited == [PAULA]


def test_mv1_with_johanna_nearer_hell_than_gregor():
    facts = bids_of(scene(phase="auction", souls={JOHANNA: 3, GREGOR: 2}), (4, 7), (2, 7), (3, 12), (1, 8))
    assert ChoosingOrderSet(order=(PAULA, DOMINIK, JOHANNA, GREGOR), keeper=DOMINIK) in facts


@pytest.mark.parametrize(
    ("other", "order"),
    [((1, 6), (0, 1)), ((2, 6), (1, 0)), ((1, 7), (1, 0)), ((1, 8), (1, 0))],
    ids=["beats seven", "eight of the one nearer Hell wins", "so does any other eight", "loses to nine"],
)
def test_mv2_three_notches_and_five_taler_are_a_bid_of_eight(other, order):
    facts = bids_of(scene(2, phase="auction", souls={1: 1}), (3, 5), other)
    assert ChoosingOrderSet(order=order * 2, keeper=0) in facts


def test_mv2_of_two_bids_of_eight_the_one_nearer_hell_wins():
    facts = bids_of(scene(2, phase="auction", souls={0: 1}), (3, 5), (2, 6))
    assert ChoosingOrderSet(order=(0, 1, 0, 1), keeper=0) in facts


@pytest.mark.parametrize(("souls", "keeper"), [({0: 1}, 0), ({2: 1}, 2)])
def test_of_equal_notches_the_one_nearer_hell_keeps_his_money(souls, keeper):
    facts = bids_of(scene(3, phase="auction", souls=souls), (4, 5), (3, 9), (4, 5))
    settled = [fact for fact in facts if isinstance(fact, BidPaid | BidTakenBack)]
    assert settled == [
        BidTakenBack(0, 5) if keeper == 0 else BidPaid(0, 5),
        BidPaid(1, 9),
        BidTakenBack(2, 5) if keeper == 2 else BidPaid(2, 5),
    ]


# -- MV3, MV4: posts are compared ---------------------------------------------------------------------------


def test_mv3_the_most_notches_move_by_the_difference():
    assert compared(posts=(2, 5, 4, 2), souls=(1, 10, 12, 4)) == [
        PostsCompared(most=5, fewest=2, seat=JOHANNA),
        SoulMoved(JOHANNA, 3, 13, "compare"),
    ]


def test_mv3_goes_on_to_the_next_free_space():
    assert compared(posts=(2, 5, 4, 2), souls=(1, 10, 13, 14))[1] == SoulMoved(JOHANNA, 3, 15, "compare")


def test_mv4_of_several_only_the_farthest_from_hell_moves():
    assert compared(posts=(5, 1, 5, 5), souls=(9, 3, 4, 12)) == [
        PostsCompared(most=5, fewest=1, seat=PAULA),
        SoulMoved(PAULA, 4, 8, "compare"),
    ]


def test_equal_posts_move_nobody():
    assert compared(posts=(3, 3, 3, 3), souls=(9, 3, 4, 12)) == [PostsCompared(most=3, fewest=3, seat=None)]


@pytest.mark.parametrize(
    ("souls", "steps", "to"),
    [
        ((10, 13), 3, 14),
        ((10, 13, 14), 3, 15),
        ((10, 12), 3, 13),
        ((38, 39), 1, 40),
        ((35, 0), 5, 40),
    ],
)
def test_soul_goes_on_to_the_next_free_space(souls, steps, to):
    posts = (1 + steps, *(1 for _ in souls[1:]))
    assert compared(posts, souls)[1:] == [SoulMoved(0, steps, to, "compare")]


@pytest.mark.parametrize(("souls", "steps"), [((38, 40), 2), ((36, 0), 5), ((37, 39, 40), 2)])
def test_soul_that_would_reach_hell_stays(souls, steps):
    posts = (1 + steps, *(1 for _ in souls[1:]))
    assert compared(posts, souls)[1:] == [SoulStayed(0, steps, "compare")]


# -- MV5: atonement -----------------------------------------------------------------------------------------


def test_mv5_third_pope_stone_at_one_den():
    table = scene(
        phase="characters",
        order=(JOHANNA, PAULA, DOMINIK, GREGOR),
        souls={DOMINIK: 5, JOHANNA: 30, PAULA: 20, GREGOR: 12},
        pope_stones={"lust": 1, "greed": 2},
        dens={
            "lust": {PAULA: 3, GREGOR: 2, JOHANNA: 1},
            "petty": {PAULA: 1, DOMINIK: 1, GREGOR: 1, JOHANNA: 2},
            "greed": {DOMINIK: 2, PAULA: 1},
        },
    )
    table.play(JOHANNA, ChooseCharacter("pope"))
    facts = done(table.play(JOHANNA, MovePopeStone("lust", "greed")))
    assert facts[:5] == [
        PopeStoneMoved(JOHANNA, "lust", "greed"),
        AtonementCame("greed", forgiven=JOHANNA),
        SoulMoved(PAULA, 4, 24, "atonement"),
        SoulMoved(GREGOR, 3, 15, "atonement"),
        SoulMoved(DOMINIK, 1, 6, "atonement"),
    ]
    assert set(facts[5:-1]) == {
        SinStonesReturned(PAULA, "lust", 3),
        SinStonesReturned(PAULA, "petty", 1),
        SinStonesReturned(GREGOR, "lust", 2),
        SinStonesReturned(GREGOR, "petty", 1),
        SinStonesReturned(DOMINIK, "petty", 1),
        SinStonesReturned(JOHANNA, "lust", 1),
        SinStonesReturned(JOHANNA, "petty", 2),
    }
    assert len(facts[5:-1]) == 7
    assert facts[-1] == PopeStonesReturned("greed")
    places = table.state.places
    assert [places[f"den:{den}"].known for den in ("lust", "petty", "greed")] == [
        {},
        {},
        {str(DOMINIK): 2, str(PAULA): 1},
    ]
    assert [len(places[f"pope:{den}"]) for den in ("lust", "petty", "greed")] == [1, 1, 1]
    assert_conserved(table.state)


def test_two_pope_stones_at_one_den_do_nothing():
    table = scene(phase="characters", order=range(4), dens={"lust": {1: 3}, "petty": {2: 1}})
    table.play(0, ChooseCharacter("pope"))
    assert done(table.play(0, MovePopeStone("lust", "greed"))) == [PopeStoneMoved(0, "lust", "greed")]


# -- MV6: a cathedral is finished ---------------------------------------------------------------------------

LISTED = ("blue", "blue", "blue", "green", "red")
OTHER_LISTS = ("blue", "green", "red")


def donors_of_the_example(loaves=4):
    """What the four have donated, in the first compartment."""
    return {
        (DOMINIK, "I"): ("wine",) * 3,
        (JOHANNA, "I"): ("bread", "wine", "wine"),
        (PAULA, "I"): ("bread",) * loaves,
        (GREGOR, "I"): ("wine", "wine"),
    }


def test_mv6_donors_pick_in_turn():
    table = finishing(4, chests=donors_of_the_example(), souls={PAULA: 5, GREGOR: 6})
    assert done(table.play(DOMINIK, PlaceCrew(1))) == [
        CrewPlaced(DOMINIK, 1, "card"),
        CathedralFinished(1),
        CompartmentOpened(DOMINIK, "I", ("wine",) * 3),
        CompartmentOpened(JOHANNA, "I", ("bread", "wine", "wine")),
        CompartmentOpened(PAULA, "I", ("bread",) * 4),
        CompartmentOpened(GREGOR, "I", ("wine", "wine")),
        LettersLaidOut("bread_wine", LISTED),
        DonorsRanked("bread_wine", values=(6, 5, 4, 4), ranking=(DOMINIK, JOHANNA, GREGOR, PAULA)),
    ]
    picks = [(DOMINIK, "red"), (JOHANNA, "blue"), (DOMINIK, "blue")]
    for seat, letter in picks:
        assert table.awaited == [seat]
        assert done(table.play(seat, Pick(letter))) == [LetterTaken(seat, letter, "display")]
    assert done(table.play(JOHANNA, Pick("blue"))) == [
        LetterTaken(JOHANNA, "blue", "display"),
        LetterTaken(DOMINIK, "green", "display"),
        LettersLaidOut("cloth_jewel", OTHER_LISTS),
        DonorsRanked("cloth_jewel", values=(0, 0, 0, 0), ranking=()),
        LettersReturned(OTHER_LISTS),
        LettersLaidOut("money", OTHER_LISTS),
        DonorsRanked("money", values=(0, 0, 0, 0), ranking=()),
        LettersReturned(OTHER_LISTS),
        DonationsCleared(DOMINIK, ("wine",) * 3, ()),
        DonationsCleared(JOHANNA, ("bread", "wine", "wine"), ()),
        DonationsCleared(PAULA, ("bread",) * 4, ()),
        DonationsCleared(GREGOR, ("wine", "wine"), ()),
    ]
    assert [table.state.places[f"letters:{seat}"].known for seat in range(4)] == [
        {"red": 1, "blue": 1, "green": 1},
        {"blue": 2},
        {},
        {},
    ]
    assert table.awaited == [JOHANNA]
    assert_conserved(table.state)


@pytest.mark.parametrize(
    ("souls", "second", "third"),
    [({PAULA: 6, JOHANNA: 5}, PAULA, JOHANNA), ({PAULA: 5, JOHANNA: 6}, JOHANNA, PAULA)],
)
def test_mv6_with_a_fifth_loaf_the_one_nearer_hell_is_second(souls, second, third):
    table = finishing(4, chests=donors_of_the_example(loaves=5), souls=souls)
    ranked = DonorsRanked("bread_wine", (6, 5, 5, 4), (DOMINIK, second, third, GREGOR))
    assert ranked in table.play(DOMINIK, PlaceCrew(1))
    table.play(DOMINIK, Pick("red"))
    assert table.awaited == [second]


def test_categories_are_shared_one_after_the_other():
    chests = {(1, "I"): ("cloth", "cloth", "coin-1"), (2, "I"): ("jewel", "coin-10"), (3, "II"): ("jewel",) * 2}
    table = finishing(4, site=2, chests=chests, souls={1: 3, 2: 2})
    facts = table.play(0, PlaceCrew(2))
    assert [fact for fact in facts if isinstance(fact, LettersLaidOut | DonorsRanked | LettersReturned)] == [
        LettersLaidOut("bread_wine", OTHER_LISTS),
        DonorsRanked("bread_wine", (0, 0, 0, 0), ()),
        LettersReturned(OTHER_LISTS),
        LettersLaidOut("cloth_jewel", LISTED),
        DonorsRanked("cloth_jewel", (0, 2, 2, 0), (1, 2)),
    ]
    for seat, letter in [(1, "red"), (2, "green")]:  # only blue ones are left
        facts = table.play(seat, Pick(letter))
    assert done(facts) == [
        LetterTaken(2, "green", "display"),
        LetterTaken(1, "blue", "display"),
        LetterTaken(2, "blue", "display"),
        LetterTaken(1, "blue", "display"),
        LettersLaidOut("money", OTHER_LISTS),
        DonorsRanked("money", (0, 1, 10, 0), (2, 1)),
    ]
    assert table.awaited == [2]


def test_a_sole_donor_takes_a_mixed_display_at_once():
    facts = done(finishing(4, chests={(PAULA, "I"): ("bread",)}).play(DOMINIK, PlaceCrew(1)))
    taken = [fact for fact in facts if isinstance(fact, LetterTaken)]
    assert sorted(taken, key=lambda fact: fact.letter) == [
        LetterTaken(PAULA, letter, "display") for letter in LISTED
    ]
    assert facts[-1] == DonationsCleared(PAULA, ("bread",), ())


def test_the_second_cathedral_evaluates_the_second_compartment():
    chests = {(PAULA, "I"): ("jewel",) * 2, (PAULA, "II"): ("bread",), (GREGOR, "II"): ("coin-5",)}
    facts = finishing(4, site=3, built={1: "cathedral", 3: "nave"}, chests=chests).play(DOMINIK, PlaceCrew(3))
    assert [fact for fact in facts if isinstance(fact, CompartmentOpened | DonorsRanked | DonationsCleared)] == [
        CompartmentOpened(DOMINIK, "II", ()),
        CompartmentOpened(JOHANNA, "II", ()),
        CompartmentOpened(PAULA, "II", ("bread",)),
        CompartmentOpened(GREGOR, "II", ("coin-5",)),
        DonorsRanked("bread_wine", (0, 0, 1, 0), (PAULA,)),
        DonorsRanked("cloth_jewel", (0, 0, 0, 0), ()),
        DonorsRanked("money", (0, 0, 0, 5), (GREGOR,)),
        DonationsCleared(PAULA, ("bread",), ()),
        DonationsCleared(GREGOR, (), ("coin-5",)),
    ]


# -- how a display is split ---------------------------------------------------------------------------------


def takers(seats, number, split="de", chests=None):
    """Who takes a display of *number* red Letters, Letter by Letter: b, the bigger donor, and o, the other."""
    lists = [{"bread_wine": {"red": number}, "cloth_jewel": {}, "money": {}}] * 3
    donated = chests or {(1, "I"): ("wine",), (0, "I"): ("bread",)}
    table = finishing(seats, board={"cathedrals": lists}, chests=donated, two_player_split=split)
    facts = table.play(0, PlaceCrew(1))
    return "".join("ob"[fact.seat] for fact in facts if isinstance(fact, LetterTaken))


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("whole", ["b", "bo", "bob", "bobo", "bobob", "bobobo", "bobobob"])
def test_three_and_four_players_take_in_turn(seats, whole):
    assert takers(seats, len(whole)) == whole


@pytest.mark.parametrize("whole", ["b", "bb", "bbo", "bbob", "bbobb", "bbobbb", "bbobbbb"])
def test_two_players_share_two_one_and_the_rest(whole):
    assert takers(2, len(whole)) == whole


@pytest.mark.parametrize("whole", ["b", "bb", "bbo", "bboo", "bboob", "bboobb", "bboobbb"])
def test_two_players_share_two_two_and_the_rest_by_option(whole):
    assert takers(2, len(whole), "en") == whole


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sole_donor_takes_all(seats):
    assert takers(seats, 5, chests={(1, "I"): ("bread",)}) == "bbbbb"


def test_two_players_choose_while_there_is_a_choice():
    table = finishing(2, chests={(1, "I"): ("wine",), (0, "I"): ("bread",)})
    table.play(0, PlaceCrew(1))
    for seat, letter in [(1, "red"), (1, "blue")]:
        assert table.awaited == [seat]
        table.play(seat, Pick(letter))
    assert table.awaited == [0]
    assert done(table.play(0, Pick("green")))[:3] == [
        LetterTaken(0, "green", "display"),
        LetterTaken(1, "blue", "display"),
        LetterTaken(1, "blue", "display"),
    ]


# -- MV7: prices --------------------------------------------------------------------------------------------

PRICES = [("bread", 2, 6), ("wine", 4, 8), ("cloth", 3, 7), ("jewel", 6, 10)]


@pytest.mark.parametrize(("good", "price"), [(good, price) for good, price, _ in PRICES])
def test_mv7_goods_are_bought(good, price):
    table = scene(turn="merchant")
    assert done(table.play(2, Buy(good))) == [
        ActionBegan(2, "buy", second=False),
        TalerPaid(2, price),
        StoneTaken(2, good, "screen", free=False),
    ]
    assert table.state.purses["money:2"].amount == 25 - price


@pytest.mark.parametrize(("good", "price"), [(good, price) for good, _, price in PRICES])
def test_mv7_goods_are_sold(good, price):
    table = scene(turn="merchant", goods={2: (good,)})
    assert done(table.play(2, Sell(good))) == [
        ActionBegan(2, "sell", second=False),
        GoodSold(2, good),
        TalerReceived(2, price),
    ]
    assert table.state.purses["money:2"].amount == 25 + price


@pytest.mark.parametrize("letter", ["red", "green"])
def test_mv7_a_letter_is_bought_with_an_indulgence_stone(letter):
    table = scene(turn="merchant")
    assert done(table.play(2, Buy("indulgence", letter))) == [
        ActionBegan(2, "buy", second=False),
        TalerPaid(2, 4),
        StoneTaken(2, "indulgence", "table", free=False),
        LetterTaken(2, letter, "stacks"),
        StoneReturned(2, "indulgence"),
    ]
    assert table.state.purses["money:2"].amount == 21
    assert_conserved(table.state)


# -- Letters at the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("yellow", "blue", "red", "green", "steps"),
    [
        (1, 1, 1, 1, 8),
        (2, 3, 4, 2, 19),
        (0, 5, 5, 5, 15),
        (3, 3, 3, 3, 24),
        (2, 1, 1, 3, 11),
        (1, 0, 0, 0, 1),
        (0, 0, 0, 0, 0),
    ],
)
def test_letters_are_worth_steps_towards_heaven(yellow, blue, red, green, steps):
    numbers = {"blue": blue, "green": green, "red": red, "yellow": yellow}
    owned = [letter for letter, number in numbers.items() for _ in range(number)]
    table = finishing(2, site=2, built={1: "cathedral", 2: "nave"}, letters={1: owned}, souls={0: 9, 1: 4})
    facts = table.play(0, PlaceCrew(2))
    shown = LettersShown(1, {letter: number for letter, number in numbers.items() if number}, steps)
    assert shown in facts
    moves = [fact for fact in facts if isinstance(fact, SoulMoved)]
    assert moves == ([SoulMoved(1, -steps, 4 - steps, "letters")] if steps else [])
    assert table.state.souls == (9, 4 - steps)
    assert table.state.over


# -- a first round, decision by decision --------------------------------------------------------------------

GOLDEN = (
    # the starting bonuses, nearest Heaven first
    (2, ChooseBonus("letter", ()), "BonusTaken LetterTaken Awaited"),
    (0, ChooseBonus("bread-and-wine", ("I", "II")), "BonusTaken ItemDropped ItemDropped Awaited"),
    (
        1,
        ChooseBonus("taler", ("I",)),
        "BonusTaken ItemDropped BonusesReturned RoundBegan PhaseBegan StepsDue Awaited",
    ),
    # the market and the rooms
    (
        "chance",
        DrawStones(("bread", "wine", "indulgence", "bread", "cloth", "wine", "indulgence")),
        "StoneDrawn StoneDrawn StoneDrawn StoneDrawn StoneDrawn StoneDrawn StoneDrawn "
        "CrewReadied YellowLetterLaid StepsDue Awaited",
    ),
    (
        "chance",
        DealCards(("OTHERS_3", "TAKE_5", "STEAL_3", "NEW_CREW")),
        "CardDealt CardDealt CardDealt CardDealt PhaseBegan StepsDue Awaited",
    ),
    # the auction
    (1, Bid(2, 7), "BidSet Awaited"),
    (2, Bid(3, 0), "BidSet Awaited"),
    (0, Bid(4, 2), "BidSet Awaited"),
    ("table", RevealBids(), "BidsRevealed ChoosingOrderSet BidTakenBack BidPaid PhaseBegan Awaited"),
    # the characters; nobody takes the Emperor, so the Pope places his crew
    (1, ChooseCharacter("pope"), "CharacterTaken StepsDue Awaited"),
    (1, MovePopeStone("lust", "greed"), "PopeStoneMoved StepsDue Awaited"),
    (0, ChooseCharacter("petty-sinner"), "CharacterTaken SinStonePlaced SinStonePlaced StepsDue Awaited"),
    (0, Visit(2), "RoomChosen StepsDue Awaited"),
    (0, Perform(), "CardExecuted TalerReceived CardDiscarded StepsDue Awaited"),
    (2, ChooseCharacter("merchant"), "CharacterTaken StepsDue Awaited"),
    (1, PlaceCrew(2), "CrewPlaced PhaseBegan TurnPassed StepsDue Awaited"),
    # the Pope, incognito, and a donation
    (1, SetDie(3), "ActionBegan PretextAnnounced DieSet StepsDue Awaited"),
    (0, Guess(1), "Guessed StepsDue Awaited"),
    (1, ShowDie(), "DieShown RoomChosen StepsDue Awaited"),
    (1, Rob(2), "CardExecuted StepsDue Awaited"),
    (2, HandOver(), "TalerGiven CardDiscarded StepsDue Awaited"),
    (
        1,
        Donate("coin-2", "II"),
        "ActionBegan PostRotated ItemShown ItemDropped TurnDeclaredOver TurnPassed Awaited",
    ),
    # the Merchant, greedy, and his free stone
    (
        2,
        Buy("bread", greedy=True),
        "ActionBegan TalerPaid SinStonePlaced StoneTaken StoneTaken Awaited",
    ),
    (2, Sell("bread"), "ActionBegan PostRotated GoodSold TalerReceived StepsDue Awaited"),
    (
        2,
        TakeFree("indulgence", "red"),
        "StoneTaken LetterTaken StoneReturned TurnDeclaredOver TurnPassed StepsDue Awaited",
    ),
    # the Petty Sinner, who turns his post for the second action and not for the suite
    (0, Buy("indulgence", "green"), "ActionBegan TalerPaid StoneTaken LetterTaken StoneReturned Awaited"),
    (
        0,
        Visit(6),
        "ActionBegan PostRotated RoomChosen SinStonePlaced LetterTaken TurnDeclaredOver TurnPassed Awaited",
    ),
    # the Pope, greedy; then the last stone is the Merchant's
    (1, Buy("wine", greedy=True), "ActionBegan TalerPaid SinStonePlaced StoneTaken StoneTaken Awaited"),
    (1, Pass(), "TurnDeclaredOver TurnPassed Awaited"),
    (
        2,
        Pass(),
        "StoneTaken TurnDeclaredOver PhaseBegan PostsCompared SoulMoved "
        "RoundBegan CharacterReturned CharacterReturned CharacterReturned PhaseBegan StepsDue Awaited",
    ),
)


def played_golden():
    """The first round of three players, with the facts of every decision."""
    table = Table(RULESET, rules_of(RULESET, 3, {"row": [2, 0, 1]}, mode="recorded"))
    for actor, command, names in GOLDEN:
        if actor == "chance":
            facts = table.of_chance(command)
        else:
            by_itself = command.TYPE in FORCED
            assert RULESET.automatic(table.state) == ((actor, command) if by_itself else None)
            facts = table.act(actor, command, automatic=by_itself)
        assert [fact.TYPE for fact in facts] == names.split(), command
    return table


def test_first_round_decision_by_decision():
    table = played_golden()
    assert [fact.TYPE for fact in table.steps[0].facts] == ["SoulsPlaced", "PhaseBegan", "Awaited"]
    assert table.state.awaits_chance
    assert (table.state.round, table.state.due) == (2, "draw-stones")


def test_first_round_leaves_what_it_should():
    state = played_golden().state
    assert state.souls == (2, 0, 0)  # five notches against three
    assert state.posts == (5, 3, 4)
    assert [state.purses[f"money:{seat}"].amount for seat in range(3)] == [26, 15, 26]
    assert [state.places[f"letters:{seat}"].known for seat in range(3)] == [
        {"green": 1, "yellow": 1},
        {},
        {"blue": 1, "red": 1},
    ]
    assert [state.places[f"goods:{seat}"].known for seat in range(3)] == [
        {},
        {"wine": 2},
        {"bread": 1, "cloth": 1},
    ]
    assert [state.places[f"chest:{seat}"].parts for seat in (0, 1)] == [
        {"I": Pile({"bread": 1}), "II": Pile({"wine": 1})},
        {"I": Pile({"coin-10": 1}), "II": Pile({"coin-2": 1})},
    ]
    assert {den: dict(state.places[f"den:{den}"].known) for den in ("lust", "petty", "greed")} == {
        "lust": {"0": 1},
        "petty": {"0": 2},
        "greed": {"1": 1, "2": 1},
    }
    assert [len(state.places[f"pope:{den}"]) for den in ("lust", "petty", "greed")] == [0, 1, 2]
    assert state.places["site:2"].known == {"crew": 1}
    assert state.places["discards"].known == {"STEAL_3": 1, "TAKE_5": 1}
    assert not len(state.places["market"])
    assert not len(state.places["suite"])
    assert_conserved(state)
