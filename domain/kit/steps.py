"""What is still due of an action that can be interrupted, and how play goes on.

Where others have to decide in the middle of an action, or something else comes first, what is left of it is kept
as a list of steps, innermost first (:class:`StepsDue`): public data, like everything that says who is awaited and
why. :func:`go_on` takes one after another until somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar

from domain.kit.facts import Command, Fact, Json, everyone
from domain.kit.guards import Actor, Verdict, verdict
from domain.kit.state import State
from domain.kit.table.facts import Awaited, MatchEnded

Facts: TypeAlias = Iterator[Fact]
Steps: TypeAlias = list[Json]
"""The steps still due, innermost first; the reader of the next one takes it out, and puts in what it leads to."""
Work: TypeAlias = Generator[Fact, None, Awaited | MatchEnded | None]
"""Facts, the last of which says who is awaited; None if play goes on."""
Step: TypeAlias = Callable[[Any, Json, Steps], Work]
"""What comes of a step that is taken out: it reads the state, the step, and those that are left."""


@dataclass(frozen=True, slots=True)
class StepsDue(Fact):
    """What is still to be done before play goes on, innermost first."""

    steps: Annotated[tuple[Json, ...], everyone]


@dataclass
class Stepping(State):
    """A state with steps that are due: each names its kind (``step``), and the seat it waits for."""

    steps: tuple[Json, ...] = ()

    @property
    def wanted(self) -> str | None:
        """The kind of decision that is due: of the innermost step."""
        return self.steps[0]["step"] if self.steps else None


S = TypeVar("S", bound=Stepping)


def steps_due(state: Stepping, fact: StepsDue) -> None:
    """Write the steps down."""
    state.steps = fact.steps


MOST_STEPS = 1_000
"""Steps that may follow each other without a decision, before nobody counts as able to go on."""


def go_on(state: S, steps: Steps, following: Callable[[S, Steps], Work]) -> Facts:
    """Take what is *following*, again and again, until somebody has to decide or the match has ended.

    *following* takes one step, or begins a phase. Where that never comes to an end nobody is awaited.
    """
    then: Awaited | MatchEnded | None = None
    for _ in range(MOST_STEPS):
        then = yield from following(state, steps)
        if then is not None:
            break
    if tuple(steps) != state.steps:
        yield StepsDue(tuple(steps))
    yield then if then is not None else nobody()


def step(kind: str, **values: Json) -> Json:
    """A step that is due; its members stand in the order in which they will be read again."""
    return dict(sorted({"step": kind, **values}.items()))


# -- who is awaited -----------------------------------------------------------------------------------------


def nobody() -> Awaited:
    """Nobody can go on: with that the match stalls."""
    return Awaited(())


def awaited(*seats: int, due: type[Command] | None = None) -> Awaited:
    """These seats must decide (or *due* follows from them by itself)."""
    return Awaited(tuple({"seat": seat} for seat in seats), due.TYPE if due else None)


def all_together(due: type[Command]) -> Awaited:
    """*due* follows from all at the table."""
    return Awaited(("table",), due.TYPE)


def of_chance(due: type[Command]) -> Awaited:
    """Chance has to answer *due*."""
    return Awaited(("chance",), due.TYPE)


def waits(steps: Steps, now: Json, due: type[Command] | None = None) -> Awaited:
    """The step *now* stays due until its seat has decided."""
    steps.insert(0, now)
    return awaited(now["seat"], due=due)


def asks(_: Any, now: Json, steps: Steps) -> Work:
    """A step whose seat has to decide."""
    yield from ()
    return waits(steps, now)


def of_seat(due: type[Command]) -> Step:
    """A step in which *due* follows from the seat by itself."""

    def work(_: Any, now: Json, steps: Steps) -> Work:
        yield from ()
        return waits(steps, now, due)

    return work


def of(who: Callable[[type[Command]], Awaited], due: type[Command]) -> Step:
    """A step in which *due* follows from chance, or from all together."""

    def work(_: Any, now: Json, steps: Steps) -> Work:
        yield from ()
        steps.insert(0, now)
        return who(due)

    return work


# -- propositions for guards --------------------------------------------------------------------------------


def is_due(name: str, *wanted: str) -> Callable[[Any, Actor, Any], Verdict]:
    """The proposition *name*: one of these kinds of decision is due, and nothing follows by itself."""

    def predicate(state: Stepping, _: Actor, __: Any) -> Verdict:
        return verdict(state.wanted in wanted and state.due is None)

    predicate.__name__ = name
    return predicate
