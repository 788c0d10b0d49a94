"""Pictures: texts as wide as they are measured, no style, one reading for each mark."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, SubElement, canonicalize, fromstring, tostring

import pytest
from reportlab.pdfbase import pdfmetrics

from domain.kit.data import table
from domain.kit.drawing.ending import ending
from domain.kit.drawing.layout import Column, picture
from domain.kit.drawing.lettering import FIRST, fitted, lines, plain, short, text, width_of
from domain.kit.drawing.marks import SIDES, seat_mark, seat_shapes
from domain.kit.drawing.plain import plain_picture
from domain.kit.drawing.signs import sign
from domain.kit.drawing.svg import Grounds, Shown, group, rect, svg, written
from domain.kit.ruleset import rulesets
from domain.kit.words.match import MatchWords
from domain.table.worded import words_for
from service.cli.print.typefaces import BOLD, PLAIN, Letters
from tests.games.openable import OPENABLE
from tests.games.playing import rules_of


@pytest.mark.parametrize(("weight", "name"), [("plain", PLAIN), ("bold", BOLD)])
def test_letters_are_as_wide_as_in_the_typeface_of_the_printed_record(weight, name):
    Letters()  # registers it
    face = pdfmetrics.getFont(name).face
    widths = table("domain.kit.drawing", "widths.toml")[weight]
    assert len(widths) == 352
    for place, width in enumerate(widths):
        in_face = round(face.charWidths[place + FIRST]) if place + FIRST in face.charToGlyph else 0
        assert width == in_face, chr(place + FIRST)


def test_marks_on_letters_take_no_room():
    pointed = "\u05e9\u05b8\u05c2\u05e8\u05b8\u05d4"  # Sarah, in Hebrew with its points
    assert width_of(pointed, 10) == width_of("\u05e9\u05e8\u05d4", 10)
    assert fitted(pointed, 10, 20) == plain(pointed), "and it is not cut for them"


def test_a_text_says_how_wide_it_is():
    made = text(svg("tall", 10, "A"), 1, 2, "Nürnberg", 10)
    assert made.get("textLength") == str(round(width_of("Nürnberg", 10)))
    assert made.get("lengthAdjust") == "spacingAndGlyphs"
    assert 30 < width_of("Nürnberg", 10) < 45
    assert width_of("Nürnberg", 10, bold=True) > width_of("Nürnberg", 10)


def test_letters_are_not_narrowed_where_there_is_room():
    wide = width_of("Nürnberg", 10)
    root = svg("tall", 10, "A")
    narrow, loose = (text(root, 1, 2, "Nürnberg", 10, most=wide * more) for more in (1.01, 1.2))
    assert narrow.get("lengthAdjust") is not None
    assert loose.get("lengthAdjust") is None
    assert wide < float(loose.get("textLength")) <= wide * 1.2


def test_a_very_long_name_is_cut_in_titles():
    assert short("Ada") == "Ada"
    assert short("Friederike Wilhelmine of Hohenzollern") == "Friederike Wilhelmine of Hohenzollern"
    assert len(short("Ada" * 66)) == 18
    assert short("Ada" * 66).endswith("...")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("7 – The Sins", "7 - The Sins"),
        ("Łódź", "Łódź"),
        ("★ Ada ★", "Ada"),
        ("a\u0301", "á"),
        ("日本", "日本"),
        ("→", ""),
        ("two\n lines", "two lines"),
    ],
)
def test_signs_that_may_be_empty_boxes_are_left_out(said, kept):
    assert plain(said) == kept


def test_a_text_is_cut_where_there_is_no_room():
    assert fitted("Gluttony", 10, 100) == "Gluttony"
    cut = fitted("Gluttony", 10, 25)
    assert cut.endswith("...")
    assert width_of(cut, 10) <= 25
    assert fitted("Gluttony", 10, 1) == ""


def test_a_text_is_broken_into_lines_of_which_the_last_is_cut():
    assert lines("Last Judgement", 10, 50) == ("Last", "Judgement")
    assert lines("Last Judgement", 10, 500) == ("Last Judgement",)
    broken = lines("one two three four five six", 10, 30, 2)
    assert len(broken) == 2
    assert all(width_of(one, 10) <= 30 for one in broken)


def test_a_mark_says_what_it_shows_and_a_picture_has_no_style():
    root = svg("wide", 20, "Board")
    group(root, Shown("/seats/0", "seat", 0, 'Ada <"&'))
    again = fromstring(written(root))
    made = again[1]
    assert (made.get("data-at"), made.get("data-kind"), made.get("data-value")) == ("/seats/0", "seat", "0")
    assert made[0].text == 'Ada <"&'
    assert made.get("role") == "img"
    assert b"style" not in written(root)


def test_it_is_written_as_the_standard_library_writes_it():
    root = svg("tall", 20, "A <b> & 'c'")
    line = text(root, 1, 2, "said", 10)
    line.text = None
    tag = SubElement(line, "tspan", {"class": 'a "quoted" <name>'})
    tag.text, tag.tail = "Bd", " Mannheim & more"
    rect(group(root), 1, 2, 3, 4, "box")
    assert canonicalize(written(root).decode()) == canonicalize(tostring(root, encoding="unicode"))
    assert " Mannheim &amp; more" in written(root).decode()


def test_no_two_seats_have_the_same_shape():
    assert len(set(SIDES)) == len(SIDES)
    shapes = seat_shapes(len(SIDES))
    assert len({made.get("id") for made in shapes}) == len(SIDES)
    assert len({written(made[0])[:60] for made in shapes}) == len(SIDES)
    assert [made[1].text for made in shapes] == ["1", "2", "3", "4", "5"]


def test_a_shape_is_written_down_once_and_only_if_it_is_used():
    def block(parent, width):
        seat_mark(parent, 10, 10, 7, 1)
        seat_mark(parent, 30, 10.25, 14, 1, Shown("/seats/1", "seat", 1, "Ada"))
        return 20.0

    root = picture("tall", "Seats", [Column([block])], shapes=seat_shapes(3))
    (defs,) = root.findall("defs")
    assert [made.get("id") for made in defs] == ["b1"]
    plain_one, large = root.iter("use")
    assert plain_one.items() == [("href", "#b1"), ("x", "10"), ("y", "10")]
    assert large.items() == [("href", "#b1"), ("transform", "translate(30 10.2)scale(2)")]
    assert picture("tall", "None", [Column([])], shapes=seat_shapes(3)).find("defs") is None


def test_grounds_of_the_same_classes_are_one_path_below_what_follows():
    root = svg("tall", 20, "Cards")
    grounds = Grounds(root)
    text(root, 1, 2, "Ulm", 10)
    for drawn, classes in (("M1 1h2z", "card"), ("M5 1h2z", "back"), ("M9 1h2z", "card")):
        grounds.add(drawn, classes)
    assert [(mark.tag, mark.get("class")) for mark in root][1:] == [
        ("path", "card"),
        ("path", "back"),
        ("text", None),
    ]
    assert root[1].get("d") == "M1 1h2zM9 1h2z"


def test_columns_are_beside_each_other_where_there_is_room_and_else_one_after_the_other():
    def block(parent, width):
        rect(parent, 0, 0, width, 10, "box")
        return 10.0

    def nothing(parent, width):
        return 0.0

    columns = [Column([block, nothing]), Column([block, block], 2)]
    wide, tall = picture("wide", "W", columns), picture("tall", "T", columns)
    assert wide.get("viewBox") == "0 0 1180 44"
    assert tall.get("viewBox") == "0 0 360 62"
    assert len(wide.findall("g")) == len(tall.findall("g")) == 3
    over_both = picture("wide", "W", columns, [block])
    assert over_both.get("viewBox") == "0 0 1180 62"
    places = [(made.get("transform"), made[0].get("width")) for made in over_both.findall("g")]
    assert places[:2] == [("translate(8 8)", "1164"), ("translate(8 26)", "385")]


def test_a_sign_is_drawn_around_a_point_as_big_as_it_is_wanted():
    drawn = sign(svg("tall", 10, "A"), "m-5-5h10v10l-10-2.5z", 20, 30, 5, "card")
    assert drawn.get("d") == "M17.5 27.5h5v5l-5-1.2z"
    assert sign(svg("tall", 10, "A"), "m0 0v1", 1, 2, 10, "pen", times=2, step=4).get("d") == "M1 2v1M5 2v1"


def words(seats):
    game = next(game for game in OPENABLE.values() if game.seats[0] <= seats <= game.seats[1])
    return MatchWords(words_for(game, ["en"]), game, rules_of(game, seats), ["Ada", "Ben", "Cleo"][:seats])


def drawn_ending(view, results=None):
    root = picture("tall", "A", [Column([])], [ending(view, words(3), results)], shapes=seat_shapes(3))
    return [mark.text for mark in root.iter("text")], [mark.get("href") for mark in root.iter("use")]


def test_while_a_match_goes_on_there_is_no_ending():
    assert drawn_ending({"status": "playing", "awaiting": [], "outcome": None}) == ([], [])
    assert drawn_ending({"awaiting": []}) == ([], [])


def test_the_ending_lists_everybody_by_the_ranking_or_by_the_scores():
    outcome = {"result": "win", "reason": "played", "winners": [2], "scores": [-4, 9, 12]}
    view = {"status": "finished", "awaiting": [], "outcome": outcome}
    results = {seat: f"{points} points" for seat, points in enumerate(outcome["scores"])}
    said, marks = drawn_ending(view, results)
    listed = ["Cleo", "12 points", "Ben", "9 points", "Ada", "-4 points"]
    assert said == ["1", "2", "3", "The match is over. Cleo wins.", *listed]
    assert marks == ["#b2", "#b1", "#b0"]
    fewest = {**outcome, "winners": [0]}
    assert drawn_ending({**view, "outcome": fewest}, results)[1] == ["#b0", "#b1", "#b2"]
    ranked = {**outcome, "ranking": [2, 0, 1]}
    assert drawn_ending({**view, "outcome": ranked}, results)[1] == ["#b2", "#b0", "#b1"]


def test_an_ending_says_what_decided_it():
    game = rulesets()["seven-sins"]
    sins = MatchWords(words_for(game, ["en"]), game, rules_of(game, 2), ["Ada", "Ben"])
    outcome = {"result": "win", "reason": "played", "winners": [1], "scores": [9, 9], "decided_by": "cards"}
    view = {"status": "finished", "awaiting": [], "outcome": outcome}
    root = picture("tall", "A", [Column([])], [ending(view, sins, {0: "9", 1: "9"})], shapes=seat_shapes(2))
    said = [mark.text for mark in root.iter("text")]
    assert said[2:4] == ["The match is over. Ben wins.", "Decided by: the number of cards"]


def test_the_plain_picture_says_who_is_waited_for():
    kuhn = rulesets()["kuhn-poker"]
    called = MatchWords(words_for(kuhn, ["en"]), kuhn, rules_of(kuhn, 2), ["Ada", "Ben"])
    board = {"stakes": [1, 2], "places": {"hand:1": {"count": 1}}, "purses": {}}
    view = {"status": "playing", "awaiting": [{"seat": 1}], "outcome": None, "board": board}
    said = [mark.text for mark in plain_picture(view, called, "tall").iter("text")]
    assert "The match waits for Ben." in said
    stakes = said.index("Stakes")
    assert said[stakes + 1 : stakes + 5] == ["Ada", "1", "Ben", "2"]


def test_an_ending_without_results_or_winners_is_a_sentence():
    shared = {"result": "shared", "reason": "adjudicated", "winners": [0, 1]}
    view = {"status": "finished", "awaiting": [], "outcome": shared}
    assert drawn_ending(view)[0] == ["The match is over. Ada and Ben win together."]
    stopped = {"status": "frozen", "awaiting": [], "outcome": None}
    assert drawn_ending(stopped, {0: "1"})[0] == ["The match is stopped."]


@pytest.mark.parametrize(("anchor", "begins"), [("start", 100.0), ("middle", 94.0), ("end", 88.0)])
def test_the_suits_of_cards_are_drawn_in_texts(anchor: Any, begins: float) -> None:
    """No typeface is asked for them; letters stand before and behind them as they would otherwise."""
    parent = Element("g")
    whole = text(parent, 100, 20, "♦", 15, anchor=anchor)
    assert whole is not None
    (drawn,) = whole
    at = float(drawn.get("transform", "").split("(")[1].split(" ")[0])
    assert at == pytest.approx(begins, abs=1)
    row = text(Element("g"), 0, 20, "10 ♠A, ♣7", 10)
    assert row is not None
    assert [one.tag for one in row] == ["text", "path", "text", "path", "text"]
    places = [one.get("x") or one.get("transform", "").split("(")[1].split(" ")[0] for one in row]
    assert [float(place) for place in places] == sorted(map(float, places))
    assert [one.text for one in row if one.tag == "text"] == ["10", "A,", "7"]
