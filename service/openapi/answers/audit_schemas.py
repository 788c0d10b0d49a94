"""Schemas of answers: the audit of a match, and who knew what."""

from __future__ import annotations

from marshmallow import Schema, fields

from service.openapi.answers.answer_fields import Of, list_of
from service.openapi.schema_fields import Anything


class FindingSchema(Schema):
    """Something that broke a rule, or that cannot be, and the decisions that show it."""

    kind = fields.String(
        metadata={
            "x-extensible-enum": ["irregular", "assertion", "contradiction", "missing"],
            "description": "absent for breaches of the game's procedure",
        }
    )
    rule = fields.String(
        required=True, allow_none=True, metadata={"description": "null where the rule has no number"}
    )
    seat = fields.Integer(
        required=True, allow_none=True, metadata={"description": "null where no seat is concerned"}
    )
    decisions = fields.List(fields.Integer(), required=True)
    complete = fields.Integer(required=True, metadata={"description": "the decision that completed the breach"})
    repair = fields.String(metadata={"description": "how the rules repair it"})
    status = fields.String(metadata={"description": "its present state, where that is known"})
    code = fields.String(metadata={"description": "irregular: the code that a refusal would have had"})
    let_stand = fields.String(metadata={"description": "irregular: the role that entered it"})
    note = Of("PersonalText", allow_none=True, said="irregular: what was noted")
    place = fields.String(allow_none=True, metadata={"description": "contradiction, missing: where"})
    of = fields.String(
        metadata={
            "x-extensible-enum": ["place", "set", "purse"],
            "description": "contradiction: more comes out of a place or purse than is there, or than exists",
        }
    )
    things = Of("Things", allow_none=True, said="contradiction, missing: which things")
    amount = Of("Amount", allow_none=True, said="contradiction: the amount that a purse lacks")
    by = Of("Asserter", said="assertion: who asserted it")
    pointer = fields.String(metadata={"description": "assertion: where in the asserter's view"})
    is_ = Anything(data_key="is", metadata={"description": "assertion: the asserted value"})
    since = fields.Integer(
        allow_none=True, metadata={"description": "assertion: where the record may first have gone wrong"}
    )


class SaidSchema(Schema):
    """Which decision it was, by whom, and when."""

    version = fields.Integer(required=True)
    by = Of("Actor", required=True)
    at = fields.String(required=True)
    faded = fields.Boolean(metadata={"description": "it has faded for the reader, who gets no other member"})


