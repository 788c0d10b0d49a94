"""The state of a match: whoever copies it shares nothing that changes."""

import pytest

from domain.kit.facts import EVERYONE
from domain.kit.places import PlaceKind, Purse, Sight, purse_kind
from domain.kit.state import Rules, State
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer

RULES = Rules("toy", "1", "hosted", 2, {}, {})
TABLE = PlaceKind("table", EVERYONE)
PURSE = purse_kind("money:0", frozenset([0]))


def laid() -> State:
    state = State(RULES, OFFICIAL, {"table": TABLE.empty(OFFICIAL)}, {"money:0": Purse(PURSE, Sight.CONTENTS)})
    state.place("table").add("bread", 4)
    state.purse("money:0").add(9)
    return state


def spend(state: State) -> None:
    state.place("table").remove("bread")
    state.purse("money:0").add(-3)


@pytest.mark.parametrize("viewer", [None, OFFICIAL, PUBLIC, seat_viewer(0)], ids=str)
def test_a_state_and_its_copy_change_each_on_its_own(viewer: Viewer | None):
    state = laid()
    for _ in range(2):  # the second time of a state that has been copied, and changed since
        twin = state.copy() if viewer is None else state.masked(viewer)
        table, purse = twin.places["table"].dump(), twin.purses["money:0"].dump()
        spend(state)
        assert (twin.places["table"].dump(), twin.purses["money:0"].dump()) == (table, purse)


def test_a_change_of_the_copy_leaves_the_state_as_it_was():
    state = laid()
    spend(state.copy())
    assert state == laid()
