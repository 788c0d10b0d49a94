"""What editors and phones make of a file is read as it was meant, and a note keeps its own characters."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.kit.ruleset import ruleset, rulesets
from domain.kit.shorthand import (
    Header,
    NotText,
    SeatNamed,
    ShorthandError,
    decoded,
    parse,
    read_match,
    write,
)
from domain.kit.shorthand.parsing.characters import plain
from tests.games.playing import SOAK

FILES = sorted((Path(__file__).parent.parent / "vectors" / "shorthand").glob("*.txt"))
SINS = rulesets()["seven-sins"]
TAXIS = rulesets()["thurn-and-taxis"]
TABLE = Header(seats=[SeatNamed("Ada", "red"), SeatNamed("Bo", "blue")])
SPACES = "\u00a0\u202f\u2007\u3000\u2009\t"
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202c\u2066\u2069"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"


def said(text: str, game=SINS, header=TABLE):
    """The commands that a text says."""
    return [line.document for line in parse(game, text, header)]


def everything(text: str):
    """What a file says."""
    match = read_match(text)
    lines = parse(ruleset(match.header.ruleset), match.body, match.header)
    return match.header, match.public, [(line.line, line.seat, line.actor, line.document) for line in lines]


# -- a file, as an editor leaves it


def mangled(text: str, random: Random) -> str:
    """A file as an unfortunate editor leaves it; what stands in quotes is left alone."""
    lines = []
    for line in text.split("\n"):
        if line == "---":
            line = "".join(random.choice(DASHES + "-") for _ in range(random.choice((1, 2, 3, 5))))
        else:
            line = "".join(
                piece if place % 2 else _mangled(piece, random)
                for place, piece in enumerate(re.split(r'("(?:[^"\\]|\\.)*")', line))
            )
        lines.append(line + random.choice(("", " ", "\t", "\u00a0", "\u200b")))
    mark = random.choice(("", "\ufeff"))
    return mark + random.choice(("\n", "\r\n", "\r")).join(lines)


def _mangled(piece: str, random: Random) -> str:
    made = []
    for sign in piece:
        if random.random() < 0.6:
            made.append(sign)
        elif sign == " ":
            made.append(random.choice(SPACES))
        elif sign in ":;,[]()?/=" or sign.isdigit():
            made.append(chr(ord(sign) - 0x21 + 0xFF01))
        elif sign == "-":
            made.append(random.choice(DASHES))
        elif sign == "…":
            made.append(random.choice(("...", "…", "⋯")))
        elif sign.isalpha():
            made.append(unicodedata.normalize("NFD", sign) + random.choice(("", "", random.choice(UNSEEN))))
        else:
            made.append(sign)
    return "".join(made)


@pytest.mark.long
@pytest.mark.grows
@pytest.mark.few("mea-culpa-2", "seven-sins-1", "thurn-and-taxis-2")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_that_an_editor_has_changed_says_the_same(path):
    text = path.read_text(encoding="utf-8")
    wanted = everything(text)
    for seed in range(3 if SOAK else 1):
        assert everything(mangled(text, Random(seed))) == wanted, seed


@pytest.mark.parametrize(
    "dashes",
    [
        "-",
        "--",
        "---",
        "—",
        "—-",
        "–––",
        "− − −".replace(" ", ""),
        "－－－",
        " ——— ",
        "\ufeff---",
        "***",
        "___",
        "====",
        "- - -",
        "＊ ＊ ＊",
    ],
)
def test_the_line_of_dashes_is_whatever_an_editor_makes_of_it(dashes):
    match = read_match(f"ruleset: seven-sins\nseat 0: red\nseat 1: blue\n{dashes}\npile: deal ?2\n")
    assert match.body == "\n\n\n\npile: deal ?2\n"


@pytest.mark.parametrize(
    "line",
    [
        "red: take pride to abyss",
        "red： take pride to abyss",
        "red:\u00a0take\u00a0pride\u202fto\u3000abyss",
        "\ufeffred: take pride to abyss",
        "re\u200bd: ta\u00adke pri\u200dde t\u2060o aby\u200css",
        "\u200e\u202ared: take pride to abyss\u202c",
        "ＲＥＤ： ｔａｋｅ ｐｒｉｄｅ ｔｏ ａｂｙｓｓ",
        "red﹕ take pride –> abyss",
        "red∶ take pride → abyss",
        "red: take pride —> abyss",
        "red: take “pride” to „abyss“",
        "red: take ”pride” to «abyss»",
        "red: take ＂pride＂ to »abyss«",
        "０： take pride to abyss",
        "٠: take pride to abyss",
        "seat ０: take pride to abyss",
        "\tred:\ttake\tpride\tto\tabyss\t\r",
        "red: take pride to abyss \u00a0 \u200b",
        "rot: nimmt Hochmut nach Abgrund\u200f",
        "red: take pride to abyss # comment “x” — ：",
    ],
)
def test_a_line_is_read_as_it_was_meant(line):
    assert said(line) == [{"type": "take", "sin": "pride", "to": "abyss", "seat": 0}]


@pytest.mark.parametrize(
    "city", ["Nürnberg", "NU\u0308RNBERG", "Nuernberg", "nu\u0308rn\u200bberg", "Ｎürnberg", "“Nürnberg”"]
)
def test_an_umlaut_in_two_pieces_is_an_umlaut(city):
    assert said(f"red: take {city}", TAXIS) == [{"type": "take-card", "city": "nurnberg", "seat": 0}]


@pytest.mark.parametrize(
    "card", ["petty-sinner", "petty–sinner", "petty‑sinner", "petty\u00a0sinner", "Petty−Sinner"]
)
def test_a_hyphen_of_any_kind_is_a_hyphen(card):
    assert said(f"red: choose {card}", rulesets()["mea-culpa"]) == [
        {"type": "choose-character", "character": "petty-sinner", "seat": 0}
    ]


@pytest.mark.parametrize(
    "line", ["…gap…", "...gap...", "⋯gap⋯", "‥gap‥", "．．．gap．．．", "\ufeff\u00a0…gap…\u200b", "… gap …"]
)
def test_a_gap_is_a_gap_however_its_dots_are_written(line):
    assert said(line) == [{"type": "table.note", "text": "…gap…"}]


def test_lists_numbers_and_values_of_json():
    assert said("pile： refill ２ pride、 greed； ".replace("；", "")) == said("pile: refill 2 pride, greed")
    assert said("pile: deal ？２") == said("pile: deal ?2")
    assert said("scribe: assert ／seats／1／reserve is ３") == said("scribe: assert /seats/1/reserve is 3")
    assert said("scribe: assert /a is {“b”：［１，“c”］}") == said('scribe: assert /a is {"b":[1,"c"]}')
    assert said("scribe: assert /a is ‑3") == said("scribe: assert /a is -3")


def test_a_header_typed_on_a_phone():
    match = read_match(
        "Kerbholz Shorthand １\nRuleset： seven–sins １.０\nTitle： “Winter cup, table 3”\n"
        "external id:\u00a0„club:7“\nplayed on: ２０２６–１１–２１\npublic： no\n"
        "seat ０： red “Zoe\u0308”\nseat 1: blue   Bo the second\u00a0 # he came late\n"
        "label place： ”Köln”\noption first_seat: 0 # the eldest\noption sins: [“pride”, “greed”]\n"
        "option history: kept # so all can look\n— — —\n".replace("— — —", "———")
    )
    header = match.header
    assert (header.ruleset, header.version, header.played_on) == ("seven-sins", "1.0", "2026-11-21")
    assert header.labels == {"title": "Winter cup, table 3", "external-id": "club:7", "place": "Köln"}
    assert header.seats == [SeatNamed("Zoe\u0308", "red"), SeatNamed("Bo the second", "blue")]
    assert header.options == {"first_seat": 0, "sins": ["pride", "greed"], "history": "kept"}
    assert match.public is False


# -- a note keeps what it says


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=40))
@example("he said ＂hi＂ ： “x” „y“ «z» — … ２ \u200b\u00a0\ufeff e\u0301 \u2028 \\ ＼ # ＃")
@example('"')
@example("”")
def test_a_note_that_is_written_keeps_its_own_characters(text):
    command = {"type": "table.note", "text": text}
    line = write(SINS, {"version": 1, "actor": "scribe", "command": command, "facts": []}, TABLE)
    assert "\n" not in line
    assert "\r" not in line
    assert said(line) == [command]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("Bo came back — “late”… ２ min：ok", "Bo came back — “late”… ２ min：ok"),
        ("„so — ：２… \u200b\u00a0e\u0301“", "so — ：２… \u200b\u00a0e\u0301"),
        ("“he said “no”, twice”", "he said “no”, twice"),
        ('"mixed ”', "mixed "),
        ('“mixed"', "mixed"),
        ("price ＃5 # told later", "price ＃5"),
        ("a player left the room", "a player left the room"),
        ("x\u00a0y\u3000z", "x\u00a0y\u3000z"),
        ("Łukasz 東京 नमस्ते 😀\ufe0f", "Łukasz 東京 नमस्ते 😀\ufe0f"),
    ],
)
def test_a_note_that_is_typed_keeps_its_own_characters(written, text):
    assert said(f"scribe： note {written}") == [{"type": "table.note", "text": text}]


@given(st.text(max_size=60))
def test_the_plain_form_has_the_same_length(text):
    assert len(plain(text)) == len(text)


def test_columns_are_those_of_the_line_as_it_was_written():
    with pytest.raises(ShorthandError) as error:
        parse(SINS, "\r\n\rred： take\u00a0gold to abyss\r\n", TABLE)
    assert (error.value.line, error.value.column, error.value.text) == (3, 11, "gold")


# -- what is no UTF-8


@pytest.mark.parametrize(
    ("data", "line", "column", "parts"),
    [
        ("a: é".encode("latin-1"), 1, 4, ["byte E9", "“é”", "save the file as UTF-8"]),
        ("ok\r\nü: N\xfcrnberg\r\n".encode("cp1252"), 2, 1, ["byte FC", "“ü”"]),
        ("eins\rzwei\r“drei”".encode("cp1252"), 3, 1, ["byte 93", "it is ““”"]),
        ("größe\n".encode() + "größe".encode("latin-1"), 2, 3, ["byte F6", "“ö”"]),
        (b"\xef\xbb\xbfa\n\xff", 2, 1, ["byte FF"]),
        (b"a\n\x81", 2, 1, ["byte 81 is not UTF-8: save"]),
        ("red: pass".encode("utf-16"), 1, 1, ["UTF-16", "save it as UTF-8"]),
        ("red: pass".encode("utf-16-le"), 1, 1, ["UTF-16"]),
        ("a: é\nbc".encode("utf-16-le"), 1, 1, ["UTF-16"]),
        ("abc".encode("utf-32-le"), 1, 1, ["UTF-32"]),
        (b"{\\rtf1\\ansi red: pass}", 1, 1, ["RTF", "save it as plain text"]),
        (b"PK\x03\x04\x14\0\x06", 1, 1, ["word processor", "save it as plain text"]),
        (b"\xef\xbb\xbf\n<!DOCTYPE HTML>", 1, 1, ["HTML"]),
        ("red: pass".encode("utf-16-be"), 1, 1, ["UTF-16"]),
        ("red: pass".encode("utf-32"), 1, 1, ["UTF-32"]),
        (b"red: pass\nred: no\0te", 2, 8, ["NUL"]),
        (b"\xe2\x82", 1, 1, ["byte E2"]),
    ],
)
def test_what_is_not_utf_8_is_said_with_its_place(data, line, column, parts):
    with pytest.raises(NotText) as error:
        decoded(data)
    assert (error.value.line, error.value.column) == (line, column)
    for part in parts:
        assert part in error.value.detail


def test_what_is_utf_8_is_its_text():
    assert decoded("\ufeffrot: ü\r\n".encode()) == "rot: ü\r\n"
    assert decoded(b"") == ""


# -- all that is wrong at once


def test_every_line_that_cannot_be_read_is_named():
    with pytest.raises(ShorthandError) as error:
        parse(SINS, "red: take gold to abyss\nred: pass\n\nnobody: pass\nred: take pride two abyss\n", TABLE)
    first = error.value
    assert [(one.line, one.column) for one in (first, *first.also)] == [(1, 11), (4, 1), (5, 17)]


def test_every_line_of_a_header_that_cannot_be_read_is_named():
    with pytest.raises(ShorthandError) as error:
        read_match("ruleset: seven-sins\nplayed on: yesterday\nseat x: red\nseat 0: red\nseat 0: blue\n---\n")
    first = error.value
    assert [one.line for one in (first, *first.also)] == [2, 3, 5]
    assert "this only once, and it is already in line 4" in first.also[-1].detail


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\v", "\n\f"], ids=ascii)
def test_a_line_ends_however_word_processors_end_it(end):
    text = "ruleset: seven-sins\nseat 0: red\nseat 1: blue\n---\npile: deal ?2\nred: note x\n"
    match = read_match(text.replace("\n", end))
    assert [line.command["type"] for line in parse(SINS, match.body, match.header)] == ["deal", "table.note"]


@pytest.mark.parametrize(
    "name",
    [
        "👨\u200d👩\u200d👧",
        "🏳\ufe0f\u200d🌈",
        "❤\ufe0f",
        "ג׳ורג׳",
        "བསྟན་འཛིན",
        "Ada & Bo",
        "Ada (Zoë)",
        "~Bo~",
        "R2-D2!",
        "1\ufe0f⃣🎲",
    ],
)
def test_a_seat_is_called_by_its_name_whatever_that_consists_of(name):
    header = Header(ruleset="seven-sins", seats=[SeatNamed("Zoë", "red"), SeatNamed(name, "blue")])
    for line in (
        f"{name}: take pride to abyss",
        f"{name} take pride to abyss",
        f"@2026-11-21T19:05:00Z {name}： take pride to abyss",
    ):
        assert [one.seat for one in parse(SINS, line, header)] == [1]
    assert parse(SINS, f"pile: first {name}", header)[0].command["seat"] == 1


def test_what_nobody_sees_in_the_name_of_a_place_does_not_matter():
    (line,) = parse(SINS, "scribe: tell reserve:\u200b0 is envy", Header(seats=[SeatNamed("A", "red")]))
    assert line.command["place"] == "reserve:0"


def test_a_file_without_its_line_of_dashes_is_told_that_alone():
    with pytest.raises(ShorthandError) as error:
        read_match("ruleset: seven-sins\nseat 0: red\nseat 1: blue\n\npile: deal ?2\nred: pass\n")
    assert (error.value.line, error.value.column, error.value.also) == (5, 1, [])
    assert "a line of dashes, which ends the header" in error.value.detail
    with pytest.raises(ShorthandError) as error:
        read_match("> ruleset: seven-sins\n> ---\n")
    assert "board, external" in error.value.detail
