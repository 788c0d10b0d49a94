"""What takes long and is the same for all: one process of a test run makes it, the others wait and read it."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


@contextlib.contextmanager
def alone(factory: pytest.TempPathFactory, name: str) -> Iterator[Path]:
    """A path that all processes of this run share, for one of them at a time."""
    folder = factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder / name


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[], Any]) -> Any:
    """The JSON document that *make* gives in the first process of this run that asks for *name*.

    If it fails there, the next one tries again, and fails for itself.
    """
    with alone(factory, f"{name}.json") as kept:
        if not kept.exists():
            kept.write_text(json.dumps(make()), encoding="utf-8")
    return json.loads(kept.read_text(encoding="utf-8"))
