"""What a command may hold: its schema is made from the command's own declarations, so it is said once."""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from domain.application.judging import Asked
from domain.kit.facts import Command, Erased, Hidden, Limits, Thing, Unknown, is_optional
from domain.kit.ruleset import Ruleset
from domain.kit.table.commands import Amend, Reveal
from domain.kit.text.naming import no_such
from domain.kit.text.texts import NotAName, as_name
from domain.kit.text.times import in_utc
from service.openapi.schema_fields import (
    LONGEST_NAME,
    LONGEST_NOTE,
    MISSING,
    NAME,
    AnythingField,
    Choice,
    ObjectField,
    OrUnknownField,
    StrictBoolean,
    StrictSchema,
    ThingsField,
    TrueOnly,
    seen,
    unknown_fields,
)
from service.web.problems import PLAIN, Problem, field_errors

HEXADECIMAL = validate.Regexp(r"[0-9a-f]*\Z", error="Only digits of lower-case hex.")
MAX_COMMANDS = 50
"""Commands in one batch."""
BESIDE = "Does not belong into a command within another one."
ENVELOPE = ("occurred_at", "irregular", "entered_by", "declining")
"""Members beside the fields of a command and its seat."""


class CommandSchema(StrictSchema):
    """The own fields of a command."""

    beside = ("type", "seat", *ENVELOPE)


_SCHEMAS: dict[str, Schema] = {}


def command_schema(command: type[Command]) -> Schema:
    """The schema of a command's own fields, from its declarations; made once for each class."""
    name = f"{command.__module__}.{command.__qualname__}"
    if name not in _SCHEMAS:
        made = {
            field.name: _field(field.hint, field.limits, required=not is_optional(field), free=field.text)
            for field in command.SENT
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
        if limits.hexadecimal:
            checks = [length, HEXADECIMAL]
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
    declining = _yes_or_no(rest.pop("declining"), f"{path}declining") if "declining" in rest else False
    cls = ruleset.command_types.get(kind) if isinstance(kind, str) else None
    if cls is None:
        said = no_such("command", kind, ruleset.command_types) if kind is not None else MISSING
        raise Problem("invalid", errors={f"{path}type": [said]})
    if "seat" in document and any(field.name == "seat" for field in cls.FIELDS):
        rest["seat"], seat = seat, None
    elif "seat" in document and (not isinstance(seat, int) or isinstance(seat, bool)):
        raise Problem("invalid", errors={f"{path}seat": [PLAIN["Not a valid integer."]]})
    for name in cls.FILLED:
        rest.pop(name, None)  # a recorded command is sent again: these are filled in anew
    loaded = _loaded(command_schema(cls), rest, path)
    if cls is Amend:
        for number, change in enumerate(loaded.get("changes") or ()):
            loaded["changes"][number] = _change(change, ruleset, f"{path}changes.{number}.")
    if cls is Reveal:
        _game_command(loaded["command"], ruleset, f"{path}command.")
    return Asked(cls.from_json(loaded), seat, occurred_at, irregular, entered_by, declining)


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
    """Look at a command within another one; beside it there is only the sender."""
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
    for name in inside.command.FILLED:
        document.pop(name, None)


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


def _yes_or_no(value: Any, path: str) -> bool:
    """A member that is true or false."""
    try:
        loaded: bool = StrictBoolean().deserialize(value)
    except ValidationError as error:
        raise Problem("invalid", errors=field_errors({path: error.messages})) from None
    return loaded


def _name(value: Any, path: str) -> str:
    """The name of the person who enters something."""
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
