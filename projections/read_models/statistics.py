"""Results per ruleset, options in force, and player: a read model with a row for each public match.

Nothing is counted up: whatever becomes of a match replaces its rows, and sums are made when somebody reads. So
nothing is counted twice, a ruling counts at once, and a name is the one that stands beside the log now.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from domain.application.log import MatchNotFound
from domain.application.matches import Matches
from domain.kit.evidence import canonical
from domain.kit.facts import Json
from domain.kit.visibility import ERASED
from domain.match.damage import Damaged
from domain.store.models import NAMES
from projections.read_models.public_matches import ToldMatch

MOST_GROUPS = 100
"""The most sets of options, and players, that are listed for a ruleset: those with most matches."""
BETWEEN = "\x1f"
"""What stands between a name and where it is from, where the database chooses one of several; in no name."""
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
                rows.append(("kerbholz_results_of_seats", (match.id.hex, seat, _name_at(match, seat), *counted)))
        return rows


def _name_at(match: ToldMatch, seat: int) -> str | None:
    """Where the name of a seat stands among the texts of decision 0, if the public was told it."""
    return f"/seats/{seat}/name" if match.laid["seats"][seat]["name"] == ERASED else None


def statistics(matches: Matches, ruleset: str | None = None) -> list[dict[str, Json]]:
    """What came out, by ruleset."""
    rows = matches.database.query(
        "SELECT ruleset, options, status, result, reason, count(*) FROM kerbholz_results"
        f"{' WHERE ruleset = ?' if ruleset is not None else ''}"
        " GROUP BY ruleset, options, status, result, reason",
        [ruleset] if ruleset is not None else [],
    )
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
                "players": _players(matches, name),
            }
        )
    return found


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


def _players(matches: Matches, ruleset: str) -> list[dict[str, Json]]:
    rows = matches.database.query(
        "SELECT min(t.value || ? || t.match_id || ? || t.pointer),"
        " count(*), sum(s.won), sum(s.shared), sum(s.forfeited)"
        " FROM kerbholz_results r JOIN kerbholz_results_of_seats s ON s.match_id = r.match_id"
        f" JOIN (SELECT match_id, pointer, value FROM kerbholz_texts WHERE {NAMES}) t"
        " ON t.match_id = s.match_id AND t.pointer = s.name_at"
        " LEFT JOIN kerbholz_names n ON n.match_id = t.match_id AND n.pointer = t.pointer"
        " WHERE r.ruleset = ? AND r.status = 'finished'"
        " GROUP BY coalesce(n.called, t.value) ORDER BY count(*) DESC, min(t.value) LIMIT ?",
        (BETWEEN, BETWEEN, ruleset, MOST_GROUPS),
    )
    figures = ("finished", "won", "shared", "forfeited")
    return [
        {"name": name, **dict(zip(figures, map(int, row[1:]), strict=True))}
        for row in rows
        if (name := _checked(matches, *row[0].rsplit(BETWEEN, 2)[1:])) is not None
    ]


def _checked(matches: Matches, match_id: str, pointer: str) -> str | None:
    """A name in the match that it is from, held against its seal; None if that does not fit."""
    try:
        return matches.opening_texts(UUID(match_id)).get(pointer)
    except (Damaged, MatchNotFound, ValueError):
        return None
