"""What a viewer had been told that is not for everyone, and at which decision that was.

The difference between two readings of the log, the viewer's and the public's, both as they come out of the gate:
wherever the public has a commitment and the viewer a value, the viewer was told something.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.visibility import PUBLIC, Horizon, StoredDecision, Viewer, redact
from domain.kit.written.evidence import value_at
from domain.kit.written.records import sealed_places
from domain.match.match import Match
from projections.changes import origins
from projections.views import state_for


def knowledge(matches: Matches, match: Match, viewer: Viewer, horizon: Horizon, at: int) -> dict[str, Json]:
    """What *viewer* knew after decision *at*: ``{"match", "as", "at", "known", "board", "since", "put"}``.

    Each of ``known`` is ``{"version", "pointer", "value", "once"?}``: the value at that pointer (RFC 6901) of
    the decision, ``once`` if the viewer could see it only once. ``board`` is the board as the viewer had it
    then; for each pointer of it that a decision has changed, ``since`` is the one since which the viewer sees
    what is there, and ``put`` the one that put it there (see :mod:`projections.changes`).
    """
    found = origins(matches, match, viewer, horizon, at)
    decisions = chain.from_iterable(matches.pages(match.id, until=at))
    return {
        "match": str(match.id),
        "as": str(viewer),
        "at": at,
        "known": [one for decision in decisions for one in _told_alone(decision, viewer, horizon)],
        "board": match.ruleset.view(state_for(matches, match, viewer, at, at)),
        "since": dict(sorted(found.since.items())),
        "put": dict(sorted(found.put.items())),
    }


def _told_alone(decision: StoredDecision, viewer: Viewer, horizon: Horizon) -> Iterator[dict[str, Json]]:
    public, own = redact(decision, PUBLIC, horizon), redact(decision, viewer, horizon)
    untold = dict(sealed_places(own))
    for path, _ in sealed_places(public):
        if path not in untold:
            known = {"version": decision.version, "pointer": path, "value": value_at(own, path)}
            yield {**known, "once": True} if decision.sealed[path].get("once") else known
