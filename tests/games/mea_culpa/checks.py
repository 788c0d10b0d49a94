"""What holds in every match of Mea Culpa, however it is played: pieces, coins, chests, the track and the sites."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from domain.games.mea_culpa.facts import BidsRevealed, CompartmentOpened
from domain.games.mea_culpa.state import COMPARTMENTS, SITES, MeaCulpa
from tests.games.mea_culpa.tables import assert_conserved, assert_nothing_lost, coins_moved, coins_of
from tests.games.playing import Table


def check_pieces(table: Table) -> None:
    """No piece comes or goes: between one state and the next, and counted out every now and then."""
    for before, after in pairwise(table.states):
        assert_nothing_lost(before, after)
    for state in (*table.states[::25], table.state):
        assert_conserved(state)
    assert not table.state.places["table"].known, "nothing is left lying about"


def check_coins(table: Table) -> None:
    """Everybody's money changes as the facts say."""
    seats = table.rules.seats
    money = [coins_of(table.states[0], seat) for seat in range(seats)]
    assert money == [table.rules.board["start_money"]] * seats
    for before, after, step in decisions_of(table):
        change = coins_moved(step.facts, seats)
        touched = [seat for seat in range(seats) if change[seat] or _money_touched(before, after, seat)]
        for seat in touched:
            money[seat] += change[seat]
            assert coins_of(after, seat) == money[seat] >= 0
    assert money == [coins_of(table.state, seat) for seat in range(seats)]


def _money_touched(before: MeaCulpa, after: MeaCulpa, seat: int) -> bool:
    purse, chest = f"money:{seat}", f"chest:{seat}"
    moved = after.purses[purse] is not before.purses[purse] or after.places[chest] is not before.places[chest]
    return moved or after.unsettled[seat] != before.unsettled[seat]


def check_chests(table: Table) -> None:
    """What lies in a compartment stays there until it is opened; then all of it comes out."""
    for before, after, step in decisions_of(table):
        opened = {(fact.seat, fact.compartment) for fact in step.facts if isinstance(fact, CompartmentOpened)}
        for seat in range(table.rules.seats):
            chest, was = after.places[f"chest:{seat}"], before.places[f"chest:{seat}"]
            if chest is was:
                continue
            for part in COMPARTMENTS:
                if (seat, part) in opened:
                    assert not len(chest.parts[part])
                else:
                    held, known = was.parts[part].known, chest.parts[part].known
                    assert all(known.get(thing, 0) >= number for thing, number in held.items())


def check_track_and_sites(table: Table) -> None:
    """One soul a space, towards Hell alone; one crew a site, two cathedrals; no post is turned down."""
    track, post = table.rules.board["track"], table.rules.board["post"]
    for before, after, step in decisions_of(table):
        assert all(post["min"] <= notches <= post["max"] for notches in after.posts)
        if not any(isinstance(fact, BidsRevealed) for fact in step.facts):
            assert all(now >= then for now, then in zip(after.posts, before.posts, strict=True))
        assert all(len(after.places[f"site:{site}"]) <= 1 for site in SITES)
        assert after.buildings.count(2) <= 2
        shared = {0, -track["heaven_steps"]} if after.over else {0}
        alone = [space for space in after.souls if space not in shared]
        assert len(alone) == len(set(alone))
        if not after.over:
            assert all(
                then <= now <= track["hell_last"] for then, now in zip(before.souls, after.souls, strict=True)
            )
    assert table.state.buildings.count(2) == 2


def decisions_of(table: Table) -> Iterator[tuple[Any, Any, Any]]:
    """The state before each decision, the one after it, and the step between."""
    return zip(table.states, table.states[1:], table.steps[1:], strict=False)
