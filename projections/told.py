"""Matches as the public was told them, for projections: the fold of what the gate gives, without any text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from eventsourcing.application import LRUCache

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset, ruleset
from domain.kit.state import Rules
from domain.kit.visibility import PUBLIC, Sealed, redact
from domain.line import changes_until, has_changes
from domain.match import fold_facts, fold_line, rules_of
from domain.matches import Matches, MatchNotFound


@dataclass(frozen=True, slots=True)
class ToldMatch:
    """A match after a decision, as the public was told it.

    *opening* is the record of decision 0 as it is stored, *texts* says which texts belong into it, and *laid* is
    decision 0 as told, in which each text that the public may read stands as if it had been erased.
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
    """Folds matches on, and keeps those that were asked for last."""

    def __init__(self, matches: Matches, kept: int = 256) -> None:
        self._matches = matches
        self._kept: LRUCache[UUID, ToldMatch] = LRUCache(maxsize=kept)

    def at(self, match_id: UUID, version: int) -> ToldMatch:
        """The match after decision *version*, on the line as it was then."""
        try:
            match = self._kept.get(match_id)
        except KeyError:
            match = self._started(match_id)
        if match.version > version:
            match = self._started(match_id)
        match = self._advanced(match, version)
        self._kept.put(match_id, match)
        return match

    def _started(self, match_id: UUID) -> ToldMatch:
        found = self._matches.decisions(match_id, until=0, with_texts=False)
        if not found:
            raise MatchNotFound(str(match_id))
        (first,) = found
        rules = rules_of(first.record)
        game = ruleset(rules.ruleset)
        laid = redact(first, PUBLIC)
        state = game.empty(rules, PUBLIC)
        fold_facts(game, state, laid["facts"])
        texts = {pointer: entry for pointer, entry in first.sealed.items() if entry.get("text")}
        return ToldMatch(match_id, 0, game, rules, first.record, texts, laid, state)

    def _advanced(self, match: ToldMatch, version: int) -> ToldMatch:
        if match.version == version:
            return match
        new = self._told(match.id, match.version, version)
        if has_changes(new):
            told = self._told(match.id, -1, version)
            changes = changes_until(told, version)
            state = fold_line(match.ruleset, match.rules, told, PUBLIC, version, changes)
        else:
            state = match.state.copy()
            for decision in new:
                fold_facts(match.ruleset, state, decision["facts"])
        return replace(match, version=version, state=state)

    def _told(self, match_id: UUID, after: int, until: int) -> list[dict[str, Json]]:
        stored = self._matches.decisions(match_id, after=after, until=until, with_texts=False)
        return [redact(decision, PUBLIC) for decision in stored]
