"""Lines in shorthand: what is said at the table, in the words of the game.

Beside what ``domain.kit.shorthand`` reads, a line may leave out who acts, where that is known: the awaited seat,
chance, or the scribe.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.kit.ruleset import Ruleset
from domain.kit.shorthand import Header, ShorthandError, expected, header_of, parse, write
from domain.kit.shorthand.at_the_table import SENTENCES, SYNONYMS
from domain.kit.shorthand.parsing.lines import parted
from domain.kit.shorthand.words import folded
from domain.kit.text.naming import nearest
from service.cli.scribe.board import Board
from service.cli.scribe.lines.language import Unread
from service.cli.scribe.lines.told import named_sentence

_KIND = re.compile(r"<(\w+):[^>]*>")
_FLAG = re.compile(r"\{\w+:([^}]*)\}")
"""In a sentence: a value with its kind, and words that may be left out."""
_SPOKEN = re.compile(r"[\w -]+")
"""The words that a sentence begins with."""
MOST_COMMAS = 6
"""Commas in a line that may part sentences: each way is tried."""
LONGEST_WITH_COMMAS = 500
"""Characters of such a line."""
ONE_LINE = "one line that says something"
MOST_EXPECTED = 8
"""The most things that an error names; above it names the sentences that are possible now."""
_LAST_WORD = re.compile(r"[^\s,:]*$")
_STAMP = re.compile(r"\s*@\S+\s+")
"""The time, which comes before the actor."""
_NOT_TO_BE_TYPED = re.compile(r"@|\?|an? ")
"""Beginnings of expected pieces that name a kind of thing, and are not words to be typed."""


class Shorthand:
    """The shorthand of one match; see :class:`~service.cli.scribe.lines.language.Language`."""

    def __init__(self, ruleset: Ruleset[Any], opening: Mapping[str, Any]) -> None:
        self._ruleset = ruleset
        self._header: Header = header_of(ruleset, opening)

    def read(self, text: str, board: Board) -> dict[str, Any]:
        """See ``Language``."""
        try:
            return self._read(text)
        except ShorthandError as error:
            wrong, behind = error, 0
        when = _STAMP.match(text)
        begins = when.end() if when is not None else 0
        meant = [(wrong.column, wrong.meant)]
        for head in self._heads(board):
            try:
                return self._read(text[:begins] + head + text[begins:])
            except ShorthandError as error:
                meant.append((error.column - len(head), error.meant))
                if error.column - len(head) > wrong.column - behind:
                    wrong, behind = error, len(head)
        column = wrong.column - behind
        wrong.meant = nearest(wrong.text, [word for at, word in meant if word is not None and at == column])
        raise Unread(self._wrong(wrong, text, board, behind), column)

    def pieces(self, text: str) -> list[str]:
        """See ``Language``: parted by semicolons, or by commas where that can be done in one way only."""
        by_semicolons = [text[start:end].strip() for start, end in parted(text, "SEMICOLON")]
        if len(by_semicolons) > 1:
            return [piece for piece in by_semicolons if piece]
        commas = list(parted(text, "COMMA")) if len(text) <= LONGEST_WITH_COMMAS else []
        if not 1 < len(commas) <= MOST_COMMAS + 1:
            return []
        # All ways to make sentences of what is before each comma.
        ways: list[list[list[str]]] = [[[]]]
        for last in range(len(commas)):
            ways.append([])
            for first in range(last + 1):
                piece = text[commas[first][0] : commas[last][1]].strip()
                if ways[first] and piece and self._is_sentence(piece):
                    ways[-1] += [[*way, piece] for way in ways[first]]
        return ways[-1][0] if len(ways[-1]) == 1 else []

    def _is_sentence(self, text: str) -> bool:
        """Whether a text can be read, if somebody says it; what one seat can say, all can."""
        for head in ("", "0: ", "chance: ", "scribe: "):
            try:
                self._read(head + text)
            except ShorthandError:
                continue
            return True
        return False

    def _wrong(self, error: ShorthandError, text: str, board: Board, behind: int) -> str:
        """What is wrong with a line; where nearly anything could begin, what can stand now instead of all that."""
        kinds = list(dict.fromkeys(move["type"] for move in board.likely()))
        spoken = {kind: self.sentence(kind) for kind in kinds[:MOST_EXPECTED]}
        sentences = [named_sentence(said, board.titles(kind)) for kind, said in spoken.items() if said]
        now = f"now it can be: {'; '.join(sentences)}{'; …' if len(kinds) > MOST_EXPECTED else ''}"
        if sentences and self._is_of_a_seat(text, error.column - behind):
            return f"this cannot be decided now; {now}. A line for another seat begins with its colour"
        begins = error.column == 1 or {"command", "note"} <= set(error.expected)
        if error.ambiguous or not begins or not sentences or error.expected == [ONE_LINE]:
            return error.detail
        what = f"“{error.text[:60]}”" if error.text else "the end of the line"
        meant = f" (did you mean “{error.meant}”?)" if error.meant is not None else ""
        return f"{what} cannot be read here{meant}; {now} (“help” says what else)"

    def _is_of_a_seat(self, text: str, column: int) -> bool:
        """Whether a line could be read, or read further than to *column*, if it said that a seat acts."""
        head = "0: "
        try:
            self._read(head + text)
        except ShorthandError as error:
            return error.column - len(head) > column
        return True

    def _read(self, text: str) -> dict[str, Any]:
        lines = parse(self._ruleset, text, self._header)
        if len(lines) != 1:
            raise ShorthandError(1, 1, [ONE_LINE], text)
        return lines[0].document

    def write(self, decision: Mapping[str, Any]) -> str:
        """See ``Language``."""
        said = {name: value for name, value in decision.items() if name != "occurred_at"}
        return write(self._ruleset, said, self._header)

    def move(self, move: Mapping[str, Any], mover: int | None) -> str:
        """See ``Language``."""
        kind = self._ruleset.command_types.get(move["type"])
        own = kind is not None and any(field.name == "seat" for field in kind.FIELDS)
        command = {name: value for name, value in move.items() if own or name != "seat"}
        alone = "scribe" if str(move["type"]).startswith("table.") else "chance"
        actor = {"seat": mover} if mover is not None else alone
        return self.write({"version": 0, "actor": actor, "command": command, "facts": []})

    def commands(self, words: str) -> list[str]:
        """See ``Language``: by the words of its sentence, by others for them, or by its name."""
        wanted = "".join(map(folded, words.split()))
        return (
            [
                kind
                for kind in self._ruleset.command_types
                if any(name.startswith(wanted) for name in self._names(kind))
            ]
            if wanted
            else []
        )

    def _names(self, kind: str) -> Iterator[str]:
        """What a command's sentence can begin with."""
        own = self._ruleset.shorthand.synonyms if self._ruleset.shorthand is not None else {}
        spoken = _SPOKEN.match(self.sentence(kind))
        words = spoken[0].strip() if spoken else ""
        for name in (words, *SYNONYMS.get(words, ()), *own.get(words, ()), kind.removeprefix("table.")):
            if name:
                yield "".join(folded(part) for part in name.replace("-", " ").split())

    def sentence(self, kind: str) -> str:
        """See ``Language``."""
        own = self._ruleset.shorthand.sentences if self._ruleset.shorthand is not None else {}
        template = own.get(kind) or SENTENCES.get(kind) or ""
        return _FLAG.sub(r"[\1]", _KIND.sub(r"<\1>", template))

    def expected(self, text: str, board: Board) -> list[tuple[str, int]]:
        """See ``Language``; of several sentences it is the last that goes on."""
        found = _LAST_WORD.search(text)
        begun = len(found[0]) if found else 0
        last, _ = list(parted(text, "SEMICOLON"))[-1]
        words = self._words(text, ("", *self._heads(board)))
        if last and not words:
            words = self._words(text[last:], ("", *self._heads(board), "chance: "))
        return [(word, begun) for word in words if not _NOT_TO_BE_TYPED.match(word)]

    def _words(self, text: str, heads: Iterable[str]) -> list[str]:
        """What can stand next in a line, whichever of these acts."""
        words: dict[str, None] = {}
        for head in heads:
            try:
                words |= dict.fromkeys(expected(self._ruleset, head + text, self._header))
            except ShorthandError:
                continue
        return list(words)

    def _heads(self, board: Board) -> Iterator[str]:
        """Who can be meant where a line does not say it."""
        for one in board.awaiting:
            if isinstance(one, dict) and "seat" in one:
                yield f"{one['seat']}: "
            elif one == "chance":
                yield "chance: "
        yield "scribe: "
