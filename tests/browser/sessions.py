"""One browser and one service for all tests of pages in a folder that are in one process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.driving import Browser, a_browser
from tests.persistence.serving import Served, served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser."""
    with a_browser() as started:
        yield started


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service on a database of its own."""
    with served(f"sqlite:///{tmp_path_factory.mktemp('pages') / 'kerbholz.db'}") as server:
        yield server
