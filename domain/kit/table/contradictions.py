"""Contradictions: what by counting cannot be, and stands in a record all the same.

A scribe of a table has seen what happened there; if more comes out of a place than can lie there, or there are
more of a kind than exist, something was written down wrong before, or now. So it is not refused: a fact says what
does not add up, before the fact that could not be, and the record goes on.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.kit.facts import Fact, singly
from domain.kit.places import Impossible, Overspent, PlaceKind
from domain.kit.ruleset import Ruleset
from domain.kit.state import State
from domain.kit.table.facts import Discrepancy, PurseOverspent


def contradicted(ruleset: Ruleset[Any], working: State, fact: Fact) -> list[Fact]:
    """Write *fact* down on *working*, whatever the record says; the facts that say what does not add up.

    Each of them makes appear what was lacking, so there are no more of them than things in the fact.
    """
    before = working.copy()
    found: list[Fact] = []
    while True:
        try:
            ruleset.evolve(working, fact)
        except Impossible as impossible:
            working.put_back(before)
            found.append(_lacking(ruleset, working, impossible))
            ruleset.evolve(working, found[-1])
            before = working.copy()
        else:
            return found + _too_many(ruleset, before, working, found)


def _lacking(ruleset: Ruleset[Any], state: State, impossible: Impossible) -> Fact:
    name = impossible.place
    if isinstance(impossible, Overspent):
        return PurseOverspent(name, lookers(state.purses[name].kind), impossible.amount)
    kinds = ruleset.kinds(state, name)
    things = singly(impossible.missing)
    if not things or any(isinstance(thing, str) and thing not in kinds for thing in things):
        raise impossible  # there is no such thing: that is not a matter of counting
    seats = lookers(state.places[name].kind)
    return Discrepancy(name, seats, impossible.missing, impossible.appeared, "place")


def lookers(kind: PlaceKind) -> Any:
    """Those who may look into a place, as a fact names them."""
    return kind.looks if isinstance(kind.looks, str) else tuple(sorted(kind.looks))


def _too_many(ruleset: Ruleset[Any], before: State, after: State, said: list[Fact]) -> list[Fact]:
    """What became known between two states, although all there are of it were known to lie elsewhere.

    It came out of unknown things, or is one of them. What has been *said* of it is not said again.
    """
    nothing_moved = after.own is not None and not after.own
    if nothing_moved or not any(place.unknown for place in before.places.values()):
        return []
    gained = after.census()
    gained.subtract(before.census())
    for fact in said:
        if isinstance(fact, Discrepancy):
            gained.subtract(Counter(thing for thing in singly(fact.things) if isinstance(thing, str)))
    found: list[Fact] = []
    for kind, number in sorted((+gained).items()):
        there_are = max(ruleset.kinds(after, name).get(kind, 0) for name in after.places)
        if not there_are:
            continue  # of which nobody has counted how many there are
        excess = min(number, after.known(kind) - there_are + after.missing.get(kind, 0))
        if excess > 0:
            name = _origin(before, after)
            found.append(Discrepancy(name, lookers(after.places[name].kind), (kind,) * excess, 0, "set"))
    return found


def _origin(before: State, after: State) -> str:
    """The place that lost the most unknown things."""
    return max(after.places, key=lambda name: before.places[name].unknown - after.places[name].unknown)
