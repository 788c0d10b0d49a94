"""A recorded match once more, with its seats in another order: decision 0 of a match cannot be amended.

Lines call seats by their colours, so most of them stay as they are. A seat that stands in the name of a place or
of a thing by its number (``reserve:0``) is called by its colour, too; pointers and options have the new numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from domain.kit.ruleset import UnknownRuleset, ruleset
from domain.kit.shorthand import Header, ShorthandError, read_match
from domain.kit.shorthand.characters import lines_of
from domain.kit.shorthand.header import COLOURS, SeatNamed
from domain.kit.shorthand.match_file import write_header
from domain.kit.shorthand.tokens import tokens_of
from domain.kit.text.texts import same
from service.cli.record import Failure

_SEAT_IN_POINTER = re.compile(r"(?<=/seats/)[0-9]+(?=/|$)|(?<=:)[0-9]+(?=/|$)")


def reseated(text: str, order: Sequence[str], *, names_only: bool) -> str:
    """The file of a match with its seats in this *order*: each by its number, its colour, or who sits there.

    What was done goes with the colours; with *names_only* only the names change their places, and what was done
    stays where it is. Raises :class:`Failure`.
    """
    try:
        file = read_match(text)
    except ShorthandError as error:
        raise Failure(f"the export of this match cannot be read: {error}") from None
    old = file.header
    chosen = _chosen(old.seats, order)
    if chosen == list(range(len(chosen))):
        raise Failure("this is the order that the seats have")
    if names_only:
        seats = [replace(seat, name=old.seats[new].name) for seat, new in zip(old.seats, chosen, strict=True)]
        header, body = replace(old, seats=seats), file.body
    else:
        numbers = {seat: number for number, seat in enumerate(chosen)}
        options = {name: _option(old, name, value, numbers) for name, value in old.options.items()}
        header = replace(old, seats=[old.seats[seat] for seat in chosen], options=options)
        body = "\n".join(_line(line, old.seats, numbers) for line in lines_of(file.body))
    return "\n".join([*write_header(header, public=file.public), body.lstrip("\n")])


def _chosen(seats: Sequence[SeatNamed], order: Sequence[str]) -> list[int]:
    """The seats in the order that is wanted, by their old numbers."""
    called = [
        {same(word) for word in (str(number), seat.colour, *COLOURS.get(seat.colour, ()), seat.name or "") if word}
        for number, seat in enumerate(seats)
    ]
    there_are = ", ".join(f"{seat.colour} ({seat.name})" if seat.name else seat.colour for seat in seats)
    chosen = []
    for word in order:
        found = [number for number, names in enumerate(called) if same(word) in names]
        if len(found) != 1:
            raise Failure(f"“{word}” is no seat of this match: there are {there_are}")
        chosen += found
    if sorted(chosen) != list(range(len(seats))):
        raise Failure(f"name each seat once: there are {there_are}")
    return chosen


def _option(header: Header, name: str, value: Any, numbers: Mapping[int, int]) -> Any:
    """An option's value, in which a seat has its new number."""
    try:
        schema = ruleset(header.ruleset or "").options.get(name) or {}
    except UnknownRuleset:
        return value
    several = schema.get("items") or {}
    if isinstance(value, list) and several.get("x-kind") == "seat":
        return [numbers.get(one, one) for one in value]
    kinds = [one.get("x-kind") for one in (schema, *schema.get("oneOf", ()), *schema.get("anyOf", ()))]
    return numbers.get(value, value) if isinstance(value, int) and "seat" in kinds else value


def _line(line: str, seats: Sequence[SeatNamed], numbers: Mapping[int, int]) -> str:
    """A line in which no seat is called by its old number."""
    pieces = tokens_of(line)
    made, done = "", 0
    for at, piece in enumerate(pieces):
        start, end = piece.start_pos or 0, piece.end_pos or 0
        if piece.type == "POINTER":
            said = _SEAT_IN_POINTER.sub(lambda found: str(numbers.get(int(found[0]), found[0])), line[start:end])
        elif piece.type == "INT" and _is_in_a_name(pieces, at) and int(piece) < len(seats):
            said = seats[int(piece)].colour
        else:
            continue
        made, done = made + line[done:start] + said, end
    return made + line[done:]


def _is_in_a_name(pieces: Sequence[Any], at: int) -> bool:
    """Whether a number is the end of a name, as in ``reserve:0``."""
    if at < 2 or [piece.type for piece in pieces[at - 2 : at]] != ["WORD", "COLON"]:
        return False
    name, colon, number = pieces[at - 2 : at + 1]
    return bool(name.end_pos == colon.start_pos and colon.end_pos == number.start_pos)
