"""What all tests share: the two databases that every persistence test runs on."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import Server, running_postgres


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is marked `soak`, unless `KERBHOLZ_SOAK=1` (`make soak`)."""
    if os.environ.get("KERBHOLZ_SOAK") == "1":
        return
    soak = [item for item in items if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=soak)
    items[:] = [item for item in items if item not in soak]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A running server, started by the first test that asks for it (with xdist: one for each worker)."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> Iterator[str]:
    """The URL of an empty PostgreSQL database, dropped after the test whoever is still connected."""
    url = postgres_server.fresh_database()
    yield url
    postgres_server.drop_database(url)


@pytest.fixture
def own_postgres() -> Iterator[Server]:
    """A server that no other test uses, for tests that `kill()` it."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'kerbholz.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database; the test runs once on SQLite and once on PostgreSQL."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url
