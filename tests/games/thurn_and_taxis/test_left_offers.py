"""Recorded Thurn and Taxis: who enters what came next says that the office that was offered was not used."""

from __future__ import annotations

from typing import Any

import pytest

from domain.application.judging import DECLINES, Answer, Asked
from domain.games.thurn_and_taxis import RULESET
from domain.kit.facts import Json
from domain.kit.guards import Refused
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from tests.laws.notebook import Notebook
from tests.laws.recording import SCRIBE


class Recorded:
    """A match for two, in which each has started a route; seat 0 has taken a card, and may use the Postmaster."""

    def __init__(self) -> None:
        self.notebook = Notebook()
        seats = [SeatWanted("Ada"), SeatWanted("Bo")]
        self.notebook.open(Opening("thurn-and-taxis", seats, "recorded", {"start_player": 0}))
        self.do("lay-out", cards=["ulm", "kempten", "basel", "zurich", "pilsen", "lodz"])
        self.turn(0, "ulm", "kempten")
        self.turn(1, "pilsen", "lodz")
        self.do("take-card", 0, city="zurich")
        self.do("lay-out", cards=["linz"])
        assert self.state.wanted == "second"

    def turn(self, seat: int, first: str, second: str) -> None:
        """A first turn: two cards are taken, and the first of them is played."""
        for kind, city in (("take-card", first), ("use-postmaster", second)):
            self.do(kind, seat, city=city)
            self.do("lay-out", cards=["linz"])
        self.do("start-route", seat, city=first)

    @property
    def state(self) -> Any:
        """The match as it is now."""
        return self.notebook.match.state

    def do(
        self,
        kind: str,
        seat: int | None = None,
        *,
        by: Principal = SCRIBE,
        irregular: str | None = None,
        dry_run: bool = False,
        declining: bool | None = None,
        **values: Json,
    ) -> Answer:
        """Enter something; what a scribe plays declines what was offered before, unless that is said otherwise."""
        command = RULESET.command_types[kind].from_json({"type": kind, **values})
        plays = by == SCRIBE and irregular is None and not kind.startswith("table.")
        asked = [Asked(command, seat, None, irregular, declining=plays if declining is None else declining)]
        return self.notebook.append(self.notebook.match.id, by, asked, dry_run=dry_run)

    def refused(self, kind: str, seat: int | None, **values: Any) -> tuple[str, str | None, str]:
        """Enter something that is refused; nothing is left of it."""
        before = self.notebook.match.version
        with pytest.raises(Refused) as refused:
            self.do(kind, seat, **values)
        assert self.notebook.match.version == before
        return refused.value.code, refused.value.rule, refused.value.detail

    def extended(self) -> Recorded:
        """Seat 0 plays its second city, and may use the Postal Carrier."""
        self.do("extend-route", 0, city="kempten", end="right")
        assert self.state.wanted == "carrier"
        return self


def listed(answer: Answer) -> list[tuple[str, Json, Json, bool]]:
    """What was added: type, actor, who recorded it, and whether it followed."""
    return [
        (one["command"]["type"], one["actor"], one["recorded_by"], one["automatic"])
        for one in (decision.record for decision in answer.decisions)
    ]


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_card_that_is_played_says_that_the_postmaster_was_not_used(dry_run: bool) -> None:
    answer = Recorded().do("extend-route", 0, city="kempten", end="right", dry_run=dry_run)
    assert listed(answer) == [
        ("decline", {"seat": 0}, "scribe", True),
        ("extend-route", {"seat": 0}, "scribe", False),
    ]


def test_the_next_seats_card_says_that_the_carrier_was_not_used() -> None:
    answer = Recorded().extended().do("take-card", 1, city="linz")
    assert listed(answer)[:2] == [
        ("decline", {"seat": 0}, "scribe", True),
        ("take-card", {"seat": 1}, "scribe", False),
    ]


def test_what_would_be_refused_all_the_same_declines_nothing_and_says_what_is_awaited() -> None:
    table = Recorded()
    said = "no card can be played now; Seat 0 may take a second card with the Postmaster, or decline"
    behind = "; and even without that, no road leads there from that end of the route (TT-B16)"
    assert table.refused("extend-route", 0, city="lodz", end="right") == ("illegal-move", "TT-B5", said + behind)
    assert table.refused("take-card", 1, city="linz")[0] == "not-awaited"
    assert table.refused("use-cartwright", 0)[2].count("Cartwright") == 1


def test_a_seat_declines_by_itself_and_reads_what_is_awaited() -> None:
    table = Recorded()
    _, rule, said = table.refused("extend-route", None, city="kempten", end="right", by=Principal("seat", 0))
    assert rule == "TT-B5"
    assert said.endswith("Seat 0 may take a second card with the Postmaster, or decline")


def test_without_saying_so_nothing_is_declined_and_the_refusal_says_how() -> None:
    table = Recorded()
    with pytest.raises(Refused) as refused:
        table.do("extend-route", 0, declining=False, city="kempten", end="right")
    assert (refused.value.code, refused.value.rule) == ("illegal-move", "TT-B5")
    assert '"declining": true' in str(refused.value.hint)
    with pytest.raises(Refused) as refused:
        table.do("extend-route", 0, declining=False, city="lodz", end="right")
    assert refused.value.hint != DECLINES, "it would not help"


def test_what_is_lawful_as_it_is_declines_nothing() -> None:
    assert [one[0] for one in listed(Recorded().do("use-postmaster", 0, city="linz"))] == ["use-postmaster"]


