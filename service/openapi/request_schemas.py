"""What requests may hold: marshmallow schemas, strict in every type.

``true``, ``"3"`` and ``3.0`` are not the integer 3; unknown fields are refused. The schema of a game's command
is made from the command's own declarations, so it is said once.
"""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from marshmallow import RAISE, Schema, ValidationError, fields, post_load, validate, validates_schema

from domain.application.judging import Asked
from domain.kit.evidence import NotPortable, check_portable
from domain.kit.facts import Command, Erased, Hidden, Limits, Thing, Unknown, is_optional
from domain.kit.ruleset import Ruleset
from domain.kit.state import Status
from domain.kit.table.commands import Amend, Reveal
from domain.kit.text.naming import nearest, no_such
from domain.kit.text.texts import NotAName, as_name
from domain.kit.text.times import a_day, check_played, in_utc
from domain.match.opening import Opening, SeatWanted
from projections.read_models.announcements import EVENTS
from service.web.problems import PLAIN, Problem, field_errors
from service.webhooks.guarded_post import LONGEST_URL

LONGEST_NOTE = 2_000
"""Characters of a note."""
MOST_UNKNOWN = 10
"""Unknown fields of which it is said what may have been meant."""
MAX_COMMANDS = 50
"""Commands in one batch."""
TEXT = validate.Length(1, 200)
LONGEST_NAME = 60
"""Characters of a scribe's name."""
NAME = validate.Length(1, LONGEST_NAME)
MISSING = PLAIN["Missing data for required field."]
BESIDE = "Does not belong into a command within another one."
ENVELOPE = ("occurred_at", "irregular", "entered_by")
"""What stands with a command and is none of its own fields, beside its seat."""
SOUGHT = (validate.Length(1, 300), validate.ContainsNoneOf("\0", error="Holds NUL."))


def unknown_fields(names: Iterable[str], known: Iterable[str], kind: str = "field") -> dict[str, list[str]]:
    """What is said of fields that there are not, each by its name."""
    known = list(known)
    # Looking for the nearest takes time, and naming all makes it long: with many, something else is wrong.
    return {
        name: [no_such(kind, name, known) if number < MOST_UNKNOWN else f"There is no such {kind}."]
        for number, name in enumerate(names)
    }


class StrictSchema(Schema):
    """A schema that says of an unknown field which ones there are, and which was probably meant."""

    kind = "field"
    beside: Sequence[str] = ()
    """What may stand with the fields, though another schema looks at it."""

    def handle_error(self, error: ValidationError, data: Any, *, many: bool, **kwargs: Any) -> None:
        """See marshmallow: called with all errors before they are raised."""
        known = {field.data_key or name: field for name, field in self.load_fields.items()}
        if isinstance(error.messages, dict) and isinstance(data, Mapping):
            unknown = [name for name in data if name not in known and name in error.messages]
            # First, since what is missing may be one of them by its right name.
            others = {name: said for name, said in error.messages.items() if name in known or name not in data}
            error.messages = {**unknown_fields(unknown, (*known, *self.beside), self.kind), **others}


class CommandSchema(StrictSchema):
    """The own fields of a command."""

    beside = ("type", "seat", *ENVELOPE)


class Query(StrictSchema):
    """A query: its fields are parameters."""

    kind = "parameter"


class Choice(validate.OneOf):
    """One of several texts; of another one it says which was probably meant."""

    def _format_error(self, value: Any) -> str:
        near = nearest(value, map(str, self.choices))
        said = super()._format_error(value)
        return f'{said.removesuffix(".")}; did you mean "{near}"?' if near is not None else said


class StrictBoolean(fields.Boolean):
    """``true`` or ``false``, and nothing that merely resembles them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=str(type(value).__name__))
        return value


class TrueOnly(StrictBoolean):
    """``true``, where the other choice is to leave the field out."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if super()._deserialize(value, attr, data, **kwargs) is not True:
            raise ValidationError("Must be true, or left out.")
        return True


def seen(value: str) -> str:
    """Refuse what is not seen in a word; a free text may hold it."""
    try:
        return as_name(value) if value else value
    except NotAName as error:
        raise ValidationError(f"{error}.") from None


