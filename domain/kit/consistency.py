"""A ruleset checked against itself: its facts, appliers, commands, deciders, guards, options and board values.

First the shape of it all, then each field of facts and commands, then what has to fit together.

What is wrong is found when the ruleset is made, and not in the middle of a match. Each problem is one sentence,
which says what is missing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from domain.kit.facts import Command, Declared, Erased, Fact, Field, Hidden, Json, Unknown, alternatives
from domain.kit.schemas import is_plain_schema
from domain.kit.table.commands import TABLE_COMMANDS, Open
from domain.kit.table.facts import TABLE_FACTS
from domain.kit.words.fluent import Bundle
from domain.kit.words.labels import ENDING, FALLBACK, FOLDER, languages, text_of

if TYPE_CHECKING:
    from jsonschema import SchemaError

    from domain.kit.ruleset import Ruleset

IDENTIFIER = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
THE_TABLE = "table"
"""What the rules of the table are published as, beside the rulesets."""
TABLE_RULES = "TB-"
"""How the reference numbers of the table's rules begin."""
COMMON_OPTIONS = ("history", "disclosure", "chance", "sign_off")
"""The options that every match has (``ruleset.common_options``)."""
PLACEHOLDER = re.compile(r"\{(\w+)\}")
SHAPES: Mapping[str, type] = {
    "id": str,
    "version": str,
    "title": str,
    "seats": tuple,
    "rules": Mapping,
    "commands": tuple,
    "chance_commands": tuple,
    "facts": tuple,
    "guards": Mapping,
    "deciders": Mapping,
    "appliers": Mapping,
    "options": Mapping,
    "board": Mapping,
    "board_schema": Mapping,
}
"""What the values of a ruleset have to be, before anything can be said of what is in them."""
CALLED: Mapping[Any, str] = {
    str: "a text",
    tuple: "a tuple (a comma may be missing behind its only member)",
    Mapping: "a mapping",
}
HELD = (str, int, bool, NoneType, Hidden, Unknown, Erased, dict, Mapping, Any)
"""What a field can hold, beside literals and tuples: JSON gives nothing else back as it was."""


def writes_itself_down(fact: type[Fact]) -> bool:
    """Whether this fact has a method that writes it down."""
    return fact.apply is not Fact.apply


def decides(command: type[Command]) -> bool:
    """Whether this command has a method that yields its facts."""
    return command.decide is not Command.decide


def inconsistencies(game: Ruleset[Any]) -> Iterator[str]:
    """Every problem of a ruleset, in one sentence each; nothing if it is consistent."""
    shapes = [*_of_shapes(game)]
    yield from shapes
    if shapes:
        return  # what follows looks into them
    yield from _of_its_name(game)
    everything = (*game.commands, *game.chance_commands)
    of_types = [
        *_of_types("fact", game.facts, Fact, (fact.TYPE for fact in TABLE_FACTS)),
        *_of_types("command", everything, Command, (Open.TYPE, *TABLE_COMMANDS)),
    ]
    yield from of_types
    if of_types:
        return  # what follows goes by types
    yield from _of_declarations(game)
    yield from _of_chance_commands(game)
    yield from _of_deciders(game)
    yield from _of_appliers(game)
    yield from _of_guards(game)
    yield from _of_options(game)
    yield from _of_board(game)
    yield from _of_sheet(game)
    yield from _of_words(game)


def _of_shapes(game: Ruleset[Any]) -> Iterator[str]:
    for name, shape in SHAPES.items():
        if not isinstance(getattr(game, name), shape):
            yield f"{name} has to be {CALLED[shape]}, and is {getattr(game, name)!r}"
    seats: Any = game.seats
    if isinstance(seats, tuple) and [*map(type, seats)] != [int, int]:
        yield f"seats has to be the least and the most number of seats, and is {seats!r}"
    guarded: Any = game.guards
    if isinstance(guarded, Mapping):
        for command, guards in guarded.items():
            if not isinstance(guards, tuple | list):
                yield f"the guards of {_named(command)} have to be {CALLED[tuple]}"
    for name in ("options", "board_schema"):
        if isinstance(getattr(game, name), Mapping):
            yield from _of_schemas(name, getattr(game, name))


def _of_schemas(where: str, schemas: Mapping[str, Json]) -> Iterator[str]:
    for name, schema in schemas.items():
        if not isinstance(schema, Mapping):
            yield f"what {where} says of {name} is no JSON Schema: it is {schema!r}"
            continue
        if is_plain_schema(schema):
            continue
        from jsonschema import Draft202012Validator, SchemaError

        try:
            Draft202012Validator.check_schema(schema)
        except SchemaError as error:
            yield f"what {where} says of {name} is no JSON Schema, at {error.json_path}: {_shortened(error)}"


