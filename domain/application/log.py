"""The log of all matches: where it is kept, how its events are written, and everything that is read of it.

A match is what its log says: it is loaded from the newest snapshot, or from its opening, and what has followed.
Snapshots and what is remembered only save time: without them everything is the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import EventStore, Mapper, StoredEvent
from eventsourcing.sqlite import SQLiteFactory
from eventsourcing.utils import get_topic, register_topic

from domain.application.remembered import Remembered
from domain.application.snapshots import STATE_FORMAT, Foldable, Snapshot, restored, resumed
from domain.evidence.proofs import Row
from domain.kit.ruleset import ruleset
from domain.kit.table.facts import LineChanged
from domain.kit.visibility import OFFICIAL, StoredDecision, Viewer, redact
from domain.match.line import Stretches, changes_until, fold_on, has_changes, line_starts
from domain.match.match import Decided, Match, MatchEvent, Opened, opened, told
from domain.store.bell import Bell, SQLiteBell
from domain.store.erasing import Erasures
from domain.store.feed import Feed
from domain.store.files import Inspection, is_memory, there
from domain.store.looks import LookTable
from domain.store.models import ReadModels, SQLiteReadModels
from domain.store.side import SideTables
from domain.store.sqlite import SQLiteDatabase, SQLiteFeed

if TYPE_CHECKING:
    from domain.store.postgres import MatchRecorder as PostgresRecorder
    from domain.store.postgres import PostgresDatabase

AT_ONCE = 500
"""Decisions of a long log that are read at once: what is made of them is all that is kept."""

for topic, cls in (("kerbholz.Opened", Opened), ("kerbholz.Decided", Decided)):
    register_topic(topic, cls)


class MatchNotFound(LookupError):
    """There is no such match."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision, and the match as it was right after it.

    *made* is for what its followers make of it, so that those who look alike need not make it again.
    """

    match: Match
    decision: StoredDecision
    made: dict[Hashable, bytes] = field(default_factory=dict, compare=False, repr=False)


_WRITTEN = [field.name for field in fields(MatchEvent) if not field.name.startswith("originator_")]


class EventMapper(Mapper[UUID]):
    """Writes an event's own fields and nothing that was worked out from them since."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """The row of an event."""
        if not isinstance(domain_event, MatchEvent):
            return super().to_stored_event(domain_event)
        state = {name: getattr(domain_event, name) for name in _WRITTEN}
        return StoredEvent(
            originator_id=domain_event.originator_id,
            originator_version=domain_event.originator_version,
            topic=get_topic(type(domain_event)),
            state=self.transcoder.encode(state),
        )


