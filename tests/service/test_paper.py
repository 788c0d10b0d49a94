"""PDF: names in any script, sizes of type, and pages that rows are higher than."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
import reportlab
from click.testing import CliRunner
from pypdf import PdfReader

from projections.said.printed_record import Entry, Player, Record, Row
from service.cli import main
from service.cli.print.pdf import LOOSE, MOST_PAGES, SETTINGS, first_setting, pdf
from service.cli.print.typefaces import Letters

VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"


def record(name: str = "Ada", *, rows: int = 5, text: str = "takes a card", often: int = 1) -> Record:
    """A record in whose rows each seat did something so often."""
    seats = range(2)
    entries = [Entry(1, text)] * often
    balances = [["7", "3"] for _ in seats]
    return Record(
        title="A game",
        key="",
        facts=[("match", "m")],
        players=[Player(seat, one, "red") for seat, one in enumerate((name, "Bo"))],
        balances=[("cards", "cards in the hand"), ("score", "points")],
        rows=[
            Row(str(number), number, entries[:1], [entries for _ in seats], [mine[:1] for mine in balances])
            for number in range(rows)
        ],
        end=balances,
        result=["the match goes on"],
        remarks=[],
    )


def read(made: Record, own: Path | None = None) -> PdfReader:
    return PdfReader(BytesIO(pdf(made, own)))


def types_in(reader: PdfReader) -> dict[str, bool]:
    """The types of the first page, and whether they are embedded."""
    found = {}
    for font in reader.pages[0]["/Resources"]["/Font"].values():  # type: ignore[index]
        whole = font.get_object()
        described = whole.get("/FontDescriptor")
        embedded = described is not None and "/FontFile2" in described.get_object()
        found[str(whole["/BaseFont"]).partition("+")[2] or str(whole["/BaseFont"])] = embedded
    return found


@pytest.mark.parametrize(
    "name",
    ["Żółć Gęśl-Jaźń", "Ελένη Παπαδοπούλου", "Наталья Ђорђевић", "Nguyễn Văn Đức", "Ağaoğlu Işıl", "Ře\u0301ka"],
)
def test_european_names_are_set_in_the_embedded_type(name):
    reader = read(record(name))
    text = reader.pages[0].extract_text()
    assert unicodedata.normalize("NFC", name) in text
    assert "*" not in text
    assert all(embedded for font, embedded in types_in(reader).items() if font != "/Helvetica"), (
        "which is not used"
    )


@pytest.mark.parametrize(
    ("name", "font"),
    [
        ("日本太郎", "HeiseiMin-W3"),
        ("김철수", "HYSMyeongJo-Medium"),
        ("张伟", "STSong-Light"),
        ("妳", "MSung-Light"),
    ],
)
def test_east_asian_names_need_a_type_of_the_reader(name, font):
    reader = read(record(name))
    assert f"/{font}" in types_in(reader)
    assert name in reader.pages[0].extract_text()


def test_other_letters_are_bare_or_an_asterisk_unless_one_gives_a_type(tmp_path):
    made = record("∃x אב")
    assert "*x ** (red)" in read(made).pages[0].extract_text()
    assert "∃x ** (red)" in read(made, VERA).pages[0].extract_text()
    assert Letters(VERA).typeset("∃ & more") == '<font name="own">∃</font> &amp; more'


@pytest.mark.parametrize("letter", ["\x00", "\r", "\x0b", "\n", "\u200b", "\ufeff"], ids=ascii)
def test_what_cannot_be_printed_is_a_space(letter):
    assert Letters().typeset(f"a{letter}b\u00a0c") == "a b\u00a0c"


def test_a_file_that_holds_no_type_is_said_plainly(tmp_path):
    bad = tmp_path / "bad.ttf"
    bad.write_text("no type")
    for font in (bad, tmp_path / "missing.ttf"):
        output = tmp_path / "x.pdf"
        done = CliRunner().invoke(
            main, ["print", "--blank", "seven-sins", "--font", str(font), "--output", str(output)]
        )
        assert done.exit_code == 1
        assert "is no type that can be embedded" in done.output
        assert not output.exists()


def test_what_is_short_is_large_and_on_one_page():
    made = record()
    assert first_setting(made, Letters()) == (LOOSE[0], 1)
    assert len(read(made).pages) == 1


@pytest.mark.long
def test_what_is_longer_is_smaller_and_then_dense():
    settings = []
    for rows in (20, 60, 110):
        made = record(rows=rows)
        settings.append(SETTINGS.index(first_setting(made, Letters())[0]))
    assert settings == sorted(settings)
    assert settings[0] < len(LOOSE) <= settings[-1], "the last one is dense"
    reader = read(made)
    assert len(reader.pages) == MOST_PAGES
    text = reader.pages[1].extract_text()
    assert "cards (· score)" in text.replace("\n", " "), "the head of each page says what the balances are"


@pytest.mark.long
def test_what_is_very_long_has_more_pages_and_loses_nothing():
    made = record(rows=180)
    reader = read(made)
    assert len(reader.pages) > MOST_PAGES
    text = " ".join(page.extract_text() for page in reader.pages)
    assert all(f"{number} to {number}" in text for number in range(180))


@pytest.mark.soak
def test_a_row_that_is_higher_than_a_page_goes_on_on_the_next():
    made = record(rows=1, text="something that takes its time", often=700)
    reader = read(made)
    assert sum(page.extract_text().replace("\n", " ").count("takes its time") for page in reader.pages) >= 1400


def test_the_same_record_is_the_same_file():
    made = record()
    assert pdf(made) == pdf(replace(made))
