"""The primary is killed under writers, and its standby takes over: how long appends stand still."""

from __future__ import annotations

import json
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import count, pairwise
from pathlib import Path
from threading import Event, Thread
from typing import Any
from uuid import UUID

import psycopg

from domain.application.matches import Matches
from domain.application.upkeep.migration import migrate
from domain.kit.table.commands import Note
from service.config import Settings
from service.demo.demonstration import served
from tests.benchmarks.over_http import kerbholz_command
from tests.benchmarks.scripts import opened, script
from tests.replicated import Pair, running_pair

WRITERS, MATCHES, KILLS = 50, 8, 20
QUIET = 3.0
"""Seconds of writing between two kills, at least."""
AGAIN = 0.2
"""Seconds after which a writer sends again what was not acknowledged."""
TITLE = "Failing over"
NOTES = """\
{writers} writers send notes to {matches} matches of a service with two workers, each again with the same key until
it is acknowledged. The primary is killed (SIGKILL), its synchronous standby is promoted at once, and then gets a
standby of its own. Whoever watches over the servers needs some seconds more to see that the primary is gone."""


@dataclass
class Writer:
    """Sends notes to one match, one after the other."""

    address: str
    path: str
    token: str
    name: str
    stopping: Event
    acknowledged: dict[str, int] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    """How often there was which status; 0 for no answer."""

    def run(self) -> None:
        """Write until told to stop, and the last note is acknowledged."""
        for number in count():
            if self.stopping.is_set():
                return
            text = f"{self.name}.{number}"
            while (answer := self._sent(text)) is None:
                time.sleep(AGAIN)
            self.times.append(time.monotonic())
            self.acknowledged[text] = answer["decisions"][0]["version"]

    def _sent(self, text: str) -> Any:
        connection = HTTPConnection(self.address, timeout=20)
        status, answer = 0, None
        try:
            headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": text}
            headers["Content-Type"] = "application/json"
            connection.request("POST", self.path, json.dumps({"type": Note.TYPE, "text": text}), headers)
            response = connection.getresponse()
            status, answer = response.status, json.loads(response.read())
        except (OSError, HTTPException):
            pass
        finally:
            connection.close()
        self.statuses[status] = self.statuses.get(status, 0) + 1
        return answer if status == 201 else None


@dataclass(frozen=True, slots=True)
class Kill:
    """One kill: when it was, and when the other server had taken over."""

    at: float
    promoted: float

    def stood_still(self, times: list[float]) -> float:
        """How long from the kill, or the last of these *times* behind it, to the first behind the promotion."""
        return next(after - max(before, self.at) for before, after in pairwise(times) if after > self.promoted)


def measure(
    kills: int = KILLS, writers: int = WRITERS, matches: int = MATCHES
) -> tuple[list[Kill], list[Writer], int]:
    """Kill so often; raises AssertionError if what was acknowledged is not what is stored. How many those were."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kerbholz-bench-")))
        pair = stack.enter_context(running_pair())
        url = pair.fresh_database()
        migrate(Settings(database=url).environment)
        address = stack.enter_context(served(kerbholz_command(url, 2), folder / "log"))
        games = [opened(address, script("seven-sins", number).opening) for number in range(matches)]
        stopping = Event()
        crowd = [
            Writer(address, games[number % matches][0], games[number % matches][1][0], f"{number}", stopping)
            for number in range(writers)
        ]
        threads = [Thread(target=writer.run) for writer in crowd]
        for thread in threads:
            thread.start()
        try:
            done = [_killed(pair, url) for _ in range(kills)]
            time.sleep(QUIET)
        finally:
            stopping.set()
            for thread in threads:
                thread.join(timeout=60)
        return done, crowd, _checked(url, crowd)


def _killed(pair: Pair, url: str) -> Kill:
    if pair.former is not None:
        pair.follow()
    time.sleep(QUIET)
    at = time.monotonic()
    pair.primary.kill()
    with ThreadPoolExecutor(1) as beside:
        promoted = beside.submit(_there, url)
        pair.take_over()
        time.sleep(2 * QUIET)
        return Kill(at, promoted.result())


def _there(url: str) -> float:
    """When there is a server that can be written to."""
    while True:
        with suppress(psycopg.OperationalError), psycopg.connect(url, target_session_attrs="read-write"):
            return time.monotonic()
        time.sleep(0.02)


def _checked(url: str, crowd: list[Writer]) -> int:
    """What was acknowledged is stored, once each, and nothing else is."""
    acknowledged: dict[UUID, dict[str, int]] = {}
    for writer in crowd:
        acknowledged.setdefault(UUID(writer.path.split("/")[3]), {}).update(writer.acknowledged)
    notes = "SELECT value, version FROM kerbholz_texts WHERE match_id = ? AND pointer = '/command/text'"
    with Matches(Settings(database=url).environment) as matches:
        for match_id, known in acknowledged.items():
            assert sorted(matches.database.query(notes, (match_id.hex,))) == sorted(known.items()), match_id
    return sum(map(len, acknowledged.values()))


def report(kills: int = KILLS, writers: int = WRITERS, matches: int = MATCHES) -> str:
    """The benchmark's table."""
    done, crowd, number = measure(kills, writers, matches)
    times = sorted(time for writer in crowd for time in writer.times)
    columns = {
        "nobody was acknowledged anything": [kill.stood_still(times) for kill in done],
        "of that, the standby took over": [kill.promoted - kill.at for kill in done],
        "from then to the next one": [
            min(time for time in times if time > kill.promoted) - kill.promoted for kill in done
        ],
        "one writer was not": [kill.stood_still(writer.times) for kill in done for writer in crowd],
    }
    statuses: dict[int, int] = {}
    for writer in crowd:
        for status, times_ in writer.statuses.items():
            statuses[status] = statuses.get(status, 0) + times_
    notes = NOTES.format(writers=writers, matches=matches).splitlines()
    lines = [TITLE, *(f"  {line}" for line in notes), "", f"  {'seconds':34}{'p50':>7}{'p99':>7}{'most':>7}"]
    for what, figures in columns.items():
        ordered = sorted(figures)
        shown = (ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], ordered[-1])
        lines.append(f"  {what:34}" + "".join(f"{figure:7.2f}" for figure in shown))
    said = ", ".join(f"{times_:,} times {status or 'no answer'}" for status, times_ in sorted(statuses.items()))
    lines += [
        "",
        f"  {len(done)} kills; {said}.",
        f"  {number:,} notes were acknowledged, and are stored, each once; nothing else is.",
    ]
    return "\n".join([*lines, ""])
