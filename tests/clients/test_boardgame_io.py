"""boardgame.io as npm has it, with its boards, on matches of a service: in node, and in a real browser."""

from __future__ import annotations

import fcntl
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clients.build import NODE, packages
from tests.browser.driving import Browser, opened
from tests.clients.test_clients import run
from tests.clients.test_page import elsewhere
from tests.persistence.serving import Served, served

pytestmark = pytest.mark.long

FOLDER = Path(__file__).parent.parent.parent / "clients" / "boardgame.io"
MODULES = FOLDER / "node_modules"
README = FOLDER / "README.md"
CLIENTS = FOLDER.parent.parent / "docs" / "clients.md"


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    """boardgame.io, React and what builds and checks, of the lock file; and the board in React, built."""
    with (FOLDER / ".lock").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        packages(FOLDER)
        (build,) = re.findall(r"^npx esbuild (.*)$", README.read_text("utf-8"), re.MULTILINE)
        run(NODE, MODULES / "esbuild/bin/esbuild", *build.split(), cwd=FOLDER)


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Served]:
    """A service of its own, that can be killed."""
    with served(f"sqlite:///{tmp_path / 'kerbholz.db'}") as server:
        yield server


def blocks(language: str) -> list[str]:
    """The blocks of code in a language on the page of the transport."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)


# -- types, and node ----------------------------------------------------------------------------------------


def test_it_is_typed_against_boardgame_io_and_its_declarations_are_up_to_date():
    run(NODE, MODULES / "typescript/bin/tsc", cwd=FOLDER)
    assert (FOLDER / "kerbholz.d.ts").read_text("utf-8") == (FOLDER / "built/kerbholz.d.ts").read_text("utf-8")


def test_it_imports_nothing_but_how_a_stream_is_read():
    source = (FOLDER / "kerbholz.js").read_text("utf-8")
    assert re.findall(r'^import .* from "(.*)";$', source, re.MULTILINE) == ["./stream.js"]
    assert "import" not in (FOLDER / "stream.js").read_text("utf-8")


def test_clients_of_boardgame_io_play_by_it_in_node(serving):
    said = run(
        NODE, "--test", "--test-reporter=tap", "test/transport.test.js", cwd=FOLDER, SERVICE=serving.address
    )
    assert re.search(r"^# pass 1[1-9]$", said, re.MULTILINE), said
    assert re.search(r"^# fail 0$", said, re.MULTILINE), said


# -- boards, in a browser -----------------------------------------------------------------------------------


COMPLAINTS = ("status of 422", "ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY_RESPONSE")
"""What the browser itself says of a refused move, and of a service that was killed."""
WATCHER = "watcher"


class Boards:
    """Windows with boards of one match: of its seats, and of somebody who watches."""

    def __init__(self, service: Served, origin: str) -> None:
        self.service, self.origin = service, origin
        self.match = opened(service, "kuhn-poker", 2)
        self.tokens = {**dict(zip(("Ada", "Ben"), self.match["tokens"]["seats"], strict=True)), WATCHER: ""}
        self.views: dict[str, Any] = {}
        """The board as the service tells it to everybody, by name and version."""

    def begin(self, name: str, page: str) -> list[list[Any]]:
        """The steps that open somebody's window."""
        address = [f"{self.origin}/boards/{page}", self.service.address, self.match["id"], self.tokens[name]]
        return [["window", name], ["follow", "#".join(address)]]

    def look(self, version: int) -> list[list[Any]]:
        """The steps that wait until all boards show a version, read them, and let the test ask the service."""
        steps: list[list[Any]] = []
        for name in self.tokens:
            steps += [["window", name], ["wait", f"[data-turn='{version}']"]]
            steps += [["texts", f"{name} at {version}", "pre"], ["texts", f"{name}'s turn at {version}", ".turn"]]
        return [*steps, ["say", version]]

    def play(self, browser: Browser, steps: list[list[Any]]) -> dict[str, list[str]]:
        """What was read."""
        browser.begin("use", steps=[*(["expect", text] for text in COMPLAINTS), *steps])
        while not isinstance(said := json.loads(browser.line()), dict):
            self.hear(said)
            browser.tell()
        assert "thrown" not in said, said["thrown"]
        assert said["found"]["wrong"] == []
        return dict(said["found"]["read"])

    def hear(self, word: Any) -> None:
        """Do what the steps ask of the test."""
        if word == "kill":
            self.service.kill()
        elif word == "start":
            self.service.start_again(there=True)
        else:
            for name, token in self.tokens.items():
                bearer = {"Authorization": f"Bearer {token}"} if token else {}
                view = self.service.request("GET", self.match["links"]["view"], headers=bearer)[1]
                self.views[f"{name} at {word}"] = (view["at"], view["board"])


