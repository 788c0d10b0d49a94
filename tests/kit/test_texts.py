"""Text of people: which names there can be, which of them are one, and what is shown."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.kit.text.texts import NotAName, as_name, escaped, same, shown
from tests.games.playing import SOAK

NAMES = [
    "Ann",
    "Zoë B.",
    "O'Neil",
    "Łukasz",
    "Nguyễn Văn Đức",
    "日本太郎",
    "葛\U000e0100城",
    "می\u200cخواهم",
    "علی\u200cرضا",
    "شَهْرَام",
    "क्\u200dष",
    "श्रीमान्\u200c",
    "ශ්\u200dරී",
    "👩\u200d🚀",
    "👨\u200d👩\u200d👧\u200d👦",
    "❤\ufe0f",
    "🏳\ufe0f\u200d🌈",
    "👩🏽\u200d⚕\ufe0f",
    "1\ufe0f⃣",
    "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",  # Wales
    "র\u200d্যাব",
    "ರ\u200d್ಯ",
    "اکبر\u200cزاده",  # the letter before is never joined
    "سَر\u200cدبیر",
    "دە\u200cکەم",
    "ᠮᠣᠩᠭᠣᠯ\u180eᠠ",
    "\U0001fae8",  # of Unicode 15
]
BAD = {
    "A\u202e": 2,
    "Ann\u009b31mX": 4,
    "\x1b[31mred": 1,
    "a\tb": 2,
    "a\nb": 2,
    "a\x7f": 2,
    "a\u0085b": 2,
    "A\u200bB": 2,
    "A\u200cB": 2,
    "A\u200d": 2,
    "\u200dA": 1,
    "👩\u200d": 2,
    "\u200d👩": 1,
    "ab\u00adc": 3,
    "A\u034fB": 2,
    "A\u061cB": 2,
    "A\u2066B": 2,
    "A\u2028B": 2,
    "A\u2029B": 2,
    "A\ufeffB": 2,
    "A\ufe0f": 2,
    "❤\ufe0f\ufe0f": 3,
    "葛\U000e0100\U000e0100": 3,
    "🏴\U000e0067\U000e007f": 2,
    "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073": 2,
    "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f\U000e007f": 8,
    "🏴\U000e0078\U000e0078\U000e0078\U000e0078\U000e0078\U000e007f": 2,
    "A\u200d্": 2,
    "A\u200cا": 2,
    "ا\u200c\u200cا": 2,
    "A\u180eᠠ": 2,
    "ᠮ\u180eᠣ": 2,
    "A\U000e0001": 2,
    "A\ud800": 2,
    "A\ufdd0": 2,
    "A\uffff": 2,
    "A\U0010ffff": 2,
    "A\u0378": 2,
    "A\ue000": 2,
    "\u3164": 1,
    "\uffa0": 1,
    "A\u115f": 2,
    "\u0301a": 1,
}


def characters() -> Iterator[int]:
    """All of Unicode in the soak; else some of what has no case, is unassigned or for private use."""
    for code in range(sys.maxunicode + 1):
        if SOAK or code % 61 == 0 or unicodedata.category(chr(code)) not in ("Lo", "Cn", "Co"):
            yield code


@pytest.mark.parametrize("name", NAMES)
def test_people_are_called_in_any_script(name: str) -> None:
    assert as_name(name) == unicodedata.normalize("NFC", name)
    assert shown(name) == name


@pytest.mark.parametrize("name", BAD, ids=ascii)
def test_what_is_not_seen_is_refused_with_its_place(name: str) -> None:
    with pytest.raises(NotAName, match=f"^U\\+[0-9A-F]{{4,6}} .* at character {BAD[name]} "):
        as_name(name)
    assert shown(f"x{name}x") != f"x{name}x" or name.startswith("\u0301")


@pytest.mark.parametrize("name", ["", " ", "\u00a0", "\u2800", "\u3000 "])
def test_a_name_is_seen(name: str) -> None:
    with pytest.raises(NotAName):
        as_name(name)


@pytest.mark.grows
def test_every_character_is_shown_or_named() -> None:
    for code in characters():
        sign = chr(code)
        said = shown(f"a{sign}b")
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            assert sign not in said
        assert len(said) >= 3


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Ann", "ＡＮＮ"),
        ("Ann", " ann "),
        ("José", "Jose\u0301"),
        ("Straße", "STRASSE"),
        ("Ａ\u00a0B", "a b"),
        ("ﬁona", "Fiona"),
        ("Å", "\u212b"),
        ("Ελλάς", "ΕΛΛΆΣ"),
        ("❤\ufe0f", "❤"),
        ("می\u200cخواهم", "میخواهم"),
        ("ｶﾅ", "カナ"),
    ],
)
def test_names_that_differ_in_case_width_or_form_are_one(one: str, other: str) -> None:
    assert same(one) == same(other)


def test_other_names_are_others() -> None:
    assert len({same(name) for name in ("Ann", "Anna", "Àn", "Аnn", "José", "Jose")}) == 6


@given(st.text())
def test_what_names_have_in_common_has_nothing_more_in_common(text: str) -> None:
    assert same(same(text)) == same(text)


@example("\x7f")
@given(st.text(st.characters(categories=None)))
def test_json_reads_the_same_when_it_is_escaped(text: str) -> None:
    written = escaped(json.dumps({"text": text}, ensure_ascii=False))
    assert json.loads(written) == {"text": text}
    assert shown(written) == written
