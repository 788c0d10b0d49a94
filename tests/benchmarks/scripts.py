"""Matches whose every command is known beforehand, so that a client need not ask for moves while it is timed.

The host chooses the seed (``chance: "known"``), a local table draws the same cards, and random players choose.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection
from random import Random
from typing import Any

from domain.kit.chance import SeededChance
from domain.kit.ruleset import ruleset
from tests.games.playing import Table, rules_of

SEATS = 4
OPTIONS: dict[str, dict[str, Any]] = {
    "seven-sins": {"chance": "known", "penitence": True},
    "mea-culpa": {"chance": "known"},
    "thurn-and-taxis": {"chance": "known", "modules": ["audience", "offices"]},
}
"""The rulesets of which there are scripts, and the options that they are played with."""


@dataclass(frozen=True, slots=True)
class Script:
    """A match to be played: its opening, each seat's commands in order, and the decisions they bring about."""

    opening: dict[str, Any]
    commands: tuple[tuple[int, bytes], ...]
    decisions: int


@cache
def script(name: str, number: int) -> Script:
    """Match *number* of a ruleset, the same one whenever it is asked for."""
    seed = number.to_bytes(32, "big")
    game = ruleset(name)
    table = Table(game, rules_of(game, SEATS, OPTIONS[name]), lambda version: SeededChance(seed, version))
    table.settle()
    laid = len(table.steps)
    table.play_on(Random(number))
    commands = tuple(
        (step.actor, json.dumps(step.command.to_json()).encode())
        for step in table.steps
        if isinstance(step.actor, int) and not step.automatic
    )
    opening = {
        "ruleset": name,
        "seats": [{"name": f"player {seat}"} for seat in range(SEATS)],
        "options": OPTIONS[name],
        "seed": seed.hex(),
    }
    return Script(opening, commands, len(table.steps) - laid)


def opened(address: str, opening: dict[str, Any]) -> tuple[str, list[str]]:
    """A match opened at a service: the path of its commands, and the seats' tokens."""
    connection = HTTPConnection(address, timeout=60)
    headers = {"Content-Type": "application/json"}
    connection.request("POST", "/v1/matches", json.dumps(opening), headers)
    response = connection.getresponse()
    document = json.loads(response.read())
    connection.close()
    assert response.status == 201, document
    return document["links"]["commands"], document["tokens"]["seats"]
