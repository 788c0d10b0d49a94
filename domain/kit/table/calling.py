"""Calls: somebody at the table asks for an arbiter, and an arbiter comes; the same for every game.

A call is named by the version of the decision in which it was made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from domain.kit.facts import Command, Fact, Json, Limits, Of, Text, everyone, text
from domain.kit.state import State


@dataclass(frozen=True, slots=True)
class Call(Command, type="table.call"):
    """Calls for an arbiter, because of a decision (*about*) or of anything else."""

    reason: Annotated[Text, everyone, text, Limits(1, 2000)]
    about: Annotated[int | None, everyone, Limits(0), Of("version")] = None


@dataclass(frozen=True, slots=True)
class Called(Fact):
    """Somebody calls for an arbiter: *by* is a seat, or the role ``scribe``; *call* is this decision."""

    by: Annotated[Json, everyone, Of("actor")]
    call: Annotated[int, everyone, Of("version")]
    about: Annotated[int | None, everyone, Of("version")] = None


@dataclass(frozen=True, slots=True)
class Attend(Command, type="table.attend"):
    """Attends to a call; or says that it is *done*, without a ruling."""

    call: Annotated[int, everyone, Limits(1), Of("version")]
    done: Annotated[bool, everyone, Limits(optional=True)] = False


@dataclass(frozen=True, slots=True)
class CallAttended(Fact):
    """An arbiter attends to a call."""

    call: Annotated[int, everyone, Of("version")]


@dataclass(frozen=True, slots=True)
class CallEnded(Fact):
    """A call is over: an arbiter has ruled on it, or has said that it is done."""

    call: Annotated[int, everyone, Of("version")]


COMMANDS: tuple[type[Command], ...] = (Call, Attend)
FACTS: tuple[type[Fact], ...] = (Called, CallAttended, CallEnded)


def open_call(state: State, call: int | None) -> Mapping[str, Json] | None:
    """The open call of this number, as ``State.calls`` has it; None if there is none."""
    return next((one for one in state.calls if one["call"] == call), None)


# -- evolve -------------------------------------------------------------------------------------------------


def _called(state: State, fact: Called) -> None:
    about = {} if fact.about is None else {"about": fact.about}
    state.calls = (*state.calls, {"call": fact.call, "by": fact.by, **about, "attended": False})


def _attended(state: State, fact: CallAttended) -> None:
    state.calls = tuple({**one, "attended": True} if one["call"] == fact.call else one for one in state.calls)


def _ended(state: State, fact: CallEnded) -> None:
    state.calls = tuple(one for one in state.calls if one["call"] != fact.call)


APPLIERS: Mapping[type[Fact], Callable[[Any, Any], None]] = {
    Called: _called,
    CallAttended: _attended,
    CallEnded: _ended,
}
