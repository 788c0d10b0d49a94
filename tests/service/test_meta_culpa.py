"""META CULPA over REST: every trace of the register, clean and sinful, found and paid for in its own decision."""

from __future__ import annotations

import pytest

from tests.service.sinning import lines, trace

# -- each sin, and the same done in order -------------------------------------------------------------------

CLEAN = [
    trace(
        "M1",
        "emperor",
        """
        emperor pay 2               -> ActionBegan TalerPaid
        emperor take-stone bread    -> StoneTaken
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M2",
        "bids",
        """
        0 set-bid 2 7               -> BidSet
        1 set-bid 4 0               -> BidSet
        2 set-bid 1 3               -> BidSet
        3 set-bid 1 2               -> BidSet
        - reveal-bids               -> BidsRevealed ChoosingOrderSet PhaseBegan
        0 settle                    -> BidPaid
        0 take-card emperor         -> CharacterTaken
        0 place-crew 2              -> CrewPlaced
        0 declare-over              -> ChoiceDeclaredOver
        """,
    ),
    trace(
        "M3a-second-action",
        "emperor",
        """
        emperor buy bread           -> ActionBegan TalerPaid StoneTaken
        emperor rotate 1            -> PostRotated
        emperor bag-good bread      -> ActionBegan GoodSold
        emperor receive             -> TalerReceived
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M3b-room",
        "emperor",
        """
        emperor name-room 2         -> ActionBegan RoomChosen
        emperor rotate 2            -> PostRotated
        emperor perform             -> CardExecuted TalerReceived
        emperor discard             -> CardDiscarded
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M4-action",
        "merchant",
        """
        merchant buy bread          -> ActionBegan TalerPaid StoneTaken
        merchant take-free wine     -> StoneTaken
        merchant declare-over       -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M4-pass",
        "merchant",
        """
        merchant take-free wine     -> StoneTaken
        merchant declare-over       -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M5",
        "emperor",
        """
        emperor pay 4               -> ActionBegan TalerPaid
        emperor take-stone indulgence -> StoneTaken
        emperor take-letter red stacks -> LetterTaken
        emperor return-stone        -> StoneReturned
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M6",
        "pope",
        """
        pope announce               -> ActionBegan PretextAnnounced
        pope turn-die 5             -> DieSet
        3 guess 3                   -> Guessed
        - show-die                  -> DieShown RoomChosen
        pope flip                   -> SuiteFlipped
        pope name-room 1            -> RoomChosen
        pope perform                -> CardExecuted TalerReceived
        pope discard                -> CardDiscarded
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M7",
        "bids 2",
        """
        pope return-card pope           -> CharacterReturned
        emperor return-card emperor     -> CharacterReturned
        merchant return-card merchant   -> CharacterReturned
        petty-sinner return-card petty-sinner -> CharacterReturned
        0 set-bid 2 0               -> BidSet
        1 set-bid 1 0               -> BidSet
        2 set-bid 1 0               -> BidSet
        3 set-bid 1 0               -> BidSet
        - reveal-bids               -> BidsRevealed ChoosingOrderSet PhaseBegan
        """,
        market=["bread"],
    ),
    trace(
        "M8",
        "choosing emperor",
        """
        1 settle                    -> BidPaid
        1 take-card emperor         -> CharacterTaken
        1 place-crew 2              -> CrewPlaced
        1 declare-over              -> ChoiceDeclaredOver
        2 settle                    -> BidPaid
        2 take-card merchant        -> CharacterTaken
        """,
    ),
    trace(
        "M8-pope",
        "choosing pope",
        """
        0 settle                    -> BidPaid
        0 take-card pope            -> CharacterTaken
        0 declare-over              -> ChoiceDeclaredOver
        1 settle                    -> BidPaid
        1 take-card emperor         -> CharacterTaken
        """,
    ),
    trace(
        "M9",
        "emperor",
        """
        emperor name-room 6         -> ActionBegan RoomChosen
        emperor place-stone lust    -> SinStonePlaced
        emperor rotate 2            -> PostRotated
        emperor take-letter yellow suite -> LetterTaken
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M10",
        "emperor",
        """
        emperor pay 2               -> ActionBegan TalerPaid
        emperor place-stone greed   -> SinStonePlaced
        emperor take-stone bread    -> StoneTaken
        emperor take-stone bread    -> StoneTaken
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M11",
        "emperor",
        """
        emperor buy wine            -> ActionBegan TalerPaid StoneTaken
        emperor rotate 1            -> PostRotated
        emperor show wine           -> ActionBegan ItemShown
        emperor drop wine I         -> ItemDropped
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M12",
        "emperor",
        """
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        emperor call-next 2         -> NextCalled
        merchant pay 2              -> ActionBegan TalerPaid
        """,
    ),
    trace(
        "M13",
        "emperor",
        """
        emperor pay 2               -> ActionBegan TalerPaid
        """,
    ),
    trace(
        "petty-sinner",
        "petty-sinner",
        """
        petty-sinner pay 2          -> ActionBegan TalerPaid
        petty-sinner take-stone bread -> StoneTaken
        petty-sinner declare-over   -> TurnDeclaredOver TurnPassed
        """,
    ),
]

