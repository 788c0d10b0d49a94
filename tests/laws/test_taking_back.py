"""Taking back: what is free, what has to be asked for, what cannot be, and what becomes of later decisions."""

from __future__ import annotations

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.kit.guards import Refused
from domain.kit.table.commands import Abandon, Close, Note, TakeBack
from domain.kit.table.disputes import Accuse, Consent, Freeze, Remind, Rule
from domain.kit.visibility import redact, seat_viewer
from domain.table.commands import may_send
from tests.asking import asking
from tests.laws.quarrels import ARBITER, HOST, SCRIBE, Quarrel, matches, seated
from tests.laws.tally import Cut, Hide, Roll, Show, Stone

__all__ = ["matches"]
NO, YES = Consent(agree=False), Consent(agree=True)


@pytest.fixture
def quarrel(matches: Matches) -> Quarrel:
    """Two seats at the tally."""
    return Quarrel(matches, "tally", 2)


@pytest.fixture
def three(matches: Matches) -> Quarrel:
    """Three seats, each of which has cut two notches."""
    made = Quarrel(matches, "tally", 3)
    for seat in range(3):
        made.play(seat, Cut(2))
    return made


def test_free_before_anybody_else_has_decided_and_the_game_has_its_say(quarrel: Quarrel) -> None:
    decision = quarrel.play(0, Cut(2))
    quarrel.send(seated(1), Note("quick!"))
    facts = quarrel.send(seated(0), TakeBack(decision)).decisions[0].record["facts"]
    assert [fact["type"] for fact in facts] == ["LineChanged", "FinePaid"]
    assert quarrel.state.notches == (-1, 0)
    assert quarrel.state.awaiting == ({"seat": 0},)
    assert quarrel.changes() == {decision: "struck"}
    assert quarrel.refused(seated(0), TakeBack(decision)) == "illegal-move"


def test_who_else_has_decided_has_to_consent(quarrel: Quarrel) -> None:
    decision = quarrel.play(0, Cut(2))
    quarrel.play(1, Cut(1))
    before = quarrel.state
    (asked,) = quarrel.send(seated(0), TakeBack(decision, "I miscounted")).decisions
    assert asked.record["facts"] == [
        {"type": "ConsentAsked", "seat": 0, "by": 0, "decisions": [decision], "seats": [1]}
    ]
    state = quarrel.state
    assert (state.awaiting, state.consent["left"], state.plays) == (({"seat": 1},), [1], False)
    answer = quarrel.send(seated(1), YES)
    consent, done = answer.decisions
    assert [fact["type"] for fact in consent.record["facts"]] == ["ConsentGiven"]
    assert (done.record["actor"], done.record["recorded_by"], done.record["automatic"]) == (
        {"seat": 0},
        "service",
        True,
    )
    granted, changed = done.record["facts"]
    assert granted == {"type": "RequestGranted", "seat": 0}
    assert changed["changes"][0] == {"decision": decision, "effect": "struck"}
    assert changed["changes"][1] == {"decision": decision + 1, "effect": "struck", "after": decision}
    assert quarrel.state.notches == (0, 0)
    assert quarrel.state.consent is None
    assert quarrel.state.awaiting == ({"seat": 0},)
    assert before.notches == (2, 1)


@pytest.mark.parametrize("ends", ["refused", "withdrawn"])
def test_what_is_refused_or_withdrawn_changes_nothing(quarrel: Quarrel, ends: str) -> None:
    decision = quarrel.play(0, Cut(2))
    quarrel.play(1, Cut(1))
    before = quarrel.state
    quarrel.send(seated(0), TakeBack(decision))
    assert quarrel.refused(seated(0), YES) == "illegal-move"
    quarrel.send(seated(1 if ends == "refused" else 0), NO)
    assert quarrel.state == before
    assert quarrel.changes() == {}
    assert quarrel.refused(seated(1), NO) == "not-awaited"
    quarrel.send(seated(0), TakeBack(decision))  # one may ask again


