"""Decide: the facts that follow from a command, in the order in which they happen at the table.

Each function yields facts, and changes the list of steps that are still due; the state it reads is a working copy
in which what it has yielded has happened. What follows of the steps is the same for every command: see ``steps``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from domain.games.thurn_and_taxis import commands, facts
from domain.games.thurn_and_taxis.flow import go_on
from domain.games.thurn_and_taxis.scoring import outcome, score
from domain.games.thurn_and_taxis.state import (
    ADMINISTRATOR,
    AUDIENCE,
    CARRIER,
    CARTWRIGHT,
    POSTMASTER,
    ROME,
    Office,
    ThurnAndTaxis,
    clergy,
    kind_of,
    rome_carriages,
    tile_of,
)
from domain.games.thurn_and_taxis.steps import carriage_taken, housed, length_bonus, region_bonuses
from domain.kit.chance import Chance
from domain.kit.facts import Command, Json, Thing, Unknown, singly
from domain.kit.guards import Actor, Needs
from domain.kit.places import one_by_one
from domain.kit.steps import Facts, Steps, step
from domain.kit.table.facts import MatchEnded

Decider: TypeAlias = Callable[[ThurnAndTaxis, Any, Any, Steps], Facts]
Drawing: TypeAlias = Callable[[ThurnAndTaxis, Steps, Chance], Facts]


def lay(state: ThurnAndTaxis) -> Facts:
    """The laid table: who begins, if the options say so; chance is asked for the rest."""
    start = state.rules.options["start_player"]
    if start != "random":
        yield facts.FirstSeatChosen(start)
    yield from go_on(state, [])


def _answered(steps: Steps, seat: int, *kinds: str) -> bool:
    """Take out the step that this answers; what is done at another time, or out of turn, leaves what is due."""
    answers = bool(steps) and steps[0]["step"] in kinds and steps[0].get("seat") == seat
    if answers:
        steps.pop(0)
    return answers


# -- chance -------------------------------------------------------------------------------------------------


def choose_first(state: ThurnAndTaxis, _: Steps, chance: Chance) -> Facts:
    """TT-B4."""
    seats = {str(seat): 1 for seat in range(state.rules.seats)}
    yield facts.FirstSeatChosen(int(str(chance.draw(seats))))


def lay_out(state: ThurnAndTaxis, _: Steps, chance: Chance) -> Facts:
    """TT-B1, TT-B8; where the supply does not last, the rest is laid out in another decision (TT-B9)."""
    yield from _shuffled(state)
    size: int = state.rules.board["display"]
    for _number in range(min(size - len(state.places["display"]), len(state.places["supply"]))):
        supply = state.places["supply"]
        yield facts.CardRevealed(chance.draw(supply.known, supply))
    yield from _shuffled_early(state)


def deal_card(state: ThurnAndTaxis, steps: Steps, chance: Chance) -> Facts:
    """TT-B7."""
    seat = steps.pop(0)["seat"]
    yield from _shuffled(state)
    supply = state.places["supply"]
    yield facts.CardDrawn(seat, chance.draw(supply.known, supply))
    yield from _shuffled_early(state)


def _shuffled(state: ThurnAndTaxis) -> Facts:
    """TT-B9, TT-R35: a card is needed, and the supply is exhausted."""
    if not len(state.places["supply"]):
        yield facts.SupplyShuffled(len(state.places["discards"]))


def _shuffled_early(state: ThurnAndTaxis) -> Facts:
    """TT-R35: by option as soon as the supply is exhausted."""
    if state.rules.options["reshuffle"] == "eager" and len(state.places["discards"]):
        yield from _shuffled(state)


# -- taking cards -------------------------------------------------------------------------------------------


def place_tiles(state: ThurnAndTaxis, seat: int, command: commands.PlaceTiles, _: Steps) -> Facts:
    """TT-A3."""
    for carriage, kind in zip(rome_carriages(state.rules.board), singly(command.tiles), strict=True):
        yield facts.TilePlaced(seat, carriage, tile_of(kind, seat) if isinstance(kind, str) else kind)


def use_administrator(state: ThurnAndTaxis, seat: int, _: commands.UseAdministrator, steps: Steps) -> Facts:
    """TT-B13, TT-R37; the card is taken afterwards."""
    yield from _office_used(state, seat, ADMINISTRATOR, steps)
    yield facts.DisplayDiscarded(tuple(one_by_one(state.places["display"].known)))


def _office_used(state: ThurnAndTaxis, seat: int, office: Office, steps: Steps) -> Facts:
    """TT-B6; the tile for it comes behind its effect (TT-R2). Out of turn it is not the office of the turn."""
    if state.turn == seat:
        yield facts.OfficeUsed(seat, office)
    steps.insert(0, step("tile", office=office, seat=seat))


def take_card(_: ThurnAndTaxis, seat: int, command: commands.TakeCard, steps: Steps) -> Facts:
    """TT-B7, TT-O6."""
    _answered(steps, seat, "take", "reward-card")
    yield from _taken(seat, command.city, steps)


def _taken(seat: int, city: str | None, steps: Steps) -> Facts:
    if city is None:
        steps.insert(0, step("deal", seat=seat))
    else:
        yield facts.CardTaken(seat, city)


def use_postmaster(state: ThurnAndTaxis, seat: int, command: commands.UsePostmaster, steps: Steps) -> Facts:
    """TT-B10, TT-B11."""
    _answered(steps, seat, "second")
    yield from _office_used(state, seat, POSTMASTER, steps)
    yield from _taken(seat, command.city, steps)


# -- the route ----------------------------------------------------------------------------------------------


def start_route(_: ThurnAndTaxis, seat: int, command: commands.StartRoute, steps: Steps) -> Facts:
    """TT-B15."""
    _answered(steps, seat, "play")
    yield facts.RouteStarted(seat, command.city)


def extend_route(_: ThurnAndTaxis, seat: int, command: commands.ExtendRoute, steps: Steps) -> Facts:
    """TT-B16."""
    _answered(steps, seat, "play")
    yield facts.RouteExtended(seat, command.city, command.end)


def give_up_route(state: ThurnAndTaxis, seat: int, command: commands.GiveUpRoute, steps: Steps) -> Facts:
    """TT-B18."""
    _answered(steps, seat, "play")
    yield facts.RouteGivenUp(seat, state.routes[seat])
    yield facts.RouteStarted(seat, command.city)


def use_carrier(state: ThurnAndTaxis, seat: int, command: commands.UseCarrier, steps: Steps) -> Facts:
    """TT-B19."""
    _answered(steps, seat, "carrier")
    yield from _office_used(state, seat, CARRIER, steps)
    yield facts.RouteExtended(seat, command.city, command.end)


def close_route(state: ThurnAndTaxis, seat: int, command: commands.CloseRoute, steps: Steps) -> Facts:
    """TT-B22: houses, bonus tiles, carriage; which cities stay bare is fixed now (TT-R12)."""
    _answered(steps, seat, "close")
    route = state.routes[seat]
    bare = tuple(city for city in route if city not in command.cities)
    yield facts.RouteClosed(seat, len(route), command.option, bare, command.province)
    for city in command.cities:
        yield from housed(state, seat, city)
    yield from length_bonus(state, seat, len(route))
    yield from region_bonuses(state, seat)
    then = [step("discard", seat=seat), step("limit", seat=seat)]
    if state.plays_with(AUDIENCE):
        then.insert(0, step("rome", cards=list(bare), seat=seat))
    carriage = state.next_carriage(seat)
    if carriage is not None:
        short = carriage["value"] - len(route)
        if short <= 0:
            yield from carriage_taken(state, seat)
        elif short <= state.rules.board["discount"] and state.may_use_office() and state.turn == seat:
            then.insert(0, step("cartwright", seat=seat))
    steps[:0] = then


def use_cartwright(state: ThurnAndTaxis, seat: int, _: commands.UseCartwright, steps: Steps) -> Facts:
    """TT-B34; the end and its tile come before the Cartwright's (TT-R29)."""
    _answered(steps, seat, "cartwright")
    yield from _office_used(state, seat, CARTWRIGHT, steps)
    yield from carriage_taken(state, seat)


