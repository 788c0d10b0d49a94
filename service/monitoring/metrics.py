"""Figures for Prometheus: how many requests, how they ended, how long they took.

Labels are routes, methods, statuses and codes, of which there are few: no match, no seat, no address. With several
workers the figures are those of all of them: each writes its own into the folder that `shared` makes, and
the one that is asked adds them up.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import Counter, Histogram

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
ROOM = 1 << 20
"""Bytes that the figures of a worker take, with something to spare."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The figures of one application. Others may register more in `registry`, with names in ``kerbholz_``."""

    def __init__(self) -> None:
        # Imported now, and not with the module: where the values lie is decided by the import, which must come
        # after `shared` has made the folder, and in the worker.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self.registry = CollectorRegistry()
        self.requests = Counter(
            "kerbholz_requests",
            "Requests that were answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.problems = Counter(
            "kerbholz_problems", "Errors that were answered, by their code.", ("code",), registry=self.registry
        )
        self.seconds = Histogram(
            "kerbholz_request_seconds",
            "From the request to its answer; of a stream, to its beginning.",
            ("method", "route"),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.deliveries = Counter(
            "kerbholz_webhook_deliveries",
            "Attempts to deliver something to a webhook, by their result.",
            ("result",),
            registry=self.registry,
        )
        self.running = Gauge(
            "kerbholz_requests_running",
            "Requests that are being answered.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.streams = Gauge(
            "kerbholz_streams",
            "Streams, long polls and long answers that are open.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._of_route: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered. There are few kinds, so what counts for one is looked up once."""
        found = self._of_route.get((method, route, status))
        if found is None:
            counted = self.requests.labels(method, route, str(status))
            found = self._of_route[method, route, status] = (counted, self.seconds.labels(method, route))
        found[0].inc()
        found[1].observe(seconds)

    def text(self) -> bytes:
        """All figures, in Prometheus' text format; with several workers, the sums over them."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self.registry
        if folder := os.environ.get(FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


@contextlib.contextmanager
def shared(workers: int) -> Iterator[None]:
    """A folder for the figures of all workers that are forked while this lasts; OSError if there can be none.

    One worker needs none: its figures begin anew if it is replaced.
    """
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-metrics-"))
            _check_room(Path(folder), workers * ROOM)
        except OSError:
            stack.close()
            if workers > 1:
                raise
            yield
            return
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


def _check_room(folder: Path, size: int) -> None:
    """Raise OSError where there is no room for these bytes: a worker that found none while writing would die."""
    if hasattr(os, "posix_fallocate"):
        with open(folder / "room", "wb") as file:
            os.posix_fallocate(file.fileno(), 0, size)
        (folder / "room").unlink()


def forget_the_dead() -> None:
    """Drop what workers that are gone had in hand; what they have counted stays."""
    if FOLDER not in os.environ:
        return
    for path in Path(os.environ[FOLDER]).glob("gauge_live*_*.db"):
        found = re.search(r"_(\d+)\.db$", path.name)
        if found is not None and not _lives(int(found[1])):
            with contextlib.suppress(FileNotFoundError):
                path.unlink()


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
