"""The rules that a command must keep: what the box has, what somebody may take, what asking must not tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.any_game import commands as ask
from domain.games.any_game.box import blank, faces_of, named
from domain.games.any_game.state import AnyGame, dice_in, holds_all_of, kinds, within
from domain.kit.facts import Command, singly
from domain.kit.guards import Actor, Guard, Verdict, step_follows_now, verdict

Holds = Callable[[AnyGame, Actor, Any], bool]


def proposition(holds: Holds) -> Callable[[AnyGame, Actor, Any], Verdict]:
    """A plain yes or no as a predicate of the same name."""

    def predicate(state: AnyGame, actor: Actor, command: Any) -> Verdict:
        return verdict(holds(state, actor, command))

    predicate.__name__ = holds.__name__
    return predicate


def _needed(reference: str, holds: Holds, refusal: str) -> Guard[AnyGame]:
    return Guard(reference, proposition(holds), refusal, needed=True)


def _kept(reference: str, holds: Holds, refusal: str) -> Guard[AnyGame]:
    return Guard(reference, proposition(holds), refusal)


def _names(command: Any) -> tuple[str, ...]:
    """The places out of which something is taken."""
    named_in = next(getattr(command, name) for name in ("from_", "places", "place") if hasattr(command, name))
    return named_in if isinstance(named_in, tuple) else (named_in,)


def _targets(state: AnyGame, command: Any) -> list[str]:
    """The places to which something goes: of each seat, where it is dealt."""
    if not isinstance(command, ask.Deal):
        return [command.to]
    return [named(command.to, seat) for seat in range(state.rules.seats)]


def places_are_there(state: AnyGame, _: Actor, command: Any) -> bool:
    """Every place that is named is one of the match."""
    to = getattr(command, "to", None)
    targets = (to,) if isinstance(to, str) else ()
    return all(name in state.places for name in (*_names(command), *targets))


def places_differ(_: AnyGame, __: Actor, command: Any) -> bool:
    """Nothing goes to where it lies, and no place is named twice."""
    names = _names(command)
    if len({*names}) < len(names):
        return False
    same_place = command.to in names
    return not same_place or (isinstance(command, ask.Move) and command.from_part != command.to_part)


def parts_are_named(state: AnyGame, _: Actor, command: ask.Move) -> bool:
    """A part is named where a place has parts, and nowhere else."""
    return all(
        (part is not None) == bool(state.places[name].kind.parts)
        and (not isinstance(part, str) or part in state.places[name].kind.parts)
        for name, part in ((command.from_, command.from_part), (command.to, command.to_part))
    )


def has_no_parts(state: AnyGame, _: Actor, command: Any) -> bool:
    """Parts are named in a move alone."""
    return not state.places[str(command.to)].kind.parts


def draws_without_parts(state: AnyGame, _: Actor, command: Any) -> bool:
    """Some of what lies in parts cannot be drawn: nobody would know in which parts the rest lies."""
    return not any(state.places[name].kind.parts for name in _names(command))


def things_are_known(state: AnyGame, _: Actor, command: Any) -> bool:
    """Everything that is named is in the box."""
    return all(thing in state.box.kinds for thing in _said(command))


def _said(command: Any) -> Sequence[str]:
    return [thing for thing in singly(command.things or ()) if isinstance(thing, str)]


def mover_sees(state: AnyGame, seat: Actor, command: Any) -> bool:
    """Nobody names what they do not see: the answer would tell whether it is there."""
    return not _said(command) or not isinstance(seat, int) or state.sees(seat, _names(command)[0])


def mover_sees_part(state: AnyGame, seat: Actor, command: ask.Move) -> bool:
    """Nobody names a part that they are not told."""
    if not isinstance(seat, int):
        return True
    parts = ((command.from_, command.from_part), (command.to, command.to_part))
    return all(not isinstance(part, str) or state.is_told_parts(seat, name) for name, part in parts)


def may_take(state: AnyGame, seat: Actor, command: Any) -> bool:
    """What lies open anybody moves; what is hidden, its owner alone."""
    return not isinstance(seat, int) or all(state.may_take(seat, name) for name in _names(command))


def may_lie_there(state: AnyGame, _: Actor, command: ask.Move) -> bool:
    """The place holds such pieces."""
    return {*_said(command)} <= kinds(state, command.to).keys()


def holds_whatever_comes(state: AnyGame, _: Actor, command: Any) -> bool:
    """Where nobody names what comes, the place holds all that can come."""
    return all(holds_all_of(state, to, origin) for to in _targets(state, command) for origin in _names(command))


def something_is_there(state: AnyGame, _: Actor, command: Any) -> bool:
    """There is something in one of the places at least; everybody sees how much."""
    return any(len(state.places[name]) for name in _names(command))


def enough_is_there(state: AnyGame, _: Actor, command: Any) -> bool:
    """As much lies there as is to be drawn, or dealt to all; everybody sees how much."""
    number = command.number * (len(state.box.order) if isinstance(command, ask.Deal) else 1)
    return bool(0 < number <= sum(len(state.places[name]) for name in _names(command)))


def goes_to_each_seat(state: AnyGame, _: Actor, command: ask.Deal) -> bool:
    """Each seat has a place of that name, without parts."""
    return command.from_ in state.places and all(
        name in state.places and not state.places[name].kind.parts for name in _targets(state, command)
    )


def nobody_sees_more(state: AnyGame, _: Actor, command: ask.Gather) -> bool:
    """Who sees what lies there then has seen it before: otherwise a dry run would show it."""
    then = state.lookers(command.to)
    return all(within(then, state.lookers(name)) for name in _names(command))


def goes_to_the_open(state: AnyGame, _: Actor, command: ask.OpenPlaces) -> bool:
    """Everybody may look there."""
    return bool(state.is_open(command.to))


def lies_closed(state: AnyGame, _: Actor, command: ask.OpenPlaces) -> bool:
    """None of the places lies open already."""
    return not any(state.is_open(name) for name in command.places)


def opener_sees(state: AnyGame, seat: Actor, command: ask.OpenPlaces) -> bool:
    """Who opens a place has seen what lies there: otherwise a dry run would show it."""
    return not isinstance(seat, int) or all(state.sees(seat, name) for name in command.places)


def seats_are_there(state: AnyGame, _: Actor, command: Any) -> bool:
    """Each seat that is named is one of the match, once."""
    seats = command.winners if isinstance(command, ask.End) else command.to
    seats = () if seats is None else seats if isinstance(seats, tuple) else (seats,)
    return all(0 <= seat < state.rules.seats for seat in seats) and len({*seats}) == len(seats)


def dice_are_there(state: AnyGame, _: Actor, command: ask.Roll) -> bool:
    """The box has such dice."""
    return command.dice in state.box.dice


def rolls_without_parts(state: AnyGame, _: Actor, command: ask.Roll) -> bool:
    """Dice in the part of a place are not rolled there: nothing says in which part they lie then."""
    return not state.places[command.place].kind.parts


def dice_lie_there(state: AnyGame, seat: Actor, command: ask.Roll) -> bool:
    """Dice of that sort lie there, as far as who rolls them sees it, and what is named are their faces."""
    faces = {f"{command.dice}:{face}" for face in state.box.dice[command.dice]}
    if command.things is not None:
        return {*_said(command)} <= faces
    sees = not isinstance(seat, int) or state.sees(seat, command.place)
    return sees and bool(dice_in(state, command.place, command.dice))


def number_is_told(state: AnyGame, _: Actor, command: ask.Roll) -> bool:
    """Where other things can lie among hidden dice, not everybody may know how many dice there are."""
    dice = {*faces_of(state.box, command.dice), blank(command.dice)}
    only_dice = kinds(state, command.place).keys() <= dice
    return command.things is not None or only_dice or state.is_open(command.place)


def amounts_are_there(state: AnyGame, _: Actor, command: Any) -> bool:
    """The match has such amounts."""
    names = (command.amount,) if isinstance(command, ask.Count) else (command.from_, command.to)
    return all(name in state.purses for name in names) and len({*names}) == len(names)


def may_count(state: AnyGame, seat: Actor, command: Any) -> bool:
    """What is hidden, its owner alone counts, or pays from."""
    name = command.amount if isinstance(command, ask.Count) else command.from_
    return not isinstance(seat, int) or state.is_open(name) or state.sees(seat, name)


def says_something(_: AnyGame, __: Actor, command: ask.Say) -> bool:
    """There is a text or a number."""
    return command.words is not None or command.number is not None


def phase_is_there(state: AnyGame, _: Actor, command: ask.Phase) -> bool:
    """The box names such a phase."""
    return command.name in state.box.phases


def is_won_or_lost(_: AnyGame, __: Actor, command: ask.End) -> bool:
    """Winners are named, or all have lost, not both."""
    return command.winners is None or not command.lost


def agreement_is_asked(state: AnyGame, seat: Actor, _: ask.Agree) -> bool:
    """An end is proposed, and this seat has not agreed yet."""
    return isinstance(seat, int) and state.has_to_agree(seat)


def has_the_turn(state: AnyGame, seat: Actor, _: Command) -> bool:
    """With strict turns, the others only speak and agree."""
    return not isinstance(seat, int) or state.may_act(seat)


_PLACES = _needed(
    "AG-P1", places_are_there, "the box has no such place: one of a seat is called with its number, as hand:0"
)
_DIFFER = _needed("AG-M1", places_differ, "it lies there already")
_THINGS = _needed("AG-P2", things_are_known, "the box has no such piece")
_SEES = _needed("AG-M3", mover_sees, "nobody can name pieces that they do not see: draw them")
_TAKE = _kept("AG-M3", may_take, "what is hidden, only its owner moves")
_FROM_NO_PARTS = _needed("AG-P3", draws_without_parts, "out of a place with parts pieces are moved, not drawn")
_NO_PARTS = _needed("AG-P3", has_no_parts, "that place has parts: only a move names one")
_SOME = _needed("AG-M4", something_is_there, "nothing lies there")
_HOLDS = _needed("AG-P5", holds_whatever_comes, "not all that can lie there can lie in the other place")
_SEATS = _needed("AG-P4", seats_are_there, "there is no such seat, or it is named twice")
_ASKED = _needed("AG-E2", agreement_is_asked, "nobody has asked this seat to agree")
_TURN = _kept("AG-T3", has_the_turn, "it is not their turn: until then they speak, and agree to the end")

GUARDS: Mapping[type[Command], Sequence[Guard[AnyGame]]] = {
    ask.Move: (
        _TURN,
        _PLACES,
        _DIFFER,
        _needed("AG-P3", parts_are_named, "name a part of the place where it has parts, and nowhere else"),
        _THINGS,
        _SEES,
        _needed("AG-M3", mover_sees_part, "nobody can name a part that they are not told"),
        _TAKE,
        _kept("AG-P5", may_lie_there, "such a piece cannot lie there"),
    ),
    ask.Draw: (
        _TURN,
        _PLACES,
        _DIFFER,
        _NO_PARTS,
        _FROM_NO_PARTS,
        _HOLDS,
        _TAKE,
        _needed("AG-C2", enough_is_there, "fewer pieces lie there"),
    ),
    ask.Deal: (
        _TURN,
        _needed(
            "AG-C3",
            goes_to_each_seat,
            "deal to a place without parts that each seat has, by its name alone, as hand",
        ),
        _FROM_NO_PARTS,
        _HOLDS,
        _TAKE,
        _needed("AG-C3", enough_is_there, "fewer pieces lie there"),
    ),
    ask.Gather: (
        _TURN,
        _PLACES,
        _DIFFER,
        _NO_PARTS,
        _HOLDS,
        _TAKE,
        _SOME,
        _needed("AG-M4", nobody_sees_more, "somebody would see there what they do not see now: open it instead"),
    ),
    ask.OpenPlaces: (
        _TURN,
        _PLACES,
        _DIFFER,
        _NO_PARTS,
        _HOLDS,
        _TAKE,
        _SOME,
        _needed("AG-M5", goes_to_the_open, "not everybody may look there"),
        _needed("AG-M5", lies_closed, "that lies open already: gather it"),
        _needed("AG-M5", opener_sees, "nobody can open what they do not see: draw it"),
    ),
    ask.Show: (_TURN, _PLACES, _SEATS, _THINGS, _SEES, _TAKE),
    ask.Roll: (
        _TURN,
        _PLACES,
        _needed("AG-C4", dice_are_there, "the box has no such dice"),
        _needed("AG-P3", rolls_without_parts, "that place has parts: roll in one that has none"),
        _needed("AG-C4", number_is_told, "name the dice: other things can be among them, too"),
        _needed("AG-C4", dice_lie_there, "no such dice lie there"),
        _SEES,
        _TAKE,
    ),
    ask.Count: (
        _TURN,
        _needed(
            "AG-N1",
            amounts_are_there,
            "nothing of that name is counted: what is of a seat is called with its number, as points:0",
        ),
        _kept("AG-N1", may_count, "what is hidden, only those count who see it"),
    ),
    ask.Pay: (
        _TURN,
        _needed("AG-N2", amounts_are_there, "name two different amounts of the box"),
        _kept("AG-N2", may_count, "what is hidden, only those pay from who see it"),
    ),
    ask.Say: (_needed("AG-S1", says_something, "say a text or a number"),),
    ask.Turn: (
        _TURN,
        _SEATS,
    ),
    ask.Phase: (
        _TURN,
        _needed("AG-T2", phase_is_there, "the box has no such phase"),
    ),
    ask.End: (_TURN, _SEATS, _needed("AG-E1", is_won_or_lost, "name winners, or say that all have lost")),
    ask.Agree: (_ASKED,),
    ask.Reckon: (Guard("AG-E1", step_follows_now, "the end is not agreed", needed=True),),
}


def unasked(state: AnyGame, _: int, command: Command) -> bool:
    """What people say, they say at any time."""
    return isinstance(command, ask.Say) and state.outcome is None