def _shortened(error: SchemaError) -> str:
    """What is wrong, without the whole of JSON Schema's own schema."""
    return f"{error.instance!r} is not allowed" if error.validator == "anyOf" else error.message


def _of_its_name(game: Ruleset[Any]) -> Iterator[str]:
    if not IDENTIFIER.fullmatch(game.id):
        yield f"the id {game.id!r} has to be small letters and digits, with hyphens between"
    if game.id == THE_TABLE:
        yield f"the id {THE_TABLE!r} belongs to the rules of the table"
    for name in ("version", "title"):
        if not getattr(game, name):
            yield f"it has no {name}"
    bgg: Any = game.bgg
    if bgg is not None and (type(bgg) is not int or bgg < 1):
        yield f"bgg has to be a number from 1, or None, and is {bgg!r}"
    least, most = game.seats
    if not 1 <= least <= most:
        yield f"seats are from {least} to {most}: the least has to be 1 or more, and no more than the most"
    for number in game.rules:
        if number.startswith(TABLE_RULES):
            yield f"the rule {number} has a number of the table's rules"


def _of_types(kind: str, classes: Iterable[Any], base: type[Declared], taken: Iterable[str]) -> Iterator[str]:
    """Each is of its kind and has a type of its own."""
    types = Counter[str]()
    for cls in classes:
        if not (isinstance(cls, type) and issubclass(cls, base)):
            yield f"{cls!r} is among the {kind}s and is no {base.__name__}"
        elif not hasattr(cls, "TYPE"):
            yield f'the {kind} {cls.__qualname__} has no type: give its class type="…"'
        else:
            types[cls.TYPE] += 1
    yield from (f"there are {number} {kind}s of the type {name}" for name, number in types.items() if number > 1)
    every_games = types.keys() & set(taken)
    yield from (f"the {kind} {name} has the type of a {kind} that every game has" for name in sorted(every_games))


def _of_declarations(game: Ruleset[Any]) -> Iterator[str]:
    """Each field of facts and commands can be stored, and be told to those it is for and to nobody else."""
    of_seats = {*game.commands}
    for cls in (*game.facts, *game.commands, *game.chance_commands):
        whose = f"the {'fact' if issubclass(cls, Fact) else 'command'} {_named(cls)}"
        parameters = cls.__dict__.get("__dataclass_params__")
        if parameters is None or not parameters.frozen:
            yield f"{whose} is no frozen dataclass: write @dataclass(frozen=True, slots=True) above it"
        names = {field.name for field in cls.FIELDS}
        for field in cls.FIELDS:
            yield from _of_field(f"{whose}: the field {field.name}", field, names)
            if issubclass(cls, Fact) and not (field.public or field.text) and Hidden not in _types(field.hint):
                yield (
                    f"{whose}: the field {field.name} is not for everyone, so its type needs Hidden"
                    " (as Thing and Things have it)"
                )
            secret = field.audience.kind != "everyone" and not field.text
            if cls in of_seats and secret and Unknown not in _types(field.hint):
                yield (
                    f"{whose}: the field {field.name} is not for everyone, so its type needs Unknown:"
                    " the scribe of a recorded match may not have seen it"
                )


def _of_field(which: str, field: Field, names: set[str]) -> Iterator[str]:
    if field.name == "type":
        yield f"{which} has the name under which the type itself is stored"
    for told in field.audience.fields:
        if told not in names:
            yield f"{which} is told to the seats in {told}, which is no field beside it"
    for hint in _types(field.hint):
        if not (hint in HELD or get_origin(hint) is Literal):
            yield f"{which} holds {_called(hint)}, which can't be stored: numbers are int, lists are tuple[…, ...]"


def _types(hint: Any) -> list[Any]:
    """The types that may occur in a value: of the members of a tuple as well."""
    found: list[Any] = []
    for option in alternatives(hint):
        if get_origin(option) is tuple:
            found += [kind for inner in get_args(option) if inner is not ... for kind in _types(inner)]
        else:
            found.append(get_origin(option) if get_origin(option) in HELD else option)
    return found


def _called(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)


def _of_chance_commands(game: Ruleset[Any]) -> Iterator[str]:
    for command in game.chance_commands:
        if len(command.FIELDS) != 1:
            yield (
                f"the chance command {_named(command)} has {len(command.FIELDS)} fields:"
                " give it one, for what came out"
            )
        for field in command.FIELDS:
            if getattr(command, "__dataclass_fields__", {})[field.attribute].default is not None:
                yield (
                    f"the chance command {_named(command)} comes without fields in a hosted match:"
                    f" give {field.name} the default None"
                )


