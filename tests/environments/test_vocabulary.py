"""What commands are said with is declared: it can be told before anybody has played."""

from random import Random

import pytest

from domain.kit.ruleset import ruleset
from service.environments.episode import Episode
from service.environments.setting import BadSetting, setting
from service.environments.vocabulary import END, Word, of_command, of_value
from tests.environments.playing import GAMES, IDS, LARGEST, begun, on, short, to_the_end


def test_a_small_game_has_few_words():
    kuhn = setting("kuhn-poker")
    assert [str(word) for word in kuhn.vocabulary.words] == ["end", "check", "bet", "call", "fold", "show-cards"]
    assert kuhn.drawable == ("jack", "king", "queen")


def test_values_come_from_types_kinds_and_limits():
    words = setting("mea-culpa", 3, most=9).vocabulary
    assert words.words[0] == END
    for said in ("bread", "lust", "merchant", "coin-5", "II", "yellow", "letter", True, 0, 2, 9):
        assert of_value(said) in words, said
    assert of_value(10) not in words
    assert of_value(-1) not in words
    assert of_command("bid") in words
    assert of_value("unheard-of") not in words


def test_a_board_brings_words_of_its_own():
    board = {"sins": ["pride", "greed", "lust", "envy", "wrath", "sloth", "haste"]}
    assert of_value("haste") in setting("seven-sins", board=board).vocabulary
    assert of_value("haste") not in setting("seven-sins").vocabulary


def test_a_number_is_no_truth_and_a_type_no_value():
    assert len({of_value(1), of_value(True), of_value("1"), of_command("1"), Word("end", "1")}) == 5


@pytest.mark.parametrize(("name", "seats"), GAMES, ids=IDS)
def test_each_word_has_a_number(name, seats):
    words = short(name, seats).vocabulary
    assert len(set(words.words)) == len(words) == len(words.numbers)
    assert all(words.words[words.numbers[word]] == word for word in words.words)
    types = {word.said for word in words.words if word.sort == "command"}
    assert types == {command.TYPE for command in ruleset(name).commands}


@pytest.mark.grows
@pytest.mark.parametrize(("name", "seats"), LARGEST)
def test_all_that_chance_draws_is_declared(name, seats):
    played = short(name, seats)
    drawn = {thing for at in on(Episode(played), Random(1)) for thing in at.contents or ()}
    assert drawn
    assert drawn <= set(played.drawable)


def test_a_number_beyond_the_bound_cannot_be_said_and_the_match_goes_on():
    few = to_the_end(begun(setting("mea-culpa", 2, most=6), 1), Random(1))
    assert few.state.ended == "finished"
    taler = [step.command.taler for step in few.steps if step.command.TYPE == "bid"]
    assert taler
    assert max(taler) <= 6


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": "mea-culpas"}, 'There is no ruleset "mea-culpas": did you mean "mea-culpa"?'),
        ({"name": "mea-culpa", "seats": 5}, "seats: Mea Culpa is for 2 to 4 players"),
        ({"name": "mea-culpa", "options": {"tempo": 1}}, "options"),
        ({"name": "mea-culpa", "board": {"post": 1}}, "board.post"),
        ({"name": "mea-culpa", "options": {"chance": "joint"}}, "options.chance"),
        ({"name": "mea-culpa", "rewards": "coins"}, "rewards"),
        ({"name": "mea-culpa", "most": -1}, "most, longest"),
        ({"name": "mea-culpa", "longest": 0}, "most, longest"),
    ],
)
def test_what_cannot_be_had_is_said_in_a_sentence(given, said):
    with pytest.raises(BadSetting) as raised:
        setting(**given)
    assert said in str(raised.value)
