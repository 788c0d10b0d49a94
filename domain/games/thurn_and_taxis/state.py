"""The table of Thurn and Taxis: its places, and what everyone can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, TypeAlias

from domain.kit.facts import EVERYONE, Json
from domain.kit.places import NOBODY, PlaceKind
from domain.kit.state import Rules
from domain.kit.steps import Stepping
from domain.kit.visibility import Viewer

AUDIENCE, OFFICES_OF_HONOUR = MODULES = ("audience", "offices")
Office: TypeAlias = Literal["postmaster", "carrier", "administrator", "cartwright"]
OFFICES: tuple[Office, ...] = ("postmaster", "carrier", "administrator", "cartwright")
POSTMASTER, CARRIER, ADMINISTRATOR, CARTWRIGHT = OFFICES
ONE_PER_PROVINCE, ONE_PROVINCE = "one-per-province", "one-province"
ENDS = ("left", "right")
PHASES = ("setup", "tiles", "turns", "returns", "over")
ROUTE = "route-"
"""How the stacks of bonus tiles for the length of a route are called, with the length behind it."""
GAME_END = "game-end"
ROME = "rom"


@dataclass
class ThurnAndTaxis(Stepping):
    """The state of one match; what may be hidden lies in ``places``.

    Places: ``supply``, ``display``, ``discards``, for each seat ``hand:S`` and after the game ``shown:S``; with
    The Audience ``tiles:C:S`` (of each carriage and seat, closed), ``space:K`` (of each kind) and ``evicted``,
    where a tile is called by its kind and seat (``cardinal:0``). Cards are called by their city.

    *steps* is what is still to be done before play goes on, innermost first: each names its kind (``step``), and
    the seat it waits for. *routes* are as they were laid, *carriages* how many each seat has, *taken* how many
    tiles of each stack are gone, *stacks* how many office tiles of each kind are left, *positions* where the Rome
    carriages are.
    """

    phase: str = "setup"
    round: int = 0
    first: int | None = None
    turn: int | None = None
    office: str | None = None
    forced: bool = False
    placed: tuple[bool, ...] = ()
    routes: tuple[tuple[str, ...], ...] = ()
    houses: tuple[tuple[str, ...], ...] = ()
    carriages: tuple[int, ...] = ()
    bonuses: tuple[tuple[Json, ...], ...] = ()
    taken: Mapping[str, int] = field(default_factory=dict)
    ender: int | None = None
    stacks: Mapping[str, int] | None = None
    tiles: tuple[Mapping[str, int], ...] = ()
    chips: tuple[int, ...] = ()
    positions: Mapping[str, str] | None = None
    scores: tuple[int | None, ...] = ()

    def plays_with(self, module: str) -> bool:
        """Whether a module of the expansion is in play."""
        return module in self.rules.options["modules"]

    def known(self, kind: str) -> int:
        """How many things of this kind are known to lie anywhere, in a route or elsewhere."""
        return super().known(kind) + sum(route.count(kind) for route in self.routes)

    def census(self) -> Counter[str]:
        """How many things of each kind are known to lie anywhere, in a route or elsewhere."""
        counted = super().census()
        for route in self.routes:
            counted.update(route)
        return counted

    # -- seats

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """All seats, from *seat* on."""
        seats = self.rules.seats
        return tuple((seat + step) % seats for step in range(seats))

    def hand(self, seat: int) -> int:
        """How many cards a seat has in hand."""
        return len(self.places[f"hand:{seat}"])

    def playable(self, seat: int) -> list[str]:
        """The cards that a seat can play: those in its hand, and whatever an unknown one of them can be."""
        return sorted(possible(self, f"hand:{seat}"))

    def above_limit(self, seat: int) -> int:
        """How many cards a seat has in hand above the limit; less than 0 if it could have more."""
        above: int = self.hand(seat) - self.rules.board["hand_limit"]
        return above

    def to_discard(self, seat: int) -> int:
        """How many cards have to be discarded at a time (TT-B35): one, while some of them are unknown."""
        above = self.above_limit(seat)
        return min(1, above) if self.places[f"hand:{seat}"].unknown else above

    def houses_left(self, seat: int) -> int:
        """How many houses a seat can still place."""
        all_of_them: int = self.rules.board["houses"]
        return all_of_them - len(self.houses[seat])

    def free_cities(self, seat: int) -> list[str]:
        """Every city in which a seat has no house."""
        return [city for city in sorted(self.rules.board["cities"]) if city not in self.houses[seat]]

    # -- cards

    @property
    def can_draw(self) -> bool:
        """Whether there is a top card of the supply: what has been discarded is shuffled if need be (TT-R35)."""
        return bool(len(self.places["supply"]) or len(self.places["discards"]))

    @property
    def can_take(self) -> bool:
        """Whether there is a card to take at all (TT-R52)."""
        return self.can_draw or bool(len(self.places["display"]))

    @property
    def goes_on(self) -> bool:
        """Whether anybody can do anything in a turn: take or play a card, or close a route (TT-R52)."""
        hands = any(map(self.hand, range(self.rules.seats)))
        return self.can_take or hands or any(len(route) >= self.rules.board["min_route"] for route in self.routes)

    @property
    def is_short(self) -> bool:
        """Whether cards are to be laid out, and there are any (TT-R52)."""
        size: int = self.rules.board["display"]
        return len(self.places["display"]) < size and self.can_draw

    # -- routes

    def fits(self, seat: int, city: str, end: str) -> bool:
        """Whether a card can be laid to this end of the seat's route (TT-B16, TT-B17)."""
        route = self.routes[seat]
        if not route or city in route:
            return False
        last = route[0] if end == "left" else route[-1]
        return city in self.rules.board["roads"][last]

    def by_province(self, seat: int) -> dict[str, list[str]]:
        """The provinces that a seat's route touches, each with its cities there in which it has no house."""
        cities = self.rules.board["cities"]
        touched: dict[str, list[str]] = {}
        for city in dict.fromkeys(self.routes[seat]):
            free = touched.setdefault(cities[city]["province"], [])
            if city not in self.houses[seat]:
                free.append(city)
        return touched

    def next_carriage(self, seat: int) -> Mapping[str, int] | None:
        """The carriage that a seat would get next; None if it has them all (TT-B33)."""
        carriages: list[Mapping[str, int]] = self.rules.board["carriages"]
        return carriages[self.carriages[seat]] if self.carriages[seat] < len(carriages) else None

    # -- offices

    def may_use_office(self) -> bool:
        """Whether an office can be used in this turn: none was, nor was the Postmaster forced (TT-B6, TT-B11)."""
        return self.office is None and not self.forced

    def office_tiles(self, seat: int) -> list[Office]:
        """The kinds of office tiles that a seat has."""
        return [office for office in OFFICES if self.tiles[seat].get(office)]

    # -- The Audience

    def on_the_road(self) -> list[str]:
        """The carriages that have not come to Rome."""
        positions = self.positions or {}
        return [carriage for carriage in rome_carriages(self.rules.board) if positions.get(carriage) != ROME]

    def moved_by(self, city: str) -> list[str]:
        """The carriages that the card of a city may move now: its own, or as a joker any other (TT-A9, TT-R16)."""
        board = self.rules.board
        own = board["provinces"][board["cities"][city]["province"]].get("carriage")
        on_the_road = self.on_the_road()
        return [own] if own in on_the_road else on_the_road

    def exits(self, carriage: str) -> list[str]:
        """Where a carriage can go on to (TT-A7)."""
        exits: list[str] = self.rules.board["south"][(self.positions or {})[carriage]]
        return exits


