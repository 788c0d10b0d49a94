"""How play goes on: step after step, phase after phase, until somebody has to decide."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping

from domain.games.mea_culpa import by_hand, commands, facts
from domain.games.mea_culpa import steps as due
from domain.games.mea_culpa.state import MeaCulpa
from domain.games.mea_culpa.steps import Facts, Steps, Work
from domain.kit.facts import Fact, Json
from domain.kit.ruleset import Awaited, MatchEnded


def go_on(state: MeaCulpa, steps: Steps) -> Facts:
    """Take step after step, and phase after phase, until somebody has to decide."""
    then: Awaited | MatchEnded | None = None
    while then is None:
        then = yield from (steps_done(state, steps) if steps else PHASES[state.phase](state, steps))
    if tuple(steps) != state.steps:
        yield facts.StepsDue(tuple(steps))
    yield then


def steps_done(state: MeaCulpa, steps: Steps) -> Generator[Fact, None, Awaited | MatchEnded | None]:
    """Take step after step, until somebody has to decide, or none is left."""
    while steps:
        now = steps.pop(0)
        then = yield from STEPS[now["step"]](state, now, steps)
        if then is not None:
            return then
    return None


PHASES: Mapping[str, Callable[[MeaCulpa, Steps], Work]] = {
    "setup": due.setup,
    "bonus": due.bonuses,
    "prepare": due.prepared,
    "auction": due.auction,
    "characters": due.choosing,
    "actions": due.acting,
    "compare": due.comparing,
}
STEPS: Mapping[str, Callable[[MeaCulpa, Json, Steps], Work]] = {
    "draw": due.of(due.of_chance, commands.DrawStones),
    "deal": due.of(due.of_chance, commands.DealCards),
    "stones": due.stones,
    "preliminary": due.preliminary,
    "visit": due.may_visit,
    "free-stone": due.free_stone,
    "take-two": due.take_two,
    "over": due.over,
    "flip": due.flip,
    "room": due.room,
    "perform": due.asks,
    "discard": due.discard,
    "rotate": due.rotate,
    "yellow": due.yellow,
    "guess": due.asks,
    "show": due.of_seat(commands.ShowDie),
    "answer": due.of_seat(commands.Answer),
    "hand-over": due.of_seat(commands.HandOver),
    "give-letter": due.give_letter,
    "open": due.of(due.all_together, commands.OpenCompartments),
    "share": due.share,
    "pick": due.pick,
    "clear": due.clear,
    "end": due.end,
    "reminders": due.reminders,
    "cards": due.cards,
    "choose": due.choose,
    "next": due.next_turn,
    "part": due.asks,
    "mend": by_hand.mend,
    "put-away": by_hand.put_away,
    "sins": by_hand.sins_punished,
    "letters": due.of(due.all_together, commands.CountLetters),
}
