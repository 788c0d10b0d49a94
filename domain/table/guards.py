"""Guards of the table: what must hold before a command of the table is looked at, each with its rule and refusal.

They are propositions about the match and about who sends the command. They read what everybody at the table sees,
so no refusal tells anything new. What a command says is checked where it is decided.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from domain.kit.guards import Refused
from domain.match.match import Match
from domain.match.principal import Principal

Proposition: TypeAlias = Callable[[Match, Principal], bool]


@dataclass(frozen=True, slots=True)
class TableGuard:
    """One rule that commands of the table must keep.

    *reference* is the number of the rule, *code* the code of the refusal, *refusal* what is said where *predicate*
    does not hold.
    """

    reference: str
    code: str
    predicate: Proposition
    refusal: str

    def objection(self, match: Match, principal: Principal) -> Refused | None:
        """The refusal; None if the rule is kept."""
        if self.predicate(match, principal):
            return None
        return Refused(self.code, self.refusal, self.reference)

    @property
    def name(self) -> str:
        """The name of the proposition."""
        return self.predicate.__name__


# -- propositions -------------------------------------------------------------------------------------------


def record_is_open(match: Match, _: Principal) -> bool:
    """Something can still be added."""
    return not match.state.closed


def match_is_not_frozen(match: Match, _: Principal) -> bool:
    """The match is not frozen; one that is over is not held up by that."""
    return bool(match.state.status != "frozen")


def nobody_is_asked(match: Match, _: Principal) -> bool:
    """No seat is asked to consent."""
    return match.state.consent is None


def match_is_not_over(match: Match, _: Principal) -> bool:
    """The game has not ended."""
    return not match.over


def match_is_over(match: Match, _: Principal) -> bool:
    """The game has ended."""
    return match.over


def match_is_not_abandoned(match: Match, _: Principal) -> bool:
    """The match was not given up."""
    return bool(match.state.status != "abandoned")


def match_is_recorded(match: Match, _: Principal) -> bool:
    """Somebody writes down what happens at a real table."""
    return not match.hosted


def scribe_records_it(match: Match, principal: Principal) -> bool:
    """The sender is no scribe, or the match is recorded."""
    return principal.role != "scribe" or not match.hosted


def something_was_decided(match: Match, _: Principal) -> bool:
    """There is more than the opening."""
    return match.version > 0


def something_is_unknown(match: Match, _: Principal) -> bool:
    """The record has gaps."""
    return bool(match.state.has_gaps)


def end_is_proposed(match: Match, _: Principal) -> bool:
    """By the rules the match has come to its end, and nobody has confirmed that."""
    return match.state.proposed is not None


def signature_is_due(match: Match, _: Principal) -> bool:
    """The result has to be signed."""
    return match.awaits_signature


def signature_is_not_due(match: Match, _: Principal) -> bool:
    """The result has been signed, or does not have to be."""
    return not match.awaits_signature


def match_was_frozen(match: Match, _: Principal) -> bool:
    """Somebody has frozen the match, and nobody has resumed it."""
    return bool(match.state.frozen)


def something_was_ruled(match: Match, _: Principal) -> bool:
    """There is a ruling."""
    return bool(match.state.ruled)


def somebody_is_asked(match: Match, _: Principal) -> bool:
    """Seats are asked to consent to something."""
    return match.state.consent is not None


def sender_is_asked(match: Match, principal: Principal) -> bool:
    """The sender is asked to consent, has asked for it, or enters the answers of the seats.

    The arbiter answers for seats at which nobody sits.
    """
    consent = match.state.consent
    if principal.role == "scribe" and not match.hosted:
        return True
    if principal.role == "arbiter" and {*consent["left"], consent["by"]} & {*match.state.empty_seats}:
        return True
    return principal.seat in consent["left"] or consent["by"] in (principal.seat, principal.role)


def contributions_are_asked(match: Match, _: Principal) -> bool:
    """Chance is joint, and not all seats have contributed to it."""
    return match.state.joining is not None and match.state.joining["asked"] == "commitment"


def openings_are_asked(match: Match, _: Principal) -> bool:
    """All seats have contributed to chance, and not all have opened what."""
    return match.state.joining is not None and match.state.joining["asked"] == "value"


def seat_is_awaited(match: Match, principal: Principal) -> bool:
    """The match waits for the sender's seat."""
    return bool(match.state.awaits_seat(principal.seat))


def sender_has_no_open_call(match: Match, principal: Principal) -> bool:
    """No call of the sender is open."""
    return all(one["by"] != principal.at_the_table for one in match.state.calls)


