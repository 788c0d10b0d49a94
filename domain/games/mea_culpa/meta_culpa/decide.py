"""What follows from the physical steps, in whatever order a player makes them, and from what is said.

A step is possible where the pieces are; whether it came in the right order is the register's business. What begins
an action is its first step. Where a turn is declared over, what is missing and leaves no choice is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.mea_culpa import decide as base
from domain.games.mea_culpa import facts
from domain.games.mea_culpa.commands import Bid, ChooseCharacter, RevealBids, ShowDie, TakeFree
from domain.games.mea_culpa.decide import Decider, bids_revealed, die_shown
from domain.games.mea_culpa.done import doings_now, whose
from domain.games.mea_culpa.meta_culpa import commands
from domain.games.mea_culpa.meta_culpa.commands import TURN
from domain.games.mea_culpa.meta_culpa.facts import (
    ChoiceDeclaredOver,
    NextCalled,
    OmissionMended,
    OmissionPassed,
    Prompted,
    SinCommitted,
    SteppedOutOfTurn,
)
from domain.games.mea_culpa.meta_culpa.guards import GUARDS
from domain.games.mea_culpa.meta_culpa.register import may_come_to_sin, unpunished
from domain.games.mea_culpa.meta_culpa.steps import FLOW, proceeds
from domain.games.mea_culpa.meta_culpa.timing import begins_next, is_stray, spoils_the_guess
from domain.games.mea_culpa.owed import left_out
from domain.games.mea_culpa.state import (
    CHARACTERS,
    EMPEROR,
    INDULGENCE,
    PETTY_SINNER,
    ROOMS,
    SUITE_5,
    MeaCulpa,
    coin_value,
    is_coin,
)
from domain.games.mea_culpa.steps import character_taken, is_due_a_stone, next_turn_of, placing, settled
from domain.kit.chance import Chance
from domain.kit.facts import Command
from domain.kit.guards import Actor, Verdict
from domain.kit.steps import Facts, Steps, step

# -- beginning an action ------------------------------------------------------------------------------------


def _begun(state: MeaCulpa, seat: int, kind: str) -> Facts:
    """The first step of an action begins it (MC-T2)."""
    if state.phase == "actions" and doings_now(state, seat).deed(kind) is None:
        yield facts.ActionBegan(seat, kind, bool(state.actions))


def begin(state: MeaCulpa, seat: int, command: commands.Begin, _: Steps) -> Facts:
    """MC-T2."""
    yield facts.ActionBegan(seat, command.action, bool(state.actions))


# -- the auction and the characters -------------------------------------------------------------------------


def return_card(_: MeaCulpa, seat: int, command: commands.ReturnCard, __: Steps) -> Facts:
    """MC-P2."""
    yield facts.CharacterReturned(seat, command.character)


def set_bid(_: MeaCulpa, seat: int, command: commands.SetBid, __: Steps) -> Facts:
    """MC-Q1."""
    yield facts.BidSet(seat, command.notches, command.taler)


def settle(state: MeaCulpa, seat: int, command: commands.Settle, _: Steps) -> Facts:
    """MC-Q4."""
    yield from settled(state, seat, command.taler or state.unsettled[seat])


def take_card(state: MeaCulpa, seat: int, command: commands.TakeCard, steps: Steps) -> Facts:
    """MC-Q6."""
    yield from character_taken(state, seat, command.character, steps, by_hand=True)


# -- a turn -------------------------------------------------------------------------------------------------


def rotate(state: MeaCulpa, seat: int, command: commands.Rotate, steps: Steps) -> Facts:
    """MC-T3, MC-H3."""
    if spoils_the_guess(state, seat, command):
        yield _die_left(state, seat, steps)
    yield facts.PostRotated(seat, state.posts[seat] + command.notches, "step")


def pay(state: MeaCulpa, seat: int, command: commands.Pay, _: Steps) -> Facts:
    """MC-K2."""
    yield from _begun(state, seat, "buy")
    yield facts.TalerPaid(seat, command.taler)


def take_stone(state: MeaCulpa, seat: int, command: commands.TakeStone, _: Steps) -> Facts:
    """MC-K1, MC-K2."""
    yield from _begun(state, seat, "buy")
    to = "table" if command.stone == INDULGENCE else "screen"
    yield facts.StoneTaken(seat, command.stone, to, free=False)


def take_letter(_: MeaCulpa, seat: int, command: commands.TakeLetter, __: Steps) -> Facts:
    """MC-K1, MC-H5."""
    yield facts.LetterTaken(seat, command.letter, command.source)


def return_stone(_: MeaCulpa, seat: int, __: commands.ReturnStone, ___: Steps) -> Facts:
    """MC-K1."""
    yield facts.StoneReturned(seat, INDULGENCE)


def bag_good(state: MeaCulpa, seat: int, command: commands.BagGood, _: Steps) -> Facts:
    """MC-L1."""
    yield from _begun(state, seat, "sell")
    yield facts.GoodSold(seat, command.good)


def receive(state: MeaCulpa, seat: int, _: commands.Receive, __: Steps) -> Facts:
    """MC-L1."""
    deed = doings_now(state, seat).deed("sell")
    assert deed is not None
    yield proceeds(state, seat, deed)


def place_stone(state: MeaCulpa, seat: int, command: commands.PlaceStone, steps: Steps) -> Facts:
    """MC-K3, MC-H4, MC-V4; run-outs as ever (MC-O1)."""
    if spoils_the_guess(state, seat, command):
        yield _die_left(state, seat, steps)
    kinds = {"greed": "buy", "lust": "visit"}
    if command.den in kinds:
        yield from _begun(state, seat, kinds[command.den])
    steps.insert(0, placing(seat, command.den, 1, command.den))


def show(state: MeaCulpa, seat: int, command: commands.Show, _: Steps) -> Facts:
    """MC-D1."""
    yield from _begun(state, seat, "donate")
    yield facts.ItemShown(seat, command.item)


def drop(state: MeaCulpa, seat: int, command: commands.Drop, _: Steps) -> Facts:
    """MC-D1."""
    yield from _begun(state, seat, "donate")
    taler = coin_value(command.item) if is_coin(command.item) else None
    yield facts.ItemDropped(seat, command.item, f"goods:{seat}", command.compartment, taler)


# -- the House ----------------------------------------------------------------------------------------------


def name_room(state: MeaCulpa, seat: int, command: commands.NameRoom, steps: Steps) -> Facts:
    """MC-H1, MC-H4; what it costs depends on who comes, and how (MC-C3, MC-R72)."""
    if state.wanted == "visit":
        steps.pop(0)
    if spoils_the_guess(state, seat, command):
        yield _die_left(state, seat, steps)
    yield from _begun(state, seat, "visit")
    yield _chosen(state, seat, command.room)


def _die_left(state: MeaCulpa, seat: int, steps: Steps) -> facts.DieShown:
    """The Pope does not wait for the guess: nobody guesses any more, and nobody is caught (MC-M6)."""
    (shown,) = state.told(f"die:{seat}")
    del steps[:2]
    return facts.DieShown(seat, shown, caught=False)


def _chosen(state: MeaCulpa, seat: int, room: int) -> facts.RoomChosen:
    visit = doings_now(state, seat).deed("visit")
    if visit is not None and visit.room == SUITE_5 and room in ROOMS:
        return facts.RoomChosen(seat, room, 0, 0)
    free = state.phase == "characters" or state.turn == PETTY_SINNER
    return facts.RoomChosen(seat, room, 0 if free else state.cost_of(room), 0 if room in ROOMS else 1)


def flip(_: MeaCulpa, __: int, ___: commands.Flip, ____: Steps) -> Facts:
    """MC-H4."""
    yield facts.SuiteFlipped(welcome=False)


def discard(state: MeaCulpa, seat: int, _: commands.Discard, __: Steps) -> Facts:
    """MC-H3."""
    room = _room_of_card(state, seat)
    yield facts.CardDiscarded(room, str(state.card_in(room)))


def _room_of_card(state: MeaCulpa, seat: int) -> int:
    visit = doings_now(state, seat).deed("visit")
    assert visit is not None
    assert visit.card_room is not None
    return visit.card_room


def announce(state: MeaCulpa, seat: int, _: commands.Announce, __: Steps) -> Facts:
    """MC-I1."""
    yield from _begun(state, seat, "visit")
    yield facts.PretextAnnounced(seat)


def turn_die(state: MeaCulpa, seat: int, command: commands.TurnDie, steps: Steps) -> Facts:
    """MC-I1, MC-I2."""
    yield from _begun(state, seat, "visit")
    yield facts.DieSet(seat, command.room)
    steps += [step("guess", seat=state.opponents(seat)[0]), step("show", seat=seat, by_hand=True)]


def open_die(state: MeaCulpa, seat: int, _: commands.OpenDie, steps: Steps) -> Facts:
    """MC-M6: nobody has guessed; the visit goes on in the open."""
    shown = _die_left(state, seat, steps)
    yield shown
    yield _chosen(state, seat, shown.room)


# -- the end of a turn --------------------------------------------------------------------------------------


def declare_over(state: MeaCulpa, seat: int, _: commands.DeclareOver, steps: Steps) -> Facts:
    """MC-M8, MC-R73: what is forgotten is a sin now; then it is done."""
    if state.phase == "characters":
        yield from _choice_over(state, seat, steps)
    else:
        yield from turn_over(state, seat, steps)


def turn_over(state: MeaCulpa, seat: int, steps: Steps) -> Facts:
    """The turn is over: its sins, what is missing, the free stone, and the next turn."""
    if state.by_register:
        yield facts.TurnDeclaredOver(seat, str(state.turn))
    late = [step("sins")] if unpunished(state, len(state.done) - 1) else []
    free = [step("free-stone", seat=seat)] if len(state.places["market"]) and is_due_a_stone(state, seat) else []
    steps += [*late, step("mend", seat=seat), *free, step("next" if state.by_register else "over")]


def _choice_over(state: MeaCulpa, seat: int, steps: Steps) -> Facts:
    yield ChoiceDeclaredOver(seat)
    late = [step("sins")] if unpunished(state, len(state.done) - 1) else []
    duties: Steps = []
    while steps and steps[0]["step"] in ("visit", "preliminary") and steps[0]["seat"] == seat:
        now = steps.pop(0)
        rest = [duty for duty in now.get("duties", ()) if duty == EMPEROR]
        if rest:  # it has to be done now
            duties.append(step("preliminary", seat=seat, duties=rest))
    steps.pop(0)  # the part
    steps[:0] = [*late, step("mend", seat=seat), *duties]


def is_meant(step_name: str, name: str | None) -> bool:
    """Whether *name* means this missing step; a stone may be named without its den, and None means any step."""
    return name in (None, step_name, step_name.partition(":")[0])


def reminded(state: MeaCulpa, seat: int, name: str | None, steps: Steps) -> Facts:
    """The Petty Sinner is reminded of what was left out: it is done at once, and costs no stone (MC-PS2)."""
    missing = left_out(state) if seat == state.holder(PETTY_SINNER) else {}
    stones: Steps = []
    at_it = [f"place-stone:{due['den']}" for due in state.steps if due.get("cause") == "reminded"]
    for step_name, number in missing.items():
        if step_name in at_it or not is_meant(step_name, name):
            continue
        yield OmissionMended(seat, step_name)
        if step_name == "pay":
            yield facts.TalerPaid(seat, number, "reminded")
        elif step_name == "rotate":
            yield facts.PostRotated(seat, state.posts[seat] + number, "reminded")
        else:
            stones.append(placing(seat, step_name.partition(":")[2], number, "reminded"))
    steps[:0] = stones


# -- what is said -------------------------------------------------------------------------------------------


def call_next(_: MeaCulpa, seat: int, command: commands.CallNext, __: Steps) -> Facts:
    """MC-M12."""
    yield NextCalled(seat, command.called)


def prompt(_: MeaCulpa, seat: int, command: commands.Prompt, __: Steps) -> Facts:
    """MC-M11."""
    yield Prompted(seat, command.asked, "show")


def admit(_: MeaCulpa, seat: int, command: commands.Admit, steps: Steps) -> Facts:
    """MC-M12."""
    yield from punished(seat, command.sin, steps)


def let_pass(_: MeaCulpa, seat: int, __: commands.LetPass, steps: Steps) -> Facts:
    """MC-PS3."""
    yield OmissionPassed(seat)
    now = steps.pop(0)
    steps.insert(0, {**now, "seats": [other for other in now["seats"] if other != seat]})


def punished(seat: int, sin: str, steps: Steps) -> Facts:
    """A sin costs a stone in the Den of Petty Sins; a seat that has none empties a den (MC-O1)."""
    yield SinCommitted(seat, sin)
    steps.insert(0, placing(seat, "petty", 1, sin))


# -- whole actions ------------------------------------------------------------------------------------------


def bid(state: MeaCulpa, seat: int, command: Bid, steps: Steps) -> Facts:
    """MC-Q1; before it the own cards of the last round are put back (MC-M7)."""
    for character in CHARACTERS:
        if state.holder(character) == seat:
            yield facts.CharacterReturned(seat, character)
    yield from base.bid(state, seat, command, steps)


def reveal_bids(state: MeaCulpa, actor: Actor, command: RevealBids, steps: Steps) -> Facts:
    """MC-Q2 to MC-Q4; under META CULPA everybody settles for themselves (MC-R2)."""
    if not state.by_register:
        yield from base.reveal_bids(state, actor, command, steps)
        return
    yield from bids_revealed(state)
    steps += [step("cards"), step("choose")]


def choose_character(state: MeaCulpa, seat: int, command: ChooseCharacter, steps: Steps) -> Facts:
    """MC-Q6; the bid is settled first (MC-M2)."""
    yield from settled(state, seat, state.unsettled[seat])
    yield from base.choose_character(state, seat, command, steps)


def show_die(state: MeaCulpa, seat: int, command: ShowDie, steps: Steps) -> Facts:
    """MC-I3 to MC-I6; who has turned the die by hand pays by hand."""
    if not steps[0].get("by_hand"):
        yield from base.show_die(state, seat, command, steps)
        return
    steps.pop(0)
    visited = yield from die_shown(state, seat, doings_now(state, seat).unturned)
    if visited is not None:
        room, caught = visited
        cost, stones = (state.cost_of(room), int(room not in ROOMS)) if caught else (0, 0)
        yield facts.RoomChosen(seat, room, cost, stones)


# -- all of them --------------------------------------------------------------------------------------------

DECIDERS: Mapping[type[Command], Decider] = {
    **base.DECIDERS,
    Bid: bid,
    RevealBids: reveal_bids,
    ChooseCharacter: choose_character,
    ShowDie: show_die,
    commands.TakeCard: take_card,
    commands.Begin: begin,
    commands.Rotate: rotate,
    commands.Pay: pay,
    commands.TakeStone: take_stone,
    commands.TakeLetter: take_letter,
    commands.ReturnStone: return_stone,
    commands.BagGood: bag_good,
    commands.Receive: receive,
    commands.PlaceStone: place_stone,
    commands.Show: show,
    commands.Drop: drop,
    commands.NameRoom: name_room,
    commands.Flip: flip,
    commands.Discard: discard,
    commands.Announce: announce,
    commands.TurnDie: turn_die,
    commands.OpenDie: open_die,
    commands.DeclareOver: declare_over,
    commands.ReturnCard: return_card,
    commands.SetBid: set_bid,
    commands.Settle: settle,
    commands.CallNext: call_next,
    commands.Prompt: prompt,
    commands.Admit: admit,
    commands.LetPass: let_pass,
}
"""What follows from each command: the whole actions of the base game, and the steps."""


def decide(state: MeaCulpa, actor: Actor, command: Command, chance: Chance) -> Facts:
    """The facts of *command*, and of what follows from it, the stones for sins included.

    Where no steps are entered one by one the base game decides alone.
    """
    if not state.by_steps:
        yield from base.decide(state, actor, command, chance)
        return
    steps: Steps = list(state.steps)
    done, turn = len(state.done), (state.phase, state.turn)
    drawing = base.DRAWINGS.get(type(command))
    if drawing is not None:
        yield from drawing(state, steps, chance)
    else:
        yield from _decided(state, actor, command, steps)
        since = done if (state.phase, state.turn) == turn else 0
        sins = may_come_to_sin(state, command, steps) or unpunished(state, since)
        if sins and step("sins") not in steps:
            steps.insert(_behind_all_that_follows(steps), step("sins"))
    if not state.over:
        yield from FLOW.go_on(state, steps)


FOLLOWS = ("stones", "open", "share", "pick", "clear", "answer", "hand-over", "give-letter")
"""The steps that come of what was done: run-outs, evaluations, what a card demands of others."""


def _behind_all_that_follows(steps: Steps) -> int:
    """Where the stone for a sin belongs: the step itself comes first, with all that comes of it."""
    return next((n for n, due in enumerate(steps) if due["step"] not in FOLLOWS), len(steps))


def _decided(state: MeaCulpa, seat: Any, command: Command, steps: Steps) -> Facts:
    """The facts of the command itself; a step out of turn is taken back at once (MC-M13)."""
    kind = type(command)
    if is_stray(state, seat, command):
        yield SteppedOutOfTurn(seat, command.TYPE)
        return
    if (kind in TURN or kind is TakeFree) and begins_next(state, seat, command):
        # The turn before counts as declared over. What it leaves to be decided comes first, and this step waits.
        mover, then = whose(state), next_turn_of(state)
        yield from turn_over(state, mover or 0, steps)
        asked = yield from FLOW.steps_done(state, steps)
        if asked is not None or state.turn != then or not _still(state, seat, command):
            return
    yield from DECIDERS[kind](state, seat, command, steps)


def _still(state: MeaCulpa, seat: int, command: Command) -> bool:
    """Whether what was about to be done can be done still, when the turn before has been brought to its end."""
    free = isinstance(command, TakeFree)
    asked = [guard for guard in GUARDS[type(command)] if guard.needed or free]
    return all(guard.predicate(state, seat, command) is Verdict.YES for guard in asked)


def resume(state: MeaCulpa) -> Facts:
    """What follows when a place has been told: whatever waited for it."""
    return FLOW.go_on(state, list(state.steps)) if state.by_steps else base.resume(state)
