"""Telling: what an unknown thing is, in which part something lies, how much is in a purse; and what is missing.

A record has gaps where its scribe could not see. What is learned later is written down by facts that fold forward:
the log keeps when something happened, and when it became known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from domain.kit.facts import EVERYONE, Fact, Thing, Unknown
from domain.kit.guards import Detail, Refused
from domain.kit.places import Place, one_by_one
from domain.kit.play import Played, happened, passes_over, to_the_end
from domain.kit.ruleset import Ruleset
from domain.kit.state import State
from domain.kit.table.commands import Identify, Missing, Tell
from domain.kit.table.contradictions import lookers
from domain.kit.table.facts import Awaited, PartTold, PiecesMissing, PlaceTold, PurseTold
from domain.kit.text.texts import shown
from domain.kit.words.refusing import naming
from domain.kit.words.values import PLACE, POINTER, THING


def tell(ruleset: Ruleset[Any], state: State, command: Tell) -> Played:
    """Write down what is told of a place or purse, and go on if somebody waited for it."""
    working = state.copy()
    awaited = {"tell": command.place} in state.awaiting
    facts = happened(ruleset, working, _told(ruleset, state, command, answers=awaited), counting=False)
    if awaited:
        going_on = to_the_end(working, _going_on(ruleset, working, command.place))
        facts += happened(ruleset, working, going_on, counting=False)
    return Played(working, facts)


def identify(ruleset: Ruleset[Any], state: State, command: Identify) -> Played:
    """Write down what is told of a place or purse, for which nobody waits; raises ``Refused`` where somebody does.

    Else the match would go on waiting for something that has nothing left to be told.
    """
    if {"tell": command.place} in state.awaiting:
        raise Refused(
            "illegal-move",
            _of_place(
                ruleset, state, command.place, "the match waits for what is here: {place}; say it with table.tell"
            ),
            "TB-49",
        )
    working = state.copy()
    facts = happened(ruleset, working, _told(ruleset, state, command, answers=False), counting=False)
    return Played(working, facts)


def missing(ruleset: Ruleset[Any], state: State, command: Missing) -> Played:
    """Write down that pieces are missing from the set; raises ``Refused`` where the record has them elsewhere.

    Where the awaited actor can do nothing without them, the rules may say how play goes on.
    """
    place = None if command.place is None else state.places.get(command.place)
    if command.place is not None and place is None:
        raise Refused("invalid", "there is no such place", "TB-25")
    for kind, number in Counter(command.things).items():
        if kind not in _countable(ruleset, state):
            raise Refused("invalid", f'there is no such thing in this game: "{shown(kind)}"', "TB-26")
        if place is None:
            if not any(ruleset.can_be(state, name, kind, number) for name in state.places):
                text = "what is unknown has fewer of these: {kind}; say where they are missing"
                raise Refused("illegal-move", naming(ruleset, state.rules, text, kind=(THING, kind)), "TB-50")
        elif not place.can_give(kind, number):
            text = "by the record there are fewer of these in {place}: {kind}"
            named = {"place": (PLACE, command.place), "kind": (THING, kind)}
            raise Refused("illegal-move", naming(ruleset, state.rules, text, **named), "TB-50")
        else:
            _check_kinds(ruleset, state, place.kind.name, (kind,))
    working = state.copy()
    facts = happened(ruleset, working, (PiecesMissing(command.things, command.place),))
    if ruleset.pass_over is not None and passes_over(ruleset, working):
        facts += happened(ruleset, working, to_the_end(working, ruleset.pass_over(working)), counting=False)
    return Played(working, facts)


def _countable(ruleset: Ruleset[Any], state: State) -> set[str]:
    return {kind for name in state.places for kind in ruleset.kinds(state, name)}


def _going_on(ruleset: Ruleset[Any], working: State, told: str) -> Iterator[Fact]:
    """What follows when a place has been told, or what is still waited for."""
    others = tuple(who for who in working.awaiting if who != {"tell": told})
    if not others:
        yield from ruleset.resume(working)
    elif not working.is_untold(told):
        yield Awaited(others)


def _of_place(ruleset: Ruleset[Any], state: State, place: str, text: str) -> Detail:
    return naming(ruleset, state.rules, text, place=(PLACE, place))


# -- what is told -------------------------------------------------------------------------------------------


def _told(ruleset: Ruleset[Any], state: State, command: Tell | Identify, *, answers: bool) -> Iterator[Fact]:
    if command.place in state.purses:
        yield _amount(ruleset, state, command)
        return
    place = state.places.get(command.place)
    if place is None:
        raise Refused("invalid", "there is no such place", "TB-25")
    if command.amount is not None:
        text = "name the things, not an amount, that are here: {place}"
        raise Refused("invalid", _of_place(ruleset, state, command.place, text), "TB-47")
    if command.things is None:
        text = "name the things that are here: {place}"
        raise Refused("invalid", _of_place(ruleset, state, command.place, text), "TB-47")
    _check_kinds(ruleset, state, command.place, command.things)
    if command.part is None:
        yield from _contents(ruleset, state, place, command.things)
    else:
        yield from _part(ruleset, state, place, command.things, command.part, answers=answers)


def _check_kinds(ruleset: Ruleset[Any], state: State, name: str, things: tuple[str, ...]) -> None:
    """There are such things, and they can lie there; how many there can be is counted when it is written down."""
    place = state.places[name]
    for kind in things:
        if kind not in ruleset.kinds(state, name) and not place.count(kind):
            text = "this cannot be here: {kind}, in {place}"
            as_sent = (POINTER, f'"{shown(kind)}"')
            there_is = kind in _countable(ruleset, state)
            named = {"kind": (THING, kind) if there_is else as_sent, "place": (PLACE, name)}
            raise Refused("illegal-move", naming(ruleset, state.rules, text, **named), "TB-26")


def _amount(ruleset: Ruleset[Any], state: State, command: Tell | Identify) -> Fact:
    purse, amount = state.purses[command.place], command.amount
    said = partial(_of_place, ruleset, state, command.place)
    if command.things is not None or command.part is not None:
        raise Refused("invalid", said("name the amount, not things, that is here: {place}"), "TB-47")
    if amount is None:
        raise Refused("invalid", said("name the amount that is here: {place}"), "TB-47")
    if purse.amount is not None:
        raise Refused("illegal-move", said("what is here is already known: {place}"), "TB-46")
    if amount not in ruleset.amounts(state, command.place):
        raise Refused("illegal-move", said("that amount cannot be here: {place}"), "TB-48")
    return PurseTold(command.place, lookers(purse.kind), amount)


def _contents(ruleset: Ruleset[Any], state: State, place: Place, things: tuple[str, ...]) -> Iterator[Fact]:
    said = partial(_of_place, ruleset, state, place.kind.name)
    if not things:
        raise Refused("invalid", said("name at least one thing that is here: {place}"), "TB-47")
    untold = _untold(place, things)
    if not untold or place.unknown < len(untold):
        known = "nothing here is unknown: {place}"
        text = f"{{place}} has fewer unknown things than that: {place.unknown}" if place.unknown else known
        raise Refused("illegal-move", said(text), "TB-48")
    yield PlaceTold(place.kind.name, lookers(place.kind), untold)


def _untold(place: Place, things: tuple[str, ...]) -> tuple[str, ...]:
    """What of *things* is not known to lie there, where more is told than is unknown.

    So it is when some of it was filled in earlier in the log (``table.reveal``): the rest is still told. What was
    meant has to be clear: as many of them are known as are too many.
    """
    too_many = len(things) - place.unknown
    known = Counter(things) & Counter(place.known)
    if too_many <= 0 or known.total() != too_many:
        return things
    left = Counter(things) - known
    return tuple(thing for thing in dict.fromkeys(things) for _ in range(left[thing]))


def _part(
    ruleset: Ruleset[Any], state: State, place: Place, things: tuple[str, ...], part: str, *, answers: bool
) -> Iterator[Fact]:
    """What lies unplaced lies in this part; where somebody waited for it, the rest lies in the other one."""
    said = partial(_of_place, ruleset, state, place.kind.name)
    if part not in place.parts:
        raise Refused("invalid", said("this place has no such part: {place}"), "TB-25")
    unplaced = place.whole
    unnamed = Counter(things) - Counter(unplaced.known)
    if unnamed.total() > unplaced.unknown:
        raise Refused("illegal-move", said("fewer things than that are outside the parts of {place}"), "TB-48")
    if not things and not answers:
        raise Refused("invalid", said("name at least one thing that is here: {place}"), "TB-47")
    if unnamed:
        yield PlaceTold(place.kind.name, lookers(place.kind), tuple(sorted(unnamed.elements())))
    seats = _told_parts(place)
    yield PartTold(place.kind.name, seats, part, things)
    others = [other for other in place.parts if other != part]
    rest: tuple[Thing, ...] = tuple(one_by_one(Counter(unplaced.known) - Counter(things)))
    if unknown := unplaced.unknown - unnamed.total():
        rest = (*rest, Unknown(unknown))
    if answers and len(others) == 1:  # also where nothing lies: how many facts there are, everybody sees
        yield PartTold(place.kind.name, seats, others[0], rest)


def _told_parts(place: Place) -> Any:
    """Those who are told the parts of a place: of those who may look into it."""
    looks, told = place.kind.looks, place.kind.parts_told
    if told == EVERYONE:
        return lookers(place.kind)
    return tuple(sorted(told if looks == EVERYONE else set(told) & set(looks)))
