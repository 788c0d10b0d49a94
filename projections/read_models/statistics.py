"""Results per ruleset, options in force, and player: a read model with a row for each public match.

Nothing is counted up: whatever becomes of a match replaces its rows, and sums are made when somebody reads. So
nothing is counted twice, a ruling counts at once, and a name is the one that stands beside the log now.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from domain.application.log import MatchNotFound
from domain.application.matches import Matches
from domain.kit.evidence import canonical
from domain.kit.facts import Json
from domain.kit.table.seats import named_at, sittings
from domain.kit.visibility import ERASED
from domain.match.damage import Damaged
from domain.match.moved import MovedAway
from domain.store.names import LATER_NAME, name_place, place_of
from projections.read_models.catalogue import has_left
from projections.read_models.public_matches import ToldMatch

logger = logging.getLogger(__name__)

MOST_GROUPS = 100
"""The most sets of options, and players, that are listed for a ruleset: those with most matches."""
BETWEEN = "\x1f"
"""What stands between a name and where it is from, where the database chooses one of several; in no name."""
_NAMED = (
    "t.version = 0 AND t.pointer = n.pointer"
    f" OR substr(n.pointer, 1, 1) <> '/' AND t.version > 0 AND t.pointer = '{LATER_NAME}'"
    " AND t.version || t.pointer = n.pointer"
)
"""That a text is the name that something is beside: see ``name_place``."""
FIGURES = ("finished", "won", "shared", "forfeited", "substituted")
"""What is counted of a player."""
STATUSES = ("finished", "unfinished", "abandoned")


class Statistics:
    """One row for each public match; for each of its seats another one, once the match is finished."""

    name = "statistics"
    tables = ("kerbholz_results", "kerbholz_results_of_seats")

    def rows(self, match: ToldMatch) -> list[tuple[str, tuple[Any, ...]]]:
        """The rows of a match."""
        if not match.opening["public"]:
            return []
        status = match.state.status if match.state.over else "unfinished"
        outcome: Mapping[str, Json] = match.state.outcome or {} if status == "finished" else {}
        result, options = outcome.get("result"), canonical(dict(match.rules.options))
        row = (match.id.hex, match.version, match.rules.ruleset, options, status, result, outcome.get("reason"))
        rows: list[tuple[str, tuple[Any, ...]]] = [("kerbholz_results", row)]
        if status == "finished":
            winners, forfeits = outcome.get("winners", ()), outcome.get("forfeits", ())
            for seat in range(match.rules.seats):
                best = seat in winners
                counted = (int(best and result == "win"), int(best and result == "shared"), int(seat in forfeits))
                now = _names_at(match, seat)[-1]
                rows.append(("kerbholz_results_of_seats", (match.id.hex, seat, now, *counted)))
            # Below 0 are those who sat there before: they have no part in what came out.
            before = [at for seat in range(match.rules.seats) for at in _names_at(match, seat)[:-1]]
            for number, at in enumerate(before, 1):
                rows.append(("kerbholz_results_of_seats", (match.id.hex, -number, at, 0, 0, 0)))
        return rows


def _names_at(match: ToldMatch, seat: int) -> list[str | None]:
    """Where the names of those are who have sat at a seat, if the public was told them; the last still does."""
    named = [sitting[-1] for sitting in sittings(match.state.sittings, seat)]
    opening = match.laid["seats"][seat]["name"] == ERASED
    return [name_place(at, named_at(seat, at)) if at or opening else None for at in named]


def statistics(stores: Sequence[Matches], ruleset: str | None = None) -> list[dict[str, Json]]:
    """What came out, by ruleset; of several databases what was counted in each is added up."""
    here = f"NOT {has_left('r')}" if len(stores) > 1 else "1 = 1"
    rows = [
        row
        for matches in stores
        for row in matches.database.query(
            "SELECT r.ruleset, r.options, r.status, r.result, r.reason, count(*) FROM kerbholz_results r"
            f" WHERE {here}{' AND r.ruleset = ?' if ruleset is not None else ''}"
            " GROUP BY r.ruleset, r.options, r.status, r.result, r.reason",
            [ruleset] if ruleset is not None else [],
        )
    ]
    whole = [row for row in rows if _is_whole(row)]
    if len(whole) < len(rows):
        logger.error("results are left out of the statistics, for they are damaged: kerbholz check")
    rows = whole
    found: list[dict[str, Json]] = []
    for name in sorted({row[0] for row in rows}):
        own = [row for row in rows if row[0] == name]
        by_options = [
            {"options": json.loads(options), **_summed([row for row in own if row[1] == options])}
            for options in sorted({row[1] for row in own})
        ]
        by_options.sort(key=lambda group: -sum(group[status] for status in STATUSES))
        found.append(
            {
                "ruleset": name,
                **_summed(own),
                "by_options": by_options[:MOST_GROUPS],
                "players": _players(stores, name, here),
            }
        )
    return found


def _is_whole(row: Sequence[Any]) -> bool:
    """Whether results that are counted are such as the projection writes."""
    ruleset, options, status, result, reason, _ = row
    try:
        known = canonical(json.loads(options)) == options
    except (ValueError, TypeError, RecursionError):
        return False
    words = (ruleset, *(one for one in (result, reason) if one is not None))
    return known and status in STATUSES and all(isinstance(one, str) for one in words)


def _summed(rows: list[tuple[Any, ...]]) -> dict[str, Json]:
    statuses: Counter[str] = Counter()
    results: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for _, _, status, result, reason, number in rows:
        statuses[status] += number
        if status == "finished":
            results[result or "no-result"] += number
            reasons[reason or "played"] += number
    return {
        **{status: statuses[status] for status in STATUSES},
        "results": dict(sorted(results.items())),
        "reasons": dict(sorted(reasons.items())),
    }


def _players(stores: Sequence[Matches], ruleset: str, here: str) -> list[dict[str, Json]]:
    """Who has finished most matches. Several databases give all their players: first places cannot be merged."""
    most = MOST_GROUPS if len(stores) == 1 else None
    counted: dict[str, list[int]] = {}
    for matches in stores:
        for called, *row in _counted(matches, ruleset, here, most):
            figures = map(int, row)
            counted[called] = [
                one + other for one, other in zip(counted.get(called, [0] * 5), figures, strict=True)
            ]
    ranked = sorted(counted.items(), key=lambda one: (-one[1][0], one[0]))[:MOST_GROUPS]
    written: dict[str, tuple[str, Matches]] = {}
    for matches in stores:
        for called, who in _written(matches, ruleset, here, [called for called, _ in ranked]):
            if called not in written or who < written[called][0]:
                written[called] = who, matches
    return [
        {"name": name, **dict(zip(FIGURES, figures, strict=True))}
        for called, figures in ranked
        if called in written and (name := _checked(*written[called])) is not None
    ]


_SEATED = (
    "kerbholz_results r JOIN kerbholz_results_of_seats s ON s.match_id = r.match_id"
    " JOIN kerbholz_names n ON n.match_id = s.match_id AND n.pointer = s.name_at"
)


def _counted(matches: Matches, ruleset: str, here: str, most: int | None) -> list[tuple[Any, ...]]:
    """By what players are called, their figures (see ``FIGURES``); those of the first, or of all."""
    # People who sat at two seats of a match, one after the other, count there once: at its end, if they stayed.
    once = (
        "SELECT n.called AS called, max(CASE WHEN s.seat >= 0 THEN 1 ELSE 0 END) AS finished,"
        " min(CASE WHEN s.seat >= 0 THEN 0 ELSE 1 END) AS substituted,"
        f" {_ones('won')}, {_ones('shared')}, {_ones('forfeited')} FROM {_SEATED}"
        f" WHERE r.ruleset = ? AND r.status = 'finished' AND {here} GROUP BY r.match_id, n.called"
    )
    return matches.database.query(
        f"SELECT called, {', '.join(f'sum({name})' for name in FIGURES)} FROM ({once}) AS once"
        f" GROUP BY called ORDER BY sum(finished) DESC, called{'' if most is None else ' LIMIT ?'}",
        (ruleset, *(() if most is None else (most,))),
    )


def _written(matches: Matches, ruleset: str, here: str, called: Sequence[str]) -> list[tuple[str, str]]:
    """For what some players are called: one of the ways in which it is written, with match and place."""
    if not called:
        return []
    found = matches.database.query(
        f"SELECT n.called, min(t.value || ? || n.match_id || ? || n.pointer) FROM {_SEATED}"
        f" JOIN kerbholz_texts t ON t.match_id = n.match_id AND ({_NAMED})"
        f" WHERE n.called IN ({', '.join('?' * len(called))}) AND r.ruleset = ? AND r.status = 'finished'"
        f" AND {here} GROUP BY n.called",
        (BETWEEN, BETWEEN, *called, ruleset),
    )
    return [(str(one), str(who)) for one, who in found]


def _ones(column: str) -> str:
    """How often a column says yes; what else somebody may have written there is not added up."""
    return f"sum(CASE WHEN s.{column} = 1 THEN 1 ELSE 0 END) AS {column}"


def _checked(who: str, matches: Matches) -> str | None:
    """A name, as it is in the match that it is from, held against its seal; None if that does not fit."""
    try:
        _, match_id, name_at = who.rsplit(BETWEEN, 2)
        version, pointer = place_of(name_at)
        if version == 0:
            return matches.opening_texts(UUID(match_id)).get(pointer)
        (decision,) = matches.decisions(UUID(match_id), after=version - 1, until=version)
        return decision.texts.get(pointer)
    except (Damaged, MatchNotFound, MovedAway, ValueError):
        return None
