"""The shapes of what is answered about rulesets, and of words."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

LANGUAGES = "the languages that it can be told about in, as BCP 47 tags"
_BY_KIND: dict[str, Any] = {
    "keys": fields.String(),
    "values": fields.Dict(keys=fields.String(), values=fields.String()),
    "required": True,
}


class WordsSchema(Schema):
    """What people call things: for each kind of value, its values."""

    words = fields.Dict(
        **_BY_KIND,
        metadata={
            "description": "kind, value, label. A field of a schema with x-kind holds values of this kind; a"
            " ruleset has the values of its own board, for as many players as can play"
        },
    )
    explanations = fields.Dict(
        **_BY_KIND, metadata={"description": "kind, value, text: where a label is not enough"}
    )


class SeatCountSchema(Schema):
    """How many seats."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


class RulesetShortSchema(Schema):
    """A ruleset in short."""

    id = fields.String(required=True)
    version = fields.String(required=True)
    title = fields.String(required=True)
    description = fields.String()
    languages = fields.List(fields.String(), required=True, metadata={"description": LANGUAGES})
    seats = fields.Nested(SeatCountSchema, required=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class TableShortSchema(Schema):
    """The table in short: what every game has."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    languages = fields.List(fields.String(), required=True, metadata={"description": LANGUAGES})
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class TableSchema(TableShortSchema, WordsSchema):
    """The table: JSON Schemas of its commands, with who may send them, and of its facts; and its rules."""

    commands = fields.Dict(required=True)
    facts = fields.Dict(required=True)
    rules = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    sections = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "what the parts of the rules are called, by the beginning of their numbers"},
    )


class RulesetListSchema(Schema):
    """All rulesets, and the table."""

    rulesets = fields.List(fields.Nested(RulesetShortSchema), required=True)
    table = fields.Nested(TableShortSchema, required=True)


class RulesetSchema(RulesetShortSchema, WordsSchema):
    """A ruleset: JSON Schemas of its options, commands, facts and view, and its rules."""

    options = fields.Dict(required=True)
    board = fields.Dict(required=True)
    boxes = fields.Dict(
        metadata={"description": 'boards that a match can be opened with by their names: `board: {"box": name}`'}
    )
    commands = fields.Dict(required=True)
    facts = fields.Dict(required=True)
    view = fields.Dict(required=True)
    rules = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    sections = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "what the parts of the rules are called, by the beginning of their numbers"},
    )
