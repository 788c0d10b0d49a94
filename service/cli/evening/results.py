"""How the matches of an event ended: as a page to be printed, and as a table for spreadsheets.

What is told is what the service tells: winners, places and numbers are the outcome's, and nothing is counted anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import quote

from domain.kit.ruleset import UnknownRuleset, ruleset
from domain.kit.text import spreadsheets
from domain.kit.text.texts import same
from domain.kit.words.labels import best, languages, words_in
from domain.kit.words.values import prettified
from service.cli.evening.event import Event, Link
from service.cli.evening.slips import colour_in, render, words_for
from service.cli.outcomes import numbers_of
from service.cli.record import Failure, NoAnswer, Service

COLUMNS = ("table", "match", "game", "status", "seat", "player", "colour", "won", "place")
"""Of the table for spreadsheets; numbers of the outcome follow, by their names."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the end of a match: *place* is 1 for winners, and otherwise what the outcome says, if it does.

    Where the name was erased, *name* is what the colour is called.
    """

    name: str
    colour: str
    won: bool
    place: int | None
    numbers: Mapping[str, int | None]
    is_named: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    """A match: what the service says of it in a sentence, and its seats, with the numbers of *columns*."""

    label: str
    match: str
    game: str
    status: str
    standing: str
    seats: Sequence[Seat] = ()
    columns: Sequence[str] = ()
    titles: Mapping[str, str] = field(default_factory=dict)


def read(event: Event, language: str) -> Iterator[tuple[Result, Failure | None]]:
    """How each match of an event ended; with the failure, if the service did not tell."""
    services: dict[str, Service] = {}
    silent: dict[str, Failure] = {}
    for link in event.links:
        try:
            if link.address in silent:
                raise silent[link.address]  # it would be waited for once more
            if link.address not in services:
                services[link.address] = Service(link.address)
            yield _of(link, services[link.address], language), None
        except Failure as failure:
            if isinstance(failure, NoAnswer):
                silent[link.address] = failure
            unread = words_for(language).text("unread")
            yield Result(link.label, link.match, "", "unknown", unread), failure


def _of(link: Link, service: Service, language: str) -> Result:
    with service.expected():
        match = service.told(f"/v1/matches/{quote(link.match, safe='')}", link.token, text=language)
        outcome = match["outcome"] or {}
        seats = match["seats"]
        columns = list(numbers_of(outcome, len(seats)))
        return Result(
            link.label,
            match["id"],
            match["ruleset"],
            match["status"],
            match["text"],
            [_seat(number, seat, outcome, columns, language) for number, seat in enumerate(seats)],
            columns,
            {name: _title(match["ruleset"], name, language) for name in columns},
        )


def _seat(
    number: int, seat: Mapping[str, Any], outcome: Mapping[str, Any], columns: Sequence[str], language: str
) -> Seat:
    name, ranking = seat["name"], outcome.get("ranking") or []
    won = number in (outcome.get("winners") or [])
    place = 1 if won else ranking.index(number) + 1 if number in ranking else None
    is_named = isinstance(name, str)
    called = name if is_named else colour_in(seat["colour"], language)
    return Seat(called, seat["colour"], won, place, {one: outcome[one][number] for one in columns}, is_named)


@cache
def _title(game: str, name: str, language: str) -> str:
    """What a number of an outcome is called, by the words of the game, if it is installed here."""
    try:
        package = ruleset(game).words
    except UnknownRuleset:
        package = None
    if package is None:
        return prettified(name)
    words = words_in(best([language], languages(package)), (package,))
    return words.plain(f"outcome-{name.replace('_', '-')}") or words.plain(f"field-{name}") or prettified(name)


# -- a page -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who sat at several tables: how many matches with a result they played, and how many they won."""

    name: str
    played: int
    won: int


def people(results: Sequence[Result]) -> list[Person]:
    """Who played more than one match that has winners, the one who won most of them first."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    names: dict[str, str] = {}
    for seats in (result.seats for result in results if any(seat.won for seat in result.seats)):
        for seat in filter(lambda seat: seat.is_named, seats):
            key = same(seat.name)
            names.setdefault(key, seat.name)
            played[key] += 1
            won[key] += seat.won
    if not any(often > 1 for often in played.values()):
        return []
    return [Person(names[key], played[key], won[key]) for key in sorted(played, key=lambda key: (-won[key], key))]


def page(title: str, results: Sequence[Result], language: str) -> str:
    """The results as a page of HTML, without scripts and without anything from elsewhere."""
    return render("results.html", language, title=title, results=results, people=people(results))


# -- a table ------------------------------------------------------------------------------------------------


def table(results: Sequence[Result]) -> str:
    """The results as CSV (RFC 4180): a line for each seat, a column for each number that an outcome has.

    What a spreadsheet would take for a formula has an apostrophe before it.
    """
    numbers = list(dict.fromkeys(name for result in results for name in result.columns))
    return spreadsheets.table(
        [[*COLUMNS, *numbers], *(row for result in results for row in _rows(result, numbers))]
    )


def _rows(result: Result, numbers: Sequence[str]) -> Iterator[list[spreadsheets.Cell]]:
    match = [result.label, result.match, result.game, result.status]
    if not result.seats:
        yield [*match]
    for number, seat in enumerate(result.seats):
        won = "yes" if seat.won else "no" if any(one.won for one in result.seats) else ""
        yield [*match, number, seat.name, seat.colour, won, seat.place, *map(seat.numbers.get, numbers)]
