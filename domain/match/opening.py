"""Opening a match: what it is played by, and what is published of it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from domain.kit.chance import commitment
from domain.kit.facts import Json
from domain.kit.ruleset import BadOption, Ruleset
from domain.kit.shorthand.reserved import is_no_colour, is_no_name, one_colour
from domain.kit.state import Rules
from domain.kit.table.joining import is_joint
from domain.kit.text.naming import nearest, no_such
from domain.kit.text.texts import NotAName, as_name, same, shown
from domain.kit.written.evidence import CANONICAL, FORMAT, HASH, NotPortable, canonical, check_portable, digest

if TYPE_CHECKING:
    from jsonschema import ValidationError

COLOURS = (
    *("red", "blue", "green", "yellow", "black", "white", "orange", "purple", "pink", "brown"),
    *("grey", "cyan", "lime", "gold", "navy", "olive", "teal", "maroon", "silver", "beige"),
)
LONGEST_NAME, LONGEST_COLOUR, LONGEST_KEY, LONGEST_VALUE = 200, 20, 50, 200
"""Characters of a name, of a colour, and of the key and the value of a label, as they are kept."""


@dataclass(frozen=True, slots=True)
class SeatWanted:
    """Who sits there; without a colour the table gives one."""

    name: str
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """What somebody asks for when opening a match."""

    ruleset: str
    seats: Sequence[SeatWanted]
    mode: Literal["hosted", "recorded"] = "hosted"
    options: Mapping[str, Json] = field(default_factory=dict)
    board: Mapping[str, Json] = field(default_factory=dict)
    seed: bytes | None = None
    public: bool = True
    played_on: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)


def not_kept(opening: Opening) -> Iterator[BadOption]:
    """All that :func:`as_kept` would refuse, each by its field."""
    for field_name, text, longest in _named_texts(opening):
        try:
            _named(field_name, text, longest)
        except BadOption as error:
            yield error


def _named_texts(opening: Opening) -> Iterator[tuple[str, str, int | None]]:
    for number, seat in enumerate(opening.seats):
        yield f"seats.{number}.name", seat.name, LONGEST_NAME
        if seat.colour is not None:
            yield f"seats.{number}.colour", seat.colour, LONGEST_COLOUR
    for key, value in opening.labels.items():
        yield f"labels.{key}", key, LONGEST_KEY
        if value:
            yield f"labels.{key}", value, LONGEST_VALUE
    for name, values in _values_of(opening):
        for path, text in _texts(values, ()):
            yield ".".join((name, *path)), text, None


def _values_of(opening: Opening) -> Iterator[tuple[str, Mapping[str, Json]]]:
    """Options and board, whose texts are looked at; a box that is written down has lines, and is read before."""
    yield "options", opening.options
    yield "board", {name: value for name, value in opening.board.items() if name != WRITTEN}


def as_kept(opening: Opening) -> Opening:
    """The opening with its names, colours and labels as they are kept; raises :class:`BadOption`."""
    seats = [
        SeatWanted(
            _named(f"seats.{number}.name", seat.name, LONGEST_NAME),
            None if seat.colour is None else _named(f"seats.{number}.colour", seat.colour, LONGEST_COLOUR),
        )
        for number, seat in enumerate(opening.seats)
    ]
    labels = {
        _named("labels", key, LONGEST_KEY): _named(f"labels.{key}", value, LONGEST_VALUE) if value else ""
        for key, value in opening.labels.items()
    }
    if len(labels) < len(opening.labels):
        raise BadOption("labels", "two labels have the same key", "TB-63")
    for name, values in _values_of(opening):
        for key, text in _texts(values, ()):
            _named(".".join((name, *key)), text)
    return replace(opening, seats=seats, labels=labels)


def name_as_kept(field_name: str, text: str) -> str:
    """The name of somebody as it is kept; raises :class:`BadOption` for what is none."""
    return _named(field_name, text, LONGEST_NAME)


def _named(field_name: str, text: str, longest: int | None = None) -> str:
    try:
        name = as_name(text)
    except NotAName as error:
        raise BadOption(field_name, str(error), "TB-63") from None
    if longest is not None and len(name) > longest:
        raise BadOption(field_name, f"is longer than {longest} characters (in the Unicode form NFC)", "TB-63")
    return name


def _texts(value: Json, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text in options or values of a board that is not empty, and where it stands; keys are texts, too."""
    if isinstance(value, str) and value:
        yield path, value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from ((path, key),) if key else ()
            yield from _texts(one, (*path, key))
    elif isinstance(value, list | tuple):
        for number, one in enumerate(value):
            yield from _texts(one, (*path, str(number)))


