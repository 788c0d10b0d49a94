"""The newest line of a match, folded from its whole log: the plain way, against which the quick ones are held."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.kit.visibility import OFFICIAL
from domain.match.line import changes_until, fold_line, has_changes
from domain.match.match import Match, MatchEvent, told


def folded(match: Match, events: Sequence[MatchEvent], history: Iterable[MatchEvent]) -> Match:
    """*match* with new *events*; *history* gives the whole log, for the rare event that changes the line."""
    if not has_changes(new.record for new in events):
        return match.after(events)
    newest = events[-1].originator_version
    decisions = [told(past) for past in history]
    state = fold_line(match.ruleset, match.rules, decisions, OFFICIAL, newest, changes_until(decisions, newest))
    return match.appended(events, state)
