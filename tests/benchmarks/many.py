"""Many matches at once, beside the read models: what an append costs, and catching up with a long log."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time, sleep
from uuid import UUID

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.table.commands import Note
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from projections.read_models.runner import PROJECTIONS, Runner
from service.config import Settings
from tests.asking import asking

MATCHES, LONG = 400, 400
"""How many matches are caught up with, and how many decisions they have."""
AT_ONCE = (100, 400, 10_000)
"""How many matches are appended to in turn; what an append costs is compared with that of the first number."""
APPENDS = 2_000
SEAT = Principal("seat", 0)
BATCH = 50


def report(
    matches: int = MATCHES, long: int = LONG, at_once: Sequence[int] = AT_ONCE, appends: int = APPENDS
) -> str:
    """What came out, as lines."""
    lines = [caught_up_with(matches, long)]
    first = 0.0
    for number in at_once:
        each, p99, behind = in_turn(number, appends)
        first = first or each
        lines.append(
            f"{number:,} matches in turn: {each * 1e6:,.0f} µs of CPU for an append,"
            f" {first / each:.2f} of the rate with {at_once[0]:,}; p99 {p99 * 1e3:.1f} ms;"
            f" afterwards behind by {behind:.2f} s"
        )
    return "Many matches (SQLite, in process, with the read models' thread)\n\n" + "\n".join(lines) + "\n"


def caught_up_with(matches: int, long: int) -> str:
    """How long it takes until the read models have followed so many matches of so many decisions."""
    with _opened(matches) as (store, ids):
        for _ in range(0, long, BATCH):
            for match_id in ids:
                store.append(match_id, SEAT, asking(*(Asked(Note(f"note {n}")) for n in range(BATCH))))
        runner = Runner(store)
        start, worked = perf_counter(), process_time()
        runner.start()
        _wait(store)
        took, work = perf_counter() - start, process_time() - worked
        runner.stop()
    return f"{matches * long:,} decisions caught up with in {took:.1f} s ({work:.1f} s of CPU)"


def in_turn(matches: int, appends: int) -> tuple[float, float, float]:
    """Appends that go round so many matches: CPU of each, p99, and how long the read models go on behind them."""
    with _opened(matches) as (store, ids):
        runner = Runner(store)
        runner.start()
        for _ in range(4):  # then nobody else is expected to append to them
            for match_id in ids:
                store.append(match_id, SEAT, asking(Asked(Note("x"))))
        _wait(store)
        times = []
        worked = process_time()
        for match_id in islice(cycle(ids), max(appends, matches)):
            begin = perf_counter()
            store.append(match_id, SEAT, asking(Asked(Note("x"))))
            times.append(perf_counter() - begin)
        start = perf_counter()
        _wait(store)
        behind = perf_counter() - start
        each = (process_time() - worked) / len(times)
        runner.stop()
    return each, quantiles(times, n=100)[98], behind


@contextmanager
def _opened(number: int) -> Iterator[tuple[Matches, list[UUID]]]:
    """A database with so many matches."""
    with tempfile.TemporaryDirectory(prefix="kerbholz-bench-") as folder:
        env = Settings(database=f"sqlite:///{Path(folder) / 'a.db'}").environment
        migrate(env)
        with Matches(env) as store:
            opening = Opening("seven-sins", [SeatWanted(f"player {seat}") for seat in range(4)])
            yield store, [store.open(opening).match.id for _ in range(number)]


def _wait(store: Matches) -> None:
    while {store.models.max_tracking_id(one.name) for one in PROJECTIONS} != {store.feed.newest()}:
        sleep(0.02)