def _of_deciders(game: Ruleset[Any]) -> Iterator[str]:
    everything = (*game.commands, *game.chance_commands)
    for command in everything:
        ways = {
            "its method decide": decides(command),
            "a function in deciders": command in game.deciders,
            "the function decide of the ruleset": game.decide is not None,
        }
        yield from _one_way(f"the command {_named(command)}", "decider", ways)
    for command in _others(game.deciders, everything):
        yield f"there is a decider for {_named(command)}, which is not among its commands"


def _of_appliers(game: Ruleset[Any]) -> Iterator[str]:
    for fact in game.facts:
        ways = {"its method apply": writes_itself_down(fact), "a function in appliers": fact in game.appliers}
        yield from _one_way(f"the fact {_named(fact)}", "applier", ways)
    for fact in _others(game.appliers, game.facts):
        yield f"there is an applier for {_named(fact)}, which is not among its facts"


def _one_way(whose: str, what: str, ways: Mapping[str, bool]) -> Iterator[str]:
    chosen = [way for way, is_there in ways.items() if is_there]
    if not chosen:
        yield f"{whose} has no {what}: {' or '.join(ways)}"
    if len(chosen) > 1:
        yield f"{whose} has more than one {what}: {' and '.join(chosen)}"


def _of_guards(game: Ruleset[Any]) -> Iterator[str]:
    for command in _others(game.guards, (*game.commands, *game.chance_commands)):
        yield f"there are guards for {_named(command)}, which is not among its commands"
    for command, guards in game.guards.items():
        for guard in guards:
            if guard.reference not in game.rules:
                yield (
                    f"the guard {guard.name} of {_named(command)} names the rule {guard.reference},"
                    " which is not among its rules"
                )


def _of_options(game: Ruleset[Any]) -> Iterator[str]:
    for name in COMMON_OPTIONS:
        if name not in game.options:
            yield f"the option {name} is missing, which every match has: add common_options()"
    for name, schema in game.options.items():
        if "default" not in schema:
            yield f"the option {name} has no default"
        else:
            yield from _against(f"the default of the option {name}", schema, schema["default"])


def _of_board(game: Ruleset[Any]) -> Iterator[str]:
    for name in game.board.keys() - game.board_schema.keys():
        yield f"the board value {name} has no schema"
    for name in game.board_schema.keys() - game.board.keys():
        if game.board_schema[name].get("x-optional"):
            continue  # a match may have it, or not
        yield f"there is a schema for {name}, which is not among its board values"
    for name in game.board.keys() & game.board_schema.keys():
        yield from _against(f"the board value {name}", game.board_schema[name], game.board[name])


def _against(what: str, schema: Mapping[str, Json], value: Json) -> Iterator[str]:
    from jsonschema import Draft202012Validator

    for error in Draft202012Validator(schema).iter_errors(value):
        yield f"{what} does not fit its schema: {error.message}"
        return


def _of_sheet(game: Ruleset[Any]) -> Iterator[str]:
    declared = {fact.TYPE: {field.name for field in fact.FIELDS} for fact in (*TABLE_FACTS, *game.facts)}
    for name, line in game.sheet.lines.items():
        if name not in declared:
            yield f"the sheet has a line for {name}, which is not among its facts"
        else:
            for unknown in sorted(set(PLACEHOLDER.findall(line)) - declared[name]):
                yield f"the line of the sheet for {name} names {unknown}, which is no field of it"


def _of_words(game: Ruleset[Any]) -> Iterator[str]:
    """Words that are not there would be missed at the first request only, in the answers about all games."""
    if not game.words:
        return
    try:
        found = languages(game.words)
    except (ImportError, TypeError, OSError):
        yield (
            f"words: there is no package {game.words} with a folder {FOLDER} in it "
            f"(if it is there, the distribution has to include its files)"
        )
        return
    if FALLBACK not in found:
        yield f"words: the folder {FOLDER} of {game.words} has no {FALLBACK}{ENDING}, which everybody else reads"
    if game.words.partition(".")[0] == __name__.partition(".")[0]:
        return  # to read the files of the box takes half a second; its tests do that
    for language in found:
        try:
            Bundle(language, [text_of(game.words, language)])
        except ValueError as error:  # bad words, or no UTF-8
            yield f"words: {FOLDER}/{language}{ENDING} of {game.words} cannot be read whole: {error}"


def _others(keys: Iterable[type[Any]], declared: Iterable[type[Any]]) -> list[type[Any]]:
    known = set(declared)
    return [key for key in keys if key not in known]


def _named(cls: type[Declared]) -> str:
    return getattr(cls, "TYPE", cls.__qualname__)
