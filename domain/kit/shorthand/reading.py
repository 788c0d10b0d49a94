"""Reading: lines of shorthand become commands.

For each piece of a line the parser says what can come next, and the piece is looked up among that. What is written
in full counts before what is shortened, and several words before one. What can be several things is refused, and
the refusal names them. Where a line cannot be read like that, values may be called by their labels, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.shorthand.at_the_table import ROLES
from domain.kit.shorthand.header import Header
from domain.kit.shorthand.labels import Labels
from domain.kit.shorthand.parsing.characters import bare, cleaned, lines_of, unseen_around
from domain.kit.shorthand.parsing.cursor import Candidate, Cursor, ShorthandError
from domain.kit.shorthand.parsing.grammar import Grammar, grammar_of
from domain.kit.shorthand.parsing.matchers import (
    ANYTHING,
    DESCRIBED,
    Matcher,
    a_json,
    a_number,
    a_pointer,
    a_text,
    a_word,
    typed,
)
from domain.kit.shorthand.parsing.tokens import tokens_of, unquoted
from domain.kit.shorthand.parsing.trees import MOST_THINGS, choices, takes, things, tokens, trees
from domain.kit.shorthand.sentences import Kind, Spellings
from domain.kit.shorthand.words import LONGEST as LONGEST_SPELLING
from domain.kit.shorthand.words import Found, Vocabulary, folded, spelled
from domain.kit.text.texts import same

LONGEST = 1_000_000
"""Characters that are read at a time."""
LONGEST_LINE = 20_000
"""Characters of a line."""
MOST_ERRORS = 50
"""The most unreadable lines that are reported for a text."""
_LONGEST_NAME = 40
"""Pieces of a name, each picture being one."""
_DOTS = "….⋯‥︙．"
GAP = ("…", "..")
"""The beginning of a line about a gap."""


@dataclass(frozen=True)
class Line:
    """What one line says: who (*seat*, or *actor* where it is none), which command, and how it was written."""

    seat: int | None
    actor: str | None
    command: dict[str, Json]
    irregular: str | None
    occurred_at: str | None
    line: int
    column: int
    text: str

    @property
    def document(self) -> dict[str, Json]:
        """The command as it is sent to the service by a scribe."""
        document = dict(self.command)
        if self.seat is not None and not self.command["type"].startswith("table."):
            document.setdefault("seat", self.seat)
        if self.irregular is not None:
            document["irregular"] = {"note": self.irregular}
        if self.occurred_at is not None:
            document["occurred_at"] = self.occurred_at
        return document


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, from 1; raises :class:`ShorthandError` if there is too much."""
    if len(text) > LONGEST:
        raise ShorthandError(1, 1, [f"at most {LONGEST} characters at a time"], text[:20])
    for number, line in enumerate(lines_of(text.removeprefix("\ufeff")), 1):
        if len(line) > LONGEST_LINE:
            raise ShorthandError(number, 1, [f"at most {LONGEST_LINE} characters in a line"], line[:20])
        yield number, line


def expected(ruleset: Ruleset[Any], text: str, header: Header | None = None) -> list[str]:
    """What can stand next in the unfinished line *text*, as it is written.

    Its last word (or several that belong together) counts as begun, unless a space follows: each answer is what
    that word is the beginning of. Nothing can stand behind what cannot be read.
    """
    return Reader(ruleset, header).expected(text)


