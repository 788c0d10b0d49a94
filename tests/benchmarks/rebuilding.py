"""How fast read models are built from the events, against reading the same decisions and nothing else."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import perf_counter

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.ruleset import ruleset
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from projections.read_models.runner import Runner, rebuild
from service.config import Settings
from tests.asking import asking
from tests.benchmarks.measuring import Comparison, compared, interleaved, table
from tests.benchmarks.scripts import OPTIONS, script
from tests.postgres import running_postgres

TITLE = "Rebuild"
NOTES = """\
Decisions per second of `kerbholz rebuild` (catalogue and statistics together), and of following the log with both
from its beginning, page by page, on whole matches of every ruleset in turn. In process, one thread."""
READING = "reading the decisions of each match"


def measure(rounds: int = 5, matches: int = 6) -> Iterator[Comparison]:
    """The speed on both databases, with so many *matches* in the log."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        postgres = stack.enter_context(running_postgres())
        for name, url in (("SQLite", f"sqlite:///{folder / 'a.db'}"), ("PostgreSQL", postgres.fresh_database())):
            env = Settings(database=url).environment
            migrate(env)
            with Matches(env) as store:
                for number in range(matches):
                    play(store, list(OPTIONS)[number % len(OPTIONS)], number // len(OPTIONS))
                ways = {"rebuild": rebuilt, "follow": followed, "read": read}
                speeds = interleaved(rounds, {way: partial(speed, store) for way, speed in ways.items()})
            for way in ("rebuild", "follow"):
                yield compared(f"{name}, {way}: decisions/s", speeds[way], READING, speeds["read"])


def play(store: Matches, name: str, number: int) -> None:
    """Match *number* of a ruleset, as its script has it."""
    played, types = script(name, number), ruleset(name).command_types
    seats = [SeatWanted(seat["name"]) for seat in played.opening["seats"]]
    seed = bytes.fromhex(played.opening["seed"])
    match = store.open(Opening(name, seats, options=played.opening["options"], seed=seed)).match
    for seat, text in played.commands:
        command = json.loads(text)
        asked = Asked(types[command.pop("type")].from_json(command))
        store.append(match.id, Principal("seat", seat), asking(asked))


def rebuilt(store: Matches) -> float:
    """Decisions per second of a rebuild."""
    start = perf_counter()
    return rebuild(store) / (perf_counter() - start)


def followed(store: Matches) -> float:
    """Decisions per second of following from the start."""
    store.database.execute(
        [(f"DELETE FROM {store.models.positions} WHERE application_name <> '__migration__'", ())]
    )
    runner = Runner(store)
    start = perf_counter()
    runner.catch_up()
    return _decisions(store) / (perf_counter() - start)


def read(store: Matches) -> float:
    """Decisions per second of reading them."""
    ids = [match_id for (match_id,) in store.database.query("SELECT DISTINCT originator_id FROM kerbholz_events")]
    start = perf_counter()
    number = sum(len(store.decisions(match_id, with_texts=False)) for match_id in ids)
    return number / (perf_counter() - start)


def _decisions(store: Matches) -> int:
    ((number,),) = store.database.query("SELECT count(*) FROM kerbholz_events")
    return int(number)


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
