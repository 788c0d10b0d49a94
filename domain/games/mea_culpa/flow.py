"""How play goes on: step after step, phase after phase, until somebody has to decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.games.mea_culpa import commands
from domain.games.mea_culpa import steps as due
from domain.games.mea_culpa.meta_culpa import decide as by_hand
from domain.games.mea_culpa.state import MeaCulpa
from domain.kit import steps as kit
from domain.kit.steps import Facts, Step, Steps, Work


def go_on(state: MeaCulpa, steps: Steps) -> Facts:
    """Take step after step, and phase after phase, until somebody has to decide."""
    return kit.go_on(state, steps, _following)


def _following(state: MeaCulpa, steps: Steps) -> Work:
    return _step_done(state, steps) if steps else PHASES[state.phase](state, steps)


def steps_done(state: MeaCulpa, steps: Steps) -> Work:
    """Take step after step, until somebody has to decide, or none is left."""
    for _ in range(kit.MOST_STEPS):
        if not steps:
            return None
        if (then := (yield from _step_done(state, steps))) is not None:
            return then
    return kit.nobody()


def _step_done(state: MeaCulpa, steps: Steps) -> Work:
    now = steps.pop(0)
    return (yield from STEPS[now["step"]](state, now, steps))


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
    "share": due.share,
    "pick": due.pick,
    "clear": due.clear,
    "end": due.end,
    "reminders": due.reminders,
    "cards": due.cards,
    "choose": due.choose,
    "next": due.next_turn,
    "part": kit.asks,
    "mend": by_hand.mend,
    "put-away": by_hand.put_away,
    "sins": by_hand.sins_punished,
    "letters": kit.of(kit.all_together, commands.CountLetters),
}
