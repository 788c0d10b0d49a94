"""The OpenAPI 3.1 document: what answers look like, and what the decorators cannot say."""

from __future__ import annotations

from typing import Any

from apispec import APISpec
from marshmallow import Schema, fields

from service.openapi.answers.answer_fields import PARTS, Of, list_of
from service.openapi.answers.audit_schemas import CorrectionSchema
from service.openapi.answers.ruleset_schemas import WordsSchema
from service.web.problems import CODES, MEDIA_TYPE

HERE: dict[str, Any] = {"url": "/", "description": "The service that serves this document."}
CONFIGURATION: dict[str, Any] = {
    "API_TITLE": "Kerbholz",
    "API_VERSION": "v1",
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "Keeps the log of a tabletop game: every decision is a notch, nobody can change one"
            " unseen, and everyone sees exactly what they may see.",
            "contact": {"name": "The Kerbholz developers"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [HERE],
        "security": [{}, {"token": []}],
    },
}

TEXT: dict[str, Any] = {"type": "string"}
"""The schema of what is no single JSON document."""
LAST_EVENT_ID: dict[str, Any] = {
    "in": "header",
    "name": "Last-Event-ID",
    "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
    "description": "The id of the last event that was received; it takes precedence over after.",
}
COMMAND_MEMBERS: dict[str, Any] = {
    "seat": {
        "type": "integer",
        "description": "The seat for which it is sent, if that is not the token's own seat.",
    },
    "occurred_at": {
        "type": "string",
        # No "format": "date-time", by which generated clients would change the text that they are given.
        "pattern": r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        r"[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
        "description": "When it happened at the table, as the scribe of a recorded match claims it: a time of RFC"
        " 3339, kept in UTC to the millisecond; at most a day ahead of the service's clock.",
    },
    "irregular": {
        "type": "object",
        "description": "For scribe and arbiter of a recorded match: it happened, although it may break a rule.",
        "required": ["note"],
        "properties": {"note": {"type": "string", "minLength": 1, "maxLength": 2000}},
        "additionalProperties": False,
    },
    "entered_by": {
        "type": "string",
        "minLength": 1,
        "maxLength": 60,
        "description": "The name of the scribe or arbiter who enters it, where several share the token.",
    },
    "declining": {
        "type": "boolean",
        "description": "For the scribe of a recorded match: offers that are due and cost nothing to decline were"
        " declined before it.",
    },
}
# Schemas with names of their own: generated clients have a type for each.
_COMMAND = {
    "type": "object",
    "description": "One command; its other members are described by the ruleset's commands.",
    "required": ["type"],
    "properties": {
        "type": {"type": "string", "description": "See the ruleset's commands."},
        **COMMAND_MEMBERS,
    },
    "additionalProperties": True,
}
_BATCH = {
    "type": "object",
    "description": "Several commands, all or none.",
    "required": ["commands"],
    "properties": {
        "commands": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Command"},
            "minItems": 1,
            "maxItems": 50,
        }
    },
    "additionalProperties": False,
}
COMMAND_BODY: dict[str, Any] = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {"oneOf": [{"$ref": "#/components/schemas/Command"}, {"$ref": "#/components/schemas/Batch"}]}
        }
    },
}


SHORTHAND_BODY: dict[str, Any] = {
    "required": True,
    "content": {"text/plain": {"schema": {"type": "string", "description": "Lines of shorthand, at most 50."}}},
}


IMPORT_BODY: dict[str, Any] = {
    "required": True,
    "content": {
        "text/plain": {
            "schema": {
                "type": "string",
                "description": "A whole match in shorthand, with its header; at most 512 KiB.",
            }
        }
    },
}


class ProblemSchema(Schema):
    """An error (RFC 9457)."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    # Not "enum": codes may be added, and generated clients refuse a value that they do not know.
    code = fields.String(required=True, metadata={"x-extensible-enum": sorted(CODES)})
    rule = fields.String(
        metadata={"description": "reference number of the broken rule, the game's or the table's"}
    )
    hint = fields.String(metadata={"description": "what the caller could do about it"})
    errors = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))
    position = fields.Integer(metadata={"description": "which command of a batch was refused, from 0"})
    version = fields.Integer(metadata={"description": "the match's version"})
    match = fields.String(metadata={"description": "path of the match that is in the way"})


class ProblemListSchema(Schema):
    """Every problem's code: its status, title and explanation."""

    problems = fields.Dict(keys=fields.String(), values=fields.Dict(), required=True)


