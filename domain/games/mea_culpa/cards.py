"""What preliminary actions and the cards of the House do.

Both are done by the same commands: a card lets a seat do what is otherwise the Pope's or the Emperor's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.mea_culpa import commands, facts
from domain.games.mea_culpa.done import card_due, doings_now
from domain.games.mea_culpa.propositions import performs
from domain.games.mea_culpa.state import EMPEROR, POPE, MeaCulpa
from domain.games.mea_culpa.steps import crew_arrived, moved, placing, pope_stone_moved, stone_taken
from domain.kit.steps import Facts, Steps, step


def wait(_: MeaCulpa, seat: int, __: commands.Wait, steps: Steps) -> Facts:
    """MC-R55."""
    steps.pop(0)
    yield facts.PreliminaryDeferred(seat)


def _card_or_duty(state: MeaCulpa, seat: int, steps: Steps, duty: str) -> Facts:
    """A card is performed, or a preliminary action done: either way it is no longer due."""
    by_steps = card_due(state, seat)
    if by_steps is not None:
        yield facts.CardExecuted(seat, *by_steps)
        return
    now = steps.pop(0)
    if now["step"] == "perform":
        yield facts.CardExecuted(seat, now["room"], now["card"])
    else:
        _done(now, steps, duty)


def _card(state: MeaCulpa, seat: int) -> str:
    """The card that is to be performed."""
    by_steps = card_due(state, seat)
    card: str = by_steps[1] if by_steps is not None else state.steps[0]["card"]
    return card


def _done(now: Any, steps: Steps, duty: str) -> None:
    rest = [other for other in now["duties"] if other != duty]
    if rest:
        steps.insert(0, {**now, "duties": rest})


def _if_due(state: MeaCulpa, seat: int, steps: Steps, card: str, duty: str = "") -> Facts:
    """The same, if it is due at all: what breaks that rule leaves everything due that was."""
    if performs(state, seat, card, duty):
        yield from _card_or_duty(state, seat, steps, duty)


def move_pope_stone(state: MeaCulpa, seat: int, command: commands.MovePopeStone, steps: Steps) -> Facts:
    """MC-V1; the seat that moves it is forgiven, whether it is the Pope or not (MC-R49)."""
    yield from _if_due(state, seat, steps, "POPE_STONE", POPE)
    yield from pope_stone_moved(state, seat, command.source, command.target)


def place_crew(state: MeaCulpa, seat: int, command: commands.PlaceCrew, steps: Steps) -> Facts:
    """MC-V2, MC-R37."""
    as_emperor = state.wanted == "preliminary" and performs(state, seat, "NEW_CREW", EMPEROR)
    origin = "card" if as_emperor else "hut"
    yield from _if_due(state, seat, steps, "NEW_CREW", EMPEROR)
    yield facts.CrewPlaced(seat, command.site, origin)
    yield from crew_arrived(state, command.site, steps)


def move_crew(state: MeaCulpa, seat: int, command: commands.MoveCrew, steps: Steps) -> Facts:
    """MC-R39."""
    yield from _if_due(state, seat, steps, "MOVE_CREW")
    yield facts.CrewMoved(seat, command.source, command.target)
    yield from crew_arrived(state, command.target, steps)


def take_good(state: MeaCulpa, seat: int, command: commands.TakeGood, steps: Steps) -> Facts:
    """MC-H3."""
    due = performs(state, seat, "TAKE_GOOD")
    yield from _if_due(state, seat, steps, "TAKE_GOOD")
    # What no card gives is not the free stone at the end of a turn either; but it must not seem to be bought.
    yield from stone_taken(seat, command.good, None, free=due or _buys(state, seat))


def _buys(state: MeaCulpa, seat: int) -> bool:
    return doings_now(state, seat).deed("buy") is not None


def rob(state: MeaCulpa, seat: int, command: commands.Rob, steps: Steps) -> Facts:
    """MC-R34: whether there is anything to give, the robbed seat knows."""
    yield from _if_due(state, seat, steps, "STEAL_3")
    steps.insert(0, step("hand-over", seat=command.seat, taker=seat, card="STEAL_3"))


def perform(state: MeaCulpa, seat: int, _: commands.Perform, steps: Steps) -> Facts:
    """MC-H3: a card without a choice; one without possible effect does nothing (MC-R22, MC-R69)."""
    card = _card(state, seat)
    yield from _card_or_duty(state, seat, steps, "")
    effect = EFFECTS.get(card)
    if effect is not None:
        yield from effect(state, seat, card, steps)


def number_on(card: str) -> int:
    """The number in the name of a card."""
    return int(card.rpartition("_")[2])


def _others_move(state: MeaCulpa, seat: int, card: str, _: Steps) -> Facts:
    for other in state.opponents(seat):
        yield from moved(state, other, number_on(card), "card")


def _others_sin(state: MeaCulpa, seat: int, card: str, steps: Steps) -> Facts:
    """MC-R47: nearest Hell first."""
    den, number = card.partition("_")[0].lower(), number_on(card)
    steps[:0] = [placing(other, den, number, "card") for other in state.opponents(seat)]
    yield from ()


def _taler(_: MeaCulpa, seat: int, card: str, __: Steps) -> Facts:
    yield facts.TalerReceived(seat, number_on(card))


def _emperor_gives(state: MeaCulpa, seat: int, _: str, steps: Steps) -> Facts:
    """MC-R35, MC-R54: nothing, if nobody else holds the Emperor card."""
    yield from ()
    holder = state.holder(EMPEROR)
    if holder not in (None, seat):
        steps.insert(0, step("answer", seat=holder, taker=seat))


def _pope_gives(state: MeaCulpa, seat: int, card: str, steps: Steps) -> Facts:
    """MC-R35, MC-R54."""
    yield from ()
    holder = state.holder(POPE)
    if holder not in (None, seat):
        steps.insert(0, step("hand-over", seat=holder, taker=seat, card=card))


EFFECTS: Mapping[str, Callable[[MeaCulpa, int, str, Steps], Facts]] = {
    "EMP_LETTER": _emperor_gives,
    "POPE_YELLOW": _pope_gives,
    "OTHERS_3": _others_move,
    "OTHERS_5": _others_move,
    "LUST_2": _others_sin,
    "GREED_2": _others_sin,
    "TAKE_3": _taler,
    "TAKE_5": _taler,
    "TAKE_7": _taler,
}
"""What the cards without a choice do; the others are performed by a command of their own."""


def decline(state: MeaCulpa, seat: int, _: commands.Decline, steps: Steps) -> Facts:
    """MC-H6, MC-V1, MC-V4."""
    by_steps = card_due(state, seat)
    if by_steps is not None:
        yield facts.Declined(seat, by_steps[1])
        return
    now = steps.pop(0)
    yield facts.Declined(seat, {"perform": now.get("card"), "visit": "visit"}.get(now["step"], POPE))
    if now["step"] == "preliminary":
        _done(now, steps, POPE)
