"""Every installed ruleset as an environment of PettingZoo, held to PettingZoo's own tests and to ours."""

import copy
import importlib
import pickle
import sys
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner
from pettingzoo.test import api_test, seed_test

from domain.games.any_game import RULESET as ANY_GAME
from domain.kit.play import drawn_in, eyes_of
from domain.kit.ruleset import ruleset
from domain.kit.visibility import seat_viewer
from service.environments.__main__ import play
from service.environments.episode import Episode
from service.environments.missing import MissingExtra
from service.environments.observing import Observer
from service.environments.pettingzoo import KerbholzEnv, kerbholz_env
from service.environments.rewards import NoScores, rewards_of
from service.environments.saying import Saying
from service.environments.setting import BadSetting, setting
from tests.environments.playing import GAMES, IDS, LARGEST, begun, on, say_command, short, to_the_end, words
from tests.games.playing import SOAK

EVERY_GAME = pytest.mark.parametrize(("name", "seats"), GAMES, ids=IDS)
MATCHES = 100 if SOAK else 1


def env_of(name, seats, **more):
    return KerbholzEnv(short(name, seats, **more))


def act(env, rng):
    """The selected agent says any word that it can, or leaves."""
    agent = env.agent_selection
    if env.terminations[agent] or env.truncations[agent]:
        env.step(None)
        return None
    action = rng.choice(np.flatnonzero(env.infos[agent]["action_mask"]).tolist())
    env.step(action)
    return action


def played(env, seed):
    """A whole match at random: what each agent has got in all."""
    env.reset(seed=seed)
    rng = Random(seed)
    got = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        act(env, rng)
        for agent, reward in env.rewards.items():
            got[agent] += reward
    return got


# -- PettingZoo's own tests ---------------------------------------------------------------------------------

# Observations with a mask are dictionaries, and nothing can be said behind the end, as in its own card games.
AS_ITS_OWN_GAMES = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
]


@pytest.mark.filterwarnings(*AS_ITS_OWN_GAMES)
@EVERY_GAME
def test_it_is_as_the_library_wants_environments_to_be(name, seats, capsys):
    api_test(env_of(name, seats), num_cycles=1_000 if SOAK else 60)
    assert "Passed" in capsys.readouterr().out


@EVERY_GAME
def test_the_same_seed_gives_the_same_match(name, seats):
    seed_test(lambda: env_of(name, seats), num_cycles=500 if SOAK else 12)
    env = env_of(name, seats)
    logs = []
    for seed in (1, 1, 2):
        env.reset(seed=seed)
        rng = Random(seed)
        for _ in range(100):
            act(env, rng) if env.agents else None
        logs.append(env.log())
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_without_a_seed_another_match_begins_and_the_same_one_again():
    def three():
        env = env_of("seven-sins", 2)
        env.reset(seed=5)
        yield env.log()
        for _ in range(2):
            env.reset()
            yield env.log()

    logs = list(three())
    assert len(set(logs)) == 3
    assert list(three()) == logs


# -- whole matches ------------------------------------------------------------------------------------------


@pytest.mark.grows
@EVERY_GAME
def test_whole_matches_come_to_their_end_and_are_worth_nothing_in_all(name, seats):
    env = env_of(name, seats)
    for seed in range(MATCHES):
        got = played(env, seed)
        assert env.episode.state.ended == "finished"
        assert len(got) == seats
        assert sum(got.values()) == pytest.approx(0)
        winners = env.episode.state.outcome["winners"]
        best = max(got.values())
        assert [seat for seat in range(seats) if got[f"player_{seat}"] == best] == sorted(winners)


@pytest.mark.grows
@pytest.mark.parametrize(("name", "seats"), LARGEST)
def test_every_word_that_the_mask_allows_is_accepted(name, seats):
    rng, tried = Random(1), 0
    for seed in range(10 if SOAK else 1):
        for at in on(begun(short(name, seats), seed), rng):
            for word in words(at) if SOAK or rng.random() < 0.2 else ():
                other = at.copy()
                other.say(word)
                tried += 1
                assert other.words == at.words + 1
    assert tried > (0 if name == "kuhn-poker" else 50)


