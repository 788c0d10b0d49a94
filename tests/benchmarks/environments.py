"""Environments for agents beside the engine alone, and beside the small card games of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

import numpy as np
from open_spiel.python.games import kuhn_poker

from domain.kit.ruleset import Ruleset, ruleset
from service.environments.open_spiel import load
from service.environments.pettingzoo import kerbholz_env
from tests.benchmarks import engine
from tests.benchmarks.measuring import Comparison, compared, interleaved, table
from tests.games.installed import OWN

SEATS = 3
BOARDS: dict[str, dict[str, Any]] = {"thurn-and-taxis": {"houses": 8}}
KUHN = "kuhn-poker"
TITLE = "Environments"
NOTES = """\
Whole matches of three agents that choose at random among the words that the mask allows, looking at each
observation (PettingZoo), or among legal actions and draws (OpenSpiel, without looking). A step is a word, an
action is a word or a draw, and seconds are those of the processor. The engine lists, judges and decides on the own
view, as in the benchmark of that name. Beside them: Kuhn poker of OpenSpiel in Python, and, where rlcard is
installed, Leduc hold'em of RLCard 1.2.0."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Of one round: words (or words and draws), and decisions, per second of the processor."""

    steps: float
    decisions: float = 0


def measure(rounds: int = 5, matches: int = 6, short: int = 300) -> Iterator[Comparison]:
    """For each ruleset both doors beside the engine, and *short* matches of Kuhn poker beside those of others."""
    baseline = "decisions/s of the engine"
    for game in map(ruleset, OWN):
        board = BOARDS.get(game.id, {})
        contestants: dict[str, Callable[[], Pace]] = {
            "engine": partial(of_the_engine, game, matches),
            "steps": partial(in_pettingzoo, kerbholz_env(game.id, SEATS, board=board), matches),
            "actions": partial(in_open_spiel, load(game.id, SEATS, board=board), matches),
        }
        found = interleaved(rounds, contestants)
        decisions = [one.decisions for one in found["engine"]]
        steps = found["steps"]
        yield compared(f"{game.title}: steps/s", [one.steps for one in steps], baseline, decisions)
        yield compared(f"{game.title}: decisions/s", [one.decisions for one in steps], baseline, decisions)
        actions = found["actions"]
        yield compared(f"{game.title}: OpenSpiel, actions/s", [one.steps for one in actions], baseline, decisions)
    yield from _beside_others(rounds, short)


def _beside_others(rounds: int, short: int) -> Iterator[Comparison]:
    contestants: dict[str, Callable[[], Pace]] = {
        "steps": partial(in_pettingzoo, kerbholz_env(KUHN), short),
        "ours": partial(in_open_spiel, load(KUHN), short),
        "theirs": partial(in_open_spiel, kuhn_poker.KuhnPokerGame(), short),
    }
    if find_spec("rlcard") is not None:
        contestants["rlcard"] = partial(in_rlcard, short)
    found = {name: [one.steps for one in paces] for name, paces in interleaved(rounds, contestants).items()}
    baseline = "actions/s, OpenSpiel's own in Python"
    yield compared("Kuhn poker: OpenSpiel, actions/s", found["ours"], baseline, found["theirs"])
    if "rlcard" in found:
        yield compared("Kuhn poker: steps/s", found["steps"], "steps/s, Leduc hold'em of RLCard", found["rlcard"])


def of_the_engine(game: Ruleset[Any], matches: int) -> Pace:
    """Whole matches of the engine alone."""
    start = process_time()
    decisions = sum(len(engine.played(game, number).steps) for number in range(matches))
    return Pace(0, decisions / (process_time() - start))


def in_pettingzoo(env: Any, matches: int) -> Pace:
    """Whole matches, every observation looked at."""
    rng, steps, decisions = np.random.default_rng(1), 0, 0
    start = process_time()
    for seed in range(matches):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                steps += 1
        decisions += len(env.episode.steps)
    seconds = process_time() - start
    return Pace(steps / seconds, decisions / seconds)


def in_open_spiel(game: Any, matches: int) -> Pace:
    """Whole matches, draws by their probabilities."""
    rng, actions = Random(1), 0
    start = process_time()
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    return Pace(actions / (process_time() - start))


def in_rlcard(matches: int) -> Pace:
    """Whole matches of Leduc hold'em, as RLCard's own loop plays them."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("leduc-holdem", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    steps, start = 0, process_time()
    for _ in range(matches):
        trajectories, _ = env.run(is_training=False)
        steps += sum(len(one) // 2 for one in trajectories)
    return Pace(steps / (process_time() - start))


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
