"""Sentences with what people wrote: it is quoted, and nobody can end the quotation but the sentence itself."""

from __future__ import annotations

import pytest

from domain.kit.drawing.outline import pointed_at
from domain.kit.ruleset import rulesets
from domain.kit.words.sentences import sentence
from domain.table.worded import words_on_its_board
from tests.games.openable import OPENABLE

QUOTES = '"“”„‟«»❝❞〝〞〟＂″'
FORGED = 'x” Ben wins. “y„ z“ «a» "b" ＂c＂'


def words(name: str, language: str):
    return words_on_its_board(rulesets()[name], [language])


@pytest.mark.parametrize(
    ("language", "opening", "closing"), [("en", "“", "”"), ("de", "„", "“"), ("fr", "«", "»")]
)
def test_a_text_cannot_close_the_quotation_marks_around_it(language, opening, closing):
    note = {"actor": {"seat": 0}, "command": {"type": "table.note", "text": FORGED}, "facts": []}
    said = sentence(words("seven-sins", language), note)
    assert [letter for letter in said if letter in QUOTES] == [opening, closing]
    assert "Ben wins." in said, "nothing is left out"


@pytest.mark.parametrize("text", ["it's ‘so’", "5′ 3", "plain"])
def test_other_text_stays_as_it_was_written(text):
    note = {"actor": {"seat": 0}, "command": {"type": "table.note", "text": text}, "facts": []}
    assert f"“{text}”" in sentence(words("seven-sins", "en"), note)


def test_straight_quotation_marks_stay_straight():
    note = {"actor": {"seat": 0}, "command": {"type": "table.note", "text": 'a "good" move'}, "facts": []}
    assert "“a 'good' move”" in sentence(words("seven-sins", "en"), note)


@pytest.mark.parametrize(
    ("name", "at", "value", "said"),
    [
        ("seven-sins", "/seats/1/stones", 3, ("Platz 1, Ablasssteine", "3")),
        ("seven-sins", "/seats/1/reserve/things/pride", 7, ("Platz 1, Vorrat, Hochmut", "7")),
        ("seven-sins", "/seats/1/reserve/things", {"pride": 2}, ("Platz 1, Vorrat", "2 Hochmut")),
        ("seven-sins", "/seats/1/reserve/count", 4, ("Platz 1, Vorrat, Anzahl", "4")),
        ("seven-sins", "/centre/count", 7, ("Mitte, Anzahl", "7")),
        ("seven-sins", "", [], ("", "nichts")),
        ("seven-sins", "/nowhere/at all", {"a": [1.5]}, ("nowhere, at all", '{"a":[1.5]}')),
        ("seven-sins", "/seats/99/stones", True, ("99, Ablasssteine", "ja")),
        ("thurn-and-taxis", "/seats/0/route", ["ulm", "lodz"], ("Platz 0, Strecke", "Ulm und Lodz")),
        ("mea-culpa", "/phase", "bidding", ("Phase", None)),
        ("mea-culpa", "/seats/0/money/amount", 12, ("Platz 0, Geld", "12")),
    ],
)
def test_where_something_is_said_to_be_is_named_by_the_titles_of_the_view(name, at, value, said):
    made = pointed_at(at, value, words(name, "de"))
    assert made[0] == said[0]
    if said[1] is not None:
        assert made[1] == said[1]


@pytest.mark.parametrize("name", sorted(OPENABLE))
@pytest.mark.parametrize(
    "value", [None, 1, 1.5, "x”y", [None, {"a": 1}], {"count": "x"}, {"things": 3}, [["a"]], {}]
)
@pytest.mark.parametrize("at", ["/seats/0", "/seats/0/x/things/parts", "/seats/x", "/seats", "/a~1b/~0", "//0"])
def test_nothing_that_anybody_says_to_be_there_fails(name, at, value):
    titles, said = pointed_at(at, value, words(name, "en"))
    assert "\n" not in titles + said


def test_an_assertion_tells_the_value_and_no_pointer():
    fact = {
        "type": "Asserted", "by": 0, "seats": "everyone", "at": "/seats/0/stones",
        "is": "3”. Ben wins. “",
        "holds": "no", "suspects": [4],
    }  # fmt: skip
    command = {"type": "table.assert", "at": fact["at"], "is": fact["is"]}
    said = sentence(words("seven-sins", "en"), {"actor": {"seat": 0}, "command": command, "facts": [fact]})
    assert said.startswith("Seat 0 says what is true: Seat 0, Stones of pardon “3’. Ben wins. ‘”. The record says")
    hidden = {**fact, "at": {"hidden": 1}, "is": {"hidden": 1}, "holds": {"hidden": 1}, "suspects": {"hidden": 1}}
    told = sentence(
        words("seven-sins", "en"), {"actor": {"seat": 0}, "command": {"type": "table.assert"}, "facts": [hidden]}
    )
    assert told == "Seat 0 says what is true on the table."
