"""The page in `docs/clients.md` shows any match of any installed game, live, in a real browser."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread, Timer
from typing import Any

import pytest

from clients.build import NODE
from domain.kit.ruleset import rulesets
from tests.browser import HERE, ready
from tests.persistence.serving import Served, served
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
def watched(address: str) -> Iterator[Iterator[Any]]:
    """What a page shows, each time that it has changed."""
    command = [str(NODE), str(HERE / "watch_page.mjs"), address]
    process = subprocess.Popen(command, env=ready(), stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    too_long = Timer(PATIENCE, process.kill)
    too_long.start()
    try:
        yield (json.loads(line) for line in process.stdout)
    finally:
        too_long.cancel()
        process.kill()
        process.stdout.close()
        process.wait(timeout=10)


def played_on(server: Served, opened: Any, rng: Random) -> int:
    """One move of somebody who is awaited; the newest version."""
    path = f"/v1/matches/{opened['id']}"
    for seat, token in enumerate(opened["tokens"]["seats"]):
        bearer = {"Authorization": f"Bearer {token}"}
        _, listed, _ = server.request("GET", f"{path}/moves?seat={seat}", None, bearer)
        if listed["moves"]:
            command = filled_move(rng.choice(listed["moves"]), rng)
            status, answer, _ = server.request("POST", f"{path}/commands", command, bearer)
            assert status == 201, answer
            version: int = answer["version"]
            return version
    raise AssertionError("nobody can do anything")


def test_it_is_short_and_knows_no_game() -> None:
    page = page_of_the_document()
    assert len(page.splitlines()) <= 60
    said = page.lower()
    for name, game in rulesets().items():
        assert name not in said
        names = [*(fact.TYPE for fact in game.facts), *(kind for kind in game.command_types if "-" in kind)]
        assert not [kind for kind in names if kind.lower() in said]


@pytest.mark.parametrize("public", [True, False])
def test_it_shows_any_match_as_it_goes_on(tmp_path: Path, public: bool) -> None:
    (tmp_path / "page.html").write_text(page_of_the_document(), "utf-8")
    rng = Random(1)
    with served(f"sqlite:///{tmp_path / 'kerbholz.db'}") as server, elsewhere(tmp_path) as origin:
        for game in rulesets():
            body = opening(2, ruleset=game, public=public)
            status, opened, _ = server.request("POST", "/v1/matches", body)
            assert status == 201, opened
            address = f"{origin}/page.html#{server.address}/v1/matches/{opened['id']}"
            if not public:
                address += f"#{opened['tokens']['seats'][0]}"
            with watched(address) as shown:
                seen = next(one for one in shown if one["picture"] and one["said"])
                assert seen["errors"] == []
                assert body["seats"][1]["name"] in seen["title"]
                version = played_on(server, opened, rng)
                seen = next(one for one in shown if any(said.startswith(f"{version} ") for said in one["said"]))
                assert [int(said.partition(" ")[0]) for said in seen["said"]] == [*range(version + 1)]
                assert all(said.partition(" ")[2] for said in seen["said"])
                assert seen["words"]


def test_it_says_why_it_shows_nothing(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(page_of_the_document(), "utf-8")
    with served(f"sqlite:///{tmp_path / 'kerbholz.db'}") as server, elsewhere(tmp_path) as origin:
        _, opened, _ = server.request("POST", "/v1/matches", opening(2, public=False))
        with watched(f"{origin}/page.html#{server.address}/v1/matches/{opened['id']}") as shown:
            assert next(one for one in shown if "public" in one["status"])["said"] == []
