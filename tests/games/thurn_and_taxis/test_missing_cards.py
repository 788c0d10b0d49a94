"""Recorded matches of Thurn and Taxis in which cards turn out to be missing, down to the last one."""

from __future__ import annotations

from typing import Any

import pytest

from domain.application.judging import Answer, Asked
from domain.games.thurn_and_taxis import RULESET
from domain.kit.facts import Json, Unknown
from domain.kit.places import one_by_one
from domain.match.opening import Opening, SeatWanted
from tests.laws.notebook import Notebook
from tests.laws.recording import SCRIBE

DISPLAY = ["ulm", "kempten", "basel", "zurich", "pilsen", "lodz"]


class Recorded:
    """A match for two that a scribe records; seat 0 begins, and there are no cards but those that lie open."""

    def __init__(self, *, more: bool = False, first: bool = True) -> None:
        self.notebook = Notebook()
        seats = [SeatWanted("Ada"), SeatWanted("Bo")]
        self.notebook.open(Opening("thurn-and-taxis", seats, "recorded", {"start_player": 0}))
        if not first:
            return
        self.do("lay-out", cards=DISPLAY)
        if not more:
            self.miss("supply", *one_by_one(self.state.places["supply"].known))

    @property
    def state(self) -> Any:
        """The match as it is now."""
        return self.notebook.match.state

    def do(
        self,
        kind: str,
        seat: int | None = None,
        *,
        dry_run: bool = False,
        irregular: str | None = None,
        **values: Json,
    ) -> Answer:
        """Enter something, and what is to come of it."""
        command = RULESET.command_types[kind].from_json({"type": kind, **values})
        return self.notebook.append(
            self.notebook.match.id, SCRIBE, [Asked(command, seat, None, irregular)], dry_run=dry_run
        )

    def miss(self, place: str, *cards: str) -> list[str]:
        """Cards are missing; the facts by type."""
        answer = self.do("table.missing", things=list(cards), place=place)
        return [fact["type"] for decision in answer.decisions for fact in decision.record["facts"]]


def of_types(answer: Answer) -> list[str]:
    """The types of the commands of an answer."""
    return [decision.record["command"]["type"] for decision in answer.decisions]


def with_routes() -> Recorded:
    """Each seat has a city in its route, and one card in hand; two cards lie open, seat 0 is to take one."""
    table = Recorded()
    table.do("take-card", 0, city="ulm")
    table.do("use-postmaster", 0, city="kempten")
    table.do("start-route", 0, city="ulm")
    table.do("take-card", 1, city="pilsen")
    table.do("use-postmaster", 1, city="lodz")
    table.do("start-route", 1, city="pilsen")
    return table


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_match_in_which_nobody_has_or_gets_a_card_stalls(dry_run: bool) -> None:
    table = Recorded()
    table.do("take-card", 0, city="ulm")
    table.do("use-postmaster", 0, city="kempten")
    table.miss("display", "basel", "zurich")
    table.do("start-route", 0, city="ulm")
    table.do("take-card", 1, city="pilsen")
    table.do("use-postmaster", 1, city="lodz")
    table.do("start-route", 1, city="pilsen")
    table.do("extend-route", 0, city="kempten", end="right")
    answer = table.do("extend-route", 1, city="lodz", end="right", dry_run=dry_run)
    assert of_types(answer) == ["extend-route", "table.stall"]
    assert len(answer.decisions[0].record["facts"]) < 10, "no turns that nobody can do anything in"
    assert answer.match.state.status == "stalled"


def test_where_the_last_cards_go_missing_while_one_is_to_be_taken_the_seat_skips_that() -> None:
    table = with_routes()
    assert table.state.wanted == "take"
    facts = table.miss("display", "basel", "zurich")
    assert facts == ["PiecesMissing", "StepSkipped", "StepsDue", "Awaited"]
    assert (table.state.status, table.state.wanted, table.state.awaiting) == ("playing", "play", ({"seat": 0},))