def test_while_it_is_pending_the_rest_waits(three: Quarrel) -> None:
    three.send(seated(0), TakeBack(1))
    assert three.state.consent["left"] == [1, 2]
    for principal, command in (
        (seated(0), Cut(1)),
        (seated(1), Cut(1)),
        (seated(1), TakeBack(2)),
        (seated(2), Remind(0)),
        (ARBITER, YES),
        (SCRIBE, NO),
    ):
        assert three.refused(principal, command) == "consent-pending"
    speaks = ["table.note", "table.consent", "table.accuse", "table.replace-token", "table.leave", "table.call"]
    assert set(may_send(three.match, seated(0))) == set(speaks)
    assert may_send(three.match, ARBITER) == [
        "table.note",
        "table.accuse",
        "table.freeze",
        "table.rule",
        "table.abandon",
        "table.replace-token",
        "table.leave",
        "table.substitute",
    ]
    three.send(seated(2), Accuse(0))
    three.send(seated(1), Note("let me see"))
    three.send(seated(2), YES)
    assert three.refused(seated(2), YES) == "consent-pending"
    assert three.state.awaiting == ({"seat": 1},)
    three.send(seated(1), YES)
    assert three.state.notches == (0, 0, 0)


@pytest.mark.scenario(23)
def test_what_was_told_is_asked_for_by_its_types(three: Quarrel) -> None:
    three.play(0, Hide("star"))
    three.play(1, Hide("moon"))
    three.play(2, Hide("moon"))
    shown = three.play(0, Show("star"))
    assert three.send(seated(0), TakeBack(shown)).stored
    assert three.state.consent["left"] == [1, 2], "everybody has seen it"


def test_chance_needs_a_ruling(quarrel: Quarrel) -> None:
    decision = quarrel.play(0, Roll())
    assert quarrel.refused(seated(0), TakeBack(decision)) == "needs-ruling"
    assert quarrel.refused(ARBITER, TakeBack(decision)) == "needs-ruling"


def test_an_official_asks_for_a_seat_which_has_to_agree_too(three: Quarrel) -> None:
    three.send(ARBITER, TakeBack(2))
    assert (three.state.consent["seat"], three.state.consent["left"]) == (1, [1, 2])
    assert three.refused(SCRIBE, NO) == "consent-pending"
    three.send(ARBITER, NO)
    assert three.state.consent is None
    three.send(ARBITER, TakeBack(2))
    three.send(seated(2), YES)
    answer = three.send(seated(1), YES)
    assert answer.decisions[1].record["actor"] == "arbiter"
    assert three.state.notches == (2, 0, 0)


def test_in_a_recorded_match_the_scribe_asks_and_answers_for_the_seats(matches: Matches) -> None:
    quarrel = Quarrel(matches, "tally", 2, "recorded")
    decision = quarrel.play(0, Cut(2))
    quarrel.play(1, Cut(1))
    quarrel.send(SCRIBE, TakeBack(decision))
    assert quarrel.state.consent["left"] == [1]
    assert quarrel.refused(SCRIBE, YES) == "invalid"
    assert quarrel.refused(SCRIBE, YES, 2) == "invalid"
    assert quarrel.refused(SCRIBE, NO, 7) == "invalid"
    answer = quarrel.send(SCRIBE, YES, 1)
    assert answer.decisions[0].record["actor"] == {"seat": 1}
    assert answer.decisions[0].record["recorded_by"] == "scribe"
    assert answer.decisions[1].record["actor"] == {"seat": 0}
    assert quarrel.state.notches == (0, 0)


def test_only_a_consent_is_sent_for_somebody_else(matches: Matches) -> None:
    quarrel = Quarrel(matches, "tally", 2, "recorded")
    assert quarrel.refused(SCRIBE, Accuse(0), 1) == "invalid"
    assert quarrel.refused(seated(0), Note("hm"), 1) == "not-your-seat"


def test_later_decisions_are_decided_again(three: Quarrel) -> None:
    """With consent: they stand, count with other facts, or are struck with the rule that they break."""
    three.play(0, Cut(3))
    three.play(1, Cut(3))
    three.play(2, Hide("moon"))
    three.play(0, Cut(3))
    three.play(1, Cut(3))  # 8 of 9
    version = three.match.version
    three.send(seated(2), TakeBack(6))
    assert three.state.consent["left"] == [0, 1]
    three.send(seated(0), YES)
    three.send(seated(1), YES)
    changes = three.changes()
    # Whose turn it would be is another's then: nothing after it fits.
    assert changes == {6: "struck", 7: "struck", 8: "struck"}
    assert three.state.notches == (5, 5, 2)
    assert version == 8


