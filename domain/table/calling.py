"""Calls for an arbiter: who has called, who attends to it, and what ends it. They change nothing on the board."""

from __future__ import annotations

from domain.kit.facts import Fact
from domain.kit.guards import Refused
from domain.kit.play import Played
from domain.kit.table.calling import Attend, Call, CallAttended, Called, CallEnded, open_call
from domain.match.match import Match
from domain.table.sent import Sent, recorded


def call(match: Match, sent: Sent, command: Call) -> Played:
    """A call; it is named by the decision that it is going to be."""
    if command.about is not None and command.about > match.version:
        raise Refused("invalid", f"there is no decision {command.about} to call about", "TB-24")
    return recorded(match, Called(sent.principal.at_the_table, match.version + 1, command.about))


def attend(match: Match, _: Sent, command: Attend) -> Played:
    """An arbiter attends to an open call, or has done so."""
    _check_open(match, command.call)
    return recorded(match, CallEnded(command.call) if command.done else CallAttended(command.call))


def ended_by_ruling(match: Match, named: int | None, about: int | None) -> tuple[Fact, ...]:
    """What a ruling does to the calls that it names: *named* as a call, or *about* as what it is on.

    Raises ``Refused`` where *named* is no open call.
    """
    if named is not None:
        _check_open(match, named)
    ended = sorted({one for one in (named, about) if one is not None and open_call(match.state, one) is not None})
    return tuple(map(CallEnded, ended))


def _check_open(match: Match, number: int) -> None:
    if open_call(match.state, number) is None:
        raise Refused("invalid", f"decision {number} is not an open call", "TB-77")
