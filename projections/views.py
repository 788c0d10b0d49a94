"""The board, the hidden views and the public view, at any decision.

One ``evolve`` serves them all: a view is the fold of what the viewer was told. Where there is a full state, at the
end of the newest line or in a snapshot on the way, it is masked place by place instead, and what the viewer was
told since is folded on; the fold law says, and the tests show, that this is the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, overload

from domain.application.log import AT_ONCE
from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.state import State
from domain.kit.table.facts import Irregular
from domain.kit.visibility import Horizon, StoredDecision, Viewer, redact
from domain.kit.words.match import MatchWords
from domain.match.match import Match
from projections.said.standing import seen
from projections.said.worded import with_text


def state_for(matches: Matches, match: Match, viewer: Viewer, at: int, line: int) -> Any:
    """The state as *viewer* was told it, after decision *at* on the line of version *line*."""
    if at == line == match.version:
        return match.state.masked(viewer)
    return matches.state_at(match, viewer, at, line)


def view(matches: Matches, match: Match, viewer: Viewer, at: int, line: int) -> dict[str, Json]:
    """The board for a viewer: ``{"match", "ruleset", "as", "at", "line", "board"}`` and how the match stands;
    the board's shape is the ruleset's."""
    return view_of(match, state_for(matches, match, viewer, at, line), viewer, at, line)


def view_of(match: Match, state: State, viewer: Viewer, at: int, line: int) -> dict[str, Json]:
    """The same, from the *state* as the viewer was told it."""
    return {
        "match": str(match.id),
        "ruleset": match.rules.ruleset,
        "as": str(viewer),
        "at": at,
        "line": line,
        **seen(match.ruleset, state),
    }


def log(
    decisions: Sequence[StoredDecision],
    viewer: Viewer,
    horizon: Horizon,
    changes: Mapping[int, Mapping[str, Json]] | None = None,
    words: MatchWords | None = None,
) -> list[dict[str, Json]]:
    """Decisions as *viewer* may read them now; with *changes*, those the line changes say so.

    A struck decision carries ``"struck": {"by": version, "rule"?}``, one with other facts ``"replaced"``. With
    *words* each has a sentence, made from what it says here.
    """
    told = [_on_line(redact(decision, viewer, horizon), changes or {}) for decision in decisions]
    return told if words is None else [with_text(decision, words) for decision in told]


class Log(Sequence[dict[str, Json]]):
    """The log as a viewer may read it now, by version, in little memory: it is read a page at a time.

    *added* are decisions behind the stored ones, which may not have been stored.
    """

    KEPT = 4
    """Pages that are kept for lookups of single decisions, mostly one after the other."""

    def __init__(
        self,
        matches: Matches,
        match: Match,
        viewer: Viewer,
        horizon: Horizon,
        until: int | None = None,
        added: Sequence[StoredDecision] = (),
    ) -> None:
        self._matches = matches
        self._match_id = match.id
        self._viewer = viewer
        self._horizon = horizon
        self._until = match.version if until is None else until
        self._added = log(added, viewer, horizon)
        self._pages: OrderedDict[int, list[dict[str, Json]]] = OrderedDict()

    def __len__(self) -> int:
        return self._until + 1 + len(self._added)

    def __iter__(self) -> Iterator[dict[str, Json]]:
        for page in self._matches.pages(self._match_id, until=self._until):
            yield from log(page, self._viewer, self._horizon)
        yield from self._added

    @overload
    def __getitem__(self, version: int) -> dict[str, Json]: ...
    @overload
    def __getitem__(self, version: slice) -> NoReturn: ...
    def __getitem__(self, version: int | slice) -> dict[str, Json]:
        """The decision with this version."""
        if isinstance(version, slice):
            raise TypeError("a log is not cut up")
        if not 0 <= version < len(self):
            raise IndexError(version)
        if version > self._until:
            return self._added[version - self._until - 1]
        number, position = divmod(version, AT_ONCE)
        page = self._pages.pop(number, None)
        if page is None:
            first = number * AT_ONCE
            last = min(first + AT_ONCE - 1, self._until)
            stored = self._matches.decisions(self._match_id, after=first - 1, until=last)
            page = log(stored, self._viewer, self._horizon)
            if len(self._pages) == self.KEPT:
                self._pages.popitem(last=False)
        self._pages[number] = page
        return page[position]


def _on_line(decision: dict[str, Json], changes: Mapping[int, Mapping[str, Json]]) -> dict[str, Json]:
    change = changes.get(decision["version"])
    if change is None:
        return decision
    said = {name: change[name] for name in ("by", "rule") if name in change}
    if change["effect"] == "struck":
        return {**decision, "struck": said}
    if "facts" in change and "facts" in decision:
        facts = _with_note(change["facts"], decision["facts"]) if "noted" in change else change["facts"]
        return {**decision, "facts": facts, "replaced": said}
    return decision


def _with_note(facts: Sequence[Mapping[str, Json]], own: Sequence[Mapping[str, Json]]) -> list[Mapping[str, Json]]:
    """Facts with which a decision counts now, and the note on it, which stays where it was written."""
    note = next((fact.get("note") for fact in own if fact["type"] == Irregular.TYPE), None)
    first = next(place for place, fact in enumerate(facts) if fact["type"] == Irregular.TYPE)
    return [{**fact, "note": note} if place == first else fact for place, fact in enumerate(facts)]
