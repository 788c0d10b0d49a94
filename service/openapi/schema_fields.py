"""What requests are made of: marshmallow schemas and fields, strict in every type.

``true``, ``"3"`` and ``3.0`` are not the integer 3; unknown fields are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from domain.kit.text.naming import nearest, no_such
from domain.kit.text.texts import NotAName, as_name
from domain.kit.text.times import a_day, check_played
from domain.kit.written.evidence import NotPortable, check_portable
from service.web.problems import PLAIN

LONGEST_NOTE = 2_000
"""Characters of a note."""
MOST_UNKNOWN = 10
"""The most unknown fields for which a refusal guesses what was meant."""
TEXT = validate.Length(1, 200)
LONGEST_NAME = 60
"""Characters of a scribe's name."""
NAME = validate.Length(1, LONGEST_NAME)
MISSING = PLAIN["Missing data for required field."]
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


class Anything(fields.Field[Any]):
    """A value whose shape the ruleset gives."""
