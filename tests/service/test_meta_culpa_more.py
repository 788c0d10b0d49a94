"""META CULPA over REST: what looks like a sin and is none, and turns with more than one."""

from __future__ import annotations

import pytest

from tests.service.sinning import CHOOSING, CREWS, FIRST_CATHEDRAL, chance, trace

NO_CHARGE = ["TAKE_3", "TAKE_7", "TAKE_5", "OTHERS_3"]
BID_7 = [(2, 7), (4, 1), (1, 3), (1, 2)]
DEAR = [(5, 0), (1, 3), (1, 2), (1, 1)]
"""The Pope's post stands so high that a room with two notches is too dear."""
SECOND = {"market": ["bread"]}

INNOCENT = [
    # -- M1: taking a move back
    trace(
        "M1-a-bid-is-set-again",
        "bids",
        """
        0 set-bid 2 7
        0 table.take-back @1
        0 set-bid 3 1
        1 set-bid 1 0
        2 set-bid 1 0
        3 set-bid 1 0
        - reveal-bids
        """,
    ),
    trace(
        "M1-the-room-through-suite-5-is-the-first",
        "emperor",
        """
        emperor name-room 5
        emperor place-stone lust
        emperor flip
        emperor name-room 3
        emperor perform
        emperor discard
        emperor declare-over
        """,
    ),
    trace(
        "M1-the-emperor-shows-two-things",
        "emperor",
        """
        emperor show coin-5
        emperor show coin-2
        emperor drop coin-5 I
        emperor drop coin-2 II
        emperor declare-over
        """,
    ),
    trace(
        "M1-an-unseen-pope-names-the-room-through-suite-5",
        "pope",
        """
        pope announce
        pope turn-die 5
        3 guess 1
        - show-die
        pope flip
        pope name-room 2
        pope perform
        pope discard
        pope declare-over
        """,
    ),
    trace(
        "M1-one-thing-after-the-other",
        "emperor",
        """
        emperor show coin-5
        emperor drop coin-5 I
        emperor show coin-5
        emperor drop coin-5 I
        emperor declare-over
        """,
    ),
    # -- M2: a card before the money
    trace("M2-no-money-in-the-bid", "choosing petty-sinner", "3 take-card petty-sinner -> CharacterTaken"),
    trace(
        "M2-the-keeper-takes-it-back",
        "choosing pope",
        """
        0 settle                    -> BidTakenBack
        0 take-card pope            -> CharacterTaken
        """,
        bids=[(6, 7), (1, 3), (1, 2), (1, 1)],
    ),
    trace(
        "M2-bit-by-bit",
        "choosing pope",
        """
        0 settle 3                  -> BidPaid
        0 settle 4                  -> BidPaid
        0 take-card pope            -> CharacterTaken
        """,
        bids=BID_7,
    ),
    trace(
        "M2-long-before-the-own-part",
        "choosing pope",
        """
        2 settle                    -> BidPaid
        0 settle                    -> BidPaid
        0 take-card pope            -> CharacterTaken
        """,
        bids=BID_7,
    ),
    trace(
        "M2-two-players-settle-once",
        "choosing pope",
        """
        0 settle                    -> BidPaid
        0 take-card pope
        0 declare-over
        1 take-card merchant
        1 declare-over
        0 take-card petty-sinner
        """,
        seats=2,
        bids=[(1, 5), (1, 0)],
    ),
    # -- M3: the post turned too late
    trace(
        "M3-a-room-without-notches",
        "emperor",
        """
        emperor name-room 1
        emperor perform
        emperor discard
        emperor declare-over
        """,
        rooms=NO_CHARGE,
    ),
    trace(
        "M3-bit-by-bit",
        "emperor",
        """
        emperor name-room 2
        emperor rotate 1
        emperor rotate 1
        emperor perform
        emperor discard
        emperor declare-over
        """,
    ),
    trace(
        "M3-before-anything",
        "emperor",
        """
        emperor rotate 1
        emperor pay 2
        emperor take-stone bread
        emperor show coin-5
        emperor drop coin-5 I
        emperor declare-over
        """,
    ),
    trace(
        "M3-showing-is-not-yet-performing",
        "emperor",
        """
        emperor buy bread
        emperor show coin-5
        emperor rotate 1
        emperor drop coin-5 I
        emperor declare-over
        """,
    ),
    trace(
        "M3-the-stone-of-lust-before-the-notches",
        "emperor",
        """
        emperor name-room 6
        emperor place-stone lust
        emperor rotate 2
        emperor take-letter yellow suite
        emperor declare-over
        """,
    ),
    trace(
        "M3-the-petty-sinner-in-the-house",
        "petty-sinner",
        """
        petty-sinner name-room 2
        petty-sinner perform
        petty-sinner discard
        petty-sinner declare-over
        """,
    ),
    trace(
        "M3-a-pope-who-is-only-noted",
        "pope",
        """
        pope turn-die 2
        3 guess 1
        - show-die                  -> DieShown SoulMoved PostRotated
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
        bids=DEAR,
    ),
    trace(
        "M3-caught-and-only-noted",
        "pope",
        """
        pope turn-die 2
        3 guess 2
        - show-die                  -> DieShown SoulMoved PostRotated
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
        bids=DEAR,
    ),
    # -- M4: the Merchant's stone forgotten
    trace(
        "M4-somebody-else",
        "emperor",
        "emperor declare-over      -> TurnDeclaredOver TurnPassed",
    ),
    trace(
        "M4-by-himself-when-he-buys-a-letter",
        "merchant",
        """
        merchant buy bread
        merchant take-free indulgence green -> StoneTaken LetterTaken StoneReturned
        merchant declare-over       -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M4-the-market-is-empty",
        "merchant",
        """
        merchant pay 2
        merchant place-stone greed
        merchant take-stone bread
        merchant take-stone bread
        """,
        market=["bread", "bread"],
    ),
    trace(
        "M4-three-players-not-nearest-hell",
        "pope",
        """
        pope buy bread
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
        seats=3,
        cast=["petty-sinner", "pope", "emperor"],
    ),
    trace(
        "M4-three-players-nearest-hell",
        "emperor",
        """
        emperor take-free bread     -> StoneTaken
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
        seats=3,
        cast=["petty-sinner", "pope", "emperor"],
    ),
    # -- M5: taken before it is paid
    trace(
        "M5-two-for-the-price-of-one",
        "emperor",
        """
        emperor pay 4
        emperor place-stone greed
        emperor take-stone wine
        emperor take-stone wine
        emperor declare-over
        """,
        market=["wine", "wine", "bread", "cloth"],
    ),
    trace(
        "M5-the-free-stone",
        "merchant",
        """
        merchant take-free jewel
        merchant declare-over
        """,
    ),
    trace(
        "M5-a-good-by-a-card",
        "emperor",
        """
        emperor name-room 1
        emperor rotate 2
        emperor take-good jewel
        emperor discard
        emperor declare-over
        """,
        rooms=["TAKE_GOOD", "TAKE_7", "TAKE_3", "OTHERS_3"],
    ),
    trace(
        "M5-the-stone-goes-back-before-the-letter",
        "emperor",
        """
        emperor pay 4
        emperor take-stone indulgence
        emperor return-stone
        emperor take-letter green stacks
        emperor declare-over
        """,
    ),
    # -- M6: the Pope comes openly
    trace(
        "M6-no-pretext",
        "pope",
        """
        pope turn-die 1
        3 guess 3
        - show-die                  -> DieShown RoomChosen
        pope perform                -> CardExecuted TalerReceived
        pope discard
        pope declare-over
        """,
    ),
    trace(
        "M6-caught",
        "pope",
        """
        pope announce
        pope turn-die 1
        3 guess 1
        - show-die                  -> DieShown SoulMoved RoomChosen
        pope rotate 1
        pope perform
        pope discard
        pope declare-over
        """,
    ),
    trace(
        "M6-an-emperor-in-the-open",
        "emperor",
        """
        emperor name-room 1
        emperor rotate 1
        emperor perform
        emperor discard
        emperor declare-over
        """,
    ),
    trace(
        "M6-two-players-as-the-merchant",
        "merchant",
        """
        0 name-room 1
        0 rotate 1
        0 perform
        0 discard
        0 take-free wine
        0 declare-over
        """,
        seats=2,
    ),
    trace(
        "M6-the-notch-of-his-second-action",
        "pope",
        """
        pope buy bread
        pope rotate 1
        pope turn-die 3
        3 guess 1
        - show-die
        pope perform
        pope discard
        pope declare-over
        """,
    ),
    # -- M7: the card of the last round not put back
    trace(
        "M7-all-cards-after-the-bids",
        "bids 2",
        """
        0 set-bid 2 0
        1 set-bid 1 0
        2 set-bid 1 0
        0 return-card pope
        1 return-card emperor
        2 return-card merchant
        3 return-card petty-sinner
        3 set-bid 1 0
        - reveal-bids               -> BidsRevealed ChoosingOrderSet PhaseBegan
        """,
        **SECOND,
    ),
    trace(
        "M7-the-petty-sinner",
        "bids 2",
        """
        0 return-card pope
        1 return-card emperor
        2 return-card merchant
        0 set-bid 2 0
        1 set-bid 1 0
        2 set-bid 1 0
        3 set-bid 1 0
        - reveal-bids               -> BidsRevealed ChoosingOrderSet CharacterReturned PhaseBegan
        """,
        **SECOND,
    ),
    trace(
        "M7-by-whole-commands",
        "bids 2",
        """
        0 bid 2 0
        1 bid 1 0
        2 bid 1 0
        3 bid 1 0
        - reveal-bids
        """,
        **SECOND,
    ),
    # -- M8: the preliminary action forgotten
    trace(
        "M8-the-merchant-has-none",
        "choosing merchant",
        """
        2 settle
        2 take-card merchant
        2 declare-over              -> ChoiceDeclaredOver
        """,
    ),
    trace(
        "M8-the-petty-sinner-does-not-visit",
        "choosing petty-sinner",
        """
        3 take-card petty-sinner
        3 place-stone petty
        3 place-stone petty
        3 declare-over
        """,
    ),
    trace(
        "M8-the-pope-moves-a-stone",
        "choosing pope",
        """
        0 settle
        0 take-card pope
        0 move-pope-stone lust greed
        0 declare-over
        """,
    ),
    trace(
        "M8-an-emperor-who-waits",
        "choosing pope",
        """
        0 settle
        0 take-card emperor
        0 wait                      -> PreliminaryDeferred
        """,
        seats=3,
        extra_preliminary="defer",
    ),
    # -- M9: the stone of lust too late
    trace(
        "M9-an-unseen-pope-in-suite-5",
        "pope",
        """
        pope turn-die 5
        3 guess 1
        - show-die
        pope flip
        pope name-room 1
        pope perform
        pope discard
        pope declare-over
        """,
    ),
    trace(
        "M9-after-the-turning",
        "emperor",
        """
        emperor name-room 6
        emperor rotate 2
        emperor place-stone lust
        emperor take-letter yellow suite
        emperor declare-over
        """,
    ),
    trace(
        "M9-just-before-the-card",
        "emperor",
        """
        emperor name-room 5
        emperor flip
        emperor name-room 1
        emperor place-stone lust
        emperor perform
        emperor discard
        emperor declare-over
        """,
    ),
    # -- M10: the stone of greed too late
    trace(
        "M10-one-bought-and-one-free",
        "merchant",
        """
        merchant buy bread
        merchant take-free bread
        merchant declare-over
        """,
    ),
    trace(
        "M10-one-bought-and-one-by-a-card",
        "emperor",
        """
        emperor pay 2
        emperor take-stone bread
        emperor rotate 3
        emperor name-room 1
        emperor take-good bread
        emperor discard
        emperor declare-over
        """,
        rooms=["TAKE_GOOD", "TAKE_7", "TAKE_3", "OTHERS_3"],
    ),
    trace(
        "M10-the-stone-before-the-money",
        "emperor",
        """
        emperor place-stone greed
        emperor pay 2
        emperor take-stone bread
        emperor take-stone bread
        emperor declare-over
        """,
    ),
    # -- M11: a gift not shown
    trace(
        "M11-both-shown-then-both-dropped",
        "emperor",
        """
        emperor show coin-1
        emperor show coin-1
        emperor drop coin-1 I
        emperor drop coin-1 II
        emperor declare-over
        """,
    ),
    trace(
        "M11-asked-when-it-lies-there",
        "emperor",
        """
        emperor show coin-1
        3 prompt 1
        emperor drop coin-1 I
        emperor declare-over
        """,
    ),
    trace(
        "M11-asked-and-gone-on",
        "emperor",
        """
        emperor show coin-1
        emperor drop coin-1 I
        0 prompt 1
        emperor declare-over
        """,
    ),
    trace(
        "M11-whole-donations",
        "emperor",
        """
        emperor donate coin-10 I
        emperor donate coin-10 II
        emperor declare-over
        """,
    ),
    # -- M12: not knowing whose turn it is
    trace(
        "M12-called-and-coming",
        "emperor",
        """
        emperor declare-over
        emperor call-next 2
        merchant begin buy
        0 table.accuse 2 MC-M12     -> Accused
        """,
    ),
    trace(
        "M12-nobody-has-called",
        "emperor",
        """
        emperor declare-over
        0 table.accuse 2 MC-M12     -> Accused
        merchant begin buy
        """,
    ),
    trace(
        "M12-called-and-nobody-accuses",
        "emperor",
        """
        emperor declare-over
        0 call-next 2
        3 call-next 2
        merchant begin buy
        """,
    ),
    trace(
        "M12-accused-and-not-admitted",
        "emperor",
        """
        emperor declare-over
        0 call-next 2
        0 table.accuse 2 MC-M12     -> Accused AccusationMade
        merchant begin buy
        """,
    ),
    # -- M13: a step out of turn
    trace(
        "M13-a-forced-gift-and-forced-stones",
        "emperor",
        """
        emperor name-room 1
        emperor rotate 1
        emperor rob 2               -> CardExecuted
        - hand-over                 -> TalerGiven
        emperor discard
        emperor declare-over
        """,
        rooms=["STEAL_3", "TAKE_7", "TAKE_3", "OTHERS_3"],
    ),
    trace(
        "M13-words-out-of-turn",
        "emperor",
        """
        0 prompt 1
        3 call-next 1
        0 table.remind 3
        2 table.accuse 0 MC-M3
        """,
    ),
    trace(
        "M13-the-guess",
        "pope",
        """
        pope turn-die 2
        3 guess 3
        - show-die
        """,
    ),
    trace(
        "M13-money-of-a-bid",
        "choosing pope",
        """
        3 settle
        1 settle
        0 settle
        """,
        bids=BID_7,
    ),
    trace(
        "M13-a-run-out",
        "emperor",
        """
        emperor name-room 1
        emperor rotate 2
        emperor perform             -> CardExecuted SinStonePlaced
        3 empty-den lust           -> DenEmptied SoulMoved SinStonePlaced*5
        emperor discard
        """,
        rooms=["LUST_2", "TAKE_7", "TAKE_3", "OTHERS_3"],
        board={"sin_stones": 3},
    ),
]


@pytest.mark.long
@pytest.mark.parametrize(("until", "text", "table"), INNOCENT)
def test_it_is_no_sin(stage, until, text, table):
    stage.table(until, **table).play(text)


# -- what follows from a step comes before its stone -----------------------------------------------------------


def test_an_evaluation_with_its_picks_comes_first(stage):
    table = stage.table("pope", rooms=["NEW_CREW", "NEW_CREW", "NEW_CREW", "TAKE_3"])
    versions = table.play(
        """
        pope set-die 1
        3 guess 2
        - show-die
        pope place-crew 1
        pope donate coin-1 I
        pope declare-over
        emperor visit 2
        emperor place-crew 1
        emperor declare-over
        merchant name-room 3
        merchant place-crew 1       -> CardExecuted CrewPlaced CathedralFinished
        - open-compartments
        2 pick red                  -> LetterTaken
        """,
        audited=False,
    )
    paid = ["SinCommitted", "SinStonePlaced"]
    assert table.says("0 pick blue") == ["LetterTaken"] * 2 + ["DonationsCleared"] * 4 + paid
    named, performed = versions[9], versions[10]
    assert table.findings() == [
        {"rule": "MC-M3", "seat": 2, "complete": performed, "decisions": [named, performed], "status": "punished"}
    ]
    assert table.petty() == [0, 0, 1, 0]
    assert table.says("merchant rotate 1") == ["PostRotated"]


def test_an_atonement_comes_first(stage):
    table = stage.table("choosing pope", rooms=["POPE_STONE", "TAKE_7", "TAKE_3", "OTHERS_3"])
    table.play(
        """
        0 choose-character pope
        0 move-pope-stone lust petty
        0 declare-over
        1 choose-character emperor
        1 place-crew 1
        1 declare-over
        2 choose-character merchant
        2 declare-over
        3 choose-character petty-sinner
        3 declare-over
        0 buy bread greedy=true
        0 declare-over
        1 name-room 1
        """
    )
    atonement = ["AtonementCame", "SoulMoved", "SinStonesReturned", "PopeStonesReturned"]
    paid = ["SinCommitted", "SinStonePlaced"]
    assert table.says("1 move-pope-stone greed petty") == ["CardExecuted", "PopeStoneMoved", *atonement, *paid]
    assert (table.den("petty"), table.den("greed")) == ([0, 1, 0, 2], [0, 0, 0, 0])


def test_after_the_second_evaluation_nothing_costs_a_stone(stage):
    table = stage.table("pope", **CREWS)
    table.play(FIRST_CATHEDRAL)
    chance(table, CREWS["market"], CREWS["rooms"])
    table.play(CHOOSING)
    table.play(
        """
        pope set-die 1
        1 guess 2
        - show-die
        pope place-crew 2
        pope declare-over
        emperor declare-over
        merchant name-room 3
        """
    )
    assert table.says("merchant place-crew 2") == ["CardExecuted", "CrewPlaced", "CathedralFinished"]
    table.do("arbiter", {"type": "table.confirm"})
    assert table.get(None)["status"] == "finished"
    assert table.petty() == [0, 0, 0, 0]


# -- more of the same, and more than one --------------------------------------------------------------------

BOTH = [
    trace(
        "M6-another-room-than-the-die-shows",
        "pope",
        """
        pope turn-die 1
        3 guess 2
        - show-die                  -> DieShown RoomChosen
        pope name-room 2            -> RoomChosen ! M6 from 3
        pope rotate 2
        pope perform
        pope discard
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M6-without-waiting-for-the-guess",
        "pope",
        """
        pope turn-die 1
        pope name-room 2            -> DieShown RoomChosen ! M6 from 2
        pope rotate 2
        pope perform
        pope discard
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M3-and-M9-of-a-pope-who-was-caught",
        "pope",
        """
        pope turn-die 6
        3 guess 6
        - show-die                  -> DieShown SoulMoved RoomChosen
        pope take-letter yellow suite -> LetterTaken ! M3 from 3, M9 from 3
        pope declare-over           -> TurnDeclaredOver PostRotated SinStonePlaced TurnPassed
        """,
    ),
    trace(
        "M3-at-the-end-of-a-visit-that-came-to-nothing",
        "emperor",
        """
        emperor name-room 1
        emperor declare-over        -> TurnDeclaredOver SIN PostRotated CardDiscarded TurnPassed ! M3 from 1
        """,
    ),
    trace(
        "M5-of-the-last-stone",
        "pope",
        """
        pope take-stone bread       -> ActionBegan StoneTaken ! M5
        pope pay 2                  -> TalerPaid PhaseBegan PostsCompared RoundBegan PhaseBegan
        """,
        market=["bread"],
    ),
    trace(
        "M8-of-a-pope-without-an-emperor",
        "choosing pope",
        """
        0 settle
        0 take-card pope
        0 declare-over              -> ChoiceDeclaredOver
        1 take-card merchant        -> CharacterTaken ! M2
        1 declare-over              -> ChoiceDeclaredOver BidPaid
        2 take-card petty-sinner
        2 place-stone petty
        2 place-stone petty
        2 declare-over              -> ChoiceDeclaredOver
        0 declare-over              -> ChoiceDeclaredOver ! M8 from 2
        0 place-crew 1              -> CrewPlaced PhaseBegan TurnPassed
        """,
        seats=3,
        cast=["pope", "merchant", "petty-sinner"],
    ),
    trace(
        "M11-and-a-second-coin-of-the-same-kind",
        "emperor",
        """
        emperor show coin-1
        emperor drop coin-1 I
        emperor drop coin-1 I       -> ItemDropped ! M11 from 1
        emperor declare-over        -> TurnDeclaredOver ItemShown TurnPassed
        """,
    ),
    trace(
        "M5-and-M10",
        "emperor",
        """
        emperor take-stone bread    -> ActionBegan StoneTaken ! M5
        emperor take-stone bread    -> StoneTaken ! M10 from 1
        emperor place-stone greed   -> SinStonePlaced
        emperor pay 2               -> TalerPaid
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M5-and-M3-in-one-step",
        "emperor",
        """
        emperor donate coin-1 I
        emperor take-stone bread    -> ActionBegan StoneTaken ! M3, M5
        emperor rotate 1            -> PostRotated
        emperor pay 2               -> TalerPaid
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M11-and-M3-in-one-step",
        "emperor",
        """
        emperor buy bread
        emperor drop coin-5 I       -> ActionBegan ItemDropped ! M3, M11
        emperor show coin-5         -> ItemShown
        emperor rotate 1            -> PostRotated
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M9-and-M3-in-one-step",
        "emperor",
        """
        emperor name-room 6
        emperor take-letter yellow suite -> LetterTaken ! M3 from 1, M9 from 1
        emperor place-stone lust    -> SinStonePlaced
        emperor rotate 2            -> PostRotated
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M1-twice",
        "emperor",
        """
        emperor name-room 1
        emperor name-room 2         -> RoomChosen ! M1 from 1
        emperor name-room 4         -> RoomChosen ! M1 from 2
        emperor rotate 2
        emperor perform
        emperor discard
        emperor declare-over
        """,
    ),
    trace(
        "M11-twice",
        "emperor",
        """
        emperor drop coin-1 I       -> ActionBegan ItemDropped ! M11
        emperor drop coin-2 I       -> ItemDropped ! M11 from 1
        emperor declare-over        -> TurnDeclaredOver ItemShown*2 TurnPassed
        """,
    ),
    trace(
        "M3-for-two-actions",
        "emperor",
        """
        emperor name-room 2
        emperor perform             -> CardExecuted TalerReceived ! M3 from 1
        emperor drop coin-1 I       -> ActionBegan ItemDropped ! M3, M11
        emperor discard
        emperor declare-over        -> TurnDeclaredOver PostRotated ItemShown TurnPassed
        """,
    ),
    trace(
        "M5-and-M4",
        "merchant",
        """
        merchant take-stone wine    -> ActionBegan StoneTaken ! M5
        merchant declare-over       -> TurnDeclaredOver SIN TalerPaid ! M4
        merchant take-free jewel    -> StoneTaken TurnPassed
        """,
    ),
    trace(
        "M4-too-early-and-M5",
        "merchant",
        """
        merchant take-free jewel    -> StoneTaken
        merchant take-stone wine    -> ActionBegan StoneTaken ! M5
        merchant pay 4              -> TalerPaid
        merchant declare-over       -> TurnDeclaredOver SIN TurnPassed ! M4
        """,
    ),
    trace(
        "M6-and-M9",
        "pope",
        """
        pope name-room 6            -> ActionBegan RoomChosen ! M6
        pope rotate 2               -> PostRotated
        pope take-letter yellow suite -> LetterTaken ! M9 from 1
        pope declare-over           -> TurnDeclaredOver SinStonePlaced TurnPassed
        """,
    ),
    trace(
        "M6-and-M3",
        "pope",
        """
        pope name-room 2            -> ActionBegan RoomChosen ! M6
        pope perform                -> CardExecuted TalerReceived ! M3 from 1
        pope rotate 2               -> PostRotated
        pope discard                -> CardDiscarded
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M2-and-M8",
        "choosing emperor",
        """
        1 take-card emperor         -> CharacterTaken ! M2
        1 declare-over              -> ChoiceDeclaredOver SIN BidPaid ! M8 from 1
        1 place-crew 3              -> CrewPlaced
        """,
    ),
    trace(
        "M7-of-two-seats",
        "bids 2",
        """
        1 return-card emperor
        0 set-bid 2 0
        1 set-bid 1 0
        2 set-bid 1 0
        3 set-bid 1 0
        - reveal-bids -> BidsRevealed ChoosingOrderSet SIN CharacterReturned*3 PhaseBegan ! pope M7, merchant M7
        """,
        **SECOND,
    ),
    trace(
        "M7-of-two-cards",
        "bids 2",
        """
        1 return-card emperor
        1 return-card petty-sinner
        0 set-bid 2 0
        1 set-bid 1 0
        - reveal-bids -> BidsRevealed ChoosingOrderSet SIN CharacterReturned*2 PhaseBegan ! 0 M7, 0 M7
        """,
        seats=2,
        **SECOND,
    ),
    trace(
        "M13-of-two-seats",
        "emperor",
        """
        pope pay 2                  -> SteppedOutOfTurn ! M13
        merchant show coin-1        -> SteppedOutOfTurn ! M13
        pope rotate 1               -> SteppedOutOfTurn ! M13
        emperor declare-over
        """,
    ),
    trace(
        "M1-and-M10",
        "emperor",
        """
        emperor show coin-1
        emperor show coin-2
        emperor show coin-5         -> ItemShown ! M1 from 2
        emperor drop coin-5 I
        emperor drop coin-1 I
        emperor rotate 1
        emperor pay 2
        emperor take-stone bread
        emperor take-stone bread    -> StoneTaken ! M10 from 8
        emperor declare-over        -> TurnDeclaredOver SinStonePlaced TurnPassed
        """,
    ),
]


@pytest.mark.parametrize(("until", "text", "table"), BOTH)
def test_each_sin_is_found_once_and_has_its_stone(stage, until, text, table):
    stage.table(until, **table).play(text)