class ThingsField(fields.Field[Any]):
    """Things that came out: kinds by name, ``{"unknown": k}`` among them or for all of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, dict):
            return self._unknown(value)
        if not isinstance(value, list):
            raise ValidationError("Not a list of things.")
        things: list[Any] = []
        for position, item in enumerate(value):
            try:
                things.append(self._thing(item))
            except ValidationError as error:
                raise ValidationError({position: error.messages}) from None
        return things

    def _thing(self, item: Any) -> Any:
        if isinstance(item, str):
            return item
        unknown = self._unknown(item)
        if unknown["unknown"] != 1:
            raise ValidationError('In a list each unknown thing is {"unknown": 1}.')
        return unknown

    def _unknown(self, value: Any) -> dict[str, int]:
        number = value.get("unknown") if isinstance(value, dict) and len(value) == 1 else None
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 1000:
            raise ValidationError('Neither the name of a thing nor {"unknown": number}.')
        return {"unknown": number}


class OrUnknownField(fields.Field[Any]):
    """A value as *known* has it, or ``{"unknown": 1}``; of a list, ``{"unknown": k}``."""

    def __init__(self, known: fields.Field[Any], *, many: bool, **settings: Any) -> None:
        super().__init__(**settings)
        self._known = known
        self._most = 1000 if many else 1

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            return self._known.deserialize(value, attr, data, **kwargs)
        number = value.get("unknown") if len(value) == 1 else None
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= self._most:
            raise ValidationError(f'What nobody saw is {{"unknown": number}}, from 1 to {self._most}.')
        return value


class AnythingField(fields.Field[Any]):
    """A value as JSON has it, but not null: numbers are whole ones."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            check_portable(value, depth=8)  # it will stand within a decision
        except NotPortable as error:
            raise ValidationError(f"Holds {error}.") from None
        return value


class Whole(validate.Regexp):
    """A text that a pattern matches from end to end, written as JSON Schema writes it (ECMA-262)."""

    def __init__(self, pattern: str, error: str) -> None:
        super().__init__(f"^{pattern}$", error=error)

    def __call__(self, value: Any) -> Any:
        """Refuse what does not match; "$" alone would let a line break pass."""
        if not self.regex.fullmatch(value):
            raise ValidationError(self._format_error(value))
        return value


class ObjectField(fields.Field[dict[str, Any]]):
    """An object whose members another schema looks at."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(metadata={"type": "object", "additionalProperties": True}, **settings)

    def _deserialize(
        self,
        value: Any,
        attr: str | None,
        data: Any,
        **kwargs: Any,
    ) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValidationError("Has to be an object.")
        return value


# -- commands ------------------------------------------------------------------------------------------------


_SCHEMAS: dict[str, Schema] = {}


def command_schema(command: type[Command]) -> Schema:
    """The schema of a command's own fields, from its declarations; made once for each class."""
    name = f"{command.__module__}.{command.__qualname__}"
    if name not in _SCHEMAS:
        made = {
            field.name: _field(field.hint, field.limits, required=not is_optional(field), free=field.text)
            for field in command.FIELDS
        }
        _SCHEMAS[name] = CommandSchema.from_dict(made)(unknown=RAISE)
    return _SCHEMAS[name]


def _field(hint: Any, limits: Limits, *, required: bool, free: bool = False) -> fields.Field[Any]:
    options = [option for option in _options(hint) if option not in (NoneType, Hidden, Erased)]
    if Unknown in options and get_args(options[0])[:1] == (Thing,):
        return ThingsField(required=required, validate=validate.Length(limits.least, limits.most))
    if Unknown in options:
        known = _field(options[0], limits, required=required)
        return OrUnknownField(known, many=get_origin(options[0]) is tuple, required=required)
    hint = options[0]
    settings: dict[str, Any] = {"required": required}
    if hint is Any:
        return AnythingField(**settings)
    if hint is bool:
        return StrictBoolean(**settings)
    if hint is int:
        return fields.Integer(strict=True, validate=validate.Range(limits.least, limits.most), **settings)
    if hint is str:
        length = validate.Length(limits.least, limits.most)
        checks: list[Callable[[str], Any]] = [length] if free else [length, seen]
        return fields.String(validate=checks, **settings)
    if get_origin(hint) is collections.abc.Mapping:
        return ObjectField(**settings)
    if get_origin(hint) is Literal and get_args(hint) == (True,):
        return TrueOnly(**settings)
    if get_origin(hint) is Literal:
        return fields.String(validate=Choice(get_args(hint)), **settings)
    inner = get_args(hint)[0]
    item = _field(inner, Limits(0, None if inner is int else 100), required=True)
    return fields.List(item, validate=validate.Length(limits.least, limits.most), **settings)


