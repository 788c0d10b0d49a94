"""Every route is walked, and every status that the OpenAPI document names is provoked."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest
from jsonschema_rs import Draft202012Validator

from service.openapi.document import ANSWERS, EXAMPLES, path_template
from service.web.problems import CODES
from tests.service.walking import Walk, examples


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    walk = Walk(tmp_path_factory.mktemp("walk"))
    yield walk
    walk.close()


@pytest.fixture(scope="module")
def steps(walk):
    return list(walk.steps())


@pytest.mark.scenario(102)
def test_the_document_has_every_route_and_names_every_status(walk):
    routes = {
        (method.lower(), path_template(rule.rule))
        for rule in walk.client.application.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if not rule.endpoint.startswith(("page.", "embedding."))  # pages for people are no part of the API
    }
    assert routes == set(walk.operations) == set(ANSWERS)


@pytest.mark.long
@pytest.mark.scenario(100)
def test_every_status_is_provoked_and_every_error_is_a_problem_that_a_page_can_read(walk, steps):
    """400 to 503, each with a stable code and the headers of CORS."""
    provoked = defaultdict(set)
    codes = set()
    for step in steps:
        response = step.response
        provoked[step.operation].add(step.status)
        assert response.headers["Access-Control-Allow-Origin"] == "*", step
        assert response.headers["X-Request-Id"], step
        if response.status_code < 400:
            continue
        assert response.mimetype == "application/problem+json", step
        body = json.loads(response.data)
        assert CODES[body["code"]].status == body["status"] == response.status_code
        assert body["code"] in ANSWERS[step.operation], step
        codes.add(body["code"])
        assert ("Retry-After" in response.headers) is (
            response.status_code in (429, 503) or body["code"] in ("conflict", "version-not-reached")
        ), step
        assert ("WWW-Authenticate" in response.headers) is (response.status_code == 401), step
    for method, path in walk.operations:
        named = set(walk.document["paths"][path][method]["responses"])
        assert provoked[method, path] == named, (method, path)
    assert {"faded", "frozen", "not-awaited", "version-moved", "illegal-move", "too-large"} <= codes


def test_no_other_method_or_path_is_there_and_that_can_be_read_too(walk):
    for method, path in walk.operations:
        address = walk.address((method, path))
        there = {other.upper() for other in walk.document["paths"][path]}
        for other in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - there:
            response = walk.client.open(address, method=other, headers={"Origin": "https://a.example"})
            assert (response.status_code, response.json["code"]) == (405, "method-not-allowed")
            assert response.headers["Access-Control-Allow-Origin"] == "*"
            assert method.upper() in response.headers["Allow"]
        assert walk.client.get(f"{address}/").status_code == 404


def test_the_examples_in_the_document_are_what_the_service_answers(steps):
    """If an answer has changed on purpose: ``python -m tests.service.walking`` writes the examples anew."""
    stored = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    assert examples(steps) == stored


@pytest.mark.scenario(102)
def test_each_example_is_as_its_schema_says(walk):
    components, checked = walk.document["components"], 0
    for methods in walk.document["paths"].values():
        for method, operation in methods.items():
            if method == "parameters":
                continue
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            for media in (media for body in bodies for media in body.get("content", {}).values()):
                for example in media.get("examples", {}).values():
                    whole = {"allOf": [media["schema"]], "components": components}
                    Draft202012Validator(whole).validate(example["value"])
                    checked += 1
    assert checked > 40
