"""The 14 kinds of card in the House and both suites: what each does, when nothing happens, and who is told."""

from __future__ import annotations

import json

import pytest

from domain.games.mea_culpa import RULESET
from domain.games.mea_culpa.commands import (
    Buy,
    ChooseCharacter,
    ChooseRoom,
    Decline,
    EmptyDen,
    GiveLetter,
    Guess,
    MoveCrew,
    MovePopeStone,
    Pass,
    Perform,
    PlaceCrew,
    Rob,
    SetDie,
    TakeGood,
    Visit,
)
from domain.games.mea_culpa.facts import (
    ActionBegan,
    AtonementCame,
    CardDiscarded,
    CardExecuted,
    CathedralFinished,
    CharacterTaken,
    CrewMoved,
    CrewPlaced,
    Declined,
    DenEmptied,
    LetterGiven,
    LetterOwed,
    LetterTaken,
    NaveBuilt,
    NothingGiven,
    PhaseBegan,
    PopeStoneMoved,
    PopeStonesReturned,
    PostRotated,
    RoomChosen,
    SinStonePlaced,
    SinStonesReturned,
    SoulMoved,
    SoulStayed,
    StepsDue,
    StoneTaken,
    SuiteFlipped,
    TalerGiven,
    TalerPaid,
    TalerReceived,
    YellowLetterLaid,
)
from domain.games.mea_culpa.meta_culpa.commands import Flip, NameRoom, TakeCard
from domain.kit.guards import Refused
from domain.kit.play import play_irregularly
from domain.kit.table.facts import Awaited
from domain.kit.visibility import PUBLIC, redact, seat_viewer
from tests.games.mea_culpa.tables import assert_conserved, scene
from tests.games.playing import stored

POPE, EMPEROR, MERCHANT, SINNER = range(4)
"""Who holds which character at a table of four; at most of the tables here the Merchant is the visitor."""
THREE_WITHOUT_EMPEROR = {"pope": 0, "merchant": 2, "petty-sinner": 1}
THREE_WITHOUT_POPE = {"emperor": 1, "merchant": 2, "petty-sinner": 0}
THREE_WITHOUT_PETTY_SINNER = {"pope": 0, "emperor": 1, "merchant": 2}
KINDS = {
    "EMP_LETTER": 1,
    "POPE_YELLOW": 3,
    "OTHERS_3": 2,
    "OTHERS_5": 3,
    "LUST_2": 2,
    "GREED_2": 2,
    "MOVE_CREW": 2,
    "NEW_CREW": 1,
    "POPE_STONE": 2,
    "TAKE_GOOD": 2,
    "STEAL_3": 1,
    "TAKE_3": 0,
    "TAKE_5": 1,
    "TAKE_7": 2,
}
"""Every kind of card, and its notches."""
SPREAD = {POPE: 10, EMPEROR: 13, MERCHANT: 20, SINNER: 1}
"""Souls of which the Merchant's is nearest Hell, then the Emperor's, the Pope's and the Petty Sinner's."""


def done(facts):
    """What happened at the table: *facts* without those that only say how it goes on."""
    return [fact for fact in facts if not isinstance(fact, Awaited | StepsDue)]


def looking_at(card, seats=4, turn="merchant", **laid):
    """A table on which whoever's turn it is has just come to a card in room 1, and may perform it."""
    table = scene(seats, turn=turn, rooms={1: card, 4: "NEW_CREW"}, **laid)
    table.play(table.awaited[0], Visit(1))
    return table


def refused(table, seat, command):
    """The number of the rule that *command* breaks."""
    with pytest.raises(Refused) as refusal:
        table.act(seat, command)
    assert refusal.value.code == "illegal-move"
    return refusal.value.rule


def sent(table, viewer, since):
    """The decisions from *since* on as *viewer* gets them."""
    return [redact(stored(version, table.steps[version]), viewer) for version in range(since, len(table.steps))]


# -- every kind of card -------------------------------------------------------------------------------------

DOES = {
    "EMP_LETTER": (
        {"letters": {EMPEROR: ("red",)}},
        [(MERCHANT, Perform()), (EMPEROR, GiveLetter("red"))],
        [LetterOwed(EMPEROR, MERCHANT), LetterGiven(EMPEROR, MERCHANT, (EMPEROR, MERCHANT), "red")],
    ),
    "POPE_YELLOW": (
        {"letters": {POPE: ("red", "yellow")}},
        [(MERCHANT, Perform())],
        [LetterGiven(POPE, MERCHANT, "everyone", "yellow")],
    ),
    "OTHERS_3": (
        {"souls": SPREAD},
        [(MERCHANT, Perform())],
        [
            SoulMoved(EMPEROR, 3, 16, "card"),
            SoulMoved(POPE, 3, 13, "card"),  # where the Emperor's soul has just left
            SoulMoved(SINNER, 3, 4, "card"),
        ],
    ),
    "OTHERS_5": (
        {"souls": SPREAD},
        [(MERCHANT, Perform())],
        [
            SoulMoved(EMPEROR, 5, 18, "card"),
            SoulMoved(POPE, 5, 15, "card"),
            SoulMoved(SINNER, 5, 6, "card"),
        ],
    ),
    "LUST_2": (
        {"souls": SPREAD},
        [(MERCHANT, Perform())],
        [SinStonePlaced(seat, "lust", "card") for seat in (EMPEROR, EMPEROR, POPE, POPE, SINNER, SINNER)],
    ),
    "GREED_2": (
        {"souls": SPREAD},
        [(MERCHANT, Perform())],
        [SinStonePlaced(seat, "greed", "card") for seat in (EMPEROR, EMPEROR, POPE, POPE, SINNER, SINNER)],
    ),
    "MOVE_CREW": ({"sites": {1: 1}}, [(MERCHANT, MoveCrew(1, 2))], [CrewMoved(MERCHANT, 1, 2)]),
    "NEW_CREW": ({}, [(MERCHANT, PlaceCrew(3))], [CrewPlaced(MERCHANT, 3, "hut")]),
    "POPE_STONE": (
        {},
        [(MERCHANT, MovePopeStone("lust", "greed"))],
        [PopeStoneMoved(MERCHANT, "lust", "greed")],
    ),
    "TAKE_GOOD": ({}, [(MERCHANT, TakeGood("jewel"))], [StoneTaken(MERCHANT, "jewel", "screen", free=True)]),
    "STEAL_3": ({}, [(MERCHANT, Rob(SINNER))], [TalerGiven(SINNER, MERCHANT, 3)]),
    "TAKE_3": ({}, [(MERCHANT, Perform())], [TalerReceived(MERCHANT, 3)]),
    "TAKE_5": ({}, [(MERCHANT, Perform())], [TalerReceived(MERCHANT, 5)]),
    "TAKE_7": ({}, [(MERCHANT, Perform())], [TalerReceived(MERCHANT, 7)]),
}
"""For every kind of card what has to be laid out, who does what, and what comes of it."""


