"""What a scribe's page does beside tapping moves: undo, looks of one's own, corrections, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

PHONE = {"width": 360, "height": 800}
READY = "#entering[data-version] .pad:not([aria-busy])"
QUIET = ["pause", 320]
"""So long no tap counts after another one."""


def scribe(service: Served, **more: Any) -> tuple[Bench, list[list[Any]]]:
    """A recorded match in which Ada takes next, and the steps that open its scribe's page on a phone."""
    bench = Bench(service, "seven-sins", 2, mode="recorded", options={"first_seat": 0}, **more)
    bench.send("scribe", {"type": "choose-sins", "sins": ["pride", "greed", "lust", "envy"]})
    bench.send("scribe", {"type": "deal", "cards": {"unknown": 2}})
    bench.send("scribe", {"type": "refill", "cards": ["pride", "pride", "greed", "lust", "envy"]})
    page = f"{bench.page}/scribe#token={bench.token('scribe')}"
    return bench, [["window", "phone", PHONE], ["follow", page], ["wait", READY], QUIET]


def test_undo_leaves_no_trace_for_a_moment_and_corrects_after_that(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    before = bench.ask("scribe")["version"]
    used(
        *opened,
        ["click", "#pad button:has-text('Greed'):has-text('Abyss')"],
        ["wait", "#lines li"],
        QUIET,
        ["click", "#undo"],
        ["wait", "#written[hidden]"],
        ["pause", 3_200],
    )
    assert bench.ask("scribe")["version"] == before, "it was never sent"
    read = used(
        *opened,
        ["click", "#pad button:has-text('Greed'):has-text('Abyss')"],
        ["wait", "#pad [data-adds]"],
        ["texts", "list", "#pad .due"],
        ["wait", "#last li:has-text('Ada takes') [data-wrong]"],
        QUIET,
        ["click", "#undo"],
        ["wait", "#last .struck"],
    )
    assert read["list"] == ["0 / 1"]
    log = bench.ask("scribe", "/decisions?limit=100&text=en")["decisions"]
    assert [one["command"]["type"] for one in log[before + 1 :]] == ["take", "table.amend"]
    assert bench.ask("scribe", "/view")["board"]["centre"]["count"] == 5


def test_a_tap_counts_once(service: Served, used: Used) -> None:
    bench, opened = scribe(service)
    used(
        *opened,
        ["click", "#pad button:has-text('Greed'):has-text('Abyss')"],
        ["wait", "#pad [data-adds]"],
        ["click", "#pad [data-adds]"],  # under the finger, where another button was
        ["pause", 3_500],
    )
    log = bench.ask("scribe", "/decisions?limit=100")["decisions"]
    assert log[-1]["command"]["type"] == "take", "the second tap did not count"
