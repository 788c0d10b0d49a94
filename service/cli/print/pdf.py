"""A printed record (``projections.said.printed_record``) as PDF: A4, on as few pages as can be read.

It says the same as the page of HTML does. The same record gives the same bytes: no time of printing stands in it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from markupsafe import Markup
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle
from reportlab.platypus.doctemplate import LayoutError

from projections.said.printed_record import Entry, Mark, Record
from service.cli.print.html import ROUND_COLUMN, balances_in_head, form, key, parts, table_column
from service.cli.print.picture import drawing
from service.cli.print.typefaces import BOLD, PLAIN, Letters

MOST_PAGES = 2
"""The pages that a record may have, and one more for the board where it does not fit below; the type gets smaller
until that is so, or is at its smallest."""
MARGIN = 6 * mm
WIDTH = landscape(A4)[0] - 2 * MARGIN - 12
HEIGHT = landscape(A4)[1] - 2 * MARGIN - 12
"""The usable height of a page, in points: the library keeps six free on each side."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How a record is set: in type of *size* points; *dense* has balances without their titles, and less space."""

    size: float
    dense: bool = False


LOOSE = (Setting(9), Setting(8.5), Setting(8), Setting(7.5), Setting(7))
BLANK = Setting(8)
SETTINGS = (*LOOSE, *(Setting(size, dense=True) for size in (7, 6.5, 6, 5.5, 5)))
"""What is tried, one after the other, the loose ones for a single page first; nobody can read less on paper."""

_MARKS: dict[Mark, tuple[str, str]] = {
    "": ("", ""),
    "struck": ("<strike>", "</strike>"),
    "replaced": ("<b>", "</b>"),
    "irregular": ("<b>", " !</b>"),
}
_APART = "\u00a0\u00a0\u00a0 "
_GREY, _LIGHT = HexColor(0x888888), HexColor(0xEEEEEE)


def pdf(record: Record, own: Path | None = None) -> bytes:
    """The record as PDF, in the largest type in which it has no more than :data:`MOST_PAGES` pages.

    *own* is a file of TrueType for letters that the embedded type lacks; see :class:`Letters`.
    """
    letters = Letters(own)
    first, most = (BLANK, MOST_PAGES) if record.blank else first_setting(record, letters)
    board = [Spacer(0, 3 * mm), drawing(record.board, letters, WIDTH, HEIGHT)] if record.board is not None else []
    for setting in SETTINGS[SETTINGS.index(first) :]:
        content, pages = _built(record, setting, letters, board)
        if pages <= most + bool(board):
            break
    return content


def first_setting(record: Record, letters: Letters) -> tuple[Setting, int]:
    """The first setting in which the record fits by its height, or the last; and on how many pages it should.

    A page that ends before its foot costs some more, so that may not be enough.
    """
    if _height(record, LOOSE[-1], letters) < HEIGHT * 0.97:
        return _first(LOOSE, lambda setting: _height(record, setting, letters) < HEIGHT * 0.97), 1
    return _first(SETTINGS, lambda setting: _height(record, setting, letters) < HEIGHT * MOST_PAGES), MOST_PAGES


def _first(settings: Sequence[Setting], fits: Callable[[Setting], bool]) -> Setting:
    """Of settings that get smaller, the first that fits, or the last."""
    return settings[bisect_left(settings[:-1], True, key=fits)]


def _height(record: Record, setting: Setting, letters: Letters) -> float:
    """How high all of it is, in points."""
    return float(sum(part.wrap(WIDTH, HEIGHT)[1] for part in _flow(record, setting, letters)))


def _built(record: Record, setting: Setting, letters: Letters, behind: list[Flowable]) -> tuple[bytes, int]:
    """The PDF, with what stands *behind* all, and how many pages it has."""
    try:
        return _drawn([*_flow(record, setting, letters), *behind], record.title)
    except LayoutError:  # a row is higher than a page
        return _drawn([*_flow(record, setting, letters, broken=True), *behind], record.title)


def _drawn(content: list[Flowable], title: str) -> tuple[bytes, int]:
    buffer = BytesIO()
    document = SimpleDocTemplate(
        buffer,
        pagesize=landscape(A4),
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=title,
        invariant=1,
    )
    document.build(content)
    return buffer.getvalue(), document.page


