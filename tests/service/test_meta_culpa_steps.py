"""Steps over REST: what is listed, what is refused, batches, dry runs, taking back, running out of stones."""

from __future__ import annotations

from random import Random

import pytest

from tests.service.playing import MEA_CULPA, filled_move, open_match, play_out
from tests.service.sinning import command, kinds, lay, trace

SUITE_5 = """
    emperor name-room 5
    emperor place-stone lust
    emperor flip
    emperor name-room 1
    emperor perform
    emperor discard
    """
M1 = "LineChanged StepsUndone ! M1"


# -- what is listed -----------------------------------------------------------------------------------------

MOMENTS = [
    trace("begin", "emperor", ""),
    trace("pope", "pope", ""),
    trace("merchant", "merchant", ""),
    trace("paid", "emperor", "emperor pay 2"),
    trace("unpaid", "emperor", "emperor take-stone bread ! M5"),
    trace("greedy", "emperor", "emperor pay 2\nemperor place-stone greed"),
    trace("shown", "emperor", "emperor show coin-5"),
    trace("room", "emperor", "emperor name-room 2"),
    trace("performed", "emperor", "emperor name-room 2\nemperor rotate 2\nemperor perform"),
    trace("suite", "emperor", "emperor name-room 6\nemperor place-stone lust\nemperor rotate 2"),
    trace("flipped", "emperor", "emperor name-room 5\nemperor place-stone lust\nemperor flip"),
    trace("second", "emperor", "emperor buy bread"),
    trace("second-turned", "emperor", "emperor buy bread\nemperor rotate 1"),
    trace("choosing", "choosing emperor", ""),
    trace("choosing-settled", "choosing emperor", "emperor settle"),
    trace("choosing-taken", "choosing emperor", "emperor settle\nemperor take-card emperor"),
]
ACTING = {"pope": 0, "merchant": 2}


@pytest.mark.long
@pytest.mark.parametrize(("until", "text", "table"), MOMENTS)
def test_lawful_is_what_is_no_sin_and_possible_is_the_rest(stage, request, until, text, table):
    moment = request.node.callspec.id
    seat = ACTING.get(moment, 1)
    table = stage.table(until, **table)
    table.play(text)
    lawful, every = (table.get(seat, "moves", **query)["moves"] for query in ({}, {"possible": "true"}))
    version, rng = table.version, Random(moment)
    assert lawful
    assert all(move in every for move in lawful)
    for move in every:
        sent = filled_move(move, rng)
        decision, *_ = table.do(seat, sent, dry_run=True)["decisions"]
        assert ("SinCommitted" in kinds(decision)) == (move not in lawful), (sent, decision["facts"])
    assert table.version == version


def test_after_the_free_stone_only_the_end_is_lawful(stage):
    table = stage.table("merchant")
    table.play("merchant take-free jewel")
    assert [move["type"] for move in table.moves("merchant")] == ["pass", "declare-over"]
    assert table.lists("merchant", "begin buy", possible=True)
    table.play("merchant begin buy\nmerchant declare-over -> TurnDeclaredOver SIN TurnPassed ! M4")


LISTED = [
    ("emperor", "", "pay 2", "take-stone bread"),
    ("emperor", "emperor pay 2", "take-stone bread", None),
    ("emperor", "", "name-room 2", "drop coin-5 I"),
    ("emperor", "emperor name-room 2", "rotate 2", "perform"),
    ("emperor", "emperor buy bread", "rotate 1", "bag-good bread"),
    ("emperor", "emperor show coin-5", "drop coin-5 II", None),
    ("merchant", "", "take-free jewel", "declare-over"),
    ("pope", "", "turn-die 5", "name-room 5"),
    ("choosing emperor", "", "settle 1", "take-card emperor"),
    ("choosing emperor", "emperor settle\nemperor take-card emperor", "place-crew 3", "declare-over"),
]


@pytest.mark.parametrize(("until", "text", "lawful", "sinful"), LISTED)
def test_the_next_step_is_lawful_and_one_that_comes_too_early_is_not(stage, until, text, lawful, sinful):
    table = stage.table(until)
    table.play(text)
    who = until.removeprefix("choosing ")
    assert table.lists(who, lawful)
    if sinful is not None:
        assert not table.lists(who, sinful)
        assert table.lists(who, sinful, possible=True)


