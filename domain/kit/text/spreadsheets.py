"""Tables for spreadsheets (CSV, RFC 4180), in which no cell is taken for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

_FORMULA = re.compile(r"(^|[;\t\r\n])([\s\"']*)(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])")
"""Where a spreadsheet finds a formula: at the beginning of a cell, and, in countries where semicolons part cells
(which commas do here), behind one. Some take signs of full width for the narrow ones."""

Cell = str | int | None


def table(rows: Iterable[Sequence[Cell]]) -> str:
    """Rows as CSV; what a spreadsheet would take for a formula has an apostrophe before it, and numbers stay."""
    said = io.StringIO(newline="")
    writer = csv.writer(said)
    for row in rows:
        writer.writerow([_FORMULA.sub(r"\1\2'", cell) if isinstance(cell, str) else cell for cell in row])
    return said.getvalue()
