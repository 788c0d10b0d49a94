"""The places on the board: market, Letters, House of Pleasure, Dens, cathedral sites, starting bonuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from domain.games.mea_culpa.drawing.common import COIN, Sight, letter, notches, piece, seals, stones
from domain.games.mea_culpa.drawing.signs import GOODS, MITRE, NAVE, SITE, SPIRE
from domain.games.mea_culpa.state import (
    CATEGORIES,
    CREW,
    INDULGENCE,
    LETTERS,
    POPE,
    ROOMS,
    SUITE_5,
    SUITE_6,
    YELLOW,
)
from domain.kit.drawing.layout import Block
from domain.kit.drawing.lettering import LOOSE, fitted, lines, plain, text, width_of
from domain.kit.drawing.marks import HEADING, box
from domain.kit.drawing.signs import extent, sign
from domain.kit.drawing.svg import Shown, circle, group, path, rect, use

GAP = 4.0
STALL_LINE = 11


def _note(parent: Element, right: float, said: str, shown: Shown) -> float:
    """A text in a heading that ends at *right*; gives where it begins."""
    made = group(parent, shown)
    wide = width_of(said, 10) * LOOSE
    text(made, right, 12.5, said, 10, anchor="end", most=wide)
    return right - wide - 8


# -- market and Letters -------------------------------------------------------------------------------------


def market(sight: Sight) -> Block:
    """The five stalls with what they cost and bring, and the bag."""
    place, bag = sight.board["market"], sight.board["bag"]

    def draw(parent: Element, width: float) -> float:
        inside = bool(bag.get("things"))
        each = (width - 12 - 4 * GAP) // 5
        stalls = (INDULGENCE, *list(GOODS)[:-1])
        more = STALL_LINE * (max(len(_stall_lines(sight, stone, each)) for stone in stalls) - 1)
        height = HEADING + 52 + more + (16 if inside else 0)
        box(parent, 0, 0, width, height, sight.title("market"))
        count = bag.get("count", "?")
        _note(parent, width - 6, f"{sight.title('bag')}: {count}", Shown("/bag", title=sight.member("bag", count)))
        for number, stone in enumerate(stalls):
            _stall(sight, parent, place, stone, (6 + number * (each + GAP), each, 47 + more))
        if inside:
            said = [sight.number_of(number, "stone", stone) for stone, number in bag["things"].items()]
            made = group(parent, Shown("/bag/things", title=sight.title("bag")))
            text(made, 6, HEADING + 60 + more, sight.words.listed(said), 10, classes="faint", most=width - 12)
        return height

    return draw


def _stall_lines(sight: Sight, stone: str, width: float) -> Sequence[str]:
    return lines(sight.label("stone", stone), 10, width - 4, 2)


def _stall(
    sight: Sight, parent: Element, place: Mapping[str, Any], stone: str, where: tuple[float, float, float]
) -> None:
    x, width, height = where
    number = place.get("things", {}).get(stone, 0)
    at = f"/market/things/{stone}" if number else "/market"
    made = group(parent, Shown(at, "stone", stone, sight.number_of(number, "stone", stone)))
    rect(made, x, HEADING, width, height, "card edge" if number else "empty", round_=3)
    if number:
        piece(made, stone, x + width / 2 - 9, HEADING + 11, 17)
    text(made, x + width / 2 + 5, HEADING + 16, str(number), 14, bold=True, classes="" if number else "faint")
    for row, one in enumerate(_stall_lines(sight, stone, width)):
        text(made, x + width / 2, HEADING + 31 + STALL_LINE * row, one, 10, anchor="middle", most=width - 4)
    price = sight.values["indulgence"] if stone == INDULGENCE else sight.values["goods"][stone]
    said = f"-{price['buy']}" if stone == INDULGENCE else f"-{price['buy']}  +{price['sell']}"
    text(made, x + width / 2, HEADING + height - 4, said, 10, anchor="middle")


def letters(sight: Sight) -> Block:
    """The stacks of Letters, and those that are laid out for the donors."""
    stacks, display = sight.board["stacks"], sight.board["display"]

    def draw(parent: Element, width: float) -> float:
        shown = bool(display.get("count"))
        height = HEADING + 45 + (22 if shown else 0)
        box(parent, 0, 0, width, height, sight.title("stacks"))
        each = (width - 12 - 3 * GAP) // 4
        for number, colour in enumerate(LETTERS):
            count = stacks.get("things", {}).get(colour, 0)
            label, x = sight.label("letter", colour), 6 + number * (each + GAP)
            at = f"/stacks/things/{colour}" if count else "/stacks"
            made = group(parent, Shown(at, "letter", colour, sight.number_of(count, "letter", colour)))
            rect(made, x, HEADING, each, 40, "card edge" if count else "empty", round_=3)
            letter(made, colour, x + 13, HEADING + 20, 20)
            text(made, x + 26, HEADING + 13, str(count), 12, bold=True)
            for place, one in enumerate(lines(label, 10, each - 28, 2)):
                text(made, x + 26, HEADING + 24 + 11 * place, one, 10, most=each - 28)
        if shown:
            y = HEADING + 54
            text(parent, 6, y + 3.5, sight.title("display"), 10, bold=True)
            sight.things(
                group(parent, classes="bold"),
                "/display",
                display,
                "letter",
                14 + width_of(sight.title("display"), 10, bold=True),
                y,
            )
        return height

    return draw


def bonuses(sight: Sight) -> Block:
    """The starting bonuses that are left."""
    left = sight.board["bonuses"]

    def draw(parent: Element, width: float) -> float:
        if not left:
            return 0
        rows = -(-len(left) // 4)
        height = HEADING + 38 * rows
        box(parent, 0, 0, width, height, sight.title("bonuses"))
        each = (width - 12 - 3 * GAP) // 4
        for number, bonus in enumerate(left):
            label, x, y = sight.label("bonus", bonus), 6 + number % 4 * (each + GAP), HEADING + 38 * (number // 4)
            made = group(parent, Shown(f"/bonuses/{number}", "bonus", bonus, label))
            rect(made, x, y, each, 33, "card edge", round_=3)
            items = sight.values["bonuses"][bonus]
            for place, item in enumerate(items):
                piece(made, item, x + each / 2 + (place - (len(items) - 1) / 2) * 18, y + 11, 15)
            text(made, x + each / 2, y + 28, label, 10, anchor="middle", most=each - 4)
        return height

    return draw


# -- the House of Pleasure ----------------------------------------------------------------------------------

ROOM = 47.0


def house(sight: Sight) -> Block:
    """The House of Pleasure: four rooms with cards, two suites, the Pope's die and what was guessed."""
    here = sight.board["house"]

    def draw(parent: Element, width: float) -> float:
        die = _die(sight)
        height = HEADING + 2 * (ROOM + GAP) + 2 + (24 if die or here["guess"] is not None else 0)
        box(parent, 0, 0, width, height, sight.title("house"))
        right = width - 6
        for name in ("discards", "deck"):
            place, title = here[name], sight.title(f"house-{name}")
            said = f"{title}: {place.get('count', '?')}"
            things: Mapping[str, int] = place.get("things", {})
            cards = [sight.label("card", card) for card in things]
            counted = [sight.words.number_of(number, "card", card) for card, number in things.items()]
            more = f"{title}: {sight.words.listed_apart(counted, cards)}" if things else said
            right = _note(parent, right, said, Shown(f"/house/{name}", title=more))
        each = (width - 12 - 2 * GAP) // 3
        for number, room in enumerate((*ROOMS, SUITE_5, SUITE_6)):
            x, y = 6 + number % 3 * (each + GAP), HEADING + number // 3 * (ROOM + GAP)
            if room in ROOMS:
                _room(sight, parent, room, x, y, each)
            else:
                _suite(sight, parent, room, x, y, each)
        if die or here["guess"] is not None:
            _guessed(sight, parent, die, HEADING + 2 * (ROOM + GAP) + 10)
        return height

    return draw


