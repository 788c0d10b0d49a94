"""Reading: lines of shorthand become commands.

For each piece of a line the parser says what can come next, and the piece is looked up among that. What is written
in full counts before what is shortened, and several words before one. What can be several things is refused, and
the refusal names them.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from domain.kit.facts import Json
from domain.kit.ruleset import Ruleset
from domain.kit.shorthand.at_the_table import ROLES, SYNONYMS
from domain.kit.shorthand.characters import (
    MARK,
    QUOTES,
    UNSEEN,
    bare,
    cleaned,
    lines_of,
    plain,
    straight,
    unseen_around,
)
from domain.kit.shorthand.grammar import Grammar, grammar_of
from domain.kit.shorthand.header import Header
from domain.kit.shorthand.sentences import Kind, Spellings
from domain.kit.shorthand.tokens import LONGEST_NUMBER, MOST_IN_A_LINE, tokens_of, unquoted
from domain.kit.shorthand.words import LONGEST as LONGEST_SPELLING
from domain.kit.shorthand.words import Found, Vocabulary, folded, spelled
from domain.kit.text.texts import same

LONGEST = 1_000_000
"""Characters that are read at a time."""
LONGEST_LINE = 20_000
"""Characters of a line."""
MOST_ERRORS = 50
"""Lines that cannot be read, of which a text is told."""
MOST_THINGS = 200
"""Of how many things a list consists."""
_LONGEST_NAME = 40
"""Pieces of a name, each picture being one."""
_DOTS = "….⋯‥︙．"
GAP = ("…", "..")
"""How a line begins that says that something is missing here."""


class ShorthandError(ValueError):
    """A line cannot be read: *text*, at *line* and *column* (from 1), where something of *expected* can stand.

    With *ambiguous* the text can mean each of *expected*. *also* is what is wrong with other lines of the text.
    """

    def __init__(
        self, line: int, column: int, expected: Sequence[str], text: str, *, ambiguous: bool = False
    ) -> None:
        self.line = line
        self.column = column
        self.expected = list(expected)
        self.text = text
        self.ambiguous = ambiguous
        self.also: Sequence[ShorthandError] = ()
        super().__init__(f"line {line}, column {column}: {self.detail}")

    @property
    def detail(self) -> str:
        """What is wrong, without where."""
        if self.ambiguous:
            return f"{_quoted(self.text)} can mean {_listed(self.expected)}"
        what = _quoted(self.text) if self.text else "the end of the line"
        return f"{what} cannot be read here; expected {_listed(self.expected)}"


def first_of(errors: Sequence[ShorthandError]) -> ShorthandError:
    """The first error, with all others."""
    errors[0].also = errors[1:]
    return errors[0]


def _quoted(text: str) -> str:
    return f"“{text if len(text) <= 60 else text[:60] + '…'}”"


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:12])
    if len(names) > len(shown):
        return f"{', '.join(shown)} or one of {len(names) - len(shown)} more"
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown) or "nothing more"


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


def parse(ruleset: Ruleset[Any], text: str, header: Header | None = None, most: int | None = None) -> list[Line]:
    """The lines of *text*; raises :class:`ShorthandError` for the first that cannot be read, with all others.

    Where there are more than *most*, one more than that is read.
    """
    reader, read, errors = Reader(ruleset, header), [], []
    for number, line in numbered(text):
        try:
            said = reader.read(line, number)
        except ShorthandError as error:
            errors.append(error)
            if len(errors) == MOST_ERRORS:
                break
            continue
        if said is not None:
            read.append(said)
            if most is not None and len(read) > most:
                break
    if errors:
        raise first_of(errors)
    return read


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


# -- what can stand where -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A terminal that can come next, with what it stands for, and the token behind it."""

    terminal: str
    found: Found
    behind: int

    @property
    def meaning(self) -> tuple[str, str]:
        return (self.terminal, json.dumps(self.found.value))


