"""A match as a text file once more, with its seats in another order: decision 0 of a match cannot be amended.

Lines call seats by their colours, so most of them stay as they are. A seat that is in the name of a place or of a
thing by its number (``reserve:0``) is called by its colour, too; pointers and options have the new numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.shorthand.header import Header, SeatNamed
from domain.kit.shorthand.match_file import write_header, write_lines
from domain.kit.shorthand.parsing.grammar import RAW
from domain.kit.shorthand.parsing.tokens import tokens_of

_SEAT_IN_POINTER = re.compile(r"(?<=/seats/)[0-9]+(?=/|$)|(?<=:)[0-9]+(?=/|$)")


class BadOrder(ValueError):
    """The seats cannot be in this order; the message says why."""


def write_reseated(
    ruleset: Ruleset[Any],
    header: Header,
    decisions: Iterable[Mapping[str, Json]],
    order: Sequence[int],
    *,
    names_only: bool = False,
    public: bool = True,
) -> str:
    """The file of a match with its seats in this *order*, each by the number that it has now.

    What was done goes with the colours; with *names_only* only the names change their places, and what was done
    stays where it is. Raises :class:`BadOrder`.
    """
    old = header.seats
    if sorted(order) != list(range(len(old))):
        raise BadOrder(f"name each of the seats 0 to {len(old) - 1} once")
    if list(order) == sorted(order):
        raise BadOrder("this is the order that the seats have")
    lines = write_lines(ruleset, header, decisions)
    if names_only:
        seats = [replace(seat, name=old[other].name) for seat, other in zip(old, order, strict=True)]
        return "\n".join([*write_header(replace(header, seats=seats), public=public), *lines, ""])
    numbers = {seat: number for number, seat in enumerate(order)}
    options = {name: _option(ruleset, name, value, numbers) for name, value in header.options.items()}
    mended = replace(header, seats=[old[seat] for seat in order], options=options)
    return "\n".join(
        [*write_header(mended, public=public), *(reseated_line(line, old, numbers) for line in lines), ""]
    )


def _option(ruleset: Ruleset[Any], name: str, value: Any, numbers: Mapping[int, int]) -> Any:
    """An option's value, in which a seat has its new number."""
    schema = ruleset.options.get(name) or {}
    several = schema.get("items") or {}
    if isinstance(value, list) and several.get("x-kind") == "seat":
        return [numbers.get(one, one) for one in value]
    kinds = [one.get("x-kind") for one in (schema, *schema.get("oneOf", ()), *schema.get("anyOf", ()))]
    return numbers.get(value, value) if isinstance(value, int) and "seat" in kinds else value


def reseated_line(line: str, seats: Sequence[SeatNamed], numbers: Mapping[int, int]) -> str:
    """A line in which no seat is called by its old number; *numbers* are the new ones by the old ones.

    Raises :class:`BadOrder` for a command in JSON with a number in it: whether that is a seat's it does not say.
    """
    pieces = tokens_of(line)
    made, done = "", 0
    for at, piece in enumerate(pieces):
        start, end = piece.start_pos or 0, piece.end_pos or 0
        if piece == RAW and pieces[at + 1 : at + 2] == ["{"] and re.search("[0-9]", line[end:]):
            raise BadOrder(f"a line is a command in JSON, whose seats have to be mended by hand: {line}")
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
