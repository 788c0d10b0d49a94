"""With several links on one device, the page says as whom it acts; what it keeps can be forgotten."""

from __future__ import annotations

import pytest

from tests.browser.driving import Browser, opened
from tests.browser.test_match_page import links
from tests.persistence.serving import Served

pytestmark = pytest.mark.long


def test_links_are_kept_and_forgotten_and_the_page_says_as_whom_it_acts(browser: Browser, service: Served) -> None:
    match = opened(service, "mea-culpa", 3)
    first, second, _ = links(service, match)
    found = browser.run("keep", first=first, second=second)
    assert found["wrong"] == []
    assert found["first"] == {"me": "Ada", "others": [], "as": "seat:0", "kept": 0}
    assert found["closed"] is False, "with the tab, the token is gone"
    both = {"me": "Ben", "others": ["Ada"], "as": "seat:1"}
    assert found["second"] == found["back"] == {**both, "kept": 2}
    assert found["changed"] == {"me": "Ada", "others": ["Ben"], "as": "seat:0", "kept": 2}
    assert found["dropped"]["kept"] == 1
    assert found["forgotten"] == {"me": "Ben", "others": [], "as": "seat:1", "kept": 1}
    assert found["nobody"] == [False, "public", False]
    assert not any("khz_" in address for address in found["asked"])
