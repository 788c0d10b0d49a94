"""The page in `docs/clients.md` shows any match of any installed game, live, in a real browser."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from domain.kit.ruleset import rulesets
from domain.table.worded import languages_for
from tests.browser.driving import Browser
from tests.games.openable import OPENABLE
from tests.persistence.serving import Served
from tests.service.playing import filled_move, opening

pytestmark = pytest.mark.long

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "clients.md"
PATIENCE = 120.0
"""Seconds that a page may take in all."""


def page_of_the_document() -> str:
    """The page, as it stands in the documentation."""
    (page,) = re.findall(r"^```html\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return page


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextlib.contextmanager
def elsewhere(folder: Path) -> Iterator[str]:
    """Files served from an origin of their own."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def watched(browser: Browser, address: str) -> Iterator[Iterator[Any]]:
    """What a page shows, each time that it has changed."""
    thrown: list[str] = []

    def seen() -> Iterator[Any]:
        while "thrown" not in (shown := json.loads(browser.line())):
            yield shown
        thrown.append(shown["thrown"])

    browser.begin("watch", address=address, seconds=PATIENCE)
    try:
        yield seen()
    finally:
        if thrown:
            pytest.fail(thrown[0])
        browser.over()


@pytest.fixture
def origin(tmp_path: Path) -> Iterator[str]:
    """Where the page of the document is served, which is not where the service is."""
    (tmp_path / "page.html").write_text(page_of_the_document(), "utf-8")
    with elsewhere(tmp_path) as address:
        yield address


def played_on(service: Served, opened: Any, rng: Random) -> int:
    """One move of somebody who is awaited; the newest version."""
    path = f"/v1/matches/{opened['id']}"
    for seat, token in enumerate(opened["tokens"]["seats"]):
        bearer = {"Authorization": f"Bearer {token}"}
        _, listed, _ = service.request("GET", f"{path}/moves?seat={seat}", None, bearer)
        if listed["moves"]:
            command = filled_move(rng.choice(listed["moves"]), rng)
            status, answer, _ = service.request("POST", f"{path}/commands", command, bearer)
            assert status == 201, answer
            version: int = answer["version"]
            return version
    raise AssertionError("nobody can do anything")


def test_it_is_short_and_knows_no_game() -> None:
    page = page_of_the_document()
    assert len(page.splitlines()) <= 60
    said = page.lower()
    for name, game in OPENABLE.items():
        assert name not in said
        names = [*(fact.TYPE for fact in game.facts), *(kind for kind in game.command_types if "-" in kind)]
        assert not [kind for kind in names if kind.lower() in said]


@pytest.mark.parametrize("public", [True, False])
def test_it_shows_any_match_as_it_goes_on(browser: Browser, service: Served, origin: str, public: bool) -> None:
    rng = Random(1)
    for game in OPENABLE:
        body = opening(2, ruleset=game, public=public)
        status, opened, _ = service.request("POST", "/v1/matches", body)
        assert status == 201, opened
        address = f"{origin}/page.html#{service.address}/v1/matches/{opened['id']}"
        if not public:
            address += f"#{opened['tokens']['seats'][0]}"
        with watched(browser, address) as shown:
            seen = next(one for one in shown if one["picture"] and one["said"])
            assert seen["errors"] == []
            assert seen["language"] == ("de" if "de" in languages_for(rulesets()[game]) else "en")
            assert body["seats"][1]["name"] in seen["title"]
            version = played_on(service, opened, rng)
            seen = next(one for one in shown if any(said.startswith(f"{version} ") for said in one["said"]))
            assert [int(said.partition(" ")[0]) for said in seen["said"]] == [*range(version + 1)]
            assert all(said.partition(" ")[2] for said in seen["said"])
            assert seen["words"]


def test_it_says_why_it_shows_nothing(browser: Browser, service: Served, origin: str) -> None:
    _, opened, _ = service.request("POST", "/v1/matches", opening(2, public=False))
    with watched(browser, f"{origin}/page.html#{service.address}/v1/matches/{opened['id']}") as shown:
        assert next(one for one in shown if "public" in one["status"])["said"] == []


def test_without_a_match_it_says_what_is_missing(browser: Browser, origin: str) -> None:
    """It asked its own address, and showed that HTML is no JSON."""
    with watched(browser, f"{origin}/page.html") as shown:
        assert next(one for one in shown if one["status"] not in ("", "…"))["status"].startswith("Which match?")