def _options(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def asked_from(body: Mapping[str, Any], ruleset: Ruleset[Any]) -> list[Asked]:
    """The commands of a request: one ``{"type", …}``, or ``{"commands": [one, …]}``; raises Problem."""
    if "commands" not in body:
        return [_asked(body, ruleset, "")]
    if set(body) != {"commands"}:
        unknown = [name for name in body if name != "commands"]
        raise Problem("invalid", errors=unknown_fields(unknown, ["commands"]))
    commands = body["commands"]
    if not isinstance(commands, list) or not 1 <= len(commands) <= MAX_COMMANDS:
        raise Problem("invalid", errors={"commands": [f"A list of 1 to {MAX_COMMANDS} commands."]})
    return [_asked(command, ruleset, f"commands.{position}.") for position, command in enumerate(commands)]


def _asked(document: Any, ruleset: Ruleset[Any], path: str) -> Asked:
    if not isinstance(document, dict):
        raise Problem("invalid", errors={path.rstrip(".") or "body": ["Has to be an object."]})
    rest = dict(document)
    kind, seat = rest.pop("type", None), rest.pop("seat", None)
    occurred_at = _time(rest.pop("occurred_at"), path) if "occurred_at" in rest else None
    irregular = _note(rest.pop("irregular"), path) if "irregular" in rest else None
    entered_by = _name(rest.pop("entered_by"), path) if "entered_by" in rest else None
    cls = ruleset.command_types.get(kind) if isinstance(kind, str) else None
    if cls is None:
        said = no_such("command", kind, ruleset.command_types) if kind is not None else MISSING
        raise Problem("invalid", errors={f"{path}type": [said]})
    if "seat" in document and any(field.name == "seat" for field in cls.FIELDS):
        rest["seat"], seat = seat, None
    elif "seat" in document and (not isinstance(seat, int) or isinstance(seat, bool)):
        raise Problem("invalid", errors={f"{path}seat": [PLAIN["Not a valid integer."]]})
    loaded = _loaded(command_schema(cls), rest, path)
    if cls is Amend:
        for number, change in enumerate(loaded.get("changes") or ()):
            loaded["changes"][number] = _change(change, ruleset, f"{path}changes.{number}.")
    if cls is Reveal:
        _game_command(loaded["command"], ruleset, f"{path}command.")
    return Asked(cls.from_json(loaded), seat, occurred_at, irregular, entered_by)


class ChangeSchema(StrictSchema):
    """A correction of one decision."""

    decision = fields.Integer(strict=True, required=True, validate=validate.Range(0))
    effect = fields.String(required=True, validate=Choice(["replace", "remove", "insert"]))
    commands = fields.List(ObjectField(), validate=validate.Length(1, MAX_COMMANDS))


class EntrySchema(StrictSchema):
    """A command in a correction, and the seat whose it is."""

    seat = fields.Integer(strict=True, validate=validate.Range(0))
    command = ObjectField(required=True)
    irregular = TrueOnly()


def _change(document: Any, ruleset: Ruleset[Any], path: str) -> dict[str, Any]:
    change = _loaded(ChangeSchema(), document, path)
    entries = change.get("commands", [])
    for number, entry in enumerate(entries):
        inside = f"{path}commands.{number}."
        entries[number] = _loaded(EntrySchema(), entry, inside)
        _game_command(entries[number]["command"], ruleset, f"{inside}command.")
    return change


def _game_command(document: dict[str, Any], ruleset: Ruleset[Any], path: str) -> None:
    """Look at a command within another one; who sends it stands beside it, and nothing else with it."""
    outside = {f"{path}{name}": [BESIDE] for name in ENVELOPE if name in document}
    if outside:
        raise Problem("invalid", errors=outside)
    inside = _asked(document, ruleset, path)
    if inside.seat is not None:
        raise Problem("invalid", errors={f"{path}seat": [BESIDE]})
    played = (*ruleset.commands, *ruleset.chance_commands)
    if type(inside.command) not in played:
        said = no_such("command of the game", document["type"], [cls.TYPE for cls in played])
        raise Problem("invalid", errors={f"{path}type": [said]})


def _loaded(schema: Schema, document: Any, path: str) -> dict[str, Any]:
    try:
        loaded: dict[str, Any] = schema.load(document)
    except ValidationError as error:
        found = {path + name: said for name, said in field_errors(error.messages).items()}
        raise Problem("invalid", errors=found) from None
    return loaded


class IrregularSchema(StrictSchema):
    """What stands with a command that breaks a rule."""

    note = fields.String(required=True, validate=validate.Length(1, LONGEST_NOTE))


def _note(value: Any, path: str) -> str:
    """What is said about a command that breaks a rule."""
    try:
        loaded: dict[str, str] = IrregularSchema().load(value)
    except ValidationError as error:
        raise Problem("invalid", errors=field_errors({f"{path}irregular": error.messages})) from None
    return loaded["note"]


def _name(value: Any, path: str) -> str:
    """The name of whoever enters something."""
    try:
        name: str = fields.String(validate=NAME).deserialize(value)
    except ValidationError:
        said = f"The name of a scribe: 1 to {LONGEST_NAME} characters."
        raise Problem("invalid", errors={f"{path}entered_by": [said]}) from None
    try:
        return as_name(name)
    except NotAName as error:
        raise Problem("invalid", errors={f"{path}entered_by": [f"{error}."]}) from None


def _time(value: Any, path: str) -> str:
    """A time of RFC 3339, in UTC as it is kept."""
    try:
        return in_utc(value if isinstance(value, str) else "")
    except ValueError as error:
        raise Problem("invalid", errors={f"{path}occurred_at": [str(error)]}) from None


# -- opening -------------------------------------------------------------------------------------------------


class SeatSchema(StrictSchema):
    """A seat of a new match."""

    name = fields.String(required=True, validate=TEXT)
    colour = fields.String(
        validate=Whole(
            r"[a-z]([a-z-]{0,18}[a-z])?", error="Lower-case letters, with hyphens between them, at most 20."
        )
    )


class Day(fields.String):
    """A date that exists, kept as it is written: YYYY-MM-DD."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        day: str = super()._deserialize(value, attr, data, **kwargs)
        try:
            a_day(day)
        except ValueError as error:
            raise ValidationError(str(error)) from None
        return day


class PlayedOn(Day):
    """A day on which a match can have been played."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        day = super()._deserialize(value, attr, data, **kwargs)
        try:
            check_played(a_day(day))
        except ValueError as error:
            raise ValidationError(str(error)) from None
        return day


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
            "description": "from 1900-01-01 to one day after the service's date: somewhere it is tomorrow",
        }
    )
    labels = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 50)),
        values=fields.String(validate=validate.Length(0, 200)),
        validate=validate.Length(0, 20),
        load_default=dict,
        metadata={
            "description": "what else is to be known of the match; external-id says what it is called elsewhere,"
            " and whoever opens matches has one with each external-id, beside abandoned ones"
        },
    )

    @post_load
    def _opening(self, data: dict[str, Any], **_: Any) -> Opening:
        seats = [SeatWanted(seat["name"], seat.get("colour")) for seat in data.pop("seats")]
        seed = data.pop("seed", None)
        return Opening(seats=seats, seed=bytes.fromhex(seed) if seed is not None else None, **data)


