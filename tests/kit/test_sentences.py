"""Sentences of decisions and moves: what their arguments are, and what can stand in the place of a value."""

from __future__ import annotations

import re
from typing import Any

import pytest

from domain.kit.ruleset import rulesets
from domain.kit.words.labels import named_options
from domain.kit.words.match import MatchWords
from domain.kit.words.sentences import move, sentence
from domain.kit.words.values import prettified, taken_apart
from domain.table.worded import words_for
from tests.games.playing import rules_of


def in_match(name: str, language: str = "en") -> MatchWords:
    """The words for a match of Ada and Ben."""
    game = rulesets()[name]
    return MatchWords(words_for(game, [language]), game, rules_of(game, 2), ["Ada", "Ben"])


@pytest.mark.parametrize(
    ("sins", "said"),
    [
        (["envy", "greed"], "Envy and Greed"),
        ({"some_of": ["envy", "greed", "lust"], "min": 2, "max": 2}, "2 of: Envy, Greed and Lust"),
        ({"some_of": ["envy", "greed", "lust"], "min": 1, "max": 2}, "1 to 2 of: Envy, Greed and Lust"),
        ({"some_of": ["envy", "greed"], "min": 0, "max": 1}, "at most one of: Envy and Greed"),
        ({"any_of": [["envy", "greed"], ["envy", "lust"]]}, "2 of: Envy, Greed and Lust"),
        ({"any_of": [["envy"], ["greed", "lust"]]}, "1 to 2 of: Envy, Greed and Lust"),
    ],
)
def test_a_pattern_says_how_much_of_what(sins: Any, said: str) -> None:
    words = in_match("seven-sins")
    assert move(words, {"type": "choose-sins", "sins": sins}, {}) == f"Choose the sins in play: {said}"


@pytest.mark.parametrize(
    ("value", "message", "parts"),
    [
        ("pile:I", "pile-of", [("back", "I")]),
        ("centre", "centre", []),
        ("pile:I:2", "pile:I:2", []),
        ("priest:0", "of", [("clergy", "priest"), ("seat", "0")]),
        ("3:0", "of", [("clergy", "3"), ("seat", "0")]),
        ("priest", "priest", []),
    ],
)
def test_a_value_is_taken_apart_by_what_it_begins_with(
    value: str, message: str, parts: list[tuple[str, str]]
) -> None:
    assert taken_apart(value, {"pile": ("back",), "": ("clergy", "seat")}) == (message, parts)


def test_an_option_may_name_some_of_its_values() -> None:
    first = {"oneOf": [{"const": "random"}, {"type": "integer"}]}
    order = {"enum": ["this-way", "that-way", None]}
    assert named_options({"first": first, "order": order, "flag": {"type": "boolean"}}) == {
        "first": ["random"],
        "order": ["this-way", "that-way"],
    }


@pytest.mark.parametrize(
    ("name", "said"),
    [("hand:0", "Hand 0"), ("SinTaken", "Sin taken"), ("leave_stone", "Leave stone"), ("7", "7")],
)
def test_ids_without_words_are_written_as_people_write(name: str, said: str) -> None:
    assert prettified(name) == said


def decided(kind: str, **fields: Any) -> dict[str, Any]:
    return {"version": 9, "actor": {"seat": 0}, "command": {"type": kind, **fields}, "facts": []}


def test_what_a_person_writes_is_in_one_line_and_acts_on_nothing_around_it() -> None:
    """A mark of direction would have turned the rest of the sentence round, and a line end begun another one."""
    words = in_match("seven-sins")
    note = decided("table.note", text="{ $x } \u202e<b>\nBen takes 9 Greed")
    assert sentence(words, note) == "Ada notes: “{ $x } \\u202e<b> Ben takes 9 Greed”"
    remind = decided("table.remind", reminded=1, step="pay\n\u2066")
    assert sentence(words, remind) == "Ada reminds Ben of what was left out: pay \\u2066."


def test_decisions_that_follow_each_other_are_said_in_one() -> None:
    words = in_match("seven-sins")
    accused = decided("table.accuse", accused=1, decisions=[9, 3, 4, 5])
    assert sentence(words, accused) == "Ada says that Ben has broken a rule. Decisions 3 to 5 and 9 show it."


@pytest.mark.parametrize("name", ["Ada", "Ben", "Yves", "Hélène"])
def test_no_french_word_that_is_cut_before_a_vowel_stands_before_a_name(name: str) -> None:
    """“de Ada” would be “d'Ada”: names come without such a word."""
    words = in_match("seven-sins", "fr")
    game = rulesets()["seven-sins"]
    named = MatchWords(words.words, game, words.rules, [name, "Ben"])
    said = [sentence(named, decided("table.accuse", accused=0)), *named.kinds()["place"].values()]
    assert not [one for one in said if re.search(rf"\b(de|que|le|la) {name}", one)]


def test_what_a_board_of_ones_own_names_is_called_as_it_is_written_and_counted_by_itself() -> None:
    """“Pride” was added up with “PRIDE”, and “-” was called nothing at all."""
    game = rulesets()["seven-sins"]
    sins = ["pride", "Pride", "PRIDE", "-", "toString"]
    rules = rules_of(game, 2, {}, {"sins": sins, "types": {"2": 5}})
    words = MatchWords(words_for(game, ["de"]), game, rules, ["Ada", "Ben"])
    assert [words.label("sin", sin) for sin in sins] == ["Hochmut", "Pride", "PRIDE", "-", "toString"]
    assert words.counted("card", ["Pride", "PRIDE", "pride", "Pride"]) == "2 Pride, 1 PRIDE und 1 Hochmut"
    assert prettified("-") == "-"
    assert all(label for labels in words.kinds().values() for label in labels.values())


