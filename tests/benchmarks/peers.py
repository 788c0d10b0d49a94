"""The service beside boardgame.io: moves per second, in short matches and in a long one.

boardgame.io and its store on PostgreSQL come from the npm registry, at the versions of the lock file.
"""

from __future__ import annotations

import fcntl
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from clients.build import NODE, packages
from service.demo.demonstration import served
from tests.benchmarks.clients import Crowd, post
from tests.benchmarks.measuring import Comparison, compared, interleaved, table
from tests.benchmarks.over_http import Rate, kerbholz_command, postgres_urls, sqlite_urls
from tests.benchmarks.scripts import opened, script
from tests.postgres import running_postgres

CLIENTS = 4
SHORT, LONG = 150, 5_000
"""Moves of a short match, and of the long one."""
GAME = "seven-sins"
HERE = Path(__file__).resolve().parent / "boardgame_io"
TITLE = "Beside boardgame.io"
NOTES = f"""\
boardgame.io 0.50.2: the smallest game there is (a number that grows by one), without undo; each player is in a
match of their own and sends the next move when the last one has been told. In memory nothing of it is on a disk.
Ours, with one worker, every answer on the disk: whole matches of 7 – The Sins with Penitence by {CLIENTS} clients
(chance and automatic decisions count as decisions), and notes, one after the other, in one match."""


def measure(rounds: int = 3, short: int = SHORT, long: int = LONG) -> Iterator[Comparison]:
    """Both on a database of their own kind."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        crowd = Crowd(CLIENTS)
        stack.callback(crowd.close)
        postgres = stack.enter_context(running_postgres())
        urls = postgres_urls(postgres)
        install()
        yield from _compare("SQLite", next(sqlite_urls(folder)), [], crowd, (rounds, short, long), folder)
        yield from _compare("PostgreSQL", next(urls), _place(next(urls)), crowd, (rounds, short, long), folder)


def _compare(
    name: str, url: str, place: list[str], crowd: Crowd, sizes: tuple[int, int, int], folder: Path
) -> Iterator[Comparison]:
    rounds, short, long = sizes
    theirs = "boardgame.io on PostgreSQL" if place else "boardgame.io in memory"
    with ExitStack() as stack:
        ours = stack.enter_context(served(kerbholz_command(url, 1), folder / "log"))
        other = stack.enter_context(served([str(NODE), str(HERE / "server.mjs"), *place], folder / "other-log"))
        matches = _whole_matches(crowd, ours)
        contestants = {"ours": matches, "theirs": partial(_moves, other, CLIENTS, short)}
        interleaved(1, contestants)  # to warm up
        found = interleaved(rounds, contestants)
        moves = [one.decisions for one in found["theirs"]]
        yield compared(
            f"{name}: decisions/s", [one.decisions for one in found["ours"]], f"moves/s, {theirs}", moves
        )
        yield compared(f"{name}: requests/s", [one.requests for one in found["ours"]], f"moves/s, {theirs}", moves)
        one = {"ours": partial(_notes, crowd, ours, long), "theirs": partial(_moves, other, 1, long)}
        last = interleaved(1, one)
        label = f"{name}: {long:,} in one match, requests/s"
        figures = ([one.requests for one in last[whose]] for whose in ("ours", "theirs"))
        yield compared(label, next(figures), f"moves/s, {theirs}", next(figures))


def _whole_matches(crowd: Crowd, address: str) -> Callable[[], Rate]:
    numbers = count()

    def played() -> Rate:
        work, decisions = [], 0
        for _ in range(CLIENTS):
            match = script(GAME, next(numbers) % CLIENTS)
            path, tokens = opened(address, match.opening)
            work.append([post(path, body, tokens[seat]) for seat, body in match.commands])
            decisions += match.decisions
        seconds = crowd.load(address, work).seconds
        return Rate(sum(map(len, work)) / seconds, decisions / seconds)

    return played


def _notes(crowd: Crowd, address: str, number: int) -> Rate:
    path, tokens = opened(address, script(GAME, 0).opening)
    body = json.dumps({"type": "table.note", "text": "a note"}).encode()
    seconds = crowd.load(address, [[post(path, body, tokens[0])] * number]).seconds
    return Rate(number / seconds, number / seconds)


def _moves(address: str, players: int, moves: int) -> Rate:
    port = address.rpartition(":")[2]
    command = [NODE, HERE / "players.mjs", port, str(players), str(moves)]
    said = json.loads(subprocess.check_output(command, cwd=HERE, text=True))
    rate = players * moves / said["seconds"]
    return Rate(rate, rate)


def _place(url: str) -> list[str]:
    """Where a database of a server of the tests is: the folder of its socket, and its name."""
    parts = urlsplit(url)
    return [parse_qs(parts.query)["host"][0], parts.path.removeprefix("/")]


def install() -> None:
    """The packages of the lock file, unless they are there."""
    with (HERE / ".lock").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        packages(HERE)


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