def _ground(parent: Element, room: int, x: float, y: float, width: float, *, free: bool) -> None:
    rect(parent, x, y, width, ROOM, "card edge" if free else "empty", round_=3)
    circle(parent, x + 11, y + 11, 8, f"{'hue-2' if room in ROOMS else 'hue-1'} edge")
    text(parent, x + 11, y + 14.7, str(room), 11, anchor="middle", bold=True)
    if not free:
        path(parent, extent(f"l{width / 3:g} 16m0-16l-{width / 3:g} 16", x + width / 3, y + 24), "rule")


def _room(sight: Sight, parent: Element, room: int, x: float, y: float, width: float) -> None:
    card = sight.board["house"]["rooms"][room - 1]
    at, number = f"/house/rooms/{room - 1}", sight.label("room", room)
    label = None if card is None else sight.label("card", card)
    title = sight.with_title(number, label or "-")
    made = group(parent, Shown(at, "card" if card else "room", card or room, title))
    _ground(made, room, x, y, width, free=card is not None)
    if card is None or label is None:
        return
    notches(made, sight.values["house"][card][1], x + 23, y + 11)
    said = lines(label, 10, width - 8, 2)
    for place, one in enumerate(said):
        down = y + (31 if len(said) > 1 else 36) + place * 11.5
        text(made, x + width / 2, down, one, 10, anchor="middle", most=width - 8)


