"""META CULPA over REST, in its corners: steps out of turn, stones in the last moment, a Pope without patience."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.playing import filled
from tests.service.playing import mea_culpa
from tests.service.sinning import chance, command, trace

# -- M13: every step ----------------------------------------------------------------------------------------

STEPS = {
    "take-free bread": "the Merchant's",
    "take-free indulgence red": "with a Letter",
    "place-crew 2": "the Emperor's, or by a card",
    "move-pope-stone lust greed": "the Pope's, or by a card",
    "perform": "a card",
    "take-good wine": "a card",
    "rob 1": "a card",
    "decline": "a card, or a preliminary action",
    "declare-over": "the end of a turn",
    "open-die": "the Pope's",
    "announce": "the Pope's",
    "turn-die 2": "the Pope's",
    "take-card pope": "of choosing",
    "begin donate": "of any action",
    "pay 2": "of a buy",
    "rotate 1": "of many",
    "name-room 1": "of a visit",
    "place-stone lust": "of a visit",
    "flip": "of a visit",
    "discard": "of a visit",
    "receive": "of a sale",
    "return-stone": "of a buy",
}
"""Steps of a turn or of choosing, and whose they are in it."""
FREE_CARD = "take-card petty-sinner"


@pytest.mark.few("bids-called", "choosing emperor-automatic", "emperor-called")
@pytest.mark.long
@pytest.mark.parametrize("mode", ["automatic", "called"])
@pytest.mark.parametrize("until", ["bids", "choosing emperor", "emperor"])
def test_every_step_out_of_turn_is_a_sin_and_taken_back(stage, until, mode):
    table = stage.table(until, meta_culpa=mode)
    awaited = table.awaiting
    for text in (*(set(STEPS) - {"take-card pope"}), FREE_CARD):
        if text == FREE_CARD and until == "emperor":
            continue
        before = table.board()
        assert table.lists("merchant", text, possible=True), text
        assert not table.lists("merchant", text), text
        assert table.says(f"merchant {text}")[0] == "SteppedOutOfTurn", text
        after = table.board()
        apart = {"dens": None, "steps": None, "seats": None}
        assert {**after, **apart} == {**before, **apart}, text
        if {"seat": 2} in table.awaiting != awaited:  # he has no stone left
            table.says(f"merchant empty-den {max(('petty', 'lust', 'greed'), key=lambda den: table.den(den)[2])}")
        assert table.awaiting == awaited
    assert {one["rule"] for one in table.findings()} == {"MC-M13"}


OF_TWO = [
    trace(
        "the-merchants-stone-in-the-popes-turn",
        "pope",
        """
        0 take-free bread           -> SteppedOutOfTurn ! M13
        0 buy bread                 -> ActionBegan TalerPaid StoneTaken
        0 declare-over              -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "the-popes-die-in-the-merchants-turn",
        "merchant",
        """
        0 announce                  -> SteppedOutOfTurn ! M13
        0 turn-die 2                -> SteppedOutOfTurn ! M13
        0 open-die                  -> SteppedOutOfTurn ! M13
        0 move-pope-stone lust petty -> SteppedOutOfTurn ! M13
        0 take-free bread           -> StoneTaken
        0 declare-over              -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "the-emperors-crew-in-the-petty-sinners-turn",
        "petty-sinner",
        """
        1 place-crew 3              -> SteppedOutOfTurn ! M13
        0 declare-over              -> SteppedOutOfTurn ! 0 M13
        1 declare-over              -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "the-popes-stone-when-the-second-card-is-chosen",
        "choosing merchant",
        """
        0 move-pope-stone lust petty -> SteppedOutOfTurn ! M13
        0 take-card merchant        -> CharacterTaken
        0 move-pope-stone lust petty -> SteppedOutOfTurn ! M13
        0 declare-over              -> ChoiceDeclaredOver
        """,
        bids=[(6, 0), (1, 0)],
    ),
    trace(
        "a-turn-with-nothing-left-is-over",
        "emperor",
        """
        1 buy bread
        1 donate coin-1 I
        1 donate coin-1 I
        0 take-free wine            -> TurnDeclaredOver TurnPassed StoneTaken
        0 declare-over              -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "who-comes-next-declares-both-over",
        "petty-sinner",
        """
        1 buy bread
        1 donate coin-1 I
        0 declare-over              -> TurnDeclaredOver TurnPassed TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "a-card-is-no-preliminary-action",
        "merchant",
        """
        0 name-room 1
        0 rotate 2
        0 move-pope-stone lust petty -> CardExecuted PopeStoneMoved
        0 move-pope-stone greed petty -> SteppedOutOfTurn ! M13
        0 discard                   -> CardDiscarded
        """,
        rooms=["POPE_STONE", "TAKE_7", "TAKE_3", "OTHERS_3"],
    ),
]