class _Cursor:
    """Where reading stands in a line."""

    def __init__(self, line: str, number: int) -> None:
        self.line = line
        self.number = number
        self.tokens = tokens_of(line)
        self.at = 0
        if len(self.tokens) > MOST_IN_A_LINE:
            token = self.tokens[-1]
            raise ShorthandError(number, token.column or 1, [f"at most {MOST_IN_A_LINE} pieces in a line"], token)

    @property
    def token(self) -> Token | None:
        """The next token, None at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    @property
    def column(self) -> int:
        """Where the next token stands; behind the last one at the end."""
        if self.token is not None:
            return self.start(self.at) + 1
        return self.end(len(self.tokens) - 1) + 1 if self.tokens else 1

    def start(self, at: int) -> int:
        """Where a token begins in the line."""
        return self.tokens[at].start_pos or 0

    def end(self, at: int) -> int:
        """Where a token ends in the line."""
        return self.tokens[at].end_pos or 0

    def words(self) -> list[str]:
        """The words and numbers from here on that stand together."""
        words = []
        for token in self.tokens[self.at : self.at + LONGEST_SPELLING]:
            if token.type not in ("WORD", "INT"):
                break
            words.append(str(token))
        return words

    def glued(self, *kinds: str) -> int:
        """How many tokens of these kinds stand together from here on without a space, a last colon left out."""
        number = 1
        while self.at + number < len(self.tokens) and self._stands_close(self.at + number, kinds):
            number += 1
        return number - 1 if self.tokens[self.at + number - 1].type == "COLON" else number

    def _stands_close(self, at: int, kinds: Sequence[str]) -> bool:
        between = plain(self.line[self.end(at - 1) : self.start(at)])
        return self.tokens[at].type in kinds and not between.replace(UNSEEN, "")

    def rest(self) -> str:
        """What is left of the line, as it stands there, without the comment."""
        end = self.end(len(self.tokens) - 1)
        while plain(self.line[end : end + 1]) in (UNSEEN, MARK):
            end += 1  # of the last letter
        return self.line[self.start(self.at) : end]

    def error(self, names: Sequence[str], *, ambiguous: bool = False, text: str | None = None) -> ShorthandError:
        """The refusal of what stands here."""
        said = text if text is not None else str(self.token or "")
        return ShorthandError(self.number, self.column, names, said, ambiguous=ambiguous)


class Reader:
    """Reads lines of one ruleset, with the seats and the board of one match."""

    def __init__(self, ruleset: Ruleset[Any], header: Header | None = None) -> None:
        self._grammar: Grammar = grammar_of(ruleset)
        header = header or Header()
        shorthand = self._grammar.shorthand
        synonyms = {**SYNONYMS, **shorthand.synonyms}
        self.seats = len(header.seats) or None
        self._spoken = {
            terminal: Vocabulary([(words, (words, *SYNONYMS.get(words, ()), *synonyms.get(words, ())))])
            for terminal, words in self._grammar.words.items()
        }
        named = shorthand.vocabularies({**ruleset.board, **header.board})
        self._kinds = {
            terminal: Vocabulary(spelled(_names_of(kind, named))) for terminal, kind in self._grammar.kinds.items()
        }
        self._kinds["CHANCE"] = Vocabulary([("chance", tuple(dict.fromkeys((*shorthand.chance, "chance"))))])
        self._kinds["ROLE"] = Vocabulary([(role, (role, *words)) for role, words in ROLES.items()])
        self._kinds["SEAT"] = Vocabulary(header.spellings())
        self._drawn = {
            same(seat.name): number
            for number, seat in enumerate(header.seats)
            if seat.name and not all(map(_is_word, tokens_of(seat.name)))
        }
        self._matchers: Mapping[str, _Matcher] = {
            "SEAT": self._seat,
            "STAMP": _typed("STAMP", lambda text: text[1:]),
            "COLON": _typed("COLON"),
            "SEMICOLON": _typed("SEMICOLON"),
            "COMMA": _typed("COMMA"),
            "OPEN": _typed("OPEN"),
            "CLOSE": _typed("CLOSE"),
            "INT": _number,
            "UNKNOWN": _typed("UNKNOWN", lambda text: {"unknown": int(text[1:] or 1)}),
            "TEXT": _text,
            "JSON": _json,
            "ANY": _any,
            "POINTER": _pointer,
            "PLACE": self._place,
        }

    # -- one line

    def read(self, line: str, number: int = 1) -> Line | None:
        """What the line says; None if it says nothing. Raises :class:`ShorthandError`."""
        if bare(line).startswith(GAP):
            return _gap(line, number, len(line) - len(line.lstrip()) + 1)
        cursor = _Cursor(line, number)
        if not cursor.tokens:
            return None
        column = cursor.column
        parser = self._parser()
        while cursor.token is not None:
            self._step(parser, cursor)
        return self._checked(self._line(self._finished(parser, cursor), cursor, column))

    def expected(self, line: str) -> list[str]:
        """See :func:`expected`."""
        cursor = _Cursor(line, 1)
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

    def _going_on(self, cursor: _Cursor, begun: Sequence[str]) -> list[str]:
        parser = self._parser()
        while cursor.token is not None:
            self._step(parser, cursor)
        return [name for name in self._names(parser, begun) if name != _DESCRIBED["$END"]]

    def _parser(self) -> InteractiveParser:
        return self._grammar.parser.parse_interactive()

    def _step(self, parser: InteractiveParser, cursor: _Cursor) -> None:
        """Take in the next piece of the line."""
        accepted = self._accepted(parser, self._candidates(parser, cursor))
        if not accepted:
            if cursor.token is not None and cursor.token.type in ("COMMA", "COLON"):
                cursor.at += 1
                return
            raise cursor.error(self._names(parser))
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

    def _finished(self, parser: InteractiveParser, cursor: _Cursor) -> Tree[Token]:
        try:
            tree: Tree[Token] = parser.feed_eof()  # type: ignore[no-untyped-call]
        except UnexpectedInput:
            raise cursor.error(self._names(parser)) from None
        return tree

    # -- what can come next

    def _candidates(self, parser: InteractiveParser, cursor: _Cursor) -> list[_Candidate]:
        terminals = [name for name in _choices(parser) if name != "$END"]
        exact = [name for name in terminals if name not in _ANYTHING]
        found = [candidate for name in exact for candidate in self._of(name, cursor)]
        if "TEXT" in terminals:
            found = [candidate for candidate in found if candidate.found.full]  # a text may begin with any letter
        anything = [name for name in terminals if name in _ANYTHING] if not found else []
        return found + [candidate for name in anything for candidate in self._of(name, cursor)]

    def _of(self, terminal: str, cursor: _Cursor) -> Iterator[_Candidate]:
        matcher = self._matchers.get(terminal)
        if matcher is not None:
            for found, tokens in matcher(cursor):
                yield _Candidate(terminal, found, cursor.at + tokens)
            return
        vocabulary = self._spoken.get(terminal) or self._kinds.get(terminal)
        if vocabulary is not None:
            yield from self._looked_up(terminal, vocabulary, cursor)

    def _looked_up(self, terminal: str, vocabulary: Vocabulary, cursor: _Cursor) -> Iterator[_Candidate]:
        token = cursor.token
        if token is not None and token.type == "STRING" and terminal not in self._spoken:
            said = unquoted(token)
            for found in vocabulary.find([said] if said else []):
                if found.full:
                    yield _Candidate(terminal, found, cursor.at + 1)
        if terminal in self._kinds:
            yield from self._of_a_seat(terminal, vocabulary, cursor)
        for found in vocabulary.find(cursor.words()):
            yield _Candidate(terminal, found, cursor.at + found.words)

    def _of_a_seat(self, terminal: str, vocabulary: Vocabulary, cursor: _Cursor) -> Iterator[_Candidate]:
        """A thing that is called by its kind and its seat (``priest:0``), which may be called by its colour."""
        pieces = cursor.tokens[cursor.at : cursor.at + cursor.glued("WORD", "COLON", "INT")]
        if [piece.type for piece in pieces[1:2]] == ["COLON"] and len(pieces) == 3:
            for found in vocabulary.find([f"{pieces[0]}:{self._seat_called(pieces[2])}"]):
                if found.full:
                    yield _Candidate(terminal, replace(found, words=len(pieces)), cursor.at + len(pieces))

    def _seat_called(self, name: str) -> str:
        """The number of the seat that is called so; *name* where that is no seat, or several."""
        seats = {found.value for found in self._kinds["SEAT"].find([name]) if found.full}
        return str(seats.pop()) if len(seats) == 1 else name

    def _accepted(self, parser: InteractiveParser, candidates: list[_Candidate]) -> list[_Candidate]:
        """Those that the parser really takes: its table admits some that turn out to be wrong."""
        taken: dict[str, bool] = {}
        for candidate in candidates:
            if candidate.terminal not in taken:
                taken[candidate.terminal] = _takes(parser, candidate.terminal)
        return [candidate for candidate in candidates if taken[candidate.terminal]]

    def _names(self, parser: InteractiveParser, begun: Sequence[str] = ()) -> list[str]:
        """What can come next, as it is written; beginning as *begun* does."""
        names: dict[str, None] = {}
        for terminal in sorted(_choices(parser)):
            if _takes(parser, terminal):
                names.update(dict.fromkeys(self._written(terminal, begun)))
        return sorted(names)

    def _written(self, terminal: str, begun: Sequence[str]) -> list[str]:
        vocabulary = self._spoken.get(terminal) or self._kinds.get(terminal)
        if vocabulary is not None:
            words = vocabulary.beginning(begun)
            return words if terminal != "SEAT" or words or begun else ["a seat"]
        described = _DESCRIBED.get(terminal)
        return [described] if described is not None and not begun else []

    def _called(self, candidate: _Candidate) -> str:
        if candidate.terminal in self._spoken:
            return self._grammar.words[candidate.terminal]
        if candidate.terminal == "SEAT":
            return self._kinds["SEAT"].written[candidate.found.value]
        if candidate.terminal == "CHANCE":
            return self._kinds["CHANCE"].written[0]
        return str(candidate.found.value)

    def _place(self, cursor: _Cursor) -> Iterator[tuple[Found, int]]:
        """The name of a place; a seat in it may be called by its colour or name."""
        if cursor.token is None or cursor.token.type not in ("WORD", "STRING"):
            return
        if cursor.token.type == "STRING":
            yield from _any(cursor)
            return
        number = cursor.glued("WORD", "COLON", "INT")
        written = cleaned(cursor.line[cursor.start(cursor.at) : cursor.end(cursor.at + number - 1)])
        name, colon, last = written.rpartition(":")
        yield Found(f"{name}:{self._seat_called(last)}" if colon else written, 1, True), number

    def _seat(self, cursor: _Cursor) -> Iterator[tuple[Found, int]]:
        for found, tokens in _number(cursor):
            if self.seats is None or 0 <= found.value < self.seats:
                yield found, tokens
        for candidate in self._looked_up("", self._kinds["SEAT"], cursor):
            yield candidate.found, candidate.behind - cursor.at
        yield from self._seat_drawn(cursor)
        if cursor.token is not None and folded(cursor.token) in PLAYERS and cursor.at + 1 < len(cursor.tokens):
            cursor.at += 1
            found_after = [found for found, _ in _number(cursor) if self.seats is None or found.value < self.seats]
            cursor.at -= 1
            yield from ((replace(found, words=2), 2) for found in found_after)

    def _seat_drawn(self, cursor: _Cursor) -> Iterator[tuple[Found, int]]:
        """A seat whose name consists of more than words: of pictures, or with signs in it."""
        for at in range(cursor.at, min(cursor.at + _LONGEST_NAME, len(cursor.tokens)) if self._drawn else 0):
            if cursor.tokens[at].type == "STRING":
                return
            seat = self._drawn.get(same(cursor.line[cursor.start(cursor.at) : cursor.end(at)]))
            if seat is not None:
                number = at + 1 - cursor.at
                yield Found(seat, number, True), number

    # -- from the tree to the command

    def _line(self, tree: Tree[Token], cursor: _Cursor, column: int) -> Line:
        occurred_at = next((json.loads(token) for token in _tokens(tree) if token.type == "STAMP"), None)
        said = self._said(tree)
        text = cursor.line.strip()
        return Line(said.seat, said.actor, said.command, said.irregular, occurred_at, cursor.number, column, text)

    def _said(self, tree: Tree[Token]) -> _Said:
        """Who says what in a tree of ``start`` or ``entry``."""
        seat: int | None = None
        actor: str | None = None
        irregular: str | None = None
        stood = False
        command: dict[str, Json] = {}
        for child in tree.children:
            if isinstance(child, Tree):
                if child.data == "irregular":
                    irregular = json.loads(_tokens(child)[-1])
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
            raw = json.loads(_tokens(tree)[-1])
            return dict(raw) if isinstance(raw, dict) else {}
        sentence = self._grammar.sentences[str(tree.data)]
        command: dict[str, Json] = {"type": sentence.command.TYPE}
        for child in _trees(tree):
            name, kind = self._grammar.fields[str(child.data)]
            command[name] = self._value(child, kind)
        return command

    def _value(self, tree: Tree[Token], kind: Kind) -> Json:
        if kind.name == "flag":
            return True
        if kind.name == "yes-no":
            return self._grammar.words[_tokens(tree)[-1].type] == "yes"
        if kind.name == "sentence":
            return self._command(_trees(tree)[0])
        if kind.name == "changes":
            return [self._change(change) for change in _trees(_trees(tree)[0])]
        if kind.many:
            return _things(_trees(tree)[0])
        return json.loads(_tokens(tree)[-1])

    def _change(self, tree: Tree[Token]) -> dict[str, Json]:
        decision = next(json.loads(token) for token in _tokens(tree) if token.type == "INT")
        change: dict[str, Json] = {"decision": decision, "effect": str(tree.data)}
        entries = [self._said(entry).entry for entry in _trees(tree)]
        return {**change, "commands": entries} if entries else change


@dataclass(frozen=True, slots=True)
class _Said:
    """Who says what."""

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


def _trees(tree: Tree[Token]) -> list[Tree[Token]]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _tokens(tree: Tree[Token]) -> list[Token]:
    return [child for child in tree.children if isinstance(child, Token)]


def _things(tree: Tree[Token]) -> Json:
    """The things of a list; something unknown that stands alone, without brackets, is the whole of it."""
    bracketed = any(token.type == "OPEN" for token in _tokens(tree))
    items = [_tokens(item) for items in _trees(tree) for item in _trees(items)]
    if len(items) == 1 and not bracketed and items[0][-1].type == "UNKNOWN":
        (unknown,) = _times(items[0], 1)
        return unknown
    return [thing for item in items for thing in _times(item, MOST_THINGS)]


def _times(item: list[Token], most: int) -> list[Json]:
    """A thing as often as is said: no more often than *most*, and once more where that is exceeded."""
    value = json.loads(item[-1])
    number = json.loads(item[0]) if len(item) > 1 else 1
    if item[-1].type == "UNKNOWN":
        number *= value["unknown"]
        return [{"unknown": number}] if most == 1 else [{"unknown": 1}] * min(number, most + 1)
    return [value] * min(number, most + 1)


def _choices(parser: InteractiveParser) -> list[str]:
    """The terminals that the parser's table admits here."""
    return [name for name in parser.choices() if name.isupper()]  # type: ignore[no-untyped-call]


