"""Project Fluent's files: messages in one language, and sentences made of them.

What would go wrong unseen raises here: a file that cannot be read whole, a message that is there twice, an
argument that is missing. The library is loaded when the first bundle is made, since programs that say nothing
need not wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle


class BadWords(ValueError):
    """A file of words that cannot be read whole, or a sentence that cannot be made from it."""


class Bundle:
    """The messages of some files in one language.

    *texts* are the files as pairs of a name (for what is said of errors) and the text. Raises :class:`BadWords`.
    """

    def __init__(self, language: str, texts: Iterable[tuple[str, str]]) -> None:
        from fluent.runtime import FluentBundle
        from fluent.syntax import FluentParser, ast

        self.language = language
        self._bundle: FluentBundle = FluentBundle([language], use_isolating=False)
        self._messages: dict[str, frozenset[str]] = {}
        terms: set[str] = set()
        for name, text in texts:
            resource = FluentParser().parse(text)
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

    def text(self, message: str, attribute: str = "", arguments: Mapping[str, Any] | None = None) -> str:
        """The text of a message, or of one of its attributes; raises :class:`BadWords` where it cannot be made."""
        if not self.has(message, attribute):
            raise BadWords(f"{self.language}: there is no {message}{'.' if attribute else ''}{attribute}")
        found = self._bundle.get_message(message)
        pattern = found.attributes[attribute] if attribute else found.value
        assert pattern is not None  # ``has`` says so
        made, errors = self._bundle.format_pattern(pattern, dict(arguments or {}))
        if errors:
            what = "; ".join(map(str, errors))
            raise BadWords(f"{self.language}: {message}{'.' if attribute else ''}{attribute}: {what}")
        return str(made)
