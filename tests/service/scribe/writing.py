"""Scribes in the tests: sessions that speak to a real app, over a wire that can be cut."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient

from service.cli.client import Client, Reply, Request, Unreachable
from service.cli.scribe.cache import Cache, folder_of
from service.cli.scribe.opening import language_of
from service.cli.scribe.outbox import Outbox
from service.cli.scribe.session import Session
from tests.service.playing import Table, open_match, scribe_step

SOMETIME = datetime(2026, 11, 20, 20, 15, tzinfo=UTC)


class Wire:
    """Carries requests to an app; can be cut, and can lose answers to what was stored."""

    def __init__(self, client: FlaskClient) -> None:
        self._client = client
        self.cut = False
        self.answers_to_lose = 0
        self.posted: list[tuple[str, Mapping[str, Any]]] = []
        """What was sent to be stored: its key, and its body."""

    def __call__(self, request: Request) -> Reply:
        """Send a request."""
        if self.cut:
            raise Unreachable("the service cannot be reached")
        if "Idempotency-Key" in request.headers:
            self.posted.append((request.headers["Idempotency-Key"], json.loads(request.body or b"")))
        response = self._client.open(
            request.target, method=request.method, headers=dict(request.headers), data=request.body
        )
        if "Idempotency-Key" in request.headers and self.answers_to_lose:
            self.answers_to_lose -= 1
            raise Unreachable("the service does not answer")
        return Reply(response.status_code, response.headers, response.data)


class Scribe:
    """One scribe: a device with an outbox of its own, on which the program can be opened again and again."""

    def __init__(
        self,
        table: Table,
        folder: Path,
        name: str = "Ada",
        device: str = "phone",
        language: str | None = None,
    ) -> None:
        self.language = language
        self.table = table
        self.wire = Wire(table.client)
        self.name = name
        self._home = {"XDG_STATE_HOME": str(folder / device)}

    @property
    def folder(self) -> Path:
        """Where the outbox lies."""
        return folder_of("http://table.test", self.table.id, self.name, self._home)

    @contextmanager
    def at_work(self, now: datetime = SOMETIME) -> Iterator[Session]:
        """The program while the block runs, without a terminal."""
        client = Client(self.wire, self.table.id, self.table.token("scribe") or "", self.language)
        with ExitStack() as stack:
            outbox = stack.enter_context(Outbox(self.folder / "outbox.jsonl", self.table.id))
            yield Session(client, outbox, Cache(self.folder), self.name, language_of, lambda: now)


def line(command: Mapping[str, Any]) -> str:
    """A command as a line that every match takes."""
    return json.dumps(command)


def enter(session: Session, command: Mapping[str, Any] | str) -> list[str]:
    """Type a line, and save it if that is asked."""
    said = session.say(command if isinstance(command, str) else line(command))
    return said + (session.say("") if session.prompt == "save? " else [])


def played(client: FlaskClient, number: int, seed: int = 1, **opening: Any) -> list[dict[str, Any]]:
    """The first *number* commands of a random recorded match, in the order in which a scribe enters them."""
    table, rng = open_match(client, mode="recorded", **opening), Random(seed)
    while len(entered(table)) < number:
        scribe_step(table, rng)
    return entered(table)[:number]


def entered(table: Table) -> list[dict[str, Any]]:
    """What has been entered in a match: its commands, each with its seat."""
    return [
        {**one["command"], **({"seat": one["actor"]["seat"]} if isinstance(one["actor"], dict) else {})}
        for one in table.log()
        if not one["automatic"] and one["version"] > 0 and not one["command"]["type"].startswith("table.")
    ]