def discard_cards(_: ThurnAndTaxis, seat: int, command: commands.DiscardCards, __: Steps) -> Facts:
    """TT-B35; the step stays due while the hand is too large."""
    yield facts.CardsDiscarded(seat, tuple(sorted(command.cities)))


def decline(_: ThurnAndTaxis, seat: int, __: commands.Decline, steps: Steps) -> Facts:
    """TT-R53; who returns no tiles leaves it to the next seat."""
    now = steps.pop(0)
    yield facts.Declined(seat, now["step"])
    if now["step"] == "return":
        steps.insert(0, _after_return(now, seat))


# -- The Audience -------------------------------------------------------------------------------------------


def move_carriage(_: ThurnAndTaxis, seat: int, command: commands.MoveCarriage, steps: Steps) -> Facts:
    """TT-A5 to TT-A9; an arrival is resolved before the next card (TT-A8)."""
    cards = steps[0]["cards"] if steps and steps[0]["step"] == "rome" and steps[0]["seat"] == seat else []
    if command.card in cards:
        left = list(cards)
        left.remove(command.card)
        steps[0] = step("rome", cards=left, seat=seat)
    yield facts.CarriageMoved(seat, command.card, command.carriage, command.to)
    if command.to == ROME:
        steps.insert(0, step("open", carriage=command.carriage))


