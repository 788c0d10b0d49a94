"""A printed record (``projections.printing``) as a page of HTML or as PDF: A4, without anything from elsewhere.

Both say the same. The same record gives the same bytes: no time of printing stands in them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

import reportlab
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from projections.printing import Entry, Mark, Record

FOLDER = Path(__file__).parent / "pages"

MOST_PAGES = 2
"""So many pages a record shall have; the type gets smaller until it fits, or is at its smallest."""
MARGIN = 6 * mm
WIDTH = landscape(A4)[0] - 2 * MARGIN - 12
HEIGHT = landscape(A4)[1] - 2 * MARGIN - 12
"""What a page has room for, in points: the library keeps six free on each side."""
SIZES = (8.0, 7.0, 6.0, 5.5, 5.0)
"""Sizes of the type in points that are tried; nobody can read less on paper."""

_MARKS: dict[Mark, tuple[str, str]] = {
    "": ("", ""),
    "struck": ("<s>", "</s>"),
    "replaced": ('<b class="replaced">', "</b>"),
    "irregular": ('<b class="irregular">', " !</b>"),
}


def key(record: Record) -> str:
    """What the signs and the titles of balances mean."""
    said = [
        "? is not known to whom this was told",
        "– is not there yet",
        "struck through does not count any more",
        "bold among what was done was decided again or put in",
        "! broke a rule and was let stand",
        "a raised number names the decision that did it (see corrections and remarks)",
        *([record.key] if record.key else []),
        *(f"{title}: {meaning}" for title, meaning in record.balances),
    ]
    return "; ".join(said)


# -- HTML ---------------------------------------------------------------------------------------------------


def html(record: Record) -> str:
    """The record as a page."""
    environment = Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    titles = [title for title, _ in record.balances]

    def balances(values: Sequence[str]) -> Markup:
        pairs = zip(titles, values, strict=False)  # rows are without the last
        return Markup('<span class="balances">{}</span>').format(
            Markup(" ").join(Markup("<i>{}</i> <b>{}</b>").format(title, value) for title, value in pairs)
        )

    return environment.get_template("sheet.html").render(
        record=record,
        style=Markup((FOLDER / "sheet.css").read_text(encoding="utf-8")),
        entries=lambda said: Markup("; ").join(Markup(part) for part in _parts(said, _MARKS, "sup")),
        balances=balances,
        key=key(record),
    )


def _parts(entries: Sequence[Entry], marks: dict[Mark, tuple[str, str]], raised: str) -> Iterator[str]:
    """What a cell says, decision by decision of the same fate, as markup."""
    for (mark, by), several in groupby(entries, lambda entry: (entry.mark, entry.by)):
        before, behind = marks[mark]
        said = escape(", ".join(entry.text for entry in several))
        yield f"{before}{said}{behind}" + (f"<{raised}>{by}</{raised}>" if by is not None else "")


# -- PDF ----------------------------------------------------------------------------------------------------

_PDF_MARKS: dict[Mark, tuple[str, str]] = {
    "": ("", ""),
    "struck": ("<strike>", "</strike>"),
    "replaced": ("<b>", "</b>"),
    "irregular": ("<b>", " !</b>"),
}
_FONT, _BOLD, _ASIAN = "Vera", "Vera-Bold", "HeiseiMin-W3"
_GREY, _LIGHT = HexColor(0x888888), HexColor(0xEEEEEE)


@cache
def _letters() -> frozenset[int]:
    """The letters that the embedded type has; it is registered with its bold."""
    fonts = Path(reportlab.__file__).parent / "fonts"
    plain = TTFont(_FONT, str(fonts / "Vera.ttf"))
    bold = TTFont(_BOLD, str(fonts / "VeraBd.ttf"))
    for font in (plain, bold):
        pdfmetrics.registerFont(font)
    pdfmetrics.registerFont(UnicodeCIDFont(_ASIAN))
    pdfmetrics.registerFontFamily(_FONT, normal=_FONT, bold=_BOLD, italic=_FONT, boldItalic=_BOLD)
    return frozenset(plain.face.charToGlyph) & frozenset(bold.face.charToGlyph)


def typeset(text: str) -> str:
    """Text or markup in letters that can be printed.

    What the embedded type has stays as it is; East Asian letters come from a type that readers of PDF bring along;
    of others the letter without its marks, or an asterisk.
    """
    said = []
    for asian, letters in groupby(map(_printable, text), lambda letter: ord(letter) not in _letters()):
        part = "".join(letters)
        said.append(f'<font name="{_ASIAN}">{part}</font>' if asian else part)
    return "".join(said)


_REPLACED = {"→": "›"}
"""Signs of the lines that the embedded type lacks."""


def _printable(letter: str) -> str:
    if ord(letter) in _letters() or letter.isspace():
        return letter if letter.isprintable() else " "
    if letter in _REPLACED:
        return _REPLACED[letter]
    if unicodedata.east_asian_width(letter) in ("W", "F") and ord(letter) < 0x10000:
        return letter
    bare = unicodedata.normalize("NFKD", letter)[0]
    return bare if ord(bare) in _letters() else "*"


def pdf(record: Record) -> bytes:
    """The record as PDF, in the largest type in which it has no more than :data:`MOST_PAGES` pages."""
    _letters()
    least, most = 0, len(SIZES) - 1
    while least < most:  # of sizes that get smaller, the first that fits
        middle = (least + most) // 2
        if _fits(record, SIZES[middle]):
            most = middle
        else:
            least = middle + 1
    buffer = BytesIO()
    _document(buffer, record).build(list(_flow(record, SIZES[least])))
    return buffer.getvalue()


def _document(buffer: BytesIO, record: Record) -> SimpleDocTemplate:
    return SimpleDocTemplate(
        buffer,
        pagesize=landscape(A4),
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=record.title,
        invariant=1,
    )


def _fits(record: Record, size: float) -> bool:
    """Whether the record fits in type of this size, by its height; a row that goes to the next page costs some."""
    height = sum(part.wrap(WIDTH, HEIGHT)[1] for part in _flow(record, size))
    return bool(height <= HEIGHT * (MOST_PAGES - 0.1))


def _flow(record: Record, size: float) -> Iterator[Flowable]:
    plain = ParagraphStyle("plain", fontName=_FONT, fontSize=size, leading=size * 1.2)
    head = ParagraphStyle("head", plain, fontName=_BOLD, fontSize=size + 1, leading=(size + 1) * 1.3)
    title = ParagraphStyle("title", head, fontSize=13, leading=17)

    def words(text: str, style: ParagraphStyle = plain) -> Paragraph:
        return Paragraph(typeset(text), style)

    yield words(str(escape(record.title)), title)
    line = "____________________" if record.blank else ""
    yield words("   ".join(f"{escape(name)}: <b>{escape(value) or line}</b>" for name, value in record.facts))
    yield Spacer(0, 2 * mm)
    yield _rounds(record, size, plain)
    if record.result:
        yield words("Result", head)
        yield words("; ".join(str(escape(said)) for said in record.result))
    if record.remarks:
        yield words("Corrections and remarks", head)
    for remark in record.remarks:
        said = f"<b>{remark.version}</b> {escape(remark.who)}, {escape(remark.at)}: {escape(remark.text)}"
        yield words(said)
    yield Spacer(0, 1 * mm)
    yield words(str(escape(key(record))))
    yield Spacer(0, 3 * mm)
    yield words("Scribe: ______________________________    Arbiter: ______________________________")


def _rounds(record: Record, size: float, plain: ParagraphStyle) -> Table:
    first = 11 * mm
    second = (38 if any(len(row.table) > 2 for row in record.rows) else 22) * mm
    column = (WIDTH - first - second) / len(record.players)
    titles = [title for title, _ in record.balances]
    tight = size == SIZES[-1] and not record.blank
    gap = "____" if record.blank else ""

    def balances(values: Sequence[str]) -> str:
        pairs = zip(titles, values, strict=False)  # rows are without the last
        return " ".join(f"{escape(title)}\u00a0<b>{escape(value) or gap}</b>" for title, value in pairs)

    def words(text: str) -> Paragraph:
        return Paragraph(typeset(text), plain)

    def said(entries: Sequence[Entry], mine: Sequence[str]) -> str:
        text = "; ".join(_parts(entries, _PDF_MARKS, "super"))
        between = " <b>|</b> " if tight else "<br/>"
        return f"{text}{between}{balances(mine)}" if text or record.blank else balances(mine)

    names = [
        f"<b>{one.seat}" + ("" if record.blank else f" · {escape(one.name)} ({escape(one.colour)})") + "</b>"
        for one in record.players
    ]
    grid = [[words(text) for text in ("<b>round</b>", "<b>chance and table</b>", *names)]]
    for row in record.rows:
        until = f"{' ' if tight else '<br/>'}to {row.until}" if row.until is not None else ""
        cells = [said(entries, mine) for entries, mine in zip(row.seats, row.balances, strict=True)]
        table = "; ".join(_parts(row.table, _PDF_MARKS, "super"))
        grid.append([words(text) for text in (f"<b>{escape(row.label)}</b>{until}", table, *cells)])
    grid.append([words(text) for text in ("<b>end</b>", "", *map(balances, record.end))])
    padding = 0.5 if tight else 1.5
    style: list[tuple[Any, ...]] = [
        ("GRID", (0, 0), (-1, -1), 0.4, _GREY),
        ("BACKGROUND", (0, 0), (-1, 0), _LIGHT),
        ("VALIGN", (0, 0), (-1, -1), "BOTTOM" if record.blank else "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ("TOPPADDING", (0, 0), (-1, -1), padding),
        ("BOTTOMPADDING", (0, 0), (-1, -1), padding + 0.5),
    ]
    heights = [None, *[13 * mm if record.blank else None for _ in record.rows], None]
    return Table(
        grid,
        colWidths=[first, second, *[column for _ in record.players]],
        rowHeights=heights,
        repeatRows=1,
        style=TableStyle(style),
        splitInRow=1,
    )
