"""The application that opens, loads and appends to matches.

An append is judged on the newest state, written in one transaction with everything beside the log, and judged
anew if somebody else was faster. What it answers has been stored. Snapshots and the cache only save time:
without them everything is the same.
"""

from __future__ import annotations

import hashlib
import logging
import random
import secrets as randomness
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, fields
from functools import partial
from threading import Lock
from typing import Any, ClassVar, Protocol
from uuid import UUID, uuid4

from eventsourcing.application import Application, LRUCache
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import EventStore, IntegrityError, Mapper, PersistenceError, Recording, StoredEvent
from eventsourcing.postgres import PostgresFactory
from eventsourcing.sqlite import SQLiteFactory
from eventsourcing.utils import get_topic, register_topic

from domain.application.judging import Answer, Asked, Draft, Sources, now, random_salt, seeded
from domain.kit.chance import Chance
from domain.kit.evidence import keyed
from domain.kit.guards import Refused
from domain.kit.play import happened
from domain.kit.records import Decision, written
from domain.kit.ruleset import Ruleset, ruleset
from domain.kit.shorthand import EXTERNAL_ID
from domain.kit.state import Rules
from domain.kit.table.commands import TABLE_COMMANDS, Open
from domain.kit.table.facts import LineChanged, TokenReplaced
from domain.kit.visibility import OFFICIAL, StoredDecision, Viewer, redact
from domain.match.line import Stretches, changes_until, fold_on, has_changes, line_starts
from domain.match.match import Decided, Match, MatchEvent, Opened, Secrets, event, opened, told
from domain.match.opening import Opening, as_kept, published, rules_for, texts_of
from domain.match.principal import ANONYMOUS, Principal, Role
from domain.match.work import MOST_FOR_A_FILE, Work
from domain.store.bell import Bell, PostgresBell, SQLiteBell
from domain.store.connecting import connect
from domain.store.feed import Feed
from domain.store.files import Inspection, is_memory, there
from domain.store.models import PostgresReadModels, ReadModels, SQLiteReadModels
from domain.store.postgres import MatchRecorder as PostgresRecorder
from domain.store.postgres import PostgresDatabase, PostgresFeed
from domain.store.side import (
    ExternalId,
    SideRow,
    SideTables,
    StoredRequest,
    StoredToken,
    external_id_row,
    request_row,
    secrets_row,
    text_rows,
    token_row,
)
from domain.store.sqlite import SQLiteDatabase, SQLiteFeed
from domain.table.commands import LONGEST

logger = logging.getLogger(__name__)

UNDISTURBED = 3
"""So often in a row a match must have been found as this process had left it before it is not looked up."""
ATTEMPTS = 60
"""Races that an append may lose against other processes before it is told to come again."""
AT_ONCE = 500
"""Decisions of a long log that are read at once: what is made of them is all that is kept."""
STATE_FORMAT = 2
"""Of snapshots: raise it when the shape of a state changes, and older ones are not looked at any more.

Raise ``migration.SCHEMA`` with it, for the new snapshots need a table of their own.
"""

for topic, cls in (("kerbholz.Opened", Opened), ("kerbholz.Decided", Decided)):
    register_topic(topic, cls)


class MatchNotFound(LookupError):
    """There is no such match."""


class VersionMoved(Exception):
    """The match is not at the version that the caller has seen."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the match is at version {version}")
        self.version = version


class ExternalIdTaken(Exception):
    """Whoever opens a match has one under its external id already.

    *opened* says that it is known to be his own: an API key has opened it.
    """

    def __init__(self, match: Match, *, opened: bool) -> None:
        super().__init__("there is a match with this external id")
        self.match = match
        self.opened = opened


class KeyReused(Exception):
    """An idempotency key was used with another body."""


class TooBusy(Exception):
    """Others were faster too often."""


@dataclass(frozen=True, slots=True)
class RequestKey:
    """An idempotency key, and the canonical body it came with."""

    key: str
    body: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision, and the match as it was right after it.

    *made* is for what its followers make of it, so that those who look alike need not make it again.
    """

    match: Match
    decision: StoredDecision
    made: dict[Hashable, bytes] = field(default_factory=dict, compare=False, repr=False)


class Foldable(Protocol):
    """A match, as far as one has to know it to fold what was decided in it."""

    @property
    def id(self) -> UUID: ...
    @property
    def ruleset(self) -> Ruleset[Any]: ...
    @property
    def rules(self) -> Rules: ...


