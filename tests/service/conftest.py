"""The service on a fresh database: once on SQLite, once on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.app import create_app
from service.config import Settings
from service.web.bounds import OFF
from tests.persistence.serving import Served, served
from tests.service.playing import CheckedClient, Published, new_client, published
from tests.service.receiving import there
from tests.service.sinning import Stage

__all__ = ["client", "rules", "server", "sqlite_client", "stage", "there"]


@pytest.fixture
def client(migrated_url: str) -> Iterator[CheckedClient]:
    """A client of the service; every answer is held against the OpenAPI document."""
    app = create_app(Settings(database=migrated_url, limits=OFF))
    yield new_client(migrated_url, app)
    app.extensions["kerbholz"].close()


@pytest.fixture
def sqlite_client(migrated_sqlite_url: str) -> Iterator[CheckedClient]:
    """The same on SQLite alone, for what no database can change: what is told to whom, and what a game says.

    That both databases keep and give the same is shown by the tests on both; whole matches are among them.
    """
    app = create_app(Settings(database=migrated_sqlite_url, limits=OFF))
    yield new_client(migrated_sqlite_url, app)
    app.extensions["kerbholz"].close()


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Tables of META CULPA, laid as a test wants them."""
    stage = Stage(tmp_path_factory.mktemp("stage"))
    yield stage
    stage.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service in a process of its own, for all tests that leave it alone."""
    with served(f"sqlite:///{tmp_path_factory.mktemp('served') / 'kerbholz.db'}") as server:
        yield server


@pytest.fixture
def rules(client: CheckedClient) -> Published:
    """What 7 – The Sins publishes."""
    return published(client)
