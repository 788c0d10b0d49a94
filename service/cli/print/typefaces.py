"""The types that a record on paper is set in, whatever script names are written in."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

import fontpkg_fira_sans_condensed
from markupsafe import Markup, escape
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

PLAIN, BOLD = "FiraSansCondensed-Regular", "FiraSansCondensed-Bold"
_OWN = "own"
_NO_BREAK = 0xA0
"""A space at which no line ends."""
_ASIAN = {
    "shift_jis": "HeiseiMin-W3",
    "euc_kr": "HYSMyeongJo-Medium",
    "gb2312": "STSong-Light",
    "big5": "MSung-Light",
}
"""Typefaces that readers of PDF bring along, by the character set that they have."""


@cache
def _letters() -> frozenset[int]:
    """The letters that the embedded type has; it is registered with its bold."""
    fonts = fontpkg_fira_sans_condensed.ROOT / "files"
    plain, bold = (TTFont(name, str(fonts / f"{name}.ttf")) for name in (PLAIN, BOLD))
    for font in (plain, bold, *map(UnicodeCIDFont, _ASIAN.values())):
        pdfmetrics.registerFont(font)
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)
    both = frozenset(plain.face.charToGlyph) & frozenset(bold.face.charToGlyph)
    return frozenset(letter for letter in both if chr(letter).isprintable() or letter == _NO_BREAK)


class NoType(ValueError):
    """A file holds no TrueType that can be embedded."""


class Letters:
    """The types that a text is set in.

    Letters that the embedded type lacks come from *own*, a file of TrueType. East Asian ones that are not there
    either come from a type that the reader of the PDF has to have; of others the letter without its marks stands
    there, or an asterisk. Raises :class:`NoType`.
    """

    def __init__(self, own: Path | None = None) -> None:
        self._embedded = _letters()
        self._own: frozenset[int] = frozenset()
        if own is not None:
            try:
                font = TTFont(_OWN, str(own))
            except (TTFError, OSError) as error:
                raise NoType(str(error)) from None
            pdfmetrics.registerFont(font)
            self._own = frozenset(font.face.charToGlyph)
        self._known = self._embedded | self._own

    def typeset(self, text: str) -> Markup:
        """A text as markup of ReportLab's paragraphs, with each letter in a type that has it.

        What stands for a letter can be a sign of markup (``<`` for ``≮``), so escaping comes last, and nothing
        may change the letters behind it.
        """
        text = unicodedata.normalize("NFC", text)
        if self._embedded.issuperset(map(ord, text)):
            return escape(text)
        said: list[Markup] = []
        for font, letters in groupby(map(self._printable, text), self._font):
            part = "".join(letters)
            if font == "":
                said.append(escape(part))
            elif font == _OWN:
                said.append(_in_type(font, part))
            else:
                said += [_in_type(name, same) for name, same in _asian(part)]
        return Markup("").join(said)

    def in_one_type(self, text: str, *, bold: bool = False) -> tuple[str, str]:
        """A text that can be in one type only, as the name of the type and what can be set in it."""
        said = "".join(map(self._printable, unicodedata.normalize("NFC", text)))
        usual = BOLD if bold else PLAIN
        needed = {self._font(letter) for letter in said}
        if needed <= {""}:
            return usual, said
        if self._own.issuperset(map(ord, said)):
            return _OWN, said
        asian = _asian_of("".join(letter for letter in said if not letter.isspace()))
        if asian is not None:
            return asian, said
        return usual, "".join(letter if self._font(letter) == "" else "*" for letter in said)

    def _font(self, letter: str) -> str:
        """The type of a letter: the embedded one, one's own, or an Asian one."""
        if ord(letter) in self._embedded or letter.isspace():
            return ""
        return _OWN if ord(letter) in self._own else "asian"

    def _printable(self, letter: str) -> str:
        """The letter, or what stands for it."""
        if not letter.isprintable() and ord(letter) != _NO_BREAK:
            return " "
        if ord(letter) in self._known or _asian_of(letter) is not None:
            return letter
        bare = unicodedata.normalize("NFKD", letter)[0]
        return bare if ord(bare) in self._embedded else "*"


def _in_type(font: str, text: str) -> Markup:
    return Markup('<font name="{}">{}</font>').format(font, text)


def _asian_of(text: str) -> str | None:
    """The Asian type that has all of a text; None too if not all of it is Asian."""
    if not all(unicodedata.east_asian_width(letter) in ("W", "F") for letter in text):
        return None
    for code, font in _ASIAN.items():
        try:
            text.encode(code)
        except UnicodeEncodeError:
            continue
        return font
    return None


def _asian(text: str) -> Iterator[tuple[str, str]]:
    """A text of Asian letters in one type, if one has them all; else in several."""
    font = _asian_of(text)
    if font is not None:
        yield font, text
        return
    for name, letters in groupby(text, _asian_of):
        yield str(name), "".join(letters)
