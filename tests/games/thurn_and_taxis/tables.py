"""Tables of Thurn and Taxis for the tests: any situation laid out, to be played on from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from domain.games.thurn_and_taxis import RULESET, facts
from domain.games.thurn_and_taxis.commands import CloseRoute, OpenCarriage
from domain.games.thurn_and_taxis.decide import open_carriage
from domain.games.thurn_and_taxis.flow import go_on
from domain.games.thurn_and_taxis.state import (
    AUDIENCE,
    GAME_END,
    MODULES,
    ROME,
    ThurnAndTaxis,
    clergy,
    rome_carriages,
    tile_of,
)
from domain.games.thurn_and_taxis.steps import step
from domain.kit.facts import Command, Fact, Json
from domain.kit.guards import Actor
from domain.kit.play import happened
from domain.kit.state import Rules
from domain.kit.table.commands import Open
from domain.kit.visibility import OFFICIAL
from tests.games.playing import Step, Table, rules_of, seeded
from tests.games.thurn_and_taxis.drawing import assert_conserved

BOTH = MODULES
TURN = ("take", "second", "play", "carrier", "close", "over")
DISPLAY = "basel budweis freiburg linz lodz passau"


class Scene(Table):
    """A table on which something has been laid out, to be played on from there.

    *began* is what follows from how it was laid out.
    """

    def __init__(self, rules: Rules, state: ThurnAndTaxis, chance: int = 0) -> None:
        super().__init__(RULESET, rules, seeded(chance))
        assert_conserved(state)
        self.steps = [Step("host", Open(), happened(RULESET, state, go_on(state, list(state.steps))))]
        self.states = [state]
        self.settle()
        self.began = told(fact for step in self.steps for fact in step.facts)

    def play(self, actor: Actor, command: Command) -> list[Fact]:
        """As at any table, without what only says how it goes on; nothing gets lost."""
        follows = told(super().play(actor, command))
        assert_conserved(self.state)
        return follows

    def then(self, *played: tuple[Actor, Command]) -> list[Fact]:
        """Several commands one after the other; what follows from all of them."""
        return [fact for actor, command in played for fact in self.play(actor, command)]

    def finish(self, seed: int = 0) -> list[Fact]:
        """What still follows when all play at random to the end."""
        before = len(self.steps)
        self.play_on(Random(seed))
        assert_conserved(self.state)
        return told(fact for step in self.steps[before:] for fact in step.facts)


def told(follows: Iterable[Fact]) -> list[Fact]:
    """The facts without those that only say how it goes on."""
    return [fact for fact in follows if fact.TYPE not in ("Awaited", "StepsDue")]


def scene(
    seats: int = 4,
    *,
    modules: Sequence[str] = (),
    at: str = "take",
    turn: int = 0,
    first: int = 0,
    office: str | None = None,
    forced: bool = False,
    supply: str | None = None,
    rest: int | None = None,
    board: Mapping[str, Json] | None = None,
    chance: int = 0,
    options: Mapping[str, Json] | None = None,
    **laid: Any,
) -> Scene:
    """A table in the middle of a match, with what :func:`_laid` lays out.

    It is *turn*'s turn, and step *at* of it is due (``begin``: the turn begins; ``over``: it ends). Only the cards
    *supply* are left there, if it is given: all others are in the hand of seat *rest*, or among the discards.
    """
    wanted = {"modules": list(modules), "start_player": first, **(options or {})}
    rules = rules_of(RULESET, seats, wanted, board)
    state = RULESET.empty(rules, OFFICIAL)
    state.first = first
    happened(RULESET, state, _laid(state, **laid))
    if supply is not None:
        happened(RULESET, state, _rest(state, Counter(supply.split()), rest))
    happened(RULESET, state, [facts.PhaseBegan("turns"), facts.TurnPassed(turn)])
    state.round, state.office, state.forced = 5, office, forced
    before = (turn - 1) % seats
    due = [step(kind, seat=turn) for kind in TURN[TURN.index(at) :]] if at in TURN else [step("over", seat=before)]
    state.steps = tuple(due)
    return Scene(rules, state, chance)


def _laid(  # noqa: C901 - each thing on a table has its own line
    state: ThurnAndTaxis,
    *,
    display: str = DISPLAY,
    discards: str = "",
    hands: Mapping[int, str] | None = None,
    routes: Mapping[int, str] | None = None,
    houses: Mapping[int, str] | None = None,
    carriages: Mapping[int, int] | None = None,
    bonuses: Mapping[int, str] | None = None,
    tiles: Mapping[int, Mapping[str, int]] | None = None,
    chips: Mapping[int, int] | None = None,
    loads: Mapping[str, str] | None = None,
    positions: Mapping[str, str] | None = None,
    ender: int | None = None,
) -> Iterator[Fact]:
    """Whatever must have happened: cities, stacks and kinds stand in one string with blanks, mostly by seat.

    *carriages* are how many a seat has; *bonuses* come from the tops of their stacks, *tiles* from those of the
    offices. *loads* are the kinds of tiles on a Rome carriage, in seat order; what is not said is spread over the
    others. A carriage that is in Rome by *positions* has been opened there.
    """
    for city in display.split():
        yield facts.CardRevealed(city)
    for city in discards.split():
        yield from (facts.CardDrawn(0, city), facts.CardsDiscarded(0, (city,)))
    for seat, cities in (routes or {}).items():
        for number, city in enumerate(cities.split()):
            yield facts.CardDrawn(seat, city)
            yield facts.RouteExtended(seat, city, "right") if number else facts.RouteStarted(seat, city)
    yield from (facts.CardDrawn(seat, city) for seat, cities in (hands or {}).items() for city in cities.split())
    yield from (facts.HousePlaced(seat, city) for seat, named in (houses or {}).items() for city in named.split())
    for seat, number in (carriages or {}).items():
        for carriage in state.rules.board["carriages"][:number]:
            yield facts.CarriageTaken(seat, carriage["value"], carriage["points"])
    if ender is not None:
        yield facts.EndTriggered(ender, "houses")
        bonuses = {**(bonuses or {}), ender: f"{(bonuses or {}).get(ender, '')} {GAME_END}"}
    for seat, stacks in (bonuses or {}).items():
        for stack in stacks.split():
            yield facts.BonusTaken(seat, stack, state.rules.board["bonuses"][stack][state.taken[stack]])
    for seat, held in (tiles or {}).items():
        for office, number in held.items():
            yield from [facts.OfficeTileTaken(seat, office)] * number
    for seat, number in (chips or {}).items():
        yield from [facts.ChipTaken(seat)] * number
    if state.plays_with(AUDIENCE):
        yield from _tiles_placed(state, {carriage: kinds.split() for carriage, kinds in (loads or {}).items()})
    for carriage, city in (positions or {}).items():
        yield facts.CarriageMoved(0, "lodz", carriage, city)
        if city == ROME:
            yield from open_carriage(state, "table", OpenCarriage(), [step("open", carriage=carriage)])


def _tiles_placed(state: ThurnAndTaxis, loads: Mapping[str, Sequence[str]]) -> Iterator[Fact]:
    for seat in range(state.rules.seats):
        said = {carriage: kinds[seat] for carriage, kinds in loads.items()}
        others = iter([kind for kind in clergy(state.rules.board) if kind not in said.values()])
        for carriage in rome_carriages(state.rules.board):
            kind = said[carriage] if carriage in said else next(others)
            yield facts.TilePlaced(seat, carriage, tile_of(kind, seat))


def _rest(state: ThurnAndTaxis, left: Counter[str], seat: int | None) -> Iterator[Fact]:
    """Everything in the supply goes to a hand or to the discards, but what is *left*."""
    for city in sorted((Counter(state.places["supply"].known) - left).elements()):
        yield facts.CardDrawn(seat or 0, city)
        if seat is None:
            yield facts.CardsDiscarded(0, (city,))


# -- closing a route ----------------------------------------------------------------------------------------


def closing(route: str, **more: Any) -> Scene:
    """Seat 0 has played a card to this route, and may close it."""
    return scene(**{"at": "close", **more, "routes": {0: route, **more.get("routes", {})}})


def one_each(cities: str = "") -> CloseRoute:
    """Closes a route with one house in each province."""
    return CloseRoute("one-per-province", tuple(cities.split()))


def all_in(province: str, cities: str = "") -> CloseRoute:
    """Closes a route with houses in all its cities of one province."""
    return CloseRoute("one-province", tuple(cities.split()), province)


def carriages_listed(table: Scene) -> dict[str, list[str]]:
    """Which Rome carriages seat 0 may move now, by card."""
    cards: dict[str, list[str]] = {}
    for move in table.listed(0):
        assert move["type"] == "move-carriage"
        cards.setdefault(move["card"], []).append(move["carriage"])
    return cards


# -- what lies there ----------------------------------------------------------------------------------------


def on_spaces(state: ThurnAndTaxis) -> dict[str, list[int]]:
    """Whose tiles lie on each audience space that is not empty."""
    spaces = {kind: sorted(state.places[f"space:{kind}"].known) for kind in clergy(state.rules.board)}
    return {kind: [int(tile[-1]) for tile in there] for kind, there in spaces.items() if there}
