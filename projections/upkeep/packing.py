"""Packing the matches that were closed long ago, when all who follow the log have read them.

Read models need a packed match's newest decision alone, and webhooks each of them; both are waited for. Streams go
on from a version of the match, and read what is packed as what is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import UUID

from domain.application.log import MatchNotFound
from domain.application.matches import Matches
from domain.application.upkeep import packing
from domain.application.upkeep.packing import NotWhole
from domain.kit.table.commands import Close
from domain.match.damage import Damaged
from domain.match.moved import MovedAway
from domain.store.beside.models import NOWHERE
from domain.store.beside.webhooks import Webhooks
from domain.store.sqlite.recorder import SQLiteDatabase
from projections.read_models.announcements import Announcing
from projections.read_models.runner import PROJECTIONS


@dataclass(slots=True)
class Outcome:
    """What was packed, how much room it took and takes now, and what was not packed.

    *behind* are matches that somebody who follows the log has not read yet; *damaged* says what is wrong with
    others.
    """

    matches: int = 0
    decisions: int = 0
    before: int = 0
    after: int = 0
    behind: int = 0
    damaged: list[str] = field(default_factory=list)


def pack(
    matches: Matches,
    days: int,
    progress: Callable[[int, int], None] = lambda _, __: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Pack the matches whose records were closed this number of *days* ago, one after the other.

    *progress* is told how many of how many were looked at; *stopped* is asked between two matches.
    """
    before = datetime.now(tz=UTC) - timedelta(days=days)
    limit = before.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    outcome, closed = Outcome(), _closed(matches)
    for number, (match_id, version) in enumerate(closed, 1):
        if stopped():
            break
        try:
            if matches.stored_event(match_id, version).record["at"] < limit:
                _pack(matches, match_id, outcome)
        except (Damaged, NotWhole) as error:
            outcome.damaged.append(str(error))
        except (MatchNotFound, ValueError):
            pass  # the catalogue speaks of a decision that there is not, which kerbholz check finds
        except MovedAway:
            pass  # it is to be packed where it has gone
        progress(number, len(closed))
    if not closed:
        progress(1, 1)
    return outcome


def _pack(matches: Matches, match_id: UUID, outcome: Outcome) -> None:
    until = _read_by_all(matches, match_id)
    if matches.feed.newest() < until:
        until = 0  # the log is another one than they have read: a back-up was restored
    if _newest(matches, match_id) > until:
        outcome.behind += 1
    elif (packed := packing.pack(matches, match_id, until)) is not None:
        outcome.matches += 1
        outcome.decisions += packed.decisions
        outcome.before += packed.before
        outcome.after += packed.after


def _read_by_all(matches: Matches, match_id: UUID) -> int:
    """The position up to which all have read who have to read this match."""
    names = [projection.name for projection in PROJECTIONS]
    if Webhooks(matches.database).of_matches([match_id]):
        names.append(Announcing.name)
    positions = [matches.models.position(name) for name in names]
    return min(0 if position == NOWHERE else position for position in positions)


def _newest(matches: Matches, match_id: UUID) -> int:
    """The position of the newest decision of a match."""
    this, position = matches.database.THE_MATCH, matches.database.POSITION
    rows = matches.database.query(
        f"SELECT {position} FROM kerbholz_events WHERE originator_id = {this}"
        " ORDER BY originator_version DESC LIMIT 1",
        (match_id.hex,),
    )
    return int(rows[0][0])


def _closed(matches: Matches) -> Sequence[tuple[UUID, int]]:
    """The matches that are closed and not packed, as far as the catalogue knows, and their newest versions."""
    sqlite = isinstance(matches.database, SQLiteDatabase)
    event = "e.originator_id = c.match_id" if sqlite else "e.originator_id = c.match_id::uuid"
    closes = "instr(e.state, ?) > 0" if sqlite else "position(?::bytea IN e.state) > 0"
    rows = matches.database.query(
        "SELECT c.match_id, c.version FROM kerbholz_catalogue c"
        f" JOIN kerbholz_events e ON {event} AND e.originator_version = c.version"
        " WHERE c.status IN ('finished', 'abandoned')"
        " AND NOT EXISTS (SELECT 1 FROM kerbholz_blocks b WHERE b.match_id = c.match_id)"
        f" AND {closes} ORDER BY c.match_id",
        (Close.TYPE.encode(),),
    )
    return [(UUID(match_id), version) for match_id, version in rows]
