"""Keys, checkpoints and proofs, as they are asked for and answered."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.openapi.query_schemas import VIEWER, MatchQuery
from service.openapi.schema_fields import Flag, Number

HASH = {"description": "SHA-256, in lower-case hex", "pattern": "^[0-9a-f]{64}$"}
NOTE = {
    "description": "a signed note (C2SP): origin, size, root, and the signature; there once the service has a key"
}


class CheckpointQuery(MatchQuery):
    """Which tree is meant."""

    size = Number(metadata={"description": "how many decisions the tree has; by default all that there are"})


class ConsistencyQuery(MatchQuery):
    """Which two trees are meant."""

    first = Number(
        required=True, data_key="from", metadata={"description": "how many decisions the earlier tree has"}
    )
    size = Number(data_key="to", metadata={"description": "how many the later one has; by default all there are"})


class ExportQuery(CheckpointQuery):
    """What an archive holds."""

    viewer = fields.String(data_key="as", metadata=VIEWER)
    texts = Flag(load_default=True, metadata={"description": "false: without names and free texts"})


class KeySchema(Schema):
    """A public key of the service."""

    vkey = fields.String(required=True, metadata={"description": "as C2SP's signed-note has it: NAME+ID+KEY"})
    valid_from = fields.String(required=True, data_key="from", metadata={"format": "date-time"})
    until = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})


class KeyListSchema(Schema):
    """What the service signs with."""

    name = fields.String(required=True, allow_none=True)
    keys = fields.List(fields.Nested(KeySchema), required=True)


class HeadSchema(Schema):
    """The tree of the first decisions of a match."""

    size = fields.Integer(required=True)
    root = fields.String(required=True, metadata=HASH)
    checkpoint = fields.String(metadata=NOTE)


class CheckpointSchema(HeadSchema):
    """The tree of the first decisions of a match, and which match that is."""

    match = fields.String(required=True, metadata={"format": "uuid"})


class InclusionSchema(CheckpointSchema):
    """That a decision is in that tree."""

    version = fields.Integer(required=True)
    leaf = fields.String(required=True, metadata=HASH)
    hashes = fields.List(
        fields.String(metadata=HASH), required=True, metadata={"description": "from the leaf's sibling up"}
    )


class ConsistencySchema(Schema):
    """That the earlier tree is the beginning of the later one."""

    match = fields.String(required=True, metadata={"format": "uuid"})
    earlier = fields.Nested(HeadSchema, required=True, data_key="from")
    later = fields.Nested(HeadSchema, required=True, data_key="to")
    hashes = fields.List(fields.String(metadata=HASH), required=True)


class DrawSchema(Schema):
    """One draw of chance."""

    decision = fields.Integer(required=True, metadata={"description": "the version of its decision"})
    number = fields.Integer(
        required=True,
        metadata={"description": "which draw of that decision, from 0; with joint chance, of the match"},
    )
    multiset = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        data_key="from",
        metadata={"description": "what was there: how many of each kind"},
    )
    drawn = fields.String(required=True, metadata={"description": "what came out; a number in decimal"})
    at = fields.String(
        required=True, metadata={"description": "where the decision says so (RFC 6901), its sealed values opened"}
    )


class ChanceSchema(Schema):
    """The seed of a match that is closed, and all that was drawn with it."""

    match = fields.String(required=True, metadata={"format": "uuid"})
    commitment = fields.String(required=True, metadata={"description": "as decision 0 has it"})
    seed = fields.String(required=True, metadata={"description": "16 to 64 bytes, in lower-case hex"})
    draws = fields.List(fields.Nested(DrawSchema), required=True)
