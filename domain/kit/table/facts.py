"""Facts that every game has, and how each is written down."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from domain.kit.facts import Fact, Hidden, Json, Of, Text, Thing, Things, everyone, nested, owner, text
from domain.kit.state import State, token_owner
from domain.kit.table import calling, countersigning, disputes, joining, seats
from domain.kit.written.evidence import canonical


@dataclass(frozen=True, slots=True)
class Awaited(Fact):
    """Who must decide now: seats, chance, somebody who tells a place, or who confirms the end.

    *due* names the command of chance; or the one that follows by itself, of a seat or of the whole ``"table"``.
    """

    who: Annotated[tuple[Json, ...], everyone]
    due: Annotated[str | None, everyone, Of("command")] = None


@dataclass(frozen=True, slots=True)
class MatchEnded(Fact, opens=True):
    """The match has been played to its end; *outcome* says who won, in what order, by which scores."""

    outcome: Annotated[Mapping[str, Json], everyone]


@dataclass(frozen=True, slots=True)
class EndProposed(Fact, opens=True):
    """By the rules the game has come to its end; in a recorded match that is so when an official confirms it."""

    outcome: Annotated[Mapping[str, Json], everyone]


@dataclass(frozen=True, slots=True)
class Irregular(Fact):
    """What follows broke a rule and was let stand: the first fact of its decision.

    *rule* is the reference number, if the rule has one; *code* what a refusal would have said (or
    ``no-known-rule``): both as far as everybody can see it. *let_stand* is the role of the official who entered
    it, and *note* what they say about it.
    """

    code: Annotated[str, everyone, Of("code")]
    let_stand: Annotated[str, everyone, Of("role")]
    rule: Annotated[str | None, everyone, Of("rule")] = None
    note: Annotated[Text | None, everyone, text] = None


@dataclass(frozen=True, slots=True)
class IrregularOutOfSight(Fact):
    """Which rule was broken by what the acting seat sees, the pieces included that others do not see.

    It stands behind :class:`Irregular` wherever such pieces come into it, whether a rule about them was broken or
    not. *breach* is ``{"code", "rule"?}``; *seats* are those who are told it, beside officials.
    """

    seats: Annotated[tuple[int, ...], everyone, Of("seat")]
    breach: Annotated[Mapping[str, Json], owner("seats")]


@dataclass(frozen=True, slots=True)
class Asserted(Fact):
    """Somebody says what is true on the table; *by* is a seat, or the role of an official.

    *seats* are those who may know of what (or ``"everyone"``): *at* points (RFC 6901) into the asserter's view,
    where *is_* should stand; *holds* is ``yes``, ``no`` or ``cannot-tell``. Where it does not hold, *suspects* are
    the decisions since it held at which the record changed there.
    """

    by: Annotated[Json, everyone, Of("actor")]
    seats: Annotated[Json, everyone, Of("seat")]
    at: Annotated[str, owner("seats"), Of("pointer")]
    is_: Annotated[Json, owner("seats")]
    holds: Annotated[str, owner("seats"), Of("answer")]
    suspects: Annotated[tuple[int, ...], owner("seats"), Of("version")]


@dataclass(frozen=True, slots=True)
class MatchAbandoned(Fact, opens=True):
    """The match was given up without a result; *missing* are the seats that it waited for before it began."""

    missing: Annotated[tuple[int, ...] | None, everyone, Of("seat")] = None


@dataclass(frozen=True, slots=True)
class MatchClosed(Fact):
    """The record of a match that is over was closed: nothing can be added any more."""


@dataclass(frozen=True, slots=True)
class TokenReplaced(Fact):
    """Earlier tokens of a role are void; that of this *number* is its token now, or none if it was *revoked*.

    It is the seat's *own* if the seat itself has replaced it: nobody else was given it.
    """

    role: Annotated[str, everyone, Of("role")]
    number: Annotated[int, everyone]
    revoked: Annotated[bool, everyone]
    seat: Annotated[int | None, everyone, Of("seat")] = None
    own: Annotated[bool | None, everyone] = None


@dataclass(frozen=True, slots=True)
class NoteMade(Fact):
    """A note was made, about the decision *about* or about the match."""

    about: Annotated[int | None, everyone, Of("version")] = None


@dataclass(frozen=True, slots=True)
class PlaceTold(Fact, opens=True):
    """What the unknown things in a place are (part of them, or all).

    *seats* are those that may look there (or ``"everyone"``); they are told, and so are officials. To the others
    not even the number is told: it may be that of one part.
    """

    place: Annotated[str, everyone, Of("place")]
    seats: Annotated[Json, everyone, Of("seat")]
    things: Annotated[Things, owner("seats"), Of("thing")]


@dataclass(frozen=True, slots=True)
class PartTold(Fact, opens=True):
    """In which part of a place things lie that lay there unplaced; *seats* are those that are told the parts."""

    place: Annotated[str, everyone, Of("place")]
    seats: Annotated[Json, everyone, Of("seat")]
    part: Annotated[Thing, owner("seats"), Of("part")]
    things: Annotated[Things, owner("seats"), Of("thing")]


@dataclass(frozen=True, slots=True)
class PurseTold(Fact, opens=True):
    """How much is in a purse of which that was unknown; *seats* are those that may look into it."""

    place: Annotated[str, everyone, Of("place")]
    seats: Annotated[Json, everyone, Of("seat")]
    amount: Annotated[int | Hidden, owner("seats")]


@dataclass(frozen=True, slots=True)
class Discrepancy(Fact):
    """By counting, the record cannot be true: what follows is written down all the same.

    *of* a ``place``: *things* come out of it that cannot be in it; *appeared* says how many more come out than it
    holds. *of* the ``set``: with these things there are more of a kind than exist. *seats* are those that may look
    into the place.
    """

    place: Annotated[str, everyone, Of("place")]
    seats: Annotated[Json, everyone, Of("seat")]
    things: Annotated[Things, owner("seats"), Of("thing")]
    appeared: Annotated[int, everyone]
    of: Annotated[str, everyone, Of("contradiction")]


@dataclass(frozen=True, slots=True)
class PurseOverspent(Fact):
    """By counting, the record cannot be true: more comes out of a purse than is in it, by *amount*."""

    place: Annotated[str, everyone, Of("place")]
    seats: Annotated[Json, everyone, Of("seat")]
    amount: Annotated[int | Hidden, owner("seats")]


@dataclass(frozen=True, slots=True)
class PiecesMissing(Fact):
    """The set lacks these pieces; where a *place* is named, they do not lie there, other than the record said."""

    things: Annotated[tuple[str, ...], everyone, Of("thing")]
    place: Annotated[str | None, everyone, Of("place")] = None


@dataclass(frozen=True, slots=True)
class LineChanged(Fact):
    """The effective line differs from *start* on; *changes* says for each later decision what became of it.

    A change is ``{"decision": n, "effect": "stands" | "struck" | "replaced", "rule"?, "after"?, "facts"?,
    "noted"?}``: it counts as it was first decided, not at all, or with other facts. What is struck names the rule
    that it would break, or the decision *after* which it no longer follows. What is noted is irregular still: its
    note stays in the decision in which it was written.
    """

    start: Annotated[int, everyone, Of("version")]
    cause: Annotated[str, everyone, Of("command")]
    changes: Annotated[tuple[Mapping[str, Json], ...], everyone, nested]


TABLE_FACTS: tuple[type[Fact], ...] = (
    Awaited,
    MatchEnded,
    EndProposed,
    MatchAbandoned,
    MatchClosed,
    TokenReplaced,
    NoteMade,
    PlaceTold,
    PartTold,
    PurseTold,
    Discrepancy,
    PurseOverspent,
    PiecesMissing,
    Irregular,
    IrregularOutOfSight,
    Asserted,
    LineChanged,
    *disputes.FACTS,
    *joining.FACTS,
    *calling.FACTS,
    *countersigning.FACTS,
    *seats.FACTS,
)
_FELT: tuple[type[Fact], ...] = (
    Awaited,
    MatchEnded,
    EndProposed,
    MatchAbandoned,
    PlaceTold,
    PartTold,
    PurseTold,
    Discrepancy,
    PurseOverspent,
    PiecesMissing,
    disputes.MatchStalled,
)
SAID: frozenset[str] = frozenset(fact.TYPE for fact in TABLE_FACTS if fact not in _FELT)
"""The types of facts that only say something, or concern the record: the game's board is the same without them."""
Applier: TypeAlias = Callable[[Any, Any], None]


