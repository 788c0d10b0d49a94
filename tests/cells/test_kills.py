"""SIGKILL at every step of a move, for everybody who takes part in it: the mover, the service, each database.

Four write and four read meanwhile. Afterwards the command is repeated until it is done. Then the match has one
home, what was acknowledged is there, once and in that order, and everybody who read was told it.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from random import Random
from threading import Event, Thread
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner

from domain.application.matches import Matches
from domain.kit.written.evidence import Tree
from domain.store.reaching import errors
from service.cli import main
from tests.cells.conftest import NAMES
from tests.cells.ground import KEY, Ground
from tests.cells.stopping import POINTS, killed, stopping
from tests.cells.test_moving import is_all, live, rows_of
from tests.persistence.forked import _processes as processes
from tests.persistence.serving import Served
from tests.persistence.test_many_writers import Writer, opened, reading

pytestmark = [pytest.mark.soak, pytest.mark.long]

WRITERS = 4
PAUSE = 0.05
"""Seconds between two notes of a writer: a log of some hundred decisions is enough."""
KILLS = 40
"""At random moments."""
PATIENCE = 60
"""Seconds in which everybody has to be served again, and a move has to be done."""

Attempt = Callable[[str, str], None]
"""Begins to move a match to a cell; it may fail."""


class Paced(Writer):
    """A writer who waits for a moment between two notes."""

    def _until_known(self, text: str) -> int:
        known = super()._until_known(text)
        time.sleep(PAUSE)
        return known


@contextlib.contextmanager
def serving(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """The service on all cells, in processes of its own."""
    monkeypatch.setenv("KERBHOLZ_SERVICE_KEY", KEY)
    server = Served("sqlite:///nothing.db", 2, "--registry", ground.registry)
    try:
        yield server
    finally:
        server.stop()


def moved(ground: Ground, server: Served, source: str, attempt: Attempt) -> None:
    """Move a new match away from a cell, by an attempt that is cut short, and then to the end."""
    document = _opened_in(ground, server, source)
    match, to, stop = document["id"], _other(source), Event()
    writers = [Paced(server, document, f"writer-{number}", stop) for number in range(WRITERS)]
    with reading(server, [document]) as readers:
        for writer in writers:
            writer.start()
        _until_all_have_written(writers)
        attempt(match, to)
        _finish(ground, match, to)
        _until_all_have_written(writers)
        stop.set()
        for writer in writers:
            writer.join(PATIENCE)
            assert writer.error is None, repr(writer.error)
        newest = _check(ground, document, source, writers)
        for _, reader in readers:
            reader.finish(newest)


def _opened_in(ground: Ground, server: Served, cell: str) -> dict[str, Any]:
    """A new match in this cell: those that are open take turns."""
    while True:
        (document,) = opened(server, 1)
        if ground.home(document["id"]) == cell:
            return document


def _other(name: str) -> str:
    return NAMES[1 - NAMES.index(name)]


def _until_all_have_written(writers: list[Paced]) -> None:
    before, until = [len(writer.acknowledged) for writer in writers], time.monotonic() + PATIENCE
    while not all(len(one.acknowledged) > number for one, number in zip(writers, before, strict=True)):
        assert [writer.error for writer in writers] == [None] * len(writers)
        assert time.monotonic() < until, "nobody is served any more"
        time.sleep(0.02)


def _finish(ground: Ground, match: str, to: str) -> None:
    """Repeat the command until it is done; what it says until then is a sentence."""
    environment = {"KERBHOLZ_SERVICE_KEY": KEY, "KERBHOLZ_REGISTRY_URL": ground.registry}
    until = time.monotonic() + PATIENCE
    while (done := CliRunner().invoke(main, ["cells", "move", match, to], env=environment)).exit_code:
        assert isinstance(done.exception, SystemExit), done.exception
        assert done.output.startswith("Error: "), done.output
        assert time.monotonic() < until, done.output
        time.sleep(0.2)


def _check(ground: Ground, document: dict[str, Any], source: str, writers: list[Paced]) -> int:
    """One home, and there what was acknowledged, once and in that order; the newest version."""
    match, to = document["id"], _other(source)
    assert live(ground, match) == [to]
    assert ground.home(match) == to
    with ground.matches(ground.urls[source]) as left:
        rows = rows_of(left, match)
        assert is_all(rows) == {"kerbholz_events", "kerbholz_heads"}
        assert len(rows["kerbholz_events"]) == 1
    with ground.matches(ground.urls[to]) as matches:
        newest = _check_stored(matches, document, writers)
        assert matches.database.query("SELECT 1 FROM kerbholz_arriving") == []
    for url in ground.urls.values():
        assert "nothing was found" in ground.run("check", "--database", url)
    return newest


def _check_stored(matches: Matches, document: dict[str, Any], writers: list[Paced]) -> int:
    match_id, acknowledged = UUID(document["id"]), {}
    for writer in writers:
        assert [*writer.acknowledged.values()] == sorted(writer.acknowledged.values())
        acknowledged |= writer.acknowledged
    versions = [row.originator_version for row in matches.recorder.select_events(match_id)]
    assert versions == list(range(document["version"] + 1 + len(acknowledged)))
    notes = "SELECT value, version FROM kerbholz_texts WHERE match_id = ? AND pointer = '/command/text'"
    assert sorted(matches.database.query(notes, (match_id.hex,))) == sorted(acknowledged.items())
    tree = Tree()
    roots = [tree.add(event.open.encode()) for page in matches.stored_pages(match_id) for event in page]
    for writer in writers:
        assert all(receipt["root"] == roots[receipt["size"] - 1] for receipt in writer.receipts)
    return versions[-1]


# -- the mover, and the service -----------------------------------------------------------------------------


@pytest.mark.parametrize("source", NAMES)
def test_the_mover_is_killed_at_each_step(ground, monkeypatch, source):
    with serving(ground, monkeypatch) as server:
        for point in POINTS:

            def attempt(match: str, to: str, point: str = point) -> None:
                arguments = (ground.registry, ground.urls, KEY, match, to, point)
                mover = processes.Process(target=killed, args=arguments)
                mover.start()
                mover.join(PATIENCE)
                assert mover.exitcode == -9

            moved(ground, server, source, attempt)


def test_mover_and_service_are_killed_at_random_moments(ground, monkeypatch):
    rng = Random(time.time_ns())
    with serving(ground, monkeypatch) as server:
        for number in range(KILLS):

            def attempt(match: str, to: str, number: int = number) -> None:
                mover = processes.Process(target=killed, args=(ground.registry, ground.urls, KEY, match, to, ""))
                mover.start()
                time.sleep(rng.uniform(0, 0.6))
                if number % 5 == 4:
                    server.kill()
                    server.start_again()
                mover.kill()
                mover.join(PATIENCE)

            moved(ground, server, NAMES[number % 2], attempt)


@pytest.mark.parametrize("source", NAMES)
def test_the_service_is_killed_at_each_step(ground, monkeypatch, source):
    """All of its processes; it comes back while the mover goes on."""
    with serving(ground, monkeypatch) as server:
        for point in POINTS:

            def attempt(match: str, to: str, point: str = point) -> None:
                coming: list[Thread] = []

                def kill() -> None:
                    server.kill()
                    coming.append(Thread(target=server.start_again))
                    coming[0].start()

                _interrupted(ground, match, to, point, kill)
                coming[0].join(PATIENCE)

            moved(ground, server, source, attempt)


def _interrupted(ground: Ground, match: str, to: str, point: str, how: Callable[[], None]) -> None:
    """Move a match in this process, while something happens, once, at a point."""
    happened: list[str] = []

    def once() -> None:
        if not happened:
            happened.append(point)
            how()

    with stopping(point, once) as step_of, contextlib.suppress(*errors()):
        ground.move(match, to, step_of)
    assert happened == [point]


# -- the databases ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("victim", [*NAMES, "registry"])
def test_a_database_is_killed_at_each_step(servers, far_apart, monkeypatch, victim):
    """That which the match leaves, that which it goes to, and the registry; it comes back on the same data."""
    ground = far_apart
    with serving(ground, monkeypatch) as server:
        for point in POINTS:

            def attempt(match: str, to: str, point: str = point) -> None:
                def kill() -> None:
                    servers[victim].kill()
                    servers[victim].start_again()

                _interrupted(ground, match, to, point, kill)

            moved(ground, server, NAMES[0], attempt)
