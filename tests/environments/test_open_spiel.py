"""Every installed ruleset as a game of OpenSpiel; Kuhn poker beside the one that OpenSpiel brings."""

import json
from random import Random

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score, get_all_states

from service.environments.open_spiel import load
from service.environments.setting import BadSetting, setting
from tests.environments.playing import GAMES, IDS, LARGEST, SHORT
from tests.games.playing import SOAK

EVERY_GAME = pytest.mark.parametrize(("name", "seats"), GAMES, ids=IDS)


def game_of(name, seats, **more):
    return load(name, seats, board=SHORT.get(name, {}), **more)


def played(game, seed):
    """Each state of a match at random, the last one too."""
    rng, state = Random(seed), game.new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        state.apply_action(rng.choice(state.legal_actions()))


# -- Kuhn poker, which OpenSpiel knows ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def both():
    """Ours and theirs."""
    return load("kuhn-poker", rewards="scores"), pyspiel.load_game("kuhn_poker")


def states_of(game):
    return get_all_states.get_all_states(game, include_terminals=True, to_string=lambda state: state.history_str())


def test_the_tree_of_kuhn_poker_is_the_one_that_is_known(both):
    ours, theirs = map(states_of, both)
    assert len(ours) == len(theirs)
    assert sorted(state.returns()[0] for state in ours.values() if state.is_terminal()) == sorted(
        state.returns()[0] for state in theirs.values() if state.is_terminal()
    )


def test_its_information_states_are_those_that_are_known(both):
    """Twelve: three cards in four situations. With one more or less, a card would be seen or forgotten."""
    for game in both:
        states = [state for state in states_of(game).values() if state.current_player() >= 0]
        told = {(state.current_player(), state.information_state_string()) for state in states}
        assert len(told) == 12


def test_it_is_worth_as_much(both):
    values = []
    for game in both:
        random = policy.UniformRandomPolicy(game)
        values.append(expected_game_score.policy_value(game.new_initial_state(), [random, random]))
    assert values[0] == pytest.approx(values[1])
    assert values[0] == pytest.approx([0.125, -0.125])


@pytest.mark.soak
def test_it_is_solved_as_it_is_known(both):
    """In the equilibrium the first player loses an eighteenth of a coin in each match."""
    solver = pyspiel.CFRPlusSolver(both[0])
    for _ in range(300):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    value = expected_game_score.policy_value(both[0].new_initial_state(), [average, average])
    assert value == pytest.approx([-1 / 18, 1 / 18], abs=0.002)


# -- every game ---------------------------------------------------------------------------------------------


@pytest.mark.few("kuhn-poker-2", "seven-sins-3")
@EVERY_GAME
def test_it_is_as_the_library_wants_games_to_be(name, seats, capfd):
    short = name == "kuhn-poker"  # a long one is played again from its beginning at each of its states
    pyspiel.random_sim_test(game_of(name, seats), num_sims=3 if SOAK else 1, serialize=short, verbose=False)
    capfd.readouterr()


@pytest.mark.grows
@EVERY_GAME
def test_whole_matches_come_to_their_end_draw_by_draw(name, seats):
    game = game_of(name, seats)
    for seed in range(100 if SOAK else 1):
        draws = 0
        for state in played(game, seed):
            if state.is_chance_node():
                draws += 1
                outcomes = state.chance_outcomes()
                assert sum(probability for _, probability in outcomes) == pytest.approx(1)
                assert all(0 < probability <= 1 for _, probability in outcomes)
                assert all(0 <= outcome < game.max_chance_outcomes() for outcome, _ in outcomes)
            elif not state.is_terminal():
                player = state.current_player()
                legal = state.legal_actions()
                assert legal == sorted(set(legal))
                assert all(0 <= action < game.num_distinct_actions() for action in legal)
                assert not any(state.legal_actions(other) for other in range(seats) if other != player)
        assert state.is_terminal()
        assert draws
        assert sum(state.returns()) == pytest.approx(0)
        assert len(state.history()) <= game.max_game_length()


