"""Decide: the facts that follow from a command, in the order in which they happen at the table.

Each function yields facts, and changes the list of steps that are still due; the state it reads is a working copy
in which what it has yielded has happened. What follows of the steps is the same for every command: see ``steps``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, TypeAlias

from domain.games.mea_culpa import cards, commands, facts
from domain.games.mea_culpa.cards import number_on
from domain.games.mea_culpa.commands import FORCED
from domain.games.mea_culpa.done import doings_now, whose
from domain.games.mea_culpa.evaluation import evaluation
from domain.games.mea_culpa.flow import FLOW
from domain.games.mea_culpa.owed import spendable
from domain.games.mea_culpa.scoring import choosing_order, heavenward, keeper, outcome, steps_of
from domain.games.mea_culpa.state import (
    LETTERS,
    PETTY_SINNER,
    ROOMS,
    YELLOW,
    MeaCulpa,
    coin_value,
    is_coin,
)
from domain.games.mea_culpa.steps import (
    bonus_taken,
    character_taken,
    den_emptied,
    letter_given,
    moved,
    placing,
    room_entered,
    room_through_suite,
    settled,
    stone_taken,
    turn_ends,
)
from domain.kit.chance import Chance
from domain.kit.facts import Command, Fact, singly
from domain.kit.guards import Actor, Needs
from domain.kit.steps import Facts, Steps, StepsDue, step
from domain.kit.table.facts import MatchEnded

Decider: TypeAlias = Callable[[MeaCulpa, Any, Any, Steps], Facts]
Drawing: TypeAlias = Callable[[MeaCulpa, Steps, Chance], Facts]


def lay(state: MeaCulpa) -> Facts:
    """The laid table: the row, if the options give it; otherwise chance is asked for it (MC-S6)."""
    if state.rules.options["row"] is not None:
        yield facts.SoulsPlaced(tuple(state.rules.options["row"]))
    yield from FLOW.go_on(state, [])


# -- chance -------------------------------------------------------------------------------------------------


def place_souls(state: MeaCulpa, _: Steps, chance: Chance) -> Facts:
    """MC-S6."""
    left = {str(seat): 1 for seat in range(state.rules.seats)}
    row: list[int] = []
    while left:
        row.append(int(str(chance.draw(left))))
        del left[str(row[-1])]
    yield facts.SoulsPlaced(tuple(row))


def draw_stones(state: MeaCulpa, steps: Steps, chance: Chance) -> Facts:
    """MC-P1, and what else is laid ready, in the order of MC-P2 to MC-P5; a short bag is emptied (MC-R14)."""
    steps.pop(0)
    number: int = state.rules.board["market_draw"]
    while number and len(state.places["bag"]):
        bag = state.places["bag"]
        yield facts.StoneDrawn(chance.draw(bag.known, bag))
        number -= 1
    if len(state.places["hut"]):  # (where rules were broken, all crews may be on the sites and the card)
        yield facts.CrewReadied()
    if not len(state.places["suite"]) and state.places["stacks"].count(YELLOW):
        yield facts.YellowLetterLaid()
    if not state.welcome:
        yield facts.SuiteFlipped(welcome=True)
    for room in ROOMS:
        card = state.card_in(room)
        if card is not None:
            yield facts.RoomCleared(room, card)


def deal_cards(state: MeaCulpa, steps: Steps, chance: Chance) -> Facts:
    """MC-P5, MC-P6: the discards become the deck when a card is needed and none is left (MC-R67).

    Where too many cards are missing from the set, the last rooms get none.
    """
    steps.pop(0)
    for room in ROOMS:
        if not len(state.places["deck"]):
            if not len(state.places["discards"]):
                return
            yield facts.DeckShuffled(len(state.places["discards"]))
        deck = state.places["deck"]
        yield facts.CardDealt(room, chance.draw(deck.known, deck))


# -- bonus and auction --------------------------------------------------------------------------------------


def choose_bonus(state: MeaCulpa, seat: int, command: commands.ChooseBonus, _: Steps) -> Facts:
    """MC-B1, MC-B2."""
    yield from bonus_taken(state, seat, command.bonus, singly(command.compartments))


def bid(_: MeaCulpa, seat: int, command: commands.Bid, __: Steps) -> Facts:
    """MC-Q1."""
    yield facts.BidSet(seat, command.notches, command.taler)


def reveal_bids(state: MeaCulpa, _: Any, __: commands.RevealBids, ___: Steps) -> Facts:
    """MC-Q2 to MC-Q4: all settle before the first card is taken (MC-R2)."""
    yield from bids_revealed(state)
    for seat in range(state.rules.seats):
        yield from settled(state, seat, state.unsettled[seat])
    yield facts.PhaseBegan("characters")


def bids_revealed(state: MeaCulpa) -> Facts:
    """MC-Q2 to MC-Q4, before anybody has settled: bids that nobody has written down have to be told."""
    seats = range(state.rules.seats)
    bids = state.told(*(f"{part}:{seat}" for part in ("notches", "taler") for seat in seats))
    notches, taler = bids[: len(seats)], bids[len(seats) :]
    yield facts.BidsRevealed(notches, taler)
    hell_first = state.hell_first()
    worth = [notches[seat] + taler[seat] for seat in seats]
    yield facts.ChoosingOrderSet(tuple(choosing_order(worth, hell_first)), keeper(notches, hell_first))


def choose_character(state: MeaCulpa, seat: int, command: commands.ChooseCharacter, steps: Steps) -> Facts:
    """MC-Q6."""
    yield from character_taken(state, seat, command.character, steps)


# -- turns --------------------------------------------------------------------------------------------------


def _begun(state: MeaCulpa, seat: int, action: str) -> Facts:
    """MC-T3: a second action costs a notch; what is done out of turn is no action of the turn."""
    if state.phase != "actions" or whose(state) != seat:
        return
    second, ahead = bool(state.actions), doings_now(state, seat).ahead
    yield facts.ActionBegan(seat, action, second)
    if second and not ahead and state.notches_above(seat):
        yield facts.PostRotated(seat, state.posts[seat] + 1, "second")


def buy(state: MeaCulpa, seat: int, command: commands.Buy, steps: Steps) -> Facts:
    """MC-K1 to MC-K3; the stone of greed lies before the goods are taken (MC-DV8)."""
    yield from _begun(state, seat, "buy")
    yield facts.TalerPaid(seat, state.price_of(command.stone))
    if command.greedy:
        steps[:0] = [placing(seat, "greed", 1, "greed"), step("take-two", seat=seat, good=command.stone)]
    else:
        yield from stone_taken(seat, command.stone, command.letter)


def sell(state: MeaCulpa, seat: int, command: commands.Sell, _: Steps) -> Facts:
    """MC-L1."""
    yield from _begun(state, seat, "sell")
    yield facts.GoodSold(seat, command.good)
    yield facts.TalerReceived(seat, state.rules.board["goods"][command.good]["sell"])


def donate(state: MeaCulpa, seat: int, command: commands.Donate, _: Steps) -> Facts:
    """MC-D1; the Emperor's second donation belongs to the same action (MC-C2, MC-R20)."""
    if not (state.may_donate_again() and whose(state) == seat):
        yield from _begun(state, seat, "donate")
    taler = coin_value(command.item) if is_coin(command.item) else None
    yield facts.ItemShown(seat, command.item, whole=True if state.by_register else None)
    yield facts.ItemDropped(seat, command.item, f"goods:{seat}", command.compartment, taler)