@pytest.mark.parametrize(("card", "notches"), KINDS.items())
def test_the_post_is_turned_before_the_card_is_performed(card, notches):
    table = scene(turn="merchant", posts={MERCHANT: 2}, rooms={3: card, 4: "NEW_CREW"})
    turned = [PostRotated(MERCHANT, 2 + notches, "room")] if notches else []
    assert done(table.play(MERCHANT, Visit(3))) == [
        ActionBegan(MERCHANT, "visit", second=False),
        RoomChosen(MERCHANT, 3),
        *turned,
    ]
    assert table.awaited == [MERCHANT]
    assert {"type": "decline"} in table.listed(MERCHANT)


@pytest.mark.parametrize("card", KINDS)
def test_card_does_what_it_says(card):
    laid, played, effect = DOES[card]
    table = looking_at(card, **laid)
    facts = [fact for seat, command in played for fact in table.play(seat, command)]
    assert done(facts) == [CardExecuted(MERCHANT, 1, card), *effect, CardDiscarded(1, card)]
    assert table.awaited == [MERCHANT]
    assert table.state.places["discards"].known == {card: 1}
    assert_conserved(table.state)


@pytest.mark.parametrize("card", KINDS)
def test_performing_a_card_is_a_right(card):
    table = looking_at(card, **DOES[card][0])
    assert done(table.play(MERCHANT, Decline())) == [Declined(MERCHANT, card), CardDiscarded(1, card)]
    assert table.awaited == [MERCHANT]


@pytest.mark.parametrize(
    ("card", "laid", "reaction"),
    [
        ("EMP_LETTER", {}, [NothingGiven(EMPEROR, "EMP_LETTER")]),
        ("EMP_LETTER", {"letters": {POPE: ("red",)}}, [NothingGiven(EMPEROR, "EMP_LETTER")]),
        ("POPE_YELLOW", {}, [NothingGiven(POPE, "POPE_YELLOW")]),
        ("POPE_YELLOW", {"letters": {POPE: ("red", "blue")}}, [NothingGiven(POPE, "POPE_YELLOW")]),
        ("MOVE_CREW", {}, []),
        ("MOVE_CREW", {"crew_on_card": True, "built": {1: "nave"}}, []),
        ("NEW_CREW", {"crew_on_card": True, "sites": {1: 1, 2: 1, 3: 1}}, []),
        ("TAKE_GOOD", {"market": ("indulgence", "indulgence")}, []),
    ],
)
def test_card_without_possible_effect_is_performed_and_discarded(card, laid, reaction):
    table = looking_at(card, **laid)
    assert table.state.posts[MERCHANT] == 1 + KINDS[card]
    assert table.listed(MERCHANT) == [{"type": "perform"}, {"type": "decline"}]
    assert done(table.play(MERCHANT, Perform())) == [
        CardExecuted(MERCHANT, 1, card),
        *reaction,
        CardDiscarded(1, card),
    ]
    assert table.awaited == [MERCHANT]


@pytest.mark.parametrize("card", ["MOVE_CREW", "NEW_CREW", "POPE_STONE", "TAKE_GOOD", "STEAL_3"])
def test_card_with_a_choice_is_performed_by_choosing(card):
    table = looking_at(card, **DOES[card][0])
    assert {"type": "perform"} not in table.listed(MERCHANT)
    assert refused(table, MERCHANT, Perform()) == "MC-H3"


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (TakeGood("bread"), "MC-H3"),
        (Rob(POPE), "MC-H3"),
        (MoveCrew(1, 2), "MC-R39"),
        (PlaceCrew(1), "MC-V2"),
        (MovePopeStone("lust", "greed"), "MC-V1"),
        (Pass(), "MC-T2"),
        (Visit(4), "MC-H1"),
    ],
)
def test_nothing_but_the_card_can_be_performed(command, rule):
    assert refused(looking_at("TAKE_5", sites={1: 1}), MERCHANT, command) == rule


def test_a_room_whose_card_is_gone_is_not_visited_again():
    table = looking_at("TAKE_5", turn="emperor")
    table.play(EMPEROR, Decline())
    table.play(EMPEROR, Pass())
    assert table.awaited == [MERCHANT]
    assert refused(table, MERCHANT, Visit(1)) == "MC-H1"


# -- the Emperor gives a Letter -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "laid"),
    [
        (4, {"turn": "emperor"}),
        (3, {"turn": "merchant", "characters": THREE_WITHOUT_EMPEROR}),
        (2, {"turn": "petty-sinner"}),
    ],
    ids=["the Emperor himself", "nobody is the Emperor", "of two players the one with both cards"],
)
def test_no_letter_is_given_without_another_emperor(seats, laid):
    letters = dict.fromkeys(range(seats), ("red", "green"))
    table = looking_at("EMP_LETTER", seats, letters=letters, **laid)
    visitor = table.awaited[0]
    assert done(table.play(visitor, Perform())) == [
        CardExecuted(visitor, 1, "EMP_LETTER"),
        CardDiscarded(1, "EMP_LETTER"),
    ]


