"""The round: which phase it is, whose turn, what has been done and what is due; who plays which character."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from domain.games.mea_culpa.drawing.common import Sight
from domain.games.mea_culpa.drawing.signs import CHARACTERS, ROBES
from domain.games.mea_culpa.state import CREW
from domain.kit.drawing.layout import Block
from domain.kit.drawing.lettering import HEIGHT, LOOSE, fitted, lines, text, width_of
from domain.kit.drawing.marks import HEADING, box
from domain.kit.drawing.signs import HOURGLASS, TICK, sign
from domain.kit.drawing.svg import NOTHING, Shown, group, line, rect, use
from domain.kit.words.standing import awaited, status
from domain.kit.written.evidence import pointer

PHASES = ("prepare", "auction", "characters", "actions", "compare")
ENDED = ("finished", "abandoned")
LINE = 19.0
EDGE = 6.0


class Flow:
    """Marks put beside each other, and under each other where there is no room."""

    def __init__(self, sight: Sight, parent: Element, width: float) -> None:
        self.sight, self.parent, self.width = sight, parent, width
        self.x, self.y = EDGE, 14.0

    def break_(self) -> None:
        """Go on in a new line, if anything stands in this one."""
        if self.x > EDGE:
            self.x, self.y = EDGE, self.y + LINE

    def room(self, wanted: float) -> float:
        """Where something so wide begins."""
        if self.x > EDGE and self.x + wanted > self.width - EDGE:
            self.break_()
        x = self.x
        self.x += wanted
        return x

    def say(
        self, said: str, shown: Shown = NOTHING, *, size: float = 11, bold: bool = False, faint: bool = False
    ) -> None:
        """A text."""
        said = fitted(said, size, (self.width - 2 * EDGE) / LOOSE, bold=bold)
        wide = width_of(said, size, bold=bold) * LOOSE
        x = self.room(wide + 8)
        made = group(self.parent, shown) if shown != NOTHING else self.parent
        classes = "faint" if faint else ""
        text(made, x, self.y + size * HEIGHT / 2, said, size, bold=bold, classes=classes, most=wide)

    def chip(
        self, said: str, shown: Shown = NOTHING, *, classes: str = "card", drawn: str = "", size: float = 10
    ) -> None:
        """A text in a field, behind a sign if there is one."""
        said = fitted(said, size, (self.width - 2 * EDGE - 24) / LOOSE)
        before = 14 if drawn else 5
        inner = width_of(said, size) * LOOSE
        wide = inner + before + 5
        x = self.room(wide + 4)
        made = group(self.parent, shown) if shown != NOTHING else self.parent
        rect(made, x, self.y - 7.5, wide, 15, f"{classes} edge", round_=4)
        if drawn:
            sign(made, drawn, x + 8, self.y, 8, "strong" if drawn == TICK else "fine")
        text(
            made,
            x + before,
            self.y + size * HEIGHT / 2,
            said,
            size,
            classes="on-badge" if classes == "badge" else "",
            most=inner,
        )

    def mark(self, at: str | None, seat: int) -> None:
        """The mark of a seat."""
        self.sight.seat(self.parent, at, seat, self.room(18) + 8, self.y)


def play(sight: Sight) -> Block:
    """What is going on."""
    board = sight.board

    def draw(parent: Element, width: float) -> float:
        ground = rect(parent, 0, 0, width, 0, "box", round_=4)
        flow = Flow(sight, parent, width)
        if board["round"]:
            said = f"{sight.title('round')} {board['round']}"
            flow.say(said, Shown("/round"), size=14, bold=True)
        if sight.status in ENDED:
            flow.chip(status(sight.words.words, sight.status), classes="badge")
        else:
            _phases(flow, board["phase"])
        if width < 600:
            flow.break_()
        _turn(flow, board)
        if flow.x > EDGE and width < 600:
            flow.break_()
        _due(flow, board)
        for name, missing in board["owed"].items():
            step = sight.label("step", name)
            said = step if missing == 1 else f"{step}: {missing}"
            title = sight.member("owed", said)
            flow.chip(said, Shown(pointer("owed", name), "step", name, title), classes="hue-2 turn")
        height = flow.y + (10 if flow.x > EDGE else 10 - LINE)
        ground.set("height", f"{height:g}")
        return height

    return draw


def _phases(flow: Flow, now: str) -> None:
    for phase in PHASES if now in PHASES else (now,):
        label = flow.sight.label("phase", phase)
        if phase == now:
            flow.chip(label, Shown("/phase", "phase", phase, flow.sight.member("phase", label)), classes="badge")
        else:
            flow.say(label, size=10, faint=True)


def _turn(flow: Flow, board: Mapping[str, Any]) -> None:
    sight, turn = flow.sight, board["turn"]
    if turn is None:
        return
    label = sight.label("character", turn)
    seat = board["characters"][turn]
    if seat is not None:
        flow.mark(f"/characters/{turn}", seat)
        flow.say(fitted(sight.words.seat(seat), 13, 200, bold=True), size=13, bold=True)
    flow.chip(
        label,
        Shown("/turn", "character", turn, sight.member("turn", label)),
        classes=ROBES[turn],
        drawn=CHARACTERS[turn],
    )
    for place, action in enumerate(board["actions"]):
        label = sight.label("action", action)
        shown = Shown(f"/actions/{place}", "action", action, sight.member("actions", label))
        flow.chip(label, shown, drawn=TICK)


def _due(flow: Flow, board: Mapping[str, Any]) -> None:
    """Who is waited for, and what for."""
    sight = flow.sight
    seats = [who["seat"] for who in sight.awaiting if isinstance(who, Mapping) and "seat" in who]
    others = [who for who in sight.awaiting if not (isinstance(who, Mapping) and "seat" in who)]
    steps = board["steps"]
    if not (seats or others):
        return
    x = flow.room(13)
    sign(flow.parent, HOURGLASS, x + 5, flow.y, 11, "card fine")
    for seat in seats:
        flow.mark(None, seat)
    for who in others:
        flow.say(awaited(sight.words, [who]) if isinstance(who, Mapping) else sight.words.actor(who), bold=True)
    if steps:
        label = sight.label("due", steps[0]["step"])
        flow.say(label, Shown("/steps/0", "due", steps[0]["step"], sight.member("steps", label)))
        if card := steps[0].get("card"):
            flow.say(sight.label("card", card), Shown("/steps/0/card", "card", card), bold=True)


def characters(sight: Sight) -> Block:
    """The characters, in the order of their turns, with who plays them; in which order is chosen."""
    board = sight.board

    def draw(parent: Element, width: float) -> float:
        height = HEADING + 60
        box(parent, 0, 0, width, height, sight.title("characters"))
        if board["phase"] == "characters":
            _order(sight, parent, width)
        each = (width - 12 - 3 * 5) // 4
        for place, (name, seat) in enumerate(board["characters"].items()):
            _character(sight, parent, name, seat, 6 + place * (each + 5), each, place + 1)
        return height

    return draw


def _order(sight: Sight, parent: Element, width: float) -> None:
    """The order in which characters are chosen; struck out are those who have chosen."""
    order: list[int] = sight.board["order"]
    said, right = sight.title("order"), width - 24 - (len(order) - 1) * 17
    text(parent, right, 12.5, said, 10, anchor="end", classes="faint", most=right - 100)
    chosen = sum(seat is not None for seat in sight.board["characters"].values())
    for place, seat in enumerate(order):
        x = width - 14 - (len(order) - 1 - place) * 17
        sight.seat(parent, f"/order/{place}", seat, x, 10, 7)
        if place < chosen:
            line(parent, (x - 7, 16), (x + 7, 4), "strong")


def _character(
    sight: Sight, parent: Element, name: str, seat: int | None, x: float, width: float, number: int
) -> None:
    board, label, y = sight.board, sight.label("character", name), HEADING
    played = label if seat is None else f"{label}: {sight.name(seat)}"
    made = group(parent, Shown(f"/characters/{name}", "character", name, played))
    classes = ROBES[name] if seat is not None or board["phase"] == "characters" else "card"
    rect(made, x, y, width, 54, f"{classes} {'turn' if board['turn'] == name else 'edge'}", round_=4)
    text(made, x + 5, y + 12.5, str(number), 10, bold=True)
    use(made, name, x + width / 2, y + 10, 1.4)
    said = lines(label, 10, width - 8, 1)
    text(made, x + width / 2, y + 29, said[0], 10, anchor="middle", bold=True, most=width - 8)
    if seat is not None:
        sight.seat(made, None, seat, x + 12, y + 43)
        text(made, x + 22, y + 46.5, sight.words.seat(seat), 10, most=width - 25)
    else:
        rect(made, x + 4, y + 35.5, width - 8, 15, "empty", round_=4)
    if name == "emperor" and board["emperor_crew"]:
        crew = group(
            made, Shown("/emperor_crew", "thing", "crew", sight.member("emperor-crew", board["emperor_crew"]))
        )
        use(crew, CREW, x + width - 10, y + 9, 1.2)
