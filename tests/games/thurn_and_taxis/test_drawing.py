"""The picture of Thurn and Taxis: made from the view alone, with nothing in it that is an id or points nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from gzip import compress
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest

from domain.games.thurn_and_taxis import RULESET
from domain.games.thurn_and_taxis.drawing.atlas import Paper, along, in_rows, layers, printed
from domain.games.thurn_and_taxis.drawing.rome import layout
from domain.games.thurn_and_taxis.drawing.tints import HUES, carriage_provinces, hues, letters
from domain.games.thurn_and_taxis.state import OFFICES
from domain.kit.drawing.svg import Shape, written
from domain.kit.facts import Json
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer
from domain.kit.words.match import MatchWords
from domain.table.worded import words_for
from projections.said.pictures import standalone
from projections.said.standing import standing
from tests.games.playing import Table, rules_of, seeded
from tests.games.preferences import SHORT
from tests.games.thurn_and_taxis.tables import BOTH, scene
from tests.laws.test_laws import Played, played_at_random

NAMES = ["Ada", "Benjamin", "Cleo", "Dana"]
SHAPES: tuple[Shape, ...] = ("tall", "wide")
PREFIXES = 5
MOST, MOST_PACKED = 40_000, 8_000
"""The size of a picture in bytes, as it is and as it is sent, at the most."""
EVERY = pytest.mark.parametrize(
    ("seats", "variant"), [(seats, variant) for seats in (2, 3, 4) for variant in ("plain", "variants")]
)


def view_of(played: Played, viewer: Viewer, version: int) -> Json:
    seen = played.masked(viewer, version)
    return json.loads(json.dumps({"board": RULESET.view(seen), **standing(seen)}))


def words_of(rules: Any) -> MatchWords:
    return MatchWords(words_for(RULESET, ["en"]), RULESET, rules, NAMES[: rules.seats])


def drawn(view: Json, words: MatchWords, shape: Shape) -> Element:
    assert RULESET.drawing is not None
    return RULESET.drawing(view, words, shape)


def positions(played: Played) -> Iterator[tuple[Viewer, Json]]:
    versions = len(played.versions)
    for version in sorted({*range(0, versions, max(1, versions // PREFIXES)), versions - 1}):
        for viewer in (PUBLIC, OFFICIAL, seat_viewer(version % played.table.rules.seats)):
            yield viewer, view_of(played, viewer, version)


def pointed_at(board: Json, pointer: str) -> Json:
    """What a JSON pointer leads to; fails if nothing is there."""
    found = board
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        found = found[int(name)] if isinstance(found, list) else found[name]
    return found


def texts(root: Element) -> list[str]:
    return ["".join(one.itertext()) for one in root.iter() if one.tag in ("text", "title")]


def ids_of(board: Mapping[str, Any]) -> set[str]:
    """What is called by an id on the board, where that is no word."""
    named = {name for part in ("cities", "provinces", "south", "bonuses") for name in board[part]}
    return {name for name in named if name.islower()} | {one["kind"] for one in board["clergy"]}


@pytest.mark.long
@pytest.mark.few("2-plain", "3-variants", "4-variants")
@EVERY
def test_every_position_is_drawn_for_every_viewer(seats: int, variant: str) -> None:
    played = played_at_random(RULESET.id, seats, variant, 1)
    words, ids = words_of(played.table.rules), ids_of(played.table.rules.board)
    for viewer, view in positions(played):
        for shape in SHAPES:
            root = drawn(view, words, shape)
            picture = written(root)
            assert picture == written(drawn(view, words, shape))
            assert len(picture) <= MOST, (viewer, shape)
            assert len(compress(picture)) <= MOST_PACKED
            for mark in root.iter():
                if (at := mark.get("data-at")) is not None:
                    pointed_at(view["board"], at)
            assert not ids & set(texts(root))
            assert b"style" not in picture


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_house_card_and_tile_of_the_view_is_in_the_picture(seats: int, shape: Shape) -> None:
    played = played_at_random(RULESET.id, seats, "variants", 1)
    words = words_of(played.table.rules)
    for viewer, view in positions(played):
        board = view["board"]
        shown = {mark.get("data-at") for mark in drawn(view, words, shape).iter()}
        wanted = {f"/bonuses/{stack}" for stack in board["bonuses"]} | {"/supply", "/discards", "/round"}
        wanted |= {f"/display/things/{city}" for city in board["display"].get("things", {})}
        for seat, mine in enumerate(board["seats"]):
            for member in ("houses", "route", "carriages", "bonuses"):
                wanted |= {f"/seats/{seat}/{member}/{index}" for index in range(len(mine[member]))}
            wanted |= {f"/seats/{seat}", f"/seats/{seat}/houses_left", f"/seats/{seat}/hand"}
            wanted |= {f"/seats/{seat}/score"} if mine["score"] is not None else set()
        if board["turn"] is not None:
            wanted.add("/turn")
        if board["office"] is not None:
            wanted.add("/office")
        if board["audience"] is not None:
            for index, there in enumerate(board["audience"]["carriages"]):
                tiles = enumerate(there["tiles"])
                wanted |= {f"/audience/carriages/{index}/tiles/{one}" for one, tile in tiles if tile.get("count")}
                wanted.add(f"/audience/carriages/{index}/city")
            for kind, space in board["audience"]["spaces"].items():
                wanted |= {f"/audience/spaces/{kind}/things/{tile}" for tile in space.get("things", {})}
        if board["offices"] is not None:
            wanted |= {f"/offices/stacks/{kind}" for kind in board["offices"]["stacks"]} | {"/offices/chips_left"}
            wanted |= {f"/offices/chips/{seat}" for seat in range(seats)}
        assert wanted <= shown, (viewer, wanted - shown)


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_hidden_from_a_viewer_changes_nothing_in_their_picture(shape: Shape) -> None:
    """Two positions in which the hands of two seats are exchanged: only who may see them sees a difference."""
    played = played_at_random(RULESET.id, 3, "plain", 0)
    words = words_of(played.table.rules)
    hands = ("hand:0", "hand:1")
    state = next(
        state
        for state in played.table.states
        if len(state.places[hands[0]]) == len(state.places[hands[1]]) > 1
        and state.places[hands[0]].known != state.places[hands[1]].known
    )
    other = replace(state)
    other.places = {**state.places, hands[0]: state.places[hands[1]], hands[1]: state.places[hands[0]]}

    def seen(by: Viewer) -> list[bytes]:
        views = [json.loads(json.dumps(RULESET.view(one.masked(by)))) for one in (state, other)]
        return [written(drawn({"board": board, "awaiting": []}, words, shape)) for board in views]

    for viewer in (PUBLIC, seat_viewer(2)):
        first, second = seen(viewer)
        assert first == second
    for viewer in (OFFICIAL, seat_viewer(0)):
        first, second = seen(viewer)
        assert first != second


@pytest.mark.parametrize("shape", SHAPES)
def test_a_view_that_tells_nothing_of_a_place_is_drawn(shape: Shape) -> None:
    played = played_at_random(RULESET.id, 2, "plain", 0)
    view = view_of(played, PUBLIC, len(played.versions) // 2)
    board = view["board"]
    board["display"], board["supply"], board["discards"] = {}, {}, {"count": 3}
    board["seats"][0]["hand"] = {}
    board["seats"][1]["hand"] = {"count": 4, "things": {"ulm": 1}}
    said = texts(drawn(view, words_of(played.table.rules), shape))
    assert any(one.endswith(" ?") for one in said), "nobody knows how many are left"


def test_a_board_whose_cities_lie_too_near_each_other_is_drawn_in_rows() -> None:
    cities = {name: {**city, "at": [0, 0]} for name, city in RULESET.board["cities"].items()}
    rules = rules_of(RULESET, 2, {}, {**SHORT[RULESET.id], "cities": cities})
    view = {"board": RULESET.view(RULESET.empty(rules, PUBLIC)), "awaiting": []}
    for shape in SHAPES:
        root = drawn(view, words_of(rules), shape)
        names = [mark for mark in root.iter("text") if mark.get("data-kind") == "city"]
        assert len({(name.get("x"), name.get("y")) for name in names}) == len(cities)


def test_roads_are_drawn_on_from_where_the_last_one_ended() -> None:
    points = {"a": (0.0, 0.0), "b": (1.0, 2.0), "c": (3.0, 4.0), "d": (5.0, 6.0)}
    assert along([("a", "b"), ("c", "d"), ("c", "b"), ("a", "d")], points) == "M0 0l1 2 2 2 2 2-5-6"
    assert along([("a", "b"), ("c", "d")], points) == "M0 0l1 2M3 4l2 2"
    assert along([], points) == ""


def test_ways_to_rome_that_are_not_laid_out_lead_down() -> None:
    south = {"a": ["b", "c"], "b": ["rom"], "c": ["d"], "d": ["rom"], "rom": []}
    rows = layers(south)
    assert rows == [["a"], ["b", "c"], ["d"], ["rom"]]
    atlas = in_rows(rows, dict.fromkeys(south, 20.0), Paper(100, 10, 10, 13), 5)
    assert all(atlas.points[one][1] < atlas.points[other][1] for one in south for other in south[one])


def test_a_row_that_is_too_long_is_broken() -> None:
    atlas = in_rows([["a", "b", "c"]], dict.fromkeys("abc", 40.0), Paper(100, 10, 10, 13), 5)
    assert len({y for _, y in atlas.points.values()}) == 2
    assert atlas.height > max(y for _, y in atlas.points.values())


def test_printed_places_keep_their_directions_and_lie_inside() -> None:
    at = {name: city["at"] for name, city in RULESET.board["cities"].items()}
    atlas = printed(at, dict.fromkeys(at, 40.0), Paper(344, 18, 8, 13))
    assert atlas is not None
    for one in at:
        x, y = atlas.points[one]
        assert 20 <= x <= 324
        assert 0 < y < atlas.height
        for other in at:
            if at[other][0] - at[one][0] > 5:
                assert x < atlas.points[other][0]


def test_places_without_a_position_or_on_one_another_are_not_printed() -> None:
    paper = Paper(344, 18, 8, 13)
    assert printed({"a": [0, 0]}, {"a": 20.0, "b": 20.0}, paper) is None
    assert printed({"a": [0, 0], "b": [0, 0]}, {"a": 20.0, "b": 20.0}, paper) is None
    assert printed({}, {}, paper) is None


def test_a_map_that_is_all_height_is_not_drawn_as_high_as_it_could_be() -> None:
    atlas = printed({"a": [0, 0], "b": [1, 900]}, {"a": 20.0, "b": 20.0}, Paper(344, 18, 8, 13))
    assert atlas is not None
    assert atlas.height < 1.5 * 344


def test_the_layout_has_each_place_of_the_printed_roads_and_no_two_roads_cross() -> None:
    south = RULESET.board["south"]
    assert layout().keys() == south.keys()
    roads = [(one, other) for one in south for other in south[one]]
    assert all(layout()[one][1] < layout()[other][1] for one, other in roads)
    for number, first in enumerate(roads):
        for second in roads[number + 1 :]:
            assert set(first) & set(second) or not crossing(*(layout()[name] for name in (*first, *second)))


def crossing(a: list[int], b: list[int], c: list[int], d: list[int]) -> bool:
    def side(one: list[int], other: list[int], third: list[int]) -> bool:
        turn = (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])
        return turn > 0

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def test_letters_tell_provinces_from_each_other_in_every_language() -> None:
    names = {name: there["name"] for name, there in RULESET.board["provinces"].items()}
    made = letters(names)
    assert len(set(made.values())) == len(names)
    assert made["wuerttemberg"] == "W"
    assert (made["baden"], made["baiern"], made["boehmen"]) == ("Bd", "Bi", "Bö")
    assert letters({"a": "Aa", "b": "Aa"}) == {"a": "Aa", "b": "Aa"}
    assert letters({"a": ""}) == {"a": ""}


def test_provinces_have_the_printed_colours_and_others_what_is_left() -> None:
    provinces = RULESET.board["provinces"]
    made = hues(provinces)
    assert len(set(made.values())) == len(provinces)
    many = {str(number): {"colour": "pink"} for number in range(HUES + 3)}
    assert set(hues(many).values()) == set(range(HUES))


def test_carriages_have_the_colour_of_their_province() -> None:
    provinces = {"a": {"carriage": "x"}, "x": {}, "b": {"carriage": "b"}, "c": {"carriage": "b"}}
    assert carriage_provinces(["x", "b", "z"], provinces) == {"x": "a", "b": "b"}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_city_stands_in_the_picture_by_its_name(shape: Shape) -> None:
    rules = rules_of(RULESET, 3, {"modules": list(BOTH)}, SHORT[RULESET.id])
    board = json.loads(json.dumps(RULESET.view(Table(RULESET, rules).state)))
    made = fromstring(written(drawn({"board": board, "awaiting": []}, words_of(rules), shape)))
    said = " | ".join("".join(line.itertext()) for line in made.iter() if line.tag.endswith("}text"))
    for city, there in rules.board["cities"].items():
        assert there["name"] in said, city
    for city in rules.board["names"].values():
        assert city in said


def test_both_modules_are_drawn_from_the_beginning() -> None:
    rules = rules_of(RULESET, 4, {"modules": list(BOTH)}, SHORT[RULESET.id])
    view = {"board": RULESET.view(RULESET.empty(rules, PUBLIC)), "awaiting": ["chance"]}
    for shape in SHAPES:
        shown = {mark.get("data-at") for mark in drawn(view, words_of(rules), shape).iter()}
        assert {"/phase", "/offices/stacks/cartwright", "/audience/carriages/4/city"} <= shown


@pytest.mark.parametrize("shape", SHAPES)
def test_a_tile_for_many_provinces_shows_them_and_no_length(shape: Shape) -> None:
    played = played_at_random(RULESET.id, 2, "plain", 0)
    view = view_of(played, PUBLIC, len(played.versions) // 2)
    view["board"]["seats"][0]["bonuses"] = [
        {"stack": "outside-baiern", "points": 5},
        {"stack": "route-7", "points": 3},
    ]
    root = drawn(view, words_of(played.table.rules), shape)
    outside, route = (
        next(mark for mark in root.iter() if mark.get("data-at") == f"/seats/0/bonuses/{number}")
        for number in (0, 1)
    )
    assert [mark.text for mark in outside.iter("text")] == ["+5"]
    assert [mark.get("href") for mark in outside.iter("use")] == ["#boutside-baiern"]
    patches = next(made for made in root.iter("g") if made.get("id") == "boutside-baiern")
    assert len(patches) == 8
    assert route.text == "7 +3"


@pytest.mark.parametrize(("modules", "title"), [([], "Officials"), (["offices"], "Offices of Honour")])
def test_the_officials_are_called_offices_of_honour_in_that_module_alone(modules: list[str], title: str) -> None:
    rules = rules_of(RULESET, 2, {"modules": modules}, SHORT[RULESET.id])
    view = {"board": RULESET.view(RULESET.empty(rules, PUBLIC)), "awaiting": []}
    said = texts(drawn(json.loads(json.dumps(view)), words_of(rules), "wide"))
    assert {"Officials", "Offices of Honour"} & {*said} == {title}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("modules", [["audience"], ["offices"], list(BOTH)])
def test_no_label_of_the_printed_board_is_cut(modules: list[str], shape: Shape) -> None:
    rules = rules_of(RULESET, 4, {"modules": modules})
    for language in ("en", "de"):
        words = MatchWords(words_for(RULESET, [language]), RULESET, rules, NAMES)
        view = json.loads(json.dumps({"board": RULESET.view(RULESET.empty(rules, PUBLIC)), "awaiting": []}))
        cities = list(RULESET.board["cities"])
        for first in range(0, len(cities), 6):
            view["board"]["display"] = {"count": 6, "things": dict.fromkeys(cities[first : first + 6], 1)}
            view["board"]["turn"], view["board"]["phase"], view["board"]["forced"] = 1, "turns", True
            cut = [one for one in texts(drawn(view, words, shape)) if one.endswith("...")]
            assert not cut, language


@pytest.mark.parametrize("shape", SHAPES)
def test_houses_stand_above_the_names_of_their_cities(shape: Shape) -> None:
    rules = rules_of(RULESET, 4, {})
    view = json.loads(json.dumps({"board": RULESET.view(RULESET.empty(rules, PUBLIC)), "awaiting": []}))
    cities = list(rules.board["cities"])
    for mine in view["board"]["seats"]:
        mine["houses"] = cities
    root = drawn(view, words_of(rules), shape)
    names = {mark.get("data-value"): mark for mark in root.iter("text") if mark.get("data-kind") == "city"}
    houses = [mark for mark in root.iter("use") if "/houses/" in mark.get("data-at", "")]
    assert len(houses) == 4 * len(cities)
    for house in houses:
        name = names[cities[int(house.get("data-at", "").rpartition("/")[2])]]
        assert float(house.get("y", "")) <= float(name.get("y", "")) - 11, "an umlaut is 9 or 10 units high"


@pytest.mark.parametrize("shape", SHAPES)
def test_audience_tiles_face_down_are_drawn_and_counted(shape: Shape) -> None:
    rules = rules_of(RULESET, 3, {"modules": ["audience"]}, SHORT[RULESET.id])
    view = json.loads(json.dumps({"board": RULESET.view(RULESET.empty(rules, PUBLIC)), "awaiting": []}))
    view["board"]["audience"]["carriages"][0]["tiles"] = [{"count": 1}, {"count": 0}, {"count": 1}]
    root = drawn(view, words_of(rules), shape)
    tiles = [mark for mark in root.iter() if "/tiles/" in mark.get("data-at", "")]
    assert [(mark.get("data-at"), mark.findtext("title")) for mark in tiles] == [
        ("/audience/carriages/0/tiles/0", "1 tile not told"),
        ("/audience/carriages/0/tiles/2", "1 tile not told"),
    ]
    assert not [mark for tile in tiles for mark in tile.iter("text")]


LONG_NAMES = [f"{number} {'Wilhelmine ' * 18}"[:200] for number in range(1, 5)]
WHOLE, WHOLE_PACKED = 48_000, 8_900
"""The same of a match with all houses: 70 of them lie on the map in the end, each a mark of its own."""
CRAMMED, CRAMMED_PACKED = 58_000, 9_300
"""And of a board on which everybody has everything, which no match comes to."""


def served(table: Table, version: int, shape: Shape) -> bytes:
    """The picture of a position for officials, in German, with the longest names."""
    words = MatchWords(words_for(RULESET, ["de"]), RULESET, table.rules, LONG_NAMES)
    seen = table.states[version].masked(OFFICIAL)
    view = json.loads(json.dumps({"board": RULESET.view(seen), **standing(seen)}))
    return standalone(drawn(view, words, shape), "light")


@pytest.mark.parametrize("shape", SHAPES)
def test_the_end_of_a_match_with_both_modules(shape: Shape) -> None:
    rules = rules_of(RULESET, 4, {"modules": list(BOTH)}, SHORT[RULESET.id])
    table = Table(RULESET, rules, seeded(1)).play_on(Random(1))
    made = served(table, len(table.states) - 1, shape)
    assert len(made) <= MOST
    assert len(compress(made)) <= MOST_PACKED


@pytest.mark.long
@pytest.mark.parametrize("shape", SHAPES)
def test_the_end_of_a_match_with_both_modules_and_all_houses(shape: Shape) -> None:
    table = Table(RULESET, rules_of(RULESET, 4, {"modules": list(BOTH)}), seeded(1)).play_on(Random(1))
    made = served(table, len(table.states) - 1, shape)
    assert len(made) <= WHOLE
    assert len(compress(made)) <= WHOLE_PACKED


@pytest.mark.parametrize("shape", SHAPES)
def test_a_board_on_which_everybody_has_everything(shape: Shape) -> None:
    cities = list(RULESET.board["cities"])
    tiles = [stack for stack, points in RULESET.board["bonuses"].items() for _ in points if stack != "game-end"]
    cards = sorted(cities * RULESET.board["copies"], key=cities.index)
    dealt = [cards[place :: len(cards) // 6] for place in range(9)]
    table = scene(
        4,
        modules=BOTH,
        ender=2,
        houses={seat: " ".join(cities[: 2 * seat] + cities[2 * seat + 2 :]) for seat in range(4)},
        carriages=dict.fromkeys(range(4), 5),
        bonuses={seat: " ".join(tiles[seat::4]) for seat in range(4)},
        tiles={seat: dict.fromkeys(OFFICES, 1) for seat in range(4)},
        chips=dict.fromkeys(range(4), 3),
        display=" ".join(dealt[0]),
        routes={seat: " ".join(dealt[seat + 1]) for seat in range(4)},
        hands={seat: " ".join(dealt[seat + 5]) for seat in range(4)},
    )
    made = served(table, 0, shape)
    assert len(made) <= CRAMMED
    assert len(compress(made)) <= CRAMMED_PACKED


@pytest.mark.parametrize("shape", SHAPES)
def test_the_end_says_who_has_won_with_how_many_points(shape: Shape) -> None:
    played = played_at_random(RULESET.id, 3, "plain", 1)
    view = view_of(played, PUBLIC, len(played.versions) - 1)
    (winner,) = view["outcome"]["winners"]
    said = texts(drawn(view, words_of(played.table.rules), shape))
    place = said.index(f"The match is over. {NAMES[winner]} wins.")
    ranked = [(NAMES[seat], str(view["board"]["seats"][seat]["score"])) for seat in view["outcome"]["ranking"]]
    assert [tuple(said[place + 3 + 3 * row : place + 5 + 3 * row]) for row in range(3)] == ranked


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("steps", "shown"),
    [
        (
            [{"step": "return", "seat": 2, "left": [2, 0], "order": [1, 2, 0]}],
            {"/steps/0/left/0": "2", "/steps/0/left/1": "0"},
        ),
        (
            [{"step": "last-return", "seat": 1}, {"step": "last-return", "seat": 0}],
            {"/steps/0/seat": "1", "/steps/1/seat": "0"},
        ),
    ],
)
def test_who_still_returns_tiles_is_shown_in_their_order(
    shape: Shape, steps: list[Json], shown: dict[str, str]
) -> None:
    rules = rules_of(RULESET, 3, {"modules": ["offices"]}, SHORT[RULESET.id])
    board = {**RULESET.view(RULESET.empty(rules, PUBLIC)), "steps": steps}
    made = drawn({"board": board, "awaiting": []}, words_of(rules), shape)
    marks = {at: mark.get("data-value") for mark in made.iter() if (at := mark.get("data-at"))}
    assert {at: seat for at, seat in marks.items() if at in shown} == shown
