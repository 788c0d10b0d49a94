"""The engine alone: whole random matches without storage, listing moves, judging, deciding, evolving."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from domain.kit.facts import Json, to_json
from domain.kit.play import check_lawful, eyes_of, play
from domain.kit.ruleset import Ruleset, ruleset
from tests.benchmarks.measuring import Comparison, compared, interleaved, table
from tests.games.installed import OWN
from tests.games.playing import Table, random_command, rules_of, seeded
from tests.games.preferences import all_modules

TITLE = "Engine"
NOTES = """\
Whole random matches, all numbers of players in turn, with all modules, nothing stored: for each decision of a seat
its moves are listed on its own view, one is chosen, judged on its own view (masked again, as for another request),
decided and evolved; chance and automatic steps count as decisions."""
JSON = "json.loads and json.dumps of"


@dataclass(frozen=True, slots=True)
class Speed:
    """Of one round."""

    matches: float
    decisions: float


def measure(rounds: int = 7, matches: int = 40) -> Iterator[Comparison]:
    """For each ruleset, decisions and matches per second, over *rounds* of *matches* each."""
    for game in map(ruleset, OWN):
        texts = [
            [json.dumps(document) for document in documents(played(game, number))] for number in range(matches)
        ]
        contestants = {"engine": partial(speed, game, matches), "json": partial(round_trips, texts)}
        results = interleaved(rounds, contestants)
        engine, trips = results["engine"], results["json"]
        yield compared(
            f"{game.title}: decisions/s",
            [one.decisions for one in engine],
            f"{JSON} one such decision",
            [one.decisions for one in trips],
        )
        yield compared(
            f"{game.title}: matches/s",
            [one.matches for one in engine],
            f"{JSON} the decisions of one such match",
            [one.matches for one in trips],
        )


def speed(game: Ruleset[Any], matches: int) -> Speed:
    """How fast *matches* are played, the same ones in each round."""
    start = perf_counter()
    decisions = sum(len(played(game, number).steps) for number in range(matches))
    seconds = perf_counter() - start
    return Speed(matches / seconds, decisions / seconds)


class OnOwnView(Table):
    """A table at which a seat's moves are listed and judged on its own view, as the service does."""

    def random_step(self, rng: Random, _: Any = None) -> None:
        """One decision of a seat that is awaited."""
        seat = rng.choice(self.state.awaiting)["seat"]
        eyes = eyes_of(self.state, seat)
        command = random_command(self.ruleset, self.ruleset.moves(eyes, seat), rng)
        check_lawful(self.ruleset, eyes_of(self.state, seat), seat, command)
        self.keep(seat, command, play(self.ruleset, self.state, seat, command))


def played(game: Ruleset[Any], number: int) -> Table:
    """Random match *number*, played to the end."""
    least, most = game.seats
    rules = rules_of(game, least + number % (most - least + 1), all_modules(game.options))
    return OnOwnView(game, rules, seeded(number)).play_on(Random(number))


def documents(table: Table) -> list[Json]:
    """The decisions of a match as JSON."""
    return [
        {"command": step.command.to_json(), "facts": [to_json(fact) for fact in step.facts]}
        for step in table.steps
    ]


def round_trips(matches: list[list[str]]) -> Speed:
    """How fast the decisions of matches are read and written as JSON."""
    start = perf_counter()
    for texts in matches:
        for text in texts:
            json.dumps(json.loads(text))
    seconds = perf_counter() - start
    return Speed(len(matches) / seconds, sum(map(len, matches)) / seconds)


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
