"""What is wrong with a box is said, with where that is; and what a good one comes to."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from domain.games.any_game import RULESET
from domain.games.any_game.box import box_of
from domain.games.any_game.checking import problems
from domain.kit.ruleset import BadOption
from tests.games.any_game.boxes import NAMED, box_named, seats_of
from tests.games.playing import rules_of

GOOD: dict[str, Any] = {
    "title": "Three cards",
    "seats": [2, 3],
    "pieces": {"cards": ["jack", "queen", "king"], "coins": {"names": ["coin"], "each": 10}},
    "dice": {"die": {"faces": 6}},
    "places": {
        "deck": {"sees": "nobody", "holds": ["cards"], "start": "cards"},
        "hand": {"of": "seat", "sees": "owner"},
        "field": {"parts": {"grid": [2, 2]}, "start": {"a1": {"coin": 2}, "b2": "die"}},
    },
    "amounts": {"points": {"of": "seat", "wins": "most"}},
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The good box with something else at a path."""
    box = deepcopy(GOOD)
    *way, last = path.split(".")
    at = box
    for step in way:
        at = at.setdefault(step, {})
    at[last] = value
    return box


@pytest.mark.parametrize("name", NAMED)
def test_the_boxes_that_come_with_the_service_are_good(name: str) -> None:
    box = box_named(name)
    assert not [*problems(box)]
    for seats in seats_of(box):
        rules_of(RULESET, seats, {}, box)


def test_what_is_not_laid_out_lies_in_the_box() -> None:
    box = box_of(GOOD, 2)
    assert box.kinds == {
        "jack": 1,
        "queen": 1,
        "king": 1,
        "coin": 10,
        **{f"die:{face}": 1 for face in (1, 2, 3, 4, 5, 6, "?")},
    }
    assert [*box.sorts] == ["deck", "hand:0", "hand:1", "field", "box"]
    assert box.sorts["box"].start == {"": {"coin": 8}}
    assert box.sorts["field"].parts == ("a1", "b1", "a2", "b2")
    assert box.sorts["field"].start == {"a1": {"coin": 2}, "b2": {"die:1": 1}}


def test_a_group_that_is_only_named_is_all_of_it() -> None:
    box = {**GOOD, "places": {**GOOD["places"], "bank": {"start": "coins"}, "field": {}}}
    assert box_of(box, 2).places["bank"].start == {"": {"coin": 10}}
    assert box_of(changed("places.bank", {"start": {"coins": 4}}), 2).places["bank"].start == {"": {"coin": 4}}


def test_a_part_may_be_called_as_a_piece() -> None:
    """What lies there at first is then in the first part, as with any other names."""
    box = changed("places.field", {"parts": ["left", "coin"], "start": {"coin": 3}})
    assert not [*problems(box)]
    assert box_of(box, 2).sorts["field"].start == {"left": {"coin": 3}}
    by_part = changed("places.field", {"parts": ["left", "coin"], "start": {"coin": {"coin": 3}}})
    assert box_of(by_part, 2).sorts["field"].start == {"coin": {"coin": 3}}


@pytest.mark.parametrize(
    ("path", "value", "where", "said"),
    [
        ("seats", [3, 2], "seats", "the least first"),
        ("pieces.cards", ["jack", "jack"], "pieces.cards", "twice"),
        ("pieces.more", ["jack"], "pieces.more", "listed twice"),
        ("pieces.more", {"names": [[*"abcdefghij"]] * 4}, "pieces.more", "more than 2000"),
        ("pieces.more", ["a:b"], "pieces.more", "no name"),
        ("pieces.more", ["🃏"], "pieces.more", "no name"),
        ("pieces.die", ["one"], "dice.die", "has this name"),
        ("dice.die", ["1", "?"], "dice.die", "while it is rolled"),
        ("places.deck.start", "crads", "places.deck.start", "is it 'cards'?"),
        ("places.deck.holds", ["coins"], "places.deck.start", "cannot lie there"),
        ("places.deck.holds", ["chips"], "places.deck.holds.0", "nothing in the box"),
        ("places.deck.sees", "owner", "places.deck.sees", 'of = "seat"'),
        ("places.deck.sees", [7], "places.deck.sees.0", "no seat 7"),
        ("places.deck.parts_seen_by", "nobody", "places.deck.parts_seen_by", "no parts"),
        ("places.field.parts", ["a1", "a1"], "places.field.parts", "twice"),
        ("places.field.start", {"c3": {"coin": 1}}, "places.field.start.c3", "no part"),
        ("amounts.points.start", -1, "amounts.points.start", "below the least"),
        ("amounts.chips", {"wins": "fewest"}, "amounts.chips.wins", "points decides"),
        ("amounts.deck", {}, "amounts.deck", "a place has this name"),
        ("teams", [[0, 1], [1]], "teams.1.0", "two teams"),
        ("turns", {"order": [5]}, "turns.order.0", "no seat 5"),
        ("places.deck.start", {"jack": {"jack": 1}}, "places.deck.start", "has no parts"),
        ("amounts.a:b", {}, "amounts.a:b", "no name"),
        ("amounts.box", {}, "amounts.box", "lie in a place of this name"),
        ("places.sea", {"of": "seat", "parts": {"grid": [40, 40]}}, "places", "more than 2000 parts"),
        (
            "places.sea",
            {"of": "seat", "parts": {"grid": [25, 25]}, "start": {"coin": 400}},
            "places",
            "too many parts",
        ),
        ("places.deck.sees", "team", "places.deck.sees", "no teams"),
        ("turns", {"order": [1, 0]}, "turns.order", "seat 2 would never"),
        ("pieces.coins.each", 2000, "pieces", "more than 2000 pieces"),
    ],
)
def test_what_is_wrong_is_said_with_where_it_is(path: str, value: Any, where: str, said: str) -> None:
    with pytest.raises(BadOption) as raised:
        rules_of(RULESET, 2, {}, changed(path, value))
    assert raised.value.field == f"board.{where}"
    assert said in raised.value.detail


