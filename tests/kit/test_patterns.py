"""Patterns of lists: what they stand for, what a recorder may leave unknown, and how they are said."""

from __future__ import annotations

from random import Random

from domain.games.mea_culpa.meta_culpa.commands import Drop
from domain.games.seven_sins.commands import Deal, Refill
from domain.games.thurn_and_taxis.commands import TakeCard
from domain.kit.patterns import for_recorder, in_turn, some_of
from domain.kit.ruleset import rulesets
from domain.kit.words.match import MatchWords
from domain.kit.words.sentences import move
from domain.table.worded import words_for
from tests.games.playing import covers, filled, includes, rules_of

ENDING = in_turn([some_of(["envy", "envy"], 2), some_of(["greed", "judgement"], 1, 2)], ["judgement"])


def test_a_list_has_its_parts_in_turn_and_ends_where_all_of_until_are_in_it() -> None:
    listed = (["envy", "envy", "greed"], ["envy", "envy", "judgement"], ["envy", "envy", "greed", "judgement"])
    assert all(covers(ENDING, cards) for cards in listed)
    others = (
        ["envy", "greed", "envy"],
        ["envy", "envy"],
        ["envy", "envy", "judgement", "greed"],
        ["judgement"],
        ["envy", "envy", "greed", "greed"],
    )
    assert not any(covers(ENDING, cards) for cards in others)
    assert covers(some_of(["envy", "judgement"], 2, until=["judgement"]), ["judgement"])
    assert not covers(some_of(["envy", "judgement"], 2), ["judgement"])


def test_whatever_fills_a_pattern_at_random_is_covered_by_it() -> None:
    rng = Random(1)
    unseen = for_recorder(Deal, {"type": "deal", "cards": ENDING})["cards"]
    made = [filled(pattern, rng, 0.5) for pattern in (ENDING, unseen) for _ in range(100)]
    assert all(covers(unseen, cards) for cards in made)
    assert all(covers(ENDING, cards) for cards in made[:100])
    assert {len(cards) for cards in made} == {3, 4}
    assert any({"unknown": 1} in cards for cards in made[100:])
    assert includes(unseen, ENDING)
    assert not includes(ENDING, unseen)


def test_only_where_a_field_may_be_unknown_a_recorder_may_say_so() -> None:
    pattern = some_of(["envy", "greed"], 1, 2)
    assert for_recorder(Deal, {"cards": pattern})["cards"] == {**pattern, "unknown": 2}
    assert for_recorder(Refill, {"cards": pattern})["cards"] == pattern
    assert for_recorder(Deal, {"cards": ["envy"]})["cards"] == ["envy"]
    assert for_recorder(TakeCard, {"city": {"any_of": ["ulm"]}})["city"] == {"any_of": ["ulm"]}


def test_what_has_one_value_only_may_be_unseen_too() -> None:
    unseen = {"item": "wine", "compartment": {"any_of": ["I"], "unknown": 1}}
    assert for_recorder(Drop, {"item": "wine", "compartment": "I"}) == unseen


def test_what_comes_behind_is_said_behind() -> None:
    game = rulesets()["seven-sins"]
    words = MatchWords(words_for(game, ["en"]), game, rules_of(game, 2, {}), ["Ada", "Bo"])
    listed = {"type": "deal", "cards": for_recorder(Deal, {"cards": ENDING})["cards"]}
    assert move(words, listed, {}) == "Deal 2 Envy, then 1 to 2 of: Greed and Judgement"
