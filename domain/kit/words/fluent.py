"""Project Fluent's files: messages in one language, and sentences made of them.

What would go wrong unseen raises here: a file that cannot be read whole, a message that is there twice, an
argument that is missing. The library is loaded when the first bundle is made, since programs that say nothing
need not wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle
    from fluent.syntax import ast


class BadWords(ValueError):
    """A file of words that cannot be read whole, or a sentence that cannot be made from it."""


LONGEST = 500
"""Characters of an argument that is handed to the library as it is."""
_MARK = 0xF0000
"""The first of the characters, for private use, that stand for longer ones meanwhile."""


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
            resource = _parsed(text)
            for entry in resource.body:
                if isinstance(entry, ast.Junk):
                    line = text.count("\n", 0, entry.span.start if entry.span else 0) + 1
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
            self._bundle.add_resource(resource)

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
        # The library takes no long text in, for fear of those that grow; a list of many things is one.
        long = {name: text for name, text in needed.items() if isinstance(text, str) and len(text) > LONGEST}
        marks = dict(zip(map(chr, range(_MARK, _MARK + len(long))), long.values(), strict=True))
        made, errors = self._bundle.format_pattern(pattern, {**needed, **dict(zip(long, marks, strict=True))})
        if errors:
            what = "; ".join(map(str, errors))
            raise BadWords(f"{self.language}: {message}{'.' if attribute else ''}{attribute}: {what}")
        said = str(made)
        for mark, text in marks.items():
            said = said.replace(mark, text)
        return _ended_once(said, needed.values())


def _ended_once(text: str, given: Iterable[Any]) -> str:
    """The text, in which the full stop of a value ("Ada L.") is that of the sentence, too."""
    for value in given:
        if isinstance(value, str) and value.endswith(".") and f"{value}." in text:
            text = text.replace(f"{value}.", value)
    return text


@lru_cache(maxsize=32)
def _parsed(text: str) -> ast.Resource:
    """A file, read once: those of kit and table are in the bundles of every game."""
    from fluent.syntax import FluentParser

    return FluentParser().parse(text)
