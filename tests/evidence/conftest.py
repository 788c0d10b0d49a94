"""A service with a key, on each database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.evidence.archives import signing_client
from tests.service.playing import CheckedClient


@pytest.fixture
def signing(migrated_url: str) -> Iterator[CheckedClient]:
    """A client of a service that signs."""
    with signing_client(migrated_url) as client:
        yield client
