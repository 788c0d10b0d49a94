"""What the parts of the picture are drawn from: the board as its viewer may see it, and what things are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from domain.games.thurn_and_taxis.drawing import signs, tints
from domain.games.thurn_and_taxis.state import rome_carriages
from domain.kit.drawing.lettering import fitted, short, width_of
from domain.kit.drawing.svg import Grounds, Shape, Shown, show
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords
from domain.kit.words.values import prettified

CITY, PROVINCE, OFFICE, CARRIAGE, CLERGY, STACK = "city", "province", "office", "carriage", "clergy", "stack"
SOUTH = "south"
"""Kinds of values, as in the words."""
PLATE = 13
"""How high the plate of a city is."""
MOST = 70.0
"""How wide a plate is at the most."""
SHORT = 2
"""The length of texts that carry no width: there is always room for them."""
LOOSE = 1.1
"""What texts get for their measured width, where they are not narrowed: other typefaces are wider."""


@dataclass(frozen=True)
class Table:
    """A view and its words; *awaiting* are those who have to decide."""

    board: Mapping[str, Json]
    awaiting: Sequence[Json]
    words: MatchWords
    shape: Shape
    winners: Sequence[int] = ()

    @cached_property
    def size(self) -> float:
        """How large the letters on plates are."""
        return 9.0 if self.shape == "tall" else 10.0

    @property
    def printed(self) -> Mapping[str, Any]:
        """The values of the match's board."""
        return self.words.rules.board

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.words.rules.seats)

    @cached_property
    def hues(self) -> Mapping[str, int]:
        """The hue of each province."""
        return tints.hues(self.printed["provinces"])

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The letters of each province."""
        return tints.letters({name: self.words.label(PROVINCE, name) for name in self.printed["provinces"]})

    @cached_property
    def carriages(self) -> Mapping[str, str]:
        """The province whose colour and letters each Rome carriage has."""
        return tints.carriage_provinces(rome_carriages(self.printed), self.printed["provinces"])

    def title(self, *names: str) -> str:
        """What a member of the view is called: the first of these that has a name."""
        words = self.words.words
        return next((said for name in names if (said := words.plain(f"view-{name}"))), prettified(names[-1]))

    def name(self, seat: int) -> str:
        """What titles call a seat."""
        return short(self.words.seat(seat))

    def city(self, city: str) -> str:
        """What a city is called, also one on the way to Rome."""
        return self.words.label(CITY if city in self.printed["cities"] else SOUTH, city)

    def province(self, city: str) -> str | None:
        """The province of a city; None for one that is on another map, or on none."""
        known = self.printed["cities"].get(city)
        return known["province"] if known else None

    def plate_width(self, city: str) -> int:
        """How wide the plate of a city is: an even number."""
        letters, name = self.prefix(city), self.city(city)
        wide = width_of(letters, self.size, bold=True) + width_of(name, self.size) + 4
        return 2 * ceil(min(MOST, wide) / 2)

    def card_width(self, city: str) -> int:
        """How wide the card of a city is, in a route or a hand."""
        return self.width(f"{self.prefix(city)}{self.city(city)}") + 5

    def prefix(self, city: str) -> str:
        """The letters of the province that a city's plate begins with; none for a city of no province."""
        province = self.province(city)
        return f"{self.letters[province]} " if province else ""

    def hue(self, city: str) -> str:
        """The class of a city's plate."""
        province = self.province(city)
        return f"hue-{self.hues[province]} edge" if province else "card edge"

    def card(self, parent: Element, grounds: Grounds, x: float, y: float, city: str, at: str) -> int:
        """A small card with a city's name, in the colour and with the letters of its province; its width."""
        width = self.card_width(city)
        grounds.add(signs.plate(x, y, width, PLATE), self.hue(city))
        show(self.line(parent, x + 2, y + 10, f"{self.prefix(city)}{self.city(city)}"), Shown(at, CITY, city))
        return width

    def tab(self, parent: Element, grounds: Grounds, x: float, y: float, letters: str, hue: int) -> int:
        """The letters of a province on its colour; how wide that is."""
        width = self.width(letters, bold=True) + 5
        grounds.add(signs.plate(x, y, width, PLATE), f"deep-{hue}")
        self.line(parent, x + 2, y + 10, letters, "tab")
        return width

    def width(self, said: str, *, bold: bool = False) -> int:
        """How wide a line of text is, with the room that other typefaces may need."""
        return round(width_of(said, self.size, bold=bold) * LOOSE)

    def line(
        self, parent: Element, x: float, y: float, said: str, classes: str = "", *, middle: bool = False
    ) -> Element:
        """A text in the size of plates, which stands at a group around it; as short as it can be written."""
        wide = self.width(said, bold="bold" in classes or classes == "tab")
        made = SubElement(parent, "text", {"x": str(round(x - wide / 2 if middle else x)), "y": str(round(y))})
        if len(said) > SHORT:
            made.set("textLength", str(wide))
        if classes:
            made.set("class", classes)
        made.text = said
        return made

    def narrow(
        self, parent: Element, x: float, y: float, said: str, most: float, *, middle: bool = False
    ) -> Element:
        """A line that is no wider than *most*: without room for other typefaces, and only then cut."""
        if self.width(said) <= most:
            return self.line(parent, x, y, said, middle=middle)
        said = fitted(said, self.size, most)
        wide = round(min(most, width_of(said, self.size)))
        made = self.line(parent, x - wide / 2 if middle else x, y, said)
        made.set("textLength", str(wide))
        made.set("lengthAdjust", "spacingAndGlyphs")
        return made

    @staticmethod
    def cards(at: str, place: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
        """The cards that are known to lie in a place, by city, each with where it is shown."""
        for city, count in place.get("things", {}).items():
            for _ in range(count):
                yield city, f"{at}/things/{city}"


def untold(place: Mapping[str, Json]) -> int:
    """How many things lie in a place that are not told."""
    hidden: int = place.get("count", 0) - sum(place.get("things", {}).values())
    return hidden
