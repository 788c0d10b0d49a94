"""The rules that a command must keep: reference number, proposition, and what a refusal says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from domain.games.mea_culpa import commands
from domain.games.mea_culpa.commands import FORCED, STEP_COMMANDS
from domain.games.mea_culpa.done import whose
from domain.games.mea_culpa.meta_culpa.decide import (
    begins_next,
    card_to_perform,
    is_stray,
    spendable,
    turned_ahead,
)
from domain.games.mea_culpa.meta_culpa.guards import (
    BID_OWNED,
    CLEAR,
    LAST,
    POSSIBLE,
    POST_FACE,
    bid_is_not_set,
    character_is_free,
    good_is_owned,
    item_is_a_good_or_coin,
    owns,
    reserved_notches,
    room_is_open,
    stone_is_in_the_market,
)
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
)
from domain.games.mea_culpa.steps import (
    dens_to_empty,
    is_due_a_stone,
    is_due_a_stone_in,
    next_turn_of,
    things_to_donate,
)
from domain.kit.facts import Command, singly
from domain.kit.guards import Actor, Guard, Verdict, step_follows_now, verdict
from domain.kit.steps import is_due

Predicate: TypeAlias = Callable[[MeaCulpa, Actor, Any], Verdict]

# -- who ----------------------------------------------------------------------------------------------------


def unasked(state: MeaCulpa, seat: int, command: Command) -> bool:
    """Whether a seat can try to do this that is not awaited: steps by hand, and whatever is out of turn."""
    if type(command) in STEP_COMMANDS or is_stray(state, seat, command):
        return True
    return isinstance(command, commands.TakeFree) and begins_next(state, seat, command)


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


def stone_is_free(state: MeaCulpa, actor: Actor, command: Command) -> Verdict:
    """A stone is free at the end of this turn."""
    if state.wanted == "free-stone":
        return verdict(state.due is None)
    if isinstance(command, commands.TakeFree) and begins_next(state, int(actor), command):
        return verdict(is_due_a_stone_in(state, int(actor), next_turn_of(state)))
    in_turn = state.by_register and state.wanted == "act" and whose(state) == actor
    return verdict(in_turn and is_due_a_stone(state, int(actor)))


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


def may_turn(state: MeaCulpa) -> bool:
    """Whether the post of whoever's turn it is can be turned, beyond what he may be reminded of."""
    seat = whose(state)
    if seat is not None and turned_ahead(state, seat):
        return True
    return state.may_turn() and state.posts[int(seat or 0)] + reserved_notches(state, int(seat or 0)) < (
        state.most_notches
    )


def _is_new(action: str) -> Predicate:
    def action_is_of_another_kind(state: MeaCulpa, _: Actor, __: Any) -> Verdict:
        """The first action of the turn was of another kind."""
        return verdict(action not in state.actions)

    return action_is_of_another_kind


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


def item_is_owned(state: MeaCulpa, actor: Actor, command: commands.Donate) -> Verdict:
    """The good, or as much money as the coin is worth, lies behind the own screen."""
    return verdict(owns(state, int(actor), command.item))


# -- the House ----------------------------------------------------------------------------------------------


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
    due = max(0, due - turned_ahead(state, int(actor)))
    return verdict(state.posts[int(actor)] + due + reserved_notches(state, int(actor)) <= state.most_notches)


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


_ASKED: Guard[MeaCulpa] = Guard("MC-T1", seat_is_asked, "another seat is asked for this", needed=True)
_REST: Guard[MeaCulpa] = Guard(
    "MC-A7", nothing_is_under_way, "bids lie hidden, or what was begun has to be finished first", needed=True
)
_ACT = Guard("MC-T2", turn_is_open, "this is done in one's turn, when nothing else is due")
_NOW: Guard[MeaCulpa] = replace(_ACT, needed=True)
_LEFT = Guard("MC-T3", another_action_is_left, "a turn has at most two actions")
_TURN = Guard("MC-R8", post_can_be_turned, "the post can't be turned for a second action")
_KIND = "the second action of a turn must be of another kind"


def _also_out_of_turn(*guards: Guard[MeaCulpa]) -> Sequence[Guard[MeaCulpa]]:
    """The same guards, of which only those about pieces are asked where the step is one out of turn (MC-M13)."""
    return tuple(guard if guard.name in OF_PIECES else _or_stray(guard) for guard in guards)


OF_PIECES = frozenset(
    (
        "pope_stone_goes_to_another_den",
        "site_is_unfinished",
        "crew_goes_to_another_site",
        "good_lies_in_the_market",
        "an_opponent_is_robbed",
        "stone_is_in_the_market",
        "free_stone_fits",
        "letter_goes_with_indulgence",
    )
)


