"""The rules that a command must keep: reference number, proposition, and what a refusal says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.thurn_and_taxis import commands
from domain.games.thurn_and_taxis.commands import FORCED
from domain.games.thurn_and_taxis.decide import FOR_A_CHIP, FOR_A_HOUSE
from domain.games.thurn_and_taxis.state import AUDIENCE, ONE_PER_PROVINCE, ROME, ThurnAndTaxis, clergy, possible
from domain.games.thurn_and_taxis.steps import may_place_house
from domain.kit.facts import Command, singly
from domain.kit.guards import Actor, Guard, Verdict, step_follows_now, verdict
from domain.kit.steps import is_due

# -- when ---------------------------------------------------------------------------------------------------


card_is_to_be_taken = is_due("card_is_to_be_taken", "take")
card_may_be_taken = is_due("card_may_be_taken", "take", "reward-card")
second_card_may_be_taken = is_due("second_card_may_be_taken", "second")
card_is_to_be_played = is_due("card_is_to_be_played", "play")
second_card_may_be_played = is_due("second_card_may_be_played", "carrier")
route_may_be_closed = is_due("route_may_be_closed", "close")
carriage_is_a_little_too_dear = is_due("carriage_is_a_little_too_dear", "cartwright")
hand_is_above_its_limit = is_due("hand_is_above_its_limit", "limit")
carriages_are_moved = is_due("carriages_are_moved", "rome")
tiles_are_returned = is_due("tiles_are_returned", "return", "last-return")
house_may_be_placed = is_due("house_may_be_placed", "reward-house")
something_can_be_declined = is_due(
    "something_can_be_declined",
    "second",
    "carrier",
    "close",
    "cartwright",
    "reward-card",
    "reward-house",
    "last-return",
)


def tiles_are_placed(state: ThurnAndTaxis, _: Actor, __: Command) -> Verdict:
    """The turns have not begun."""
    return verdict(state.phase == "tiles")


# -- offices ------------------------------------------------------------------------------------------------


def postmaster_is_not_forced(state: ThurnAndTaxis, _: Actor, __: Command) -> Verdict:
    """The turn did not begin with an empty hand."""
    return verdict(not state.forced)


def no_office_was_used(state: ThurnAndTaxis, _: Actor, __: Command) -> Verdict:
    """No other office holder was used in this turn."""
    return verdict(state.office is None)


def cards_lie_face_up(state: ThurnAndTaxis, _: Actor, __: Command) -> Verdict:
    """There is a face-up card."""
    return verdict(bool(len(state.places["display"])))


# -- taking cards -------------------------------------------------------------------------------------------


def each_kind_is_placed_once(state: ThurnAndTaxis, _: Actor, command: commands.PlaceTiles) -> Verdict:
    """Each kind of tile is named once; what nobody has seen is one of the others."""
    tiles, kinds = singly(command.tiles), Counter(clergy(state.rules.board))
    named = Counter(tile for tile in tiles if isinstance(tile, str))
    return verdict(len(tiles) == kinds.total() and named <= kinds)


def city_lies_face_up(
    state: ThurnAndTaxis, _: Actor, command: commands.TakeCard | commands.UsePostmaster
) -> Verdict:
    """If a city is named, its card lies face up."""
    return verdict(command.city is None or bool(state.places["display"].count(command.city)))


def supply_has_a_card(
    state: ThurnAndTaxis, _: Actor, command: commands.TakeCard | commands.UsePostmaster
) -> Verdict:
    """If none is named, there is a card in the supply, or one that can be shuffled into it."""
    return verdict(command.city is not None or state.can_draw)


# -- the route ----------------------------------------------------------------------------------------------


def city_is_on_the_board(state: ThurnAndTaxis, _: Actor, command: Any) -> Verdict:
    """The city is printed on the board: of no other is there a card, whatever is unknown."""
    return verdict(command.city in state.rules.board["cities"])


def card_is_in_hand(state: ThurnAndTaxis, actor: Actor, command: Any) -> Verdict:
    """The card is in the own hand, or can be the one there that nobody has told."""
    return verdict(command.city in state.playable(int(actor)))


def there_is_no_route(state: ThurnAndTaxis, actor: Actor, _: Command) -> Verdict:
    """The seat has no route."""
    return verdict(not state.routes[int(actor)])


def there_is_a_route(state: ThurnAndTaxis, actor: Actor, _: Command) -> Verdict:
    """The seat has a route."""
    return verdict(bool(state.routes[int(actor)]))


def city_is_new_to_the_route(state: ThurnAndTaxis, actor: Actor, command: Any) -> Verdict:
    """The city is not in the route."""
    return verdict(command.city not in state.routes[int(actor)])


def road_leads_there(state: ThurnAndTaxis, actor: Actor, command: Any) -> Verdict:
    """A road joins the city with the one at that end of the route."""
    return verdict(state.fits(int(actor), command.city, command.end))


# -- closing a route ----------------------------------------------------------------------------------------


def province_fits_the_option(state: ThurnAndTaxis, actor: Actor, command: commands.CloseRoute) -> Verdict:
    """For one province, one that the route touches is named; otherwise none is."""
    if command.option == ONE_PER_PROVINCE:
        return verdict(command.province is None)
    return verdict(command.province in state.by_province(int(actor)))


def province_has_a_free_city(state: ThurnAndTaxis, actor: Actor, command: commands.CloseRoute) -> Verdict:
    """The option allows a province without a free city, or there is one."""
    if command.option == ONE_PER_PROVINCE or state.rules.options["allow_zero_house_province"]:
        return Verdict.YES
    return verdict(bool(state.by_province(int(actor))[str(command.province)]))


def cities_are_of_the_route(state: ThurnAndTaxis, actor: Actor, command: commands.CloseRoute) -> Verdict:
    """The route passes through all the cities."""
    return verdict(set(command.cities) <= set(state.routes[int(actor)]))


def cities_stand_in_route_order(state: ThurnAndTaxis, actor: Actor, command: commands.CloseRoute) -> Verdict:
    """The cities are named in the order of the route, each once."""
    route = dict.fromkeys(state.routes[int(actor)])
    return verdict(tuple(city for city in route if city in command.cities) == command.cities)


def cities_have_no_own_house(state: ThurnAndTaxis, actor: Actor, command: commands.CloseRoute) -> Verdict:
    """The seat has no house in any of the cities."""
    return verdict(not set(command.cities) & set(state.houses[int(actor)]))


def cities_fit_the_option(state: ThurnAndTaxis, _: Actor, command: commands.CloseRoute) -> Verdict:
    """At most one city of each province, or only cities of the one province."""
    cities = state.rules.board["cities"]
    provinces = [cities[city]["province"] for city in command.cities]
    if command.option == ONE_PER_PROVINCE:
        return verdict(len(set(provinces)) == len(provinces))
    return verdict(set(provinces) <= {command.province})


def all_houses_are_placed(state: ThurnAndTaxis, actor: Actor, command: commands.CloseRoute) -> Verdict:
    """As many houses are placed as the option allows, or as are left."""
    free = state.by_province(int(actor))
    if command.option == ONE_PER_PROVINCE:
        allowed = sum(bool(cities) for cities in free.values())
    else:
        allowed = len(free[str(command.province)])
    return verdict(len(command.cities) == min(allowed, state.houses_left(int(actor))))


def cities_are_on_the_board(
    state: ThurnAndTaxis, _: Actor, command: commands.CloseRoute | commands.DiscardCards
) -> Verdict:
    """All the cities are printed on the board: of no other are there houses or cards."""
    return verdict(set(command.cities) <= set(state.rules.board["cities"]))


def houses_are_left(state: ThurnAndTaxis, actor: Actor, command: commands.CloseRoute) -> Verdict:
    """The seat has enough houses left."""
    return verdict(len(command.cities) <= state.houses_left(int(actor)))


def cards_are_in_hand(state: ThurnAndTaxis, actor: Actor, command: commands.DiscardCards) -> Verdict:
    """All the cards are in the own hand, or can be among those that nobody has told."""
    hand, named = state.places[f"hand:{actor}"], Counter(command.cities)
    missing = (named - Counter(hand.known)).total()
    return verdict(missing <= hand.unknown and named <= Counter(possible(state, f"hand:{actor}")))


def as_many_as_are_too_many(state: ThurnAndTaxis, actor: Actor, command: commands.DiscardCards) -> Verdict:
    """As many cards are named as have to be discarded at a time."""
    return verdict(len(command.cities) == state.to_discard(int(actor)))


def no_more_than_are_too_many(state: ThurnAndTaxis, actor: Actor, command: commands.DiscardCards) -> Verdict:
    """No more cards are named than the hand has too many."""
    return verdict(0 < len(command.cities) <= state.hand(int(actor)) - state.rules.board["hand_limit"])


# -- The Audience -------------------------------------------------------------------------------------------


def card_is_bare(state: ThurnAndTaxis, _: Actor, command: commands.MoveCarriage) -> Verdict:
    """The card is one of those that still have to move a carriage."""
    return verdict(command.card in state.steps[0]["cards"])


def carriage_is_moved_by_the_card(state: ThurnAndTaxis, _: Actor, command: commands.MoveCarriage) -> Verdict:
    """The carriage is that of the card, or any if that one is in Rome."""
    return verdict(command.carriage in state.moved_by(command.card))


def road_leads_south(state: ThurnAndTaxis, _: Actor, command: commands.MoveCarriage) -> Verdict:
    """A road leads south to that city from where the carriage is."""
    return verdict(command.to in state.exits(command.carriage))


def carriage_can_be_moved(state: ThurnAndTaxis, _: Actor, command: commands.MoveCarriage) -> Verdict:
    """In the turns of The Audience, for the card of a city, a carriage on the road to another place there."""
    board = state.rules.board
    if not state.plays_with(AUDIENCE) or state.phase != "turns":
        return Verdict.NO
    there = command.to in board["south"] or command.to == ROME
    return verdict(there and command.card in board["cities"] and command.carriage in state.on_the_road())


# -- Offices of Honour --------------------------------------------------------------------------------------


def offices_are_different(_: ThurnAndTaxis, __: Actor, command: commands.ReturnTiles) -> Verdict:
    """At least one office is named, and none twice."""
    return verdict(0 < len(set(command.offices)) == len(command.offices))


def office_tiles_are_owned(state: ThurnAndTaxis, actor: Actor, command: commands.ReturnTiles) -> Verdict:
    """The seat has a tile of each of the offices."""
    return verdict(set(command.offices) <= set(state.office_tiles(int(actor))))


def last_return_is_worth_something(state: ThurnAndTaxis, actor: Actor, command: commands.ReturnTiles) -> Verdict:
    """After the game three tiles are returned, or four by a player who can place a house."""
    if state.wanted != "last-return":
        return Verdict.YES
    house = len(command.offices) == FOR_A_HOUSE and may_place_house(state, int(actor))
    return verdict(len(command.offices) == FOR_A_CHIP or house)


def city_is_free(state: ThurnAndTaxis, actor: Actor, command: commands.PlaceHouse) -> Verdict:
    """It is a city of the board in which the seat has no house."""
    return verdict(command.city in state.free_cities(int(actor)))


def a_house_is_left(state: ThurnAndTaxis, actor: Actor, _: commands.PlaceHouse) -> Verdict:
    """The seat has a house left."""
    return verdict(state.houses_left(int(actor)) > 0)


# -- whatever may be left out -------------------------------------------------------------------------------


def seat_has_something_due(state: ThurnAndTaxis, actor: Actor, _: Command) -> Verdict:
    """There is a step that waits for this seat."""
    due = state.steps[0].get("seat") if state.steps else None
    return verdict(due == actor and state.due is None and state.awaits_seat(int(actor)))


def tiles_are_not_placed(state: ThurnAndTaxis, actor: Actor, _: Command) -> Verdict:
    """The seat has not placed its audience tiles."""
    return verdict(not state.placed[int(actor)])


def a_carriage_is_left(state: ThurnAndTaxis, actor: Actor, _: Command) -> Verdict:
    """The seat has not all its carriages."""
    return verdict(state.next_carriage(int(actor)) is not None)


def second_card_is_not_forced(state: ThurnAndTaxis, _: Actor, __: Command) -> Verdict:
    """It is not the Postmaster of a turn that began with an empty hand."""
    return verdict(state.wanted != "second" or not state.forced)


def closing_is_not_forced(state: ThurnAndTaxis, _: Actor, __: Command) -> Verdict:
    """It is not the closing of a route in a turn in which no card could be played."""
    return verdict(state.wanted != "close" or not state.steps[0].get("must"))


# -- chance -------------------------------------------------------------------------------------------------


def first_sits_at_the_table(state: ThurnAndTaxis, _: Actor, command: commands.ChooseFirst) -> Verdict:
    """The start player is a seat of the match."""
    return verdict(command.seat is None or command.seat < state.rules.seats)


_FORCED: Guard[ThurnAndTaxis] = Guard(
    "TT-B11",
    postmaster_is_not_forced,
    "a player who begins a turn with an empty hand has to use the Postmaster, and no other office holder",
)
_OFFICE: Guard[ThurnAndTaxis] = Guard(
    "TT-B6", no_office_was_used, "an office holder has already been used in this turn"
)
_FACE_UP: Guard[ThurnAndTaxis] = Guard(
    "TT-B7", city_lies_face_up, "there is no face-up card of that city", needed=True
)
_SUPPLY: Guard[ThurnAndTaxis] = Guard(
    "TT-R35", supply_has_a_card, "no card is left in the supply or among the discards", needed=True
)
_HAND: tuple[Guard[ThurnAndTaxis], ...] = (
    Guard("TT-B5", city_is_on_the_board, "there is no such city", needed=True),
    Guard("TT-B5", card_is_in_hand, "the player has no card of that city in hand", needed=True, counted=True),
)
_NEW: Guard[ThurnAndTaxis] = Guard("TT-B17", city_is_new_to_the_route, "that city is already in the route")
_ROAD: Guard[ThurnAndTaxis] = Guard("TT-B16", road_leads_there, "no road leads there from that end of the route")
_PLAY: Guard[ThurnAndTaxis] = Guard("TT-B5", card_is_to_be_played, "no card can be played now")

GUARDS: Mapping[type[Command], Sequence[Guard[ThurnAndTaxis]]] = {
    commands.PlaceTiles: (
        Guard("TT-A3", tiles_are_placed, "audience tiles are placed before the first turn", needed=True),
        Guard(
            "TT-A3", each_kind_is_placed_once, "each kind of audience tile is placed on one carriage", needed=True
        ),
        Guard("TT-A3", tiles_are_not_placed, "this seat has already placed its audience tiles", needed=True),
    ),
    commands.UseAdministrator: (
        _FORCED,
        _OFFICE,
        Guard("TT-B13", card_is_to_be_taken, "the Administrator is used before the first card is taken"),
        Guard("TT-R52", cards_lie_face_up, "there is no face-up card to discard", needed=True),
    ),
    commands.TakeCard: (
        Guard("TT-B7", card_may_be_taken, "no card can be taken now"),
        _FACE_UP,
        _SUPPLY,
    ),
    commands.UsePostmaster: (
        _OFFICE,
        Guard(
            "TT-B10",
            second_card_may_be_taken,
            "the Postmaster can be used only after the first card has been taken",
        ),
        _FACE_UP,
        _SUPPLY,
    ),
    commands.StartRoute: (
        _PLAY,
        Guard("TT-B14", there_is_no_route, "there is already a route: extend it, or give it up", needed=True),
        *_HAND,
    ),
    commands.ExtendRoute: (
        _PLAY,
        Guard("TT-B15", there_is_a_route, "there is no route yet: start one", needed=True),
        *_HAND,
        _NEW,
        _ROAD,
    ),
    commands.GiveUpRoute: (
        _PLAY,
        Guard("TT-B18", there_is_a_route, "there is no route to give up", needed=True),
        *_HAND,
    ),
    commands.UseCarrier: (
        _FORCED,
        _OFFICE,
        Guard(
            "TT-B19",
            second_card_may_be_played,
            "the Postal Carrier can be used only after the first card has been played",
        ),
        *_HAND,
        _NEW,
        _ROAD,
    ),
    commands.CloseRoute: (
        Guard(
            "TT-B21",
            route_may_be_closed,
            "a route can be closed after a card has been played, if it has enough cards",
        ),
        Guard(
            "TT-B23",
            province_fits_the_option,
            "to place houses in one province, name a province of the route; otherwise name none",
            needed=True,
        ),
        Guard("TT-R55", province_has_a_free_city, "in that province no city of the route is free for a house"),
        Guard("TT-B23", cities_are_of_the_route, "houses are placed in cities of the route"),
        Guard("TT-R64", cities_stand_in_route_order, "cities are named in the order of the route, each once"),
        Guard("TT-B24", cities_have_no_own_house, "the player already has a house there"),
        Guard(
            "TT-B23",
            cities_fit_the_option,
            "houses are placed one in each province, or all in the province that is named",
        ),
        Guard("TT-B26", all_houses_are_placed, "all houses that the option allows must be placed"),
        Guard("TT-B21", there_is_a_route, "there is no route to close", needed=True),
        Guard("TT-B23", cities_are_on_the_board, "houses are placed in cities of the board", needed=True),
        Guard("TT-B26", houses_are_left, "the player does not have that many houses left", needed=True),
    ),
    commands.UseCartwright: (
        _FORCED,
        _OFFICE,
        Guard(
            "TT-B34",
            carriage_is_a_little_too_dear,
            "the Cartwright can be used only for a route that is a little too short",
        ),
        Guard("TT-B33", a_carriage_is_left, "this seat already has all its carriages", needed=True),
    ),
    commands.DiscardCards: (
        Guard(
            "TT-B35", hand_is_above_its_limit, "cards are discarded only when the hand is too large after a route"
        ),
        # (scribes may enter what they saw card by card, or at once, even with unknown cards in the hand)
        Guard(
            "TT-B35",
            as_many_as_are_too_many,
            "only as many cards are discarded as are above the limit of the hand",
            counted=True,
        ),
        Guard(
            "TT-B35",
            no_more_than_are_too_many,
            "only as many cards are discarded as are above the limit of the hand",
        ),
        Guard("TT-B35", cities_are_on_the_board, "there are no such cities", needed=True),
        Guard("TT-B35", cards_are_in_hand, "those cards are not in the hand", needed=True, counted=True),
    ),
    commands.MoveCarriage: (
        Guard("TT-A5", carriages_are_moved, "carriages are moved when a route is closed"),
        Guard("TT-A5", card_is_bare, "no card of that city has to move a carriage"),
        Guard("TT-R16", carriage_is_moved_by_the_card, "that card does not move this carriage"),
        Guard("TT-A7", road_leads_south, "no road leads south to that city"),
        Guard(
            "TT-A5",
            carriage_can_be_moved,
            "only a carriage on the way to Rome can be moved, during the turns, for a card of a city",
            needed=True,
        ),
    ),
    commands.ReturnTiles: (
        Guard("TT-O5", tiles_are_returned, "office tiles are returned when a stack is empty, or after the game"),
        Guard(
            "TT-O5",
            offices_are_different,
            "the office tiles that are returned have to be of different offices",
            needed=True,
        ),
        Guard("TT-O5", office_tiles_are_owned, "the player does not have these office tiles", needed=True),
        Guard(
            "TT-R30",
            last_return_is_worth_something,
            "in the last return, three tiles are returned for a chip, or four for a house",
        ),
    ),
    commands.PlaceHouse: (
        Guard("TT-O8", house_may_be_placed, "a house can be placed here only after four tiles have been returned"),
        Guard(
            "TT-B24", city_is_free, "the player already has a house there, or there is no such city", needed=True
        ),
        Guard("TT-O8", a_house_is_left, "the player has no house left", needed=True),
    ),
    commands.Decline: (
        Guard("TT-R53", something_can_be_declined, "there is nothing to decline"),
        Guard("TT-R53", seat_has_something_due, "there is nothing that this seat could decline now", needed=True),
        Guard(
            "TT-B11",
            second_card_is_not_forced,
            "a player who begins a turn with an empty hand has to use the Postmaster",
        ),
        Guard("TT-R52", closing_is_not_forced, "a player who could not play a card has to close the route"),
    ),
    commands.ChooseFirst: (
        Guard("TT-B4", first_sits_at_the_table, "the start player has to be a seat of this match", needed=True),
    ),
    **{
        command: (
            Guard(
                "TT-R53",
                step_follows_now,
                "this step is automatic: the service makes it when it is due",
                needed=True,
            ),
        )
        for command in FORCED
    },
}