@pytest.mark.parametrize(("until", "text", "table"), OF_TWO)
def test_of_two_players_each_is_two_characters(stage, until, text, table):
    stage.table(until, seats=2, **table).play(text)


def test_of_three_players_the_pope_who_builds_as_well_is_one(stage):
    table = stage.table("choosing petty-sinner", seats=3, cast=["pope", "merchant", "petty-sinner"])
    table.play(
        """
        0 place-crew 1              -> SteppedOutOfTurn ! M13
        2 choose-character petty-sinner
        2 decline
        2 declare-over
        1 place-crew 1              -> SteppedOutOfTurn ! M13
        """
    )
    assert table.refuses("0 move-pope-stone lust greed")["rule"] == "MC-V1"
    table.play("0 place-crew 1 -> CrewPlaced\n0 declare-over")


def test_a_crew_that_was_forgotten_comes_before_the_next_players_part(stage):
    table = stage.table("choosing emperor")
    table.play("1 settle\n1 take-card emperor\n1 declare-over -> ChoiceDeclaredOver SIN ! M8 from 2")
    for text in ("declare-over", "take-card merchant"):
        assert table.refuses(f"2 {text}")["rule"] == "MC-A7"
    assert not table.lists("merchant", "declare-over", possible=True)
    table.play("1 place-crew 1 -> CrewPlaced\n2 settle\n2 take-card merchant -> CharacterTaken")


def test_who_chooses_first_is_not_yet_anybody(stage):
    """He still has the card of the last round, and a den to empty for that."""
    table = stage.table("pope", market=["bread", "bread"], seats=2, board={"sin_stones": 2})
    table.says("0 buy bread greedy=true")
    chance(table, ["wine", "cloth"], ["TAKE_GOOD", "STEAL_3", "NEW_CREW", "LUST_2"])
    for text in ("0 pay 2", "1 return-card emperor", "1 return-card petty-sinner", "1 bid 1 0", "0 set-bid 2 0"):
        table.says(text)
    assert (table.awaiting, table.board()["steps"][0]["step"]) == ([{"seat": 0}], "stones")
    for text in ("move-pope-stone lust greed", "take-free wine", "pay 4", "declare-over", "take-card pope"):
        assert table.refuses(f"0 {text}")["status"] == 422, text
    assert table.says("1 take-free wine")[0] == "SteppedOutOfTurn"


def test_when_the_turns_are_over_nobody_is_to_act(stage):
    table = stage.table("petty-sinner", market=["bread", "bread"])
    table.play(
        """
        petty-sinner take-stone bread
        petty-sinner declare-over
        0 declare-over              -> SteppedOutOfTurn ! M13
        petty-sinner pay 2          -> SteppedOutOfTurn ! M13
        1 let-pass
        0 let-pass
        """
    )
    assert table.says("2 table.remind 3")[:4] == ["Reminded", "OmissionMended", "TalerPaid", "PhaseBegan"]


REFUSED = [
    ("emperor", "merchant take-free red", 422),  # no such stone, and no such request
    ("emperor", "merchant move-pope-stone lust lust", 422),
    ("emperor", "merchant take-good indulgence", 422),
    ("emperor", "merchant rob 2", 422),
    ("emperor", "merchant move-crew 2 3", 422),
    ("emperor", "merchant wait", 422),
    ("emperor", "merchant buy bread", 409),  # the service does its steps: there is nothing to take back
    ("emperor", "merchant pass", 409),
    ("emperor", "emperor take-free bread", 422),  # it is his turn, and that is not his
    ("emperor", "emperor place-crew 1", 422),
    ("emperor", "emperor perform", 422),
    ("pope", "pope move-pope-stone lust greed", 422),
    ("pope", "pope open-die", 422),
]


