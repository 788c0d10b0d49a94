"""Accusations, freezing, rulings, reversals and appeals at a small game."""

from __future__ import annotations

from typing import Any

import pytest

from domain.application.matches import Matches
from domain.kit.facts import Command
from domain.kit.table.commands import Abandon, Close, Note, TakeBack
from domain.kit.table.disputes import Accuse, Appeal, Freeze, Remind, Resume, Rule, Sign, Stall
from domain.match.principal import Principal
from domain.table.commands import may_send
from tests.laws.quarrels import ARBITER, HOST, SCRIBE, Quarrel, matches, seated
from tests.laws.tally import Cut, Hide, Roll, Show

__all__ = ["matches"]


@pytest.fixture
def quarrel(matches: Matches) -> Quarrel:
    """Two seats, each of which has cut three notches, and then two."""
    made = Quarrel(matches, "tally", 2)
    for notches in (3, 2):
        for seat in (0, 1):
            made.play(seat, Cut(notches))
    return made


def facts(answer: Any) -> list[dict[str, Any]]:
    """The facts of the first decision."""
    found: list[dict[str, Any]] = answer.decisions[0].record["facts"]
    return found


# -- accusations and reminders ------------------------------------------------------------------------------


def test_an_accusation_is_recorded_and_the_game_has_its_say(quarrel: Quarrel) -> None:
    assert facts(quarrel.send(seated(0), Accuse(1, "T-2", (4, 2, 2)))) == [
        {"type": "Accused", "by": 0, "accused": 1, "rule": "T-2", "decisions": [2, 4]}
    ]
    quarrel.play(0, Cut(0))
    quarrel.play(1, Cut(2))
    assert [fact["type"] for fact in facts(quarrel.send(SCRIBE, Accuse(1, "T-2")))] == ["Accused", "FinePaid"]
    assert quarrel.state.notches == (5, 5)


def test_while_a_match_stands_still_nothing_comes_of_it(quarrel: Quarrel) -> None:
    quarrel.play(0, Cut(2))
    quarrel.send(ARBITER, Freeze())
    assert [fact["type"] for fact in facts(quarrel.send(seated(1), Accuse(0, "T-2")))] == ["Accused"]
    quarrel.send(ARBITER, Resume())
    quarrel.send(HOST, Abandon())
    assert [fact["type"] for fact in facts(quarrel.send(seated(1), Accuse(0, "T-2")))] == ["Accused"]


@pytest.mark.parametrize(
    "command", [Accuse(0), Accuse(2), Accuse(1, None, (5,)), Remind(0), Remind(2)], ids=lambda one: str(one)
)
def test_accusations_that_make_no_sense_are_refused(quarrel: Quarrel, command: Command) -> None:
    assert quarrel.refused(seated(0), command) == "invalid"


def test_a_reminder_is_recorded_and_the_game_has_its_say(quarrel: Quarrel, matches: Matches) -> None:
    assert facts(quarrel.send(ARBITER, Remind(1))) == [{"type": "Reminded", "by": "arbiter", "reminded": 1}]
    fresh = Quarrel(matches, "tally", 2)
    assert [fact["type"] for fact in facts(fresh.send(seated(0), Remind(1, "cut")))] == ["Reminded", "NotchesCut"]
    assert fresh.state.notches == (0, 1)


@pytest.mark.parametrize("principal", [HOST, Principal("spectator")], ids=str)
def test_who_does_not_play_does_not_accuse(quarrel: Quarrel, principal: Principal) -> None:
    assert quarrel.refused(principal, Accuse(0)) == "forbidden"
    assert quarrel.refused(principal, Rule("upheld")) == "forbidden"


# -- freezing -----------------------------------------------------------------------------------------------


