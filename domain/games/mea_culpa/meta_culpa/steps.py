"""How play goes on under META CULPA: turns are declared over, sins are paid for, omissions made good.

The steps that are due, and the phases, are those of the base game and these. In a recorded match without META
CULPA, a turn also waits for what was begun step by step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.mea_culpa import facts, flow
from domain.games.mea_culpa import steps as base
from domain.games.mea_culpa.done import Deed, read
from domain.games.mea_culpa.flow import Flow
from domain.games.mea_culpa.meta_culpa.facts import SinCommitted
from domain.games.mea_culpa.meta_culpa.register import unpaid
from domain.games.mea_culpa.owed import OMISSIBLE, left_out, owed, unfinished
from domain.games.mea_culpa.state import INDULGENCE, PETTY_SINNER, SUITE_5, SUITE_6, MeaCulpa
from domain.games.mea_culpa.steps import placing, settled
from domain.kit import steps as kit
from domain.kit.facts import Json
from domain.kit.steps import Facts, Steps, Work, awaited, step

# -- phases -------------------------------------------------------------------------------------------------


def choosing(state: MeaCulpa, steps: Steps) -> Work:
    """Everybody takes a card by hand, and declares that part over (MC-M8)."""
    if state.by_register and state.chosen < len(state.order):
        return awaited(state.order[state.chosen])
    return (yield from base.choosing(state, steps))


def acting(state: MeaCulpa, steps: Steps) -> Work:
    """A turn goes on until it is declared over, or as long as something is missing of it."""
    seat = base.mover(state)
    open_steps = bool(unfinished(state, seat))
    if not len(state.places["market"]) and not open_steps:
        if _may_be_reminded(state, steps):
            return None
    elif open_steps or state.by_register:
        return awaited(seat)
    return (yield from base.acting(state, steps))


def comparing(state: MeaCulpa, steps: Steps) -> Work:
    """MC-X1; everybody puts the own cards back before the next bids, or forgets it (MC-M7)."""
    yield from base.compared(state)
    yield from base.round_begins(state, steps, cards_go_back=not state.by_register)
    return None


def _may_be_reminded(state: MeaCulpa, steps: Steps) -> bool:
    """MC-PS3: before the posts are compared, everybody may still remind the Petty Sinner."""
    seat = state.holder(PETTY_SINNER)
    if seat is None or not left_out(state):
        return False
    steps.insert(0, step("reminders", seats=state.opponents(seat)))
    return True


# -- steps --------------------------------------------------------------------------------------------------


def reminders(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """MC-PS3: until nobody is left who could remind, or nothing of which."""
    yield from ()
    if not now["seats"] or not left_out(state):
        return None
    steps.insert(0, now)
    return awaited(*now["seats"])


def cards(state: MeaCulpa, _: Json, __: Steps) -> Work:
    """MC-M7: the cards that were not put back before the bids were revealed."""
    yield from base.cards_returned(state)
    return None


def choose(_: MeaCulpa, __: Json, ___: Steps) -> Work:
    """MC-Q6: the phase begins when nothing of the auction is left to be done."""
    yield facts.PhaseBegan("characters")
    return None


def over(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """MC-R73; then the sins of the turn cost their stones."""
    yield from base.over(state, now, steps)
    if state.by_register:
        steps.insert(0, step("sins"))
    return None


def end(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """MC-Z1, after the last reminders (MC-PS3)."""
    if _may_be_reminded(state, steps):
        steps.insert(1, now)
        return None
    return (yield from base.end(state, now, steps))


def sins_punished(state: MeaCulpa, _: Json, steps: Steps) -> Work:
    """Every sin that was just found costs a stone; after the second evaluation nothing more."""
    if state.punishes and not any(due["step"] in ("end", "letters") for due in steps):
        found = unpaid(state)
        for finding in found:
            yield SinCommitted(finding.seat, finding.sin)
        steps[:0] = [placing(finding.seat, "petty", 1, finding.sin) for finding in found]
    return None


def mend(state: MeaCulpa, now: Json, steps: Steps) -> Work:
    """What is missing and leaves no choice is done; what the Petty Sinner may leave out waits for a reminder."""
    seat = now["seat"]
    done = read(state, seat)
    if state.phase == "characters":
        yield from settled(state, seat, state.unsettled[seat])
    missing = owed(state, done)
    if done.character == PETTY_SINNER and state.by_register:
        missing = {name: number for name, number in missing.items() if name not in OMISSIBLE}
    yield from made_good(state, seat, missing, steps)
    return None


def made_good(state: MeaCulpa, seat: int, missing: Mapping[str, int], steps: Steps) -> Facts:
    """The missing steps that leave no choice."""
    stones: Steps = []
    for name, number in missing.items():
        if name.startswith("place-stone:"):
            den = name.partition(":")[2]
            stones.append(placing(seat, den, number, den))
        elif name == "pay" and state.money(seat):  # (more than there is, only if rules were broken)
            yield facts.TalerPaid(seat, min(number, state.money(seat)), "repair")
        elif name == "rotate":
            yield facts.PostRotated(seat, state.posts[seat] + number, "repair")
    steps[:0] = [*stones, step("put-away", seat=seat, what=sorted(missing))]


def put_away(state: MeaCulpa, now: Json, _: Steps) -> Work:
    """What lies about after the actions of a turn, when its stones have been placed."""
    for deed in read(state, now["seat"]).current:
        yield from _put_away(state, now["seat"], deed, now["what"])
    return None


def _put_away(state: MeaCulpa, seat: int, deed: Deed, missing: Sequence[str]) -> Facts:
    """What lies about after an action."""
    if "return-stone" in missing and deed.stones == [INDULGENCE] and not deed.returned:
        yield facts.StoneReturned(seat, INDULGENCE)
    for _ in range(len(deed.sold) - deed.received if "receive" in missing else 0):
        yield proceeds(state, seat, deed)
    for item in deed.unshown if "show" in missing else ():
        yield facts.ItemShown(seat, item)
    if "take-letter" in missing and deed.room == SUITE_6 and not deed.yellow and len(state.places["suite"]):
        yield facts.LetterTaken(seat, "yellow", "suite")
    if "flip" in missing and deed.room == SUITE_5 and not deed.flipped:
        yield facts.SuiteFlipped(welcome=False)
    if "discard" in missing and deed.card_room is not None and not deed.discarded:
        card = state.card_in(deed.card_room)
        if card is not None:
            yield facts.CardDiscarded(deed.card_room, card)


def proceeds(state: MeaCulpa, seat: int, deed: Deed) -> facts.TalerReceived:
    """What the bank pays for the good that was sold last (MC-L1)."""
    return facts.TalerReceived(seat, state.rules.board["goods"][deed.sold[-1]]["sell"])


# -- all of them --------------------------------------------------------------------------------------------

FLOW = Flow(
    phases={**flow.PHASES, "characters": choosing, "actions": acting, "compare": comparing},
    steps={
        **flow.STEPS,
        "reminders": reminders,
        "cards": cards,
        "choose": choose,
        "part": kit.asks,
        "over": over,
        "mend": mend,
        "put-away": put_away,
        "sins": sins_punished,
        "end": end,
    },
)
"""What comes after what, with steps entered one by one."""
