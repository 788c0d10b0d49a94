"""Slips are made, followed and found as the table of figures says; the figures themselves are measured by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from domain.application.judging import Asked
from tests.benchmarks.slips import report, truth
from tests.benchmarks.slips.asking import Page, Question, asking_of
from tests.benchmarks.slips.making import (
    COUNTING,
    END,
    KINDS,
    NEVER,
    ORDER,
    OUT,
    PIECE,
    REFUSAL,
    SEAT,
    Course,
    Truth,
    Turn,
    followed,
    pack,
    slips,
    truth_of,
)
from tests.vectors.recorded import FILES

GAME = "seven-sins"


@cache
def sins() -> Truth:
    """A recorded match of 7 – The Sins as it was."""
    return truth_of(GAME, truth.of_file(next(file for file in FILES if file.stem == "seven-sins-1")))


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with Page() as asking:
        yield asking


def takes() -> Iterator[tuple[int, Asked]]:
    """The entries in which a seat takes a card."""
    return ((n, one) for n, one in enumerate(sins().entries) if one.command.TYPE == "take")


def test_a_few_slips_of_each_kind_are_found_by_something(page: Page) -> None:
    rng, match = Random(1), sins()
    for kind in KINDS:
        courses, _ = slips(match, kind, 4, rng)
        assert [course.kind for course in courses] == [kind] * 4
        for course in courses:
            assert course.by in (REFUSAL, COUNTING, END, NEVER)
            page.questions(match, course.at, course.turns, 1)
    shown = report.table([([report.Row(GAME, SEAT)], report.Cost(GAME, 1, 3))])
    assert all(column in shown for column in report.COLUMNS)


def test_a_match_that_is_entered_as_it_was_makes_no_difference() -> None:
    number, asked = next(takes())
    assert followed(sins(), PIECE, number, [asked]) is None


def test_an_entry_for_another_seat_is_refused_at_once_and_what_comes_behind_an_omission_next() -> None:
    number, asked = next(takes())
    seat = followed(sins(), SEAT, number, [replace(asked, seat=1 - (asked.seat or 0))])
    assert seat is not None
    assert (seat.by, seat.found) == (REFUSAL, 0)
    left_out = followed(sins(), OUT, number, [])
    assert left_out is not None
    assert (left_out.by, left_out.found) == (REFUSAL, 1)
    swapped = followed(sins(), ORDER, number, [sins().entries[number + 1], asked])
    assert swapped is not None
    assert (swapped.by, swapped.found) == (REFUSAL, 0)


def with_place(command: Any, to: str) -> Any:
    return replace(command, to=to)


def elsewhere() -> tuple[int, Course]:
    """A card that by the record lies elsewhere than it was put: the number of its entry, and its course."""
    for number, asked in takes():
        to = {"abyss": "reserve", "reserve": "abyss"}[asked.command.to_json()["to"]]
        course = followed(sins(), PIECE, number, [replace(asked, command=with_place(asked.command, to))])
        if course is not None and course.by == END:
            return number, course
    raise AssertionError("no such slip goes on to the end")


def test_a_card_in_the_wrong_place_is_found_by_its_number_and_not_by_another(page: Page) -> None:
    number, course = elsewhere()
    assert course.shown
    wrong = next(n for n, turn in enumerate(course.turns) if turn.entries > number)
    other = f"/seats/{1 - (sins().entries[number].seat or 0)}/reserve/count"
    assert asking_of(course, [Question(wrong, other)]).found is None
    found = asking_of(course, [Question(wrong, other), Question(wrong, "/abyss/count")])
    assert found.found == course.turns[wrong].entries - number
    assert found.behind >= 2 + 2 * 2, "a number that is not that of the record is asked for twice"
    asked = {one.at for seed in range(20) for one in page.questions(sins(), number, course.turns, seed)}
    assert asked <= {
        "/abyss/count",
        "/stones",
        *(f"/seats/{n}/{w}" for n in (0, 1) for w in ("reserve/count", "stones")),
    }


def turn(number: int, seat: int, **counts: int) -> Turn:
    """A turn of a seat, on a board of two with such numbers."""
    seats = [{"reserve": {"count": counts.get(f"reserve_{n}", 1)}, "stones": 1} for n in (0, 1)]
    board = {"abyss": {"count": counts.get("abyss", 0)}, "stones": 3, "seats": seats}
    return Turn(number, [{"seat": seat}], pack(board, board))


def test_once_a_round_is_asked_for_what_has_changed_most_and_longest_ago(page: Page) -> None:
    turns = [turn(n, n % 2, abyss=n, reserve_1=1 + n // 3) for n in range(22)]
    many = [page.questions(sins(), -1, turns, seed) for seed in range(8)]
    for questions in many:
        assert [one.turn for one in questions] == [2, 5, 8, 11, 14, 17, 20], "a round is as many turns as seats"
        second, third, *_, last = [one.at for one in questions[1:]]
        first = questions[0].at
        assert second == "/abyss/count" or first == "/abyss/count"
        assert {second, third} <= {"/abyss/count", "/seats/1/reserve/count"}
        assert last in {"/abyss/count", "/seats/1/reserve/count"}, "what never changes is not asked for again"
    assert len({questions[0].at for questions in many}) > 1, "at first nothing is known to have changed"


def test_nobody_is_asked_while_others_than_one_seat_are_awaited(page: Page) -> None:
    several = [replace(turn(n, n % 2), awaiting=[{"seat": 0}, {"seat": 1}]) for n in range(9)]
    told = [replace(turn(n, 0), awaiting=[{"tell": "reserve:0"}]) for n in range(9)]
    assert page.questions(sins(), -1, several + told, 1) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.few("seven-sins-1")
def test_a_match_of_a_file_is_the_same_without_its_corrections(file) -> None:  # type: ignore[no-untyped-def]
    record = truth.of_file(file)
    assert record.match.state.concluded
    types = {entry.asked.command.TYPE for entry in record.entries}
    assert not types & {"table.amend", "table.reveal", "table.take-back", "table.note", "table.assert"}


@pytest.mark.soak
def test_all_games_are_measured() -> None:
    measured = list(report.measure(number=4, files=1, random=1))
    assert [row.game for rows, _ in measured for row in rows] == [game for game in report.GAMES for _ in KINDS]
    assert all(row.found.total() == 4 for rows, _ in measured for row in rows)
    assert all(cost.questions > 0 for _, cost in measured)