def test_for_others_the_steps_are_possible_and_not_lawful(stage):
    table = stage.table("emperor")
    assert table.moves("merchant") == []
    assert table.lists("merchant", "pay 2", possible=True)
    assert table.lists("merchant", "rotate 1", possible=True)


def test_without_the_variant_a_seat_plays_whole_actions(stage):
    hosted = open_match(stage.client, ruleset=MEA_CULPA)
    play_out(hosted, Random(1), until="bid")
    for text in ("set-bid 1 0", "return-card pope", "settle", "take-card pope", "declare-over", "let-pass"):
        assert hosted.refused(0, command(text))["rule"] == "MC-A6", text
    (listed,) = {move["type"] for move in hosted.get(0, "moves", possible="true")["moves"]}
    assert listed == "bid"


def test_without_the_variant_a_scribe_enters_steps_and_nobody_pays(stage):
    table = stage.table("choosing pope", meta_culpa="off")
    for seat, text in (
        (0, "choose-character pope"),
        (0, "decline"),
        (1, "choose-character emperor"),
        (1, "place-crew 1"),
        (2, "choose-character merchant"),
        (3, "decline"),
        (0, "pass"),
        (1, "take-stone bread"),
        (1, "pay 2"),
        (1, "drop coin-1 I"),
    ):
        table.do("scribe", {**command(text), "seat": seat})
    assert table.says("0 table.accuse 1 MC-M5") == ["Accused"]
    assert table.lists("emperor", "show coin-1")
    table.do("scribe", {**command("declare-over"), "seat": 1})
    assert table.findings() == []
    assert table.petty() == [0, 0, 0, 0]


# -- what is refused ----------------------------------------------------------------------------------------

UNFINISHED = [
    trace("pay", "emperor", "emperor take-stone bread ! M5"),
    trace("take-stone", "emperor", "emperor pay 2"),
    trace("drop", "emperor", "emperor show coin-1"),
    trace("show", "emperor", "emperor drop coin-1 I ! M11"),
    trace("receive", "emperor", "emperor buy bread\nemperor rotate 1\nemperor bag-good bread"),
    trace("rotate", "emperor", "emperor name-room 1"),
    trace("perform", "emperor", "emperor name-room 1\nemperor rotate 1"),
    trace("discard", "emperor", "emperor name-room 1\nemperor rotate 1\nemperor perform"),
    trace("place-stone:lust", "emperor", "emperor name-room 5"),
    trace("flip", "emperor", "emperor name-room 5\nemperor place-stone lust"),
    trace("name-room", "emperor", "emperor name-room 5\nemperor place-stone lust\nemperor flip"),
    trace("take-letter", "emperor", "emperor pay 4\nemperor take-stone indulgence"),
    trace(
        "return-stone", "emperor", "emperor pay 4\nemperor take-stone indulgence\nemperor take-letter red stacks"
    ),
]


@pytest.mark.parametrize(("until", "text", "table"), UNFINISHED)
def test_a_whole_action_is_refused_while_a_step_is_missing(stage, request, until, text, table):
    missing = request.node.callspec.id
    table = stage.table(until, **table)
    table.play(text)
    for whole in ("buy wine", "donate coin-2 I", "visit 3", "pass"):
        problem = table.refused(1, command(whole))
        assert (problem["status"], problem["code"], problem["rule"]) == (422, "illegal-move", "MC-A7"), whole
        assert missing in problem["detail"], whole


def test_a_refused_step_leaves_no_trace(stage):
    table = stage.table("emperor")
    table.says("emperor pay 2")
    before = table.trace()
    for text in (
        "take-letter red suite",
        "pay 3",
        "name-room 7",
        "take-letter red stacks",
        "rotate 6",
        "admit M12",
    ):
        assert table.refused(1, command(text))["status"] == 422, text
    assert table.trace() == before


def test_a_turn_is_not_over_while_a_choice_is_open(stage):
    table = stage.table("emperor")
    table.play("emperor pay 4\nemperor take-stone indulgence")
    problem = table.refuses("emperor declare-over")
    assert (problem["rule"], "take-letter" in problem["detail"]) == ("MC-A8", True)
    table.play(
        """
        emperor take-letter red stacks
        emperor declare-over        -> TurnDeclaredOver StoneReturned TurnPassed
        """
    )


