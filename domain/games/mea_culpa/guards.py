"""The rules that a command must keep: reference number, proposition, and what a refusal says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from domain.games.mea_culpa import commands
from domain.games.mea_culpa.commands import FORCED
from domain.games.mea_culpa.propositions import (
    an_opponent_is_robbed,
    another_action_is_left,
    bid_is_not_set,
    bid_is_owned,
    bids_are_set,
    bonus_is_left,
    bonus_is_not_taken,
    bonuses_are_chosen,
    card_is_performed,
    card_leaves_no_choice,
    character_is_free,
    characters_are_chosen,
    choice_is_left,
    crew_goes_to_another_site,
    crew_may_be_moved,
    crew_may_be_placed,
    donation_fits_the_turn,
    donation_is_of_another_kind,
    duty_is_a_right,
    each_item_has_its_compartment,
    free_stone_fits,
    good_is_owned,
    good_lies_in_the_market,
    good_may_be_taken,
    greed_is_for_goods,
    guess_is_a_room,
    guess_is_asked,
    indulgence_is_in_the_market,
    is_new,
    item_is_a_good_or_coin,
    item_is_owned,
    letter_fits_the_stone,
    letter_goes_with_indulgence,
    letter_is_on_display,
    letter_is_owed,
    letter_is_owned,
    letters_are_shared,
    no_step_is_missing,
    nothing_is_under_way,
    own_stones_lie_there,
    pope_goes_in_secret,
    pope_is_to_move,
    pope_stone_goes_to_another_den,
    pope_stone_may_be_moved,
    post_allows_donation,
    post_can_be_turned,
    post_has_that_face,
    preliminary_may_wait,
    price_is_owned,
    price_of_a_letter_is_owned,
    room_has_a_card,
    room_is_chosen,
    room_is_not_too_dear,
    room_is_open,
    row_is_of_the_table,
    seat_is_asked,
    site_is_unfinished,
    somebody_may_be_robbed,
    something_can_be_declined,
    step_missing,
    stone_is_free,
    stone_is_in_the_market,
    stones_have_run_out,
    turn_is_open,
    two_are_in_the_market,
    visit_is_possible_now,
)
from domain.games.mea_culpa.state import MeaCulpa
from domain.kit.facts import Command
from domain.kit.guards import Guard, step_follows_now

POST_FACE: Guard[MeaCulpa] = Guard(
    "MC-Q1", post_has_that_face, "the post has no face with that number of notches", needed=True
)
BID_OWNED: Guard[MeaCulpa] = Guard(
    "MC-Q1", bid_is_owned, "the player does not have that much money to bid", needed=True, counted=True
)
"""For both ways to set a bid."""
CLEAR: Guard[MeaCulpa] = Guard("MC-A7", no_step_is_missing, step_missing)
"""For commands that play whole actions: nothing of one that was begun step by step is missing."""
_ASKED: Guard[MeaCulpa] = Guard("MC-T1", seat_is_asked, "another player has to decide this", needed=True)
_REST: Guard[MeaCulpa] = Guard(
    "MC-A7",
    nothing_is_under_way,
    "this has to wait until the bids are revealed and everything that was begun is finished",
    needed=True,
)
_ACT = Guard(
    "MC-T2", turn_is_open, "this is done only in the player's own turn, while nothing else has to be decided"
)
_NOW: Guard[MeaCulpa] = replace(_ACT, needed=True)
_LEFT = Guard("MC-T3", another_action_is_left, "a turn has at most two actions")
_TURN = Guard("MC-R8", post_can_be_turned, "the post can't be turned for a second action")
_KIND = "the second action of a turn has to be of another kind"


GUARDS: Mapping[type[Command], Sequence[Guard[MeaCulpa]]] = {
    commands.ChooseBonus: (
        Guard("MC-B1", bonuses_are_chosen, "starting bonuses are chosen before the first round", needed=True),
        Guard("MC-B1", bonus_is_left, "there is no such starting bonus left", needed=True),
        Guard(
            "MC-B2",
            each_item_has_its_compartment,
            "name one compartment for each good and coin of the bonus, and none for a Letter",
            needed=True,
        ),
        Guard("MC-B1", bonus_is_not_taken, "this seat already has its starting bonus", needed=True),
    ),
    commands.Bid: (
        Guard("MC-Q1", bids_are_set, "bids are set at the beginning of the auction", needed=True),
        POST_FACE,
        BID_OWNED,
        Guard("MC-Q1", bid_is_not_set, "this seat has already set its bid", needed=True),
    ),
    commands.ChooseCharacter: (
        Guard(
            "MC-Q6", characters_are_chosen, "characters are chosen after the bids have been settled", needed=True
        ),
        Guard("MC-Q6", character_is_free, "that character card has already been taken", needed=True),
        Guard("MC-Q6", choice_is_left, "this seat has no character card left to choose", needed=True),
    ),
    commands.Wait: (
        Guard("MC-R55", preliminary_may_wait, "the preliminary action can't be postponed now", needed=True),
        _ASKED,
    ),
    commands.MovePopeStone: (
        Guard(
            "MC-V1",
            pope_stone_may_be_moved,
            "a Pope stone is moved only in the Pope's preliminary action or by a card",
        ),
        Guard(
            "MC-R50",
            pope_stone_goes_to_another_den,
            "a Pope stone is moved from a den that has one to another den",
            needed=True,
        ),
        _REST,
    ),
    commands.PlaceCrew: (
        Guard(
            "MC-V2", crew_may_be_placed, "a crew is placed only in the Emperor's preliminary action or by a card"
        ),
        Guard("MC-R38", site_is_unfinished, "the cathedral on that site is finished", needed=True),
        _REST,
    ),
    commands.MoveCrew: (
        Guard("MC-R39", crew_may_be_moved, "only a card allows moving a crew"),
        Guard(
            "MC-R39",
            crew_goes_to_another_site,
            "a crew is moved from a site that has one to another site",
            needed=True,
        ),
        Guard("MC-R38", site_is_unfinished, "the cathedral on that site is finished", needed=True),
        _REST,
    ),
    commands.TakeGood: (
        Guard("MC-H3", good_may_be_taken, "only a card allows taking a good without paying"),
        Guard("MC-H3", good_lies_in_the_market, "there is no such good in the market", needed=True),
        _REST,
    ),
    commands.Rob: (
        Guard("MC-H3", somebody_may_be_robbed, "only a card allows robbing a player"),
        Guard("MC-R69", an_opponent_is_robbed, "the player who is robbed has to be an opponent", needed=True),
        _REST,
    ),
    commands.Perform: (
        Guard("MC-H3", card_is_performed, "there is no card to perform now", needed=True),
        Guard(
            "MC-H3", card_leaves_no_choice, "this card leaves a choice; use the command that names what is chosen"
        ),
    ),
    commands.Decline: (
        Guard("MC-H6", something_can_be_declined, "there is nothing to decline now", needed=True),
        Guard("MC-V2", duty_is_a_right, "the Emperor has to place the crew", needed=True),
        _ASKED,
    ),
    commands.Buy: (
        _ACT,
        CLEAR,
        _LEFT,
        Guard("MC-T3", is_new("buy"), _KIND),
        _TURN,
        Guard("MC-K1", indulgence_is_in_the_market, "there is no indulgence stone in the market", needed=True),
        Guard("MC-K2", stone_is_in_the_market, "there is no such good in the market", needed=True),
        Guard("MC-K3", greed_is_for_goods, "only goods can be bought two for the price of one", needed=True),
        Guard("MC-K3", two_are_in_the_market, "there are not two of that good in the market", needed=True),
        Guard(
            "MC-R16",
            letter_fits_the_stone,
            "with an indulgence stone, name a Letter of a colour that is left; with a good, name none",
        ),
        Guard(
            "MC-K1",
            price_of_a_letter_is_owned,
            "the player does not have enough money for a Letter",
            needed=True,
            counted=True,
        ),
        Guard(
            "MC-K2", price_is_owned, "the player does not have enough money for that", needed=True, counted=True
        ),
        Guard(
            "MC-R16", letter_goes_with_indulgence, "a Letter is named only with an indulgence stone", needed=True
        ),
        _REST,
    ),
    commands.Sell: (
        _ACT,
        CLEAR,
        _LEFT,
        Guard("MC-T3", is_new("sell"), _KIND),
        _TURN,
        Guard("MC-L1", good_is_owned, "the player does not have that good", needed=True, counted=True),
        _REST,
    ),
    commands.Donate: (
        _ACT,
        CLEAR,
        Guard("MC-T3", donation_fits_the_turn, "a turn has at most two actions"),
        Guard("MC-T3", donation_is_of_another_kind, _KIND),
        Guard("MC-R8", post_allows_donation, "the post can't be turned for a second action"),
        Guard("MC-R18", item_is_a_good_or_coin, "a donation is one good or one coin", needed=True),
        Guard(
            "MC-D1",
            item_is_owned,
            "the player does not have that good, or enough money for that coin",
            needed=True,
            counted=True,
        ),
        _REST,
    ),
    commands.Visit: (
        Guard(
            "MC-H1",
            visit_is_possible_now,
            "the House is visited only in the player's own turn, or by the Petty Sinner before the turns",
        ),
        CLEAR,
        Guard("MC-C4", pope_goes_in_secret, "the Pope visits the House only with the die"),
        _LEFT,
        Guard("MC-T3", is_new("visit"), _KIND),
        _TURN,
        Guard(
            "MC-H1",
            room_is_open,
            "that room has already been visited in this round, or there is nothing in it",
            needed=True,
        ),
        Guard("MC-H2", room_is_not_too_dear, "the post can't be turned that far"),
        _REST,
    ),
    commands.ChooseRoom: (
        Guard("MC-H4", room_is_chosen, "a room is chosen only by a visitor to Suite 5", needed=True),
        Guard("MC-H4", room_has_a_card, "there is no card in that room", needed=True),
        _ASKED,
    ),
    commands.SetDie: (
        _NOW,
        CLEAR,
        Guard("MC-C4", pope_is_to_move, "only the Pope visits the House with the die"),
        _LEFT,
        Guard("MC-T3", is_new("visit"), _KIND),
        _TURN,
        Guard(
            "MC-R28",
            room_is_open,
            "that room has already been visited in this round, or there is nothing in it",
            needed=True,
        ),
        _ASKED,
        _REST,
    ),
    commands.Guess: (
        Guard("MC-I2", guess_is_asked, "there is no die to guess now", needed=True),
        Guard("MC-R28", guess_is_a_room, "the die has no such number", needed=True),
    ),
    commands.Pass: (_NOW, CLEAR, _ASKED),
    commands.TakeFree: (
        Guard("MC-C1", stone_is_free, "no free stone can be taken now"),
        Guard("MC-C1", stone_is_in_the_market, "there is no such stone in the market", needed=True),
        Guard(
            "MC-R15",
            free_stone_fits,
            "with an indulgence stone, name a Letter of a colour that is left, if there is one",
        ),
        Guard(
            "MC-R15", letter_goes_with_indulgence, "a Letter is named only with an indulgence stone", needed=True
        ),
        _REST,
    ),
    commands.EmptyDen: (
        Guard(
            "MC-O1",
            stones_have_run_out,
            "a den is emptied only by a player who has no sin stone left to place",
            needed=True,
        ),
        Guard(
            "MC-R46",
            own_stones_lie_there,
            "the player has no stones in that den, or has already emptied it for this demand",
            needed=True,
        ),
        _ASKED,
    ),
    commands.GiveLetter: (
        Guard("MC-R33", letter_is_owed, "no Letter has to be given now", needed=True),
        Guard("MC-R33", letter_is_owned, "the player does not have that Letter", needed=True, counted=True),
        _ASKED,
    ),
    commands.Pick: (
        Guard("MC-E2", letters_are_shared, "there are no Letters laid out", needed=True),
        Guard("MC-E2", letter_is_on_display, "no such Letter is laid out", needed=True),
        _ASKED,
    ),
    commands.PlaceSouls: (Guard("MC-S6", row_is_of_the_table, "the row has to name each seat once", needed=True),),
    **{
        command: (
            Guard(
                "MC-R66",
                step_follows_now,
                "this step is automatic: the service makes it when it is due",
                needed=True,
            ),
        )
        for command in FORCED.values()
    },
}
