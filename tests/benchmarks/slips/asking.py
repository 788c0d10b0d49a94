"""What the page's questions find: its own rule, run by node, and people at the table who count right."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clients.build import NODE
from domain.kit.facts import Json
from domain.kit.ruleset import ruleset
from tests.benchmarks.slips.making import Course, Truth, Turn
from tests.pointers import value_at

PROGRAM = Path(__file__).parent / "asked.mjs"


@dataclass(frozen=True)
class Question:
    """What was asked in a turn; *turn* is below 0 where that was before the slip."""

    turn: int
    at: str


class Page:
    """The page's rule, in a process of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen([NODE, PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._known: dict[int, Truth] = {}
        self._views: set[str] = set()

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def questions(self, truth: Truth, until: int, turns: Sequence[Turn], seed: int) -> list[Question]:
        """What is asked in a match that went as *truth* for *until* entries, and then by *turns*."""
        self._learn(truth)
        self._say({"of": id(truth), "until": until, "turns": [_told(turn) for turn in turns], "seed": seed})
        assert self._process.stdout is not None
        return [Question(**one) for one in json.loads(self._process.stdout.readline())]

    def _learn(self, truth: Truth) -> None:
        if truth.name not in self._views:
            self._views.add(truth.name)
            self._say({"learn": truth.name, "view": ruleset(truth.name).view_schema})
        if id(truth) not in self._known:
            self._known[id(truth)] = truth
            seats = [f"player {seat}" for seat in range(truth.seats)]
            turns = [_told(turn) for turn in truth.turns]
            self._say({"truth": id(truth), "game": truth.name, "seats": seats, "turns": turns})

    def _say(self, what: Json) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(what)}\n")
        self._process.stdin.flush()


def _told(turn: Turn) -> dict[str, Any]:
    return {"entries": turn.entries, "awaiting": turn.awaiting, "board": turn.boards[0]}


@dataclass(frozen=True)
class Asking:
    """What asking came to: its taps before and behind the slip, and behind how many entries it found that."""

    before: int
    behind: int
    found: int | None


def asking_of(course: Course, questions: Sequence[Question]) -> Asking:
    """Answer as the table is, until an answer is not what the record has: that is asked a second time."""
    before = behind = 0
    for one in questions:
        if one.turn < 0:
            turns = [turn for turn in course.truth.turns if turn.entries <= course.at]
            before += taps_of(value_at(turns[one.turn].boards[1], one.at))
            continue
        turn = course.turns[one.turn]
        record, truth = (value_at(board, one.at) for board in turn.boards)
        if record != truth:
            times = 1 if isinstance(truth, list) else 2  # a number is asked for once more
            return Asking(before, behind + times * taps_of(truth), turn.entries - course.at)
        behind += taps_of(truth)
    return Asking(before, behind, None)


def taps_of(number: Any) -> int:
    """The taps of an answer: the signs of a number, and “It is so”; of a list that alone."""
    return 1 if isinstance(number, list) else len(str(number)) + 1
