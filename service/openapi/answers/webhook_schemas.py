"""Schemas of answers: webhooks and their deliveries."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from projections.read_models.announcements import EVENTS

EVENT: dict[str, Any] = {
    "description": "Events: id is a version, event snapshot, decision, root, visibility, end, data a line of JSON."
}
"""Without a type: some read the schema as that of one event, others as that of the whole text."""


class DisabledSchema(Schema):
    """Why nothing is sent any more."""

    at = fields.String(required=True, metadata={"format": "date-time"})
    reason = fields.String(required=True, metadata={"enum": ["failures", "gone"]})


class WebhookSchema(Schema):
    """A webhook, without its secret."""

    id = fields.String(required=True)
    url = fields.String(required=True, metadata={"format": "uri"})
    events = fields.List(fields.String(metadata={"enum": list(EVENTS)}), required=True)
    since = fields.Integer(
        required=True, metadata={"description": "the webhook reports what came after this version"}
    )
    added_at = fields.String(required=True, metadata={"format": "date-time"})
    failures = fields.Integer(required=True, metadata={"description": "attempts in a row that have failed"})
    disabled = fields.Nested(DisabledSchema, required=True, allow_none=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class RegisteredSchema(WebhookSchema):
    """A webhook that was just registered."""

    secret = fields.String(
        required=True, metadata={"description": "the key that verifies signatures; shown only once"}
    )


class WebhookListSchema(Schema):
    """The caller's webhooks, oldest first."""

    webhooks = fields.List(fields.Nested(WebhookSchema), required=True)


class AttemptSchema(Schema):
    """An attempt to deliver: its status, or why there was none."""

    at = fields.String(required=True, metadata={"format": "date-time"})
    ms = fields.Integer(required=True, metadata={"description": "its duration"})
    status = fields.Integer()
    error = fields.String(metadata={"enum": ["unreachable", "timed-out", "tls", "no-answer"]})


class DeliverySchema(Schema):
    """An event, and what became of it."""

    id = fields.String(required=True, metadata={"description": "the header webhook-id of each attempt"})
    type = fields.String(required=True, metadata={"enum": list(EVENTS)})
    version = fields.Integer(required=True)
    at = fields.String(required=True, metadata={"format": "date-time"})
    state = fields.String(required=True, metadata={"enum": ["waiting", "delivered", "dropped"]})
    attempts = fields.List(fields.Nested(AttemptSchema), required=True)


class DeliveryListSchema(Schema):
    """The newest deliveries, newest first."""

    deliveries = fields.List(fields.Nested(DeliverySchema), required=True)
