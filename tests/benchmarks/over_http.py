"""The service over HTTP on SQLite and PostgreSQL, as a ratio to a bare endpoint that inserts one row."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from domain.kit.ruleset import ruleset
from service.demo.demonstration import served
from tests.benchmarks.clients import Crowd, post
from tests.benchmarks.measuring import Comparison, compared, interleaved, table
from tests.benchmarks.scripts import opened, script
from tests.postgres import Server, running_postgres

CLIENTS = 4
MATCHES = {"seven-sins": 2, "mea-culpa": 1, "thurn-and-taxis": 1}
"""Of each game, how many matches a client plays in a round."""
WORKERS = {"seven-sins": (1, 2), "mea-culpa": (1,), "thurn-and-taxis": (1,)}
TITLE = "Over HTTP"
NOTES = f"""\
{CLIENTS} clients in processes of their own, each on one connection kept alive, each with matches of one game for
4 players (7 – The Sins with Penitence, Thurn and Taxis with both modules). Timed are the POSTs of the seats' own
commands, from the first request of a round to its last answer: every one is a request with a token, answered 201,
and brings about its decision and
the chance and automatic ones that follow. Opening the matches and choosing the moves is not timed.
The baseline is a bare Flask endpoint in the same server (granian, as many workers and threads): marshmallow
validates two fields, one row is inserted and committed, as durably. As many requests, by the same clients."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Of one round, per second; of the bare endpoint a row is a decision."""

    requests: float
    decisions: float


class Contest:
    """The services to compare on one kind of database, all running, and the clients."""

    def __init__(self, crowd: Crowd, game: str, matches: int) -> None:
        self._crowd = crowd
        self._game = game
        self._matches = matches
        self._numbers = count()

    def kerbholz(self, address: str) -> Rate:
        """One round of matches at the service."""
        work: list[list[bytes]] = []
        decisions = 0
        for _ in range(CLIENTS):
            requests: list[bytes] = []
            for _ in range(self._matches):
                match = script(self._game, next(self._numbers) % (CLIENTS * self._matches))
                path, tokens = opened(address, match.opening)
                requests += [post(path, body, tokens[seat]) for seat, body in match.commands]
                decisions += match.decisions
            work.append(requests)
        return self._rate(address, work, decisions)

    def bare(self, address: str) -> Rate:
        """One round of as many rows at the bare endpoint."""
        work: list[list[bytes]] = []
        for client in range(CLIENTS):
            scripts = [script(self._game, client * self._matches + number) for number in range(self._matches)]
            rows = range(sum(len(one.commands) for one in scripts))
            bodies = (json.dumps({"name": f"client {client}", "number": row}).encode() for row in rows)
            work.append([post("/rows", body) for body in bodies])
        return self._rate(address, work, sum(map(len, work)))

    def _rate(self, address: str, work: list[list[bytes]], decisions: int) -> Rate:
        seconds = self._crowd.load(address, work).seconds
        return Rate(sum(map(len, work)) / seconds, decisions / seconds)


def measure(rounds: int = 2, matches: Mapping[str, int] = MATCHES) -> Iterator[Comparison]:
    """Requests and decisions per second for each game on both databases, in *rounds* of *matches* per client."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        crowd = Crowd(CLIENTS)
        stack.callback(crowd.close)
        postgres = stack.enter_context(running_postgres())
        for game, number in matches.items():
            contest = Contest(crowd, game, number)
            title = ruleset(game).title
            for name, urls in (("SQLite", sqlite_urls(folder)), ("PostgreSQL", postgres_urls(postgres))):
                yield from _compare(f"{title}, {name}", contest, rounds, WORKERS[game], urls, folder)


def sqlite_urls(folder: Path) -> Iterator[str]:
    """A file of its own for each service."""
    for number in count():
        yield f"sqlite:///{folder / f'{number}.db'}"


def postgres_urls(server: Server) -> Iterator[str]:
    """A database of its own for each service, all in the same server."""
    while True:
        yield server.fresh_database()


def _compare(
    name: str, contest: Contest, rounds: int, numbers: Iterable[int], urls: Iterator[str], folder: Path
) -> Iterator[Comparison]:
    for workers in numbers:
        with ExitStack() as stack:
            kerbholz = stack.enter_context(served(kerbholz_command(next(urls), workers), folder / "log"))
            bare = stack.enter_context(served(bare_command(next(urls), workers), folder / "bare-log"))
            contestants = {"kerbholz": partial(contest.kerbholz, kerbholz), "bare": partial(contest.bare, bare)}
            interleaved(1, contestants)  # to warm up
            results = interleaved(rounds, contestants)
        label = f"{name}, {workers} worker{'s' if workers > 1 else ''}"
        ours, theirs = results["kerbholz"], results["bare"]
        requests = [one.requests for one in theirs]
        yield compared(f"{label}: requests/s", [one.requests for one in ours], "requests/s, bare", requests)
        yield compared(f"{label}: decisions/s", [one.decisions for one in ours], "rows/s, bare", requests)


def kerbholz_command(url: str, workers: int) -> list[str]:
    """``kerbholz serve`` on a database that has been migrated."""
    kerbholz = str(Path(sys.executable).with_name("kerbholz"))
    subprocess.run([kerbholz, "migrate", "--database", url], check=True, capture_output=True)
    # Requests are counted as they are by default, but nobody is held up.
    limits = "anonymous=1000000/1,token=1000000/1"
    command = [kerbholz, "serve", "--port", "0", "--workers", str(workers), "--database", url]
    return [*command, "--limits", limits, "--log-level", "warning"]


def bare_command(url: str, workers: int) -> list[str]:
    """The bare endpoint."""
    return [sys.executable, "-m", "tests.benchmarks.bare", "--workers", str(workers), "--database", url]


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
