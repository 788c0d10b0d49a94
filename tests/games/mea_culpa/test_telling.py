"""What is told of a chest: everybody sees that something was told, and not how much lies in which compartment."""

from __future__ import annotations

import pytest

from domain.games.mea_culpa import RULESET
from domain.kit.table.commands import Identify, Tell
from domain.kit.table.facts import PartTold
from domain.kit.table.telling import identify, tell
from domain.kit.visibility import PUBLIC, redact, seat_viewer
from tests.games.playing import Step, Table, rules_of, stored

CONTENTS = ("bread", "jewel", "wine")


def waiting():
    """A recorded match that waits to be told of two chests."""
    state = Table(RULESET, rules_of(RULESET, 2, {"row": [0, 1]}, mode="recorded")).state.copy()
    for thing in CONTENTS:
        state.place("chest:1").add(thing)
    state.awaiting = ({"tell": "chest:0"}, {"tell": "chest:1"})
    return state


@pytest.mark.parametrize("part", ["I", "II"])
@pytest.mark.parametrize("number", range(4))
def test_the_split_of_a_chest_that_was_waited_for_is_nobody_elses(part, number):
    """Nor is it told by how many facts there are, or by what stands in the open of the command."""
    command = Tell("chest:1", CONTENTS[:number], part)
    played = tell(RULESET, waiting(), command)
    decision = stored(1, Step("scribe", command, played.facts))
    for viewer in (PUBLIC, seat_viewer(0)):
        told = redact(decision, viewer)
        facts = [fact for fact in told["facts"] if fact["type"] == PartTold.TYPE]
        assert len(facts) == 2
        for said in (told["command"], *facts):
            assert (said["part"]["hidden"], said["things"]["hidden"]) == (1, 1)
    chest = played.state.places["chest:1"]
    assert (len(chest.parts[part]), len(chest.whole), len(chest)) == (number, 0, 3)
    assert redact(decision, seat_viewer(1))["facts"][0]["things"] == list(CONTENTS[:number])


@pytest.mark.parametrize("number", [1, 2, 3])
def test_how_much_was_identified_in_a_compartment_is_nobody_elses(number):
    state = waiting()
    state.awaiting = ({"seat": 0},)
    command = Identify("chest:1", CONTENTS[:number], "I")
    decision = stored(1, Step("scribe", command, identify(RULESET, state, command).facts))
    told = redact(decision, PUBLIC)
    assert (told["command"]["things"]["hidden"], len(told["facts"])) == (1, 1)
    assert told["facts"][0]["things"]["hidden"] == 1
