"""The state of a match: places, and what everyone can see.

A game's state is a dataclass over :class:`State`. What may be hidden lies in places (or purses); every other
attribute is public and of JSON's types (tuples for lists), replaced and never changed in place, so that a copy
is cheap. The same class serves the full state and every viewer's: see ``visibility`` and the fold law.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Self

from domain.kit.facts import Json
from domain.kit.places import Pile, Place, Purse, Sight
from domain.kit.visibility import OFFICIAL, Viewer

Status = Literal["playing", "frozen", "stalled", "finished", "abandoned"]


@dataclass(frozen=True, slots=True)
class Rules:
    """What a match is played by, fixed when it opens: state.rules.

    *options* are those in force, *board* the board's values; *seats* is their number.
    """

    ruleset: str
    version: str
    mode: Literal["hosted", "recorded"]
    seats: int
    options: Mapping[str, Json]
    board: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Mask:
    """What a viewer has of a full state: nothing of *places* and *purses*, of others their count, or the whole.

    (The whole without its parts.) The viewer has everything else.
    """

    places: Mapping[str, Place]
    counted: tuple[str, ...]
    whole: tuple[str, ...]
    purses: Mapping[str, Purse]


@dataclass
class State:
    """What every game's state has. Subclasses add public attributes with defaults, and fill ``places``.

    (Without slots, in subclasses too: a copy takes over the dictionary of attributes, and copies are made all the
    time.)

    Copies share their places until one is changed: evolve gets a place or purse that it changes from
    :meth:`place` or :meth:`purse`, and never from the dictionaries, which are for reading. (``own`` names what
    this copy no longer shares; None means everything. ``masks`` is shared by all copies.)

    *consent* is a request that is pending: ``{"seat", "by", "decisions", "left": [seats still to agree],
    "awaiting", "due"}``, the last two as they are put back when it is settled; until then *awaiting* names those
    left. *missing* are the pieces that the set lacks; *proposed* is the outcome that waits for somebody to confirm
    it; *ruled* says whether an arbiter has ever ruled.
    *joining* is there while the seats contribute to joint chance: ``{"asked": "commitment" | "value",
    "commitments", "values", "awaiting", "due"}``, what each seat has given (or None), and who decides when all
    have; *joint* is what came of it (see ``domain.kit.table.joining``).
    *tokens* says which token of somebody counts, where it is not the first (by :func:`token_owner`), and
    *own_tokens* are the seats whose token was given to nobody else.
    Nobody sits at the *empty_seats*; *sittings* says who has sat at a seat, where somebody else did before, or was
    named wrongly (see ``domain.kit.table.seats``).
    *calls* are those for an arbiter that are open, oldest first: ``{"call", "by", "about"?, "attended"}``.
    *countersigned* are the newest countersignatures, one of each signer who still sits there: ``{"by", "upto",
    "line", "lapsed", "end", "own"?}``; *end* says that the end was proposed then, *own* that the seat's token was
    its own.
    """

    rules: Rules
    viewer: Viewer = OFFICIAL
    places: dict[str, Place] = field(default_factory=dict)
    purses: dict[str, Purse] = field(default_factory=dict)
    awaiting: tuple[Json, ...] = ()
    due: str | None = None
    ended: Literal["finished", "abandoned"] | None = None
    outcome: Mapping[str, Json] | None = None
    proposed: Mapping[str, Json] | None = None
    missing: Mapping[str, int] = field(default_factory=dict)
    frozen: bool = False
    stalled: bool = False
    consent: Mapping[str, Json] | None = None
    joining: Mapping[str, Json] | None = None
    joint: str | None = None
    ruled: bool = False
    signed: bool = False
    closed: bool = False
    tokens: Mapping[str, int] = field(default_factory=dict)
    calls: tuple[Json, ...] = ()
    countersigned: tuple[Json, ...] = ()
    own_tokens: tuple[int, ...] = ()
    empty_seats: tuple[int, ...] = ()
    sittings: Mapping[str, Json] = field(default_factory=dict)
    own: set[str] | None = field(default=None, compare=False, repr=False)
    masks: dict[Viewer, Mask] = field(default_factory=dict, compare=False, repr=False)

    @property
    def status(self) -> Status:
        """How the match stands; that it is over counts most, and a stalled match can be frozen."""
        if self.ended is not None:
            return self.ended
        if self.frozen:
            return "frozen"
        return "stalled" if self.stalled else "playing"

    @property
    def over(self) -> bool:
        """Whether the game has ended, played to its end or abandoned."""
        return self.ended is not None

    @property
    def concluded(self) -> bool:
        """Whether the game has come to its end, even if somebody still has to confirm it."""
        return self.over or self.proposed is not None

    @property
    def plays(self) -> bool:
        """Whether the game goes on: it has begun, and not ended, is not frozen or stalled, and nobody is asked."""
        asked = self.consent is not None or self.joining is not None
        return self.status == "playing" and not asked and not self.concluded

    @property
    def awaits_chance(self) -> bool:
        """Whether it is chance's turn."""
        return "chance" in self.awaiting

    def awaits_seat(self, seat: int | None) -> bool:
        """Whether *seat* may decide now."""
        return {"seat": seat} in self.awaiting

    def token_number(self, role: str, seat: int | None) -> int:
        """The number of the token of a role, or of a seat, that counts now: the first is 0."""
        return self.tokens.get(token_owner(role, seat), 0)

    def known(self, kind: str) -> int:
        """How many things of this kind are known to lie anywhere (and not only supposed: see :meth:`supposed`)."""
        nothing = Sight.NOTHING
        return sum(place.count(kind) for place in self.places.values() if place.sight is not nothing)

    def census(self) -> Counter[str]:
        """How many things of each kind are known to lie anywhere."""
        counted: Counter[str] = Counter()
        for place in self.places.values():
            if place.sight is not Sight.NOTHING:
                counted.update(place.known)
        return counted

    def possible(self, name: str, kinds: Callable[[Any, str], Mapping[str, int]]) -> dict[str, int]:
        """What can come out of a place: what is known to be there, and whatever else the unknown things can be.

        *kinds* says what can lie in a place, and how many of each kind there are in all (as the ruleset's does).
        """
        place = self.places[name]
        contents = dict(place.known)
        if place.unknown:
            for kind, number in kinds(self, name).items():
                left = min(number - self.missing.get(kind, 0) - self.known(kind), place.unknown)
                if left > 0:
                    contents[kind] = contents.get(kind, 0) + left
        return contents

    def coming(self, name: str, kinds: Callable[[Any, str], Mapping[str, int]], number: int) -> dict[str, int]:
        """What somebody who saw it can say came out of a place, where *number* things do, or all that are there.

        Where by counting there are fewer, the record is wrong somewhere: each can be of any kind then.
        """
        contents = self.possible(name, kinds)
        due = min(number, len(self.places[name]))
        return contents if sum(contents.values()) >= due else dict.fromkeys(kinds(self, name), due)

    def place(self, name: str) -> Place:
        """The place of this name, to be changed."""
        if self.own is not None and name not in self.own:
            self.places[name] = self.places[name].copy()
            self.own.add(name)
        return self.places[name]

    def purse(self, name: str) -> Purse:
        """The purse of this name, to be changed."""
        if self.own is not None and name not in self.own:
            self.purses[name] = self.purses[name].copy()
            self.own.add(name)
        return self.purses[name]

    def copy(self) -> Self:
        """A state that can change on its own."""
        twin = self._twin()
        twin.places = self.places.copy()
        twin.purses = self.purses.copy()
        twin.own = set()
        self.own = set()  # from now on it shares as well
        return twin

    def is_untold(self, name: str) -> bool:
        """Whether something in this place or purse is unknown, or known and not in which part it lies."""
        if name in self.purses:
            return self.purses[name].amount is None
        place = self.places[name]
        return bool(place.unknown or (place.parts and len(place.whole)))

    @property
    def has_gaps(self) -> bool:
        """Whether anything is untold anywhere."""
        return any(map(self.is_untold, (*self.places, *self.purses)))

    def put_back(self, before: Self) -> None:
        """Become again what *before* is a copy of."""
        self.__dict__.update(before.copy().__dict__)

    def _twin(self) -> Self:
        cls = type(self)
        twin = cls.__new__(cls)
        twin.__dict__.update(self.__dict__)
        return twin

    def masked(self, viewer: Viewer) -> Self:
        """The state as *viewer* may have it, place by place; what the viewer has whole is shared."""
        twin = self._twin()
        twin.viewer = viewer
        twin.own = set()
        self.own = set()
        if self.viewer is not OFFICIAL:
            twin.places = {name: place.masked(viewer) for name, place in self.places.items()}
            twin.purses = {name: purse.masked(viewer) for name, purse in self.purses.items()}
            return twin
        mask = self.masks.get(viewer)
        if mask is None:
            mask = self.masks[viewer] = self._mask(viewer)
        twin.places = {**self.places, **mask.places}
        for name in mask.counted:
            twin.places[name] = self.places[name].as_count()
        for name in mask.whole:
            twin.places[name] = self.places[name].as_whole()
        twin.purses = {**self.purses, **mask.purses}
        return twin

    def supposed(
        self,
        viewer: Viewer,
        kinds: Callable[[Any, str], Mapping[str, int]],
        amounts: Callable[[Any, str], Collection[int]],
    ) -> Self:
        """The state as *viewer* may have it; where the viewer sees nothing there is all that may be there.

        It is made of what *viewer* may have alone. *kinds* says what can lie in a place, *amounts* what can be in
        a purse (as the ruleset's do). What is supposed to lie there stays there, whatever happens; where the
        viewer sees how many things there are, they stay unknown (see :meth:`possible`).
        """
        twin = self.masked(viewer)
        unseen = [name for name, place in twin.places.items() if place.sight is Sight.NOTHING]
        there = {name: twin._left_of(kinds(twin, name)) for name in unseen}
        most = {
            name: max(_bounds(amounts(twin, name)), default=0)
            for name, purse in twin.purses.items()
            if purse.sight is Sight.NOTHING
        }
        for name, things in there.items():
            twin.places[name] = Place(twin.places[name].kind, Sight.NOTHING, Pile(things), {})
        for name, amount in most.items():
            twin.purses[name] = Purse(twin.purses[name].kind, Sight.NOTHING, amount)
        return twin

    def _left_of(self, kinds: Mapping[str, int]) -> dict[str, int]:
        """What can lie out of sight, of things of these *kinds*, each with its number in all."""
        left = {kind: number - self.missing.get(kind, 0) - self.known(kind) for kind, number in kinds.items()}
        return {kind: number for kind, number in left.items() if number > 0}

    def _mask(self, viewer: Viewer) -> Mask:
        """What is the same for every full state of a match: it depends on the declarations alone."""
        places: dict[str, Place] = {}
        counted: list[str] = []
        whole: list[str] = []
        for name, place in self.places.items():
            empty = place.kind.empty(viewer)
            if empty.sight is Sight.NOTHING:
                places[name] = empty
            elif empty.sight is Sight.COUNT:
                counted.append(name)
            elif empty.parts.keys() != place.parts.keys():
                whole.append(name)
        sights = {name: purse.kind.sight(viewer) for name, purse in self.purses.items()}
        purses = {
            name: Purse(self.purses[name].kind, sight)
            for name, sight in sights.items()
            if sight is not Sight.CONTENTS
        }
        return Mask(places, tuple(counted), tuple(whole), purses)

    def dump(self) -> dict[str, Json]:
        """Everything but the rules and the viewer, as JSON, for a snapshot."""
        public = {name: _listed(getattr(self, name)) for name in _public(type(self))}
        return {
            "public": public,
            "places": {name: place.dump() for name, place in self.places.items()},
            "purses": {name: purse.dump() for name, purse in self.purses.items()},
        }

    def restore(self, dumped: Mapping[str, Json]) -> None:
        """Take over what :meth:`dump` wrote, into an empty state of the same rules and viewer."""
        for name, value in dumped["public"].items():
            setattr(self, name, _tupled(value))
        for name, contents in dumped["places"].items():
            self.places[name].restore(contents)
        for name, contents in dumped["purses"].items():
            self.purses[name].restore(contents)


def token_owner(role: str, seat: int | None) -> str:
    """The name of the holder of a token: its role, or ``seat:N``."""
    return role if seat is None else f"{role}:{seat}"


def with_at(values: tuple[Any, ...], position: int, value: Any) -> tuple[Any, ...]:
    """The tuple with another value at *position*: how evolve replaces what belongs to one seat."""
    return (*values[:position], value, *values[position + 1 :])


def _bounds(amounts: Collection[int]) -> Collection[int]:
    """Amounts with the same largest one, which are few."""
    return amounts[-1:] if isinstance(amounts, range) else amounts


_NOT_DUMPED = ("rules", "viewer", "places", "purses")


def _public(cls: type[State]) -> list[str]:
    return [item.name for item in fields(cls) if item.compare and item.name not in _NOT_DUMPED]


def _listed(value: Any) -> Json:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


def _tupled(value: Json) -> Any:
    return tuple(_tupled(item) for item in value) if isinstance(value, list) else value