def _or_stray(guard: Guard[MeaCulpa]) -> Guard[MeaCulpa]:
    def predicate(state: MeaCulpa, actor: Actor, command: Any) -> Verdict:
        if is_stray(state, int(actor), command):
            return verdict(_is_at_hand(state, command))
        return guard.predicate(state, actor, command)

    predicate.__name__ = guard.name
    predicate.__doc__ = guard.predicate.__doc__
    return replace(guard, predicate=predicate)


def _is_at_hand(state: MeaCulpa, command: Command) -> bool:
    """Whether there is anything with which this step could be made out of turn."""
    if isinstance(command, commands.PlaceCrew):
        return len(state.places["hut"]) + len(state.places["card"]) > 0
    if isinstance(command, commands.Perform):
        return any(state.card_in(room) is not None for room in ROOMS)
    if isinstance(command, commands.Wait):
        return state.rules.seats == 3 and bool(state.rules.options["extra_preliminary"] == "defer")
    return True


GUARDS: Mapping[type[Command], Sequence[Guard[MeaCulpa]]] = {
    commands.ChooseBonus: (
        Guard("MC-B1", bonuses_are_chosen, "starting bonuses are chosen before the first round", needed=True),
        Guard("MC-B1", bonus_is_left, "that bonus is not there to be taken", needed=True),
        Guard(
            "MC-B2",
            each_item_has_its_compartment,
            "each good and coin needs a compartment, and nothing else does",
            needed=True,
        ),
        Guard("MC-B1", bonus_is_not_taken, "this seat has its bonus", needed=True),
    ),
    commands.Bid: (
        Guard("MC-Q1", bids_are_set, "bids are set at the beginning of the auction", needed=True),
        POST_FACE,
        BID_OWNED,
        Guard("MC-Q1", bid_is_not_set, "this seat has set its bid", needed=True),
    ),
    commands.ChooseCharacter: (
        Guard(
            "MC-Q6", characters_are_chosen, "characters are chosen when the bids have been settled", needed=True
        ),
        Guard("MC-Q6", character_is_free, "somebody else holds that card", needed=True),
        Guard("MC-Q6", choice_is_left, "this seat has no card to choose", needed=True),
    ),
    commands.Wait: _also_out_of_turn(
        Guard("MC-R55", preliminary_may_wait, "the preliminary action cannot be put off", needed=True),
        _ASKED,
    ),
    commands.MovePopeStone: _also_out_of_turn(
        Guard("MC-V1", pope_stone_may_be_moved, "only the Pope's preliminary action or a card moves a Pope stone"),
        Guard(
            "MC-R50",
            pope_stone_goes_to_another_den,
            "a Pope stone goes from where one lies to another den",
            needed=True,
        ),
        _REST,
    ),
    commands.PlaceCrew: _also_out_of_turn(
        Guard("MC-V2", crew_may_be_placed, "only the Emperor's preliminary action or a card places a crew"),
        Guard("MC-R38", site_is_unfinished, "the cathedral there is finished", needed=True),
        _REST,
    ),
    commands.MoveCrew: _also_out_of_turn(
        Guard("MC-R39", crew_may_be_moved, "only a card moves a crew"),
        Guard(
            "MC-R39", crew_goes_to_another_site, "a crew goes from where one stands to another site", needed=True
        ),
        Guard("MC-R38", site_is_unfinished, "the cathedral there is finished", needed=True),
        _REST,
    ),
    commands.TakeGood: _also_out_of_turn(
        Guard("MC-H3", good_may_be_taken, "only a card gives a good"),
        Guard("MC-H3", good_lies_in_the_market, "no such good lies in the market", needed=True),
        _REST,
    ),
    commands.Rob: _also_out_of_turn(
        Guard("MC-H3", somebody_may_be_robbed, "only a card robs"),
        Guard("MC-R69", an_opponent_is_robbed, "an opponent must be named", needed=True),
        _REST,
    ),
    commands.Perform: _also_out_of_turn(
        Guard("MC-H3", card_is_performed, "there is no card to perform", needed=True),
        Guard("MC-H3", card_leaves_no_choice, "this card is performed by saying what is chosen"),
    ),
    commands.Decline: _also_out_of_turn(
        Guard("MC-H6", something_can_be_declined, "there is nothing to decline", needed=True),
        Guard("MC-V2", duty_is_a_right, "the Emperor must place the crew", needed=True),
        _ASKED,
    ),
    commands.Buy: (
        _ACT,
        CLEAR,
        LAST,
        _LEFT,
        Guard("MC-T3", _is_new("buy"), _KIND),
        _TURN,
        Guard("MC-K1", indulgence_is_in_the_market, "no indulgence stone lies in the market", needed=True),
        Guard("MC-K2", stone_is_in_the_market, "no such good lies in the market", needed=True),
        Guard("MC-K3", greed_is_for_goods, "only goods are bought two for one", needed=True),
        Guard("MC-K3", two_are_in_the_market, "two of that good would have to lie in the market", needed=True),
        Guard(
            "MC-R16", letter_fits_the_stone, "for an indulgence stone a Letter of a colour that is left is named"
        ),
        Guard(
            "MC-K1",
            price_of_a_letter_is_owned,
            "a Letter costs more than the seat owns",
            needed=True,
            counted=True,
        ),
        Guard("MC-K2", price_is_owned, "the good costs more than the seat owns", needed=True, counted=True),
        Guard("MC-R16", letter_goes_with_indulgence, "a Letter is for an indulgence stone", needed=True),
        _REST,
    ),
    commands.Sell: (
        _ACT,
        CLEAR,
        LAST,
        _LEFT,
        Guard("MC-T3", _is_new("sell"), _KIND),
        _TURN,
        Guard("MC-L1", good_is_owned, "no such good lies behind the screen", needed=True, counted=True),
        _REST,
    ),
    commands.Donate: (
        _ACT,
        CLEAR,
        LAST,
        Guard("MC-T3", donation_fits_the_turn, "a turn has at most two actions"),
        Guard("MC-T3", donation_is_of_another_kind, _KIND),
        Guard("MC-R8", post_allows_donation, "the post can't be turned for a second action"),
        Guard("MC-R18", item_is_a_good_or_coin, "a donation is one good, or one coin", needed=True),
        Guard("MC-D1", item_is_owned, "no such thing lies behind the screen", needed=True, counted=True),
        _REST,
    ),
    commands.Visit: (
        Guard("MC-H1", visit_is_possible_now, "the House is visited in one's turn, or before by the Petty Sinner"),
        CLEAR,
        LAST,
        Guard("MC-C4", pope_goes_in_secret, "the Pope visits the House with the die"),
        _LEFT,
        Guard("MC-T3", _is_new("visit"), _KIND),
        _TURN,
        Guard("MC-H1", room_is_open, "that room has been visited, or there is nothing in it", needed=True),
        Guard("MC-H2", room_is_not_too_dear, "the post can't be turned so far"),
        _REST,
    ),
    commands.ChooseRoom: (
        Guard("MC-H4", room_is_chosen, "a room is chosen through Suite 5", needed=True),
        Guard("MC-H4", room_has_a_card, "no card lies in that room", needed=True),
        _ASKED,
    ),
    commands.SetDie: (
        _NOW,
        CLEAR,
        LAST,
        Guard("MC-C4", pope_is_to_move, "only the Pope visits the House with the die"),
        _LEFT,
        Guard("MC-T3", _is_new("visit"), _KIND),
        _TURN,
        Guard("MC-R28", room_is_open, "that room has been visited, or there is nothing in it", needed=True),
        _ASKED,
        _REST,
    ),
    commands.Guess: (
        Guard("MC-I2", guess_is_asked, "there is no die to guess", needed=True),
        Guard("MC-R28", guess_is_a_room, "the die has no such number", needed=True),
    ),
    commands.Pass: (_NOW, CLEAR, _ASKED),
    commands.TakeFree: _also_out_of_turn(
        Guard("MC-C1", stone_is_free, "no stone is free now"),
        Guard("MC-C1", stone_is_in_the_market, "no such stone lies in the market", needed=True),
        Guard(
            "MC-R15", free_stone_fits, "for an indulgence stone a Letter is named, while there is one to be had"
        ),
        Guard("MC-R15", letter_goes_with_indulgence, "a Letter is for an indulgence stone", needed=True),
        _REST,
    ),
    commands.EmptyDen: (
        Guard("MC-O1", stones_have_run_out, "a den is emptied by whoever has no stone left to place", needed=True),
        Guard(
            "MC-R46",
            own_stones_lie_there,
            "no own stones lie there, or the den has been emptied for this",
            needed=True,
        ),
        _ASKED,
    ),
    commands.GiveLetter: (
        Guard("MC-R33", letter_is_owed, "no Letter has to be given", needed=True),
        Guard("MC-R33", letter_is_owned, "no such Letter lies behind the screen", needed=True, counted=True),
        _ASKED,
    ),
    commands.Pick: (
        Guard("MC-E2", letters_are_shared, "no Letters are on display", needed=True),
        Guard("MC-E2", letter_is_on_display, "no such Letter is on display", needed=True),
        _ASKED,
    ),
    commands.PlaceSouls: (Guard("MC-S6", row_is_of_the_table, "each seat stands in the row once", needed=True),),
    **POSSIBLE,
    **{
        command: (Guard("MC-R66", step_follows_now, "this follows by itself", needed=True),)
        for command in FORCED.values()
    },
}
