"""The table of 7 – The Sins, drawn: the centre with the pile, the Abyss, and what lies before each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from domain.games.seven_sins.state import JUDGEMENT, PENITENCE, printed_backs
from domain.kit.drawing.ending import cup, ending, winners
from domain.kit.drawing.layout import Block, Column, picture
from domain.kit.drawing.lettering import LOOSE, WHOLE, short, text, width_of
from domain.kit.drawing.marks import HEADING, box, card, pile, seat_mark, seat_shapes
from domain.kit.drawing.svg import Shape, Shown, circle, group, line, rect
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords

CARD_HEIGHT = 62.0
HUES = 7
"""How many colours there are for sins; with more on the board they come again."""
STONE = 6.0
CHIP = 17.0
"""How much height a row takes of what a viewer knows to lie face down."""


def drawing(view: Json, words: MatchWords, shape: Shape) -> Element:
    """The board of a view, as its viewer may see it."""
    board = view["board"]
    table = _Table(view, words)
    common = [table.centre(), table.piles(), table.abyss()]
    seats = [table.seat(seat) for seat in range(words.rules.seats)]
    scores = {seat: str(mine["score"]) for seat, mine in enumerate(board["seats"])}
    above = [ending(view, words, scores)]
    title, shapes = words.words.text("game"), seat_shapes(words.rules.seats)
    if shape == "tall":
        return picture(shape, title, [Column([*common, *seats])], above, shapes=shapes)
    half = (len(seats) + 1) // 2
    columns = [Column(common, 1.1), Column(seats[:half]), Column(seats[half:])]
    return picture(shape, title, columns, above, shapes=shapes)


class _Table:
    """What the blocks are drawn from."""

    def __init__(self, view: Json, words: MatchWords) -> None:
        self.board: Mapping[str, Json] = view["board"]
        self.winners = winners(view)
        self.words = words
        sins: list[str] = words.rules.board["sins"]
        self.hues = {sin: f"hue-{number % HUES}" for number, sin in enumerate(sins)}

    def _card(self, parent: Element, at: str, kind: str, x: float, y: float, width: float, **more: Any) -> None:
        """A card face up."""
        label = self.words.label("card", kind)
        shown = Shown(f"{at}/things/{kind}", "card", kind, label)
        card(parent, x, y, width, CARD_HEIGHT, label, classes=self.hue(kind), shown=shown, **more)

    def hue(self, kind: str) -> str:
        """The class of a card."""
        return "back" if kind == JUDGEMENT else self.hues.get(kind, "card")

    def centre(self) -> Block:
        def draw(parent: Element, width: float) -> float:
            place = self.board["centre"]
            height = HEADING + CARD_HEIGHT + 10
            box(parent, 0, 0, width, height, self._title("view-centre"))
            things: Mapping[str, int] = place.get("things", {})
            cards = [kind for kind, number in things.items() for _ in range(number)]
            cards += [""] * (place.get("count", 0) - len(cards))
            number_of = max(len(cards), self.words.rules.board["centre"])
            each = (width - 12 - 4 * (number_of - 1)) / number_of
            for number in range(len(cards), number_of):
                rect(parent, 6 + number * (each + 4), HEADING + 4, each, CARD_HEIGHT, "empty", round_=3)
            for number, kind in enumerate(cards):
                x = 6 + number * (each + 4)
                if kind:
                    self._card(parent, "/centre", kind, x, HEADING + 4, each)
                else:
                    unknown = Shown("/centre", title=self.words.words.text("unknown"))
                    card(parent, x, HEADING + 4, each, CARD_HEIGHT, "?", shown=unknown)
            return height

        return draw

    def piles(self) -> Block:
        def draw(parent: Element, width: float) -> float:
            backs = printed_backs(self.words.rules.board)
            if self.words.rules.options["penitence"]:
                backs = [*backs, PENITENCE]
            inside = [_Chips(self, f"/pile/{back}", self.board["pile"][back], width - 12, back) for back in backs]
            height = HEADING + CARD_HEIGHT + 10
            box(parent, 0, 0, width, height + sum(one.height for one in inside), self._title("view-pile"))
            for one in inside:
                one.draw(parent, 6, height - 3)
                height += one.height
            if sins := self.board["sins"]:
                title = self._title("view-sins")
                made = group(parent, Shown("/sins", title=title))
                said = f"{title}: {self.words.listed([self.words.label('sin', sin) for sin in sins])}"
                text(made, width - 8, 12.5, said, 10, anchor="end", classes="faint", most=width * 0.85)
            each = min(80.0, (width - 12 - 6 * (len(backs) - 1)) / len(backs))
            for number, back in enumerate(backs):
                label = self.words.label("back", back)
                count = self.board["pile"][back].get("count")
                shown = Shown(f"/pile/{back}/count", "back", back, self._counted(label, self.board["pile"][back]))
                pile(parent, 6 + number * (each + 6), HEADING + 4, each, CARD_HEIGHT, label, count, shown=shown)
            return height

        return draw

    def abyss(self) -> Block:
        def draw(parent: Element, width: float) -> float:
            closed, opened = self.board["abyss"], self.board["abyss_opened"]
            height = HEADING + CARD_HEIGHT + 10
            inside = _Chips(self, "/abyss", closed, width - 12)
            box(parent, 0, 0, width, height + inside.height, self._title("view-abyss"))
            inside.draw(parent, 6, height - 3)
            stones, title = self.board["stones"], self._title("view-stones")
            if opened.get("count"):
                self._open(parent, "/abyss_opened", opened, 6, HEADING + 4, width - 12)
                left = 16 + width_of(self._title("view-abyss"), 11, bold=True) * LOOSE
                made = group(parent, Shown("/stones", "thing", "stone", f"{title}: {stones}"))
                said = self.words.number_of(stones, "thing", "stone")
                text(made, left, 12.5, said, 10, classes="faint", most=width / 4)
            else:
                count = closed.get("count")
                shown = Shown("/abyss/count", "place", "abyss", self._counted(self._title("view-abyss"), closed))
                pile(parent, 6, HEADING + 4, 62, CARD_HEIGHT, self._title("view-abyss"), count, shown=shown)
                self._stones(parent, width - 100, HEADING + 16, stones, "/stones", title)
            if self.board["abyss_points"] is not None:
                wins = group(parent, Shown("/wins", "win", self.board["wins"]))
                said = self.words.label("win", self.board["wins"])
                text(wins, width - 8, 13, said, 10, anchor="end", most=width * 0.6)
                right = width - 16 - width_of(said, 10) * LOOSE
                points = group(parent, Shown("/abyss_points", title=self._title("view-abyss-points")))
                text(points, right, 14, str(self.board["abyss_points"]), 15, anchor="end", bold=True)
            return height + inside.height

        return draw

    def seat(self, seat: int) -> Block:
        mine, at = self.board["seats"][seat], f"/seats/{seat}"
        name = self.words.seat(seat)

        def draw(parent: Element, width: float) -> float:
            height = HEADING + CARD_HEIGHT + 16
            on_turn = self.board["turn"] == seat
            inside = _Chips(self, f"{at}/reserve", mine["reserve"], width - 12)
            box(parent, 0, 0, width, height + inside.height, "", classes="box turn" if on_turn else "box")
            inside.draw(parent, 6, height - 3)
            seat_mark(parent, 14, 13, 8, seat, Shown(at, "seat", seat, short(name, WHOLE, WHOLE)))
            text(parent, 27, 17, name, 12, bold=True, most=width * 0.5)
            if seat in self.winners:
                cup(parent, 27 + min(width * 0.5, width_of(name, 12, bold=True)) + 14, 13, 16)
            if on_turn:
                turn = group(parent, Shown("/turn", "seat", seat, self._title("view-turn")))
                line(turn, (27, 20.5), (27 + width * 0.2, 20.5), "mark")
            for member in ("first", "last_of_round") if mine["score"] is None else ():
                if self.board[member] == seat:
                    made = group(parent, Shown(f"/{member}", "seat", seat))
                    said = self._title(f"view-{member.replace('_', '-')}")
                    y = 16 if member == "first" else 29
                    text(made, width - 8, y, said, 10, anchor="end", classes="faint", most=width * 0.3)
            if mine["score"] is not None:
                score = group(
                    parent, Shown(f"{at}/score", title=f"{self._title('view-seat-score')}: {mine['score']}")
                )
                text(score, width - 8, 18, str(mine["score"]), 15, anchor="end", bold=True)
            if mine["opened"].get("count"):
                self._open(parent, f"{at}/opened", mine["opened"], 6, 26, width - 12, mine["stones_on"] or ())
            else:
                count = mine["reserve"].get("count")
                said = self._title("view-seat-reserve")
                title = self._counted(said, mine["reserve"])
                shown = Shown(f"{at}/reserve/count", "place", f"reserve:{seat}", title)
                pile(parent, 6, 26, 62, CARD_HEIGHT, said, count, shown=shown)
                stones = f"{at}/stones"
                self._stones(parent, 84, 40, mine["stones"], stones, self._title("view-seat-stones"))
            return height + inside.height

        return draw

    def _open(
        self,
        parent: Element,
        at: str,
        place: Mapping[str, Json],
        x: float,
        y: float,
        width: float,
        stones_on: Any = (),
    ) -> None:
        """What lies open, by sin, with the points of each; a stone lies on its card."""
        things: Mapping[str, int] = place.get("things", {})
        each = min(62.0, (width - 4 * max(len(things) - 1, 0)) / max(len(things), 1))
        points: list[int] = self.words.rules.board["points"]
        for number, (kind, count) in enumerate(things.items()):
            left = x + number * (each + 4)
            self._card(parent, at, kind, left, y, each, size=9)
            counted = count + (kind in stones_on)
            worth = points[min(counted, len(points) - 1)]
            text(parent, left + 4, y + 11, str(count), 10, bold=True)
            text(parent, left + each - 4, y + CARD_HEIGHT - 5, str(worth), 9.5, anchor="end")
            if kind in stones_on:
                stone = group(parent, Shown(f"{at.rpartition('/')[0]}/stones_on", "sin", kind))
                circle(stone, left + each - 9, y + 9, STONE - 1, "card strong")
        if unknown := place.get("count", 0) - sum(things.values()):
            text(parent, x + len(things) * (each + 4), y + 20, f"+ {unknown} ?", 10)

    def _stones(self, parent: Element, x: float, y: float, count: int, at: str, title: str) -> None:
        made = group(parent, Shown(at, "thing", "stone", f"{title}: {count}"))
        for number in range(min(count, 10)):
            circle(made, x + 7 + number % 5 * 14, y + number // 5 * 14, STONE, "card strong")
        text(made, x, y + 32, self.words.number_of(count, "thing", "stone"), 9.5, classes="faint", most=90)

    def _counted(self, title: str, place: Mapping[str, Json]) -> str:
        """What a pile is called, how many cards lie in it, and which of them the viewer knows."""
        count, things = place.get("count", "?"), place.get("things", {})
        known = f" ({self.words.tallied('card', things)})" if things else ""
        return f"{title}: {count}{known}"

    def _title(self, message: str) -> str:
        return self.words.words.text(message)


class _Chips:
    """What a viewer knows to lie face down: a chip for each kind of card, in as many rows as they need.

    *before* is written before them, which is the back of a pile.
    """

    def __init__(
        self, table: _Table, at: str, place: Mapping[str, Json], width: float, before: str | None = None
    ) -> None:
        self._table, self._at = table, at
        self._before = "" if before is None else f"{table.words.label('back', before)}:"
        self._chips: list[tuple[float, float, float, str, str]] = []
        things: Mapping[str, int] = place.get("things", {})
        start = x = width_of(self._before, 10, bold=True) + 6 if self._before else 0.0
        y = 0.0
        for kind, number in things.items():
            said = table.words.number_of(number, "card", kind)
            wide = width_of(said, 10) * LOOSE + 8
            if x + wide > width and x > start:
                x, y = start, y + CHIP
            self._chips.append((x, y, wide, kind, said))
            x += wide + 3
        self.height = y + CHIP + 2 if self._chips else 0.0

    def draw(self, parent: Element, left: float, top: float) -> None:
        """Draw them from a point on."""
        if self._chips and self._before:
            text(parent, left, top + 11, self._before, 10, bold=True)
        for x, y, wide, kind, said in self._chips:
            made = group(parent, Shown(f"{self._at}/things/{kind}", "card", kind, said))
            hue = self._table.hue(kind)
            rect(made, left + x, top + y, wide, CHIP - 2, f"{hue} edge", round_=3)
            text(made, left + x + 4, top + y + 11, said, 10, classes=f"on-{hue}", most=wide - 7)
