"""How play goes on: step after step, phase after phase, until somebody has to decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.games.thurn_and_taxis import commands, facts
from domain.games.thurn_and_taxis import steps as due
from domain.games.thurn_and_taxis.state import ThurnAndTaxis
from domain.games.thurn_and_taxis.steps import Facts, Steps, Work
from domain.kit.ruleset import Awaited, MatchEnded


def go_on(state: ThurnAndTaxis, steps: Steps) -> Facts:
    """Take step after step, and phase after phase, until somebody has to decide.

    Before anything else the face-up cards are filled up, as soon as there are any to be laid out (TT-B8, TT-R52).
    """
    then: Awaited | MatchEnded | None = None
    while then is None:
        if state.is_short:
            then = due.of_chance(commands.LayOut)
        elif steps:
            now = steps.pop(0)
            then = yield from STEPS[now["step"]](state, now, steps)
        else:
            then = yield from PHASES[state.phase](state, steps)
    if tuple(steps) != state.steps:
        yield facts.StepsDue(tuple(steps))
    yield then


PHASES: Mapping[str, Callable[[ThurnAndTaxis, Steps], Work]] = {
    "setup": due.setup,
    "tiles": due.tiles,
    "returns": due.returns,
    "over": due.returns,
}
STEPS: Mapping[str, due.Step] = {
    "take": due.take,
    "deal": due.of(due.of_chance, commands.DealCard),
    "second": due.second,
    "play": due.play,
    "carrier": due.carrier,
    "close": due.close,
    "cartwright": due.asks,
    "rome": due.rome,
    "open": due.open_carriage,
    "discard": due.discard,
    "limit": due.limit,
    "over": due.over,
    "tile": due.tile,
    "return": due.return_tiles,
    "reward-card": due.reward_card,
    "reward-house": due.reward_house,
    "last-return": due.last_return,
}
