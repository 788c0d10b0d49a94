"""Rulings TT-R1 to TT-R60, where the printed rules leave something open; options in all their settings.

Unless a test says otherwise it is the turn of seat 0, the start player of four.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from random import Random
from typing import Any

import pytest

from domain.games.thurn_and_taxis import RULESET, facts
from domain.games.thurn_and_taxis.commands import (
    CloseRoute,
    Decline,
    DiscardCards,
    ExtendRoute,
    GiveUpRoute,
    MoveCarriage,
    PlaceHouse,
    PlaceTiles,
    ReturnTiles,
    StartRoute,
    TakeCard,
    UseAdministrator,
    UseCarrier,
    UseCartwright,
    UsePostmaster,
)
from domain.games.thurn_and_taxis.scoring import ranked
from domain.games.thurn_and_taxis.state import (
    ADMINISTRATOR,
    CARRIER,
    CARTWRIGHT,
    OFFICES,
    POSTMASTER,
    clergy,
    rome_carriages,
)
from domain.games.thurn_and_taxis.view import view
from domain.kit.facts import Fact
from domain.kit.table.facts import MatchEnded
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer
from tests.games.playing import Step, Table, only, refused, rules_of
from tests.games.thurn_and_taxis.tables import (
    BOTH,
    Scene,
    all_in,
    carriages_listed,
    closing,
    on_spaces,
    one_each,
    scene,
)

ONE_OF_EACH = dict.fromkeys(OFFICES, 1)
ALL_BUT_ONE = {POSTMASTER: 1, CARRIER: 1, CARTWRIGHT: 1}
"""What makes a set of four with the Administrator's tile."""
ALL_CITIES = " ".join(sorted(RULESET.board["cities"]))


def illegal(rule: str) -> tuple[str, str]:
    """The refusal of something that breaks *rule*."""
    return "illegal-move", rule


def returns(tiles: Mapping[int, Mapping[str, int]], seats: int = 4, **more: Any) -> tuple[Scene, list[Fact]]:
    """Seat 0 uses the Administrator and takes its last tile; the last seat has those that are missing."""
    number = RULESET.board["offices"][str(seats)][ADMINISTRATOR] - 1
    last = dict(tiles.get(seats - 1, {}))
    last[ADMINISTRATOR] = number - sum(
        mine.get(ADMINISTRATOR, 0) for seat, mine in tiles.items() if seat < seats - 1
    )
    laid = {"modules": BOTH, "hands": {0: "ulm"}, **more, "tiles": {**tiles, seats - 1: last}}
    table = scene(seats, **laid)
    return table, table.play(0, UseAdministrator())


def cartwright_asked(*, last: bool = False, seats: int = 2, **more: Any) -> Scene:
    """Seat 0 has closed a route of three, München is bare, and the Cartwright may help (*last*: his last tile)."""
    tiles: dict[int, Mapping[str, int]] = {0: more.pop("mine", {}), 1: {CARTWRIGHT: int(last)}}
    laid = {"modules": BOTH, "carriages": {0: 1}, **more}
    table = closing("augsburg munchen salzburg", seats=seats, tiles=tiles, **laid)
    table.play(0, one_each("augsburg salzburg"))
    assert table.state.wanted == "cartwright"
    return table


def types(table: Scene, told: list[Fact]) -> list[str]:
    """The types of the facts of this turn."""
    return table.type_names(takewhile(lambda fact: not isinstance(fact, facts.TurnPassed), told))


