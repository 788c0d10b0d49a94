"""Step by step: what follows from the physical steps, in whatever order a player makes them.

A step is possible where the pieces are; whether it came in the right order is the register's business. What begins
an action is its first step. Where a turn is declared over, what is missing and leaves no choice is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.games.mea_culpa import commands, facts
from domain.games.mea_culpa.done import OMISSIBLE, TURN_STEPS, Deed, Doings, Entry, left_out, owed, read, whose
from domain.games.mea_culpa.meta_culpa.register import Finding, findings
from domain.games.mea_culpa.state import (
    EMPEROR,
    INDULGENCE,
    MERCHANT,
    PETTY_SINNER,
    POPE,
    ROOMS,
    SUITE_5,
    SUITE_6,
    MeaCulpa,
    coin_value,
    is_coin,
)
from domain.games.mea_culpa.steps import character_taken, is_due_a_stone, next_turn_of, placing
from domain.kit.facts import Command, Json
from domain.kit.guards import Actor
from domain.kit.steps import Facts, Steps, Work, step

ByHand: TypeAlias = Callable[[MeaCulpa, Any, Any, Steps], Facts]

# -- whose step it is ---------------------------------------------------------------------------------------

IN_HAND = ("act", "part", "visit", "preliminary")
"""Where a seat can go on step by step: in its turn, and in its part of choosing characters."""


def doings_now(state: MeaCulpa, seat: int) -> Doings:
    """What a seat has done in its turn or part, if it is its turn; otherwise nothing."""
    return read(state, seat) if whose(state) == seat else Doings(seat, None)


def owed_now(state: MeaCulpa, seat: int) -> dict[str, int]:
    """What is missing of what the seat has begun."""
    if not state.by_steps or whose(state) != seat or state.wanted not in (*IN_HAND, "character"):
        return {}
    return owed(state, doings_now(state, seat))


def reserved(state: MeaCulpa, seat: int) -> Mapping[str, int]:
    """What the seat has left out as the Petty Sinner, in a turn that is over, and may be reminded of (MC-PS1)."""
    if seat != state.holder(PETTY_SINNER):
        return {}
    now = doings_now(state, seat)
    return {} if now.character == PETTY_SINNER and not now.over else left_out(state)


def spendable(state: MeaCulpa, seat: int) -> int:
    """The money behind the screen, without what is owed, or what the Petty Sinner may be reminded of (MC-PS1)."""
    return state.money(seat) - reserved(state, seat).get("pay", 0) - owed_now(state, seat).get("pay", 0)


def turned_ahead(state: MeaCulpa, seat: int) -> int:
    """The notches that the seat has turned before they were due."""
    done = doings_now(state, seat) if state.by_steps else Doings(seat, None)
    return max(0, done.rotated - done.notches_due)


def nothing_left(state: MeaCulpa) -> bool:
    """Whether whoever's turn it is has nothing left to do but to declare it over (MC-M13)."""
    seat = whose(state)
    if seat is None or state.phase != "actions" or state.wanted != "act":
        return False
    return not state.may_act() and not owed_now(state, seat)


def follows(state: MeaCulpa, seat: int) -> bool:
    """Whether the seat is the next to move."""
    return state.turn is not None and state.holder(next_turn_of(state)) == seat


def is_out_of_turn(state: MeaCulpa, seat: int) -> bool:
    """Whether a turn step of this seat would be one out of turn, whatever it is (MC-M13)."""
    due = [now["step"] for now in state.steps]
    if any(name in NO_TURNS for name in due):
        return True
    if "choose" in due:  # the bids are revealed, and something comes first
        return seat != state.order[0]
    return whose(state) != seat and not (nothing_left(state) and follows(state, seat))


NO_TURNS = ("reminders", "end", "letters")
"""What is due when the turns are over, and nobody is to act."""


def begins_next(state: MeaCulpa, seat: int, command: Command) -> bool:
    """Whether this step begins the next turn, since nothing is left to do in this one (MC-M13)."""
    if not nothing_left(state) or not follows(state, seat):
        return False
    return whose(state) != seat or _is_of(state, seat, command, next_turn_of(state))


