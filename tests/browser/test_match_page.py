"""The page of a match in a real browser: a whole match is played by clicks, and nothing secret goes astray."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.browser.driving import Browser, opened, played_on
from tests.persistence.serving import Served

pytestmark = pytest.mark.long


def pointers(service: Served, match: Any, seat: int) -> list[list[str]]:
    """What the marks of a seat's picture point at, in each of its shapes."""
    headers = {"Authorization": f"Bearer {match['tokens']['seats'][seat]}", "Accept": "image/svg+xml"}
    found = []
    for shape in ("wide", "tall"):
        address = f"{service.address}/v1/matches/{match['id']}/picture?as=seat:{seat}&shape={shape}"
        with urlopen(Request(address, headers=headers)) as answer:
            found.append(sorted(re.findall(r'data-at="([^"]*)"', answer.read().decode())))
    return found


def links(service: Served, match: Any) -> list[str]:
    """The links of all seats."""
    return [f"{service.address}/matches/{match['id']}#token={token}" for token in match["tokens"]["seats"]]


@pytest.mark.parametrize(
    ("ruleset", "seats", "most"), [("seven-sins", 2, 1000), ("mea-culpa", 3, 15), ("thurn-and-taxis", 2, 12)]
)
def test_a_match_is_played_by_clicks_alone(
    browser: Browser, service: Served, ruleset: str, seats: int, most: int
) -> None:
    match = opened(service, ruleset, seats)
    if most < 1000:
        played_on(service, match, 40)
    found = browser.run("play", seed=5, most=most, addresses=links(service, match))
    now = service.request("GET", match["links"]["self"])[1]
    assert found["wrong"] == []
    assert found["sent"] == most or now["status"] == "finished"
    for end in found["ends"]:
        assert (end["shown"], end["listed"]) == (now["version"], now["version"] + 1)
        assert end["says"]
        assert end["address"] == f"{service.address}/matches/{match['id']}", "no token in it"
    for seat, end in enumerate(found["ends"]):
        assert sorted(end["marks"]) in pointers(service, match, seat)
    for address, referer in map(json.loads, found["asked"]):
        assert address.startswith(f"{service.address}/"), "nothing from another host"
        assert "khz_" not in address + referer