def _takes(parser: InteractiveParser, terminal: str) -> bool:
    """Whether the parser goes on after this terminal."""
    trial: InteractiveParser = parser.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]
    # Without building a tree: the values are shared with the parser that goes on.
    trial.parser_state.parse_conf = copy(parser.parser_state.parse_conf)
    trial.parser_state.parse_conf.callbacks = {}
    try:
        if terminal == "$END":
            trial.feed_eof()  # type: ignore[no-untyped-call]
        else:
            trial.feed_token(Token(terminal, ""))
    except UnexpectedInput:
        return False
    return True


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


# -- matchers: what a piece can stand for, and how many tokens of it -----------------------------------------

_DESCRIBED = {
    "$END": "the end of the line",
    "ANY": "a word",
    "CLOSE": "]",
    "COLON": ":",
    "COMMA": ",",
    "INT": "a number",
    "JSON": "a value as JSON",
    "OPEN": "[",
    "PLACE": "the name of a place",
    "POINTER": "a pointer into the view, as /seats/0/taler",
    "SEAT": "a seat",
    "SEMICOLON": ";",
    "STAMP": "@time",
    "TEXT": "a text in quotes",
    "UNKNOWN": "?",
}
_ANYTHING = ("TEXT", "ANY")
"""Terminals that nearly anything can stand for: they count where nothing else does."""
PLAYERS = ("seat", "sitz", "platz", "player", "spieler")

