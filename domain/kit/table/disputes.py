"""What every table can quarrel about: the commands and facts of consents, accusations, rulings and appeals.

Numbers of decisions are versions. A ruling, an accusation and an appeal are named by the version of the decision
in which they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from domain.kit.facts import Command, Fact, Json, Limits, Of, Text, everyone, text
from domain.kit.state import State

Judgement: TypeAlias = Literal["upheld", "dismissed"]
Remedy: TypeAlias = Literal["stand", "perform", "penalty", "back", "end"]
Result: TypeAlias = Literal["win", "shared", "no-result"]

# -- taking back by consent ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Consent(Command, type="table.consent"):
    """Agrees to what another seat wants to take back, or refuses it; from the asker, a refusal withdraws."""

    agree: Annotated[bool, everyone]
    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class ConsentAsked(Fact):
    """Decisions of a seat shall be taken back; *seats* decided since, or were told something, and must agree.

    *by* is the asker: the seat itself, or the role of an official.
    """

    seat: Annotated[int, everyone, Of("seat")]
    by: Annotated[Json, everyone, Of("actor")]
    decisions: Annotated[tuple[int, ...], everyone, Of("version")]
    seats: Annotated[tuple[int, ...], everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class ConsentGiven(Fact):
    """A seat agrees to what was asked."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class ConsentRefused(Fact):
    """A seat refuses what was asked: everything stays as it is."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class RequestWithdrawn(Fact):
    """The asker has withdrawn the request."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class RequestGranted(Fact):
    """Everybody who was asked has agreed: what was asked is done."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class RequestDropped(Fact):
    """An arbiter has ruled meanwhile: what was asked is not asked any more."""

    seat: Annotated[int, everyone, Of("seat")]


# -- accusations and reminders ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Accuse(Command, type="table.accuse"):
    """Claims that a seat has broken a rule, and points at the decisions that show it."""

    accused: Annotated[int, everyone, Limits(0), Of("seat")]
    rule: Annotated[str | None, everyone, Limits(1, 40), Of("rule")] = None
    decisions: Annotated[tuple[int, ...], everyone, Limits(0, 50, optional=True), Of("version")] = ()
    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class Accused(Fact):
    """Somebody claims that a seat has broken a rule; *by* is a seat, or the role of an official."""

    by: Annotated[Json, everyone, Of("actor")]
    accused: Annotated[int, everyone, Of("seat")]
    rule: Annotated[str | None, everyone, Of("rule")] = None
    decisions: Annotated[tuple[int, ...], everyone, Of("version")] = ()


@dataclass(frozen=True, slots=True)
class Remind(Command, type="table.remind"):
    """Reminds a seat of a step that it has left out; *step* is named as the game's rules page names it."""

    reminded: Annotated[int, everyone, Limits(0), Of("seat")]
    step: Annotated[str | None, everyone, Limits(1, 40), Of("step")] = None


@dataclass(frozen=True, slots=True)
class Reminded(Fact):
    """Somebody reminds a seat of a step that it has left out."""

    by: Annotated[Json, everyone, Of("actor")]
    reminded: Annotated[int, everyone, Of("seat")]
    step: Annotated[str | None, everyone, Of("step")] = None


# -- freezing, rulings, appeals -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Freeze(Command, type="table.freeze"):
    """Stops the match, until it is resumed."""

    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class Resume(Command, type="table.resume"):
    """Lets a frozen match go on."""

    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class MatchFrozen(Fact):
    """The match is stopped."""


@dataclass(frozen=True, slots=True)
class MatchResumed(Fact):
    """The match goes on."""


@dataclass(frozen=True, slots=True)
class Rule(Command, type="table.rule"):
    """Rules on an accusation, an appeal, or what happened at the table.

    *about* names the accusation, appeal, call or decision; *reverses* an earlier ruling, whose remedy is undone.
    An open call that it names is over with it: as *call*, or as what it is about.
    Remedies: ``stand`` (what was done stands), ``perform`` (*offender* does the step that is missing, *step*),
    ``penalty`` (*offender* pays what the game knows as one), ``back`` (to before decision *before*), ``end`` (with
    *result*, *winners* and *forfeits*).
    """

    verdict: Annotated[Judgement, everyone, Of("verdict")]
    about: Annotated[int | None, everyone, Limits(0), Of("version")] = None
    rule: Annotated[str | None, everyone, Limits(1, 40), Of("rule")] = None
    remedy: Annotated[Remedy | None, everyone, Of("remedy")] = None
    before: Annotated[int | None, everyone, Limits(1), Of("version")] = None
    offender: Annotated[int | None, everyone, Limits(0), Of("seat")] = None
    step: Annotated[str | None, everyone, Limits(1, 40), Of("step")] = None
    result: Annotated[Result | None, everyone, Of("result")] = None
    winners: Annotated[tuple[int, ...] | None, everyone, Limits(0, 20), Of("seat")] = None
    forfeits: Annotated[tuple[int, ...] | None, everyone, Limits(0, 20), Of("seat")] = None
    reverses: Annotated[int | None, everyone, Limits(1), Of("version")] = None
    call: Annotated[int | None, everyone, Limits(1), Of("version")] = None
    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class Ruled(Fact):
    """An arbiter has ruled; *disputed* is the first decision that it is about, if there is one."""

    verdict: Annotated[str, everyone, Of("verdict")]
    about: Annotated[int | None, everyone, Of("version")] = None
    disputed: Annotated[int | None, everyone, Of("version")] = None
    rule: Annotated[str | None, everyone, Of("rule")] = None
    remedy: Annotated[str | None, everyone, Of("remedy")] = None
    reverses: Annotated[int | None, everyone, Of("version")] = None


