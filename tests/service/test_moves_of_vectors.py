"""The lists of moves at every position of the recorded matches in ``tests/vectors``: short, lawful, complete."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from domain.application.judging import Asked, Draft
from domain.kit.facts import Json
from domain.kit.visibility import PUBLIC, Viewer
from domain.match.match import Match
from domain.match.principal import Principal
from domain.match.work import LONGEST
from service.moves import MovesWanted, moves_of
from service.openapi.command_schemas import asked_from
from tests.games.playing import SOAK, covers, filled, includes
from tests.laws.notebook import Notebook
from tests.vectors.recorded import FILES, positions

pytestmark = [pytest.mark.long, pytest.mark.grows]

SCRIBE = Principal("scribe")
MOST_BYTES = 8_000
"""In an answer with moves."""
UNSEEN = 0.2
"""How often something has not been seen that may be unknown."""


def listed(match: Match, viewer: Viewer | None = None, *, declining: bool = True) -> tuple[list[Json], list[str]]:
    found, table = moves_of(
        match, SCRIBE, MovesWanted(range(match.rules.seats), LONGEST, viewer, declining=declining)
    )
    return [move for one in found for move in one.moves], table


def bare(move: Json) -> Json:
    """What is done, whatever is declined by it."""
    return {name: value for name, value in move.items() if name not in ("declining", "declines")}


@pytest.mark.few("mea-culpa-2", "seven-sins-2")
@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_lists_are_short_and_all_that_they_say_is_so(path: Path) -> None:
    rng, notebook, met = Random(path.stem), Notebook(), Counter[str]()
    for number, (match, asked) in enumerate(positions(path)):
        lawful, table = listed(match)
        assert size_of(lawful) <= MOST_BYTES, match.version
        met.update(check_accepted(match, lawful, rng, notebook))
        if SOAK or number % 3 == 0:
            met["done"] += check_public(match, asked, lawful, table)
    assert met["done"] > 10
    assert met["unseen"] or "seven-sins" in path.stem
    assert met["declined"] or "thurn-and-taxis" not in path.stem


def size_of(moves: Json) -> int:
    return len(json.dumps(moves).encode())


def check_accepted(match: Match, moves: list[Json], rng: Random, notebook: Notebook) -> Iterator[str]:
    """One of the moves, filled at random, is accepted, and declines what it says, nothing else."""
    if not moves:
        return
    move = dict(rng.choice([move for move in moves if "declines" in move] or moves))
    declines = move.pop("declines", [])
    body = {name: filled(value, rng, UNSEEN) for name, value in move.items()}
    draft = Draft(match, notebook.sources)
    draft.judge(SCRIBE, asked_from(body, match.ruleset), dry_run=True)
    before = [event.record for event in draft.events[: len(declines)]]
    assert [{**one["command"], **one["actor"]} for one in before] == declines, (match.version, body)
    assert draft.events[len(declines)].record["automatic"] is False
    yield from ["declined"] * len(declines)
    yield from ["unseen"] * ('"unknown"' in json.dumps(body))


def check_public(match: Match, asked: Asked, lawful: list[Json], table: list[str]) -> bool:
    """The public board covers all that is lawful, and what was done then, if that was; whether it was."""
    for_all, may_be_sent = listed(match, PUBLIC)
    assert size_of(for_all) <= MOST_BYTES, match.version
    assert set(table) <= set(may_be_sent)
    for move in lawful:
        assert any(includes(wide, move) for wide in for_all), (match.version, move)
    sent = asked.command.to_json() | ({} if asked.seat is None else {"seat": asked.seat})
    if not any(covers(move, sent) for move in map(bare, lawful)):
        return False
    assert any(covers(move, sent) for move in map(bare, for_all)), (match.version, sent)
    return True
