"""Any game in a real browser: opened with a box by the form, and played by clicks alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.driving import Browser, opened
from tests.browser.test_scribe_taps import entered
from tests.browser.using import Used
from tests.persistence.serving import Served

__all__ = ["entered"]
pytestmark = pytest.mark.long
BOX = """
title = "Two hands"
seats = 2
[pieces]
cards = ["sun", "moon", "star"]
[places]
deck = { sees = "nobody", start = "cards" }
hand = { of = "seat", sees = "owner" }
"""


def test_a_match_is_opened_with_a_box_by_the_form(service: Served, used: Used) -> None:
    read = used(
        ["visit", f"{service.address}/open?lang=en"],
        ["choose", "#game", "any-game"],
        ["wait", "html[data-ready=any-game]"],
        ["choose", "#box", "skat"],
        ["count", "seats", "#seats input"],
        ["choose", "#box", "texas-holdem"],
        ["click", "#more-seats"],
        ["count", "more", "#seats input"],
        ["choose", "#box", ""],
        ["upload", "#file", BOX],
        ["choose", "#box", "backgammon"],
        ["fill", "#seats label:nth-of-type(1) input", "Ada"],
        ["fill", "#seats label:nth-of-type(2) input", "Ben"],
        ["click", "#opening button[type=submit]"],
        ["wait", "#sheet:not([hidden])"],
        ["click", "#watch"],
        ["wait", "html[data-ready]"],
        ["texts", "title", "#title"],
    )
    assert (read["seats"], read["more"]) == (3, 4)
    assert read["title"] == ["Backgammon: Ada, Ben"]


def test_a_file_of_ones_own_is_opened(service: Served, used: Used) -> None:
    read = used(
        ["expect", "422"],
        ["visit", f"{service.address}/open?lang=en"],
        ["choose", "#game", "any-game"],
        ["wait", "html[data-ready=any-game]"],
        ["choose", "#box", ""],
        ["upload", "#file", BOX.replace('"cards" }', '"crads" }')],
        ["fill", "#seats label:nth-of-type(1) input", "Ada"],
        ["fill", "#seats label:nth-of-type(2) input", "Ben"],
        ["click", "#opening button[type=submit]"],
        ["wait", "#refusal p"],
        ["texts", "refused", "#refusal p"],
        ["upload", "#file", BOX],
        ["click", "#opening button[type=submit]"],
        ["wait", "#sheet:not([hidden])"],
        ["count", "left", "#opening"],
    )
    assert ["is it 'cards'" in text for text in read["refused"]] == [True]
    assert read["left"] == 0


@pytest.mark.few("skat-3", "backgammon-2")
@pytest.mark.parametrize(
    ("box", "seats"),
    [
        ("skat", 3),
        ("backgammon", 2),
        ("hearts", 4),
        ("texas-holdem", 3),
        ("liars-dice", 2),
        ("worker-placement", 2),
    ],
)
def test_a_box_is_played_by_clicks(service: Served, browser: Browser, box: str, seats: int) -> None:
    match = opened(service, "any-game", seats, board={"box": box})
    page = f"{service.address}/matches/{match['id']}"
    addresses = [f"{page}#token={token}" for token in match["tokens"]["seats"]]
    played = browser.run("play", seed=5, most=8, addresses=addresses, prefers=["^(deal|draw|roll|move|gather)"])
    assert (played["wrong"], played["sent"]) == ([], 8)


EVENING = """
kerbholz shorthand 1
ruleset: any-game 1.0
seat 0: red Ada
seat 1: blue Ben
seat 2: green Cleo
board box: "skat"
---
red: deal 10 from deck to hand
chance: came out ?30
red: draw 2 from deck to skat
chance: came out ?2
red: turn to blue
red: phase tricks
red: end won by blue
scribe: confirm
"""


def test_an_evening_is_recorded_by_taps_on_the_scribes_page(entered: Any, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(EVENING.lstrip(), encoding="utf-8")
    found, log, again = entered(file, None)
    assert [one["command"] for one in again] == [one["command"] for one in log]
    assert found
