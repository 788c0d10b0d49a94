"""Titles and explanations for JSON Schemas, as JSON Schema has them: ``title`` and ``description``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from domain.kit.facts import Declared, Json, schema_of
from domain.kit.words.labels import Words, kind_of_class, message_type, named_options
from domain.kit.words.values import prettified

Path: TypeAlias = tuple[str, ...]
INDEX = "x-index"
"""The keyword that says of which kind the names of members are."""


def titled(cls: type[Declared], words: Words) -> dict[str, Json]:
    """The schema of a fact or command, with what people call it and its fields."""
    schema = schema_of(cls)
    kind, name = kind_of_class(cls), message_type(cls.TYPE)
    schema["title"] = words.label(kind, name)
    schema["description"] = words.about(kind, name) or schema["description"]
    for field in cls.SENT:
        member = schema["properties"][field.name]
        member["title"] = words.field(cls, field.name)
        if about := words.field_about(cls, field.name):
            member["description"] = about
    return schema


def titled_options(options: Mapping[str, Json], words: Words, kind: str = "option") -> dict[str, Json]:
    """Schemas of options (or of the board's values) with titles and explanations; ``x-labels`` name the values."""
    made = titled_members(options, words, kind)
    for name, values in named_options(options).items():
        made[name]["x-labels"] = {
            value: words.label(f"{kind}-{name.replace('_', '-')}", value) for value in values
        }
    return made


def titled_members(schemas: Mapping[str, Json], words: Words, kind: str) -> dict[str, Json]:
    """Schemas of members by name, with titles and explanations by the messages of a kind: ``sent-occurred-at``."""
    return {
        name: _with(_titled(schema, words, (kind, name)), words, view_message((kind, name)), name)
        for name, schema in schemas.items()
    }


def titled_view(schema: Mapping[str, Json], words: Words) -> dict[str, Json]:
    """The schema of a view, with a title for each member; ``$defs`` are named by themselves."""
    return _titled(schema, words, ("view",))


def members(schema: Mapping[str, Json], path: Path = ("view",)) -> Iterator[tuple[Path, Json]]:
    """Every member of a schema, with the path of names that leads to it; parts under ``$defs`` once.

    Those that are named by the values of a kind (``x-index``) have its words, and their parts are named alike.
    """
    for name, member in schema.get("properties", {}).items():
        inner = path if INDEX in schema else (*path, name)
        if inner != path:
            yield inner, member
        yield from members(member, inner)
    for name, part in schema.get("$defs", {}).items():
        yield from members(part, (path[0], name))
    for inner in _inside(schema):
        yield from members(inner, path)


def view_message(path: Path) -> str:
    """The message that names a member of the view, or another one by its path."""
    return "-".join(path).replace("_", "-")


def _inside(schema: Mapping[str, Json]) -> Iterator[Json]:
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), Mapping):
            yield schema[key]
    for key in ("anyOf", "allOf"):
        yield from schema.get(key, ())


def _titled(schema: Mapping[str, Json], words: Words, path: Path) -> dict[str, Any]:
    made = dict(schema)
    if "properties" in made:
        made["properties"] = {
            name: {**_titled(member, words, path), "title": words.label(made[INDEX], name)}
            if INDEX in made
            else _with(_titled(member, words, (*path, name)), words, view_message((*path, name)), name)
            for name, member in made["properties"].items()
        }
    if "$defs" in made:
        made["$defs"] = {name: _titled(part, words, (path[0], name)) for name, part in made["$defs"].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(made.get(key), Mapping):
            made[key] = _titled(made[key], words, path)
    for key in ("anyOf", "allOf"):
        if key in made:
            made[key] = [_titled(option, words, path) for option in made[key]]
    return made


def _with(schema: Mapping[str, Json], words: Words, message: str, name: str) -> dict[str, Json]:
    about = words.plain(message, "about")
    # Nothing stands beside a "$ref", which tools resolve each in its own way.
    bare = {"allOf": [schema]} if "$ref" in schema else schema
    return {
        **bare,
        "title": words.plain(message) or words.plain(f"field-{name}") or prettified(name),
        **({"description": about} if about else {}),
    }
