"""What all episodes of an environment have in common: the game, and what it is played by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from domain.kit.facts import Json
from domain.kit.ruleset import BadOption, Ruleset, rulesets
from domain.kit.state import Rules
from domain.kit.text.naming import no_such
from domain.match.opening import Opening, SeatWanted, rules_for
from service.environments.rewards import Rewards
from service.environments.vocabulary import Vocabulary, drawable, vocabulary_of

MOST = 60
"""The largest number that has a word, where nothing else is said."""
LONGEST = 20_000
"""The most words of an episode, where nothing else is said: then it is cut off."""


class BadSetting(ValueError):
    """There is no such environment; the message says what cannot be had."""


@dataclass(frozen=True)
class Setting:
    """A ruleset, the rules in force, and how an episode is said and rewarded.

    *most* is the largest number that has a word, and *longest* the most words of an episode.
    """

    ruleset: Ruleset[Any]
    opening: Opening
    rules: Rules
    rewards: Rewards = "ranks"
    most: int = MOST
    longest: int = LONGEST

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is sent to another process: a ruleset is code, and is loaded there."""
        wanted = self.opening
        return _again, (
            wanted.ruleset,
            self.seats,
            wanted.options,
            wanted.board,
            self.rewards,
            self.most,
            self.longest,
        )

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.rules.seats

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that commands are said with: the actions."""
        return vocabulary_of(self.ruleset, self.rules, self.most)

    @cached_property
    def drawable(self) -> tuple[str, ...]:
        """What chance can draw, in order."""
        return drawable(self.ruleset, self.rules)


def setting(
    name: str,
    seats: int | None = None,
    *,
    options: Mapping[str, Json] | None = None,
    board: Mapping[str, Json] | None = None,
    rewards: Rewards = "ranks",
    most: int = MOST,
    longest: int = LONGEST,
) -> Setting:
    """The setting of an installed ruleset; raises :class:`BadSetting`.

    Without a number of *seats* there are as few as possible. *options* and *board* are those of an opening.
    """
    if name not in rulesets():
        raise BadSetting(no_such("ruleset", name, rulesets()))
    ruleset = rulesets()[name]
    number = ruleset.seats[0] if seats is None else seats
    wanted = [SeatWanted(agent_of(seat)) for seat in range(number)]
    opening = Opening(name, wanted, options=options or {}, board=board or {})
    try:
        rules = rules_for(ruleset, opening)
    except BadOption as error:
        raise BadSetting(f"{error.field}: {error.detail}") from None
    if rules.options.get("chance") == "joint":
        raise BadSetting("options.chance: nobody contributes to chance here; leave it out")
    if rewards not in ("ranks", "scores"):
        raise BadSetting("rewards: these are “ranks” or “scores”")
    if most < 0 or longest < 1:
        raise BadSetting("most, longest: there is at least the number 0, and one word")
    return Setting(ruleset, opening, rules, rewards, most, longest)


def _again(
    name: str,
    seats: int,
    options: Mapping[str, Json],
    board: Mapping[str, Json],
    rewards: Rewards,
    most: int,
    longest: int,
) -> Setting:
    return setting(name, seats, options=options, board=board, rewards=rewards, most=most, longest=longest)


def agent_of(seat: int) -> str:
    """The name of the agent at a seat."""
    return f"player_{seat}"
