"""Seats that are left, and who sits there then. Both are said and not played, so no rule and no turn changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from domain.kit.guards import Refused
from domain.kit.play import Played, happened
from domain.kit.ruleset import BadOption
from domain.kit.table.facts import TokenReplaced
from domain.kit.table.seats import Leave, NameCorrected, SeatLeft, SeatTaken, Substitute
from domain.match.match import Match
from domain.match.opening import check_name, name_as_kept
from domain.table.sent import Sent, check_seat, recorded


def as_kept(command: Substitute) -> Substitute:
    """The command with its name as it is kept; raises ``Refused`` for what is no name."""
    try:
        return replace(command, name=name_as_kept("name", str(command.name)))
    except BadOption as error:
        raise _refused(error) from None


def leave(match: Match, sent: Sent, command: Leave) -> Played:
    """Nobody sits there any more."""
    check_seat(match, command.seat)
    if sent.principal.role == "seat" and sent.principal.seat != command.seat:
        raise Refused("not-your-seat", "a seat can say only of itself that it leaves", "TB-82")
    if command.seat in match.state.empty_seats:
        raise Refused("illegal-move", "nobody sits at that seat, so nobody can leave it", "TB-82")
    return recorded(match, SeatLeft(command.seat))


def substitute(match: Match, sent: Sent, command: Substitute) -> Played:
    """Somebody else sits there from now on, with a token that nobody had; or is called by the right name."""
    check_seat(match, command.seat)
    seat, state, version = command.seat, match.state, match.version + 1
    if not command.correction and match.over:
        raise Refused("over", "the match is over, so nobody can sit down; a name can still be corrected", "TB-13")
    if not command.correction and seat not in state.empty_seats:
        detail = "somebody sits at that seat: they have to leave it first, or their name is corrected"
        raise Refused("illegal-move", detail, "TB-83")
    if sent.names is not None:
        _check_name(match, seat, str(command.name), sent.names())
    if command.correction:
        return recorded(match, NameCorrected(seat, version))
    working = state.copy()
    token = TokenReplaced("seat", state.token_number("seat", seat) + 1, revoked=False, seat=seat)
    return Played(working, happened(match.ruleset, working, (SeatTaken(seat, version), token)))


def _check_name(match: Match, seat: int, name: str, names: Sequence[str | None]) -> None:
    colours = [one["colour"] for one in match.opening["seats"]]
    others = [None if number == seat else other for number, other in enumerate(names)]
    try:
        check_name(match.ruleset, seat, name, others, colours)
    except BadOption as error:
        raise _refused(error) from None


def _refused(error: BadOption) -> Refused:
    return Refused("invalid", f"name: {error.detail}", error.rule)
