"""Which decisions of a log somebody wants: by the type of the command, the actor, the round, a type of fact.

What is asked is asked of decisions as the reader was told them, behind the gate, and of the board that everybody
sees. So a filter tells nothing that the whole log of the reader does not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.application.matches import Matches
from domain.kit.facts import Json
from domain.kit.visibility import PUBLIC, StoredDecision
from domain.match.line import Told
from domain.match.match import Match
from projections.changes import Boards

Page: TypeAlias = tuple[Sequence[StoredDecision], list[dict[str, Json]]]
"""Decisions as they are stored, and the same as the reader was told them."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a decision has to be; None leaves a question open.

    *type* is that of the command, *actor* is written as ``seat:N``, ``chance``, ``table`` or a role, *round* is
    that of the game's printed record, *fact* a type of fact. Of a decision that has faded only type and actor are
    known, so it is in no round, and has no facts.
    """

    type: str | None = None
    actor: str | None = None
    round: int | None = None
    fact: str | None = None

    def __bool__(self) -> bool:
        """Whether anything is asked for."""
        return any(one is not None for one in (self.type, self.actor, self.round, self.fact))

    def admits(self, decision: Told, number: int | None) -> bool:
        """Whether a decision is wanted; *number* is its round, if a round is."""
        return (
            self.type in (None, decision["command"]["type"])
            and self.actor in (None, actor_named(decision["actor"]))
            and (self.round is None or (self.round == number and not decision.get("faded")))
            and (self.fact is None or any(fact["type"] == self.fact for fact in decision.get("facts", ())))
        )


def actor_named(actor: Json) -> str:
    """An actor as it is written in a query."""
    return f"seat:{actor['seat']}" if isinstance(actor, dict) else str(actor)


def sifted(pages: Iterable[Page], wanted: Wanted, rounds: Rounds | None = None) -> Iterator[list[dict[str, Json]]]:
    """Of each page the decisions that are wanted; *rounds* has to be given where a round is."""
    for stored, told in pages:
        if not wanted:
            yield told
            continue
        numbers = [None if rounds is None else rounds.next(one) for one in stored]
        yield [decision for decision, number in zip(told, numbers, strict=True) if wanted.admits(decision, number)]


class Rounds:
    """In which round each decision was made, one after the other, as the printed record counts rounds.

    Read off the board that everybody saw before it.
    """

    def __init__(self, matches: Matches, match: Match, after: int, line: int | None) -> None:
        self._boards = Boards(matches, match, PUBLIC, after, line)
        self._round_of = match.ruleset.sheet.round_of

    def next(self, decision: StoredDecision) -> int:
        """Go on to the next decision, and tell its round."""
        actor = decision.record["actor"]
        number = self._round_of(self._boards.board, actor["seat"] if isinstance(actor, dict) else None)
        self._boards.next(decision)
        return number