@pytest.mark.parametrize("step", ["begin donate", "pay 2", "place-stone lust", "rotate 3", "show coin-1"])
def test_what_was_begun_and_came_to_nothing_is_no_sin(stage, step):
    table = stage.table("emperor")
    table.play(f"emperor {step}\nemperor declare-over -> TurnDeclaredOver TurnPassed")


IMPOSSIBLE = [
    ("emperor rotate 6", "MC-H2"),
    ("emperor receive", "MC-L1"),
    ("emperor bag-good bread", "MC-L1"),
    ("emperor drop bread I", "MC-D1"),
    ("emperor flip", "MC-H4"),
    ("emperor discard", "MC-H3"),
    ("emperor return-stone", "MC-K1"),
    ("emperor take-letter yellow suite", "MC-K1"),
    ("emperor turn-die 2", "MC-I1"),
    ("emperor announce", "MC-I1"),
    ("emperor open-die", "MC-M6"),
    ("emperor set-bid 1 0", "MC-Q1"),
    ("emperor settle", "MC-Q4"),
    ("emperor return-card emperor", "MC-P2"),
    ("emperor take-card pope", "MC-A7"),
    ("emperor place-stone petty", "MC-K3"),
    ("emperor let-pass", "MC-PS3"),
    ("emperor place-crew 1", "MC-V2"),
]


@pytest.mark.parametrize(("text", "rule"), IMPOSSIBLE)
def test_what_cannot_be_done_is_refused_and_is_no_sin(stage, text, rule):
    table = stage.table("emperor")
    problem = table.refuses(text)
    assert problem["status"] in (409, 422)
    assert problem.get("rule") == rule
    table.check_sins()


# -- batches and dry runs -----------------------------------------------------------------------------------


def test_a_batch_is_one_decision_for_each_step(stage):
    table = stage.table("emperor")
    texts = ("take-stone bread", "pay 2", "declare-over")
    decisions = table.do(1, *map(command, texts))["decisions"]
    assert [decision["command"]["type"] for decision in decisions] == ["take-stone", "pay", "declare-over"]
    assert kinds(decisions[0]) == ["ActionBegan", "StoneTaken", "SinCommitted", "SinStonePlaced"]


def test_of_a_batch_with_a_refused_step_nothing_is_done(stage):
    table = stage.table("emperor")
    before = table.log(), table.board()
    problem = table.refused(1, *map(command, ("take-stone bread", "pay 2", "pay 2")))
    assert problem["rule"] == "MC-K2"
    assert (table.log(), table.board()) == before
    table.check_sins()


@pytest.mark.long
@pytest.mark.parametrize("text", ["take-stone bread", "drop coin-1 I", "show coin-1"])
def test_a_dry_run_shows_the_sin_and_writes_nothing(stage, text):
    table = stage.table("emperor")
    before = table.trace()
    dry, *_ = table.do(1, command(text), dry_run=True)["decisions"]
    assert table.trace() == before
    real, *_ = table.do(1, command(text))["decisions"]
    assert kinds(dry) == kinds(real)
    assert ("SinCommitted" in kinds(dry)) == (text != "show coin-1")


def test_a_dry_run_out_of_turn_shows_the_sin(stage):
    table = stage.table("emperor")
    dry, *_ = table.do(2, command("pay 2"), dry_run=True)["decisions"]
    assert kinds(dry) == ["SteppedOutOfTurn", "SinCommitted", "SinStonePlaced"]
    table.check_sins()