@pytest.mark.parametrize(("until", "text", "status"), REFUSED)
def test_what_cannot_be_done_is_refused_in_turn_and_out_of_turn(stage, until, text, status):
    table = stage.table(until, market=["bread", "wine", "cloth"])
    problem = table.refuses(text)
    assert problem["status"] == status
    table.check_sins()


@pytest.mark.parametrize(
    "text", ["take-free bread", "place-crew 1", "perform", "decline", "move-pope-stone lust greed"]
)
def test_without_the_register_who_is_not_awaited_is_not_asked(sqlite_client, text):
    table = mea_culpa(sqlite_client, 3, 1)
    for _ in range(3):
        mover = table.awaiting[0]["seat"]
        others = [seat for seat in table.seats if {"seat": seat} not in table.awaiting]
        for seat in others:
            problem = table.refused(seat, command(text))
            assert (problem["status"], problem["code"]) == (409, "not-awaited")
            assert table.get(seat, "moves", possible="true")["moves"] == []
        first = table.get(mover, "moves")["moves"][0]
        table.do(mover, {name: filled(value, Random(1)) for name, value in first.items()})


def test_a_step_out_of_turn_is_in_nobodys_way_when_steps_are_taken_back(stage):
    table = stage.table("emperor")
    table.play(
        """
        emperor pay 2
        merchant take-free bread    -> SteppedOutOfTurn ! M13
        emperor table.take-back @1  -> LineChanged StepsUndone ! M1 from 1
        """
    )


def test_what_was_out_of_turn_is_undone_once(stage):
    """To take it back oneself is no second sin: nothing of it was left to be undone."""
    table = stage.table("pope", seats=2)
    (astray,) = table.play("0 take-free bread -> SteppedOutOfTurn ! M13")
    assert table.says(f"0 table.take-back {astray}") == ["LineChanged", "SinCommitted", "SinStonePlaced"]
    assert [(one["rule"], one["complete"]) for one in table.findings()] == [("MC-M13", astray)]
    assert table.petty() == [1, 0]


# -- M9: the stone of lust, while others do what a card demands ------------------------------------------------

LETTER = {"rooms": ["EMP_LETTER", "TAKE_7", "TAKE_3", "OTHERS_3"]}
OWNER = {"cast": ["emperor", "pope", "merchant", "petty-sinner"], **LETTER}
"""Seat 0 has the blue Letter."""
RUN_OUT = {"rooms": ["LUST_2", "TAKE_7", "TAKE_3", "OTHERS_3"], "board": {"sin_stones": 3}}
GREED = {"rooms": ["GREED_2", "TAKE_7", "TAKE_3", "OTHERS_3"], "board": {"sin_stones": 3}}

