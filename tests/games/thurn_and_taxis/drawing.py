"""Options and boards of Thurn and Taxis drawn at random, and what must lie on every table."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from domain.games.thurn_and_taxis import RULESET
from domain.games.thurn_and_taxis.state import ThurnAndTaxis
from domain.kit.facts import Json
from domain.kit.ruleset import BadOption
from domain.kit.state import Rules
from tests.games.playing import rules_of
from tests.games.preferences import SHORT

MODULES: tuple[list[str], ...] = ([], ["audience"], ["offices"], ["audience", "offices"])
OFFICES = ("postmaster", "carrier", "administrator", "cartwright")
PRINTED = RULESET.board
SHORT_BOARD = SHORT[RULESET.id]


def random_options(rng: Random, seats: int, modules: list[str] | None = None) -> dict[str, Json]:
    """Options that a host might choose."""
    return {
        "modules": rng.choice(MODULES) if modules is None else modules,
        "start_player": rng.choice(["random", *range(seats)]),
        "return_order": rng.choice(["active_first", "left_first"]),
        "allow_zero_house_province": rng.random() < 0.5,
        "all_provinces_needs_baiern": rng.random() < 0.3,
        "reshuffle": rng.choice(["lazy", "eager"]),
        "owner_memory_aid": rng.random() < 0.3,
    }


def random_board(rng: Random) -> dict[str, Json]:
    """A board that need not be playable: other values, and often only a part of the map."""
    size = rng.choice([len(PRINTED["cities"]), rng.randint(3, 12)])
    cities = [rng.choice(list(PRINTED["cities"]))]
    while len(cities) < size:
        cities.append(
            rng.choice(sorted({other for city in cities for other in PRINTED["roads"][city]} - {*cities}))
        )
    provinces = sorted({PRINTED["cities"][city]["province"] for city in cities})
    rome = rng.sample(PRINTED["rome"], rng.randint(1, len(PRINTED["rome"])))
    on_the_way = sorted(city for city, exits in PRINTED["south"].items() if exits)
    carriages = [there["carriage"] for there in rome]
    regions = [bonus for bonus in PRINTED["regions"] if set(bonus["provinces"]) <= set(provinces)]
    stacks = ["game-end", "outside-baiern", *(bonus["stack"] for bonus in regions)]
    stacks += [f"route-{length}" for length in rng.sample(range(1, 9), rng.randint(0, 4))]
    return {
        # No match would end if neither all houses could stand on the map nor the last carriage be reached.
        "houses": rng.randint(1, min(12, size)),
        "display": rng.randint(1, 8),
        "copies": rng.randint(1, 4),
        "min_route": rng.randint(1, 4 if size > 5 else 2),
        "hand_limit": rng.randint(0, 4),
        "discount": rng.randint(0, 4),
        "chips": rng.randint(0, 3),
        "carriages": [
            {"value": value, "points": rng.randint(0, 12), "copies": 4}
            for value in sorted(rng.sample(range(1, 8), rng.randint(1, 5)))
        ],
        "clergy": [{"kind": f"kind-{number}", "points": rng.randint(0, 6)} for number, _ in enumerate(rome)],
        "regions": regions,
        "outside": [{"stack": "outside-baiern", "provinces": [*({*provinces} - {"baiern"})] or provinces}],
        "rome": [
            {**there, "start": rng.choice(on_the_way), "start_of_two": rng.choice(on_the_way)} for there in rome
        ],
        "provinces": {
            province: {
                name: value
                for name, value in PRINTED["provinces"][province].items()
                if name != "carriage" or value in carriages
            }
            for province in provinces
        },
        "cities": {city: PRINTED["cities"][city] for city in cities},
        "roads": {city: [other for other in PRINTED["roads"][city] if other in cities] for city in cities},
        "bonuses": {stack: [rng.randint(0, 9) for _ in range(rng.randint(0, 4))] for stack in stacks},
        "offices": {str(seats): {office: rng.choice([1, 3, 9]) for office in OFFICES} for seats in (2, 3, 4)},
    }


def random_custom_rules(rng: Random, seats: int, mode: Any = "hosted") -> Rules:
    """The rules of a table with a random board that the ruleset lets pass."""
    while True:
        try:
            return rules_of(RULESET, seats, random_options(rng, seats), random_board(rng), mode)
        except BadOption:
            continue


def assert_conserved(state: ThurnAndTaxis, shown: Json = None, *, lawful: bool = True) -> None:
    """Every card, house, office tile and audience tile is somewhere, once; *shown* is the view, if at hand.

    Where not all was *lawful*, two houses of a seat may stand in one city.
    """
    board, seats = state.rules.board, range(state.rules.seats)
    cards: Counter[str] = Counter()
    tiles: Counter[str] = Counter()
    for name, place in state.places.items():
        assert all(number > 0 for number in place.known.values()), name
        (tiles if name.startswith(("tiles:", "space:", "evicted")) else cards).update(place.known)
    cards.update(city for route in state.routes for city in route)
    unknown = sum(place.unknown for place in state.places.values())
    assert cards.total() + unknown == board["copies"] * len(board["cities"])
    assert set(cards) <= set(board["cities"])
    assert all(number <= board["copies"] for number in cards.values())
    if state.positions is not None:
        kinds = [tile["kind"] for tile in board["clergy"]]
        assert tiles == Counter(f"{kind}:{seat}" for seat in seats if state.placed[seat] for kind in kinds)
        for kind in kinds:
            assert set(state.places[f"space:{kind}"].known) <= {f"{kind}:{seat}" for seat in seats}
    for stack, points in board["bonuses"].items():
        held = [points for mine in state.bonuses for name, points in mine if name == stack]
        assert sorted(held, reverse=True) == sorted(points[: state.taken[stack]], reverse=True)
    assert bool(state.taken["game-end"]) == (state.ender is not None and bool(board["bonuses"]["game-end"]))
    shown = shown or RULESET.view(state)
    for there in shown["seats"]:
        assert len(there["houses"]) == board["houses"] - there["houses_left"] <= board["houses"]
        assert not lawful or len(there["houses"]) == len(set(there["houses"]))
    if shown["offices"] is not None:
        for office, number in board["offices"][str(state.rules.seats)].items():
            assert (
                shown["offices"]["stacks"][office] + sum(mine[office] for mine in shown["offices"]["tiles"])
                == number
            )
        assert shown["offices"]["chips_left"] == max(0, board["chips"] - sum(shown["offices"]["chips"]))
