"""What pages ask for, and what their policy forbids, in a real browser; and that everything goes by keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.driving import Browser, opened, page_of, played_on
from tests.persistence.serving import Served, served

pytestmark = pytest.mark.long

MARKUP = "<script>globalThis.ran=1</script><style>*{color:red}</style><b>bold</b>"
NAME = "<img src=x onerror=ran=1>"


def noted(service: Served, match: Any, text: str) -> None:
    bearer = {"Authorization": f"Bearer {match['tokens']['seats'][0]}"}
    note = {"type": "table.note", "text": text}
    assert service.request("POST", match["links"]["commands"], note, bearer)[0] == 201


def test_markup_is_text_nothing_inline_runs_and_all_is_asked_of_the_pages_own_host(
    browser: Browser, service: Served
) -> None:
    match = opened(service, "mea-culpa", 2, names=(NAME, "Ben"))
    noted(service, match, MARKUP)
    token = match["tokens"]["seats"][1]
    found = browser.run("policy", address=page_of(service, match, token), other="http://elsewhere.invalid")
    assert found["errors"] == []
    assert found["before"] == {"ran": None, "bold": 0}
    assert NAME in found["title"]
    assert MARKUP in found["text"]
    assert found["after"] is None
    assert found["fetched"] == "refused"
    assert found["looks"] == {"size": "16px", "position": "static"}
    assert {"script-src-elem", "script-src-attr", "style-src-elem", "style-src-attr", "img-src"} <= set(
        found["refused"]
    )
    assert "connect-src" in found["refused"]
    assert len(found["asked"]) > 20
    assert any(one["authorized"] for one in found["asked"])
    for one in found["asked"]:
        assert one["url"].startswith((f"{service.address}/", "data:")), one
        assert "khz_" not in one["url"] + one["referer"]
    assert found["address"] == page_of(service, match)


def test_no_token_is_in_the_log_of_the_service(
    browser: Browser, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(f"sqlite:///{tmp_path / 'kerbholz.db'}", 1, "--log-level", "info") as service:
        match = opened(service, "seven-sins", 2)
        token = match["tokens"]["seats"][0]
        browser.run("policy", address=page_of(service, match, token), other="http://elsewhere.invalid")
    said = "".join(capfd.readouterr())
    assert match["id"] in said, "it says what was asked for"
    assert "khz_" not in said
    assert token not in said


def test_everything_goes_by_keys(browser: Browser, service: Served) -> None:
    match = opened(service, "thurn-and-taxis", 2)
    played_on(service, match, 12)
    found = browser.run("keyboard", address=page_of(service, match), step=2)
    assert found["version"] <= found["before"]
    assert f"decision {found['version']}" in found["told"]
    assert found["link"] == f"{page_of(service, match)}?at={found['version']}"
    assert found["tabs"] < 20


@pytest.mark.soak
def test_a_spectator_follows_through_two_restarts(browser: Browser, tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'kerbholz.db'}") as service:
        match = opened(service, "mea-culpa", 2)
        last = service.request("GET", match["links"]["self"])[1]["version"] + 9
        browser.begin("follow", address=page_of(service, match), until=last)
        assert json.loads(browser.line())[0] == last - 9
        for restart in range(3):
            if restart:
                service.kill()
                service.start_again(there=True)
            for number in range(3):
                noted(service, match, f"tea {restart} {number}")
        found = browser.end()
        log = service.request("GET", f"{match['links']['self']}/decisions?text=en&limit=1000")[1]["decisions"]
        assert found["sentences"] == [[one["version"], one["text"]] for one in log]
        assert found["says"] == log[-1]["text"]