def test_frozen_everything_waits_but_what_is_said_and_ruled(quarrel: Quarrel) -> None:
    quarrel.send(ARBITER, Freeze("a complaint"))
    assert (quarrel.state.status, quarrel.state.awaiting) == ("frozen", ({"seat": 0},))
    for principal, command in (
        (seated(0), Cut(1)),
        (seated(1), TakeBack(4)),
        (seated(1), Remind(0)),
        (ARBITER, Freeze()),
        (HOST, Abandon()),
    ):
        assert quarrel.refused(principal, command) == "frozen"
    assert may_send(quarrel.match, seated(0)) == ["table.note", "table.accuse", "table.call", "table.leave"]
    assert may_send(quarrel.match, ARBITER) == [
        "table.note",
        "table.accuse",
        "table.resume",
        "table.rule",
        "table.leave",
        "table.substitute",
    ]
    ruling = quarrel.send(ARBITER, Rule("dismissed")).first
    quarrel.send(seated(0), Appeal(ruling))
    quarrel.send(seated(0), Note("well"))
    quarrel.send(ARBITER, Resume())
    assert quarrel.state.status == "playing"
    assert quarrel.refused(ARBITER, Resume()) == "illegal-move"
    quarrel.play(0, Cut(1))


def test_nothing_follows_by_itself_while_frozen(quarrel: Quarrel) -> None:
    roll = quarrel.play(0, Roll())
    quarrel.send(ARBITER, Freeze())
    answer = quarrel.send(ARBITER, Rule("upheld", remedy="back", before=roll + 1))
    assert len(answer.decisions) == 1, "chance waits"
    assert quarrel.state.awaits_chance
    answer = quarrel.send(ARBITER, Resume())
    assert [one.record["actor"] for one in answer.decisions] == ["arbiter", "chance"]


# -- rulings ------------------------------------------------------------------------------------------------


def test_back_strikes_the_game_from_there_on_and_nothing_else(quarrel: Quarrel) -> None:
    note = quarrel.send(seated(0), Note("hm")).first
    accusation = quarrel.send(seated(0), Accuse(1, "T-2", (2,))).first
    shown = facts(quarrel.send(ARBITER, Rule("upheld", accusation, "T-2", "back", 2), dry_run=True))
    answer = quarrel.send(ARBITER, Rule("upheld", accusation, "T-2", "back", 2))
    ruled, changed = facts(answer)
    assert shown == facts(answer), "a dry run says the same"
    assert ruled == {
        "type": "Ruled",
        "verdict": "upheld",
        "about": accusation,
        "disputed": 2,
        "rule": "T-2",
        "remedy": "back",
    }
    assert [(one["decision"], one["effect"]) for one in changed["changes"]] == [
        *((decision, "struck") for decision in (2, 3, 4)),
        (note, "stands"),
        (accusation, "stands"),
    ]
    assert (quarrel.state.notches, quarrel.state.awaiting) == ((3, 0), ({"seat": 1},))
    quarrel.play(1, Cut(1))
    assert quarrel.refused(ARBITER, Rule("upheld", remedy="back", before=99)) == "invalid"


def test_back_takes_away_what_the_game_made_of_an_accusation(quarrel: Quarrel) -> None:
    quarrel.play(0, Cut(2))
    accusation = quarrel.send(seated(1), Accuse(0, "T-2")).first
    assert quarrel.state.notches == (5, 5)
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=5))
    assert quarrel.state.notches == (5, 5)
    assert quarrel.changes() == {5: "struck", accusation: "replaced"}
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=1))
    assert quarrel.state.notches == (0, 0)


def test_perform_and_penalty_are_the_games(quarrel: Quarrel) -> None:
    assert [f["type"] for f in facts(quarrel.send(ARBITER, Rule("upheld", remedy="penalty", offender=1)))] == [
        "Ruled",
        "FinePaid",
    ]
    quarrel.send(ARBITER, Rule("upheld", remedy="perform", offender=0, step="cut"))
    assert quarrel.state.notches == (6, 3)
    assert quarrel.refused(ARBITER, Rule("upheld", remedy="perform", offender=0, step="sing")) == "illegal-move"


