"""A text of lines, each of which says one sentence, or several with semicolons between them.

``red: take linz; start linz`` is two decisions of red: who acts is said once. Where a line can be read as one
sentence, it is one: a semicolon within it (as between changes of the line) parts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from domain.kit.ruleset import Ruleset
from domain.kit.shorthand.header import Header
from domain.kit.shorthand.parsing.cursor import ShorthandError, first_of
from domain.kit.shorthand.parsing.tokens import tokens_of
from domain.kit.shorthand.reading import MOST_ERRORS, Line, Reader, numbered

MOST_SENTENCES = 50
"""Sentences in one line."""


def parse(ruleset: Ruleset[Any], text: str, header: Header | None = None, most: int | None = None) -> list[Line]:
    """What the lines of *text* say; raises :class:`ShorthandError` for the first unreadable one, with all others.

    Where there are more than *most* sentences, nothing is read behind the line with one more than that.
    """
    reader, read, errors = Reader(ruleset, header), list[Line](), []
    for number, line in numbered(text):
        try:
            read += sentences(reader, line, number)
        except ShorthandError as error:
            errors.append(error)
            if len(errors) == MOST_ERRORS:
                break
            continue
        if most is not None and len(read) > most:
            break
    if errors:
        raise first_of(errors)
    return read


def sentences(reader: Reader, line: str, number: int = 1) -> list[Line]:
    """What one line says: nothing, a sentence, or several; raises :class:`ShorthandError`."""
    try:
        said = reader.read(line, number)
        return [said] if said is not None else []
    except ShorthandError as error:
        whole = error
    pieces = list(parted(line, "SEMICOLON"))
    if len(pieces) < 2:
        raise whole
    if len(pieces) > MOST_SENTENCES:
        column = pieces[MOST_SENTENCES][0] + 1
        raise ShorthandError(number, column, [f"at most {MOST_SENTENCES} sentences in a line"], line[column - 1 :])
    read: list[Line] = []
    try:
        for start, end in pieces:
            read += _piece(reader, line, number, (start, end), read[-1] if read else None)
    except ShorthandError as error:
        raise (error if error.column >= whole.column else whole) from None
    return read


def parted(line: str, sign: str) -> Iterator[tuple[int, int]]:
    """Where the pieces of a line are that these signs (tokens of this type) part; no sign within quotes does."""
    start = 0
    for token in tokens_of(line):
        if token.type == sign:
            yield start, token.start_pos or 0
            start = token.end_pos or 0
    yield start, len(line)


def _piece(reader: Reader, line: str, number: int, where: tuple[int, int], before: Line | None) -> list[Line]:
    """A piece of a line, whose actor and time are those of the piece *before* it, if it names none of its own."""
    start, end = where
    # What is before it is blank, so that columns stay what they are.
    piece = " " * start + line[start:end]
    try:
        said = reader.read(piece, number)
    except ShorthandError as error:
        if before is None:
            raise
        said = _of_the_same(reader, piece, number, start, before, error)
    if said is None:
        return []
    when = before.occurred_at if before is not None and said.occurred_at is None else said.occurred_at
    column = start + len(line[start:end]) - len(line[start:end].lstrip()) + 1
    return [replace(said, occurred_at=when, column=column, text=line[start:end].strip())]


def _of_the_same(
    reader: Reader, piece: str, number: int, start: int, before: Line, error: ShorthandError
) -> Line | None:
    """A piece that was not read as it stands, as what the same actor does; raises the error further right."""
    head = f"{before.seat if before.seat is not None else before.actor}: "
    if len(head) > start:
        raise error
    try:
        return reader.read(piece[: start - len(head)] + head + piece[start:], number)
    except ShorthandError as other:
        raise (other if other.column >= error.column else error) from None
