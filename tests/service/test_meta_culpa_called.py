"""META CULPA with `called`, over REST: a sin costs nothing unless somebody notices it in time; and M12."""

from __future__ import annotations

import pytest

from tests.service.sinning import CHOOSING, CREWS, FIRST_CATHEDRAL, chance, kinds, trace

PUNISHED = ["Accused", "SinCommitted", "SinStonePlaced"]
NOTICED = ["Accused"]
NOT_PAID = "emperor take-stone bread"


def called(stage, until="emperor", **table):
    return stage.table(until, meta_culpa="called", **table)


def status(table, who="arbiter"):
    """What somebody finds in the audit: rule, seat and status."""
    return [(one["rule"], one["seat"], one["status"]) for one in table.findings(who)]


# -- who is told --------------------------------------------------------------------------------------------


def test_what_nobody_has_called_is_for_officials_alone(stage):
    table = called(stage)
    assert table.says(NOT_PAID) == ["ActionBegan", "StoneTaken"]
    assert table.petty() == [0, 0, 0, 0]
    for who in ("arbiter", "scribe"):
        assert status(table, who) == [("MC-M5", 1, "open")]
    for who in (None, "spectator", *table.seats):
        assert status(table, who) == []


def test_what_was_called_is_for_everybody(stage):
    table = called(stage)
    taken = table.do(1, {"type": "take-stone", "stone": "bread"})["version"]
    table.says("3 table.accuse 1 MC-M5")
    for who in table.everybody:
        (finding,) = table.findings(who)
        assert finding == {
            "rule": "MC-M5",
            "seat": 1,
            "complete": taken,
            "decisions": [taken],
            "status": "punished",
        }


def test_with_automatic_everybody_reads_what_was_found(stage):
    table = stage.table("emperor")
    table.says(NOT_PAID)
    for who in table.everybody:
        assert status(table, who) == [("MC-M5", 1, "punished")]


# -- in time ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("accuser", ["0", "2", "3", "arbiter", "scribe"])
def test_anybody_else_may_call_it(stage, accuser):
    table = called(stage)
    table.says(NOT_PAID)
    assert table.says(f"{accuser} table.accuse 1 MC-M5") == PUNISHED
    assert table.petty() == [0, 1, 0, 0]
    assert table.says("emperor pay 2") == ["TalerPaid"]


CALLABLE = [
    trace("M1", "emperor", "emperor name-room 2\nemperor name-room 3"),
    trace("M2", "choosing emperor", "emperor take-card emperor"),
    trace("M3", "emperor", "emperor name-room 2\nemperor perform"),
    trace("M4", "merchant", "merchant declare-over"),
    trace("M5", "emperor", "emperor take-stone bread"),
    trace("M6", "pope", "pope name-room 2"),
    trace(
        "M7",
        "bids 2",
        "0 return-card pope\n0 set-bid 2 0\n1 set-bid 1 0\n2 set-bid 1 0\n3 set-bid 1 0\n- reveal-bids",
        market=["bread"],
    ),
    trace("M8", "choosing emperor", "emperor settle\nemperor take-card emperor\nemperor declare-over"),
    trace("M9", "emperor", "emperor name-room 6\nemperor rotate 2\nemperor take-letter yellow suite"),
    trace("M10", "emperor", "emperor pay 2\nemperor take-stone bread\nemperor take-stone bread"),
    trace("M11", "emperor", "emperor drop coin-1 I"),
    trace("M13", "pope", "emperor pay 2"),
]


@pytest.mark.parametrize(("until", "text", "table"), CALLABLE)
def test_every_sin_that_the_log_proves_can_be_called(stage, request, until, text, table):
    rule = request.node.callspec.id
    sinner = 2 if rule == "M4" else 0 if rule == "M6" else 1
    table = called(stage, until, **table)
    table.play(text, audited=False)
    assert (f"MC-{rule}", sinner, "open") in status(table)
    assert table.says(f"3 table.accuse {sinner} MC-{rule}")[:3] == PUNISHED
    assert (f"MC-{rule}", sinner, "punished") in status(table, None)
    assert table.petty()[sinner] == 1
    assert table.says(f"3 table.accuse {sinner} MC-{rule}") == NOTICED
    assert table.petty()[sinner] == 1


