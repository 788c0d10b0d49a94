"""Matches as the public was told them, for projections: the fold of what the gate gives, without any text."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from eventsourcing.application import LRUCache

from domain.application.log import MatchNotFound
from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset, ruleset
from domain.kit.state import Rules
from domain.kit.visibility import PUBLIC, Sealed, StoredDecision, redact
from domain.match.line import fold_facts, has_changes
from domain.match.match import FACTS, Match, rules_of
from domain.store.log.feed import Appended

LIVE = 256
"""Matches whose state is kept as it is."""
PACKED = 20_000
"""Matches whose state is kept as compressed text: some 4 kB each, all told."""


@dataclass(frozen=True, slots=True)
class ToldMatch:
    """A match after a decision, as the public was told it.

    *opening* is the record of decision 0 as it is stored, without its facts; *texts* says which texts belong into
    it, and *laid* is decision 0 as told, without facts and board, in which each text that the public may read
    stands as if it had been erased.
    """

    id: UUID
    version: int
    ruleset: Ruleset[Any]
    rules: Rules
    opening: Mapping[str, Json]
    texts: Mapping[str, Sealed]
    laid: Mapping[str, Json]
    state: Any


class ToldMatches:
    """Folds matches on, and keeps those that were asked for last: *live* as they are, *packed* in little space.

    A match that is not kept begins with the newest snapshot. So what a decision costs depends neither on how many
    matches are played at once nor on how long they are. With *afresh* every match begins with its decision 0.
    """

    def __init__(self, matches: Matches, live: int = LIVE, packed: int = PACKED, *, afresh: bool = False) -> None:
        self._matches = matches
        self._afresh = afresh
        self._live: LRUCache[UUID, ToldMatch] = LRUCache(maxsize=live)
        self._packed: LRUCache[UUID, ToldMatch] = LRUCache(maxsize=packed)
        self._page: Sequence[Appended] = ()
        self._known: Mapping[UUID, ToldMatch] = {}

    def at(self, match_id: UUID, version: int) -> ToldMatch:
        """The match after decision *version*, on the line as it was then."""
        match = self._kept(match_id)
        if match is None or match.version > version:
            match = self._started(match_id, version)
        match = self._advanced(match, version)
        _, evicted = self._live.put(match_id, match) or (None, None)
        if evicted is not None:
            self._packed.put(evicted.id, replace(evicted, state=_packed(evicted.state)))
        return match

    def known(self, page: Sequence[Appended]) -> Mapping[UUID, ToldMatch]:
        """Those matches of a page that the process itself remembers as they are stored, at its versions or beyond.

        They need not be folded: the full state is masked, once for all who make something of the page.
        """
        if page is not self._page:
            versions = {one.match_id: one.version for one in page}
            known = self._matches.known(versions)
            self._known = {one.id: told_of(one) for one in known.values() if one.version >= versions[one.id]}
            self._page = page
        return self._known

    def _kept(self, match_id: UUID) -> ToldMatch | None:
        try:
            return self._live.get(match_id)
        except KeyError:
            pass
        try:
            packed = self._packed.get(match_id, evict=True)
        except KeyError:
            return None
        state = packed.ruleset.empty(packed.rules, PUBLIC)
        state.restore(json.loads(zlib.decompress(packed.state)))
        return replace(packed, state=state)

    def _started(self, match_id: UUID, until: int) -> ToldMatch:
        """The match at the newest version up to *until* that can be begun with."""
        found = self._matches.decisions(match_id, until=0, with_texts=False)
        if not found:
            raise MatchNotFound(str(match_id))
        (first,) = found
        rules = rules_of(first.record)
        game = ruleset(rules.ruleset)
        match = _laid(match_id, game, rules, first.record, first.sealed)
        kept = self._matches.kept_state(match, until) if until and not self._afresh else None
        if kept is not None:
            version, full = kept
            return replace(match, version=version, state=full.masked(PUBLIC))
        state = game.empty(rules, PUBLIC)
        fold_facts(game, state, redact(first, PUBLIC)["facts"])
        return replace(match, state=state)

    def _advanced(self, match: ToldMatch, version: int) -> ToldMatch:
        if match.version == version:
            return match
        state = match.state.copy()
        for page in self._matches.pages(match.id, after=match.version, until=version, with_texts=False):
            if has_changes(decision.record for decision in page):
                return self._turned(match, version)
            for decision in page:
                fold_facts(match.ruleset, state, redact(decision, PUBLIC)["facts"])
        return replace(match, version=version, state=state)

    def _turned(self, match: ToldMatch, version: int) -> ToldMatch:
        state = self._matches.state_at(match, PUBLIC, version, version, afresh=self._afresh)
        return replace(match, version=version, state=state)


def told_of(match: Match) -> ToldMatch:
    """A match as the public was told it, by its full state."""
    told = _laid(match.id, match.ruleset, match.rules, match.opening, match.sealed)
    return replace(told, version=match.version, state=match.state.masked(PUBLIC))


def _laid(
    match_id: UUID, game: Ruleset[Any], rules: Rules, record: Mapping[str, Json], sealed: Mapping[str, Sealed]
) -> ToldMatch:
    """A match before anything has happened in it, by what is stored of its decision 0."""
    opening = {**record, "board": rules.board, "facts": ()}
    outside = {pointer: entry for pointer, entry in sealed.items() if not pointer.startswith(FACTS)}
    told = redact(StoredDecision(0, opening, outside), PUBLIC)
    laid = {name: value for name, value in told.items() if name not in ("board", "facts")}
    texts = {pointer: entry for pointer, entry in sealed.items() if entry.get("text")}
    return ToldMatch(match_id, 0, game, rules, opening, texts, laid, None)


def _packed(state: Any) -> bytes:
    return zlib.compress(json.dumps(state.dump()).encode(), 1)
