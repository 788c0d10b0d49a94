"""The table of a match of any game: places and amounts as its box has them, and what everyone can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.games.any_game.box import Box, blank, box_of, faces_of, named, owner_of
from domain.kit.facts import EVERYONE, Json, Thing, Unknown
from domain.kit.places import PlaceKind, Purse, Seats, Sight, may_look, one_by_one, purse_kind
from domain.kit.state import Rules, State
from domain.kit.visibility import Viewer, seat_viewer

NO_BOX = Box(0, {}, {}, {}, {}, {}, (), (), (), strict=False)


@dataclass
class AnyGame(State):
    """What lies on the table.

    *turn* is the seat that has the turn, *phase* the phase of the *round*. *asked* is what chance is asked for:
    ``{"kind": "draw" | "roll", …}``. *wish* is an end that a seat has proposed:
    ``{"left", "lost"?, "seat", "winners"?}``; *left* are the seats that have not agreed yet.
    """

    turn: int | None = None
    phase: str | None = None
    round: int = 1
    asked: tuple[Json, ...] = ()
    wish: Mapping[str, Json] | None = None
    box: Box = field(default=NO_BOX, compare=False, repr=False)

    def may_act(self, seat: int) -> bool:
        """Whether a seat may do something now: any, or with *strict* turns the one that has the turn."""
        return not self.box.strict or self.turn in (None, seat)

    def has_to_agree(self, seat: int) -> bool:
        """Whether an end is proposed to which a seat has not agreed yet."""
        return self.wish is not None and seat in self.wish["left"]

    def lookers(self, name: str) -> Seats:
        """The seats that may look into a place or an amount."""
        kind = self.places[name].kind if name in self.places else self.purses[name].kind
        return kind.looks

    def told_parts(self, name: str) -> Seats:
        """The seats that are told in which part of a place something lies: they may look there, too."""
        kind = self.places[name].kind
        return common(kind.looks, kind.parts_told)

    def is_told_parts(self, seat: int, name: str) -> bool:
        """Whether a seat is told in which part of a place something lies."""
        return may_look(self.told_parts(name), seat_viewer(seat))

    def sees(self, seat: int, name: str) -> bool:
        """Whether a seat may look into a place or an amount."""
        return may_look(self.lookers(name), seat_viewer(seat))

    def is_open(self, name: str) -> bool:
        """Whether everybody may look there."""
        return self.lookers(name) == EVERYONE

    def may_take(self, seat: int, name: str) -> bool:
        """Whether a seat may take something from a place: from what lies open, is its own, or nobody sees.

        What only some seats see, one of these takes.
        """
        owner, lookers = owner_of(name), self.lookers(name)
        if owner is None and isinstance(lookers, frozenset) and lookers:
            return seat in lookers
        return self.is_open(name) or owner in (None, seat)


def either(one: Seats, other: Seats) -> Seats:
    """Those who are among these or among those."""
    return EVERYONE if isinstance(one, str) or isinstance(other, str) else one | other


def common(one: Seats, other: Seats) -> Seats:
    """Those who are among both."""
    if isinstance(one, str):
        return other
    return one if isinstance(other, str) else one & other


def within(one: Seats, other: Seats) -> bool:
    """Whether all of these are among those."""
    return isinstance(other, str) or (not isinstance(one, str) and one <= other)


def listed(seats: Seats) -> Json:
    """Seats as a fact names them."""
    return seats if isinstance(seats, str) else tuple(sorted(seats))


def empty(rules: Rules, viewer: Viewer) -> AnyGame:
    """The table with all that lies on it at first, which everybody knows: it is in the box."""
    box = box_of(rules.board, rules.seats)
    kinds = []
    for name, sort in box.sorts.items():
        seats = box.seats_of(sort.sees, owner_of(name))
        told = box.seats_of(sort.parts_seen_by, owner_of(name))
        kinds.append(PlaceKind(name, seats, parts=sort.parts, parts_told=told))
    state = AnyGame(rules, viewer, {kind.name: kind.empty(viewer) for kind in kinds}, box=box)
    for name, sort in box.sorts.items():
        for part, things in sort.start.items():
            for thing, number in things.items():
                state.places[name].add(thing, number, part or None)
    for name, amount in box.amounts.items():
        for seat in range(box.seats) if amount.of_seats else (None,):
            kind = purse_kind(named(name, seat), box.seats_of(amount.sees, seat), least=amount.least)
            sight = kind.sight(viewer)
            state.purses[kind.name] = Purse(kind, sight, amount.start if sight is Sight.CONTENTS else 0)
    return state


def holds_all_of(state: AnyGame, to: str, origin: str) -> bool:
    """Whether whatever can lie in one place can lie in the other: that depends on the box alone."""
    there, here = kinds(state, to), kinds(state, origin)
    return there is here or there is state.box.kinds or here.keys() <= there.keys()


def kinds(state: AnyGame, place: str) -> Mapping[str, int]:
    """What can lie in a place, and how many there are of each in all."""
    return state.box.fitting.get(place, state.box.kinds)


def dice_in(state: AnyGame, name: str, dice: str) -> tuple[Thing, ...]:
    """All dice of a sort that lie in a place; unknown things are, where nothing else can lie there."""
    place, faces = state.places[name], faces_of(state.box, dice)
    lying = [thing for thing in one_by_one(place.known) if thing in faces]
    unknown = place.unknown if kinds(state, name).keys() <= {*faces, blank(dice)} else 0
    return (*lying, *(Unknown() for _ in range(unknown)))