def a_call_is_open(match: Match, _: Principal) -> bool:
    """Somebody has called for an arbiter, and nobody has ended that."""
    return bool(match.state.calls)


def somebody_sits_there(match: Match, principal: Principal) -> bool:
    """Somebody sits at the seat of the sender, if it is a seat."""
    return principal.seat not in match.state.empty_seats


# -- guards -------------------------------------------------------------------------------------------------

OPEN = TableGuard("TB-12", "closed", record_is_open, "the record of this match is closed")
NOT_FROZEN = TableGuard("TB-14", "frozen", match_is_not_frozen, "the match is frozen until the arbiter resumes it")
NOBODY_ASKED = TableGuard(
    "TB-15", "consent-pending", nobody_is_asked, "the match waits for seats that were asked to consent"
)
NOT_OVER = TableGuard("TB-13", "over", match_is_not_over, "the match is over")
NOT_ABANDONED = TableGuard(
    "TB-34", "over", match_is_not_abandoned, "the match was given up, so there is nothing to rule"
)
SCRIBE_ASSERTS = TableGuard(
    "TB-10",
    "forbidden",
    scribe_records_it,
    "the scribe of a hosted match has nothing to record, and cannot assert anything",
)
SCRIBE_CORRECTS = TableGuard(
    "TB-10", "forbidden", scribe_records_it, "in a hosted match only the arbiter can correct the record"
)
NOTHING_HIDDEN = TableGuard(
    "TB-11",
    "forbidden",
    match_is_recorded,
    "table.reveal is for recorded matches only: in a hosted match the log knows every value",
)
NOTHING_MISSING = TableGuard(
    "TB-11",
    "forbidden",
    match_is_recorded,
    "this is for recorded matches only: in a hosted match no piece is unknown or missing",
)
DECIDED = TableGuard("TB-56", "illegal-move", something_was_decided, "there is nothing to correct yet")
UNKNOWN = TableGuard(
    "TB-46", "illegal-move", something_is_unknown, "in this match there is nothing unknown that could be told"
)
PROPOSED = TableGuard(
    "TB-51",
    "not-awaited",
    end_is_proposed,
    "no end is proposed that could be confirmed; a hosted match ends automatically",
)
OVER = TableGuard(
    "TB-52",
    "not-over",
    match_is_over,
    "only a match that is over can be signed or closed; before that, table.abandon gives it up",
)
SIGNED = TableGuard(
    "TB-53",
    "not-signed",
    signature_is_not_due,
    "the result has to be signed first, with “Sign the result” (table.sign)",
)
TO_BE_SIGNED = TableGuard(
    "TB-53",
    "illegal-move",
    signature_is_due,
    "no signature is due: the match is played without signatures, or the result is already signed",
)
FROZEN = TableGuard("TB-33", "illegal-move", match_was_frozen, "the match is not frozen")
RULED = TableGuard("TB-32", "illegal-move", something_was_ruled, "nothing has been ruled yet")
ASKED = TableGuard("TB-45", "not-awaited", somebody_is_asked, "nobody is asked to consent to anything")
SENDER_ASKED = TableGuard(
    "TB-45", "consent-pending", sender_is_asked, "other seats are asked to consent, not the sender of this command"
)
CONTRIBUTIONS_ASKED = TableGuard(
    "TB-73",
    "not-awaited",
    contributions_are_asked,
    "no seat is asked to contribute to chance: that is so only with chance = joint, before the match begins",
)
OPENINGS_ASKED = TableGuard(
    "TB-73",
    "not-awaited",
    openings_are_asked,
    "no contribution is to be opened: that is so only with chance = joint, when all seats have contributed",
)
NOT_CONTRIBUTED = TableGuard(
    "TB-73", "not-awaited", seat_is_awaited, "this seat has done so already, and waits for the others"
)
NOT_CALLING = TableGuard(
    "TB-76", "illegal-move", sender_has_no_open_call, "an earlier call of the same sender is still open"
)
CALLED = TableGuard("TB-77", "illegal-move", a_call_is_open, "no call for an arbiter is open")
RECORDED = TableGuard(
    "TB-78",
    "forbidden",
    match_is_recorded,
    "the board of a hosted match is not countersigned: beside the record there is no other",
)
SEATED = TableGuard(
    "TB-84", "not-awaited", somebody_sits_there, "nobody sits at this seat, so nobody contributes to chance for it"
)
SENDER_SEATED = TableGuard(
    "TB-82", "illegal-move", somebody_sits_there, "nobody sits at this seat any more, so nobody can leave it"
)
