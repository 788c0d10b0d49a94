"""Sums of results: how many matches came out how, and what each player has to their name.

They are made from the rows of matches (``models``) and from nothing else. Who changes what the rows of a match
say, or which names there are beside it, changes the sums in the same transaction: by the difference between what
the match had a part in before, and what it has a part in afterwards. So nothing is counted on, and what a sum has
to be can be worked out at any time (:func:`wrong`).

A name is in a sum as ``kerbholz_names`` has it, and goes with the last match that has it. How it is written is not
kept, but in which match: in the one that was opened first.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

Run: TypeAlias = Callable[..., list[tuple[Any, ...]]]
"""Runs one statement with its values, in a transaction, and returns the rows that it gives."""

RESULTS, SEATS = "kerbholz_results", "kerbholz_results_of_seats"
"""The rows of matches that sums are made from."""
OF_RESULTS, OF_PLAYERS = "kerbholz_sums_of_results", "kerbholz_sums_of_players"

SUM_TABLES: dict[str, tuple[str, ...]] = {
    OF_RESULTS: (
        "place TEXT PRIMARY KEY",
        "ruleset TEXT NOT NULL",
        "options TEXT NOT NULL",
        "status TEXT NOT NULL",
        "result TEXT",
        "reason TEXT",
        "matches BIGINT NOT NULL",
    ),
    OF_PLAYERS: (
        "ruleset TEXT NOT NULL",
        "called TEXT NOT NULL",
        "finished BIGINT NOT NULL",
        "won BIGINT NOT NULL",
        "shared BIGINT NOT NULL",
        "forfeited BIGINT NOT NULL",
        "substituted BIGINT NOT NULL",
        "opened_at TEXT NOT NULL",
        "match_id TEXT NOT NULL",
        "seat INTEGER NOT NULL",
        "PRIMARY KEY (ruleset, called)",
    ),
}
SUM_INDEXES = (f"CREATE INDEX IF NOT EXISTS kerbholz_sums_most ON {OF_PLAYERS} (ruleset, finished DESC, called)",)

FIGURES = ("finished", "won", "shared", "forfeited", "substituted")
"""What is counted of a player."""
FINISHED = "finished"
"""The status of matches that players have a part in."""
AT_ONCE = 500
"""Matches that are looked up by one statement."""

Result: TypeAlias = tuple[Any, ...]
"""What a match is counted as: ruleset, options, status, result and reason."""


class Part(NamedTuple):
    """What a player has of a match: the figures, and where the name is that says so."""

    figures: tuple[int, ...]
    opened_at: str
    match_id: str
    seat: int


Parts: TypeAlias = dict[tuple[str, str, str], Part]
"""What players have of matches, by match, ruleset, and what they are called."""


def _ones(column: str) -> str:
    """How often a column says yes; what else somebody may have written there is not added up."""
    return f"sum(CASE WHEN s.{column} = 1 THEN 1 ELSE 0 END) AS {column}"


def parts(where: str, suffix: str = "") -> str:
    """Selects what players have of matches: match, ruleset, called, ``FIGURES``, time of opening, and a seat."""
    # People who sat at two seats of a match, one after the other, count there once: at its end, if they stayed.
    return (
        "SELECT r.match_id AS match_id, r.ruleset AS ruleset, n.called AS called,"
        " max(CASE WHEN s.seat >= 0 THEN 1 ELSE 0 END) AS finished,"
        f" {_ones('won')}, {_ones('shared')}, {_ones('forfeited')},"
        " min(CASE WHEN s.seat >= 0 THEN 0 ELSE 1 END) AS substituted,"
        f" min(n.opened_at) AS opened_at, min(s.seat) AS seat FROM {RESULTS}{suffix} r"
        f" JOIN {SEATS}{suffix} s ON s.match_id = r.match_id"
        " JOIN kerbholz_names n ON n.match_id = s.match_id AND n.pointer = s.name_at"
        f" WHERE r.status = '{FINISHED}' AND {where} GROUP BY r.match_id, r.ruleset, n.called"
    )


_FIRST = ", ".join(f"max(CASE WHEN nth = 1 THEN {name} END)" for name in ("opened_at", "match_id", "seat"))
_PLAYERS = (
    f"SELECT ruleset, called, {', '.join(f'CAST(sum({name}) AS BIGINT)' for name in FIGURES)}, {_FIRST}"
    " FROM (SELECT one.*, row_number() OVER (PARTITION BY ruleset, called ORDER BY opened_at, match_id) AS nth"
    f" FROM ({parts('1 = 1')}) AS one) AS ranked GROUP BY ruleset, called"
)
_RESULTS = (
    f"SELECT ruleset, options, status, result, reason, count(*) FROM {RESULTS}"
    " GROUP BY ruleset, options, status, result, reason"
)
"""What the sums have to be, by all rows."""


# -- what matches have a part in ------------------------------------------------------------------------------


def results_of(run: Run, match_ids: Collection[str], suffix: str = "") -> dict[str, Result]:
    """What each of some matches is counted as now."""
    found: dict[str, Result] = {}
    for some, marks in _at_once(match_ids):
        columns = "match_id, ruleset, options, status, result, reason"
        rows = run(f"SELECT {columns} FROM {RESULTS}{suffix} WHERE match_id IN ({marks})", some)
        found.update((row[0], tuple(row[1:])) for row in rows)
    return found


def parts_of(run: Run, match_ids: Collection[str], suffix: str = "") -> Parts:
    """What players have of some matches now, by the names that there are."""
    found: Parts = {}
    for some, marks in _at_once(match_ids):
        for match_id, ruleset, called, *figures, opened_at, seat in run(
            parts(f"r.match_id IN ({marks})", suffix), some
        ):
            part = Part(tuple(map(int, figures)), opened_at, match_id, int(seat))
            found[match_id, ruleset, called] = part
    return found


def _at_once(match_ids: Collection[str]) -> Iterator[tuple[list[str], str]]:
    remaining = iter(match_ids)
    while some := list(islice(remaining, AT_ONCE)):
        yield some, ", ".join("?" * len(some))


# -- changing sums --------------------------------------------------------------------------------------------


def add_results(run: Run, before: Mapping[str, Result], after: Mapping[str, Result], suffix: str = "") -> None:
    """Let matches count as what they are now, and no more as what they were."""
    changed = Counter(after.values())
    changed.subtract(before.values())
    table = f"{OF_RESULTS}{suffix}"
    for result, number in changed.items():
        if number:
            place = place_of(result)
            run(
                f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (place)"
                f" DO UPDATE SET matches = {table}.matches + excluded.matches",
                (place, *result, number),
            )
            if number < 0:
                run(f"DELETE FROM {table} WHERE place = ? AND matches <= 0", (place,))


def place_of(result: Result) -> str:
    """The key of a sum: options may be longer than an index allows."""
    return hashlib.sha256(repr(tuple(result)).encode()).hexdigest()


def add_parts(run: Run, before: Parts, after: Parts, suffix: str = "") -> None:
    """Let players have what they have of matches now, and no more what they had."""
    players: dict[tuple[str, str], set[str]] = {}
    for key in before.keys() | after.keys():
        if before.get(key) != after.get(key):
            players.setdefault(key[1:], set()).add(key[0])
    for player, match_ids in players.items():
        were = [before[one, *player] for one in match_ids if (one, *player) in before]
        are = [after[one, *player] for one in match_ids if (one, *player) in after]
        figures = Counter(_counted(are))
        figures.subtract(_counted(were))
        added = [figures[name] for name in FIGURES]
        _add_player(run, player, added, match_ids, min((one[1:] for one in are), default=None), suffix)


def _counted(parts: Sequence[Part]) -> Mapping[str, int]:
    return {name: sum(one.figures[at] for one in parts) for at, name in enumerate(FIGURES)}


def _add_player(
    run: Run,
    player: tuple[str, str],
    figures: list[int],
    changed: Collection[str],
    first: tuple[Any, ...] | None,
    suffix: str,
) -> None:
    """Add figures to a player's; *first* is where the name is in the first of the matches that have *changed*."""
    table, this = f"{OF_PLAYERS}{suffix}", "ruleset = ? AND called = ?"
    added = ", ".join(f"{name} = {name} + ?" for name in FIGURES)
    kept = run(
        f"UPDATE {table} SET {added} WHERE {this} RETURNING finished + substituted, opened_at, match_id",
        (*figures, *player),
    )
    if not kept:
        if first is not None:
            run(f"INSERT INTO {table} VALUES ({', '.join('?' * 10)})", (*player, *figures, *first))
        return
    ((number, *where),) = kept
    if number <= 0:
        run(f"DELETE FROM {table} WHERE {this}", player)
        return
    if where[1] in changed:
        first = next(iter(_first(run, player, suffix)), None)
    elif first is not None and first[:2] > tuple(where):
        first = None
    if first is not None:
        run(f"UPDATE {table} SET opened_at = ?, match_id = ?, seat = ? WHERE {this}", (*first, *player))


