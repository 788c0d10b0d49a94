"""Steps that are due: one after another, until somebody has to decide; and never for ever."""

from __future__ import annotations

from domain.kit.facts import Fact
from domain.kit.state import Rules
from domain.kit.steps import MOST_STEPS, Stepping, Steps, StepsDue, Work, awaited, go_on, step
from domain.kit.table.facts import Awaited


def facts_of(following: object, steps: Steps) -> list[Fact]:
    """What comes of steps that are due."""
    state = Stepping(Rules("toy", "1.0", "recorded", 2, {}, {}))
    return list(go_on(state, steps, following))  # type: ignore[arg-type]


def test_steps_are_taken_until_somebody_has_to_decide() -> None:
    def following(_: Stepping, steps: Steps) -> Work:
        yield from ()
        return None if steps.pop(0)["step"] == "nothing" else awaited(1)

    steps = [step("nothing"), step("asks"), step("later")]
    assert facts_of(following, steps) == [StepsDue((step("later"),)), Awaited(({"seat": 1},))]


def test_steps_that_follow_each_other_for_ever_leave_nobody_awaited() -> None:
    def following(_: Stepping, steps: Steps) -> Work:
        yield StepsDue((step("over"),))
        steps[:] = [step("over")]
        return None

    *told, last = facts_of(following, [])
    assert last == Awaited(())
    assert len(told) <= MOST_STEPS + 1