class StatusSchema(Schema):
    """Whether the service is alive or ready."""

    status = fields.String(required=True)
    schema_number = fields.Integer(data_key="schema")
    streams = fields.Integer(metadata={"description": "of the relay: how many streams are open"})
    projections = fields.Dict(
        keys=fields.String(),
        values=fields.String(metadata={"enum": ["following", "failing", "behind"]}),
        metadata={"description": "how each read model follows the log"},
    )


class StandingSchema(Schema):
    """How a match stands."""

    status = fields.String(
        required=True, metadata={"enum": ["playing", "frozen", "stalled", "finished", "abandoned"]}
    )
    awaiting = list_of("Awaited", required=True)
    consent = Of("PendingConsent", required=True, allow_none=True)
    joining = fields.String(
        required=True,
        allow_none=True,
        metadata={"enum": ["commitment", "value", None], "description": "what joint chance awaits of seats"},
    )
    outcome = Of("Outcome", required=True, allow_none=True)
    proposed = Of(
        "Outcome",
        required=True,
        allow_none=True,
        said="the outcome by the rules, of a recorded match that waits for confirmation",
    )
    missing = fields.Dict(
        required=True,
        keys=fields.String(),
        values=fields.Integer(),
        metadata={"description": "pieces that are missing from the set, by kind"},
    )
    signed = fields.Boolean(required=True, metadata={"description": "an official has signed the result"})
    calls = list_of("OpenCall", required=True, said="the calls for an arbiter that are open, oldest first")
    countersigned = list_of(
        "NewestCountersignature", required=True, said="the newest countersignature of each seat, and of the scribe"
    )
    empty = fields.List(fields.Integer(), metadata={"description": "seats at which nobody sits, if any"})


class MatchSchema(StandingSchema):
    """A match."""

    id = fields.String(required=True)
    ruleset = fields.String(required=True)
    ruleset_version = fields.String(required=True)
    game = Of("NamedGame", said="the game, where the board of the match decides which one it is")
    mode = fields.String(required=True, metadata={"enum": ["hosted", "recorded"]})
    options = fields.Dict(required=True)
    board_digest = fields.String(required=True)
    seats = list_of("Player", required=True)
    public = fields.Boolean(required=True)
    played_on = fields.String(required=True, allow_none=True)
    labels = Of("Labels", required=True, allow_none=True)
    opened_at = fields.String(required=True, metadata={"format": "date-time"})
    version = fields.Integer(required=True)
    closed = fields.Boolean(required=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    text = fields.String(metadata={"description": "how it stands, for people, if the query asks for text"})


class TokensSchema(Schema):
    """The tokens of a new match."""

    host = fields.String(required=True)
    arbiter = fields.String(required=True)
    scribe = fields.String(required=True)
    spectator = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)


class OpenedSchema(MatchSchema):
    """A new match, with its tokens."""

    tokens = fields.Nested(TokensSchema, required=True)


class KeptLineSchema(Schema):
    """A line of a file that could not be played behind a gap, and stands as a note."""

    line = fields.Integer(required=True)
    reason = fields.String(required=True)


class ImportedSchema(OpenedSchema):
    """A match that a file has become, with its tokens."""

    lines = fields.Integer(
        required=True, metadata={"description": "the number of lines that were entered as commands"}
    )
    gaps = fields.Integer(required=True, metadata={"description": "the number of lines that mark a gap"})
    kept = fields.List(fields.Nested(KeptLineSchema), required=True)


class DecisionSchema(Schema):
    """A decision as the viewer may read it; of a faded one only the skeleton."""

    version = fields.Integer(required=True)
    actor = Of("Actor", required=True)
    recorded_by = Of("Recorder")
    at = fields.String(required=True, metadata={"format": "date-time"})
    command = Of("RecordedCommand", required=True)
    facts = list_of("Fact")
    occurred_at = fields.String(metadata={"format": "date-time", "description": "what a scribe claims"})
    entered_by = Of("PersonalText", said="which scribe or arbiter entered it, by name; shown to officials")
    automatic = fields.Boolean()
    blind = fields.String()
    faded = fields.Boolean(metadata={"description": "the viewer may read only the skeleton of this decision"})
    text = fields.String(metadata={"description": "a sentence for people, if the query asks for text"})
    changed = fields.List(
        fields.String(),
        metadata={
            "description": "JSON pointers into the board where it changed something, if the query asks for it"
        },
    )
    struck = Of("LineChange", said="what struck it on this line")
    replaced = Of("LineChange", said="what gave it other facts on this line")
    # Of decision 0, which opens the match:
    format = fields.Integer()
    hash = fields.String()
    canonical = fields.String()
    match = fields.String()
    ruleset = Of("RulesetVersion")
    mode = fields.String()
    options = fields.Dict()
    board = fields.Dict()
    board_digest = fields.String()
    seats = list_of("Player")
    chance = Of("SeedCommitment", allow_none=True, said="the commitment to the seed; null without one")
    public = fields.Boolean()
    played_on = fields.String(allow_none=True)
    labels = Of("PublicText", allow_none=True, said="the labels as JSON")


