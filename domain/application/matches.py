"""The application that opens and appends to matches.

An append is judged on the newest state, written in one transaction with everything beside the log, and judged
anew if somebody else was faster. What it answers has been stored.
"""

from __future__ import annotations

import logging
import random
import secrets as randomness
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import cached_property
from typing import Any, Protocol
from uuid import UUID, uuid4

from eventsourcing.application import LRUCache
from eventsourcing.persistence import IntegrityError, Recording

from domain.application.judging import Answer, Draft, Sources, now, random_salt, seeded
from domain.application.log import Log, MatchNotFound
from domain.application.remembered import ROOM, Locks
from domain.application.requests import Ask, Basis, KeyReused, RequestKey, TooBusy, VersionMoved
from domain.application.spans import Spans, unwatched
from domain.application.tokens import first_token_rows, given_token_rows, token_of
from domain.evidence.signing import Signer, Signing, signer_of
from domain.kit.chance import Chance
from domain.kit.guards import Refused
from domain.kit.play import happened
from domain.kit.ruleset import ruleset
from domain.kit.shorthand import EXTERNAL_ID
from domain.kit.table.commands import Open
from domain.kit.table.joining import asking_seats
from domain.kit.visibility import OFFICIAL
from domain.kit.written.evidence import keyed
from domain.kit.written.records import Decision, written
from domain.match.damage import Damaged
from domain.match.match import Match, Secrets, event, opened
from domain.match.moved import Moved
from domain.match.opening import Opening, as_kept, published, rules_for, texts_of
from domain.match.principal import ANONYMOUS, Principal
from domain.match.work import LONGEST, MOST_FOR_A_FILE, Work
from domain.store.beside.erasing import OPERATOR, TextAt
from domain.store.beside.names import LABELS
from domain.store.beside.side import (
    REQUEST,
    ExternalId,
    StoredRequest,
    StoredToken,
    external_id_row,
    gone_row,
    head_row,
    request_row,
    secrets_row,
    text_rows,
)
from domain.store.log.block_rows import BlockRows
from domain.store.tables import SideRow

logger = logging.getLogger(__name__)

ATTEMPTS = 60
"""Races that an append may lose against other processes before it is told to come again."""

TOKENS = 50_000
"""Tokens of which a process remembers whose they are."""


class ExternalIdTaken(Exception):
    """There is a match with this external id already.

    *opened* says that it is known to be the caller's own: an API key has opened it.
    """

    def __init__(self, match: Match, *, opened: bool) -> None:
        super().__init__("there is a match with this external id")
        self.match = match
        self.opened = opened


class Claims(Protocol):
    """Where it is kept which database has a match and what it is called elsewhere, where there are several."""

    def claim(self, match_id: UUID, external_id: str | None, owner: str) -> None:
        """Write down that a match is about to be stored in this database, before it is.

        Raises ``MovedAway`` if another one has it, :class:`ExternalIdTaken`, ``TooBusy``.
        """

    def forget_name(self, match_id: UUID) -> None:
        """Keep no external id of a match."""


