"""What a scribe sees: the match, its board, and what can be entered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from service.cli.scribe.lines.told import actor_called

Json = Any


@dataclass(frozen=True)
class Board:
    """A match at one version, as the service shows it: *match*, *view* and *moves* as they were answered.

    *opening* is decision 0, *ruleset* what the game publishes, *common* how often each type of command has been
    recorded. In a *language*, if the service speaks one: *text* is the board in words, *words* are the labels of
    values by kind.
    """

    match: Mapping[str, Json]
    view: Mapping[str, Json]
    moves: Mapping[str, Json]
    opening: Mapping[str, Json]
    ruleset: Mapping[str, Json]
    common: Mapping[str, int]
    language: str | None = None
    text: str = ""
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """Up to which version all of this is known."""
        return int(min(self.match["version"], self.view["at"], self.moves["version"]))

    @property
    def names(self) -> Sequence[str]:
        """What the seats are called, by number."""
        return [seat_name(number, seat) for number, seat in enumerate(self.match["seats"])]

    @property
    def awaiting(self) -> Sequence[Json]:
        """Whom the match awaits."""
        awaiting: Sequence[Json] = self.moves["awaiting"]
        return awaiting

    @property
    def may(self) -> Sequence[str]:
        """The types of commands of the table that can be sent."""
        may: Sequence[str] = self.moves["table"]
        return may

    def behind(self, answer: Mapping[str, Json]) -> Board:
        """The board with those awaited who are awaited after an answer; the rest of it is as it was."""
        facts = [fact for one in answer["decisions"] for fact in one.get("facts", ())]
        awaited = next((fact["who"] for fact in reversed(facts) if fact["type"] == "Awaited"), self.awaiting)
        return replace(self, moves={**self.moves, "awaiting": awaited})

    def behind_unseen(self, body: Mapping[str, Json]) -> Board:
        """The board behind a command that cannot be tried now: the same seat may go on, the others, or chance."""
        seats = [{"seat": body["seat"]}] if isinstance(body.get("seat"), int) else []
        awaited = [*seats, *self.awaiting, "chance"]
        return replace(self, moves={**self.moves, "awaiting": awaited})

    def called(self, actor: Json) -> str:
        """What somebody is called who acts: the name of a seat, or a role."""
        if isinstance(actor, dict):
            seat = actor.get("seat")
            if isinstance(seat, int) and seat < len(self.names):
                return self.names[seat]
            return " ".join(f"{key} {self.label('place', value)}" for key, value in actor.items())
        return str(actor) if self.language is None else actor_called(self.language, str(actor))

    def label(self, kind: str | None, value: Json) -> str:
        """What a value of a kind is called; itself where no words say it."""
        return self.words.get(kind or "", {}).get(str(value), str(value))

    def members(self, kind: str) -> Mapping[str, Mapping[str, Json]]:
        """The schemas of the members of commands of a type."""
        schema = (self.ruleset.get("commands") or {}).get(kind) or {}
        members: Mapping[str, Mapping[str, Json]] = schema.get("properties") or {}
        return members

    def titles(self, kind: str) -> Mapping[str, str]:
        """What the members of commands of a type are called; nothing where the service speaks no language."""
        members = self.members(kind) if self.language is not None else {}
        return {name: str(schema["title"]) for name, schema in members.items() if "title" in schema}

    def told(self, move: Mapping[str, Json]) -> str:
        """What a listed move says in words; nothing where the service says nothing."""
        return next((str(one["text"]) for one in self.moves["moves"] if _plain(one) == move and _is_told(one)), "")

    def names_another(self, kind: str) -> bool:
        """Whether the seat in commands of a type is their own, and not whose decision it is."""
        properties = (self.ruleset.get("commands") or {}).get(kind, {}).get("properties") or {}
        return "x-audience" in (properties.get("seat") or {})

    def mover(self, move: Mapping[str, Json]) -> int | None:
        """The seat whose a move is; None for chance."""
        if not self.names_another(move["type"]):
            seat = move.get("seat")
            return seat if isinstance(seat, int) else None
        seats = self._awaited
        return seats[0] if len(seats) == 1 and "chance" not in self.awaiting else None

    @property
    def _awaited(self) -> list[int]:
        return [one["seat"] for one in self.awaiting if isinstance(one, dict) and "seat" in one]

    def likely(self) -> list[Mapping[str, Json]]:
        """The listed moves of those who are awaited; the types that are most common in this match come first."""
        moves = [_plain(move) for move in self.moves["moves"] if self.mover(move) in (*self._awaited, None)]
        counted = Counter(self.common)
        return sorted(moves, key=lambda move: (-counted[move["type"]], move["type"]))


def _is_told(move: Mapping[str, Json]) -> bool:
    """Whether a listed move says in words what it is. (A text that is part of the command is a pattern.)"""
    return isinstance(move.get("text"), str)


def _plain(move: Mapping[str, Json]) -> Mapping[str, Json]:
    return {name: value for name, value in move.items() if name != "text"} if _is_told(move) else move


def seat_name(number: int, seat: Mapping[str, Json]) -> str:
    """What a seat is called: by its name and its colour, or by its colour alone where the name is gone."""
    name, colour = seat.get("name"), str(seat.get("colour") or number)
    return f"{name} ({colour})" if isinstance(name, str) else colour


def entered_by(decision: Mapping[str, Json]) -> str:
    """Who entered a decision: by name where that was said, else by role."""
    name = decision.get("entered_by")
    if isinstance(name, str):
        return name
    by = decision.get("recorded_by")
    return f"seat {by['seat']}" if isinstance(by, dict) else str(by)
