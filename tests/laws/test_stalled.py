"""A match in which nobody is able to act says so, by itself, and an official can help."""

from __future__ import annotations

import pytest

from domain.application.matches import Matches
from domain.kit.play import MOST_AUTOMATIC
from domain.kit.table.commands import Abandon, Amend, Note, TakeBack
from domain.kit.table.disputes import Accuse, Freeze, Resume, Rule
from tests.laws.quarrels import ARBITER, HOST, SCRIBE, Quarrel, matches, seated
from tests.laws.tally import Cut, Jam, Wind

__all__ = ["matches"]


@pytest.fixture
def quarrel(matches: Matches) -> Quarrel:
    """Two seats; anything may happen."""
    return Quarrel(matches, "tally", 2, options={"mischief": True})


def test_a_match_without_a_move_stalls(quarrel: Quarrel) -> None:
    quarrel.play(0, Cut(1))
    assert quarrel.state.status == "playing"
    answer = quarrel.send(seated(1), Jam())
    assert [one.record["command"]["type"] for one in answer.decisions] == ["jam", "table.stall"]
    stall = answer.decisions[1].record
    assert (stall["facts"], stall["automatic"]) == ([{"type": "MatchStalled"}], True)
    assert quarrel.state.status == "stalled"
    assert quarrel.refused(seated(0), Cut(1)) == "not-awaited"
    quarrel.send(seated(0), Note("and now?"))
    quarrel.send(seated(0), Accuse(1))
    quarrel.send(ARBITER, Freeze())
    assert quarrel.state.status == "frozen"
    quarrel.send(ARBITER, Resume())
    assert quarrel.state.status == "stalled"


def test_a_dry_run_does_not_say_that_it_stalls(quarrel: Quarrel) -> None:
    answer = quarrel.send(seated(0), Jam(), dry_run=True)
    assert [one.record["command"]["type"] for one in answer.decisions] == ["jam"]


def test_an_official_rules_it_back(quarrel: Quarrel) -> None:
    decision = quarrel.play(0, Jam())
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=decision))
    assert (quarrel.state.status, quarrel.changes()) == ("playing", {decision: "struck", decision + 1: "struck"})
    quarrel.play(0, Cut(1))


def test_an_official_ends_it(quarrel: Quarrel) -> None:
    quarrel.play(0, Jam())
    quarrel.send(ARBITER, Rule("upheld", remedy="end", result="no-result"))
    assert quarrel.state.status == "finished"


def test_a_host_abandons_it(quarrel: Quarrel) -> None:
    quarrel.play(0, Jam())
    quarrel.send(HOST, Abandon())
    assert quarrel.state.status == "abandoned"


def test_who_jammed_it_takes_that_back(quarrel: Quarrel) -> None:
    decision = quarrel.play(0, Jam())
    quarrel.send(seated(0), TakeBack(decision))
    assert quarrel.state.status == "playing"
    assert quarrel.changes() == {decision: "struck", decision + 1: "struck"}


def test_what_follows_by_itself_for_ever_stalls(quarrel: Quarrel) -> None:
    answer = quarrel.send(seated(0), Wind())
    types = [one.record["command"]["type"] for one in answer.decisions]
    assert types == ["wind", *["tick"] * MOST_AUTOMATIC, "table.stall"]
    assert quarrel.state.status == "stalled"
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=1))
    assert quarrel.state.status == "playing"


def test_a_correction_after_which_something_follows_by_itself_for_ever_stalls(matches: Matches) -> None:
    quarrel = Quarrel(matches, "tally", 2, "recorded", options={"mischief": True})
    decision = quarrel.play(0, Cut(1))
    later = quarrel.play(1, Cut(1))
    wind = {"seat": 0, "command": {"type": "wind"}}
    quarrel.send(SCRIBE, Amend(({"decision": decision, "effect": "replace", "commands": [wind]},)))
    assert quarrel.state.status == "stalled"
    assert quarrel.changes() == {decision: "replaced", later: "struck"}
    quarrel.send(SCRIBE, Amend(restore=later))
    assert (quarrel.state.status, quarrel.state.notches) == ("playing", (1, 1))
