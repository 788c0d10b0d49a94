"""What makes countersignatures lapse: a change of the line that reaches back to the board that was countersigned.

What is only filled in later says nothing against what was seen, so with that they stand. Everything else makes
them lapse for everybody, whatever it changes: who was not shown it cannot judge it.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.facts import Fact, Json
from domain.kit.state import State
from domain.kit.table.commands import Reveal
from domain.kit.table.countersigning import SCRIBE, CountersignaturesLapsed
from domain.kit.table.facts import LineChanged


def lapses(fact: Mapping[str, Json], upto: int) -> bool:
    """Whether with this later fact a countersignature of the board after decision *upto* lapses."""
    return bool(fact["type"] == LineChanged.TYPE and fact["cause"] != Reveal.TYPE and fact["start"] <= upto)


def lapsed_by(state: State, change: LineChanged) -> tuple[Fact, ...]:
    """What a change of the line does to the newest countersignatures: a fact, or none."""
    told = {"type": change.TYPE, "cause": change.cause, "start": change.start}
    lapsed = [one["by"] for one in state.countersigned if not one["lapsed"] and lapses(told, one["upto"])]
    if not lapsed:
        return ()
    seats = tuple(sorted(by for by in lapsed if isinstance(by, int)))
    return (CountersignaturesLapsed(seats, SCRIBE in lapsed),)
