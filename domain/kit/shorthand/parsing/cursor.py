"""A line while it is read: its tokens, where reading is, and what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lark import Token

from domain.kit.shorthand.parsing.characters import MARK, UNSEEN, plain
from domain.kit.shorthand.parsing.tokens import MOST_IN_A_LINE, tokens_of
from domain.kit.shorthand.words import LONGEST as LONGEST_SPELLING
from domain.kit.shorthand.words import Found
from domain.kit.text.naming import nearest


class ShorthandError(ValueError):
    """A line cannot be read: *text*, at *line* and *column* (from 1), where something of *expected* can stand.

    With *ambiguous* the text can mean each of *expected*. *also* is what is wrong with other lines of the text.
    *spellings* are all words that can stand there.
    """

    def __init__(
        self,
        line: int,
        column: int,
        expected: Sequence[str],
        text: str,
        *,
        ambiguous: bool = False,
        spellings: Sequence[str] = (),
    ) -> None:
        self.line = line
        self.column = column
        self.expected = list(expected)
        self.text = text
        self.ambiguous = ambiguous
        self.spellings = spellings
        self.also: Sequence[ShorthandError] = ()
        super().__init__(line, column)

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.detail}"

    @cached_property
    def meant(self) -> str | None:
        """The word that was probably meant, if one that can stand there resembles what does."""
        return None if self.ambiguous else nearest(self.text, self.spellings)

    @property
    def detail(self) -> str:
        """What is wrong, without where."""
        if self.ambiguous:
            return f"{_quoted(self.text)} can mean {_listed(self.expected)}"
        what = _quoted(self.text) if self.text else "the end of the line"
        meant = f" (did you mean “{self.meant}”?)" if self.meant is not None else ""
        return f"{what} cannot be read here{meant}; expected {_listed(self.expected)}"


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


# -- what can stand where -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Candidate:
    """A terminal that can come next, with what it stands for, and the token behind it."""

    terminal: str
    found: Found
    behind: int

    @property
    def meaning(self) -> tuple[str, str]:
        return (self.terminal, json.dumps(self.found.value))


class Cursor:
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

    def error(
        self, names: Sequence[str], *, ambiguous: bool = False, spellings: Sequence[str] = ()
    ) -> ShorthandError:
        """The refusal of what stands here."""
        said = str(self.token or "")
        return ShorthandError(self.number, self.column, names, said, ambiguous=ambiguous, spellings=spellings)
