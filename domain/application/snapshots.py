"""Snapshots: a match at one version, for a quicker start. They only save time, and are never evidence."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol
from uuid import UUID

from eventsourcing.persistence import EventStore, PersistenceError
from eventsourcing.utils import register_topic

from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules
from domain.kit.visibility import OFFICIAL
from domain.match.damage import Damaged
from domain.match.match import Match
from domain.store.tables import Database

logger = logging.getLogger(__name__)

STATE_FORMAT = 2
"""Raise it when the shape of a state changes, and older snapshots are not looked at any more.

Raise ``migration.SCHEMA`` with it, for the new snapshots need a table of their own.
"""


class Foldable(Protocol):
    """A match, as far as one has to know it to fold what was decided in it."""

    @property
    def id(self) -> UUID: ...
    @property
    def ruleset(self) -> Ruleset[Any]: ...
    @property
    def rules(self) -> Rules: ...


@dataclass(frozen=True)
class Snapshot:
    """A match at one version."""

    TOPIC: ClassVar[str] = "kerbholz.Snapshot"
    originator_id: UUID
    originator_version: int
    at: str
    root: str
    edge: list[str]
    acted: dict[str, int]
    state: dict[str, Any]
    drawn: int = 0


register_topic(Snapshot.TOPIC, Snapshot)


def snapshot_of(match: Match) -> Snapshot:
    """What is kept of a match."""
    return Snapshot(
        originator_id=match.id,
        originator_version=match.version,
        at=match.at,
        root=match.root,
        edge=list(match.edge),
        acted={str(seat): version for seat, version in match.acted.items()},
        state=match.state.dump(),
        drawn=match.drawn,
    )


def restored(snapshot: Snapshot, match: Foldable) -> Any:
    """The full state of *match* that a snapshot kept."""
    state = match.ruleset.empty(match.rules, OFFICIAL)
    state.restore(snapshot.state)
    return state


def resumed(snapshot: Snapshot, start: Match) -> Match:
    """The match at the version of a snapshot; *start* is the match as it was opened."""
    return replace(
        start,
        state=restored(snapshot, start),
        version=snapshot.originator_version,
        at=snapshot.at,
        root=snapshot.root,
        edge=tuple(snapshot.edge),
        acted={int(seat): version for seat, version in snapshot.acted.items()},
        drawn=snapshot.drawn,
    )


class Snapshots:
    """Where snapshots are kept; one without its own mark is thrown away. A failure costs time and nothing else."""

    def __init__(self, store: EventStore[UUID], database: Database) -> None:
        self._store = store
        self._database = database

    def newest(self, match_id: UUID, until: int | None = None) -> Snapshot | None:
        """The newest snapshot of a match, up to a version."""
        while rows := self._store.recorder.select_events(match_id, lte=until, desc=True, limit=1):
            try:
                found = self._store.mapper.to_domain_event(rows[0])
            except Damaged:
                until = rows[0].originator_version - 1
                self._throw_away(match_id, until + 1)
            else:
                return found if isinstance(found, Snapshot) else None
        return None

    def bad(self, match_id: UUID) -> Iterator[int]:
        """The versions of snapshots that do not carry their marks; nothing is thrown away."""
        until: int | None = None
        while rows := self._store.recorder.select_events(match_id, lte=until, desc=True, limit=1):
            until = rows[0].originator_version - 1
            try:
                self._store.mapper.to_domain_event(rows[0])
            except Damaged:
                yield until + 1

    def keep(self, match: Match) -> None:
        """Take a snapshot."""
        with self._at_leisure("no snapshot was taken", match.id, match.version):
            self._store.put([snapshot_of(match)])

    def _throw_away(self, match_id: UUID, version: int) -> None:
        logger.warning("the snapshot of match %s at version %s is not the one that was taken", match_id, version)
        table: str = self._store.recorder.events_table_name  # type: ignore[attr-defined]
        with self._at_leisure("a snapshot was not thrown away", match_id, version):
            self._database.forget_event(table, match_id.hex, version)

    @contextmanager
    def _at_leisure(self, failed: str, match_id: UUID, version: int) -> Iterator[None]:
        try:
            yield
        except PersistenceError:
            logger.warning("%s of match %s at version %s", failed, match_id, version)
