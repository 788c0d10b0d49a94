"""The board of Mea Culpa as a picture: everything that its viewer may see, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from gzip import compress
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from domain.games.mea_culpa import RULESET
from domain.kit.drawing.lettering import width_of
from domain.kit.drawing.svg import Shape, written
from domain.kit.facts import Json
from domain.kit.visibility import OFFICIAL, PUBLIC, Viewer, seat_viewer
from domain.kit.words.match import MatchWords
from domain.table.worded import words_for
from projections.said.pictures import standalone
from projections.said.standing import standing
from tests.games.mea_culpa.tables import scene
from tests.games.playing import SOAK, Table, rules_of, seeded

NAMES = ["Ada", "Benjamin", "Łucja", "日本"]
MOST_BYTES, MOST_PACKED = 40_000, 8_000
"""The size of a picture with its style sheet, as it is and as it is sent, at the most."""
PREFIXES = 4
"""So many are drawn of each match, for each viewer and shape; the last of them is the end."""
FULL = 20 if SOAK else 8
"""So often the board of a match with long names is drawn, and at the end."""
ID = re.compile(r"[a-z]+[-_:][a-z0-9]+|[A-Z]+_[A-Z0-9]+")
VARIANTS: list[dict[str, Json]] = [{}, {"open_holdings": True}, {"meta_culpa": "automatic"}]
SIZES = pytest.mark.parametrize("seats", [2, 3, 4])


@cache
def played(seats: int, variant: int) -> Table:
    rng = Random(f"drawing {seats} {variant}")
    rules = rules_of(RULESET, seats, VARIANTS[variant])
    return Table(RULESET, rules, seeded(rng.getrandbits(64))).play_on(rng)


def view_of(table: Table, version: int, viewer: Viewer) -> dict[str, Any]:
    """The view as it is served."""
    state = table.states[version]
    seen = state.masked(viewer)
    view: dict[str, Any] = json.loads(json.dumps({"board": RULESET.view(seen), **standing(seen)}))
    return view


def words_of(table: Table, language: str = "en") -> MatchWords:
    return MatchWords(words_for(RULESET, [language]), RULESET, table.rules, NAMES[: table.rules.seats])


def drawn(view: Json, words: MatchWords, shape: Any = "tall") -> Element:
    assert RULESET.drawing is not None
    return RULESET.drawing(view, words, shape)


def views(table: Table) -> Iterator[dict[str, Any]]:
    last = len(table.states) - 1
    for place in range(PREFIXES):
        for viewer in table.viewers:
            yield view_of(table, last * (place + 1) // PREFIXES, viewer)


def points(board: Any, at: str) -> bool:
    """Whether a JSON pointer points at something in a board."""
    for part in at.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        try:
            board = board[int(name)] if isinstance(board, list) else board[name]
        except (KeyError, IndexError):
            return False
    return True


@pytest.mark.long
@pytest.mark.few("0-2", "1-3", "2-4", "0-4")
@SIZES
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_every_board_can_be_drawn_for_everybody(seats: int, variant: int) -> None:
    table = played(seats, variant)
    words = words_of(table)
    for view in views(table):
        for shape in ("tall", "wide"):
            root = drawn(view, words, shape)
            made = written(root)
            assert len(made) <= MOST_BYTES
            assert b"style" not in made
            for mark in root.iter():
                at = mark.get("data-at")
                assert at is None or points(view["board"], at), at
                assert mark.tag not in ("text", "title") or not ID.search(mark.text or ""), mark.text
    for shape in ("tall", "wide"):
        assert written(drawn(view, words, shape)) == written(drawn(view, words, shape)), "twice the same bytes"


def test_a_picture_is_made_from_the_view_alone() -> None:
    """Two tables that differ in what the public is not told look alike to it, and not to who is told."""
    one = scene(goods={0: ["bread"]}, money={0: 9}, chests={(0, "I"): ["wine"]})
    other = scene(goods={0: ["bread"]}, money={0: 12}, chests={(0, "II"): ["wine"]})
    words = words_of(one)

    def pictures(viewer: Viewer) -> list[bytes]:
        return [written(drawn(view_of(table, 0, viewer), words)) for table in (one, other)]

    for viewer in (PUBLIC, seat_viewer(1)):
        first, second = pictures(viewer)
        assert first == second
    for viewer in (OFFICIAL, seat_viewer(0)):
        first, second = pictures(viewer)
        assert first != second


def marks(root: Element, at: str) -> list[str]:
    """What can be read of the marks that show something."""
    return [" ".join(filter(None, mark.itertext())) for mark in root.iter() if mark.get("data-at") == at]


def test_what_can_be_read_of_a_table() -> None:
    table = scene(
        turn="merchant",
        actions=("buy",),
        souls={0: 12, 1: -3},
        dens={"greed": {2: 3}},
        sites={1: 1},
        built={2: "nave"},
        round_number=4,
    )
    root = drawn(view_of(table, 0, seat_viewer(2)), words_of(table))
    for at, said in {
        "/round": "4",
        "/turn": "Merchant",
        "/characters/merchant": "Łucja",
        "/seats/0/soul": "12",
        "/seats/1/soul": "-3",
        "/dens/2/stones/2": "3",
        "/sites/0/crews": "1",
        "/sites/1/built": words_of(table).label("built", "nave"),
        "/market/things/bread": "2",
    }.items():
        assert any(said in mark for mark in marks(root, at)), at
    assert marks(root, "/actions/0")
    assert marks(root, "/seats/2/money/amount")
    assert not marks(root, "/seats/1/money/amount")


def test_a_long_track_is_drawn_where_something_stands_on_it() -> None:
    track = {"hell_last": 1000, "heaven_steps": 900, "heaven_source": "a test"}
    table = scene(souls={0: 500}, board={"track": track})
    made = written(drawn(view_of(table, 0, OFFICIAL), words_of(table)))
    assert len(made) <= MOST_BYTES
    assert b">500</text>" in made
    for jump in ("... -820 to -74 ...", "... 505 to 919 ..."):
        shown = drawn(view_of(table, 0, OFFICIAL), words_of(table), "wide")
        assert jump in [mark.text for mark in shown.iter("text")]


LONG_TRACK = {"hell_last": 1000, "heaven_steps": 900, "heaven_source": "a test"}


@pytest.mark.parametrize("shape", ["tall", "wide"])
@pytest.mark.parametrize(
    ("souls", "board", "written_down"),
    [
        ({0: 14, 1: 15, 2: 16}, {}, {"14", "15", "16", "20"}),
        ({0: 14, 1: 16, 2: -12}, {}, {"14", "16", "-12"}),
        ({0: 1000, 1: -900, 2: 0}, {"track": LONG_TRACK}, {"0"}),
    ],
)
def test_no_two_numbers_of_the_track_touch(
    souls: dict[int, int], board: dict[str, Json], written_down: set[str], shape: Shape
) -> None:
    table = scene(souls=souls, board=board)
    root = drawn(view_of(table, 0, OFFICIAL), words_of(table, "de"), shape)
    track = next(made for made in root if any(mark.text == "Sündenleiste" for mark in made.iter("text")))
    numbers: dict[str, list[tuple[float, float, str]]] = {}
    above = {mark: inner for inner in track.iter() for mark in inner}
    for mark in track.iter("text"):
        said, around, classes = mark.text or "", above[mark], mark.get("class", "")
        size = float(mark.get("font-size") or around.get("font-size") or "10")
        half = width_of(said, size, bold="bold" in classes) / 2
        if "mid" in f"{classes} {around.get('class')}":
            x = float(mark.get("x", "0"))
            numbers.setdefault(mark.get("y", ""), []).append((x - half, x + half, said))
    for row in numbers.values():
        for (_, end, one), (start, _, other) in pairwise(sorted(row)):
            assert start - end >= 1.5, (one, other)
    assert written_down <= {said for row in numbers.values() for _, _, said in row}


LONG_NAMES = [f"{number} {'Wilhelmine ' * 18}"[:200] for number in range(1, 5)]
CRAMMED = 42_500
"""The bytes of a board on which everybody has some of everything, which no match comes to."""


@pytest.mark.grows
@pytest.mark.parametrize("shape", ["tall", "wide"])
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_whole_match_with_long_names_is_at_most_40_kb(variant: int, shape: Shape) -> None:
    table = played(4, variant)
    words = MatchWords(words_for(RULESET, ["de"]), RULESET, table.rules, LONG_NAMES)
    last = len(table.states) - 1
    for version in {*range(0, last, max(1, last // FULL)), last}:
        made = standalone(drawn(view_of(table, version, OFFICIAL), words, shape), "light")
        assert len(made) <= MOST_BYTES, version
        assert len(compress(made)) <= MOST_PACKED, version


@pytest.mark.parametrize("shape", ["tall", "wide"])
def test_a_board_on_which_everybody_has_some_of_everything_is_little_more(shape: Shape) -> None:
    goods, money = list(RULESET.board["goods"]), "coin-5"
    table = scene(
        4,
        turn="emperor",
        posts={seat: 6 - seat for seat in range(4)},
        goods={seat: goods if seat < 3 else goods[:3] for seat in range(4)},
        letters={seat: list(RULESET.board["letters"]) for seat in range(4)},
        chests={(seat, "I"): [*goods, money] if seat < 3 else ["wine", money] for seat in range(4)}
        | {(seat, "II"): [money] for seat in range(4)},
        souls={0: 12, 1: 13, 2: -9, 3: -22},
        dens={den: dict.fromkeys(range(4), 2) for den in ("lust", "petty", "greed")},
        market=("bread", "wine", "cloth", "jewel", "indulgence"),
        rooms={1: "OTHERS_5", 2: "POPE_YELLOW", 3: "EMP_LETTER", 4: "OTHERS_3"},
        sites={1: 1, 2: 2},
        built={1: "cathedral", 2: "nave", 3: "cathedral"},
        crew_on_card=True,
        actions=("buy", "visit"),
        round_number=10,
    )
    words = MatchWords(words_for(RULESET, ["de"]), RULESET, table.rules, LONG_NAMES)
    made = standalone(drawn(view_of(table, 0, OFFICIAL), words, shape), "light")
    assert len(made) <= CRAMMED
    assert len(compress(made)) <= MOST_PACKED


@pytest.mark.parametrize("shape", ["tall", "wide"])
def test_the_end_says_who_has_won_and_where_the_souls_are(shape: Shape) -> None:
    table = played(4, 0)
    view = view_of(table, len(table.states) - 1, PUBLIC)
    winner, soul = view["outcome"]["winners"][0], view["board"]["seats"][0]["soul"]
    said = [mark.text for mark in drawn(view, words_of(table), shape).iter("text")]
    assert f"The match is over. {NAMES[winner]} wins." in said
    assert f"Soul {soul}" in said
    before = [mark.text for mark in drawn(view_of(table, 5, PUBLIC), words_of(table), shape).iter("text")]
    assert not any("over" in one for one in before if one)
