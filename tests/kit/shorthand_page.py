"""The tables of docs/shorthand.md, made from the games' descriptions: ``python -m tests.kit.shorthand_page``.

A test holds the page against them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from domain.kit.facts import is_optional
from domain.kit.ruleset import Ruleset, rulesets
from domain.kit.shorthand import Header, SeatNamed
from domain.kit.shorthand.at_the_table import SYNONYMS
from domain.kit.shorthand.labels import Labels
from domain.kit.shorthand.parsing.grammar import UNSENT, Sentence, grammar_of
from domain.kit.shorthand.sentences import Flag, Kind, Maybe, Part, Said, Value
from domain.kit.shorthand.words import folded
from domain.kit.shorthand.writing import Writer
from domain.kit.table.naming import VALUES as OF_THE_TABLE
from tests.games.installed import SHIPPED
from tests.kit.any_shorthand import actor_of

PAGE = Path(__file__).parents[2] / "docs" / "shorthand.md"
SEATS = tuple(SeatNamed(None, colour) for colour in ("red", "blue", "green", "white"))
BEGIN, END = "<!-- from here on made by tests/kit/shorthand_page.py -->", "<!-- up to here -->"


def shown(parts: Sequence[Part], sentence: Sentence) -> str:
    """A sentence as the page has it."""
    return " ".join(_shown(part, sentence) for part in parts)


def _shown(part: Part, sentence: Sentence) -> str:
    if isinstance(part, Said):
        return part.words if part.needed else f"({part.words})"
    if isinstance(part, Flag):
        return f"[{part.words}]"
    if isinstance(part, Maybe):
        return f"[{shown(part.parts, sentence)}]"
    assert isinstance(part, Value)
    name = f"<{part.field}…>" if sentence.kinds[part.field].many else f"<{part.field}>"
    return name if part.absent is None else f"{name} or {part.absent}"


EXAMPLES: Mapping[str, Any] = {
    "number": 2,
    "seat": 1,
    "yes-no": True,
    "text": "they had to",
    "word": "MC-T2",
    "place": "hand:1",
    "pointer": "/seats/1/houses",
    "die": "die",
    "json": 14,
}


def board_of(ruleset: Ruleset[Any]) -> Mapping[str, Any]:
    """The board of the examples: the ruleset's own, or the last of the boxes that come with it."""
    return [ruleset.board, *ruleset.boxes.values()][-1]


def example(ruleset: Ruleset[Any], kind: str) -> str:
    """A line for a command of this type, the same one each time."""
    sentence = grammar_of(ruleset).by_type[kind]
    fields = {declared.name: declared for declared in sentence.command.SENT}
    command: dict[str, Any] = {"type": kind}
    for name, declared in fields.items():
        if name not in sentence.kinds:
            command[name] = True
        elif declared.limits.hexadecimal:
            command[name] = "5e" * 32
        elif name in ("changes", "things") or not (kind.startswith("table.") and is_optional(declared)):
            command[name] = _value(ruleset, kind, name, sentence.kinds[name])
    actor: Any = actor_of(ruleset.id, kind) or {"seat": 0}
    header = Header(seats=SEATS, board=board_of(ruleset))
    return Writer(ruleset, header).write({"actor": actor, "command": command, "facts": []})


def _value(ruleset: Ruleset[Any], kind: str, name: str, of: Kind) -> Any:
    assert ruleset.shorthand is not None
    if of.name == "sentence":
        return {"type": "take", "sin": "pride", "to": "abyss"}
    if of.name == "changes":
        commands = [{"seat": 0, "command": {"type": "pass"}}]
        return [{"decision": 7, "effect": "replace", "commands": commands}, {"decision": 9, "effect": "remove"}]
    words = of.choices or sorted(ruleset.shorthand.vocabularies(board_of(ruleset)).get(of.name, ()))
    first = len(kind) * len(name)
    values = [words[(first + n) % len(words)] for n in range(2)] if words else [EXAMPLES[of.name]] * 2
    if of.name == "seat":
        values = [1, 0]
    return list(dict.fromkeys(values)) if of.many else values[0]


def rows(ruleset: Ruleset[Any], kinds: Sequence[str]) -> Iterator[str]:
    """The table of some commands."""
    yield "| command | sentence | example |"
    yield "| --- | --- | --- |"
    for kind in kinds:
        sentence = grammar_of(ruleset).by_type[kind]
        yield f"| `{kind}` | `{shown(sentence.parts, sentence)}` | `{example(ruleset, kind)}` |"


def words(spellings: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The table of other words."""
    yield "| written | also understood |"
    yield "| --- | --- |"
    for word, others in sorted(spellings.items()):
        if others and ":" not in word:  # a kind's words are those of each seat's thing, too
            yield f"| {word} | {', '.join(others)} |"


def with_labels(
    spellings: Mapping[str, Sequence[str]], ruleset: Ruleset[Any], *, of_the_table: bool
) -> Mapping[str, Sequence[str]]:
    """The same with the labels of values, of those of the table or of the others."""
    labels = Labels(ruleset, Header())
    vocabularies = ruleset.shorthand.vocabularies(board_of(ruleset)) if ruleset.shorthand is not None else {}
    spoken = {word: list(others) for word, others in spellings.items()}
    for kind in grammar_of(ruleset).kinds.values():
        of = kind.labelled or kind.name
        if (of in OF_THE_TABLE) is of_the_table:
            for value, labelled in labels.of(of, kind.choices or vocabularies.get(kind.name, ())):
                spoken[value] = [*spoken.get(value, ()), *labelled]
    return {word: _once(word, others) for word, others in spoken.items()}


def _once(word: str, others: Sequence[str]) -> list[str]:
    """Those that are not read as the word itself, or as another of them."""
    by_reading = {folded(word): word}
    for other in others:
        by_reading.setdefault(folded(other), other)
    return list(by_reading.values())[1:]


def lines() -> Iterator[str]:
    """Everything between the marks."""
    yield "## At the table of every game"
    yield ""
    sins = rulesets()["seven-sins"]
    spoken = [kind for kind in sins.command_types if kind.startswith("table.")]
    yield from rows(sins, [kind for kind in spoken if kind not in UNSENT])
    yield ""
    yield from words(with_labels(SYNONYMS, sins, of_the_table=True))
    for ruleset in map(rulesets().__getitem__, SHIPPED):
        assert ruleset.shorthand is not None
        yield from ("", f"## {ruleset.title}", "")
        yield f"Chance is called {' or '.join(ruleset.shorthand.chance)}."
        yield ""
        yield from rows(ruleset, [command.TYPE for command in (*ruleset.commands, *ruleset.chance_commands)])
        yield ""
        things = ruleset.shorthand.vocabularies(board_of(ruleset))
        named = {word: others for spellings in things.values() for word, others in spellings.items()}
        spoken = {**named, **ruleset.shorthand.synonyms}
        yield from words(with_labels(spoken, ruleset, of_the_table=False))
    yield ""


def page() -> str:
    """The page with the tables as they should be."""
    text = PAGE.read_text(encoding="utf-8")
    made = f"{BEGIN}\n\n" + "\n".join(lines()) + f"\n{END}"
    return re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: made, text, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