def is_stray(state: MeaCulpa, seat: int, command: Command) -> bool:
    """Whether this is a step of a turn, or part of choosing, and not this seat's to make now (MC-M13).

    Of two players each is two characters: in the turn of the one, a step that only the other makes is out of turn.
    """
    if not state.by_register or state.due is not None or state.phase not in WITH_TURNS:
        return False
    if (type(command) not in TURN and type(command) not in ALSO_WHOLE) or _is_due(state, seat, command):
        return False
    if is_out_of_turn(state, seat):
        return True
    return _is_of_another(state, seat, command, _acting(state, seat, command))


def _acting(state: MeaCulpa, seat: int, command: Command) -> str | None:
    """As which character the seat, which is to act, does this; None before it has taken its card."""
    if begins_next(state, seat, command):
        return next_turn_of(state)
    if state.phase == "actions":
        return state.turn
    in_part = any(due["step"] == "part" and due["seat"] == seat for due in state.steps)
    return doings_now(state, seat).character if in_part else None


WITH_TURNS = ("auction", "characters", "actions")
"""The phases in which a step can be out of turn."""
STEP_OF: Mapping[type[Command], str] = {
    commands.MovePopeStone: POPE,
    commands.Announce: POPE,
    commands.TurnDie: POPE,
    commands.OpenDie: POPE,
    commands.PlaceCrew: EMPEROR,
    commands.TakeFree: MERCHANT,
}
"""The steps that only one character makes (unless a card is performed, or he is absent)."""


def _is_of(state: MeaCulpa, seat: int, command: Command, character: str | None) -> bool:
    """Whether it is a step of this character, which the seat holds, and of no other."""
    return STEP_OF.get(type(command)) == character and state.holder(str(character)) == seat


def _is_of_another(state: MeaCulpa, seat: int, command: Command, acting: str | None) -> bool:
    """Whether it is a step of a character that the seat holds, and that is not *acting*."""
    if state.phase == "auction":  # the cards of the last round may lie there still
        return False
    whose_step = STEP_OF.get(type(command), acting)
    return whose_step not in (None, acting) and _is_of(state, seat, command, whose_step)


def _is_due(state: MeaCulpa, seat: int, command: Command) -> bool:
    """Whether the step can be due from the seat, whoever's turn it is: by a card, or as one of its duties."""
    if type(command) not in ALSO_WHOLE:
        return False
    asked = bool(state.steps) and state.steps[0].get("seat") == seat and state.wanted in DUE
    if not asked and card_due(state, seat) is None:
        return False
    if isinstance(command, commands.TakeFree):
        return state.wanted == "free-stone"
    if not isinstance(command, commands.MovePopeStone | commands.PlaceCrew):
        return True
    if state.wanted == "preliminary":
        return STEP_OF[type(command)] in state.steps[0]["duties"]
    return card_to_perform(state, seat) == CARD_OF[type(command)]


DUE = ("preliminary", "visit", "perform", "free-stone")
CARD_OF: Mapping[type[Command], str] = {commands.MovePopeStone: "POPE_STONE", commands.PlaceCrew: "NEW_CREW"}
"""The cards by which one does what is otherwise a preliminary action."""


def card_to_perform(state: MeaCulpa, seat: Actor) -> str | None:
    """The card that the seat is to perform: a visit has come to it, as a whole or step by step."""
    if state.wanted == "perform" and state.due is None and state.steps[0]["seat"] == seat:
        card: str = state.steps[0]["card"]
        return card
    by_steps = card_due(state, int(seat))
    return None if by_steps is None else by_steps[1]


def spoils_the_guess(state: MeaCulpa, seat: int, command: Command) -> bool:
    """Whether the Pope goes on without waiting for the guess: from here on in the open (MC-M6)."""
    if not die_is_open(state, seat):
        return False
    if isinstance(command, commands.Rotate):  # (what the turn has cost already is turned for that)
        return command.notches > doings_now(state, seat).unturned
    return isinstance(command, commands.NameRoom | commands.OpenDie) or _is_for_lust(command)


