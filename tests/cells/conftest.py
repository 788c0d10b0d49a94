"""A registry beside the first of two cells: once on SQLite, once on PostgreSQL."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cells.ground import Ground
from tests.postgres import Server, running_postgres
from tests.service.playing import CheckedClient

NAMES = ("north", "south")


@pytest.fixture(params=["sqlite", "postgres"])
def ground(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ground]:
    """Two cells that are empty; the registry is in the database of the first."""
    if request.param == "sqlite":
        yield _on_sqlite(request.getfixturevalue("migrated_sqlite"), tmp_path)
        return
    server: Server = request.getfixturevalue("postgres_server")
    template = request.getfixturevalue("migrated_postgres")
    urls = {name: server.copied_database(template) for name in NAMES}
    yield _added(Ground(urls[NAMES[0]], urls))
    for url in urls.values():
        server.drop_database(url)


@pytest.fixture
def sqlite_ground(migrated_sqlite: Path, tmp_path: Path) -> Ground:
    """The same on SQLite alone, for what no database can change."""
    return _on_sqlite(migrated_sqlite, tmp_path)


@pytest.fixture
def servers(postgres_data: Path) -> Iterator[dict[str, Server]]:
    """A server for each cell, and one for the registry: those of the other tests have too few connections."""
    with contextlib.ExitStack() as stack:
        yield {name: stack.enter_context(running_postgres(unused=postgres_data)) for name in (*NAMES, "registry")}


@pytest.fixture
def far_apart(servers: dict[str, Server]) -> Ground:
    """Two cells and a registry on these servers."""
    urls = {name: server.fresh_database() for name, server in servers.items()}
    return _added(Ground(urls.pop("registry"), urls))


@pytest.fixture
def client(ground: Ground) -> Iterator[CheckedClient]:
    """A client of the service; every answer is held against the OpenAPI document."""
    with ground.client() as client:
        yield client


def _on_sqlite(template: Path, folder: Path) -> Ground:
    urls = {}
    for name in NAMES:
        shutil.copy(template, folder / f"{name}.db")
        urls[name] = f"sqlite:///{folder / name}.db"
    return _added(Ground(urls[NAMES[0]], urls))


def _added(ground: Ground) -> Ground:
    for name, url in ground.urls.items():
        assert ground.run("cells", "add", name, url) == f"{name}: 0 matches"
    return ground
