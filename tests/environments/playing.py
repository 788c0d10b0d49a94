"""Plays environments at random: every installed ruleset with every number of seats, on boards that are short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from domain.kit.chance import SeededChance
from domain.kit.facts import Json
from domain.kit.ruleset import rulesets
from service.environments.episode import Episode
from service.environments.setting import Setting, setting
from service.environments.vocabulary import END, Word, of_command, of_value
from tests.games.preferences import all_modules

GAMES = [
    (name, seats)
    for name, game in rulesets().items()
    if game.named is None  # out of a box there is no end but what somebody proposes
    for seats in range(game.seats[0], game.seats[1] + 1)
]
IDS = [f"{name}-{seats}" for name, seats in GAMES]
SHORT = {"thurn-and-taxis": {"houses": 3}}
"""Boards with which a match that is played at random is over soon."""
LARGEST = [(name, seats) for name, seats in GAMES if seats == rulesets()[name].seats[1]]


def short(name: str, seats: int, **more: Any) -> Setting:
    """A setting in which matches are over soon, with all that a game has but steps by hand."""
    given = {"options": all_modules(rulesets()[name].options), "board": SHORT.get(name, {}), **more}
    return setting(name, seats, **given)


def begun(setting: Setting, seed: int) -> Episode:
    """An episode with the draws of a seed."""
    key = seed.to_bytes(32, "big")
    return Episode(setting, lambda version: SeededChance(key, version))


def words(episode: Episode) -> list[Word]:
    """What can be said, in order."""
    numbers = episode.setting.vocabulary.numbers
    return sorted(episode.follows, key=numbers.__getitem__)


def on(episode: Episode, rng: Random) -> Iterator[Episode]:
    """An episode before each of its words and draws, played on at random to its end."""
    while not episode.over:
        yield episode
        if episode.contents is not None:
            episode.draw(rng.choice(sorted(episode.contents)))
        else:
            episode.say(rng.choice(words(episode)))


def to_the_end(episode: Episode, rng: Random) -> Episode:
    """The episode, played at random to its end."""
    for _ in on(episode, rng):
        pass
    return episode


def spelled(setting: Setting, document: Mapping[str, Json]) -> Iterator[Word]:
    """All words that a command is made of, those included that are said by themselves."""
    yield of_command(document["type"])
    for field in setting.ruleset.command_types[document["type"]].SENT:
        value = document.get(field.name)
        if isinstance(value, list):
            yield from map(of_value, value)
            yield END
        else:
            yield END if value is None else of_value(value)


def say_command(episode: Episode, document: Mapping[str, Json]) -> None:
    """Let the seat say this command, word by word."""
    saying = episode.saying
    assert saying is not None
    for place, word in enumerate(spelled(episode.setting, document)):
        if len(saying.words) == place:
            episode.say(word)
        assert saying.words[place] == word
