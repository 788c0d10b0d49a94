"""The propositions that the guards ask: each says whether one condition of a rule holds.

Those that name a thing hold for the steps of META CULPA, too, whose commands name it alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.games.mea_culpa import commands
from domain.games.mea_culpa.done import card_to_perform
from domain.games.mea_culpa.owed import may_turn, notches_left, owed_now, spendable
from domain.games.mea_culpa.state import (
    EMPEROR,
    GOODS,
    INDULGENCE,
    PETTY_SINNER,
    POPE,
    ROOMS,
    SUITE_5,
    SUITE_6,
    MeaCulpa,
    coin_value,
    coins,
    is_coin,
)
from domain.games.mea_culpa.steps import dens_to_empty, things_to_donate
from domain.kit.facts import Command, Unknown, singly
from domain.kit.guards import Actor, Verdict, verdict
from domain.kit.steps import is_due

Predicate: TypeAlias = Callable[[MeaCulpa, Actor, Any], Verdict]

# -- when ---------------------------------------------------------------------------------------------------


bonuses_are_chosen = is_due("bonuses_are_chosen", "bonus")
bids_are_set = is_due("bids_are_set", "bid")
characters_are_chosen = is_due("characters_are_chosen", "character")
turn_is_open = is_due("turn_is_open", "act")
visit_is_possible_now = is_due("visit_is_possible_now", "act", "visit")
room_is_chosen = is_due("room_is_chosen", "room")
guess_is_asked = is_due("guess_is_asked", "guess")
stones_have_run_out = is_due("stones_have_run_out", "stones")
letter_is_owed = is_due("letter_is_owed", "give-letter")
letters_are_shared = is_due("letters_are_shared", "pick")


def seat_is_asked(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """It is this seat that is to decide."""
    return verdict(state.due is None and state.awaits_seat(int(actor)))


def no_step_is_missing(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """Nothing is missing of an action that was begun step by step."""
    return verdict(not owed_now(state, int(actor)))


def step_missing(state: MeaCulpa, actor: Actor, _: Command) -> str:
    """What a refusal says: the next step that is missing."""
    name = next(iter(owed_now(state, int(actor))), "")
    return f"an action that was begun step by step is not finished: the step {name} is missing"


OWN = ("visit", "preliminary", "part", "perform", "free-stone")
"""What a seat does by an action of its own, in its turn or before."""


def nothing_is_under_way(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """No bid lies hidden, and nothing that was begun waits for anybody, or only for this."""
    if state.due is not None or state.phase not in ("characters", "actions"):
        return Verdict.NO
    return verdict(not state.steps or (state.wanted in OWN and state.steps[0]["seat"] == actor))


# -- bonus, auction, characters -----------------------------------------------------------------------------


def bonus_is_not_taken(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """The seat has not taken its starting bonus."""
    return verdict(state.bonus_of[int(actor)] is None)


def bid_is_not_set(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """The seat has not set its bid."""
    return verdict(state.wanted == "bid" and not state.bid_set[int(actor)])


def post_has_that_face(state: MeaCulpa, _: Actor, command: commands.Bid) -> Verdict:
    """The post has a face with that number of notches."""
    post = state.rules.board["post"]
    notches = command.notches
    return verdict(isinstance(notches, Unknown) or post["min"] <= notches <= post["max"])


def bid_is_owned(state: MeaCulpa, actor: Actor, command: commands.Bid) -> Verdict:
    """The seat owns the money that it bids."""
    return verdict(isinstance(command.taler, Unknown) or command.taler <= state.money(actor))


def character_is_free(state: MeaCulpa, _: Actor, command: commands.ChooseCharacter) -> Verdict:
    """Nobody holds that card."""
    return verdict(state.holder(command.character) is None)


def choice_is_left(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """The seat has still a card to choose."""
    return verdict(actor in state.order[state.chosen :])


def bonus_is_left(state: MeaCulpa, _: Actor, command: commands.ChooseBonus) -> Verdict:
    """Nobody has taken that bonus."""
    return verdict(command.bonus in state.bonuses)


def each_item_has_its_compartment(state: MeaCulpa, _: Actor, command: commands.ChooseBonus) -> Verdict:
    """As many compartments are named as the bonus has goods and coins."""
    return verdict(len(singly(command.compartments)) == len(things_to_donate(state, command.bonus)))


def preliminary_may_wait(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """The option allows it, and the partner's card is still free."""
    return verdict(state.wanted == "preliminary" and bool(state.steps[0].get("may_wait")))


# -- preliminary actions and cards --------------------------------------------------------------------------


def performs(state: MeaCulpa, seat: Actor, card: str, duty: str = "") -> bool:
    """Whether the seat performs this card, or does this preliminary action."""
    if state.wanted == "preliminary" and state.steps[0]["seat"] == seat:
        return duty in state.steps[0]["duties"]
    return card_to_perform(state, seat) == card