def test_a_game_without_a_procedure_knows_no_such_remedy(matches: Matches) -> None:
    quarrel = Quarrel(matches, "seven-sins", 2)
    for remedy in ("perform", "penalty"):
        assert quarrel.refused(ARBITER, Rule("upheld", remedy=remedy, offender=0)) == "illegal-move"  # type: ignore[arg-type]


@pytest.mark.scenario(97)
@pytest.mark.parametrize(
    ("ruled", "outcome"),
    [
        (("win", (1,), None), ("win", "adjudicated", [1], [])),
        (("win", (1,), (0,)), ("win", "forfeit", [1], [0])),
        (("shared", (1, 0), ()), ("shared", "adjudicated", [0, 1], [])),
        (("no-result", None, (0, 1)), ("no-result", "forfeit", [], [0, 1])),
    ],
)
def test_an_arbiter_ends_a_match(quarrel: Quarrel, ruled: Any, outcome: Any) -> None:
    result, winners, forfeits = ruled
    quarrel.send(ARBITER, Rule("upheld", remedy="end", result=result, winners=winners, forfeits=forfeits))
    assert quarrel.state.status == "finished"
    assert quarrel.state.outcome == dict(zip(("result", "reason", "winners", "forfeits"), outcome, strict=True))
    assert quarrel.refused(seated(0), Cut(1)) == "over"


@pytest.mark.parametrize(
    "fields",
    [
        {"remedy": "back"},
        {"remedy": "back", "before": 0},
        {"remedy": "stand", "before": 2},
        {"remedy": "penalty"},
        {"remedy": "penalty", "offender": 2},
        {"remedy": "penalty", "offender": 1, "step": "cut"},
        {"remedy": "end"},
        {"remedy": "end", "result": "win"},
        {"remedy": "end", "result": "win", "winners": (0, 1)},
        {"remedy": "end", "result": "win", "winners": (2,)},
        {"remedy": "end", "result": "win", "winners": (0,), "forfeits": (0,)},
        {"remedy": "end", "result": "shared", "winners": (0, 0)},
        {"remedy": "end", "result": "no-result", "winners": (0,)},
        {"result": "win"},
        {"about": 5},
        {"reverses": 2},
        {"reverses": 99},
        {"reverses": 2, "remedy": "penalty", "offender": 1},
    ],
    ids=str,
)
def test_rulings_that_make_no_sense_are_refused(quarrel: Quarrel, fields: dict[str, Any]) -> None:
    assert quarrel.refused(ARBITER, Rule("upheld", **fields)) == "invalid"


def test_after_the_end_a_ruling_can_still_come_but_not_behind_a_closed_record(quarrel: Quarrel) -> None:
    end = Rule("upheld", remedy="end", result="win", winners=(0,))
    quarrel.send(ARBITER, end)
    assert quarrel.refused(ARBITER, Rule("upheld", remedy="penalty", offender=1)) == "over"
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=4))
    assert (quarrel.state.status, quarrel.state.outcome) == ("playing", None)
    assert quarrel.state.notches == (5, 3)
    quarrel.send(ARBITER, end)
    quarrel.send(HOST, Close())
    assert quarrel.refused(ARBITER, Rule("upheld", remedy="back", before=2)) == "closed"
    assert may_send(quarrel.match, ARBITER) == []


def test_an_abandoned_match_is_not_ruled_on(quarrel: Quarrel) -> None:
    quarrel.send(HOST, Abandon())
    assert quarrel.refused(ARBITER, Rule("upheld")) == "over"
    assert quarrel.state.outcome is None


# -- reversals and appeals ----------------------------------------------------------------------------------


