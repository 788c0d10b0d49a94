"""The final board in print: drawn in HTML and PDF, in the colours of its style sheet, as its viewer sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, fromstring

import pytest
from click.testing import CliRunner
from pypdf import PdfReader
from reportlab.graphics.shapes import Group, String

from domain.kit.drawing.svg import WIDTHS, written
from domain.kit.visibility import OFFICIAL, PUBLIC
from projections.said.pictures import page_sheet
from projections.said.printed_record import Record
from service.cli import main
from service.cli.print.html import html
from service.cli.print.pdf import pdf
from service.cli.print.picture import coloured, drawing
from service.cli.print.typefaces import BOLD, PLAIN, Letters
from tests.laws.test_laws import once
from tests.laws.test_printing import ALL_TABLES, TABLES, printed
from tests.persistence.serving import Served
from tests.service.playing import opening

FEWEST_AND_MOST = {case.id for case in TABLES}
EVERYWHERE = pytest.mark.parametrize(
    ("name", "seats"),
    [
        case if case.id in FEWEST_AND_MOST else pytest.param(*case.values, id=case.id, marks=pytest.mark.soak)
        for case in ALL_TABLES
    ],
)
SHAPES = ("rect", "circle", "line", "path", "polygon", "text")


def board_of(made: Record) -> Element:
    assert made.board is not None
    return made.board


def strings(group: Group) -> Iterator[String]:
    """All texts of a drawing."""
    for shape in group.contents:
        if isinstance(shape, Group):
            yield from strings(shape)
        elif isinstance(shape, String):
            yield shape


@EVERYWHERE
def test_html_has_the_picture_and_its_style_sheet_and_nothing_from_elsewhere(name: str, seats: int) -> None:
    made = printed(once(name, seats, "plain", 0), PUBLIC)
    page = html(made)
    assert page.count("<figure>") == 1
    assert written(board_of(made)).decode() in page
    assert page_sheet() in page
    assert set(re.findall(r"""(?:href|src)="(?!#)|url\(|@import|<script""", page)) == set()
    assert "<figure" not in html(replace(made, board=None))


@pytest.mark.long
@EVERYWHERE
def test_in_pdf_every_shape_has_its_colours_and_every_text_its_type(name: str, seats: int) -> None:
    """A shape that the style sheet says nothing of would be black."""
    picture = board_of(printed(once(name, seats, "plain", 0), OFFICIAL))
    made = coloured(picture)
    said = written(made).decode()
    assert "var(" not in said
    assert "currentColor" not in said
    assert not re.search(r'="[a-z-]*-\d"', re.sub(r'class="[^"]*"|data-[a-z]+="[^"]*"', "", said))
    bare = [shape for shape in shapes(made, frozenset()) if shape.tag in SHAPES]
    assert not bare, written(bare[0])
    drawn = drawing(picture, Letters(), 800, 500)
    assert drawn.width <= 800.01
    assert drawn.height <= 500.01
    texts = list(strings(drawn))
    assert len(texts) > 3
    assert {text.fontName for text in texts} <= {PLAIN, BOLD, "HeiseiMin-W3"}


def shapes(element: Element, around: frozenset[str]) -> Iterator[Element]:
    """Shapes that neither have a colour nor are in something that has one."""
    has = around | {name for name in ("fill", "stroke") if name in element.attrib}
    if not has:
        yield element
    for inner in element:
        yield from shapes(inner, has)


@pytest.mark.few("kuhn-poker-2", "seven-sins-2", "thurn-and-taxis-2")
@pytest.mark.long
@EVERYWHERE
def test_pdf_shows_the_board_behind_everything_else(name: str, seats: int) -> None:
    made = printed(once(name, seats, "plain", 0), OFFICIAL)
    with_it, without = (PdfReader(BytesIO(pdf(one))) for one in (made, replace(made, board=None)))
    assert len(with_it.pages) - len(without.pages) in (0, 1)
    on_board = {text for one in board_of(made).iter("text") if (text := one.text) and text.isascii()}
    said = with_it.pages[-1].extract_text()
    missing = [text for text in on_board if text not in said]
    assert on_board
    assert not missing


def test_the_weightier_rule_of_the_style_sheet_wins_whatever_the_order_of_classes() -> None:
    root = Element("svg", {"class": "board wide", "viewBox": f"0 0 {WIDTHS['wide']} 10"})
    house = SubElement(root, "path", {"class": "edge house seat-1", "d": "M0 0h5"})
    around = SubElement(root, "g", {"class": "land hue-3"})
    SubElement(around, "path", {"d": "M0 0h5"})
    SubElement(around, "text", {"class": "bold on-seat-2"}).text = "a"
    made = coloured(root)
    painted, inside = made.find("path"), made.find("g/path")
    said = made.find("g/text")
    assert painted is not None
    assert inside is not None
    assert said is not None
    assert (painted.get("fill"), painted.get("stroke")) == ("#a3261b", "#ffffff")
    assert (inside.get("fill"), inside.get("stroke")) == ("none", "#d8ecd9")
    assert (said.get("fill"), said.get("font-weight")) == ("#000000", "bold")
    assert "fill" not in house.attrib, "the picture itself stays as it is"


def test_the_title_of_a_text_is_not_printed() -> None:
    root = Element("svg", {"class": "board wide", "viewBox": f"0 0 {WIDTHS['wide']} 10"})
    text = SubElement(root, "text", {"x": "1", "y": "9"})
    text.text = "+1"
    SubElement(text, "title").text = "Game end: 1"
    assert [one.text for one in strings(drawing(root, Letters(), 800, 500))] == ["+1"]


@pytest.mark.parametrize(
    ("text", "set_in", "said"),
    [
        ("Łukasz", PLAIN, "Łukasz"),
        ("日本", "HeiseiMin-W3", "日本"),
        ("Ada 日本", PLAIN, "Ada **"),
        ("א", PLAIN, "*"),
    ],
)
def test_a_text_of_the_board_is_in_one_type(text: str, set_in: str, said: str) -> None:
    assert Letters().in_one_type(text) == (set_in, said)


def test_a_match_is_printed_with_its_board_in_the_language_that_is_asked_for(
    server: Served, tmp_path: Path
) -> None:
    _, opened, _ = server.request("POST", "/v1/matches", opening(2))
    pages = {}
    for language in (None, "de", "fr", "tlh"):
        output = tmp_path / f"{language}.html"
        chosen = ("--lang", language) if language else ()
        asked = (opened["id"], "--url", server.address, "--output", str(output), *chosen)
        done = CliRunner().invoke(main, ["print", *asked], env={"LANG": "de_DE.UTF-8", "KERBHOLZ_TOKEN": ""})
        assert done.exit_code == 0, done.output
        pages[language] = output.read_text()
    assert pages[None] == pages["tlh"], "English, whatever the terminal speaks"
    for language, abyss in ((None, "Abyss"), ("de", "Abgrund"), ("fr", "Abysse")):
        assert f'<html lang="{language or "en"}">' in pages[language]
        (drawn,) = re.findall(r"<svg .*</svg>", pages[language], re.S)
        assert abyss in "".join(fromstring(drawn).itertext())
