"""The components of the OpenAPI document: said of, open where they are answers, and all of them used."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from apispec import APISpec
from marshmallow import Schema

BEGINNING = "#/components/"


def objects(node: Any) -> Iterator[dict[str, Any]]:
    """Every object in a document, itself included."""
    if isinstance(node, dict):
        yield node
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for one in inner:
        yield from objects(one)


def reached(document: Mapping[str, Any], *beginnings: Any) -> set[tuple[str, str]]:
    """The components, by section and name, that parts of a document refer to, also by way of others."""
    found: set[tuple[str, str]] = set()
    waiting = list(beginnings)
    while waiting:
        for one in objects(waiting.pop()):
            name = one.get("$ref")
            if isinstance(name, str) and name.startswith(BEGINNING):
                section, _, rest = name.removeprefix(BEGINNING).partition("/")
                if (section, rest) not in found:
                    found.add((section, rest))
                    waiting.append(document["components"][section][rest])
    return found


def describe(spec: APISpec, schemas: Mapping[str, dict[str, Any]]) -> None:
    """Say of each schema what its class says."""
    plugin = next(one for one in spec.plugins if hasattr(one, "converter"))
    for key, name in plugin.converter.refs.items():
        said = inspect.getdoc(key[0] if isinstance(key[0], type) else type(key[0]))
        if name in schemas and said and said != inspect.getdoc(Schema):
            schemas[name].setdefault("description", " ".join(said.split("\n\n")[0].split()))


def unwrap(document: Any) -> None:
    """Write a reference that stands alone in an ``allOf`` as that reference."""
    for one in objects(document):
        if set(one) == {"allOf"} and len(one["allOf"]) == 1:
            one.update(one.pop("allOf")[0])


def open_answers(document: Mapping[str, Any]) -> None:
    """Let objects of answers have members that the document does not name; those of requests stay closed."""
    bodies = [
        operation.get("requestBody")
        for path in document["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
    ]
    sent = {name for section, name in reached(document, *bodies) if section == "schemas"}
    for name, schema in document["components"]["schemas"].items():
        if name not in sent:
            for one in objects(schema):
                if one.get("additionalProperties") is False:
                    del one["additionalProperties"]


def drop_unused(document: Mapping[str, Any]) -> None:
    """Leave out the components that nothing refers to."""
    used = reached(document, document["paths"])
    sections = document["components"]
    for section in [section for section in sections if section != "securitySchemes"]:
        kept = {name: one for name, one in sections[section].items() if (section, name) in used}
        sections[section] = kept
        if not kept:
            del sections[section]