def test_a_reversal_of_back_gives_the_line_that_was_before(quarrel: Quarrel) -> None:
    before = quarrel.state
    ruling = quarrel.send(ARBITER, Rule("upheld", remedy="back", before=2)).first
    after = quarrel.play(1, Cut(1))
    appeal = quarrel.send(seated(1), Appeal(ruling, "not so")).first
    assert facts(quarrel.send(ARBITER, Rule("dismissed", appeal, reverses=ruling)))[0]["disputed"] == 2
    assert quarrel.state.notches == before.notches
    assert quarrel.state.awaiting == before.awaiting
    assert quarrel.changes() == {after: "struck"}
    reversal = quarrel.match.version
    assert quarrel.refused(ARBITER, Rule("dismissed", reverses=ruling)) == "illegal-move"
    quarrel.play(0, Cut(1))
    quarrel.send(ARBITER, Rule("upheld", reverses=reversal))
    assert quarrel.state.notches == (3, 1), "the reversal of a reversal puts back what it took away"
    assert quarrel.state.awaiting == ({"seat": 0},)


@pytest.mark.scenario(99)
def test_a_reversal_of_a_penalty_decides_again_what_followed(quarrel: Quarrel) -> None:
    """Seat 1 could cut three only because it had lost two."""
    quarrel.play(0, Cut(2))
    quarrel.play(1, Cut(3))
    ruling = quarrel.send(ARBITER, Rule("upheld", remedy="penalty", offender=1)).first
    quarrel.play(0, Cut(1))
    broken = quarrel.play(1, Cut(3))
    quarrel.play(0, Cut(0))
    assert quarrel.state.notches == (8, 9)
    reversal, before = Rule("dismissed", reverses=ruling), quarrel.state
    tried = facts(quarrel.send(ARBITER, reversal, dry_run=True))
    assert quarrel.state == before
    (_, changed) = done = facts(quarrel.send(ARBITER, reversal))
    assert tried == done, "what becomes of each decision is listed before"
    effects = {one["decision"]: one for one in changed["changes"]}
    assert effects[ruling]["effect"] == "replaced"
    assert effects[broken] == {"decision": broken, "effect": "struck", "rule": "T-2"}
    assert effects[broken + 1] == {"decision": broken + 1, "effect": "struck", "after": broken}
    assert quarrel.state.notches == (8, 8)
    quarrel.send(ARBITER, Rule("upheld", reverses=quarrel.match.version))
    assert quarrel.state.notches == (8, 9), "what the reversal struck counts again"


def test_with_other_facts_a_decision_is_replaced(quarrel: Quarrel) -> None:
    ruling = quarrel.send(ARBITER, Rule("upheld", remedy="penalty", offender=0)).first
    cut = quarrel.play(0, Cut(1))
    hidden = quarrel.play(1, Hide("star"))
    (_, changed) = facts(quarrel.send(ARBITER, Rule("dismissed", reverses=ruling)))
    effects = {one["decision"]: one for one in changed["changes"]}
    assert effects[cut]["facts"][0] == {"type": "NotchesCut", "seat": 0, "notches": 1, "total": 6}
    assert effects[hidden] == {"decision": hidden, "effect": "stands"}
    assert quarrel.state.notches == (6, 5)


def test_secrets_stay_sealed_in_what_is_decided_again(quarrel: Quarrel) -> None:
    """What another seat hid is told to it alone, also where its decision counts with other facts."""
    quarrel.send(ARBITER, Rule("upheld", remedy="penalty", offender=0))
    quarrel.play(0, Hide("star"))
    quarrel.play(1, Cut(0))
    version = quarrel.match.version
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=version))
    quarrel.send(ARBITER, Rule("dismissed", reverses=version + 1))
    assert '"star"' not in "".join(quarrel.log)


def test_an_end_is_reversed_and_play_goes_on(quarrel: Quarrel) -> None:
    ruling = quarrel.send(ARBITER, Rule("upheld", remedy="end", result="win", winners=(0,))).first
    quarrel.send(ARBITER, Rule("dismissed", reverses=ruling))
    assert (quarrel.state.status, quarrel.state.awaiting) == ("playing", ({"seat": 0},))
    quarrel.play(0, Cut(1))


