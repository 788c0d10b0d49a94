"""What lies before a player: post, stones, characters; behind the screen and in the chest, as far as told."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any
from xml.etree.ElementTree import Element

from domain.games.mea_culpa.drawing.common import MOST, Sight, notches, stones
from domain.games.mea_culpa.drawing.signs import CHEST, ROBES
from domain.kit.drawing.ending import cup
from domain.kit.drawing.layout import Block
from domain.kit.drawing.lettering import LOOSE, fitted, text, width_of
from domain.kit.drawing.marks import HEADING, box
from domain.kit.drawing.signs import extent, sign
from domain.kit.drawing.svg import Shown, group, path, rect, use

LINE = 18.0


def owner(sight: Sight, seat: int) -> Block:
    """The place of a seat."""
    mine: Mapping[str, Any] = sight.board["seats"][seat]
    at = f"/seats/{seat}"

    def draw(parent: Element, width: float) -> float:
        opened = bool(mine["opened"].get("count"))
        height = HEADING + 8 + LINE * (4 if opened else 3)
        acting = sight.board["turn"] in mine["characters"]
        box(parent, 0, 0, width, height, "", classes="box turn" if acting else "box")
        name = sight.words.seat(seat)
        sight.seat(parent, at, seat, 14, 12, 8)
        right = _characters(sight, parent, mine, at, width)
        won = seat in sight.winners
        room = right - 30 - 20 * won
        text(parent, 27, 16, name, 12.5, bold=True, most=room)
        if won:
            cup(parent, 27 + min(room, width_of(name, 12.5, bold=True)) + 12, 12)
        y, strong = HEADING + 13, group(parent, classes="bold")
        _before(sight, strong, mine, at, y)
        _behind(sight, (parent, strong), mine, at, y + LINE, width)
        _chest(sight, (parent, strong), mine["chest"], f"{at}/chest", y + 2 * LINE, width)
        if opened:
            x = _name(parent, 6, y + 3 * LINE, sight.title("seat-opened"))
            sight.things(strong, f"{at}/opened", mine["opened"], "item", x, y + 3 * LINE)
        parent.remove(strong)
        parent.append(strong)  # over the grounds
        return height

    return draw


def _characters(sight: Sight, parent: Element, mine: Mapping[str, Any], at: str, width: float) -> float:
    """The characters that are played, on the right; gives where they begin."""
    x = width - 6
    for place, character in reversed(list(enumerate(mine["characters"]))):
        label = sight.label("character", character)
        said = fitted(label, 10, 90)
        inner = width_of(said, 10) * LOOSE
        wide = inner + 22
        x -= wide
        made = group(parent, Shown(f"{at}/characters/{place}", "character", character))
        rect(made, x, 4, wide, 16, f"{ROBES[character]} edge", round_=4)
        use(made, character, x + 9, 12)
        text(made, x + 17, 15.5, said, 10, most=inner)
        x -= 4
    return x


def _before(sight: Sight, parent: Element, mine: Mapping[str, Any], at: str, y: float) -> None:
    """Post, stones and bid: what everyone sees."""
    x = 6.0
    made = group(parent, Shown(f"{at}/post", title=sight.member("seat-post", mine["post"])))
    rect(made, x, y - 6.5, 29, 13, "hue-6 edge", round_=2)
    notches(made, mine["post"], x + 5, y)
    text(made, x + 33, y + 3.6, str(mine["post"]), 10)
    x += 52
    made = group(parent, Shown(f"{at}/stones", "thing", mine["seat"], sight.member("seat-stones", mine["stones"])))
    stones(made, mine["stones"], mine["seat"], x, y)
    text(made, x + max(1, min(mine["stones"], MOST)) * 6.5 + 3, y + 3.6, str(mine["stones"]), 10)
    if mine["bid_set"]:
        _bid(sight, parent, mine["bid"], f"{at}/bid", x + 70, y)


def _bid(sight: Sight, parent: Element, bid: Mapping[str, Any], at: str, x: float, y: float) -> None:
    """A bid that is set: its amounts for who may know them."""
    amounts = [str(bid[name].get("amount", "?")) for name in ("notches", "taler")]
    said = "?" if amounts == ["?", "?"] else " + ".join(amounts)
    title = sight.title("seat-bid")
    made = group(parent, Shown(at, title=sight.member("seat-bid", said)))
    wide = width_of(f"{title} {said}", 10, bold=True) + 10
    rect(made, x, y - 8, wide, 16, "hue-2 edge", round_=4)
    text(made, x + 5, y + 3.7, f"{title} {said}", 10, bold=True)


def _behind(
    sight: Sight, parents: tuple[Element, Element], mine: Mapping[str, Any], at: str, y: float, width: float
) -> None:
    """What is behind the screen: money, goods, Letters; the Letters that lie open in the end."""
    parent, strong = parents
    shown = bool(mine["letters_shown"].get("count"))
    if not (mine["money"] or "count" in mine["goods"] or "count" in mine["letters"]):
        made = group(parent, Shown(f"{at}/money", title=sight.words.words.text("not-told")))
        wide = (width - 12) / 2 if shown else width - 12
        rect(made, 6, y - 7.5, wide, 15, "shade", round_=3)
        said = ", ".join(sight.title(f"seat-{name}") for name in ("money", "goods", "letters"))
        text(made, 11, y + 3.5, f"{said}: ?", 10, most=wide - 10)
        x = wide + 12
    else:
        rect(parent, 6, y - 7.5, width - 12, 15, "card edge", round_=3)
        x = sight.purse(strong, f"{at}/money", mine["money"], "seat-money", 10, y) + 6
        x = sight.things(strong, f"{at}/goods", mine["goods"], "good", x, y, apart=True) + 6
        x = sight.things(strong, f"{at}/letters", mine["letters"], "letter", x, y) + 6
    if shown:
        sight.things(strong, f"{at}/letters_shown", mine["letters_shown"], "letter", x, y)


def _chest(
    sight: Sight, parents: tuple[Element, Element], chest: Mapping[str, Any], at: str, y: float, width: float
) -> None:
    """What has been donated: in each compartment for who knows them."""
    parent, strong = parents
    sign(parent, CHEST, 12, y, 12, "hue-6 fine")
    parts = chest.get("parts")
    if not parts:
        x = _name(parent, 22, y, sight.title("seat-chest"))
        sight.things(strong, at, chest, "item", x, y)
        return
    each = (width - 24) // len(parts)
    edges = "".join(f"h{each - 4:g}v15h{4 - each:g}zm{each:g} 0" for _ in parts)
    path(parent, extent(edges, 22, y - 7.5), "hue-6 edge")
    for place, (part, inside) in enumerate(parts.items()):
        left = 22 + place * each
        x = _name(parent, left + 4, y, part)  # which is what is printed on it
        x = sight.things(strong, f"{at}/parts/{part}", inside, "item", x, y)
        if not inside["count"]:
            text(parent, x, y + 3.5, "-", 10, classes="faint")
    if untold := chest["count"] - sum(inside["count"] for inside in parts.values()):
        made = group(parent, Shown(f"{at}/count", title=sight.untold(untold, "item")))
        text(made, width - 10, y + 3.7, f"+ {untold} ?", 10, anchor="end", bold=True)


def _name(parent: Element, x: float, y: float, said: str) -> float:
    """A faint name; gives where what it names begins."""
    said = fitted(said, 10, 80)
    text(parent, x, y + 3.5, said, 10, classes="faint")
    return x + ceil(width_of(said, 10)) + 5
