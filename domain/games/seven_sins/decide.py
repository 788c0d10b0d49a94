"""Decide: the facts that follow from a command, in the order in which they happen at the table.

Each function yields facts; the state it reads is a working copy in which what it has yielded has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.games.seven_sins import facts
from domain.games.seven_sins.commands import (
    ChooseFirst,
    ChooseSins,
    Deal,
    OpenReserves,
    Pass,
    PlaceStones,
    Refill,
    Take,
)
from domain.games.seven_sins.scoring import direction, outcome, placings, score
from domain.games.seven_sins.state import STONE, SevenSins, is_undealt, printed_backs
from domain.kit.chance import Chance
from domain.kit.facts import Command, Fact
from domain.kit.guards import Actor, Needs
from domain.kit.places import Place, one_by_one
from domain.kit.table.facts import Awaited, MatchEnded

Facts = Iterator[Fact]


def lay(state: SevenSins) -> Facts:
    """The laid table: what the options give (SS-R32); chance is asked for the rest."""
    options = state.rules.options
    if options["sins"] is not None:
        yield facts.SinsChosen(_in_order(state, options["sins"]))
    if options["first_seat"] is not None:
        yield facts.FirstSeatChosen(options["first_seat"])
    yield _chance_for_setup(state)


def pass_over(state: SevenSins) -> Facts:
    """What follows where all cards that were to be dealt are missing from the set: the centre is filled."""
    if state.due == Deal.TYPE:
        yield _chance_for_setup(state)


def _chance_for_setup(state: SevenSins) -> Awaited:
    if state.sins is None:
        due: type[Command] = ChooseSins
    elif state.first is None:
        due = ChooseFirst
    elif is_undealt(state):
        due = Deal
    else:
        due = Refill
    return Awaited(("chance",), due.TYPE)


# -- chance -------------------------------------------------------------------------------------------------


def choose_sins(state: SevenSins, _: Actor, __: ChooseSins, chance: Chance) -> Facts:
    """SS-S1, SS-R32."""
    left = dict.fromkeys(state.rules.board["sins"], 1)
    chosen: list[str] = []
    while len(chosen) < state.rules.board["types"][str(state.rules.seats)]:
        chosen.append(str(chance.draw(left)))
        del left[chosen[-1]]
    yield facts.SinsChosen(_in_order(state, chosen))
    yield _chance_for_setup(state)


def _in_order(state: SevenSins, chosen: Sequence[str]) -> tuple[str, ...]:
    return tuple(sin for sin in state.rules.board["sins"] if sin in chosen)


def choose_first(state: SevenSins, _: Actor, __: ChooseFirst, chance: Chance) -> Facts:
    """SS-T1, SS-R2."""
    seats = {str(seat): 1 for seat in range(state.rules.seats)}
    yield facts.FirstSeatChosen(int(str(chance.draw(seats))))
    yield _chance_for_setup(state)


def deal(state: SevenSins, _: Actor, __: Deal, chance: Chance) -> Facts:
    """SS-S3: each seat in turn order; where cards are missing from the set, the last ones may get none."""
    name = f"pile:{printed_backs(state.rules.board)[0]}"
    for seat in state.turn_order():
        for _number in range(state.rules.board["initial"]):
            pile = state.places[name]
            if len(pile):
                yield facts.CardDealt(seat, chance.draw(pile.known, pile))
    yield _chance_for_setup(state)


def refill(state: SevenSins, _: Actor, __: Refill, chance: Chance) -> Facts:
    """SS-S4, SS-T4: card by card, ending early where the last Judgement ends the match (SS-R12, SS-R30)."""
    if not state.stacked:
        yield from _turn_up(state, chance)
        yield _stacking(state)
        yield from _turn_of(state.first or 0)
        return
    yield from _turn_up(state, chance)
    if _ends_now(state):
        yield from conclude(state)
    else:
        yield from _turn_of(state.after(_mover(state)))


def _turn_up(state: SevenSins, chance: Chance) -> Facts:
    while _has_room(state) and (back := state.back_on_top) is not None:
        pile: Place = state.places[f"pile:{back}"]
        yield facts.CardRevealed(chance.draw(pile.known, pile), back)
        if state.last is None and state.stacked and state.judgements_open == state.judgements:
            if not state.rules.options["penitence"]:
                return
            last = state.turn_order()[-1]
            yield facts.LastRoundBegan(last)
            if _mover(state) == last:
                return


def _has_room(state: SevenSins) -> bool:
    size: int = state.rules.board["centre"]
    return len(state.places["centre"]) < size


def _stacking(state: SevenSins) -> facts.PilesStacked:
    board = state.rules.board
    judgement: int = board["judgement_per_back"]
    penitence: int = board["penitence_per_sin"]
    sins = state.sins if state.sins is not None and state.rules.options["penitence"] else ()
    return facts.PilesStacked(
        judgement=dict.fromkeys(board["backs"], judgement), penitence=dict.fromkeys(sins, penitence)
    )


# -- seats --------------------------------------------------------------------------------------------------


def take(state: SevenSins, actor: Actor, command: Take, _: Chance) -> Facts:
    """SS-T2, SS-R15, SS-R16, SS-R24."""
    seat = int(actor)
    yield from _turn_taken(state, seat)
    yield facts.SinTaken(seat, command.sin, state.places["centre"].count(command.sin), command.to)
    if command.to == "abyss" and not command.leave_stone and state.places["stones"].count(STONE):
        yield facts.StoneTaken(seat)
    yield from _turn_done(state)


def do_pass(state: SevenSins, actor: Actor, _: Pass, __: Chance) -> Facts:
    """SS-R14."""
    yield from _turn_taken(state, int(actor))
    yield from _turn_done(state)


def _turn_taken(state: SevenSins, seat: int) -> Facts:
    """A seat that plays out of turn has the turn, irregular as it is: play goes on from there."""
    if state.turn != seat:
        yield facts.TurnPassed(seat)


def _turn_done(state: SevenSins) -> Facts:
    if state.last == _mover(state):
        # SS-R26: what would be turned up now could change nothing. The reserves are opened in a decision of
        # their own: otherwise a dry run of this one would show them.
        yield Awaited(("table",), OpenReserves.TYPE)
    elif _has_room(state) and state.back_on_top is not None:
        yield Awaited(("chance",), Refill.TYPE)
    else:
        yield from _turn_of(state.after(_mover(state)))


def _turn_of(seat: int) -> Facts:
    yield facts.TurnPassed(seat)
    yield Awaited(({"seat": seat},))


def _mover(state: SevenSins) -> int:
    return state.turn if state.turn is not None else 0


def _ends_now(state: SevenSins) -> bool:
    """SS-E1; with Penitence SS-P2 and SS-R23."""
    if state.judgements_open < state.judgements:
        return False
    return state.last is None or state.last == _mover(state)


# -- the end ------------------------------------------------------------------------------------------------


def conclude(state: SevenSins) -> Facts:
    """SS-R25: everything is opened and the Abyss scored; then the stones are placed.

    Raises :class:`Needs` while something in a reserve or in the Abyss has not been told.
    """
    closed = ["abyss", *(f"reserve:{seat}" for seat in state.turn_order())]
    if untold := [name for name in closed if state.places[name].unknown]:
        raise Needs(*untold)
    for seat in state.turn_order():
        yield facts.ReserveOpened(seat, tuple(one_by_one(state.places[f"reserve:{seat}"].known)))
    yield facts.AbyssOpened(tuple(one_by_one(state.places["abyss"].known)))
    board = state.rules.board
    points = score(state.places["abyss-opened"].known, board["points"])
    yield facts.AbyssScored(points, direction(points, board["abyss_threshold"]))
    yield Awaited(tuple({"seat": seat} for seat in range(state.rules.seats)))


def open_reserves(state: SevenSins, _: Actor, __: OpenReserves, ___: Chance) -> Facts:
    """SS-R25."""
    yield from conclude(state)


def place_stones(state: SevenSins, actor: Actor, command: PlaceStones, _: Chance) -> Facts:
    """SS-E4, SS-E5; the last one ends the match (SS-E6)."""
    seat = int(actor)
    cards = state.places[f"opened:{seat}"].known
    on = tuple(sorted(command.on))
    yield facts.StonesPlaced(seat, on, score(cards, state.rules.board["points"], on))
    waiting = tuple({"seat": other} for other, placed in enumerate(state.placed) if placed is None)
    if waiting:
        yield Awaited(waiting)
    else:
        yield MatchEnded(_outcome(state))


def _outcome(state: SevenSins) -> dict[str, Any]:
    reserves = [state.places[f"opened:{seat}"].known for seat in range(state.rules.seats)]
    scores = [points if points is not None else 0 for points in state.scores]
    return outcome(scores, reserves, state.wins or "fewest")


def automatic(state: SevenSins) -> tuple[Actor, Command] | None:
    """What follows by itself: opening the reserves, or the only choice (passing, SS-R14; one placing, SS-R25)."""
    if state.due == OpenReserves.TYPE:
        return "table", OpenReserves()
    for seat in range(state.rules.seats):
        if not state.awaits_seat(seat):
            continue
        if state.wins is not None:
            only = _only_placing(state, seat)
            if only is not None:
                return seat, PlaceStones(only)
        elif len(state.places["centre"]) == state.judgements_open:
            return seat, Pass()
    return None


def _only_placing(state: SevenSins, seat: int) -> tuple[str, ...] | None:
    stones = state.places[f"stones:{seat}"].count(STONE)
    cards = state.places[f"opened:{seat}"].known
    lawful = placings(stones, cards, optional=state.rules.options["stones_optional"])
    only = next(lawful)
    return only if next(lawful, None) is None else None


DECIDERS: Mapping[type[Command], Callable[[SevenSins, Actor, Any, Chance], Facts]] = {
    ChooseSins: choose_sins,
    ChooseFirst: choose_first,
    Deal: deal,
    Refill: refill,
    Take: take,
    Pass: do_pass,
    PlaceStones: place_stones,
    OpenReserves: open_reserves,
}
