"""Seats that are left: on every line the match stalls where nobody is there to act, and a substitute goes on."""

from __future__ import annotations

from random import Random

import pytest

from domain.application.matches import Matches
from domain.kit.table.commands import Abandon, Amend, TakeBack
from domain.kit.table.disputes import Consent, Freeze, Resume, Rule
from domain.kit.table.seats import Leave, Substitute, sittings
from tests.laws.contributing import JOINT, commit, open_all, values_of
from tests.laws.quarrels import ARBITER, HOST, SCRIBE, Quarrel, matches, seated
from tests.laws.tally import Cut, Jam

__all__ = ["matches"]


@pytest.fixture(params=["hosted", "recorded"])
def quarrel(matches: Matches, request: pytest.FixtureRequest) -> Quarrel:
    """Two seats."""
    return Quarrel(matches, "tally", 2, request.param, options={"mischief": True})


def test_the_match_goes_on_until_the_seat_is_awaited(quarrel: Quarrel) -> None:
    quarrel.send(HOST, Leave(1))
    assert quarrel.state.status == "playing"
    quarrel.play(0, Cut(1))
    assert (quarrel.state.status, quarrel.state.awaiting) == ("stalled", ({"seat": 1},))
    quarrel.send(ARBITER, Freeze())
    assert quarrel.state.status == "frozen"
    quarrel.send(HOST, Substitute(1, "Cem"))
    quarrel.send(ARBITER, Resume())
    assert quarrel.state.status == "playing"
    quarrel.play(1, Cut(1))
    assert quarrel.state.notches == (1, 1)


def test_a_correction_may_strike_that_it_was_stalled(quarrel: Quarrel) -> None:
    first = quarrel.play(0, Cut(1))
    quarrel.send(HOST, Leave(0))
    second = quarrel.play(1, Cut(1))
    assert quarrel.state.status == "stalled"
    quarrel.send(ARBITER, Amend(({"decision": second, "effect": "remove"},)))
    assert quarrel.state.status == "playing"
    assert quarrel.changes() == {second: "struck", second + 1: "struck"}
    assert quarrel.state.empty_seats == (0,), "that is said, and stays"
    quarrel.play(1, Cut(2))
    assert quarrel.state.status == "stalled"
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=first))
    assert quarrel.state.status == "stalled", "and so it is where the seat has to begin"
    quarrel.send(HOST, Substitute(0, "Cem"))
    quarrel.send(ARBITER, Amend(restore=second))
    assert (quarrel.state.empty_seats, sittings(quarrel.state.sittings, 0)[-1]) == (
        (),
        [quarrel.match.version - 1],
    )
    quarrel.check(Random(1), again=True)


@pytest.mark.parametrize("then", ["take-back", "ruling", "reversal", "correction"])
def test_people_and_tokens_stay_whatever_is_taken_back(quarrel: Quarrel, then: str) -> None:
    """Also where the line begins again before anybody left."""
    if then == "correction" and quarrel.match.hosted:
        return  # nothing is corrected there
    first = quarrel.play(0, Cut(1))
    quarrel.send(HOST, Leave(1))
    quarrel.send(HOST, Substitute(1, "Cem"))
    quarrel.send(HOST, Substitute(0, "Ada L.", correction=True))
    state = quarrel.state
    before = (state.sittings, state.empty_seats, state.tokens, state.own_tokens)
    assert before[2] == {"seat:1": 1}
    if then == "take-back":
        quarrel.send(seated(0), TakeBack(first))
    elif then == "correction":
        quarrel.send(ARBITER, Amend(({"decision": first, "effect": "remove"},)))
    else:
        ruling = quarrel.send(ARBITER, Rule("upheld", remedy="back", before=first)).first
        if then == "reversal":
            quarrel.send(ARBITER, Rule("upheld", reverses=ruling))
    assert (quarrel.changes().get(first) == "struck") == (then != "reversal")
    state = quarrel.state
    assert (state.sittings, state.empty_seats, state.tokens, state.own_tokens) == before
    quarrel.check(Random(1), again=True)


def test_a_match_in_which_nobody_could_act_anyhow_stalls_anew(quarrel: Quarrel) -> None:
    quarrel.play(0, Jam())
    quarrel.send(HOST, Leave(0))
    quarrel.send(HOST, Substitute(0, "Cem"))
    assert quarrel.state.status == "stalled"
    assert quarrel.decisions()[-1]["command"]["type"] == "table.stall"


def test_an_arbiter_answers_and_withdraws_for_an_empty_seat(matches: Matches) -> None:
    for agree in (True, False):
        quarrel = Quarrel(matches, "tally", 3)
        for seat in (0, 1, 2):
            quarrel.play(seat, Cut(1))
        quarrel.send(seated(0), TakeBack(1))
        quarrel.send(seated(1), Leave(1))
        assert quarrel.refused(ARBITER, Consent(agree)) == "invalid"
        assert quarrel.refused(ARBITER, Consent(agree), 2) == "invalid"
        quarrel.send(ARBITER, Consent(agree), 1)
        if not agree:
            assert quarrel.state.consent is None
            continue
        quarrel.send(seated(0), Leave(0))
        quarrel.send(ARBITER, Consent(agree=False), 0)
        assert quarrel.state.consent is None, "the arbiter withdraws what was asked for by a seat that has left"
        quarrel.check(Random(1), again=True)


def test_the_scribe_enters_no_answer_of_an_empty_seat(matches: Matches) -> None:
    quarrel = Quarrel(matches, "tally", 2, "recorded")
    for seat in (0, 1):
        quarrel.play(seat, Cut(1))
    quarrel.send(seated(0), TakeBack(1))
    quarrel.send(HOST, Leave(1))
    assert quarrel.refused(SCRIBE, Consent(agree=True), 1) == "forbidden"
    quarrel.send(ARBITER, Consent(agree=True), 1)
    assert quarrel.state.consent is None


def test_nobody_contributes_to_chance_for_an_empty_seat(matches: Matches) -> None:
    given = values_of(2, Random("left"))
    quarrel = Quarrel(matches, "tally", 2, options=JOINT)
    quarrel.send(HOST, Leave(0))
    commit(quarrel, given, [1])
    assert quarrel.state.status == "stalled"
    quarrel.send(HOST, Substitute(0, "Cem"))
    assert quarrel.state.status == "playing"
    quarrel.send(seated(1), Leave(1))
    quarrel.send(HOST, Abandon())
    assert quarrel.decisions()[-1]["facts"][-1]["missing"] == [0]


def test_who_sits_down_contributes_and_the_game_begins(matches: Matches) -> None:
    given = values_of(2, Random("left"))
    quarrel = Quarrel(matches, "tally", 2, options=JOINT)
    quarrel.send(seated(0), Leave(0))
    quarrel.send(HOST, Substitute(0, "Cem"))
    commit(quarrel, given)
    open_all(quarrel, given)
    assert quarrel.state.plays
    quarrel.check(Random(1), again=True)
