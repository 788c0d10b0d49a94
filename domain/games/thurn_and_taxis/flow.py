"""How play goes on: step after step, phase after phase, until somebody has to decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.games.thurn_and_taxis import commands
from domain.games.thurn_and_taxis import steps as due
from domain.games.thurn_and_taxis.state import ThurnAndTaxis
from domain.kit import steps as kit
from domain.kit.steps import Facts, Step, Steps, Work


def go_on(state: ThurnAndTaxis, steps: Steps) -> Facts:
    """Take step after step, and phase after phase, until somebody has to decide."""
    return kit.go_on(state, steps, _following)


def _following(state: ThurnAndTaxis, steps: Steps) -> Work:
    """The next step; before it face-up cards are filled up, as soon as there are any (TT-B8, TT-R52)."""
    if state.is_short:
        return kit.of_chance(commands.LayOut)
    if steps:
        now = steps.pop(0)
        return (yield from STEPS[now["step"]](state, now, steps))
    return (yield from PHASES[state.phase](state, steps))


PHASES: Mapping[str, Callable[[ThurnAndTaxis, Steps], Work]] = {
    "setup": due.setup,
    "tiles": due.tiles,
    "returns": due.returns,
    "over": due.returns,
}
STEPS: Mapping[str, Step] = {
    "take": due.take,
    "deal": due.deal,
    "second": due.second,
    "play": due.play,
    "carrier": due.carrier,
    "close": due.close,
    "cartwright": due.cartwright,
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
