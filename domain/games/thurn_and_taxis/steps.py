"""What is due: the steps that a turn still has to go through, and what each of them comes to.

Much can interrupt a turn: the player who takes the last tile of an office makes all return tiles, with rewards, in
the middle of it. So what is left of a turn is kept as a list of steps (see ``domain.kit.steps``), and the player
who has to decide is simply awaited.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.thurn_and_taxis import facts
from domain.games.thurn_and_taxis.commands import ChooseFirst, CountUp, DealCard, OpenCarriage
from domain.games.thurn_and_taxis.state import (
    AUDIENCE,
    GAME_END,
    OFFICES_OF_HONOUR,
    ROUTE,
    ThurnAndTaxis,
    lengths,
)
from domain.kit.facts import Json
from domain.kit.steps import Facts, Steps, Work, all_together, awaited, nobody, of, of_chance, step, waits

# -- phases -------------------------------------------------------------------------------------------------


def setup(state: ThurnAndTaxis, steps: Steps) -> Work:
    """TT-B1, TT-B4; all see the face-up cards and know who begins before tiles are placed (TT-R56)."""
    if state.first is None:
        return of_chance(ChooseFirst)
    if state.plays_with(AUDIENCE):
        yield facts.PhaseBegan("tiles")
    else:
        yield from _turns(state, steps)
    return None


def tiles(state: ThurnAndTaxis, steps: Steps) -> Work:
    """TT-A3: in any order."""
    missing = [seat for seat, placed in enumerate(state.placed) if not placed]
    if missing:
        return awaited(*missing)
    yield from _turns(state, steps)
    return None


def _turns(state: ThurnAndTaxis, steps: Steps) -> Facts:
    yield facts.PhaseBegan("turns")
    yield from _turn(state, state.first or 0, steps)


def _turn(state: ThurnAndTaxis, seat: int, steps: Steps) -> Facts:
    """TT-B5; whether the hand is empty is looked at now (TT-B11, TT-R7)."""
    if seat == state.first:
        yield facts.RoundBegan(state.round + 1)
    yield facts.TurnPassed(seat)
    if not state.hand(seat):
        yield facts.PostmasterForced(seat)
    steps += [step(kind, seat=seat) for kind in ("take", "second", "play", "carrier", "close", "over")]


def returns(state: ThurnAndTaxis, _: Steps) -> Work:
    """All the last returns have been made."""
    yield from ()
    if state.phase != "over":
        yield facts.PhaseBegan("over")
    return all_together(CountUp)


# -- the steps of a turn ------------------------------------------------------------------------------------


def take(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-B7; without any card to take there is nothing to do (TT-R52)."""
    if not state.can_take:
        yield facts.StepSkipped(now["seat"], "take")
        return None
    return waits(steps, now)


