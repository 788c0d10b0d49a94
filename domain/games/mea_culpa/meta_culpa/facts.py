"""What is said, forgotten and punished under META CULPA, between the steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from domain.games.mea_culpa.facts.noted import Noted
from domain.kit.facts import Fact, Json, Of, everyone


@dataclass(frozen=True, slots=True)
class ChoiceDeclaredOver(Noted, sees=("steps",)):
    """A seat declares that it has chosen its character and done what goes with it (MC-M8)."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class NextCalled(Noted):
    """A seat asks another, whose turn it is, to begin (MC-M12)."""

    by: Annotated[int, everyone, Of("seat")]
    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class Prompted(Noted):
    """A seat asks another for a step, before that seat has made it: to show what it donates (MC-M11)."""

    by: Annotated[int, everyone, Of("seat")]
    seat: Annotated[int, everyone, Of("seat")]
    what: Annotated[str, everyone, Of("command")]


@dataclass(frozen=True, slots=True)
class StepsUndone(Noted):
    """A seat has taken steps of its turn back (MC-M1)."""

    seat: Annotated[int, everyone, Of("seat")]


@dataclass(frozen=True, slots=True)
class SteppedOutOfTurn(Noted):
    """A seat made a step while it was not to act; the step was taken back at once (MC-M13)."""

    seat: Annotated[int, everyone, Of("seat")]
    step: Annotated[str, everyone, Of("command")]


@dataclass(frozen=True, slots=True)
class AccusationMade(Noted):
    """Somebody holds against a seat a sin that only the seat itself, or the table, can confirm (MC-M12)."""

    by: Annotated[Json, everyone, Of("actor")]
    seat: Annotated[int, everyone, Of("seat")]
    sin: Annotated[str, everyone, Of("sin")]


@dataclass(frozen=True, slots=True)
class SinCommitted(Noted):
    """A sin of the register is found, and its stone follows; *of* is the decision, if it was taken back since."""

    seat: Annotated[int, everyone, Of("seat")]
    sin: Annotated[str, everyone, Of("sin")]
    of: Annotated[int | None, everyone, Of("version")] = None


@dataclass(frozen=True, slots=True)
class OmissionMended(Noted):
    """The Petty Sinner has been reminded of a step, and does it now."""

    seat: Annotated[int, everyone, Of("seat")]
    step: Annotated[str, everyone, Of("step")]


@dataclass(frozen=True, slots=True)
class OmissionPassed(Noted):
    """A seat lets pass what the Petty Sinner may have left out, before the posts are compared."""

    seat: Annotated[int, everyone, Of("seat")]


FACTS: tuple[type[Fact], ...] = (
    ChoiceDeclaredOver,
    NextCalled,
    Prompted,
    StepsUndone,
    SteppedOutOfTurn,
    AccusationMade,
    SinCommitted,
    OmissionMended,
    OmissionPassed,
)
