"""What can be done step by step: where the pieces must be, and the limits that hold in any order.

Whether a step comes in its order is the register's business (``register``). Of a step out of turn, which is taken
back at once, only the pieces are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.games.mea_culpa.commands import TakeFree
from domain.games.mea_culpa.done import IN_HAND, Deed, doings_now, whose
from domain.games.mea_culpa.meta_culpa import commands
from domain.games.mea_culpa.meta_culpa.timing import (
    begins_next,
    die_is_open,
    is_out_of_turn,
    is_stray,
    lust_is_in_time,
    spoils_the_guess,
)
from domain.games.mea_culpa.owed import notches_left, owed_now, price_owed, spendable
from domain.games.mea_culpa.propositions import Predicate, owns
from domain.games.mea_culpa.state import (
    EMPEROR,
    GOODS,
    INDULGENCE,
    PETTY_SINNER,
    POPE,
    ROOMS,
    SUITE_5,
    SUITE_6,
    YELLOW,
    MeaCulpa,
)
from domain.games.mea_culpa.steps import is_due_a_stone, is_due_a_stone_in, next_turn_of
from domain.kit.facts import Command
from domain.kit.guards import Actor, Verdict, verdict

# -- when ---------------------------------------------------------------------------------------------------


def steps_are_entered(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """META CULPA is played, or the match is recorded."""
    return verdict(state.by_steps)


def register_is_kept(state: MeaCulpa, _: Actor, __: Command) -> Verdict:
    """META CULPA is played."""
    return verdict(state.by_register)


def a_seat_is_to_act(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """Some seat is to act now; without the register it is this one."""
    if state.due is not None or state.phase not in ("auction", "characters", "actions"):
        return Verdict.NO
    return verdict(state.by_register or not is_out_of_turn(state, int(actor)))


def hands_are_free(state: MeaCulpa, actor: Actor, command: Command) -> Verdict:
    """If it is this seat's turn, nothing else is due before a step of it."""
    seat = int(actor)
    if is_stray(state, seat, command):
        return Verdict.YES
    if spoils_the_guess(state, seat, command) or (
        isinstance(command, commands.Rotate) and die_is_open(state, seat)
    ):
        return Verdict.YES
    if isinstance(command, commands.PlaceStone) and command.den == "lust" and lust_is_in_time(state, seat):
        return Verdict.YES
    if isinstance(command, commands.TakeCard):
        return verdict(state.wanted == "character")
    own = (
        not state.steps or state.steps[0].get("seat") == seat
    )  # (a crew may be due first of who has forgotten it)
    return verdict(state.wanted in IN_HAND and own)


