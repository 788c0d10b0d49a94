"""The facts that follow from each command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from domain.games.any_game import commands as ask
from domain.games.any_game.box import faces_of, named
from domain.games.any_game.facts import (
    AmountChanged,
    ChanceAsked,
    DiceRolled,
    DiceTaken,
    EndAgreed,
    EndWished,
    PhaseBegan,
    PiecesDrawn,
    PiecesMoved,
    PiecesPlaced,
    PiecesPlacedOpenly,
    PiecesRevealed,
    PiecesShown,
    Said,
    TurnPassed,
)
from domain.games.any_game.state import AnyGame, dice_in, either, listed, within
from domain.kit.chance import Chance
from domain.kit.facts import EVERYONE, Command, Fact, Json, Thing, Things, Unknown, singly
from domain.kit.guards import Actor, Needs
from domain.kit.places import Seats, one_by_one
from domain.kit.ruleset import Decider
from domain.kit.steps import all_together, awaited, of_chance
from domain.kit.table.facts import MatchEnded

Facts = Iterator[Fact]


def lay(state: AnyGame) -> Facts:
    """All lies there already: the first phase begins, and the first turn."""
    box = state.box
    if box.phases:
        yield PhaseBegan(box.phases[0], 1)
    yield TurnPassed(box.order[0])
    yield from awaiting(state)


def awaiting(state: AnyGame) -> Facts:
    """Everybody does things at any time; with strict turns, who has the turn.

    Where an end is proposed, those who have to agree, who can also play on; with strict turns that seat can, too.
    """
    acting = state.box.strict or state.wish is None
    seats = [
        seat for seat in range(state.rules.seats) if (acting and state.may_act(seat)) or state.has_to_agree(seat)
    ]
    now = awaited(*seats)
    if (now.who, now.due) != (state.awaiting, state.due):
        yield now


# -- who is told what a command says --------------------------------------------------------------------------


def fill(state: AnyGame, command: Command) -> Command:
    """The command with those who are told its secrets: those who may look where they lie, or will lie then."""
    match command:
        case ask.Move():
            from_seats, to_seats = _told_parts(state, command.from_), _told_parts(state, command.to)
            seats = either(_lookers(state, command.from_), _lookers(state, command.to))
            return replace(command, seats=listed(seats), from_seats=listed(from_seats), to_seats=listed(to_seats))
        case ask.Show():
            to = EVERYONE if command.to is None else frozenset(command.to)
            return replace(command, seats=listed(either(_lookers(state, command.place), to)))
        case ask.Roll():
            return replace(command, seats=listed(_lookers(state, command.place)))
        case ask.Count():
            return replace(command, seats=listed(_lookers(state, command.amount)))
        case ask.Pay():
            seats = either(_lookers(state, command.from_), _lookers(state, command.to))
            return replace(command, seats=listed(seats))
    return command


def _lookers(state: AnyGame, name: str) -> Seats:
    return state.lookers(name) if name in state.places or name in state.purses else frozenset()


def _told_parts(state: AnyGame, name: str) -> Seats:
    return state.told_parts(name) if name in state.places else frozenset()


# -- pieces ---------------------------------------------------------------------------------------------------


def moved(state: AnyGame, origin: str, to: str, things: Things) -> Fact:
    """Pieces between places without parts."""
    before, then = state.lookers(origin), state.lookers(to)
    cls = PiecesMoved if within(then, before) else PiecesRevealed
    return cls(origin, to, listed(either(before, then)), things)


def _move(state: AnyGame, _: Actor, command: ask.Move, __: Chance) -> Facts:
    origin, to = command.from_, command.to
    if not state.places[origin].kind.parts and not state.places[to].kind.parts:
        yield moved(state, origin, to, command.things)
        yield from awaiting(state)
        return
    before, then = state.lookers(origin), state.lookers(to)
    from_seats, to_seats = state.told_parts(origin), state.told_parts(to)
    cls = PiecesPlaced if within(then, before) and within(to_seats, from_seats) else PiecesPlacedOpenly
    yield cls(
        origin,
        to,
        listed(either(before, then)),
        command.things,
        listed(from_seats),
        listed(to_seats),
        _part(command.from_part),
        _part(command.to_part),
    )
    yield from awaiting(state)


def _part(part: str | Unknown | None) -> Things:
    return () if part is None else (part,)


def everything_in(state: AnyGame, name: str) -> tuple[Thing, ...]:
    """All that lies in a place, one by one."""
    place = state.places[name]
    return (*one_by_one(place.known), *(Unknown() for _ in range(place.unknown)))


def _gather(state: AnyGame, _: Actor, command: ask.Gather, __: Chance) -> Facts:
    yield from _poured(state, command.from_, command.to)


def _open(state: AnyGame, _: Actor, command: ask.OpenPlaces, __: Chance) -> Facts:
    yield from _poured(state, command.places, command.to)


def _poured(state: AnyGame, origins: Sequence[str], to: str) -> Facts:
    """All that lies in some places goes to one."""
    for origin in origins:
        if things := everything_in(state, origin):
            yield moved(state, origin, to, things)
    yield from awaiting(state)


def _show(state: AnyGame, _: Actor, command: ask.Show, __: Chance) -> Facts:
    to = EVERYONE if command.to is None else frozenset(command.to)
    yield PiecesShown(command.place, listed(either(state.lookers(command.place), to)), command.things)
    yield from awaiting(state)


# -- chance ---------------------------------------------------------------------------------------------------


def _draw(_: AnyGame, __: Actor, command: ask.Draw, ___: Chance) -> Facts:
    yield from _ask([_a_draw(command.from_, command.to, command.number)])


def _deal(state: AnyGame, seat: Actor, command: ask.Deal, _: Chance) -> Facts:
    order = state.box.order
    first = order.index(seat) if seat in order else 0
    yield from _ask(
        [
            _a_draw((command.from_,), named(command.to, one), command.number)
            for one in (*order[first + 1 :], *order[: first + 1])
        ]
    )


def _roll(state: AnyGame, _: Actor, command: ask.Roll, __: Chance) -> Facts:
    place, dice = command.place, command.dice
    things = dice_in(state, place, dice) if command.things is None else command.things
    yield DiceTaken(place, dice, listed(state.lookers(place)), things)
    yield from _ask([{"dice": dice, "kind": "roll", "number": len(singly(things)), "place": place}])


def _a_draw(origins: Sequence[str], to: str, number: int) -> Json:
    """What chance is asked for; its members stand in the order in which they will be read again."""
    return {"from": list(origins), "kind": "draw", "number": number, "to": to}


def _ask(asked: list[Json]) -> Facts:
    yield ChanceAsked(tuple(asked))
    yield of_chance(ask.CameOut)


def _came_out(state: AnyGame, _: Actor, __: ask.CameOut, chance: Chance) -> Facts:
    for one in state.asked:
        if one["kind"] == "roll":
            yield from _rolled(state, one, chance)
        else:
            yield from _drawn(state, one, chance)
    yield from awaiting(state)


def _drawn(state: AnyGame, one: Mapping[str, Any], chance: Chance) -> Facts:
    left = one["number"]
    for origin in one["from"]:
        place = state.places[origin]
        number = min(left, len(place))
        if not number:
            continue
        left -= number
        taken = place.copy()
        things = []
        for _ in range(number):
            things.append(chance.draw(taken.known, taken))
            taken.remove(things[-1])
        seats = either(state.lookers(origin), state.lookers(one["to"]))
        yield PiecesDrawn(origin, one["to"], listed(seats), tuple(things))


def _rolled(state: AnyGame, one: Mapping[str, Any], chance: Chance) -> Facts:
    faces = dict.fromkeys(faces_of(state.box, one["dice"]), 1)
    lying = state.places[one["place"]].copy()
    lying.add(Unknown(), one["number"])  # a scribe who did not see it may say so
    things = tuple(chance.draw(faces, lying) for _ in range(one["number"]))
    yield DiceRolled(one["place"], one["dice"], listed(state.lookers(one["place"])), things)


# -- amounts, words, turns --------------------------------------------------------------------------------------


def _count(state: AnyGame, _: Actor, command: ask.Count, __: Chance) -> Facts:
    yield AmountChanged(command.amount, listed(state.lookers(command.amount)), command.by)  # type: ignore[arg-type]
    yield from awaiting(state)


def _pay(state: AnyGame, _: Actor, command: ask.Pay, __: Chance) -> Facts:
    number = command.number
    seats = listed(either(state.lookers(command.from_), state.lookers(command.to)))
    for amount, by in ((command.from_, -1), (command.to, 1)):
        yield AmountChanged(amount, seats, number * by if isinstance(number, int) else number)  # type: ignore[arg-type]
    yield from awaiting(state)


def _say(state: AnyGame, seat: Actor, command: ask.Say, _: Chance) -> Facts:
    assert isinstance(seat, int), "a seat says it"
    yield Said(seat, command.number, command.words)
    if any("seat" in one for one in state.awaiting):  # whoever else is asked is asked still
        yield from awaiting(state)


def _turn(state: AnyGame, _: Actor, command: ask.Turn, __: Chance) -> Facts:
    yield TurnPassed(state.box.next_after(state.turn) if command.to is None else command.to)
    yield from awaiting(state)


def _phase(state: AnyGame, _: Actor, command: ask.Phase, __: Chance) -> Facts:
    yield PhaseBegan(command.name, state.round + (command.name == state.box.phases[0]))
    yield from awaiting(state)


# -- the end ----------------------------------------------------------------------------------------------------


def _end(state: AnyGame, seat: Actor, command: ask.End, _: Chance) -> Facts:
    assert isinstance(seat, int), "a seat says so"
    others = tuple(one for one in range(state.rules.seats) if one != seat and one not in state.empty_seats)
    left = () if state.rules.mode == "recorded" else others
    yield EndWished(seat, left, command.winners, command.lost)
    yield from _then_reckon(state)


def _agree(state: AnyGame, seat: Actor, _: ask.Agree, __: Chance) -> Facts:
    assert isinstance(seat, int), "a seat agrees"
    assert state.wish is not None, "it was asked"
    left = tuple(one for one in state.wish["left"] if one != seat)
    if left:
        winners = state.wish.get("winners")
        said = None if winners is None else tuple(winners)
        yield EndWished(state.wish["seat"], left, said, state.wish.get("lost"))
    else:
        yield EndAgreed(seat)
    yield from _then_reckon(state)


def _then_reckon(state: AnyGame) -> Facts:
    """When nobody is asked any more, the amounts are compared: a decision of its own, for it opens hidden ones."""
    if state.wish is not None and not state.wish["left"]:
        yield all_together(ask.Reckon)
    else:
        yield from awaiting(state)


def _reckon(state: AnyGame, _: Actor, __: ask.Reckon, ___: Chance) -> Facts:
    yield from reckoned(state)


def reckoned(state: AnyGame) -> Facts:
    """The end; raises ``Needs`` while an amount that decides is unknown. What does not decide stays hidden."""
    wish = state.wish or {}
    seats = range(state.rules.seats)
    deciding = next((one for one in state.box.amounts.values() if one.wins is not None and one.of_seats), None)
    scores: list[int] = []
    decides = "winners" not in wish and not wish.get("lost")
    if deciding is not None and (decides or deciding.sees == "everyone"):
        purses = [state.purses[named(deciding.name, seat)] for seat in seats]
        untold = [purse.kind.name for purse in purses if purse.amount is None]
        if untold and decides:
            raise Needs(*untold)
        scores = [] if untold else [purse.amount for purse in purses if purse.amount is not None]
    winners: list[int] = []
    if "winners" in wish:
        winners = sorted(wish["winners"])
    elif deciding is not None and not wish.get("lost"):
        best = max(scores) if deciding.wins == "most" else min(scores)
        winners = [seat for seat in seats if scores[seat] == best]
    outcome = {"result": RESULTS.get(len(winners), "shared"), "reason": "played", "winners": winners}
    yield MatchEnded({**outcome, "scores": scores} if scores else outcome)


RESULTS = {0: "no-result", 1: "win"}


def automatic(state: AnyGame) -> tuple[Actor, Command] | None:
    """The end follows by itself when all have agreed."""
    return ("table", ask.Reckon()) if state.due == ask.Reckon.TYPE else None


DECIDERS: Mapping[type[Command], Decider[AnyGame]] = {
    ask.Move: _move,
    ask.Draw: _draw,
    ask.Deal: _deal,
    ask.Gather: _gather,
    ask.OpenPlaces: _open,
    ask.Show: _show,
    ask.Roll: _roll,
    ask.Count: _count,
    ask.Pay: _pay,
    ask.Say: _say,
    ask.Turn: _turn,
    ask.Phase: _phase,
    ask.End: _end,
    ask.Agree: _agree,
    ask.Reckon: _reckon,
    ask.CameOut: _came_out,
}
COMMANDS: tuple[type[Command], ...] = tuple(cls for cls in DECIDERS if cls is not ask.CameOut)
CHANCE_COMMANDS: tuple[type[Command], ...] = (ask.CameOut,)