def visit(state: MeaCulpa, seat: int, command: commands.Visit, steps: Steps) -> Facts:
    """MC-H1; the Petty Sinner turns no post, neither in the turn nor before the turns (MC-V4, MC-C3)."""
    if state.wanted == "visit":
        steps.pop(0)
        turns_post = False
    else:
        yield from _begun(state, seat, "visit")
        turns_post = state.turn != PETTY_SINNER or whose(state) != seat
    ahead = doings_now(state, seat).ahead
    yield from room_entered(state, seat, command.room, steps, turns_post=turns_post, pays_lust=True, ahead=ahead)


def choose_room(state: MeaCulpa, seat: int, command: commands.ChooseRoom, steps: Steps) -> Facts:
    """MC-H4."""
    steps.pop(0)
    yield from room_through_suite(state, seat, command.room, steps)


def do_pass(state: MeaCulpa, _: int, __: commands.Pass, steps: Steps) -> Facts:
    """MC-T2."""
    yield from ()
    turn_ends(state, steps)


def take_free(state: MeaCulpa, seat: int, command: commands.TakeFree, steps: Steps) -> Facts:
    """MC-C1."""
    if state.wanted == "free-stone":
        steps.pop(0)
    yield from stone_taken(seat, command.stone, command.letter, free=True)