LAST_MOMENT = [
    trace(
        "while-a-letter-is-owed",
        "merchant",
        """
        merchant name-room 5
        merchant flip
        merchant name-room 1
        merchant perform            -> CardExecuted
        - answer                    -> LetterOwed
        merchant place-stone lust   -> SinStonePlaced
        0 give-letter blue          -> LetterGiven
        merchant discard
        merchant take-free bread
        merchant declare-over       -> TurnDeclaredOver TurnPassed
        """,
        **OWNER,
    ),
    trace(
        "too-late-when-it-was-given",
        "merchant",
        """
        merchant name-room 5
        merchant flip
        merchant name-room 1
        merchant perform            -> CardExecuted
        - answer                    -> LetterOwed
        0 give-letter blue          -> LetterGiven ! merchant M9 from 3
        merchant place-stone lust   -> SinStonePlaced
        merchant discard
        """,
        **OWNER,
    ),
    trace(
        "nobody-has-a-letter",
        "merchant",
        """
        merchant name-room 5
        merchant flip
        merchant name-room 1
        merchant perform            -> CardExecuted
        - answer                    -> NothingGiven ! merchant M9 from 3
        """,
        **LETTER,
    ),
    trace(
        "everybody-sees-that-there-is-one-letter",
        "merchant",
        """
        merchant name-room 5
        merchant name-room 1
        merchant perform            -> CardExecuted
        - answer                    -> LetterOwed LetterGiven ! merchant M9 from 2
        merchant place-stone lust   -> SinStonePlaced
        """,
        open_holdings=True,
        **OWNER,
    ),
    trace(
        "the-emperor-himself",
        "emperor",
        """
        emperor name-room 5
        emperor name-room 1
        emperor perform             -> CardExecuted ! M9 from 2
        """,
        **LETTER,
    ),
    trace(
        "while-a-den-is-to-be-emptied",
        "emperor",
        """
        emperor name-room 5
        emperor name-room 1
        emperor perform             -> CardExecuted SinStonePlaced
        emperor place-stone lust    -> SinStonePlaced
        3 empty-den lust            -> DenEmptied SoulMoved SinStonePlaced*5
        emperor flip
        emperor discard
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
        **RUN_OUT,
    ),
    trace(
        "too-late-when-all-stones-lie-there",
        "emperor",
        """
        emperor name-room 5
        emperor name-room 1
        emperor perform             -> CardExecuted SinStonePlaced
        3 empty-den lust            -> DenEmptied SoulMoved SinStonePlaced*5 ! emperor M9 from 2
        emperor place-stone lust    -> SinStonePlaced
        """,
        **RUN_OUT,
    ),
    trace(
        "stones-of-greed-too",
        "emperor",
        """
        emperor name-room 5
        emperor name-room 1
        emperor perform             -> CardExecuted SinStonePlaced
        emperor place-stone lust    -> SinStonePlaced
        3 empty-den greed           -> DenEmptied SoulMoved SinStonePlaced*5
        emperor discard
        emperor declare-over        -> TurnDeclaredOver SuiteFlipped TurnPassed
        """,
        **GREED,
    ),
    trace(
        "nobody-has-to-empty-a-den",
        "emperor",
        """
        emperor name-room 5
        emperor name-room 1
        emperor perform             -> CardExecuted SinStonePlaced*6 ! M9 from 2
        """,
        rooms=["LUST_2", "TAKE_7", "TAKE_3", "OTHERS_3"],
    ),
    trace(
        "a-robbery-leaves-no-time",
        "emperor",
        """
        emperor name-room 5
        emperor name-room 1
        emperor rob 0               -> CardExecuted
        - hand-over                 -> TalerGiven ! emperor M9 from 2
        emperor place-stone lust
        emperor discard
        """,
        rooms=["STEAL_3", "TAKE_7", "TAKE_3", "OTHERS_3"],
    ),
    trace(
        "nor-does-a-yellow-letter",
        "emperor",
        """
        emperor name-room 5
        emperor name-room 1
        emperor perform             -> CardExecuted
        - hand-over                 -> NothingGiven ! emperor M9 from 2
        """,
        rooms=["POPE_YELLOW", "TAKE_7", "TAKE_3", "OTHERS_3"],
    ),
]


@pytest.mark.parametrize(("until", "text", "table"), LAST_MOMENT)
def test_the_stone_of_lust_is_in_time_until_the_card_has_had_its_use(stage, until, text, table):
    stage.table(until, **table).play(text)


@pytest.mark.parametrize("mode", ["automatic", "called"])
def test_who_is_not_awaited_is_shown_that_the_stone_is_in_time(stage, mode):
    table = stage.table("merchant", meta_culpa=mode, **OWNER)
    for text in ("name-room 5", "flip", "name-room 1", "perform"):
        table.says(f"merchant {text}")
    assert table.awaiting == [{"seat": 0}]
    assert table.moves("merchant") == [command("place-stone lust")]
    for text in ("discard", "pay 2", "place-stone greed", "rotate 1", "declare-over"):
        assert table.refuses(f"merchant {text}")["rule"] == "MC-A7", text
    table.says("merchant place-stone lust")
    assert table.moves("merchant") == []
    assert table.refuses("merchant place-stone lust")["status"] == 422
    table.says("0 give-letter blue")
    assert table.findings() == []


def test_a_card_is_not_called_in_order_as_long_as_it_may_leave_no_time(stage):
    table = stage.table("merchant", **OWNER)
    table.play("merchant name-room 5\nmerchant flip\nmerchant name-room 1")
    assert not table.lists("merchant", "perform")
    assert table.lists("merchant", "perform", possible=True)


def test_with_called_it_can_be_called_when_it_is_too_late(stage):
    table = stage.table("merchant", meta_culpa="called", **OWNER)
    for text in ("name-room 5", "flip", "name-room 1", "perform"):
        table.says(f"merchant {text}")
    assert table.says("3 table.accuse 2 MC-M9") == ["Accused"]
    table.says("0 give-letter blue")
    assert table.says("3 table.accuse 2 MC-M9") == ["Accused", "SinCommitted", "SinStonePlaced"]


# -- M6: what proves that the Pope comes openly, and what comes of it -------------------------------------------

OPENLY = [
    trace(
        "by-the-stone-instead-of-the-guess",
        "pope",
        """
        pope turn-die 2             -> ActionBegan DieSet
        pope place-stone lust       -> DieShown SinStonePlaced ! M6
        pope name-room 6            -> RoomChosen
        pope rotate 2               -> PostRotated
        pope take-letter yellow suite -> LetterTaken
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "by-the-stone-and-then-the-room-on-the-die",
        "pope",
        """
        pope turn-die 5
        pope place-stone lust       -> DieShown SinStonePlaced ! M6
        pope name-room 5            -> RoomChosen
        pope flip
        pope name-room 2
        pope perform                -> CardExecuted TalerReceived
        pope discard
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "by-the-stone-and-in-no-suite",
        "pope",
        """
        pope turn-die 5
        pope place-stone lust       -> DieShown SinStonePlaced ! M6
        pope name-room 2            -> RoomChosen
        pope perform                -> CardExecuted TalerReceived ! M3 from 3
        pope declare-over           -> TurnDeclaredOver PostRotated CardDiscarded TurnPassed
        """,
    ),
    trace(
        "by-turning-the-post",
        "pope",
        """
        pope turn-die 2
        pope rotate 2               -> DieShown PostRotated ! M6
        pope name-room 2            -> RoomChosen
        pope perform                -> CardExecuted TalerReceived
        pope discard
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "by-turning-the-post-and-then-another-room",
        "pope",
        """
        pope turn-die 1
        pope rotate 1               -> DieShown PostRotated ! M6
        pope name-room 2            -> RoomChosen
        pope name-room 4            -> RoomChosen ! M1 from 3
        pope rotate 1
        pope perform                -> CardExecuted SoulMoved*3
        pope discard
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "not-by-the-notch-of-the-second-action",
        "pope",
        """
        pope buy bread
        pope turn-die 1             -> ActionBegan DieSet ! M3
        pope rotate 1               -> PostRotated
        3 guess 1
        - show-die                  -> DieShown SoulMoved RoomChosen
        pope rotate 1
        pope perform                -> CardExecuted TalerReceived
        pope discard
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "by-more-than-the-notch-of-the-second-action",
        "pope",
        """
        pope buy bread
        pope turn-die 1             -> ActionBegan DieSet ! M3
        pope rotate 2               -> DieShown PostRotated ! M6
        pope name-room 1
        pope perform                -> CardExecuted TalerReceived
        pope discard
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "without-a-die-by-what-only-a-room-can-ask-for",
        "pope",
        """
        pope announce               -> ActionBegan PretextAnnounced
        pope rotate 2               -> PostRotated ! M6 from 1
        pope name-room 2
        pope perform                -> CardExecuted TalerReceived
        pope discard
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "not-by-a-notch-that-another-action-may-ask-for",
        "pope",
        """
        pope begin visit            -> ActionBegan
        pope rotate 1               -> PostRotated
        pope turn-die 1             -> DieSet
        3 guess 3
        - show-die                  -> DieShown RoomChosen
        pope perform                -> CardExecuted TalerReceived
        pope discard
        pope buy bread              -> ActionBegan TalerPaid StoneTaken
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "not-by-turning-it-before-anything",
        "pope",
        """
        pope rotate 2               -> PostRotated
        pope turn-die 1             -> ActionBegan DieSet
        3 guess 1
        - show-die                  -> DieShown SoulMoved RoomChosen
        pope perform                -> CardExecuted TalerReceived
        pope discard
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "once-in-a-visit",
        "pope",
        """
        pope turn-die 2
        pope place-stone lust       -> DieShown SinStonePlaced ! M6
        pope rotate 2               -> PostRotated
        pope name-room 2            -> RoomChosen
        pope perform                -> CardExecuted TalerReceived
        pope discard
        pope declare-over           -> TurnDeclaredOver TurnPassed
        """,
    ),
]


