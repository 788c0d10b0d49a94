"""Boxes: those that come with the service, and random ones; and matches that are played with them at random."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any

from hypothesis import strategies as st

from domain.games.any_game import RULESET
from domain.games.any_game.box import least_and_most
from domain.kit.facts import Json
from tests.games.playing import Table, command_of, filled, rules_of, seeded

NAMED = sorted(
    one.name.removesuffix(".toml") for one in files("domain.games.any_game").joinpath("boxes").iterdir()
)
SELDOM = {"end": 0.02, "say": 0.1, "lay-open": 0.05, "show": 0.1, "gather": 0.05, "move": 0.4}
"""How often a random player does what ends a match, moves nothing, or opens what is hidden."""


def box_named(name: str) -> dict[str, Any]:
    """One of the boxes that come with the service."""
    return tomllib.loads(files("domain.games.any_game").joinpath("boxes", f"{name}.toml").read_text("utf-8"))


SEES = st.sampled_from(["everyone", "nobody", "owner", "others", "team"])


@st.composite
def places(draw: st.DrawFn, pieces: list[str], dice: list[str]) -> dict[str, Json]:
    """Some places of a box, in the first of which the pieces lie."""
    found: dict[str, Json] = {}
    for number in range(draw(st.integers(2, 5))):
        of_seat = draw(st.booleans())
        place: dict[str, Json] = {"of": "seat"} if of_seat else {}
        place["sees"] = draw(SEES) if of_seat else draw(st.sampled_from(["everyone", "nobody", [0]]))
        if draw(st.integers(0, 3)) == 0:
            place["parts"] = draw(st.sampled_from([2, ["left", "right"], {"grid": [2, 2]}]))
            if draw(st.booleans()):
                place["parts_seen_by"] = (
                    draw(SEES) if of_seat else draw(st.sampled_from(["everyone", "nobody", [1]]))
                )
        elif number and draw(st.integers(0, 2)) == 0:
            place["start"] = {draw(st.sampled_from(pieces)): draw(st.integers(1, 3))}
        elif number and dice and draw(st.booleans()):
            place["start"] = {dice[0]: draw(st.integers(1, 3))}
        found[f"place-{number}"] = place
    return found


@st.composite
def random_boxes(draw: st.DrawFn) -> dict[str, Json]:
    """A box of any kind for two to four."""
    pieces = [f"piece {letter}" for letter in "abcdef"[: draw(st.integers(2, 6))]]
    dice = draw(st.sampled_from([[], ["die"]]))
    box: dict[str, Json] = {
        "title": "a box",
        "seats": [2, 4],
        "pieces": {"pieces": {"names": pieces, "each": draw(st.integers(1, 3))}},
        "places": draw(places(pieces, dice)),
        "teams": [[0, 1]],
        "amounts": {
            "points": {"of": "seat", "sees": draw(SEES), "start": 3, "least": -2, "wins": "most"},
            "pot": {},
        },
        "turns": {"phases": ["first", "second"], "strict": draw(st.booleans())},
    }
    return {**box, "dice": {"die": {"faces": 3}}} if dice else box


def seats_of(box: dict[str, Any]) -> Iterator[int]:
    """The least and the most seats of a box."""
    yield from sorted({*least_and_most(box)})


def played(box: dict[str, Any], seats: int, rng: Random, decisions: int, *, chance: int = 1) -> Table:
    """A match of random decisions, up to so many of seats."""
    table = Table(RULESET, rules_of(RULESET, seats, {}, box), seeded(chance))
    table.settle()
    for _ in range(decisions):
        if table.state.over:
            break
        seat = rng.choice(table.state.awaiting)["seat"]
        listed = RULESET.moves(table.state, seat)
        types = sorted({move["type"] for move in listed})
        kind = rng.choices(types, [SELDOM.get(one, 1.0) for one in types])[0]
        move = rng.choice([move for move in listed if move["type"] == kind])
        command = command_of(RULESET, {name: filled(value, rng) for name, value in move.items()})
        table.act(seat, RULESET.fill(table.state, command))
        table.settle()
    return table