def empty(rules: Rules, viewer: Viewer) -> ThurnAndTaxis:
    """The table before anything has happened, as *viewer* has it."""
    board, seats, modules = rules.board, rules.seats, rules.options["modules"]
    kinds = _kinds(
        seats,
        rome_carriages(board) if AUDIENCE in modules else (),
        clergy(board),
        bool(rules.options["owner_memory_aid"]),
    )
    start = "start_of_two" if seats == 2 else "start"
    state = ThurnAndTaxis(
        rules,
        viewer,
        {kind.name: kind.empty(viewer) for kind in kinds},
        placed=(False,) * seats,
        routes=((),) * seats,
        houses=((),) * seats,
        carriages=(0,) * seats,
        bonuses=((),) * seats,
        taken=dict.fromkeys(sorted(board["bonuses"]), 0),
        tiles=({},) * seats,
        chips=(0,) * seats,
        scores=(None,) * seats,
        stacks=dict(sorted(board["offices"][str(seats)].items())) if OFFICES_OF_HONOUR in modules else None,
        positions={there["carriage"]: there[start] for there in board["rome"]} if AUDIENCE in modules else None,
    )
    for city in sorted(board["cities"]):
        state.places["supply"].add(city, board["copies"])
    return state


@cache
def _kinds(seats: int, carriages: tuple[str, ...], clergy: tuple[str, ...], aid: bool) -> tuple[PlaceKind, ...]:
    everybody = range(seats)
    places = [PlaceKind("supply", NOBODY)]
    places += [PlaceKind(f"hand:{seat}", frozenset([seat])) for seat in everybody]
    names = ["display", "discards", *(f"shown:{seat}" for seat in everybody)]
    if carriages:
        names += ["evicted", *(f"space:{kind}" for kind in clergy)]
        places += [
            PlaceKind(f"tiles:{carriage}:{seat}", frozenset([seat]) if aid else NOBODY)
            for carriage in carriages
            for seat in everybody
        ]
    return (*places, *(PlaceKind(name, EVERYONE) for name in names))


