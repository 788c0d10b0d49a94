"""Commands that every game has: one row for each, with who may send it, when, and what decides it.

The row of a command is all that there is to know of it beside what it says itself. From the rows follow what
somebody may send now, why something is refused, and what the documentation says. The rules that guards name are
in ``rules.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from domain.kit.facts import Command, Fact, Json
from domain.kit.guards import Refused
from domain.kit.play import Played, is_stuck
from domain.kit.ruleset import Ruleset
from domain.kit.state import State
from domain.kit.table.calling import Attend, Call
from domain.kit.table.commands import (
    Abandon,
    Amend,
    Assert,
    Close,
    Confirm,
    Identify,
    Missing,
    Note,
    ReplaceToken,
    Reveal,
    TakeBack,
    Tell,
)
from domain.kit.table.countersigning import Countersign
from domain.kit.table.disputes import (
    Accuse,
    Appeal,
    Consent,
    Freeze,
    MatchFrozen,
    MatchResumed,
    Remind,
    ResultSigned,
    Resume,
    Rule,
    Sign,
    Stall,
)
from domain.kit.table.facts import MatchAbandoned, MatchClosed, MatchEnded, NoteMade, TokenReplaced
from domain.kit.table.joining import Contribute, OpenContribution
from domain.kit.table.seats import Leave, Substitute
from domain.kit.table.telling import identify, missing, tell
from domain.kit.words.refusing import naming
from domain.kit.words.values import COMMAND
from domain.match.match import Match
from domain.match.principal import Principal, Role
from domain.match.work import LONGEST, check_shorter
from domain.table import asserting, calling, contributing, countersigning, guards, rulings, seating
from domain.table.correcting import amending, taking_back
from domain.table.correcting.deciding_again import Again, AgainByCommand, History
from domain.table.correcting.taking_back import answers_for
from domain.table.guards import TableGuard
from domain.table.sent import Sent, check_seat, recorded

RESERVE = 1_000
"""Decisions behind that which are left to officials, to bring it to an end."""

Decider: TypeAlias = Callable[[Match, Sent, Any], Played]


@dataclass(frozen=True, slots=True)
class TableCommand:
    """One command of the table.

    *roles* may send it (none: it follows by itself), *guards* must hold then, and *decide* says what it brings
    about. It passes while the match is frozen if *while_frozen*, and while seats are asked to consent if
    *while_asked*. *reads_log* says that it is judged on the whole log.

    *again* decides it again where an earlier decision has changed. Without it, what was said stays, and what the
    game makes of that is worked out again.

    Where a match is too long, what *ends* something passes always: it settles something that cannot come again, so
    it cannot go on for ever. What *winds_up* passes within the reserve. *offered_when_over* is false for what is
    possible when the match is over, but is nothing to be offered then.
    """

    command: type[Command]
    roles: tuple[Role, ...]
    decide: Decider
    guards: tuple[TableGuard, ...] = ()
    while_frozen: bool = False
    while_asked: bool = False
    reads_log: bool = False
    winds_up: bool = False
    ends: bool = False
    offered_when_over: bool = True
    again: Again | None = None

    def all_guards(self) -> Iterator[TableGuard]:
        """What must hold, in the order in which it is asked: first what stops a match, then the row's own."""
        yield guards.OPEN
        if not self.while_frozen:
            yield guards.NOT_FROZEN
        if not self.while_asked:
            yield guards.NOBODY_ASKED
        yield from self.guards

    def objection(self, match: Match, principal: Principal) -> Refused | None:
        """Why the principal may not send it now; None if they may."""
        if principal.role not in self.roles:
            text = f"“{{command}}” ({self.command.TYPE}) is for {_listed(self.roles)}"
            detail = naming(match.ruleset, match.rules, text, command=(COMMAND, self.command.TYPE))
            return Refused("forbidden", detail, "TB-1")
        for guard in self.all_guards():
            if (objection := guard.objection(match, principal)) is not None:
                return objection
        return None

    def fits(self, match: Match, principal: Principal, longest: int) -> bool:
        """Whether the match is short enough for another one by this principal."""
        if match.version < longest or self.ends:
            return True
        return self.winds_up and principal.role != "seat" and match.version < longest + RESERVE


