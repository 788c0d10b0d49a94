"""Every installed ruleset as a game of OpenSpiel: ``load("mea-culpa", seats=3)``.

Actions are words (see ``vocabulary``), and each draw is a chance node whose outcomes are what can be drawn. The
games are registered when this module is imported, so ``pyspiel.load_game("python_kerbholz_kuhn_poker")`` finds
them, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset, rulesets
from domain.kit.visibility import seat_viewer
from service.environments.episode import Episode
from service.environments.missing import MissingExtra
from service.environments.observing import Observer
from service.environments.rewards import MOST_POINTS, Rewards
from service.environments.setting import LONGEST, MOST, Setting, setting
from service.environments.told import told

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise MissingExtra(missing) from None

MOST_OF_ONE = 5_000
"""Words and draws of one decision: it is said and drawn to its end, where a match becomes too long in it."""


def load(
    ruleset: str,
    seats: int | None = None,
    *,
    options: Mapping[str, Json] | None = None,
    board: Mapping[str, Json] | None = None,
    rewards: Rewards = "ranks",
    most: int = MOST,
    longest: int = LONGEST,
) -> Any:
    """A game of an installed ruleset; the arguments are those of ``kerbholz_env``.

    Raises :class:`~service.environments.setting.BadSetting`.
    """
    played = setting(ruleset, seats, options=options, board=board, rewards=rewards, most=most, longest=longest)
    given = {
        "players": played.seats,
        "options": _written(options),
        "board": _written(board),
        "rewards": rewards,
        "most": most,
        "longest": longest,
    }
    return pyspiel.load_game(_name(played.ruleset), given)


def _written(values: Mapping[str, Json] | None) -> str:
    """Options or a board as a parameter: JSON, quoted, since the names of games have parentheses and commas."""
    return quote(json.dumps(values, sort_keys=True), safe="") if values else ""


def _read(parameter: str) -> Mapping[str, Json]:
    values: Mapping[str, Json] = json.loads(unquote(parameter)) if parameter else {}
    return values


def _name(ruleset: Ruleset[Any]) -> str:
    return f"python_kerbholz_{ruleset.id.replace('-', '_')}"


def _type_of(ruleset: Ruleset[Any], rewards: str = "ranks") -> Any:
    least, most = ruleset.seats
    kinds = pyspiel.GameType
    return kinds(
        short_name=_name(ruleset),
        long_name=f"{ruleset.title} (Kerbholz)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if rewards == "ranks" else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": least,
            "options": "",
            "board": "",
            "rewards": "ranks",
            "most": MOST,
            "longest": LONGEST,
        },
    )


class KerbholzGame(pyspiel.Game):
    """A game; see :func:`load`."""

    def __init__(self, ruleset: Ruleset[Any], params: Mapping[str, Any] | None = None) -> None:
        given = {**_type_of(ruleset).parameter_specification, **(params or {})}
        self.setting: Setting = setting(
            ruleset.id,
            given["players"],
            options=_read(given["options"]),
            board=_read(given["board"]),
            rewards=given["rewards"],
            most=given["most"],
            longest=given["longest"],
        )
        self.observer = Observer(self.setting)
        ranked = given["rewards"] == "ranks"
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.vocabulary),
            max_chance_outcomes=max(1, len(self.setting.drawable)),
            num_players=self.setting.seats,
            min_utility=-1.0 if ranked else -MOST_POINTS,
            max_utility=1.0 if ranked else MOST_POINTS,
            utility_sum=0.0 if ranked else None,
            max_game_length=self.setting.longest + MOST_OF_ONE,
        )
        super().__init__(_type_of(ruleset, given["rewards"]), info, dict(params or {}))

    def new_initial_state(self) -> KerbholzState:
        """The match as it is laid."""
        return KerbholzState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> KerbholzObserver:
        """What writes observations; it knows no parameters."""
        if params:
            raise ValueError("observers have no parameters here")
        return KerbholzObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class KerbholzState(pyspiel.State):
    """A match as it stands, at a word or at a draw."""

    def __init__(self, game: KerbholzGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.setting)

    def current_player(self) -> int:
        """The seat that says the next word, chance, or nobody any more."""
        if self.episode.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE if self.episode.seat is None else self.episode.seat)

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.episode.seat:
            return []
        numbers = self.episode.setting.vocabulary.numbers
        return sorted(numbers[word] for word in self.episode.follows)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn, each with its probability."""
        contents = self.episode.contents or {}
        number = sum(contents.values())
        places = {thing: place for place, thing in enumerate(self.episode.setting.drawable)}
        return sorted((places[thing], there / number) for thing, there in contents.items())

    def _apply_action(self, action: int) -> None:
        if self.episode.contents is not None:
            self.episode.draw(self.episode.setting.drawable[action])
        else:
            self.episode.say(self.episode.setting.vocabulary.words[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.episode.setting.drawable[action]
        return str(self.episode.setting.vocabulary.words[action])

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.episode.over

    def returns(self) -> list[float]:
        """What the end is worth to each seat."""
        return self.episode.rewards

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class KerbholzObserver:
    """Writes what a seat observes: its own view, or, with perfect recall, all that it was ever told."""

    def __init__(self, game: KerbholzGame, kind: Any) -> None:
        self._observer = game.observer
        self._recalls = kind.perfect_recall
        self._of_one = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        shown = None if self._recalls or not self._of_one else self._observer.empty()
        self.tensor = shown
        self.dict = {} if shown is None else {"observation": shown}

    def set_from(self, state: KerbholzState, player: int) -> None:
        """Write what *player* observes into the tensor."""
        if self.tensor is not None:
            self.tensor[:] = self._observer.observe(state.episode, player)

    def string_from(self, state: KerbholzState, player: int) -> str | None:
        """The same as lines of JSON; None for what several players know together, or nobody does."""
        if not self._of_one:
            return None
        episode = state.episode
        said = [str(word) for word in episode.saying.words] if player == episode.seat and episode.saying else []
        if self._recalls:
            viewer = seat_viewer(player)
            seen = [told(step, viewer) for step in episode.steps]
        else:
            seen = [json.dumps(episode.view(player), ensure_ascii=False, sort_keys=True)]
        return "\n".join([f"player {player}", *seen, " ".join(said)])


def _register(ruleset: Ruleset[Any]) -> None:
    class Game(KerbholzGame):
        """The game of one ruleset."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(ruleset, params)

    pyspiel.register_game(_type_of(ruleset), Game)


for _ruleset in rulesets().values():
    _register(_ruleset)
