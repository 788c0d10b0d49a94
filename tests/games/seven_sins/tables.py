"""Tables of 7 – The Sins for the tests: random options and boards, and what must lie on any table."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from domain.games.seven_sins import RULESET
from domain.games.seven_sins.commands import Deal, Refill
from domain.games.seven_sins.facts import AbyssScored
from domain.games.seven_sins.scoring import direction
from domain.games.seven_sins.state import JUDGEMENT, STONE, SevenSins
from domain.kit.facts import Json
from domain.kit.ruleset import BadOption
from domain.kit.state import Rules
from domain.kit.table.facts import Awaited
from domain.kit.visibility import OFFICIAL
from tests.games.playing import Table, rules_of

CARDS = ("pile:", "reserve:", "opened:", "abyss", "centre")


def random_options(rng: Random, seats: int, *, penitence: bool) -> dict[str, Json]:
    """Options that a host might choose on the printed board."""
    options: dict[str, Json] = {
        "penitence": penitence,
        "stones_optional": rng.random() < 0.3,
        "stone_taking_optional": rng.random() < 0.3,
        "history": rng.choice(["kept", "fading"]),
    }
    if rng.random() < 0.5:
        options["first_seat"] = rng.randrange(seats)
    if rng.random() < 0.5:
        options["sins"] = rng.sample(RULESET.board["sins"], RULESET.board["types"][str(seats)])
    return options


def random_board(rng: Random, seats: int) -> dict[str, Json]:
    """A board that need not be playable."""
    sins = [f"sin-{n}" for n in range(rng.randint(1, 9))]
    backs = rng.sample(["I", "II", "III", "IV", "A", "b", "0"], rng.randint(1, 4))
    return {
        "sins": sins,
        "types": {str(seats): rng.randint(1, len(sins))},
        "backs": {back: rng.randint(0, 7) for back in backs},
        "stones": {str(seats): rng.randint(0, 12)},
        "points": [rng.randint(-12, 12) for _ in range(rng.randint(7, 12))],
        "abyss_threshold": rng.randint(-5, 15),
        "order": rng.choice(["anticlockwise", "clockwise"]),
        "centre": rng.randint(1, 8),
        "initial": rng.randint(1, 3),
        "judgement_per_back": rng.randint(1, 2),
        "penitence_per_sin": rng.randint(0, 3),
    }


def random_custom_rules(rng: Random, seats: int, *, penitence: bool) -> Rules:
    """The rules of a table with a random board that :func:`check_board` lets pass."""
    while True:
        options = random_options(rng, seats, penitence=penitence) | {"sins": None}
        try:
            return rules_of(RULESET, seats, options, random_board(rng, seats))
        except BadOption:
            continue


def lying(state: SevenSins, thing: str, *names: str) -> int:
    """How many known things of this kind lie in the places whose names begin so."""
    return sum(place.count(thing) for name, place in state.places.items() if name.startswith(names))


def expected_cards(state: SevenSins) -> Mapping[str, int]:
    """How many cards of each kind a table in this state holds, all places together."""
    board = state.rules.board
    each = sum(board["backs"].values())
    if state.stacked and state.rules.options["penitence"]:
        each += board["penitence_per_sin"]
    judgements = board["judgement_per_back"] * len(board["backs"]) if state.stacked else 0
    return {JUDGEMENT: judgements, **dict.fromkeys(state.sins or (), each)}


def assert_conserved(state: SevenSins) -> None:
    """Every card of every sin, each Judgement and each stone is on the table, once; nothing else is."""
    total: dict[str, int] = {}
    for name, place in state.places.items():
        assert not place.unknown, name
        for thing, number in place.known.items():
            assert number > 0, (name, thing)
            if name.startswith(CARDS):
                total[thing] = total.get(thing, 0) + number
            else:
                assert thing == STONE, (name, thing)
    assert total == {kind: number for kind, number in expected_cards(state).items() if number}
    stones = lying(state, STONE, "stones")
    assert stones == state.rules.board["stones"][str(state.rules.seats)]


def end_of(state: SevenSins) -> Mapping[str, Any]:
    """The outcome of a match that is over."""
    assert state.outcome is not None
    return state.outcome


def at_the_end(
    reserves: Mapping[int, Mapping[str, int]],
    *,
    abyss: Mapping[str, int] | None = None,
    stones: Mapping[int, int] | None = None,
    wins: str = "most",
    opened: bool = True,
    board: Mapping[str, Json] | None = None,
    **options: Json,
) -> SevenSins:
    """A table with these cards when the last Judgement has come, before or after all has been *opened*."""
    seats = len(reserves)
    state = RULESET.empty(rules_of(RULESET, seats, options, board), OFFICIAL)
    state.first = state.turn = 0
    state.stacked = True
    for seat, cards in reserves.items():
        for sin, number in cards.items():
            state.place(f"{'opened' if opened else 'reserve'}:{seat}").add(sin, number)
    for sin, number in (abyss or {}).items():
        state.place("abyss-opened" if opened else "abyss").add(sin, number)
    for seat, number in (stones or {}).items():
        state.place("stones").remove(STONE, min(number, state.places["stones"].count(STONE)))
        state.place(f"stones:{seat}").add(STONE, number)
    if opened:
        scored = 8 if wins == "most" else 7
        RULESET.evolve(state, AbyssScored(scored, direction(scored, 7)))
        RULESET.evolve(state, Awaited(tuple({"seat": seat} for seat in range(seats))))
    return state


def give(rules: Rules, *cards: str) -> Table:
    """A recorded table in play: *cards* are the first ones of the seats in turn order, then the centre."""
    table = Table(RULESET, rules)
    number = rules.seats * rules.board["initial"]
    table.of_chance(Deal(cards[:number]))
    table.of_chance(Refill(cards[number:]))
    return table
