"""``moves?possible=true`` over REST: what can be done without being lawful, for whom, and when nothing can."""

from __future__ import annotations

from random import Random

import pytest

from domain.kit.patterns import for_recorder
from domain.kit.ruleset import ruleset
from tests.service.playing import filled_move, mea_culpa, open_match, play_out, recorded_match
from tests.service.sinning import command, covers


def listed(table, who, **query) -> list:
    """What is added to what is lawful, without what officials can enter as irregular (see ``test_irregular``)."""
    lawful = table.get(who, "moves", **query)["moves"]
    every = table.get(who, "moves", possible="true", **query)["moves"]
    return [move for move in every if move not in lawful and "irregular" not in move]


def test_what_is_lawful_is_listed_in_any_case_and_what_is_possible_only_when_asked_for(stage):
    table = stage.table("emperor")
    for who in (table.who("emperor"), "scribe"):
        lawful, without, every = (
            table.get(who, "moves", **query) for query in ({}, {"possible": "false"}, {"possible": "true"})
        )
        assert lawful == without == {**every, "moves": lawful["moves"]}
        assert all(move in every["moves"] for move in lawful["moves"])
        assert len(every["moves"]) > len(lawful["moves"])


def test_a_step_out_of_turn_is_possible_for_a_seat_that_is_not_awaited(stage):
    table = stage.table("emperor")
    assert command("pay 2") in listed(table, table.who("pope"))
    table.play("pope pay 2  -> SteppedOutOfTurn  ! M13")


def test_what_may_be_said_at_any_time_is_possible_while_others_are_awaited(stage):
    table = stage.table("emperor")
    seat = table.who("pope")
    said = [move for move in listed(table, seat) if move["type"] == "call-next"]
    assert said
    assert table.send(seat, said[0], dry_run=True).status_code == 201


@pytest.mark.soak
@pytest.mark.few("called")
@pytest.mark.long
@pytest.mark.scenario(103)
@pytest.mark.parametrize("mode", ["automatic", "called"])
def test_everything_that_is_listed_is_accepted(sqlite_client, mode):
    """In a hosted match, for every seat; a dry run leaves no trace."""
    table, rng = mea_culpa(sqlite_client, 3, 1, meta_culpa=mode), Random(mode)
    tried = 0
    for _ in range(40):
        for seat in table.seats:
            moves = listed(table, seat)
            for move in rng.sample(moves, min(2, len(moves))):
                response = table.send(seat, filled_move(move, rng), dry_run=True)
                assert response.status_code == 201, (move, response.json)
                tried += 1
        seat = rng.choice(table.get(None, "moves")["awaiting"])["seat"]
        table.do(seat, filled_move(rng.choice(table.get(seat, "moves")["moves"]), rng))
    assert tried > 100


def test_the_scribe_of_a_recorded_match_has_it_for_every_seat(stage):
    table = stage.table("emperor")
    by_seat = [listed(table, seat) for seat in table.seats]
    everybodys = listed(table, "scribe")
    entered = [[move for move in moves if "seat" not in move] for moves in by_seat]  # (what names a seat itself)
    types = ruleset("mea-culpa").command_types  # what a seat knows, a scribe need not have seen
    assert everybodys == [
        for_recorder(types[move["type"]], {**move, "seat": seat})
        for seat, moves in enumerate(entered)
        for move in moves
    ]
    for seat in table.seats:
        assert listed(table, "scribe", seat=seat) == [move for move in everybodys if move["seat"] == seat]
        assert any(move["seat"] == seat for move in everybodys)


def test_steps_of_a_recorded_match_without_meta_culpa_are_possible_for_who_is_awaited(stage):
    table = stage.table("bids", meta_culpa="off")
    assert listed(table, "scribe", seat=0)[0]["type"] == "set-bid"
    bids = [{**command(f"bid {4 - seat} 0"), "seat": seat} for seat in table.seats]
    table.do("scribe", *bids, {**command("choose-character merchant"), "seat": 0})
    table.do("scribe", {**command("choose-character emperor"), "seat": 1}, {**command("place-crew 1"), "seat": 1})
    table.do("scribe", {**command("choose-character petty-sinner"), "seat": 2})
    table.do("scribe", *({**command("decline"), "seat": seat} for seat in (2, 3)))
    wanted = command("take-stone bread")
    for seat in table.seats:
        moves = listed(table, "scribe", seat=seat)
        assert (
            any(covers(move, {**wanted, "seat": seat}) for move in moves) == bool(moves) == (seat == table.mover)
        )


def test_nothing_is_possible_where_everything_is_lawful_or_refused(sqlite_client):
    hosted = mea_culpa(sqlite_client, 2)
    for table in (hosted, recorded_match(sqlite_client), open_match(sqlite_client, 2)):
        assert all(listed(table, who) == [] for who in table.everybody)
    for decision in ("bid", "choose-character", "pass"):
        play_out(hosted, Random(1), until=decision)
        assert all(listed(hosted, who) == [] for who in hosted.everybody)


def test_nothing_is_possible_for_who_cannot_play(stage):
    table = stage.table("emperor")
    for who in (None, "spectator", "arbiter", "host"):
        assert listed(table, who) == []


def test_a_seat_asks_for_itself_only(stage):
    table = stage.table("emperor")
    response = table.ask(0, "moves", possible="true", seat=1)
    assert (response.status_code, response.json["code"]) == (403, "not-your-seat")


def test_nothing_is_possible_while_the_match_stands_still(stage):
    table = stage.table("emperor")
    seats = [*table.seats, "scribe"]
    assert all(listed(table, who) for who in seats)
    table.do("arbiter", {"type": "table.freeze"})
    assert not any(listed(table, who) for who in seats)
    table.do("arbiter", {"type": "table.resume"})
    assert all(listed(table, who) for who in seats)


def test_nothing_is_possible_while_seats_are_asked_to_consent(stage):
    table = stage.table("bids")
    first, _ = table.play("""
        0 set-bid 2 7
        1 set-bid 1 0
    """)
    assert listed(table, 2)
    table.do(0, {"type": "table.take-back", "decision": first})
    assert table.awaiting == [{"seat": 1}]
    assert not any(listed(table, who) for who in [*table.seats, "scribe"])
    table.do(1, {"type": "table.consent", "agree": True})
    assert listed(table, 0)


def test_nothing_is_possible_when_the_match_is_over(stage):
    table = stage.table("emperor")
    table.do("host", {"type": "table.abandon"})
    assert not any(listed(table, who) for who in [*table.seats, "scribe"])
