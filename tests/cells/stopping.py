"""Moves that stop on the way: by an exception, or killed in a process of their own.

Nothing of the tests is loaded here, for a process that is killed begins with it.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from unittest.mock import patch
from uuid import UUID

from domain.application.matches import Matches
from domain.cells import carried
from domain.cells.moving import STEPS, move
from domain.cells.registry import Registry
from service.config import Settings

POINTS = (
    "half copied",
    "copied",
    "ended",
    "half in place",
    "in place",
    "registered",
    "half cleared",
    "cleared away",
)
"""Where a move can stop: behind each of its steps, and within a transaction of those that write much."""
assert set(STEPS) < set(POINTS)


class StoppedHere(BaseException):
    """A move has stopped."""


def stop() -> None:
    """Stop by an exception."""
    raise StoppedHere


def kill() -> None:
    """Stop as by SIGKILL: nothing is flushed, nothing is said."""
    os.kill(os.getpid(), signal.SIGKILL)


@contextlib.contextmanager
def stopping(point: str, how: Callable[[], None]) -> Iterator[Callable[[str], None]]:
    """Gives what is told of each step of a move that is to stop at a point."""
    clearing, inserting = carried._clear_beside, carried._insert
    cleared = 0

    def clear(run: Any, match_id: UUID) -> None:
        nonlocal cleared
        cleared += 1
        clearing(run, match_id)
        if (point, cleared) in (("half in place", 1), ("half cleared", 2)):
            how()

    def insert(run: Any, table: str, *rest: Any) -> None:
        inserting(run, table, *rest)
        if point == "half copied" and table == "kerbholz_arriving" and rest[1][0][2] > 0:
            how()

    with patch.multiple(carried, CHUNK=2, _clear_beside=clear, _insert=insert):
        yield lambda step: how() if step == point else None


def killed(registry: str, urls: Mapping[str, str], key: str, match: str, to: str, point: str) -> None:
    """Move a match in this process, which is killed at a point."""
    with contextlib.ExitStack() as stack, stopping(point, kill) as step:
        opened = {
            name: stack.enter_context(Matches(Settings(database=url).environment, service_key=bytes.fromhex(key)))
            for name, url in {"": registry, **urls}.items()
        }
        move(Registry(opened.pop("").database), opened, UUID(match), to, step)