def test_what_has_been_ruled_since_is_reversed_first(quarrel: Quarrel) -> None:
    first = quarrel.send(ARBITER, Rule("upheld", remedy="back", before=4)).first
    second = quarrel.send(ARBITER, Rule("upheld", remedy="penalty", offender=0)).first
    assert quarrel.refused(ARBITER, Rule("dismissed", reverses=first)) == "illegal-move"
    quarrel.send(ARBITER, Rule("dismissed", reverses=second))
    quarrel.send(ARBITER, Rule("dismissed", reverses=first))
    assert quarrel.state.notches == (5, 5)


def test_a_ruling_without_a_remedy_is_reversed_by_words(quarrel: Quarrel) -> None:
    ruling = quarrel.send(ARBITER, Rule("upheld", remedy="stand")).first
    assert [fact["type"] for fact in facts(quarrel.send(ARBITER, Rule("dismissed", reverses=ruling)))] == ["Ruled"]
    assert quarrel.changes() == {}


def test_an_appeal_names_a_ruling(quarrel: Quarrel) -> None:
    assert quarrel.refused(seated(0), Appeal(2)) == "illegal-move"
    ruling = quarrel.send(ARBITER, Rule("dismissed", 2)).first
    assert quarrel.refused(seated(0), Appeal(2)) == "invalid"
    assert quarrel.refused(seated(0), Appeal(99)) == "invalid"
    assert facts(quarrel.send(seated(0), Appeal(ruling))) == [{"type": "Appealed", "by": 0, "ruling": ruling}]
    appeal = quarrel.match.version
    assert facts(quarrel.send(ARBITER, Rule("upheld", appeal)))[0]["disputed"] == 2


def test_nobody_says_that_a_match_is_stalled(quarrel: Quarrel) -> None:
    for principal in (seated(0), ARBITER, SCRIBE, HOST):
        assert quarrel.refused(principal, Stall()) == "forbidden"


# -- the end ------------------------------------------------------------------------------------------------


def test_a_result_is_signed_where_that_was_agreed(matches: Matches) -> None:
    quarrel = Quarrel(matches, "tally", 2, options={"sign_off": True, "turns": 1})
    assert quarrel.refused(HOST, Sign()) == "not-over"
    quarrel.play(0, Cut(1))
    assert quarrel.state.outcome["reason"] == "played"
    assert quarrel.match.over
    assert not quarrel.match.disclosed
    assert quarrel.refused(HOST, Close()) == "not-signed"
    assert quarrel.refused(seated(0), Sign()) == "forbidden"
    assert facts(quarrel.send(HOST, Sign())) == [{"type": "ResultSigned", "by": "host"}]
    assert quarrel.match.disclosed
    assert quarrel.refused(ARBITER, Sign()) == "illegal-move"
    quarrel.send(ARBITER, Rule("upheld", remedy="end", result="no-result"))
    assert not quarrel.state.signed, "another result has to be signed again"
    quarrel.send(ARBITER, Sign())
    quarrel.send(HOST, Close())


def test_without_the_option_nothing_is_signed(matches: Matches) -> None:
    quarrel = Quarrel(matches, "tally", 2, options={"turns": 1})
    quarrel.play(0, Cut(1))
    assert quarrel.match.disclosed
    assert quarrel.refused(HOST, Sign()) == "illegal-move"


def test_what_was_ruled_is_final_when_the_record_is_closed(quarrel: Quarrel) -> None:
    quarrel.play(0, Hide("star"))
    quarrel.play(1, Cut(0))
    quarrel.play(0, Show("star"))
    quarrel.send(ARBITER, Rule("upheld", remedy="end", result="win", winners=(0,)))
    assert quarrel.match.over
    assert not quarrel.match.disclosed, "the ruling can be reversed, and then they play on"
    quarrel.send(HOST, Close())
    assert quarrel.match.disclosed
