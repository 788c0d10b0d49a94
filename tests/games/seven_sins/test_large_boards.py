"""7 – The Sins on boards that are as large as they may be: what is listed is bounded, and comes in time."""

from __future__ import annotations

import json
from random import Random
from time import process_time

from domain.games.seven_sins import RULESET
from domain.games.seven_sins.moves import moves
from domain.games.seven_sins.state import STONE
from domain.kit.play import MOST_THINKABLE, check_lawful, irregular_moves
from domain.kit.table.facts import Awaited
from tests.games.playing import Table, command_of, random_command, rules_of

SINS = [f"sin-{number}" for number in range(40)]
LARGE = {
    "sins": SINS,
    "types": {"2": 40},
    "stones": {"2": 1000},
    "backs": {"I": 6, "II": 1},
    "centre": 6,
    "judgement_per_back": 1,
}


def large_table() -> Table:
    """A table for two, recorded, on which each of forty sins is in play."""
    return Table(RULESET, rules_of(RULESET, 2, {"sins": SINS, "first_seat": 0}, LARGE, "recorded"))


def test_of_billions_of_orders_in_which_cards_can_come_there_is_one_pattern() -> None:
    table = large_table()
    for command in ({"type": "deal", "cards": ["sin-0", "sin-1"]}, {"type": "refill", "cards": SINS[:6]}):
        table.of_chance(command_of(RULESET, command))
    state = table.state.copy()
    centre = state.place("centre")
    for sin in SINS[1:6]:
        centre.remove(sin)
    centre.remove("sin-0")
    centre.add("judgement")
    RULESET.evolve(state, Awaited(("chance",), "refill"))
    (move,) = moves(state, "chance")
    assert move["cards"]["until"] == ["judgement"]
    assert len(json.dumps(move)) < 8_000
    rng = Random(1)
    for _ in range(20):
        check_lawful(RULESET, state, "chance", random_command(RULESET, [move], rng))


def test_what_might_happen_with_forty_sins_and_twenty_stones_is_listed_up_to_a_bound() -> None:
    state = large_table().state.copy()
    for seat in (0, 1):
        state.place(f"stones:{seat}").add(STONE, 20)
    for sin in SINS:
        state.place("opened:0").add(sin)
    state.wins = "most"
    RULESET.evolve(state, Awaited(({"seat": 0},)))
    began = process_time()
    listed = irregular_moves(RULESET, state, 0)
    assert process_time() - began < 20
    assert 0 < len(listed) <= MOST_THINKABLE
    assert moves(state, 0)
