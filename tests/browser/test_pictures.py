"""Pictures of boards in a real browser: no text lies on another one, and nothing outside the picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from domain.kit.drawing.svg import WIDTHS
from domain.kit.ruleset import rulesets
from domain.kit.words.match import MatchWords
from domain.table.worded import words_for
from projections.said.pictures import picture, standalone
from projections.said.standing import standing
from tests.browser.driving import Browser
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK
from tests.laws.test_laws import played_at_random

pytestmark = [pytest.mark.long, pytest.mark.grows]

POSITIONS = 200 if SOAK else 8
"""Of each game."""
NAMES = ["Ada", "Benjamin the Long-Named of Nuremberg", "Łucja", "日本", "E"]


def positions(name: str) -> Iterator[tuple[str, str, bytes]]:
    """Pictures at random positions: where it is, the shape, and the picture as it is served."""
    game, rng = rulesets()[name], Random(f"pictures {name}")
    per_match = 4
    for number in range(POSITIONS // per_match):
        seats = rng.randint(*game.seats)
        variant = rng.choice(["plain", "variants"])
        played = played_at_random(name, seats, variant, number)
        for place in range(per_match):
            # The end is the fullest; of the rest anything.
            version = len(played.versions) - 1 if place == 0 else rng.choice(played.versions)
            viewer = rng.choice(played.table.viewers)
            shape = rng.choice(["tall", "wide"])
            language = rng.choice(["en", "de"])
            words = MatchWords(words_for(game, [language]), game, played.table.rules, NAMES[:seats])
            seen = played.masked(viewer, version)
            view = json.loads(json.dumps({"board": game.view(seen), **standing(seen)}))
            drawn = standalone(picture(view, words, shape), rng.choice(["light", "dark"]))
            yield f"{seats} seats, {variant}, match {number}, at {version} as {viewer}, {language}", shape, drawn


@pytest.mark.parametrize("name", list(OPENABLE))
def test_no_text_lies_on_another_and_nothing_outside(browser: Browser, name: str, tmp_path: Path) -> None:
    asked, where = [], {}
    for number, (place, shape, drawn) in enumerate(positions(name)):
        file = tmp_path / f"{number}.svg"
        file.write_bytes(drawn)
        where[str(file)] = place
        asked.append({"width": WIDTHS[shape], "file": str(file)})
    answers = browser.run("pictures", pictures=asked)
    assert len(answers) == POSITIONS
    wrong = {where[answer["file"]]: answer["wrong"] for answer in answers if answer["wrong"]}
    assert not wrong


def test_what_overlaps_or_lies_outside_is_noticed(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "bad.svg"
    texts = '<text x="5" y="20" font-size="10">One</text><text x="8" y="22" font-size="10">Two</text>'
    outside = '<text x="350" y="50" font-size="10">Outside</text><text x="5" y="80" font-size="5">small</text>'
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 100">{texts}{outside}</svg>')
    (answer,) = browser.run("pictures", pictures=[{"width": 360, "file": str(file)}])
    assert [one.partition(":")[0] for one in answer["wrong"]] == ["overlap", "outside", "too small"]