@dataclass(frozen=True, slots=True)
class Appeal(Command, type="table.appeal"):
    """Asks for another look at a ruling."""

    ruling: Annotated[int, everyone, Limits(1), Of("version")]
    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class Appealed(Fact):
    """Somebody asks for another look at a ruling."""

    by: Annotated[Json, everyone, Of("actor")]
    ruling: Annotated[int, everyone, Of("version")]


# -- the end ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stall(Command, type="table.stall"):
    """Nobody is able to act; what the service notices, and nobody sends."""


@dataclass(frozen=True, slots=True)
class MatchStalled(Fact):
    """Nobody is able to act; an official can end the match, or rule it back."""


@dataclass(frozen=True, slots=True)
class Sign(Command, type="table.sign"):
    """Signs the result of a match that is over, if its options ask for that."""

    reason: Annotated[Text | None, everyone, text, Limits(1, 2000)] = None


@dataclass(frozen=True, slots=True)
class ResultSigned(Fact):
    """An official has signed the result."""

    by: Annotated[str, everyone, Of("actor")]


COMMANDS: tuple[type[Command], ...] = (Consent, Accuse, Remind, Freeze, Resume, Rule, Appeal, Stall, Sign)
FACTS: tuple[type[Fact], ...] = (
    ConsentAsked,
    ConsentGiven,
    ConsentRefused,
    RequestWithdrawn,
    RequestGranted,
    RequestDropped,
    Accused,
    Reminded,
    MatchFrozen,
    MatchResumed,
    Ruled,
    Appealed,
    MatchStalled,
    ResultSigned,
)
CHANGES_THE_RESULT = ("perform", "penalty", "back", "end")
"""Remedies that change play or the result."""

# -- evolve -------------------------------------------------------------------------------------------------


def _asked(state: State, fact: ConsentAsked) -> None:
    state.consent = {
        "seat": fact.seat,
        "by": fact.by,
        "decisions": list(fact.decisions),
        "left": list(fact.seats),
        "awaiting": list(state.awaiting),
        "due": state.due,
    }
    state.awaiting = tuple({"seat": seat} for seat in fact.seats)
    state.due = None


def _given(state: State, fact: ConsentGiven) -> None:
    if state.consent is not None:
        left = [seat for seat in state.consent["left"] if seat != fact.seat]
        state.consent = {**state.consent, "left": left}
        state.awaiting = tuple({"seat": seat} for seat in left)


def _settled(state: State, _: Fact) -> None:
    """Whatever became of the request: who had to decide before has to again."""
    if state.consent is not None:
        state.awaiting = tuple(state.consent["awaiting"])
        state.due = state.consent["due"]
        state.consent = None


def _frozen(state: State, _: MatchFrozen) -> None:
    state.frozen = True


def _resumed(state: State, _: MatchResumed) -> None:
    state.frozen = False


def _ruled(state: State, fact: Ruled) -> None:
    state.ruled = True
    if fact.reverses is not None or fact.remedy in CHANGES_THE_RESULT:
        state.signed = False


def _stalled(state: State, _: MatchStalled) -> None:
    state.stalled = True


def _signed(state: State, _: ResultSigned) -> None:
    state.signed = True


def _said(_: State, __: Fact) -> None:
    """What is only said leaves the board as it is."""


APPLIERS: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    ConsentAsked: _asked,
    ConsentGiven: _given,
    ConsentRefused: _settled,
    RequestWithdrawn: _settled,
    RequestGranted: _settled,
    RequestDropped: _settled,
    Accused: _said,
    Reminded: _said,
    MatchFrozen: _frozen,
    MatchResumed: _resumed,
    Ruled: _ruled,
    Appealed: _said,
    MatchStalled: _stalled,
    ResultSigned: _signed,
}
