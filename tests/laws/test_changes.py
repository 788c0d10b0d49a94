"""What a decision changed on a board, and what put each thing there, for whatever game is installed."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from domain.application.matches import Matches
from domain.kit.visibility import NO_HORIZON, OFFICIAL, PUBLIC, Horizon, seat_viewer
from domain.kit.written.evidence import value_at
from domain.match.line import line_starts
from projections.changes import Boards, Origins, changed, origins
from tests.games.playing import SOAK
from tests.laws.quarrels import Quarrel, matches
from tests.laws.test_audits import go_on
from tests.laws.test_disputes import TABLES

pytestmark = pytest.mark.grows

__all__ = ["matches"]
OFTEN = 1 if SOAK else 5
"""After so many decisions, and where the line changes, a board is compared with one that is folded afresh."""


@pytest.mark.parametrize(
    ("before", "after", "pointers"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, ["/a"]),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, ["/a/c"]),
        ({"a": {}}, {"a": {"b": 1}}, ["/a/b"]),
        ({"a": {"b": 1}}, {"a": {}}, ["/a/b"]),
        ({"a": {}}, {"a": {"b": {"c": 1, "d": 2}}}, ["/a/b/c", "/a/b/d"]),
        ({"a": [1, 2]}, {"a": [1, 3]}, ["/a/1"]),
        ({"a": (1, 2)}, {"a": [1]}, ["/a"]),
        ({"a": None}, {"a": {"b": 1}}, ["/a"]),
        ({"a/b": 1, "~": 1}, {"a/b": 2, "~": 2}, ["/a~1b", "/~0"]),
    ],
)
def test_pointers_lead_to_what_is_other_than_it_was(before: Any, after: Any, pointers: list[str]) -> None:
    assert list(changed(before, after)) == pointers


def _put(board: Any, pointer: str, other: Any) -> None:
    """Make a board at a pointer what another one is there."""
    *path, last = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for step in path:
        into = board[int(step)] if isinstance(board, list) else board.setdefault(step, {})
        other = other[int(step)] if isinstance(other, list) else other.get(step, {})
        board = into
    if isinstance(board, list):
        board[int(last)] = other[int(last)]
    elif last in other:
        board[last] = other[last]
    else:
        board.pop(last, None)


@pytest.mark.long
@pytest.mark.few(
    "kuhn-poker-2-hosted",
    "mea-culpa-2-recorded",
    "seven-sins-2-hosted",
    "thurn-and-taxis-2-recorded",
    "tally-3-hosted",
)
@pytest.mark.parametrize(("name", "seats", "mode"), TABLES)
def test_what_is_said_to_have_changed_has_and_nothing_else(
    matches: Matches, name: str, seats: int, mode: str
) -> None:
    rng = Random(f"changes {name} {seats} {mode}")
    quarrel = Quarrel(matches, name, seats, mode, {"history": "kept"})
    go_on(quarrel, rng, 60)
    match = quarrel.match
    told = 0
    for viewer in (PUBLIC, seat_viewer(0), OFFICIAL):
        boards = Boards(matches, match, viewer)
        before = json.loads(json.dumps(boards.board))
        for decision in matches.decisions(match.id):
            pointers = boards.next(decision)
            after = json.loads(json.dumps(boards.board))
            if decision.version % OFTEN == 0 or line_starts(decision.record) or decision.version == match.version:
                state = matches.state_at(match, viewer, decision.version, decision.version)
                assert after == json.loads(json.dumps(match.ruleset.view(state))), decision.version
            assert len(set(pointers)) == len(pointers)
            for pointer in pointers:
                _put(before, pointer, after)
            assert before == after, (decision.version, pointers)
            told += len(pointers)
    assert told > match.version // 4
    half = match.version // 2
    from_half, whole = Boards(matches, match, PUBLIC, half), Boards(matches, match, PUBLIC)
    for decision in matches.decisions(match.id):
        pointers = whole.next(decision)
        if decision.version > half:
            assert from_half.next(decision) == pointers
    on_line = Boards(matches, match, PUBLIC, line=match.version)
    for decision in matches.decisions(match.id):
        on_line.next(decision)
    assert on_line.board == whole.board


@pytest.mark.few(
    "kuhn-poker-2-recorded",
    "mea-culpa-2-hosted",
    "seven-sins-2-recorded",
    "thurn-and-taxis-2-hosted",
    "tally-3-recorded",
)
@pytest.mark.parametrize(("name", "seats", "mode"), TABLES)
def test_since_when_something_is_seen_is_when_it_last_became_so(
    matches: Matches, name: str, seats: int, mode: str
) -> None:
    rng = Random(f"origins {name} {seats} {mode}")
    quarrel = Quarrel(matches, name, seats, mode, {"history": "kept"})
    go_on(quarrel, rng, 50)
    match = quarrel.match
    for viewer in (PUBLIC, seat_viewer(seats - 1)):
        boards, seen = Boards(matches, match, viewer), []
        for decision in matches.decisions(match.id):
            boards.next(decision)
            seen.append(json.loads(json.dumps(boards.board)))
        found = origins(matches, match, viewer, NO_HORIZON, match.version)
        assert found.since
        for pointer in found.since:
            since, put = found.at(pointer)
            assert since is not None
            assert put is not None
            assert put <= since
            newest = _at(seen[-1], pointer)
            assert all(_at(board, pointer) == newest for board in seen[since:]), pointer
            assert since == 0 or _at(seen[since - 1], pointer) != newest, pointer


def _at(board: Any, pointer: str) -> Any:
    try:
        return value_at(board, pointer)
    except (LookupError, TypeError, ValueError):
        return None


def test_a_thing_was_put_before_it_was_seen() -> None:
    closed = {"reserve": {"count": 2, "things": {}}}
    more = {"reserve": {"count": 3, "things": {}}}
    opened = {"reserve": {"count": 3, "things": {"greed": 2, "envy": 1}}}
    less = {"reserve": {"count": 2, "things": {"greed": 1, "envy": 1}}}
    found = Origins()
    boards = [{"reserve": {"count": 0, "things": {}}}, closed, more, opened, less]
    for version, (before, after) in enumerate(pairwise(boards), 1):
        found.take_in(version, list(changed(before, after)), before, after)
    assert found.at("/reserve/things/envy") == (3, 2)
    assert found.at("/reserve/things/greed") == (4, 2)
    assert found.at("/reserve/count") == (4, 2)
    assert found.at("/reserve") == (4, 2)
    assert found.at("/nothing") == (0, 0)


def test_what_has_faded_is_not_told(matches: Matches) -> None:
    quarrel = Quarrel(matches, "seven-sins", 3, "hosted", {"history": "fading"})
    go_on(quarrel, Random(1), 30)
    match = quarrel.match
    all_of_it = origins(matches, match, PUBLIC, NO_HORIZON, match.version)
    faded = origins(matches, match, PUBLIC, Horizon(match.version - 1, fades=True), match.version)
    assert min(version for version in all_of_it.since.values() if version) < match.version - 1
    assert {version for version in faded.since.values() if version} <= {match.version - 1, match.version}
