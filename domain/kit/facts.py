"""Facts and commands, and who is told which of their fields.

A **fact** is one typed outcome of a decision, named in the past tense; a **command** is what a client asks for.
Both are frozen dataclasses whose every field declares its audience next to it::

    @dataclass(frozen=True, slots=True)
    class CardDealt(Fact):
        seat: Annotated[int, everyone]
        card: Annotated[Thing, owner("seat"), once]

A class with a field that declares nothing does not load. Nothing is hidden here: the declarations are written
into the stored decision (``sealed``), and only the gate (``visibility``) reads them from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Self, TypeAlias, Union, get_args, get_origin, get_type_hints

Json: TypeAlias = Any
EVERYONE: Literal["everyone"] = "everyone"


@dataclass(frozen=True, slots=True)
class Hidden:
    """*number* things that this viewer was not told."""

    number: int = 1


@dataclass(frozen=True, slots=True)
class Unknown:
    """*number* things that those entitled to them do not know either (a scribe could not see them)."""

    number: int = 1


@dataclass(frozen=True, slots=True)
class Erased:
    """A text that has been erased."""


Thing: TypeAlias = str | Hidden | Unknown
Things: TypeAlias = tuple[Thing, ...] | Hidden | Unknown
Text: TypeAlias = str | Hidden | Erased


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is told a field: ``everyone``, the seats named by *fields*, the acting seat, or officials alone."""

    kind: Literal["everyone", "fields", "actor", "officials"]
    fields: tuple[str, ...] = ()
    counted: bool = False

    @property
    def and_count(self) -> Audience:
        """The same audience, while everyone is told how many things the list holds."""
        return Audience(self.kind, self.fields, counted=True)

    def described(self) -> str:
        """The declaration in words, for the documents that clients read."""
        count = ", its length for everyone" if self.counted else ""
        if self.kind == "fields":
            return f"the seats in {', '.join(self.fields)}{count}"
        return {"everyone": "everyone", "actor": "the acting seat", "officials": "officials"}[self.kind] + count


everyone = Audience("everyone")
officials = Audience("officials")
actor_alone = Audience("actor")


def owner(field: str = "seat") -> Audience:
    """The seat (or seats, or ``"everyone"``) that the other field *field* names, and officials."""
    return Audience("fields", (field,))


def parties(*fields: str) -> Audience:
    """The seats that the fields *fields* name (and officials)."""
    return Audience("fields", fields)


@dataclass(frozen=True, slots=True)
class Mark:
    """A property of a field beside its audience."""

    name: Literal["once", "text", "nested", "drawn", "filled"]


once = Mark("once")
"""Told to its owner up to the owner's horizon only, also where the match keeps its history."""
text = Mark("text")
"""Free text of a person: it lives outside the log with a random salt, so that it can be erased."""
nested = Mark("nested")
"""Facts of other decisions, each field of which keeps the audience that its own class declares."""
drawn = Mark("drawn")
"""What chance drew: drawn in this order again, it gives the same facts."""
filled = Mark("filled")
"""Nobody sends it: the ruleset fills it in before the command is judged (``Ruleset.fill``)."""


@dataclass(frozen=True, slots=True)
class Of:
    """The kind of a field's values, as the words name it: ``Of("sin")``; of a list, that of its items.

    *by* is the kind whose values a list has one item each for, in their order: ``Of("number", by="seat")``.
    """

    kind: str
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of a command's field, for validation at the edge and for the published schema.

    A *hexadecimal* text has digits of lower-case hex only.
    """

    least: int | None = None
    most: int | None = None
    optional: bool = False
    hexadecimal: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One declared field: its name, its audience and marks, and its type as annotated.

    *attribute* is what the class calls it: where the name is a word of Python, an underscore stands behind it.
    *kind* is that of its values, and *by* that of their positions (see :class:`Of`).
    """

    name: str
    attribute: str
    audience: Audience
    once: bool
    text: bool
    nested: bool
    drawn: bool
    filled: bool
    hint: Any
    limits: Limits
    kind: str | None = None
    by: str | None = None

    @property
    def public(self) -> bool:
        """Whether its value stands in the open for everyone, in the log itself."""
        return self.audience.kind == "everyone" and not (self.text or self.nested)

    @property
    def is_list(self) -> bool:
        """Whether it holds any number of things."""
        return any(get_origin(option) is tuple for option in alternatives(self.hint))

    @property
    def may_be_unknown(self) -> bool:
        """Whether somebody who writes down what others did may not have seen it."""
        return Unknown in alternatives(self.hint)

    @property
    def is_tally(self) -> bool:
        """Whether it says for things how many there are of each."""
        mappings = [get_args(option) for option in alternatives(self.hint) if get_origin(option) is Mapping]
        return (str, int) in mappings


