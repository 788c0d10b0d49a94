"""Packing beside a running service: whoever reads, erases, packs and is killed, everything reads as before."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import pytest

from domain.application.upkeep.checking import stored_decisions
from projections.read_models.runner import Runner
from tests.evidence.archives import closed, played
from tests.persistence.forked import Forked
from tests.persistence.serving import served
from tests.persistence.test_packing import KEPT, answers, findings, packed_now, process, rows, run, store
from tests.persistence.test_packing import small as small
from tests.service.playing import Table, step

MATCHES, KILLS = 8, 25
ASKED = (
    "decisions",
    "decisions/7/proof",
    "decisions/12/proof",
    "view",
    "view?at=5",
    "audit",
    "knowledge",
    "shorthand",
)
LINES = {"Accept": "application/x-ndjson"}

LATER = (
    {"type": "table.note", "text": "tea"},
    {"type": "table.take-back", "after": 3},
    {"type": "table.rule", "verdict": "upheld", "remedy": "back", "before": 5},
    {"type": "table.amend", "at": 3, "command": {"type": "table.note", "text": "tea"}},
    {"type": "table.replace-token", "role": "seat", "seat": 0},
    {"type": "table.confirm"},
    {"type": "table.close"},
    {"type": "table.abandon"},
)
"""What somebody could wish who wants the end back."""


@pytest.mark.few("sqlite")
def test_the_end_of_a_packed_match_is_taken_back_by_nobody(migrated_url: str) -> None:
    """In the same words as before it was packed."""
    with process(migrated_url) as client:
        table = closed(played(client, 6, options=KEPT))

        def refused() -> list[tuple[int, bytes]]:
            sent = [(who, one) for who in ("host", "arbiter", "scribe", 0) for one in LATER]
            told = [table.send(who, one, dry_run=dry) for who, one in sent for dry in (True, False)]
            return [(answer.status_code, answer.data) for answer in told]

        before = refused()
        assert {status for status, _ in before} <= {403, 409, 422}
        assert sum(b'"closed"' in text for _, text in before) > len(before) // 3
        packed_now(migrated_url)
        assert refused() == before
        with process(migrated_url) as other:
            table = Table(other, table.opened)
            assert refused() == before


@pytest.mark.few("sqlite")
def test_who_erases_while_a_match_is_packed_leaves_it_whole(migrated_url: str, monkeypatch) -> None:
    """A text that goes between two looks of the check is not missed."""
    from domain.application.upkeep import checking

    with process(migrated_url) as client, store(migrated_url) as matches:
        for method in ("_secrets", "_names", "_behind"):
            table = closed(played(client, 4, options=KEPT))
            Runner(matches).catch_up()
            real = getattr(checking._Check, method)
            names = [f"{table.path}/texts/0?pointer=/seats/{seat}/name" for seat in (0, 1)]

            def erasing(self: Any, *given: Any, table: Table = table, real: Any = real, names: Any = names) -> Any:
                if names:
                    assert client.delete(names.pop(), headers=table.bearer("host")).status_code == 204
                return real(self, *given)

            with monkeypatch.context() as patched:
                patched.setattr(checking._Check, method, erasing)
                code, said = run(migrated_url)
            assert (code, said.partition(",")[0]) == (0, "1 match packed"), said
        assert findings(matches) == []


# -- a service, and everybody who comes ---------------------------------------------------------------------


@dataclass
class Asking:
    """Somebody who asks a service again and again, and is told the same each time."""

    address: str
    table: Table
    stop: Event
    told: dict[str, bytes] = field(default_factory=dict)
    times: int = 0
    wrong: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Ask."""
        while not self.stop.is_set() and not self.wrong:
            for path in ASKED:
                status, body = self._asked(path)
                self.times += 1
                if status != 200 or self.told.setdefault(path, body) != body:
                    self.wrong.append(f"{path}: {status} {body[:300]!r}")

    def _asked(self, path: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=60)
        accept = LINES if path == "decisions" else {}
        with closing(connection):
            headers = {**self.table.bearer("arbiter"), **accept}
            connection.request("GET", f"{self.table.path}/{path}", headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()


@contextlib.contextmanager
def asked(address: str, tables: Sequence[Table]) -> Iterator[list[Asking]]:
    """Some who ask while the block runs; each was told what all are told."""
    stop = Event()
    asking = [Asking(address, table, stop) for table in tables]
    threads = [Thread(target=one.run, daemon=True) for one in asking]
    for thread in threads:
        thread.start()
    try:
        yield asking
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)
    assert [one.wrong for one in asking] == [[]] * len(asking)
    assert all(one.times > len(ASKED) for one in asking)


@pytest.mark.soak
@pytest.mark.long
def test_packers_are_killed_beside_a_service_that_is_read_and_played_on(migrated_url, monkeypatch) -> None:
    """Two at once, at random moments, and who unpacks between them; one match is played on all the time."""
    monkeypatch.setenv("KERBHOLZ_CLOSE_AFTER", "0")
    rng = Random(time.time_ns())
    with process(migrated_url) as client:
        tables = [closed(played(client, 12, seed=number, options=KEPT)) for number in range(MATCHES)]
        before = answers(client, tables[0])
    with store(migrated_url) as matches, served(migrated_url, 2) as server, process(migrated_url) as client:
        Runner(matches).catch_up()
        whole, total = rows(matches), stored_decisions(matches)
        kills = packed = 0
        with asked(server.address, tables[:4]):
            running = played(client, 0)
            while kills < KILLS or packed < 3 * MATCHES:
                commands = [Forked(["pack", "--database", migrated_url]) for _ in range(2)]
                time.sleep(rng.uniform(0, 0.7))
                step(running, rng)
                for command in commands:
                    if rng.random() < 0.7:
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(command.pid, signal.SIGKILL)
                    code = command.wait(60)
                    assert code in (0, -signal.SIGKILL), command.stdout.read()
                    kills += code < 0
                    command.stdout.close()
                assert findings(matches) == []
                ((number,),) = matches.database.query("SELECT count(DISTINCT match_id) FROM kerbholz_blocks")
                packed += number
                for table in tables:
                    if rng.random() < 0.7:
                        code, said = run(migrated_url, "--unpack", table.id)
                        assert code == 0, said
        for table in tables:
            run(migrated_url, "--unpack", table.id)
        assert rows(matches)[: len(whole)] == whole
        assert stored_decisions(matches) == total + running.version + 1
        packed_now(migrated_url)
        assert answers(client, tables[0]) == before
        assert findings(matches) == []
        for arguments in (["check"], ["replay-check"], ["rebuild"]):
            done = Forked([*arguments, "--database", migrated_url])
            assert done.wait(120) == 0, done.stdout.read()
            done.stdout.close()