# -- the Pope's visits --------------------------------------------------------------------------------------


def set_die(state: MeaCulpa, seat: int, command: commands.SetDie, steps: Steps) -> Facts:
    """MC-I1, MC-I2: of the others the one nearest Hell guesses (MC-R26)."""
    yield from _begun(state, seat, "visit")
    yield facts.PretextAnnounced(seat)
    yield facts.DieSet(seat, command.room)
    steps += [step("guess", seat=state.opponents(seat)[0]), step("show", seat=seat)]


def guess(_: MeaCulpa, seat: int, command: commands.Guess, steps: Steps) -> Facts:
    """MC-I2."""
    steps.pop(0)
    yield facts.Guessed(seat, command.room)


def show_die(state: MeaCulpa, seat: int, _: commands.ShowDie, steps: Steps) -> Facts:
    """MC-I3 to MC-I6, MC-R30."""
    steps.pop(0)
    ahead = doings_now(state, seat).ahead
    visited = yield from die_shown(state, seat)
    if visited is not None:
        room, caught = visited
        yield from room_entered(state, seat, room, steps, turns_post=caught, pays_lust=caught, ahead=ahead)


def die_shown(state: MeaCulpa, seat: int, unturned: int = 0) -> Generator[Fact, None, tuple[int, bool] | None]:
    """MC-I3 to MC-I6, MC-R27 to MC-R29: the room that the Pope goes to, and whether that was guessed.

    None where it is too dear; *unturned* notches are still to be turned for something else.
    """
    (room,) = state.told(f"die:{seat}")
    caught = state.guess == room
    yield facts.DieShown(seat, room, caught)
    if unturned + state.cost_of(room) > state.notches_above(seat):
        if caught or state.rules.options["over_six_note"] == "always":
            yield from moved(state, seat, 1, "note")
            if state.notches_above(seat):
                yield facts.PostRotated(seat, state.most_notches, "note")
            return None
    elif caught:
        yield from moved(state, seat, 1, "caught")
    return room, caught


# -- answers ------------------------------------------------------------------------------------------------


def empty_den(state: MeaCulpa, seat: int, command: commands.EmptyDen, steps: Steps) -> Facts:
    """MC-O1."""
    now = steps.pop(0)
    steps.insert(0, {**now, "emptied": [*now["emptied"], command.den]})
    yield from den_emptied(state, seat, command.den)


def hand_over(state: MeaCulpa, seat: int, _: commands.HandOver, steps: Steps) -> Facts:
    """MC-R33, MC-R34."""
    now = steps.pop(0)
    if now["card"] == "POPE_YELLOW":
        letters = state.places[f"letters:{seat}"]
        if letters.count(YELLOW):
            yield letter_given(state, seat, now["taker"], YELLOW, openly=True)
            return
        if letters.unknown:
            raise Needs(letters.kind.name)
    elif spendable(state, seat) >= number_on(now["card"]):
        yield facts.TalerGiven(seat, now["taker"], number_on(now["card"]))
        return
    yield facts.NothingGiven(seat, now["card"])


def answer(state: MeaCulpa, seat: int, _: commands.Answer, steps: Steps) -> Facts:
    """MC-R33: everyone sees whether the holder owns a Letter; which one is given is the holder's choice."""
    now = steps.pop(0)
    if len(state.places[f"letters:{seat}"]):
        yield facts.LetterOwed(seat, now["taker"])
        steps.insert(0, step("give-letter", seat=seat, taker=now["taker"]))
    else:
        yield facts.NothingGiven(seat, "EMP_LETTER")


def give_letter(state: MeaCulpa, seat: int, command: commands.GiveLetter, steps: Steps) -> Facts:
    """MC-R33."""
    now = steps.pop(0)
    yield letter_given(state, seat, now["taker"], command.letter)


