"""Whether anything costs more where there are more matches: 100 to 100,000 of them in one database.

They are short matches of Kuhn poker, written as the service writes them, but many in a transaction; a quarter of
them is not finished. One player sits in all of them, and one label is on all: every list is long.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any
from uuid import UUID

import psycopg
from eventsourcing.persistence import Recording, StoredEvent, Tracking

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.facts import Command
from domain.kit.ruleset import ruleset
from domain.kit.table.commands import Note
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from domain.store import UNHURRIED
from domain.store.beside.models import replace_rows
from domain.store.beside.side import head_row
from domain.store.tables import SideRow
from projections.read_models.announcements import Announcing
from projections.read_models.catalogue import Place, Wanted, merged, with_mark
from projections.read_models.public_matches import told_of
from projections.read_models.runner import PROJECTIONS, Runner
from projections.read_models.statistics import statistics
from service.config import Settings
from tests.asking import asking
from tests.postgres import running_postgres

SIZES = (100, 1_000, 10_000, 100_000)
TIMES = 40
"""How often each thing is done at each size."""
STARTS = 3
"""How often a process is started."""
EVERYWHERE, OTHERS = "Eve", 100
"""The player of all matches; and how many others there are."""
LIMIT = 50
AT_ONCE = 4_000
"""Events that are written in one transaction."""
SEAT = Principal("seat", 0)
GAME = "kuhn-poker"
BET, FOLD = (ruleset(GAME).command_types[name] for name in ("bet", "fold"))

TITLE = "Matches in the database"
NOTES = """\
Medians of the processor's time in microseconds, in process, without HTTP; on PostgreSQL that of its processes is
included. The ratio is that of the largest size to the smallest. *start* is a process that serves its first page of
the catalogue, in milliseconds of the processor; *memory* what it takes."""


class Bulk(Matches):
    """Matches that are written many at a time, each with its rows in the read models."""

    name = Matches.name
    events: list[StoredEvent]
    beside: list[SideRow]
    rows: dict[UUID, list[tuple[str, tuple[Any, ...]]]]

    def begin(self) -> None:
        """Collect from now on what is stored."""
        self.events, self.beside, self.rows = [], [], {}

    def save(self, *objs: Any, side: Sequence[SideRow] = (), **_: Any) -> list[Recording[UUID]]:
        """See ``Matches``: later."""
        self.events += map(self.mapper.to_stored_event, objs)
        self.beside += [*side, head_row(self.marks, objs[-1])]
        return []

    def enter(self, opening: Opening, *commands: tuple[int, Command]) -> UUID:
        """A new match with what seats ask for."""
        draft = self.draft(opening)
        draft.settle()
        for seat, command in commands:
            draft.judge(Principal("seat", seat), [Asked(command)], dry_run=False)
        self.keep(draft, opening)
        told = told_of(draft.match)
        self.rows[told.id] = [with_mark(self.marks, *row) for one in PROJECTIONS for row in one.rows(told)]
        if len(self.events) > AT_ONCE:
            self.write()
        return told.id

    def write(self) -> None:
        """Store what was collected; nobody has to follow it any more."""
        if self.events:
            self.recorder.insert_events(self.events, side=self.beside)
            with self.models.writing() as run:
                replace_rows(run, [table for one in PROJECTIONS for table in one.tables], self.rows)
            newest = self.feed.newest()
            names = [*(one.name for one in PROJECTIONS), Announcing.name]
            with self.models.writing(*(Tracking(name, newest) for name in names)):
                pass
        self.begin()


@dataclass(slots=True)
class Crowd:
    """A database that is filled with ever more matches."""

    env: dict[str, str]
    ids: list[UUID] = field(default_factory=list)

    def grow(self, number: int) -> None:
        """Let there be so many matches."""
        with Bulk({**self.env, UNHURRIED: "y"}, room=1 << 20) as bulk:
            bulk.begin()
            for at in range(len(self.ids), number):
                seats = [SeatWanted(EVERYWHERE), SeatWanted(f"Player {at % OTHERS}")]
                labels = {"club": "all", "event": f"no. {at}"}
                played = [(0, BET()), (1, FOLD())] if at % 4 else []
                self.ids.append(bulk.enter(Opening(GAME, seats, labels=labels), *played))
            bulk.write()
        if "POSTGRES_URL" in self.env:  # as its autovacuum does after a while
            with psycopg.connect(self.env["POSTGRES_URL"], autocommit=True) as connection:
                connection.execute("ANALYZE")


Thing = Callable[[Matches, int], object]
"""Something that is done: the matches, and for which time."""


def things(crowd: Crowd) -> dict[str, Thing]:
    """What is measured, by name."""
    random, number = Random(1), len(crowd.ids)
    some = [random.choice(crowd.ids) for _ in range(TIMES)]

    def listed(**wanted: str) -> Thing:
        return lambda matches, _: merged([matches], Wanted(**wanted), LIMIT)

    def deep(matches: Matches, at: int) -> object:
        first = matches.decisions(some[at], until=0, with_texts=False)[0].record["at"]
        return merged([matches], Wanted(), LIMIT, Place(first, some[at].hex))

    def opened(matches: Matches, at: int) -> object:
        return matches.open(Opening(GAME, [SeatWanted(EVERYWHERE), SeatWanted(f"Newcomer {at}")]))

    def appended(matches: Matches, at: int) -> object:
        return matches.append(some[at], SEAT, asking(Asked(Note("x"))))

    return {
        "a page of the catalogue": listed(),
        "… in the middle of it": deep,
        "… by a label of all": listed(label="club:all"),
        "… by a label of one": listed(label=f"event:no. {number // 2}"),
        "… by ruleset": listed(ruleset=GAME),
        "… by status": listed(status="finished"),
        "… by a player of all": listed(player=EVERYWHERE),
        "… by one player of a hundred": listed(player="Player 0"),
        "… by player, ruleset, status": listed(player=EVERYWHERE, ruleset=GAME, status="playing"),
        "statistics": lambda matches, _: statistics([matches]),
        "appending, the first time": appended,
        "appending again": appended,
        "opening": opened,
    }


START = """
import json, os, sys, time
from service.app import create_app
from service.config import Settings
client = create_app(Settings(database=sys.argv[1])).test_client()
assert client.get("/readyz").status_code == 200
assert client.get("/v1/matches").status_code == 200
most = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([time.process_time() * 1e3, int(most.split()[1]) / 1024]))
sys.stdout.flush()
os._exit(0)
"""


def _clock(matches: Matches) -> Callable[[], float]:
    """The processor's time, of those who serve the connections to PostgreSQL, too (in nanoseconds, by Linux)."""
    if "POSTGRES_URL" not in matches.env:
        return process_time
    ours = (
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"
    )
    files = [Path(f"/proc/{pid}/schedstat") for (pid,) in matches.database.query(ours)]

    def clock() -> float:
        theirs = sum(int(one.read_text().split()[0]) for one in files if one.exists())
        return process_time() + theirs / 1e9

    return clock


