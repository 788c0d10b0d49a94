"""The order of seats as people say it: each by its number, its colour, or who sits or sat there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kit.shorthand.header import COLOURS
from domain.kit.text.texts import same
from service.cli.record import Failure


def numbers_of(order: Sequence[str], seats: Sequence[Mapping[str, Any]]) -> list[int]:
    """The seats of a match, as the service tells of them, in the *order* that is wanted, by their numbers.

    Raises :class:`Failure` for a word that is no seat of this match, and where not each seat is named once.
    """
    called = [_called(seat) for seat in seats]
    there_are = ", ".join(_told(seat) for seat in seats)
    chosen = []
    for word in order:
        found = [number for number, names in enumerate(called) if same(word) in names]
        if len(found) != 1:
            raise Failure(f"“{word}” is no seat of this match: there are {there_are}")
        chosen += found
    if sorted(chosen) != list(range(len(seats))):
        raise Failure(f"name each seat once: there are {there_are}")
    return chosen


def _called(seat: Mapping[str, Any]) -> set[str]:
    names = [seat["name"], *(one["name"] for one in seat.get("earlier", ()))]
    words = (str(seat["seat"]), seat["colour"], *COLOURS.get(seat["colour"], ()), *names)
    return {same(word) for word in words if isinstance(word, str)}


def _told(seat: Mapping[str, Any]) -> str:
    return f"{seat['colour']} ({seat['name']})" if isinstance(seat["name"], str) else str(seat["colour"])
