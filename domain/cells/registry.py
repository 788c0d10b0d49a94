"""The registry: which cells there are, and which of them has a match.

It lies in a Kerbholz database of its own, or in that of the first cell. API keys and external ids are kept in the
same database, in the tables that they have anyway: so there is each of them only once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from uuid import UUID

from domain.store.tables import Database, Execute

NAME = re.compile("[a-z0-9-]{1,32}")
"""The name of a cell."""
AT_ONCE = 500
"""Matches that are written down in one transaction."""

CREATIONS = (
    "CREATE TABLE IF NOT EXISTS kerbholz_cells (name TEXT PRIMARY KEY, url TEXT NOT NULL, opens INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS kerbholz_homes (match_id TEXT PRIMARY KEY, cell TEXT NOT NULL,"
    " fence TEXT NOT NULL, claimed_at BIGINT NOT NULL)",
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A database that has matches: its name, its URL, and whether new matches are opened there."""

    name: str
    url: str = field(repr=False)
    opens: bool


@dataclass(frozen=True, slots=True)
class Home:
    """Which cell has a match, the fence of the move that brought it there (none where it was opened there).

    *claimed_at* is when it was first written down, in seconds since 1970: soon after that it was stored.
    """

    cell: str
    fence: str = ""
    claimed_at: int = 0


class Registry:
    """Reads and writes the registry of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def prepare(self) -> None:
        """Make the tables, where they are missing."""
        self._database.execute((statement, ()) for statement in CREATIONS)

    def cells(self) -> list[Cell]:
        """All cells, by name."""
        rows = self._database.query("SELECT name, url, opens FROM kerbholz_cells ORDER BY name")
        return [Cell(name, url, bool(opens)) for name, url, opens in rows]

    def add(self, cell: Cell) -> None:
        """Write a cell down, or its new URL, and whether it takes new matches."""
        statement = (
            "INSERT INTO kerbholz_cells (name, url, opens) VALUES (?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET url = excluded.url, opens = excluded.opens"
        )
        self._database.execute([(statement, (cell.name, cell.url, int(cell.opens)))])

    def counts(self) -> dict[str, int]:
        """How many matches each cell has that has any."""
        return dict(self._database.query("SELECT cell, count(*) FROM kerbholz_homes GROUP BY cell"))

    def home(self, match_id: UUID) -> Home | None:
        """Which cell has a match, or is about to open it."""
        rows = self._database.query(
            "SELECT cell, fence, claimed_at FROM kerbholz_homes WHERE match_id = ?", (match_id.hex,)
        )
        return Home(*rows[0]) if rows else None

    def claim(self, match_id: UUID, cell: str, now: int) -> Home:
        """The home of a match: *cell*, if it had none."""
        with self._database.transaction() as run:
            run(_CLAIM, (match_id.hex, cell, "", now))
            (row,) = run("SELECT cell, fence, claimed_at FROM kerbholz_homes WHERE match_id = ?", (match_id.hex,))
        return Home(*row)

    def adopt(self, match_ids: Iterable[UUID], cell: str) -> list[UUID]:
        """Write down that a cell has these matches; those that another one has are given back."""
        others: list[UUID] = []
        remaining = iter(match_ids)
        while page := list(islice(remaining, AT_ONCE)):
            with self._database.transaction() as run:
                others += [one for one in page if not _adopted(run, one, cell)]
        return others

    def flip(self, match_id: UUID, before: Home, after: Home) -> bool:
        """Let a match have another home than *before*; whether it still had that one."""
        with self._database.transaction() as run:
            rows = run(
                "UPDATE kerbholz_homes SET cell = ?, fence = ? WHERE match_id = ? AND cell = ? AND fence = ?"
                " RETURNING cell",
                (after.cell, after.fence, match_id.hex, before.cell, before.fence),
            )
        return bool(rows)


_CLAIM = (
    "INSERT INTO kerbholz_homes (match_id, cell, fence, claimed_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
)


def _adopted(run: Execute, match_id: UUID, cell: str) -> bool:
    run(_CLAIM, (match_id.hex, cell, "", 0))
    (row,) = run("SELECT cell FROM kerbholz_homes WHERE match_id = ?", (match_id.hex,))
    return bool(row[0] == cell)


def open_cells(cells: Sequence[Cell]) -> list[Cell]:
    """Those in which new matches are opened."""
    return [cell for cell in cells if cell.opens]
