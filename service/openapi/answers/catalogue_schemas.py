"""Schemas of answers: the catalogue of matches, and the statistics."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.openapi.answers.answer_fields import Of, list_of


class EntrySchema(Schema):
    """A match in short, as the catalogue has it: as it was at its version, and perhaps not at the newest one."""

    id = fields.String(required=True)
    ruleset = fields.String(required=True)
    ruleset_version = fields.String(required=True)
    game = Of("NamedGame", said="the game, where the board of the match decides which one it is")
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


class GameSchema(Schema):
    """The game that a match is one of."""

    ruleset = fields.String(required=True)
    title = fields.String(required=True)
    bgg = fields.Integer(
        required=True, allow_none=True, metadata={"description": "its id at BoardGameGeek, where it is known"}
    )


class PlacedSchema(Schema):
    """A player at the end of a match."""

    seat = fields.Integer(required=True)
    name = Of("PublicText", required=True)
    colour = fields.String(required=True)
    team = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "the number of the team, from 1, if there are teams"},
    )
    starts = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "whether it was the first to act; null where all began at once"},
    )
    score = fields.Integer(required=True, allow_none=True)
    rank = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "1 for winners; of others as the game has ranked them, if it has"},
    )
    winner = fields.Boolean(required=True)


class ResultSchema(Schema):
    """How a match ended, for programs that keep plays."""

    match = fields.String(required=True)
    status = fields.String(required=True, metadata={"enum": ["finished", "abandoned"]})
    game = fields.Nested(GameSchema, required=True)
    date = fields.String(
        required=True, metadata={"description": "the day on which it was played, or on which it was opened (UTC)"}
    )
    location = fields.String(
        required=True, allow_none=True, metadata={"description": "what the label location says, if there is one"}
    )
    outcome = Of("Outcome", required=True, allow_none=True)
    players = fields.List(fields.Nested(PlacedSchema), required=True)
    text = fields.String(metadata={"description": "how it ended, for people, if the query asks for text"})
    links = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "match; and bg_stats, which opens BG Stats with the play, if there is a result"},
    )


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
