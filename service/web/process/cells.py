"""Which cell has a match, as one process knows it: asked of the registry once, and again when that was wrong.

A process goes on with what it knows while the registry is out of reach; all else is out of reach then.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from uuid import UUID

from eventsourcing.application import LRUCache

from domain.application.matches import Matches
from domain.cells.registry import Cell, Registry, open_cells
from domain.store.reaching import errors
from service.web.problems import Problem

MOST = 200_000
"""Matches whose cell is remembered."""
SECONDS = 5.0
"""For so long the list of the cells is believed."""


class Cells:
    """The cells as one process knows them; *registry* are the matches of the registry's database."""

    def __init__(self, registry: Matches, clock: Callable[[], float] = time.monotonic) -> None:
        self.matches = registry
        self._registry = Registry(registry.database)
        self._clock = clock
        self._homes: LRUCache[UUID, str] = LRUCache(maxsize=MOST)
        self._cells: list[Cell] = []
        self._read_at: float | None = None
        self._turn = count()

    def known(self) -> list[Cell]:
        """All cells; those that are known, if the registry is out of reach now."""
        if self._read_at is None or self._clock() - self._read_at > SECONDS:
            try:
                self.read()
            except errors():
                if not self._cells:
                    raise
                self._read_at = self._clock()
        return self._cells

    def read(self) -> list[Cell]:
        """All cells, read anew."""
        self._cells = self._registry.cells()
        self._read_at = self._clock()
        return self._cells

    def called(self, name: str) -> Cell | None:
        """The cell of this name; None where there is none."""
        for read in (self.known, self.read):
            for cell in read():
                if cell.name == name:
                    return cell
        return None

    def home(self, match_id: UUID, *, afresh: bool = False) -> str | None:
        """The name of the cell that has a match; None where none has it. Asked *afresh*, nothing is remembered."""
        if not afresh:
            try:
                return self._homes.get(match_id)
            except KeyError:
                pass
        found = self._registry.home(match_id)
        if found is None:
            return None
        self._homes.put(match_id, found.cell)
        return found.cell

    def remember(self, name: str, match_id: UUID) -> None:
        """A cell has a match."""
        self._homes.put(match_id, name)

    def for_opening(self) -> str:
        """The cell in which the next match is opened: those that are open take turns. Raises Problem."""
        cells = open_cells(self.read())
        if not cells:
            raise Problem("unavailable", "No database takes new matches now.")
        return cells[next(self._turn) % len(cells)].name
