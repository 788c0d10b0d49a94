"""Every installed ruleset as an environment of PettingZoo (AEC): ``kerbholz_env("mea-culpa", seats=3)``.

An action is a word (see ``vocabulary``): an agent acts again until its command is complete. Of several seats that
are awaited the lowest acts first; chance and what follows by itself are done in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any, Literal

from domain.kit.chance import SeededChance
from domain.kit.facts import Json
from domain.kit.words.match import MatchWords
from domain.table.worded import words_for
from projections.said.in_words import board_in_words
from service.environments.episode import Episode
from service.environments.missing import MissingExtra
from service.environments.observing import Numbers, Observer
from service.environments.record import shorthand_of
from service.environments.rewards import Rewards
from service.environments.setting import LONGEST, MOST, Setting, agent_of, setting
from service.environments.vocabulary import Vocabulary

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as missing:
    raise MissingExtra(missing) from None

LARGEST = 1e6
"""The bound of all numbers in an observation."""


def kerbholz_env(
    ruleset: str,
    seats: int | None = None,
    *,
    options: Mapping[str, Json] | None = None,
    board: Mapping[str, Json] | None = None,
    rewards: Rewards = "ranks",
    most: int = MOST,
    longest: int = LONGEST,
    render_mode: Literal["ansi"] | None = None,
) -> KerbholzEnv:
    """An environment of an installed ruleset; raises :class:`~service.environments.setting.BadSetting`.

    Without a number of *seats* there are as few as possible. *options* and *board* are those with which a match is
    opened. *most* is the largest number that has a word; behind *longest* words an episode is cut off.
    """
    played = setting(ruleset, seats, options=options, board=board, rewards=rewards, most=most, longest=longest)
    return KerbholzEnv(played, render_mode)


class KerbholzEnv(AECEnv):
    """A match; see :func:`kerbholz_env`."""

    def __init__(self, played: Setting, render_mode: Literal["ansi"] | None = None) -> None:
        super().__init__()
        self.setting = played
        self.render_mode = render_mode
        self.metadata = {
            "name": f"kerbholz_{played.ruleset.id.replace('-', '_')}_v1",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [agent_of(seat) for seat in range(played.seats)]
        self.agents: list[str] = []
        self._observer = Observer(played)
        observed, words = len(self._observer.names), len(played.vocabulary)
        self._observation_spaces = {agent: _observation_space(observed, words) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(words) for agent in self.possible_agents}
        self._rng: Random | None = None
        self._episode: Episode | None = None

    # -- what there is

    @property
    def vocabulary(self) -> Vocabulary:
        """The words, by their numbers: the actions."""
        return self.setting.vocabulary

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The name of each number of an observation."""
        return self._observer.names

    @property
    def episode(self) -> Episode:
        """The match as it stands; raises ``ValueError`` before the first :meth:`reset`."""
        if self._episode is None:
            raise ValueError("call reset first")
        return self._episode

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, the same for all."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: the words."""
        return self._action_spaces[agent]

    # -- playing

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a match; the same *seed* gives the same draws. *options* are ignored: a setting is for good.

        Without a seed the next match of the last seed begins.
        """
        if seed is not None or self._rng is None:
            self._rng = Random(seed)
        self._episode = Episode(self.setting, partial(SeededChance, self._rng.randbytes(32)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._select()

    def step(self, action: int | None) -> None:
        """The selected agent says the word with this number; at the end of a match it is None.

        Raises ``ValueError`` for a word that cannot be said now.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self.vocabulary):
            raise ValueError(f"{action} is the number of no word")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.episode.say(self.vocabulary.words[int(action)])
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Say who acts next, or that the match is over."""
        episode = self.episode
        if episode.over:
            self.rewards = dict(zip(self.agents, episode.rewards, strict=True))
            self.truncations = dict.fromkeys(self.agents, episode.cut_off)
            self.terminations = dict.fromkeys(self.agents, not episode.cut_off)
            self.agent_selection = self.agents[0]
        elif episode.seat is not None:
            self.agent_selection = agent_of(episode.seat)
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> Numbers:
        if agent == self.agent_selection:
            return self._observer.mask(self.episode)
        return np.zeros(len(self.vocabulary), np.int8)

    # -- looking

    def observe(self, agent: str) -> dict[str, Numbers]:
        """What an agent observes, and which words it can say now."""
        seat = self.possible_agents.index(agent)
        mask = self.infos[agent]["action_mask"] if agent in self.infos else self._mask(agent)
        return {"observation": self._observer.observe(self.episode, seat), "action_mask": mask}

    def view(self, agent: str) -> dict[str, Json]:
        """What an agent sees, as the service shows it to that seat."""
        return self.episode.view(self.possible_agents.index(agent))

    def render(self) -> str | None:
        """The board as the acting agent sees it, in words."""
        if self.render_mode is None:
            return None
        game, rules = self.setting.ruleset, self.setting.rules
        words = MatchWords(words_for(game, ["en"]), game, rules, self.possible_agents)
        return "\n".join(board_in_words(self.view(self.agent_selection), words))

    def log(self) -> str:
        """The match so far as a file of shorthand, as ``POST /v1/imports`` and ``kerbholz record`` take it."""
        return shorthand_of(self.episode)

    def close(self) -> None:
        """Nothing is open."""


def _observation_space(observed: int, words: int) -> Any:
    return spaces.Dict(
        {
            "observation": spaces.Box(-LARGEST, LARGEST, (observed,), np.float32),
            "action_mask": spaces.Box(0, 1, (words,), np.int8),
        }
    )
