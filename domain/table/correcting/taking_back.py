"""Taking back: freely, with the consent of those concerned, or not without a ruling.

It is free while since then nobody else has decided, chance has not, and nothing secret was told. Which of the
three it is follows from the types of decisions and facts, never from hidden values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from domain.kit.facts import EVERYONE, Fact, Json
from domain.kit.guards import Refused
from domain.kit.play import Played, happened
from domain.kit.table.commands import TakeBack
from domain.kit.table.disputes import (
    Consent,
    ConsentAsked,
    ConsentGiven,
    ConsentRefused,
    RequestGranted,
    RequestWithdrawn,
)
from domain.kit.table.facts import SAID, LineChanged
from domain.match.line import Changes, changes_until, declined_with, effective_facts, is_struck
from domain.match.match import Match
from domain.match.principal import Principal
from domain.table.correcting.deciding_again import (
    AgainByCommand,
    DecidedAgain,
    History,
    after_taking_back,
    changed_line,
    corrected_until,
    is_of_the_game,
    spend,
    struck,
)
from domain.table.sent import Sent, recorded


@dataclass(frozen=True, slots=True)
class Wanted:
    """Decisions of one seat that somebody wants to take back: *asker* is the seat, or the role of an official."""

    seat: int
    asker: Json
    decisions: tuple[int, ...]


def take_back(match: Match, sent: Sent, command: TakeBack) -> Played:
    """Take back at once what may be taken back freely, or ask those concerned.

    The request pays for it: what everybody has agreed to later is never refused for its cost.
    """
    history = sent.history
    wanted = _wanted(match, sent.principal, command, history)
    spend(sent.work, history, min(wanted.decisions))
    asked = _to_be_asked(match, wanted, history)
    if asked is None:
        without = _without(match, history, wanted.decisions, sent.again, opens=False)
        working = without.state
        taken = [history[version] for version in wanted.decisions]
        changes = changes_until(history, match.version)
        follows = happened(match.ruleset, working, after_taking_back(match.ruleset, working, taken, changes))
        return Played(working, without.facts + follows)
    if match.state.over:
        raise Refused(
            "needs-consent", "other seats have to consent, but the match is over, so nobody can be asked", "TB-43"
        )
    if not sent.alone:
        detail = "other seats have to consent, but a batch cannot ask them; send this command alone"
        raise Refused("needs-consent", detail, "TB-43")
    return recorded(match, ConsentAsked(wanted.seat, wanted.asker, wanted.decisions, tuple(sorted(asked))))


def _wanted(match: Match, principal: Principal, command: TakeBack, history: History) -> Wanted:
    decisions = tuple(sorted({command.decision, *(command.also or ())}))
    changes = changes_until(history, match.version)
    seats = set()
    for version in decisions:
        if not 0 <= version < len(history):
            raise Refused("invalid", "there is no such decision", "TB-24")
        if version == 0:
            raise Refused("invalid", "decision 0 is the opening, and cannot be taken back", "TB-41")
        target = history[version]
        if not is_of_the_game(target) or target["automatic"] or not isinstance(target["actor"], dict):
            raise Refused(
                "illegal-move", "only a decision of the game that a seat made itself can be taken back", "TB-41"
            )
        if principal.role == "seat" and target["actor"]["seat"] != principal.seat:
            raise Refused("not-your-seat", "a seat can take back only its own decisions", "TB-41")
        if is_struck(version, changes):
            raise Refused("illegal-move", "that decision does not count any more", "TB-42")
        seats.add(target["actor"]["seat"])
    if len(seats) > 1:
        raise Refused("invalid", "only decisions of one seat can be taken back together", "TB-41")
    (seat,) = seats
    in_its_name = principal.role == "seat" or (principal.role == "scribe" and not match.hosted)
    return Wanted(seat, seat if in_its_name else principal.role, decisions)


def _to_be_asked(match: Match, wanted: Wanted, history: History) -> set[int] | None:
    """The seats that have to consent; None if it is free. Raises ``Refused`` where only a ruling can help."""
    changes = changes_until(history, match.version)
    start = min(wanted.decisions)
    since = [decision for decision in history[start:] if not is_struck(decision["version"], changes)]
    later = [decision for decision in since if is_of_the_game(decision) and decision["version"] > start]
    if any(decision["actor"] == "chance" for decision in later):
        raise Refused("needs-ruling", "chance has decided since; only a ruling can take this back", "TB-44")
    heeded = [*later, *(decision for decision in since if _has_consequences(decision, changes))]
    ruled = [one for one in heeded if not isinstance(one["actor"], dict) and not is_of_the_game(one)]
    if ruled and not match.state.over:
        raise Refused("needs-ruling", "an official has ruled since; only a ruling can take this back", "TB-44")
    decided = {
        decision["actor"]["seat"]
        for decision in heeded
        if isinstance(decision["actor"], dict) and not decision["automatic"]
        if not _by_the_way(match, decision, changes)
    }
    openings = [
        (fact, decision["actor"])
        for decision in since
        for fact in map(match.ruleset.fact_from_json, effective_facts(decision, changes))
        if fact.OPENS
    ]
    if decided <= {wanted.seat} and not openings:
        return None
    others = set(range(match.rules.seats)) - {wanted.seat}
    told = {seat for fact, actor in openings for seat in _told(fact, actor, match.rules.seats)}
    # What only the seat itself was told it may not look at for nothing: then all the others are asked.
    asked = (decided | told) & others or others
    return asked if wanted.asker == wanted.seat else asked | {wanted.seat}


def _has_consequences(decision: Mapping[str, Json], changes: Changes) -> bool:
    """Whether somebody said something at the table of which the game has made something."""
    if is_of_the_game(decision) or decision["automatic"] or decision["version"] == 0:
        return False
    counting = effective_facts(decision, changes)
    return any(fact["type"] not in SAID for fact in counting)


def _by_the_way(match: Match, decision: Mapping[str, Json], changes: Changes) -> bool:
    procedure = match.ruleset.procedure
    return procedure is not None and procedure.by_the_way(effective_facts(decision, changes))


def _told(fact: Fact, actor: Json, seats: int) -> Iterable[int]:
    """The seats that a fact tells something, by what its class declares."""
    audiences = [field.audience for field in fact.FIELDS if not field.public]
    if not audiences or any(audience.kind == "everyone" for audience in audiences):
        return range(seats)
    told: set[int] = set()
    for audience in audiences:
        named = [getattr(fact, name) for name in audience.fields]
        named += [actor["seat"]] if audience.kind == "actor" and isinstance(actor, dict) else []
        for seat in named:
            told |= set(range(seats)) if seat == EVERYONE else {seat} if isinstance(seat, int) else set(seat)
    return told


def _without(
    match: Match,
    history: History,
    decisions: Sequence[int],
    again: AgainByCommand,
    *,
    opens: bool,
    said: tuple[Fact, ...] = (),
) -> Played:
    """The match without these decisions, and without what was declined by them, each later one decided again.

    *said* are the facts before the change.
    """
    base = changes_until(history, match.version)
    known = corrected_until(match.ruleset, history, match.version)
    declined = [offer for version in decisions for offer in declined_with(history, version) if offer not in known]
    left_out = [*decisions, *(offer for offer in declined if not is_struck(offer, base))]
    fixed = {version: struck(version) for version in left_out}
    start = min(left_out)
    followed = DecidedAgain(match, history, base, fixed, start=start, again=again, opens=opens, corrected=known)
    return changed_line(match, history, said, LineChanged(start, TakeBack.TYPE, tuple(followed.changes)))


# -- consents -----------------------------------------------------------------------------------------------


def answers_for(match: Match, principal: Principal, seat: int) -> bool:
    """Whether the principal answers for a seat because nobody sits there: the arbiter."""
    return principal.role == "arbiter" and seat in match.state.empty_seats


def consent(match: Match, sent: Sent, command: Consent) -> Played:
    """A seat that was asked answers, or the asker withdraws."""
    asked, seat = match.state.consent, sent.seat
    speaks = sent.principal.role if seat is None else seat
    if seat is not None and seat in asked["left"]:
        fact: Fact = ConsentGiven(seat) if command.agree else ConsentRefused(seat)
    elif sent.principal.role == "arbiter" and asked["by"] != speaks:
        raise Refused("invalid", "the arbiter has to name the empty seat that is asked", "TB-85")
    elif command.agree:
        detail = "the seat that asked has already agreed; it can only withdraw the request"
        raise Refused("illegal-move", detail, "TB-45")
    else:
        fact = RequestWithdrawn(asked["seat"])
    return recorded(match, fact)


def granted(match: Match, history: History, again: AgainByCommand) -> tuple[Json, TakeBack, Played]:
    """Everybody has agreed: who takes back, the command that follows by itself, and what comes of it."""
    asked = match.state.consent
    first, *also = asked["decisions"]
    asker = {"seat": asked["by"]} if isinstance(asked["by"], int) else asked["by"]
    said = (RequestGranted(asked["seat"]),)
    played = _without(match, history, asked["decisions"], again, opens=True, said=said)
    return asker, TakeBack(first, also=tuple(also) or None), played