class UndeclaredAudience(TypeError):
    """A fact or command has a field that does not say who is told it."""


class Declared:
    """Base of facts and commands: reads the declarations of a class when the class is made."""

    __slots__ = ()
    TYPE: ClassVar[str]
    FIELDS: ClassVar[tuple[Field, ...]] = ()
    FILLED: ClassVar[frozenset[str]] = frozenset()
    SENT: ClassVar[tuple[Field, ...]] = ()
    """The fields that a client can send: all but those that are filled in."""
    ALL_PUBLIC: ClassVar[bool] = True
    PLAIN: ClassVar[frozenset[str]] = frozenset()
    RENAMED: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "FIELDS" in cls.__dict__:
            return  # the copy with slots that `dataclass` makes of a class: it has what was read of that
        fields = {field.attribute: field for base in reversed(cls.__mro__[1:]) for field in _fields_of(base)}
        cls.FIELDS = tuple({**fields, **{field.attribute: field for field in _own_fields(cls)}}.values())
        cls.SENT = tuple(field for field in cls.FIELDS if not field.filled)
        cls.FILLED = frozenset(field.name for field in cls.FIELDS if field.filled)
        cls.ALL_PUBLIC = all(field.public for field in cls.FIELDS)
        cls.PLAIN = frozenset(field.attribute for field in cls.FIELDS if field.public and _is_plain(field.hint))
        cls.RENAMED = {field.name: field.attribute for field in cls.FIELDS if field.name != field.attribute}

    def to_json(self) -> dict[str, Json]:
        """Everything, as JSON: ``{"type": …, field: value, …}``, without fields that are None."""
        document: dict[str, Json] = {"type": self.TYPE}
        for field in self.FIELDS:
            value = getattr(self, field.attribute)
            if value is not None:
                document[field.name] = to_json(value)
        return document

    @classmethod
    def from_json(cls, document: Mapping[str, Json]) -> Self:
        """The object that *document* tells of, hidden and unknown values included.

        The caller has validated the document, or stored it.
        """
        plain = cls.PLAIN
        if cls.RENAMED:
            document = {cls.RENAMED.get(name, name): value for name, value in document.items()}
        return cls(
            **{
                name: value if name in plain else from_json(value)
                for name, value in document.items()
                if name != "type"
            }
        )


def _is_plain(hint: Any) -> bool:
    """Whether a value of this type is the same in JSON: nothing in it can be hidden, unknown or a list."""
    plain = (str, int, bool, NoneType, dict, Mapping)
    return all(option in plain or get_origin(option) in (Literal, dict, Mapping) for option in alternatives(hint))


def _fields_of(base: type) -> tuple[Field, ...]:
    return base.FIELDS if issubclass(base, Declared) else ()


def _own_fields(cls: type) -> Iterator[Field]:
    """The fields that stand in the class itself: those of its bases have been read."""
    alone = type(cls.__name__, (), {"__module__": cls.__module__, "__annotations__": get_annotations(cls)})
    for name, hint in get_type_hints(alone, include_extras=True).items():
        if get_origin(hint) is not ClassVar:
            yield _declaration(cls, name, hint)


