"""The page of a match in a real browser: a whole match is played by clicks, and nothing secret goes astray."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.browser.driving import Browser, opened
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


_CARDS = (
    "EMP_LETTER POPE_YELLOW OTHERS_3 OTHERS_5 LUST_2 GREED_2 MOVE_CREW NEW_CREW POPE_STONE TAKE_GOOD STEAL_3"
    " TAKE_3 TAKE_5 TAKE_7"
)
SHORT: Mapping[str, Mapping[str, Any]] = {
    "mea-culpa": {
        "board": {"market_draw": 2, "house": {card: [16 * (card == "NEW_CREW"), 0] for card in _CARDS.split()}},
        "seed": f"{1:032x}",
        "prefers": ["^(place-crew|perform)", "^visit", "^buy", "^take-free", "^choose-character"],
    },
    "seven-sins": {"board": {"backs": {"I": 2, "II": 1, "III": 1}}, "seed": f"{1:032x}"},
    "thurn-and-taxis": {
        "board": {"houses": 1, "min_route": 1},
        "seed": f"{1:032x}",
        "prefers": ["^close", "^extend", "^start", "^take-card", "^discard"],
    },
}
"""Boards on which a match is over soon, and what is preferred there: then it is sooner."""
PRINTED: Mapping[str, Mapping[str, Any]] = {
    "mea-culpa": {},
    "seven-sins": {},
    "thurn-and-taxis": {"prefers": ["^(?!give-up)"]},
}
"""The printed boards, on which hundreds of decisions are made."""


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", sorted(SHORT))
def test_four_browsers_play_a_whole_match_by_clicks_alone(browser: Browser, service: Served, ruleset: str) -> None:
    short = {"options": {"chance": "known"}, **SHORT[ruleset]}
    prefers = short.pop("prefers", [])
    check_played(browser, service, opened(service, ruleset, 4, **short), prefers, first=True)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", sorted(PRINTED))
def test_four_browsers_play_a_whole_match_on_the_printed_board(
    browser: Browser, service: Served, ruleset: str
) -> None:
    check_played(browser, service, opened(service, ruleset, 4), PRINTED[ruleset].get("prefers", []), first=False)


def check_played(browser: Browser, service: Served, match: Any, prefers: list[str], *, first: bool) -> None:
    """A match is played to its end by clicks, and each page shows the same as the service at the end."""
    found = browser.run("play", seed=5, most=5000, addresses=links(service, match), prefers=prefers, first=first)
    now = service.request("GET", f"{match['links']['self']}?text=en")[1]
    assert found["wrong"] == []
    assert now["status"] == "finished"
    log = service.request("GET", f"{match['links']['decisions']}?limit=1000")[1]["decisions"]
    made = [one for one in log if isinstance(one["actor"], dict) and not one["automatic"]]
    assert len(made) == found["sent"], "every decision of a seat was a click"
    for end in found["ends"]:
        assert (end["shown"], end["listed"]) == (now["version"], now["version"] + 1)
        assert end["says"]
        assert end["state"] == now["text"]
        assert end["address"] == f"{service.address}/matches/{match['id']}", "no token in it"
    for seat, end in enumerate(found["ends"]):
        assert sorted(end["marks"]) in pointers(service, match, seat)
    for address, referer in map(json.loads, found["asked"]):
        assert address.startswith(f"{service.address}/"), "nothing from another host"
        assert "khz_" not in address + referer