def test_the_window_is_open_until_another_seat_makes_a_step_of_a_turn(stage):
    table = called(stage)
    table.says(NOT_PAID)
    table.says("emperor declare-over")
    table.says("emperor call-next 2")
    table.says("0 prompt 2")
    assert table.says("0 table.accuse 1 MC-M5")[:3] == PUNISHED
    assert table.petty() == [0, 1, 0, 0]


@pytest.mark.parametrize(
    "step", ["merchant begin buy", "merchant pay 2", "merchant show coin-1", "merchant rotate 1"]
)
def test_after_another_seats_first_step_it_is_too_late(stage, step):
    table = called(stage)
    table.says(NOT_PAID)
    table.says("emperor declare-over")
    table.says(step)
    assert table.says("0 table.accuse 1 MC-M5") == NOTICED
    assert table.petty() == [0, 0, 0, 0]
    assert status(table) == [("MC-M5", 1, "open")]
    assert status(table, 0) == []


def test_a_guess_is_no_step_of_a_turn(stage):
    table = called(stage, "pope")
    table.play("pope buy bread\npope turn-die 3\n3 guess 1\n- show-die", audited=False)
    assert table.says("2 table.accuse 0 MC-M3") == PUNISHED


def test_the_own_next_step_does_not_close_the_window(stage):
    table = called(stage)
    table.says(NOT_PAID)
    table.says("emperor pay 2")
    assert table.says("2 table.accuse 1 MC-M5") == PUNISHED


def test_the_own_next_turn_does_not_close_the_window_either(stage):
    table = called(stage, seats=2, cast=["pope", "emperor", "petty-sinner", "merchant"])
    for text in ("take-stone bread", "declare-over", "drop coin-1 I"):
        table.says(f"1 {text}")
    assert table.says("0 table.accuse 1 MC-M5") == PUNISHED
    assert table.says("0 table.accuse 1 MC-M11") == PUNISHED
    assert table.den("petty") == [2, 2]


def test_a_card_that_was_forgotten_is_called_until_the_next_is_taken(stage):
    table = called(stage, "bids 2", market=["bread"])
    table.play("0 set-bid 2 1\n1 set-bid 1 3\n2 set-bid 1 4\n3 set-bid 1 5\n- reveal-bids", audited=False)
    assert table.says("0 table.accuse 1 MC-M7") == PUNISHED
    table.says("3 settle")
    assert table.says("0 table.accuse 2 MC-M7") == PUNISHED
    table.says("3 take-card pope")
    assert table.says("1 table.accuse 0 MC-M7") == NOTICED
    assert status(table) == [("MC-M7", 0, "open"), ("MC-M7", 1, "punished"), ("MC-M7", 2, "punished")]


# -- in vain ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["MC-M1", "MC-M3", "MC-M10", "MC-M11", "MC-M13", "MC-T3", "XX-1"])
@pytest.mark.parametrize("accused", [0, 1])
def test_a_false_accusation_costs_nothing(stage, accused, rule):
    table = called(stage)
    table.says(NOT_PAID)
    stones, souls = table.petty(), [seat["soul"] for seat in table.board()["seats"]]
    assert table.says(f"2 table.accuse {accused} {rule}") == NOTICED
    assert (table.petty(), [seat["soul"] for seat in table.board()["seats"]]) == (stones, souls)
    assert table.awaiting == [{"seat": 1}]


def test_each_of_two_equal_sins_can_be_called_once(stage):
    table = called(stage)
    for room in (1, 2, 4):
        table.says(f"emperor name-room {room}")
    assert [table.says("0 table.accuse 1 MC-M1") for _ in range(3)] == [PUNISHED, PUNISHED, NOTICED]
    assert table.petty() == [0, 2, 0, 0]