def test_a_word_that_the_mask_forbids_is_refused_and_nothing_has_changed():
    env = env_of("mea-culpa", 2)
    env.reset(seed=1)
    agent = env.agent_selection
    before = env.observe(agent)
    for action in [*np.flatnonzero(before["action_mask"] == 0).tolist(), -1, len(env.vocabulary), None]:
        with pytest.raises(ValueError, match=r"cannot follow|number of no word"):
            env.step(action)
    after = env.observe(agent)
    assert env.agent_selection == agent
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_an_agent_acts_again_until_its_command_is_complete():
    env = env_of("mea-culpa", 2)
    env.reset(seed=1)
    agent, decisions, said = env.agent_selection, len(env.episode.steps), []
    rng = Random(3)
    while len(env.episode.steps) == decisions:
        assert env.agent_selection == agent
        said.append(str(env.vocabulary.words[act(env, rng)]))
    assert said[0] == "choose-bonus"
    assert len(said) > 1
    assert env.agent_selection != agent


def test_of_several_awaited_seats_the_lowest_acts_first():
    met = 0
    for at in on(begun(short("mea-culpa", 4), 1), Random(1)):
        awaited = [who["seat"] for who in at.state.awaiting]
        assert at.seat == min(awaited)
        met += len(awaited) > 1
    assert met


VARIANTS = {
    "called": ("mea-culpa", 3, {"meta_culpa": "called"}),
    "automatic": ("mea-culpa", 2, {"meta_culpa": "automatic"}),
    "penitence": ("seven-sins", 4, {"penitence": True, "stones_optional": True, "stone_taking_optional": True}),
    "audience": ("thurn-and-taxis", 2, {"modules": ["audience"], "owner_memory_aid": True}),
    "bare": ("thurn-and-taxis", 3, {"modules": []}),
}


@pytest.mark.few("penitence", "audience")
@pytest.mark.parametrize("variant", VARIANTS)
def test_matches_of_variants_come_to_their_end(variant):
    name, seats, options = VARIANTS[variant]
    for seed in range(5 if SOAK else 1):
        episode = to_the_end(begun(short(name, seats, options=options), seed), Random(seed))
        assert episode.state.ended == "finished"


def test_with_a_box_all_are_awaited_and_take_turns(monkeypatch):
    monkeypatch.setattr("service.environments.setting.rulesets", lambda: {ANY_GAME.id: ANY_GAME})
    dice = setting("any-game", 3, board={"box": "liars-dice"}, longest=250)
    acted = [at.seat for at in on(begun(dice, 1), Random(1)) if not at.saying.words]
    assert acted[:6] == [0, 1, 2, 0, 1, 2]
    with pytest.raises(BadSetting, match="box"):
        setting("any-game", 3)


def test_a_match_that_becomes_too_long_is_cut_off_and_worth_nothing():
    env = env_of("thurn-and-taxis", 2, longest=30)
    env.reset(seed=1)
    rng = Random(1)
    for _ in range(30):
        assert not any(env.truncations.values())
        act(env, rng)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())
    act(env, rng)
    act(env, rng)
    assert not env.agents


# -- what is observed ---------------------------------------------------------------------------------------


@pytest.mark.grows
@pytest.mark.parametrize(("name", "seats"), LARGEST)
def test_what_is_observed_comes_from_the_own_view_alone(name, seats):
    """Where the seat's view is all that is left of the state, the same is observed, and the same can be said."""
    played, rng = short(name, seats), Random(2)
    observer = Observer(played)
    looked = 0
    for at in on(begun(played, 1), rng):
        if rng.random() < (1 if SOAK or name == "kuhn-poker" else 0.03):
            for seat in range(seats):
                blind = at.copy()
                blind.state = eyes_of(at.state, seat)
                assert np.array_equal(observer.observe(blind, seat), observer.observe(at, seat))
                assert blind.view(seat) == at.view(seat)
                looked += at.view(seat) != at.view((seat + 1) % seats)
            blind.state = eyes_of(at.state, at.seat)
            moves = played.ruleset.moves(blind.eyes(at.seat), at.seat)
            said = Saying(played.vocabulary, played.ruleset.command_types, moves)
            for word in at.saying.words:
                if word in said.follows:  # others were said by themselves
                    said.say(word)
            assert (said.words, said.follows) == (at.saying.words, at.saying.follows)
    assert looked or name == "seven-sins"  # in which nobody sees more than the others


