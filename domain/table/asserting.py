"""Assertions: what somebody says is true on the table, held against their own view. They change nothing.

Where an assertion does not hold, the decisions are named at which the record changed there since one last held:
among them is the slip.
"""

from __future__ import annotations

from domain.kit.facts import EVERYONE, to_json
from domain.kit.guards import Refused, Verdict
from domain.kit.play import Played
from domain.kit.table.commands import Assert
from domain.kit.table.facts import Asserted
from domain.kit.visibility import PUBLIC
from domain.match.match import Match
from domain.table.pointers import Found, can_be_there, found_in
from domain.table.sent import Sent, recorded


def asserted(match: Match, sent: Sent, command: Assert) -> Played:
    """What *command* says, and whether it holds in the asserter's own view.

    Raises ``Refused`` where there is nothing.
    """
    if command.is_ is None:  # that a secret is nothing would show: nothing is not written down
        raise Refused("invalid", "an assertion needs a value that is not null", "TB-30")
    principal, viewer, watch = sent.principal, sent.principal.viewer, sent.watch
    assert watch is not None, "what is asserted is held against what was told"
    found = found_in(match, match.state.masked(viewer), command.at)
    if found is None or not can_be_there(match, command.at):
        detail = f"there is nothing in your own view at the pointer {command.at[:100]}"
        raise Refused("invalid", detail, "TB-30")
    holds = found.compared(to_json(command.is_))
    everybody = _is_for_everybody(match, command.at, found)
    suspects: tuple[int, ...] = ()
    if holds is Verdict.NO:
        suspects = watch(PUBLIC if everybody else viewer).suspects(command.at, match.horizon(principal))
    own = (principal.seat,) if principal.role == "seat" else ()
    seats = EVERYONE if everybody else own
    by, answer = principal.at_the_table, holds.value.replace(" ", "-")
    return recorded(match, Asserted(by, seats, command.at, command.is_, answer, suspects))


def _is_for_everybody(match: Match, at: str, found: Found) -> bool:
    """Whether everybody sees the same there, and may know all that is said of it.

    It depends on who may look where, never on what lies there. What has faded is told to nobody again.
    """
    if match.fades and not match.disclosed:
        return False
    return found.known and found == found_in(match, match.state.masked(PUBLIC), at)
