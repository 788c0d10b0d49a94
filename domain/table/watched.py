"""Where the record changed at a pointer of the board, as somebody was told it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.kit.facts import Json
from domain.kit.guards import Verdict
from domain.kit.state import State
from domain.kit.table.facts import SAID, Asserted
from domain.kit.visibility import Horizon
from domain.match.line import changes_until, effective_facts, fold_facts
from domain.match.match import Match
from domain.match.work import WATCHED, Work
from domain.table.pointers import comparable, raw_at

MOST_SUSPECTS = 200
"""Decisions that are named at most."""
LOOKED_BACK = 5_000
"""Decisions of which some can be suspected: the newest ones."""


class Watched:
    """At which decisions the record changed at some pointers, as one viewer was told: found out for all at once.

    It begins with the *state* after decision *first*, or with that before decision 0 if it is not *laid*, and is
    told the decisions behind that by :meth:`follow`. What changed up to *first* is not looked at.
    """

    def __init__(self, match: Match, state: State, pointers: Sequence[str], first: int, *, laid: bool) -> None:
        self._match = match
        self._state = state
        self._first = first
        self.pointers = tuple(dict.fromkeys(pointers))
        self._changed: dict[str, list[int]] = {at: [] for at in self.pointers}
        self._held: dict[str, int] = {}
        self._seen: dict[str, Any] = self._shown() if laid else {}

    def covers(self, pointers: Iterable[str]) -> bool:
        """Whether these are among the pointers that are looked at."""
        return set(pointers) <= set(self.pointers)

    def follow(self, decisions: Sequence[Mapping[str, Json]], work: Work) -> None:
        """What followed, in the order of the log, on the line as it is behind the last of them."""
        if not decisions:
            return
        changes = changes_until(decisions, decisions[-1]["version"])
        counting = [effective_facts(decision, changes) for decision in decisions]
        felt = [any(fact["type"] not in SAID for fact in facts) for facts in counting]
        looked_at = sum(felt[max(0, self._first + 1 - decisions[0]["version"]) :])
        work.spend(len(decisions) + WATCHED * looked_at * len(self.pointers))
        for decision, facts, is_felt in zip(decisions, counting, felt, strict=True):
            version = decision["version"]
            fold_facts(self._match.ruleset, self._state, facts)
            if version == self._first:
                self._seen = self._shown()
            elif version > self._first and is_felt:
                self._look(version)
            for fact in decision["facts"]:
                if _held(fact):
                    self._held[fact["at"]] = version

    def _look(self, version: int) -> None:
        before, self._seen = self._seen, self._shown()
        for at, found in self._seen.items():
            if found != before[at]:
                self._changed[at].append(version)

    def _shown(self) -> dict[str, Any]:
        board = self._match.ruleset.view(self._state)
        return {at: comparable(raw_at(board, at)) for at in self.pointers}

    def suspects(self, at: str, horizon: Horizon) -> tuple[int, ...]:
        """The decisions at which the record changed there, behind the newest assertion about it that held."""
        start = self._held.get(at, 0)
        found = [version for version in self._changed[at] if version > start and not horizon.has_faded(version)]
        return tuple(found[-MOST_SUSPECTS:])


def _held(fact: Mapping[str, Json]) -> bool:
    return bool(fact["type"] == Asserted.TYPE and fact["holds"] == Verdict.YES.value)
