"""Chance as an actor: draws that anybody can check once their key is opened.

A draw takes one thing out of a multiset. In a hosted match the key of draw *n* (from 0) of decision *version*
is ``HMAC-SHA-256(seed, "draw\\n" ‖ version ‖ "\\n" ‖ n)``; the seed's commitment stands in what opened the match.
Opening one key opens no other draw. In a recorded match the scribe says what came out.

With joint chance every seat has a part in it, to which it was committed before it knew the others' parts. The key
of draw *n* of the match is ``HMAC-SHA-256(seed, "joint draw\\n" ‖ joint ‖ "\\n" ‖ n)``: nobody has chosen it,
neither who has the seed nor any seats together.

The mapping from a key to an outcome: lay out the multiset in canonical order (kinds by Unicode code point, each
as often as it is there: N things, numbered from 0). Read the key as four big-endian 64-bit numbers; the first
that is below the largest multiple of N not above 2^64 decides, modulo N. If none is (less likely than 2^-200 for
any game in the box), go on with ``HMAC-SHA-256(key, "again")``.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from domain.kit.facts import Hidden, Thing, Things, Unknown
from domain.kit.places import Impossible, Place
from domain.kit.written.evidence import keyed


class Chance(Protocol):
    """The answer to what chance is asked."""

    def draw(self, contents: Mapping[str, int], place: Place | None = None) -> Thing:
        """One thing out of the multiset *contents* (or out of *place*, which may hold unknown things)."""

    def more(self) -> bool:
        """Whether there is another thing to come (always, where nothing has been given beforehand)."""


def commitment(seed: bytes) -> str:
    """What is published of a seed when a match opens, in hex."""
    return hashlib.sha256(b"kerbholz chance 1\n" + seed).hexdigest()


def draw_key(seed: bytes, version: int, number: int) -> bytes:
    """The key of draw *number* of decision *version*."""
    return keyed(seed, "draw", version, number)


def contributed(match: str, seat: int, value: str) -> str:
    """The commitment to what a seat contributes to joint chance; *value* is 32 bytes. Both are in hex."""
    message = f"kerbholz contribution 1\n{match}\n{seat}\n".encode() + bytes.fromhex(value)
    return hashlib.sha256(message).hexdigest()


def joined(committed: str, values: Sequence[str]) -> str:
    """What is joint of the seed that is *committed* to and the values of the seats, in their order: all in hex."""
    return hashlib.sha256(b"kerbholz joint 1\n" + bytes.fromhex("".join((committed, *values)))).hexdigest()


def joint_draw_key(seed: bytes, joint: str, number: int) -> bytes:
    """The key of draw *number* of a match with joint chance, counted from 0 over all of its draws."""
    return keyed(seed, "joint draw", joint, number)


def outcome(key: bytes, contents: Mapping[str, int]) -> str:
    """What a draw with this key takes out of *contents* (kind → how many, all positive)."""
    kinds = sorted(kind for kind, number in contents.items() if number > 0)
    position = _below(key, sum(contents[kind] for kind in kinds))
    for kind in kinds:
        position -= contents[kind]
        if position < 0:
            return kind
    raise ValueError("nothing to draw from")


def _below(key: bytes, limit: int) -> int:
    if limit <= 0:
        raise ValueError("nothing to draw from")
    fair = 2**64 - 2**64 % limit
    while True:
        for start in range(0, 32, 8):
            number = int.from_bytes(key[start : start + 8], "big")
            if number < fair:
                return number % limit
        key = hmac.digest(key, b"again", "sha256")


class KeyedChance:
    """Chance of a hosted match: each draw has a key of its own, by its number."""

    def __init__(self, key: Callable[[int], bytes], first: int = 0) -> None:
        self._key = key
        self._next = first

    def draw(self, contents: Mapping[str, int], place: Place | None = None) -> Thing:  # noqa: ARG002
        """The next draw of this decision."""
        key = self._key(self._next)
        self._next += 1
        return outcome(key, contents)

    def more(self) -> bool:
        """There is always more."""
        return True


class SeededChance(KeyedChance):
    """The draws of one decision, from the match's seed."""

    def __init__(self, seed: bytes, version: int) -> None:
        super().__init__(partial(draw_key, seed, version))


