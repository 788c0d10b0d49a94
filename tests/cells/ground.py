"""A registry and its cells, for tests: the service on them, and each database by itself."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from click.testing import CliRunner

from domain.application.matches import Matches
from domain.cells.moving import Step, move
from domain.cells.registry import Registry
from service.app import create_app
from service.cli import main
from service.config import Settings
from service.web.bounds import OFF
from tests.service.playing import CheckedClient, Table, new_client

KEY = "5a" * 32
"""The service key of all cells."""


@dataclass(frozen=True)
class Ground:
    """The URL of a registry, and those of the cells by name."""

    registry: str
    urls: dict[str, str]

    def run(self, *arguments: str, fails: bool = False) -> str:
        """What a command prints."""
        environment = {"KERBHOLZ_SERVICE_KEY": KEY, "KERBHOLZ_REGISTRY_URL": self.registry}
        done = CliRunner().invoke(main, list(arguments), env=environment)
        assert (done.exit_code != 0) is fails, done.output
        return done.output.strip()

    @contextlib.contextmanager
    def client(self, **settings: Any) -> Iterator[CheckedClient]:
        """A client of a new app: another process, as far as the service can tell."""
        named = {"limits": OFF, **settings}
        app = create_app(Settings(registry=self.registry, service_key=bytes.fromhex(KEY), **named))
        try:
            yield new_client("", app)
        finally:
            app.extensions["kerbholz"].close()

    @contextlib.contextmanager
    def matches(self, url: str) -> Iterator[Matches]:
        """The matches of one database."""
        with Matches(Settings(database=url).environment, service_key=bytes.fromhex(KEY)) as matches:
            yield matches

    def home(self, match: str) -> str | None:
        """The name of the cell that has a match, by the registry."""
        with self.matches(self.registry) as registry:
            home = Registry(registry.database).home(UUID(match))
        return None if home is None else home.cell

    def move(self, match: str, to: str, step: Step = lambda _: None) -> bool:
        """Move a match, in this process."""
        with contextlib.ExitStack() as stack:
            cells = {name: stack.enter_context(self.matches(url)) for name, url in self.urls.items()}
            registry = Registry(stack.enter_context(self.matches(self.registry)).database)
            return move(registry, cells, UUID(match), to, step)


def at(table: Table, client: CheckedClient) -> Table:
    """The same match, asked of another process."""
    return Table(client, table.opened, table.headers)