def _listed(roles: Sequence[Role]) -> str:
    *others, last = ("a seat" if role == "seat" else f"the {role}" for role in roles or ("service alone",))
    return f"{', '.join(others)} and {last}" if others else last


# -- what decides ---------------------------------------------------------------------------------------------


def _note(match: Match, _: Sent, command: Note) -> Played:
    if command.about is not None and command.about > match.version:
        raise Refused("invalid", f"there is no decision {command.about} to make a note about", "TB-24")
    return recorded(match, NoteMade(command.about))


def _replace_token(match: Match, sent: Sent, command: ReplaceToken) -> Played:
    if (command.role == "seat") != (command.seat is not None):
        raise Refused("invalid", 'the role "seat" needs the number of a seat; no other role has one', "TB-61")
    if command.seat is not None:
        check_seat(match, command.seat)
    own = sent.principal.role == "seat"
    if own and command.seat != sent.principal.seat:
        raise Refused("not-your-seat", "a seat can replace no token but its own", "TB-86")
    if own and command.revoke:
        raise Refused("invalid", "a seat cannot be left without a token by itself", "TB-86")
    number = match.state.token_number(command.role, command.seat) + 1
    return recorded(match, TokenReplaced(command.role, number, command.revoke, command.seat, own or None))


def _confirm(match: Match, _: Sent, __: Confirm) -> Played:
    return recorded(match, MatchEnded(match.state.proposed))


def _sign(match: Match, sent: Sent, _: Sign) -> Played:
    return recorded(match, ResultSigned(sent.principal.role))


def _abandon(match: Match, _: Sent, __: Abandon) -> Played:
    return recorded(match, MatchAbandoned(contributing.missing(match)))


def _brings_about(fact: type[Fact]) -> Decider:
    """What decides a command that says nothing but that it is so."""
    return lambda match, *_: recorded(match, fact())


def _by_ruleset(decide: Callable[[Any, Any, Any], Played]) -> Decider:
    """What decides a command by what the ruleset says of places, for every sender."""
    return lambda match, _, command: decide(match.ruleset, match.state, command)


def _never(*_: Any) -> Played:
    raise AssertionError("nobody sends this")


# -- what decides again ---------------------------------------------------------------------------------------


def _told_again(decide: Callable[[Any, Any, Any], Played]) -> Again:
    """What was told of places is told again; it may not fit any more."""
    return lambda ruleset, state, command, _: decide(ruleset, state, command).facts


def _confirmed_again(_: Ruleset[Any], state: State, __: Confirm, ___: Sequence[Fact]) -> Sequence[Fact]:
    if state.proposed is None:
        raise Refused("not-awaited", "no end is proposed any more", "TB-51")
    return (MatchEnded(state.proposed),)


def _stalled_again(ruleset: Ruleset[Any], state: State, _: Stall, recorded: Sequence[Fact]) -> Sequence[Fact]:
    if not is_stuck(ruleset, state) and ruleset.automatic(state) is None:
        raise Refused("not-awaited", "somebody can act, so the match is not stalled", "TB-17")
    return recorded


def _as_recorded(_: Ruleset[Any], __: State, ___: Command, recorded: Sequence[Fact]) -> Sequence[Fact]:
    return recorded


# -- the table ------------------------------------------------------------------------------------------------

SPEAKERS: tuple[Role, ...] = ("seat", "arbiter", "scribe")
"""The roles that say something at the table."""
WITNESSES: tuple[Role, ...] = ("seat", "scribe")
"""The roles that are at the table: they call for an arbiter, and countersign."""
RECORDERS: tuple[Role, ...] = ("scribe", "arbiter")
"""The roles that say what happened at a real table."""
SEATS: tuple[Role, ...] = ("seat",)
ARBITER: tuple[Role, ...] = ("arbiter",)
HOSTS: tuple[Role, ...] = ("host", "arbiter")
"""The roles that bring a match to an end."""

