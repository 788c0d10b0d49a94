"""Who sits at which table: a list with a line for each table, or a list of people who are dealt to tables."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from domain.kit.shorthand.parsing.characters import lines_of
from domain.kit.text.texts import same

LONGEST = 1_000_000
"""Bytes of a list."""
MOST_TABLES = 200
"""Matches of one evening: what the director's desk takes."""


class BadList(Exception):
    """A list of names cannot be used; the message says why, and in which line."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits at a table, in the order of the seats. *label* names it; None where its number does."""

    names: tuple[str, ...]
    label: str | None = None
    round: int | None = None
    number: int = 1


def listed(text: str) -> list[Table]:
    """The tables of a list that has a line for each: ``NAME, NAME`` or ``LABEL: NAME, NAME``.

    A name with a comma or a colon in it stands in quotes. Raises :class:`BadList`.
    """
    tables: list[Table] = []
    for number, line in _lines(text):
        label, names = _parted(line)
        cells = _cells(names, number)
        if len(cells) == 1:
            raise BadList(
                f"line {number} has one name: each line is a table, with commas between the names"
                " (a list of people needs --tables)"
            )
        tables.append(Table(cells, label, number=len(tables) + 1))
    _check(tables)
    return tables


def dealt(text: str, number: int, rounds: int) -> list[Table]:
    """The people of a list, a line for each, at *number* tables for some *rounds*.

    They are dealt like cards. After each round those in the second seat go one table further, those in the third
    two, and so on: where the number of tables is prime, nobody meets the same person twice in that many rounds.
    Raises :class:`BadList`.
    """
    names = [_person(line, at) for at, line in _lines(text)]
    if len(names) < 2 * number:
        raise BadList(f"{len(names)} names are too few for {number} tables")
    _check_number(number * rounds)
    twice = [name for name, often in Counter(map(same, names)).items() if often > 1]
    if twice:
        shown = ", ".join(next(name for name in names if same(name) == one) for one in twice)
        raise BadList(f"these names are there more than once: {shown}")
    columns = [names[at : at + number] for at in range(0, len(names), number)]
    return [
        Table(_seated(columns, table, turn, number), None, turn + 1 if rounds > 1 else None, table + 1)
        for turn in range(rounds)
        for table in range(number)
    ]


def _person(line: str, number: int) -> str:
    """The one name of a line."""
    cells = _cells(line, number)
    if len(cells) > 1:
        raise BadList(
            f"line {number} has {len(cells)} names: with --tables each line is one person"
            " (a name with a comma in it stands in quotes)"
        )
    return cells[0]


def as_listed(names: Sequence[str]) -> str:
    """The names of a table, as a list has them.

    >>> as_listed(["Ada", "Eve, the 2nd"])
    'Ada, "Eve, the 2nd"'
    """
    quoted = ['"' + name.replace('"', '""') + '"' if set(name) & set(',"') else name for name in names]
    return ", ".join(quoted)


def _seated(columns: Sequence[Sequence[str]], table: int, turn: int, number: int) -> tuple[str, ...]:
    """Who sits at a table in a round; in each round somebody else is the first."""
    places = [(column, (table - turn * step) % number) for step, column in enumerate(columns)]
    sitting = [column[place] for column, place in places if place < len(column)]
    first = turn % len(sitting)
    return tuple(sitting[first:] + sitting[:first])


def meetings(tables: Sequence[Table]) -> int:
    """How many pairs of people sit at one table more than once."""
    met = Counter(frozenset(map(same, pair)) for table in tables for pair in combinations(table.names, 2))
    return sum(often > 1 for often in met.values())


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something; ``#`` begins a line that does not."""
    for number, line in enumerate(lines_of(text), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def _parted(line: str) -> tuple[str | None, str]:
    """The label before a line's first colon, and the rest; no label where a name or a quote is before it."""
    label, colon, rest = line.partition(":")
    if not colon or "," in label or '"' in label:
        return None, line
    return label.strip() or None, rest


def _cells(text: str, number: int) -> tuple[str, ...]:
    try:
        (cells,) = csv.reader([text.strip()], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        raise BadList(f"line {number} cannot be read: a name in quotes ends with a quote") from None
    names = tuple(cell.strip() for cell in cells)
    if not all(names):
        raise BadList(f"line {number}: a name is missing")
    return names


def _check(tables: Sequence[Table]) -> None:
    if not tables:
        raise BadList("there are no names in it")
    _check_number(len(tables))


def _check_number(matches: int) -> None:
    if matches > MOST_TABLES:
        raise BadList(f"these are {matches} matches: at most {MOST_TABLES} are opened at once")
