"""A whole match as a text file: a header, a line of dashes, and the lines of its decisions.

What is read from a file and written again is the same bytes, once it has been written by :func:`write_match`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.shorthand.header import Header, SeatNamed
from domain.kit.shorthand.parsing.characters import (
    UNSEEN,
    bare,
    cleaned,
    lines_of,
    parts_header,
    plain,
    straight,
    unseen_around,
)
from domain.kit.shorthand.parsing.cursor import ShorthandError, first_of
from domain.kit.shorthand.parsing.grammar import grammar_of
from domain.kit.shorthand.parsing.matchers import decoded_json
from domain.kit.shorthand.parsing.tokens import STRING, unquoted
from domain.kit.shorthand.reading import MOST_ERRORS, numbered
from domain.kit.shorthand.writing import Writer
from domain.kit.text.texts import escaped

FORMAT = 1
TITLE, EXTERNAL_ID = "title", "external-id"
"""The labels that have lines of their own in a header. Each external id is used for one match."""

DASHES = "a line of dashes, which ends the header"

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
STRING.2: {STRING}
DAY: /[0-9]{4}-[0-9]{2}-[0-9]{2}/
YES.3: "yes"i | "ja"i
NO.3: "no"i | "nein"i
NUMBER: /[0-9]{1,3}/
NAME: /[^\s:"#]+/
JSON.-1: /[^\s].*/
REST.-1: /[^\s"#][^#]*/
COMMENT: /#.*/
%ignore /[\s\u200b]+/
%ignore COMMENT
"""


@dataclass(frozen=True)
class MatchFile:
    """A file: its header, and what stands under it; *body* has as many lines as the file, so that they count.

    *places* says in which line and column each field of an opening is given, as ``seats.0``.
    """

    header: Header
    body: str
    public: bool = True
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def read_match(text: str) -> MatchFile:
    """The header of a file, and its body; raises :class:`ShorthandError`, with all that is wrong with the header.

    The header ends at a line of dashes. Which values its options and its board can have is not looked at.
    """
    found = _Found()
    errors: list[ShorthandError] = []
    last, ended = 0, False
    for number, line in numbered(text):
        last, said = number, bare(line)
        if parts_header(line):
            ended = True
            break
        if said.split("#")[0].strip():
            try:
                found.take(_parsed(line, number), line, number)
            except ShorthandError as error:
                errors.append(error)
                if len(errors) == MOST_ERRORS:
                    break
    if errors and "ruleset" in found.said and not any(map(parts_header, lines_of(text))):
        # What cannot be read are the decisions, of which the first says enough.
        errors = [ShorthandError(errors[0].line, 1, [DASHES], errors[0].text)]
    if not errors:
        errors += found.lacks(last, ended=ended)
    if errors:
        raise first_of(errors)
    body = "\n" * last + "\n".join(lines_of(text)[last:])
    return MatchFile(found.header(), body, found.public, found.places)


def _parsed(line: str, number: int) -> Tree[Token]:
    signs = plain(line)
    # Words are whole where something stands in them that nobody sees; tokens say where they stand in the line.
    seen = [place for place, sign in enumerate(signs) if sign != UNSEEN]
    try:
        tree = _parser().parse("".join(signs[place] for place in seen))
    except UnexpectedToken as error:
        names = sorted(_described(name) for name in error.accepts or error.expected)
        if error.token.type == "$END":
            raise ShorthandError(number, len(line) + 1, names, "") from None
        raise ShorthandError(number, seen[error.column - 1] + 1, names, str(error.token)) from None
    except UnexpectedCharacters as error:
        names = sorted(_described(name) for name in error.allowed or ())
        column = seen[error.column - 1] + 1
        raise ShorthandError(number, column, names, line[column - 1 :]) from None
    except UnexpectedInput as error:
        raise ShorthandError(number, error.column, ["a line of the header"], line) from None
    for token in tree.children:
        if isinstance(token, Token):
            start, end = token.start_pos or 0, token.end_pos or 0
            token.start_pos, token.end_pos, token.column = seen[start], seen[end - 1] + 1, seen[start] + 1
    return tree


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