def open_carriage(state: ThurnAndTaxis, _: Actor, __: commands.OpenCarriage, steps: Steps) -> Facts:
    """TT-A10, TT-R19; raises :class:`Needs` while a tile on the carriage has not been told."""
    carriage = steps.pop(0)["carriage"]
    places = [state.places[f"tiles:{carriage}:{seat}"] for seat in range(state.rules.seats)]
    if untold := [place.kind.name for place in places if place.unknown]:
        raise Needs(*untold)
    brought = tuple(tile for place in places for tile in place.known)
    yield facts.CarriageOpened(carriage, brought)
    for kind in clergy(state.rules.board):
        new = tuple(tile for tile in brought if kind_of(tile) == kind)
        old = tuple(one_by_one(state.places[f"space:{kind}"].known))
        if new and old:
            yield facts.TilesEvicted(kind, old)
        if new:
            yield facts.TilesReceived(kind, new)


# -- Offices of Honour --------------------------------------------------------------------------------------

FOR_A_CARD, FOR_A_CHIP, FOR_A_HOUSE = 2, 3, 4
"""What a number of tiles is returned for (TT-O6)."""


def return_tiles(_: ThurnAndTaxis, seat: int, command: commands.ReturnTiles, steps: Steps) -> Facts:
    """TT-O5, TT-O6; the reward comes before the next seat returns (TT-R54)."""
    now = steps[0] if steps else {}
    if _answered(steps, seat, "return", "last-return") and now["step"] == "return":
        steps.insert(0, _after_return(now, seat))
    yield facts.TilesReturned(seat, tuple(sorted(command.offices)))
    number = len(command.offices)
    if number == FOR_A_CARD:
        steps.insert(0, step("reward-card", seat=seat))
    elif number == FOR_A_CHIP:
        yield facts.ChipTaken(seat)
    elif number == FOR_A_HOUSE:
        steps.insert(0, step("reward-house", seat=seat))


def _after_return(now: Json, seat: int) -> Json:
    """What is left of a round of returns when this seat has had its part."""
    return step("return", left=now["left"][1:], order=now["order"], seat=seat)