def _check_seats(ruleset: Ruleset[Any], seats: Sequence[SeatWanted]) -> None:
    """A seat can be told from any other, and from whatever else a line of shorthand begins with."""
    colours = colours_for(seats)
    for number, seat in enumerate(seats):
        if seat.colour is not None and is_no_colour(ruleset, seat.colour):
            raise BadOption(
                f"seats.{number}.colour",
                f"“{shown(seat.colour)}” is a word of shorthand, so it cannot be a colour",
                "TB-64",
            )
        check_name(ruleset, number, seat.name, [other.name for other in seats[:number]], colours)


def check_name(
    ruleset: Ruleset[Any], seat: int, name: str, others: Sequence[str | None], colours: Sequence[str]
) -> None:
    """Raise :class:`BadOption` unless the name of a seat can be told from what else stands for somebody.

    *others* are the names of other seats, by their numbers (None for one without, or that is not asked about), and
    *colours* those of all.
    """
    field_name = f"seats.{seat}.name"
    if is_no_name(ruleset, name):
        said = f"“{shown(name)}” begins a line of shorthand, so it cannot be a name: add something to it"
        raise BadOption(field_name, said, "TB-64")
    for number, other in enumerate(others):
        if other is not None and same(other) == same(name):
            said = f"seat {number} has the same name, so nobody could tell them apart"
            raise BadOption(field_name, said, "TB-64")
    for number, colour in enumerate(colours):
        if number != seat and one_colour(colour) == one_colour(name):
            raise BadOption(field_name, f"this is the colour of seat {number}", "TB-64")


def rules_for(ruleset: Ruleset[Any], opening: Opening) -> Rules:
    """The rules in force; raises :class:`BadOption` for what the match cannot be played with."""
    least, most = ruleset.seats
    if not least <= len(opening.seats) <= most:
        raise BadOption("seats", f"{ruleset.title} is for {least} to {most} players", "TB-62")
    _check_seats(ruleset, opening.seats)
    defaults = {name: schema["default"] for name, schema in ruleset.options.items()}
    _check("options", ruleset.options, opening.options)
    board = _board_of(ruleset, opening)
    rules = Rules(
        ruleset=ruleset.id,
        version=ruleset.version,
        mode=opening.mode,
        seats=len(opening.seats),
        options={**defaults, **opening.options},
        board={**ruleset.board, **board},
    )
    _check_chance(opening, rules)
    try:
        check_portable([opening.played_on, *texts_of(opening).values(), dict(rules.options), dict(rules.board)])
    except NotPortable as error:
        raise BadOption("options", f"the request holds {error}, which cannot be stored", "TB-27") from None
    ruleset.check_board(rules)
    return rules