def _declaration(cls: type, name: str, hint: Any) -> Field:
    notes = getattr(hint, "__metadata__", ())
    audiences = [note for note in notes if isinstance(note, Audience)]
    if len(audiences) != 1:
        raise UndeclaredAudience(f"{cls.__qualname__}.{name} must declare exactly one audience")
    marks = {note.name for note in notes if isinstance(note, Mark)}
    limits = next((note for note in notes if isinstance(note, Limits)), Limits())
    of = next((note for note in notes if isinstance(note, Of)), None)
    bare = hint.__origin__
    return Field(
        name.removesuffix("_"),
        name,
        audiences[0],
        once="once" in marks,
        text="text" in marks,
        nested="nested" in marks,
        drawn="drawn" in marks,
        filled="filled" in marks,
        hint=bare,
        limits=limits,
        kind=of.kind if of else None,
        by=of.by if of else None,
    )


class Fact(Declared):
    """One typed outcome of a decision; its type is the name of its class.

    ``OPENS`` says that it tells somebody what was secret or undrawn before, so that what led to it can't
    freely be taken back.

    How it is written down on a state is said by a method :meth:`apply` beside its fields, or, in a large game, by
    a function in the ruleset's ``appliers``.
    """

    __slots__ = ()
    OPENS: ClassVar[bool] = False

    def apply(self, state: Any) -> None:
        """Write this fact down on *state*: no rule, no chance, no clock. Values may be hidden or unknown."""
        raise NotImplementedError(f"{self.TYPE} is written down by a function")

    def __init_subclass__(cls, opens: bool | None = None, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        cls.TYPE = cls.__name__
        for field in cls.FIELDS:
            if NoneType in alternatives(field.hint) and not (field.public or field.text):
                raise TypeError(f"{cls.__qualname__}.{field.name}: whether a secret is there would be seen by all")
        if opens is not None:
            cls.OPENS = opens


class Command(Declared):
    """What a client asks for; its type is given by the class, in the players' own words.

    What follows from it is said by a method :meth:`decide` beside its fields, or, in a large game, by a function
    in the ruleset's ``deciders``.
    """

    __slots__ = ()

    def decide(self, state: Any, actor: Any, chance: Any) -> Iterator[Fact]:
        """Yield the facts of this command, in their order; each has happened in *state* before the next one."""
        raise NotImplementedError(f"{self.TYPE} is decided by a function")

    def __init_subclass__(cls, type: str = "", **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if type:
            cls.TYPE = type


def unknown_in(value: object) -> bool:
    """Whether something in the value of a field is unknown."""
    return isinstance(value, Unknown) or (isinstance(value, tuple) and any(map(unknown_in, value)))


def singly(things: Things) -> tuple[Thing, ...]:
    """The things singly: what is unknown or hidden stands as often as its number says."""
    listed = things if isinstance(things, tuple) else (things,)
    return tuple(
        single
        for thing in listed
        for single in ((thing,) if isinstance(thing, str) else (type(thing)(1),) * thing.number)
    )


# -- values as JSON -----------------------------------------------------------------------------------------

# Made once: `str | int` in a function that is called for each value would be made in each call.
_ATOMS = (str, int, NoneType)
_LISTS = (tuple, list)


def to_json(value: object) -> Json:
    """A value of a fact as JSON: tuples are lists, what is hidden or unknown says how much it is."""
    if isinstance(value, _ATOMS):
        return value
    if isinstance(value, _LISTS):
        return [to_json(item) for item in value]
    if isinstance(value, Hidden):
        return {"hidden": value.number}
    if isinstance(value, Unknown):
        return {"unknown": value.number}
    if isinstance(value, Erased):
        return {"erased": True}
    if isinstance(value, Declared):
        return value.to_json()
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in value.items()}
    raise TypeError(f"no fact can hold {value!r}")


def from_json(value: Json) -> Any:
    """The value that :func:`to_json` wrote: lists are tuples, other objects stay JSON."""
    if isinstance(value, list):
        return tuple(from_json(item) for item in value)
    if isinstance(value, dict):
        if "hidden" in value:
            return Hidden(value["hidden"])
        if "unknown" in value:
            return Unknown(value["unknown"])
        if "erased" in value:
            return Erased()
    return value


# -- schemas ------------------------------------------------------------------------------------------------

HIDDEN_SCHEMA: Json = {
    "type": "object",
    "properties": {"hidden": {"type": "integer"}, "seal": {"type": "string"}},
    "required": ["hidden"],
}
UNKNOWN_SCHEMA: Json = {
    "type": "object",
    "properties": {"unknown": {"type": "integer", "minimum": 1}},
    "required": ["unknown"],
    "additionalProperties": False,
}
ERASED_SCHEMA: Json = {
    "type": "object",
    "properties": {"erased": {"const": True}},
    "required": ["erased"],
}


def schema_of(cls: type[Declared]) -> dict[str, Json]:
    """The JSON Schema (2020-12) of a fact or command; each field says its audience in ``x-audience``.

    A fact's value may also stand hidden, unknown or erased for the viewer it is served to; a command's value
    is what a client may send.
    """
    is_fact = issubclass(cls, Fact)
    properties: dict[str, Json] = {"type": {"const": cls.TYPE}}
    required = ["type"]
    for field in cls.SENT:
        schemas = list(_schemas(field.hint, field.limits, is_fact=is_fact))
        if is_fact and not field.public:
            schemas += [ERASED_SCHEMA] if field.text else []
            schemas += [HIDDEN_SCHEMA] if not field.text or field.audience.kind != "everyone" else []
        schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
        properties[field.name] = {**schema, "x-audience": field.audience.described()}
        if field.kind is not None:
            properties[field.name]["x-kind"] = field.kind
        if field.by is not None:
            properties[field.name]["x-index"] = field.by
        if field.once:
            properties[field.name]["x-once"] = True
        if not is_optional(field):
            required.append(field.name)
    return {
        "type": "object",
        "title": cls.TYPE,
        "description": (cls.__doc__ or "").strip().split("\n")[0],
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def is_optional(field: Field) -> bool:
    """Whether the field may be left out: it admits None."""
    return NoneType in alternatives(field.hint) or field.limits.optional


def alternatives(hint: Any) -> tuple[Any, ...]:
    """The types that a hint admits."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _schemas(hint: Any, limits: Limits, *, is_fact: bool) -> Iterator[Json]:
    for option in alternatives(hint):
        if option in (NoneType, Hidden, Erased):
            continue
        if option is Unknown:
            yield UNKNOWN_SCHEMA
        else:
            yield _plain_schema(option, limits, is_fact=is_fact)


ANYTHING_SCHEMA: Json = {"type": ["boolean", "integer", "string", "array", "object"]}
"""The schema of any value that a client may send, except null, which says nothing."""


def _plain_schema(hint: Any, limits: Limits, *, is_fact: bool) -> Json:
    if hint is Any and not is_fact:
        return dict(ANYTHING_SCHEMA)
    if hint is bool:
        return {"type": "boolean"}
    if hint is int:
        return _bounded({"type": "integer"}, limits, "minimum", "maximum")
    if hint is str:
        digits = {"pattern": "^[0-9a-f]*$"} if limits.hexadecimal else {}
        return _bounded({"type": "string", **digits}, limits, "minLength", "maxLength")
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple:
        items = list(_schemas(arguments[0], Limits(), is_fact=is_fact))
        item = items[0] if len(items) == 1 else {"anyOf": items}
        return _bounded({"type": "array", "items": item}, limits, "minItems", "maxItems")
    return {"type": "object"} if origin in (dict, Mapping) else {}


def _bounded(schema: Json, limits: Limits, least: str, most: str) -> Json:
    if limits.least is not None:
        schema[least] = limits.least
    if limits.most is not None:
        schema[most] = limits.most
    return schema