class ReceiptSchema(Schema):
    """The client's half of the stick: the root of the tree over the first *size* decisions."""

    match = fields.String(required=True)
    size = fields.Integer(required=True)
    root = fields.String(required=True)
    checkpoint = fields.String(
        metadata={"description": "the same, signed (a note as C2SP has it); there once the service has a key"}
    )


class GivenTokenSchema(Schema):
    """A token that takes the place of another."""

    role = fields.String(required=True)
    seat = fields.Integer()
    token = fields.String(required=True)


class WarningSchema(Schema):
    """Something that was written down although the record cannot be true now."""

    code = fields.String(required=True, metadata={"x-extensible-enum": ["contradiction"]})
    version = fields.Integer(required=True, metadata={"description": "the decision"})
    place = fields.String(required=True)
    things = Of("Things", allow_none=True, said="the things that cannot be there")
    amount = Of("Amount", allow_none=True, said="the amount that a purse lacks")
    detail = fields.String(required=True)


class AppendedSchema(Schema):
    """What commands brought about; of a dry run, for officials, also the view as it would be after them."""

    version = fields.Integer(required=True)
    decisions = fields.List(fields.Nested(DecisionSchema), required=True)
    warnings = fields.List(
        fields.Nested(WarningSchema),
        metadata={
            "description": "what counting shows to be impossible, as far as the caller may know; absent if nothing"
        },
    )
    receipt = fields.Nested(ReceiptSchema, required=True, allow_none=True)
    tokens = fields.List(
        fields.Nested(GivenTokenSchema),
        metadata={"description": "the new tokens, if the caller has replaced tokens"},
    )
    corrections = fields.List(
        fields.Nested(lambda: CorrectionSchema()),
        metadata={"description": "the changes made by each amendment or reveal among them"},
    )
    view = fields.Nested(lambda: ViewSchema())
    picture = fields.String(metadata={"description": "the board of the view as SVG, if the query asks for it"})
    moves = fields.Nested(lambda: MoveListSchema())


class ViewSchema(StandingSchema):
    """The board for a viewer."""

    match = fields.String(required=True)
    ruleset = fields.String(required=True)
    viewer = fields.String(data_key="as", required=True)
    at = fields.Integer(required=True)
    line = fields.Integer(required=True)
    board = fields.Dict(required=True, metadata={"description": "its JSON Schema is the ruleset's view"})


class DecisionPageSchema(Schema):
    """A page of the log."""

    match = fields.String(required=True)
    viewer = fields.String(data_key="as", required=True)
    version = fields.Integer(required=True)
    decisions = fields.List(fields.Nested(DecisionSchema), required=True)
    root = fields.String(
        required=True,
        metadata={
            "description": "the root of the tree after the last decision listed; if there is none, after the"
            " version that the parameter after names; with a filter, after the newest decision that was looked at"
        },
    )
    next = fields.String(required=True, allow_none=True)


class MatchWordsSchema(WordsSchema):
    """What the things of a match are called, with the names of its seats."""

    match = fields.String(required=True)


class MoveListSchema(Schema):
    """What the caller may do now."""

    version = fields.Integer(required=True)
    awaiting = list_of("Awaited", required=True)
    moves = fields.List(
        fields.Dict(),
        required=True,
        metadata={
            "description": "moves that the service accepts, with all that the match waits for; text (a sentence)"
            " and declines (the commands that are declined by it) are said of a move, and not sent with it"
        },
    )
    table = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "types of commands of the table that the caller may send, awaited or not"},
    )


def amend(spec: APISpec) -> None:
    """Say what the decorators cannot: how tokens are sent, and that errors are problems."""
    spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    spec.components.schema("Command", _COMMAND)
    spec.components.schema("Batch", _BATCH)
    for name, part in PARTS.items():
        spec.components.schema(name, part)
    for response in spec.components.responses.values():
        content = response.get("content", {})
        if "application/json" in content:
            response["content"] = {MEDIA_TYPE: content["application/json"]}
