"""Situations with a known outcome: examples of the printed rules, and some that follow from them."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.thurn_and_taxis import RULESET, facts
from domain.games.thurn_and_taxis.commands import (
    CloseRoute,
    Decline,
    ExtendRoute,
    MoveCarriage,
    PlaceHouse,
    ReturnTiles,
    StartRoute,
    TakeCard,
    UseAdministrator,
    UseCarrier,
    UseCartwright,
    UsePostmaster,
)
from domain.games.thurn_and_taxis.state import ADMINISTRATOR, CARRIER, CARTWRIGHT, OFFICES, POSTMASTER
from domain.kit.facts import Fact
from domain.kit.table.facts import MatchEnded
from tests.games.playing import Table, only, refused, rules_of
from tests.games.thurn_and_taxis.drawing import assert_conserved
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

ROUTE = "ulm augsburg munchen salzburg"
LONG = "lodz pilsen nurnberg wurzburg mannheim carlsruhe freiburg basel"
"""Eight cities; the last ones can be left out."""
ONE_OF_EACH = dict.fromkeys(OFFICES, 1)
ANNA, BEN, SCOTT, DAVE = range(4)


def by_length(number: int) -> str:
    """A route of so many cards."""
    return " ".join(LONG.split()[:number])


def moved(told: list[Fact]) -> list[tuple[str, str]]:
    """Card and carriage of each move on the Rome board."""
    return [(move.card, move.carriage) for move in only(facts.CarriageMoved, told)]


# -- The Audience -------------------------------------------------------------------------------------------


def test_vector_1_one_bare_city_moves_its_carriage():
    table = closing(ROUTE, modules=BOTH, positions={"baiern": "andechs"})
    assert table.play(0, one_each("ulm augsburg salzburg")) == [
        facts.RouteClosed(0, 4, "one-per-province", ("munchen",)),
        facts.HousePlaced(0, "ulm"),
        facts.HousePlaced(0, "augsburg"),
        facts.HousePlaced(0, "salzburg"),
        facts.CarriageTaken(0, 3, 2),
    ]
    ways = {"any_of": ["ettal", "trient"]}
    assert table.listed(0) == [{"type": "move-carriage", "card": "munchen", "carriage": "baiern", "to": ways}]
    assert table.play(0, MoveCarriage("munchen", "baiern", "ettal")) == [
        facts.CarriageMoved(0, "munchen", "baiern", "ettal"),
        facts.RouteDiscarded(0, tuple(ROUTE.split())),
        facts.TurnPassed(1),
        facts.PostmasterForced(1),
    ]


@pytest.mark.parametrize("cards", [("ulm", "salzburg"), ("salzburg", "ulm")])
def test_vector_2_two_bare_cities_in_either_order(cards):
    table = closing(ROUTE, modules=BOTH, positions={"baiern": "andechs"})
    placed = table.play(0, all_in("baiern", "augsburg munchen"))
    assert [fact.city for fact in only(facts.HousePlaced, placed)] == ["augsburg", "munchen"]
    assert carriages_listed(table) == {"ulm": ["wuerttemberg"], "salzburg": ["boehmen"]}
    moves = {"ulm": ("wuerttemberg", "luzern"), "salzburg": ("boehmen", "villach")}
    told = table.play(0, MoveCarriage(cards[0], *moves[cards[0]]))  # the second one has no choice left
    assert only(facts.CarriageMoved, told) == [facts.CarriageMoved(0, card, *moves[card]) for card in cards]


@pytest.mark.parametrize(
    ("option", "moves"),
    [
        (one_each("ulm munchen salzburg"), {"baiern": 1}),
        (all_in("wuerttemberg", "ulm"), {"baiern": 2, "boehmen": 1}),
        (all_in("salzburg", "salzburg"), {"wuerttemberg": 1, "baiern": 2}),
    ],
)
def test_vector_3_other_options_move_other_carriages(option: CloseRoute, moves):
    table = closing(ROUTE, modules=BOTH, positions={"baiern": "andechs"})
    told = table.play(0, option)
    while table.awaited == [0]:
        card, (carriage, *_) = next(iter(carriages_listed(table).items()))
        told += table.play(0, MoveCarriage(card, carriage, table.state.exits(carriage)[0]))
    assert Counter(carriage for _, carriage in moved(told)) == moves


def test_vector_4_new_tiles_send_those_of_their_kinds_away():
    blue, green, red, yellow = range(4)
    table = closing(
        "augsburg munchen salzburg",
        modules=BOTH,
        loads={
            "baden": "cardinal cardinal bishop ministrant",
            "baiern": "priest ministrant ministrant cardinal",
        },
        positions={"baden": "rom", "baiern": "viterbo"},
    )
    assert on_spaces(table.state) == {"cardinal": [blue, green], "bishop": [red], "ministrant": [yellow]}
    told = table.play(0, one_each("augsburg salzburg"))
    assert told[3:-1] == [
        facts.CarriageTaken(0, 3, 2),
        facts.CarriageMoved(0, "munchen", "baiern", "rom"),
        facts.CarriageOpened("baiern", ("priest:0", "ministrant:1", "ministrant:2", "cardinal:3")),
        facts.TilesEvicted("ministrant", ("ministrant:3",)),
        facts.TilesReceived("ministrant", ("ministrant:1", "ministrant:2")),
        facts.TilesReceived("priest", ("priest:0",)),
        facts.TilesEvicted("cardinal", ("cardinal:0", "cardinal:1")),
        facts.TilesReceived("cardinal", ("cardinal:3",)),
        facts.RouteDiscarded(0, ("augsburg", "munchen", "salzburg")),
        facts.TurnPassed(1),
    ]
    assert on_spaces(table.state) == {
        "cardinal": [yellow],
        "bishop": [red],
        "priest": [blue],
        "ministrant": [green, red],
    }
    assert set(table.state.places["evicted"].known) == {"cardinal:0", "cardinal:1", "ministrant:3"}


# -- Offices of Honour --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "before", "after"), [(4, 8, 4), (3, 6, 3), (2, 4, 2)])
def test_vector_5_everybody_has_a_postmaster_tile_after_the_first_round(seats, before, after):
    table = Table(RULESET, rules_of(RULESET, seats, {"modules": ["offices"], "start_player": 1}))
    table.settle()
    assert table.state.stacks["postmaster"] == before
    for seat in [(1 + step) % seats for step in range(seats)]:
        face_up = sorted(table.state.places["display"].known)
        table.play(seat, TakeCard(face_up[0]))
        told = table.play(seat, UsePostmaster())
        assert only(facts.OfficeTileTaken, told) == [facts.OfficeTileTaken(seat, POSTMASTER)]
        told = table.play(seat, StartRoute(face_up[0]))
        assert not only(facts.ReturnRoundBegan, told)
    assert table.state.round == 2
    assert table.state.stacks["postmaster"] == after
    assert all(mine == {"postmaster": 1} for mine in table.state.tiles)
    assert_conserved(table.state)


def test_vector_6_a_returned_house_ends_the_running_round():
    table = scene(
        modules=["offices"],
        turn=BEN,
        board={"houses": 1},
        hands=dict.fromkeys(range(4), "ulm") | {ANNA: "munchen"},
        tiles={SCOTT: ONE_OF_EACH, DAVE: {ADMINISTRATOR: 4}},
    )
    told = table.play(BEN, UseAdministrator())
    assert told[-3:] == [
        facts.OfficeTileTaken(BEN, ADMINISTRATOR),
        facts.ReturnRoundBegan((BEN, SCOTT, DAVE, ANNA)),
        facts.TilesReturned(BEN, (ADMINISTRATOR,)),
    ]
    assert table.awaited == [SCOTT]
    told = table.then((SCOTT, ReturnTiles(OFFICES)), (SCOTT, PlaceHouse("lodz")))
    assert told == [
        facts.TilesReturned(SCOTT, tuple(sorted(OFFICES))),
        facts.HousePlaced(SCOTT, "lodz"),
        facts.EndTriggered(SCOTT, "houses"),
        facts.BonusTaken(SCOTT, "game-end", 1),
        facts.TilesReturned(DAVE, (ADMINISTRATOR,)),
    ]
    assert table.awaited == [BEN]
    rest = table.finish()
    assert [fact.seat for fact in only((facts.RouteStarted, facts.TurnPassed), rest)][:2] == [BEN, SCOTT]
    assert only(facts.TurnPassed, rest) == [facts.TurnPassed(SCOTT), facts.TurnPassed(DAVE)]
    assert isinstance(rest[-1], MatchEnded)


@pytest.mark.parametrize(
    ("order", "seats"), [("active_first", (DAVE, ANNA, BEN, SCOTT)), ("left_first", (ANNA, BEN, SCOTT, DAVE))]
)
def test_vector_7_a_returned_house_in_the_last_turn_of_a_round(order, seats):
    table = scene(
        modules=["offices"],
        turn=DAVE,
        options={"return_order": order},
        board={"houses": 1},
        hands={DAVE: "ulm"},
        tiles={ANNA: {ADMINISTRATOR: 3}, BEN: {ADMINISTRATOR: 1}, SCOTT: ONE_OF_EACH, DAVE: {POSTMASTER: 1}},
    )
    told = table.play(DAVE, UseAdministrator())
    card = TakeCard(next(iter(table.state.places["display"].known)))
    returns = {
        SCOTT: [ReturnTiles(OFFICES), PlaceHouse("lodz")],
        DAVE: [ReturnTiles((POSTMASTER, ADMINISTRATOR)), card],
    }
    for seat in sorted(returns, key=seats.index):
        told += table.then(*((seat, command) for command in returns[seat]))
    assert only(facts.ReturnRoundBegan, told) == [facts.ReturnRoundBegan(seats)]
    assert [fact.seat for fact in only(facts.TilesReturned, told)] == list(seats)
    assert only(facts.BonusTaken, told) == [facts.BonusTaken(SCOTT, "game-end", 1)]
    assert only(facts.CardTaken, told) == [facts.CardTaken(DAVE, str(card.city))]
    assert table.awaited == [DAVE]
    rest = table.finish()
    assert only(facts.RouteStarted, rest)[0].seat == DAVE
    assert not only(facts.TurnPassed, rest)
    assert isinstance(rest[-1], MatchEnded)


# -- jokers -------------------------------------------------------------------------------------------------


def test_vector_8_cards_of_a_carriage_in_rome_are_jokers():
    others = ["baden", "wuerttemberg", "schweiz", "boehmen"]
    table = closing("ulm augsburg munchen", modules=BOTH, positions={"baiern": "rom"})
    table.play(0, all_in("wuerttemberg", "ulm"))
    assert carriages_listed(table) == {"augsburg": others, "munchen": others}
    table.play(0, MoveCarriage("munchen", "baden", "bern"))
    assert carriages_listed(table) == {"augsburg": others}
    assert refused(table, 0, MoveCarriage("augsburg", "baiern", "rom")) == ("illegal-move", "TT-R16")
    assert table.play(0, MoveCarriage("augsburg", "baden", "mailand"))[1].TYPE == "RouteDiscarded"


@pytest.mark.parametrize(
    ("houses", "option", "listed"),
    [
        ("", one_each("lodz pilsen regensburg"), None),
        ("", all_in("boehmen", "pilsen"), 5),
        ("lodz", one_each("pilsen regensburg"), 5),
    ],
)
def test_vector_9_lodz_without_a_new_house_is_a_joker(houses, option: CloseRoute, listed):
    table = closing("lodz pilsen regensburg", modules=BOTH, houses={0: houses})
    told = table.play(0, option)
    assert not moved(told)
    if listed is None:
        assert table.awaited == [1]
    else:
        assert len(carriages_listed(table)["lodz"]) == listed


@pytest.mark.parametrize(("seats", "stacks"), [(2, (4, 4, 3, 2)), (3, (6, 6, 5, 3)), (4, (8, 8, 6, 4))])
def test_vector_10_office_stacks(seats, stacks):
    assert scene(seats, modules=["offices"]).state.stacks == dict(zip(OFFICES, stacks, strict=True))


# -- routes, houses, carriages ------------------------------------------------------------------------------


def test_vector_11_what_fits_to_a_route():
    everything = " ".join(RULESET.board["cities"])
    table = scene(at="play", routes={0: "carlsruhe stuttgart nurnberg regensburg"}, hands={0: everything})
    right = ["ingolstadt", "munchen", "passau", "pilsen"]
    assert [move for move in table.listed(0) if move["type"] == "extend-route"] == [
        {"type": "extend-route", "city": {"any_of": ["freiburg", "mannheim"]}, "end": "left"},
        {"type": "extend-route", "city": {"any_of": right}, "end": "right"},
    ]
    for city, rule in [("innsbruck", "TT-B16"), ("wurzburg", "TT-B16"), ("stuttgart", "TT-B17")]:
        for end in ("left", "right"):
            assert refused(table, 0, ExtendRoute(city, end)) == ("illegal-move", rule)


def test_vector_12_which_houses_can_be_placed():
    table = closing("sigmaringen stuttgart nurnberg regensburg ingolstadt augsburg")
    baiern = ["nurnberg", "regensburg", "ingolstadt", "augsburg"]
    assert table.listed(0) == [
        {
            "type": "close-route",
            "option": "one-per-province",
            "cities": {"any_of": [["sigmaringen", "stuttgart", city] for city in baiern]},
        },
        *(
            {"type": "close-route", "option": "one-province", "cities": cities, "province": province}
            for province, cities in [
                ("hohenzollern", ["sigmaringen"]),
                ("wuerttemberg", ["stuttgart"]),
                ("baiern", baiern),
            ]
        ),
        {"type": "decline"},
    ]


@pytest.mark.parametrize(
    ("held", "length", "taken"),
    [
        (0, 3, [facts.CarriageTaken(0, 3, 2)]),
        (1, 5, [facts.CarriageTaken(0, 4, 3)]),
        (2, 4, []),
        (2, 5, [facts.CarriageTaken(0, 5, 5)]),
    ],
)
def test_vector_13_the_next_carriage_needs_a_route_as_long(held, length, taken):
    table = closing(by_length(length), carriages={0: held})
    told = table.play(0, all_in("polen", "lodz"))
    assert (table.state.wanted == "cartwright") == (not taken)
    if not taken:
        told += table.play(0, Decline())
        assert facts.Declined(0, "cartwright") in told
    assert only(facts.CarriageTaken, told) == taken


def test_vector_14_the_cartwright_helps_with_two_cards_and_not_with_three():
    table = closing(by_length(5), carriages={0: 4})
    table.play(0, all_in("polen", "lodz"))
    assert table.play(0, UseCartwright())[:4] == [
        facts.OfficeUsed(0, CARTWRIGHT),
        facts.CarriageTaken(0, 7, 10),
        facts.EndTriggered(0, "carriage"),
        facts.BonusTaken(0, "game-end", 1),
    ]
    table = closing(by_length(4), carriages={0: 4}, hands={0: "ulm ulm ulm kempten"})
    told = table.play(0, all_in("polen", "lodz"))
    assert not only(facts.CarriageTaken, told)
    assert table.state.wanted == "limit"
    assert refused(table, 0, UseCartwright()) == ("illegal-move", "TT-B34")


def test_vector_15_a_score():
    sixteen = " ".join(sorted(RULESET.board["cities"])[:16])
    bonuses = "outside-baiern baiern boehmen-salzburg route-5"
    table = scene(at="over", turn=3, ender=1, carriages={0: 4}, bonuses={0: bonuses}, houses={0: sixteen})
    scored = only(facts.SeatScored, table.began)[0]
    assert scored == facts.SeatScored(0, carriage=7, bonuses=17, chips=0, audience=0, houses=4, total=20)


# -- bonus tiles --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gone", "points"), [(0, 3), (2, 1), (3, None)])
def test_vector_16_a_linked_pair_of_provinces(gone, points):
    more = dict.fromkeys(range(1, gone + 1), "wuerttemberg-hohenzollern")
    table = closing("ulm sigmaringen zurich", houses={0: "stuttgart"}, bonuses=more)
    told = table.play(0, one_each("ulm sigmaringen zurich"))
    expected = [] if points is None else [facts.BonusTaken(0, "wuerttemberg-hohenzollern", points)]
    assert only(facts.BonusTaken, told) == expected


@pytest.mark.parametrize(
    ("length", "sixes", "stack", "points"), [(8, 2, "route-6", 1), (7, 3, "route-5", 2), (6, 3, "route-5", 2)]
)
def test_vector_17_a_shorter_length_where_the_stack_is_empty(length, sixes, stack, points):
    gone = {1: "route-7 route-7 route-7 route-7", 2: "route-6 " * sixes}
    told = closing(by_length(length), bonuses=gone).play(0, all_in("polen", "lodz"))
    assert only(facts.BonusTaken, told) == [facts.BonusTaken(0, stack, points)]


def test_vector_18_one_tile_for_the_length():
    told = closing(by_length(7)).play(0, all_in("polen", "lodz"))
    assert only(facts.BonusTaken, told) == [facts.BonusTaken(0, "route-7", 4)]


SEVEN_PROVINCES = "freiburg basel innsbruck ulm sigmaringen linz pilsen"


@pytest.mark.parametrize(
    ("route", "option", "bonuses"),
    [
        ("lodz pilsen regensburg", all_in("polen", "lodz"), [facts.BonusTaken(0, "outside-baiern", 6)]),
        ("salzburg munchen passau", all_in("baiern", "munchen passau"), []),
    ],
)
def test_vector_19_houses_everywhere_outside_baiern(route, option: CloseRoute, bonuses):
    told = closing(route, houses={0: SEVEN_PROVINCES}).play(0, option)
    assert only(facts.BonusTaken, told) == bonuses


def test_vector_20_a_city_with_an_older_house_moves_its_carriage():
    table = closing("augsburg munchen salzburg", modules=BOTH, houses={0: "munchen"})
    told = table.play(0, all_in("baiern", "augsburg"))
    assert only(facts.HousePlaced, told) == [facts.HousePlaced(0, "augsburg")]
    assert carriages_listed(table) == {"munchen": ["baiern"], "salzburg": ["boehmen"]}


# -- turns --------------------------------------------------------------------------------------------------


def test_vector_21_an_empty_hand_forces_the_postmaster():
    table = scene(at="begin", modules=BOTH, routes={0: "ulm augsburg"}, carriages={0: 1}, display="munchen " * 3)
    assert only((facts.TurnPassed, facts.PostmasterForced), table.began) == [
        facts.TurnPassed(0),
        facts.PostmasterForced(0),
    ]
    assert refused(table, 0, UseAdministrator()) == ("illegal-move", "TT-B11")
    table.play(0, TakeCard("munchen"))
    assert refused(table, 0, Decline()) == ("illegal-move", "TT-B11")
    told = table.play(0, UsePostmaster("munchen"))
    assert told == [
        facts.OfficeUsed(0, POSTMASTER),
        facts.CardTaken(0, "munchen"),
        *only(facts.CardRevealed, told),
        facts.OfficeTileTaken(0, POSTMASTER),
    ]
    assert len(only(facts.CardRevealed, told)) == 1
    table.play(0, ExtendRoute("munchen", "right"))
    assert table.state.wanted == "close"
    assert refused(table, 0, UseCarrier("munchen", "left")) == ("illegal-move", "TT-B11")
    table.play(0, all_in("wuerttemberg", "ulm"))
    assert table.state.wanted == "rome"
    assert refused(table, 0, UseCartwright()) == ("illegal-move", "TT-B11")


def order_matters() -> Scene:
    """Passau and an older Lodz are bare; one move brings *baiern* to Rome."""
    route = "passau regensburg pilsen lodz"
    table = closing(route, modules=BOTH, houses={0: "lodz"}, positions={"baiern": "viterbo"})
    table.play(0, one_each("regensburg pilsen"))
    assert carriages_listed(table)["passau"] == ["baiern"]
    assert len(carriages_listed(table)["lodz"]) == 5
    return table


def test_vector_22_a_joker_played_first_leaves_the_other_card_its_carriage():
    told = order_matters().play(0, MoveCarriage("lodz", "schweiz", "chur"))
    assert moved(told) == [("lodz", "schweiz"), ("passau", "baiern")]


@pytest.mark.parametrize(("card", "joker"), [("lodz", "passau"), ("passau", "lodz")])
def test_vector_22_whichever_card_brings_it_to_rome_the_other_is_a_joker(card, joker):
    table = order_matters()
    told = table.play(0, MoveCarriage(card, "baiern", "rom"))
    assert told[1] == facts.CarriageOpened("baiern", tuple(f"bishop:{seat}" for seat in range(4)))
    assert carriages_listed(table) == {joker: ["baden", "wuerttemberg", "schweiz", "boehmen"]}


def last_cartwright(mine: dict[str, int], other: dict[str, int]) -> Scene:
    """Two players; seat 0 may take the last Cartwright for a route of three."""
    held = {0: mine, 1: {CARTWRIGHT: 1, **other}}
    table = closing("augsburg munchen salzburg", seats=2, modules=BOTH, carriages={0: 1}, tiles=held)
    table.play(0, one_each("augsburg salzburg"))
    return table


def test_vector_23_another_round_until_there_is_a_cartwright():
    table = last_cartwright({POSTMASTER: 1}, {POSTMASTER: 1})
    told = table.then((0, UseCartwright()), (0, ReturnTiles((POSTMASTER,))), (1, ReturnTiles((POSTMASTER,))))
    assert only((facts.ReturnRoundBegan, facts.TilesReturned), told) == [
        facts.ReturnRoundBegan((0, 1)),
        facts.TilesReturned(0, (POSTMASTER,)),
        facts.TilesReturned(1, (POSTMASTER,)),
        facts.ReturnRoundBegan((0, 1)),
        facts.TilesReturned(0, (CARTWRIGHT,)),
        facts.TilesReturned(1, (CARTWRIGHT,)),
    ]


def test_vector_23_who_has_only_cartwrights_returns_one_at_once():
    table = last_cartwright({POSTMASTER: 1}, {})
    told = table.then((0, UseCartwright()), (0, ReturnTiles((POSTMASTER,))))
    assert only((facts.ReturnRoundBegan, facts.TilesReturned), told) == [
        facts.ReturnRoundBegan((0, 1)),
        facts.TilesReturned(0, (POSTMASTER,)),
        facts.TilesReturned(1, (CARTWRIGHT,)),
    ]


def test_vector_24_sets_have_tiles_of_different_kinds():
    table = scene(2, modules=["offices"], hands={0: "ulm"}, tiles={0: {POSTMASTER: 3}, 1: {ADMINISTRATOR: 2}})
    table.play(0, UseAdministrator())
    kinds = {"some_of": [POSTMASTER, ADMINISTRATOR], "min": 1, "max": 2}
    assert table.listed(0) == [{"type": "return-tiles", "offices": kinds}]
    assert refused(table, 0, ReturnTiles((POSTMASTER, POSTMASTER))) == ("illegal-move", "TT-O5")
    assert refused(table, 0, ReturnTiles((CARRIER,))) == ("illegal-move", "TT-O5")


# -- the end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ender", "winner", "by", "ranking"), [(3, 1, "order", [1, 2, 0, 3]), (2, 2, "game-end", [2, 1, 0, 3])]
)
def test_vector_25_ties(ender, winner, by, ranking):
    scores = [25, 27, 27, 20]
    chips = {seat: score + 1 - (seat == ender) for seat, score in enumerate(scores)}
    table = scene(at="over", turn=3, modules=["offices"], board={"houses": 1}, chips=chips, ender=ender)
    assert table.began[-1] == MatchEnded(
        {
            "result": "win",
            "reason": "played",
            "winners": [winner],
            "decided_by": by,
            "ranking": ranking,
            "scores": scores,
            "ender": ender,
        }
    )


@pytest.mark.parametrize(("seat", "turns"), [(0, [1, 2]), (1, [2]), (2, [])])
def test_vector_26_the_running_round_is_finished(seat, turns):
    table = scene(3, at="close", turn=seat, routes={seat: "ulm augsburg munchen"}, board={"houses": 2})
    told = table.play(seat, one_each("ulm augsburg"))
    assert facts.EndTriggered(seat, "houses") in told
    told += table.finish()
    assert [fact.seat for fact in only(facts.TurnPassed, told)] == turns
    assert isinstance(told[-1], MatchEnded)


def test_vector_27_the_administrator_with_four_cards_left():
    table = scene(hands={0: "ulm"}, supply="kempten kempten augsburg augsburg")
    discards = len(table.state.places["discards"])
    told = table.play(0, UseAdministrator())
    assert table.type_names(told) == [
        "OfficeUsed",
        "DisplayDiscarded",
        *["CardRevealed"] * 4,
        "SupplyShuffled",
        *["CardRevealed"] * 2,
    ]
    assert told[1] == facts.DisplayDiscarded(("basel", "budweis", "freiburg", "linz", "lodz", "passau"))
    assert sorted(fact.card for fact in only(facts.CardRevealed, told)[:4]) == ["augsburg"] * 2 + ["kempten"] * 2
    assert only(facts.SupplyShuffled, told) == [facts.SupplyShuffled(discards + 6)]
    assert not table.state.places["discards"].known


def test_vector_28_too_few_houses():
    table = closing("augsburg munchen regensburg nurnberg", modules=BOTH, board={"houses": 2})
    pairs = next(move for move in table.listed(0) if move.get("province") == "baiern")["cities"]["any_of"]
    assert len(pairs) == 6
    told = table.play(0, all_in("baiern", "munchen regensburg"))
    assert told[1:7] == [
        facts.HousePlaced(0, "munchen"),
        facts.HousePlaced(0, "regensburg"),
        facts.EndTriggered(0, "houses"),
        facts.BonusTaken(0, "game-end", 1),
        facts.CarriageTaken(0, 3, 2),
        facts.CarriageMoved(0, "augsburg", "baiern", "andechs"),
    ]
    assert carriages_listed(table) == {"nurnberg": ["baiern"]}


# -- interrupts, exhausted supply, last returns -------------------------------------------------------------


def test_vector_29_a_returned_house_in_a_bare_city_spares_no_move():
    table = last_cartwright({POSTMASTER: 1, CARRIER: 1, ADMINISTRATOR: 1}, {})
    told = table.then((0, UseCartwright()), (0, ReturnTiles(OFFICES)), (0, PlaceHouse("munchen")))
    assert told == [
        facts.OfficeUsed(0, CARTWRIGHT),
        facts.CarriageTaken(0, 4, 3),
        facts.OfficeTileTaken(0, CARTWRIGHT),
        facts.ReturnRoundBegan((0, 1)),
        facts.TilesReturned(0, tuple(sorted(OFFICES))),
        facts.HousePlaced(0, "munchen"),
        facts.TilesReturned(1, (CARTWRIGHT,)),
    ]
    assert carriages_listed(table) == {"munchen": ["baiern"]}
    told = table.play(0, MoveCarriage("munchen", "baiern", "venedig"))
    assert told[1] == facts.RouteDiscarded(0, ("augsburg", "munchen", "salzburg"))


@pytest.mark.parametrize(("order", "ender"), [("active_first", 0), ("left_first", 2)])
def test_vector_30_two_last_houses_in_one_round_of_returns(order, ender):
    table = scene(
        modules=["offices"],
        options={"return_order": order},
        board={"houses": 1},
        hands={0: "ulm"},
        tiles={
            0: {POSTMASTER: 1, CARRIER: 1, CARTWRIGHT: 1},
            2: ONE_OF_EACH,
            3: {ADMINISTRATOR: 4},
        },
    )
    told = table.play(0, UseAdministrator())
    for seat in (ender, 2 - ender):
        assert table.awaited == [seat]
        told += table.then((seat, ReturnTiles(OFFICES)), (seat, PlaceHouse("lodz")))
    assert only((facts.HousePlaced, facts.EndTriggered, facts.BonusTaken), told) == [
        facts.HousePlaced(ender, "lodz"),
        facts.EndTriggered(ender, "houses"),
        facts.BonusTaken(ender, "game-end", 1),
        facts.HousePlaced(2 - ender, "lodz"),
    ]


def test_vector_31_the_refill_of_a_reward_needs_a_shuffle():
    tiles = {0: {POSTMASTER: 1}, 1: {ADMINISTRATOR: 2}}
    supply = "kempten " * 3 + "ulm " * 2 + "augsburg"
    table = scene(2, modules=["offices"], hands={0: "ulm"}, supply=supply, tiles=tiles)
    table.play(0, UseAdministrator())
    table.play(0, ReturnTiles((POSTMASTER, ADMINISTRATOR)))
    told = table.play(0, TakeCard("kempten"))
    assert told == [
        facts.CardTaken(0, "kempten"),
        facts.SupplyShuffled(59),
        *only(facts.CardRevealed, told),
        facts.TilesReturned(1, (ADMINISTRATOR,)),
    ]
    assert len(only(facts.CardRevealed, told)) == 1


def test_vector_32_a_forced_postmaster_without_a_second_card():
    table = scene(modules=BOTH, at="begin", display="basel", supply="", rest=1)
    assert table.play(0, TakeCard("basel")) == [facts.CardTaken(0, "basel"), facts.StepSkipped(0, "second")]
    assert table.state.tiles[0] == {}
    assert refused(table, 0, UseAdministrator()) == ("illegal-move", "TT-B11")
    assert table.play(0, StartRoute("basel"))[1] == facts.TurnPassed(1)


@pytest.mark.parametrize(("route", "awaited"), [("ulm augsburg munchen", [0]), ("ulm augsburg", [1])])
def test_vector_33_nothing_in_hand_and_nothing_on_the_table(route, awaited):
    table = scene(at="begin", display="", supply="", rest=1, routes={0: route})
    skipped = [facts.StepSkipped(0, step) for step in ("take", "second", "play")]
    passed = [facts.TurnPassed(1), facts.StepSkipped(1, "take")] if awaited == [1] else []
    assert table.began[1:] == [facts.TurnPassed(0), facts.PostmasterForced(0), *skipped, *passed]
    assert table.awaited == awaited


def test_vector_34_last_returns_from_the_start_player_on():
    table = scene(
        modules=["offices"],
        at="over",
        turn=0,
        first=1,
        ender=3,
        board={"houses": 3},
        houses={1: "stuttgart ulm", 3: "basel zurich innsbruck"},
        tiles={0: {POSTMASTER: 1, CARRIER: 2, CARTWRIGHT: 1}, 1: ONE_OF_EACH, 2: {CARRIER: 3}, 3: ONE_OF_EACH},
    )
    assert table.awaited == [1]
    assert table.listed(1)[0]["offices"] == {"some_of": list(OFFICES), "min": 3, "max": 4}
    told = table.then((1, ReturnTiles(OFFICES)), (1, PlaceHouse("sigmaringen")))
    assert told == [
        facts.TilesReturned(1, tuple(sorted(OFFICES))),
        facts.HousePlaced(1, "sigmaringen"),
        facts.BonusTaken(1, "wuerttemberg-hohenzollern", 3),
    ]
    assert table.awaited == [3]
    assert table.listed(3)[0]["offices"] == {"some_of": list(OFFICES), "min": 3, "max": 3}
    assert refused(table, 3, ReturnTiles(OFFICES)) == ("illegal-move", "TT-R30")
    told = table.play(3, ReturnTiles((POSTMASTER, CARRIER, CARTWRIGHT)))
    assert told == [facts.TilesReturned(3, (CARRIER, CARTWRIGHT, POSTMASTER)), facts.ChipTaken(3)]
    assert table.awaited == [0]
    told = table.play(0, Decline())
    assert told[0] == facts.Declined(0, "last-return")
    assert isinstance(told[-1], MatchEnded)


def test_vector_35_the_last_carriage_arrives_and_the_rest_falls_away():
    positions = dict.fromkeys(["baden", "wuerttemberg", "baiern", "boehmen"], "rom") | {"schweiz": "viterbo"}
    route = "passau regensburg pilsen lodz"
    table = closing(route, modules=BOTH, houses={0: "lodz"}, positions=positions)
    told = table.play(0, one_each("regensburg pilsen"))
    assert told[4:] == [
        facts.CarriageMoved(0, "passau", "schweiz", "rom"),
        facts.CarriageOpened("schweiz", tuple(f"abbot:{seat}" for seat in range(4))),
        facts.TilesReceived("abbot", tuple(f"abbot:{seat}" for seat in range(4))),
        facts.CardsLapsed(0, ("lodz",)),
        facts.RouteDiscarded(0, tuple(route.split())),
        facts.TurnPassed(1),
        facts.PostmasterForced(1),
    ]
