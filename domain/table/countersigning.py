"""Countersigning: the board that somebody is shown is the one on the table. It changes nothing."""

from __future__ import annotations

from domain.kit.guards import Refused
from domain.kit.play import Played
from domain.kit.table.countersigning import Countersign, Countersigned
from domain.kit.table.facts import EndProposed
from domain.match.match import Match
from domain.table.correcting.lapsing import lapses
from domain.table.sent import Sent, recorded


def countersign(match: Match, sent: Sent, command: Countersign) -> Played:
    """What *command* says of a board that still counts.

    Raises ``Refused`` where there is no such decision, where the tree up to there has another root, and where the
    board has changed since.
    """
    line = command.line
    if line > match.version:
        raise Refused("invalid", f"there is no decision {line} to countersign", "TB-24")
    signed, *later = sent.since(line)
    if command.root not in (None, signed.root):
        raise Refused("invalid", f"with decision {line} the tree has another root than that", "TB-79")
    for one in later:
        for fact in one.record["facts"]:
            if lapses(fact, line):
                detail = f"decision {one.originator_version} has changed the record there; look at the board again"
                raise Refused("illegal-move", detail, "TB-80")
            if fact["type"] == EndProposed.TYPE and match.state.proposed is not None:
                raise Refused("illegal-move", "the end was proposed since; look at the board again", "TB-80")
    seat = sent.principal.seat
    if seat is None:
        return recorded(match, Countersigned(line, line, line + 1, by=sent.principal.role))
    own = True if seat in match.state.own_tokens else None
    return recorded(match, Countersigned(line, line, line + 1, seat, own=own))