def test_own_later_decisions_are_decided_again_where_it_is_free(matches: Matches) -> None:
    """What is struck says after which decision it no longer follows; what would open a secret is struck, too."""
    quarrel = Quarrel(matches, "tally", 2, "recorded")
    quarrel.play(0, Roll())
    quarrel.send(SCRIBE, Stone(("red",)))
    decision = quarrel.play(1, Cut(3))
    assert quarrel.send(SCRIBE, TakeBack(decision, also=None)).stored
    assert quarrel.state.notches == (0, -1)


def test_what_cannot_be_taken_back(three: Quarrel) -> None:
    for command, code in (
        (TakeBack(0), "invalid"),
        (TakeBack(9), "invalid"),
        (TakeBack(1, also=(9,)), "invalid"),
        (TakeBack(1, also=(2,)), "not-your-seat"),
        (TakeBack(2), "not-your-seat"),
    ):
        assert three.refused(seated(0), command) == code
    assert three.refused(ARBITER, TakeBack(1, also=(2,))) == "invalid"
    note = three.send(seated(0), Note("hm")).first
    assert three.refused(seated(0), TakeBack(note)) == "illegal-move"


def test_in_a_batch_or_after_the_end_nobody_is_asked(three: Quarrel) -> None:
    with pytest.raises(Refused) as refused:
        three.matches.append(three.id, seated(0), asking(Asked(Note("wait")), Asked(TakeBack(1))))
    assert refused.value.code == "needs-consent"
    three.send(HOST, Abandon())
    assert three.refused(seated(0), TakeBack(1)) == "needs-consent"
    assert "table.take-back" not in may_send(three.match, seated(0))
    three.send(HOST, Close())
    assert three.refused(seated(0), TakeBack(1)) == "closed"


def test_a_dry_run_of_the_last_consent_shows_nothing_of_what_comes_of_it(quarrel: Quarrel) -> None:
    decision = quarrel.play(0, Cut(2))
    quarrel.play(1, Hide("star"))
    quarrel.send(seated(0), TakeBack(decision))
    (shown,) = quarrel.send(seated(1), YES, dry_run=True).decisions
    assert shown.record["facts"] == [{"type": "ConsentGiven", "seat": 1}]
    with pytest.raises(Refused) as refused:
        quarrel.matches.append(quarrel.id, seated(1), asking(Asked(YES), Asked(Cut(1))), dry_run=True)
    assert refused.value.code == "batch-crosses-chance"


def test_asking_is_judged_by_types_and_not_by_what_is_hidden(matches: Matches) -> None:
    """Two matches that differ in what another seat hid answer the asker the same."""
    answers = []
    for mark in ("star", "moon"):
        quarrel = Quarrel(matches, "tally", 2)
        decision = quarrel.play(0, Cut(2))
        quarrel.play(1, Hide(mark))  # type: ignore[arg-type]
        answer = quarrel.send(seated(0), TakeBack(decision), dry_run=True)
        answers.append([one.record["facts"] for one in answer.decisions])
    assert answers[0] == answers[1]


def test_a_dry_run_of_a_free_take_back_shows_nothing_of_others(matches: Matches) -> None:
    """Also where what was hidden decides about what has been decided since."""
    answers = []
    for mark in ("star", "moon"):
        quarrel = Quarrel(matches, "tally", 2)
        quarrel.play(0, Cut(1))
        quarrel.play(1, Hide(mark))  # type: ignore[arg-type]
        decision = quarrel.play(0, Cut(2))
        answer = quarrel.send(seated(0), TakeBack(decision), dry_run=True)
        answers.append([redact(one, seat_viewer(0))["facts"] for one in answer.decisions])
    assert answers[0] == answers[1]
    assert [fact["type"] for fact in answers[0][0]] == ["LineChanged", "FinePaid"]


def test_a_freeze_does_not_settle_what_is_asked(quarrel: Quarrel) -> None:
    decision = quarrel.play(0, Cut(2))
    quarrel.play(1, Cut(1))
    quarrel.send(seated(0), TakeBack(decision))
    quarrel.send(ARBITER, Freeze())
    assert quarrel.refused(seated(1), YES) == "frozen"
    quarrel.send(ARBITER, Rule("upheld", decision, remedy="back", before=decision))
    assert quarrel.state.consent is None, "a ruling on the game settles it"
    assert quarrel.state.awaiting == ({"seat": 0},)
    assert quarrel.state.status == "frozen"
