"""Read models beside many matches at once: how long an append takes, and how fast a long log is caught up with."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time, sleep

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.migration import migrate
from domain.kit.table.commands import Note
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from projections.read_models.runner import PROJECTIONS, Runner
from service.config import Settings
from tests.asking import asking

MATCHES, LONG, ROUNDS = 400, 400, 2
SEAT = Principal("seat", 0)


def report(matches: int = MATCHES, long: int = LONG, rounds: int = ROUNDS) -> str:
    """What came out, as lines."""
    with tempfile.TemporaryDirectory(prefix="kerbholz-bench-") as folder:
        env = Settings(database=f"sqlite:///{Path(folder) / 'a.db'}").environment
        migrate(env)
        with Matches(env) as store:
            opening = Opening("seven-sins", [SeatWanted(f"player {seat}") for seat in range(4)])
            ids = [store.open(opening).match.id for _ in range(matches)]
            for _ in range(0, long, 50):
                for match_id in ids:
                    store.append(match_id, SEAT, asking(*(Asked(Note(f"note {n}")) for n in range(50))))
            decisions = matches * long
            runner = Runner(store)
            start, worked = perf_counter(), process_time()
            runner.start()
            _caught_up(store)
            lines = [
                f"{decisions:,} decisions caught up with in {perf_counter() - start:.1f} s"
                f" ({process_time() - worked:.1f} s of CPU)"
            ]
            times = []
            for _ in range(rounds):
                for match_id in ids:
                    begin = perf_counter()
                    store.append(match_id, SEAT, asking(Asked(Note("x"))))
                    times.append(perf_counter() - begin)
            p99 = quantiles(times, n=100)[98] * 1000
            speed = len(times) / sum(times)
            lines.append(f"then {speed:,.0f} appends/s going round {matches} matches, p99 {p99:.1f} ms")
            start = perf_counter()
            _caught_up(store)
            lines.append(f"after the last of them behind by {perf_counter() - start:.2f} s")
            runner.stop()
    return "Many matches (SQLite, in process)\n\n" + "\n".join(lines) + "\n"


def _caught_up(store: Matches) -> None:
    while {store.models.max_tracking_id(one.name) for one in PROJECTIONS} != {store.feed.newest()}:
        sleep(0.02)
