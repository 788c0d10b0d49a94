"""What lies before a seat: carriages, bonus tiles, the route in its order, the hand as it is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from domain.games.thurn_and_taxis.drawing import signs
from domain.games.thurn_and_taxis.drawing.stock import PATCH, SIGNS, provinces_of
from domain.games.thurn_and_taxis.drawing.table import LOOSE, OFFICE, PLATE, STACK, Table, untold
from domain.games.thurn_and_taxis.state import GAME_END, OFFICES, ROUTE
from domain.kit.drawing.ending import cup
from domain.kit.drawing.lettering import WHOLE, fitted, short, text, width_of
from domain.kit.drawing.marks import seat_mark
from domain.kit.drawing.svg import Grounds, Shown, group, number, path, rect, show, use
from domain.kit.facts import Json

ROW = 18
FIRST = 40
"""Where rows of plates begin, at the least."""
MANY = "card edge"
"""The ground of a tile for many provinces, which are shown by a patch of each one's colour."""
TITLE = 92.0
"""How wide the title of a row is, at the most."""


def block(table: Table, seat: int) -> Callable[[Element, float], float]:
    """The part of the picture for a seat."""

    def draw(parent: Element, width: float) -> float:
        return _Seat(table, seat, parent, width).draw()

    return draw


class _Seat:
    """One seat's part, drawn row by row; each gives where the next one begins."""

    def __init__(self, table: Table, seat: int, parent: Element, width: float) -> None:
        self.table, self.seat, self.parent, self.width = table, seat, parent, width
        self.at = f"/seats/{seat}"
        self.mine: Mapping[str, Json] = table.board["seats"][seat]

    def draw(self) -> float:
        on_turn = self.table.board["turn"] == self.seat
        self.parent.set("font-size", number(self.table.size))
        ground = rect(self.parent, 0, 0, self.width, 0, "box turn" if on_turn else "box", round_=4)
        self._head(on_turn)
        y = self._carriages(26)
        y = self._bonuses(y)
        y = self._honours(y)
        y = self._route(y)
        y = self._hand(y) + 2
        ground.set("height", str(y))
        return y

    def _head(self, on_turn: bool) -> None:
        """Who it is, and what is counted."""
        table, name = self.table, self.table.words.seat(self.seat)
        seat_mark(
            self.parent, 15, 13, 8.5, self.seat, Shown(self.at, "seat", self.seat, short(name, WHOLE, WHOLE))
        )
        x = 28.0
        if on_turn:
            shown = Shown("/turn", "seat", self.seat, table.title("turn"))
            show(path(self.parent, signs.arrow(x + 4, 12.5), "alarm"), shown)
            x += 12
        room = self.width * (0.4 if self.mine["score"] is None else 0.3)
        text(self.parent, x, 17, name, 12, bold=True, most=room)
        x += min(room, width_of(name, 12, bold=True)) + 10
        if self.seat in table.winners:
            cup(self.parent, x + 3, 12.5)
            x += 18
        drawn = {"first": signs.pawn(x, 12), "ender": signs.flag(x + 14, 12)}
        for member, sign in drawn.items():
            if table.board[member] == self.seat:
                made = path(self.parent, sign, "alarm" if member == "ender" else "solid")
                show(made, Shown(f"/{member}", "seat", self.seat, table.title(member)))
        right = self.width - 8
        if self.mine["score"] is not None:
            said = f"{table.title('seat-score', 'score')} {self.mine['score']}"
            made = group(self.parent, Shown(f"{self.at}/score"))
            text(made, right, 18, said, 14, anchor="end", bold=True)
            right -= width_of(said, 14, bold=True) + 12
        self._counts(right)

    def _counts(self, right: float) -> None:
        """Houses that are left, and cards in hand."""
        table, left, count = self.table, self.mine["houses_left"], self.mine["hand"].get("count")
        title = table.title("seat-houses-left", "houses_left")
        made = group(self.parent, Shown(f"{self.at}/houses_left", title=f"{title}: {left}"))
        text(made, right, 17, str(left), 12, anchor="end", bold=True)
        signs.house(made, right - 26, 18, self.seat)
        said = "?" if count is None else str(count)
        right -= 48
        made = group(self.parent, Shown(f"{self.at}/hand", title=f"{table.title('seat-hand', 'hand')}: {said}"))
        text(made, right, 17, said, 12, anchor="end", bold=True)
        path(made, signs.cards(right - 24, 12.5), "back edge")

    def _carriages(self, y: int) -> int:
        """The carriages that were won, and dashed the next one."""
        carriages = self.table.printed["carriages"]
        owned = len(self.mine["carriages"])
        row = group(self.parent, Shown(title=self.table.title("seat-carriages", "carriages")))
        x, places = 6, list[tuple[int, int]]()
        for _ in carriages[: owned + 1]:
            if x + 24 > self.width - 4:
                x, y = 6, y + ROW + 2
            places.append((x + 10, y + 9))
            x += 25
        if owned:
            won = group(row, classes="badge")
            for place in places[:owned]:
                signs.coach(won, *place)
        for place in places[owned:]:
            signs.coach(group(row, classes="empty"), *place)
        for index, (left, middle) in enumerate(places):
            classes, said = "on-badge bold" if index < owned else "faint", str(carriages[index]["value"])
            made = self.table.line(row, left, middle + 2, said, classes, middle=True)
            if index < owned:
                made.set("data-at", f"{self.at}/carriages/{index}")
        self.right = x + 4
        return y

    def _bonuses(self, y: int) -> int:
        """Bonus tiles, behind the carriages: what for, and how many points."""
        x, grounds = self.right, Grounds(self.parent)
        for index, tile in enumerate(self.mine["bonuses"]):
            said, classes, inked = self._tile(tile["stack"], tile["points"])
            many = len(provinces_of(self.table, tile["stack"])) if classes == MANY else 0
            before = PATCH * -(-many // 2) + 2 if many else 0
            wide = max(24, self.table.width(said) + 9 + before)
            if x + wide > self.width - 6:
                x, y = 6, y + ROW
            label = f"{self.table.words.label(STACK, tile['stack'])}: {tile['points']}"
            grounds.add(signs.plate(x, y, wide, 15), classes)
            made = group(self.parent) if many else self.parent
            if many:
                use(made, tile["stack"], x + 4, y + 2)
            line = self.table.line(made, x + 4 + before, y + 11, said, inked)
            made = made if many else line
            show(made, Shown(f"{self.at}/bonuses/{index}", STACK, tile["stack"], label))
            x += wide + 3
        return y + ROW + 1

    def _tile(self, stack: str, points: int) -> tuple[str, str, str]:
        """What stands on a bonus tile, and the classes of its ground and of that."""
        provinces = provinces_of(self.table, stack)
        if stack == GAME_END or not provinces:
            length = stack.removeprefix(ROUTE) if stack.startswith(ROUTE) else ""
            return f"{length} +{points}".strip(), "badge", "on-badge"
        if len(provinces) > SIGNS:
            return f"+{points}", MANY, ""
        letters = " ".join(self.table.letters[province] for province in provinces)
        return f"{letters} +{points}", f"deep-{self.table.hues[provinces[0]]}", "on-deep"

    def _honours(self, y: int) -> int:
        """Office tiles and chips."""
        table, honours = self.table, self.table.board["offices"]
        if honours is None:
            return y
        row = group(self.parent, Shown(title=table.title("offices-tiles", "tiles")))
        held = {kind: count for kind in OFFICES if (count := honours["tiles"][self.seat][kind])}
        if held:
            path(row, "".join(signs.office(kind, 15 + 36 * n, y + 8) for n, kind in enumerate(held)), "pen")
        for place, (kind, count) in enumerate(held.items()):
            made = table.line(row, 27 + 36 * place, y + 12, str(count), "bold")
            show(made, Shown(f"/offices/tiles/{self.seat}/{kind}", OFFICE, kind))
        said = f"{table.title('offices-chips', 'chips')} {honours['chips'][self.seat]}"
        x = 8 + 36 * len(held)
        made = table.line(self.parent, x, y + 12, fitted(said, table.size, self.width - x - 12))
        show(made, Shown(f"/offices/chips/{self.seat}"))
        return y + ROW

    def _label(self, y: int, said: str) -> int:
        """What a row shows; where the row begins."""
        said = fitted(said, self.table.size, TITLE)
        self.table.line(self.parent, 6, y + 12, said, "faint")
        return max(FIRST, self.table.width(said) + 12)

    def _route(self, y: int) -> int:
        """The route in its order, under the line by which the map shows it."""
        table = self.table
        start = x = self._label(y, table.title("seat-route", "route"))
        if self.mine["route"]:
            path(self.parent, f"M6 {y + 16}h{start - 12}", f"way seat-{self.seat}")
        chevrons, grounds = "", Grounds(self.parent)
        for index, city in enumerate(self.mine["route"]):
            if x + table.card_width(city) > self.width - 6 and x > start:
                x, y = start, y + PLATE + 3
            chevrons += signs.chevron(x - 3, y + 8) if index else ""
            x += table.card(self.parent, grounds, x, y + 2, city, f"{self.at}/route/{index}") + 6
        if chevrons:
            path(self.parent, chevrons, "pen")
        return y + ROW

    def _hand(self, y: int) -> int:
        """The cards in hand, as far as they are known; after the game, those that were shown."""
        member = "shown" if self.mine["shown"].get("count") else "hand"
        place = self.mine[member]
        known, hidden = place.get("things", {}), untold(place)
        if not known and not hidden:
            return y
        start = self._label(y, self.table.title(f"seat-{member}", member))
        if self._several_known():
            return self._listed(start, y, f"{self.at}/{member}", known, hidden)
        return self._laid(start, y, f"{self.at}/{member}", known, hidden)

    def _several_known(self) -> bool:
        """Whether more hands than one are known, so that cards are only listed."""
        seats = self.table.board["seats"]
        return sum(bool(seat["hand"].get("things") or seat["shown"].get("things")) for seat in seats) > 1

    def _laid(self, start: int, y: int, at: str, known: Mapping[str, int], hidden: int) -> int:
        table, x, grounds = self.table, start, Grounds(self.parent)
        for city, count in known.items():
            for _ in range(count):
                if x + table.card_width(city) > self.width - 6 and x > start:
                    x, y = start, y + PLATE + 3
                x += table.card(self.parent, grounds, x, y + 2, city, f"{at}/things/{city}") + 4
        backs = min(hidden, max(1, int((self.width - 6 - x) // 12)))
        if backs > 0:
            drawn = "".join(signs.plate(x + 12 * index, y + 2, 9, PLATE) for index in range(backs))
            show(path(self.parent, drawn, "back edge"), Shown(at))
        return y + ROW

    def _listed(self, start: int, y: int, at: str, known: Mapping[str, int], hidden: int) -> int:
        """Cards in words, in as many lines as they need."""
        table = self.table
        names = [
            table.city(city) if count == 1 else f"{count} {table.city(city)}" for city, count in known.items()
        ]
        if hidden:
            names.append(f"{hidden} ?")
        row, most, line = group(self.parent, Shown(at)), (self.width - start - 6) / LOOSE, ""
        for name in names:
            longer = f"{line}, {name}" if line else name
            if line and width_of(f"{longer},", table.size) > most:
                table.line(row, start, y + 12, f"{line},")
                longer, y = name, y + PLATE
            line = longer
        table.line(row, start, y + 12, fitted(line, table.size, most))
        return y + ROW