_ROWS = (
    TableCommand(Note, SPEAKERS, _note, while_frozen=True, while_asked=True),
    TableCommand(
        Contribute,
        SEATS,
        contributing.contribute,
        guards=(guards.CONTRIBUTIONS_ASKED, guards.NOT_CONTRIBUTED, guards.SEATED),
        ends=True,
    ),
    TableCommand(
        OpenContribution,
        SEATS,
        contributing.open_contribution,
        guards=(guards.OPENINGS_ASKED, guards.NOT_CONTRIBUTED, guards.SEATED),
        ends=True,
    ),
    TableCommand(TakeBack, SPEAKERS, taking_back.take_back, reads_log=True, offered_when_over=False),
    TableCommand(
        Consent,
        SPEAKERS,
        taking_back.consent,
        guards=(guards.ASKED, guards.SENDER_ASKED),
        while_asked=True,
        ends=True,
    ),
    TableCommand(Accuse, SPEAKERS, rulings.accuse, while_frozen=True, while_asked=True),
    TableCommand(Remind, SPEAKERS, rulings.remind),
    TableCommand(Appeal, SPEAKERS, rulings.appeal, guards=(guards.RULED,), while_frozen=True, reads_log=True),
    TableCommand(
        Tell, RECORDERS, _by_ruleset(tell), guards=(guards.NOT_OVER, guards.UNKNOWN), again=_told_again(tell)
    ),
    TableCommand(
        Amend,
        RECORDERS,
        amending.amend,
        guards=(guards.SCRIBE_CORRECTS, guards.DECIDED),
        reads_log=True,
    ),
    TableCommand(
        Reveal,
        RECORDERS,
        amending.reveal,
        guards=(guards.NOTHING_HIDDEN, guards.DECIDED),
        reads_log=True,
    ),
    TableCommand(
        Identify,
        RECORDERS,
        _by_ruleset(identify),
        guards=(guards.NOT_OVER, guards.NOTHING_MISSING, guards.UNKNOWN),
        again=_told_again(identify),
    ),
    TableCommand(
        Missing,
        RECORDERS,
        _by_ruleset(missing),
        guards=(guards.NOTHING_MISSING,),
        again=_told_again(missing),
    ),
    TableCommand(
        Confirm,
        RECORDERS,
        _confirm,
        guards=(guards.NOT_OVER, guards.PROPOSED),
        ends=True,
        again=_confirmed_again,
    ),
    TableCommand(Assert, SPEAKERS, asserting.asserted, guards=(guards.SCRIBE_ASSERTS,)),
    TableCommand(Call, WITNESSES, calling.call, guards=(guards.NOT_CALLING,), while_frozen=True, while_asked=True),
    TableCommand(
        Attend,
        ARBITER,
        calling.attend,
        guards=(guards.CALLED,),
        while_frozen=True,
        while_asked=True,
        winds_up=True,
    ),
    TableCommand(
        Countersign,
        WITNESSES,
        countersigning.countersign,
        guards=(guards.RECORDED,),
        while_frozen=True,
        while_asked=True,
    ),
    TableCommand(
        Freeze,
        ARBITER,
        _brings_about(MatchFrozen),
        guards=(guards.NOT_OVER,),
        while_asked=True,
        winds_up=True,
    ),
    TableCommand(
        Resume,
        ARBITER,
        _brings_about(MatchResumed),
        guards=(guards.FROZEN,),
        while_frozen=True,
        while_asked=True,
        ends=True,
    ),
    TableCommand(
        Rule,
        ARBITER,
        rulings.rule,
        guards=(guards.NOT_ABANDONED,),
        while_frozen=True,
        while_asked=True,
        reads_log=True,
        winds_up=True,
    ),
    TableCommand(Stall, (), _never, again=_stalled_again),
    TableCommand(Sign, HOSTS, _sign, guards=(guards.OVER, guards.TO_BE_SIGNED), ends=True),
    TableCommand(
        Abandon,
        HOSTS,
        _abandon,
        guards=(guards.NOT_OVER,),
        while_asked=True,
        ends=True,
        again=_as_recorded,
    ),
    TableCommand(Close, HOSTS, _brings_about(MatchClosed), guards=(guards.OVER, guards.SIGNED), ends=True),
    TableCommand(ReplaceToken, (*SEATS, *HOSTS), _replace_token, while_asked=True, winds_up=True),
    TableCommand(
        Leave,
        (*SEATS, *HOSTS),
        seating.leave,
        guards=(guards.NOT_OVER, guards.SENDER_SEATED),
        while_frozen=True,
        while_asked=True,
        winds_up=True,
    ),
    TableCommand(
        Substitute,
        HOSTS,
        seating.substitute,
        while_frozen=True,
        while_asked=True,
        winds_up=True,
        offered_when_over=False,
    ),
)
TABLE: Mapping[type[Command], TableCommand] = {row.command: row for row in _ROWS}
"""The row of each command of the table, in the order in which they are listed."""
READ_THE_LOG: tuple[type[Command], ...] = tuple(row.command for row in _ROWS if row.reads_log)
"""Commands that are judged on the whole log."""
AGAIN: AgainByCommand = {row.command: row.again for row in _ROWS if row.again is not None}
"""What decides the commands of the table again that did more than say something."""