def test_of_two_players_the_opponent_gives():
    table = looking_at("EMP_LETTER", 2, letters={1: ("red",)})
    assert done(table.play(0, Perform())) == [CardExecuted(0, 1, "EMP_LETTER"), LetterOwed(1, 0)]
    assert table.awaited == [1]


def test_a_character_not_yet_chosen_belongs_to_nobody():
    laid = {"rooms": {1: "EMP_LETTER", 2: "POPE_YELLOW"}, "letters": dict.fromkeys((1, 2, 3), ("red", "yellow"))}
    table = scene(phase="characters", order=range(4), **laid)
    table.play(0, ChooseCharacter("petty-sinner"))
    table.play(0, Visit(1))
    assert done(table.play(0, Perform())) == [CardExecuted(0, 1, "EMP_LETTER"), CardDiscarded(1, "EMP_LETTER")]
    assert table.awaited == [1]


def test_a_character_already_chosen_gives_before_the_turns():
    laid = {"rooms": {2: "POPE_YELLOW"}, "letters": {0: ("yellow",)}}
    table = scene(phase="characters", order=range(4), **laid)
    table.play(0, ChooseCharacter("pope"))
    table.play(0, Decline())
    table.play(1, ChooseCharacter("petty-sinner"))
    table.play(1, Visit(2))
    assert done(table.play(1, Perform())) == [
        CardExecuted(1, 2, "POPE_YELLOW"),
        LetterGiven(0, 1, "everyone", "yellow"),
        CardDiscarded(2, "POPE_YELLOW"),
    ]
    assert table.awaited == [2]


def test_the_giver_chooses_among_his_own_letters():
    table = looking_at("EMP_LETTER", letters={EMPEROR: ("red", "blue", "blue"), POPE: ("green",)})
    table.play(MERCHANT, Perform())
    assert table.awaited == [EMPEROR]
    assert table.listed(EMPEROR) == [{"type": "give-letter", "letter": {"any_of": ["blue", "red"]}}]
    assert refused(table, EMPEROR, GiveLetter("green")) == "MC-R33"
    with pytest.raises(Refused, match="not to decide"):
        table.act(MERCHANT, GiveLetter("blue"))
    table.play(EMPEROR, GiveLetter("blue"))
    assert table.state.places[f"letters:{EMPEROR}"].known == {"red": 1, "blue": 1}
    assert table.state.places[f"letters:{MERCHANT}"].known == {"blue": 1}
    assert table.awaited == [MERCHANT]


def test_a_giver_of_a_single_letter_is_asked_like_any_other():
    """Otherwise everybody would learn that he has no other."""
    seen = []
    for owned in (("red",), ("red", "red"), ("red", "blue", "yellow")):
        table = looking_at("EMP_LETTER", letters={EMPEROR: owned})
        before = len(table.steps)
        table.play(MERCHANT, Perform())
        assert table.awaited == [EMPEROR]
        seen.append([sent(table, viewer, before) for viewer in (PUBLIC, seat_viewer(MERCHANT))])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("letter", ["red", "blue", "green", "yellow"])
def test_only_giver_and_taker_are_told_which_letter(letter):
    table = looking_at("EMP_LETTER", letters={EMPEROR: ("red", "blue", "green", "yellow")})
    table.play(MERCHANT, Perform())
    table.play(EMPEROR, GiveLetter(letter))
    for viewer in table.viewers:
        decision = sent(table, viewer, table.version)[0]
        given = decision["facts"][0]
        assert (given["type"], given["giver"], given["taker"]) == ("LetterGiven", EMPEROR, MERCHANT)
        if viewer.official or viewer.seat in (EMPEROR, MERCHANT):
            assert given["letter"] == letter
        else:
            assert given["letter"].keys() == {"hidden", "seal"}
            assert f'"{letter}"' not in json.dumps(decision)


def test_what_is_behind_the_screens_does_not_give_the_letter_away():
    table = looking_at("EMP_LETTER", letters={EMPEROR: ("red", "blue")})
    table.play(MERCHANT, Perform())
    table.play(EMPEROR, GiveLetter("blue"))
    seen = {viewer: RULESET.view(table.state.masked(viewer))["seats"] for viewer in table.viewers}
    for viewer in (PUBLIC, seat_viewer(POPE), seat_viewer(SINNER)):
        assert seen[viewer][EMPEROR]["letters"] == seen[viewer][MERCHANT]["letters"] == {}
    assert seen[seat_viewer(MERCHANT)][MERCHANT]["letters"]["things"] == {"blue": 1}
    assert seen[seat_viewer(EMPEROR)][EMPEROR]["letters"]["things"] == {"red": 1}


def test_with_open_holdings_the_only_letter_is_given_at_once_before_everyone():
    table = looking_at("EMP_LETTER", letters={EMPEROR: ("red", "red")}, open_holdings=True)
    assert done(table.play(MERCHANT, Perform())) == [
        CardExecuted(MERCHANT, 1, "EMP_LETTER"),
        LetterOwed(EMPEROR, MERCHANT),
        LetterGiven(EMPEROR, MERCHANT, "everyone", "red"),
        CardDiscarded(1, "EMP_LETTER"),
    ]


def test_giving_is_not_a_turn():
    table = looking_at("EMP_LETTER", letters={EMPEROR: ("red",)})
    table.play(MERCHANT, Perform())
    table.play(EMPEROR, GiveLetter("red"))
    assert (table.state.turn, table.state.actions) == ("merchant", ("visit",))


# -- the Pope gives a yellow Letter -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "laid"),
    [(3, {"characters": THREE_WITHOUT_POPE}), (2, {})],
    ids=["nobody is the Pope", "of two players the one with both cards"],
)
def test_no_yellow_letter_is_given_without_another_pope(seats, laid):
    table = looking_at("POPE_YELLOW", seats, letters=dict.fromkeys(range(seats), ("yellow",)), **laid)
    visitor = table.awaited[0]
    assert done(table.play(visitor, Perform())) == [
        CardExecuted(visitor, 1, "POPE_YELLOW"),
        CardDiscarded(1, "POPE_YELLOW"),
    ]


