"""A migrated database for each test: once on SQLite, once on PostgreSQL."""

from __future__ import annotations

import pytest

from domain.migration import migrate
from service.config import Settings


@pytest.fixture
def migrated_url(database_url: str) -> str:
    """The URL of a database with this version's tables and nothing in them."""
    migrate(Settings(database=database_url).environment)
    return database_url