def measured(crowd: Crowd, url: str) -> dict[str, float]:
    """Each figure at this size."""
    found: dict[str, float] = {}
    with Matches(crowd.env) as matches:
        for name, thing in things(crowd).items():
            thing(matches, 0)
            clock, times = _clock(matches), []
            for at in range(TIMES):
                start = clock()
                thing(matches, at)
                times.append((clock() - start) * 1e6)
            found[name] = median(times)
        Runner(matches, others=[Announcing(matches)]).catch_up()
    runs = [_started(url) for _ in range(STARTS)]
    found["start (ms)"], found["memory (MiB)"] = (median(figures) for figures in zip(*runs, strict=True))
    return found


def _started(url: str) -> list[float]:
    done = subprocess.run([sys.executable, "-c", START, url], check=True, capture_output=True, text=True)
    figures: list[float] = json.loads(done.stdout)
    return figures


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """The URLs of two empty databases, by name."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        postgres = stack.enter_context(running_postgres())
        yield {"SQLite": f"sqlite:///{folder / 'a.db'}", "PostgreSQL": postgres.fresh_database()}


def report(sizes: Sequence[int] = SIZES) -> str:
    """What came out, as a table for each database."""
    lines = [TITLE, *(f"  {line}" for line in NOTES.splitlines())]
    with databases() as urls:
        for name, url in urls.items():
            env = dict(Settings(database=url).environment)
            migrate(env)
            crowd, columns = Crowd(env), list[dict[str, float]]()
            for size in sizes:
                crowd.grow(size)
                columns.append(measured(crowd, url))
            lines += ["", f"  {name:<32}{''.join(f'{size:>12,}' for size in sizes)}       ratio"]
            for what in columns[0]:
                figures = [column[what] for column in columns]
                cells = "".join(f"{figure:>12,.0f}" for figure in figures)
                lines.append(f"  {what:<32}{cells}{figures[-1] / figures[0]:>12.2f}")
    return "\n".join([*lines, ""])