class _Found:
    """What the lines of a header say, and where."""

    def __init__(self) -> None:
        self.said: dict[str, Json] = {"seats": {}, "options": {}, "board": {}, "labels": {}}
        self.places: dict[str, tuple[int, int]] = {}
        self.public = True

    def take(self, tree: Tree[Token], line: str, number: int) -> None:
        """Take in what one line says; raises :class:`ShorthandError`."""
        tokens = [child for child in tree.children if isinstance(child, Token)]
        values = [_value(token, line, number) for token in tokens]
        kind = str(tree.data)
        path = kind
        if kind == "form":
            if values[0] != FORMAT:
                raise ShorthandError(number, tokens[0].column or 1, [f"format {FORMAT}"], tokens[0])
        elif kind == "ruleset":
            self.said["ruleset"] = (str(values[0]), str(values[1]) if len(values) > 1 else None)
        elif kind == "seat":
            path = f"seats.{values[0]}"
            named = SeatNamed(values[2] if len(values) > 2 else None, values[1].casefold())
            self.said["seats"].setdefault(values[0], named)
        elif kind in ("title", "external_id"):
            label = TITLE if kind == "title" else EXTERNAL_ID
            path = f"labels.{label}"
            self.said["labels"].setdefault(label, values[0])
        elif kind in ("label", "option", "board"):
            where = {"label": "labels", "option": "options", "board": "board"}[kind]
            path = f"{where}.{values[0]}"
            self.said[where].setdefault(values[0], values[1])
        elif kind == "public":
            self.public = values[0]
        else:
            self.said[kind] = values[0]
        if path in self.places:
            raise ShorthandError(
                number, 1, [f"this only once, and it is already in line {self.places[path][0]}"], line
            )
        self.places[path] = (number, tokens[-1].column or 1)

    def lacks(self, last: int, *, ended: bool) -> Iterator[ShorthandError]:
        """What is missing, if anything is."""
        seats = sorted(self.said["seats"])
        if not ended:
            yield ShorthandError(last + 1, 1, [DASHES], "")
        elif "ruleset" not in self.said:
            yield ShorthandError(last, 1, ["ruleset: its id"], "")
        elif seats != list(range(len(seats))):
            yield ShorthandError(last, 1, ["seat 0, seat 1 and so on, none left out"], "")

    def header(self) -> Header:
        """All of it."""
        said = self.said
        seats = [said["seats"][key] for key in sorted(said["seats"])]
        identifier, version = said["ruleset"]
        return Header(
            identifier, version, seats, said["options"], said["board"], said.get("played_on"), said["labels"]
        )


def _value(token: Token, line: str, number: int) -> Json:
    written = line[token.start_pos or 0 : token.end_pos or 0]
    if token.type in ("YES", "NO"):
        return token.type == "YES"
    if token.type == "NUMBER":
        return int(token)
    if token.type == "REST":
        return unseen_around(written)
    if token.type not in ("STRING", "JSON"):
        return cleaned(written)
    if token.type == "STRING":
        value: Json = unquoted(written)
        if value is not None:
            return value
    else:
        for text in (written, cleaned(straight(written))):
            decoded = decoded_json(text, 0)
            if decoded is not None and bare(text[decoded[1] :])[:1] in ("", "#"):
                return decoded[0]
        name = cleaned(written).split("#")[0].strip()
        if name.replace("_", "").replace("-", "").isalnum():
            return name  # of a choice, without its quotes
    raise ShorthandError(number, token.column or 1, ["a value as JSON"], token)


def header_words() -> list[str]:
    """The words that lines of a header begin with, or consist of."""
    return re.findall(r'"([a-z_]+)"i', _GRAMMAR)


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR.replace("{STRING}", STRING), parser="lalr", lexer="contextual")


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

    What has faded for the viewer is a comment: it was there, and cannot be read any more.
    """
    retold = grammar_of(ruleset).shorthand.retold(decisions)
    return "\n".join([*write_header(header, public=public), *write_lines(ruleset, header, retold), ""])


def write_lines(ruleset: Ruleset[Any], header: Header, decisions: Iterable[Mapping[str, Json]]) -> Iterator[str]:
    """The lines of decisions; a comment before one that is struck or replaced on its line says so."""
    writer = Writer(ruleset, header)
    for decision in decisions:
        if line := writer.write(decision):
            for mark, said in (("struck", "struck by"), ("replaced", "with other facts by")):
                if mark in decision:
                    yield f"# {decision['version']} {said} {decision[mark]['by']}"
            yield line


def _json(value: Json) -> str:
    return escaped(json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True))