def seen(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The board as *viewer* has it."""
    return view(table.state.masked(viewer))


def listed_types(table: Scene, seat: int = 0) -> list[str]:
    """The types of the moves of a seat."""
    return [move["type"] for move in table.listed(seat)]


def face_up(table: Scene) -> str:
    """A city whose card lies face up."""
    return min(table.state.places["display"].known)


# -- returning office tiles: order and effect ---------------------------------------------------------------


@pytest.mark.scenario(96)
@pytest.mark.parametrize(
    ("turn", "order", "seats"),
    [
        (0, "active_first", (0, 1, 2)),
        (1, "active_first", (1, 2, 0)),
        (0, "left_first", (1, 2, 0)),
        (1, "left_first", (2, 0, 1)),
    ],
)
def test_r1_who_returns_first(turn, order, seats):
    table = scene(
        3,
        modules=["offices"],
        turn=turn,
        options={"return_order": order},
        hands={turn: "ulm"},
        tiles={0: {POSTMASTER: 1}, 1: {CARRIER: 1}, 2: {ADMINISTRATOR: 4}},
    )
    told = table.play(turn, UseAdministrator())
    assert facts.ReturnRoundBegan(seats) in told
    told += table.play(turn, ReturnTiles((ADMINISTRATOR,)))
    assert [fact.seat for fact in only(facts.TilesReturned, told)] == list(seats)


@pytest.mark.parametrize(
    ("at", "command", "office", "effect"),
    [
        ("take", UseAdministrator(), ADMINISTRATOR, ["DisplayDiscarded", *["CardRevealed"] * 6]),
        ("second", UsePostmaster("lodz"), POSTMASTER, ["CardTaken", "CardRevealed"]),
        ("second", UsePostmaster(), POSTMASTER, ["CardDrawn"]),
        ("carrier", UseCarrier("munchen", "right"), CARRIER, ["RouteExtended"]),
    ],
)
def test_r2_the_effect_then_the_tile_then_the_returns(at, command, office, effect):
    number = RULESET.board["offices"]["4"][office]
    table = scene(
        modules=["offices"],
        at=at,
        hands={0: "munchen"},
        routes={0: "ulm augsburg"},
        tiles={0: {CARTWRIGHT: 1}, 3: {office: number - 1}},
    )
    told = table.play(0, command)
    assert table.type_names(told) == ["OfficeUsed", *effect, "OfficeTileTaken", "ReturnRoundBegan"]
    assert table.awaited == [0]
    assert table.state.wanted == "return"


def test_r2_the_carriage_comes_before_the_cartwrights_tile():
    told = cartwright_asked(last=True, mine={POSTMASTER: 1}).play(0, UseCartwright())
    assert told == [
        facts.OfficeUsed(0, CARTWRIGHT),
        facts.CarriageTaken(0, 4, 3),
        facts.OfficeTileTaken(0, CARTWRIGHT),
        facts.ReturnRoundBegan((0, 1)),
    ]


def test_r3_whoever_is_interrupted_by_the_end_finishes_his_turn():
    table = scene(
        modules=["offices"],
        turn=3,
        at="carrier",
        hands={3: "munchen"},
        routes={3: "ulm augsburg"},
        board={"houses": 1},
        tiles={0: {CARRIER: 6}, 1: ONE_OF_EACH},
    )
    table.play(3, UseCarrier("munchen", "right"))
    told = table.then((1, ReturnTiles(OFFICES)), (1, PlaceHouse("lodz")))
    assert facts.EndTriggered(1, "houses") in told
    assert table.awaited == [3]
    told = table.play(3, all_in("baiern", "munchen"))
    assert only((facts.RouteClosed, facts.CarriageTaken), told) == [
        facts.RouteClosed(3, 3, "one-province", ("ulm", "augsburg"), "baiern"),
        facts.CarriageTaken(3, 3, 2),
    ]
    assert isinstance(told[-1], MatchEnded)


# -- what counts as using an office -------------------------------------------------------------------------


@pytest.mark.parametrize(("carriages", "asked"), [(0, False), (1, True), (2, True), (3, False), (5, False)])
def test_r4_the_cartwright_is_for_a_route_that_is_one_or_two_short(carriages, asked):
    table = closing("augsburg munchen salzburg", carriages={0: carriages}, hands={0: "ulm ulm ulm basel"})
    table.play(0, one_each("augsburg salzburg"))
    assert (table.state.wanted == "cartwright") == asked
    if not asked:
        assert table.state.wanted == "limit"
        assert refused(table, 0, UseCartwright()) == illegal("TT-B34")


def test_r4_the_carrier_needs_a_card_that_fits():
    table = scene(at="carrier", hands={0: "lodz munchen"}, routes={0: "ulm augsburg"})
    assert table.listed(0) == [
        {"type": "use-carrier", "city": {"any_of": ["munchen"]}, "end": "right"},
        {"type": "decline"},
    ]
    assert refused(table, 0, UseCarrier("lodz", "right")) == illegal("TT-B16")


def test_r4_the_postmaster_needs_a_card_and_the_administrator_only_his_moment():
    table = scene(display="basel", supply="", rest=1, hands={0: "ulm"})
    assert "use-administrator" in listed_types(table)
    assert table.play(0, TakeCard("basel")) == [facts.CardTaken(0, "basel")]
    assert table.state.wanted == "play"


def test_r5_the_forced_postmaster_gives_a_tile():
    table = scene(at="begin", modules=["offices"])
    table.play(0, TakeCard())
    assert table.play(0, UsePostmaster())[-1] == facts.OfficeTileTaken(0, POSTMASTER)
    assert table.state.tiles[0] == {POSTMASTER: 1}


def test_r6_a_reward_card_is_no_use_of_the_postmaster():
    table, _ = returns({1: {POSTMASTER: 1, CARRIER: 1}}, 3)
    told = table.then((1, ReturnTiles((POSTMASTER, CARRIER))), (1, TakeCard(face_up(table))))
    assert table.type_names(told) == ["TilesReturned", "CardTaken", "CardRevealed", "TilesReturned"]
    assert table.state.tiles[1] == {POSTMASTER: 0, CARRIER: 0}
    assert table.state.office == ADMINISTRATOR


def test_r6_whoever_was_rewarded_can_use_an_office_in_his_turn():
    table, _ = returns({1: {POSTMASTER: 1, CARRIER: 1}}, 3)
    table.then(
        (1, ReturnTiles((POSTMASTER, CARRIER))),
        (1, TakeCard()),
        (0, TakeCard()),
        (0, StartRoute("ulm")),
    )
    assert table.state.turn == 1
    assert facts.OfficeUsed(1, ADMINISTRATOR) in table.play(1, UseAdministrator())


@pytest.mark.parametrize(("offices", "forced"), [((POSTMASTER, CARRIER), False), ((POSTMASTER,), True)])
def test_r7_a_reward_card_spares_the_forced_postmaster(offices, forced):
    table, _ = returns({1: {POSTMASTER: 1, CARRIER: 1}}, 3)
    table.play(1, ReturnTiles(offices))
    if table.state.wanted == "reward-card":
        table.play(1, TakeCard())
    told = table.then((0, TakeCard()), (0, StartRoute("ulm")))
    assert facts.TurnPassed(1) in told
    assert (facts.PostmasterForced(1) in told) == forced == table.state.forced


# -- which houses -------------------------------------------------------------------------------------------


def test_r8_a_province_without_a_free_city_can_be_named():
    table = closing("augsburg munchen salzburg", modules=BOTH, houses={0: "augsburg munchen"})
    assert {"type": "close-route", "option": "one-province", "cities": [], "province": "baiern"} in table.listed(0)
    assert not only(facts.HousePlaced, table.play(0, all_in("baiern")))
    assert carriages_listed(table) == {"augsburg": ["baiern"], "munchen": ["baiern"], "salzburg": ["boehmen"]}


def test_r8_and_cannot_where_the_option_says_so():
    more = {"options": {"allow_zero_house_province": False}}
    table = closing("augsburg munchen salzburg", houses={0: "augsburg munchen"}, **more)
    assert [move.get("province") for move in table.listed(0)] == [None, "salzburg", None]
    assert refused(table, 0, all_in("baiern")) == illegal("TT-R55")


def test_r9_a_free_city_of_each_province_gets_a_house():
    table = closing("augsburg munchen salzburg", houses={0: "munchen"})
    assert refused(table, 0, one_each("munchen salzburg")) == illegal("TT-B24")
    assert refused(table, 0, one_each("salzburg")) == illegal("TT-B26")
    assert table.listed(0)[0]["cities"] == ["augsburg", "salzburg"]


@pytest.mark.parametrize("city", ["ulm", "augsburg", "munchen", "salzburg"])
def test_r10_too_few_houses_go_where_the_player_likes(city):
    table = closing("ulm augsburg munchen salzburg", board={"houses": 1})
    assert refused(table, 0, one_each()) == illegal("TT-B26")
    assert refused(table, 0, one_each("ulm salzburg")) == illegal("TT-B26")
    assert table.play(0, one_each(city))[1:4] == [
        facts.HousePlaced(0, city),
        facts.EndTriggered(0, "houses"),
        facts.BonusTaken(0, "game-end", 1),
    ]


def test_r11_cities_bare_for_lack_of_houses_move_carriages():
    table = closing("ulm augsburg munchen salzburg", modules=BOTH, board={"houses": 1})
    table.play(0, one_each("salzburg"))
    baiern = ["baiern"]
    assert carriages_listed(table) == {"ulm": ["wuerttemberg"], "augsburg": baiern, "munchen": baiern}


# -- The Audience -------------------------------------------------------------------------------------------


def test_r12_carriages_move_behind_the_returns_and_before_the_discards():
    hand = "ulm ulm ulm kempten"
    table = cartwright_asked(last=True, mine={POSTMASTER: 1}, hands={0: hand}, positions={"baiern": "freising"})
    told = table.then((0, UseCartwright()), (0, ReturnTiles((POSTMASTER,))))
    assert table.type_names(told) == [
        "OfficeUsed",
        "CarriageTaken",
        "OfficeTileTaken",
        "ReturnRoundBegan",
        "TilesReturned",
        "TilesReturned",
        "CarriageMoved",
        "RouteDiscarded",
    ]
    assert table.state.wanted == "limit"


def test_r13_moving_is_compulsory():
    table = closing("ulm augsburg munchen", modules=BOTH)
    table.play(0, all_in("baiern", "augsburg munchen"))
    assert table.awaited == [1]  # a single road: it has moved by itself
    table = closing("ulm augsburg munchen salzburg", modules=BOTH)
    table.play(0, all_in("salzburg", "salzburg"))
    assert set(listed_types(table)) == {"move-carriage"}
    assert refused(table, 0, Decline()) == illegal("TT-R53")


IN_ROME = dict.fromkeys(["baden", "wuerttemberg", "schweiz", "baiern", "boehmen"], "rom")


@pytest.mark.parametrize(
    ("option", "lapsed"),
    [
        (all_in("wuerttemberg", "ulm"), [facts.CardsLapsed(0, ("augsburg", "innsbruck"))]),
        (one_each("ulm augsburg innsbruck"), []),
    ],
)
def test_r14_with_all_carriages_in_rome_nobody_is_asked(option: CloseRoute, lapsed):
    told = closing("ulm augsburg innsbruck", modules=BOTH, positions=IN_ROME).play(0, option)
    assert only((facts.CarriageMoved, facts.CardsLapsed), told) == lapsed
    assert facts.TurnPassed(1) in told


@pytest.mark.parametrize("second", ["baden", "boehmen"])
def test_r15_jokers_may_move_the_same_carriage_or_another(second):
    table = closing("ulm augsburg munchen", modules=BOTH, positions={"baiern": "rom"})
    table.play(0, all_in("wuerttemberg", "ulm"))
    table.play(0, MoveCarriage("augsburg", "baden", "luzern"))
    to = {"baden": "como", "boehmen": "villach"}[second]
    assert table.play(0, MoveCarriage("munchen", second, to))[0] == facts.CarriageMoved(0, "munchen", second, to)


def test_r16_a_card_moves_its_own_carriage_as_long_as_it_can():
    table = closing("ulm augsburg munchen", modules=BOTH, positions={"baiern": "siena"})
    table.play(0, all_in("wuerttemberg", "ulm"))
    assert carriages_listed(table) == {"augsburg": ["baiern"], "munchen": ["baiern"]}
    assert refused(table, 0, MoveCarriage("munchen", "schweiz", "chur")) == illegal("TT-R16")
    table.play(0, MoveCarriage("munchen", "baiern", "rom"))
    assert carriages_listed(table) == {"augsburg": ["baden", "wuerttemberg", "schweiz", "boehmen"]}


@pytest.mark.parametrize("card", ["augsburg", "munchen", "salzburg"])
def test_r17_cards_in_any_order_and_each_arrival_at_once(card):
    positions = {"baiern": "siena", "boehmen": "siena"}
    table = closing("ulm augsburg munchen salzburg", modules=BOTH, positions=positions)
    table.play(0, all_in("wuerttemberg", "ulm"))
    carriage = table.state.moved_by(card)[0]
    told = table.play(0, MoveCarriage(card, carriage, "rom"))
    assert table.type_names(told) == ["CarriageMoved", "CarriageOpened", "TilesReceived"]
    assert not any(carriage in movable for movable in carriages_listed(table).values())


@pytest.mark.parametrize(
    ("first", "cardinals", "gone"),
    [("munchen", [2], {"cardinal:0", "cardinal:1"}), ("salzburg", [0, 1], {"cardinal:2"})],
)
def test_r18_the_second_arrival_may_evict_tiles_of_the_first(first, cardinals, gone):
    table = closing(
        "augsburg munchen salzburg",
        modules=BOTH,
        houses={0: "munchen"},
        loads={"baiern": "cardinal cardinal bishop bishop", "boehmen": "priest priest cardinal priest"},
        positions={"baiern": "viterbo", "boehmen": "viterbo"},
    )
    table.play(0, all_in("baiern", "augsburg"))
    told = table.play(0, MoveCarriage(first, table.state.moved_by(first)[0], "rom"))
    assert len(only(facts.CarriageOpened, told)) == 2
    assert on_spaces(table.state) == {"cardinal": cardinals, "bishop": [2, 3], "priest": [0, 1, 3]}
    assert set(table.state.places["evicted"].known) == gone


def test_r19_tiles_that_come_together_share_the_space():
    loads = {"boehmen": "abbot abbot abbot abbot"}
    table = closing("regensburg passau salzburg", modules=BOTH, loads=loads, positions={"boehmen": "viterbo"})
    told = table.play(0, all_in("baiern", "regensburg passau"))
    everybody = ("abbot:0", "abbot:1", "abbot:2", "abbot:3")
    assert only((facts.TilesEvicted, facts.TilesReceived), told) == [facts.TilesReceived("abbot", everybody)]


def test_r20_the_mover_may_lose_a_tile_to_others():
    loads = {"baden": "cardinal priest priest priest", "boehmen": "bishop cardinal bishop bishop"}
    positions = {"baden": "rom", "boehmen": "viterbo"}
    table = closing("regensburg passau salzburg", modules=BOTH, loads=loads, positions=positions)
    told = table.play(0, all_in("baiern", "regensburg passau"))
    assert only(facts.TilesEvicted, told) == [facts.TilesEvicted("cardinal", ("cardinal:0",))]
    assert on_spaces(table.state) == {"priest": [1, 2, 3], "bishop": [0, 2, 3], "cardinal": [1]}


def new_match(seats: int = 3) -> Table:
    """A match of both modules that has just been laid."""
    table = Table(RULESET, rules_of(RULESET, seats, {"modules": list(BOTH), "start_player": 0}))
    table.settle()
    return table


def test_r20_nobody_has_two_tiles_of_a_kind():
    kinds = clergy(RULESET.board)
    assert refused(new_match(), 0, PlaceTiles(("cardinal", *kinds[1:]))) == illegal("TT-A3")


@pytest.mark.parametrize(
    ("city", "carriage"),
    [("innsbruck", "schweiz"), ("sigmaringen", "wuerttemberg"), ("salzburg", "boehmen"), ("linz", "boehmen")],
)
def test_r21_carriages_of_paired_provinces(city, carriage):
    assert scene(modules=BOTH).state.moved_by(city) == [carriage]


def test_r22_there_is_one_carriage_for_boehmen_and_salzburg():
    assert rome_carriages(RULESET.board) == ("baden", "wuerttemberg", "schweiz", "baiern", "boehmen")
    assert scene(modules=BOTH).state.moved_by("pilsen") == ["boehmen"]
    assert not {"red", "salzburg"} & set(rome_carriages(RULESET.board))


def test_r23_a_route_given_up_moves_nothing():
    table = scene(modules=BOTH, at="play", hands={0: "lodz"}, routes={0: "augsburg munchen salzburg"})
    assert table.play(0, GiveUpRoute("lodz")) == [
        facts.RouteGivenUp(0, ("augsburg", "munchen", "salzburg")),
        facts.RouteStarted(0, "lodz"),
        facts.TurnPassed(1),
        facts.PostmasterForced(1),
    ]


def test_r24_a_returned_house_moves_nothing_now_and_is_an_older_house_later():
    hands = {0: "ulm", 1: "salzburg"}
    table, _ = returns({1: ONE_OF_EACH}, 3, hands=hands, routes={1: "augsburg munchen"})
    told = table.then((1, ReturnTiles(OFFICES)), (1, PlaceHouse("munchen")))
    assert table.type_names(told) == ["TilesReturned", "HousePlaced", "TilesReturned"]
    table.then((0, TakeCard()), (0, StartRoute("ulm")))
    table.then((1, TakeCard()), (1, Decline()), (1, ExtendRoute("salzburg", "right")), (1, Decline()))
    told = table.play(1, all_in("baiern", "augsburg"))
    assert only(facts.RouteClosed, told)[0].bare == ("munchen", "salzburg")


# -- what returned tiles are worth --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "more",
    [
        {"board": {"houses": 1}, "houses": {1: "lodz"}, "ender": 1},
        {"board": {"houses": 23}, "houses": {1: ALL_CITIES}},
    ],
)
def test_r25_four_tiles_without_a_house_or_a_free_city_are_worth_nothing(more):
    table, _ = returns({1: ONE_OF_EACH}, 3, **more)
    assert table.play(1, ReturnTiles(OFFICES)) == [
        facts.TilesReturned(1, tuple(sorted(OFFICES))),
        facts.TilesReturned(2, (ADMINISTRATOR,)),
    ]


def test_r25_a_house_need_not_be_placed_and_three_tiles_are_a_chip():
    table, _ = returns({1: ONE_OF_EACH}, 3)
    table.play(1, ReturnTiles(OFFICES))
    assert listed_types(table, 1) == ["place-house", "decline"]
    assert table.play(1, Decline())[0] == facts.Declined(1, "reward-house")
    table, _ = returns({1: ONE_OF_EACH}, 3)
    three = (ADMINISTRATOR, CARRIER, POSTMASTER)
    assert table.play(1, ReturnTiles(three))[:2] == [facts.TilesReturned(1, three), facts.ChipTaken(1)]


def test_r26_a_reward_card_can_only_be_a_face_up_one():
    table = cartwright_asked(last=True, mine={POSTMASTER: 1}, display="basel budweis", supply="", rest=1)
    table.then((0, UseCartwright()), (0, ReturnTiles((POSTMASTER, CARTWRIGHT))))
    assert table.listed(0) == [
        {"type": "take-card", "city": {"any_of": ["basel", "budweis"]}},
        {"type": "decline"},
    ]
    assert refused(table, 0, TakeCard()) == illegal("TT-R35")
    assert table.play(0, TakeCard("basel"))[:2] == [
        facts.CardTaken(0, "basel"),
        facts.TilesReturned(1, (CARTWRIGHT,)),
    ]


def test_r26_without_any_card_there_is_no_reward():
    table = cartwright_asked(last=True, mine={POSTMASTER: 1}, display="", supply="", rest=1)
    told = table.then((0, UseCartwright()), (0, ReturnTiles((POSTMASTER, CARTWRIGHT))))
    assert table.type_names(told)[4:6] == ["TilesReturned", "TilesReturned"]


@pytest.mark.parametrize("declined", [True, False])
def test_r27_the_display_is_filled_up_before_the_next_player_returns(declined):
    table, _ = returns({0: {POSTMASTER: 1}, 1: {CARRIER: 2, POSTMASTER: 1}}, 3)
    table.play(0, ReturnTiles((POSTMASTER, ADMINISTRATOR)))
    assert table.awaited == [0]
    told = table.play(0, Decline() if declined else TakeCard(face_up(table)))
    assert types(table, told) == (["Declined"] if declined else ["CardTaken", "CardRevealed"])
    assert table.awaited == [1]
    assert len(table.state.places["display"]) == 6


@pytest.mark.parametrize(("order", "seats"), [("active_first", [1, 2]), ("left_first", [2, 1])])
def test_r28_the_earlier_of_two_last_houses_takes_the_tile(order, seats):
    tiles = {1: ALL_BUT_ONE, 2: ONE_OF_EACH, 3: {ADMINISTRATOR: 4}}
    more = {"board": {"houses": 1}, "options": {"return_order": order}}
    table = scene(turn=1, modules=BOTH, hands={1: "ulm"}, tiles=tiles, **more)
    told = table.play(1, UseAdministrator())
    for seat in seats:
        told += table.then((seat, ReturnTiles(OFFICES)), (seat, PlaceHouse("ulm")))
    assert [fact.seat for fact in only(facts.HousePlaced, told)] == seats
    assert only((facts.EndTriggered, facts.BonusTaken), told) == [
        facts.EndTriggered(seats[0], "houses"),
        facts.BonusTaken(seats[0], "game-end", 1),
    ]


def test_r29_the_last_carriage_by_the_last_cartwright():
    tiles = {0: {POSTMASTER: 1}, 1: {CARTWRIGHT: 1}}
    table = closing("lodz pilsen nurnberg wurzburg mannheim", seats=2, modules=BOTH, carriages={0: 4}, tiles=tiles)
    table.play(0, one_each("lodz pilsen nurnberg mannheim"))
    assert table.play(0, UseCartwright()) == [
        facts.OfficeUsed(0, CARTWRIGHT),
        facts.CarriageTaken(0, 7, 10),
        facts.EndTriggered(0, "carriage"),
        facts.BonusTaken(0, "game-end", 1),
        facts.OfficeTileTaken(0, CARTWRIGHT),
        facts.ReturnRoundBegan((0, 1)),
    ]


# -- the last return ----------------------------------------------------------------------------------------


def last_returns(tiles: Mapping[int, Mapping[str, int]], **more: Any) -> Scene:
    """The last turn of the match has ended; seat 3 has triggered its end."""
    return scene(**{"modules": BOTH, "at": "over", "turn": 3, "ender": 3, "tiles": tiles, **more})


def test_r30_only_those_with_three_kinds_are_asked_and_may_decline():
    two = {POSTMASTER: 3, CARRIER: 1}
    three = {POSTMASTER: 1, CARRIER: 1, CARTWRIGHT: 1}
    table = last_returns({0: two, 1: three, 3: three}, first=0)
    assert table.awaited == [1]
    assert table.listed(1) == [
        {
            "type": "return-tiles",
            "offices": {"some_of": [POSTMASTER, CARRIER, CARTWRIGHT], "min": 3, "max": 3},
        },
        {"type": "decline"},
    ]
    assert refused(table, 1, ReturnTiles((POSTMASTER, CARRIER))) == illegal("TT-R30")
    assert table.play(1, Decline()) == [facts.Declined(1, "last-return")]
    assert table.awaited == [3]
    assert only(facts.ChipTaken, table.play(3, ReturnTiles((POSTMASTER, CARRIER, CARTWRIGHT)))) == [
        facts.ChipTaken(3)
    ]
    assert [fact.chips for fact in only(facts.SeatScored, table.steps[-1].facts)] == [0, 0, 0, 1]


def test_r30_a_last_house_takes_tiles_of_regions_and_none_for_the_end():
    houses = "stuttgart ulm freiburg basel innsbruck linz pilsen lodz"
    table = last_returns(
        {1: ONE_OF_EACH}, board={"houses": 9}, houses={1: houses}, display="basel", supply="", rest=2
    )
    told = table.then((1, ReturnTiles(OFFICES)), (1, PlaceHouse("sigmaringen")))
    assert only((facts.HousePlaced, facts.EndTriggered, facts.BonusTaken), told) == [
        facts.HousePlaced(1, "sigmaringen"),
        facts.BonusTaken(1, "wuerttemberg-hohenzollern", 3),
        facts.BonusTaken(1, "outside-baiern", 6),
    ]
    assert [fact.houses for fact in only(facts.SeatScored, told)] == [9, 0, 9, 9]


def test_r30_a_last_house_need_not_be_placed():
    table = last_returns({1: ONE_OF_EACH})
    told = table.then((1, ReturnTiles(OFFICES)), (1, Decline()))
    assert [fact.houses for fact in only(facts.SeatScored, told)] == [20] * 4


def test_r31_everybody_returns_once_and_no_round_follows():
    table = last_returns({0: {POSTMASTER: 2, CARRIER: 2, CARTWRIGHT: 2}}, seats=2, turn=1, ender=1)
    assert table.state.stacks[CARTWRIGHT] == 0
    told = table.play(0, ReturnTiles((POSTMASTER, CARRIER, CARTWRIGHT)))
    assert not only(facts.ReturnRoundBegan, told)
    assert isinstance(told[-1], MatchEnded)


def test_r32_chips_are_counted_although_there_are_no_more():
    table, _ = returns({1: ONE_OF_EACH}, 3, chips={0: 12})
    assert seen(table, PUBLIC)["offices"]["chips_left"] == 0
    assert facts.ChipTaken(1) in table.play(1, ReturnTiles((POSTMASTER, CARRIER, CARTWRIGHT)))
    assert seen(table, PUBLIC)["offices"]["chips"] == [12, 1, 0]
    assert seen(table, PUBLIC)["offices"]["chips_left"] == 0


@pytest.mark.parametrize(("others", "rounds"), [(5, 1), (4, 0)])
def test_r33_returns_begin_when_the_last_tile_is_taken(others, rounds):
    table = scene(modules=BOTH, hands={0: "ulm"}, tiles={3: {ADMINISTRATOR: others}})
    assert len(only(facts.ReturnRoundBegan, table.play(0, UseAdministrator()))) == rounds


def uses_office(step: Step) -> bool:
    """Whether a decision uses an office holder."""
    return bool(only(facts.OfficeUsed, step.facts))


@pytest.mark.parametrize("seats", [2, 4])
def test_r34_no_stack_is_empty_when_an_office_can_be_used(seats):
    table = Table(RULESET, rules_of(RULESET, seats, {"modules": ["offices"]}, {"houses": 6}))
    table.play_on(Random(seats))
    before = [state for step, state in zip(table.steps[1:], table.states, strict=False) if uses_office(step)]
    assert before
    assert all(min(state.stacks.values()) > 0 for state in before)


# -- the supply ---------------------------------------------------------------------------------------------


@pytest.mark.scenario(13)
def test_r35_lazy_shuffling_waits_for_the_next_card_needed():
    table = scene(hands={0: "ulm"}, supply="kempten")
    assert table.play(0, TakeCard()) == [facts.CardDrawn(0, "kempten")]
    discards = len(table.state.places["discards"])
    told = table.play(0, UsePostmaster())
    assert told == [
        facts.OfficeUsed(0, POSTMASTER),
        facts.SupplyShuffled(discards),
        *only(facts.CardDrawn, told),
    ]


@pytest.mark.scenario(13)
def test_r35_eager_shuffling_comes_behind_the_last_card():
    options = {"reshuffle": "eager"}
    table = scene(hands={0: "ulm"}, supply="kempten", options=options)
    discards = len(table.state.places["discards"])
    assert table.play(0, TakeCard()) == [facts.CardDrawn(0, "kempten"), facts.SupplyShuffled(discards)]
    table = scene(hands={0: "ulm"}, supply="kempten", options=options)
    assert table.play(0, TakeCard("lodz")) == [
        facts.CardTaken(0, "lodz"),
        facts.CardRevealed("kempten"),
        facts.SupplyShuffled(discards),
    ]


def test_r35_eager_shuffling_without_discards_waits_for_the_next_card_needed():
    more = {"options": {"reshuffle": "eager"}, "routes": {0: "ulm augsburg"}, "hands": {0: "lodz"}}
    table = scene(supply="kempten", rest=1, **more)
    told = table.then((0, TakeCard()), (0, Decline()), (0, GiveUpRoute("lodz")))
    assert not only(facts.SupplyShuffled, told)
    assert len(table.state.places["discards"]) == 2
    assert facts.SupplyShuffled(2) in table.then((0, Decline()), (1, TakeCard()))


@pytest.mark.parametrize("reshuffle", ["lazy", "eager"])
def test_r36_supply_and_discards_both_empty(reshuffle):
    table = scene(supply="", rest=1, hands={0: "ulm"}, options={"reshuffle": reshuffle})
    assert refused(table, 0, TakeCard()) == illegal("TT-R35")
    assert table.play(0, TakeCard("lodz")) == [facts.CardTaken(0, "lodz")]


@pytest.mark.parametrize("reshuffle", ["lazy", "eager"])
def test_r37_the_cards_that_were_discarded_may_come_back(reshuffle):
    table = scene(supply="", rest=1, hands={0: "ulm"}, options={"reshuffle": reshuffle})
    told = table.play(0, UseAdministrator())
    assert told[2] == facts.SupplyShuffled(6)
    shown = sorted(fact.card for fact in only(facts.CardRevealed, told))
    assert tuple(shown) == only(facts.DisplayDiscarded, told)[0].cities


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"at": "second"}, "TT-B13"),
        ({"at": "play", "office": POSTMASTER}, "TT-B6"),
        ({"at": "play"}, "TT-B13"),
        ({"at": "take", "forced": True}, "TT-B11"),
    ],
)
def test_r38_the_administrator_comes_first_or_not_at_all(more, rule):
    assert refused(scene(hands={0: "ulm"}, **more), 0, UseAdministrator()) == illegal(rule)


# -- routes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("end", "route"), [("left", ("pilsen", "lodz")), ("right", ("lodz", "pilsen"))])
def test_r39_a_new_route_can_be_extended_by_the_carrier(end, route):
    table = scene(at="play", routes={0: "ulm augsburg"}, hands={0: "lodz pilsen ulm"})
    table.play(0, GiveUpRoute("lodz"))
    assert refused(table, 0, UseCarrier("ulm", "right")) == illegal("TT-B16")
    assert table.play(0, UseCarrier("pilsen", end))[:2] == [
        facts.OfficeUsed(0, CARRIER),
        facts.RouteExtended(0, "pilsen", end),
    ]
    assert table.state.routes[0] == route


def test_r39_a_route_extended_is_not_given_up_for_the_second_card():
    table = scene(at="play", routes={0: "ulm augsburg"}, hands={0: "munchen lodz"})
    table.play(0, ExtendRoute("munchen", "right"))
    assert refused(table, 0, GiveUpRoute("lodz")) == illegal("TT-B5")
    assert refused(table, 0, StartRoute("lodz")) == illegal("TT-B5")


def test_r40_a_route_may_be_given_up_although_a_card_fits():
    table = scene(at="play", routes={0: "ulm augsburg"}, hands={0: "munchen"})
    assert listed_types(table) == ["extend-route", "give-up-route"]
    assert table.play(0, GiveUpRoute("munchen"))[:2] == [
        facts.RouteGivenUp(0, ("ulm", "augsburg")),
        facts.RouteStarted(0, "munchen"),
    ]


# -- bonus tiles --------------------------------------------------------------------------------------------

SEVEN = "lodz pilsen nurnberg wurzburg mannheim carlsruhe freiburg"


@pytest.mark.parametrize(("gone", "bonus"), [(3, ("route-7", 1)), (4, ("route-6", 3))])
def test_r41_a_lower_tile_only_where_the_own_stack_is_empty(gone, bonus):
    told = closing(SEVEN, bonuses={1: "route-7 " * gone}).play(0, all_in("polen", "lodz"))
    assert only(facts.BonusTaken, told) == [facts.BonusTaken(0, *bonus)]


@pytest.mark.parametrize(("length", "gone"), [(5, "route-5 route-5"), (4, "")])
def test_r42_no_tile_of_a_longer_route_instead(length, gone):
    route = " ".join(SEVEN.split()[:length])
    assert not only(facts.BonusTaken, closing(route, bonuses={1: gone}).play(0, all_in("polen", "lodz")))


OUTSIDE = "freiburg basel innsbruck ulm sigmaringen linz pilsen"


@pytest.mark.parametrize(
    ("needs_baiern", "houses", "points"),
    [
        (False, OUTSIDE, 6),
        (True, OUTSIDE, None),
        (True, f"{OUTSIDE} munchen", 6),
        (False, OUTSIDE.removeprefix("freiburg "), None),
    ],
)
def test_r43_outside_baiern(needs_baiern, houses, points):
    options = {"all_provinces_needs_baiern": needs_baiern}
    table = closing("lodz pilsen nurnberg", houses={0: houses}, options=options)
    told = table.play(0, all_in("polen", "lodz"))
    assert only(facts.BonusTaken, told) == ([facts.BonusTaken(0, "outside-baiern", points)] if points else [])


def test_r43_lodz_is_needed():
    table = closing("budweis pilsen nurnberg", houses={0: OUTSIDE})
    assert not only(facts.BonusTaken, table.play(0, one_each("budweis nurnberg")))


def test_r44_and_r46_the_order_of_bonuses_and_one_tile_for_two_triggers():
    new = "basel freiburg ulm ingolstadt pilsen lodz"
    older = " ".join(city for city in ALL_CITIES.split() if city not in new.split())
    route = "basel freiburg sigmaringen ulm ingolstadt regensburg pilsen lodz"
    table = closing(route, board={"houses": 22}, houses={0: older}, carriages={0: 4})
    told = table.play(0, one_each(new))
    assert told[7:17] == [
        facts.EndTriggered(0, "houses"),
        facts.BonusTaken(0, "game-end", 1),
        facts.BonusTaken(0, "route-7", 4),
        facts.BonusTaken(0, "baden", 3),
        facts.BonusTaken(0, "wuerttemberg-hohenzollern", 3),
        facts.BonusTaken(0, "schweiz-tyrol", 3),
        facts.BonusTaken(0, "boehmen-salzburg", 4),
        facts.BonusTaken(0, "baiern", 5),
        facts.BonusTaken(0, "outside-baiern", 6),
        facts.CarriageTaken(0, 7, 10),
    ]
    assert len(only(facts.EndTriggered, told)) == 1


def test_r44_the_last_carriage_triggers_behind_the_bonuses():
    told = closing(SEVEN, carriages={0: 4}).play(0, all_in("polen", "lodz"))
    assert told[2:6] == [
        facts.BonusTaken(0, "route-7", 4),
        facts.CarriageTaken(0, 7, 10),
        facts.EndTriggered(0, "carriage"),
        facts.BonusTaken(0, "game-end", 1),
    ]


@pytest.mark.parametrize("more", [{"board": {"houses": 1}}, {"carriages": {0: 4}}])
def test_r45_the_first_trigger_alone_has_the_tile(more):
    told = closing(SEVEN, ender=2, **more).play(0, all_in("polen", "lodz"))
    assert not only(facts.EndTriggered, told)
    assert [fact.stack for fact in only(facts.BonusTaken, told)] == ["route-7"]


# -- more of the Rome board ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("city", "awaited"), [("freising", 1), ("andechs", 0)])
def test_r47_a_single_road_needs_no_decision(city, awaited):
    table = closing("augsburg munchen salzburg", modules=BOTH, positions={"baiern": city})
    told = table.play(0, one_each("augsburg salzburg"))
    assert table.awaited == [awaited]
    assert len(only(facts.CarriageMoved, told)) == awaited


def test_r48_two_carriages_in_one_city_have_nothing_to_do_with_each_other():
    table = closing("freiburg zurich sigmaringen", seats=2, modules=BOTH)
    table.play(0, all_in("baden", "freiburg"))
    assert table.state.positions["wuerttemberg"] == table.state.positions["schweiz"] == "como"
    told = table.play(0, MoveCarriage("zurich", "schweiz", "verona"))
    assert told == [facts.CarriageMoved(0, "zurich", "schweiz", "verona")]
    assert table.state.positions["wuerttemberg"] == "como"


@pytest.mark.parametrize(
    ("seats", "starts"),
    [
        (2, ["mailand", "como", "como", "trient", "udine"]),
        (3, ["loerrach", "tuttlingen", "st-gallen", "freising", "hallstadt"]),
        (4, ["loerrach", "tuttlingen", "st-gallen", "freising", "hallstadt"]),
    ],
)
def test_r49_where_the_carriages_start(seats, starts):
    positions = new_match(seats).state.positions
    assert [positions[carriage] for carriage in rome_carriages(RULESET.board)] == starts


# -- ties, and what must be placed --------------------------------------------------------------------------


@pytest.mark.parametrize(("ender", "winner", "by"), [(3, 0, "order"), (0, 0, "points"), (1, 1, "points")])
def test_r50_points_of_the_modules_count_and_the_rule_of_ties_stays(ender, winner, by):
    table = scene(
        modules=BOTH,
        at="over",
        turn=3,
        ender=ender,
        board={"houses": 1},
        chips={0: 4},
        loads={"baden": "ministrant cardinal priest priest"},
        positions={"baden": "rom"},
    )
    outcome = table.state.outcome
    assert [score - (seat == ender) for seat, score in enumerate(outcome["scores"])] == [4, 4, 1, 1]
    assert (outcome["winners"], outcome["decided_by"]) == ([winner], by)


@pytest.mark.parametrize("modules", [(), ("audience",), ("offices",), BOTH])
def test_r51_all_houses_must_be_placed_in_every_configuration(modules):
    table = closing("ulm augsburg munchen", modules=modules)
    for option in [one_each("ulm"), one_each(), all_in("baiern", "munchen"), all_in("wuerttemberg")]:
        assert refused(table, 0, option) == illegal("TT-B26")
    table.play(0, all_in("baiern", "augsburg munchen"))


# -- the exhausted table ------------------------------------------------------------------------------------


def test_r52_a_short_display_is_filled_up_when_a_route_is_given_up():
    table = scene(at="play", display="lodz", supply="", rest=1, routes={0: "ulm augsburg"}, hands={0: "basel"})
    told = table.play(0, GiveUpRoute("basel"))
    assert types(table, told) == [
        "RouteGivenUp",
        "RouteStarted",
        "SupplyShuffled",
        "CardRevealed",
        "CardRevealed",
    ]


def test_r52_a_short_display_is_filled_up_before_cards_of_the_hand_are_chosen():
    hand = "basel basel freiburg freiburg"
    table = closing("ulm augsburg munchen", display="lodz", supply="", rest=1, hands={0: hand})
    told = table.play(0, all_in("baiern", "augsburg munchen"))
    assert types(table, told)[-5:] == ["RouteDiscarded", "SupplyShuffled", *["CardRevealed"] * 3]
    assert table.state.wanted == "limit"
    told = table.play(0, DiscardCards(("basel",)))
    assert told[:3] == [
        facts.CardsDiscarded(0, ("basel",)),
        facts.SupplyShuffled(1),
        facts.CardRevealed("basel"),
    ]


@pytest.mark.scenario(94)
def test_r52_a_draw_is_skipped_without_a_card():
    table = scene(at="begin", display="", supply="", rest=1, hands={0: "ulm"})
    assert table.began[1:] == [facts.TurnPassed(0), facts.StepSkipped(0, "take")]
    assert table.state.wanted == "play"
    assert refused(table, 0, UseAdministrator()) == illegal("TT-B13")


def test_r52_a_draw_is_skipped_when_a_reward_has_taken_the_last_card():
    tiles = {0: {POSTMASTER: 1}}
    table, told = returns(tiles, 2, display="basel", supply="", rest=1)
    assert only(facts.CardRevealed, told) == [facts.CardRevealed("basel")]
    table.play(0, ReturnTiles((POSTMASTER, ADMINISTRATOR)))
    assert table.play(0, TakeCard("basel")) == [
        facts.CardTaken(0, "basel"),
        facts.TilesReturned(1, (ADMINISTRATOR,)),
        facts.StepSkipped(0, "take"),
    ]
    assert table.state.wanted == "play"


def test_r52_the_administrator_works_with_fewer_cards():
    table = scene(display="basel lodz", supply="", rest=1, hands={0: "ulm"})
    assert table.play(0, UseAdministrator())[1:3] == [
        facts.DisplayDiscarded(("basel", "lodz")),
        facts.SupplyShuffled(2),
    ]


def test_r52_a_forced_postmaster_without_a_card_is_no_use_and_bars_the_others():
    table = scene(at="begin", modules=BOTH, display="munchen", supply="", rest=1, routes={0: "ulm augsburg"})
    assert table.play(0, TakeCard("munchen"))[1] == facts.StepSkipped(0, "second")
    table.play(0, ExtendRoute("munchen", "right"))
    assert (table.state.office, table.state.wanted, table.state.tiles[0]) == (None, "close", {})
    assert refused(table, 0, UseCarrier("lodz", "right")) == illegal("TT-B11")


def test_r52_a_voluntary_postmaster_is_not_offered_without_a_card():
    table = scene(display="basel", supply="", rest=1, hands={0: "ulm"})
    assert table.play(0, TakeCard("basel")) == [facts.CardTaken(0, "basel")]
    assert table.state.wanted == "play"
    assert refused(table, 0, UsePostmaster()) == illegal("TT-B10")


def test_r52_without_a_card_to_play_the_route_stays_and_must_be_closed_if_it_can_be():
    table = scene(at="begin", display="", supply="", rest=1, routes={0: "ulm augsburg munchen"})
    assert table.began[-1] == facts.StepSkipped(0, "play")
    assert set(listed_types(table)) == {"close-route"}
    assert refused(table, 0, Decline()) == illegal("TT-R52")
    assert table.play(0, all_in("wuerttemberg", "ulm"))[0].TYPE == "RouteClosed"


def test_r52_a_turn_may_have_no_decision():
    table = scene(at="begin", display="", supply="", rest=1, routes={0: "ulm augsburg"})
    assert facts.TurnPassed(1) in table.began
    assert table.state.routes[0] == ("ulm", "augsburg")
    assert table.awaited == [1]


# -- what is decided by itself ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ({}, "carrier"),
        ({"hands": {0: "munchen"}}, "close"),
        ({"office": ADMINISTRATOR}, "close"),
        ({"forced": True}, "close"),
    ],
)
def test_r53_the_carrier_is_asked_for_whenever_it_could_be(more, wanted):
    laid = {"hands": {0: "munchen lodz"}, "routes": {0: "ulm augsburg"}, **more}
    table = scene(at="play", **laid)
    table.play(0, ExtendRoute("munchen", "right"))
    assert table.state.wanted == wanted
    if wanted == "carrier":
        assert table.listed(0) == [{"type": "decline"}]


def test_r53_no_choice_from_a_hand_is_made_by_itself():
    table = scene(at="play", hands={0: "lodz"})
    assert table.listed(0) == [{"type": "start-route", "city": {"any_of": ["lodz"]}}]
    assert table.awaited == [0]
    table = closing("ulm augsburg munchen", board={"hand_limit": 0}, hands={0: "lodz"})
    table.play(0, all_in("baiern", "augsburg munchen"))
    assert table.state.wanted == "limit"


def test_r53_a_single_set_is_returned_by_itself_and_a_choice_is_not():
    table, told = returns({1: {POSTMASTER: 2}, 2: {POSTMASTER: 1, CARRIER: 1}})
    assert told[-2:] == [facts.TilesReturned(0, (ADMINISTRATOR,)), facts.TilesReturned(1, (POSTMASTER,))]
    assert [step.automatic for step in table.steps[-2:]] == [True, True]
    assert table.awaited == [2]


def test_r53_a_last_return_that_is_impossible_is_not_asked_for():
    table = last_returns({0: {POSTMASTER: 2, CARRIER: 1}})
    assert isinstance(table.began[-1], MatchEnded)


# -- interrupts ---------------------------------------------------------------------------------------------


def test_r54_each_reward_comes_at_once_and_a_repeated_round_begins_with_the_same_seat():
    tiles = {
        0: {POSTMASTER: 2, CARTWRIGHT: 1},
        1: {POSTMASTER: 1, CARRIER: 1, CARTWRIGHT: 2, ADMINISTRATOR: 1},
        2: {POSTMASTER: 1, CARRIER: 1, CARTWRIGHT: 1},
    }
    board = {"houses": 1}
    table, told = returns(tiles, board=board, supply="kempten kempten kempten ulm ulm augsburg augsburg")
    told += table.then(
        (0, ReturnTiles((POSTMASTER, ADMINISTRATOR))),
        (0, TakeCard(face_up(table))),
        (1, ReturnTiles(OFFICES)),
        (1, PlaceHouse("lodz")),
        (2, ReturnTiles((POSTMASTER, CARRIER, CARTWRIGHT))),
    )
    behind = told.index(facts.ReturnRoundBegan((0, 1, 2, 3)))
    assert table.type_names(told[behind:]) == [
        "ReturnRoundBegan",
        "TilesReturned",
        "CardTaken",
        "CardRevealed",
        "TilesReturned",
        "HousePlaced",
        "EndTriggered",
        "BonusTaken",
        "TilesReturned",
        "ChipTaken",
        "TilesReturned",
    ]
    assert table.awaited == [0]
    assert table.state.wanted == "take"


@pytest.mark.parametrize(("order", "seats"), [("active_first", (0, 1, 2)), ("left_first", (1, 2, 0))])
def test_r54_a_repeated_round_skips_whoever_has_no_tile_left(order, seats):
    table = closing(
        "augsburg munchen salzburg",
        seats=3,
        modules=BOTH,
        carriages={0: 1},
        tiles={0: {POSTMASTER: 1}, 1: {CARTWRIGHT: 2, CARRIER: 1}, 2: {POSTMASTER: 1}},
        options={"return_order": order},
    )
    told = table.then((0, one_each("augsburg salzburg")), (0, UseCartwright()))
    first = {0: POSTMASTER, 1: CARRIER, 2: POSTMASTER}
    for seat in (seat for seat in seats if seat != 2):
        told += table.play(seat, ReturnTiles((first[seat],)))
    assert only((facts.ReturnRoundBegan, facts.TilesReturned), told) == [
        facts.ReturnRoundBegan(seats),
        *(facts.TilesReturned(seat, (first[seat],)) for seat in seats),
        facts.ReturnRoundBegan(seats),
        *(facts.TilesReturned(seat, (CARTWRIGHT,)) for seat in seats if seat != 2),
    ]


def test_r54_a_reward_card_of_the_closer_counts_for_the_limit_of_his_hand():
    table = cartwright_asked(
        last=True, mine={POSTMASTER: 1}, hands={0: "basel lodz ulm"}, positions={"baiern": "ettal"}
    )
    told = table.then((0, UseCartwright()), (0, ReturnTiles((POSTMASTER, CARTWRIGHT))), (0, TakeCard("linz")))
    assert table.type_names(told)[-2:] == ["CarriageMoved", "RouteDiscarded"]
    assert table.listed(0) == [
        {
            "type": "discard-cards",
            "cities": {"some_of": ["basel", "linz", "lodz", "ulm"], "min": 1, "max": 1},
        }
    ]


# -- more rulings -------------------------------------------------------------------------------------------


def test_r55_one_per_province_is_allowed_with_no_house_at_all():
    more = {"houses": {0: "augsburg munchen salzburg"}, "options": {"allow_zero_house_province": False}}
    table = closing("augsburg munchen salzburg", **more)
    assert table.listed(0) == [
        {"type": "close-route", "option": "one-per-province", "cities": []},
        {"type": "decline"},
    ]
    assert refused(table, 0, all_in("salzburg")) == illegal("TT-R55")
    assert not only(facts.HousePlaced, table.play(0, one_each()))


def test_r55_as_many_houses_as_are_left_where_the_player_likes():
    table = closing("ulm augsburg munchen salzburg", board={"houses": 2})
    some = table.listed(0)[0]["cities"]["any_of"]
    assert sorted(map(tuple, some)) == [
        ("augsburg", "salzburg"),
        ("munchen", "salzburg"),
        ("ulm", "augsburg"),
        ("ulm", "munchen"),
        ("ulm", "salzburg"),
    ]
    assert refused(table, 0, one_each("augsburg munchen")) == illegal("TT-B23")


def test_r55_without_a_house_left_any_province_of_the_route_can_be_named():
    more = {"houses": {0: "lodz"}, "ender": 0, "options": {"allow_zero_house_province": False}}
    table = closing("ulm augsburg munchen", board={"houses": 1}, **more)
    assert [(move.get("province"), move["cities"]) for move in table.listed(0)[:-1]] == [
        (None, []),
        ("wuerttemberg", []),
        ("baiern", []),
    ]


def test_r56_assignments_are_final_and_all_is_known_before_them():
    table = new_match()
    assert table.state.phase == "tiles"
    assert table.state.first == 0
    assert len(table.state.places["display"]) == 6
    kinds = clergy(RULESET.board)
    table.play(1, PlaceTiles(kinds))
    assert sorted(table.awaited) == [0, 2]
    assert refused(table, 1, PlaceTiles(kinds[::-1])) == ("not-awaited", "TB-18")


def test_r56_a_route_is_closed_in_one_decision():
    table = closing("ulm augsburg munchen")
    table.play(0, all_in("baiern", "augsburg munchen"))
    assert table.awaited == [1]


@pytest.mark.parametrize(
    ("scores", "ender", "ranking"),
    [
        ([5, 5, 5, 5], 2, [2, 3, 0, 1]),
        ([9, 5, 9, 5], 3, [0, 2, 3, 1]),
        ([-4, 0, -4], 2, [1, 2, 0]),
    ],
)
def test_r57_the_whole_ranking(scores, ender, ranking):
    assert ranked(scores, ender) == ranking


def test_r58_nothing_forces_the_end():
    table = scene(2, hands={0: "ulm", 1: "ulm"})
    for _ in range(20):
        for seat in (0, 1):
            table.play(seat, TakeCard())
            table.play(seat, Decline())
            city = min(table.state.places[f"hand:{seat}"].known)
            table.play(seat, GiveUpRoute(city) if table.state.routes[seat] else StartRoute(city))
            table.play(seat, Decline())
    assert (table.state.round, table.state.ender, table.awaited) == (25, None, [0])


def test_r59_face_up_cards_are_named_by_city():
    table = scene(display="basel basel basel lodz lodz ulm", hands={0: "ulm"})
    assert table.listed(0)[0] == {"type": "take-card", "city": {"any_of": ["basel", "lodz", "ulm"]}}
    assert refused(table, 0, TakeCard("kempten")) == illegal("TT-B7")


@pytest.mark.parametrize(("end", "route"), [("left", ("basel", "zurich")), ("right", ("zurich", "basel"))])
def test_r59_a_route_of_one_card_is_extended_to_either_side(end, route):
    table = scene(at="play", routes={0: "zurich"}, hands={0: "basel"})
    table.play(0, ExtendRoute("basel", end))
    assert table.state.routes[0] == route


@pytest.mark.parametrize("aid", [False, True])
def test_r60_hands_are_public_after_the_game_and_tiles_on_their_way_are_not(aid):
    hands = {0: "ulm basel", 2: "lodz"}
    before = scene(modules=BOTH, hands=hands, options={"owner_memory_aid": aid})
    table = scene(modules=BOTH, at="over", turn=3, ender=1, hands=hands, options={"owner_memory_aid": aid})
    assert table.state.over
    assert only(facts.HandShown, table.began) == [
        facts.HandShown(0, ("basel", "ulm")),
        facts.HandShown(1, ()),
        facts.HandShown(2, ("lodz",)),
        facts.HandShown(3, ()),
    ]
    for viewer in (PUBLIC, *map(seat_viewer, range(4))):
        assert seen(table, viewer)["seats"][0]["shown"] == {"count": 2, "things": {"basel": 1, "ulm": 1}}
        assert ("things" in seen(before, viewer)["seats"][0]["hand"]) == (viewer == seat_viewer(0))
        for match in (before, table):
            for carriage in seen(match, viewer)["audience"]["carriages"]:
                known = [seat for seat, tiles in enumerate(carriage["tiles"]) if "things" in tiles]
                assert known == ([viewer.seat] if aid and viewer.seat is not None else [])
    official = seen(table, OFFICIAL)["audience"]["carriages"]
    assert all("things" in tiles for carriage in official for tiles in carriage["tiles"])