def test_nobody_accuses_himself(stage):
    table = called(stage)
    table.says(NOT_PAID)
    problem = table.refuses("1 table.accuse 1 MC-M5")
    assert (problem["status"], problem["code"]) == (422, "invalid")


def test_while_the_match_stands_still_nothing_comes_of_it(stage):
    table = called(stage)
    table.says(NOT_PAID)
    table.do("arbiter", {"type": "table.freeze"})
    assert table.says("3 table.accuse 1 MC-M5") == NOTICED
    table.do("arbiter", {"type": "table.resume"})
    assert table.petty() == [0, 0, 0, 0]
    assert table.says("3 table.accuse 1 MC-M5") == PUNISHED


def test_with_automatic_nobody_pays_again_for_what_is_called(stage):
    table = stage.table("emperor")
    table.says(NOT_PAID)
    assert table.says("0 table.accuse 1 MC-M5") == NOTICED
    assert table.petty() == [0, 1, 0, 0]


# -- the register of the match ------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["automatic", "called"])
def test_what_is_not_in_the_register_is_no_sin(stage, mode):
    table = stage.table("emperor", meta_culpa=mode, register=["M3", "M11"])
    assert table.says(NOT_PAID) == ["ActionBegan", "StoneTaken"]
    assert table.says("0 table.accuse 1 MC-M5") == NOTICED
    assert status(table) == []
    table.says("emperor drop coin-1 I")
    assert [rule for rule, _, _ in status(table)] == ["MC-M11", "MC-M3"]


def test_no_call_is_a_sin_without_m12_in_the_register(stage):
    table = stage.table("emperor", register=["M3"])
    table.play("emperor declare-over\n0 call-next 2\n3 table.accuse 2 MC-M12 -> Accused")
    assert table.refuses("merchant admit M12")["rule"] == "MC-M12"


def test_with_an_empty_register_nothing_is(stage):
    table = stage.table("emperor", register=[])
    table.play(
        """
        merchant pay 2
        emperor take-stone bread
        emperor drop coin-1 I
        emperor declare-over
        """,
        audited=False,
    )
    assert status(table) == []
    assert table.petty() == [0, 0, 0, 0]


# -- M12: not knowing whose turn it is ----------------------------------------------------------------------


@pytest.fixture(params=["automatic", "called"])
def calling(request, stage):
    """A table at which the Merchant's turn has begun, and he has been asked to begin it."""
    table = stage.table("emperor", meta_culpa=request.param)
    table.play("emperor declare-over\nemperor call-next 2")
    return table


def test_who_admits_it_pays(calling):
    assert calling.says("0 table.accuse 2 MC-M12") == ["Accused", "AccusationMade"]
    assert calling.petty() == [0, 0, 0, 0]
    assert calling.says("merchant admit M12") == ["SinCommitted", "SinStonePlaced"]
    assert calling.petty() == [0, 0, 1, 0]
    assert status(calling, None) == [("MC-M12", 2, "punished")]
    assert calling.says("3 table.accuse 2 MC-M12") == NOTICED
    assert calling.refuses("merchant admit M12")["rule"] == "MC-M12"
    assert calling.says("merchant pay 2") == ["ActionBegan", "TalerPaid"]


def test_who_begins_first_has_nothing_to_admit(calling):
    calling.says("merchant show coin-1")
    assert calling.says("0 table.accuse 2 MC-M12") == NOTICED
    problem = calling.refuses("merchant admit M12")
    assert (problem["status"], problem["rule"]) == (422, "MC-M12")
    assert status(calling) == []


def test_without_an_accusation_there_is_nothing_to_admit(calling):
    assert calling.refuses("merchant admit M12")["rule"] == "MC-M12"


def test_only_the_accused_admits_it(calling):
    calling.says("0 table.accuse 2 MC-M12")
    for seat in (0, 1, 3):
        assert calling.refuses(f"{seat} admit M12")["rule"] == "MC-M12"


