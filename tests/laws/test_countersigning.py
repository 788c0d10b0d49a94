"""Countersignatures at a small game: of what they are, what makes them lapse, and when seats are asked."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.kit.facts import Unknown
from domain.kit.guards import Refused
from domain.kit.table.commands import Amend, Confirm, Note, ReplaceToken, Reveal, TakeBack
from domain.kit.table.countersigning import Countersign
from domain.kit.table.disputes import Freeze, Rule
from domain.kit.table.seats import Leave, Substitute
from domain.kit.visibility import OFFICIAL
from domain.match.principal import Principal
from domain.table.awaited import awaited_from
from domain.table.commands import may_send
from projections.audit import audit
from projections.said.standing import standing
from tests.asking import asking
from tests.laws.quarrels import ARBITER, HOST, SCRIBE, Quarrel, matches, seated
from tests.laws.tally import Cut, Hide

__all__ = ["matches"]
OTHER = "5e" * 32


@pytest.fixture
def quarrel(matches: Matches) -> Quarrel:
    """A recorded match: four decisions, of which the second is unknown."""
    made = Quarrel(matches, "tally", 2, "recorded", {"turns": 6})
    for seat, command in ((0, Cut(1)), (1, Hide(Unknown(1))), (0, Cut(2)), (1, Cut(1))):
        made.play(seat, command)
    return made


def signed(quarrel: Quarrel) -> dict[Any, tuple[int, bool]]:
    """The newest countersignatures, as they are served: of which decision, and whether they have lapsed."""
    return {one["by"]: (one["upto"], one["lapsed"]) for one in standing(quarrel.state)["countersigned"]}


def audited(quarrel: Quarrel) -> list[tuple[int, int, int | None]]:
    """All of them: which, of which decision, and what made them lapse."""
    found = audit(quarrel.match, OFFICIAL, quarrel.decisions())["countersignatures"]
    assert [one["status"] for one in found] == ["lapsed" if one["lapsed_by"] else "stands" for one in found]
    return [(one["version"], one["upto"], one["lapsed_by"]) for one in found]


def refusal(quarrel: Quarrel, principal: Any, command: Countersign) -> tuple[str, str | None]:
    """The code and the rule of the refusal."""
    with pytest.raises(Refused) as raised:
        quarrel.matches.append(quarrel.id, principal, asking(Asked(command)))
    return raised.value.code, raised.value.rule


def cut(decision: int, notches: int) -> Amend:
    """The decision was another one."""
    return Amend(({"decision": decision, "effect": "replace", "commands": [{"command": _cut(notches)}]},))


def _cut(notches: int) -> dict[str, Any]:
    return {"type": "cut", "notches": notches}


def test_seats_and_the_scribe_countersign_a_board_and_change_nothing(quarrel: Quarrel) -> None:
    board = quarrel.match.ruleset.view(quarrel.state)
    root = quarrel.match.root
    quarrel.send(seated(1), Countersign(4, root))
    quarrel.send(SCRIBE, Countersign(4))
    assert [one["facts"] for one in quarrel.decisions()[-2:]] == [
        [{"type": "Countersigned", "upto": 4, "line": 4, "size": 5, "seat": 1}],
        [{"type": "Countersigned", "upto": 4, "line": 4, "size": 5, "by": "scribe"}],
    ]
    assert quarrel.decisions()[-2]["command"]["root"] == root
    quarrel.send(seated(1), Countersign(2), dry_run=True)
    quarrel.send(ARBITER, Freeze())
    quarrel.send(seated(0), Countersign(3))  # an earlier board that still counts
    assert signed(quarrel) == {1: (4, False), "scribe": (4, False), 0: (3, False)}
    assert audited(quarrel) == [(5, 4, None), (6, 4, None), (8, 3, None)]
    assert quarrel.match.ruleset.view(quarrel.state) == board
    quarrel.check(Random("countersigned"))


def test_what_is_no_board_of_this_record_is_refused(quarrel: Quarrel, matches: Matches) -> None:
    before = quarrel.match.root
    quarrel.send(seated(0), Note("well"))
    assert refusal(quarrel, seated(0), Countersign(6)) == ("invalid", "TB-24")
    assert refusal(quarrel, seated(0), Countersign(5, OTHER)) == ("invalid", "TB-79")
    assert refusal(quarrel, seated(0), Countersign(5, before)) == ("invalid", "TB-79")
    assert refusal(quarrel, SCRIBE, Countersign(4, quarrel.match.root)) == ("invalid", "TB-79")
    assert refusal(quarrel, ARBITER, Countersign(5)) == ("forbidden", "TB-1")
    assert signed(quarrel) == {}
    quarrel.send(seated(0), Countersign(4, before))
    quarrel.send(seated(0), Countersign(0))
    hosted = Quarrel(matches, "tally", 2)
    assert refusal(hosted, seated(0), Countersign(0)) == ("forbidden", "TB-78")
    assert Countersign.TYPE not in may_send(hosted.match, seated(0))


def test_in_a_batch_the_root_is_that_of_what_comes_before(quarrel: Quarrel) -> None:
    batch = [Asked(Note("well")), Asked(Countersign(5)), Asked(Countersign(4, quarrel.match.root))]
    quarrel.matches.append(quarrel.id, seated(0), asking(*batch))
    assert signed(quarrel) == {0: (4, False)}
    with pytest.raises(Refused) as raised:
        quarrel.matches.append(quarrel.id, seated(0), asking(Asked(Note("well")), Asked(Countersign(8, OTHER))))
    assert (raised.value.rule, raised.value.position) == ("TB-79", 1)


def test_a_seat_whose_token_is_its_own_says_so(quarrel: Quarrel) -> None:
    quarrel.send(seated(1), ReplaceToken("seat", 1))
    quarrel.send(Principal("seat", 1, 1), Countersign(4))
    quarrel.send(seated(0), Countersign(4))
    own, other = (one["facts"][0] for one in quarrel.decisions()[-2:])
    assert (own["own"], "own" in other) == (True, False)
    assert [one.get("own") for one in standing(quarrel.state)["countersigned"]] == [True, None]
    found = audit(quarrel.match, OFFICIAL, quarrel.decisions())["countersignatures"]
    assert [one["own"] for one in found] == [True, False]
    quarrel.check(Random("own"))


CHANGES = {
    "amended": lambda quarrel: quarrel.send(SCRIBE, cut(3, 1)),
    "removed": lambda quarrel: quarrel.send(SCRIBE, Amend(({"decision": 3, "effect": "remove"},))),
    "ruled": lambda quarrel: quarrel.send(ARBITER, Rule("upheld", remedy="back", before=3)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_the_record_there_makes_them_lapse_for_everybody(quarrel: Quarrel, change: str) -> None:
    quarrel.send(seated(0), Countersign(3))
    quarrel.send(seated(1), Countersign(2))
    quarrel.send(SCRIBE, Countersign(4))
    by = CHANGES[change](quarrel).last
    *_, lapsed, changed = quarrel.decisions()[by]["facts"]
    assert lapsed == {"type": "CountersignaturesLapsed", "seats": [0], "scribe": True}
    assert (changed["type"], changed["start"]) == ("LineChanged", 3)
    assert signed(quarrel) == {0: (3, True), 1: (2, False), "scribe": (4, True)}
    assert audited(quarrel) == [(5, 3, by), (6, 2, None), (7, 4, by)]
    # The board is another one: it is looked at anew.
    assert refusal(quarrel, seated(0), Countersign(4)) == ("illegal-move", "TB-80")
    quarrel.send(seated(0), Countersign(by))
    quarrel.send(SCRIBE, Countersign(2))
    assert signed(quarrel) == {0: (by, False), 1: (2, False), "scribe": (2, False)}
    # Undone, it is a change again, and what was said before stays lapsed.
    undone = (
        quarrel.send(SCRIBE, Amend(restore=by - 1)).last
        if change != "ruled"
        else quarrel.send(ARBITER, Rule("dismissed", reverses=by)).last
    )
    assert signed(quarrel) == {0: (by, True), 1: (2, False), "scribe": (2, False)}
    assert audited(quarrel)[0] == (5, 3, by)
    assert audited(quarrel)[3] == (8 + 1, by, undone)
    quarrel.check(Random("lapsed"))


def test_what_is_filled_in_later_lets_them_stand(quarrel: Quarrel) -> None:
    quarrel.send(seated(0), Countersign(4))
    changed = quarrel.send(SCRIBE, Reveal(2, {"type": "hide", "mark": "star"})).last
    assert [fact["type"] for fact in quarrel.decisions()[changed]["facts"]] == ["LineChanged"]
    quarrel.send(seated(1), Countersign(3))
    assert signed(quarrel) == {0: (4, False), 1: (3, False)}
    assert [lapsed for *_, lapsed in audited(quarrel)] == [None, None]
    quarrel.check(Random("filled in"))


def test_a_lapse_outlives_the_take_back_that_made_it(quarrel: Quarrel) -> None:
    """A ruling leaves of the take-back what was said in it; with the fine, its change of the line goes, too."""
    quarrel.send(seated(0), Countersign(4))
    taken = quarrel.send(seated(1), TakeBack(4)).last
    facts = [fact["type"] for fact in quarrel.decisions()[taken]["facts"]]
    assert facts == ["CountersignaturesLapsed", "LineChanged", "FinePaid"]
    quarrel.play(1, Cut(0))
    quarrel.send(ARBITER, Rule("upheld", remedy="back", before=taken))
    assert quarrel.changes()[taken] == "replaced"
    assert signed(quarrel) == {0: (4, True)}
    assert audited(quarrel) == [(5, 4, taken)]
    quarrel.check(Random("outlives"))


def asked(quarrel: Quarrel, seat: int) -> list[dict[str, Any]]:
    """What a seat is asked to countersign."""
    match, who = quarrel.match, seated(seat)
    listed = awaited_from(match, who, (), may_send(match, who))
    return [one for one in listed if one["type"] == Countersign.TYPE]


def test_seats_are_asked_before_the_end_is_confirmed(quarrel: Quarrel) -> None:
    quarrel.send(seated(0), Countersign(4))
    assert asked(quarrel, 1) == []
    quarrel.play(0, Cut(0))
    end = quarrel.play(1, Cut(0))
    assert quarrel.state.proposed is not None
    ask = [{"type": Countersign.TYPE, "line": end}]
    assert asked(quarrel, 0) == asked(quarrel, 1) == ask
    # What was shown before the end is not the board with the end.
    assert refusal(quarrel, seated(0), Countersign(end - 1)) == ("illegal-move", "TB-80")
    quarrel.send(seated(0), Countersign(end))
    assert asked(quarrel, 0) == []
    assert asked(quarrel, 1) == [{"type": Countersign.TYPE, "line": end + 1}]
    # With another end they are asked again.
    quarrel.send(SCRIBE, cut(end, 1))
    assert [len(asked(quarrel, seat)) for seat in (0, 1)] == [1, 1]
    quarrel.send(seated(1), Countersign(quarrel.match.version))
    quarrel.send(SCRIBE, Confirm())
    assert asked(quarrel, 0) == []
    quarrel.send(seated(0), Countersign(end + 2))
    quarrel.check(Random("asked"))


def test_who_sits_down_has_signed_nothing(quarrel: Quarrel) -> None:
    for seat in (0, 1):
        quarrel.play(seat, Cut(1))
    assert quarrel.state.proposed is not None
    for seat in (0, 1):
        quarrel.send(seated(seat), Countersign(quarrel.match.version))
    ada, ben = 7, 8
    quarrel.send(HOST, Leave(0))
    quarrel.send(HOST, Substitute(0, "Ada L.", correction=True))
    assert signed(quarrel) == {0: (6, False), 1: (7, False)}, "until somebody else sits there it is the seat's"
    quarrel.send(HOST, Substitute(0, "Cem"))
    assert signed(quarrel) == {1: (7, False)}
    assert (bool(asked(quarrel, 0)), bool(asked(quarrel, 1))) == (True, False), "who has come is asked"
    assert [one[:2] for one in audited(quarrel)] == [(ada, 6), (ben, 7)], "it was said all the same"
    quarrel.send(Principal("seat", 0, 1), Countersign(6))
    assert signed(quarrel) == {1: (7, False), 0: (6, False)}
    quarrel.check(Random(1), again=True)