_Matcher: TypeAlias = Callable[[_Cursor], Iterable[tuple[Found, int]]]


def _typed(kind: str, value: Callable[[str], Json] = str) -> _Matcher:
    def match(cursor: _Cursor) -> Iterator[tuple[Found, int]]:
        if cursor.token is not None and cursor.token.type == kind:
            yield Found(value(str(cursor.token)), 1, True), 1

    return match


def _number(cursor: _Cursor) -> Iterator[tuple[Found, int]]:
    token = cursor.token
    if token is not None and token.type == "INT" and len(token) <= LONGEST_NUMBER:
        yield Found(int(token), 1, True), 1


def _text(cursor: _Cursor) -> Iterator[tuple[Found, int]]:
    token = cursor.token
    if token is None or token.type == "COLON":
        return
    if token.type == "STRING":
        if (said := unquoted(token)) is not None:
            yield Found(said, 1, True), 1
    elif not cursor.rest().startswith(tuple(QUOTES)):
        yield Found(cursor.rest(), 1, False), len(cursor.tokens) - cursor.at


def _refused_constant(name: str) -> Json:
    raise ValueError(name)


_JSON = json.JSONDecoder(parse_constant=_refused_constant)


def decoded_json(line: str, start: int) -> tuple[Json, int] | None:
    """The JSON that begins there, and where it ends; with straight quotes where it is none as it is written."""
    for written in (line, straight(line)):
        with contextlib.suppress(ValueError, RecursionError):
            value, end = _JSON.raw_decode(written, start)
            if not written[end : end + 1].isalnum():
                return value, end
    return None


def _json(cursor: _Cursor) -> Iterator[tuple[Found, int]]:
    if cursor.token is None:
        return
    decoded = decoded_json(cursor.line, cursor.start(cursor.at))
    if decoded is None:
        # A word without quotes, if it is no word of the sentence.
        yield from ((replace(found, full=False), tokens) for found, tokens in _any(cursor))
        return
    value, end = decoded
    behind = cursor.at
    while behind < len(cursor.tokens) and cursor.start(behind) < end:
        behind += 1
    if cursor.end(behind - 1) <= end:
        yield Found(value, 1, True), behind - cursor.at


def _any(cursor: _Cursor) -> Iterator[tuple[Found, int]]:
    token = cursor.token
    if token is None:
        return
    if token.type == "STRING":
        if (said := unquoted(token)) is not None:
            yield Found(said, 1, True), 1
    elif token.type in ("WORD", "INT"):
        yield Found(str(token), 1, True), 1


def _pointer(cursor: _Cursor) -> Iterator[tuple[Found, int]]:
    if cursor.token is not None and cursor.token.type == "POINTER":
        yield Found(str(cursor.token), 1, True), 1
    elif cursor.token is not None and cursor.token.type == "STRING":
        yield from _any(cursor)
