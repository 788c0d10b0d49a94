"""What a file of shorthand says before its first line: which game, who sits where, what it is played by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from domain.kit.facts import Json

COLOURS: Mapping[str, Sequence[str]] = {
    "red": ("rot",),
    "blue": ("blau",),
    "green": ("grün",),
    "yellow": ("gelb",),
    "black": ("schwarz",),
    "white": ("weiß",),
    "orange": (),
    "purple": ("lila", "violett"),
}
"""The colours of seats, and their other names."""


@dataclass(frozen=True, slots=True)
class SeatNamed:
    """How a seat is called: by its name (None where it has been erased) and its colour."""

    name: str | None
    colour: str


@dataclass(frozen=True)
class Header:
    """What a match is played by, as far as its lines have to know.

    *board* holds the values that differ from the ruleset's, *options* those that differ from their defaults.
    *ruleset* and *version* are None where the reader knows them otherwise.
    """

    ruleset: str | None = None
    version: str | None = None
    seats: Sequence[SeatNamed] = ()
    options: Mapping[str, Json] = field(default_factory=dict)
    board: Mapping[str, Json] = field(default_factory=dict)
    played_on: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_match(cls, match: Mapping[str, Json], board: Mapping[str, Json] | None = None) -> Header:
        """The header of a match as the service shows it, or of the record of its decision 0."""
        ruleset = match.get("ruleset")
        identifier = ruleset["id"] if isinstance(ruleset, dict) else ruleset
        seats = [SeatNamed(_name(seat.get("name")), seat["colour"]) for seat in match["seats"]]
        return cls(ruleset=identifier, seats=seats, board=board if board is not None else match.get("board") or {})

    def spellings(self) -> list[tuple[Json, Sequence[str]]]:
        """Each seat with what it is called: its colour is written, its name is understood."""
        return [
            (number, (seat.colour, *COLOURS.get(seat.colour, ()), *([seat.name] if seat.name else [])))
            for number, seat in enumerate(self.seats)
        ]


def _name(name: Json) -> str | None:
    return name if isinstance(name, str) else None
