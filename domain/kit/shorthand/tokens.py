"""A line cut into what can stand for a word, a number, a text or a sign.

Cutting never fails: what is nothing of all that is a token of its own, which no line can use.
"""

from __future__ import annotations

from functools import cache

from lark import Lark, Token

MOST_IN_A_LINE = 2_000
"""Tokens of one line."""
LONGEST_NUMBER = 15
"""Digits of a number: what every program can read."""

_TOKENS = r"""
start: (STRING | STAMP | UNKNOWN | INT | WORD | ARROW | POINTER | COMMENT | COLON | SEMICOLON | COMMA | OPEN
      | CLOSE | SIGN | OTHER)*
STRING: /"(?:[^"\\]|\\.)*"|„[^“”"]*[“”"]|“[^”]*”|«[^»]*»/
STAMP: /@[0-9][^\s]*/
UNKNOWN: /\?[0-9]{0,9}/
INT.2: /-?[0-9]+(?!\w)/
WORD: /\w[\w'’.\-]*/
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
%ignore /\s+/
"""
_ALIKE = ("WORD", "ARROW", "SIGN")
"""Kinds of tokens that words can be written as."""


def tokens_of(line: str) -> list[Token]:
    """The tokens of a line, without its comment, and without signs that nothing hangs on."""
    found = []
    for token in _lexer().lex(line):
        if token.type == "COMMENT":
            break
        if token.type in _ALIKE:
            token.type = "WORD"
        if token != ".":
            found.append(token)
        if len(found) > MOST_IN_A_LINE:
            break
    return found


@cache
def _lexer() -> Lark:
    return Lark(_TOKENS, parser=None, lexer="basic")