def test_a_range_of_things_without_order_names_them() -> None:
    """“Ada to Ben”, “Room 1 to Suite 6”: who is between them?"""
    assert move(in_match("seven-sins"), {"type": "choose-first", "seat": {"min": 0, "max": 1}}, {}) == (
        "Let Ada or Ben begin"
    )
    guess = move(in_match("mea-culpa", "de"), {"type": "guess", "room": {"min": 1, "max": 6}}, {"steps": []})
    rooms = "Zimmer 1, Zimmer 2, Zimmer 3, Zimmer 4, Separee 5 oder Separee 6"
    assert guess == f"Raten: {rooms}"
    notches = {"min": 1, "max": 3}
    assert move(in_match("mea-culpa"), {"type": "bid", "notches": notches, "taler": 2}, {"steps": []}) == (
        "Bid 1 to 3 notches and 2 taler"
    )


def told(facts: list[dict[str, Any]], kind: str = "open") -> dict[str, Any]:
    return {**decided(kind), "facts": facts}


def test_stones_that_go_into_several_dens_are_counted_for_each() -> None:
    stones = [
        {"type": "SinStonePlaced", "seat": 1, "den": den, "cause": "card"} for den in ("lust", "lust", "petty")
    ]
    said = sentence(in_match("mea-culpa"), told(stones, "perform"))
    assert said == "Ben puts 2 sin stones into the Den of Lust. Ben puts a sin stone into the Den of Petty Sins."


def test_who_was_told_the_first_cards_reads_who_got_which() -> None:
    deal = [{"type": "CardDealt", "seat": seat, "card": card} for seat, card in ((1, "wrath"), (0, "lust"))]
    words = in_match("seven-sins")
    assert sentence(words, told(deal, "deal")) == (
        "Ben gets 1 Wrath as the first card. Ada gets 1 Lust as the first card."
    ).replace("1 ", "")
    hidden = [{**fact, "card": {"hidden": 1}} for fact in deal]
    assert sentence(words, told(hidden, "deal")) == "Ben and Ada get a first card each and look at it."


def test_an_order_of_seats_keeps_its_order() -> None:
    """“Ben (2) and Ada (2)” is none."""
    order = {"type": "ChoosingOrderSet", "order": [1, 0, 0, 1], "keeper": 1}
    said = sentence(in_match("mea-culpa"), told([order], "reveal-bids"))
    assert said == "The order of choosing: Ben, Ada, Ada and Ben."


def test_what_cannot_be_is_said_behind_cards_that_came_together() -> None:
    """“Turned up: Judgement.” was said twice, with the contradiction in between."""
    card = {"type": "CardRevealed", "card": "judgement", "back": "I"}
    wrong = {"type": "Discrepancy", "place": "pile:I", "things": ["judgement"], "appeared": 1, "of": "place"}
    words = in_match("seven-sins")
    said = sentence(words, told([card, wrong, card], "refill"))
    assert said.startswith("Turned up: 2 Judgement. The record cannot be right about ")
    assert said.count("Judgement") == 2


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ada wins. It was decided by the number of cards."),
        ("de", "Ada gewinnt. Entschieden hat die Zahl der Karten."),
        ("fr", "Ada gagne. Ce qui a décidé : le nombre de cartes."),
    ],
)
def test_what_broke_a_tie_is_said(language: str, said: str) -> None:
    words = in_match("seven-sins", language)
    outcome = {"result": "win", "reason": "played", "winners": [0], "decided_by": "cards"}
    assert sentence(words, told([{"type": "MatchEnded", "outcome": outcome}], "open-reserves")).endswith(said)
    plain = {"type": "MatchEnded", "outcome": {**outcome, "decided_by": "points"}}
    assert sentence(words, told([plain], "open-reserves")).endswith(said.partition(".")[0] + ".")


def test_what_has_faded_is_said_in_a_sentence() -> None:
    faded = {**decided("take"), "faded": True}
    assert sentence(in_match("seven-sins"), faded) == "Ada decided: “Take a sin” (faded)."
    assert sentence(in_match("seven-sins", "de"), faded) == "Ada hat entschieden: „Eine Sünde nehmen“ (verblasst)."


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (
            {"type": "LettersShown", "seat": 1, "letters": {"yellow": 1}, "steps": 1},
            "Ablassbriefe von Ben: 1 gelber Ablassbrief. Die Seele steigt 1 Feld Richtung Himmel.",
        ),
        (
            {"type": "SoulsPlaced", "row": [1, 0]},
            "Die Seelen stellen sich auf, die dem Himmel nächste zuerst: Ben und Ada.",
        ),
        (
            {"type": "DieShown", "seat": 1, "room": 2, "caught": True},
            "Der Würfel zeigt Zimmer 2: Ben wird erwischt.",
        ),
        (
            {"type": "LettersLaidOut", "category": "money", "letters": ["blue"]},
            "Ausgelegt für Geld: 1 blauer Ablassbrief.",
        ),
    ],
)
def test_german_has_the_case_that_stands_behind_a_verb(fact: dict[str, Any], said: str) -> None:
    assert sentence(in_match("mea-culpa", "de"), told([fact], "perform")) == said