def _awaited(state: State, fact: Awaited) -> None:
    state.stalled = False
    if state.consent is not None:
        state.consent = {**state.consent, "awaiting": list(fact.who), "due": fact.due}
    elif state.joining is not None:
        state.joining = {**state.joining, "awaiting": list(fact.who), "due": fact.due}
    else:
        state.awaiting = fact.who
        state.due = fact.due


def _proposed(state: State, fact: EndProposed) -> None:
    state.stalled = False
    state.proposed = json.loads(canonical(fact.outcome))
    state.awaiting = ({"confirm": "end"},)
    state.due = None


def _ended(state: State, fact: MatchEnded) -> None:
    _over(state, "finished")
    # In the order in which it will be read again, so that both are served byte for byte the same.
    state.outcome = json.loads(canonical(fact.outcome))


def _abandoned(state: State, _: MatchAbandoned) -> None:
    _over(state, "abandoned")


def _over(state: State, ended: Literal["finished", "abandoned"]) -> None:
    state.ended = ended
    state.proposed = None
    state.consent = None
    state.joining = None
    state.awaiting = ()
    state.due = None


def _closed(state: State, _: MatchClosed) -> None:
    state.closed = True


def _token_replaced(state: State, fact: TokenReplaced) -> None:
    state.tokens = {**state.tokens, token_owner(fact.role, fact.seat): fact.number}
    if fact.seat is not None:
        others = {seat for seat in state.own_tokens if seat != fact.seat}
        state.own_tokens = tuple(sorted({*others, fact.seat} if fact.own else others))


