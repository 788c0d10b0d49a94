"""Labels in shorthand: a value may be called what people read of it, in every language of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.kit.ruleset import rulesets
from domain.kit.shorthand import Header, SeatNamed, ShorthandError, expected, parse, write
from domain.kit.shorthand.parsing.grammar import grammar_of
from domain.kit.shorthand.parsing.tokens import tokens_of
from domain.kit.shorthand.reading import Reader
from domain.kit.shorthand.sentences import Kind
from domain.kit.shorthand.words import Vocabulary
from domain.kit.shorthand.writing import Writer
from domain.kit.words.match import MatchWords
from domain.table.worded import languages_for, words_for
from tests.games.installed import seats_near
from tests.games.openable import OPENABLE
from tests.games.playing import rules_of
from tests.kit.any_shorthand import actor_of, any_command, sendable

GAMES = sorted(OPENABLE)
NAMES = ("Anna", "Böse Fee", "Bertram", "Čeněk")
COLOURS = ("red", "blue", "green", "white")
LANGUAGES = [(game, language) for game in GAMES for language in languages_for(rulesets()[game])]


HEADER = Header(seats=[SeatNamed(*seat) for seat in zip(NAMES, COLOURS, strict=True)])
ALIKE = [("mea-culpa", "POPE_STONE", "pope-stone")]
"""What is named as ambiguous: a card and a piece, the ids of which are read alike already."""


class Labelling(Writer):
    """Writes every value of a vocabulary as somebody reads it in one language."""

    def __init__(self, game: str, language: str) -> None:
        ruleset = rulesets()[game]
        super().__init__(ruleset, HEADER)
        rules = rules_of(ruleset, seats_near(game, len(NAMES)))
        self.words = MatchWords(words_for(ruleset, [language]), ruleset, rules, NAMES)
        self.said: set[str] = set()

    def _named(self, value: str, kind: Kind) -> str:
        if not self.is_spelt(kind):
            return super()._named(value, kind)
        return self._typed(self.words.label(kind.labelled or kind.name, value))

    def _item(self, value: Any, number: int, kind: Kind, *, quoting: bool) -> str:
        if number == 1 or not self.is_spelt(kind) or not isinstance(value, str):
            return super()._item(value, number, kind, quoting=quoting)
        of = kind.labelled or kind.name
        several = self.words.number_of(7, of, value)
        label = several.removeprefix("7 ") if several.startswith("7 ") else self.words.label(of, value)
        return f"{number} {self._typed(label)}"

    def is_spelt(self, kind: Kind) -> bool:
        """Whether values of this kind are words of a vocabulary."""
        known = self._grammar.shorthand.vocabularies(self._ruleset.board)
        return bool(kind.choices) or kind.name in known

    def _typed(self, label: str) -> str:
        self.said.add(label)
        return label if all(token.type in ("WORD", "INT") for token in tokens_of(label)) else json.dumps(label)


def commands(game: str, writer: Labelling) -> Iterator[tuple[Any, Any]]:
    """Every value of every field that has a vocabulary, alone and, in lists, twice; with who says it."""
    rng = Random(5)
    named = grammar_of(rulesets()[game]).shorthand.vocabularies(rulesets()[game].board)
    for kind in sendable(game):
        sentence = grammar_of(rulesets()[game]).by_type[kind]
        for field, of in sentence.kinds.items():
            for value in (of.choices or named.get(of.name, ())) if writer.is_spelt(of) else ():
                command = any_command(game, kind, rng)
                actor = actor_of(game, kind) or {"seat": 0}
                yield {**command, field: [value] if of.many else value}, actor
                if of.many:
                    yield {**command, field: [value, value]}, actor


def meaning(reader: Reader, line: str) -> Any:
    """The command that a line says, or what it can mean."""
    try:
        said = reader.read(line)
    except ShorthandError as error:
        return error.expected if error.ambiguous else [str(error)]
    return said.command if said is not None else []


@pytest.mark.few("kuhn-poker-en", "mea-culpa-en", "seven-sins-fr", "thurn-and-taxis-de")
@pytest.mark.parametrize(("game", "language"), LANGUAGES)
def test_every_value_can_be_called_what_people_read_in_any_language(game, language):
    """By itself, and a number of it; or it is refused with what it can be."""
    writer, reader = Labelling(game, language), Reader(rulesets()[game], HEADER)
    for command, actor in commands(game, writer):
        sentence = writer._sentence(command, quoting=False)
        line = writer._line({"actor": actor, "command": command, "facts": []}, sentence)
        read = meaning(reader, line)
        assert read == command or (game, *read) in ALIKE, line
    assert len(writer.said) > 5


@pytest.mark.parametrize(
    ("game", "typed", "command"),
    [
        ("thurn-and-taxis", "red: take Nürnberg", {"type": "take-card", "city": "nurnberg"}),
        ("thurn-and-taxis", "red: take nuernb", {"type": "take-card", "city": "nurnberg"}),
        ("mea-culpa", "red: choose Petty Sinner", {"type": "choose-character", "character": "petty-sinner"}),
        ("mea-culpa", "red: wählt kleiner sünder", {"type": "choose-character", "character": "petty-sinner"}),
        ("seven-sins", "red: take orgueil réserve", {"type": "take", "sin": "pride", "to": "reserve"}),
        ("seven-sins", "red: nimmt Hochmut Vorrat", {"type": "take", "sin": "pride", "to": "reserve"}),
        ("seven-sins", "arbiter: rule stattgegeben", {"type": "table.rule", "verdict": "upheld"}),
    ],
)
def test_labels_are_written_as_all_words_are(game, typed, command):
    """In any case, without accents, and shortened."""
    (line,) = parse(rulesets()[game], typed, HEADER)
    assert line.command == command


def test_cards_are_called_by_what_stands_on_them():
    said = "bag: cards Take 3 taler, Alle anderen 3 Schritte in Richtung Hölle"
    (line,) = parse(rulesets()["mea-culpa"], said, HEADER)
    assert line.command == {"type": "deal-cards", "cards": ["TAKE_3", "OTHERS_3"]}


def test_a_label_completes_to_what_is_written():
    for game, begun, word in (
        ("thurn-and-taxis", "red: take Nür", "nurnberg"),
        ("seven-sins", "red: take Hochm", "pride"),
        ("mea-culpa", "red: choose Hän", "merchant"),
    ):
        assert expected(rulesets()[game], begun, HEADER) == [word]


def test_what_can_be_read_without_labels_is_read_as_ever():
    """“w” is wrath, though a label begins so, too (Wollust); and a label in full is not in the way of it."""
    vocabulary = Vocabulary([("wrath", ("wrath",)), ("lust", ("lust",))], lambda: [("lust", ("Wollust", "wrath"))])
    for typed in ("w", "wrath"):
        best = max(found.rank for found in vocabulary.find([typed]))
        assert [found.value for found in vocabulary.find([typed]) if found.rank == best] == ["wrath"]
    (line,) = parse(rulesets()["seven-sins"], "red: take w abyss", HEADER)
    assert line.command["sin"] == "wrath"


def test_labels_are_not_loaded_where_they_are_not_needed():
    reader = Reader(rulesets()["seven-sins"], HEADER)
    for line in ("red: take pride to abyss", "red: nimmt stolz abyss", "pile: refill 2 lust"):
        assert reader.read(line) is not None
    assert "_with_labels" not in vars(reader)


def test_a_label_that_two_things_have_is_refused_with_both():
    """A board of one's own may call two cities alike."""
    game = rulesets()["thurn-and-taxis"]
    cities = {**game.board["cities"]}
    cities["ulm"] = {**cities["ulm"], "name": "Newtown"}
    cities["linz"] = {**cities["linz"], "name": "Newtown"}
    header = Header(seats=HEADER.seats, board={"cities": cities})
    with pytest.raises(ShorthandError) as raised:
        parse(game, "red: take Newtown", header)
    assert raised.value.ambiguous
    assert raised.value.expected == ["linz", "ulm"]
    assert parse(game, "red: take ulm", header)[0].command["city"] == "ulm"


def test_what_is_written_can_be_read_without_labels():
    """So files mean the same, whatever is renamed."""
    game, header = rulesets()["seven-sins"], HEADER
    with pytest.raises(ShorthandError):
        Reader(game, header).read_strictly("red: take Hochmut to reserve")
    command = {"type": "take", "sin": "pride", "to": "reserve"}
    line = write(game, {"actor": {"seat": 0}, "command": command, "facts": []}, header)
    assert line == "red: take pride to reserve"
    assert Reader(game, header).read_strictly(line).command == command