@pytest.mark.parametrize(
    ("path", "value"),
    [("places.deck.see", "nobody"), ("dice.die", {"faces": 1}), ("seats", 21), ("pieces.cards", [])],
)
def test_what_no_box_can_have_is_refused(path: str, value: Any) -> None:
    with pytest.raises(BadOption) as raised:
        rules_of(RULESET, 2, {}, changed(path, value))
    assert raised.value.field.startswith("board.")


def test_a_match_needs_a_box_and_its_number_of_seats() -> None:
    with pytest.raises(BadOption, match="has no title"):
        rules_of(RULESET, 2)
    with pytest.raises(BadOption, match="for 2 to 3 players"):
        rules_of(RULESET, 4, {}, GOOD)
    assert rules_of(RULESET, 3, {}, GOOD).board == GOOD


def test_a_box_that_comes_with_the_service_is_asked_for_by_its_name() -> None:
    assert rules_of(RULESET, 3, {}, {"box": "skat"}).board == box_named("skat"), "the box itself is in the log"
    with pytest.raises(BadOption, match='did you mean "skat"') as raised:
        rules_of(RULESET, 3, {}, {"box": "skatt"})
    assert raised.value.field == "board.box"
    with pytest.raises(BadOption, match="taken as it is"):
        rules_of(RULESET, 3, {}, {"box": "skat", "title": "Mine"})


def test_the_boxes_of_the_documentation_are_good() -> None:
    page = (Path(__file__).parents[3] / "docs" / "any-game.md").read_text("utf-8")
    written = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(written) > 4
    for text in written:
        box = tomllib.loads(text)
        assert not [*problems(box)]
        for seats in seats_of(box):
            assert rules_of(RULESET, seats, {}, {"toml": text}).board == box


def test_all_that_is_wrong_is_said_at_once() -> None:
    box = changed("places.deck.start", "crads")
    box["amounts"]["points"]["start"] = -1
    with pytest.raises(BadOption) as raised:
        rules_of(RULESET, 2, {}, box)
    assert [one.field for one in (raised.value, *raised.value.others)] == [
        "board.places.deck.start",
        "board.amounts.points.start",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = \n", "line 1"),
        ("a = " + "[" * 5_000, "no TOML"),
        ("x" * 30_001, "30000 characters"),
        (5, "no text"),
        ("[say]\n" + ".".join("a" * 40) + " = 1", "line 2 has a key of too many parts"),
        ("say = { " + ".".join("a" * 40) + " = 1 }", "line 1 has a key of too many parts"),
        ("say = { " + '."b".'.join("a" * 40) + " = 1 }", "line 1 has a key of too many parts"),
        (f"bgg = {'1' * 5_000}", "too large"),
        ("title = 'x'\nseats = 0x" + "f" * 5_000, "huge numbers"),
        ("title = 'x'\n[say]\na.a.a.a.a.a.a.a.a = 1", "deep"),
        ("title = 'x'\nplaces = 2001-01-01", "type object"),
        ("title = 'x'\nseats = 3.5\nplaces = {}", "type"),
    ],
)
def test_a_text_that_is_no_box_is_refused(text: Any, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        rules_of(RULESET, 3, {}, {"toml": text})
    with pytest.raises(BadOption, match="taken as it is"):
        rules_of(RULESET, 3, {}, {"toml": text, "title": "Mine"})
