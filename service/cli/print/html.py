"""A printed record (``projections.said.printed_record``) as a page of HTML, without anything from elsewhere.

The same record gives the same bytes: no time of printing stands in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from domain.kit.drawing.svg import written
from domain.kit.words.labels import Words
from domain.table.worded import words_for_table
from projections.said.pictures import page_sheet
from projections.said.printed_record import Entry, Mark, Record, Row

FOLDER = Path(__file__).parent

_MARKS: dict[Mark, tuple[str, str]] = {
    "": ("", ""),
    "struck": ("<s>", "</s>"),
    "replaced": ('<b class="replaced">', "</b>"),
    "irregular": ('<b class="irregular">', " !</b>"),
}


DENSE = 30
"""Rows above which a page of HTML has the titles of balances only in its head."""


def form(record: Record) -> Words:
    """The words of the form itself, in the language of the record: messages ``paper-…`` of the table."""
    return words_for_table(record.language)


def key(record: Record) -> str:
    """What the signs and the titles of balances mean."""
    said = [
        form(record).text("paper-key"),
        *([record.key] if record.key else []),
        *(f"{title}: {meaning}" for title, meaning in record.balances),
    ]
    return "; ".join(said)


def balances_in_head(record: Record) -> str:
    """The titles of balances as they stand above a column; those that come at the end only, in brackets."""
    running = len(record.rows[0].balances[0]) if record.rows else 0
    titles = [title for title, _ in record.balances]
    return " · ".join(titles[:running]) + "".join(f" (· {title})" for title in titles[running:])


ROUND_COLUMN = 0.04
"""The share of the width for the column of rounds."""


def table_column(record: Record) -> float:
    """The part of the width for chance and the table: that with which the rows are lowest, roughly."""
    if record.blank:
        return 0.1
    seats = len(record.players)
    lengths = [(_length(row.table), max(_lengths(record, row))) for row in record.rows]

    def height(width: float) -> float:
        return sum(max(table / width, seat * seats / (1 - ROUND_COLUMN - width)) for table, seat in lengths)

    return min((hundredths / 100 for hundredths in range(7, 30)), key=height)


def _lengths(record: Record, row: Row) -> Iterator[int]:
    """How long each seat's cell is with its balances, in letters."""
    titles = sum(len(title) + 2 for title, _ in record.balances) if len(record.rows) <= DENSE else 0
    for said, mine in zip(row.seats, row.balances, strict=True):
        yield _length(said) + titles + sum(len(value) + 3 for value in mine)


def _length(entries: Sequence[Entry]) -> int:
    """How long what was done is, in letters."""
    return sum(len(entry.text) + 2 for entry in entries)


# -- HTML ---------------------------------------------------------------------------------------------------


def html(record: Record) -> str:
    """The record as a page."""
    environment = Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    titles = [title for title, _ in record.balances]
    dense = len(record.rows) > DENSE
    drawn = written(record.board).decode() if record.board is not None else ""

    def balances(values: Sequence[str]) -> Markup:
        if dense:
            said = Markup(" · ").join(map(Markup("<b>{}</b>").format, values))
        else:
            pairs = zip(titles, values, strict=False)  # rows are without the last
            said = Markup(" ").join(Markup("<i>{}</i>\u00a0<b>{}</b>").format(*pair) for pair in pairs)
        return Markup('<span class="balances">{}</span>').format(said)

    return environment.get_template("sheet.html").render(
        record=record,
        words=form(record),
        style=Markup((FOLDER / "sheet.css").read_text(encoding="utf-8") + (page_sheet() if drawn else "")),
        board=Markup(drawn),
        entries=lambda said: Markup("; ").join(parts(said, _MARKS, "sup")),
        balances=balances,
        key=key(record),
        kind="blank" if record.blank else "dense" if dense else "",
        head=balances_in_head(record) if dense else "",
        columns=[ROUND_COLUMN, table_column(record)],
    )


def parts(
    entries: Sequence[Entry],
    marks: dict[Mark, tuple[str, str]],
    raised: str,
    typeset: Callable[[str], Markup] = escape,
) -> Iterator[Markup]:
    """What a cell says, decision by decision of the same fate, as markup; *typeset* makes it of a text."""
    for (mark, by, doubtful), several in groupby(entries, lambda entry: (entry.mark, entry.by, entry.doubtful)):
        before, behind = map(Markup, marks[mark])
        said = typeset(", ".join(entry.text for entry in several) + (" ≠" if doubtful else ""))
        number = Markup(f"<{raised}>{{}}</{raised}>").format(by) if by is not None else Markup("")
        yield before + said + behind + number
