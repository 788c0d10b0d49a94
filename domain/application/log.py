"""The log of all matches: everything that is read of it, and held against what it has to be.

A match is what its log says: it is loaded from the newest snapshot, or from its opening, and what has followed.
Snapshots and what is remembered only save time: without them everything is the same.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from eventsourcing.persistence import EventStore, StoredEvent

from domain.application.remembered import ROOM, Remembered, Suspects
from domain.application.rows import (
    Edge,
    check_erased,
    check_follow,
    check_reach,
    check_seals,
    check_secrets,
    check_texts,
    edge_of,
)
from domain.application.snapshots import STATE_FORMAT, Foldable, Snapshots, restored, resumed
from domain.application.stored import Stored
from domain.evidence.proofs import Row, edge_at, edge_needs
from domain.kit.ruleset import ruleset
from domain.kit.table.facts import LineChanged
from domain.kit.visibility import OFFICIAL, StoredDecision, Viewer, redact
from domain.match.damage import Damaged
from domain.match.line import Stretches, changes_until, fold_on, has_changes, line_starts
from domain.match.match import Match, MatchEvent, opened, told
from domain.match.moved import GONE, Moved, MovedAway
from domain.store.beside.erasing import Erased
from domain.store.beside.looks import Look
from domain.store.beside.side import Head

logger = logging.getLogger(__name__)

SUSPECTS = 512
"""Matches that were found damaged and are looked at again."""
AT_ONCE = 500
"""Decisions of a long log that are read at once: what is made of them is all that is kept."""


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


class Log(Stored):
    """The log of all matches on SQLite or PostgreSQL, and what is kept beside it."""

    name = "kerbholz"
    cache_size = 50_000
    """The most matches that are remembered, however small they are."""
    snapshot_every = 100

    def __init__(self, env: Mapping[str, str], service_key: bytes | None = None, room: int = ROOM) -> None:
        super().__init__(env, service_key)
        self._remembered = Remembered(self.cache_size, room)
        self._suspects = Suspects(SUSPECTS)
        self._snapshots: EventStore[UUID] = self.construct_snapshot_store()
        self._kept = Snapshots(self._snapshots, self.database)

    def construct_snapshot_store(self) -> EventStore[UUID]:
        """A table of its own for each shape of the state: snapshots of another shape are never read."""
        recorder = self.factory.aggregate_recorder(purpose=f"snapshots_v{STATE_FORMAT}")
        return self.factory.event_store(mapper=self.mapper, recorder=recorder)

    # -- matches

    def load(self, match_id: UUID) -> Match:
        """The match as it is now; raises :class:`MatchNotFound`, ``Damaged``, ``MovedAway``."""
        with self._watched():
            self._look_at_suspect(match_id)
            known = self._remembered.get(match_id)
            head = self.side.head(match_id)
            if (
                known is not None
                and head is not None
                and (head.size, head.root) == (known.version + 1, known.root)
            ):
                self._remembered.looked_up(known, moved=False)
                return known
            self._check_head(match_id, head)
            match = None if known is None or head is None else self._read_on(known, head)
            if match is None:
                match, known = self._afresh(match_id, head)
            assert known is not None
            self._remembered.looked_up(match, moved=match.version > known.version)
            return match

    def known(self, match_ids: Collection[UUID]) -> dict[UUID, Match]:
        """Those of the matches that this process remembers as they are stored now: of the log nothing is read."""
        remembered = {match_id: match for match_id in match_ids if (match := self._remembered.get(match_id))}
        heads = self.side.heads(remembered)
        return {
            match_id: match
            for match_id, match in remembered.items()
            if heads.get(match_id) == (match.version + 1, match.root)
        }

    def head(self, match_id: UUID) -> Head | None:
        """How long the log of a match is, and its root: written with each append; raises ``Damaged``."""
        found = self.side.head(match_id)
        self._check_head(match_id, found)
        return found

    def _check_head(self, match_id: UUID, head: Head | None) -> None:
        if head is not None and not self.marks.fits(head.mark, "a head", match_id.hex, head.size, head.root):
            raise Damaged(match_id, None, "head", "it is not the one that was stored")
        if head is not None and head.size == GONE:
            self._remembered.forget(match_id)
            raise MovedAway(match_id)

    def _has_left(self, match_id: UUID) -> bool:
        """Whether what is missing of a match was taken away with it."""
        head = self.side.head(match_id)
        return (
            head is not None
            and head.size == GONE
            and self.marks.fits(head.mark, "a head", match_id.hex, head.size, head.root)
        )

    def _read_on(self, match: Match, head: Head) -> Match | None:
        """What has become of a match that is remembered; None if it is not of this log: a back-up was restored."""
        if head.size <= match.version + 1:
            return None
        try:
            for new in self._pages(match.id, after=match.version, until=head.size - 1, edge=edge_of(match)):
                match = self._followed(match, new)
        except Damaged:
            return None
        return match if match.root == head.root else None

    def _afresh(self, match_id: UUID, head: Head | None) -> tuple[Match, Match]:
        """The match from what is stored alone, and what that began with: a snapshot, or decision 0."""
        start = self._from_start(match_id)
        # Nobody had opened it when the head was looked up.
        head = head or self.head(match_id)
        if head is None:
            raise Damaged(match_id, None, "head", "it is lost")
        snapshot = self._kept.newest(match_id, head.size - 1)
        begun = match = start if snapshot is None else resumed(snapshot, start)
        edge = Edge(begun.version, begun.edge)
        after = 0 if snapshot is None else begun.version - 1
        for page in self._pages(match_id, after=after, until=head.size - 1, edge=edge):
            new = page
            if new[0].originator_version == begun.version:  # the decision that the snapshot was taken at
                if new[0].root != begun.root:
                    raise Damaged(
                        match_id, begun.version, "root", "a snapshot that was taken then has another one"
                    )
                new = page[1:]
            match = self._followed(match, new) if new else match
            if len(new) >= self.snapshot_every:
                self._kept.keep(match)
        if (match.version, match.root) != (head.size - 1, head.root):
            raise Damaged(match_id, match.version, "root", "the log is known to end with another one")
        if self.database.events_behind(match_id.hex, head.size - 1, 1) and self.head(match_id) == head:
            raise Damaged(match_id, head.size, "head", "it is older than the log")
        return match, begun

    def _from_start(self, match_id: UUID) -> Match:
        first, secrets = self._events(match_id, until=0), self.side.secrets(match_id)
        first = first or ([] if secrets is None else self._events(match_id, until=0))  # it may be stored just now
        if not first and secrets is None:
            raise MatchNotFound(str(match_id))
        if not first:
            raise Damaged(match_id, 0, "gap", "decision 0 is missing")
        if secrets is None:
            raise Damaged(match_id, None, "secrets", "match key and seed are lost")
        check_secrets(first[0], secrets)
        return opened(first[0], ruleset(first[0].record["ruleset"]["id"]), secrets)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Tell the operator of damage, and remember nothing of that match: so it is looked for again."""
        try:
            yield
        except Damaged as damage:
            self._remembered.forget(damage.match_id)
            if self._has_left(damage.match_id):
                raise MovedAway(damage.match_id) from None
            if self._suspects.add(damage.match_id, damage.version):
                logger.error("%s", damage)
            raise

    def _look_at_suspect(self, match_id: UUID) -> None:
        """Whether a match that was found damaged still is: a whole one may have been restored meanwhile."""
        if (version := self._suspects.version(match_id)) is None:
            return
        self._stored(match_id, self._events(match_id, after=version - 1, limit=1))
        self._suspects.clear(match_id)

    def _followed(self, match: Match, new: Sequence[MatchEvent]) -> Match:
        """*match* after *new* events, the fold of its newest line."""
        if not has_changes(one.record for one in new):
            return match.after(new)
        newest = new[-1].originator_version
        return match.appended(new, self.state_at(match, OFFICIAL, newest, newest))

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
        if until is not None and after < until:
            self._check_complete(match_id, after, until)
        return [one for one in found if line_starts(one.record)]

    def _check_complete(self, match_id: UUID, after: int, until: int) -> None:
        """Raise ``Damaged`` if a decision is missing in a stretch of which not all are read."""
        with self._watched():
            if self.database.count_events(match_id.hex, after, until) < until - after:
                raise Damaged(match_id, None, "gap", f"between {after} and {until + 1} a decision is missing")

    def holding(
        self, match_id: UUID, types: Iterable[str], *, after: int = -1, until: int | None = None
    ) -> list[StoredDecision]:
        """The decisions that hold facts of some *types*, or speak of them: the database looks for them.

        Texts in them read as if erased.
        """
        if until is not None and until <= after:
            return []
        with self._watched():
            pages = [self.database.events_with(match_id.hex, one, after, until) for one in types]
        found = {row[0]: row for page in pages for row in page}
        rows = [StoredEvent(match_id, *found[version]) for version in sorted(found)]
        return [one.stored() for one in self._read(rows)]

    @property
    def snapshots_table(self) -> str:
        """The table of the snapshots."""
        table: str = self._snapshots.recorder.events_table_name  # type: ignore[attr-defined]
        return table

    def bad_snapshots(self, match_id: UUID) -> Iterator[int]:
        """The versions of snapshots of a match that are not those that were taken."""
        return self._kept.bad(match_id)

    def kept_state(self, match: Foldable, until: int) -> tuple[int, Any] | None:
        """The newest full state that was kept at a version up to *until*, on the line as it was then."""
        snapshot = self._kept.newest(match.id, until)
        return None if snapshot is None else (snapshot.originator_version, restored(snapshot, match))

    # -- decisions

    def _events(
        self,
        match_id: UUID,
        *,
        after: int = -1,
        until: int | None = None,
        limit: int | None = None,
        edge: Edge | None = None,
    ) -> list[MatchEvent]:
        """Events behind a version; raises ``Damaged``. An *edge* that is known of the tree need not be read."""
        with self._watched():
            events = self._read(self.recorder.select_events(match_id, gt=after, lte=until, limit=limit))
            if edge is None and (after < 0 or len(events) > 1):
                edge = self._edge_at(match_id, after) if after >= 0 else Edge(after, ())
            check_follow(match_id, events, after, edge)
            return events

    def _edge_at(self, match_id: UUID, version: int) -> Edge | None:
        """The right edge of the tree after a version; None where what it is made of cannot be read."""
        try:
            return Edge(version, edge_at(version, self._tree_rows(match_id, list(edge_needs(version)))))
        except (Damaged, LookupError):
            return None  # which is found by those who read these rows

    def _read(self, rows: Iterable[StoredEvent]) -> list[MatchEvent]:
        with self._watched():
            found = [self.mapper.to_domain_event(row) for row in rows]
            for one in found:
                if isinstance(one, Moved):
                    self._remembered.forget(one.originator_id)
                    raise MovedAway(one.originator_id)
            return [one for one in found if isinstance(one, MatchEvent)]

    def _log_of(self, match: Match) -> Iterator[MatchEvent]:
        return self._events_behind(match, -1)

    def _events_behind(self, match: Match, version: int) -> Iterator[MatchEvent]:
        if match.version == 0:  # perhaps a new one, of which nothing is stored
            return iter(self._events(match.id, limit=1))
        return self._log(match.id, after=version, until=match.version)

    def _since(self, match: Match, viewer: Viewer, at: int) -> tuple[Any, Iterator[MatchEvent]]:
        behind = self._log(match.id, after=at, until=match.version)
        return self.state_at(match, viewer, at, match.version), behind

    def _log(self, match_id: UUID, *, after: int = -1, until: int | None = None) -> Iterator[MatchEvent]:
        for page in self._pages(match_id, after=after, until=until):
            yield from page

    def _pages(
        self,
        match_id: UUID,
        *,
        after: int = -1,
        until: int | None = None,
        most: int = AT_ONCE,
        edge: Edge | None = None,
    ) -> Iterator[list[MatchEvent]]:
        """The events after version *after*, in pages; there has to be a version *until*."""
        while until is None or after < until:
            page = self._events(match_id, after=after, until=until, limit=most, edge=edge)
            if page:
                yield page
                after, known = page[-1].originator_version, page[-1].edge
                edge = None if known is None else Edge(after, known)
            if len(page) < most:
                break
        if until is not None:
            self._check_reach(match_id, after, until)

    def _check_reach(self, match_id: UUID, last: int, until: int) -> None:
        with self._watched():
            check_reach(match_id, last, until)

    def decisions(
        self,
        match_id: UUID,
        *,
        after: int = -1,
        until: int | None = None,
        limit: int | None = None,
        with_texts: bool = True,
    ) -> list[StoredDecision]:
        """The decisions behind version *after*, for the gate, with their free texts; there has to be one *until*.

        Without texts each of them reads as if it had been erased.
        """
        events = self._events(match_id, after=after, until=until, limit=limit)
        if until is not None and (limit is None or len(events) < limit):
            self._check_reach(match_id, events[-1].originator_version if events else after, until)
        return self._stored(match_id, events) if with_texts else [new.stored() for new in events]

    def _stored(self, match_id: UUID, events: Sequence[MatchEvent]) -> list[StoredDecision]:
        texts = self.texts_of(match_id, events)
        if not texts:
            return [new.stored() for new in events]
        return [
            new.stored({pointer: text for pointer, (_, text) in texts.get(new.originator_version, {}).items()})
            for new in events
        ]

    def texts_of(
        self, match_id: UUID, events: Sequence[MatchEvent]
    ) -> Mapping[int, Mapping[str, tuple[str, str]]]:
        """The free texts of decisions that still exist, each with its salt: version → pointer → salt and text."""
        if not any(new.has_texts for new in events):
            return {}
        texts = self.side.salted_texts(match_id, events[0].originator_version, events[-1].originator_version)
        with self._watched():
            missing = [
                (new.originator_version, pointer)
                for new in events
                for pointer in check_texts(new, texts.get(new.originator_version, {}))
            ]
            self._check_erased(match_id, missing)
        return texts

    def _check_erased(self, match_id: UUID, missing: Collection[tuple[int, str]]) -> None:
        if missing:
            erased = {(one.version, one.pointer) for one in self.erased(match_id)}
            check_erased(match_id, missing, erased)

    def erased(self, match_id: UUID) -> list[Erased]:
        """What was erased of a match, in the order of its decisions; raises ``Damaged``."""
        with self._watched():
            return self.erasures.of(match_id)

    def looked(self, match_id: UUID) -> list[tuple[Look, int]]:
        """Who looked at what is hidden, and how often, by day, role and token; raises ``Damaged``."""
        with self._watched():
            return self.looks.of(match_id)

    def opening_texts(self, match_id: UUID) -> dict[str, str]:
        """The free texts of decision 0 that still exist, by pointer; a known record is not read again."""
        known = self._remembered.get(match_id)
        if known is None:
            return dict(self.decisions(match_id, until=0)[0].texts)
        texts = self.side.opening_texts([match_id]).get(match_id, {})
        with self._watched():
            check_seals(match_id, known.opening, texts)
        return {pointer: text for pointer, (_, text) in texts.items()}

    def named_later(self, match_id: UUID) -> dict[int, int]:
        """The seats whose name a later decision than 0 says, and which decision; of a known match alone."""
        known = self._remembered.get(match_id)
        sittings = {} if known is None else known.state.sittings
        return {int(seat): sat[-1][-1] for seat, sat in sittings.items()}

    def _text_of(self, match: Match, version: int, pointer: str) -> str | None:
        """A free text of a decision; None if it was erased, or nothing of the match is stored."""
        texts = self.side.salted_texts(match.id, version, version).get(version, {})
        return texts[pointer][1] if pointer in texts else None

    def pages(
        self, match_id: UUID, *, after: int = -1, until: int | None = None, with_texts: bool = True
    ) -> Iterator[list[StoredDecision]]:
        """As :meth:`decisions`, but in pages, so that a long log needs no more memory than a short one."""
        for page in self._pages(match_id, after=after, until=until):
            yield self._stored(match_id, page) if with_texts else [new.stored() for new in page]

    def stored_pages(self, match_id: UUID, *, until: int | None = None) -> Iterator[list[MatchEvent]]:
        """The events up to a version, or all, as they are stored, in pages."""
        return self._pages(match_id, until=until)

    def stored_event(self, match_id: UUID, version: int) -> MatchEvent:
        """The event of a version, which there has to be."""
        (event,) = self._events(match_id, after=version - 1, limit=1)
        return event

    def root_at(self, match: Match, version: int) -> str:
        """The root of the tree after decision *version*, which there has to be."""
        if version == match.version:
            return match.root
        return self.stored_event(match.id, version).root

    def tree_rows(self, match_id: UUID, versions: Iterable[int]) -> dict[int, Row]:
        """What is stored of the tree with some decisions, which there have to be: by one query."""
        with self._watched():
            rows = self._tree_rows(match_id, wanted := sorted(versions))
            for version in wanted:
                if version not in rows:
                    raise Damaged(match_id, version, "gap", f"decision {version} is missing")
        return rows

    def _tree_rows(self, match_id: UUID, versions: Sequence[int]) -> dict[int, Row]:
        rows = [StoredEvent(match_id, *row) for row in self.database.events_at(match_id.hex, versions)]
        found = [one for one in map(self.mapper.to_domain_event, rows) if isinstance(one, MatchEvent)]
        return {one.originator_version: Row(one.leaf, one.nodes, one.edge) for one in found}

    def moments(self, match: Match, *, most: int = 500) -> list[Moment]:
        """What has followed *match*, up to a number of decisions, each with the match as it was then."""
        events = self._events(match.id, after=match.version, limit=most, edge=edge_of(match))
        moments = []
        for new, stored in zip(events, self._stored(match.id, events), strict=True):
            match = self._followed(match, [new])
            moments.append(Moment(match, stored))
        return moments