def test_a_whole_match_is_played_on_two_boards_and_watched_on_a_third(browser: Browser, serving: Served) -> None:
    """On unmodified boards, one of them in React; with a refused move, and a move while the service is down."""
    with elsewhere(FOLDER) as origin:
        boards = Boards(serving, origin)
        read = boards.play(
            browser,
            [
                *boards.begin("Ada", "plain.html"),
                *boards.begin("Ben", "react.html"),
                *boards.begin(WATCHER, "plain.html"),
                *boards.look(1),
                *[["window", "Ada"], ["click", "[name=call]"], ["wait", "[role=alert]:not(:empty)"]],
                *[["texts", "alert", "[role=alert]"], ["texts", "refused", "pre"], ["click", "[name=check]"]],
                *boards.look(2),
                *[["say", "kill"], ["window", "Ben"], ["wait", ".turn:has-text('away')"]],
                *[["texts", "away", ".turn"], ["click", "[name=bet]"], ["say", "start"]],
                *boards.look(3),
                *[["window", "Ada"], ["click", "[name=call]"]],
                *boards.look(5),
                *[["texts", "over", ".over"], ["texts", "who", "h1"]],
                *[["window", "Ada"], ["texts", "over for Ada", ".over"]],
                *[["window", "Ben"], ["texts", "over for Ben", ".over"]],
            ],
        )
    assert read["alert"] == ["Nobody has bet: check, or bet. (KP-3)"]
    assert read["refused"] == read["Ada at 1"]
    assert len(boards.views) == 12
    for name, (version, board) in boards.views.items():
        assert name.endswith(f" at {version}")
        (text,) = read[name]
        assert json.loads(text) == board, name
    cards = [board["places"] for _, board in (boards.views[f"{name} at 3"] for name in boards.tokens)]
    told = [["things" in places[f"hand:{seat}"] for seat in (0, 1)] for places in cards]
    assert told == [[True, False], [False, True], [False, False]]
    turns = {at: [read[f"{name}'s turn at {at}"] for name in boards.tokens] for at in (1, 2)}
    assert turns[1] == [["Your turn"], ["Ada's turn"], ["Ada's turn"]]
    assert turns[2] == [["Ben's turn"], ["Your turn"], ["Ben's turn"]]
    assert read["away"] == ["(away) Your turn"]
    (winner,) = serving.request("GET", boards.match["links"]["self"])[1]["outcome"]["winners"]
    said = [f"Winner: {('Ada', 'Ben')[winner]}"]
    assert [read["over"], read["over for Ada"], read["over for Ben"]] == [said, said, said]
    assert read["who"] == ["Ada and Ben"]
    decisions = serving.request("GET", boards.match["links"]["decisions"])[1]["decisions"]
    assert [one["command"]["type"] for one in decisions] == ["open", "deal", "check", "bet", "call", "show-cards"]


def test_the_boards_know_boardgame_io_alone():
    for name in ("plain.js", "board.jsx"):
        source = (FOLDER / "boards" / name).read_text("utf-8")
        assert "boardgame.io" in source
        assert not re.search("kerbholz|plugins|match:|token|fetch", source)


# -- the page -----------------------------------------------------------------------------------------------


def test_the_page_shows_what_the_boards_run():
    source = "\n".join(path.read_text("utf-8") for path in sorted((FOLDER / "boards").iterdir()))
    shown = [block for language in ("js", "jsx") for block in blocks(language)]
    assert len(shown) == 2
    assert all(block in source for block in shown)


def test_the_files_that_the_page_copies_are_all_that_a_board_needs(tmp_path):
    needed, *_ = blocks("sh")
    assert needed in CLIENTS.read_text("utf-8")
    copied = [line for line in needed.splitlines() if line.startswith("cp ")]
    environment = {"KERBHOLZ": str(FOLDER.parent.parent)}
    run("sh", "-c", "\n".join(copied), cwd=tmp_path, **environment)
    (tmp_path / "board.mjs").write_text('import * as all from "./kerbholz.js"; console.log(...Object.keys(all));')
    assert run(NODE, "board.mjs", cwd=tmp_path) == "Kerbholz gameOf join\n"
    assert not [path for path in tmp_path.iterdir() if path.is_symlink()]