def _suite(sight: Sight, parent: Element, suite: int, x: float, y: float, width: float) -> None:
    here, title = sight.board["house"], sight.label("room", suite)
    if suite == SUITE_5:
        free, at = here["suite_5"] == "open", "/house/suite_5"
        kind, value = "welcome", here["suite_5"]
    else:
        free, at = bool(here["suite_6"].get("count")), "/house/suite_6"
        kind, value = "letter", YELLOW
    said = sight.label(kind, value) if free or suite == SUITE_5 else "-"
    shown = Shown(at, kind, value, sight.with_title(title, said))
    made = group(parent, shown)
    _ground(made, suite, x, y, width, free=free)
    if free:
        notches(made, sight.values["suites"][str(suite)], x + 23, y + 11)
        text(made, x + width / 2, y + 40, said, 10, anchor="middle", most=width - 8)
    if suite == SUITE_6 and free:
        letter(made, YELLOW, x + width / 2, y + 22, 16)


def _die(sight: Sight) -> Shown | None:
    """The Pope's die, if it is set as far as this viewer can see."""
    pope = sight.board["characters"][POPE]
    steps = sight.board["steps"]
    if pope is None:
        return None
    purse, at = sight.board["seats"][pope]["die"], f"/seats/{pope}/die"
    if purse.get("amount"):
        room = purse["amount"]
        return Shown(f"{at}/amount", "room", room, sight.member("seat-die", sight.label("room", room)))
    if steps and steps[0]["step"] in ("guess", "show"):
        return Shown(at, title=sight.member("seat-die", "?"))
    return None


def _guessed(sight: Sight, parent: Element, die: Shown | None, y: float) -> None:
    x, guess = 6.0, sight.board["house"]["guess"]
    if die is not None:
        said = fitted(sight.title("seat-die"), 10, 120)
        text(parent, x, y + 4, said, 10, classes="faint")
        x += width_of(said, 10) + 6
        made = group(parent, die)
        rect(made, x, y - 9, 18, 18, "card strong", round_=3)
        text(made, x + 9, y + 5, str(die.value or "?"), 13, anchor="middle", bold=True)
        x += 34
    if guess is not None:
        made = group(parent, Shown("/house/guess", "room", guess, sight.member("house-guess", guess)))
        said = fitted(sight.title("house-guess"), 10, 120)
        text(made, x, y + 4, said, 10, classes="faint")
        text(made, x + width_of(said, 10) + 6, y + 5, str(guess), 13, bold=True)


# -- Dens of Sin and cathedrals -----------------------------------------------------------------------------

BESIDE = 27.0
"""How wide the column is that names the rows of Dens and sites."""
LISTS = HEADING + 77.0
"""Where the first of the lists stands that name the Letters of a cathedral."""
OF_DEN = {"lust": "hue-1", "petty": "hue-7", "greed": "hue-2"}


def dens(sight: Sight) -> Block:
    """The three Dens with the stones of each seat, and the Pope stones."""
    found = sight.board["dens"]

    def draw(parent: Element, width: float) -> float:
        height = HEADING + 24 + 16 * len(sight.seats) + 5
        box(parent, 0, 0, width, height, sight.title("dens"))
        for seat in sight.seats:
            sight.seat(parent, None, seat, 14, HEADING + 31 + 16 * seat, 7)
        each = (width - BESIDE - 6 - 2 * GAP) // 3
        for number, den in enumerate(found):
            _den(
                sight, parent, den, f"/dens/{number}", (BESIDE + number * (each + GAP), each, height - HEADING - 5)
            )
        return height

    return draw


