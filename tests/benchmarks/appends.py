"""The recorder alone on PostgreSQL: appends per second against raw inserts with commit, and a table lock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from threading import Barrier, Event, Thread
from uuid import uuid4

import psycopg
from eventsourcing.persistence import StoredEvent
from psycopg import sql

from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.store.postgres.recorder import MatchRecorder
from service.config import Settings
from tests.benchmarks.measuring import Comparison, compared, interleaved, table
from tests.postgres import running_postgres

CONNECTIONS = (1, 8)
SECONDS = 1.0
STATE = b"x" * 400
TOPIC = "kerbholz.Decided"
TITLE = "Recorder on PostgreSQL"
NOTES = """\
Appends of one event of 400 bytes per second, in one process, by so many threads, each with a connection and a
match of its own: the recorder alone, with its pool and its notifications, without matches, rules or HTTP. The
baseline is one INSERT of the same columns with commit by psycopg, prepared, on as many connections. Beside it, in
the same rounds, also on bare connections, the old way: transactions that lock the table, notify and insert."""

CREATE = """
CREATE TABLE {} (
    originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text, state bytea, position bigserial,
    PRIMARY KEY (originator_id, originator_version)
)"""
INSERT = "INSERT INTO {} (originator_id, originator_version, topic, state) VALUES (%s, %s, %s, %s)"

Append = Callable[[int], object]
"""Appends the event of this version to one match."""


def measure(
    rounds: int = 9, connections: tuple[int, ...] = CONNECTIONS, seconds: float = SECONDS
) -> Iterator[Comparison]:
    """For each number of connections: the recorder and the table lock, both against raw inserts."""
    with ExitStack() as stack:
        url = stack.enter_context(running_postgres()).fresh_database()
        env = {**Settings(database=url).environment, "POSTGRES_POOL_SIZE": str(max(connections))}
        migrate(env)
        matches = stack.enter_context(Matches(env))
        recorder = matches.recorder
        assert isinstance(recorder, MatchRecorder)
        with psycopg.connect(url, autocommit=True) as connection:
            for name in ("raw", "locked"):
                connection.execute(sql.SQL(CREATE).format(sql.Identifier(name)))
        for number in connections:
            ways = {
                "recorder": lambda _: by_recorder(recorder),
                "raw": lambda stack: by_hand(stack, url),
                "locked": lambda stack: with_lock(stack, url),
            }
            contestants = {name: partial(rate, way, number, seconds) for name, way in ways.items()}
            interleaved(1, contestants)  # to warm up
            results = interleaved(rounds, contestants)
            label = f"{number} connection{'s' if number > 1 else ''} on as many matches"
            for way, what in (("recorder", "appends/s"), ("locked", "with a table lock and NOTIFY/s")):
                yield compared(f"{label}: {what}", results[way], "raw inserts/s", results["raw"])


def by_recorder(recorder: MatchRecorder) -> Append:
    """As the service appends."""
    match_id = uuid4()
    return lambda version: recorder.insert_events([StoredEvent(match_id, version, TOPIC, STATE)])


def by_hand(stack: ExitStack, url: str) -> Append:
    """One insert, one commit."""
    connection, match_id = stack.enter_context(psycopg.connect(url, autocommit=True)), uuid4()
    statement = sql.SQL(INSERT).format(sql.Identifier("raw")).as_bytes()
    return lambda version: connection.execute(statement, (match_id, version, TOPIC, STATE), prepare=True)


def with_lock(stack: ExitStack, url: str) -> Append:
    """Lock the table, notify, insert, commit."""
    connection, match_id = stack.enter_context(psycopg.connect(url, autocommit=True)), uuid4()
    insert = sql.SQL(INSERT).format(sql.Identifier("locked")).as_bytes()
    lock = b"SET LOCAL lock_timeout = '5s'; LOCK TABLE locked IN EXCLUSIVE MODE; NOTIFY locked"

    def append(version: int) -> None:
        with connection.transaction():
            connection.execute(lock)
            connection.execute(insert, (match_id, version, TOPIC, STATE), prepare=True)

    return append


def rate(way: Callable[[ExitStack], Append], number: int, seconds: float) -> float:
    """How many appends so many threads do per second."""
    stop, done = Event(), [0] * number

    def run(position: int, append: Append, begin: Barrier) -> None:
        append(0)
        begin.wait()
        while not stop.is_set():
            done[position] += 1
            append(done[position])

    with ExitStack() as stack:
        begin = Barrier(number + 1)
        threads = [Thread(target=run, args=(position, way(stack), begin)) for position in range(number)]
        for thread in threads:
            thread.start()
        begin.wait()
        start = time.perf_counter()
        time.sleep(seconds)
        stop.set()
        for thread in threads:
            thread.join()
        return sum(done) / (time.perf_counter() - start)


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
