"""The final scores, before the end of a match is confirmed: what the record has, and what the table says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kit.words.values import prettified
from service.cli.outcomes import numbers_of
from service.cli.scribe.board import Board


def scores_lines(board: Board) -> list[str]:
    """The numbers of each seat at the end that the record has; nothing where there is no end yet."""
    numbers = _numbers(board)
    if not numbers:
        return []
    lines = ["At the end the record has, to be compared with the table:"]
    for seat, name in enumerate(board.names):
        said = ", ".join(f"{prettified(title)} {_said(values[seat])}" for title, values in numbers.items())
        lines.append(f"  {name}: {said}")
    return lines


def compared(board: Board, said: Sequence[str]) -> list[str]:
    """What the table says the scores are, seat by seat, held against the record."""
    numbers = _numbers(board)
    if not numbers:
        return ["the match is not at its end: there are no final scores"]
    title = said[0].lower() if said and not _is_number(said[0]) else next(iter(numbers))
    given = said[1:] if said and not _is_number(said[0]) else said
    if title not in numbers:
        return [f"there is no “{title}” at the end: there are {', '.join(numbers)}"]
    values = numbers[title]
    if len(given) != len(values) or not all(map(_is_number, given)):
        return [f"scores, and a number for each of the {len(values)} seats: {', '.join(board.names)}"]
    wrong = [
        f"{name}: {number} at the table, {_said(value)} in the record"
        for name, number, value in zip(board.names, given, values, strict=True)
        if value is None or int(number) != value
    ]
    if not wrong:
        return [f"{prettified(title)}: table and record agree"]
    return ["THE RECORD HAS OTHER SCORES:", *(f"  {one}" for one in wrong)]


def _numbers(board: Board) -> Mapping[str, Sequence[int | None]]:
    outcome: Any = board.match.get("outcome") or board.match.get("proposed")
    return numbers_of(outcome or {}, len(board.names))


def _said(value: int | None) -> str:
    return "?" if value is None else str(value)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()