class Locks:
    """A lock for each match that somebody appends to, as long as somebody does."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._locks: dict[UUID, tuple[Lock, int]] = {}

    def __len__(self) -> int:
        return len(self._locks)

    @contextmanager
    def of(self, match_id: UUID) -> Iterator[None]:
        """Have the match to oneself; those who append to others do not wait."""
        with self._guard:
            lock, waiting = self._locks.get(match_id) or (Lock(), 0)
            self._locks[match_id] = lock, waiting + 1
        try:
            with lock:
                yield
        finally:
            with self._guard:
                _, waiting = self._locks.pop(match_id)
                if waiting > 1:
                    self._locks[match_id] = lock, waiting - 1


@dataclass(frozen=True)
class Snapshot:
    """A match at one version, for a quicker start: a cache, never evidence."""

    TOPIC: ClassVar[str] = "kerbholz.Snapshot"
    originator_id: UUID
    originator_version: int
    at: str
    root: str
    edge: list[str]
    acted: dict[str, int]
    state: dict[str, Any]


register_topic(Snapshot.TOPIC, Snapshot)


def restored(snapshot: Snapshot, match: Foldable) -> Any:
    """The full state of *match* that a snapshot kept."""
    state = match.ruleset.empty(match.rules, OFFICIAL)
    state.restore(snapshot.state)
    return state


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


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


def given_tokens(decisions: Iterable[MatchEvent | StoredDecision]) -> Iterator[TokenReplaced]:
    """The tokens that decisions have given in place of others; what was revoked has none in its place."""
    for decision in decisions:
        for fact in decision.record["facts"]:
            if fact["type"] == TokenReplaced.TYPE and not fact["revoked"]:
                yield TokenReplaced.from_json(fact)


class Matches(Application[UUID]):
    """Opens, loads and appends to matches, on SQLite or PostgreSQL.

    The clock, the salts and chance come in as arguments, so that tests can hold them still. *bells* are rung after
    each commit; they must be quick.
    """

    name = "kerbholz"
    snapshot_every = 100
    cache_size = 512

    def __init__(
        self,
        env: Mapping[str, str],
        *,
        clock: Callable[[], str] = now,
        salts: Callable[[], str] = random_salt,
        chance: Callable[[Match, int], Chance] = seeded,
        random_bytes: Callable[[int], bytes] = randomness.token_bytes,
        new_id: Callable[[], UUID] = uuid4,
        service_key: bytes | None = None,
        longest: int = LONGEST,
    ) -> None:
        super().__init__({"APPLICATION_RECORDER_TOPIC": _recorder_topic(env), **env})
        self._sources = Sources(clock, salts, chance, self._log_of, self._since, longest)
        self._random_bytes = random_bytes
        self._new_id = new_id
        self._given_key = service_key
        self._cache: LRUCache[UUID, Match] = LRUCache(maxsize=self.cache_size)
        self._undisturbed: LRUCache[UUID, int] = LRUCache(maxsize=self.cache_size)
        self._tokens: LRUCache[str, StoredToken] = LRUCache(maxsize=8 * self.cache_size)
        self._locks = Locks()
        self._snapshots: EventStore[UUID] = self.construct_snapshot_store()
        self.side = SideTables(self.database)
        self.models = self._construct_models()
        name = self.env.get("SQLITE_DBNAME")
        self.inspection = Inspection(name) if name is not None and not is_memory(name) else None
        """Of the database's file, where it is one."""
        self.bells: list[Callable[[UUID, int], None]] = []
        """Told the match and its version after each append of this process."""

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
        if isinstance(self.factory, PostgresFactory):
            return self.factory.tracking_recorder(PostgresReadModels)
        raise TypeError(f"no read models for {type(self.factory).__name__}")

    @property
    def longest(self) -> int:
        """How many decisions a match may have."""
        return self._sources.longest

    def close(self) -> None:
        """Notify of what has been appended, and close the connections."""
        if isinstance(self.recorder, PostgresRecorder):
            self.recorder.close()
        super().close()

    @property
    def database(self) -> SQLiteDatabase | PostgresDatabase:
        """The database beside the log."""
        if isinstance(self.factory, SQLiteFactory):
            return SQLiteDatabase(self.factory.datastore)
        if isinstance(self.factory, PostgresFactory):
            return PostgresDatabase(self.factory.datastore)
        raise TypeError(f"no side tables for {type(self.factory).__name__}")

    @property
    def feed(self) -> Feed:
        """What has been appended to any match, in order."""
        database = self.database
        return SQLiteFeed(database) if isinstance(database, SQLiteDatabase) else PostgresFeed(database)

    def bell(self) -> Bell:
        """A new bell that rings when a process has appended."""
        if isinstance(self.recorder, PostgresRecorder):
            listening = partial(connect, self.env["POSTGRES_URL"], "kerbholz-bell")
            return PostgresBell(listening, self.recorder.channel_name)
        name = self.env["SQLITE_DBNAME"]
        return SQLiteBell(name if is_memory(name) else there(name))

    @property
    def service_key(self) -> bytes:
        """The key that tokens, ids of keyed openings, request digests and ETags are derived with."""
        if self._given_key is None:
            self._given_key = self.side.setting("service_key")
        if self._given_key is None:
            raise LookupError("the database has not been migrated: it holds no service key")
        return self._given_key

    # -- opening

    def open(self, opening: Opening, key: RequestKey | None = None, owner: str = "") -> Answer:
        """Open a match and run it until a seat (or a scribe) is awaited.

        With a key, the same opening again is answered by the first one. *owner* is the name of the API key with
        which it is opened, if any: external ids are its own. Raises ``UnknownRuleset``, ``BadOption``,
        :class:`KeyReused`, :class:`ExternalIdTaken`.
        """
        if (replay := self.opened_before(key)) is not None:
            return replay
        draft = self.draft(opening, key)
        draft.settle()
        return self.keep(draft, opening, key, owner)

    def opened_before(self, key: RequestKey | None) -> Answer | None:
        """What the same opening has brought about before; raises :class:`KeyReused` for another one."""
        return self._replay(self._keyed_id(key), ANONYMOUS, key) if key is not None else None

    def draft(self, opening: Opening, key: RequestKey | None = None) -> Draft:
        """A new match, not stored yet, at its decision 0; raises ``UnknownRuleset``, ``BadOption``."""
        opening = as_kept(opening)
        game = ruleset(opening.ruleset)
        rules = rules_for(game, opening)
        match_id = self._new_id() if key is None else self._keyed_id(key)
        seed = (opening.seed or self._random_bytes(32)) if rules.mode == "hosted" else None
        secrets = Secrets(self._random_bytes(32), seed)
        state = game.empty(rules, OFFICIAL)
        facts = happened(game, state, game.lay(state))
        laid = Decision(0, "host", "host", self._sources.clock(), Open(), facts)
        extra = published(str(match_id), rules, opening, seed)
        stored = written(laid, secrets.match_key, self._sources.salts, extra, texts_of(opening))
        first = event(match_id, 0, stored, ())
        draft = Draft(opened(first, game, secrets), self._sources, Work(MOST_FOR_A_FILE))
        draft.keep(first, stored)
        return draft

    def keep(self, draft: Draft, opening: Opening, key: RequestKey | None = None, owner: str = "") -> Answer:
        """Store a new match with all that was drafted of it, or nothing; see :meth:`open`."""
        match = draft.match
        side = [secrets_row(match.id, match.secrets), *self._token_rows(match.id, match.rules.seats)]
        external_id = as_kept(opening).labels.get(EXTERNAL_ID)
        for _ in range(ATTEMPTS):
            try:
                named = [external_id_row(self.free_id(match.id, external_id, owner))] if external_id else []
                return self._store(draft, "anonymous", key, [*side, *named])
            except ExternalIdTaken:
                # Perhaps by the same request, which was sent twice at once.
                if (replay := self.opened_before(key)) is not None:
                    return replay
                raise
            except IntegrityError:
                if (replay := self.opened_before(key)) is not None:
                    return replay
                if key is None and self._is_stored(draft):
                    return draft.answer()
                if not external_id:
                    raise
                # Somebody else was faster with this id: who it is, is looked up again.
        raise TooBusy

    def free_id(self, match_id: UUID, external_id: str, owner: str) -> ExternalId:
        """An external id for a new match; raises :class:`ExternalIdTaken`.

        The database has each but once, whoever is at it at the same time. An abandoned match leaves its own free.
        """
        taken = self.side.external_id(owner, external_id)
        if taken is None:
            return ExternalId(owner, external_id, 0, match_id)
        holder = self.load(taken.match_id)
        if holder.state.status != "abandoned":
            raise ExternalIdTaken(holder, opened=bool(owner))
        return ExternalId(owner, external_id, taken.number + 1, match_id)

    def _keyed_id(self, key: RequestKey) -> UUID:
        return UUID(bytes=keyed(self.service_key, "match", key.key)[:16], version=4)

    def token(self, match_id: UUID, role: str, seat: int | None = None, number: int = 0) -> str:
        """A role's token of this *number*: derived, so that a repeated request can answer with the same one."""
        mac = keyed(self.service_key, "token", match_id.hex, role, seat if seat is not None else "", number)
        return f"khz_{role}_{mac.hex()[:48]}"

    def owner(self, hashed: str) -> StoredToken | None:
        """Whose token has this hash; whose it is never changes, so it is looked up once."""
        try:
            return self._tokens.get(hashed)
        except KeyError:
            stored = self.side.token(hashed)
        if stored is not None:
            self._tokens.put(hashed, stored)
        return stored

    def _token_rows(self, match_id: UUID, seats: int) -> Iterator[SideRow]:
        owners: list[tuple[Role, int | None]] = [("seat", seat) for seat in range(seats)]
        owners += [(role, None) for role in ("host", "arbiter", "scribe", "spectator")]
        for role, seat in owners:
            hashed = token_hash(self.token(match_id, role, seat))
            yield token_row(hashed, StoredToken(match_id, role, seat))

    # -- loading

    def load(self, match_id: UUID) -> Match:
        """The match as it is now; raises :class:`MatchNotFound`."""
        try:
            match = self._cache.get(match_id)
        except KeyError:
            match = self._from_snapshot(match_id) or self._from_start(match_id)
        before = match.version
        for new in self._pages(match_id, after=before):
            match = self._followed(match, new)
        self._cache.put(match_id, match)
        moved = match.version > before
        self._undisturbed.put(match_id, 0 if moved else self._times_undisturbed(match_id) + 1)
        return match

    def _followed(self, match: Match, new: Sequence[MatchEvent]) -> Match:
        """*match* after *new* events, the fold of its newest line."""
        if not has_changes(one.record for one in new):
            return match.after(new)
        newest = new[-1].originator_version
        return match.appended(new, self.state_at(match, OFFICIAL, newest, newest))

    def recalled(self, match_id: UUID) -> Match | None:
        """The match as this process knows it, where nobody else has appended to it for some time.

        Good enough for an append, which fails if somebody has (see :meth:`append`).
        """
        if self._times_undisturbed(match_id) < UNDISTURBED:
            return None
        try:
            return self._cache.get(match_id)
        except KeyError:
            return None

    def _times_undisturbed(self, match_id: UUID) -> int:
        try:
            return self._undisturbed.get(match_id)
        except KeyError:
            return 0

    def _newer(self, match: Match) -> Match:
        try:
            cached = self._cache.get(match.id)
        except KeyError:
            return match
        return cached if cached.version > match.version else match

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
        if snapshot is None:
            return None
        start = self._from_start(match_id)
        state = restored(snapshot, start)
        return Match(
            id=match_id,
            ruleset=start.ruleset,
            rules=start.rules,
            secrets=start.secrets,
            opening=start.opening,
            state=state,
            version=snapshot.originator_version,
            at=snapshot.at,
            root=snapshot.root,
            edge=tuple(snapshot.edge),
            acted={int(seat): version for seat, version in snapshot.acted.items()},
        )

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
        """The events behind version *after*, so many at a time."""
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
        """As :meth:`decisions`, but so many at a time that a long log needs no more memory than a short one."""
        for page in self._pages(match_id, after=after, until=until):
            yield self._stored(match_id, page) if with_texts else [new.stored() for new in page]

    def root_at(self, match: Match, version: int) -> str:
        """The root of the tree after decision *version*, which there has to be."""
        if version == match.version:
            return match.root
        (event,) = self._events(match.id, after=version - 1, until=version)
        return event.root

    def moments(self, match: Match, *, most: int = 500) -> list[Moment]:
        """What has followed *match*, at most so many decisions, each with the match as it was then."""
        events = self._events(match.id, after=match.version, limit=most)
        moments = []
        for new, stored in zip(events, self._stored(match.id, events), strict=True):
            match = self._followed(match, [new])
            moments.append(Moment(match, stored))
        return moments

    # -- appending

    def append(
        self,
        match_id: UUID,
        principal: Principal,
        asked: Sequence[Asked],
        *,
        seen: int | None = None,
        key: RequestKey | None = None,
        dry_run: bool = False,
        known: Match | None = None,
    ) -> Answer:
        """Judge commands on the newest state and store them, all or none.

        *seen* is the version the caller has seen, if it must be the newest. *known* is the match as the caller
        knows it: if somebody has appended to it since, the append fails and is judged anew, and nothing is
        refused before it has been looked up. Raises :class:`MatchNotFound`, :class:`VersionMoved`,
        :class:`KeyReused`, ``Refused``, and :class:`TooBusy` after many lost races.
        """
        # Only of the commands of a game is it certain that the state alone judges them, and an append follows.
        if dry_run or any(one.command.TYPE in TABLE_COMMANDS for one in asked):
            known = None
        # A dry run appends nothing, so nobody has to wait for it, nor it for anybody.
        with nullcontext() if dry_run else self._locks.of(match_id):
            for _ in range(ATTEMPTS):
                match = self._newer(known) if known is not None else self.load(match_id)
                # Only now: what another process stored under the key meanwhile would refuse its own repetition.
                if key is not None and (replay := self._replay(match_id, principal, key)) is not None:
                    return replay
                draft = Draft(match, self._sources)
                try:
                    match.check_admits(principal)
                    if seen is not None and seen != match.version:
                        raise VersionMoved(match.version)
                    draft.judge(principal, asked, dry_run=dry_run)
                except (Refused, VersionMoved):
                    if known is None or self.load(match_id).version == match.version:
                        raise
                    known = None
                    continue
                if dry_run:
                    return draft.answer(stored=False)
                try:
                    return self._store(draft, str(principal), key, ())
                except IntegrityError:
                    if key is None and self._is_stored(draft):
                        self._ring(draft.match)
                        return draft.answer()
                    # Other processes are at it too: a moment apart, one of them gets through.
                    known = None
                    time.sleep(random.uniform(0, 0.002))
        raise TooBusy

    def _store(self, draft: Draft, principal: str, key: RequestKey | None, side: Sequence[SideRow]) -> Answer:
        match = draft.match
        rows = [*side, *(row for text in draft.texts for row in text_rows(match.id, text))]
        for given in given_tokens(draft.events):
            token = self.token(match.id, given.role, given.seat, given.number)
            rows.append(token_row(token_hash(token), StoredToken(match.id, given.role, given.seat, given.number)))
        if key is not None:
            request = StoredRequest(draft.first, match.version, self._body_digest(match.id, principal, key))
            rows.append(request_row(match.id, principal, key.key, request))
        self.save(*draft.events, side=rows)
        if draft.changed_line:
            self._undisturbed.put(match.id, 0)
        else:
            self._cache.put(match.id, match)
        self._ring(match)
        self._take_snapshot(draft)
        return draft.answer()

    def save(self, *objs: Any, **kwargs: Any) -> list[Recording[UUID]]:
        """Store events and what belongs beside them, at once: nobody subscribes to the library's recordings."""
        self.recorder.insert_events(list(map(self.mapper.to_stored_event, objs)), **kwargs)
        return []

    def _ring(self, match: Match) -> None:
        for ring in self.bells:
            ring(match.id, match.version)

    def _is_stored(self, draft: Draft) -> bool:
        """Whether what collided is this very append: a commit whose answer was lost, and sent again."""
        last = draft.match.version
        found = self._events(draft.match.id, after=last - 1, until=last)
        return bool(found) and found[0].root == draft.match.root

    def _replay(self, match_id: UUID, principal: Principal, key: RequestKey) -> Answer | None:
        """The answer to an earlier request with this key, if there was one and the principal's token still counts.

        It is answered from the newest state, so that has to admit the principal, too: what this process knows of
        the match may be older than the end of his token.
        """
        request = self.side.request(match_id, str(principal), key.key)
        if request is None:
            return None
        match = self.load(match_id)
        match.check_admits(principal)
        if request.body != self._body_digest(match_id, str(principal), key):
            raise KeyReused
        events = self._events(match_id, after=request.first - 1, until=request.last)
        decisions = tuple(self._stored(match_id, events))
        return Answer(match, decisions, request.first, request.last, events[-1].root, replayed=True)

    def _body_digest(self, match_id: UUID, principal: str, key: RequestKey) -> str:
        return keyed(self.service_key, "request", match_id.hex, principal, key.body).hex()

    def _take_snapshot(self, draft: Draft) -> None:
        """Now and then; a failure costs time later and nothing else, for the append has been stored."""
        match = draft.match
        if match.version // self.snapshot_every == max(draft.first - 1, 0) // self.snapshot_every:
            return
        snapshot = Snapshot(
            originator_id=match.id,
            originator_version=match.version,
            at=match.at,
            root=match.root,
            edge=list(match.edge),
            acted={str(seat): version for seat, version in match.acted.items()},
            state=match.state.dump(),
        )
        try:
            self._snapshots.put([snapshot])
        except PersistenceError:
            logger.warning("no snapshot was taken of match %s at version %s", match.id, match.version)


def _recorder_topic(env: Mapping[str, str]) -> str:
    kind = "postgres" if "postgres" in env.get("PERSISTENCE_MODULE", "") else "sqlite"
    return f"domain.store.{kind}:MatchRecorder"
