"""One match and 32 at once over HTTP: decisions per second and times of answers, against a bare endpoint."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count, zip_longest
from pathlib import Path

from domain.kit.table.commands import Note
from service.demo.demonstration import served
from tests.benchmarks.clients import Crowd, Load, post
from tests.benchmarks.measuring import Comparison, compared, interleaved, table
from tests.benchmarks.over_http import bare_command, kerbholz_command, postgres_urls, sqlite_urls
from tests.benchmarks.scripts import opened, script
from tests.postgres import running_postgres

GAME = "seven-sins"
CLIENTS = 8
MATCHES = 32
NOTES_OF_EACH = 60
TITLE = "One match and many"
NOTES = f"""\
One worker. Commands of the game (7 – The Sins with Penitence for 4 players), each with a token and answered 201
with its decision and those that follow: of one match, whose seats can only act in turn, so by one client; and of
{MATCHES} matches at once by {CLIENTS} clients, each going round its {MATCHES // CLIENTS} matches. Then notes, one
decision each, by {CLIENTS} clients to one and the same match. The baseline is the bare endpoint of the benchmark
before, in the same server, with as many requests of as many clients. p50 and p99 of the answers in ms."""


@dataclass(frozen=True, slots=True)
class Work:
    """The requests of each client, and how many decisions they bring about."""

    requests: list[list[bytes]]
    decisions: int


@dataclass(frozen=True, slots=True)
class Measured:
    """One round: decisions (or rows) per second, and two percentiles of the answers' times in milliseconds."""

    decisions: float
    p50: float
    p99: float


Make = Callable[[str], Work]
"""Opens matches at an address, and makes the requests for them."""


def measure(
    rounds: int = 7, clients: int = CLIENTS, matches: int = MATCHES, notes: int = NOTES_OF_EACH
) -> Iterator[Comparison]:
    """Everything, on both databases."""
    numbers = count()
    ways: Mapping[str, tuple[int, Make]] = {
        "one match": (1, lambda address: played(address, 1, 1, numbers)),
        f"{matches} matches": (clients, lambda address: played(address, clients, matches // clients, numbers)),
        "notes to one match": (clients, lambda address: noted(address, clients, notes)),
    }
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        crowd = Crowd(clients)
        stack.callback(crowd.close)
        postgres = stack.enter_context(running_postgres())
        for name, urls in (("SQLite", sqlite_urls(folder)), ("PostgreSQL", postgres_urls(postgres))):
            with ExitStack() as servers:
                ours = servers.enter_context(served(kerbholz_command(next(urls), 1), folder / "log"))
                bare = servers.enter_context(served(bare_command(next(urls), 1), folder / "bare-log"))
                for way, (at_once, make) in ways.items():
                    yield from _compare(f"{name}, {way}", crowd, (ours, bare), at_once, make, rounds)


def _compare(
    what: str, crowd: Crowd, addresses: tuple[str, str], clients: int, make: Make, rounds: int
) -> Iterator[Comparison]:
    ours, bare = addresses
    sizes: list[int] = []

    def kerbholz() -> Measured:
        work = make(ours)
        sizes.append(sum(map(len, work.requests)))
        return measured(crowd.load(ours, work.requests), work.decisions)

    def baseline() -> Measured:
        each = sizes[-1] // clients
        return measured(crowd.load(bare, [rows(client, each) for client in range(clients)]), each * clients)

    kerbholz(), baseline()  # to warm up, and to know how many requests there are
    results = interleaved(rounds, {"kerbholz": kerbholz, "bare": baseline})
    for figure, unit in (("decisions", "decisions/s"), ("p50", "p50, ms"), ("p99", "p99, ms")):
        ours_, theirs = ([getattr(one, figure) for one in results[name]] for name in ("kerbholz", "bare"))
        yield compared(f"{what}: {unit}", ours_, f"{unit.replace('decisions', 'rows')}, bare", theirs)


def measured(load: Load, decisions: int) -> Measured:
    """What a load says."""
    return Measured(decisions / load.seconds, load.percentile(50), load.percentile(99))


def played(address: str, clients: int, each: int, numbers: Iterator[int]) -> Work:
    """The commands of whole matches, *each* of them for every client, who goes round his."""
    work, decisions = [], 0
    for _ in range(clients):
        of_matches: list[list[bytes]] = []
        for _ in range(each):
            match = script(GAME, next(numbers) % MATCHES)
            path, tokens = opened(address, match.opening)
            of_matches.append([post(path, body, tokens[seat]) for seat, body in match.commands])
            decisions += match.decisions
        work.append([request for turn in zip_longest(*of_matches) for request in turn if request is not None])
    return Work(work, decisions)


def noted(address: str, clients: int, notes: int) -> Work:
    """Notes of all clients to one match."""
    path, tokens = opened(address, script(GAME, 0).opening)
    body = json.dumps({"type": Note.TYPE, "text": "a note"}).encode()
    work = [[post(path, body, tokens[client % len(tokens)])] * notes for client in range(clients)]
    return Work(work, clients * notes)


def rows(client: int, number: int) -> Sequence[bytes]:
    """As many requests of one client to the bare endpoint."""
    bodies = (json.dumps({"name": f"client {client}", "number": row}).encode() for row in range(number))
    return [post("/rows", body) for body in bodies]


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
