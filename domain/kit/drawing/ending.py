"""That a match is over, and who has won, above a board; or that it does not go on, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from domain.kit.drawing.layout import Block
from domain.kit.drawing.lettering import LOOSE, lines, short, text, width_of
from domain.kit.drawing.marks import seat_mark
from domain.kit.drawing.signs import CUP, sign
from domain.kit.drawing.svg import Shown, rect
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords
from domain.kit.words.standing import decided_by, standing

SIZE, REASON, ROW = 13.0, 11.0, 19.0
LEAST = 150.0
"""How much width what somebody has in the end gets, at the least."""


def outcome_of(view: Json) -> Mapping[str, Json]:
    """How the match ended, as far as its viewer is told; empty while it goes on."""
    return view.get("outcome") or {}


def winners(view: Json) -> Sequence[int]:
    """The seats that have won."""
    return tuple(outcome_of(view).get("winners", ()))


def cup(parent: Element, x: float, y: float, size: float = 14) -> None:
    """The sign of who has won, around a point."""
    sign(parent, CUP, x, y, size, "hue-2 fine")


def ending(
    view: Json, words: MatchWords, results: Mapping[int, str] | None = None, *, going_on: bool = False
) -> Block:
    """How the match stands, where it is over, stopped or stuck; while it is *going_on* only if that is wanted.

    *results* says what each seat has in the end. The picture needs the shapes of seats' marks.
    """

    def draw(parent: Element, width: float) -> float:
        if view.get("status", "playing") == "playing" and not (going_on and "status" in view):
            return 0
        ground = rect(parent, 0, 0, width, 0, "box turn", round_=4)
        x = 8.0
        if won := winners(view):
            cup(parent, x + 7, 14, 16)
            x += 22
        y, room = 18.0, width - x - 8
        for said in lines(standing(words, view, why=False), SIZE, room, 2, bold=True):
            text(parent, x, y, said, SIZE, bold=True, most=room)
            y += SIZE + 3
        if by := decided_by(words, outcome_of(view)):
            text(parent, x, y - 1, by, REASON, most=room)
            y += REASON + 4
        y -= SIZE - 5
        if won and results:
            y = _results(words, parent, width, y, [(seat, results[seat]) for seat in _order(view, results)])
        ground.set("height", f"{y + 2:g}")
        return y + 2

    return draw


def _order(view: Json, results: Mapping[int, str]) -> list[int]:
    """Who comes first: by the ranking; where there is none, who has won, then by the scores towards theirs."""
    outcome, won = outcome_of(view), winners(view)
    if ranking := outcome.get("ranking"):
        return list(ranking)
    scores: Sequence[int] = outcome.get("scores", [0] * len(results))
    return sorted(results, key=lambda seat: (seat not in won, abs(scores[seat] - scores[won[0]]), seat))


def _results(
    words: MatchWords, parent: Element, width: float, y: float, results: Sequence[tuple[int, str]]
) -> float:
    """What each has, in columns of the same width."""
    in_row = max(1, min(len(results), int((width - 12) // LEAST)))
    each = (width - 12) / in_row
    for place, (seat, said) in enumerate(results):
        x, down = 6 + place % in_row * each, y + place // in_row * ROW
        name = words.seat(seat)
        seat_mark(parent, x + 9, down + 8, 7, seat, Shown(None, "seat", seat, short(name)))
        room = each - 24 - width_of(said, 11, bold=True) - 16
        text(parent, x + 20, down + 12, name, 11, most=room)
        end = x + 20 + min(room, width_of(name, 11) * LOOSE) + 8
        text(parent, end, down + 12, said, 11, bold=True)
    return y + -(-len(results) // in_row) * ROW