def _flow(record: Record, setting: Setting, letters: Letters, *, broken: bool = False) -> Iterator[Flowable]:
    """What stands on the pages; rows are *broken* where a page ends, if they have to be."""
    size, said = setting.size, form(record)
    plain = ParagraphStyle("plain", fontName=PLAIN, fontSize=size, leading=size * 1.18)
    head = ParagraphStyle("head", plain, fontName=BOLD, fontSize=size + 1, leading=(size + 1) * 1.3)
    title = ParagraphStyle("title", head, fontSize=14, leading=17)

    def words(text: str | Markup, style: ParagraphStyle = plain) -> Paragraph:
        return Paragraph(str(text if isinstance(text, Markup) else letters.typeset(text)), style)

    def fact(name: str, value: str) -> Markup:
        return Markup("{}: <b>{}</b>").format(letters.typeset(name), letters.typeset(value) or line)

    yield words(record.title, title)
    line = "____________________" if record.blank else ""
    yield words(Markup(_APART).join(fact(name, value) for name, value in record.facts))
    yield Spacer(0, 2 * mm)
    yield _rounds(record, setting, words, letters.typeset, broken=broken)
    if record.result:
        yield words(said.text("paper-result"), head)
        yield words("; ".join(record.result))
    if record.remarks:
        yield words(said.text("paper-remarks"), head)
    for remark in record.remarks:
        text = letters.typeset(f" {remark.who}, {remark.at}: {remark.text}")
        yield words(Markup("<b>{}</b>{}").format(remark.version, text))
    yield Spacer(0, 1 * mm)
    yield words(key(record))
    yield Spacer(0, 3 * mm)
    signed = [said.text(f"paper-signed-{who}") for who in ("scribe", "arbiter")]
    yield words(_APART.join(f"{who}: {'_' * 40}" for who in signed))


def _rounds(
    record: Record,
    setting: Setting,
    words: Callable[[str | Markup], Paragraph],
    typeset: Callable[[str], Markup],
    *,
    broken: bool,
) -> Table:
    """The table of rounds. Where it is dense, balances stand first, without the titles, which the head has."""
    dense = setting.dense
    titles = [typeset(title) for title, _ in record.balances]
    gap = "___" if record.blank else ""
    below = Markup("<br/>")

    def form_says(name: str, **arguments: int) -> str:
        return form(record).text(f"paper-{name}", arguments)

    def bold(text: str) -> Markup:
        return Markup("<b>{}</b>").format(typeset(text))

    def balances(values: Sequence[str]) -> Markup:
        if dense:
            return Markup(" · ").join(map(bold, values))
        pairs = zip(titles, values, strict=False)  # rows are without the last
        return Markup(" ").join(Markup("{}\u00a0{}").format(title, bold(value or gap)) for title, value in pairs)

    def cell(entries: Sequence[Entry]) -> Markup:
        return Markup("; ").join(parts(entries, _MARKS, "super", typeset))

    def said(entries: Sequence[Entry], mine: Sequence[str]) -> Markup:
        text = cell(entries)
        if dense:
            return Markup("{} | {}").format(balances(mine), text) if text else balances(mine)
        return text + below + balances(mine) if text or record.blank else balances(mine)

    order = below + typeset(balances_in_head(record)) if dense else Markup("")
    names = [
        bold(f"{one.seat}" if record.blank else f"{one.seat} · {one.name} ({one.colour})") + order
        for one in record.players
    ]
    grid = [[*map(words, (bold(form_says("round")), bold(form_says("table")), *names))]]
    for row in record.rows:
        until = (" " if dense else below) + form_says("until", version=row.until) if row.until is not None else ""
        cells = [said(entries, mine) for entries, mine in zip(row.seats, row.balances, strict=True)]
        grid.append([*map(words, (bold(row.label) + until, cell(row.table), *cells))])
    grid.append([*map(words, (bold(form_says("end")), "", *map(balances, record.end)))])
    padding = 0.5 if dense else 1.5
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
        colWidths=_widths(record),
        rowHeights=heights,
        repeatRows=1,
        style=TableStyle(style),
        splitInRow=int(broken),
    )


def _widths(record: Record) -> list[float]:
    first = WIDTH * ROUND_COLUMN
    second = WIDTH * table_column(record)
    return [first, second, *[(WIDTH - first - second) / len(record.players)] * len(record.players)]