def _is_for_lust(command: Command) -> bool:
    return isinstance(command, commands.PlaceStone) and command.den == "lust"


def die_is_open(state: MeaCulpa, seat: int) -> bool:
    """Whether the seat has turned the die by hand, and nobody has guessed yet."""
    return (
        len(state.steps) > 1
        and state.steps[0]["step"] == "guess"
        and bool(state.steps[1].get("by_hand"))
        and state.steps[1]["seat"] == seat
    )


def lust_is_in_time(state: MeaCulpa, seat: int) -> bool:
    """Whether the stone of lust can still be laid, while others do what the card of the visit demands (MC-M9)."""
    if whose(state) != seat or state.wanted not in ("give-letter", "stones") or state.steps[0]["seat"] == seat:
        return False
    visit = read(state, seat).deed("visit")
    return visit is not None and visit.others_due > 0 and visit.lust < visit.lust_due


# -- the register -------------------------------------------------------------------------------------------


def unpaid(state: MeaCulpa) -> list[Finding]:
    """The sins of this turn that have cost no stone yet."""
    return _without_paid(findings(state.rules, state.row, state.done), state.done)


def _without_paid(found: list[Finding], entries: tuple[Entry, ...]) -> list[Finding]:
    paid = [
        (entry["seat"], entry["sin"]) for entry in entries if entry["type"] == "SinCommitted" and "of" not in entry
    ]
    rest = []
    for finding in found:
        key = (finding.seat, finding.sin)
        if key in paid:
            paid.remove(key)
        else:
            rest.append(finding)
    return rest


def callable_sins(state: MeaCulpa, seat: int) -> list[str]:
    """The sins of a seat that somebody can still accuse it of: until another seat's first turn step."""
    entries = (*state.before, *state.done)
    found = [*findings(state.rules, state.row, state.before)]
    found += [
        Finding(one.sin, one.seat, tuple(at + len(state.before) for at in one.proof), one.repair)
        for one in findings(state.rules, state.row, state.done)
    ]
    others = [at for at, entry in enumerate(entries) if entry["type"] in TURN_STEPS and entry["seat"] != seat]
    unpaid_ones = _without_paid([one for one in found if one.seat == seat], entries)
    return [one.sin for one in unpaid_ones if not any(at > one.complete for at in others)]


def punished(seat: int, sin: str, steps: Steps) -> Facts:
    """A sin costs a stone in the Den of Petty Sins; whoever has none empties a den (MC-O1)."""
    yield facts.SinCommitted(seat, sin)
    steps.insert(0, placing(seat, "petty", 1, sin))


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


def settled(state: MeaCulpa, seat: int, amount: int) -> Facts:
    """MC-Q4: to the bank, or for the keeper back behind the screen."""
    if amount:
        yield (facts.BidTakenBack if seat == state.keeper else facts.BidPaid)(seat, amount)


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
    yield _proceeds(state, seat, deed)


def _proceeds(state: MeaCulpa, seat: int, deed: Deed) -> facts.TalerReceived:
    return facts.TalerReceived(seat, state.rules.board["goods"][deed.sold[-1]]["sell"])


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


def card_due(state: MeaCulpa, seat: int) -> tuple[int, str] | None:
    """The room and card that a visit made step by step has come to."""
    if not state.by_steps or state.wanted not in IN_HAND or whose(state) != seat:
        return None
    visit = doings_now(state, seat).deed("visit")
    if visit is None or visit.card_room is None or visit.performed or visit.discarded:
        return None
    card = state.card_in(visit.card_room)
    return None if card is None else (visit.card_room, card)


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


def unpunished(state: MeaCulpa, since: int) -> bool:
    """Whether a stone has to be placed at once for what was done from this position on."""
    return state.punishes and bool(findings(state.rules, state.row, state.done, since))


