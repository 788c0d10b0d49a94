"""A browser that many tests use, and matches for it to look at."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator
from random import Random
from typing import Any

from clients.build import NODE
from tests.browser import HERE, ready
from tests.persistence.serving import Served
from tests.service.playing import filled_move

NAMES = ("Ada", "Ben", "Cleo", "Dora")


class Browser:
    """A Chromium that does what the scripts in ``scenarios`` say, each in a window that shares nothing."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, scenario: str, **given: Any) -> Any:
        """What a scenario finds; fails with its own words when it throws."""
        self.begin(scenario, **given)
        return self.end()

    def begin(self, scenario: str, **given: Any) -> None:
        """Start a scenario, to do something meanwhile."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"scenario": scenario, "given": given}) + "\n")
        self._process.stdin.flush()

    def end(self) -> Any:
        """Wait for what was started, and say what it found."""
        answer = json.loads(self.line())
        assert "thrown" not in answer, answer["thrown"]
        return answer["found"]

    def over(self) -> Any:
        """Tell a scenario to end that goes on until then; what it found. What it still prints is passed over."""
        self.tell()
        while not {"found", "thrown"} & (answer := json.loads(self.line())).keys():
            pass
        assert "thrown" not in answer, answer["thrown"]
        return answer.get("found")

    def tell(self) -> None:
        """Let a scenario go on that waits for a word."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def line(self) -> str:
        """The next line that a scenario prints."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the browser has ended"
        return line


@contextlib.contextmanager
def a_browser() -> Iterator[Browser]:
    """A browser, as long as the block runs."""
    command = [str(NODE), str(HERE / "driver.mjs")]
    process = subprocess.Popen(command, env=ready(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Browser(process)
    finally:
        process.communicate(timeout=60)


def opened(service: Served, ruleset: str, seats: int, **more: Any) -> Any:
    """A new match, as the service answers; ``names`` are others than the usual ones."""
    names = more.pop("names", NAMES[:seats])
    body = {"ruleset": ruleset, "seats": [{"name": name} for name in names], **more}
    status, match, _ = service.request("POST", "/v1/matches", body)
    assert status == 201, match
    return match


def played_on(service: Served, match: Any, decisions: int, seed: int = 7) -> None:
    """Some decisions by requests, at random: pages need not show how every match begins."""
    rng = Random(seed)
    for _ in range(decisions):
        now = service.request("GET", match["links"]["self"])[1]
        seats = [who["seat"] for who in now["awaiting"] if "seat" in who]
        if not seats:
            return
        bearer = {"Authorization": f"Bearer {match['tokens']['seats'][rng.choice(seats)]}"}
        moves = service.request("GET", match["links"]["moves"], headers=bearer)[1]["moves"]
        move = filled_move(rng.choice(moves), rng)
        assert service.request("POST", match["links"]["commands"], move, bearer)[0] == 201


def awaited(service: Served, match: Any) -> int:
    """A seat that the match waits for."""
    now = service.request("GET", match["links"]["self"])[1]
    return next(who["seat"] for who in now["awaiting"] if "seat" in who)


def page_of(service: Served, match: Any, token: str | None = None) -> str:
    """The address of a match's page, for the holder of a token."""
    return f"{service.address}/matches/{match['id']}" + (f"#token={token}" if token else "")