# -- asking it ------------------------------------------------------------------------------------------------


def may_send(match: Match, principal: Principal, longest: int = LONGEST) -> list[str]:
    """The types of the ``table.*`` commands that this principal may send now."""
    return [
        command.TYPE
        for command, row in TABLE.items()
        if row.objection(match, principal) is None
        and row.fits(match, principal, longest)
        and (row.offered_when_over or not match.over)
    ]


def check_length(match: Match, principal: Principal, command: type[Command], longest: int) -> None:
    """Raise :class:`Refused` where the match is too long for this."""
    if not TABLE[command].fits(match, principal, longest):
        check_shorter(match.version, longest)


def check_sender(match: Match, principal: Principal, command: type[Command]) -> None:
    """Raise :class:`Refused` unless the principal may send commands of this type now."""
    objection = TABLE[command].objection(match, principal)
    if objection is not None:
        raise objection


def seat_of(match: Match, principal: Principal, command: Command, seat: int | None) -> int | None:
    """The seat that sends it: the token's, or the one in whose name the scribe of a recorded match consents.

    For a seat at which nobody sits the arbiter does.
    """
    if isinstance(command, Consent) and seat is not None and answers_for(match, principal, seat):
        return seat
    if isinstance(command, Consent) and principal.role == "scribe" and not match.hosted:
        if seat is None:
            raise Refused("invalid", "the scribe has to name the seat that answers", "TB-6")
        check_seat(match, seat)
        if seat in match.state.empty_seats:
            raise Refused("forbidden", "nobody sits at that seat, so the arbiter answers for it", "TB-85")
        return seat
    if seat not in (None, principal.seat):
        code = "not-your-seat" if principal.role == "seat" else "invalid"
        raise Refused(code, f"{command.TYPE} cannot be sent for another seat", "TB-3")
    return principal.seat


def decide_table(match: Match, sent: Sent) -> Played:
    """What a command of the table brings about."""
    return TABLE[type(sent.command)].decide(match, replace(sent, again=AGAIN), sent.command)


def decide_granted(match: Match, history: History) -> tuple[Json, TakeBack, Played]:
    """Everybody has agreed to a take-back: who takes back, the command that follows by itself, what it does."""
    return taking_back.granted(match, history, AGAIN)
