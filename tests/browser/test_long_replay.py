"""A match of 2,000 decisions in the page: all of it is there, steps go on, and the page does not grow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from service.config import Settings
from tests.benchmarks.past import LONG, lengthened
from tests.browser.driving import Browser
from tests.persistence.serving import served

pytestmark = pytest.mark.long

AT_ONCE = 40
"""Decisions that are gone through at the beginning, and at the end."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a match of Thurn and Taxis that goes on and on."""
    url = f"sqlite:///{Path(tmp_path_factory.mktemp('long')) / 'kerbholz.db'}"
    settings = Settings(database=url)
    migrate(settings.environment)
    with Matches(settings.environment) as matches:
        identifier = lengthened(matches, LONG)
    with served(url) as service:
        yield f"{service.address}/matches/{identifier}"


@pytest.mark.soak
def test_two_thousand_decisions_are_there_and_stepped_through(browser: Browser, address: str) -> None:
    for first in (0, LONG - AT_ONCE):
        found = browser.run("replay", address=address, **{"from": first, "steps": AT_ONCE, "marks": 2})
        assert found["errors"] == []
        assert found["listed"] == LONG + 1
        assert found["at"] == str(first + AT_ONCE)
        assert found["marks"] > 50
        assert all(found["said"])
        check_that_it_does_not_grow(found["memory"])


@pytest.mark.soak
def test_two_thousand_decisions_are_gone_through_one_by_one(browser: Browser, address: str) -> None:
    found = browser.run("replay", address=address, **{"from": 0, "steps": LONG, "marks": 4})
    assert found["errors"] == []
    assert found["at"] == str(LONG)
    assert all(found["said"])
    check_that_it_does_not_grow(found["memory"])


def check_that_it_does_not_grow(memory: list[dict[str, int]]) -> None:
    """The board itself grows with the match: a tenth is allowed for that, between the first mark and the last."""
    for what in ("kilobytes", "nodes", "listeners"):
        assert memory[-1][what] <= 1.1 * memory[0][what] + 200, (what, memory)
