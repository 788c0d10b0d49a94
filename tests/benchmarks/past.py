"""The board after any decision of a long match, against the newest one."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

from domain.application.judging import Asked
from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.ruleset import ruleset
from domain.match.opening import Opening, SeatWanted
from domain.match.principal import Principal
from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.asking import asking
from tests.benchmarks.measuring import Comparison, compared, interleaved, table
from tests.benchmarks.scripts import script
from tests.postgres import running_postgres

GAME = "thurn-and-taxis"
LONG = 2_000
AT_ONCE = 50
"""Notes in one request, where a match is made long."""
TITLE = "Reading the past"
NOTES = f"""\
`GET …/view?at=N` in one process, without a socket: of a match of Thurn and Taxis with both modules, as the public
sees it, after {LONG:,} decisions, N anywhere at random; against the newest
board of the same match. Milliseconds."""


def measure(rounds: int = 9, window: int = 60, long: int = LONG) -> Iterator[Comparison]:
    """p50 and p99 on both databases, in *rounds* of *window* views."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        postgres = stack.enter_context(running_postgres())
        for name, url in (("SQLite", f"sqlite:///{folder / 'a.db'}"), ("PostgreSQL", postgres.fresh_database())):
            yield from _on(name, url, rounds, window, long)


def _on(name: str, url: str, rounds: int, window: int, long: int) -> Iterator[Comparison]:
    settings = Settings(database=url, limits=OFF)
    migrate(settings.environment)
    with Matches(settings.environment) as matches:
        identifier = lengthened(matches, long)
    app = create_app(settings)
    try:
        client, rng = app.test_client(), Random(1)

        def views(versions: Sequence[int | None]) -> tuple[float, float]:
            times = []
            for version in versions:
                query = {} if version is None else {"at": version}
                start = perf_counter()
                response = client.get(f"/v1/matches/{identifier}/view", query_string=query)
                times.append((perf_counter() - start) * 1000)
                assert response.status_code == 200, response.text
            percentiles = quantiles(times, n=100, method="inclusive")
            return percentiles[49], percentiles[98]

        contestants = {
            "past": lambda: views([rng.randrange(long) for _ in range(window)]),
            "newest": lambda: views([None] * window),
        }
        interleaved(1, contestants)
        results = interleaved(rounds, contestants)
    finally:
        app.extensions["kerbholz"].close()
    for position, percentile in enumerate(("p50", "p99")):
        past, newest = ([one[position] for one in results[which]] for which in ("past", "newest"))
        what = f"{name}: at any decision, {percentile}, ms"
        yield compared(what, past, f"ms, {percentile} of the newest", newest)


def lengthened(matches: Matches, long: int) -> str:
    """A match of so many decisions, by a script, and with notes behind it if that is not enough; its id."""
    played, types = script(GAME, 0), ruleset(GAME).command_types
    seats = [SeatWanted(seat["name"]) for seat in played.opening["seats"]]
    seed = bytes.fromhex(played.opening["seed"])
    match = matches.open(Opening(GAME, seats, options=played.opening["options"], seed=seed)).match
    for seat, text in played.commands:
        if match.version >= long:
            break
        command = json.loads(text)
        asked = Asked(types[command.pop("type")].from_json(command))
        match = matches.append(match.id, Principal("seat", seat), asking(asked)).match
    while match.version < long:
        numbers = range(match.version, min(long, match.version + AT_ONCE))
        notes = (Asked(types["table.note"].from_json({"text": f"note {number}"})) for number in numbers)
        match = matches.append(match.id, Principal("arbiter"), asking(*notes)).match
    return str(match.id)


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
