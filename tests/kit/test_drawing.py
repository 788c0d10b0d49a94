"""Pictures: texts as wide as they are measured, no style, one reading for each mark."""

from __future__ import annotations

from xml.etree.ElementTree import SubElement, canonicalize, fromstring, tostring

import pytest
from reportlab.pdfbase import pdfmetrics

from domain.kit.data import table
from domain.kit.drawing.layout import Column, picture
from domain.kit.drawing.lettering import FIRST, fitted, lines, plain, text, width_of
from domain.kit.drawing.marks import SIDES, seat_mark
from domain.kit.drawing.signs import sign
from domain.kit.drawing.svg import Shown, group, number, rect, svg, written
from service.cli.print.typefaces import BOLD, PLAIN, Letters


@pytest.mark.parametrize(("weight", "name"), [("plain", PLAIN), ("bold", BOLD)])
def test_letters_are_as_wide_as_in_the_typeface_of_the_printed_record(weight, name):
    Letters()  # registers it
    face = pdfmetrics.getFont(name).face
    widths = table("domain.kit.drawing", "widths.toml")[weight]
    assert len(widths) == 352
    for place, width in enumerate(widths):
        in_face = round(face.charWidths[place + FIRST]) if place + FIRST in face.charToGlyph else 0
        assert width == in_face, chr(place + FIRST)


def test_a_text_says_how_wide_it_is():
    made = text(svg("tall", 10, "A"), 1, 2, "Nürnberg", 10)
    assert made.get("textLength") == number(round(width_of("Nürnberg", 10), 1))
    assert 30 < width_of("Nürnberg", 10) < 45
    assert width_of("Nürnberg", 10, bold=True) > width_of("Nürnberg", 10)


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
    root = svg("tall", 20, "Seats")
    shapes = {written(seat_mark(root, 0, 0, 10, seat))[:60] for seat in range(len(SIDES))}
    assert len(shapes) == len(SIDES)


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