def test_the_pope_gives_himself_nothing():
    table = scene(turn="pope", rooms={1: "POPE_YELLOW"}, letters={POPE: ("yellow",)})
    table.play(POPE, SetDie(1))
    (guesser,) = table.awaited
    table.play(guesser, Guess(2))
    assert done(table.play(POPE, Perform())) == [
        CardExecuted(POPE, 1, "POPE_YELLOW"),
        CardDiscarded(1, "POPE_YELLOW"),
    ]


def test_everyone_sees_a_yellow_letter_change_hands():
    table = looking_at("POPE_YELLOW", letters={POPE: ("yellow", "yellow")})
    table.play(MERCHANT, Perform())
    given = sent(table, PUBLIC, table.version)[0]["facts"][0]
    assert given == {
        "type": "LetterGiven",
        "giver": POPE,
        "taker": MERCHANT,
        "told": "everyone",
        "letter": "yellow",
    }
    assert table.state.places[f"letters:{POPE}"].known == {"yellow": 1}


# -- all others move ----------------------------------------------------------------------------------------


def test_soul_that_would_reach_hell_stays_and_the_others_move():
    table = looking_at("OTHERS_5", souls={POPE: 36, EMPEROR: 39, MERCHANT: 5, SINNER: 35})
    assert done(table.play(MERCHANT, Perform()))[1:-1] == [
        SoulStayed(EMPEROR, 5, "card"),
        SoulStayed(POPE, 5, "card"),
        SoulMoved(SINNER, 5, 40, "card"),
    ]
    assert table.state.souls == (36, 39, 5, 40)


def test_soul_that_would_be_pushed_into_hell_stays():
    table = looking_at("OTHERS_3", souls={POPE: 37, EMPEROR: 2, MERCHANT: 40, SINNER: 1})
    assert done(table.play(MERCHANT, Perform()))[1:-1] == [
        SoulStayed(POPE, 3, "card"),
        SoulMoved(EMPEROR, 3, 5, "card"),
        SoulMoved(SINNER, 3, 4, "card"),
    ]


def test_souls_on_the_start_move_in_the_order_of_the_row():
    table = looking_at("OTHERS_3", row=(EMPEROR, SINNER, MERCHANT, POPE))
    assert done(table.play(MERCHANT, Perform()))[1:-1] == [
        SoulMoved(POPE, 3, 3, "card"),
        SoulMoved(SINNER, 3, 4, "card"),
        SoulMoved(EMPEROR, 3, 5, "card"),
    ]


# -- stones that a card demands -----------------------------------------------------------------------------


def test_who_runs_out_of_stones_chooses_a_den_nearest_hell_first():
    table = looking_at(
        "LUST_2",
        3,
        characters=THREE_WITHOUT_PETTY_SINNER,
        souls={0: 5, 1: 10, 2: 20},
        dens={"petty": {0: 3, 1: 3}, "greed": {0: 3, 1: 4}},
    )
    assert done(table.play(2, Perform())) == [CardExecuted(2, 1, "LUST_2")]
    assert table.awaited == [1]
    assert table.listed(1) == [{"type": "empty-den", "den": {"any_of": ["petty", "greed"]}}]
    assert refused(table, 1, EmptyDen("lust")) == "MC-R46"
    assert done(table.play(1, EmptyDen("petty"))) == [
        DenEmptied(1, "petty", 3),
        SoulMoved(1, 3, 13, "run-out"),
        SinStonePlaced(1, "lust", "card"),
        SinStonePlaced(1, "lust", "card"),
        SinStonePlaced(0, "lust", "card"),  # what there is comes first
    ]
    assert table.awaited == [0]
    assert done(table.play(0, EmptyDen("greed"))) == [
        DenEmptied(0, "greed", 3),
        SoulMoved(0, 3, 8, "run-out"),
        SinStonePlaced(0, "lust", "card"),
        CardDiscarded(1, "LUST_2"),
    ]
    assert table.awaited == [2]
    assert_conserved(table.state)


def test_who_is_still_short_empties_another_den_even_the_one_being_filled():
    laid = {"souls": {0: 30}, "dens": {"lust": {1: 3}, "petty": {1: 1}, "greed": {1: 3}}}
    table = looking_at("LUST_2", 2, **laid)
    table.play(0, Perform())
    assert table.listed(1) == [{"type": "empty-den", "den": {"any_of": ["lust", "petty", "greed"]}}]
    assert done(table.play(1, EmptyDen("petty"))) == [
        DenEmptied(1, "petty", 1),
        SoulMoved(1, 1, 1, "run-out"),
        SinStonePlaced(1, "lust", "card"),
    ]
    assert table.listed(1) == [{"type": "empty-den", "den": {"any_of": ["lust", "greed"]}}]
    assert refused(table, 1, EmptyDen("petty")) == "MC-R46"
    assert done(table.play(1, EmptyDen("lust"))) == [
        DenEmptied(1, "lust", 4),
        SoulMoved(1, 4, 5, "run-out"),
        SinStonePlaced(1, "lust", "card"),
        CardDiscarded(1, "LUST_2"),
    ]


def test_a_den_is_emptied_once_for_the_same_demand():
    table = looking_at("LUST_2", 2, souls={0: 30}, dens={"lust": {1: 1}, "petty": {1: 3}, "greed": {1: 3}})
    table.play(0, Perform())
    assert done(table.play(1, EmptyDen("lust"))) == [
        DenEmptied(1, "lust", 1),
        SoulMoved(1, 1, 1, "run-out"),
        SinStonePlaced(1, "lust", "card"),
    ]
    assert table.listed(1) == [{"type": "empty-den", "den": {"any_of": ["petty", "greed"]}}]
    assert refused(table, 1, EmptyDen("lust")) == "MC-R46"


