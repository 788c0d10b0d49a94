"""Project Fluent's files: messages in one language, and sentences made of them.

What would go wrong unseen raises here: a file that cannot be read whole, a message that is there twice, an
argument that is missing. The library is loaded when the first bundle is made, since programs that say nothing
need not wait.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle
    from fluent.syntax import FluentParser, ast
    from fluent.syntax.stream import FluentParserStream


class BadWords(ValueError):
    """A file of words that cannot be read whole, or a sentence that cannot be made from it."""


class Bundle:
    """The messages of some files in one language.

    *texts* are the files as pairs of a name (for what is said of errors) and the text. Raises :class:`BadWords`.
    """

    def __init__(self, language: str, texts: Iterable[tuple[str, str]]) -> None:
        from fluent.runtime import FluentBundle
        from fluent.syntax import ast

        self.language = language
        self._bundle: FluentBundle = FluentBundle([language], use_isolating=False)
        self._messages: dict[str, frozenset[str]] = {}
        self._entries: dict[str, ast.Message | ast.Term] = {}
        self._variables: dict[tuple[str, str], frozenset[str]] = {}
        terms: set[str] = set()
        for name, text in texts:
            entries = _parsed(text)
            for start, entry in entries:
                if isinstance(entry, ast.Junk):
                    line = text.count("\n", 0, start) + 1
                    what = "; ".join(note.message or "" for note in entry.annotations)
                    raise BadWords(f"{name}, line {line}: {what}")
                if isinstance(entry, ast.Message | ast.Term):
                    known = terms if isinstance(entry, ast.Term) else self._messages
                    if entry.id.name in known:
                        raise BadWords(f"{name}: {entry.id.name} is there twice")
                    attributes = [attribute.id.name for attribute in entry.attributes]
                    if len(set(attributes)) < len(attributes):
                        raise BadWords(f"{name}: {entry.id.name} has an attribute twice")
                    self._entries[f"{'-' if known is terms else ''}{entry.id.name}"] = entry
                    if isinstance(entry, ast.Term):
                        terms.add(entry.id.name)
                    else:
                        has_value = [""] if entry.value is not None else []
                        self._messages[entry.id.name] = frozenset([*has_value, *attributes])
            self._bundle.add_resource(ast.Resource([entry for _, entry in entries]))

    @property
    def messages(self) -> Mapping[str, frozenset[str]]:
        """The names of all messages, each with those of its attributes; ``""`` is its own text."""
        return self._messages

    def has(self, message: str, attribute: str = "") -> bool:
        """Whether there is this text."""
        return attribute in self._messages.get(message, ())

    def variables(self, message: str, attribute: str = "") -> frozenset[str]:
        """The arguments that a text can ask for, also by another text that stands in it."""
        key = (message, attribute)
        if key not in self._variables:
            self._variables[key] = frozenset(self._asked_for(message, attribute, set()))
        return self._variables[key]

    def _asked_for(self, message: str, attribute: str, seen: set[tuple[str, str]]) -> Iterator[str]:
        if (message, attribute) in seen or message not in self._entries:
            return
        seen.add((message, attribute))
        entry = self._entries[message]
        nodes: list[Any] = [entry.value] if not attribute else []
        nodes += [one.value for one in entry.attributes if one.id.name == attribute]
        while nodes:
            node = nodes.pop()
            match type(node).__name__:
                case "VariableReference":
                    yield node.id.name
                case "MessageReference" | "TermReference" as kind:
                    name = f"-{node.id.name}" if kind == "TermReference" else node.id.name
                    yield from self._asked_for(name, node.attribute.name if node.attribute else "", seen)
            nodes += node if isinstance(node, list) else vars(node).values() if hasattr(node, "to_json") else ()

    def text(self, message: str, attribute: str = "", arguments: Mapping[str, Any] | None = None) -> str:
        """The text of a message, or of one of its attributes; raises :class:`BadWords` where it cannot be made."""
        if not self.has(message, attribute):
            raise BadWords(f"{self.language}: there is no {message}{'.' if attribute else ''}{attribute}")
        found = self._bundle.get_message(message)
        pattern = found.attributes[attribute] if attribute else found.value
        assert pattern is not None  # ``has`` says so
        given = arguments or {}
        # Each argument that is handed over costs time.
        needed = {name: given[name] for name in self.variables(message, attribute) if name in given}
        made, errors = self._bundle.format_pattern(pattern, needed)
        if errors:
            what = "; ".join(map(str, errors))
            raise BadWords(f"{self.language}: {message}{'.' if attribute else ''}{attribute}: {what}")
        return str(made)


@lru_cache(maxsize=32)
def _parsed(text: str) -> list[tuple[int, ast.EntryType]]:
    """The entries of a file (without CR), and where each begins.

    A file is read once: those of kit and table are in the bundles of every game.
    """
    parser, stream = _reader()
    rest = stream(text)
    rest.skip_blank_block()
    entries = []
    while rest.current_char:
        start = rest.index
        entries.append((start, parser.get_entry_or_junk(rest)))
        rest.skip_blank_block()
    return entries


@cache
def _reader() -> tuple[FluentParser, type[FluentParserStream]]:
    """The library's parser and its stream, made quick: most of the first answer in a language is reading.

    The library looks for CR at each character, asks for each character of a text and a name on its own, and notes
    where everything stands. What they read is the same: a test compares all our files.
    """
    from fluent.syntax import FluentParser, ast
    from fluent.syntax.stream import FluentParserStream

    text, identifier, blank = (re.compile(one) for one in (r"[^{}\n]+", r"[a-zA-Z][a-zA-Z0-9_-]*", r" *"))

    class Stream(FluentParserStream):
        @property
        def current_char(self) -> str | None:
            return self.get(self.index)

        @property
        def current_peek(self) -> str | None:
            return self.get(self.index + self.peek_offset)

        def next(self) -> str | None:
            self.peek_offset = 0
            self.index += 1
            return self.get(self.index)

        def peek(self) -> str | None:
            self.peek_offset += 1
            return self.get(self.index + self.peek_offset)

        def peek_blank_inline(self) -> str:
            return self._peeked(blank)

        def taken(self, pattern: re.Pattern[str]) -> str:
            said = self._peeked(pattern, self.index)
            self.skip_to_peek()
            return said

        def _peeked(self, pattern: re.Pattern[str], at: int | None = None) -> str:
            start = self.index + self.peek_offset if at is None else at
            found = pattern.match(self.string, start)
            if found is None:
                return ""
            self.peek_offset = found.end() - self.index
            return found[0]

    class Parser(FluentParser):
        def get_text_element(self, ps: FluentParserStream) -> ast.TextElement:
            assert isinstance(ps, Stream)
            return ast.TextElement(ps.taken(text))

        def get_identifier(self, ps: FluentParserStream) -> ast.Identifier:
            assert isinstance(ps, Stream)
            name = ps.taken(identifier)
            return ast.Identifier(name) if name else super().get_identifier(ps)

    return Parser(with_spans=False), Stream
