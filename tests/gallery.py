"""The pictures in `docs/pictures`: boards at certain positions of random matches, for certain viewers.

`python -m tests.gallery` draws them anew; a test says when that is due.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from domain.kit.drawing.svg import Shape
from domain.kit.ruleset import rulesets
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer
from domain.kit.words.match import MatchWords
from domain.table.worded import words_for
from projections.said.pictures import Theme, picture, standalone
from projections.said.standing import standing
from tests.laws.test_laws import played_at_random

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ["Agatha", "Bruno", "Clara", "Dietmar", "Edda"]


class Position(NamedTuple):
    """A picture: of which match, how far into it (from 0 to 1), for whom, and how it is drawn."""

    game: str
    seats: int
    variant: str
    far: float
    viewer: Viewer
    shape: Shape
    language: str = "en"
    theme: Theme = "light"


POSITIONS: dict[str, Position] = {
    "mea-culpa-actions": Position("mea-culpa", 4, "plain", 0.55, PUBLIC, "wide"),
    "mea-culpa-own-screen": Position("mea-culpa", 3, "plain", 0.4, seat_viewer(1), "tall"),
    "mea-culpa-end": Position("mea-culpa", 4, "variants", 1.0, OFFICIAL, "wide", "de"),
    "mea-culpa-dark": Position("mea-culpa", 2, "plain", 0.7, seat_viewer(0), "wide", "en", "dark"),
    "seven-sins-beginning": Position("seven-sins", 3, "plain", 0.1, seat_viewer(0), "tall", "fr"),
    "seven-sins-middle": Position("seven-sins", 5, "plain", 0.5, PUBLIC, "wide"),
    "seven-sins-end": Position("seven-sins", 4, "variants", 1.0, PUBLIC, "wide", "de"),
    "thurn-and-taxis-middle": Position("thurn-and-taxis", 4, "plain", 0.6, seat_viewer(2), "wide"),
    "thurn-and-taxis-audience": Position("thurn-and-taxis", 3, "variants", 0.6, PUBLIC, "wide", "de"),
    "thurn-and-taxis-phone": Position("thurn-and-taxis", 2, "plain", 0.4, seat_viewer(1), "tall"),
    "thurn-and-taxis-dark": Position("thurn-and-taxis", 4, "variants", 1.0, OFFICIAL, "wide", "en", "dark"),
    "without-a-drawing": Position("kuhn-poker", 2, "plain", 0.6, seat_viewer(0), "tall"),
}


def drawn() -> Iterator[tuple[str, bytes]]:
    """Each picture with its name."""
    for name, at in POSITIONS.items():
        game = rulesets()[at.game]
        played = played_at_random(at.game, at.seats, at.variant, 1)
        version = round(played.table.version * at.far)
        words = MatchWords(words_for(game, [at.language]), game, played.table.rules, NAMES[: at.seats])
        seen = played.masked(at.viewer, version)
        view = json.loads(json.dumps({"board": game.view(seen), **standing(seen)}))
        yield name, standalone(picture(view, words, at.shape), at.theme)


def main() -> None:
    """Draw them anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, made in drawn():
        (FOLDER / f"{name}.svg").write_bytes(made + b"\n")


if __name__ == "__main__":
    main()