def test_the_only_den_with_own_stones_is_emptied_without_asking():
    table = looking_at("GREED_2", 2, souls={1: 3}, dens={"greed": {1: 6}})
    assert done(table.play(0, Perform())) == [
        CardExecuted(0, 1, "GREED_2"),
        SinStonePlaced(1, "greed", "card"),
        DenEmptied(1, "greed", 7),
        SoulMoved(1, 7, 10, "run-out"),
        SinStonePlaced(1, "greed", "card"),
        CardDiscarded(1, "GREED_2"),
    ]
    assert table.state.places["den:greed"].known == {"1": 1}
    assert table.state.places["stones:1"].known == {"1": 6}


def test_stones_come_back_also_to_a_soul_that_cannot_move():
    table = looking_at("GREED_2", 2, souls={1: 39}, dens={"lust": {1: 4}, "petty": {1: 3}})
    table.play(0, Perform())
    assert done(table.play(1, EmptyDen("petty"))) == [
        DenEmptied(1, "petty", 3),
        SoulStayed(1, 3, "run-out"),
        SinStonePlaced(1, "greed", "card"),
        SinStonePlaced(1, "greed", "card"),
        CardDiscarded(1, "GREED_2"),
    ]


# -- crews --------------------------------------------------------------------------------------------------


def test_a_moved_crew_completes_a_nave():
    table = looking_at("MOVE_CREW", sites={1: 1, 2: 1})
    assert done(table.play(MERCHANT, MoveCrew(1, 2))) == [
        CardExecuted(MERCHANT, 1, "MOVE_CREW"),
        CrewMoved(MERCHANT, 1, 2),
        NaveBuilt(2),
        CardDiscarded(1, "MOVE_CREW"),
    ]
    assert table.state.buildings == (0, 1, 0)
    assert table.state.places["hut"].known == {"crew": 4}


EVALUATED = [
    *["CompartmentOpened"] * 4,
    *["LettersLaidOut", "DonorsRanked", "LettersReturned"] * 3,
]
"""What a cathedral brings to which nobody has donated."""


def test_a_moved_crew_finishes_a_cathedral_which_is_evaluated_before_the_discard():
    table = looking_at("MOVE_CREW", sites={1: 1, 2: 1}, built={2: "nave"})
    facts = table.play(MERCHANT, MoveCrew(1, 2))
    assert table.type_names(facts) == [
        "CardExecuted",
        "CrewMoved",
        "CathedralFinished",
        *EVALUATED,
        "CardDiscarded",
    ]
    assert table.awaited == [MERCHANT]


def test_nothing_follows_the_second_cathedral():
    table = looking_at("MOVE_CREW", sites={1: 1, 2: 1}, built={2: "nave", 3: "cathedral"})
    facts = table.play(MERCHANT, MoveCrew(1, 2))
    assert table.type_names(facts) == [
        "CardExecuted",
        "CrewMoved",
        "CathedralFinished",
        *EVALUATED,
        "PostsCompared",
        "SoulMoved",
        *["LettersShown"] * 4,
        "MatchEnded",
    ]
    assert SoulMoved(MERCHANT, 2, 2, "compare") in facts  # he turned his post for the card
    assert table.state.over


@pytest.mark.parametrize(
    ("source", "target", "rule"),
    [(1, 1, "MC-R39"), (2, 1, "MC-R39"), (3, 1, "MC-R39"), (1, 3, "MC-R38")],
    ids=["its own site", "no crew", "a finished cathedral has no crew", "to a finished cathedral"],
)
def test_a_crew_moves_from_where_it_stands_to_another_site(source, target, rule):
    table = looking_at("MOVE_CREW", sites={1: 1}, built={3: "cathedral"}, crew_on_card=True)
    assert refused(table, MERCHANT, MoveCrew(source, target)) == rule
    assert [move for move in table.listed(MERCHANT) if move["type"] == "move-crew"] == [
        {"type": "move-crew", "source": 1, "target": 2}
    ]


def test_the_crew_on_the_emperor_card_cannot_be_moved():
    table = looking_at("MOVE_CREW", crew_on_card=True)
    assert refused(table, MERCHANT, MoveCrew(1, 2)) == "MC-R39"


def test_a_new_crew_completes_a_nave():
    table = looking_at("NEW_CREW", sites={3: 1})
    assert done(table.play(MERCHANT, PlaceCrew(3))) == [
        CardExecuted(MERCHANT, 1, "NEW_CREW"),
        CrewPlaced(MERCHANT, 3, "hut"),
        NaveBuilt(3),
        CardDiscarded(1, "NEW_CREW"),
    ]


def test_a_new_crew_leaves_the_one_on_the_emperor_card_there():
    table = looking_at("NEW_CREW", crew_on_card=True)
    table.play(MERCHANT, PlaceCrew(1))
    assert table.state.places["card"].known == {"crew": 1}
    assert table.state.places["hut"].known == {"crew": 2}


def test_a_new_crew_is_not_placed_on_a_finished_cathedral():
    table = looking_at("NEW_CREW", built={2: "cathedral"})
    assert refused(table, MERCHANT, PlaceCrew(2)) == "MC-R38"
    assert {"type": "place-crew", "site": {"any_of": [1, 3]}} in table.listed(MERCHANT)


def test_with_an_empty_hut_no_crew_is_placed():
    table = looking_at("NEW_CREW", crew_on_card=True, sites={1: 1, 2: 1, 3: 1})
    assert refused(table, MERCHANT, PlaceCrew(1)) == "MC-V2"


def visiting_before_the_turns(card, **laid):
    """A table on which the first to choose is the Petty Sinner and has come to a card in room 1."""
    laid = {"rooms": {1: card, 4: "TAKE_3"}, **laid}
    table = scene(phase="characters", order=range(4), crew_on_card=True, **laid)
    table.play(0, ChooseCharacter("petty-sinner"))
    table.play(0, Visit(1))
    return table


