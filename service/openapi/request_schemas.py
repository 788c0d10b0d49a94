"""What the body that opens a match and registers a webhook may hold."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, post_load, validate

from domain.match.opening import Opening, SeatWanted
from projections.read_models.announcements import EVENTS
from service.openapi.schema_fields import TEXT, Choice, ObjectField, PlayedOn, StrictBoolean, StrictSchema, Whole
from service.webhooks.guarded_post import LONGEST_URL


class SeatSchema(StrictSchema):
    """A seat of a new match."""

    name = fields.String(required=True, validate=TEXT)
    colour = fields.String(
        validate=Whole(
            r"[a-z]([a-z-]{0,18}[a-z])?", error="Lower-case letters, with hyphens between them, at most 20."
        )
    )


class OpeningSchema(StrictSchema):
    """What opens a match."""

    ruleset = fields.String(required=True, validate=TEXT)
    seats = fields.List(fields.Nested(SeatSchema), required=True, validate=validate.Length(1, 20))
    mode = fields.String(validate=Choice(["hosted", "recorded"]), load_default="hosted")
    options = ObjectField(load_default=dict)
    board = ObjectField(load_default=dict)
    seed = fields.String(validate=Whole(r"([0-9a-f]{2}){16,64}", error="16 to 64 bytes in lower-case hex."))
    public = StrictBoolean(load_default=True)
    played_on = PlayedOn(
        metadata={
            "format": "date",
            "description": "from 1900-01-01 to one day after the service's date",
        }
    )
    labels = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 50)),
        values=fields.String(validate=validate.Length(0, 200)),
        validate=validate.Length(0, 20),
        load_default=dict,
        metadata={
            "description": "further information about the match; external-id is its name in another system:"
            " for each external-id a caller has one match that is not abandoned"
        },
    )

    @post_load
    def _opening(self, data: dict[str, Any], **_: Any) -> Opening:
        seats = [SeatWanted(seat["name"], seat.get("colour")) for seat in data.pop("seats")]
        seed = data.pop("seed", None)
        return Opening(seats=seats, seed=bytes.fromhex(seed) if seed is not None else None, **data)


class WebhookWantedSchema(StrictSchema):
    """What registers a webhook."""

    url = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_URL),
        metadata={"format": "uri", "description": "the address that is called: https, in the public internet"},
    )
    events = fields.List(
        fields.String(validate=Choice(EVENTS)),
        validate=validate.Length(1, len(EVENTS)),
        metadata={"description": "the types of events that it reports; without it all types"},
    )
