"""When a step can be made: whose it is, what begins the next turn, and what may come before others have answered.

A step that is possible and not the seat's to make is *stray*: it is out of turn, and taken back at once (MC-M13).
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.mea_culpa.commands import MovePopeStone, PlaceCrew, TakeFree
from domain.games.mea_culpa.done import card_due, card_to_perform, doings_now, read, whose
from domain.games.mea_culpa.meta_culpa import commands
from domain.games.mea_culpa.meta_culpa.commands import ALSO_WHOLE, TURN
from domain.games.mea_culpa.owed import owed_now
from domain.games.mea_culpa.state import EMPEROR, MERCHANT, POPE, MeaCulpa
from domain.games.mea_culpa.steps import next_turn_of
from domain.kit.facts import Command

# -- out of turn --------------------------------------------------------------------------------------------


def nothing_left(state: MeaCulpa) -> bool:
    """Whether the seat whose turn it is can only declare it over (MC-M13)."""
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
    MovePopeStone: POPE,
    commands.Announce: POPE,
    commands.TurnDie: POPE,
    commands.OpenDie: POPE,
    PlaceCrew: EMPEROR,
    TakeFree: MERCHANT,
}
"""The steps that only one character makes (unless a card is performed, or the character is absent)."""


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
    """Whether the step can be due from the seat in any turn: by a card, or as one of its duties."""
    if type(command) not in ALSO_WHOLE:
        return False
    asked = bool(state.steps) and state.steps[0].get("seat") == seat and state.wanted in DUE
    if not asked and card_due(state, seat) is None:
        return False
    if isinstance(command, TakeFree):
        return state.wanted == "free-stone"
    if not isinstance(command, MovePopeStone | PlaceCrew):
        return True
    if state.wanted == "preliminary":
        return STEP_OF[type(command)] in state.steps[0]["duties"]
    return card_to_perform(state, seat) == CARD_OF[type(command)]


DUE = ("preliminary", "visit", "perform", "free-stone")
CARD_OF: Mapping[type[Command], str] = {MovePopeStone: "POPE_STONE", PlaceCrew: "NEW_CREW"}
"""The cards by which one does what is otherwise a preliminary action."""


# -- before others have answered ----------------------------------------------------------------------------


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
