"""Connections on which nothing is said cost nobody else anything."""

from __future__ import annotations

import http.client
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

SILENT = 1_100
"""More than the server would hold by itself before it lets nobody else in."""


@pytest.fixture
def many_files() -> Iterator[None]:
    """As many files may be open as this takes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * SILENT
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip("the system lets no process have so many files open")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
def test_a_thousand_silent_connections_keep_nobody_out(server):
    host, _, port = server.address.removeprefix("http://").partition(":")
    with ExitStack() as held:
        for _ in range(SILENT):
            held.enter_context(socket.create_connection((host, int(port)), timeout=10))
        # Long before the silent ones are closed, which makes room.
        for path in ("/healthz", "/v1/rulesets"):
            asked = http.client.HTTPConnection(host, int(port), timeout=10)
            asked.request("GET", path)
            assert asked.getresponse().status == 200
            asked.close()
