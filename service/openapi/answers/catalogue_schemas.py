"""Schemas of answers: the catalogue of matches, and the statistics."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.openapi.answers.answer_fields import Of, list_of


class EntrySchema(Schema):
    """A match in short, as the catalogue has it: as it was at its version, and perhaps not at the newest one."""

    id = fields.String(required=True)
    ruleset = fields.String(required=True)
    ruleset_version = fields.String(required=True)
    game = Of("Game", said="the game, where the board of the match decides which one it is")
    mode = fields.String(required=True, metadata={"enum": ["hosted", "recorded"]})
    seats = list_of("Player", required=True)
    public = fields.Boolean(required=True)
    played_on = fields.String(required=True, allow_none=True)
    labels = Of("Labels", required=True, allow_none=True)
    opened_at = fields.String(required=True, metadata={"format": "date-time"})
    version = fields.Integer(required=True)
    status = fields.String(
        required=True, metadata={"enum": ["playing", "frozen", "stalled", "finished", "abandoned"]}
    )
    awaiting = list_of("Awaited", required=True)
    consent = Of("PendingConsent", required=True, allow_none=True)
    joining = fields.String(required=True, allow_none=True, metadata={"enum": ["commitment", "value", None]})
    outcome = Of("Outcome", required=True, allow_none=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class CatalogueSchema(Schema):
    """A page of the catalogue, newest matches first."""

    matches = fields.List(fields.Nested(EntrySchema), required=True)
    next = fields.String(required=True, allow_none=True)


class ResultsSchema(Schema):
    """How many public matches there are, and what came out of those that are finished."""

    finished = fields.Integer(required=True)
    unfinished = fields.Integer(required=True)
    abandoned = fields.Integer(required=True)
    results = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "of finished matches, by result: win, shared, no-result"},
    )
    reasons = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "of finished matches, by reason: played, adjudicated, forfeit"},
    )


class OptionsResultsSchema(ResultsSchema):
    """Results under the same options."""

    options = fields.Dict(required=True, metadata={"description": "the options in force"})


class PlayerResultsSchema(Schema):
    """Results of a player: of everybody who sat down under this name."""

    name = fields.String(required=True)
    finished = fields.Integer(required=True)
    won = fields.Integer(required=True, metadata={"description": "alone"})
    shared = fields.Integer(required=True, metadata={"description": "won together with others"})
    forfeited = fields.Integer(required=True)
    substituted = fields.Integer(
        required=True,
        metadata={
            "description": "finished matches in which they sat, and somebody else sat down for them before the end"
        },
    )


class RulesetResultsSchema(ResultsSchema):
    """Results under a ruleset."""

    ruleset = fields.String(required=True)
    by_options = fields.List(fields.Nested(OptionsResultsSchema), required=True)
    players = fields.List(fields.Nested(PlayerResultsSchema), required=True)


class StatisticsByRulesetSchema(Schema):
    """Results by ruleset."""

    statistics = fields.List(fields.Nested(RulesetResultsSchema), required=True)