def test_a_seat_of_its_own_goes_on_behind_another_with_a_command_that_answers_both() -> None:
    """Seat 1 is offered what seat 0 was offered: it declines its own, and says that seat 0 has declined."""
    table = Recorded().extended()
    table.do("take-card", 1, city="linz")
    table.do("lay-out", cards=["linz"])
    assert table.state.wanted == "second"
    table.do("use-postmaster", 1, city="linz")
    table.do("lay-out", cards=["linz"])
    answer = table.do("extend-route", 1, city="lodz", end="right")
    assert [one[:2] for one in listed(answer)] == [("extend-route", {"seat": 1})]


def test_what_breaks_a_rule_declines_nothing() -> None:
    answer = Recorded().do("extend-route", 0, city="kempten", end="right", irregular="out of time")
    assert [one[0] for one in listed(answer)] == ["extend-route"]


def test_a_route_that_could_be_closed_is_asked_about() -> None:
    table = Recorded().extended()
    table.do("take-card", 1, city="linz")
    table.do("lay-out", cards=["linz"])
    table.do("extend-route", 1, city="lodz", end="right")
    table.do("take-card", 0, city="linz")
    table.do("lay-out", cards=["linz"])
    table.do("extend-route", 0, city="zurich", end="right")
    table.do("decline", 0)
    assert table.state.wanted == "close"
    code, _, said = table.refused("take-card", 1, city="linz")
    assert (code, said) == ("not-awaited", "Seat 1 is not to decide now; Seat 0 may close the route, or decline")


def test_a_forced_postmaster_is_not_left() -> None:
    table = Recorded.__new__(Recorded)
    table.notebook = Notebook()
    seats = [SeatWanted("Ada"), SeatWanted("Bo")]
    table.notebook.open(Opening("thurn-and-taxis", seats, "recorded", {"start_player": 0}))
    table.do("lay-out", cards=["ulm", "kempten", "basel", "zurich", "pilsen", "lodz"])
    table.do("take-card", 0, city="ulm")
    table.do("lay-out", cards=["linz"])
    said = "no card can be played now; Seat 0 must take a second card with the Postmaster"
    assert table.refused("start-route", 0, city="ulm")[2] == said


def test_a_correction_before_it_leaves_the_declining_as_it_is() -> None:
    table = Recorded().extended()
    version = table.notebook.match.version
    events = table.notebook.events
    taken = max(event.originator_version for event in events if event.record["command"]["type"] == "take-card")
    other = {"seat": 0, "command": {"type": "take-card", "city": "basel"}}
    table.do("table.amend", changes=[{"decision": taken, "effect": "replace", "commands": [other]}])
    (fact,) = (fact for fact in table.notebook.events[-1].record["facts"] if fact["type"] == "LineChanged")
    fates = {one["decision"]: one["effect"] for one in fact["changes"]}
    assert fates[version - 1] == fates[version] == "stands"
    assert table.state.wanted == "carrier"


def test_who_removes_the_declining_removes_what_said_it() -> None:
    table = Recorded().extended()
    version = table.notebook.match.version
    table.do("table.amend", changes=[{"decision": version - 1, "effect": "remove"}])
    assert table.state.wanted == "second"
    table.do("use-postmaster", 0, city="linz")


def test_who_removes_what_declined_removes_the_declining_too() -> None:
    table = Recorded().extended()
    table.do("take-card", 1, city="linz")
    version = table.notebook.match.version
    assert [event.record["command"]["type"] for event in table.notebook.events[-2:]] == ["decline", "take-card"]
    table.do("table.amend", changes=[{"decision": version, "effect": "remove"}])
    assert (table.state.wanted, table.state.awaiting) == ("carrier", ({"seat": 0},))
    (fact,) = (fact for fact in table.notebook.events[-1].record["facts"] if fact["type"] == "LineChanged")
    assert [(one["decision"], one["effect"]) for one in fact["changes"]] == [
        (version - 1, "struck"),
        (version, "struck"),
    ]


def test_what_is_taken_back_takes_the_declining_with_it() -> None:
    table = Recorded().extended()
    table.do("take-card", 1, city="linz")
    table.do("table.take-back", decision=table.notebook.match.version)
    assert (table.state.wanted, table.state.awaiting) == ("carrier", ({"seat": 0},))


def test_a_declining_that_was_corrected_stays_when_what_declined_is_removed() -> None:
    table = Recorded().extended()
    table.do("take-card", 1, city="linz")
    version = table.notebook.match.version
    other = {"seat": 0, "command": {"type": "use-carrier", "city": "zurich", "end": "right"}}
    behind = {"seat": 0, "command": {"type": "decline"}}
    changes = [
        {"decision": version - 1, "effect": "replace", "commands": [other]},
        {"decision": version - 1, "effect": "insert", "commands": [behind]},
    ]
    table.do("table.amend", changes=changes)
    assert table.state.places["hand:1"].known == {"lodz": 1, "linz": 1}
    assert table.state.routes[0] == ("ulm", "kempten", "zurich")
    table.do("table.amend", changes=[{"decision": version, "effect": "remove"}])
    assert table.state.routes[0] == ("ulm", "kempten", "zurich")


def test_what_is_replaced_keeps_what_was_declined_before_it() -> None:
    table = Recorded().extended()
    table.do("take-card", 1, city="linz")
    version = table.notebook.match.version
    other = {"command": {"type": "take-card", "city": "basel"}}
    table.do("table.amend", changes=[{"decision": version, "effect": "replace", "commands": [other]}])
    assert (table.state.turn, table.state.wanted) == (1, "second")
    assert table.state.places["hand:1"].known == {"lodz": 1, "basel": 1}