def test_moves_are_listed_on_the_own_view(monkeypatch):
    game, listed = ruleset("mea-culpa"), []

    def moves(state, actor, of_the_game=game.moves):
        listed.append((state.viewer, actor))
        return of_the_game(state, actor)

    monkeypatch.setitem(vars(game), "moves", moves)
    for at in on(begun(short("mea-culpa", 2), 1), Random(1)):
        if len(at.steps) > 40:
            break
    assert len(listed) > 20
    assert all(viewer == seat_viewer(actor) for viewer, actor in listed)


def test_a_hidden_card_is_not_observed_and_the_own_one_is():
    env = env_of("kuhn-poker", 2)
    names = list(env.feature_names)
    for seed in range(20):
        env.reset(seed=seed)
        held = [next(iter(env.episode.state.places[f"hand:{seat}"].known)) for seat in (0, 1)]
        for seat in (0, 1):
            row = env.observe(f"player_{seat}")["observation"]
            seen = {name for name, value in zip(names, row, strict=True) if value and "/hand:" in name}
            own = f"places/hand:{seat}"
            assert seen == {f"{own}#", f"{own}?", f"{own}/{held[seat]}", f"places/hand:{1 - seat}#"}


def test_what_is_not_yet_a_command_is_known_to_its_speaker_alone():
    env = env_of("mea-culpa", 2)
    env.reset(seed=1)
    other = env.observe("player_1")["observation"]
    env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"])[0]))
    assert env.agent_selection == "player_0"
    own = dict(zip(env.feature_names, env.observe("player_0")["observation"], strict=True))
    assert (own["said/command:choose-bonus"], own["said/command:choose-bonus@"]) == (1, 1)
    assert np.array_equal(env.observe("player_1")["observation"], other)


@EVERY_GAME
def test_each_number_has_a_name_and_stays_within_the_space(name, seats):
    env = env_of(name, seats)
    assert len(set(env.feature_names)) == len(env.feature_names)
    env.reset(seed=2)
    rng = Random(2)
    while env.agents:
        agent = env.agent_selection
        if rng.random() < 0.02:
            assert env.observe(agent) in env.observation_space(agent)
        act(env, rng)


def test_numbers_say_what_the_view_shows():
    env = env_of("thurn-and-taxis", 2)
    env.reset(seed=4)
    rng, met = Random(4), 0
    while env.agents:
        agent = env.agent_selection
        board = env.view(agent)["board"]
        row = dict(zip(env.feature_names, env.observe(agent)["observation"], strict=True))
        for seat, mine in enumerate(board["seats"]):
            assert row[f"seats/{seat}/houses_left"] == mine["houses_left"]
            assert row[f"seats/{seat}/hand#"] == mine["hand"]["count"]
            assert row[f"seats/{seat}/hand?"] == ("things" in mine["hand"])
            for place, city in enumerate(mine["route"], 1):
                assert row[f"seats/{seat}/route/{city}@"] == place
                met += 1
            for city, number in mine["hand"].get("things", {}).items():
                assert row[f"seats/{seat}/hand/{city}"] == number
        for stack, points in board["bonuses"].items():
            shown = [row[f"bonuses/{stack}{sign}"] for sign in "#+<>"]
            assert shown == ([len(points), sum(points), points[0], points[-1]] if points else [0] * 4)
        assert row[f"phase={board['phase']}"] == 1
        act(env, rng)
    assert met > 100


# -- rewards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "ranks"),
    [
        ({"winners": [1]}, [-0.5, 1, -0.5]),
        ({"winners": [0, 2]}, [0.5, -1, 0.5]),
        ({"winners": [0, 1, 2]}, [0, 0, 0]),
        ({"winners": [2], "ranking": [2, 0, 1]}, [0, -1, 1]),
        ({"winners": [0, 2], "ranking": [2, 0, 1]}, [0.5, -1, 0.5]),
        ({"winners": []}, [0, 0, 0]),
        ({"result": "lost"}, [0, 0, 0]),
        (None, [0, 0, 0]),
    ],
)
def test_ranks_are_compared_by_pairs(outcome, ranks):
    assert rewards_of("ranks", outcome, 3) == ranks