class LinkedSchema(SaidSchema):
    """Something said about a decision, with links to the board before it, and to the log from it on."""

    reason = Of("PersonalText", allow_none=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class CallSchema(SaidSchema):
    """Somebody called for an arbiter."""

    about = fields.Integer(allow_none=True, metadata={"description": "the decision that it is about"})
    reason = Of("PersonalText", allow_none=True)
    status = fields.String(metadata={"enum": ["open", "attended", "done"]})
    attended = fields.List(fields.Integer(), metadata={"description": "when an arbiter attended to it"})
    attended_by = fields.List(
        fields.String(),
        metadata={"description": "which arbiters did, by name; for officials, where one was given"},
    )
    ended = fields.Integer(
        allow_none=True, metadata={"description": "the ruling that ended it, or the decision that says it is done"}
    )


class CountersignatureSchema(SaidSchema):
    """A seat, or the scribe, said that the board that they were shown is the one on the table."""

    upto = fields.Integer(metadata={"description": "the board after this decision"})
    line = fields.Integer(metadata={"description": "on the line of this version"})
    size = fields.Integer(metadata={"description": "the number of decisions that led to it"})
    root = fields.String(allow_none=True, metadata={"description": "the root that the signer had kept, in hex"})
    own = fields.Boolean(metadata={"description": "the token of the seat was given to nobody else"})
    status = fields.String(metadata={"enum": ["stands", "lapsed"]})
    lapsed_by = fields.Integer(
        allow_none=True, metadata={"description": "the decision that changed the record at or before that board"}
    )


class AccusationSchema(LinkedSchema):
    """Somebody claimed that a seat has broken a rule."""

    accused = fields.Integer()
    rule = fields.String(allow_none=True)
    decisions = fields.List(fields.Integer())
    status = fields.String(metadata={"enum": ["open", "upheld", "dismissed"]})
    ruling = fields.Integer(allow_none=True, metadata={"description": "the ruling that decided it"})


NAMED = "who entered it, by name; for officials, where a name was given"


class RulingSchema(LinkedSchema):
    """An arbiter ruled."""

    entered_by = fields.String(metadata={"description": NAMED})
    verdict = fields.String(metadata={"enum": ["upheld", "dismissed"]})
    about = fields.Integer(allow_none=True)
    disputed = fields.Integer(allow_none=True, metadata={"description": "the first decision that it is about"})
    rule = fields.String(allow_none=True)
    remedy = fields.String(allow_none=True)
    reverses = fields.Integer(allow_none=True)
    reversed_by = fields.Integer(allow_none=True)
    struck = fields.List(fields.Integer())
    replaced = fields.List(fields.Integer())


class AppealSchema(SaidSchema):
    """Somebody asked for another look at a ruling."""

    entered_by = fields.String(metadata={"description": NAMED})
    same_name = fields.Boolean(
        metadata={"description": "true: it was answered under the name under which the ruling had been given"}
    )
    ruling = fields.Integer()
    reason = Of("PersonalText", allow_none=True)
    status = fields.String(metadata={"enum": ["open", "answered"]})
    answer = fields.Integer(allow_none=True, metadata={"description": "the ruling that answered it"})


class ConsentSchema(Schema):
    """A seat's answer to a request."""

    seat = fields.Integer(required=True)
    version = fields.Integer(required=True)
    agree = fields.Boolean(required=True)


class TakeBackSchema(SaidSchema):
    """Something was taken back, or somebody asked to."""

    kind = fields.String(metadata={"enum": ["free", "consent", "ruling"]})
    seat = fields.Integer(allow_none=True, metadata={"description": "whose decisions; null with a ruling"})
    decisions = fields.List(fields.Integer())
    asked = fields.List(fields.Integer(), metadata={"description": "the seats that had to agree"})
    consents = fields.List(fields.Nested(ConsentSchema))
    outcome = fields.String(metadata={"enum": ["done", "refused", "withdrawn", "dropped", "pending"]})
    struck = fields.List(fields.Integer())
    replaced = fields.List(fields.Integer())


class RefiguredSchema(Schema):
    """A decision that counts with other facts than before."""

    decision = fields.Integer(required=True)
    before = list_of("Fact", required=True)
    facts = list_of("Fact", required=True)
    left_out = list_of("LeftOut", said="inserted commands that are no longer lawful")


class StruckSchema(Schema):
    """A decision that does not count any more, and why."""

    decision = fields.Integer(required=True)
    rule = fields.String()
    after = fields.Integer(metadata={"description": "the decision after which it no longer follows"})


class OutcomesSchema(Schema):
    """Results before a correction and with it."""

    before = Of("Outcome", required=True, allow_none=True)
    now = Of("Outcome", required=True, allow_none=True)


class CorrectionSchema(SaidSchema):
    """The record was corrected."""

    kind = fields.String(metadata={"enum": ["amended", "revealed", "restored"]})
    reason = Of("PersonalText", allow_none=True)
    start = fields.Integer(metadata={"description": "the version from which the line differs"})
    stands = fields.List(fields.Integer())
    replaced = fields.List(fields.Nested(RefiguredSchema))
    struck = fields.List(fields.Nested(StruckSchema))
    counts_again = fields.List(fields.Integer())
    outcome = fields.Nested(OutcomesSchema)


class ReminderSchema(SaidSchema):
    """Somebody reminded a seat of a step."""

    reminded = fields.Integer()
    step = fields.String(allow_none=True)


class ActedForSchema(Schema):
    """Somebody recorded a seat's decision."""

    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    recorded_by = Of("Recorder", required=True)


class ErasedSchema(Schema):
    """A text of a decision was erased."""

    version = fields.Integer(required=True)
    pointer = fields.String(metadata={"description": "where it was (RFC 6901); absent if the decision has faded"})
    at = fields.String(required=True, metadata={"description": "when it was erased"})
    role = fields.String(
        required=True,
        metadata={
            "x-extensible-enum": ["host", "seat", "scribe", "arbiter", "operator"],
            "description": "by whom",
        },
    )
    seat = fields.Integer(metadata={"description": "by which seat"})
    faded = fields.Boolean(metadata={"description": "the decision has faded for the reader"})


class LookSchema(Schema):
    """On a day a token of an official has read what was hidden from others."""

    day = fields.String(required=True, metadata={"format": "date", "description": "in UTC"})
    role = fields.String(required=True, metadata={"x-extensible-enum": ["arbiter", "scribe"]})
    number = fields.Integer(
        required=True,
        metadata={"description": "which token of that role; the first is 0, and each replacement one more"},
    )
    times = fields.Integer(required=True, metadata={"description": "how many requests"})


class AuditSchema(Schema):
    """How a match was played, for a viewer."""

    match = fields.String(required=True)
    viewer = fields.String(data_key="as", required=True)
    version = fields.Integer(required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    calls = fields.List(fields.Nested(CallSchema), required=True)
    countersignatures = fields.List(fields.Nested(CountersignatureSchema), required=True)
    accusations = fields.List(fields.Nested(AccusationSchema), required=True)
    rulings = fields.List(fields.Nested(RulingSchema), required=True)
    appeals = fields.List(fields.Nested(AppealSchema), required=True)
    take_backs = fields.List(fields.Nested(TakeBackSchema), required=True)
    corrections = fields.List(fields.Nested(CorrectionSchema), required=True)
    reminders = fields.List(fields.Nested(ReminderSchema), required=True)
    acted_for = fields.List(fields.Nested(ActedForSchema), required=True)
    automatic = fields.List(fields.Integer(), required=True)
    erased = fields.List(fields.Nested(ErasedSchema), required=True)
    looks = fields.List(
        fields.Nested(LookSchema), metadata={"description": "for host and arbiter: who has read what was hidden"}
    )


class KnownSchema(Schema):
    """A value that was not told to everyone."""

    version = fields.Integer(required=True)
    pointer = fields.String(required=True, metadata={"description": "where in the decision (RFC 6901)"})
    value = Anything(required=True)
    once = fields.Boolean(metadata={"description": "the viewer could see it only once"})


def _by_pointer(what: str) -> fields.Dict:
    """Versions of decisions by places of the board."""
    description = f"by JSON pointer into the board: {what}"
    values = fields.Integer(allow_none=True)
    return fields.Dict(keys=fields.String(), values=values, required=True, metadata={"description": description})


class KnowledgeSchema(Schema):
    """What a viewer had been told that is not for everyone."""

    match = fields.String(required=True)
    viewer = fields.String(data_key="as", required=True)
    at = fields.Integer(required=True)
    known = fields.List(fields.Nested(KnownSchema), required=True)
    board = fields.Dict(required=True, metadata={"description": "its JSON Schema is the ruleset's view"})
    since = _by_pointer(
        "since which decision the viewer sees what is there; null if that has faded;"
        " what no decision changed is not listed"
    )
    put = _by_pointer(
        "the decision that put there what the viewer sees:"
        " an earlier one than in since where that was seen only later"
    )


class KnowerSchema(Schema):
    """What one viewer knew of it."""

    viewer = fields.String(data_key="as", required=True)
    knows = fields.String(
        required=True,
        metadata={
            "enum": ["all", "part", "nothing"],
            "description": "part: of several things some, or how many they are",
        },
    )
    since = fields.Integer(
        allow_none=True,
        metadata={"description": "the decision with which they were told the newest of it; null if it has faded"},
    )
    value = Anything(metadata={"description": "what they were told; absent if that is nothing"})


class KnowersSchema(Schema):
    """Who knew something, and since when."""

    match = fields.String(required=True)
    version = fields.Integer(required=True)
    of = fields.String(required=True, metadata={"enum": ["decision", "board"]})
    pointer = fields.String(required=True)
    viewers = fields.List(fields.Nested(KnowerSchema), required=True)
