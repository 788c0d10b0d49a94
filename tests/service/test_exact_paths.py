"""A resource has one path: what is kept from strangers by its path is not to be had by another spelling."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.persistence.serving import Served
from tests.service.raw import exchanged, status

THERE = ("/metrics", "/healthz", "/readyz", "/v1/rulesets", "/docs/problems")


def spellings(path: str) -> Iterator[str]:
    """Other ways to write a path, some of which are the same resource to some servers."""
    letter = f"%{ord(path[1]):x}"
    for before in ("/", "//", "///", "/.", "/x/..", "/%2e", "/%2f", "/%2F", "/;x", "http://localhost/"):
        yield f"{before}{path}"
    for begun in ("/%2f", "/%2F", "/%5c", "%2f", "%2f/", "\\"):
        yield f"{begun}{path[1:]}"
    yield f"/{letter}{path[2:]}"
    yield path.replace("/", "%2f")[2:]
    yield path.upper() if path.upper() != path else f"{path}X"
    for behind in ("/", "//", "/.", "/..", "%00", "%20", ";a=b", ".", "%3f", "%23", "%0a", "/%2e%2e/metrics"):
        yield f"{path}{behind}"
    yield path.replace("/", "//")


@pytest.mark.long
@pytest.mark.parametrize("path", THERE)
def test_every_resource_has_one_path(server: Served, path: str) -> None:
    assert status(asked(server, path)) == 200
    assert status(asked(server, f"http://elsewhere{path}")) == 200  # RFC 9112, section 3.2.2
    for other in spellings(path):
        assert status(asked(server, other)) in (400, 404), other


def asked(server: Served, path: str) -> bytes:
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    return exchanged(server.address, head.encode(), timeout=10)