def test_scores_are_those_of_the_outcome():
    env = env_of("kuhn-poker", 2, rewards="scores")
    got = played(env, 3)
    assert list(got.values()) == env.episode.state.outcome["scores"]
    assert abs(got["player_0"]) in (1, 2)


def test_a_game_without_scores_says_so_at_its_end():
    with pytest.raises(NoScores, match="this game has no scores"):
        played(env_of("mea-culpa", 2, rewards="scores"), 1)


# -- otherwise ----------------------------------------------------------------------------------------------


def test_the_board_is_shown_in_words_as_the_acting_agent_sees_it():
    env = KerbholzEnv(short("mea-culpa", 2), "ansi")
    env.reset(seed=1)
    assert env.render().startswith("Mea Culpa\n")
    assert "player_1" in env.render()
    assert env_of("mea-culpa", 2).render() is None


def test_a_copy_goes_on_by_itself_and_so_does_one_in_another_process():
    env = env_of("mea-culpa", 3)
    env.reset(seed=1)
    rng = Random(1)
    for _ in range(40):
        act(env, rng)
    before = env.log()
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        ours, theirs = Random(2), Random(2)
        twin = copy.deepcopy(env)
        for _ in range(40):
            act(other, ours)
            act(twin, theirs)
        assert other.log() == twin.log() != before
        assert env.log() == before


def test_before_the_first_reset_there_is_no_match():
    env = kerbholz_env("kuhn-poker")
    with pytest.raises(ValueError, match="call reset first"):
        env.log()
    env.close()


def test_a_stuck_match_is_over_and_worth_nothing(monkeypatch):
    game = ruleset("kuhn-poker")
    monkeypatch.setitem(vars(game), "moves", lambda state, actor: [])
    stuck = begun(short("kuhn-poker", 2), 1)
    assert stuck.over
    assert not stuck.cut_off
    assert stuck.rewards == [0, 0]


@pytest.mark.parametrize("library", ["numpy", "gymnasium", "pettingzoo", "pyspiel"])
def test_a_library_that_is_missing_is_named_with_what_installs_it(monkeypatch, library):
    module = "service.environments.open_spiel" if library == "pyspiel" else "service.environments.pettingzoo"
    for name in (module, "service.environments.observing"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra) as raised:
        importlib.import_module(module)
    assert str(raised.value) == f"{library} is not installed; pip install 'kerbholz[env]' installs it"


def test_a_missing_library_and_a_bad_setting_are_said_without_a_traceback(monkeypatch):
    shown = CliRunner().invoke(play, ["kuhn-poker", "--seed", "3"])
    assert shown.exit_code == 0
    assert shown.output == CliRunner().invoke(play, ["kuhn-poker", "--seed", "3"]).output
    assert shown.output.splitlines()[-1] == "scribe: confirm"
    bad = CliRunner().invoke(play, ["kuhn-poker", "--seats", "9"])
    assert (bad.exit_code, bad.output) == (1, "Error: seats: Kuhn poker is for 2 to 2 players\n")
    for name in ("service.environments.pettingzoo", "service.environments.observing"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    lacking = CliRunner().invoke(play, ["kuhn-poker"])
    said = "Error: numpy is not installed; pip install 'kerbholz[env]' installs it\n"
    assert (lacking.exit_code, lacking.output) == (1, said)


def test_a_match_drawn_from_outside_is_as_one_with_keys():
    played = short("seven-sins", 3)
    keyed = to_the_end(begun(played, 7), Random(1))
    drawn = Episode(played)
    for step in keyed.steps:
        if step.actor == "chance":
            for thing in drawn_in(step.facts):
                drawn.draw(thing)
        elif not step.automatic:
            say_command(drawn, step.command.to_json())
    assert [step.command for step in drawn.steps] == [step.command for step in keyed.steps]
    assert drawn.over
    assert drawn.state == keyed.state
