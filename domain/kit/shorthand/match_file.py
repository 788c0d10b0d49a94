"""A whole match as a text file: a header, a line of dashes, and the lines of its decisions.

What is read from a file and written again is the same bytes, once it has been written by :func:`write_match`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.shorthand.header import Header, SeatNamed
from domain.kit.shorthand.reading import ShorthandError, numbered
from domain.kit.shorthand.writing import Writer

FORMAT = 1
TITLE, EXTERNAL_ID = "title", "external-id"
"""The labels that have lines of their own in a header."""

_GRAMMAR = r"""
start: "kerbholz"i "shorthand"i NUMBER -> form
     | "ruleset"i ":" NAME NAME? -> ruleset
     | ("played"i "on"i | "played_on"i | "gespielt"i "am"i) ":" DAY -> played_on
     | ("title"i | "titel"i) ":" text -> title
     | "external"i "id"i ":" text -> external_id
     | "label"i word ":" text -> label
     | "public"i ":" (YES | NO) -> public
     | ("seat"i | "sitz"i) NUMBER ":" NAME text? -> seat
     | "option"i word ":" JSON -> option
     | "board"i word ":" JSON -> board
?word: NAME | STRING
?text: STRING | REST
STRING.2: /"(?:[^"\\]|\\.)*"/
DAY: /[0-9]{4}-[0-9]{2}-[0-9]{2}/
YES.3: "yes"i | "ja"i
NO.3: "no"i | "nein"i
NUMBER: /[0-9]{1,3}/
NAME: /[^\s:"#]+/
JSON.-1: /[^\s].*/
REST.-1: /[^\s"#][^#]*/
COMMENT: /#.*/
%ignore /[ \t\r]+/
%ignore COMMENT
"""


@dataclass(frozen=True)
class MatchFile:
    """A file: its header, and what stands under it; *body* has as many lines as the file, so that they count."""

    header: Header
    body: str
    public: bool = True


def read_match(text: str) -> MatchFile:
    """The header of a file, and its body; raises :class:`ShorthandError`.

    The header ends at a line of dashes. Which values its options and its board can have is not looked at.
    """
    found: dict[str, Json] = {"seats": {}, "options": {}, "board": {}, "labels": {}}
    last = 0
    for number, line in numbered(text):
        last = number
        if line.strip() and set(line.strip()) == {"-"}:
            break
        if line.split("#")[0].strip():
            _take(found, _parsed(line, number), number)
    else:
        raise ShorthandError(last + 1, 1, ["a line of dashes, which ends the header"], "")
    if "ruleset" not in found:
        raise ShorthandError(last, 1, ["ruleset: its id"], "")
    seats = [found["seats"][key] for key in sorted(found["seats"])]
    if sorted(found["seats"]) != list(range(len(seats))):
        raise ShorthandError(last, 1, ["seat 0, seat 1 and so on, none left out"], "")
    identifier, version = found["ruleset"]
    header = Header(
        identifier, version, seats, found["options"], found["board"], found.get("played_on"), found["labels"]
    )
    body = "\n" * last + text.split("\n", last)[-1] if text.count("\n") >= last else ""
    return MatchFile(header, body, found.get("public", True))


def _parsed(line: str, number: int) -> Tree[Token]:
    try:
        return _parser().parse(line)
    except UnexpectedToken as error:
        names = sorted(_described(name) for name in error.accepts or error.expected)
        at_end = error.token.type == "$END"
        column, said = (len(line) + 1, "") if at_end else (error.column, str(error.token))
        raise ShorthandError(number, column, names, said) from None
    except UnexpectedCharacters as error:
        names = sorted(_described(name) for name in error.allowed or ())
        raise ShorthandError(number, error.column, names, line[error.column - 1 :]) from None
    except UnexpectedInput as error:
        raise ShorthandError(number, error.column, ["a line of the header"], line) from None


def _described(terminal: str) -> str:
    return {
        "COLON": ":",
        "DAY": "a date as 2026-11-28",
        "JSON": "a value as JSON",
        "NAME": "a name",
        "NUMBER": "a number",
        "REST": "a text",
        "STRING": "a text in quotes",
        "$END": "the end of the line",
    }.get(terminal, terminal.lower())


def _take(found: dict[str, Json], tree: Tree[Token], number: int) -> None:
    """Take in what one line of the header says."""
    tokens = [child for child in tree.children if isinstance(child, Token)]
    values = [_value(token, number) for token in tokens]
    kind = str(tree.data)
    if kind == "form":
        if values[0] != FORMAT:
            raise ShorthandError(number, tokens[0].column or 1, [f"format {FORMAT}"], tokens[0])
    elif kind == "ruleset":
        found["ruleset"] = (str(values[0]), str(values[1]) if len(values) > 1 else None)
    elif kind == "seat":
        found["seats"][values[0]] = SeatNamed(values[2] if len(values) > 2 else None, values[1].casefold())
    elif kind in ("title", "external_id"):
        found["labels"][TITLE if kind == "title" else EXTERNAL_ID] = values[0]
    elif kind in ("label", "option", "board"):
        found[{"label": "labels", "option": "options", "board": "board"}[kind]][values[0]] = values[1]
    else:
        found[kind] = values[0]


def _value(token: Token, number: int) -> Json:
    if token.type in ("YES", "NO"):
        return token.type == "YES"
    if token.type == "NUMBER":
        return int(token)
    if token.type not in ("STRING", "JSON"):
        return str(token).strip()
    try:
        return json.loads(token, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        if token.type == "JSON" and token.strip().replace("_", "").replace("-", "").isalnum():
            return token.strip()  # the name of a choice, without its quotes
        raise ShorthandError(number, token.column or 1, ["a value as JSON"], token) from None


def _no_constant(name: str) -> Json:
    raise ValueError(name)


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", lexer="contextual")


# -- writing ------------------------------------------------------------------------------------------------


def header_of(ruleset: Ruleset[Any], opening: Mapping[str, Json]) -> Header:
    """The header of a match, from its decision 0 as somebody was told it: only what differs from the ruleset."""
    defaults = {name: schema.get("default") for name, schema in ruleset.options.items()}
    labels = opening.get("labels")
    if isinstance(labels, str):
        labels = json.loads(labels)
    header = Header.of_match(opening, _differing(opening["board"], ruleset.board))
    return replace(
        header,
        version=opening["ruleset"]["version"],
        options=_differing(opening["options"], defaults),
        played_on=opening.get("played_on"),
        labels=labels if isinstance(labels, dict) and "erased" not in labels else {},
    )


def _differing(values: Mapping[str, Json], usual: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in sorted(values.items()) if usual.get(name) != value or name not in usual}


def write_header(header: Header, *, public: bool = True) -> list[str]:
    """The lines of a header, the line of dashes included."""
    labels = dict(header.labels)
    title, external_id = labels.pop(TITLE, None), labels.pop(EXTERNAL_ID, None)
    version = f" {header.version}" if header.version is not None else ""
    return [
        f"kerbholz shorthand {FORMAT}",
        f"ruleset: {header.ruleset}{version}",
        *([f"title: {_json(title)}"] if title is not None else []),
        *([f"external id: {_json(external_id)}"] if external_id is not None else []),
        *([f"played on: {header.played_on}"] if header.played_on is not None else []),
        *([] if public else ["public: no"]),
        *(f"seat {number}: {_seat(seat)}" for number, seat in enumerate(header.seats)),
        *_named("label", labels),
        *_named("option", header.options),
        *_named("board", header.board),
        "---",
    ]


def _seat(seat: SeatNamed) -> str:
    return seat.colour if seat.name is None else f"{seat.colour} {_json(seat.name)}"


def _named(kind: str, values: Mapping[str, Json]) -> Iterator[str]:
    for name, value in sorted(values.items()):
        bare = name and all(character.isalnum() or character in "_-." for character in name)
        yield f"{kind} {name if bare else _json(name)}: {_json(value)}"


def write_match(
    ruleset: Ruleset[Any], header: Header, decisions: Iterable[Mapping[str, Json]], *, public: bool = True
) -> str:
    """The file of a match: the decisions, as somebody was told them, that do not follow by themselves.

    What has faded for him stands as a comment: it was, and cannot be read any more.
    """
    writer = Writer(ruleset, header)
    lines = write_header(header, public=public)
    lines += filter(None, map(writer.write, decisions))
    return "\n".join([*lines, ""])


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
