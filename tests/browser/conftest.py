"""What the tests of pages do in the browser."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.driving import Browser
from tests.browser.sessions import browser, service
from tests.browser.using import Used

__all__ = ["browser", "service", "used"]


@pytest.fixture
def used(browser: Browser) -> Used:
    """Uses a page in the browser."""

    def use(*steps: list[Any]) -> dict[str, Any]:
        found = browser.run("use", steps=steps)
        assert not found["wrong"], found["wrong"]
        return dict(found["read"])

    return use