LONGEST_BOX, MOST_DOTS = 30_000, 20
"""Characters of a box as it is written down, and dots in a key of it."""
MOST_DEEP, MOST_IN_BOX, LARGEST = 6, 10_000, 2**53 - 1
"""How deep a box is, how much there is in it, and the largest number that every program reads."""
_DOTTED = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MOST_DOTS}}}""")
"""A dotted key of that many parts, also in a table in a line; each place is looked at once."""
MOST_SAID = 20
"""How many things are said to be wrong with values at once."""
BOX, WRITTEN = "box", "toml"
"""The members by which a board asks for one that comes with the ruleset, or has one as it was written down."""


def _board_of(ruleset: Ruleset[Any], opening: Opening) -> Mapping[str, Json]:
    """The board that is asked for: a box that comes with the ruleset by its name, a written one, or its values."""
    board: Mapping[str, Json] = opening.board
    member = next((name for name in (BOX, WRITTEN) if ruleset.boxes and name in board), None)
    if member is not None:
        if len(board) > 1:
            detail = "a whole box is taken as it is: leave out the other values, or send them all"
            raise BadOption(f"board.{member}", detail, "TB-65")
        board = _box_named(ruleset, board[BOX]) if member == BOX else _box_written(board[WRITTEN])
    _check("board", ruleset.board_schema, board)
    return board


def _box_named(ruleset: Ruleset[Any], name: Json) -> Mapping[str, Json]:
    if not isinstance(name, str) or name not in ruleset.boxes:
        raise BadOption(f"board.{BOX}", no_such("box", name, ruleset.boxes), "TB-65")
    return ruleset.boxes[name]


def _box_written(text: Json) -> Mapping[str, Json]:
    """The box that a text of TOML says; dates and fractions are refused with all that no box can have."""
    if not isinstance(text, str) or len(text) > LONGEST_BOX:
        raise BadOption(f"board.{WRITTEN}", f"this is no text of up to {LONGEST_BOX} characters", "TB-65")
    if dotted := _DOTTED.search(text):  # the library takes gigabytes for thousands of dots
        line = text.count("\n", 0, dotted.start()) + 1
        raise BadOption(f"board.{WRITTEN}", f"line {line} has a key of too many parts", "TB-65")
    try:
        box = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        detail = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "it is too deep, or too large"
        raise BadOption(f"board.{WRITTEN}", f"this is no TOML: {detail}", "TB-65") from None
    if not _is_small(box):
        detail = f"a box has up to {MOST_IN_BOX} things, is up to {MOST_DEEP} deep, and has no huge numbers"
        raise BadOption(f"board.{WRITTEN}", detail, "TB-65")
    return box


def _is_small(box: Json) -> bool:
    """Whether it is neither too deep nor too large to be looked through."""
    level, seen = [box], 0
    for _ in range(MOST_DEEP + 1):
        inner: list[Json] = []
        for one in level:
            if isinstance(one, dict | list):
                inner += one.values() if isinstance(one, dict) else one
            elif isinstance(one, int) and abs(one) > LARGEST:
                return False
        level, seen = inner, seen + len(inner)
        if seen > MOST_IN_BOX:
            return False
    return not level


def _pattern(_: Any, pattern: str, value: Json, __: Json) -> Iterator[ValidationError]:
    """The keyword as JSON Schema has it, by ECMA-262: there a "$" does not stand before a last line feed."""
    from jsonschema import ValidationError

    if isinstance(value, str) and not re.search(re.sub(r"\$\Z", r"\\Z", pattern), value):
        yield ValidationError("it has letters that are not allowed here", instance=value)


@cache
def _validator() -> Any:
    """What checks values: imported by who opens a match, and not by all programs."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    return extend(Draft202012Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]


def _check(name: str, properties: Mapping[str, Json], given: Mapping[str, Json]) -> None:
    kind = {"options": "option", "board": "board value"}[name]
    unknown = [one for one in given if one not in properties]
    wrong = [BadOption(name, no_such(kind, one, properties), "TB-65") for one in unknown]
    schema = {"type": "object", "properties": dict(properties)}
    for error in islice(_validator()(schema).iter_errors(given), MOST_SAID):
        path = ".".join((name, *map(str, error.absolute_path)))
        wrong.append(BadOption(path, _said(error), "TB-65"))
    if wrong:
        first, *others = wrong
        raise BadOption(first.field, first.detail, first.rule, others)