class Reader:
    """Reads lines of one ruleset, with the seats and the board of one match."""

    def __init__(self, ruleset: Ruleset[Any], header: Header | None = None) -> None:
        self._ruleset = ruleset
        self._grammar: Grammar = grammar_of(ruleset)
        self._header = header = header or Header()
        shorthand = self._grammar.shorthand
        self.seats = len(header.seats) or None
        self._spoken = {
            terminal: Vocabulary([(words, self._grammar.spellings(words))])
            for terminal, words in self._grammar.words.items()
        }
        named = shorthand.vocabularies({**ruleset.board, **header.board})
        self._named = {terminal: _names_of(kind, named) for terminal, kind in self._grammar.kinds.items()}
        self._kinds = {terminal: Vocabulary(spelled(names)) for terminal, names in self._named.items()}
        self._kinds["CHANCE"] = Vocabulary([("chance", tuple(dict.fromkeys((*shorthand.chance, "chance"))))])
        self._kinds["ROLE"] = Vocabulary([(role, (role, *words)) for role, words in ROLES.items()])
        self._kinds["SEAT"] = Vocabulary(header.spellings())
        self._drawn = {
            same(seat.name): number
            for number, seat in enumerate(header.seats)
            if seat.name and not all(map(_is_word, tokens_of(seat.name)))
        }
        self._matchers: Mapping[str, Matcher] = {
            "SEAT": self._seat,
            "STAMP": typed("STAMP", lambda text: text[1:]),
            "COLON": typed("COLON"),
            "SEMICOLON": typed("SEMICOLON"),
            "COMMA": typed("COMMA"),
            "OPEN": typed("OPEN"),
            "CLOSE": typed("CLOSE"),
            "INT": a_number,
            "UNKNOWN": typed("UNKNOWN", lambda text: {"unknown": int(text[1:] or 1)}),
            "TEXT": a_text,
            "JSON": a_json,
            "ANY": a_word,
            "POINTER": a_pointer,
            "PLACE": self._place,
        }

    # -- one line

    def read(self, line: str, number: int = 1) -> Line | None:
        """What the line says; None if it says nothing. Raises :class:`ShorthandError`."""
        try:
            return self.read_strictly(line, number)
        except ShorthandError as error:
            wrong = error
        try:
            return self._with_labels.read_strictly(line, number)
        except ShorthandError as error:
            further = (error.column, error.ambiguous) > (wrong.column, wrong.ambiguous)
            chosen = error if further else wrong
            if error.column == chosen.column:  # with labels there are more words
                chosen.spellings = error.spellings
            raise chosen from None

    def read_strictly(self, line: str, number: int = 1) -> Line | None:
        """The same without the labels of the game's words: what is written can be read like this."""
        if bare(line).startswith(GAP):
            return _gap(line, number, len(line) - len(line.lstrip()) + 1)
        cursor = Cursor(line, number)
        if not cursor.tokens:
            return None
        column = cursor.column
        parser = self._parser()
        while cursor.token is not None:
            self._step(parser, cursor)
        return self._checked(self._line(self._finished(parser, cursor), cursor, column))

    @cached_property
    def _with_labels(self) -> Reader:
        """A reader that understands the labels of values behind their other spellings."""
        labels = Labels(self._ruleset, self._header)
        reader = copy(self)
        reader._kinds = dict(self._kinds)
        for terminal, kind in self._grammar.kinds.items():
            names = self._named[terminal]
            further = partial(labels.of, kind.labelled or kind.name, names)
            reader._kinds[terminal] = Vocabulary(spelled(names), further)
        return reader

    def expected(self, line: str) -> list[str]:
        """See :func:`expected`."""
        return self._expected(line) or self._with_labels._expected(line)

    def _expected(self, line: str) -> list[str]:
        cursor = Cursor(line, 1)
        begun: list[str] = []
        if cursor.tokens and cursor.end(len(cursor.tokens) - 1) == len(line):
            begun.append(str(cursor.tokens.pop()))
        while True:
            try:
                return self._going_on(cursor, begun)
            except ShorthandError:
                # Perhaps the word before belongs to what is begun, too.
                if not begun or len(begun) == LONGEST_SPELLING or not cursor.tokens:
                    return []
            begun.insert(0, str(cursor.tokens.pop()))
            cursor.at = 0

    def _going_on(self, cursor: Cursor, begun: Sequence[str]) -> list[str]:
        parser = self._parser()
        while cursor.token is not None:
            self._step(parser, cursor)
        return [name for name in self._names(parser, begun) if name != DESCRIBED["$END"]]

    def _parser(self) -> InteractiveParser:
        return self._grammar.parser.parse_interactive()

    def _step(self, parser: InteractiveParser, cursor: Cursor) -> None:
        """Take in the next piece of the line."""
        accepted = self._candidates(parser, cursor)
        if not accepted:
            if cursor.token is not None and cursor.token.type in ("COMMA", "COLON"):
                cursor.at += 1
                return
            raise cursor.error(self._names(parser), spellings=self._spellings(parser))
        best = max(candidate.found.rank for candidate in accepted)
        chosen = {candidate.meaning: candidate for candidate in accepted if candidate.found.rank == best}
        if len(chosen) > 1:
            names = sorted({self._called(candidate) for candidate in chosen.values()})
            raise cursor.error(names, ambiguous=True)
        candidate = next(iter(chosen.values()))
        parser.feed_token(Token(candidate.terminal, json.dumps(candidate.found.value)))
        cursor.at = candidate.behind

    def _checked(self, line: Line) -> Line:
        """Refuse what the grammar cannot: lists that are too long, and JSON that is no command."""
        command = line.command
        if not isinstance(command.get("type"), str):
            raise ShorthandError(line.line, line.column, ["an object with a type"], line.text)
        if any(isinstance(value, list) and len(value) > MOST_THINGS for value in command.values()):
            raise ShorthandError(line.line, line.column, [f"at most {MOST_THINGS} things in a list"], line.text)
        return line

    def _finished(self, parser: InteractiveParser, cursor: Cursor) -> Tree[Token]:
        try:
            tree: Tree[Token] = parser.feed_eof()  # type: ignore[no-untyped-call]
        except UnexpectedInput:
            raise cursor.error(self._names(parser)) from None
        return tree

    # -- what can come next

    def _candidates(self, parser: InteractiveParser, cursor: Cursor) -> list[Candidate]:
        """What the next piece of the line can stand for, so that the parser goes on."""
        terminals = [name for name in choices(parser) if name != "$END"]
        exact = [name for name in terminals if name not in ANYTHING]
        found = [candidate for name in exact for candidate in self._of(name, cursor)]
        if "TEXT" in terminals:
            found = [candidate for candidate in found if candidate.found.full]  # a text may begin with any letter
        if accepted := self._accepted(parser, found):
            return accepted
        anything = [name for name in terminals if name in ANYTHING]
        return self._accepted(parser, [candidate for name in anything for candidate in self._of(name, cursor)])

    def _of(self, terminal: str, cursor: Cursor) -> Iterator[Candidate]:
        matcher = self._matchers.get(terminal)
        if matcher is not None:
            for found, tokens in matcher(cursor):
                yield Candidate(terminal, found, cursor.at + tokens)
            return
        vocabulary = self._spoken.get(terminal) or self._kinds.get(terminal)
        if vocabulary is not None:
            yield from self._looked_up(terminal, vocabulary, cursor)

    def _looked_up(self, terminal: str, vocabulary: Vocabulary, cursor: Cursor) -> Iterator[Candidate]:
        token = cursor.token
        if token is not None and token.type == "STRING" and terminal not in self._spoken:
            said = unquoted(token)
            for found in vocabulary.find([said] if said else []):
                if found.full:
                    yield Candidate(terminal, found, cursor.at + 1)
        if terminal in self._kinds:
            yield from self._of_a_seat(terminal, vocabulary, cursor)
        for found in vocabulary.find(cursor.words()):
            yield Candidate(terminal, found, cursor.at + found.words)

    def _of_a_seat(self, terminal: str, vocabulary: Vocabulary, cursor: Cursor) -> Iterator[Candidate]:
        """A thing that is called by its kind and its seat (``priest:0``), which may be called by its colour."""
        pieces = cursor.tokens[cursor.at : cursor.at + cursor.glued("WORD", "COLON", "INT")]
        if [piece.type for piece in pieces[1:2]] == ["COLON"] and len(pieces) == 3:
            for found in vocabulary.find([f"{pieces[0]}:{self._seat_called(pieces[2])}"]):
                if found.full:
                    yield Candidate(terminal, replace(found, words=len(pieces)), cursor.at + len(pieces))

    def _seat_called(self, name: str) -> str:
        """The number of the seat that is called so; *name* where that is no seat, or several."""
        seats = {found.value for found in self._kinds["SEAT"].find([name]) if found.full}
        return str(seats.pop()) if len(seats) == 1 else name

    def _accepted(self, parser: InteractiveParser, candidates: list[Candidate]) -> list[Candidate]:
        """Those that the parser really takes: its table admits some that turn out to be wrong."""
        taken: dict[str, bool] = {}
        for candidate in candidates:
            if candidate.terminal not in taken:
                taken[candidate.terminal] = takes(parser, candidate.terminal)
        return [candidate for candidate in candidates if taken[candidate.terminal]]

    def _names(self, parser: InteractiveParser, begun: Sequence[str] = ()) -> list[str]:
        """What can come next, as it is written; beginning as *begun* does."""
        names: dict[str, None] = {}
        for terminal in sorted(choices(parser)):
            if takes(parser, terminal):
                names.update(dict.fromkeys(self._written(terminal, begun)))
        return sorted(names)

    def _spellings(self, parser: InteractiveParser) -> list[str]:
        """Every way to write what can come next, where that is one of some words."""
        vocabularies = (self._spoken.get(terminal) or self._kinds.get(terminal) for terminal in choices(parser))
        return [word for vocabulary in vocabularies if vocabulary is not None for word in vocabulary.spellings]

    def _written(self, terminal: str, begun: Sequence[str]) -> list[str]:
        vocabulary = self._spoken.get(terminal) or self._kinds.get(terminal)
        if vocabulary is not None:
            words = vocabulary.beginning(begun)
            return words if terminal != "SEAT" or words or begun else ["a seat"]
        described = DESCRIBED.get(terminal)
        return [described] if described is not None and not begun else []

    def _called(self, candidate: Candidate) -> str:
        if candidate.terminal in self._spoken:
            return self._grammar.words[candidate.terminal]
        if candidate.terminal == "SEAT":
            return self._kinds["SEAT"].written[candidate.found.value]
        if candidate.terminal == "CHANCE":
            return self._kinds["CHANCE"].written[0]
        return str(candidate.found.value)

    def _place(self, cursor: Cursor) -> Iterator[tuple[Found, int]]:
        """The name of a place; a seat in it may be called by its colour or name."""
        if cursor.token is None or cursor.token.type not in ("WORD", "STRING"):
            return
        if cursor.token.type == "STRING":
            yield from a_word(cursor)
            return
        number = cursor.glued("WORD", "COLON", "INT")
        written = cleaned(cursor.line[cursor.start(cursor.at) : cursor.end(cursor.at + number - 1)])
        name, colon, last = written.rpartition(":")
        place = f"{name}:{self._seat_called(last)}" if colon else written
        yield Found(place, 1, True, own=False), number  # what goes on with the sentence is no place

    def _seat(self, cursor: Cursor) -> Iterator[tuple[Found, int]]:
        for found, number in a_number(cursor):
            if self.seats is None or 0 <= found.value < self.seats:
                yield found, number
        for candidate in self._looked_up("", self._kinds["SEAT"], cursor):
            yield candidate.found, candidate.behind - cursor.at
        yield from self._seat_drawn(cursor)
        if cursor.token is not None and folded(cursor.token) in PLAYERS and cursor.at + 1 < len(cursor.tokens):
            cursor.at += 1
            numbers = [found for found, _ in a_number(cursor) if self.seats is None or found.value < self.seats]
            cursor.at -= 1
            yield from ((replace(found, words=2), 2) for found in numbers)

    def _seat_drawn(self, cursor: Cursor) -> Iterator[tuple[Found, int]]:
        """A seat whose name consists of more than words: of pictures, or with signs in it."""
        for at in range(cursor.at, min(cursor.at + _LONGEST_NAME, len(cursor.tokens)) if self._drawn else 0):
            if cursor.tokens[at].type == "STRING":
                return
            seat = self._drawn.get(same(cursor.line[cursor.start(cursor.at) : cursor.end(at)]))
            if seat is not None:
                number = at + 1 - cursor.at
                yield Found(seat, number, True), number

    # -- from the tree to the command

    def _line(self, tree: Tree[Token], cursor: Cursor, column: int) -> Line:
        occurred_at = next((json.loads(token) for token in tokens(tree) if token.type == "STAMP"), None)
        said = self._said(tree)
        text = cursor.line.strip()
        return Line(said.seat, said.actor, said.command, said.irregular, occurred_at, cursor.number, column, text)

    def _said(self, tree: Tree[Token]) -> _Said:
        """The speaker and what is said, from a tree of ``start`` or ``entry``."""
        seat: int | None = None
        actor: str | None = None
        irregular: str | None = None
        stood = False
        command: dict[str, Json] = {}
        for child in tree.children:
            if isinstance(child, Tree):
                if child.data == "irregular":
                    irregular = json.loads(tokens(child)[-1])
                elif child.data == "stood":
                    stood = True
                else:
                    command = self._command(child)
            elif child.type == "SEAT":
                seat = json.loads(child)
            elif child.type in ("CHANCE", "ROLE"):
                actor = json.loads(child)
        return _Said(seat, actor, command, irregular, stood)

    def _command(self, tree: Tree[Token]) -> dict[str, Json]:
        """The command that a sentence's tree says."""
        if tree.data == "raw":
            raw = json.loads(tokens(tree)[-1])
            return dict(raw) if isinstance(raw, dict) else {}
        sentence = self._grammar.sentences[str(tree.data)]
        command: dict[str, Json] = {"type": sentence.command.TYPE}
        for child in trees(tree):
            name, kind = self._grammar.fields[str(child.data)]
            command[name] = self._value(child, kind)
        return command

    def _value(self, tree: Tree[Token], kind: Kind) -> Json:
        if kind.name == "flag":
            return True
        if kind.name == "yes-no":
            return self._grammar.words[tokens(tree)[-1].type] == "yes"
        if kind.name == "sentence":
            return self._command(trees(tree)[0])
        if kind.name == "changes":
            return [self._change(change) for change in trees(trees(tree)[0])]
        if kind.many:
            return things(trees(tree)[0])
        return json.loads(tokens(tree)[-1])

    def _change(self, tree: Tree[Token]) -> dict[str, Json]:
        decision = next(json.loads(token) for token in tokens(tree) if token.type == "INT")
        change: dict[str, Json] = {"decision": decision, "effect": str(tree.data)}
        entries = [self._said(entry).entry for entry in trees(tree)]
        return {**change, "commands": entries} if entries else change