def card_is_performed(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """There is a card to perform."""
    return verdict(card_to_perform(state, actor) is not None)


def something_can_be_declined(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """There is a card to perform, or a preliminary action is due."""
    due = state.wanted in ("visit", "preliminary") and state.due is None
    return verdict(due or card_to_perform(state, actor) is not None)


def stone_is_free(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """A stone is free at the end of this turn."""
    return verdict(state.wanted == "free-stone" and state.due is None)


def pope_stone_may_be_moved(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """It is the Pope's preliminary action, or that card is performed."""
    return verdict(performs(state, actor, "POPE_STONE", POPE))


def pope_stone_goes_to_another_den(state: MeaCulpa, _: Actor, command: commands.MovePopeStone) -> Verdict:
    """A Pope stone lies at the one den and goes to another."""
    there = len(state.places[f"pope:{command.source}"]) > 0
    return verdict(there and command.source != command.target)


def crew_may_be_placed(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """It is the Emperor's preliminary action, or that card is performed and a crew is in the hut."""
    if state.wanted != "preliminary" and not len(state.places["hut"]):
        return Verdict.NO
    return verdict(performs(state, actor, "NEW_CREW", EMPEROR))


def site_is_unfinished(state: MeaCulpa, _: Actor, command: commands.PlaceCrew | commands.MoveCrew) -> Verdict:
    """No finished cathedral stands where the crew is to go."""
    site = command.site if isinstance(command, commands.PlaceCrew) else command.target
    return verdict(site in state.sites_to_build())


def crew_may_be_moved(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """That card is performed."""
    return verdict(performs(state, actor, "MOVE_CREW"))


def crew_goes_to_another_site(state: MeaCulpa, _: Actor, command: commands.MoveCrew) -> Verdict:
    """A loose crew stands on the one site and goes to another."""
    return verdict(command.source in state.sites_with_crew() and command.source != command.target)


def good_may_be_taken(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """That card is performed."""
    return verdict(performs(state, actor, "TAKE_GOOD"))


def good_lies_in_the_market(state: MeaCulpa, _: Actor, command: commands.TakeGood) -> Verdict:
    """There is such a good in the market."""
    return verdict(state.places["market"].count(command.good) > 0)


def somebody_may_be_robbed(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """That card is performed."""
    return verdict(performs(state, actor, "STEAL_3"))


def an_opponent_is_robbed(state: MeaCulpa, actor: Actor, command: commands.Rob) -> Verdict:
    """The robbed seat sits at the table, and is not the own one."""
    return verdict(command.seat < state.rules.seats and command.seat != actor)


def card_leaves_no_choice(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """The card asks for nothing, or for something that there is not."""
    return verdict(not has_choice(state, str(card_to_perform(state, actor))))


def has_choice(state: MeaCulpa, card: str) -> bool:
    """Whether performing a card means choosing something, as far as there is something to choose."""
    if card == "MOVE_CREW":
        return bool(state.sites_with_crew())
    if card == "NEW_CREW":
        return len(state.places["hut"]) > 0
    if card == "TAKE_GOOD":
        return any(state.places["market"].count(good) for good in GOODS)
    return card in ("POPE_STONE", "STEAL_3")


def duty_is_a_right(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """What is declined may be left out: the Emperor's crew may not."""
    return verdict(state.wanted != "preliminary" or POPE in state.steps[0]["duties"])


# -- turns --------------------------------------------------------------------------------------------------


def another_action_is_left(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """Fewer than two actions have been performed in this turn."""
    return verdict(len(state.actions) < 2)


def post_can_be_turned(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """It is the first action, or the post can be turned one notch for the second."""
    return verdict(not state.actions or may_turn(state))


def is_new(action: str) -> Predicate:
    """The proposition that the turn has no such action yet."""

    def action_is_of_another_kind(state: MeaCulpa, _: Actor, __: Any) -> Verdict:
        """The first action of the turn was of another kind."""
        return verdict(action not in state.actions)

    return action_is_of_another_kind


def stone_is_in_the_market(state: MeaCulpa, _: Actor, command: commands.Buy | commands.TakeFree) -> Verdict:
    """There is such a stone in the market."""
    return verdict(state.places["market"].count(command.stone) > 0)


def indulgence_is_in_the_market(state: MeaCulpa, actor: Actor, command: commands.Buy) -> Verdict:
    """If it is to be exchanged for a Letter, there is an indulgence stone in the market."""
    return Verdict.YES if command.stone != INDULGENCE else stone_is_in_the_market(state, actor, command)


def greed_is_for_goods(_: MeaCulpa, __: Actor, command: commands.Buy) -> Verdict:
    """Only goods are bought two for one."""
    return verdict(not (command.greedy and command.stone == INDULGENCE))


def two_are_in_the_market(state: MeaCulpa, _: Actor, command: commands.Buy) -> Verdict:
    """For a greedy buy there are two of the good."""
    return verdict(not command.greedy or state.places["market"].count(command.stone) >= 2)


def price_is_owned(state: MeaCulpa, actor: Actor, command: commands.Buy) -> Verdict:
    """The seat owns the price of the good."""
    return verdict(state.price_of(command.stone) <= spendable(state, int(actor)))


def price_of_a_letter_is_owned(state: MeaCulpa, actor: Actor, command: commands.Buy) -> Verdict:
    """If it is a Letter, the seat owns its price."""
    return Verdict.YES if command.stone != INDULGENCE else price_is_owned(state, actor, command)


def letter_fits_the_stone(state: MeaCulpa, _: Actor, command: commands.Buy) -> Verdict:
    """A Letter is named for an indulgence stone, of a colour that is left, and for nothing else."""
    if command.stone != INDULGENCE:
        return verdict(command.letter is None)
    return verdict(command.letter in state.colours_left())


def letter_goes_with_indulgence(_: MeaCulpa, __: Actor, command: commands.Buy | commands.TakeFree) -> Verdict:
    """A Letter is named for an indulgence stone only."""
    return verdict(command.letter is None or command.stone == INDULGENCE)


def free_stone_fits(state: MeaCulpa, _: Actor, command: commands.TakeFree) -> Verdict:
    """It is one of the stones that can be taken, with the Letter that goes with it."""
    return verdict((command.stone, command.letter) in state.free_stones())


def donation_is_of_another_kind(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """Nothing was donated in this turn; the Emperor may donate twice in one action."""
    return verdict("donate" not in state.actions or state.may_donate_again())


def donation_fits_the_turn(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """It is one of two actions, or the second donation of one."""
    return verdict(len(state.actions) < 2 or state.may_donate_again())


def post_allows_donation(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """It is the first action or part of it, or the post can be turned."""
    return verdict(not state.actions or state.may_donate_again() or may_turn(state))


def good_is_owned(state: MeaCulpa, actor: Actor, command: commands.Sell) -> Verdict:
    """The good lies behind the own screen."""
    return verdict(state.places[f"goods:{actor}"].count(command.good) > 0)


def item_is_a_good_or_coin(state: MeaCulpa, _: Actor, command: commands.Donate) -> Verdict:
    """There are such goods, or coins."""
    return verdict(command.item in GOODS or command.item in coins(state))


def owns(state: MeaCulpa, seat: int, item: str) -> bool:
    """Whether a good, or as much money as a coin is worth, lies behind the own screen."""
    if is_coin(item):
        return item in coins(state) and coin_value(item) <= spendable(state, seat)
    return item in GOODS and state.places[f"goods:{seat}"].count(item) > 0


def item_is_owned(state: MeaCulpa, actor: Actor, command: commands.Donate) -> Verdict:
    """The good, or as much money as the coin is worth, lies behind the own screen."""
    return verdict(owns(state, int(actor), command.item))


# -- the House ----------------------------------------------------------------------------------------------


def room_is_open(state: MeaCulpa, _: Actor, command: commands.Visit | commands.SetDie) -> Verdict:
    """Nobody has been in that room in this round; and if nobody has seen which, there is one."""
    rooms = state.open_rooms()
    return verdict(command.room in rooms or (isinstance(command.room, Unknown) and bool(rooms)))


def pope_goes_in_secret(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """It is not the Pope's turn."""
    return verdict(state.wanted != "act" or state.turn != POPE)


def pope_is_to_move(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """It is the Pope's turn."""
    return verdict(state.turn == POPE)


def room_has_a_card(state: MeaCulpa, _: Actor, command: commands.ChooseRoom) -> Verdict:
    """Its card has not been discarded."""
    return verdict(command.room in ROOMS and state.card_in(command.room) is not None)


def room_is_not_too_dear(state: MeaCulpa, actor: Actor, command: commands.Visit) -> Verdict:
    """The post can be turned as far as the room and a second action ask."""
    if state.wanted != "act" or state.turn == PETTY_SINNER:
        return Verdict.YES
    due = state.cost_of(command.room) + (1 if state.actions else 0)
    return verdict(due <= notches_left(state, int(actor)))


def guess_is_a_room(_: MeaCulpa, __: Actor, command: commands.Guess) -> Verdict:
    """What is guessed is on the die, visited or not."""
    return verdict(command.room in (*ROOMS, SUITE_5, SUITE_6))


# -- answers ------------------------------------------------------------------------------------------------


def own_stones_lie_there(state: MeaCulpa, actor: Actor, command: commands.EmptyDen) -> Verdict:
    """Own stones lie in that den, and it has not been emptied for the same demand."""
    return verdict(command.den in dens_to_empty(state, int(actor), state.steps[0]["emptied"]))


def letter_is_owned(state: MeaCulpa, actor: Actor, command: commands.GiveLetter) -> Verdict:
    """The Letter lies behind the own screen, or can be an unknown one there."""
    return verdict(state.places[f"letters:{actor}"].can_give(command.letter))


def letter_is_on_display(state: MeaCulpa, _: Actor, command: commands.Pick) -> Verdict:
    """The Letter lies on the display."""
    return verdict(state.places["display"].count(command.letter) > 0)


# -- chance -------------------------------------------------------------------------------------------------


def row_is_of_the_table(state: MeaCulpa, _: Actor, command: commands.PlaceSouls) -> Verdict:
    """Each seat stands in the row once."""
    return verdict(command.row is None or sorted(command.row) == list(range(state.rules.seats)))
