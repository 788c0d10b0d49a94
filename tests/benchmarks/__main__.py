"""``python -m tests.benchmarks [NAME …]``: measures everything, or the named benchmarks, and prints tables."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable

from tests.benchmarks import (
    appends,
    engine,
    environments,
    evidence,
    failing_over,
    growth,
    loads,
    many,
    matches,
    over_http,
    pages,
    past,
    peers,
    rebuilding,
    relay,
    room,
    streams,
)
from tests.benchmarks.slips import report as slips

BENCHMARKS: dict[str, Callable[[], str]] = {
    "engine": engine.report,
    "environments": environments.report,
    "http": over_http.report,
    "loads": loads.report,
    "growth": growth.report,
    "past": past.report,
    "streams": streams.report,
    "relay": relay.report,
    "appends": appends.report,
    "rebuild": rebuilding.report,
    "many": many.report,
    "matches": matches.report,
    "room": room.report,
    "peers": peers.report,
    "evidence": evidence.report,
    "failing-over": failing_over.report,
    "pages": pages.report,
    "slips": slips.report,
}


def main() -> None:
    """Measure; takes about twenty minutes in all."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measures; judges nothing.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)} (default: all)")
    chosen = parser.parse_args().names or list(BENCHMARKS)
    if unknown := set(chosen) - set(BENCHMARKS):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores. Ratios say more than the figures.\n")
    for name in chosen:
        print(BENCHMARKS[name](), flush=True)


if __name__ == "__main__":
    main()
