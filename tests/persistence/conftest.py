"""What the tests of the store share: the store behind a client, and a receiver of webhooks."""

from __future__ import annotations

import pytest

from domain.application.matches import Matches
from tests.service.playing import CheckedClient
from tests.service.receiving import there

__all__ = ["matches", "there"]


@pytest.fixture
def matches(client: CheckedClient) -> Matches:
    """The store of the app that the client asks."""
    matches: Matches = client.application.extensions["kerbholz"].matches()
    return matches
