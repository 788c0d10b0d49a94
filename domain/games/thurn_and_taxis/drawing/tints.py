"""Provinces and the carriages to Rome in pictures: each has a colour and letters of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from domain.kit.facts import Json

PRINTED: Mapping[str, int] = {
    "royal blue": 0,
    "red": 1,
    "beige": 2,
    "dark green": 3,
    "violet": 4,
    "turquoise": 5,
    "orange": 6,
    "grey": 7,
    "yellow-green": 9,
}
"""The hue (see board.css) for a colour of the printed board."""
HUES = 10


def hues(provinces: Mapping[str, Mapping[str, Json]]) -> dict[str, int]:
    """The hue of each province; for a colour that is not printed, one that is left over."""
    wanted = {province: PRINTED.get(said["colour"]) for province, said in provinces.items()}
    rest = chain(sorted(set(range(HUES)) - {hue for hue in wanted.values() if hue is not None}), _again())
    return {province: next(rest) if hue is None else hue for province, hue in wanted.items()}


def _again() -> Iterable[int]:
    number = 0
    while True:
        yield number % HUES
        number += 1


def letters(names: Mapping[str, str]) -> dict[str, str]:
    """One or two letters for each name: the first, and where others begin alike, one that tells it from them."""
    made: dict[str, str] = {}
    for key, name in names.items():
        first = name[:1].upper()
        others = [other[1:].lower() for own, other in names.items() if own != key and other[:1].upper() == first]
        second = ""
        if others:
            own = name[1:].lower()
            second = next((one for one in own if not any(one in other for other in others)), own[:1])
        made[key] = first + second
    return made


def carriage_provinces(carriages: Iterable[str], provinces: Mapping[str, Mapping[str, Json]]) -> dict[str, str]:
    """The province whose colour and letters a Rome carriage has: that of its name, or the first that moves it."""
    made: dict[str, str] = {}
    for carriage in carriages:
        moving = [name for name, said in provinces.items() if said.get("carriage") == carriage]
        if carriage in moving or moving:
            made[carriage] = carriage if carriage in moving else moving[0]
    return made
