"""The rules that a step must keep, and what becomes of those of whole actions where steps can be out of turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from domain.games.mea_culpa import guards as base
from domain.games.mea_culpa.commands import Buy, Donate, Perform, PlaceCrew, Sell, SetDie, TakeFree, Visit, Wait
from domain.games.mea_culpa.guards import BID_OWNED, CLEAR, POST_FACE
from domain.games.mea_culpa.meta_culpa import commands
from domain.games.mea_culpa.meta_culpa.commands import ALSO_WHOLE, STEP_COMMANDS
from domain.games.mea_culpa.meta_culpa.propositions import (
    a_seat_is_to_act,
    accusation_stands,
    actions_of,
    begins,
    bid_is_unsettled,
    card_is_held,
    card_lies_in_the_room,
    choice_missing,
    die_can_be_opened,
    die_has_been_told,
    die_is_not_too_dear,
    donation_is_left,
    free_stone_is_not_taken,
    hands_are_free,
    in_turn,
    item_is_there,
    letter_is_due,
    letter_lies_there,
    money_is_there,
    no_choice_is_open,
    nothing_was_sold,
    omission_can_pass,
    pope_is_acting,
    post_turns_so_far,
    pretext_is_new,
    register_is_kept,
    room_can_be_chosen,
    room_is_not_too_dear_by_hand,
    room_is_there,
    seat_can_be_prompted,
    seat_is_to_move,
    something_costs_that,
    something_was_sold,
    steps_are_entered,
    stone_can_be_bought,
    stone_can_be_placed,
    stone_is_free,
    stone_was_taken,
    suite_is_visited,
    turns_are_being_played,
)
from domain.games.mea_culpa.meta_culpa.timing import begins_next, is_stray
from domain.games.mea_culpa.propositions import (
    bid_is_not_set,
    character_is_free,
    good_is_owned,
    item_is_a_good_or_coin,
    room_is_open,
    stone_is_in_the_market,
)
from domain.games.mea_culpa.state import ROOMS, MeaCulpa
from domain.kit.facts import Command
from domain.kit.guards import Actor, Guard, Verdict, verdict

# -- steps --------------------------------------------------------------------------------------------------

_BY_STEPS = Guard(
    "MC-A6",
    steps_are_entered,
    "single steps are entered only under META CULPA, or by the scribe of a recorded match",
    needed=True,
)
_REGISTER = Guard("MC-A6", register_is_kept, "this command is for META CULPA only", needed=True)
_ACTS = Guard("MC-T1", a_seat_is_to_act, "it is nobody's turn now, so nobody can make this step", needed=True)
_FREE = Guard("MC-A7", hands_are_free, "another decision has to be made first", needed=True)
_DIE: Guard[MeaCulpa] = Guard(
    "MC-M6", die_has_been_told, "this depends on what the die shows", place=lambda _, actor, __: f"die:{actor}"
)
_KIND = (
    "a turn has at most two actions, of different kinds, and the post has to be turned one notch for the second"
)
LAST: Guard[MeaCulpa] = Guard(
    "MC-M4", free_stone_is_not_taken, "nothing more is done in a turn after its free stone has been taken"
)
"""For commands that play whole actions: the turn is not at its end."""
COMMON = frozenset((_BY_STEPS, _REGISTER, _ACTS))
"""What does not depend on what a step names: it holds for all steps of a type, or for none."""


def _turn(*guards: Guard[MeaCulpa]) -> Sequence[Guard[MeaCulpa]]:
    return (_BY_STEPS, _ACTS, _FREE, *guards)


def _fits(reference: str, predicate: Callable[[MeaCulpa, int, Any], bool], refusal: str) -> Guard[MeaCulpa]:
    return Guard(reference, in_turn(predicate), refusal)


_STEPS: Mapping[type[Command], Sequence[Guard[MeaCulpa]]] = {
    commands.ReturnCard: (
        _REGISTER,
        Guard("MC-P2", card_is_held, "the player does not hold that card, or the bids have been revealed"),
    ),
    commands.SetBid: (
        _BY_STEPS,
        Guard("MC-Q1", bid_is_not_set, "this seat can't set a bid now"),
        POST_FACE,
        BID_OWNED,
    ),
    commands.Settle: (
        _REGISTER,
        Guard("MC-Q4", bid_is_unsettled, "the player has no bid to settle, or less of its money is left"),
    ),
    commands.TakeCard: _turn(
        _fits("MC-Q6", lambda state, _, __: state.phase == "characters", "characters are chosen after the bids"),
        Guard("MC-Q6", character_is_free, "that character card has already been taken"),
    ),
    commands.Begin: _turn(
        Guard("MC-T3", begins(lambda command: str(command.action)), _KIND),
        _fits(
            "MC-T3",
            lambda state, seat, command: (
                state.phase == "actions" and command.action not in actions_of(state, seat)
            ),
            "that action has already been begun",
        ),
    ),
    commands.Rotate: _turn(
        _fits("MC-T3", turns_are_being_played, "posts are turned only while turns are played"),
        Guard("MC-H2", post_turns_so_far, "the post can't be turned that far"),
        _DIE,
    ),
    commands.Pay: _turn(
        Guard("MC-T3", begins("buy"), _KIND),
        Guard("MC-K2", money_is_there, "the player does not have that much money", counted=True),
        _fits("MC-K2", something_costs_that, "nothing that can be bought now costs that"),
    ),
    commands.TakeStone: _turn(
        Guard("MC-K2", stone_is_in_the_market, "there is no such stone in the market"),
        Guard("MC-T3", begins("buy"), _KIND),
        _fits("MC-K2", stone_can_be_bought, "that stone can't be bought in this action"),
    ),
    commands.TakeLetter: _turn(
        Guard("MC-K1", letter_lies_there, "there is no such Letter there"),
        _fits("MC-K1", letter_is_due, "a Letter is taken only for an indulgence stone, or in Suite 6"),
    ),
    commands.ReturnStone: _turn(
        _fits("MC-K1", stone_was_taken, "there is no indulgence stone to return"),
    ),
    commands.BagGood: _turn(
        Guard("MC-L1", good_is_owned, "the player does not have that good", counted=True),
        Guard("MC-T3", begins("sell"), _KIND),
        _fits("MC-L1", nothing_was_sold, "only one good is sold in an action"),
    ),
    commands.Receive: _turn(
        _fits("MC-L1", something_was_sold, "the bank has paid for everything that was sold"),
    ),
    commands.PlaceStone: _turn(
        _fits("MC-K3", stone_can_be_placed, "no sin stone can be placed in that den now"),
        _DIE,
    ),
    commands.Show: _turn(
        Guard("MC-R18", item_is_a_good_or_coin, "a donation is one good or one coin"),
        Guard(
            "MC-D1",
            item_is_there,
            "the player does not have that good, or enough money for that coin",
            counted=True,
        ),
        Guard("MC-T3", begins("donate"), _KIND),
        _fits("MC-D1", donation_is_left, "nothing more can be donated in this action"),
    ),
    commands.Drop: _turn(
        Guard("MC-R18", item_is_a_good_or_coin, "a donation is one good or one coin"),
        Guard(
            "MC-D1",
            item_is_there,
            "the player does not have that good, or enough money for that coin",
            counted=True,
        ),
        Guard("MC-T3", begins("donate"), _KIND),
        _fits("MC-D1", donation_is_left, "nothing more can be donated in this action"),
    ),
    commands.NameRoom: _turn(
        Guard(
            "MC-H1", room_is_there, "that room has already been visited in this round, or there is nothing in it"
        ),
        _DIE,
        Guard("MC-T3", begins("visit"), _KIND),
        _fits("MC-H1", room_can_be_chosen, "a room has already been chosen, and it is too late for another"),
        _fits("MC-H2", room_is_not_too_dear_by_hand, "the post can't be turned that far"),
    ),
    commands.Flip: _turn(
        _fits("MC-H4", suite_is_visited, "the player is not visiting Suite 5, or its card has already been turned")
    ),
    commands.Discard: _turn(_fits("MC-H3", card_lies_in_the_room, "there is no card to discard")),
    commands.Announce: _turn(
        Guard("MC-T3", begins("visit"), _KIND),
        _fits("MC-I1", pope_is_acting, "only the Pope announces a pretext, before choosing a room"),
        _fits("MC-I1", pretext_is_new, "the pretext has already been announced"),
    ),
    commands.TurnDie: _turn(
        Guard(
            "MC-R28", room_is_open, "that room has already been visited in this round, or there is nothing in it"
        ),
        Guard("MC-T3", begins("visit"), _KIND),
        _fits("MC-I1", pope_is_acting, "only the Pope visits the House with the die"),
    ),
    commands.OpenDie: (
        _BY_STEPS,
        _ACTS,
        _fits("MC-M6", die_can_be_opened, "there is no die that could be shown now"),
        _DIE,
        _fits("MC-H2", die_is_not_too_dear, "the post can't be turned that far"),
    ),
    commands.DeclareOver: _turn(
        Guard("MC-A8", no_choice_is_open, choice_missing),
    ),
    commands.CallNext: (
        _REGISTER,
        Guard("MC-M12", seat_is_to_move, "only another player can be called, and only in that player's turn"),
    ),
    commands.Prompt: (
        _REGISTER,
        Guard("MC-M11", seat_can_be_prompted, "only another player can be asked, and only in that player's turn"),
    ),
    commands.Admit: (
        _REGISTER,
        Guard("MC-M12", accusation_stands, "there is no accusation to admit"),
    ),
    commands.LetPass: (
        _REGISTER,
        Guard("MC-PS3", omission_can_pass, "there is nothing to let pass now"),
    ),
}
"""What each step needs: reference number, proposition, and what a refusal says."""
LOOSE = frozenset(("action_can_be_begun", "something_costs_that", "nothing_was_sold", "donation_is_left"))
"""What a step that broke a rule may have done without; all else is needed for it."""
POSSIBLE: Mapping[type[Command], Sequence[Guard[MeaCulpa]]] = {
    command: tuple(guard if guard.name in LOOSE else replace(guard, needed=True) for guard in guards)
    for command, guards in _STEPS.items()
}
"""The same, with what is needed in any case marked."""


# -- whole actions ------------------------------------------------------------------------------------------


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
    if isinstance(command, PlaceCrew):
        return len(state.places["hut"]) + len(state.places["card"]) > 0
    if isinstance(command, Perform):
        return any(state.card_in(room) is not None for room in ROOMS)
    if isinstance(command, Wait):
        return state.rules.seats == 3 and bool(state.rules.options["extra_preliminary"] == "defer")
    return True


def _before_the_free_stone(guards: Sequence[Guard[MeaCulpa]]) -> Sequence[Guard[MeaCulpa]]:
    """The same guards, with the one that the turn is not at its end (MC-M4)."""
    behind = guards.index(CLEAR) + 1
    return (*guards[:behind], LAST, *guards[behind:])


def _with_own_turn(guards: Sequence[Guard[MeaCulpa]]) -> Sequence[Guard[MeaCulpa]]:
    """The same guards, with the free stone taken before the turn is declared over (MC-M4)."""
    own = {"stone_is_free": stone_is_free}
    return tuple(replace(guard, predicate=own.get(guard.name, guard.predicate)) for guard in guards)


GUARDS: Mapping[type[Command], Sequence[Guard[MeaCulpa]]] = {
    **base.GUARDS,
    **{command: _before_the_free_stone(base.GUARDS[command]) for command in (Buy, Sell, Donate, Visit, SetDie)},
    **{command: _also_out_of_turn(*_with_own_turn(base.GUARDS[command])) for command in ALSO_WHOLE},
    **POSSIBLE,
}
"""The rules of every command: whole actions and steps."""


def unasked(state: MeaCulpa, seat: int, command: Command) -> bool:
    """Whether a seat can try to do this that is not awaited: steps by hand, and whatever is out of turn."""
    if type(command) in STEP_COMMANDS or is_stray(state, seat, command):
        return True
    return isinstance(command, TakeFree) and begins_next(state, seat, command)