def kinds(state: ThurnAndTaxis, place: str) -> dict[str, int]:
    """What can lie in a place, and how many of each kind there are in all."""
    board, (pieces, _, rest) = state.rules.board, place.partition(":")
    if pieces in ("tiles", "space", "evicted"):
        owners = [rest.rpartition(":")[2]] if pieces == "tiles" else list(map(str, range(state.rules.seats)))
        of = [rest] if pieces == "space" else list(clergy(board))
        return {f"{kind}:{owner}": 1 for kind in of for owner in owners}
    copies: int = board["copies"]
    return dict.fromkeys(sorted(board["cities"]), copies)


def possible(state: ThurnAndTaxis, place: str) -> dict[str, int]:
    """What can come out of a place."""
    return state.possible(place, kinds)


def coming(state: ThurnAndTaxis, place: str, number: int) -> dict[str, int]:
    """What can come out of a place, for a number of things."""
    return state.coming(place, kinds, number)


def rome_carriages(board: Mapping[str, Json]) -> tuple[str, ...]:
    """The Rome carriages, in the order in which tiles are placed on them."""
    return tuple(there["carriage"] for there in board["rome"])


def clergy(board: Mapping[str, Json]) -> tuple[str, ...]:
    """The kinds of audience tiles."""
    return tuple(tile["kind"] for tile in board["clergy"])


def lengths(board: Mapping[str, Json]) -> list[int]:
    """The lengths of routes for which there are bonus tiles, from the shortest on."""
    return sorted(int(stack.removeprefix(ROUTE)) for stack in board["bonuses"] if stack.startswith(ROUTE))


def tile_of(kind: str, seat: int) -> str:
    """What an audience tile is called."""
    return f"{kind}:{seat}"


def owner_of(tile: str) -> int:
    """The seat whose audience tile this is."""
    return int(tile.rpartition(":")[2])


def kind_of(tile: str) -> str:
    """The kind of an audience tile."""
    return tile.rpartition(":")[0]
