"""Results per ruleset, options in force, and player: a read model with a row for each public match, and sums.

Whatever becomes of a match replaces its rows, and the sums (the store's ``beside.sums``) follow in the same
transaction. So nothing is counted twice, a ruling counts at once, and a name is the one beside the log now.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from domain.application.log import MatchNotFound
from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.table.seats import named_at, sittings
from domain.kit.text.texts import same
from domain.kit.visibility import ERASED
from domain.kit.written.evidence import canonical
from domain.match.damage import Damaged
from domain.match.moved import Moved, MovedAway
from domain.store.beside.names import name_place, place_of
from domain.store.beside.sums import FIGURES, OF_PLAYERS, OF_RESULTS, RESULTS, SEATS, parts
from domain.store.sqlite.recorder import SQLiteDatabase
from domain.store.tables import NEWEST
from projections.read_models.catalogue import opening_names
from projections.read_models.public_matches import ToldMatch

logger = logging.getLogger(__name__)

MOST_GROUPS = 100
"""The most sets of options, and players, that are listed for a ruleset: those with most matches."""
STATUSES = ("finished", "unfinished", "abandoned")


class Statistics:
    """One row for each public match; for each of its seats another one, once the match is finished."""

    name = "statistics"
    tables = (RESULTS, SEATS)

    def rows(self, match: ToldMatch) -> list[tuple[str, tuple[Any, ...]]]:
        """The rows of a match."""
        if not match.opening["public"]:
            return []
        status = match.state.status if match.state.over else "unfinished"
        outcome: Mapping[str, Json] = match.state.outcome or {} if status == "finished" else {}
        result, options = outcome.get("result"), canonical(dict(match.rules.options))
        row = (match.id.hex, match.version, match.rules.ruleset, options, status, result, outcome.get("reason"))
        rows: list[tuple[str, tuple[Any, ...]]] = [(RESULTS, row)]
        if status == "finished":
            winners, forfeits = outcome.get("winners", ()), outcome.get("forfeits", ())
            for seat in range(match.rules.seats):
                best = seat in winners
                counted = (int(best and result == "win"), int(best and result == "shared"), int(seat in forfeits))
                now = _names_at(match, seat)[-1]
                rows.append((SEATS, (match.id.hex, seat, now, *counted)))
            # Below 0 are those who sat there before: they have no part in what came out.
            before = [at for seat in range(match.rules.seats) for at in _names_at(match, seat)[:-1]]
            for number, at in enumerate(before, 1):
                rows.append((SEATS, (match.id.hex, -number, at, 0, 0, 0)))
        return rows


def _names_at(match: ToldMatch, seat: int) -> list[str | None]:
    """Where the names of those are who have sat at a seat, if the public was told them; the last still does."""
    named = [sitting[-1] for sitting in sittings(match.state.sittings, seat)]
    opening = match.laid["seats"][seat]["name"] == ERASED
    return [name_place(at, named_at(seat, at)) if at or opening else None for at in named]


def statistics(stores: Sequence[Matches], ruleset: str | None = None) -> list[dict[str, Json]]:
    """What came out, by ruleset; of several databases what was counted in each is added up."""
    several = len(stores) > 1
    counted: Counter[tuple[Any, ...]] = Counter()
    for matches in stores:
        for *result, number in _whole(_results(matches, ruleset, several=several), _is_result):
            counted[tuple(result)] += number
    rows = [(*result, number) for result, number in counted.items() if number > 0]
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
                "players": _players(stores, name),
            }
        )
    return found


def _results(matches: Matches, ruleset: str | None, *, several: bool) -> list[tuple[Any, ...]]:
    """How many matches came out how.

    Among several databases those that have left are taken off, where their rows are still here: another one counts
    them.
    """
    where, values = ("s.ruleset = ?", [ruleset]) if ruleset is not None else ("1 = 1", [])
    columns = ", ".join(f"s.{name}" for name in ("ruleset", "options", "status", "result", "reason"))
    sums = f"SELECT {columns}, s.matches FROM {OF_RESULTS} s WHERE {where}"
    if not several:
        return matches.database.query(sums, values)
    left = f"SELECT {columns}, -1 FROM {RESULTS} s WHERE {where} AND s.match_id IN ({_left(matches)})"
    return matches.database.query(f"{sums} UNION ALL {left}", [*values, *values])


def _left(matches: Matches) -> str:
    """Selects the ids of matches that have left a database: each has the row that ended its log there."""
    match_id = "originator_id" if isinstance(matches.database, SQLiteDatabase) else "originator_id::text"
    return f"SELECT replace({match_id}, '-', '') FROM kerbholz_events WHERE topic = '{Moved.TOPIC}'"


def _whole(rows: Iterable[tuple[Any, ...]], is_whole: Callable[[Sequence[Any]], bool]) -> list[tuple[Any, ...]]:
    """Those rows that are such as are written here."""
    found = list(rows)
    whole = [row for row in found if is_whole(row)]
    if len(whole) < len(found):
        logger.error("results are left out of the statistics, for they are damaged: kerbholz check")
    return whole


def _is_result(row: Sequence[Any]) -> bool:
    ruleset, options, status, result, reason, number = row
    try:
        known = canonical(json.loads(options)) == options
    except (ValueError, TypeError, RecursionError):
        return False
    words = (ruleset, *(one for one in (result, reason) if one is not None))
    return known and status in STATUSES and all(isinstance(one, str) for one in words) and _is_number(number)


def _is_player(row: Sequence[Any]) -> bool:
    called, *figures = row[: 1 + len(FIGURES)]
    return isinstance(called, str) and all(_is_number(one) for one in figures)


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) < NEWEST


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


def _players(stores: Sequence[Matches], ruleset: str) -> list[dict[str, Json]]:
    """Who has finished most matches. Several databases give all their players: first places cannot be merged."""
    counted: dict[str, Counter[str]] = {}
    written: dict[str, tuple[Matches, str, str]] = {}
    for matches in stores:
        for called, *figures, match_id, name_at in _counted(matches, ruleset, several=len(stores) > 1):
            counted.setdefault(called, Counter()).update(dict(zip(FIGURES, figures, strict=True)))
            if name_at is not None and (called not in written or match_id < written[called][1]):
                written[called] = matches, match_id, name_at
    taking_part = [
        (called, one)
        for called, one in counted.items()
        if called in written and min(one.values()) >= 0 < max(one.values())
    ]
    ranked = sorted(taking_part, key=lambda one: (-one[1]["finished"], one[0]))[:MOST_GROUPS]
    names: dict[str, str] = {}
    for matches in stores:
        names |= _names(matches, {one: written[one][1:] for one, _ in ranked if written[one][0] is matches})
    return [
        {"name": names[called], **{one: figures[one] for one in FIGURES}}
        for called, figures in ranked
        if called in names
    ]


def _counted(matches: Matches, ruleset: str, *, several: bool) -> list[tuple[Any, ...]]:
    """By what players are called their ``FIGURES``, and where the name is; of the first ones, or of all."""
    figures = ", ".join(f"p.{name}" for name in FIGURES)
    sums = (
        f"SELECT p.called, {figures}, p.match_id, s.name_at FROM {OF_PLAYERS} p"
        f" LEFT JOIN {SEATS} s ON s.match_id = p.match_id AND s.seat = p.seat WHERE p.ruleset = ?"
    )
    if not several:
        ordered = f"{sums} ORDER BY p.finished DESC, p.called LIMIT ?"
        return _whole(matches.database.query(ordered, (ruleset, MOST_GROUPS)), _is_player)
    off = ", ".join(f"-p.{name}" for name in FIGURES)
    left = parts(f"r.ruleset = ? AND r.match_id IN ({_left(matches)})")
    taken = f"SELECT p.called, {off}, p.match_id, NULL FROM ({left}) AS p"
    return _whole(matches.database.query(f"{sums} UNION ALL {taken}", (ruleset, ruleset)), _is_player)


def _names(matches: Matches, places: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """How players are written, by what they are called, where that fits its seal and is no other name."""
    opening = opening_names(matches, [match for match, _ in places.values()])
    found: dict[str, str] = {}
    for called, place in places.items():
        name = opening[place] if place in opening else _name(matches, *place)
        if name is not None and same(name) == called:
            found[called] = name
    return found


def _name(matches: Matches, match: object, name_at: object) -> str | None:
    """A name as the log of a match has it; None if it is damaged, or is not there."""
    try:
        match_id = UUID(str(match))
        version, pointer = place_of(str(name_at))
        if version == 0:
            return matches.opening_texts(match_id).get(pointer)
        (decision,) = matches.decisions(match_id, after=version - 1, until=version)
        return decision.texts.get(pointer)
    except (Damaged, MatchNotFound, MovedAway, ValueError):
        return None