def test_who_is_not_called_is_not_accused(calling):
    assert calling.says("0 table.accuse 3 MC-M12") == NOTICED
    assert calling.refuses("3 admit M12")["rule"] == "MC-M12"


def test_nobody_calls_who_is_not_to_move_or_himself(calling):
    for text in ("0 call-next 3", "2 call-next 2", "1 call-next 1"):
        assert calling.refuses(text)["rule"] == "MC-M12"


def test_an_arbiter_can_decide_it_instead(calling):
    accusation = calling.do(0, {"type": "table.accuse", "accused": 2, "rule": "MC-M12"})["version"]
    ruling = {
        "type": "table.rule",
        "verdict": "upheld",
        "about": accusation,
        "rule": "MC-M12",
        "remedy": "penalty",
        "offender": 2,
        "reason": "Everybody was waiting.",
    }
    decision, *_ = calling.do("arbiter", ruling)["decisions"]
    assert "SinStonePlaced" in kinds(decision)
    assert calling.den("petty") == [0, 0, 1, 2]
    assert [one["status"] for one in calling.get(None, "audit")["accusations"]] == ["upheld"]
    assert calling.says("merchant pay 2") == ["ActionBegan", "TalerPaid"]


def test_an_accusation_that_is_dismissed_costs_nothing(calling):
    accusation = calling.do(0, {"type": "table.accuse", "accused": 2, "rule": "MC-M12"})["version"]
    ruling = {"type": "table.rule", "verdict": "dismissed", "about": accusation, "reason": "He was thinking."}
    calling.do("arbiter", ruling)
    assert calling.petty() == [0, 0, 0, 0]
    assert [one["status"] for one in calling.get(None, "audit")["accusations"]] == ["dismissed"]


# -- the end --------------------------------------------------------------------------------------------------

SECOND_CATHEDRAL = """
    pope set-die 1
    1 guess 2
    - show-die
    pope place-crew 2
    pope declare-over
    emperor take-stone bread
    emperor pay 2
    emperor declare-over
    merchant take-free jewel
    merchant declare-over
    petty-sinner take-stone bread
    petty-sinner name-room 2
    petty-sinner place-crew 2       -> CardExecuted CrewPlaced CathedralFinished
    - open-compartments
    """


@pytest.fixture
def ending(stage):
    """The second cathedral was finished by the Petty Sinner, who owes the money for his bread, and a notch."""
    table = called(stage, "pope", **CREWS)
    table.play(FIRST_CATHEDRAL, audited=False)
    chance(table, CREWS["market"], CREWS["rooms"])
    table.play(CHOOSING, audited=False)
    table.play(SECOND_CATHEDRAL, audited=False)
    return table


def test_before_the_last_comparing_too_everybody_else_is_asked(ending):
    assert sorted(one["seat"] for one in ending.awaiting) == [0, 1, 2]
    money = ending.board()["seats"][3]["money"]["amount"]
    assert ending.says("1 table.remind 3 pay") == ["Reminded", "OmissionMended", "TalerPaid"]
    assert sorted(one["seat"] for one in ending.awaiting) == [0, 1, 2], (
        "the notch of his second action is owed, too"
    )
    assert ending.says("0 table.remind 3")[:3] == ["Reminded", "OmissionMended", "PostRotated"]
    assert ending.board()["seats"][3]["money"]["amount"] == money - 2
    ending.do("arbiter", {"type": "table.confirm"})
    assert ending.get("arbiter")["status"] == "finished"


def test_after_the_end_everybody_reads_what_nobody_has_called(ending):
    assert status(ending, 0) == []
    for seat in (0, 1, 2):
        ending.says(f"{seat} let-pass")
    ending.do("arbiter", {"type": "table.confirm"})
    assert ending.get("arbiter")["status"] == "finished"
    for who in ending.everybody:
        assert status(ending, who) == [("MC-M5", 1, "open")]