def second(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-B10, TT-B11: who began with an empty hand must, anybody else may (TT-R52)."""
    if not state.can_take:
        if state.forced:
            yield facts.StepSkipped(now["seat"], "second")
        return None
    return waits(steps, now) if state.office is None else None


def deal(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-B7: the top card of the supply; where it has gone missing, there is none (TT-R52)."""
    yield from ()
    if not state.can_draw:
        return None
    steps.insert(0, now)
    return of_chance(DealCard)


def play(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-B15 to TT-B18; with an empty hand nothing is played, and a route that can be closed must be (TT-R52)."""
    if state.hand(now["seat"]):
        return waits(steps, now)
    yield facts.StepSkipped(now["seat"], "play")
    steps[:] = [step("close", seat=due["seat"], must=True) if due["step"] == "close" else due for due in steps]
    return None


def carrier(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-B19; whether a card fits is its owner's alone (TT-R53)."""
    yield from ()
    return waits(steps, now) if state.may_use_office() and state.hand(now["seat"]) else None


def close(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-B21."""
    yield from ()
    enough = len(state.routes[now["seat"]]) >= state.rules.board["min_route"]
    return waits(steps, now) if enough else None


def discard(state: ThurnAndTaxis, now: Json, _: Steps) -> Work:
    """TT-B35: the route."""
    yield facts.RouteDiscarded(now["seat"], state.routes[now["seat"]])
    return None


def limit(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-B35: the hand."""
    yield from ()
    return waits(steps, now) if state.hand(now["seat"]) > state.rules.board["hand_limit"] else None


def over(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-B4; the round in which the end was triggered is finished (TT-B37).

    Where nobody has a card, and none can be had, turns would follow each other for ever (TT-R52).
    """
    following = (now["seat"] + 1) % state.rules.seats
    if state.ender is None and not state.goes_on:
        steps.insert(0, now)
        return nobody()
    if following != state.first or state.ender is None:
        yield from _turn(state, following, steps)
        return None
    yield facts.PhaseBegan("returns")
    if state.plays_with(OFFICES_OF_HONOUR):
        steps += [step("last-return", seat=seat) for seat in state.clockwise(following)]
    return None


# -- closing a route ----------------------------------------------------------------------------------------


def housed(state: ThurnAndTaxis, seat: int, city: str) -> Facts:
    """TT-B23; the last house triggers the end (TT-B36)."""
    yield facts.HousePlaced(seat, city)
    if not state.houses_left(seat):
        yield from _end_triggered(state, seat, "houses")


def _end_triggered(state: ThurnAndTaxis, seat: int, cause: str) -> Facts:
    """TT-B36, TT-R45: the first one takes the tile."""
    if state.ender is None:
        yield facts.EndTriggered(seat, cause)
        yield from _bonus(state, seat, [GAME_END])


def _bonus(state: ThurnAndTaxis, seat: int, stacks: Sequence[str]) -> Facts:
    """The top tile of the first of these stacks in which one is left."""
    for stack in stacks:
        points = state.rules.board["bonuses"][stack][state.taken[stack] :]
        if points:
            yield facts.BonusTaken(seat, stack, points[0])
            return


def length_bonus(state: ThurnAndTaxis, seat: int, length: int) -> Facts:
    """TT-B28: of its own length, or the next shorter one that is left; only one (TT-R41, TT-R42)."""
    stacks = [f"{ROUTE}{number}" for number in reversed(lengths(state.rules.board)) if number <= length]
    yield from _bonus(state, seat, stacks)


def region_bonuses(state: ThurnAndTaxis, seat: int) -> Facts:
    """TT-B29 to TT-B32, in the order of the board (TT-R44); by option with Baiern (TT-R43)."""
    board, cities = state.rules.board, state.rules.board["cities"]
    mine = [stack for stack, _ in state.bonuses[seat]]
    houses = set(state.houses[seat])
    for region in board["regions"]:
        complete = all(city in houses for city in cities if cities[city]["province"] in region["provinces"])
        if complete and region["stack"] not in mine:
            yield from _bonus(state, seat, [region["stack"]])
    touched = {cities[city]["province"] for city in houses}
    for bonus in board["outside"]:
        every = state.rules.options["all_provinces_needs_baiern"]
        needed = set(board["provinces"]) if every else set(bonus["provinces"])
        if needed <= touched and bonus["stack"] not in mine:
            yield from _bonus(state, seat, [bonus["stack"]])


def carriage_taken(state: ThurnAndTaxis, seat: int) -> Facts:
    """TT-B33; the last one triggers the end (TT-B36)."""
    carriage = state.next_carriage(seat)
    if carriage is None:
        return
    yield facts.CarriageTaken(seat, carriage["value"], carriage["points"])
    if state.next_carriage(seat) is None:
        yield from _end_triggered(state, seat, "carriage")


def cartwright(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-B34; another office may have been used meanwhile, against the rules."""
    yield from ()
    return waits(steps, now) if state.may_use_office() else None


# -- The Audience -------------------------------------------------------------------------------------------


def rome(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-A5, TT-A8; with all carriages in Rome the cards that are left move none (TT-R14)."""
    if not now["cards"]:
        return None
    if not state.on_the_road():
        yield facts.CardsLapsed(now["seat"], tuple(now["cards"]))
        return None
    return waits(steps, now)


# -- Offices of Honour --------------------------------------------------------------------------------------


def tile(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-O2, TT-O3: behind the office's effect (TT-R2)."""
    if not (state.stacks or {}).get(now["office"]):  # (an empty stack: more were used than the rules allow)
        return None
    yield facts.OfficeTileTaken(now["seat"], now["office"])
    if not (state.stacks or {}).get(now["office"]):
        order = state.clockwise(now["seat"])
        if state.rules.options["return_order"] == "left_first":
            order = (*order[1:], order[0])
        yield from _round_of_returns(order, steps)
    return None


def _round_of_returns(order: Sequence[int], steps: Steps) -> Facts:
    yield facts.ReturnRoundBegan(tuple(order))
    steps.insert(0, step("return", left=list(order), order=list(order), seat=order[0]))


def return_tiles(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-O5, and again as long as a stack is empty (TT-O7); nothing nests (TT-R54)."""
    left = [seat for seat in now["left"] if state.office_tiles(seat)]
    if left:
        return waits(steps, step("return", left=left, order=now["order"], seat=left[0]))
    if not all((state.stacks or {}).values()):
        yield from _round_of_returns(now["order"], steps)
    return None


def reward_card(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-O6; without a card there is none (TT-R26)."""
    yield from ()
    return waits(steps, now) if state.can_take else None


def reward_house(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-O8; without a house or a free city there is none (TT-R25)."""
    yield from ()
    return waits(steps, now) if may_place_house(state, now["seat"]) else None


def may_place_house(state: ThurnAndTaxis, seat: int) -> bool:
    """Whether a seat has a house left, and a city to place it in."""
    return bool(state.houses_left(seat) and state.free_cities(seat))


def last_return(state: ThurnAndTaxis, now: Json, steps: Steps) -> Work:
    """TT-O11: only who has enough kinds is asked (TT-R30)."""
    yield from ()
    return waits(steps, now) if len(state.office_tiles(now["seat"])) >= LEAST_AT_THE_END else None


LEAST_AT_THE_END = 3
"""Office tiles of this number of kinds are worth something at the end."""


open_carriage = of(all_together, OpenCarriage)
