"""Several sentences in a line, and the word that was probably meant where a line cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kit.ruleset import rulesets
from domain.kit.shorthand import Header, Line, SeatNamed, ShorthandError, parse
from domain.kit.shorthand.parsing.lines import MOST_SENTENCES

HEADER = Header(seats=(SeatNamed("Anna", "red"), SeatNamed("Bertram", "blue")))


def read(text: str, game: str = "thurn-and-taxis", **more: Any) -> list[Line]:
    return parse(rulesets()[game], text, HEADER, **more)


def wrong(text: str, game: str = "thurn-and-taxis") -> ShorthandError:
    with pytest.raises(ShorthandError) as raised:
        read(text, game)
    return raised.value


def said(lines: list[Line]) -> list[tuple[Any, str]]:
    return [(line.seat if line.seat is not None else line.actor, line.command["type"]) for line in lines]


def test_semicolons_part_the_sentences_of_a_line_and_who_acts_is_said_once():
    lines = read("red: take linz; start linz;house in linz ；supply: deal passau; lay out linz;\nblue: decline")
    assert said(lines) == [
        (0, "take-card"),
        (0, "start-route"),
        (0, "place-house"),
        ("chance", "deal-card"),
        ("chance", "lay-out"),
        (1, "decline"),
    ]
    assert [(line.line, line.column) for line in lines] == [(1, 1), (1, 17), (1, 28), (1, 43), (1, 64), (2, 1)]
    assert [line.text for line in lines[:3]] == ["red: take linz", "start linz", "house in linz"]


def test_the_time_of_a_line_is_that_of_all_its_sentences():
    times = [line.occurred_at for line in read("@2026-11-21T19:05:00Z red: take linz; start linz; decline")]
    assert times == ["2026-11-21T19:05:00Z"] * 3


def test_a_line_that_is_one_sentence_stays_one():
    for text in (
        "red: take linz  # and; then; more",
        'scribe: note "a; red: decline"',
        "scribe: note a; red: decline",
        "scribe: amend replace 7 with red: decline; remove 9",
        'red: command {"type": "decline", "x": "a;b"}',
    ):
        assert len(read(text)) == 1, text
    assert read(";;") == []


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("red: take linz; start nowhere", 23, "linz"),
        ("red: take linz; nobody: decline", 17, "start"),
        ("red: tke linz; decline", 6, "take"),
        ("take linz; decline", 1, "red"),
        (
            "red: decline;" * (MOST_SENTENCES + 1),
            13 * MOST_SENTENCES + 1,
            f"at most {MOST_SENTENCES} sentences in a line",
        ),
    ],
)
def test_a_line_that_cannot_be_read_names_the_place_and_nothing_of_it_is_read(text, column, expected):
    error = wrong(text)
    assert (error.line, error.column) == (1, column)
    assert expected in error.expected


def test_a_line_of_many_sentences_counts_as_many():
    assert len(read("red: decline; decline; decline\nred: decline", most=2)) == 3


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("red: take greeed to abyss", "greed"),
        ("red: nimmt hochmutt abyss", "Hochmut"),
        ("rde: take greed to abyss", "red"),
        ("red: take greed to abyzs", "abyss"),
        ("Anan: take greed to abyss", "Anna"),
        ("red: tkae greed to abyss", "take"),
    ],
)
def test_it_says_which_word_was_probably_meant(text, meant):
    error = wrong(text, "seven-sins")
    assert error.meant == meant
    assert f"(did you mean “{meant}”?)" in error.detail
    assert f"(did you mean “{meant}”?)" in str(error)


@pytest.mark.parametrize("text", ["red: xyzzy", "red: take ;", "red: take greed to abyss abyss", "red: take g"])
def test_where_nothing_resembles_it_nothing_is_proposed(text):
    error = wrong(text, "seven-sins")
    assert error.meant is None
    assert "did you mean" not in error.detail
