"""Commands that every game has, and who may send them: what is said, taken back, told, ruled and closed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.kit.facts import Command, Fact
from domain.kit.guards import Refused
from domain.kit.play import Played, happened
from domain.kit.state import State
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
from domain.kit.table.telling import identify, missing, tell
from domain.match.match import Match
from domain.match.principal import Principal
from domain.match.work import UNBOUNDED, Work
from domain.table import amending, asserting, rulings, taking_back
from domain.table.deciding_again import History

WHO_MAY: Mapping[type[Command], tuple[str, ...]] = {
    Note: ("seat", "arbiter", "scribe"),
    TakeBack: ("seat", "arbiter", "scribe"),
    Consent: ("seat", "arbiter", "scribe"),
    Accuse: ("seat", "arbiter", "scribe"),
    Remind: ("seat", "arbiter", "scribe"),
    Appeal: ("seat", "arbiter", "scribe"),
    Tell: ("scribe", "arbiter"),
    Amend: ("scribe", "arbiter"),
    Reveal: ("scribe", "arbiter"),
    Identify: ("scribe", "arbiter"),
    Missing: ("scribe", "arbiter"),
    Confirm: ("scribe", "arbiter"),
    Assert: ("seat", "arbiter", "scribe"),
    Freeze: ("arbiter",),
    Resume: ("arbiter",),
    Rule: ("arbiter",),
    Stall: (),
    Sign: ("host", "arbiter"),
    Abandon: ("host", "arbiter"),
    Close: ("host", "arbiter"),
    ReplaceToken: ("host", "arbiter"),
}
"""Which roles may send a command of the table."""
WHILE_FROZEN = (Note, Rule, Resume, Appeal, Accuse)
WHILE_ASKED = (Consent, Note, Accuse, Freeze, Resume, Rule, Abandon, ReplaceToken)
"""What passes while a match is frozen, and while seats are asked to consent."""
LONGEST = 50_000
"""Decisions after which a match is too long, if the operator sets nothing else: no table has ever made as many."""
RESERVE = 1_000
"""Decisions behind that which are left to officials, to bring it to an end."""
WIND_UP = (Rule, Freeze, ReplaceToken)
ENDS = (Resume, Consent, Confirm, Sign, Abandon, Close)
"""What passes where a match is too long: within the reserve, and always. What passes always cannot go on for ever:
each of them settles something that then cannot come again."""
READ_THE_LOG = (TakeBack, Rule, Appeal, Amend, Reveal)
"""Commands that are judged on the whole log."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A command of the table as it was sent: by whom, for which *seat*, and whether *alone* or in a batch.

    *history* is the log in full, for the commands in ``READ_THE_LOG``; *watch* says where the record changed, for
    assertions; *work* is what the request may cost.
    """

    principal: Principal
    command: Command
    seat: int | None
    history: History = ()
    alone: bool = True
    watch: asserting.Watch | None = None
    work: Work = UNBOUNDED


def may_send(match: Match, principal: Principal, longest: int = LONGEST) -> list[str]:
    """The types of the ``table.*`` commands that this principal may send now."""
    listed = [command for command in WHO_MAY if _objection(match, principal, command) is None]
    listed = [command for command in listed if fits(match, command, longest)]
    return [command.TYPE for command in listed if not (command is TakeBack and match.over)]


def fits(match: Match, command: type[Command], longest: int) -> bool:
    """Whether the match is short enough for another command of this type."""
    if match.version < longest or command in ENDS:
        return True
    return command in WIND_UP and match.version < longest + RESERVE


def check_length(match: Match, command: type[Command], longest: int) -> None:
    """Raise :class:`Refused` where the match is too long for this; what follows by itself is never too much."""
    if not fits(match, command, longest):
        raise Refused(
            "match-too-long",
            f"this match has {match.version:,} decisions, and may have {longest:,}; an official can still end it",
        )


def check_sender(match: Match, principal: Principal, command: type[Command]) -> None:
    """Raise :class:`Refused` unless the principal may send commands of this type now."""
    objection = _objection(match, principal, command)
    if objection is not None:
        raise objection


def _objection(match: Match, principal: Principal, command: type[Command]) -> Refused | None:
    state: State = match.state
    if principal.role not in WHO_MAY[command]:
        who = _listed(WHO_MAY[command]) or "nobody: it follows by itself"
        return Refused("forbidden", f"{command.TYPE} is for {who}")
    if state.closed:
        return Refused("closed", "the record of this match is closed")
    if state.status == "frozen" and command not in WHILE_FROZEN:
        return Refused("frozen", "the match is frozen until the arbiter resumes it")
    if state.consent is not None and command not in WHILE_ASKED:
        return Refused("consent-pending", "the match waits for seats that were asked to consent")
    return _untimely(match, principal, command)


def _untimely(match: Match, principal: Principal, command: type[Command]) -> Refused | None:
    state: State = match.state
    if command in (Abandon, Tell, Identify, Freeze, Confirm) and state.over:
        return Refused("over", "the match is over")
    if command is Rule and state.status == "abandoned":
        return Refused("over", "the match was abandoned; there is nothing to rule any more")
    if command is Assert and principal.role == "scribe" and match.hosted:
        return Refused("forbidden", "in a hosted match there is nothing to record, and no scribe asserts anything")
    if command is Amend and principal.role == "scribe" and match.hosted:
        return Refused("forbidden", "a hosted match is not the scribe's to correct")
    if command is Reveal and match.hosted:
        return Refused("forbidden", "in a hosted match nothing is unknown")
    if command in (Amend, Reveal) and match.version == 0:
        return Refused("illegal-move", "there is nothing to correct yet")
    if command is Confirm and state.proposed is None:
        return Refused("not-awaited", "no end is proposed; a hosted match ends by itself")
    if command in (Sign, Close) and not state.over:
        return Refused("not-over", "only a match that is over can be signed or closed; it can be abandoned")
    if command is Close and match.awaits_signature:
        return Refused("not-signed", "the result has to be signed first")
    if command is Sign and not match.awaits_signature:
        return Refused("illegal-move", "no signature is due")
    if command in (Identify, Missing) and match.hosted:
        return Refused("forbidden", "in a hosted match nothing is unknown, and nothing is missing from the set")
    if command in (Tell, Identify) and not state.has_gaps:
        return Refused("illegal-move", "nothing is unknown in this match")
    if command is Resume and not state.frozen:
        return Refused("illegal-move", "the match is not frozen")
    if command is Appeal and not state.ruled:
        return Refused("illegal-move", "nothing has been ruled yet")
    if command is Consent:
        return _not_asked(match, principal)
    return None


def _not_asked(match: Match, principal: Principal) -> Refused | None:
    consent = match.state.consent
    if consent is None:
        return Refused("not-awaited", "nobody is asked to consent to anything")
    if principal.role == "scribe" and not match.hosted:
        return None
    if principal.seat in consent["left"] or consent["by"] in (principal.seat, principal.role):
        return None
    return Refused("consent-pending", "others are asked to consent")


def _listed(roles: Sequence[str]) -> str:
    return ", ".join(roles)


def seat_of(match: Match, principal: Principal, command: Command, seat: int | None) -> int | None:
    """The seat that sends it: the token's, or the one in whose name the scribe of a recorded match consents."""
    if isinstance(command, Consent) and principal.role == "scribe" and not match.hosted:
        if seat is None:
            raise Refused("invalid", "a scribe's consent names its seat")
        if not 0 <= seat < match.rules.seats:
            raise Refused("invalid", "there is no such seat")
        return seat
    if seat not in (None, principal.seat):
        code = "not-your-seat" if principal.role == "seat" else "invalid"
        raise Refused(code, f"nobody sends {command.TYPE} for somebody else")
    return principal.seat