def _said(error: ValidationError) -> str:
    """What is wrong with a value, without Python's notation of it."""
    wanted: Any = error.validator_value
    schema: Any = error.schema
    value: Any = error.instance
    match error.validator:
        case "type":
            return f"has to be of the type {' or '.join([wanted] if isinstance(wanted, str) else wanted)}"
        case "enum":
            near = nearest(value, [one for one in wanted if isinstance(one, str)])
            meant = f'; did you mean "{near}"?' if near is not None else ""
            return f"has to be one of {', '.join(json.dumps(one) for one in wanted)}{meant}"
        case "additionalProperties":
            known = schema.get("properties", {})
            return no_such("member", next(one for one in value if one not in known), known)
        case "required":
            missing = [one for one in wanted if one not in value]
            return f"lacks {', '.join(missing)}"
        case "minimum" | "maximum":
            return f"has to be at {'least' if error.validator == 'minimum' else 'most'} {wanted}"
        case "minItems" | "maxItems" | "minProperties" | "maxProperties" | "minLength" | "maxLength":
            return f"has to have {'at least' if error.validator.startswith('min') else 'at most'} {wanted}"
        case "uniqueItems":
            return "has something twice"
        case "const":
            return f"has to be {json.dumps(wanted)}"
        case "oneOf" | "anyOf":
            return ", or ".join(dict.fromkeys(_said(one) for one in error.context or ()))
        case "items":
            return f"has to have at most {len(schema['prefixItems'])}"
    return error.message[:200]


def _check_chance(opening: Opening, rules: Rules) -> None:
    if rules.mode == "recorded" and is_joint(rules):
        detail = "in a recorded match nobody contributes to chance: the scribe enters what it decided"
        raise BadOption("options.chance", detail, "TB-72")
    if opening.seed is None:
        return
    if rules.mode == "recorded":
        raise BadOption("seed", "a recorded match has no seed: the scribe enters what chance decided", "TB-66")
    if rules.options["chance"] != "known":
        detail = 'a match can have a seed only with the option chance: "known", which everybody sees'
        raise BadOption("seed", detail, "TB-66")


def colours_for(seats: Sequence[SeatWanted]) -> list[str]:
    """A colour for each seat; raises :class:`BadOption` if two want the same one, in whatever language."""
    wanted = [one_colour(seat.colour) for seat in seats if seat.colour is not None]
    if len(set(wanted)) < len(wanted):
        raise BadOption("seats", "two seats have the same colour", "TB-64")
    # Who is called Blue is not mixed up with whom the table makes blue.
    called = {one_colour(seat.name) for seat in seats}
    free = iter(sorted((one for one in COLOURS if one not in wanted), key=called.__contains__))
    return [seat.colour if seat.colour is not None else next(free) for seat in seats]


def published(match: str, rules: Rules, opening: Opening, seed: bytes | None) -> dict[str, Json]:
    """What decision 0 publishes beside its facts; names and labels are put in as sealed texts."""
    colours = colours_for(opening.seats)
    return {
        "format": FORMAT,
        "hash": HASH,
        "canonical": CANONICAL,
        "match": match,
        "ruleset": {"id": rules.ruleset, "version": rules.version},
        "mode": rules.mode,
        "options": dict(rules.options),
        "board": dict(rules.board),
        "board_digest": digest(rules.board),
        "seats": [{"seat": n, "colour": colour, "name": None} for n, colour in enumerate(colours)],
        "chance": {"commitment": commitment(seed)} if seed is not None else None,
        "public": opening.public,
        "played_on": opening.played_on,
        "labels": None,
    }


def texts_of(opening: Opening) -> dict[str, str]:
    """The free texts of an opening by pointer: names, and the labels as one canonical text."""
    texts = {f"/seats/{n}/name": seat.name for n, seat in enumerate(opening.seats)}
    if opening.labels:
        texts["/labels"] = canonical(dict(opening.labels))
    return texts