def place_house(state: ThurnAndTaxis, seat: int, command: commands.PlaceHouse, steps: Steps) -> Facts:
    """TT-O8, TT-O9: with the tiles of regions, and the end, but no tile for a length."""
    _answered(steps, seat, "reward-house")
    yield from housed(state, seat, command.city)
    yield from region_bonuses(state, seat)


# -- the end ------------------------------------------------------------------------------------------------


def count_up(state: ThurnAndTaxis, _: Actor, __: commands.CountUp, ___: Steps) -> Facts:
    """TT-B38, TT-B39, TT-R60: what a scribe could not see of a hand stays unknown, for it counts nothing."""
    for seat in range(state.rules.seats):
        hand = state.places[f"hand:{seat}"]
        shown: tuple[Thing, ...] = tuple(one_by_one(hand.known))
        yield facts.HandShown(seat, (*shown, Unknown(hand.unknown)) if hand.unknown else shown)
    scores = [score(state, seat) for seat in range(state.rules.seats)]
    yield from scores
    yield MatchEnded(outcome([one.total for one in scores], state.ender or 0))


DRAWINGS: Mapping[type[Command], Drawing] = {
    commands.ChooseFirst: choose_first,
    commands.LayOut: lay_out,
    commands.DealCard: deal_card,
}
DECIDERS: Mapping[type[Command], Decider] = {
    commands.PlaceTiles: place_tiles,
    commands.UseAdministrator: use_administrator,
    commands.TakeCard: take_card,
    commands.UsePostmaster: use_postmaster,
    commands.StartRoute: start_route,
    commands.ExtendRoute: extend_route,
    commands.GiveUpRoute: give_up_route,
    commands.UseCarrier: use_carrier,
    commands.CloseRoute: close_route,
    commands.UseCartwright: use_cartwright,
    commands.DiscardCards: discard_cards,
    commands.MoveCarriage: move_carriage,
    commands.OpenCarriage: open_carriage,
    commands.ReturnTiles: return_tiles,
    commands.PlaceHouse: place_house,
    commands.Decline: decline,
    commands.CountUp: count_up,
}


def decide(state: ThurnAndTaxis, actor: Actor, command: Command, chance: Chance) -> Facts:
    """The facts of *command*, and of what follows from it until somebody has to decide."""
    steps: Steps = list(state.steps)
    drawing = DRAWINGS.get(type(command))
    if drawing is not None:
        yield from drawing(state, steps, chance)
    else:
        yield from DECIDERS[type(command)](state, actor, command, steps)
    if not state.over:
        yield from go_on(state, steps)


def resume(state: ThurnAndTaxis) -> Facts:
    """What follows when a place has been told, or nothing is left to be done: whatever waited for it (TT-R52)."""
    return go_on(state, list(state.steps))


def automatic(state: ThurnAndTaxis) -> tuple[Actor, Command] | None:
    """What follows by itself: a carriage is opened, the scores are counted, or nobody has a choice (TT-R53)."""
    for forced in commands.FORCED:
        if state.due == forced.TYPE:
            return "table", forced()
    now = state.steps[0] if state.steps else {}
    if not state.awaits_seat(now.get("seat")) or state.due is not None:
        return None
    seat: int = now["seat"]
    if now["step"] == "return":
        held = state.office_tiles(seat)
        return (seat, commands.ReturnTiles(tuple(held))) if len(held) == 1 else None
    if now["step"] == "rome":
        return _only_move(state, seat, now["cards"])
    return None


def _only_move(state: ThurnAndTaxis, seat: int, cards: list[str]) -> tuple[Actor, Command] | None:
    """The only way on for the Rome carriages, if there is one: then it does not matter for which card."""
    ways = {(carriage, to) for card in cards for carriage in state.moved_by(card) for to in state.exits(carriage)}
    return (seat, commands.MoveCarriage(cards[0], *ways.pop())) if len(ways) == 1 else None