def test_where_other_cards_are_left_nothing_is_skipped() -> None:
    table = with_routes()
    assert table.miss("display", "basel") == ["PiecesMissing"]
    assert table.state.wanted == "take"


def test_who_must_use_the_postmaster_and_finds_no_card_is_skipped() -> None:
    table = Recorded()
    table.do("take-card", 0, city="ulm")
    assert table.state.wanted == "second"
    assert "StepSkipped" in table.miss("display", *DISPLAY[1:])
    assert (table.state.wanted, table.state.awaiting) == ("play", ({"seat": 0},))


def test_whose_last_card_goes_missing_plays_none() -> None:
    table = with_routes()
    table.miss("display", "basel", "zurich")
    assert "StepSkipped" in table.miss("hand:0", "kempten")
    assert (table.state.wanted, table.state.awaiting) == ("play", ({"seat": 1},)), "who finds no card to take"


def test_the_last_cards_of_all_that_go_missing_stall_the_match() -> None:
    table = with_routes()
    table.miss("display", "basel", "zurich")
    table.miss("hand:1", "lodz")
    answer = table.do("table.missing", things=["kempten"], place="hand:0")
    assert of_types(answer) == ["table.missing", "table.stall"]


def test_a_hand_that_missing_cards_make_small_enough_needs_no_discarding() -> None:
    table = Recorded(more=True)
    state = table.state
    hand = state.place("hand:0")
    for city in ("ulm", "linz", "linz", "lodz"):
        state.place("supply").remove(city)
        hand.add(city)
    state.steps = ({"seat": 0, "step": "limit"}, *state.steps)
    assert [move["type"] for move in RULESET.moves(state, 0)] == ["discard-cards"]
    assert "StepsDue" in table.miss("hand:0", "linz")
    assert table.state.wanted == "take"


def test_where_all_that_was_to_be_laid_out_goes_missing_play_goes_on_without() -> None:
    table = Recorded(more=True)
    table.do("take-card", 0, city="ulm")
    assert table.state.due == "lay-out"
    assert "Awaited" in table.miss("supply", *one_by_one(table.state.places["supply"].known))
    assert (table.state.awaiting, table.state.wanted) == (({"seat": 0},), "second")


def test_where_nothing_is_left_to_lay_out_first_the_match_goes_on_without() -> None:
    table = Recorded(first=False)
    assert table.state.due == "lay-out"
    answer = table.do("table.missing", things=one_by_one(table.state.places["supply"].known), place="supply")
    assert table.state.due != "lay-out"
    assert of_types(answer)[-1] == "table.stall"


def test_where_the_card_that_was_to_be_dealt_goes_missing_play_goes_on_without() -> None:
    table = Recorded(more=True)
    supply = one_by_one(table.state.places["supply"].known)
    table.miss("supply", *supply[1:])
    table.do("use-postmaster", 0, irregular="he took one from the supply")
    assert table.state.due == "deal-card"
    assert RULESET.moves(table.state, "chance")
    table.miss("supply", supply[0])
    assert table.state.awaiting == ({"seat": 0},)
    assert table.state.due is None


def test_what_the_record_cannot_have_any_more_can_be_laid_out_all_the_same() -> None:
    table = Recorded(more=True)
    table.do("take-card", 0, city="ulm")
    state = table.state
    supply = state.place("supply")
    things = one_by_one(supply.known)
    for city in things[1:]:
        supply.remove(city)
    supply.remove(things[0])
    supply.add(Unknown(1))
    state.missing = dict.fromkeys(RULESET.kinds(state, "supply"), 3)
    (move,) = RULESET.moves(state, "chance")
    assert move["cards"]["min"] == move["cards"]["max"] == 1
    assert move["cards"]["some_of"] == sorted(RULESET.kinds(state, "supply"))
    assert "Discrepancy" in str(table.do("lay-out", cards=[move["cards"]["some_of"][0]]).decisions[0].record)