def _told(state: State, fact: PlaceTold) -> None:
    state.stalled = False
    if isinstance(fact.things, tuple):
        for thing in fact.things:
            if isinstance(thing, str):
                state.place(fact.place).identify(thing)


def _part_told(state: State, fact: PartTold) -> None:
    state.stalled = False
    if isinstance(fact.part, str):
        state.place(fact.place).settle(fact.things, fact.part)


def _purse_told(state: State, fact: PurseTold) -> None:
    state.stalled = False
    state.purse(fact.place).know(fact.amount)


def _discrepancy(state: State, fact: Discrepancy) -> None:
    if fact.of == "place":
        state.place(fact.place).contradict(fact.things, fact.appeared)


def _overspent(state: State, fact: PurseOverspent) -> None:
    state.purse(fact.place).add(fact.amount)


def _missing(state: State, fact: PiecesMissing) -> None:
    for thing in fact.things:
        state.missing = {**state.missing, thing: state.missing.get(thing, 0) + 1}
        if fact.place is not None:
            state.place(fact.place).remove(thing)


def _nothing(_: State, __: Fact) -> None:
    """What is said in it leaves the board as it is, as do notes; the match folds a changed line anew."""


APPLIERS: Mapping[type[Fact], Applier] = {
    Awaited: _awaited,
    MatchEnded: _ended,
    EndProposed: _proposed,
    MatchAbandoned: _abandoned,
    MatchClosed: _closed,
    TokenReplaced: _token_replaced,
    PlaceTold: _told,
    PartTold: _part_told,
    PurseTold: _purse_told,
    Discrepancy: _discrepancy,
    PurseOverspent: _overspent,
    PiecesMissing: _missing,
    NoteMade: _nothing,
    Irregular: _nothing,
    IrregularOutOfSight: _nothing,
    Asserted: _nothing,
    LineChanged: _nothing,
    **disputes.APPLIERS,
    **joining.APPLIERS,
    **calling.APPLIERS,
    **countersigning.APPLIERS,
    **seats.APPLIERS,
}
