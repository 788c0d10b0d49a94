"""What people read of Thurn and Taxis: by what they were told, and on boards other than the printed one."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kit.facts import Json
from domain.kit.ruleset import rulesets
from domain.kit.words.match import MatchWords
from domain.kit.words.sentences import move, sentence
from domain.table.worded import words_for
from tests.games.playing import rules_of

GAME = rulesets()["thurn-and-taxis"]
TILES = [{"carriage": "baden", "tile": "priest:0"}, {"carriage": "schweiz", "tile": "abbot:0"}]


def in_match(language: str = "en", **board: Json) -> MatchWords:
    """The words for a match of Ada and Ben."""
    return MatchWords(words_for(GAME, [language]), GAME, rules_of(GAME, 2, board=board), ["Ada", "Ben"])


def decision(command: str, *facts: Json, **fields: Json) -> Any:
    """A decision of Ada as it is served."""
    return {"actor": {"seat": 0}, "command": {"type": command, **fields}, "facts": facts}


def placed(tiles: Json, each: Json | None = None) -> Any:
    """Tiles that Ada lays on carriages; *each* is told of every one instead of what it is."""
    facts = [{"type": "TilePlaced", "seat": 0, **tile, **({"tile": each} if each else {})} for tile in TILES]
    return decision("place-tiles", *facts, tiles=tiles)


@pytest.mark.parametrize(
    ("decided", "english", "german"),
    [
        (
            placed(["priest", "abbot"]),
            "Ada lays an audience tile on each carriage. Baden: Priest. Schweiz: Abbot.",
            "Ada legt auf jede Kutsche ein Audienzplättchen. Baden: Priester. Schweiz: Abt.",
        ),
        (
            placed({"hidden": 2}, {"hidden": 1}),
            "Ada lays an audience tile on each carriage.",
            "Ada legt auf jede Kutsche ein Audienzplättchen.",
        ),
        (
            placed({"unknown": 2}, {"unknown": 1}),
            "Ada lays an audience tile on each carriage.",
            "Ada legt auf jede Kutsche ein Audienzplättchen.",
        ),
        (
            decision("take-card", {"type": "CardTaken", "seat": 0, "city": "nurnberg"}, city="nurnberg"),
            "Ada takes Nürnberg.",
            "Ada nimmt Nürnberg.",
        ),
        (decision("take-card"), "Ada takes a card from the supply.", "Ada nimmt eine Karte vom Stapel."),
        (
            decision("deal-card", {"type": "CardDrawn", "seat": 1, "card": "ulm"}),
            "Ben draws Ulm.",
            "Ben zieht Ulm.",
        ),
        (
            decision("deal-card", {"type": "CardDrawn", "seat": 1, "card": {"hidden": 1}}),
            "Ben draws the card.",
            "Ben zieht die Karte.",
        ),
        (
            decision("lay-out", *({"type": "CardRevealed", "card": {"unknown": 1}} for _ in range(2))),
            "2 cards are laid out that nobody knows.",
            "2 Karten werden ausgelegt, die niemand kennt.",
        ),
        (
            decision("extend-route", city="ulm", end="right"),
            "Ada extends the route with Ulm on the right.",
            "Ada verlängert die Strecke rechts um Ulm.",
        ),
        (
            decision("count-up", {"type": "HandShown", "seat": 0, "cards": ["ulm", {"unknown": 2}]}),
            "Ada shows Ulm and 2 unknown things.",
            "Ada zeigt Ulm und 2 unbekannte Dinge.",
        ),
        (
            decision("count-up", {"type": "HandShown", "seat": 0, "cards": []}),
            "Ada has no cards in hand.",
            "Ada hat keine Handkarten.",
        ),
    ],
)
def test_a_sentence_says_what_was_told(decided: Any, english: str, german: str) -> None:
    assert sentence(in_match("en"), decided) == english
    assert sentence(in_match("de"), decided) == german


def test_a_board_names_what_is_on_it() -> None:
    printed = GAME.board
    cities = {**printed["cities"], "ulm": {**printed["cities"]["ulm"], "name": "Neu-Ulm"}}
    clergy = [*printed["clergy"][:-1], {"kind": "monk", "points": 9}]
    regions = [{"stack": "south-west", "provinces": ["baden", "schweiz"]}]
    stacks = {stack: points for stack, points in printed["bonuses"].items() if stack.startswith(("route", "game"))}
    bonuses = {**stacks, "south-west": [4]}
    words = in_match("de", cities=cities, clergy=clergy, regions=regions, outside=[], bonuses=bonuses)
    assert words.label("city", "ulm") == words.label("thing", "ulm") == "Neu-Ulm"
    assert words.label("south", "st-gallen") == "St. Gallen"
    assert words.label("carriage", "boehmen") == "Böhmen"
    assert words.label("stack", "south-west") == "Baden/Schweiz"
    assert words.label("place", "tiles:baden:1") == "Kutsche Baden, Plättchen von Ben"
    assert words.label("tile", "priest:1") == "Priester (Ben)"
    assert words.unnamed == set()
    assert words.label("tile", "monk:1") == "Monk (Ben)"


@pytest.mark.parametrize(
    ("due", "said"),
    [("second", "Take no second card"), ("close", "Keep the route"), ("last-return", "Return no tiles")],
)
def test_declining_says_what_is_left_out(due: str, said: str) -> None:
    assert move(in_match(), {"type": "decline"}, {"steps": [{"step": due, "seat": 0}]}) == said


def test_a_move_says_what_can_be_chosen() -> None:
    command = {"type": "close-route", "option": "one-per-province", "cities": {"any_of": [["ulm"], ["stuttgart"]]}}
    said = "Close the route with one house in each province: 1 of: Ulm and Stuttgart"
    assert move(in_match(), command, {}) == said
    one = {"type": "extend-route", "city": {"any_of": ["ulm"]}, "end": "left"}
    assert move(in_match(), one, {}) == "Extend the route on the left with Ulm"