class Matches(Log):
    """Opens, loads and appends to matches, on SQLite or PostgreSQL.

    The clock, the salts and chance come in as arguments, so that tests can hold them still. *bells* are rung after
    each commit; they must be quick. *room* is how many bytes the matches that are remembered may take.
    """

    name = "kerbholz"

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
        signing: Signing | None = None,
        longest: int = LONGEST,
        room: int = ROOM,
    ) -> None:
        super().__init__(env, service_key, room)
        behind, text = self._events_behind, self._text_of
        self._sources = Sources(clock, salts, chance, self._log_of, self._since, longest, behind=behind, text=text)
        self._random_bytes = random_bytes
        self._new_id = new_id
        self._signing = signing or Signing()
        self._tokens: LRUCache[str, StoredToken] = LRUCache(maxsize=TOKENS)
        self._locks = Locks()
        self.bells: list[Callable[[UUID, int], None]] = []
        """Told the match and its version after each append of this process."""
        self.spans: Spans = unwatched
        """Told of the parts of the work, in whose time they are done; it must be quick."""
        self.signs_beside = self.side
        """Where it is kept who signs."""
        self.claims: Claims | None = None
        """What is asked before a match is opened here, where there are several databases."""

    @property
    def longest(self) -> int:
        """How many decisions a match may have."""
        return self._sources.longest

    @cached_property
    def signer(self) -> Signer | None:
        """Who signs what is stored here; None without a key. Raises ``NotTheSigner``."""
        return signer_of(self.signs_beside, self._signing.secret, self._signing.name, self._sources.clock())

    def chance_of(self, match: Match, version: int) -> Chance:
        """What answers for chance in decision *version* of a hosted match: the same each time."""
        return self._sources.chance(match, version)

    # -- tokens

    def token(self, match_id: UUID, role: str, seat: int | None = None, number: int = 0) -> str:
        """A role's token of this *number*."""
        return token_of(self.service_key, StoredToken(match_id, role, seat, number))

    def owner(self, hashed: str) -> StoredToken | None:
        """Whose token has this hash; whose it is never changes, so it is looked up once."""
        try:
            return self._tokens.get(hashed)
        except KeyError:
            stored = self.side.token(hashed)
        if stored is not None:
            if not self.marks.fits(stored.mark, "a token", hashed, *stored.values):
                raise Damaged(
                    stored.match_id, None, "token", f"that of {stored.owner} is not the one that was stored"
                )
            self._tokens.put(hashed, stored)
        return stored

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
        if key is None:
            return None
        match_id = self.keyed_id(key)
        request = self._request(match_id, ANONYMOUS, key)
        return self._answered(self.load(match_id), ANONYMOUS, key, request) if request is not None else None

    def draft(self, opening: Opening, key: RequestKey | None = None) -> Draft:
        """A new match, not stored yet, at its decision 0; raises ``UnknownRuleset``, ``BadOption``."""
        opening = as_kept(opening)
        game = ruleset(opening.ruleset)
        rules = rules_for(game, opening)
        match_id = self._new_id() if key is None else self.keyed_id(key)
        seed = (opening.seed or self._random_bytes(32)) if rules.mode == "hosted" else None
        secrets = Secrets(self._random_bytes(32), seed)
        state = game.empty(rules, OFFICIAL)
        facts = happened(game, state, asking_seats(rules, game.lay(state)))
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
        side = [
            secrets_row(match.id, match.secrets),
            *first_token_rows(self.service_key, self.marks, match.id, match.rules.seats),
        ]
        external_id = as_kept(opening).labels.get(EXTERNAL_ID)
        for _ in range(ATTEMPTS):
            try:
                named = self._named(match.id, external_id, owner)
                with self.spans("store", match):
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

    def _named(self, match_id: UUID, external_id: str | None, owner: str) -> list[SideRow]:
        """The row for what a new match is called elsewhere, if it belongs into this database."""
        if self.claims is not None:
            self.claims.claim(match_id, external_id, owner)
            return []
        return [external_id_row(self.marks, self.free_id(match_id, external_id, owner))] if external_id else []

    def free_id(self, match_id: UUID, external_id: str, owner: str) -> ExternalId:
        """An external id for a new match; raises :class:`ExternalIdTaken`.

        The database has each only once, even if several ask at a time. An abandoned match leaves its own free.
        """
        taken, number = self.side.external_id(owner, external_id)
        if taken is not None and (holder := self.load(taken.match_id)).state.status != "abandoned":
            raise ExternalIdTaken(holder, opened=bool(owner))
        return ExternalId(owner, external_id, number, match_id)

    def keyed_id(self, key: RequestKey) -> UUID:
        """The id of the match that is opened with a key."""
        return UUID(bytes=keyed(self.service_key, "match", key.key)[:16], version=4)

    # -- erasing

    def erase(self, match_id: UUID, version: int, pointer: str, role: str = OPERATOR) -> bool:
        """Erase a free text, in the name of a role (see ``erasing`` for who may); whether it still existed."""
        return self.erase_all([TextAt(match_id, version, pointer)], role) > 0

    def erase_all(self, texts: Iterable[TextAt], role: str = OPERATOR) -> int:
        """Erase free texts of any matches; how many of them still existed."""
        wanted = list(texts)
        if self.claims is not None:
            for text in wanted:
                if (text.version, text.pointer) == (0, LABELS):
                    self.claims.forget_name(text.match_id)
        erased = self.erasures.erase(wanted, role, self._sources.clock())
        if not erased:  # perhaps by the same request, of whose commit nobody was told
            self.database.secure()
        return erased

    @property
    def blocks(self) -> BlockRows:
        """The blocks of matches that are packed, and what packs them."""
        return BlockRows(self.database, self.snapshots_table)

    # -- leaving

    def leave(self, match_id: UUID, to: str, fence: str) -> None:
        """End the log of a match here, for it goes to the cell *to*: from now on nothing of it is served here.

        An append on what was there before fails. *fence* begins with *to*, and names this move alone.
        Raises :class:`MatchNotFound`, ``MovedAway`` if it has left before.
        """
        with self._locks.of(match_id):
            for _ in range(ATTEMPTS):
                head = self.head(match_id)
                if head is None:
                    raise MatchNotFound(str(match_id))
                last = self.mapper.to_stored_event(Moved(match_id, head.size, to))
                try:
                    self.recorder.insert_events([last], side=[gone_row(self.marks, match_id, fence)])
                except IntegrityError:
                    time.sleep(random.uniform(0, 0.002))
                    continue
                for ring in self.bells:
                    ring(match_id, head.size)
                return
        raise TooBusy

    # -- appending

    def append(self, match_id: UUID, principal: Principal, ask: Ask, *, dry_run: bool = False) -> Answer:
        """Judge what is asked for on the newest state and store it, all or none.

        *ask* is called with the match that it is judged on. Raises :class:`MatchNotFound`, :class:`VersionMoved`,
        :class:`KeyReused`, ``Refused``, what *ask* raises, and :class:`TooBusy` after many lost races.
        """
        basis = Basis(self, match_id, ask, None if dry_run else self._remembered.undisturbed(match_id))
        # A dry run appends nothing, so nobody has to wait for it, nor it for anybody.
        with nullcontext() if dry_run else self._locks.of(match_id):
            basis.move_to(self._remembered.newer(basis.match))
            for _ in range(ATTEMPTS):
                # Only now: what another process stored under the key meanwhile would refuse its own repetition.
                if (repeated := self._repeated(basis, principal)) is not None:
                    return repeated
                try:
                    with self.spans("judge", basis.match):
                        draft = self._judged(basis, principal, dry_run=dry_run)
                except (Refused, VersionMoved):
                    if basis.looked_up_again():
                        continue
                    raise
                if dry_run:
                    return draft.answer(stored=False)
                try:
                    with self.spans("store", basis.match):
                        return self._store(draft, str(principal), basis.batch.key, ())
                except IntegrityError:
                    if basis.batch.key is None and self._is_stored(draft):
                        self._ring(draft.match)
                        return draft.answer()
                # Other processes are at it too: a moment apart, one of them gets through.
                time.sleep(random.uniform(0, 0.002))
                if not basis.look_up():
                    # Nobody was faster: perhaps what is stored is not what this process remembers.
                    self._remembered.forget(match_id)
                    basis.look_up()
        raise TooBusy

    def close_record(self, match_id: UUID, is_due: Callable[[Match], bool]) -> bool:
        """Close the record of a match, by the service itself, if that is due; whether it did.

        If somebody decides something meanwhile, it does not: then it is to be asked again whether it is due.
        """
        with self._locks.of(match_id):
            match = self.load(match_id)
            if not is_due(match):
                return False
            draft = Draft(match, self._sources)
            draft.close_record()
            try:
                self._store(draft, "service", None, ())
            except IntegrityError:
                self._remembered.disturbed(match_id)
                return False
        return True

    def _judged(self, basis: Basis, principal: Principal, *, dry_run: bool) -> Draft:
        match, batch = basis.match, basis.batch
        match.check_admits(principal)
        if batch.seen is not None and batch.seen != match.version:
            raise VersionMoved(match.version)
        draft = Draft(match, self._sources)
        draft.judge(principal, batch.asked, dry_run=dry_run)
        return draft

    def _repeated(self, basis: Basis, principal: Principal) -> Answer | None:
        """The answer to an earlier request with the key of this one, if there was one.

        It is answered from the newest state, so that has to admit the principal, too: what this process knows of
        the match may be older than the end of the token.
        """
        key = basis.batch.key
        request = self._request(basis.match.id, principal, key) if key is not None else None
        if key is None or request is None:
            return None
        basis.look_up()
        basis.match.check_admits(principal)
        return self._answered(basis.match, principal, key, request)

    def _request(self, match_id: UUID, principal: Principal, key: RequestKey) -> StoredRequest | None:
        """What this principal's key stands for, if it was used; raises ``Damaged``."""
        whose = str(principal)
        request = self.side.request(match_id, whose, key.key)
        if request is not None and not self.marks.fits(
            request.mark, REQUEST, *request.values(match_id, whose, key.key)
        ):
            with self._watched():
                raise Damaged(match_id, None, "request", f"one of {whose} is not the one that was stored")
        return request

    def _answered(self, match: Match, principal: Principal, key: RequestKey, request: StoredRequest) -> Answer:
        if request.body != key.digest(self.service_key, match.id, str(principal)):
            raise KeyReused(erased=not request.body)
        self.database.secure()
        events = self._events(match.id, after=request.first - 1, until=request.last)
        self._check_reach(match.id, events[-1].originator_version if events else request.first - 1, request.last)
        decisions = tuple(self._stored(match.id, events))
        return Answer(match, decisions, request.first, request.last, events[-1].root, replayed=True)

    def _store(self, draft: Draft, principal: str, key: RequestKey | None, side: Sequence[SideRow]) -> Answer:
        match = draft.match
        new = {event.originator_version: event for event in draft.events}
        opened_at = match.opening["at"]
        rows = [*side, *(row for text in draft.texts for row in text_rows(new[text.version], text, opened_at))]
        rows += given_token_rows(self.service_key, self.marks, match.id, draft.events)
        if key is not None:
            digest = key.digest(self.service_key, match.id, principal)
            rows.append(
                request_row(
                    self.marks, match.id, principal, key.key, StoredRequest(draft.first, match.version, digest)
                )
            )
        self.save(*draft.events, side=rows)
        if draft.changed_line:
            self._remembered.disturbed(match.id)
        else:
            self._remembered.appended(match)
        self._ring(match)
        self._take_snapshot(draft)
        return draft.answer()

    def save(self, *objs: Any, side: Sequence[SideRow] = (), **kwargs: Any) -> list[Recording[UUID]]:
        """Store events and what belongs beside them, at once: nobody subscribes to the library's recordings."""
        rows = list(map(self.mapper.to_stored_event, objs))
        self.recorder.insert_events(rows, side=[*side, head_row(self.marks, objs[-1])], **kwargs)
        return []

    def _ring(self, match: Match) -> None:
        for ring in self.bells:
            ring(match.id, match.version)

    def _is_stored(self, draft: Draft) -> bool:
        """Whether what collided is this very append: a commit whose answer was lost, and sent again."""
        last = draft.match.version
        found = self._events(draft.match.id, after=last - 1, until=last)
        if not found or found[0].root != draft.match.root:
            return False
        self.database.secure()
        return True

    def _take_snapshot(self, draft: Draft) -> None:
        """Now and then; a failure costs time later and nothing else, for the append has been stored."""
        match = draft.match
        if match.version // self.snapshot_every == max(draft.first - 1, 0) // self.snapshot_every:
            return
        self._kept.keep(match)
