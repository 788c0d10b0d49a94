"""Files of words: what a text asks for, and what is wrong with it, is known."""

from __future__ import annotations

import pytest

from domain.kit.words.fluent import BadWords, Bundle

TEXT = """
-brand = Kerbholz
name = { $who } of { -brand }
said = { $number ->
    [one] { name } has { $what }
   *[other] { name } has { $number } { $what }
}
empty = { "" }
turn = { $seat }
    .together = { $seats } { turn }
again = { again-too }
again-too = { again } { $end }
"""


def test_a_text_asks_for_arguments_also_by_texts_in_it():
    bundle = Bundle("en", [("words", TEXT)])
    assert bundle.variables("name") == {"who"}
    assert bundle.variables("said") == {"number", "who", "what"}
    assert bundle.variables("empty") == bundle.variables("missing") == bundle.variables("turn", "missing") == set()
    assert (bundle.variables("turn"), bundle.variables("turn", "together")) == ({"seat"}, {"seat", "seats"})
    assert bundle.variables("again") == {"end"}
    arguments = {"number": 2, "who": "Ada", "what": "wine", "not asked for": object()}
    assert bundle.text("said", arguments=arguments) == "Ada of Kerbholz has 2 wine"


def test_an_argument_that_is_missing_is_said():
    bundle = Bundle("en", [("words", "one = { $a } and { $b }")])
    with pytest.raises(BadWords, match=r"en: one: Unknown external: b"):
        bundle.text("one", arguments={"a": "x"})


def test_a_file_that_cannot_be_read_whole_is_refused_and_says_where():
    with pytest.raises(BadWords, match=r"words, line 2: "):
        Bundle("en", [("words", "one = 1\nthis is no message\n")])
    for text in ("one = 1\none = 2\n", "one = 1\n    .a = 2\n    .a = 3\n"):
        with pytest.raises(BadWords, match="twice"):
            Bundle("en", [("words", text)])