# -- out of turn --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "begin visit",
        "pay 2",
        "take-stone bread",
        "drop coin-1 I",
        "show coin-1",
        "rotate 1",
        "name-room 2",
    ],
)
@pytest.mark.parametrize("mode", ["automatic", "called"])
def test_a_step_out_of_turn_is_taken_back_in_the_same_decision(stage, mode, text):
    table = stage.table("emperor", meta_culpa=mode)
    before = table.board()
    paid = ["SinCommitted", "SinStonePlaced"] if mode == "automatic" else []
    assert table.says(f"merchant {text}") == ["SteppedOutOfTurn", *paid]
    assert table.petty() == [0, 0, len(paid) // 2, 0]
    after = table.board()
    before["seats"][2]["stones"] -= len(paid) // 2
    assert {**after, "dens": None, "steps": None} == {**before, "dens": None, "steps": None}
    assert table.awaiting == [{"seat": 1}]


# -- taking back --------------------------------------------------------------------------------------------

UNDONE = [
    trace(
        "one-step",
        "emperor",
        f"""
        emperor pay 2
        emperor table.take-back @1  -> {M1} from 1
        emperor pay 4
        emperor take-stone wine
        emperor declare-over
        """,
    ),
    trace(
        "three-steps-are-one-sin",
        "emperor",
        f"""
        emperor pay 2
        emperor place-stone greed
        emperor take-stone bread
        emperor table.take-back @3 also=[@1,@2] -> {M1} from 1 2 3
        emperor declare-over
        """,
    ),
    trace(
        "one-after-the-other-are-two",
        "emperor",
        f"""
        emperor show coin-1
        emperor table.take-back @1  -> {M1} from 1
        emperor show coin-2
        emperor table.take-back @3  -> {M1} from 3
        emperor declare-over
        """,
    ),
    trace(
        "only-the-last",
        "emperor",
        f"""
        emperor name-room 2
        emperor rotate 3
        emperor table.take-back @2  -> {M1} from 2
        emperor rotate 2
        emperor perform
        emperor discard
        emperor declare-over
        """,
    ),
    trace(
        "what-is-undone-does-not-count",
        "emperor",
        f"""
        emperor begin donate
        emperor show coin-1
        emperor table.take-back @2  -> {M1} from 2
        emperor show coin-2
        emperor drop coin-2 I
        emperor declare-over
        """,
    ),
]


@pytest.mark.parametrize(("until", "text", "table"), UNDONE)
def test_taking_back_is_one_sin_however_many_steps(stage, until, text, table):
    stage.table(until, **table).play(text)


def test_what_was_taken_back_lies_where_it_was(stage):
    table = stage.table("emperor")
    before = table.board()
    table.play(f"emperor pay 2\nemperor take-stone bread\nemperor table.take-back @2 also=[@1] -> {M1} from 1 2")
    after = table.board()
    assert after["market"] == before["market"]
    assert after["actions"] == []
    assert after["seats"][1]["money"] == before["seats"][1]["money"]
    assert table.lists("emperor", "begin visit")


def test_a_sin_out_of_turn_is_not_taken_back(stage):
    table = stage.table("emperor")
    (step,) = table.play("merchant pay 2 -> SteppedOutOfTurn ! M13")
    table.send(2, {"type": "table.take-back", "decision": step})
    table.check_sins()


def found(table):
    """The sins in the audit with their status, in the order in which they were complete."""
    return [(one["rule"], one["complete"], one["status"]) for one in table.findings()]


def test_what_has_cost_a_stone_costs_it_taken_back_or_not(stage):
    table = stage.table("emperor")
    taken, paid = table.play("emperor take-stone bread ! M5\nemperor pay 2")
    table.says(f"emperor table.take-back {paid} also=[{taken}]")
    assert found(table) == [("MC-M5", taken, "punished"), ("MC-M1", table.version, "punished")]
    assert table.petty() == [0, 2, 0, 0]
    assert table.board()["actions"] == []


def test_two_sins_of_one_step_stay_two(stage):
    table = stage.table("emperor")
    _, taken = table.play("emperor donate coin-1 I\nemperor take-stone bread ! M3, M5")
    table.says(f"emperor table.take-back {taken}")
    back = table.version
    assert found(table) == [
        (f"MC-{sin}", at, "punished") for sin, at in (("M3", taken), ("M5", taken), ("M1", back))
    ]
    assert table.petty() == [0, 3, 0, 0]


def test_a_sin_taken_back_does_not_pay_for_the_next(stage):
    table = stage.table("emperor")
    (first,) = table.play("emperor take-stone bread ! M5")
    table.says(f"emperor table.take-back {first}")
    back = table.version
    assert table.says("emperor take-stone bread") == [
        "ActionBegan",
        "StoneTaken",
        "SinCommitted",
        "SinStonePlaced",
    ]
    assert found(table) == [
        ("MC-M5", first, "punished"),
        ("MC-M1", back, "punished"),
        ("MC-M5", table.version, "punished"),
    ]
    assert table.petty() == [0, 3, 0, 0]


def test_another_room_and_then_that_taken_back_are_two(stage):
    table = stage.table("emperor")
    _, second = table.play("emperor name-room 1\nemperor name-room 2 ! M1 from 1")
    table.says(f"emperor table.take-back {second}")
    assert found(table) == [("MC-M1", second, "punished"), ("MC-M1", table.version, "punished")]
    assert table.petty() == [0, 2, 0, 0]


def test_taking_back_does_not_save_from_a_den_that_must_be_emptied(stage):
    table = stage.table("emperor", board={"sin_stones": 2})
    table.play(SUITE_5)
    table.says("emperor take-stone bread")
    table.says(f"emperor table.take-back {table.version}")
    assert table.lists("emperor", "empty-den lust")
    table.says("emperor empty-den lust")
    assert [sin for sin, _, _ in found(table)] == ["MC-M3", "MC-M5", "MC-M1"]
    assert table.lists("emperor", "begin buy")


def test_behind_the_guess_the_die_is_not_taken_back_freely(stage):
    table = stage.table("pope")
    turned = table.play("pope turn-die 2\n3 guess 1\n- show-die")[0]
    assert table.says(f"pope table.take-back {turned}") == ["ConsentAsked"]
    table.check_sins()


def test_the_petty_sinner_takes_back_what_he_likes(stage):
    table = stage.table("petty-sinner")
    table.play("petty-sinner pay 2\npetty-sinner table.take-back @1 -> LineChanged StepsUndone")


def test_what_another_has_followed_is_taken_back_with_his_consent_alone(stage):
    table = stage.table("emperor")
    over = table.play("emperor declare-over\nmerchant begin buy")[0]
    assert table.says(f"emperor table.take-back {over}") == ["ConsentAsked"]
    table.says("merchant table.consent agree=false")
    table.check_sins()


# -- running out of stones ----------------------------------------------------------------------------------


def test_who_has_no_stone_left_says_which_den_and_then_pays(stage):
    table = stage.table("emperor", board={"sin_stones": 2})
    table.play(SUITE_5)
    assert table.says("emperor take-stone bread") == [
        "ActionBegan",
        "StoneTaken",
        "SinCommitted",
        "SinCommitted",
        "SinStonePlaced",
    ]
    assert table.awaiting == [{"seat": 1}]
    assert table.den("petty")[1] == table.den("lust")[1] == 1
    assert table.lists("emperor", "empty-den lust")
    assert table.lists("emperor", "empty-den petty")
    assert not table.lists("emperor", "empty-den greed")
    assert table.refuses("emperor pay 2")["status"] in (409, 422)
    assert table.says("emperor empty-den lust") == ["DenEmptied", "SoulMoved", "SinStonePlaced"]
    assert (table.den("petty")[1], table.den("lust")[1]) == (2, 0)
    table.play(
        """
        emperor pay 2               -> TalerPaid
        emperor rotate 1            -> PostRotated
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """,
        audited=False,
    )
    assert [(one["rule"], one["status"]) for one in table.findings()] == [
        ("MC-M3", "punished"),
        ("MC-M5", "punished"),
    ]


def test_with_stones_in_one_den_alone_there_is_no_choice(stage):
    table = stage.table("emperor", board={"sin_stones": 2})
    for _ in range(2):
        table.says("merchant pay 2")
    emptied = ["DenEmptied", "SoulMoved", "SinStonePlaced"]
    assert table.says("merchant pay 2") == ["SteppedOutOfTurn", "SinCommitted", *emptied]
    assert table.awaiting == [{"seat": 1}]
    assert table.den("petty")[2] == 1


# -- on both databases --------------------------------------------------------------------------------------


@pytest.mark.stored
def test_on_both_databases(client):
    table = lay(client, "emperor")
    table.play(
        f"""
        merchant pay 2              -> SteppedOutOfTurn ! M13
        emperor take-stone bread    -> ActionBegan StoneTaken ! M5
        emperor pay 2               -> TalerPaid
        emperor show coin-1
        emperor table.take-back @4  -> {M1} from 4
        emperor declare-over        -> TurnDeclaredOver TurnPassed
        """
    )


def test_called_on_both_databases(client):
    table = lay(client, "petty-sinner", meta_culpa="called")
    assert table.says("petty-sinner take-stone bread") == ["ActionBegan", "StoneTaken"]
    assert table.says("0 table.remind 3") == ["Reminded", "OmissionMended", "TalerPaid"]
    table.says("petty-sinner declare-over")
    table.says("pope name-room 2")
    assert table.findings(1) == []
    assert table.says("1 table.accuse 0 MC-M6") == ["Accused", "SinCommitted", "SinStonePlaced"]
