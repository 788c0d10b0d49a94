"""The published schemas are such as tools in other languages take: one reading, and patterns that compile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, RegexOptions

from service.app import create_app, openapi
from service.config import Settings
from service.web.bounds import OFF
from service.web.problems import CODES, MEDIA_TYPE

NOT_REGULAR = re.compile(r"\(\?(?!:)|\\[1-9AZzGbBkpP]|[*+?}]\+")
"""Look-around, flags, names, back-references, anchors of one language, and possessive repetition."""


def nodes(document: Any, path: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object in a document, with where it is."""
    if isinstance(document, dict):
        yield path, document
        for name, inner in document.items():
            yield from nodes(inner, f"{path}/{name}")
    elif isinstance(document, list):
        for number, inner in enumerate(document):
            yield from nodes(inner, f"{path}/{number}")


@pytest.fixture
def documents(sqlite_client) -> dict[str, Any]:
    """The OpenAPI document, and each ruleset's schemas."""
    listed = sqlite_client.get("/v1/rulesets").json["rulesets"]
    rulesets = {one["id"]: sqlite_client.get(one["links"]["self"]).json for one in listed}
    return {"openapi": sqlite_client.get("/v1/openapi.json").json, **rulesets}


def test_nothing_stands_beside_a_reference(documents):
    """JSON Schema reads both, many tools read only the reference, and some take the whole for invalid."""
    references = 0
    for name, document in documents.items():
        for path, node in nodes(document):
            if "$ref" in node:
                references += 1
                assert set(node) == {"$ref"}, (name, path)
    assert references > 200


def test_every_pattern_is_a_regular_expression_of_every_engine(documents):
    """In linear time, too: engines such as RE2 know no look-ahead."""
    found = set()
    for name, document in documents.items():
        for path, node in nodes(document):
            patterns = [node["pattern"]] if isinstance(node.get("pattern"), str) else []
            patterns += node["patternProperties"] if isinstance(node.get("patternProperties"), dict) else []
            for pattern in patterns:
                assert not NOT_REGULAR.search(pattern), (name, path, pattern)
                assert all(int(most) <= 1000 for most in re.findall(r"\{\d+,?(\d+)\}", pattern))
                re.compile(pattern)
                found.add(pattern)
    assert len(found) > 10
    for pattern in found:
        Draft202012Validator({"pattern": pattern}, pattern_options=RegexOptions())


def test_every_error_names_its_codes():
    for path, methods in openapi()["paths"].items():
        for method, operation in methods.items():
            if method == "parameters":
                continue
            for status, answer in operation["responses"].items():
                if status[0] in "45":
                    assert answer["x-codes"], (method, path, status)
                    assert {CODES[code].status for code in answer["x-codes"]} == {int(status)}
                    assert all(f"`{code}`" in answer["description"] for code in answer["x-codes"])
                    (schema,) = [media["schema"] for media in answer["content"].values()]
                    assert set(answer["content"]) == {MEDIA_TYPE}
                    assert schema == {"$ref": "#/components/schemas/Problem"}


def test_the_document_is_made_when_somebody_asks_for_it(migrated_sqlite_url: str) -> None:
    openapi.cache_clear()
    app = create_app(Settings(database=migrated_sqlite_url, limits=OFF))
    assert app.test_client().get("/healthz").status_code == 200
    assert openapi.cache_info().currsize == 0
    served = app.test_client().get("/v1/openapi.json").json
    app.extensions["kerbholz"].close()
    assert openapi.cache_info().currsize == 1
    assert served["paths"] == openapi()["paths"]
