"""Checking read models: the rows of a match are those that its log makes."""

from __future__ import annotations

from collections.abc import Iterator
from time import sleep
from typing import Any
from uuid import UUID

from domain.application.matches import Matches
from domain.evidence.stored import Fault
from domain.store.beside.sums import wrong
from projections.read_models.public_matches import ToldMatches
from projections.read_models.runner import PROJECTIONS, Projection, rows_of

A_MOMENT = 0.5
"""Seconds in which a read model has followed what was appended while it was checked."""


def faults(matches: Matches, match_id: UUID, version: int) -> Iterator[Fault]:
    """What is wrong with the rows of a match whose newest version is this one.

    Of a read model that has not read the whole log yet nothing is said: `readyz` says that.
    """
    for projection in PROJECTIONS:
        if not _fits(matches, projection, match_id, version):
            sleep(A_MOMENT)
            newest = matches.load(match_id).version
            if not _is_behind(matches, projection) and not _fits(matches, projection, match_id, newest):
                yield Fault(projection.name, "its rows are not those that the log makes")


def faults_of_sums(matches: Matches) -> Iterator[Fault]:
    """What is wrong with the sums of the statistics: they are those of the rows, however far these have got."""
    for table in wrong(matches.database.query):
        yield Fault("statistics", f"the sums in {table} are not those of the results")


def has_rows(matches: Matches, match: str) -> bool:
    """Whether read models have rows of a match, by its id as it is stored."""
    return any(_rows(matches, projection, match) for projection in PROJECTIONS)


def _fits(matches: Matches, projection: Projection, match_id: UUID, version: int) -> bool:
    wanted = rows_of(matches, projection, ToldMatches(matches, afresh=True), match_id, version)
    return sorted(map(repr, wanted)) == sorted(map(repr, _rows(matches, projection, match_id.hex)))


def _rows(matches: Matches, projection: Projection, match: str) -> list[tuple[str, tuple[Any, ...]]]:
    return [
        (table, row)
        for table in projection.tables
        for row in matches.database.query(f"SELECT * FROM {table} WHERE match_id = ?", (match,))
    ]


def _is_behind(matches: Matches, projection: Projection) -> bool:
    return matches.models.position(projection.name) < matches.feed.newest()