SINFUL = [
    trace(
        "M1",
        "emperor",
        """
        emperor pay 2               -> ActionBegan TalerPaid
        emperor take-stone bread    -> StoneTaken
        emperor table.take-back @2 also=[@1] -> LineChanged StepsUndone ! M1 from 1 2
        emperor name-room 1         -> ActionBegan RoomChosen
        emperor rotate 1            -> PostRotated
        emperor perform             -> CardExecuted TalerReceived
        emperor discard             -> CardDiscarded
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M2",
        "bids",
        """
        0 set-bid 2 7               -> BidSet
        1 set-bid 4 0               -> BidSet
        2 set-bid 1 3               -> BidSet
        3 set-bid 1 2               -> BidSet
        - reveal-bids               -> BidsRevealed ChoosingOrderSet PhaseBegan
        0 take-card emperor         -> CharacterTaken ! M2
        0 settle                    -> BidPaid
        0 place-crew 2              -> CrewPlaced
        0 declare-over              -> ChoiceDeclaredOver
        """,
    ),
    trace(
        "M3a-second-action",
        "emperor",
        """
        emperor buy bread           -> ActionBegan TalerPaid StoneTaken
        emperor bag-good bread      -> ActionBegan GoodSold ! M3
        emperor receive             -> TalerReceived
        emperor rotate 1            -> PostRotated
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M3b-room",
        "emperor",
        """
        emperor name-room 2         -> ActionBegan RoomChosen
        emperor perform             -> CardExecuted TalerReceived ! M3 from 1
        emperor rotate 2            -> PostRotated
        emperor discard             -> CardDiscarded
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M3c-never",
        "emperor",
        """
        emperor name-room 2         -> ActionBegan RoomChosen
        emperor perform             -> CardExecuted TalerReceived ! M3 from 1
        emperor discard             -> CardDiscarded
        emperor declare-over        -> TurnDeclaredOver PostRotated TurnPassed
        """,
    ),
    trace(
        "M4-action",
        "merchant",
        """
        merchant buy bread          -> ActionBegan TalerPaid StoneTaken
        merchant declare-over       -> TurnDeclaredOver ! M4
        merchant take-free wine     -> StoneTaken TurnPassed
        """,
    ),
    trace(
        "M4-pass",
        "merchant",
        """
        merchant declare-over       -> TurnDeclaredOver ! M4
        merchant take-free indulgence red -> StoneTaken LetterTaken StoneReturned TurnPassed
        """,
    ),
    trace(
        "M5",
        "emperor",
        """
        emperor take-stone indulgence -> ActionBegan StoneTaken ! M5
        emperor pay 4               -> TalerPaid
        emperor take-letter red stacks -> LetterTaken
        emperor return-stone        -> StoneReturned
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M6",
        "pope",
        """
        pope name-room 5            -> ActionBegan RoomChosen ! M6
        pope place-stone lust       -> SinStonePlaced
        pope flip                   -> SuiteFlipped
        pope name-room 1            -> RoomChosen
        pope perform                -> CardExecuted TalerReceived
        pope discard                -> CardDiscarded
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M7",
        "bids 2",
        """
        pope return-card pope           -> CharacterReturned
        emperor return-card emperor     -> CharacterReturned
        petty-sinner return-card petty-sinner -> CharacterReturned
        0 set-bid 2 0               -> BidSet
        1 set-bid 1 0               -> BidSet
        2 set-bid 1 0               -> BidSet
        3 set-bid 1 0               -> BidSet
        - reveal-bids               -> BidsRevealed ChoosingOrderSet SIN CharacterReturned PhaseBegan ! merchant M7
        """,
        market=["bread"],
    ),
    trace(
        "M8",
        "choosing emperor",
        """
        1 settle                    -> BidPaid
        1 take-card emperor         -> CharacterTaken
        1 declare-over              -> ChoiceDeclaredOver ! M8 from 2
        1 place-crew 2              -> CrewPlaced
        2 settle                    -> BidPaid
        2 take-card merchant        -> CharacterTaken
        """,
    ),
    trace(
        "M8-of-nobody",
        "choosing emperor",
        """
        1 settle                    -> BidPaid
        1 take-card emperor         -> CharacterTaken
        2 take-card merchant        -> SteppedOutOfTurn ! 2 M13
        1 place-crew 2              -> CrewPlaced
        1 declare-over              -> ChoiceDeclaredOver
        2 settle                    -> BidPaid
        2 take-card merchant        -> CharacterTaken
        """,
    ),
    trace(
        "M9",
        "emperor",
        """
        emperor name-room 6         -> ActionBegan RoomChosen
        emperor rotate 2            -> PostRotated
        emperor take-letter yellow suite -> LetterTaken ! M9 from 1
        emperor place-stone lust    -> SinStonePlaced
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M10",
        "emperor",
        """
        emperor pay 2               -> ActionBegan TalerPaid
        emperor take-stone bread    -> StoneTaken
        emperor take-stone bread    -> StoneTaken ! M10 from 2
        emperor place-stone greed   -> SinStonePlaced
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M11",
        "emperor",
        """
        emperor buy wine            -> ActionBegan TalerPaid StoneTaken
        emperor rotate 1            -> PostRotated
        emperor drop wine I         -> ActionBegan ItemDropped ! M11
        emperor show wine           -> ItemShown
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M11-prompted",
        "emperor",
        """
        emperor buy wine            -> ActionBegan TalerPaid StoneTaken
        emperor rotate 1            -> PostRotated
        emperor begin donate        -> ActionBegan
        3 prompt 1                  -> Prompted
        emperor show wine           -> ItemShown ! M11 from 4
        emperor drop wine I         -> ItemDropped
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "M12",
        "emperor",
        """
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        emperor call-next 2         -> NextCalled
        0 table.accuse 2 MC-M12     -> Accused AccusationMade
        merchant admit M12          -> ! M12 from 2 3
        merchant pay 2              -> ActionBegan TalerPaid
        """,
    ),
    trace(
        "M13",
        "emperor",
        """
        merchant pay 2              -> SteppedOutOfTurn ! M13
        emperor pay 2               -> ActionBegan TalerPaid
        """,
    ),
]


@pytest.mark.parametrize(("until", "text", "table"), CLEAN)
def test_what_is_done_in_order_is_no_sin(stage, until, text, table):
    stage.table(until, **table).play(text)


@pytest.mark.parametrize(("until", "text", "table"), SINFUL)
def test_a_sin_costs_a_stone_in_the_decision_that_completes_it(stage, until, text, table):
    stage.table(until, **table).play(text)


@pytest.mark.parametrize(("until", "text", "table"), SINFUL)
def test_after_a_sin_the_next_step_is_lawful(stage, until, text, table):
    """What is missing is still owed, and making up for it is no sin."""
    rows = text.strip().splitlines()
    done = next(number for number, row in enumerate(rows, 1) if "!" in row)
    table = stage.table(until, **table)
    table.play("\n".join(rows[:done]))
    for row in lines("\n".join(rows[done : done + 1])):
        assert table.lists(row.who, row.text)


# -- the same from other sides ------------------------------------------------------------------------------

VERDICTS = [
    trace(
        "another-room-instead",
        "emperor",
        """
        emperor name-room 2         -> ActionBegan RoomChosen
        emperor name-room 3         -> RoomChosen ! M1 from 1
        emperor rotate 1            -> PostRotated
        emperor perform             -> CardExecuted TalerReceived
        emperor discard             -> CardDiscarded
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
        rooms=["TAKE_3", "TAKE_7", "TAKE_5", "OTHERS_3"],
    ),
    trace(
        "out-of-turn-is-not-also-taken-back",
        "emperor",
        """
        merchant pay 2              -> SteppedOutOfTurn ! M13
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        merchant pay 2              -> ActionBegan TalerPaid
        merchant take-stone bread   -> StoneTaken
        """,
    ),
    trace(
        "a-part-of-the-bid-is-not-enough",
        "bids",
        """
        0 set-bid 2 7               -> BidSet
        1 set-bid 4 0               -> BidSet
        2 set-bid 1 3               -> BidSet
        3 set-bid 1 2               -> BidSet
        - reveal-bids               -> BidsRevealed ChoosingOrderSet PhaseBegan
        0 settle 3                  -> BidPaid
        0 take-card emperor         -> CharacterTaken ! M2
        0 settle 4                  -> BidPaid
        0 place-crew 1              -> CrewPlaced
        """,
    ),
    trace(
        "nothing-is-turned-through-suite-5",
        "emperor",
        """
        emperor name-room 5         -> ActionBegan RoomChosen
        emperor place-stone lust    -> SinStonePlaced
        emperor flip                -> SuiteFlipped
        emperor name-room 1         -> RoomChosen
        emperor perform             -> CardExecuted
        - hand-over                 -> NothingGiven
        emperor discard             -> CardDiscarded
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
        rooms=["POPE_YELLOW", "TAKE_7", "TAKE_3", "OTHERS_3"],
    ),
    trace(
        "the-pope-unseen-pays-nothing",
        "pope",
        """
        pope turn-die 6             -> ActionBegan DieSet
        3 guess 2                   -> Guessed
        - show-die                  -> DieShown RoomChosen
        pope take-letter yellow suite -> LetterTaken
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "notches-together-and-early",
        "emperor",
        """
        emperor buy bread           -> ActionBegan TalerPaid StoneTaken
        emperor rotate 3            -> PostRotated
        emperor name-room 2         -> ActionBegan RoomChosen
        emperor perform             -> CardExecuted TalerReceived
        emperor discard             -> CardDiscarded
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "without-a-merchant-the-stone-is-due-from-who-is-nearest-hell",
        "emperor",
        """
        emperor pay 2               -> ActionBegan TalerPaid
        emperor take-stone bread    -> StoneTaken
        emperor declare-over        -> TurnDeclaredOver ! M4
        emperor take-free bread     -> StoneTaken TurnPassed
        """,
        seats=3,
        cast=["petty-sinner", "pope", "emperor"],
    ),
    trace(
        "a-pick-is-no-step-of-a-turn",
        "pope",
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
        merchant visit 3
        merchant place-crew 1
        - open-compartments
        2 pick red                  -> LetterTaken
        0 pick blue                 -> LetterTaken*2 DonationsCleared*4 CardDiscarded
        merchant take-free wine     -> StoneTaken
        merchant declare-over       -> TurnDeclaredOver TurnPassed
        """,
        rooms=["NEW_CREW", "NEW_CREW", "NEW_CREW", "TAKE_3"],
    ),
    trace(
        "nobody-has-guessed",
        "pope",
        """
        pope turn-die 5             -> ActionBegan DieSet
        pope open-die               -> DieShown RoomChosen ! M6
        pope place-stone lust       -> SinStonePlaced
        pope flip                   -> SuiteFlipped
        pope name-room 3            -> RoomChosen
        pope perform                -> CardExecuted TalerReceived
        pope discard                -> CardDiscarded
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "the-pope-donates-second",
        "pope",
        """
        pope buy wine               -> ActionBegan TalerPaid StoneTaken
        pope rotate 1               -> PostRotated
        pope show wine              -> ActionBegan ItemShown
        pope drop wine II           -> ItemDropped
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "no-card-goes-back-in-the-first-round",
        "bids",
        """
        0 set-bid 2 0               -> BidSet
        1 set-bid 1 0               -> BidSet
        2 set-bid 1 0               -> BidSet
        3 set-bid 1 0               -> BidSet
        - reveal-bids               -> BidsRevealed ChoosingOrderSet PhaseBegan
        """,
    ),
    trace(
        "one-of-two-cards-is-back",
        "bids 2",
        """
        0 return-card pope          -> CharacterReturned
        1 return-card emperor       -> CharacterReturned
        1 return-card petty-sinner  -> CharacterReturned
        0 set-bid 2 0               -> BidSet
        1 set-bid 1 0               -> BidSet
        - reveal-bids               -> BidsRevealed ChoosingOrderSet SIN CharacterReturned PhaseBegan ! 0 M7
        """,
        seats=2,
        market=["bread"],
    ),
    trace(
        "a-card-declined-in-suite-5-and-no-stone",
        "emperor",
        """
        emperor name-room 5         -> ActionBegan RoomChosen
        emperor flip                -> SuiteFlipped
        emperor name-room 2         -> RoomChosen
        emperor decline             -> Declined
        emperor discard             -> CardDiscarded ! M9 from 3
        emperor declare-over        -> TurnDeclaredOver SinStonePlaced TurnPassed
        """,
    ),
    trace(
        "a-stone-of-greed-between-the-two",
        "emperor",
        """
        emperor pay 2               -> ActionBegan TalerPaid
        emperor take-stone bread    -> StoneTaken
        emperor place-stone greed   -> SinStonePlaced
        emperor take-stone bread    -> StoneTaken
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "prompted-before-anything",
        "emperor",
        """
        3 prompt 1                  -> Prompted
        emperor show coin-5         -> ActionBegan ItemShown
        emperor drop coin-5 I       -> ItemDropped
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "called-and-accused-by-another",
        "emperor",
        """
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        0 call-next 2               -> NextCalled
        0 table.accuse 2 MC-M12     -> Accused AccusationMade
        merchant admit M12          -> ! M12 from 2 3
        """,
    ),
    trace(
        "after-two-actions-nothing-needs-to-be-declared",
        "emperor",
        """
        emperor buy bread           -> ActionBegan TalerPaid StoneTaken
        emperor sell bread          -> ActionBegan PostRotated GoodSold TalerReceived
        merchant pay 4              -> TurnDeclaredOver TurnPassed ActionBegan TalerPaid
        merchant take-stone wine    -> StoneTaken
        """,
    ),
]


@pytest.mark.parametrize(("until", "text", "table"), VERDICTS)
def test_the_verdict_is_right(stage, until, text, table):
    stage.table(until, **table).play(text)
