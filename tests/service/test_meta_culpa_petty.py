"""The Petty Sinner over REST: what he leaves out, what he owes meanwhile, and who reminds him until when."""

from __future__ import annotations

import pytest

from tests.service.sinning import kinds, trace

REMINDED = ["Reminded", "OmissionMended"]
PAID = [*REMINDED, "TalerPaid"]
IN_VAIN = ["Reminded"]
UNPAID_BREAD = "petty-sinner take-stone bread -> ActionBegan StoneTaken"
LAST_STONE = ["bread", "jewel"]
"""The Merchant takes the jewel, so that the bread is the last stone of the market."""


@pytest.fixture(params=["automatic", "called"])
def table(request, stage):
    """A table at which it is the Petty Sinner's turn; he is seat 3."""
    return stage.table("petty-sinner", meta_culpa=request.param)


def money(table, seat=3):
    return table.board()["seats"][seat]["money"]["amount"]


def owed(table, who="arbiter"):
    return table.board(who)["owed"]


OMISSIONS = [
    trace("pay", "petty-sinner", UNPAID_BREAD),
    trace(
        "rotate",
        "petty-sinner",
        """
        petty-sinner buy bread
        petty-sinner show coin-1
        petty-sinner drop coin-1 I  -> ItemDropped
        """,
    ),
    trace(
        "place-stone:greed",
        "petty-sinner",
        """
        petty-sinner pay 2
        petty-sinner take-stone bread
        petty-sinner take-stone bread -> StoneTaken
        """,
    ),
    trace(
        "place-stone:lust",
        "petty-sinner",
        """
        petty-sinner name-room 6
        petty-sinner take-letter yellow suite -> LetterTaken
        """,
    ),
]
ONE_STEP = {
    "pay": ({"pay": 2}, ["TalerPaid"]),
    "rotate": ({"rotate": 1}, ["PostRotated"]),
    "place-stone:greed": ({"place-stone:greed": 1}, ["SinStonePlaced"]),
    "place-stone:lust": ({"place-stone:lust": 1}, ["SinStonePlaced"]),
}


@pytest.mark.parametrize(("until", "text", "wanted"), OMISSIONS)
def test_what_he_leaves_out_is_no_sin_and_stands_if_nobody_reminds_him(stage, request, until, text, wanted):
    table = stage.table(until)
    table.play(text)
    before = money(table), table.board()["seats"][3]["post"], table.den("greed"), table.den("lust")
    table.play("petty-sinner declare-over -> TurnDeclaredOver TurnPassed")
    assert table.says("0 begin buy") == ["ActionBegan"]
    assert table.says("1 table.remind 3") == IN_VAIN
    assert before == (money(table), table.board()["seats"][3]["post"], table.den("greed"), table.den("lust"))
    assert owed(table) == {}
    table.check_sins()


@pytest.mark.parametrize(("until", "text", "wanted"), OMISSIONS)
def test_reminded_he_does_it_at_once_and_pays_nothing_for_it(stage, request, until, text, wanted):
    table = stage.table(until)
    table.play(text)
    missing, facts = ONE_STEP[request.node.callspec.id]
    assert owed(table) == missing
    (step,) = missing
    assert table.says(f"0 table.remind 3 {step}") == [*REMINDED, *facts]
    assert owed(table) == {}
    assert table.says(f"1 table.remind 3 {step}") == IN_VAIN
    table.play("petty-sinner declare-over -> TurnDeclaredOver TurnPassed")


@pytest.mark.parametrize("who", ["0", "1", "2", "arbiter"])
def test_anybody_else_reminds_him(table, who):
    table.says("petty-sinner take-stone bread")
    before = money(table)
    assert table.says(f"{who} table.remind 3") == PAID
    assert money(table) == before - 2


def test_he_does_not_remind_himself(table):
    table.says("petty-sinner take-stone bread")
    assert table.refuses("3 table.remind 3 pay")["code"] == "invalid"


