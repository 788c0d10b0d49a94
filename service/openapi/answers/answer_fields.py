"""What answers are made of: values that stand in several answers, each a schema with a name of its own.

Objects are open for members that are added later; where ``additionalProperties`` says so, the game adds its own.
"""

from __future__ import annotations

from typing import Any

from marshmallow import fields

Part = dict[str, Any]
"""A JSON Schema."""


def reference(name: str) -> Part:
    """The schema that refers to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def _object(description: str, properties: Part, *, optional: tuple[str, ...] = ()) -> Part:
    return {
        "type": "object",
        "description": description,
        "required": [name for name in properties if name not in optional],
        "properties": properties,
    }


def _open(part: Part) -> Part:
    """An object to which the game adds members of its own."""
    return {**part, "additionalProperties": True}


def _any_of(description: str, *forms: Part) -> Part:
    return {"description": description, "anyOf": list(forms)}


def _one_of(*names: str) -> Part:
    # Not "enum": names may be added, and generated clients refuse a value that they do not know.
    return {"type": "string", "x-extensible-enum": list(names)}


def _list_of(items: Part) -> Part:
    return {"type": "array", "items": items}


_TEXT: Part = {"type": "string"}
_WHOLE: Part = {"type": "integer"}
_FROM_0: Part = {"type": "integer", "minimum": 0}
_FROM_1: Part = {"type": "integer", "minimum": 1}
_SEATS = _list_of(_FROM_0)

PARTS: dict[str, Part] = {
    "SeatNumber": _object("A seat, as somebody who decides, sends or is awaited.", {"seat": _FROM_0}),
    "AwaitedTelling": _object(
        "Somebody has to tell what is in a place or a purse, before play goes on.", {"tell": _TEXT}
    ),
    "AwaitedConfirmation": _object(
        "Scribe or arbiter of a recorded match has to confirm its end.", {"confirm": _one_of("end")}
    ),
    "Awaited": _any_of(
        "What a match waits for: a seat, something to be told, a confirmation, chance, or the table.",
        reference("SeatNumber"),
        reference("AwaitedTelling"),
        reference("AwaitedConfirmation"),
        _one_of("chance", "table"),
    ),
    "Actor": _any_of(
        "Who decided: a seat, chance, a role, or all at the table together.",
        reference("SeatNumber"),
        _one_of("chance", "host", "arbiter", "scribe", "table"),
    ),
    "Recorder": _any_of(
        "Whose token it was: a seat's or that of a role; or the service itself.",
        reference("SeatNumber"),
        _one_of("host", "arbiter", "scribe", "service"),
    ),
    "Asserter": _any_of("A seat, or the role of an official.", _FROM_0, _one_of("host", "arbiter", "scribe")),
    "ErasedText": _object("A text that was erased.", {"erased": {"type": "boolean", "const": True}}),
    "HiddenValue": _object(
        "What the viewer may not know: how many values it is, and the seal by which they can be proved.",
        {"hidden": _WHOLE, "seal": _TEXT},
        optional=("seal",),
    ),
    "UnknownValue": _object("What nobody saw: how many things, or one value.", {"unknown": _FROM_1}),
    "PublicText": _any_of("A text that everybody may read, unless it was erased.", _TEXT, reference("ErasedText")),
    "PersonalText": _any_of(
        "A text of a person: it may have been erased, and not everybody may read each.",
        _TEXT,
        reference("ErasedText"),
        reference("HiddenValue"),
    ),
    "NamedGame": _object(
        "A game: what it is called, and its id at BoardGameGeek.",
        {"title": _TEXT, "bgg": {"type": ["integer", "null"]}},
    ),
    "Labels": _any_of(
        "The labels of a match by their keys, unless they were erased.",
        reference("ErasedText"),
        reference("LabelTexts"),
    ),
    "LabelTexts": {
        "type": "object",
        "description": "Labels by their keys.",
        "additionalProperties": _TEXT,
    },
    "Things": _any_of(
        "Things of the game, each by its kind.",
        _list_of({"anyOf": [_TEXT, reference("UnknownValue")]}),
        reference("UnknownValue"),
        reference("HiddenValue"),
    ),
    "Amount": _any_of("A whole number.", _WHOLE, reference("UnknownValue"), reference("HiddenValue")),
    "Player": _object(
        "Who sits at a seat.",
        {
            "seat": _FROM_0,
            "name": reference("PublicText"),
            "colour": _TEXT,
            "own": {
                "type": "boolean",
                "description": "in the state of a match: the seat itself has replaced its token: it is its own",
            },
            "earlier": {
                **_list_of(reference("EarlierPlayer")),
                "description": "in the state of a match and in the catalogue: who has sat there before, in order",
            },
        },
        optional=("own", "earlier"),
    ),
    "EarlierPlayer": _object(
        "Who has sat at a seat.",
        {
            "name": reference("PublicText"),
            "until": {**_FROM_0, "description": "the version of the decision with which somebody else sat down"},
        },
    ),
    "Outcome": _open(
        _object(
            "How a match ended. The game adds what it counts.",
            {
                "result": _one_of("win", "shared", "no-result"),
                "reason": _one_of("played", "adjudicated", "forfeit"),
                "winners": {**_SEATS, "description": "the seats that won; none with no-result"},
                "forfeits": {**_SEATS, "description": "the seats that forfeited; with a ruling only"},
            },
            optional=("forfeits",),
        )
    ),
    "PendingConsent": _object(
        "A take-back that a seat has asked for.",
        {
            "seat": {**_FROM_0, "description": "whose decisions they are"},
            "decisions": _list_of(_FROM_0),
            "left": {**_SEATS, "description": "the seats that have not agreed yet"},
        },
    ),
    "OpenCall": _object(
        "A call for an arbiter that is open.",
        {
            "call": {**_FROM_0, "description": "the decision in which it was made"},
            "by": reference("Asserter"),
            "about": {**_FROM_0, "description": "the decision that it is about"},
            "attended": {"type": "boolean", "description": "an arbiter has attended to it"},
        },
        optional=("about",),
    ),
    "NewestCountersignature": _object(
        "Somebody said that the board that they were shown is the one on the table.",
        {
            "by": reference("Asserter"),
            "upto": {**_FROM_0, "description": "the board after this decision"},
            "line": {**_FROM_0, "description": "on the line of this version"},
            "lapsed": {"type": "boolean", "description": "the record has changed at or before it since"},
            "own": {"type": "boolean", "description": "the token of the seat was given to nobody else"},
        },
        optional=("own",),
    ),
    "LineChange": _object(
        "By what a decision was struck, or given other facts.",
        {
            "by": {**_FROM_0, "description": "the version that changed it"},
            "rule": {**_TEXT, "description": "reference number of the rule that it would break"},
        },
        optional=("rule",),
    ),
    "Fact": _open(_object("What came of a decision; its members are the type's.", {"type": _TEXT})),
    "RecordedCommand": _open(
        _object("A command as it stands in the log; its members are the type's.", {"type": _TEXT})
    ),
    "LeftOut": _object(
        "An inserted command that is no longer lawful.",
        {
            "entry": {**_FROM_0, "description": "its position among those inserted"},
            "rule": {**_TEXT, "description": "reference number of the rule that it would break"},
        },
        optional=("rule",),
    ),
    "RulesetVersion": _object("A ruleset and the version of its rules.", {"id": _TEXT, "version": _TEXT}),
    "SeedCommitment": _object("What the service has committed itself to.", {"commitment": _TEXT}),
}
"""The schemas by the names of their components: generated clients have a type for each."""


class Of(fields.Field[Any]):
    """A value of one of the `PARTS`."""

    def __init__(self, name: str, *, allow_none: bool = False, said: str | None = None, **settings: Any) -> None:
        form = reference(name)
        schema = {"anyOf": [form, {"type": "null"}]} if allow_none else {"allOf": [form]}
        if said is not None:
            schema["description"] = said  # type: ignore[assignment]
        super().__init__(allow_none=allow_none, metadata=schema, **settings)


def list_of(name: str, *, said: str | None = None, **settings: Any) -> fields.List[Any]:
    """A list of values of one of the `PARTS`."""
    return fields.List(Of(name), metadata={} if said is None else {"description": said}, **settings)