# -- queries -------------------------------------------------------------------------------------------------


VIEWER = {
    "description": "public, official or seat:N; without it the caller's own",
    "pattern": "^(public|official|seat:(0|[1-9][0-9]{0,2}))$",
}
WHOLE = validate.Range(0, 10**15 - 1)


class Number(fields.Integer):
    """A whole number in a query: decimal digits, not more than a version can have."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"validate": WHOLE, **options})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not isinstance(value, str) or not value.isascii() or not value.isdigit() or len(value) > 15:
            raise ValidationError("Has to be a whole number from 0 on, in digits.")
        return int(value)


class Flag(fields.Boolean):
    """``true`` or ``false`` in a query."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if value not in ("true", "false"):
            raise ValidationError("Has to be true or false.")
        return bool(value == "true")


class MatchQuery(Query):
    """What a match is asked with, and what else is read of it."""

    min_version = Number(metadata={"description": "wait a moment until the match has come to this version"})


class ViewQuery(MatchQuery):
    """What a view is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)
    at = Number(metadata={"description": "after this decision"})
    line = Number(metadata={"description": "up to which version corrections count"})


class AuditQuery(Query):
    """What the audit is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)


class KnowledgeQuery(Query):
    """What a viewer's knowledge is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)
    at = Number(metadata={"description": "after this decision"})


SEEN = Whole(r"(0|[1-9][0-9]{0,14})-[0-9a-f]{64}", error="A version, a hyphen, and the root after it in hex.")
SEEN_OF = "a version and the root after it, VERSION-ROOT, which the log has to hold still; else 409 log-replaced"
LONGEST_WAIT = 55
"""Seconds that a long poll may last: proxies, nginx among them, give up after 60."""


class ShorthandQuery(MatchQuery):
    """What shorthand is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)


