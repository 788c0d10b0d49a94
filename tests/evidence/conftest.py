"""A service with a key, on each database; and archives of matches that were closed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.evidence.archives import VIEWERS, archive_of, closed, played, signing_client
from tests.games.installed import OWN
from tests.service.playing import CheckedClient


@pytest.fixture
def signing(migrated_url: str) -> Iterator[CheckedClient]:
    """A client of a service that signs."""
    with signing_client(migrated_url) as client:
        yield client


@pytest.fixture
def sqlite_signing(migrated_sqlite_url: str) -> Iterator[CheckedClient]:
    """The same on SQLite alone."""
    with signing_client(migrated_sqlite_url) as client:
        yield client


@pytest.fixture(scope="session")
def sqlite_archives(
    migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[list[bytes]]]:
    """Of a hosted match of each game, which is closed, the archives of all viewers."""
    copy = tmp_path_factory.mktemp("archives") / "a.db"
    copy.write_bytes(migrated_sqlite.read_bytes())
    found = {}
    with signing_client(f"sqlite:///{copy}") as signing:
        for game in OWN:
            table = closed(played(signing, ruleset=game, options={"history": "kept"}))
            found[game] = [archive_of(signing, table, "arbiter", **{"as": viewer}) for viewer in VIEWERS]
    return found