def test_a_first_cathedral_before_the_turns_is_evaluated_at_once():
    table = visiting_before_the_turns("NEW_CREW", sites={2: 1}, built={2: "nave"})
    facts = table.play(0, PlaceCrew(2))
    assert done(facts)[:3] == [CardExecuted(0, 1, "NEW_CREW"), CrewPlaced(0, 2, "hut"), CathedralFinished(2)]
    assert table.type_names(facts)[3:] == [*EVALUATED, "CardDiscarded"]
    assert table.awaited == [1]


def test_a_second_cathedral_before_the_turns_ends_the_match_with_the_posts_as_bid():
    laid = {"sites": {2: 1}, "built": {1: "cathedral", 2: "nave"}, "posts": {0: 2, 1: 6, 2: 3, 3: 3}}
    table = visiting_before_the_turns("NEW_CREW", **laid)
    facts = table.play(0, PlaceCrew(2))
    assert table.type_names(facts)[3:] == [
        *EVALUATED,
        "PostsCompared",
        "SoulMoved",
        *["LettersShown"] * 4,
        "MatchEnded",
    ]
    assert SoulMoved(1, 4, 4, "compare") in facts
    assert table.state.over


# -- a Pope stone -------------------------------------------------------------------------------------------


def test_who_moves_the_third_pope_stone_by_a_card_is_forgiven():
    table = looking_at(
        "POPE_STONE",
        souls={POPE: 3, MERCHANT: 10, SINNER: 5},
        pope_stones={"greed": 2, "lust": 1},
        dens={"lust": {MERCHANT: 2, POPE: 1}, "petty": {SINNER: 2, POPE: 1}, "greed": {EMPEROR: 1}},
    )
    facts = done(table.play(MERCHANT, MovePopeStone("lust", "greed")))
    assert facts[:5] == [
        CardExecuted(MERCHANT, 1, "POPE_STONE"),
        PopeStoneMoved(MERCHANT, "lust", "greed"),
        AtonementCame("greed", forgiven=MERCHANT),
        SoulMoved(SINNER, 2, 7, "atonement"),
        SoulMoved(POPE, 2, 5, "atonement"),  # where the Petty Sinner's soul has just left
    ]
    assert set(facts[5:-2]) == {
        SinStonesReturned(MERCHANT, "lust", 2),
        SinStonesReturned(POPE, "lust", 1),
        SinStonesReturned(POPE, "petty", 1),
        SinStonesReturned(SINNER, "petty", 2),
    }
    assert facts[-2:] == [PopeStonesReturned("greed"), CardDiscarded(1, "POPE_STONE")]
    assert table.state.souls[MERCHANT] == 10
    assert_conserved(table.state)


@pytest.mark.parametrize(("source", "target"), [("greed", "greed"), ("lust", "greed"), ("lust", "lust")])
def test_a_pope_stone_goes_from_where_one_lies_to_another_den(source, target):
    table = looking_at("POPE_STONE", pope_stones={"greed": 2, "petty": 1})
    assert refused(table, MERCHANT, MovePopeStone(source, target)) == "MC-R50"


# -- a good from the market ---------------------------------------------------------------------------------


def test_the_last_stone_taken_ends_the_phase_after_the_discard():
    table = looking_at("TAKE_GOOD", market=("bread",))
    facts = done(table.play(MERCHANT, TakeGood("bread")))
    assert facts[:4] == [
        CardExecuted(MERCHANT, 1, "TAKE_GOOD"),
        StoneTaken(MERCHANT, "bread", "screen", free=True),
        CardDiscarded(1, "TAKE_GOOD"),
        PhaseBegan("compare"),
    ]
    assert table.state.phase == "auction"
    assert table.state.round == 2


def test_the_last_good_taken_leaves_the_phase_open_for_the_indulgence_stones():
    table = looking_at("TAKE_GOOD", market=("bread", "indulgence"))
    table.play(MERCHANT, TakeGood("bread"))
    assert (table.state.phase, table.awaited) == ("actions", [MERCHANT])


def test_only_goods_that_lie_there_are_taken():
    table = looking_at("TAKE_GOOD", market=("bread", "wine", "indulgence"))
    assert table.listed(MERCHANT) == [
        {"type": "take-good", "good": {"any_of": ["bread", "wine"]}},
        {"type": "decline"},
    ]
    assert refused(table, MERCHANT, TakeGood("jewel")) == "MC-H3"


def test_with_indulgence_stones_alone_no_good_is_taken():
    table = looking_at("TAKE_GOOD", market=("indulgence",))
    assert refused(table, MERCHANT, TakeGood("bread")) == "MC-H3"


# -- three taler --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("owned", "given"), [(3, 3), (4, 3), (25, 3)])
def test_who_has_three_taler_gives_them(owned, given):
    table = looking_at("STEAL_3", money={EMPEROR: owned, MERCHANT: 10})
    assert done(table.play(MERCHANT, Rob(EMPEROR)))[1:-1] == [TalerGiven(EMPEROR, MERCHANT, given)]
    assert table.state.purses[f"money:{EMPEROR}"].amount == owned - given
    assert table.state.purses[f"money:{MERCHANT}"].amount == 10 + given


@pytest.mark.parametrize("owned", [0, 1, 2])
def test_who_has_less_gives_nothing(owned):
    table = looking_at("STEAL_3", money={EMPEROR: owned})
    assert done(table.play(MERCHANT, Rob(EMPEROR))) == [
        CardExecuted(MERCHANT, 1, "STEAL_3"),
        NothingGiven(EMPEROR, "STEAL_3"),
        CardDiscarded(1, "STEAL_3"),
    ]
    assert table.state.purses[f"money:{EMPEROR}"].amount == owned


def test_what_somebody_has_less_than_three_taler_is_not_told():
    seen = []
    for owned in (0, 2):
        table = looking_at("STEAL_3", money={EMPEROR: owned})
        before = len(table.steps)
        table.play(MERCHANT, Rob(EMPEROR))
        seen.append([sent(table, viewer, before) for viewer in table.viewers])
    assert seen[0] == seen[1]


