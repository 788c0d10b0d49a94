"""Where things lie on the two maps: at their printed places, or where these do not serve, in rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.kit.drawing.svg import Point
from domain.kit.facts import Json

Sizes: TypeAlias = Mapping[str, float]
"""How wide the plate of each place is."""
GAP = 1.5
"""What lies between two plates in a row, at the least."""


TOUCHING = 1.5
"""How much of each other two plates may cover, which are as wide as their names and a little more."""
TALLEST = 1.4
"""How high a map is, for its width, at the most."""


@dataclass(frozen=True, slots=True)
class Atlas:
    """The middle of each plate, and how high the map is with *above* and *below* the middles of the outermost."""

    points: Mapping[str, Point]
    height: float


@dataclass(frozen=True, slots=True)
class Paper:
    """What a map is drawn on: how wide it is, and the room that a place takes *above* and *below* its middle.

    *plate* is how high the plates are, which may not cover each other.
    """

    width: float
    above: float
    below: float
    plate: float
    margin: float = 3.0

    @property
    def step(self) -> float:
        """From one row to the next."""
        return self.above + self.below


def printed(at: Mapping[str, Json], sizes: Sizes, paper: Paper) -> Atlas | None:
    """The places as they are printed (in millimetres), as large as they fit; None where plates would overlap."""
    if not sizes or not all(isinstance(at.get(name), Sequence) and len(at[name]) == 2 for name in sizes):
        return None
    left = min(at[name][0] for name in sizes)
    top, bottom = min(at[name][1] for name in sizes), max(at[name][1] for name in sizes)
    scale = min(_scale(at, sizes, paper, left), TALLEST * paper.width / max(1.0, bottom - top))
    start = paper.margin + max(sizes[name] / 2 - (at[name][0] - left) * scale for name in sizes)
    points = {
        name: (
            round(start + (at[name][0] - left) * scale),
            round(paper.margin + paper.above + (at[name][1] - top) * scale),
        )
        for name in sizes
    }
    height = 2 * paper.margin + paper.step + (bottom - top) * scale
    return None if _crowded(points, sizes, paper) else Atlas(points, round(height, 1))


def _scale(at: Mapping[str, Json], sizes: Sizes, paper: Paper, left: float) -> float:
    """The largest scale at which every plate lies within the margins."""
    room = paper.width - 2 * paper.margin
    scale = room / max(1.0, max(at[name][0] for name in sizes) - left)
    for one in sizes:
        for other in sizes:
            apart = at[other][0] - at[one][0]
            if apart > 0:
                scale = min(scale, max(0.0, room - (sizes[one] + sizes[other]) / 2) / apart)
    return float(scale)


def _crowded(points: Mapping[str, Point], sizes: Sizes, paper: Paper) -> bool:
    names = sorted(points, key=lambda name: points[name][1])
    for number, one in enumerate(names):
        x, y = points[one]
        for other in names[number + 1 :]:
            if points[other][1] - y >= paper.plate:
                break
            if abs(points[other][0] - x) < (sizes[one] + sizes[other]) / 2 - TOUCHING:
                return True
    return False


def in_rows(rows: Sequence[Sequence[str]], sizes: Sizes, paper: Paper, between: float) -> Atlas:
    """Places in rows, each spread over the whole width, in as many rows more as they need."""
    points: dict[str, Point] = {}
    y = paper.margin + paper.above
    for row in rows:
        for part in _broken(row, sizes, paper.width - 2 * paper.margin):
            spare = paper.width - 2 * paper.margin - sum(sizes[name] for name in part)
            x = paper.margin
            for name in part:
                x += spare / len(part) / 2
                points[name] = (round(x + sizes[name] / 2), round(y))
                x += sizes[name] + spare / len(part) / 2
            y += paper.step + between
    return Atlas(points, round(y - between - paper.above + paper.margin, 1))


def _broken(row: Sequence[str], sizes: Sizes, width: float) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    taken = 0.0
    for name in row:
        if parts[-1] and taken + sizes[name] + GAP > width:
            parts.append([])
            taken = 0.0
        parts[-1].append(name)
        taken += sizes[name] + GAP
    return parts


def along(pairs: Sequence[tuple[str, str]], points: Mapping[str, Point]) -> str:
    """Roads as a path: on from where the last one ended as long as there is one."""
    left, drawn, here = list(pairs), "", ""
    while left:
        pair = next((pair for pair in left if here in pair), left[0])
        left.remove(pair)
        start, end = pair if here != pair[1] else pair[::-1]
        (x1, y1), (x2, y2) = points[start], points[end]
        drawn += " " if start == here else f"M{x1:g} {y1:g}l"
        drawn += f"{x2 - x1:g} {y2 - y1:g}"
        here = end
    return drawn.replace(" -", "-")


def layers(exits: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Places by the longest way to them, so that every road goes down; each near those that it comes from."""
    depth: dict[str, int] = {}
    before: dict[str, list[str]] = {name: [] for name in exits}
    for name, others in exits.items():
        for other in others:
            before[other].append(name)

    def deep(name: str) -> int:
        if name not in depth:
            depth[name] = 0  # (a way back, which the rules refuse, would go on for ever)
            depth[name] = max((deep(other) + 1 for other in before[name]), default=0)
        return depth[name]

    rows: list[list[str]] = [[] for _ in range(max(map(deep, exits), default=-1) + 1)]
    place: dict[str, float] = {}
    for name in exits:
        rows[depth[name]].append(name)
    for row in rows:
        row.sort(key=_near(before, place))
        place.update({name: (number + 0.5) / len(row) for number, name in enumerate(row)})
    return rows


def _near(before: Mapping[str, Sequence[str]], place: Mapping[str, float]) -> Callable[[str], float]:
    def middle(name: str) -> float:
        return sum(place[other] for other in before[name]) / len(before[name]) if before[name] else 0.5

    return middle
