"""A command of the table as it was sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from domain.kit.facts import Command, Fact
from domain.kit.guards import Refused
from domain.kit.play import Played, happened
from domain.kit.visibility import Viewer
from domain.match.match import Match, MatchEvent
from domain.match.principal import Principal
from domain.match.work import UNBOUNDED, Work
from domain.table.correcting.deciding_again import AgainByCommand, History
from domain.table.watched import Watched

Watch: TypeAlias = Callable[[Viewer], Watched]
"""Gives what a viewer was told of the pointers that a batch asserts something about, up to the newest decision."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A command of the table as it was sent: by whom, for which *seat*, and whether *alone* or in a batch.

    *history* is the log in full, for the commands that are judged on it; *again* decides commands of the table in
    it again. *watch* says where the record changed, for assertions; *since* gives the events from a version on,
    for countersignatures; *work* is what the request may cost. *names* gives what the seats are called now (None
    for an erased name); without it no name is looked at.
    """

    principal: Principal
    command: Command
    seat: int | None
    history: History = ()
    alone: bool = True
    watch: Watch | None = None
    since: Callable[[int], Sequence[MatchEvent]] = lambda _: ()
    work: Work = UNBOUNDED
    again: AgainByCommand = field(default_factory=dict)
    names: Callable[[], Sequence[str | None]] | None = None


def check_seat(match: Match, seat: int) -> None:
    """Raise ``Refused`` unless the match has a seat of this number."""
    if not 0 <= seat < match.rules.seats:
        raise Refused("invalid", "there is no such seat", "TB-23")


def recorded(match: Match, fact: Fact) -> Played:
    """What comes of a command that brings about this one fact."""
    working = match.state.copy()
    return Played(working, happened(match.ruleset, working, (fact,)))
