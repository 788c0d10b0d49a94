"""The rules one by one: does it, refuses it, stays quiet where it does not apply.

Unless a test says otherwise it is the turn of seat 0, the start player of four.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, combinations_with_replacement, permutations, product
from random import Random
from typing import Any

import pytest

from domain.games.thurn_and_taxis import RULESET, facts
from domain.games.thurn_and_taxis.commands import (
    ChooseFirst,
    CloseRoute,
    CountUp,
    Decline,
    DiscardCards,
    ExtendRoute,
    GiveUpRoute,
    LayOut,
    MoveCarriage,
    OpenCarriage,
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
from domain.games.thurn_and_taxis.scoring import outcome
from domain.games.thurn_and_taxis.state import (
    ADMINISTRATOR,
    AUDIENCE,
    CARRIER,
    CARTWRIGHT,
    OFFICES,
    OFFICES_OF_HONOUR,
    POSTMASTER,
    clergy,
    rome_carriages,
)
from domain.games.thurn_and_taxis.view import view
from domain.kit.facts import Command, Fact, Json
from domain.kit.guards import Refused, Verdict
from domain.kit.play import check_lawful, play_irregularly
from domain.kit.ruleset import BadOption
from domain.kit.table.facts import Discrepancy, Irregular, MatchEnded
from domain.kit.visibility import PUBLIC, seat_viewer
from tests.games.playing import Table, is_listed, only, random_command, refused, rules_of
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

CITIES = tuple(RULESET.board["cities"])
KINDS = clergy(RULESET.board)
ONE_OF_EACH = dict.fromkeys(OFFICES, 1)
ULM_AUGSBURG = {0: "ulm augsburg"}
THREE = {0: "ulm augsburg munchen"}
"""A route that can be closed, with houses in two provinces."""

Situation = Mapping[str, Any]


def new(seats: int = 4, *modules: str, **options: Json) -> Table:
    """A table just laid; chance is told by a scribe."""
    return Table(RULESET, rules_of(RULESET, seats, {"modules": list(modules), **options}, mode="recorded"))


def started(seats: int = 4, *modules: str) -> Table:
    """A hosted match, as far as it goes before anybody decides."""
    table = Table(RULESET, rules_of(RULESET, seats, {"modules": list(modules), "start_player": 1}))
    table.settle()
    return table


def laid(situation: Situation, *played: Command) -> Scene:
    """A scene in which seat 0 has done something."""
    table = scene(**situation)
    for command in played:
        table.play(0, command)
    return table


# -- what can be broken -------------------------------------------------------------------------------------

TAKE: Situation = {"hands": {0: "ulm"}}
SECOND: Situation = {"at": "second", **TAKE}
SECOND_FORCED: Situation = {**SECOND, "forced": True}
PLAY: Situation = {"at": "play", "hands": {0: "munchen lodz"}}
PLAY_ON: Situation = {**PLAY, "routes": ULM_AUGSBURG}
CARRIER_STEP: Situation = {**PLAY_ON, "at": "carrier"}
CLOSE: Situation = {"at": "close", "routes": THREE}
LIMIT: Situation = {**CLOSE, "hands": {0: "basel linz lodz lodz ulm"}}
ROME_STEP: Situation = {"at": "close", "modules": BOTH, "routes": {0: "ulm augsburg munchen salzburg"}}
RETURN: Situation = {**TAKE, "modules": BOTH, "tiles": {0: {POSTMASTER: 2}, 3: {ADMINISTRATOR: 5}}}
HOUSE: Situation = {**RETURN, "tiles": {0: {POSTMASTER: 1, CARRIER: 1, CARTWRIGHT: 1}, 3: {ADMINISTRATOR: 5}}}
LAST: Situation = {"at": "over", "turn": 3, "ender": 3, "modules": BOTH, "tiles": {0: ONE_OF_EACH}}
TO_LIMIT = all_in("baiern", "augsburg munchen")
TO_ROME = all_in("salzburg", "salzburg")
TO_HOUSE = (UseAdministrator(), ReturnTiles(OFFICES))
ZERO = {"options": {"allow_zero_house_province": False}}
EMPTY = {"supply": "", "rest": 1}

Case = tuple[str, Situation, tuple[Command, ...], Command]
"""A rule; where, and what seat 0 does first; and what it does then."""

BROKEN: list[Case] = [
    ("TT-A3", TAKE, (), PlaceTiles(KINDS)),
    ("TT-B11", {**TAKE, "forced": True}, (), UseAdministrator()),
    ("TT-B6", {**PLAY, "office": POSTMASTER}, (), UseAdministrator()),
    ("TT-B13", SECOND, (), UseAdministrator()),
    ("TT-B7", PLAY, (), TakeCard()),
    ("TT-B7", SECOND, (), TakeCard("lodz")),
    ("TT-B7", TAKE, (), TakeCard("ulm")),
    ("TT-B7", TAKE, (), TakeCard("unheard-of")),
    ("TT-R35", {**TAKE, **EMPTY}, (), TakeCard()),
    ("TT-B6", {**PLAY, "office": ADMINISTRATOR}, (), UsePostmaster()),
    ("TT-B10", TAKE, (), UsePostmaster()),
    ("TT-B10", PLAY, (), UsePostmaster()),
    ("TT-B7", SECOND, (), UsePostmaster("ulm")),
    ("TT-R35", {**SECOND, **EMPTY}, (), UsePostmaster()),
    ("TT-B5", TAKE, (), StartRoute("ulm")),
    ("TT-B5", CLOSE, (), StartRoute("ulm")),
    ("TT-B14", PLAY_ON, (), StartRoute("munchen")),
    ("TT-B5", PLAY, (), StartRoute("basel")),
    ("TT-B5", PLAY, (), StartRoute("unheard-of")),
    ("TT-B5", PLAY_ON, (), ExtendRoute("unheard-of", "left")),
    ("TT-B5", PLAY_ON, (), GiveUpRoute("unheard-of")),
    ("TT-B5", CARRIER_STEP, (), UseCarrier("unheard-of", "right")),
    ("TT-B5", SECOND, (), ExtendRoute("ulm", "left")),
    ("TT-B15", PLAY, (), ExtendRoute("lodz", "left")),
    ("TT-B5", PLAY_ON, (), ExtendRoute("kempten", "left")),
    ("TT-B17", {**PLAY_ON, "hands": {0: "ulm"}}, (), ExtendRoute("ulm", "right")),
    ("TT-B16", PLAY_ON, (), ExtendRoute("lodz", "left")),
    ("TT-B16", PLAY_ON, (), ExtendRoute("munchen", "left")),
    ("TT-B5", CARRIER_STEP, (), GiveUpRoute("lodz")),
    ("TT-B18", PLAY, (), GiveUpRoute("lodz")),
    ("TT-B5", PLAY_ON, (), GiveUpRoute("kempten")),
    ("TT-B11", {**CLOSE, "forced": True}, (), UseCarrier("munchen", "right")),
    ("TT-B6", {**CLOSE, "office": CARRIER}, (), UseCarrier("munchen", "right")),
    ("TT-B19", PLAY_ON, (), UseCarrier("munchen", "right")),
    ("TT-B19", CLOSE, (), UseCarrier("munchen", "right")),
    ("TT-B5", CARRIER_STEP, (), UseCarrier("kempten", "right")),
    ("TT-B17", {**CARRIER_STEP, "hands": {0: "ulm"}}, (), UseCarrier("ulm", "right")),
    ("TT-B16", CARRIER_STEP, (), UseCarrier("lodz", "right")),
    ("TT-B21", {**PLAY, "routes": THREE}, (), one_each("ulm augsburg")),
    ("TT-B21", {**CARRIER_STEP, "routes": THREE}, (), one_each("ulm augsburg")),
    ("TT-B23", CLOSE, (), CloseRoute("one-per-province", ("ulm", "augsburg"), "baiern")),
    ("TT-B23", CLOSE, (), CloseRoute("one-province", ("augsburg", "munchen"))),
    ("TT-B23", CLOSE, (), all_in("polen")),
    ("TT-B23", CLOSE, (), all_in("unheard-of", "ulm")),
    ("TT-R55", {**CLOSE, **ZERO, "houses": {0: "ulm"}}, (), all_in("wuerttemberg")),
    ("TT-R64", CLOSE, (), one_each("augsburg ulm")),
    ("TT-R64", CLOSE, (), one_each("ulm augsburg augsburg")),
    ("TT-B23", CLOSE, (), one_each("ulm kempten")),
    ("TT-B23", CLOSE, (), one_each("ulm unheard-of")),
    ("TT-B24", {**CLOSE, "houses": {0: "augsburg"}}, (), one_each("ulm augsburg")),
    ("TT-B24", {**CLOSE, "houses": {0: "augsburg"}}, (), all_in("baiern", "augsburg munchen")),
    ("TT-B23", CLOSE, (), one_each("ulm augsburg munchen")),
    ("TT-B23", CLOSE, (), all_in("baiern", "ulm augsburg munchen")),
    ("TT-B26", CLOSE, (), one_each("munchen")),
    ("TT-B26", CLOSE, (), all_in("baiern", "munchen")),
    ("TT-B26", {**CLOSE, "board": {"houses": 1}}, (), all_in("baiern", "augsburg munchen")),
    ("TT-B11", {**LIMIT, "forced": True, "carriages": {0: 1}}, (TO_LIMIT,), UseCartwright()),
    ("TT-B6", {**LIMIT, "office": CARRIER, "carriages": {0: 1}}, (TO_LIMIT,), UseCartwright()),
    ("TT-B34", LIMIT, (TO_LIMIT,), UseCartwright()),
    ("TT-B34", {**LIMIT, "carriages": {0: 3}}, (TO_LIMIT,), UseCartwright()),
    ("TT-B35", PLAY, (), DiscardCards(("lodz",))),
    ("TT-B35", LIMIT, (TO_LIMIT,), DiscardCards(("lodz",))),
    ("TT-B35", LIMIT, (TO_LIMIT,), DiscardCards(("lodz", "lodz", "basel"))),
    ("TT-B35", LIMIT, (TO_LIMIT,), DiscardCards(("basel", "basel"))),
    ("TT-B35", LIMIT, (TO_LIMIT,), DiscardCards(("munchen", "basel"))),
    ("TT-B35", LIMIT, (TO_LIMIT,), DiscardCards(("unheard-of", "basel"))),
    ("TT-A5", {**CLOSE, "modules": BOTH}, (), MoveCarriage("ulm", "wuerttemberg", "luzern")),
    ("TT-A5", ROME_STEP, (TO_ROME,), MoveCarriage("salzburg", "boehmen", "villach")),
    ("TT-A5", ROME_STEP, (TO_ROME,), MoveCarriage("unheard-of", "boehmen", "villach")),
    ("TT-R16", ROME_STEP, (TO_ROME,), MoveCarriage("ulm", "baiern", "andechs")),
    ("TT-R16", ROME_STEP, (TO_ROME,), MoveCarriage("ulm", "unheard-of", "andechs")),
    ("TT-A7", ROME_STEP, (TO_ROME,), MoveCarriage("ulm", "wuerttemberg", "tuttlingen")),
    ("TT-A7", ROME_STEP, (TO_ROME,), MoveCarriage("ulm", "wuerttemberg", "como")),
    ("TT-O5", TAKE, (), ReturnTiles((POSTMASTER,))),
    ("TT-O5", RETURN, (UseAdministrator(),), ReturnTiles((POSTMASTER, POSTMASTER))),
    ("TT-O5", RETURN, (UseAdministrator(),), ReturnTiles((CARTWRIGHT,))),
    ("TT-O5", RETURN, (UseAdministrator(),), ReturnTiles(())),
    ("TT-R30", LAST, (), ReturnTiles((POSTMASTER, CARRIER))),
    ("TT-R30", {**LAST, "board": {"houses": 1}, "houses": {0: "ulm"}}, (), ReturnTiles(OFFICES)),
    ("TT-O8", TAKE, (), PlaceHouse("ulm")),
    ("TT-O8", RETURN, (UseAdministrator(),), PlaceHouse("ulm")),
    ("TT-B24", {**HOUSE, "houses": {0: "ulm"}}, TO_HOUSE, PlaceHouse("ulm")),
    ("TT-B24", HOUSE, TO_HOUSE, PlaceHouse("unheard-of")),
    ("TT-R53", TAKE, (), Decline()),
    ("TT-R53", PLAY, (), Decline()),
    ("TT-R53", LIMIT, (TO_LIMIT,), Decline()),
    ("TT-R53", ROME_STEP, (TO_ROME,), Decline()),
    ("TT-R53", RETURN, (UseAdministrator(),), Decline()),
    ("TT-B11", SECOND_FORCED, (), Decline()),
    ("TT-R52", {**CLOSE, "at": "begin", "display": "", **EMPTY}, (), Decline()),
    ("TT-R53", TAKE, (), OpenCarriage()),
    ("TT-R53", TAKE, (), CountUp()),
]
KEPT: list[Case] = [
    ("TT-B13", TAKE, (), UseAdministrator()),
    ("TT-B7", {**TAKE, "forced": True}, (), TakeCard("lodz")),
    ("TT-B7", TAKE, (), TakeCard()),
    ("TT-R35", {**TAKE, "supply": ""}, (), TakeCard()),
    ("TT-O6", RETURN, (UseAdministrator(), ReturnTiles((POSTMASTER, ADMINISTRATOR))), TakeCard()),
    ("TT-B10", SECOND, (), UsePostmaster()),
    ("TT-B11", SECOND_FORCED, (), UsePostmaster("lodz")),
    ("TT-R35", {**SECOND, "supply": ""}, (), UsePostmaster()),
    ("TT-B15", PLAY, (), StartRoute("lodz")),
    ("TT-B16", PLAY_ON, (), ExtendRoute("munchen", "right")),
    ("TT-B18", PLAY_ON, (), GiveUpRoute("munchen")),
    ("TT-B18", {**PLAY_ON, "hands": {0: "ulm"}}, (), GiveUpRoute("ulm")),
    ("TT-B19", CARRIER_STEP, (), UseCarrier("munchen", "right")),
    ("TT-B21", {**CLOSE, "forced": True}, (), one_each("ulm augsburg")),
    ("TT-B23", CLOSE, (), one_each("ulm munchen")),
    ("TT-B23", CLOSE, (), all_in("wuerttemberg", "ulm")),
    ("TT-B24", {**CLOSE, "houses": {1: "ulm augsburg munchen"}}, (), one_each("ulm munchen")),
    ("TT-B25", {**CLOSE, "houses": {0: "augsburg"}}, (), all_in("baiern", "munchen")),
    ("TT-B26", {**CLOSE, "board": {"houses": 1}}, (), all_in("baiern", "augsburg")),
    ("TT-R8", {**CLOSE, "houses": {0: "ulm"}}, (), all_in("wuerttemberg")),
    ("TT-B34", {**CLOSE, "carriages": {0: 1}}, (TO_LIMIT,), UseCartwright()),
    ("TT-B34", {**CLOSE, "carriages": {0: 2}}, (TO_LIMIT,), UseCartwright()),
    ("TT-B35", LIMIT, (TO_LIMIT,), DiscardCards(("lodz", "lodz"))),
    ("TT-A7", ROME_STEP, (TO_ROME,), MoveCarriage("ulm", "wuerttemberg", "luzern")),
    ("TT-O5", RETURN, (UseAdministrator(),), ReturnTiles((ADMINISTRATOR, POSTMASTER))),
    ("TT-R30", LAST, (), ReturnTiles((POSTMASTER, CARRIER, CARTWRIGHT))),
    ("TT-R30", LAST, (), ReturnTiles(OFFICES)),
    ("TT-O8", {**HOUSE, "houses": {1: "ulm"}}, TO_HOUSE, PlaceHouse("ulm")),
    ("TT-R53", SECOND, (), Decline()),
    ("TT-R53", CARRIER_STEP, (), Decline()),
    ("TT-R53", CLOSE, (), Decline()),
    ("TT-R53", {**CLOSE, "carriages": {0: 1}}, (TO_LIMIT,), Decline()),
    ("TT-R53", LAST, (), Decline()),
    ("TT-R53", HOUSE, TO_HOUSE, Decline()),
]

IMPOSSIBLE: list[Case] = [
    ("TT-B7", TAKE, (), TakeCard("unheard-of")),
    ("TT-B14", PLAY_ON, (), StartRoute("munchen")),
    ("TT-B5", PLAY, (), StartRoute("unheard-of")),
    ("TT-B5", PLAY_ON, (), ExtendRoute("unheard-of", "left")),
    ("TT-B5", PLAY_ON, (), GiveUpRoute("unheard-of")),
    ("TT-B5", PLAY_ON, (), UseCarrier("unheard-of", "right")),
    ("TT-B35", PLAY, (), DiscardCards(("unheard-of",))),
    ("TT-B21", PLAY, (), one_each("ulm")),
    ("TT-B23", CLOSE, (), one_each("ulm unheard-of")),
    ("TT-B26", {**CLOSE, "board": {"houses": 1}}, (), all_in("baiern", "augsburg munchen")),
    ("TT-B33", {**CLOSE, "carriages": {0: 5}}, (), UseCartwright()),
    ("TT-A5", CLOSE, (), MoveCarriage("ulm", "wuerttemberg", "luzern")),
    ("TT-A5", ROME_STEP, (TO_ROME,), MoveCarriage("ulm", "wuerttemberg", "unheard-of")),
    ("TT-A5", ROME_STEP, (TO_ROME,), MoveCarriage("unheard-of", "wuerttemberg", "luzern")),
    ("TT-B24", CLOSE, (), PlaceHouse("unheard-of")),
    ("TT-O8", {**TAKE, "board": {"houses": 1}, "houses": {0: "basel"}}, (), PlaceHouse("ulm")),
    ("TT-R53", {**TAKE, "turn": 1}, (), Decline()),
]
"""What cannot be done at all, however irregular."""
LET_STAND: list[Case] = [
    ("TT-B7", PLAY, (), TakeCard()),
    ("TT-B6", {**PLAY, "office": POSTMASTER}, (), UseAdministrator()),
    ("TT-B10", PLAY, (), UsePostmaster()),
    ("TT-B5", SECOND, (), StartRoute("ulm")),
    ("TT-B17", {**PLAY_ON, "hands": {0: "ulm"}}, (), ExtendRoute("ulm", "right")),
    ("TT-B16", PLAY_ON, (), ExtendRoute("lodz", "left")),
    ("TT-B19", PLAY_ON, (), UseCarrier("munchen", "right")),
    ("TT-B21", {**PLAY, "routes": THREE}, (), one_each("ulm augsburg")),
    ("TT-B23", CLOSE, (), one_each("ulm kempten")),
    ("TT-B26", CLOSE, (), one_each("munchen")),
    ("TT-B34", CLOSE, (), UseCartwright()),
    ("TT-B35", PLAY, (), DiscardCards(("lodz",))),
    ("TT-A7", ROME_STEP, (TO_ROME,), MoveCarriage("ulm", "wuerttemberg", "tuttlingen")),
    ("TT-O8", TAKE, (), PlaceHouse("ulm")),
    ("TT-R53", TAKE, (), Decline()),
]
"""What breaks a rule, and can be let stand."""


def named(cases: list[Case]) -> list[str]:
    """The rule and the command of each case, and its number."""
    return [f"{rule}-{command.TYPE}-{number}" for number, (rule, _, _, command) in enumerate(cases)]


@pytest.mark.parametrize("case", BROKEN, ids=named(BROKEN))
def test_refuses_what_breaks_a_rule(case: Case):
    rule, situation, before, command = case
    assert refused(laid(situation, *before), 0, command) == ("illegal-move", rule)


@pytest.mark.parametrize("case", KEPT, ids=named(KEPT))
def test_stays_quiet_where_no_rule_is_broken(case: Case):
    _, situation, before, command = case
    assert laid(situation, *before).play(0, command)


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=named(IMPOSSIBLE))
def test_refuses_what_cannot_be_done_at_all(case: Case):
    rule, situation, before, command = case
    table = laid(situation, *before)
    with pytest.raises(Refused) as refusal:
        play_irregularly(RULESET, table.state, 0, command, "scribe", None)
    assert (refusal.value.code, refusal.value.rule) == ("illegal-move", rule)


def test_a_card_that_nobody_has_seen_in_the_hand_is_written_down_as_what_cannot_be():
    played = play_irregularly(RULESET, laid(PLAY).state, 0, StartRoute("basel"), "scribe", None)
    assert any(isinstance(fact, Discrepancy) and fact.place == "hand:0" for fact in played.facts)


@pytest.mark.parametrize("case", LET_STAND, ids=named(LET_STAND))
def test_lets_stand_what_only_breaks_a_rule(case: Case):
    rule, situation, before, command = case
    table = laid(situation, *before)
    played = play_irregularly(RULESET, table.state, 0, command, "scribe", None)
    assert played.facts[0] == Irregular("illegal-move", "scribe", rule)
    assert_conserved(played.state, lawful=False)


def test_an_office_used_before_the_turns_leaves_what_can_be_decided():
    """The last of its tiles goes, so tiles are returned: what is listed is that, and not the audience tiles."""
    offices = {str(seats): {POSTMASTER: 1, CARRIER: 3, ADMINISTRATOR: 4, CARTWRIGHT: 2} for seats in (2, 3, 4)}
    rules = rules_of(RULESET, 2, {"modules": list(BOTH), "start_player": 1}, {"offices": offices}, "recorded")
    table = Table(RULESET, rules)
    rng = Random(1)
    for command in (None, UseAdministrator(), UsePostmaster()):
        if command is not None:
            played = play_irregularly(RULESET, table.state, 1, command, "scribe", None)
            table.keep(1, command, played)
        while table.state.awaits_chance:
            table.of_chance(random_command(RULESET, RULESET.moves(table.state, "chance"), rng))
    assert (table.state.phase, table.state.wanted, table.awaited) == ("tiles", "return", [1])
    (move,) = {move["type"] for move in table.listed(1)}
    assert move == "return-tiles"
    for _ in range(9):
        check_lawful(RULESET, table.state, 1, random_command(RULESET, table.listed(1), rng))


def first_broken(case: Case, *, needed: bool = False) -> tuple[type[Command], str]:
    """The proposition that does not hold; of those that are *needed*, if that is asked."""
    _, situation, before, command = case
    state = laid(situation, *before).state
    predicates = [guard.predicate for guard in RULESET.guards[type(command)] if guard.needed or not needed]
    broken = next(holds for holds in predicates if holds(state, 0, command) is Verdict.NO)
    return type(command), broken.__name__


def test_each_proposition_is_among_the_examples():
    """But for three: where no card lies face up, none can be taken, so the Administrator's moment never comes;
    audience tiles are placed twice by nobody who is awaited; and what is less strict for who records a match is
    asked of others only behind what is stricter.
    """
    told = {(cls, guard.predicate.__name__) for cls, guards in RULESET.guards.items() for guard in guards}
    shown = {first_broken(case) for case in BROKEN} | {first_broken(case, needed=True) for case in IMPOSSIBLE}
    assert told - shown == {
        (UseAdministrator, "cards_lie_face_up"),
        (PlaceTiles, "each_kind_is_placed_once"),
        (PlaceTiles, "tiles_are_not_placed"),
        (ChooseFirst, "first_sits_at_the_table"),
        (DiscardCards, "no_more_than_are_too_many"),
    }
    others = {PlaceTiles, ChooseFirst, OpenCarriage, CountUp}
    assert {type(command) for _, _, _, command in KEPT} == RULESET.guards.keys() - others


@pytest.mark.parametrize(
    "command", [TakeCard(), UseAdministrator(), Decline(), CountUp()], ids=lambda one: one.TYPE
)
def test_b5_nobody_else_is_to_decide(command):
    assert refused(scene(**TAKE), 1, command) == ("not-awaited", "TB-18")


# -- every step: the listed moves are the lawful ones -------------------------------------------------------


def universe(table: Scene) -> Iterator[Command]:
    """All commands that a seat might think of in this situation."""
    state = table.state
    hand, route = state.places["hand:0"].known, state.routes[0]
    cities = sorted({*hand, *route, *state.places["display"].known, "kempten", "unheard-of"})
    yield from (UseAdministrator(), UseCartwright(), Decline(), OpenCarriage(), CountUp())
    yield from (command(city) for command in (TakeCard, UsePostmaster) for city in (None, *cities))
    yield from (command(city) for command in (StartRoute, GiveUpRoute, PlaceHouse) for city in cities)
    for city in cities:
        yield from (command(city, end) for command in (ExtendRoute, UseCarrier) for end in ("left", "right"))
    for number in range(len(route) + 1):
        for some in combinations(route, number):
            yield from (one_each(" ".join(order)) for order in {some, some[::-1]})
            yield from (
                all_in(province, " ".join(some)) for province in ("unheard-of", *RULESET.board["provinces"])
            )
            yield CloseRoute("one-per-province", some, "baiern")
            yield CloseRoute("one-province", some)
    for number in range(4):
        yield from (DiscardCards(some) for some in combinations_with_replacement(cities, number))
    if AUDIENCE in state.rules.options["modules"]:
        carriages, south = [*rome_carriages(state.rules.board), "unheard-of"], state.rules.board["south"]
        yield from (MoveCarriage(*some) for some in product({*route, "lodz"}, carriages, south))
        yield from (PlaceTiles(order) for order in permutations(KINDS))
        yield from (PlaceTiles(some) for some in ((), KINDS[1:], (*KINDS, KINDS[0]), KINDS[:1] * 5))
    yield from (ReturnTiles(some) for number in range(5) for some in product(OFFICES, repeat=number))


STEPS: Mapping[str, tuple[Situation, tuple[Command, ...]]] = {
    "take": ({**TAKE, "modules": BOTH}, ()),
    "take, office used": (TAKE, (UseAdministrator(),)),
    "take, forced": ({**TAKE, "forced": True}, ()),
    "take, nothing in the supply": ({**TAKE, **EMPTY}, ()),
    "second": (SECOND, ()),
    "second, forced": (SECOND_FORCED, ()),
    "second, nothing in the supply": ({**SECOND, **EMPTY}, ()),
    "play": (PLAY, ()),
    "play, with a route": (PLAY_ON, ()),
    "play, with two cards of a city": ({**PLAY_ON, "hands": {0: "kempten kempten ulm"}}, ()),
    "carrier": (CARRIER_STEP, ()),
    "close": ({**CLOSE, "routes": {0: "lodz pilsen regensburg munchen augsburg ulm"}}, ()),
    "close, with older houses": ({**CLOSE, "houses": {0: "ulm munchen"}}, ()),
    "close, with all houses there": ({**CLOSE, "houses": {0: "ulm augsburg munchen"}}, ()),
    "close, no province without a house": ({**CLOSE, **ZERO, "houses": {0: "ulm munchen"}}, ()),
    "close, with two houses": ({**CLOSE, "routes": ROME_STEP["routes"], "board": {"houses": 2}}, ()),
    "close, without a house": ({**CLOSE, "board": {"houses": 1}, "houses": {0: "lodz"}, "ender": 0}, ()),
    "close, a city twice in the route": ({**CLOSE, "routes": {0: "ulm augsburg munchen ulm"}}, ()),
    "close, and must": ({**CLOSE, "at": "begin", "display": "", **EMPTY}, ()),
    "cartwright": ({**CLOSE, "carriages": {0: 1}}, (TO_LIMIT,)),
    "limit": (LIMIT, (TO_LIMIT,)),
    "rome": (ROME_STEP, (TO_ROME,)),
    "rome, with a joker": ({**ROME_STEP, "positions": {"baiern": "rom", "schweiz": "florenz"}}, (TO_ROME,)),
    "return": (RETURN, (UseAdministrator(),)),
    "return, all kinds": (HOUSE, (UseAdministrator(),)),
    "reward-card": (RETURN, (UseAdministrator(), ReturnTiles((POSTMASTER, ADMINISTRATOR)))),
    "reward-house": ({**HOUSE, "houses": {0: "ulm basel"}}, TO_HOUSE),
    "last-return": (LAST, ()),
    "last-return, three kinds": ({**LAST, "tiles": {0: {POSTMASTER: 1, CARRIER: 4, CARTWRIGHT: 1}}}, ()),
    "last-return, no house": ({**LAST, "board": {"houses": 1}, "houses": {0: "ulm"}}, ()),
}


@pytest.mark.parametrize("name", STEPS)
def test_the_listed_moves_are_the_lawful_ones(name):
    situation, before = STEPS[name]
    table = laid(situation, *before)
    assert table.awaited == [0]
    assert table.state.wanted == name.partition(",")[0]
    eyes = table.state.masked(seat_viewer(0))
    listed = RULESET.moves(eyes, 0)
    assert listed
    assert listed == table.listed(0)
    assert not RULESET.moves(eyes, 1)
    for command in universe(table):
        assert is_lawful(eyes, command) == is_listed(listed, command), command


def is_lawful(eyes: Any, command: Command) -> bool:
    """Whether seat 0 may do this now."""
    try:
        check_lawful(RULESET, eyes, 0, command)
    except Refused:
        return False
    return True


def test_a3_the_listed_tiles_are_the_lawful_ones():
    table = started(2, AUDIENCE)
    assert refused(table, 0, PlaceTiles(("cardinal", *KINDS[1:]))) == ("illegal-move", "TT-A3")
    table.play(1, PlaceTiles(KINDS))
    listed = table.listed(0)
    for command in (PlaceTiles(some) for number in (4, 5) for some in product(KINDS, repeat=number)):
        assert is_lawful(table.state, command) == is_listed(listed, command), command


# -- setup --------------------------------------------------------------------------------------------------


def test_b1_six_cards_lie_face_up_and_the_others_are_the_supply():
    table = started()
    assert [len(table.state.places[name]) for name in ("display", "supply", "discards")] == [6, 60, 0]
    assert_conserved(table.state)


def test_b1_other_numbers_of_the_board():
    rules = rules_of(RULESET, 2, {}, {"display": 4, "copies": 2})
    table = Table(RULESET, rules)
    table.settle()
    assert [len(table.state.places[name]) for name in ("display", "supply")] == [4, 40]


def test_b2_and_b3_bonus_tiles_in_stacks_and_nothing_before_the_players():
    shown = view(started(3).state)
    assert shown["bonuses"] == {
        "baden": [3, 2, 1],
        "baiern": [5, 4, 3, 2],
        "boehmen-salzburg": [4, 3, 2],
        "game-end": [1],
        "outside-baiern": [6, 5, 4, 3],
        "route-5": [2, 1],
        "route-6": [3, 2, 1],
        "route-7": [4, 3, 2, 1],
        "schweiz-tyrol": [3, 2, 1],
        "wuerttemberg-hohenzollern": [3, 2, 1],
    }
    assert len(shown["seats"]) == 3
    for seat in shown["seats"]:
        assert (seat["houses_left"], seat["hand"]["count"]) == (20, 0)
        assert not any(seat[name] for name in ("route", "houses", "carriages", "bonuses"))
    assert (shown["audience"], shown["offices"]) == (None, None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b4_rounds_begin_with_the_start_player_and_go_clockwise(seats):
    table = scene(seats, at="begin", turn=1, first=1)
    assert table.began[:2] == [facts.RoundBegan(6), facts.TurnPassed(1)]
    told: list[Fact] = []
    for step in range(seats):
        seat = (1 + step) % seats
        told += table.then((seat, TakeCard()), (seat, UsePostmaster()))
        city = min(table.state.places[f"hand:{seat}"].known)
        told += table.play(seat, StartRoute(city))
    passed = [(2 + step) % seats for step in range(seats)]
    assert [fact.seat for fact in only(facts.TurnPassed, told)] == passed
    assert only(facts.RoundBegan, told) == [facts.RoundBegan(7)]


def test_b4_the_start_player_is_a_seat_of_the_match():
    table = new(3)
    table.of_chance(LayOut(("basel", "linz", "lodz", "ulm", "ulm", "ulm")))
    assert refused(table, "chance", ChooseFirst(3)) == ("illegal-move", "TT-B4")
    assert table.of_chance(ChooseFirst(2))[0] == facts.FirstSeatChosen(2)


def test_b4_the_option_says_who_begins():
    assert new(3, start_player=2).steps[0].facts[0] == facts.FirstSeatChosen(2)
    with pytest.raises(BadOption):
        new(3, start_player=3)


# -- a turn -------------------------------------------------------------------------------------------------


def test_b5_the_steps_of_a_turn():
    table = scene(**{**TAKE, "hands": {0: "munchen", 1: "ulm"}, "routes": ULM_AUGSBURG})
    wanted, told = [], []
    for command in (TakeCard(), Decline(), ExtendRoute("munchen", "right"), Decline(), Decline()):
        wanted.append(table.state.wanted)
        told += table.play(0, command)
    assert wanted == ["take", "second", "play", "carrier", "close"]
    assert only(facts.Declined, told) == [facts.Declined(0, what) for what in ("second", "carrier", "close")]
    assert told[-1] == facts.TurnPassed(1)
    assert table.state.routes[0] == ("ulm", "augsburg", "munchen")


@pytest.mark.parametrize(
    ("command", "office"),
    [(UseAdministrator(), ADMINISTRATOR), (TakeCard(), None)],
)
def test_b6_one_office_in_a_turn(command, office):
    table = scene(hands={0: "munchen lodz"}, routes=ULM_AUGSBURG)
    table.play(0, command)
    if office is not None:
        table.play(0, TakeCard())
    assert (table.state.office, table.state.wanted) == (office, "play" if office else "second")


def test_b6_an_office_can_be_used_again_in_the_next_turn_and_by_others():
    table = scene(2, hands={0: "ulm", 1: "munchen"})
    for seat, city in ((0, "ulm"), (1, "munchen")):
        told = table.then((seat, UseAdministrator()), (seat, TakeCard()), (seat, StartRoute(city)))
        assert facts.OfficeUsed(seat, ADMINISTRATOR) in told
    assert facts.OfficeUsed(0, ADMINISTRATOR) in table.play(0, UseAdministrator())


def test_b7_a_card_from_the_supply_is_seen_by_its_taker_alone():
    table = scene(2, supply="kempten", hands={0: "ulm"})
    assert table.play(0, TakeCard()) == [facts.CardDrawn(0, "kempten")]
    shown = [
        view(table.state.masked(viewer))["seats"][0]["hand"] for viewer in (seat_viewer(0), seat_viewer(1), PUBLIC)
    ]
    assert shown == [{"count": 2, "things": {"kempten": 1, "ulm": 1}}, {"count": 2}, {"count": 2}]


def test_b8_and_b10_a_face_up_card_is_replaced_before_the_second_is_chosen():
    table = scene(supply="kempten augsburg", hands={0: "ulm"})
    assert table.play(0, TakeCard("basel"))[0] == facts.CardTaken(0, "basel")
    city = only(facts.CardRevealed, table.steps[-1].facts)[0].card
    assert table.listed(0)[0]["city"]["any_of"] == sorted(["budweis", "freiburg", "linz", "lodz", "passau", city])
    assert table.play(0, UsePostmaster(city))[:2] == [facts.OfficeUsed(0, POSTMASTER), facts.CardTaken(0, city)]


def test_b9_the_discards_become_the_supply():
    table = scene(supply="", hands={0: "ulm"})
    discards = len(table.state.places["discards"])
    told = table.play(0, TakeCard("basel"))
    assert told[:2] == [facts.CardTaken(0, "basel"), facts.SupplyShuffled(discards)]
    assert [len(table.state.places[name]) for name in ("supply", "discards")] == [discards - 1, 0]


@pytest.mark.parametrize(("hands", "forced"), [({}, True), ({0: "ulm"}, False)])
def test_b11_who_begins_with_an_empty_hand_must_use_the_postmaster(hands, forced):
    table = scene(at="begin", hands=hands)
    assert (facts.PostmasterForced(0) in table.began) == forced
    told = table.play(0, TakeCard())
    assert table.state.wanted == "second"
    assert ("decline" in [move["type"] for move in table.listed(0)]) != forced
    assert not only(facts.OfficeUsed, told)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b12_in_the_first_turn_everybody_is_forced(seats):
    table = started(seats)
    for seat in [(1 + step) % seats for step in range(seats)]:
        assert table.state.forced
        table.play(seat, TakeCard())
        table.play(seat, UsePostmaster())
        told = table.play(seat, StartRoute(min(table.state.places[f"hand:{seat}"].known)))
    assert not table.state.forced
    assert facts.RoundBegan(2) in told


def test_b13_six_new_cards_and_then_a_card_is_taken():
    table = scene(hands={0: "ulm"})
    told = table.play(0, UseAdministrator())
    assert told[0] == facts.OfficeUsed(0, ADMINISTRATOR)
    assert told[1] == facts.DisplayDiscarded(("basel", "budweis", "freiburg", "linz", "lodz", "passau"))
    assert len(only(facts.CardRevealed, told)) == 6
    assert table.state.wanted == "take"


def test_b14_to_b16_a_route_is_a_line_that_grows_at_both_ends():
    table = scene(at="play", hands={0: "ulm augsburg sigmaringen"})
    assert table.play(0, StartRoute("ulm")) == [facts.RouteStarted(0, "ulm")]
    assert table.play(0, UseCarrier("augsburg", "right"))[1] == facts.RouteExtended(0, "augsburg", "right")
    table = scene(at="play", hands={0: "sigmaringen"}, routes=ULM_AUGSBURG)
    assert table.play(0, ExtendRoute("sigmaringen", "left"))[0] == facts.RouteExtended(0, "sigmaringen", "left")
    assert table.state.routes[0] == ("sigmaringen", "ulm", "augsburg")


def test_b19_the_second_card_may_lie_beside_the_first_or_at_the_other_end():
    for end, city in (("right", "passau"), ("left", "sigmaringen")):
        table = scene(at="play", hands={0: "munchen passau sigmaringen"}, routes=ULM_AUGSBURG)
        table.play(0, ExtendRoute("munchen", "right"))
        assert table.play(0, UseCarrier(city, end))[:2] == [
            facts.OfficeUsed(0, CARRIER),
            facts.RouteExtended(0, city, end),
        ]


@pytest.mark.parametrize(("command", "limited"), [(Decline(), False), (TO_LIMIT, True)])
def test_b20_and_b35_the_hand_is_limited_when_a_route_is_closed(command, limited):
    table = scene(**LIMIT)
    told = table.play(0, command)
    assert (table.state.wanted == "limit") == limited
    if limited:
        told = table.play(0, DiscardCards(("ulm", "basel")))
        assert told[0] == facts.CardsDiscarded(0, ("basel", "ulm"))
        assert table.state.places["hand:0"].known == {"linz": 1, "lodz": 2}
        assert table.state.routes[0] == ()
    assert facts.TurnPassed(1) in told


def test_b35_three_cards_are_kept():
    told = closing("ulm augsburg munchen", hands={0: "basel linz lodz"}).play(0, TO_LIMIT)
    assert facts.TurnPassed(1) in told
    assert not only(facts.CardsDiscarded, told)


@pytest.mark.parametrize(("route", "asked"), [("ulm augsburg", False), ("ulm augsburg munchen", True)])
def test_b21_a_route_of_three_can_be_closed(route, asked):
    table = closing(route)
    assert (table.awaited == [0]) == asked


# -- closing a route ----------------------------------------------------------------------------------------

LONG = "lodz pilsen nurnberg wurzburg mannheim carlsruhe freiburg basel"


def test_b22_houses_bonus_tiles_carriage_discards():
    table = closing("lodz pilsen nurnberg wurzburg mannheim", hands={0: "ulm ulm ulm munchen"})
    told = table.play(0, one_each("lodz pilsen wurzburg mannheim"))
    assert table.type_names(told) == [
        "RouteClosed",
        *["HousePlaced"] * 4,
        "BonusTaken",
        "CarriageTaken",
        "RouteDiscarded",
    ]
    assert table.state.wanted == "limit"


def test_b24_and_b25_a_second_house_is_not_placed_and_others_do_not_matter():
    table = closing("ulm augsburg munchen", houses={0: "augsburg", 1: "munchen"})
    told = table.play(0, all_in("baiern", "munchen"))
    assert only(facts.HousePlaced, told) == [facts.HousePlaced(0, "munchen")]
    assert table.state.houses[:2] == (("augsburg", "munchen"), ("munchen",))


@pytest.mark.parametrize(
    ("length", "bonuses"),
    [(4, []), (5, [("route-5", 2)]), (6, [("route-6", 3)]), (7, [("route-7", 4)]), (8, [("route-7", 4)])],
)
def test_b28_a_tile_for_the_length(length, bonuses):
    told = closing(" ".join(LONG.split()[:length])).play(0, all_in("polen", "lodz"))
    assert [(fact.stack, fact.points) for fact in only(facts.BonusTaken, told)] == bonuses


def test_b28_several_tiles_of_one_length_in_a_match():
    told = closing(" ".join(LONG.split()[:5]), bonuses={0: "route-5"}).play(0, all_in("polen", "lodz"))
    assert only(facts.BonusTaken, told) == [facts.BonusTaken(0, "route-5", 1)]


@pytest.mark.parametrize(
    ("stack", "older", "route", "new"),
    [
        ("baden", "mannheim carlsruhe", "basel freiburg zurich", "freiburg"),
        ("schweiz-tyrol", "basel zurich", "augsburg innsbruck salzburg", "innsbruck"),
        ("boehmen-salzburg", "pilsen budweis salzburg", "budweis linz passau", "linz"),
        (
            "baiern",
            "wurzburg nurnberg regensburg ingolstadt augsburg kempten passau",
            "ulm augsburg munchen",
            "munchen",
        ),
    ],
)
def test_b29_to_b32_a_tile_for_a_province_once_and_complete(stack, older, route, new):
    province = RULESET.board["cities"][new]["province"]
    points = RULESET.board["bonuses"][stack]

    def bonuses(**more: Any) -> list[Fact]:
        return only(facts.BonusTaken, closing(route, **more).play(0, all_in(province, new)))

    assert bonuses(houses={0: older}) == [facts.BonusTaken(0, stack, points[0])]
    assert bonuses(houses={0: older}, bonuses={1: stack}) == [facts.BonusTaken(0, stack, points[1])]
    assert not bonuses(houses={0: older}, bonuses={0: stack})
    assert not bonuses(houses={0: older}, bonuses={1: f"{stack} " * len(points)})
    assert not bonuses(houses={0: older.partition(" ")[2], 1: older})


@pytest.mark.parametrize(
    ("bonuses", "points"),
    [({}, [6]), ({1: "outside-baiern"}, [5]), ({0: "outside-baiern"}, []), ({1: "outside-baiern " * 4}, [])],
)
def test_b30_and_b31_a_tile_for_all_provinces_but_baiern_once(bonuses, points):
    houses = {0: "freiburg basel innsbruck ulm sigmaringen linz pilsen"}
    told = closing("lodz pilsen nurnberg", houses=houses, bonuses=bonuses).play(0, all_in("polen", "lodz"))
    assert [fact.points for fact in only(facts.BonusTaken, told)] == points


def test_b33_the_next_carriage_and_only_that():
    told = closing(LONG).play(0, all_in("polen", "lodz"))
    assert only(facts.CarriageTaken, told) == [facts.CarriageTaken(0, 3, 2)]


@pytest.mark.parametrize(("number", "value", "points"), [(0, 3, 2), (1, 4, 3), (2, 5, 5), (3, 6, 7), (4, 7, 10)])
def test_b33_what_each_carriage_needs(number, value, points):
    table = closing(" ".join(LONG.split()[:value]), carriages={0: number})
    assert only(facts.CarriageTaken, table.play(0, all_in("polen", "lodz"))) == [
        facts.CarriageTaken(0, value, points)
    ]
    table = closing(" ".join(LONG.split()[: value - 1]), carriages={0: number}, office=CARRIER)
    if number:
        assert not only(facts.CarriageTaken, table.play(0, all_in("polen", "lodz")))


def test_b33_who_has_all_carriages_gets_none():
    told = closing(LONG, carriages={0: 5}, ender=0).play(0, all_in("polen", "lodz"))
    assert not only((facts.CarriageTaken, facts.EndTriggered), told)


@pytest.mark.parametrize(
    ("more", "cause"), [({"board": {"houses": 1}}, "houses"), ({"carriages": {0: 4}}, "carriage"), ({}, None)]
)
def test_b36_what_triggers_the_end(more, cause):
    told = closing(LONG, **more).play(0, all_in("polen", "lodz"))
    assert [fact.cause for fact in only(facts.EndTriggered, told)] == ([cause] if cause else [])
    assert (facts.BonusTaken(0, "game-end", 1) in told) == (cause is not None)


@pytest.mark.parametrize(("turn", "ender", "over"), [(2, 0, False), (3, 0, True), (3, None, False)])
def test_b37_the_match_is_over_behind_the_last_turn_of_a_round(turn, ender, over):
    table = scene(at="over", turn=turn, ender=ender)
    assert table.state.over == over
    if over:
        assert table.type_names(table.began) == [
            *["PhaseBegan"] * 2,
            *["HandShown"] * 4,
            *["SeatScored"] * 4,
            "MatchEnded",
        ]
    else:
        assert facts.TurnPassed((turn + 1) % 4) in table.began


# -- scoring ------------------------------------------------------------------------------------------------


def scored(**laid_out: Any) -> facts.SeatScored:
    """What seat 0 has scored, in a match that seat 1 has brought to its end."""
    table = scene(at="over", turn=3, ender=1, modules=BOTH, **laid_out)
    first: facts.SeatScored = only(facts.SeatScored, table.began)[0]
    return first


@pytest.mark.parametrize(
    ("laid_out", "parts"),
    [
        ({}, {"houses": 20}),
        ({"houses": {0: "ulm lodz"}, "carriages": {0: 1}}, {"houses": 18, "carriage": 2}),
        ({"carriages": {0: 5}}, {"houses": 20, "carriage": 10}),
        ({"bonuses": {2: "baden", 0: "baden route-7"}}, {"houses": 20, "bonuses": 6}),
        ({"chips": {0: 3, 1: 2}}, {"houses": 20, "chips": 3}),
        (
            {"loads": {"baden": "cardinal cardinal priest priest"}, "positions": {"baden": "rom"}},
            {"houses": 20, "audience": 5},
        ),
        (
            {
                "loads": {
                    "baden": "cardinal priest priest priest",
                    "schweiz": "bishop cardinal bishop bishop",
                    "baiern": "ministrant bishop abbot abbot",
                },
                "positions": {"baden": "rom", "schweiz": "rom", "baiern": "viterbo"},
            },
            {"houses": 20, "audience": 4},
        ),
    ],
)
def test_b38_a12_o12_x1_the_parts_of_a_score(laid_out, parts):
    expected = {"carriage": 0, "bonuses": 0, "chips": 0, "audience": 0, "houses": 0, **parts}
    total = sum(expected.values()) - 2 * expected["houses"]
    assert scored(**laid_out) == facts.SeatScored(0, **expected, total=total)


@pytest.mark.parametrize(
    ("scores", "ender", "winner", "by"),
    [
        ([30, 20], 1, 0, "points"),
        ([30, 30], 1, 1, "game-end"),
        ([30, 30, 30], 0, 0, "game-end"),
        ([30, 30, 20], 2, 0, "order"),
        ([20, 30, 30, 30], 0, 1, "order"),
        ([30, 20, 30, 10], 1, 2, "order"),
        ([-5, -5, -7], 2, 0, "order"),
    ],
)
def test_b39_who_wins(scores, ender, winner, by):
    result = outcome(scores, ender)
    assert (result["winners"], result["decided_by"], result["ranking"][0]) == ([winner], by, winner)


# -- The Audience -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [(), (AUDIENCE,), (OFFICES_OF_HONOUR,), BOTH])
def test_a1_modules_alone_or_together(modules):
    table = closing("ulm augsburg munchen salzburg", modules=modules, carriages={0: 2}, positions={})
    told = table.play(0, one_each("ulm augsburg salzburg"))
    told += table.play(0, UseCartwright())
    assert bool(only(facts.CarriageMoved, told)) == (AUDIENCE in modules)
    assert bool(only(facts.OfficeTileTaken, told)) == (OFFICES_OF_HONOUR in modules)
    shown = view(table.state)
    assert [shown[name] is not None for name in BOTH] == [name in modules for name in BOTH]


def test_a3_everybody_places_a_tile_on_each_carriage_before_the_turns():
    table = started(3, AUDIENCE)
    assert table.awaited == [0, 1, 2]
    told = table.play(2, PlaceTiles(KINDS[::-1]))
    carriages = rome_carriages(RULESET.board)
    kinds = zip(carriages, KINDS[::-1], strict=True)
    assert told[:5] == [facts.TilePlaced(2, carriage, f"{kind}:2") for carriage, kind in kinds]
    table.play(0, PlaceTiles(KINDS))
    assert table.state.phase == "tiles"
    told = table.play(1, PlaceTiles(KINDS))
    assert facts.PhaseBegan("turns") in told
    assert facts.TurnPassed(1) in told
    assert_conserved(table.state)


def test_a3_and_a4_nobody_sees_a_tile_that_has_been_placed():
    table = started(2, AUDIENCE)
    table.play(0, PlaceTiles(KINDS))
    for viewer in (PUBLIC, seat_viewer(0), seat_viewer(1)):
        shown = view(table.state.masked(viewer))["audience"]
        assert shown["placed"] == [True, False]
        assert all(carriage["tiles"] == [{"count": 1}, {"count": 0}] for carriage in shown["carriages"])


@pytest.mark.parametrize(
    ("houses", "option", "moved"),
    [
        ("", one_each("ulm augsburg"), ["munchen"]),
        ("", all_in("wuerttemberg", "ulm"), ["augsburg", "munchen"]),
        ("ulm", one_each("augsburg"), ["ulm", "munchen"]),
        ("ulm augsburg munchen", one_each(), ["ulm", "augsburg", "munchen"]),
        ("", all_in("baiern", "augsburg munchen"), ["ulm"]),
    ],
)
def test_a5_and_a6_each_bare_card_moves(houses, option: CloseRoute, moved):
    table = closing("ulm augsburg munchen", modules=BOTH, houses={0: houses})
    told = table.play(0, option)
    while table.awaited == [0]:
        card, (carriage, *_) = next(iter(carriages_listed(table).items()))
        told += table.play(0, MoveCarriage(card, carriage, table.state.exits(carriage)[0]))
    assert only(facts.RouteClosed, told)[0].bare == tuple(moved)
    assert sorted(move.card for move in only(facts.CarriageMoved, told)) == sorted(moved)


def test_a7_at_a_fork_the_mover_chooses():
    table = closing("augsburg munchen salzburg", modules=BOTH, positions={"baiern": "florenz"})
    table.play(0, one_each("augsburg salzburg"))
    assert table.listed(0)[0]["to"] == {"any_of": ["siena", "arezzo", "perugia"]}
    told = table.play(0, MoveCarriage("munchen", "baiern", "arezzo"))
    assert told[0] == facts.CarriageMoved(0, "munchen", "baiern", "arezzo")
    assert table.state.positions["baiern"] == "arezzo"


def test_a9_and_a11_a_carriage_in_rome_stays_there():
    table = closing("augsburg munchen salzburg", modules=BOTH, positions={"baiern": "rom", "boehmen": "rom"})
    table.play(0, one_each("augsburg salzburg"))
    assert carriages_listed(table) == {"munchen": ["baden", "wuerttemberg", "schweiz"]}
    assert refused(table, 0, MoveCarriage("munchen", "boehmen", "rom")) == ("illegal-move", "TT-R16")


def test_a10_kinds_that_do_not_arrive_are_not_touched():
    loads = {"baden": "cardinal bishop priest abbot", "boehmen": "priest priest bishop priest"}
    positions = {"baden": "rom", "boehmen": "viterbo"}
    table = closing("regensburg passau salzburg", modules=BOTH, loads=loads, positions=positions)
    told = table.play(0, all_in("baiern", "regensburg passau"))
    assert {fact.kind for fact in only((facts.TilesEvicted, facts.TilesReceived), told)} == {"priest", "bishop"}
    assert on_spaces(table.state) == {"cardinal": [0], "priest": [0, 1, 3], "bishop": [2], "abbot": [3]}


# -- Offices of Honour --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "command", "office"),
    [
        (TAKE, UseAdministrator(), ADMINISTRATOR),
        (SECOND, UsePostmaster(), POSTMASTER),
        (SECOND_FORCED, UsePostmaster(), POSTMASTER),
        (CARRIER_STEP, UseCarrier("munchen", "right"), CARRIER),
    ],
)
def test_o2_who_uses_an_office_takes_a_tile(situation, command, office):
    told = scene(**situation, modules=[OFFICES_OF_HONOUR]).play(0, command)
    assert only(facts.OfficeTileTaken, told) == [facts.OfficeTileTaken(0, office)]
    assert not only(facts.OfficeTileTaken, scene(**situation).play(0, command))


def test_o2_who_declines_takes_none():
    table = scene(**SECOND, modules=[OFFICES_OF_HONOUR])
    assert not only(facts.OfficeTileTaken, table.play(0, Decline()))


def test_o3_to_o5_everybody_returns_when_the_last_tile_is_taken():
    tiles = {1: {POSTMASTER: 1}, 2: {}, 3: {ADMINISTRATOR: 5}}
    table = scene(hands={0: "ulm"}, modules=BOTH, tiles=tiles)
    told = table.play(0, UseAdministrator())
    assert told[-4:] == [
        facts.ReturnRoundBegan((0, 1, 2, 3)),
        facts.TilesReturned(0, (ADMINISTRATOR,)),
        facts.TilesReturned(1, (POSTMASTER,)),
        facts.TilesReturned(3, (ADMINISTRATOR,)),
    ]
    assert table.state.stacks == {ADMINISTRATOR: 2, CARRIER: 8, CARTWRIGHT: 4, POSTMASTER: 8}
    assert table.state.wanted == "take"


@pytest.mark.parametrize(
    ("number", "wanted", "types"),
    [
        (1, "take", ["TilesReturned", "TilesReturned"]),
        (2, "reward-card", ["TilesReturned"]),
        (3, "take", ["TilesReturned", "ChipTaken", "TilesReturned"]),
        (4, "reward-house", ["TilesReturned"]),
    ],
)
def test_o6_the_reward_depends_on_the_number(number, wanted, types):
    table = laid(HOUSE, UseAdministrator())
    told = table.play(0, ReturnTiles(OFFICES[::-1][:number]))
    assert table.type_names(told) == types
    assert table.state.wanted == wanted
    assert sum(table.state.tiles[0].values()) == 4 - number


def test_o7_rounds_until_no_stack_is_empty():
    tiles = {0: {POSTMASTER: 2}, 1: {CARTWRIGHT: 1, CARRIER: 2}}
    table = closing("ulm augsburg munchen", seats=2, modules=BOTH, carriages={0: 1}, tiles=tiles)
    told = table.then((0, TO_LIMIT), (0, UseCartwright()))
    for _ in range(2):
        told += table.then((0, ReturnTiles((POSTMASTER,))), (1, ReturnTiles((CARRIER,))))
    assert len(only(facts.ReturnRoundBegan, told)) == 3
    assert [fact.offices for fact in only(facts.TilesReturned, told)[-2:]] == [(CARTWRIGHT,)] * 2
    assert min(table.state.stacks.values()) > 0


def test_o8_a_returned_house_may_go_anywhere_and_earns_its_tiles():
    table = laid({**HOUSE, "houses": {0: "ulm sigmaringen"}}, *TO_HOUSE)
    free = sorted(set(CITIES) - {"ulm", "sigmaringen"})
    assert table.listed(0)[0] == {"type": "place-house", "city": {"any_of": free}}
    assert table.play(0, PlaceHouse("stuttgart"))[:2] == [
        facts.HousePlaced(0, "stuttgart"),
        facts.BonusTaken(0, "wuerttemberg-hohenzollern", 3),
    ]


@pytest.mark.parametrize(("houses", "ends"), [(1, True), (2, False)])
def test_o9_a_returned_last_house_triggers_the_end(houses, ends):
    told = laid({**HOUSE, "board": {"houses": houses}}, *TO_HOUSE).play(0, PlaceHouse("ulm"))
    assert (facts.EndTriggered(0, "houses") in told) == ends
    assert (facts.BonusTaken(0, "game-end", 1) in told) == ends


def test_o10_tiles_and_chips_are_open():
    table = scene(modules=[OFFICES_OF_HONOUR], tiles={1: {CARRIER: 2}}, chips={2: 1})
    shown = view(table.state.masked(PUBLIC))["offices"]
    assert shown["tiles"][1] == {POSTMASTER: 0, CARRIER: 2, ADMINISTRATOR: 0, CARTWRIGHT: 0}
    assert shown["stacks"] == {POSTMASTER: 8, CARRIER: 6, ADMINISTRATOR: 6, CARTWRIGHT: 4}
    assert (shown["chips"], shown["chips_left"]) == ([0, 0, 1, 0], 11)


def test_o11_a_last_return_only_with_offices():
    assert scene(**LAST).awaited == [0]
    table = scene(at="over", turn=3, ender=3)
    assert isinstance(table.began[-1], MatchEnded)


# -- both modules -------------------------------------------------------------------------------------------


def test_x2_a_returned_house_neither_moves_nor_spares_a_carriage():
    table = laid({**HOUSE, "positions": {"baiern": "andechs"}}, *TO_HOUSE)
    told = table.play(0, PlaceHouse("munchen"))
    assert not only((facts.CarriageMoved, facts.RouteClosed), told)
    assert table.state.positions["baiern"] == "andechs"


def test_x3_a_carriage_in_rome_ends_nothing():
    positions = dict.fromkeys(["baden", "wuerttemberg", "schweiz", "baiern"], "rom") | {"boehmen": "viterbo"}
    table = closing("regensburg passau salzburg", modules=BOTH, positions=positions)
    told = table.play(0, all_in("baiern", "regensburg passau"))
    assert set(table.state.positions.values()) == {"rom"}
    assert not only((facts.EndTriggered, facts.CarriageTaken), told[4:])
    assert table.state.ender is None