def test_money_in_a_chest_cannot_be_robbed():
    table = looking_at("STEAL_3", money={EMPEROR: 1}, chests={(EMPEROR, "I"): ("coin-10",)})
    assert NothingGiven(EMPEROR, "STEAL_3") in table.play(MERCHANT, Rob(EMPEROR))


@pytest.mark.parametrize("seat", [MERCHANT, 4])
def test_an_opponent_must_be_named(seat):
    table = looking_at("STEAL_3", money=dict.fromkeys(range(4), 0))
    assert refused(table, MERCHANT, Rob(seat)) == "MC-R69"
    assert table.listed(MERCHANT) == [
        {"type": "rob", "seat": {"any_of": [POPE, EMPEROR, SINNER]}},
        {"type": "decline"},
    ]


# -- Suite 5 ------------------------------------------------------------------------------------------------


def test_through_suite_5_a_card_is_performed_without_turning_the_post():
    table = scene(turn="emperor", posts={EMPEROR: 6}, rooms={1: "TAKE_7", 2: "OTHERS_5"})
    assert done(table.play(EMPEROR, Visit(5))) == [
        ActionBegan(EMPEROR, "visit", second=False),
        RoomChosen(EMPEROR, 5),
        SinStonePlaced(EMPEROR, "lust", "lust"),
        SuiteFlipped(welcome=False),
    ]
    assert table.listed(EMPEROR) == [{"type": "choose-room", "room": {"any_of": [1, 2]}}]
    assert done(table.play(EMPEROR, ChooseRoom(1))) == [RoomChosen(EMPEROR, 1)]
    assert done(table.play(EMPEROR, Perform()))[:3] == [
        CardExecuted(EMPEROR, 1, "TAKE_7"),
        TalerReceived(EMPEROR, 7),
        CardDiscarded(1, "TAKE_7"),
    ]
    assert table.state.posts[EMPEROR] == 6
    assert table.awaited == [MERCHANT]
    assert refused(table, MERCHANT, Visit(5)) == "MC-H1"  # the card has been flipped
    assert refused(table, MERCHANT, Visit(1)) == "MC-H1"  # and the room counts as visited


def test_choosing_a_room_is_compulsory_and_performing_its_card_a_right():
    table = scene(turn="merchant", rooms={1: "TAKE_7", 2: "TAKE_3"})
    table.play(MERCHANT, Visit(5))
    assert refused(table, MERCHANT, Decline()) == "MC-H6"
    assert refused(table, MERCHANT, Pass()) == "MC-T2"
    table.play(MERCHANT, ChooseRoom(1))
    assert done(table.play(MERCHANT, Decline())) == [Declined(MERCHANT, "TAKE_7"), CardDiscarded(1, "TAKE_7")]


def test_through_suite_5_only_a_room_with_a_card_is_chosen():
    table = scene(turn="merchant", rooms={1: "TAKE_7", 2: "TAKE_3"})
    table.play(MERCHANT, Visit(5))
    assert refused(table, MERCHANT, ChooseRoom(3)) == "MC-H4"


def test_through_suite_5_the_last_room_is_chosen_by_itself():
    table = scene(turn="merchant", rooms={3: "TAKE_7"})
    assert done(table.play(MERCHANT, Visit(5)))[-3:] == [
        SinStonePlaced(MERCHANT, "lust", "lust"),
        SuiteFlipped(welcome=False),
        RoomChosen(MERCHANT, 3),
    ]
    assert table.listed(MERCHANT) == [{"type": "perform"}, {"type": "decline"}]


@pytest.mark.parametrize("turn", ["merchant", "petty-sinner"])
def test_suite_5_is_closed_when_all_rooms_are_gone(turn):
    table = scene(turn=turn, rooms={})
    seat = table.awaited[0]
    assert refused(table, seat, Visit(5)) == "MC-H1"
    assert {"type": "visit", "room": {"any_of": [6]}} in table.listed(seat)


def test_suite_5_is_open_again_in_the_next_round():
    table = scene(turn="merchant", market=("bread",), welcome=False)
    assert SuiteFlipped(welcome=True) in table.play(MERCHANT, Pass())
    assert 5 in table.state.open_rooms()


def test_who_has_no_stone_for_suite_5_runs_out_before_it_is_flipped():
    table = scene(turn="merchant", souls={MERCHANT: 4}, dens={"petty": {MERCHANT: 2}, "greed": {MERCHANT: 5}})
    assert done(table.play(MERCHANT, Visit(5)))[1:] == [RoomChosen(MERCHANT, 5)]
    assert done(table.play(MERCHANT, EmptyDen("petty"))) == [
        DenEmptied(MERCHANT, "petty", 2),
        SoulMoved(MERCHANT, 2, 6, "run-out"),
        SinStonePlaced(MERCHANT, "lust", "lust"),
        SuiteFlipped(welcome=False),
    ]
    assert table.listed(MERCHANT)[0]["type"] == "choose-room"


# -- Suite 6 ------------------------------------------------------------------------------------------------


def test_in_suite_6_a_stone_and_two_notches_cost_a_yellow_letter():
    table = scene(turn="merchant", posts={MERCHANT: 4})
    facts = done(table.play(MERCHANT, Visit(6)))
    assert facts[:5] == [
        ActionBegan(MERCHANT, "visit", second=False),
        RoomChosen(MERCHANT, 6),
        SinStonePlaced(MERCHANT, "lust", "lust"),
        PostRotated(MERCHANT, 6, "room"),
        LetterTaken(MERCHANT, "yellow", "suite"),
    ]
    assert table.state.places[f"letters:{MERCHANT}"].known == {"yellow": 1}
    assert 6 not in table.state.open_rooms()


