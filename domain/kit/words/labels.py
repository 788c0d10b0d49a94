"""What things are called in one language: values, commands, facts, their fields, members of the view, options.

Messages are named by what they name: ``sin-greed``, ``command-take``, ``fact-SinTaken``, ``option-history``,
``view-seats-money``. An attribute ``about`` explains it; a command's or fact's other attributes name its fields
(``.leave_stone``), or explain them (``.leave_stone-about``); a field ``about`` is named by ``.about_``.
``field-seat`` names a field of that name wherever nothing else does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from domain.kit.facts import Command, Declared, Json
from domain.kit.words.fluent import Bundle
from domain.kit.words.values import message_of, prettified

if TYPE_CHECKING:
    from domain.kit.ruleset import Ruleset

FOLDER = "words"
ENDING = ".ftl"
FALLBACK = "en"
"""The language that everything is said in where another lacks it."""


@cache
def languages(package: str) -> tuple[str, ...]:
    """The languages for which a package has words, as BCP 47 tags."""
    names = [found.name for found in files(package).joinpath(FOLDER).iterdir()]
    return tuple(sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING)))


def text_of(package: str, language: str) -> tuple[str, str]:
    """A package's file of words in a language, as a pair of name and text."""
    name = f"{FOLDER}/{language}{ENDING}"
    return f"{package}/{name}", files(package).joinpath(FOLDER, f"{language}{ENDING}").read_text(encoding="utf-8")


class Words:
    """The words of some packages, each with its own file, in one language; the packages share no message."""

    def __init__(self, language: str, packages: Sequence[str]) -> None:
        self.language = language
        self.packages = tuple(packages)
        self._cached: dict[tuple[str, str], str | None] = {}

    @cached_property
    def bundle(self) -> Bundle:
        """The messages, read when the first is needed."""
        return Bundle(self.language, [text_of(package, self.language) for package in self.packages])

    def has(self, message: str, attribute: str = "") -> bool:
        """Whether there is this text."""
        return self.bundle.has(message, attribute)

    def text(self, message: str, arguments: Mapping[str, Any] | None = None, attribute: str = "") -> str:
        """A text with its arguments; raises ``BadWords`` where it cannot be made."""
        return self.bundle.text(message, attribute, arguments)

    def variables(self, message: str, attribute: str = "") -> frozenset[str]:
        """The arguments that a text can ask for."""
        return self.bundle.variables(message, attribute)

    def plain(self, message: str, attribute: str = "") -> str | None:
        """A text without arguments, or None if there is none."""
        key = (message, attribute)
        if key not in self._cached:
            there = self.bundle.has(message, attribute)
            self._cached[key] = self.bundle.text(message, attribute) if there else None
        return self._cached[key]

    def label(self, kind: str, name: str) -> str:
        """What something is called that is no value with parts: a command, a fact, an option, a phase."""
        message = message_of(kind, name)
        return (message and self.plain(message)) or prettified(name)

    def about(self, kind: str, name: str) -> str | None:
        """What explains it, if something does."""
        message = message_of(kind, name)
        return self.plain(message, "about") if message else None

    def field(self, cls: type[Declared], name: str) -> str:
        """What a field of a command or fact is called."""
        message = f"{kind_of_class(cls)}-{message_type(cls.TYPE)}"
        return self.plain(message, field_text(name)) or self.plain(f"field-{name}") or prettified(name)

    def field_about(self, cls: type[Declared], name: str) -> str | None:
        """What explains a field of a command or fact, if something does."""
        message = f"{kind_of_class(cls)}-{message_type(cls.TYPE)}"
        return self.plain(message, f"{field_text(name)}-about") or self.plain(f"field-{name}", "about")


def kind_of_class(cls: type[Declared]) -> str:
    """``command`` or ``fact``."""
    return "command" if issubclass(cls, Command) else "fact"


def message_type(name: str) -> str:
    """A type as it stands in the names of messages: ``table.note`` is ``table-note``."""
    return name.replace(".", "-")


def field_text(name: str) -> str:
    """The text of a command's or fact's message that names a field; ``about`` explains what the message names."""
    return f"{name}_" if name == "about" else name


def option_kind(name: str) -> str:
    """The kind of an option's values, and how its message is named: ``option-first-seat``."""
    return f"option-{name.replace('_', '-')}"


def named_options(options: Mapping[str, Json]) -> dict[str, list[str]]:
    """The options that have names for values (one of them, or a list), with these names."""
    schemas = {name: schema.get("items", schema) for name, schema in options.items()}
    listed = {
        name: [*schema.get("enum", ()), *(one["const"] for one in schema.get("oneOf", ()) if "const" in one)]
        for name, schema in schemas.items()
    }
    named = {name: [value for value in values if isinstance(value, str)] for name, values in listed.items()}
    return {name: values for name, values in named.items() if values}


def kind_of_option(schema: Mapping[str, Json]) -> str | None:
    """The kind of an option's values (``x-kind``), where they are of one that the match has words for."""
    inner = (schema, schema.get("items", {}), *schema.get("oneOf", ()))
    return next((one["x-kind"] for one in inner if "x-kind" in one), None)


def looked_up(language: str, there_are: Sequence[str]) -> str | None:
    """A language (BCP 47) or, if it is not there, its plainer form, or another form of it; None without any."""
    by_name = {one.lower(): one for one in there_are}
    asked = language.lower()
    # Not by shortening what is asked for: somebody may ask for a tag of thousands of subtags.
    plainer = [name for name in by_name if f"{asked}-".startswith(f"{name}-")]
    if plainer:
        return by_name[max(plainer, key=len)]
    first = asked.partition("-")[0]
    return next((one for name, one in sorted(by_name.items()) if name.startswith(f"{first}-")), None)


def best(wanted: Sequence[str], there_are: Sequence[str]) -> str:
    """The first of the *wanted* languages (BCP 47, best first) that is there in some form; or English."""
    found = (looked_up(language, there_are) for language in wanted)
    return next(filter(None, found), FALLBACK)


def title_of(game: Ruleset[Any], words: Words) -> str:
    """What a game is called: by its words, or else by itself, as one is that is made of a box."""
    of_a_box = game.named is not None and not game.boxes
    return game.title if of_a_box else words.plain("game") or game.title


@lru_cache(maxsize=64)
def words_in(language: str, packages: tuple[str, ...]) -> Words:
    """The words of these packages in a language, read once."""
    return Words(language, packages)


def common_languages(game: Ruleset[Any], others: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The languages in which people can be told about a game.

    *others* are the packages whose words are needed beside those of the game, each with its languages. A language
    counts if all have it; a game without words of its own is told about in English.
    """
    if not game.words:
        return (FALLBACK,)
    return tuple(sorted(set(languages(game.words)).intersection(*others.values())))


def words_of(game: Ruleset[Any], wanted: Sequence[str], others: Mapping[str, Sequence[str]]) -> Words:
    """The words for a game in the best of the *wanted* languages; *others* as for :func:`common_languages`."""
    packages = (*others, game.words) if game.words else tuple(others)
    return words_in(best(wanted, common_languages(game, others)), packages)