@dataclass(frozen=True, slots=True)
class _Said:
    """The speaker and what is said."""

    seat: int | None
    actor: str | None
    command: dict[str, Json]
    irregular: str | None
    stood: bool

    @property
    def entry(self) -> dict[str, Json]:
        """As a change of the line has it."""
        entry: dict[str, Json] = {"command": self.command}
        if self.seat is not None:
            entry["seat"] = self.seat
        if self.stood:
            entry["irregular"] = True
        return entry


def _is_word(token: Token) -> bool:
    return token.type in ("WORD", "INT") and any(sign.isalnum() for sign in token)


def _names_of(kind: Kind, named: Mapping[str, Spellings]) -> Spellings:
    """What the values of a kind are called; a choice has its words from the vocabulary of its own, if any."""
    if not kind.choices:
        return named.get(kind.name, {})
    spellings = named.get("choice", {})
    return {choice: spellings.get(choice, ()) for choice in kind.choices}


def _gap(line: str, number: int, column: int) -> Line:
    """A mark that something is missing in the record: a note that says so, with what stands in it."""
    said = unseen_around(unseen_around(line).strip(_DOTS))
    text = "…gap…" if said.casefold() in ("gap", "lücke", "") else f"…gap… {said}"
    return Line(None, "scribe", {"type": "table.note", "text": text}, None, None, number, column, line.strip())


PLAYERS = ("seat", "sitz", "platz", "player", "spieler")
