"""How lines become commands, and decisions lines.

A :class:`Language` is what the session needs of that. :class:`Plain` is JSON, for games that this installation
does not have: whatever the service takes can be entered, in every match.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from service.cli.scribe.board import Board


class Unread(Exception):
    """A line that cannot be read; the message says what was expected, *column* (from 1) where."""

    def __init__(self, said: str, column: int = 1) -> None:
        super().__init__(said)
        self.column = column


class Language(Protocol):
    """Lines and commands of one match."""

    def read(self, text: str, board: Board) -> dict[str, Any]:
        """The command that a line says, as it is sent; raises :class:`Unread`."""

    def pieces(self, text: str) -> list[str]:
        """The sentences of a line that says several; nothing where it does not."""

    def write(self, decision: Mapping[str, Any]) -> str:
        """The line that says a decision; nothing for an automatic one."""

    def move(self, move: Mapping[str, Any], mover: int | None) -> str:
        """How a move of a seat (or of chance) is entered."""

    def commands(self, words: str) -> list[str]:
        """The types of the commands whose sentences begin with these words."""

    def sentence(self, kind: str) -> str:
        """How commands of a type are said, with a mark for each of their members; nothing if that is not known."""

    def expected(self, text: str, board: Board) -> list[tuple[str, int]]:
        """How an unfinished line can go on: what stands next, and how many letters at its end it replaces."""


def command_in(text: str) -> dict[str, Any]:
    """The command that stands in JSON; raises :class:`Unread`."""
    try:
        command = json.loads(text, parse_constant=_no_number)
    except ValueError as error:
        raise Unread(f"this is no JSON: {getattr(error, 'msg', error)}", getattr(error, "colno", 1)) from None
    except RecursionError:
        raise Unread("this is nested too deeply") from None
    if not isinstance(command, dict) or not isinstance(command.get("type"), str):
        raise Unread('a command is an object with a type: {"type": …}')
    return command


class Plain:
    """JSON: one command in a line, ``{"type", …}``."""

    def read(self, text: str, board: Board) -> dict[str, Any]:
        """See :class:`Language`."""
        return command_in(text)

    def pieces(self, text: str) -> list[str]:
        """See :class:`Language`: JSON says one command."""
        return []

    def write(self, decision: Mapping[str, Any]) -> str:
        """See :class:`Language`."""
        if decision.get("automatic"):
            return ""
        actor = decision["actor"]
        seat = {"seat": actor["seat"]} if isinstance(actor, dict) else {}
        return json.dumps({**decision["command"], **seat}, ensure_ascii=False)

    def move(self, move: Mapping[str, Any], mover: int | None) -> str:
        """See :class:`Language`."""
        return json.dumps(move, ensure_ascii=False)

    def commands(self, words: str) -> list[str]:
        """See :class:`Language`."""
        return []

    def sentence(self, kind: str) -> str:
        """See :class:`Language`."""
        return ""

    def expected(self, text: str, board: Board) -> list[tuple[str, int]]:
        """The listed moves that begin with what was typed, most common first."""
        said = [self.move(move, board.mover(move)) for move in board.likely()]
        return [(line, len(text)) for line in said if line.startswith(text)]


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")
