"""What an opening writes into the registry before the match is stored: its cell, and what it is called elsewhere.

So whatever was opened is known to the registry; what was never stored is found nowhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from uuid import UUID

from eventsourcing.persistence import IntegrityError

from domain.application.log import MatchNotFound
from domain.application.matches import ATTEMPTS, ExternalIdTaken
from domain.application.requests import TooBusy
from domain.cells.registry import Registry
from domain.match.match import Match
from domain.match.moved import MovedAway
from domain.store.beside.side import ExternalId, SideTables, external_id_row
from domain.store.marks import Marks
from domain.store.tables import Database

STORED_WITHIN = 60
"""Seconds after which what was claimed and not stored is not under way any more."""


class CellClaims:
    """The claims of the openings in one cell (see ``domain.application.matches.Claims``).

    *load* gives a match wherever it is; *claimed* is told of each match that is this cell's.
    """

    def __init__(
        self,
        cell: str,
        database: Database,
        marks: Marks,
        load: Callable[[UUID], Match],
        claimed: Callable[[UUID], None] = lambda _: None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._cell = cell
        self._database = database
        self._registry = Registry(database)
        self._marks = marks
        self._side = SideTables(database, marks)
        self._load = load
        self._claimed = claimed
        self._now = now

    def claim(self, match_id: UUID, external_id: str | None, owner: str) -> None:
        """See ``Claims``."""
        home = self._registry.claim(match_id, self._cell, int(self._now()))
        if home.cell != self._cell:
            raise MovedAway(match_id)
        self._claimed(match_id)
        if external_id:
            self._name(match_id, external_id, owner)

    def _name(self, match_id: UUID, external_id: str, owner: str) -> None:
        for _ in range(ATTEMPTS):
            taken, number = self._side.external_id(owner, external_id)
            if taken is not None and taken.match_id == match_id:
                return
            if taken is not None:
                self._check_free(taken, opened=bool(owner))
            _, row = external_id_row(self._marks, ExternalId(owner, external_id, number, match_id))
            try:
                self._database.execute([("INSERT INTO kerbholz_external_ids VALUES (?, ?, ?, ?, ?)", row)])
            except IntegrityError:
                continue  # somebody else was faster with this id: who it is, is looked up again
            return
        raise TooBusy

    def _check_free(self, taken: ExternalId, *, opened: bool) -> None:
        """An abandoned match leaves its external id free, and so does one that was never stored."""
        try:
            holder = self._load(taken.match_id)
        except MatchNotFound:
            home = self._registry.home(taken.match_id)
            if home is not None and home.claimed_at > self._now() - STORED_WITHIN:
                raise TooBusy from None  # it may be stored just now
            return
        if holder.state.status != "abandoned":
            raise ExternalIdTaken(holder, opened=opened)

    def forget_name(self, match_id: UUID) -> None:
        """See ``Claims``."""
        statement = "DELETE FROM kerbholz_external_ids WHERE match_id = ?"
        self._database.execute([(statement, (match_id.hex,))])
