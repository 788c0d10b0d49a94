"""Calls for an arbiter at a small game: who makes them, when, and what ends them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.application.matches import Matches
from domain.kit.table.calling import Attend, Call
from domain.kit.table.commands import Close, Note, TakeBack
from domain.kit.table.disputes import Freeze, Rule
from domain.kit.visibility import OFFICIAL
from domain.table.awaited import awaited_from
from domain.table.commands import may_send
from projections.audit import audit
from projections.said.standing import standing
from tests.laws.quarrels import ARBITER, HOST, SCRIBE, Quarrel, matches, seated
from tests.laws.tally import Cut

__all__ = ["matches"]


@pytest.fixture
def quarrel(matches: Matches) -> Quarrel:
    """Two seats, each of which has cut something."""
    made = Quarrel(matches, "tally", 2)
    for seat in (0, 1):
        made.play(seat, Cut(2))
    return made


def calls(quarrel: Quarrel) -> list[dict[str, Any]]:
    """The open calls, as they are served."""
    found: list[dict[str, Any]] = standing(quarrel.state)["calls"]
    return found


def audited(quarrel: Quarrel) -> list[tuple[Any, ...]]:
    """All calls: which, its status, who came when, and what ended it."""
    found = audit(quarrel.match, OFFICIAL, quarrel.decisions())["calls"]
    return [(one["version"], one["status"], one["attended"], one["ended"]) for one in found]


def attending(quarrel: Quarrel) -> list[dict[str, Any]]:
    """What an arbiter is asked to do about calls."""
    match = quarrel.match
    listed = awaited_from(match, ARBITER, (), may_send(match, ARBITER))
    return [one for one in listed if one["type"] == Attend.TYPE]


def test_a_call_is_open_until_an_arbiter_says_that_it_is_done(quarrel: Quarrel) -> None:
    board = quarrel.match.ruleset.view(quarrel.state)
    assert quarrel.send(seated(1), Call("she counts wrong", 1)).last == 3
    quarrel.send(SCRIBE, Call("we do not know how to go on"))
    assert calls(quarrel) == [
        {"call": 3, "by": 1, "about": 1, "attended": False},
        {"call": 4, "by": "scribe", "attended": False},
    ]
    attend, done = {"type": Attend.TYPE, "call": 3}, {"type": Attend.TYPE, "call": 3, "done": True}
    assert attending(quarrel)[:2] == [attend, done]
    for _ in range(2):  # another arbiter may come, too
        quarrel.send(ARBITER, Attend(3))
    assert [one["attended"] for one in calls(quarrel)] == [True, False]
    assert attending(quarrel)[0] == done
    quarrel.send(ARBITER, Attend(3, done=True))
    assert [one["call"] for one in calls(quarrel)] == [4]
    assert audited(quarrel) == [(3, "done", [5, 6], 7), (4, "open", [], None)]
    assert quarrel.match.ruleset.view(quarrel.state) == board
    quarrel.check(Random("calls"))


def test_a_ruling_ends_the_call_that_it_names(quarrel: Quarrel) -> None:
    first = quarrel.send(seated(0), Call("look at this", 1)).last
    second = quarrel.send(seated(1), Call("and at this", 2)).last
    quarrel.send(ARBITER, Rule("dismissed"))
    assert [one["call"] for one in calls(quarrel)] == [first, second]
    ruled = quarrel.send(ARBITER, Rule("upheld", about=2, call=first)).last
    assert [fact["type"] for fact in quarrel.decisions()[ruled]["facts"]] == ["Ruled", "CallEnded"]
    about = quarrel.send(ARBITER, Rule("upheld", about=second, remedy="back", before=2)).last
    assert [fact["type"] for fact in quarrel.decisions()[about]["facts"]] == ["Ruled", "CallEnded", "LineChanged"]
    assert calls(quarrel) == attending(quarrel) == []
    assert audited(quarrel) == [(first, "done", [], ruled), (second, "done", [], about)]
    assert quarrel.decisions()[about]["facts"][0]["disputed"] == 2
    # What is undone is the remedy: that somebody came stays.
    quarrel.send(ARBITER, Rule("dismissed", reverses=about))
    assert calls(quarrel) == []
    quarrel.check(Random("calls"))


def test_everybody_has_one_open_call(quarrel: Quarrel) -> None:
    first = quarrel.send(seated(0), Call("once")).last
    assert Call.TYPE not in may_send(quarrel.match, seated(0))
    assert quarrel.refused(seated(0), Call("twice")) == "illegal-move"
    assert {Call.TYPE, Note.TYPE} <= {*may_send(quarrel.match, seated(1))} & {*may_send(quarrel.match, SCRIBE)}
    quarrel.send(ARBITER, Attend(first, done=True))
    quarrel.send(seated(0), Call("again"))


def test_what_is_not_open_is_not_attended_to(quarrel: Quarrel) -> None:
    assert quarrel.refused(ARBITER, Attend(1)) == "illegal-move"
    first = quarrel.send(seated(0), Call("once")).last
    for command in (Attend(first - 1), Attend(first + 1), Rule("upheld", call=first - 1)):
        assert quarrel.refused(ARBITER, command) == "invalid"
    assert quarrel.refused(seated(1), Call("about what?", first + 1)) == "invalid"
    quarrel.send(ARBITER, Attend(first, done=True))
    assert quarrel.refused(ARBITER, Attend(first)) == "illegal-move"
    assert quarrel.refused(ARBITER, Rule("upheld", call=first)) == "invalid"
    for who, command in ((ARBITER, Call("me")), (HOST, Call("me")), (SCRIBE, Attend(first))):
        assert quarrel.refused(who, command) == "forbidden"


def test_calls_pass_while_the_match_stands_still(quarrel: Quarrel) -> None:
    quarrel.send(seated(0), TakeBack(1))
    assert quarrel.state.consent is not None
    asked = quarrel.send(seated(1), Call("shall I agree?")).last
    quarrel.send(ARBITER, Attend(asked, done=True))
    quarrel.send(ARBITER, Freeze())
    frozen = quarrel.send(seated(1), Call("how long?")).last
    quarrel.send(ARBITER, Attend(frozen))
    quarrel.send(ARBITER, Rule("upheld", remedy="end", result="no-result"))
    quarrel.send(seated(0), Call("that was no end"))
    assert len(calls(quarrel)) == 2
    quarrel.send(HOST, Close())
    assert len(calls(quarrel)) == 2, "what nobody has answered is open for ever"
    assert quarrel.refused(SCRIBE, Call("too late")) == "closed"
    quarrel.check(Random("calls"))
