"""A process that appends notes at a steady pace, whatever becomes of the service."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection as Pipe
from threading import Event, Thread

from domain.kit.table.commands import Note
from tests.benchmarks.clients import Connection, post

AT_ONCE = 4
"""Writers, each with a connection of its own."""
AGAIN = 0.1
"""Seconds after which a service is looked for again that was gone."""

Noted = tuple[int, int, float, float]
"""A note that was acknowledged: to which match, as which version, when it was sent, and seconds to the answer."""


def noted(connection: Connection, match: int, path: str, token: str) -> Noted:
    """Append a note."""
    request = post(path, json.dumps({"type": Note.TYPE, "text": "a note"}).encode(), token)
    sent, began = time.time(), time.monotonic()
    answer = connection.send(request)
    return match, json.loads(answer)["version"], sent, time.monotonic() - began


def write(address: str, matches: Sequence[tuple[str, str]], pace: float, pipe: Pipe) -> None:
    """Append so many notes a second, to one match after the other, until the pipe says something.

    It is told when that has begun.
    """
    stopping, done = Event(), list[Noted]()

    def go_on(first: int) -> None:
        begun, connection = time.monotonic() + first / pace, None
        for number in count():
            if stopping.wait(max(0.0, begun + number * AT_ONCE / pace - time.monotonic())):
                return
            match = (first + number * AT_ONCE) % len(matches)
            try:
                connection = connection or Connection(address)
                done.append(noted(connection, match, *matches[match]))
            except (OSError, AssertionError):  # it is gone, or about to go
                connection = None
                stopping.wait(AGAIN)

    writers = [Thread(target=go_on, args=(first,)) for first in range(AT_ONCE)]
    for writer in writers:
        writer.start()
    pipe.send("begun")
    with suppress(EOFError):
        pipe.recv()
    stopping.set()
    for writer in writers:
        writer.join()
    pipe.send(done)


class Writers:
    """Those who append, in a process of their own; *pace* is notes a second, of all of them together."""

    def __init__(self, address: str, matches: Sequence[tuple[str, str]], pace: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=write, args=(address, matches, pace, theirs), daemon=True)
        self._process.start()
        self._pipe.recv()

    def stop(self) -> list[Noted]:
        """What they have appended."""
        self._pipe.send("stop")
        done: list[Noted] = self._pipe.recv()
        self._process.join()
        return done
