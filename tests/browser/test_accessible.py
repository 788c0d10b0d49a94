"""Pages can be used by everybody: axe-core finds nothing, and nothing has to be scrolled sideways."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.driving import Browser, awaited, opened, page_of, played_on
from tests.persistence.serving import Served

pytestmark = pytest.mark.long

READY = "html[data-ready]"


def looked_at(service: Served, ruleset: str) -> list[dict[str, Any]]:
    """A match as everybody, as a seat that is to move, and as an arbiter, with what opens on it."""
    match = opened(service, ruleset, 3)
    played_on(service, match, 25)
    tokens = match["tokens"]
    seat = page_of(service, match, tokens["seats"][awaited(service, match)])
    return [
        {"address": page_of(service, match), "acts": ["open", "help"], "ready": READY},
        {"address": seat, "acts": ["move", "said", "told"], "ready": READY},
        {"address": page_of(service, match, tokens["arbiter"]), "acts": ["nothing"], "ready": READY},
    ]


@pytest.mark.few("seat-mea-culpa")
@pytest.mark.parametrize("ruleset", ["mea-culpa", "seven-sins", "thurn-and-taxis"])
@pytest.mark.parametrize(("which", "looks"), [(0, 3), (1, 4), (2, 2)], ids=["everybody", "seat", "arbiter"])
def test_axe_finds_nothing_on_a_match_and_a_phone_is_wide_enough(
    browser: Browser, service: Served, ruleset: str, which: int, looks: int
) -> None:
    looked = browser.run("axe", views=[looked_at(service, ruleset)[which]])
    assert not looked["found"], json.dumps(looked["found"], indent=1)
    assert looked["looks"] == looks


def test_axe_finds_nothing_on_the_desk_with_a_match_on_screen(browser: Browser, service: Served) -> None:
    match = opened(service, "seven-sins", 3)
    played_on(service, match, 3)
    bearer = {"Authorization": f"Bearer {match['tokens']['seats'][0]}"}
    accusation = {"type": "table.accuse", "accused": 1, "reason": "That was my turn."}
    version = service.request("POST", match["links"]["commands"], accusation, bearer)[1]["version"]
    stored = {
        "kerbholz name": "Ada",
        "kerbholz desk": json.dumps({"title": "Autumn", "tables": [{"label": "Table 1", "match": match["id"]}]}),
        f"kerbholz tokens {match['id']}": json.dumps([{"token": match["tokens"]["arbiter"], "as": "official"}]),
    }
    address = f"{service.address}/desk/{match['id']}?at={version}#rule"
    view = {"address": address, "acts": ["nothing", "ruling"], "ready": "#moves form", "stored": stored}
    looked = browser.run("axe", views=[view])
    assert not looked["found"], json.dumps(looked["found"], indent=1)
    assert looked["looks"] == 3


@pytest.mark.soak
def test_axe_finds_nothing_on_the_other_pages(browser: Browser, service: Served) -> None:
    match = opened(service, "seven-sins", 2, names=("A" * 40, "B" * 40))
    private = opened(service, "seven-sins", 2, public=False)
    table = opened(service, "seven-sins", 2, mode="recorded")
    scribe = f"{service.address}/matches/{table['id']}/scribe"
    views = [
        {"address": f"{service.address}/", "ready": "html[data-scripts]"},
        {"address": f"{service.address}/open", "ready": READY},
        {"address": page_of(service, private), "ready": "#picture [role=alert]"},
        {"address": f"{service.address}/embed/matches/{match['id']}", "ready": "html[data-shown]"},
        {"address": f"{service.address}/embed/matches/{private['id']}", "ready": "h1"},
        {"address": f"{service.address}/desk", "ready": "#links[open]"},
        {"address": f"{scribe}#token={table['tokens']['scribe']}", "ready": READY},
        {"address": scribe, "ready": "#link-form:not([hidden])"},
        {"address": f"{service.address}/docs", "ready": "h1", "acts": ["some"]},
        {"address": f"{service.address}/docs/problems", "ready": "h1"},
    ]
    looked = browser.run("axe", views=[{"acts": ["nothing"], **view} for view in views])
    assert not looked["found"], json.dumps(looked["found"], indent=1)
