"""The linters of the OpenAPI document: they find what is wrong, and nothing in what the service serves."""

from __future__ import annotations

import json

import pytest

from clients.lint.check import PASSED, install, linted, main
from service.app import openapi

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    """The linters of the lock file."""
    install()


def test_nothing_is_found_in_what_is_served():
    assert main() == 0
    assert PASSED.exists()


@pytest.mark.soak
def test_errors_and_warnings_of_both_linters_are_found():
    document = json.loads(json.dumps(openapi()))
    del document["servers"]
    del document["paths"]["/healthz"]["get"]["description"]
    document["components"]["schemas"]["Forgotten"] = {"type": "object"}
    found = linted(json.dumps(document).encode())
    for rule in (
        "redocly: no-empty-servers ",
        "redocly: no-unused-components ",
        "spectral: operation-description ",
    ):
        assert any(one.startswith(rule) for one in found), (rule, found)


@pytest.mark.soak
def test_a_document_that_cannot_be_read_has_not_passed():
    assert linted(b'{"openapi": "3.1.0"}')
    with pytest.raises(RuntimeError, match="no report"):
        linted(b"{")