def decide_table(match: Match, sent: Sent) -> Played:
    """What a command of the table brings about."""
    return DECIDERS[type(sent.command)](match, sent, sent.command)


def _note(match: Match, _: Sent, command: Note) -> Played:
    if command.about is not None and command.about > match.version:
        raise Refused("invalid", "there is no such decision to make a note about")
    return _recorded(match, NoteMade(command.about))


def _replace_token(match: Match, _: Sent, command: ReplaceToken) -> Played:
    if (command.role == "seat") != (command.seat is not None):
        raise Refused("invalid", "seat names whose token it is for the role seat, and stands with no other")
    if command.seat is not None and not command.seat < match.rules.seats:
        raise Refused("invalid", "there is no such seat")
    number = match.state.token_number(command.role, command.seat) + 1
    return _recorded(match, TokenReplaced(command.role, number, command.revoke, command.seat))


def _assert(match: Match, sent: Sent, command: Assert) -> Played:
    assert sent.watch is not None
    return asserting.asserted(match, sent.principal, command, sent.watch)


def _take_back(match: Match, sent: Sent, command: TakeBack) -> Played:
    return taking_back.take_back(match, sent.principal, command, sent.history, sent.work, alone=sent.alone)


DECIDERS: Mapping[type[Command], Callable[[Match, Sent, Any], Played]] = {
    Note: _note,
    TakeBack: _take_back,
    Consent: lambda match, sent, command: taking_back.consent(match, sent.seat, command),
    Accuse: lambda match, sent, command: rulings.accuse(match, sent.principal, command),
    Remind: lambda match, sent, command: rulings.remind(match, sent.principal, command),
    Appeal: lambda match, sent, command: rulings.appeal(match, sent.principal, command, sent.history),
    Tell: lambda match, _, command: tell(match.ruleset, match.state, command),
    Amend: lambda match, sent, command: amending.amend(
        match, sent.principal.role, command, sent.history, sent.work
    ),
    Reveal: lambda match, sent, command: amending.reveal(match, command, sent.history, sent.work),
    Identify: lambda match, _, command: identify(match.ruleset, match.state, command),
    Missing: lambda match, _, command: missing(match.ruleset, match.state, command),
    Confirm: lambda match, _, __: _recorded(match, MatchEnded(match.state.proposed)),
    Assert: lambda match, sent, command: _assert(match, sent, command),
    Freeze: lambda match, _, __: _recorded(match, MatchFrozen()),
    Resume: lambda match, _, __: _recorded(match, MatchResumed()),
    Rule: lambda match, sent, command: rulings.rule(match, command, sent.history, sent.work),
    Sign: lambda match, sent, _: _recorded(match, ResultSigned(sent.principal.role)),
    Abandon: lambda match, _, __: _recorded(match, MatchAbandoned()),
    Close: lambda match, _, __: _recorded(match, MatchClosed()),
    ReplaceToken: _replace_token,
}


def _recorded(match: Match, fact: Fact) -> Played:
    working = match.state.copy()
    return Played(working, happened(match.ruleset, working, (fact,)))
