"""What can be done now: every lawful command, listed or covered by a pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

from domain.games.thurn_and_taxis import commands
from domain.games.thurn_and_taxis.decide import FOR_A_CHIP, FOR_A_HOUSE
from domain.games.thurn_and_taxis.state import (
    ENDS,
    ONE_PER_PROVINCE,
    ONE_PROVINCE,
    ThurnAndTaxis,
    clergy,
    coming,
    possible,
)
from domain.games.thurn_and_taxis.steps import may_place_house
from domain.kit.facts import Command, Json
from domain.kit.guards import Actor
from domain.kit.patterns import some_of
from domain.kit.places import Sight, one_by_one

Moves = Iterator[Json]


def moves(state: ThurnAndTaxis, actor: Actor) -> list[Json]:
    """The lawful commands of a seat; of ``"chance"``, what a scribe may enter."""
    if actor == "chance":
        return list(CHANCE[str(state.due)](state)) if state.awaits_chance else []
    if not isinstance(actor, int) or not state.awaits_seat(actor) or state.due is not None:
        return []
    if state.phase == "tiles" and not state.steps:  # (an office used before the turns leaves a step of its own)
        return list(_tiles(state))
    return list(WANTED[str(state.wanted)](state, actor))


def _move(command: type[Command], **values: Json) -> Json:
    return {"type": command.TYPE, **values}


def _tiles(state: ThurnAndTaxis) -> Moves:
    kinds = list(clergy(state.rules.board))
    yield _move(commands.PlaceTiles, tiles=some_of(kinds, len(kinds)))


# -- taking cards -------------------------------------------------------------------------------------------


def _cards(state: ThurnAndTaxis, command: type[Command]) -> Moves:
    face_up = sorted(state.places["display"].known)
    if face_up:
        yield _move(command, city={"any_of": face_up})
    if state.can_draw:
        yield _move(command)


def _take(state: ThurnAndTaxis, _: int) -> Moves:
    yield from _cards(state, commands.TakeCard)
    if state.may_use_office() and len(state.places["display"]):
        yield _move(commands.UseAdministrator)


def _second(state: ThurnAndTaxis, _: int) -> Moves:
    yield from _cards(state, commands.UsePostmaster)
    if not state.forced:
        yield _move(commands.Decline)


def _reward_card(state: ThurnAndTaxis, _: int) -> Moves:
    yield from _cards(state, commands.TakeCard)
    yield _move(commands.Decline)


# -- the route ----------------------------------------------------------------------------------------------


def _play(state: ThurnAndTaxis, seat: int) -> Moves:
    cards = state.playable(seat)
    if not cards:
        return
    if not state.routes[seat]:
        yield _move(commands.StartRoute, city={"any_of": cards})
        return
    yield from _extensions(state, seat, commands.ExtendRoute)
    yield _move(commands.GiveUpRoute, city={"any_of": cards})


def _extensions(state: ThurnAndTaxis, seat: int, command: type[Command]) -> Moves:
    cards = state.playable(seat)
    for end in ENDS:
        fitting = [city for city in cards if state.fits(seat, city, end)]
        if fitting:
            yield _move(command, city={"any_of": fitting}, end=end)


def _carrier(state: ThurnAndTaxis, seat: int) -> Moves:
    yield from _extensions(state, seat, commands.UseCarrier)
    yield _move(commands.Decline)


def _close(state: ThurnAndTaxis, seat: int) -> Moves:
    free, left = state.by_province(seat), state.houses_left(seat)
    in_order = {city: position for position, city in enumerate(dict.fromkeys(state.routes[seat]))}

    def sets(cities: Sequence[Sequence[str]]) -> Json:
        """One of these sets of cities, each in the order of the route."""
        listed = [sorted(one, key=in_order.__getitem__) for one in cities]
        return listed[0] if len(listed) == 1 else {"any_of": listed}

    choices = [cities for cities in free.values() if cities]
    chosen = combinations(choices, min(len(choices), left))
    one_each = [cities for some in chosen for cities in product(*some)]
    yield _move(commands.CloseRoute, option=ONE_PER_PROVINCE, cities=sets(one_each))
    for province, cities in free.items():
        if cities or state.rules.options["allow_zero_house_province"]:
            all_there = list(combinations(cities, min(len(cities), left)))
            yield _move(commands.CloseRoute, option=ONE_PROVINCE, cities=sets(all_there), province=province)
    if not (state.steps and state.steps[0].get("must")):
        yield _move(commands.Decline)


def _cartwright(_: ThurnAndTaxis, __: int) -> Moves:
    yield _move(commands.UseCartwright)
    yield _move(commands.Decline)


def _limit(state: ThurnAndTaxis, seat: int) -> Moves:
    number = state.to_discard(seat)
    if number <= 0:
        return
    # Who sees only how many cards there are does not know whether somebody knows them all.
    counted = state.places[f"hand:{seat}"].sight is Sight.COUNT
    most = state.above_limit(seat) if counted else number
    cards = _hand(state, seat, most)
    yield _move(commands.DiscardCards, cities=some_of(cards, number, most))


def _hand(state: ThurnAndTaxis, seat: int, most: int) -> list[str]:
    return one_by_one(possible(state, f"hand:{seat}"), most)


# -- The Audience -------------------------------------------------------------------------------------------


def _rome(state: ThurnAndTaxis, _: int) -> Moves:
    for card in dict.fromkeys(state.steps[0]["cards"]):
        for carriage in state.moved_by(card):
            yield _move(commands.MoveCarriage, card=card, carriage=carriage, to={"any_of": state.exits(carriage)})


# -- Offices of Honour --------------------------------------------------------------------------------------


def _return(state: ThurnAndTaxis, seat: int) -> Moves:
    held = state.office_tiles(seat)
    yield _move(commands.ReturnTiles, offices=some_of(held, 1, len(held)))


def _last_return(state: ThurnAndTaxis, seat: int) -> Moves:
    held = state.office_tiles(seat)
    house = len(held) == FOR_A_HOUSE and may_place_house(state, seat)
    most = FOR_A_HOUSE if house else FOR_A_CHIP
    yield _move(commands.ReturnTiles, offices=some_of(held, FOR_A_CHIP, most))
    yield _move(commands.Decline)


def _reward_house(state: ThurnAndTaxis, seat: int) -> Moves:
    yield _move(commands.PlaceHouse, city={"any_of": state.free_cities(seat)})
    yield _move(commands.Decline)


WANTED: Mapping[str, Callable[[ThurnAndTaxis, int], Moves]] = {
    "take": _take,
    "second": _second,
    "play": _play,
    "carrier": _carrier,
    "close": _close,
    "cartwright": _cartwright,
    "limit": _limit,
    "rome": _rome,
    "return": _return,
    "reward-card": _reward_card,
    "reward-house": _reward_house,
    "last-return": _last_return,
}


# -- what might happen at a table ---------------------------------------------------------------------------


def thinkable(state: ThurnAndTaxis, seat: int) -> Moves:
    """What might happen at a table: out of its time or turn, with cards that do not fit, by one more office.

    Of the ways to close a route only those that a rule knows, for there are too many others.
    """
    for command in (commands.TakeCard, commands.UsePostmaster):
        yield _move(command)
        yield from (_move(command, city=city) for city in sorted(state.places["display"].known))
    yield from map(_move, (commands.UseAdministrator, commands.UseCartwright, commands.Decline))
    for card in state.playable(seat):
        yield _move(commands.StartRoute, city=card)
        yield _move(commands.GiveUpRoute, city=card)
        yield _move(commands.DiscardCards, cities=[card])
        for end in ENDS:
            yield _move(commands.ExtendRoute, city=card, end=end)
            yield _move(commands.UseCarrier, city=card, end=end)
    for move in _close(state, seat) if state.routes[seat] else ():
        cities = move.get("cities")
        for some in cities["any_of"] if isinstance(cities, dict) else [cities]:
            yield {**move, "cities": some} if cities is not None else move
    held = state.office_tiles(seat)
    for number in range(1, len(held) + 1):
        yield from (_move(commands.ReturnTiles, offices=list(some)) for some in combinations(held, number))
    yield from (_move(commands.PlaceHouse, city=city) for city in state.free_cities(seat))
    for carriage in state.on_the_road() if state.positions is not None else ():
        for card, to in product(dict.fromkeys(state.routes[seat]), state.exits(carriage)):
            yield _move(commands.MoveCarriage, card=card, carriage=carriage, to=to)


# -- what a scribe may enter for chance ---------------------------------------------------------------------


def _first(state: ThurnAndTaxis) -> Moves:
    yield _move(commands.ChooseFirst, seat={"min": 0, "max": state.rules.seats - 1})


def _coming(state: ThurnAndTaxis, number: int) -> list[str]:
    """What can come from the supply: from the discards, if they have to be shuffled first (TT-B9)."""
    return one_by_one(coming(state, "supply" if len(state.places["supply"]) else "discards", number), number)


def _laid_out(state: ThurnAndTaxis) -> Moves:
    """Nothing, where all that was to be laid out has gone missing (TT-R52)."""
    if state.is_short:
        room = state.rules.board["display"] - len(state.places["display"])
        number = min(room, len(state.places["supply"]) or len(state.places["discards"]))
        yield _move(commands.LayOut, cards=some_of(_coming(state, number), number))


def _dealt(state: ThurnAndTaxis) -> Moves:
    """Nothing, where the card that was to be dealt has gone missing (TT-R52)."""
    if state.can_draw:
        yield _move(commands.DealCard, cards=some_of(_coming(state, 1), 1))


CHANCE: Mapping[str, Callable[[ThurnAndTaxis], Moves]] = {
    commands.ChooseFirst.TYPE: _first,
    commands.LayOut.TYPE: _laid_out,
    commands.DealCard.TYPE: _dealt,
}