class JointChance(KeyedChance):
    """The draws behind the first *drawn* ones of a match, from its seed and what all seats have contributed."""

    def __init__(self, seed: bytes, joint: str, drawn: int) -> None:
        super().__init__(partial(joint_draw_key, seed, joint), drawn)


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw: the multiset it was drawn from (kind → how many, all positive), and what came out."""

    contents: Mapping[str, int]
    drawn: str


class NotedChance:
    """Another chance, each of whose *draws* is noted down."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.draws: list[Draw] = []

    def draw(self, contents: Mapping[str, int], place: Place | None = None) -> Thing:
        """What the other one draws."""
        drawn = self._chance.draw(contents, place)
        self.draws.append(Draw({kind: number for kind, number in contents.items() if number > 0}, str(drawn)))
        return drawn

    def more(self) -> bool:
        """Whether the other one has more."""
        return self._chance.more()


class NothingMoreTold(Impossible):
    """Chance is asked for more than was told."""

    rule = "TB-29"
    said = "fewer things are told than come out of this: {place}"

    def __init__(self, place: str) -> None:
        super().__init__(place, "another thing")
        self.args = (f"fewer things are told than come out of {place}: nothing more was told",)


class ToldChance:
    """Chance as somebody told it: the scribe of a recorded match, or a test.

    ``can_be`` says whether one more thing of a kind can have come from a place whose contents are unknown; the
    match sets it, for it depends on the state. ``believed`` says whether a kind is written down wherever it came
    from, for it was seen at a table: what is wrong with it is noted beside it.
    """

    def __init__(self, things: Things) -> None:
        self._things = list(things if isinstance(things, tuple) else _single(things))
        self.can_be: Callable[[str, str], bool] = lambda _place, _kind: True
        self.believed: Callable[[str, str], bool] = lambda _place, _kind: False

    def draw(self, contents: Mapping[str, int], place: Place | None = None) -> Thing:
        """The next thing told; :class:`Impossible` if it cannot have come from there, or nothing is left."""
        name = place.kind.name if place is not None else "what is left"
        if not self._things:
            raise NothingMoreTold(name)
        thing = self._things.pop(0)
        if not self._possible(thing, contents, place):
            raise Impossible(name, thing)
        return thing

    def _possible(self, thing: Thing, contents: Mapping[str, int], place: Place | None) -> bool:
        if place is None:
            return isinstance(thing, str) and contents.get(thing, 0) > 0
        if not isinstance(thing, str):
            return place.can_give(thing)
        if self.believed(place.kind.name, thing):
            return True
        return place.can_give(thing) and (place.count(thing) > 0 or self.can_be(place.kind.name, thing))

    def more(self) -> bool:
        """Whether something told has not been used yet."""
        return bool(self._things)


def as_drawn(value: int | tuple[int | Thing, ...] | Hidden | Unknown) -> Things:
    """What a command tells of chance, as things that come out: a seat by its number in decimal."""
    if isinstance(value, int):
        return (str(value),)
    if isinstance(value, tuple):
        return tuple(str(thing) if isinstance(thing, int) else thing for thing in value)
    return value


def _single(things: Hidden | Unknown) -> Iterable[Thing]:
    return [type(things)(1)] * things.number


class NoChance:
    """Chance where nothing may be drawn: a decision of a seat, whose outcome depends on nothing else."""

    def draw(self, contents: Mapping[str, int], place: Place | None = None) -> Thing:  # noqa: ARG002
        """Never."""
        raise AssertionError("only a decision of chance may draw")

    def more(self) -> bool:
        """Never."""
        return False
