"""The way of a command from the API to the stored row is the one that its decision record shows."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from tests.service.playing import a_move, open_match

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs/decisions/0036-one-judge-one-door.md"
BODY = {"service/web", "service/openapi"}
"""The folders that make commands of the body."""
FOLLOWS = {"domain/games"}
"""What is asked whether anything follows by itself, whoever decided."""


def folder(path: Path) -> str:
    """The folder that a file is counted to."""
    return "/".join(path.relative_to(ROOT).parts[:2])


def shown(column: int) -> set[str]:
    """The folders in the record's table, for a command of the game (2) or of the table (3)."""
    section = RECORD.read_text().partition("## The way of a command")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in re.findall(r"^\| \d.*\|$", section, re.M)]
    return {row[1].strip("`") for row in rows if row[column] != "–"}


def entered(send: Callable[[], Any]) -> set[str]:
    """The folders of all that is called to append what is sent, from the door on."""
    folders: set[str] = set()
    depth = 0

    def watch(frame: FrameType, event: str, _: Any) -> None:
        nonlocal depth
        path = Path(frame.f_code.co_filename)
        is_append = frame.f_code.co_qualname == "Matches.append"
        depth += (event == "call" and is_append) - (event == "return" and is_append)
        if event == "call" and depth and path.is_relative_to(ROOT) and ".venv" not in path.parts:
            folders.add(folder(path))

    sys.setprofile(watch)
    try:
        answer = send()
    finally:
        sys.setprofile(None)
    assert answer.status_code == 201
    return folders


@pytest.mark.parametrize(("column", "more"), [(2, set()), (3, FOLLOWS)], ids=["of the game", "of the table"])
def test_a_command_goes_through_the_folders_that_its_record_shows(sqlite_client, column, more):
    table = open_match(sqlite_client, 2)
    seat = table.mover
    command = a_move(table, seat, Random(1)) if column == 2 else {"type": "table.note", "text": "tea"}
    folders = entered(lambda: table.send(seat, command))
    assert folders == shown(column) | BODY | more
    assert len(shown(column)) == 6
