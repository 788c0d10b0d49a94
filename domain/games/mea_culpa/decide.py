"""Decide: the facts that follow from a command, in the order in which they happen at the table.

Each function yields facts, and changes the list of steps that are still due; the state it reads is a working copy
in which what it has yielded has happened. What follows of the steps is the same for every command: see ``steps``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.games.mea_culpa import commands, facts
from domain.games.mea_culpa.commands import FORCED
from domain.games.mea_culpa.done import whose
from domain.games.mea_culpa.flow import go_on, steps_done
from domain.games.mea_culpa.guards import GUARDS, performs
from domain.games.mea_culpa.meta_culpa import decide as by_hand
from domain.games.mea_culpa.scoring import choosing_order, heavenward, keeper, outcome, steps_of
from domain.games.mea_culpa.state import (
    CHARACTERS,
    EMPEROR,
    LETTERS,
    PETTY_SINNER,
    POPE,
    ROOMS,
    YELLOW,
    MeaCulpa,
    coin_value,
    is_coin,
)
from domain.games.mea_culpa.steps import (
    bonus_taken,
    character_taken,
    crew_arrived,
    den_emptied,
    evaluation,
    letter_given,
    moved,
    next_turn_of,
    placing,
    pope_stone_moved,
    room_entered,
    room_through_suite,
    stone_taken,
    turn_ends,
)
from domain.kit.chance import Chance
from domain.kit.facts import Command, singly
from domain.kit.guards import Actor, Needs, Verdict
from domain.kit.steps import Facts, Steps, StepsDue, step
from domain.kit.table.facts import MatchEnded

Decider: TypeAlias = Callable[[MeaCulpa, Any, Any, Steps], Facts]
Drawing: TypeAlias = Callable[[MeaCulpa, Steps, Chance], Facts]


def lay(state: MeaCulpa) -> Facts:
    """The laid table: the row, if the options give it; otherwise chance is asked for it (MC-S6)."""
    if state.rules.options["row"] is not None:
        yield facts.SoulsPlaced(tuple(state.rules.options["row"]))
    yield from go_on(state, [])


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

    Where so many cards are missing from the set that they do not last, the last rooms get none.
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


def bid(state: MeaCulpa, seat: int, command: commands.Bid, _: Steps) -> Facts:
    """MC-Q1; before it the own cards of the last round are put back, where nobody else does it (MC-M7)."""
    for character in CHARACTERS:
        if state.holder(character) == seat:
            yield facts.CharacterReturned(seat, character)
    yield facts.BidSet(seat, command.notches, command.taler)


def reveal_bids(state: MeaCulpa, _: Any, __: commands.RevealBids, steps: Steps) -> Facts:
    """MC-Q2 to MC-Q4: bids that nobody has written down have to be told.

    All settle before the first card is taken, under META CULPA each by himself (MC-R2).
    """
    seats = range(state.rules.seats)
    bids = state.told(*(f"{part}:{seat}" for part in ("notches", "taler") for seat in seats))
    notches, taler = bids[: len(seats)], bids[len(seats) :]
    yield facts.BidsRevealed(notches, taler)
    hell_first = state.hell_first()
    keeps = keeper(notches, hell_first)
    worth = [notches[seat] + taler[seat] for seat in seats]
    yield facts.ChoosingOrderSet(tuple(choosing_order(worth, hell_first)), keeps)
    if state.by_register:
        steps += [step("cards"), step("choose")]
        return
    for seat in seats:
        if taler[seat]:
            yield (facts.BidTakenBack if seat == keeps else facts.BidPaid)(seat, taler[seat])
    yield facts.PhaseBegan("characters")


def choose_character(state: MeaCulpa, seat: int, command: commands.ChooseCharacter, steps: Steps) -> Facts:
    """MC-Q6; under META CULPA the bid is settled first (MC-M2)."""
    yield from by_hand.settled(state, seat, state.unsettled[seat])
    yield from character_taken(state, seat, command.character, steps)


def wait(_: MeaCulpa, seat: int, __: commands.Wait, steps: Steps) -> Facts:
    """MC-R55."""
    steps.pop(0)
    yield facts.PreliminaryDeferred(seat)


# -- preliminary actions and cards --------------------------------------------------------------------------


def _card_or_duty(state: MeaCulpa, seat: int, steps: Steps, duty: str) -> Facts:
    """A card is performed, or a preliminary action done: either way it is no longer due."""
    by_steps = by_hand.card_due(state, seat)
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
    by_steps = by_hand.card_due(state, seat)
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
    """MC-V1; who moves it is forgiven, whoever he is (MC-R49)."""
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
    return by_hand.doings_now(state, seat).deed("buy") is not None


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


def _number_on(card: str) -> int:
    return int(card.rpartition("_")[2])


def _others_move(state: MeaCulpa, seat: int, card: str, _: Steps) -> Facts:
    for other in state.opponents(seat):
        yield from moved(state, other, _number_on(card), "card")


def _others_sin(state: MeaCulpa, seat: int, card: str, steps: Steps) -> Facts:
    """MC-R47: nearest Hell first."""
    den, number = card.partition("_")[0].lower(), _number_on(card)
    steps[:0] = [placing(other, den, number, "card") for other in state.opponents(seat)]
    yield from ()


def _taler(_: MeaCulpa, seat: int, card: str, __: Steps) -> Facts:
    yield facts.TalerReceived(seat, _number_on(card))


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
    by_steps = by_hand.card_due(state, seat)
    if by_steps is not None:
        yield facts.Declined(seat, by_steps[1])
        return
    now = steps.pop(0)
    yield facts.Declined(seat, {"perform": now.get("card"), "visit": "visit"}.get(now["step"], POPE))
    if now["step"] == "preliminary":
        _done(now, steps, POPE)


# -- turns --------------------------------------------------------------------------------------------------


def _begun(state: MeaCulpa, seat: int, action: str) -> Facts:
    """MC-T3: a second action costs a notch; what is done out of turn is no action of the turn."""
    if state.phase != "actions" or whose(state) != seat:
        return
    second, ahead = bool(state.actions), by_hand.turned_ahead(state, seat)
    yield facts.ActionBegan(seat, action, second)
    if second and not ahead and state.posts[seat] < state.most_notches:
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
    """MC-H1; the Petty Sinner turns no post, neither in his turn nor before the turns (MC-V4, MC-C3)."""
    if state.wanted == "visit":
        steps.pop(0)
        turns_post = False
    else:
        yield from _begun(state, seat, "visit")
        turns_post = state.turn != PETTY_SINNER or whose(state) != seat
    ahead = by_hand.turned_ahead(state, seat)
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
    """MC-C1; under META CULPA one takes it before the turn is declared over (MC-M4)."""
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
    """MC-I3 to MC-I6, MC-R27 to MC-R30; who plays step by step pays by hand."""
    goes_by_hand = steps.pop(0).get("by_hand", False)
    (room,) = state.told(f"die:{seat}")
    caught = state.guess == room
    yield facts.DieShown(seat, room, caught)
    owed = by_hand.doings_now(state, seat).unturned if goes_by_hand else 0
    if state.posts[seat] + owed + state.cost_of(room) > state.most_notches:
        if caught or state.rules.options["over_six_note"] == "always":
            yield from moved(state, seat, 1, "note")
            if state.posts[seat] < state.most_notches:
                yield facts.PostRotated(seat, state.most_notches, "note")
            return
    elif caught:
        yield from moved(state, seat, 1, "caught")
    if goes_by_hand:
        cost, stones = (state.cost_of(room), int(room not in ROOMS)) if caught else (0, 0)
        yield facts.RoomChosen(seat, room, cost, stones)
        return
    ahead = by_hand.turned_ahead(state, seat)
    yield from room_entered(state, seat, room, steps, turns_post=caught, pays_lust=caught, ahead=ahead)


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
    elif by_hand.spendable(state, seat) >= _number_on(now["card"]):
        yield facts.TalerGiven(seat, now["taker"], _number_on(now["card"]))
        return
    yield facts.NothingGiven(seat, now["card"])


def answer(state: MeaCulpa, seat: int, _: commands.Answer, steps: Steps) -> Facts:
    """MC-R33: that he owns a Letter is seen by all; which he gives is his choice."""
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
    commands.Wait: wait,
    commands.MovePopeStone: move_pope_stone,
    commands.PlaceCrew: place_crew,
    commands.MoveCrew: move_crew,
    commands.TakeGood: take_good,
    commands.Rob: rob,
    commands.Perform: perform,
    commands.Decline: decline,
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
    done, turn = len(state.done), (state.phase, state.turn)
    drawing = DRAWINGS.get(type(command))
    if drawing is not None:
        yield from drawing(state, steps, chance)
    else:
        yield from _decided(state, actor, command, steps)
        since = done if (state.phase, state.turn) == turn else 0
        found = by_hand.may_come_to_sin(state, command, steps) or by_hand.unpunished(state, since)
        if found and step("sins") not in steps:
            steps.insert(_behind_all_that_follows(steps), step("sins"))
    if not state.over:
        yield from go_on(state, steps)


FOLLOWS = ("stones", "open", "share", "pick", "clear", "answer", "hand-over", "give-letter")
"""The steps that come of what was done: run-outs, evaluations, what a card demands of others."""


def _behind_all_that_follows(steps: Steps) -> int:
    """Where the stone for a sin belongs: the step itself comes first, with all that comes of it."""
    return next((n for n, due in enumerate(steps) if due["step"] not in FOLLOWS), len(steps))


def _decided(state: MeaCulpa, seat: Any, command: Command, steps: Steps) -> Facts:
    """The facts of the command itself; a step out of turn is taken back at once (MC-M13)."""
    kind = type(command)
    decider: Decider = by_hand.BY_HAND.get(kind) or DECIDERS[kind]
    if by_hand.is_stray(state, seat, command):
        yield facts.SteppedOutOfTurn(seat, command.TYPE)
        return
    if (kind in by_hand.TURN or kind is commands.TakeFree) and by_hand.begins_next(state, seat, command):
        # The turn before counts as declared over. What it leaves to be decided comes first, and this step waits.
        mover, then = whose(state), next_turn_of(state)
        yield from by_hand.turn_over(state, mover or 0, steps)
        asked = yield from steps_done(state, steps)
        if asked is not None or state.turn != then or not _still(state, seat, command):
            return
    yield from decider(state, seat, command, steps)


def _still(state: MeaCulpa, seat: int, command: Command) -> bool:
    """Whether what was about to be done can be done still, when the turn before has been brought to its end."""
    free = isinstance(command, commands.TakeFree)
    asked = [guard for guard in GUARDS[type(command)] if guard.needed or free]
    return all(guard.predicate(state, seat, command) is Verdict.YES for guard in asked)


def resume(state: MeaCulpa) -> Facts:
    """What follows when a place has been told: whatever waited for it."""
    return go_on(state, list(state.steps))


def automatic(state: MeaCulpa) -> tuple[Actor, Command] | None:
    """What follows by itself: a secret is opened, and nobody has a choice."""
    if state.due is None or state.due not in FORCED:
        return None
    who = state.awaiting[0]
    return (who if isinstance(who, str) else who["seat"]), FORCED[state.due]()
