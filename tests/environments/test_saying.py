"""A command is said word by word: exactly what is listed can be said, and nothing else."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.kit.patterns import in_turn, some_of
from domain.kit.ruleset import ruleset
from service.environments.saying import Saying, Undeclared
from service.environments.setting import setting
from service.environments.vocabulary import END, of_command, of_value
from tests.environments.playing import LARGEST, begun, on, short, spelled
from tests.games.playing import SOAK, covers, filled

MEA_CULPA = setting("mea-culpa", 3)
ROUTES = setting("thurn-and-taxis", 2)


def saying(*moves: Any, played: Any = MEA_CULPA) -> Saying:
    return Saying(played.vocabulary, played.ruleset.command_types, moves)


def all_said(begun: Saying) -> list[dict[str, Any]]:
    """Every command that can be said."""
    if begun.complete:
        return [begun.document]
    found = []
    for word in begun.follows:
        twin = begun.copy()
        twin.say(word)
        found += all_said(twin)
    return found


def test_the_words_of_a_field_come_from_its_pattern():
    begun = saying({"type": "bid", "notches": {"min": 1, "max": 2}, "taler": {"any_of": [0, 7]}}, {"type": "pass"})
    assert begun.follows == {of_command("bid"), of_command("pass")}
    begun.say(of_command("bid"))
    assert (begun.field, begun.follows) == ("notches", {of_value(1), of_value(2)})
    begun.say(of_value(2))
    assert not begun.complete
    begun.say(of_value(7))
    assert begun.complete
    assert begun.document == {"type": "bid", "notches": 2, "taler": 7}


def test_the_only_word_that_can_follow_is_said_by_itself():
    begun = saying({"type": "donate", "item": "bread", "compartment": {"any_of": ["I", "II"]}}, {"type": "pass"})
    begun.say(of_command("donate"))
    assert begun.words == (of_command("donate"), of_value("bread"))
    assert begun.field == "compartment"


def test_a_field_can_be_left_out_where_a_move_leaves_it_out():
    begun = saying({"type": "buy", "stone": "bread"}, {"type": "buy", "stone": "bread", "greedy": True})
    begun.say(of_command("buy"))
    assert (begun.field, begun.follows) == ("greedy", {END, of_value(True)})
    twin = begun.copy()
    begun.say(END)
    assert begun.document == {"type": "buy", "stone": "bread"}
    twin.say(of_value(True))
    assert twin.document == {"type": "buy", "stone": "bread", "greedy": True}


def test_a_list_ends_where_it_may_and_by_itself_where_it_must():
    offices = some_of(["carrier", "carrier", "postmaster"], 1, 2)
    begun = saying({"type": "return-tiles", "offices": offices}, played=ROUTES)
    begun.say(of_command("return-tiles"))
    assert begun.follows == {of_value("carrier"), of_value("postmaster")}
    begun.say(of_value("postmaster"))
    assert begun.words[-1] == of_value("postmaster")
    assert begun.follows == {END, of_value("carrier")}
    begun.say(of_value("carrier"))
    assert begun.complete
    assert begun.document == {"type": "return-tiles", "offices": ["postmaster", "carrier"]}


def test_one_of_several_lists_is_said_item_by_item():
    cities = {"any_of": [["ulm"], ["ulm", "basel"], ["linz"]]}
    begun = saying({"type": "close-route", "option": "one-province", "cities": cities}, played=ROUTES)
    lists = [document["cities"] for document in all_said(begun)]
    assert sorted(lists) == [["linz"], ["ulm"], ["ulm", "basel"]]


@pytest.mark.parametrize(
    "pattern",
    [
        some_of(["ulm", "ulm", "basel"], 2),
        some_of(["ulm", "basel"], 0, 2),
        in_turn([some_of(["ulm", "basel"], 1), some_of(["linz", "ulm"], 0, 2)]),
        some_of(["ulm", "ulm", "basel"], 3, until=["ulm"]),
        some_of(["ulm"], 0, 0),
        ["ulm", "basel"],
        [],
    ],
    ids=str,
)
def test_all_that_a_pattern_of_a_list_covers_can_be_said_and_nothing_else(pattern):
    said = all_said(saying({"type": "discard-cards", "cities": pattern}, played=ROUTES))
    found = [tuple(document["cities"]) for document in said]
    assert len(found) == len(set(found))
    rng = Random(1)
    wanted = {tuple(filled(pattern, rng)) for _ in range(300)}
    assert set(found) == wanted
    assert all(covers(pattern, list(one)) for one in found)


def test_left_out_and_empty_are_told_apart_by_what_is_said_behind_them():
    class_of = {"type": "close-route", "option": "one-province"}
    moves = ({**class_of, "cities": [], "province": "baden"}, {**class_of, "province": "tyrol"})
    found = all_said(saying(*moves, played=ROUTES))
    assert sorted(found, key=str) == sorted(moves, key=str)


def test_another_word_is_refused_and_nothing_has_changed():
    begun = saying({"type": "guess", "room": {"min": 1, "max": 6}})
    begun.say(of_command("guess"))
    before = (begun.words, begun.follows)
    with pytest.raises(ValueError, match="cannot follow"):
        begun.say(of_value(7))
    assert (begun.words, begun.follows) == before


def test_what_is_listed_and_declared_nowhere_is_an_error_of_the_ruleset():
    with pytest.raises(Undeclared, match="take is listed with 'haste'"):
        saying({"type": "take", "sin": "haste", "to": "abyss"}, played=setting("seven-sins"))


def test_a_move_with_a_text_and_one_without_a_number_that_has_a_word_are_left_out():
    begun = saying(
        {"type": "pay", "taler": 61}, {"type": "pay", "taler": {"min": 61, "max": 70}}, {"type": "pass"}
    )
    assert begun.follows == {of_command("pass")}
    assert not saying({"type": "visit", "room": {"text": 200}}).follows


@pytest.mark.grows
@pytest.mark.parametrize(("name", "seats"), LARGEST)
def test_whatever_is_listed_can_be_said_and_whatever_is_said_is_listed(name, seats):
    played, rng = short(name, seats), Random(seats)
    met = Counter()
    for seed in range(20 if SOAK else 1):
        for at in on(begun(played, seed), rng):
            if at.saying.words or (not SOAK and rng.random() < 0.7):
                continue
            listed = ruleset(name).moves(at.eyes(at.seat), at.seat)
            move = rng.choice(listed)
            document = {field: filled(value, rng) for field, value in move.items()}
            spoken = at.saying.copy()
            for place, word in enumerate(spelled(played, document)):
                if len(spoken.words) == place:
                    spoken.say(word)
                assert spoken.words[place] == word
            assert spoken.complete
            assert spoken.document == document
            met[document["type"]] += 1
            anything = at.saying.copy()
            while not anything.complete:
                anything.say(rng.choice(sorted(anything.follows, key=str)))
            assert any(covers(one, anything.document) for one in listed)
    assert met
