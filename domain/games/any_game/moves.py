"""What can be done now: every lawful command, as patterns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain.games.any_game import commands as ask
from domain.games.any_game.box import blank, faces_of
from domain.games.any_game.state import AnyGame, holds_all_of, kinds, within
from domain.kit.facts import Json
from domain.kit.guards import Actor
from domain.kit.patterns import in_turn, some_of
from domain.kit.places import one_by_one

LONGEST_SAID = 200


def moves(state: AnyGame, actor: Actor) -> list[Json]:
    """The lawful commands of a seat; of ``"chance"``, what a scribe may enter."""
    if actor == "chance":
        return [*_of_chance(state)] if state.awaits_chance else []
    if not isinstance(actor, int) or state.outcome is not None:
        return []
    if not state.awaits_seat(actor):
        return [*_said(state, actor)]
    listings = _LISTINGS if state.may_act(actor) else (_said,)
    return [move for listing in listings for move in listing(state, actor)]


def _taken_from(state: AnyGame, seat: int) -> Iterator[str]:
    """The places out of which a seat may take something, and where something lies."""
    return (name for name, place in state.places.items() if len(place) and state.may_take(seat, name))


def _pieces(state: AnyGame, seat: int) -> Iterator[Json]:
    for name in _taken_from(state, seat):
        if not state.sees(seat, name):
            continue
        place = state.places[name]
        if not place.kind.parts:
            yield from _from_pile(state, seat, name, None, _named(state, name), len(place))
        elif state.is_told_parts(seat, name):
            for part, pile in place.parts.items():
                yield from _from_pile(state, seat, name, part, one_by_one(pile.known), len(pile))


def _named(state: AnyGame, name: str) -> Sequence[str]:
    """What can be named of a place: what is known to lie there, and by counting whatever the unknown can be."""
    place = state.places[name]
    return one_by_one(state.possible(name, kinds) if place.unknown else place.known)


def _from_pile(
    state: AnyGame, seat: int, name: str, part: str | None, things: Sequence[str], lying: int
) -> Iterator[Json]:
    """Where the things of a pile can go: places of the same sort are listed together."""
    if not things:
        return
    move: Json = {"type": ask.Move.TYPE, "from": name}
    if part is not None:
        move["from_part"] = part
    plain: dict[tuple[str, ...], list[str]] = {}
    found: dict[int, tuple[str, ...]] = {}
    for to, there in state.places.items():
        can_lie = kinds(state, to)
        fitting = found.get(id(can_lie))  # many places hold the same
        if fitting is None:
            fitting = found[id(can_lie)] = tuple(thing for thing in things if thing in can_lie)
        if not fitting:
            continue
        if not there.kind.parts:
            plain.setdefault(fitting, []).extend([to] if to != name else [])
        elif state.is_told_parts(seat, to):
            parts = [one for one in there.kind.parts if to != name or one != part]
            if parts:
                yield {
                    **move,
                    "to": to,
                    "to_part": {"any_of": parts},
                    "things": some_of(fitting, 1, min(len(fitting), lying, 200)),
                }
    for fitting, targets in plain.items():
        if targets:
            yield {**move, "to": {"any_of": targets}, "things": some_of(fitting, 1, min(len(fitting), lying, 200))}


def _draws(state: AnyGame, seat: int) -> Iterator[Json]:
    plain = [name for name, place in state.places.items() if not place.kind.parts]
    for name in _taken_from(state, seat):
        if state.places[name].kind.parts:
            continue
        lying = len(state.places[name])
        targets = [to for to in plain if to != name and holds_all_of(state, to, name)]
        if targets:
            number = {"min": 1, "max": min(lying, 200)}
            yield {"type": ask.Draw.TYPE, "from": [name], "to": {"any_of": targets}, "number": number}
        each = lying // len(state.box.order)
        sorts = [
            sort.name
            for sort in state.box.places.values()
            if sort.of_seats and not sort.parts and holds_all_of(state, f"{sort.name}:0", name)
        ]
        if sorts and each:
            number = {"min": 1, "max": min(each, 200)}
            yield {"type": ask.Deal.TYPE, "from": name, "to": {"any_of": sorts}, "number": number}


def _gathered(state: AnyGame, seat: int) -> Iterator[Json]:
    taken = [*_taken_from(state, seat)]
    for to, there in state.places.items():
        if there.kind.parts:
            continue
        then = state.lookers(to)
        others = [name for name in taken if name != to and holds_all_of(state, to, name)]
        fitting = [name for name in others if within(then, state.lookers(name))]
        if fitting:
            yield {"type": ask.Gather.TYPE, "from": some_of(fitting, 1, min(len(fitting), 60)), "to": to}
        closed = [name for name in others if state.sees(seat, name) and not state.is_open(name)]
        if closed and state.is_open(to):
            yield {"type": ask.OpenPlaces.TYPE, "places": some_of(closed, 1, min(len(closed), 60)), "to": to}


def _shown(state: AnyGame, seat: int) -> Iterator[Json]:
    for name in _taken_from(state, seat):
        known = _named(state, name)
        if known and state.sees(seat, name) and not state.is_open(name):
            things = some_of(known, 1, min(len(known), len(state.places[name]), 200))
            yield {"type": ask.Show.TYPE, "place": name, "things": things}
            seats = some_of(range(state.rules.seats), 1, state.rules.seats)
            yield {"type": ask.Show.TYPE, "place": name, "things": things, "to": seats}


def _rolled(state: AnyGame, seat: int) -> Iterator[Json]:
    for name in _taken_from(state, seat):
        place = state.places[name]
        if not state.sees(seat, name) or place.kind.parts:
            continue
        for die in state.box.dice:
            faces = faces_of(state.box, die)
            lying = [thing for thing in one_by_one(place.known) if thing in faces]
            only_dice = kinds(state, name).keys() <= {*faces, blank(die)}
            if (only_dice and (lying or place.unknown)) or (lying and state.is_open(name)):
                yield {"type": ask.Roll.TYPE, "place": name, "dice": die}
            if lying:
                things = some_of(lying, 1, min(len(lying), 200))
                yield {"type": ask.Roll.TYPE, "place": name, "dice": die, "things": things}


def _counted(state: AnyGame, seat: int) -> Iterator[Json]:
    for name, purse in state.purses.items():
        if not state.sees(seat, name) or purse.amount is None:
            continue
        least = purse.kind.least - purse.amount
        yield {
            "type": ask.Count.TYPE,
            "amount": name,
            "by": {"min": max(least, -ask.MOST), "max": ask.MOST},
        }
        targets = [to for to in state.purses if to != name]
        if targets and least < 0:
            number = {"min": 1, "max": min(-least, ask.MOST)}
            yield {"type": ask.Pay.TYPE, "from": name, "to": {"any_of": targets}, "number": number}


def _said(state: AnyGame, seat: int) -> Iterator[Json]:
    yield {"type": ask.Say.TYPE, "words": {"text": LONGEST_SAID}}
    yield {"type": ask.Say.TYPE, "number": {"min": -ask.MOST, "max": ask.MOST}}
    if state.has_to_agree(seat):
        yield {"type": ask.Agree.TYPE}


def _rest(state: AnyGame, _: int) -> Iterator[Json]:
    yield {"type": ask.Turn.TYPE}
    yield {"type": ask.Turn.TYPE, "to": {"any_of": [*range(state.rules.seats)]}}
    if state.box.phases:
        yield {"type": ask.Phase.TYPE, "name": {"any_of": [*state.box.phases]}}
    if any(amount.wins and amount.of_seats for amount in state.box.amounts.values()):
        yield {"type": ask.End.TYPE}
    yield {"type": ask.End.TYPE, "winners": some_of(range(state.rules.seats), 0, state.rules.seats)}
    yield {"type": ask.End.TYPE, "lost": True}


_LISTINGS: Sequence[Any] = (_pieces, _draws, _gathered, _shown, _rolled, _counted, _said, _rest)


def _of_chance(state: AnyGame) -> Iterator[Json]:
    """What came out, of all that is asked for, one behind the other; what comes out of one place is one list."""
    patterns: list[dict[str, Json]] = []
    drawn: dict[str, int] = {}
    for one in state.asked:
        if one["kind"] == "roll":
            faces = [face for face in faces_of(state.box, one["dice"]) for _ in range(one["number"])]
            patterns.append(some_of(faces, one["number"]))
            continue
        left = one["number"]
        for origin in one["from"]:
            number = min(left, len(state.places[origin]) - drawn.get(origin, 0))
            drawn[origin] = drawn.get(origin, 0) + number
            left -= number
    for origin, number in drawn.items():
        if number:
            patterns.append(some_of(one_by_one(state.coming(origin, kinds, number)), number))
    if patterns:
        yield {"type": ask.CameOut.TYPE, "things": in_turn(patterns)}
