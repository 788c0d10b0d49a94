"""What every part of the drawing of Mea Culpa uses: words, and things by their signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Any
from weakref import WeakKeyDictionary
from xml.etree.ElementTree import Element

from domain.games.mea_culpa.drawing.signs import CHARACTERS, GOODS, HUES, SEALS
from domain.games.mea_culpa.drawing.signs import CREW as CREW_SIGN
from domain.games.mea_culpa.state import CREW, LETTERS, coin_value, is_coin
from domain.kit.drawing.ending import winners
from domain.kit.drawing.lettering import HEIGHT, SHORT, WHOLE, short, text, width_of
from domain.kit.drawing.marks import seat_mark, seat_shapes
from domain.kit.drawing.signs import COIN as COIN_SIGN
from domain.kit.drawing.signs import extent, sign, sign_at
from domain.kit.drawing.svg import NOTHING, Shown, group, path, rect, shared, use
from domain.kit.facts import Json
from domain.kit.words.labels import Words
from domain.kit.words.match import MatchWords
from domain.kit.words.values import prettified

ORDER = {kind: place for place, kind in enumerate((*GOODS, *LETTERS))}
MOST = 7
"""Pieces up to this number are drawn one by one; the number beside them says how many there are."""
KEPT = 4096
SIZE = 10.0
COIN = "coin"
"""The name of the shape of a coin."""


@lru_cache(maxsize=4096)
def _with_title(words: Words, title: str, said: str) -> str:
    return words.text("member", {"title": title, "said": said})


_COUNTED: WeakKeyDictionary[Words, dict[tuple[int, str, str], str]] = WeakKeyDictionary()
"""Numbers of things as they are said in each language."""


class Sight:
    """What a viewer sees, and how it is said."""

    def __init__(self, view: Json, words: MatchWords) -> None:
        self.board: Mapping[str, Any] = view["board"]
        self.awaiting: Sequence[Json] = view["awaiting"]
        self.status: str = view.get("status", "playing")
        self.winners = winners(view)
        self.words = words
        self.values: Mapping[str, Any] = words.rules.board
        self.seats = range(words.rules.seats)

    def title(self, name: str) -> str:
        """What a member of the view is called."""
        words = self.words.words
        field = name.rpartition("-")[2]
        return words.plain(f"view-{name}") or words.plain(f"field-{field}") or prettified(field)

    def said(self, message: str) -> str:
        """What is no member of the view, and yet has a name on the board."""
        return self.words.words.plain(message) or prettified(message.removeprefix("drawn-"))

    def label(self, kind: str, value: Json) -> str:
        """What people call a value."""
        return self.words.label(kind, value)

    def name(self, seat: int) -> str:
        """What titles call a seat."""
        return short(self.words.seat(seat))

    def member(self, name: str, said: object) -> str:
        """A member of the view and what it shows, in one line."""
        return self.with_title(self.title(name), str(said))

    def with_title(self, title: str, said: str) -> str:
        """Something and what it is called, in one line."""
        return _with_title(self.words.words, title, said)

    def number_of(self, number: int, kind: str, value: str) -> str:
        """A number of something."""
        said, key = _COUNTED.setdefault(self.words.words, {}), (number, kind, value)
        if key not in said:
            if len(said) >= KEPT:
                said.clear()
            said[key] = self.words.number_of(number, kind, value)
        return said[key]

    def seat(self, parent: Element, at: str | None, seat: int, x: float, y: float, radius: float = 7) -> None:
        """The mark of a seat, with the name of who sits there."""
        name = short(self.words.seat(seat), WHOLE, WHOLE) if at == f"/seats/{seat}" else self.name(seat)
        seat_mark(parent, x, y, radius, seat, Shown(at, "seat", seat, name))

    # -- places and purses

    def things(
        self,
        parent: Element,
        at: str,
        place: Mapping[str, Json],
        kind: str,
        x: float,
        y: float,
        *,
        apart: bool = False,
    ) -> float:
        """What lies in a place, each kind by its sign with its number; gives where it ends.

        Coins are put together. It is one mark, or one for each kind where they are told *apart*. A place that is
        not told is a screen.
        """
        if "count" not in place:
            return self._screen(parent, at, x, y)
        if not place["count"]:
            return x
        listed: Mapping[str, int] = place.get("things", {})
        said = {one: self.number_of(number, kind, one) for one, number in listed.items()}
        made = parent if apart else group(parent, Shown(at, title=self.words.listed(list(said.values()))))
        for one in sorted(listed, key=lambda one: ORDER.get(one, len(ORDER))):
            if not is_coin(one):
                own = group(parent, Shown(f"{at}/things/{one}", kind, one, said[one])) if apart else made
                use(own, one, x + SIZE / 2, y)
                x = _counted(own, str(listed[one]), x + SIZE + 2.5, y)
        coins = {one: number for one, number in listed.items() if is_coin(one)}
        if coins:
            use(made, COIN, x + SIZE / 2, y)
            value = sum(coin_value(one) * number for one, number in coins.items())
            x = _counted(made, str(value), x + SIZE + 2.5, y)
        if untold := place["count"] - sum(listed.values()):
            own = group(parent, Shown(f"{at}/count", title=self.untold(untold, kind)))
            x = _counted(own, f"{untold} ?", x, y)
        return x

    def purse(self, parent: Element, at: str, purse: Mapping[str, Json], title: str, x: float, y: float) -> float:
        """A sum of money; gives where it ends."""
        if not purse:
            return self._screen(parent, at, x, y)
        said = str(purse["amount"]) if "amount" in purse else "?"
        member = "amount" if "amount" in purse else "unknown"
        made = group(parent, Shown(f"{at}/{member}", title=self.member(title, said)))
        use(made, COIN, x + SIZE / 2, y)
        return _counted(made, said, x + SIZE + 2.5, y)

    def untold(self, number: int, kind: str) -> str:
        """That a number of things of a kind is not told."""
        return self.words.untold(number, kind)

    def _screen(self, parent: Element, at: str, x: float, y: float) -> float:
        made = group(parent, Shown(at, title=self.words.words.text("not-told")))
        rect(made, x, y - 6, 18, 12, "shade", round_=2)
        text(made, x + 9, y + 3.5, "?", 10, anchor="middle")
        return x + 23


def _counted(parent: Element, said: str, x: float, y: float) -> float:
    """A number, in a part of the picture that is written bold."""
    text(parent, x, y + 3.7, said, 10, bold=len(said) > SHORT)
    return x + max(6, ceil(width_of(said, 10, bold=True))) + 6


def shapes(sight: Sight) -> Iterator[Element]:
    """What is drawn over and over: seats' marks, goods, the seals of Letters, a coin."""
    yield from seat_shapes(len(sight.seats))
    for thing in (*GOODS, *LETTERS, COIN):
        made = shared(thing)
        if thing in SEALS:
            seal(made, thing, 0, 0, SIZE * 1.1)
        else:
            sign(made, GOODS.get(thing, COIN_SIGN), 0, 0, SIZE, f"{HUES.get(thing, 'hue-2')} fine")
        yield made
    for name, drawn in CHARACTERS.items():
        made = shared(name)
        sign(made, drawn, 0, 0, SIZE, "card fine")
        yield made
    made = shared(CREW)
    sign(made, CREW_SIGN, 0, 0, SIZE, "deep-6")
    yield made