def test_he_may_do_later_what_he_has_left_out(table):
    table.says("petty-sinner take-stone bread")
    assert table.says("petty-sinner pay 2") == ["TalerPaid"]
    assert owed(table) == {}
    assert table.says("0 table.remind 3 pay") == IN_VAIN


def test_of_several_steps_only_the_one_that_is_named(table):
    for text in ("take-stone bread", "take-stone bread", "show coin-1", "drop coin-1 I"):
        table.says(f"petty-sinner {text}")
    assert owed(table) == {"rotate": 1, "pay": 2, "place-stone:greed": 1}
    assert table.says("0 table.remind 3 rotate") == [*REMINDED, "PostRotated"]
    assert owed(table) == {"pay": 2, "place-stone:greed": 1}
    assert table.says("1 table.remind 3 place-stone") == [*REMINDED, "SinStonePlaced"]
    assert owed(table) == {"pay": 2}
    assert table.says("2 table.remind 3") == PAID


@pytest.mark.parametrize("step", ["pay", "rotate", "place-stone", "settle", "nonsense", None])
def test_a_reminder_of_what_is_not_owed_has_no_effect(table, step):
    before = table.board()
    assert table.says(f"0 table.remind 3 {step or ''}") == IN_VAIN
    assert table.board() == before


def test_nobody_else_is_reminded_of_anything(stage):
    table = stage.table("emperor")
    table.play("emperor take-stone bread ! M5")
    assert table.says("0 table.remind 1 pay") == IN_VAIN
    assert money(table, 1) == 23


def test_he_can_be_reminded_until_another_seat_makes_a_step_of_a_turn(table):
    table.says("petty-sinner take-stone bread")
    table.says("petty-sinner declare-over")
    table.says("1 call-next 0")
    assert owed(table) == {"pay": 2}
    assert table.says("2 table.remind 3 pay") == PAID


# -- his preliminary action ---------------------------------------------------------------------------------


def test_the_two_stones_are_his_to_leave_out(stage):
    table = stage.table("choosing petty-sinner")
    table.play(
        "3 take-card petty-sinner -> CharacterTaken\n3 declare-over -> ChoiceDeclaredOver PhaseBegan TurnPassed"
    )
    assert table.den("petty") == [0, 0, 0, 0]
    assert owed(table) == {"place-stone:petty": 2}
    assert table.says("1 table.remind 3") == [*REMINDED, "SinStonePlaced", "SinStonePlaced"]
    assert table.den("petty") == [0, 0, 0, 2]


def test_one_of_the_two_stones(stage):
    table = stage.table("choosing petty-sinner")
    table.play("3 take-card petty-sinner\n3 place-stone petty\n3 declare-over")
    assert owed(table) == {"place-stone:petty": 1}
    table.play("0 begin buy")
    assert owed(table) == {}
    assert table.says("1 table.remind 3") == IN_VAIN
    assert table.den("petty") == [0, 0, 0, 1]


def test_in_his_first_visit_the_stone_of_lust_is_too(stage):
    table = stage.table("choosing petty-sinner")
    table.play(
        """
        3 take-card petty-sinner
        3 place-stone petty
        3 place-stone petty
        3 name-room 6               -> RoomChosen
        3 take-letter yellow suite  -> LetterTaken
        3 declare-over
        """
    )
    assert owed(table) == {"place-stone:lust": 1}
    assert table.says("0 table.remind 3") == [*REMINDED, "SinStonePlaced"]
    assert table.den("lust") == [0, 0, 0, 1]


# -- before the posts are compared --------------------------------------------------------------------------


@pytest.fixture
def comparing(stage):
    """The Petty Sinner has taken the last stone, and has not paid for it."""
    table = stage.table("petty-sinner", market=LAST_STONE)
    table.play("petty-sinner take-stone bread\npetty-sinner declare-over -> TurnDeclaredOver")
    return table