class Log(Application[UUID]):
    """The log of all matches on SQLite or PostgreSQL, and what is kept beside it."""

    name = "kerbholz"
    cache_size = 512

    def __init__(self, env: Mapping[str, str]) -> None:
        super().__init__({"APPLICATION_RECORDER_TOPIC": _recorder_topic(env), **env})
        self._remembered = Remembered(self.cache_size)
        self._snapshots: EventStore[UUID] = self.construct_snapshot_store()
        self.side = SideTables(self.database)
        self.erasures = Erasures(self.database)
        self.looks = LookTable(self.database)
        self.models = self._construct_models()
        name = self.env.get("SQLITE_DBNAME")
        self.inspection = Inspection(name) if name is not None and not is_memory(name) else None
        """Of the database's file, where it is one."""

    def construct_mapper(self) -> Mapper[UUID]:
        """Events as JSON, under topics that do not follow the modules' paths."""
        return EventMapper(transcoder=self.construct_transcoder())

    def construct_snapshot_store(self) -> EventStore[UUID]:
        """A table of its own for each shape of the state: snapshots of another shape are never read."""
        recorder = self.factory.aggregate_recorder(purpose=f"snapshots_v{STATE_FORMAT}")
        return self.factory.event_store(mapper=self.mapper, recorder=recorder)

    def _construct_models(self) -> ReadModels:
        if isinstance(self.factory, SQLiteFactory):
            models = self.factory.tracking_recorder(SQLiteReadModels)
            assert isinstance(models, SQLiteReadModels)
            return models
        from domain.store.postgres_models import PostgresReadModels

        on_postgres = self.factory.tracking_recorder(PostgresReadModels)
        assert isinstance(on_postgres, PostgresReadModels)
        return on_postgres

    def close(self) -> None:
        """Notify of what has been appended, and close the connections."""
        if (recorder := self._postgres_recorder()) is not None:
            recorder.close()
        super().close()

    def _postgres_recorder(self) -> PostgresRecorder | None:
        """The recorder, on PostgreSQL; the modules for that are imported nowhere else."""
        if isinstance(self.factory, SQLiteFactory):
            return None
        from domain.store.postgres import MatchRecorder

        assert isinstance(self.recorder, MatchRecorder)
        return self.recorder

    @property
    def database(self) -> SQLiteDatabase | PostgresDatabase:
        """The database beside the log."""
        if isinstance(self.factory, SQLiteFactory):
            return SQLiteDatabase(self.factory.datastore)
        from domain.store.postgres import Factory, PostgresDatabase

        assert isinstance(self.factory, Factory)
        return PostgresDatabase(self.factory.datastore)

    @property
    def feed(self) -> Feed:
        """What has been appended to any match, in order."""
        database = self.database
        if isinstance(database, SQLiteDatabase):
            return SQLiteFeed(database)
        from domain.store.postgres import PostgresFeed

        return PostgresFeed(database)

    def bell(self) -> Bell:
        """A new bell that rings when a process has appended."""
        if (recorder := self._postgres_recorder()) is not None:
            from domain.store.connecting import connect
            from domain.store.notifying import PostgresBell

            return PostgresBell(partial(connect, self.env["POSTGRES_URL"], "kerbholz-bell"), recorder.channel_name)
        name = self.env["SQLITE_DBNAME"]
        return SQLiteBell(name if is_memory(name) else there(name))

    # -- matches

    def load(self, match_id: UUID) -> Match:
        """The match as it is now; raises :class:`MatchNotFound`."""
        match = self._remembered.get(match_id) or self._from_snapshot(match_id) or self._from_start(match_id)
        before = match.version
        for new in self._pages(match_id, after=before):
            match = self._followed(match, new)
        self._remembered.looked_up(match, moved=match.version > before)
        return match

    def _followed(self, match: Match, new: Sequence[MatchEvent]) -> Match:
        """*match* after *new* events, the fold of its newest line."""
        if not has_changes(one.record for one in new):
            return match.after(new)
        newest = new[-1].originator_version
        return match.appended(new, self.state_at(match, OFFICIAL, newest, newest))

    def _from_start(self, match_id: UUID) -> Match:
        first = self._events(match_id, until=0)
        secrets = self.side.secrets(match_id)
        if not first or secrets is None:
            raise MatchNotFound(str(match_id))
        return opened(first[0], ruleset(first[0].record["ruleset"]["id"]), secrets)

    def state_at(self, match: Foldable, viewer: Viewer, at: int, line: int, *, afresh: bool = False) -> Any:
        """The state as *viewer* was told it, after decision *at* on the line of version *line*.

        It begins with the newest state that was kept on the way and that no later change of the line reaches back
        behind, unless it is to be folded *afresh*; of the log before that only the changes of the line are read.
        """
        limit, since, turning = at, line + 1, list[StoredDecision]()
        while not afresh and (kept := self.kept_state(match, limit)) is not None:
            version, full = kept
            turning = [*self.turns(match.id, after=version, until=since - 1), *turning]
            since = version + 1
            reached = [
                (start, one.version)
                for one in turning
                for start in line_starts(one.record)
                if one.version > version
            ]
            limit = Stretches(reached).below(version)
            if limit == version:
                return self._folded_on(match, full.masked(viewer), viewer, (version, at), line, turning)
        turning = [*self.turns(match.id, until=since - 1), *turning]
        empty = match.ruleset.empty(match.rules, viewer)
        return self._folded_on(match, empty, viewer, (-1, at), line, turning)

    def _folded_on(
        self,
        match: Foldable,
        state: Any,
        viewer: Viewer,
        stretch: tuple[int, int],
        line: int,
        turning: Sequence[StoredDecision],
    ) -> Any:
        after, at = stretch
        changes = changes_until([redact(one, viewer) for one in turning], line)
        for page in self._pages(match.id, after=after, until=at):
            fold_on(match.ruleset, state, [told(one, viewer) for one in page], at, changes)
        return state

    def turns(self, match_id: UUID, *, after: int = -1, until: int | None = None) -> list[StoredDecision]:
        """The decisions behind version *after* that change the line, of which there are few."""
        found = self.holding(match_id, (LineChanged.TYPE,), after=after, until=until)
        return [one for one in found if line_starts(one.record)]

    def holding(
        self, match_id: UUID, types: Iterable[str], *, after: int = -1, until: int | None = None
    ) -> list[StoredDecision]:
        """The decisions that hold facts of some *types*, or speak of them: the database looks for them.

        Texts in them read as if erased.
        """
        if until is not None and until <= after:
            return []
        found = {
            row[0]: row for one in types for row in self.database.events_with(match_id.hex, one, after, until)
        }
        events = (self.mapper.to_domain_event(StoredEvent(match_id, *found[version])) for version in sorted(found))
        return [one.stored() for one in events if isinstance(one, MatchEvent)]

    def kept_state(self, match: Foldable, until: int) -> tuple[int, Any] | None:
        """The newest full state that was kept at a version up to *until*, on the line as it was then."""
        snapshot = self._snapshot(match.id, until)
        return None if snapshot is None else (snapshot.originator_version, restored(snapshot, match))

    def _snapshot(self, match_id: UUID, until: int | None = None) -> Snapshot | None:
        found = next(iter(self._snapshots.get(match_id, lte=until, desc=True, limit=1)), None)
        return found if isinstance(found, Snapshot) else None

    def _from_snapshot(self, match_id: UUID) -> Match | None:
        snapshot = self._snapshot(match_id)
        return None if snapshot is None else resumed(snapshot, self._from_start(match_id))

    # -- decisions

    def _events(
        self, match_id: UUID, *, after: int | None = None, until: int | None = None, limit: int | None = None
    ) -> list[MatchEvent]:
        found = self.events.get(match_id, gt=after, lte=until, limit=limit)
        return [new for new in found if isinstance(new, MatchEvent)]

    def _log_of(self, match: Match) -> Iterator[MatchEvent]:
        return self._log(match.id, until=match.version)

    def _since(self, match: Match, viewer: Viewer, at: int) -> tuple[Any, Iterator[MatchEvent]]:
        behind = self._log(match.id, after=at, until=match.version)
        return self.state_at(match, viewer, at, match.version), behind

    def _log(self, match_id: UUID, *, after: int = -1, until: int | None = None) -> Iterator[MatchEvent]:
        for page in self._pages(match_id, after=after, until=until):
            yield from page

    def _pages(
        self, match_id: UUID, *, after: int = -1, until: int | None = None, most: int = AT_ONCE
    ) -> Iterator[list[MatchEvent]]:
        """The events after version *after*, in pages."""
        while until is None or after < until:
            page = self._events(match_id, after=after, until=until, limit=most)
            if not page:
                return
            yield page
            if len(page) < most:
                return
            after = page[-1].originator_version

    def decisions(
        self,
        match_id: UUID,
        *,
        after: int = -1,
        until: int | None = None,
        limit: int | None = None,
        with_texts: bool = True,
    ) -> list[StoredDecision]:
        """The decisions behind version *after*, for the gate, with their free texts.

        Without texts each of them reads as if it had been erased.
        """
        events = self._events(match_id, after=after, until=until, limit=limit)
        return self._stored(match_id, events) if with_texts else [new.stored() for new in events]

    def _stored(self, match_id: UUID, events: Sequence[MatchEvent]) -> list[StoredDecision]:
        texts: Mapping[int, Mapping[str, str]] = {}
        if any(new.has_texts for new in events):
            texts = self.side.texts(match_id, events[0].originator_version, events[-1].originator_version)
        return [new.stored(texts.get(new.originator_version)) for new in events]

    def pages(
        self, match_id: UUID, *, after: int = -1, until: int | None = None, with_texts: bool = True
    ) -> Iterator[list[StoredDecision]]:
        """As :meth:`decisions`, but in pages, so that a long log needs no more memory than a short one."""
        for page in self._pages(match_id, after=after, until=until):
            yield self._stored(match_id, page) if with_texts else [new.stored() for new in page]

    def stored_pages(self, match_id: UUID, *, until: int) -> Iterator[list[MatchEvent]]:
        """The events up to a version as they are stored, in pages."""
        return self._pages(match_id, until=until)

    def stored_event(self, match_id: UUID, version: int) -> MatchEvent:
        """The event of a version, which there has to be."""
        (event,) = self._events(match_id, after=version - 1, until=version)
        return event

    def root_at(self, match: Match, version: int) -> str:
        """The root of the tree after decision *version*, which there has to be."""
        if version == match.version:
            return match.root
        return self.stored_event(match.id, version).root

    def tree_rows(self, match_id: UUID, versions: Iterable[int]) -> dict[int, Row]:
        """What is stored of the tree with some decisions, which there have to be: by one query."""
        found = self.database.events_at(match_id.hex, sorted(versions))
        events = (self.mapper.to_domain_event(StoredEvent(match_id, *row)) for row in found)
        return {one.originator_version: Row(one.leaf, one.edge) for one in events if isinstance(one, MatchEvent)}

    def moments(self, match: Match, *, most: int = 500) -> list[Moment]:
        """What has followed *match*, up to a number of decisions, each with the match as it was then."""
        events = self._events(match.id, after=match.version, limit=most)
        moments = []
        for new, stored in zip(events, self._stored(match.id, events), strict=True):
            match = self._followed(match, [new])
            moments.append(Moment(match, stored))
        return moments


def _recorder_topic(env: Mapping[str, str]) -> str:
    kind = "postgres" if "postgres" in env.get("PERSISTENCE_MODULE", "") else "sqlite"
    return f"domain.store.{kind}:MatchRecorder"
