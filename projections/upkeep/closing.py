"""Closing what nobody closes: hosted matches that ended long ago, without an open appeal.

Until its record is closed something can still be ruled in a match, so its seed stays secret. What is asked here is
asked again of the newest state when it is closed, so it does not matter how many processes ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import product
from uuid import UUID

from domain.application.judging import HOST
from domain.application.matches import Matches
from domain.kit.table.commands import Close
from domain.kit.table.disputes import Appealed, Ruled
from domain.kit.table.facts import MatchAbandoned, MatchEnded
from domain.kit.visibility import OFFICIAL, redact
from domain.match.damage import Damaged
from domain.match.match import Match
from domain.match.moved import MovedAway
from domain.store.sqlite.recorder import SQLiteDatabase
from domain.table.commands import TABLE
from projections.audit import has_open_appeal

AT_ONCE = 100
"""Matches that are looked up at once."""


def close_what_is_due(matches: Matches, days: int, stopped: Callable[[], bool] = lambda: False) -> int:
    """Close the records of the hosted matches that ended this number of *days* ago; how many they are.

    *stopped* is asked between two matches; it may take a moment, in which others go on.
    """
    before = datetime.now(tz=UTC) - timedelta(days=days)
    limit = before.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    due = partial(is_due, matches, limit)
    closed = 0
    for match_id in _over(matches, limit):
        if stopped():
            break
        closed += _closed(matches, match_id, due)
    return closed


def _closed(matches: Matches, match_id: UUID, due: Callable[[Match], bool]) -> bool:
    """Whether it was closed now; to one that is damaged or has left nothing is added, and all others go on."""
    try:
        return matches.close_record(match_id, due)
    except (Damaged, MovedAway):
        return False


def is_due(matches: Matches, limit: str, match: Match) -> bool:
    """Whether a match is hosted and ended before a time, its host could close it, and no appeal is open."""
    if not match.hosted or TABLE[Close].objection(match, HOST) is not None:
        return False
    ends = matches.holding(match.id, (MatchEnded.TYPE, MatchAbandoned.TYPE))
    if not ends or ends[-1].record["at"] >= limit:
        return False
    said = matches.holding(match.id, (Appealed.TYPE, Ruled.TYPE))
    return not has_open_appeal([redact(one, OFFICIAL) for one in said])


def _over(matches: Matches, limit: str) -> Iterator[UUID]:
    """The hosted matches that are over, as far as the catalogue knows, and that nobody has closed.

    What was opened later than *limit* has not ended before. Each kind is read along its index, in the order of the
    catalogue, so the next ones cost as much as the first.
    """
    sqlite = isinstance(matches.database, SQLiteDatabase)
    closes = "instr(e.state, ?) > 0" if sqlite else "position(?::bytea IN e.state) > 0"
    event = "e.originator_id = c.match_id" if sqlite else "e.originator_id = c.match_id::uuid"
    query = (
        "SELECT c.opened_at, c.match_id FROM kerbholz_catalogue c"
        f" JOIN kerbholz_events e ON {event} AND e.originator_version = c.version"
        " WHERE c.status = ? AND c.public = ? AND (c.opened_at, c.match_id) > (?, ?) AND c.opened_at < ?"
        f" AND c.entry LIKE ? AND NOT {closes} ORDER BY c.opened_at, c.match_id LIMIT ?"
    )
    for kind in product(("finished", "abandoned"), (0, 1)):
        after: tuple[str, ...] = ("", "")
        while rows := matches.database.query(
            query, (*kind, *after, limit, '%"mode": "hosted"%', Close.TYPE.encode(), AT_ONCE)
        ):
            yield from (UUID(match_id) for _, match_id in rows)
            if len(rows) < AT_ONCE:
                break
            after = rows[-1]
