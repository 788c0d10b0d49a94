"""``kerbholz box``: a box that a match can be opened with is looked through before anybody plays with it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from domain.kit.text.texts import shown
from service.cli.operating import Output

if TYPE_CHECKING:
    from domain.kit.ruleset import BadOption
    from domain.kit.state import State

BAD, UNREADABLE = 1, 2
"""The exit codes of ``box check``, beside 0."""
_TABLE = re.compile(r"^\s*\[+(?P<name>[^\]]+)\]+")
_PART = re.compile(r"\"([^\"]*)\"|([^\s.\"]+)")
_KEY = re.compile(r"^\s*(?P<name>(?:\"[^\"]*\"|[\w-]+)(?:\s*\.\s*(?:\"[^\"]*\"|[\w-]+))*)\s*=")


@click.group("box")
def box() -> None:
    """Boxes that matches of any game are opened with (docs/any-game.md)."""


@box.command("check")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def check_box(file: Path) -> None:
    """Say what is wrong with the box in FILE (TOML), each with its line and key.

    The exit code is 0 if a match can be opened with it, and 1 if not.
    """
    from domain.kit.ruleset import BadOption

    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        click.echo(f"{file}: this cannot be read: {error}", err=True)
        sys.exit(UNREADABLE)
    try:
        said = _looked_through(text)
    except BadOption as error:
        wrong = [(_line_of(text, one.field.split(".")[1:]), one) for one in (error, *error.others)]
        for line, one in sorted(wrong, key=lambda found: found[0] or 0):
            click.echo(shown(_told(file, line, one)), err=True)
        sys.exit(BAD)
    Output().say(said)


def _looked_through(text: str) -> str:
    """What is in a box, in one sentence; raises ``BadOption``."""
    from domain.kit.ruleset import BadOption, rulesets
    from domain.kit.visibility import OFFICIAL
    from domain.match.opening import WRITTEN, Opening, SeatWanted, rules_for

    game = next(game for game in rulesets().values() if game.boxes)
    least, most = game.seats
    tables: list[State] = []
    for number in range(least, most + 1):
        seats = [SeatWanted(f"player {seat}") for seat in range(number)]
        try:
            rules = rules_for(game, Opening(game.id, seats, board={WRITTEN: text}))
        except BadOption as error:
            if error.field != "seats":
                raise  # otherwise as many cannot play
        else:
            tables.append(game.empty(rules, OFFICIAL))
    return _summary(tables)


def _summary(tables: Sequence[State]) -> str:
    first, last = tables[0], tables[-1]
    title = shown(str(first.rules.board["title"]))
    players = _span(first.rules.seats, last.rules.seats)
    pieces = _span(*(sum(map(len, one.places.values())) for one in (first, last)))
    places = _span(*(len(one.places) for one in (first, last)))
    return f"{title}: for {players} players, with {pieces} pieces in {places} places"


def _span(one: int, other: int) -> str:
    return str(one) if one == other else f"{one} to {other}"


def _told(file: Path, line: int | None, wrong: BadOption) -> str:
    """What is wrong, with the file and the line where it is, as far as that was found."""
    where = f"{file}:{line}" if line is not None else str(file)
    keys = wrong.field.split(".")[1:]
    key = "" if keys in ([], ["toml"]) else f"{'.'.join(keys)}: "
    return f"{where}: {key}{wrong.detail}"


def _line_of(text: str, keys: Sequence[str]) -> int | None:
    """The line in which a key is, or the key that it is part of."""
    known = {tuple(path): number for path, number in _paths(text)}
    ends = (tuple(keys[:end]) for end in range(len(keys), 0, -1))
    return next((known[end] for end in ends if end in known), None)


def _paths(text: str) -> Iterator[tuple[list[str], int]]:
    """The keys that lines of TOML begin with, each with the tables in which it is."""
    table: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if header := _TABLE.match(line):
            table = _parts(header["name"])
            yield table, number
        elif key := _KEY.match(line):
            yield [*table, *_parts(key["name"])], number


def _parts(name: str) -> list[str]:
    """The keys of a dotted key, without quotes."""
    return [bare or quoted for quoted, bare in _PART.findall(name)]