def test_suite_6_asks_nothing():
    """The Letter is taken at once: it cannot be declined."""
    table = scene(turn="merchant")
    assert table.type_names(table.play(MERCHANT, Visit(6)))[-1] == "LetterTaken"
    assert refused(table, MERCHANT, Decline()) == "MC-H6"


def test_suite_6_is_too_dear_at_five_notches():
    table = scene(turn="merchant", posts={MERCHANT: 5})
    assert refused(table, MERCHANT, Visit(6)) == "MC-H2"


def test_as_a_second_action_suite_6_costs_three_notches():
    table = scene(turn="merchant", posts={MERCHANT: 3})
    table.play(MERCHANT, Buy("bread"))
    assert done(table.play(MERCHANT, Visit(6)))[:5] == [
        ActionBegan(MERCHANT, "visit", second=True),
        PostRotated(MERCHANT, 4, "second"),
        RoomChosen(MERCHANT, 6),
        SinStonePlaced(MERCHANT, "lust", "lust"),
        PostRotated(MERCHANT, 6, "room"),
    ]


def test_as_a_second_action_suite_6_is_too_dear_at_four_notches():
    table = scene(turn="merchant", posts={MERCHANT: 4})
    table.play(MERCHANT, Buy("bread"))
    assert refused(table, MERCHANT, Visit(6)) == "MC-H2"


def test_suite_6_without_its_letter_is_closed():
    table = scene(turn="merchant", suite=False)
    assert refused(table, MERCHANT, Visit(6)) == "MC-H1"


@pytest.mark.parametrize(("owned", "laid"), [(9, True), (10, False)])
def test_suite_6_stays_empty_when_no_yellow_letter_is_left(owned, laid):
    table = scene(turn="merchant", market=("bread",), suite=False, letters={0: ("yellow",) * owned})
    assert (YellowLetterLaid() in table.play(MERCHANT, Pass())) is laid
    assert (6 in table.state.open_rooms()) is laid


def test_who_has_no_stone_for_suite_6_runs_out_before_the_post_is_turned():
    table = scene(turn="merchant", souls={MERCHANT: 4}, dens={"petty": {MERCHANT: 2}, "greed": {MERCHANT: 5}})
    table.play(MERCHANT, Visit(6))
    assert done(table.play(MERCHANT, EmptyDen("petty")))[2:] == [
        SinStonePlaced(MERCHANT, "lust", "lust"),
        PostRotated(MERCHANT, 3, "room"),
        LetterTaken(MERCHANT, "yellow", "suite"),
    ]


# -- the Petty Sinner ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", KINDS)
def test_the_petty_sinner_turns_no_post_for_a_room(card):
    table = scene(turn="petty-sinner", posts={SINNER: 6}, rooms={1: card, 4: "NEW_CREW"})
    assert done(table.play(SINNER, Visit(1))) == [
        ActionBegan(SINNER, "visit", second=False),
        RoomChosen(SINNER, 1),
    ]


def test_the_petty_sinner_pays_the_stone_of_a_suite_and_no_notches():
    table = scene(turn="petty-sinner", posts={SINNER: 6})
    assert done(table.play(SINNER, Visit(6)))[:4] == [
        ActionBegan(SINNER, "visit", second=False),
        RoomChosen(SINNER, 6),
        SinStonePlaced(SINNER, "lust", "lust"),
        LetterTaken(SINNER, "yellow", "suite"),
    ]
    assert table.state.posts[SINNER] == 6


def test_the_petty_sinner_turns_his_post_for_a_second_action():
    table = scene(turn="petty-sinner", posts={SINNER: 5})
    assert TalerPaid(SINNER, 2) in table.play(SINNER, Buy("bread"))
    assert done(table.play(SINNER, Visit(6)))[1:3] == [PostRotated(SINNER, 6, "second"), RoomChosen(SINNER, 6)]


def test_before_the_turns_the_petty_sinner_pays_two_stones_and_those_of_the_suites():
    table = scene(phase="characters", order=range(4), posts={0: 6})
    assert done(table.play(0, ChooseCharacter("petty-sinner"))) == [
        CharacterTaken(0, "petty-sinner"),
        SinStonePlaced(0, "petty", "petty"),
        SinStonePlaced(0, "petty", "petty"),
    ]
    assert done(table.play(0, Visit(6))) == [
        RoomChosen(0, 6),
        SinStonePlaced(0, "lust", "lust"),
        LetterTaken(0, "yellow", "suite"),
    ]
    assert table.awaited == [1]


def test_before_the_turns_the_petty_sinner_turns_no_post_for_a_card():
    table = visiting_before_the_turns("OTHERS_5", posts={0: 6})
    assert table.state.posts[0] == 6
    assert done(table.play(0, Decline())) == [Declined(0, "OTHERS_5"), CardDiscarded(1, "OTHERS_5")]


def test_before_the_turns_the_visit_may_be_left_out():
    table = scene(phase="characters", order=range(4))
    table.play(0, ChooseCharacter("petty-sinner"))
    assert done(table.play(0, Decline())) == [Declined(0, "visit")]
    assert table.awaited == [1]


def test_who_got_into_suite_5_against_the_rules_and_cannot_go_on_is_not_held_there():
    """The Petty Sinner alone visits before the turns; which room lies behind it is his to choose."""
    for character, listed in (("merchant", {"declare-over"}), ("petty-sinner", {"name-room", "place-stone"})):
        table = scene(phase="characters", order=range(4), meta_culpa="automatic")
        table.act(0, TakeCard(character))
        table.keep(0, NameRoom(5), play_irregularly(RULESET, table.state, 0, NameRoom(5), "scribe", None))
        table.act(0, Flip())
        assert {move["type"] for move in table.listed(0)} == listed


def test_of_two_players_the_petty_sinner_pays_notches_in_his_other_turn():
    table = scene(2, turn="emperor", rooms={1: "OTHERS_5"})
    assert table.awaited == [1]  # who is the Petty Sinner as well
    assert PostRotated(1, 4, "room") in table.play(1, Visit(1))
