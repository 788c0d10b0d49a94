"""Snapshots: a match at one version, for a quicker start. They only save time, and are never evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol
from uuid import UUID

from eventsourcing.utils import register_topic

from domain.kit.ruleset import Ruleset
from domain.kit.state import Rules
from domain.kit.visibility import OFFICIAL
from domain.match.match import Match

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
