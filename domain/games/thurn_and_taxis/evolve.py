"""Evolve: each fact written down. No rule, no chance, no clock."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.thurn_and_taxis import facts
from domain.games.thurn_and_taxis.state import ThurnAndTaxis
from domain.kit.facts import Fact
from domain.kit.state import with_at
from domain.kit.steps import StepsDue, steps_due
from domain.kit.table.facts import Applier

# -- the laid table and the turns ---------------------------------------------------------------------------


def _first_seat_chosen(state: ThurnAndTaxis, fact: facts.FirstSeatChosen) -> None:
    state.first = fact.seat


def _tile_placed(state: ThurnAndTaxis, fact: facts.TilePlaced) -> None:
    state.place(f"tiles:{fact.carriage}:{fact.seat}").add(fact.tile)
    state.placed = with_at(state.placed, fact.seat, True)


def _phase_began(state: ThurnAndTaxis, fact: facts.PhaseBegan) -> None:
    state.phase = fact.phase
    state.turn = None
    state.office = None
    state.forced = False


def _round_began(state: ThurnAndTaxis, fact: facts.RoundBegan) -> None:
    state.round = fact.number


def _turn_passed(state: ThurnAndTaxis, fact: facts.TurnPassed) -> None:
    state.turn = fact.seat
    state.office = None
    state.forced = False


def _postmaster_forced(state: ThurnAndTaxis, _: facts.PostmasterForced) -> None:
    state.forced = True


# -- cards --------------------------------------------------------------------------------------------------


def _supply_shuffled(state: ThurnAndTaxis, _: facts.SupplyShuffled) -> None:
    discards = state.place("discards")
    for city, number in sorted(discards.known.items()):
        state.place("supply").add(city, number)
        discards.remove(city, number)


def _card_revealed(state: ThurnAndTaxis, fact: facts.CardRevealed) -> None:
    state.place("supply").remove(fact.card)
    state.place("display").add(fact.card)


def _card_drawn(state: ThurnAndTaxis, fact: facts.CardDrawn) -> None:
    state.place("supply").remove(fact.card)
    state.place(f"hand:{fact.seat}").add(fact.card)


def _card_taken(state: ThurnAndTaxis, fact: facts.CardTaken) -> None:
    state.place("display").remove(fact.city)
    state.place(f"hand:{fact.seat}").add(fact.city)


def _display_discarded(state: ThurnAndTaxis, fact: facts.DisplayDiscarded) -> None:
    state.place("display").remove_all(fact.cities)
    state.place("discards").add_all(fact.cities)


def _cards_discarded(state: ThurnAndTaxis, fact: facts.CardsDiscarded) -> None:
    state.place(f"hand:{fact.seat}").remove_all(fact.cities)
    state.place("discards").add_all(fact.cities)


def _hand_shown(state: ThurnAndTaxis, fact: facts.HandShown) -> None:
    state.place(f"hand:{fact.seat}").remove_all(fact.cards)
    state.place(f"shown:{fact.seat}").add_all(fact.cards)


# -- routes and houses --------------------------------------------------------------------------------------


def _route_started(state: ThurnAndTaxis, fact: facts.RouteStarted) -> None:
    state.place(f"hand:{fact.seat}").remove(fact.city)
    state.routes = with_at(state.routes, fact.seat, (fact.city,))


def _route_extended(state: ThurnAndTaxis, fact: facts.RouteExtended) -> None:
    state.place(f"hand:{fact.seat}").remove(fact.city)
    route = state.routes[fact.seat]
    longer = (fact.city, *route) if fact.end == "left" else (*route, fact.city)
    state.routes = with_at(state.routes, fact.seat, longer)


def _route_discarded(state: ThurnAndTaxis, fact: facts.RouteGivenUp | facts.RouteDiscarded) -> None:
    state.routes = with_at(state.routes, fact.seat, ())
    state.place("discards").add_all(fact.cities)


def _house_placed(state: ThurnAndTaxis, fact: facts.HousePlaced) -> None:
    state.houses = with_at(state.houses, fact.seat, (*state.houses[fact.seat], fact.city))


def _bonus_taken(state: ThurnAndTaxis, fact: facts.BonusTaken) -> None:
    state.taken = {**state.taken, fact.stack: state.taken.get(fact.stack, 0) + 1}
    mine = (*state.bonuses[fact.seat], (fact.stack, fact.points))
    state.bonuses = with_at(state.bonuses, fact.seat, mine)


def _carriage_taken(state: ThurnAndTaxis, fact: facts.CarriageTaken) -> None:
    state.carriages = with_at(state.carriages, fact.seat, state.carriages[fact.seat] + 1)


def _end_triggered(state: ThurnAndTaxis, fact: facts.EndTriggered) -> None:
    state.ender = fact.seat


# -- offices ------------------------------------------------------------------------------------------------


def _office_used(state: ThurnAndTaxis, fact: facts.OfficeUsed) -> None:
    state.office = fact.office


def _tiles_changed(state: ThurnAndTaxis, seat: int, office: str, number: int) -> None:
    mine, stacks = state.tiles[seat], state.stacks or {}
    state.tiles = with_at(state.tiles, seat, {**mine, office: mine.get(office, 0) + number})
    state.stacks = {**stacks, office: stacks.get(office, 0) - number}


def _office_tile_taken(state: ThurnAndTaxis, fact: facts.OfficeTileTaken) -> None:
    _tiles_changed(state, fact.seat, fact.office, 1)


def _tiles_returned(state: ThurnAndTaxis, fact: facts.TilesReturned) -> None:
    for office in fact.offices:
        _tiles_changed(state, fact.seat, office, -1)


def _chip_taken(state: ThurnAndTaxis, fact: facts.ChipTaken) -> None:
    state.chips = with_at(state.chips, fact.seat, state.chips[fact.seat] + 1)


# -- The Audience -------------------------------------------------------------------------------------------


def _carriage_moved(state: ThurnAndTaxis, fact: facts.CarriageMoved) -> None:
    state.positions = {**(state.positions or {}), fact.carriage: fact.to}


def _carriage_opened(state: ThurnAndTaxis, fact: facts.CarriageOpened) -> None:
    for seat, tile in enumerate(fact.tiles):
        state.place(f"tiles:{fact.carriage}:{seat}").remove(tile)


def _tiles_evicted(state: ThurnAndTaxis, fact: facts.TilesEvicted) -> None:
    state.place(f"space:{fact.kind}").remove_all(fact.tiles)
    state.place("evicted").add_all(fact.tiles)


def _tiles_received(state: ThurnAndTaxis, fact: facts.TilesReceived) -> None:
    state.place(f"space:{fact.kind}").add_all(fact.tiles)


# -- the end ------------------------------------------------------------------------------------------------


def _seat_scored(state: ThurnAndTaxis, fact: facts.SeatScored) -> None:
    state.scores = with_at(state.scores, fact.seat, fact.total)


def _seen_in_the_log(_: ThurnAndTaxis, __: Fact) -> None:
    """Nothing lies anywhere else for it: the log says that it happened."""


APPLIERS: Mapping[type[Fact], Applier] = {
    facts.FirstSeatChosen: _first_seat_chosen,
    facts.TilePlaced: _tile_placed,
    facts.PhaseBegan: _phase_began,
    facts.RoundBegan: _round_began,
    facts.TurnPassed: _turn_passed,
    facts.PostmasterForced: _postmaster_forced,
    facts.StepSkipped: _seen_in_the_log,
    facts.Declined: _seen_in_the_log,
    facts.SupplyShuffled: _supply_shuffled,
    facts.CardRevealed: _card_revealed,
    facts.CardDrawn: _card_drawn,
    facts.CardTaken: _card_taken,
    facts.DisplayDiscarded: _display_discarded,
    facts.CardsDiscarded: _cards_discarded,
    facts.HandShown: _hand_shown,
    facts.RouteStarted: _route_started,
    facts.RouteExtended: _route_extended,
    facts.RouteGivenUp: _route_discarded,
    facts.RouteClosed: _seen_in_the_log,
    facts.RouteDiscarded: _route_discarded,
    facts.HousePlaced: _house_placed,
    facts.BonusTaken: _bonus_taken,
    facts.CarriageTaken: _carriage_taken,
    facts.EndTriggered: _end_triggered,
    facts.OfficeUsed: _office_used,
    facts.OfficeTileTaken: _office_tile_taken,
    facts.ReturnRoundBegan: _seen_in_the_log,
    facts.TilesReturned: _tiles_returned,
    facts.ChipTaken: _chip_taken,
    facts.CarriageMoved: _carriage_moved,
    facts.CardsLapsed: _seen_in_the_log,
    facts.CarriageOpened: _carriage_opened,
    facts.TilesEvicted: _tiles_evicted,
    facts.TilesReceived: _tiles_received,
    facts.SeatScored: _seat_scored,
    StepsDue: steps_due,
}
