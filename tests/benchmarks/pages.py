"""The page of a long match in a real browser: a step, the first board on a phone, and what it holds of memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from urllib.request import Request, urlopen

from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from service.config import Settings
from tests.benchmarks.measuring import Comparison, compared, table
from tests.benchmarks.past import LONG, lengthened
from tests.browser.driving import Browser, a_browser, opened
from tests.persistence.serving import Served, served

SLOWER = 4
BYTES_A_SECOND = 400_000
TITLE = "The page"
NOTES = f"""\
A match of Thurn and Taxis with both modules, after {LONG:,} decisions, in Chromium, with the service on SQLite.
A step is measured from the key to the painted board; the baseline is a plain request for the same picture.
The first board is that of a phone: a processor {SLOWER} times as slow, {BYTES_A_SECOND // 1000} kB/s; the
baseline is the same without that. Kilobytes are those of page, scripts and style; the baseline is what else came
(boards, log). A tap is one on the scribe's page of a new match, with nothing else going on, until the pad or the
line that was written down is painted; the baseline is a button that changes one word. Memory is what the page
holds after all steps; the baseline is after the first quarter of them."""


def measure(rounds: int = 2, steps: int = 1_000, long: int = LONG, taps: int = 240) -> Iterator[Comparison]:
    """Figures of pages, in *rounds* of *steps* steps from the first decision on, and of so many *taps*."""
    with tempfile.TemporaryDirectory(prefix="kerbholz-bench-") as folder:
        url = f"sqlite:///{Path(folder) / 'a.db'}"
        settings = Settings(database=url)
        migrate(settings.environment)
        with Matches(settings.environment) as matches:
            identifier = lengthened(matches, long)
        with served(url) as service, a_browser() as browser:
            yield from _steps(service, browser, identifier, rounds, steps)
            yield from _first(browser, f"{service.address}/matches/{identifier}", rounds)
            yield from _taps(service, browser, taps)


def _steps(service: Served, browser: Browser, identifier: str, rounds: int, steps: int) -> Iterator[Comparison]:
    page = f"{service.address}/matches/{identifier}"
    runs = [browser.run("replay", address=page, **{"from": 0, "steps": steps}) for _ in range(rounds)]
    asked = [_pictures(service, identifier, steps, Random(number)) for number in range(rounds)]
    for name, at in (("p50", 49), ("p95", 94)):
        pages = [quantiles(run["took"], n=100, method="inclusive")[at] for run in runs]
        plain = [quantiles(times, n=100, method="inclusive")[at] for times in asked]
        yield compared(f"a step, {name}, ms", pages, f"ms, {name} of a request for the picture", plain)
    for what in ("kilobytes", "nodes"):
        last, first = ([run["memory"][mark][what] for run in runs] for mark in (-1, 0))
        yield compared(f"memory after {steps:,} steps, {what}", last, "after a quarter of them", first)


def _pictures(service: Served, identifier: str, steps: int, rng: Random) -> list[float]:
    times = []
    for at in rng.sample(range(steps), min(steps, 200)):
        picture = f"{service.address}/v1/matches/{identifier}/picture?at={at}"
        began = perf_counter()
        with urlopen(Request(picture, headers={"Accept": "image/svg+xml"})) as answer:
            answer.read()
        times.append((perf_counter() - began) * 1000)
    return times


def _first(browser: Browser, page: str, rounds: int) -> Iterator[Comparison]:
    phone = [
        browser.run("first_board", address=page, slower=SLOWER, bytesPerSecond=BYTES_A_SECOND)
        for _ in range(rounds)
    ]
    plain = [browser.run("first_board", address=page, slower=1, bytesPerSecond=-1) for _ in range(rounds)]
    for what, name in (
        ("board", "first board on a phone, ms"),
        ("all", "everything there on a phone, ms"),
        ("again", "first board on a phone, visited before, ms"),
    ):
        yield compared(name, [run[what] for run in phone], "ms, without brakes", [run[what] for run in plain])
    yield compared(
        "kB of the page",
        [run["page"] / 1000 for run in phone],
        "kB of boards and log",
        [run["rest"] / 1000 for run in phone],
    )


def _taps(service: Served, browser: Browser, taps: int) -> Iterator[Comparison]:
    """What a tap takes to be shown: less than a tenth of a second is as good as at once."""
    match = opened(service, "thurn-and-taxis", 3, mode="recorded")
    page = f"{service.address}/matches/{match['id']}/scribe#token={match['tokens']['scribe']}"
    found = browser.run("tapping", address=page, taps=taps)
    took, plain = found["took"], found["took"]["plain"]
    assert not found["wrong"], found["wrong"]
    for kind, what in (
        ("drawn", "a tap to the pad"),
        ("written", "a tap to the line"),
        ("next", "a line to the next moves"),
    ):
        for name, at in (("median", 49), ("p95", 94)):
            measured, one = (quantiles(times, n=100, method="inclusive")[at] for times in (took[kind], plain))
            yield compared(f"{what} ({len(took[kind])}), {name}, ms", [measured], f"ms, {name} of a word", [one])


def report() -> str:
    """The benchmark's table."""
    return table(TITLE, NOTES, measure())
