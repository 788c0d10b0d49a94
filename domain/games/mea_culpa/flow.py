"""How play goes on: step after step, phase after phase, until somebody has to decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from domain.games.mea_culpa import commands, evaluation
from domain.games.mea_culpa import steps as due
from domain.games.mea_culpa.state import MeaCulpa
from domain.kit import steps as kit
from domain.kit.steps import Facts, Step, Steps, Work


@dataclass(frozen=True, slots=True)
class Flow:
    """What comes after what: of each phase where no step is due, and of each step that is."""

    phases: Mapping[str, Callable[[MeaCulpa, Steps], Work]]
    steps: Mapping[str, Step]

    def go_on(self, state: MeaCulpa, steps: Steps) -> Facts:
        """Take step after step, and phase after phase, until somebody has to decide."""
        return kit.go_on(state, steps, self._following)

    def _following(self, state: MeaCulpa, steps: Steps) -> Work:
        return self._step_done(state, steps) if steps else self.phases[state.phase](state, steps)

    def steps_done(self, state: MeaCulpa, steps: Steps) -> Work:
        """Take step after step, until somebody has to decide, or none is left."""
        for _ in range(kit.MOST_STEPS):
            if not steps:
                return None
            if (then := (yield from self._step_done(state, steps))) is not None:
                return then
        return kit.nobody()

    def _step_done(self, state: MeaCulpa, steps: Steps) -> Work:
        now = steps.pop(0)
        return (yield from self.steps[now["step"]](state, now, steps))


PHASES: Mapping[str, Callable[[MeaCulpa, Steps], Work]] = {
    "setup": due.setup,
    "bonus": due.bonuses,
    "prepare": due.prepared,
    "auction": due.auction,
    "characters": due.choosing,
    "actions": due.acting,
    "compare": due.comparing,
}
STEPS: Mapping[str, Step] = {
    "draw": kit.of(kit.of_chance, commands.DrawStones),
    "deal": kit.of(kit.of_chance, commands.DealCards),
    "stones": due.stones,
    "preliminary": due.preliminary,
    "visit": due.may_visit,
    "free-stone": due.free_stone,
    "take-two": due.take_two,
    "over": due.over,
    "flip": due.flip,
    "room": due.room,
    "perform": kit.asks,
    "discard": due.discard,
    "rotate": due.rotate,
    "yellow": due.yellow,
    "guess": kit.asks,
    "show": kit.of_seat(commands.ShowDie),
    "answer": kit.of_seat(commands.Answer),
    "hand-over": kit.of_seat(commands.HandOver),
    "give-letter": due.give_letter,
    "open": kit.of(kit.all_together, commands.OpenCompartments),
    "share": evaluation.share,
    "pick": evaluation.pick,
    "clear": evaluation.clear,
    "end": due.end,
    "next": due.next_turn,
    "letters": kit.of(kit.all_together, commands.CountLetters),
}
FLOW = Flow(PHASES, STEPS)
"""What comes after what in the base game."""