@pytest.mark.parametrize(("until", "text", "table"), OPENLY)
def test_the_pope_comes_openly(stage, until, text, table):
    stage.table(until, **table).play(text)


@pytest.mark.parametrize("text", ["place-stone lust", "rotate 1", "name-room 3", "open-die"])
def test_then_nobody_guesses_and_nobody_is_caught(stage, text):
    table = stage.table("pope")
    table.says("pope turn-die 2")
    assert table.awaiting == [{"seat": 3}]
    before = table.board()["seats"][0]["soul"]
    assert "SinCommitted" in table.says(f"pope {text}")
    assert table.awaiting == [{"seat": 0}]
    assert table.refused(3, command("guess 2"))["code"] == "not-awaited"
    assert table.refuses("pope turn-die 2")["rule"] == "MC-I1"
    assert table.refuses("pope announce")["rule"] == "MC-I1"
    assert table.board()["seats"][0]["soul"] == before
    assert not table.board()["house"]["guess"]


def test_without_a_die_neither(stage):
    table = stage.table("pope")
    table.play("pope place-stone lust -> ActionBegan SinStonePlaced ! M6 from 1")
    assert table.refuses("pope turn-die 2")["rule"] == "MC-I1"


def test_while_the_guess_is_due_only_the_visit_can_go_on(stage):
    table = stage.table("pope")
    table.says("pope turn-die 2")
    for text in ("place-stone greed", "pay 2", "begin buy", "show coin-1", "flip", "discard", "declare-over"):
        assert table.refuses(f"pope {text}")["rule"] == "MC-A7", text
    assert table.refuses("pope rotate 6")["rule"] == "MC-H2"


