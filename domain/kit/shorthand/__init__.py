"""Shorthand: one line for each decision, as it is said at the table.

:func:`parse` reads lines, :func:`write` writes them, :func:`expected` says how an unfinished line can go on. A
game describes its commands by a :class:`Shorthand`; one that has none is still read and written, by the names of
its commands and fields.
"""

from domain.kit.shorthand.header import Header, SeatNamed
from domain.kit.shorthand.match_file import EXTERNAL_ID, MatchFile, header_of, read_match, write_lines, write_match
from domain.kit.shorthand.parsing.characters import NotText, decoded
from domain.kit.shorthand.parsing.cursor import ShorthandError
from domain.kit.shorthand.parsing.lines import parse, sentences
from domain.kit.shorthand.reading import Line, Reader, expected
from domain.kit.shorthand.sentences import Shorthand
from domain.kit.shorthand.writing import write

__all__ = [
    "EXTERNAL_ID",
    "Header",
    "Line",
    "MatchFile",
    "NotText",
    "Reader",
    "SeatNamed",
    "Shorthand",
    "ShorthandError",
    "decoded",
    "expected",
    "header_of",
    "parse",
    "read_match",
    "sentences",
    "write",
    "write_lines",
    "write_match",
]
