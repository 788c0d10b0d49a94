"""A line cut into what can stand for a word, a number, a text or a sign.

Cutting never fails: what is nothing of all that is a token of its own, which no line can use. A line is cut as if
it were written in plain characters; a text in quotes keeps its own.
"""

from __future__ import annotations

import json
from functools import cache

from lark import Lark, Token

from domain.kit.shorthand.parsing.characters import cleaned, plain

MOST_IN_A_LINE = 2_000
"""Tokens of one line."""
LONGEST_NUMBER = 15
"""Digits of a number: what every program can read."""

_TOKENS = r"""
start: (STRING | STAMP | UNKNOWN | INT | WORD | ARROW | POINTER | COMMENT | COLON | SEMICOLON | COMMA | OPEN
      | CLOSE | SIGN | OTHER)*
STRING: {STRING}
STAMP: /@[0-9][^\s]*/
UNKNOWN: /\?[0-9]{0,9}/
INT.2: /-?[0-9]+(?![\w♠♥♦♣])/
WORD: /[\w♠♥♦♣][\w♠♥♦♣'’.\-\u200b\u0301\ufe0f]*/
ARROW: "->" | "→" | "=>"
POINTER: /\/[^\s"]*/
COMMENT: /#[^\n]*/
COLON: ":"
SEMICOLON: ";"
COMMA: ","
OPEN: "["
CLOSE: "]"
SIGN: /[!=&+*-]/
OTHER: /[^\s]/
%ignore /[\s\u200b\u0301]+/
"""
STRING = (
    r'/"(?:[^"\\]|\\.)*"'  # as JSON has it
    r"|„[^“”„\"]*[“”\"]|“(?:[^“”]|“[^“”]*”)*”|“[^“”\"]*[“\"]|”[^“”\"]*[”\"]|«[^«»]*»|»[^«»]*«|＂[^＂]*＂"
    r'|"[^"“”„]*[“”]/'
)
"""A text in quotes: straight ones, or any that people and their editors write."""
_ALIKE = ("WORD", "ARROW", "SIGN")
"""Kinds of tokens that words can be written as."""


def tokens_of(line: str) -> list[Token]:
    """The tokens of a line, without its comment, and without signs that nothing hangs on."""
    found = []
    for token in _lexer().lex(plain(line)):
        if token.type == "COMMENT":
            break
        if token.type in _ALIKE:
            token.type = "WORD"
        written = line[token.start_pos or 0 : token.end_pos or 0]
        if token.type != "STRING":
            written = cleaned(written)
        if written != ".":
            found.append(Token.new_borrow_pos(token.type, written, token))
        if len(found) > MOST_IN_A_LINE:
            break
    return found


@cache
def _lexer() -> Lark:
    return Lark(_TOKENS.replace("{STRING}", STRING), parser=None, lexer="basic")


def unquoted(token: str) -> str | None:
    """The text between quotes, which in straight ones is written as in JSON; None if it is none."""
    if not (token.startswith('"') and token.endswith('"')):
        return token[1:-1]
    try:
        text: str = json.loads(token, strict=False)
    except ValueError:
        return None
    return text