def test_everybody_else_is_asked_before_the_posts_are_compared(comparing):
    assert sorted(one["seat"] for one in comparing.awaiting) == [0, 1, 2]
    for seat in (0, 1, 2):
        listed = comparing.get(seat, "moves")
        assert {"type": "let-pass"} in listed["moves"]
        assert "table.remind" in listed["table"]
    assert comparing.moves("petty-sinner") == []
    assert comparing.refuses("3 let-pass")["status"] in (409, 422)


def test_if_everybody_lets_it_pass_the_bread_is_free(comparing):
    before = money(comparing)
    assert comparing.says("2 let-pass") == ["OmissionPassed"]
    assert comparing.refuses("2 let-pass")["status"] in (409, 422)
    assert comparing.says("0 let-pass") == ["OmissionPassed"]
    assert comparing.awaiting == [{"seat": 1}]
    assert comparing.says("1 let-pass")[:3] == ["OmissionPassed", "PhaseBegan", "PostsCompared"]
    assert money(comparing) == before
    assert comparing.says("0 table.remind 3 pay") == IN_VAIN


def test_one_of_them_may_still_remind_him(comparing):
    before = money(comparing)
    comparing.says("2 let-pass")
    told = comparing.says("0 table.remind 3 pay")
    assert told[:5] == [*PAID, "PhaseBegan", "PostsCompared"]
    assert money(comparing) == before - 2
    assert owed(comparing) == {}


def test_nobody_is_asked_if_he_owes_nothing(stage):
    table = stage.table("petty-sinner", market=LAST_STONE)
    table.play(
        """
        petty-sinner pay 2
        petty-sinner take-stone bread -> StoneTaken PhaseBegan PostsCompared RoundBegan PhaseBegan
        """
    )


# -- what he owes is kept, and is nobody's business ---------------------------------------------------------


def test_who_may_see_what_he_owes(table):
    table.says("petty-sinner take-stone jewel")
    for who in (3, "arbiter", "scribe"):
        assert owed(table, who) == {"pay": 6}, who
    for who in (0, 1, 2, None, "spectator"):
        assert owed(table, who) == {}, who


def test_owed_money_is_not_spent(stage):
    table = stage.table("petty-sinner", board={"start_money": 8})
    table.play("petty-sinner take-stone jewel")
    assert money(table) == 8
    assert table.refuses("petty-sinner drop coin-5 I")["rule"] == "MC-D1"
    assert table.refuses("petty-sinner show coin-10")["rule"] == "MC-D1"
    table.play("petty-sinner drop coin-2 I -> ActionBegan ItemDropped")
    assert table.says("0 table.remind 3 pay") == PAID
    assert money(table) == 0


def test_he_does_not_pay_twice(table):
    table.says("petty-sinner take-stone bread")
    before = money(table)
    assert [table.says(f"{seat} table.remind 3") for seat in (0, 1, 2)] == [PAID, IN_VAIN, IN_VAIN]
    table.says("petty-sinner declare-over")
    assert table.says("0 table.remind 3") == IN_VAIN
    assert money(table) == before - 2


def test_he_takes_only_what_he_could_pay(stage):
    table = stage.table("petty-sinner", board={"start_money": 5})
    problem = table.refuses("petty-sinner take-stone jewel")
    assert (problem["status"], problem["rule"]) == (422, "MC-K2")
    table.play("petty-sinner take-stone wine -> ActionBegan StoneTaken")


def test_owed_notches_are_kept(stage):
    table = stage.table("petty-sinner", bids=[(1, 9), (1, 8), (1, 7), (6, 0)])
    table.play("petty-sinner buy bread")
    for text in ("show coin-1", "drop coin-1 I", "begin sell", "bag-good bread", "name-room 3"):
        assert table.refuses(f"petty-sinner {text}")["rule"] == "MC-T3", text