def free_stone_is_not_taken(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """Under META CULPA nothing is begun after the free stone, which is the last of a turn."""
    in_turn = state.by_register and state.phase == "actions"
    return verdict(not (in_turn and doings_now(state, int(actor)).free))


def in_turn(predicate: Callable[[MeaCulpa, int, Any], bool]) -> Predicate:
    """The same proposition, looked at only where the step is not one out of turn."""

    def judged(state: MeaCulpa, actor: Actor, command: Any) -> Verdict:
        seat = int(actor)
        return verdict(is_stray(state, seat, command) or predicate(state, seat, command))

    judged.__name__ = predicate.__name__
    judged.__doc__ = predicate.__doc__
    return judged


# -- beginning an action ------------------------------------------------------------------------------------


def actions_of(state: MeaCulpa, seat: int) -> tuple[str, ...]:
    """The actions that the seat has begun in this turn."""
    return state.actions if whose(state) == seat else ()


def can_begin(state: MeaCulpa, seat: int, kind: str) -> bool:
    """Whether the seat is at such an action, or can begin one."""
    if state.phase == "characters":
        done = doings_now(state, seat)
        return kind == "visit" and done.character == PETTY_SINNER
    begun = actions_of(state, seat)
    if kind in begun:
        return True
    if len(begun) >= 2 or not len(state.places["market"]):
        return False
    return not begun or notches_left(state, seat) > 0


def _deed(state: MeaCulpa, seat: int, kind: str) -> Deed:
    return doings_now(state, seat).deed(kind) or Deed(kind, second=False)


def begins(kind: str | Callable[[Any], str]) -> Predicate:
    """The proposition that the seat can begin an action of this kind, or is at it."""

    def action_can_be_begun(state: MeaCulpa, seat: int, command: Any) -> bool:
        """The seat is at that action, or can begin it."""
        return can_begin(state, seat, kind(command) if callable(kind) else kind)

    return in_turn(action_can_be_begun)


# -- pieces -------------------------------------------------------------------------------------------------


def card_is_held(state: MeaCulpa, actor: Actor, command: commands.ReturnCard) -> Verdict:
    """The seat holds that card, and the bids have not been revealed."""
    return verdict(state.holder(command.character) == actor and state.phase in ("prepare", "auction"))


def bid_is_unsettled(state: MeaCulpa, actor: Actor, command: commands.Settle) -> Verdict:
    """That much money of the bid is not settled yet."""
    left = state.unsettled[int(actor)] if state.phase == "characters" and state.due is None else 0
    return verdict(0 < (command.taler or left) <= left)


def stone_is_free(state: MeaCulpa, actor: Actor, command: Command) -> Verdict:
    """A stone is free at the end of this turn, or of the one that ends with this step."""
    seat = int(actor)
    if state.wanted == "free-stone":
        return verdict(state.due is None)
    if isinstance(command, TakeFree) and begins_next(state, seat, command):
        return verdict(is_due_a_stone_in(state, seat, next_turn_of(state)))
    in_turn = state.by_register and state.wanted == "act" and whose(state) == seat
    return verdict(in_turn and is_due_a_stone(state, seat))


def post_turns_so_far(state: MeaCulpa, actor: Actor, command: commands.Rotate) -> Verdict:
    """The post can be turned by that number of notches."""
    return verdict(command.notches <= state.notches_above(int(actor)))


def turns_are_being_played(state: MeaCulpa, _: int, __: Command) -> bool:
    """It is the phase of turns."""
    return state.phase == "actions"


def money_is_there(state: MeaCulpa, actor: Actor, command: commands.Pay) -> Verdict:
    """That much money lies behind the own screen."""
    seat = int(actor)
    debt = owed_now(state, seat).get("pay", 0)  # for which it is kept
    return verdict(command.taler <= spendable(state, seat) + debt)


def something_costs_that(state: MeaCulpa, seat: int, command: commands.Pay) -> bool:
    """What is paid is the price of something on the market, or the rest of what was taken."""
    deed = _deed(state, seat, "buy")
    if deed.stones:
        return command.taler == price_owed(state, deed)
    return not deed.paid and command.taler in {state.price_of(stone) for stone in _for_sale(state)}


def _for_sale(state: MeaCulpa) -> list[str]:
    market = state.places["market"]
    letters = [INDULGENCE] if market.count(INDULGENCE) and state.colours_left() else []
    return [good for good in GOODS if market.count(good)] + letters


def stone_can_be_bought(state: MeaCulpa, seat: int, command: commands.TakeStone) -> bool:
    """It is the one stone of this buy, or the second of the same good; and the seat can pay for it."""
    deed, stone = _deed(state, seat, "buy"), command.stone
    if deed.stones:
        return stone != INDULGENCE and deed.stones == [stone]
    two = deed.greed == 0 or (stone != INDULGENCE and state.places["market"].count(stone) >= 2)
    return two and stone in _for_sale(state) and state.price_of(stone) - deed.paid <= spendable(state, seat)


def letter_lies_there(state: MeaCulpa, _: Actor, command: commands.TakeLetter) -> Verdict:
    """Such a Letter lies in the suite, or in its stack."""
    if command.source == "suite":
        return verdict(command.letter == YELLOW and len(state.places["suite"]) > 0)
    return verdict(command.letter in state.colours_left())


def letter_is_due(state: MeaCulpa, seat: int, command: commands.TakeLetter) -> bool:
    """An indulgence stone was taken for it, or the suite is visited."""
    done = doings_now(state, seat)
    if command.source == "suite":
        visit = done.deed("visit")
        return visit is not None and visit.room == SUITE_6 and not visit.yellow
    buy = done.deed("buy")
    return buy is not None and buy.stones == [INDULGENCE] and not buy.letters


def stone_was_taken(state: MeaCulpa, seat: int, _: Command) -> bool:
    """An indulgence stone lies there that was taken."""
    deed = _deed(state, seat, "buy")
    return deed.stones == [INDULGENCE] and not deed.returned


def nothing_was_sold(state: MeaCulpa, seat: int, _: Command) -> bool:
    """One good is sold in an action."""
    return not _deed(state, seat, "sell").sold


def something_was_sold(state: MeaCulpa, seat: int, _: Command) -> bool:
    """A good was put into the bag, and has not been paid for."""
    deed = _deed(state, seat, "sell")
    return len(deed.sold) > deed.received


def stone_can_be_placed(state: MeaCulpa, seat: int, command: commands.PlaceStone) -> bool:
    """The stone is for what is being bought or visited, or one of the Petty Sinner's two."""
    if command.den == "petty":
        done = doings_now(state, seat)
        return done.petty < done.petty_due
    if command.den == "greed":
        deed = _deed(state, seat, "buy")
        return not deed.greed and can_begin(state, seat, "buy") and _two_can_be_taken(state, seat, deed)
    visit = _deed(state, seat, "visit")
    if not can_begin(state, seat, "visit"):
        return False
    if visit.room is None:
        return not visit.noted and not visit.lust and bool({SUITE_5, SUITE_6}.intersection(state.open_rooms()))
    return visit.lust < visit.lust_due


def _two_can_be_taken(state: MeaCulpa, seat: int, deed: Deed) -> bool:
    market = state.places["market"]
    if deed.stones:
        return deed.stones != [INDULGENCE] and (len(deed.stones) == 2 or market.count(deed.stones[0]) > 0)
    return any(
        market.count(good) >= 2 and state.price_of(good) - deed.paid <= spendable(state, seat) for good in GOODS
    )


def item_is_there(state: MeaCulpa, actor: Actor, command: commands.Show | commands.Drop) -> Verdict:
    """The good, or as much money as the coin is worth, lies behind the own screen; or has just been dropped."""
    seat = int(actor)
    again = isinstance(command, commands.Show) and command.item in _deed(state, seat, "donate").unshown
    return verdict(again or owns(state, seat, command.item))


def donation_is_left(state: MeaCulpa, seat: int, command: commands.Show | commands.Drop) -> bool:
    """One thing is donated in an action; as the Emperor two."""
    deed = _deed(state, seat, "donate")
    if isinstance(command, commands.Show) and command.item in deed.unshown:
        return True
    emperor = state.turn == EMPEROR and whose(state) == seat
    return len(deed.dropped) < (2 if emperor else 1)


# -- the House ----------------------------------------------------------------------------------------------


def room_is_there(state: MeaCulpa, actor: Actor, command: commands.NameRoom) -> Verdict:
    """Nobody has been there in this round; through Suite 5, a card lies there."""
    visit = _deed(state, int(actor), "visit")
    if visit.room == SUITE_5 and visit.flipped:
        return verdict(command.room in ROOMS and state.card_in(command.room) is not None)
    return verdict(command.room in state.open_rooms())


def room_can_be_chosen(state: MeaCulpa, seat: int, command: commands.NameRoom) -> bool:
    """No room has been chosen in this visit; or nothing has been done about it."""
    visit = _deed(state, seat, "visit")
    if (
        visit.performed
        or visit.discarded
        or visit.yellow
        or visit.noted
        or command.room in (visit.room, visit.through)
    ):
        return False
    if visit.room == SUITE_5:
        return command.room in ROOMS or (not visit.lust and not visit.flipped and visit.through is None)
    return visit.room is None or not visit.lust


def room_is_not_too_dear_by_hand(state: MeaCulpa, seat: int, command: commands.NameRoom) -> bool:
    """The post can be turned as far as everything that was begun asks."""
    visit = _deed(state, seat, "visit")
    through = visit.room == SUITE_5 and command.room in ROOMS
    if through or state.phase == "characters" or (whose(state) == seat and state.turn == PETTY_SINNER):
        return True
    begins = bool(actions_of(state, seat)) and "visit" not in actions_of(state, seat)
    return state.cost_of(command.room) - visit.notches + int(begins) <= notches_left(state, seat)


def suite_is_visited(state: MeaCulpa, seat: int, _: Command) -> bool:
    """Suite 5 is visited, and its card has not been turned."""
    visit = _deed(state, seat, "visit")
    return visit.room == SUITE_5 and not visit.flipped


def card_lies_in_the_room(state: MeaCulpa, seat: int, _: Command) -> bool:
    """A room was chosen, and its card still lies there."""
    visit = _deed(state, seat, "visit")
    return visit.card_room is not None and not visit.discarded and state.card_in(visit.card_room) is not None


def pope_is_acting(state: MeaCulpa, seat: int, command: Command) -> bool:
    """It is the Pope's turn, and the visit has not come to a room."""
    if begins_next(state, seat, command):
        return next_turn_of(state) == POPE
    visit = _deed(state, seat, "visit")
    acts = state.turn if whose(state) == seat else None
    return acts == POPE and visit.room is None and not visit.die_set and not visit.openly


def pretext_is_new(state: MeaCulpa, seat: int, _: Command) -> bool:
    """Nothing has been announced yet."""
    return not _deed(state, seat, "visit").announced


def die_has_been_told(state: MeaCulpa, actor: Actor, command: Command) -> Verdict:
    """What the own die shows, if it lies there and is shown now, has been told."""
    shown = spoils_the_guess(state, int(actor), command)
    return Verdict.CANNOT_TELL if shown and state.is_untold(f"die:{actor}") else Verdict.YES


def die_can_be_opened(state: MeaCulpa, seat: int, _: Command) -> bool:
    """The die has been turned, and nobody has guessed."""
    return die_is_open(state, seat)


def die_is_not_too_dear(state: MeaCulpa, seat: int, _: Command) -> bool:
    """The post can be turned as far as the room on the die asks."""
    return not die_is_open(state, seat) or state.cost_of(state.amount(f"die:{seat}")) <= notches_left(state, seat)


# -- the end of a turn --------------------------------------------------------------------------------------


def no_choice_is_open(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """No Letter has still to be taken for a stone, and no room to be named through Suite 5."""
    return verdict(not _open_choices(state, int(actor)))


def _open_choices(state: MeaCulpa, seat: int) -> list[str]:
    return [name for deed in doings_now(state, seat).current for name in _choices(state, seat, deed)]


def _choices(state: MeaCulpa, seat: int, deed: Deed) -> Iterator[str]:
    if deed.stones == [INDULGENCE] and not deed.letters and state.colours_left():
        yield "take-letter"
    a_room_is_left = deed.through is None and any(state.card_in(room) for room in ROOMS)
    if deed.room == SUITE_5 and a_room_is_left and can_begin(state, seat, "visit"):
        yield "name-room"  # (a seat that got there against the rules may be unable to go on, and need not)


def choice_missing(state: MeaCulpa, actor: Actor, _: Command) -> str:
    """What a refusal says: the choice that only this seat can make."""
    return f"there is still a choice that only this player can make: {_open_choices(state, int(actor))[0]}"


def seat_is_to_move(state: MeaCulpa, actor: Actor, command: commands.CallNext) -> Verdict:
    """It is the called seat's turn, and it is not the own one."""
    return verdict(state.phase == "actions" and whose(state) == command.called != actor)


def seat_can_be_prompted(state: MeaCulpa, actor: Actor, command: commands.Prompt) -> Verdict:
    """It is the other seat's turn."""
    return verdict(state.phase == "actions" and whose(state) == command.asked != actor)


def accusation_stands(state: MeaCulpa, actor: Actor, command: commands.Admit) -> Verdict:
    """The seat has been accused of it in this turn, and has not admitted it yet."""
    accused = [at for at, entry in enumerate(state.done) if _about(entry, "AccusationMade", actor, command.sin)]
    admitted = [at for at, entry in enumerate(state.done) if _about(entry, "SinCommitted", actor, command.sin)]
    return verdict(bool(accused) and (not admitted or admitted[-1] < accused[-1]) and state.due is None)


def _about(entry: Mapping[str, Any], kind: str, seat: Actor, sin: str) -> bool:
    return bool(entry["type"] == kind and entry["seat"] == seat and entry["sin"] == sin)


def omission_can_pass(state: MeaCulpa, actor: Actor, _: Command) -> Verdict:
    """The posts are about to be compared, and this seat may still remind the Petty Sinner."""
    return verdict(state.wanted == "reminders" and state.awaits_seat(int(actor)))