def _first(run: Run, player: tuple[str, str], suffix: str) -> list[tuple[Any, ...]]:
    """Where the name of a player is in the first match that they have a part in: along the index of names."""
    ruleset, called = player
    return run(
        f"SELECT n.opened_at, n.match_id, s.seat FROM kerbholz_names n CROSS JOIN {SEATS}{suffix} s"
        f" CROSS JOIN {RESULTS}{suffix} r WHERE n.called = ? AND s.match_id = n.match_id AND s.name_at = n.pointer"
        f" AND r.match_id = n.match_id AND r.ruleset = ? AND r.status = '{FINISHED}'"
        " ORDER BY n.opened_at, n.match_id, s.seat LIMIT 1",
        (called, ruleset),
    )


# -- all of them ----------------------------------------------------------------------------------------------


def fill(run: Run) -> None:
    """Make all sums anew from the rows."""
    for table in SUM_TABLES:
        run(f"DELETE FROM {table}")
    for *result, number in run(_RESULTS):
        run(f"INSERT INTO {OF_RESULTS} VALUES (?, ?, ?, ?, ?, ?, ?)", (place_of(tuple(result)), *result, number))
    run(f"INSERT INTO {OF_PLAYERS} {_PLAYERS}")


def wrong(query: Run) -> list[str]:
    """The tables of those sums that are not what the rows say."""
    results = f"SELECT ruleset, options, status, result, reason, matches FROM {OF_RESULTS}"
    players = f"SELECT * FROM {OF_PLAYERS}"
    # Each by one statement, so that nothing changes meanwhile.
    return [
        table
        for table, made, kept in ((OF_RESULTS, _RESULTS, results), (OF_PLAYERS, _PLAYERS, players))
        if query(
            f"SELECT 1 FROM (SELECT * FROM ({made}) AS a EXCEPT {kept}) AS b"
            f" UNION ALL SELECT 1 FROM ({kept} EXCEPT SELECT * FROM ({made}) AS c) AS d LIMIT 1"
        )
    ]