def _den(
    sight: Sight, parent: Element, den: Mapping[str, Any], at: str, where: tuple[float, float, float]
) -> None:
    x, width, height = where
    label, number = sight.label("den", den["den"]), den["pope_stones"]
    made = group(parent, Shown(at, "den", den["den"], label), classes="bold")
    rect(made, x, HEADING, width, height, f"{OF_DEN[den['den']]} edge", round_=3)
    first, *others = lines(label, 10, width - 10 - 11 * number, 2, bold=True)
    text(made, x + 5, HEADING + 10.5, first, 10, bold=True, most=width - 10)
    if others:  # which lies under the Pope stones
        rest = plain(label)[len(first) :].strip()
        text(made, x + 5, HEADING + 21, rest, 10, bold=True, most=width - 10)
    if number:
        popes = group(parent, Shown(f"{at}/pope_stones", title=sight.member("den-pope-stones", number)))
        sign(popes, MITRE, x + width - 9, HEADING + 7.5, 12, "card fine", times=min(number, 3), step=-11)
    for seat, count in enumerate(den["stones"]):
        if count:
            y = HEADING + 31 + seat * 16
            said = sight.with_title(sight.name(seat), str(count))
            own = group(made, Shown(f"{at}/stones/{seat}", "seat", seat, said))
            stones(own, count, seat, x + 6, y)
            text(own, x + width - 5, y + 3.6, str(count), 10, anchor="end")


def sites(sight: Sight) -> Block:
    """The cathedral sites with what is built and the Letters listed there; the hut."""
    found = sight.board["sites"]

    def draw(parent: Element, width: float) -> float:
        height = HEADING + 119.0
        box(parent, 0, 0, width, height, sight.title("sites"))
        hut = group(parent, Shown("/hut", "thing", "crew", sight.member("hut", sight.board["hut"])))
        said = f"{sight.title('hut')}: {sight.board['hut']}"
        text(hut, width - 6, 12.5, said, 10, anchor="end", most=width / 2)
        if crews := min(sight.board["hut"], 6):
            for place in range(crews):
                use(hut, CREW, width - 18 - width_of(said, 10) * LOOSE - 11 * place, 9)
        each = (width - BESIDE - 6 - 2 * GAP) // 3
        for number, site in enumerate(found):
            _site(sight, parent, site, number, BESIDE + number * (each + GAP), each)
        for row, category in enumerate(CATEGORIES):
            _category(sight, parent, category, LISTS + row * 14, each)
        return height

    return draw


def _category(sight: Sight, parent: Element, category: str, y: float, each: float) -> None:
    """What is given for the Letters in a row, and the Letters for the donors at each site, by their seals."""
    goods = [good for good in list(GOODS)[:-1] if sight.values["goods"][good]["category"] == category]
    made = group(parent, Shown(None, "category", category, sight.label("category", category)))
    for place, good in enumerate(goods[:2]):
        use(made, good, 9.5 + place * 11, y, 0.9)
    if category == CATEGORIES[-1]:
        use(made, COIN, 15, y)
    sealed: dict[str, list[float]] = {}
    for site, listed in enumerate(sight.values["cathedrals"]):
        colours = [colour for colour in LETTERS for _ in range(listed[category].get(colour, 0))]
        step = min(12.0, (each - 24) / max(len(colours), 1))
        for place, colour in enumerate(colours):
            sealed.setdefault(colour, []).append(BESIDE + site * (each + GAP) + 12 + place * step)
    for colour, places in sealed.items():
        seals(made, colour, places, y, 12)


def _site(sight: Sight, parent: Element, site: Mapping[str, Any], number: int, x: float, width: float) -> None:
    at, built = f"/sites/{number}", site["built"]
    rect(parent, x, HEADING, width, 114, "card edge", round_=3)
    text(parent, x + 5, HEADING + 12, sight.label("site", site["site"]), 10, bold=True, most=width - 10)
    made = group(parent, Shown(f"{at}/built", "built", built, sight.label("built", built)))
    foot, left = LISTS - 10, x + width / 2 - 26
    if built == "nothing":
        path(made, extent(SITE, left, foot), "rule")
    else:
        path(made, extent(NAVE, left, foot), "hue-0 fine")
        if built == "cathedral":
            path(made, extent(SPIRE, left + 34, foot), "hue-2 fine")
    if site["crews"]:
        crews = group(parent, Shown(f"{at}/crews", "thing", "crew", sight.member("site-crews", site["crews"])))
        for place in range(min(site["crews"], 2)):
            use(crews, CREW, x + width - 12 - 14 * place, foot - 7, 1.4)