def may_come_to_sin(state: MeaCulpa, command: Command, steps: Steps) -> bool:
    """Whether what follows by itself can complete a sin: the own stone, or what a card makes others do (MC-M9)."""
    if isinstance(command, commands.PlaceStone):
        return True
    seat = whose(state)
    follows = any(due["step"] == "give-letter" or due.get("cause") == "card" for due in steps)
    if not state.punishes or seat is None or not follows:
        return False
    visit = doings_now(state, seat).deed("visit")
    return visit is not None and visit.others_due > 0 and visit.lust < visit.lust_due


def _choice_over(state: MeaCulpa, seat: int, steps: Steps) -> Facts:
    yield facts.ChoiceDeclaredOver(seat)
    late = [step("sins")] if unpunished(state, len(state.done) - 1) else []
    duties: Steps = []
    while steps and steps[0]["step"] in ("visit", "preliminary") and steps[0]["seat"] == seat:
        now = steps.pop(0)
        rest = [duty for duty in now.get("duties", ()) if duty == EMPEROR]
        if rest:  # it has to be done now
            duties.append(step("preliminary", seat=seat, duties=rest))
    steps.pop(0)  # the part
    steps[:0] = [*late, step("mend", seat=seat), *duties]


def sins_punished(state: MeaCulpa, _: Json, steps: Steps) -> Work:
    """Every sin that was just found costs a stone; after the second evaluation nothing more."""
    if state.punishes and not any(due["step"] in ("end", "letters") for due in steps):
        found = unpaid(state)
        for finding in found:
            yield facts.SinCommitted(finding.seat, finding.sin)
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
        elif name == "pay" and state.money(seat):  # (more than he has only if rules were broken)
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
        yield _proceeds(state, seat, deed)
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


def is_meant(step_name: str, name: str | None) -> bool:
    """Whether *name* means this missing step; a stone may be named without its den, and None means any step."""
    return name in (None, step_name, step_name.partition(":")[0])


def reminded(state: MeaCulpa, seat: int, name: str | None, steps: Steps) -> Facts:
    """The Petty Sinner is reminded of what he has left out: it is done at once, and costs no stone (MC-PS2)."""
    missing = left_out(state) if seat == state.holder(PETTY_SINNER) else {}
    stones: Steps = []
    at_it = [f"place-stone:{due['den']}" for due in state.steps if due.get("cause") == "reminded"]
    for step_name, number in missing.items():
        if step_name in at_it or not is_meant(step_name, name):
            continue
        yield facts.OmissionMended(seat, step_name)
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
    yield facts.NextCalled(seat, command.called)


def prompt(_: MeaCulpa, seat: int, command: commands.Prompt, __: Steps) -> Facts:
    """MC-M11."""
    yield facts.Prompted(seat, command.asked, "show")


def admit(_: MeaCulpa, seat: int, command: commands.Admit, steps: Steps) -> Facts:
    """MC-M12."""
    yield from punished(seat, command.sin, steps)


def let_pass(_: MeaCulpa, seat: int, __: commands.LetPass, steps: Steps) -> Facts:
    """MC-PS3."""
    yield facts.OmissionPassed(seat)
    now = steps.pop(0)
    steps.insert(0, {**now, "seats": [other for other in now["seats"] if other != seat]})


# -- all of them --------------------------------------------------------------------------------------------

TURN: Mapping[type[Command], ByHand] = {
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
}
"""The steps of a turn, or of a part of choosing characters."""
AT_ANY_TIME: Mapping[type[Command], ByHand] = {
    commands.ReturnCard: return_card,
    commands.SetBid: set_bid,
    commands.Settle: settle,
    commands.CallNext: call_next,
    commands.Prompt: prompt,
    commands.Admit: admit,
    commands.LetPass: let_pass,
}
"""What is no step of a turn: never out of turn."""
ALSO_WHOLE = frozenset(
    (
        commands.MovePopeStone,
        commands.PlaceCrew,
        commands.MoveCrew,
        commands.TakeGood,
        commands.Rob,
        commands.Perform,
        commands.Decline,
        commands.Wait,
        commands.TakeFree,
    )
)
"""The steps of a turn, or of a part of choosing, that are the same for who plays by whole actions."""
BY_HAND: Mapping[type[Command], ByHand] = {**TURN, **AT_ANY_TIME}
"""The steps that are entered one by one."""