def piece(parent: Element, thing: str, x: float, y: float, size: float) -> None:
    """A good, an indulgence stone, a Letter or a coin around a point."""
    if thing in SEALS:
        letter(parent, thing, x, y, size)
    elif is_coin(thing):
        coin(parent, str(coin_value(thing)), x, y, size)
    else:
        sign(parent, GOODS[thing], x, y, size, f"{HUES[thing]} fine")


def letter(parent: Element, colour: str, x: float, y: float, size: float) -> None:
    """A Letter, with the seal of its colour."""
    sign(parent, "m-4.2-5h8.4v10h-8.4z", x, y, size, f"{HUES[colour]} fine")
    use(parent, colour, x, y, size / SIZE / 1.1)


def seal(parent: Element, colour: str, x: float, y: float, size: float) -> None:
    """The seal of a Letter: its shape says the colour, too."""
    drawn, tone = SEALS[colour]
    sign(parent, drawn, x, y, size, tone)


def seals(parent: Element, colour: str, places: Sequence[float], y: float, size: float) -> None:
    """Seals of a colour beside each other, in one path."""
    drawn, tone = SEALS[colour]
    path(parent, "".join([sign_at(drawn, x, y, size) for x in places]), tone)


def coin(parent: Element, said: str, x: float, y: float, size: float) -> None:
    """A coin with its value."""
    sign(parent, COIN_SIGN, x, y, size, "hue-2 fine")
    text(parent, x, y + 9 * HEIGHT / 2, said, 9, anchor="middle", bold=True)


def notches(parent: Element, number: int, x: float, y: float, shown: Shown = NOTHING) -> Element:
    """Notches beside each other, from a point on their middle line; their number if there are many."""
    made = group(parent, shown) if shown != NOTHING else parent
    if 0 < number <= MOST:
        path(made, extent("v7" + "m3.2-7v7" * (number - 1), x + 1, y - 3.5), "strong")
    else:
        text(made, x, y + 3.5, str(number), 10, bold=True)
    return made


def stones(parent: Element, number: int, seat: int, x: float, y: float) -> None:
    """Sin stones of a seat beside each other, at most :data:`MOST`; the place of one where there is none."""
    drawn = max(1, min(number, MOST))
    path(
        parent,
        extent("h5v7h-5z" + "m6.5 0h5v7h-5z" * (drawn - 1), x, y - 3.5),
        f"seat-{seat} edge" if number else "empty",
    )
