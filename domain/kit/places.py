"""Places: where things lie, with counted unknowns, and who may look into them.

Which seats may look into a place is fixed for the match. The same place holds different knowledge in
different folds: for those who may look it is a multiset of known things and a number of unknown ones; for the
others a count, or nothing. Nothing is ever guessed: taking something unknown out of a pile that also holds
known things makes the whole pile unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, Protocol, Self, TypeAlias

from domain.kit.facts import EVERYONE, Hidden, Thing, Things, Unknown

Seats: TypeAlias = frozenset[int] | Literal["everyone"]
NOBODY: frozenset[int] = frozenset()


class Sight(Enum):
    """What a viewer has of a place: its contents, their number, or nothing."""

    CONTENTS = "contents"
    COUNT = "count"
    NOTHING = "nothing"


class Looker(Protocol):
    """What a place asks of a viewer (see ``visibility.Viewer``)."""

    @property
    def official(self) -> bool:
        """Sees everything."""

    @property
    def seat(self) -> int | None:
        """The seat looked from, None for the public and for officials."""


def may_look(seats: Seats, viewer: Looker) -> bool:
    """Whether *viewer* is among *seats*, or an official."""
    return viewer.official or seats == EVERYONE or viewer.seat in seats


def one_by_one(contents: Mapping[str, int], most: int | None = None) -> list[str]:
    """Every thing of a multiset in alphabetical order; of each kind *most*, if that is given."""
    return [
        kind
        for kind, number in sorted(contents.items())
        for _ in range(number if most is None else min(number, most))
    ]


class Impossible(Exception):
    """The pieces are not where they would have to be; *rule* is the reference number of that.

    *said* is that for people: the thing, of the *kind*, and the place are put into it by what they are called.
    """

    rule = "TB-28"
    said = "this is not here: {thing}, {place}"
    kind = "thing"

    def __init__(self, place: str, thing: object, missing: Things = (), appeared: int = 0) -> None:
        """*missing* are things that cannot have been there; *appeared* is how many more there would have to be."""
        super().__init__(f"{thing} does not lie in {place}")
        self.place = place
        self.thing = thing
        self.missing = missing
        self.appeared = appeared


class Overspent(Impossible):
    """More is taken out of a purse than can be in it."""

    said = "that amount is not here: {thing}, {place}"
    kind = "number"

    def __init__(self, purse: str, amount: int, missing: int) -> None:
        super().__init__(purse, amount)
        self.args = (f"{purse} does not hold {amount}",)
        self.amount = missing


@dataclass(frozen=True, slots=True)
class PlaceKind:
    """The declaration of a place: its name, who may look into it, what the others see.

    *parts* are compartments; *parts_told* says who is told into which part a thing goes. For the rest it goes
    into the whole, *unplaced*. *least* is the smallest amount of a purse.
    """

    name: str
    looks: Seats
    others: Literal["count", "nothing"] = "count"
    parts: tuple[str, ...] = ()
    parts_told: Seats = "everyone"
    least: int = 0

    def sight(self, viewer: Looker) -> Sight:
        """What *viewer* has of the place."""
        return Sight.CONTENTS if may_look(self.looks, viewer) else Sight(self.others)

    def empty(self, viewer: Looker) -> Place:
        """The empty place as *viewer* has it."""
        sight = self.sight(viewer)
        told = sight is Sight.CONTENTS and may_look(self.parts_told, viewer)
        parts = self.parts if told else ()
        return Place(self, sight, Pile(), {part: Pile() for part in parts}, Pile() if parts else None)


class Pile:
    """A multiset of known things and a number of unknown ones."""

    __slots__ = ("known", "unknown")

    def __init__(self, known: Mapping[str, int] | None = None, unknown: int = 0) -> None:
        self.known: dict[str, int] = dict(known) if known else {}
        self.unknown = unknown

    def __len__(self) -> int:
        return sum(self.known.values()) + self.unknown

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and self.known == other.known and self.unknown == other.unknown

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Pile:
        """A pile that can change on its own."""
        pile = Pile.__new__(Pile)
        pile.known = self.known.copy()
        pile.unknown = self.unknown
        return pile

    def add(self, thing: Thing, number: int = 1) -> None:
        """Add *number* things of one kind, or as many unknown ones as *thing* says times *number*."""
        if not isinstance(thing, str):
            self.unknown += thing.number * number
        elif number:
            self.known[thing] = self.known.get(thing, 0) + number

    def remove(self, thing: Thing, number: int = 1) -> None:
        """Take away what can be here: known things first, then unknown ones.

        Something unknown may be any of the things here, so then none of them is known any more.
        """
        if not isinstance(thing, str):
            taken = thing.number * number
            if taken:
                self.unknown = len(self) - taken
                self.known.clear()
            return
        held = self.known.get(thing, 0)
        if held > number:
            self.known[thing] = held - number
        else:
            self.known.pop(thing, None)
            self.unknown -= number - held

    def identify(self, thing: str, number: int) -> None:
        """Write down that *number* of the unknown things are of this kind."""
        self.unknown -= number
        self.add(thing, number)

    def pour(self, other: Pile) -> None:
        """Take in everything of *other*."""
        self.unknown += other.unknown
        for thing, number in other.known.items():
            self.add(thing, number)
        other.known.clear()
        other.unknown = 0


class Place:
    """The contents of a place in one fold.

    Things are added and removed as the viewer was told them: a known kind, or a number of unknown ones
    (:class:`Hidden`, :class:`Unknown`). Without parts, everything lies in ``whole``. With parts, ``whole`` is
    the unplaced pile, and ``merged`` is what those have who are not told the parts: folded in its own right,
    for what is known of the parts must not tell them anything.
    """

    __slots__ = ("kind", "merged", "parts", "sight", "whole")

    def __init__(
        self, kind: PlaceKind, sight: Sight, whole: Pile, parts: dict[str, Pile], merged: Pile | None = None
    ) -> None:
        self.kind = kind
        self.sight = sight
        self.whole = whole
        self.parts = parts
        self.merged = merged

    def __len__(self) -> int:
        return len(self.merged if self.merged is not None else self.whole)

    def __bool__(self) -> bool:
        """A place is a place, also when nothing lies there."""
        return True

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Place)
            and self.sight is other.sight
            and (self.kind is other.kind or self.kind == other.kind)
            and self.whole == other.whole
            and self.parts == other.parts
            and self.merged == other.merged
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.kind.name}: {self.dump()}>"

    def copy(self) -> Place:
        """A place that can change on its own."""
        place = Place.__new__(Place)
        place.kind = self.kind
        place.sight = self.sight
        place.whole = self.whole.copy()
        place.parts = {part: pile.copy() for part, pile in self.parts.items()} if self.parts else {}
        place.merged = self.merged.copy() if self.merged is not None else None
        return place

    # -- reading

    @property
    def known(self) -> Mapping[str, int]:
        """The known things by kind, parts and unplaced together."""
        if not self.parts:
            return self.whole.known
        total = self.whole.copy()
        for pile in self.parts.values():
            total.pour(pile.copy())
        return total.known

    @property
    def unknown(self) -> int:
        """How many things in it are unknown in this fold."""
        return self.whole.unknown + sum(pile.unknown for pile in self.parts.values())

    def count(self, thing: str) -> int:
        """How many known things of this kind lie here."""
        number = self.whole.known.get(thing, 0)
        return number + sum(pile.known.get(thing, 0) for pile in self.parts.values()) if self.parts else number

    def can_give(self, thing: Thing, number: int = 1) -> bool:
        """Whether *number* of *thing* can be here: known, or among the unknown ones."""
        return _can_give((self.whole, *self.parts.values()), thing, number)

    # -- changing

    def add(self, thing: Thing, number: int = 1, part: Thing | None = None) -> None:
        """Lay *number* things of one kind here, or as many unknown ones as *thing* says times *number*."""
        if self.sight is Sight.NOTHING:
            return
        if self.sight is Sight.COUNT:
            self.whole.unknown += number if isinstance(thing, str) else thing.number * number
            return
        if self.merged is not None:
            self.merged.add(thing, number)
        if isinstance(part, str) and part not in self.kind.parts:
            raise ValueError(f"{self.kind.name} has no part {part!r}")
        pile = self.parts.get(part, self.whole) if isinstance(part, str) else self.whole
        pile.add(thing, number)

    def add_all(self, things: Things, part: Thing | None = None) -> None:
        """Lay several things here; a whole list may be unknown."""
        for thing in things if isinstance(things, tuple) else (things,):
            self.add(thing, part=part)

    def remove(self, thing: Thing, number: int = 1, part: Thing | None = None) -> None:
        """Take *number* things of one kind away, or as many unknown ones as *thing* says times *number*.

        Raises :class:`Impossible` if they cannot have been here.
        """
        if self.sight is Sight.NOTHING:
            return
        said = thing if isinstance(thing, str) else "something unknown"
        if self.sight is Sight.COUNT and isinstance(thing, str):
            thing = Hidden()
        within = self._within(part)
        if not _can_give(within, thing, number):
            raise Impossible(self.kind.name, said, *self._lacking(within, thing, number))
        self._giving(thing, number, within).remove(thing, number)
        if self.merged is not None:
            self.merged.remove(thing, number)

    def remove_all(self, things: Things, part: Thing | None = None) -> None:
        """Take several things away; a whole list may be unknown."""
        for thing in things if isinstance(things, tuple) else (things,):
            self.remove(thing, part=part)

    def identify(self, thing: str, number: int = 1) -> None:
        """Write down that *number* of the unknown things here are of this kind."""
        if self.sight is not Sight.CONTENTS:
            return
        if self.unknown < number:
            raise Impossible(self.kind.name, thing)
        with_unknown = [pile for pile in (self.whole, *self.parts.values()) if pile.unknown]
        if len(with_unknown) == 1:
            with_unknown[0].identify(thing, number)
        else:
            self._unplace(*self.parts.values())
            self.whole.identify(thing, number)
        if self.merged is not None:
            self.merged.identify(thing, number)

    def settle(self, things: Things, part: str) -> None:
        """Lay things that lie here unplaced into a part: it has become known where they are."""
        if part not in self.parts:
            return
        for thing in things if isinstance(things, tuple) else (things,):
            if not _can_give((self.whole,), thing, 1):
                raise Impossible(self.kind.name, thing if isinstance(thing, str) else "something unknown")
            self.whole.remove(thing)
            self.parts[part].add(thing)

    def contradict(self, things: Things, appeared: int) -> None:
        """Take down that *things* come out of here that cannot have been here, *appeared* more than there were.

        Where everybody can look, they lie here now. What lies out of sight may all be something else than it
        seemed: none of it is known any more.
        """
        if self.sight is Sight.NOTHING:
            return
        if self.sight is Sight.COUNT:
            self.whole.unknown += appeared
        elif self.kind.looks == EVERYONE:
            self.add_all(things)
        else:
            self._unplace(*self.parts.values())
            for pile in (self.whole, self.merged):
                if pile is not None:
                    pile.unknown = len(pile) + appeared
                    pile.known.clear()

    def _lacking(self, within: tuple[Pile, ...], thing: Thing, number: int) -> tuple[Things, int]:
        """What of *thing* cannot have lain there, and how many things have to appear for it."""
        if isinstance(thing, str):
            missing = number - sum(pile.known.get(thing, 0) + pile.unknown for pile in within)
            things: Things = (thing,) * missing
        else:
            missing = thing.number * number - sum(len(pile) for pile in within)
            things = (Unknown(missing),)
        if self.kind.looks == EVERYONE:
            return things, missing
        wanted = number if isinstance(thing, str) else thing.number * number
        return things, max(0, wanted - len(self.whole) - sum(map(len, self.parts.values())))

    def _within(self, part: Thing | None) -> tuple[Pile, ...]:
        """The piles that something in *part* may lie in: the part, if it is told, and what is unplaced."""
        if isinstance(part, str) and part in self.parts:
            return (self.parts[part], self.whole)
        return (*self.parts.values(), self.whole)

    def _giving(self, thing: Thing, number: int, within: tuple[Pile, ...]) -> Pile:
        """The pile that *thing* comes out of; where it may be one or the other, they become one, unplaced."""
        part = within[0]
        if len(within) == 2 and isinstance(thing, str) and part.known.get(thing, 0) >= number:
            return part
        filled = [pile for pile in within if len(pile)]
        if len(filled) == 1:
            return filled[0]
        self._unplace(*within[:-1])
        return self.whole

    def _unplace(self, *piles: Pile) -> None:
        for pile in piles:
            self.whole.pour(pile)

    # -- other eyes

    def masked(self, viewer: Looker) -> Place:
        """The place as *viewer* may have it: never more than this fold has."""
        sight = _narrower(self.sight, self.kind.sight(viewer))
        if sight is Sight.COUNT:
            return self.as_count()
        if sight is Sight.NOTHING:
            return Place(self.kind, sight, Pile(), {})
        return self.copy() if self.parts and may_look(self.kind.parts_told, viewer) else self.as_whole().copy()

    def as_count(self) -> Place:
        """The place for those who see the number of things in it."""
        return Place(self.kind, Sight.COUNT, Pile(unknown=len(self)), {})

    def as_whole(self) -> Place:
        """The place for those who may look into it, and are not told its parts; it shares its pile."""
        return Place(self.kind, Sight.CONTENTS, self.merged if self.merged is not None else self.whole, {})

    def shown(self) -> dict[str, Any]:
        """The place as a view shows it: ``count``, and ``things`` by kind for those who may look.

        Kinds stand in alphabetical order: the order of arrival would tell more than the contents.
        """
        if self.sight is Sight.NOTHING:
            return {}
        shown: dict[str, Any] = {"count": len(self)}
        if self.sight is Sight.CONTENTS:
            shown["things"] = dict(sorted(self.known.items()))
            if self.parts:
                shown["parts"] = {
                    part: {"count": len(pile), "things": dict(sorted(pile.known.items()))}
                    for part, pile in self.parts.items()
                }
        return shown

    def dump(self) -> list[Any]:
        """The contents as JSON, for a snapshot."""
        return [
            _dumped(self.whole),
            {part: _dumped(pile) for part, pile in self.parts.items()},
            _dumped(self.merged) if self.merged is not None else None,
        ]

    def restore(self, dumped: list[Any]) -> None:
        """Take over what :meth:`dump` wrote."""
        whole, parts, merged = dumped
        self.whole = Pile(*whole)
        self.parts = {part: Pile(*pile) for part, pile in parts.items()}
        self.merged = Pile(*merged) if merged is not None else None


def _can_give(piles: tuple[Pile, ...], thing: Thing, number: int) -> bool:
    if isinstance(thing, str):
        return sum(pile.known.get(thing, 0) + pile.unknown for pile in piles) >= number
    return sum(len(pile) for pile in piles) >= thing.number * number


def _dumped(pile: Pile) -> list[Any]:
    return [dict(sorted(pile.known.items())), pile.unknown]


_ORDER = (Sight.NOTHING, Sight.COUNT, Sight.CONTENTS)


def _narrower(one: Sight, other: Sight) -> Sight:
    return min(one, other, key=_ORDER.index)


@dataclass(slots=True)
class Purse:
    """An amount that only its owner sees: for the others always nothing, for its count is its content.

    Once an unknown amount has gone in or out, the amount is unknown (``amount`` None).
    """

    kind: PlaceKind
    sight: Sight
    amount: int | None = 0

    def copy(self) -> Self:
        """A purse that can change on its own."""
        return type(self)(self.kind, self.sight, self.amount)

    def add(self, amount: int | Hidden | Unknown) -> None:
        """Put *amount* in; a negative one takes it out. Raises :class:`Impossible` below its least."""
        if self.sight is not Sight.CONTENTS:
            return
        if self.amount is None or not isinstance(amount, int):
            self.amount = None
            return
        if self.amount + amount < self.kind.least:
            raise Overspent(self.kind.name, -amount, self.kind.least - amount - self.amount)
        self.amount += amount

    def know(self, amount: int | Hidden | Unknown) -> None:
        """Write down what is in it, now that it is known."""
        if self.sight is Sight.CONTENTS and isinstance(amount, int):
            self.amount = amount

    def masked(self, viewer: Looker) -> Self:
        """The purse as *viewer* may have it."""
        sight = _narrower(self.sight, self.kind.sight(viewer))
        return type(self)(self.kind, sight, self.amount if sight is Sight.CONTENTS else 0)

    def shown(self) -> dict[str, Any]:
        """``{"amount": n}``, ``{"unknown": 1}`` or, for those who may not look, nothing."""
        if self.sight is not Sight.CONTENTS:
            return {}
        return {"unknown": 1} if self.amount is None else {"amount": self.amount}

    def dump(self) -> list[Any]:
        """The contents as JSON, for a snapshot."""
        return [self.amount]

    def restore(self, dumped: list[Any]) -> None:
        """Take over what :meth:`dump` wrote."""
        (self.amount,) = dumped


def purse_kind(name: str, looks: Seats, least: int = 0) -> PlaceKind:
    """The declaration of a purse: the others always see nothing."""
    return PlaceKind(name, looks, others="nothing", least=least)