def test_two_players_owe_as_the_other_character_too(stage):
    table = stage.table(
        "petty-sinner",
        seats=2,
        cast=["pope", "emperor", "petty-sinner", "merchant"],
        board={"start_money": 8 + 1},
        bids=[(1, 1), (1, 0)],
    )
    table.play("0 take-stone jewel\n0 declare-over")
    assert owed(table) == {"pay": 6}
    assert table.refuses("0 drop coin-5 I")["rule"] == "MC-D1"
    assert table.refuses("0 take-stone wine")["rule"] == "MC-K2"
    table.play("0 take-stone bread ! M5\n0 pay 2")
    assert table.says("1 table.remind 0 pay") == PAID
    assert money(table, 0) == 0


# -- the limits that hold for him ---------------------------------------------------------------------------


LIMITS = [
    ("petty-sinner begin buy", "MC-T3"),
    ("petty-sinner take-stone bread", "MC-K2"),
    ("petty-sinner show coin-2", "MC-D1"),
    ("petty-sinner name-room 3", "MC-T3"),
    ("petty-sinner turn-die 2", "MC-T3"),
    ("petty-sinner take-letter yellow suite", "MC-K1"),
    ("petty-sinner place-stone petty", "MC-K3"),
    ("petty-sinner place-stone lust", "MC-K3"),
    ("petty-sinner flip", "MC-H4"),
    ("petty-sinner receive", "MC-L1"),
]


@pytest.mark.parametrize(("text", "rule"), LIMITS)
def test_he_has_two_actions_of_different_kinds(stage, text, rule):
    table = stage.table("petty-sinner")
    table.play("petty-sinner buy wine\npetty-sinner drop coin-1 I")
    assert table.refuses(text)["rule"] == rule


def test_a_visited_room_is_closed_to_him(stage):
    table = stage.table("emperor")
    table.play(
        "emperor visit 3\nemperor perform\nemperor declare-over\nmerchant take-free wine\nmerchant declare-over"
    )
    assert table.refuses("petty-sinner name-room 3")["rule"] == "MC-H1"
    assert table.refuses("petty-sinner visit 3")["rule"] == "MC-H1"


def test_out_of_turn_he_is_nobody_and_pays(stage):
    table = stage.table("emperor")
    table.play(
        """
        petty-sinner take-stone bread -> SteppedOutOfTurn ! M13
        emperor declare-over          -> TurnDeclaredOver TurnPassed
        """
    )


def test_before_he_has_the_card_he_is_nobody_and_pays(stage):
    table = stage.table("choosing pope")
    table.play("0 take-card petty-sinner -> CharacterTaken ! M2\n0 settle -> BidPaid")


def test_with_two_players_his_other_character_sins(stage):
    table = stage.table("petty-sinner", seats=2)
    table.play(
        """
        1 take-stone bread          -> ActionBegan StoneTaken
        1 declare-over              -> TurnDeclaredOver TurnPassed
        0 declare-over              -> TurnDeclaredOver TurnPassed
        1 take-stone bread          -> ActionBegan StoneTaken ! M5
        1 pay 2                     -> TalerPaid
        """
    )


def test_stones_that_a_card_forces_on_him_are_not_his_to_leave_out(stage):
    table = stage.table("emperor", rooms=["GREED_2", "TAKE_7", "TAKE_3", "OTHERS_3"])
    (decision, *_) = [table.do(1, {"type": "visit", "room": 1}), table.do(1, {"type": "perform"})][1]["decisions"]
    assert kinds(decision).count("SinStonePlaced") == 6
    assert table.den("greed") == [2, 0, 2, 2]
    assert owed(table) == {}


def test_reminding_and_accusing_are_always_listed(stage):
    for until in ("bids", "choosing pope", "pope", "merchant", "petty-sinner"):
        table = stage.table(until)
        for who in table.seats:
            assert {"table.remind", "table.accuse"} <= set(table.get(who, "moves")["table"]), (until, who)
