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


def reached(document: dict[str, Any], beginnings: list[Any]) -> dict[str, Any]:
    """The schemas, by name or path, to which parts of the document lead."""
    found: dict[str, Any] = {}
    waiting = [(f"#{number}", beginning) for number, beginning in enumerate(beginnings)]
    while waiting:
        path, beginning = waiting.pop()
        found[path] = beginning
        for _, node in nodes(beginning):
            name = node.get("$ref", path)
            if name not in found and isinstance(name, str):
                found[name] = {}
                _, _, section, component = name.split("/")
                waiting.append((name, document["components"][section][component]))
    return found


def without_examples(node: Any) -> Any:
    """A copy of a part of the document, without what was an answer once."""
    if isinstance(node, dict):
        return {name: without_examples(inner) for name, inner in node.items() if name != "examples"}
    return [without_examples(inner) for inner in node] if isinstance(node, list) else node


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                yield f"{method} {path}", operation


def test_answers_are_open_for_new_fields_and_requests_are_closed():
    """docs/stability.md promises both."""
    document = without_examples(openapi())
    answers = reached(document, [one["responses"] for _, one in operations(document)])
    requests = reached(document, [one["requestBody"] for _, one in operations(document) if "requestBody" in one])
    assert {"#/components/schemas/Match", "#/components/schemas/Problem"} <= answers.keys()
    for name, schema in answers.items():
        for path, node in nodes(schema):
            assert node.get("additionalProperties") is not False, (name, path)
            assert "unevaluatedProperties" not in node, (name, path)
    closed = {
        name
        for name, schema in requests.items()
        for _, node in nodes(schema)
        if node.get("additionalProperties") is False
    }
    assert {f"#/components/schemas/{name}" for name in ("Batch", "Opening", "Seat", "WebhookWanted")} <= closed
    assert not closed & answers.keys()


def test_an_answer_with_a_new_field_is_as_the_document_says():
    document = openapi()
    tried = 0
    for name, operation in operations(document):
        for answer in operation["responses"].values():
            media = answer.get("content", {}).get("application/json", {})
            example = media.get("examples", {}).get("example", {}).get("value")
            if isinstance(example, dict) and "schema" in media:
                new = {**example, "a-field-of-tomorrow": {"new": [1, None]}}
                whole = {"allOf": [media["schema"]], "components": document["components"]}
                assert not list(Draft202012Validator(whole).iter_errors(new)), name
                tried += 1
    assert tried > 20


def test_everything_is_described_and_nothing_is_there_for_nothing():
    document = openapi()
    assert [server["url"] for server in document["servers"]] == ["/"]
    for name, operation in operations(document):
        assert operation["summary"].endswith("."), name
        assert operation["description"].endswith("."), name
        for parameter in operation.get("parameters", ()):
            assert parameter["description"], (name, parameter["name"])
    for path, methods in document["paths"].items():
        for parameter in methods.get("parameters", ()):
            assert parameter["description"], (path, parameter["name"])
    used = reached(document, [without_examples(document["paths"])]).keys()
    for section, components in document["components"].items():
        for name, component in components.items():
            if section != "securitySchemes":
                assert component["description"], (section, name)
                assert f"#/components/{section}/{name}" in used


@pytest.mark.parametrize(
    ("schema", "name", "form"),
    [
        ("Match", "awaiting", {"type": "array", "items": {"$ref": "#/components/schemas/Awaited"}}),
        ("MoveList", "awaiting", {"type": "array", "items": {"$ref": "#/components/schemas/Awaited"}}),
        ("Entry", "seats", {"type": "array", "items": {"$ref": "#/components/schemas/Player"}}),
        ("View", "outcome", {"anyOf": [{"$ref": "#/components/schemas/Outcome"}, {"type": "null"}]}),
        ("View", "consent", {"anyOf": [{"$ref": "#/components/schemas/PendingConsent"}, {"type": "null"}]}),
        ("Decision", "actor", {"$ref": "#/components/schemas/Actor"}),
        ("Decision", "recorded_by", {"$ref": "#/components/schemas/Recorder"}),
    ],
)
def test_what_has_a_form_has_a_type(schema: str, name: str, form: dict[str, Any]) -> None:
    assert openapi()["components"]["schemas"][schema]["properties"][name] == form


def test_hardly_anything_is_anything():
    """A value of which the document says nothing is one that only the game, or the asserter, knows."""
    bare = {
        f"{name}.{member}"
        for name, schema in openapi()["components"]["schemas"].items()
        for member, inner in schema.get("properties", {}).items()
        if not inner.keys() - {"description"}
    }
    assert bare == {"Finding.is", "Known.value", "Knower.value"}


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
