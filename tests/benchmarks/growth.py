"""Whether a decision costs more in a long match: at decision 2,000 against decision 10 of another match."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.table.commands import Note
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from service.config import Settings
from service.demo.demonstration import served
from tests.asking import asking
from tests.benchmarks.clients import Connection, post
from tests.benchmarks.measuring import Comparison, compared, table
from tests.benchmarks.over_http import kerbholz_command
from tests.benchmarks.scripts import opened, script
from tests.postgres import running_postgres

SHORT, LONG = 10, 2_000
BATCH = 50
"""Notes in one append while a match is lengthened; the service takes no more in one request."""
SEAT = Principal("seat", 0)
TITLE = "Growth"
NOTES = f"""\
Median time of one append of one note, in microseconds, in a match lengthened with notes to decision {LONG:,},
against a match at decision {SHORT} (some 180 appends to each); the two take turns, append by append. In process
means without HTTP."""

Append = Callable[[int], None]
"""Appends so many notes to one match, in one transaction."""


def measure(rounds: int = 9, window: int = 20, long: int = LONG) -> Iterator[Comparison]:
    """The cost on both databases, in process and over HTTP, in *rounds* of *window* appends to each match."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        postgres = stack.enter_context(running_postgres())
        for name, url in (("SQLite", f"sqlite:///{folder / 'a.db'}"), ("PostgreSQL", postgres.fresh_database())):
            env = Settings(database=url).environment
            migrate(env)
            with Matches(env) as matches:
                yield _compare(
                    f"{name}, in process", in_process(matches), in_process(matches), rounds, window, long
                )
        for name, url in (("SQLite", f"sqlite:///{folder / 'b.db'}"), ("PostgreSQL", postgres.fresh_database())):
            with served(kerbholz_command(url, 1), folder / "log") as address:
                yield _compare(f"{name}, over HTTP", over_http(address), over_http(address), rounds, window, long)


def in_process(matches: Matches) -> Append:
    """A new match, appended to without a server."""
    seats = [SeatWanted(f"player {seat}") for seat in range(4)]
    match = matches.open(Opening("seven-sins", seats)).match

    def append(number: int) -> None:
        matches.append(match.id, SEAT, asking(*(Asked(Note(text=f"note {n}")) for n in range(number))))

    return append


def over_http(address: str) -> Append:
    """A new match, appended to by requests on one connection."""
    path, tokens = opened(address, script("seven-sins", 0).opening)
    connection = Connection(address)

    def append(number: int) -> None:
        notes = [{"type": "table.note", "text": f"note {n}"} for n in range(number)]
        body: object = {"commands": notes} if number > 1 else notes[0]
        connection.send(post(path, json.dumps(body).encode(), tokens[0]))

    return append


def _compare(
    what: str, long_match: Append, short_match: Append, rounds: int, window: int, long: int
) -> Comparison:
    for done in range(0, long, BATCH):
        long_match(min(BATCH, long - done))
    short_match(max(1, SHORT - 4))
    measured = [_taking_turns(long_match, short_match, window) for _ in range(rounds)]
    in_long, in_short = zip(*measured, strict=True)
    return compared(f"{what}, at {long:,}: µs", in_long, f"at {SHORT}", in_short)


def _taking_turns(long_match: Append, short_match: Append, window: int) -> tuple[float, float]:
    times: dict[Append, list[float]] = {long_match: [], short_match: []}
    for number in range(window):
        for append in (long_match, short_match)[:: -1 if number % 2 else 1]:
            times[append].append(timed(append))
    return median(times[long_match]), median(times[short_match])


def timed(append: Append) -> float:
    """How long one append of one note takes, in microseconds."""
    start = perf_counter()
    append(1)
    return (perf_counter() - start) * 1e6


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