class LogQuery(MatchQuery):
    """What the log is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)
    after = Number(metadata={"description": "decisions behind this version; without it from 0"})
    limit = Number(
        validate=validate.Range(1, 1000),
        metadata={"description": "most decisions; without it 100 in JSON, all of them in NDJSON"},
    )
    line = Number(metadata={"description": "up to which version corrections count"})
    seen = fields.String(validate=SEEN, metadata={"description": SEEN_OF})
    wait = Number(
        load_default=0,
        validate=validate.Range(0, LONGEST_WAIT),
        metadata={"description": "seconds to wait for a decision behind after, if there is none yet"},
    )


class StreamQuery(Query):
    """What a stream is asked with."""

    viewer = fields.String(data_key="as", metadata=VIEWER)
    after = Number(metadata={"description": "decisions behind this version, and no snapshot first"})
    seen = fields.String(validate=SEEN, metadata={"description": SEEN_OF})
    roots = Flag(
        load_default=False,
        metadata={"description": "an event root follows each decision as it happens, and what was missed"},
    )
    until = fields.String(
        load_default="end",
        validate=Choice(["end", "closed"]),
        metadata={"description": "when it ends: with the match, or when its record is closed"},
    )


class MovesQuery(MatchQuery):
    """What moves are asked with."""

    seat = Number()
    possible = Flag(
        load_default=False, metadata={"description": "also list what can be done without being lawful"}
    )


class WebhookWantedSchema(StrictSchema):
    """What registers a webhook."""

    url = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_URL),
        metadata={"format": "uri", "description": "what is called: https, in the public internet"},
    )
    events = fields.List(
        fields.String(validate=Choice(EVENTS)),
        validate=validate.Length(1, len(EVENTS)),
        metadata={"description": "the types of events that it is told of; without it all"},
    )


class CatalogueQuery(Query):
    """What the catalogue is asked with."""

    ruleset = fields.String(validate=SOUGHT, metadata={"description": "matches of this ruleset"})
    status = fields.String(
        validate=Choice(get_args(Status)), metadata={"description": "matches that stand like this"}
    )
    player = fields.String(
        validate=SOUGHT,
        metadata={"description": "somebody of this name plays, whatever its case, width or Unicode form"},
    )
    label = fields.String(
        validate=SOUGHT, metadata={"description": "a label with this key, or (key:value) with this value too"}
    )
    played_from = Day(metadata={"format": "date", "description": "played on this day (YYYY-MM-DD) or later"})
    played_to = Day(metadata={"format": "date", "description": "played on this day (YYYY-MM-DD) or earlier"})
    cursor = fields.String(validate=SOUGHT, metadata={"description": "from the link to the next page"})
    limit = Number(load_default=50, validate=validate.Range(1, 200))

    @validates_schema
    def _days_in_order(self, data: dict[str, Any], **_: Any) -> None:
        if data.get("played_from", "") > data.get("played_to", "9999-12-31"):
            raise ValidationError("Lies before played_from.", "played_to")


class StatisticsQuery(Query):
    """What statistics are asked with."""

    ruleset = fields.String(validate=SOUGHT, metadata={"description": "of this ruleset alone"})


class CommandQuery(Query):
    """What commands are sent with."""

    dry_run = Flag(load_default=False, metadata={"description": "answer the same and write nothing"})
