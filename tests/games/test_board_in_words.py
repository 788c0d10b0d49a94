"""The board in words, as a screen reader says it: nothing in it is an id, and each entry is called what it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from domain.kit.drawing.outline import Item, as_text, outline
from domain.kit.facts import Json
from domain.kit.ruleset import ruleset
from domain.kit.visibility import PUBLIC, Viewer
from domain.kit.words.match import MatchWords
from domain.kit.written.evidence import value_at
from domain.table.worded import languages_for, words_for
from projections.said.in_words import board_in_words
from projections.said.standing import standing
from tests.games.openable import OPENABLE
from tests.games.playing import SOAK, Table, rules_of, seeded
from tests.games.preferences import SHORT

ID = re.compile(r"[a-z]+[_:][a-z0-9]+|[A-Z]+_[A-Z0-9]+|\[|\{")
NAMES = ["Ada", "Ben", "Cleo", "Dan"]
GAMES: list[tuple[str, dict[str, Json]]] = [
    ("seven-sins", {"penitence": True}),
    ("mea-culpa", {}),
    ("mea-culpa", {"meta_culpa": "automatic"}),
    ("thurn-and-taxis", {"modules": ["audience", "offices"]}),
]
PREFIXES = 10 if SOAK else 4


@pytest.mark.long
@pytest.mark.grows
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_no_line_of_the_board_has_an_id_or_two_numbers_beside_each_other(name, options):
    game, rng = ruleset(name), Random(f"in words {name} {options}")
    table = Table(game, rules_of(game, 3, options), seeded(rng.getrandbits(64))).play_on(rng)
    words = [MatchWords(words_for(game, [one]), game, table.rules, NAMES[:3]) for one in languages_for(game)]
    last = len(table.states) - 1
    for place in range(PREFIXES + 1):
        state = table.states[last * place // PREFIXES]
        for viewer in table.viewers:
            view = json.loads(json.dumps({"board": game.view(state.masked(viewer))}))
            for one in words:
                lines = list(board_in_words(view, one))
                assert not [line for line in lines[1:] if ID.search(line)], (viewer, place)
                assert not [line for line in lines if re.search(r"\b\d+ \d+ ", line)]
                assert not one.unnamed


def told(table: Table, version: int, language: str, viewer: Viewer = PUBLIC) -> tuple[dict[str, Any], list[str]]:
    """The view as it is served, and the board in words."""
    game, seen = table.ruleset, table.states[version].masked(viewer)
    words = MatchWords(words_for(game, [language]), game, table.rules, NAMES[: table.rules.seats])
    view = json.loads(json.dumps({"board": game.view(seen), **standing(seen)}))
    return view, list(board_in_words(view, words))


ENDINGS = {
    "seven-sins": ["Points: Ada ", "Decided by: "],
    "mea-culpa": ["Souls: Ada ", "Ranking: ", "Decided by: "],
    "thurn-and-taxis": ["Points: Ada ", "Ranking: ", "Decided by: "],
    "kuhn-poker": ["Scores: Ada "],
    "liars-dice": [],
}


@pytest.mark.parametrize("name", list(OPENABLE))
def test_it_says_who_is_waited_for_and_how_the_match_ended(name):
    game, rng = ruleset(name), Random(f"standing {name}")
    table = Table(game, rules_of(game, 2, {}, SHORT.get(name, {})), seeded(rng.getrandbits(64))).play_on(rng)
    last = len(table.states) - 1
    going_on = next(
        number
        for number, state in enumerate(table.states)
        if any(isinstance(who, Mapping) and "seat" in who for who in state.awaiting)
    )
    view, lines = told(table, going_on, "en")
    seat = view["awaiting"][0]["seat"]
    assert lines[2].startswith("The match waits for ")
    assert NAMES[seat] in lines[2]
    view, lines = told(table, last, "en")
    assert lines[2].startswith("The match is over. ")
    assert all(NAMES[seat] in lines[2] for seat in view["outcome"]["winners"])
    until = lines.index("", 2)
    for begins in ENDINGS[name]:
        assert [line for line in lines[2:until] if line.startswith(begins)], begins
    if "de" in languages_for(game):
        assert told(table, going_on, "de")[1][2].startswith("Die Partie wartet auf ")
        assert told(table, last, "de")[1][2].startswith("Die Partie ist vorbei. ")


def test_an_end_that_nobody_has_confirmed_is_proposed():
    game = ruleset("seven-sins")
    table = Table(game, rules_of(game, 2, {}), seeded(1))
    view, _ = told(table, 0, "en")
    words = MatchWords(words_for(game, ["en"]), game, table.rules, NAMES[:2])
    shared = {"result": "shared", "reason": "played", "winners": [0, 1], "decided_by": "nothing"}
    proposed = {**view, "awaiting": [{"confirm": "end"}], "proposed": shared}
    lines = list(board_in_words(proposed, words))
    assert lines[2:6] == [
        "The end is proposed, and not yet confirmed.",
        "Ada and Ben win together.",
        "How it ended: played to the end",
        "Decided by: nothing, so it is shared",
    ]


def entries(items: Any) -> dict[str, Item]:
    return {item.at: item for one in items for item in [one, *entries(one.items).values()]}


def test_entries_are_called_what_they_are():
    """Site 1 is the first in the list: it was headed 0, and Site 2 was headed Site 1."""
    game = ruleset("mea-culpa")
    rules = rules_of(game, 2, {})
    table = Table(game, rules, seeded(1))
    words = MatchWords(words_for(game, ["en"]), game, rules, NAMES[:2])
    board = json.loads(json.dumps(game.view(table.states[0])))
    board["house"]["rooms"] = ["TAKE_3", None, "POPE_STONE", None]
    board["steps"] = [{"step": "hand-over", "seat": 1, "taker": 0, "card": "STEAL_3"}]
    shown = entries(outline(board, words))
    assert [shown[f"/sites/{n}"].title for n in range(3)] == ["Site 1", "Site 2", "Site 3"]
    for n, den in enumerate(board["dens"]):
        assert shown[f"/dens/{n}"].title == words.label("den", den["den"])
    assert [item.at for item in shown["/sites/1"].items] == ["/sites/1/crews", "/sites/1/built"]
    assert (shown["/house/rooms/0"].title, shown["/house/rooms/0"].said) == ("Room 1", "Take 3 taler")
    assert (shown["/house/rooms/2"].title, shown["/house/rooms/2"].said) == ("Room 3", "Move a Pope stone")
    assert shown["/steps/0/taker"].said == "Ada"
    assert shown["/steps/0/card"].said == "Rob 3 taler"
    for at in shown:
        value_at(board, at)


def board_of(name: str, seats: int = 2) -> tuple[dict[str, Any], MatchWords]:
    """The board as it is laid, to be changed, and its words."""
    game, rules = ruleset(name), rules_of(ruleset(name), seats)
    table = Table(game, rules, seeded(1))
    words = MatchWords(words_for(game, ["en"]), game, rules, NAMES[:seats])
    return json.loads(json.dumps(game.view(table.states[0]))), words


def lines_of(board: Json, words: MatchWords) -> list[str]:
    return list(as_text(outline(board, words), words))


def test_things_whose_names_look_like_several_are_kept_apart():
    board, words = board_of("mea-culpa")
    board["house"]["discards"] = {"count": 5, "things": {"GREED_2": 2, "TAKE_3": 1, "POPE_STONE": 2}}
    board["market"] = {"count": 3, "things": {"bread": 2, "wine": 1}}
    lines = lines_of(board, words)
    assert "  Discards: 2 sin stones into Greed (2×); Take 3 taler; Move a Pope stone (2×)" in lines
    assert "Market: 2 bread and 1 wine" in lines
    board, words = board_of("thurn-and-taxis")
    assert "  Baden: 3, 2 and 1" in lines_of(board, words)


def test_who_plays_the_character_whose_turn_it_is_is_named():
    board, words = board_of("mea-culpa")
    board["turn"], board["characters"]["pope"] = "pope", 1
    assert "Whose turn it is: Pope (Ben)" in lines_of(board, words)
    board["characters"]["pope"] = None
    assert "Whose turn it is: Pope" in lines_of(board, words)


def test_what_is_not_so_is_not_said_but_of_each_in_a_list():
    board, words = board_of("thurn-and-taxis")
    assert not [line for line in lines_of(board, words) if "Postmaster must" in line]
    board["forced"] = True
    assert "Postmaster must be used: yes" in lines_of(board, words)


@pytest.mark.parametrize(
    ("language", "bag", "one"),
    [
        ("en", "13 stones not told", "1 thing not told"),
        ("de", "13 verdeckte Steine", "1 verdecktes Stück"),
    ],
)
def test_what_is_not_told_is_counted_by_what_it_is(language, bag, one):
    game = ruleset("mea-culpa")
    words = MatchWords(words_for(game, [language]), game, rules_of(game, 2), NAMES[:2])
    board = {"bag": {"count": 13}}
    assert lines_of(board, words)[0].endswith(f": {bag}")
    assert words.untold(1, "die") == one


def test_entries_of_one_list_are_written_alike():
    board, words = board_of("seven-sins")
    assert [line for line in lines_of(board, words) if line.startswith("  Ada: Turns taken: ")]
    things = dict.fromkeys(("pride", "greed", "lust", "envy", "wrath"), 1)
    board["seats"][0]["reserve"] = {"count": 5, "things": things}
    lines = lines_of(board, words)
    assert "  Ada" in lines
    assert "  Ben" in lines


def test_each_compartment_of_a_chest_is_an_entry():
    board, words = board_of("mea-culpa")
    parts = {"I": {"count": 1, "things": {"coin-10": 1}}, "II": {"count": 2, "things": {"bread": 1, "wine": 1}}}
    board["seats"][0]["chest"] = {"count": 3, "parts": parts}
    shown = entries(outline(board, words))
    assert shown["/seats/0/chest/parts/II"].said == "1 bread and 1 wine"
    for at in shown:
        value_at(board, at)