def test_a_draw_is_as_likely_as_there_are_things():
    game = load("seven-sins", 2)
    for state in played(game, 1):
        if state.is_chance_node():
            contents = state.episode.contents
            named = {state.action_to_string(outcome): chance for outcome, chance in state.chance_outcomes()}
            number = sum(contents.values())
            assert named == {thing: pytest.approx(there / number) for thing, there in contents.items()}


@pytest.mark.parametrize(("name", "seats"), LARGEST)
def test_a_copy_goes_on_by_itself_and_a_history_leads_back(name, seats):
    game = game_of(name, seats)
    state, rng = game.new_initial_state(), Random(3)
    for _ in range(25):
        if state.is_terminal():
            break
        twin = state.clone()
        before = (str(state), state.legal_actions(), state.current_player())
        twin.apply_action(rng.choice(twin.legal_actions()))
        assert (str(state), state.legal_actions(), state.current_player()) == before
        state = twin
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.episode.state == state.episode.state
    assert again.legal_actions() == state.legal_actions()


def test_a_game_is_called_by_a_name_that_leads_back_to_it():
    options, board = {"modules": ["audience", "offices"]}, {"houses": 4}
    game = load("thurn-and-taxis", 3, options=options, board=board, rewards="scores", most=20, longest=500)
    again = pyspiel.load_game(str(game))
    played = again.new_initial_state().episode.setting
    assert (played.seats, played.rewards, played.most, played.longest) == (3, "scores", 20, 500)
    assert played.rules == setting("thurn-and-taxis", 3, options=options, board=board).rules
    assert str(again) == str(game)
    assert pyspiel.load_game("python_kerbholz_kuhn_poker").num_players() == 2


def test_what_cannot_be_had_is_said_in_a_sentence():
    with pytest.raises(BadSetting, match="seats: Mea Culpa is for 2 to 4 players"):
        load("mea-culpa", 5)


def test_a_match_that_becomes_too_long_is_cut_off():
    *_, state = played(load("thurn-and-taxis", 2, longest=20), 1)
    assert (state.episode.words, state.episode.cut_off) == (20, True)
    assert state.returns() == [0, 0]


# -- what players know --------------------------------------------------------------------------------------


@pytest.mark.grows
@pytest.mark.parametrize(("name", "seats"), LARGEST)
def test_what_a_player_remembers_grows_and_holds_no_seal_and_nothing_hidden(name, seats):
    game, rng = game_of(name, seats), Random(4)
    before: list[list[str]] = [[] for _ in range(seats)]
    for state in played(game, 4):
        if state.is_terminal() or (rng.random() < (0.5 if SOAK else 0.95) and name != "kuhn-poker"):
            continue
        for player in range(seats):
            told = state.information_state_string(player)
            lines = told.split("\n")[1:-1]
            assert lines[: len(before[player])] == before[player]
            before[player] = lines
            assert "seal" not in told
            assert "blind" not in told
            view = json.loads(state.observation_string(player).split("\n")[1])
            assert view == json.loads(json.dumps(state.episode.view(player)))


def test_a_bid_is_told_to_its_bidder_alone():
    game, rng = load("mea-culpa", 2), Random(1)
    state = game.new_initial_state()
    while not any(step.command.TYPE == "bid" for step in state.episode.steps):
        state.apply_action(rng.choice(state.legal_actions()))
    (bid,) = (step for step in state.episode.steps if step.command.TYPE == "bid")
    told = [state.information_state_string(player).split("\n")[-2] for player in (0, 1)]
    shown = [json.loads(line)["command"] for line in told]
    assert shown[bid.actor] == bid.command.to_json()
    assert shown[1 - bid.actor] == {"type": "bid", "notches": {"hidden": 1}, "taler": {"hidden": 1}}


def test_observations_are_rows_of_one_length():
    game = load("mea-culpa", 3)
    state = next(state for state in played(game, 1) if not state.is_chance_node())
    rows = [state.observation_tensor(player) for player in range(3)]
    assert [len(row) for row in rows] == [game.observation_tensor_size()] * 3
    assert [row[:3] for row in rows] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"size": 3})
