"""Who knew something, and since when: the same question for each viewer, asked of what that viewer was told.

Something is a value in a decision, or what lay at a place of the board. What a viewer knew of it follows from
their own log or board alone, so an answer about one of them tells nothing of what the others have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.visibility import Horizon, Viewer, redact
from domain.match.line import Changes, take_in
from domain.match.match import Match
from domain.table.pointers import Found, can_be_there, comparable, found_at
from projections.changes import origins
from projections.views import state_for

Of: TypeAlias = Literal["decision", "board"]
"""What a pointer leads into."""
Knows: TypeAlias = Literal["all", "part", "nothing"]
"""How much a viewer knew: *part* is a number of things, say, or some of them."""


PLACE = {"count", "things", "parts"}
"""The members of a place, as a view shows it."""


class NoSuchPlace(ValueError):
    """A pointer leads nowhere."""


def knowers(
    matches: Matches, match: Match, viewers: Iterable[Viewer], horizon: Horizon, version: int, pointer: str, of: Of
) -> dict[str, Json]:
    """Who of *viewers* knew what is at *pointer* (RFC 6901): ``{"match", "version", "of", "pointer", "viewers"}``.

    With *of* ``decision`` that is a value in decision *version*, as far as it has been told by now; with ``board``
    what lay there after that decision, as people saw it then. Each of ``viewers`` is ``{"as", "knows", "since"?,
    "value"?}``: ``since`` is the decision with which they were told the newest of it (None: it has faded).
    Raises :class:`NoSuchPlace`.
    """
    asked = _in_decision if of == "decision" else _on_board
    found = [(viewer, *asked(matches, match, viewer, horizon, version, pointer)) for viewer in viewers]
    return {
        "match": str(match.id),
        "version": version,
        "of": of,
        "pointer": pointer,
        "viewers": [_told(viewer, shown, since) for viewer, shown, since in found],
    }


def _told(viewer: Viewer, shown: Found | None, since: int | None) -> dict[str, Json]:
    knows = extent(shown)
    said = {"as": str(viewer), "knows": knows}
    return said if shown is None or knows == "nothing" else {**said, "since": since, "value": shown.value}


def _on_board(
    matches: Matches, match: Match, viewer: Viewer, horizon: Horizon, version: int, pointer: str
) -> tuple[Found | None, int | None]:
    if not can_be_there(match, pointer):
        raise NoSuchPlace("No board of this game has such a place.")
    board = match.ruleset.view(state_for(matches, match, viewer, version, version))
    shown = found_at(board, pointer)
    if extent(shown) == "nothing":
        return None, None
    return shown, origins(matches, match, viewer, horizon, version).at(pointer)[0]


def _in_decision(
    matches: Matches, match: Match, viewer: Viewer, horizon: Horizon, version: int, pointer: str
) -> tuple[Found | None, int | None]:
    (stored,) = matches.decisions(match.id, after=version - 1, until=version)
    decision = redact(stored, viewer, horizon)
    shown, since = found_at(decision, pointer), version
    if shown is None:
        raise NoSuchPlace("The decision has no such member.")
    changes: Changes = {}
    for turning in matches.turns(match.id, after=version, until=match.version):
        take_in(changes, redact(turning, viewer, horizon))
        now = found_at(_as_it_counts(decision, changes.get(version, {})), pointer)
        if extent(now) != "nothing" and comparable(now) != comparable(shown):
            shown, since = now, turning.version
    return shown, since


def _as_it_counts(decision: Mapping[str, Json], change: Mapping[str, Json]) -> dict[str, Json]:
    """A decision with the facts that a later one gave it; what was struck was told all the same."""
    return {**decision, "facts": change["facts"]} if "facts" in change else dict(decision)


def extent(shown: Found | None) -> Knows:
    """How much somebody knows of something, by what they are shown of it."""
    if shown is None or not shown.known:
        return "nothing"
    if shown.unknown is None:
        return _extent(shown.value)
    if shown.unknown == 0:
        return "all"
    return "part" if shown.value else "nothing"


def _extent(value: Any) -> Knows:
    if isinstance(value, dict) and "count" in value and value.keys() <= PLACE:
        return "all" if sum(value.get("things", {}).values()) == value["count"] else "part"
    if isinstance(value, dict) and (not value or value.keys() & {"hidden", "unknown"}):
        return "nothing"
    if not isinstance(value, dict | list) or not value:
        return "all"
    found = {_extent(one) for one in (value.values() if isinstance(value, dict) else value)}
    return found.pop() if len(found) == 1 else "part"