def test_what_proves_it_is_listed_among_what_is_possible(stage):
    table = stage.table("pope")
    table.says("pope turn-die 2")
    for text in ("place-stone lust", "rotate 1", "rotate 2", "name-room 3", "open-die"):
        assert table.lists("pope", text, possible=True), text
    assert table.moves("pope") == []


# -- M11: whole donations ------------------------------------------------------------------------------------

ASKED = [
    trace(
        "a-whole-donation-shows-what-it-drops",
        "emperor",
        """
        emperor donate coin-1 I     -> ActionBegan ItemShown ItemDropped
        3 prompt 1                  -> Prompted
        emperor donate coin-2 II    -> ItemShown ItemDropped
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "also-behind-one-that-was-given-by-hand",
        "emperor",
        """
        emperor show coin-1
        emperor drop coin-1 I
        3 prompt 1
        0 prompt 1
        emperor donate coin-1 I     -> ItemShown ItemDropped
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
    trace(
        "by-hand-it-is-too-late",
        "emperor",
        """
        emperor donate coin-1 I
        3 prompt 1
        emperor show coin-2         -> ItemShown ! M11 from 2
        emperor drop coin-2 I
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
    ),
]


@pytest.mark.parametrize(("until", "text", "table"), ASKED)
def test_who_gives_as_a_whole_is_not_asked_in_vain(stage, until, text, table):
    stage.table(until, **table).play(text)
