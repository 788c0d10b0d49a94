"""A match in a page of another origin: it shows what everybody may see, and can be led to a decision."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath

import pytest

from service.page.rendering import assets
from tests.browser.driving import Browser, opened, page_of, played_on
from tests.browser.using import Bench, Used
from tests.persistence.serving import Served

pytestmark = pytest.mark.long


def test_a_page_of_another_origin_shows_a_match_and_leads_it(browser: Browser, service: Served) -> None:
    match = opened(service, "mea-culpa", 2)
    private = opened(service, "mea-culpa", 2, public=False, names=("Xanthippe", "Zebedee"))
    played_on(service, match, 6)
    token = match["tokens"]["seats"][0]
    address = f"{service.address}/embed/matches/{match['id']}"
    secret = f"{service.address}/embed/matches/{private['id']}#token={private['tokens']['arbiter']}"
    found = browser.run(
        "embed",
        address=f"{address}#token={token}",
        others=[secret, page_of(service, match), f"{service.address}/"],
        token=token,
        match=match["id"],
    )
    assert found["errors"] == []
    assert found["still"] == "3"
    said = service.request("GET", f"{match['links']['self']}/decisions?after=3&limit=1&text=en")[1]["decisions"]
    assert found["says"] == said[0]["text"]
    own = [one for one in found["heard"] if one["first"]]
    assert own == found["heard"], "pages that are in no frame, and empty ones, say nothing"
    assert {one["type"] for one in own} == {"ready", "at"}
    assert {one["origin"] for one in own} == {service.address}
    assert {one["match"] for one in own} == {match["id"]}
    shown = {one["url"].partition("#")[0]: one["shown"] for one in found["frames"]}
    assert shown[secret.partition("#")[0]] == "There is nothing to be seen here."
    assert list(shown.values())[2:] == [None] * len(list(shown.values())[2:]), "other pages are in no frame"
    assert len(found["frames"]) == 4
    assert found["forms"] == 0
    assert found["stored"] == [0, ""]
    for one in found["asked"]:
        assert (one["method"], one["authorization"]) == ("GET", None), one
        assert "khz_" not in one["url"].partition("#")[0]


def test_where_a_board_has_faded_no_other_one_is_shown(service: Served, used: Used) -> None:
    bench = Bench(service, "seven-sins", 2)
    bench.play(6)
    read = used(
        ["expect", "403"],
        ["visit", f"{service.address}/embed/matches/{bench.opened['id']}?at=1"],
        ["wait", "#says:has-text('has faded')"],
        ["count", "boards", "#picture > *"],
        ["click", "#last"],
        ["wait", "#picture svg"],
    )
    assert read["boards"] == 0


def test_no_script_of_it_knows_of_tokens_or_keeps_anything() -> None:
    scripts = {name: file.body.decode() for name, file in assets().items() if name.endswith(".js")}
    reached, waiting = set(), ["embed.js"]
    while waiting:
        name = waiting.pop()
        reached.add(name)
        imported = re.findall(r'from "(\.[^"]*)"', scripts[name])
        waiting += {normpath(join(dirname(name), one)) for one in imported} - reached
    assert "log/live.js" in reached
    for name in reached:
        assert not re.search(r"localStorage|sessionStorage|indexedDB|cookie|location\.hash", scripts[name]), name
