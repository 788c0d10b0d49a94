"""What people write is never markup: in PDF and HTML, whatever letters of Unicode it is written in."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
import reportlab
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from projections.said.printed_record import Entry, Player, Record, Remark, Row
from service.cli.print.html import html
from service.cli.print.pdf import SETTINGS, _flow, pdf
from service.cli.print.typefaces import PLAIN, Letters
from tests.games.playing import SOAK

OWN = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
SIGNS = "<>&\"'"
EXAMPLES = (
    "≮",
    "≯",
    "﹤",
    "﹥",
    "﹠",
    "＂",
    "＆",
    "＇",
    "＜",
    "＞",
    "\u0338",
    "<\u0338",
    "&\u0338",
    "=\u0338",
    ";\u0338",
)
"""Letters that come apart into signs of markup, or grow together with them."""
FORGED = "≮img src=＂{}＂/≯≮b≯forged≮/b≯＆lt;≮/para≯≮a href=＂file:///etc/passwd＂≯"
ANYONE = "Zoë"
EVERYTHING = tuple(range(sys.maxunicode + 1))
MARKUP = re.compile('<font name="[A-Za-z0-9-]+">|</font>|&(lt|gt|amp|#34|#39);')
STYLE = ParagraphStyle("plain", fontName=PLAIN)


class Markup(HTMLParser):
    """The tags and the text of markup."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.text = ""
        self.feed(str(markup))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(" ".join((tag, *(f"{name}={value}" for name, value in attrs))))

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.tags.append(f"!--{data}")

    handle_decl = unknown_decl = handle_pi = handle_comment


def everywhere(text: str) -> Record:
    """A record in which *text* stands wherever something is printed that people can write."""
    entries = [
        Entry(1, text),
        Entry(2, text, "struck", 3),
        Entry(4, text, "irregular", 4),
        Entry(5, text, "replaced", 6, True),
    ]
    return Record(
        title="A game",
        key=text,
        facts=[("match", text), (text, text)],
        players=[Player(0, text, text), Player(1, "Bo", text)],
        balances=[("cards", text), (text, "points")],
        rows=[Row(text, 1, entries, [entries, entries], [[text], [text]])],
        end=[[text, text], ["7", text]],
        result=[text, f"reason: {text}"],
        remarks=[Remark(7, text, text, f"note {text}")],
    )


def paragraphs(record: Record, letters: Letters) -> Iterator[Paragraph]:
    """All paragraphs of a record, in each setting."""
    for setting in (SETTINGS[0], SETTINGS[-1]):
        for part in _flow(record, setting, letters):
            if isinstance(part, Paragraph):
                yield part
            for row in getattr(part, "_cellvalues", ()):
                yield from (cell for cell in row if isinstance(cell, Paragraph))


def written(record: Record, letters: Letters) -> list[str]:
    """What stands in each paragraph, without spaces."""
    return ["".join("".join(frag.text for frag in one.frags).split()) for one in paragraphs(record, letters)]


def made_of(record: Record, letters: Letters) -> list[set[str]]:
    """What each paragraph is made of beside letters: links, pictures, raised letters, lines through them."""
    return [
        {
            f"{frag.link} {getattr(frag, 'cbDefn', None)} {frag.rise} {len(frag.us_lines)} {frag.fontSize}"
            for frag in one.frags
            if frag.text.strip() or hasattr(frag, "cbDefn")
        }
        for one in paragraphs(record, letters)
    ]


def tags(page: str) -> list[str]:
    """The tags of a page; columns are as wide as what stands in them."""
    return [tag for tag in Markup(page).tags if not tag.startswith("col ")]


@cache
def of_anyone(own: Path | None) -> tuple[list[str], list[set[str]]]:
    """What a record says of anyone, and what it is made of."""
    letters = Letters(own)
    return written(everywhere(ANYONE), letters), made_of(everywhere(ANYONE), letters)


def assert_is_text(text: str, own: Path | None = None) -> None:
    """In each place of a record there stands the text, letter for letter, and nothing else."""
    letters = Letters(own)
    printed = "".join(Markup(letters.typeset(text)).text.split())
    says, consists = of_anyone(own)
    assert written(everywhere(text), letters) == [said.replace(ANYONE, printed) for said in says]
    if printed:
        assert made_of(everywhere(text), letters) == consists


@pytest.mark.long
@pytest.mark.few("embedded")
@pytest.mark.parametrize("own", [None, OWN], ids=["embedded", "own"])
def test_every_letter_of_unicode_is_text_and_not_markup(own):
    letters = Letters(own)
    for start in range(0, len(EVERYTHING), 4096):
        text = "".join(map(chr, EVERYTHING[start : start + 4096]))
        markup = str(letters.typeset(text))
        assert not set(SIGNS) & set(MARKUP.sub("", markup))
        assert len(Markup(markup).text) == len(unicodedata.normalize("NFC", text)), "letter for letter"
        assert "".join(frag.text for frag in Paragraph(f"x{markup}x", STYLE).frags)


@pytest.mark.parametrize("text", EXAMPLES, ids=ascii)
def test_what_stands_for_a_letter_is_escaped(text):
    letters = Letters()
    for one in (text, text + "b>", f"a{text}", f"{text}{text}", f"{text}lt;"):
        read = Markup(letters.typeset(one))
        assert [tag for tag in read.tags if not tag.startswith("font name=")] == []
        assert len(read.text) == len(unicodedata.normalize("NFC", one))


def test_a_note_embeds_no_file_of_the_machine_and_forges_nothing(tmp_path):
    picture = tmp_path / "secret.png"
    picture.write_bytes(b"none")  # opening it would fail
    text = FORGED.format(picture)
    made = everywhere(text)
    content = pdf(made)
    reader = PdfReader(BytesIO(content))
    for page in reader.pages:
        assert "/XObject" not in page["/Resources"]
        assert "/Annots" not in page
    assert_is_text(text)
    assert "<b>forged</b>" in "".join(page.extract_text() for page in reader.pages).replace("\n", "")


letters_of_people = st.one_of(
    st.text(min_size=1, max_size=12),
    st.lists(
        st.sampled_from(
            [*SIGNS, *EXAMPLES, "b", "br", "img src=", "/", "#", "60;", "x3c;", "\u0301", "\u20d2", "\ufe0f", " "]
        ),
        min_size=1,
        max_size=12,
    ).map("".join),
    st.text(st.characters(categories=["Mn", "Me", "Mc", "Sm", "Cf", "Cc"]), min_size=1, max_size=12),
)


@pytest.mark.long
@pytest.mark.grows
@settings(max_examples=20 if SOAK else 6, deadline=None)
@given(letters_of_people)
@example("\u0338")
@example("]]>")
@example("<![CDATA[")
@example("<!--")
@example("&#60;b&#62;")
@example("W" * 200)
@example("漢" * 200)
@example("\u00a0" * 200)
@example("\ufffe\U000e0001")
def test_wherever_people_write_it_is_text_and_printing_does_not_fail(text):
    assert_is_text(text, OWN)
    assert PdfReader(BytesIO(pdf(everywhere(text), OWN))).pages
    assert tags(html(everywhere(text))) == tags(html(everywhere(ANYONE)))
