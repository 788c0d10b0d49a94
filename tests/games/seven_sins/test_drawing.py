"""The table of 7 – The Sins drawn: what its viewer knows to lie face down can be read."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from domain.games.seven_sins import RULESET
from domain.kit.drawing.svg import Shape
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer
from domain.kit.words.match import MatchWords
from domain.table.worded import words_for
from projections.said.standing import standing
from tests.games.playing import Table, rules_of, seeded

NAMES = ["Ada", "Ben", "Cleo"]


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(RULESET, rules_of(RULESET, 3), seeded(1)).play_on(Random(1))


def view_of(table: Table, version: int, viewer: Viewer) -> dict[str, Any]:
    seen = table.states[version].masked(viewer)
    view: dict[str, Any] = json.loads(json.dumps({"board": RULESET.view(seen), **standing(seen)}))
    return view


def drawn(table: Table, view: dict[str, Any], shape: Shape) -> Element:
    assert RULESET.drawing is not None
    words = MatchWords(words_for(RULESET, ["en"]), RULESET, table.rules, NAMES)
    made: Element = RULESET.drawing(view, words, shape)
    return made


def titles(root: Element) -> dict[str, str]:
    return {
        mark.get("data-at", ""): mark.findtext("title") or "" for mark in root.iter("g") if mark.get("data-at")
    }


@pytest.mark.parametrize("shape", ["tall", "wide"])
def test_officials_see_what_lies_face_down(table: Table, shape: Shape) -> None:
    version = len(table.states) // 2
    view = view_of(table, version, OFFICIAL)
    shown = titles(drawn(table, view, shape))
    board = view["board"]
    places = {f"/seats/{seat}/reserve": mine["reserve"] for seat, mine in enumerate(board["seats"])}
    places |= {f"/pile/{back}": place for back, place in board["pile"].items() if back != "top"}
    places["/abyss"] = board["abyss"]
    assert sum(place["count"] for place in places.values()) > 20
    for at, place in places.items():
        for kind, number in place["things"].items():
            assert shown[f"{at}/things/{kind}"] == f"{number} {kind.capitalize()}"
            assert f"{number} {kind.capitalize()}" in shown[f"{at}/count"]
    public = titles(drawn(table, view_of(table, version, PUBLIC), shape))
    assert not [at for at in public if "/things/" in at and not at.startswith("/centre/")]
    assert public["/abyss/count"] == f"Abyss: {board['abyss']['count']}"


def test_the_banner_says_what_decided_a_tie(table: Table) -> None:
    view = view_of(table, len(table.states) - 1, PUBLIC)
    view["outcome"] = {**view["outcome"], "result": "shared", "winners": [0, 2], "decided_by": "nothing"}
    said = [mark.text for mark in drawn(table, view, "tall").iter("text")]
    assert "The match is over. Ada and Cleo win together." in said
    assert "Decided by: nothing, so it is shared" in said
