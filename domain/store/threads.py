"""Threads that run beside everything else, until they are told to end."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread


def begun(run: Callable[[], object], name: str) -> Thread:
    """A thread that runs *run*, and is cut off where the process ends.

    What is given back has begun. A signal may come while it begins, and what is closed then can
    wait for no thread that has not.
    """
    thread = Thread(target=run, name=f"kerbholz-{name}", daemon=True)
    thread.start()
    return thread
