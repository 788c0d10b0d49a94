"""What editors and phones make of characters: other dashes, colons, spaces and quotes, and marks that nobody sees.

A line is cut and looked up in a plain form, character for character, so that columns stay what they are. What
stands in quotes, and a text at the end of a line, is taken from the line as it was written.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

UNSEEN = "\u200b"
"""The replacement of a character without width: it means nothing, and separates no words."""
MARK = "\u0301"
"""The replacement of a mark that belongs to the letter before it."""
QUOTES = '"“”„‟«»＂'
"""Signs that quote, at the beginning or at the end."""

_ALIKE = {
    **dict.fromkeys("﹕꞉∶︓", ":"),
    **dict.fromkeys("﹔;︔", ";"),
    **dict.fromkeys("﹐、،﹑︐︑", ","),
    **dict.fromkeys("﹖؟︖", "?"),
    **dict.fromkeys("⁄∕", "/"),
    **dict.fromkeys("−﹣─━", "-"),
    **dict.fromkeys("⋯‥︙", "…"),
    # A sign that begins a comment, or changes where quotes end, is meant as it is.
    **{sign: sign for sign in "＃＼＂"},
}
_KINDS = {"Zs": " ", "Zl": " ", "Zp": " ", "Pd": "-", "Cf": UNSEEN, "Mn": MARK, "Mc": MARK, "Me": MARK}


def plain(line: str) -> str:
    """The line with plain signs for those that are written alike; as long as the line is."""
    return line if line.isascii() else "".join(map(_plain, line))


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    if character in _ALIKE:
        return _ALIKE[character]
    if "！" <= character <= "～":
        return chr(ord(character) - ord("！") + ord("!"))
    if "\ufe00" <= character <= "\ufe0f":
        return UNSEEN  # says how the sign before it is drawn
    kind = unicodedata.category(character)
    return str(unicodedata.decimal(character)) if kind == "Nd" else _KINDS.get(kind, character)


def cleaned(written: str) -> str:
    """What is written, with plain signs, without what nobody sees, and each letter in one piece with its marks."""
    if written.isascii():
        return written
    signs = ((character, _plain(character)) for character in written)
    kept = (character if sign == MARK else sign for character, sign in signs if sign != UNSEEN)
    return unicodedata.normalize("NFC", "".join(kept))


def bare(line: str) -> str:
    """The plain line without what nobody sees, and without spaces around it."""
    return plain(line).replace(UNSEEN, "").strip()


def straight(line: str) -> str:
    """The plain line with straight quotes: how JSON was meant where it is none as it was written."""
    return "".join('"' if sign in QUOTES else sign for sign in plain(line))


def unseen_around(text: str) -> str:
    """The text without spaces, and without what nobody sees, at its ends."""
    shown = [number for number, sign in enumerate(plain(text)) if sign not in (UNSEEN, " ", "\t")]
    return text[shown[0] : shown[-1] + 1] if shown else ""


class NotText(ValueError):
    """What is no text in UTF-8: at which *line* and *column* (from 1) it is none, and what can be done."""

    def __init__(self, line: int, column: int, detail: str) -> None:
        self.line = line
        self.column = column
        self.detail = detail
        super().__init__(f"line {line}, column {column}: {detail}")


_DOCUMENTS = {
    b"{\\rtf": "RTF",
    b"PK\x03\x04": "a document of a word processor, or an archive",
    b"\xd0\xcf\x11\xe0": "a document of a word processor",
    b"%PDF": "PDF",
    b"<!doctype html": "HTML",
    b"<html": "HTML",
}
_LOOKED_AT = 1000
_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


def decoded(data: bytes) -> str:
    """The text of a file in UTF-8, with a byte order mark or without; raises :class:`NotText`."""
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            raise NotText(1, 1, f"the file is in {name}, not in UTF-8: save it as UTF-8")
    begins = data[:_LOOKED_AT].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    for mark, name in _DOCUMENTS.items():
        if begins.startswith(mark.lower()):
            raise NotText(1, 1, f"the file is {name}, not plain text: save it as plain text, in UTF-8")
    if data[:_LOOKED_AT].count(0) > 1:
        said = "UTF-32" if b"\0\0\0" in data[:_LOOKED_AT] else "UTF-16"
        raise NotText(1, 1, f"the file is in {said}, not in UTF-8: save it as UTF-8")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise _not_utf8(data, error.start) from None
    if "\0" in text:
        line, column = _place(text[: text.index("\0")])
        raise NotText(line, column, "the character NUL is no text")
    return text


def _not_utf8(data: bytes, start: int) -> NotText:
    line, column = _place(data[:start].decode("utf-8", "replace").removeprefix("\ufeff"))
    byte = data[start]
    other = bytes([byte]).decode("cp1252", "ignore")
    said = f" (in Latin-1 or Windows-1252 it is “{other}”)" if other.isprintable() and other else ""
    return NotText(line, column, f"the byte {byte:02X} is not UTF-8{said}: save the file as UTF-8")


def _place(before: str) -> tuple[int, int]:
    """Line and column of what stands behind this text."""
    lines = lines_of(before)
    return len(lines), len(lines[-1]) + 1


_ENDS = re.compile("\r\n|[\n\r\v\f\x85\u2028\u2029]")


def lines_of(text: str) -> list[str]:
    """The lines of a text, however their ends are written, by word processors too (UAX 14: BK, CR, LF, NL)."""
    return _ENDS.split(text)


def parts_header(line: str) -> bool:
    """Whether a line is one of dashes, or what editors make of it: ``***``, ``___``, ``===``, ``- - -``."""
    signs = bare(line).replace(" ", "")
    return bool(signs) and (
        set(signs) == {"-"} or (len(signs) >= 3 and len(set(signs)) == 1 and signs[0] in "*_=")
    )