def open_compartments(state: MeaCulpa, _: Any, __: commands.OpenCompartments, steps: Steps) -> Facts:
    """MC-G3; in which compartment something lies that was dropped unseen has to be told."""
    now = steps.pop(0)
    yield from evaluation(state, now, steps)


def pick(_: MeaCulpa, seat: int, command: commands.Pick, steps: Steps) -> Facts:
    """MC-E2."""
    now = steps.pop(0)
    yield facts.LetterTaken(seat, command.letter, "display")
    steps.insert(0, {**now, "order": now["order"][1:]})


def count_letters(state: MeaCulpa, _: Any, __: commands.CountLetters, steps: Steps) -> Facts:
    """MC-Z2, MC-Z3: nearest Hell first, each in one movement (MC-R58)."""
    behind_screens = [state.places[f"letters:{seat}"] for seat in range(state.rules.seats)]
    if untold := [letters.kind.name for letters in behind_screens if letters.unknown]:
        raise Needs(*untold)
    steps.clear()
    score, heaven = state.rules.board["score"], state.rules.board["track"]["heaven_steps"]
    owed = [0] * state.rules.seats
    for seat in state.hell_first():
        letters = dict(sorted(state.places[f"letters:{seat}"].known.items()))
        owed[seat] = steps_of(letters, LETTERS, score)
        yield facts.LettersShown(seat, letters, owed[seat])
        if owed[seat]:
            to = heavenward(state.souls, seat, owed[seat], heaven)
            yield facts.SoulMoved(seat, -owed[seat], to, "letters")
    shown = [state.places[f"shown:{seat}"].known for seat in range(state.rules.seats)]
    yield StepsDue(())
    yield MatchEnded(outcome(state.souls, state.row, shown, owed, heaven))


# -- all of them --------------------------------------------------------------------------------------------

DRAWINGS: Mapping[type[Command], Drawing] = {
    commands.PlaceSouls: place_souls,
    commands.DrawStones: draw_stones,
    commands.DealCards: deal_cards,
}
DECIDERS: Mapping[type[Command], Decider] = {
    commands.ChooseBonus: choose_bonus,
    commands.Bid: bid,
    commands.ChooseCharacter: choose_character,
    commands.Wait: cards.wait,
    commands.MovePopeStone: cards.move_pope_stone,
    commands.PlaceCrew: cards.place_crew,
    commands.MoveCrew: cards.move_crew,
    commands.TakeGood: cards.take_good,
    commands.Rob: cards.rob,
    commands.Perform: cards.perform,
    commands.Decline: cards.decline,
    commands.Buy: buy,
    commands.Sell: sell,
    commands.Donate: donate,
    commands.Visit: visit,
    commands.ChooseRoom: choose_room,
    commands.SetDie: set_die,
    commands.Guess: guess,
    commands.Pass: do_pass,
    commands.TakeFree: take_free,
    commands.EmptyDen: empty_den,
    commands.GiveLetter: give_letter,
    commands.Pick: pick,
    commands.RevealBids: reveal_bids,
    commands.ShowDie: show_die,
    commands.HandOver: hand_over,
    commands.Answer: answer,
    commands.OpenCompartments: open_compartments,
    commands.CountLetters: count_letters,
}


def decide(state: MeaCulpa, actor: Actor, command: Command, chance: Chance) -> Facts:
    """The facts of *command*, and of what follows from it until somebody has to decide."""
    steps: Steps = list(state.steps)
    drawing = DRAWINGS.get(type(command))
    if drawing is not None:
        yield from drawing(state, steps, chance)
    else:
        yield from DECIDERS[type(command)](state, actor, command, steps)
    if not state.over:
        yield from FLOW.go_on(state, steps)


def resume(state: MeaCulpa) -> Facts:
    """What follows when a place has been told: whatever waited for it."""
    return FLOW.go_on(state, list(state.steps))


def automatic(state: MeaCulpa) -> tuple[Actor, Command] | None:
    """What follows by itself: a secret is opened, and nobody has a choice."""
    if state.due is None or state.due not in FORCED:
        return None
    who = state.awaiting[0]
    return (who if isinstance(who, str) else who["seat"]), FORCED[state.due]()
